/* -------------------------------------------------------------------------------------------------- >>allocate -- */
/* memory/allocate.h: memory by its address, so that a resource can be the allocator of another library. */
/* cucore_memory_resource_allocate - allocate memory as cucore_buffer_allocate does, without a buffer
 *   resource  in   must outlive the memory: no reference is kept; NULL: the default pool of the current device
 *   nbytes    in   0: *out is NULL
 *   stream    in   the stream that uses the memory first
 *   out       out  cucore_memory_resource_deallocate; NULL on error
 *   -> as cucore_buffer_allocate
 *   The functions are those that torch (CUDAPluggableAllocator), CuPy, RMM and cuda.core call: examples/allocator.c. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status
cucore_memory_resource_allocate(cucore_memory_resource *resource, size_t nbytes, CUstream stream, void **out);

/* cucore_memory_resource_deallocate - free memory as cucore_buffer_release does, in order of a stream
 *   resource  in  that the memory came from
 *   ptr       in  NULL is fine
 *   nbytes    in  that were asked for.  Only allocators of functions look at it: 0 is fine for others
 *   stream    in  the stream of the last use
 *   -> as cucore_buffer_release; on error the memory is not freed.  While a capture is in the way it is kept, with a
 *      reference of the resource, and the status is OK
 *   Any thread. */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status
cucore_memory_resource_deallocate(cucore_memory_resource *resource, void *ptr, size_t nbytes, CUstream stream);
