/* ------------------------------------------------------------------------------------------------- >>py-return -- */
/* python/out/results.h: results as arrays of the caller's library. */
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
 * jax.Array, and any array of a    by the from_dlpack of its     the CPU, or the device's default pool
 *   library with a from_dlpack       library, zero-copy
 * any other array (bytes, one      cucore.Array, which every     likewise
 *   with only an interface, ...)     library takes
 * The result has the base type of the library, no subclass.  Of several arguments, take the first array (X13).
 *
 * `like` is one of
 *   an array               the result is of its library, as above
 *   a type of arrays       numpy.ndarray, torch.Tensor, cupy.ndarray, jax.Array, a type with an exchange table, any
 *                          type of arrays whose package has a from_dlpack; a type that is derived from one of these
 *   a module               numpy, torch, cupy, numba.cuda, jax.numpy, any other with a from_dlpack
 *   its name, a str        "numpy", "torch", "jax.numpy", ...: is imported
 *   NULL                   a cucore.Array
 * Anything else (None, 3, a module without from_dlpack) is a TypeError that quotes it; a name that cannot be imported
 * is the ImportError of the import.
 *
 * A cucore.Array speaks every protocol (see >>py-export; its exchange table names the legacy default stream, which then
 * waits for the stream of the array) and has shape, dtype (a numpy.dtype if NumPy is imported and
 * it or ml_dtypes has the type, else its name, 'float32', 'bfloat16', ..., which is also equal to the numpy.dtype),
 * device ('cpu', 'cuda:0', 'pinned', 'managed:0'), ndim, size, nbytes, itemsize, readonly, len() and a repr of one
 * line; none of them looks at the memory.  It is always true, and has no constructor.  All extension modules of an
 * interpreter that were built with the same version of cucore, and alike in CUCORE_DEBUG, share the type, by a capsule
 * in PyInterpreterState_GetDict; if another object is there, or the interpreter has no such dict, a module has its own
 * type. */

/* cucore_py_empty_like - memory for a result of the dtype, shape and device of an argument
 *   like    in   the argument, or a type, a module, a name, NULL
 *   view    in   of the argument, or any other of the wanted dtype, shape and device; strides do not count
 *   stream  in   on which you are going to write; it waits for earlier uses of the memory
 *   out     out  writable, dense in C order; for cucore_py_return, or cucore_view_release on an error; zeroed on error
 *   -> 0 | -1 with TypeError (`like` is none of these), ImportError, ValueError (its library has no memory there),
 *      BufferError (nor such a dtype), MemoryError, RuntimeError, or an exception of the library
 *   GIL held; released while it blocks */
CUCORE_API CUCORE_NODISCARD int cucore_py_empty_like(PyObject *like, const cucore_view *view, CUstream stream,
                                                     cucore_view *out);

/* cucore_py_empty - the same with dtype, shape and device spelled out
 *   spec  in   strides: NULL, a result is dense in C order; device_id as for cucore_view_allocate (INVALID_ARGUMENT
 *              becomes ValueError) */
CUCORE_API CUCORE_NODISCARD int cucore_py_empty(PyObject *like, const cucore_array_spec *spec, CUstream stream,
                                                cucore_view *out);

/* cucore_py_return - a view as the result of a function; the view is consumed
 *   view    in/out  zeroed, on success and on error; on error the memory is given back.  One of
 *                   - memory of cucore_py_empty or cucore_py_empty_like, which already belongs to a library
 *                   - a view that owns its memory: cucore_view_allocate, cucore_view_adopt_buffer,
 *                     cucore_view_adopt_dlmanaged, cucore_view_wrap with a `release`, which may be empty for memory
 *                     that lives for ever
 *                   - a view of an argument, as cucore_py_args or cucore_py_view made it: an `out`
 *                   - a part of an argument, or the argument in another shape, order or dtype: cucore_view_slice, a
 *                     view made by hand
 *   like    in      who is to have it: an array of the wanted library, its type, module or name; NULL: a cucore.Array.
 *                   Not used for memory that a library has given to cucore_py_empty.  Of an argument: the argument
 *   stream  in      with your work on it: the stream of the library waits for it; NO_SYNC, HOST: no work is pending.  A
 *                   cucore.Array names the stream that its memory is freed on, if that is so or its object is kept
 *                   (cucore_py_view_keep_stream); `stream` itself while that is captured, which has to exist then as
 *                   long as the array is used; else the legacy default stream, which waits for `stream`.  If that
 *                   stream cannot wait beside a capture of another thread the host waits, and the array names none
 *   -> a new reference | NULL with TypeError (`like` is none of these), ImportError, ValueError (a zeroed view, memory
 *      that the library cannot have), BufferError (see below; no such dtype there), MemoryError, RuntimeError, or an
 *      exception of the library
 *
 * A view of an argument: if `like` is that array (it has the very elements of the view: address, dtype, shape and
 * strides, when it is taken again), the result is `like` itself, and the producer's stream waits for `stream`, as it
 * does with cucore_py_args_release, which then finds a zeroed view and skips it:
 *     if (!v[2].dtype.lanes) {                              no `out` was given, or None: CUCORE_OPTIONAL
 *         objs[2] = objs[0];
 *         ... cucore_py_empty_like(objs[0], &v[0], stream, &v[2]) ...
 *     }
 *     ... enqueue work that writes v[2].ptr ...
 *     result = cucore_py_return(&v[2], objs[2], stream);
 *     if (cucore_py_args_release(v, 3, stream) < 0) Py_CLEAR(result);
 * This is so for lent views (CUCORE_BORROW) and owned ones, of any protocol.  With another `like` a lent view, and a
 * view that holds a buffer (NumPy's arrays, PEP 3118, __array_interface__), is a BufferError; a view that owns a tensor
 * of DLPack, or refers to an object with a CUDA Array Interface, becomes an array of `like`'s library that shares the
 * memory: a conversion without a copy, for which only the new array is ordered behind `stream`.
 *
 * A view that borrows its memory, as a slice does, needs `like` to be the array that it is of: all its elements are
 * between the first and the last byte of `like`, when that is taken again.  The result is a new array of the library of
 * `like` that shares the memory and keeps `like` alive; it is read-only if `like` is.  With another `like`, or NULL, it
 * is a BufferError, since no object would keep the memory alive.  An empty view needs no owner.  The argument itself is
 * released as usual:
 *     status = cucore_view_slice(&v[0], &from, 1, &part);
 *     if (cucore_py_check(status) == 0) result = cucore_py_return(&part, objs[0], stream);
 *     if (cucore_py_args_release(v, 1, stream) < 0) Py_CLEAR(result);
 *
 * A view that was converted (CUCORE_MAKE_...) and has CUCORE_WRITE is copied back first, whatever `like` is; the result
 * is the argument if `like` is that.  Otherwise, and if the argument was only read, it is an array in the fresh memory.
 *
 * No other copy is made here; JAX makes one of host memory that is aligned to less than 64 bytes.  Memory of
 * cucore_py_empty that a library took by its from_dlpack is freed when the device is idle: DLPack cannot report when
 * its consumer is done (D34).  GIL held; released while it blocks.  source: rules A16, B120, B130, X13 */
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES PyObject *cucore_py_return(cucore_view *view, PyObject *like,
                                                                       CUstream stream);
