/* copy/numbers.h: types of numbers in the key of a kernel; the text that converts one is by cucore_cast.h. */
/* A number type in one byte, as a key has it: kind and bytes of a part; 0: bits that are not converted. */
CUCORE__PRIVATE uint8_t cucore__number_code(cucore__number_type type)
{
    return (uint8_t)(type.kind << 4 | type.bytes);
}

CUCORE__PRIVATE cucore__number_type cucore__number_decode(uint8_t code)
{
    cucore__number_type type;
    type.kind = code >> 4;
    type.bytes = code & 15;
    return type;
}

/* Returns the bytes of an element. */
CUCORE__PRIVATE uint32_t cucore__number_size(cucore__number_type type)
{
    return type.bytes << (type.kind == CUCORE__NUMBER_COMPLEX);
}

/* Where the bits of an element begin: register %e<first>, and a byte in the register. */
typedef struct cucore__ptx_bits {
    int first, byte;
} cucore__ptx_bits;

/* Writes the text that converts an element.  types: as in a key, of the source and of the destination. */
#if defined(CUCORE_CAST_H)
CUCORE__PRIVATE void cucore__ptx_cast(cucore__text *text, const uint8_t *types, cucore__ptx_bits source,
                                      cucore__ptx_bits destination);
#else
/* Without cucore_cast.h no kernel converts, so that the function is never called. */
CUCORE__PRIVATE void cucore__ptx_cast(cucore__text *text, const uint8_t *types, cucore__ptx_bits source,
                                      cucore__ptx_bits destination)
{
    (void)text, (void)types, (void)source, (void)destination;
}
#endif
