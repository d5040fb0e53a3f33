/* cast/numbers.h: types of numbers, as keys of kernels have them. */
/* The floats of up to 16 bits: float16, bfloat16, then in the order of the codes of DLPack, from FLOAT8_E3M4 on. */
static const cucore__number_form cucore__number_forms[] = {{10, 15, 0x8000, 0x7BFF, 0x7C00, 0x7E00},
                                                           {7, 127, 0x8000, 0x7F7F, 0x7F80, 0x7FC0},
                                                           {4, 3, 0x80, 0x6F, 0x70, 0x78},
                                                           {3, 7, 0x80, 0x77, 0x78, 0x7C},
                                                           {3, 11, 0x80, 0x7F, 0x80, 0x80},
                                                           {3, 7, 0x80, 0x7E, 0x7F, 0x7F},
                                                           {3, 8, 0x80, 0x7F, 0x80, 0x80},
                                                           {2, 15, 0x80, 0x7B, 0x7C, 0x7E},
                                                           {2, 16, 0x80, 0x7F, 0x80, 0x80},
                                                           {0, 127, 0, 0xFE, 0xFF, 0xFF},
                                                           {3, 1, 0x20, 0x1F, 0x1F, 0x20},
                                                           {2, 3, 0x20, 0x1F, 0x1F, 0x20},
                                                           {1, 1, 8, 7, 7, 8}};

/* A type of numbers as a key has it: from the lowest bit on 4 bits for the bytes, 3 for the kind, 1 for swapped bytes,
 * 1 for packed bits, 4 for the form of a float or the bits of an integer of fewer than 8.  0: bits that are not
 * converted. */
enum { CUCORE__NUMBER_SWAPPED = 1 << 7 }; /* CUCORE__NUMBER_PACKED, the next one, is in copy/emit/axes.c */

CUCORE__PRIVATE cucore__number_type cucore__number_decode(uint16_t code)
{
    const int more = code >> 9;
    cucore__number_type type;
    memset(&type, 0, sizeof type);
    type.bytes = code & 15;
    type.kind = code >> 4 & 7;
    type.bits = 8 * type.bytes;
    type.swapped = (code & CUCORE__NUMBER_SWAPPED) != 0;
    type.packed = (code & CUCORE__NUMBER_PACKED) != 0;
    if (more && (type.kind == CUCORE__NUMBER_FLOAT || type.kind == CUCORE__NUMBER_COMPLEX)) {
        type.has_form = (uint8_t)more;
        type.form = cucore__number_forms[more - 1];
        if (type.bytes == 1 && type.form.sign) type.bits = type.form.sign == 0x80 ? 8 : type.form.sign == 0x20 ? 6 : 4;
    } else if (more) {
        type.bits = (uint32_t)more;
    }
    return type;
}

/* Returns the code of the elements of a view; 0 if they are not converted. */
CUCORE__PRIVATE uint16_t cucore__number_code(const cucore_view *view)
{
    const cucore_dtype dtype = view->dtype;
    const int is_pair = dtype.code == CUCORE_CODE_COMPLEX || dtype.code == CUCORE_CODE_BCOMPLEX;
    const int bits = is_pair ? dtype.bits / 2 : dtype.bits, bytes = (bits + 7) / 8;
    int kind = CUCORE__NUMBER_FLOAT, more = 0;
    if (dtype.lanes != 1 || cucore_dtype_check(dtype) || dtype.code >= CUCORE_CODE_OPAQUE) return 0;
    switch (dtype.code) {
    case CUCORE_CODE_BOOL: kind = CUCORE__NUMBER_BOOL; break;
    case CUCORE_CODE_INT: kind = CUCORE__NUMBER_SIGNED; break;
    case CUCORE_CODE_UINT: kind = CUCORE__NUMBER_UNSIGNED; break;
    case CUCORE_CODE_COMPLEX:
    case CUCORE_CODE_FLOAT: more = bits == 16; break;
    case CUCORE_CODE_BCOMPLEX:
    case CUCORE_CODE_BFLOAT: more = 2; break;
    default: more = 3 + dtype.code - CUCORE_CODE_FLOAT8_E3M4; break;
    }
    if (is_pair) kind = CUCORE__NUMBER_COMPLEX;
    if (kind < CUCORE__NUMBER_FLOAT && bits < 8) more = bits;
    return (uint16_t)(bytes | kind << 4 | (view->byte_swapped && bytes > 1 ? CUCORE__NUMBER_SWAPPED : 0) |
                      (view->layout.itembits % 8 ? CUCORE__NUMBER_PACKED : 0) | more << 9);
}
