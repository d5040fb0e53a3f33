/* python/base/macros.h: private macros of the implementations of cucore_python.h and cucore_results.h, which define
 * and undefine them each. */
/* The data in an instance of a type of cucore.  The macros need a type without another base, and without derived types.
 * In abi3t the size of the head of an object is unknown. */
#if defined(_Py_OPAQUE_PYOBJECT)
#define CUCORE__PY_HEAD
#define CUCORE__PY_DATA(type, self) ((type *)PyObject_GetTypeData((self), Py_TYPE(self)))
#define CUCORE__PY_BASICSIZE(type) (-(int)sizeof(type))
#else
#define CUCORE__PY_HEAD PyObject_HEAD
#define CUCORE__PY_DATA(type, self) ((type *)(self))
#define CUCORE__PY_BASICSIZE(type) ((int)sizeof(type))
#endif

/* An item of a tuple that has it.  PyTuple_GET_ITEM uses `ob_item[1]`, which has one item for compilers that take its
 * size literally (-fstrict-flex-arrays). */
#if defined(Py_LIMITED_API)
#define CUCORE__PY_TUPLE_ITEM(tuple, i) PyTuple_GetItem((tuple), (i))
#define CUCORE__PY_TUPLE_SIZE(tuple) PyTuple_Size(tuple)
#else
#define CUCORE__PY_TUPLE_ITEM(tuple, i) (((PyObject **)(void *)((char *)(tuple) + offsetof(PyTupleObject, ob_item)))[i])
#define CUCORE__PY_TUPLE_SIZE(tuple) PyTuple_GET_SIZE(tuple)
#endif

/* Encloses writes of what is remembered of types: see base/compat.c. */
#if defined(Py_GIL_DISABLED)
#define CUCORE__PY_WRITE_BEGIN() (!CUCORE__TEST_AND_SET(&cucore__py_writing))
#define CUCORE__PY_WRITE_END() CUCORE__STORE(&cucore__py_writing, 0)
#else
#define CUCORE__PY_WRITE_BEGIN() 1
#define CUCORE__PY_WRITE_END() ((void)0)
#endif

/* Copies a struct that other threads read and write: see base/state.c. */
#if defined(Py_GIL_DISABLED)
#define CUCORE__PY_COPY_OUT(to, from) cucore__py_words_get((to), (from), sizeof *(from))
#define CUCORE__PY_COPY_IN(to, from) cucore__py_words_put((to), (from), sizeof *(to))
#else
#define CUCORE__PY_COPY_OUT(to, from) ((void)(*(to) = *(from)))
#define CUCORE__PY_COPY_IN(to, from) ((void)(*(to) = *(from)))
#endif
