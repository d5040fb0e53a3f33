/* test_driver_op_xla.c - buffers of XLA's FFI as views and back, and operators that XLA calls, by call frames made by
 * hand: of the wrong size, of unknown versions, with pieces that are absent.  Device memory is that of the fake driver. */
#define CUCORE_IMPLEMENTATION
#define CUCORE_OP_NO_TORCH
#define CUCORE_OP_NO_TVM_FFI
#include "cucore_op.h"

#include "check.h"
#include "xla_frames.h"
#include "../fake_driver/fake_cuda.h"

static const int64_t two_three[] = {2, 3}, three_two[] = {3, 2}, none_three[] = {0, 3};
static float from[6] = {1, 2, 3, 4, 5, 6}, to[6];

/* ---- operators ---- */
static int runs;
static cucore_op_call seen; /* what the function got */
static cucore_view seen_views[4];
static cucore_op_scalar seen_values[6];
static int64_t seen_extent; /* of n; -1: there is none */

static cucore_status note(cucore_op_call *call)
{
    runs++;
    seen = *call;
    for (int i = 0; i < call->op->array_count; i++) {
        memcpy(&seen_views[i], &call->views[i], offsetof(cucore_view, layout));
        if (call->views[i].dtype.lanes) cucore__layout_copy(&seen_views[i].layout, &call->views[i].layout);
    }
    seen_extent = cucore_op_extent(call, "n");
    memcpy(seen_values, call->values, (size_t)call->op->value_count * sizeof *seen_values);
    return CUCORE_OK;
}

static cucore_status scale_run(cucore_op_call *call)
{
    const float *x = (const float *)call->views[0].ptr;
    float *y = (float *)call->views[1].ptr;
    int64_t i, n = cucore_view_size(&call->views[0]);
    (void)note(call);
    if (call->device_id >= 0) return CUCORE_OK;
    for (i = 0; i < n; i++) y[i] = x[i] * (float)call->values[0].f;
    return call->values[0].f == 13 ? cucore_fail(CUCORE_OUT_OF_MEMORY, "13 is too much") : CUCORE_OK;
}

static const cucore_arg scale_arrays[] = {CUCORE_ARG("x", "float32", "...", CUCORE_C_CONTIGUOUS),
                                          CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value scale_values[] = {CUCORE_OP_FLOAT_VALUE("a", 1.5)};
CUCORE_OP_WITH(scale, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), scale_run, NULL, NULL);

static const cucore_arg add_arrays[] = {CUCORE_ARG("x", "float32", "n, m", CUCORE_WRITE),
                                        CUCORE_ARG("w", NULL, "m", CUCORE_OPTIONAL),
                                        CUCORE_ARG("sum", "float32", "m", 0)};
CUCORE_OP(add, add_arrays, 1, note);

static const cucore_arg many_arrays[] = {CUCORE_ARG("x", NULL, NULL, 0)};
static const cucore_op_value many_values[] = {CUCORE_OP_INT_VALUE("count", 7), CUCORE_OP_FLOAT_VALUE("eps", 0.5),
                                              CUCORE_OP_BOOL_VALUE("flag", 1), CUCORE_OP_STRING_VALUE("mode", "sum"),
                                              CUCORE_OP_REQUIRED_VALUE(INT, "k")};
CUCORE_OP_WITH(many, many_arrays, 0, CUCORE_OP_VALUES(many_values), note, NULL, NULL);

static void scale_frame(frame *f)
{
    frame_make(f);
    frame_arg(f, 11, from, 2, two_three);
    frame_ret(f, 11, to, 2, two_three);
    runs = 0;
}

/* The calls that were checked before are forgotten, so that the next one is decoded and checked. */
static void forget(const cucore_op *op)
{
    cucore__op_plan *plan = (cucore__op_plan *)op->state->private_[0];
    cucore__op_known *known = plan ? (cucore__op_known *)plan->known : NULL, *next;
    if (plan) plan->known = NULL;
    for (; known; known = next) {
        next = known->next;
        free(known);
    }
}

/* ---- frames that are broken in one place ---- */
typedef void (*breaker)(frame *f);
/* Breaks a frame in one place. */
#define BREAK(name, ...)                                                                                               \
    static void name(frame *f)                                                                                         \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
BREAK(b_none, (void)f)
static void b_newer(frame *f)
{
    f->frame.struct_size = 176;
    f->api.struct_size = 200;
    f->api.api_version.minor_version = 9;
    f->args[0].struct_size = 64;
}
static void b_old(frame *f)
{
    f->api.api_version.minor_version = 0;
    f->frame.extension_start = (cucore__xla_extension *)(uintptr_t)8; /* `priv` of API 0.0 */
}
BREAK(b_frame_size, f->frame.struct_size = 160)
BREAK(b_frame_zero, f->frame.struct_size = 0)
BREAK(b_no_api, f->frame.api = NULL)
BREAK(b_api_size, f->api.struct_size = 80)
BREAK(b_version_size, f->api.api_version.struct_size = 32)
BREAK(b_major, f->api.api_version.major_version = 1)
BREAK(b_no_create, f->api.error_create = NULL)
BREAK(b_no_stream_get, f->api.stream_get = NULL)
BREAK(b_args_size, f->frame.args.struct_size = 48)
BREAK(b_rets_size, f->frame.rets.struct_size = 32)
BREAK(b_attrs_size, f->frame.attrs.struct_size = 56)
BREAK(b_prepare, f->frame.stage = 1)
BREAK(b_record, f->frame.stage = 4)
BREAK(b_no_stage, f->frame.stage = -1)
BREAK(b_args_negative, f->frame.args.size = -1)
BREAK(b_args_none, f->frame.args.size = 0)
BREAK(b_args_two, frame_arg(f, 11, from, 2, two_three))
BREAK(b_args_huge, f->frame.args.size = INT64_MAX)
BREAK(b_args_types, f->frame.args.types = NULL)
BREAK(b_args_list, f->frame.args.buffers = NULL)
BREAK(b_args_type, f->arg_types[0] = 2)
BREAK(b_arg_null, f->arg_list[0] = NULL)
BREAK(b_rets_two, frame_ret(f, 11, to, 2, two_three))
BREAK(b_rets_none, f->frame.rets.size = 0)
BREAK(b_rets_negative, f->frame.rets.size = -5)
BREAK(b_rets_list, f->frame.rets.buffers = NULL)
BREAK(b_ret_null, f->ret_list[0] = NULL)
BREAK(b_buffer_size, f->args[0].struct_size = 40)
BREAK(b_unknown_dtype, f->args[0].dtype = 99)
BREAK(b_negative_dtype, f->args[0].dtype = -1)
BREAK(b_token, f->args[0].dtype = 17)
BREAK(b_invalid, f->args[0].dtype = 0)
BREAK(b_other_dtype, f->args[0].dtype = 12)
BREAK(b_rank, f->args[0].rank = -1)
BREAK(b_rank_many, f->args[0].rank = CUCORE_MAX_NDIM + 1)
BREAK(b_rank_huge, f->args[0].rank = INT64_C(0x100000002))
BREAK(b_dims_null, f->args[0].dims = NULL)
BREAK(b_data_null, f->args[0].data = NULL)
BREAK(b_data_odd, f->args[0].data = (char *)from + 1)
BREAK(b_extent, f->arg_dims[0][1] = -3)
BREAK(b_extents, f->arg_dims[0][0] = f->arg_dims[0][1] = INT64_C(1) << 40)
BREAK(b_wraps, f->args[0].data = (void *)(UINTPTR_MAX - 7), f->args[0].rank = 1)
BREAK(b_result_dtype, f->rets[0].dtype = 12)
BREAK(b_result_shape, frame_fill(&f->rets[0], 11, to, 2, three_two))
BREAK(b_result_null, f->rets[0].data = NULL)
BREAK(b_result_over_x, f->rets[0].data = from)
static void b_empty(frame *f)
{
    frame_fill(&f->args[0], 11, NULL, 2, none_three);
    frame_fill(&f->rets[0], 11, NULL, 2, none_three);
}
static void b_scalar(frame *f)
{
    frame_fill(&f->args[0], 11, from, 0, NULL);
    frame_fill(&f->rets[0], 11, to, 0, NULL);
    f->args[0].dims = NULL;
}
static void b_thirteen(frame *f)
{
    const double number = 13;
    frame_number(f, "a", 12, &number, 8);
}
BREAK(b_attrs_negative, f->frame.attrs.size = -1)
BREAK(b_attrs_names, b_thirteen(f), f->frame.attrs.names = NULL)
BREAK(b_attr_name_null, b_thirteen(f), f->name_list[0] = NULL)
BREAK(b_attr_name_ptr, b_thirteen(f), f->names[0].ptr = NULL)
BREAK(b_attr_null, b_thirteen(f), f->value_list[0] = NULL)
BREAK(b_attr_value_null, b_thirteen(f), f->scalars[0].value = NULL)
BREAK(b_attr_twice, b_thirteen(f), b_thirteen(f))
static void b_attr_unknown(frame *f)
{
    const double number = 1;
    frame_number(f, "alpha", 12, &number, 8);
}
BREAK(b_extension_unknown, f->frame.extension_start = &f->other)
BREAK(b_extension_short, f->other.struct_size = 16, f->frame.extension_start = &f->other)
BREAK(b_extension_cycle, f->other.next = &f->other, f->frame.extension_start = &f->other)
BREAK(b_metadata_null, f->extension.metadata = NULL, f->frame.extension_start = &f->extension.extension_base)
BREAK(b_metadata_short, f->metadata.struct_size = 32, f->frame.extension_start = &f->extension.extension_base)
static void b_metadata_version(frame *f)
{
    f->metadata.api_version.struct_size = 32;
    f->frame.extension_start = &f->extension.extension_base;
}
static void b_metadata_extension(frame *f)
{
    f->extension.extension_base.struct_size = 24;
    f->frame.extension_start = &f->extension.extension_base;
}

/* X20, X21: each refusal with its code of XLA, 0: none was made; and whether the function ran. */
TEST(test_frames)
{
    enum { OK = 0, CANNOT_TELL = -1, INVALID = 3, EXHAUSTED = 8, OUT_OF_RANGE = 11, UNIMPLEMENTED = 12 };
    static const struct {
        const char *name;
        breaker make;
        int code, runs;
        const char *words;
    } rows[] = {
        {"sound", b_none, OK, 1, ""},
        {"of a newer minor version", b_newer, OK, 1, ""},
        {"of API 0.0, without extensions", b_old, OK, 1, ""},
        {"struct_size of the frame", b_frame_size, CANNOT_TELL, 0,
         "scale: struct_size of the XLA_FFI_CallFrame is 160; it must be at least 168"},
        {"struct_size 0", b_frame_zero, CANNOT_TELL, 0, "CallFrame is 0;"},
        {"no api", b_no_api, CANNOT_TELL, 0,
         "scale: XLA's FFI has an unknown version and an XLA_FFI_Api of 0 bytes; version 0.x with at least 88 bytes is "
         "understood"},
        {"a short api", b_api_size, CANNOT_TELL, 0, "version 0.3 and an XLA_FFI_Api of 80 bytes"},
        {"a version of another size", b_version_size, CANNOT_TELL, 0, "an unknown version"},
        {"another major version", b_major, CANNOT_TELL, 0, "version 1.3"},
        {"no Error_Create", b_no_create, CANNOT_TELL, 0, "version 0.3"},
        {"no Stream_Get", b_no_stream_get, CANNOT_TELL, 0, "version 0.3"},
        {"XLA_FFI_Args of another size", b_args_size, UNIMPLEMENTED, 0,
         "scale: XLA_FFI_Args, XLA_FFI_Rets, XLA_FFI_Attrs of 48, 40, 48 bytes; 40, 40, 48 are understood"},
        {"XLA_FFI_Rets of another size", b_rets_size, UNIMPLEMENTED, 0, "of 40, 32, 48 bytes"},
        {"XLA_FFI_Attrs of another size", b_attrs_size, UNIMPLEMENTED, 0, "of 40, 40, 56 bytes"},
        {"stage PREPARE", b_prepare, OK, 0, ""},
        {"stage RECORD", b_record, UNIMPLEMENTED, 0, "scale: stage 4 of XLA's FFI is not known"},
        {"stage -1", b_no_stage, UNIMPLEMENTED, 0, "stage -1"},
        {"-1 arguments", b_args_negative, INVALID, 0, "scale: XLA_FFI_Args with size -1 is not sound"},
        {"no arguments", b_args_none, INVALID, 0, "scale: expected 1 array (x), got 0"},
        {"two arguments", b_args_two, INVALID, 0, "scale: expected 1 array (x), got 2"},
        {"2^63 arguments", b_args_huge, INVALID, 0, "got 9223372036854775807"},
        {"types NULL", b_args_types, INVALID, 0, "XLA_FFI_Args with size 1 is not sound"},
        {"args NULL", b_args_list, INVALID, 0, "XLA_FFI_Args with size 1 is not sound"},
        {"no buffer by its type", b_args_type, INVALID, 0, "scale: x: it is no XLA_FFI_Buffer"},
        {"an argument that is NULL", b_arg_null, INVALID, 0, "scale: x: it is no XLA_FFI_Buffer"},
        {"two results", b_rets_two, INVALID, 0, "scale: expected 1 result (y), got 2"},
        {"no result", b_rets_none, INVALID, 0, "scale: expected 1 result (y), got 0"},
        {"-5 results", b_rets_negative, INVALID, 0, "XLA_FFI_Rets with size -5 is not sound"},
        {"rets NULL", b_rets_list, INVALID, 0, "XLA_FFI_Rets with size 1 is not sound"},
        {"a result that is NULL", b_ret_null, INVALID, 0, "scale: y: it is no XLA_FFI_Buffer"},
        {"struct_size of a buffer", b_buffer_size, INVALID, 0,
         "scale: x: struct_size of an XLA_FFI_Buffer is 40; it must be at least 48"},
        {"dtype 99", b_unknown_dtype, UNIMPLEMENTED, 0,
         "scale: x: dtype is 99, which is no number of XLA_FFI_DataType"},
        {"dtype -1", b_negative_dtype, UNIMPLEMENTED, 0, "scale: x: dtype is -1"},
        {"a token", b_token, UNIMPLEMENTED, 0, "scale: x: dtype is 17, a token"},
        {"dtype 0", b_invalid, UNIMPLEMENTED, 0, "scale: x: dtype is 0: this version of XLA has no number in its FFI"},
        {"another dtype", b_other_dtype, INVALID, 0, "scale: x: expected dtype float32, got float64"},
        {"rank -1", b_rank, INVALID, 0, "scale: x: ndim is -1"},
        {"rank beyond the most", b_rank_many, INVALID, 0, "scale: x: ndim is 65"},
        {"rank beyond 32 bits", b_rank_huge, INVALID, 0, "scale: x: ndim is 4294967298"},
        {"dims NULL", b_dims_null, INVALID, 0, "scale: x: dims is NULL, but rank is 2"},
        {"data NULL", b_data_null, INVALID, 0, "scale: x: the data pointer is NULL"},
        {"data not aligned", b_data_odd, INVALID, 0, "scale: x: expected memory aligned to 4 bytes for float32"},
        {"a negative extent", b_extent, INVALID, 0, "scale: x: shape[1] is -3"},
        {"extents whose product is too large", b_extents, OUT_OF_RANGE, 0, "scale: x: the product of the 2 extents"},
        {"beyond the address space", b_wraps, INVALID, 0, "outside the address space"},
        {"a result of another dtype", b_result_dtype, INVALID, 0,
         "scale: y: expected dtype float32 as in x, got float64"},
        {"a result of another shape", b_result_shape, INVALID, 0,
         "scale: y: expected shape (2, 3) as in x, got (3, 2)"},
        {"a result without data", b_result_null, INVALID, 0, "scale: y: the data pointer is NULL"},
        {"a result in the memory of x", b_result_over_x, INVALID, 0, "scale: y: shares memory with x"},
        {"no elements, data NULL", b_empty, OK, 1, ""},
        {"0-d, dims NULL", b_scalar, OK, 1, ""},
        {"an error of the function", b_thirteen, EXHAUSTED, 1, "scale: 13 is too much"},
        {"-1 attributes", b_attrs_negative, INVALID, 0, "scale: XLA_FFI_Attrs with size -1 is not sound"},
        {"names NULL", b_attrs_names, INVALID, 0, "XLA_FFI_Attrs with size 1 is not sound"},
        {"a name that is NULL", b_attr_name_null, INVALID, 0, "scale: it has no value that is called ''; it has a"},
        {"a name without text", b_attr_name_ptr, INVALID, 0, "scale: it has no value that is called ''"},
        {"an attribute that is NULL", b_attr_null, INVALID, 0,
         "scale: a: expected a float, got an attribute of type 3"},
        {"a scalar without a number", b_attr_value_null, INVALID, 0, "scale: a: expected a float, got float64"},
        {"an attribute twice", b_attr_twice, INVALID, 0, "scale: the attribute 'a' is there twice"},
        {"an unknown attribute", b_attr_unknown, INVALID, 0, "scale: it has no value that is called 'alpha'; it has a"},
        {"an unknown extension", b_extension_unknown, OK, 1, ""},
        {"an extension that is too short", b_extension_short, UNIMPLEMENTED, 0,
         "scale: an extension of XLA's call frame, of 16 bytes"},
        {"extensions in a circle", b_extension_cycle, UNIMPLEMENTED, 0,
         "an extension of XLA's call frame, of 24 bytes"},
        {"metadata NULL", b_metadata_null, UNIMPLEMENTED, 0, "of 32 bytes"},
        {"metadata too short", b_metadata_short, UNIMPLEMENTED, 0, "of 32 bytes"},
        {"metadata with another version", b_metadata_version, UNIMPLEMENTED, 0, "of 32 bytes"},
        {"metadata without its pointer", b_metadata_extension, UNIMPLEMENTED, 0, "of 24 bytes"},
    };
    static frame f;
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        const size_t row = i / 2; /* at first without, then beside a sound call that was checked before */
        const int told = rows[row].code > 0;
        void *error;
        check_row(rows[row].name);
        scale_frame(&f);
        if (i % 2) {
            CHECK(scale_op.entries.xla_cpu(&f.frame) == NULL);
            scale_frame(&f);
        } else {
            forget(&scale_op);
        }
        to[5] = -1;
        rows[row].make(&f);
        (void)cucore_fail(CUCORE_OK, "no error");
        error = scale_op.entries.xla_cpu(&f.frame);
        CHECK_INT(error == &xla.made, told);
        CHECK_INT(xla.made, told);
        CHECK_INT(xla.code, told ? rows[row].code : 0);
        CHECK_HAS(told ? xla.text : cucore_last_error()->message, rows[row].words);
        CHECK_INT(runs, rows[row].runs);
        CHECK(f.future[0] == 0x5A && f.metadata.traits == 0 && f.metadata.api_version.minor_version == 0);
        if (rows[row].make == b_none) CHECK(to[5] == 9);
        if (!runs) CHECK(to[5] == -1);
    }
    CHECK(!cucore__driver_is_ready()); /* T7 */
}

/* X20: what XLA is told of a handler. */
TEST(test_metadata)
{
    static const struct {
        const char *name;
        int minor, cuda, behind, version, traits; /* minor -1: no api, as API 0.1 asks */
    } rows[] = {
        {"CPU, api NULL", -1, 0, 0, 1, 0},       {"CUDA, api NULL, behind another extension", -1, 1, 1, 1, 1},
        {"CPU, API 0.1", 1, 0, 0, 1, 0},         {"CUDA, API 0.3: command buffers", 3, 1, 0, 3, 1},
        {"an API that is newer", 7, 1, 0, 5, 1}, {"behind another extension", 4, 0, 1, 4, 0},
    };
    static frame f;
    FOR_ROWS (row, rows) {
        frame_make(&f);
        runs = 0;
        f.api.api_version.minor_version = row->minor;
        if (row->minor < 0) f.frame.api = NULL;
        f.metadata.api_version.major_version = f.metadata.api_version.minor_version = -1;
        f.other.next = &f.extension.extension_base;
        f.frame.extension_start = row->behind ? &f.other : &f.extension.extension_base;
        CHECK((row->cuda ? scale_op.entries.xla_cuda : scale_op.entries.xla_cpu)(&f.frame) == NULL);
        CHECK_INT(f.metadata.api_version.major_version, 0);
        CHECK_INT(f.metadata.api_version.minor_version, row->version);
        CHECK_INT((int)f.metadata.traits, row->traits);
        CHECK_INT(runs + xla.made, 0);
    }
}

/* X22: numbers and strings, and what is refused. */
TEST(test_values)
{
    enum { COUNT_ = 0, EPS, FLAG, MODE, K }; /* of many_values */
    static const int8_t minus = -3;
    static const int16_t i16 = -300;
    static const int32_t i32 = -70000;
    static const int64_t i64 = INT64_MIN, odd = (INT64_C(1) << 53) + 1, most = INT64_MAX, even = INT64_C(1) << 60;
    static const uint8_t u8 = 200, one = 1, zero = 0, two = 2;
    static const uint16_t u16 = 60000;
    static const uint32_t u32 = 4000000000u;
    static const uint64_t u64 = UINT64_MAX, u63 = (uint64_t)INT64_MAX;
    static const float third = 0.3f;
    static const double half = 2.5, whole = -4, huge = 1e300, two63 = 9223372036854775808.0;
    static const struct {
        const char *name;
        int place, dtype; /* of the attribute; 0: a string */
        const void *number;
        size_t size;
        double expected; /* with words NULL */
        const char *words;
    } rows[] = {
        {"int of int8", COUNT_, 2, &minus, 1, -3, NULL},
        {"int of int16", COUNT_, 3, &i16, 2, -300, NULL},
        {"int of int32", COUNT_, 4, &i32, 4, -70000, NULL},
        {"int of int64", COUNT_, 5, &i64, 8, -9223372036854775808.0, NULL},
        {"int of uint8", COUNT_, 6, &u8, 1, 200, NULL},
        {"int of uint16", COUNT_, 7, &u16, 2, 60000, NULL},
        {"int of uint32", COUNT_, 8, &u32, 4, 4000000000.0, NULL},
        {"int of uint64", COUNT_, 9, &u63, 8, 9223372036854775807.0, NULL},
        {"int of a uint64 that is too large", COUNT_, 9, &u64, 8, 0, "many: count: expected an int, got uint64"},
        {"int of a whole float64", COUNT_, 12, &whole, 8, -4, NULL},
        {"int of a float64 with a fraction", COUNT_, 12, &half, 8, 0,
         "many: count: expected an int, got float64 2.5, which it cannot be exactly"},
        {"int of 1e300", COUNT_, 12, &huge, 8, 0, "got float64 1.0000000000000001e+300, which"},
        {"int of 2^63", COUNT_, 12, &two63, 8, 0, "got float64 9.2233720368547758e+18, which"},
        {"int of a bool", COUNT_, 1, &one, 1, 0, "many: count: expected an int, got bool"},
        {"int of a string", COUNT_, 0, "7", 1, 0, "many: count: expected an int, got a string"},
        {"int of complex64", COUNT_, 15, &half, 8, 0, "many: count: expected an int, got complex64"},
        {"int of float16", COUNT_, 10, &half, 2, 0, "many: count: expected an int, got float16"},
        {"int of dtype 99", COUNT_, 99, &half, 8, 0, "got a number of the unknown dtype 99"},
        {"float of float32", EPS, 11, &third, 4, (double)0.3f, NULL},
        {"float of float64", EPS, 12, &half, 8, 2.5, NULL},
        {"float of int8", EPS, 2, &minus, 1, -3, NULL},
        {"float of an even int64", EPS, 5, &even, 8, 1152921504606846976.0, NULL},
        {"float of an int64 that no double is", EPS, 5, &odd, 8, 0,
         "many: eps: expected a float, got int64 9007199254740993, which it cannot be exactly"},
        {"float of the largest int64", EPS, 5, &most, 8, 0, "got int64 9223372036854775807, which"},
        {"float of a bool", EPS, 1, &one, 1, 0, "many: eps: expected a float, got bool"},
        {"bool", FLAG, 1, &zero, 1, 0, NULL},
        {"a bool of 2", FLAG, 1, &two, 1, 0, "many: flag: expected a bool, got bool"},
        {"bool of an int", FLAG, 5, &most, 8, 0, "many: flag: expected a bool, got int64 9223372036854775807"},
        {"string", MODE, 0, "mean", 4, 4, NULL},
        {"an empty string", MODE, 0, NULL, 0, 0, NULL},
        {"a string without its text", MODE, 0, NULL, 4, 0, "many: mode: expected a string, got a string"},
        {"string of an int", MODE, 5, &most, 8, 0, "many: mode: expected a string, got int64 9223372036854775807"},
        {"the number that is needed", K, 5, &i64, 8, -9223372036854775808.0, NULL},
    };
    static frame f;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *name = many_values[rows[i].place].name;
        void *error;
        check_row(rows[i].name);
        frame_make(&f);
        frame_arg(&f, 11, from, 2, two_three);
        if (rows[i].place != K) frame_number(&f, "k", 6, &u8, 1);
        if (rows[i].dtype) {
            frame_number(&f, name, rows[i].dtype, rows[i].number, rows[i].size);
        } else {
            frame_text(&f, name, (const char *)rows[i].number, rows[i].size);
        }
        runs = 0;
        error = many_op.entries.xla_cpu(&f.frame);
        CHECK_INT(error != NULL, rows[i].words != NULL);
        CHECK_INT(runs, !rows[i].words);
        if (error) {
            CHECK_INT(xla.code, 3);
            CHECK_HAS(xla.text, rows[i].words);
            continue;
        }
        if (rows[i].place == EPS) {
            CHECK(seen_values[EPS].f == rows[i].expected);
        } else if (rows[i].place == COUNT_ && rows[i].number == &u63) {
            CHECK(seen_values[COUNT_].i == INT64_MAX);
        } else {
            CHECK((double)seen_values[rows[i].place].i == rows[i].expected);
        }
        CHECK(rows[i].place == MODE ? seen_values[MODE].s && !memcmp(seen_values[MODE].s, "mean", rows[i].size)
                                    : !memcmp(seen_values[MODE].s, "sum", 3) && seen_values[MODE].i == 3);
        CHECK(rows[i].place == EPS || seen_values[EPS].f == 0.5);
        CHECK(rows[i].place == FLAG || seen_values[FLAG].i == 1);
        CHECK(rows[i].place == COUNT_ || seen_values[COUNT_].i == 7);
        CHECK_INT(seen.caller, CUCORE_OP_FROM_XLA);
        CHECK(seen.stream == CUCORE_STREAM_HOST && seen.device_id == CUCORE_DEVICE_NONE);
    }
    check_row("the number that is needed is missing");
    frame_make(&f);
    frame_arg(&f, 11, from, 2, two_three);
    CHECK(many_op.entries.xla_cpu(&f.frame) != NULL);
    CHECK_HAS(xla.text, "many: the value k is missing");
    check_row("an array");
    frame_name(&f, "eps", 1, &f.scalars[0]);
    CHECK(many_op.entries.xla_cpu(&f.frame) != NULL);
    CHECK_HAS(xla.text, "many: eps: expected a float, got an array");
    f.value_types[0] = 2;
    CHECK(many_op.entries.xla_cpu(&f.frame) != NULL);
    CHECK_HAS(xla.text, "got a dictionary");
}

/* X23: arguments that are changed in place, and arguments that are left out. */
TEST(test_in_place)
{
    static const int64_t three[] = {3};
    static const struct {
        const char *name;
        int args, rets, wrong; /* 1: other memory, 2: another shape, 3: no buffer, 4: short, 5: empty in other memory */
        const char *words;
    } rows[] = {
        {"x in place, w left out", 1, 2, 0, NULL},
        {"x in place, with w", 2, 2, 0, NULL},
        {"without elements", 1, 2, 5, NULL},
        {"without the result for x", 1, 1, 0, "add: expected 2 results (x, sum), got 1"},
        {"no arguments", 0, 2, 0, "add: expected 2 arrays (x, w), got 0"},
        {"too many arguments", 3, 2, 0, "add: expected 2 arrays (x, w), got 3"},
        {"without input_output_aliases", 1, 2, 1,
         "add: x is changed in place, but result 0 is other memory: pass input_output_aliases={0: 0} to "
         "jax.ffi.ffi_call"},
        {"another shape", 1, 2, 2, "add: x is changed in place: result 0 has to have its dtype and shape"},
        {"no buffer", 1, 2, 3, "add: x: result 0 is no sound XLA_FFI_Buffer"},
        {"a short buffer", 1, 2, 4, "add: x: result 0 is no sound XLA_FFI_Buffer"},
    };
    static frame f;
    static float others[6];
    FOR_ROWS (row, rows) {
        const int64_t *shape = row->wrong == 5 ? none_three : two_three;
        void *error;
        frame_make(&f);
        for (int k = 0; k < row->args; k++) frame_arg(&f, 11, k ? to : from, k ? 1 : 2, k ? three : shape);
        if (row->rets == 2)
            frame_ret(&f, 11, row->wrong == 1 || row->wrong == 5 ? others : from, 2,
                      row->wrong == 2 ? three_two : shape);
        frame_ret(&f, 11, to + 3, 1, three);
        if (row->wrong == 3) f.ret_types[0] = 9;
        if (row->wrong == 4) f.rets[0].struct_size = 8;
        runs = 0;
        error = add_op.entries.xla_cpu(&f.frame);
        CHECK_INT(error != NULL, row->words != NULL);
        CHECK_INT(runs, !row->words);
        if (error) {
            CHECK_INT(xla.code, 3);
            CHECK_HAS(xla.text, row->words);
            continue;
        }
        CHECK(!seen_views[0].readonly && !seen_views[2].readonly);
        CHECK_INT(seen_views[1].dtype.lanes, row->args == 2);
        CHECK_INT(seen_views[1].readonly, row->args == 2);
        CHECK(seen_views[2].ptr == to + 3);
    }
}

/* X24: the stream and the device are XLA's; the context is current during the call. */
TEST(test_device)
{
    static const cucore_stream_options plain = {0, 0};
    static frame f;
    cucore_stream stream;
    fake_set_device_count(2);
    fake_reset();
    for (int k = 0; k < 2; k++) {
        check_row(k ? "device 1" : "device 0");
        CHECK_INT(cucore_stream_create(k, &plain, &stream), CUCORE_OK);
        frame_make(&f);
        xla.stream = stream.handle;
        frame_arg(&f, 11, from, 2, two_three); /* it is not looked at */
        frame_ret(&f, 11, to, 2, two_three);
        runs = 0;
        CHECK(scale_op.entries.xla_cuda(&f.frame) == NULL);
        CHECK_INT(runs, 1);
        CHECK_INT(seen.device_id, k);
        CHECK(seen.stream == stream.handle && seen_views[0].ptr == from);
        CHECK_INT(seen_views[1].device_type, CUCORE_DEVICE_TYPE_CUDA);
        CHECK_INT(fake_count("cuStreamSynchronize") + fake_count("cuEventSynchronize") + fake_count("cuCtxSynchronize"),
                  0);
        CHECK_INT(fake_context_depth(), 0);
        cucore__primary_contexts[k] = NULL; /* XLA has made it, and made it current */
        fake_context_set_current(stream.context);
        CHECK(scale_op.entries.xla_cuda(&f.frame) == NULL);
        CHECK_INT(seen.device_id, k);
        fake_log_clear();
        CHECK(scale_op.entries.xla_cuda(&f.frame) == NULL);
        CHECK_INT(fake_count("cuCtxGetDevice"), 0); /* the context is known */
        CHECK_INT(fake_call_count(), 3);            /* cuStreamGetCtx, and twice cuCtxGetCurrent */
        fake_context_set_current(NULL);
        runs = 1;
        CHECK_INT(fake_capture_begin(stream.handle, 0), 0); /* a command buffer */
        CHECK(scale_op.entries.xla_cuda(&f.frame) == NULL);
        CHECK_INT(fake_capture_status(stream.handle), 1);
        CHECK_INT(fake_capture_end(stream.handle), 0);
        CHECK_INT(runs, 2);
        xla.stream = NULL;
        CHECK(scale_op.entries.xla_cuda(&f.frame) == &xla.no_stream); /* XLA's own error */
        xla.stream = stream.handle;
        CHECK_INT(fake_fail(1, 201), 1);
        CHECK(scale_op.entries.xla_cuda(&f.frame) == &xla.made);
        CHECK_INT(xla.code, 13);
        CHECK_HAS(xla.text, "scale: cu");
        CHECK_INT(runs, 2);
        (void)fake_fail(0, 0);
        CHECK_INT(cucore_stream_release(&stream), CUCORE_OK);
    }
}

/* Calls like one that was checked, and others between them: what the function gets is this call's. */
TEST(test_calls_again)
{
    static frame f;
    static float data[4][32];
    int k;
    forget(&many_op);
    forget(&add_op);
    for (int round = 0; round < 3; round++) {
        for (int m = 0; m < 24; m++) { /* more than are kept */
            const int64_t shape[2] = {m + 1, 2}, two[1] = {2}, extent[1] = {m + 1}, number = 100 * round + m;
            const double eps = m + 0.25;
            const uint8_t byte = (uint8_t)m;
            check_row("values");
            frame_make(&f);
            frame_arg(&f, m % 2 ? 11 : m % 4 ? 5 : 21, data[m % 4], 1, extent);
            frame_text(&f, "mode", m % 3 ? "mean" : "", m % 3 ? 4 : 0);
            frame_number(&f, "k", m % 5 ? 5 : 6, m % 5 ? (const void *)&number : &byte, m % 5 ? 8 : 1);
            if (m % 2) frame_number(&f, "eps", 12, &eps, 8);
            CHECK(many_op.entries.xla_cpu(&f.frame) == NULL);
            CHECK(seen_views[0].ptr == data[m % 4] && seen_views[0].layout.shape[0] == m + 1 && seen_views[0].readonly);
            CHECK(seen_values[4].i == (m % 5 ? number : m) && seen_values[1].f == (m % 2 ? eps : 0.5) &&
                  seen_values[0].i == 7);
            CHECK_INT(seen_values[3].i, m % 3 ? 4 : 0);
            CHECK_INT(cucore_dtype_itembits(seen_views[0].dtype), m % 2 ? 32 : m % 4 ? 64 : 4);
            CHECK_INT(seen_views[0].layout.itembits, m % 2 ? 32 : m % 4 ? 64 : 4);
            CHECK(seen.stream == CUCORE_STREAM_HOST && seen.device_id == CUCORE_DEVICE_NONE &&
                  seen.caller == CUCORE_OP_FROM_XLA);
            check_row("in place");
            if (2 * (m + 1) > 32) continue;
            frame_make(&f);
            frame_arg(&f, 11, data[0], 2, shape);
            k = m % 3 == 2; /* w */
            if (k) frame_arg(&f, 5, data[1], 1, two);
            frame_ret(&f, 11, data[0], 2, shape);
            frame_ret(&f, 11, data[2], 1, two);
            CHECK(add_op.entries.xla_cpu(&f.frame) == NULL);
            CHECK(seen_views[0].ptr == data[0] && seen_views[0].layout.shape[0] == m + 1 && seen_extent == m + 1);
            CHECK(seen_views[2].ptr == data[2] && seen_views[1].ptr == (k ? data[1] : NULL) && !seen_views[0].readonly);
            f.rets[0].data = data[3];
            CHECK(add_op.entries.xla_cpu(&f.frame) == &xla.made);
            CHECK_HAS(xla.text, "add: x is changed in place, but result 0 is other memory");
            f.rets[0].data = data[0];
            f.rets[1].data = data[0];
            CHECK(add_op.entries.xla_cpu(&f.frame) == &xla.made);
            CHECK_HAS(xla.text, "add: sum: shares memory with x");
        }
    }
    CHECK_INT(((cucore__op_known *)((cucore__op_plan *)many_op.state->private_[0])->known)->count, CUCORE__OP_MOST);
}

/* X21: every dtype as a view and back. */
TEST(test_buffers)
{
    static const struct {
        const char *name;
        int number;
    } rows[] = {
        {"bool", 1},
        {"int8", 2},
        {"int16", 3},
        {"int32", 4},
        {"int64", 5},
        {"uint8", 6},
        {"uint16", 7},
        {"uint32", 8},
        {"uint64", 9},
        {"float16", 10},
        {"float32", 11},
        {"float64", 12},
        {"complex64", 15},
        {"bfloat16", 16},
        {"complex128", 18},
        {"float8_e5m2", 19},
        {"float8_e4m3fn", 20},
        {"int4", 21},
        {"uint4", 22},
        {"float8_e4m3b11fnuz", 23},
        {"float8_e5m2fnuz", 24},
        {"float8_e4m3fnuz", 25},
        {"int2", 26},
        {"uint2", 27},
        {"float8_e4m3", 28},
        {"float8_e3m4", 29},
        {"int1", 30},
        {"uint1", 31},
        {"float4_e2m1fn", 32},
        {"float8_e8m0fnu", 33},
    };
    static double memory[16];
    int64_t dims[2] = {2, 3};
    cucore__xla_buffer buffer, again[2];
    cucore_view view;
    cucore_dtype dtype = cucore_dtype_make(0, 0, 0);
    cucore_arg arg = CUCORE_ARG("x", "float32", "n, 4", 0);
    memset(&buffer, 0, sizeof buffer);
    buffer.struct_size = 48;
    buffer.data = memory;
    buffer.rank = 2;
    buffer.dims = dims;
    FOR_ROWS (row, rows) {
        buffer.dtype = row->number;
        memset(&view, 0xA5, sizeof view);
        CHECK_INT(cucore_dtype_from_name(row->name, strlen(row->name), &dtype), CUCORE_OK);
        CHECK_INT(cucore_view_from_xla_buffer(&buffer, CUCORE_DEVICE_NONE, NULL, &view), CUCORE_OK);
        CHECK(cucore_dtype_is_equal(view.dtype, dtype) && view.ptr == memory && !view.readonly && !view.padded);
        CHECK_INT(view.layout.itembits, cucore_dtype_itembits(dtype));
        CHECK(view.layout.strides[0] == 3 && view.layout.strides[1] == 1 && view.host_accessible &&
              !view.device_accessible);
        memset(again, 0xA5, sizeof again);
        CHECK_INT(cucore_view_to_xla_buffer(&view, 56, again), CUCORE_OK);
        CHECK(again[0].dtype == row->number && again[0].rank == 2 && again[0].dims == view.layout.shape);
        CHECK(again[0].struct_size == 48 && again[0].data == memory && !again[0].extension_start);
        CHECK(again[1].struct_size == 0 && again[1].rank != 0); /* 56 bytes are written, no more */
    }
    check_row("to: refusals");
    memset(again, 0xA5, sizeof again);
    REFUSED(cucore_view_to_xla_buffer(&view, 47, again), CUCORE_INVALID_ARGUMENT,
            "size is 47; an XLA_FFI_Buffer has at least 48 bytes");
    CHECK_INT(cucore_view_to_xla_buffer(NULL, 48, again), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_to_xla_buffer(&view, 48, NULL), CUCORE_INVALID_ARGUMENT);
    view.dtype = cucore_dtype_make(CUCORE_CODE_COMPLEX, 32, 1);
    view.layout.itemsize = 4, view.layout.itembits = 32;
    REFUSED(cucore_view_to_xla_buffer(&view, 48, again), CUCORE_UNSUPPORTED,
            "dtype complex32 has no number in XLA's FFI");
    view.dtype = CUCORE_DTYPE_FLOAT32;
    view.layout.strides[0] = 1, view.layout.strides[1] = 2;
    REFUSED(cucore_view_to_xla_buffer(&view, 48, again), CUCORE_WRONG_LAYOUT,
            "expected a C-order contiguous array, got strides (1, 2) for shape (2, 3)");
    view.layout.itemsize = 9;
    CHECK_INT(cucore_view_to_xla_buffer(&view, 48, again), CUCORE_INVALID_ARGUMENT);
    CHECK(again[0].struct_size == (size_t)UINT64_C(0xA5A5A5A5A5A5A5A5));
    check_row("from: requirements");
    buffer.dtype = 11;
    CHECK_INT(cucore_view_from_xla_buffer(&buffer, CUCORE_DEVICE_NONE, &arg, &view), CUCORE_WRONG_SHAPE);
    CHECK_STR(cucore_last_error()->message, "x: expected shape (n, 4), got (2, 3)");
    CHECK_INT(view.dtype.lanes, 0);
    CHECK_INT(cucore_view_from_xla_buffer(&buffer, -7, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_from_xla_buffer(NULL, CUCORE_DEVICE_NONE, &arg, &view), CUCORE_INVALID_ARGUMENT);
    arg.flags = CUCORE_OPTIONAL;
    CHECK_INT(cucore_view_from_xla_buffer(NULL, CUCORE_DEVICE_NONE, &arg, &view), CUCORE_OK);
    check_row("from: memory that is not on the device");
    REFUSED(cucore_view_from_xla_buffer(&buffer, 0, NULL, &view), CUCORE_PROTOCOL,
            "to the driver it is ordinary host memory");
    arg.flags = CUCORE_TRUST_PRODUCER;
    arg.shape = NULL;
    CHECK_INT(cucore_view_from_xla_buffer(&buffer, CUCORE_DEVICE_CURRENT, &arg, &view), CUCORE_OK);
    CHECK_INT(view.device_id, 0);
}

TESTS_MAIN
