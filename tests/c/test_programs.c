/* test_programs.c - programs compiled by the real NVRTC and linked by the real nvJitLink, where they are installed
 *
 * No driver and no device: what is looked at is what they were compiled to.  cucore_kernel.h is compiled, too, as a header
 * that the program has and as one that the options find.  On the fake driver, with fake libraries: test_driver_programs.c. */
#include "check.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore_kernel.h"
#include "../../cucore_program.h"

#define AXPY                                                                                                           \
    "extern \"C\" __global__ void axpy(int n, float a, const float *x, float *y)\n"                                    \
    "{\n"                                                                                                              \
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"                                                             \
    "    if (i < n) y[i] += a * x[i];\n"                                                                               \
    "}\n"                                                                                                              \
    "template <typename T> __global__ void fill(T *out, T value) { *out = value; }\n"                                  \
    "namespace inner { __global__ void run(int *out) { *out = 1; } }\n"

static int has(const cucore_program_image *image, const char *words)
{
    const size_t length = strlen(words);
    for (size_t i = 0; i + length <= image->nbytes; i++) {
        if (!memcmp((const char *)image->data + i, words, length)) return 1;
    }
    return 0;
}

static int is_cubin(const cucore_program_image *image)
{
    return image->nbytes > 4 && !memcmp(image->data, "\177ELF", 4);
}

TEST(test_cubin)
{
    static cucore_program program = CUCORE_PROGRAM(AXPY, NULL);
    cucore_program_image image, again;
    CHECK_INT(cucore_program_compile(&program, 90, "axpy", &image), CUCORE_OK);
    CHECK(is_cubin(&image) && has(&image, ".text.axpy"));
    CHECK_STR(image.kernel_name, "axpy");
    CHECK_INT(cucore_program_compile(&program, 90, NULL, &again), CUCORE_OK);
    CHECK(again.data == image.data && again.nbytes == image.nbytes && !again.kernel_name);
    CHECK_INT(cucore_program_compile(&program, 80, "axpy", &again), CUCORE_OK);
    CHECK(is_cubin(&again) && again.data != image.data);
}

TEST(test_ptx)
{
    static cucore_program program = CUCORE_PROGRAM(AXPY, " -std=c++17  --gpu-architecture=compute_80 -lineinfo\n");
    static cucore_program newer = CUCORE_PROGRAM(AXPY, "");
    cucore_program_image image;
    CHECK_INT(cucore_program_compile(&program, 90, "axpy", &image), CUCORE_OK);
    CHECK(!is_cubin(&image) && has(&image, ".target sm_80") && has(&image, ".entry axpy("));
    CHECK_INT(strlen((const char *)image.data) + 1, image.nbytes);
    check_row("a device that is newer than NVRTC");
    CHECK_INT(cucore_program_compile(&newer, 999, "axpy", &image), CUCORE_OK);
    CHECK(!is_cubin(&image) && has(&image, ".entry axpy("));
    check_row("a device that is too old");
    REFUSED(cucore_program_compile(&newer, 20, "axpy", &image), CUCORE_UNSUPPORTED, "this NVRTC compiles for sm_");
    CHECK_HAS(cucore_last_error()->message, " and newer; the device is sm_20");
}

TEST(test_expressions)
{
    static cucore_program program = CUCORE_PROGRAM(AXPY, "-std=c++17");
    static const struct {
        const char *expression, *name;
    } rows[] = {{"fill<float>", "_Z4fillIfEvPT_S0_"},
                {"fill<long long>", "_Z4fillIxEvPT_S0_"},
                {"inner::run", "_ZN5inner3runEPi"},
                {"&axpy", "axpy"}};
    cucore_program_image image;
    for (int i = 0; i < COUNT(rows); i++) {
        check_row(rows[i].expression);
        CHECK_INT(cucore_program_compile(&program, 90, rows[i].expression, &image), CUCORE_OK);
        CHECK_STR(image.kernel_name, rows[i].name);
        CHECK(is_cubin(&image) && has(&image, rows[i].name));
    }
    check_row("none of the program");
    REFUSED(cucore_program_compile(&program, 90, "fill<nothing>", &image), CUCORE_DRIVER,
            "kernel 'fill<nothing>' does not compile (NVRTC, --gpu-architecture=sm_90): ");
    CHECK_HAS(cucore_last_error()->message, "nothing");
}

TEST(test_errors)
{
    static cucore_program program =
        CUCORE_PROGRAM("#warning one\n__global__ void k(int *x) { *x = y; }\nint z = w;\n", NULL);
    static cucore_program lto = CUCORE_PROGRAM(AXPY, "-dlto");
    static cucore_program optioned = CUCORE_PROGRAM(AXPY, "--no-such-option");
    cucore_program_image image, poison;
    char text[2048], part[8];
    size_t length;
    memset(&poison, 0xA5, sizeof poison);
    image = poison;
    REFUSED(cucore_program_compile(&program, 90, "k", &image), CUCORE_DRIVER,
            "kernel 'k' does not compile (NVRTC, --gpu-architecture=sm_90): "
            "program.cu(2): error: identifier \"y\" is undefined");
    CHECK(!memcmp(&image, &poison, sizeof image));
    length = cucore_program_log_text(&program, text, sizeof text);
    CHECK_INT(length, strlen(text));
    CHECK_HAS(text, "program.cu(1)");
    CHECK_HAS(text, "identifier \"w\" is undefined");
    CHECK_INT(cucore_program_log_text(&program, part, sizeof part), length);
    CHECK_INT(strlen(part), sizeof part - 1);
    check_row("LTO-IR, which nothing here takes from NVRTC");
    CHECK_INT(cucore_program_compile(&lto, 90, NULL, &image), CUCORE_DRIVER);
    CHECK_STR(cucore_last_error()->message,
              "NVRTC made neither a cubin nor PTX; options like -dlto ask for something else");
    check_row("option");
    REFUSED(cucore_program_compile(&optioned, 90, NULL, &image), CUCORE_DRIVER,
            "a program does not compile (NVRTC, --gpu-architecture=sm_90): ");
    CHECK_HAS(cucore_last_error()->message, "--no-such-option");
}

/* ------------------------------------------------------------------------------------------------- cucore_kernel.h -- */
#define SCALE                                                                                                          \
    "#include \"cucore_kernel.h\"\n"                                                                                   \
    "typedef CUCORE_ACCESSOR(2, int) image;\n"                                                                         \
    "extern \"C\" __global__ void brighten(image pixels, float by)\n"                                                  \
    "{\n"                                                                                                              \
    "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;\n"                                             \
    "    if (x < pixels.shape[1]) CUCORE_AT(float, pixels, y, x) += by;\n"                                             \
    "}\n"

static char root[1024]; /* the folder of cucore_kernel.h */

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size = -1;
    if (!file) return NULL;
    if (!fseek(file, 0, SEEK_END)) size = ftell(file);
    if (size >= 0 && !fseek(file, 0, SEEK_SET)) text = (char *)calloc((size_t)size + 1, 1);
    if (text && fread(text, 1, (size_t)size, file) != (size_t)size) text[0] = '\0';
    fclose(file);
    return text;
}

TEST(test_cucore_kernel_h)
{
    static cucore_program_header headers[] = {{"cucore_kernel.h", NULL}, {NULL, NULL}};
    static cucore_program given = CUCORE_PROGRAM_WITH(SCALE, "-std=c++11", headers);
    static cucore_program built_in = CUCORE_PROGRAM(SCALE, NULL);
    static cucore_program checked =
        CUCORE_PROGRAM_WITH(SCALE, "-std=c++17 -DCUCORE_CHECK_BOUNDS -arch=compute_80", headers);
    cucore_program_image image;
    char path[1200], options[1200], *text;
    snprintf(path, sizeof path, "%s/cucore_kernel.h", root);
    text = read_all(path);
    CHECK(text && text[0]);
    headers[0].text = text;
    check_row("given");
    CHECK_INT(cucore_program_compile(&given, 90, "brighten", &image), CUCORE_OK);
    CHECK(is_cubin(&image) && has(&image, ".text.brighten"));
    check_row("built in");
    snprintf(options, sizeof options, "\"-I%s/a folder\"", root);
    built_in.options = options;
    CHECK_INT(cucore_program_compile(&built_in, 90, "brighten", &image), CUCORE_OK);
    CHECK(is_cubin(&image) && has(&image, ".text.brighten"));
    check_row("checked");
    CHECK_INT(cucore_program_compile(&checked, 90, "brighten", &image), CUCORE_OK);
    CHECK(has(&image, "vprintf"));
    free(text);
}

/* ------------------------------------------------------------------------------------------------------- nvJitLink -- */
/* LTO-IR of NVRTC itself, which no public function gives. */
static void *ltoir_of(const char *source, size_t *nbytes)
{
    static const char *const options[] = {"-arch=compute_80", "-dlto"};
    int (*get_size)(void *, size_t *) = NULL, (*get)(void *, char *) = NULL;
    void *handle = NULL, *library = NULL, *made = NULL, *symbol;
    for (int i = 0; !library && cucore__nvrtc_names[i].name; i++)
        library = dlopen(cucore__nvrtc_names[i].name, RTLD_NOW);
    symbol = library ? dlsym(library, "nvrtcGetLTOIRSize") : NULL;
    memcpy(&get_size, &symbol, sizeof symbol);
    symbol = library ? dlsym(library, "nvrtcGetLTOIR") : NULL;
    memcpy(&get, &symbol, sizeof symbol);
    if (!get_size || !get) return NULL;
    if (cucore__nvrtc.CreateProgram(&handle, source, "lto.cu", 0, NULL, NULL)) return NULL;
    if (!cucore__nvrtc.CompileProgram(handle, 2, options) && !get_size(handle, nbytes)) made = calloc(*nbytes, 1);
    if (made && get(handle, (char *)made)) memset(made, 0, *nbytes);
    (void)cucore__nvrtc.DestroyProgram(&handle);
    return made;
}

static void test_lto(void)
{
    static char junk[64] = "nothing that can be linked";
    static cucore_program bad = CUCORE_PROGRAM_LTO(junk, sizeof junk, NULL);
    static cucore_program program = CUCORE_PROGRAM_LTO(NULL, 0, NULL);
    cucore_program_image image;
    char text[2048];
    program.code = ltoir_of(AXPY, &program.nbytes);
    if (!program.code) return; /* NVRTC before CUDA 12.0 */
    CHECK_INT(cucore_program_compile(&program, 90, "axpy", &image), CUCORE_OK);
    CHECK(is_cubin(&image) && has(&image, ".text.axpy"));
    CHECK_INT(cucore_program_compile(&program, 90, "fill<float>", &image), CUCORE_UNSUPPORTED);
    REFUSED(cucore_program_compile(&bad, 90, "axpy", &image), CUCORE_DRIVER,
            "kernel 'axpy' does not compile (nvJitLink, -arch=sm_90): ");
    CHECK(cucore_program_log_text(&bad, text, sizeof text) > 0);
    free((void *)(uintptr_t)program.code);
}

int main(int count, char **args)
{
    const char *file = count > 1 ? args[1] : __FILE__;
    size_t length = strlen(file);
    if (length >= sizeof root || !strstr(file, "tests/c/")) return 2;
    memcpy(root, file, length + 1);
    root[strstr(file, "tests/c/") - file] = '\0';
    if (!root[0]) strcpy(root, ".");
    if (cucore__tool_load(&cucore__tools[0])) return check_skipped(cucore_last_error()->message);
    check_tests();
    if (cucore__tool_load(&cucore__tools[1])) {
        printf("skipped: %s\n", cucore_last_error()->message);
    } else {
        RUN(test_lto);
    }
    return check_end();
}
