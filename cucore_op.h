/* cucore_op.h - v0.3.0 - one function of C for every caller - SPDX-License-Identifier: MIT
 * Made from src/cucore_op.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * An operator is declared once: its arrays, its numbers, one function of C.  From this declaration come a function of
 * Python for arrays of any library, an operator of torch (torch.compile, gradients, CUDA graphs), handlers for jax.ffi,
 * and a packed function of tvm-ffi.  One binary has them all, and links none of these frameworks.
 *
 *     #define CUCORE_STATIC                // one file is the whole module
 *     #include "cucore_results.h"          // for Python, before cucore_op.h; leave it out for a library without Python
 *     #include "cucore_op.h"               // brings in cucore.h and cucore_dlpack.h
 *
 *     static cucore_status twice_run(cucore_op_call *call)
 *     {
 *         const float *x = (const float *)call->views[0].ptr;
 *         float *y = (float *)call->views[1].ptr;
 *         int64_t n = cucore_op_extent(call, "n"), i;
 *         if (call->device_id >= 0) return ... launch a kernel on call->stream ...;
 *         for (i = 0; i < n; i++) y[i] = 2 * x[i];
 *         return CUCORE_OK;
 *     }
 *     static const cucore_arg twice_arrays[] = {CUCORE_ARG("x", "float32", "n", CUCORE_C_CONTIGUOUS),
 *                                               CUCORE_ARG("y", "=x", "=x", 0)};
 *     CUCORE_OP(twice, twice_arrays, 1, twice_run);                                       1: y is a result
 *
 *     static const cucore_op *const ops[] = {&twice_op};
 *     if (cucore_py_ops_add(py_module, ops, 1, "mylib") < 0) ...                          in the function of the module
 *
 *     mylib.twice(x)                                                  arrays of any library: the result is one of it
 *     mylib.register_torch(); torch.ops.mylib.twice(x)                under torch.compile(fullgraph=True) as well
 *     jax.ffi.register_ffi_target("twice", mylib.xla_targets["twice"]["cpu"], platform="cpu")
 *     tvm_ffi.load_module(mylib.__file__).twice(x)
 *
 * CONTENTS (search for the tag)
 *     >>op               operators: their declaration and their calls
 *     >>op-aten          tensors of torch's dispatcher as views and back
 *     >>op-torch         operators for torch's dispatcher
 *     >>op-xla           buffers of XLA's FFI as views and back
 *     >>op-tvm           values of tvm-ffi as views and back
 *     >>op-python        operators as functions of a Python module
 *     >>op-torch-python  what operators in torch need of Python
 *     >>op-rules         what the cited rules (X20, B110, ...) say
 *     >>impl-...         the same sections again, implemented
 *
 * >>op-options: macros that you may define, besides those of >>options in cucore.h
 *     name                  default      where       meaning
 *     CUCORE_OP_NO_TORCH    not defined  every file  leaves out torch: the entry, the decoder, the registration
 *     CUCORE_OP_NO_XLA      not defined  every file  leaves out XLA's FFI
 *     CUCORE_OP_NO_TVM_FFI  not defined  every file  leaves out tvm-ffi, and the symbols __tvm_ffi_name
 *
 * >>manual
 *     Calls        An entry describes the arrays of its framework as views, checks them by the declaration, describes
 *                  the results, gets memory for them from the framework, and calls the function of the operator once,
 *                  in a context of the device of the arrays.  Nothing waits on the host, so that a stream may be
 *                  captured; the function must not wait either.
 *     Ownership    Views, values and texts belong to the caller, and are valid during the call.
 *     Streams      call->stream is where the caller works: the current stream of torch, the stream of XLA's context,
 *                  the stream of tvm-ffi's environment, from Python the keyword `stream`, whose producers are ordered
 *                  as by cucore_py_args.
 *     Results      Each caller makes results by its own allocator.  A result that the caller gives (XLA always; the
 *                  last values of tvm-ffi; keywords of Python) is checked as any array that is written.
 *     Errors       A refusal names operator, argument and value, in the words that the function of Python has; each
 *                  framework has it as its own error: RuntimeError (torch), INVALID_ARGUMENT and others (XLA), the kind
 *                  and the text (tvm-ffi).
 *     tvm-ffi      A packed call takes the arguments, then the values, then the results, by position.  None is the
 *                  default of an argument with CUCORE_OPTIONAL, and of a value; trailing ones may be left out.  With
 *                  results the function returns None; without them it allocates by TVMFFIEnvTensorAlloc, and returns a
 *                  tensor, or an ffi.Array of several.
 *     XLA          Values are attributes, by name: numbers of any dtype that convert exactly, str.  The results of
 *                  jax.ffi.ffi_call are first the arguments that are changed in place, each with its pair in
 *                  input_output_aliases, then the results of the declaration, with the dtypes and shapes that follow.
 *                  Optional arguments at the end may be left out.  Arrays are row-major: input_layouts and
 *                  output_layouts are not visible to a handler.  A call without elements is left out by XLA.  The
 *                  function may run on any thread, and must do the same work each time: on CUDA it may be captured
 *                  into a command buffer, and replayed.
 *     Frameworks   Their functions are looked up in the process when an entry is first used; a framework that is not
 *                  loaded is UNSUPPORTED, in words.  Their structs are checked, by size and version as far as they have
 *                  them, before a field is read.
 */
#ifndef CUCORE_OP_H
#define CUCORE_OP_H

#include "cucore_dlpack.h"

#if CUCORE_VERSION != 300
#error "cucore_op.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

/* ------------ >>op -- */
/* op/op.h: operators: one function of C, declared once, for every caller. */
/* Numbers and strings that an operator takes beside its arrays. */
typedef enum cucore_op_kind {
    CUCORE_OP_INT = 1,
    CUCORE_OP_FLOAT = 2,
    CUCORE_OP_BOOL = 3,
    CUCORE_OP_STRING = 4
} cucore_op_kind;

/* A number or a string of a call.  All zero is the number 0, and no string. */
typedef struct cucore_op_scalar {
    int64_t i;     /* an int; a bool: 0 or 1; a string: its bytes */
    double f;      /* a float */
    const char *s; /* a string in UTF-8, valid during the call; it need not end with a NUL */
} cucore_op_scalar;

/* The declaration of a number or a string.  All zero has no name, and is refused. */
typedef struct cucore_op_value {
    const char *name;
    int kind;                  /* CUCORE_OP_INT, ... */
    int required;              /* 1: it has no default */
    cucore_op_scalar fallback; /* the default */
} cucore_op_value;

/* CUCORE_OP_... - initialisers for static tables of values
 *   static const cucore_op_value values[] = {CUCORE_OP_FLOAT_VALUE("eps", 1e-5), CUCORE_OP_STRING_VALUE("mode", "sum"),
 *                                            CUCORE_OP_REQUIRED_VALUE(INT, "k")}; */
#define CUCORE_OP_INT_VALUE(name, number) \
    { \
        name, CUCORE_OP_INT, 0, \
        { \
            number, 0, NULL \
        } \
    }
#define CUCORE_OP_FLOAT_VALUE(name, number) \
    { \
        name, CUCORE_OP_FLOAT, 0, \
        { \
            0, number, NULL \
        } \
    }
#define CUCORE_OP_BOOL_VALUE(name, yes) \
    { \
        name, CUCORE_OP_BOOL, 0, \
        { \
            yes, 0, NULL \
        } \
    }
#define CUCORE_OP_STRING_VALUE(name, literal) \
    { \
        name, CUCORE_OP_STRING, 0, \
        { \
            sizeof(literal) - 1, 0, literal \
        } \
    }
#define CUCORE_OP_REQUIRED_VALUE(kind, name) \
    { \
        name, CUCORE_OP_##kind, 1, \
        { \
            0, 0, NULL \
        } \
    }

/* The most arrays and the most values of an operator. */
#define CUCORE_OP_MAX_ARRAYS 16
#define CUCORE_OP_MAX_VALUES 16

/* Who calls: cucore_op_call.caller. */
typedef enum cucore_op_caller {
    CUCORE_OP_FROM_PYTHON = 1,
    CUCORE_OP_FROM_TORCH = 2,
    CUCORE_OP_FROM_XLA = 3,
    CUCORE_OP_FROM_TVM_FFI = 4
} cucore_op_caller;

/* A call, as the function of the operator gets it.  It and all that it points to are the caller's, and valid during
 * the call.  It has no empty value. */
typedef struct cucore_op_call {
    const struct cucore_op *op;
    cucore_view *views; /* arguments, then results, in the order of the declaration, all checked.  An argument with
                           CUCORE_OPTIONAL that was left out is zeroed */
    const cucore_op_scalar *values; /* in the order of the declaration; the default of one that was left out */
    CUstream stream;                /* the stream of the caller; CUCORE_STREAM_HOST if no array is in device memory */
    int device_id; /* of the first array in device memory, whose context is current; CUCORE_DEVICE_NONE: there is none,
                      and the CPU can read all arrays */
    int caller;    /* CUCORE_OP_FROM_... */
    struct {
        const void *plan;
        int64_t extents[16];                 /* of the names in shape patterns; -1: not bound */
        int64_t spans[CUCORE_OP_MAX_ARRAYS]; /* bytes from the first element to the end of the last one */
        uint32_t taken;                      /* a bit for each array that was taken on the quick way */
        int device_type;                     /* of the results */
        int described;                       /* 1: the arrays have no memory, as on torch's device meta */
    } private_;
} cucore_op_call;

/* A function of an operator.  It returns CUCORE_OK, or a status whose text is in cucore_last_error; if there is none
 * the text is that of the status.  It must not throw. */
typedef cucore_status (*cucore_op_function)(cucore_op_call *call);

/* What is remembered of an operator.  All zero. */
typedef struct cucore_op_state {
    void *private_[2];
} cucore_op_state;

/* The doors through which the frameworks call an operator: functions of its own, since they pass no user data.
 * CUCORE_OP makes them; NULL: left out, and so all zero. */
typedef struct cucore_op_entries {
    void (*torch)(uint64_t *stack, uint64_t argument_count, uint64_t result_count);
    void (*torch_meta)(uint64_t *stack, uint64_t argument_count, uint64_t result_count);
    void *(*xla_cpu)(void *frame);
    void *(*xla_cuda)(void *frame);
    int (*tvm_ffi)(void *self, const void *args, int32_t count, void *result);
} cucore_op_entries;

/* The declaration of an operator, made by CUCORE_OP or CUCORE_OP_WITH.  What it points to stays as long as the
 * module.  All zero has no name, and is refused.
 *   An argument with CUCORE_WRITE is changed in place.  An argument without CUCORE_HOST_ACCESSIBLE and
 *   CUCORE_DEVICE_ACCESSIBLE has CUCORE_SAME_DEVICE.  Flags with [py] count only for callers from Python; for the
 *   others CUCORE_MAKE_C_CONTIGUOUS is CUCORE_C_CONTIGUOUS, but torch makes an argument dense that is only read.
 *   A result has one dtype, by name or "=x", and a shape of names that arguments bind, of names of int values, and of
 *   numbers ("n, m, 3"), or "=x".  `shape` has to set a result whose dtype or shape is another one ("float32 float64",
 *   "*", NULL).  Results are dense in C order, on the device of the call, and written; a result that the caller gives
 *   also has CUCORE_UNIQUE, and CUCORE_NO_OVERLAP unless it has CUCORE_NO_PARTIAL_OVERLAP. */
typedef struct cucore_op {
    const char *name;
    const cucore_arg *arrays; /* array_count: arguments first, then result_count results */
    int array_count;
    int result_count;
    const cucore_op_value *values;
    int value_count;
    cucore_op_function run;   /* is called once for each call, with checked views */
    cucore_op_function shape; /* calls cucore_op_set_result for results that do not follow from the declaration.  Views
                                 may have no memory: ptr is not to be used.  NULL: there are none */
    const char *backward;     /* the name of the operator that is its derivative, in the same list; NULL: none */
    cucore_op_entries entries;
    cucore_op_state *state;
} cucore_op;

/* CUCORE_OP - declare an operator, at file level
 *   name     an identifier; the object is `name##_op`, a const cucore_op that other files declare with
 *            CUCORE_OP_DECLARE(name)
 *   arrays   a static table of cucore_arg
 *   results  how many of them, at the end, are results
 *   run      a cucore_op_function
 *
 *     static const cucore_arg twice_arrays[] = {CUCORE_ARG("x", "float32 float64", "...", CUCORE_C_CONTIGUOUS),
 *                                               CUCORE_ARG("y", "=x", "=x", 0)};
 *     CUCORE_OP(twice, twice_arrays, 1, twice_run);
 *
 * CUCORE_OP_WITH - the same, with
 *   values    CUCORE_OP_VALUES(table), or CUCORE_OP_NO_VALUES
 *   shape     a cucore_op_function that sets results, or NULL
 *   backward  the name of the derivative, or NULL.  Its arrays are found by name: `grad_y` is the gradient of the
 *             result y; any other name is the argument or the result of this name, which is saved for it; values by
 *             name.  Its result `grad_x` is the gradient of the argument x; an argument without one has no gradient
 * With tvm-ffi the library exports `__tvm_ffi_name`. */
#define CUCORE_OP(name, arrays, results, run) \
    CUCORE_OP_WITH(name, arrays, results, CUCORE_OP_NO_VALUES, run, NULL, NULL)
#define CUCORE_OP_WITH(name, arrays, results, values, run, shape, backward) \
    CUCORE_OP_DECLARE(name); \
    CUCORE__OP_TORCH(name) \
    CUCORE__OP_XLA(name) \
    CUCORE__OP_TVM_FFI(name) \
    static cucore_op_state name##_op_state = {{NULL, NULL}}; \
    const cucore_op name##_op = { \
        #name, \
        arrays, \
        (int)(sizeof arrays / sizeof arrays[0]), \
        results, \
        values, \
        run, \
        shape, \
        backward, \
        {CUCORE__OP_TORCH_ENTRIES(name), CUCORE__OP_XLA_ENTRIES(name), CUCORE__OP_TVM_FFI_ENTRY(name)}, \
        &name##_op_state}
#define CUCORE_OP_VALUES(table) table, (int)(sizeof table / sizeof table[0])
#define CUCORE_OP_NO_VALUES NULL, 0
#define CUCORE_OP_DECLARE(name) extern CUCORE__OP_HIDDEN const cucore_op name##_op

#if defined(_WIN32)
#define CUCORE__OP_HIDDEN
#define CUCORE__OP_EXPORTED __declspec(dllexport)
#else
#define CUCORE__OP_HIDDEN __attribute__((visibility("hidden")))
#define CUCORE__OP_EXPORTED __attribute__((visibility("default")))
#endif
#if defined(__cplusplus)
#define CUCORE__OP_C extern "C"
#else
#define CUCORE__OP_C
#endif

#if defined(CUCORE_OP_NO_TORCH)
#define CUCORE__OP_TORCH(name)
#define CUCORE__OP_TORCH_ENTRIES(name) NULL, NULL
#else
#define CUCORE__OP_TORCH(name) \
    static void name##_op_torch(uint64_t *cucore__stack, uint64_t cucore__arguments, uint64_t cucore__results) \
    { \
        cucore__op_enter_torch(&name##_op, cucore__stack, cucore__arguments, cucore__results, 0); \
    } \
    static void name##_op_torch_meta(uint64_t *cucore__stack, uint64_t cucore__arguments, uint64_t cucore__results) \
    { \
        cucore__op_enter_torch(&name##_op, cucore__stack, cucore__arguments, cucore__results, 1); \
    }
#define CUCORE__OP_TORCH_ENTRIES(name) name##_op_torch, name##_op_torch_meta
#endif
#if defined(CUCORE_OP_NO_XLA)
#define CUCORE__OP_XLA(name)
#define CUCORE__OP_XLA_ENTRIES(name) NULL, NULL
#else
#define CUCORE__OP_XLA(name) \
    static void *name##_op_xla_cpu(void *cucore__frame) \
    { \
        return cucore__op_enter_xla(&name##_op, cucore__frame, 0); \
    } \
    static void *name##_op_xla_cuda(void *cucore__frame) \
    { \
        return cucore__op_enter_xla(&name##_op, cucore__frame, 1); \
    }
#define CUCORE__OP_XLA_ENTRIES(name) name##_op_xla_cpu, name##_op_xla_cuda
#endif
#if defined(CUCORE_OP_NO_TVM_FFI)
#define CUCORE__OP_TVM_FFI(name)
#define CUCORE__OP_TVM_FFI_ENTRY(name) NULL
#else
#define CUCORE__OP_TVM_FFI(name) \
    CUCORE__OP_C CUCORE__OP_EXPORTED int __tvm_ffi_##name(void *self, const void *args, int32_t count, void *result); \
    CUCORE__OP_C CUCORE__OP_EXPORTED int __tvm_ffi_##name(void *self, const void *args, int32_t count, void *result) \
    { \
        (void)self; \
        return cucore__op_enter_tvm_ffi(&name##_op, args, count, result); \
    }
#define CUCORE__OP_TVM_FFI_ENTRY(name) __tvm_ffi_##name
#endif

/* cucore_op_check - check the declaration of an operator
 *   -> OK | INVALID_ARGUMENT (NULL, a dtype, a shape pattern, a flag or a result that means nothing, a name that is
 *      there twice, too many arrays or values), with the names of operator and array | OUT_OF_MEMORY
 *   All entries do so at the first use.  Any thread; no driver call */
#define cucore_op_check CUCORE_NAME(_op_check)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_op_check(const cucore_op *op);

/* cucore_op_extent - find the extent that a name in the shape patterns stands for
 *   name  in  as in cucore_arg.shape
 *   -> the extent | INVALID_ARGUMENT (no pattern has the name, or it is only in arrays that were left out) */
#define cucore_op_extent CUCORE_NAME(_op_extent)
CUCORE_API CUCORE_NODISCARD int64_t cucore_op_extent(const cucore_op_call *call, const char *name);

/* cucore_op_set_result - set the dtype and the shape of a result, in the function `shape` of an operator
 *   result  in  0 is the first result
 *   If the caller has given memory for the result, its dtype and shape have to be these.
 *   -> OK | INVALID_ARGUMENT (NULL, result, ndim, a negative extent) | PROTOCOL, UNSUPPORTED (dtype) | OVERFLOW
 *      | WRONG_DTYPE, WRONG_SHAPE (memory of the caller; another one than the declaration has) */
#define cucore_op_set_result CUCORE_NAME(_op_set_result)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_op_set_result(cucore_op_call *call, int result, cucore_dtype dtype,
                                                               int ndim, const int64_t *shape);

/* cucore__op_enter_torch, _xla, _tvm_ffi - the functions behind the doors that CUCORE_OP makes.  Only these call them.
 *   The arguments are the ones of the framework.  Its own ways report failures */
#if !defined(CUCORE_OP_NO_TORCH)
#define cucore__op_enter_torch CUCORE_NAME(__op_enter_torch)
CUCORE_API void cucore__op_enter_torch(const cucore_op *op, uint64_t *stack, uint64_t argument_count,
                                       uint64_t result_count, int meta);
#endif
#if !defined(CUCORE_OP_NO_XLA)
#define cucore__op_enter_xla CUCORE_NAME(__op_enter_xla)
CUCORE_API void *cucore__op_enter_xla(const cucore_op *op, void *frame, int cuda);
#endif
#if !defined(CUCORE_OP_NO_TVM_FFI)
#define cucore__op_enter_tvm_ffi CUCORE_NAME(__op_enter_tvm_ffi)
CUCORE_API int cucore__op_enter_tvm_ffi(const cucore_op *op, const void *args, int32_t count, void *result);
#endif

#if !defined(CUCORE_OP_NO_TORCH)
/* ------------ >>op-aten -- */
/* op/aten.h: tensors of torch as its dispatcher hands them to C, as views and back. */
/* cucore_view_from_aten - view a tensor that a kernel of torch got from the dispatcher
 *   tensor  in   an AtenTensorHandle: the address of an at::Tensor, which the caller keeps.  NULL, and a tensor that is
 *                not defined: left out, with CUCORE_OPTIONAL
 *   arg     in   what it has to be, as cucore_view_check; NULL: anything.  Several arguments are taken without
 *                CUCORE_TOGETHER, or with NULL, and then checked by cucore_views_check
 *   out     out  borrows the memory: valid while the caller keeps the tensor, and the tensor keeps its memory
 *                (`resize_`, `set_`); zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, a tensor that is not defined, arg) | UNSUPPORTED (torch is not loaded, or older
 *      than 2.9; a dtype, a device or a layout of torch that views do not have: quantised, sparse, MPS, ...) | PROTOCOL
 *      (more than CUCORE_MAX_NDIM axes, ...) | FOREIGN (a function of torch failed) | WRONG_DTYPE, WRONG_SHAPE,
 *      WRONG_LAYOUT, WRONG_DEVICE (arg)
 *   The functions of torch are looked up in the process at the first call; nothing is loaded.  The tensor is what its
 *   memory contains: the negative and the conjugate bit are not looked at.  torch resolves both before it calls a
 *   kernel for CPU or CUDA, as it makes tensors that require grad plain.  No stream is ordered: torch orders its work
 *   by the current stream.  Any thread; no GIL; no driver call.  source: rules X30, X31 */
#define cucore_view_from_aten CUCORE_NAME(_view_from_aten)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_aten(void *tensor, const cucore_arg *arg, cucore_view *out);

/* cucore_view_to_aten - make a tensor of torch that refers to an owner
 *   view     in   the array to show; shape and strides are copied, and not needed afterwards
 *   owner    in   what keeps the memory; kept for `release`
 *   release  in   called once with owner when torch gives up the memory, on any thread, at once if the view is empty;
 *                 NULL: the memory outlives everything.  Not called on error: the owner is still yours then
 *   out      out  an AtenTensorHandle: a result of a kernel, or an argument of aoti_torch_call_dispatcher, both of
 *                 which consume it; NULL on error
 *   -> OK | INVALID_ARGUMENT (NULL, a view that is not sound) | READONLY (every tensor may be written) | UNSUPPORTED
 *      (torch is not loaded, or older than 2.9; `release` before 2.11; a dtype or device that torch does not have;
 *      negative strides, padded elements) | OUT_OF_MEMORY | FOREIGN (a function of torch failed)
 *   any thread; no GIL; no driver call.  source: rules P1 */
#define cucore_view_to_aten CUCORE_NAME(_view_to_aten)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_aten(const cucore_view *view, void *owner,
                                                              void (*release)(void *owner), void **out);

/* ------------ >>op-torch -- */
/* op/torch.h: operators for torch's dispatcher, without Python. */
/* cucore_op_register_torch - make operators torch.ops.ns.name, with kernels for CPU, CUDA and meta tensors
 *   ops, count  in   operators of CUCORE_OP.  One that this library has registered already is left as it is
 *   ns          in   the namespace, an identifier: "mylib"
 *   The schema follows from the declaration: arguments, then values with their defaults; "Tensor(a!)" with
 *   CUCORE_WRITE, "Tensor?" with CUCORE_OPTIONAL.  A default counts only if all that follows has one.  A kernel runs on
 *   the current stream of torch, waits for nothing, and counts up the version of each tensor that it writes to, unless
 *   the argument has CUCORE_KEEP_VERSION; a refusal is torch's error (RuntimeError in Python).  Gradients, and shapes
 *   that are symbols (torch.compile with dynamic=True), need Python: cucore_py_ops_register_torch.  An operator without
 *   a backward is to autograd what torch makes of any such operator: a warning when a gradient reaches it.
 *   -> OK | INVALID_ARGUMENT (NULL, ns, a declaration, a default that schemas cannot express: inf, nan, a string that
 *      is not printable ASCII) | UNSUPPORTED (torch is not loaded, or older than 2.9; strings before 2.10) | FOREIGN
 *      (torch has refused: another library has the name, ...) | OUT_OF_MEMORY.  On error none of the operators is
 *      registered
 *   The registration stays until the process ends: the library that contains the operators must not be
 *   unloaded.  torch throws the error of a kernel: with -O2 or -Os no frame of C is in its way; without them compilers
 *   have to make tables of unwinding, as they do by default.  Any thread; no GIL; no driver call.  source: rules X30 to
 *   X32, B123 */
#define cucore_op_register_torch CUCORE_NAME(_op_register_torch)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_op_register_torch(const cucore_op *const *ops, size_t count,
                                                                   const char *ns);

#endif
#if !defined(CUCORE_OP_NO_XLA)
/* ------------ >>op-xla -- */
/* op/xla.h: buffers of XLA's FFI (jax.ffi) as views and back. */
/* cucore_view_from_xla_buffer - view a buffer that a handler of XLA's FFI got
 *   buffer     in   an XLA_FFI_Buffer *: an argument or a result of the call frame, which XLA keeps during the call;
 *                   checked field by field.  NULL: left out, with CUCORE_OPTIONAL
 *   device_id  in   CUCORE_DEVICE_NONE: memory of the host, of a handler for the platform "cpu"; else the number of the
 *                   device of a handler for "CUDA", or CUCORE_DEVICE_CURRENT: XLA makes its context current
 *   arg        in   what it has to be, as cucore_view_check; NULL: anything.  Several arguments are taken without
 *                   CUCORE_TOGETHER, or with NULL, and then checked by cucore_views_check
 *   out        out  borrows the memory for the call; dense in C order, and writable, since a buffer names neither
 *                   strides nor rights: the caller sets `readonly` for arguments without input_output_aliases.  dims
 *                   are copied.  Zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, rank, a negative extent, device_id, arg) | OVERFLOW | PROTOCOL (struct_size; NULL
 *      dims; NULL data that is not empty) | UNSUPPORTED (a token, a dtype without a number in XLA's FFI, an unknown
 *      number) | WRONG_DTYPE, WRONG_SHAPE, WRONG_LAYOUT, WRONG_DEVICE (arg) | NO_DRIVER, DRIVER
 *   Elements of fewer than 8 bits are packed, as XLA has them.  A layout that is not row-major (input_layouts of
 *   jax.ffi.ffi_call) is not visible here.  The driver is asked where device memory is, as by
 *   cucore_view_from_dltensor, unless the array is empty or CUCORE_TRUST_PRODUCER is given.  No stream is ordered: work
 *   goes on the stream that XLA_FFI_Stream_Get returns.  Any thread; no GIL.
 *   source: rules X20, X21, 1.6 */
#define cucore_view_from_xla_buffer CUCORE_NAME(_view_from_xla_buffer)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_xla_buffer(const void *buffer, int device_id,
                                                                      const cucore_arg *arg, cucore_view *out);

/* cucore_view_to_xla_buffer - describe a view as a buffer that borrows everything
 *   view  in   must outlive out, at the same address: dims are its own shape
 *   size  in   sizeof(XLA_FFI_Buffer): the bytes at `out`
 *   out   out  an XLA_FFI_Buffer *; struct_size counts the fields of API 0.0 to 0.5, and later bytes are 0; data is
 *              NULL if empty; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, size, a view that is not sound) | WRONG_LAYOUT (not dense in C order) | UNSUPPORTED
 *      (a dtype that XLA's FFI has no number for; padded elements; a device that is neither the host nor CUDA)
 *   A buffer does not say where it is, nor that it is read-only.  Any thread; no driver call.
 *   source: rules X20, X21 */
#define cucore_view_to_xla_buffer CUCORE_NAME(_view_to_xla_buffer)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_xla_buffer(const cucore_view *view, size_t size, void *out);

#endif
#if !defined(CUCORE_OP_NO_TVM_FFI)
/* ------------ >>op-tvm -- */
/* op/tvm.h: values of tvm-ffi's packed calls as views, and back. */
/* cucore_view_from_tvm_ffi - view a tensor among the arguments of a packed call
 *   any  in   a TVMFFIAny: a tensor object or a DLTensor *.  None, and NULL, are left out with CUCORE_OPTIONAL
 *   arg  in   what it has to be, as cucore_view_from_dltensor; NULL: anything
 *   out  out  borrows the memory for the call; zeroed on error
 *   -> as cucore_view_from_dltensor, and WRONG_DTYPE (another value: the message names its type index)
 *   Objects of tvm-ffi have no stream: TVMFFIEnvGetStream names the one of the call.  Any thread; no GIL.
 *   source: rules X25, X26 */
#define cucore_view_from_tvm_ffi CUCORE_NAME(_view_from_tvm_ffi)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_tvm_ffi(const void *any, const cucore_arg *arg,
                                                                   cucore_view *out);

/* cucore_view_to_tvm_ffi - make a tensor object that takes over a view
 *   view  in/out  consumed: zeroed, on success and on error, as by cucore_view_move_to_dlmanaged_versioned
 *   any   out     a TVMFFIAny that owns a tensor object, such as the result of a packed call; None on error
 *   -> OK | as cucore_view_move_to_dlmanaged_versioned | UNSUPPORTED (the process has not loaded tvm-ffi) | FOREIGN
 *      (tvm-ffi refused the tensor)
 *   any thread; no GIL */
#define cucore_view_to_tvm_ffi CUCORE_NAME(_view_to_tvm_ffi)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_view_to_tvm_ffi(cucore_view *view, void *any);

#endif
#if defined(CUCORE_RESULTS_H)
/* ------------ >>op-python -- */
/* op/python.h: operators as functions of a Python module.  Needs cucore_results.h, included before cucore_op.h. */
/* cucore_py_ops_add - add the functions of operators, and the doors for frameworks, to a module
 *   py_module  in  in its function of initialisation
 *   ops        in  count operators; they and `ns` stay as long as the process, as string literals do
 *   ns         in  an identifier, the namespace of the operators in torch: torch.ops.ns.name
 * The module gets
 *   name(x, eps=1e-05, *, y=None, stream=None)   for each operator: its arguments and its values, by position or by
 *       name, results and `stream` by name.  Arguments are taken in as by cucore_py_args, with CUCORE_BORROW; flags
 *       with [py] count.  A result that is not given is an array of the library of the first argument that is an array,
 *       as by cucore_py_empty and cucore_py_return; several are a tuple, none is None.  stream: as
 *       cucore_py_stream_from_object takes it.  None is the default of an argument with CUCORE_OPTIONAL and of a value
 *   register_torch()   registers the operators in torch, which has to be imported, as cucore_py_ops_register_torch
 *   xla_targets        {"name": {"cpu": capsule, "CUDA": capsule}, ...} for jax.ffi.register_ffi_target(target,
 *                      capsule, platform=...)
 * The last two are left out by CUCORE_OP_NO_TORCH and CUCORE_OP_NO_XLA.  The functions run the operator without the
 * GIL.
 *   -> 0 | -1 with ValueError (NULL; a declaration that means nothing: cucore_op_check), MemoryError, or an exception
 *      of the module
 *   GIL held */
#define cucore_py_ops_add CUCORE_NAME(_py_ops_add)
CUCORE_API CUCORE_NODISCARD int cucore_py_ops_add(PyObject *py_module, const cucore_op *const *ops, size_t count,
                                                  const char *ns);

#if !defined(CUCORE_OP_NO_TORCH)
/* ------------ >>op-torch-python -- */
/* op/torch_python.h: operators for torch from Python.  Needs cucore_results.h, included before cucore_op.h. */
/* cucore_py_ops_register_torch - make operators torch.ops.ns.name, with all that needs Python
 *   ops, count, ns  in  as cucore_op_register_torch
 *   It imports torch, registers as cucore_op_register_torch, and adds
 *     fakes      which describe results to torch.compile and torch.export, also if extents are symbols (dynamic=True);
 *                a function `shape` gets numbers, so that extents become constants there
 *     gradients  of each operator with a `backward`, by torch.library.register_autograd.  A gradient whose argument has
 *                a flag of dense memory is made dense.  They make each call a call of Python also, 3 to 4 times as
 *                long, except in torch.inference_mode
 *   With torch before 2.9, and before 2.10 for operators with strings, the kernels are functions of Python
 *   (torch.library).
 *   -> 0 | -1 with ValueError (as cucore_op_register_torch; a derivative that is not in `ops`, changes an argument, or
 *      has a name that the operator does not have), ImportError, RuntimeError (torch has refused), MemoryError, or an
 *      exception of torch.  On error none of the operators is registered
 *   GIL held.  source: rules X33, X34 */
#define cucore_py_ops_register_torch CUCORE_NAME(_py_ops_register_torch)
CUCORE_API CUCORE_NODISCARD int cucore_py_ops_register_torch(const cucore_op *const *ops, size_t count, const char *ns);

#endif
#endif

CUCORE_END

/* ------------ >>op-rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 1.6   the checks of every field of a tensor (ndim, shape, strides, offset, data, dtype, device) before it is used
 * B110  a negative bit goes with any strides: the tensor is asked
 * B123  an access that writes counts up the version of a torch or Paddle tensor, which autograd compares
 * P1    __dlpack_device__ and the capsule agree on the device, always
 * X20   XLA's FFI: struct_size is checked before a field is read, another major version is refused, METADATA answered
 * X21   a buffer of XLA's FFI is dense; elements below 8 bits are packed; a token and the number 0 have no elements
 * X22   attributes of XLA's FFI: found by name, numbers of any dtype; a string need not end with a NUL
 * X23   what is changed in place is an operand and a result of XLA in one buffer; other operands are never written
 * X24   work for XLA goes on the stream that XLA_FFI_Stream_Get returns, which may be captured
 * X25   tvm-ffi: tensors in a packed call are tensor objects or DLTensor *; texts are small, raw or objects; None is 0
 * X26   tvm-ffi: the stream is that of TVMFFIEnvGetStream, memory of TVMFFIEnvTensorAlloc, errors are set before -1
 * X30   torch's C functions return 0 or fail; aoti_torch_check alone throws: last, when all is given back
 * X31   a boxed kernel owns tensors, strings and optional entries of its stack; torch resolves bits and gradients first
 * X32   torch does not count up versions for operators of libraries: aten::transpose_(x, 0, 0) does, and nothing else
 * X33   symbols as extents reach only fakes of Python; torch._check notes that two are equal
 * X34   gradients: by position, None where not needed; one may repeat a number, and is made dense if that is wanted
 */
/* ------------ end of the declarations -- */
#endif /* CUCORE_OP_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_OP_H_IMPLEMENTED)
#define CUCORE_OP_H_IMPLEMENTED

#include "cucore_dlpack.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

CUCORE_BEGIN

/* ------------ >>impl-op -- */
/* op/plan.c: the declaration of an operator as numbers. */
#define CUCORE__OP_AXES (CUCORE_MAX_NDIM < 8 ? CUCORE_MAX_NDIM : 8) /* of a pattern, and of an array on the quick way */
#define CUCORE__OP_DTYPES 4
#define CUCORE__OP_FEW 4    /* arrays whose views are on the stack: 5 KB, of frames of at most 8 */
#define CUCORE__OP_NAMES 16 /* of extents: as many as cucore_call has */

/* The flags that the quick way implements; all that is made by Python was left out before. */
#define CUCORE__OP_QUICK_FLAGS \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_UNIQUE | CUCORE_HOST_ACCESSIBLE | \
     CUCORE_DEVICE_ACCESSIBLE | CUCORE_SAME_DEVICE | CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_UNPROVEN_WRITE | \
     CUCORE_NEVER_COPY | CUCORE_OPTIONAL | CUCORE_TRUST_PRODUCER | CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_ALIGNED | \
     CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP)

/* The requirements of an array as numbers. */
typedef struct cucore__op_array {
    uint64_t flags;
    cucore_dtype dtypes[CUCORE__OP_DTYPES];
    int8_t is_quick;                /* 0: the words of the argument need the general way */
    uint8_t devices;                /* bit kDLCPU, kDLCUDA: memory that the quick way takes; 0: it takes no array */
    int8_t dtype_count;             /* 0: any; 1 if the dtype is that of another array */
    int8_t dtype_like;              /* the dtype is that of this array; -1: no such requirement */
    int8_t shape_like;              /* the same for the shape */
    int8_t ndim;                    /* items of the pattern, without "..."; -1: any shape */
    int8_t ellipsis;                /* the number of items before "..."; -1: there is none */
    int8_t follows;                 /* 1: dtype and shape of this result follow from the declaration */
    int64_t items[CUCORE__OP_AXES]; /* 0 or more: that extent; -1: any; -2 - i: that of name i */
} cucore__op_array;

/* An operator as numbers: made once, at its first use. */
typedef struct cucore__op_plan {
    int argument_count;
    int is_quick; /* all arrays may be taken on the quick way: cucore__op_take_dense */
    uint32_t all; /* a bit for each array */
    int pair_count;
    int needs_shape; /* 1: the function `shape` sets a result */
    int name_count;
    int by_values;                         /* some extent is that of a value */
    int8_t name_values[CUCORE__OP_NAMES];  /* the int value of this name; -1: none */
    cucore__token names[CUCORE__OP_NAMES]; /* of extents */
    cucore__op_array arrays[CUCORE_OP_MAX_ARRAYS];
    cucore_arg args[CUCORE_OP_MAX_ARRAYS];   /* for callers of C: without the flags of Python */
    cucore_arg python[CUCORE_OP_MAX_ARRAYS]; /* for callers from Python: results may be left out */
    uint8_t by_name[CUCORE_OP_MAX_VALUES];   /* the values, sorted by name */
    uint8_t pairs[CUCORE_OP_MAX_ARRAYS * (CUCORE_OP_MAX_ARRAYS - 1) / 2][2]; /* arrays that must not overlap */
    CUCORE__ATOMIC(void *) known;                                            /* the newest cucore__op_known */
} cucore__op_plan;

/* Puts the name of the operator before the last error. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_fail(const cucore_op *op, cucore_status status)
{
    const cucore_error *error = &cucore__error;
    if (error->status != status) return cucore_fail(status, "%s: %s", op->name, cucore_status_text(status));
    return cucore__fail_driver(status, error->result, error->call, "%s: %s", op->name, error->message);
}

/* Returns 1 if `own` is the name of `length` bytes.  Without calls: XLA has the names of values in each call. */
CUCORE__PRIVATE inline int cucore__op_name_is(const char *own, const char *name, size_t length)
{
    size_t k = 0;
    while (k < length && own[k] && own[k] == name[k]) k++;
    return k == length && !own[k];
}

/* Returns the place of the array of that name among the first `count` ones; -1: none. */
CUCORE__PRIVATE int cucore__op_array_named(const cucore_op *op, int count, const char *name, size_t length)
{
    int i;
    for (i = 0; i < count; i++)
        if (op->arrays[i].name && cucore__op_name_is(op->arrays[i].name, name, length)) return i;
    return -1;
}

/* Returns the place of the value of that name; -1: none. */
CUCORE__PRIVATE int cucore__op_value_named(const cucore_op *op, const char *name, size_t length)
{
    int i;
    for (i = 0; i < op->value_count; i++)
        if (cucore__op_name_is(op->values[i].name, name, length)) return i;
    return -1;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_fail_earlier(const cucore_arg *arg, const cucore__token *token,
                                                                   int of_shape)
{
    return cucore__invalid("%s: '%.*s' in the %s \"%s\": no argument before has that name", cucore__arg_name(arg),
                           (int)token->length, token->text, of_shape ? "shape pattern" : "list of dtypes",
                           of_shape ? arg->shape : arg->dtypes);
}

/* Turns a list of dtypes into numbers. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_dtypes(const cucore_op *op, int place, cucore__op_array *out)
{
    const cucore_arg *arg = &op->arrays[place];
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_dtype dtype;
    int count = 0;
    for (; cucore__token_next(&cursor, ' ', &token); count++) {
        if (token.length && token.text[0] == '=') {
            out->dtype_like = (int8_t)cucore__op_array_named(op, place, token.text + 1, token.length - 1);
            if (out->dtype_like < 0) return cucore__op_fail_earlier(arg, &token, 0);
            continue;
        }
        if (cucore_dtype_from_name(token.text, token.length, &dtype))
            return cucore__invalid("%s: '%.*s' in the list of dtypes \"%s\" is not the name of one",
                                   cucore__arg_name(arg), (int)token.length, token.text, arg->dtypes);
        if (out->dtype_count == CUCORE__OP_DTYPES || dtype.bits % 8 || dtype.code >= CUCORE_CODE_OPAQUE) {
            out->is_quick = 0;
            if (out->dtype_count == CUCORE__OP_DTYPES) continue;
        }
        out->dtypes[out->dtype_count++] = dtype;
    }
    if (arg->dtypes && !count) return cucore__invalid("%s: the list of dtypes is empty", cucore__arg_name(arg));
    if (out->dtype_like >= 0 && out->dtype_count++) out->is_quick = 0;
    out->follows = count == 1;
    return CUCORE_OK;
}

/* Returns the place of the name of an extent; -1: there is no room. */
CUCORE__PRIVATE CUCORE__COLD int cucore__op_plan_name(cucore__op_plan *plan, const cucore_op *op,
                                                      const cucore__token *name)
{
    int i, value;
    for (i = 0; i < plan->name_count; i++)
        if (plan->names[i].length == name->length && !memcmp(plan->names[i].text, name->text, name->length)) return i;
    if (i == CUCORE__OP_NAMES) return -1;
    value = cucore__op_value_named(op, name->text, name->length);
    if (value >= 0 && op->values[value].kind != CUCORE_OP_INT) value = -1;
    plan->name_values[i] = (int8_t)value;
    plan->names[plan->name_count++] = *name;
    return i;
}

/* Turns a shape pattern into numbers. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_shape(cucore__op_plan *plan, const cucore_op *op, int place)
{
    const cucore_arg *arg = &op->arrays[place];
    const int is_result = place >= plan->argument_count;
    cucore__op_array *out = &plan->arrays[place];
    const char *cursor = arg->shape;
    cucore_view none;
    cucore_call of_call;
    cucore__token item;
    int name, bound = plan->name_count;
    out->ndim = out->ellipsis = -1;
    if (!cursor) {
        out->follows = 0;
        return CUCORE_OK;
    }
    while (cucore__is_blank(*cursor)) cursor++;
    if (*cursor == '=') {
        (void)cucore__token_next(&cursor, ',', &item);
        out->shape_like = (int8_t)cucore__op_array_named(op, place, item.text + 1, item.length - 1);
        return out->shape_like >= 0 && !*cursor ? CUCORE_OK : cucore__op_fail_earlier(arg, &item, 1);
    }
    memset(&of_call, 0, sizeof of_call);
    cucore__view_clear(&none);
    if (cucore__check_shape(&none, arg, &of_call) ==
        CUCORE_INVALID_ARGUMENT) /* it checks the pattern before the shape */
        return CUCORE_INVALID_ARGUMENT;
    for (out->ndim = 0, cursor = arg->shape; cucore__token_next(&cursor, ',', &item);) {
        if (cucore__token_is(&item, "...")) {
            out->ellipsis = out->ndim;
            out->follows = 0;
            continue;
        }
        name = cucore__is_name(&item) ? cucore__op_plan_name(plan, op, &item) : 0;
        if (out->ndim == CUCORE__OP_AXES || name < 0)
            return cucore__invalid("%s: the shape pattern \"%s\" has more than %d items, or all patterns have more "
                                   "than %d names",
                                   cucore__arg_name(arg), arg->shape, CUCORE__OP_AXES, CUCORE__OP_NAMES);
        if (cucore__is_name(&item)) {
            if (name >= bound && is_result && plan->name_values[name] < 0) out->follows = 0;
            out->items[out->ndim] = -2 - name;
        } else if (cucore__token_is(&item, "*")) {
            out->items[out->ndim] = -1;
            out->follows = 0;
        } else {
            out->items[out->ndim] = cucore__token_number(&item);
        }
        out->ndim++;
    }
    return CUCORE_OK;
}

/* The flags of an array, with what every operator requires. */
CUCORE__PRIVATE CUCORE__COLD uint64_t cucore__op_plan_flags(const cucore_op *op, int place)
{
    uint64_t flags = op->arrays[place].flags;
    if (!(flags & (CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE))) flags |= CUCORE_SAME_DEVICE;
    if (place < op->array_count - op->result_count) return flags;
    flags |= CUCORE_WRITE | CUCORE_UNIQUE | CUCORE_SAME_DEVICE;
    return flags & CUCORE_NO_PARTIAL_OVERLAP ? flags : flags | CUCORE_NO_OVERLAP;
}

#if !defined(CUCORE_COPY_H)
/* Turns flags that make a copy into requirements. */
CUCORE__PRIVATE CUCORE__COLD uint64_t cucore__op_without_copies(uint64_t flags)
{
    if (flags & CUCORE_MAKE_C_CONTIGUOUS) flags |= CUCORE_C_CONTIGUOUS;
    if (flags & CUCORE_MAKE_F_CONTIGUOUS) flags |= CUCORE_F_CONTIGUOUS;
    if (flags & CUCORE_MAKE_ALIGNED) flags &= ~CUCORE_ALLOW_UNALIGNED;
    return flags & ~(CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS | CUCORE_MAKE_ALIGNED);
}
#endif

/* Adds an array. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_array(cucore__op_plan *plan, const cucore_op *op, int place)
{
    const cucore_arg *arg = &op->arrays[place];
    const int is_result = place >= plan->argument_count;
    cucore__op_array *array = &plan->arrays[place];
    cucore_status status;
    if (!arg->name) return cucore__invalid("arrays[%d] has no name", place);
    if (cucore__op_array_named(op, place, arg->name, strlen(arg->name)) >= 0)
        return cucore__invalid("the name '%.64s' is there twice", arg->name);
    if (is_result && arg->flags & CUCORE_OPTIONAL) return cucore__invalid("%s: a result is not optional", arg->name);
    status = cucore__arg_check(arg);
    if (status) return status;
    plan->args[place] = plan->python[place] = *arg;
    array->flags = plan->args[place].flags = cucore__op_plan_flags(op, place) & ~CUCORE__ARG_OF_PYTHON;
    plan->python[place].flags = cucore__op_plan_flags(op, place) | CUCORE_BORROW | (is_result ? CUCORE_OPTIONAL : 0);
#if !defined(CUCORE_COPY_H) /* then nothing is made */
    plan->python[place].flags = cucore__op_without_copies(plan->python[place].flags);
#endif
    array->dtype_like = array->shape_like = -1;
    array->is_quick = !(array->flags & ~CUCORE__OP_QUICK_FLAGS) && !arg->producer_stream && !arg->reinterpret.lanes;
    status = cucore__op_plan_dtypes(op, place, array);
    if (!status) status = cucore__op_plan_shape(plan, op, place);
    if (status) return status;
    plan->is_quick &= array->is_quick;
    if (!is_result || array->follows) return CUCORE_OK;
    plan->needs_shape = 1;
    if (op->shape) return CUCORE_OK;
    return cucore__invalid(
        "%s: the dtypes \"%s\" and the shape \"%s\" of a result do not follow from the arguments, and "
        "the operator has no function `shape`",
        arg->name, arg->dtypes ? arg->dtypes : "", arg->shape ? arg->shape : "");
}

/* Checks the table of numbers and strings. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_values(const cucore_op *op)
{
    int i;
    for (i = 0; i < op->value_count; i++) {
        const cucore_op_value *value = &op->values[i];
        if (!value->name) return cucore__invalid("values[%d] has no name", i);
        if (value->kind < CUCORE_OP_INT || value->kind > CUCORE_OP_STRING)
            return cucore__invalid("%s: %d is no kind of a value", value->name, value->kind);
        if (cucore__op_array_named(op, op->array_count, value->name, strlen(value->name)) >= 0 ||
            cucore__op_value_named(op, value->name, strlen(value->name)) != i)
            return cucore__invalid("the name '%.64s' is there twice", value->name);
    }
    return CUCORE_OK;
}

/* Adds what the quick ways need of an array. */
CUCORE__PRIVATE CUCORE__COLD void cucore__op_plan_quick(cucore__op_plan *plan, int place)
{
    static const uint64_t together = CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP;
    cucore__op_array *array = &plan->arrays[place];
    int i;
    plan->all |= 1u << place;
    for (i = 0; i < place; i++) {
        if (!((array->flags | plan->arrays[i].flags) & together)) continue;
        plan->pairs[plan->pair_count][0] = (uint8_t)i;
        plan->pairs[plan->pair_count++][1] = (uint8_t)place;
    }
    if (!plan->is_quick) return;
    array->devices = (uint8_t)((array->flags & CUCORE_DEVICE_ACCESSIBLE ? 0 : 1 << kDLCPU) |
                               (array->flags & CUCORE_HOST_ACCESSIBLE ? 0 : 1 << kDLCUDA));
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_fill(const cucore_op *op, cucore__op_plan *plan)
{
    cucore_status status;
    int i;
    if (op->array_count < 0 || op->array_count > CUCORE_OP_MAX_ARRAYS || op->value_count < 0 ||
        op->value_count > CUCORE_OP_MAX_VALUES)
        return cucore__invalid("%d arrays and %d values; the most that there can be are %d and %d", op->array_count,
                               op->value_count, CUCORE_OP_MAX_ARRAYS, CUCORE_OP_MAX_VALUES);
    if (op->result_count < 0 || op->result_count > op->array_count)
        return cucore__invalid("%d results of %d arrays", op->result_count, op->array_count);
    if (!op->run || (op->array_count && !op->arrays) || (op->value_count && !op->values))
        return cucore__invalid("%s is NULL", !op->run ? "run" : op->array_count && !op->arrays ? "arrays" : "values");
    plan->argument_count = op->array_count - op->result_count;
    plan->is_quick = 1;
    status = cucore__op_plan_values(op);
    for (i = 0; i < op->array_count && !status; i++) status = cucore__op_plan_array(plan, op, i);
    for (i = 0; i < plan->name_count; i++) plan->by_values |= plan->name_values[i] >= 0;
    for (i = 0; i < op->array_count && !status; i++) cucore__op_plan_quick(plan, i);
    for (i = 0; i < op->value_count && !status; i++) { /* sorted by insertion */
        int at = i;
        for (; at && strcmp(op->values[i].name, op->values[plan->by_name[at - 1]].name) < 0; at--)
            plan->by_name[at] = plan->by_name[at - 1];
        plan->by_name[at] = (uint8_t)i;
    }
    return status;
}

/* An entry of cucore_op_state. */
typedef CUCORE__ATOMIC(void *) cucore__op_slot;

/* Makes the plan at the first use; two threads may both, and the second plan is dropped. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_make(const cucore_op *op, const cucore__op_plan **out)
{
    cucore__op_slot *slot = (cucore__op_slot *)&op->state->private_[0];
    void *expected = NULL;
    cucore__op_plan *plan = (cucore__op_plan *)calloc(1, sizeof *plan);
    cucore_status status;
    if (!plan) return cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: out of memory", op->name);
    status = cucore__op_plan_fill(op, plan);
    if (status) {
        free(plan);
        return cucore__op_fail(op, status);
    }
    if (!CUCORE__COMPARE_AND_SET(slot, &expected, (void *)plan)) {
        free(plan);
        plan = (cucore__op_plan *)expected;
    }
    *out = plan;
    return CUCORE_OK;
}

/* Finds the plan of an operator. */
CUCORE__PRIVATE inline cucore_status cucore__op_plan_get(const cucore_op *op, const cucore__op_plan **out)
{
    *out = (const cucore__op_plan *)CUCORE__LOAD((cucore__op_slot *)&op->state->private_[0]);
    return CUCORE__LIKELY(*out != NULL) ? CUCORE_OK : cucore__op_plan_make(op, out);
}

CUCORE_API cucore_status cucore_op_check(const cucore_op *op)
{
    const cucore__op_plan *plan;
    if (!op || !op->name || !op->state)
        return cucore__fail_null("cucore_op_check", !op ? "op" : !op->name ? "name" : "state");
    return cucore__op_plan_get(op, &plan);
}

/* op/run.c: what all callers of an operator have in common: checks, results, the call. */
/* -- a call -------------------------------------------------------------------------------------------------------- */
/* Returns room for the views of a call: `few`, or memory, which cucore__op_room_end frees; NULL: there is no memory. */
CUCORE__PRIVATE inline cucore_view *cucore__op_room(const cucore_op *op, cucore_view *few)
{
    if (CUCORE__LIKELY(op->array_count <= CUCORE__OP_FEW) || op->array_count > CUCORE_OP_MAX_ARRAYS) return few;
    return (cucore_view *)malloc((size_t)op->array_count * sizeof *few);
}

CUCORE__PRIVATE inline void cucore__op_room_end(cucore_view *room, const cucore_view *few)
{
    if (!CUCORE__LIKELY(room == few)) free(room);
}

/* Begins a call: the entry sets the views of the arguments, the values, the stream and `caller` before
 * cucore__op_check.  A result that the caller gives is decoded into its view; cucore__op_clear_results zeroes all. */
CUCORE__PRIVATE inline cucore_status cucore__op_begin(cucore_op_call *call, const cucore_op *op, cucore_view *views,
                                                      cucore_op_scalar *values)
{
    const cucore__op_plan *plan = NULL;
    cucore_status status = cucore__op_plan_get(op, &plan);
    call->op = op;
    call->views = views;
    call->values = values;
    call->stream = CUCORE_STREAM_LEGACY;
    call->device_id = CUCORE_DEVICE_NONE;
    call->caller = 0;
    call->private_.plan = plan;
    call->private_.device_type = CUCORE_DEVICE_TYPE_CPU;
    call->private_.described = 0;
    call->private_.taken = 0;
    if (!status && !views) status = cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: out of memory", op->name);
    return status;
}

/* Zeroes the views of the results, which the caller does not give. */
CUCORE__PRIVATE inline void cucore__op_clear_results(const cucore_op_call *call)
{
    int i;
    for (i = call->op->array_count - call->op->result_count; i < call->op->array_count; i++)
        cucore__view_clear(&call->views[i]);
}

/* Binds the names that are int values, and no others. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__op_bind_values(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    int i;
    for (i = 0; i < plan->name_count; i++) {
        const int value = plan->name_values[i];
        call->private_.extents[i] = value < 0 ? -1 : call->values[value].i;
        if (CUCORE__LIKELY(value < 0 || call->values[value].i >= 0)) continue;
        return cucore__invalid("%s is %lld; an extent must be 0 or more", call->op->values[value].name,
                               (long long)call->values[value].i);
    }
    return CUCORE_OK;
}

/* Binds the names in the pattern of one array.  Returns 0 if the shape is another one. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__op_bind_array(cucore_op_call *call, const cucore__op_array *array,
                                                         const cucore_layout *layout)
{
    int i, axis = 0;
    if (array->ndim < 0) return 1;
    if (array->ellipsis < 0 ? layout->ndim != array->ndim : layout->ndim < array->ndim) return 0;
    for (i = 0; i < array->ndim; i++, axis++) {
        int64_t item = array->items[i];
        if (i == array->ellipsis) axis += layout->ndim - array->ndim;
        if (item <= -2) {
            int64_t *extent = &call->private_.extents[-2 - item];
            if (*extent < 0) *extent = layout->shape[axis];
            item = *extent;
        }
        if (item >= 0 && item != layout->shape[axis]) return 0;
    }
    return 1;
}

/* Returns 1 if no array with a flag about overlap reaches the bytes of another one; all are dense. */
CUCORE__PRIVATE inline int cucore__op_are_apart(const cucore_op_call *call, const cucore__op_plan *plan)
{
    int k;
    for (k = 0; k < plan->pair_count; k++) {
        const int i = plan->pairs[k][0], j = plan->pairs[k][1];
        const uintptr_t one = (uintptr_t)call->views[i].ptr, other = (uintptr_t)call->views[j].ptr;
        if (other - one < (uintptr_t)call->private_.spans[i] || one - other < (uintptr_t)call->private_.spans[j])
            return 0;
    }
    return 1;
}

/* Returns a dtype without its itemsize: a DLDataType, or the beginning of a cucore_dtype. */
CUCORE__PRIVATE inline uint32_t cucore__op_dtype_bytes(const void *dtype)
{
    uint32_t bytes;
    memcpy(&bytes, dtype, sizeof bytes);
    return bytes;
}

/* An array as a caller describes it, without byte_offset. */
typedef struct cucore__op_raw {
    void *data;
    uint64_t kind, device;          /* cucore__op_kind, cucore__op_device */
    const int64_t *shape, *strides; /* strides: NULL if the array is dense in C order */
} cucore__op_raw;

/* Packs what has to be equal into numbers, so that one comparison does. */
CUCORE__PRIVATE inline uint64_t cucore__op_kind(int ndim, uint32_t dtype)
{
    return (uint32_t)ndim | (uint64_t)dtype << 32;
}
CUCORE__PRIVATE inline uint64_t cucore__op_device(int device_type, int device_id)
{
    return (uint32_t)device_type | (uint64_t)(uint32_t)device_id << 32;
}

/* Takes an array of the call, decoded and checked in one pass: shapes that change take 60 ns in a packed call of
 * tvm-ffi, not 205.  The values are bound before.  Returns 0, and has no effect that counts, if the array is not dense,
 * aligned and as the declaration asks for: the entry decodes it, and cucore__op_check decides. */
CUCORE__PRIVATE CUCORE__APART int cucore__op_take_dense(cucore_op_call *call, int place, const cucore__op_raw *raw)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    const cucore__op_array *array = &plan->arrays[place];
    const cucore_layout *like = array->shape_like >= 0 ? &call->views[array->shape_like].layout : NULL;
    const cucore_dtype *dtype = array->dtype_like >= 0 ? &call->views[array->dtype_like].dtype : array->dtypes;
    const uint32_t id = (uint32_t)(raw->kind >> 32), type = (uint32_t)raw->device;
    const int ndim = (int)(uint32_t)raw->kind, id_given = (int)(raw->device >> 32),
              device_id = type == kDLCUDA ? id_given : CUCORE_DEVICE_NONE;
    cucore_view *view = &call->views[place];
    int64_t volume = 1, bits;
    int i;
    if (type > kDLCUDA || !(array->devices >> type & 1) || id_given < 0 || ndim < 0 || ndim > CUCORE__OP_AXES ||
        (ndim && !raw->shape) || !raw->data || (uintptr_t)raw->data & 7 || (like && like->ndim != ndim))
        return 0;
    if (!call->private_.taken) {
        call->device_id = device_id;
    } else if (call->device_id != device_id) {
        return 0;
    }
    for (i = array->dtype_count; i && cucore__op_dtype_bytes(dtype) != id; i--) dtype++;
    if (!i || !dtype->lanes || dtype->bits & 7) return 0; /* "=x" may be any dtype */
    for (i = ndim; i-- > 0;) {
        const int64_t extent = raw->shape[i], stride = raw->strides ? raw->strides[i] : volume;
        view->layout.shape[i] = extent;
        view->layout.strides[i] = stride;
        if (like && like->shape[i] != extent) return 0;
        if (extent == 1) continue;
        if (extent < 1 || stride != volume || cucore__mul(volume, extent, &volume)) return 0;
    }
    if (cucore__mul(volume, 8 * (int64_t)dtype->itemsize, &bits) ||
        (uint64_t)bits / 8 > (uint64_t)UINTPTR_MAX - (uintptr_t)raw->data)
        return 0;
    cucore__view_clear(view);
    view->layout.ndim = ndim;
    if (!like && !cucore__op_bind_array(call, array, &view->layout)) return 0;
    view->ptr = raw->data;
    view->dtype = *dtype;
    view->layout.itemsize = dtype->itemsize;
    view->layout.itembits = 8 * (int64_t)dtype->itemsize;
    view->protocol = CUCORE_PROTOCOL_DLTENSOR;
    view->device_type = (int)type;
    view->device_id = device_id;
    view->host_accessible = type == kDLCPU;
    view->device_accessible = type == kDLCUDA;
    call->private_.spans[place] = bits / 8;
    call->private_.taken |= 1u << place;
    return 1;
}

/* -- calls like one that was checked ------------------------------------------------------------------------------- */
/* What is in a view between ptr and the shape. */
enum { CUCORE__OP_HEAD = offsetof(cucore_view, layout.shape) - offsetof(cucore_view, dtype) };

/* An array of a call that was checked: dense in C order, of up to CUCORE__OP_AXES axes, all with elements. */
typedef struct cucore__op_known_array {
    uint64_t kind, device;
    int is_given; /* 0: an argument that was left out, or a result that the entry allocates */
    int ndim;
    int64_t nbytes;
    unsigned char head[CUCORE__OP_HEAD];
    int64_t shape[CUCORE__OP_AXES], strides[CUCORE__OP_AXES];
} cucore__op_known_array;

/* A call that was checked.  Programs call an operator with the same dtypes and shapes again and again; then these are
 * only compared: a packed call of tvm-ffi with two arrays takes 28 ns, not 60.  A call is kept once, and read by all
 * threads.  At most CUCORE__OP_MOST are kept for an operator. */
enum { CUCORE__OP_MOST = 16 };
typedef struct cucore__op_known {
    struct cucore__op_known *next; /* an older one */
    int count;                     /* of this one and the older ones */
    int caller, device_id, device_type;
    int64_t extents[CUCORE__OP_NAMES];
    cucore__op_known_array arrays[1]; /* array_count of them */
} cucore__op_known;

/* Describes an array of a call, without an effect: 1; 0: it was left out; -1: it is another thing. */
typedef int (*cucore__op_reader)(const void *caller, int place, cucore__op_raw *out);

/* Fills a view from an array that is like a known one.  Returns 0, and leaves any view, if it differs. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__op_recall_array(const cucore__op_known_array *known, int is_there,
                                                           const cucore__op_raw *raw, cucore_view *view)
{
    const int64_t *shape = known->shape, *strides = known->strides;
    int i;
    if (is_there != known->is_given) return 0;
    view->ptr = NULL;
    if (is_there) {
        if (raw->kind != known->kind || raw->device != known->device || (known->ndim && !raw->shape) || !raw->data ||
            (uintptr_t)raw->data & 7 || (uint64_t)known->nbytes > (uint64_t)UINTPTR_MAX - (uintptr_t)raw->data)
            return 0;
        shape = raw->shape;
        if (raw->strides) strides = raw->strides;
        view->ptr = raw->data;
    }
    for (i = 0; i < known->ndim; i++) {
        if (shape[i] != known->shape[i] || strides[i] != known->strides[i]) return 0;
        view->layout.shape[i] = known->shape[i];
        view->layout.strides[i] = known->strides[i];
    }
    memcpy(&view->dtype, known->head, sizeof known->head);
    view->private_.self = NULL;
    view->private_.owner = NULL;
    view->private_.release = NULL;
    view->private_.until = 0;
#if defined(CUCORE_DEBUG)
    view->private_.access = NULL;
#endif
    return 1;
}

/* Fills the views of a call, and all that cucore__op_check and cucore__op_results find out, if the call is like one
 * that was checked; call->caller is set.  Returns 0 if there is none, or if an array reaches the memory of another one:
 * then the call is decoded and checked.  It is inlined with its reader. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__op_recall(cucore_op_call *call, cucore__op_reader read, const void *caller)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    const cucore__op_known *known = (const cucore__op_known *)CUCORE__LOAD((cucore__op_slot *)(uintptr_t)&plan->known);
    const int count = call->op->array_count;
    cucore__op_raw raw = {NULL, 0, 0, NULL, NULL};
    int i, is_there;
    for (; known; known = known->next) {
        if (known->caller != call->caller) continue;
        for (i = 0; i < count; i++) {
            is_there = read(caller, i, &raw);
            if (!cucore__op_recall_array(&known->arrays[i], is_there, &raw, &call->views[i])) break;
            call->private_.spans[i] = known->arrays[i].nbytes;
        }
        if (i < count) continue;
        if (!cucore__op_are_apart(call, plan)) return 0;
        for (i = 0; i < plan->name_count; i++) call->private_.extents[i] = known->extents[i];
        call->device_id = known->device_id;
        call->private_.device_type = known->device_type;
        if (known->device_id < 0) call->stream = CUCORE_STREAM_HOST;
        return 1;
    }
    return 0;
}

/* Keeps a call that was checked, and whose results are described, if all of it can be compared: shapes that no value is
 * part of, arrays that are dense and have elements. */
CUCORE__PRIVATE CUCORE__COLD void cucore__op_remember(const cucore_op_call *call, cucore__op_reader read,
                                                      const void *caller)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    cucore__op_slot *slot = (cucore__op_slot *)(uintptr_t)&plan->known;
    void *newest = CUCORE__LOAD(slot);
    const int count = call->op->array_count;
    cucore__op_known *known;
    cucore__op_raw raw;
    int i;
    if (!plan->is_quick || plan->by_values || plan->needs_shape ||
        (newest && ((const cucore__op_known *)newest)->count >= CUCORE__OP_MOST))
        return;
    for (i = 0; i < count; i++) {
        const cucore_layout *layout = &call->views[i].layout;
        if (read(caller, i, &raw) < 0) return;
        if (!call->views[i].dtype.lanes) continue; /* left out */
        if (layout->ndim > CUCORE__OP_AXES || cucore__layout_is_empty(layout) || !cucore_layout_is_c_contiguous(layout))
            return;
    }
    known = (cucore__op_known *)calloc(1, sizeof *known + (size_t)count * sizeof known->arrays[0]);
    if (!known) return;
    known->caller = call->caller;
    known->device_id = call->device_id;
    known->device_type = call->private_.device_type;
    memcpy(known->extents, call->private_.extents, sizeof known->extents);
    for (i = 0; i < count; i++) {
        cucore__op_known_array *array = &known->arrays[i];
        const cucore_view *view = &call->views[i];
        array->is_given = read(caller, i, &raw);
        if (array->is_given) {
            array->kind = raw.kind;
            array->device = raw.device;
        }
        array->ndim = view->layout.ndim;
        array->nbytes = view->dtype.lanes ? cucore_view_nbytes(view) : 0;
        memcpy(array->head, &view->dtype, sizeof array->head);
        memcpy(array->shape, view->layout.shape, (size_t)array->ndim * sizeof array->shape[0]);
        memcpy(array->strides, view->layout.strides, (size_t)array->ndim * sizeof array->strides[0]);
    }
    do {
        known->next = (cucore__op_known *)newest;
        known->count = newest ? known->next->count + 1 : 1;
    } while (!CUCORE__COMPARE_AND_SET(slot, &newest, (void *)known));
}

/* -- calls that are checked ---------------------------------------------------------------------------------------- */
/* Checks the arrays one by one and against each other, with messages: cucore_views_check, for arrays some of which may
 * have no memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__op_check_general(cucore_op_call *call, const cucore__op_plan *plan)
{
    const size_t count = (size_t)call->op->array_count;
    cucore_arg arg;
    cucore_call of_call;
    cucore__survey span;
    size_t i, failed = 0;
    int value;
    cucore_status status = CUCORE_OK;
    memset(&of_call, 0, sizeof of_call);
    of_call.args = plan->args;
    of_call.views = call->views;
    of_call.args_count = count;
    for (value = 0; value < plan->name_count; value++) {
        if (plan->name_values[value] < 0) continue;
        memset(&arg, 0, sizeof arg);
        arg.name = call->op->values[plan->name_values[value]].name;
        (void)cucore__call_bind(&of_call, plan->names[value].text, plan->names[value].length,
                                call->private_.extents[value], &arg);
    }
    for (i = 0; !status && i < count; i++) {
        const cucore_view *view = &call->views[i];
        const int may_lack = i >= (size_t)plan->argument_count || plan->args[i].flags & CUCORE_OPTIONAL;
        arg = plan->args[i];
        if (!view->dtype.lanes && may_lack) continue;
        if (!call->private_.described || !view->dtype.lanes || !cucore__layout_head_is_valid(&view->layout) ||
            !cucore__view_has_itemsize(view)) {
            status = cucore__view_check_sound(cucore__arg_name(&arg), view);
        } else {
            status = cucore__layout_check(&view->layout, &span);
            arg.flags |= CUCORE_ALLOW_UNALIGNED;
            arg.flags &= ~CUCORE_MAKE_ALIGNED;
        }
        if (!status) status = cucore__view_check(view, &arg, &of_call);
        if (!status) status = cucore__view_check_lanes(view, &arg, &of_call);
    }
    if (!status) status = cucore__views_check_same_device(call->views, count, plan->args, &failed);
    if (!status && !call->private_.described)
        status = cucore__views_check_overlaps(call->views, count, plan->args, NULL, &failed);
    return status;
}

/* Binds all names to the extents of arrays that were checked. */
CUCORE__PRIVATE cucore_status cucore__op_bind(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    cucore_status status = cucore__op_bind_values(call);
    int i;
    for (i = 0; i < call->op->array_count && !status; i++) {
        const cucore_view *view = &call->views[i];
        if (view->dtype.lanes && !cucore__op_bind_array(call, &plan->arrays[i], &view->layout))
            status = cucore__fail_shape(view, &plan->args[i], NULL, "");
    }
    return status;
}

/* Finds the device of a call: that of the first array in device memory.  Without one the CPU has to reach all. */
CUCORE__PRIVATE inline cucore_status cucore__op_find_device(cucore_op_call *call)
{
    int i;
    call->device_id = CUCORE_DEVICE_NONE;
    for (i = 0; i < call->op->array_count; i++) {
        const cucore_view *view = &call->views[i];
        if (!view->dtype.lanes || !cucore__device_is_cuda(view->device_type) || view->device_id < 0) continue;
        call->device_id = view->device_id;
        call->private_.device_type = CUCORE_DEVICE_TYPE_CUDA;
        return CUCORE_OK;
    }
    call->stream = CUCORE_STREAM_HOST;
    for (i = 0; i < call->op->array_count && !call->private_.described; i++) {
        const cucore_view *view = &call->views[i];
        if (view->dtype.lanes && !view->host_accessible && !cucore__layout_is_empty(&view->layout))
            return cucore__fail_device(view, &call->op->arrays[i], NULL, "that the CPU or CUDA can read");
    }
    return CUCORE_OK;
}

/* Checks the arguments and the results that the caller has given, binds the names, and finds the device.  Messages
 * begin with the operator. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__op_check(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    uint32_t taken = call->private_.taken;
    int i;
    cucore_status status;
    for (i = 0; i < call->op->array_count && taken && taken != plan->all; i++) { /* arrays that were left out */
        if (call->views[i].dtype.lanes) continue;
        if (i < plan->argument_count && !(plan->args[i].flags & CUCORE_OPTIONAL)) continue;
        call->private_.spans[i] = 0;
        taken |= 1u << i;
    }
    if (taken && taken == plan->all && cucore__op_are_apart(call, plan)) {
        if (call->device_id >= 0) {
            call->private_.device_type = CUCORE_DEVICE_TYPE_CUDA;
        } else {
            call->stream = CUCORE_STREAM_HOST;
        }
        return CUCORE_OK;
    }
    status = cucore__op_bind_values(call);
    if (!status) status = cucore__op_check_general(call, plan);
    if (!status) status = cucore__op_bind(call);
    if (!status) status = cucore__op_find_device(call);
    return CUCORE__LIKELY(!status) ? CUCORE_OK : cucore__op_fail(call->op, status);
}

/* Fills the view of a result: dense in C order on the device of the call, without memory. */
CUCORE__PRIVATE cucore_status cucore__op_describe(const cucore_op_call *call, cucore_dtype dtype, int ndim,
                                                  const int64_t *shape, cucore_view *out)
{
    const int64_t itembits = cucore_dtype_itembits(dtype);
    cucore_status status = cucore_dtype_check(dtype);
    if (!status) status = cucore_layout_make_dense(ndim, shape, 'C', dtype.itemsize, &out->layout);
    if (!status && itembits % 8) status = cucore_layout_set_packed(&out->layout, itembits);
    if (status) return status;
    out->dtype = dtype;
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    cucore__view_fill_device(out, call->private_.device_type, call->device_id);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_op_set_result(cucore_op_call *call, int result, cucore_dtype dtype, int ndim,
                                              const int64_t *shape)
{
    const cucore__op_plan *plan;
    const cucore_arg *arg;
    cucore_view *view, made;
    char expected[192], got[192];
    cucore__text text;
    int i;
    cucore_status status;
    if (!call || (ndim > 0 && !shape)) return cucore__fail_null("cucore_op_set_result", !call ? "call" : "shape");
    if (result < 0 || result >= call->op->result_count)
        return cucore__invalid("cucore_op_set_result: there is no result %d; there are %d", result,
                               call->op->result_count);
    plan = (const cucore__op_plan *)call->private_.plan;
    arg = &plan->args[plan->argument_count + result];
    view = &call->views[plan->argument_count + result];
    if (!view->dtype.lanes) return cucore__op_describe(call, dtype, ndim, shape, view);
    cucore__view_clear(&made);
    status = cucore__op_describe(call, dtype, ndim, shape, &made);
    if (status) return status;
    if (!cucore_dtype_is_equal(view->dtype, dtype)) {
        cucore_dtype_to_name(dtype, expected, sizeof expected);
        cucore_dtype_to_name(view->dtype, got, sizeof got);
        return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected dtype %s, got %s", arg->name, expected, got);
    }
    for (i = 0; i < ndim && view->layout.ndim == ndim && view->layout.shape[i] == shape[i]; i++) {
    }
    if (view->layout.ndim == ndim && i == ndim) return CUCORE_OK;
    text = cucore__text_start(expected, sizeof expected);
    cucore__text_add_tuple(&text, shape, ndim);
    text = cucore__text_start(got, sizeof got);
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected shape %s, got %s", arg->name, expected, got);
}

/* Describes a result that follows from the declaration. */
CUCORE__PRIVATE cucore_status cucore__op_result(const cucore_op_call *call, const cucore__op_plan *plan, int place)
{
    const cucore__op_array *array = &plan->arrays[place];
    const cucore_view *like = array->shape_like >= 0 ? &call->views[array->shape_like] : NULL;
    const cucore_dtype dtype = array->dtype_like >= 0 ? call->views[array->dtype_like].dtype : array->dtypes[0];
    int64_t shape[CUCORE__OP_AXES];
    int i, left_out = !dtype.lanes ? array->dtype_like : like && !like->dtype.lanes ? array->shape_like : -1;
    for (i = 0; !like && i < array->ndim; i++) {
        shape[i] = array->items[i] <= -2 ? call->private_.extents[-2 - array->items[i]] : array->items[i];
        if (shape[i] >= 0) continue;
        return cucore__invalid("%s: the extent %.*s is not known, since its arrays were left out",
                               plan->args[place].name, (int)plan->names[-2 - array->items[i]].length,
                               plan->names[-2 - array->items[i]].text);
    }
    if (left_out >= 0)
        return cucore__invalid("%s: is as %s, which was left out", plan->args[place].name, plan->args[left_out].name);
    return cucore__op_describe(call, dtype, like ? like->layout.ndim : array->ndim, like ? like->layout.shape : shape,
                               &call->views[place]);
}

/* Has the function `shape` set results, and compares them with the declaration. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__op_ask_shape(cucore_op_call *call, const cucore__op_plan *plan)
{
    cucore_call of_call;
    cucore_arg arg;
    cucore_status status;
    int i;
    cucore__error.status = CUCORE_OK;
    status = call->op->shape(call);
    memset(&of_call, 0, sizeof of_call);
    of_call.args = plan->args;
    of_call.views = call->views;
    of_call.args_count = (size_t)call->op->array_count;
    for (i = 0; i < call->op->array_count && !status; i++) {
        const cucore_view *view = &call->views[i];
        arg = plan->args[i];
        arg.flags = CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_LANES;
        if (view->dtype.lanes) {
            status = cucore__view_check(view, &arg, &of_call);
        } else if (i >= plan->argument_count) {
            status = cucore__invalid("%s: the function `shape` has not set this result", arg.name);
        }
    }
    return status;
}

/* Describes the results that the caller has not given: dtype, layout, device, without memory.  Call cucore__op_check
 * before. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__op_results(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    cucore_status status = CUCORE_OK;
    int i;
    if (call->private_.taken == plan->all && !plan->needs_shape) return CUCORE_OK; /* the caller has given them */
    for (i = plan->argument_count; i < call->op->array_count && !status; i++)
        if (plan->arrays[i].follows && !call->views[i].dtype.lanes) status = cucore__op_result(call, plan, i);
    if (!status && plan->needs_shape) status = cucore__op_ask_shape(call, plan);
    return CUCORE__LIKELY(!status) ? CUCORE_OK : cucore__op_fail(call->op, status);
}

/* Calls the function of the operator, in a context of the device.  All views have their memory. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__op_run(cucore_op_call *call)
{
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    guard.private_[0] = NULL;
    if (call->device_id >= 0) status = cucore_context_enter_device(call->device_id, &guard);
    if (!status) {
        cucore__error.status = CUCORE_OK;
        status = call->op->run(call);
    }
    if (guard.private_[0]) cucore_context_leave(&guard);
    if (CUCORE__LIKELY(!status)) return CUCORE_OK;
    if (status > 0 || status < CUCORE_INTERRUPTED)
        return cucore_fail(CUCORE_FOREIGN, "%s: the function returned %d, which is no status", call->op->name,
                           (int)status);
    return cucore__op_fail(call->op, status);
}

CUCORE_API int64_t cucore_op_extent(const cucore_op_call *call, const char *name)
{
    const cucore__op_plan *plan;
    int i;
    if (!call || !name) return cucore__fail_null("cucore_op_extent", !call ? "call" : "name");
    plan = (const cucore__op_plan *)call->private_.plan;
    for (i = 0; i < plan->name_count; i++)
        if (plan->names[i].text[0] == name[0] && cucore__token_is(&plan->names[i], name) &&
            call->private_.extents[i] >= 0)
            return call->private_.extents[i];
    return cucore__invalid("%s: no shape pattern has bound an extent %.64s", call->op->name, name);
}

/* op/find.c: functions of frameworks, looked up in the running process; no framework is loaded or linked. */
/* Finds a library that the process has loaded, by the name of its file; NULL: it has not.  Libraries of Python's
 * packages are private to those that loaded them, so that their names are not in the scope of all. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__op_library(const char *name)
{
#if defined(_WIN32)
    return (void *)GetModuleHandleA(name);
#else
    return dlopen(name, RTLD_NOLOAD | RTLD_LAZY);
#endif
}

/* Finds a function in a library, or with NULL in all that the process shows; NULL: it is not there. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__op_symbol(void *library, const char *name)
{
    void *pointer = NULL;
#if defined(_WIN32)
    FARPROC symbol = library ? GetProcAddress((HMODULE)library, name) : NULL;
    memcpy(&pointer, &symbol, sizeof pointer);
#else
    pointer = dlsym(library ? library : RTLD_DEFAULT, name);
#endif
    return pointer;
}

#if !defined(CUCORE_OP_NO_TORCH)
/* ------------ >>op-foreign-aten -- */
/* op/foreign_aten.h: the C functions that torch keeps stable, as facts.  Source:
 * torch/csrc/inductor/aoti_torch/c/shim.h and torch/csrc/stable/c/shim.h of torch 2.9 to 2.15.
 *   A tensor is the address of an at::Tensor, a library that of a torch::Library, a string that of a std::string.  The
 *   functions return 0, or fail: then torch has printed the reason to stderr, and from 2.13 on it can be asked for.
 *   `check` throws c10::Error with its text if the condition is 0; it is the only function that throws.
 *   A boxed kernel is a function of (uint64_t *stack, uint64_t arguments, uint64_t results).  It gets the arguments of
 *   its schema, and leaves the results, both from stack[0] on.  An entry of the stack is, by the type in the schema:
 *     Tensor     a tensor, which belongs to the kernel; a result belongs to torch
 *     int        int64_t      float   the bits of a double
 *     bool       the lowest byte: 0 or 1
 *     str        a string, which belongs to the kernel (2.10)
 *     type?      0 for None; else the address of one entry, which belongs to the kernel: it was made by operator new,
 *                and is given back by torch_delete_stable_ivalue (2.13) or operator delete
 *   torch keeps these forms for kernels that were registered with the number of a version (torch_library_impl). */
#define CUCORE__ATEN_2_9 ((UINT64_C(2) << 56) | (UINT64_C(9) << 48))
#define CUCORE__ATEN_2_10 ((UINT64_C(2) << 56) | (UINT64_C(10) << 48))

/* X(member, symbol, result, parameters, in which library it has to be: 0 in none) */
#define CUCORE__ATEN_LIST(X) \
    X(version, "aoti_torch_abi_version", uint64_t, (void), 1) \
    X(defined, "aoti_torch_is_defined", int32_t, (void *, uint8_t *), 1) \
    X(dtype, "aoti_torch_get_dtype", int32_t, (void *, int32_t *), 1) \
    X(layout, "aoti_torch_get_layout", int32_t, (void *, int32_t *), 1) \
    X(device_type, "aoti_torch_get_device_type", int32_t, (void *, int32_t *), 1) \
    X(device_index, "aoti_torch_get_device_index", int32_t, (void *, int32_t *), 1) \
    X(ndim, "aoti_torch_get_dim", int32_t, (void *, int64_t *), 1) \
    X(shape, "aoti_torch_get_sizes", int32_t, (void *, int64_t **), 1) \
    X(strides, "aoti_torch_get_strides", int32_t, (void *, int64_t **), 1) \
    X(data, "aoti_torch_get_data_ptr", int32_t, (void *, void **), 1) \
    X(layout_strided, "aoti_torch_layout_strided", int32_t, (void), 1) \
    X(on_cpu, "aoti_torch_device_type_cpu", int32_t, (void), 1) \
    X(on_cuda, "aoti_torch_device_type_cuda", int32_t, (void), 1) \
    X(empty, "aoti_torch_empty_strided", int32_t, \
      (int64_t, const int64_t *, const int64_t *, int32_t, int32_t, int32_t, void **), 1) \
    X(wrap, "aoti_torch_create_tensor_from_blob", int32_t, \
      (void *, int64_t, const int64_t *, const int64_t *, int64_t, int32_t, int32_t, int32_t, void **), 1) \
    X(again, "aoti_torch_new_tensor_handle", int32_t, (void *, void **), 1) \
    X(drop, "aoti_torch_delete_tensor_object", int32_t, (void *), 1) \
    X(grads, "aoti_torch_grad_mode_is_enabled", uint8_t, (void), 1) \
    X(set_grads, "aoti_torch_grad_mode_set_enabled", void, (uint8_t), 1) \
    X(call, "aoti_torch_call_dispatcher", int32_t, (const char *, const char *, uint64_t *), 1) \
    X(check, "aoti_torch_check", void, (uint8_t, const char *, const char *, uint32_t, const char *), 1) \
    X(fragment, "aoti_torch_library_init_fragment", int32_t, (const char *, const char *, uint32_t, void **), 1) \
    X(kernels, "aoti_torch_library_init_impl", int32_t, (const char *, const char *, const char *, uint32_t, void **), \
      1) \
    X(define, "aoti_torch_library_def", int32_t, (void *, const char *), 1) \
    X(implement, "aoti_torch_library_impl", int32_t, (void *, const char *, cucore__aten_kernel), 1) \
    X(undo, "aoti_torch_delete_library_object", int32_t, (void *), 1) \
    X(implement_for, "torch_library_impl", int32_t, (void *, const char *, cucore__aten_kernel, uint64_t), 0) \
    X(string_size, "torch_string_length", int32_t, (void *, size_t *), 0) \
    X(string_text, "torch_string_c_str", int32_t, (void *, const char **), 0) \
    X(string_drop, "torch_delete_string", int32_t, (void *), 0) \
    X(own, "torch_from_blob", int32_t, \
      (void *, int64_t, const int64_t *, const int64_t *, int64_t, int32_t, int32_t, int32_t, void **, int32_t, \
       const uint8_t *, int64_t, cucore__aten_deleter, void *), \
      0) \
    X(why, "torch_exception_get_what_without_backtrace", const char *, (void), 0) \
    X(entry_drop, "torch_delete_stable_ivalue", int32_t, (uint64_t *), 0) \
    X(operator_delete, "_ZdlPv", void, (void *), 0) \
    X(stream, "aoti_torch_get_current_cuda_stream", int32_t, (int32_t, void **), 0)

typedef void (*cucore__aten_kernel)(uint64_t *stack, uint64_t argument_count, uint64_t result_count);
typedef void (*cucore__aten_deleter)(void *data, void *context);

/* The dtypes of torch with the functions that return their numbers, as X(suffix, code, bits, lanes); the last of them
 * came with 2.11. */
#define CUCORE__ATEN_DTYPE_LIST(X) \
    X("aoti_torch_dtype_float32", FLOAT, 32, 1) \
    X("aoti_torch_dtype_float16", FLOAT, 16, 1) \
    X("aoti_torch_dtype_bfloat16", BFLOAT, 16, 1) \
    X("aoti_torch_dtype_float64", FLOAT, 64, 1) \
    X("aoti_torch_dtype_uint8", UINT, 8, 1) \
    X("aoti_torch_dtype_uint16", UINT, 16, 1) \
    X("aoti_torch_dtype_uint32", UINT, 32, 1) \
    X("aoti_torch_dtype_uint64", UINT, 64, 1) \
    X("aoti_torch_dtype_int8", INT, 8, 1) \
    X("aoti_torch_dtype_int16", INT, 16, 1) \
    X("aoti_torch_dtype_int32", INT, 32, 1) \
    X("aoti_torch_dtype_int64", INT, 64, 1) \
    X("aoti_torch_dtype_bool", BOOL, 8, 1) \
    X("aoti_torch_dtype_complex32", COMPLEX, 32, 1) \
    X("aoti_torch_dtype_complex64", COMPLEX, 64, 1) \
    X("aoti_torch_dtype_complex128", COMPLEX, 128, 1) \
    X("aoti_torch_dtype_float8_e5m2", FLOAT8_E5M2, 8, 1) \
    X("aoti_torch_dtype_float8_e4m3fn", FLOAT8_E4M3FN, 8, 1) \
    X("aoti_torch_dtype_float8_e5m2fnuz", FLOAT8_E5M2FNUZ, 8, 1) \
    X("aoti_torch_dtype_float8_e4m3fnuz", FLOAT8_E4M3FNUZ, 8, 1) \
    X("torch_dtype_float8_e8m0fnu", FLOAT8_E8M0FNU, 8, 1) \
    X("torch_dtype_float4_e2m1fn_x2", FLOAT4_E2M1FN, 4, 2)

/* ------------ >>impl-op-aten -- */
/* op/aten.c: torch's stable C functions, looked up in the process; tensors as views and back. */
#define CUCORE__ATEN_MEMBER(member, symbol, result, parameters, needed) result(*member) parameters;
static struct {
    CUCORE__ATEN_LIST(CUCORE__ATEN_MEMBER)
} cucore__aten;
#undef CUCORE__ATEN_MEMBER

typedef struct cucore__aten_symbol {
    const char *name;
    int needed;
} cucore__aten_symbol;
#define CUCORE__ATEN_SYMBOL(member, symbol, result, parameters, needed) {symbol, needed},
static const cucore__aten_symbol cucore__aten_symbols[] = {CUCORE__ATEN_LIST(CUCORE__ATEN_SYMBOL)};
#undef CUCORE__ATEN_SYMBOL
#undef CUCORE__ATEN_LIST

/* The dtypes of torch with the functions that return their numbers. */
typedef struct cucore__aten_dtype {
    const char *symbol;
    unsigned char code, bits, lanes;
} cucore__aten_dtype;
#define CUCORE__ATEN_DTYPE(symbol, code, bits, lanes) {symbol, CUCORE_CODE_##code, bits, lanes},
static const cucore__aten_dtype cucore__aten_dtypes[] = {CUCORE__ATEN_DTYPE_LIST(CUCORE__ATEN_DTYPE)};
#undef CUCORE__ATEN_DTYPE
#undef CUCORE__ATEN_DTYPE_LIST
enum {
    CUCORE__ATEN_DTYPES = (int)(sizeof cucore__aten_dtypes / sizeof cucore__aten_dtypes[0]),
    CUCORE__ATEN_NUMBERS = 128 /* torch's numbers of dtypes are smaller */
};

/* What is found once. */
static struct {
    CUCORE__ATOMIC(int) is_done;          /* written last */
    int32_t strided, cpu, cuda;           /* torch's numbers */
    uint64_t version;                     /* of torch: CUCORE__ATEN_2_9 or newer */
    int16_t numbers[CUCORE__ATEN_DTYPES]; /* of the dtypes; -1: this torch has no such dtype */
    int8_t rows[CUCORE__ATEN_NUMBERS];    /* the way back: a row of cucore__aten_dtypes, -1: none */
} cucore__aten_facts;

/* Where the functions may be: what is linked to the program, then the libraries of torch if they are loaded. */
typedef struct cucore__aten_libraries {
    void *handles[3];
} cucore__aten_libraries;

CUCORE__PRIVATE CUCORE__COLD void cucore__aten_libraries_find(cucore__aten_libraries *out)
{
#if defined(_WIN32)
    static const char *const names[3] = {NULL, "torch_cpu.dll", "torch_cuda.dll"};
#elif defined(__APPLE__)
    static const char *const names[3] = {NULL, "libtorch_cpu.dylib", "@rpath/libtorch_cpu.dylib"};
#else
    static const char *const names[3] = {NULL, "libtorch_cpu.so", "libtorch_cuda.so"};
#endif
    int i;
    for (i = 0; i < 3; i++) out->handles[i] = cucore__op_library(names[i]);
}

CUCORE__PRIVATE CUCORE__COLD void *cucore__aten_find(const cucore__aten_libraries *libraries, const char *name)
{
    void *pointer = NULL;
    int i;
    for (i = 0; i < 3 && !pointer; i++)
        if (libraries->handles[i]) pointer = cucore__op_symbol(libraries->handles[i], name);
    return pointer;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_no_torch(const char *missing, int is_first)
{
    if (is_first)
        return cucore_fail(CUCORE_UNSUPPORTED, "torch is not loaded in this process: import it, or link it, before");
    return cucore_fail(CUCORE_UNSUPPORTED, "this torch has no %s: version 2.9 or newer is needed", missing);
}

/* Looks up all functions. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__aten_find_all(const cucore__aten_libraries *libraries)
{
    const size_t count = sizeof cucore__aten_symbols / sizeof cucore__aten_symbols[0];
    void *pointer;
    size_t i;
    pointer = cucore__aten_find(libraries, "aoti_torch_get_dtype"); /* which every torch since 2.1 has */
    if (!pointer) return cucore__fail_no_torch(NULL, 1);
    for (i = 0; i < count; i++) {
        pointer = cucore__aten_find(libraries, cucore__aten_symbols[i].name);
        if (!pointer && cucore__aten_symbols[i].needed) return cucore__fail_no_torch(cucore__aten_symbols[i].name, 0);
        memcpy((char *)&cucore__aten + i * sizeof pointer, &pointer, sizeof pointer);
    }
    return CUCORE_OK;
}

/* Asks torch for its numbers, which are not promised to stay. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__aten_ask_numbers(const cucore__aten_libraries *libraries)
{
    int32_t (*ask)(void);
    void *pointer;
    int i;
    cucore__aten_facts.version = cucore__aten.version();
    if (cucore__aten_facts.version < CUCORE__ATEN_2_9)
        return cucore_fail(CUCORE_UNSUPPORTED, "torch is of version %d.%d: 2.9 or newer is needed",
                           (int)(cucore__aten_facts.version >> 56), (int)(cucore__aten_facts.version >> 48 & 255));
    cucore__aten_facts.strided = cucore__aten.layout_strided();
    cucore__aten_facts.cpu = cucore__aten.on_cpu();
    cucore__aten_facts.cuda = cucore__aten.on_cuda();
    memset(cucore__aten_facts.rows, -1, sizeof cucore__aten_facts.rows);
    for (i = 0; i < CUCORE__ATEN_DTYPES; i++) {
        int32_t number = -1;
        pointer = cucore__aten_find(libraries, cucore__aten_dtypes[i].symbol);
        memcpy(&ask, &pointer, sizeof ask);
        if (pointer) number = ask();
        if (number < 0 || number >= CUCORE__ATEN_NUMBERS) number = -1;
        cucore__aten_facts.numbers[i] = (int16_t)number;
        if (number >= 0) cucore__aten_facts.rows[number] = (int8_t)i;
    }
    return CUCORE_OK;
}

/* Finds torch if it was not found yet.  A failure is not remembered, since torch may be loaded later. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__aten_load_now(void)
{
    cucore__aten_libraries libraries;
    cucore_status status = CUCORE_OK;
    CUCORE__LOCK();
    if (!CUCORE__LOAD(&cucore__aten_facts.is_done)) {
        cucore__aten_libraries_find(&libraries);
        status = cucore__aten_find_all(&libraries);
        if (!status) status = cucore__aten_ask_numbers(&libraries);
        if (!status) CUCORE__STORE(&cucore__aten_facts.is_done, 1);
    }
    CUCORE__UNLOCK();
    return status;
}

CUCORE__PRIVATE inline cucore_status cucore__aten_load(void)
{
    return CUCORE__LIKELY(CUCORE__LOAD(&cucore__aten_facts.is_done)) ? CUCORE_OK : cucore__aten_load_now();
}

/* Fails: a function of torch did.  torch before 2.13 does not give its reason. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_aten(const char *function)
{
    const char *why = cucore__aten.why ? cucore__aten.why() : NULL;
    return cucore_fail(CUCORE_FOREIGN, "%s failed: %.384s", function, why && *why ? why : "torch printed the reason");
}

/* Fails: torch has a number for what views do not have. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_aten_number(const char *what, int number)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "the tensor has %s (%d to torch), which views do not have", what, number);
}

/* Returns 0 for a tensor without dtype and memory, as torch hands over for what was left out. */
CUCORE__PRIVATE inline int cucore__aten_is_defined(void *tensor)
{
    uint8_t is_defined = 1;
    return cucore__aten.defined(tensor, &is_defined) || is_defined;
}

/* Reads all that torch says of a tensor.  A tensor that is `described`, on torch's device meta,
 * is pinned memory at an address that is never used. */
CUCORE__PRIVATE cucore_status cucore__aten_read(void *tensor, int described, DLTensor *out)
{
    int32_t number = -1, layout = -1, type = -1, id = -1;
    int64_t ndim = -1, *shape = NULL, *strides = NULL;
    int row;
    if (cucore__aten.dtype(tensor, &number)) return cucore__fail_aten("aoti_torch_get_dtype");
    row = number >= 0 && number < CUCORE__ATEN_NUMBERS ? cucore__aten_facts.rows[number] : -1;
    if (row < 0 && !cucore__aten_is_defined(tensor)) return cucore__invalid("the tensor is not defined");
    if (row < 0) return cucore__fail_aten_number("a dtype", number);
    if (cucore__aten.layout(tensor, &layout)) return cucore__fail_aten("aoti_torch_get_layout");
    if (layout != cucore__aten_facts.strided) return cucore__fail_aten_number("a layout that is not strided", layout);
    if (cucore__aten.ndim(tensor, &ndim)) return cucore__fail_aten("aoti_torch_get_dim");
    if (cucore__aten.shape(tensor, &shape)) return cucore__fail_aten("aoti_torch_get_sizes");
    if (cucore__aten.strides(tensor, &strides)) return cucore__fail_aten("aoti_torch_get_strides");
    out->ndim = ndim < 0 || ndim > INT32_MAX ? -1 : (int32_t)ndim;
    out->shape = shape;
    out->strides = strides;
    out->byte_offset = 0;
    out->dtype.code = cucore__aten_dtypes[row].code;
    out->dtype.bits = cucore__aten_dtypes[row].bits;
    out->dtype.lanes = cucore__aten_dtypes[row].lanes;
    out->device.device_type = kDLCUDAHost;
    out->device.device_id = 0;
    out->data = (void *)(uintptr_t)64;
    if (described) return CUCORE_OK;
    if (cucore__aten.device_type(tensor, &type)) return cucore__fail_aten("aoti_torch_get_device_type");
    if (type != cucore__aten_facts.cpu && type != cucore__aten_facts.cuda)
        return cucore__fail_aten_number("a device that is neither the CPU nor CUDA", type);
    out->device.device_type = kDLCPU;
    if (type == cucore__aten_facts.cuda) {
        if (cucore__aten.device_index(tensor, &id)) return cucore__fail_aten("aoti_torch_get_device_index");
        out->device.device_type = kDLCUDA;
        out->device.device_id = id;
    }
    if (cucore__aten.data(tensor, &out->data)) return cucore__fail_aten("aoti_torch_get_data_ptr");
    return CUCORE_OK;
}

/* Decodes a tensor without the caller's requirements.  `out` is zeroed on error. */
CUCORE__PRIVATE cucore_status cucore__aten_decode(void *tensor, const cucore__intake *intake, int described,
                                                  cucore_view *out)
{
    DLTensor read;
    cucore_status status = cucore__aten_load();
    if (!status) status = cucore__aten_read(tensor, described, &read);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    status = cucore__view_decode(&read, 0, intake, CUCORE_PROTOCOL_DLTENSOR, out);
    if (described) out->ptr = NULL;
    return status;
}

CUCORE_API cucore_status cucore_view_from_aten(void *tensor, const cucore_arg *arg, cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    cucore_status status;
    if (!out || !tensor || (!cucore__aten_load() && !cucore__aten_is_defined(tensor)))
        return cucore__intake_left_out("cucore_view_from_aten", arg, out);
    status = cucore__arg_check_plain(intake.arg, 0);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    status = cucore__aten_decode(tensor, &intake, 0, out);
    if (!status) status = cucore__view_check_arg(out, intake.arg, NULL);
    if (status) cucore__view_clear(out);
    return status;
}

/* -- and back ------------------------------------------------------------------------------------------------------ */
/* Returns torch's number of a dtype; -1: this torch has none. */
CUCORE__PRIVATE int32_t cucore__aten_number(cucore_dtype dtype)
{
    int i;
    for (i = 0; i < CUCORE__ATEN_DTYPES; i++) {
        const cucore__aten_dtype *row = &cucore__aten_dtypes[i];
        if (dtype.code == row->code && dtype.bits == row->bits && dtype.lanes == row->lanes)
            return cucore__aten_facts.numbers[i];
    }
    return -1;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_aten_dtype(cucore_dtype dtype)
{
    char name[64];
    cucore_dtype_to_name(dtype, name, sizeof name);
    return cucore_fail(CUCORE_UNSUPPORTED, "this torch has no dtype %s", name);
}

/* What keeps the memory of a tensor. */
typedef struct cucore__aten_owner {
    void *owner;
    void (*release)(void *owner);
} cucore__aten_owner;

CUCORE__PRIVATE void cucore__aten_release(void *data, void *context)
{
    const cucore__aten_owner held = *(cucore__aten_owner *)context;
    (void)data;
    free(context);
    held.release(held.owner);
}

/* Refuses what no tensor can be, and sets torch's numbers. */
CUCORE__PRIVATE cucore_status cucore__aten_check(const cucore_view *view, int32_t *number, int32_t *type)
{
    int i;
    cucore_status status = cucore__view_check_sound("cucore_view_to_aten", view);
    if (!status) status = cucore__aten_load();
    if (status) return status;
    if (view->readonly)
        return cucore_fail(CUCORE_READONLY, "the array is read-only, and every tensor of torch may be written");
    *number = cucore__aten_number(view->dtype);
    if (*number < 0 || view->padded) return cucore__fail_aten_dtype(view->dtype);
    *type = view->device_type == CUCORE_DEVICE_TYPE_CPU || view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST
                ? cucore__aten_facts.cpu
                : cucore__aten_facts.cuda;
    if (!(view->host_accessible | view->device_accessible) || view->device_type == CUCORE_DEVICE_TYPE_ROCM_HOST)
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is on a device of type %d (%s), which is neither the CPU nor "
                           "CUDA to torch",
                           (int)view->device_type, cucore__device_name(view->device_type));
    for (i = 0; i < view->layout.ndim; i++) {
        if (view->layout.strides[i] < 0 && view->layout.shape[i] > 1)
            return cucore_fail(CUCORE_UNSUPPORTED, "strides[%d] is %lld: torch has no negative strides", i,
                               (long long)view->layout.strides[i]);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_to_aten(const cucore_view *view, void *owner, void (*release)(void *owner),
                                             void **out)
{
    int64_t strides[CUCORE_MAX_NDIM];
    cucore__aten_owner *held = NULL;
    int32_t number = -1, type = -1, id;
    int i, failed;
    cucore_status status;
    if (out) *out = NULL;
    if (!view || !out) return cucore__invalid("cucore_view_to_aten: an argument is NULL");
    status = cucore__aten_check(view, &number, &type);
    if (status) return status;
    if (release && !cucore__aten.own)
        return cucore_fail(CUCORE_UNSUPPORTED, "this torch has no torch_from_blob, which keeps an owner: version 2.11 "
                                               "or newer is needed");
    for (i = 0; i < view->layout.ndim; i++) strides[i] = view->layout.shape[i] > 1 ? view->layout.strides[i] : 1;
    if (release && view->ptr) {
        held = (cucore__aten_owner *)malloc(sizeof *held);
        if (!held) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes", (int)sizeof *held);
        held->owner = owner;
        held->release = release;
    }
    id = type == cucore__aten_facts.cpu ? -1 : view->device_id;
    if (held) {
        failed = cucore__aten.own(view->ptr, view->layout.ndim, view->layout.shape, strides, 0, number, type, id, out,
                                  cucore__aten_facts.strided, NULL, 0, cucore__aten_release, held);
    } else {
        failed = cucore__aten.wrap(view->ptr, view->layout.ndim, view->layout.shape, strides, 0, number, type, id, out);
    }
    if (failed) {
        *out = NULL;
        status = cucore__fail_aten(held ? "torch_from_blob" : "aoti_torch_create_tensor_from_blob");
        free(held);
        return status;
    }
    if (release && !held) release(owner);
    return CUCORE_OK;
}

/* ------------ >>impl-op-torch -- */
/* op/torch.c: boxed kernels, schemas, and their registration with torch's dispatcher. */
/* -- a call -------------------------------------------------------------------------------------------------------- */
/* A call of a boxed kernel.  What the kernel owns is given back before it ends, or throws. */
typedef struct cucore__torch_call {
    void *tensors[CUCORE_OP_MAX_ARRAYS]; /* the arguments, then the results; NULL: none */
    void *strings[CUCORE_OP_MAX_VALUES]; /* NULL: no string */
    int has_strings, writes;             /* 1: some value is a string, some argument is changed in place */
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_op_call call;
    cucore_view *views; /* of the arrays */
    cucore__op_raw raws[CUCORE_OP_MAX_ARRAYS];
    int8_t states[CUCORE_OP_MAX_ARRAYS]; /* of the raws, as a cucore__op_reader returns them */
} cucore__torch_call;

/* Takes the entry out of an optional one; 0 for None. */
CUCORE__PRIVATE uint64_t cucore__torch_unpack(uint64_t entry)
{
    uint64_t *place = (uint64_t *)(uintptr_t)entry, value;
    if (!place) return 0;
    value = *place;
    if (cucore__aten.entry_drop) {
        (void)cucore__aten.entry_drop(place);
    } else if (cucore__aten.operator_delete) {
        cucore__aten.operator_delete(place);
    } else {
        free(place);
    }
    return value;
}

/* Takes over all entries of the stack: from here on only the call owns them. */
CUCORE__PRIVATE void cucore__torch_take(cucore__torch_call *self, const cucore_op *op, const uint64_t *stack)
{
    const int arguments = op->array_count - op->result_count;
    int i;
    self->has_strings = self->writes = 0;
    for (i = 0; i < arguments; i++) {
        const uint64_t flags = op->arrays[i].flags;
        const uint64_t entry = flags & CUCORE_OPTIONAL ? cucore__torch_unpack(stack[i]) : stack[i];
        self->tensors[i] = (void *)(uintptr_t)entry;
        self->writes |= (flags & (CUCORE_WRITE | CUCORE_KEEP_VERSION)) == CUCORE_WRITE;
    }
    for (; i < op->array_count; i++) self->tensors[i] = NULL;
    for (i = 0; i < op->value_count; i++) {
        const uint64_t entry = stack[arguments + i];
        cucore_op_scalar *value = &self->values[i];
        self->strings[i] = NULL;
        value->i = 0;
        value->f = 0;
        value->s = NULL;
        switch (op->values[i].kind) {
        case CUCORE_OP_FLOAT: memcpy(&value->f, &entry, sizeof value->f); break;
        case CUCORE_OP_BOOL: value->i = (entry & 255) != 0; break;
        case CUCORE_OP_STRING:
            self->strings[i] = (void *)(uintptr_t)entry;
            self->has_strings = 1;
            break;
        default: memcpy(&value->i, &entry, sizeof value->i); break;
        }
    }
}

/* Gives back the first `count` tensors, and the strings. */
CUCORE__PRIVATE void cucore__torch_drop(cucore__torch_call *self, const cucore_op *op, int count)
{
    int i;
    for (i = 0; i < count; i++)
        if (self->tensors[i]) (void)cucore__aten.drop(self->tensors[i]);
    for (i = 0; i < op->value_count; i++)
        if (self->strings[i]) (void)cucore__aten.string_drop(self->strings[i]);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_fail_argument(const cucore_op *op, const char *name,
                                                                       cucore_status status)
{
    status = cucore_fail(status, "%s: %s", name, cucore__error.message);
    return cucore__op_fail(op, status);
}

/* Reads the strings. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_read_strings(cucore__torch_call *self, const cucore_op *op)
{
    int i;
    for (i = 0; i < op->value_count; i++) {
        size_t size = 0;
        if (!self->strings[i]) continue;
        if (!cucore__aten.string_size || cucore__aten.string_size(self->strings[i], &size) ||
            cucore__aten.string_text(self->strings[i], &self->values[i].s) || size > INT64_MAX)
            return cucore__torch_fail_argument(op, op->values[i].name, cucore__fail_aten("torch_string_c_str"));
        self->values[i].i = (int64_t)size;
    }
    return CUCORE_OK;
}

/* Asks torch for the arguments. */
CUCORE__PRIVATE CUCORE__INLINE void cucore__torch_ask(cucore__torch_call *self, const cucore_op *op)
{
    DLTensor tensor;
    int i;
    for (i = 0; i < op->array_count; i++) {
        cucore__op_raw *raw = &self->raws[i];
        self->states[i] = 0;
        if (!self->tensors[i]) continue;
        self->states[i] = -1;
        if (cucore__aten_read(self->tensors[i], 0, &tensor) || (tensor.ndim && !tensor.strides)) continue;
        raw->data = tensor.data;
        raw->kind = cucore__op_kind(tensor.ndim, cucore__op_dtype_bytes(&tensor.dtype));
        raw->device = cucore__op_device((int)tensor.device.device_type, tensor.device.device_id);
        raw->shape = tensor.shape;
        raw->strides = tensor.strides;
        self->states[i] = 1;
    }
}

CUCORE__PRIVATE inline int cucore__torch_read(const void *caller, int place, cucore__op_raw *out)
{
    const cucore__torch_call *self = (const cucore__torch_call *)caller;
    *out = self->raws[place];
    return self->states[place];
}

/* Replaces an argument by a tensor that is dense in C order (CUCORE_MAKE_C_CONTIGUOUS). */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_make_dense(cucore__torch_call *self, int place)
{
    const uint8_t grads = cucore__aten.grads();
    uint64_t stack[2] = {0, 0}; /* a tensor, torch.contiguous_format */
    void *again = NULL;
    int failed;
    if (cucore__aten.again(self->tensors[place], &again)) return cucore__fail_aten("aoti_torch_new_tensor_handle");
    stack[0] = (uint64_t)(uintptr_t)again;
    if (grads) cucore__aten.set_grads(0);
    failed = cucore__aten.call("aten::contiguous", "", stack);
    if (grads) cucore__aten.set_grads(1);
    if (failed) return cucore__fail_aten("aoti_torch_call_dispatcher of aten::contiguous");
    (void)cucore__aten.drop(self->tensors[place]);
    self->tensors[place] = (void *)(uintptr_t)stack[0];
    return CUCORE_OK;
}

/* Describes an argument as a view. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_decode(cucore__torch_call *self, int place, int meta)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)self->call.private_.plan;
    const cucore__intake intake = cucore__intake_make(&plan->args[place]);
    cucore_view *view = &self->views[place];
    cucore_status status;
    if (intake.flags & CUCORE_OPTIONAL && (!self->tensors[place] || !cucore__aten_is_defined(self->tensors[place]))) {
        cucore__view_clear(view);
        return CUCORE_OK;
    }
    status = self->tensors[place] ? cucore__aten_decode(self->tensors[place], &intake, meta, view)
                                  : cucore__invalid("the tensor is NULL");
    if (!status && (intake.flags & (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_WRITE)) == CUCORE_MAKE_C_CONTIGUOUS &&
        !cucore_layout_is_c_contiguous(&view->layout)) {
        if (meta) {
            cucore__layout_fill_dense(&view->layout, 'C');
        } else {
            status = cucore__torch_make_dense(self, place);
            if (!status) status = cucore__aten_decode(self->tensors[place], &intake, 0, view);
        }
    }
    return status ? cucore__torch_fail_argument(self->call.op, plan->args[place].name, status) : CUCORE_OK;
}

/* Decodes the arguments, checks them and describes the results. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_decode_all(cucore__torch_call *self, const cucore_op *op,
                                                                     int meta)
{
    cucore_status status = cucore__op_bind_values(&self->call);
    int i;
    if (status) return cucore__op_fail(op, status);
    for (i = 0; i < op->array_count - op->result_count && !status; i++)
        if (meta || self->states[i] <= 0 || !cucore__op_take_dense(&self->call, i, &self->raws[i]))
            status = cucore__torch_decode(self, i, meta);
    cucore__op_clear_results(&self->call);
    if (!status) status = cucore__op_check(&self->call);
    return status ? status : cucore__op_results(&self->call);
}

/* Makes tensors for the results: on the device of the call; meta: on the device of the first argument. */
CUCORE__PRIVATE cucore_status cucore__torch_allocate(cucore__torch_call *self, const cucore_op *op, int meta)
{
    const int arguments = op->array_count - op->result_count;
    int32_t type = self->call.device_id < 0 ? cucore__aten_facts.cpu : cucore__aten_facts.cuda;
    int32_t id = self->call.device_id < 0 ? -1 : self->call.device_id;
    int i;
    for (i = 0; meta && i < arguments && !self->tensors[i]; i++) {
    }
    if (meta && i < arguments && cucore__aten.device_type(self->tensors[i], &type))
        return cucore__op_fail(op, cucore__fail_aten("aoti_torch_get_device_type"));
    for (i = arguments; i < op->array_count; i++) {
        const cucore_layout *layout = &self->views[i].layout;
        const int32_t number = cucore__aten_number(self->views[i].dtype);
        if (number < 0)
            return cucore__torch_fail_argument(op, op->arrays[i].name, cucore__fail_aten_dtype(self->views[i].dtype));
        if (cucore__aten.empty(layout->ndim, layout->shape, layout->strides, number, type, id, &self->tensors[i]))
            return cucore__torch_fail_argument(op, op->arrays[i].name, cucore__fail_aten("aoti_torch_empty_strided"));
        if (!meta && cucore__aten.data(self->tensors[i], &self->views[i].ptr))
            return cucore__torch_fail_argument(op, op->arrays[i].name, cucore__fail_aten("aoti_torch_get_data_ptr"));
    }
    return CUCORE_OK;
}

/* Counts up the version of a tensor, which autograd compares with that of what it has saved (rules B123).  torch has no
 * C function for it, and does not count for operators of a library: the transposition of an axis with itself, in place,
 * changes nothing else. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_count(void *tensor)
{
    const uint8_t grads = cucore__aten.grads();
    uint64_t stack[3] = {0, 0, 0};
    void *again = NULL;
    int failed;
    if (cucore__aten.again(tensor, &again)) return cucore__fail_aten("aoti_torch_new_tensor_handle");
    stack[0] = (uint64_t)(uintptr_t)again;
    if (grads) cucore__aten.set_grads(0);
    failed = cucore__aten.call("aten::transpose_", "", stack);
    if (grads) cucore__aten.set_grads(1);
    if (failed) return cucore__fail_aten("aoti_torch_call_dispatcher of aten::transpose_");
    (void)cucore__aten.drop((void *)(uintptr_t)stack[0]);
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_count_all(cucore__torch_call *self, const cucore_op *op)
{
    cucore_status status = CUCORE_OK;
    int i;
    for (i = 0; i < op->array_count - op->result_count && !status; i++) {
        if ((op->arrays[i].flags & (CUCORE_WRITE | CUCORE_KEEP_VERSION)) != CUCORE_WRITE || !self->tensors[i]) continue;
        status = cucore__torch_count(self->tensors[i]);
        if (status) status = cucore__torch_fail_argument(op, op->arrays[i].name, status);
    }
    return status;
}

/* Runs the operator: on success the results are in `tensors`, after the arguments. */
CUCORE__PRIVATE cucore_status cucore__torch_run(cucore__torch_call *self, const cucore_op *op, int meta)
{
    cucore_status status = CUCORE_OK;
    self->call.caller = CUCORE_OP_FROM_TORCH;
    self->call.private_.described = meta;
    if (self->has_strings && (status = cucore__torch_read_strings(self, op)) != CUCORE_OK) return status;
    if (!meta) cucore__torch_ask(self, op);
    if (meta || !CUCORE__LIKELY(cucore__op_recall(&self->call, cucore__torch_read, self))) {
        status = cucore__torch_decode_all(self, op, meta);
        if (!status && !meta) cucore__op_remember(&self->call, cucore__torch_read, self);
    }
    if (!status && self->call.device_id >= 0) {
        void *stream = NULL;
        if (!cucore__aten.stream || cucore__aten.stream(self->call.device_id, &stream))
            status = cucore__op_fail(op, cucore__fail_aten("aoti_torch_get_current_cuda_stream"));
        self->call.stream = (CUstream)stream;
    }
    if (!status) status = cucore__torch_allocate(self, op, meta);
    if (status || meta) return status;
    if (self->writes) status = cucore__torch_count_all(self, op);
    return status ? status : cucore__op_run(&self->call);
}

/* Takes over the arguments, runs the operator, and leaves the results on the stack. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__torch_call_with(const cucore_op *op, uint64_t *stack,
                                                                    uint64_t argument_count, uint64_t result_count,
                                                                    int meta)
{
    const int arguments = op->array_count - op->result_count;
    cucore_view few[CUCORE__OP_FEW];
    cucore__torch_call self;
    cucore_status status;
    int i;
    self.views = cucore__op_room(op, few);
    status = cucore__op_begin(&self.call, op, self.views, self.values);
    if (!status &&
        (argument_count != (uint64_t)(arguments + op->value_count) || result_count != (uint64_t)op->result_count)) {
        status = cucore_fail(CUCORE_PROTOCOL, "%s: torch passes %llu arguments for %llu results, not %d for %d",
                             op->name, (unsigned long long)argument_count, (unsigned long long)result_count,
                             arguments + op->value_count, op->result_count);
    } else if (!status) {
        cucore__torch_take(&self, op, stack);
        status = cucore__torch_run(&self, op, meta);
        cucore__torch_drop(&self, op, status ? op->array_count : arguments);
    }
    cucore__op_room_end(self.views, few);
    for (i = 0; i < op->result_count && !status; i++) stack[i] = (uint64_t)(uintptr_t)self.tensors[arguments + i];
    return status;
}

/* Nothing follows the call of torch's `check`, which throws, and no address of this frame is known to others: compilers
 * that optimise jump to it.  Then no frame of C is between torch and its error, and none needs tables of unwinding. */
CUCORE_API void cucore__op_enter_torch(const cucore_op *op, uint64_t *stack, uint64_t argument_count,
                                       uint64_t result_count, int meta)
{
    if (cucore__aten_load()) return; /* only torch calls this, which can throw */
    if (!cucore__torch_call_with(op, stack, argument_count, result_count, meta)) return;
    cucore__aten.check(0, op->name, "cucore_op.h", 0, cucore__error.message);
}

/* -- schemas ------------------------------------------------------------------------------------------------------- */
/* Adds the shortest text that is read as this float. */
CUCORE__PRIVATE CUCORE__COLD void cucore__torch_add_float(cucore__text *text, double number)
{
    char digits[40];
    int precision, is_whole = 1;
    char *at;
    for (precision = 6; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number) break;
    }
    for (at = digits; *at; at++) {
        if (*at == ',') *at = '.'; /* of the locale */
        if (*at == '.' || *at == 'e') is_whole = 0;
    }
    cucore__text_add(text, is_whole ? "%s.0" : "%s", digits);
}

/* Adds "=default", or refuses a default that the language of schemas lacks. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_add_default(cucore__text *text, const cucore_op_value *value)
{
    const cucore_op_scalar *number = &value->fallback;
    int64_t i;
    cucore__text_add(text, "=");
    switch (value->kind) {
    case CUCORE_OP_BOOL: cucore__text_add(text, number->i ? "True" : "False"); return CUCORE_OK;
    case CUCORE_OP_INT:
        if (number->i == INT64_MIN) break;
        cucore__text_add(text, "%lld", (long long)number->i);
        return CUCORE_OK;
    case CUCORE_OP_FLOAT:
        if (!(number->f - number->f == 0)) break;
        cucore__torch_add_float(text, number->f);
        return CUCORE_OK;
    default:
        cucore__text_add(text, "\"");
        for (i = 0; i < number->i; i++) {
            const char c = number->s[i];
            if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '\'')
                return cucore__invalid("%s: the default has the character \\x%02x, which schemas of torch cannot "
                                       "express",
                                       value->name, (unsigned)(unsigned char)c);
            cucore__text_add(text, "%c", c);
        }
        cucore__text_add(text, "\"");
        return CUCORE_OK;
    }
    return cucore__invalid("%s: schemas of torch cannot express the default %g", value->name,
                           value->kind == CUCORE_OP_INT ? (double)number->i : number->f);
}

/* Adds the schema of an operator: "scale(Tensor x, Tensor(a!)? y, float a=1.0) -> Tensor". */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_add_schema(cucore__text *text, const cucore_op *op)
{
    static const char *const kinds[] = {"", "int", "float", "bool", "str"};
    const int arguments = op->array_count - op->result_count;
    int i, first_default = op->value_count, first_none = arguments;
    cucore_status status;
    while (first_default > 0 && !op->values[first_default - 1].required) first_default--;
    while (!first_default && first_none > 0 && op->arrays[first_none - 1].flags & CUCORE_OPTIONAL) first_none--;
    cucore__text_add(text, "%s(", op->name);
    for (i = 0; i < arguments; i++) {
        const uint64_t flags = op->arrays[i].flags;
        cucore__text_add(text, i ? ", Tensor" : "Tensor");
        if (flags & CUCORE_WRITE) cucore__text_add(text, "(%c!)", 'a' + i);
        cucore__text_add(text, "%s %s%s", flags & CUCORE_OPTIONAL ? "?" : "", op->arrays[i].name,
                         i >= first_none ? "=None" : "");
    }
    for (i = 0; i < op->value_count; i++) {
        cucore__text_add(text, "%s%s %s", i || arguments ? ", " : "", kinds[op->values[i].kind], op->values[i].name);
        status = i >= first_default ? cucore__torch_add_default(text, &op->values[i]) : CUCORE_OK;
        if (status) return status;
    }
    cucore__text_add(text, ") -> %s", op->result_count == 1 ? "Tensor" : "(");
    for (i = 0; i < op->result_count && op->result_count > 1; i++) cucore__text_add(text, i ? ", Tensor" : "Tensor");
    if (op->result_count != 1) cucore__text_add(text, ")");
    return CUCORE_OK;
}

/* Returns the schema as a text to be freed; NULL with an error. */
CUCORE__PRIVATE CUCORE__COLD char *cucore__torch_schema(const cucore_op *op)
{
    cucore__text text = cucore__text_start(NULL, 0);
    cucore_status status = cucore__torch_add_schema(&text, op);
    char *schema = status ? NULL : (char *)malloc(text.length + 1);
    if (status) {
        (void)cucore__op_fail(op, status);
    } else if (!schema) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: no memory for a schema of %llu characters", op->name,
                          (unsigned long long)text.length);
    } else {
        text = cucore__text_start(schema, text.length + 1);
        (void)cucore__torch_add_schema(&text, op);
    }
    return schema;
}

/* -- registration -------------------------------------------------------------------------------------------------- */
/* What is registered, or about to be: it stays to the end of the process. */
typedef struct cucore__torch_entry {
    struct cucore__torch_entry *next;
    const cucore_op *op;
    const void *claim; /* the registration that is under way; NULL: it has succeeded */
    int part;          /* 0: schema and kernels; 1: what Python adds */
    char ns[1];        /* with a NUL at the end */
} cucore__torch_entry;
static cucore__torch_entry *cucore__torch_entries; /* under the lock, while torch is not called */

/* One registration: its libraries are the schemas, and the kernels for a key each. */
enum { CUCORE__TORCH_KEYS = 3 };
typedef struct cucore__torch_registration {
    const char *ns;
    void *schemas;
    void *kernels[CUCORE__TORCH_KEYS];
} cucore__torch_registration;

/* Notes that `self` registers a part of the operator.  *is_mine: 0 if it is noted already. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_claim(const cucore__torch_registration *self,
                                                               const cucore_op *op, int part, int *is_mine)
{
    const size_t length = strlen(self->ns);
    cucore__torch_entry *entry = (cucore__torch_entry *)malloc(sizeof *entry + length), *other;
    if (!entry) return cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: out of memory", op->name);
    entry->op = op;
    entry->claim = self;
    entry->part = part;
    memcpy(entry->ns, self->ns, length + 1);
    CUCORE__LOCK();
    other = cucore__torch_entries;
    while (other && (other->op != op || other->part != part || strcmp(other->ns, entry->ns) != 0)) other = other->next;
    *is_mine = !other;
    if (!other) {
        entry->next = cucore__torch_entries;
        cucore__torch_entries = entry;
    }
    CUCORE__UNLOCK();
    if (other) free(entry);
    return CUCORE_OK;
}

/* Ends a registration: keeps all, or undoes all. */
CUCORE__PRIVATE CUCORE__COLD void cucore__torch_end(const cucore__torch_registration *self, int keep)
{
    cucore__torch_entry **link, *entry;
    int i;
    CUCORE__LOCK();
    for (link = &cucore__torch_entries; (entry = *link) != NULL;) {
        if (entry->claim == self && !keep) {
            *link = entry->next;
            free(entry);
        } else {
            if (entry->claim == self) entry->claim = NULL;
            link = &entry->next;
        }
    }
    CUCORE__UNLOCK();
    for (i = 0; i < CUCORE__TORCH_KEYS && !keep; i++)
        if (self->kernels[i]) (void)cucore__aten.undo(self->kernels[i]);
    if (self->schemas && !keep) (void)cucore__aten.undo(self->schemas);
}

/* Checks all that can be checked before torch is asked. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_check(const cucore_op *const *ops, size_t count,
                                                               const char *ns)
{
    cucore__token name;
    cucore_status status;
    size_t i;
    if (!ops || !ns) return cucore__fail_null("cucore_op_register_torch", !ops ? "ops" : "ns");
    name.text = ns;
    name.length = strlen(ns);
    if (!cucore__is_name(&name)) return cucore__invalid("the namespace '%.64s' is no identifier", ns);
    for (i = 0; i < count; i++) {
        if (!ops[i]) return cucore__invalid("cucore_op_register_torch: ops[%llu] is NULL", (unsigned long long)i);
        status = cucore_op_check(ops[i]);
        if (status) return status;
        if (!ops[i]->entries.torch || !ops[i]->entries.torch_meta)
            return cucore__invalid("%s: it was declared with CUCORE_OP_NO_TORCH", ops[i]->name);
    }
    return CUCORE_OK;
}

/* Refuses strings if this torch does not hand them over. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_check_strings(const cucore_op *op)
{
    int i;
    for (i = 0; i < op->value_count && !cucore__aten.string_drop; i++) {
        if (op->values[i].kind != CUCORE_OP_STRING) continue;
        return cucore_fail(CUCORE_UNSUPPORTED, "%s: %s: strings need torch 2.10 or newer", op->name,
                           op->values[i].name);
    }
    return CUCORE_OK;
}

/* Defines one operator and its kernels. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_add(const cucore__torch_registration *self,
                                                             const cucore_op *op)
{
    char *schema = cucore__torch_schema(op);
    const char *failed = NULL;
    int i;
    cucore_status status;
    if (!schema) return cucore__error.status;
    if (cucore__aten.define(self->schemas, schema)) failed = "aoti_torch_library_def";
    for (i = 0; i < CUCORE__TORCH_KEYS && !failed; i++) {
        const cucore__aten_kernel kernel = i < 2 ? op->entries.torch : op->entries.torch_meta;
        if (!self->kernels[i]) continue;
        if (cucore__aten.implement_for
                ? cucore__aten.implement_for(self->kernels[i], op->name, kernel, CUCORE__ATEN_2_10)
                : cucore__aten.implement(self->kernels[i], op->name, kernel))
            failed = "torch_library_impl";
    }
    status = failed ? cucore__op_fail(op, cucore__fail_aten(failed)) : CUCORE_OK;
    free(schema);
    return status;
}

/* Registers what is not registered.  with_meta: 0 if Python registers what describes results.  The caller ends it. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_register(cucore__torch_registration *self,
                                                                  const cucore_op *const *ops, size_t count,
                                                                  int with_meta)
{
    static const char *const keys[CUCORE__TORCH_KEYS] = {"CPU", "CUDA", "Meta"};
    cucore_status status = CUCORE_OK;
    int is_mine = 0;
    size_t i;
    if (!self->schemas && cucore__aten.fragment(self->ns, "cucore_op.h", 0, &self->schemas))
        status = cucore__fail_aten("aoti_torch_library_init_fragment");
    for (i = 0; i < CUCORE__TORCH_KEYS - (size_t)!with_meta && !status; i++)
        if (!self->kernels[i] && cucore__aten.kernels(self->ns, keys[i], "cucore_op.h", 0, &self->kernels[i]))
            status = cucore__fail_aten("aoti_torch_library_init_impl");
    for (i = 0; i < count && !status; i++) {
        status = cucore__torch_claim(self, ops[i], 0, &is_mine);
        if (!status && is_mine) status = cucore__torch_add(self, ops[i]);
    }
    return status;
}

CUCORE_API cucore_status cucore_op_register_torch(const cucore_op *const *ops, size_t count, const char *ns)
{
    cucore__torch_registration self;
    cucore_status status = cucore__torch_check(ops, count, ns);
    size_t i;
    if (!status) status = cucore__aten_load();
    for (i = 0; i < count && !status; i++) status = cucore__torch_check_strings(ops[i]);
    if (status) return status;
    memset(&self, 0, sizeof self);
    self.ns = ns;
    status = cucore__torch_register(&self, ops, count, 1);
    cucore__torch_end(&self, !status);
    return status;
}

#endif
#if !defined(CUCORE_OP_NO_XLA)
/* ------------ >>impl-foreign-xla -- */
/* op/foreign_xla.h: the structs of XLA's FFI, as XLA lays them out. */
/* Source: xla/ffi/api/c_api.h of jaxlib 0.4.31 (API 0.0), 0.5.3 and 0.7.2 (0.1), 0.9.0 (0.2), 0.10.2 (0.3), 0.11.2
 * (0.4) and 0.12.0 (0.5), in which all fields below are the same.  A field that XLA adds comes after them, and is
 * counted in struct_size.  Only what is used has a type: XLA_FFI_Error, XLA_FFI_ExecutionContext and functions that are
 * not called are void.  tests/python/test_op_xla.py compares the structs with the header of the jaxlib that is
 * installed. */
enum {
    CUCORE__XLA_MAJOR = 0, /* the version of the API that is understood, and its newest minor number */
    CUCORE__XLA_MINOR = 5,
    CUCORE__XLA_METADATA = 1, /* XLA_FFI_Extension_Metadata */
    CUCORE__XLA_BUFFER = 1,   /* XLA_FFI_ArgType_BUFFER, XLA_FFI_RetType_BUFFER */
    CUCORE__XLA_ARRAY = 1,    /* XLA_FFI_AttrType_... */
    CUCORE__XLA_DICTIONARY = 2,
    CUCORE__XLA_SCALAR = 3,
    CUCORE__XLA_STRING = 4,
    CUCORE__XLA_EXECUTE = 3,       /* XLA_FFI_ExecutionStage_EXECUTE; 0 to 2 are the stages before it */
    CUCORE__XLA_COMMAND_BUFFER = 1 /* XLA_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE */
};

/* XLA_FFI_DataType: X(number, XLA's name, code of cucore, bits).  Elements of fewer than 8 bits are packed, the first
 * one in the lowest bits (seen on the CPU with jaxlib 0.7.2, 0.9.0 and 0.10.2); an XLA that does not pack them, as
 * 0.5.3, has no number for them and sends 0. */
#define CUCORE__XLA_TYPE_LIST(X) \
    X(1, PRED, BOOL, 8) \
    X(2, S8, INT, 8) \
    X(3, S16, INT, 16) \
    X(4, S32, INT, 32) \
    X(5, S64, INT, 64) \
    X(6, U8, UINT, 8) \
    X(7, U16, UINT, 16) \
    X(8, U32, UINT, 32) \
    X(9, U64, UINT, 64) \
    X(10, F16, FLOAT, 16) \
    X(11, F32, FLOAT, 32) \
    X(12, F64, FLOAT, 64) \
    X(15, C64, COMPLEX, 64) \
    X(16, BF16, BFLOAT, 16) \
    X(18, C128, COMPLEX, 128) \
    X(19, F8E5M2, FLOAT8_E5M2, 8) \
    X(20, F8E4M3FN, FLOAT8_E4M3FN, 8) \
    X(21, S4, INT, 4) \
    X(22, U4, UINT, 4) \
    X(23, F8E4M3B11FNUZ, FLOAT8_E4M3B11FNUZ, 8) \
    X(24, F8E5M2FNUZ, FLOAT8_E5M2FNUZ, 8) \
    X(25, F8E4M3FNUZ, FLOAT8_E4M3FNUZ, 8) \
    X(26, S2, INT, 2) \
    X(27, U2, UINT, 2) \
    X(28, F8E4M3, FLOAT8_E4M3, 8) \
    X(29, F8E3M4, FLOAT8_E3M4, 8) \
    X(30, S1, INT, 1) \
    X(31, U1, UINT, 1) \
    X(32, F4E2M1FN, FLOAT4_E2M1FN, 4) \
    X(33, F8E8M0FNU, FLOAT8_E8M0FNU, 8)

#define CUCORE__XLA_TYPE_ENUM(number, name, code, bits) CUCORE__XLA_##name = (number),
enum { CUCORE__XLA_INVALID = 0, CUCORE__XLA_TOKEN = 17, CUCORE__XLA_TYPE_LIST(CUCORE__XLA_TYPE_ENUM) };
#undef CUCORE__XLA_TYPE_ENUM

typedef struct cucore__xla_extension { /* XLA_FFI_Extension_Base; XLA_FFI_InternalExtension since API 0.4 */
    size_t struct_size;
    int type;
    struct cucore__xla_extension *next;
} cucore__xla_extension;

typedef struct cucore__xla_version { /* XLA_FFI_Api_Version */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    int major_version;
    int minor_version;
} cucore__xla_version;

typedef struct cucore__xla_metadata { /* XLA_FFI_Metadata; XLA has zeroed what follows, the type of a state */
    size_t struct_size;
    cucore__xla_version api_version;
    uint32_t traits;
} cucore__xla_metadata;

typedef struct cucore__xla_metadata_extension { /* XLA_FFI_Metadata_Extension */
    cucore__xla_extension extension_base;
    cucore__xla_metadata *metadata;
} cucore__xla_metadata_extension;

typedef struct cucore__xla_error_args { /* XLA_FFI_Error_Create_Args */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    const char *message; /* is copied */
    int errc;
} cucore__xla_error_args;

typedef struct cucore__xla_stream_args { /* XLA_FFI_Stream_Get_Args */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    void *ctx;
    void *stream; /* out */
} cucore__xla_stream_args;

typedef struct cucore__xla_api { /* XLA_FFI_Api, as far as it is used */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    cucore__xla_version api_version;
    const void *internal_api;
    void *(*error_create)(cucore__xla_error_args *args); /* -> an XLA_FFI_Error * */
    void (*error_get_message)(void);
    void (*error_destroy)(void);
    void (*handler_register)(void);
    void *(*stream_get)(cucore__xla_stream_args *args); /* -> an XLA_FFI_Error *, NULL: success */
} cucore__xla_api;

typedef struct cucore__xla_buffer { /* XLA_FFI_Buffer: dense in C order */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    int dtype;
    void *data;
    int64_t rank;
    int64_t *dims;
} cucore__xla_buffer;

typedef struct cucore__xla_span { /* XLA_FFI_ByteSpan */
    const char *ptr;
    size_t len;
} cucore__xla_span;

typedef struct cucore__xla_scalar { /* XLA_FFI_Scalar */
    int dtype;
    void *value;
} cucore__xla_scalar;

typedef struct cucore__xla_array { /* XLA_FFI_Array */
    int dtype;
    size_t size;
    void *data;
} cucore__xla_array;

typedef struct cucore__xla_arrays { /* XLA_FFI_Args and XLA_FFI_Rets */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    int64_t size;
    const int *types;
    void **buffers;
} cucore__xla_arrays;

typedef struct cucore__xla_attributes { /* XLA_FFI_Attrs, sorted by name */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    int64_t size;
    const int *types;
    cucore__xla_span **names;
    void **values;
} cucore__xla_attributes;

typedef struct cucore__xla_frame { /* XLA_FFI_CallFrame, as far as it is used */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    const cucore__xla_api *api;
    void *ctx;
    int stage;
    cucore__xla_arrays args;
    cucore__xla_arrays rets;
    cucore__xla_attributes attrs;
} cucore__xla_frame;

/* The bytes up to the end of a field, as XLA counts struct_size. */
#define CUCORE__XLA_SIZE(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

/* ------------ >>impl-op-xla -- */
/* op/xla.c: buffers of XLA's FFI as views and back; calls by XLA's FFI of an operator. */
#define CUCORE__XLA_BUFFER_SIZE CUCORE__XLA_SIZE(cucore__xla_buffer, dims)

/* Returns the cucore_dtype_id of XLA's number; 0 if the number has no elements or is not known. */
CUCORE__PRIVATE inline uint32_t cucore__xla_type(int number)
{
#define CUCORE__XLA_TYPE_CASE(number, name, code, bits) \
    case number: return CUCORE_CODE_##code | (bits) << 8 | 1 << 16;
    switch (number) { /* which compilers make a table of */
        CUCORE__XLA_TYPE_LIST(CUCORE__XLA_TYPE_CASE)
    default: return 0;
    }
#undef CUCORE__XLA_TYPE_CASE
}

/* Returns the dtype of XLA's number; lanes is 0 if the number has no elements or is not known. */
CUCORE__PRIVATE inline cucore_dtype cucore__xla_dtype(int number)
{
    const uint32_t id = cucore__xla_type(number);
    return cucore_dtype_make((int)(id & 255), (int)(id >> 8 & 255), (int)(id >> 16));
}

/* Returns XLA's number of a dtype, or CUCORE__XLA_INVALID. */
CUCORE__PRIVATE int cucore__xla_number(cucore_dtype dtype)
{
#define CUCORE__XLA_TYPE_IF(number, name, code, bits) \
    if (cucore_dtype_is_equal(dtype, cucore_dtype_make(CUCORE_CODE_##code, bits, 1))) return number;
    CUCORE__XLA_TYPE_LIST(CUCORE__XLA_TYPE_IF)
#undef CUCORE__XLA_TYPE_IF
    return CUCORE__XLA_INVALID;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_xla_dtype(int number)
{
    if (number == CUCORE__XLA_TOKEN)
        return cucore_fail(CUCORE_UNSUPPORTED, "dtype is 17, a token, which orders effects and has no elements");
    if (number == CUCORE__XLA_INVALID)
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "dtype is 0: this version of XLA has no number in its FFI for the dtype");
    return cucore_fail(CUCORE_UNSUPPORTED, "dtype is %d, which is no number of XLA_FFI_DataType with elements", number);
}

/* Fills a view that is cleared from a buffer, field by field.  Memory is that of the host if device_id is negative.  On
 * error the caller clears the view. */
CUCORE__PRIVATE cucore_status cucore__xla_decode(const cucore__xla_buffer *buffer, int device_id, cucore_view *view)
{
    cucore_layout *layout = &view->layout;
    cucore__survey span;
    int64_t bits, size;
    cucore_status status;
    if (buffer->struct_size < CUCORE__XLA_BUFFER_SIZE)
        return cucore_fail(CUCORE_PROTOCOL, "struct_size of an XLA_FFI_Buffer is %llu; it must be at least %d",
                           (unsigned long long)buffer->struct_size, (int)CUCORE__XLA_BUFFER_SIZE);
    view->dtype = cucore__xla_dtype(buffer->dtype);
    if (!view->dtype.lanes) return cucore__fail_xla_dtype(buffer->dtype);
    status = cucore__layout_check_ndim(buffer->rank, view->dtype.itemsize);
    if (status) return status;
    if (buffer->rank > 0 && !buffer->dims)
        return cucore_fail(CUCORE_PROTOCOL, "dims is NULL, but rank is %d", (int)buffer->rank);
    cucore__layout_start(layout, (int)buffer->rank, buffer->dims, view->dtype.itemsize);
    layout->itembits = view->dtype.bits;
    size = cucore__layout_fill_dense(layout, 'C');
    span.size = size;
    span.min = 0;
    span.max = size - 1;
    if (size <= 0 || cucore__mul(size, layout->itembits, &bits)) status = cucore__layout_check(layout, &span);
    if (status) return status;
    cucore__view_fill_device(view, device_id < 0 ? CUCORE_DEVICE_TYPE_CPU : CUCORE_DEVICE_TYPE_CUDA, device_id);
    view->protocol = CUCORE_PROTOCOL_DLTENSOR; /* borrowed for a call */
    view->ptr = buffer->data;
    return cucore__view_check_address(view, &span);
}

CUCORE_API cucore_status cucore_view_from_xla_buffer(const void *buffer, int device_id, const cucore_arg *arg,
                                                     cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    cucore_status status;
    int known = 0;
    if (!buffer || !out) return cucore__intake_left_out("cucore_view_from_xla_buffer", arg, out);
    cucore__view_clear(out);
    status = cucore__arg_check_plain(intake.arg, 0);
    if (!status && device_id == CUCORE_DEVICE_CURRENT) status = cucore__device_id_resolve(device_id, &device_id);
    if (!status && device_id < 0 && device_id != CUCORE_DEVICE_NONE) status = cucore__fail_device_id(device_id);
    if (!status) status = cucore__xla_decode((const cucore__xla_buffer *)buffer, device_id, out);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    return cucore__view_accept(out, &intake, &known);
}

CUCORE_API cucore_status cucore_view_to_xla_buffer(const cucore_view *view, size_t size, void *out)
{
    cucore__xla_buffer made;
    char name[64];
    cucore_status status;
    if (!view || !out) return cucore__fail_null("cucore_view_to_xla_buffer", view ? "out" : "view");
    if (size < CUCORE__XLA_BUFFER_SIZE)
        return cucore__invalid("cucore_view_to_xla_buffer: size is %llu; an XLA_FFI_Buffer has at least %d bytes",
                               (unsigned long long)size, (int)CUCORE__XLA_BUFFER_SIZE);
    status = cucore__view_check_sound("cucore_view_to_xla_buffer", view);
    if (status) return status;
    memset(&made, 0, sizeof made);
    made.struct_size = CUCORE__XLA_BUFFER_SIZE;
    made.dtype = cucore__xla_number(view->dtype);
    if (made.dtype == CUCORE__XLA_INVALID || view->padded) {
        cucore_dtype_to_name(view->dtype, name, sizeof name);
        return cucore_fail(CUCORE_UNSUPPORTED, "dtype %s%s has no number in XLA's FFI", name,
                           view->padded ? ", padded," : "");
    }
    if (!(view->host_accessible | view->device_accessible))
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is on a device of type %d (%s), neither of the host nor of CUDA",
                           (int)view->device_type, cucore__device_name(view->device_type));
    if (!cucore_layout_is_c_contiguous(&view->layout)) {
        static const cucore_arg itself = CUCORE_ARG("cucore_view_to_xla_buffer", NULL, NULL, 0);
        return cucore__fail_layout(view, &itself, NULL, "a C-order contiguous array");
    }
    made.data = cucore__layout_is_empty(&view->layout) ? NULL : view->ptr;
    made.rank = view->layout.ndim;
    made.dims = (int64_t *)(uintptr_t)view->layout.shape;
    memset(out, 0, size);
    memcpy(out, &made, sizeof made);
    return CUCORE_OK;
}

/* -- calls --------------------------------------------------------------------------------------------------------- */
#define CUCORE__XLA_FRAME_SIZE CUCORE__XLA_SIZE(cucore__xla_frame, attrs)

/* Returns 1 if the frame has functions of XLA that can be called: in API 0.x they are where they have always been. */
CUCORE__PRIVATE inline int cucore__xla_has_api(const cucore__xla_frame *frame)
{
    const cucore__xla_api *api = frame->struct_size >= CUCORE__XLA_FRAME_SIZE ? frame->api : NULL;
    return api && api->struct_size >= CUCORE__XLA_SIZE(cucore__xla_api, stream_get) &&
           api->api_version.struct_size == CUCORE__XLA_SIZE(cucore__xla_version, minor_version) &&
           api->api_version.major_version == CUCORE__XLA_MAJOR && api->error_create && api->stream_get;
}

/* Makes an error of XLA of the last error.  An XLA without its functions cannot be told: the text is written to stderr.
 * Such an XLA has not registered the handler, since it got no version from it (rules X20). */
CUCORE__PRIVATE CUCORE__COLD void *cucore__xla_fail(const cucore__xla_frame *frame, cucore_status status)
{
    static const uint8_t codes[] = {0, 3, 11, 3, 12, 3, 3, 3, 3, 3, 8, 9, 13, 9, 13, 1}; /* XLA_FFI_Error_Code */
    cucore__xla_error_args args;
    if (!cucore__xla_has_api(frame)) {
        fprintf(stderr, "%s\n", cucore__error.message);
        return NULL;
    }
    memset(&args, 0, sizeof args);
    args.struct_size = CUCORE__XLA_SIZE(cucore__xla_error_args, errc);
    args.message = cucore__error.message;
    args.errc = codes[-status];
    return frame->api->error_create(&args);
}

/* Checks all sizes of the frame, before a field behind them is read. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__xla_explain(const cucore_op *op, const cucore__xla_frame *frame)
{
    const size_t sizes[] = {CUCORE__XLA_SIZE(cucore__xla_arrays, buffers),
                            CUCORE__XLA_SIZE(cucore__xla_attributes, values)};
    const cucore__xla_api *api;
    if (frame->struct_size < CUCORE__XLA_FRAME_SIZE)
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "%s: struct_size of the XLA_FFI_CallFrame is %llu; it must be at least %d", op->name,
                           (unsigned long long)frame->struct_size, (int)CUCORE__XLA_FRAME_SIZE);
    api = frame->api;
    if (!cucore__xla_has_api(frame)) {
        char version[48] = "an unknown version";
        if (api && api->struct_size >= CUCORE__XLA_SIZE(cucore__xla_api, api_version) &&
            api->api_version.struct_size == CUCORE__XLA_SIZE(cucore__xla_version, minor_version))
            snprintf(version, sizeof version, "version %d.%d", api->api_version.major_version,
                     api->api_version.minor_version);
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "%s: XLA's FFI has %s and an XLA_FFI_Api of %llu bytes; version %d.x with at least %d bytes is understood",
            op->name, version, (unsigned long long)(api ? api->struct_size : 0), CUCORE__XLA_MAJOR,
            (int)CUCORE__XLA_SIZE(cucore__xla_api, stream_get));
    }
    return cucore_fail(
        CUCORE_UNSUPPORTED,
        "%s: XLA_FFI_Args, XLA_FFI_Rets, XLA_FFI_Attrs of %llu, %llu, %llu bytes; %d, %d, %d are understood", op->name,
        (unsigned long long)frame->args.struct_size, (unsigned long long)frame->rets.struct_size,
        (unsigned long long)frame->attrs.struct_size, (int)sizes[0], (int)sizes[0], (int)sizes[1]);
}

/* Checks that the frame is laid out as in API 0.x.  Structs in a struct must have the very size. */
CUCORE__PRIVATE inline cucore_status cucore__xla_check_frame(const cucore_op *op, const cucore__xla_frame *frame)
{
    if (CUCORE__LIKELY(cucore__xla_has_api(frame) &&
                       frame->args.struct_size == CUCORE__XLA_SIZE(cucore__xla_arrays, buffers) &&
                       frame->rets.struct_size == CUCORE__XLA_SIZE(cucore__xla_arrays, buffers) &&
                       frame->attrs.struct_size == CUCORE__XLA_SIZE(cucore__xla_attributes, values)))
        return CUCORE_OK;
    return cucore__xla_explain(op, frame);
}

/* Answers the question of XLA for the version and the traits of the handler.  Returns 1 if the frame is that question,
 * -1 with an error if it is not understood.  API 0.0 had another pointer in the place of extensions; API 0.1 asks
 * without its functions (rules X20). */
CUCORE__PRIVATE CUCORE__COLD int cucore__xla_answer(const cucore_op *op, const cucore__xla_frame *frame, int cuda)
{
    const cucore__xla_extension *extension = frame->extension_start;
    const int minor = !frame->api ? 1 : cucore__xla_has_api(frame) ? frame->api->api_version.minor_version : 0;
    int left;
    if (minor < 1) return 0;
    for (left = 64; extension && left; extension = extension->next, left--) {
        cucore__xla_metadata *metadata;
        if (extension->struct_size < CUCORE__XLA_SIZE(cucore__xla_extension, next)) break;
        if (extension->type != CUCORE__XLA_METADATA) continue;
        metadata = extension->struct_size >= CUCORE__XLA_SIZE(cucore__xla_metadata_extension, metadata)
                       ? ((const cucore__xla_metadata_extension *)(const void *)extension)->metadata
                       : NULL;
        if (!metadata || metadata->struct_size < CUCORE__XLA_SIZE(cucore__xla_metadata, traits) ||
            metadata->api_version.struct_size != CUCORE__XLA_SIZE(cucore__xla_version, minor_version))
            break;
        metadata->api_version.major_version = CUCORE__XLA_MAJOR;
        metadata->api_version.minor_version = minor < CUCORE__XLA_MINOR ? minor : CUCORE__XLA_MINOR;
        metadata->traits = cuda ? CUCORE__XLA_COMMAND_BUFFER : 0;
        return 1;
    }
    if (!extension) return 0;
    (void)cucore_fail(CUCORE_UNSUPPORTED, "%s: an extension of XLA's call frame, of %llu bytes, is not understood",
                      op->name, (unsigned long long)extension->struct_size);
    return -1;
}

/* -- values -------------------------------------------------------------------------------------------------------- */
/* Reads the number of a scalar as the kind of a value.  Returns 0 if it does not fit exactly: a float with a fraction
 * for an int, an int that no double is, a bool for a number.  NaN fits a float. */
CUCORE__PRIVATE int cucore__xla_read_scalar(const cucore__xla_scalar *scalar, int kind, cucore_op_scalar *out)
{
    const double most = 9223372036854775808.0; /* 2^63 */
    int64_t i = 0;
    uint64_t u = 0;
    double f = 0;
    int is_float = 0;
#define CUCORE__XLA_READ(name, type, target) \
    case CUCORE__XLA_##name: { \
        type number; \
        memcpy(&number, scalar->value, sizeof number); \
        target = number; \
        break; \
    }
    switch (scalar->dtype) {
        CUCORE__XLA_READ(PRED, uint8_t, u)
        CUCORE__XLA_READ(S8, int8_t, i)
        CUCORE__XLA_READ(S16, int16_t, i)
        CUCORE__XLA_READ(S32, int32_t, i)
        CUCORE__XLA_READ(S64, int64_t, i)
        CUCORE__XLA_READ(U8, uint8_t, u)
        CUCORE__XLA_READ(U16, uint16_t, u)
        CUCORE__XLA_READ(U32, uint32_t, u)
        CUCORE__XLA_READ(U64, uint64_t, u)
        CUCORE__XLA_READ(F32, float, f)
        CUCORE__XLA_READ(F64, double, f)
    default: return 0;
    }
#undef CUCORE__XLA_READ
    is_float = scalar->dtype == CUCORE__XLA_F32 || scalar->dtype == CUCORE__XLA_F64;
    if (u > (uint64_t)INT64_MAX) return 0;
    if (u) i = (int64_t)u;
    if (kind == CUCORE_OP_BOOL) {
        out->i = i;
        return scalar->dtype == CUCORE__XLA_PRED && u <= 1;
    }
    if (kind == CUCORE_OP_STRING || scalar->dtype == CUCORE__XLA_PRED) return 0;
    if (kind == CUCORE_OP_FLOAT) {
        out->f = is_float ? f : (double)i;
        return is_float || ((double)i < most && (int64_t)(double)i == i);
    }
    if (is_float && !(f >= -most && f < most)) return 0;
    out->i = is_float ? (int64_t)f : i;
    return !is_float || !(f < (double)out->i || f > (double)out->i);
}

/* Describes an attribute: "float64 2.5", "a string", "an array".  Returns 1 if the text has a number. */
CUCORE__PRIVATE CUCORE__COLD int cucore__text_add_attribute(cucore__text *text, int type, const void *value)
{
    const cucore__xla_scalar *scalar = (const cucore__xla_scalar *)value;
    cucore_op_scalar number;
    switch (value ? type : 0) {
    case CUCORE__XLA_STRING: cucore__text_add(text, "a string"); return 0;
    case CUCORE__XLA_ARRAY: cucore__text_add(text, "an array"); return 0;
    case CUCORE__XLA_DICTIONARY: cucore__text_add(text, "a dictionary"); return 0;
    case CUCORE__XLA_SCALAR: break;
    default: cucore__text_add(text, "an attribute of type %d", type); return 0;
    }
    if (!cucore__xla_dtype(scalar->dtype).lanes) {
        cucore__text_add(text, "a number of the unknown dtype %d", scalar->dtype);
        return 0;
    }
    cucore__text_add_dtype(text, cucore__xla_dtype(scalar->dtype));
    if (!scalar->value) return 0;
    if (cucore__xla_read_scalar(scalar, CUCORE_OP_INT, &number)) {
        cucore__text_add(text, " %lld", (long long)number.i);
    } else if (cucore__xla_read_scalar(scalar, CUCORE_OP_FLOAT, &number)) {
        cucore__text_add(text, " %.17g", number.f);
    } else {
        return 0;
    }
    return 1;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__xla_fail_value(const cucore_op *op, const cucore_op_value *value,
                                                                  int type, const void *attribute)
{
    static const char *const kinds[] = {"", "an int", "a float", "a bool", "a string"};
    char got[96];
    cucore__text text = cucore__text_start(got, sizeof got);
    const int has_number = cucore__text_add_attribute(&text, type, attribute);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: %s: expected %s, got %s%s", op->name, value->name, kinds[value->kind],
                       got, has_number && value->kind <= CUCORE_OP_FLOAT ? ", which it cannot be exactly" : "");
}

/* Reads one attribute as the value that it is for. */
CUCORE__PRIVATE cucore_status cucore__xla_read_value(const cucore_op *op, const cucore_op_value *value, int type,
                                                     const void *attribute, cucore_op_scalar *out)
{
    const cucore__xla_scalar *scalar = (const cucore__xla_scalar *)attribute;
    const cucore__xla_span *span = (const cucore__xla_span *)attribute;
    memset(out, 0, sizeof *out);
    if (attribute && type == CUCORE__XLA_SCALAR && scalar->value) {
        if (scalar->dtype == CUCORE__XLA_F64 && value->kind == CUCORE_OP_FLOAT) { /* as Python's float */
            memcpy(&out->f, scalar->value, sizeof out->f);
            return CUCORE_OK;
        }
        if (scalar->dtype == CUCORE__XLA_S64 && value->kind == CUCORE_OP_INT) { /* and int */
            memcpy(&out->i, scalar->value, sizeof out->i);
            return CUCORE_OK;
        }
        if (CUCORE__LIKELY(cucore__xla_read_scalar(scalar, value->kind, out))) return CUCORE_OK;
    } else if (attribute && type == CUCORE__XLA_STRING && value->kind == CUCORE_OP_STRING) {
        out->s = span->len ? span->ptr : "";
        out->i = (int64_t)span->len;
        if (out->s && (uint64_t)span->len <= (uint64_t)INT64_MAX) return CUCORE_OK;
    }
    return cucore__xla_fail_value(op, value, type, attribute);
}

/* Refuses an attribute whose name is that of no value, or is there twice. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__xla_fail_name(const cucore_op *op, const cucore__xla_span *name,
                                                                 int twice)
{
    char known[256];
    cucore__text text = cucore__text_start(known, sizeof known);
    int i, length = name && name->ptr ? (int)(name->len < 64 ? name->len : 64) : 0;
    if (twice) return cucore__invalid("%s: the attribute '%.*s' is there twice", op->name, length, name->ptr);
    for (i = 0; i < op->value_count; i++) cucore__text_add(&text, "%s%s", i ? ", " : "; it has ", op->values[i].name);
    return cucore__invalid("%s: it has no value that is called '%.*s'%s", op->name, length, length ? name->ptr : "",
                           known);
}

/* Returns the value with the name of an attribute; -1: there is none.  XLA has sorted the names: *next is the place in
 * plan->by_name where the search begins. */
CUCORE__PRIVATE inline int cucore__xla_value_of(const cucore_op_call *call, const cucore__xla_span *name, int *next)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    if (!name || !name->ptr) return -1;
    while (*next < call->op->value_count) {
        const int i = plan->by_name[(*next)++];
        if (cucore__op_name_is(call->op->values[i].name, name->ptr, name->len)) return i;
    }
    return cucore__op_value_named(call->op, name->ptr, name->len);
}

/* Reads all attributes, which are found by name, and sets the others to their defaults (rules X22). */
CUCORE__PRIVATE cucore_status cucore__xla_read_values(const cucore_op_call *call, const cucore__xla_attributes *attrs,
                                                      cucore_op_scalar *values)
{
    const cucore_op *op = call->op;
    uint32_t seen = 0;
    int64_t k;
    int i, next = 0;
    if (attrs->size < 0 || (attrs->size && (!attrs->types || !attrs->names || !attrs->values)))
        return cucore_fail(CUCORE_PROTOCOL, "%s: XLA_FFI_Attrs with size %lld is not sound", op->name,
                           (long long)attrs->size);
    for (k = 0; k < attrs->size; k++) {
        cucore_status status;
        i = cucore__xla_value_of(call, attrs->names[k], &next);
        if (i < 0 || seen >> i & 1) return cucore__xla_fail_name(op, attrs->names[k], i >= 0);
        status = cucore__xla_read_value(op, &op->values[i], attrs->types[k], attrs->values[k], &values[i]);
        if (status) return status;
        seen |= UINT32_C(1) << i;
    }
    for (i = 0; i < op->value_count && k < op->value_count; i++) {
        if (seen >> i & 1) continue;
        if (op->values[i].required) return cucore__invalid("%s: the value %s is missing", op->name, op->values[i].name);
        values[i] = op->values[i].fallback;
    }
    return CUCORE_OK;
}

/* -- arrays -------------------------------------------------------------------------------------------------------- */
/* Appends the names of arrays: those that are changed in place, and then the results, if `results`; else the
 * arguments. */
CUCORE__PRIVATE CUCORE__COLD void cucore__text_add_arrays(cucore__text *text, const cucore_op *op, int results)
{
    const int arguments = op->array_count - op->result_count;
    const char *separator = "";
    int i;
    for (i = 0; i < op->array_count; i++) {
        if (results ? i < arguments && !(op->arrays[i].flags & CUCORE_WRITE) : i >= arguments) continue;
        cucore__text_add(text, "%s%s", separator, op->arrays[i].name);
        separator = ", ";
    }
}

/* "scale: expected 2 arrays (x, y), got 3" */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__xla_fail_count(const cucore_op *op, const cucore__xla_arrays *arrays,
                                                                  int results, int expected)
{
    char names[300];
    cucore__text text = cucore__text_start(names, sizeof names);
    cucore__text_add_arrays(&text, op, results);
    if (arrays->size >= 0 && arrays->size != expected)
        return cucore__invalid("%s: expected %d %s%s (%s), got %lld", op->name, expected, results ? "result" : "array",
                               expected == 1 ? "" : "s", names, (long long)arrays->size);
    return cucore_fail(CUCORE_PROTOCOL, "%s: %s with size %lld is not sound", op->name,
                       results ? "XLA_FFI_Rets" : "XLA_FFI_Args", (long long)arrays->size);
}

/* Returns a buffer of a call; NULL: it is another thing. */
CUCORE__PRIVATE inline const cucore__xla_buffer *cucore__xla_buffer_at(const cucore__xla_arrays *arrays, int i)
{
    return arrays->types[i] == CUCORE__XLA_BUFFER ? (const cucore__xla_buffer *)arrays->buffers[i] : NULL;
}

/* Decodes one buffer of a call. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__xla_take_any(const cucore_op_call *call, int place,
                                                                 const cucore__xla_buffer *buffer, int device_id)
{
    cucore_view *view = &call->views[place];
    cucore_status status;
    cucore__view_clear(view);
    status =
        buffer ? cucore__xla_decode(buffer, device_id, view) : cucore_fail(CUCORE_PROTOCOL, "it is no XLA_FFI_Buffer");
    if (CUCORE__LIKELY(!status)) return CUCORE_OK;
    return cucore_fail(status, "%s: %s: %s", call->op->name, call->op->arrays[place].name, cucore__error.message);
}

/* Compares an argument that is changed in place with the result that stands for it: both have to be one buffer
 * (rules X23). */
CUCORE__PRIVATE cucore_status cucore__xla_check_alias(const cucore_op_call *call, int place,
                                                      const cucore__xla_arrays *rets, int result)
{
    const cucore_view *view = &call->views[place];
    const char *operator_name = call->op->name, *name = call->op->arrays[place].name;
    const cucore__xla_buffer *buffer = cucore__xla_buffer_at(rets, result);
    int i, same;
    if (!buffer || buffer->struct_size < CUCORE__XLA_BUFFER_SIZE || (buffer->rank > 0 && !buffer->dims))
        return cucore_fail(CUCORE_PROTOCOL, "%s: %s: result %d is no sound XLA_FFI_Buffer", operator_name, name,
                           result);
    same = cucore_dtype_is_equal(cucore__xla_dtype(buffer->dtype), view->dtype) && buffer->rank == view->layout.ndim;
    for (i = 0; same && i < view->layout.ndim; i++) same = buffer->dims[i] == view->layout.shape[i];
    if (!same)
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s: %s is changed in place: result %d has to have its dtype and shape",
                           operator_name, name, result);
    if (buffer->data == view->ptr || cucore__layout_is_empty(&view->layout)) return CUCORE_OK;
    return cucore__invalid("%s: %s is changed in place, but result %d is other memory: pass "
                           "input_output_aliases={%d: %d} to jax.ffi.ffi_call",
                           operator_name, name, result, place, result);
}

/* The buffers of a call. */
typedef struct cucore__xla_call {
    const cucore__xla_arrays *args, *rets;
    int arguments;      /* of the operator */
    int given, changed; /* arguments of the call, and how many of them are changed in place */
    int device_id;
    uint64_t device;
} cucore__xla_call;

/* Counts the buffers.  Optional arguments at the end may be left out.  The results are first the arguments that are
 * changed in place, then the results of the declaration. */
CUCORE__PRIVATE inline cucore_status cucore__xla_count(cucore__xla_call *self, const cucore_op *op)
{
    const cucore__xla_arrays *args = self->args, *rets = self->rets;
    const int arguments = self->arguments = op->array_count - op->result_count;
    int i;
    self->given = args->size >= 0 && args->size <= arguments ? (int)args->size : -1;
    self->changed = 0;
    for (i = 0; i < arguments; i++) {
        if (i >= self->given && !(op->arrays[i].flags & CUCORE_OPTIONAL)) break;
        self->changed += i < self->given && op->arrays[i].flags & CUCORE_WRITE;
    }
    if (self->given < 0 || i < arguments || (self->given && (!args->types || !args->buffers)))
        return cucore__xla_fail_count(op, args, 0, arguments);
    if (rets->size != self->changed + op->result_count || (rets->size && (!rets->types || !rets->buffers)))
        return cucore__xla_fail_count(op, rets, 1, self->changed + op->result_count);
    return CUCORE_OK;
}

/* Returns the buffer of an array that was not left out; NULL: it is another thing. */
CUCORE__PRIVATE inline const cucore__xla_buffer *cucore__xla_buffer_of(const cucore__xla_call *self, int place)
{
    return place < self->arguments ? cucore__xla_buffer_at(self->args, place)
                                   : cucore__xla_buffer_at(self->rets, place - self->arguments + self->changed);
}

CUCORE__PRIVATE inline int cucore__xla_read(const void *caller, int place, cucore__op_raw *out)
{
    const cucore__xla_call *self = (const cucore__xla_call *)caller;
    const cucore__xla_buffer *buffer;
    if (place >= self->given && place < self->arguments) return 0;
    buffer = cucore__xla_buffer_of(self, place);
    if (!buffer || buffer->struct_size < CUCORE__XLA_BUFFER_SIZE || (uint64_t)buffer->rank > CUCORE__OP_AXES) return -1;
    out->data = buffer->data;
    out->kind = cucore__op_kind((int)buffer->rank, cucore__xla_type(buffer->dtype));
    out->device = self->device;
    out->shape = buffer->dims;
    out->strides = NULL;
    return 1;
}

/* Decodes all arrays, checks them and describes the results. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__xla_decode_all(const cucore__xla_call *self, cucore_op_call *call)
{
    const cucore_op *op = call->op;
    cucore__op_raw raw;
    cucore_status status = cucore__op_bind_values(call);
    int i;
    if (status) return cucore__op_fail(op, status);
    for (i = 0; i < op->array_count && !status; i++) {
        const int is_there = cucore__xla_read(self, i, &raw);
        if (!is_there) {
            cucore__view_clear(&call->views[i]);
        } else if (is_there < 0 || !cucore__op_take_dense(call, i, &raw)) {
            status = cucore__xla_take_any(call, i, cucore__xla_buffer_of(self, i), self->device_id);
        }
        call->views[i].readonly = is_there && i < self->arguments && !(op->arrays[i].flags & CUCORE_WRITE);
    }
    if (!status) status = cucore__op_check(call);
    return status ? status : cucore__op_results(call);
}

/* Takes all arrays: they are compared with those of an earlier call, or decoded and checked. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__xla_take_arrays(cucore__xla_call *self, cucore_op_call *call)
{
    cucore_status status = cucore__xla_count(self, call->op);
    int i, result = 0;
    if (status) return status;
    if (!CUCORE__LIKELY(cucore__op_recall(call, cucore__xla_read, self))) {
        status = cucore__xla_decode_all(self, call);
        if (!status) cucore__op_remember(call, cucore__xla_read, self);
    }
    for (i = 0; i < self->given && self->changed && !status; i++)
        if (call->op->arrays[i].flags & CUCORE_WRITE) status = cucore__xla_check_alias(call, i, self->rets, result++);
    return status;
}

/* Gets the stream that XLA works on, and its device (rules X24).  Returns an error of XLA, as XLA made it, or of this
 * library; NULL: success. */
CUCORE__PRIVATE void *cucore__xla_find_stream(const cucore_op *op, const cucore__xla_frame *frame, CUstream *stream,
                                              int *device_id)
{
    cucore__xla_stream_args args;
    cucore__place place;
    CUcontext primary;
    cucore_status status;
    void *error;
    memset(&args, 0, sizeof args);
    args.struct_size = CUCORE__XLA_SIZE(cucore__xla_stream_args, stream);
    args.ctx = frame->ctx;
    error = frame->api->stream_get(&args);
    if (error) return error;
    *stream = cucore__stream_normalize((CUstream)args.stream);
    status = cucore_driver_load();
    place.stream = *stream;
    place.context = NULL;
    if (!status) status = cucore__place_complete(&place, &place);
    if (!status) {
        *device_id = cucore__context_known(place.context);
        if (*device_id < 0) {
            status = cucore__context_device(place.context, device_id);
            if (!status) (void)cucore__context_find_primary(*device_id, &primary); /* the next call knows it */
        }
    }
    if (CUCORE__LIKELY(!status)) return NULL;
    return cucore__xla_fail(frame, cucore__op_fail(op, status));
}

CUCORE_API void *cucore__op_enter_xla(const cucore_op *op, void *frame, int cuda)
{
    const cucore__xla_frame *given = (const cucore__xla_frame *)frame;
    cucore_view few[CUCORE__OP_FEW], *views;
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_op_call call;
    cucore__xla_call arrays;
    CUstream stream = CUCORE_STREAM_HOST;
    int device_id = CUCORE_DEVICE_NONE, answered;
    void *error;
    cucore_status status;
    if (given->struct_size >= CUCORE__XLA_FRAME_SIZE && !CUCORE__LIKELY(!given->extension_start)) {
        answered = cucore__xla_answer(op, given, cuda);
        if (answered) return answered < 0 ? cucore__xla_fail(given, CUCORE_UNSUPPORTED) : NULL;
    }
    status = cucore__xla_check_frame(op, given);
    if (status) return cucore__xla_fail(given, status);
    if (!CUCORE__LIKELY(given->stage == CUCORE__XLA_EXECUTE)) {
        if (given->stage >= 0 && given->stage < CUCORE__XLA_EXECUTE) return NULL; /* there is nothing to prepare */
        status = cucore_fail(CUCORE_UNSUPPORTED, "%s: stage %d of XLA's FFI is not known: register it for 'execute'",
                             op->name, given->stage);
        return cucore__xla_fail(given, status);
    }
    if (cuda) {
        error = cucore__xla_find_stream(op, given, &stream, &device_id);
        if (error) return error;
    }
    views = cucore__op_room(op, few);
    status = cucore__op_begin(&call, op, views, values);
    call.caller = CUCORE_OP_FROM_XLA;
    arrays.args = &given->args;
    arrays.rets = &given->rets;
    arrays.device_id = device_id;
    arrays.device = device_id < 0 ? cucore__op_device(kDLCPU, 0) : cucore__op_device(kDLCUDA, device_id);
    if (!status) status = cucore__xla_read_values(&call, &given->attrs, values);
    if (!status) status = cucore__xla_take_arrays(&arrays, &call);
    call.stream = stream;
    if (!status) status = cucore__op_run(&call);
    cucore__op_room_end(views, few);
    return CUCORE__LIKELY(!status) ? NULL : cucore__xla_fail(given, status);
}

#endif
#if !defined(CUCORE_OP_NO_TVM_FFI)
/* op/foreign_tvm.h: the structs of tvm-ffi's packed calls, as facts. */
/* source: apache-tvm-ffi 0.1.15, tvm/ffi/c_api.h and tvm/ffi/extra/c_env_api.h; the ABI is the same since 0.1.0.
 * tests/python/test_op_tvm.py compares sizes and offsets with the headers of the installed package. */
enum {
    CUCORE__TVM_NONE = 0,
    CUCORE__TVM_INT = 1,
    CUCORE__TVM_BOOL = 2,
    CUCORE__TVM_FLOAT = 3,
    CUCORE__TVM_DLTENSOR_PTR = 7,
    CUCORE__TVM_RAW_STR = 8,
    CUCORE__TVM_SMALL_STR = 11,
    CUCORE__TVM_STATIC_OBJECT = 64, /* objects with a reference count: this number and more */
    CUCORE__TVM_STR = 65,
    CUCORE__TVM_TENSOR = 70
};

/* TVMFFIAny: a value of a call. */
typedef struct cucore__tvm_any {
    int32_t type_index;
    uint32_t small_length; /* of a small string: 0 to 7 bytes; 0 for all else */
    union {
        int64_t i;
        double f;
        void *pointer;
        char bytes[8]; /* of a small string, with a NUL */
    } value;
} cucore__tvm_any;

/* TVMFFIObject: the head of an object. */
typedef struct cucore__tvm_object {
    uint64_t counts; /* strong in the lower 32 bits, weak in the upper ones */
    int32_t type_index;
    uint32_t padding;
    union {
        void (*deleter)(void *self, int flags);
        int64_t align;
    } deleter;
} cucore__tvm_object;

/* TVMFFIByteArray: the text of a string object, after its head. */
typedef struct cucore__tvm_bytes {
    const char *data;
    size_t size;
} cucore__tvm_bytes;

/* A string object and a tensor object, as far as they are read. */
typedef struct cucore__tvm_string {
    cucore__tvm_object head;
    cucore__tvm_bytes text;
} cucore__tvm_string;
typedef struct cucore__tvm_tensor {
    cucore__tvm_object head;
    DLTensor tensor;
} cucore__tvm_tensor;

/* ------------ >>impl-op-tvm -- */
/* op/tvm.c: packed calls of tvm-ffi. */
/* The functions of tvm-ffi that are called.  X(member, symbol, type of the result, parameters) */
#define CUCORE__TVM_LIST(X) \
    X(fail, "TVMFFIErrorSetRaisedFromCStr", void, (const char *kind, const char *message)) \
    X(stream, "TVMFFIEnvGetStream", void *, (int32_t device_type, int32_t device_id)) \
    X(allocate, "TVMFFIEnvTensorAlloc", int, (DLTensor * prototype, void **out)) \
    X(from_dlpack, "TVMFFITensorFromDLPackVersioned", int, \
      (DLManagedTensorVersioned * from, int32_t alignment, int32_t contiguous, void **out)) \
    X(release, "TVMFFIObjectDecRef", int, (void *object)) \
    X(find, "TVMFFIFunctionGetGlobal", int, (const cucore__tvm_bytes *name, void **out)) \
    X(call, "TVMFFIFunctionCall", int, (void *function, cucore__tvm_any *args, int32_t count, cucore__tvm_any *result))

#define CUCORE__TVM_MEMBER(member, symbol, result, parameters) result(*member) parameters;
typedef struct cucore__tvm_functions {
    CUCORE__TVM_LIST(CUCORE__TVM_MEMBER)
} cucore__tvm_functions;
#undef CUCORE__TVM_MEMBER

static cucore__tvm_functions cucore__tvm;
static CUCORE__ATOMIC(int) cucore__tvm_found; /* written last */

static const char *const cucore__tvm_symbols[] = {
#define CUCORE__TVM_SYMBOL(member, symbol, result, parameters) symbol,
    CUCORE__TVM_LIST(CUCORE__TVM_SYMBOL)
#undef CUCORE__TVM_SYMBOL
};
enum { CUCORE__TVM_COUNT = sizeof cucore__tvm_symbols / sizeof cucore__tvm_symbols[0] };
typedef char cucore__assert_tvm_functions[sizeof(cucore__tvm_functions) == CUCORE__TVM_COUNT * sizeof(void *) ? 1 : -1];

/* Looks the functions up; UNSUPPORTED if the process has not loaded tvm-ffi. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__tvm_look(void)
{
    void *found[CUCORE__TVM_COUNT], *library = NULL;
    int i;
    found[0] = cucore__op_symbol(NULL, cucore__tvm_symbols[0]);
    if (!found[0]) {
#if defined(_WIN32)
        library = cucore__op_library("tvm_ffi.dll");
#elif defined(__APPLE__)
        library = cucore__op_library("libtvm_ffi.dylib");
#else
        library = cucore__op_library("libtvm_ffi.so");
#endif
        if (!library) return cucore_fail(CUCORE_UNSUPPORTED, "this process has not loaded tvm-ffi");
    }
    for (i = 0; i < (int)CUCORE__TVM_COUNT; i++) {
        found[i] = cucore__op_symbol(library, cucore__tvm_symbols[i]);
        if (!found[i])
            return cucore_fail(CUCORE_UNSUPPORTED, "the tvm-ffi of this process has no %s: it is older than 0.1",
                               cucore__tvm_symbols[i]);
    }
    CUCORE__LOCK();
    if (!CUCORE__LOAD(&cucore__tvm_found)) {
        memcpy(&cucore__tvm, found, sizeof cucore__tvm);
        CUCORE__STORE(&cucore__tvm_found, 1);
    }
    CUCORE__UNLOCK();
    return CUCORE_OK;
}

CUCORE__PRIVATE inline cucore_status cucore__tvm_need(void)
{
    return CUCORE__LIKELY(CUCORE__LOAD(&cucore__tvm_found)) ? CUCORE_OK : cucore__tvm_look();
}

/* Returns the tensor of a value; NULL: the value is none. */
CUCORE__PRIVATE inline const DLTensor *cucore__tvm_tensor_of(const cucore__tvm_any *any)
{
    if (any->type_index == CUCORE__TVM_TENSOR)
        return any->value.pointer ? &((const cucore__tvm_tensor *)any->value.pointer)->tensor : NULL;
    return any->type_index == CUCORE__TVM_DLTENSOR_PTR ? (const DLTensor *)any->value.pointer : NULL;
}

/* Writes what a value is, for messages. */
CUCORE__PRIVATE CUCORE__COLD void cucore__tvm_describe(const cucore__tvm_any *any, char *text, size_t size)
{
    switch (any->type_index) {
    case CUCORE__TVM_NONE: snprintf(text, size, "None"); break;
    case CUCORE__TVM_INT: snprintf(text, size, "the int %lld", (long long)any->value.i); break;
    case CUCORE__TVM_BOOL: snprintf(text, size, "the bool %s", any->value.i ? "True" : "False"); break;
    case CUCORE__TVM_FLOAT: snprintf(text, size, "the float %g", any->value.f); break;
    case CUCORE__TVM_RAW_STR:
    case CUCORE__TVM_SMALL_STR:
    case CUCORE__TVM_STR: snprintf(text, size, "a string"); break;
    case CUCORE__TVM_DLTENSOR_PTR:
    case CUCORE__TVM_TENSOR: snprintf(text, size, any->value.pointer ? "a tensor" : "a tensor that is NULL"); break;
    default: snprintf(text, size, "a value with the type index %d of tvm-ffi", (int)any->type_index);
    }
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__tvm_refuse(const cucore__tvm_any *any, const char *name,
                                                              const char *expected)
{
    char got[96];
    cucore__tvm_describe(any, got, sizeof got);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected %s, got %s", name, expected, got);
}

CUCORE_API cucore_status cucore_view_from_tvm_ffi(const void *any, const cucore_arg *arg, cucore_view *out)
{
    const cucore__tvm_any *value = (const cucore__tvm_any *)any;
    const DLTensor *tensor;
    if (!any || !out || value->type_index == CUCORE__TVM_NONE) {
        if (any && out && !(arg && arg->flags & CUCORE_OPTIONAL)) {
            cucore__view_clear(out);
            return cucore__tvm_refuse(value, arg ? cucore__arg_name(arg) : "array", "a tensor");
        }
        return cucore__intake_left_out("cucore_view_from_tvm_ffi", arg, out);
    }
    tensor = cucore__tvm_tensor_of(value);
    if (tensor) return cucore_view_from_dltensor(tensor, 0, arg, out);
    cucore__view_clear(out);
    return cucore__tvm_refuse(value, arg ? cucore__arg_name(arg) : "array", "a tensor");
}

CUCORE_API cucore_status cucore_view_to_tvm_ffi(cucore_view *view, void *any)
{
    cucore__tvm_any *value = (cucore__tvm_any *)any;
    DLManagedTensorVersioned *managed = NULL;
    void *object = NULL;
    cucore_status status;
    if (value) memset(value, 0, sizeof *value);
    status = value ? cucore__tvm_need() : cucore__fail_null("cucore_view_to_tvm_ffi", "any");
    if (status) {
        const cucore_error error = cucore__error;
        cucore_view_release(view);
        cucore__error = error;
        return status;
    }
    status = cucore_view_move_to_dlmanaged_versioned(view, 0, &managed);
    if (status) return status;
    if (cucore__tvm.from_dlpack(managed, 0, 0, &object) || !object) {
        cucore__dlmanaged_versioned_delete(managed);
        return cucore_fail(CUCORE_FOREIGN, "TVMFFITensorFromDLPackVersioned failed");
    }
    value->type_index = CUCORE__TVM_TENSOR;
    value->value.pointer = object;
    return CUCORE_OK;
}

/* -- packed calls of operators ------------------------------------------------------------------------------------- */
/* A call: arguments, values, results, in this order. */
typedef struct cucore__tvm_call {
    const cucore_op *op;
    const cucore__op_plan *plan;
    const cucore__tvm_any *args;
    int count;
    int given; /* 1: the caller gives the results */
    int has_made;
    void *made[CUCORE_OP_MAX_ARRAYS]; /* with has_made: the tensors of results that were allocated */
} cucore__tvm_call;

/* Decodes one array.  An address of the device is not looked up: tvm-ffi answers for it, as for its own functions. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tvm_array(const cucore__tvm_call *call, int at, int place,
                                                              cucore_view *out)
{
    static const cucore__tvm_any none = {0, 0, {0}};
    const cucore__tvm_any *any = at < call->count ? &call->args[at] : &none;
    const cucore_arg *arg = &call->plan->args[place];
    const DLTensor *tensor = cucore__tvm_tensor_of(any);
    cucore__intake intake = cucore__intake_make(arg);
    cucore_status status;
    if (!CUCORE__LIKELY(tensor != NULL)) {
        cucore__view_clear(out);
        if (any->type_index == CUCORE__TVM_NONE && arg->flags & CUCORE_OPTIONAL) return CUCORE_OK;
        if (at >= call->count) return cucore_fail(CUCORE_WRONG_DTYPE, "%s: missing", arg->name);
        return cucore__tvm_refuse(any, arg->name, "a tensor");
    }
    intake.flags |= CUCORE_ALLOW_LANES; /* refused by cucore__op_check, in its words */
    status = cucore__view_decode(tensor, 0, &intake, CUCORE_PROTOCOL_DLTENSOR, out);
    return CUCORE__LIKELY(!status) ? CUCORE_OK : cucore_fail(status, "%s: %s", arg->name, cucore__error.message);
}

/* Returns the place of an array among the arguments of the call. */
CUCORE__PRIVATE inline int cucore__tvm_place(const cucore__tvm_call *call, int place)
{
    return place < call->plan->argument_count ? place : place + call->op->value_count;
}

CUCORE__PRIVATE inline int cucore__tvm_read(const void *caller, int place, cucore__op_raw *out)
{
    const cucore__tvm_call *call = (const cucore__tvm_call *)caller;
    const int at = cucore__tvm_place(call, place);
    const DLTensor *tensor;
    if (at >= call->count || call->args[at].type_index == CUCORE__TVM_NONE) return 0;
    tensor = cucore__tvm_tensor_of(&call->args[at]);
    if (!tensor || tensor->byte_offset) return -1;
    out->data = tensor->data;
    out->kind = cucore__op_kind(tensor->ndim, cucore__op_dtype_bytes(&tensor->dtype));
    out->device = cucore__op_device((int)tensor->device.device_type, tensor->device.device_id);
    out->shape = tensor->shape;
    out->strides = tensor->strides;
    return 1;
}

/* Takes one array on the quick way, or decodes it. */
CUCORE__PRIVATE cucore_status cucore__tvm_take(const cucore__tvm_call *call, int place, cucore_op_call *out)
{
    cucore__op_raw raw;
    if (cucore__tvm_read(call, place, &raw) > 0 && cucore__op_take_dense(out, place, &raw)) return CUCORE_OK;
    return cucore__tvm_array(call, cucore__tvm_place(call, place), place, &out->views[place]);
}

/* Reads one number or string. */
CUCORE__PRIVATE cucore_status cucore__tvm_value(const cucore__tvm_any *any, const cucore_op_value *value,
                                                cucore_op_scalar *out)
{
    const cucore__tvm_string *string = (const cucore__tvm_string *)any->value.pointer;
    const int type = any->type_index;
    memset(out, 0, sizeof *out);
    switch (value->kind) {
    case CUCORE_OP_INT:
        out->i = any->value.i;
        return type == CUCORE__TVM_INT || type == CUCORE__TVM_BOOL ? CUCORE_OK
                                                                   : cucore__tvm_refuse(any, value->name, "an int");
    case CUCORE_OP_FLOAT:
        out->f = type == CUCORE__TVM_FLOAT ? any->value.f : (double)any->value.i;
        return type == CUCORE__TVM_FLOAT || type == CUCORE__TVM_INT || type == CUCORE__TVM_BOOL
                   ? CUCORE_OK
                   : cucore__tvm_refuse(any, value->name, "a float");
    case CUCORE_OP_BOOL:
        out->i = any->value.i != 0;
        return type == CUCORE__TVM_BOOL ? CUCORE_OK : cucore__tvm_refuse(any, value->name, "a bool");
    default: break;
    }
    if (type == CUCORE__TVM_SMALL_STR && any->small_length <= sizeof any->value.bytes) {
        out->s = any->value.bytes;
        out->i = any->small_length;
    } else if (type == CUCORE__TVM_RAW_STR && any->value.pointer) {
        out->s = (const char *)any->value.pointer;
        out->i = (int64_t)strlen(out->s);
    } else if (type == CUCORE__TVM_STR && string && (string->text.data || !string->text.size)) {
        out->s = string->text.data ? string->text.data : "";
        out->i = (int64_t)string->text.size;
    } else {
        return cucore__tvm_refuse(any, value->name, "a string");
    }
    return CUCORE_OK;
}

/* Reads the numbers and strings after the arrays; None is the default. */
CUCORE__PRIVATE cucore_status cucore__tvm_values(const cucore__tvm_call *call, cucore_op_scalar *values)
{
    int i, at = call->plan->argument_count;
    for (i = 0; i < call->op->value_count; i++, at++) {
        const cucore_op_value *value = &call->op->values[i];
        cucore_status status;
        if (at >= call->count || call->args[at].type_index == CUCORE__TVM_NONE) {
            if (value->required) return cucore_fail(CUCORE_WRONG_DTYPE, "%s: missing", value->name);
            values[i] = value->fallback;
            continue;
        }
        status = cucore__tvm_value(&call->args[at], value, &values[i]);
        if (status) return status;
    }
    return CUCORE_OK;
}

/* Decodes all arrays, checks them and describes the results.  *named: 1 if a message has the operator. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tvm_decode(const cucore__tvm_call *call, cucore_op_call *out,
                                                               int *named)
{
    cucore_status status = cucore__op_bind_values(out);
    int i, count = call->given ? call->op->array_count : call->plan->argument_count;
    for (i = 0; i < count && !status; i++) status = cucore__tvm_take(call, i, out);
    if (!call->given) cucore__op_clear_results(out);
    if (status) return status;
    *named = 1;
    status = cucore__op_check(out);
    return status ? status : cucore__op_results(out);
}

/* Reads the values, and takes the arrays: they are compared with those of an earlier call, or decoded and checked. */
CUCORE__PRIVATE inline cucore_status cucore__tvm_take_all(cucore__tvm_call *call, cucore_op_call *out,
                                                          cucore_op_scalar *values, int *named)
{
    const int most = call->op->array_count + call->op->value_count;
    cucore_status status;
    int at = call->plan->argument_count + call->op->value_count;
    if (!CUCORE__LIKELY((uint32_t)call->count <= (uint32_t)most && (!call->count || call->args)))
        return cucore_fail(CUCORE_WRONG_DTYPE, "expected at most %d values (%d arrays, %d numbers, %d results), got %d",
                           most, call->plan->argument_count, call->op->value_count, call->op->result_count,
                           call->count);
    status = cucore__tvm_values(call, values);
    if (status) return status;
    for (; at < call->count && !call->given; at++) call->given = call->args[at].type_index != CUCORE__TVM_NONE;
    if (CUCORE__LIKELY(cucore__op_recall(out, cucore__tvm_read, call))) return CUCORE_OK;
    status = cucore__tvm_decode(call, out, named);
    if (!status) cucore__op_remember(out, cucore__tvm_read, call);
    return status;
}

/* Allocates the memory of one result by the allocator of the environment, and looks at what came back.  *raised: 1 if
 * tvm-ffi has its own error. */
CUCORE__PRIVATE cucore_status cucore__tvm_allocate(cucore__tvm_call *call, int place, cucore_view *view, int *raised)
{
    const cucore_arg *arg = &call->plan->args[place];
    cucore__intake intake = cucore__intake_make(arg);
    DLTensor prototype;
    cucore_view made;
    void *object = NULL;
    int i;
    cucore_status status;
    prototype.data = NULL;
    prototype.device.device_type = (DLDeviceType)view->device_type;
    prototype.device.device_id = view->device_id >= 0 ? view->device_id : 0;
    prototype.ndim = view->layout.ndim;
    prototype.dtype.code = view->dtype.code;
    prototype.dtype.bits = view->dtype.bits;
    prototype.dtype.lanes = view->dtype.lanes;
    prototype.shape = view->layout.shape;
    prototype.strides = NULL;
    prototype.byte_offset = 0;
    *raised = cucore__tvm.allocate(&prototype, &object) != 0;
    if (*raised || !object) return cucore_fail(CUCORE_FOREIGN, "%s: TVMFFIEnvTensorAlloc failed", arg->name);
    call->made[place] = object;
    intake.flags |= CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED;
    status = cucore__view_decode(&((cucore__tvm_tensor *)object)->tensor, 0, &intake, CUCORE_PROTOCOL_DLTENSOR, &made);
    if (status) return status;
    for (i = 0; i < view->layout.ndim && made.layout.ndim == view->layout.ndim &&
                made.layout.shape[i] == view->layout.shape[i];
         i++) {
    }
    if (made.layout.ndim != view->layout.ndim || i != view->layout.ndim ||
        !cucore_dtype_is_equal(made.dtype, view->dtype) || !cucore_layout_is_c_contiguous(&made.layout) ||
        made.device_type != view->device_type || made.device_id != view->device_id)
        return cucore_fail(CUCORE_PROTOCOL,
                           "%s: the allocator of tvm-ffi was asked for a dense array of %d axes, but "
                           "made another one",
                           arg->name, (int)view->layout.ndim);
    view->ptr = made.ptr;
    return CUCORE_OK;
}

/* Allocates all results. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__tvm_allocate_all(cucore__tvm_call *call, cucore_view *views,
                                                                     int *named, int *raised)
{
    cucore_status status = CUCORE_OK;
    int i;
    for (i = call->plan->argument_count; i < call->op->array_count; i++) call->made[i] = NULL;
    call->has_made = 1;
    *named = 0;
    for (i = call->plan->argument_count; i < call->op->array_count && !status; i++)
        status = cucore__tvm_allocate(call, i, &views[i], raised);
    return status;
}

/* Makes the result of the packed call: None, a tensor, or an ffi.Array of several. */
CUCORE__PRIVATE cucore_status cucore__tvm_return(cucore__tvm_call *call, cucore__tvm_any *result, int *raised)
{
    static const cucore__tvm_bytes name = {"ffi.Array", 9};
    cucore__tvm_any items[CUCORE_OP_MAX_ARRAYS];
    void *make = NULL;
    int i, count = call->given ? 0 : call->op->result_count;
    memset(result, 0, sizeof *result);
    if (!count) return CUCORE_OK;
    memset(items, 0, sizeof items);
    for (i = 0; i < count; i++) {
        items[i].type_index = CUCORE__TVM_TENSOR;
        items[i].value.pointer = call->made[call->plan->argument_count + i];
    }
    if (count == 1) {
        *result = items[0];
        call->made[call->plan->argument_count] = NULL;
        return CUCORE_OK;
    }
    *raised = cucore__tvm.find(&name, &make) != 0;
    if (!*raised && make) {
        *raised = cucore__tvm.call(make, items, count, result) != 0;
        (void)cucore__tvm.release(make);
        if (!*raised) return CUCORE_OK;
    }
    return cucore_fail(CUCORE_FOREIGN, "tvm-ffi could not make an ffi.Array of %d results", count);
}

/* Returns the name of the exception of a status, as tvm-ffi knows kinds of errors. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__tvm_kind(cucore_status status)
{
    switch (status) {
#define CUCORE__TVM_KIND(name, value, exception, sentence) \
    case CUCORE_##name: return #exception;
        CUCORE_STATUS_LIST(CUCORE__TVM_KIND)
#undef CUCORE__TVM_KIND
    default: return "RuntimeError";
    }
}

CUCORE_API int cucore__op_enter_tvm_ffi(const cucore_op *op, const void *args, int32_t count, void *result)
{
    cucore_view few[CUCORE__OP_FEW], *views;
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_op_call call;
    cucore__tvm_call packed;
    int i, raised = 0, named = 0;
    cucore_status status = cucore__tvm_need();
    if (status) return -1; /* without tvm-ffi there is no place for an error but cucore_last_error */
    views = cucore__op_room(op, few);
    status = cucore__op_begin(&call, op, views, values);
    if (status) {
        cucore__op_room_end(views, few);
        cucore__tvm.fail(cucore__tvm_kind(status), cucore__error.message);
        return -1;
    }
    call.caller = CUCORE_OP_FROM_TVM_FFI;
    packed.op = op;
    packed.plan = (const cucore__op_plan *)call.private_.plan;
    packed.args = (const cucore__tvm_any *)args;
    packed.count = count;
    packed.given = packed.has_made = 0;
    status = cucore__tvm_take_all(&packed, &call, values, &named);
    if (!status && call.device_id >= 0)
        call.stream = cucore__stream_normalize((CUstream)cucore__tvm.stream(CUCORE_DEVICE_TYPE_CUDA, call.device_id));
    if (!status && !packed.given) status = cucore__tvm_allocate_all(&packed, views, &named, &raised);
    if (!status) {
        named = 1;
        status = cucore__op_run(&call);
    }
    if (!status) {
        named = 0;
        status = cucore__tvm_return(&packed, (cucore__tvm_any *)result, &raised);
    }
    if (status && !raised) {
        if (!named) status = cucore__op_fail(op, status);
        cucore__tvm.fail(cucore__tvm_kind(status), cucore__error.message);
    }
    for (i = packed.plan->argument_count; i < op->array_count && packed.has_made; i++)
        if (packed.made[i]) (void)cucore__tvm.release(packed.made[i]);
    cucore__op_room_end(views, few);
    return status ? -1 : 0;
}
#undef CUCORE__TVM_LIST

#endif
#if defined(CUCORE_RESULTS_H)
/* python/base/macros.h: private macros of the implementations of cucore_python.h and cucore_results.h, which define
 * and undefine them each. */
/* The data in an instance of a type of cucore.  The macros need a type without another base, and without derived types.
 * In abi3t the size of the head of an object is unknown. */
#if defined(_Py_OPAQUE_PYOBJECT)
#define CUCORE__PY_HEAD
#define CUCORE__PY_DATA(type, self) ((type *)PyObject_GetTypeData((self), Py_TYPE(self)))
#define CUCORE__PY_BASICSIZE(type) (-(int)sizeof(type))
#else
#define CUCORE__PY_HEAD PyObject_HEAD
#define CUCORE__PY_DATA(type, self) ((type *)(self))
#define CUCORE__PY_BASICSIZE(type) ((int)sizeof(type))
#endif

/* An item of a tuple that has it.  PyTuple_GET_ITEM uses `ob_item[1]`, which has one item for compilers that take its
 * size literally (-fstrict-flex-arrays). */
#if defined(Py_LIMITED_API)
#define CUCORE__PY_TUPLE_ITEM(tuple, i) PyTuple_GetItem((tuple), (i))
#define CUCORE__PY_TUPLE_SIZE(tuple) PyTuple_Size(tuple)
#else
#define CUCORE__PY_TUPLE_ITEM(tuple, i) (((PyObject **)(void *)((char *)(tuple) + offsetof(PyTupleObject, ob_item)))[i])
#define CUCORE__PY_TUPLE_SIZE(tuple) PyTuple_GET_SIZE(tuple)
#endif

/* Encloses writes of what is remembered of types: see base/compat.c. */
#if defined(Py_GIL_DISABLED)
#define CUCORE__PY_WRITE_BEGIN() (!CUCORE__TEST_AND_SET(&cucore__py_writing))
#define CUCORE__PY_WRITE_END() CUCORE__STORE(&cucore__py_writing, 0)
#else
#define CUCORE__PY_WRITE_BEGIN() 1
#define CUCORE__PY_WRITE_END() ((void)0)
#endif

/* Copies a struct that other threads read and write: see base/state.c. */
#if defined(Py_GIL_DISABLED)
#define CUCORE__PY_COPY_OUT(to, from) cucore__py_words_get((to), (from), sizeof *(from))
#define CUCORE__PY_COPY_IN(to, from) cucore__py_words_put((to), (from), sizeof *(to))
#else
#define CUCORE__PY_COPY_OUT(to, from) ((void)(*(to) = *(from)))
#define CUCORE__PY_COPY_IN(to, from) ((void)(*(to) = *(from)))
#endif

/* ------------ >>impl-op-python -- */
/* op/python.c: calls of operators from Python. */
static const char cucore__py_op_capsule[] = "cucore_op";

/* The objects of a call. */
typedef struct cucore__py_op_call {
    const cucore_op *op;
    const cucore__op_plan *plan;
    PyObject *arrays[CUCORE_OP_MAX_ARRAYS]; /* arguments and results; NULL: not given */
    PyObject *values[CUCORE_OP_MAX_VALUES];
    PyObject *stream;
} cucore__py_op_call;

/* Returns the place where the argument of that name is kept; NULL: there is none. */
CUCORE__PRIVATE PyObject **cucore__py_op_slot(cucore__py_op_call *call, PyObject *name)
{
    int i;
    for (i = 0; i < call->op->array_count; i++)
        if (PyUnicode_CompareWithASCIIString(name, call->op->arrays[i].name) == 0) return &call->arrays[i];
    for (i = 0; i < call->op->value_count; i++)
        if (PyUnicode_CompareWithASCIIString(name, call->op->values[i].name) == 0) return &call->values[i];
    return PyUnicode_CompareWithASCIIString(name, "stream") == 0 ? &call->stream : NULL;
}

/* Sorts the objects of a call by the declaration: 0, -1 with TypeError. */
CUCORE__PRIVATE int cucore__py_op_sort(cucore__py_op_call *call, PyObject *const *objs, Py_ssize_t count,
                                       PyObject *names)
{
    const int arguments = call->plan->argument_count, most = arguments + call->op->value_count;
    Py_ssize_t i, named = names ? CUCORE__PY_TUPLE_SIZE(names) : 0;
    int k;
    for (k = 0; k < call->op->array_count; k++) call->arrays[k] = NULL;
    for (k = 0; k < call->op->value_count; k++) call->values[k] = NULL;
    call->stream = NULL;
    if (count > most) {
        PyErr_Format(PyExc_TypeError, "%s: expected at most %d positional arguments, got %zd", call->op->name, most,
                     count);
        return -1;
    }
    for (i = 0; i < count; i++) *(i < arguments ? &call->arrays[i] : &call->values[i - arguments]) = objs[i];
    for (i = 0; i < named; i++) {
        PyObject *name = CUCORE__PY_TUPLE_ITEM(names, i), **slot = cucore__py_op_slot(call, name);
        if (slot && !*slot) {
            *slot = objs[count + i];
            continue;
        }
        PyErr_Format(PyExc_TypeError, slot ? "%s: the argument '%U' is given twice" : "%s: there is no argument '%U'",
                     call->op->name, name);
        return -1;
    }
    return 0;
}

/* Replaces the exception of a number that is none; others stay.  Returns -1. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_op_refuse(const cucore_op_value *value, PyObject *obj, const char *expected)
{
    char format[64];
    if (PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError))
            return cucore__py_raise_value(PyExc_OverflowError, value->name, "expected an int of 64 bits", obj);
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) return -1;
        PyErr_Clear();
    }
    snprintf(format, sizeof format, "expected %s, got %%U", expected);
    return cucore__py_raise_type(PyExc_TypeError, value->name, format, obj);
}

/* Reads a number or a string: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_op_value(const cucore_op_value *value, PyObject *obj, cucore_op_scalar *out)
{
    PyObject *number;
    Py_ssize_t size = 0;
    out->i = 0;
    out->f = 0;
    out->s = NULL;
    switch (value->kind) {
    case CUCORE_OP_INT:
        number = PyNumber_Index(obj);
        out->i = number ? PyLong_AsLongLong(number) : -1;
        Py_XDECREF(number);
        return out->i == -1 && PyErr_Occurred() ? cucore__py_op_refuse(value, obj, "an int") : 0;
    case CUCORE_OP_FLOAT:
        out->f = PyFloat_AsDouble(obj);
        return out->f == -1 && PyErr_Occurred() ? cucore__py_op_refuse(value, obj, "a float") : 0;
    case CUCORE_OP_BOOL:
        out->i = obj == Py_True;
        return PyBool_Check(obj) ? 0 : cucore__py_op_refuse(value, obj, "a bool");
    default:
        out->s = PyUnicode_Check(obj) ? PyUnicode_AsUTF8AndSize(obj, &size) : NULL;
        out->i = size;
        return out->s ? 0 : cucore__py_op_refuse(value, obj, "a str");
    }
}

/* Reads all numbers and strings: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_op_values(const cucore__py_op_call *call, cucore_op_scalar *values)
{
    int i;
    for (i = 0; i < call->op->value_count; i++) {
        const cucore_op_value *value = &call->op->values[i];
        PyObject *obj = call->values[i];
        if (!obj || obj == Py_None) {
            if (value->required) return cucore__py_raise_missing(PyExc_TypeError, value->name);
            values[i] = value->fallback;
        } else if (cucore__py_op_value(value, obj, &values[i]) < 0) {
            return -1;
        }
    }
    return 0;
}

/* Waits until the CPU may read arrays that a device also reaches, if none is in device memory. */
CUCORE__PRIVATE int cucore__py_op_wait(const cucore_op_call *call)
{
    int i;
    cucore_status status;
    PyThreadState *thread;
    for (i = 0; i < call->op->array_count && !call->views[i].has_producer_stream; i++) {
    }
    if (i == call->op->array_count) return 0;
    thread = PyEval_SaveThread();
    status = cucore_views_begin_access(call->views, (size_t)call->op->array_count, CUCORE_STREAM_HOST);
    PyEval_RestoreThread(thread);
    return status ? cucore__py_raise(status) : 0;
}

/* Gives the results that the caller has not given memory of its library: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__APART int cucore__py_op_allocate(const cucore_op_call *call, PyObject *like,
                                                         const uint8_t *given)
{
    const int arguments = call->op->array_count - call->op->result_count;
    cucore_array_spec spec;
    int64_t shape[CUCORE_MAX_NDIM];
    int i;
    for (i = arguments; i < call->op->array_count; i++) {
        cucore_view *view = &call->views[i];
        if (given[i]) continue;
        memset(&spec, 0, sizeof spec);
        spec.dtype = view->dtype;
        spec.ndim = view->layout.ndim;
        spec.shape = shape;
        memcpy(shape, view->layout.shape, (size_t)spec.ndim * sizeof shape[0]);
        spec.device_type = view->device_type;
        spec.device_id = view->device_id;
        cucore__view_clear(view);
        if (cucore_py_empty(like, &spec, call->stream, view) < 0) return -1;
    }
    return 0;
}

/* Makes the result of the function: None, an array, or a tuple of them. */
CUCORE__PRIVATE PyObject *cucore__py_op_return(const cucore_op_call *call, PyObject *like, PyObject *const *objs,
                                               const uint8_t *given)
{
    const int count = call->op->result_count, arguments = call->op->array_count - count;
    PyObject *all, *one;
    int i;
    if (!count) Py_RETURN_NONE;
    if (count == 1)
        return cucore_py_return(&call->views[arguments], given[arguments] ? objs[arguments] : like, call->stream);
    all = PyTuple_New(count);
    for (i = 0; i < count && all; i++) {
        const int place = arguments + i;
        one = cucore_py_return(&call->views[place], given[place] ? objs[place] : like, call->stream);
        if (!one || PyTuple_SetItem(all, i, one) < 0) Py_CLEAR(all);
    }
    return all;
}

/* Runs the operator on arrays that were taken in. */
CUCORE__PRIVATE CUCORE__APART PyObject *cucore__py_op_run(cucore_op_call *call, PyObject *like, PyObject *const *objs)
{
    uint8_t given[CUCORE_OP_MAX_ARRAYS];
    PyThreadState *thread;
    int i;
    cucore_status status = cucore__op_bind(call);
    if (!status) status = cucore__op_find_device(call);
    if (status) status = cucore__op_fail(call->op, status);
    for (i = 0; i < call->op->array_count; i++) given[i] = call->views[i].dtype.lanes != 0;
    if (!status) status = cucore__op_results(call);
    if (status) {
        for (i = 0; i < call->op->array_count; i++)
            if (!given[i]) cucore__view_clear(&call->views[i]); /* a description owns nothing */
        cucore__py_raise(status);
        return NULL;
    }
    if (cucore__py_op_allocate(call, like, given) < 0 || (call->device_id < 0 && cucore__py_op_wait(call) < 0)) {
        for (i = 0; i < call->op->array_count; i++)
            if (!given[i] && !call->views[i].private_.release) cucore__view_clear(&call->views[i]);
        return NULL;
    }
    thread = PyEval_SaveThread();
    status = cucore__op_run(call);
    PyEval_RestoreThread(thread);
    if (!status) return cucore__py_op_return(call, like, objs, given);
    cucore__py_raise(status);
    return NULL;
}

/* Calls an operator with the objects of a call of Python; `views` is room for all arrays. */
CUCORE__PRIVATE PyObject *cucore__py_op_call_with(const cucore_op *op, cucore_view *views, PyObject *const *objs,
                                                  Py_ssize_t count, PyObject *names)
{
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore__py_op_call sorted;
    cucore_op_call call;
    CUstream stream = CUCORE_STREAM_LEGACY;
    PyObject *like = NULL, *result;
    cucore_status status;
    int i;
    status = cucore__op_begin(&call, op, views, values);
    if (status) {
        cucore__py_raise(status);
        return NULL;
    }
    sorted.op = op;
    sorted.plan = (const cucore__op_plan *)call.private_.plan;
    if (cucore__py_op_sort(&sorted, objs, count, names) < 0 || cucore__py_op_values(&sorted, values) < 0) return NULL;
    if (sorted.stream && sorted.stream != Py_None && cucore_py_stream_from_object(sorted.stream, &stream) < 0)
        return NULL;
    for (i = 0; i < sorted.plan->argument_count && !like; i++)
        if (sorted.arrays[i] != Py_None) like = sorted.arrays[i];
    if (cucore_py_args(sorted.arrays, (size_t)op->array_count, sorted.plan->python, stream, views) < 0) return NULL;
    call.caller = CUCORE_OP_FROM_PYTHON;
    call.stream = stream;
    result = cucore__py_op_run(&call, like, sorted.arrays);
    if (cucore_py_args_release(views, (size_t)op->array_count, call.stream) < 0) Py_CLEAR(result);
    return result;
}

/* The function of an operator; self is the capsule of its declaration. */
CUCORE__PRIVATE PyObject *cucore__py_op_enter(PyObject *self, PyObject *const *objs, Py_ssize_t count, PyObject *names)
{
    const cucore_op *op = (const cucore_op *)PyCapsule_GetPointer(self, cucore__py_op_capsule);
    cucore_view few[CUCORE__OP_FEW], *views = op ? cucore__op_room(op, few) : few;
    PyObject *result = op ? cucore__py_op_call_with(op, views, objs, count, names) : NULL;
    cucore__op_room_end(views, few);
    return result;
}

#if !defined(CUCORE_OP_NO_TORCH)
/* ------------ >>impl-op-torch-python -- */
/* op/torch_python.c: fakes, gradients and, for older versions, kernels, which torch takes only from Python. */
/* Calls a function of a module with a tuple of arguments and a dict of others, which are both taken over. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_torch_call(const char *module_name, const char *name, PyObject *args,
                                                             PyObject *kwargs)
{
    PyObject *owner = args ? PyImport_ImportModule(module_name) : NULL, *function = NULL, *result = NULL;
    if (owner) function = PyObject_GetAttrString(owner, name);
    if (function) result = PyObject_Call(function, args, kwargs);
    Py_XDECREF(function);
    Py_XDECREF(owner);
    Py_XDECREF(kwargs);
    Py_XDECREF(args);
    return result;
}

/* -- results without memory ---------------------------------------------------------------------------------------- */
/* A call of a fake: the objects of the arguments, their shapes, and the extents of names. */
typedef struct cucore__py_torch_fake {
    cucore__py_op_call sorted;
    PyObject *shapes[CUCORE_OP_MAX_ARRAYS]; /* tuples; NULL: left out */
    PyObject *device;                       /* of the results */
    PyObject *extents[CUCORE__OP_NAMES];    /* borrowed from shapes and values; NULL: not bound */
    PyObject *defaults[CUCORE__OP_NAMES];   /* values that were not given */
    int by_symbols;                         /* some extent is no int, and no function of C asks for it */
    cucore_op_call call;
    cucore_op_scalar values[CUCORE_OP_MAX_VALUES];
    cucore_view *views; /* of the arrays */
} cucore__py_torch_fake;

/* Reads "torch.float32" into a dtype: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_dtype(PyObject *tensor, cucore_dtype *out)
{
    PyObject *dtype = PyObject_GetAttrString(tensor, "dtype"), *text = dtype ? PyObject_Str(dtype) : NULL;
    Py_ssize_t size = 0;
    const char *name = text ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    int failed = !name;
    if (name && size > 6 && cucore_dtype_from_name(name + 6, (size_t)size - 6, out)) {
        PyErr_Format(PyExc_TypeError, "views do not have the dtype %U", text);
        failed = 1;
    }
    Py_XDECREF(text);
    Py_XDECREF(dtype);
    return failed ? -1 : 0;
}

/* Reads a tuple of ints; symbols become numbers: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_numbers(PyObject *tuple, int64_t *out)
{
    const Py_ssize_t count = CUCORE__PY_TUPLE_SIZE(tuple);
    Py_ssize_t i;
    for (i = 0; i < count; i++) {
        PyObject *number = PyNumber_Index(CUCORE__PY_TUPLE_ITEM(tuple, i));
        if (!number) return -1;
        out[i] = PyLong_AsLongLong(number);
        Py_DECREF(number);
        if (out[i] == -1 && PyErr_Occurred()) return -1;
    }
    return 0;
}

/* Returns an attribute, or what it returns if it is called, if that is a tuple with at most CUCORE_MAX_NDIM items. */
CUCORE__PRIVATE PyObject *cucore__py_torch_tuple(PyObject *tensor, const char *name, int is_method)
{
    PyObject *tuple = is_method ? PyObject_CallMethod(tensor, name, NULL) : PyObject_GetAttrString(tensor, name);
    if (!tuple || (PyTuple_Check(tuple) && CUCORE__PY_TUPLE_SIZE(tuple) <= CUCORE_MAX_NDIM)) return tuple;
    Py_DECREF(tuple);
    PyErr_Format(PyExc_TypeError, "the %s of a tensor is no tuple, or has more than %d items", name, CUCORE_MAX_NDIM);
    return NULL;
}

/* Reads shape, dtype and device of the arguments: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_read(cucore__py_torch_fake *self)
{
    const cucore__op_plan *plan = self->sorted.plan;
    PyObject *type, *device;
    int i, is_cpu = 1;
    Py_ssize_t k;
    for (i = 0; i < plan->argument_count; i++) {
        PyObject *tensor = self->sorted.arrays[i];
        cucore__view_clear(&self->views[i]);
        if (!tensor || tensor == Py_None) {
            if (plan->args[i].flags & CUCORE_OPTIONAL) continue;
            return cucore__py_raise_missing(PyExc_TypeError, plan->args[i].name);
        }
        self->shapes[i] = cucore__py_torch_tuple(tensor, "shape", 0);
        if (!self->shapes[i] || cucore__py_torch_dtype(tensor, &self->views[i].dtype) < 0) return -1;
        for (k = 0; k < CUCORE__PY_TUPLE_SIZE(self->shapes[i]); k++)
            self->by_symbols |= !PyLong_CheckExact(CUCORE__PY_TUPLE_ITEM(self->shapes[i], k));
        if (self->device && !is_cpu) continue; /* an argument of the CPU may be beside those of a device */
        device = PyObject_GetAttrString(tensor, "device");
        type = device ? PyObject_GetAttrString(device, "type") : NULL;
        is_cpu = type && PyUnicode_Check(type) && PyUnicode_CompareWithASCIIString(type, "cpu") == 0;
        Py_XDECREF(type);
        if (!type || (self->device && is_cpu)) {
            Py_XDECREF(device);
            if (!type) return -1;
            continue;
        }
        Py_XDECREF(self->device);
        self->device = device;
    }
    for (i = 0; i < plan->name_count; i++) {
        PyObject *value = plan->name_values[i] < 0 ? NULL : self->sorted.values[plan->name_values[i]];
        self->by_symbols |= value && !PyLong_Check(value);
    }
    self->by_symbols = self->by_symbols && !plan->needs_shape;
    return 0;
}

/* Requires that two extents are equal: of symbols torch notes it.  0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_same(const cucore__py_torch_fake *self, int place, PyObject *a, PyObject *b)
{
    PyObject *same, *noted;
    if (a == b) return 0;
    if (PyLong_CheckExact(a) && PyLong_CheckExact(b)) {
        const int equal = PyObject_RichCompareBool(a, b, Py_EQ);
        if (!equal)
            PyErr_Format(PyExc_ValueError, "%s: %s: expected shape (%s), got %R, and %R is not %R",
                         self->sorted.op->name, self->sorted.op->arrays[place].name,
                         self->sorted.op->arrays[place].shape, self->shapes[place], a, b);
        return equal > 0 ? 0 : -1;
    }
    same = PyObject_RichCompare(a, b, Py_EQ);
    noted = same ? cucore__py_torch_call("torch", "_check", PyTuple_Pack(1, same), NULL) : NULL;
    Py_XDECREF(same);
    Py_XDECREF(noted);
    return noted ? 0 : -1;
}

/* Binds the names in the shape of one argument, as cucore__op_bind_array: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_bind(cucore__py_torch_fake *self, int place)
{
    const cucore__op_array *array = &self->sorted.plan->arrays[place];
    PyObject *shape = self->shapes[place], *like = array->shape_like < 0 ? NULL : self->shapes[array->shape_like];
    const int ndim = (int)CUCORE__PY_TUPLE_SIZE(shape);
    int i, axis = 0, failed = 0, expected = like ? (int)CUCORE__PY_TUPLE_SIZE(like) : array->ndim;
    if (array->shape_like >= 0 ? !like : array->ndim < 0) return 0;
    if (!like && array->ellipsis >= 0 ? ndim < expected : ndim != expected) {
        PyErr_Format(PyExc_ValueError, "%s: %s: expected shape (%s), got %R", self->sorted.op->name,
                     self->sorted.op->arrays[place].name, self->sorted.op->arrays[place].shape, shape);
        return -1;
    }
    for (i = 0; i < expected && !failed; i++, axis++) {
        PyObject *extent, *number = NULL, **bound;
        if (!like && i == array->ellipsis) axis += ndim - array->ndim;
        extent = CUCORE__PY_TUPLE_ITEM(shape, axis);
        if (like) {
            failed = cucore__py_torch_same(self, place, extent, CUCORE__PY_TUPLE_ITEM(like, i)) < 0;
        } else if (array->items[i] <= -2) {
            bound = &self->extents[-2 - array->items[i]];
            if (!*bound) *bound = extent;
            failed = cucore__py_torch_same(self, place, extent, *bound) < 0;
        } else if (array->items[i] >= 0) {
            number = PyLong_FromLongLong(array->items[i]);
            failed = !number || cucore__py_torch_same(self, place, extent, number) < 0;
            Py_XDECREF(number);
        }
    }
    return failed ? -1 : 0;
}

/* Returns the shape of a result that follows from the declaration; NULL with an exception. */
CUCORE__PRIVATE PyObject *cucore__py_torch_shape(const cucore__py_torch_fake *self, int place)
{
    const cucore__op_array *array = &self->sorted.plan->arrays[place];
    PyObject *shape = array->shape_like < 0 ? PyTuple_New(array->ndim) : self->shapes[array->shape_like], *item;
    int i;
    if (array->shape_like >= 0) {
        Py_XINCREF(shape);
        if (!shape)
            PyErr_Format(PyExc_ValueError, "%s: the shape of %s is that of an argument that was left out",
                         self->sorted.op->name, self->sorted.op->arrays[place].name);
        return shape;
    }
    for (i = 0; i < array->ndim && shape; i++) {
        item = array->items[i] >= 0 ? PyLong_FromLongLong(array->items[i]) : self->extents[-2 - array->items[i]];
        if (array->items[i] < 0) Py_XINCREF(item);
        if (!item && !PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "%s: an extent of %s is not known, since its arrays were left out",
                         self->sorted.op->name, self->sorted.op->arrays[place].name);
        if (!item || PyTuple_SetItem(shape, i, item) < 0) Py_CLEAR(shape);
    }
    return shape;
}

/* Makes a tensor on the device of the call; shape is taken over. */
CUCORE__PRIVATE PyObject *cucore__py_torch_empty(const cucore__py_torch_fake *self, PyObject *shape, cucore_dtype dtype)
{
    char name[64];
    PyObject *args, *kwargs = PyDict_New(), *torch = PyImport_ImportModule("torch"), *object = NULL;
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (torch) object = PyObject_GetAttrString(torch, name);
    args = shape && object ? PyTuple_Pack(1, shape) : NULL;
    if (args && (!kwargs || PyDict_SetItemString(kwargs, "dtype", object) < 0 ||
                 (self->device && PyDict_SetItemString(kwargs, "device", self->device) < 0)))
        Py_CLEAR(args);
    if (!args) Py_CLEAR(kwargs);
    Py_XDECREF(shape);
    Py_XDECREF(object);
    Py_XDECREF(torch);
    return cucore__py_torch_call("torch", "empty", args, kwargs);
}

/* Describes the arguments to the engine of all callers, which checks them as a call does: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_describe(cucore__py_torch_fake *self)
{
    const cucore__op_plan *plan = self->sorted.plan;
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM];
    cucore_status status;
    int i;
    if (cucore__py_op_values(&self->sorted, self->values) < 0) return -1;
    for (i = 0; i < plan->argument_count; i++) {
        cucore_view *view = &self->views[i];
        PyObject *tuple;
        int failed;
        if (!self->shapes[i]) continue;
        tuple = cucore__py_torch_tuple(self->sorted.arrays[i], "stride", 1);
        failed = !tuple || CUCORE__PY_TUPLE_SIZE(tuple) != CUCORE__PY_TUPLE_SIZE(self->shapes[i]) ||
                 cucore__py_torch_numbers(tuple, strides) < 0 || cucore__py_torch_numbers(self->shapes[i], shape) < 0;
        Py_XDECREF(tuple);
        if (failed && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a tensor has other strides than axes");
        if (failed) return -1;
        status = cucore_layout_make((int)CUCORE__PY_TUPLE_SIZE(self->shapes[i]), shape, strides, view->dtype.itemsize,
                                    &view->layout);
        if (status) return cucore__py_raise(cucore__torch_fail_argument(self->sorted.op, plan->args[i].name, status));
        if ((plan->args[i].flags & (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_WRITE)) == CUCORE_MAKE_C_CONTIGUOUS)
            cucore__layout_fill_dense(&view->layout, 'C');
        cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_NONE);
    }
    status = cucore__op_check(&self->call);
    if (!status) status = cucore__op_results(&self->call);
    return status ? cucore__py_raise(status) : 0;
}

/* Checks dtypes, and binds names to extents, some of which are symbols: 0, -1 with an exception. */
CUCORE__PRIVATE int cucore__py_torch_bind_all(cucore__py_torch_fake *self)
{
    const cucore__op_plan *plan = self->sorted.plan;
    cucore_call of_call;
    cucore_status status;
    int i;
    memset(&of_call, 0, sizeof of_call);
    of_call.args = plan->args;
    of_call.views = self->views;
    of_call.args_count = (size_t)self->sorted.op->array_count;
    for (i = 0; i < plan->name_count; i++) {
        const int value = plan->name_values[i];
        if (value < 0) continue;
        if (!self->sorted.values[value]) {
            self->defaults[i] = PyLong_FromLongLong(self->sorted.op->values[value].fallback.i);
            if (!self->defaults[i]) return -1;
        }
        self->extents[i] = self->defaults[i] ? self->defaults[i] : self->sorted.values[value];
    }
    for (i = 0; i < plan->argument_count; i++) {
        if (!self->shapes[i]) continue;
        status = cucore__check_dtype(&self->views[i], &plan->args[i], &of_call);
        if (status) return cucore__py_raise(cucore__op_fail(self->sorted.op, status));
        if (cucore__py_torch_bind(self, i) < 0) return -1;
    }
    return 0;
}

/* Makes one result without memory. */
CUCORE__PRIVATE PyObject *cucore__py_torch_result(const cucore__py_torch_fake *self, int place)
{
    const cucore__op_array *array = &self->sorted.plan->arrays[place];
    const cucore_layout *layout = &self->views[place].layout;
    PyObject *shape, *item;
    int i;
    if (self->by_symbols)
        return cucore__py_torch_empty(self, cucore__py_torch_shape(self, place),
                                      array->dtype_like >= 0 ? self->views[array->dtype_like].dtype : array->dtypes[0]);
    shape = PyTuple_New(layout->ndim);
    for (i = 0; i < layout->ndim && shape; i++) {
        item = PyLong_FromLongLong(layout->shape[i]);
        if (!item || PyTuple_SetItem(shape, i, item) < 0) Py_CLEAR(shape);
    }
    return cucore__py_torch_empty(self, shape, self->views[place].dtype);
}

/* Makes the results of a call without memory. */
CUCORE__PRIVATE PyObject *cucore__py_torch_results(cucore__py_torch_fake *self)
{
    const cucore_op *op = self->sorted.op;
    const int arguments = op->array_count - op->result_count;
    PyObject *all, *one;
    int i;
    if (cucore__py_torch_read(self) < 0) return NULL;
    if ((self->by_symbols ? cucore__py_torch_bind_all(self) : cucore__py_torch_describe(self)) < 0) return NULL;
    if (!op->result_count) Py_RETURN_NONE;
    if (op->result_count == 1) return cucore__py_torch_result(self, arguments);
    all = PyTuple_New(op->result_count);
    for (i = 0; i < op->result_count && all; i++) {
        one = cucore__py_torch_result(self, arguments + i);
        if (!one || PyTuple_SetItem(all, i, one) < 0) Py_CLEAR(all);
    }
    return all;
}

/* The fake of an operator; self is the capsule of its declaration. */
CUCORE__PRIVATE PyObject *cucore__py_torch_fake_enter(PyObject *self, PyObject *const *objs, Py_ssize_t count,
                                                      PyObject *names)
{
    const cucore_op *op = (const cucore_op *)PyCapsule_GetPointer(self, cucore__py_op_capsule);
    cucore_view few[CUCORE__OP_FEW];
    cucore__py_torch_fake fake;
    PyObject *result = NULL;
    cucore_status status;
    int i;
    if (!op) return NULL;
    fake.views = cucore__op_room(op, few);
    memset(fake.shapes, 0, sizeof fake.shapes);
    memset(fake.extents, 0, sizeof fake.extents);
    memset(fake.defaults, 0, sizeof fake.defaults);
    fake.device = NULL;
    fake.by_symbols = 0;
    status = cucore__op_begin(&fake.call, op, fake.views, fake.values);
    if (status) {
        cucore__op_room_end(fake.views, few);
        cucore__py_raise(status);
        return NULL;
    }
    cucore__op_clear_results(&fake.call);
    fake.call.caller = CUCORE_OP_FROM_TORCH;
    fake.call.private_.described = 1;
    fake.sorted.op = op;
    fake.sorted.plan = (const cucore__op_plan *)fake.call.private_.plan;
    if (cucore__py_op_sort(&fake.sorted, objs, count, names) == 0) result = cucore__py_torch_results(&fake);
    for (i = 0; i < CUCORE_OP_MAX_ARRAYS; i++) Py_XDECREF(fake.shapes[i]);
    for (i = 0; i < CUCORE__OP_NAMES; i++) Py_XDECREF(fake.defaults[i]);
    Py_XDECREF(fake.device);
    cucore__op_room_end(fake.views, few);
    return result;
}

/* -- gradients ----------------------------------------------------------------------------------------------------- */
/* What an argument of a derivative is. */
typedef enum cucore__torch_source {
    CUCORE__TORCH_GRADIENT, /* of the result `place` */
    CUCORE__TORCH_ARGUMENT,
    CUCORE__TORCH_RESULT
} cucore__torch_source;

/* An operator and its derivative, kept as long as the process. */
typedef struct cucore__torch_derivative {
    const cucore_op *op, *backward;
    PyObject *call;                    /* the derivative in torch */
    int sources[CUCORE_OP_MAX_ARRAYS]; /* of the arguments of the derivative: cucore__torch_source */
    int places[CUCORE_OP_MAX_ARRAYS];  /* in the arguments or results of the operator; of the results: arguments */
    int values[CUCORE_OP_MAX_VALUES];  /* of the values of the derivative: values of the operator */
} cucore__torch_derivative;

static const char cucore__torch_derivative_capsule[] = "cucore_torch_derivative";

/* Returns the text after "grad_"; NULL: the name is another one. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__torch_graded(const char *name)
{
    return strncmp(name, "grad_", 5) == 0 ? name + 5 : NULL;
}

/* Returns the place of an array from `first` on, counted from there; -1: there is none. */
CUCORE__PRIVATE CUCORE__COLD int cucore__torch_place(const cucore_op *op, const char *name, int results)
{
    const int arguments = op->array_count - op->result_count;
    const int place = name ? cucore__op_array_named(op, op->array_count, name, strlen(name)) : -1;
    if (place < 0 || results != (place >= arguments)) return -1;
    return results ? place - arguments : place;
}

/* Finds what each array and value of the derivative is. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_match(cucore__torch_derivative *self)
{
    const cucore_op *op = self->op, *backward = self->backward;
    const int arguments = backward->array_count - backward->result_count;
    int i;
    for (i = 0; i < op->array_count - op->result_count; i++)
        if (op->arrays[i].flags & CUCORE_WRITE)
            return cucore__invalid("%s: %s is changed in place, of which torch takes no derivative", op->name,
                                   op->arrays[i].name);
    for (i = 0; i < backward->array_count; i++) {
        const char *name = backward->arrays[i].name, *graded = cucore__torch_graded(name);
        self->sources[i] = CUCORE__TORCH_GRADIENT;
        self->places[i] = cucore__torch_place(op, graded, i < arguments);
        if (i < arguments && self->places[i] < 0) {
            self->sources[i] = CUCORE__TORCH_ARGUMENT;
            self->places[i] = cucore__torch_place(op, name, 0);
            if (self->places[i] < 0) {
                self->sources[i] = CUCORE__TORCH_RESULT;
                self->places[i] = cucore__torch_place(op, name, 1);
            }
        }
        if (self->places[i] < 0)
            return cucore__invalid("%s: the derivative %s has %s '%s', which belongs to no %s", op->name,
                                   backward->name, i < arguments ? "an argument" : "a result", name,
                                   i < arguments ? "argument and no result" : "argument");
        if (i < arguments && backward->arrays[i].flags & CUCORE_WRITE)
            return cucore__invalid("%s: the derivative %s changes %s in place", op->name, backward->name, name);
    }
    for (i = 0; i < backward->value_count; i++) {
        const char *name = backward->values[i].name;
        self->values[i] = cucore__op_value_named(op, name, strlen(name));
        if (self->values[i] < 0 || op->values[self->values[i]].kind != backward->values[i].kind)
            return cucore__invalid("%s: the derivative %s has a value '%s', which the operator has not, or of another "
                                   "kind",
                                   op->name, backward->name, name);
    }
    return CUCORE_OK;
}

/* Saves for the derivative what it takes: setup_context(ctx, inputs, output). */
CUCORE__PRIVATE PyObject *cucore__py_torch_save(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char word_ctx[] = "ctx", word_inputs[] = "inputs", word_output[] = "output";
    static char *words[] = {word_ctx, word_inputs, word_output, NULL};
    const cucore__torch_derivative *of =
        (const cucore__torch_derivative *)PyCapsule_GetPointer(self, cucore__torch_derivative_capsule);
    PyObject *ctx, *inputs, *output, *tensors, *values, *save, *done = NULL;
    int i, arguments, first_value, saved = 0;
    if (!of ||
        !PyArg_ParseTupleAndKeywords(args, kwargs, "OO!O:setup_context", words, &ctx, &PyTuple_Type, &inputs, &output))
        return NULL;
    arguments = of->backward->array_count - of->backward->result_count;
    first_value = of->op->array_count - of->op->result_count;
    for (i = 0; i < arguments; i++) saved += of->sources[i] != CUCORE__TORCH_GRADIENT;
    tensors = PyTuple_New(saved);
    values = PyTuple_New(of->backward->value_count);
    for (i = saved = 0; i < arguments && tensors; i++) {
        PyObject *from = of->sources[i] == CUCORE__TORCH_ARGUMENT ? inputs : output, *one = output;
        if (of->sources[i] == CUCORE__TORCH_GRADIENT) continue;
        if (from == inputs || PyTuple_Check(output)) one = PyTuple_GetItem(from, of->places[i]);
        Py_XINCREF(one);
        if (!one || PyTuple_SetItem(tensors, saved++, one) < 0) Py_CLEAR(tensors);
    }
    for (i = 0; i < of->backward->value_count && values; i++) {
        PyObject *one = PyTuple_GetItem(inputs, first_value + of->values[i]);
        Py_XINCREF(one);
        if (!one || PyTuple_SetItem(values, i, one) < 0) Py_CLEAR(values);
    }
    if (tensors && values && PyObject_SetAttrString(ctx, "cucore_values", values) == 0) {
        save = PyObject_GetAttrString(ctx, "save_for_backward");
        if (save) done = PyObject_CallObject(save, tensors);
        Py_XDECREF(save);
    }
    Py_XDECREF(values);
    Py_XDECREF(tensors);
    return done;
}

/* Returns a gradient, dense if the derivative wants it so, since autograd also makes repeating ones; taken over. */
CUCORE__PRIVATE PyObject *cucore__py_torch_dense(const cucore_arg *arg, PyObject *gradient)
{
    static const uint64_t dense = CUCORE_C_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_MAKE_C_CONTIGUOUS;
    PyObject *made;
    if (!gradient || gradient == Py_None || !(arg->flags & dense)) return gradient;
    made = PyObject_CallMethod(gradient, "contiguous", NULL);
    Py_DECREF(gradient);
    return made;
}

/* Calls the derivative with the gradients of the results, what was saved, and the values. */
CUCORE__PRIVATE PyObject *cucore__py_torch_derive(const cucore__torch_derivative *of, PyObject *ctx,
                                                  PyObject *gradients)
{
    const int arguments = of->backward->array_count - of->backward->result_count;
    PyObject *all = PyTuple_New(arguments + of->backward->value_count), *result = NULL, *one;
    PyObject *saved = PyObject_GetAttrString(ctx, "saved_tensors");
    PyObject *values = saved ? PyObject_GetAttrString(ctx, "cucore_values") : NULL;
    int i, next = 0;
    if (!values) Py_CLEAR(all);
    for (i = 0; i < arguments + of->backward->value_count && all; i++) {
        if (i >= arguments) {
            one = PyTuple_GetItem(values, i - arguments);
        } else if (of->sources[i] == CUCORE__TORCH_GRADIENT) {
            one = PyTuple_GetItem(gradients, of->places[i]);
        } else {
            one = PyTuple_GetItem(saved, next++);
        }
        Py_XINCREF(one);
        if (i < arguments && of->sources[i] == CUCORE__TORCH_GRADIENT)
            one = cucore__py_torch_dense(&of->backward->arrays[i], one);
        if (!one || PyTuple_SetItem(all, i, one) < 0) Py_CLEAR(all);
    }
    if (all) result = PyObject_CallObject(of->call, all);
    Py_XDECREF(values);
    Py_XDECREF(saved);
    Py_XDECREF(all);
    return result;
}

/* Returns a tuple with the gradients of the arguments, None for others: backward(ctx, *gradients). */
CUCORE__PRIVATE PyObject *cucore__py_torch_backward(PyObject *self, PyObject *args)
{
    const cucore__torch_derivative *of =
        (const cucore__torch_derivative *)PyCapsule_GetPointer(self, cucore__torch_derivative_capsule);
    PyObject *gradients = of ? PyTuple_GetSlice(args, 1, PyTuple_Size(args)) : NULL, *ctx, *results = NULL, *all = NULL;
    PyObject *needed = NULL;
    int i, arguments, total;
    ctx = gradients ? PyTuple_GetItem(args, 0) : NULL;
    if (ctx) needed = PyObject_GetAttrString(ctx, "needs_input_grad");
    if (needed && !PyTuple_Check(needed)) PyErr_SetString(PyExc_TypeError, "needs_input_grad is no tuple");
    if (needed && PyTuple_Check(needed)) results = cucore__py_torch_derive(of, ctx, gradients);
    Py_XDECREF(gradients);
    if (results) {
        arguments = of->backward->array_count - of->backward->result_count;
        total = of->op->array_count - of->op->result_count + of->op->value_count;
        all = PyTuple_New(total);
        for (i = 0; i < total && all; i++) {
            Py_INCREF(Py_None);
            if (PyTuple_SetItem(all, i, Py_None) < 0) Py_CLEAR(all);
        }
        for (i = 0; i < of->backward->result_count && all; i++) {
            const int place = of->places[arguments + i];
            PyObject *one = PyTuple_Check(results) ? PyTuple_GetItem(results, i) : results;
            if (place >= PyTuple_Size(needed) || PyTuple_GetItem(needed, place) != Py_True) continue;
            Py_XINCREF(one);
            if (!one || PyTuple_SetItem(all, place, one) < 0) Py_CLEAR(all);
        }
        Py_DECREF(results);
    }
    Py_XDECREF(needed);
    return all;
}

/* -- kernels of older versions ------------------------------------------------------------------------------------- */
/* Calls the function of Python with what autograd does not see, on the current stream. */
CUCORE__PRIVATE PyObject *cucore__py_torch_old_enter(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static PyMethodDef method = {"operator", (PyCFunction)(void (*)(void))cucore__py_op_enter,
                                 METH_FASTCALL | METH_KEYWORDS, NULL};
    const Py_ssize_t count = PyTuple_Size(args);
    PyObject *plain = PyTuple_New(count), *named = kwargs ? PyDict_Copy(kwargs) : PyDict_New(), *stream = NULL;
    PyObject *function = PyCFunction_NewEx(&method, self, NULL), *result = NULL, *one, *is_cuda;
    Py_ssize_t i;
    if (!named || !function) Py_CLEAR(plain);
    for (i = 0; i < count && plain; i++) {
        one = PyTuple_GetItem(args, i);
        is_cuda = one && PyObject_HasAttrString(one, "is_cuda") ? PyObject_GetAttrString(one, "is_cuda") : NULL;
        if (is_cuda == Py_True && !stream) {
            PyObject *device = PyObject_GetAttrString(one, "device");
            stream =
                cucore__py_torch_call("torch.cuda", "current_stream", device ? PyTuple_Pack(1, device) : NULL, NULL);
            Py_XDECREF(device);
            if (!stream || PyDict_SetItemString(named, "stream", stream) < 0) Py_CLEAR(plain);
        }
        if (is_cuda) {
            one = PyObject_CallMethod(one, "detach", NULL);
        } else {
            Py_XINCREF(one);
        }
        Py_XDECREF(is_cuda);
        if (!plain) {
            Py_XDECREF(one);
        } else if (!one || PyTuple_SetItem(plain, i, one) < 0) {
            Py_CLEAR(plain);
        }
    }
    if (plain) result = PyObject_Call(function, plain, named);
    Py_XDECREF(stream);
    Py_XDECREF(function);
    Py_XDECREF(named);
    Py_XDECREF(plain);
    return result;
}

/* -- registration -------------------------------------------------------------------------------------------------- */
static PyMethodDef cucore__py_torch_methods[] = {
    {"fake", (PyCFunction)(void (*)(void))cucore__py_torch_fake_enter, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"setup_context", (PyCFunction)(void (*)(void))cucore__py_torch_save, METH_VARARGS | METH_KEYWORDS, NULL},
    {"backward", cucore__py_torch_backward, METH_VARARGS, NULL},
    {"kernel", (PyCFunction)(void (*)(void))cucore__py_torch_old_enter, METH_VARARGS | METH_KEYWORDS, NULL}};

/* Returns a function whose self is a capsule; NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_torch_function(int method, const void *pointer, const char *capsule)
{
    PyObject *self = PyCapsule_New((void *)(uintptr_t)pointer, capsule, NULL), *function = NULL;
    if (self) function = PyCFunction_NewEx(&cucore__py_torch_methods[method], self, NULL);
    Py_XDECREF(self);
    return function;
}

/* Calls a method of the torch.library.Library, with objects that are taken over: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_tell(PyObject *library, const char *method, PyObject *a, PyObject *b,
                                                       const char *key)
{
    PyObject *result = NULL;
    if (a && key) result = b ? PyObject_CallMethod(library, method, "OOs", a, b, key) : NULL;
    if (a && !key) result = PyObject_CallMethod(library, method, "O", a);
    Py_XDECREF(b);
    Py_XDECREF(a);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* Defines an operator whose kernels are functions of Python: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_add_old(PyObject *library, const cucore_op *op)
{
    static const char *const keys[2] = {"CPU", "CUDA"};
    char *schema = cucore__torch_schema(op);
    int i, failed;
    if (!schema) return cucore__py_raise(cucore_last_error()->status);
    failed = cucore__py_torch_tell(library, "define", PyUnicode_FromString(schema), NULL, NULL);
    free(schema);
    for (i = 0; i < 2 && !failed; i++)
        failed = cucore__py_torch_tell(library, "impl", PyUnicode_FromString(op->name),
                                       cucore__py_torch_function(3, op, cucore__py_op_capsule), keys[i]);
    return failed;
}

/* Calls torch.library.name("ns::operator", function, lib=library); `function`, and what `more` has, is taken over. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_register(PyObject *library, const char *name, PyObject *qualified,
                                                           PyObject *function, PyObject *setup)
{
    PyObject *kwargs = PyDict_New(), *result = NULL;
    if (qualified && function && kwargs && PyDict_SetItemString(kwargs, "lib", library) == 0 &&
        (!setup || PyDict_SetItemString(kwargs, "setup_context", setup) == 0)) {
        result = cucore__py_torch_call("torch.library", name, PyTuple_Pack(2, qualified, function), kwargs);
    } else {
        Py_XDECREF(kwargs);
    }
    Py_XDECREF(setup);
    Py_XDECREF(function);
    Py_XDECREF(result);
    return result ? 0 : -1;
}

/* Returns the derivative of an operator, by name in the list; NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD cucore__torch_derivative *cucore__py_torch_derivative(const cucore_op *op,
                                                                                   const cucore_op *const *ops,
                                                                                   size_t count, const char *ns)
{
    cucore__torch_derivative *self = (cucore__torch_derivative *)calloc(1, sizeof *self);
    PyObject *namespaces, *space, *packet;
    cucore_status status;
    size_t i;
    if (!self) {
        PyErr_NoMemory();
        return NULL;
    }
    for (i = 0; i < count && strcmp(ops[i]->name, op->backward) != 0; i++) {
    }
    self->op = op;
    self->backward = i < count ? ops[i] : NULL;
    status = i < count ? cucore__torch_match(self)
                       : cucore__invalid("%s: there is no derivative %s in the list", op->name, op->backward);
    if (status) {
        cucore__py_raise(status);
        free(self);
        return NULL;
    }
    namespaces = NULL;
    packet = PyImport_ImportModule("torch");
    if (packet) namespaces = PyObject_GetAttrString(packet, "ops");
    Py_XDECREF(packet);
    space = namespaces ? PyObject_GetAttrString(namespaces, ns) : NULL;
    packet = space ? PyObject_GetAttrString(space, op->backward) : NULL;
    self->call = packet ? PyObject_GetAttrString(packet, "default") : NULL;
    Py_XDECREF(packet);
    Py_XDECREF(space);
    Py_XDECREF(namespaces);
    if (self->call) return self;
    free(self);
    return NULL;
}

/* Adds what Python adds to one operator: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_add(PyObject *library, const cucore_op *op,
                                                      const cucore_op *const *ops, size_t count, const char *ns)
{
    PyObject *qualified = PyUnicode_FromFormat("%s::%s", ns, op->name);
    cucore__torch_derivative *derivative;
    int failed = cucore__py_torch_register(library, "register_fake", qualified,
                                           cucore__py_torch_function(0, op, cucore__py_op_capsule), NULL);
    if (!failed && op->backward) {
        derivative = cucore__py_torch_derivative(op, ops, count, ns);
        failed = !derivative || cucore__py_torch_register(
                                    library, "register_autograd", qualified,
                                    cucore__py_torch_function(2, derivative, cucore__torch_derivative_capsule),
                                    cucore__py_torch_function(1, derivative, cucore__torch_derivative_capsule)) < 0;
    }
    Py_XDECREF(qualified);
    return failed ? -1 : 0;
}

/* Registers all operators that are not registered: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_torch_add_all(cucore__torch_registration *self, PyObject *library,
                                                          const cucore_op *const *ops, size_t count)
{
    const int has_functions = !cucore__aten_load();
    int is_mine = 0;
    cucore_status status = CUCORE_OK;
    size_t i;
    for (i = 0; i < count; i++) {
        if (has_functions && !cucore__torch_check_strings(ops[i])) {
            status = cucore__torch_register(self, &ops[i], 1, 0);
        } else {
            status = cucore__torch_claim(self, ops[i], 0, &is_mine);
            if (!status && is_mine && cucore__py_torch_add_old(library, ops[i]) < 0) return -1;
        }
        if (status) return cucore__py_raise(status);
    }
    for (i = 0; i < count; i++) {
        status = cucore__torch_claim(self, ops[i], 1, &is_mine);
        if (status) return cucore__py_raise(status);
        if (is_mine && cucore__py_torch_add(library, ops[i], ops, count, self->ns) < 0) return -1;
    }
    return 0;
}

CUCORE_API int cucore_py_ops_register_torch(const cucore_op *const *ops, size_t count, const char *ns)
{
    cucore__torch_registration self;
    PyObject *library, *error, *result;
    cucore_status status = cucore__torch_check(ops, count, ns);
    int failed;
    if (status) return cucore__py_raise(status);
    library = cucore__py_torch_call("torch.library", "Library", Py_BuildValue("(ss)", ns, "FRAGMENT"), NULL);
    if (!library) return -1;
    memset(&self, 0, sizeof self);
    self.ns = ns;
    failed = cucore__py_torch_add_all(&self, library, ops, count);
    if (!failed) {
        cucore__torch_end(&self, 1);
        return 0; /* the library stays: torch forgets what was registered when it goes */
    }
    error = cucore__py_error_take();
    result = PyObject_CallMethod(library, "_destroy", NULL);
    if (!result) PyErr_Clear();
    Py_XDECREF(result);
    Py_DECREF(library);
    cucore__torch_end(&self, 0);
    cucore__py_error_put(error);
    return -1;
}

#endif
/* op/python_module.c: a module with the functions of operators, and their doors for torch and JAX. */
/* Adds a default to a signature. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_op_add_default(cucore__text *text, const cucore_op_value *value)
{
    PyObject *number = NULL, *repr;
    const char *words;
    if (value->required) return 0;
    switch (value->kind) {
    case CUCORE_OP_INT: number = PyLong_FromLongLong(value->fallback.i); break;
    case CUCORE_OP_FLOAT: number = PyFloat_FromDouble(value->fallback.f); break;
    case CUCORE_OP_BOOL: number = PyBool_FromLong((long)value->fallback.i); break;
    default: number = PyUnicode_FromStringAndSize(value->fallback.s, (Py_ssize_t)value->fallback.i); break;
    }
    repr = number ? PyObject_Repr(number) : NULL;
    words = repr ? PyUnicode_AsUTF8AndSize(repr, NULL) : NULL;
    if (words) cucore__text_add(text, "=%s", words);
    Py_XDECREF(repr);
    Py_XDECREF(number);
    return words ? 0 : -1;
}

/* Writes the signature as CPython reads it from the text of a function: "scale(x, a=1.0, *, y=None, stream=None)". */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_op_sign(const cucore_op *op, char *signature, size_t size)
{
    cucore__text text = cucore__text_start(signature, size);
    const int arguments = op->array_count - op->result_count;
    const char *separator = "";
    int i, optional = 0;
    cucore__text_add(&text, "%s(", op->name);
    for (i = 0; i < arguments; i++, separator = ", ") {
        optional = optional || op->arrays[i].flags & CUCORE_OPTIONAL;
        cucore__text_add(&text, "%s%s%s", separator, op->arrays[i].name, optional ? "=None" : "");
    }
    for (i = 0; i < op->value_count; i++, separator = ", ") {
        cucore__text_add(&text, "%s%s", separator, op->values[i].name);
        if (op->values[i].required && optional) cucore__text_add(&text, "=None");
        if (cucore__py_op_add_default(&text, &op->values[i]) < 0) return -1;
        optional = optional || !op->values[i].required;
    }
    cucore__text_add(&text, "%s*", separator);
    for (i = arguments; i < op->array_count; i++) cucore__text_add(&text, ", %s=None", op->arrays[i].name);
    cucore__text_add(&text, ", stream=None)\n--\n\n");
    return 0;
}

/* The definition of a function, with its text. */
typedef struct cucore__py_op_definition {
    PyMethodDef method;
    char signature[1024];
} cucore__py_op_definition;

/* Returns the definition of the function, which stays as long as the process; NULL with an exception. */
CUCORE__PRIVATE CUCORE__COLD PyMethodDef *cucore__py_op_define(const cucore_op *op)
{
    cucore__op_slot *slot = (cucore__op_slot *)&op->state->private_[1];
    void *made = CUCORE__LOAD(slot), *expected = NULL;
    cucore__py_op_definition *definition;
    if (made) return &((cucore__py_op_definition *)made)->method;
    definition = (cucore__py_op_definition *)calloc(1, sizeof *definition);
    if (!definition) {
        PyErr_NoMemory();
        return NULL;
    }
    if (cucore__py_op_sign(op, definition->signature, sizeof definition->signature) < 0) {
        free(definition);
        return NULL;
    }
    definition->method.ml_name = op->name;
    definition->method.ml_meth = (PyCFunction)(void (*)(void))cucore__py_op_enter;
    definition->method.ml_flags = METH_FASTCALL | METH_KEYWORDS;
    definition->method.ml_doc = definition->signature;
    if (CUCORE__COMPARE_AND_SET(slot, &expected, (void *)definition)) return &definition->method;
    free(definition);
    return &((cucore__py_op_definition *)expected)->method;
}

/* Sets an attribute of the module to `value`, which is taken over, also if it is NULL: 0, -1 with an exception. */
CUCORE__PRIVATE CUCORE__COLD int cucore__py_op_put(PyObject *py_module, const char *name, PyObject *value)
{
    const int failed = !value || PyObject_SetAttrString(py_module, name, value) < 0;
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

/* Makes a function whose self is a capsule of the pointer. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_op_function(PyObject *py_module, PyMethodDef *method, void *pointer)
{
    PyObject *name = PyModule_GetNameObject(py_module), *self = NULL, *function = NULL;
    if (name) self = PyCapsule_New(pointer, cucore__py_op_capsule, NULL);
    if (self) function = PyCFunction_NewEx(method, self, name);
    Py_XDECREF(self);
    Py_XDECREF(name);
    return function;
}

#if !defined(CUCORE_OP_NO_XLA)
/* Makes {"cpu": capsule, "CUDA": capsule}. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_op_targets(const cucore_op *op)
{
    static const char *const platforms[] = {"cpu", "CUDA"};
    PyObject *targets = PyDict_New(), *capsule;
    void *handlers[2];
    int i, failed;
    memcpy(&handlers[0], &op->entries.xla_cpu, sizeof handlers[0]);
    memcpy(&handlers[1], &op->entries.xla_cuda, sizeof handlers[1]);
    for (i = 0; i < 2 && targets; i++) {
        capsule = PyCapsule_New(handlers[i], "xla._CUSTOM_CALL_TARGET", NULL);
        failed = !capsule || PyDict_SetItemString(targets, platforms[i], capsule) < 0;
        Py_XDECREF(capsule);
        if (failed) Py_CLEAR(targets);
    }
    return targets;
}

/* Makes the dict of all targets. */
CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_ops_targets(const cucore_op *const *ops, size_t count)
{
    PyObject *all = PyDict_New(), *targets;
    size_t i;
    int failed;
    for (i = 0; i < count && all; i++) {
        targets = cucore__py_op_targets(ops[i]);
        failed = !targets || PyDict_SetItemString(all, ops[i]->name, targets) < 0;
        Py_XDECREF(targets);
        if (failed) Py_CLEAR(all);
    }
    return all;
}
#endif

#if !defined(CUCORE_OP_NO_TORCH)
/* The operators of a module: kept as long as the process, since torch also keeps what is registered. */
typedef struct cucore__py_ops {
    const cucore_op *const *ops;
    size_t count;
    const char *ns;
} cucore__py_ops;

CUCORE__PRIVATE CUCORE__COLD PyObject *cucore__py_ops_register(PyObject *self, PyObject *unused)
{
    const cucore__py_ops *all = (const cucore__py_ops *)PyCapsule_GetPointer(self, cucore__py_op_capsule);
    (void)unused;
    if (!all || cucore_py_ops_register_torch(all->ops, all->count, all->ns) < 0) return NULL;
    Py_RETURN_NONE;
}

CUCORE__PRIVATE CUCORE__COLD int cucore__py_ops_add_torch(PyObject *py_module, const cucore_op *const *ops,
                                                          size_t count, const char *ns)
{
    static PyMethodDef method = {"register_torch", cucore__py_ops_register, METH_NOARGS,
                                 "register_torch()\n--\n\nRegister the operators in torch, as torch.ops."};
    cucore__py_ops *all = (cucore__py_ops *)malloc(sizeof *all);
    PyObject *function;
    if (!all) {
        PyErr_NoMemory();
        return -1;
    }
    all->ops = ops;
    all->count = count;
    all->ns = ns;
    function = cucore__py_op_function(py_module, &method, all);
    if (!function) free(all);
    return cucore__py_op_put(py_module, method.ml_name, function);
}
#endif

CUCORE_API int cucore_py_ops_add(PyObject *py_module, const cucore_op *const *ops, size_t count, const char *ns)
{
    size_t i;
    if (!py_module || (count && !ops) || !ns)
        return cucore__py_raise(cucore__fail_null("cucore_py_ops_add", !py_module ? "py_module" : !ns ? "ns" : "ops"));
    for (i = 0; i < count; i++) {
        PyMethodDef *method;
        cucore_status status = cucore_op_check(ops[i]);
        if (status) return cucore__py_raise(status);
        method = cucore__py_op_define(ops[i]);
        if (!method || cucore__py_op_put(py_module, ops[i]->name,
                                         cucore__py_op_function(py_module, method, (void *)(uintptr_t)ops[i])) < 0)
            return -1;
    }
#if !defined(CUCORE_OP_NO_XLA)
    if (cucore__py_op_put(py_module, "xla_targets", cucore__py_ops_targets(ops, count)) < 0) return -1;
#endif
#if !defined(CUCORE_OP_NO_TORCH)
    if (cucore__py_ops_add_torch(py_module, ops, count, ns) < 0) return -1;
#endif
    return 0;
}

#endif

CUCORE_END

#undef CUCORE__ATEN_2_10
#undef CUCORE__ATEN_2_9
#undef CUCORE__OP_AXES
#undef CUCORE__OP_DTYPES
#undef CUCORE__OP_FEW
#undef CUCORE__OP_NAMES
#undef CUCORE__OP_QUICK_FLAGS
#undef CUCORE__XLA_BUFFER_SIZE
#undef CUCORE__XLA_FRAME_SIZE
#undef CUCORE__XLA_SIZE
#undef CUCORE__XLA_TYPE_LIST
#if defined(CUCORE_RESULTS_H)
#undef CUCORE__PY_HEAD
#undef CUCORE__PY_DATA
#undef CUCORE__PY_BASICSIZE
#undef CUCORE__PY_TUPLE_ITEM
#undef CUCORE__PY_TUPLE_SIZE
#undef CUCORE__PY_WRITE_BEGIN
#undef CUCORE__PY_WRITE_END
#undef CUCORE__PY_COPY_OUT
#undef CUCORE__PY_COPY_IN
#endif

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif              /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
