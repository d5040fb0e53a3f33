/* -------------------------------------------------------------------------------------------------------- >>op -- */
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
#define CUCORE_OP_INT_VALUE(name, number)                                                                              \
    {                                                                                                                  \
        name, CUCORE_OP_INT, 0,                                                                                        \
        {                                                                                                              \
            number, 0, NULL                                                                                            \
        }                                                                                                              \
    }
#define CUCORE_OP_FLOAT_VALUE(name, number)                                                                            \
    {                                                                                                                  \
        name, CUCORE_OP_FLOAT, 0,                                                                                      \
        {                                                                                                              \
            0, number, NULL                                                                                            \
        }                                                                                                              \
    }
#define CUCORE_OP_BOOL_VALUE(name, yes)                                                                                \
    {                                                                                                                  \
        name, CUCORE_OP_BOOL, 0,                                                                                       \
        {                                                                                                              \
            yes, 0, NULL                                                                                               \
        }                                                                                                              \
    }
#define CUCORE_OP_STRING_VALUE(name, literal)                                                                          \
    {                                                                                                                  \
        name, CUCORE_OP_STRING, 0,                                                                                     \
        {                                                                                                              \
            sizeof(literal) - 1, 0, literal                                                                            \
        }                                                                                                              \
    }
#define CUCORE_OP_REQUIRED_VALUE(kind, name)                                                                           \
    {                                                                                                                  \
        name, CUCORE_OP_##kind, 1,                                                                                     \
        {                                                                                                              \
            0, 0, NULL                                                                                                 \
        }                                                                                                              \
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
#define CUCORE_OP(name, arrays, results, run)                                                                          \
    CUCORE_OP_WITH(name, arrays, results, CUCORE_OP_NO_VALUES, run, NULL, NULL)
#define CUCORE_OP_WITH(name, arrays, results, values, run, shape, backward)                                            \
    CUCORE_OP_DECLARE(name);                                                                                           \
    CUCORE__OP_TORCH(name)                                                                                             \
    CUCORE__OP_XLA(name)                                                                                               \
    CUCORE__OP_TVM_FFI(name)                                                                                           \
    static cucore_op_state name##_op_state = {{NULL, NULL}};                                                           \
    const cucore_op name##_op = {                                                                                      \
        #name,                                                                                                         \
        arrays,                                                                                                        \
        (int)(sizeof arrays / sizeof arrays[0]),                                                                       \
        results,                                                                                                       \
        values,                                                                                                        \
        run,                                                                                                           \
        shape,                                                                                                         \
        backward,                                                                                                      \
        {CUCORE__OP_TORCH_ENTRIES(name), CUCORE__OP_XLA_ENTRIES(name), CUCORE__OP_TVM_FFI_ENTRY(name)},                \
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
#define CUCORE__OP_TORCH(name)                                                                                         \
    static void name##_op_torch(uint64_t *cucore__stack, uint64_t cucore__arguments, uint64_t cucore__results)         \
    {                                                                                                                  \
        cucore__op_enter_torch(&name##_op, cucore__stack, cucore__arguments, cucore__results, 0);                      \
    }                                                                                                                  \
    static void name##_op_torch_meta(uint64_t *cucore__stack, uint64_t cucore__arguments, uint64_t cucore__results)    \
    {                                                                                                                  \
        cucore__op_enter_torch(&name##_op, cucore__stack, cucore__arguments, cucore__results, 1);                      \
    }
#define CUCORE__OP_TORCH_ENTRIES(name) name##_op_torch, name##_op_torch_meta
#endif
#if defined(CUCORE_OP_NO_XLA)
#define CUCORE__OP_XLA(name)
#define CUCORE__OP_XLA_ENTRIES(name) NULL, NULL
#else
#define CUCORE__OP_XLA(name)                                                                                           \
    static void *name##_op_xla_cpu(void *cucore__frame)                                                                \
    {                                                                                                                  \
        return cucore__op_enter_xla(&name##_op, cucore__frame, 0);                                                     \
    }                                                                                                                  \
    static void *name##_op_xla_cuda(void *cucore__frame)                                                               \
    {                                                                                                                  \
        return cucore__op_enter_xla(&name##_op, cucore__frame, 1);                                                     \
    }
#define CUCORE__OP_XLA_ENTRIES(name) name##_op_xla_cpu, name##_op_xla_cuda
#endif
#if defined(CUCORE_OP_NO_TVM_FFI)
#define CUCORE__OP_TVM_FFI(name)
#define CUCORE__OP_TVM_FFI_ENTRY(name) NULL
#else
#define CUCORE__OP_TVM_FFI(name)                                                                                       \
    CUCORE__OP_C CUCORE__OP_EXPORTED int __tvm_ffi_##name(void *self, const void *args, int32_t count, void *result);  \
    CUCORE__OP_C CUCORE__OP_EXPORTED int __tvm_ffi_##name(void *self, const void *args, int32_t count, void *result)   \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        return cucore__op_enter_tvm_ffi(&name##_op, args, count, result);                                              \
    }
#define CUCORE__OP_TVM_FFI_ENTRY(name) __tvm_ffi_##name
#endif

/* cucore_op_check - check the declaration of an operator
 *   -> OK | INVALID_ARGUMENT (NULL, a dtype, a shape pattern, a flag or a result that means nothing, a name that is
 *      there twice, too many arrays or values), with the names of operator and array | OUT_OF_MEMORY
 *   All entries do so at the first use.  Any thread; no driver call */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_op_check(const cucore_op *op);

/* cucore_op_extent - find the extent that a name in the shape patterns stands for
 *   name  in  as in cucore_arg.shape
 *   -> the extent | INVALID_ARGUMENT (no pattern has the name, or it is only in arrays that were left out) */
CUCORE_API CUCORE_NODISCARD int64_t cucore_op_extent(const cucore_op_call *call, const char *name);

/* cucore_op_set_result - set the dtype and the shape of a result, in the function `shape` of an operator
 *   result  in  0 is the first result
 *   If the caller has given memory for the result, its dtype and shape have to be these.
 *   -> OK | INVALID_ARGUMENT (NULL, result, ndim, a negative extent) | PROTOCOL, UNSUPPORTED (dtype) | OVERFLOW
 *      | WRONG_DTYPE, WRONG_SHAPE (memory of the caller; another one than the declaration has) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_op_set_result(cucore_op_call *call, int result, cucore_dtype dtype,
                                                               int ndim, const int64_t *shape);

/* cucore__op_enter_torch, _xla, _tvm_ffi - the functions behind the doors that CUCORE_OP makes.  Only these call them.
 *   The arguments are the ones of the framework.  Its own ways report failures */
#if !defined(CUCORE_OP_NO_TORCH)
CUCORE_API void cucore__op_enter_torch(const cucore_op *op, uint64_t *stack, uint64_t argument_count,
                                       uint64_t result_count, int meta);
#endif
#if !defined(CUCORE_OP_NO_XLA)
CUCORE_API void *cucore__op_enter_xla(const cucore_op *op, void *frame, int cuda);
#endif
#if !defined(CUCORE_OP_NO_TVM_FFI)
CUCORE_API int cucore__op_enter_tvm_ffi(const cucore_op *op, const void *args, int32_t count, void *result);
#endif
