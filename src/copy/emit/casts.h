/* copy/emit/casts.h: what kernels that convert need of cucore_cast.h; without that header nothing converts. */
/* Where the bits of an element begin: register %e<first>, and a byte in the register. */
typedef struct cucore__ptx_bits {
    int first, byte;
} cucore__ptx_bits;

/* Sets what a key has of the types of a conversion; writes the text that converts an element; plans the kernel that
 * converts any numbers one by one; finds it in the current context. */
#if defined(CUCORE_CAST_H)
CUCORE__PRIVATE void cucore__cast_key_make(const cucore__kernel_work *work, cucore__write_key *key);
CUCORE__PRIVATE void cucore__ptx_cast(cucore__text *text, const uint16_t *types, cucore__ptx_bits source,
                                      cucore__ptx_bits destination);
CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out);
CUCORE__PRIVATE cucore_status cucore__cast_function(CUfunction *out);
#else
CUCORE__PRIVATE void cucore__cast_key_make(const cucore__kernel_work *work, cucore__write_key *key)
{
    (void)work, (void)key;
}

CUCORE__PRIVATE void cucore__ptx_cast(cucore__text *text, const uint16_t *types, cucore__ptx_bits source,
                                      cucore__ptx_bits destination)
{
    (void)text, (void)types, (void)source, (void)destination;
}

CUCORE__PRIVATE cucore_status cucore__cast_plan_any(const cucore__write_key *key, cucore__kernel_plan *out)
{
    (void)key, (void)out;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__cast_function(CUfunction *out)
{
    *out = NULL;
    return CUCORE_OK;
}
#endif
