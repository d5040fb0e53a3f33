/* --------------------------------------------------------------------------------------------------- >>py-args -- */
/* python/args.h: several arguments at once. */
/* cucore_py_args - several arguments at once, all or nothing
 *   objs    in   count objects; None and NULL where CUCORE_OPTIONAL allows it
 *   args    in   what each has to be, names of extents shared among them; NULL: anything.  With CUCORE_SAME_DEVICE in
 *                memory of the device of the first argument that is in device memory, if one is
 *   stream  in   as cucore_py_view; waits once for each stream that arguments come from, after all of them were accepted
 *                (__dlpack__ is told of it before).  The GIL is kept during the wait only if every argument that needs one
 *                has CUCORE_HOLD_GIL
 *   views   out  count views; on error all are released and zeroed
 *   -> 0 | -1; messages begin with the name of the argument: "y: expected shape (n, 3) with n = 4 as in x, got (5, 3)" */
CUCORE_API CUCORE_NODISCARD int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args,
                                               CUstream stream, cucore_view *views);

/* cucore_py_args_release - after your work is enqueued: order the producers behind it, then release the views
 *   views   in/out  count views, released and zeroed also on error; zeroed ones are fine (cucore_py_return has taken them)
 *   stream  in      the stream that the work is on; each stream of a producer waits once
 *   -> 0 | -1 with RuntimeError (the first failure; see cucore_view_finish)
 *   GIL held; released while it blocks */
CUCORE_API int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream);
