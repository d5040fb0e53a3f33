/* ------------------------------------------------------------------------------------------------- >>py-memory -- */
/* python/out/allocator.h: a Python allocator for C code. */
/* cucore_py_memory_resource_from_object - a Python allocator for C code
 *   obj  in   with allocate(size, stream=) and deallocate(ptr, size, stream=), as the memory resources of cuda.core and
 *             RMM.  allocate returns an address, or an object with `handle` or `ptr`, which is kept and then given back
 *             by its close(stream=) if it has one, else by dropping it.  The stream is an object with __cuda_stream__
 *             and __int__; for objects of cuda.core or RMM, objects derived from theirs, and objects that hand the
 *             stream on to theirs, a cuda.core.Stream or an rmm.pylibrmm.stream.Stream, since their functions take no
 *             other (the TypeError by which they refuse ours is answered by a second call)
 *   out  out  a reference: cucore_memory_resource_release.  obj is kept until the last buffer is gone; NULL on error
 *   -> 0 | -1 with TypeError (one of the methods is missing; NULL) or MemoryError
 *   The resource may be used on any thread, with or without the GIL: it is taken for the calls.  An exception of obj
 *   makes the C function return FOREIGN (OUT_OF_MEMORY for MemoryError) with its text in cucore_last_error; on a thread
 *   that Python knows it also stays set, and cucore_py_check keeps it: return -1 or NULL to Python and it arrives
 *   untouched.  In an interpreter that is gone or going the memory leaks. */
CUCORE_API CUCORE_NODISCARD int cucore_py_memory_resource_from_object(PyObject *obj, cucore_memory_resource **out);

/* cucore_py_memory_resource_converter - the same for "O&" of PyArg_ParseTuple
 *   out  out  a cucore_memory_resource *: NULL for None, which is the default pool wherever a resource is taken
 *   -> Py_CLEANUP_SUPPORTED | 0 with an exception, and NULL in *out.  Python calls it again with obj NULL if a later
 *      argument fails: it then releases the resource, and sets *out to NULL.  Otherwise release it yourself */
CUCORE_API CUCORE_NODISCARD int cucore_py_memory_resource_converter(PyObject *obj, void *out);
