/* ----------------------------------------------------------------------------------------------- >>impl-intake -- */
/* core/intake.c: the options of an intake, as all decoders check them.  For the decoders in dlpack/, cai/ and python/. */
/* An absent intake is a zeroed one. */
CUCORE__PRIVATE cucore_intake cucore__intake_zero;

/* An argument is missing; the view, if that is there, is cleared. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_intake(const char *function, cucore_view *out)
{
    if (out) cucore__view_clear(out);
    return cucore__invalid("%s: an argument is NULL", function);
}

/* The requirements among the flags of an intake; aligned memory is one only where CUCORE_ALIGNED says so. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__view_check_as_arg(const cucore_view *view,
                                                                      const cucore_intake *intake)
{
    cucore_arg arg = {intake->name, NULL, NULL, intake->flags | CUCORE_ALLOW_UNALIGNED, intake->device_id};
    if (intake->copy > 0 && view->copied && !view->readonly)
        arg.flags &= ~(unsigned)CUCORE_WRITE; /* as was asked for */
    return cucore_view_check(view, &arg, NULL);
}

CUCORE__PRIVATE inline cucore_status cucore__view_check_flags(const cucore_view *view, const cucore_intake *intake)
{
    const unsigned requirements = CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS |
                                  CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID |
                                  CUCORE_ALIGNED;
    return intake->flags & requirements ? cucore__view_check_as_arg(view, intake) : CUCORE_OK;
}
