/* ------------------------------------------------------------------------------------------------- >>py-export -- */
/* python/out/export.h: an array type of your own. */
/* For an array type of your own: write one function that finds the view in an object (NULL with an exception if there
 * is none, which passes through all functions here), and let one macro write the rest: __dlpack__, __dlpack_device__,
 * __array__, both interfaces, the buffer, int(), float(), complex() and the C exchange table.
 *
 *     typedef struct { PyObject_HEAD cucore_view view; } Image;
 *     static const cucore_view *Image_view(PyObject *self) { return &((Image *)self)->view; }
 *     CUCORE_PY_EXPORT_TYPE(Image, Image_view)
 *
 *     static PyType_Slot slots[] = {{Py_tp_dealloc, Image_dealloc}, {Py_tp_methods, methods}, ..., {0, NULL}};
 *     static PyType_Spec spec = {"package.Image", sizeof(Image), 0, Py_TPFLAGS_DEFAULT, slots};
 *     ... in the module: PyObject *type = Image_type(module, &spec);
 *
 * There are the pieces, if the table needs more than the view (objects of your type made from tensors, a current stream
 * of your own), or if a type is to have only some of it:
 *
 *     CUCORE_PY_EXPORT(Image, Image_view)
 *     static PyMethodDef methods[] = {CUCORE_PY_EXPORT_METHODS(Image), {NULL, NULL, 0, NULL}};
 *     static PyGetSetDef getset[] = {CUCORE_PY_EXPORT_GETSET(Image), {NULL, NULL, NULL, NULL, NULL}};
 *     static PyType_Slot slots[] = {CUCORE_PY_EXPORT_SLOTS(Image), {Py_tp_methods, methods},
 *                                   {Py_tp_getset, getset}, ...};
 *
 * The view's producer_stream is the stream on which work on the memory is pending: cucore_view_set_producer_stream
 * keeps it up to date.  An export holds a reference to the object, so the memory must live as long as the object does.
 * All of it works in the limited API, in free-threaded builds (the view must not change while others may read it) and
 * in subinterpreters. */

/* cucore_py_export_dlpack - the method __dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)
 *   owner   in   what keeps the memory: self, not NULL
 *   view    in   NULL with an exception: passed through
 *   args, nargs, names  in   as METH_FASTCALL | METH_KEYWORDS gives them
 *   -> a capsule, "dltensor_versioned" if max_version allows it, else "dltensor"; or NULL with
 *      TypeError      positional or unknown arguments, one of a wrong type, owner NULL
 *      OverflowError  a number of max_version or dl_device that does not fit 32 bits
 *      ValueError     a stream for data on the CPU, one that cannot be, 0 or less than -1 for CUDA; text for copy
 *      BufferError    not expressible in DLPack, read-only without a version, another device, copy=False if one is
 *                     needed
 *      RuntimeError   the driver, a capture that would break
 *      MemoryError
 *   The classes are those of numpy.ndarray.__dlpack__ (of NumPy 2.5: before it a stream is a RuntimeError).  An object
 *   with __index__ is an integer, and copy may be any true or false object (numpy.True_).
 *   CUDA: the stream given (None: the legacy default stream; -1: none) waits for the view's, by an event; a default
 *   stream is that of the data's device, whichever is current.  Pinned and managed memory with None: the host waits.
 *   dl_device=(1, 0) brings device memory to the host, complete, on the stream given.  copy=True gives memory of its
 *   own.  GIL held; released while it blocks.  source: rules P1 to P10, D16, D17 */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_dlpack(PyObject *owner, const cucore_view *view,
                                                              PyObject *const *args, Py_ssize_t nargs, PyObject *names);

/* cucore_py_export_dlpack_device - the method __dlpack_device__(): (device type, device id), as in the capsule (P1)
 *   ValueError if the view holds no data */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_dlpack_device(const cucore_view *view);

/* cucore_py_export_cai, cucore_py_export_array_interface - __cuda_array_interface__ and __array_interface__
 *   -> a new dict of version 3 | NULL with AttributeError: the memory is of the other kind, or no typestr names the
 *      dtype
 *   stream names the stream with pending work; None: there is none.  Before __array_interface__ is answered for memory
 *   that CUDA can also write, the host waits for it.  source: rules P14, P15, A1 to A3 */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_cai(const cucore_view *view);
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_array_interface(const cucore_view *view);

/* cucore_py_export_array - the method __array__(dtype=None, *, copy=None), the last way that NumPy tries
 *   owner, view, args, nargs, names  in   as for cucore_py_export_dlpack; dtype may be positional
 *   -> a numpy.ndarray | NULL with
 *      TypeError      device memory, which NumPy cannot read; positional or unknown arguments; owner NULL
 *      BufferError    a dtype that neither NumPy nor ml_dtypes has, packed elements
 *      ValueError     copy=False if dtype needs one; text for copy
 *      ImportError    there is no NumPy
 *      or an exception of NumPy's
 *   Shares the memory and keeps owner, read-only if the view is, unless dtype or copy=True needs a copy.  bfloat16,
 *   float8, and small elements in a byte each get their dtypes from ml_dtypes.  Without __array__ numpy.asarray would
 *   make an array of one object.  Pinned and managed memory: the host waits for pending work.  GIL held.
 *   source: rules B103 */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_array(PyObject *owner, const cucore_view *view,
                                                             PyObject *const *args, Py_ssize_t nargs, PyObject *names);

/* cucore_py_export_getbuffer, cucore_py_export_releasebuffer - the slots bf_getbuffer and bf_releasebuffer (PEP 3118)
 *   flags  in   all of PyBUF_...
 *   out    out  refers to owner; obj is NULL on error
 *   -> 0 | -1 with BufferError: device memory, read-only, not contiguous as asked, with PyBUF_FORMAT a dtype that no
 *      format names (B104), with PyBUF_ND packed elements; TypeError: owner NULL
 *   Pinned and managed memory: the host waits for pending work.  The second function must also be a slot. */
CUCORE_API CUCORE_NODISCARD int cucore_py_export_getbuffer(PyObject *owner, const cucore_view *view, int flags,
                                                           Py_buffer *out);
CUCORE_API void cucore_py_export_releasebuffer(PyObject *owner, Py_buffer *buffer);

/* cucore_py_export_capsule - a DLPack capsule of a view, without any ordering
 *   owner      in   what keeps the memory; NULL: it lives for ever
 *   versioned  in   1 "dltensor_versioned", 0 "dltensor"
 *   flags      in   CUCORE_EXPORT_...; 0: none
 *   -> a new reference; dropped unconsumed, it gives the owner back | NULL with BufferError, MemoryError, ValueError
 *      (unknown flags).  GIL held.  source: rules P8 to P13 */
CUCORE_API CUCORE_NODISCARD PyObject *cucore_py_export_capsule(PyObject *owner, const cucore_view *view, int versioned,
                                                               uint64_t flags);

/* cucore_py_export_capsule_move - the same of a view that owns its memory: the capsule takes it over
 *   view  in/out  consumed: zeroed, on success and on error; on error the memory is given back
 *   -> as above, and BufferError for a view that owns a buffer (PEP 3118), which must not move, and for a view that
 *      borrows its memory: a slice, wrapped memory without `release`.  source: rules B120 */
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES PyObject *cucore_py_export_capsule_move(cucore_view *view, int versioned,
                                                                                    uint64_t flags);

/* Private, for CUCORE_PY_EXPORT_SLOTS and CUCORE_PY_EXPORT_METHODS: int(), float() and complex() of a type with a
 * buffer.  Python would read the buffer as text: int() of the uint8 array 52 is 4.
 *   -> as int(numpy.asarray(self)), ...: a number for one element in memory that the CPU can read | NULL with TypeError
 *      (device memory, elements that NumPy does not have, no NumPy), or an exception of NumPy's
 *   Pinned and managed memory: the host waits for pending work.  GIL held.  source: rules B129 */
CUCORE_API CUCORE_NODISCARD PyObject *cucore__py_export_int(PyObject *self);
CUCORE_API CUCORE_NODISCARD PyObject *cucore__py_export_float(PyObject *self);
CUCORE_API CUCORE_NODISCARD PyObject *cucore__py_export_complex(PyObject *self, PyObject *unused);

#define CUCORE_PY_EXPORT(name, view_of)                                                                                \
    CUCORE_UNUSED static PyObject *name##_dlpack(PyObject *self, PyObject *const *args, Py_ssize_t nargs,              \
                                                 PyObject *names)                                                      \
    {                                                                                                                  \
        return cucore_py_export_dlpack(self, view_of(self), args, nargs, names);                                       \
    }                                                                                                                  \
    CUCORE_UNUSED static PyObject *name##_dlpack_device(PyObject *self, PyObject *unused)                              \
    {                                                                                                                  \
        (void)unused;                                                                                                  \
        return cucore_py_export_dlpack_device(view_of(self));                                                          \
    }                                                                                                                  \
    CUCORE_UNUSED static PyObject *name##_array(PyObject *self, PyObject *const *args, Py_ssize_t nargs,               \
                                                PyObject *names)                                                       \
    {                                                                                                                  \
        return cucore_py_export_array(self, view_of(self), args, nargs, names);                                        \
    }                                                                                                                  \
    CUCORE_UNUSED static PyObject *name##_cai(PyObject *self, void *unused)                                            \
    {                                                                                                                  \
        (void)unused;                                                                                                  \
        return cucore_py_export_cai(view_of(self));                                                                    \
    }                                                                                                                  \
    CUCORE_UNUSED static PyObject *name##_array_interface(PyObject *self, void *unused)                                \
    {                                                                                                                  \
        (void)unused;                                                                                                  \
        return cucore_py_export_array_interface(view_of(self));                                                        \
    }                                                                                                                  \
    CUCORE_UNUSED static int name##_getbuffer(PyObject *self, Py_buffer *out, int flags)                               \
    {                                                                                                                  \
        return cucore_py_export_getbuffer(self, view_of(self), flags, out);                                            \
    }

#define CUCORE_PY_EXPORT_METHODS(name)                                                                                 \
    {"__dlpack__", (PyCFunction)(void (*)(void))name##_dlpack, METH_FASTCALL | METH_KEYWORDS,                          \
     "__dlpack__($self, /, *, stream=None, max_version=None, dl_device=None, copy=None)\n--\n\n"                       \
     "A DLPack capsule of the array: versioned where max_version allows it."},                                         \
        {"__array__", (PyCFunction)(void (*)(void))name##_array, METH_FASTCALL | METH_KEYWORDS,                        \
         "__array__($self, /, dtype=None, *, copy=None)\n--\n\n"                                                       \
         "A numpy.ndarray that shares the memory, which must be the host's."},                                         \
        {"__complex__", cucore__py_export_complex, METH_NOARGS,                                                        \
         "__complex__($self, /)\n--\n\nOne element as NumPy has it."},                                                 \
    {                                                                                                                  \
        "__dlpack_device__", name##_dlpack_device, METH_NOARGS,                                                        \
            "__dlpack_device__($self, /)\n--\n\nThe DLPack device: (type, id)."                                        \
    }
#define CUCORE_PY_EXPORT_GETSET(name)                                                                                  \
    {"__cuda_array_interface__", name##_cai, NULL, NULL, NULL},                                                        \
    {                                                                                                                  \
        "__array_interface__", name##_array_interface, NULL, NULL, NULL                                                \
    }
/* Functions as void *, as CPython has it: compile with -Wno-pedantic. */
#define CUCORE_PY_EXPORT_SLOTS(name)                                                                                   \
    {Py_bf_getbuffer, (void *)name##_getbuffer}, {Py_nb_int, (void *)cucore__py_export_int},                           \
        {Py_nb_float, (void *)cucore__py_export_float},                                                                \
    {                                                                                                                  \
        Py_bf_releasebuffer, (void *)cucore_py_export_releasebuffer                                                    \
    }

/* -- the C exchange table -------------------------------------------------------------------------------------- */

/* What the five functions of a table need to know of your type.  All zero is not valid: `view` is needed. */
typedef struct cucore_py_exporter {
    /* Finds the view as above, and checks the type of self: TypeError for any other. */
    const cucore_view *(*view)(PyObject *self);
    /* Makes an object of your type, which takes the tensor over, also on error (NULL with an exception).  NULL: a
     * cucore.Array is made */
    PyObject *(*wrap)(DLManagedTensorVersioned *managed);
    /* Returns the stream of work on new and exported arrays of a device: 0, or -1 with an exception.  NULL: the legacy
     * default stream, which waits for the stream of every view that is exported. */
    int (*stream)(int device_id, CUstream *out);
} cucore_py_exporter;

/* CUCORE_PY_EXCHANGE(name, exporter) - defines name_exchange, the table, from a cucore_py_exporter with static storage
 * cucore_py_export_exchange - makes a table known as type.__dlpack_c_exchange_api__
 *   type   in   your own; a static type: before or after PyType_Ready
 *   table  in   static storage
 *   -> 0 | -1 with an exception;  source: rules X1 to X15, P17 */
CUCORE_API CUCORE_NODISCARD int cucore_py_export_exchange(PyTypeObject *type, const cucore_exchange_api *table);

/* CUCORE_PY_EXPORT_TYPE(name, view_of) - a whole type: all that CUCORE_PY_EXPORT and CUCORE_PY_EXCHANGE define, and
 *   PyObject *name_type(PyObject *module, PyType_Spec *spec)
 *       module  in   of the type, as for PyType_FromModuleAndSpec; NULL: none
 *       spec    in   yours, with your own slots, methods and attributes, except those of the buffer, and without
 *                    Py_TPFLAGS_IMMUTABLETYPE
 *       -> a new type | NULL with an exception: SystemError (a slot of the buffer), or CPython's
 *   int name_ready(PyTypeObject *type)    the same for a static type, instead of PyType_Ready: 0 | -1 with an
 *                                         exception.  The limited API has no static types: SystemError
 *   A method of yours keeps its place if one of ours has the same name, and so do your slots nb_int, nb_float and
 *   nb_index.  view_of is called only with objects of the
 *   type, or of derived types: the table refuses all others with TypeError.  A tensor that is given to the table
 *   becomes a cucore.Array, new arrays are for the legacy default stream.  GIL held.
 *   source: rules P1 to P17, X1 to X15 */

/* Private, for the code that CUCORE_PY_EXPORT_TYPE writes. */
typedef struct cucore__py_exporting {
    PyMethodDef *methods;
    PyGetSetDef *getset;
    int (*getbuffer)(PyObject *self, Py_buffer *out, int flags);
    const cucore_exchange_api *table;
} cucore__py_exporting;
CUCORE_API PyObject *cucore__py_export_type(PyObject *py_module, PyType_Spec *spec, const cucore__py_exporting *what);
CUCORE_API int cucore__py_export_check(PyObject *self, int (*getbuffer)(PyObject *, Py_buffer *, int));
CUCORE_API int cucore__py_export_ready(PyTypeObject *type, const cucore__py_exporting *what);

#define CUCORE_PY_EXPORT_TYPE(name, view_of)                                                                           \
    CUCORE_PY_EXPORT(name, view_of)                                                                                    \
    static const cucore_view *name##_exchange_view(PyObject *self)                                                     \
    {                                                                                                                  \
        return cucore__py_export_check(self, name##_getbuffer) < 0 ? NULL : view_of(self);                             \
    }                                                                                                                  \
    static const cucore_py_exporter name##_exporter = {name##_exchange_view, NULL, NULL};                              \
    CUCORE_PY_EXCHANGE(name, name##_exporter)                                                                          \
    static PyMethodDef name##_exported_methods[] = {CUCORE_PY_EXPORT_METHODS(name), {NULL, NULL, 0, NULL}};            \
    static PyGetSetDef name##_exported_getset[] = {CUCORE_PY_EXPORT_GETSET(name), {NULL, NULL, NULL, NULL, NULL}};     \
    static const cucore__py_exporting name##_exporting = {name##_exported_methods, name##_exported_getset,             \
                                                          name##_getbuffer, &name##_exchange};                         \
    CUCORE_UNUSED static PyObject *name##_type(PyObject *py_module, PyType_Spec *spec)                                 \
    {                                                                                                                  \
        return cucore__py_export_type(py_module, spec, &name##_exporting);                                             \
    }                                                                                                                  \
    CUCORE_UNUSED static int name##_ready(PyTypeObject *type)                                                          \
    {                                                                                                                  \
        return cucore__py_export_ready(type, &name##_exporting);                                                       \
    }

/* Private, for the code that CUCORE_PY_EXCHANGE writes.  NULL for obj, prototype, managed or out is a ValueError; the
 * tensor given to wrap is deleted also then. */
CUCORE_API int cucore__py_exchange_allocate(const cucore_py_exporter *exporter, DLTensor *prototype,
                                            DLManagedTensorVersioned **out, void *context,
                                            void (*set_error)(void *context, const char *kind, const char *message));
CUCORE_API int cucore__py_exchange_export(const cucore_py_exporter *exporter, void *obj,
                                          DLManagedTensorVersioned **out);
CUCORE_API int cucore__py_exchange_lend(const cucore_py_exporter *exporter, void *obj, DLTensor *out);
CUCORE_API int cucore__py_exchange_wrap(const cucore_py_exporter *exporter, DLManagedTensorVersioned *managed,
                                        void **out);
CUCORE_API int cucore__py_exchange_stream(const cucore_py_exporter *exporter, int device_type, int device_id,
                                          void **out);

#define CUCORE_PY_EXCHANGE(name, exporter)                                                                             \
    static int name##_exchange_allocate(DLTensor *prototype, DLManagedTensorVersioned **out, void *context,            \
                                        void (*set_error)(void *, const char *, const char *))                         \
    {                                                                                                                  \
        return cucore__py_exchange_allocate(&(exporter), prototype, out, context, set_error);                          \
    }                                                                                                                  \
    static int name##_exchange_export(void *obj, DLManagedTensorVersioned **out)                                       \
    {                                                                                                                  \
        return cucore__py_exchange_export(&(exporter), obj, out);                                                      \
    }                                                                                                                  \
    static int name##_exchange_wrap(DLManagedTensorVersioned *managed, void **out)                                     \
    {                                                                                                                  \
        return cucore__py_exchange_wrap(&(exporter), managed, out);                                                    \
    }                                                                                                                  \
    static int name##_exchange_lend(void *obj, DLTensor *out)                                                          \
    {                                                                                                                  \
        return cucore__py_exchange_lend(&(exporter), obj, out);                                                        \
    }                                                                                                                  \
    static int name##_exchange_stream(DLDeviceType device_type, int32_t device_id, void **out)                         \
    {                                                                                                                  \
        return cucore__py_exchange_stream(&(exporter), (int)device_type, (int)device_id, out);                         \
    }                                                                                                                  \
    static const cucore_exchange_api name##_exchange = {{{CUCORE_DLPACK_MAX_MAJOR, CUCORE_DLPACK_MAX_MINOR}, NULL},    \
                                                        name##_exchange_allocate,                                      \
                                                        name##_exchange_export,                                        \
                                                        name##_exchange_wrap,                                          \
                                                        name##_exchange_lend,                                          \
                                                        name##_exchange_stream};
