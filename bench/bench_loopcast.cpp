/* bench_loopcast.cpp - out = a + b of float64, where `a` is float32, by one thread: bench_loopcast.py says what is compared */
#define _POSIX_C_SOURCE 200112L
#define CUCORE_IMPLEMENTATION
#include "cucore_cast.h"
#include "cucore_kernel.h"

#include <ctime>

static void view_of(void *ptr, cucore_dtype dtype, int64_t size, cucore_view *out)
{
    memset(out, 0, sizeof *out);
    out->ptr = ptr;
    out->dtype = dtype;
    out->device_type = CUCORE_DEVICE_TYPE_CPU;
    out->device_id = CUCORE_DEVICE_NONE;
    out->host_accessible = 1;
    if (cucore_layout_make(1, &size, NULL, dtype.itemsize, &out->layout)) abort();
}

static void run(const cucore_view *out, const cucore_view *a, const cucore_view *b, uint64_t flags)
{
    const cucore_operand operands[] = {{out, "out", CUCORE_DTYPE_FLOAT64, CUCORE_WRITE, 0},
                                       {a, "a", CUCORE_DTYPE_FLOAT64, flags, 0},
                                       {b, "b", CUCORE_DTYPE_FLOAT64, flags, 0}};
    cucore_loops loops;
    if (cucore_loops_make(operands, 3, &loops)) abort();
    if (cucore::loops_run(&loops, 1, [](const cucore_loop &loop, unsigned begin, unsigned end) {
            cucore::transform_range<double, const double, const double>(loop, begin, end,
                                                                        [](double x, double y) { return x + y; });
        }))
        abort();
}

static double now()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/* Returns the ns of a call, the mean of so many.  way: 0 in blocks, 1 with a whole copy of a, 2 of float64 as it is. */
extern "C" __attribute__((visibility("default"))) double loopcast(int way, void *out, void *a, void *b, int64_t size,
                                                                  int calls)
{
    cucore_view views[4];
    view_of(out, CUCORE_DTYPE_FLOAT64, size, &views[0]);
    view_of(a, way == 2 ? CUCORE_DTYPE_FLOAT64 : CUCORE_DTYPE_FLOAT32, size, &views[1]);
    view_of(b, CUCORE_DTYPE_FLOAT64, size, &views[2]);
    const double start = now();
    for (int i = 0; i < calls; i++) {
        if (way != 1) {
            run(&views[0], &views[1], &views[2], way == 0 ? CUCORE_CAST : 0);
            continue;
        }
        cucore_copy_options options;
        memset(&options, 0, sizeof options);
        options.flags = CUCORE_COPY_CAST;
        void *memory = malloc(static_cast<size_t>(size) * sizeof(double));
        view_of(memory, CUCORE_DTYPE_FLOAT64, size, &views[3]);
        if (cucore_view_copy(&views[3], &views[1], CUCORE_STREAM_HOST, &options)) abort();
        run(&views[0], &views[3], &views[2], 0);
        free(memory);
    }
    return (now() - start) / calls;
}
