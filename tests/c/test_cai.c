/* The fields of interfaces without Python.  No libcuda:
 *     cc -std=c99 -I. -isystem $(CUDA_INCLUDE) tests/c/test_cai.c -o test_cai -lpthread -ldl && ./test_cai
 *
 * Most of what cucore_cai.h does is tested through cucore_python.h; here stands what a dict cannot say. */
#define CUCORE_IMPLEMENTATION
#include <limits.h>

#include "cucore_cai.h"

#include "check.h"

static char memory[64];

static int is_zero(const cucore_view *view)
{
    const unsigned char *bytes = (const unsigned char *)view;
    size_t i, size = offsetof(cucore_view, layout) + offsetof(cucore_layout, shape);
    for (i = 0; i < size; i++) {
        if (bytes[i]) return 0;
    }
    return 1;
}

/* A view is zeroed by every error, so that it can be released. */
static void test_null_arguments(void)
{
    cucore__interface fields;
    cucore_view view;
    int64_t extent = 4;
    memset(&fields, 0, sizeof fields);
    fields.protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE;
    fields.ndim = 1;
    fields.shape = &extent;
    fields.typestr = "<f4";
    fields.typestr_length = 3;
    fields.data = (uint64_t)(uintptr_t)memory;
    CHECK_INT(cucore__view_from_interface(&fields, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    memset(&view, 0xa5, sizeof view);
    CHECK_INT(cucore__view_from_interface(NULL, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK(is_zero(&view));
    memset(&view, 0xa5, sizeof view);
    fields.typestr = NULL;
    CHECK_INT(cucore__view_from_interface(&fields, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK(is_zero(&view));
    cucore_view_release(&view);
    {
        cucore_dtype dtype;
        CHECK_INT(cucore_dtype_from_typestr(NULL, 3, &dtype), CUCORE_INVALID_ARGUMENT);
        CHECK_STR(cucore_last_error()->message, "cucore_dtype_from_typestr: an argument is NULL");
        CHECK_INT(cucore_dtype_from_typestr("<f4", 3, NULL), CUCORE_INVALID_ARGUMENT);
    }
}

/* The formats of buffers, both ways, without Python.  source: the struct module, PEP 3118, B111 */
static void test_formats(void)
{
    static const struct {
        const char *format;
        int64_t itemsize;
        cucore_status status;
        cucore_dtype dtype;
        const char *back; /* NULL: none */
    } rows[] = {
        {"f", 4, CUCORE_OK, CUCORE_DTYPE_INIT(FLOAT, 32), "f"},
        {"@d", 8, CUCORE_OK, CUCORE_DTYPE_INIT(FLOAT, 64), "d"},
        {"e", 2, CUCORE_OK, CUCORE_DTYPE_INIT(FLOAT, 16), "e"},
        {"?", 1, CUCORE_OK, CUCORE_DTYPE_INIT(BOOL, 8), "?"},
        {"l", 8, CUCORE_OK, CUCORE_DTYPE_INIT(INT, 64), LONG_MAX > INT32_MAX ? "l" : "q"},
        {"q", 8, CUCORE_OK, CUCORE_DTYPE_INIT(INT, 64), LONG_MAX > INT32_MAX ? "l" : "q"},
        {ORDER_HERE "q", 8, CUCORE_OK, CUCORE_DTYPE_INIT(INT, 64), LONG_MAX > INT32_MAX ? "l" : "q"},
        {"L", 8, CUCORE_OK, CUCORE_DTYPE_INIT(UINT, 64), LONG_MAX > INT32_MAX ? "L" : "Q"},
        {"Q", 8, CUCORE_OK, CUCORE_DTYPE_INIT(UINT, 64), LONG_MAX > INT32_MAX ? "L" : "Q"},
        {"=l", 4, CUCORE_OK, CUCORE_DTYPE_INIT(INT, 32), "i"},
        {NULL, 1, CUCORE_OK, CUCORE_DTYPE_INIT(UINT, 8), "B"},
        {"Zf", 8, CUCORE_OK, CUCORE_DTYPE_INIT(COMPLEX, 64), "Zf"},
        {"D", 16, CUCORE_OK, CUCORE_DTYPE_INIT(COMPLEX, 128), "Zd"},
        {"Ze", 4, CUCORE_OK, CUCORE_DTYPE_INIT(COMPLEX, 32), NULL},
        {"1f", 4, CUCORE_OK, CUCORE_DTYPE_INIT(FLOAT, 32), "f"},
        {ORDER_HERE "1d", 8, CUCORE_OK, CUCORE_DTYPE_INIT(FLOAT, 64), "d"},
        {"@1Zf", 8, CUCORE_OK, CUCORE_DTYPE_INIT(COMPLEX, 64), "Zf"},
        {"1?", 1, CUCORE_OK, CUCORE_DTYPE_INIT(BOOL, 8), "?"},
        {"1x", 1, CUCORE_OK, {CUCORE_CODE_OPAQUE, 0, 1, 1}, "1x"},
        {"N", sizeof(size_t), CUCORE_OK, {CUCORE_CODE_UINT, 8 * sizeof(size_t), 1, sizeof(size_t)}, "L"},
        {"^n", sizeof(size_t), CUCORE_OK, {CUCORE_CODE_INT, 8 * sizeof(size_t), 1, sizeof(size_t)}, "l"},
        {"=N", sizeof(size_t), CUCORE_PROTOCOL, {0}, NULL},
        {"<n", sizeof(size_t), CUCORE_PROTOCOL, {0}, NULL},
        {"!N", sizeof(size_t), CUCORE_PROTOCOL, {0}, NULL},
        {"Ze", 8, CUCORE_PROTOCOL, {0}, NULL},
        {"2f", 8, CUCORE_UNSUPPORTED, {0}, NULL},
        {"11f", 44, CUCORE_UNSUPPORTED, {0}, NULL},
        {"1", 1, CUCORE_UNSUPPORTED, {0}, NULL},
        {"1f ", 4, CUCORE_UNSUPPORTED, {0}, NULL},
        {"12x", 12, CUCORE_OK, {CUCORE_CODE_OPAQUE, 0, 1, 12}, "12x"},
        {"T{f:x:i:y:}", 8, CUCORE_OK, {CUCORE_CODE_STRUCTURED, 0, 1, 8}, NULL},
        {"f", 8, CUCORE_PROTOCOL, {0}, NULL},
        {"", 1, CUCORE_PROTOCOL, {0}, NULL},
        {"g", 16, CUCORE_UNSUPPORTED, {0}, NULL},
        {"O", 8, CUCORE_UNSUPPORTED, {0}, NULL},
    };
    char text[8];
    size_t i, length;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        cucore_dtype dtype, poison;
        check_row(rows[i].format ? rows[i].format : "NULL");
        memset(&poison, 0xa5, sizeof poison);
        dtype = poison;
        CHECK_INT(cucore_dtype_from_pep3118(rows[i].format, rows[i].itemsize, &dtype), rows[i].status);
        CHECK(cucore_dtype_is_equal(dtype, rows[i].status ? poison : rows[i].dtype));
        if (rows[i].status) continue;
        memset(text, 'x', sizeof text);
        if (!rows[i].back) {
            CHECK_INT(cucore_dtype_to_pep3118(dtype, text, sizeof text), -1);
            CHECK_INT(cucore_last_error()->status, CUCORE_UNSUPPORTED);
            CHECK_STR(text, "");
            continue;
        }
        length = strlen(rows[i].back);
        CHECK_INT(cucore_dtype_to_pep3118(dtype, NULL, 0), length);
        CHECK_INT(cucore_dtype_to_pep3118(dtype, text, length), length); /* one too short: cut, as snprintf does */
        CHECK(memcmp(text, rows[i].back, length - 1) == 0 && text[length - 1] == '\0' && text[length] == 'x');
        CHECK_INT(cucore_dtype_to_pep3118(dtype, text, sizeof text), length);
        CHECK_STR(text, rows[i].back);
    }
    check_row("a dtype that is none");
    CHECK_INT(cucore_dtype_to_pep3118(cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 0), text, sizeof text), -1);
    CHECK_INT(cucore_last_error()->status, CUCORE_PROTOCOL);
}

/* What the caller knows opaque elements to be. */
static void test_opaque_elements(void)
{
    static const struct {
        const char *name, *typestr;
        cucore_dtype given;
        cucore_status status;
        const char *words;
        cucore_dtype expected;
        size_t length; /* 0: up to the NUL */
    } rows[] = {
        {"nothing is given", "|V2", {0}, CUCORE_OK, NULL, {CUCORE_CODE_OPAQUE, 0, 1, 2}, 0},
        {"bfloat16", "|V2", {CUCORE_CODE_BFLOAT, 16, 1, 2}, CUCORE_OK, NULL, {CUCORE_CODE_BFLOAT, 16, 1, 2}, 0},
        {"another size",
         "|V2",
         {CUCORE_CODE_FLOAT, 32, 1, 4},
         CUCORE_PROTOCOL,
         "2 bytes cannot be the dtype given",
         {0},
         0},
        {"a dtype that is none", "|V2", {CUCORE_CODE_FLOAT, 0, 1, 2}, CUCORE_PROTOCOL, "dtype.bits is 0", {0}, 0},
        {"not opaque", ORDER_HERE "f4", {CUCORE_CODE_INT, 32, 1, 4}, CUCORE_OK, NULL, {CUCORE_CODE_FLOAT, 32, 1, 4}, 0},
        {"objects", "|O", {0}, CUCORE_WRONG_DTYPE, "array: expected an array of numbers, got object", {0}, 0},
        {"text", "<U5", {0}, CUCORE_WRONG_DTYPE, "got text ('<U5')", {0}, 0},
        {"a float of several kinds",
         ORDER_HERE "f1",
         {0},
         CUCORE_WRONG_DTYPE,
         "got float8 ('" ORDER_HERE "f1'), of which there are several",
         {0},
         0},
        {"half a complex64",
         ORDER_HERE "c4",
         {0},
         CUCORE_WRONG_DTYPE,
         "got complex32 ('" ORDER_HERE "c4'), which is no typestr of NumPy's",
         {0},
         0},
        {"an int of 16 bytes",
         ORDER_HERE "i16",
         {0},
         CUCORE_WRONG_DTYPE,
         "got int128 ('" ORDER_HERE "i16'), a size that no dtype here has",
         {0},
         0},
        {"a long double",
         ORDER_HERE "f16",
         {0},
         CUCORE_WRONG_DTYPE,
         "got longdouble; convert with .astype('float64')",
         {0},
         0},
        {"dates",
         ORDER_HERE "M8[ns]",
         {0},
         CUCORE_WRONG_DTYPE,
         "got datetime64 ('" ORDER_HERE "M8[ns]'); convert with .view('int64')",
         {0},
         0},
        {"text without a size, older", "|T40", {0}, CUCORE_WRONG_DTYPE, "got text (|T40)", {0}, 0},
        {"the same without a size", "|T", {0}, CUCORE_PROTOCOL, "byte order", {0}, 0},
        {"text without a size", "StringDType()", {0}, CUCORE_WRONG_DTYPE, "got text (StringDType())", {0}, 0},
        {"the other byte order",
         ORDER_OTHER "f4",
         {0},
         CUCORE_WRONG_DTYPE,
         "got float32 in foreign byte order ('" ORDER_OTHER "f4'); convert with .astype('float32')",
         {0},
         0},
        {"a NUL is no kind", "<\0004", {0}, CUCORE_PROTOCOL, "has an unknown kind", {0}, 3},
        {"a byte order alone", "|", {0}, CUCORE_PROTOCOL, "'|' does not begin with a byte order", {0}, 0},
        {"no text", "", {0}, CUCORE_PROTOCOL, "'' does not begin with a byte order", {0}, 0},
        {"a unit of no time", "<f8[s]", {0}, CUCORE_PROTOCOL, "'<f8[s]' has something behind its size", {0}, 0},
        {"a unit that is not closed", "<m8[s", {0}, CUCORE_PROTOCOL, "'<m8[s' has something behind its size", {0}, 0},
        {"an empty unit", "<m8[", {0}, CUCORE_PROTOCOL, "'<m8[' has something behind its size", {0}, 0},
        {"no bracket", "<m8s]", {0}, CUCORE_PROTOCOL, "'<m8s]' has something behind its size", {0}, 0},
    };
    int i;
    for (i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        cucore__interface fields;
        cucore_arg intake;
        cucore_view view;
        int64_t extent = 4;
        check_row(rows[i].name);
        memset(&fields, 0, sizeof fields);
        memset(&intake, 0, sizeof intake);
        memset(&view, 0xa5, sizeof view);
        fields.protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE;
        fields.ndim = 1;
        fields.shape = &extent;
        fields.typestr = rows[i].typestr;
        fields.typestr_length = rows[i].length ? rows[i].length : strlen(rows[i].typestr);
        fields.data = (uint64_t)(uintptr_t)memory;
        intake.reinterpret = rows[i].given;
        CHECK_INT(cucore__view_from_interface(&fields, &intake, &view), rows[i].status);
        if (rows[i].status) {
            CHECK_HAS(cucore_last_error()->message, rows[i].words);
            CHECK(is_zero(&view));
        } else {
            CHECK(cucore_dtype_is_equal(view.dtype, rows[i].expected));
            CHECK_INT(view.layout.itemsize, rows[i].expected.itemsize);
            CHECK(view.ptr == memory);
        }
        cucore_view_release(&view);
    }
}

int main(void)
{
    RUN(test_null_arguments);
    RUN(test_formats);
    RUN(test_opaque_elements);
    return check_end();
}
