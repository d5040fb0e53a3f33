/* What the planner of copies takes a short way to: axes as cucore_layout_simplify makes them, tiles that are too large. */
#define CUCORE_IMPLEMENTATION
#include "cucore_copy.h"

#include "check.h"

static uint64_t state = 1;

static int64_t pick(int64_t low, int64_t high)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (int64_t)((state >> 33) % (uint64_t)(high - low + 1));
}

/* Axes in any order, with gaps now and then, backwards or without a stride. */
static void random_strides(const cucore_layout *layout, int64_t *strides, int may_repeat)
{
    int i, order[CUCORE_MAX_NDIM];
    int64_t step = pick(1, 3) / 3 + 1;
    for (i = 0; i < layout->ndim; i++) order[i] = layout->ndim - 1 - i;
    for (i = layout->ndim - 1; i > 0 && pick(0, 2); i--) {
        int j = (int)pick(0, i), other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
    for (i = 0; i < layout->ndim; i++) {
        int axis = order[i];
        strides[axis] = may_repeat && pick(0, 7) == 0 ? 0 : pick(0, 4) ? step : -step;
        step *= layout->shape[axis] > 1 ? layout->shape[axis] : 1;
        if (pick(0, 3) == 0) step += pick(1, 16);
    }
}

static void random_pair(cucore_layout *dst, cucore_layout *src, int64_t longest)
{
    int64_t volume = 1;
    memset(dst, 0, sizeof *dst);
    dst->ndim = (int)pick(0, 7);
    dst->itemsize = pick(0, 1) ? (int64_t)1 << pick(0, 4) : pick(1, 24);
    dst->itembits = 8 * dst->itemsize;
    for (int i = 0; i < dst->ndim; i++) {
        dst->shape[i] = volume < 1 << 20 ? pick(1, pick(0, 1) ? 8 : longest) : 1;
        volume *= dst->shape[i];
        if (pick(0, 99) == 0) dst->shape[i] = 0;
    }
    random_strides(dst, dst->strides, pick(0, 9) == 0);
    *src = *dst;
    if (pick(0, 3)) random_strides(src, src->strides, 1);
}

/* The axes that a loop over two simplified layouts has. */
static cucore_status simplified(const cucore_layout *dst, const cucore_layout *src, cucore__kernel_work *work,
                                int64_t *run)
{
    const cucore_layout *both[2] = {dst, src};
    cucore_layout simple[2], *outs[2] = {&simple[0], &simple[1]};
    int64_t offsets[2];
    cucore_status status = cucore_layout_simplify(both, 2, outs, offsets, NULL);
    if (status) return status;
    work->count = 0;
    work->d = (uint64_t)offsets[0] * (uint64_t)dst->itemsize;
    work->s = (uint64_t)offsets[1] * (uint64_t)dst->itemsize;
    *run = dst->itemsize;
    for (int i = simple[0].ndim - 1; i >= 0; i--) {
        cucore__kernel_axis *axis = &work->axes[work->count];
        axis->n = simple[0].shape[i];
        axis->d = (int64_t)((uint64_t)simple[0].strides[i] * (uint64_t)dst->itemsize);
        axis->s = (int64_t)((uint64_t)simple[1].strides[i] * (uint64_t)dst->itemsize);
        if (axis->n == 0) {
            *run = 0;
        } else if (!work->count && axis->d == *run && axis->s == *run) {
            *run *= axis->n;
        } else {
            work->count++;
        }
    }
    return CUCORE_OK;
}

/* -> is it refused? */
static int compare_axes(const cucore_layout *dst, const cucore_layout *src)
{
    static cucore__kernel_work made, expected;
    int64_t expected_run = -1;
    int i, status = (int)simplified(dst, src, &expected, &expected_run);
    CHECK_INT(cucore__kernel_join(dst, 0, src, 0, &made), status);
    if (status) return 1;
    CHECK_INT(made.run, expected_run);
    CHECK_INT(made.count, expected.count);
    CHECK_INT(made.d, expected.d);
    CHECK_INT(made.s, expected.s);
    for (i = 0; i < expected.count; i++) {
        CHECK_INT(made.axes[i].n, expected.axes[i].n);
        CHECK_INT(made.axes[i].d, expected.axes[i].d);
        CHECK_INT(made.axes[i].s, expected.axes[i].s);
    }
    return 0;
}

TEST(test_axes)
{
    for (int i = 0; i < 200000; i++) {
        cucore_layout dst, src;
        random_pair(&dst, &src, 300);
        compare_axes(&dst, &src);
    }
}

TEST(test_refused)
{
    int i, refused = 0;
    for (i = 0; i < 20000; i++) {
        cucore_layout dst, src;
        int where = (int)pick(0, 6);
        random_pair(&dst, &src, 300);
        dst.itemsize = src.itemsize = 1; /* strides of bytes do not wrap */
        dst.itembits = src.itembits = 8;
        if (pick(0, 3) == 0) dst.strides[where] = INT64_MIN + pick(0, 1);
        if (pick(0, 3) == 0) src.strides[where] = INT64_MIN + pick(0, 1);
        if (pick(0, 3) == 0) src.shape[where] = pick(-1, 3);
        if (pick(0, 3) == 0) dst.shape[where] = src.shape[where] = pick(-1, 0);
        if (pick(0, 7) == 0) dst.shape[0] = dst.shape[1] = src.shape[0] = src.shape[1] = (int64_t)1 << 50;
        if (pick(0, 7) == 0) src.ndim += (int)pick(-1, 1);
        if (pick(0, 7) == 0) src.itemsize = 0;
        if (pick(0, 7) == 0) dst.itembits = 8 * dst.itemsize + 1;
        refused += compare_axes(&dst, &src);
    }
    CHECK(refused > 5000);
}

TEST(test_long_run)
{
    static cucore__kernel_work work;
    cucore_layout layout;
    memset(&layout, 0, sizeof layout);
    layout.ndim = 1;
    layout.itemsize = 16;
    layout.itembits = 128;
    layout.shape[0] = (int64_t)1 << 59;
    layout.strides[0] = 1;
    CHECK_INT(cucore__kernel_join(&layout, 0, &layout, 0, &work), CUCORE_OVERFLOW);
    layout.shape[0]--;
    CHECK_INT(cucore__kernel_join(&layout, 0, &layout, 0, &work), CUCORE_OK);
    CHECK_INT(work.run, INT64_MAX - 15);
}

TESTS_MAIN
