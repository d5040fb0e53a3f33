/* cucore_op.h: declarations, calls and results of operators, through packed calls of tvm-ffi whose functions are faked here; and their
 * decoder.  The entries of torch and XLA have programs of their own. */
#define CUCORE_IMPLEMENTATION
#include "check.h"
#include "failing_c.h"
#include "in_child.h"
#include "cucore_op.h"

#include "../fake_driver/fake_cuda.h"

/* -- operators ----------------------------------------------------------------------------------------------------- */
static struct {
    int runs, device_id, caller, current, fails;
    CUstream stream;
    int64_t n, k;
    double a;
    char mode[16];
} seen;

static cucore_status note(cucore_op_call *call)
{
    CUcontext context = NULL;
    seen.runs++;
    seen.device_id = call->device_id;
    seen.caller = call->caller;
    seen.stream = call->stream;
    seen.current = CUCORE_DEVICE_NONE;
    if (call->device_id >= 0 && cucore_context_get_current(&context, &seen.current)) return cucore_last_error()->status;
    if (seen.fails == 1) return cucore_fail(CUCORE_WRONG_SHAPE, "x: the reason");
    if (seen.fails == 2) return CUCORE_WRONG_LAYOUT; /* without a text */
    if (seen.fails == 3) return (cucore_status)5;
    return CUCORE_OK;
}

static cucore_status scale_run(cucore_op_call *call)
{
    const float *x = (const float *)call->views[0].ptr;
    float *y = (float *)call->views[2].ptr;
    cucore_status status = note(call);
    seen.n = cucore_op_extent(call, "n");
    seen.a = call->values[0].f;
    seen.k = call->values[1].i;
    snprintf(seen.mode, sizeof seen.mode, "%.*s", (int)call->values[2].i, call->values[2].s);
    for (int64_t i = 0; i < seen.n && !status && call->device_id < 0; i++) y[i] = (float)seen.a * x[i];
    return status;
}

static const cucore_arg scale_arrays[] = {CUCORE_ARG("x", "float32 float64", "n", CUCORE_C_CONTIGUOUS),
                                          CUCORE_ARG("w", "=x", "n, 2", CUCORE_OPTIONAL),
                                          CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value scale_values[] = {CUCORE_OP_FLOAT_VALUE("a", 2.0), CUCORE_OP_INT_VALUE("k", 3),
                                               CUCORE_OP_STRING_VALUE("mode", "sum"), CUCORE_OP_BOOL_VALUE("b", 1)};
CUCORE_OP_WITH(scale, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), scale_run, NULL, NULL);

/* Two results: one from names and a value, one whose shape a function sets. */
static cucore_status parts_shape(cucore_op_call *call)
{
    const int64_t rows = call->views[0].layout.shape[0] * 2;
    if (rows == 14) return CUCORE_OK; /* it forgets the result */
    return cucore_op_set_result(call, 1, rows == 10 ? CUCORE_DTYPE_INT8 : CUCORE_DTYPE_INT32, 1, &rows);
}
static const cucore_arg parts_arrays[] = {CUCORE_ARG("x", NULL, "m, n", 0), CUCORE_ARG("top", "float32", "m, k, 2", 0),
                                          CUCORE_ARG("places", "int32", "*", CUCORE_NO_PARTIAL_OVERLAP)};
static const cucore_op_value parts_values[] = {CUCORE_OP_REQUIRED_VALUE(INT, "k")};
CUCORE_OP_WITH(parts, parts_arrays, 2, CUCORE_OP_VALUES(parts_values), note, parts_shape, NULL);

static const cucore_arg plain_arrays[] = {CUCORE_ARG("x", "float32", "n", 0), CUCORE_ARG("y", "=x", "=x", 0)};
CUCORE_OP(plain, plain_arrays, 1, note);

/* An extent that is a value. */
static const cucore_arg sized_arrays[] = {CUCORE_ARG("x", "float32", "k", 0), CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value sized_values[] = {CUCORE_OP_REQUIRED_VALUE(INT, "k")};
CUCORE_OP_WITH(sized, sized_arrays, 1, CUCORE_OP_VALUES(sized_values), note, NULL, NULL);

static const cucore_arg bump_arrays[] = {CUCORE_ARG("x", "float32", "n", CUCORE_WRITE)};
CUCORE_OP(bump, bump_arrays, 0, note);

/* -- tvm-ffi, faked (rules X25, X26) ------------------------------------------------------------------------------- */
/* More arrays than an entry has room for on its stack. */
static const cucore_arg six_arrays[] = {CUCORE_ARG("a", "float32", "n", 0), CUCORE_ARG("b", "float32", "n", 0),
                                        CUCORE_ARG("c", "float32", "n", 0), CUCORE_ARG("d", "float32", "n", 0),
                                        CUCORE_ARG("e", "float32", "n", 0), CUCORE_ARG("y", "float32", "n", 0)};
static cucore_status six_run(cucore_op_call *call)
{
    for (int i = 0; i < 5; i++) ((float *)call->views[5].ptr)[3] += ((const float *)call->views[i].ptr)[3];
    return note(call);
}
CUCORE_OP(six, six_arrays, 1, six_run);

static char kind[32], text[600];
static int released, wrong_memory;
static float memory[256];
typedef struct fake_tensor {
    cucore__tvm_tensor object;
    int64_t shape[4], strides[4];
} fake_tensor;
static fake_tensor made[4];
static int made_count;

static void tvm_fail(const char *k, const char *message)
{
    snprintf(kind, sizeof kind, "%s", k);
    snprintf(text, sizeof text, "%s", message);
}
static void *tvm_stream(int32_t device_type, int32_t device_id)
{
    return device_type == 2 ? (void *)(uintptr_t)(0x70 + device_id) : NULL;
}
static fake_tensor *tensor_make(fake_tensor *out, void *data, int ndim, const int64_t *shape)
{
    int64_t size = 1;
    memset(out, 0, sizeof *out);
    out->object.head.type_index = CUCORE__TVM_TENSOR;
    out->object.tensor.data = data;
    out->object.tensor.device.device_type = kDLCPU;
    out->object.tensor.dtype.code = kDLFloat;
    out->object.tensor.dtype.bits = 32;
    out->object.tensor.dtype.lanes = 1;
    out->object.tensor.ndim = ndim;
    out->object.tensor.shape = out->shape;
    out->object.tensor.strides = out->strides;
    for (int i = ndim; i-- > 0; size *= shape[i]) out->shape[i] = shape[i], out->strides[i] = size;
    return out;
}
static int tvm_allocate(DLTensor *prototype, void **out)
{
    fake_tensor *tensor = tensor_make(&made[made_count], memory + 64 * made_count, prototype->ndim, prototype->shape);
    if (wrong_memory == 2) return -1;
    tensor->object.tensor.dtype = prototype->dtype;
    tensor->object.tensor.device = prototype->device;
    if (wrong_memory == 1) tensor->shape[0]++;
    if (wrong_memory == 3) tensor->object.tensor.dtype.bits = 64;
    made_count++;
    *out = tensor;
    return 0;
}
static DLManagedTensorVersioned *taken;
static int tvm_from_dlpack(DLManagedTensorVersioned *from, int32_t alignment, int32_t contiguous, void **out)
{
    (void)alignment, (void)contiguous;
    if (wrong_memory) return -1;
    taken = from;
    *out = &made[0];
    return 0;
}
static int tvm_release(void *object)
{
    released += object != NULL;
    return 0;
}
static int tvm_find(const cucore__tvm_bytes *name, void **out)
{
    *out = name->size == 9 && !memcmp(name->data, "ffi.Array", 9) ? memory : NULL;
    return 0;
}
static int tvm_call(void *function, cucore__tvm_any *args, int32_t count, cucore__tvm_any *result)
{
    CHECK(function == memory && args[0].type_index == CUCORE__TVM_TENSOR);
    result->type_index = 71;
    result->value.i = count;
    return 0;
}
static void tvm_is_there(int yes)
{
    const cucore__tvm_functions functions = {tvm_fail,    tvm_stream, tvm_allocate, tvm_from_dlpack,
                                             tvm_release, tvm_find,   tvm_call};
    cucore__tvm = functions;
    cucore__tvm_found = yes;
}

static cucore__tvm_any of_tensor(fake_tensor *tensor)
{
    cucore__tvm_any any = {CUCORE__TVM_TENSOR, 0, {0}};
    any.value.pointer = tensor;
    return any;
}
static cucore__tvm_any of_int(int type, int64_t number)
{
    cucore__tvm_any any = {0, 0, {0}};
    any.type_index = type;
    any.value.i = number;
    return any;
}
static cucore__tvm_any of_float(double number)
{
    cucore__tvm_any any = {CUCORE__TVM_FLOAT, 0, {0}};
    any.value.f = number;
    return any;
}

/* A call of an operator; the result is None unless it is set. */
static cucore__tvm_any result;
static int call(const cucore_op *op, const cucore__tvm_any *args, int count)
{
    memset(&result, 0, sizeof result);
    kind[0] = text[0] = '\0';
    made_count = released = 0;
    return op->entries.tvm_ffi(NULL, args, count, &result);
}

/* -- declarations -------------------------------------------------------------------------------------------------- */
TEST(test_declarations)
{
    static const cucore_arg x[] = {CUCORE_ARG("x", "float32", "n", 0), CUCORE_ARG("y", "=x", "=x", 0)};
    static const cucore_arg no_name[] = {CUCORE_ARG(NULL, "float32", "n", 0)};
    static const cucore_arg twice[] = {CUCORE_ARG("x", "float32", "n", 0), CUCORE_ARG("x", "float32", "n", 0)};
    static const cucore_arg dtype[] = {CUCORE_ARG("x", "float33", "n", 0)};
    static const cucore_arg earlier[] = {CUCORE_ARG("x", "=y", "n", 0), CUCORE_ARG("y", "float32", "n", 0)};
    static const cucore_arg pattern[] = {CUCORE_ARG("x", "float32", "n,,m", 0)};
    static const cucore_arg shape[] = {CUCORE_ARG("x", "float32", "=z", 0)};
    static const cucore_arg axes[] = {CUCORE_ARG("x", "float32", "a,b,c,d,e,f,g,h,i", 0)};
    static const cucore_arg flag[] = {CUCORE_ARG("x", "float32", "n", FREE_FLAGS)};
    static const cucore_arg open[] = {CUCORE_ARG("x", "float32", "n", 0), CUCORE_ARG("y", "float32", "m", 0)};
    static const cucore_arg many[] = {CUCORE_ARG("x", "float32", "n", 0), CUCORE_ARG("y", "float32 float64", "n", 0)};
    static const cucore_arg optional[] = {CUCORE_ARG("x", "float32", "n", 0),
                                          CUCORE_ARG("y", "=x", "=x", CUCORE_OPTIONAL)};
    static const cucore_op_value no_kind[] = {{"k", 9, 0, {0, 0, NULL}}};
    static const cucore_op_value unnamed[] = {{NULL, CUCORE_OP_INT, 0, {0, 0, NULL}}};
    static const cucore_op_value as_array[] = {CUCORE_OP_INT_VALUE("x", 1)};
    static const struct {
        const char *name;
        const cucore_arg *arrays;
        int count, results;
        const cucore_op_value *values;
        int value_count;
        cucore_op_function run;
        const char *words;
    } rows[] = {
        {"sound", x, 2, 1, NULL, 0, note, NULL},
        {"no run", x, 2, 1, NULL, 0, NULL, "op: run is NULL"},
        {"no arrays", NULL, 2, 1, NULL, 0, note, "op: arrays is NULL"},
        {"no values", x, 2, 1, NULL, 1, note, "op: values is NULL"},
        {"many arrays", x, 17, 1, NULL, 0, note, "op: 17 arrays and 0 values; the most that there can be are 16"},
        {"more results", x, 2, 3, NULL, 0, note, "op: 3 results of 2 arrays"},
        {"no name", no_name, 1, 0, NULL, 0, note, "op: arrays[0] has no name"},
        {"a name twice", twice, 2, 0, NULL, 0, note, "op: the name 'x' is there twice"},
        {"a dtype", dtype, 1, 0, NULL, 0, note, "op: x: 'float33' in the list of dtypes"},
        {"a later array", earlier, 2, 0, NULL, 0, note, "op: x: '=y' in the list of dtypes \"=y\""},
        {"a pattern", pattern, 1, 0, NULL, 0, note, "op: x: '' in the shape pattern \"n,,m\" means nothing"},
        {"a shape of none", shape, 1, 0, NULL, 0, note, "op: x: '=z' in the shape pattern"},
        {"many axes", axes, 1, 0, NULL, 0, note, "op: x: the shape pattern \"a,b,c,d,e,f,g,h,i\" has more"},
        {"a flag", flag, 1, 0, NULL, 0, note, "op: x: the flags 0x"},
        {"an open shape", open, 2, 1, NULL, 0, note, "op: y: the dtypes \"float32\" and the shape \"m\""},
        {"open dtypes", many, 2, 1, NULL, 0, note, "op: y: the dtypes \"float32 float64\""},
        {"an optional result", optional, 2, 1, NULL, 0, note, "op: y: a result is not optional"},
        {"a kind", x, 2, 1, no_kind, 1, note, "op: k: 9 is no kind of a value"},
        {"a value without a name", x, 2, 1, unnamed, 1, note, "op: values[0] has no name"},
        {"a value as an array", x, 2, 1, as_array, 1, note, "op: the name 'x' is there twice"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cucore_op_state state = {{NULL, NULL}};
        cucore_op op = scale_op;
        check_row(rows[i].name);
        op.name = "op";
        op.arrays = rows[i].arrays;
        op.array_count = rows[i].count;
        op.result_count = rows[i].results;
        op.values = rows[i].values;
        op.value_count = rows[i].value_count;
        op.run = rows[i].run;
        op.state = &state;
        CHECK_INT(cucore_op_check(&op), rows[i].words ? CUCORE_INVALID_ARGUMENT : CUCORE_OK);
        if (rows[i].words) CHECK_HAS(cucore_last_error()->message, rows[i].words);
        free(state.private_[0]);
    }
    check_row("NULL");
    CHECK_INT(cucore_op_check(NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_op_extent(NULL, "n"), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_op_set_result(NULL, 0, CUCORE_DTYPE_INT32, 0, NULL), CUCORE_INVALID_ARGUMENT);
}

/* -- calls --------------------------------------------------------------------------------------------------------- */
static void call_scale(cucore__tvm_any *args, int count, const char *wanted_kind, const char *words)
{
    const int before = seen.runs;
    const int failed = call(&scale_op, args, count);
    CHECK_INT(failed, words ? -1 : 0);
    CHECK_INT(seen.runs - before, words ? 0 : 1);
    CHECK_STR(kind, words ? wanted_kind : "");
    if (words) CHECK_HAS(text, words);
    if (words) CHECK_HAS(text, "scale: ");
}

TEST(test_calls)
{
    static float x[8] = {1, 2, 3, 4}, w[8], y[8];
    static const int64_t four[1] = {4}, three[1] = {3}, four_two[2] = {4, 2};
    const char *long_text = "a text of more than seven bytes";
    fake_tensor X, W, Y, Z;
    cucore__tvm_string string = {{0, CUCORE__TVM_STR, 0, {0}}, {"mean", 4}};
    cucore__tvm_any args[8], none = {0, 0, {0}}, small = {CUCORE__TVM_SMALL_STR, 3, {0}};
    cucore__op_plan *plan, kept;
    int way, i;
    memcpy(small.value.bytes, "max", 4);
    CHECK_INT(cucore_op_check(&scale_op), 0);
    plan = (cucore__op_plan *)scale_op.state->private_[0];
    kept = *plan;
    for (way = 0; way < 2; way++) { /* 1: by the general checks only */
        for (i = 0; i < CUCORE_OP_MAX_ARRAYS && way; i++) plan->arrays[i].devices = 0;
        if (way) kept.known = plan->known, plan->is_quick = 0, plan->known = NULL;
#define ROW(name) check_row(way == 0 ? name : name ", general")
#define FRESH()                                                                                                        \
    args[0] = of_tensor(tensor_make(&X, x, 1, four)), args[1] = args[2] = args[3] = args[4] = args[5] = none,          \
    args[6] = of_tensor(tensor_make(&Y, y, 1, four))
        ROW("all given"), FRESH();
        args[1] = of_tensor(tensor_make(&W, w, 2, four_two));
        args[2] = of_float(3), args[3] = of_int(CUCORE__TVM_INT, -7), args[4] = small;
        args[5] = of_int(CUCORE__TVM_BOOL, 0);
        call_scale(args, 7, NULL, NULL);
        CHECK(y[3] == 12 && seen.n == 4 && seen.a == 3 && seen.k == -7 && !strcmp(seen.mode, "max"));
        CHECK_INT(seen.caller, CUCORE_OP_FROM_TVM_FFI);
        CHECK_INT(seen.device_id, CUCORE_DEVICE_NONE);
        CHECK(seen.stream == CUCORE_STREAM_HOST && result.type_index == CUCORE__TVM_NONE);
        ROW("defaults"), FRESH();
        call_scale(args, 7, NULL, NULL);
        CHECK(y[3] == 8 && seen.a == 2 && seen.k == 3 && !strcmp(seen.mode, "sum"));
        ROW("a DLTensor *, without strides"), FRESH();
        args[0].type_index = CUCORE__TVM_DLTENSOR_PTR, args[0].value.pointer = &X.object.tensor;
        X.object.tensor.strides = NULL, X.object.tensor.byte_offset = 0;
        call_scale(args, 7, NULL, NULL);
        ROW("a byte_offset"), FRESH();
        X.object.tensor.data = (void *)((uintptr_t)x - 8), X.object.tensor.byte_offset = 8;
        call_scale(args, 7, NULL, NULL);
        ROW("an int as a float"), FRESH();
        args[2] = of_int(CUCORE__TVM_INT, 5);
        call_scale(args, 7, NULL, NULL);
        CHECK(seen.a == 5);
        ROW("strings"), FRESH();
        args[4].type_index = CUCORE__TVM_RAW_STR, args[4].value.pointer = (void *)(uintptr_t)long_text;
        call_scale(args, 7, NULL, NULL);
        CHECK_STR(seen.mode, "a text of more ");
        args[4].type_index = CUCORE__TVM_STR, args[4].value.pointer = &string;
        call_scale(args, 7, NULL, NULL);
        CHECK_STR(seen.mode, "mean");
        ROW("allocated"), FRESH();
        call_scale(args, 1, NULL, NULL);
        CHECK(result.type_index == CUCORE__TVM_TENSOR && result.value.pointer == &made[0] && memory[3] == 8);
        CHECK_INT(released, 0);
        ROW("no elements, no memory"), FRESH();
        X.shape[0] = Y.shape[0] = 0, X.object.tensor.data = Y.object.tensor.data = NULL;
        call_scale(args, 7, NULL, NULL);
        CHECK_INT(seen.n, 0);

        ROW("too many"),
            call_scale(args, 8, "TypeError", "expected at most 7 values (2 arrays, 4 numbers, 1 results), got 8");
        ROW("a negative count"), call_scale(args, -1, "TypeError", "got -1");
        ROW("no list"), call_scale(NULL, 3, "TypeError", "got 3");
        ROW("missing"), call_scale(args, 0, "TypeError", "scale: x: missing");
        ROW("an int"), FRESH(), args[0] = of_int(CUCORE__TVM_INT, 3);
        call_scale(args, 7, "TypeError", "scale: x: expected a tensor, got the int 3");
        ROW("None"), FRESH(), args[0] = none;
        call_scale(args, 7, "TypeError", "scale: x: expected a tensor, got None");
        ROW("a tensor that is NULL"), FRESH(), args[0] = of_tensor(NULL);
        call_scale(args, 7, "TypeError", "scale: x: expected a tensor, got a tensor that is NULL");
        ROW("an unknown type"), FRESH(), args[0] = of_int(1234, 0);
        call_scale(args, 7, "TypeError",
                   "scale: x: expected a tensor, got a value with the type index 1234 of tvm-ffi");
        ROW("dtype"), FRESH(), X.object.tensor.dtype.code = kDLInt;
        call_scale(args, 7, "TypeError", "scale: x: expected dtype float32 or float64, got int32");
        ROW("an unknown dtype"), FRESH(), X.object.tensor.dtype.code = 77;
        call_scale(args, 7, "BufferError", "scale: x: dtype.code is 77");
        ROW("bits"), FRESH(), X.object.tensor.dtype.bits = 33;
        call_scale(args, 7, "BufferError", "33");
        ROW("lanes"), FRESH(), X.object.tensor.dtype.lanes = 4;
        call_scale(args, 7, "TypeError", "float32x4");
        ROW("ndim"), FRESH(), X.object.tensor.ndim = -1;
        call_scale(args, 7, "ValueError", "scale: x: ndim is -1");
        ROW("many axes"), FRESH(), X.object.tensor.ndim = 1000;
        call_scale(args, 7, "ValueError", "scale: x: ndim is 1000");
        ROW("no shape"), FRESH(), X.object.tensor.shape = NULL;
        call_scale(args, 7, "BufferError", "scale: x: shape is NULL, but ndim is 1");
        ROW("a negative extent"), FRESH(), X.shape[0] = -4;
        call_scale(args, 7, "ValueError", "scale: x: shape[0] is -4");
        ROW("an extent too large"), FRESH(), X.shape[0] = INT64_MAX;
        call_scale(args, 7, "BufferError", "scale: x: ");
        ROW("NULL with elements"), FRESH(), X.object.tensor.data = NULL;
        call_scale(args, 7, "BufferError", "scale: x: the data pointer is NULL");
        ROW("strides"), FRESH(), X.strides[0] = 2;
        call_scale(args, 7, "ValueError", "scale: x: expected a C-order contiguous array, got strides (2,)");
        ROW("alignment"), FRESH(), X.object.tensor.data = (char *)x + 1;
        call_scale(args, 7, "ValueError", "scale: x: expected memory aligned to 4 bytes");
        ROW("another device"), FRESH(), X.object.tensor.device.device_type = kDLMetal;
        call_scale(args, 7, "BufferError", "scale: x: the array is on a device of type 8 (metal)");
        ROW("a name"), FRESH(), args[1] = of_tensor(tensor_make(&W, w, 1, four));
        call_scale(args, 7, "ValueError", "scale: w: expected shape (n, 2)");
        ROW("the shape of x"), FRESH(), args[6] = of_tensor(tensor_make(&Z, y, 1, three));
        call_scale(args, 7, "ValueError", "scale: y: expected shape (4,) as in x, got (3,)");
        ROW("overlap"), FRESH(), Y.object.tensor.data = x;
        call_scale(args, 7, "ValueError", "scale: y: shares memory with x");
        ROW("a float as an int"), FRESH(), args[3] = of_float(1.5);
        call_scale(args, 7, "TypeError", "scale: k: expected an int, got the float 1.5");
        ROW("an int as a bool"), FRESH(), args[5] = of_int(CUCORE__TVM_INT, 1);
        call_scale(args, 7, "TypeError", "scale: b: expected a bool, got the int 1");
        ROW("no string"), FRESH(), args[4] = of_float(1);
        call_scale(args, 7, "TypeError", "scale: mode: expected a string, got the float 1");
        ROW("a string of 99 bytes"), FRESH(), args[4] = small, args[4].small_length = 99;
        call_scale(args, 7, "TypeError", "scale: mode: expected a string");
        ROW("a string without text"), FRESH(), args[4] = of_int(CUCORE__TVM_RAW_STR, 0);
        call_scale(args, 7, "TypeError", "scale: mode: expected a string");
        for (wrong_memory = 1; wrong_memory < 4; wrong_memory++) {
            const int before = seen.runs;
            ROW("memory of another shape or dtype, or none"), FRESH();
            CHECK_INT(call(&scale_op, args, 1), -1);
            CHECK_INT(seen.runs, before);
            CHECK_INT(released, wrong_memory == 2 ? 0 : 1);
            CHECK_HAS(wrong_memory == 2 ? "scale: y: the allocator" : text, "scale: y: the allocator");
        }
        wrong_memory = 0;
    }
    *plan = kept;
#undef ROW
#undef FRESH
}

/* A call that was checked is remembered; one that differs from it in one thing is decoded: what the function gets is right, or the
 * refusal is that of a first call. */
TEST(test_calls_again)
{
    static float x[64], w[128], y[64];
    static const int64_t four[1] = {4}, pairs[2] = {4, 2};
    fake_tensor X, W, Y, wide;
    cucore__tvm_any args[7];
    int64_t n;
    int round;
    cucore__op_plan *plan;
    cucore__op_known *known, *next;
    CHECK_INT(cucore_op_check(&scale_op), 0);
    plan = (cucore__op_plan *)scale_op.state->private_[0];
    for (known = (cucore__op_known *)plan->known; known; known = next) { /* those of other tests */
        next = known->next;
        free(known);
    }
    plan->known = NULL;
    memset(args, 0, sizeof args);
    for (round = 0; round < 3; round++) {
        args[0] = of_tensor(tensor_make(&X, x, 1, four)), args[6] = of_tensor(tensor_make(&Y, y, 1, four));
        for (n = 0; n < 3 && !round; n++) {
            check_row("remembered once, also without the array that is left out");
            CHECK_INT(call(&scale_op, args, 7), 0);
            CHECK_INT(((cucore__op_known *)plan->known)->count, 1);
            CHECK(seen.stream == CUCORE_STREAM_HOST);
        }
#define AGAIN(name, change, words, back)                                                                               \
    check_row(name);                                                                                                   \
    CHECK_INT(call(&scale_op, args, 7), 0);                                                                            \
    change;                                                                                                            \
    if (words[0]) {                                                                                                    \
        CHECK_INT(call(&scale_op, args, 7), -1);                                                                       \
        CHECK_HAS(text, words);                                                                                        \
    } else {                                                                                                           \
        CHECK_INT(call(&scale_op, args, 7), 0);                                                                        \
    }                                                                                                                  \
    back
        AGAIN("an int for what was left out", args[1] = of_int(CUCORE__TVM_INT, 5), "scale: w: expected a tensor, got",
              args[1].type_index = CUCORE__TVM_NONE);
        AGAIN("an array for what was left out", args[1] = of_tensor(tensor_make(&W, w, 2, pairs)), "", );
        AGAIN("left out again", args[1].type_index = CUCORE__TVM_NONE, "", );
        AGAIN("a required one left out", args[0].type_index = CUCORE__TVM_NONE, "scale: x: expected a tensor, got None",
              args[0] = of_tensor(&X));
        AGAIN("a result that is another thing", args[6] = of_int(CUCORE__TVM_INT, 5),
              "scale: y: expected a tensor, got", args[6] = of_tensor(&Y));
        AGAIN("overlap", Y.object.tensor.data = x + 2, "scale: y: shares memory with x", Y.object.tensor.data = y);
        AGAIN("the same memory", Y.object.tensor.data = x, "scale: y: shares memory with x", Y.object.tensor.data = y);
        AGAIN("NULL", X.object.tensor.data = NULL, "scale: x: ", X.object.tensor.data = x);
        AGAIN("not aligned", X.object.tensor.data = (char *)x + 2, "scale: x: ", X.object.tensor.data = x);
        AGAIN("end of the address space", X.object.tensor.data = (void *)(UINTPTR_MAX - 7),
              "scale: x: ", X.object.tensor.data = x);
        AGAIN("another dtype", X.object.tensor.dtype.bits = 16, "scale: x: expected dtype",
              X.object.tensor.dtype.bits = 32);
        AGAIN("lanes", X.object.tensor.dtype.lanes = 2, "scale: x: ", X.object.tensor.dtype.lanes = 1);
        AGAIN("another extent", X.shape[0] = 5, "scale: y: expected shape", X.shape[0] = 4);
        AGAIN("more axes", X.object.tensor.ndim = 2, "scale: x: ", X.object.tensor.ndim = 1);
        AGAIN("no shape", X.object.tensor.shape = NULL, "scale: x: ", X.object.tensor.shape = X.shape);
        AGAIN("another device", X.object.tensor.device.device_type = kDLMetal,
              "scale: x: ", X.object.tensor.device.device_type = kDLCPU);
        AGAIN("strides left out", X.object.tensor.strides = NULL, "", X.object.tensor.strides = X.strides);
        AGAIN("another step", X.strides[0] = 2, "scale: x: ", X.strides[0] = 1);
        x[0] = 1, x[2] = 3;
        AGAIN("an offset", X.object.tensor.byte_offset = 8, "", X.object.tensor.byte_offset = 0);
        CHECK(y[0] == 6);
        check_row("results that are allocated");
        CHECK_INT(call(&scale_op, args, 1), 0);
        CHECK_INT(call(&scale_op, args, 1), 0);
        CHECK(result.type_index == CUCORE__TVM_TENSOR && made[0].shape[0] == 4 && memory[0] == 2 && memory[2] == 6);
        check_row("more shapes than are kept");
        for (n = 1; n < 24; n++) {
            args[0] = of_tensor(tensor_make(&wide, x, 1, &n)), args[6] = of_tensor(tensor_make(&Y, y, 1, &n));
            CHECK_INT(call(&scale_op, args, 7), 0);
            CHECK_INT(seen.n, n);
        }
    }
#undef AGAIN
    CHECK_INT(((cucore__op_known *)plan->known)->count, CUCORE__OP_MOST);
}

/* What else a call depends on: an extent that is a value, and the caller, whose views differ. */
TEST(test_calls_that_only_look_alike)
{
    static float x[4], y[4];
    static const int64_t four[1] = {4};
    fake_tensor X, Y;
    cucore__tvm_any args[3];
    cucore__op_known *known;
    args[0] = of_tensor(tensor_make(&X, x, 1, four)), args[2] = of_tensor(tensor_make(&Y, y, 1, four));
    for (int round = 0; round < 3; round++) {
        check_row("another value");
        args[1] = of_int(CUCORE__TVM_INT, 4);
        CHECK_INT(call(&sized_op, args, 3), 0);
        args[1] = of_int(CUCORE__TVM_INT, 5);
        CHECK_INT(call(&sized_op, args, 3), -1);
        CHECK_HAS(text, "sized: x: expected shape (k) with k = 5 as in k, got (4,)");
        check_row("another caller");
        args[1] = of_tensor(&Y);
        CHECK_INT(call(&plain_op, args, 2), 0);
        known = (cucore__op_known *)((cucore__op_plan *)plain_op.state->private_[0])->known;
        CHECK_INT(known->count, round + 1);
        known->caller = CUCORE_OP_FROM_XLA;
    }
}

TEST(test_more_arrays_than_the_stack_has_room_for)
{
    static float x[4] = {1, 2, 3, 4}, y[4];
    static const int64_t four[1] = {4};
    const int before = seen.runs;
    fake_tensor tensors[6];
    cucore__tvm_any args[6];
    for (int i = 0; i < 6; i++) args[i] = of_tensor(tensor_make(&tensors[i], i < 5 ? x : y, 1, four));
    CHECK_INT(cucore_op_check(&six_op), 0);
    failing_c_malloc.fail_in = 1;
    CHECK_INT(call(&six_op, args, 6), -1);
    CHECK_STR(kind, "MemoryError");
    CHECK_HAS(text, "six: out of memory");
    CHECK_INT(seen.runs, before);
    CHECK_INT(call(&six_op, args, 6), 0);
    CHECK(y[3] == 20 && seen.runs == before + 1);
}

TEST(test_failures_of_the_function)
{
    static const char *const words[] = {"bump: x: the reason", "bump: the strides are not those",
                                        "bump: the function returned 5"};
    static float x[8];
    static const int64_t four[1] = {4};
    fake_tensor X;
    const cucore__tvm_any args[1] = {of_tensor(tensor_make(&X, x, 1, four))};
    for (seen.fails = 1; seen.fails < 4; seen.fails++) {
        (void)cucore_fail(CUCORE_WRONG_LAYOUT, "an older failure"); /* is not the reason */
        CHECK_INT(call(&bump_op, args, 1), -1);
        CHECK_HAS(text, words[seen.fails - 1]);
    }
    seen.fails = 0;
    CHECK_INT(call(&bump_op, args, 1), 0);
}

TEST(test_results)
{
    static float x[64];
    static const int64_t shape[2] = {3, 4};
    fake_tensor X;
    cucore__tvm_any args[4];
    cucore_op_state *state = parts_op.state;
    args[0] = of_tensor(tensor_make(&X, x, 2, shape));
    args[1] = of_int(CUCORE__TVM_INT, 5);
    args[2].type_index = args[3].type_index = CUCORE__TVM_NONE;
    check_row("by names, a value, a function");
    CHECK_INT(call(&parts_op, args, 2), 0);
    CHECK(made[0].object.tensor.ndim == 3 && made[0].shape[0] == 3 && made[0].shape[1] == 5 && made[0].shape[2] == 2);
    CHECK(made[1].object.tensor.ndim == 1 && made[1].shape[0] == 6 && made[1].object.tensor.dtype.code == kDLInt);
    CHECK(result.type_index == 71 && result.value.i == 2); /* an ffi.Array, which has references of its own */
    CHECK_INT(released, 3);
    check_row("given");
    args[2] = of_tensor(&made[0]), args[3] = of_tensor(&made[1]);
    CHECK_INT(call(&parts_op, args, 4), 0);
    CHECK_INT(made_count, 0);
    check_row("given, of another shape than the function sets");
    made[1].shape[0] = 7;
    CHECK_INT(call(&parts_op, args, 4), -1);
    CHECK_STR(text, "parts: places: expected shape (6,), got (7,)");
    check_row("given, of another extent than the value");
    made[1].shape[0] = 6, args[1].value.i = 4;
    CHECK_INT(call(&parts_op, args, 4), -1);
    CHECK_HAS(text, "parts: top: expected shape (m, k, 2) with k = 4 as in k, got (3, 5, 2)");
    check_row("one of two given");
    args[1].value.i = 5, args[3].type_index = CUCORE__TVM_NONE;
    CHECK_INT(call(&parts_op, args, 4), -1);
    CHECK_HAS(text, "parts: places: expected a tensor, got None");
    check_row("a negative value");
    args[1].value.i = -2;
    CHECK_INT(call(&parts_op, args, 2), -1);
    CHECK_STR(text, "parts: k is -2; an extent must be 0 or more");
    check_row("a required value");
    CHECK_INT(call(&parts_op, args, 1), -1);
    CHECK_STR(text, "parts: k: missing");
    check_row("a result that is too large");
    args[1].value.i = INT64_MAX / 4;
    CHECK_INT(call(&parts_op, args, 2), -1);
    CHECK_STR(kind, "BufferError");
    check_row("a dtype that the declaration does not have");
    args[1].value.i = 5, X.shape[0] = 5;
    CHECK_INT(call(&parts_op, args, 2), -1);
    CHECK_STR(text, "parts: places: expected dtype int32, got int8");
    check_row("a function that forgets a result");
    X.shape[0] = 7;
    CHECK_INT(call(&parts_op, args, 2), -1);
    CHECK_STR(text, "parts: places: the function `shape` has not set this result");
    CHECK(state == parts_op.state && state->private_[0]);
}

TEST(test_devices)
{
    cucore_array_spec spec;
    cucore_view views[2];
    static const int64_t four[1] = {4};
    fake_tensor X, Y;
    cucore__tvm_any args[7];
    const int64_t count = cucore_device_count();
    CHECK(count >= 2);
    memset(args, 0, sizeof args);
    for (int device = 0; device < 2 && device < count; device++) {
        memset(&spec, 0, sizeof spec);
        spec.dtype = CUCORE_DTYPE_FLOAT32;
        spec.ndim = 1;
        spec.shape = four;
        spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
        spec.device_id = device;
        CHECK_INT(cucore_view_allocate(&spec, NULL, CUCORE_STREAM_LEGACY, &views[0]), 0);
        CHECK_INT(cucore_view_allocate(&spec, NULL, CUCORE_STREAM_LEGACY, &views[1]), 0);
        args[0] = of_tensor(tensor_make(&X, views[0].ptr, 1, four));
        args[6] = of_tensor(tensor_make(&Y, views[1].ptr, 1, four));
        X.object.tensor.device.device_type = Y.object.tensor.device.device_type = kDLCUDA;
        X.object.tensor.device.device_id = Y.object.tensor.device.device_id = device;
        check_row(device ? "device 1" : "device 0");
        CHECK_INT(cucore_device_set_current(1 - device), 0);
        CHECK_INT(call(&scale_op, args, 7), 0);
        CHECK_INT(seen.device_id, device);
        CHECK_INT(seen.current, device);
        CHECK(seen.stream == (CUstream)(uintptr_t)(0x70 + device));
        check_row("two places");
        Y.object.tensor.device.device_type = kDLCPU, Y.object.tensor.device.device_id = 0;
        Y.object.tensor.data = memory;
        CHECK_INT(call(&scale_op, args, 7), -1);
        CHECK_HAS(text, "scale: y: expected an array on cuda:");
        cucore_view_release(&views[0]);
        cucore_view_release(&views[1]);
    }
    CHECK_INT(cucore_device_set_current(0), 0);
}

/* Arrays of the CPU as before; a call with device memory needs the driver, and the function of the operator is not called. */
static fake_tensor forked[2];
static void child_of_fork(void)
{
    static float x[4] = {1, 2, 3, 4}, y[4];
    static const int64_t four[1] = {4};
    fake_tensor X, Y;
    cucore__tvm_any args[7];
    cucore_view view;
    const int before = seen.runs;
    memset(args, 0, sizeof args);
    CHECK_INT(cucore_op_check(&scale_op), 0);
    args[0] = of_tensor(tensor_make(&X, x, 1, four)), args[6] = of_tensor(tensor_make(&Y, y, 1, four));
    CHECK_INT(cucore_view_from_tvm_ffi(&args[0], NULL, &view), 0);
    CHECK_INT(call(&scale_op, args, 7), 0);
    CHECK(y[3] == 8 && seen.runs == before + 1);
    args[0] = of_tensor(&forked[0]), args[6] = of_tensor(&forked[1]);
    CHECK_INT(call(&scale_op, args, 7), -1);
    CHECK_HAS(text, "forked");
    CHECK_INT(seen.runs, before + 1);
}

TEST(test_B88_fork)
{
    cucore_array_spec spec;
    cucore_view views[2];
    static const int64_t four[1] = {4};
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.ndim = 1;
    spec.shape = four;
    spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    for (int i = 0; i < 2; i++) {
        CHECK_INT(cucore_view_allocate(&spec, NULL, CUCORE_STREAM_LEGACY, &views[i]), 0);
        tensor_make(&forked[i], views[i].ptr, 1, four)->object.tensor.device.device_type = kDLCUDA;
    }
    in_child(child_of_fork);
    cucore_view_release(&views[0]);
    cucore_view_release(&views[1]);
}

/* -- the decoder --------------------------------------------------------------------------------------------------- */
TEST(test_decoder)
{
    static const cucore_arg optional = CUCORE_ARG("x", "float32", "n", CUCORE_OPTIONAL);
    static const int64_t four[1] = {4};
    fake_tensor X;
    cucore__tvm_any any = of_tensor(tensor_make(&X, memory, 1, four)), none = {0, 0, {0}};
    cucore_view view;
    CHECK_INT(cucore_view_from_tvm_ffi(&any, &optional, &view), 0);
    CHECK(view.ptr == memory && view.layout.shape[0] == 4 && !view.readonly);
    CHECK_INT(cucore_view_from_tvm_ffi(&none, &optional, &view), 0);
    CHECK_INT(view.dtype.lanes, 0);
    CHECK_INT(cucore_view_from_tvm_ffi(NULL, &optional, &view), 0);
    CHECK_INT(cucore_view_from_tvm_ffi(NULL, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_from_tvm_ffi(&any, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_from_tvm_ffi(&none, NULL, &view), CUCORE_WRONG_DTYPE);
    any.type_index = 99;
    REFUSED(cucore_view_from_tvm_ffi(&any, &optional, &view), CUCORE_WRONG_DTYPE,
            "x: expected a tensor, got a value with the type index 99");
}

TEST(test_back)
{
    static const int64_t four[1] = {4};
    cucore_array_spec spec;
    cucore_view view;
    cucore__tvm_any any;
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.ndim = 1;
    spec.shape = four;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    for (wrong_memory = 0; wrong_memory < 2; wrong_memory++) {
        CHECK_INT(cucore_view_allocate(&spec, NULL, NULL, &view), 0);
        CHECK_INT(cucore_view_to_tvm_ffi(&view, &any), wrong_memory ? CUCORE_FOREIGN : CUCORE_OK);
        CHECK_INT(any.type_index, wrong_memory ? CUCORE__TVM_NONE : CUCORE__TVM_TENSOR);
        CHECK(!view.private_.owner);
    }
    wrong_memory = 0;
    taken->deleter(taken);
    CHECK_INT(cucore_view_allocate(&spec, NULL, NULL, &view), 0);
    CHECK_INT(cucore_view_to_tvm_ffi(&view, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK(!view.private_.owner);
}

TEST(test_without_tvm_ffi)
{
    cucore_view view;
    cucore__tvm_any any;
    memset(&view, 0, sizeof view);
    tvm_is_there(0);
    CHECK_INT(call(&scale_op, NULL, 0), -1);
    CHECK_STR(cucore_last_error()->message, "this process has not loaded tvm-ffi");
    CHECK_INT(cucore_view_to_tvm_ffi(&view, &any), CUCORE_UNSUPPORTED);
    tvm_is_there(1);
}

/* Each call of the driver and each allocation fails in turn: an error in words, and the call works afterwards. */
TEST(test_each_call_fails_in_turn)
{
    static const int64_t four[1] = {4};
    cucore_array_spec spec;
    cucore_view views[2], view;
    cucore_op_state state = {{NULL, NULL}};
    cucore_op op = bump_op;
    fake_tensor X, Y;
    cucore__tvm_any args[7], any;
    int n, i, failed, pending = 0, failures = 0;
    memset(args, 0, sizeof args);
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.ndim = 1;
    spec.shape = four;
    spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    spec.device_id = 1;
    for (i = 0; i < 2; i++) CHECK_INT(cucore_view_allocate(&spec, NULL, CUCORE_STREAM_LEGACY, &views[i]), 0);
    args[0] = of_tensor(tensor_make(&X, views[0].ptr, 1, four));
    args[6] = of_tensor(tensor_make(&Y, views[1].ptr, 1, four));
    X.object.tensor.device.device_type = Y.object.tensor.device.device_type = kDLCUDA;
    X.object.tensor.device.device_id = Y.object.tensor.device.device_id = 1;
    check_row("driver");
    for (n = 1; n < 50 && !pending; n++) {
        (void)fake_fail(n, 719);
        failed = call(&scale_op, args, 7);
        pending = fake_fail_pending();
        (void)fake_fail(0, 0);
        if (failed) CHECK_STR(kind, "RuntimeError");
        if (failed) CHECK_HAS(text, "scale: cu");
        failures += failed != 0;
        CHECK_INT(call(&scale_op, args, 7), 0);
    }
    CHECK(pending && failures);
    for (i = 0; i < 2; i++) cucore_view_release(&views[i]);
    check_row("memory of the plan");
    op.state = &state;
    failing_c_malloc.fail_in = 1;
    CHECK_INT(cucore_op_check(&op), CUCORE_OUT_OF_MEMORY);
    failing_c_malloc.fail_in = 1;
    CHECK_INT(cucore__op_enter_tvm_ffi(&op, args, 1, &result), -1);
    CHECK_STR(kind, "MemoryError");
    CHECK_INT(cucore_op_check(&op), 0);
    free(state.private_[0]);
    check_row("memory of a tensor");
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    CHECK_INT(cucore_view_allocate(&spec, NULL, NULL, &view), 0);
    failing_c_malloc.fail_in = 1;
    CHECK_INT(cucore_view_to_tvm_ffi(&view, &any), CUCORE_OUT_OF_MEMORY);
    CHECK(any.type_index == CUCORE__TVM_NONE && !view.private_.owner);
    failing_c_malloc.fail_in = 0;
}

int main(void)
{
    tvm_is_there(1);
    CHECK_INT(cucore_op_check(&scale_op), 0);
    check_tests();
    return check_end();
}
