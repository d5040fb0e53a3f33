/* bench_kernel.c - what it costs to make accessors and loops: median time of one call, in nanoseconds
 *
 *     make bench-kernel      or      cc -O2 -I. -o bench_kernel bench/bench_kernel.c -ldl -lpthread */
#define _POSIX_C_SOURCE 199309L
#define CUCORE_IMPLEMENTATION
#include "cucore_kernel.h"

#include <stdlib.h>
#include <time.h>

#define BATCH 2000
#define SAMPLES 101

typedef CUCORE_ACCESSOR(2, int) plane;
typedef CUCORE_ACCESSOR(4, long long) four;

static char memory[4096];
static cucore_view views[3];
static cucore_operand operands[3];

static void view_of(cucore_view *view, int ndim, const int64_t *shape, const int64_t *strides)
{
    memset(view, 0, sizeof *view);
    view->ptr = memory;
    view->dtype = CUCORE_DTYPE_FLOAT32;
    view->device_type = CUCORE_DEVICE_TYPE_CPU;
    view->device_id = CUCORE_DEVICE_NONE;
    view->host_accessible = 1;
    if (cucore_layout_make(ndim, shape, strides, 4, &view->layout)) abort();
}

static int accessor_2(void)
{
    plane out;
    return CUCORE_ACCESSOR_MAKE(&views[0], "x", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &out) + (int)out.shape[0];
}

static int accessor_4(void)
{
    four out;
    return CUCORE_ACCESSOR_MAKE(&views[0], "x", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &out) + (int)out.shape[0];
}

static int loop_of_3(void)
{
    cucore_loops loops;
    const cucore_loop *loop;
    if (cucore_loops_make(operands, 3, &loops)) abort();
    loop = cucore_loops_next(&loops);
    return (int)loop->size;
}

static int compare(const void *a, const void *b)
{
    return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}

static void time_of(const char *name, int (*call)(void))
{
    static unsigned total;
    double samples[SAMPLES];
    int i, j;
    for (i = 0; i < SAMPLES; i++) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        for (j = 0; j < BATCH; j++) total += (unsigned)call();
        clock_gettime(CLOCK_MONOTONIC, &end);
        samples[i] = ((double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec)) / BATCH;
    }
    qsort(samples, SAMPLES, sizeof samples[0], compare);
    printf("%-44s %7.1f ns%s\n", name, samples[SAMPLES / 2], total ? "" : " (nothing was made)");
}

int main(void)
{
    static const int64_t square[2] = {512, 512}, turned[2] = {1, 512}, row[1] = {512}, four_axes[4] = {8, 3, 16, 32},
                         gaps[4] = {3072, 1024, 64, 2};
    int i;
    memset(operands, 0, sizeof operands);
    for (i = 0; i < 3; i++) operands[i].view = &views[i], operands[i].dtype = CUCORE_DTYPE_FLOAT32;
    operands[0].flags = CUCORE_WRITE;
    for (i = 0; i < 3; i++) view_of(&views[i], 2, square, NULL);
    time_of("accessor, 2 axes, 32 bits", accessor_2);
    time_of("loop, 3 operands of 2 axes, dense", loop_of_3);
    view_of(&views[2], 1, row, NULL);
    time_of("loop, 3 operands, one broadcast", loop_of_3);
    view_of(&views[2], 2, square, turned);
    time_of("loop, 3 operands, one transposed", loop_of_3);
    for (i = 0; i < 3; i++) view_of(&views[i], 4, four_axes, gaps);
    time_of("accessor, 4 axes, 64 bits", accessor_4);
    time_of("loop, 3 operands of 4 axes with gaps", loop_of_3);
    return 0;
}
