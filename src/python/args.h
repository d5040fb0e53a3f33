/* --------------------------------------------------------------------------------------------------- >>py-args -- */
/* python/args.h: several arguments at once. */
/* cucore_py_args - several arguments at once, all or nothing
 *   objs    in   count objects
 *   args    in   what each has to be (cucore_view_check), names of extents shared among them; NULL: anything.
 *                CUCORE_BORROW, CUCORE_BY_... and the other flags of intakes apply, too
 *   stream  in   as cucore_py_view; waits once for each stream that arguments come from, after all of them were accepted
 *                (__dlpack__ is told of it before); the GIL is held only if every argument that
 *                needs ordering asks for it (CUCORE_HOLD_GIL)
 *   views   out  count views; on error all are released and zeroed
 *   -> 0 | -1; messages begin with the name of the argument: "y: expected shape (n, 3) with n = 4 as in x, got (5, 3)" */
CUCORE_API int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args, CUstream stream,
                              cucore_view *views);

/* cucore_py_args_release - after your work is enqueued: order the producers behind it, then release the views
 *   views   in/out  count views, released and zeroed also on error; zeroed ones are fine (cucore_py_return has taken them)
 *   stream  in      the stream that the work is on; each stream of a producer waits once
 *   -> 0 | -1 with RuntimeError (the first failure; see cucore_view_finish)
 *   GIL held; released while it blocks */
CUCORE_API int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream);

/* cucore_py_arg - an argument for cucore_py_arg_converter: fill in arg and stream before the call */
typedef struct cucore_py_arg {
    cucore_arg arg;
    CUstream stream;
    cucore_view view;
} cucore_py_arg;

/* cucore_py_arg_converter - for "O&" of PyArg_ParseTuple: object -> ((cucore_py_arg *)out)->view
 *   -> 0 with an exception | Py_CLEANUP_SUPPORTED: the view is released if a later argument fails to parse */
CUCORE_API int cucore_py_arg_converter(PyObject *obj, void *out);
