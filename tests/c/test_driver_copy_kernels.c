/* test_driver_copy_kernels.c - plans of cucore_copy.h launched on the fake driver, which runs the kernels on the host */
#include "on_fake.h"

#define dlsym test_dlsym
#define CUCORE_IMPLEMENTATION
#include "../../cucore_cast.h"
#undef dlsym
#include "forget_kernels.h"

enum { ROWS = 65, COLUMNS = 130, BYTES = ROWS * COLUMNS * 16 + 16 };
enum { SIGNED_4 = CUCORE__NUMBER_SIGNED << 4 | 4, UNSIGNED_4 = CUCORE__NUMBER_UNSIGNED << 4 | 4 };

/* One row for each kind of kernel: a copy that needs it. */
static const struct row {
    const char *name, *kernel; /* how the general plan begins, or NULL */
    int is_only;               /* 1: layouts get no other kernel */
    int64_t itemsize;
    int64_t shape[2], dst[2], src[2];
    uint16_t types[2]; /* cucore__number_code, if elements are converted: their bits stay */
    int lead;          /* bytes before both */
} rows[] = {
    {"nothing", NULL, 0, 4, {0, 5}, {5, 1}, {5, 1}, {0, 0}, 0},
    {"memcpy", NULL, 0, 4, {ROWS, COLUMNS}, {COLUMNS, 1}, {COLUMNS, 1}, {0, 0}, 0},
    {"rows", "general, 2 axes, unit 1, rows", 1, 1, {60, 133}, {140, 1}, {137, 1}, {0, 0}, 0},
    {"strided", "general, 2 axes, unit 4, 4 elements", 0, 4, {60, 33}, {33, 1}, {132, 2}, {0, 0}, 0},
    {"tile of 1 byte", "general, 3 axes, unit 1, tile", 0, 3, {ROWS, COLUMNS}, {COLUMNS, 1}, {1, ROWS}, {0, 0}, 0},
    {"tile of 2", "general, 2 axes, unit 2, tile", 0, 2, {ROWS, COLUMNS}, {COLUMNS, 1}, {1, ROWS}, {0, 0}, 0},
    {"tile of 4", "general, 2 axes, unit 4, tile", 0, 4, {ROWS, COLUMNS}, {COLUMNS, 1}, {1, ROWS}, {0, 0}, 0},
    {"tile of 8", "general, 2 axes, unit 8, tile", 0, 8, {ROWS, COLUMNS}, {COLUMNS, 1}, {1, ROWS}, {0, 0}, 0},
    {"tile of 16", "general, 2 axes, unit 16, tile", 0, 16, {ROWS, COLUMNS}, {COLUMNS, 1}, {1, ROWS}, {0, 0}, 0},
    {"converted",
     "general, 2 axes, unit 4 converted",
     0,
     4,
     {ROWS, COLUMNS},
     {COLUMNS, 1},
     {1, ROWS},
     {SIGNED_4, UNSIGNED_4},
     0},
    {"converted, not aligned",
     "convert, 2 axes",
     1,
     4,
     {ROWS, COLUMNS},
     {COLUMNS, 1},
     {1, ROWS},
     {SIGNED_4, UNSIGNED_4},
     1},
};

/* The rows are copied by the general kernels, then by kernels that are written for them. */
static cucore__copy_compile compile = CUCORE__COMPILE_NEVER;

static struct {
    CUcontext primary;
    CUstream stream;
    CUdeviceptr dst, src;
} w;

/* The kernels of all contexts are forgotten, as in a process that has just started. */
static void start(void)
{
    forget_copy_kernels();
    fake_reset();
    CHECK_INT(cucore_context_get_primary(0, &w.primary), CUCORE_OK);
    fake_context_set_current(w.primary);
    w.stream = fake_stream_create(w.primary, CU_STREAM_NON_BLOCKING);
    w.dst = fake_alloc(FAKE_DEVICE, 0, BYTES);
    w.src = fake_alloc(FAKE_DEVICE, 0, BYTES);
    for (int i = 0; i < BYTES; i++) ((unsigned char *)(uintptr_t)w.src)[i] = (unsigned char)(i * 7 + i / 256);
    memset((void *)(uintptr_t)w.dst, 0xEE, BYTES);
    fake_log_clear();
}

static size_t format_plan(const cucore__kernel_plan *plan, char *buffer, size_t size)
{
    cucore__text text = cucore__text_start(buffer, size);
    cucore__text_add_kernel(&text, plan);
    return text.length;
}

static cucore_status copy_row(const struct row *row, CUstream stream)
{
    cucore_layout to, from;
    cucore__kernel_plan plan;
    char text[200];
    const CUdeviceptr lead = (CUdeviceptr)row->lead;
    cucore_status status = cucore_layout_make(2, row->shape, row->dst, row->itemsize, &to);
    if (!status) status = cucore_layout_make(2, row->shape, row->src, row->itemsize, &from);
    plan.compile = compile;
    memcpy(plan.types, row->types, sizeof plan.types);
    if (!status) status = cucore__kernel_plan_make(&to, (uintptr_t)w.dst + lead, &from, (uintptr_t)w.src + lead, &plan);
    if (!status && row->kernel) {
        (void)format_plan(&plan, text, sizeof text);
        CHECK_HAS(text, compile == CUCORE__COMPILE_NEVER || row->is_only ? row->kernel : "written, ");
    }
    return status ? status : cucore__kernel_plan_launch(&plan, stream);
}

/* Elements that are not as they should be. */
static int wrong(const struct row *row)
{
    int count = 0;
    for (int64_t i = 0; i < row->shape[0]; i++) {
        for (int64_t j = 0; j < row->shape[1]; j++) {
            const char *to =
                (const char *)(uintptr_t)w.dst + row->lead + (i * row->dst[0] + j * row->dst[1]) * row->itemsize;
            const char *from =
                (const char *)(uintptr_t)w.src + row->lead + (i * row->src[0] + j * row->src[1]) * row->itemsize;
            count += memcmp(to, from, (size_t)row->itemsize) != 0;
        }
    }
    return count;
}

static int untouched(void)
{
    int i;
    for (i = 0; i < BYTES && ((unsigned char *)(uintptr_t)w.dst)[i] == 0xEE; i++) {
    }
    return i == BYTES;
}

TEST(test_kernels)
{
    FOR_ROWS (row, rows) {
        start();
        CHECK_INT(copy_row(row, w.stream), CUCORE_OK);
        CHECK_INT(wrong(row), 0);
        CHECK_INT(fake_count("cuLaunchKernel"), row->kernel != NULL);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), row->kernel != NULL); /* only what is needed, once */
        CHECK_INT(fake_count("cuMemcpyAsync"), strcmp(row->name, "memcpy") == 0);
        fake_log_clear();
        CHECK_INT(copy_row(row, w.stream), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 0);
        if (row->kernel) CHECK_INT(fake_call_count(), 3); /* cuCtxGetCurrent, cuCtxGetId, cuLaunchKernel */
        CHECK(fake_context_current() == w.primary);
        CHECK_INT(fake_context_depth(), 1);
    }
}

/* Every driver call fails once: an error, nothing written, no module left; then all is well. */
TEST(test_failures)
{
    int modules;
    FOR_ROWS (row, rows) {
        for (int n = 1;; n++) {
            cucore_status status;
            start();
            modules = fake_live_modules();
            fake_fail(n, CUDA_ERROR_OUT_OF_MEMORY);
            status = copy_row(row, w.stream);
            if (fake_fail_pending()) break;
            if (status) {
                CHECK_INT(status, CUCORE_OUT_OF_MEMORY);
                CHECK(untouched());
                if (!fake_count("cuLaunchKernel")) CHECK_INT(fake_live_modules(), modules);
            }
            CHECK_INT(fake_context_depth(), 1);
            if (status) CHECK_INT(fake_capture_mode(), 0); /* the call that gives the mode back may fail, too */
            CHECK_INT(copy_row(row, w.stream), CUCORE_OK);
            CHECK_INT(wrong(row), 0);
        }
        fake_fail(0, 0);
    }
}

/* A kernel belongs to a context: another one compiles its own, also at the address of one that is gone. */
TEST(test_contexts)
{
    CUcontext made;
    CUstream stream;
    for (int i = 0; i < 40; i++) {
        start();
        made = fake_context_create(0);
        fake_context_set_current(made);
        stream = fake_stream_create(made, CU_STREAM_NON_BLOCKING);
        CHECK_INT(copy_row(&rows[6], stream), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
        CHECK_INT(copy_row(&rows[6], stream), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
        CHECK_INT(wrong(&rows[6]), 0);
        fake_context_set_current(w.primary);
        CHECK_INT(copy_row(&rows[6], w.stream), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 2);
        fake_stream_destroy(stream);
        fake_context_destroy(made);
    }
    start();
    for (int i = 0; i < 40; i++) { /* without forgetting */
        made = fake_context_create(0);
        fake_context_set_current(made);
        stream = fake_stream_create(made, CU_STREAM_NON_BLOCKING);
        fake_log_clear();
        CHECK_INT(copy_row(&rows[6], stream), CUCORE_OK);
        CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
        fake_context_set_current(w.primary);
        fake_stream_destroy(stream);
        fake_context_destroy(made);
    }
    CHECK_INT(copy_row(&rows[6], w.stream), CUCORE_OK);
}

/* Gives what a context has of a kernel the number of an earlier context.  Returns how many there were. */
static int outdate(void *list, CUcontext context)
{
    cucore__loaded *one = *(cucore__loaded **)list;
    int count = 0;
    for (; one; one = one->next) {
        if (one->context == context) one->id += 1000, count++;
    }
    return count;
}

/* The same handle, another context: the number tells. */
TEST(test_context_renewed)
{
    cucore__written_layout **layouts = (cucore__written_layout **)(void *)cucore__written_layouts;
    CUcontext made;
    CUstream stream;
    int i, count = 0;
    start();
    made = fake_context_create(0);
    fake_context_set_current(made);
    stream = fake_stream_create(made, CU_STREAM_NON_BLOCKING);
    CHECK_INT(copy_row(&rows[6], stream), CUCORE_OK);
    for (i = 0; i < COUNT(cucore__written_layouts); i++) {
        cucore__written *own = layouts[i] ? (cucore__written *)layouts[i]->own : NULL;
        if (layouts[i]) count += outdate(own ? &own->functions : &layouts[i]->kernel->functions, made);
    }
    CHECK_INT(count, 1);
    fake_log_clear();
    CHECK_INT(copy_row(&rows[6], stream), CUCORE_OK);
    CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
    CHECK_INT(copy_row(&rows[6], stream), CUCORE_OK);
    CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
}

TEST(test_no_context)
{
    start();
    fake_context_set_current(NULL);
    REFUSED(copy_row(&rows[6], w.stream), CUCORE_DRIVER, "needs a current context");
    CHECK(untouched());
}

TEST(test_first_use_in_a_capture)
{
    for (int mode = 0; mode < 3; mode++) {
        start();
        CHECK_INT(fake_capture_begin(w.stream, mode), 0);
        CHECK_INT(copy_row(&rows[6], w.stream), CUCORE_OK);
        CHECK_INT(fake_capture_status(w.stream), 1);
        CHECK_INT(fake_capture_mode(), 0);
        CHECK_INT(fake_capture_end(w.stream), 0);
    }
}

static int first_use(int number)
{
    int errors = 0;
    (void)number;
    fake_context_set_current(w.primary);
    for (int i = 0; i < 50; i++) errors += copy_row(&rows[2 + i % (COUNT(rows) - 2)], w.stream) != CUCORE_OK;
    fake_context_set_current(NULL);
    return errors;
}

TEST(test_threads)
{
    start();
    in_threads(first_use);
    CHECK_INT(fake_count("cuModuleLoadDataEx"), COUNT(rows) - 2); /* two rows have no kernel */
}

static void child_missing_id(void)
{
    CUcontext made;
    start();
    CHECK_INT(copy_row(&rows[6], w.stream), CUCORE_OK);
    made = fake_context_create(0);
    fake_context_set_current(made);
    REFUSED(copy_row(&rows[6], w.stream), CUCORE_NO_DRIVER, "cuCtxGetId");
}

static void child_missing_attribute(void)
{
    start();
    CHECK_INT(copy_row(&rows[6], w.stream), CUCORE_OK);
    CHECK_INT(wrong(&rows[6]), 0);
}

static void test_older_drivers(void)
{
    in_child_with("FAKE_CUDA_MISSING", "cuCtxGetId", child_missing_id);
    in_child_with("FAKE_CUDA_MISSING", "cuFuncGetAttribute", child_missing_attribute);
}

TEST(test_plan_text)
{
    cucore_layout to, from;
    cucore__kernel_plan plan;
    char text[512], cut[8];
    size_t length;
    plan.compile = CUCORE__COMPILE_NEVER;
    plan.types[0] = plan.types[1] = 0;
    CHECK_INT(cucore_layout_make(2, rows[6].shape, rows[6].dst, 4, &to), CUCORE_OK);
    CHECK_INT(cucore_layout_make(2, rows[6].shape, rows[6].src, 4, &from), CUCORE_OK);
    CHECK_INT(cucore__kernel_plan_make(&to, 4096, &from, 8192, &plan), CUCORE_OK);
    length = format_plan(&plan, text, sizeof text);
    CHECK_INT(length, strlen(text));
    CHECK_HAS(text, "general, 2 axes, unit 4, tile of ");
    CHECK_HAS(text, " blocks");
    CHECK_INT(format_plan(&plan, cut, sizeof cut), length);
    CHECK_STR(cut, "general");
    CHECK_INT(format_plan(&plan, NULL, 0), length);
}

/* Elements of two packed numbers, as torch's float4_e2m1fn_x2, are converted as elements of one, twice as many. */
TEST(test_numbers_of_vectors)
{
    static const float numbers[8] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
    static unsigned char bytes[2][4] = {{0x10, 0x32, 0x54, 0x76}, {0x98, 0xBA, 0xDC, 0xFE}};
    const int64_t shape[2] = {2, 4}, twice[2] = {2, 8};
    const cucore_repack how = {4, -1, 1, NULL};
    float out[2][8];
    cucore_array_spec spec;
    cucore_view dst, src;
    cucore_copy_options options;
    int i;
    memset(&options, 0, sizeof options);
    memset(&spec, 0, sizeof spec);
    options.flags = CUCORE_COPY_CAST;
    spec.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT4_E2M1FN, 4, 2);
    spec.ndim = 2;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    spec.device_id = CUCORE_DEVICE_NONE;
    CHECK_INT(cucore_view_wrap(bytes, &spec, NULL, NULL, &src), CUCORE_OK);
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.shape = twice;
    CHECK_INT(cucore_view_wrap(out, &spec, NULL, NULL, &dst), CUCORE_OK);
    CHECK_INT(cucore_view_copy(&dst, &src, CUCORE_STREAM_HOST, &options), CUCORE_UNSUPPORTED);
    CHECK_STR(cucore_last_error()->message,
              "dst is float32, src is float4_e2m1fnx2: only bool, integers, floats and complex numbers of one lane are "
              "converted; cucore_layout_repack makes elements of one lane");
    src.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT4_E2M1FN, 4, 1);
    CHECK_INT(cucore_layout_repack(&src.layout, &how, NULL, &src.layout), CUCORE_OK);
    CHECK(src.layout.shape[0] == 2 && src.layout.shape[1] == 8);
    CHECK_INT(cucore_view_copy(&dst, &src, CUCORE_STREAM_HOST, &options), CUCORE_OK);
    for (i = 0; i < 8; i++) CHECK(out[0][i] == numbers[i] && out[1][i] == -numbers[i]);
}

/* Kernels that could not be loaded wait for `copies` copies, not for 1000.  Returns the number of these kernels. */
static int shorten_pauses(int copies)
{
    cucore__written_layout **layouts = (cucore__written_layout **)(void *)cucore__written_layouts;
    int i, count = 0;
    for (i = 0; i < COUNT(cucore__written_layouts); i++) {
        cucore__written *own = layouts[i] ? (cucore__written *)layouts[i]->own : NULL;
        if (!own || own->pause == 0) continue;
        CHECK_INT(own->pause, 1000);
        own->pause = copies;
        count++;
    }
    return count;
}

/* A written kernel that cannot be loaded, as on a device that is full: a general one copies, unless the caller asked.  It
 * is tried again after a while. */
TEST(test_written_replaced)
{
    static const cucore__copy_compile kinds[] = {CUCORE__COMPILE_NOW, CUCORE__COMPILE_LATER};
    int n, loads, replaced;
    for (int i = 0; i < COUNT(rows) * 2; i++) {
        const struct row *row = &rows[i / 2];
        if (!row->kernel || row->is_only) continue;
        check_row(row->name);
        for (n = 1, replaced = 0;; n++) {
            cucore_status status;
            start();
            if (kinds[i % 2] == CUCORE__COMPILE_LATER) { /* as if it had been written before, in another context */
                CUcontext made = fake_context_create(0);
                CUstream stream = fake_stream_create(made, CU_STREAM_NON_BLOCKING);
                fake_context_set_current(made);
                compile = CUCORE__COMPILE_NOW;
                CHECK_INT(copy_row(row, stream), CUCORE_OK);
                fake_context_set_current(w.primary);
                memset((void *)(uintptr_t)w.dst, 0xEE, BYTES);
                fake_log_clear();
            }
            compile = kinds[i % 2];
            fake_fail(n, CUDA_ERROR_OUT_OF_MEMORY);
            status = copy_row(row, w.stream);
            if (fake_fail_pending()) break;
            fake_fail(0, 0);
            loads = fake_count("cuModuleLoadDataEx");
            if (loads != 2) continue; /* another call failed */
            replaced++;
            CHECK_INT(status, CUCORE_OK);
            CHECK_INT(wrong(row), 0);
            CHECK_INT(fake_count("cuLaunchKernel"), 1);
            fake_log_clear();
            CHECK_INT(shorten_pauses(3), 1);
            for (int k = 0; k < 3; k++) CHECK_INT(copy_row(row, w.stream), CUCORE_OK);
            CHECK_INT(fake_count("cuModuleLoadDataEx"), 0);
            fake_log_clear();
            CHECK_INT(copy_row(row, w.stream), CUCORE_OK);
            CHECK_INT(fake_count("cuModuleLoadDataEx"), 1); /* now it is there */
            CHECK_INT(copy_row(row, w.stream), CUCORE_OK);
            CHECK_INT(fake_count("cuModuleLoadDataEx"), 1);
            CHECK_INT(wrong(row), 0);
        }
        fake_fail(0, 0);
        CHECK(replaced >= 2); /* the module, and its function */
    }
    compile = CUCORE__COMPILE_ASKED;
    for (n = 1, replaced = 0;; n++) {
        cucore_status status;
        start();
        fake_fail(n, CUDA_ERROR_OUT_OF_MEMORY);
        status = copy_row(&rows[6], w.stream);
        if (fake_fail_pending()) break;
        if (!fake_count("cuModuleLoadDataEx") || fake_count("cuLaunchKernel")) continue;
        replaced++;
        CHECK_INT(status, CUCORE_OUT_OF_MEMORY);
        CHECK(untouched());
    }
    fake_fail(0, 0);
    CHECK(replaced >= 2);
}

int main(void)
{
    RUN(test_older_drivers); /* first: in a child of a process that has not used the driver */
    check_tests();
    compile = CUCORE__COMPILE_ASKED;
    check_run("test_written_kernels", test_kernels);
    check_run("test_written_failures", test_failures);
    check_run("test_written_contexts", test_contexts);
    check_run("test_written_context_renewed", test_context_renewed);
    check_run("test_written_first_use_in_a_capture", test_first_use_in_a_capture);
    check_run("test_written_threads", test_threads);
    return check_end();
}
