/* ------------------------------------------------------------------------------------------------- >>py-return -- */
/* python/results.h: results as arrays of the caller's library. */
/* Results for the caller, as arrays of the library that the caller uses:
 *
 *     cucore_view y;
 *     if (cucore_py_empty_like(args[0], &x, stream, &y) < 0) ... fail ...
 *     ... enqueue work on `stream` that writes y.ptr ...
 *     return cucore_py_return(&y, args[0], stream);
 *
 * of an argument                   the result is                 in memory of
 * numpy.ndarray                    numpy.ndarray                 NumPy
 * torch.Tensor, or any type with   torch.Tensor, by the C        torch, on its current stream
 *   an exchange table                exchange table
 * cupy.ndarray                     cupy.ndarray                  CuPy's pool, on its current stream
 * numba device array               numba device array            Numba
 * jax.Array, and whatever has a    by the from_dlpack of its     the CPU, or the device's default pool
 *   from_dlpack                      library, zero-copy
 * any other array (bytes, one      cucore.Array, which every     likewise
 *   with only an interface, ...)     library takes
 * The result has the base type of the library, no subclass.  Of several arguments, take the first array (X13).
 *
 * `like` is one of
 *   an array               the result is of its library, as above
 *   a type of arrays       numpy.ndarray, torch.Tensor, cupy.ndarray, jax.Array, a type with an exchange table, any type of
 *                          arrays whose package has a from_dlpack; a type that is derived from one of these
 *   a module               numpy, torch, cupy, numba.cuda, jax.numpy, any other with a from_dlpack
 *   its name, a str        "numpy", "torch", "jax.numpy", ...: is imported
 *   NULL                   a cucore.Array
 * Anything else (None, 3, a module without from_dlpack) is a TypeError that quotes it; a name that cannot be imported is the
 * ImportError of the import. */

/* cucore_py_empty_like - memory for a result of the dtype, shape and device of an argument
 *   like    in   the argument, or a type, a module, a name, NULL
 *   view    in   of the argument, or any other that has the dtype, shape and device wanted; strides do not count
 *   stream  in   that you are going to write it on; ordered behind what the memory was used for before
 *   out     out  writable, dense in C order; for cucore_py_return, or cucore_view_release on an error; zeroed on error
 *   -> 0 | -1 with TypeError (what `like` may not be), ImportError, ValueError (its library has no memory there), BufferError
 *      (nor such a dtype), MemoryError, RuntimeError, or an exception of the library
 *   GIL held; released while it blocks */
CUCORE_API CUCORE_NODISCARD int cucore_py_empty_like(PyObject *like, const cucore_view *view, CUstream stream,
                                                     cucore_view *out);

/* cucore_py_empty - the same with dtype, shape and device spelled out
 *   device_type, device_id  in   CUCORE_DEVICE_TYPE_CPU, _CUDA, ...; what a view has, or CUCORE_DEVICE_CURRENT.
 *                                CUCORE_DEVICE_NONE is for host and pinned memory */
CUCORE_API CUCORE_NODISCARD int cucore_py_empty(PyObject *like, int device_type, int device_id, cucore_dtype dtype,
                                                int ndim, const int64_t *shape, CUstream stream, cucore_view *out);

/* cucore_py_return - a view to Python, for good
 *   view    in/out  of cucore_py_empty or cucore_py_empty_like, which already is memory of some library; or one that owns its
 *                   memory (cucore_view_adopt_buffer, cucore_view_adopt_dlmanaged, release of your own) or borrows what
 *                   outlives everything.  One that is only borrowed from a producer (cucore_py_args, CUCORE_BORROW) is refused.
 *                   Zeroed, also on error: what it owned is then given back
 *   like    in      an array of the library wanted, its type, module or name; NULL: a cucore.Array.  Not used for memory that a
 *                   library has given to cucore_py_empty
 *   stream  in      that your work on it is on: the library's is made to wait for it; NO_SYNC, HOST: nothing is pending
 *   -> a new reference | NULL with an exception
 *   No copy is made here; JAX makes one of host memory that is aligned to less than 64 bytes.  Memory of
 *   cucore_py_empty that went to a library by its from_dlpack is freed when the device is idle: DLPack has no way to say
 *   when its consumer is done (D34).  GIL held; released while it blocks.  source: protocols X13 */
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES PyObject *cucore_py_return(cucore_view *view, PyObject *like,
                                                                       CUstream stream);
