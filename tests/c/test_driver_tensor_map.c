/* test_driver_tensor_map.c - tensor maps of views, on the fake driver (tests/fake_driver), which has the rules of cuda.h's page by
 * itself and logs what it was asked for
 *
 * Nothing reads the arrays, so that most have an address and no memory.
 * Build and run as test_driver.c; the same with -fsanitize=address,undefined and with -fsanitize=thread. */
#include "on_fake.h"

#include <limits.h>

static const char *driver_name = "libcuda.so.1";

#define dlsym test_dlsym
#define CUCORE_DRIVER_NAME driver_name
#define CUCORE_IMPLEMENTATION
#include "../../cucore_kernel.h"
#undef dlsym

#define LONG(x) INT64_C(x)
static const uintptr_t somewhere = 0x7f0000000000u;

/* -------------------------------------------------------------------------------------------------------- arrays -- */
typedef struct array {
    int ndim;
    int64_t shape[6], strides[6]; /* strides in elements; all zero: dense */
    cucore_dtype dtype;           /* all zero: float32 */
    uintptr_t offset;             /* of the address from `somewhere` */
    int padded;                   /* elements of fewer than 8 bits in a byte each */
} array;

static cucore_view view_of(const array *a)
{
    cucore_view view;
    int64_t dense = 1;
    int i, is_dense = 1;
    memset(&view, 0, sizeof view);
    view.ptr = (void *)(somewhere + a->offset);
    view.dtype = a->dtype.lanes ? a->dtype : CUCORE_DTYPE_FLOAT32;
    view.device_type = CUCORE_DEVICE_TYPE_CUDA;
    view.device_accessible = 1;
    view.padded = (uint8_t)a->padded;
    view.layout.ndim = a->ndim;
    view.layout.itemsize = view.dtype.itemsize;
    view.layout.itembits = a->padded ? 8 : cucore_dtype_itembits(view.dtype);
    for (i = 0; i < a->ndim; i++) is_dense &= !a->strides[i];
    for (i = a->ndim - 1; i >= 0; i--) {
        view.layout.shape[i] = a->shape[i];
        view.layout.strides[i] = is_dense ? dense : a->strides[i];
        if (is_dense) dense *= a->shape[i];
    }
    return view;
}

static cucore_tensor_map map, poisoned;

/* What is known of devices is forgotten, as in a process that has just started. */
static void start(void)
{
    CUcontext primary;
    fake_reset();
    memset(cucore__tensor_majors, 0, sizeof cucore__tensor_majors);
    memset(&poisoned, 0xA5, sizeof poisoned);
    map = poisoned;
    CHECK_INT(cucore_context_get_primary(0, &primary), CUCORE_OK);
    fake_context_set_current(primary);
    fake_log_clear();
}

static int is_untouched(void)
{
    return memcmp(&map, &poisoned, sizeof map) == 0;
}

#define F32 CUCORE_DTYPE_INIT(FLOAT, 32)
#define F16 CUCORE_DTYPE_INIT(FLOAT, 16)
#define U8 CUCORE_DTYPE_INIT(UINT, 8)
#define FP4 CUCORE_DTYPE_INIT(FLOAT4_E2M1FN, 4)
#define FP6 CUCORE_DTYPE_INIT(FLOAT6_E2M3FN, 6)

/* --------------------------------------------------------------------------------------- what the driver is asked -- */
static const struct {
    const char *name;
    array a;
    cucore_tensor_map_spec spec;
    const char *line;
} asked[] = {
    FIELDS("two axes", {2, {32, 64}, {0}, F32, 0, 0}, {.box = {8, 16}},
           "cuTensorMapEncodeTiled type=7 rank=2 address=host extents=(64,32) strides=(256) box=(16,8) steps=(1,1) "
           "interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS(
        "one axis", {1, {1000}, {0}, F32, 0, 0}, {.box = {256}},
        "cuTensorMapEncodeTiled type=7 rank=1 address=host extents=(1000) strides=() box=(256) steps=(1) interleave=0 "
        "swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("one axis of one element, which may have any stride", {1, {1}, {7}, F32, 0, 0}, {.box = {4}},
           "cuTensorMapEncodeTiled type=7 rank=1 address=host extents=(1) strides=() box=(4) steps=(1) interleave=0 "
           "swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("everything that there is", {3, {5, 7, 64}, {4480, 640, 1}, F16, 0, 0},
           {.name = "x",
            .flags = CUCORE_WRITE | CUCORE_ON_DEVICE_ID,
            .type = CUCORE_TENSOR_TYPE_BFLOAT16,
            .swizzle = CUCORE_TENSOR_SWIZZLE_128B,
            .promotion = CUCORE_TENSOR_PROMOTION_256B,
            .fill = CUCORE_TENSOR_FILL_NANS,
            .box = {2, 6, 64},
            .element_strides = {3, 8, 1}},
           "cuTensorMapEncodeTiled type=9 rank=3 address=host extents=(64,7,5) strides=(1280,8960) box=(64,6,2) "
           "steps=(1,8,3) interleave=0 swizzle=3 promotion=3 fill=1 ctx=0\n"),
    FIELDS("interleave", {4, {2, 3, 5, 16}, {0}, F16, 32, 0},
           {.interleave = CUCORE_TENSOR_INTERLEAVE_32B,
            .swizzle = CUCORE_TENSOR_SWIZZLE_32B,
            .promotion = CUCORE_TENSOR_PROMOTION_64B,
            .box = {1, 1, 5, 3},
            .element_strides = {1, 1, 1, 2}},
           "cuTensorMapEncodeTiled type=6 rank=4 address=host extents=(16,5,3,2) strides=(32,160,480) box=(3,5,1,1) "
           "steps=(2,1,1,1) interleave=2 swizzle=1 promotion=1 fill=0 ctx=0\n"),
    FIELDS("the most columns and the largest box, the largest stride",
           {2, {2, LONG(1) << 32}, {(LONG(1) << 40) - 16, 1}, U8, 0, 0}, {.box = {256, 256}},
           "cuTensorMapEncodeTiled type=0 rank=2 address=host extents=(4294967296,2) strides=(1099511627760) "
           "box=(256,256) steps=(1,1) interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("the most rows", {2, {LONG(1) << 32, 16}, {16, 1}, U8, 0, 0}, {.box = {256, 16}},
           "cuTensorMapEncodeTiled type=0 rank=2 address=host extents=(16,4294967296) strides=(16) box=(16,256) "
           "steps=(1,1) interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("axes in another order of strides", {3, {8, 4096, 128}, {128, 1024, 1}, F16, 0, 0}, {.box = {1, 64, 64}},
           "cuTensorMapEncodeTiled type=6 rank=3 address=host extents=(128,4096,8) strides=(2048,256) box=(64,64,1) "
           "steps=(1,1,1) interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("windows that overlap", {2, {97, 64}, {4, 1}, F32, 0, 0}, {.box = {1, 64}},
           "cuTensorMapEncodeTiled type=7 rank=2 address=host extents=(64,97) strides=(16) box=(64,1) steps=(1,1) "
           "interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("axes of one element, whatever their strides", {4, {1, 3, 1, 5}, {-1, 8, 0, 1}, F32, 0, 0},
           {.box = {1, 1, 1, 4}},
           "cuTensorMapEncodeTiled type=7 rank=4 address=host extents=(5,1,3,1) strides=(32,32,96) box=(4,1,1,1) "
           "steps=(1,1,1,1) interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("one element behind so many that a dense stride is too large",
           {3, {1, 256, 16}, {3, LONG(1) << 32, 1}, U8, 0, 0}, {.box = {1, 1, 16}},
           "cuTensorMapEncodeTiled type=0 rank=3 address=host extents=(16,256,1) strides=(4294967296,16) box=(16,1,1) "
           "steps=(1,1,1) interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("a last axis of one element: a column", {2, {9, 1}, {4, 77}, F32, 0, 0}, {.box = {9, 4}},
           "cuTensorMapEncodeTiled type=7 rank=2 address=host extents=(1,9) strides=(16) box=(4,9) steps=(1,1) "
           "interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("complex numbers as pairs of floats", {2, {4, 6}, {0}, CUCORE_DTYPE_INIT(COMPLEX, 64), 0, 0},
           {.type = CUCORE_TENSOR_TYPE_FLOAT32, .box = {4, 12}},
           "cuTensorMapEncodeTiled type=7 rank=2 address=host extents=(12,4) strides=(48) box=(12,4) steps=(1,1) "
           "interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("bytes as float32", {2, {4, 64}, {0}, U8, 0, 0}, {.type = CUCORE_TENSOR_TYPE_FLOAT32, .box = {4, 16}},
           "cuTensorMapEncodeTiled type=7 rank=2 address=host extents=(16,4) strides=(64) box=(16,4) steps=(1,1) "
           "interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("float4, two in a byte, each packed", {2, {4, 128}, {0}, FP4, 0, 0},
           {.swizzle = CUCORE_TENSOR_SWIZZLE_64B, .box = {4, 128}},
           "cuTensorMapEncodeTiled type=13 rank=2 address=host extents=(128,4) strides=(64) box=(128,4) steps=(1,1) "
           "interleave=0 swizzle=2 promotion=0 fill=0 ctx=0\n"),
    FIELDS("bytes of two float4 each", {2, {4, 128}, {0}, U8, 0, 0},
           {.type = CUCORE_TENSOR_TYPE_16U4_ALIGN16B, .swizzle = CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B, .box = {4, 128}},
           "cuTensorMapEncodeTiled type=14 rank=2 address=host extents=(256,4) strides=(128) box=(128,4) steps=(1,1) "
           "interleave=0 swizzle=4 promotion=0 fill=0 ctx=0\n"),
    FIELDS("float6, four in three bytes", {2, {4, 128}, {0}, FP6, 64, 0},
           {.flags = CUCORE_WRITE, .swizzle = CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B, .box = {4, 128}},
           "cuTensorMapEncodeTiled type=15 rank=2 address=host extents=(128,4) strides=(96) box=(128,4) steps=(1,1) "
           "interleave=0 swizzle=6 promotion=0 fill=0 ctx=0\n"),
    FIELDS("float6, a byte each", {2, {4, 128}, {0}, FP6, 0, 1},
           {.swizzle = CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B_FLIP_8B, .box = {4, 128}},
           "cuTensorMapEncodeTiled type=0 rank=2 address=host extents=(128,4) strides=(128) box=(128,4) steps=(1,1) "
           "interleave=0 swizzle=5 promotion=0 fill=0 ctx=0\n"),
    FIELDS(
        "im2col, H and W", {4, {2, 9, 14, 64}, {0}, F16, 0, 0},
        {.mode = CUCORE_TENSOR_MODE_IM2COL,
         .swizzle = CUCORE_TENSOR_SWIZZLE_128B,
         .element_strides = {1, 2, 3, 1},
         .lower_corner = {-1, -2},
         .upper_corner = {-3, -4},
         .channels = 64,
         .pixels = 1024},
        "cuTensorMapEncodeIm2col type=6 rank=4 address=host extents=(64,14,9,2) strides=(128,1792,16128) lower=(-2,-1) "
        "upper=(-4,-3) channels=64 pixels=1024 steps=(1,3,2,1) interleave=0 swizzle=3 promotion=0 fill=0 ctx=0\n"),
    FIELDS("im2col, W alone, and its farthest corners", {3, {2, 65536, 8}, {0}, F32, 0, 0},
           {.mode = CUCORE_TENSOR_MODE_IM2COL,
            .lower_corner = {32767},
            .upper_corner = {-32768},
            .channels = 8,
            .pixels = 1},
           "cuTensorMapEncodeIm2col type=7 rank=3 address=host extents=(8,65536,2) strides=(32,2097152) lower=(32767) "
           "upper=(-32768) channels=8 pixels=1 steps=(1,1,1) interleave=0 swizzle=0 promotion=0 fill=0 ctx=0\n"),
    FIELDS("im2col, D, H and W", {5, {2, 32, 33, 34, 8}, {0}, F32, 0, 0},
           {.mode = CUCORE_TENSOR_MODE_IM2COL,
            .lower_corner = {-16, 14, 13},
            .upper_corner = {15, -15, -16},
            .channels = 4,
            .pixels = 256},
           "cuTensorMapEncodeIm2col type=7 rank=5 address=host extents=(8,34,33,32,2) strides=(32,1088,35904,1148928) "
           "lower=(13,14,-16) upper=(-16,-15,15) channels=4 pixels=256 steps=(1,1,1,1,1) interleave=0 swizzle=0 "
           "promotion=0 fill=0 ctx=0\n"),
};

TEST(test_what_the_driver_is_asked)
{
    FOR_ROWS (row, asked) {
        cucore_view view = view_of(&row->a);
        cucore_status status;
        start();
        fake_set_compute_major(10);
        status = cucore_tensor_map_make(&view, &row->spec, &map);
        if (status) CHECK_STR(cucore_last_error()->message, "");
        CHECK_INT(status, CUCORE_OK);
        CHECK_HAS(fake_log(), row->line);
        CHECK_INT(fake_call_count(), 2); /* and the compute capability */
        CHECK(map.opaque[1] == somewhere + row->a.offset);
        fake_log_clear();
        CHECK_INT(cucore_tensor_map_make(&view, &row->spec, &map), CUCORE_OK);
        CHECK_STR(fake_log(), row->line); /* and no other call */
    }
}

TEST(test_types)
{
    static const struct {
        const char *name;
        int type; /* the driver's; -1: none */
    } names[] = {
        {"uint8", 0},
        {"int8", 0},
        {"bool", 0},
        {"uint16", 1},
        {"int16", 1},
        {"uint32", 2},
        {"int32", 3},
        {"uint64", 4},
        {"int64", 5},
        {"float16", 6},
        {"float32", 7},
        {"float64", 8},
        {"bfloat16", 9},
        {"float8_e3m4", 0},
        {"float8_e4m3", 0},
        {"float8_e4m3fn", 0},
        {"float8_e5m2", 0},
        {"float8_e4m3b11fnuz", 0},
        {"float8_e8m0fnu", 0},
        {"float8_e4m3fnuz", 0},
        {"float8_e5m2fnuz", 0},
        {"int4", 13},
        {"uint4", 13},
        {"float4_e2m1fn", 13},
        {"float6_e2m3fn", 15},
        {"float6_e3m2fn", 15},
        {"int2", -1},
        {"uint1", -1},
        {"complex64", -1},
        {"complex128", -1},
        {"complex32", -1},
    };
    start();
    fake_set_compute_major(10);
    FOR_ROWS (row, names) {
        array a = {2, {2, 256}, {0}, F32, 0, 0};
        cucore_tensor_map_spec spec = {.name = "x", .box = {2, 128}};
        char words[96];
        cucore_view view;
        CHECK_INT(cucore_dtype_from_name(row->name, strlen(row->name), &a.dtype), CUCORE_OK);
        view = view_of(&a);
        fake_log_clear();
        map = poisoned;
        if (row->type >= 0) {
            CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_OK);
            snprintf(words, sizeof words, "cuTensorMapEncodeTiled type=%d rank=2 ", row->type);
            CHECK_HAS(fake_log(), words);
        } else {
            CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_WRONG_DTYPE);
            snprintf(words, sizeof words, "x: TMA has no type for elements of %s; `type` can name one", row->name);
            CHECK_HAS(cucore_last_error()->message, words);
            CHECK(is_untouched());
            CHECK_INT(fake_call_count(), 0);
        }
    }
}

/* Each type of the driver by its number here, over elements as wide. */
TEST(test_types_by_number)
{
    static const int bits[17] = {0, 8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 4, 4, 6};
    start();
    fake_set_compute_major(10);
    for (int type = 1; type <= CUCORE_TENSOR_TYPE_16U6_ALIGN16B; type++) {
        array a = {2, {2, 384}, {0}, U8, 0, 0};
        cucore_view view = view_of(&a);
        cucore_tensor_map_spec spec = {.type = type, .box = {2, bits[type] < 8 ? 128 : 16}};
        char words[96];
        snprintf(words, sizeof words, "type=%d rank=2 address=host extents=(%d,2) strides=(384) ", type - 1,
                 384 * 8 / bits[type]);
        check_row(words);
        fake_log_clear();
        CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_OK);
        CHECK_HAS(fake_log(), words);
    }
}

/* ---------------------------------------------------------------------------------------------------- every rule -- */
#define TILE .name = "x", .box = {4, 16}
#define IM2COL .name = "x", .mode = CUCORE_TENSOR_MODE_IM2COL, .channels = 8, .pixels = 64
static const struct {
    const char *name;
    array a;
    cucore_tensor_map_spec spec;
    cucore_status status;
    const char *message;
} rules[] = {
    FIELDS("no name", {0, {0}, {0}, F32, 0, 0}, {.box = {4}}, CUCORE_WRONG_SHAPE, "array: 0 axes; TMA takes 1 to 5"),
    FIELDS("no axis", {0, {0}, {0}, F32, 0, 0}, {TILE}, CUCORE_WRONG_SHAPE, "x: 0 axes; TMA takes 1 to 5"),
    FIELDS("six axes", {6, {2, 2, 2, 2, 2, 4}, {0}, F32, 0, 0}, {TILE}, CUCORE_WRONG_SHAPE,
           "x: 6 axes; TMA takes 1 to 5"),
    FIELDS("interleave of two axes", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .interleave = CUCORE_TENSOR_INTERLEAVE_16B},
           CUCORE_WRONG_SHAPE, "x: 2 axes; TMA takes 3 to 5 with interleave"),
    FIELDS("im2col of two axes", {2, {4, 16}, {0}, F32, 0, 0}, {IM2COL}, CUCORE_WRONG_SHAPE,
           "x: 2 axes; TMA takes 3 to 5 for im2col"),
    FIELDS("address", {2, {4, 16}, {0}, F32, 8, 0}, {TILE}, CUCORE_WRONG_LAYOUT,
           "x: address 0x7f0000000008 is not a multiple of 16, which TMA needs"),
    FIELDS("address with interleave 32B", {3, {1, 4, 16}, {0}, F32, 16, 0},
           {TILE, .interleave = CUCORE_TENSOR_INTERLEAVE_32B}, CUCORE_WRONG_LAYOUT,
           "x: address 0x7f0000000010 is not a multiple of 32, which TMA needs"),
    FIELDS("address of padded elements", {2, {4, 128}, {0}, FP6, 16, 0}, {TILE}, CUCORE_WRONG_LAYOUT,
           "x: address 0x7f0000000010 is not a multiple of 32, which TMA needs"),
    FIELDS("no elements", {2, {0, 16}, {16, 1}, F32, 0, 0}, {TILE}, CUCORE_WRONG_SHAPE,
           "x: extent 0 of axis 0; TMA takes 1 to 4294967296"),
    FIELDS("no elements in a row", {2, {4, 0}, {16, 1}, F32, 0, 0}, {TILE}, CUCORE_WRONG_SHAPE,
           "x: extent 0 of axis 1; TMA takes 1 to 4294967296"),
    FIELDS("a negative extent", {2, {-4, 16}, {16, 1}, F32, 0, 0}, {TILE}, CUCORE_INVALID_ARGUMENT,
           "x: shape[0] is -4; extents must be 0 or more"),
    FIELDS("too many rows", {2, {(LONG(1) << 32) + 1, 16}, {16, 1}, F32, 0, 0}, {TILE}, CUCORE_WRONG_SHAPE,
           "x: extent 4294967297 of axis 0; TMA takes 1 to 4294967296"),
    FIELDS("too many columns", {2, {4, (LONG(1) << 32) + 1}, {16, 1}, F32, 0, 0}, {TILE}, CUCORE_WRONG_SHAPE,
           "x: extent 4294967297 of axis 1; TMA takes 1 to 4294967296"),
    FIELDS("too many columns once they are halved", {2, {4, LONG(1) << 33}, {16, 1}, F32, 0, 0},
           {TILE, .type = CUCORE_TENSOR_TYPE_UINT16}, CUCORE_WRONG_SHAPE,
           "x: extent 17179869184 of axis 1; TMA takes 1 to 4294967296"),
    FIELDS("more columns than a number has", {2, {4, INT64_MAX}, {16, 1}, F32, 0, 0},
           {TILE, .type = CUCORE_TENSOR_TYPE_UINT16}, CUCORE_OVERFLOW,
           "x: the product of the 2 extents (the last is 9223372036854775807) does not fit 64 bits"),
    FIELDS("columns that are no whole number of wider ones", {2, {4, 18}, {32, 1}, U8, 0, 0},
           {TILE, .type = CUCORE_TENSOR_TYPE_FLOAT32}, CUCORE_WRONG_SHAPE,
           "x: the 18 elements of 8 bits on axis 1 are no whole number of elements of type FLOAT32"),
    FIELDS("packed columns, odd", {2, {4, 33}, {64, 1}, FP4, 0, 0}, {TILE}, CUCORE_WRONG_SHAPE,
           "x: 33 elements on axis 1 are not a multiple of 2, which type 16U4_ALIGN8B needs"),
    FIELDS("padded columns", {2, {4, 192}, {256, 1}, FP4, 0, 0}, {TILE, .type = CUCORE_TENSOR_TYPE_16U4_ALIGN16B},
           CUCORE_WRONG_SHAPE, "x: 192 elements on axis 1 are not a multiple of 128, which type 16U4_ALIGN16B needs"),
    FIELDS("padded columns of 6 bits", {2, {4, 192}, {256, 1}, FP6, 0, 0}, {TILE}, CUCORE_WRONG_SHAPE,
           "x: 192 elements on axis 1 are not a multiple of 128, which type 16U6_ALIGN16B needs"),
    FIELDS("stride", {2, {4, 16}, {511, 1}, F16, 0, 0}, {TILE}, CUCORE_WRONG_LAYOUT,
           "x: stride 1022 bytes of axis 0 is not a multiple of 16, which TMA needs"),
    FIELDS("stride with interleave 32B", {3, {2, 4, 16}, {64, 12, 1}, F32, 0, 0},
           {TILE, .interleave = CUCORE_TENSOR_INTERLEAVE_32B, .swizzle = CUCORE_TENSOR_SWIZZLE_32B},
           CUCORE_WRONG_LAYOUT, "x: stride 48 bytes of axis 1 is not a multiple of 32, which TMA needs"),
    FIELDS("stride of packed elements, which is no whole byte", {2, {4, 32}, {33, 1}, FP4, 0, 0}, {TILE},
           CUCORE_WRONG_LAYOUT, "x: stride 132 bits of axis 0 is not a multiple of 128, which TMA needs"),
    FIELDS("stride of padded elements", {2, {4, 128}, {160, 1}, FP4, 0, 0},
           {TILE, .type = CUCORE_TENSOR_TYPE_16U4_ALIGN16B}, CUCORE_WRONG_LAYOUT,
           "x: stride 80 bytes of axis 0 is not a multiple of 32, which TMA needs"),
    FIELDS("packed columns, odd, with interleave 32B", {3, {1, 4, 33}, {256, 64, 1}, FP4, 0, 0},
           {TILE, .interleave = CUCORE_TENSOR_INTERLEAVE_32B, .swizzle = CUCORE_TENSOR_SWIZZLE_32B}, CUCORE_WRONG_SHAPE,
           "x: 33 elements on axis 2 are not a multiple of 2, which type 16U4_ALIGN8B needs"),
    FIELDS("stride too large", {2, {4, 16}, {LONG(1) << 38, 1}, F32, 0, 0}, {TILE}, CUCORE_WRONG_LAYOUT,
           "x: stride 274877906944 of axis 0, in elements of 32 bits, is not below 2^40 bytes, which TMA needs"),
    FIELDS("stride larger than a number", {2, {4, 16}, {INT64_MAX, 1}, F32, 0, 0}, {TILE}, CUCORE_OVERFLOW,
           "x: shape[0] is 4 with strides[0] 9223372036854775807: the offset of its last element does not fit 64 bits"),
    FIELDS("rows in reverse", {2, {4, 16}, {-16, 1}, F32, 0, 0}, {TILE}, CUCORE_WRONG_LAYOUT,
           "x: stride -16 of axis 0, in elements, is negative, and TMA goes forward only"),
    FIELDS(
        "the least stride", {2, {4, 16}, {INT64_MIN, 1}, F32, 0, 0}, {TILE}, CUCORE_OVERFLOW,
        "x: shape[0] is 4 with strides[0] -9223372036854775808: the offset of its last element does not fit 64 bits"),
    FIELDS(
        "repeated rows", {2, {4, 16}, {0, 1}, F32, 0, 0}, {TILE}, CUCORE_WRONG_LAYOUT,
        "x: axis 0 repeats its elements (stride 0 for extent 4), but strides of TMA step over the axes inside; map one "
        "element of it"),
    FIELDS("every other column", {2, {4, 16}, {64, 2}, F32, 0, 0}, {TILE}, CUCORE_WRONG_LAYOUT,
           "x: stride 2 of axis 1, in elements, is not 1, which TMA needs of the last axis"),
    FIELDS("transposed", {2, {4, 16}, {1, 4}, F32, 0, 0}, {TILE}, CUCORE_WRONG_LAYOUT,
           "x: stride 4 of axis 1, in elements, is not 1, which TMA needs of the last axis"),
    FIELDS("box 0", {2, {4, 16}, {0}, F32, 0, 0}, {.name = "x", .box = {0, 16}}, CUCORE_INVALID_ARGUMENT,
           "x: box[0] is 0; it must be 1 to 256"),
    FIELDS("box too large", {2, {4, 16}, {0}, F32, 0, 0}, {.name = "x", .box = {257, 16}}, CUCORE_INVALID_ARGUMENT,
           "x: box[0] is 257; it must be 1 to 256"),
    FIELDS("inner box 0", {2, {4, 16}, {0}, F32, 0, 0}, {.name = "x", .box = {4}}, CUCORE_INVALID_ARGUMENT,
           "x: box[1] is 0; it must be 1 to 256"),
    FIELDS("inner box too large", {1, {4096}, {0}, F32, 0, 0}, {.name = "x", .box = {INT_MAX}}, CUCORE_INVALID_ARGUMENT,
           "x: box[0] is 2147483647; it must be 1 to 256"),
    FIELDS("inner box negative", {1, {4096}, {0}, F32, 0, 0}, {.name = "x", .box = {INT_MIN}}, CUCORE_INVALID_ARGUMENT,
           "x: box[0] is -2147483648; it must be 1 to 256"),
    FIELDS("inner box of 12 bytes", {2, {4, 16}, {0}, F32, 0, 0}, {.name = "x", .box = {4, 3}}, CUCORE_INVALID_ARGUMENT,
           "x: box[1] is 3, 96 bits of FLOAT32; TMA needs a multiple of 128 (16 bytes)"),
    FIELDS("inner box of padded elements", {2, {4, 256}, {0}, FP6, 0, 0}, {.name = "x", .box = {4, 256}},
           CUCORE_INVALID_ARGUMENT, "x: box[1] is 256; type 16U6_ALIGN16B needs 128"),
    FIELDS("box of more axes", {2, {4, 16}, {0}, F32, 0, 0}, {.name = "x", .box = {4, 4, 16}}, CUCORE_INVALID_ARGUMENT,
           "x: box[2] is 16, but there are 2 axes"),
    FIELDS("swizzle 32B", {2, {4, 16}, {0}, F32, 0, 0},
           {.name = "x", .swizzle = CUCORE_TENSOR_SWIZZLE_32B, .box = {4, 12}}, CUCORE_INVALID_ARGUMENT,
           "x: box[1] is 12, 48 bytes of FLOAT32; swizzle 32B takes at most 32"),
    FIELDS("swizzle 64B", {2, {4, 32}, {0}, F32, 0, 0},
           {.name = "x", .swizzle = CUCORE_TENSOR_SWIZZLE_64B, .box = {4, 20}}, CUCORE_INVALID_ARGUMENT,
           "x: box[1] is 20, 80 bytes of FLOAT32; swizzle 64B takes at most 64"),
    FIELDS("swizzle 128B", {2, {4, 64}, {0}, F32, 0, 0},
           {.name = "x", .swizzle = CUCORE_TENSOR_SWIZZLE_128B, .box = {4, 64}}, CUCORE_INVALID_ARGUMENT,
           "x: box[1] is 64, 256 bytes of FLOAT32; swizzle 128B takes at most 128"),
    FIELDS("swizzle 128B of atoms", {2, {4, 64}, {0}, F32, 0, 0},
           {.name = "x", .swizzle = CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B, .box = {4, 64}}, CUCORE_INVALID_ARGUMENT,
           "x: box[1] is 64, 256 bytes of FLOAT32; swizzle 128B_ATOM_64B takes at most 128"),
    FIELDS("element stride too large", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .element_strides = {9}},
           CUCORE_INVALID_ARGUMENT, "x: element_strides[0] is 9; it must be 1 to 8"),
    FIELDS("element stride negative", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .element_strides = {1, -1}},
           CUCORE_INVALID_ARGUMENT, "x: element_strides[1] is -1; it must be 1 to 8"),
    FIELDS("element stride of the last axis", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .element_strides = {1, 2}},
           CUCORE_INVALID_ARGUMENT,
           "x: element_strides[1] is 2, which TMA ignores on the last axis without interleave"),
    FIELDS("interleave 32B without its swizzle", {3, {1, 4, 16}, {0}, F32, 0, 0},
           {.name = "x", .interleave = CUCORE_TENSOR_INTERLEAVE_32B, .box = {1, 4, 16}}, CUCORE_INVALID_ARGUMENT,
           "x: interleave 32B goes with swizzle 32B only, got NONE"),
    FIELDS("NaNs for integers", {2, {4, 16}, {0}, CUCORE_DTYPE_INIT(INT, 32), 0, 0},
           {TILE, .fill = CUCORE_TENSOR_FILL_NANS}, CUCORE_INVALID_ARGUMENT,
           "x: type INT32 cannot be filled with NaNs: it has no floating point"),
    FIELDS("NaNs for packed elements", {2, {4, 32}, {0}, FP4, 0, 0}, {TILE, .fill = CUCORE_TENSOR_FILL_NANS},
           CUCORE_INVALID_ARGUMENT, "x: type 16U4_ALIGN8B cannot be filled with NaNs: it has no floating point"),
    FIELDS("interleave of padded elements", {3, {1, 4, 128}, {0}, FP6, 0, 0},
           {TILE, .interleave = CUCORE_TENSOR_INTERLEAVE_16B}, CUCORE_INVALID_ARGUMENT,
           "x: type 16U6_ALIGN16B does not go with interleave"),
    FIELDS("swizzle of padded elements of 4 bits", {2, {4, 128}, {0}, FP4, 0, 0},
           {TILE, .type = CUCORE_TENSOR_TYPE_16U4_ALIGN16B, .swizzle = CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B},
           CUCORE_INVALID_ARGUMENT,
           "x: type 16U4_ALIGN16B does not go with swizzle 128B_ATOM_64B, but with NONE, 128B, 128B_ATOM_32B"),
    FIELDS("swizzle of padded elements of 6 bits", {2, {4, 128}, {0}, FP6, 0, 0},
           {TILE, .swizzle = CUCORE_TENSOR_SWIZZLE_64B}, CUCORE_INVALID_ARGUMENT,
           "x: type 16U6_ALIGN16B does not go with swizzle 64B, but with NONE, 128B, 128B_ATOM_32B, 128B_ATOM_64B"),
    FIELDS(
        "loads of what can be stored only", {2, {4, 128}, {0}, FP6, 0, 0},
        {TILE, .swizzle = CUCORE_TENSOR_SWIZZLE_128B_ATOM_64B}, CUCORE_INVALID_ARGUMENT,
        "x: type 16U6_ALIGN16B with swizzle 128B_ATOM_64B is for stores only, and CUCORE_WRITE is not among the flags"),
    FIELDS("stores of what can be loaded only", {2, {4, 128}, {0}, FP4, 0, 0},
           {TILE, .type = CUCORE_TENSOR_TYPE_16U4_ALIGN16B, .flags = CUCORE_WRITE}, CUCORE_INVALID_ARGUMENT,
           "x: type 16U4_ALIGN16B is for loads only, and CUCORE_WRITE was given"),
    FIELDS("im2col: W too far", {3, {2, 9, 8}, {0}, F32, 0, 0}, {IM2COL, .lower_corner = {-32769}},
           CUCORE_INVALID_ARGUMENT, "x: lower_corner[0] is -32769; it must be -32768 to 32767 for 3 axes"),
    FIELDS("im2col: H too far", {4, {2, 9, 9, 8}, {0}, F32, 0, 0}, {IM2COL, .upper_corner = {128}},
           CUCORE_INVALID_ARGUMENT, "x: upper_corner[0] is 128; it must be -128 to 127 for 4 axes"),
    FIELDS("im2col: W of two too far", {4, {2, 9, 9, 8}, {0}, F32, 0, 0}, {IM2COL, .lower_corner = {0, -129}},
           CUCORE_INVALID_ARGUMENT, "x: lower_corner[1] is -129; it must be -128 to 127 for 4 axes"),
    FIELDS("im2col: D too far", {5, {2, 9, 9, 9, 8}, {0}, F32, 0, 0}, {IM2COL, .upper_corner = {16}},
           CUCORE_INVALID_ARGUMENT, "x: upper_corner[0] is 16; it must be -16 to 15 for 5 axes"),
    FIELDS("im2col: no pixel", {4, {2, 9, 5, 8}, {0}, F32, 0, 0},
           {IM2COL, .lower_corner = {-1, 3}, .upper_corner = {-1, -2}}, CUCORE_INVALID_ARGUMENT,
           "x: lower_corner[1] 3 and upper_corner[1] -2 leave none of the 5 pixels of axis 2"),
    FIELDS("im2col: no channels", {3, {2, 9, 8}, {0}, F32, 0, 0},
           {.name = "x", .mode = CUCORE_TENSOR_MODE_IM2COL, .pixels = 1}, CUCORE_INVALID_ARGUMENT,
           "x: channels is 0; it must be 1 to 256"),
    FIELDS("im2col: too many channels", {3, {2, 9, 512}, {0}, F32, 0, 0},
           {.name = "x", .mode = CUCORE_TENSOR_MODE_IM2COL, .channels = 257, .pixels = 1}, CUCORE_INVALID_ARGUMENT,
           "x: channels is 257; it must be 1 to 256"),
    FIELDS("im2col: channels of 8 bytes", {3, {2, 9, 8}, {0}, F32, 0, 0},
           {.name = "x", .mode = CUCORE_TENSOR_MODE_IM2COL, .channels = 2, .pixels = 1}, CUCORE_INVALID_ARGUMENT,
           "x: channels is 2, 64 bits of FLOAT32; TMA needs a multiple of 128 (16 bytes)"),
    FIELDS("im2col: channels for a swizzle", {3, {2, 9, 64}, {0}, F32, 0, 0},
           {.name = "x",
            .mode = CUCORE_TENSOR_MODE_IM2COL,
            .swizzle = CUCORE_TENSOR_SWIZZLE_32B,
            .channels = 12,
            .pixels = 1},
           CUCORE_INVALID_ARGUMENT, "x: channels is 12, 48 bytes of FLOAT32; swizzle 32B takes at most 32"),
    FIELDS("im2col: channels of padded elements", {3, {2, 9, 128}, {0}, FP6, 0, 0},
           {.name = "x", .mode = CUCORE_TENSOR_MODE_IM2COL, .channels = 64, .pixels = 1}, CUCORE_INVALID_ARGUMENT,
           "x: channels is 64; type 16U6_ALIGN16B needs 128"),
    FIELDS("im2col: no pixels of a load", {3, {2, 9, 8}, {0}, F32, 0, 0},
           {.name = "x", .mode = CUCORE_TENSOR_MODE_IM2COL, .channels = 8}, CUCORE_INVALID_ARGUMENT,
           "x: pixels is 0; it must be 1 to 1024"),
    FIELDS("im2col: too many pixels of a load", {3, {2, 9, 8}, {0}, F32, 0, 0},
           {.name = "x", .mode = CUCORE_TENSOR_MODE_IM2COL, .channels = 8, .pixels = 1025}, CUCORE_INVALID_ARGUMENT,
           "x: pixels is 1025; it must be 1 to 1024"),
    FIELDS("a mode that there is not", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .mode = 2}, CUCORE_INVALID_ARGUMENT,
           "x: `mode` is 2; it must be 0 to 1"),
    FIELDS("a type that there is not", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .type = 17}, CUCORE_INVALID_ARGUMENT,
           "x: `type` is 17; it must be 0 to 16"),
    FIELDS("an interleave that there is not", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .interleave = -1},
           CUCORE_INVALID_ARGUMENT, "x: `interleave` is -1; it must be 0 to 2"),
    FIELDS("a swizzle in bytes", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .swizzle = 128}, CUCORE_INVALID_ARGUMENT,
           "x: `swizzle` is 128; it must be 0 to 6"),
    FIELDS("a promotion in bytes", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .promotion = 64}, CUCORE_INVALID_ARGUMENT,
           "x: `promotion` is 64; it must be 0 to 3"),
    FIELDS("a fill that there is not", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .fill = 2}, CUCORE_INVALID_ARGUMENT,
           "x: `fill` is 2; it must be 0 to 1"),
    FIELDS("flags that mean nothing", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .flags = CUCORE_WRITE | CUCORE_C_CONTIGUOUS},
           CUCORE_INVALID_ARGUMENT, "x: of the flags 0x3, 0x2 mean nothing to a tensor map"),
    FIELDS("another device", {2, {4, 16}, {0}, F32, 0, 0}, {TILE, .flags = CUCORE_ON_DEVICE_ID, .device_id = 1},
           CUCORE_WRONG_DEVICE, "x: expected an array on cuda:1, got one on cuda:0"),
    FIELDS("vectors", {2, {4, 16}, {0}, {CUCORE_CODE_FLOAT, 32, 4, 16}, 0, 0}, {TILE}, CUCORE_WRONG_DTYPE,
           "x: TMA has no type for elements of float32x4; `type` can name one that has as many bytes"),
    FIELDS(
        "structs", {2, {4, 16}, {0}, {CUCORE_CODE_STRUCTURED, 0, 1, 8}, 0, 0}, {TILE}, CUCORE_WRONG_DTYPE,
        "x: TMA has no type for elements of a structured dtype of 8 bytes; `type` can name one that has as many bytes"),
    FIELDS("bytes of no meaning", {2, {4, 16}, {0}, {CUCORE_CODE_OPAQUE, 0, 1, 1}, 0, 0}, {TILE}, CUCORE_WRONG_DTYPE,
           "x: TMA has no type for elements of void ('|V1'); `type` can name one that has as many bytes"),
};

TEST(test_every_rule)
{
    FOR_ROWS (row, rules) {
        cucore_view view = view_of(&row->a);
        start();
        fake_set_compute_major(10);
        CHECK_INT(cucore_tensor_map_make(&view, &row->spec, &map), row->status);
        CHECK_STR(cucore_last_error()->message, row->message);
        CHECK(is_untouched());
        CHECK_INT(fake_call_count(), 0);
    }
}

/* --------------------------------------------------------------------------------------- memory and the arguments -- */
static const array usual = {2, {32, 64}, {0}, F32, 0, 0};
static const cucore_tensor_map_spec usual_spec = {.name = "x", .box = {8, 16}};

TEST(test_memory)
{
    cucore_view view = view_of(&usual);
    cucore_tensor_map_spec spec = usual_spec;
    start();
    view.device_accessible = 0;
    view.device_type = CUCORE_DEVICE_TYPE_CPU;
    view.device_id = CUCORE_DEVICE_NONE;
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_WRONG_DEVICE);
    CHECK_STR(cucore_last_error()->message, "x: expected an array that CUDA can read, got one on cpu");
    view = view_of(&usual);
    view.readonly = 1;
    spec.flags = CUCORE_WRITE;
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_READONLY);
    CHECK_STR(cucore_last_error()->message, "x: expected a writable array, got a read-only one");
    view.device_id = 7;
    spec.flags = 0;
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "device 7 does not exist; this process sees 2");
    memset(&view, 0, sizeof view);
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "x: the view holds no data: it was released, or never filled");
    view.dtype = CUCORE_DTYPE_FLOAT32;
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_INVALID_ARGUMENT);
    CHECK(is_untouched());
    CHECK_INT(fake_call_count(), 0);
}

/* Any device reaches it: the map is for that of the current context, and is asked of each time. */
TEST(test_pinned_memory)
{
    cucore_view view = view_of(&usual);
    start();
    view.device_type = CUCORE_DEVICE_TYPE_CUDA_HOST;
    view.device_id = CUCORE_DEVICE_NONE;
    CHECK_INT(cucore_tensor_map_make(&view, &usual_spec, &map), CUCORE_OK);
    CHECK_HAS(fake_log(), "cuDeviceGetAttribute attribute=75 device=0 ");
    fake_context_set_current(fake_context_primary(1));
    fake_log_clear();
    CHECK_INT(cucore_tensor_map_make(&view, &usual_spec, &map), CUCORE_OK);
    CHECK_HAS(fake_log(), "cuDeviceGetAttribute attribute=75 device=1 ");
    fake_context_set_current(NULL);
    CHECK_INT(cucore_tensor_map_make(&view, &usual_spec, &map), CUCORE_OK);
    CHECK_INT(fake_context_depth(), 0);
}

TEST(test_arguments)
{
    cucore_view view = view_of(&usual);
    char text[160];
    cucore_tensor_map *askew = (cucore_tensor_map *)(void *)((char *)&map + 32);
    start();
    CHECK_INT(cucore_tensor_map_make(NULL, &usual_spec, &map), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_tensor_map_make: view is NULL");
    CHECK_INT(cucore_tensor_map_make(&view, NULL, &map), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_tensor_map_make: spec is NULL");
    CHECK_INT(cucore_tensor_map_make(&view, &usual_spec, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_tensor_map_make: out is NULL");
    CHECK_INT(cucore_tensor_map_make(&view, &usual_spec, askew), CUCORE_INVALID_ARGUMENT);
    snprintf(text, sizeof text, "cucore_tensor_map_make: out is at 0x%llx, which is not aligned to 64 bytes",
             (unsigned long long)(uintptr_t)askew);
    CHECK_STR(cucore_last_error()->message, text);
    CHECK_INT(cucore_tensor_map_replace_address(NULL, &usual_spec, &map), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_tensor_map_replace_address: view is NULL");
    CHECK_INT(cucore_tensor_map_replace_address(&view, NULL, &map), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_tensor_map_replace_address(&view, &usual_spec, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_tensor_map_replace_address: map is NULL");
    REFUSED(cucore_tensor_map_replace_address(&view, &usual_spec, askew), CUCORE_INVALID_ARGUMENT,
            "cucore_tensor_map_replace_address: map is at 0x");
    CHECK(is_untouched());
    CHECK_INT(fake_call_count(), 0);
}

typedef struct with_char {
    char before;
    cucore_tensor_map map;
} with_char;

typedef struct with_char_of_cuda_h {
    char before;
    CUtensorMap map;
} with_char_of_cuda_h;

TEST(test_size_and_alignment)
{
    CHECK_INT(sizeof(cucore_tensor_map), sizeof(CUtensorMap));
    CHECK_INT(offsetof(with_char, map), 128);
    CHECK(offsetof(with_char_of_cuda_h, map) <= 128);
}

/* --------------------------------------------------------------------------------------------------- the devices -- */
TEST(test_compute_capability)
{
    cucore_view view = view_of(&usual);
    cucore_tensor_map_spec spec = usual_spec;
    const array packed = {2, {4, 128}, {0}, FP4, 0, 0};
    start();
    fake_set_compute_major(8);
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_UNSUPPORTED);
    CHECK_STR(cucore_last_error()->message, "x: device 0 has compute capability 8.0, and TMA needs 9.0");
    fake_set_compute_major(9);
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_OK);
    map = poisoned;
    spec.swizzle = CUCORE_TENSOR_SWIZZLE_128B_ATOM_32B;
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_UNSUPPORTED);
    CHECK_STR(cucore_last_error()->message,
              "x: swizzle 128B_ATOM_32B needs compute capability 10.0, and the device has 9.x");
    spec.swizzle = 0;
    spec.box[1] = 128;
    view = view_of(&packed);
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_UNSUPPORTED);
    CHECK_STR(cucore_last_error()->message,
              "x: type 16U4_ALIGN8B needs compute capability 10.0, and the device has 9.x");
    CHECK(is_untouched());
    CHECK_INT(fake_count("cuTensorMapEncodeTiled"), 1);
    /* Another device is asked for itself. */
    fake_set_compute_major(10);
    view.device_id = 1;
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_OK);
}

/* The driver is asked in a context of the array's device where the answer in another one, or in none, is no. */
TEST(test_contexts)
{
    enum { NONE, PRIMARY, OTHER, FOREIGN };
    static const struct {
        const char *name;
        int context, device, calls;
    } rows[] = {
        {"none", NONE, 0, 2},
        {"none, second device", NONE, 1, 2},
        {"that of the device", PRIMARY, 0, 1},
        {"one that somebody made", FOREIGN, 0, 1},
        {"that of another device, where the driver says no", OTHER, 0, 2},
    };
    cucore_view view = view_of(&usual);
    for (int i = 0; i < COUNT(rows); i++) {
        for (int replace = 0; replace < 2; replace++) {
            const char *call = replace ? "cuTensorMapReplaceAddress" : "cuTensorMapEncodeTiled";
            CUcontext context;
            int depth;
            start();
            check_row(rows[i].name);
            view.device_id = rows[i].device;
            CHECK_INT(cucore_tensor_map_make(&view, &usual_spec, &map), CUCORE_OK);
            context = rows[i].context == PRIMARY   ? fake_context_primary(0)
                      : rows[i].context == OTHER   ? fake_context_primary(1)
                      : rows[i].context == FOREIGN ? fake_context_create(0)
                                                   : NULL;
            fake_context_set_current(context);
            depth = fake_context_depth();
            fake_log_clear();
            if (rows[i].context == OTHER) fake_fail(1, CUDA_ERROR_NOT_SUPPORTED);
            if (replace) {
                CHECK_INT(cucore_tensor_map_replace_address(&view, &usual_spec, &map), CUCORE_OK);
            } else {
                CHECK_INT(cucore_tensor_map_make(&view, &usual_spec, &map), CUCORE_OK);
            }
            CHECK_INT(fake_count(call), rows[i].calls);
            if (rows[i].calls == 1) CHECK_INT(fake_call_count(), 1);
            CHECK(fake_context_current() == context && fake_context_depth() == depth);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- failures -- */
static const struct {
    const char *name, *call;
    cucore_tensor_map_spec spec;
    int replace;
} acts[] = {
    {"tiled", "cuTensorMapEncodeTiled", {.name = "x", .box = {2, 4, 8}}, 0},
    {"im2col", "cuTensorMapEncodeIm2col", {IM2COL}, 0},
    {"replace", "cuTensorMapReplaceAddress", {.name = "x", .box = {2, 4, 8}}, 1},
};

static const array three_axes = {3, {4, 8, 64}, {0}, F32, 0, 0};

static cucore_status act(int i)
{
    cucore_view view = view_of(&three_axes);
    return acts[i].replace ? cucore_tensor_map_replace_address(&view, &acts[i].spec, &map)
                           : cucore_tensor_map_make(&view, &acts[i].spec, &map);
}

/* Every driver call fails in turn, with a context and without, where nothing is known of the device yet. */
TEST(test_every_call_failing_in_turn)
{
    int n;
    for (int i = 0; i < COUNT(acts); i++) {
        for (int without = 0; without < 2; without++) {
            for (n = 1;; n++) {
                cucore_view view = view_of(&three_axes);
                int depth;
                cucore_status status;
                char name[64];
                start();
                snprintf(name, sizeof name, "%s, call %d%s", acts[i].name, n, without ? ", no context" : "");
                check_row(name);
                if (acts[i].replace) CHECK_INT(cucore_tensor_map_make(&view, &acts[0].spec, &map), CUCORE_OK);
                memset(cucore__tensor_majors, 0, sizeof cucore__tensor_majors);
                poisoned = map;
                if (without) fake_context_set_current(NULL);
                depth = fake_context_depth();
                fake_fail(n, CUDA_ERROR_UNKNOWN);
                status = act(i);
                if (strstr(fake_log(), "cuCtxPopCurrent ctx=0 result=999")) fake_context_set_current(NULL);
                CHECK_INT(fake_context_depth(), depth);
                if (fake_fail_pending()) {
                    CHECK_INT(status, CUCORE_OK);
                    fake_fail(0, 0);
                    break;
                }
                if (status) {
                    CHECK_INT(status, CUCORE_DRIVER);
                    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_UNKNOWN);
                    CHECK(is_untouched());
                }
                CHECK_INT(act(i), CUCORE_OK);
            }
            CHECK(n > 2);
        }
    }
}

TEST(test_what_the_driver_refuses)
{
    for (int i = 0; i < COUNT(acts); i++) {
        char text[160];
        start();
        check_row(acts[i].name);
        cucore__tensor_majors[0] = 9;
        fake_fail(1, CUDA_ERROR_INVALID_VALUE);
        CHECK_INT(act(i), CUCORE_DRIVER);
        snprintf(text, sizeof text, "x: %s failed: CUDA_ERROR_INVALID_VALUE (1), ", acts[i].call);
        CHECK_HAS(cucore_last_error()->message, text);
        CHECK_STR(cucore_last_error()->call, acts[i].call);
        CHECK(is_untouched());
    }
}

TEST(test_missing_entry_points)
{
    char all[sizeof cucore__driver];
    start();
    memcpy(all, &cucore__driver, sizeof all);
    for (int i = 0; i < COUNT(acts); i++) {
        char text[160];
        start();
        check_row(acts[i].name);
        cucore__driver.TensorMapEncodeTiled = NULL;
        cucore__driver.TensorMapEncodeIm2col = NULL;
        cucore__driver.TensorMapReplaceAddress = NULL;
        CHECK_INT(act(i), CUCORE_NO_DRIVER);
        snprintf(text, sizeof text, "the CUDA driver is too old: it has no %s", acts[i].call);
        CHECK_STR(cucore_last_error()->message, text);
        CHECK_STR(cucore_last_error()->call, acts[i].call);
        CHECK(is_untouched());
        memcpy(&cucore__driver, all, sizeof all);
    }
}

static void child_no_driver(void)
{
    driver_name = "libcuda-absent.so.7";
    memset(&map, 0xA5, sizeof map);
    poisoned = map;
    REFUSED(act(0), CUCORE_NO_DRIVER, "cannot load libcuda-absent.so.7");
    CHECK(is_untouched());
}

static void test_no_driver(void)
{
    in_child(child_no_driver);
}

static void child_forked(void)
{
    REFUSED(act(0), CUCORE_DRIVER, "forked");
}

TEST(test_in_a_forked_child)
{
    start();
    CHECK_INT(act(0), CUCORE_OK);
    in_child(child_forked);
}

/* ---------------------------------------------------------------------------------------------------- addresses -- */
TEST(test_replace_address)
{
    cucore_view view = view_of(&usual);
    cucore_tensor_map_spec spec = usual_spec;
    cucore_tensor_map before;
    start();
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_OK);
    before = map;
    view.ptr = (void *)(somewhere + 4096 + 16);
    fake_log_clear();
    CHECK_INT(cucore_tensor_map_replace_address(&view, &spec, &map), CUCORE_OK);
    CHECK_STR(fake_log(), "cuTensorMapReplaceAddress address=host ctx=0\n");
    CHECK(map.opaque[1] == somewhere + 4096 + 16);
    map.opaque[1] = before.opaque[1];
    CHECK(memcmp(&map, &before, sizeof map) == 0);
    poisoned = map;
    view.ptr = (void *)(somewhere + 8);
    CHECK_INT(cucore_tensor_map_replace_address(&view, &spec, &map), CUCORE_WRONG_LAYOUT);
    CHECK_STR(cucore_last_error()->message, "x: address 0x7f0000000008 is not a multiple of 16, which TMA needs");
    view.ptr = (void *)(somewhere + 16);
    spec.interleave = CUCORE_TENSOR_INTERLEAVE_32B;
    spec.swizzle = CUCORE_TENSOR_SWIZZLE_32B;
    CHECK_INT(cucore_tensor_map_replace_address(&view, &spec, &map), CUCORE_WRONG_LAYOUT);
    CHECK_STR(cucore_last_error()->message, "x: address 0x7f0000000010 is not a multiple of 32, which TMA needs");
    view = view_of(&usual);
    view.device_accessible = 0;
    CHECK_INT(cucore_tensor_map_replace_address(&view, &spec, &map), CUCORE_WRONG_DEVICE);
    view = view_of(&usual);
    view.dtype = CUCORE_DTYPE_COMPLEX64;
    view.layout.itemsize = 8;
    view.layout.itembits = 64;
    CHECK_INT(cucore_tensor_map_replace_address(&view, &spec, &map), CUCORE_WRONG_DTYPE);
    CHECK(is_untouched());
    CHECK_INT(fake_call_count(), 1);
}

/* --------------------------------------------------------------------------------------------- whatever comes in -- */
static uint64_t random_state;

static int below(int n)
{
    random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
    return (int)((random_state >> 33) % (unsigned)n);
}

static int often(int usually, int otherwise)
{
    return below(8) ? usually : otherwise;
}

/* Refusals that are ours: of what the driver does not see, or ignores, or of which its page says nothing. */
static const char *const ours[] = {
    "in elements, is not 1, which TMA needs of the last axis",
    "in elements, is negative",
    "repeats its elements",
    "which TMA ignores on the last axis",
    ", but there are ",
    "is for loads only",
    "is for stores only",
    "channels is ",    /* a multiple of 16 bytes */
    "not fit 64 bits", /* of every view */
    "outside the address space",
};

/* The driver asked by the words of its page, in the reverse order, of an array of `bits` per element. */
static CUresult ask(const cucore_view *view, const cucore_tensor_map_spec *spec, int type)
{
    cucore_tensor_map aligned; /* that of cuda.h is not, in C99 */
    CUtensorMap *const other = (CUtensorMap *)(void *)&aligned;
    cuuint64_t extents[8], strides[8];
    cuuint32_t box[8], steps[8];
    int lower[3], upper[3], i, rank = view->layout.ndim;
    for (i = 0; i < rank; i++) {
        const int axis = rank - 1 - i;
        extents[i] = (cuuint64_t)view->layout.shape[axis];
        if (i) strides[i - 1] = (cuuint64_t)view->layout.strides[axis] * (cuuint64_t)view->layout.itembits / 8;
        if (i && extents[i] == 1) strides[i - 1] = 32;
        if (i && extents[i] != 1 && (cuuint64_t)view->layout.strides[axis] * (cuuint64_t)view->layout.itembits % 8)
            return CUDA_ERROR_INVALID_VALUE;
        box[i] = axis < 5 ? (cuuint32_t)spec->box[axis] : 0;
        steps[i] = axis < 5 && spec->element_strides[axis] ? (cuuint32_t)spec->element_strides[axis] : 1;
        if (i && axis && axis < 4)
            lower[i - 1] = spec->lower_corner[axis - 1], upper[i - 1] = spec->upper_corner[axis - 1];
    }
    if (spec->mode == CUCORE_TENSOR_MODE_TILED) {
        return cuTensorMapEncodeTiled(other, (CUtensorMapDataType)type, (cuuint32_t)rank, view->ptr, extents, strides,
                                      box, steps, (CUtensorMapInterleave)spec->interleave,
                                      (CUtensorMapSwizzle)spec->swizzle, (CUtensorMapL2promotion)spec->promotion,
                                      (CUtensorMapFloatOOBfill)spec->fill);
    }
    return cuTensorMapEncodeIm2col(other, (CUtensorMapDataType)type, (cuuint32_t)rank, view->ptr, extents, strides,
                                   lower, upper, (cuuint32_t)spec->channels, (cuuint32_t)spec->pixels, steps,
                                   (CUtensorMapInterleave)spec->interleave, (CUtensorMapSwizzle)spec->swizzle,
                                   (CUtensorMapL2promotion)spec->promotion, (CUtensorMapFloatOOBfill)spec->fill);
}

/* An array, and what a kernel wants of it, of which most is as it should be. */
static array random_array(int *type)
{
    static const struct {
        cucore_dtype dtype;
        int type;
    } dtypes[] = {{U8, 0},
                  {CUCORE_DTYPE_INIT(INT, 16), 1},
                  {CUCORE_DTYPE_INIT(UINT, 32), 2},
                  {F16, 6},
                  {F32, 7},
                  {CUCORE_DTYPE_INIT(FLOAT, 64), 8},
                  {FP4, 13},
                  {FP6, 15},
                  {CUCORE_DTYPE_INIT(BFLOAT, 16), 9}};
    static const int64_t extents[] = {1, 1, 2, 3, 7, 16, 64, 100, 128, 1024, 65536, LONG(1) << 32, (LONG(1) << 32) + 1,
                                      0};
    static const int64_t strides[] = {0, 1, -1, 3, 4, 16, 100, LONG(1) << 38, LONG(1) << 39, LONG(1) << 40, INT64_MAX};
    const int chosen = below(COUNT(dtypes));
    array a;
    int i, order[6];
    int64_t next = 1;
    memset(&a, 0, sizeof a);
    a.dtype = dtypes[chosen].dtype;
    *type = dtypes[chosen].type;
    a.ndim = often(1 + below(5), below(7));
    a.offset = (uintptr_t)often(128 * below(4), below(64));
    for (i = 0; i < a.ndim; i++) {
        a.shape[i] = extents[below(often(10, COUNT(extents)))];
        order[i] = i;
    }
    if (a.ndim && !below(3)) a.shape[a.ndim - 1] = 128 * (1 + below(4));
    for (i = 0; i < a.ndim - 1; i++) { /* the order of the strides of all but the last */
        const int other = below(a.ndim - 1), was = order[i];
        order[i] = order[other], order[other] = was;
    }
    for (i = a.ndim - 1; i >= 0; i--) {
        a.strides[order[i]] = often(1, 0) ? next : strides[below(COUNT(strides))];
        next = a.shape[order[i]] > 0 && next < LONG(1) << 30 ? next * a.shape[order[i]] : next;
        if (below(4)) next = (next + 127) / 128 * 128;
    }
    return a;
}

static cucore_tensor_map_spec random_spec(const array *a)
{
    static const int boxes[] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 3, 24, 0, 257, -1};
    cucore_tensor_map_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.name = "x";
    spec.flags = below(2) ? CUCORE_WRITE : 0;
    spec.mode = below(3) == 0;
    spec.interleave = often(0, below(3));
    spec.swizzle = below(2) ? 0 : often(below(4), below(7));
    if (spec.interleave == 2 && below(3)) spec.swizzle = CUCORE_TENSOR_SWIZZLE_32B;
    spec.promotion = below(4);
    spec.fill = !below(6);
    for (int i = 0; i < 5 && i < often(a->ndim, 5); i++) {
        spec.box[i] = boxes[below(often(9, COUNT(boxes)))];
        spec.element_strides[i] = often(0, below(11) - 1);
    }
    for (int i = 0; i < 3; i++) {
        const int reach = a->ndim == 3 ? 32768 : a->ndim == 4 ? 128 : 16;
        spec.lower_corner[i] = often(below(7) - 3, below(2 * reach + 2) - reach - 1);
        spec.upper_corner[i] = often(below(7) - 3, below(2 * reach + 2) - reach - 1);
    }
    spec.channels = boxes[below(often(9, COUNT(boxes)))];
    spec.pixels = often(1 + below(1024), below(2) ? 0 : 1025);
    return spec;
}

/* The line of the log, from the rules of NumPy: strides in bytes, and all in reverse. */
static void expect(const cucore_view *view, const cucore_tensor_map_spec *spec, int type, char *text, size_t room)
{
    const int rank = view->layout.ndim, im2col = spec->mode == CUCORE_TENSOR_MODE_IM2COL;
    size_t length = (size_t)snprintf(text, room, "%s type=%d rank=%d address=host extents=(",
                                     im2col ? "cuTensorMapEncodeIm2col" : "cuTensorMapEncodeTiled", type, rank);
    int i;
#define LIST(first, last, before, value)                                                                               \
    for (i = (first); i >= (last); i--) {                                                                              \
        length += (size_t)snprintf(text + length, room - length, i < (first) ? ",%lld" : "%lld", (long long)(value));  \
    }                                                                                                                  \
    length += (size_t)snprintf(text + length, room - length, "%s", before)
    LIST(rank - 1, 0, ") strides=(", view->layout.shape[i]);
    LIST(rank - 2, 0, im2col ? ") lower=(" : ") box=(", view->layout.strides[i] * view->layout.itembits / 8);
    if (im2col) {
        LIST(rank - 3, 0, ") upper=(", spec->lower_corner[i]);
        LIST(rank - 3, 0, ") ", spec->upper_corner[i]);
        length += (size_t)snprintf(text + length, room - length, "channels=%d pixels=%d steps=(", spec->channels,
                                   spec->pixels);
    } else {
        LIST(rank - 1, 0, ") steps=(", spec->box[i]);
    }
    LIST(rank - 1, 0, ") ", spec->element_strides[i] ? spec->element_strides[i] : 1);
#undef LIST
    (void)snprintf(text + length, room - length, "interleave=%d swizzle=%d promotion=%d fill=%d ctx=0\n",
                   spec->interleave, spec->swizzle, spec->promotion, spec->fill);
}

TEST(test_whatever_comes_in)
{
    int round, accepted = 0, by_rules = 0, i;
    start();
    fake_set_compute_major(10);
    random_state = 20240229;
    for (round = 0; round < 200000; round++) {
        int type, has_one = 0;
        const array a = random_array(&type);
        const cucore_tensor_map_spec spec = random_spec(&a);
        cucore_view view = view_of(&a);
        char name[64], line[1024];
        cucore_status status;
        fake_log_clear();
        snprintf(name, sizeof name, "round %d", round);
        check_row(name);
        map = poisoned;
        status = cucore_tensor_map_make(&view, &spec, &map);
        if (!status) {
            accepted++;
            for (i = 0; i < a.ndim - 1; i++) has_one |= a.shape[i] == 1;
            if (has_one) continue; /* their strides are made up */
            expect(&view, &spec, type, line, sizeof line);
            if (round > 0 && accepted > 1) CHECK_STR(fake_log(), line);
            continue;
        }
        CHECK(is_untouched());
        CHECK(status != CUCORE_DRIVER); /* the driver has no rule that we have not */
        for (i = 0; i < COUNT(ours); i++) has_one |= strstr(cucore_last_error()->message, ours[i]) != NULL;
        if (has_one || a.ndim > 5) continue;
        by_rules++;
        if (ask(&view, &spec, type) == CUDA_SUCCESS) CHECK_STR(cucore_last_error()->message, "");
        if (check_failed_here > 5) return;
    }
    CHECK(accepted > 10000);
    CHECK(by_rules > 10000);
}

int main(void)
{
    RUN(test_no_driver); /* first: in a child of a process that has not used the driver */
    check_tests();
    return check_end();
}
