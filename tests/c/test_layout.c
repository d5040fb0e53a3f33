/* test_layout.c - the layout functions: documented corner cases, limits, errors and what they leave untouched */
#define CUCORE_IMPLEMENTATION
#include "cucore.h"

#include "check.h"

#define BIG ((int64_t)1 << 62)

static cucore_layout poison, out;

/* Before each call. */
static void arm(void)
{
    memset(&poison, 0xa5, sizeof poison);
    out = poison;
}

static int untouched(void)
{
    return memcmp(&out, &poison, sizeof out) == 0;
}

/* No entry beyond ndim was written. */
static int rest_untouched(void)
{
    size_t used = (size_t)out.ndim * sizeof out.shape[0], rest = sizeof out.shape - used;
    return memcmp((char *)out.shape + used, (char *)poison.shape + used, rest) == 0 &&
           memcmp((char *)out.strides + used, (char *)poison.strides + used, rest) == 0;
}

/* A struct that nobody checked. */
static cucore_layout raw(int ndim, const int64_t *shape, const int64_t *strides, int64_t itembits)
{
    cucore_layout layout;
    memset(&layout, 0x5a, sizeof layout);
    layout.ndim = ndim;
    layout.reserved = 0;
    layout.itembits = itembits;
    layout.itemsize = (itembits + 7) / 8;
    for (int i = 0; i < ndim && i < CUCORE_MAX_NDIM; i++) {
        layout.shape[i] = shape[i];
        layout.strides[i] = strides[i];
    }
    return layout;
}

static void check_is(int ndim, const int64_t *shape, const int64_t *strides)
{
    CHECK_INT(out.ndim, ndim);
    CHECK_INT(out.reserved, 0);
    for (int i = 0; i < ndim && out.ndim == ndim; i++) {
        CHECK_INT(out.shape[i], shape[i]);
        CHECK_INT(out.strides[i], strides[i]);
    }
    if (out.ndim == ndim) CHECK(rest_untouched());
}

static void check_fails(cucore_status actual, cucore_status expected, const char *words)
{
    CHECK_INT(actual, expected);
    CHECK(untouched());
    REFUSED(cucore_last_error()->status, expected, words);
}

/* The status of a call that returned a count. */
static cucore_status counted(int64_t count)
{
    return count == -1 ? cucore_last_error()->status : count < 0 ? CUCORE_PROTOCOL : CUCORE_OK;
}

/* ---- properties of many layouts ---- */
typedef struct properties_row {
    const char *name;
    int ndim;
    int64_t shape[4], strides[4];
    int64_t size, min, max;
    int c, f, dense, unique;
    uint64_t mask;
    int order[4];
} properties_row;

static const properties_row properties[] = {
    FIELDS("0-d", 0, {0}, {0}, 1, 0, 0, 1, 1, 1, 1, 0, {0}),
    FIELDS("one axis", 1, {5}, {1}, 5, 0, 4, 1, 1, 1, 1, 0, {0}),
    FIELDS("one axis, gaps", 1, {5}, {2}, 5, 0, 8, 0, 0, 0, 1, 0, {0}),
    FIELDS("reversed", 1, {5}, {-1}, 5, -4, 0, 0, 0, 0, 1, 0, {0}),
    FIELDS("broadcast", 1, {5}, {0}, 5, 0, 0, 0, 0, 0, 0, 0, {0}),
    FIELDS("extent 1, stride odd", 1, {1}, {-77}, 1, 0, 0, 1, 1, 1, 1, 0, {0}),
    FIELDS("extent 1, stride INT64_MIN", 1, {1}, {INT64_MIN}, 1, 0, 0, 1, 1, 1, 1, 0, {0}),
    FIELDS("extent 0", 1, {0}, {99}, 0, 0, -1, 1, 1, 1, 1, 0, {0}),
    FIELDS("C order", 3, {2, 3, 4}, {12, 4, 1}, 24, 0, 23, 1, 0, 1, 1, 6, {0, 1, 2}),
    FIELDS("F order", 3, {2, 3, 4}, {1, 2, 6}, 24, 0, 23, 0, 1, 1, 1, 0, {2, 1, 0}),
    FIELDS("another order", 3, {2, 3, 4}, {4, 8, 1}, 24, 0, 23, 0, 0, 1, 1, 0, {1, 0, 2}),
    FIELDS("C order around odd extents 1", 4, {1, 2, 1, 3}, {0, 3, -9, 1}, 6, 0, 5, 1, 0, 1, 1, 0, {2, 1, 3, 0}),
    FIELDS("another order around an odd extent 1", 4, {2, 1, 3, 2}, {3, 77, 1, 6}, 12, 0, 11, 0, 0, 1, 1, 0,
           {1, 3, 0, 2}),
    FIELDS("another order, extent 1 like another", 4, {1, 2, 3, 2}, {3, 3, 1, 6}, 12, 0, 11, 0, 0, 1, 1, 4,
           {3, 1, 0, 2}),
    FIELDS("another order with a gap", 3, {2, 3, 4}, {4, 9, 1}, 24, 0, 25, 0, 0, 0, 1, 0, {1, 0, 2}),
    FIELDS("zero extent in the middle", 3, {2, 0, 3}, {5, 5, 5}, 0, 0, -1, 1, 1, 1, 1, 0, {2, 0, 1}),
    FIELDS("zero extent beside huge ones", 3, {BIG, BIG, 0}, {BIG, BIG, BIG}, 0, 0, -1, 1, 1, 1, 1, 0, {0, 1, 2}),
    FIELDS("broadcast axis", 2, {4, 3}, {0, 1}, 12, 0, 2, 0, 0, 0, 0, 0, {1, 0}),
    FIELDS("both axes broadcast: larger extent first", 2, {2, 3}, {0, 0}, 6, 0, 0, 0, 0, 0, 0, 2, {1, 0}),
    FIELDS("overlapping windows", 2, {3, 3}, {1, 1}, 9, 0, 4, 0, 0, 0, 0, 0, {0, 1}),
    FIELDS("interleaved rows, all distinct", 2, {3, 4}, {5, 2}, 12, 0, 16, 0, 0, 0, 1, 0, {0, 1}),
    FIELDS("interleaved rows that meet", 2, {3, 6}, {5, 2}, 18, 0, 20, 0, 0, 0, 0, 0, {0, 1}),
    FIELDS("interleaved, in reverse", 2, {4, 3}, {2, -5}, 12, -10, 6, 0, 0, 0, 1, 0, {1, 0}),
    FIELDS("long axes, nearly the same strides", 2, {100000, 100000}, {100001, 100000}, 10000000000, 0, 19999899999, 0,
           0, 0, 1, 0, {0, 1}),
    FIELDS("long axes that meet at their ends", 2, {100001, 100002}, {100001, 100000}, 10000300002, 0, 20000200000, 0,
           0, 0, 0, 0, {0, 1}),
    FIELDS("three interleaved axes, all distinct", 3, {2, 3, 2}, {11, 4, 6}, 12, 0, 25, 0, 0, 0, 1, 0, {0, 2, 1}),
    FIELDS("three interleaved axes that meet", 3, {2, 2, 3}, {7, 4, 2}, 12, 0, 15, 0, 0, 0, 0, 0, {0, 1, 2}),
    FIELDS("more than is searched", 3, {1000, 1000, 1000}, {1000003, 1000033, 1000037}, 1000000000, 0, 2997072927, 0, 0,
           0, 0, 0, {2, 1, 0}),
    FIELDS("mixed signs", 2, {3, 2}, {2, -1}, 6, -1, 4, 0, 0, 0, 1, 0, {0, 1}),
    FIELDS("rows with a gap", 2, {2, 3}, {4, 1}, 6, 0, 6, 0, 0, 0, 1, 0, {0, 1}),
    FIELDS("extents 1 only: larger stride first", 2, {1, 1}, {5, 7}, 1, 0, 0, 1, 1, 1, 1, 0, {1, 0}),
    FIELDS("near 2^31", 2, {65536, 32769}, {32769, 1}, 2147549184, 0, 2147549183, 1, 0, 1, 1, 2, {0, 1}),
};

TEST(test_properties)
{
    int j;
    FOR_ROWS (row, properties) {
        cucore_layout layout = raw(row->ndim, row->shape, row->strides, 32);
        int64_t min = -5, max = -5;
        uint64_t mask = 99;
        int order[4] = {9, 9, 9, 9};
        CHECK_INT(cucore_layout_size(&layout), row->size);
        CHECK_INT(cucore_layout_nbytes(&layout), 4 * row->size);
        CHECK_INT(cucore_layout_offset_bounds(&layout, &min, &max), CUCORE_OK);
        CHECK_INT(min, row->min);
        CHECK_INT(max, row->max);
        CHECK_INT(cucore_layout_is_c_contiguous(&layout), row->c);
        CHECK_INT(cucore_layout_is_f_contiguous(&layout), row->f);
        CHECK_INT(cucore_layout_is_dense(&layout), row->dense);
        CHECK_INT(cucore_layout_is_unique(&layout), row->unique);
        CHECK_INT(cucore__layout_merged_axes(&layout, UINT64_MAX, &mask), CUCORE_OK);
        CHECK_INT(mask, row->mask);
        CHECK_INT(cucore_layout_stride_order(&layout, order), CUCORE_OK);
        for (j = 0; j < row->ndim; j++) CHECK_INT(order[j], row->order[j]);
        for (; j < 4; j++) CHECK_INT(order[j], 9);
    }
}

/* ---- what does not fit ---- */
typedef struct limit_row {
    const char *name;
    int64_t shape[2], strides[2], itemsize;
    cucore_status status;
} limit_row;

static const limit_row limits[] = {
    {"2^60 - 1 bytes", {((int64_t)1 << 60) - 1, 1}, {1, 1}, 1, CUCORE_OK},
    {"2^60 bytes are 2^63 bits", {(int64_t)1 << 60, 1}, {1, 1}, 1, CUCORE_OVERFLOW},
    {"size", {BIG, 2}, {0, 0}, 1, CUCORE_OVERFLOW},
    {"size, beside a zero extent", {0, BIG}, {BIG, BIG}, 8, CUCORE_OK},
    {"a reach of 2^62", {2, 1}, {BIG, 1}, 1, CUCORE_OVERFLOW},
    {"a reach of 2^59", {2, 1}, {(int64_t)1 << 59, 1}, 1, CUCORE_OK},
    {"the lowest reach", {2, 1}, {-((int64_t)1 << 60), 1}, 1, CUCORE_OK},
    {"one below the lowest reach", {2, 1}, {-((int64_t)1 << 60) - 1, 1}, 1, CUCORE_OVERFLOW},
    {"stride INT64_MIN", {2, 1}, {INT64_MIN, 1}, 1, CUCORE_OVERFLOW},
    {"stride INT64_MIN, extent 1", {1, 1}, {INT64_MIN, 1}, 8, CUCORE_OK},
    {"two reaches that add up", {2, 2}, {(int64_t)1 << 59, (int64_t)1 << 59}, 1, CUCORE_OVERFLOW},
    {"two reaches of different sign", {2, 2}, {(int64_t)1 << 59, -((int64_t)1 << 59)}, 1, CUCORE_OK},
};

TEST(test_make_limits)
{
    FOR_ROWS (row, limits) {
        arm();
        CHECK_INT(cucore_layout_make(2, row->shape, row->strides, row->itemsize, &out), row->status);
        if (row->status) {
            CHECK(untouched());
        } else {
            check_is(2, row->shape, row->strides);
        }
    }
}

TEST(test_make_at_64_axes)
{
    int64_t shape[65], strides[65];
    int axes[65], i;
    for (i = 0; i < 65; i++) {
        shape[i] = i < 30 ? 2 : 1;
        strides[i] = i < 30 ? (int64_t)1 << (29 - i) : 1;
        axes[i] = i;
    }
    arm();
    CHECK_INT(cucore_layout_make(64, shape, NULL, 4, &out), CUCORE_OK);
    check_is(64, shape, strides);
    CHECK_INT(cucore_layout_is_c_contiguous(&out), 1);
    CHECK_INT(cucore_layout_is_dense(&out), 1);
    CHECK_INT(cucore_layout_permute(&out, axes, &out), CUCORE_OK);
    CHECK_INT(cucore_layout_stride_order(&out, axes), CUCORE_OK);
    for (i = 0; i < 64; i++) CHECK_INT(axes[i], i);
    CHECK_INT(cucore_layout_transpose(&out, &out), CUCORE_OK);
    CHECK_INT(cucore_layout_is_dense(&out), 1);
    CHECK_INT(cucore_layout_is_f_contiguous(&out), 1);
    CHECK_INT(cucore_layout_stride_order(&out, axes), CUCORE_OK);
    for (i = 0; i < 30; i++) CHECK_INT(axes[i], 63 - i);
    CHECK_INT(cucore_layout_transpose(&out, &out), CUCORE_OK);
    CHECK_INT(cucore_layout_flatten(&out, 0, -1, &out), CUCORE_OK);
    CHECK_INT(out.ndim, 1);
    arm();
    check_fails(cucore_layout_make(65, shape, NULL, 4, &out), CUCORE_INVALID_ARGUMENT, "ndim is 65");
    check_fails(cucore_layout_make_dense(-1, shape, 'C', 4, &out), CUCORE_INVALID_ARGUMENT, "ndim is -1");
    check_fails(cucore_layout_make_order(65, shape, axes, 4, &out), CUCORE_INVALID_ARGUMENT, "ndim is 65");
}

TEST(test_64_axes_grow_no_further)
{
    int64_t shape[65];
    cucore_layout layout;
    int i, first = 0;
    for (i = 0; i < 65; i++) shape[i] = 1;
    CHECK_INT(cucore_layout_make(64, shape, NULL, 1, &layout), CUCORE_OK);
    arm();
    check_fails(cucore_layout_unsqueeze(&layout, &first, 1, &out), CUCORE_INVALID_ARGUMENT, "must be 0 to 0");
    check_fails(cucore_layout_broadcast_to(&layout, 65, shape, &out), CUCORE_INVALID_ARGUMENT, "has 65 axes");
    check_fails(cucore_layout_reshape(&layout, 65, shape, &out), CUCORE_INVALID_ARGUMENT, "has 65 axes");
    CHECK_INT(cucore_layout_squeeze(&layout, NULL, 0, &out), CUCORE_OK);
    CHECK_INT(out.ndim, 0);
    CHECK(rest_untouched());
}

/* ---- orders ---- */
TEST(test_make_order)
{
    const int64_t shape[] = {5, 3, 7}, strides[] = {3, 1, 15}, empty[] = {2, 0, 3}, ones[] = {3, 3, 1};
    const int axes[] = {2, 0, 1}, twice[] = {0, 1, -3}, beyond[] = {0, 1, 3}, straight[] = {0, -2, -1};
    arm();
    CHECK_INT(cucore_layout_make_order(3, shape, axes, 1, &out), CUCORE_OK);
    check_is(3, shape, strides);
    arm();
    CHECK_INT(cucore_layout_make_order(3, empty, straight, 1, &out), CUCORE_OK);
    check_is(3, empty, ones);
    arm();
    check_fails(cucore_layout_make_order(3, shape, twice, 1, &out), CUCORE_INVALID_ARGUMENT, "axis 0 comes twice");
    check_fails(cucore_layout_make_order(3, shape, beyond, 1, &out), CUCORE_INVALID_ARGUMENT,
                "is 3; it must be -3 to 2");
    check_fails(cucore_layout_make_order(3, shape, NULL, 1, &out), CUCORE_INVALID_ARGUMENT, "axes is NULL");
}

TEST(test_make_like)
{
    const int64_t shape[] = {2, 1, 3}, odd[] = {3, 77, 1}, gap[] = {2, 55, 9}, k[] = {1, 6, 2}, f[] = {1, 2, 2};
    const int64_t c[] = {3, 3, 1};
    cucore_layout dense = raw(3, shape, odd, 32), sliced = raw(3, shape, gap, 32);
    arm();
    CHECK_INT(cucore_layout_make_like(&dense, 'K', &out), CUCORE_OK);
    check_is(3, shape, c); /* the stride that means nothing, too */
    arm();
    CHECK_INT(cucore_layout_make_like(&dense, 'F', &out), CUCORE_OK);
    check_is(3, shape, f);
    arm();
    CHECK_INT(cucore_layout_make_like(&sliced, 'K', &out), CUCORE_OK);
    check_is(3, shape, k);
    arm();
    check_fails(cucore_layout_make_like(&dense, 'A', &out), CUCORE_INVALID_ARGUMENT, "order is 65");
}

/* ---- reshape ---- */
typedef struct reshape_row {
    const char *name;
    int ndim;
    int64_t shape[4], strides[4];
    int new_ndim;
    int64_t new_shape[5];
    cucore_status status;
    int64_t new_strides[5];
    int64_t inferred; /* for -1 */
    const char *words;
} reshape_row;

static const reshape_row reshapes[] = {
    FIELDS("0-d to one", 0, {0}, {0}, 1, {1}, CUCORE_OK, {1}, 0, NULL),
    FIELDS("one to 0-d", 1, {1}, {9}, 0, {0}, CUCORE_OK, {0}, 0, NULL),
    FIELDS("0-d to -1", 0, {0}, {0}, 1, {-1}, CUCORE_OK, {1}, 1, NULL),
    FIELDS("split", 1, {6}, {2}, 2, {2, 3}, CUCORE_OK, {6, 2}, 0, NULL),
    FIELDS("split a reversed axis", 1, {6}, {-1}, 2, {3, -1}, CUCORE_OK, {-2, -1}, 2, NULL),
    FIELDS("merge", 2, {2, 3}, {3, 1}, 1, {-1}, CUCORE_OK, {1}, 6, NULL),
    FIELDS("merge and split", 2, {4, 6}, {6, 1}, 2, {3, 8}, CUCORE_OK, {8, 1}, 0, NULL),
    FIELDS("merge broadcast axes", 2, {2, 3}, {0, 0}, 1, {6}, CUCORE_OK, {0}, 0, NULL),
    FIELDS("merge over an odd extent 1", 3, {2, 1, 3}, {3, 99, 1}, 1, {6}, CUCORE_OK, {1}, 0, NULL),
    FIELDS("new extents 1", 2, {3, 4}, {1, 3}, 4, {1, 3, 1, 4}, CUCORE_OK, {3, 1, 12, 3}, 0, NULL),
    FIELDS("transposed", 2, {3, 2}, {1, 3}, 1, {6}, CUCORE_UNSUPPORTED, {0}, 0, "shape[0] is 6"),
    FIELDS("gap between rows", 2, {2, 3}, {4, 1}, 2, {3, 2}, CUCORE_UNSUPPORTED, {0}, 0, "shape[0] is 3"),
    FIELDS("another size", 2, {2, 3}, {3, 1}, 2, {2, 4}, CUCORE_INVALID_ARGUMENT, {0}, 0,
           "6 elements, the new shape 8"),
    FIELDS("the size of the dense part", 2, {2, 3}, {4, 1}, 1, {3}, CUCORE_INVALID_ARGUMENT, {0}, 0,
           "6 elements, the new"),
    FIELDS("a last extent 1 keeps its stride", 2, {3, 1}, {1, 7}, 2, {3, 1}, CUCORE_OK, {1, 7}, 0, NULL),
    FIELDS("-1 twice", 2, {2, 3}, {3, 1}, 2, {-1, -1}, CUCORE_INVALID_ARGUMENT, {0}, 0, "shape[1] is -1"),
    FIELDS("-2", 2, {2, 3}, {3, 1}, 2, {-2, -3}, CUCORE_INVALID_ARGUMENT, {0}, 0, "shape[0] is -2"),
    FIELDS("-1 of no multiple", 2, {2, 3}, {3, 1}, 2, {4, -1}, CUCORE_INVALID_ARGUMENT, {0}, 0, "shape[1] is -1"),
    FIELDS("-1 beside 0", 1, {0}, {1}, 2, {0, -1}, CUCORE_INVALID_ARGUMENT, {0}, 0,
           "shape[1] is -1 beside an extent of 0: any extent would do for 0 elements"),
    FIELDS("-1 beside 0 and huge", 1, {0}, {1}, 4, {BIG, -1, BIG, 0}, CUCORE_INVALID_ARGUMENT, {0}, 0,
           "any extent would do"),
    FIELDS("-1 beside 0 of something", 1, {4}, {1}, 2, {0, -1}, CUCORE_INVALID_ARGUMENT, {0}, 0,
           "the others' product, 0"),
    FIELDS("-1 beside more than fits", 1, {4}, {1}, 3, {BIG, -1, BIG}, CUCORE_INVALID_ARGUMENT, {0}, 0,
           "shape[1] is -1, but the others' product does not fit 64 bits; the layout has 4 elements"),
    FIELDS("-1 of an empty one beside more than fits", 1, {0}, {1}, 3, {BIG, BIG, -1}, CUCORE_INVALID_ARGUMENT, {0}, 0,
           "shape[2] is -1, but the others' product does not fit 64 bits; the layout has 0 elements"),
    FIELDS("-1 of an empty one", 2, {0, 5}, {5, 1}, 2, {-1, 3}, CUCORE_OK, {0, 0}, 0, NULL),
    FIELDS("empty to empty", 2, {0, 5}, {5, 1}, 3, {7, 0, 9}, CUCORE_OK, {0, 0, 0}, 0, NULL),
    FIELDS("empty to 0-d", 1, {0}, {1}, 0, {0}, CUCORE_INVALID_ARGUMENT, {0}, 0, "0 elements, the new shape 1"),
    FIELDS("something to empty", 1, {4}, {1}, 1, {0}, CUCORE_INVALID_ARGUMENT, {0}, 0, "4 elements, the new shape 0"),
    FIELDS("empty to huge", 1, {0}, {1}, 3, {BIG, BIG, 0}, CUCORE_OK, {0, 0, 0}, 0, NULL),
    FIELDS("to more than fits", 1, {4}, {1}, 2, {BIG, BIG}, CUCORE_INVALID_ARGUMENT, {0}, 0, "more than fit 64 bits"),
};

TEST(test_reshape)
{
    int64_t expected[5];
    FOR_ROWS (row, reshapes) {
        cucore_layout layout = raw(row->ndim, row->shape, row->strides, 32);
        cucore_status status;
        arm();
        status = cucore_layout_reshape(&layout, row->new_ndim, row->new_shape, &out);
        if (row->status) {
            check_fails(status, row->status, row->words);
            continue;
        }
        CHECK_INT(status, CUCORE_OK);
        for (int j = 0; j < row->new_ndim; j++)
            expected[j] = row->new_shape[j] == -1 ? row->inferred : row->new_shape[j];
        check_is(row->new_ndim, expected, row->new_strides);
        CHECK_INT(cucore_layout_reshape(&layout, row->new_ndim, row->new_shape, &layout), CUCORE_OK); /* in place */
        CHECK_INT(cucore_layout_is_equal(&layout, &out), 1);
    }
}

/* ---- flatten, squeeze, unsqueeze, broadcast ---- */
TEST(test_flatten)
{
    const int64_t shape[] = {4, 5, 3}, c[] = {15, 3, 1}, mixed[] = {1, 12, 4}, one[] = {1};
    const int64_t pair[] = {4, 15}, pair_c[] = {15, 1}, pair_mixed[] = {1, 4}, front[] = {20, 3}, front_c[] = {3, 1};
    const int64_t huge[] = {0, BIG, 4}, steps[] = {7, 4, 1};
    cucore_layout a = raw(3, shape, c, 32), b = raw(3, shape, mixed, 32), scalar = raw(0, shape, c, 32);
    cucore_layout large = raw(3, huge, steps, 32);
    uint64_t mask_a = 0, mask_b = 0;
    CHECK_INT(cucore__layout_merged_axes(&a, UINT64_MAX, &mask_a), CUCORE_OK);
    CHECK_INT(cucore__layout_merged_axes(&b, UINT64_MAX, &mask_b), CUCORE_OK);
    CHECK_INT(mask_a, 6);
    CHECK_INT(mask_b, 4);
    arm();
    CHECK_INT(cucore__layout_flatten_masked(&a, mask_a & mask_b, &out), CUCORE_OK);
    check_is(2, pair, pair_c);
    arm();
    CHECK_INT(cucore__layout_flatten_masked(&b, mask_a & mask_b, &out), CUCORE_OK);
    check_is(2, pair, pair_mixed);
    arm();
    CHECK_INT(cucore_layout_flatten(&a, 0, -2, &out), CUCORE_OK);
    check_is(2, front, front_c);
    arm();
    CHECK_INT(cucore_layout_flatten(&a, 2, 0, &out), CUCORE_OK);
    check_is(3, shape, c);
    arm();
    CHECK_INT(cucore_layout_flatten(&scalar, 0, -1, &out), CUCORE_OK);
    check_is(1, one, one);
    arm();
    check_fails(cucore_layout_flatten(&scalar, 0, 0, &out), CUCORE_INVALID_ARGUMENT, "has no axes");
    check_fails(cucore_layout_flatten(&a, 0, 3, &out), CUCORE_INVALID_ARGUMENT, "the second axis is 3");
    check_fails(cucore_layout_flatten(&large, 0, -1, &out), CUCORE_OVERFLOW, "the merged extent at axis 2");
}

TEST(test_squeeze)
{
    const int64_t shape[] = {1, 3, 1, 2}, strides[] = {-9, 2, 5, 1}, kept[] = {3, 2}, kept_strides[] = {2, 1};
    const int64_t less[] = {3, 1, 2}, less_strides[] = {2, 5, 1}, empty[] = {1, 0, 3}, zero[] = {0};
    const int first[] = {0}, second[] = {1}, twice[] = {0, -4};
    cucore_layout layout = raw(4, shape, strides, 32), nothing = raw(3, empty, strides, 32);
    arm();
    CHECK_INT(cucore_layout_squeeze(&layout, NULL, 0, &out), CUCORE_OK);
    check_is(2, kept, kept_strides);
    arm();
    CHECK_INT(cucore_layout_squeeze(&nothing, NULL, 0, &out), CUCORE_OK);
    check_is(1, zero, zero);
    arm();
    CHECK_INT(cucore_layout_squeeze(&layout, first, 1, &out), CUCORE_OK);
    check_is(3, less, less_strides);
    arm();
    CHECK_INT(cucore_layout_squeeze(&layout, first, 0, &out), CUCORE_OK); /* no axes, not all */
    check_is(4, shape, strides);
    arm();
    check_fails(cucore_layout_squeeze(&layout, NULL, 1, &out), CUCORE_INVALID_ARGUMENT,
                "axes is NULL, but 1 were given");
    check_fails(cucore_layout_squeeze(&layout, second, 1, &out), CUCORE_INVALID_ARGUMENT, "axis 1 has extent 3");
    check_fails(cucore_layout_squeeze(&layout, twice, 2, &out), CUCORE_INVALID_ARGUMENT, "axis 0 comes twice");
    check_fails(cucore_layout_squeeze(&layout, first, 5, &out), CUCORE_INVALID_ARGUMENT, "must be 0 to 4");
}

TEST(test_unsqueeze)
{
    const int64_t shape[] = {2, 3}, strides[] = {3, 1}, one[] = {1, 1}, wide[] = {2}, away[] = {BIG}, none[] = {1};
    const int64_t new_shape[] = {1, 2, 1, 1, 3}, new_strides[] = {6, 3, 3, 3, 1}, last[] = {2, 3, 1},
                  last_s[] = {3, 1, 1};
    const int64_t beside[] = {1, 1, 2}, beside_strides[] = {BIG, BIG, BIG};
    const int axes[] = {0, 2, 3}, end[] = {-1}, both[] = {0, 1}, beyond[] = {3};
    cucore_layout layout = raw(2, shape, strides, 32), scalar = raw(0, none, none, 32), large = raw(1, wide, away, 1),
                  same;
    arm();
    CHECK_INT(cucore_layout_unsqueeze(&layout, axes, 3, &out), CUCORE_OK);
    check_is(5, new_shape, new_strides);
    arm();
    CHECK_INT(cucore_layout_unsqueeze(&layout, end, 1, &out), CUCORE_OK);
    check_is(3, last, last_s);
    arm();
    CHECK_INT(cucore_layout_unsqueeze(&scalar, both, 2, &out), CUCORE_OK);
    check_is(2, one, one);
    arm();
    check_fails(cucore_layout_unsqueeze(&layout, beyond, 1, &out), CUCORE_INVALID_ARGUMENT, "must be -3 to 2");
    check_row("2 * 2^62 does not fit: the stride of the old axis, as reshape has it");
    arm();
    CHECK_INT(cucore_layout_unsqueeze(&large, both, 2, &out), CUCORE_OK);
    check_is(3, beside, beside_strides);
    CHECK_INT(cucore_layout_reshape(&large, 3, beside, &same), CUCORE_OK);
    CHECK_INT(cucore_layout_is_equal(&same, &out), 1);
    CHECK_INT(cucore_layout_unsqueeze(&large, end, 1, &large), CUCORE_OK); /* in place; nothing to step over */
    CHECK_INT(large.ndim == 2 && large.strides[0] == BIG && large.strides[1] == BIG, 1);
}

TEST(test_broadcast)
{
    const int64_t shape[] = {3, 1}, strides[] = {5, 77}, to[] = {2, 3, 4}, to_strides[] = {0, 5, 0};
    const int64_t none[] = {3, 0}, bad[] = {2, 1}, huge[] = {BIG, 3, 1}, negative[] = {3, -1}, same[] = {3, 1};
    cucore_layout layout = raw(2, shape, strides, 32), other = raw(1, to, strides, 32), a, b;
    arm();
    CHECK_INT(cucore_layout_broadcast_to(&layout, 3, to, &out), CUCORE_OK);
    check_is(3, to, to_strides);
    arm();
    CHECK_INT(cucore_layout_broadcast_to(&layout, 2, same, &out), CUCORE_OK);
    check_is(2, shape, strides);
    arm();
    CHECK_INT(cucore_layout_broadcast_to(&layout, 2, none, &out), CUCORE_OK);
    CHECK_INT(out.shape[1], 0);
    arm();
    check_fails(cucore_layout_broadcast_to(&layout, 2, bad, &out), CUCORE_INVALID_ARGUMENT, "shape[0] is 2");
    check_fails(cucore_layout_broadcast_to(&layout, 1, to, &out), CUCORE_INVALID_ARGUMENT, "fewer than the 2");
    check_fails(cucore_layout_broadcast_to(&layout, 2, negative, &out), CUCORE_INVALID_ARGUMENT, "shape[1] is -1");
    check_fails(cucore_layout_broadcast_to(&layout, 3, huge, &out), CUCORE_OVERFLOW, "product of the 3 extents");
    check_fails(cucore_layout_broadcast_to(&layout, 2, NULL, &out), CUCORE_INVALID_ARGUMENT, "shape is NULL");
    a = layout;
    b = other;
    CHECK_INT(cucore_layout_broadcast_together(&a, &b, &a, &b), CUCORE_OK);
    CHECK_INT(a.ndim == 2 && b.ndim == 2 && a.shape[1] == 2 && b.shape[0] == 3 && b.strides[0] == 0, 1);
    other.shape[0] = 5;
    layout.shape[1] = 4;
    arm();
    check_fails(cucore_layout_broadcast_together(&layout, &other, &out, &a), CUCORE_INVALID_ARGUMENT,
                "axis 1 has extent 4 in one layout and 5");
}

/* ---- slices ---- */
typedef struct slice_row {
    const char *name;
    int64_t start, stop, step;
    int64_t extent, stride, offset; /* of an axis of 10 with stride 3 */
} slice_row;

static const slice_row slices[] = {
    {"all", CUCORE_SLICE_FIRST, CUCORE_SLICE_LAST, 1, 10, 3, 0},
    {"all, as PySlice_Unpack gives it", 0, INT64_MAX, 1, 10, 3, 0},
    {"backwards", CUCORE_SLICE_LAST, CUCORE_SLICE_FIRST, -1, 10, -3, 27},
    {"none backwards, from before the first", CUCORE_SLICE_FIRST, CUCORE_SLICE_FIRST, -1, 0, 0, 0},
    {"none backwards, to behind the last", CUCORE_SLICE_LAST, CUCORE_SLICE_LAST, -1, 0, 0, 0},
    {"2:7:2", 2, 7, 2, 3, 6, 6},
    {"-3:", -3, CUCORE_SLICE_LAST, 1, 3, 3, 21},
    {":-3", CUCORE_SLICE_FIRST, -3, 1, 7, 3, 0},
    {"7:2:-2", 7, 2, -2, 3, -6, 21},
    {"7:2", 7, 2, 1, 0, 0, 0},
    {"2:7:-1", 2, 7, -1, 0, 0, 0},
    {"100:", 100, CUCORE_SLICE_LAST, 1, 0, 0, 0},
    {":-100", CUCORE_SLICE_FIRST, -100, 1, 0, 0, 0},
    {"-100:3", -100, 3, 1, 3, 3, 0},
    {"a step beyond the end", 4, CUCORE_SLICE_LAST, 1000, 1, 3000, 12},
    {"a step of 2^60", 0, CUCORE_SLICE_LAST, (int64_t)1 << 60, 1, (int64_t)3 << 60, 0},
};

TEST(test_slice_range)
{
    const int64_t shape[] = {10}, strides[] = {3};
    FOR_ROWS (row, slices) {
        cucore_layout layout = raw(1, shape, strides, 32);
        cucore_slice slice = cucore_slice_range(row->start, row->stop, row->step);
        int64_t offset = 100;
        arm();
        CHECK_INT(cucore_layout_slice(&layout, &slice, 1, &offset, &out), CUCORE_OK);
        check_is(1, &row->extent, &row->stride);
        CHECK_INT(offset, 100 + row->offset);
        CHECK_INT(cucore_layout_slice(&layout, &slice, 1, NULL, &layout), CUCORE_OK);
        CHECK_INT(cucore_layout_is_equal(&layout, &out), 1);
    }
}

TEST(test_slice_index)
{
    const int64_t shape[] = {3, 4, 0}, strides[] = {-4, 1, 9}, kept[] = {4}, kept_strides[] = {1};
    cucore_layout layout = raw(2, shape, strides, 32), empty = raw(3, shape, strides, 32);
    cucore_slice cut[3];
    int64_t offset = 7;
    cut[0] = cucore_slice_index(-1);
    arm();
    CHECK_INT(cucore_layout_slice(&layout, cut, 1, &offset, &out), CUCORE_OK);
    check_is(1, kept, kept_strides);
    CHECK_INT(offset, -1);
    cut[1] = cucore_slice_index(2);
    arm();
    CHECK_INT(cucore_layout_slice(&layout, cut, 2, NULL, &out), CUCORE_OK);
    CHECK_INT(out.ndim, 0);
    CHECK(rest_untouched());
    arm();
    cut[1] = cucore_slice_index(4);
    check_fails(cucore_layout_slice(&layout, cut, 2, &offset, &out), CUCORE_INVALID_ARGUMENT,
                "index 4 is out of range for axis 1 with extent 4");
    CHECK_INT(offset, -1);
    cut[1] = cucore_slice_range(0, 4, 0);
    check_fails(cucore_layout_slice(&layout, cut, 2, &offset, &out), CUCORE_INVALID_ARGUMENT, "axis 1 is 0");
    cut[1] = cucore_slice_index(INT64_MIN);
    check_fails(cucore_layout_slice(&layout, cut, 2, &offset, &out), CUCORE_INVALID_ARGUMENT, "axis 1");
    cut[1] = cut[2] = cucore_slice_index(0);
    check_fails(cucore_layout_slice(&empty, cut, 3, &offset, &out), CUCORE_INVALID_ARGUMENT, "with extent 0");
    check_fails(cucore_layout_slice(&layout, cut, 3, &offset, &out), CUCORE_INVALID_ARGUMENT, "3 slices");
    check_fails(cucore_layout_slice(&layout, NULL, 1, &offset, &out), CUCORE_INVALID_ARGUMENT, "NULL");
    CHECK_INT(offset, -1);
}

TEST(test_slice_overflow)
{
    const int64_t shape[] = {4}, strides[] = {3}, back[] = {-1};
    cucore_layout layout = raw(1, shape, strides, 1), reversed = raw(1, shape, back, 1);
    cucore_slice slice = cucore_slice_range(0, 4, BIG);
    int64_t offset = INT64_MAX - 5;
    arm();
    check_fails(cucore_layout_slice(&layout, &slice, 1, &offset, &out), CUCORE_OVERFLOW, "step 4611686018427387904");
    slice = cucore_slice_index(2);
    check_fails(cucore_layout_slice(&layout, &slice, 1, &offset, &out), CUCORE_OVERFLOW, "index 2 of axis 0");
    CHECK_INT(offset, INT64_MAX - 5);
    slice = cucore_slice_range(CUCORE_SLICE_LAST, CUCORE_SLICE_FIRST, INT64_MIN);
    check_fails(cucore_layout_slice(&reversed, &slice, 1, NULL, &out), CUCORE_OVERFLOW, "does not fit");
    slice = cucore_slice_range(CUCORE_SLICE_FIRST, CUCORE_SLICE_LAST, -2); /* meant to be [::-2] */
    check_fails(cucore_layout_slice(&layout, &slice, 1, NULL, &out), CUCORE_INVALID_ARGUMENT,
                "the slice of axis 0 goes from CUCORE_SLICE_FIRST to CUCORE_SLICE_LAST with step -2: a whole axis "
                "backwards goes "
                "from CUCORE_SLICE_LAST to CUCORE_SLICE_FIRST");
    slice = cucore_slice_range(0, 0, INT64_MIN); /* selects nothing, so nothing overflows */
    CHECK_INT(cucore_layout_slice(&reversed, &slice, 1, NULL, &out), CUCORE_OK);
}

/* ---- repack ---- */
typedef struct repack_row {
    const char *name;
    int64_t shape[2], strides[2], bits, to;
    int axis, keep_axis;
    uintptr_t ptr;
    int64_t offset;
    cucore_status status;
    int ndim;
    int64_t new_shape[2], new_strides[2], new_offset;
    const char *words;
} repack_row;

static const repack_row repacks[] = {
    FIELDS("unpack", {5, 4}, {4, 1}, 32, 16, -1, 1, 0, 3, CUCORE_OK, 2, {5, 8}, {8, 1}, 6, NULL),
    FIELDS("pack", {5, 4}, {4, 1}, 32, 64, -1, 1, 0, 6, CUCORE_OK, 2, {5, 2}, {2, 1}, 3, NULL),
    FIELDS("pack to one", {5, 4}, {4, 1}, 32, 128, -1, 1, 64, 0, CUCORE_OK, 2, {5, 1}, {1, 1}, 0, NULL),
    FIELDS("pack to one, dropped", {5, 4}, {4, 1}, 32, 128, -1, 0, 0, 0, CUCORE_OK, 1, {5}, {1}, 0, NULL),
    FIELDS("another axis", {4, 5}, {1, 4}, 32, 64, 0, 1, 0, 0, CUCORE_OK, 2, {2, 5}, {1, 2}, 0, NULL),
    FIELDS("the same", {5, 4}, {9, 2}, 32, 32, 7, 1, 3, 1, CUCORE_OK, 2, {5, 4}, {9, 2}, 1, NULL),
    FIELDS("int4 to bytes", {3, 6}, {6, 1}, 4, 8, -1, 1, 1, 2, CUCORE_OK, 2, {3, 3}, {3, 1}, 1, NULL),
    FIELDS("bytes to int4", {3, 3}, {3, 1}, 8, 4, -1, 1, 1, 1, CUCORE_OK, 2, {3, 6}, {6, 1}, 2, NULL),
    FIELDS("int4 rows inside bytes", {3, 6}, {5, 1}, 4, 8, -1, 1, 0, 0, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0,
           "the stride of axis 0"),
    FIELDS("not stride 1", {5, 4}, {8, 2}, 32, 64, -1, 1, 0, 0, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0, "strides[1] is 2"),
    FIELDS("extent 0", {5, 0}, {4, 1}, 32, 64, -1, 1, 0, 0, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0, "shape[1] is 0"),
    FIELDS("odd extent", {5, 3}, {4, 1}, 32, 64, -1, 1, 0, 0, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0,
           "the extent of axis 1 is 3"),
    FIELDS("odd stride", {5, 4}, {5, 1}, 32, 64, -1, 1, 0, 0, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0,
           "the stride of axis 0 is 5"),
    FIELDS("odd offset", {5, 4}, {4, 1}, 32, 64, -1, 1, 0, 3, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0, "the offset is 3"),
    FIELDS("address", {5, 4}, {4, 1}, 32, 64, -1, 1, 20, 0, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0, "0x14 is not aligned"),
    FIELDS("address for 12 bytes", {5, 6}, {6, 1}, 32, 96, -1, 1, 30, 0, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0,
           "not aligned"),
    FIELDS("unpacking asks no alignment", {5, 4}, {4, 1}, 32, 16, -1, 1, 1, 0, CUCORE_OK, 2, {5, 8}, {8, 1}, 0, NULL),
    FIELDS("all odd: the extent", {5, 3}, {5, 1}, 32, 64, -1, 1, 20, 3, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0,
           "the extent of axis 1 is 3, not a multiple of 2 elements"),
    FIELDS("all but the extent: the stride", {5, 4}, {5, 1}, 32, 64, -1, 1, 20, 3, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0,
           "the stride of axis 0 is 5"),
    FIELDS("odd offset and address", {5, 4}, {4, 1}, 32, 64, -1, 1, 20, 3, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0,
           "the offset is"),
    FIELDS("no multiple", {5, 4}, {4, 1}, 32, 48, -1, 1, 0, 0, CUCORE_UNSUPPORTED, 0, {0}, {0}, 0,
           "elements of 48 bits"),
    FIELDS("axis", {5, 4}, {4, 1}, 32, 64, 2, 1, 0, 0, CUCORE_INVALID_ARGUMENT, 0, {0}, {0}, 0, "axis is 2"),
    FIELDS("size 0", {5, 4}, {4, 1}, 32, 0, 1, 1, 0, 0, CUCORE_INVALID_ARGUMENT, 0, {0}, {0}, 0, "itembits is 0"),
    FIELDS("overflow", {1, 4}, {BIG, 1}, 32, 8, 1, 1, 0, 0, CUCORE_OVERFLOW, 0, {0}, {0}, 0, "times 4"),
};

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

TEST(test_repack)
{
    cucore_repack zero;
    FOR_ROWS (row, repacks) {
        cucore_layout layout = raw(2, row->shape, row->strides, row->bits);
        int64_t offset = row->offset;
        cucore_status status;
        arm();
        status = repack(&layout, row->to, row->axis, row->keep_axis, (const void *)row->ptr, &offset, &out);
        if (row->status) {
            check_fails(status, row->status, row->words);
            CHECK_INT(offset, row->offset);
            continue;
        }
        CHECK_INT(status, CUCORE_OK);
        check_is(row->ndim, row->new_shape, row->new_strides);
        CHECK_INT(offset, row->new_offset);
        CHECK_INT(out.itembits, row->to);
        CHECK_INT(out.itemsize, (row->to + 7) / 8);
    }
    check_row("options all zero, none, and too many bits");
    arm();
    memset(&zero, 0, sizeof zero);
    {
        cucore_layout layout = raw(2, repacks[0].shape, repacks[0].strides, 32);
        check_fails(cucore_layout_repack(&layout, &zero, NULL, &out), CUCORE_INVALID_ARGUMENT, "itembits is 0");
        check_fails(cucore_layout_repack(&layout, NULL, NULL, &out), CUCORE_INVALID_ARGUMENT, "how is NULL");
        check_fails(repack(&layout, INT64_MAX, 0, 1, NULL, NULL, &out), CUCORE_INVALID_ARGUMENT,
                    "itembits is 9223372036854775807");
    }
}

typedef struct widest_row {
    const char *name;
    int64_t shape[2], strides[2], bits, most, offset;
    uintptr_t ptr;
    cucore_status status;
    int64_t expected;
} widest_row;

static const widest_row widest[] = {
    {"dense", {5, 4}, {4, 1}, 32, 16, 0, 0, CUCORE_OK, 16},
    {"odd rows", {5, 3}, {3, 1}, 32, 16, 0, 0, CUCORE_OK, 4},
    {"a gap per row", {5, 4}, {6, 1}, 32, 16, 0, 0, CUCORE_OK, 8},
    {"offset", {5, 4}, {4, 1}, 32, 16, 2, 0, CUCORE_OK, 8},
    {"address", {5, 4}, {4, 1}, 32, 16, 0, 0x1008, CUCORE_OK, 8},
    {"address below the itemsize", {5, 4}, {4, 1}, 32, 16, 0, 0x1002, CUCORE_OK, 2},
    {"not stride 1", {5, 4}, {8, 2}, 32, 16, 0, 0x1002, CUCORE_OK, 4},
    {"empty axis", {5, 0}, {8, 1}, 32, 16, 0, 0, CUCORE_OK, 4},
    {"no power of two", {5, 6}, {6, 1}, 32, 24, 0, 0, CUCORE_OK, 24},
    {"12 bytes in 16", {5, 4}, {4, 1}, 96, 16, 0, 0, CUCORE_OK, 4},
    {"divides the most, not just below it", {5, 8}, {8, 1}, 32, 12, 0, 0, CUCORE_OK, 4},
    {"the most and the address are no multiple", {5, 8}, {8, 1}, 32, 6, 0, 0x1003, CUCORE_OK, 1},
    {"empty axis and an odd address", {5, 0}, {8, 1}, 32, 6, 0, 0x1001, CUCORE_OK, 4},
    {"int4", {3, 6}, {6, 1}, 4, 16, 0, 0, CUCORE_OK, 1},
    {"int4, odd rows", {3, 5}, {5, 1}, 4, 16, 0, 0, CUCORE_UNSUPPORTED, 0},
    {"less than the itemsize", {5, 4}, {4, 1}, 32, 3, 0, 0, CUCORE_INVALID_ARGUMENT, 0},
};

TEST(test_max_itemsize)
{
    FOR_ROWS (row, widest) {
        cucore_layout layout = raw(2, row->shape, row->strides, row->bits);
        int64_t size;
        size = cucore_layout_max_itemsize(&layout, row->most, -1, (const void *)row->ptr, row->offset);
        CHECK_INT(size, row->status ? -1 : row->expected);
        if (row->status) CHECK_INT(counted(size), row->status);
    }
}

/* ---- packed elements: bits and bytes ---- */
TEST(test_sub_byte)
{
    const int64_t shape[] = {3, 5}, strides[] = {6, 1}, odd[] = {5, 1};
    cucore_layout even_rows = raw(2, shape, strides, 4), odd_rows = raw(2, shape, odd, 4);
    int64_t number = -5, numbers[2] = {-5, -5};
    char text[80];
    CHECK_INT(cucore_layout_offset_bytes(&odd_rows, 6, &number), CUCORE_OK);
    CHECK_INT(number, 3);
    CHECK_INT(cucore_layout_offset_bytes(&odd_rows, -6, &number), CUCORE_OK);
    CHECK_INT(number, -3);
    number = -5;
    REFUSED(cucore_layout_offset_bytes(&odd_rows, 7, &number), CUCORE_UNSUPPORTED,
            "offset is 7 elements of 4 bits: that is no whole number of bytes");
    CHECK_INT(number, -5);
    REFUSED(cucore_layout_strides_bytes(&odd_rows, numbers), CUCORE_UNSUPPORTED, "strides[0] is 5 elements of 4 bits");
    CHECK_INT(numbers[0], -5);
    even_rows.shape[1] = 1; /* its stride of half a byte then means nothing */
    CHECK_INT(cucore_layout_strides_bytes(&even_rows, numbers), CUCORE_OK);
    CHECK_INT(numbers[0], 3);
    CHECK_INT(numbers[1], 0);
    CHECK_INT(cucore_layout_nbytes(&odd_rows), 8);             /* 15 of them */
    CHECK_INT(cucore_layout_required_nbytes(&odd_rows, 2), 9); /* up to element 16 */
    cucore_layout_format(&odd_rows, text, sizeof text);
    CHECK_STR(text, "shape (3, 5) strides (5, 1) itembits 4");
    CHECK_INT(cucore_layout_set_packed(&odd_rows, 9), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(odd_rows.itembits, 4);
}

TEST(test_required_nbytes)
{
    const int64_t shape[] = {2, 3}, strides[] = {-3, 1}, none[] = {0, 3};
    cucore_layout layout = raw(2, shape, strides, 32), empty = raw(2, none, strides, 32);
    arm();
    CHECK_INT(cucore_layout_required_nbytes(&layout, 3), 24);
    check_fails(counted(cucore_layout_required_nbytes(&layout, 2)), CUCORE_UNSUPPORTED,
                "-3 from the origin, which is at 2");
    CHECK_INT(counted(cucore_layout_required_nbytes(&layout, INT64_MAX)), CUCORE_OVERFLOW);
    CHECK_INT(counted(cucore_layout_required_nbytes(&layout, INT64_MIN)), CUCORE_UNSUPPORTED);
    CHECK_INT(cucore_layout_required_nbytes(&empty, -7), 0);
}

/* ---- indices ---- */
TEST(test_offset_and_index)
{
    const int64_t shape[] = {2, 1, 3}, strides[] = {-3, 50, 1}, index[] = {1, 0, 2}, beyond[] = {1, 1, 2},
                  low[] = {0, 0, -1};
    const int64_t windows[] = {3, 3}, steps[] = {1, 1};
    cucore_layout layout = raw(3, shape, strides, 32), overlapping = raw(2, windows, steps, 32), scalar;
    int64_t number = -5, found[3] = {-5, -5, -5};
    CHECK_INT(cucore_layout_offset_of(&layout, index, &number), CUCORE_OK);
    CHECK_INT(number, -1);
    CHECK_INT(cucore_layout_index_of(&layout, -1, found), CUCORE_OK);
    CHECK_INT(found[0] == 1 && found[1] == 0 && found[2] == 2, 1);
    number = -5;
    REFUSED(cucore_layout_offset_of(&layout, beyond, &number), CUCORE_INVALID_ARGUMENT, "index[1] is 1");
    CHECK_INT(cucore_layout_offset_of(&layout, low, &number), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(number, -5);
    found[0] = -5;
    REFUSED(cucore_layout_index_of(&layout, 3, found), CUCORE_INVALID_ARGUMENT,
            "no element is at offset 3 (they are from -3 to 2)");
    CHECK_INT(cucore_layout_index_of(&overlapping, 2, found), CUCORE_UNSUPPORTED);
    CHECK_INT(found[0], -5);
    CHECK_INT(cucore_layout_make(0, NULL, NULL, 4, &scalar), CUCORE_OK);
    CHECK_INT(cucore_layout_offset_of(&scalar, NULL, &number), CUCORE_OK);
    CHECK_INT(number, 0);
    CHECK_INT(cucore_layout_index_of(&scalar, 0, NULL), CUCORE_OK);
    CHECK_INT(cucore_layout_index_of(&scalar, 1, NULL), CUCORE_INVALID_ARGUMENT);
}

TEST(test_iter)
{
    const int64_t shape[] = {2, 0, 3}, strides[] = {4, 7, 1}, rows[] = {2, 3}, steps[] = {-4, 1};
    const int64_t expected[] = {0, 1, 2, -4, -3, -2};
    cucore_layout empty = raw(3, shape, strides, 32), layout = raw(2, rows, steps, 32),
                  scalar = raw(0, rows, steps, 32);
    cucore_layout_iter iter;
    int n = 0;
    CHECK_INT(cucore_layout_iter_start(&iter, &empty), CUCORE_OK);
    CHECK_INT(iter.done, 1);
    CHECK_INT(cucore_layout_iter_start(&iter, &layout), CUCORE_OK);
    for (; !iter.done && n < 6; cucore_layout_iter_next(&iter), n++) {
        CHECK_INT(iter.offset, expected[n]);
        CHECK_INT(iter.index[0] * 3 + iter.index[1], n);
    }
    CHECK_INT(n, 6);
    CHECK_INT(iter.done, 1);
    CHECK_INT(cucore_layout_iter_start(&iter, &scalar), CUCORE_OK);
    CHECK_INT(iter.done, 0);
    cucore_layout_iter_next(&iter);
    CHECK_INT(iter.done, 1);
    layout.strides[0] = INT64_MAX;
    layout.shape[0] = 3;
    CHECK_INT(cucore_layout_iter_start(&iter, &layout), CUCORE_OVERFLOW);
    CHECK_INT(iter.done, 1);
    CHECK_INT(cucore_layout_iter_start(&iter, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(iter.done, 1);
    CHECK_INT(cucore_layout_iter_start(NULL, &layout), CUCORE_INVALID_ARGUMENT);
}

/* ---- several layouts ---- */
TEST(test_simplify)
{
    const int64_t shape[] = {4, 1, 3, 5}, a_strides[] = {-15, 9, -5, -1}, b_strides[] = {1, 7, 4, 12},
                  other[] = {4, 1, 3, 6};
    const int64_t index[] = {3, 0, 0, 2}, expected_a[] = {15, 1}, turned_b[] = {-1, -4, -12};
    cucore_layout a = raw(4, shape, a_strides, 32), b = raw(4, shape, b_strides, 64), c = raw(4, other, b_strides, 32),
                  out_b;
    const cucore_layout *in[2];
    cucore_layout *outs[2];
    cucore_axis_map map;
    int64_t offsets[2] = {-5, -5}, there[4], back[4];
    in[0] = &a;
    in[1] = &a;
    outs[0] = &out;
    outs[1] = &out_b;
    arm();
    CHECK_INT(cucore_layout_simplify(in, 2, outs, offsets, &map), CUCORE_OK);
    CHECK_INT(out.ndim == 1 && out.shape[0] == 60 && out.strides[0] == 1 && offsets[0] == -59 && offsets[1] == -59, 1);
    CHECK_INT(cucore_layout_is_equal(&out, &out_b), 1);
    in[1] = &b;
    arm();
    CHECK_INT(cucore_layout_simplify(in, 2, outs, offsets, &map), CUCORE_OK);
    CHECK_INT(out.ndim, 3);
    CHECK_INT(out.strides[0], expected_a[0]);
    CHECK_INT(out.strides[2], expected_a[1]);
    CHECK_INT(out_b.strides[0] == turned_b[0] && out_b.strides[1] == turned_b[1] && out_b.strides[2] == turned_b[2], 1);
    CHECK_INT(offsets[1], 3 + 8 + 48);
    CHECK_INT(out_b.itemsize, 8);
    CHECK_INT(cucore_axis_map_to_simple(&map, index, there), CUCORE_OK);
    CHECK_INT(there[0] == 0 && there[1] == 2 && there[2] == 2, 1);
    CHECK_INT(cucore_axis_map_to_original(&map, there, back), CUCORE_OK);
    CHECK_INT(memcmp(back, index, sizeof index), 0);
    there[2] = 5;
    REFUSED(cucore_axis_map_to_original(&map, there, back), CUCORE_INVALID_ARGUMENT, "index[2] is 5");
    in[1] = &c;
    arm();
    check_fails(cucore_layout_simplify(in, 2, outs, NULL, NULL), CUCORE_INVALID_ARGUMENT,
                "axis 3 has extent 6 in layout 1 and 5 in layout 0");
    c.ndim = 3;
    check_fails(cucore_layout_simplify(in, 2, outs, NULL, NULL), CUCORE_INVALID_ARGUMENT, "layout 1 has 3 axes");
    check_fails(cucore_layout_simplify(in, 0, outs, NULL, NULL), CUCORE_INVALID_ARGUMENT, "0 layouts");
    in[1] = NULL;
    check_fails(cucore_layout_simplify(in, 2, outs, NULL, NULL), CUCORE_INVALID_ARGUMENT, "NULL");
    a.shape[0] = 2;
    a.strides[0] = INT64_MIN;
    check_fails(cucore_layout_simplify(in, 1, outs, NULL, NULL), CUCORE_OVERFLOW, "strides[0] is -9223372036854775808");
}

/* Axes that run against each other merge once one of them is turned; a broadcast axis goes by the next layout. */
TEST(test_simplify_turns)
{
    const int64_t shape[] = {3, 5}, against[] = {-5, 1}, still[] = {0, 1}, back[] = {-5, 1}, one[] = {15}, step[] = {1};
    const int64_t other_shape[] = {5, 3}, still_strides[] = {1, 0};
    cucore_layout a = raw(2, shape, against, 32), b = raw(2, shape, still, 32), c = raw(2, shape, back, 32), out_c;
    const cucore_layout *in[2];
    cucore_layout *outs[2];
    int64_t offsets[2] = {-5, -5};
    in[0] = &a;
    outs[0] = &out;
    outs[1] = &out_c;
    arm();
    CHECK_INT(cucore_layout_simplify(in, 1, outs, offsets, NULL), CUCORE_OK);
    check_is(1, one, step);
    CHECK_INT(offsets[0], -10);
    in[0] = &b;
    in[1] = &c;
    arm();
    CHECK_INT(cucore_layout_simplify(in, 2, outs, offsets, NULL), CUCORE_OK);
    check_is(2, other_shape, still_strides);
    CHECK_INT(out_c.strides[0] == 1 && out_c.strides[1] == 5, 1);
    CHECK_INT(offsets[0] == 0 && offsets[1] == -10, 1);
}

TEST(test_simplify_nothing)
{
    const int64_t ones[] = {1, 1}, none[] = {3, 0}, strides[] = {-4, 9}, zero[] = {0}, index[] = {0, 0};
    cucore_layout scalar = raw(2, ones, strides, 32), empty = raw(2, none, strides, 32);
    const cucore_layout *in[1];
    cucore_layout *outs[1];
    cucore_axis_map map;
    int64_t there[2] = {-5, -5};
    outs[0] = &out;
    in[0] = &scalar;
    arm();
    CHECK_INT(cucore_layout_simplify(in, 1, outs, NULL, &map), CUCORE_OK);
    CHECK_INT(out.ndim, 0);
    CHECK(rest_untouched());
    CHECK_INT(cucore_axis_map_to_original(&map, NULL, there), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_axis_map_to_original(&map, index, there), CUCORE_OK);
    CHECK_INT(there[0] == 0 && there[1] == 0, 1);
    in[0] = &empty;
    arm();
    CHECK_INT(cucore_layout_simplify(in, 1, outs, NULL, &map), CUCORE_OK);
    check_is(1, zero, zero);
    CHECK_INT(cucore_axis_map_to_simple(&map, index, there), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_axis_map_to_original(&map, index, there), CUCORE_INVALID_ARGUMENT);
}

typedef struct overlap_row {
    const char *name;
    int64_t shape_a[2], strides_a[2], shape_b[2], strides_b[2], bits;
    int64_t distance;
    cucore_overlap expected;
} overlap_row;

static const overlap_row overlaps[] = {
    {"one behind the other", {2, 3}, {3, 1}, {2, 3}, {3, 1}, 32, 24, CUCORE_OVERLAP_NONE},
    {"one byte shared", {2, 3}, {3, 1}, {2, 3}, {3, 1}, 32, 23, CUCORE_OVERLAP_SOME},
    {"before", {2, 3}, {3, 1}, {2, 3}, {3, 1}, 32, -24, CUCORE_OVERLAP_NONE},
    {"before, one byte shared", {2, 3}, {3, 1}, {2, 3}, {3, 1}, 32, -23, CUCORE_OVERLAP_SOME},
    {"even and odd columns", {100, 100}, {200, 2}, {100, 100}, {200, 2}, 32, 4, CUCORE_OVERLAP_NONE},
    {"even columns twice", {100, 100}, {200, 2}, {100, 100}, {200, 2}, 32, 8, CUCORE_OVERLAP_SOME},
    {"left and right half", {100, 50}, {100, 1}, {100, 50}, {100, 1}, 32, 200, CUCORE_OVERLAP_NONE},
    {"halves with one column shared", {100, 51}, {100, 1}, {100, 50}, {100, 1}, 32, 200, CUCORE_OVERLAP_SOME},
    {"reversed, ends where the other starts", {1, 4}, {0, -1}, {1, 4}, {0, 1}, 32, 4, CUCORE_OVERLAP_NONE},
    {"the same element repeated", {9, 9}, {0, 0}, {1, 1}, {5, 5}, 32, 0, CUCORE_OVERLAP_SOME},
    {"empty", {0, 9}, {1, 1}, {1, 1}, {5, 5}, 32, 0, CUCORE_OVERLAP_NONE},
    {"low and high nibbles", {1, 8}, {0, 2}, {1, 8}, {0, 1}, 4, 8, CUCORE_OVERLAP_NONE},
};

TEST(test_overlap)
{
    char *base = (char *)(uintptr_t)0x10000;
    FOR_ROWS (row, overlaps) {
        cucore_layout a = raw(2, row->shape_a, row->strides_a, row->bits);
        cucore_layout b = raw(2, row->shape_b, row->strides_b, row->bits);
        cucore_overlap overlap = CUCORE_OVERLAP_UNKNOWN;
        CHECK_INT(cucore_layout_overlap(&a, base, &b, base + row->distance, &overlap), CUCORE_OK);
        CHECK_INT(overlap, row->expected);
        CHECK_INT(cucore_layout_overlap(&b, base + row->distance, &a, base, &overlap), CUCORE_OK);
        CHECK_INT(overlap, row->expected);
    }
}

/* Many axes whose strides hardly differ: the search gives up and says so. */
TEST(test_overlap_gives_up)
{
    int64_t shape[24], strides[24];
    cucore_layout a, b;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    for (int i = 0; i < 24; i++) {
        shape[i] = 3;
        strides[i] = 2 * (1000003 + 7919 * i);
    }
    a = raw(24, shape, strides, 8);
    b = raw(24, shape, strides, 8);
    b.strides[0] += 1;
    b.shape[0] = 2;
    CHECK_INT(cucore_layout_overlap(&a, (void *)0x100000, &b, (void *)(0x100001 + 4000000), &overlap), CUCORE_OK);
    CHECK_INT(overlap, CUCORE_OVERLAP_UNKNOWN);
}

TEST(test_view_overlap)
{
    static float data[12];
    const int64_t shape[] = {6}, strides[] = {2};
    cucore_view a, b;
    cucore_overlap overlap = CUCORE_OVERLAP_UNKNOWN;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    a.ptr = data;
    b.ptr = data + 1;
    a.dtype = b.dtype = CUCORE_DTYPE_FLOAT32;
    a.layout = b.layout = raw(1, shape, strides, 32);
    CHECK_INT(cucore_view_overlap(&a, &b, &overlap), CUCORE_OK);
    CHECK_INT(overlap, CUCORE_OVERLAP_NONE);
    CHECK_INT(cucore_view_overlap(&a, &a, &overlap), CUCORE_OK);
    CHECK_INT(overlap, CUCORE_OVERLAP_SOME);
    CHECK_INT(cucore_view_overlap(NULL, &a, &overlap), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_overlap(&a, &b, NULL), CUCORE_INVALID_ARGUMENT);
}

/* ---- equality, hash, text ---- */
TEST(test_equal_hash_format)
{
    const int64_t shape[] = {2, 3}, strides[] = {3, 1}, other[] = {1, 2};
    cucore_layout a = raw(2, shape, strides, 32), b = raw(2, shape, strides, 32), c = raw(2, shape, other, 32);
    char text[16];
    b.shape[5] = 1234; /* beyond ndim: no part of it */
    CHECK_INT(cucore_layout_is_equal(&a, &b), 1);
    CHECK_INT(cucore_layout_hash(&a) == cucore_layout_hash(&b), 1);
    CHECK_INT(cucore_layout_is_equal(&a, &c), 0);
    CHECK_INT(cucore_layout_hash(&a) == cucore_layout_hash(&c), 0);
    b.itembits = 64;
    CHECK_INT(cucore_layout_is_equal(&a, &b), 0);
    CHECK_INT(cucore_layout_is_equal(&a, NULL), 0);
    CHECK_INT(cucore_layout_hash(NULL), 0);
    CHECK_INT(cucore_layout_format(&a, text, sizeof text), 38);
    CHECK_STR(text, "shape (2, 3) st");
    CHECK_INT(cucore_layout_format(NULL, text, sizeof text), 9);
    CHECK_STR(text, "no layout");
    CHECK_INT(cucore_layout_format(&a, NULL, 0), 38);
}

/* ---- structs of all zeros ---- */
TEST(test_all_zero)
{
    const int64_t shape[] = {2, 3}, strides[] = {3, 1};
    cucore_layout zero, good = raw(2, shape, strides, 32);
    cucore_slice slice;
    cucore_axis_map map;
    cucore_dtype dtype;
    char text[16];
    memset(&zero, 0, sizeof zero);
    memset(&slice, 0, sizeof slice);
    memset(&map, 0, sizeof map);
    memset(&dtype, 0, sizeof dtype);
    arm();
    check_fails(cucore_layout_transpose(&zero, &out), CUCORE_INVALID_ARGUMENT, "itemsize is 0");
    check_fails(counted(cucore_layout_size(&zero)), CUCORE_INVALID_ARGUMENT, "itemsize is 0");
    CHECK_INT(cucore_layout_is_dense(&zero) && cucore_layout_is_unique(&zero), 1);
    check_fails(cucore_layout_slice(&good, &slice, 1, NULL, &out), CUCORE_INVALID_ARGUMENT,
                "the step of the slice of axis 0 is 0");
    CHECK_INT(cucore_axis_map_to_simple(&map, NULL, NULL), CUCORE_OK);
    REFUSED(cucore_dtype_check(dtype), CUCORE_PROTOCOL, "lanes is 0");
    CHECK_INT(cucore_dtype_to_name(dtype, text, sizeof text), 4);
    CHECK_STR(text, "int0");
}

/* ---- errors everywhere ---- */
TEST(test_null_and_broken)
{
    const int64_t shape[] = {2, 3}, strides[] = {3, 1};
    const int axes[] = {0, 1};
    cucore_layout broken[5], good = raw(2, shape, strides, 32);
    const cucore_layout *layout, *in[1];
    cucore_layout *outs[1];
    cucore_slice slice = cucore_slice_all();
    cucore_repack how = {64, 0, 1, NULL};
    cucore_overlap overlap;
    int64_t number, numbers[64];
    int order[64], i;
    for (i = 0; i < 5; i++) broken[i] = good;
    broken[0].ndim = 65;
    broken[1].ndim = -1;
    broken[2].itemsize = 0;
    broken[3].itembits = 33;
    broken[4].ndim = INT32_MAX;
    for (i = 0; i < 6; i++) {
        layout = i < 5 ? &broken[i] : NULL;
        check_row(i < 5 ? "broken" : "NULL");
        arm();
        in[0] = layout;
        outs[0] = &out;
#define EACH_REFUSED(call) CHECK_INT(call, CUCORE_INVALID_ARGUMENT)
        EACH_REFUSED(cucore_layout_make_like(layout, 'C', &out));
        EACH_REFUSED(counted(cucore_layout_size(layout)));
        EACH_REFUSED(counted(cucore_layout_nbytes(layout)));
        EACH_REFUSED(cucore_layout_offset_bounds(layout, &number, numbers));
        EACH_REFUSED(counted(cucore_layout_required_nbytes(layout, 0)));
        EACH_REFUSED(cucore_layout_offset_bytes(layout, 0, &number));
        EACH_REFUSED(cucore_layout_strides_bytes(layout, numbers));
        EACH_REFUSED(cucore_layout_stride_order(layout, order));
        EACH_REFUSED(cucore_layout_permute(layout, axes, &out));
        EACH_REFUSED(cucore_layout_transpose(layout, &out));
        EACH_REFUSED(cucore_layout_swap_axes(layout, 0, 1, &out));
        EACH_REFUSED(cucore_layout_move_axis(layout, 0, 1, &out));
        EACH_REFUSED(cucore_layout_reshape(layout, 2, shape, &out));
        EACH_REFUSED(cucore_layout_flatten(layout, 0, -1, &out));
        EACH_REFUSED(cucore_layout_squeeze(layout, NULL, 0, &out));
        EACH_REFUSED(cucore_layout_squeeze(layout, axes, 0, &out));
        EACH_REFUSED(cucore_layout_unsqueeze(layout, axes, 1, &out));
        EACH_REFUSED(cucore_layout_broadcast_to(layout, 2, shape, &out));
        EACH_REFUSED(cucore_layout_broadcast_together(layout, &good, &out, &broken[0]));
        EACH_REFUSED(cucore_layout_broadcast_together(&good, layout, &out, &broken[0]));
        EACH_REFUSED(cucore_layout_slice(layout, &slice, 1, NULL, &out));
        EACH_REFUSED(cucore_layout_repack(layout, &how, NULL, &out));
        EACH_REFUSED(counted(cucore_layout_max_itemsize(layout, 16, 0, NULL, 0)));
        EACH_REFUSED(cucore_layout_offset_of(layout, shape, &number));
        EACH_REFUSED(cucore_layout_index_of(layout, 0, numbers));
        EACH_REFUSED(cucore_layout_simplify(in, 1, outs, NULL, NULL));
        EACH_REFUSED(cucore_layout_overlap(layout, NULL, &good, NULL, &overlap));
        EACH_REFUSED(cucore_layout_overlap(&good, NULL, layout, NULL, &overlap));
        CHECK(untouched());
        if (i >= 2 && i <= 3) continue; /* the predicates look at the axes only */
        CHECK_INT(cucore_layout_is_c_contiguous(layout), 0);
        CHECK_INT(cucore_layout_is_f_contiguous(layout), 0);
        CHECK_INT(cucore_layout_is_dense(layout), 0);
        CHECK_INT(cucore_layout_is_unique(layout), 0);
    }
    check_row("out is NULL");
    EACH_REFUSED(cucore_layout_make(2, shape, strides, 4, NULL));
    EACH_REFUSED(cucore_layout_make_order(2, shape, axes, 4, NULL));
    EACH_REFUSED(cucore_layout_make_like(&good, 'K', NULL));
    EACH_REFUSED(cucore_layout_permute(&good, axes, NULL));
    EACH_REFUSED(cucore_layout_permute(&good, NULL, &out));
    EACH_REFUSED(cucore_layout_reshape(&good, 2, shape, NULL));
    EACH_REFUSED(cucore_layout_reshape(&good, 2, NULL, &out));
    EACH_REFUSED(cucore_layout_strides_bytes(&good, NULL));
    EACH_REFUSED(cucore_layout_stride_order(&good, NULL));
    EACH_REFUSED(cucore_layout_offset_bounds(&good, &number, NULL));
    EACH_REFUSED(cucore_layout_offset_of(&good, NULL, &number));
    EACH_REFUSED(cucore_layout_index_of(&good, 0, NULL));
    EACH_REFUSED(cucore_layout_overlap(&good, NULL, &good, NULL, NULL));
    EACH_REFUSED(cucore_axis_map_to_simple(NULL, shape, numbers));
}

TESTS_MAIN
