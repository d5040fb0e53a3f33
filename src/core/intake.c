/* ----------------------------------------------------------------------------------------------- >>impl-intake -- */
/* core/intake.c: checks of the options that all decoders take. */
/* NULL for a cucore_arg. */
static const cucore_arg cucore__arg_any = CUCORE_ARG(NULL, NULL, NULL, CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_LANES);

/* One intake, as the decoders know it. */
typedef struct cucore__intake {
    const cucore_arg *arg;
    CUstream stream;      /* that producers order their work before; CUCORE_STREAM_NO_SYNC: none */
    CUstream consumer;    /* the same, or the stream that the caller orders; NULL: not known, or the legacy stream */
    uint64_t flags;       /* the flags of arg, and private flags */
    cucore_call *of_call; /* extents that other arguments have bound; NULL: there are none */
} cucore__intake;

CUCORE__PRIVATE inline cucore__intake cucore__intake_make(const cucore_arg *arg)
{
    cucore__intake intake;
    intake.arg = arg ? arg : &cucore__arg_any;
    intake.stream = intake.consumer = NULL;
    intake.flags = intake.arg->flags;
    intake.of_call = NULL;
    return intake;
}

/* The array of a decoder, or its view, is NULL.  An array that was left out is accepted with CUCORE_OPTIONAL: the view
 * is zeroed. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__intake_left_out(const char *function, const cucore_arg *arg,
                                                                   cucore_view *out)
{
    cucore_status status;
    if (out) cucore__view_clear(out);
    if (!out || !arg || !(arg->flags & CUCORE_OPTIONAL)) return cucore__invalid("%s: an argument is NULL", function);
    status = cucore__arg_check(arg);
    return status ? status : cucore__arg_check_plain(arg, 0);
}

/* An argument is missing; the view, if that is there, is cleared. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_intake(const char *function, cucore_view *out)
{
    if (out) cucore__view_clear(out);
    return cucore__invalid("%s: an argument is NULL", function);
}

/* The same as cucore__view_check, faster if there is no requirement: memory that is aligned to 8 bytes is aligned. */
CUCORE__PRIVATE inline cucore_status cucore__view_check_arg(const cucore_view *view, const cucore_arg *arg,
                                                            cucore_call *of_call)
{
    const uint64_t asks = (arg->flags & CUCORE__ARG_ASKS) | (uint64_t)(uintptr_t)arg->dtypes |
                          (uint64_t)(uintptr_t)arg->shape | ((uint64_t)(uintptr_t)view->ptr & 7);
    return CUCORE__LIKELY(!asks) ? CUCORE_OK : cucore__view_check(view, arg, of_call);
}
