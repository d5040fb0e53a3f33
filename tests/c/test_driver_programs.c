/* test_driver_programs.c - kernels from source and from LTO-IR, on the fake driver (tests/fake_driver) with fake compilers (fake_nvrtc.h)
 *
 * What the real compilers make of programs is looked at in test_programs.c.
 * Build and run as test_driver.c; the same with -fsanitize=address,undefined and with -fsanitize=thread. */
#include "on_fake.h"

#include "fake_nvrtc.h"
#include "failing_c.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore_kernel.h"
#include "../../cucore_program.h"
#undef dlopen
#undef dlclose
#undef dlsym
#include "kernel_world.h"

static cucore_program program = CUCORE_PROGRAM("the source", "-std=c++17");
static cucore_kernel store = CUCORE_PROGRAM_KERNEL(program, "store");
static cucore_kernel twin = CUCORE_PROGRAM_KERNEL(program, "twin");
static cucore_kernel shaped = CUCORE_PROGRAM_KERNEL(program, "takes<4,8>");
static cucore_kernel shaped_again = CUCORE_PROGRAM_KERNEL(program, "takes<4,8>");
static cucore_kernel missing = CUCORE_PROGRAM_KERNEL(program, "missing");
static cucore_program wrong = CUCORE_PROGRAM("#warning\n#error", NULL);
static cucore_kernel wrong_kernel = CUCORE_PROGRAM_KERNEL(wrong, "store");
static cucore_program refused = CUCORE_PROGRAM("bad for the driver", NULL);
static cucore_kernel refused_kernel = CUCORE_PROGRAM_KERNEL(refused, "store");
static const char lto_image[] = "LTO-IR";
static cucore_program linked = CUCORE_PROGRAM_LTO(lto_image, sizeof lto_image - 1, NULL);
static cucore_kernel linked_kernel = CUCORE_PROGRAM_KERNEL(linked, "store");
static cucore_kernel linked_template = CUCORE_PROGRAM_KERNEL(linked, "fill<float>");
static cucore_program spare = CUCORE_PROGRAM("spare", NULL);

static cucore_program *const programs[] = {&program, &wrong, &refused, &linked, &spare};
static cucore_kernel *const kernels[] = {&store,        &twin,           &shaped,        &shaped_again,   &missing,
                                         &wrong_kernel, &refused_kernel, &linked_kernel, &linked_template};

static void forget_program(cucore_program *one)
{
    cucore__image *image = (cucore__image *)one->private_.images, *next;
    for (; image; image = next) {
        next = image->next;
        free(image);
    }
    free(one->private_.log);
    one->private_.images = NULL;
    one->private_.log = NULL;
}

static void forget_facts(cucore_kernel *kernel)
{
    cucore__loaded *one = (cucore__loaded *)kernel->private_[CUCORE__KERNEL_FACTS];
    for (; one; one = one->next) free(one->handle);
    forget_loaded(&kernel->private_[CUCORE__KERNEL_FACTS]);
}

static void start(void)
{
    for (int i = 0; i < COUNT(programs); i++) forget_program(programs[i]);
    for (int i = 0; i < COUNT(kernels); i++) forget_kernel(kernels[i]), forget_facts(kernels[i]);
    for (int i = 0; i < 2; i++) cucore__tools[i].is_loaded = 0;
    fake_tools_reset();
    world_begin();
}

/* ------------------------------------------------------------------------------------------------- what is compiled -- */
TEST(test_compiled_once)
{
    start();
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
    CHECK(all_are(w.out[0], 1));
    CHECK_INT(fake_tools.compiled, 1);
    CHECK_STR(fake_tools.options, "[-std=c++17][--gpu-architecture=sm_90]");
    CHECK_STR(fake_tools.opened, "libnvrtc.so.13,");
    fake_context_set_current(w.primary[0]);
    fake_log_clear();
    CHECK_INT(launch(&store, 0, w.a, 2), CUCORE_OK);
    CHECK_INT(fake_call_count(), 4); /* as any kernel */
    CHECK_INT(launch(&twin, 0, w.a, 2), CUCORE_OK);
    CHECK_INT(fake_count("cuModuleLoadDataEx"), 0); /* its module is that of store */
    CHECK_INT(launch(&store, 1, w.b, 3), CUCORE_OK);
    CHECK_INT(launch(&store, 0, w.f, 3), CUCORE_OK);
    CHECK(all_are(w.out[1], 3));
    CHECK_INT(fake_count("cuModuleLoadDataEx"), 2);
    CHECK_INT(fake_tools.compiled, 1);
    CHECK_INT(fake_tools.live, 0);
    fake_context_set_current(NULL);
}

TEST(test_compiled_for_each_architecture)
{
    static const struct {
        const char *name;
        int capability;
        const char *option, *message;
    } rows[] = {
        {"known", 75, "[--gpu-architecture=sm_75]", NULL},
        {"three digits", 100, "[--gpu-architecture=sm_100]", NULL},
        {"between", 89, "[--gpu-architecture=compute_86]", NULL},
        {"newer", 121, "[--gpu-architecture=compute_100]", NULL},
        {"older", 70, NULL, "this NVRTC compiles for sm_75 and newer; the device is sm_70"},
    };
    FOR_ROWS (row, rows) {
        start();
        fake_set_capability(1, row->capability);
        CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
        CHECK_INT(launch(&store, 1, w.b, 1), row->message ? CUCORE_UNSUPPORTED : CUCORE_OK);
        CHECK_INT(fake_tools.compiled, row->message ? 1 : 2);
        if (row->message) {
            CHECK_STR(cucore_last_error()->message, row->message);
        } else {
            CHECK_HAS(fake_tools.options, row->option);
        }
        CHECK(all_are(w.out[1], row->message ? -1 : 1));
        CHECK_INT(launch(&store, 0, w.a, 2), CUCORE_OK);
    }
}

/* An expression is compiled by itself, for all kernels that have it, and is launched by its lowered name. */
TEST(test_expressions)
{
    cucore_launch one;
    int n = 4;
    void *pointer = NULL;
    start();
    memset(&one, 0, sizeof one);
    one.config = cucore_launch_config_1d(1, 1);
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
    CHECK_INT(cucore_kernel_launch_params(&shaped, 0, &one, w.a, CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(pointer))),
              CUCORE_OK);
    CHECK_INT(fake_tools.compiled, 2);
    CHECK_INT(
        cucore_kernel_launch_params(&shaped_again, 0, &one, w.a, CUCORE_PARAMS(CUCORE_PARAM(n), CUCORE_PARAM(pointer))),
        CUCORE_OK);
    CHECK_INT(fake_tools.compiled, 2);
    CHECK_INT(fake_count("cuModuleLoadDataEx"), 2);
    CHECK_INT(cucore_kernel_launch_params(&shaped, 0, &one, w.a, CUCORE_PARAMS(CUCORE_PARAM(pointer), CUCORE_PARAM(n))),
              CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message,
              "kernel 'takes<4,8>': parameter 0 (pointer) has 8 bytes, the kernel takes 4");
}

TEST(test_compile)
{
    cucore_program_image image, again, poison;
    start();
    memset(&poison, 0xA5, sizeof poison);
    image = poison;
    CHECK_INT(cucore_program_compile(&program, 90, "store", &image), CUCORE_OK);
    CHECK(image.nbytes == strlen("cubin for sm_90: the source") &&
          !memcmp(image.data, "cubin for sm_90: the source", image.nbytes + 1));
    CHECK_STR(image.kernel_name, "store");
    CHECK((uintptr_t)image.data % 16 == 0);
    CHECK_INT(cucore_program_compile(&program, 89, NULL, &again), CUCORE_OK);
    CHECK_STR((const char *)again.data, "cubin for compute_86: the source"); /* PTX */
    CHECK(again.nbytes == strlen((const char *)again.data) + 1 && !again.kernel_name);
    CHECK_INT(cucore_program_compile(&program, 90, "twin", &again), CUCORE_OK);
    CHECK(again.data == image.data);
    CHECK_INT(fake_tools.compiled, 2);
    CHECK_INT(cucore_program_compile(&program, 90, "fill<float>", &again), CUCORE_OK);
    CHECK_STR(again.kernel_name, "_Zfill_float_");
    CHECK_INT(fake_tools.compiled, 3);
    CHECK_INT(cucore_program_compile(&program, 90, "fill<int>", &again), CUCORE_OK);
    CHECK_INT(cucore_program_compile(&program, 90, "fill<float>", &again), CUCORE_OK);
    CHECK_STR(again.kernel_name, "_Zfill_float_");
    CHECK_INT(fake_tools.compiled, 4);
    CHECK_INT(fake_call_count(), fake_count("cuDriverGetVersion")); /* a driver is not needed */
    fake_tools.compiled = 0;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
    CHECK_INT(fake_tools.compiled, 0);
}

TEST(test_refusals)
{
    static cucore_program empty;
    static cucore_kernel kernel = CUCORE_PROGRAM_KERNEL(empty, "store");
    static const struct {
        const char *name;
        cucore_program *program;
        int architecture;
        const char *kernel_name;
        cucore_status status;
        const char *message;
    } rows[] = {
        {"no program", NULL, 90, "store", CUCORE_INVALID_ARGUMENT, "cucore_program_compile: program is NULL"},
        {"no code", &empty, 90, "store", CUCORE_INVALID_ARGUMENT, "cucore_program_compile: program->code is NULL"},
        {"architecture 9", &program, 9, "store", CUCORE_INVALID_ARGUMENT,
         "architecture is 9; it is 10 times the major and the minor number of a compute capability, 90 for 9.0"},
        {"architecture -90", &program, -90, "store", CUCORE_INVALID_ARGUMENT,
         "architecture is -90; it is 10 times the major and the minor number of a compute capability, 90 for 9.0"},
        {"architecture 10000", &program, 10000, "store", CUCORE_INVALID_ARGUMENT,
         "architecture is 10000; it is 10 times the major and the minor number of a compute capability, 90 for 9.0"},
        {"an expression to link", &linked, 90, "fill<float>", CUCORE_UNSUPPORTED,
         "'fill<float>' is no name of a linked kernel: it needs the one that the linker knows, which C++ mangles "
         "without extern \"C\""},
        {"does not compile", &wrong, 90, "store", CUCORE_DRIVER,
         "kernel 'store' does not compile (NVRTC, --gpu-architecture=sm_90): program.cu(2): error: it is wrong"},
        {"does not compile, no name", &wrong, 89, NULL, CUCORE_DRIVER,
         "a program does not compile (NVRTC, --gpu-architecture=compute_86): program.cu(2): error: it is wrong"},
    };
    cucore_program_image image, poison;
    start();
    memset(&poison, 0xA5, sizeof poison);
    FOR_ROWS (row, rows) {
        image = poison;
        CHECK_INT(cucore_program_compile(row->program, row->architecture, row->kernel_name, &image), row->status);
        CHECK_STR(cucore_last_error()->message, row->message);
        CHECK(!memcmp(&image, &poison, sizeof image));
        CHECK_INT(fake_tools.live, 0);
    }
    check_row("no out");
    CHECK_INT(cucore_program_compile(&program, 90, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_program_compile: out is NULL");
    check_row("launches");
    CHECK_INT(launch(&linked_template, 0, w.a, 1), CUCORE_UNSUPPORTED);
    REFUSED(launch(&missing, 0, w.a, 1), CUCORE_DRIVER, "no kernel named 'missing'");
    REFUSED(launch(&refused_kernel, 0, w.a, 1), CUCORE_DRIVER, "line 1: that is bad");
    CHECK_INT(fake_live_modules(), 0);
    CHECK_INT(fake_count("cuLaunchKernel"), 0);
    empty.private_.maker.make = program.private_.maker.make;
    CHECK_INT(launch(&kernel, 0, w.a, 1), CUCORE_INVALID_ARGUMENT);
}

TEST(test_log)
{
    static const char all[] =
        "program.cu(1): warning: it is short\nprogram.cu(2): error: it is wrong\n1 error detected\n";
    char text[256], part[16];
    start();
    memset(text, 'x', sizeof text);
    CHECK_INT(cucore_program_log_text(&wrong, text, sizeof text), 0);
    CHECK_STR(text, "");
    CHECK_INT(launch(&wrong_kernel, 0, w.a, 1), CUCORE_DRIVER);
    CHECK_STR(cucore_last_error()->message,
              "kernel 'store' does not compile (NVRTC, --gpu-architecture=sm_90): program.cu(2): error: it is wrong");
    CHECK(all_are(w.out[0], -1));
    CHECK_INT(cucore_program_log_text(&wrong, text, sizeof text), strlen(all));
    CHECK_STR(text, all);
    CHECK_INT(cucore_program_log_text(&wrong, part, sizeof part), strlen(all));
    CHECK_STR(part, "program.cu(1): ");
    CHECK_INT(cucore_program_log_text(&wrong, NULL, 0), strlen(all));
    CHECK_INT(cucore_program_log_text(NULL, text, sizeof text), 0);
    CHECK_INT(launch(&wrong_kernel, 0, w.a, 1), CUCORE_DRIVER); /* tried again */
    CHECK_INT(fake_tools.compiled, 2);
    check_row("a log without an error");
    fake_tools.fails = "nvrtcCompileProgram", fake_tools.result = 11;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_DRIVER);
    fake_tools.fails = "nvrtcGetProgramLog";
    CHECK_INT(launch(&wrong_kernel, 0, w.a, 1), CUCORE_DRIVER);
    CHECK_STR(cucore_last_error()->message,
              "kernel 'store' does not compile (NVRTC, --gpu-architecture=sm_90): the compiler does not say why");
    fake_tools.fails = NULL;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
    CHECK_INT(cucore_program_log_text(&program, NULL, 0), 0); /* the last compilation said nothing */
}

/* ---------------------------------------------------------------------------------------------- options and headers -- */
TEST(test_options)
{
    static const struct {
        const char *options, *expected, *message;
    } rows[] = {
        {NULL, "[--gpu-architecture=sm_90]", NULL},
        {"", "[--gpu-architecture=sm_90]", NULL},
        {" \t\n", "[--gpu-architecture=sm_90]", NULL},
        {"-a", "[-a][--gpu-architecture=sm_90]", NULL},
        {"  -a\n\t-b  ", "[-a][-b][--gpu-architecture=sm_90]", NULL},
        {"a b c d", "[a][b][c][d][--gpu-architecture=sm_90]", NULL},
        {"\"-I a folder\" -b", "[-I a folder][-b][--gpu-architecture=sm_90]", NULL},
        {"-I\"a folder\"/x", "[-Ia folder/x][--gpu-architecture=sm_90]", NULL},
        {"\"\" -b", "[][-b][--gpu-architecture=sm_90]", NULL},
        {"-I\\a\\b", "[-I\\a\\b][--gpu-architecture=sm_90]", NULL},
        {"-arch=compute_80 -b", "[-arch=compute_80][-b]", NULL},
        {"-b --gpu-architecture=sm_90a", "[-b][--gpu-architecture=sm_90a]", NULL},
        {"-a \"-b", NULL, "a quote in the options does not end: -a \"-b"},
        {"\"", NULL, "a quote in the options does not end: \""},
    };
    cucore_program_image image;
    for (int i = 0; i < COUNT(rows); i++) {
        start();
        check_row(rows[i].options ? rows[i].options : "NULL");
        spare.options = rows[i].options;
        CHECK_INT(cucore_program_compile(&spare, 90, NULL, &image),
                  rows[i].message ? CUCORE_INVALID_ARGUMENT : CUCORE_OK);
        if (rows[i].message) {
            CHECK_STR(cucore_last_error()->message, rows[i].message);
        } else {
            CHECK_STR(fake_tools.options, rows[i].expected);
        }
    }
    spare.options = NULL;
}

TEST(test_headers)
{
    static const cucore_program_header headers[] = {{"a.h", "int a;"}, {"b/c.h", NULL}, {NULL, "never"}};
    static const cucore_program_header none[] = {{NULL, NULL}};
    static const cucore_program_header mine[] = {{"cucore_kernel.h", "int mine;"}, {NULL, NULL}};
    static cucore_program own = CUCORE_PROGRAM_WITH("source", NULL, mine);
    static cucore_program with = CUCORE_PROGRAM_WITH("source", NULL, headers),
                          without = CUCORE_PROGRAM_WITH("source", NULL, none);
    cucore_program_image image;
    start();
    CHECK_INT(cucore_program_compile(&with, 90, NULL, &image), CUCORE_OK);
    CHECK_HAS(fake_tools.headers, "a.h=int a;,b/c.h=,cucore_kernel.h=#ifndef CUCORE_KERNEL_H\n");
    CHECK_INT(cucore_program_compile(&without, 90, NULL, &image), CUCORE_OK);
    CHECK(strncmp(fake_tools.headers, "cucore_kernel.h=#ifndef", 23) == 0);
    CHECK_INT(cucore_program_compile(&own, 90, NULL, &image), CUCORE_OK);
    CHECK_STR(fake_tools.headers, "cucore_kernel.h=int mine;,");
    forget_program(&own);
    forget_program(&with);
    forget_program(&without);
}

/* -------------------------------------------------------------------------------------------------------- libraries -- */
TEST(test_libraries)
{
    static const struct {
        const char *name, *installed, *missing, *version, *opened, *message;
    } rows[] = {
        {"newest", "libnvrtc.so.11.2,libnvrtc.so.12,libnvrtc.so.13", NULL, "13000", "libnvrtc.so.13,", NULL},
        {"older", "libnvrtc.so.11.2", NULL, "13000", "libnvrtc.so.11.2,", NULL},
        {"no version", "libnvrtc.so", NULL, "13000", "libnvrtc.so,", NULL},
        {"a toolkit", "/usr/local/cuda/lib64/libnvrtc.so", NULL, "13000", "/usr/local/cuda/lib64/libnvrtc.so,", NULL},
        {"as the driver", "libnvrtc.so.11.2,libnvrtc.so.12,libnvrtc.so.13", NULL, "12080", "libnvrtc.so.12,", NULL},
        {"older than the driver", "libnvrtc.so.11.2,libnvrtc.so.13", NULL, "12080", "libnvrtc.so.11.2,", NULL},
        {"newer than the driver, if there is no other", "libnvrtc.so.13", NULL, "12080", "libnvrtc.so.13,", NULL},
        {"a driver to come", "libnvrtc.so.12,libnvrtc.so.13", NULL, "14000", "libnvrtc.so.13,", NULL},
        {"none", "", NULL, "13000", "",
         "NVRTC is not installed, or not where libraries are looked for (tried libnvrtc.so.13, libnvrtc.so.12, "
         "libnvrtc.so.11.2, "
         "libnvrtc.so, /usr/local/cuda/lib64/libnvrtc.so)"},
        {"none, older driver", "libnvJitLink.so.13", NULL, "12000", "",
         "NVRTC is not installed, or not where libraries are looked for (tried libnvrtc.so.12, libnvrtc.so.11.2, "
         "libnvrtc.so, /usr/local/cuda/lib64/libnvrtc.so, libnvrtc.so.13)"},
        {"too old", "libnvrtc.so.11.2", "nvrtcGetCUBIN", "13000", "libnvrtc.so.11.2,",
         "NVRTC is not installed, or not where libraries are looked for (tried libnvrtc.so.13, libnvrtc.so.12, "
         "libnvrtc.so.11.2 "
         "(too old: it has no nvrtcGetCUBIN), libnvrtc.so, /usr/local/cuda/lib64/libnvrtc.so)"},
        {"the last function", "libnvrtc.so", "nvrtcGetLoweredName", "13000", "libnvrtc.so,",
         "NVRTC is not installed, or not where libraries are looked for (tried libnvrtc.so.13, libnvrtc.so.12, "
         "libnvrtc.so.11.2, "
         "libnvrtc.so (too old: it has no nvrtcGetLoweredName), /usr/local/cuda/lib64/libnvrtc.so)"},
    };
    FOR_ROWS (row, rows) {
        start();
        setenv("FAKE_CUDA_VERSION", row->version, 1);
        fake_open_count = 0;
        fake_tools.installed = row->installed;
        fake_tools.missing = row->missing;
        CHECK_INT(launch(&store, 0, w.a, 1), row->message ? CUCORE_NO_DRIVER : CUCORE_OK);
        CHECK_STR(fake_tools.opened, row->opened);
        CHECK_INT(fake_open_count, !row->message); /* what is of no use is closed */
        if (row->message) CHECK_STR(cucore_last_error()->message, row->message);
        if (row->message) CHECK_INT(fake_live_modules(), 0);
        fake_tools.installed = "libnvrtc.so.13"; /* it is looked for again */
        fake_tools.missing = NULL;
        CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
        CHECK(all_are(w.out[0], 1));
    }
    unsetenv("FAKE_CUDA_VERSION");
    check_row("nvJitLink");
    start();
    fake_tools.installed = "libnvrtc.so.13";
    CHECK_INT(launch(&linked_kernel, 0, w.a, 1), CUCORE_NO_DRIVER);
    CHECK_STR(cucore_last_error()->message,
              "nvJitLink is not installed, or not where libraries are looked for (tried libnvJitLink.so.13, "
              "libnvJitLink.so.12, libnvJitLink.so, /usr/local/cuda/lib64/libnvJitLink.so)");
}

TEST(test_architectures_that_make_no_sense)
{
    static const int archs[65] = {90};
    start();
    fake_tools.archs = archs;
    fake_tools.arch_count = 65;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_DRIVER);
    CHECK_STR(cucore_last_error()->message, "nvrtcGetNumSupportedArchs says that there are 65");
    fake_tools.arch_count = 0;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_DRIVER);
    fake_tools.arch_count = 1;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
}

/* ---------------------------------------------------------------------------------------------------------- linking -- */
TEST(test_lto)
{
    static const unsigned char fatbin[] = {0x50, 0xED, 0x55, 0xBA, 1, 0};
    static cucore_program bad = CUCORE_PROGRAM_LTO("#error", 6, "-arch=sm_80 -dlto"),
                          fat = CUCORE_PROGRAM_LTO(fatbin, sizeof fatbin, "-O3");
    cucore_program_image image;
    char text[64];
    start();
    CHECK_INT(launch(&linked_kernel, 0, w.a, 5), CUCORE_OK);
    CHECK(all_are(w.out[0], 5));
    CHECK_STR(fake_tools.options, "[-arch=sm_90][-lto]");
    CHECK_INT(fake_tools.input_kind, 3);
    CHECK_INT(cucore_program_compile(&linked, 90, "store", &image), CUCORE_OK);
    CHECK(!memcmp(image.data, "linked for sm_90: LTO-IR", image.nbytes + 1));
    CHECK_STR(image.kernel_name, "store");
    CHECK_INT(fake_tools.linked, 1);
    CHECK_INT(cucore_program_compile(&fat, 90, "store", &image), CUCORE_OK);
    CHECK_INT(fake_tools.input_kind, 4);
    CHECK_STR(fake_tools.options, "[-O3][-arch=sm_90][-lto]");
    CHECK_INT(cucore_program_compile(&bad, 90, "store", &image), CUCORE_DRIVER);
    CHECK_STR(fake_tools.options, "[-arch=sm_80][-dlto]");
    CHECK_STR(cucore_last_error()->message,
              "kernel 'store' does not compile (nvJitLink, -arch=sm_80): ERROR 6 in link: it is wrong");
    CHECK_INT(cucore_program_log_text(&bad, text, sizeof text), 29);
    CHECK_STR(fake_tools.opened, "libnvJitLink.so.13,");
    CHECK_INT(fake_tools.live, 0);
    forget_program(&fat);
    forget_program(&bad);
}

/* -------------------------------------------------------------------------------------------- what fails, in turn -- */
TEST(test_every_compiler_function_failing)
{
    static const struct {
        const char *function;
        cucore_kernel *kernel;
        int result;
        cucore_status status;
        const char *message;
    } rows[] = {
        {"nvrtcGetNumSupportedArchs", &shaped, 11, CUCORE_DRIVER, "nvrtcGetNumSupportedArchs failed: result 11"},
        {"nvrtcGetSupportedArchs", &shaped, 11, CUCORE_DRIVER, "nvrtcGetSupportedArchs failed: result 11"},
        {"nvrtcCreateProgram", &shaped, 1, CUCORE_OUT_OF_MEMORY, "nvrtcCreateProgram failed: out of memory"},
        {"nvrtcAddNameExpression", &shaped, 3, CUCORE_DRIVER, "nvrtcAddNameExpression failed: result 3"},
        {"nvrtcCompileProgram", &shaped, 1, CUCORE_OUT_OF_MEMORY, "nvrtcCompileProgram failed: out of memory"},
        {"nvrtcCompileProgram", &shaped, 5, CUCORE_DRIVER,
         "kernel 'takes<4,8>' does not compile (NVRTC, --gpu-architecture=sm_90): "
         "program.cu(2): error: it is wrong"},
        {"nvrtcGetCUBINSize", &shaped, 4, CUCORE_DRIVER, "nvrtcGetCUBINSize failed: result 4"},
        {"nvrtcGetCUBIN", &shaped, 4, CUCORE_DRIVER, "nvrtcGetCUBIN failed: result 4"},
        {"nvrtcGetPTXSize", &shaped, 0, CUCORE_OK, ""}, /* not called */
        {"nvrtcGetLoweredName", &shaped, 10, CUCORE_DRIVER, "nvrtcGetLoweredName failed: result 10"},
        {"nvrtcDestroyProgram", &shaped, 4, CUCORE_OK, ""}, /* is done all the same */
        {"nvrtcGetProgramLogSize", &shaped, 4, CUCORE_OK, ""},
        {"nvJitLinkCreate", &linked_kernel, 1, CUCORE_DRIVER,
         "kernel 'store' does not compile (nvJitLink, -arch=sm_90): the compiler does not say why"},
        {"nvJitLinkAddData", &linked_kernel, 3, CUCORE_DRIVER,
         "kernel 'store' does not compile (nvJitLink, -arch=sm_90): the compiler does not say why"},
        {"nvJitLinkComplete", &linked_kernel, 6, CUCORE_DRIVER,
         "kernel 'store' does not compile (nvJitLink, -arch=sm_90): ERROR 6 in link: it is wrong"},
        {"nvJitLinkGetLinkedCubinSize", &linked_kernel, 6, CUCORE_DRIVER,
         "nvJitLinkGetLinkedCubinSize failed: result 6"},
        {"nvJitLinkGetLinkedCubin", &linked_kernel, 6, CUCORE_DRIVER, "nvJitLinkGetLinkedCubin failed: result 6"},
    };
    for (int i = 0; i < COUNT(rows); i++) {
        start();
        check_row(rows[i].function);
        fake_tools.fails = rows[i].function;
        fake_tools.result = rows[i].result;
        CHECK_INT(launch(rows[i].kernel, 0, w.a, 1), rows[i].status);
        if (rows[i].status) {
            CHECK_STR(cucore_last_error()->message, rows[i].message);
            CHECK_INT(fake_count("cuModuleLoadDataEx") + fake_count("cuLaunchKernel"), 0);
        }
        CHECK_INT(fake_tools.live, 0);
        fake_tools.fails = NULL;
        CHECK_INT(launch(rows[i].kernel, 0, w.a, 1), CUCORE_OK);
        CHECK_INT(fake_live_modules(), 1);
    }
    check_row("PTX");
    start();
    fake_set_capability(0, 89);
    fake_tools.fails = "nvrtcGetPTX", fake_tools.result = 4;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_DRIVER);
    CHECK_STR(cucore_last_error()->message, "nvrtcGetPTX failed: result 4");
    fake_tools.fails = "nvrtcGetPTXSize";
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_DRIVER);
    CHECK_STR(cucore_last_error()->message, "nvrtcGetPTXSize failed: result 4");
}

TEST(test_every_call_failing_in_turn)
{
    static const cucore_program_header headers[] = {{"a.h", "int a;"}, {NULL, NULL}};
    cucore_kernel *const rows[] = {&store, &shaped, &linked_kernel};
    int n;
    program.headers = headers;
    for (int i = 0; i < COUNT(rows); i++) {
        check_row(rows[i]->name);
        for (int is_malloc = 0; is_malloc < 2; is_malloc++) {
            for (n = 1; n < 60; n++) {
                cucore_status status;
                int pending;
                start();
                if (is_malloc) {
                    failing_c_malloc.fail_in = n;
                } else {
                    fake_fail(n, CUDA_ERROR_OUT_OF_MEMORY);
                }
                status = launch(rows[i], 0, w.f, 9);
                pending = is_malloc ? failing_c_malloc.fail_in > 0 : fake_fail_pending();
                failing_c_malloc.fail_in = 0;
                if (pending) break;
                if (status) {
                    CHECK_INT(status, CUCORE_OUT_OF_MEMORY);
                    CHECK(all_are(w.out[0], -1));
                    CHECK_INT(fake_capture_mode(), 0);
                    if (!strstr(fake_log(), "cuLaunchKernel")) CHECK_INT(fake_live_modules(), 0);
                }
                CHECK_INT(fake_tools.live, 0);
                fake_context_set_current(NULL);
                CHECK_INT(launch(rows[i], 0, w.f, 9), CUCORE_OK);
                CHECK_INT(fake_live_modules(), 1);
            }
            CHECK(n > (is_malloc ? 3 : 9) && n < 60);
            fake_fail(0, 0);
        }
    }
    program.headers = NULL;
    fake_context_set_current(NULL);
}

/* ----------------------------------------------------------------------------------- captures, threads, forks, drivers -- */
TEST(test_first_use_in_a_capture)
{
    for (int mode = 0; mode < 3; mode++) {
        start();
        CHECK_INT(fake_capture_begin(w.a, mode), 0);
        CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
        CHECK_INT(launch(&wrong_kernel, 0, w.a, 1), CUCORE_DRIVER); /* does it no harm */
        CHECK_INT(launch(&linked_kernel, 0, w.a, 1), CUCORE_OK);
        CHECK_INT(fake_capture_status(w.a), 1);
        CHECK_INT(fake_capture_mode(), 0);
        CHECK_INT(fake_capture_end(w.a), 0);
    }
}

static int first_use(int number)
{
    cucore_kernel *const mine[] = {&store, &twin, &shaped, &linked_kernel};
    cucore_program_image image;
    int errors = 0;
    (void)number;
    for (int i = 0; i < 80; i++) {
        errors += launch(mine[i % 4], i / 4 % 2, NULL, 1) != CUCORE_OK;
        errors += cucore_program_compile(&program, 90, i % 2 ? NULL : "takes<4,8>", &image) != CUCORE_OK;
        errors += cucore_program_log_text(&program, NULL, 0) != 0;
    }
    return errors;
}

TEST(test_threads)
{
    start();
    fake_set_capability(1, 80);
    in_threads(first_use);
    CHECK_INT(fake_tools.compiled, 4); /* two, on two architectures */
    CHECK_INT(fake_tools.linked, 2);
    CHECK_INT(fake_count("cuModuleLoadDataEx"), 6);
}

static void child_of_fork(void)
{
    cucore_program_image image;
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_DRIVER); /* compiled in the parent */
    CHECK_HAS(cucore_last_error()->message, "in a process that was forked");
    CHECK_INT(launch(&linked_kernel, 0, w.a, 1), CUCORE_DRIVER); /* and not */
    CHECK_INT(fake_tools.linked, 0);
    CHECK_INT(cucore_program_compile(&linked, 90, "store", &image), CUCORE_OK); /* that needs no driver */
}

TEST(test_B88_fork)
{
    start();
    CHECK_INT(launch(&store, 0, w.a, 1), CUCORE_OK);
    in_child(child_of_fork);
    CHECK_INT(launch(&store, 0, w.a, 2), CUCORE_OK);
}

static void child_without_driver(void)
{
    cucore_program_image image;
    fake_tools_reset();
    CHECK_INT(cucore_program_compile(&program, 90, "store", &image), CUCORE_OK);
    CHECK(!cucore_driver_is_loaded());
    CHECK_INT(launch(&store, 0, NULL, 1), CUCORE_NO_DRIVER);
    CHECK_INT(cucore_program_compile(&program, 80, "store", &image), CUCORE_OK);
    CHECK_INT(fake_tools.compiled, 2);
}

static void test_without_a_driver(void)
{
    in_child_with("FAKE_CUDA_INIT", "100", child_without_driver);
}

int main(void)
{
    RUN(test_without_a_driver); /* first: in a child of a process that has not used the driver */
    check_tests();
    start(); /* nothing is left for the sanitizer to find */
    return check_end();
}
