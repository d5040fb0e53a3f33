/* ------------------------------------------------------------------------------------------------ >>impl-dtype -- */
/* core/dtype.c: dtypes by name and back. */
/* The order of the bytes of a number here, and the other one, as typestrs and the formats of buffers write them. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { CUCORE__NATIVE_ORDER = '>', CUCORE__FOREIGN_ORDER = '<' };
#else
enum { CUCORE__NATIVE_ORDER = '<', CUCORE__FOREIGN_ORDER = '>' };
#endif

/* The rows of CUCORE_CODE_LIST, each at its code; a list of bits ends with 0. */
#define CUCORE__CODE_ROW(name, value, text, bits_follow, ...) {text, bits_follow, {__VA_ARGS__, 0}},
#define CUCORE__CODE_NUMBER(name, ...) cucore__code_row_##name,
#define CUCORE__CODE_IN_ROW(name, value, ...) &&(value) == cucore__code_row_##name
static const struct {
    const char *name;
    uint8_t bits_follow;
    uint8_t bits[8];
} cucore__codes[] = {CUCORE_CODE_LIST(CUCORE__CODE_ROW)};
enum { CUCORE_CODE_LIST(CUCORE__CODE_NUMBER) CUCORE__CODE_COUNT };
typedef char cucore__assert_codes_are_rows[1 CUCORE_CODE_LIST(CUCORE__CODE_IN_ROW) ? 1 : -1];
#undef CUCORE__CODE_ROW
#undef CUCORE__CODE_NUMBER
#undef CUCORE__CODE_IN_ROW

CUCORE__PRIVATE int cucore__code_has_bits(int code, int64_t bits)
{
    int i;
    for (i = 0; cucore__codes[code].bits[i]; i++) { /* each list ends with 0 */
        if (cucore__codes[code].bits[i] == bits) return 1;
    }
    return 0;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_dtype_code(int code)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "dtype.code is %d, which names no type of elements", code);
}

CUCORE_API cucore_status cucore_dtype_check(cucore_dtype dtype)
{
    if (dtype.code >= CUCORE_CODE_OPAQUE) {
        if (dtype.itemsize > 0) return CUCORE_OK;
        return cucore_fail(CUCORE_PROTOCOL, "an element of 0 bytes has no dtype");
    }
    if (dtype.code >= CUCORE__CODE_COUNT || dtype.code == CUCORE_CODE_OPAQUE_HANDLE) {
        return cucore__fail_dtype_code(dtype.code);
    }
    if (dtype.lanes == 0) return cucore_fail(CUCORE_PROTOCOL, "dtype.lanes is 0; it must be at least 1");
    if (!cucore__code_has_bits(dtype.code, dtype.bits)) {
        return cucore_fail(CUCORE_PROTOCOL, "dtype.bits is %d, which a %s (dtype.code %d) cannot have", dtype.bits,
                           cucore__codes[dtype.code].name, dtype.code);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_dtype_from_name(const char *name, size_t size, cucore_dtype *out)
{
    int code;
    if (!name || !out) return cucore__invalid("cucore_dtype_from_name: name or out is NULL");
    for (code = 0; code < CUCORE__CODE_COUNT; code++) {
        size_t stem = strlen(cucore__codes[code].name);
        int64_t bits = cucore__codes[code].bits[0];
        cucore__token digits = {name + stem, size - stem};
        if (size < stem || memcmp(name, cucore__codes[code].name, stem) != 0) continue;
        if (cucore__codes[code].bits_follow) {
            bits = digits.length && digits.text[0] != '0' ? cucore__token_number(&digits) : -1;
        } else if (digits.length) {
            continue;
        }
        if (!cucore__code_has_bits(code, bits)) continue;
        *out = cucore_dtype_make(code, (int)bits, 1);
        return CUCORE_OK;
    }
    return cucore__invalid("'%.*s' is not the name of a dtype", (int)(size < 64 ? size : 64), name);
}

/* Returns 1 if `name` is exactly the name of this dtype, without looking it up. */
CUCORE__PRIVATE inline int cucore__dtype_is_called(cucore_dtype dtype, const char *name)
{
    const char *stem;
    if (dtype.code >= CUCORE__CODE_COUNT || dtype.lanes != 1 || dtype.itemsize != (dtype.bits + 7u) / 8) return 0;
    for (stem = cucore__codes[dtype.code].name; *stem; stem++, name++) {
        if (*stem != *name) return 0;
    }
    if (cucore__codes[dtype.code].bits_follow) {
        if (dtype.bits >= 100 && *name++ != '0' + dtype.bits / 100) return 0;
        if (dtype.bits >= 10 && *name++ != '0' + dtype.bits / 10 % 10) return 0;
        if (*name++ != '0' + dtype.bits % 10) return 0;
    }
    return !*name && cucore__code_has_bits(dtype.code, dtype.bits);
}

CUCORE__PRIVATE void cucore__text_add_dtype(cucore__text *text, cucore_dtype dtype)
{
    if (dtype.code >= CUCORE__CODE_COUNT && dtype.code < CUCORE_CODE_OPAQUE)
        cucore__text_add(text, "code%dbits%d", dtype.code, dtype.bits);
    switch ((enum cucore__code)dtype.code) { /* without a default, so that compilers name a code that has no row */
#define CUCORE__CODE_CASE(name, ...) case CUCORE_CODE_##name:
        CUCORE_CODE_LIST(CUCORE__CODE_CASE)
#undef CUCORE__CODE_CASE
        cucore__text_add(text, "%s", cucore__codes[dtype.code].name);
        if (cucore__codes[dtype.code].bits_follow) cucore__text_add(text, "%d", dtype.bits);
        break;
    case CUCORE_CODE_OPAQUE: cucore__text_add(text, "void%u", (unsigned)dtype.itemsize); break;
    case CUCORE_CODE_STRUCTURED: cucore__text_add(text, "struct%u", (unsigned)dtype.itemsize); break;
    }
    if (dtype.lanes > 1) cucore__text_add(text, "x%d", dtype.lanes);
}

CUCORE_API size_t cucore_dtype_to_name(cucore_dtype dtype, char *text, size_t size)
{
    cucore__text name = cucore__text_start(text, size);
    cucore__text_add_dtype(&name, dtype);
    return name.length;
}

/* Returns the rank of a dtype for the rule same_kind; -1: it is not converted. */
CUCORE__PRIVATE int cucore__dtype_rank(cucore_dtype dtype)
{
    if (dtype.lanes != 1) return -1;
    switch (dtype.code) {
    case CUCORE_CODE_OPAQUE_HANDLE:
    case CUCORE_CODE_OPAQUE:
    case CUCORE_CODE_STRUCTURED: return -1;
    case CUCORE_CODE_BOOL: return 0;
    case CUCORE_CODE_UINT: return 1;
    case CUCORE_CODE_INT: return 2;
    case CUCORE_CODE_COMPLEX:
    case CUCORE_CODE_BCOMPLEX: return 4;
    default: return 3;
    }
}

/* Returns 1 if NumPy's can_cast(from, to, casting="same_kind") does, for numbers; with `back` also from `to` to
 * `from`. */
CUCORE__PRIVATE int cucore__dtype_can_cast(cucore_dtype from, cucore_dtype to, int back)
{
    const int a = cucore__dtype_rank(from), b = cucore__dtype_rank(to);
    return a >= 0 && b >= 0 && (back ? a == b : a <= b);
}
