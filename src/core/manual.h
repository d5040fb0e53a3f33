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
 *     CUCORE_NO_COMPAT       not defined   every file  leaves out what is there only for files that were written for
 *                                                      0.2: names that moved to cucore_results.h, flags that went.
 *                                                      With CUCORE_IMPLEMENTATION a fifth of the code
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
 *     CUCORE_NO_LAYOUTS      not defined  every file  leaves out operations on layouts: orders and equality, permute to
 *                                                     broadcast, slices, repack, indices and loops, simplify; also
 *                                                     cucore_view_slice.  What is left out does not exist, here and in
 *                                                     the next two: a use of it does not compile
 *     CUCORE_NO_BUFFERS      not defined  every file  leaves out memory resources and buffers, copies and fills of
 *                                                     bytes, cucore_view_allocate, cucore_view_from_buffer,
 *                                                     cucore_view_as and cucore_view_check_range
 *     CUCORE_NO_MODULES      not defined  every file  leaves out modules, kernels and launches.  cucore_dlpack.h and
 *                                                     cucore_cai.h need none of the three, and the three headers take
 *                                                     0.62 of the code without them, 0.66 of the time to compile.
 *                                                     Other headers say by #error what they need
 *     CUCORE_KEPT_MAX        1024          one file    ends of access whose arrays are kept until the work is done
 *                                                      (cucore_views_end_access); the host waits for the oldest beyond
 *                                                      that.  0: the host waits in each
 *     CUCORE_KEPT_BYTES      2^30          one file    bytes of these arrays beyond which the host waits for the oldest
 *                                                      work, if two are kept
 *     CUCORE_DEBUG           not defined   one file    refuses to release a view whose access was begun on a stream but
 *                                                      not ended (cucore_views_end_access), and one that
 *                                                      cucore_py_args_release has to copy back.  Costs a little on
 *                                                      every intake.  If CUCORE_REPORT_KEPT is in the environment, a
 *                                                      line on stderr reports at exit what is kept
 *
 * Several copies of this library: functions are hidden, so that two modules of one process may have two versions.  The
 * linker knows functions by the version, so that static libraries with two versions can be linked into one program.
 * Two static libraries with one version share it if its implementation is a file of its own; else one of them needs
 * CUCORE_PREFIX or CUCORE_STATIC.  In C++ the types are in an inline namespace of the version: include this file
 * instead of a forward declaration.
 *
 * >>api
 *     Names        A function is called cucore[_py]_<noun>_<verb>; a plural noun takes a list.  from_x and to_x
 *                  convert, make fills a value, create and allocate own what they make, from_handle borrows, adopt
 *                  takes over, get_ fills what it is given.  is_, has_ and can_ cannot fail, and return 0 or 1.
 *     Results      Functions return 0 or a negative cucore_status; in cucore_python.h 0, or -1 or NULL with an
 *                  exception.  So `if (f())` and `if (f() < 0)` mean the same.  Counts are int64_t, -1 on failure.
 *                  Text is written to (text, size) as by snprintf.  gcc and clang warn if a result that may be an error
 *                  is ignored.
 *     Parameters   Their order is self, inputs, device_id, stream, options, out; dst comes before src.  Lists are
 *                  (items, count), shapes (ndim, shape).
 *     Units        nbytes, and names that end in _bytes, count bytes; all else counts elements: strides, sizes,
 *                  offsets.  Memory is size_t, shapes are int64_t, ndim and device_id int, flags uint64_t.
 *     On error     `out` is zeroed if it can own something, else untouched.  What a function takes over
 *                  (CUCORE_CONSUMES) is released also on error.
 *     Structs      A struct of options may be all zero, which is the usual; unknown flags are refused, and fields are
 *                  only added at the end.  The comment on any other struct states whether all zero is a valid empty
 *                  value.  private_ is not yours.
 *     Access       An intake or cucore_views_begin_access begins an access; cucore_views_end_access or
 *                  cucore_py_args_release ends it.  Call one of these two on every path: work may have been enqueued
 *                  before something failed.
 *     Callbacks    Functions of yours that are called back must not throw C++ exceptions.  If the implementation is
 *                  compiled as C++, the functions of an allocator may (the call fails with FOREIGN), and the body of
 *                  cucore_loops_run.  cucore::loops_run takes functions that throw, however the implementation is
 *                  compiled.
 *     Marks        CUCORE_BLOCKS: the function may block; release the GIL and locks before the call.  CUCORE_TAKES_GIL:
 *                  the function takes the GIL by itself if what it releases belongs to Python.  CUCORE_CONSUMES: the
 *                  function takes over what it is given.  All three macros are empty.
 *     Versions     Source that compiles with a minor version compiles with its patches.  Structs do not cross from one
 *                  module to another: each may have its own version of these files.
 *
 * >>manual
 *     Ownership    A view owns what it was made from, or borrows it; cucore_view_release gives it back, and may be
 *                  called twice.  A view stays at the address where it was filled: do not copy the struct.
 *     Devices      A device_id is 0 to cucore_device_count() - 1, or CUCORE_DEVICE_CURRENT: the device of the current
 *                  context, or 0 without one.  CUCORE_DEVICE_NONE (-1) is only an answer: for memory of the host, and
 *                  for an empty array whose device is unknown.  A function that needs a device refuses it.
 *     Streams      A default stream is NULL, CUCORE_STREAM_LEGACY (1, the same) or CUCORE_STREAM_PER_THREAD (2).  Each
 *                  context has its own.  A default stream means the default stream of the device that the data are on
 *                  (device_id, also of managed memory) or that the kernel runs on, whichever device is current: in the
 *                  current context if that is on this device, else in the primary context of the device.  If no device
 *                  is known (host memory, pinned memory, functions that take only a stream, such as
 *                  cucore_stream_wait), it means the default stream of the current context, or of device 0 without a
 *                  current context.  Pinned memory of a resource belongs to the device of the resource.  If the
 *                  producer of other pinned memory names a default stream, it is taken to mean two: as above, and that
 *                  of the device whose context made the memory.  To work on another device than that of the data (peer
 *                  access), pass the handle of a stream.  source: rules B118
 *                  NULL is the legacy stream also under CUDA_API_PER_THREAD_DEFAULT_STREAM and nvcc --default-stream
 *                  per-thread, where NULL in <<<>>> and in calls of the runtime is the per-thread stream: pass
 *                  CUCORE_STREAM_PER_THREAD (2) there.
 *                  CUCORE_STREAM_NO_SYNC means that no stream is ordered; CUCORE_STREAM_HOST that the CPU reads the
 *                  data, which are complete when the function returns.
 *     Kernels      A static cucore_kernel is loaded at its first use, once per context, by any thread, also while a
 *                  stream is captured.  It stays loaded as long as the context.
 *     Contexts     Every call leaves the current context of the thread as it was, except cucore_device_set_current.
 *                  Calls work in a context that another library made current.  Primary contexts are retained once and
 *                  never released, also if another library made them.  Loading this library calls no driver; only a
 *                  call that needs the driver loads it.
 *     Lifetime     create and allocate own what they make; from_handle and from_pointer borrow.  release gives back
 *                  what is owned and zeroes the struct, so that a second release has no effect.  After a release that
 *                  failed, the struct owns it still.
 *     Handles      A destroyed or invented handle is an error of the caller: the driver offers no check, and may crash.
 *     Errors       Functions return a cucore_status; 0 is success.  cucore_last_error() returns the reason, per thread,
 *                  until the next failure overwrites it.  Each copy of the library in a process has its own.
 *     Threads      Every function may be called on any thread.  One view belongs to one thread at a time.
 *     Waits        A function that gives something back (..._release, the trims) may wait for the driver.  If the
 *                  thread holds the GIL, and the module uses cucore_python.h, it gives up the GIL meanwhile, since a
 *                  host function may need it for the work to end: other threads of Python run.  Your own functions
 *                  (owners, allocators) are called as the caller holds the GIL, except `deallocate`, without it.  An
 *                  interpreter that ends lets no host function run: views and owners leak memory then if the driver
 *                  would have to wait.  source: rules B122
 *     Fork         A child of a process in which this library touched the driver may call everything that needs no
 *                  driver, and the trims; what needs it fails with DRIVER and CUDA_ERROR_NOT_INITIALIZED, without a
 *                  call of the driver, and handles of the parent are not released.  source: rules T15, B88
 */
