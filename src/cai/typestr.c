/* ---------------------------------------------------------------------------------------------- >>impl-typestr -- */
/* cai/typestr.c: typestrs as dtypes, and back. */
/* A typestr taken apart: order kind size [unit]. */
typedef struct cucore__typestr {
    const char *text;
    size_t length;
    char order;
    char kind;
    uint32_t size;
} cucore__typestr;

CUCORE__PRIVATE cucore_status cucore__fail_typestr(const cucore__typestr *typestr, cucore_status status,
                                                   const char *why)
{
    return cucore_fail(status, "typestr '%.*s' %s", (int)(typestr->length < 64 ? typestr->length : 64), typestr->text,
                       why);
}

CUCORE__PRIVATE cucore_status cucore__typestr_scan(const char *text, size_t length, cucore__typestr *out)
{
    uint64_t size = 0;
    size_t end;
    int has_unit;
    out->text = text;
    out->length = length;
    out->order = length > 0 ? text[0] : '\0';
    out->kind = length > 1 ? text[1] : '\0';
    out->size = 0;
    if (length < 2 + (out->kind != 'O') || !memchr("<>|=", out->order, 4)) {
        return cucore__fail_typestr(out, CUCORE_PROTOCOL,
                                    "does not begin with a byte order ('<', '>' or '|') and a kind");
    }
    if (!memchr("biufcmMVSUOtgW", out->kind, 14))
        return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has an unknown kind");
    if (length == 2) return CUCORE_OK; /* "|O": the one kind that needs no size */
    for (end = 2; end < length && text[end] >= '0' && text[end] <= '9' && size <= INT32_MAX; end++) {
        size = size * 10 + (uint64_t)(text[end] - '0');
    }
    if (size == 0 || size > INT32_MAX) return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has no valid size");
    out->size = (uint32_t)size;
    has_unit =
        (out->kind == 'm' || out->kind == 'M') && length > end + 2 && text[end] == '[' && text[length - 1] == ']';
    if (end == length || has_unit) return CUCORE_OK;
    return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has something behind its size");
}

/* Why a kind cannot become a dtype, or NULL. */
CUCORE__PRIVATE const char *cucore__typestr_refusal(const cucore__typestr *typestr)
{
    switch (typestr->kind) {
    case 'O': return "means Python objects, which are no data";
    case 't': return "is a bit field";
    case 'g': return "is a long double, which no dtype here is";
    case 'm':
    case 'M': return "is a date or a time span: view it as int64 first";
    case 'S':
    case 'U': return "is text";
    case 'W': return "is of a dtype that only its name tells: name the dtype";
    default: break;
    }
    if (typestr->order == CUCORE__FOREIGN_ORDER && typestr->size > 1 && typestr->kind != 'V') {
        return "is of foreign byte order: convert the array to native order first";
    }
    return NULL;
}

/* The kinds of numbers, each at the place of its code, which is a number of DLPack's; BFLOAT has none. */
static const char cucore__typestr_kinds[CUCORE_CODE_BOOL + 1] = {'i', 'u', 'f', '\0', '\0', 'c', 'b'};

/* The code of a kind of numbers; -1 for the others. */
CUCORE__PRIVATE int cucore__typestr_code(char kind)
{
    int code = CUCORE_CODE_BOOL;
    while (code >= 0 && cucore__typestr_kinds[code] != kind) code--;
    return code;
}

/* Reads a typestr of three characters in native byte order that is a float or an integer, such as "<f4", as nearly all
 * arrays have.  Returns 1, or 0 for any other typestr, which cucore__typestr_decode reads. */
CUCORE__PRIVATE int cucore__typestr_usual(const char *text, size_t length, cucore_dtype *out)
{
    int code, bits;
    if (length != 3 || (text[0] != '|' && text[0] != CUCORE__NATIVE_ORDER)) return 0;
    code = text[1] == 'f' ? CUCORE_CODE_FLOAT : text[1] == 'i' ? CUCORE_CODE_INT : CUCORE_CODE_UINT;
    bits = 8 * (text[2] - '0');
    if (text[1] != cucore__typestr_kinds[code] || !cucore__code_has_bits(code, bits)) return 0;
    *out = cucore_dtype_make(code, bits, 1);
    return 1;
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__typestr_decode(const char *text, size_t length, cucore_dtype *out)
{
    cucore__typestr typestr;
    const char *refusal;
    int code;
    cucore_status status;
    if (length > 3 && text[0] >= 'a' && text[0] <= 'z' && cucore_dtype_from_name(text, length, out) == CUCORE_OK) {
        return CUCORE_OK;
    }
    status = cucore__typestr_scan(text, length, &typestr);
    if (status) return status;
    code = cucore__typestr_code(typestr.kind);
    refusal = cucore__typestr_refusal(&typestr);
    if (!refusal && typestr.kind == 'f' && typestr.size == 1) {
        refusal = "is a float of 1 byte, of which there are several: name the dtype";
    } else if (!refusal && typestr.kind == 'c' && typestr.size == 4) {
        refusal = "is no typestr of NumPy's: name the dtype";
    } else if (!refusal && code >= 0 && (typestr.size > 16 || !cucore__code_has_bits(code, (int)(8 * typestr.size)))) {
        refusal = "is of a size that no dtype here has";
    }
    if (refusal) return cucore__fail_typestr(&typestr, CUCORE_UNSUPPORTED, refusal);
    *out = code >= 0 ? cucore_dtype_make(code, (int)(8 * typestr.size), 1)
                     : cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, typestr.size);
    return CUCORE_OK;
}

/* Returns the bytes of an element, 0 if they are no whole number. */
CUCORE__PRIVATE uint32_t cucore__typestr_itemsize(const cucore__typestr *typestr)
{
    switch (typestr->kind) {
    case 'U': return typestr->size <= INT32_MAX / 4 ? 4 * typestr->size : 0; /* counts characters */
    case 't': return typestr->size % 8 ? 0 : typestr->size / 8;              /* counts bits */
    default: return typestr->size;
    }
}

/* Decodes a typestr that cucore_dtype_from_typestr refused as UNSUPPORTED: opaque elements, or numbers of foreign byte
 * order if they will be converted (CUCORE_CAST), as the flags allow; else it is UNSUPPORTED again, and the last error
 * stays. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__typestr_opaque(const char *text, size_t length, uint64_t flags,
                                                                  cucore_dtype *out, uint8_t *byte_swapped)
{
    cucore__typestr typestr;
    uint32_t itemsize;
    int code;
    if (cucore__typestr_scan(text, length, &typestr)) return CUCORE_UNSUPPORTED;
    code =
        flags & CUCORE__FLAG(CAST) && typestr.order == CUCORE__FOREIGN_ORDER ? cucore__typestr_code(typestr.kind) : -1;
    if (!(flags & CUCORE_ALLOW_OPAQUE) && code >= 0 && typestr.size > 1 && typestr.size <= 16 &&
        !(code == CUCORE_CODE_COMPLEX && typestr.size == 4) && cucore__code_has_bits(code, (int)(8 * typestr.size))) {
        *out = cucore_dtype_make(code, (int)(8 * typestr.size), 1);
        *byte_swapped = 1;
        return CUCORE_OK;
    }
    if (typestr.kind == 'O' || !(flags & CUCORE_ALLOW_OPAQUE)) return CUCORE_UNSUPPORTED;
    itemsize = cucore__typestr_itemsize(&typestr);
    if (!itemsize) {
        return cucore__fail_typestr(&typestr, CUCORE_PROTOCOL,
                                    typestr.kind == 't' ? "is a bit field of no whole bytes"
                                                        : "is of an impossible size");
    }
    *out = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, itemsize);
    *byte_swapped = typestr.order == CUCORE__FOREIGN_ORDER && itemsize > 1 && memchr("iufcmMUg", typestr.kind, 8);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_dtype_from_typestr(const char *typestr, size_t size, cucore_dtype *out)
{
    if (!typestr || !out) return cucore__fail_intake("cucore_dtype_from_typestr", NULL);
    return cucore__typestr_usual(typestr, size, out) ? CUCORE_OK : cucore__typestr_decode(typestr, size, out);
}

CUCORE__PRIVATE char cucore__typestr_kind(cucore_dtype dtype)
{
    if (dtype.lanes != 1) return '\0';
    if (dtype.code >= CUCORE_CODE_OPAQUE) return 'V';
    if (dtype.bits < 8 || (dtype.code == CUCORE_CODE_COMPLEX && dtype.bits == 32)) return '\0';
    return dtype.code <= CUCORE_CODE_BOOL ? cucore__typestr_kinds[dtype.code] : '\0';
}

CUCORE_API int64_t cucore_dtype_to_typestr(cucore_dtype dtype, char *text, size_t size)
{
    cucore__text typestr = cucore__text_start(text, size);
    char kind = cucore__typestr_kind(dtype), name[32];
    if (!kind || dtype.itemsize == 0) {
        cucore_dtype_to_name(dtype, name, sizeof name);
        cucore_fail(CUCORE_UNSUPPORTED, "%s has no typestr", name);
        return -1;
    }
    cucore__text_add(&typestr, "%c%c%u", dtype.itemsize == 1 || kind == 'V' ? '|' : (char)CUCORE__NATIVE_ORDER, kind,
                     (unsigned)dtype.itemsize);
    return (int64_t)typestr.length;
}
