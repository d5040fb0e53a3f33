/* -------------------------------------------------------------------------------------------------- >>py-named -- */
/* python/in/named.h: objects that name a dtype, a device or a shape. */
/* Arguments of constructors, as cucore_view_allocate and cucore_py_empty take them:
 *
 *     cucore_py_shape shape;
 *     cucore_dtype dtype = CUCORE_DTYPE_FLOAT32;                                   the default, if none is passed
 *     cucore_py_device device = {CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE};
 *     if (!PyArg_ParseTuple(args, "O&|O&O&", cucore_py_shape_converter, &shape, cucore_py_dtype_converter, &dtype,
 *                           cucore_py_device_converter, &device)) return NULL;
 *
 * The functions are for "O&".  They return 1, or 0 with an exception, which quotes the object; `out` is then untouched.
 * None leaves a dtype and a device as they are: the default stays.  No module is imported to recognise an object.  An
 * exception that an object raises passes as it is.  GIL held; no driver call. */

/* cucore_py_dtype_converter - object -> *(cucore_dtype *)out, the dtype that it names
 *   obj  in  a name ("float32", "bfloat16"), a typestr with or without its byte order ("f4", "<f4", "|b1"); a dtype of
 *            NumPy, torch, TensorFlow, MLX, paddle or Numba; a type of scalars of NumPy, ml_dtypes or jax.numpy; float,
 *            int, bool, complex (NumPy's float64, int64, bool, complex128); an object with __dlpack_data_type__
 *   -> 1 | 0 with TypeError: no dtype, foreign byte order, or elements that no dtype describes (text, dates, fields)
 *   source: rules 1.6, 3.2, 4.4 */
CUCORE_API CUCORE_NODISCARD int cucore_py_dtype_converter(PyObject *obj, void *out);

/* Where memory is: the two fields of a cucore_array_spec.  All zero is no device. */
typedef struct cucore_py_device {
    int device_type; /* CUCORE_DEVICE_TYPE_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED */
    int device_id;   /* of _CUDA and _CUDA_MANAGED: a number, or CUCORE_DEVICE_CURRENT; else CUCORE_DEVICE_NONE */
} cucore_py_device;

/* cucore_py_device_converter - object -> *(cucore_py_device *)out, the device that it names
 *   obj  in  "cpu", "cuda", "cuda:1", "gpu:1", "pinned", "managed", "managed:1" (without a number: the current device);
 *            the number of a CUDA device; a device of torch, JAX, CuPy, Numba, cuda.core or tvm-ffi; a pair of ints as
 *            __dlpack_device__() returns it
 *   -> 1 | 0 with TypeError (none of these) or ValueError (no such device type, a number that is none).  Whether the
 *      device exists is not checked */
CUCORE_API CUCORE_NODISCARD int cucore_py_device_converter(PyObject *obj, void *out);

/* All zero is the shape of an array without axes. */
typedef struct cucore_py_shape {
    int ndim;
    int64_t extents[CUCORE_MAX_NDIM]; /* ndim of them */
} cucore_py_shape;

/* cucore_py_shape_converter - object -> *(cucore_py_shape *)out
 *   obj  in  an int, which is one axis, or a tuple or a list of ints; an object with __index__ is an int, a bool is not
 *   -> 1 | 0 with TypeError (none of these) or ValueError (a negative extent, one that does not fit 64 bits, more than
 *      CUCORE_MAX_NDIM axes).  Products are not checked: cucore_view_allocate does that */
CUCORE_API CUCORE_NODISCARD int cucore_py_shape_converter(PyObject *obj, void *out);
