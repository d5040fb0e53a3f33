/* bench_layout.c - what the layout functions cost: median time of one call, in nanoseconds
 *
 *     make bench-layout      or      cc -O2 -I. -isystem $CUDA/include -o bench_layout bench/bench_layout.c -ldl -lpthread
 *
 * Two tables: every operation on a 4-d layout (the joint simplification on two 8-d ones), and the same operations on 2, 4,
 * 8, 16, 32 and 64 axes with the time per axis.  With the argument `csv` the first table comes as "name,ns" for
 * bench_layout.py, which puts another library beside it.  With `check` the program fails when a bar is missed. */
#define _POSIX_C_SOURCE 199309L
#define CUCORE_IMPLEMENTATION
#include "cucore.h"

#include <stdlib.h>
#include <time.h>

#define BATCH 2000
#define SAMPLES 101

/* What an operation works on: layouts of n axes, all extents 2 or more. */
typedef struct work {
    int ndim;
    cucore_layout dense, fortran, mixed, reversed, with_ones, other, shorter;
    cucore_layout out, out2;
    const cucore_layout *apart[2], *alike[2];
    cucore_layout *outs[2];
    int64_t shape[CUCORE_MAX_NDIM], other_shape[CUCORE_MAX_NDIM], big[CUCORE_MAX_NDIM], byte_strides[CUCORE_MAX_NDIM];
    int64_t index[CUCORE_MAX_NDIM], found[CUCORE_MAX_NDIM];
    int axes[CUCORE_MAX_NDIM], order[CUCORE_MAX_NDIM], one;
    cucore_slice slices[CUCORE_MAX_NDIM];
    cucore_repack halves;
    cucore_axis_map map;
    cucore_layout_iter iter;
    int64_t number, number2, offsets[2];
    cucore_overlap overlap;
    int sink;
} work;

static void must(cucore_status status)
{
    if (!status) return;
    fprintf(stderr, "%s\n", cucore_last_error()->message);
    exit(1);
}

/* Extents of 2 would overflow with 64 axes, so the later ones are 1; `extent` then fills at most 32. */
static void prepare(work *w, int ndim)
{
    int i;
    memset(w, 0, sizeof *w);
    w->ndim = ndim;
    for (i = 0; i < ndim; i++) {
        w->shape[i] = ndim <= 16 ? 2 + i % 3 : i % 2 ? 2 : 1;
        w->axes[i] = i % 2 ? i - 1 : i + 1 < ndim ? i + 1 : i;
        w->slices[i] = cucore_slice_range(1, CUCORE_SLICE_LAST, 1);
        if (w->shape[i] == 1) w->slices[i] = cucore_slice_all();
        if (i % 2) w->slices[i] = cucore_slice_range(CUCORE_SLICE_LAST, CUCORE_SLICE_FIRST, -1);
    }
    must(cucore_layout_make_dense(ndim, w->shape, 'C', 4, &w->dense));
    must(cucore_layout_make_dense(ndim, w->shape, 'F', 4, &w->fortran));
    must(cucore_layout_permute(&w->dense, w->axes, &w->mixed));
    must(cucore_layout_slice(&w->dense, w->slices, (size_t)ndim, NULL, &w->reversed));
    must(cucore_layout_make_dense(ndim, w->reversed.shape, 'F', 4, &w->other));
    w->with_ones = w->dense;
    for (i = 0; i < ndim; i += 2) w->with_ones.shape[i] = 1;
    must(cucore_layout_strides_bytes(&w->mixed, w->byte_strides));
    for (i = 0; i < ndim; i++) w->big[i] = w->with_ones.shape[i] == 1 ? 3 : w->with_ones.shape[i];
    if (ndim > 16) {
        for (i = 0; i < ndim; i++) w->big[i] = w->with_ones.shape[i];
    }
    for (i = 0; i < ndim; i++) w->other_shape[i] = w->shape[ndim - 1 - i];
    w->one = 1;
    w->halves.itembits = 16;
    w->halves.axis = -1;
    w->halves.keep_axis = 1;
    w->shorter = w->dense;
    w->shorter.ndim--;
    w->apart[0] = &w->reversed;
    w->apart[1] = &w->other;
    w->alike[0] = w->alike[1] = &w->mixed;
    w->outs[0] = &w->out;
    w->outs[1] = &w->out2;
    for (i = 0; i < ndim; i++) w->index[i] = w->shape[i] - 1;
}

/* Each operation runs its own loop of calls; the barrier keeps the compiler from taking the call out of it. */
#define OPERATION(name, call)                                                                                          \
    static void name(work *w)                                                                                          \
    {                                                                                                                  \
        int j;                                                                                                         \
        for (j = 0; j < BATCH; j++) {                                                                                  \
            w->sink += (int)(call);                                                                                    \
            __asm__ volatile("" : : : "memory");                                                                       \
        }                                                                                                              \
    }

OPERATION(op_make, cucore_layout_make(w->ndim, w->shape, w->mixed.strides, 4, &w->out))
OPERATION(op_make_dense, cucore_layout_make_dense(w->ndim, w->shape, 'C', 4, &w->out))
OPERATION(op_make_order, cucore_layout_make_order(w->ndim, w->shape, w->axes, 4, &w->out))
OPERATION(op_make_like, cucore_layout_make_like(&w->dense, 'F', &w->out))
OPERATION(op_make_bytes, cucore_layout_make_bytes(w->ndim, w->mixed.shape, w->byte_strides, 4, &w->out))
OPERATION(op_size, cucore_layout_size(&w->dense))
OPERATION(op_nbytes, cucore_layout_nbytes(&w->dense))
OPERATION(op_bounds, cucore_layout_offset_bounds(&w->reversed, &w->number, &w->number2))
OPERATION(op_required, cucore_layout_required_nbytes(&w->mixed, 3))
OPERATION(op_offset_bytes, cucore_layout_offset_bytes(&w->mixed, 3, &w->number))
OPERATION(op_strides_bytes, cucore_layout_strides_bytes(&w->mixed, w->byte_strides))
OPERATION(op_stride_order, cucore_layout_stride_order(&w->mixed, w->order))
OPERATION(op_is_c, cucore_layout_is_c_contiguous(&w->dense))
OPERATION(op_is_f, cucore_layout_is_f_contiguous(&w->fortran))
OPERATION(op_is_dense, cucore_layout_is_dense(&w->mixed))
OPERATION(op_is_unique, cucore_layout_is_unique(&w->reversed))
OPERATION(op_equal, cucore_layout_is_equal(&w->dense, &w->dense))
OPERATION(op_hash, cucore_layout_hash(&w->dense))
OPERATION(op_permute, cucore_layout_permute(&w->dense, w->axes, &w->out))
OPERATION(op_transpose, cucore_layout_transpose(&w->dense, &w->out))
OPERATION(op_swap, cucore_layout_swap_axes(&w->dense, 0, -1, &w->out))
OPERATION(op_move, cucore_layout_move_axis(&w->dense, 0, -1, &w->out))
OPERATION(op_reshape, cucore_layout_reshape(&w->dense, w->ndim, w->other_shape, &w->out))
OPERATION(op_reshape_sliced, cucore_layout_reshape(&w->reversed, w->ndim, w->reversed.shape, &w->out))
OPERATION(op_flatten, cucore_layout_flatten(&w->dense, 0, -1, &w->out))
OPERATION(op_squeeze, cucore_layout_squeeze(&w->with_ones, NULL, 0, &w->out))
OPERATION(op_unsqueeze,
          cucore_layout_unsqueeze(w->ndim < CUCORE_MAX_NDIM ? &w->dense : &w->shorter, &w->one, 1, &w->out))
OPERATION(op_broadcast, cucore_layout_broadcast_to(&w->with_ones, w->ndim, w->big, &w->out))
OPERATION(op_together, cucore_layout_broadcast_together(&w->with_ones, &w->dense, &w->out, &w->out2))
OPERATION(op_slice, cucore_layout_slice(&w->dense, w->slices, (size_t)w->ndim, &w->number, &w->out))
OPERATION(op_repack, cucore_layout_repack(&w->dense, &w->halves, NULL, &w->out))
OPERATION(op_max_itemsize, cucore_layout_max_itemsize(&w->dense, 16, -1, (void *)4096, 0))
OPERATION(op_offset_of, cucore_layout_offset_of(&w->dense, w->index, &w->number))
OPERATION(op_index_of, cucore_layout_index_of(&w->dense, 3, w->found))
OPERATION(op_index_of_f, cucore_layout_index_of(&w->fortran, 3, w->found))
OPERATION(op_iter_start, cucore_layout_iter_start(&w->iter, &w->dense))
OPERATION(op_iter_next, (w->iter.done || !w->iter.layout ? (int)cucore_layout_iter_start(&w->iter, &w->dense)
                                                         : (cucore_layout_iter_next(&w->iter), 0)))
OPERATION(op_simplify, cucore_layout_simplify(w->apart, 2, w->outs, w->offsets, &w->map))
OPERATION(op_simplify_dense, cucore_layout_simplify(w->alike, 2, w->outs, w->offsets, &w->map))
OPERATION(op_overlap, cucore_layout_overlap(&w->dense, (void *)4096, &w->mixed, (void *)4196, &w->overlap))

typedef struct operation {
    const char *name;
    void (*run)(work *w);
    int ndim;   /* of the first table */
    double bar; /* ns; 0: none */
} operation;

static const operation operations[] = {
    {"make", op_make, 4, 15},
    {"make_dense", op_make_dense, 4, 15},
    {"make_order", op_make_order, 4, 15},
    {"make_like", op_make_like, 4, 15},
    {"make_bytes", op_make_bytes, 4, 15},
    {"size", op_size, 4, 15},
    {"nbytes", op_nbytes, 4, 15},
    {"offset_bounds", op_bounds, 4, 15},
    {"required_bytes", op_required, 4, 15},
    {"offset_bytes", op_offset_bytes, 4, 15},
    {"strides_bytes", op_strides_bytes, 4, 15},
    {"stride_order", op_stride_order, 4, 15},
    {"is_c_contiguous", op_is_c, 4, 15},
    {"is_f_contiguous", op_is_f, 4, 15},
    {"is_dense", op_is_dense, 4, 15},
    {"is_unique", op_is_unique, 4, 15},
    {"equal", op_equal, 4, 15},
    {"hash", op_hash, 4, 15},
    {"permute", op_permute, 4, 15},
    {"transpose", op_transpose, 4, 15},
    {"swap_axes", op_swap, 4, 15},
    {"move_axis", op_move, 4, 15},
    {"reshape", op_reshape, 4, 15},
    {"reshape_sliced", op_reshape_sliced, 4, 15},
    {"flatten", op_flatten, 4, 15},
    {"squeeze", op_squeeze, 4, 15},
    {"unsqueeze", op_unsqueeze, 4, 15},
    {"broadcast_to", op_broadcast, 4, 15},
    {"broadcast_together", op_together, 4, 0},
    {"slice", op_slice, 4, 15},
    {"repack", op_repack, 4, 15},
    {"max_itemsize", op_max_itemsize, 4, 15},
    {"offset_of", op_offset_of, 4, 15},
    {"index_of", op_index_of, 4, 15},
    {"index_of_f_order", op_index_of_f, 4, 0},
    {"iter_start", op_iter_start, 4, 15},
    {"iter_next", op_iter_next, 4, 15},
    {"simplify_two_8d", op_simplify, 8, 150},
    {"simplify_two_8d_merging", op_simplify_dense, 8, 150},
    {"overlap_two_4d", op_overlap, 4, 0},
};
#define OPERATIONS ((int)(sizeof operations / sizeof operations[0]))

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Median over SAMPLES of the mean over a batch. */
static double measure(void (*run)(work *), work *w)
{
    double samples[SAMPLES];
    int i;
    for (i = 0; i < SAMPLES; i++) {
        double start = now_ns();
        run(w);
        samples[i] = (now_ns() - start) / BATCH;
    }
    qsort(samples, SAMPLES, sizeof samples[0], by_value);
    return samples[SAMPLES / 2];
}

static work shared_work;

static int print_bars(int csv)
{
    int i, missed = 0;
    if (!csv) printf("%-26s %5s %10s %8s\n", "operation", "axes", "median ns", "bar");
    for (i = 0; i < OPERATIONS; i++) {
        double ns;
        prepare(&shared_work, operations[i].ndim);
        ns = measure(operations[i].run, &shared_work);
        missed += operations[i].bar > 0 && ns > operations[i].bar;
        if (csv) {
            printf("%s,%.2f\n", operations[i].name, ns);
        } else {
            printf("%-26s %5d %10.1f %8.0f%s\n", operations[i].name, operations[i].ndim, ns, operations[i].bar,
                   operations[i].bar > 0 && ns > operations[i].bar ? "  MISSED" : "");
        }
    }
    return missed;
}

static void print_growth(void)
{
    static const int ndims[] = {2, 4, 8, 16, 32, 64};
    int i, j;
    printf("\n%-26s", "ns per call, axes:");
    for (j = 0; j < 6; j++) printf(" %8d", ndims[j]);
    printf("   ns per axis at 64\n");
    for (i = 0; i < OPERATIONS; i++) {
        double ns = 0;
        printf("%-26s", operations[i].name);
        for (j = 0; j < 6; j++) {
            prepare(&shared_work, ndims[j]);
            ns = measure(operations[i].run, &shared_work);
            printf(" %8.1f", ns);
        }
        printf("   %.2f\n", ns / 64);
    }
}

int main(int argc, char **argv)
{
    int csv = argc > 1 && strcmp(argv[1], "csv") == 0;
    int missed = print_bars(csv);
    if (!csv) print_growth();
    return argc > 1 && strcmp(argv[1], "check") == 0 && missed ? 1 : 0;
}
