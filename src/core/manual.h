/* ---------------------------------------------------------------------------------------------------- >>manual -- */
/* core/manual.h: options, the rules of the API, the manual.  A comment only, for readers of cucore.h.
 *
 * >>options: macros that you may define before these headers.  `where`: one file (the one with the implementation),
 * or every file that includes them.  The other headers have lists of their own: >>dlpack-options, >>copy-options, and
 * also >>kernel-options, >>py-options, >>hpp-options.
 *     name                   default       where       meaning
 *     CUCORE_IMPLEMENTATION  not defined   one file    compiles the functions here
 *     CUCORE_STATIC          not defined   every file  makes every function static to the file (implies
 *                                                      CUCORE_IMPLEMENTATION)
 *     CUCORE_API             hidden        every file  stands before each public declaration
 *     CUCORE_PREFIX          cucore_0_3_0  every file  replaces `cucore` in what the linker sees of functions that are
 *                                                      not static.  The default is the version, with CUCORE_MAX_NDIM if
 *                                                      it is not 64: cucore_0_3_0_ndim8.  A name of your project keeps
 *                                                      two copies of one version apart: -DCUCORE_PREFIX=mine_cucore
 *     CUCORE_LINK_DRIVER     not defined   one file    needs -lcuda and the cuda.h of CUDA 11.3 or newer, instead of
 *                                                      loading the driver at first use
 *     CUCORE_NO_CUDA_H       not defined   every file  does not include cuda.h, even if it is on the include path:
 *                                                      CUstream and the other handles are declared without it.  A file
 *                                                      may still include it; in C99, where no typedef is repeated,
 *                                                      before these headers
 *     CUCORE_DRIVER_NAME     libcuda.so.1  one file    is the library to load (nvcuda.dll on Windows)
 *     CUCORE_MAX_NDIM        64            every file  is the largest number of axes, 2 to 64: with 8 a view takes 360
 *                                                      bytes instead of 1,256.  Arrays with more axes are refused.
 *                                                      Modules of one process may differ: they exchange the structs of
 *                                                      the protocols
 *     CUCORE_DEBUG           not defined   one file    refuses to release a view whose access was begun on a stream but
 *                                                      not ended (cucore_views_end_access), and one that
 *                                                      cucore_py_args_release has to copy back.  Costs a little on
 *                                                      every intake
 *
 * Several copies of this library: functions are hidden, so that two modules of one process may have two versions.  The linker
 * knows functions by the version, so that static libraries with two versions can be linked into one program.  Two static
 * libraries with one version share it if its implementation is a file of its own; else one of them needs CUCORE_PREFIX or
 * CUCORE_STATIC.  In C++ the types are in an inline namespace of the version: include this file instead of a forward
 * declaration.
 *
 * >>api
 *     Names        cucore[_py]_<noun>_<verb>; a plural noun takes a list.  from_x and to_x convert, make fills a value,
 *                  create and allocate own what they make, from_handle borrows, adopt takes over, get_ fills what it is
 *                  given; is_, has_ and can_ cannot fail and answer 0 or 1.
 *     Results      0 or a negative cucore_status; in cucore_python.h 0, or -1 or NULL with an exception.  So `if (f())` and
 *                  `if (f() < 0)` say the same.  Counts are int64_t, -1 on failure.  Text goes to (text, size) as with
 *                  snprintf.  gcc and clang warn where a result that may be an error is ignored.
 *     Parameters   self, inputs, device_id, stream, options, out; dst before src.  Lists are (items, count), shapes
 *                  (ndim, shape).
 *     Units        nbytes counts bytes, _bytes marks a unit; all else is elements: strides, sizes, offsets.  size_t for
 *                  memory, int64_t for shapes, int for ndim and device_id, uint64_t for flags.
 *     On error     `out` is zeroed if it owns something, else untouched.  What a function takes over (CUCORE_CONSUMES) is
 *                  given back then, too.
 *     Structs      Those with options: all zero is the usual, unknown flags are refused, fields are only added, at the end.
 *                  Of the others it is said whether all zero is a valid empty value; private_ is not yours.
 *     Access       What an intake or cucore_views_begin_access began ends with cucore_views_end_access or
 *                  cucore_py_args_release on every path: work may have been enqueued before something failed.
 *     Callbacks    Functions of yours that are called back must not throw C++ exceptions.  If the implementation is compiled as
 *                  C++, the functions of an allocator may (the call fails with FOREIGN), and the body of cucore_loops_run.
 *                  cucore::loops_run takes functions that throw, however the implementation is compiled.
 *     Marks        CUCORE_BLOCKS: may block, let go of the GIL and of locks.  CUCORE_TAKES_GIL: does so by itself where what
 *                  it gives back belongs to Python.  CUCORE_CONSUMES: takes over what it is given.  All are empty.
 *     Versions     Source that compiles with a minor version compiles with its patches.  Structs do not cross from one module
 *                  to another: each may have its own version of these files.
 *
 * >>manual
 *     Ownership    A view owns what it was made from, or borrows it; cucore_view_release gives it back.  Releasing
 *                  twice is harmless.  A view stays at the address where it was filled: do not copy the struct.
 *     Devices      A device_id is 0 to cucore_device_count() - 1, or CUCORE_DEVICE_CURRENT: that of the current context, or
 *                  0 without one.  CUCORE_DEVICE_NONE (-1) is an answer: memory of the host, an empty array of which nobody
 *                  says where it is.  A function that needs a device refuses it.
 *     Streams      A default stream is NULL, CUCORE_STREAM_LEGACY (1, the same) or CUCORE_STREAM_PER_THREAD (2).  Each context
 *                  has its own.  A default stream means the one of the device that the data are on (device_id, also of
 *                  managed memory) or that the kernel runs on, whichever device is current: in the current context if that
 *                  is on this device, else in the device's primary context.  If no device is known (host memory, pinned
 *                  memory, functions that take only a stream, such as cucore_stream_wait), it means the one of the current
 *                  context, or without a current context of device 0.  Pinned memory of a resource belongs to the device of
 *                  the resource.  To work on another device than that of the data (peer access), pass the handle of a stream.
 *                  source: rules B118.  NULL stays the legacy stream under CUDA_API_PER_THREAD_DEFAULT_STREAM and nvcc --default-stream per-thread, where the same NULL in <<<>>> and
 *                  in calls of the runtime is the per-thread stream: pass CUCORE_STREAM_PER_THREAD (2) there.
 *                  CUCORE_STREAM_NO_SYNC: order nothing.  CUCORE_STREAM_HOST: the CPU reads the data; return when they are
 *                  complete.
 *     Kernels      A static cucore_kernel is loaded where it is first used, once per context, by any thread, also while a
 *                  stream is captured; it stays loaded as long as the context.
 *     Contexts     Every call leaves the current context of the thread as it was, except cucore_device_set_current.  A
 *                  context that another library made current is worked in.  Primary contexts, also those that another
 *                  library made, are retained once and never given up.  Nothing happens at load time; the driver is
 *                  touched only by a call that cannot do without.
 *     Lifetime     create and allocate own what they make, from_handle and from_pointer borrow; release gives back what is
 *                  owned and zeroes the struct, so that a second release does nothing.  A release that fails still owns.
 *     Handles      A destroyed or made up handle is the caller's error: the driver gives no way to check one, and may crash.
 *     Errors       Functions return a cucore_status, 0 is success.  The reason is in cucore_last_error(), per thread,
 *                  overwritten by the next failure.  Each copy of the library in a process has its own.
 *     Threads      Every function may be called on any thread.  One view belongs to one thread at a time.
 *     Fork         A child of a process in which this library touched the driver may call everything that needs no driver,
 *                  and the trims; what needs it fails with DRIVER and CUDA_ERROR_NOT_INITIALIZED, without a call of the
 *                  driver, and handles of the parent are not released.  source: rules T15, B88
 */
