/* Tensors of torch with arbitrary fields into views, and back; then calls of operators with such tensors, numbers and
 * strings.  The oracle of a view is cucore_view_from_dltensor with the same fields, which fuzz_dlpack holds against its
 * own.  All that torch hands over is counted (rules X31), and functions of torch fail where the input wants it: a call ends with
 * results that fit the declaration, or throws the name of the operator. */
#include "../c/fake_aten.h"

#define FUZZ_COUNT_MEMORY
#include "fuzz.h"

#define CUCORE_OP_NO_XLA
#define CUCORE_OP_NO_TVM_FFI
#define CUCORE_IMPLEMENTATION
#include "cucore_op.h"

#include "fuzz_view.h"

/* -- tensors */
static int64_t *entries_new(size_t count)
{
    int64_t *entries = (int64_t *)(malloc)(count * sizeof *entries + !count);
    if (!entries) exit(2);
    return entries;
}

/* The entries that a tensor has had, of the exact size, to be freed at the end of the input. */
static int64_t *lent[64];
static int lent_count;

static int64_t extent_of(input *in)
{
    static const int64_t common[] = {2, 3, 1, 4, 0};
    return rarely(in, 40) ? wild_of(in) : common[below(in, COUNT_OF(common))];
}

static void *tensor_of(input *in)
{
    static const int64_t odd[] = {64, 65, -1, INT64_MAX, INT64_MIN, 63, (int64_t)1 << 32, 9};
    const int64_t none = 0;
    void *tensor = fake_tensor(0, &none);
    fake_impl *impl = fake_of(tensor);
    int i, kind = below(in, 6), entries;
    impl->ndim = rarely(in, 24) ? odd[below(in, COUNT_OF(odd))] : below(in, 4);
    entries = impl->ndim >= 0 && impl->ndim <= 64 ? (int)impl->ndim : 0;
    impl->shape = lent[lent_count++] = entries_new((size_t)entries);
    impl->strides = lent[lent_count++] = entries_new((size_t)entries);
    for (i = 0; i < entries; i++) impl->shape[i] = entries > 16 ? 1 : extent_of(in);
    fill_dense(entries, impl->shape, impl->strides);
    for (i = 0; i < entries; i++) {
        if (kind == 4) impl->strides[i] = below(in, 9) - 2;
        if (kind == 5 && i == below(in, entries)) impl->strides[i] = wild_of(in);
    }
    if (rarely(in, 30)) impl->shape = NULL;
    if (rarely(in, 30)) impl->strides = NULL;
    impl->dtype = below(in, 3) ? FAKE_FLOAT : 18 + below(in, 24);
    if (rarely(in, 30)) impl->dtype = (int32_t)wild_of(in);
    if (rarely(in, 30)) impl->layout = FAKE_SPARSE;
    if (rarely(in, 30)) impl->is_defined = 0;
    impl->data = (void *)(host_memory + (below(in, 4) ? 64 : byte_of(in)));
    if (rarely(in, 20)) impl->data = below(in, 2) ? NULL : (void *)(uintptr_t)wild_of(in);
    if (rarely(in, 6)) {
        impl->device_type = below(in, 4) ? FAKE_CUDA : (int32_t)byte_of(in) - 8;
        impl->device_index = below(in, 4) - 1;
    }
    return tensor;
}

static void lent_free(void)
{
    while (lent_count) plain_free(lent[--lent_count]);
}

/* -- views */
static int32_t dtypes[64]; /* DLPack's code, bits, lanes by the fake's number; 0: none */

static void dtypes_make(void)
{
    for (int i = 0; i < CUCORE__ATEN_DTYPES; i++) {
        const int number = cucore__aten_facts.numbers[i];
        if (number >= 0)
            dtypes[number] =
                cucore__aten_dtypes[i].code << 16 | cucore__aten_dtypes[i].bits << 8 | cucore__aten_dtypes[i].lanes;
    }
}

/* Returns 1 if torch's own numbers mean something here; then *out is the tensor. */
static int describe(const fake_impl *impl, DLTensor *out)
{
    int32_t dtype;
    if (impl->dtype < 0 || impl->dtype >= 64 || !dtypes[impl->dtype] || impl->layout != FAKE_STRIDED) return 0;
    if (impl->device_type != FAKE_CPU && impl->device_type != FAKE_CUDA) return 0;
    dtype = dtypes[impl->dtype];
    memset(out, 0, sizeof *out);
    out->data = impl->data;
    out->shape = impl->shape;
    out->strides = impl->strides;
    out->ndim = impl->ndim < 0 || impl->ndim > INT32_MAX ? -1 : (int32_t)impl->ndim;
    out->dtype.code = (uint8_t)(dtype >> 16);
    out->dtype.bits = (uint8_t)(dtype >> 8);
    out->dtype.lanes = (uint8_t)dtype;
    out->device.device_type = impl->device_type == FAKE_CUDA ? kDLCUDA : kDLCPU;
    out->device.device_id = impl->device_type == FAKE_CUDA ? impl->device_index : 0;
    return 1;
}

static void require_same(const cucore_view *a, const cucore_view *b)
{
    REQUIRE(a->ptr == b->ptr && a->device_type == b->device_type && a->device_id == b->device_id);
    REQUIRE(cucore_dtype_is_equal(a->dtype, b->dtype) && a->layout.ndim == b->layout.ndim);
    REQUIRE(a->layout.itemsize == b->layout.itemsize && a->layout.itembits == b->layout.itembits);
    for (int i = 0; i < a->layout.ndim; i++)
        REQUIRE(a->layout.shape[i] == b->layout.shape[i] && a->layout.strides[i] == b->layout.strides[i]);
}

static void try_view(input *in)
{
    static const char *const patterns[] = {NULL, "n, m", "n, n", "2, 3", "...", "*"};
    static const uint64_t flags[] = {0,
                                     CUCORE_C_CONTIGUOUS,
                                     CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_LANES,
                                     CUCORE_OPTIONAL,
                                     CUCORE_HOST_ACCESSIBLE,
                                     UINT64_C(1) << 62};
    void *tensor = tensor_of(in), *back = NULL;
    const fake_impl *impl = fake_of(tensor);
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, CUCORE_TRUST_PRODUCER);
    cucore_view view, expected;
    DLTensor same;
    cucore_status status, right;
    arg.shape = patterns[below(in, COUNT_OF(patterns))];
    arg.flags |= flags[below(in, COUNT_OF(flags))];
    if (below(in, 3) == 1) arg.dtypes = "float32 int64";
    poison(&view);
    status = cucore_view_from_aten(tensor, &arg, &view);
    if (!impl->is_defined) {
        REQUIRE(status ? status == CUCORE_INVALID_ARGUMENT : (arg.flags & CUCORE_OPTIONAL) != 0);
        REQUIRE(is_zeroed(&view));
    } else if (describe(impl, &same)) {
        if (impl->ndim > 0 && !impl->strides) same.strides = NULL;
        right = cucore_view_from_dltensor(&same, 0, &arg, &expected);
        REQUIRE(status == right);
        if (!status) require_same(&view, &expected);
    } else {
        REQUIRE(status == CUCORE_UNSUPPORTED || status == CUCORE_INVALID_ARGUMENT);
    }
    REQUIRE(!status || is_zeroed(&view));
    if (!status && view.dtype.lanes) {
        status = cucore_view_to_aten(&view, NULL, NULL, &back);
        REQUIRE(!status || status == CUCORE_UNSUPPORTED || status == CUCORE_INVALID_ARGUMENT);
        REQUIRE((back != NULL) == !status);
        if (back) {
            REQUIRE(cucore_view_from_aten(back, &arg, &expected) == CUCORE_OK);
            REQUIRE(expected.ptr == view.ptr && cucore_dtype_is_equal(expected.dtype, view.dtype));
            (void)fake_drop(back);
        }
    }
    (void)fake_drop(tensor);
}

/* -- operators */
static int ran;

static cucore_status check_first(cucore_op_call *call)
{
    const cucore_view *x = &call->views[0], *y = &call->views[1];
    ran++;
    REQUIRE(x->dtype.code == CUCORE_CODE_FLOAT && x->dtype.bits == 32 && x->layout.ndim == 2 && y->layout.ndim == 2);
    REQUIRE(cucore_layout_is_c_contiguous(&x->layout) && cucore_layout_is_c_contiguous(&y->layout));
    for (int i = 0; i < 2; i++) REQUIRE(x->layout.shape[i] == y->layout.shape[i]);
    REQUIRE(cucore_op_extent(call, "n") == x->layout.shape[0]);
    REQUIRE(!cucore_layout_size(&y->layout) || (y->ptr && x->ptr));
    return call->values[0].f < 0 ? cucore_fail(CUCORE_INVALID_ARGUMENT, "a is negative") : CUCORE_OK;
}

static cucore_status check_all(cucore_op_call *call)
{
    const cucore_view *x = &call->views[0], *w = &call->views[1], *z = &call->views[2];
    int64_t i, sum = 0;
    ran++;
    REQUIRE(x->layout.ndim >= 1 && z->layout.ndim == 2 && z->layout.shape[1] == 3);
    REQUIRE(z->layout.shape[0] == call->values[0].i && z->dtype.code == x->dtype.code);
    REQUIRE(!w->dtype.lanes || w->layout.shape[0] == x->layout.shape[x->layout.ndim - 1]);
    for (i = 0; i < call->values[2].i; i++) sum += call->values[2].s[i];
    REQUIRE(call->values[1].i == 0 || call->values[1].i == 1);
    return sum == 'x' ? CUCORE_FOREIGN : CUCORE_OK;
}

static const cucore_arg first_arrays[] = {CUCORE_ARG("x", "float32", "n, m", CUCORE_MAKE_C_CONTIGUOUS),
                                          CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value first_values[] = {CUCORE_OP_FLOAT_VALUE("a", 1.5)};
CUCORE_OP_WITH(first, first_arrays, 1, CUCORE_OP_VALUES(first_values), check_first, NULL, NULL);
static const cucore_arg all_arrays[] = {CUCORE_ARG("x", NULL, "..., m", CUCORE_ALLOW_UNALIGNED),
                                        CUCORE_ARG("w", NULL, "m", CUCORE_OPTIONAL | CUCORE_WRITE),
                                        CUCORE_ARG("z", "=x", "k, 3", 0)};
static const cucore_op_value all_values[] = {CUCORE_OP_INT_VALUE("k", 2), CUCORE_OP_BOOL_VALUE("yes", 1),
                                             CUCORE_OP_STRING_VALUE("how", "sum")};
CUCORE_OP_WITH(all, all_arrays, 1, CUCORE_OP_VALUES(all_values), check_all, NULL, NULL);

static void try_call(input *in)
{
    static const char *const failing[] = {"aoti_torch_get_dtype",
                                          "aoti_torch_get_sizes",
                                          "aoti_torch_get_strides",
                                          "aoti_torch_get_dim",
                                          "aoti_torch_get_device_type",
                                          "aoti_torch_empty_strided",
                                          "aoti_torch_get_data_ptr",
                                          "aoti_torch_call_dispatcher",
                                          "aoti_torch_is_defined",
                                          "torch_string_c_str",
                                          "aoti_torch_get_current_cuda_stream"};
    static const char *const keys[] = {"CPU", "CUDA", "Meta"};
    static const char *const texts[] = {"sum", "", "x", "a longer text of forty bytes, or a few more"};
    const int is_first = below(in, 2), key = below(in, 3);
    uint64_t stack[5], arguments = is_first ? 2 : 5;
    double a = below(in, 8) - 2;
    int thrown;
    memset(stack, 0xa5, sizeof stack);
    stack[0] = (uint64_t)(uintptr_t)tensor_of(in);
    if (is_first) {
        memcpy(&stack[1], &a, sizeof a);
    } else {
        stack[1] = below(in, 3) ? fake_some((uint64_t)(uintptr_t)tensor_of(in)) : 0;
        stack[2] = rarely(in, 8) ? (uint64_t)wild_of(in) : (uint64_t)below(in, 5);
        stack[3] = (uint64_t)wild_of(in);
        stack[4] = (uint64_t)(uintptr_t)fake_string_new(texts[below(in, COUNT_OF(texts))]);
    }
    fake_aten.fails = rarely(in, 6) ? failing[below(in, COUNT_OF(failing))] : NULL;
    ran = 0;
    thrown = fake_dispatch(keys[key], is_first ? "first" : "all", stack, arguments, 1);
    fake_aten.fails = NULL;
    REQUIRE(thrown ? strncmp(fake_aten.thrown, is_first ? "first: " : "all: ", is_first ? 7 : 5) == 0 &&
                         fake_aten.thrown[8]
                   : ran == (key != 2));
    if (!thrown) (void)fake_drop((void *)(uintptr_t)stack[0]);
    REQUIRE(fake_aten.grads == 1 && !fake_aten.counted_with_grads);
}

/* Returns the calls of an operator that are remembered. */
static long known_of(const cucore_op *op)
{
    const cucore__op_plan *plan = (const cucore__op_plan *)op->state->private_[0];
    return plan && plan->known ? ((const cucore__op_known *)plan->known)->count : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const cucore_op *const ops[] = {&first_op, &all_op};
    static long at_start = -1, blocks;
    input in;
    int count;
    in.data = data;
    in.left = size;
    if (at_start < 0) {
        places_make();
        fake_aten_reset();
        fake_aten.is_blind = 1;
        REQUIRE(cucore_op_register_torch(ops, 2, "fuzz") == CUCORE_OK);
        dtypes_make();
        at_start = fake_aten.live;
        blocks = fuzz_blocks;
    }
    count = 1 + below(&in, 3);
    for (int i = 0; i < count; i++) {
        if (below(&in, 2)) {
            try_view(&in);
        } else {
            try_call(&in);
        }
        lent_free();
        REQUIRE(fake_aten.live == at_start && fuzz_blocks == blocks + known_of(&first_op) + known_of(&all_op));
    }
    return 0;
}
