/* The texts and fields of interfaces: names, typestrs, descrs and formats against small parsers written a second time,
 * patterns of requirements that are made with their answer, dtypes and whole interfaces that go out and come in again.
 * Texts stand in memory of their exact size.  Numbers are worked out in 128 bits. */
#include "fuzz.h"

/* Static, so that nothing is left of cucore_python.h but the formats, and Python is not linked. */
#define CUCORE_STATIC
#if defined(__has_include)
#if __has_include(<Python.h>)
#define HAS_FORMATS
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "cucore_python.h"
#endif
#endif
#include "cucore_cai.h"

#include "fuzz_view.h"

/* ---- texts ---- */
#define MOST_TEXT 4096

typedef struct text {
    char bytes[MOST_TEXT];
    size_t length;
} text;

static void put(text *t, const char *bytes)
{
    size_t length = strlen(bytes);
    if (t->length + length >= MOST_TEXT) return; /* cut; whoever needs it whole looks at is_full */
    memcpy(t->bytes + t->length, bytes, length + 1);
    t->length += length;
}

static void put_number(text *t, long long number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%lld", number);
    put(t, digits);
}

static int is_full(const text *t)
{
    return t->length + 256 > MOST_TEXT;
}

static void put_blanks(input *in, text *t)
{
    static const char *const blanks[] = {"", "", "", " ", "  ", "\t", "\n "};
    put(t, blanks[below(in, COUNT_OF(blanks))]);
}

/* In memory of its own, with or without a NUL. */
static char *exact_copy(const char *bytes, size_t length, int terminated)
{
    char *copy = (char *)malloc(length + (terminated ? 1 : 0) + (length == 0 && !terminated));
    if (!copy) exit(2);
    if (length) memcpy(copy, bytes, length);
    if (terminated) copy[length] = '\0';
    return copy;
}

/* Bytes of the input, most of them from an alphabet. */
static void put_noise(input *in, text *t, const char *alphabet, int most)
{
    int count = below(in, most + 1);
    while (count-- > 0 && t->length + 1 < MOST_TEXT) {
        int byte = byte_of(in);
        t->bytes[t->length++] = byte & 0x80 ? (char)(byte_of(in)) : alphabet[byte % (int)strlen(alphabet)];
    }
    t->bytes[t->length] = '\0';
}

/* ---- dtypes ---- */
static int is_little_endian(void)
{
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    return first;
}

static int is_foreign(char order)
{
    return order == (is_little_endian() ? '>' : '<');
}

static const dtype_name *name_find(const char *bytes, size_t length)
{
    for (int i = 0; i < COUNT_OF(dtype_names); i++) {
        if (strlen(dtype_names[i].name) == length && memcmp(dtype_names[i].name, bytes, length) == 0) {
            return &dtype_names[i];
        }
    }
    return NULL;
}

static void must_be_dtype(cucore_dtype dtype, int code, int bits, uint32_t itemsize)
{
    REQUIRE(dtype.code == code && dtype.bits == bits && dtype.lanes == 1 && dtype.itemsize == itemsize);
}

static cucore_dtype poisoned_dtype(void)
{
    cucore_dtype dtype;
    memset(&dtype, 0xa5, sizeof dtype);
    return dtype;
}

/* A dtype that exists, or fields of any value. */
static cucore_dtype dtype_read(input *in)
{
    const dtype_name *name = &dtype_names[below(in, COUNT_OF(dtype_names))];
    cucore_dtype dtype = cucore_dtype_make(name->code, name->bits, rarely(in, 8) ? byte_of(in) * 257 : 1);
    if (rarely(in, 8)) dtype = cucore_dtype_make_opaque(below(in, 2) ? 254 : 255, (uint32_t)wild_of(in));
    if (rarely(in, 12)) dtype = cucore_dtype_make(byte_of(in) % 254, byte_of(in), byte_of(in));
    return dtype;
}

static faults dtype_faults(cucore_dtype dtype)
{
    faults wrong = 0;
    if (dtype.code >= 254) return dtype.itemsize ? 0 : FAULT(CUCORE_PROTOCOL);
    if (!dtype_code_exists(dtype.code)) {
        wrong |= FAULT(CUCORE_UNSUPPORTED);
    } else if (!dtype_exists(dtype.code, dtype.bits)) {
        wrong |= FAULT(CUCORE_PROTOCOL);
    }
    if (!dtype.lanes) wrong |= FAULT(CUCORE_PROTOCOL);
    return wrong;
}

/* Texts that the library writes: as snprintf would have written `expected`. */
static void must_be_text(const char *buffer, size_t size, size_t room, const char *expected)
{
    size_t length = strlen(expected), kept = length < size ? length : size - 1;
    REQUIRE(is_filled(buffer, size, room, 0xa5));
    if (size) REQUIRE(memcmp(buffer, expected, kept) == 0 && buffer[kept] == '\0');
}

/* ---- names ---- */
static void run_name(input *in)
{
    text t = {"", 0};
    const dtype_name *name;
    cucore_dtype dtype = poisoned_dtype(), keep = dtype;
    static const char *const families[] = {"int", "uint", "float", "bfloat", "complex"};
    char *copy;
    switch (below(in, 4)) {
    case 0: break;
    case 1:
        put(&t, families[below(in, COUNT_OF(families))]);
        put_number(&t, byte_of(in));
        break;
    default: put(&t, dtype_names[below(in, COUNT_OF(dtype_names))].name); break;
    }
    if (t.length && rarely(in, 3)) t.length -= (size_t)below(in, (int)t.length + 1);
    if (rarely(in, 3) || !t.length) put_noise(in, &t, "0123468intuflobcmpexkdsg_", 8);
    copy = exact_copy(t.bytes, t.length, 0);
    name = name_find(copy, t.length);
    REQUIRE_STATUS(cucore_dtype_from_name(copy, t.length, &dtype), name ? 0 : FAULT(CUCORE_INVALID_ARGUMENT));
    if (name) {
        must_be_dtype(dtype, name->code, name->bits, (uint32_t)(name->bits + 7) / 8);
    } else {
        REQUIRE(memcmp(&dtype, &keep, sizeof dtype) == 0);
    }
    free(copy);
}

/* What a dtype is called, and what neither a typestr nor a format can say. */
static void run_dtype(input *in)
{
    char room[64], expected[64];
    cucore_dtype dtype = dtype_read(in), again = poisoned_dtype();
    size_t size = (size_t)below(in, (int)sizeof room + 1), i;
    faults wrong = dtype_faults(dtype);
    static const char kinds[] = {'i', 'u', 'f', 0, 0, 'c', 'b'};
    char kind = 0, *copy;
    int64_t length;
    REQUIRE_STATUS(cucore_dtype_check(dtype), wrong);
    memset(room, 0xa5, sizeof room);
    i = cucore_dtype_to_name(dtype, room, size);
    if (dtype.code >= 254) {
        snprintf(expected, sizeof expected, "%s%u", dtype.code == 254 ? "void" : "struct", (unsigned)dtype.itemsize);
    } else if (!wrong) {
        for (i = 0; dtype_names[i].code != dtype.code || dtype_names[i].bits != dtype.bits; i++) {
        }
        snprintf(expected, sizeof expected, dtype.lanes > 1 ? "%sx%d" : "%s", dtype_names[i].name, dtype.lanes);
    }
    if (!wrong || dtype.code >= 254) {
        must_be_text(room, size, sizeof room, expected);
        REQUIRE(cucore_dtype_to_name(dtype, NULL, 0) == strlen(expected));
    } else {
        REQUIRE(is_filled(room, size, sizeof room, 0xa5));
    }
    if (wrong) return;
    if (dtype.code >= 254) kind = 'V';
    if (dtype.code < COUNT_OF(kinds) && dtype.bits >= 8 && dtype.lanes == 1) kind = kinds[dtype.code];
    if (dtype.code == 5 && dtype.bits == 32) kind = 0;
    snprintf(expected, sizeof expected, "%c%c%u",
             dtype.itemsize == 1 || kind == 'V' ? '|'
             : is_little_endian()               ? '<'
                                                : '>',
             kind, (unsigned)dtype.itemsize);
    size = (size_t)(rarely(in, 3) ? below(in, 17) : 16);
    memset(room, 0xa5, sizeof room);
    if (!kind) wrong |= FAULT(CUCORE_UNSUPPORTED);
    length = cucore_dtype_to_typestr(dtype, room, size);
    REQUIRE_STATUS(length < 0 ? cucore_last_error()->status : CUCORE_OK, wrong);
    REQUIRE(is_filled(room, size, sizeof room, 0xa5));
    REQUIRE(length == (wrong ? -1 : (int64_t)strlen(expected)));
    if (wrong) return;
    must_be_text(room, size, sizeof room, expected);
    if (strlen(expected) >= size) return; /* cut */
    copy = exact_copy(room, strlen(room), 0);
    wrong = dtype.itemsize > INT32_MAX ? FAULT(CUCORE_PROTOCOL) : 0; /* as large as nobody reads them */
    REQUIRE_STATUS(cucore_dtype_from_typestr(copy, strlen(room), &again), wrong);
    if (dtype.code == 255) again.code = wrong ? again.code : 255; /* V says no more than the size */
    if (!wrong) REQUIRE(cucore_dtype_is_equal(dtype, again));
    free(copy);
}

/* ---- typestrs (protocols 3.2) ---- */
typedef struct typestr {
    faults wrong;
    int code, bits;
    uint32_t itemsize;
} typestr;

static typestr typestr_read(const char *t, size_t length)
{
    typestr r = {FAULT(CUCORE_PROTOCOL), 0, 0, 0};
    const dtype_name *name = length > 3 ? name_find(t, length) : NULL;
    size_t i = 2;
    uint64_t size = 0;
    const char *kind;
    if (name) {
        r.wrong = 0;
        r.code = name->code;
        r.bits = name->bits;
        r.itemsize = (uint32_t)(name->bits + 7) / 8;
        return r;
    }
    if (length < 2 || !t[0] || !t[1] || !strchr("<>|=", t[0]) || !strchr("biufcmMVSUOtgW", t[1])) return r;
    if (t[1] == 'O') r.wrong |= FAULT(CUCORE_UNSUPPORTED); /* "|O" has no size: Python objects, or no typestr */
    for (; i < length && t[i] >= '0' && t[i] <= '9' && size <= INT32_MAX; i++)
        size = 10 * size + (uint64_t)(t[i] - '0');
    if (!size || size > INT32_MAX) return r;
    if (i < length) {
        if ((t[1] != 'm' && t[1] != 'M') || t[i] != '[' || t[length - 1] != ']' || length < i + 3) return r;
    }
    r.wrong = FAULT(CUCORE_UNSUPPORTED);
    r.itemsize = (uint32_t)size;
    if (strchr("OtmMSUgW", t[1])) return r;
    if (t[1] == 'V') {
        r.wrong = 0;
        r.code = 254;
        return r;
    }
    kind = strchr("iuf  cb", t[1]);
    r.code = (int)(kind - "iuf  cb");
    if (is_foreign(t[0]) && size > 1) return r;
    if (size > 16 || (r.code == 5 && size == 4) || !dtype_exists(r.code, (int)(8 * size))) return r;
    r.bits = (int)(8 * size);
    r.wrong = 0;
    return r;
}

static void put_typestr(input *in, text *t)
{
    static const char *const sizes[] = {"4", "8", "1", "2", "16", "3", "0", "12", "04", "2147483647", "2147483648"};
    char start[3] = {"<>|="[below(in, 4)], "fiubcVmMSUOt"[below(in, 12)], '\0'};
    put(t, start);
    put(t, sizes[below(in, below(in, 2) ? 5 : COUNT_OF(sizes))]);
    if (rarely(in, 6)) put(t, "[ns]");
}

static void run_typestr(input *in)
{
    text t = {"", 0};
    typestr r;
    cucore_dtype dtype = poisoned_dtype(), keep = dtype;
    char *copy;
    switch (below(in, 4)) {
    case 0: put(&t, dtype_names[below(in, COUNT_OF(dtype_names))].name); break;
    case 1: break;
    default: put_typestr(in, &t); break;
    }
    if (t.length && rarely(in, 6)) t.length -= (size_t)below(in, (int)t.length + 1);
    if (t.length && rarely(in, 8)) t.bytes[below(in, (int)t.length)] = (char)byte_of(in);
    if (rarely(in, 6) || !t.length) put_noise(in, &t, "<>|=fiubcVmMSUOt0123456789[]ns", 24);
    copy = exact_copy(t.bytes, t.length, 0);
    r = typestr_read(copy, t.length);
    REQUIRE_STATUS(cucore_dtype_from_typestr(copy, t.length, &dtype), r.wrong);
    if (r.wrong) {
        REQUIRE(memcmp(&dtype, &keep, sizeof dtype) == 0);
    } else {
        must_be_dtype(dtype, r.code, r.bits, r.itemsize);
    }
    free(copy);
}

/* ---- descrs (protocols C9): made with their size ---- */
typedef struct descr {
    text t;
    faults wrong; /* of what was written so far */
    int names;
    int lenient; /* an extent of 0 beside some that do not fit */
} descr;

static void put_string(input *in, descr *d, const char *what)
{
    const char *quote = below(in, 2) ? "'" : "\"";
    put(&d->t, quote);
    put(&d->t, what);
    put(&d->t, quote);
}

static void put_name(input *in, descr *d)
{
    static const char *const names[] = {"x", "", "a b", "it\\'s", "\\\\", "\\\"]", "(", "name]"};
    const char *name = names[below(in, COUNT_OF(names))];
    int titled = rarely(in, 5);
    if (titled) {
        put(&d->t, "(");
        put_string(in, d, "title");
        put_blanks(in, &d->t);
        put(&d->t, ",");
        put_blanks(in, &d->t);
    }
    put_string(in, d, name);
    if (titled) put(&d->t, ")");
    d->names += *name != '\0';
}

static int128 put_extents(input *in, descr *d)
{
    int128 count = 1;
    int i, axes = below(in, 4), bare = axes == 1 && below(in, 2), zero = 0, large = 0;
    if (!bare) put(&d->t, "(");
    for (i = 0; i < axes; i++) {
        int64_t extent = rarely(in, 8) ? wild_of(in) & INT64_MAX : below(in, 5);
        put_number(&d->t, extent);
        put_blanks(in, &d->t);
        if (!bare && (i < axes - 1 || below(in, 2))) put(&d->t, ",");
        put_blanks(in, &d->t);
        zero |= extent == 0;
        count = clamp(count * extent);
        large |= !fits(count);
    }
    if (!bare) put(&d->t, ")");
    if (large) d->wrong |= FAULT(CUCORE_OVERFLOW);
    d->lenient |= large && zero;
    return count;
}

static int128 put_descr(input *in, descr *d, int depth);

static int128 put_field(input *in, descr *d, int depth)
{
    int128 size = 0;
    put(&d->t, "(");
    put_blanks(in, &d->t);
    put_name(in, d);
    put_blanks(in, &d->t);
    put(&d->t, ",");
    put_blanks(in, &d->t);
    if (depth < 20 && rarely(in, depth > 2 ? 2 : 5)) {
        size = put_descr(in, d, depth + 1);
    } else {
        text t = {"", 0};
        typestr r;
        put_typestr(in, &t);
        r = typestr_read(t.bytes, t.length);
        if (r.wrong & FAULT(CUCORE_PROTOCOL)) {
            d->wrong |= r.wrong;
        } else if (t.bytes[1] == 'O' || t.bytes[1] == 't') {
            d->wrong |= FAULT(CUCORE_UNSUPPORTED);
        }
        put_string(in, d, t.bytes);
        size = (int128)r.itemsize * (t.bytes[1] == 'U' ? 4 : 1);
    }
    put_blanks(in, &d->t);
    if (rarely(in, 3)) {
        put(&d->t, ",");
        put_blanks(in, &d->t);
        size = times(size, put_extents(in, d));
    } else if (rarely(in, 8)) {
        put(&d->t, ",");
    }
    put_blanks(in, &d->t);
    put(&d->t, ")");
    if (!fits(size)) d->wrong |= FAULT(CUCORE_OVERFLOW);
    return size;
}

static int128 put_descr(input *in, descr *d, int depth)
{
    int128 size = 0;
    int i, count = depth > 2 ? 1 : below(in, 4);
    put(&d->t, "[");
    if (depth > 16) d->wrong |= FAULT(CUCORE_PROTOCOL);
    for (i = 0; i < count && !is_full(&d->t); i++) {
        put_blanks(in, &d->t);
        size = clamp(size + put_field(in, d, depth));
        put_blanks(in, &d->t);
        if (i < count - 1 || rarely(in, 8)) put(&d->t, ",");
    }
    put_blanks(in, &d->t);
    put(&d->t, "]");
    if (is_full(&d->t)) d->wrong |= FAULT(CUCORE_PROTOCOL); /* it may have been cut, and is not used */
    if (!fits(size)) d->wrong |= FAULT(CUCORE_OVERFLOW);
    return size;
}

static void parse_descr(const text *t, const descr *d, int128 size)
{
    char *copy = exact_copy(t->bytes, t->length, 0);
    int64_t itemsize = -7;
    int names = -7;
    cucore_status status = cucore__descr_parse(copy, t->length, &itemsize, &names);
    if (d && !(d->lenient && status == CUCORE_OK)) REQUIRE_STATUS(status, d->wrong);
    if (status) {
        REQUIRE(itemsize == -7 && names == -7 && cucore_last_error()->status == status);
        REQUIRE(status == CUCORE_PROTOCOL || status == CUCORE_UNSUPPORTED || status == CUCORE_OVERFLOW);
    } else {
        REQUIRE(itemsize >= 0 && names >= 0);
        if (d) REQUIRE(itemsize == size && names == d->names);
    }
    free(copy);
}

static void run_descr(input *in)
{
    static descr d;
    int128 size;
    memset(&d, 0, sizeof d);
    if (!below(in, 6)) {
        put_noise(in, &d.t, "[](),'\"\\ <f4|V20x123", 120);
        parse_descr(&d.t, NULL, 0);
        return;
    }
    size = put_descr(in, &d, 1);
    put_blanks(in, &d.t);
    if (is_full(&d.t)) return;
    if (rarely(in, 12)) {
        put(&d.t, "]");
        d.wrong |= FAULT(CUCORE_PROTOCOL);
    }
    parse_descr(&d.t, &d, size);
    if (below(in, 2)) { /* and with a fault somewhere: anything but a crash */
        if (below(in, 2)) d.t.length = (size_t)(byte_of(in) * 16 + byte_of(in)) % (d.t.length + 1);
        if (d.t.length) d.t.bytes[(size_t)(byte_of(in) * 16 + byte_of(in)) % d.t.length] = (char)byte_of(in);
        parse_descr(&d.t, NULL, 0);
    }
}

/* ---- formats (protocols A8, A9) ---- */
#if defined(HAS_FORMATS)
static const struct {
    const char *letters;
    int code, size, other_size;
} format_letters[] = {{"f", 2, 4, 0},  {"d", 2, 8, 0},  {"e", 2, 2, 0}, {"b", 0, 1, 0},  {"h", 0, 2, 0},
                      {"i", 0, 4, 0},  {"q", 0, 8, 0},  {"l", 0, 8, 4}, {"n", 0, 8, 4},  {"B", 1, 1, 0},
                      {"c", 1, 1, 0},  {"H", 1, 2, 0},  {"I", 1, 4, 0}, {"Q", 1, 8, 0},  {"L", 1, 8, 4},
                      {"N", 1, 8, 4},  {"?", 6, 1, 0},  {"F", 5, 8, 0}, {"D", 5, 16, 0}, {"Ze", 5, 4, 0},
                      {"Zf", 5, 8, 0}, {"Zd", 5, 16, 0}};

/* One T{...} from beginning to end, its names between colons. */
static faults struct_faults(const char *body)
{
    int depth = 0, named = 0, ends = 0;
    faults wrong = 0;
    const char *c;
    for (c = body + 1; *c; c++) {
        if (ends) wrong |= FAULT(CUCORE_PROTOCOL); /* something behind it */
        if (*c == ':') {
            named = !named;
        } else if (!named) {
            if (*c == '{') depth++;
            if (*c == '}') ends |= --depth <= 0;
            if (strchr("O&XP", *c)) wrong |= FAULT(CUCORE_UNSUPPORTED);
        }
    }
    if (body[1] != '{' || depth || named || !ends) wrong |= FAULT(CUCORE_PROTOCOL);
    return wrong;
}

static typestr format_read(const char *format, int64_t itemsize)
{
    typestr r = {FAULT(CUCORE_PROTOCOL), 0, 0, (uint32_t)itemsize};
    int foreign, standard;
    int64_t count = 0;
    const char *digits, *letters;
    if (itemsize < 1 || itemsize > INT32_MAX) return r;
    if (!format) format = "B";
    foreign = is_foreign(*format) || (*format == '!' && is_little_endian());
    standard = *format && strchr("=<>!", *format);
    if (*format && strchr("@=<>!^", *format)) format++;
    if (!*format) return r;
    letters = format + (format[0] == '1'); /* once */
    for (int i = 0; i < COUNT_OF(format_letters); i++) {
        if (strcmp(letters, format_letters[i].letters) != 0) continue;
        r.wrong = foreign && itemsize > 1 ? FAULT(CUCORE_UNSUPPORTED) : 0;
        if (standard && strchr("nN", *letters)) r.wrong |= FAULT(CUCORE_PROTOCOL);
        if (itemsize != format_letters[i].size && (!format_letters[i].other_size || itemsize != 4)) {
            r.wrong |= FAULT(CUCORE_PROTOCOL);
        }
        r.code = format_letters[i].code;
        r.bits = (int)(8 * itemsize);
        return r;
    }
    if (*format == 'T') {
        r.wrong = struct_faults(format);
        r.code = 255;
        return r;
    }
    for (digits = format; *digits >= '0' && *digits <= '9'; digits++) {
        if (count <= INT32_MAX) count = 10 * count + (*digits - '0');
    }
    r.wrong = FAULT(CUCORE_UNSUPPORTED);
    if (*digits != 'x' || digits[1]) return r;
    if (digits == format) count = 1;
    r.wrong = count == itemsize ? 0 : FAULT(CUCORE_PROTOCOL);
    if (count > INT32_MAX) r.wrong |= FAULT(CUCORE_UNSUPPORTED);
    r.code = 254;
    return r;
}

static void run_format(input *in)
{
    static const char *const prefixes[] = {"", "", "@", "=", "<", ">", "!", "^"};
    static const char *const structs[] = {"T{f:x:i:y:}",    "T{T{d:a:}:in:}", "T{O:x:}",
                                          "T{f:x:}T{f:y:}", "T{f:P:}",        "T{}"};
    text t = {"", 0};
    typestr r;
    cucore_dtype dtype = poisoned_dtype(), keep = dtype;
    int64_t itemsize = (int64_t)1 << below(in, 5);
    int letters = below(in, COUNT_OF(format_letters));
    char *copy;
    put(&t, prefixes[below(in, COUNT_OF(prefixes))]);
    switch (below(in, 6)) {
    case 0: put(&t, structs[below(in, COUNT_OF(structs))]); break;
    case 1:
        itemsize = rarely(in, 4) ? wild_of(in) : byte_of(in);
        if (below(in, 4)) put_number(&t, itemsize);
        put(&t, "x");
        break;
    case 2: put_noise(in, &t, "T{}:Zfdxghilq0123456789OP&X@=<>!^", 40); break;
    default: put(&t, format_letters[letters].letters); break;
    }
    if (below(in, 4)) itemsize = itemsize > 0 && below(in, 2) ? itemsize : format_letters[letters].size;
    if (t.length && rarely(in, 8)) t.bytes[below(in, (int)t.length)] = (char)byte_of(in);
    if (rarely(in, 8)) put_noise(in, &t, "T{}:Zfdxghilq0123456789OP&X@=<>!^", 10);
    if (rarely(in, 30)) itemsize = wild_of(in);
    copy = rarely(in, 30) ? NULL : exact_copy(t.bytes, strlen(t.bytes), 1);
    r = format_read(copy, itemsize);
    REQUIRE_STATUS(cucore_dtype_from_pep3118(copy, itemsize, &dtype), r.wrong);
    if (r.wrong) {
        REQUIRE(memcmp(&dtype, &keep, sizeof dtype) == 0);
    } else {
        must_be_dtype(dtype, r.code, r.bits, r.itemsize);
    }
    free(copy);
}

/* The format of a dtype, and back. */
static void run_format_of(input *in)
{
    char room[32], expected[32] = "";
    cucore_dtype dtype = dtype_read(in), again = poisoned_dtype();
    size_t size = (size_t)(rarely(in, 3) ? below(in, 17) : 16);
    faults wrong = dtype_faults(dtype);
    int64_t length;
    if (dtype.code == 254) snprintf(expected, sizeof expected, "%ux", (unsigned)dtype.itemsize);
    for (int i = COUNT_OF(format_letters) - 1; i >= 0 && dtype.lanes == 1 && dtype.bits; i--) {
        /* others mean the same, and NumPy knows no "Ze" */
        if (strcmp(format_letters[i].letters, "Ze") == 0) continue;
        if (strchr(sizeof(long) == 8 ? "qnQNcFD" : "lnLNcFD", format_letters[i].letters[0])) continue;
        if (format_letters[i].code != dtype.code || 8 * format_letters[i].size != dtype.bits) continue;
        snprintf(expected, sizeof expected, "%s", format_letters[i].letters);
    }
    if (!wrong && !*expected) wrong = FAULT(CUCORE_UNSUPPORTED);
    memset(room, 0xa5, sizeof room);
    length = cucore_dtype_to_pep3118(dtype, room, size);
    REQUIRE_STATUS(length < 0 ? cucore_last_error()->status : CUCORE_OK, wrong);
    REQUIRE(is_filled(room, size, sizeof room, 0xa5));
    REQUIRE(length == (wrong ? -1 : (int64_t)strlen(expected)));
    if (wrong) return;
    must_be_text(room, size, sizeof room, expected);
    if (strlen(expected) >= size) return; /* cut */
    wrong = dtype.itemsize > INT32_MAX ? FAULT(CUCORE_PROTOCOL) : 0;
    REQUIRE_STATUS(cucore_dtype_from_pep3118(room, dtype.itemsize, &again), wrong);
    if (!wrong) REQUIRE(cucore_dtype_is_equal(dtype, again));
}
#endif

/* ---- patterns of requirements ---- */
typedef struct binding {
    int bound;
    int64_t extent;
} binding;

static const char *const axis_names[] = {"n", "m", "rows", "_k9"};

/* A pattern for a shape, and whether the shape meets it. */
static faults put_pattern(input *in, text *t, int ndim, const int64_t *shape, binding *bindings)
{
    int ellipsis = below(in, 3) ? -1 : below(in, ndim + 1), axis = 0, i, skipped;
    faults wrong = 0;
    skipped = ellipsis < 0 ? 0 : below(in, ndim - ellipsis + 1);
    for (i = 0; axis < ndim || i == ellipsis; i++) {
        int name = below(in, COUNT_OF(axis_names));
        if (i) put(t, ",");
        put_blanks(in, t);
        if (i == ellipsis) {
            put(t, "...");
            axis += skipped;
            put_blanks(in, t);
            continue;
        }
        switch (below(in, 6)) {
        case 0: put(t, "*"); break;
        case 1:
        case 2:
            put(t, axis_names[name]);
            if (bindings[name].bound && bindings[name].extent != shape[axis]) wrong |= FAULT(CUCORE_WRONG_SHAPE);
            if (!bindings[name].bound) bindings[name].extent = shape[axis];
            bindings[name].bound = 1;
            break;
        case 3:
            put_number(t, shape[axis] + 1);
            wrong |= FAULT(CUCORE_WRONG_SHAPE);
            break;
        default: put_number(t, shape[axis]); break;
        }
        put_blanks(in, t);
        axis++;
    }
    if (i && rarely(in, 8)) put(t, ","); /* as in (3,) */
    if (rarely(in, 10)) {
        static const char *const no_items[] = {"3n",   "...,...", "n-1", "-1", "99999999999999999999",
                                               "\xff", ",,",      "3 4"};
        put(t, t->length && t->bytes[t->length - 1] != ',' ? "," : "");
        put(t, no_items[below(in, COUNT_OF(no_items))]);
        wrong = FAULT(CUCORE_INVALID_ARGUMENT);
    } else if (ellipsis < 0 && rarely(in, 8)) { /* one axis more than there is */
        put(t, t->length && t->bytes[t->length - 1] != ',' ? ",*" : "*");
        wrong |= FAULT(CUCORE_WRONG_SHAPE);
    }
    return wrong;
}

static faults put_dtypes(input *in, text *t, cucore_dtype dtype)
{
    int i, count = below(in, 4), found = 0, bad = 0;
    for (i = 0; i < count; i++) {
        const dtype_name *name = &dtype_names[below(in, COUNT_OF(dtype_names))];
        put(t, i ? below(in, 2) ? " " : "  " : "");
        put(t, name->name);
        found |= name->code == dtype.code && name->bits == dtype.bits && dtype.lanes == 1;
    }
    if (rarely(in, 12)) {
        put(t, " float33");
        bad = 1;
    }
    if (bad || !count) return FAULT(CUCORE_INVALID_ARGUMENT);
    return found ? 0 : FAULT(CUCORE_WRONG_DTYPE);
}

static void run_check(input *in)
{
    static cucore_view view;
    cucore_call call;
    cucore_arg arg;
    binding bindings[COUNT_OF(axis_names)];
    char *shape_copy[2] = {NULL, NULL}, *dtype_copy[2] = {NULL, NULL};
    int64_t shape[5];
    int turn, i, ndim, shared = below(in, 2), stop = 0;
    memset(&call, 0, sizeof call);
    memset(bindings, 0, sizeof bindings);
    for (turn = 0; turn < 2 && !stop; turn++) {
        text pattern = {"", 0}, dtypes = {"", 0};
        faults wrong = 0;
        memset(&arg, 0, sizeof arg);
        ndim = below(in, 5);
        for (i = 0; i < ndim; i++) shape[i] = below(in, 4);
        memset(&view, 0xa5, sizeof view);
        REQUIRE(cucore_layout_make(ndim, shape, NULL, 4, &view.layout) == CUCORE_OK);
        view.dtype = dtype_read(in);
        view.layout.itemsize = view.dtype.itemsize;
        view.layout.itembits =
            view.dtype.code >= 254 ? 8 * view.layout.itemsize : view.dtype.bits * (int64_t)view.dtype.lanes;
        if (!view.dtype.lanes || !view.layout.itembits) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
        view.device_type = CUCORE_DEVICE_TYPE_CPU;
        view.device_id = -1;
        view.host_accessible = 1;
        view.device_accessible = view.readonly = view.copied = view.padded = 0;
        view.ptr = host_memory;
        view.protocol = CUCORE_PROTOCOL_MEMORY;
        if (!shared) memset(bindings, 0, sizeof bindings);
        if (below(in, 3)) {
            if (below(in, 8)) {
                wrong |= put_pattern(in, &pattern, ndim, shape, bindings);
            } else { /* only no crash */
                put_noise(in, &pattern, "nm*.,, 0123456789_", 40);
                stop = 1;
            }
            arg.shape = shape_copy[turn] = exact_copy(pattern.bytes, strlen(pattern.bytes), 1);
        }
        if (rarely(in, 3)) {
            if (below(in, 8)) {
                wrong |= put_dtypes(in, &dtypes, view.dtype);
            } else {
                put_noise(in, &dtypes, "float3264int bcmpx_", 40);
                stop = 1;
            }
            arg.dtypes = dtype_copy[turn] = exact_copy(dtypes.bytes, strlen(dtypes.bytes), 1);
        }
        if (rarely(in, 6)) {
            arg.flags = CUCORE_DEVICE_ACCESSIBLE;
            wrong |= FAULT(CUCORE_WRONG_DEVICE);
        }
        if (stop) {
            cucore_status status = cucore_view_check(&view, &arg, shared ? &call : NULL);
            REQUIRE(!status || cucore_last_error()->status == status);
        } else {
            REQUIRE_STATUS(cucore_view_check(&view, &arg, shared ? &call : NULL), wrong);
            stop = wrong != 0; /* names may be bound by then, or not */
        }
    }
    for (turn = 0; turn < 2; turn++) {
        free(shape_copy[turn]);
        free(dtype_copy[turn]);
    }
}

/* ---- interfaces ---- */
typedef struct fields {
    cucore_interface i;
    int64_t *shape, *strides;
    char *typestr, *descr;
    int128 descr_size;
    faults descr_wrong;
    int descr_names, descr_lenient;
} fields;

static int64_t *entries_new(int count)
{
    int64_t *entries = (int64_t *)malloc((size_t)(count > 0 ? count : 0) * sizeof *entries + (count <= 0));
    if (!entries) exit(2);
    return entries;
}

static int64_t extent_of(input *in)
{
    static const int64_t common[] = {2, 3, 1, 4, 5, 8, 0};
    return rarely(in, 30) ? wild_of(in) : common[below(in, COUNT_OF(common))];
}

static void fields_read(input *in, fields *f)
{
    static const int32_t odd[] = {64, 65, -1, INT32_MAX, INT32_MIN, 63};
    static descr d;
    static const uint64_t streams[] = {1, 2, 0, 0x7000, UINT64_MAX, UINT64_MAX - 1, UINT64_MAX - 2, 3};
    const place *where;
    text t = {"", 0};
    int i, ndim = rarely(in, 16) ? odd[below(in, COUNT_OF(odd))] : below(in, 5), sound = ndim >= 0 && ndim <= 64;
    int64_t itemsize = 1;
    typestr r;
    memset(f, 0, sizeof *f);
    f->i.protocol = below(in, 2) ? CUCORE_PROTOCOL_CAI : CUCORE_PROTOCOL_ARRAY_INTERFACE;
    where = &places[f->i.protocol == CUCORE_PROTOCOL_CAI ? below(in, COUNT_OF(places)) : 0];
    if (rarely(in, 3)) {
        memset(&d, 0, sizeof d);
        f->descr_size = put_descr(in, &d, 1);
        if (is_full(&d.t)) d.t.length = 0;
        if (!d.t.length) d.wrong = FAULT(CUCORE_PROTOCOL);
        f->descr = exact_copy(d.t.bytes, d.t.length, 0);
        f->descr_names = d.names;
        f->descr_wrong = d.wrong;
        f->descr_lenient = d.lenient;
        f->i.descr = f->descr;
        f->i.descr_size = d.t.length;
    }
    if (f->descr && below(in, 8) && fits(f->descr_size) && f->descr_size > 0 && f->descr_size <= INT32_MAX) {
        put(&t, "|V");
        put_number(&t, (long long)f->descr_size);
    } else if (rarely(in, 5)) {
        put(&t, dtype_names[below(in, COUNT_OF(dtype_names))].name);
    } else {
        put_typestr(in, &t);
    }
    f->typestr = exact_copy(t.bytes, t.length, 0);
    f->i.typestr = f->typestr;
    f->i.typestr_size = t.length;
    r = typestr_read(t.bytes, t.length);
    if (!r.wrong) itemsize = r.itemsize;
    f->i.ndim = ndim;
    f->shape = entries_new(sound ? ndim : 0);
    for (i = 0; sound && i < ndim; i++) f->shape[i] = ndim > 16 && below(in, 8) ? 1 : extent_of(in);
    f->i.shape = rarely(in, 40) ? NULL : f->shape;
    if (below(in, 3)) {
        int kind = below(in, 4);
        f->strides = entries_new(sound ? ndim : 0);
        if (sound) fill_dense(ndim, f->shape, f->strides);
        for (i = 0; sound && i < ndim; i++) {
            f->strides[i] = kind == 1 ? (int64_t)(below(in, 17) - 8) : f->strides[i];
            f->strides[i] = (int64_t)((uint64_t)f->strides[i] * (uint64_t)itemsize);
            if (kind == 2 && rarely(in, 3)) f->strides[i] ^= below(in, 8);
            if (kind == 3 && rarely(in, 3)) f->strides[i] = wild_of(in);
        }
        f->i.strides = f->strides;
    }
    switch (below(in, 16)) {
    case 13: f->i.data = 0; break;
    case 14: f->i.data = UINT64_MAX - (uint64_t)below(in, 200); break;
    case 15: f->i.data = (uint64_t)wild_of(in); break;
    default: f->i.data = where->base + (uint64_t)(8 * byte_of(in)); break;
    }
    f->i.readonly = below(in, 3);
    f->i.has_stream = below(in, 2);
    f->i.stream = streams[below(in, COUNT_OF(streams))];
    if (rarely(in, 16)) f->i.stream = (uint64_t)wild_of(in);
}

static void fields_free(fields *f)
{
    free(f->shape);
    free(f->strides);
    free(f->typestr);
    free(f->descr);
}

static const cucore_arg *intake_read(input *in, cucore_arg *intake)
{
    static const uint64_t flags[] = {CUCORE_WRITE,        CUCORE_C_CONTIGUOUS,      CUCORE_F_CONTIGUOUS,
                                     CUCORE_CONTIGUOUS,   CUCORE_HOST_ACCESSIBLE,   CUCORE_DEVICE_ACCESSIBLE,
                                     CUCORE_ON_DEVICE_ID, CUCORE_STREAM_0_IS_LEGACY};
    memset(intake, 0, sizeof *intake);
    if (!below(in, 4)) return NULL;
    if (rarely(in, 3)) intake->flags |= flags[below(in, COUNT_OF(flags))];
    if (rarely(in, 6)) intake->flags |= flags[below(in, COUNT_OF(flags))];
    if (below(in, 2)) intake->flags |= CUCORE_TRUST_PRODUCER;
    intake->device_id = below(in, 4) - 1;
    if (rarely(in, 6)) intake->producer_stream = (CUstream)(uintptr_t)(0x7000 + below(in, 3));
    if (rarely(in, 4)) intake->reinterpret = dtype_read(in);
    return intake;
}

typedef struct expectation {
    faults wrong;
    int code, bits, lanes, padded, device_type, device_id;
    uint32_t itemsize;
    int64_t strides[CUCORE_MAX_NDIM];
    extent_span reach;
} expectation;

static faults expect_dtype(const fields *f, const cucore_arg *intake, expectation *e)
{
    typestr r = typestr_read(f->i.typestr, f->i.typestr_size);
    faults wrong = r.wrong;
    e->code = r.code;
    e->bits = r.bits;
    e->lanes = 1;
    e->itemsize = r.itemsize;
    if (wrong & FAULT(CUCORE_UNSUPPORTED)) wrong ^= FAULT(CUCORE_UNSUPPORTED) | FAULT(CUCORE_WRONG_DTYPE);
    if (wrong && ((f->i.typestr_size >= 12 && !memcmp(f->i.typestr, "StringDType(", 12)) ||
                  (f->i.typestr_size >= 3 && !memcmp(f->i.typestr, "|T", 2))))
        return FAULT(CUCORE_WRONG_DTYPE);
    if (wrong || r.code != 254) return wrong;
    if (intake->reinterpret.itemsize) {
        if (intake->reinterpret.itemsize != r.itemsize) return FAULT(CUCORE_PROTOCOL);
        e->code = intake->reinterpret.code;
        e->bits = intake->reinterpret.bits;
        e->lanes = intake->reinterpret.lanes;
        return dtype_faults(intake->reinterpret);
    }
    if (!f->descr) return 0;
    wrong = f->descr_wrong;
    if (wrong & FAULT(CUCORE_UNSUPPORTED)) wrong ^= FAULT(CUCORE_UNSUPPORTED) | FAULT(CUCORE_WRONG_DTYPE);
    if (f->descr_lenient || wrong) return wrong | (f->descr_lenient ? FAULT(CUCORE_PROTOCOL) : 0);
    if (f->descr_names) e->code = 255;
    return f->descr_size == (int128)r.itemsize ? 0 : FAULT(CUCORE_PROTOCOL);
}

static faults expect_layout(const fields *f, expectation *e)
{
    faults wrong = 0;
    if (f->i.ndim < 0 || f->i.ndim > CUCORE_MAX_NDIM) return FAULT(CUCORE_INVALID_ARGUMENT);
    if (f->i.ndim > 0 && !f->i.shape) return FAULT(CUCORE_INVALID_ARGUMENT);
    fill_dense(f->i.ndim, f->shape, e->strides);
    e->reach = span_of(f->i.ndim, f->shape, e->strides);
    if (e->reach.negative) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
    for (int i = 0; f->strides && i < f->i.ndim; i++) {
        e->strides[i] = f->strides[i] / e->itemsize;
        if (f->strides[i] % e->itemsize == 0) continue;
        e->strides[i] = 0;
        if (f->shape[i] > 1 && !e->reach.empty) wrong |= FAULT(CUCORE_UNSUPPORTED);
    }
    if (wrong) return wrong;
    e->reach = span_of(f->i.ndim, f->shape, e->strides);
    return span_fits(&e->reach, 8 * (int64_t)e->itemsize) ? 0 : FAULT(CUCORE_OVERFLOW);
}

static faults expect_address(const fields *f, const expectation *e)
{
    int128 data = (int128)f->i.data;
    if (e->reach.empty) return 0;
    if (!data || data + e->reach.low * e->itemsize < 0) return FAULT(CUCORE_PROTOCOL);
    return data + (e->reach.high + 1) * e->itemsize > (int128)UINT64_MAX ? FAULT(CUCORE_PROTOCOL) : 0;
}

static faults expect_stream(const fields *f, const cucore_arg *intake)
{
    if (f->i.protocol != CUCORE_PROTOCOL_CAI || !f->i.has_stream) return 0;
    if (f->i.stream == 0) return intake->flags & CUCORE_STREAM_0_IS_LEGACY ? 0 : FAULT(CUCORE_PROTOCOL);
    return f->i.stream >= UINT64_MAX - 1 ? FAULT(CUCORE_PROTOCOL) : 0; /* what NO_SYNC and HOST are called */
}

static faults expect_device(const fields *f, const cucore_arg *intake, expectation *e)
{
    const place *where = place_of(f->i.data);
    e->device_type = f->i.protocol == CUCORE_PROTOCOL_CAI ? CUCORE_DEVICE_TYPE_CUDA : CUCORE_DEVICE_TYPE_CPU;
    e->device_id = -1;
    if (f->i.protocol != CUCORE_PROTOCOL_CAI) return 0;
    if (intake->flags & CUCORE_ON_DEVICE_ID) e->device_id = intake->device_id;
    if (intake->flags & CUCORE_ON_DEVICE_ID && intake->device_id < 0) return FAULT(CUCORE_INVALID_ARGUMENT);
    if ((intake->flags & CUCORE_TRUST_PRODUCER) || e->reach.empty) return 0;
    if (!where) return FAULT(CUCORE_PROTOCOL);
    e->device_type = where->device_type;
    e->device_id = where->device_id;
    return 0;
}

/* Of a C type with as many bytes, 8 at most; of one component of a complex number; bytes without a type anywhere. */
static int is_aligned(const fields *f, const expectation *e)
{
    uint64_t bytes = e->code >= 254 || e->padded ? 1 : (uint64_t)e->bits / (e->code == 5 || e->code == 18 ? 16 : 8);
    for (int i = 0; i < f->i.ndim; i++) {
        if (f->shape[i] == 0) return 1;
    }
    return f->i.data % (bytes > 8 ? 8 : bytes ? bytes : 1) == 0;
}

static void expect(const fields *f, const cucore_arg *given, expectation *e)
{
    static const cucore_arg any = {.flags = CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_LANES};
    const cucore_arg *intake = given ? given : &any;
    memset(e, 0, sizeof *e);
    e->wrong = expect_dtype(f, intake, e);
    if (!e->wrong) e->wrong |= expect_layout(f, e);
    if (!e->wrong) e->wrong |= expect_address(f, e) | expect_stream(f, intake);
    if (!e->wrong) e->wrong |= expect_device(f, intake, e);
    e->padded = (e->bits * e->lanes) % 8 != 0;
    if (e->wrong) return;
    e->wrong = requirement_faults(intake, is_dense(f->i.ndim, f->shape, e->strides, 'C'),
                                  is_dense(f->i.ndim, f->shape, e->strides, 'F'), e->device_type, e->device_id,
                                  f->i.readonly != 0, is_aligned(f, e));
}

static void must_be_view(const cucore_view *view, const fields *f, const cucore_arg *intake, const expectation *e)
{
    const size_t start = offsetof(cucore_view, layout), entry = sizeof(int64_t), used = (size_t)f->i.ndim * entry;
    const size_t shape = start + offsetof(cucore_layout, shape), strides = start + offsetof(cucore_layout, strides);
    int known = f->i.protocol == CUCORE_PROTOCOL_CAI && (f->i.has_stream || (intake && intake->producer_stream));
    REQUIRE((uint64_t)(uintptr_t)view->ptr == f->i.data && view->readonly == (f->i.readonly != 0));
    REQUIRE(view->dtype.code == e->code && view->dtype.bits == e->bits && view->dtype.lanes == e->lanes);
    REQUIRE(view->dtype.itemsize == e->itemsize && view->padded == e->padded && !view->copied && !view->unproven);
    REQUIRE(view->protocol == f->i.protocol && !view->private_.owner && !view->private_.release &&
            !view->pep3118_format && !view->descr);
    REQUIRE(view->device_type == e->device_type && view->device_id == e->device_id);
    REQUIRE(view->host_accessible == reads_host(e->device_type));
    REQUIRE(view->device_accessible == reads_device(e->device_type));
    REQUIRE(view->layout.ndim == f->i.ndim && view->layout.itemsize == e->itemsize && !view->layout.reserved);
    REQUIRE(view->layout.itembits == 8 * (int64_t)e->itemsize);
    REQUIRE(memcmp(view->layout.shape, f->shape, used) == 0 && memcmp(view->layout.strides, e->strides, used) == 0);
    REQUIRE(is_filled(view, shape + used, strides, 0xa5));
    REQUIRE(is_filled(view, strides + used, offsetof(cucore_view, private_), 0xa5));
    REQUIRE(is_filled(view, offsetof(cucore_view, private_.storage), sizeof *view, 0xa5));
    REQUIRE(view->has_producer_stream == known);
    if (known && f->i.has_stream) {
        REQUIRE((uint64_t)(uintptr_t)view->producer_stream == (f->i.stream ? f->i.stream : 1));
    } else {
        REQUIRE(view->producer_stream == (known ? intake->producer_stream : NULL));
    }
}

/* Out as an interface, and in again. */
static void go_out(input *in, cucore_view *view)
{
    static cucore_interface_room room;
    static cucore_view again;
    const cucore_layout *layout = &view->layout;
    cucore_interface out;
    cucore_arg intake;
    int protocols[] = {CUCORE_PROTOCOL_CAI, CUCORE_PROTOCOL_ARRAY_INTERFACE, CUCORE_PROTOCOL_PEP3118}, i, dense,
        empty = 0;
    int protocol = protocols[below(in, 8) ? below(in, 2) : 2], dummy;
    int plain = view->dtype.lanes == 1 && view->dtype.bits >= 8;
    faults wrong = 0;
    if (view->dtype.code == 255 && below(in, 2)) view->descr = &dummy;
    dense = is_dense(layout->ndim, layout->shape, layout->strides, 'C');
    for (i = 0; i < layout->ndim; i++) empty |= layout->shape[i] == 0;
    if (protocol == CUCORE_PROTOCOL_CAI && !reads_device(view->device_type)) wrong |= FAULT(CUCORE_WRONG_DEVICE);
    if (protocol == CUCORE_PROTOCOL_ARRAY_INTERFACE && !reads_host(view->device_type))
        wrong |= FAULT(CUCORE_WRONG_DEVICE);
    if (protocol == CUCORE_PROTOCOL_PEP3118) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
    if (view->dtype.code == 255 && !view->descr) wrong |= FAULT(CUCORE_UNSUPPORTED);
    if (view->dtype.code < 254 && (!plain || view->dtype.code == 4 || view->dtype.code > 6)) {
        wrong |= FAULT(CUCORE_UNSUPPORTED);
    }
    if (view->dtype.code == 5 && view->dtype.bits == 32) wrong |= FAULT(CUCORE_UNSUPPORTED);
    for (i = 0; i < layout->ndim && !dense; i++) {
        if (!fits((int128)layout->strides[i] * layout->itemsize)) wrong |= FAULT(CUCORE_OVERFLOW);
    }
    memset(&room, 0xa5, sizeof room);
    memset(&out, 0xa5, sizeof out);
    REQUIRE_STATUS(cucore_view_to_interface(view, protocol, &room, &out), wrong);
    if (wrong) return;
    REQUIRE(out.protocol == protocol && out.ndim == layout->ndim && out.shape == layout->shape && !out.descr);
    REQUIRE(out.data == (empty ? 0 : (uint64_t)(uintptr_t)view->ptr) && out.readonly == view->readonly);
    REQUIRE(out.has_stream == (protocol == CUCORE_PROTOCOL_CAI && view->has_producer_stream));
    REQUIRE(out.has_stream ? out.stream != 0 : out.stream == 0);
    REQUIRE(out.typestr == room.typestr && out.typestr_size == strlen(room.typestr));
    REQUIRE(dense ? !out.strides : out.strides == room.strides);
    for (i = 0; i < layout->ndim && !dense; i++) {
        REQUIRE(out.strides[i] == (int128)layout->strides[i] * layout->itemsize);
    }
    memset(&intake, 0, sizeof intake);
    intake.flags = CUCORE_TRUST_PRODUCER | CUCORE_ALLOW_UNALIGNED;
    poison(&again);
    if (view->dtype.itemsize > INT32_MAX) return; /* larger than anybody reads */
    REQUIRE(cucore_view_from_interface(&out, &intake, &again) == CUCORE_OK);
    REQUIRE(again.layout.ndim == layout->ndim && again.layout.itembits == layout->itembits);
    for (i = 0; i < layout->ndim; i++) {
        REQUIRE(again.layout.shape[i] == layout->shape[i]);
        if (layout->shape[i] > 1 && !empty) REQUIRE(again.layout.strides[i] == layout->strides[i]);
    }
    REQUIRE(again.ptr == (empty ? NULL : view->ptr) && again.readonly == view->readonly);
    REQUIRE(again.dtype.itemsize == view->dtype.itemsize && again.dtype.bits == view->dtype.bits);
    REQUIRE(again.dtype.code == (view->dtype.code == 255 ? 254 : view->dtype.code));
    REQUIRE(again.has_producer_stream == out.has_stream);
    if (out.has_stream) REQUIRE(again.producer_stream == cucore__stream_normalize(view->producer_stream));
}

static void run_interface(input *in)
{
    cucore_view *view = (cucore_view *)malloc(sizeof *view);
    cucore_arg storage;
    const cucore_arg *intake;
    expectation e;
    fields f;
    cucore_status status;
    if (!view) exit(2);
    fields_read(in, &f);
    intake = intake_read(in, &storage);
    expect(&f, intake, &e);
    poison(view);
    if (rarely(in, 40)) {
        f.i.typestr = NULL;
        e.wrong = FAULT(CUCORE_INVALID_ARGUMENT);
    }
    status = cucore_view_from_interface(&f.i, intake, view);
    REQUIRE_STATUS(status, e.wrong);
    if (status) {
        REQUIRE(is_zeroed(view));
    } else {
        must_be_view(view, &f, intake, &e);
        go_out(in, view);
        view->descr = NULL;
        cucore_view_release(view);
        REQUIRE(is_zeroed(view));
    }
    fields_free(&f);
    free(view);
}

/* Views that no interface would give: memory of our own, with packed elements or lanes. */
static void run_encode(input *in)
{
    cucore_view *view = (cucore_view *)malloc(sizeof *view);
    int64_t shape[4], strides[4];
    int i, ndim = below(in, 5);
    if (!view) exit(2);
    poison(view);
    memset(view, 0, offsetof(cucore_view, layout));
    memset(&view->private_, 0, sizeof view->private_);
    view->dtype = dtype_read(in);
    for (i = 0; i < ndim; i++) {
        shape[i] = extent_of(in) & INT64_MAX;
        strides[i] = rarely(in, 8) ? wild_of(in) : below(in, 17) - 8;
    }
    if (!dtype_faults(view->dtype) &&
        cucore_layout_make(ndim, shape, below(in, 2) ? strides : NULL, view->dtype.itemsize, &view->layout) == 0) {
        const place *where = &places[below(in, COUNT_OF(places))];
        int64_t bits = cucore_dtype_itembits(view->dtype);
        if (bits % 8 && below(in, 2) && cucore_layout_set_packed(&view->layout, bits)) {
            /* too large in bits: it stays as it was */
        }
        view->padded = (uint8_t)(view->layout.itembits != bits);
        view->ptr = (void *)(uintptr_t)((uint64_t)1 << 62); /* far from both ends of the address space */
        if (span_of(ndim, shape, view->layout.strides).high > ((int128)1 << 56) / view->layout.itemsize ||
            span_of(ndim, shape, view->layout.strides).low < -((int128)1 << 56) / view->layout.itemsize) {
            view->layout.ndim = 0;
        }
        view->device_type = where->device_type;
        view->device_id = where->device_id;
        view->protocol = CUCORE_PROTOCOL_MEMORY;
        view->readonly = (uint8_t)below(in, 2);
        view->has_producer_stream = (uint8_t)below(in, 2);
        view->producer_stream = (CUstream)(uintptr_t)below(in, 4);
        view->host_accessible = (uint8_t)reads_host(where->device_type);
        view->device_accessible = (uint8_t)reads_device(where->device_type);
        go_out(in, view);
    }
    free(view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in;
    in.data = data;
    in.left = size;
    places_make();
    switch (below(&in, 16)) {
    case 0: run_name(&in); break;
    case 1: run_dtype(&in); break;
    case 2:
    case 3: run_typestr(&in); break;
    case 4:
    case 5: run_descr(&in); break;
#if defined(HAS_FORMATS)
    case 6:
    case 7: run_format(&in); break;
    case 8: run_format_of(&in); break;
#endif
    case 9:
    case 10: run_check(&in); break;
    case 11: run_encode(&in); break;
    default: run_interface(&in); break;
    }
    return 0;
}
