/* test_layout_limits.c - layouts whose numbers reach the ends of 64 bits, and layouts that nobody made
 *
 *     cc -std=c99 -I. -isystem $(CUDA_INCLUDE) tests/c/test_layout_limits.c -o test_layout_limits -lpthread -ldl && ./test_layout_limits
 *
 * Each expected number is worked out in the comment of its row. */
#define CUCORE_IMPLEMENTATION
#include "cucore.h"

#include "check.h"

#define P(exponent) ((int64_t)1 << (exponent))
#define MOST INT64_MAX
#if SIZE_MAX > 0xFFFFFFFF
#define SIZE_MOST "18446744073709551615"
#else
#define SIZE_MOST "4294967295"
#endif

static cucore_layout poisoned(void)
{
    cucore_layout layout;
    memset(&layout, 0xA5, sizeof layout);
    return layout;
}

/* By hand: nothing is checked. */
static cucore_layout by_hand(int ndim, int64_t itemsize, int64_t itembits, int64_t shape0, int64_t shape1,
                             int64_t stride0, int64_t stride1)
{
    cucore_layout layout = poisoned();
    layout.ndim = ndim;
    layout.itemsize = itemsize;
    layout.itembits = itembits;
    layout.shape[0] = shape0, layout.shape[1] = shape1;
    layout.strides[0] = stride0, layout.strides[1] = stride1;
    return layout;
}

static cucore_layout made(int ndim, int64_t itemsize, int64_t shape0, int64_t shape1, int64_t stride0, int64_t stride1)
{
    cucore_layout layout = poisoned();
    int64_t shape[2], strides[2];
    shape[0] = shape0, shape[1] = shape1;
    strides[0] = stride0, strides[1] = stride1;
    CHECK_INT(cucore_layout_make(ndim, shape, strides, itemsize, &layout), CUCORE_OK);
    return layout;
}

static void check_fails(cucore_status actual, cucore_status expected, const char *words)
{
    CHECK_INT(actual, expected);
    if (expected) CHECK_HAS(cucore_last_error()->message, words);
}

/* The status of a call that returned a count. */
static cucore_status counted(int64_t count)
{
    return count == -1 ? cucore_last_error()->status : count < 0 ? CUCORE_PROTOCOL : CUCORE_OK;
}

/* ----------------------------------------------------------------------------------------------------- sizes -- */
TEST(test_sizes)
{
    cucore_layout layout;
    int64_t out = 77;

    check_row("8 * 838488366986797800 + 7 elements of 11 bits: 11 * 838488366986797800 + 10 bytes are 2^63 + 2");
    layout = by_hand(1, 2, 11, 6707906935894382407, 0, 0, 0);
    check_fails(counted(cucore_layout_nbytes(&layout)), CUCORE_OVERFLOW, "6707906935894382407 elements of 11 bits");
    layout.shape[0]--; /* rest 6: 6 * 1 + (18 + 7) / 8 are 9 bytes: 2^63 + 1 */
    CHECK_INT(counted(cucore_layout_nbytes(&layout)), CUCORE_OVERFLOW);
    layout.shape[0] -= 2; /* rest 4: 4 + 2 bytes: 2^63 - 2 */
    CHECK_INT(cucore_layout_nbytes(&layout), MOST - 1);

    check_row("offset of 8 * 768614336404564650 + 6 elements of 12 bits: 12 * 768614336404564650 + 9 bytes");
    layout = by_hand(0, 2, 12, 0, 0, 0, 0);
    out = 77;
    check_fails(cucore_layout_offset_bytes(&layout, 6148914691236517206, &out), CUCORE_OVERFLOW,
                "6148914691236517206 elements of 12 bits: that does not fit 64 bits in bytes");
    check_fails(cucore_layout_offset_bytes(&layout, 6148914691236517205, &out), CUCORE_UNSUPPORTED, "12 bits");
    CHECK_INT(out, 77);
    CHECK_INT(cucore_layout_offset_bytes(&layout, 6148914691236517204, &out), CUCORE_OK);
    CHECK_INT(out, 9223372036854775806); /* 12 * 768614336404564650 + 4 * 12 / 8 */
}

/* ---------------------------------------------------------------------------------------------------- properties -- */
TEST(test_properties)
{
    cucore_layout a = made(2, 4, 2, 3, 3, 1), b = by_hand(2, 1, 8, P(40), P(40), P(40), 1);
    const cucore_layout none = by_hand(CUCORE_MAX_NDIM + 1, 1, 8, 1, 1, 1, 1), less = by_hand(-1, 1, 8, 1, 1, 1, 1);
    char text[96];
    check_row("a volume that does not fit");
    CHECK_INT(cucore_layout_is_dense(&b), 0);
    b = by_hand(2, 1, 8, P(40), P(40), 1, P(40));
    CHECK_INT(cucore_layout_is_dense(&b), 0);
    check_row("an axis of extent 1 has the stride 1");
    b = made(2, 4, 1, 3, 1, 7);
    CHECK_INT(cucore_layout_is_dense(&b), 0);
    b = made(2, 4, 3, 1, 7, 1);
    CHECK_INT(cucore_layout_is_dense(&b), 0);
    check_row("equal to something that is no layout");
    CHECK_INT(cucore_layout_is_equal(&a, &none), 0);
    CHECK_INT(cucore_layout_is_equal(&none, &a), 0);
    CHECK_INT(cucore_layout_is_equal(&less, &less), 0);
    CHECK_INT(cucore_layout_is_equal(NULL, &a), 0);
    CHECK_INT(cucore_layout_is_equal(&a, NULL), 0);
    CHECK_INT(cucore_layout_is_unique(&less), 0);
    CHECK_INT(cucore_layout_is_dense(&none), 0);
    check_row("equal but for one number");
    b = a, b.itemsize = 8;
    CHECK_INT(cucore_layout_is_equal(&a, &b), 0);
    b = a, b.itembits = 31;
    CHECK_INT(cucore_layout_is_equal(&a, &b), 0);
    b = a, b.ndim = 1;
    CHECK_INT(cucore_layout_is_equal(&a, &b), 0);
    b = a, b.shape[1] = 4;
    CHECK_INT(cucore_layout_is_equal(&a, &b), 0);
    b = a, b.strides[0] = 4;
    CHECK_INT(cucore_layout_is_equal(&a, &b), 0);
    b = a, b.shape[2] = b.strides[2] = 1234;
    CHECK_INT(cucore_layout_is_equal(&a, &b), 1);
    CHECK(cucore_layout_hash(&a) == cucore_layout_hash(&b)); /* what is behind the axes means nothing */
    b.strides[1] = 2;
    CHECK(cucore_layout_hash(&a) != cucore_layout_hash(&b));
    check_row("whole bytes, but not all of the item");
    b = by_hand(1, 4, 8, 3, 0, 1, 0);
    CHECK_INT(cucore_layout_format(&b, text, sizeof text), strlen("shape (3,) strides (1,) itembits 8"));
    CHECK_STR(text, "shape (3,) strides (1,) itembits 8");
    check_row("strides of which the product with the steps does not fit");
    a = by_hand(2, 1, 8, 3, P(40), P(62) + 1, 3); /* the slowest alone reaches 2^63 and more */
    CHECK_INT(cucore_layout_is_unique(&a), 1);
    a = by_hand(2, 1, 8, 2, P(40) + 1, P(62), P(60)); /* the fastest */
    CHECK_INT(cucore_layout_is_unique(&a), 0);
}

/* ------------------------------------------------------------------------------------------------------- reshape -- */
static const struct {
    const char *name;
    cucore_status status;
    const char *words;
    int ndim;
    int64_t shape[2], strides[2]; /* itemsize 1; by hand */
    int new_ndim;
    int64_t new_shape[3];
} reshapes[] = {
    FIELDS("an axis of 1 that would need the stride 2^63", CUCORE_OK, "", 1, {2, 0}, {P(62), 0}, 2, {1, 2, 0}),
    FIELDS(
        "an axis of 2 that needs the stride 2^63", CUCORE_OVERFLOW,
        "shape[0] is 2, for which shape (4,) with strides (4611686018427387904,) gives a stride that does not fit 64 "
        "bits",
        1, {4, 0}, {P(62), 0}, 2, {2, 2, 0}),
    FIELDS("an axis of 1 behind it", CUCORE_OK, "", 1, {2, 0}, {P(62), 0}, 2, {2, 1, 0}),
    FIELDS("a volume that does not fit", CUCORE_OVERFLOW, "", 2, {P(40), P(40)}, {0, 0}, 2, {P(40), P(40), 0}),
    FIELDS("... with a -1", CUCORE_OVERFLOW, "", 2, {P(40), P(40)}, {0, 0}, 2, {P(40), -1, 0}),
    FIELDS("a negative extent", CUCORE_INVALID_ARGUMENT, "shape[1] is -3", 2, {2, -3}, {1, 1}, 1, {6, 0, 0}),
    FIELDS("axes that cannot be joined since the stride would not fit", CUCORE_UNSUPPORTED, "would have to be copied",
           2, {2, 4}, {1, P(61)}, 1, {8, 0, 0}),
    FIELDS("a new extent behind the volume", CUCORE_INVALID_ARGUMENT, "", 2, {2, 3}, {5, 1}, 2, {P(40), 4, 0}),
};

TEST(test_reshapes)
{
    cucore_layout layout, out, before;
    FOR_ROWS (row, reshapes) {
        layout = by_hand(row->ndim, 1, 8, row->shape[0], row->shape[1], row->strides[0], row->strides[1]);
        before = out = poisoned();
        check_fails(cucore_layout_reshape(&layout, row->new_ndim, row->new_shape, &out), row->status, row->words);
        if (row->status) CHECK(memcmp(&before, &out, sizeof out) == 0);
    }
}

/* -------------------------------------------------------------------------------------------------- bad arguments -- */
/* cucore_layout_repack, its options in a row. */
static cucore_status repack(const cucore_layout *layout, int64_t itembits, int axis, int keep_axis, const void *ptr,
                            int64_t *offset, cucore_layout *result)
{
    cucore_repack how;
    how.itembits = itembits;
    how.axis = axis;
    how.keep_axis = keep_axis;
    how.ptr = ptr;
    return cucore_layout_repack(layout, &how, offset, result);
}

TEST(test_bad_arguments)
{
    cucore_layout layout = made(2, 4, 2, 3, 3, 1), negative = by_hand(2, 4, 32, 2, -3, 3, 1), out = poisoned();
    cucore_slice slice = {0, 1, 1, 0, 0};
    const cucore_layout *one = &layout;
    cucore_layout *outs = &out;
    int64_t index[2] = {0, 0};
    int axis = 0;
    check_row("counts below 0");
    check_fails(cucore_layout_squeeze(&layout, &axis, SIZE_MAX, &out), CUCORE_INVALID_ARGUMENT,
                SIZE_MOST " axes were given");
    check_fails(cucore_layout_unsqueeze(&layout, &axis, SIZE_MAX, &out), CUCORE_INVALID_ARGUMENT,
                SIZE_MOST " axes were given");
    check_fails(cucore_layout_slice(&layout, &slice, SIZE_MAX, NULL, &out), CUCORE_INVALID_ARGUMENT,
                SIZE_MOST " slices were given");
    check_fails(cucore_layout_slice(&layout, &slice, 3, NULL, &out), CUCORE_INVALID_ARGUMENT, "3 slices were given");
    check_fails(cucore_layout_slice(&layout, NULL, 1, NULL, &out), CUCORE_INVALID_ARGUMENT, "at NULL for 2 axes");
    check_fails(cucore_layout_simplify(&one, 0, &outs, NULL, NULL), CUCORE_INVALID_ARGUMENT, "0 layouts");
    check_fails(cucore_layout_reshape(&layout, CUCORE_MAX_NDIM + 1, index, &out), CUCORE_INVALID_ARGUMENT, "65 axes");
    check_row("a negative extent");
    check_fails(cucore_layout_slice(&negative, &slice, 1, NULL, &out), CUCORE_OK, "");
    slice.start = 0;
    {
        cucore_slice both[2];
        both[0] = both[1] = slice;
        check_fails(cucore_layout_slice(&negative, both, 2, NULL, &out), CUCORE_INVALID_ARGUMENT, "shape[1] is -3");
    }
    check_fails(cucore_layout_index_of(&negative, 0, index), CUCORE_INVALID_ARGUMENT, "shape[1] is -3");
    check_row("items that are too large");
    CHECK_INT(repack(&layout, MOST, -1, 0, NULL, NULL, &out), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(repack(&layout, 0, -1, 0, NULL, NULL, &out), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(repack(&layout, -8, -1, 0, NULL, NULL, &out), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(counted(cucore_layout_max_itemsize(&layout, P(60), -1, NULL, 0)), CUCORE_INVALID_ARGUMENT);
    check_row("an extent that does not fit when it is joined");
    {
        cucore_layout joined = by_hand(2, 1, 8, P(61), 4, 4, 1);
        check_fails(cucore_layout_flatten(&joined, 0, -1, &out), CUCORE_OVERFLOW, "the merged extent at axis 1");
    }
    check_row("more bits than the item has");
    negative = by_hand(2, 4, 33, 2, 3, 3, 1);
    check_fails(cucore_layout_transpose(&negative, &out), CUCORE_INVALID_ARGUMENT, "33");
    CHECK_HAS(cucore_last_error()->message, "32");
    check_row("no axis 2");
    check_fails(counted(cucore_layout_max_itemsize(&layout, 8, 2, NULL, 0)), CUCORE_INVALID_ARGUMENT, "axis is 2");
    check_row("repacked without an offset");
    out = poisoned();
    CHECK_INT(repack(&layout, 64, -1, 0, NULL, NULL, &out), CUCORE_UNSUPPORTED);
    CHECK_INT(repack(&layout, 16, -1, 0, NULL, NULL, &out), CUCORE_OK);
    CHECK_INT(out.ndim, 2);
    CHECK_INT(out.shape[1], 6);
    CHECK_INT(out.strides[0], 6);
}

/* What is behind the axes of a layout means nothing. */
TEST(test_behind_the_axes)
{
    cucore_layout a = made(2, 4, 4, 3, 3, 1), b = made(2, 8, 4, 3, 6, 2), out_a = poisoned(), out_b = poisoned();
    const cucore_layout *layouts[2];
    cucore_layout *outs[2];
    int64_t offsets[2] = {77, 77};
    layouts[0] = &a, layouts[1] = &b;
    outs[0] = &out_a, outs[1] = &out_b;
    a.shape[2] = 5, b.shape[2] = 6;
    CHECK_INT(cucore_layout_simplify(layouts, 2, outs, offsets, NULL), CUCORE_OK);
    CHECK_INT(out_a.ndim, 1);
    CHECK_INT(out_a.shape[0], 12);
    CHECK_INT(out_b.strides[0], 2);
    CHECK_INT(offsets[0], 0);
    b.shape[1] = 4;
    CHECK_INT(cucore_layout_simplify(layouts, 2, outs, offsets, NULL), CUCORE_INVALID_ARGUMENT);
}

/* The largest unit that divides the extent, the other strides, the offset and the address. */
TEST(test_units)
{
    static const struct {
        const char *name;
        int64_t most, shape[3], strides[2], offset, expected; /* bytes; the last stride is 1 */
        uintptr_t address;
    } table[] = {
        {"3 divides 12, 6, 9 and 9", 12, {4, 4, 6}, {9, 9}, 0, 3, 0},
        {"2 divides 2, but not 5", 8, {4, 4, 2}, {10, 5}, 0, 1, 0},
        {"2 divides 2, 6 and 10", 8, {4, 4, 2}, {10, 6}, 0, 2, 0},
        {"the offset", 8, {4, 4, 8}, {32, 8}, 4, 4, 0},
        {"the address", 8, {4, 4, 8}, {32, 8}, 0, 2, 6},
        {"the most", 4, {4, 4, 8}, {32, 8}, 8, 4, 16},
    };
    cucore_layout layout;
    int64_t strides[3];
    FOR_ROWS (row, table) {
        strides[0] = row->strides[0], strides[1] = row->strides[1], strides[2] = 1;
        CHECK_INT(cucore_layout_make(3, row->shape, strides, 1, &layout), CUCORE_OK);
        CHECK_INT(cucore_layout_max_itemsize(&layout, row->most, -1, (const void *)row->address, row->offset),
                  row->expected);
    }
}

TEST(test_axis_maps)
{
    cucore_layout layout = made(2, 4, 2, 3, 3, 1), out = poisoned();
    const cucore_layout *one = &layout;
    cucore_layout *outs = &out;
    cucore_axis_map map, bad;
    int64_t index[2] = {1, 2}, to[2] = {77, 77};
    memset(&map, 0xA5, sizeof map);
    CHECK_INT(cucore_layout_simplify(&one, 1, &outs, NULL, &map), CUCORE_OK);
    CHECK_INT(cucore_axis_map_to_simple(&map, index, to), CUCORE_OK);
    CHECK_INT(to[0], 5);
#define BOTH_REFUSED(map, index, out)                                                                                  \
    do {                                                                                                               \
        check_fails(cucore_axis_map_to_simple(map, index, out), CUCORE_INVALID_ARGUMENT, "the axis map is none");      \
        check_fails(cucore_axis_map_to_original(map, index, out), CUCORE_INVALID_ARGUMENT, "the axis map is none");    \
    } while (0)
    check_row("NULL");
    BOTH_REFUSED(NULL, index, to);
    BOTH_REFUSED(&map, NULL, to);
    BOTH_REFUSED(&map, index, NULL);
    check_row("no map");
    bad = map, bad.ndim = -1;
    BOTH_REFUSED(&bad, index, to);
    bad = map, bad.ndim = CUCORE_MAX_NDIM + 1;
    BOTH_REFUSED(&bad, index, to);
    bad = map, bad.simple_ndim = -1;
    BOTH_REFUSED(&bad, index, to);
    bad = map, bad.simple_ndim = CUCORE_MAX_NDIM + 1;
    BOTH_REFUSED(&bad, index, to);
    bad = map, bad.ndim = 0;
    BOTH_REFUSED(&bad, NULL, to);
#undef BOTH_REFUSED
    check_row("0 axes");
    bad = map, bad.ndim = bad.simple_ndim = 0;
    CHECK_INT(cucore_axis_map_to_simple(&bad, NULL, NULL), CUCORE_OK);
    CHECK_INT(cucore_axis_map_to_original(&bad, NULL, NULL), CUCORE_OK);
    check_row("an index below 0");
    index[0] = -1;
    check_fails(cucore_axis_map_to_simple(&map, index, to), CUCORE_INVALID_ARGUMENT, "index[0] is -1");
    check_fails(cucore_axis_map_to_original(&map, index, to), CUCORE_INVALID_ARGUMENT, "index[0] is -1");
    check_row("an index behind the end");
    index[0] = 6;
    check_fails(cucore_axis_map_to_simple(&map, index, to), CUCORE_INVALID_ARGUMENT, "index[0] is 6");
    check_fails(cucore_axis_map_to_original(&map, index, to), CUCORE_INVALID_ARGUMENT, "index[0] is 6");
}

TEST(test_index_of_far_elements)
{
    cucore_layout layout = made(2, 1, 5, P(36), P(40), 3);
    int64_t index[2] = {77, 77};
    CHECK_INT(cucore_layout_index_of(&layout, 4 * P(40) + 3 * (P(35) + 7), index), CUCORE_OK);
    CHECK_INT(index[0], 4);
    CHECK_INT(index[1], P(35) + 7);
    check_row("between two elements");
    CHECK_INT(cucore_layout_index_of(&layout, 4 * P(40) + 3 * P(35) + 1, index), CUCORE_INVALID_ARGUMENT);
    check_row("reaches that do not fit");
    layout = by_hand(2, 1, 8, P(33), 2, P(32), 1);
    check_fails(cucore_layout_index_of(&layout, 0, index), CUCORE_OVERFLOW, "");
}

/* ------------------------------------------------------------------------------------------------------- overlap -- */
#define AWAY (P(60) - 2) /* elements of a byte: the last bit is 2^63 - 9 */
static const struct {
    const char *name;
    int64_t a_shape[2], a_strides[2];
    uint64_t a;
    int64_t b_shape[2], b_strides[2];
    uint64_t b;
    cucore_overlap expected;
} overlaps[] = {
    /* elements of one byte */
    FIELDS("2^60 + 2^59 bytes apart", {2, 1}, {AWAY, 0}, 0, {2, 1}, {-AWAY, 0}, 3 * (uint64_t)P(59),
           CUCORE_OVERLAP_UNKNOWN),
    FIELDS("last bit of b behind 2^63", {2, 1}, {AWAY, 0}, 0, {4, 1}, {1, 0}, (uint64_t)AWAY, CUCORE_OVERLAP_UNKNOWN),
    FIELDS("first bit of a is -2^63", {2, 1}, {-P(60), 0}, (uint64_t)P(60), {2, 1}, {1, 0}, 64, CUCORE_OVERLAP_UNKNOWN),
    FIELDS("last of b less first of a", {2, 1}, {-AWAY, 0}, (uint64_t)AWAY, {9, 1}, {1, 0}, (uint64_t)AWAY,
           CUCORE_OVERLAP_UNKNOWN),
    FIELDS("bits of a", {2, 2}, {AWAY, -AWAY}, (uint64_t)AWAY, {1, 1}, {0, 0}, 64, CUCORE_OVERLAP_UNKNOWN),
    FIELDS("first bit of b is -2^63", {1, 1}, {0, 0}, 0, {2, 1}, {-P(60), 0}, (uint64_t)P(59), CUCORE_OVERLAP_UNKNOWN),
    FIELDS("bits of b", {1, 1}, {0, 0}, (uint64_t)AWAY, {2, 2}, {AWAY, -AWAY}, (uint64_t)AWAY, CUCORE_OVERLAP_UNKNOWN),
    FIELDS("2^63 - 1 bytes apart", {4, 1}, {1, 0}, 0, {4, 1}, {1, 0}, (uint64_t)INT64_MAX, CUCORE_OVERLAP_NONE),
    FIELDS("2^63 bytes apart", {4, 1}, {1, 0}, 0, {4, 1}, {-1, 0}, (uint64_t)1 << 63, CUCORE_OVERLAP_NONE),
};

TEST(test_overlaps)
{
    cucore_layout a, b;
    cucore_overlap out;
    FOR_ROWS (row, overlaps) {
        if (row->a > UINTPTR_MAX || row->b > UINTPTR_MAX) continue;
        a = made(2, 1, row->a_shape[0], row->a_shape[1], row->a_strides[0], row->a_strides[1]);
        b = made(2, 1, row->b_shape[0], row->b_shape[1], row->b_strides[0], row->b_strides[1]);
        memset(&out, 0xA5, sizeof out);
        CHECK_INT(cucore_layout_overlap(&a, (void *)(uintptr_t)row->a, &b, (void *)(uintptr_t)row->b, &out), CUCORE_OK);
        CHECK_INT(out, row->expected);
    }
    check_row("half bytes that share a byte: bits 0 to 3, and 8 and 4 on");
    a = by_hand(1, 1, 4, 1, 0, 1, 0);
    b = by_hand(1, 1, 4, 2, 0, -1, 0);
    CHECK_INT(cucore_layout_overlap(&a, (void *)16, &b, (void *)17, &out), CUCORE_OK);
    CHECK_INT(out, CUCORE_OVERLAP_NONE);
    CHECK_INT(cucore_layout_overlap(&b, (void *)17, &a, (void *)16, &out), CUCORE_OK);
    CHECK_INT(out, CUCORE_OVERLAP_NONE);
    b.shape[0] = 3; /* and 0 on */
    CHECK_INT(cucore_layout_overlap(&a, (void *)16, &b, (void *)17, &out), CUCORE_OK);
    CHECK_INT(out, CUCORE_OVERLAP_SOME);
    check_row("bits: 0 to 7, and 8 and 7");
    a = by_hand(1, 1, 1, 8, 0, 1, 0);
    b = by_hand(1, 1, 1, 2, 0, -1, 0);
    CHECK_INT(cucore_layout_overlap(&a, (void *)16, &b, (void *)17, &out), CUCORE_OK);
    CHECK_INT(out, CUCORE_OVERLAP_SOME);
    a.shape[0] = 7;
    CHECK_INT(cucore_layout_overlap(&a, (void *)16, &b, (void *)17, &out), CUCORE_OK);
    CHECK_INT(out, CUCORE_OVERLAP_NONE);
    check_row("a negative extent");
    a = by_hand(1, 1, 4, 1, 0, 1, 0);
    b = by_hand(1, 1, 4, 2, 0, -1, 0);
    b.shape[0] = -1;
    check_fails(cucore_layout_overlap(&a, (void *)16, &b, (void *)17, &out), CUCORE_INVALID_ARGUMENT, "shape[0] is -1");
    check_fails(cucore_layout_overlap(&b, (void *)16, &a, (void *)17, &out), CUCORE_INVALID_ARGUMENT, "shape[0] is -1");
    check_row("a reach that does not fit");
    b = by_hand(1, 1, 8, 3, 0, P(62), 0);
    check_fails(cucore_layout_overlap(&a, (void *)16, &b, (void *)17, &out), CUCORE_OVERFLOW, "");
}

TESTS_MAIN
