/* test_driver_kernels.c - cucore_kernel: loaded at first use per context, launched, on the fake driver (tests/fake_driver)
 *
 * The fake runs the kernel "store" on the host: store(int n, int value, int *out).
 * Build and run as test_driver.c; the same with -fsanitize=address,undefined and with -fsanitize=thread. */
#include "on_fake.h"

#include <limits.h>

#define dlsym test_dlsym
#define CUCORE_IMPLEMENTATION
#include "../../cucore.h"
#undef dlsym
#include "kernel_world.h"

#define LEGACY CU_STREAM_LEGACY
#define THREAD CU_STREAM_PER_THREAD
static const char image[] = "an image", other_image[] = "another image", bad_image[] = "bad";
static cucore_kernel store = CUCORE_KERNEL(image, "store");
static cucore_kernel twin = CUCORE_KERNEL(image, "twin");
static cucore_kernel other = CUCORE_KERNEL(other_image, "other");
static cucore_kernel missing = CUCORE_KERNEL(image, "missing");
static cucore_kernel broken = CUCORE_KERNEL(bad_image, "store");

/* The kernels of all contexts are forgotten, as in a process that has just started. */
static void start(void)
{
    cucore_kernel *const kernels[] = {&store, &twin, &other, &missing, &broken};
    for (int i = 0; i < COUNT(kernels); i++) forget_kernel(kernels[i]);
    world_begin();
}

/* ------------------------------------------------------------------------------------------------------ the grid -- */
TEST(test_config_1d)
{
    static const struct {
        const char *name;
        int64_t n;
        unsigned block, grid, threads;
    } sizes[] = {
        {"none", 0, 256, 0, 256},
        {"negative", -1, 256, 0, 256},
        {"INT64_MIN", INT64_MIN, 256, 0, 256},
        {"one", 1, 256, 1, 256},
        {"a block", 256, 256, 1, 256},
        {"one more", 257, 256, 2, 256},
        {"block 0 is 1", 5, 0, 5, 1},
        {"as many as a grid has", (int64_t)INT32_MAX * 1024, 1024, INT32_MAX, 1024},
        {"more than a grid has", (int64_t)INT32_MAX * 1024 + 1, 1024, (unsigned)INT32_MAX + 1, 1024},
        {"more than 32 bits", ((int64_t)1 << 40) + 1, 256, UINT_MAX, 256},
        {"32 bits and a bit", ((int64_t)1 << 40) + 256, 256, UINT_MAX, 256},
        {"INT64_MAX", INT64_MAX, 1, UINT_MAX, 1},
        {"INT64_MAX, large blocks", INT64_MAX, UINT_MAX, 2147483649u, UINT_MAX},
    };
    start();
    FOR_ROWS (row, sizes) {
        cucore_launch_config config = cucore_launch_config_1d(row->n, row->block);
        cucore_status status;
        CHECK_INT(config.grid[0], row->grid);
        CHECK_INT(config.block[0], row->threads);
        CHECK_INT(config.grid[1] * config.grid[2] * config.block[1] * config.block[2], 1);
        CHECK(!config.shared_nbytes && !config.attribute_count && !config.attributes);
        fake_log_clear();
        config.block[0] = 1;
        status = cucore_kernel_launch(&twin, 0, &config, w.a, NULL);
        CHECK_INT(status, row->grid > INT32_MAX ? CUCORE_INVALID_ARGUMENT : CUCORE_OK);
        if (status) CHECK_HAS(cucore_last_error()->message, "the most that there can be is 2147483647");
        CHECK_INT(fake_count("cuLaunchKernel"), row->grid > 0 && !status);
    }
}

/* Without blocks nothing is done, also for the empty array of which nobody knows the device. */
TEST(test_no_blocks)
{
    const cucore_launch_config zero = {{0, 0, 0}, {0, 0, 0}, 0, 0, NULL}, flat = cucore_launch_config_1d(0, 256);
    CUfunction function = (CUfunction)(uintptr_t)&zero;
    start();
    CHECK_INT(cucore_kernel_launch(&store, 0, &flat, w.a, NULL), CUCORE_OK);
    CHECK_INT(cucore_kernel_launch(&store, CUCORE_DEVICE_NONE, &flat, NULL, NULL), CUCORE_OK);
    CHECK_INT(cucore_kernel_launch(&store, CUCORE_DEVICE_NONE, &zero, NULL, NULL), CUCORE_OK);
    CHECK_INT(cucore_function_launch(function, &zero, w.a, NULL), CUCORE_OK);
    CHECK_INT(cucore_kernel_launch(NULL, 0, &flat, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(fake_call_count(), 0);
}

/* -------------------------------------------------------------------------------------------------- where it runs -- */
TEST(test_places)
{
    enum { NOTHING, FOREIGN, PRIMARY_0, PRIMARY_1 };
    static const struct {
        const char *name;
        int current, device_id;
        const char *stream; /* default, thread, a, b, f */
        const char *where;  /* context of the launch; NULL: refused as on the wrong device */
        const char *words;
    } places[] = {
        {"default stream, no context", NOTHING, 0, "default", "ctx=0\n", NULL},
        {"default stream, device 1", NOTHING, 1, "default", "ctx=1\n", NULL},
        {"per-thread stream, device 1", NOTHING, 1, "thread", "ctx=1\n", NULL},
        {"default stream, another device current", PRIMARY_1, 0, "default", "ctx=0\n", NULL},
        {"default stream, a context of the device", FOREIGN, 0, "default", "ctx=100\n", NULL},
        {"default stream, a context of another device", FOREIGN, 1, "default", "ctx=1\n", NULL},
        {"current device, none", NOTHING, CUCORE_DEVICE_CURRENT, "default", "ctx=0\n", NULL},
        {"current device", PRIMARY_1, CUCORE_DEVICE_CURRENT, "default", "ctx=1\n", NULL},
        {"handle", NOTHING, 0, "a", "ctx=0\n", NULL},
        {"handle, current device", PRIMARY_1, CUCORE_DEVICE_CURRENT, "b", "ctx=1\n", NULL},
        {"handle, in another context of the device", FOREIGN, 0, "a", "ctx=0\n", NULL},
        {"handle of a context that is not primary", NOTHING, 0, "f", "ctx=100\n", NULL},
        {"handle of a context that is not primary, beside it", PRIMARY_0, 0, "f", "ctx=100\n", NULL},
        {"handle of another device", NOTHING, 1, "a", NULL, "is on device 0, the kernel is to run on device 1"},
        {"handle of another device's other context", NOTHING, 1, "f", NULL, "is on device 0, the kernel is to"},
        {"handle beside the current device", PRIMARY_0, CUCORE_DEVICE_CURRENT, "b", NULL, "is on device 1, the kernel"},
    };
    FOR_ROWS (row, places) {
        CUcontext current;
        CUstream stream;
        const char *line;
        start();
        current = row->current == NOTHING   ? NULL
                  : row->current == FOREIGN ? w.foreign
                                            : w.primary[row->current == PRIMARY_1];
        stream = !strcmp(row->stream, "default")  ? NULL
                 : !strcmp(row->stream, "thread") ? THREAD
                 : !strcmp(row->stream, "a")      ? w.a
                 : !strcmp(row->stream, "b")      ? w.b
                                                  : w.f;
        fake_context_set_current(current);
        for (int again = 0; again < 2; again++) { /* first use, and when it is loaded */
            fake_log_clear();
            CHECK_INT(launch(&twin, row->device_id, stream, 1), row->where ? CUCORE_OK : CUCORE_WRONG_DEVICE);
            CHECK_INT(fake_count("cuModuleLoadDataEx"), row->where && !again);
            line = strstr(fake_log(), "cuLaunchKernel");
            CHECK((line != NULL) == (row->where != NULL));
            if (line) CHECK_HAS(line, row->where);
            if (row->words) CHECK_HAS(cucore_last_error()->message, row->words);
            CHECK(fake_context_current() == current);
            CHECK_INT(fake_context_depth(), current != NULL);
        }
    }
}

TEST(test_arguments_arrive)
{
    start();
    CHECK_INT(launch(&store, 0, w.a, 7), CUCORE_OK);
    CHECK(all_are(w.out[0], 7));
    CHECK_INT(launch(&store, 1, NULL, 8), CUCORE_OK);
    CHECK(all_are(w.out[1], 8));
    CHECK(all_are(w.out[0], 7));
}

/* When it is loaded: the context of the stream, what is current, whether it was reset, the launch; and no memory is taken. */
TEST(test_steady_state)
{
    start();
    fake_context_set_current(w.primary[0]);
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
    fake_log_clear();
    CHECK_INT(launch(&store, 0, w.a, 2), CUCORE_OK);
    CHECK_INT(fake_call_count(), 4);
    CHECK_INT(fake_count("cuStreamGetCtx") + fake_count("cuCtxGetCurrent") + fake_count("cuLaunchKernel"), 3);
    CHECK_INT(fake_count("cuCtxGetId"), 1);
    fake_log_clear();
    CHECK_INT(launch(&store, 0, NULL, 3), CUCORE_OK);
    CHECK_INT(fake_call_count(), 6);
    CHECK_INT(fake_count("cuStreamGetCaptureInfo"), 1); /* beside a capture it would break it */
    CHECK_INT(fake_count("cuCtxGetCurrent"), 3);
    CHECK(all_are(w.out[0], 3));
}

/* ------------------------------------------------------------------------------------------------- what is loaded -- */
TEST(test_kernels_of_one_image_share_a_module)
{
    cucore_kernel *const kernels[] = {&store, &twin, &other, &store, &twin, &other};
    static const int loads[] = {1, 0, 1, 0, 0, 0};
    start();
    for (int device = 0; device < 2; device++) {
        for (int i = 0; i < COUNT(kernels); i++) {
            fake_log_clear();
            CHECK_INT(launch(kernels[i], device, NULL, 1), CUCORE_OK);
            CHECK_INT(fake_count("cuModuleLoadDataEx"), loads[i]);
            CHECK_INT(fake_count("cuModuleGetFunction"), i < 3);
        }
    }
    CHECK_INT(fake_live_modules(), 4);
}

TEST(test_get_function)
{
    CUfunction functions[3] = {NULL, NULL, NULL};
    start();
    CHECK_INT(cucore_kernel_get_function(&store, 0, &functions[0]), CUCORE_OK);
    CHECK_INT(cucore_kernel_get_function(&store, 1, &functions[1]), CUCORE_OK);
    CHECK(functions[0] && functions[1] && functions[0] != functions[1]);
    CHECK_INT(cucore_kernel_get_function(&store, CUCORE_DEVICE_CURRENT, &functions[2]), CUCORE_OK);
    CHECK(functions[2] == functions[0]);
    fake_context_set_current(w.foreign); /* of device 0: a context of its own */
    CHECK_INT(cucore_kernel_get_function(&store, 0, &functions[2]), CUCORE_OK);
    CHECK(functions[2] != functions[0] && functions[2] != functions[1]);
    CHECK_INT(fake_count("cuModuleLoadDataEx"), 3);
    functions[2] = functions[1];
    CHECK_INT(cucore_kernel_get_function(&missing, 0, &functions[2]), CUCORE_DRIVER);
    CHECK_INT(cucore_kernel_get_function(&store, CUCORE_DEVICE_NONE, &functions[2]), CUCORE_INVALID_ARGUMENT);
    CHECK(functions[2] == functions[1]);
    CHECK(fake_context_current() == w.foreign);
}

TEST(test_refusals)
{
    static const cucore_launch_config good = {{1, 1, 1}, {1, 1, 1}, 0, 0, NULL};
    static cucore_launch_config no_attributes = {{1, 1, 1}, {1, 1, 1}, 0, 2, NULL};
    static cucore_kernel empty = {NULL, NULL, {NULL, NULL}}, nameless = CUCORE_KERNEL(image, NULL);
    static cucore_kernel imageless = CUCORE_KERNEL(NULL, "store");
    const struct {
        const char *name;
        cucore_kernel *kernel;
        int device_id;
        const cucore_launch_config *config;
        CUstream stream;
        const char *words;
    } refusals[] = {
        {"no kernel", NULL, 0, &good, NULL, "cucore_kernel_launch: kernel is NULL"},
        {"all zero", &empty, 0, &good, NULL, "cucore_kernel_launch: kernel->image is NULL"},
        {"no image", &imageless, 0, &good, NULL, "cucore_kernel_launch: kernel->image is NULL"},
        {"no name", &nameless, 0, &good, NULL, "cucore_kernel_launch: kernel->name is NULL"},
        {"no config", &store, 0, NULL, NULL, "cucore_kernel_launch: config is NULL"},
        {"attributes", &store, 0, &no_attributes, NULL, "attribute_count is 2, but attributes is NULL"},
        {"no device", &store, CUCORE_DEVICE_NONE, &good, NULL,
         "device_id is CUCORE_DEVICE_NONE: memory of the host has"},
        {"no device, handle", &store, CUCORE_DEVICE_NONE, &good, w.a, "device_id is CUCORE_DEVICE_NONE: memory of the"},
        {"any device", &store, CUCORE_DEVICE_ANY, &good, NULL, "device_id is CUCORE_DEVICE_ANY, which only"},
        {"any device, handle", &store, CUCORE_DEVICE_ANY, &good, w.a, "device_id is CUCORE_DEVICE_ANY, which only"},
        {"device 2", &store, 2, &good, NULL, "device 2 does not exist; this process sees 2"},
        {"device 2, handle", &store, 2, &good, w.a, "device 2 does not exist; this process sees 2"},
        {"device INT_MIN", &store, INT_MIN, &good, NULL, "device -2147483648 does not exist"},
        {"host", &store, 0, &good, CUCORE_STREAM_HOST, "CUCORE_STREAM_HOST is not a stream"},
        {"no sync", &store, 0, &good, CUCORE_STREAM_NO_SYNC, "CUCORE_STREAM_NO_SYNC is not a stream"},
    };
    start();
    FOR_ROWS (row, refusals) {
        REFUSED(cucore_kernel_launch(row->kernel, row->device_id, row->config, row->stream, NULL),
                CUCORE_INVALID_ARGUMENT, row->words);
        CHECK_INT(fake_count("cuLaunchKernel") + fake_count("cuModuleLoadDataEx"), 0);
    }
    check_row("get_function");
    REFUSED(cucore_kernel_get_function(&store, 0, NULL), CUCORE_INVALID_ARGUMENT,
            "cucore_kernel_get_function: out is NULL");
    REFUSED(cucore_kernel_get_function(NULL, 0, NULL), CUCORE_INVALID_ARGUMENT,
            "cucore_kernel_get_function: kernel is NULL");
}

TEST(test_what_cannot_be_loaded)
{
    start();
    check_row("no such name");
    CHECK_INT(launch(&missing, 0, w.a, 1), CUCORE_DRIVER);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_FOUND);
    CHECK_HAS(cucore_last_error()->message, "no kernel named 'missing'");
    CHECK_INT(fake_live_modules(), 0);
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
    CHECK_INT(launch(&missing, 0, w.a, 1), CUCORE_DRIVER); /* its module is there now, and stays */
    CHECK_INT(fake_live_modules(), 1);
    CHECK_INT(launch(&store, 0, w.a, 5), CUCORE_OK);
    CHECK(all_are(w.out[0], 5));
    check_row("bad image");
    REFUSED(launch(&broken, 0, w.a, 1), CUCORE_DRIVER, "line 1: that is bad");
    CHECK_INT(launch(&broken, 0, w.a, 1), CUCORE_DRIVER); /* tried again */
    CHECK_INT(fake_live_modules(), 1);
}

/* ------------------------------------------------------------------------------------- contexts that come and go -- */
/* As many as come, also at the address of one that is gone. */
TEST(test_many_contexts)
{
    CUcontext made[40];
    CUstream streams[40];
    start();
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < COUNT(made); i++) {
            made[i] = fake_context_create(i % 2);
            streams[i] = fake_stream_create(made[i], CU_STREAM_NON_BLOCKING);
            fake_log_clear();
            CHECK_INT(launch(&store, i % 2, streams[i], i), CUCORE_OK);
            CHECK(all_are(w.out[i % 2], i));
            CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
        }
        fake_log_clear();
        for (int i = 0; i < COUNT(made); i++) CHECK_INT(launch(&store, i % 2, streams[i], i), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 0); /* every one is still known */
        for (int i = 0; i < COUNT(made); i++) fake_stream_destroy(streams[i]), fake_context_destroy(made[i]);
    }
}

/* The same handle, another context: the number tells.  What is written down of the old one is replaced, not added to. */
TEST(test_context_at_an_old_address)
{
    void **const lists[] = {&store.private_[0], &cucore__modules};
    cucore__loaded *one;
    int i, round, count = 0;
    start();
    CHECK_INT(launch(&store, 0, w.f, 1), CUCORE_OK);
    for (round = 0; round < 3; round++) {
        for (i = 0; i < COUNT(lists); i++) {
            for (one = (cucore__loaded *)*lists[i], count = 0; one; one = one->next, count++) one->id += 1000;
            CHECK_INT(count, 1);
        }
        fake_log_clear();
        CHECK_INT(launch(&store, 0, w.f, 10 + round), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
        CHECK_INT(launch(&store, 0, w.f, 20 + round), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
        CHECK(all_are(w.out[0], 20 + round));
    }
}

/* As cudaDeviceReset and numba.cuda.close() do: the handle stays, the modules are gone. */
TEST(test_primary_context_that_was_reset)
{
    CUstream stream;
    start();
    for (int round = 0; round < 3; round++) {
        stream = fake_stream_create(fake_context_primary(0), CU_STREAM_NON_BLOCKING);
        fake_log_clear();
        CHECK_INT(launch(&store, 0, stream, 10 + round), CUCORE_OK);
        CHECK_INT(launch(&store, 0, stream, 20 + round), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
        CHECK(all_are(w.out[0], 20 + round));
        fake_primary_reset(0);
    }
}

/* ------------------------------------------------------------------------------------------------------- captures -- */
TEST(test_first_use_in_a_capture)
{
    for (int mode = 0; mode < 3; mode++) {
        start();
        CHECK_INT(fake_capture_begin(w.a, mode), 0);
        CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
        CHECK_INT(launch(&twin, 0, w.a, 1), CUCORE_OK);
        CHECK_INT(launch(&missing, 0, w.a, 1), CUCORE_DRIVER); /* does it no harm */
        CHECK_INT(fake_capture_status(w.a), 1);
        CHECK_INT(fake_capture_mode(), 0);
        CHECK_INT(fake_capture_end(w.a), 0);
    }
}

/* -------------------------------------------------------------------------------------------------------- threads -- */
static int first_use(int number)
{
    cucore_kernel *const kernels[] = {&store, &twin, &other};
    int errors = 0;
    (void)number;
    for (int i = 0; i < 60; i++) errors += launch(kernels[i % 3], i / 3 % 2, NULL, 1) != CUCORE_OK;
    return errors;
}

TEST(test_threads)
{
    start();
    in_threads(first_use);
    CHECK_INT(fake_count("cuModuleLoadDataEx"), 4); /* two images on two devices */
}

/* ----------------------------------------------------------------------------------------------------- attributes -- */
static cucore_status launch_with_attributes(void)
{
    const int n = N, value = 3;
    int *out = w.out[0];
    CUlaunchAttribute attributes[2];
    cucore_launch_config config = cucore_launch_config_1d(n, 64);
    memset(attributes, 0, sizeof attributes);
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attributes[0].value.clusterDim.x = 2, attributes[0].value.clusterDim.y = attributes[0].value.clusterDim.z = 1;
    attributes[1].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
    config.attributes = attributes;
    config.attribute_count = 2;
    config.shared_nbytes = 16;
    return cucore_kernel_launch(&store, 0, &config, w.a, CUCORE_ARGS(&n, &value, &out));
}

TEST(test_attributes)
{
    char words[96];
    start();
    CHECK_INT(launch_with_attributes(), CUCORE_OK);
    CHECK(all_are(w.out[0], 3));
    snprintf(words, sizeof words, "grid=2x1x1 block=64x1x1 shared=16 stream=1 attributes=2 first=%d",
             (int)CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
    CHECK_HAS(fake_log(), words);
    CHECK_INT(fake_count("cuLaunchKernelEx"), 1);
}

/* ------------------------------------------------------------------------------------------ older drivers, and fork -- */
static void child_without_launch_ex(void)
{
    start();
    REFUSED(launch_with_attributes(), CUCORE_NO_DRIVER, "cuLaunchKernelEx");
    CHECK_INT(launch(&store, 0, w.a, 4), CUCORE_OK);
    CHECK(all_are(w.out[0], 4));
}

static void child_without_launch(void)
{
    start();
    REFUSED(launch(&store, 0, w.a, 4), CUCORE_NO_DRIVER, "cuLaunchKernel");
}

static void child_without_load(void)
{
    start();
    REFUSED(launch(&store, 0, w.a, 4), CUCORE_NO_DRIVER, "cuModuleLoadDataEx");
}

static void child_without_id(void)
{
    start();
    CHECK_INT(launch(&store, 0, w.a, 4), CUCORE_OK);
    REFUSED(launch(&store, 0, w.f, 4), CUCORE_NO_DRIVER, "cuCtxGetId");
}

static void child_without_attribute(void)
{
    start();
    CHECK_INT(launch(&store, 0, w.a, 4), CUCORE_OK);
    CHECK(all_are(w.out[0], 4));
}

static void test_older_drivers(void)
{
    in_child_with("FAKE_CUDA_MISSING", "cuLaunchKernelEx", child_without_launch_ex);
    in_child_with("FAKE_CUDA_MISSING", "cuLaunchKernel", child_without_launch);
    in_child_with("FAKE_CUDA_MISSING", "cuModuleLoadDataEx", child_without_load);
    in_child_with("FAKE_CUDA_MISSING", "cuCtxGetId", child_without_id);
    in_child_with("FAKE_CUDA_MISSING", "cuFuncGetAttribute", child_without_attribute);
}

static void child_of_fork(void)
{
    CUfunction function = NULL;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_DRIVER); /* loaded in the parent */
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_INITIALIZED);
    CHECK_HAS(cucore_last_error()->message, "in a process that was forked");
    CHECK_INT(launch(&other, 0, NULL, 1), CUCORE_DRIVER); /* and not */
    CHECK_INT(cucore_kernel_get_function(&store, 0, &function), CUCORE_DRIVER);
    CHECK(function == NULL);
}

TEST(test_B88_fork)
{
    start();
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
    in_child(child_of_fork);
    CHECK_INT(launch(&store, 0, w.a, 2), CUCORE_OK);
}

int main(void)
{
    RUN(test_older_drivers); /* first: in a child of a process that has not used the driver */
    check_tests();
    start(); /* nothing is left for the sanitizer to find */
    return check_end();
}
