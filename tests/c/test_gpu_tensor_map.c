/* test_gpu_tensor_map.c - tensor maps beside the bare calls of a real driver; skipped without a GPU that has TMA
 *
 * What the fake driver cannot prove: that the driver takes what passes here, makes the same 128 bytes of it, and refuses what is
 * refused here; where it takes more, a line says so.  And what a map costs: at most 1.1 times the bare call is the aim.
 * examples/tensor_map loads by such maps. */
#include "check.h"

#include <time.h>

#define CUCORE_IMPLEMENTATION
#include "../../cucore_kernel.h"

static char *memory;

/* What the driver takes, in its order: of float32 with rows of 256 bytes unless a row says otherwise. */
typedef struct raw {
    const char *name;
    int type, rank;
    uintptr_t offset;
    uint64_t extents[5], strides[5];
    unsigned box[5], steps[5];
    int interleave, swizzle, promotion, fill;
    int lower[3], upper[3];
    unsigned channels, pixels; /* 0 pixels: tiled */
} raw;

static int call_raw(const raw *r, cucore_tensor_map *map)
{
    cucore__CUtensorMap *out = (cucore__CUtensorMap *)(void *)map;
    memset(map, 0, sizeof *map);
    if (!r->pixels) {
        return cucore__driver.TensorMapEncodeTiled(out, r->type, (unsigned)r->rank, memory + r->offset, r->extents,
                                                   r->strides, r->box, r->steps, r->interleave, r->swizzle,
                                                   r->promotion, r->fill);
    }
    return cucore__driver.TensorMapEncodeIm2col(out, r->type, (unsigned)r->rank, memory + r->offset, r->extents,
                                                r->strides, r->lower, r->upper, r->channels, r->pixels, r->steps,
                                                r->interleave, r->swizzle, r->promotion, r->fill);
}

/* The same as a view and what is wanted of it. */
static cucore_status call_ours(const raw *r, cucore_tensor_map *map)
{
    static const int bits[] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32};
    const int itemsize = bits[r->type] / 8;
    cucore_view view;
    cucore_tensor_map_spec spec;
    memset(&view, 0, sizeof view);
    memset(&spec, 0, sizeof spec);
    view.ptr = memory + r->offset;
    view.dtype = cucore_dtype_make(CUCORE_CODE_UINT, bits[r->type], 1);
    view.device_type = CUCORE_DEVICE_TYPE_CUDA;
    view.device_accessible = 1;
    view.layout.ndim = r->rank;
    view.layout.itemsize = itemsize;
    view.layout.itembits = bits[r->type];
    spec.name = "x";
    spec.type = r->type + 1;
    spec.interleave = r->interleave;
    spec.swizzle = r->swizzle;
    spec.promotion = r->promotion;
    spec.fill = r->fill;
    spec.mode = r->pixels ? CUCORE_TENSOR_MODE_IM2COL : CUCORE_TENSOR_MODE_TILED;
    spec.channels = (int)r->channels;
    spec.pixels = (int)r->pixels;
    for (int i = 0; i < r->rank && i < 5; i++) {
        const int axis = r->rank - 1 - i;
        view.layout.shape[axis] = (int64_t)r->extents[i];
        view.layout.strides[axis] = i ? (int64_t)r->strides[i - 1] / itemsize : 1;
        spec.box[axis] = (int)r->box[i];
        spec.element_strides[axis] = (int)r->steps[i];
    }
    for (int i = 0; i < r->rank - 2; i++) {
        spec.lower_corner[i] = r->lower[r->rank - 3 - i];
        spec.upper_corner[i] = r->upper[r->rank - 3 - i];
    }
    return cucore_tensor_map_make(&view, &spec, map);
}

#define ONES                                                                                                           \
    {                                                                                                                  \
        1, 1, 1, 1, 1                                                                                                  \
    }
enum { F32 = 7, F16 = 6, U8 = 0, I32 = 3 };

static const raw right[] = {
    FIELDS("1 axis", F32, 1, 0, {1000}, {0}, {256}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("2 axes", F32, 2, 0, {60, 40}, {256}, {16, 8}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("swizzle 32B", F32, 2, 16, {60, 40}, {256}, {8, 8}, ONES, 0, 1, 1, 1, {0}, {0}, 0, 0),
    FIELDS("swizzle 64B", F16, 2, 0, {120, 40}, {256}, {32, 256}, ONES, 0, 2, 2, 0, {0}, {0}, 0, 0),
    FIELDS("swizzle 128B", U8, 2, 0, {250, 40}, {256}, {128, 64}, ONES, 0, 3, 3, 0, {0}, {0}, 0, 0),
    FIELDS("a box within a swizzle", U8, 2, 0, {250, 40}, {256}, {16, 64}, ONES, 0, 3, 0, 0, {0}, {0}, 0, 0),
    FIELDS("a box larger than the array", F32, 2, 0, {4, 3}, {256}, {16, 8}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("steps", F32, 3, 0, {60, 9, 7}, {256, 2560}, {16, 8, 6}, {1, 8, 3}, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("axes in another order of strides", F16, 3, 0, {64, 128, 8}, {1024, 128}, {64, 64, 1}, ONES, 0, 3, 0, 0, {0},
           {0}, 0, 0),
    FIELDS("windows that overlap", F32, 2, 0, {64, 97}, {16}, {64, 1}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("extent 2^32", U8, 2, 0, {UINT64_C(1) << 32, 2}, {UINT64_C(1) << 32}, {16, 2}, ONES, 0, 0, 0, 0, {0}, {0}, 0,
           0),
    FIELDS("5 axes", F32, 5, 0, {60, 4, 3, 2, 2}, {256, 1024, 3072, 6144}, {16, 2, 2, 2, 1}, ONES, 0, 0, 0, 0, {0}, {0},
           0, 0),
    FIELDS("interleave 16B", F16, 3, 0, {8, 20, 7}, {16, 320}, {8, 4, 2}, ONES, 1, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("interleave 32B", F16, 3, 32, {16, 20, 7}, {32, 640}, {16, 4, 2}, ONES, 2, 1, 0, 0, {0}, {0}, 0, 0),
    FIELDS("im2col, W", F32, 3, 0, {8, 40, 2}, {256, 10240}, {0}, ONES, 0, 0, 0, 0, {-32768}, {-3}, 8, 64),
    FIELDS("im2col, H and W", F32, 4, 0, {8, 40, 30, 2}, {256, 10240, 307200}, {0}, {1, 2, 3, 1}, 0, 1, 0, 0, {-1, -2},
           {-3, -4}, 8, 1024),
    FIELDS("im2col, D, H and W", F32, 5, 0, {8, 9, 10, 11, 2}, {256, 2560, 25600, 281600}, {0}, ONES, 0, 0, 0, 0,
           {-1, 2, 15}, {-1, 4, 15}, 8, 64),
};

static const raw wrong[] = {
    FIELDS("address", F32, 2, 8, {60, 40}, {256}, {16, 8}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("address with interleave 32B", F16, 3, 16, {16, 20, 7}, {32, 640}, {16, 4, 2}, ONES, 2, 1, 0, 0, {0}, {0}, 0,
           0),
    FIELDS("extent 0", F32, 2, 0, {60, 0}, {256}, {16, 8}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("extent 2^32 + 1", U8, 2, 0, {16, (UINT64_C(1) << 32) + 1}, {256}, {16, 2}, ONES, 0, 0, 0, 0, {0}, {0}, 0,
           0),
    FIELDS("stride 264", F32, 2, 0, {60, 40}, {264}, {16, 8}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("stride 2^40", F32, 2, 0, {60, 40}, {UINT64_C(1) << 40}, {16, 8}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("stride 16 with interleave 32B", F16, 3, 0, {16, 20, 7}, {48, 960}, {16, 4, 2}, ONES, 2, 1, 0, 0, {0}, {0},
           0, 0),
    FIELDS("stride 0", F32, 2, 0, {60, 40}, {0}, {16, 8}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("box 0", F32, 2, 0, {60, 40}, {256}, {16, 0}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("box 257", F32, 2, 0, {60, 400}, {256}, {16, 257}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("box of 12 bytes", F32, 2, 0, {60, 40}, {256}, {3, 8}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("box larger than swizzle 32B", F32, 2, 0, {60, 40}, {256}, {12, 8}, ONES, 0, 1, 0, 0, {0}, {0}, 0, 0),
    FIELDS("box larger than swizzle 64B", F32, 2, 0, {60, 40}, {256}, {20, 8}, ONES, 0, 2, 0, 0, {0}, {0}, 0, 0),
    FIELDS("box larger than swizzle 128B", F32, 2, 0, {60, 40}, {256}, {36, 8}, ONES, 0, 3, 0, 0, {0}, {0}, 0, 0),
    FIELDS("step 9", F32, 2, 0, {60, 40}, {256}, {16, 8}, {1, 9}, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("step 2 of the last axis", F32, 2, 0, {60, 40}, {256}, {16, 8}, {2, 1}, 0, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("interleave of 2 axes", F16, 2, 0, {8, 20}, {16}, {8, 4}, ONES, 1, 0, 0, 0, {0}, {0}, 0, 0),
    FIELDS("interleave 32B, swizzle none", F16, 3, 0, {16, 20, 7}, {32, 640}, {16, 4, 2}, ONES, 2, 0, 0, 0, {0}, {0}, 0,
           0),
    FIELDS("NaNs for integers", I32, 2, 0, {60, 40}, {256}, {16, 8}, ONES, 0, 0, 0, 1, {0}, {0}, 0, 0),
    FIELDS("swizzle of compute capability 10.0", F32, 2, 0, {60, 40}, {256}, {16, 8}, ONES, 0, 4, 0, 0, {0}, {0}, 0, 0),
    FIELDS("im2col of 2 axes", F32, 2, 0, {8, 40}, {256}, {0}, ONES, 0, 0, 0, 0, {0}, {0}, 8, 64),
    FIELDS("corner of H and W", F32, 4, 0, {8, 40, 30, 2}, {256, 10240, 307200}, {0}, ONES, 0, 0, 0, 0, {-129}, {0}, 8,
           64),
    FIELDS("corner of D, H and W", F32, 5, 0, {8, 9, 10, 11, 2}, {256, 2560, 25600, 281600}, {0}, ONES, 0, 0, 0, 0, {0},
           {16}, 8, 64),
    FIELDS("no pixel left", F32, 4, 0, {8, 40, 30, 2}, {256, 10240, 307200}, {0}, ONES, 0, 0, 0, 0, {30}, {-10}, 8, 64),
    FIELDS("channels 0", F32, 3, 0, {8, 40, 2}, {256, 10240}, {0}, ONES, 0, 0, 0, 0, {0}, {0}, 0, 64),
    FIELDS("channels 260", F32, 3, 0, {512, 40, 2}, {2048, 81920}, {0}, ONES, 0, 0, 0, 0, {0}, {0}, 260, 64),
    FIELDS("channels of 8 bytes", F32, 3, 0, {8, 40, 2}, {256, 10240}, {0}, ONES, 0, 0, 0, 0, {0}, {0}, 2, 64),
    FIELDS("channels larger than swizzle 32B", F32, 3, 0, {64, 40, 2}, {256, 10240}, {0}, ONES, 0, 1, 0, 0, {0}, {0},
           12, 64),
    FIELDS("pixels 1025", F32, 3, 0, {8, 40, 2}, {256, 10240}, {0}, ONES, 0, 0, 0, 0, {0}, {0}, 8, 1025),
};

TEST(test_the_same_bytes)
{
    cucore_tensor_map ours, theirs;
    FOR_ROWS (row, right) {
        memset(&ours, 0, sizeof ours);
        OK(call_ours(row, &ours));
        CHECK_INT(call_raw(row, &theirs), 0);
        CHECK(memcmp(&ours, &theirs, sizeof ours) == 0);
    }
}

/* What we refuse and the driver takes is said, and no failure: its page has the rule, or we have a reason. */
TEST(test_refusals)
{
    cucore_tensor_map ours, theirs, before;
    int more = 0;
    memset(&before, 0xA5, sizeof before);
    FOR_ROWS (row, wrong) {
        ours = before;
        CHECK(call_ours(row, &ours) != CUCORE_OK);
        CHECK(cucore_last_error()->status != CUCORE_DRIVER);
        CHECK(memcmp(&ours, &before, sizeof ours) == 0);
        if (call_raw(row, &theirs)) continue;
        more++;
        printf("the driver takes: %s; we say: %s\n", row->name, cucore_last_error()->message);
    }
    printf("%d refusals, %d of which the driver takes\n", COUNT(wrong), more);
}

/* Which context the driver wants is told by no page. */
TEST(test_without_a_context)
{
    cucore_tensor_map with, without;
    CUcontext popped = NULL;
    int bare;
    OK(call_ours(&right[1], &with));
    CHECK_INT(cucore__driver.CtxPopCurrent(&popped), 0);
    bare = call_raw(&right[1], &without);
    printf("the driver, asked without a context: %d\n", bare);
    memset(&without, 0, sizeof without);
    OK(call_ours(&right[1], &without));
    CHECK(memcmp(&with, &without, sizeof with) == 0);
    CHECK_INT(cucore__driver.CtxPushCurrent(popped), 0);
}

TEST(test_replace_address)
{
    cucore_tensor_map replaced, made;
    cucore_view view;
    cucore_tensor_map_spec spec;
    raw other = right[1];
    memset(&view, 0, sizeof view);
    memset(&spec, 0, sizeof spec);
    other.offset = 4096;
    view.ptr = memory + other.offset;
    view.dtype = CUCORE_DTYPE_FLOAT32;
    view.device_type = CUCORE_DEVICE_TYPE_CUDA;
    view.device_accessible = 1;
    view.layout.itemsize = 4;
    view.layout.itembits = 32;
    OK(call_ours(&right[1], &replaced));
    OK(cucore_tensor_map_replace_address(&view, &spec, &replaced));
    OK(call_ours(&other, &made));
    CHECK(memcmp(&replaced, &made, sizeof made) == 0);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The least of 15 turns each, by turns. */
TEST(test_cost)
{
    enum { TURNS = 15, CALLS = 20000 };
    const int64_t shape[2] = {40, 64};
    const raw *r = &right[1];
    double ours = 1e30, bare = 1e30, start;
    cucore_tensor_map map;
    cucore_view view;
    cucore_tensor_map_spec spec;
    int turn, i, failed = 0;
    memset(&view, 0, sizeof view);
    memset(&spec, 0, sizeof spec);
    view.ptr = memory;
    view.dtype = CUCORE_DTYPE_FLOAT32;
    view.device_type = CUCORE_DEVICE_TYPE_CUDA;
    view.device_accessible = 1;
    OK(cucore_layout_make(2, shape, NULL, 4, &view.layout));
    spec.box[0] = 8;
    spec.box[1] = 16;
    for (turn = 0; turn < TURNS; turn++) {
        start = now();
        for (i = 0; i < CALLS; i++) failed |= cucore_tensor_map_make(&view, &spec, &map) != CUCORE_OK;
        start = (now() - start) / CALLS;
        if (start < ours) ours = start;
        start = now();
        for (i = 0; i < CALLS; i++) {
            failed |= cucore__driver.TensorMapEncodeTiled((cucore__CUtensorMap *)(void *)&map, r->type, 2, memory,
                                                          r->extents, r->strides, r->box, r->steps, 0, 0, 0, 0);
        }
        start = (now() - start) / CALLS;
        if (start < bare) bare = start;
    }
    CHECK(!failed);
    printf("a tensor map: %.1f ns, the bare call %.1f ns, %.2f times as much\n", ours, bare, ours / bare);
}

int main(void)
{
    cucore_device_info info;
    cucore_buffer buffer;
    if (cucore_driver_load() || cucore_device_get_info(0, &info)) return check_skipped(cucore_last_error()->message);
    if (info.compute_major < 9 || !cucore__driver.TensorMapReplaceAddress) {
        printf("skipped: %s, compute capability %d.%d, or its driver has no TMA\n0 passed, 0 failed, 1 skipped\n",
               info.name, info.compute_major, info.compute_minor);
        return 0;
    }
    if (cucore_device_set_current(0) || cucore_buffer_allocate(NULL, 1 << 24, NULL, &buffer)) {
        puts(cucore_last_error()->message);
        return 1;
    }
    memory = (char *)buffer.ptr;
    check_tests();
    if (cucore_buffer_release(&buffer)) puts(cucore_last_error()->message);
    return check_end();
}
