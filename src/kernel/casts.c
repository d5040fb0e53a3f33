/* kernel/casts.c: checks operands that loops on the CPU convert with cucore_cast.h. */
#if defined(CUCORE_CAST_H)
/* Checks an operand in foreign byte order as if it were native. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__operand_check_swapped(const cucore_operand *operand,
                                                                          const char *name, int *vector)
{
    cucore_view native = *operand->view;
    cucore_operand one = *operand;
    native.byte_swapped = 0;
    one.view = &native;
    return cucore__operand_check(&one, name, vector);
}

/* Checks an operand with CUCORE_CAST. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__operand_check_cast(const cucore_operand *operand, const char *name,
                                                                       int *is_converted)
{
    const cucore_view *view = operand->view;
    const cucore_dtype dtype = operand->dtype.lanes ? operand->dtype : view->dtype;
    const int writes = (operand->flags & CUCORE_WRITE) != 0;
    cucore_operand one = *operand;
    cucore__cast_rows rows;
    char expected[32], got[32];
    cucore_status status;
    int vector;
    one.flags &= ~CUCORE__FLAG(CAST);
    memset(&one.dtype, 0, sizeof one.dtype);
    status = view->byte_swapped ? cucore__operand_check_swapped(&one, name, &vector)
                                : cucore__operand_check(&one, name, &vector);
    if (status) return status;
    *is_converted = view->byte_swapped || !cucore_dtype_is_equal(dtype, view->dtype);
    if (!*is_converted) return CUCORE_OK;
    if (!cucore__cast_rows_make(view, dtype, 0, &rows)) return cucore__operand_fail_dtype(view, name, dtype);
    if (cucore__dtype_can_cast(view->dtype, dtype, writes)) return CUCORE_OK;
    cucore_dtype_to_name(dtype, expected, sizeof expected);
    cucore_dtype_to_name(view->dtype, got, sizeof got);
    return cucore_fail(CUCORE_WRONG_DTYPE,
                       "%s: expected dtype %s, got %s, which cannot be cast to that by the rule same_kind%s", name,
                       expected, got, writes ? ", and back" : "");
}
#else
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__operand_check_cast(const cucore_operand *operand, const char *name,
                                                                      int *is_converted)
{
    (void)operand, (void)is_converted;
    return cucore__invalid("%s: CUCORE_CAST converts: include cucore_cast.h before the implementation of "
                           "cucore_kernel.h",
                           name);
}
#endif
