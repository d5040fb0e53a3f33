/* python/in/call.h: is one argument on its way to a view, which all functions of this floor take. */
typedef struct cucore__py_call {
    cucore__intake
        how; /* what the caller wants: the argument, the stream, flags and extents, for the decoders of core/ */
    cucore__py_state *state;
    PyObject *obj;             /* borrowed */
    PyObject *value;           /* the attribute by which the object offers the protocol; NULL: not looked up */
    cucore__py_type_info info; /* what is known of its type */
    cucore_view *out;
} cucore__py_call;

/* A decoder meets this flag only in an argument that is going to be copied if it does not fit, or counted:
 * CUCORE_FROM_ANYTHING has no meaning there.  A buffer and an interface may then have strides that are no multiple of
 * the itemsize, as fields of packed structs have.  Their layout counts bytes, with one more axis for the bytes of an
 * element, and its itemsize is 1, unlike the one of the dtype. */
#define CUCORE__PY_ODD CUCORE_FROM_ANYTHING

CUCORE__PRIVATE inline int cucore__py_is_odd(const cucore_view *view)
{
    return view->layout.itemsize != (int64_t)view->dtype.itemsize;
}

/* Likewise an argument that is going to be converted if it does not fit: numbers may be in foreign byte order. */
#define CUCORE__PY_SWAPPED CUCORE_CAST

/* Returns the first flag for a view whose layout counts bytes, else 0. */
CUCORE__PRIVATE inline uint64_t cucore__py_odd_flag(const cucore_view *view)
{
    return cucore__py_is_odd(view) ? CUCORE__PY_ODD : 0;
}

/* This flag of an intake leaves the order of work to the caller, who orders several views at once. */
#define CUCORE__PY_ORDER_LATER (UINT64_C(1) << 63)

/* Returns 1 if __dlpack__ is called with copy=False: no one else would see what is written to a copy (rules B89). */
CUCORE__PRIVATE inline int cucore__py_refuses_copies(const cucore__py_call *call)
{
    return (call->how.flags & (CUCORE_WRITE | CUCORE_NEVER_COPY)) != 0;
}
