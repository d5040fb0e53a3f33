/* test_gpu_launch.c - checked launches, occupancy, and kernels from source and LTO-IR on a real GPU; skipped without one, or
 * without NVRTC
 *
 * What the fakes cannot prove: what the driver says of parameters, that large shared memory, clusters, cooperative grids and
 * programmatic launches do what they are for, and that what NVRTC and nvJitLink make is loaded. */
#include "check.h"

#include <time.h>

#define CUCORE_IMPLEMENTATION
#include "../../cucore_kernel.h"
#include "../../cucore_program.h"

enum { N = 1000 };

static const char source[] =
    "struct image { void *ptr; int shape[2]; int strides[2]; };\n" /* a CUCORE_ACCESSOR(2, int) */
    "extern \"C\" __global__ void fill(int n, double value, bool twice, image out)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) ((float *)out.ptr)[i * out.strides[1]] = twice ? 2 * value : value;\n"
    "}\n"
    "extern \"C\" __global__ void reversed(int n, int *out)\n" /* through all of the shared memory */
    "{\n"
    "    extern __shared__ int tile[];\n"
    "    for (int i = threadIdx.x; i < n; i += blockDim.x) tile[n - 1 - i] = i;\n"
    "    __syncthreads();\n"
    "    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = tile[i];\n"
    "}\n"
    "extern \"C\" __global__ void meet(int *out)\n" /* ends when all blocks run at a time */
    "{\n"
    "    atomicAdd(out, 1);\n"
    "    while (atomicAdd(out, 0) < (int)gridDim.x) {}\n"
    "}\n"
    "extern \"C\" __global__ void __launch_bounds__(128) bounded(int *out) { *out = 1; }\n"
    "template <typename T> __global__ void store(T *out, T value) { *out = value; }\n";
static const char source_90[] = "extern \"C\" __global__ void cluster(int *out)\n"
                                "{\n"
                                "    int size, rank;\n"
                                "    asm(\"mov.u32 %0, %%cluster_nctarank;\" : \"=r\"(size));\n"
                                "    asm(\"mov.u32 %0, %%cluster_ctarank;\" : \"=r\"(rank));\n"
                                "    if (threadIdx.x == 0) out[blockIdx.x] = 100 * size + rank;\n"
                                "}\n"
                                "extern \"C\" __global__ void first(int *out)\n"
                                "{\n"
                                "    asm volatile(\"griddepcontrol.launch_dependents;\");\n"
                                "    long long start = clock64();\n"
                                "    while (clock64() - start < 20000000) {}\n"
                                "    *out = 1;\n"
                                "}\n"
                                "extern \"C\" __global__ void second(int *out)\n"
                                "{\n"
                                "    out[1] = *(volatile int *)out;\n"
                                "    asm volatile(\"griddepcontrol.wait;\" ::: \"memory\");\n"
                                "    out[2] = *(volatile int *)out;\n"
                                "}\n";
static cucore_program program = CUCORE_PROGRAM(source, "-std=c++17");
static cucore_kernel fill = CUCORE_PROGRAM_KERNEL(program, "fill");
static cucore_kernel reversed = CUCORE_PROGRAM_KERNEL(program, "reversed");
static cucore_kernel meet = CUCORE_PROGRAM_KERNEL(program, "meet");
static cucore_kernel bounded = CUCORE_PROGRAM_KERNEL(program, "bounded");
static cucore_kernel store_float = CUCORE_PROGRAM_KERNEL(program, "store<float>");
static cucore_kernel store_double = CUCORE_PROGRAM_KERNEL(program, "store<double>");
static cucore_program program_90 = CUCORE_PROGRAM(source_90, NULL);
static cucore_kernel cluster = CUCORE_PROGRAM_KERNEL(program_90, "cluster");
static cucore_kernel first = CUCORE_PROGRAM_KERNEL(program_90, "first");
static cucore_kernel second = CUCORE_PROGRAM_KERNEL(program_90, "second");

static int *numbers; /* 1 << 17 of them, managed */
static cucore_stream stream;
static cucore_device_info info;

static cucore_launch launch_of(int64_t n, unsigned block)
{
    cucore_launch launch;
    memset(&launch, 0, sizeof launch);
    launch.config = cucore_launch_config_1d(n, block);
    return launch;
}

TEST(test_parameters)
{
    typedef CUCORE_ACCESSOR(2, int) image;
    const int n = N;
    const double value = 1.5;
    const unsigned char twice = 1;
    const float narrow = 1.5;
    const cucore_launch launch = launch_of(n, 128);
    const float *result = (const float *)numbers;
    image out = {NULL, {1, N}, {N, 2}};
    int i;
    out.ptr = numbers;
    memset(numbers, 0, 2 * N * sizeof *numbers);
    OK(cucore_kernel_launch_params(
        &fill, 0, &launch, stream.handle,
        CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(value), CUCORE_PARAM(twice), CUCORE_PARAM(out))));
    OK(cucore_stream_synchronize(stream.handle));
    for (i = 0; i < N && result[2 * i] == 3 && result[2 * i + 1] == 0; i++) {
    }
    CHECK_INT(i, N);
    CHECK_INT(cucore_kernel_launch_params(
                  &fill, 0, &launch, stream.handle,
                  CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(narrow), CUCORE_PARAM(twice), CUCORE_PARAM(out))),
              CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "kernel 'fill': parameter 1 (narrow) has 4 bytes, the kernel takes 8");
    CHECK_INT(cucore_kernel_launch_params(&fill, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(n))),
              CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "kernel 'fill' takes 4 parameters, 1 was given");
}

TEST(test_templates)
{
    const cucore_launch one = launch_of(1, 1);
    float narrow = 2.5;
    double wide = 3.5;
    OK(cucore_kernel_launch_params(&store_float, 0, &one, stream.handle,
                                   CUCORE_PARAMS(CUCORE_PARAM(numbers), CUCORE_PARAM(narrow))));
    OK(cucore_stream_synchronize(stream.handle));
    CHECK(!memcmp(numbers, &narrow, sizeof narrow));
    OK(cucore_kernel_launch_params(&store_double, 0, &one, stream.handle,
                                   CUCORE_PARAMS(CUCORE_PARAM(numbers), CUCORE_PARAM(wide))));
    OK(cucore_stream_synchronize(stream.handle));
    CHECK(!memcmp(numbers, &wide, sizeof wide));
}

TEST(test_shared_memory)
{
    cucore_launch launch = launch_of(256, 256);
    int most = 0, n, i;
    OK(cucore_device_get_attribute(0, CUCORE__CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &most));
    n = most / 4;
    launch.config.shared_nbytes = (unsigned)most;
    OK(cucore_kernel_launch_params(&reversed, 0, &launch, stream.handle,
                                   CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(numbers))));
    OK(cucore_stream_synchronize(stream.handle));
    for (i = 0; i < n && numbers[i] == n - 1 - i; i++) {
    }
    CHECK_INT(i, n);
    launch.config.shared_nbytes++;
    CHECK_INT(cucore_kernel_launch_params(&reversed, 0, &launch, stream.handle,
                                          CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(numbers))),
              CUCORE_INVALID_ARGUMENT);
    puts(cucore_last_error()->message);
}

TEST(test_blocks)
{
    cucore_launch launch = launch_of(128, 128);
    cucore_occupancy best, given;
    OK(cucore_kernel_launch_params(&bounded, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(numbers))));
    launch.config.block[0] = 129;
    CHECK_INT(cucore_kernel_launch_params(&bounded, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(numbers))),
              CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message,
              "kernel 'bounded': a block of 129 x 1 x 1 threads; this kernel can have 128");
    OK(cucore_kernel_get_occupancy(&bounded, 0, 0, 0, &best));
    OK(cucore_kernel_get_occupancy(&bounded, 0, 32, 40 << 10, &given));
    printf("occupancy: blocks of %u, %u on a multiprocessor, %u in all, clusters of %u\n", best.block,
           best.blocks_per_multiprocessor, best.blocks, best.cluster_most);
    CHECK(best.block >= 32 && best.block <= 128 &&
          best.blocks == best.blocks_per_multiprocessor * (unsigned)info.multiprocessors);
    CHECK(given.block == 32 && given.blocks_per_multiprocessor >= 1 &&
          given.blocks_per_multiprocessor < best.blocks_per_multiprocessor);
    CHECK_INT(best.cluster_most > 1, info.compute_major >= 9);
    OK(cucore_stream_synchronize(stream.handle));
}

TEST(test_cooperative)
{
    cucore_launch launch = launch_of(1, 1024);
    cucore_occupancy occupancy;
    OK(cucore_kernel_get_occupancy(&meet, 0, 1024, 0, &occupancy));
    launch.config.grid[0] = occupancy.blocks;
    launch.flags = CUCORE_LAUNCH_COOPERATIVE;
    numbers[0] = -1023 * (int)occupancy.blocks; /* every thread adds 1 */
    OK(cucore_kernel_launch_params(&meet, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(numbers))));
    OK(cucore_stream_synchronize(stream.handle));
    CHECK_INT(numbers[0], occupancy.blocks);
    launch.config.grid[0]++;
    CHECK_INT(cucore_kernel_launch_params(&meet, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(numbers))),
              CUCORE_INVALID_ARGUMENT);
    puts(cucore_last_error()->message);
}

static void test_clusters(void)
{
    static const unsigned sizes[] = {1, 2, 8, 16};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        cucore_launch launch = launch_of(32 * 32, 32);
        cucore_status status;
        launch.cluster[0] = sizes[i];
        memset(numbers, 0, 32 * sizeof *numbers);
        status = cucore_kernel_launch_params(&cluster, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(numbers)));
        if (sizes[i] > 8 && status) {
            printf("clusters of 16: %s\n", cucore_last_error()->message); /* not every device has them */
            continue;
        }
        OK(status);
        OK(cucore_stream_synchronize(stream.handle));
        for (unsigned j = 0; j < 32; j++) CHECK_INT(numbers[j], 100 * sizes[i] + j % sizes[i]);
    }
}

/* The second kernel starts while the first one runs, and waits for what it writes. */
static void test_programmatic(void)
{
    cucore_launch launch = launch_of(1, 1);
    OK(cucore_kernel_launch_params(&second, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(numbers))));
    OK(cucore_stream_synchronize(stream.handle)); /* loaded: that would wait for the first kernel */
    memset(numbers, 0xFF, 3 * sizeof *numbers);
    numbers[0] = 0;
    OK(cucore_kernel_launch_params(&first, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(numbers))));
    launch.flags = CUCORE_LAUNCH_PROGRAMMATIC;
    OK(cucore_kernel_launch_params(&second, 0, &launch, stream.handle, CUCORE_PARAMS(CUCORE_PARAM(numbers))));
    OK(cucore_stream_synchronize(stream.handle));
    CHECK_INT(numbers[1], 0);
    CHECK_INT(numbers[2], 1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Not a test: what a checked launch costs beside the driver's own. */
TEST(test_time)
{
    enum { ROUNDS = 20000 };
    const cucore_launch launch = launch_of(1, 1);
    float value = 1;
    void *args[2];
    CUfunction function = NULL;
    double start, bare = 1e9, plain = 1e9, checked = 1e9;
    args[0] = &numbers, args[1] = &value;
    OK(cucore_kernel_get_function(&store_float, 0, &function));
    OK(cucore_device_set_current(0));
    for (int round = 0; round < 5; round++) {
        start = now();
        for (int i = 0; i < ROUNDS; i++)
            (void)cucore__driver.LaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream.handle, args, NULL);
        OK(cucore_stream_synchronize(stream.handle));
        if (now() - start < bare) bare = now() - start;
        start = now();
        for (int i = 0; i < ROUNDS; i++)
            OK(cucore_kernel_launch(&store_float, 0, &launch.config, stream.handle, CUCORE_ARGS(&numbers, &value)));
        OK(cucore_stream_synchronize(stream.handle));
        if (now() - start < plain) plain = now() - start;
        start = now();
        for (int i = 0; i < ROUNDS; i++)
            OK(cucore_kernel_launch_params(&store_float, 0, &launch, stream.handle,
                                           CUCORE_PARAMS(CUCORE_PARAM(numbers), CUCORE_PARAM(value))));
        OK(cucore_stream_synchronize(stream.handle));
        if (now() - start < checked) checked = now() - start;
    }
    printf("us for a launch: driver %.3f, cucore_kernel_launch %.3f, cucore_kernel_launch_params %.3f\n", bare / ROUNDS,
           plain / ROUNDS, checked / ROUNDS);
}

int main(void)
{
    cucore_memory_resource *managed = NULL;
    cucore_program_image image;
    cucore_buffer buffer;
    if (cucore_device_count() < 0 || cucore_program_compile(&program, 90, "fill", &image) == CUCORE_NO_DRIVER)
        return check_skipped(cucore_last_error()->message);
    OK(cucore_device_get_info(0, &info));
    OK(cucore_memory_resource_create(CUCORE_MEMORY_MANAGED, 0, NULL, &managed));
    OK(cucore_stream_create(0, NULL, &stream));
    OK(cucore_buffer_allocate(managed, sizeof(int) << 17, stream.handle, &buffer));
    numbers = (int *)buffer.ptr;
    check_tests();
    if (info.compute_major >= 9) {
        RUN(test_clusters);
        RUN(test_programmatic);
    } else {
        puts("skipped: clusters and programmatic launches need compute capability 9.0");
    }
    OK(cucore_buffer_release(&buffer));
    cucore_memory_resource_release(managed);
    OK(cucore_stream_release(&stream));
    return check_end();
}
