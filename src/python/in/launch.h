/* ------------------------------------------------------------------------------------------------- >>py-launch -- */
/* python/in/launch.h: a kernel that is bound to the arguments of a Python function.  Needs python/in/ and kernel/. */
/* The parameters of a kernel, in its order.  The first four kinds take the next argument of the call from Python. */
enum cucore__py_param_kind {
    CUCORE_PY_POINTER = 1,    /* of an array: the address of its first element */
    CUCORE_PY_ACCESSOR = 2,   /* of an array: a CUCORE_ACCESSOR of `ndim` axes, with indices of `index_bits` */
    CUCORE_PY_TENSOR_MAP = 3, /* of an array: a cucore_tensor_map, as `map` describes it */
    CUCORE_PY_NUMBER = 4,     /* a number, as the dtype arg.dtypes */
    CUCORE_PY_SIZE = 5,       /* the number of elements of the array arg.name, as the integer arg.dtypes */
    CUCORE_PY_EXTENT = 6,     /* the extent of axis `ndim` of the array arg.name, as the integer arg.dtypes */
    CUCORE_PY_UNPASSED = 7    /* an array that is an argument, but no parameter of the kernel */
};

/* A row of the table of a launcher.  All zero has no kind, and is refused. */
typedef struct cucore_py_param {
    int kind;                          /* CUCORE_PY_POINTER, ... */
    int ndim;                          /* of an accessor: 1 or more; of an extent: its axis, 0 or more */
    int index_bits;                    /* of an accessor: 32 or 64 */
    cucore_arg arg;                    /* an array: what it has to be.  Else a name and the dtype of the parameter */
    const cucore_tensor_map_spec *map; /* name and flags are taken from `arg` */
} cucore_py_param;

/* CUCORE_PY_... - initialisers of rows, for static tables:
 *   CUCORE_PY_PARAM(POINTER, "x", "float32", "n", CUCORE_READ)   also UNPASSED
 *   CUCORE_PY_PARAM_ACCESSOR(2, 32, "x", "float32", "h, w", CUCORE_READ)
 *   CUCORE_PY_PARAM_TENSOR_MAP(&map, "x", "float16", "m, k", CUCORE_READ)
 *   CUCORE_PY_PARAM(NUMBER, "alpha", "float32", NULL, 0)          bool, integers, floats of 16 to 64 bits, bfloat16,
 *                                                                 complex64, complex128
 *   CUCORE_PY_PARAM(SIZE, "x", "int64", NULL, 0)
 *   CUCORE_PY_PARAM_EXTENT(1, "x", "int32") */
#define CUCORE_PY_PARAM(kind, name, dtypes, shape, flags)                                                              \
    {                                                                                                                  \
        CUCORE_PY_##kind, 0, 0, CUCORE_ARG(name, dtypes, shape, flags), NULL                                           \
    }
#define CUCORE_PY_PARAM_ACCESSOR(ndim, index_bits, name, dtypes, shape, flags)                                         \
    {                                                                                                                  \
        CUCORE_PY_ACCESSOR, ndim, index_bits, CUCORE_ARG(name, dtypes, shape, flags), NULL                             \
    }
#define CUCORE_PY_PARAM_TENSOR_MAP(map, name, dtypes, shape, flags)                                                    \
    {                                                                                                                  \
        CUCORE_PY_TENSOR_MAP, 0, 0, CUCORE_ARG(name, dtypes, shape, flags), map                                        \
    }
#define CUCORE_PY_PARAM_EXTENT(axis, name, dtypes)                                                                     \
    {                                                                                                                  \
        CUCORE_PY_EXTENT, axis, 0, CUCORE_ARG(name, dtypes, NULL, 0), NULL                                             \
    }

/* An array of a call, as `configure` sees it.  All zero: an argument with CUCORE_OPTIONAL that was left out.  The
 * struct and what it points to are valid during the call of `configure`. */
typedef struct cucore_py_launch_array {
    void *ptr;
    const int64_t *shape;   /* ndim extents */
    const int64_t *strides; /* ndim strides, in elements */
    cucore_dtype dtype;
    int ndim;
    int device_id; /* CUCORE_DEVICE_NONE: pinned memory */
} cucore_py_launch_array;

/* The description of a launcher.  All zero has no kernel, and is refused. */
typedef struct cucore_py_launch_spec {
    cucore_kernel *kernel;
    const cucore_py_param *params; /* param_count rows, 64 at most, of which 32 are arrays or numbers of the call */
    size_t param_count;
    cucore_launch launch; /* the way to launch */
    const char *elements; /* the name of an array: launch.config.grid is made for a thread for each of its elements in
                             x, in blocks of launch.config.block[0] (0: 256); in y and z 0 counts as 1.  NULL: grid and
                             block are as they stand */
    /* configure may change the copy of `launch` that it gets, grid and elements among them.  `arrays` are those of the
     * call, in its order.  It returns 0, or -1 with an exception.  It is called with the GIL; NULL: not called. */
    int (*configure)(void *user_data, const cucore_py_launch_array *arrays, cucore_launch *launch);
    void *user_data;
} cucore_py_launch_spec;

/* A kernel with all that can be prepared of its launches.  All zero is no launcher, and its release has no effect. */
typedef struct cucore_py_launcher {
    void *private_;
} cucore_py_launcher;

/* cucore_py_launcher_make - prepare the launches of a kernel from Python
 *   spec  in   copied; kernel, user_data and what the rows point to (texts, maps, exceptions) stay as long as `out`
 *   out   out  zeroed on error; cucore_py_launcher_release gives it back.  Any number of threads may launch it
 *   -> 0 | -1 with ValueError (NULL, a kind, a dtype or a shape pattern that has no meaning, flags, a name that no
 *      array has, parameters of more than 4096 bytes), MemoryError
 *   GIL held; the driver is not called */
CUCORE_API CUCORE_NODISCARD int cucore_py_launcher_make(const cucore_py_launch_spec *spec, cucore_py_launcher *out);

/* cucore_py_launch - launch a kernel with the arguments of a call from Python
 *
 *     static PyObject *axpy(PyObject *self, PyObject *const *objs, Py_ssize_t count)     METH_FASTCALL
 *     {
 *         if (cucore_py_launch(&launcher, objs, (size_t)count, NULL) < 0) return NULL;
 *         Py_RETURN_NONE;
 *     }
 *
 *   objs    in  count objects, in the order of the rows that take one.  Arrays are taken in as by cucore_py_args, with
 *               CUCORE_DEVICE_ACCESSIBLE and CUCORE_BORROW: the caller keeps the objects until the call returns.
 *               Numbers are ints, floats, bools, complex numbers and scalars of NumPy: an integer parameter takes no
 *               float, a bool parameter only bools, a real one no imaginary part, and a value has to fit
 *   stream  in  the stream to launch on: as cucore_py_stream_from_object takes it; NULL as None, the legacy default
 *               stream
 *   The producers of arrays are ordered before the kernel, and after it, as by cucore_py_args and
 *   cucore_py_args_release.  The kernel runs on the device of the first array in device memory.  Without blocks (no
 *   elements; 0 in any axis of the grid) it is not launched.
 *   -> 0 | -1 with TypeError (the number of arguments, no number, no array, a dtype), ValueError (a shape, strides, a
 *      device, a value that does not fit), BufferError (protocols), RuntimeError (the driver, a capture), MemoryError,
 *      or the exception of a producer, of an object or of `configure`.  Messages begin with the name of the argument
 *   GIL held; released while it orders and launches.  The first launch in a context loads the kernel, as
 *   cucore_kernel_launch_params */
CUCORE_API CUCORE_NODISCARD int cucore_py_launch(const cucore_py_launcher *launcher, PyObject *const *objs,
                                                 size_t count, PyObject *stream);

/* cucore_py_launcher_release - give back what a launcher has prepared, when no thread launches it
 *   launcher  in/out  zeroed; NULL and a zeroed one are fine
 *   GIL held */
CUCORE_API void cucore_py_launcher_release(cucore_py_launcher *launcher);
