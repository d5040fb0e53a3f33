/* ----------------------------------------------------------------------------------------------- >>impl-py-state -- */
/* python/base/state.c: makes what an interpreter needs once: strings, small ints, functions of libraries. */
/* The strings that are interned once.  The keys of the interfaces come before DLPACK. */
#define CUCORE__PY_NAMES(X)                                                                                            \
    X(SHAPE, "shape")                                                                                                  \
    X(STRIDES, "strides")                                                                                              \
    X(DATA, "data")                                                                                                    \
    X(TYPESTR, "typestr")                                                                                              \
    X(STREAM, "stream")                                                                                                \
    X(VERSION, "version")                                                                                              \
    X(MASK, "mask")                                                                                                    \
    X(DESCR, "descr")                                                                                                  \
    X(OFFSET, "offset")                                                                                                \
    X(DLPACK, "__dlpack__")                                                                                            \
    X(DLPACK_DEVICE, "__dlpack_device__")                                                                              \
    X(CAI, "__cuda_array_interface__")                                                                                 \
    X(ARRAY_INTERFACE, "__array_interface__")                                                                          \
    X(CUDA_STREAM, "__cuda_stream__")                                                                                  \
    X(MAX_VERSION, "max_version")                                                                                      \
    X(DL_DEVICE, "dl_device")                                                                                          \
    X(COPY, "copy")                                                                                                    \
    X(DTYPE, "dtype")                                                                                                  \
    X(NAME, "name")                                                                                                    \
    X(EXCHANGE, "__dlpack_c_exchange_api__")                                                                           \
    X(OLD_EXCHANGE, "__c_dlpack_exchange_api__")                                                                       \
    X(REQUIRES_GRAD, "requires_grad")                                                                                  \
    X(IS_CONJ, "is_conj")                                                                                              \
    X(IS_NEG, "is_neg")                                                                                                \
    X(TORCH_FUNCTION, "__torch_function__")                                                                            \
    X(TORCH_DISPATCH, "__torch_dispatch__")                                                                            \
    X(PTR, "ptr")                                                                                                      \
    X(BUMP, "_bump_inplace_version")                                                                                   \
    X(HANDLE, "cuda_stream")                                                                                           \
    X(BACKING_DEVICE, "backing_device")                                                                                \
    X(IS_READY, "is_ready")                                                                                            \
    X(DATATYPE, "_datatype_enum")                                                                                      \
    X(NUMPY_MODULE, "numpy")

enum {
#define CUCORE__PY_NAME_ID(id, text) CUCORE__PY_##id,
    CUCORE__PY_NAMES(CUCORE__PY_NAME_ID)
#undef CUCORE__PY_NAME_ID
        CUCORE__PY_NAME_COUNT,
    CUCORE__PY_KEY_COUNT = CUCORE__PY_DLPACK
};

/* The library that makes the results for arguments of a type. */
typedef struct cucore__py_library {
    PyTypeObject *type;
    unsigned version;
    int kind;                        /* CUCORE__PY_NUMPY, ... */
    CUCORE__ATOMIC(unsigned) writes; /* uneven while it is being written */
    const cucore_exchange_api *api;
} cucore__py_library;

/* Functions of libraries: they make arrays, return a stream, or count up the versions of tensors. */
enum {
    CUCORE__PY_NUMPY_EMPTY,
    CUCORE__PY_NUMPY_ASARRAY,
    CUCORE__PY_CUPY_EMPTY,
    CUCORE__PY_CUPY_FROM_DLPACK,
    CUCORE__PY_NUMBA_DEVICE_ARRAY,
    CUCORE__PY_NUMBA_AS_CUDA_ARRAY,
    CUCORE__PY_CUPY_STREAM,
    CUCORE__PY_TORCH_STREAM,
    CUCORE__PY_TORCH_COUNT,
    CUCORE__PY_TORCH_COUNT_ALL, /* None: this torch has none that takes a tuple */
    CUCORE__PY_CUPY_STREAM_OF,  /* a capsule with a function of C; None: this CuPy has none */
    CUCORE__PY_CONSTRUCTOR_COUNT
};

/* The keywords that __dlpack__ is called with, in this order. */
enum {
    CUCORE__PY_WITH_STREAM = 1 << 0,
    CUCORE__PY_WITH_VERSION = 1 << 1,
    CUCORE__PY_WITH_COPY = 1 << 2,
    CUCORE__PY_KEYWORD_SETS = 1 << 3
};

#define CUCORE__PY_SMALL 16
enum {
    CUCORE__PY_LIBRARIES = 8,
    CUCORE__PY_CODES = 7 /* type codes that have a typestr */
};

/* What an interpreter needs.  The main interpreter keeps it for good; for another one it is made for each call. */
typedef struct cucore__py_state {
    PyObject *names[CUCORE__PY_NAME_COUNT + 1];         /* the last: NULL */
    PyObject *keywords[CUCORE__PY_KEYWORD_SETS];        /* of __dlpack__, by CUCORE__PY_SAYS_... */
    PyObject *max_version;                              /* (1, 3) */
    PyObject *ints[CUCORE__PY_SMALL];                   /* 0, 1, 2, ...: CPython has one object for each */
    CUCORE__ATOMIC(void *) memory;                      /* what memory/ remembers; NULL: nothing yet */
    CUCORE__ATOMIC(PyObject *) array_type;              /* cucore.Array from its first use on */
    cucore__py_library libraries[CUCORE__PY_LIBRARIES]; /* by address */
    CUCORE__ATOMIC(PyObject *) constructors[CUCORE__PY_CONSTRUCTOR_COUNT]; /* each from its first use on */
    CUCORE__ATOMIC(PyObject *) typestrs[CUCORE__PY_CODES][5]; /* by code and size, each from its first use on */
    CUCORE__ATOMIC(PyTypeObject *) ndarray; /* numpy.ndarray once it was seen; never cleared in the main interpreter */
    CUCORE__ATOMIC(PyTypeObject *) scalar;  /* numpy.generic likewise */
    CUCORE__ATOMIC(void *) numpy; /* the table of NumPy's C functions, set before ndarray; NULL: it is not used */
#if defined(Py_LIMITED_API)
    CUCORE__ATOMIC(PyTypeObject *) had_cai; /* the type of the last object with a CUDA Array Interface; not owned */
#endif
} cucore__py_state;

static CUCORE__ATOMIC(cucore__py_state *) cucore__py_main; /* published when complete */

#if defined(Py_GIL_DISABLED)
#if defined(__GNUC__) || defined(__clang__)
typedef uintptr_t __attribute__((may_alias)) cucore__py_word;
#define CUCORE__PY_WORD_GET(word) __atomic_load_n((word), __ATOMIC_RELAXED)
#define CUCORE__PY_WORD_PUT(word, value) __atomic_store_n((word), (value), __ATOMIC_RELAXED)
#else
typedef CUCORE__ATOMIC(uintptr_t) cucore__py_word;
#define CUCORE__PY_WORD_GET(word) CUCORE__LOAD(word)
#define CUCORE__PY_WORD_PUT(word, value) CUCORE__STORE(word, value)
#endif

/* Copies a struct that one thread reads while another writes it, word by word, since a plain copy would be a data race.
 * The reader learns from `writes` whether the words belong together. */
CUCORE__PRIVATE inline void cucore__py_words_get(void *to, const void *from, size_t size)
{
    size_t i;
    for (i = 0; i < size / sizeof(cucore__py_word); i++)
        ((cucore__py_word *)to)[i] = CUCORE__PY_WORD_GET((const cucore__py_word *)from + i);
}

CUCORE__PRIVATE inline void cucore__py_words_put(void *to, const void *from, size_t size)
{
    size_t i;
    for (i = 0; i < size / sizeof(cucore__py_word); i++)
        CUCORE__PY_WORD_PUT((cucore__py_word *)to + i, ((const cucore__py_word *)from)[i]);
}
#endif

CUCORE__PRIVATE CUCORE__COLD void cucore__py_state_clear(cucore__py_state *state)
{
    int i;
    for (i = 0; i < CUCORE__PY_NAME_COUNT; i++) Py_XDECREF(state->names[i]);
    for (i = 0; i < CUCORE__PY_KEYWORD_SETS; i++) Py_XDECREF(state->keywords[i]);
    Py_XDECREF(state->max_version);
    for (i = 0; i < CUCORE__PY_SMALL; i++) Py_XDECREF(state->ints[i]);
    Py_XDECREF(state->array_type);
    for (i = 0; i < CUCORE__PY_CONSTRUCTOR_COUNT; i++) Py_XDECREF(state->constructors[i]);
    for (i = 0; i < CUCORE__PY_CODES * 5; i++) Py_XDECREF(state->typestrs[i / 5][i % 5]);
    Py_XDECREF((PyObject *)state->ndarray);
    Py_XDECREF((PyObject *)state->scalar);
}

/* Returns a tuple of the keywords in `set`. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_keywords(const cucore__py_state *state, int set)
{
    static const int order[3] = {CUCORE__PY_STREAM, CUCORE__PY_MAX_VERSION, CUCORE__PY_COPY};
    PyObject *names[3] = {NULL, NULL, NULL}, *tuple;
    Py_ssize_t i, count = 0;
    for (i = 0; i < 3; i++)
        if (set >> i & 1) names[count++] = state->names[order[i]];
    tuple = PyTuple_New(count);
    for (i = 0; tuple && i < count; i++) {
        Py_INCREF(names[i]);
        if (PyTuple_SetItem(tuple, i, names[i]) < 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* Fills a state.  -1 with an exception, and the state is cleared. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_state_fill(cucore__py_state *state)
{
    static const char *const names[CUCORE__PY_NAME_COUNT] = {
#define CUCORE__PY_NAME_TEXT(id, text) text,
        CUCORE__PY_NAMES(CUCORE__PY_NAME_TEXT)
#undef CUCORE__PY_NAME_TEXT
    };
    int i, failed = 0;
    memset(state, 0, sizeof *state);
    for (i = 0; i < CUCORE__PY_NAME_COUNT && !failed; i++) {
        state->names[i] = PyUnicode_InternFromString(names[i]);
        failed = !state->names[i];
    }
    for (i = 1; i < CUCORE__PY_KEYWORD_SETS && !failed; i++) {
        state->keywords[i] = cucore__py_keywords(state, i);
        failed = !state->keywords[i];
    }
    if (!failed) {
        state->max_version = Py_BuildValue("(ii)", CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR);
        failed = !state->max_version;
    }
    for (i = 0; i < CUCORE__PY_SMALL && !failed; i++) {
        state->ints[i] = PyLong_FromLong(i);
        failed = !state->ints[i];
    }
    if (failed) cucore__py_state_clear(state);
    CUCORE__STORE(&cucore__detach_more, &cucore__py_detach); /* before any view that it is for */
    CUCORE__STORE(&cucore__late_home, &cucore__py_home_of);
    cucore__py_waits_set();
    return failed ? -1 : 0;
}

/* Forgets the state of an interpreter that ends: its objects are gone, and another interpreter may begin. */
CUCORE__PRIVATE CUCORE__COLD void cucore__py_state_forget(void)
{
    CUCORE__STORE(&cucore__py_main, NULL);
    cucore__late_forget_homes();
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030D0000
    CUCORE__STORE(&cucore__py_getattr, NULL);
#endif
}

/* Finds the function that cucore__py_lookup_attr calls.  0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_state_find_getattr(void)
{
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030D0000
    PyObject *get = CUCORE__LOAD(&cucore__py_getattr);
    if (get) return 0;
    get = cucore__py_import("builtins", "getattr");
    if (get && !PyCFunction_Check(get)) Py_CLEAR(get); /* somebody has replaced it */
    CUCORE__STORE(&cucore__py_getattr, get);
    return get || !PyErr_Occurred() ? 0 : -1;
#else
    return 0;
#endif
}

/* Makes the state of the main interpreter.  If two threads do so at once, the later one leaks a few strings. */
CUCORE__PRIVATE CUCORE__COLD cucore__py_state *cucore__py_state_make_main(PyInterpreterState *interpreter)
{
    cucore__py_state *state = (cucore__py_state *)PyMem_Calloc(1, sizeof *state);
    if (!state) {
        PyErr_NoMemory();
        return NULL;
    }
    if (cucore__py_state_find_getattr() < 0 || cucore__py_state_fill(state) < 0) {
        PyMem_Free(state);
        return NULL;
    }
    (void)Py_AtExit(cucore__py_state_forget);
    CUCORE__STORE(&cucore__py_main_interpreter, interpreter);
    CUCORE__STORE(&cucore__py_main, state);
    return state;
}

/* Returns the state to use for a call, NULL with an exception.  `local` is filled in interpreters other than the main
 * one. */
CUCORE__PRIVATE cucore__py_state *cucore__py_state_get(cucore__py_state *local)
{
    cucore__py_state *state = CUCORE__LOAD(&cucore__py_main);
    PyInterpreterState *interpreter = cucore__py_interpreter(cucore__py_thread_here());
    /* `state` is never `local`, which a static analyzer does not know when cucore__py_state_put compares the two. */
    if (state && state != local && CUCORE__LOAD(&cucore__py_main_interpreter) == interpreter) return state;
    if (!state && PyInterpreterState_GetID(interpreter) == 0) return cucore__py_state_make_main(interpreter);
    return cucore__py_state_fill(local) < 0 ? NULL : local;
}

CUCORE__PRIVATE void cucore__py_state_put(cucore__py_state *state, cucore__py_state *local)
{
    if (state == local) cucore__py_state_clear(local);
}

/* Returns a function of a library, as a new reference. */
CUCORE__PRIVATE PyObject *cucore__py_constructor(cucore__py_state *state, int which)
{
    static const char *const names[CUCORE__PY_CONSTRUCTOR_COUNT][2] = {{"numpy", "empty"},
                                                                       {"numpy", "asarray"},
                                                                       {"cupy", "empty"},
                                                                       {"cupy", "from_dlpack"},
                                                                       {"numba.cuda", "device_array"},
                                                                       {"numba.cuda", "as_cuda_array"},
                                                                       {"cupy.cuda", "get_current_stream"},
                                                                       {"torch.cuda", "current_stream"},
                                                                       {"torch.autograd.graph", "increment_version"},
                                                                       {"torch._C", "_increment_version"},
                                                                       {"cupy_backends.cuda.stream", "__pyx_capi__"}};
    PyObject *constructor = CUCORE__LOAD(&state->constructors[which]);
    if (!constructor) {
        constructor = cucore__py_import(names[which][0], names[which][1]);
        if (constructor) CUCORE__STORE(&state->constructors[which], constructor);
    }
    Py_XINCREF(constructor);
    return constructor;
}
