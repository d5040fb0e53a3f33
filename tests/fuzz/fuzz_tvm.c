/* Packed calls of tvm-ffi (rules X25) with arbitrary values, which reach an operator: type indices, tensors, texts, counts.  Each list and each text
 * has exactly its bytes, so that the address sanitizer sees what is read beyond.  The oracle: a value is a tensor if
 * cucore_view_from_dltensor takes it, and the call has the same outcome, words and views with the quick way and without. */
#define FUZZ_COUNT_MEMORY
#include "fuzz.h"

#define CUCORE_IMPLEMENTATION
#define CUCORE_OP_NO_TORCH
#define CUCORE_OP_NO_XLA
#include "cucore_op.h"

#define MOST 8

typedef struct outcome {
    int runs;
    char kind[32], text[600];
    cucore_view views[3];
    cucore_op_scalar values[3];
    char mode[16];
    int64_t n;
} outcome;
static outcome now;

static cucore_status run(cucore_op_call *call)
{
    now.runs++;
    for (int i = 0; i < 3; i++) {
        cucore_view *to = &now.views[i], *from = &call->views[i];
        to->ptr = from->ptr;
        to->dtype = from->dtype;
        to->device_type = from->device_type;
        to->layout.ndim = from->layout.ndim;
        memcpy(to->layout.shape, from->layout.shape, (size_t)from->layout.ndim * 8);
        now.values[i].i = call->values[i].i;
        now.values[i].f = call->values[i].f;
    }
    snprintf(now.mode, sizeof now.mode, "%.*s", (int)(call->values[2].i < 15 ? call->values[2].i : 15),
             call->values[2].s ? call->values[2].s : "");
    now.n = cucore_op_extent(call, "n");
    return CUCORE_OK;
}

static const cucore_arg arrays[] = {CUCORE_ARG("x", "float32 float64 int8", "n, m", CUCORE_C_CONTIGUOUS),
                                    CUCORE_ARG("w", "=x", "m", CUCORE_OPTIONAL | CUCORE_C_CONTIGUOUS),
                                    CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value values[] = {CUCORE_OP_FLOAT_VALUE("a", 2.0), CUCORE_OP_INT_VALUE("k", 3),
                                         CUCORE_OP_STRING_VALUE("mode", "sum")};
CUCORE_OP_WITH(fuzzed, arrays, 1, CUCORE_OP_VALUES(values), run, NULL, NULL);

/* ---- tvm-ffi ---- */
static cucore__tvm_tensor allocated;
static int64_t allocated_shape[CUCORE_MAX_NDIM];
static int no_memory, released;
static void fail(const char *kind, const char *message)
{
    snprintf(now.kind, sizeof now.kind, "%s", kind);
    snprintf(now.text, sizeof now.text, "%s", message);
}
static void *stream(int32_t device_type, int32_t device_id)
{
    (void)device_type, (void)device_id;
    return NULL;
}
static int allocate(DLTensor *prototype, void **out)
{
    memset(&allocated, 0, sizeof allocated);
    allocated.tensor = *prototype;
    allocated.tensor.data = (void *)(uintptr_t)0x30000000;
    memcpy(allocated_shape, prototype->shape, (size_t)prototype->ndim * 8);
    allocated.tensor.shape = allocated_shape;
    *out = no_memory ? NULL : &allocated;
    return no_memory;
}
static int from_dlpack(DLManagedTensorVersioned *from, int32_t alignment, int32_t contiguous, void **out)
{
    (void)from, (void)alignment, (void)contiguous, (void)out;
    return -1;
}
static int release(void *object)
{
    released += object == &allocated;
    return 0;
}
static int find(const cucore__tvm_bytes *name, void **out)
{
    (void)name, (void)out;
    return -1;
}
static int call_function(void *function, cucore__tvm_any *args, int32_t count, cucore__tvm_any *result)
{
    (void)function, (void)args, (void)count, (void)result;
    return -1;
}

/* ---- values ---- */
static void *blocks[32];
static int block_count;
static void *exactly(const void *from, size_t size)
{
    void *block = (calloc)(1, size + !size);
    if (!block || block_count == COUNT_OF(blocks)) exit(2);
    if (size) memcpy(block, from, size);
    return blocks[block_count++] = block;
}

static void tensor_of(input *in, int place, cucore__tvm_any *out)
{
    static const int64_t common[] = {2, 3, 1, 4, 0, 5};
    static const struct {
        uint8_t code, bits;
    } dtypes[] = {{2, 32}, {2, 64}, {0, 8}, {0, 4}, {5, 64}, {3, 64}, {6, 8}};
    cucore__tvm_tensor object;
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM], size = 1;
    const int dtype = rarely(in, 6) ? below(in, COUNT_OF(dtypes)) : 0;
    int i, ndim = place == 1 ? 1 : 2;
    memset(&object, 0, sizeof object);
    object.head.type_index = CUCORE__TVM_TENSOR;
    object.tensor.data =
        (void *)(uintptr_t)(0x10000000 + 0x8000000 * (uint64_t)place + (uint64_t)(rarely(in, 9) ? below(in, 256) : 0));
    if (rarely(in, 20)) object.tensor.data = NULL;
    if (rarely(in, 20)) object.tensor.data = (void *)(uintptr_t)0x10000000;
    object.tensor.device.device_type = (DLDeviceType)(rarely(in, 20) ? below(in, 20) : 1);
    object.tensor.device.device_id = rarely(in, 20) ? (int)wild_of(in) : 0;
    object.tensor.dtype.code = rarely(in, 20) ? (uint8_t)byte_of(in) : dtypes[dtype].code;
    object.tensor.dtype.bits = rarely(in, 20) ? (uint8_t)byte_of(in) : dtypes[dtype].bits;
    object.tensor.dtype.lanes = (uint16_t)(rarely(in, 20) ? byte_of(in) : 1);
    if (rarely(in, 8)) ndim = below(in, 5);
    for (i = ndim; i-- > 0; size = size > 99 ? 1 : size * (shape[i] > 0 && shape[i] < 9 ? shape[i] : 1)) {
        shape[i] = rarely(in, 16) ? wild_of(in) : rarely(in, 4) ? common[below(in, 6)] : 2 + (i == ndim - 1);
        strides[i] = rarely(in, 16) ? wild_of(in) : size;
    }
    object.tensor.ndim = rarely(in, 30) ? (int)wild_of(in) : ndim;
    if (object.tensor.ndim > ndim && object.tensor.ndim <= CUCORE_MAX_NDIM) object.tensor.ndim = ndim;
    object.tensor.shape = rarely(in, 30) ? NULL : (int64_t *)exactly(shape, (size_t)ndim * 8);
    object.tensor.strides = rarely(in, 5) ? NULL : (int64_t *)exactly(strides, (size_t)ndim * 8);
    object.tensor.byte_offset = rarely(in, 20) ? (uint64_t)wild_of(in) : rarely(in, 10) ? 8 : 0;
    out->type_index = rarely(in, 3) ? CUCORE__TVM_DLTENSOR_PTR : CUCORE__TVM_TENSOR;
    if (out->type_index == CUCORE__TVM_TENSOR) {
        out->value.pointer = exactly(&object, sizeof object);
    } else {
        out->value.pointer = exactly(&object.tensor, sizeof object.tensor);
    }
}

static void value_of(input *in, int place, cucore__tvm_any *out)
{
    static const char text[] = "a text of some length";
    cucore__tvm_string string;
    const size_t size = (size_t)below(in, 20);
    int what = rarely(in, 10)            ? below(in, 9)
               : place < 2 || place == 5 ? 0
               : place == 2              ? 3
               : place == 3              ? 1
                                         : 4 + below(in, 3);
    memset(out, 0, sizeof *out);
    switch (what) {
    case 0: tensor_of(in, place == 5 ? 2 : place, out); break;
    case 1: out->type_index = CUCORE__TVM_INT, out->value.i = wild_of(in); break;
    case 2: out->type_index = CUCORE__TVM_BOOL, out->value.i = below(in, 2); break;
    case 3: out->type_index = CUCORE__TVM_FLOAT, out->value.f = below(in, 9) / 4.0; break;
    case 4:
        out->type_index = CUCORE__TVM_SMALL_STR;
        out->small_length = rarely(in, 4) ? (uint32_t)wild_of(in) : (uint32_t)(size % 8);
        memcpy(out->value.bytes, text, 7);
        break;
    case 5:
        out->type_index = CUCORE__TVM_RAW_STR;
        out->value.pointer = rarely(in, 9) ? NULL : exactly(text + sizeof text - 1 - size, size + 1);
        break;
    case 6:
        memset(&string, 0, sizeof string);
        string.text.size = rarely(in, 9) ? 0 : size;
        string.text.data = rarely(in, 9) ? NULL : (const char *)exactly(text, size);
        out->type_index = CUCORE__TVM_STR;
        out->value.pointer = exactly(&string, sizeof string);
        break;
    case 7: break; /* None */
    default: out->type_index = rarely(in, 2) ? (int32_t)wild_of(in) : 64 + below(in, 70); break;
    }
    if (out->type_index >= CUCORE__TVM_STATIC_OBJECT && what == 8) out->value.pointer = NULL;
}

/* Forgets the calls that were checked. */
static void forget(void)
{
    cucore__op_plan *plan = (cucore__op_plan *)fuzzed_op.state->private_[0];
    cucore__op_known *known = (cucore__op_known *)plan->known, *next;
    plan->known = NULL;
    for (; known; known = next) {
        next = known->next;
        free(known);
    }
}

/* general: neither of the quick ways takes an array, and the call is not remembered. */
static outcome call(const cucore__tvm_any *args, int count, int general)
{
    cucore__op_plan *plan = (cucore__op_plan *)fuzzed_op.state->private_[0], kept = *plan;
    cucore__tvm_any result;
    int failed;
    memset(&now, 0, sizeof now);
    memset(&result, 0, sizeof result);
    for (int i = 0; i < CUCORE_OP_MAX_ARRAYS && general; i++) plan->arrays[i].devices = 0;
    if (general) plan->is_quick = 0, plan->known = NULL;
    released = 0;
    failed = fuzzed_op.entries.tvm_ffi(NULL, args, count, &result);
    if (general) *plan = kept;
    REQUIRE(failed == (now.runs ? 0 : -1) && (now.kind[0] ? failed : !failed || no_memory));
    REQUIRE(!now.kind[0] || !strncmp(now.text, "fuzzed: ", 8));
    REQUIRE(result.type_index == CUCORE__TVM_NONE || (!failed && result.value.pointer == &allocated));
    return now;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const cucore__tvm_functions functions = {fail, stream, allocate, from_dlpack, release, find, call_function};
    static int warm;
    static outcome outcomes[2];
    input in;
    cucore__tvm_any list[MOST], *args, *others;
    cucore_view view;
    int i, count;
    long kept;
    in.data = data;
    in.left = size;
    if (!warm) {
        cucore__tvm = functions;
        cucore__tvm_found = warm = 1;
        REQUIRE(cucore_op_check(&fuzzed_op) == CUCORE_OK);
    }
    kept = fuzz_blocks;
    count = rarely(&in, 4) ? below(&in, MOST) : 6;
    no_memory = rarely(&in, 20);
    for (i = 0; i < count; i++) value_of(&in, i, &list[i]);
    args = others = (cucore__tvm_any *)exactly(list, (size_t)count * sizeof *args);
    if (count && count < MOST) { /* like the first call, but for one value */
        i = below(&in, count);
        value_of(&in, i, &list[i]);
        others = (cucore__tvm_any *)exactly(list, (size_t)count * sizeof *args);
    }
    if (rarely(&in, 40)) count = (int)wild_of(&in) | 16;
    for (i = 0; i < 6; i++) { /* in one pass or, the second and the third time, like a call that was checked */
        outcomes[0] = call(i == 2 || i == 4 ? others : args, count, 1);
        outcomes[1] = call(i == 2 || i == 4 ? others : args, count, 0);
        if (memcmp(&outcomes[1], &outcomes[0], sizeof outcomes[0]))
            fprintf(stderr, "call %d, quick: %d %s, general: %d %s\n", i, outcomes[1].runs, outcomes[1].text,
                    outcomes[0].runs, outcomes[0].text);
        REQUIRE(!memcmp(&outcomes[1], &outcomes[0], sizeof outcomes[0]));
    }
    forget();
    if (count > 0 && count < MOST) {
        const DLTensor *tensor = cucore__tvm_tensor_of(&args[0]);
        cucore_view same;
        const cucore_status status = cucore_view_from_tvm_ffi(&args[0], NULL, &view);
        REQUIRE(tensor ? status == cucore_view_from_dltensor(tensor, 0, NULL, &same) : status == CUCORE_WRONG_DTYPE);
        REQUIRE(status ? !view.dtype.lanes : view.ptr == same.ptr && view.layout.ndim == same.layout.ndim);
    }
    REQUIRE(fuzz_blocks == kept);
    while (block_count) plain_free(blocks[--block_count]);
    return 0;
}
