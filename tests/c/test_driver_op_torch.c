/* test_driver_op_torch.c - operators in torch's dispatcher and its tensors as views, with the functions of fake_aten.h, on
 * the fake driver (tests/fake_driver)
 *
 * Build and run as test_driver.c; the same with -fsanitize=address,undefined.  What torch itself does with the same
 * declarations is in systems/tests/test_op_torch.py. */
#include "check.h"
#include "fake_aten.h"
#include "../fake_driver/fake_cuda.h"

#include <math.h>

#include "failing_c.h"

#define CUCORE_OP_NO_XLA
#define CUCORE_OP_NO_TVM_FFI
#define CUCORE_IMPLEMENTATION
#include "../../cucore_op.h"

/* torch is found again, as it is now. */
static void find_again(void)
{
    cucore__aten_facts.is_done = 0;
}

static const int64_t two_three[] = {2, 3};

/* A tensor of 2 x 3 floats 0, 1, ..., 5 in memory of its own. */
static float numbers[6];
static void *tensor_new(void)
{
    void *tensor = fake_tensor(2, two_three);
    for (int i = 0; i < 6; i++) numbers[i] = (float)i;
    fake_of(tensor)->data = numbers;
    return tensor;
}

/* -- torch is found ---------------------------------------------------------------------------------------------- */
TEST(test_torch_is_found)
{
    static const struct {
        const char *name, *missing;
        int is_absent, minor;
        const char *words; /* NULL: it is found */
    } rows[] = {{"2.13", NULL, 0, 13, NULL},
                {"2.9",
                 ",torch_library_impl,torch_string_length,torch_string_c_str,torch_delete_string,torch_from_blob,", 0,
                 9, NULL},
                {"not loaded", NULL, 1, 13, "torch is not loaded in this process"},
                {"older", NULL, 0, 8, "torch is of version 2.8: 2.9 or newer is needed"},
                {"no library", ",aoti_torch_library_def,", 0, 9, "this torch has no aoti_torch_library_def"},
                {"no check", ",aoti_torch_check,", 0, 9, "this torch has no aoti_torch_check"}};
    cucore_view view;
    FOR_ROWS (row, rows) {
        void *tensor;
        fake_aten_reset();
        tensor = tensor_new();
        fake_aten.missing = row->missing;
        fake_aten.is_absent = row->is_absent;
        fake_aten.version = (uint64_t)2 << 56 | (uint64_t)row->minor << 48;
        find_again();
        CHECK_INT(cucore_view_from_aten(tensor, NULL, &view), row->words ? CUCORE_UNSUPPORTED : CUCORE_OK);
        if (row->words) CHECK_HAS(cucore_last_error()->message, row->words);
        CHECK_INT(view.dtype.lanes, row->words ? 0 : 1);
        fake_aten_reset(); /* found at the next call: torch may be loaded later */
        CHECK_INT(cucore_view_from_aten(tensor, NULL, &view), CUCORE_OK);
        fake_drop(tensor);
    }
    CHECK_INT(fake_aten.live, 0);
}

/* -- tensors as views -------------------------------------------------------------------------------------------- */
TEST(test_dtypes)
{
    static const struct {
        int number;
        const char *name;
    } rows[] = {{20, "uint8"},           {21, "int8"},        {22, "int16"},         {23, "int32"},
                {24, "int64"},           {25, "float16"},     {26, "float32"},       {27, "float64"},
                {28, "complex32"},       {29, "complex64"},   {30, "complex128"},    {31, "bool"},
                {32, "bfloat16"},        {33, "float8_e5m2"}, {34, "float8_e4m3fn"}, {35, "float8_e5m2fnuz"},
                {36, "float8_e4m3fnuz"}, {37, "uint16"},      {38, "uint32"},        {39, "uint64"},
                {40, "float8_e8m0fnu"}};
    char name[32];
    cucore_view view;
    fake_aten_reset();
    find_again();
    FOR_ROWS (row, rows) {
        static double memory[16];
        void *tensor = fake_tensor(2, two_three), *back = NULL;
        fake_of(tensor)->dtype = row->number;
        fake_of(tensor)->data = memory;
        CHECK_INT(cucore_view_from_aten(tensor, NULL, &view), CUCORE_OK);
        cucore_dtype_to_name(view.dtype, name, sizeof name);
        CHECK_STR(name, row->name);
        CHECK_INT(cucore_view_to_aten(&view, NULL, NULL, &back), CUCORE_OK);
        if (back) {
            CHECK_INT(fake_of(back)->dtype, row->number);
            CHECK(fake_of(back)->data == (void *)memory && fake_of(back)->shape[1] == 3);
            fake_drop(back);
        }
        fake_drop(tensor);
    }
    CHECK_INT(fake_aten.live, 0);
}

/* Sets one field of a tensor of 2 x 3 floats. */
typedef void (*spoiler)(fake_impl *impl);
#define SPOIL(name, statement)                                                                                         \
    static void name(fake_impl *impl)                                                                                  \
    {                                                                                                                  \
        statement;                                                                                                     \
    }
SPOIL(as_it_is, (void)impl)
SPOIL(no_such_dtype, impl->dtype = 99)
SPOIL(wild_dtype, impl->dtype = -2000000000)
SPOIL(large_dtype, impl->dtype = 500)
SPOIL(undefined, (impl->dtype = 47, impl->is_defined = 0))
SPOIL(sparse, impl->layout = FAKE_SPARSE)
SPOIL(mps, impl->device_type = 13)
SPOIL(no_index, (impl->device_type = FAKE_CUDA, impl->device_index = -1))
SPOIL(no_axes, impl->ndim = -1)
SPOIL(many_axes, impl->ndim = 65)
SPOIL(wild_axes, impl->ndim = INT64_C(1) << 32)
SPOIL(negative, impl->shape[1] = -3)
SPOIL(too_large, (impl->shape[0] = INT64_MAX, impl->strides[0] = 8))
SPOIL(too_far, impl->strides[0] = INT64_MAX)
SPOIL(beyond, impl->data = (void *)(UINTPTR_MAX - 7))
SPOIL(null_data, impl->data = NULL)
SPOIL(null_shape, impl->shape = NULL)
SPOIL(empty, (impl->shape[0] = 0, impl->data = NULL))
SPOIL(scalar, impl->ndim = 0)
SPOIL(strided, impl->strides[0] = 1)
SPOIL(unaligned, impl->data = (char *)impl->data + 1)

TEST(test_fields)
{
    static const struct {
        const char *name;
        spoiler spoil;
        cucore_status status;
        const char *words;
    } rows[] = {{"as it is", as_it_is, CUCORE_OK, NULL},
                {"empty", empty, CUCORE_OK, NULL},
                {"scalar", scalar, CUCORE_OK, NULL},
                {"strided", strided, CUCORE_OK, NULL},
                {"no such dtype", no_such_dtype, CUCORE_UNSUPPORTED, "the tensor has a dtype (99 to torch)"},
                {"wild dtype", wild_dtype, CUCORE_UNSUPPORTED, "a dtype (-2000000000 to torch)"},
                {"large dtype", large_dtype, CUCORE_UNSUPPORTED, "a dtype (500 to torch)"},
                {"undefined", undefined, CUCORE_INVALID_ARGUMENT, "cucore_view_from_aten: an argument is NULL"},
                {"sparse", sparse, CUCORE_UNSUPPORTED, "a layout that is not strided (8 to torch)"},
                {"mps", mps, CUCORE_UNSUPPORTED, "a device that is neither the CPU nor CUDA (13 to torch)"},
                {"no index", no_index, CUCORE_PROTOCOL, "device_id is -1"},
                {"no axes", no_axes, CUCORE_INVALID_ARGUMENT, "ndim is -1"},
                {"many axes", many_axes, CUCORE_INVALID_ARGUMENT, "ndim is 65"},
                {"wild axes", wild_axes, CUCORE_INVALID_ARGUMENT, "ndim is -1"},
                {"negative", negative, CUCORE_INVALID_ARGUMENT, "shape[1] is -3"},
                {"too large", too_large, CUCORE_OVERFLOW, "the product of the 2 extents"},
                {"too far", too_far, CUCORE_OVERFLOW, "bits"},
                {"beyond", beyond, CUCORE_PROTOCOL, "outside the address space"},
                {"NULL data", null_data, CUCORE_PROTOCOL, "the data pointer is NULL"},
                {"NULL shape", null_shape, CUCORE_PROTOCOL, "shape is NULL, but ndim is 2"},
                {"unaligned", unaligned, CUCORE_OK, NULL}};
    static const cucore_arg aligned = CUCORE_ARG("x", "float32", "n, 3", CUCORE_CONTIGUOUS);
    static const cucore_arg optional = CUCORE_ARG("x", NULL, NULL, CUCORE_OPTIONAL);
    cucore_view view;
    fake_aten_reset();
    find_again();
    FOR_ROWS (row, rows) {
        void *tensor = tensor_new();
        cucore_status status;
        row->spoil(fake_of(tensor));
        memset(&view, 0xa5, sizeof view);
        status = cucore_view_from_aten(tensor, NULL, &view);
        CHECK_INT(status, row->status);
        if (row->words) CHECK_HAS(cucore_last_error()->message, row->words);
        CHECK_INT(view.dtype.lanes, status ? 0 : 1);
        CHECK(status || view.ptr == fake_of(tensor)->data);
        CHECK(status || (view.host_accessible && !view.device_accessible && !view.readonly && view.device_id == -1));
        status = cucore_view_from_aten(tensor, &aligned, &view);
        if (row->spoil == as_it_is || row->spoil == empty) CHECK_INT(status, CUCORE_OK);
        if (row->spoil == strided || row->spoil == unaligned) CHECK_INT(status, CUCORE_WRONG_LAYOUT);
        if (row->spoil == scalar) CHECK_INT(status, CUCORE_WRONG_SHAPE);
        status = cucore_view_from_aten(tensor, &optional, &view);
        if (row->spoil == undefined) CHECK(status == CUCORE_OK && !view.dtype.lanes);
        fake_drop(tensor);
    }
    check_row("NULL");
    CHECK_INT(cucore_view_from_aten(NULL, &optional, &view), CUCORE_OK);
    CHECK_INT(view.dtype.lanes, 0);
    CHECK_INT(cucore_view_from_aten(NULL, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_from_aten(NULL, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(fake_aten.live, 0);
}

static const char *const getters[] = {
    "aoti_torch_get_dtype",   "aoti_torch_get_layout",      "aoti_torch_get_dim",          "aoti_torch_get_sizes",
    "aoti_torch_get_strides", "aoti_torch_get_device_type", "aoti_torch_get_device_index", "aoti_torch_get_data_ptr"};

TEST(test_functions_fail)
{
    cucore_view view;
    for (int old = 0; old < 2; old++) {
        fake_aten_reset();
        if (old) fake_aten.missing = ",torch_exception_get_what_without_backtrace,";
        find_again();
        for (int i = 0; i < COUNT(getters); i++) {
            void *tensor = tensor_new();
            check_row(getters[i]);
            fake_of(tensor)->device_type = FAKE_CUDA;
            fake_of(tensor)->device_index = 1;
            fake_aten.fails = getters[i];
            REFUSED(cucore_view_from_aten(tensor, NULL, &view), CUCORE_FOREIGN, getters[i]);
            CHECK_HAS(cucore_last_error()->message,
                      old ? "failed: torch printed the reason" : "failed: the fake was told to fail");
            fake_aten.fails = NULL;
            CHECK_INT(cucore_view_from_aten(tensor, NULL, &view), CUCORE_OK);
            CHECK(view.device_type == CUCORE_DEVICE_TYPE_CUDA && view.device_id == 1 && !view.host_accessible);
            fake_drop(tensor);
        }
    }
    CHECK_INT(fake_aten.live, 0);
}

/* -- and back ------------------------------------------------------------------------------------------------------ */
static int released;
static void release(void *owner)
{
    released += owner == (void *)&released;
}

TEST(test_to_aten)
{
    static const struct {
        const char *name;
        cucore_status status;
        const char *words;
    } rows[] = {{"owned", CUCORE_OK, NULL},
                {"borrowed", CUCORE_OK, NULL},
                {"empty", CUCORE_OK, NULL},
                {"read-only", CUCORE_READONLY, "read-only"},
                {"reversed", CUCORE_UNSUPPORTED, "strides[0] is -3: torch has no negative strides"},
                {"int4", CUCORE_UNSUPPORTED, "this torch has no dtype int4"},
                {"metal", CUCORE_UNSUPPORTED, "on a device of type 8 (metal)"},
                {"unsound", CUCORE_INVALID_ARGUMENT, "cucore_view_to_aten: "},
                {"before 2.11", CUCORE_UNSUPPORTED, "no torch_from_blob"},
                {"torch_from_blob", CUCORE_FOREIGN, "torch_from_blob failed"},
                {"no memory", CUCORE_OUT_OF_MEMORY, "no memory"},
                {"not loaded", CUCORE_UNSUPPORTED, "torch is not loaded"},
                {"NULL", CUCORE_INVALID_ARGUMENT, "an argument is NULL"}};
    for (int i = 0; i < COUNT(rows); i++) {
        const char *name = rows[i].name;
        const int borrowed = !strcmp(name, "borrowed");
        void *out = &released;
        cucore_view view;
        cucore_status status;
        check_row(name);
        fake_aten_reset();
        released = 0;
        memset(&view, 0, sizeof view);
        view.ptr = numbers + 3;
        view.dtype = CUCORE_DTYPE_FLOAT32;
        view.device_type = CUCORE_DEVICE_TYPE_CPU;
        view.device_id = CUCORE_DEVICE_NONE;
        view.host_accessible = 1;
        CHECK_INT(cucore_layout_make(2, two_three, NULL, 4, &view.layout), CUCORE_OK);
        if (!strcmp(name, "empty")) view.layout.shape[0] = 0, view.ptr = NULL;
        if (!strcmp(name, "read-only")) view.readonly = 1;
        if (!strcmp(name, "reversed")) view.layout.strides[0] = -3;
        if (!strcmp(name, "int4")) {
            view.dtype = cucore_dtype_make(CUCORE_CODE_INT, 4, 1);
            CHECK_INT(cucore_layout_make(2, two_three, NULL, 1, &view.layout), CUCORE_OK);
            CHECK_INT(cucore_layout_set_packed(&view.layout, 4), CUCORE_OK);
        }
        if (!strcmp(name, "metal")) view.device_type = 8, view.host_accessible = 0;
        if (!strcmp(name, "unsound")) view.layout.itemsize = 3;
        if (!strcmp(name, "before 2.11")) fake_aten.missing = ",torch_from_blob,";
        if (!strcmp(name, "torch_from_blob")) fake_aten.fails = "torch_from_blob";
        if (!strcmp(name, "not loaded")) fake_aten.is_absent = 1;
        find_again();
        if (!strcmp(name, "no memory")) failing_c_malloc.fail_in = 1;
        status = cucore_view_to_aten(strcmp(name, "NULL") ? &view : NULL, &released, borrowed ? NULL : release, &out);
        failing_c_malloc.fail_in = 0;
        CHECK_INT(status, rows[i].status);
        if (rows[i].words) CHECK_HAS(cucore_last_error()->message, rows[i].words);
        CHECK((out != NULL) == !status);
        CHECK_INT(released, !strcmp(name, "empty"));
        if (!status) {
            CHECK(fake_of(out)->data == view.ptr && fake_of(out)->dtype == FAKE_FLOAT && fake_of(out)->shape[1] == 3);
            fake_drop(out);
            CHECK_INT(released, borrowed ? 0 : 1);
        }
    }
    CHECK_INT(fake_aten.live, 0);
}

/* -- operators ----------------------------------------------------------------------------------------------------- */
static cucore_op_call last; /* of the last run */
static CUcontext last_context;
static char last_mode[64];

static cucore_status remember(cucore_op_call *call)
{
    last = *call;
    last_context = fake_context_current();
    return CUCORE_OK;
}

static cucore_status scale_run(cucore_op_call *call)
{
    const float *x = (const float *)call->views[0].ptr;
    float *y = (float *)call->views[1].ptr;
    if (remember(call)) return CUCORE_FOREIGN;
    if (call->values[0].f < 0)
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "a is %g; it must not be negative", call->values[0].f);
    for (int i = 0; i < 6 && call->device_id < 0; i++) y[i] = x[i] * (float)call->values[0].f;
    return CUCORE_OK;
}

static const cucore_arg scale_arrays[] = {CUCORE_ARG("x", "float32", "n, m", CUCORE_C_CONTIGUOUS),
                                          CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value scale_values[] = {CUCORE_OP_FLOAT_VALUE("a", 1.5)};
CUCORE_OP_WITH(scale, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), scale_run, NULL, NULL);

static cucore_status all_run(cucore_op_call *call)
{
    snprintf(last_mode, sizeof last_mode, "%.*s", (int)call->values[3].i, call->values[3].s);
    if (call->views[1].dtype.lanes) ((float *)call->views[1].ptr)[0] = 7;
    *(int64_t *)call->views[3].ptr = call->values[0].i + 10 * call->values[2].i;
    return remember(call);
}

static const cucore_arg all_arrays[] = {CUCORE_ARG("x", "float32", "n, m", 0),
                                        CUCORE_ARG("buffer", "float32", "*", CUCORE_WRITE | CUCORE_OPTIONAL),
                                        CUCORE_ARG("y", "float32", "m, k", 0), CUCORE_ARG("z", "int64", "", 0)};
static const cucore_op_value all_values[] = {CUCORE_OP_INT_VALUE("k", 2), CUCORE_OP_FLOAT_VALUE("eps", 1e-05),
                                             CUCORE_OP_BOOL_VALUE("yes", 1), CUCORE_OP_STRING_VALUE("mode", "sum")};
CUCORE_OP_WITH(all, all_arrays, 2, CUCORE_OP_VALUES(all_values), all_run, NULL, NULL);

static const cucore_arg in_place_arrays[] = {CUCORE_ARG("x", NULL, NULL, CUCORE_WRITE | CUCORE_KEEP_VERSION),
                                             CUCORE_ARG("y", NULL, NULL, CUCORE_WRITE)};
static const cucore_op_value in_place_values[] = {CUCORE_OP_INT_VALUE("k", 1), CUCORE_OP_REQUIRED_VALUE(INT, "m")};
CUCORE_OP_WITH(in_place, in_place_arrays, 0, CUCORE_OP_VALUES(in_place_values), remember, NULL, NULL);

static const cucore_op_value floats_values[] = {CUCORE_OP_FLOAT_VALUE("a", 1), CUCORE_OP_FLOAT_VALUE("b", -0.1),
                                                CUCORE_OP_FLOAT_VALUE("c", 1e300),
                                                CUCORE_OP_FLOAT_VALUE("d", 0.30000000000000004)};
static const cucore_arg none_arrays[] = {CUCORE_ARG("x", NULL, NULL, CUCORE_OPTIONAL),
                                         CUCORE_ARG("w", NULL, NULL, CUCORE_OPTIONAL)};
CUCORE_OP_WITH(floats, none_arrays, 0, CUCORE_OP_VALUES(floats_values), remember, NULL, NULL);

static const cucore_op_value inf_values[] = {CUCORE_OP_FLOAT_VALUE("a", HUGE_VAL)};
CUCORE_OP_WITH(inf, none_arrays, 0, CUCORE_OP_VALUES(inf_values), remember, NULL, NULL);
static const cucore_op_value quote_values[] = {CUCORE_OP_STRING_VALUE("s", "a\"b")};
CUCORE_OP_WITH(quote, none_arrays, 0, CUCORE_OP_VALUES(quote_values), remember, NULL, NULL);
static const cucore_op_value least_values[] = {CUCORE_OP_INT_VALUE("i", INT64_MIN)};
CUCORE_OP_WITH(least, none_arrays, 0, CUCORE_OP_VALUES(least_values), remember, NULL, NULL);
static const cucore_arg wrong_arrays[] = {CUCORE_ARG("x", "float31", NULL, 0)};
CUCORE_OP(wrong, wrong_arrays, 0, remember);

static const cucore_arg dense_arrays[] = {CUCORE_ARG("x", "float32", "n, m", CUCORE_MAKE_C_CONTIGUOUS),
                                          CUCORE_ARG("y", "=x", "=x", 0)};
CUCORE_OP_WITH(dense, dense_arrays, 1, CUCORE_OP_VALUES(scale_values), scale_run, NULL, NULL);

static const cucore_op *const good[] = {&scale_op, &all_op, &in_place_op, &floats_op, &dense_op};

/* torch as the test begins; the operators are new to it. */
static void begin(const char *missing)
{
    cucore__torch_entry *entry;
    while ((entry = cucore__torch_entries) != NULL) {
        cucore__torch_entries = entry->next;
        free(entry);
    }
    fake_aten_reset();
    fake_aten.missing = missing;
    find_again();
}

TEST(test_schemas)
{
    static const char *const schemas[] = {
        "scale(Tensor x, float a=1.5) -> Tensor",
        "all(Tensor x, Tensor(b!)? buffer=None, int k=2, float eps=1e-05, bool yes=True, str mode=\"sum\") -> (Tensor, "
        "Tensor)",
        "in_place(Tensor(a!) x, Tensor(b!) y, int k, int m) -> ()",
        "floats(Tensor? x=None, Tensor? w=None, float a=1.0, float b=-0.1, float c=1e+300, float "
        "d=0.30000000000000004) -> ()"};
    begin(NULL);
    CHECK_INT(cucore_op_register_torch(good, 4, "ns"), CUCORE_OK);
    CHECK_INT(fake_aten.schema_count, 4);
    for (int i = 0; i < 4; i++) CHECK_STR(fake_aten.schemas[i], schemas[i]);
    CHECK_INT(fake_aten.kernel_count, 12);
    for (int i = 0; i < 3; i++) CHECK_STR(fake_aten.kernels[i].key, i == 0 ? "CPU" : i == 1 ? "CUDA" : "Meta");
    CHECK_INT(fake_aten.boxed, 0);
    check_row("again");
    CHECK_INT(cucore_op_register_torch(good, 4, "ns"), CUCORE_OK);
    CHECK_INT(fake_aten.schema_count, 4);
    check_row("another namespace");
    CHECK_INT(cucore_op_register_torch(good, 1, "other"), CUCORE_OK);
    CHECK_INT(fake_aten.schema_count, 5);
    fake_aten.live = 0; /* registrations stay */
    check_row("2.9");
    begin(",torch_library_impl,torch_delete_string,torch_string_length,torch_string_c_str,");
    CHECK_INT(cucore_op_register_torch(good, 1, "ns"), CUCORE_OK);
    CHECK_INT(fake_aten.boxed, 3);
    fake_aten.live = 0;
}

TEST(test_registration_fails)
{
    static const cucore_op *const nothing[] = {&scale_op, NULL}, *const infinite[] = {&scale_op, &inf_op},
                                  *const quoted[] = {&quote_op}, *const smallest[] = {&least_op},
                                  *const undeclared[] = {&scale_op, &wrong_op};
    static const struct {
        const char *name;
        const cucore_op *const *ops;
        int count;
        const char *ns, *fails, *missing, *words;
        cucore_status status;
    } rows[] = {
        {"fragment", good, 2, "ns", "aoti_torch_library_init_fragment", NULL, "library_init_fragment failed",
         CUCORE_FOREIGN},
        {"second key", good, 2, "ns", "CUDA", NULL, "library_init_impl failed", CUCORE_FOREIGN},
        {"definition", good, 2, "ns", "aoti_torch_library_def", NULL, "scale: aoti_torch_library_def failed",
         CUCORE_FOREIGN},
        {"kernel", good, 2, "ns", "torch_library_impl", NULL, "scale: torch_library_impl failed", CUCORE_FOREIGN},
        {"not loaded", good, 2, "ns", NULL, "absent", "torch is not loaded", CUCORE_UNSUPPORTED},
        {"strings in 2.9", good, 2, "ns", NULL, ",torch_delete_string,", "all: mode: strings need torch 2.10",
         CUCORE_UNSUPPORTED},
        {"NULL operator", nothing, 2, "ns", NULL, NULL, "ops[1] is NULL", CUCORE_INVALID_ARGUMENT},
        {"NULL operators", NULL, 2, "ns", NULL, NULL, "ops is NULL", CUCORE_INVALID_ARGUMENT},
        {"NULL namespace", good, 2, NULL, NULL, NULL, "ns is NULL", CUCORE_INVALID_ARGUMENT},
        {"wrong namespace", good, 2, "a.b", NULL, NULL, "the namespace 'a.b' is no identifier",
         CUCORE_INVALID_ARGUMENT},
        {"infinite default", infinite, 2, "ns", NULL, NULL, "inf: a: schemas of torch cannot express the default inf",
         CUCORE_INVALID_ARGUMENT},
        {"quoted default", quoted, 1, "ns", NULL, NULL, "quote: s: the default has the character \\x22",
         CUCORE_INVALID_ARGUMENT},
        {"least int", smallest, 1, "ns", NULL, NULL,
         "least: i: schemas of torch cannot express the default -9.22337e+18", CUCORE_INVALID_ARGUMENT},
        {"declaration", undeclared, 2, "ns", NULL, NULL, "wrong: x: 'float31' in the list of dtypes",
         CUCORE_INVALID_ARGUMENT}};
    int i;
    FOR_ROWS (row, rows) {
        const int absent = row->missing && !strcmp(row->missing, "absent");
        begin(absent ? NULL : row->missing);
        fake_aten.is_absent = absent;
        fake_aten.fails = row->fails;
        REFUSED(cucore_op_register_torch(row->ops, (size_t)row->count, row->ns), row->status, row->words);
        CHECK_INT(fake_aten.live, 0); /* none is half registered */
        fake_aten_reset();
        find_again();
        fake_aten.schema_count = 0;
        CHECK_INT(cucore_op_register_torch(good, 2, "ns"), CUCORE_OK);
        CHECK_INT(fake_aten.schema_count, 2);
        fake_aten.live = 0;
    }
    check_row("no memory");
    for (i = 1; i < 20; i++) {
        cucore_status status;
        long pending;
        begin(NULL);
        failing_c_malloc.fail_in = i;
        status = cucore_op_register_torch(good, 2, "ns");
        pending = failing_c_malloc.fail_in;
        failing_c_malloc.fail_in = 0;
        if (pending) break;
        CHECK_INT(status, CUCORE_OUT_OF_MEMORY);
        CHECK_INT(fake_aten.live, 0);
    }
    CHECK(i > 2 && i < 20);
    fake_aten.live = 0;
}

/* -- calls ---------------------------------------------------------------------------------------------------------- */
static uint64_t of(void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static uint64_t of_float(double number)
{
    uint64_t entry;
    memcpy(&entry, &number, sizeof entry);
    return entry;
}

/* Registers all, and counts only what calls hand out. */
static void begin_calls(const char *missing)
{
    begin(missing);
    CHECK_INT(cucore_op_register_torch(good, 5, "ns"), CUCORE_OK);
    fake_aten.live = 0;
}

TEST(test_call)
{
    uint64_t stack[6];
    begin_calls(NULL);
    stack[0] = of(tensor_new());
    stack[1] = of_float(2.5);
    CHECK_INT(fake_dispatch("CPU", "scale", stack, 2, 1), 0);
    CHECK_INT(fake_aten.live, 1);
    for (int i = 0; i < 6; i++) CHECK(((float *)fake_of((void *)(uintptr_t)stack[0])->data)[i] == 2.5f * (float)i);
    CHECK(last.caller == CUCORE_OP_FROM_TORCH && last.stream == CUCORE_STREAM_HOST && last.device_id == -1);
    fake_drop((void *)(uintptr_t)stack[0]);
    check_row("throws");
    stack[0] = of(tensor_new());
    stack[1] = of_float(-1);
    CHECK_INT(fake_dispatch("CPU", "scale", stack, 2, 1), 1);
    CHECK_STR(fake_aten.thrown, "scale: a is -1; it must not be negative");
    CHECK_INT(fake_aten.live, 0);
    check_row("refused");
    stack[0] = of(tensor_new());
    fake_of((void *)(uintptr_t)stack[0])->strides[0] = 1;
    CHECK_INT(fake_dispatch("CPU", "scale", stack, 2, 1), 1);
    CHECK_HAS(fake_aten.thrown, "scale: x: expected a C-order contiguous array, got strides (1, 1)");
    CHECK_INT(fake_aten.live, 0);
    check_row("undefined");
    stack[0] = of(tensor_new());
    undefined(fake_of((void *)(uintptr_t)stack[0]));
    CHECK_INT(fake_dispatch("CPU", "scale", stack, 2, 1), 1);
    CHECK_STR(fake_aten.thrown, "scale: x: the tensor is not defined");
    check_row("NULL");
    stack[0] = 0;
    CHECK_INT(fake_dispatch("CPU", "scale", stack, 2, 1), 1);
    CHECK_STR(fake_aten.thrown, "scale: x: the tensor is NULL");
    check_row("counts");
    CHECK_INT(fake_dispatch("CPU", "scale", stack, 3, 1), 1);
    CHECK_HAS(fake_aten.thrown, "scale: torch passes 3 arguments for 1 results, not 2 for 1");
    CHECK_INT(fake_dispatch("CPU", "scale", stack, UINT64_MAX, UINT64_MAX), 1);
    CHECK_INT(fake_aten.live, 0);
}

/* Every kind of an argument, given and left out; with the functions of 2.13, and with those before (rules X31). */
TEST(test_arguments)
{
    static const struct {
        const char *name, *missing;
        int given;
    } rows[] = {{"given", NULL, 1}, {"left out", NULL, 0}, {"given, 2.12", ",torch_delete_stable_ivalue,", 1}};
    FOR_ROWS (row, rows) {
        static float buffer[4];
        static const int64_t four = 4;
        void *written, *held;
        uint64_t stack[6];
        fake_impl *y, *z;
        begin_calls(row->missing);
        written = fake_tensor(1, &four);
        held = fake_handle_new(fake_of(written));
        fake_of(written)->data = buffer;
        stack[0] = of(tensor_new());
        stack[1] = row->given ? fake_some(of(written)) : 0;
        stack[2] = 3;
        stack[3] = of_float(0.5);
        stack[4] = UINT64_C(0xffffff00) | (uint64_t)row->given; /* only the lowest byte counts */
        stack[5] = of(fake_string_new("mean"));
        fake_aten.grads = row->given;
        CHECK_INT(fake_dispatch("CPU", "all", stack, 6, 2), 0);
        CHECK_STR(last_mode, "mean");
        CHECK_INT(fake_of(held)->version, row->given); /* rules B123, X32 */
        CHECK_INT(fake_aten.counted_with_grads, 0);
        CHECK_INT(fake_aten.grads, row->given);
        y = fake_of((void *)(uintptr_t)stack[0]);
        z = fake_of((void *)(uintptr_t)stack[1]);
        CHECK(y->ndim == 2 && y->shape[0] == 3 && y->shape[1] == 3 && y->dtype == FAKE_FLOAT);
        CHECK(z->ndim == 0 && z->dtype == FAKE_LONG && *(int64_t *)z->data == (row->given ? 13 : 3));
        CHECK(buffer[0] == (row->given ? 7 : 0));
        buffer[0] = 0;
        fake_drop((void *)(uintptr_t)stack[0]);
        fake_drop((void *)(uintptr_t)stack[1]);
        fake_drop(held);
        if (!row->given) fake_drop(written);
        CHECK_INT(fake_aten.live, 0);
    }
}

/* Each function fails in each call that it has: an error with its name, and all is given back (rules X30). */
TEST(test_calls_fail)
{
    static const char *const more[] = {"aoti_torch_empty_strided",   "aoti_torch_new_tensor_handle",
                                       "aoti_torch_call_dispatcher", "torch_string_length",
                                       "torch_string_c_str",         "aoti_torch_get_current_cuda_stream"};
    static const int64_t four = 4;
    int on_device;
    begin_calls(NULL);
    for (int i = 0; i < COUNT(getters) + COUNT(more); i++) {
        const char *name = i < COUNT(getters) ? getters[i] : more[i - COUNT(getters)];
        static float buffer[4];
        void *x = tensor_new(), *written = fake_tensor(1, &four);
        uint64_t stack[6];
        int thrown;
        check_row(name);
        on_device = !strcmp(name, "aoti_torch_get_device_index") || !strcmp(name, "aoti_torch_get_current_cuda_stream");
        fake_of(written)->data = buffer;
        if (on_device) fake_of(x)->device_type = fake_of(written)->device_type = FAKE_CUDA;
        if (on_device) fake_of(x)->device_index = fake_of(written)->device_index = 0;
        stack[0] = of(x);
        stack[1] = fake_some(of(written));
        stack[2] = 3;
        stack[3] = of_float(0.5);
        stack[4] = 1;
        stack[5] = of(fake_string_new("mean"));
        fake_aten.fails = name;
        thrown = fake_dispatch(on_device ? "CUDA" : "CPU", "all", stack, 6, 2);
        fake_aten.fails = NULL;
        CHECK_INT(thrown, 1);
        CHECK_HAS(fake_aten.thrown, "all: ");
        CHECK_HAS(fake_aten.thrown, strncmp(name, "torch_string", 12) ? name : "torch_string");
        CHECK_INT(fake_aten.live, 0);
    }
}

TEST(test_in_place)
{
    void *x, *y, *hold_x, *hold_y;
    uint64_t stack[4];
    begin_calls(NULL);
    x = tensor_new();
    y = tensor_new();
    hold_x = fake_handle_new(fake_of(x));
    hold_y = fake_handle_new(fake_of(y));
    stack[0] = of(x);
    stack[1] = of(y);
    stack[2] = 1;
    stack[3] = 2;
    CHECK_INT(fake_dispatch("CPU", "in_place", stack, 4, 0), 0);
    CHECK_INT(fake_of(hold_x)->version, 0); /* CUCORE_KEEP_VERSION */
    CHECK_INT(fake_of(hold_y)->version, 1);
    fake_drop(hold_x);
    fake_drop(hold_y);
    CHECK_INT(fake_aten.live, 0);
}

/* CUCORE_MAKE_C_CONTIGUOUS: torch makes the copy, as for a gradient that repeats one number. */
TEST(test_dense)
{
    void *x, *result;
    uint64_t stack[2];
    for (int meta = 0; meta < 2; meta++) {
        begin_calls(NULL);
        x = tensor_new();
        fake_of(x)->strides[0] = fake_of(x)->strides[1] = 0;
        numbers[0] = 4;
        if (meta) fake_of(x)->device_type = FAKE_META;
        stack[0] = of(x);
        stack[1] = of_float(2);
        CHECK_INT(fake_dispatch(meta ? "Meta" : "CPU", "dense", stack, 2, 1), 0);
        CHECK_STR(fake_aten.thrown, "");
        result = (void *)(uintptr_t)stack[0];
        for (int i = 0; i < 6 && !meta; i++) CHECK(((float *)fake_of(result)->data)[i] == 8);
        CHECK(fake_of(result)->strides[0] == 3 && fake_aten.grads == 1 && !fake_aten.counted_with_grads);
        fake_drop(result);
        CHECK_INT(fake_aten.live, 0);
    }
    check_row("fails");
    begin_calls(NULL);
    stack[0] = of(x = tensor_new());
    fake_of(x)->strides[0] = 0;
    fake_aten.fails = "aoti_torch_call_dispatcher";
    CHECK_INT(fake_dispatch("CPU", "dense", stack, 2, 1), 1);
    CHECK_HAS(fake_aten.thrown, "dense: x: aoti_torch_call_dispatcher of aten::contiguous failed");
    CHECK_INT(fake_aten.live, 0);
}

TEST(test_meta)
{
    void *x, *result;
    uint64_t stack[6];
    begin_calls(NULL);
    x = fake_tensor(2, two_three);
    fake_of(x)->device_type = FAKE_META;
    memset(&last, 0, sizeof last);
    stack[0] = of(x);
    stack[1] = of_float(-1); /* the function is not called */
    CHECK_INT(fake_dispatch("Meta", "scale", stack, 2, 1), 0);
    CHECK(!last.op);
    result = (void *)(uintptr_t)stack[0];
    CHECK(fake_of(result)->device_type == FAKE_META && !fake_of(result)->data && fake_of(result)->shape[1] == 3);
    fake_drop(result);
    check_row("refused");
    stack[0] = of(x = fake_tensor(2, two_three));
    fake_of(x)->device_type = FAKE_META;
    fake_of(x)->dtype = FAKE_LONG;
    CHECK_INT(fake_dispatch("Meta", "scale", stack, 2, 1), 1);
    CHECK_STR(fake_aten.thrown, "scale: x: expected dtype float32, got int64");
    CHECK_INT(fake_aten.live, 0);
}

/* On a device: the stream is the one that torch says, the context that of the device, and no call of the driver waits. */
TEST(test_cuda)
{
    void *x, *result;
    uint64_t stack[2];
    begin_calls(NULL);
    x = tensor_new();
    fake_aten.stream = (void *)0x5712ea;
    fake_log_clear();
    fake_of(x)->device_type = FAKE_CUDA;
    fake_of(x)->device_index = 1;
    stack[0] = of(x);
    stack[1] = of_float(2);
    CHECK_INT(fake_dispatch("CUDA", "scale", stack, 2, 1), 0);
    CHECK_STR(fake_aten.thrown, "");
    CHECK(last_context == fake_context_primary(1) && fake_context_current() != last_context);
    CHECK(last.stream == (CUstream)0x5712ea && last.device_id == 1 && fake_aten.streams == 1);
    CHECK(!strstr(fake_log(), "Synchronize") && !strstr(fake_log(), "Query"));
    result = (void *)(uintptr_t)stack[0];
    CHECK(fake_of(result)->device_type == FAKE_CUDA && fake_of(result)->device_index == 1);
    fake_drop(result);
    check_row("no CUDA in this torch");
    begin_calls(",aoti_torch_get_current_cuda_stream,");
    stack[0] = of(x = tensor_new());
    fake_of(x)->device_type = FAKE_CUDA;
    fake_of(x)->device_index = 0;
    CHECK_INT(fake_dispatch("CUDA", "scale", stack, 2, 1), 1);
    CHECK_HAS(fake_aten.thrown, "scale: aoti_torch_get_current_cuda_stream failed");
    CHECK_INT(fake_aten.live, 0);
}

TESTS_MAIN
