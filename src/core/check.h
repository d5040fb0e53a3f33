/* ----------------------------------------------------------------------------------------------------- >>check -- */
/* core/check.h: what a function expects of an argument.  Needs view. */
/* What a function expects of one argument.  A zeroed struct accepts everything that is aligned (cucore_view_is_aligned). */
typedef struct cucore_arg {
    const char *name;   /* as the end user knows it, "x"; NULL: "array" */
    const char *dtypes; /* names of cucore_dtype_from_name separated by spaces, "float32 float64"; NULL: any */
    const char *shape;  /* one item per axis, separated by commas; NULL: any.  "3": that extent; "n": any, but the same
                           wherever the name stands; "*": any; "..." once: any number of axes; "": 0-d */
    unsigned flags;     /* CUCORE_WRITE, CUCORE_C_CONTIGUOUS, CUCORE_DEVICE_ACCESSIBLE, CUCORE_ALLOW_UNALIGNED, ... */
    int device_id;      /* with CUCORE_ON_DEVICE_ID */
} cucore_arg;

/* The extents that names in shape patterns were bound to, over several arguments.  Zero-initialise. */
typedef struct cucore_dims {
    int count;
    struct {
        const char *name; /* points into a pattern, `length` long */
        size_t length;
        int64_t extent;
        const char *arg; /* the argument that bound it */
    } bound[16];
} cucore_dims;

/* cucore_view_check - does the view meet the requirements?
 *   view  in
 *   arg   in      NULL accepts everything
 *   dims  in/out  names bound so far; NULL: names are bound within this view only
 *   -> OK | WRONG_DTYPE | WRONG_SHAPE | WRONG_LAYOUT | READONLY | WRONG_DEVICE, with a message made for the person who
 *      called your function: "x: expected dtype float32 or float64, got int32"
 *      | INVALID_ARGUMENT (a pattern or a dtype name that is not one; more than 16 names)
 *   any thread; no driver call */
CUCORE_API cucore_status cucore_view_check(const cucore_view *view, const cucore_arg *arg, cucore_dims *dims);
