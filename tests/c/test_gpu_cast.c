/* test_gpu_cast.c - copies that convert on a real GPU, against the same conversion by the CPU (which tests/view_copy holds to NumPy);
 * skipped without one.  Alone: build/c/test_gpu_cast, which needs nothing but the driver. */
#include "check.h"

#include <time.h>

#define CUCORE_IMPLEMENTATION
#include "../../cucore_cast.h"

enum { TYPES = 15, COUNT = 8192, ROWS = 64, COLUMNS = COUNT / ROWS };

#ifndef LARGE
#define LARGE (1 << 26)
#endif

static const cucore_dtype dtypes[TYPES] = {
    CUCORE_DTYPE_INIT(BOOL, 8),   CUCORE_DTYPE_INIT(INT, 8),      CUCORE_DTYPE_INIT(INT, 16),
    CUCORE_DTYPE_INIT(INT, 32),   CUCORE_DTYPE_INIT(INT, 64),     CUCORE_DTYPE_INIT(UINT, 8),
    CUCORE_DTYPE_INIT(UINT, 16),  CUCORE_DTYPE_INIT(UINT, 32),    CUCORE_DTYPE_INIT(UINT, 64),
    CUCORE_DTYPE_INIT(FLOAT, 16), CUCORE_DTYPE_INIT(BFLOAT, 16),  CUCORE_DTYPE_INIT(FLOAT, 32),
    CUCORE_DTYPE_INIT(FLOAT, 64), CUCORE_DTYPE_INIT(COMPLEX, 64), CUCORE_DTYPE_INIT(COMPLEX, 128)};

static const cucore_copy_options casting = {NULL, CUCORE_BLOCKING_YES, CUCORE_COPY_CAST, 0, 0, {NULL, NULL}};
static const cucore_copy_options writing = {NULL, CUCORE_BLOCKING_YES, CUCORE_COPY_CAST | CUCORE_COPY_COMPILE, 0,
                                            0,    {NULL, NULL}};
static cucore_stream stream;

static uint64_t random_bits(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

/* A view by hand of memory that is kept elsewhere; dense, or transposed. */
static cucore_view view_of(void *ptr, cucore_dtype dtype, int on_device, int transposed)
{
    const int64_t shape[2] = {ROWS, COLUMNS}, turned[2] = {1, ROWS};
    cucore_view view;
    memset(&view, 0, sizeof view);
    view.ptr = ptr;
    view.dtype = dtype;
    view.device_type = on_device ? CUCORE_DEVICE_TYPE_CUDA : CUCORE_DEVICE_TYPE_CPU;
    view.device_id = on_device ? 0 : CUCORE_DEVICE_NONE;
    OK(cucore_layout_make(2, shape, transposed ? turned : NULL, dtype.itemsize, &view.layout));
    return view;
}

/* Half of them any bits, half numbers of all sizes, with what lies beside powers of two and their halves. */
static void fill(void *out, cucore_dtype dtype)
{
    static double numbers[COUNT];
    uint64_t state = 88172645463325252u + dtype.code * 1000u + dtype.bits;
    unsigned char *bytes = (unsigned char *)out;
    cucore_view from, to;
    int e = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const uint64_t bits = random_bits(&state);
        double x = 1;
        const int power = (int)(bits % 320) - 160; /* beyond the exponents of a float, and of int64 */
        for (e = 0; e < (power < 0 ? -power : power); e++) x *= power < 0 ? 0.5 : 2.0;
        if (bits >> 10 & 1) x *= 1 + (double)(bits >> 40 & 0xFFF) / 2048.0;
        if (bits >> 11 & 1) x *= 1 + 1.0 / 4503599627370496.0;
        if (bits >> 12 & 1) x = (double)(int64_t)(bits >> 44) / 16.0;
        if (bits >> 13 & 1) x = -x;
        numbers[i] = x;
    }
    from = view_of(numbers, CUCORE_DTYPE_FLOAT64, 0, 0);
    to = view_of(out, dtype, 0, 0);
    OK(cucore_view_copy(&to, &from, NULL, &casting));
    for (size_t i = 0; i < COUNT / 2 * dtype.itemsize; i++) bytes[i] = (unsigned char)random_bits(&state);
}

/* Parts as bits, NaN of any sign and payload as one. */
static int parts_are_equal(const unsigned char *a, const unsigned char *b, cucore_dtype dtype, size_t part,
                           size_t bytes)
{
    int is_nan[2], i;
    if (memcmp(a + part * bytes, b + part * bytes, bytes) == 0) return 1;
    if (dtype.code != CUCORE_CODE_FLOAT && dtype.code != CUCORE_CODE_BFLOAT && dtype.code != CUCORE_CODE_COMPLEX)
        return 0;
    for (i = 0; i < 2; i++) {
        const unsigned char *p = (i ? b : a) + part * bytes;
        uint16_t half;
        float single;
        double x;
        if (bytes == 8) {
            memcpy(&x, p, 8);
            is_nan[i] = x != x;
        } else if (bytes == 4) {
            memcpy(&single, p, 4);
            is_nan[i] = single != single;
        } else {
            memcpy(&half, p, 2);
            is_nan[i] = (half & 0x7FFF) > (dtype.code == CUCORE_CODE_BFLOAT ? 0x7F80 : 0x7C00);
        }
    }
    return is_nan[0] && is_nan[1];
}

static void compare(const unsigned char *ours, const unsigned char *expected, cucore_dtype dtype)
{
    const size_t parts = dtype.code == CUCORE_CODE_COMPLEX ? 2 : 1, bytes = dtype.itemsize / parts;
    size_t i, k, wrong = 0;
    for (i = 0; i < COUNT * parts; i++) {
        if (parts_are_equal(ours, expected, dtype, i, bytes) || wrong++) continue;
        printf("part %lu is", (unsigned long)i);
        for (k = bytes; k-- > 0;) printf(" %02x", ours[i * bytes + k]);
        printf(", expected");
        for (k = bytes; k-- > 0;) printf(" %02x", expected[i * bytes + k]);
        printf("\n");
    }
    CHECK_INT(wrong, 0);
}

/* Every pair: device to device, to and from a transposed array of the host; by the general kernel and by written ones. */
TEST(test_every_pair)
{
    static unsigned char values[16 * COUNT], expected[16 * COUNT], ours[16 * COUNT];
    cucore_memory_resource *pool = NULL;
    cucore_buffer from, to;
    OK(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &pool));
    OK(cucore_buffer_allocate(pool, sizeof values, stream.handle, &from));
    OK(cucore_buffer_allocate(pool, sizeof values, stream.handle, &to));
    for (int i = 0; i < TYPES; i++) {
        fill(values, dtypes[i]);
        OK(cucore_buffer_copy_from(&from, 0, values, COUNT * (size_t)dtypes[i].itemsize, stream.handle));
        for (int k = 0; k < TYPES; k++) {
            char row[80], names[2][32];
            const size_t nbytes = COUNT * (size_t)dtypes[k].itemsize;
            if (i == k) continue;
            cucore_dtype_to_name(dtypes[i], names[0], sizeof names[0]);
            cucore_dtype_to_name(dtypes[k], names[1], sizeof names[1]);
            for (int way = 0; way < 6; way++) {
                const int turned = way != 0 && way != 4;
                static const char *const ways[] = {"device to device",
                                                   "device to host",
                                                   "host to device",
                                                   "turned, on the device",
                                                   "device to device, written",
                                                   "turned, on the device, written"};
                cucore_view src = view_of(way == 2 ? (void *)values : from.ptr, dtypes[i], way != 2, 0);
                cucore_view dst = view_of(way == 1 ? (void *)ours : to.ptr, dtypes[k], way != 1, turned);
                cucore_view plain = view_of(values, dtypes[i], 0, 0), host = view_of(expected, dtypes[k], 0, turned);
                snprintf(row, sizeof row, "%s to %s, %s", names[0], names[1], ways[way]);
                check_row(row);
                OK(cucore_view_copy(&host, &plain, NULL, &casting));
                memset(ours, 0xA5, nbytes);
                if (way != 1) OK(cucore_buffer_copy_from(&to, 0, ours, nbytes, stream.handle));
                OK(cucore_view_copy(&dst, &src, stream.handle, way < 4 ? &casting : &writing));
                if (way != 1) OK(cucore_buffer_copy_to(&to, 0, ours, nbytes, stream.handle));
                compare(ours, expected, dtypes[k]);
            }
        }
    }
    OK(cucore_buffer_release(&from));
    OK(cucore_buffer_release(&to));
    cucore_memory_resource_release(pool);
    OK(cucore_stream_synchronize(stream.handle));
}

/* out: where a pointer to a function is.  -> is there one? */
static int symbol(const char *name, void *out)
{
    void *function = NULL;
    if (cucore_driver_symbol(name, &function)) return 0;
    memcpy(out, &function, sizeof function);
    return 1;
}

/* A graph holds the conversion, also at first use of its kernel, and runs it again. */
static void test_capture_with(uint64_t flags)
{
    static float values[COUNT];
    static unsigned char expected[2 * COUNT], ours[2 * COUNT];
    const cucore_copy_options options = {NULL, CUCORE_BLOCKING_DEFAULT, CUCORE_COPY_CAST | flags, 0, 0, {NULL, NULL}};
    const cucore_dtype bfloat16 = CUCORE_DTYPE_BFLOAT16;
    cucore_memory_resource *pool = NULL;
    cucore_buffer from, to;
    cucore_view src, dst, plain, host;
    CUgraph graph = NULL;
    CUgraphExec exec = NULL;
    CUresult(CUDAAPI * begin)(CUstream, CUstreamCaptureMode) = NULL;
    CUresult(CUDAAPI * end)(CUstream, CUgraph *) = NULL;
    CUresult(CUDAAPI * instantiate)(CUgraphExec *, CUgraph, unsigned long long) = NULL;
    CUresult(CUDAAPI * launch)(CUgraphExec, CUstream) = NULL;
    CUresult(CUDAAPI * exec_destroy)(CUgraphExec) = NULL;
    CUresult(CUDAAPI * destroy)(CUgraph) = NULL;
    cucore_context_guard guard;
    if (!symbol("cuStreamBeginCapture", &begin) || !symbol("cuStreamEndCapture", &end) ||
        !symbol("cuGraphInstantiateWithFlags", &instantiate) || !symbol("cuGraphLaunch", &launch) ||
        !symbol("cuGraphExecDestroy", &exec_destroy) || !symbol("cuGraphDestroy", &destroy)) {
        puts("skipped: graphs, the driver is older than CUDA 11.4");
        return;
    }
    OK(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &pool));
    OK(cucore_buffer_allocate(pool, sizeof values, stream.handle, &from));
    OK(cucore_buffer_allocate(pool, sizeof ours, stream.handle, &to));
    OK(cucore_context_enter(stream.context, &guard));
    src = view_of(from.ptr, CUCORE_DTYPE_FLOAT32, 1, 1);
    dst = view_of(to.ptr, bfloat16, 1, 0);
    plain = view_of(values, CUCORE_DTYPE_FLOAT32, 0, 1);
    host = view_of(expected, bfloat16, 0, 0);
    OK(cucore_stream_synchronize(stream.handle));
    CHECK_INT(begin(stream.handle, CU_STREAM_CAPTURE_MODE_GLOBAL), 0);
    OK(cucore_view_copy(&dst, &src, stream.handle, &options));
    CHECK_INT(cucore_view_copy(&dst, &plain, stream.handle, &options), CUCORE_CAPTURE);
    CHECK_INT(end(stream.handle, &graph), 0);
    CHECK_INT(instantiate(&exec, graph, 0), 0);
    for (int times = 0; times < 3; times++) {
        for (int i = 0; i < COUNT; i++) values[i] = (float)(i * 3 + times) / 7;
        OK(cucore_view_copy(&host, &plain, NULL, &casting));
        OK(cucore_buffer_copy_from(&from, 0, values, sizeof values, stream.handle));
        CHECK_INT(launch(exec, stream.handle), 0);
        OK(cucore_buffer_copy_to(&to, 0, ours, sizeof ours, stream.handle));
        compare(ours, expected, bfloat16);
    }
    CHECK_INT(exec_destroy(exec), 0);
    CHECK_INT(destroy(graph), 0);
    cucore_context_leave(&guard);
    OK(cucore_buffer_release(&from));
    OK(cucore_buffer_release(&to));
    cucore_memory_resource_release(pool);
    OK(cucore_stream_synchronize(stream.handle));
}

TEST(test_capture)
{
    test_capture_with(CUCORE_COPY_NO_COMPILE);
    test_capture_with(CUCORE_COPY_COMPILE);
}

/* GB/s of ten conversions between two views. */
static double speed_of(const cucore_view *views, const cucore_copy_options *options)
{
    struct timespec start, stop;
    OK(cucore_view_copy(&views[1], &views[0], stream.handle, options)); /* loads the kernel */
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int k = 0; k < 10; k++) OK(cucore_view_copy(&views[1], &views[0], stream.handle, options));
    clock_gettime(CLOCK_MONOTONIC, &stop);
    return 10.0 * LARGE * (double)(views[0].dtype.itemsize + views[1].dtype.itemsize) * 1e-9 /
           ((double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec));
}

/* How long it takes is printed, and that every element arrives is checked. */
TEST(test_large)
{
    static const int pairs[][2] = {{11, 9}, {11, 10}, {9, 11}, {1, 11}, {12, 11}, {3, 12}};
    const int64_t shape = LARGE;
    cucore_memory_resource *pool = NULL;
    cucore_buffer from, to;
    float *numbers = (float *)malloc(sizeof(float) * LARGE);
    OK(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &pool));
    OK(cucore_buffer_allocate(pool, (size_t)8 * LARGE, stream.handle, &from));
    OK(cucore_buffer_allocate(pool, (size_t)8 * LARGE, stream.handle, &to));
    CHECK(numbers != NULL);
    for (size_t row = 0; row < sizeof pairs / sizeof *pairs && numbers; row++) {
        static const cucore_copy_options general = {
            NULL, CUCORE_BLOCKING_YES, CUCORE_COPY_CAST | CUCORE_COPY_NO_COMPILE, 0, 0, {NULL, NULL}};
        const int64_t turned_shape[2] = {LARGE / 8192, 8192}, turned[2] = {1, LARGE / 8192};
        cucore_view views[2];
        char names[2][32];
        double dense[2], transposed[2];
        for (int k = 0; k < 2; k++) {
            cucore_dtype dtype = dtypes[pairs[row][k]];
            views[k] = view_of(k ? to.ptr : from.ptr, dtype, 1, 0);
            OK(cucore_layout_make(1, &shape, NULL, dtype.itemsize, &views[k].layout));
            cucore_dtype_to_name(dtype, names[k], sizeof names[k]);
        }
        OK(cucore_buffer_fill(&from, 0, 1, stream.handle));
        dense[0] = speed_of(views, &general);
        dense[1] = speed_of(views, &writing);
        for (int k = 0; k < 2; k++)
            OK(cucore_layout_make(2, turned_shape, k ? turned : NULL, views[k].dtype.itemsize, &views[k].layout));
        transposed[0] = speed_of(views, &general);
        transposed[1] = speed_of(views, &writing);
        printf("%s to %s, GB/s read and written: %.0f, written kernel %.0f; transposed %.0f, written kernel %.0f\n",
               names[0], names[1], dense[0], dense[1], transposed[0], transposed[1]);
    }
    if (numbers) {
        cucore_view src = view_of(from.ptr, CUCORE_DTYPE_FLOAT32, 1, 0),
                    dst = view_of(to.ptr, CUCORE_DTYPE_INT32, 1, 0);
        const int32_t *whole = (const int32_t *)(const void *)numbers;
        size_t wrong = 0;
        OK(cucore_layout_make(1, &shape, NULL, 4, &src.layout));
        OK(cucore_layout_make(1, &shape, NULL, 4, &dst.layout));
        for (size_t i = 0; i < LARGE; i++) numbers[i] = (float)(i & 0xFFFFFF) + 0.5f * (float)(i & 1);
        OK(cucore_buffer_copy_from(&from, 0, numbers, sizeof(float) * LARGE, stream.handle));
        OK(cucore_view_copy(&dst, &src, stream.handle, &casting));
        OK(cucore_buffer_copy_to(&to, 0, numbers, sizeof(float) * LARGE, stream.handle));
        for (size_t i = 0; i < LARGE; i++) {
            const float x = (float)(i & 0xFFFFFF) + 0.5f * (float)(i & 1);
            wrong += whole[i] != (int32_t)x;
        }
        CHECK_INT(wrong, 0);
    }
    free(numbers);
    OK(cucore_buffer_release(&from));
    OK(cucore_buffer_release(&to));
    cucore_memory_resource_release(pool);
    OK(cucore_stream_synchronize(stream.handle));
}

int main(void)
{
    const int64_t devices = cucore_device_count();
    if (devices < 1) return check_skipped(devices < 0 ? cucore_last_error()->message : "no GPU");
    OK(cucore_stream_create(0, NULL, &stream));
    check_tests();
    OK(cucore_stream_release(&stream));
    cucore_copy_trim();
    cucore_trim();
    return check_end();
}
