/* ---------------------------------------------------------------------------------------------- >>impl-typestr -- */
/* cai/typestr.c: typestrs. */
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

/* Where the digits of the size end; 0 when there are none, or they are 0 or too large. */
CUCORE__PRIVATE size_t cucore__typestr_size(cucore__typestr *typestr)
{
    uint64_t size = 0;
    size_t i;
    for (i = 2; i < typestr->length && typestr->text[i] >= '0' && typestr->text[i] <= '9'; i++) {
        size = size * 10 + (uint64_t)(typestr->text[i] - '0');
        if (size > INT32_MAX) return 0;
    }
    typestr->size = (uint32_t)size;
    return size ? i : 0;
}

CUCORE__PRIVATE int cucore__typestr_is_unit(const cucore__typestr *typestr, size_t start)
{
    if (typestr->kind != 'm' && typestr->kind != 'M') return 0;
    return typestr->length > start + 2 && typestr->text[start] == '[' && typestr->text[typestr->length - 1] == ']';
}

CUCORE__PRIVATE cucore_status cucore__typestr_scan(const char *text, size_t length, cucore__typestr *out)
{
    size_t end;
    out->text = text;
    out->length = length;
    out->order = length > 0 ? text[0] : '\0';
    out->kind = length > 1 ? text[1] : '\0';
    out->size = 0;
    if (length < 2 + (out->kind != 'O') || !memchr("<>|=", out->order, 4)) {
        return cucore__fail_typestr(out, CUCORE_PROTOCOL,
                                    "does not begin with a byte order ('<', '>' or '|') and a kind");
    }
    if (!memchr("biufcmMVSUOt", out->kind, 12))
        return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has an unknown kind");
    if (length == 2) return CUCORE_OK; /* "|O": the one kind whose size goes without saying */
    end = cucore__typestr_size(out);
    if (!end) return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has no valid size");
    if (end != length && !cucore__typestr_is_unit(out, end)) {
        return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has something behind its size");
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE char cucore__foreign_order(void)
{
    const uint16_t probe = 1;
    unsigned char first;
    memcpy(&first, &probe, 1);
    return first ? '>' : '<'; /* unreachable: the tests run where the low byte comes first */
}

CUCORE__PRIVATE char cucore__native_order(void)
{
    return cucore__foreign_order() == '>' ? '<' : '>'; /* unreachable: as above */
}

/* Why a kind cannot become a dtype, or NULL. */
CUCORE__PRIVATE const char *cucore__typestr_refusal(const cucore__typestr *typestr)
{
    switch (typestr->kind) {
    case 'O': return "means Python objects, which are no data";
    case 't': return "is a bit field";
    case 'm':
    case 'M': return "is a date or a time span: view it as int64 first";
    case 'S':
    case 'U': return "is text";
    default: break;
    }
    if (typestr->order == cucore__foreign_order() && typestr->size > 1 && typestr->kind != 'V') {
        return "is of foreign byte order: convert the array to native order first";
    }
    return NULL;
}

CUCORE__PRIVATE cucore_status cucore__typestr_number(const cucore__typestr *typestr, cucore_dtype *out)
{
    static const char kinds[] = "biufc";
    static const uint8_t codes[] = {CUCORE_CODE_BOOL, CUCORE_CODE_INT, CUCORE_CODE_UINT, CUCORE_CODE_FLOAT,
                                    CUCORE_CODE_COMPLEX};
    int code = codes[strchr(kinds, typestr->kind) - kinds];
    if (typestr->kind == 'f' && typestr->size == 1) {
        return cucore__fail_typestr(typestr, CUCORE_UNSUPPORTED,
                                    "is a float of 1 byte, of which there are several: name the dtype");
    }
    if (typestr->kind == 'c' && typestr->size == 4) {
        return cucore__fail_typestr(typestr, CUCORE_UNSUPPORTED, "is no typestr of NumPy's: name the dtype");
    }
    if (typestr->size > 16 || !cucore__code_has_bits(code, (int)(8 * typestr->size))) {
        return cucore__fail_typestr(typestr, CUCORE_UNSUPPORTED, "is of a size that no dtype here has");
    }
    *out = cucore_dtype_make(code, (int)(8 * typestr->size), 1);
    return CUCORE_OK;
}

/* "<f4" and the like, as nearly every array has it.  0: look closer. */
CUCORE__PRIVATE int cucore__typestr_common(const char *text, size_t length, cucore_dtype *out)
{
    int code, bits;
    if (length != 3 || (text[0] != '|' && text[0] != cucore__native_order())) return 0;
    switch (text[1]) {
    case 'f': code = CUCORE_CODE_FLOAT; break;
    case 'i': code = CUCORE_CODE_INT; break;
    case 'u': code = CUCORE_CODE_UINT; break;
    default: return 0;
    }
    bits = 8 * (text[2] - '0');
    if (!cucore__code_has_bits(code, bits)) return 0;
    *out = cucore_dtype_make(code, bits, 1);
    return 1;
}

CUCORE_API cucore_status cucore_dtype_from_typestr(const char *text, size_t length, cucore_dtype *out)
{
    cucore__typestr typestr;
    const char *refusal;
    cucore_status status;
    if (text && out && cucore__typestr_common(text, length, out)) return CUCORE_OK;
    if (!text || !out) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_dtype_from_typestr: an argument is NULL");
    if (length > 3 && text[0] >= 'a' && text[0] <= 'z' && cucore_dtype_from_name(text, length, out) == CUCORE_OK) {
        return CUCORE_OK;
    }
    status = cucore__typestr_scan(text, length, &typestr);
    if (status) return status;
    refusal = cucore__typestr_refusal(&typestr);
    if (refusal) return cucore__fail_typestr(&typestr, CUCORE_UNSUPPORTED, refusal);
    if (typestr.kind != 'V') return cucore__typestr_number(&typestr, out);
    *out = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, typestr.size);
    return CUCORE_OK;
}

CUCORE__PRIVATE char cucore__typestr_kind(cucore_dtype dtype)
{
    if (dtype.lanes != 1) return '\0';
    if (dtype.code >= CUCORE_CODE_OPAQUE) return 'V';
    if (dtype.bits < 8 || (dtype.code == CUCORE_CODE_COMPLEX && dtype.bits == 32)) return '\0';
    switch (dtype.code) {
    case CUCORE_CODE_INT: return 'i';
    case CUCORE_CODE_UINT: return 'u';
    case CUCORE_CODE_FLOAT: return 'f';
    case CUCORE_CODE_COMPLEX: return 'c';
    case CUCORE_CODE_BOOL: return 'b';
    default: return '\0';
    }
}

CUCORE_API cucore_status cucore_typestr_format(cucore_dtype dtype, char *buffer, size_t size)
{
    cucore__text text = cucore__text_start(buffer, size);
    char kind = cucore__typestr_kind(dtype), name[32];
    if (!kind || dtype.itemsize == 0) {
        cucore_dtype_format(dtype, name, sizeof name);
        return cucore_fail(CUCORE_UNSUPPORTED, "%s has no typestr", name);
    }
    cucore__text_add(&text, "%c%c%u", dtype.itemsize == 1 || kind == 'V' ? '|' : cucore__native_order(), kind,
                     (unsigned)dtype.itemsize);
    if (text.length < text.size) return CUCORE_OK;
    return cucore_fail(CUCORE_INVALID_ARGUMENT, "a typestr of %d characters does not fit %d bytes", (int)text.length,
                       (int)size);
}
