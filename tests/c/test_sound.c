/* test_sound.c - views made by hand that are wrong: every function that looks at elements refuses them, in the same words. */
#define CUCORE_IMPLEMENTATION
#include "cucore_cai.h"
#include "cucore_copy.h"
#include "cucore_dlpack.h"
#include "cucore_kernel.h"

#include "check.h"

static char memory[256];

typedef struct sound_row {
    const char *name;
    int code, bits; /* bits 0: opaque, of itemsize bytes; code -1: no dtype */
    int ndim;
    int64_t shape[2], strides[2];
    int64_t itemsize, itembits;
    uintptr_t ptr; /* 1: memory */
    int padded, device_type;
    cucore_status status;
    const char *words;
} sound_row;

#define FLOAT CUCORE_CODE_FLOAT
#define UINT CUCORE_CODE_UINT
#define CPU CUCORE_DEVICE_TYPE_CPU
#define ROCM CUCORE_DEVICE_TYPE_ROCM
#define BAD CUCORE_INVALID_ARGUMENT

static const sound_row unsound[] = {
    FIELDS("zeroed", -1, 0, 0, {0}, {0}, 0, 0, 0, 0, 0, BAD,
           "the view holds no data: it was released, or never filled"),
    FIELDS("no dtype", -1, 0, 1, {4}, {1}, 4, 32, 1, 0, CPU, BAD,
           "the view holds no data: it was released, or never filled"),
    FIELDS("negative ndim", FLOAT, 32, -1, {4}, {1}, 4, 32, 1, 0, CPU, BAD, "ndim is -1"),
    FIELDS("more axes than there may be", FLOAT, 32, CUCORE_MAX_NDIM + 1, {4}, {1}, 4, 32, 1, 0, CPU, BAD,
           "ndim is 65"),
    FIELDS("most axes of a number", FLOAT, 32, INT32_MAX, {4}, {1}, 4, 32, 1, 0, CPU, BAD, "ndim is 2147483647"),
    FIELDS("itemsize 0", FLOAT, 32, 1, {4}, {1}, 0, 0, 1, 0, CPU, BAD, "itemsize is 0"),
    FIELDS("itemsize larger than the dtype", FLOAT, 32, 1, {4}, {1}, 8, 64, 1, 0, CPU, BAD,
           "dtype float32 has 4 bytes, the layout has elements of 8 bytes and 64 bits"),
    FIELDS("itemsize smaller than the dtype", FLOAT, 64, 1, {4}, {1}, 4, 32, 1, 0, CPU, BAD,
           "dtype float64 has 8 bytes, the layout has elements of 4 bytes and 32 bits"),
    FIELDS("fewer bits than the dtype", FLOAT, 32, 1, {4}, {1}, 4, 28, 1, 0, CPU, BAD,
           "elements of 4 bytes and 28 bits"),
    FIELDS("more bits than the dtype", UINT, 4, 1, {4}, {1}, 1, 8, 1, 0, CPU, BAD, "dtype uint4 has 1 bytes"),
    FIELDS("padded, but packed", UINT, 4, 1, {4}, {1}, 1, 4, 1, 1, CPU, BAD, "1 bytes and 4 bits, padded"),
    FIELDS("opaque, packed", 0, 0, 1, {4}, {1}, 1, 4, 1, 0, CPU, BAD, "dtype void1 has 1 bytes"),
    FIELDS("negative extent", FLOAT, 32, 2, {4, -2}, {1, 1}, 4, 32, 1, 0, CPU, BAD,
           "shape[1] is -2; extents must be 0 or more"),
    FIELDS("least extent", FLOAT, 32, 1, {INT64_MIN}, {1}, 4, 32, 1, 0, CPU, BAD, "shape[0] is -9223372036854775808"),
    FIELDS("NULL", FLOAT, 32, 1, {4}, {1}, 4, 32, 0, 0, CPU, BAD,
           "the data pointer is NULL, but the array is not empty"),
    FIELDS("more elements than a number has", FLOAT, 32, 2, {INT64_MAX, 3}, {0, 1}, 4, 32, 1, 0, CPU, CUCORE_OVERFLOW,
           "does not fit 64 bits"),
    FIELDS("strides out of any range", FLOAT, 32, 2, {4, 4}, {INT64_MAX, INT64_MIN}, 4, 32, 1, 0, CPU, CUCORE_OVERFLOW,
           "does not fit 64 bits"),
    FIELDS("the least stride", FLOAT, 32, 1, {2}, {INT64_MIN}, 4, 32, 1, 0, CPU, CUCORE_OVERFLOW, "not fit 64 bits"),
    FIELDS("more bits than a number has", FLOAT, 32, 1, {INT64_MAX / 8}, {1}, 4, 32, 1, 0, CPU, CUCORE_OVERFLOW,
           "do not fit 64 bits"),
    FIELDS("below the address space", FLOAT, 32, 1, {4}, {-1000}, 4, 32, 4096 / 2, 0, CPU, BAD,
           "outside the address space"),
    FIELDS("above the address space", FLOAT, 32, 1, {4}, {1}, 4, 32, UINTPTR_MAX - 7, 0, CPU, BAD,
           "outside the address space"),
};

/* What is odd, and sound. */
static const sound_row sound[] = {
    FIELDS("usual", FLOAT, 32, 1, {4}, {1}, 4, 32, 1, 0, CPU, CUCORE_OK, NULL),
    FIELDS("0-d", FLOAT, 32, 0, {0}, {0}, 4, 32, 1, 0, CPU, CUCORE_OK, NULL),
    FIELDS("empty, no memory", FLOAT, 32, 1, {0}, {1}, 4, 32, 0, 0, CPU, CUCORE_OK, NULL),
    FIELDS("empty, strides that mean nothing", FLOAT, 32, 2, {0, 4}, {INT64_MAX, INT64_MIN}, 4, 32, 0, 0, CPU,
           CUCORE_OK, NULL),
    FIELDS("extent 1, a stride that means nothing", FLOAT, 32, 2, {1, 4}, {INT64_MIN, 1}, 4, 32, 1, 0, CPU, CUCORE_OK,
           NULL),
    FIELDS("padded", UINT, 4, 1, {4}, {1}, 1, 8, 1, 1, CPU, CUCORE_OK, NULL),
    FIELDS("packed", UINT, 4, 1, {4}, {1}, 1, 4, 1, 0, CPU, CUCORE_OK, NULL),
    FIELDS("opaque", 0, 0, 1, {4}, {1}, 7, 56, 1, 0, CPU, CUCORE_OK, NULL),
    FIELDS("a handle of another device", FLOAT, 32, 1, {4}, {1}, 4, 32, 0, 0, 8, CUCORE_OK, NULL),
};

static void make(const sound_row *row, cucore_view *view)
{
    const int axes = row->ndim < 0 || row->ndim > 2 ? 2 : row->ndim;
    memset(view, 0, sizeof *view);
    if (row->code >= 0) {
        view->dtype = row->bits ? cucore_dtype_make(row->code, row->bits, 1)
                                : cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)row->itemsize);
    }
    view->ptr = row->ptr == 1 ? (void *)memory : (void *)row->ptr;
    view->device_type = row->device_type;
    view->device_id = CUCORE_DEVICE_NONE;
    view->host_accessible = row->device_type == CPU;
    view->padded = (uint8_t)row->padded;
    view->protocol = CUCORE_PROTOCOL_MEMORY;
    view->layout.ndim = row->ndim;
    view->layout.itemsize = row->itemsize;
    view->layout.itembits = row->itembits;
    memcpy(view->layout.shape, row->shape, (size_t)axes * sizeof(int64_t));
    memcpy(view->layout.strides, row->strides, (size_t)axes * sizeof(int64_t));
}

/* A function, given the view that is wrong and one that is right. */
typedef cucore_status (*sound_call)(cucore_view *view, const cucore_view *good);

#define CALL(name, expression)                                                                                         \
    static cucore_status name(cucore_view *view, const cucore_view *good)                                              \
    {                                                                                                                  \
        (void)good;                                                                                                    \
        return expression;                                                                                             \
    }

static cucore_view made_view;
static cucore_overlap made_overlap;
static cucore_copy_plan made_plan;
static cucore_loops made_loops;
static DLTensor made_tensor;
static DLManagedTensor *made_managed;
static DLManagedTensorVersioned *made_versioned;
static cucore_interface_room made_room;
static cucore_interface made_interface;
static CUCORE_ACCESSOR(1, int) made_accessor;
static union {
    cucore_tensor_map map;
    char aligned[192];
} made_map;
static const cucore_arg asks = CUCORE_ARG("x", "float32", "4", CUCORE_C_CONTIGUOUS),
                        asks_little = CUCORE_ARG(NULL, NULL, NULL, 0);
static cucore_tensor_map_spec map_spec;

static cucore_status make_loops(const cucore_view *a, const cucore_view *b)
{
    cucore_operand operands[2];
    memset(operands, 0, sizeof operands);
    operands[0].view = a;
    operands[1].view = b;
    return cucore_loops_make(operands, 2, &made_loops);
}

CALL(call_check, cucore_view_check(view, &asks, NULL))
CALL(call_check_little, cucore_view_check(view, &asks_little, NULL))
CALL(call_slice, cucore_view_slice(view, NULL, 0, &made_view))
CALL(call_as, cucore_view_as(view, 0, NULL, NULL, &made_view))
CALL(call_as_layout, cucore_view_as(view, 0, &good->layout, &good->dtype, &made_view))
CALL(call_check_range, cucore_view_check_range(view))
CALL(call_overlap_a, cucore_view_overlap(view, good, &made_overlap))
CALL(call_overlap_b, cucore_view_overlap(good, view, &made_overlap))
CALL(call_copy_to, cucore_view_copy(view, good, NULL, NULL))
CALL(call_copy_from, cucore_view_copy(good, view, NULL, NULL))
CALL(call_fill, cucore_view_fill(view, memory + 128, NULL))
CALL(call_fill_zero, cucore_view_fill(view, NULL, NULL))
CALL(call_plan_to, cucore_copy_plan_make(view, good, CUCORE_DEVICE_CURRENT, NULL, &made_plan))
CALL(call_plan_from, cucore_copy_plan_make(good, view, CUCORE_DEVICE_CURRENT, NULL, &made_plan))
CALL(call_dltensor, cucore_view_to_dltensor(view, &made_tensor))
CALL(call_dlmanaged, cucore_view_to_dlmanaged(view, NULL, NULL, 0, &made_managed))
CALL(call_dlversioned, cucore_view_to_dlmanaged_versioned(view, NULL, NULL, 0, &made_versioned))
CALL(call_move, cucore_view_move_to_dlmanaged_versioned(view, 0, &made_versioned))
CALL(call_cai, cucore_view_to_interface(view, CUCORE_PROTOCOL_CAI, &made_room, &made_interface))
CALL(call_array, cucore_view_to_interface(view, CUCORE_PROTOCOL_ARRAY_INTERFACE, &made_room, &made_interface))
CALL(call_accessor, CUCORE_ACCESSOR_MAKE(view, "x", CUCORE_DTYPE_FLOAT32, 0, &made_accessor))
CALL(call_loops_first, make_loops(view, good))
CALL(call_loops_second, make_loops(good, view))
CALL(call_tensor_map,
     cucore_tensor_map_make(view, &map_spec,
                            (cucore_tensor_map *)(void *)(((uintptr_t)made_map.aligned + 63) / 64 * 64)))

static const struct {
    const char *name;
    sound_call call;
} calls[] = {
    {"cucore_view_check", call_check},
    {"cucore_view_check, nothing asked", call_check_little},
    {"cucore_view_slice", call_slice},
    {"cucore_view_as", call_as},
    {"cucore_view_as, another layout", call_as_layout},
    {"cucore_view_check_range", call_check_range},
    {"cucore_view_overlap, a", call_overlap_a},
    {"cucore_view_overlap, b", call_overlap_b},
    {"cucore_view_copy, dst", call_copy_to},
    {"cucore_view_copy, src", call_copy_from},
    {"cucore_view_fill", call_fill},
    {"cucore_view_fill, NULL", call_fill_zero},
    {"cucore_copy_plan_make, dst", call_plan_to},
    {"cucore_copy_plan_make, src", call_plan_from},
    {"cucore_view_to_dltensor", call_dltensor},
    {"cucore_view_to_dlmanaged", call_dlmanaged},
    {"cucore_view_to_dlmanaged_versioned", call_dlversioned},
    {"cucore_view_move_to_dlmanaged_versioned", call_move},
    {"__cuda_array_interface__", call_cai},
    {"__array_interface__", call_array},
    {"cucore_accessor_make", call_accessor},
    {"cucore_loops_make, first", call_loops_first},
    {"cucore_loops_make, second", call_loops_second},
    {"cucore_tensor_map_make", call_tensor_map},
};

TEST(test_unsound_views_are_refused)
{
    cucore_view view, good;
    char name[160];
    make(&sound[0], &good);
    for (size_t i = 0; i < COUNT(unsound); i++) {
        for (size_t c = 0; c < COUNT(calls); c++) {
            snprintf(name, sizeof name, "%s: %s", calls[c].name, unsound[i].name);
            check_row(name);
            make(&unsound[i], &view);
            memset(memory, 77, sizeof memory);
            REFUSED(calls[c].call(&view, &good), unsound[i].status, unsound[i].words);
            CHECK(memory[0] == 77 && memcmp(memory, memory + 1, sizeof memory - 1) == 0);
        }
    }
}

/* The order of work looks at whether there are elements; a zeroed view is passed over. */
TEST(test_access_to_unsound_views)
{
    cucore_view views[2];
    for (size_t i = 0; i < COUNT(unsound); i++) {
        const cucore_status expected = i ? unsound[i].status : CUCORE_OK;
        check_row(unsound[i].name);
        make(&sound[0], &views[0]);
        make(&unsound[i], &views[1]);
        CHECK_INT(cucore_views_begin_access(views, 2, NULL), expected);
        if (expected) CHECK_HAS(cucore_last_error()->message, "cucore_views_begin_access: views[1]: ");
        CHECK_INT(cucore_views_end_access(views, 2, NULL), expected);
        if (expected) CHECK_HAS(cucore_last_error()->message, unsound[i].words);
    }
}

/* They look at no element: nothing is read that is not there. */
TEST(test_functions_that_do_not_check)
{
    cucore_view view;
    char text[256];
    FOR_ROWS (row, unsound) {
        const int broken = row->ndim < 0 || row->ndim > CUCORE_MAX_NDIM;
        make(row, &view);
        if (broken) CHECK_INT(cucore_view_size(&view), -1);
        if (broken) CHECK_INT(cucore_view_nbytes(&view), -1);
        if (broken) CHECK_INT(cucore_view_is_aligned(&view), 0);
        CHECK(cucore_view_format(&view, text, sizeof text) < sizeof text);
        if (broken) CHECK_HAS(text, "no view: ndim is ");
        cucore_view_release(&view);
        CHECK(view.ptr == NULL && view.layout.ndim == 0);
    }
}

TEST(test_sound_views_are_taken)
{
    cucore_view view, other;
    FOR_ROWS (row, sound) {
        make(row, &view);
        make(row, &other);
        CHECK_INT(cucore_view_overlap(&view, &other, &made_overlap), CUCORE_OK);
        CHECK_INT(cucore_view_slice(&view, NULL, 0, &made_view), CUCORE_OK);
        CHECK_INT(cucore_view_check(&view, &asks_little, NULL), CUCORE_OK);
        CHECK_INT(cucore_views_begin_access(&view, 1, CUCORE_STREAM_HOST), CUCORE_OK);
        if (row->device_type != CPU) continue;
        CHECK_INT(cucore_view_copy(&view, &other, NULL, NULL), CUCORE_OK);
        CHECK_INT(cucore_view_fill(&view, NULL, NULL), CUCORE_OK);
        if (row->itembits % 8) continue;
        CHECK_INT(make_loops(&view, &other), CUCORE_OK); /* of no address, if it is empty */
    }
}

TESTS_MAIN
