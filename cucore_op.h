/* cucore_op.h - v0.3.0 - one function of C for every caller - SPDX-License-Identifier: MIT
 * Made from src/cucore_op.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * CONTENTS (search for the tag)
 *     >>op               operators: their declaration and their calls
 *     >>op-aten          tensors of torch's dispatcher as views and back
 *     >>op-torch         operators for torch's dispatcher
 *     >>op-rules         what the cited rules (D8, B110, ...) say
 *     >>impl-...         the same sections again, implemented
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

/* The declaration of a number or a string. */
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
        int64_t extents[16]; /* of the names in shape patterns; -1: not bound */
        int device_type;     /* of the results */
        int described;       /* 1: the arrays have no memory, as on torch's device meta */
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
 * CUCORE_OP makes them; NULL: left out. */
typedef struct cucore_op_entries {
    void (*torch)(uint64_t *stack, uint64_t argument_count, uint64_t result_count);
    void (*torch_meta)(uint64_t *stack, uint64_t argument_count, uint64_t result_count);
    void *(*xla_cpu)(void *frame);
    void *(*xla_cuda)(void *frame);
    int (*tvm_ffi)(void *self, const void *args, int32_t count, void *result);
} cucore_op_entries;

/* The declaration of an operator, made by CUCORE_OP or CUCORE_OP_WITH.  What it points to stays as long as the
 * module.
 *   An argument with CUCORE_WRITE is changed in place.  An argument without CUCORE_HOST_ACCESSIBLE and
 *   CUCORE_DEVICE_ACCESSIBLE has CUCORE_SAME_DEVICE.  Flags with [py] count only for callers from Python; for the others
 *   CUCORE_MAKE_C_CONTIGUOUS is CUCORE_C_CONTIGUOUS.
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
 *   backward  the name of the derivative, or NULL.  Its arrays are found by name: `grad_y` is the gradient of the result
 *             y; any other name is the argument or the result of this name, which is saved for it; values by name.  Its
 *             result `grad_x` is the gradient of the argument x; an argument without one has no gradient
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
    static void name##_op_torch(uint64_t *stack, uint64_t argument_count, uint64_t result_count) \
    { \
        cucore_op_enter_torch(&name##_op, stack, argument_count, result_count, 0); \
    } \
    static void name##_op_torch_meta(uint64_t *stack, uint64_t argument_count, uint64_t result_count) \
    { \
        cucore_op_enter_torch(&name##_op, stack, argument_count, result_count, 1); \
    }
#define CUCORE__OP_TORCH_ENTRIES(name) name##_op_torch, name##_op_torch_meta
#endif
#if defined(CUCORE_OP_NO_XLA)
#define CUCORE__OP_XLA(name)
#define CUCORE__OP_XLA_ENTRIES(name) NULL, NULL
#else
#define CUCORE__OP_XLA(name) \
    static void *name##_op_xla_cpu(void *frame) \
    { \
        return cucore_op_enter_xla(&name##_op, frame, 0); \
    } \
    static void *name##_op_xla_cuda(void *frame) \
    { \
        return cucore_op_enter_xla(&name##_op, frame, 1); \
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
        return cucore_op_enter_tvm_ffi(&name##_op, args, count, result); \
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

/* cucore_op_enter_torch, _xla, _tvm_ffi - the functions behind the doors that CUCORE_OP makes.  Only these call them.
 *   The arguments are the ones of the framework.  Its own ways report failures */
#if !defined(CUCORE_OP_NO_TORCH)
#define cucore_op_enter_torch CUCORE_NAME(_op_enter_torch)
CUCORE_API void cucore_op_enter_torch(const cucore_op *op, uint64_t *stack, uint64_t argument_count,
                                      uint64_t result_count, int meta);
#endif
#if !defined(CUCORE_OP_NO_XLA)
#define cucore_op_enter_xla CUCORE_NAME(_op_enter_xla)
CUCORE_API void *cucore_op_enter_xla(const cucore_op *op, void *frame, int cuda);
#endif
#if !defined(CUCORE_OP_NO_TVM_FFI)
#define cucore_op_enter_tvm_ffi CUCORE_NAME(_op_enter_tvm_ffi)
CUCORE_API int cucore_op_enter_tvm_ffi(const cucore_op *op, const void *args, int32_t count, void *result);
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
 *   -> OK | INVALID_ARGUMENT (NULL, a tensor that is not defined, arg) | UNSUPPORTED (torch is not loaded, or older than
 *      2.9; a dtype, a device or a layout of torch that views do not have: quantised, sparse, MPS, ...) | PROTOCOL
 *      (more than CUCORE_MAX_NDIM axes, ...) | FOREIGN (a function of torch failed) | WRONG_DTYPE, WRONG_SHAPE,
 *      WRONG_LAYOUT, WRONG_DEVICE (arg)
 *   The functions of torch are looked up in the process at the first call; nothing is loaded.  The tensor is what its
 *   memory contains: the negative and the conjugate bit are not looked at.  torch resolves both before it calls a kernel
 *   for CPU or CUDA, as it makes tensors that require grad plain.  No stream is ordered: torch orders its work by the
 *   current stream.  Any thread; no GIL; no driver call.  source: rules D8, B110 */
#define cucore_view_from_aten CUCORE_NAME(_view_from_aten)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_aten(void *tensor, const cucore_arg *arg, cucore_view *out);

/* cucore_view_to_aten - make a tensor of torch that refers to an owner
 *   view     in   the array to show; shape and strides are copied, and not needed afterwards
 *   owner    in   what keeps the memory; kept for `release`
 *   release  in   called once with owner when torch gives up the memory, on any thread, at once if the view is empty;
 *                 NULL: the memory outlives everything.  Not called on error: the owner is still yours then
 *   out      out  an AtenTensorHandle: a result of a kernel, or an argument of aoti_torch_call_dispatcher, both of which
 *                 consume it; NULL on error
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
 *   The schema follows from the declaration: arguments, then values with their defaults; "Tensor(a!)" with CUCORE_WRITE,
 *   "Tensor?" with CUCORE_OPTIONAL.  A default counts only if all that follows has one.  A kernel runs on the current
 *   stream of torch, waits for nothing, and counts up the version of each tensor that it writes to, unless the argument
 *   has CUCORE_KEEP_VERSION; a refusal is torch's error (RuntimeError in Python).  Gradients, and shapes that are symbols
 *   (torch.compile with dynamic=True), need Python: cucore_py_ops_register_torch.  An operator without a backward is to
 *   autograd what torch makes of any such operator: a warning when a gradient reaches it.
 *   -> OK | INVALID_ARGUMENT (NULL, ns, a declaration, a default that schemas cannot express: inf, nan, a string that is
 *      not printable ASCII) | UNSUPPORTED (torch is not loaded, or older than 2.9; strings before 2.10) | FOREIGN (torch
 *      has refused: another library has the name, ...) | OUT_OF_MEMORY.  On error none of the operators is registered
 *   The registration stays until the process ends: the library that contains the operators must not be unloaded.  The
 *   error of a kernel is thrown through frames of C, for which compilers make tables by default: not with
 *   -fno-asynchronous-unwind-tables.  Any thread; no GIL; no driver call.  source: torch/csrc/stable/c/shim.h */
#define cucore_op_register_torch CUCORE_NAME(_op_register_torch)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_op_register_torch(const cucore_op *const *ops, size_t count,
                                                                   const char *ns);

#endif

CUCORE_END

/* ------------ >>op-rules -- */
/* The rules and bugs that comments cite, in short; docs/reference/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * B110  a negative bit goes with any strides: the tensor is asked
 * B123  an access that writes counts up the version of a torch or Paddle tensor, which autograd compares
 * D8    __dlpack_device__ only chooses the stream to send: the capsule has the memory kind, the driver the device
 * P1    __dlpack_device__ and the capsule agree on the device, always
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
/* op/run.c: what all callers of an operator have in common: the declaration as numbers, checks, results, the call. */
#define CUCORE__OP_AXES (CUCORE_MAX_NDIM < 8 ? CUCORE_MAX_NDIM : 8) /* of a pattern, and of an array on the quick way */
#define CUCORE__OP_DTYPES 4
#define CUCORE__OP_NAMES 16 /* of extents: as many as cucore_dims has */

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
    int8_t dtype_count;             /* 0: any */
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
    int is_quick;    /* all arrays may be checked on the quick way */
    int together;    /* 1: arrays have flags about overlap */
    int needs_shape; /* 1: the function `shape` sets a result */
    int name_count;
    int8_t name_values[CUCORE__OP_NAMES];  /* the int value of this name; -1: none */
    cucore__token names[CUCORE__OP_NAMES]; /* of extents */
    cucore__op_array arrays[CUCORE_OP_MAX_ARRAYS];
    cucore_arg args[CUCORE_OP_MAX_ARRAYS]; /* for callers of C: without the flags of Python */
} cucore__op_plan;

/* Puts the name of the operator before the last error. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_fail(const cucore_op *op, cucore_status status)
{
    const cucore_error *error = &cucore__error;
    if (error->status != status) return cucore_fail(status, "%s: %s", op->name, cucore_status_text(status));
    return cucore__fail_driver(status, error->result, error->call, "%s: %s", op->name, error->message);
}

/* -- the declaration as numbers ------------------------------------------------------------------------------------ */
/* Returns the place of the array of that name among the first `count` ones; -1: none. */
CUCORE__PRIVATE int cucore__op_array_named(const cucore_op *op, int count, const char *name, size_t length)
{
    int i;
    for (i = 0; i < count; i++) {
        const char *own = op->arrays[i].name;
        if (own && strlen(own) == length && memcmp(own, name, length) == 0) return i;
    }
    return -1;
}

/* Returns the place of the value of that name; -1: none. */
CUCORE__PRIVATE int cucore__op_value_named(const cucore_op *op, const char *name, size_t length)
{
    int i;
    for (i = 0; i < op->value_count; i++)
        if (strlen(op->values[i].name) == length && memcmp(op->values[i].name, name, length) == 0) return i;
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
        if (out->dtype_count == CUCORE__OP_DTYPES || dtype.bits % 8) {
            out->is_quick = 0;
            if (out->dtype_count == CUCORE__OP_DTYPES) continue;
        }
        out->dtypes[out->dtype_count++] = dtype;
    }
    if (arg->dtypes && !count) return cucore__invalid("%s: the list of dtypes is empty", cucore__arg_name(arg));
    if (out->dtype_like >= 0 && out->dtype_count) out->is_quick = 0;
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
    cucore_dims dims;
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
    memset(&dims, 0, sizeof dims);
    cucore__view_clear(&none);
    if (cucore__check_shape(&none, arg, &dims) == CUCORE_INVALID_ARGUMENT) /* it checks the pattern before the shape */
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

/* The flags of an array for callers of C, with what every operator requires. */
CUCORE__PRIVATE CUCORE__COLD uint64_t cucore__op_plan_flags(const cucore_op *op, int place)
{
    uint64_t flags = op->arrays[place].flags & ~CUCORE__ARG_OF_PYTHON;
    if (!(flags & (CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE))) flags |= CUCORE_SAME_DEVICE;
    if (place < op->array_count - op->result_count) return flags;
    flags |= CUCORE_WRITE | CUCORE_UNIQUE | CUCORE_SAME_DEVICE;
    return flags & CUCORE_NO_PARTIAL_OVERLAP ? flags : flags | CUCORE_NO_OVERLAP;
}

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
    plan->args[place] = *arg;
    array->flags = plan->args[place].flags = cucore__op_plan_flags(op, place);
    array->dtype_like = array->shape_like = -1;
    array->is_quick = !(array->flags & ~CUCORE__OP_QUICK_FLAGS) && !arg->producer_stream && !arg->reinterpret.lanes;
    status = cucore__op_plan_dtypes(op, place, array);
    if (!status) status = cucore__op_plan_shape(plan, op, place);
    if (status) return status;
    plan->is_quick &= array->is_quick;
    plan->together |= (array->flags & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP)) != 0;
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
    for (i = 0; i < op->array_count && !op->arrays[i].name; i++) {
    }
    status = i < op->array_count ? cucore__op_plan_values(op) : CUCORE_OK;
    for (i = 0; i < op->array_count && !status; i++) status = cucore__op_plan_array(plan, op, i);
    return status;
}

/* Makes the plan at the first use; two threads may both, and the second plan is dropped. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__op_plan_make(const cucore_op *op, const cucore__op_plan **out)
{
    typedef CUCORE__ATOMIC(void *) cucore__op_slot;
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
    typedef CUCORE__ATOMIC(void *) cucore__op_slot;
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

/* -- a call -------------------------------------------------------------------------------------------------------- */
/* Begins a call: the entry sets the views of the arguments, the values, the stream and `caller` before
 * cucore__op_check.  A result that the caller gives is decoded into its view; the other results are zeroed here. */
CUCORE__PRIVATE inline cucore_status cucore__op_begin(cucore_op_call *call, const cucore_op *op, cucore_view *views,
                                                      const cucore_op_scalar *values)
{
    const cucore__op_plan *plan = NULL;
    cucore_status status = cucore__op_plan_get(op, &plan);
    int i;
    call->op = op;
    call->views = views;
    call->values = values;
    call->stream = CUCORE_STREAM_LEGACY;
    call->device_id = CUCORE_DEVICE_NONE;
    call->caller = 0;
    call->private_.plan = plan;
    call->private_.device_type = CUCORE_DEVICE_TYPE_CPU;
    call->private_.described = 0;
    if (status) return status;
    for (i = plan->argument_count; i < op->array_count; i++) cucore__view_clear(&views[i]);
    return CUCORE_OK;
}

/* Binds the names that are int values. */
CUCORE__PRIVATE inline cucore_status cucore__op_bind_values(cucore_op_call *call)
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

/* Checks one array of dense memory on the quick way.  Returns 0 if the general way decides. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__op_fits(cucore_op_call *call, int place, const cucore__op_plan *plan)
{
    const cucore__op_array *array = &plan->arrays[place];
    const cucore_view *view = &call->views[place];
    const cucore_layout *layout = &view->layout;
    const uint32_t id = cucore_dtype_id(view->dtype);
    const uint64_t flags = array->flags;
    int64_t volume = 1;
    int i;
    if (!view->dtype.lanes) return place >= plan->argument_count || (flags & CUCORE_OPTIONAL) != 0;
    if (array->dtype_like >= 0) {
        if (cucore_dtype_id(call->views[array->dtype_like].dtype) != id) return 0;
    } else if (array->dtype_count) {
        for (i = 0; i < array->dtype_count && cucore_dtype_id(array->dtypes[i]) != id; i++) {
        }
        if (i == array->dtype_count) return 0;
    }
    if (view->dtype.bits % 8 || view->dtype.lanes != 1 || view->dtype.code >= CUCORE_CODE_OPAQUE ||
        layout->itemsize != (int64_t)view->dtype.itemsize || layout->itembits != 8 * layout->itemsize ||
        (uint32_t)layout->ndim > CUCORE__OP_AXES)
        return 0;
    for (i = layout->ndim; i-- > 0;) {
        const int64_t extent = layout->shape[i];
        if (extent == 1) continue;
        if (extent < 1 || layout->strides[i] != volume || cucore__mul(volume, extent, &volume)) return 0;
    }
    if (volume > INT64_MAX / 256) return 0;
    if (array->shape_like >= 0) {
        const cucore_layout *like = &call->views[array->shape_like].layout;
        if (like->ndim != layout->ndim) return 0;
        for (i = 0; i < layout->ndim; i++)
            if (like->shape[i] != layout->shape[i]) return 0;
    } else if (!cucore__op_bind_array(call, array, layout)) {
        return 0;
    }
    if (flags & (CUCORE_WRITE | CUCORE_NEVER_COPY) && (view->copied || (flags & CUCORE_WRITE && view->readonly)))
        return 0;
    if (flags & CUCORE_HOST_ACCESSIBLE && !view->host_accessible) return 0;
    if (flags & CUCORE_DEVICE_ACCESSIBLE && !view->device_accessible) return 0;
    if (call->private_.described) return 1;
    return view->ptr && !((uintptr_t)view->ptr & 7) &&
           (uint64_t)(volume * layout->itemsize) <= (uint64_t)UINTPTR_MAX - (uintptr_t)view->ptr;
}

/* Returns 1 if no array with a flag about overlap reaches the bytes of another one; all are dense. */
CUCORE__PRIVATE int cucore__op_are_apart(const cucore_op_call *call, const cucore__op_plan *plan)
{
    uintptr_t begins[CUCORE_OP_MAX_ARRAYS], ends[CUCORE_OP_MAX_ARRAYS];
    int i, j, axis;
    for (i = 0; i < call->op->array_count; i++) {
        const cucore_view *view = &call->views[i];
        int64_t nbytes = view->dtype.lanes ? view->layout.itemsize : 0;
        for (axis = 0; axis < view->layout.ndim && nbytes; axis++) nbytes *= view->layout.shape[axis];
        begins[i] = (uintptr_t)view->ptr;
        ends[i] = begins[i] + (uintptr_t)nbytes;
    }
    for (i = 0; i < call->op->array_count; i++) {
        if (!(plan->arrays[i].flags & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP))) continue;
        for (j = 0; j < call->op->array_count; j++)
            if (j != i && begins[i] < ends[j] && begins[j] < ends[i]) return 0;
    }
    return 1;
}

/* Checks the arrays one by one and against each other, with messages: cucore_views_check, for arrays some of which may
 * have no memory. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__op_check_general(cucore_op_call *call, const cucore__op_plan *plan)
{
    const size_t count = (size_t)call->op->array_count;
    cucore_arg arg;
    cucore_dims dims;
    cucore__survey span;
    size_t i, failed = 0;
    int value;
    cucore_status status = CUCORE_OK;
    memset(&dims, 0, sizeof dims);
    dims.args = plan->args;
    dims.views = call->views;
    dims.args_count = count;
    for (value = 0; value < plan->name_count; value++) {
        if (plan->name_values[value] < 0) continue;
        memset(&arg, 0, sizeof arg);
        arg.name = call->op->values[plan->name_values[value]].name;
        (void)cucore__dims_bind(&dims, plan->names[value].text, plan->names[value].length,
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
        if (!status) status = cucore__view_check(view, &arg, &dims);
        if (!status) status = cucore__view_check_lanes(view, &arg, &dims);
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
            status = cucore__fail_shape(view, &plan->args[i], "");
    }
    return status;
}

/* Finds the device of a call: that of the first array in device memory.  Without one the CPU has to reach all. */
CUCORE__PRIVATE inline cucore_status cucore__op_find_device(cucore_op_call *call)
{
    int i;
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
            return cucore__fail_device(view, &call->op->arrays[i], "that the CPU or CUDA can read");
    }
    return CUCORE_OK;
}

/* Checks the arguments and the results that the caller has given, binds the names, and finds the device.  Messages
 * begin with the operator. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__op_check(cucore_op_call *call)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)call->private_.plan;
    cucore_status status = cucore__op_bind_values(call);
    int i, first = -1, quick = plan->is_quick;
    for (i = 0; i < call->op->array_count && quick && !status; i++) {
        const cucore_view *view = &call->views[i];
        quick = cucore__op_fits(call, i, plan);
        if (!view->dtype.lanes) continue;
        if (first < 0) first = i;
        quick = quick && view->device_type == call->views[first].device_type &&
                view->device_id == call->views[first].device_id;
    }
    if (quick && plan->together && !status && !call->private_.described) quick = cucore__op_are_apart(call, plan);
    if (!status && !CUCORE__LIKELY(quick)) {
        status = cucore__op_check_general(call, plan);
        if (!status) status = cucore__op_bind(call);
    }
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
    cucore_dims dims;
    cucore_arg arg;
    cucore_status status;
    int i;
    cucore__error.status = CUCORE_OK;
    status = call->op->shape(call);
    memset(&dims, 0, sizeof dims);
    dims.args = plan->args;
    dims.views = call->views;
    dims.args_count = (size_t)call->op->array_count;
    for (i = 0; i < call->op->array_count && !status; i++) {
        const cucore_view *view = &call->views[i];
        arg = plan->args[i];
        arg.flags = CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_LANES;
        if (view->dtype.lanes) {
            status = cucore__view_check(view, &arg, &dims);
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
    cucore_context_leave(&guard);
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
        if (cucore__token_is(&plan->names[i], name) && call->private_.extents[i] >= 0) return call->private_.extents[i];
    return cucore__invalid("%s: no shape pattern has bound an extent %.64s", call->op->name, name);
}

#if !defined(CUCORE_OP_NO_TORCH)
/* ------------ >>op-foreign-aten -- */
/* op/foreign_aten.h: the C functions that torch keeps stable, as facts.  Source: torch/csrc/inductor/aoti_torch/c/shim.h
 * and torch/csrc/stable/c/shim.h of torch 2.9 to 2.15.
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

#if defined(_WIN32)
CUCORE__PRIVATE CUCORE__COLD void cucore__aten_libraries_find(cucore__aten_libraries *out)
{
    out->handles[0] = (void *)GetModuleHandleA(NULL);
    out->handles[1] = (void *)GetModuleHandleA("torch_cpu.dll");
    out->handles[2] = (void *)GetModuleHandleA("torch_cuda.dll");
}
#else
CUCORE__PRIVATE CUCORE__COLD void cucore__aten_libraries_find(cucore__aten_libraries *out)
{
#if defined(__APPLE__)
    static const char *const names[2] = {"libtorch_cpu.dylib", "@rpath/libtorch_cpu.dylib"};
#else
    static const char *const names[2] = {"libtorch_cpu.so", "libtorch_cuda.so"};
#endif
    int i;
    out->handles[0] = dlopen(NULL, RTLD_LAZY);
    for (i = 0; i < 2; i++) out->handles[i + 1] = dlopen(names[i], RTLD_LAZY | RTLD_NOLOAD);
}
#endif

CUCORE__PRIVATE CUCORE__COLD void *cucore__aten_find(const cucore__aten_libraries *libraries, const char *name)
{
    void *pointer = NULL;
    int i;
    for (i = 0; i < 3 && !pointer; i++) {
        if (!libraries->handles[i]) continue;
#if defined(_WIN32)
        {
            FARPROC symbol = GetProcAddress((HMODULE)libraries->handles[i], name);
            memcpy(&pointer, &symbol, sizeof pointer);
        }
#else
        pointer = dlsym(libraries->handles[i], name);
#endif
    }
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
    cucore_view views[CUCORE_OP_MAX_ARRAYS];
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

/* Describes the arguments as views. */
CUCORE__PRIVATE cucore_status cucore__torch_decode(cucore__torch_call *self, const cucore_op *op, int meta)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)self->call.private_.plan;
    cucore_status status;
    int i;
    for (i = 0; i < plan->argument_count; i++) {
        const cucore__intake intake = cucore__intake_make(&plan->args[i]);
        if (intake.flags & CUCORE_OPTIONAL && (!self->tensors[i] || !cucore__aten_is_defined(self->tensors[i]))) {
            cucore__view_clear(&self->views[i]);
            continue;
        }
        status = self->tensors[i] ? cucore__aten_decode(self->tensors[i], &intake, meta, &self->views[i])
                                  : cucore__invalid("the tensor is NULL");
        if (CUCORE__LIKELY(!status)) continue;
        return cucore__torch_fail_argument(op, plan->args[i].name, status);
    }
    return CUCORE_OK;
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
        return cucore__fail_aten("aoti_torch_get_device_type");
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
    if (self->has_strings) status = cucore__torch_read_strings(self, op);
    if (!status) status = cucore__torch_decode(self, op, meta);
    if (!status) status = cucore__op_check(&self->call);
    if (!status && self->call.device_id >= 0) {
        void *stream = NULL;
        if (!cucore__aten.stream || cucore__aten.stream(self->call.device_id, &stream))
            status = cucore__op_fail(op, cucore__fail_aten("aoti_torch_get_current_cuda_stream"));
        self->call.stream = (CUstream)stream;
    }
    if (!status) status = cucore__op_results(&self->call);
    if (!status) status = cucore__torch_allocate(self, op, meta);
    if (status || meta) return status;
    if (self->writes) status = cucore__torch_count_all(self, op);
    return status ? status : cucore__op_run(&self->call);
}

CUCORE_API void cucore_op_enter_torch(const cucore_op *op, uint64_t *stack, uint64_t argument_count,
                                      uint64_t result_count, int meta)
{
    cucore__torch_call self;
    int i, arguments = op->array_count - op->result_count;
    cucore_status status = cucore__aten_load();
    if (status) return; /* only torch calls this, which can throw */
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
    if (status) {
        cucore__aten.check(0, op->name, "cucore_op.h", 0, cucore__error.message);
    } else {
        for (i = 0; i < op->result_count; i++) stack[i] = (uint64_t)(uintptr_t)self.tensors[arguments + i];
    }
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
    char ns[1];        /* with a NUL at the end */
} cucore__torch_entry;
static cucore__torch_entry *cucore__torch_entries; /* under the lock, while torch is not called */

/* The libraries of one registration: the schemas, and the kernels for a key each. */
enum { CUCORE__TORCH_KEYS = 3 };
typedef struct cucore__torch_libraries {
    void *schemas;
    void *kernels[CUCORE__TORCH_KEYS];
} cucore__torch_libraries;

/* Notes that `claim` registers the operator.  *is_mine: 0 if it is noted already. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_claim(const cucore_op *op, const char *ns, const void *claim,
                                                               int *is_mine)
{
    const size_t length = strlen(ns);
    cucore__torch_entry *entry = (cucore__torch_entry *)malloc(sizeof *entry + length), *other;
    if (!entry) return cucore_fail(CUCORE_OUT_OF_MEMORY, "%s: out of memory", op->name);
    entry->op = op;
    entry->claim = claim;
    memcpy(entry->ns, ns, length + 1);
    CUCORE__LOCK();
    for (other = cucore__torch_entries; other && (other->op != op || strcmp(other->ns, ns) != 0); other = other->next) {
    }
    *is_mine = !other;
    if (!other) {
        entry->next = cucore__torch_entries;
        cucore__torch_entries = entry;
    }
    CUCORE__UNLOCK();
    if (other) free(entry);
    return CUCORE_OK;
}

/* Keeps what was noted, or forgets it. */
CUCORE__PRIVATE CUCORE__COLD void cucore__torch_claims_end(const void *claim, int keep)
{
    cucore__torch_entry **link, *entry;
    CUCORE__LOCK();
    for (link = &cucore__torch_entries; (entry = *link) != NULL;) {
        if (entry->claim == claim && !keep) {
            *link = entry->next;
            free(entry);
        } else {
            if (entry->claim == claim) entry->claim = NULL;
            link = &entry->next;
        }
    }
    CUCORE__UNLOCK();
}

/* Checks all that can be checked before torch is asked. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_check(const cucore_op *const *ops, size_t count,
                                                               const char *ns)
{
    cucore__token name;
    cucore_status status;
    size_t i;
    int v;
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
    status = cucore__aten_load();
    for (i = 0; i < count && !status; i++) {
        for (v = 0; v < ops[i]->value_count && !cucore__aten.string_drop; v++) {
            if (ops[i]->values[v].kind != CUCORE_OP_STRING) continue;
            return cucore_fail(CUCORE_UNSUPPORTED, "%s: %s: strings need torch 2.10 or newer", ops[i]->name,
                               ops[i]->values[v].name);
        }
    }
    return status;
}

/* Defines one operator and its kernels. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_add(const cucore__torch_libraries *libraries,
                                                             const cucore_op *op)
{
    char *schema = cucore__torch_schema(op);
    const char *failed = NULL;
    int i;
    cucore_status status;
    if (!schema) return cucore__error.status;
    if (cucore__aten.define(libraries->schemas, schema)) failed = "aoti_torch_library_def";
    for (i = 0; i < CUCORE__TORCH_KEYS && !failed; i++) {
        const cucore__aten_kernel kernel = i < 2 ? op->entries.torch : op->entries.torch_meta;
        if (!libraries->kernels[i]) continue;
        if (cucore__aten.implement_for
                ? cucore__aten.implement_for(libraries->kernels[i], op->name, kernel, CUCORE__ATEN_2_10)
                : cucore__aten.implement(libraries->kernels[i], op->name, kernel))
            failed = "torch_library_impl";
    }
    status = failed ? cucore__op_fail(op, cucore__fail_aten(failed)) : CUCORE_OK;
    free(schema);
    return status;
}

/* Registers what is not registered.  with_meta: 0 if Python registers what describes results. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__torch_register(const cucore_op *const *ops, size_t count,
                                                                  const char *ns, int with_meta)
{
    static const char *const keys[CUCORE__TORCH_KEYS] = {"CPU", "CUDA", "Meta"};
    cucore__torch_libraries libraries;
    cucore_status status = cucore__torch_check(ops, count, ns);
    int is_mine = 0;
    size_t i;
    if (status) return status;
    memset(&libraries, 0, sizeof libraries);
    if (cucore__aten.fragment(ns, "cucore_op.h", 0, &libraries.schemas))
        status = cucore__fail_aten("aoti_torch_library_init_fragment");
    for (i = 0; i < CUCORE__TORCH_KEYS - (size_t)!with_meta && !status; i++)
        if (cucore__aten.kernels(ns, keys[i], "cucore_op.h", 0, &libraries.kernels[i]))
            status = cucore__fail_aten("aoti_torch_library_init_impl");
    for (i = 0; i < count && !status; i++) {
        status = cucore__torch_claim(ops[i], ns, &libraries, &is_mine);
        if (!status && is_mine) status = cucore__torch_add(&libraries, ops[i]);
    }
    cucore__torch_claims_end(&libraries, !status);
    if (!status) return CUCORE_OK;
    for (i = 0; i < CUCORE__TORCH_KEYS; i++)
        if (libraries.kernels[i]) (void)cucore__aten.undo(libraries.kernels[i]);
    if (libraries.schemas) (void)cucore__aten.undo(libraries.schemas);
    return status;
}

CUCORE_API cucore_status cucore_op_register_torch(const cucore_op *const *ops, size_t count, const char *ns)
{
    return cucore__torch_register(ops, count, ns, 1);
}

#endif

CUCORE_END

#undef CUCORE__ATEN_2_9
#undef CUCORE__ATEN_2_10
#undef CUCORE__OP_AXES
#undef CUCORE__OP_DTYPES
#undef CUCORE__OP_NAMES
#undef CUCORE__OP_QUICK_FLAGS

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif              /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
