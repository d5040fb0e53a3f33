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
TEST(test_null_arguments)
{
    cucore_interface fields;
    cucore_view view;
    int64_t extent = 4;
    memset(&fields, 0, sizeof fields);
    fields.protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE;
    fields.ndim = 1;
    fields.shape = &extent;
    fields.typestr = "<f4";
    fields.typestr_size = 3;
    fields.data = (uint64_t)(uintptr_t)memory;
    CHECK_INT(cucore_view_from_interface(&fields, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    memset(&view, 0xa5, sizeof view);
    CHECK_INT(cucore_view_from_interface(NULL, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK(is_zero(&view));
    memset(&view, 0xa5, sizeof view);
    fields.typestr = NULL;
    CHECK_INT(cucore_view_from_interface(&fields, NULL, &view), CUCORE_INVALID_ARGUMENT);
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
TEST(test_formats)
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
    size_t length;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
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
TEST(test_opaque_elements)
{
    static const struct {
        const char *name, *typestr;
        cucore_dtype given;
        cucore_status status;
        const char *words;
        cucore_dtype expected;
        size_t length; /* 0: up to the NUL */
    } rows[] = {
        FIELDS("nothing is given", "|V2", {0}, CUCORE_OK, NULL, {CUCORE_CODE_OPAQUE, 0, 1, 2}, 0),
        FIELDS("bfloat16", "|V2", {CUCORE_CODE_BFLOAT, 16, 1, 2}, CUCORE_OK, NULL, {CUCORE_CODE_BFLOAT, 16, 1, 2}, 0),
        FIELDS("another size", "|V2", {CUCORE_CODE_FLOAT, 32, 1, 4}, CUCORE_PROTOCOL,
               "2 bytes cannot be the dtype given", {0}, 0),
        FIELDS("a dtype that is none", "|V2", {CUCORE_CODE_FLOAT, 0, 1, 2}, CUCORE_PROTOCOL, "dtype.bits is 0", {0}, 0),
        FIELDS("not opaque", ORDER_HERE "f4", {CUCORE_CODE_INT, 32, 1, 4}, CUCORE_OK, NULL,
               {CUCORE_CODE_FLOAT, 32, 1, 4}, 0),
        FIELDS("objects", "|O", {0}, CUCORE_WRONG_DTYPE, "array: expected an array of numbers, got object", {0}, 0),
        FIELDS("text", "<U5", {0}, CUCORE_WRONG_DTYPE, "got text ('<U5')", {0}, 0),
        FIELDS("a float of several kinds", ORDER_HERE "f1", {0}, CUCORE_WRONG_DTYPE,
               "got float8 ('" ORDER_HERE "f1'), of which there are several", {0}, 0),
        FIELDS("half a complex64", ORDER_HERE "c4", {0}, CUCORE_WRONG_DTYPE,
               "got complex32 ('" ORDER_HERE "c4'), which is no typestr of NumPy's", {0}, 0),
        FIELDS("an int of 16 bytes", ORDER_HERE "i16", {0}, CUCORE_WRONG_DTYPE,
               "got int128 ('" ORDER_HERE "i16'), a size that no dtype here has", {0}, 0),
        FIELDS("a long double", ORDER_HERE "f16", {0}, CUCORE_WRONG_DTYPE,
               "got longdouble; convert with .astype('float64')", {0}, 0),
        FIELDS("dates", ORDER_HERE "M8[ns]", {0}, CUCORE_WRONG_DTYPE,
               "got datetime64 ('" ORDER_HERE "M8[ns]'); convert with .view('int64')", {0}, 0),
        FIELDS("text without a size, older", "|T40", {0}, CUCORE_WRONG_DTYPE, "got text (|T40)", {0}, 0),
        FIELDS("the same without a size", "|T", {0}, CUCORE_PROTOCOL, "byte order", {0}, 0),
        FIELDS("text without a size", "StringDType()", {0}, CUCORE_WRONG_DTYPE, "got text (StringDType())", {0}, 0),
        FIELDS("the other byte order", ORDER_OTHER "f4", {0}, CUCORE_WRONG_DTYPE,
               "got float32 in foreign byte order ('" ORDER_OTHER "f4'); convert with .astype('float32')", {0}, 0),
        FIELDS("a NUL is no kind", "<\0004", {0}, CUCORE_PROTOCOL, "has an unknown kind", {0}, 3),
        FIELDS("a byte order alone", "|", {0}, CUCORE_PROTOCOL, "'|' does not begin with a byte order", {0}, 0),
        FIELDS("no text", "", {0}, CUCORE_PROTOCOL, "'' does not begin with a byte order", {0}, 0),
        FIELDS("a unit of no time", "<f8[s]", {0}, CUCORE_PROTOCOL, "'<f8[s]' has something behind its size", {0}, 0),
        FIELDS("a unit that is not closed", "<m8[s", {0}, CUCORE_PROTOCOL, "'<m8[s' has something behind its size", {0},
               0),
        FIELDS("an empty unit", "<m8[", {0}, CUCORE_PROTOCOL, "'<m8[' has something behind its size", {0}, 0),
        FIELDS("no bracket", "<m8s]", {0}, CUCORE_PROTOCOL, "'<m8s]' has something behind its size", {0}, 0),
    };
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        cucore_interface fields;
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
        fields.typestr_size = rows[i].length ? rows[i].length : strlen(rows[i].typestr);
        fields.data = (uint64_t)(uintptr_t)memory;
        intake.reinterpret = rows[i].given;
        CHECK_INT(cucore_view_from_interface(&fields, &intake, &view), rows[i].status);
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

/* ---- the fields of an interface ---- */
static const int64_t good_shape[2] = {3, 4}, good_strides[2] = {20, 4};
static int64_t wide_shape[CUCORE_MAX_NDIM + 1];
static const int64_t negative_shape[2] = {3, -1}, huge_shape[2] = {INT64_MAX, 2}, empty_shape[2] = {0, 4};
static const int64_t odd_strides[2] = {18, 4}, huge_strides[2] = {INT64_MIN, 4}, far_strides[2] = {INT64_MAX - 3, 4};

/* An array of float32 whose rows have a gap, with a stream that the array interface ignores. */
static cucore_interface good_fields(int protocol)
{
    cucore_interface fields;
    memset(&fields, 0, sizeof fields);
    fields.protocol = protocol;
    fields.ndim = 2;
    fields.shape = good_shape;
    fields.strides = good_strides;
    fields.typestr = ORDER_HERE "f4";
    fields.typestr_size = 3;
    fields.data = (uint64_t)(uintptr_t)memory;
    fields.has_stream = 1;
    fields.stream = 2;
    return fields;
}

/* What is wrong with the good fields, and what is said of it. */
typedef struct {
    const char *name;
    cucore_interface fields;
    uint64_t flags;
    cucore_status status;
    const char *words;
} wrong_row;

static wrong_row wrong_rows[64];
static int wrong_count;

/* A row with good fields, of which the caller makes one wrong. */
static cucore_interface *wrong(const char *name, uint64_t flags, cucore_status status, const char *words)
{
    wrong_row *row = &wrong_rows[wrong_count++];
    row->name = name;
    row->fields = good_fields(strncmp(name, "stream", 6) ? CUCORE_PROTOCOL_ARRAY_INTERFACE : CUCORE_PROTOCOL_CAI);
    row->flags = flags;
    row->status = status;
    row->words = words;
    return &row->fields;
}

static void wrong_typestr(const char *name, const char *typestr, cucore_status status, const char *words)
{
    cucore_interface *fields = wrong(name, 0, status, words);
    fields->typestr = typestr;
    fields->typestr_size = strlen(typestr);
}

static void wrong_descr(const char *name, const char *descr, cucore_status status, const char *words)
{
    cucore_interface *fields = wrong(name, 0, status, words);
    fields->typestr = "|V4";
    fields->descr = descr;
    fields->descr_size = strlen(descr);
}

static void fill_wrong_rows(void)
{
    wrong("protocol: none", 0, CUCORE_INVALID_ARGUMENT, "protocol 0 is no interface")->protocol = 0;
    wrong("protocol: DLPack", 0, CUCORE_INVALID_ARGUMENT, "is no interface")->protocol = CUCORE_PROTOCOL_DLPACK;
    wrong("protocol: 256 more", 0, CUCORE_INVALID_ARGUMENT, "is no interface")->protocol += 256;
    wrong("ndim: negative", 0, CUCORE_INVALID_ARGUMENT, "ndim is -1; it must be 0 to 64")->ndim = -1;
    wrong("ndim: too many", 0, CUCORE_INVALID_ARGUMENT, "ndim is 65; it must be 0 to 64")->ndim = CUCORE_MAX_NDIM + 1;
    wrong("shape: NULL", 0, CUCORE_INVALID_ARGUMENT, "shape is NULL")->shape = NULL;
    wrong("shape: negative (3.1)", 0, CUCORE_INVALID_ARGUMENT, "shape[1] is -1; extents must be 0 or more")->shape =
        negative_shape;
    wrong("shape: too large", 0, CUCORE_OVERFLOW, "the product of the 2 extents")->shape = huge_shape;
    wrong("strides: no multiple of the itemsize (C4)", 0, CUCORE_UNSUPPORTED, "18 bytes")->strides = odd_strides;
    wrong("strides: the lowest", 0, CUCORE_OVERFLOW, "reach from offset -4611686018427387904 to 3")->strides =
        huge_strides;
    wrong("strides: around the address space", 0, CUCORE_OVERFLOW, "reach from offset 0 to 4611686018427387905")
        ->strides = far_strides;
    wrong("typestr: NULL", 0, CUCORE_INVALID_ARGUMENT, "cucore_view_from_interface: an argument is NULL")->typestr =
        NULL;
    wrong("typestr: no bytes", 0, CUCORE_PROTOCOL, "'' does not begin with a byte order")->typestr_size = 0;
    wrong("typestr: cut", 0, CUCORE_PROTOCOL, "does not begin with a byte order")->typestr_size = 2;
    wrong_typestr("typestr: no order", "f4", CUCORE_PROTOCOL, "'f4' does not begin with a byte order");
    wrong_typestr("typestr: unknown kind", "|X4", CUCORE_PROTOCOL, "'|X4' has an unknown kind");
    wrong_typestr("typestr: no size", "<f0", CUCORE_PROTOCOL, "'<f0' has no valid size");
    wrong_typestr("typestr: too large a size", "<f99999999999999999999", CUCORE_PROTOCOL, "has no valid size");
    wrong_typestr("typestr: foreign order", ORDER_OTHER "f4", CUCORE_WRONG_DTYPE, "float32 in foreign byte order");
    wrong_typestr("typestr: objects", "|O", CUCORE_WRONG_DTYPE, "got object");
    wrong_typestr("typestr: a date", ORDER_HERE "M8[s]", CUCORE_WRONG_DTYPE, "datetime64");
    wrong_typestr("typestr: text", ORDER_HERE "U3", CUCORE_WRONG_DTYPE, "text");
    wrong_descr("descr: another size (C9)", "[('x', '<f8')]", CUCORE_PROTOCOL,
                "have 8 bytes together, but typestr '|V4' has 4");
    wrong_descr("descr: no list (C9)", "{'x': 1}", CUCORE_PROTOCOL, "descr");
    wrong_descr("descr: no bytes (C9)", "", CUCORE_PROTOCOL, "descr");
    wrong_descr("descr: objects (C9)", "[('x', '|O')]", CUCORE_WRONG_DTYPE, "with Python objects or pointers");
    wrong("data: NULL (C3)", 0, CUCORE_PROTOCOL, "the data pointer is NULL, but the array is not empty")->data = 0;
    wrong("data: at the end of memory", 0, CUCORE_PROTOCOL, "outside the address space")->data = UINTPTR_MAX - 7;
    wrong("readonly (C5)", CUCORE_WRITE, CUCORE_READONLY, "read-only")->readonly = -1;
    wrong("mask (3.1, B99)", 0, CUCORE_UNSUPPORTED, "mask must be None or absent")->has_mask = 1;
    wrong("stream: 0 (3.1)", CUCORE_TRUST_PRODUCER, CUCORE_PROTOCOL, "stream is 0, which")->stream = 0;
    wrong("stream: nobody's", CUCORE_TRUST_PRODUCER, CUCORE_PROTOCOL, "it must be None, 1, 2 or the handle")->stream =
        (uint64_t)(uintptr_t)CUCORE_STREAM_NO_SYNC;
    wrong("stream: the host's", CUCORE_TRUST_PRODUCER, CUCORE_PROTOCOL, "it must be None, 1, 2 or the handle")->stream =
        (uint64_t)(uintptr_t)CUCORE_STREAM_HOST;
}

/* Each field wrong in turn: the status, the words, and a view that was zeroed. */
TEST(test_wrong_fields)
{
    for (int i = 0; i <= CUCORE_MAX_NDIM; i++) wide_shape[i] = 1;
    fill_wrong_rows();
    for (int i = 0; i < wrong_count; i++) {
        wrong_row *row = &wrong_rows[i];
        cucore_arg arg;
        cucore_view view;
        check_row(row->name);
        memset(&arg, 0, sizeof arg);
        memset(&view, 0xa5, sizeof view);
        arg.flags = row->flags;
        if (row->fields.ndim > CUCORE_MAX_NDIM) row->fields.shape = row->fields.strides = wide_shape;
        CHECK_INT(cucore_view_from_interface(&row->fields, &arg, &view), row->status);
        REFUSED(cucore_last_error()->status, row->status, row->words);
        CHECK(is_zero(&view));
        cucore_view_release(&view);
    }
    CHECK(wrong_count > 30);
}

/* Good fields of both protocols, in and out: each value is back.  A1 to A3, C1, C2, C8, P14 */
TEST(test_fields_in_and_out)
{
    static const struct {
        const char *name;
        int protocol, ndim;
        const int64_t *shape, *strides;
        int readonly, has_stream;
        uint64_t stream;
    } rows[] = {
        {"rows with a gap", CUCORE_PROTOCOL_ARRAY_INTERFACE, 2, good_shape, good_strides, 0, 0, 0},
        {"C order, read-only", CUCORE_PROTOCOL_ARRAY_INTERFACE, 2, good_shape, NULL, 1, 0, 0},
        {"one element", CUCORE_PROTOCOL_ARRAY_INTERFACE, 0, NULL, NULL, 0, 0, 0},
        {"empty, address 0 (C2)", CUCORE_PROTOCOL_ARRAY_INTERFACE, 2, empty_shape, NULL, 0, 0, 0},
        {"device, no stream (C8)", CUCORE_PROTOCOL_CAI, 2, good_shape, good_strides, 0, 0, 0},
        {"device, legacy stream", CUCORE_PROTOCOL_CAI, 2, good_shape, NULL, 1, 1, 1},
        {"device, per-thread stream", CUCORE_PROTOCOL_CAI, 2, good_shape, NULL, 0, 1, 2},
        {"device, a handle", CUCORE_PROTOCOL_CAI, 2, good_shape, NULL, 0, 1, 0x1234560},
        {"device, empty (C2)", CUCORE_PROTOCOL_CAI, 2, empty_shape, NULL, 0, 0, 0},
    };
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        cucore_interface in = good_fields(rows[i].protocol), out;
        cucore_interface_room room;
        cucore_arg arg;
        cucore_view view;
        const int empty = rows[i].shape == empty_shape;
        check_row(rows[i].name);
        memset(&arg, 0, sizeof arg);
        arg.flags = CUCORE_TRUST_PRODUCER;
        in.ndim = rows[i].ndim;
        in.shape = rows[i].shape;
        in.strides = rows[i].strides;
        in.readonly = rows[i].readonly;
        in.has_stream = rows[i].has_stream;
        in.stream = rows[i].stream;
        if (empty) in.data = 0;
        CHECK_INT(cucore_view_from_interface(&in, &arg, &view), CUCORE_OK);
        CHECK_INT(view.protocol, rows[i].protocol);
        CHECK_INT(view.host_accessible, rows[i].protocol == CUCORE_PROTOCOL_ARRAY_INTERFACE);
        CHECK_INT(view.device_accessible, rows[i].protocol == CUCORE_PROTOCOL_CAI);
        CHECK_INT(view.has_producer_stream, rows[i].has_stream);
        for (int axis = 0; rows[i].strides && axis < in.ndim; axis++) {
            CHECK_INT(view.layout.strides[axis], in.strides[axis] / 4);
        }
        CHECK_INT(cucore_view_to_interface(&view, rows[i].protocol, &room, &out), CUCORE_OK);
        CHECK_INT(out.protocol, in.protocol);
        CHECK_INT(out.ndim, in.ndim);
        for (int axis = 0; axis < in.ndim; axis++) CHECK_INT(out.shape[axis], in.shape[axis]);
        CHECK_INT(!out.strides, !in.strides);
        for (int axis = 0; in.strides && axis < in.ndim; axis++) CHECK_INT(out.strides[axis], in.strides[axis]);
        CHECK_STR(out.typestr, ORDER_HERE "f4");
        CHECK_INT(out.typestr_size, 3);
        CHECK(!out.descr && !out.descr_size && !out.has_mask);
        CHECK_INT(out.data, in.data);
        CHECK_INT(out.readonly, in.readonly);
        CHECK_INT(out.has_stream, in.has_stream);
        CHECK_INT(out.stream, in.has_stream ? in.stream : 0);
        CHECK_INT(cucore_view_to_interface(&view,
                                           rows[i].protocol == CUCORE_PROTOCOL_CAI ? CUCORE_PROTOCOL_ARRAY_INTERFACE
                                                                                   : CUCORE_PROTOCOL_CAI,
                                           &room, &out),
                  CUCORE_WRONG_DEVICE);
        cucore_view_release(&view);
    }
}

TESTS_MAIN
