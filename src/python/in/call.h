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

/* This flag of an intake leaves the order of work to the caller, who orders several views at once. */
#define CUCORE__PY_ORDER_LATER (UINT64_C(1) << 63)

/* Returns 1 if __dlpack__ is called with copy=False: no one else would see what is written to a copy (rules B89). */
CUCORE__PRIVATE inline int cucore__py_refuses_copies(const cucore__py_call *call)
{
    return (call->how.flags & (CUCORE_WRITE | CUCORE_NEVER_COPY)) != 0;
}
