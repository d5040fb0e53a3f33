/* -------------------------------------------------------------------------------------------- >>kernel-program -- */
/* kernel/program.h: kernels from CUDA C++ (NVRTC) and from LTO-IR (nvJitLink).  Needs core. */
/* A file that the source of a program includes by its name.  All zero: the end of a list. */
typedef struct cucore_program_header {
    const char *name; /* as #include has it: "cucore_kernel.h" */
    const char *text; /* NUL-terminated */
} cucore_program_header;

typedef struct cucore__program_state {
    cucore__kernel_maker maker;
    void *images;
    char *log;
} cucore__program_state;

/* Code that is compiled, or linked, for the device that a kernel of it is first used on:
 *
 *     static const char source[] = "#include \"cucore_kernel.h\"\n"
 *                                  "extern \"C\" __global__ void axpy(...) {...}\n"
 *                                  "template <typename T> __global__ void fill(T *out, T value) {...}\n";
 *     static cucore_program program = CUCORE_PROGRAM(source, "-std=c++17");
 *     static cucore_kernel axpy = CUCORE_PROGRAM_KERNEL(program, "axpy");
 *     static cucore_kernel fill = CUCORE_PROGRAM_KERNEL(program, "fill<float>");
 *     status = cucore_kernel_launch_params(&axpy, ...);
 *
 * Source finds "cucore_kernel.h" without a file, as it is here: accessors, loops, tensor maps.
 *
 * Of static storage, as are code and headers: what was compiled is kept until the process ends, once for each architecture,
 * and is loaded once per context.  Options and headers may be set before the first use, as by a module that is told where its
 * headers are.  The kernels work with whatever takes a cucore_kernel, and are used for the first time as others are: from any
 * thread, also into a stream that is captured.  That blocks for as long as it compiles, and first uses of programs wait for
 * each other: release the GIL, which nothing here needs.
 *
 * Kernels whose name is an identifier, extern "C", come from one compilation, and share its variables.  Any other name is an
 * expression of C++ that means a kernel, "fill<float>", "space::run", "&run", and takes a compilation of its own.
 *
 * NVRTC (libnvrtc.so.13, .12, .11.2; nvrtc64_130_0.dll, ...) and nvJitLink (libnvJitLink.so.13, .12; nvJitLink_130_0.dll, ...)
 * are looked for at first use, as the system finds libraries, so that one is found that the process has loaded already, as
 * PyTorch does from its wheels.  Of several one that is no newer than the driver.  >>kernel-options has names of your own. */
typedef struct cucore_program {
    const void *code; /* source, or LTO-IR or a fatbin that has it */
    size_t nbytes;    /* of what is linked; 0: source, NUL-terminated */
    const char
        *options; /* of NVRTC or nvJitLink, with blanks between: -a "-I a folder"; NULL: none.  The architecture is
                            that of the device unless they name one */
    const cucore_program_header
        *headers;                   /* of source, before cucore_kernel.h; NULL: none but those that the options find */
    cucore__program_state private_; /* all zero is no program: CUCORE_PROGRAM */
} cucore_program;

/* CUCORE_PROGRAM(source, options), CUCORE_PROGRAM_WITH(source, options, headers), CUCORE_PROGRAM_LTO(image, nbytes, options) -
 *   what a cucore_program is initialized with
 * CUCORE_PROGRAM_KERNEL(program, name) - what a cucore_kernel of it is */
#define CUCORE_PROGRAM(source, options) CUCORE_PROGRAM_WITH(source, options, NULL)
#define CUCORE_PROGRAM_WITH(source, options, headers)                                                                  \
    {                                                                                                                  \
        source, 0, options, headers,                                                                                   \
        {                                                                                                              \
            {cucore__program_make}, NULL, NULL                                                                         \
        }                                                                                                              \
    }
#define CUCORE_PROGRAM_LTO(image, nbytes, options)                                                                     \
    {                                                                                                                  \
        image, nbytes, options, NULL,                                                                                  \
        {                                                                                                              \
            {cucore__program_make}, NULL, NULL                                                                         \
        }                                                                                                              \
    }
#define CUCORE_PROGRAM_KERNEL(program, name)                                                                           \
    {                                                                                                                  \
        &(program), name,                                                                                              \
        {                                                                                                              \
            NULL, &(program).private_, NULL                                                                            \
        }                                                                                                              \
    }
/* What the macros need. */
CUCORE_API cucore_status cucore__program_make(const cucore_kernel *kernel, const void **image, const char **name);

/* What a program was compiled to: a cubin; or PTX text, where the options name an architecture like compute_90, and for devices
 * that are newer than NVRTC.  No value of it is empty: it is only filled. */
typedef struct cucore_program_image {
    const void *data;        /* stays until the process ends */
    size_t nbytes;           /* with the NUL of PTX */
    const char *kernel_name; /* as the image has it; NULL: none was asked for */
} cucore_program_image;

/* cucore_program_compile - compile a program, or look up what it was compiled to: ahead of its first use, or for a file
 *   architecture  in   10 * major + minor of the compute capability: 90
 *   kernel_name   in   as that of a kernel; NULL: none
 *   out           out  untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, an architecture that is none, quotes that do not end) | NO_DRIVER (NVRTC or nvJitLink is
 *      not installed or too old: what was tried) | UNSUPPORTED (the device is older than what NVRTC compiles for; an
 *      expression as the name of a linked kernel) | DRIVER (it does not compile: the first error; all of them:
 *      cucore_program_log_text) | OUT_OF_MEMORY
 *   Launches of its kernels give these, too.  Needs no driver and no device.  Any thread; blocks: release the GIL */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_program_compile(cucore_program *program,
                                                                               int architecture,
                                                                               const char *kernel_name,
                                                                               cucore_program_image *out);

/* cucore_program_log_text - all that the compiler said when the program was last compiled, also of one that did not compile
 *   text  out  NUL-terminated, cut to size; may be NULL with size 0
 *   -> length of the whole text; 0 when there is none
 *   any thread; waits while a program is compiled */
CUCORE_API size_t cucore_program_log_text(const cucore_program *program, char *text, size_t size);
