/* ---------------------------------------------------------------------------------------------- >>impl-pep3118 -- */
/* cai/pep3118.c: the formats of PEP 3118 as dtypes, and back. */
/* The codes of the struct module that are numbers: what they become, and the sizes they can have. */
typedef struct cucore__format_code {
    char letter;
    uint8_t code;
    uint8_t size;
    uint8_t other_size; /* of l and L: 8 or 4, as the prefix and the platform have it */
} cucore__format_code;

/* The most frequent first. */
static const cucore__format_code cucore__format_codes[] = {
    {'f', CUCORE_CODE_FLOAT, 4, 0},   {'d', CUCORE_CODE_FLOAT, 8, 0}, {'l', CUCORE_CODE_INT, 8, 4},
    {'i', CUCORE_CODE_INT, 4, 0},     {'q', CUCORE_CODE_INT, 8, 0},   {'B', CUCORE_CODE_UINT, 1, 0},
    {'e', CUCORE_CODE_FLOAT, 2, 0},   {'b', CUCORE_CODE_INT, 1, 0},   {'c', CUCORE_CODE_UINT, 1, 0},
    {'h', CUCORE_CODE_INT, 2, 0},     {'H', CUCORE_CODE_UINT, 2, 0},  {'I', CUCORE_CODE_UINT, 4, 0},
    {'L', CUCORE_CODE_UINT, 8, 4},    {'Q', CUCORE_CODE_UINT, 8, 0},  {'n', CUCORE_CODE_INT, 8, 4},
    {'N', CUCORE_CODE_UINT, 8, 4},    {'?', CUCORE_CODE_BOOL, 1, 0},  {'F', CUCORE_CODE_COMPLEX, 8, 0},
    {'D', CUCORE_CODE_COMPLEX, 16, 0}};
static const cucore__format_code cucore__format_half_complex = {'e', CUCORE_CODE_COMPLEX, 4, 0}; /* "Ze", rules B111 */

CUCORE__PRIVATE inline const cucore__format_code *cucore__format_find(char letter)
{
    size_t i;
    for (i = 0; i < sizeof cucore__format_codes / sizeof cucore__format_codes[0]; i++) {
        if (cucore__format_codes[i].letter == letter) return &cucore__format_codes[i];
    }
    return NULL;
}

CUCORE__PRIVATE cucore_status cucore__fail_format(cucore_status status, const char *format, const char *why)
{
    return cucore_fail(status, "the buffer's format '%.64s' %s", format, why);
}

CUCORE__PRIVATE cucore_status cucore__fail_format_size(const char *format, int64_t itemsize)
{
    return cucore_fail(CUCORE_PROTOCOL, "the buffer's format '%.64s' and its itemsize %lld disagree", format,
                       (long long)itemsize);
}

CUCORE__PRIVATE int cucore__format_is_foreign(char prefix)
{
    return prefix == '!' ? CUCORE__FOREIGN_ORDER == '>' : prefix == CUCORE__FOREIGN_ORDER;
}

/* One number: code points at its letter, the last of the format. */
CUCORE__PRIVATE cucore_status cucore__format_number(const char *format, const cucore__format_code *code, int foreign,
                                                    int64_t itemsize, cucore_dtype *out)
{
    if (itemsize != code->size && (itemsize != code->other_size || code->other_size == 0)) {
        return cucore__fail_format_size(format, itemsize);
    }
    if (foreign && itemsize > 1) {
        return cucore__fail_format(CUCORE_UNSUPPORTED, format,
                                   "is of foreign byte order: convert the array to native order first");
    }
    *out = cucore_dtype_make(code->code, (int)(8 * itemsize), 1);
    return CUCORE_OK;
}

/* What a format has outside of the names of its fields. */
enum { CUCORE__FORMAT_OBJECTS = 1 << 0, CUCORE__FORMAT_POINTERS = 1 << 1 };
CUCORE__PRIVATE int cucore__format_has(const char *format)
{
    const char *c;
    int in_name = 0, found = 0;
    for (c = format; *c; c++) {
        if (*c == ':') in_name = !in_name;
        if (!in_name && *c == 'O') found |= CUCORE__FORMAT_OBJECTS;
        if (!in_name && (*c == '&' || *c == 'X' || *c == 'P')) found |= CUCORE__FORMAT_POINTERS;
    }
    return found;
}

/* T{...}: fields stay the producer's business, unless one of them holds Python objects or pointers. */
CUCORE__PRIVATE cucore_status cucore__format_struct(const char *format, const char *body, int64_t itemsize,
                                                    cucore_dtype *out)
{
    const char *c;
    int in_name = 0, depth = 0;
    for (c = body + 1; *c; c++) {
        if (*c == ':') in_name = !in_name;
        if (!in_name && (*c == '{' || *c == '}')) depth += *c == '{' ? 1 : -1;
        if (!in_name && *c == '}' && depth == 0 && c[1]) {
            return cucore__fail_format(CUCORE_PROTOCOL, format, "has something behind its T{...}");
        }
    }
    if (body[1] != '{' || c[-1] != '}' || depth != 0 || in_name)
        return cucore__fail_format(CUCORE_PROTOCOL, format, "is not complete");
    *out = cucore_dtype_make_opaque(CUCORE_CODE_STRUCTURED, (uint32_t)itemsize);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__format_plain_struct(const char *format, const char *body, int64_t itemsize,
                                                          cucore_dtype *out)
{
    cucore_dtype found;
    cucore_status status = cucore__format_struct(format, body, itemsize, &found);
    if (status) return status;
    if (cucore__format_has(body))
        return cucore__fail_format(CUCORE_UNSUPPORTED, format, "has a field of Python objects or pointers");
    *out = found;
    return CUCORE_OK;
}

/* "5x", "x": bytes without a meaning. */
CUCORE__PRIVATE cucore_status cucore__format_void(const char *format, const char *body, int64_t itemsize,
                                                  cucore_dtype *out)
{
    int64_t count = 0;
    const char *c = body;
    while (*c >= '0' && *c <= '9' && count <= INT32_MAX) count = 10 * count + (*c++ - '0');
    if (c == body) count = 1;
    if (*c != 'x' || c[1]) return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is not one number per element");
    if (count != itemsize) return cucore__fail_format_size(format, itemsize);
    *out = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)itemsize);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__format_other(const char *format, const char *body, int64_t itemsize,
                                                   cucore_dtype *out)
{
    switch (*body) {
    case 'T': return cucore__format_plain_struct(format, body, itemsize, out);
    case 'g':
    case 'G': return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is a long double, which no dtype here is");
    case 'Z': return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is a complex number of a width unknown here");
    case 'O':
    case 'P':
    case '&':
    case 'X':
        return cucore__fail_format(CUCORE_UNSUPPORTED, format, "means Python objects or pointers, which are no data");
    case '\0': return cucore__fail_format(CUCORE_PROTOCOL, format, "names no element");
    default: return cucore__format_void(format, body, itemsize, out);
    }
}

/* Returns the number that a format without its prefix consists of ("f", "1f"); NULL for other formats. */
CUCORE__PRIVATE const cucore__format_code *cucore__format_code_of(const char *body)
{
    char letter;
    if (body[0] == '1' && (body[1] < '0' || body[1] > '9')) body++;
    if (body[0] == 'Z' && body[1] == 'e' && !body[2]) return &cucore__format_half_complex;
    letter = body[0] && !body[1] ? body[0] : '\0';
    if (body[0] == 'Z' && (body[1] == 'f' || body[1] == 'd') && !body[2])
        letter = body[1] == 'f' ? 'F' : 'D'; /* "Zf" is "F" */
    return letter ? cucore__format_find(letter) : NULL;
}

CUCORE_API cucore_status cucore_dtype_from_pep3118(const char *format, int64_t itemsize, cucore_dtype *out)
{
    const char *body = format ? format : "B";
    const cucore__format_code *code;
    int foreign, standard;
    if (!out) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_dtype_from_pep3118: out is NULL");
    if (itemsize < 1 || itemsize > INT32_MAX) {
        return cucore_fail(CUCORE_PROTOCOL, "the buffer's itemsize is %lld", (long long)itemsize);
    }
    if (!format) format = body;
    foreign = cucore__format_is_foreign(*body);
    standard = *body && strchr("=<>!", *body) != NULL;
    if (*body && strchr("@=<>!^", *body)) body++;
    code = cucore__format_code_of(body);
    if (code && standard && (code->letter == 'n' || code->letter == 'N')) {
        return cucore__fail_format(CUCORE_PROTOCOL, format,
                                   "has a size_t behind a prefix of standard sizes, of which it has none");
    }
    return code ? cucore__format_number(format, code, foreign, itemsize, out)
                : cucore__format_other(format, body, itemsize, out);
}

/* Decodes a format that cucore_dtype_from_pep3118 refused: opaque elements or structs, or numbers of foreign byte order
 * if they will be converted (CUCORE_CAST), as the flags allow; else it returns `refused`, and the last error stays.
 * ctypes gives Unions and packed Structures the format "B" with more than one byte (rules A9). */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__format_opaque(cucore_status refused, const char *format,
                                                                 int64_t itemsize, uint64_t flags, cucore_view *out)
{
    const char *body = format ? format : "B", *letter;
    const int foreign = cucore__format_is_foreign(*body);
    const cucore__format_code *code = NULL;
    if (!(flags & CUCORE_ALLOW_OPAQUE) && flags & CUCORE__FLAG(CAST) && foreign && refused == CUCORE_UNSUPPORTED)
        code = cucore__format_code_of(body + 1);
    if (code) {
        out->byte_swapped = 1;
        return cucore__format_number(format, code, 0, itemsize, &out->dtype);
    }
    if (!(flags & CUCORE_ALLOW_OPAQUE) || cucore__format_has(body) & CUCORE__FORMAT_OBJECTS) return refused;
    if (*body && strchr("@=<>!^", *body)) body++;
    if (refused != CUCORE_UNSUPPORTED &&
        (refused != CUCORE_PROTOCOL || itemsize < 2 || itemsize > INT32_MAX || body[0] != 'B' || body[1])) {
        return refused;
    }
    if (*body == 'T') return cucore__format_struct(body, body, itemsize, &out->dtype);
    for (letter = body; *letter >= '0' && *letter <= '9'; letter++) {
    }
    out->dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)itemsize);
    out->byte_swapped = foreign && itemsize > 1 && !strchr("sxpcbB?&X", *letter);
    return CUCORE_OK;
}

/* log2 of an itemsize, or -1. */
CUCORE__PRIVATE inline int cucore__shift_of(int64_t itemsize)
{
    static const signed char shifts[] = {-1, 0, 1, -1, 2, -1, -1, -1, 3, -1, -1, -1, -1, -1, -1, -1, 4};
    return (uint64_t)itemsize < sizeof shifts ? shifts[itemsize] : -1;
}

CUCORE__PRIVATE char cucore__format_letter(cucore_dtype dtype)
{
    /* int64 is `long` if that has 64 bits, as in NumPy and the array module (rules A9). */
    static const char *const signed_letters = sizeof(long) == 8 ? "bhil" : "bhiq";
    static const char *const unsigned_letters = sizeof(long) == 8 ? "BHIL" : "BHIQ";
    static const char float_letters[] = "efd";
    int shift = cucore__shift_of(dtype.itemsize);
    if (dtype.lanes != 1 || dtype.bits % 8) return '\0';
    switch (dtype.code) {
    case CUCORE_CODE_INT: return signed_letters[shift];
    case CUCORE_CODE_UINT: return unsigned_letters[shift];
    case CUCORE_CODE_FLOAT: return float_letters[shift - 1];
    case CUCORE_CODE_COMPLEX: return dtype.bits == 64 ? 'f' : dtype.bits == 128 ? 'd' : '\0';
    case CUCORE_CODE_BOOL: return '?';
    default: return '\0';
    }
}

CUCORE_API int64_t cucore_dtype_to_pep3118(cucore_dtype dtype, char *text, size_t size)
{
    cucore__text format = cucore__text_start(text, size);
    char letter, name[32];
    if (cucore_dtype_check(dtype)) return -1;
    letter = cucore__format_letter(dtype);
    if (dtype.code == CUCORE_CODE_OPAQUE) {
        cucore__text_add(&format, "%ux", (unsigned)dtype.itemsize);
    } else if (letter) {
        cucore__text_add(&format, dtype.code == CUCORE_CODE_COMPLEX ? "Z%c" : "%c", letter);
    } else {
        cucore_dtype_to_name(dtype, name, sizeof name);
        cucore_fail(CUCORE_UNSUPPORTED, "the buffer protocol has no format for elements of %s", name);
        return -1;
    }
    return (int64_t)format.length;
}
