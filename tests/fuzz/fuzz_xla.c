/* Call frames of XLA's FFI with arbitrary fields, which reach an operator: struct sizes, versions, extensions, stages, buffers,
 * attributes.  Each struct has exactly the bytes of its struct_size, so that the address sanitizer sees what is read before
 * the size was checked.  The oracle finds whether the function of the operator has to run, and with which views and values;
 * all else must be an error of XLA, or the answer for the metadata.  Every call is made twice: the second one may be compared
 * with the first.  Buffers alone are decoded and encoded again. */
#define FUZZ_COUNT_MEMORY
#include "fuzz.h"

#define CUCORE_IMPLEMENTATION
#define CUCORE_OP_NO_TORCH
#define CUCORE_OP_NO_TVM_FFI
#include "cucore_op.h"

#include "../c/xla_frames.h"

/* ---- memory of exact size ---- */
static void *blocks[64];
static int block_count;

static void *exactly(size_t size)
{
    void *block = (calloc)(1, size + !size); /* not counted as the library's */
    if (!block || block_count == COUNT_OF(blocks)) exit(2);
    return blocks[block_count++] = block;
}

static void *copied(const void *from, size_t size, size_t given)
{
    void *to = exactly(given);
    memcpy(to, from, size < given ? size : given);
    return to;
}

/* ---- an array and its oracle ---- */
typedef struct model {
    int sound;   /* it can be decoded */
    int aligned; /* and has the alignment of its dtype */
    cucore_dtype dtype;
    int rank;
    int64_t dims[CUCORE_MAX_NDIM];
    uint64_t first, end; /* bytes; equal if it is empty */
    int at_the_end;      /* of the address space: end is 0 */
    void *data;
} model;

static const struct {
    int number, name; /* in dtype_names */
} numbers[] = {{11, 0}, {12, 1},  {10, 2},  {2, 3},   {3, 4},   {4, 5},   {5, 6},   {21, 7},  {26, 8},  {30, 9},
               {6, 10}, {7, 11},  {8, 12},  {9, 13},  {22, 14}, {27, 15}, {31, 16}, {16, 17}, {15, 19}, {18, 20},
               {1, 21}, {29, 22}, {28, 23}, {23, 24}, {20, 25}, {25, 26}, {19, 27}, {24, 28}, {33, 29}, {32, 32}};

static int alignment_of(cucore_dtype dtype)
{
    if (dtype.bits < 8) return 1;
    return dtype.bits / (dtype.code == 5 ? 16 : 8);
}

/* Fills a buffer; NULL rarely.  like: an array whose dtype and shape it mostly has. */
static cucore__xla_buffer *buffer_of(input *in, const model *like, uint64_t address, model *out)
{
    static const int64_t common[] = {2, 3, 1, 4, 5, 8, 16, 7, 0};
    cucore__xla_buffer buffer;
    int128 bits = 1;
    int i, kind = below(in, COUNT_OF(numbers)), empty = 0;
    memset(&buffer, 0, sizeof buffer);
    memset(out, 0, sizeof *out);
    buffer.struct_size = rarely(in, 40) ? (size_t)below(in, 80) : 48;
    buffer.dtype = numbers[kind].number;
    out->dtype = cucore_dtype_make(dtype_names[numbers[kind].name].code, dtype_names[numbers[kind].name].bits, 1);
    buffer.rank = rarely(in, 60) ? wild_of(in) : below(in, 5);
    if (rarely(in, 90)) buffer.rank = below(in, CUCORE_MAX_NDIM + 2);
    for (i = 0; i < CUCORE_MAX_NDIM; i++)
        out->dims[i] = i >= 5 ? 1 : rarely(in, 24) ? wild_of(in) : common[below(in, COUNT_OF(common))];
    if (like && !rarely(in, 8)) {
        for (i = 0; i < COUNT_OF(numbers); i++) {
            if (cucore_dtype_is_equal(like->dtype, cucore_dtype_make(dtype_names[numbers[i].name].code,
                                                                     dtype_names[numbers[i].name].bits, 1)))
                buffer.dtype = numbers[i].number;
        }
        out->dtype = like->dtype;
        buffer.rank = like->rank;
        memcpy(out->dims, like->dims, sizeof out->dims);
    }
    out->sound = buffer.struct_size >= 48 && buffer.rank >= 0 && buffer.rank <= CUCORE_MAX_NDIM;
    if (rarely(in, 40)) buffer.dtype = below(in, 80) - 10;
    for (i = 0; i < COUNT_OF(numbers) && numbers[i].number != buffer.dtype; i++) {
    }
    if (i == COUNT_OF(numbers)) {
        out->sound = 0;
    } else {
        out->dtype = cucore_dtype_make(dtype_names[numbers[i].name].code, dtype_names[numbers[i].name].bits, 1);
    }
    out->rank = out->sound ? (int)buffer.rank : 0;
    for (i = 0; i < out->rank; i++) {
        empty |= out->dims[i] == 0;
        out->sound &= out->dims[i] >= 0;
    }
    for (i = 0; i < out->rank && out->sound && !empty; i++) bits = times(bits, out->dims[i]);
    bits = empty ? 0 : times(bits, out->dtype.bits);
    out->sound &= fits(bits);
    buffer.data = (void *)(uintptr_t)(rarely(in, 20) ? (uint64_t)wild_of(in)
                                                     : address + (uint64_t)(rarely(in, 12) ? below(in, 16) : 0));
    if (rarely(in, 30)) buffer.data = NULL;
    out->data = buffer.data;
    out->first = out->end = (uint64_t)(uintptr_t)buffer.data;
    if (!empty && out->sound) {
        const int128 end = (int128)out->first + bits / 8; /* whole bytes, as the library counts the end */
        out->sound &= buffer.data != NULL && end <= (int128)UINTPTR_MAX;
        out->end += (uint64_t)ceil_div(bits, 8);
    }
    out->at_the_end = out->end < out->first;
    out->aligned = empty || out->first % (uint64_t)alignment_of(out->dtype) == 0;
    buffer.dims = (int64_t *)copied(out->dims, sizeof out->dims, (size_t)out->rank * 8);
    if (rarely(in, 40)) {
        buffer.dims = NULL;
        out->sound &= buffer.rank == 0;
    }
    return (cucore__xla_buffer *)copied(&buffer, sizeof buffer, buffer.struct_size < 8 ? 8 : buffer.struct_size);
}

static void check_view(const cucore_view *view, const model *m)
{
    int64_t strides[CUCORE_MAX_NDIM];
    fill_dense(m->rank, m->dims, strides);
    REQUIRE(view->ptr == m->data && view->layout.ndim == m->rank && cucore_dtype_is_equal(view->dtype, m->dtype));
    REQUIRE(view->layout.itembits == m->dtype.bits && view->layout.itemsize == (m->dtype.bits + 7) / 8);
    for (int i = 0; i < m->rank; i++)
        REQUIRE(view->layout.shape[i] == m->dims[i] && view->layout.strides[i] == strides[i]);
    REQUIRE(!view->padded && !view->private_.release && !view->has_producer_stream);
}

/* ---- the operator ---- */
static int runs;
static model expected_x, expected_y;
static struct {
    int64_t i, s; /* s: the length of the string */
    double f;
    int b;
} expected;

static cucore_status run(cucore_op_call *call)
{
    runs++;
    check_view(&call->views[0], &expected_x);
    check_view(&call->views[1], &expected_y);
    REQUIRE(call->views[0].readonly && !call->views[1].readonly && call->caller == CUCORE_OP_FROM_XLA);
    REQUIRE(call->values[0].i == expected.i && call->values[2].i == expected.b && call->values[3].i == expected.s);
    REQUIRE(call->values[1].f == expected.f || (call->values[1].f != call->values[1].f && expected.f != expected.f));
    return CUCORE_OK;
}

static const cucore_arg arrays[] = {CUCORE_ARG("x", NULL, "...", 0), CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value values[] = {CUCORE_OP_INT_VALUE("i", 7), CUCORE_OP_FLOAT_VALUE("f", 0.5),
                                         CUCORE_OP_BOOL_VALUE("b", 1), CUCORE_OP_STRING_VALUE("s", "sum")};
CUCORE_OP_WITH(fuzzed, arrays, 1, CUCORE_OP_VALUES(values), run, NULL, NULL);

/* One attribute, with the bytes of its dtype -> is it right? */
static int attribute_of(input *in, int value, int *type, void **out)
{
    static const struct {
        int number, size;
    } scalars[] = {{5, 8}, {12, 8}, {1, 1}, {2, 1},  {3, 2},  {4, 4}, {6, 1},
                   {7, 2}, {8, 4},  {9, 8}, {11, 4}, {10, 2}, {99, 8}};
    const int k = rarely(in, 3) ? below(in, COUNT_OF(scalars)) : value == 0 ? 0 : value == 1 ? 1 : 2;
    const int number = scalars[k].number, is_float = number == 11 || number == 12;
    cucore__xla_scalar scalar = {number, NULL};
    cucore__xla_span span = {NULL, 0};
    uint64_t bits = rarely(in, 3) ? (uint64_t)wild_of(in) : (uint64_t)below(in, 3);
    double f = (double)below(in, 5) / (1 << below(in, 3));
    float half = (float)f;
    int64_t signed_ = 0;
    *type = rarely(in, 30) ? below(in, 6) : (value == 3) != rarely(in, 30) ? 4 : 3;
    if (*type == 4) {
        span.len = (size_t)below(in, 5);
        span.ptr = (const char *)exactly(span.len);
        if (rarely(in, 20)) span.ptr = NULL;
        *out = copied(&span, sizeof span, sizeof span);
        expected.s = (int64_t)span.len;
        return value == 3 && (span.ptr || !span.len);
    }
    scalar.value = number == 12   ? copied(&f, 8, 8)
                   : number == 11 ? copied(&half, 4, 4)
                                  : copied(&bits, (size_t)scalars[k].size, (size_t)scalars[k].size);
    *out = copied(&scalar, sizeof scalar, sizeof scalar);
    if (rarely(in, 40)) ((cucore__xla_scalar *)*out)->value = NULL;
    if (*type != 3 || !((cucore__xla_scalar *)*out)->value || number == 10 || number == 99 || value == 3) return 0;
    if (value == 2) {
        expected.b = (uint8_t)bits != 0;
        return number == 1 && (uint8_t)bits < 2;
    }
    if (number == 1) return 0;
    if (is_float) {
        f = number == 11 ? (double)half : f;
        expected.f = value == 1 ? f : expected.f;
        expected.i = value == 0 ? (int64_t)f : expected.i;
        return value == 1 || (double)(int64_t)f == f;
    }
    switch (number) {
    case 2: signed_ = (int8_t)bits; break;
    case 3: signed_ = (int16_t)bits; break;
    case 4: signed_ = (int32_t)bits; break;
    case 6: signed_ = (uint8_t)bits; break;
    case 7: signed_ = (uint16_t)bits; break;
    case 8: signed_ = (uint32_t)bits; break;
    default: signed_ = (int64_t)bits; break;
    }
    if (number == 9 && bits > (uint64_t)INT64_MAX) return 0;
    if (value == 0) expected.i = signed_;
    if (value == 1) expected.f = (double)signed_;
    return value == 0 || (int128)(double)signed_ == signed_;
}

/* All attributes -> are they right? */
static int attributes_of(input *in, cucore__xla_attributes *attrs)
{
    static const char *const names[] = {"i", "f", "b", "s", "t", ""};
    int types[5], right = 1, k, seen = 0;
    cucore__xla_span *list[5];
    void *made[5];
    expected.i = 7;
    expected.f = 0.5;
    expected.b = 1;
    expected.s = 3;
    attrs->size = below(in, 5);
    for (k = 0; k < attrs->size; k++) {
        const int value = rarely(in, 20) ? below(in, 6) : k & 3;
        cucore__xla_span name = {NULL, strlen(names[value])};
        name.ptr = (const char *)copied(names[value], name.len, name.len);
        if (rarely(in, 50)) name.ptr = NULL;
        list[k] = (cucore__xla_span *)copied(&name, sizeof name, sizeof name);
        if (rarely(in, 50)) list[k] = NULL;
        right &= attribute_of(in, value, &types[k], &made[k]);
        if (rarely(in, 50)) made[k] = NULL;
        right &= value < 4 && !(seen >> value & 1) && list[k] && name.ptr && made[k];
        seen |= 1 << value;
    }
    attrs->types = (int *)copied(types, sizeof types, (size_t)attrs->size * sizeof *types);
    attrs->names = (cucore__xla_span **)copied((void *)list, sizeof list, (size_t)attrs->size * sizeof *list);
    attrs->values = (void **)copied((void *)made, sizeof made, (size_t)attrs->size * sizeof *made);
    if (!rarely(in, 60)) return right;
    if (below(in, 2))
        attrs->names = NULL;
    else
        attrs->size = -1 - attrs->size;
    return attrs->size == 0;
}

/* Buffers of a call -> are they right, apart from what is asked of each? */
static int arrays_of(input *in, cucore__xla_arrays *list, const model *like, uint64_t address, model *first)
{
    model other;
    int types[3] = {1, 1, 1}, k, right = 1;
    void *made[3];
    list->size = rarely(in, 20) ? below(in, 4) : 1;
    memset(first, 0, sizeof *first);
    for (k = 0; k < list->size; k++) {
        made[k] = buffer_of(in, like, address, k ? &other : first);
        if (rarely(in, 60)) made[k] = NULL;
        if (rarely(in, 60)) types[k] = below(in, 3);
        right &= made[k] && types[k] == 1;
    }
    list->types = (int *)copied(types, sizeof types, (size_t)list->size * sizeof *types);
    list->buffers = (void **)copied((void *)made, sizeof made, (size_t)list->size * sizeof *made);
    right &= list->size == 1;
    if (rarely(in, 60)) {
        if (below(in, 2))
            list->types = NULL;
        else
            list->buffers = NULL;
        right = 0;
    } else if (rarely(in, 60)) {
        list->size = wild_of(in);
        right = 0;
        if (list->size >= 0 && list->size <= 3) list->size = -1;
    }
    return right;
}

static void run_frame(input *in)
{
    cucore__xla_frame fields;
    cucore__xla_api api;
    cucore__xla_metadata metadata, *given = NULL;
    cucore__xla_metadata_extension extension;
    cucore__xla_extension other;
    void *made;
    int readable, right, told = 1, asked = 0, can_ask, k, minor;
    size_t size, api_size;
    memset(&fields, 0, sizeof fields);
    memset(&api, 0, sizeof api);
    api_size = api.struct_size = rarely(in, 30) ? (size_t)below(in, 200) : 88;
    api.api_version.struct_size = rarely(in, 40) ? (size_t)below(in, 40) : 24;
    api.api_version.major_version = rarely(in, 40) ? below(in, 3) : 0;
    minor = api.api_version.minor_version = below(in, 7);
    api.error_create = rarely(in, 60) ? NULL : xla_error_create;
    api.stream_get = rarely(in, 60) ? NULL : xla_stream_get;
    size = fields.struct_size = rarely(in, 30) ? (size_t)below(in, 200) : 168;
    fields.api = (cucore__xla_api *)copied(&api, sizeof api, api_size < 8 ? 8 : api_size);
    if (rarely(in, 60)) fields.api = NULL;
    fields.stage = rarely(in, 20) ? below(in, 7) - 1 : 3;
    fields.args.struct_size = rarely(in, 40) ? (size_t)below(in, 60) : 40;
    fields.rets.struct_size = rarely(in, 40) ? (size_t)below(in, 60) : 40;
    fields.attrs.struct_size = rarely(in, 40) ? (size_t)below(in, 60) : 48;
    readable = size >= 168 && fields.api && api_size >= 88 && api.api_version.struct_size == 24 &&
               !api.api_version.major_version && api.error_create && api.stream_get;
    right =
        readable && fields.args.struct_size == 40 && fields.rets.struct_size == 40 && fields.attrs.struct_size == 48;
    if (rarely(in, 12)) { /* an extension */
        memset(&metadata, 0, sizeof metadata);
        memset(&extension, 0, sizeof extension);
        memset(&other, 0, sizeof other);
        metadata.struct_size = rarely(in, 6) ? (size_t)below(in, 50) : 36;
        metadata.api_version.struct_size = rarely(in, 6) ? (size_t)below(in, 40) : 24;
        if (!rarely(in, 6))
            given = (cucore__xla_metadata *)copied(&metadata, 36, metadata.struct_size < 8 ? 8 : metadata.struct_size);
        extension.metadata = given;
        extension.extension_base.type = rarely(in, 6) ? below(in, 4) : 1;
        extension.extension_base.struct_size = rarely(in, 6) ? (size_t)below(in, 40) : 32;
        fields.extension_start = (cucore__xla_extension *)copied(
            &extension, sizeof extension,
            extension.extension_base.struct_size < 8 ? 8 : extension.extension_base.struct_size);
        other.struct_size = 24;
        other.type = 50;
        other.next = fields.extension_start;
        if (rarely(in, 4)) fields.extension_start = (cucore__xla_extension *)copied(&other, sizeof other, sizeof other);
        can_ask = size >= 168 && (!fields.api || (readable && minor > 0));
        asked = can_ask && extension.extension_base.struct_size >= 24 && extension.extension_base.type == 1;
        if (can_ask && (extension.extension_base.struct_size < 24 ||
                        (asked && (extension.extension_base.struct_size < 32 || !given || metadata.struct_size < 36 ||
                                   metadata.api_version.struct_size != 24)))) {
            right = asked = 0;
        }
    }
    if (asked || (right && fields.stage >= 0 && fields.stage < 3)) told = 0;
    right &= !asked && fields.stage == 3;
    right &= arrays_of(in, &fields.args, NULL, 0x10000000, &expected_x);
    right &= arrays_of(in, &fields.rets, &expected_x, rarely(in, 20) ? 0x10000000 : 0x70000000, &expected_y);
    right &= attributes_of(in, &fields.attrs);
    right &= expected_x.sound && expected_x.aligned && expected_y.sound && expected_y.aligned &&
             expected_x.rank == expected_y.rank && cucore_dtype_is_equal(expected_x.dtype, expected_y.dtype) &&
             memcmp(expected_x.dims, expected_y.dims, (size_t)expected_x.rank * 8) == 0;
    if (expected_x.first < expected_x.end && expected_y.first < expected_y.end)
        right &= expected_x.end <= expected_y.first || expected_y.end <= expected_x.first;
    if (expected_x.at_the_end || expected_y.at_the_end) return;
    made = copied(&fields, sizeof fields, size < 8 ? 8 : size);
    for (k = 0; k < 2; k++) {
        void *error;
        runs = xla.made = 0;
        error = fuzzed_op.entries.xla_cpu(made);
        REQUIRE(runs == right);
        REQUIRE(error == (readable && told && !right ? &xla.made : NULL) && xla.made == (error != NULL));
        if (asked) REQUIRE(given->api_version.minor_version == (!fields.api ? 1 : minor > 5 ? 5 : minor));
        if (error) REQUIRE(xla.code > 0 && !strncmp(xla.text, "fuzzed: ", 8));
    }
}

static void run_buffer(input *in)
{
    model m;
    cucore__xla_buffer *buffer = buffer_of(in, NULL, 0x10000000, &m), again;
    cucore_view view;
    cucore_status status;
    memset(&view, 0xA5, sizeof view);
    status = cucore_view_from_xla_buffer(buffer, CUCORE_DEVICE_NONE, NULL, &view);
    REQUIRE((status == CUCORE_OK) == m.sound);
    REQUIRE(status == CUCORE_OK || (!view.dtype.lanes && !view.ptr && cucore_last_error()->status == status));
    if (status) return;
    check_view(&view, &m);
    REQUIRE(cucore_view_to_xla_buffer(&view, sizeof again, &again) == CUCORE_OK);
    REQUIRE(again.dtype == buffer->dtype && again.rank == m.rank && !memcmp(again.dims, m.dims, (size_t)m.rank * 8));
    REQUIRE(again.data == (m.first != m.end ? m.data : NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in;
    long kept = fuzz_blocks;
    in.data = data;
    in.left = size;
    if (below(&in, 4) == 0) {
        run_buffer(&in);
        REQUIRE(fuzz_blocks == kept);
    } else {
        run_frame(&in);
    }
    while (block_count) plain_free(blocks[--block_count]);
    return 0;
}
