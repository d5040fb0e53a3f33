/* --------------------------------------------------------------------------------------------------- >>program -- */
/* program/program.h: kernels from CUDA C++ (NVRTC) and from LTO-IR (nvJitLink). */
/* A file that the source of a program includes by its name.  All zero is the end of a list. */
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
 * The source finds "cucore_kernel.h" without a file, with the text of this header: accessors, loops, tensor maps.
 *
 * A program needs static storage, as do code and headers: the compiled code is kept until the process ends, once for
 * each architecture, and is loaded once per context.  Options and headers may be set before the first use, for example
 * by a module that learns where its headers are.  The kernels work with every function that takes a cucore_kernel.
 * Their first use may be on any thread, also into a stream that is captured.  It blocks while the program compiles, and
 * first uses of programs wait for each other: release the GIL, which no function here needs.
 *
 * Kernels whose name is an identifier, extern "C", come from one compilation, and share its variables.  Any other name
 * is an expression of C++ that means a kernel, "fill<float>", "space::run", "&run", and takes a compilation of its own.
 *
 * NVRTC (libnvrtc.so.13, .12, .11.2; nvrtc64_130_0.dll, ...) and nvJitLink (libnvJitLink.so.13, .12;
 * nvJitLink_130_0.dll, ...) are searched at first use as the system finds libraries, so that a library that the process
 * has already loaded is found, as PyTorch loads one from its wheels.  Of several, one that is no newer than the driver
 * is taken. */
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

/* CUCORE_PROGRAM(source, options), CUCORE_PROGRAM_WITH(source, options, headers), CUCORE_PROGRAM_LTO(image, nbytes,
 *   options) - initialise a cucore_program
 * CUCORE_PROGRAM_KERNEL(program, name) - initialise a cucore_kernel of a program */
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

/* The result of compiling a program: a cubin; or PTX text, if the options name an architecture like compute_90, and for
 * devices that are newer than NVRTC.  The struct has no empty value: functions only fill it. */
typedef struct cucore_program_image {
    const void *data;        /* stays until the process ends */
    size_t nbytes;           /* with the NUL of PTX */
    const char *kernel_name; /* as the image has it; NULL: none was asked for */
} cucore_program_image;

/* cucore_program_compile - compile a program, or look up the result, before its first use or for a file
 *   architecture  in   10 * major + minor of the compute capability: 90
 *   kernel_name   in   the name of a kernel; NULL: none
 *   out           out  untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, an architecture that is none, quotes that do not end) | NO_DRIVER (NVRTC or
 *      nvJitLink is not installed or too old; the names that were tried) | UNSUPPORTED (the device is older than what
 *      NVRTC compiles for; an expression as the name of a linked kernel) | DRIVER (it does not compile: the first
 *      error; all of them: cucore_program_log_text) | OUT_OF_MEMORY
 *   Launches of its kernels return these statuses as well.  The call needs no driver and no device.  Any thread; it
 *   blocks: release the GIL */
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_program_compile(cucore_program *program,
                                                                               int architecture,
                                                                               const char *kernel_name,
                                                                               cucore_program_image *out);

/* cucore_program_log_text - get all messages of the last compilation of a program, also of one that failed
 *   text  out  NUL-terminated, cut to size; may be NULL with size 0
 *   -> length of the whole text; 0 if there is none
 *   any thread; waits while a program is compiled */
CUCORE_API size_t cucore_program_log_text(const cucore_program *program, char *text, size_t size);
