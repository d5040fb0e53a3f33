/* DLPack without Python: DLTensor and both managed tensors, field by field.  No libcuda:
 *     cc -std=c99 -I. -isystem $(CUDA_INCLUDE) -isystem $(DLPACK_INCLUDE) tests/c/test_dlpack.c -o test_dlpack \
 *         -lpthread -ldl && ./test_dlpack
 *
 * Expected values are worked out by hand from dlpack.h 1.3.  Views are poisoned before each import.  Two rows need a
 * machine without a driver; where one loads they are left out, and say so. */
#define _POSIX_C_SOURCE 200809L

#include "failing_c.h"

#define CUCORE_IMPLEMENTATION
#include "cucore_cai.h"
#include "cucore_dlpack.h"

#include "check.h"

#define P(exponent) ((int64_t)1 << (exponent))

/* B65: what every producer lays out, whatever its dlpack.h (version 1.0 or newer, 64 bits). */
#if UINTPTR_MAX > UINT32_MAX
#define ASSERT_AT(name, type, member, offset) typedef char name[offsetof(type, member) == (offset) ? 1 : -1]
#define ASSERT_SIZE(name, type, size) typedef char name[sizeof(type) == (size) ? 1 : -1]
ASSERT_SIZE(b65_device, DLDevice, 8);
ASSERT_AT(b65_device_type, DLDevice, device_type, 0);
ASSERT_AT(b65_device_id, DLDevice, device_id, 4);
ASSERT_SIZE(b65_dtype, DLDataType, 4);
ASSERT_AT(b65_dtype_code, DLDataType, code, 0);
ASSERT_AT(b65_dtype_bits, DLDataType, bits, 1);
ASSERT_AT(b65_dtype_lanes, DLDataType, lanes, 2);
ASSERT_SIZE(b65_tensor, DLTensor, 48);
ASSERT_AT(b65_tensor_data, DLTensor, data, 0);
ASSERT_AT(b65_tensor_device, DLTensor, device, 8);
ASSERT_AT(b65_tensor_ndim, DLTensor, ndim, 16);
ASSERT_AT(b65_tensor_dtype, DLTensor, dtype, 20);
ASSERT_AT(b65_tensor_shape, DLTensor, shape, 24);
ASSERT_AT(b65_tensor_strides, DLTensor, strides, 32);
ASSERT_AT(b65_tensor_byte_offset, DLTensor, byte_offset, 40);
ASSERT_SIZE(b65_managed, DLManagedTensor, 64);
ASSERT_AT(b65_managed_tensor, DLManagedTensor, dl_tensor, 0);
ASSERT_AT(b65_managed_ctx, DLManagedTensor, manager_ctx, 48);
ASSERT_AT(b65_managed_deleter, DLManagedTensor, deleter, 56);
ASSERT_SIZE(b65_versioned, DLManagedTensorVersioned, 80);
ASSERT_AT(b65_versioned_version, DLManagedTensorVersioned, version, 0);
ASSERT_AT(b65_versioned_ctx, DLManagedTensorVersioned, manager_ctx, 8);
ASSERT_AT(b65_versioned_deleter, DLManagedTensorVersioned, deleter, 16);
ASSERT_AT(b65_versioned_flags, DLManagedTensorVersioned, flags, 24);
ASSERT_AT(b65_versioned_tensor, DLManagedTensorVersioned, dl_tensor, 32);
#endif

/* ------------------------------------------------------------------------------------------------------ helpers -- */
static char memory[4096];
static int deleted;
static const void *deleted_address;

static void delete_legacy(DLManagedTensor *self)
{
    deleted++;
    deleted_address = self;
}

static void delete_versioned(DLManagedTensorVersioned *self)
{
    deleted++;
    deleted_address = self;
}

static void delete_from_heap(DLManagedTensor *self)
{
    deleted++;
    free(self);
}

static int64_t shape_2_3[2] = {2, 3};
static int64_t strides_2_3[2] = {3, 1};

static DLTensor make_tensor(void)
{
    DLTensor tensor;
    memset(&tensor, 0, sizeof tensor);
    tensor.data = memory;
    tensor.device.device_type = kDLCPU;
    tensor.ndim = 2;
    tensor.dtype.code = kDLFloat;
    tensor.dtype.bits = 32;
    tensor.dtype.lanes = 1;
    tensor.shape = shape_2_3;
    tensor.strides = strides_2_3;
    return tensor;
}

static DLManagedTensor make_legacy(void)
{
    DLManagedTensor managed;
    memset(&managed, 0, sizeof managed);
    managed.dl_tensor = make_tensor();
    managed.deleter = delete_legacy;
    return managed;
}

static DLManagedTensorVersioned make_versioned(void)
{
    DLManagedTensorVersioned managed;
    memset(&managed, 0, sizeof managed);
    managed.version.major = 1;
    managed.version.minor = 3;
    managed.dl_tensor = make_tensor();
    managed.deleter = delete_versioned;
    return managed;
}

static void start(cucore_view *view)
{
    memset(view, 0xA5, sizeof *view);
    deleted = 0;
    deleted_address = NULL;
}

/* All but shape and strides, which mean nothing at ndim 0. */
static int is_zero(const cucore_view *view)
{
    const unsigned char *bytes = (const unsigned char *)view;
    size_t i, size = offsetof(cucore_view, layout) + offsetof(cucore_layout, shape);
    for (i = 0; i < size; i++) {
        if (bytes[i]) return 0;
    }
    return 1;
}

static cucore_arg intake_of(uint64_t flags)
{
    cucore_arg intake;
    memset(&intake, 0, sizeof intake);
    intake.flags = flags;
    return intake;
}

static int has_driver(void)
{
    return cucore_driver_load() == CUCORE_OK;
}

/* -------------------------------------------------------------------------------------------------- fields (1.6) -- */
enum { NULL_DATA = 1, NULL_SHAPE = 2, NULL_STRIDES = 4, HIGH_DATA = 8, LOW_DATA = 16 };

typedef struct {
    const char *id;
    int nulls;
    int32_t ndim;
    int64_t shape[3], strides[3];
    uint8_t code, bits;
    uint16_t lanes;
    uint64_t byte_offset;
    int32_t device_type, device_id;
    cucore_status status;
    const char *words;
} field_row;

static const field_row bad_fields[] = {
    FIELDS("ndim -1", 0, -1, {2, 3}, {3, 1}, 2, 32, 1, 0, 1, 0, CUCORE_INVALID_ARGUMENT, "ndim is -1"),
    FIELDS("ndim 65", 0, 65, {2, 3}, {3, 1}, 2, 32, 1, 0, 1, 0, CUCORE_INVALID_ARGUMENT, "ndim is 65"),
    FIELDS("ndim max", 0, INT32_MAX, {2}, {1}, 2, 32, 1, 0, 1, 0, CUCORE_INVALID_ARGUMENT, "ndim is 2147483647"),
    FIELDS("shape NULL", NULL_SHAPE, 2, {0}, {3, 1}, 2, 32, 1, 0, 1, 0, CUCORE_PROTOCOL,
           "shape is NULL, but ndim is 2"),
    FIELDS("extent -3", 0, 2, {2, -3}, {3, 1}, 2, 32, 1, 0, 1, 0, CUCORE_INVALID_ARGUMENT, "shape[1] is -3"),
    FIELDS("extent lowest", 0, 1, {INT64_MIN}, {1}, 2, 32, 1, 0, 1, 0, CUCORE_INVALID_ARGUMENT,
           "shape[0] is -9223372036854775808"),
    FIELDS("product", 0, 2, {P(40), P(40)}, {1, 1}, 2, 32, 1, 0, 1, 0, CUCORE_OVERFLOW, "1099511627776"),
    FIELDS("product, strides NULL", NULL_STRIDES, 2, {P(40), P(40)}, {0}, 2, 32, 1, 0, 1, 0, CUCORE_OVERFLOW,
           "1099511627776"),
    FIELDS("bytes", 0, 1, {P(61)}, {0}, 2, 64, 1, 0, 1, 0, CUCORE_OVERFLOW, "2305843009213693952"),
    FIELDS("reach", 0, 1, {3}, {P(62)}, 2, 32, 1, 0, 1, 0, CUCORE_OVERFLOW, "strides[0] 4611686018427387904"),
    FIELDS("reach down", 0, 1, {4}, {-P(62)}, 2, 32, 1, 0, 1, 0, CUCORE_OVERFLOW, "strides[0] -4611686018427387904"),
    FIELDS("stride lowest", 0, 1, {2}, {INT64_MIN}, 2, 32, 1, 0, 1, 0, CUCORE_OVERFLOW, "-9223372036854775808"),
    FIELDS("B05 unsigned division", 0, 1, {4}, {P(62) - 1}, 2, 32, 1, 0, 1, 0, CUCORE_OVERFLOW, "4611686018427387903"),
    FIELDS("sum of reaches", 0, 3, {2, 2, 2}, {P(62), P(62) - 1, 5}, 1, 8, 1, 0, 1, 0, CUCORE_OVERFLOW, "strides[2] 5"),
    FIELDS("address above", HIGH_DATA, 1, {8}, {1}, 2, 32, 1, 0, 1, 0, CUCORE_PROTOCOL, "address space"),
    FIELDS("address below", LOW_DATA, 1, {4}, {-8}, 2, 32, 1, 0, 1, 0, CUCORE_PROTOCOL, "0x40"),
    FIELDS("B79 byte_offset", 0, 2, {2, 3}, {3, 1}, 2, 32, 1, UINT64_MAX, 1, 0, CUCORE_PROTOCOL,
           "18446744073709551615"),
    FIELDS("data NULL", NULL_DATA, 2, {2, 3}, {3, 1}, 2, 32, 1, 0, 1, 0, CUCORE_PROTOCOL, "NULL"),
    FIELDS("data NULL, 0-d", NULL_DATA, 0, {0}, {0}, 2, 32, 1, 0, 1, 0, CUCORE_PROTOCOL, "NULL"),
    FIELDS("data NULL, byte_offset", NULL_DATA, 1, {2}, {1}, 2, 32, 1, 64, 1, 0, CUCORE_PROTOCOL, "NULL"),
    FIELDS("lanes 0", 0, 1, {2}, {1}, 2, 32, 0, 0, 1, 0, CUCORE_PROTOCOL, "lanes is 0"),
    FIELDS("lanes 2", 0, 1, {2}, {1}, 2, 32, 2, 0, 1, 0, CUCORE_UNSUPPORTED, "dtype.lanes is 2 (float32x2)"),
    FIELDS("B137 code 3", 0, 1, {2}, {1}, 3, 64, 1, 0, 1, 0, CUCORE_UNSUPPORTED, "dtype.code is 3, "),
    FIELDS("B137 code 253", 0, 1, {2}, {1}, 253, 8, 1, 0, 1, 0, CUCORE_UNSUPPORTED, "dtype.code is 253, "),
    FIELDS("B137 code 254", 0, 1, {2}, {1}, 254, 8, 1, 0, 1, 0, CUCORE_UNSUPPORTED, "dtype.code is 254, "),
    FIELDS("B137 code 255", 0, 1, {2}, {1}, 255, 0, 1, 0, 1, 0, CUCORE_UNSUPPORTED, "dtype.code is 255, "),
    FIELDS("int bits 0", 0, 1, {2}, {1}, 0, 0, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 0"),
    FIELDS("int bits 3", 0, 1, {2}, {1}, 0, 3, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 3"),
    FIELDS("uint bits 128", 0, 1, {2}, {1}, 1, 128, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 128"),
    FIELDS("float bits 33", 0, 1, {2}, {1}, 2, 33, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 33"),
    FIELDS("float bits 65", 0, 1, {2}, {1}, 2, 65, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 65"),
    FIELDS("int bits 31", 0, 1, {2}, {1}, 0, 31, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 31"),
    FIELDS("uint bits 63", 0, 1, {2}, {1}, 1, 63, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 63"),
    FIELDS("float bits 8", 0, 1, {2}, {1}, 2, 8, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 8"),
    FIELDS("bfloat bits 32", 0, 1, {2}, {1}, 4, 32, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 32"),
    FIELDS("complex bits 16", 0, 1, {2}, {1}, 5, 16, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 16"),
    FIELDS("B69 bool bits 1", 0, 1, {2}, {1}, 6, 1, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 1"),
    FIELDS("fp8 bits 4", 0, 1, {2}, {1}, 10, 4, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 4"),
    FIELDS("fp6 bits 8", 0, 1, {2}, {1}, 15, 8, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 8"),
    FIELDS("fp4 bits 8", 0, 1, {2}, {1}, 17, 8, 1, 0, 1, 0, CUCORE_PROTOCOL, "bits is 8"),
    FIELDS("device_id -1", 0, 1, {2}, {1}, 2, 32, 1, 0, 1, -1, CUCORE_PROTOCOL, "device_id is -1"),
    FIELDS("device 0", 0, 1, {2}, {1}, 2, 32, 1, 0, 0, 0, CUCORE_UNSUPPORTED, "type 0"),
    FIELDS("device OpenCL", 0, 1, {2}, {1}, 2, 32, 1, 0, 4, 0, CUCORE_UNSUPPORTED, "type 4 (opencl)"),
    FIELDS("device Vulkan", 0, 1, {2}, {1}, 2, 32, 1, 0, 7, 0, CUCORE_UNSUPPORTED, "type 7 (vulkan)"),
    FIELDS("device Metal", 0, 1, {2}, {1}, 2, 32, 1, 0, 8, 0, CUCORE_UNSUPPORTED, "type 8 (metal)"),
    FIELDS("device VPI", 0, 1, {2}, {1}, 2, 32, 1, 0, 9, 0, CUCORE_UNSUPPORTED, "type 9 (vpi)"),
    FIELDS("device ROCm", 0, 1, {2}, {1}, 2, 32, 1, 0, 10, 0, CUCORE_UNSUPPORTED, "type 10 (rocm)"),
    FIELDS("device ExtDev", 0, 1, {2}, {1}, 2, 32, 1, 0, 12, 0, CUCORE_UNSUPPORTED, "type 12 (extdev)"),
    FIELDS("device oneAPI", 0, 1, {2}, {1}, 2, 32, 1, 0, 14, 0, CUCORE_UNSUPPORTED, "type 14 (oneapi)"),
    FIELDS("device Trainium", 0, 1, {2}, {1}, 2, 32, 1, 0, 18, 0, CUCORE_UNSUPPORTED, "type 18"),
    FIELDS("device 19", 0, 1, {2}, {1}, 2, 32, 1, 0, 19, 0, CUCORE_UNSUPPORTED, "type 19"),
    FIELDS("packed rows", 0, 2, {2, 3}, {5, 1}, 0, 4, 1, 0, 1, 0, CUCORE_UNSUPPORTED, "strides[0] is 5"),
    FIELDS("packed reversed", 0, 1, {4}, {-1}, 0, 4, 1, 0, 1, 0, CUCORE_UNSUPPORTED, "strides[0] is -1"),
};

static const field_row good_fields[] = {
    {"0-d", NULL_SHAPE | NULL_STRIDES, 0, {0}, {0}, 2, 32, 1, 0, 1, 0, CUCORE_OK, ""},
    {"B08 strides NULL", NULL_STRIDES, 3, {4, 1, 5}, {5, 5, 1}, 2, 32, 1, 0, 1, 0, CUCORE_OK, ""},
    {"B01 byte_offset", 0, 2, {2, 3}, {3, 1}, 2, 32, 1, 8, 1, 0, CUCORE_OK, ""},
    {"byte_offset unaligned", 0, 2, {2, 3}, {3, 1}, 2, 32, 1, 1, 1, 0, CUCORE_OK, ""},
    {"B06 reversed", 0, 1, {4}, {-1}, 2, 32, 1, 400, 1, 0, CUCORE_OK, ""},
    {"broadcast", 0, 2, {4, 3}, {0, 1}, 2, 32, 1, 0, 1, 0, CUCORE_OK, ""},
    {"size 1", 0, 2, {1, 3}, {INT64_MAX, 1}, 2, 32, 1, 0, 1, 0, CUCORE_OK, ""},
    {"size 1, lowest", 0, 2, {3, 1}, {1, INT64_MIN}, 2, 32, 1, 0, 1, 0, CUCORE_OK, ""},
    {"empty, huge", 0, 3, {P(40), P(40), 0}, {7, 7, 7}, 2, 32, 1, 0, 1, 0, CUCORE_OK, ""},
    {"empty, data NULL", NULL_DATA, 1, {0}, {1}, 2, 32, 1, 0, 1, 0, CUCORE_OK, ""},
    {"empty, odd strides", 0, 2, {0, 5}, {INT64_MAX, INT64_MIN}, 2, 32, 1, 0, 1, 0, CUCORE_OK, ""},
    {"pinned", 0, 2, {2, 3}, {3, 1}, 2, 32, 1, 0, 3, 0, CUCORE_OK, ""},
    {"ROCm host", 0, 2, {2, 3}, {3, 1}, 2, 32, 1, 0, 11, 0, CUCORE_OK, ""},
};

static DLTensor tensor_of(const field_row *row, int64_t *shape, int64_t *strides)
{
    DLTensor tensor = make_tensor();
    memcpy(shape, row->shape, sizeof row->shape);
    memcpy(strides, row->strides, sizeof row->strides);
    if (row->nulls & NULL_DATA) tensor.data = NULL;
    if (row->nulls & HIGH_DATA) tensor.data = (void *)(uintptr_t)(UINTPTR_MAX - 15);
    if (row->nulls & LOW_DATA) tensor.data = (void *)(uintptr_t)64;
    tensor.ndim = row->ndim;
    tensor.shape = row->nulls & NULL_SHAPE ? NULL : shape;
    tensor.strides = row->nulls & NULL_STRIDES ? NULL : strides;
    tensor.dtype.code = row->code;
    tensor.dtype.bits = row->bits;
    tensor.dtype.lanes = row->lanes;
    tensor.byte_offset = row->byte_offset;
    /* By memory: a C++ or sanitised enum has no room for every number. */
    memcpy(&tensor.device.device_type, &row->device_type, sizeof row->device_type);
    tensor.device.device_id = row->device_id;
    return tensor;
}

static void check_refused(const field_row *row, const cucore_view *view, cucore_status status)
{
    CHECK_INT(status, row->status);
    REFUSED(cucore_last_error()->status, row->status, row->words);
    CHECK(is_zero(view));
}

TEST(test_bad_fields_are_refused_and_given_back)
{
    const cucore_arg arg = intake_of(CUCORE_ALLOW_UNALIGNED);
    for (size_t i = 0; i < COUNT(bad_fields); i++) {
        const field_row *row = &bad_fields[i];
        int64_t shape[64] = {0}, strides[64] = {0};
        DLManagedTensor legacy = make_legacy();
        DLManagedTensorVersioned versioned = make_versioned();
        DLTensor tensor = tensor_of(row, shape, strides), before = tensor;
        cucore_view view;
        check_row(row->id);
        start(&view);
        check_refused(row, &view, cucore_view_from_dltensor(&tensor, 0, &arg, &view));
        CHECK(memcmp(&tensor, &before, sizeof tensor) == 0);
        CHECK_INT(deleted, 0);
        legacy.dl_tensor = tensor;
        start(&view);
        check_refused(row, &view, cucore_view_adopt_dlmanaged(&legacy, &arg, &view));
        CHECK_INT(deleted, 1);
        CHECK(deleted_address == &legacy);
        versioned.dl_tensor = tensor;
        start(&view);
        check_refused(row, &view, cucore_view_adopt_dlmanaged_versioned(&versioned, &arg, &view));
        CHECK_INT(deleted, 1);
        CHECK(deleted_address == &versioned);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
    }
}

static void check_accepted(const field_row *row, const DLTensor *tensor, const cucore_view *view, cucore_status status)
{
    CHECK_INT(status, CUCORE_OK);
    CHECK_INT(view->layout.ndim, row->ndim);
    for (int i = 0; i < row->ndim; i++) {
        CHECK_INT(view->layout.shape[i], row->shape[i]);
        CHECK_INT(view->layout.strides[i], row->strides[i]);
    }
    CHECK((uintptr_t)view->ptr == (uintptr_t)tensor->data + (tensor->data ? row->byte_offset : 0));
    CHECK_INT(view->device_type, row->device_type);
    CHECK_INT(view->layout.itemsize, 4);
    CHECK_INT(view->layout.itembits, 32);
    CHECK_INT(view->copied | view->padded | view->has_producer_stream, 0);
    CHECK_INT(view->readonly, view->protocol == CUCORE_PROTOCOL_DLPACK); /* B90 */
    CHECK_INT(view->unproven, view->protocol == CUCORE_PROTOCOL_DLPACK);
}

TEST(test_good_fields_and_ownership)
{
    for (size_t i = 0; i < COUNT(good_fields); i++) {
        const field_row *row = &good_fields[i];
        int64_t shape[3], strides[3];
        DLManagedTensor legacy = make_legacy();
        DLManagedTensorVersioned versioned = make_versioned();
        DLTensor tensor = tensor_of(row, shape, strides), before = tensor;
        cucore_view view;
        check_row(row->id);
        start(&view);
        check_accepted(row, &tensor, &view, cucore_view_from_dltensor(&tensor, 0, NULL, &view));
        CHECK_INT(view.protocol, CUCORE_PROTOCOL_DLTENSOR);
        CHECK(view.private_.owner == NULL && view.private_.release == NULL);
        cucore_view_release(&view);
        CHECK(is_zero(&view));
        CHECK(memcmp(&tensor, &before, sizeof tensor) == 0);

        legacy.dl_tensor = tensor;
        start(&view);
        check_accepted(row, &tensor, &view, cucore_view_adopt_dlmanaged(&legacy, NULL, &view));
        CHECK_INT(view.protocol, CUCORE_PROTOCOL_DLPACK);
        CHECK_INT(deleted, 0);
        cucore_view_release(&view);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
        CHECK(deleted_address == &legacy);
        CHECK(is_zero(&view));

        versioned.dl_tensor = tensor;
        start(&view);
        check_accepted(row, &tensor, &view, cucore_view_adopt_dlmanaged_versioned(&versioned, NULL, &view));
        CHECK_INT(view.protocol, CUCORE_PROTOCOL_DLPACK_VERSIONED);
        CHECK_INT(deleted, 0);
        cucore_view_release(&view);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
        CHECK(deleted_address == &versioned);
    }
}

TEST(test_64_axes)
{
    int64_t shape[64], strides[64];
    DLTensor tensor = make_tensor();
    cucore_view view;
    for (int i = 0; i < 64; i++) {
        shape[i] = 1;
        strides[i] = i - 32;
    }
    tensor.ndim = 64;
    tensor.shape = shape;
    tensor.strides = strides;
    start(&view);
    CHECK_INT(cucore_view_from_dltensor(&tensor, 0, NULL, &view), CUCORE_OK);
    CHECK_INT(view.layout.ndim, 64);
    CHECK_INT(view.layout.strides[63], 31);
    CHECK(cucore_layout_is_c_contiguous(&view.layout));
}

/* Strides NULL are filled in the view, never in the producer's struct (D35). */
TEST(test_D35_nothing_is_written)
{
    int64_t shape[2] = {2, 3};
    DLManagedTensor managed = make_legacy();
    cucore_view view;
    managed.dl_tensor.shape = shape;
    managed.dl_tensor.strides = NULL;
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged(&managed, NULL, &view), CUCORE_OK);
    CHECK(managed.dl_tensor.strides == NULL);
    CHECK_INT(view.layout.strides[0], 3);
    shape[0] = 99; /* B30: the producer takes its arrays back */
    managed.dl_tensor.data = NULL;
    managed.dl_tensor.ndim = 7;
    CHECK_INT(view.layout.shape[0], 2);
    CHECK(view.ptr == memory);
    cucore_view_release(&view);
    CHECK_INT(deleted, 1);
}

/* ----------------------------------------------------------------------------------------------- flags in plain C -- */
enum {
    AS_IT_IS,
    READ_ONLY,
    TURNED,
    IN_C_ORDER,
    WITH_GAPS,
    REPEATED,
    ON_CUDA,
    COPIED,
    LEFT_OUT,
    UNALIGNED,
    VECTORS,
    HANDLES,
    ON_METAL,
    UNPROVEN,
    STREAM_0
};

/* Decodes an array of one kind. */
static cucore_status decode_as(int kind, uint64_t flags)
{
    static double room[16];
    int64_t shape[2] = {2, 3}, strides[2] = {3, 1};
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, 0);
    DLManagedTensor managed;
    cucore_interface fields;
    cucore_view view;
    cucore_status status;
    uint64_t marks = kind == READ_ONLY ? CUCORE_DLPACK_READ_ONLY : kind == COPIED ? CUCORE_DLPACK_IS_COPIED : 0;
    DLTensor *t = &managed.dl_tensor;
    arg.flags = flags;
    memset(&managed, 0, sizeof managed);
    t->data = (char *)room + (kind == UNALIGNED);
    t->device.device_type = kind == ON_CUDA ? kDLCUDA : kind == ON_METAL ? kDLMetal : kDLCPU;
    t->ndim = 2;
    t->dtype.code = kind == HANDLES ? kDLOpaqueHandle : kDLFloat;
    t->dtype.bits = kind == HANDLES ? 64 : 32;
    t->dtype.lanes = kind == VECTORS ? 2 : 1;
    t->shape = shape;
    t->strides = strides;
    if (kind == TURNED) strides[0] = 1, strides[1] = 2;
    if (kind == WITH_GAPS) strides[1] = 2, strides[0] = 6;
    if (kind == REPEATED) strides[0] = 0;
    if (kind == STREAM_0) {
        memset(&fields, 0, sizeof fields);
        fields.protocol = CUCORE_PROTOCOL_CAI;
        fields.shape = shape, fields.ndim = 2, fields.typestr = "<f4", fields.typestr_size = 3;
        fields.data = (uint64_t)(uintptr_t)room, fields.has_stream = 1;
        arg.flags |= CUCORE_TRUST_PRODUCER;
        status = cucore_view_from_interface(&fields, &arg, &view);
    } else if (kind == UNPROVEN) {
        arg.flags |= CUCORE_WRITE;
        status = cucore_view_adopt_dlmanaged(&managed, &arg, &view);
    } else {
        status = cucore_view_from_dltensor(kind == LEFT_OUT ? NULL : t, marks, &arg, &view);
    }
    if (!status) cucore_view_release(&view);
    return status;
}

/* Each flag of the list is honoured by the decoders of plain C, or refused by name, alone and with others. */
static void test_each_flag_is_honoured_or_refused(void)
{
    enum { HONOURED, ALL, PY };
    static const struct {
        uint64_t flag, beside;
        int what, kind; /* HONOURED: an array of this kind has one outcome without the flag, and another one with it */
        cucore_status without, with;
    } rows[] = {
        {CUCORE_WRITE, 0, HONOURED, READ_ONLY, CUCORE_OK, CUCORE_READONLY},
        {CUCORE_C_CONTIGUOUS, 0, HONOURED, TURNED, CUCORE_OK, CUCORE_WRONG_LAYOUT},
        {CUCORE_F_CONTIGUOUS, 0, HONOURED, IN_C_ORDER, CUCORE_OK, CUCORE_WRONG_LAYOUT},
        {CUCORE_CONTIGUOUS, 0, HONOURED, WITH_GAPS, CUCORE_OK, CUCORE_WRONG_LAYOUT},
        {CUCORE_UNIQUE, 0, HONOURED, REPEATED, CUCORE_OK, CUCORE_WRONG_LAYOUT},
        {CUCORE_NO_OVERLAP, 0, ALL, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_NO_PARTIAL_OVERLAP, 0, ALL, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_HOST_ACCESSIBLE, CUCORE_TRUST_PRODUCER, HONOURED, ON_CUDA, CUCORE_OK, CUCORE_WRONG_DEVICE},
        {CUCORE_DEVICE_ACCESSIBLE, 0, HONOURED, AS_IT_IS, CUCORE_OK, CUCORE_WRONG_DEVICE},
        {CUCORE_ON_DEVICE_ID, 0, HONOURED, AS_IT_IS, CUCORE_OK, CUCORE_WRONG_DEVICE},
        {CUCORE_SAME_DEVICE, 0, ALL, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_NEVER_COPY, 0, HONOURED, COPIED, CUCORE_OK, CUCORE_UNSUPPORTED},
        {CUCORE_OPTIONAL, 0, HONOURED, LEFT_OUT, CUCORE_INVALID_ARGUMENT, CUCORE_OK},
        {CUCORE_ALLOW_UNALIGNED, 0, HONOURED, UNALIGNED, CUCORE_WRONG_LAYOUT, CUCORE_OK},
        {CUCORE_ALLOW_LANES, 0, HONOURED, VECTORS, CUCORE_UNSUPPORTED, CUCORE_OK},
        {CUCORE_ALLOW_OPAQUE, 0, HONOURED, HANDLES, CUCORE_UNSUPPORTED, CUCORE_OK},
        {CUCORE_ALLOW_OTHER_DEVICES, 0, HONOURED, ON_METAL, CUCORE_UNSUPPORTED, CUCORE_OK},
        {CUCORE_ALLOW_GRAD, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_KEEP_VERSION, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_ALLOW_NEGATIVE_BIT, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_ALLOW_UNPROVEN_WRITE, 0, HONOURED, UNPROVEN, CUCORE_READONLY, CUCORE_OK},
        {CUCORE_STREAM_0_IS_LEGACY, 0, HONOURED, STREAM_0, CUCORE_PROTOCOL, CUCORE_OK},
        {CUCORE_TRUST_PRODUCER, 0, HONOURED, ON_CUDA, CUCORE_NO_DRIVER, CUCORE_OK},
        {CUCORE_BORROW, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_KEEP_CAPSULE, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_BY_EXCHANGE, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_BY_DLPACK, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_BY_CAI, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_BY_PEP3118, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_BY_ARRAY_INTERFACE, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_MAKE_C_CONTIGUOUS, 0, HONOURED, TURNED, CUCORE_OK, CUCORE_WRONG_LAYOUT},
        {CUCORE_MAKE_F_CONTIGUOUS, 0, HONOURED, IN_C_ORDER, CUCORE_OK, CUCORE_WRONG_LAYOUT},
        {CUCORE_MAKE_ALIGNED, CUCORE_ALLOW_UNALIGNED, HONOURED, UNALIGNED, CUCORE_OK, CUCORE_WRONG_LAYOUT},
        {CUCORE_CAST, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
        {CUCORE_FROM_ANYTHING, 0, PY, AS_IT_IS, CUCORE_OK, CUCORE_INVALID_ARGUMENT},
    };
    static const struct {
        const char *name;
        uint64_t flag;
    } list[] = {
#define ROW(name, bit) {"CUCORE_" #name, CUCORE_##name},
        CUCORE_ARG_FLAG_LIST(ROW)
#undef ROW
    };
    cucore_interface fields;
    cucore_view view;
    size_t k;
    CHECK_INT(COUNT(list), COUNT(rows));
    FOR_ROWS (row, list) {
        cucore_arg arg = CUCORE_ARG("x", NULL, NULL, 0);
        cucore_status status;
        for (k = 0; k < COUNT(rows) && rows[k].flag != row->flag; k++) {
        }
        CHECK(k < COUNT(rows));
        if (k == COUNT(rows)) continue;
        status = decode_as(rows[k].kind, rows[k].beside);
        if (rows[k].without == CUCORE_NO_DRIVER && status == CUCORE_PROTOCOL)
            status = CUCORE_NO_DRIVER; /* a GPU is here */
        CHECK_INT(status, rows[k].without);
        CHECK_INT(decode_as(rows[k].kind, rows[k].beside | rows[k].flag), rows[k].with);
        if (rows[k].what == HONOURED) continue;
        CHECK_HAS(cucore_last_error()->message, "x: the flags ");
        CHECK_HAS(cucore_last_error()->message, row->name);
        CHECK_HAS(cucore_last_error()->message, rows[k].what == PY ? " in C: they are for objects of Python"
                                                                   : "pass the others to cucore_views_check");
        CHECK_INT(decode_as(STREAM_0, rows[k].flag | CUCORE_STREAM_0_IS_LEGACY), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(decode_as(UNPROVEN, rows[k].flag | CUCORE_ALLOW_UNPROVEN_WRITE), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(decode_as(LEFT_OUT, rows[k].flag | CUCORE_OPTIONAL), CUCORE_INVALID_ARGUMENT);
        memset(&view, 0, sizeof view);
        arg.flags = rows[k].flag | CUCORE_OPTIONAL;
        CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(cucore_views_check(&view, &arg, 1), rows[k].what == PY ? CUCORE_INVALID_ARGUMENT : CUCORE_OK);
    }
    check_row("left out");
    {
        static const cucore_arg optional = CUCORE_ARG("x", NULL, "n", CUCORE_OPTIONAL);
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged(NULL, &optional, &view), CUCORE_OK);
        CHECK(is_zero(&view));
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged_versioned(NULL, &optional, &view), CUCORE_OK);
        CHECK(is_zero(&view));
        start(&view);
        CHECK_INT(cucore_view_from_interface(NULL, &optional, &view), CUCORE_OK);
        CHECK(is_zero(&view));
        CHECK_INT(cucore_view_from_dltensor(NULL, 0, &optional, NULL), CUCORE_INVALID_ARGUMENT);
        memset(&fields, 0, sizeof fields); /* fields without a typestr are there, and wrong */
        CHECK_INT(cucore_view_from_interface(&fields, &optional, &view), CUCORE_INVALID_ARGUMENT);
    }
}

/* More arguments than are compared pair by pair: the answer does not depend on the memory for sorting them. */
TEST(test_many_views)
{
    enum { MANY = 20, OUT = 15, SHARED = 4 };
    static float room[4 * MANY];
    cucore_view views[MANY];
    cucore_arg args[MANY];
    int64_t shape = 4;
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, NULL, NULL, CUCORE_DEVICE_TYPE_CPU, 0, {NULL, NULL}};
    spec.shape = &shape;
    for (int i = 0; i < MANY; i++) {
        cucore_arg arg = CUCORE_ARG("x", NULL, "4", 0);
        args[i] = arg;
        CHECK_INT(cucore_view_wrap(room + 4 * i, &spec, NULL, NULL, &views[i]), CUCORE_OK);
    }
    args[OUT].name = "out";
    args[OUT].flags = CUCORE_NO_OVERLAP;
    args[SHARED].name = "shared";
    for (int shares = 0; shares < 2; shares++) {
        if (shares) CHECK_INT(cucore_view_wrap(room + 4 * SHARED + 3, &spec, NULL, NULL, &views[OUT]), CUCORE_OK);
        if (shares) args[SHARED + 1].name = "later"; /* which shares memory, too, and is not named */
        for (int fails = 0; fails < 2; fails++) {
            failing_c_malloc.calls = 0;
            failing_c_malloc.fail_in = fails;
            CHECK_INT(cucore_views_check(views, args, MANY), shares ? CUCORE_WRONG_LAYOUT : CUCORE_OK);
            if (shares) CHECK_HAS(cucore_last_error()->message, "out: shares memory with shared (bytes 0x");
            CHECK_INT(failing_c_malloc.calls, 1);
            CHECK_INT(failing_c_live, 0);
        }
    }
    failing_c_malloc.calls = 0;
    CHECK_INT(cucore_views_check(views, args, 12), CUCORE_OK);
    CHECK_INT(failing_c_malloc.calls, 0);
}

/* cucore_views_check, and cucore_view_check with the arguments before: what one argument is to the others. */
TEST(test_several_views)
{
    static double room[16];
    enum {
        SHIFTED = 1,
        SAME = 2,
        OTHER_DEVICE = 4,
        SHORT = 8,
        INTS = 16,
        NONE = 32,
        PAIRS = 64,
        ODD = 128,
        ON_HOST = 256
    };
    static const struct {
        const char *name;
        const char *dtypes, *shape;
        uint64_t x_flags, y_flags;
        int y; /* of the second argument; it is apart from the first one unless SHIFTED or SAME */
        cucore_status status;
        const char *words;
    } rows[] = {
        {"apart", NULL, "n", 0, CUCORE_OUTPUT | CUCORE_NO_OVERLAP, 0, CUCORE_OK, NULL},
        {"two elements shared", NULL, "n", 0, CUCORE_OUTPUT, SHIFTED, CUCORE_WRONG_LAYOUT, "y: shares memory with x"},
        {"no flag", NULL, "n", 0, 0, SHIFTED, CUCORE_OK, NULL},
        {"the flag of the first", NULL, "n", CUCORE_NO_OVERLAP, 0, SHIFTED, CUCORE_WRONG_LAYOUT,
         "x: shares memory with y"},
        {"the same", NULL, "n", 0, CUCORE_NO_OVERLAP, SAME, CUCORE_WRONG_LAYOUT, "y: shares memory with x"},
        {"the same, in place", NULL, "n", 0, CUCORE_OUTPUT, SAME, CUCORE_OK, NULL},
        {"another device", NULL, "n", 0, CUCORE_SAME_DEVICE, OTHER_DEVICE, CUCORE_WRONG_DEVICE,
         "y: expected an array on cuda:0 as x, got one on cuda:1"},
        {"another device, no flag", NULL, "n", 0, 0, OTHER_DEVICE, CUCORE_OK, NULL},
        {"the host", NULL, "n", 0, CUCORE_SAME_DEVICE, ON_HOST, CUCORE_WRONG_DEVICE, "got one on cpu"},
        {"a name", NULL, "n", 0, 0, SHORT, CUCORE_WRONG_SHAPE, "y: expected shape (n) with n = 4 as in x, got (2,)"},
        {"any extent", NULL, "*", 0, 0, SHORT, CUCORE_OK, NULL},
        {"the dtype of x", "=x", NULL, 0, 0, INTS, CUCORE_WRONG_DTYPE, "y: expected dtype float32 as in x, got int32"},
        {"left out", NULL, "n", 0, CUCORE_OUTPUT | CUCORE_NO_OVERLAP | CUCORE_OPTIONAL, NONE, CUCORE_OK, NULL},
        {"missing", NULL, "n", 0, 0, NONE, CUCORE_INVALID_ARGUMENT, "y: the view holds no data"},
        {"vectors", NULL, "n", 0, 0, PAIRS, CUCORE_WRONG_DTYPE,
         "got float32x2: vector elements are accepted only with CUCORE_ALLOW_LANES"},
        {"vectors, allowed", NULL, "n", 0, CUCORE_ALLOW_LANES, PAIRS, CUCORE_OK, NULL},
        {"not aligned", NULL, "n", 0, 0, ODD, CUCORE_WRONG_LAYOUT, "y: expected memory aligned to 4 bytes"},
        {"Python", NULL, "n", 0, CUCORE_CAST, 0, CUCORE_INVALID_ARGUMENT, "y: the flags CUCORE_CAST mean nothing in C"},
        {"an unknown bit", NULL, "n", 0, UINT64_C(1) << 62, 0, CUCORE_INVALID_ARGUMENT,
         "y: the flags 0x4000000000000000"},
    };
    cucore_view views[2];
    FOR_ROWS (row, rows) {
        cucore_arg args[2] = {CUCORE_ARG("x", NULL, "n", 0), CUCORE_ARG("y", NULL, NULL, 0)};
        int64_t shape = 4;
        cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, NULL, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
        cucore_call call;
        const int y = row->y;
        spec.shape = &shape;
        CHECK_INT(cucore_view_wrap(room, &spec, NULL, NULL, &views[0]), CUCORE_OK);
        if (y & SHORT) shape = 2;
        if (y & INTS) spec.dtype = CUCORE_DTYPE_INT32;
        if (y & PAIRS) spec.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 2);
        if (y & OTHER_DEVICE) spec.device_id = 1;
        if (y & ON_HOST) spec.device_type = CUCORE_DEVICE_TYPE_CPU;
        CHECK_INT(cucore_view_wrap((char *)room +
                                       (y & SHIFTED ? 8
                                        : y & SAME  ? 0
                                                    : 64) +
                                       (y & ODD ? 1 : 0),
                                   &spec, NULL, NULL, &views[1]),
                  CUCORE_OK);
        if (y & NONE) memset(&views[1], 0, sizeof views[1]);
        args[0].flags = row->x_flags;
        args[1].flags = row->y_flags;
        args[1].dtypes = row->dtypes;
        args[1].shape = row->shape;
        CHECK_INT(cucore_views_check(views, args, 2), row->status);
        if (row->words) CHECK_HAS(cucore_last_error()->message, row->words);
        if (y & PAIRS) continue; /* a view that was made is checked for lanes by its decoder */
        memset(&call, 0, sizeof call);
        call.args = args, call.views = views, call.args_count = 2;
        CHECK_INT(cucore_view_check(&views[0], &args[0], &call), CUCORE_OK);
        CHECK_INT(cucore_view_check(&views[1], &args[1], &call), row->status);
        if (row->words) CHECK_HAS(cucore_last_error()->message, row->words);
        if (!(row->y_flags & CUCORE_TOGETHER)) continue;
        REFUSED(cucore_view_check(&views[1], &args[1], NULL), CUCORE_INVALID_ARGUMENT, "y: the flags CUCORE_");
    }
    check_row("NULL");
    CHECK_INT(cucore_views_check(NULL, NULL, 0), CUCORE_OK);
    REFUSED(cucore_views_check(NULL, NULL, 1), CUCORE_INVALID_ARGUMENT, "cucore_views_check: views is NULL");
    REFUSED(cucore_views_check(views, NULL, 1), CUCORE_INVALID_ARGUMENT, "cucore_views_check: args is NULL");
}

/* --------------------------------------------------------------------------------------------------- ownership -- */
TEST(test_null_arguments)
{
    DLTensor tensor = make_tensor();
    DLManagedTensor legacy = make_legacy();
    DLManagedTensorVersioned versioned = make_versioned();
    cucore_view view;
    start(&view);
    CHECK_INT(cucore_view_from_dltensor(NULL, 0, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK(is_zero(&view));
    CHECK_INT(cucore_view_from_dltensor(&tensor, 0, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged(NULL, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK(is_zero(&view));
    CHECK_INT(cucore_view_adopt_dlmanaged(&legacy, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(deleted, 1);
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged_versioned(NULL, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK(is_zero(&view));
    CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&versioned, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(deleted, 1);
    CHECK(deleted_address == &versioned);
}

TEST(test_B27_no_deleter)
{
    DLManagedTensor legacy = make_legacy();
    DLManagedTensorVersioned versioned = make_versioned();
    cucore_view view;
    legacy.deleter = NULL;
    versioned.deleter = NULL;
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged(&legacy, NULL, &view), CUCORE_OK);
    cucore_view_release(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&versioned, NULL, &view), CUCORE_OK);
    cucore_view_release(&view);
    cucore__dlmanaged_delete(&legacy);
    cucore__dlmanaged_versioned_delete(&versioned);
    CHECK_INT(deleted, 0);
}

/* The deleter frees the struct: nothing may touch it afterwards. */
TEST(test_a_deleter_that_frees_the_struct)
{
    DLManagedTensor *managed = (DLManagedTensor *)malloc(sizeof *managed);
    cucore_view view;
    if (!managed) return;
    *managed = make_legacy();
    managed->deleter = delete_from_heap;
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged(managed, NULL, &view), CUCORE_OK);
    cucore_view_release(&view);
    CHECK_INT(deleted, 1);
    CHECK(is_zero(&view));
}

/* D29, B26: every other field points nowhere; reading one of them would crash. */
TEST(test_B26_another_major_is_not_read)
{
    static const uint32_t majors[] = {0, 2, 3, UINT32_MAX};
    for (size_t i = 0; i < COUNT(majors); i++) {
        DLManagedTensorVersioned managed;
        cucore_view view;
        memset(&managed, 0x11, sizeof managed);
        managed.version.major = majors[i];
        managed.version.minor = 7;
        managed.deleter = delete_versioned;
        start(&view);
        REFUSED(cucore_view_adopt_dlmanaged_versioned(&managed, NULL, &view), CUCORE_PROTOCOL, "only major version 1");
        CHECK(is_zero(&view));
        CHECK_INT(deleted, 1);
        CHECK(deleted_address == &managed);
    }
}

TEST(test_D29_any_minor)
{
    static const uint32_t minors[] = {0, 1, 2, 3, 4, UINT32_MAX};
    for (size_t i = 0; i < COUNT(minors); i++) {
        DLManagedTensorVersioned managed = make_versioned();
        cucore_view view;
        managed.version.minor = minors[i];
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&managed, NULL, &view), CUCORE_OK);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
    }
}

/* --------------------------------------------------------------------------------------------- flags and dtypes -- */
TEST(test_flags)
{
    static const struct {
        uint64_t flags;
        int readonly, copied;
    } rows[] = {{0, 0, 0}, {1, 1, 0}, {2, 0, 1}, {3, 1, 1}, {4, 0, 0}, {~(uint64_t)7, 0, 0}, {P(40) | 1, 1, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        DLManagedTensorVersioned managed = make_versioned();
        cucore_arg write = intake_of(CUCORE_WRITE), own = intake_of(CUCORE_NEVER_COPY);
        int refused = rows[i].readonly || rows[i].copied;
        cucore_view view;
        managed.flags = rows[i].flags;
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&managed, NULL, &view), CUCORE_OK);
        CHECK_INT(view.readonly, rows[i].readonly);
        CHECK_INT(view.copied, rows[i].copied);
        CHECK_INT(view.padded, 0);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&managed, &write, &view),
                  !refused           ? CUCORE_OK
                  : rows[i].readonly ? CUCORE_READONLY
                                     : CUCORE_UNSUPPORTED); /* B89: a private copy is not what is to be written */
        CHECK_INT(deleted, refused);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&managed, &own, &view), /* D17 */
                  rows[i].copied ? CUCORE_UNSUPPORTED : CUCORE_OK);
        CHECK_INT(deleted, rows[i].copied);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
    }
}

/* B90 */
TEST(test_legacy_cannot_prove_that_it_is_writable)
{
    DLManagedTensor managed = make_legacy();
    cucore_arg write = intake_of(CUCORE_WRITE);
    cucore_arg unproven = intake_of(CUCORE_ALLOW_UNPROVEN_WRITE);
    cucore_arg allowed = intake_of(CUCORE_WRITE | CUCORE_ALLOW_UNPROVEN_WRITE);
    cucore_view view;
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged(&managed, &write, &view), CUCORE_READONLY);
    CHECK(is_zero(&view));
    CHECK_INT(deleted, 1);
    CHECK(strstr(cucore_last_error()->message, "expected an array known to be writable, got a legacy DLPack tensor"));
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged(&managed, NULL, &view), CUCORE_OK);
    CHECK_INT(view.readonly, 1);
    cucore_view_release(&view);
    CHECK_INT(deleted, 1);
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged(&managed, &unproven, &view), CUCORE_OK);
    CHECK_INT(view.readonly, 0);
    cucore_view_release(&view);
    start(&view);
    CHECK_INT(cucore_view_adopt_dlmanaged(&managed, &allowed, &view), CUCORE_OK);
    CHECK_INT(view.readonly, 0);
    cucore_view_release(&view);
    CHECK_INT(deleted, 1);
}

TEST(test_every_dtype)
{
    static const struct {
        uint8_t code, bits;
        const char *name;
    } rows[] = {
        {0, 1, "int1"},
        {0, 2, "int2"},
        {0, 4, "int4"},
        {0, 8, "int8"},
        {0, 16, "int16"},
        {0, 32, "int32"},
        {0, 64, "int64"},
        {1, 1, "uint1"},
        {1, 2, "uint2"},
        {1, 4, "uint4"},
        {1, 8, "uint8"},
        {1, 16, "uint16"},
        {1, 32, "uint32"},
        {1, 64, "uint64"},
        {2, 16, "float16"},
        {2, 32, "float32"},
        {2, 64, "float64"},
        {4, 16, "bfloat16"},
        {5, 32, "complex32"},
        {5, 64, "complex64"},
        {5, 128, "complex128"},
        {6, 8, "bool"},
        {7, 8, "float8_e3m4"},
        {8, 8, "float8_e4m3"},
        {9, 8, "float8_e4m3b11fnuz"},
        {10, 8, "float8_e4m3fn"},
        {11, 8, "float8_e4m3fnuz"},
        {12, 8, "float8_e5m2"},
        {13, 8, "float8_e5m2fnuz"},
        {14, 8, "float8_e8m0fnu"},
        {15, 6, "float6_e2m3fn"},
        {16, 6, "float6_e3m2fn"},
        {17, 4, "float4_e2m1fn"},
        {18, 32, "bcomplex32"},
    };
    size_t known = 0;
    for (int code = 0; code < 254; code++) {
        for (int width = 0; width < 256; width++) known += !cucore_dtype_check(cucore_dtype_make(code, width, 1));
    }
    CHECK_INT(COUNT(rows), known);
    FOR_ROWS (row, rows) {
        DLTensor tensor = make_tensor();
        cucore_view view;
        char name[64];
        int bits = row->bits;
        tensor.dtype.code = row->code;
        tensor.dtype.bits = row->bits;
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, 0, NULL, &view), CUCORE_OK);
        cucore_dtype_to_name(view.dtype, name, sizeof name);
        CHECK_STR(name, row->name);
        CHECK_INT(view.layout.itemsize, (bits + 7) / 8);
        CHECK_INT(view.layout.itembits, bits); /* packed */
        CHECK_INT(view.padded, 0);
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, CUCORE_DLPACK_SUBBYTE_PADDED, NULL, &view), CUCORE_OK);
        CHECK_INT(view.layout.itembits, bits < 8 ? 8 : bits);
        CHECK_INT(view.padded, bits < 8);
    }
}

TEST(test_lanes)
{
    static const struct {
        const char *name;
        uint8_t code, bits;
        uint16_t lanes;
        int itemsize, itembits;
    } rows[] = {{"float4_e2m1fnx2", 17, 4, 2, 1, 8}, {"float32x4", 2, 32, 4, 16, 128}, {"int4x3", 0, 4, 3, 2, 12}};
    cucore_arg lanes = intake_of(CUCORE_ALLOW_LANES);
    const cucore_arg zero = intake_of(0);
    FOR_ROWS (row, rows) {
        DLTensor tensor = make_tensor();
        cucore_view view;
        char name[64];
        tensor.dtype.code = row->code;
        tensor.dtype.bits = row->bits;
        tensor.dtype.lanes = row->lanes;
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, 0, &zero, &view), CUCORE_UNSUPPORTED);
        CHECK(is_zero(&view));
        CHECK_INT(cucore_view_from_dltensor(&tensor, 0, &lanes, &view), CUCORE_OK);
        cucore_dtype_to_name(view.dtype, name, sizeof name);
        CHECK_STR(name, row->name);
        CHECK_INT(view.layout.itemsize, row->itemsize);
        CHECK_INT(view.layout.itembits, row->itembits);
    }
}

TEST(test_packed_rows)
{
    static const struct {
        const char *id;
        int64_t shape[2], strides[2];
        int bits, padded;
        cucore_status status;
        int64_t nbytes;
    } rows[] = {
        {"rows on bytes", {3, 5}, {8, 1}, 4, 0, CUCORE_OK, 8},
        {"dense, odd", {3, 3}, {3, 1}, 4, 0, CUCORE_OK, 5},
        {"dense, odd, F", {3, 3}, {1, 3}, 4, 0, CUCORE_OK, 5},
        {"rows inside bytes", {3, 3}, {5, 1}, 4, 0, CUCORE_UNSUPPORTED, 0},
        {"rows inside bytes, padded", {3, 3}, {5, 1}, 4, 1, CUCORE_OK, 9},
        {"reversed", {2, 4}, {4, -1}, 4, 0, CUCORE_UNSUPPORTED, 0},
        {"bits", {2, 7}, {8, 1}, 1, 0, CUCORE_OK, 2},
        {"bits inside bytes", {2, 7}, {9, 1}, 1, 0, CUCORE_UNSUPPORTED, 0},
        {"one row", {1, 3}, {5, 1}, 4, 0, CUCORE_OK, 2},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        DLTensor tensor = make_tensor();
        int64_t shape[2], strides[2];
        cucore_view view;
        check_row(rows[i].id);
        memcpy(shape, rows[i].shape, sizeof shape);
        memcpy(strides, rows[i].strides, sizeof strides);
        tensor.shape = shape;
        tensor.strides = strides;
        tensor.byte_offset = 100;
        tensor.dtype.code = kDLInt;
        tensor.dtype.bits = (uint8_t)rows[i].bits;
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, rows[i].padded ? CUCORE_DLPACK_SUBBYTE_PADDED : 0, NULL, &view),
                  rows[i].status);
        if (rows[i].status) continue;
        CHECK_INT(cucore_layout_nbytes(&view.layout), rows[i].nbytes);
    }
}

/* ----------------------------------------------------------------------------------------------------- devices -- */
TEST(test_devices_without_the_driver)
{
    static const struct {
        DLDeviceType type;
        int id, host, device, expected_id;
    } rows[] = {{kDLCPU, 0, 1, 0, -1},      {kDLCPU, 4, 1, 0, -1},        {kDLCUDAHost, 0, 1, 1, -1},
                {kDLCUDAHost, 2, 1, 1, -1}, {kDLROCMHost, 0, 1, 0, -1},   {kDLCUDA, 0, 0, 1, 0},
                {kDLCUDA, 7, 0, 1, 7},      {kDLCUDAManaged, 0, 1, 1, 0}, {kDLCUDAManaged, 3, 1, 1, 3}};
    cucore_arg trust = intake_of(CUCORE_TRUST_PRODUCER);
    for (size_t i = 0; i < COUNT(rows); i++) {
        DLTensor tensor = make_tensor();
        int64_t empty[2] = {0, 3};
        cucore_view view;
        tensor.device.device_type = rows[i].type;
        tensor.device.device_id = rows[i].id;
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, 0, &trust, &view), CUCORE_OK);
        CHECK_INT(view.device_type, rows[i].type);
        CHECK_INT(view.device_id, rows[i].expected_id);
        CHECK_INT(view.host_accessible, rows[i].host);
        CHECK_INT(view.device_accessible, rows[i].device);
        tensor.shape = empty;
        tensor.data = NULL;
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, 0, NULL, &view), CUCORE_OK);
        CHECK_INT(view.device_type, rows[i].type);
        CHECK_INT(view.device_id, rows[i].expected_id);
    }
    CHECK(!cucore_driver_is_loaded());
}

/* 1.8: devices that neither the CPU nor CUDA can reach, with the flag alone; given on with the same device. */
TEST(test_other_devices)
{
    static const struct {
        int type, has_addresses;
        const char *name;
    } rows[] = {{4, 0, "(opencl)"},   {5, 0, "(unknown)"},        {7, 0, "(vulkan)"},  {8, 0, "(metal)"},
                {9, 0, "(vpi)"},      {10, 1, "(rocm)"},          {12, 0, "(extdev)"}, {14, 1, "(oneapi)"},
                {15, 0, "(webgpu)"},  {16, 0, "(hexagon)"},       {17, 0, "(maia)"},   {18, 0, "(trainium)"},
                {99, 0, "(unknown)"}, {INT32_MAX, 0, "(unknown)"}};
    static const int none[] = {0, -1, INT32_MIN};
    const cucore_arg allowed = intake_of(CUCORE_ALLOW_OTHER_DEVICES);
    const cucore_slice second = cucore_slice_range(1, 2, 1);
    FOR_ROWS (row, rows) {
        DLManagedTensorVersioned managed = make_versioned(), *again;
        DLTensor tensor = managed.dl_tensor;
        char device[40];
        cucore_view view, part;
        managed.dl_tensor.device.device_type = tensor.device.device_type = (DLDeviceType)row->type;
        managed.dl_tensor.device.device_id = tensor.device.device_id = 3;
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, 0, NULL, &view), CUCORE_UNSUPPORTED);
        snprintf(device, sizeof device, "device of type %d %s", row->type, row->name);
        CHECK_HAS(cucore_last_error()->message, device);
        tensor.byte_offset = 64;
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, 0, &allowed, &view),
                  row->has_addresses ? CUCORE_OK : CUCORE_UNSUPPORTED);
        if (row->has_addresses) {
            CHECK(view.ptr == (void *)((char *)tensor.data + 64));
        } else {
            CHECK_HAS(cucore_last_error()->message, "byte_offset is 64, but data is a handle");
        }
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&managed, &allowed, &view), CUCORE_OK);
        CHECK(view.ptr == tensor.data && view.device_type == row->type && view.device_id == 3);
        CHECK(!view.host_accessible && !view.device_accessible && !view.has_producer_stream);
        CHECK(cucore_view_is_aligned(&view));
        CHECK_INT(cucore_views_begin_access(&view, 1, NULL), CUCORE_OK);
        CHECK_INT(cucore_views_end_access(&view, 1, NULL), CUCORE_OK);
        CHECK_INT(cucore_view_check_range(&view), CUCORE_WRONG_DEVICE);
        start(&part);
        CHECK_INT(cucore_view_slice(&view, &second, 1, &part), row->has_addresses ? CUCORE_OK : CUCORE_UNSUPPORTED);
        deleted = 0;
        CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&view, 0, &again), CUCORE_OK);
        CHECK(again->dl_tensor.data == tensor.data && !again->dl_tensor.byte_offset);
        CHECK_INT(again->dl_tensor.device.device_type, row->type);
        CHECK_INT(again->dl_tensor.device.device_id, 3);
        CHECK_INT(deleted, 0);
        again->deleter(again);
        CHECK_INT(deleted, 1);
    }
    for (size_t i = 0; i < COUNT(none); i++) {
        DLTensor tensor = make_tensor();
        cucore_view view;
        tensor.device.device_type = (DLDeviceType)none[i];
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&tensor, 0, &allowed, &view), CUCORE_UNSUPPORTED);
    }
    CHECK(!cucore_driver_is_loaded());
}

TEST(test_requirements)
{
    static const struct {
        unsigned flags;
        cucore_status status;
    } rows[] = {{CUCORE_HOST_ACCESSIBLE, CUCORE_OK},
                {CUCORE_C_CONTIGUOUS, CUCORE_OK},
                {CUCORE_CONTIGUOUS, CUCORE_OK},
                {CUCORE_DEVICE_ACCESSIBLE, CUCORE_WRONG_DEVICE},
                {CUCORE_ON_DEVICE_ID, CUCORE_WRONG_DEVICE},
                {CUCORE_F_CONTIGUOUS, CUCORE_WRONG_LAYOUT}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        DLManagedTensor managed = make_legacy();
        cucore_arg intake = intake_of(rows[i].flags);
        cucore_view view;
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged(&managed, &intake, &view), rows[i].status);
        CHECK_INT(deleted, rows[i].status != CUCORE_OK);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
    }
}

/* B100: an intake takes unaligned memory only when it is told to. */
TEST(test_unaligned)
{
    static const struct {
        unsigned flags;
        cucore_status status;
    } rows[] = {{0, CUCORE_WRONG_LAYOUT},
                {CUCORE_C_CONTIGUOUS, CUCORE_WRONG_LAYOUT},
                {CUCORE_ALLOW_UNALIGNED, CUCORE_OK},
                {CUCORE_ALLOW_UNALIGNED | CUCORE_C_CONTIGUOUS, CUCORE_OK}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        DLManagedTensor managed = make_legacy();
        cucore_arg intake = intake_of(rows[i].flags);
        cucore_view view;
        managed.dl_tensor.byte_offset += 1;
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged(&managed, &intake, &view), rows[i].status);
        if (rows[i].status) CHECK_HAS(cucore_last_error()->message, "expected memory aligned to 4 bytes for ");
        CHECK_INT(deleted, rows[i].status != CUCORE_OK);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
    }
}

/* The C decoders check all of a cucore_arg, and what is wrong with itself; the tensor is gone after an error. */
TEST(test_all_of_an_arg_is_checked)
{
    static const struct {
        const char *name;
        cucore_arg arg;
        cucore_status status;
        const char *message;
    } rows[] = {
        {"dtype and shape", CUCORE_ARG("x", "int8 float32", "n, *", CUCORE_READ), CUCORE_OK, NULL},
        {"dtype", CUCORE_ARG("x", "int8 float64", NULL, CUCORE_READ), CUCORE_WRONG_DTYPE,
         "x: expected dtype int8 or float64, got float32"},
        {"shape", CUCORE_ARG("x", NULL, "3", CUCORE_READ), CUCORE_WRONG_SHAPE, "x: expected shape (3), 1 dimension"},
        {"no name of a dtype", CUCORE_ARG("x", "float33", NULL, CUCORE_READ), CUCORE_INVALID_ARGUMENT,
         "x: 'float33' in the list"},
        {"unknown flag", CUCORE_ARG("x", NULL, NULL, LOWEST_FREE(KNOWN_FLAGS)), CUCORE_INVALID_ARGUMENT,
         "x: the flags "},
        {"unknown flags", CUCORE_ARG(NULL, NULL, NULL, FREE_FLAGS | CUCORE_ALLOW_LANES), CUCORE_INVALID_ARGUMENT,
         "array: the flags "},
        {"two wishes", CUCORE_ARG("x", NULL, NULL, CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS),
         CUCORE_INVALID_ARGUMENT, "x: CUCORE_MAKE_C_CONTIGUOUS and CUCORE_MAKE_F_CONTIGUOUS exclude each other"},
        {"flags of the Python half", CUCORE_ARG("x", NULL, NULL, CUCORE_BY_CAI | CUCORE_OPTIONAL | CUCORE_BORROW),
         CUCORE_INVALID_ARGUMENT, "x: the flags CUCORE_BORROW, CUCORE_BY_CAI mean nothing in C"},
    };
    char bits[64];
    FOR_ROWS (row, rows) {
        DLManagedTensorVersioned versioned = make_versioned();
        DLManagedTensor legacy = make_legacy();
        cucore_view view;
        start(&view);
        CHECK_INT(cucore_view_from_dltensor(&legacy.dl_tensor, 0, &row->arg, &view), row->status);
        if (row->message) CHECK_HAS(cucore_last_error()->message, row->message);
        if (row->arg.flags & ~KNOWN_FLAGS) {
            snprintf(bits, sizeof bits, "0x%llx mean nothing", (unsigned long long)(row->arg.flags & ~KNOWN_FLAGS));
            CHECK_HAS(cucore_last_error()->message, bits);
        }
        CHECK_INT(deleted, 0);
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged(&legacy, &row->arg, &view), row->status);
        if (row->message) CHECK_HAS(cucore_last_error()->message, row->message);
        CHECK(!row->status || is_zero(&view));
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
        start(&view);
        CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&versioned, &row->arg, &view), row->status);
        if (row->message) CHECK_HAS(cucore_last_error()->message, row->message);
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
    }
}

/* NULL: lanes, and memory that is not aligned. */
TEST(test_null_accepts_anything)
{
    DLManagedTensor managed = make_legacy();
    const cucore_arg zero = intake_of(0);
    cucore_view view;
    managed.dl_tensor.dtype.lanes = 2;
    managed.dl_tensor.byte_offset += 1;
    start(&view);
    CHECK_INT(cucore_view_from_dltensor(&managed.dl_tensor, 0, NULL, &view), CUCORE_OK);
    CHECK_INT(cucore_view_from_dltensor(&managed.dl_tensor, 0, &zero, &view), CUCORE_UNSUPPORTED);
    managed.dl_tensor.dtype.lanes = 1;
    CHECK_INT(cucore_view_from_dltensor(&managed.dl_tensor, 0, &zero, &view), CUCORE_WRONG_LAYOUT);
}

/* Last: it loads the driver, where there is one. */
TEST(test_device_memory_needs_the_driver)
{
    DLManagedTensor managed = make_legacy();
    cucore_view view;
    int driver = has_driver();
    managed.dl_tensor.device.device_type = kDLCUDA;
    start(&view);
    if (driver) {
        /* B41: the pointer is host memory, and the driver knows it. */
        REFUSED(cucore_view_adopt_dlmanaged(&managed, NULL, &view), CUCORE_PROTOCOL, "host memory");
        managed.dl_tensor.device.device_id = 4096; /* D9 */
        REFUSED(cucore_view_adopt_dlmanaged(&managed, NULL, &view), CUCORE_PROTOCOL, "cuda:4096");
        printf("left out: what happens without a driver (one is here)\n");
    } else {
        CHECK_INT(cucore_view_adopt_dlmanaged(&managed, NULL, &view), CUCORE_NO_DRIVER);
        managed.dl_tensor.device.device_type = kDLCUDAManaged;
        CHECK_INT(cucore_view_adopt_dlmanaged(&managed, NULL, &view), CUCORE_NO_DRIVER);
    }
    CHECK(is_zero(&view));
    CHECK_INT(deleted, 2);
    managed.dl_tensor.device.device_type = kDLCPU;
    CHECK_INT(cucore_view_adopt_dlmanaged(&managed, NULL, &view), CUCORE_OK);
    cucore_view_release(&view);
    CHECK_INT(deleted, 3);
}

/* ------------------------------------------------------------------------------------------------------- encode -- */
static int owners_released;
static void count_release(void *owner)
{
    CHECK(owner == (void *)&owners_released);
    owners_released++;
}

static void count_view_release(cucore_view *view)
{
    CHECK(view->private_.owner == (void *)&owners_released);
    owners_released++;
}

/* A view of (2, 3) float32 with rows of four. */
static void make_view(cucore_view *view, void *ptr)
{
    static const int64_t shape[2] = {2, 3}, strides[2] = {4, 1};
    memset(view, 0xA5, sizeof *view);
    cucore__view_clear(view);
    view->ptr = ptr;
    view->dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    view->protocol = CUCORE_PROTOCOL_MEMORY;
    cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, -1);
    CHECK_INT(cucore_layout_make(2, shape, strides, 4, &view->layout), CUCORE_OK);
}

static void check_tensor(const DLTensor *tensor, const void *data)
{
    CHECK(tensor->data == data);
    CHECK_INT(tensor->byte_offset, 0);
    CHECK_INT(tensor->ndim, 2);
    CHECK_INT(tensor->device.device_type, 1);
    CHECK_INT(tensor->device.device_id, 0);
    CHECK_INT(tensor->dtype.code, 2);
    CHECK_INT(tensor->dtype.bits, 32);
    CHECK_INT(tensor->dtype.lanes, 1);
    CHECK_INT(tensor->shape[0], 2);
    CHECK_INT(tensor->shape[1], 3);
    CHECK_INT(tensor->strides[0], 4);
    CHECK_INT(tensor->strides[1], 1);
}

/* P8, P10, B10: one allocation with strides and an owner, which is released once, by the deleter. */
TEST(test_encode_with_owner)
{
    float block[8];
    cucore_view view;
    DLTensor tensor;
    DLManagedTensor *legacy = NULL;
    DLManagedTensorVersioned *versioned = NULL;
    make_view(&view, block);
    CHECK_INT(cucore_view_to_dltensor(&view, &tensor), CUCORE_OK);
    check_tensor(&tensor, block);
    owners_released = 0;
    CHECK_INT(cucore_view_to_dlmanaged(&view, &owners_released, count_release, 0, &legacy), CUCORE_OK);
    CHECK_INT(
        cucore_view_to_dlmanaged_versioned(&view, &owners_released, count_release, CUCORE_EXPORT_COPIED, &versioned),
        CUCORE_OK);
    cucore__view_clear(&view); /* not needed any more */
    memset(view.layout.shape, 0xA5, sizeof view.layout.shape);
    check_tensor(&legacy->dl_tensor, block);
    check_tensor(&versioned->dl_tensor, block);
    CHECK_INT(versioned->version.major, 1);
    CHECK_INT(versioned->version.minor, 3);
    CHECK_INT(versioned->flags, CUCORE_DLPACK_IS_COPIED);
    CHECK_INT(owners_released, 0);
    legacy->deleter(legacy);
    CHECK_INT(owners_released, 1);
    versioned->deleter(versioned);
    CHECK_INT(owners_released, 2);
}

TEST(test_encode_null_arguments)
{
    float block[8];
    cucore_view view;
    DLTensor tensor;
    make_view(&view, block);
    CHECK_INT(cucore_view_to_dltensor(NULL, &tensor), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_view_to_dltensor: an argument is NULL");
    (void)cucore_fail(CUCORE_READONLY, "before");
    CHECK_INT(cucore_view_to_dltensor(&view, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_view_to_dltensor: an argument is NULL");
}

/* Every field but the room for a Py_buffer; what was moved is a view of nothing. */
TEST(test_a_view_is_moved_as_a_whole)
{
    static const int64_t shape[2] = {3, 4}, strides[2] = {-7, 2};
    const size_t head = offsetof(cucore_view, layout);
    cucore_view from, to, before;
    unsigned char *bytes = (unsigned char *)&from;
    size_t i;
    for (i = 0; i < sizeof from; i++) bytes[i] = (unsigned char)(1 + i % 250);
    CHECK_INT(cucore_layout_make(2, shape, strides, 8, &from.layout), CUCORE_OK);
    memcpy(&before, &from, sizeof from);
    memset(&to, 0xA5, sizeof to);
    cucore__view_move(&from, &to);
    CHECK(memcmp(&to, &before, head) == 0);
    CHECK(to.private_.owner == before.private_.owner && to.private_.release == before.private_.release);
    CHECK(to.private_.free_owner == before.private_.free_owner && !to.private_.access);
    CHECK_INT(to.layout.ndim, 2);
    CHECK_INT(to.layout.itemsize, 8);
    CHECK_INT(to.layout.itembits, 64);
    CHECK(memcmp(to.layout.shape, shape, sizeof shape) == 0 && memcmp(to.layout.strides, strides, sizeof strides) == 0);
    for (i = 0; i < head && !bytes[i]; i++) {
    }
    CHECK_INT(i, head);
    CHECK(!from.private_.owner && !from.private_.release && !from.private_.self);
}

/* What a view owns goes with it, and only with it. */
TEST(test_encode_moves_the_view)
{
    float block[8];
    cucore_view view, back;
    DLManagedTensorVersioned *managed = NULL;
    cucore_arg trusting;
    memset(&trusting, 0, sizeof trusting);
    make_view(&view, block);
    cucore__view_own(&view, &owners_released, count_view_release);
    view.readonly = 1;
    owners_released = 0;
    CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&view, 0, &managed), CUCORE_OK);
    CHECK(!view.private_.release && !view.private_.owner && !view.ptr);
    cucore_view_release(&view);
    CHECK_INT(owners_released, 0);
    check_tensor(&managed->dl_tensor, block);
    CHECK_INT(managed->flags, CUCORE_DLPACK_READ_ONLY);
    CHECK_INT(cucore_view_adopt_dlmanaged_versioned(managed, NULL, &back), CUCORE_OK);
    CHECK(back.ptr == (void *)block && back.readonly);
    cucore_view_release(&back);
    CHECK_INT(owners_released, 1);
}

/* A copied struct is refused wherever something would be given back or ordered; the original gives it back once. */
TEST(test_a_copy_of_a_view_is_refused)
{
    static const char *const names[] = {"cucore_view_release", "cucore_view_move_to_dlmanaged",
                                        "cucore_view_move_to_dlmanaged_versioned", "cucore_views_begin_access",
                                        "cucore_views_end_access"};
    float block[8];
    cucore_view view, copy, before;
    DLManagedTensor *legacy = NULL;
    DLManagedTensorVersioned *versioned = NULL;
    make_view(&view, block);
    cucore__view_own(&view, &owners_released, count_view_release);
    owners_released = 0;
    memcpy(&copy, &view, sizeof view);
    memcpy(&before, &view, sizeof view);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        check_row(names[i]);
        (void)cucore_fail(CUCORE_DRIVER, "another error");
        switch (i) {
        case 0: cucore_view_release(&copy); break;
        case 1: CHECK_INT(cucore_view_move_to_dlmanaged(&copy, 0, &legacy), CUCORE_INVALID_ARGUMENT); break;
        case 2:
            CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&copy, 0, &versioned), CUCORE_INVALID_ARGUMENT);
            break;
        case 3: CHECK_INT(cucore_views_begin_access(&copy, 1, NULL), CUCORE_INVALID_ARGUMENT); break;
        default: CHECK_INT(cucore_views_end_access(&copy, 1, NULL), CUCORE_INVALID_ARGUMENT); break;
        }
        CHECK_INT(cucore_last_error()->status, CUCORE_INVALID_ARGUMENT);
        CHECK(strncmp(cucore_last_error()->message, names[i], strlen(names[i])) == 0);
        CHECK_HAS(cucore_last_error()->message, "is a copy of the one at");
        CHECK(memcmp(&copy, &before, sizeof copy) == 0 && !legacy && !versioned);
        CHECK_INT(owners_released, 0);
    }
    check_row(NULL);
    cucore_view_release(&view);
    CHECK_INT(owners_released, 1);
    cucore_view_release(&copy);
    CHECK_INT(owners_released, 1);
    CHECK(copy.ptr == (void *)block);
}

/* One made by hand borrows, wherever it stands. */
TEST(test_a_view_made_by_hand_may_be_copied)
{
    float block[8];
    cucore_view view, copy;
    make_view(&view, block);
    memset(&view.private_, 0, sizeof view.private_);
    memcpy(&copy, &view, sizeof view);
    CHECK_INT(cucore_views_begin_access(&copy, 1, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(&copy, 1, NULL), CUCORE_OK);
    cucore_view_release(&copy);
    CHECK(!copy.ptr && copy.protocol == CUCORE_PROTOCOL_NONE && view.ptr == (void *)block);
}

/* P8: strides NULL mean C order; the view moves into the tensor, or is described by it. */
TEST(test_compact)
{
    float block[8];
    for (int moved = 0; moved < 2; moved++) {
        DLManagedTensor *legacy = NULL;
        cucore_view view;
        make_view(&view, block);
        CHECK_INT(cucore_layout_make_dense(view.layout.ndim, view.layout.shape, 'C', 4, &view.layout), CUCORE_OK);
        cucore__view_own(&view, &owners_released, count_view_release);
        owners_released = 0;
        CHECK_INT(moved ? cucore_view_move_to_dlmanaged(&view, CUCORE_EXPORT_COMPACT, &legacy)
                        : cucore_view_to_dlmanaged(&view, NULL, NULL, CUCORE_EXPORT_COMPACT, &legacy),
                  CUCORE_OK);
        CHECK(legacy && !legacy->dl_tensor.strides && legacy->dl_tensor.data == (void *)block);
        legacy->deleter(legacy);
        CHECK_INT(owners_released, moved);
        cucore_view_release(&view);
    }
}

/* P4, P7, B09: refused, and what the view owned is given back at once; a view for each call. */
TEST(test_encode_refusals)
{
    static const struct {
        const char *name, *message;
        uint64_t flags;
        int opaque, protocol, versioned;
        cucore_status status;
    } rows[] = {{"read-only without a version", "read-only", 0, 0, CUCORE_PROTOCOL_MEMORY, 0, CUCORE_UNSUPPORTED},
                {"opaque", "void4", CUCORE_EXPORT_LEGACY_READONLY, 1, CUCORE_PROTOCOL_MEMORY, 0, CUCORE_UNSUPPORTED},
                {"opaque, versioned", "void4", 0, 1, CUCORE_PROTOCOL_MEMORY, 1, CUCORE_UNSUPPORTED},
                {"a buffer", "must stay where it is", CUCORE_EXPORT_LEGACY_READONLY, 0, CUCORE_PROTOCOL_PEP3118, 0,
                 CUCORE_UNSUPPORTED},
                {"a buffer, versioned", "must stay where it is", 0, 0, CUCORE_PROTOCOL_PEP3118, 1, CUCORE_UNSUPPORTED},
                {"an unknown flag", "unknown bits: 0x8", 15, 0, CUCORE_PROTOCOL_MEMORY, 0, CUCORE_INVALID_ARGUMENT},
                {"compact, not dense", "a tensor without strides is dense in C order, and shape (2, 3) strides (",
                 CUCORE_EXPORT_COMPACT | CUCORE_EXPORT_LEGACY_READONLY, 0, CUCORE_PROTOCOL_MEMORY, 0,
                 CUCORE_WRONG_LAYOUT},
                {"compact, versioned", "a tensor with a version has strides", CUCORE_EXPORT_COMPACT, 0,
                 CUCORE_PROTOCOL_MEMORY, 1, CUCORE_INVALID_ARGUMENT},
                {"an unknown flag, versioned", "unknown bits: 0x8000000000000000", UINT64_C(1) << 63, 0,
                 CUCORE_PROTOCOL_MEMORY, 1, CUCORE_INVALID_ARGUMENT}};
    float block[8];
    cucore_view view;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        DLManagedTensor *legacy;
        DLManagedTensorVersioned *versioned;
        cucore_status status;
        check_row(rows[i].name);
        memset(&legacy, 0xA5, sizeof legacy);
        memset(&versioned, 0xA5, sizeof versioned);
        make_view(&view, block);
        cucore__view_own(&view, &owners_released, count_view_release);
        view.readonly = 1;
        view.protocol = (uint8_t)rows[i].protocol;
        if (rows[i].opaque) view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 4);
        owners_released = 0;
        status = rows[i].versioned ? cucore_view_move_to_dlmanaged_versioned(&view, rows[i].flags, &versioned)
                                   : cucore_view_move_to_dlmanaged(&view, rows[i].flags, &legacy);
        CHECK_INT(status, rows[i].status);
        REFUSED(cucore_last_error()->status, rows[i].status, rows[i].message);
        CHECK(rows[i].versioned ? !versioned : !legacy);
        CHECK(!view.ptr && !view.private_.owner && !view.private_.release && !view.protocol);
        CHECK_INT(owners_released, 1);
        if (rows[i].protocol == CUCORE_PROTOCOL_PEP3118) continue; /* its owner may give it */
        make_view(&view, block);
        view.readonly = 1;
        if (rows[i].opaque) view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 4);
        memset(&legacy, 0xA5, sizeof legacy);
        memset(&versioned, 0xA5, sizeof versioned);
        owners_released = 0;
        status =
            rows[i].versioned
                ? cucore_view_to_dlmanaged_versioned(&view, &owners_released, count_release, rows[i].flags, &versioned)
                : cucore_view_to_dlmanaged(&view, &owners_released, count_release, rows[i].flags, &legacy);
        CHECK_INT(status, rows[i].status);
        CHECK(rows[i].versioned ? !versioned : !legacy);
        CHECK(view.ptr == (void *)block);
        CHECK_INT(owners_released, 0);
    }
}

/* B120: memory that is handed on has an owner, or no element. */
TEST(test_B120_a_view_that_borrows_is_not_moved)
{
    static const struct {
        const char *name;
        int how, versioned; /* 0: a slice, 1: wrapped, 2: wrapped with a release, 3: an empty slice */
        cucore_status status;
    } rows[] = {{"slice", 0, 0, CUCORE_UNSUPPORTED},   {"slice, versioned", 0, 1, CUCORE_UNSUPPORTED},
                {"wrapped", 1, 0, CUCORE_UNSUPPORTED}, {"wrapped, versioned", 1, 1, CUCORE_UNSUPPORTED},
                {"with an owner", 2, 0, CUCORE_OK},    {"with an owner, versioned", 2, 1, CUCORE_OK},
                {"without elements", 3, 0, CUCORE_OK}, {"without elements, versioned", 3, 1, CUCORE_OK}};
    static const int64_t shape[1] = {8};
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1,           shape, NULL, CUCORE_DEVICE_TYPE_CPU,
                              CUCORE_DEVICE_NONE,   {NULL, NULL}};
    float block[8];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int owned = rows[i].how == 2;
        const cucore_slice part = rows[i].how == 3 ? cucore_slice_range(3, 3, 1) : cucore_slice_range(1, 5, 1);
        DLManagedTensor *legacy;
        DLManagedTensorVersioned *versioned;
        cucore_view whole, view;
        cucore_status status;
        check_row(rows[i].name);
        memset(&legacy, 0xA5, sizeof legacy);
        memset(&versioned, 0xA5, sizeof versioned);
        owners_released = 0;
        CHECK_INT(cucore_view_wrap(block, &spec, &owners_released, owned ? count_release : NULL, &whole), CUCORE_OK);
        if (rows[i].how % 3 == 0) CHECK_INT(cucore_view_slice(&whole, &part, 1, &view), CUCORE_OK);
        status = rows[i].versioned
                     ? cucore_view_move_to_dlmanaged_versioned(rows[i].how % 3 ? &whole : &view, 0, &versioned)
                     : cucore_view_move_to_dlmanaged(rows[i].how % 3 ? &whole : &view, 0, &legacy);
        CHECK_INT(status, rows[i].status);
        CHECK(rows[i].how % 3 ? !whole.ptr : !view.ptr);
        CHECK_INT(owners_released, 0);
        if (status) {
            CHECK_HAS(cucore_last_error()->message, "the view borrows its memory");
            CHECK(rows[i].versioned ? !versioned : !legacy);
        } else if (rows[i].versioned) {
            versioned->deleter(versioned);
        } else {
            legacy->deleter(legacy);
        }
        CHECK_INT(owners_released, owned);
        cucore_view_release(&whole);
    }
}

/* The error of the function is the last one, whatever the release of the view does. */
static void release_with_an_error(cucore_view *view)
{
    (void)view;
    (void)cucore_fail(CUCORE_DRIVER, "while releasing");
}

TEST(test_encode_an_error_outlives_the_release)
{
    float block[8];
    cucore_view view;
    DLManagedTensorVersioned *managed;
    make_view(&view, block);
    cucore__view_own(&view, NULL, release_with_an_error);
    view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 4);
    CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&view, 0, &managed), CUCORE_UNSUPPORTED);
    REFUSED(cucore_last_error()->status, CUCORE_UNSUPPORTED, "void4");
    make_view(&view, block);
    cucore__view_own(&view, &owners_released, count_view_release);
    owners_released = 0;
    CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&view, 0, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK(!view.ptr && !view.private_.release);
    CHECK_INT(owners_released, 1);
    memset(&managed, 0xA5, sizeof managed);
    CHECK_INT(cucore_view_move_to_dlmanaged_versioned(NULL, 0, &managed), CUCORE_INVALID_ARGUMENT);
    CHECK(!managed);
}

/* The description of a dense array, for cucore_view_allocate. */
static cucore_status allocate(int device_type, int device_id, cucore_dtype dtype, int ndim, const int64_t *shape,
                              CUstream stream, cucore_view *out)
{
    cucore_array_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.dtype = dtype;
    spec.ndim = ndim;
    spec.shape = shape;
    spec.device_type = device_type;
    spec.device_id = device_id;
    return cucore_view_allocate(&spec, NULL, stream, out);
}

/* Host memory for new arrays: aligned, dense, writable, and gone with the view. */
TEST(test_allocate_on_the_host)
{
    static const int64_t shape[2] = {5, 7}, empty[2] = {0, 7}, huge[2] = {(int64_t)1 << 40, (int64_t)1 << 30};
    cucore_view view;
    memset(&view, 0xA5, sizeof view);
    CHECK_INT(allocate(CUCORE_DEVICE_TYPE_CPU, 0, cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), 2, shape, NULL, &view),
              CUCORE_OK);
    CHECK_INT((uintptr_t)view.ptr % 64, 0);
    CHECK_INT(view.layout.strides[0], 7);
    CHECK_INT(view.protocol, CUCORE_PROTOCOL_MEMORY);
    CHECK(view.private_.release != NULL);
    CHECK(view.host_accessible && !view.device_accessible && !view.readonly);
    memset(view.ptr, 1, 5 * 7 * 4);
    cucore_view_release(&view);
    CHECK_INT(allocate(CUCORE_DEVICE_TYPE_CPU, 0, cucore_dtype_make(CUCORE_CODE_INT, 4, 1), 2, shape, NULL, &view),
              CUCORE_OK);
    CHECK_INT(view.layout.itembits, 4);
    memset(view.ptr, 1, 18);
    cucore_view_release(&view);
    CHECK_INT(allocate(CUCORE_DEVICE_TYPE_CPU, 0, cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), 2, empty, NULL, &view),
              CUCORE_OK);
    cucore_view_release(&view);
    CHECK_INT(allocate(CUCORE_DEVICE_TYPE_CPU, 0, cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), 2, huge, NULL, &view),
              CUCORE_OVERFLOW);
    CHECK(!view.private_.release && !view.ptr);
    CHECK_INT(allocate(CUCORE_DEVICE_TYPE_ROCM, 0, cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), 2, shape, NULL, &view),
              CUCORE_UNSUPPORTED);
}

int main(void)
{
    check_tests();
    RUN(test_each_flag_is_honoured_or_refused); /* last: it asks for the driver */
    return check_end();
}
