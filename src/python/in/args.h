/* --------------------------------------------------------------------------------------------------- >>py-args -- */
/* python/in/args.h: several arguments at once. */
/* cucore_py_args - several arguments at once, all or nothing
 *   objs    in   count objects; None and NULL if CUCORE_OPTIONAL allows it
 *   args    in   what each has to be, names of extents shared among them; NULL: anything.  "=x" as a dtype or a shape
 *                is that of the argument x, which comes before.  CUCORE_SAME_DEVICE requires memory of the device of
 *                the first argument that is in device memory.  CUCORE_NO_OVERLAP and CUCORE_NO_PARTIAL_OVERLAP are
 *                about all other arguments; if cucore_view_overlap cannot decide, they count as overlapping.
 *                CUCORE_OUTPUT has what is right for most outputs
 *   stream  in   as cucore_py_view; waits once for each stream that arguments come from, after all of them were
 *                accepted (__dlpack__ gets it before).  The GIL is released during the wait
 *   views   out  count views; on error all are released and zeroed
 *   -> 0 | -1 as cucore_py_view; messages begin with the name of the argument: "out: missing" (B119),
 *      "y: expected shape (n, 3) with n = 4 as in x, got (5, 3)",
 *      "out: shares memory with x (bytes 0x7f0010 to 0x7f001f)" */
CUCORE_API CUCORE_NODISCARD int cucore_py_args(PyObject *const *objs, size_t count, const cucore_arg *args,
                                               CUstream stream, cucore_view *views);

/* Private, for the overloads of bindings: cucore_py_args for one argument.  -> 0 | 1: it does not fit; there is no
 * exception, whose words would be thrown away | -1 with an exception, also for some arrays that do not fit */
CUCORE_API CUCORE_NODISCARD int cucore__py_try(PyObject *obj, const cucore_arg *arg, CUstream stream, cucore_view *out);

/* Private, for the same: arguments, and their views by cucore__py_try without order, each or NULL.
 * cucore__py_args_tried is cucore_py_args, takes those over that need no order, and leaves the others to the caller. */
typedef struct cucore__py_tried {
    PyObject *const *objs;
    cucore_view *const *views;
    size_t count;
} cucore__py_tried;
CUCORE_API CUCORE_NODISCARD int cucore__py_args_tried(const cucore__py_tried *tried, const cucore_arg *args,
                                                      CUstream stream, cucore_view *views);

/* cucore_py_args_release - order the producers behind your work, then release the views
 *   views   in/out  count views, zeroed ones among them; released and zeroed also on error
 *   stream  in      the stream that the work is on; each stream of a producer waits once
 *   An argument that was converted and has CUCORE_WRITE (Fitting in >>manual) is copied back before, unless an
 *   exception is set.  Call it on every path once cucore_py_args has succeeded, also if a later step failed.  An
 *   exception that is set stays set, and 0 is returned unless ordering fails: that exception is then set, with the
 *   earlier one as its __context__.
 *   -> 0 | -1 with RuntimeError (the first failure; see cucore_views_end_access), MemoryError (copying back),
 *      ValueError (a copy of the struct, which is not released)
 *   GIL held; released while it blocks */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream);
