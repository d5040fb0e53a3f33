/* test_driver_launch.c - launches whose parameters are checked, and occupancy, on the fake driver (tests/fake_driver)
 *
 * The names of kernels say what they take and can have there: "takes_4_8", "threads_256", "static_1000".
 * Build and run as test_driver.c; the same with -fsanitize=address,undefined and with -fsanitize=thread. */
#include "on_fake.h"

#include <limits.h>

#include "failing_c.h"

#define dlsym test_dlsym
#define CUCORE_IMPLEMENTATION
#include "../../cucore_kernel.h"
#undef dlsym
#include "kernel_world.h"

enum { BLOCK_MOST = 227 << 10 };

static const char image[] = "an image";
static cucore_kernel store = CUCORE_KERNEL(image, "store");
static cucore_kernel bare = CUCORE_KERNEL(image, "bare");
static cucore_kernel mixed = CUCORE_KERNEL(image, "takes_8_4_1_128_24");
static cucore_kernel small = CUCORE_KERNEL(image, "threads_256");
static cucore_kernel heavy = CUCORE_KERNEL(image, "static_1000");
static cucore_kernel coarse = CUCORE_KERNEL(image, "coarse_static_1000");
static cucore_kernel missing = CUCORE_KERNEL(image, "missing");
static cucore_kernel *const kernels[] = {&store, &bare, &mixed, &small, &heavy, &coarse, &missing};

static void forget_facts(cucore_kernel *kernel)
{
    cucore__loaded *one = (cucore__loaded *)kernel->private_[CUCORE__KERNEL_FACTS];
    for (; one; one = one->next) {
        cucore__kernel_facts *facts = (cucore__kernel_facts *)one->handle, *older;
        for (; facts; facts = older) {
            older = facts->older;
            free(facts);
        }
    }
    forget_loaded(&kernel->private_[CUCORE__KERNEL_FACTS]);
}

static void start(void)
{
    for (int i = 0; i < COUNT(kernels); i++) {
        forget_kernel(kernels[i]);
        forget_facts(kernels[i]);
    }
    world_begin();
}

static cucore_launch launch_of(int64_t n, unsigned block)
{
    cucore_launch launch;
    memset(&launch, 0, sizeof launch);
    launch.config = cucore_launch_config_1d(n, block);
    return launch;
}

static cucore_status store_on(int device_id, CUstream stream, int value)
{
    const int n = N;
    int *out = w.out[device_id == 1];
    cucore_launch launch = launch_of(n, 32);
    return cucore_kernel_launch_params(&store, device_id, &launch, stream,
                                       CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(value), CUCORE_PARAM(out)));
}

/* ------------------------------------------------------------------------------------------------------ parameters -- */
TEST(test_values_arrive)
{
    start();
    CHECK_INT(store_on(0, w.a, 7), CUCORE_OK);
    CHECK(all_are(w.out[0], 7));
    CHECK_INT(store_on(1, NULL, 8), CUCORE_OK);
    CHECK(all_are(w.out[1], 8) && all_are(w.out[0], 7));
    CHECK_INT(store_on(0, w.f, 9), CUCORE_OK);
    CHECK(all_are(w.out[0], 9));
}

TEST(test_param_macros)
{
    typedef struct map {
        uint64_t words[16];
    } map;
    static const double alpha = 2;
    static const cucore_param table[] = {CUCORE_PARAM(alpha)};
    const cucore_params *params;
    cucore_view x;
    map tiles;
    int numbers[3];
    params = CUCORE_PARAMS(CUCORE_PARAM(x.ptr), CUCORE_PARAM(tiles), CUCORE_PARAM(numbers[1]), {NULL, 5, NULL});
    CHECK_INT(params->count, 4);
    CHECK(params->items[0].value == &x.ptr && params->items[0].nbytes == sizeof(void *));
    CHECK_STR(params->items[0].name, "x.ptr");
    CHECK(params->items[1].value == &tiles && params->items[1].nbytes == 128);
    CHECK(params->items[2].value == &numbers[1] && params->items[2].nbytes == sizeof(int));
    CHECK_STR(params->items[2].name, "numbers[1]");
    CHECK(!params->items[3].value && params->items[3].nbytes == 5 && !params->items[3].name);
    CHECK(table[0].value == &alpha && table[0].nbytes == 8);
}

/* Each refusal in words; nothing is launched, and the next call works. */
TEST(test_params_that_do_not_fit)
{
    static char bytes[128];
    static const cucore_param good[] = {
        {bytes, 8, "x"}, {bytes, 4, "n"}, {bytes, 1, "flag"}, {bytes, 128, "map"}, {bytes, 24, "image"}};
    static const struct {
        const char *name;
        size_t at; /* of the one that is replaced */
        cucore_param param;
        size_t count;
        const char *message;
    } rows[] = {
        FIELDS("too small", 1, {bytes, 2, "alpha"}, 5,
               "kernel 'takes_8_4_1_128_24': parameter 1 (alpha) has 2 bytes, the kernel takes 4"),
        FIELDS("too large", 0, {bytes, 12, "x"}, 5,
               "kernel 'takes_8_4_1_128_24': parameter 0 (x) has 12 bytes, the kernel takes 8"),
        FIELDS("one byte", 4, {bytes, 1, "image"}, 5,
               "kernel 'takes_8_4_1_128_24': parameter 4 (image) has 1 byte, the kernel takes 24"),
        FIELDS("nothing", 2, {bytes, 0, "flag"}, 5,
               "kernel 'takes_8_4_1_128_24': parameter 2 (flag) has 0 bytes, the kernel takes 1"),
        FIELDS("no name", 3, {bytes, 64, NULL}, 5,
               "kernel 'takes_8_4_1_128_24': parameter 3 has 64 bytes, the kernel takes 128"),
        FIELDS("more than 32 bits", 3, {bytes, SIZE_MAX, NULL}, 5,
               "kernel 'takes_8_4_1_128_24': parameter 3 has 18446744073709551615 bytes, the kernel takes 128"),
        FIELDS("NULL", 0, {NULL, 8, "x"}, 5,
               "kernel 'takes_8_4_1_128_24': parameter 0 (x) is NULL; the address of its value is needed"),
        FIELDS("too few", 0, {bytes, 8, "x"}, 4, "kernel 'takes_8_4_1_128_24' takes 5 parameters, 4 were given"),
        FIELDS("one", 0, {bytes, 8, "x"}, 1, "kernel 'takes_8_4_1_128_24' takes 5 parameters, 1 was given"),
        FIELDS("none", 0, {bytes, 8, "x"}, 0, "kernel 'takes_8_4_1_128_24' takes 5 parameters, 0 were given"),
        FIELDS("too many", 0, {bytes, 8, "x"}, 6, "kernel 'takes_8_4_1_128_24' takes 5 parameters, 6 were given"),
        FIELDS("as many as there can be", 0, {bytes, 8, "x"}, 256,
               "kernel 'takes_8_4_1_128_24' takes 5 parameters, 256 were given"),
        FIELDS("more than there can be", 0, {bytes, 8, "x"}, 257,
               "kernel 'takes_8_4_1_128_24': 257 parameters were given; the most that there can be are 256"),
    };
    static cucore_param items[300];
    const cucore_launch launch = launch_of(1, 1);
    cucore_params params, none = {NULL, 1};
    start();
    params.items = items;
    FOR_ROWS (row, rows) {
        memcpy(items, good, sizeof good);
        items[row->at] = row->param;
        params.count = row->count;
        CHECK_INT(cucore_kernel_launch_params(&mixed, 0, &launch, w.a, &params), CUCORE_INVALID_ARGUMENT);
        CHECK_STR(cucore_last_error()->message, row->message);
        CHECK_INT(fake_count("cuLaunchKernel"), 0);
        CHECK(!fake_context_current());
    }
    check_row("no items");
    CHECK_INT(cucore_kernel_launch_params(&mixed, 0, &launch, w.a, &none), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_kernel_launch_params: params->items is NULL");
    check_row("no params for a kernel with some");
    CHECK_INT(cucore_kernel_launch_params(&mixed, 0, &launch, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    check_row("some for a kernel without");
    params.count = 2;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, &params), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "kernel 'bare' takes 0 parameters, 2 were given");
    check_row("all well");
    params.count = 5;
    memcpy(items, good, sizeof good);
    CHECK_INT(cucore_kernel_launch_params(&mixed, 0, &launch, w.a, &params), CUCORE_OK);
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_OK);
    params.count = 0;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, &params), CUCORE_OK);
    CHECK_INT(fake_count("cuLaunchKernel"), 3);
}

/* ------------------------------------------------------------------------------------------------- what is asked -- */
/* Once in a context, then no more than a launch without parameters asks. */
TEST(test_asked_once)
{
    start();
    fake_context_set_current(w.primary[0]);
    CHECK_INT(store_on(0, w.a, 1), CUCORE_OK);
    CHECK_INT(fake_count("cuFuncGetParamInfo"), 4);
    fake_log_clear();
    CHECK_INT(store_on(0, w.a, 2), CUCORE_OK);
    CHECK_INT(fake_call_count(), 4);
    CHECK_INT(fake_count("cuStreamGetCtx") + fake_count("cuCtxGetCurrent") + fake_count("cuLaunchKernel"), 3);
    CHECK_INT(fake_count("cuCtxGetId"), 1);
    CHECK(all_are(w.out[0], 2));
    fake_log_clear();
    CHECK_INT(store_on(1, w.b, 3), CUCORE_OK); /* another context */
    CHECK_INT(fake_count("cuFuncGetParamInfo"), 4);
    CHECK_INT(store_on(0, w.a, 4), CUCORE_OK);
    CHECK_INT(fake_count("cuFuncGetParamInfo"), 4);
}

/* Without blocks nothing is asked or done; but what is wrong with the launch itself is said. */
TEST(test_no_blocks)
{
    cucore_launch launch = launch_of(0, 256);
    start();
    CHECK_INT(cucore_kernel_launch_params(&store, CUCORE_DEVICE_NONE, &launch, NULL, NULL), CUCORE_OK);
    launch.cluster[0] = 4;
    CHECK_INT(cucore_kernel_launch_params(&store, 0, &launch, w.a, NULL), CUCORE_OK);
    launch.flags = 1 << 7;
    CHECK_INT(cucore_kernel_launch_params(&store, 0, &launch, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(fake_call_count(), 0);
}

/* B132: 0 in any axis of the grid launches nothing, in each way to launch; a block of 0 threads is refused in words, unless
 * the grid has no blocks in x. */
TEST(test_B132_zeros)
{
    static const struct {
        const char *name;
        unsigned grid[3], block[3];
        const char *words; /* NULL: no effect */
    } rows[] = {
        {"grid x", {0, 4, 4}, {32, 1, 1}, NULL},
        {"grid y", {4, 0, 4}, {32, 1, 1}, NULL},
        {"grid z", {4, 4, 0}, {32, 1, 1}, NULL},
        {"grid y and z", {4, 0, 0}, {32, 1, 1}, NULL},
        {"grid x, block", {0, 4, 4}, {0, 0, 0}, NULL},
        {"block x", {4, 1, 1}, {0, 8, 1}, "the block has 0 x 8 x 1 threads; it must have 1 or more in each axis"},
        {"block y", {4, 1, 1}, {8, 0, 1}, "the block has 8 x 0 x 1 threads"},
        {"block z", {4, 1, 1}, {8, 1, 0}, "the block has 8 x 1 x 0 threads"},
        {"zeros beside x", {4, 0, 0}, {8, 0, 0}, "and so must the grid, which has 4 x 0 x 0 blocks"},
    };
    static CUlaunchAttribute attribute;
    enum { KERNEL, FUNCTION, ATTRIBUTES, PARAMS, CLUSTER, COOPERATIVE, PROGRAMMATIC, WAYS };
    CUfunction function = NULL;
    start();
    CHECK_INT(cucore_kernel_get_function(&bare, 0, &function), CUCORE_OK);
    fake_log_clear();
    for (int i = 0; i < COUNT(rows); i++) {
        for (int way = 0; way < WAYS; way++) {
            cucore_launch launch = launch_of(0, 1);
            cucore_status status;
            memcpy(launch.config.grid, rows[i].grid, sizeof rows[i].grid);
            memcpy(launch.config.block, rows[i].block, sizeof rows[i].block);
            if (way == ATTRIBUTES) launch.config.attributes = &attribute, launch.config.attribute_count = 1;
            if (way == CLUSTER) launch.cluster[0] = launch.cluster[1] = launch.cluster[2] = 1;
            if (way == COOPERATIVE) launch.flags = CUCORE_LAUNCH_COOPERATIVE;
            if (way == PROGRAMMATIC) launch.flags = CUCORE_LAUNCH_PROGRAMMATIC;
            status = way == KERNEL  ? cucore_kernel_launch(&bare, 0, &launch.config, w.a, NULL)
                     : way < PARAMS ? cucore_function_launch(function, &launch.config, w.a, NULL)
                                    : cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL);
            check_row(rows[i].name);
            CHECK_INT(status, rows[i].words ? CUCORE_INVALID_ARGUMENT : CUCORE_OK);
            if (rows[i].words) CHECK_HAS(cucore_last_error()->message, rows[i].words);
        }
    }
    CHECK_INT(fake_call_count(), 0);
}

TEST(test_where_it_runs)
{
    start();
    REFUSED(store_on(1, w.a, 1), CUCORE_WRONG_DEVICE, "is on device 0, the kernel is to run on device 1");
    CHECK_INT(store_on(2, NULL, 1), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(store_on(0, CUCORE_STREAM_HOST, 1), CUCORE_INVALID_ARGUMENT);
    CHECK(all_are(w.out[0], -1) && all_are(w.out[1], -1));
    fake_context_set_current(w.foreign);
    CHECK_INT(store_on(0, NULL, 1), CUCORE_OK);
    CHECK_HAS(fake_log(), "stream=legacy ctx=100\n");
    CHECK_INT(store_on(0, w.a, 2), CUCORE_OK);
    CHECK(fake_context_current() == w.foreign && fake_context_depth() == 1);
    fake_context_set_current(NULL);
}

TEST(test_first_use_in_a_capture)
{
    const cucore_launch launch = launch_of(1, 1);
    cucore_launch large = launch_of(1, 1);
    large.config.shared_nbytes = 100 << 10;
    for (int mode = 0; mode < 3; mode++) {
        start();
        CHECK_INT(fake_capture_begin(w.a, mode), 0);
        CHECK_INT(store_on(0, w.a, 1), CUCORE_OK);
        CHECK_INT(cucore_kernel_launch_params(&bare, 0, &large, w.a, NULL), CUCORE_OK);
        CHECK_INT(cucore_kernel_launch_params(&missing, 0, &launch, w.a, NULL), CUCORE_DRIVER); /* does it no harm */
        CHECK_INT(fake_capture_status(w.a), 1);
        CHECK_INT(fake_capture_mode(), 0);
        CHECK_INT(fake_capture_end(w.a), 0);
    }
}

/* The same handle, another context: asked again, what was known before is kept for whoever still reads it. */
TEST(test_context_at_an_old_address)
{
    cucore__loaded *one;
    start();
    CHECK_INT(store_on(0, w.f, 1), CUCORE_OK);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 3; i += 2) {
            for (one = (cucore__loaded *)store.private_[i]; one; one = one->next) one->id += 1000;
        }
        for (one = (cucore__loaded *)cucore__modules; one; one = one->next) one->id += 1000;
        fake_log_clear();
        CHECK_INT(store_on(0, w.f, 10 + round), CUCORE_OK);
        CHECK_INT(fake_count("cuFuncGetParamInfo"), 4);
        CHECK_INT(store_on(0, w.f, 20 + round), CUCORE_OK);
        CHECK_INT(fake_count("cuFuncGetParamInfo"), 4);
        CHECK(all_are(w.out[0], 20 + round));
    }
}

static int first_use(int number)
{
    const cucore_launch launch = launch_of(1, 1);
    cucore_launch large = launch_of(1, 1);
    int errors = 0;
    (void)number;
    for (int i = 0; i < 60; i++) {
        large.config.shared_nbytes = (unsigned)((60 + i) << 10);
        errors += cucore_kernel_launch_params(&bare, i / 3 % 2, &launch, NULL, NULL) != CUCORE_OK;
        errors += cucore_kernel_launch_params(&small, i / 3 % 2, &large, NULL, NULL) != CUCORE_OK;
    }
    return errors;
}

TEST(test_threads)
{
    start();
    in_threads(first_use);
    CHECK_INT(fake_count("cuFuncGetParamInfo"), 4); /* two kernels on two devices */
}

/* ------------------------------------------------------------------------------------------------- what is possible -- */
TEST(test_launches)
{
    static const struct {
        const char *name;
        cucore_kernel *kernel;
        cucore_launch launch;
        const char *line, *message; /* one of both */
    } rows[] = {
        FIELDS("plain", &bare, {{{6, 1, 1}, {32, 1, 2}, 16, 0, NULL}, {0, 0, 0}, 0},
               "cuLaunchKernel function=# grid=6x1x1 block=32x1x2 shared=16 stream=1 ctx=0\n", NULL),
        FIELDS("as many threads as the kernel can have", &small, {{{1, 1, 1}, {32, 4, 2}, 0, 0, NULL}, {0, 0, 0}, 0},
               "block=32x4x2 shared=0 stream=1 ctx=0\n", NULL),
        FIELDS("more threads", &small, {{{1, 1, 1}, {32, 4, 3}, 0, 0, NULL}, {0, 0, 0}, 0}, NULL,
               "kernel 'threads_256': a block of 32 x 4 x 3 threads; this kernel can have 256"),
        FIELDS("more threads than 64 bits have", &bare,
               {{{1, 1, 1}, {UINT_MAX, UINT_MAX, UINT_MAX}, 0, 0, NULL}, {0, 0, 0}, 0}, NULL,
               "kernel 'bare': a block of 4294967295 x 4294967295 x 4294967295 threads; this kernel can have 1024"),
        FIELDS("2^32 threads", &bare, {{{1, 1, 1}, {65536, 65536, 1}, 0, 0, NULL}, {0, 0, 0}, 0}, NULL,
               "kernel 'bare': a block of 65536 x 65536 x 1 threads; this kernel can have 1024"),
        FIELDS("y", &bare, {{{1, 65536, 1}, {1, 1, 1}, 0, 0, NULL}, {0, 0, 0}, 0}, NULL,
               "kernel 'bare': the grid has 65536 blocks in y; the most that there can be is 65535"),
        FIELDS("z", &bare, {{{1, 1, 70000}, {1, 1, 1}, 0, 0, NULL}, {0, 0, 0}, 0}, NULL,
               "kernel 'bare': the grid has 70000 blocks in z; the most that there can be is 65535"),
        FIELDS("x", &bare, {{{UINT_MAX, 1, 1}, {1, 1, 1}, 0, 0, NULL}, {0, 0, 0}, 0}, NULL,
               "the grid has 4294967295 blocks or more; the most that there can be is 2147483647"),
        FIELDS("48 KB", &bare, {{{1, 1, 1}, {1, 1, 1}, 48 << 10, 0, NULL}, {0, 0, 0}, 0},
               "shared=49152 stream=1 ctx=0\n", NULL),
        FIELDS("more than 48 KB", &bare, {{{1, 1, 1}, {1, 1, 1}, (48 << 10) + 1, 0, NULL}, {0, 0, 0}, 0},
               "shared=49153 stream=1 ctx=0\n", NULL),
        FIELDS("all of it", &bare, {{{1, 1, 1}, {1, 1, 1}, BLOCK_MOST, 0, NULL}, {0, 0, 0}, 0},
               "shared=232448 stream=1 ctx=0\n", NULL),
        FIELDS("more than all", &bare, {{{1, 1, 1}, {1, 1, 1}, BLOCK_MOST + 1, 0, NULL}, {0, 0, 0}, 0}, NULL,
               "kernel 'bare': 232449 bytes of dynamic shared memory and 0 of static; a block on device 0 can have "
               "232448"),
        FIELDS("a negative number", &bare, {{{1, 1, 1}, {1, 1, 1}, UINT_MAX, 0, NULL}, {0, 0, 0}, 0}, NULL,
               "kernel 'bare': 4294967295 bytes of dynamic shared memory and 0 of static; a block on device 0 can have "
               "232448"),
        FIELDS("all beside what is static", &heavy, {{{1, 1, 1}, {1, 1, 1}, BLOCK_MOST - 1000, 0, NULL}, {0, 0, 0}, 0},
               "shared=231448 stream=1 ctx=0\n", NULL),
        FIELDS(
            "more beside what is static", &heavy, {{{1, 1, 1}, {1, 1, 1}, BLOCK_MOST - 999, 0, NULL}, {0, 0, 0}, 0},
            NULL,
            "kernel 'static_1000': 231449 bytes of dynamic shared memory and 1000 of static; a block on device 0 can "
            "have 232448"),
        FIELDS("clusters", &bare, {{{8, 4, 2}, {32, 1, 1}, 0, 0, NULL}, {4, 2, 1}, 0},
               "cuLaunchKernelEx function=# grid=8x4x2 block=32x1x1 shared=0 stream=1 attributes=1 first=4 ctx=0 "
               "cluster=4x2x1\n",
               NULL),
        FIELDS("clusters, 0 is 1", &bare, {{{8, 4, 2}, {32, 1, 1}, 0, 0, NULL}, {0, 0, 2}, 0},
               "attributes=1 first=4 ctx=0 cluster=1x1x2\n", NULL),
        FIELDS("large clusters", &bare, {{{16, 2, 1}, {32, 1, 1}, 0, 0, NULL}, {8, 2, 1}, 0}, "ctx=0 cluster=8x2x1\n",
               NULL),
        FIELDS("clusters that do not divide x", &bare, {{{9, 4, 2}, {32, 1, 1}, 0, 0, NULL}, {4, 0, 0}, 0}, NULL,
               "kernel 'bare': the grid has 9 blocks in x, which clusters of 4 do not divide"),
        FIELDS("clusters that do not divide z", &bare, {{{8, 4, 1}, {32, 1, 1}, 0, 0, NULL}, {1, 1, 2}, 0}, NULL,
               "kernel 'bare': the grid has 1 block in z, which clusters of 2 do not divide"),
        FIELDS("cooperative", &bare, {{{100, 1, 1}, {1024, 1, 1}, 0, 0, NULL}, {0, 0, 0}, CUCORE_LAUNCH_COOPERATIVE},
               "attributes=1 first=2 ctx=0 cooperative\n", NULL),
        FIELDS("as large as can be", &bare,
               {{{66, 2, 2}, {256, 2, 2}, 0, 0, NULL}, {0, 0, 0}, CUCORE_LAUNCH_COOPERATIVE}, "ctx=0 cooperative\n",
               NULL),
        FIELDS("too large", &bare, {{{265, 1, 1}, {1024, 1, 1}, 0, 0, NULL}, {0, 0, 0}, CUCORE_LAUNCH_COOPERATIVE},
               NULL,
               "kernel 'bare': a cooperative grid of 265 blocks; 264 run at a time, 2 on each of 132 multiprocessors"),
        FIELDS("too large by far", &bare,
               {{{INT_MAX, 65535, 65535}, {1024, 1, 1}, 0, 0, NULL}, {0, 0, 0}, CUCORE_LAUNCH_COOPERATIVE}, NULL,
               "kernel 'bare': a cooperative grid of 9223090559730712575 blocks; 264 run at a time, 2 on each of 132 "
               "multiprocessors"),
        FIELDS("too large for its shared memory", &bare,
               {{{133, 1, 1}, {32, 1, 1}, 200 << 10, 0, NULL}, {0, 0, 0}, CUCORE_LAUNCH_COOPERATIVE}, NULL,
               "kernel 'bare': a cooperative grid of 133 blocks; 132 run at a time, 1 on each of 132 multiprocessors"),
        FIELDS("programmatic", &bare, {{{1, 1, 1}, {32, 1, 1}, 0, 0, NULL}, {0, 0, 0}, CUCORE_LAUNCH_PROGRAMMATIC},
               "attributes=1 first=6 ctx=0 programmatic\n", NULL),
        FIELDS("all of them", &bare,
               {{{2, 1, 1}, {32, 1, 1}, 60 << 10, 0, NULL},
                {2, 1, 1},
                CUCORE_LAUNCH_PROGRAMMATIC | CUCORE_LAUNCH_COOPERATIVE},
               "shared=61440 stream=1 attributes=3 first=4 ctx=0 cluster=2x1x1 cooperative programmatic\n", NULL),
        FIELDS("an unknown flag", &bare, {{{1, 1, 1}, {1, 1, 1}, 0, 0, NULL}, {0, 0, 0}, 5}, NULL,
               "kernel 'bare': of the flags 0x5, 0x4 mean nothing to a launch"),
        FIELDS("attributes that are NULL", &bare, {{{1, 1, 1}, {1, 1, 1}, 0, 2, NULL}, {0, 0, 0}, 0}, NULL,
               "attribute_count is 2, but attributes is NULL"),
    };
    FOR_ROWS (row, rows) {
        char line[256], *mark;
        start();
        for (int again = 0; again < 2; again++) {
            fake_log_clear();
            if (row->message) {
                CHECK_INT(cucore_kernel_launch_params(row->kernel, 0, &row->launch, w.a, NULL),
                          CUCORE_INVALID_ARGUMENT);
                CHECK_STR(cucore_last_error()->message, row->message);
                CHECK_INT(fake_count("cuLaunchKernel") + fake_count("cuLaunchKernelEx"), 0);
            } else {
                CHECK_INT(cucore_kernel_launch_params(row->kernel, 0, &row->launch, w.a, NULL), CUCORE_OK);
                snprintf(line, sizeof line, "%s", row->line);
                mark = strchr(line, '#');
                if (mark) *mark = '1';
                CHECK_HAS(fake_log(), line);
                CHECK_INT(fake_count("cuLaunchKernel") + fake_count("cuLaunchKernelEx"), 1);
                if (again) CHECK_INT(fake_count("cuFuncSetAttribute"), 0);
            }
        }
    }
}

/* More than a kernel has without asking is asked for once, and only then. */
TEST(test_asked_for_when_needed)
{
    static const struct {
        const char *name;
        cucore_kernel *kernel;
        unsigned shared_nbytes, cluster;
        const char *line; /* of cuFuncSetAttribute, without its function; NULL: none */
    } rows[] = {
        {"nothing", &bare, 0, 0, NULL},
        {"48 KB", &bare, 48 << 10, 0, NULL},
        {"more", &bare, (48 << 10) + 1, 0, " attribute=8 value=232448 "},
        {"48 KB with static memory", &heavy, (48 << 10) - 1000, 0, NULL},
        {"more with static memory", &heavy, (48 << 10) - 999, 0, " attribute=8 value=231448 "},
        {"as much as a driver promises", &coarse, 48 << 10, 0, " attribute=8 value=231448 "},
        {"8 blocks in a cluster", &bare, 0, 8, NULL},
        {"16 blocks in a cluster", &bare, 0, 16, " attribute=14 value=1 "},
    };
    FOR_ROWS (row, rows) {
        cucore_launch launch = launch_of(16, 1);
        start();
        launch.config.shared_nbytes = row->shared_nbytes;
        launch.cluster[0] = row->cluster;
        for (int again = 0; again < 2; again++) {
            fake_log_clear();
            CHECK_INT(cucore_kernel_launch_params(row->kernel, 0, &launch, w.a, NULL), CUCORE_OK);
            CHECK_INT(fake_count("cuFuncSetAttribute"), row->line && !again);
            if (row->line && !again) CHECK_HAS(strstr(fake_log(), "cuFuncSetAttribute"), row->line);
        }
    }
}

/* The caller's own, in front of those of flags. */
TEST(test_own_attributes)
{
    CUlaunchAttribute attributes[17];
    cucore_launch launch = launch_of(64, 32);
    start();
    memset(attributes, 0, sizeof attributes);
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
    attributes[1].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    attributes[1].value.clusterDim.x = 2, attributes[1].value.clusterDim.y = attributes[1].value.clusterDim.z = 1;
    launch.config.attributes = attributes;
    launch.config.attribute_count = 2;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_OK);
    CHECK_HAS(fake_log(), "attributes=2 first=8 ctx=0 cluster=2x1x1\n");
    launch.flags = CUCORE_LAUNCH_COOPERATIVE;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_OK);
    CHECK_HAS(fake_log(), "attributes=3 first=8 ctx=0 cluster=2x1x1 cooperative\n");
    launch.config.attribute_count = 16;
    launch.flags = CUCORE_LAUNCH_COOPERATIVE | CUCORE_LAUNCH_PROGRAMMATIC;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_OK);
    CHECK_HAS(fake_log(), "attributes=18 first=8");
    launch.config.attribute_count = 17;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "kernel 'bare': attribute_count is 17; the most that there can be is 16");
}

TEST(test_refusals)
{
    static cucore_kernel empty, nameless = CUCORE_KERNEL(image, NULL);
    const cucore_launch launch = launch_of(1, 1);
    start();
    CHECK_INT(cucore_kernel_launch_params(NULL, 0, &launch, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_kernel_launch_params: kernel is NULL");
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, NULL, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_kernel_launch_params: launch is NULL");
    CHECK_INT(cucore_kernel_launch_params(&empty, 0, &launch, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_kernel_launch_params: kernel->image is NULL");
    CHECK_INT(cucore_kernel_launch_params(&nameless, 0, &launch, w.a, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_kernel_launch_params: kernel->name is NULL");
    CHECK_INT(fake_count("cuLaunchKernel") + fake_count("cuModuleLoadDataEx"), 0);
    REFUSED(cucore_kernel_launch_params(&missing, 0, &launch, w.a, NULL), CUCORE_DRIVER, "no kernel named 'missing'");
}

/* -------------------------------------------------------------------------------------------------------- occupancy -- */
TEST(test_occupancy)
{
    static const struct {
        const char *name;
        cucore_kernel *kernel;
        unsigned block;
        size_t shared_nbytes;
        cucore_occupancy expected;
        const char *message;
    } rows[] = {
        FIELDS("given", &bare, 256, 0, {256, 8, 8 * 132, 8}, NULL),
        FIELDS("one thread", &bare, 1, 0, {1, 32, 32 * 132, 8}, NULL),
        FIELDS("the best", &bare, 0, 0, {1024, 2, 2 * 132, 8}, NULL),
        FIELDS("the best of those that the kernel can have", &small, 0, 0, {256, 8, 8 * 132, 8}, NULL),
        FIELDS("with shared memory", &bare, 0, 100 << 10, {1024, 2, 2 * 132, 8}, NULL),
        FIELDS("with more", &bare, 32, 200 << 10, {32, 1, 132, 8}, NULL),
        FIELDS("static memory, too", &heavy, 32, 0, {32, 32, 32 * 132, 8}, NULL),
        FIELDS("too many threads", &small, 257, 0, {0, 0, 0, 0},
               "kernel 'threads_256': a block of 257 x 1 x 1 threads; this kernel can have 256"),
        FIELDS("far too many threads", &small, UINT_MAX, 0, {0, 0, 0, 0},
               "kernel 'threads_256': a block of 4294967295 x 1 x 1 threads; this kernel can have 256"),
        FIELDS("too much memory", &bare, 0, (size_t)BLOCK_MOST + 1, {0, 0, 0, 0},
               "kernel 'bare': 232449 bytes of dynamic shared memory and 0 of static; a block on device 0 can have "
               "232448"),
        FIELDS(
            "more than 32 bits", &bare, 0, SIZE_MAX, {0, 0, 0, 0},
            "kernel 'bare': 18446744073709551615 bytes of dynamic shared memory and 0 of static; a block on device 0 "
            "can have 232448"),
    };
    cucore_occupancy out, poison;
    memset(&poison, 0xA5, sizeof poison);
    FOR_ROWS (row, rows) {
        start();
        out = poison;
        CHECK_INT(cucore_kernel_get_occupancy(row->kernel, 0, row->block, row->shared_nbytes, &out),
                  row->message ? CUCORE_INVALID_ARGUMENT : CUCORE_OK);
        CHECK(!memcmp(&out, row->message ? &poison : &row->expected, sizeof out));
        if (row->message) CHECK_STR(cucore_last_error()->message, row->message);
        CHECK(!fake_context_current());
    }
    check_row("a device without clusters");
    start();
    fake_set_capability(1, 86);
    CHECK_INT(cucore_kernel_get_occupancy(&bare, 1, 64, 0, &out), CUCORE_OK);
    CHECK_INT(out.cluster_most, 1);
    CHECK_INT(cucore_kernel_get_occupancy(&bare, 0, 64, 0, &out), CUCORE_OK);
    CHECK_INT(out.cluster_most, 8);
    check_row("NULL");
    CHECK_INT(cucore_kernel_get_occupancy(NULL, 0, 64, 0, &out), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_kernel_get_occupancy(&bare, 0, 64, 0, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_kernel_get_occupancy: out is NULL");
    REFUSED(cucore_kernel_get_occupancy(&bare, 2, 64, 0, &out), CUCORE_INVALID_ARGUMENT, "device 2 does not exist");
}

/* ------------------------------------------------------------------------------------------- every call failing in turn -- */
static cucore_status everything(void)
{
    cucore_launch launch = launch_of(64, 32);
    launch.config.grid[0] = 16;
    launch.config.shared_nbytes = 60 << 10;
    launch.cluster[0] = 16;
    launch.flags = CUCORE_LAUNCH_PROGRAMMATIC;
    return cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL);
}

static cucore_status cooperative(void)
{
    cucore_launch launch = launch_of(64, 32);
    launch.flags = CUCORE_LAUNCH_COOPERATIVE;
    return cucore_kernel_launch_params(&bare, 0, &launch, w.f, NULL);
}

static cucore_status plain(void)
{
    return store_on(0, NULL, 1);
}

static cucore_status occupancy(void)
{
    cucore_occupancy out, poison;
    cucore_status status;
    memset(&poison, 0xA5, sizeof poison);
    out = poison;
    status = cucore_kernel_get_occupancy(&bare, 0, 512, 60 << 10, &out);
    if (status)
        CHECK(!memcmp(&out, &poison, sizeof out));
    else
        CHECK_INT(out.block, 512);
    return status;
}

TEST(test_every_call_failing_in_turn)
{
    static const struct {
        const char *name;
        cucore_status (*act)(void);
    } rows[] = {{"everything", everything},
                {"cooperative, in a context that is not primary", cooperative},
                {"plain", plain},
                {"occupancy", occupancy}};
    int n;
    FOR_ROWS (row, rows) {
        for (int is_malloc = 0; is_malloc < 2; is_malloc++) {
            for (n = 1; n < 100; n++) {
                cucore_status status;
                int pending;
                start();
                if (is_malloc) {
                    failing_c_malloc.fail_in = n;
                } else {
                    fake_fail(n, CUDA_ERROR_OUT_OF_MEMORY);
                }
                status = row->act();
                pending = is_malloc ? failing_c_malloc.fail_in > 0 : fake_fail_pending();
                failing_c_malloc.fail_in = 0;
                if (pending) break;
                if (status) {
                    CHECK_INT(status, CUCORE_OUT_OF_MEMORY);
                    CHECK_INT(fake_capture_mode(), 0);
                }
                CHECK(fake_context_depth() <= 1); /* a pop that failed */
                fake_context_set_current(NULL);
                CHECK_INT(row->act(), CUCORE_OK);
                CHECK_INT(fake_live_modules(), 1);
            }
            CHECK(n > (is_malloc ? 3 : 9) && n < 100);
            fake_fail(0, 0);
        }
    }
    fake_context_set_current(NULL);
}

/* ------------------------------------------------------------------------------------------ older drivers, and fork -- */
static void child_without_param_info(void)
{
    const cucore_launch launch = launch_of(1, 1);
    char byte = 0;
    start();
    CHECK_INT(store_on(0, w.a, 4), CUCORE_OK);
    CHECK(all_are(w.out[0], 4));
    CHECK_INT(cucore_kernel_launch_params(&mixed, 0, &launch, w.a, CUCORE_PARAMS(CUCORE_PARAM(byte))),
              CUCORE_OK); /* nobody knows */
    CHECK_INT(cucore_kernel_launch_params(&mixed, 0, &launch, w.a, CUCORE_PARAMS({NULL, 1, "x"})),
              CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message,
              "kernel 'takes_8_4_1_128_24': parameter 0 (x) is NULL; the address of its value is needed");
}

static void child_without_attributes(void)
{
    cucore_launch launch = launch_of(1, 2048);
    start();
    CHECK_INT(store_on(0, w.a, 4), CUCORE_OK);
    CHECK(all_are(w.out[0], 4));
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_DRIVER); /* what the driver says */
    launch = launch_of(1, 1);
    launch.flags = CUCORE_LAUNCH_COOPERATIVE;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_OK);
}

static void child_without_set_attribute(void)
{
    cucore_launch launch = launch_of(32, 1);
    start();
    launch.config.shared_nbytes = 50 << 10;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_NO_DRIVER);
    CHECK_STR(cucore_last_error()->message, "the CUDA driver is too old: it has no cuFuncSetAttribute");
    launch.config.shared_nbytes = 0;
    launch.cluster[0] = 16;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_NO_DRIVER);
    CHECK_INT(store_on(0, w.a, 4), CUCORE_OK);
}

static void child_without_launch_ex(void)
{
    cucore_launch launch = launch_of(32, 1);
    start();
    launch.cluster[0] = 2;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_NO_DRIVER);
    CHECK_STR(cucore_last_error()->message, "the CUDA driver is too old: it has no cuLaunchKernelEx");
    CHECK_INT(store_on(0, w.a, 4), CUCORE_OK);
}

static void child_without_occupancy(void)
{
    cucore_launch launch = launch_of(32, 1);
    cucore_occupancy out;
    start();
    launch.flags = CUCORE_LAUNCH_COOPERATIVE;
    CHECK_INT(cucore_kernel_launch_params(&bare, 0, &launch, w.a, NULL), CUCORE_OK); /* the driver checks */
    CHECK_INT(cucore_kernel_get_occupancy(&bare, 0, 0, 0, &out), CUCORE_NO_DRIVER);
    CHECK_STR(cucore_last_error()->message,
              "the CUDA driver is too old: it has no cuOccupancyMaxActiveBlocksPerMultiprocessor");
    CHECK_INT(cucore_kernel_get_occupancy(&bare, 0, 32, 0, &out), CUCORE_NO_DRIVER);
}

static void child_without_clusters(void)
{
    cucore_occupancy out;
    start();
    CHECK_INT(cucore_kernel_get_occupancy(&bare, 0, 32, 0, &out), CUCORE_OK);
    CHECK_INT(out.cluster_most, 1);
}

static void test_older_drivers(void)
{
    in_child_with("FAKE_CUDA_MISSING", "cuFuncGetParamInfo", child_without_param_info);
    in_child_with("FAKE_CUDA_MISSING", "cuFuncGetAttribute", child_without_attributes);
    in_child_with("FAKE_CUDA_MISSING", "cuFuncSetAttribute", child_without_set_attribute);
    in_child_with("FAKE_CUDA_MISSING", "cuLaunchKernelEx", child_without_launch_ex);
    in_child_with("FAKE_CUDA_MISSING", "cuOccupancyMaxActiveBlocksPerMultiprocessor", child_without_occupancy);
    in_child_with("FAKE_CUDA_MISSING", "cuOccupancyMaxPotentialClusterSize", child_without_clusters);
}

static void child_of_fork(void)
{
    cucore_occupancy out;
    CHECK_INT(store_on(0, w.a, 1), CUCORE_DRIVER);
    REFUSED(cucore_kernel_get_occupancy(&bare, 0, 0, 0, &out), CUCORE_DRIVER, "in a process that was forked");
}

TEST(test_B88_fork)
{
    start();
    CHECK_INT(store_on(0, w.a, 1), CUCORE_OK);
    in_child(child_of_fork);
    CHECK_INT(store_on(0, w.a, 2), CUCORE_OK);
}

int main(void)
{
    RUN(test_older_drivers); /* first: in a child of a process that has not used the driver */
    check_tests();
    start(); /* nothing is left for the sanitizer to find */
    return check_end();
}
