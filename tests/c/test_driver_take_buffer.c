/* test_driver_take_buffer.c - cucore_view_adopt_buffer: views that own a buffer, on the fake driver (tests/fake_driver) */
#include "check.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore_dlpack.h"
#include "../fake_driver/fake_cuda.h"

static const cucore_dtype float32 = {CUCORE_CODE_FLOAT, 32, 1, 4};
static int released;
static void *released_owner;

static void release_owner(void *owner)
{
    released++;
    released_owner = owner;
}

static void start(void)
{
    cucore_trim();
    fake_reset();
    released = 0;
    released_owner = NULL;
}

static cucore_layout matrix(int64_t rows, int64_t columns, int64_t row)
{
    int64_t shape[2], strides[2];
    cucore_layout layout;
    shape[0] = rows, shape[1] = columns, strides[0] = row, strides[1] = 1;
    CHECK_INT(cucore_layout_make(2, shape, strides, 4, &layout), CUCORE_OK);
    return layout;
}

/* The kinds of memory, with what a view of them has to say. */
static const struct kind {
    const char *name;
    cucore_memory_kind kind;
    int device_type, device_id, host_accessible;
} kinds[] = {
    {"default pool", CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_TYPE_CUDA, 1, 0},
    {"pool", CUCORE_MEMORY_POOL, CUCORE_DEVICE_TYPE_CUDA, 1, 0},
    {"pinned pool", CUCORE_MEMORY_PINNED_POOL, CUCORE_DEVICE_TYPE_CUDA_HOST, -1, 1},
    {"managed pool", CUCORE_MEMORY_MANAGED_POOL, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 1, 1},
    {"synchronous", CUCORE_MEMORY_SYNCHRONOUS, CUCORE_DEVICE_TYPE_CUDA, 1, 0},
    {"pinned", CUCORE_MEMORY_PINNED, CUCORE_DEVICE_TYPE_CUDA_HOST, -1, 1},
    {"managed", CUCORE_MEMORY_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 1, 1},
};
enum { KINDS = (int)(sizeof kinds / sizeof *kinds) };

TEST(test_takes_over)
{
    static const cucore_buffer none;
    cucore_memory_resource *resource;
    cucore_buffer buffer, before;
    cucore_layout layout = matrix(3, 5, 8);
    cucore_view view;
    CUcontext primary = NULL;
    CUstream stream;
    for (int i = 0; i < KINDS; i++) {
        start();
        check_row(kinds[i].name);
        CHECK_INT(cucore_context_get_primary(1, &primary), CUCORE_OK);
        stream = fake_stream_create(primary, CU_STREAM_NON_BLOCKING);
        CHECK_INT(cucore_memory_resource_create(kinds[i].kind, 1, NULL, &resource), CUCORE_OK);
        CHECK_INT(cucore_buffer_allocate(resource, 256, stream, &buffer), CUCORE_OK);
        cucore_memory_resource_release(resource); /* the buffer has a reference, and then the view */
        before = buffer;
        memset(&view, 0xA5, sizeof view);
        CHECK_INT(cucore_view_adopt_buffer(&buffer, 16, float32, &layout, &view), CUCORE_OK);
        CHECK(memcmp(&buffer, &none, sizeof none) == 0);
        CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK); /* is nothing any more */
        CHECK_INT(fake_live_allocations(), 1);
        CHECK(view.ptr == (char *)before.ptr + 16);
        CHECK(cucore_dtype_is_equal(view.dtype, float32) && cucore_layout_is_equal(&view.layout, &layout));
        CHECK_INT(view.device_type, kinds[i].device_type);
        CHECK_INT(view.device_id, kinds[i].device_id);
        CHECK_INT(view.host_accessible, kinds[i].host_accessible);
        CHECK_INT(view.device_accessible, 1);
        CHECK_INT(view.readonly, 0);
        CHECK_INT(view.protocol, CUCORE_PROTOCOL_MEMORY);
        CHECK_INT(view.has_producer_stream, 1);
        CHECK(view.producer_stream == stream);
        CHECK(view.private_.owner != NULL && view.private_.release != NULL);
        cucore_view_release(&view);
        CHECK_INT(fake_live_allocations(), 0);
        CHECK(!view.ptr && !view.private_.owner && !view.private_.release);
        cucore_view_release(&view);
        CHECK_INT(fake_live_pools(), 0);
    }
}

/* Freed on the stream of the buffer's last use, not on that of its allocation. */
TEST(test_freed_in_order)
{
    cucore_memory_resource *pool;
    cucore_buffer buffer;
    cucore_layout layout = matrix(2, 2, 2);
    cucore_view view;
    CUcontext primary = NULL;
    CUstream first, last;
    char words[64];
    start();
    CHECK_INT(cucore_context_get_primary(0, &primary), CUCORE_OK);
    first = fake_stream_create(primary, CU_STREAM_NON_BLOCKING);
    last = fake_stream_create(primary, CU_STREAM_NON_BLOCKING);
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &pool), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(pool, 64, first, &buffer), CUCORE_OK);
    CHECK_INT(cucore_buffer_use(&buffer, last), CUCORE_OK);
    CHECK_INT(cucore_view_adopt_buffer(&buffer, 0, float32, &layout, &view), CUCORE_OK);
    CHECK(view.producer_stream == last);
    fake_log_clear();
    cucore_view_release(&view);
    snprintf(words, sizeof words, "stream=%d ", fake_stream_number(last));
    CHECK_INT(fake_count("cuMemFreeAsync"), 1);
    CHECK_HAS(strstr(fake_log(), "cuMemFreeAsync"), words);
}

/* Of wrapped memory the owner is given back, once. */
TEST(test_wrapped)
{
    float memory[16];
    cucore_buffer buffer;
    cucore_layout layout = matrix(4, 4, 4);
    cucore_view view;
    start();
    CHECK_INT(cucore_buffer_from_pointer(memory, sizeof memory, &released, release_owner, &buffer), CUCORE_OK);
    buffer.readonly = 1;
    CHECK_INT(cucore_view_adopt_buffer(&buffer, 0, float32, &layout, &view), CUCORE_OK);
    CHECK(view.ptr == memory && view.readonly);
    CHECK_INT(view.device_type, CUCORE_DEVICE_TYPE_CPU);
    CHECK_INT(released, 0);
    cucore_view_release(&view);
    CHECK_INT(released, 1);
    CHECK(released_owner == &released);
    cucore_view_release(&view);
    CHECK_INT(released, 1);
}

/* A tensor takes over what the view took over. */
TEST(test_moves_on)
{
    float memory[16];
    cucore_buffer buffer;
    cucore_layout layout = matrix(4, 4, 4);
    cucore_view view;
    DLManagedTensorVersioned *managed = NULL;
    start();
    CHECK_INT(cucore_buffer_from_pointer(memory, sizeof memory, &released, release_owner, &buffer), CUCORE_OK);
    CHECK_INT(cucore_view_adopt_buffer(&buffer, 0, float32, &layout, &view), CUCORE_OK);
    CHECK_INT(cucore_view_move_to_dlmanaged_versioned(&view, 0, &managed), CUCORE_OK);
    CHECK(!view.ptr && !view.private_.release);
    CHECK(managed->dl_tensor.data == memory && managed->dl_tensor.shape[1] == 4);
    CHECK_INT(released, 0);
    cucore__dlmanaged_versioned_delete(managed);
    CHECK_INT(released, 1);
}

/* A buffer of no bytes has nothing to free, and is taken over all the same. */
TEST(test_empty)
{
    cucore_memory_resource *pool;
    cucore_buffer buffer;
    cucore_layout layout = matrix(0, 4, 4);
    cucore_view view;
    start();
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 0, NULL, &pool), CUCORE_OK);
    CHECK_INT(cucore_buffer_allocate(pool, 0, NULL, &buffer), CUCORE_OK);
    CHECK_INT(cucore_view_adopt_buffer(&buffer, 0, float32, &layout, &view), CUCORE_OK);
    CHECK(view.ptr == NULL && view.private_.release != NULL);
    fake_log_clear();
    cucore_view_release(&view);
    CHECK_INT(fake_call_count(), 0);
    CHECK(!view.private_.release);
}

/* What cannot be: the buffer is released all the same, out is zeroed. */
TEST(test_refusals)
{
    static const struct {
        const char *name;
        size_t offset;
        cucore_dtype dtype;
        int64_t rows;
        int no_buffer, no_layout;
        cucore_status status;
        const char *words;
    } rows[] = {
        {"too long", 0, {CUCORE_CODE_FLOAT, 32, 1, 4}, 5, 0, 0, CUCORE_INVALID_ARGUMENT, "64"},
        {"offset", 4, {CUCORE_CODE_FLOAT, 32, 1, 4}, 4, 0, 0, CUCORE_INVALID_ARGUMENT, "64"},
        {"offset beyond", SIZE_MAX, {CUCORE_CODE_FLOAT, 32, 1, 4}, 1, 0, 0, CUCORE_INVALID_ARGUMENT, "64"},
        {"itemsize", 0, {CUCORE_CODE_FLOAT, 64, 1, 8}, 4, 0, 0, CUCORE_WRONG_DTYPE, "float64"},
        {"no dtype", 0, {CUCORE_CODE_FLOAT, 7, 1, 4}, 4, 0, 0, CUCORE_PROTOCOL, ""},
        {"no buffer", 0, {CUCORE_CODE_FLOAT, 32, 1, 4}, 4, 1, 0, CUCORE_INVALID_ARGUMENT, "NULL"},
        {"no layout", 0, {CUCORE_CODE_FLOAT, 32, 1, 4}, 4, 0, 1, CUCORE_INVALID_ARGUMENT, "NULL"},
    };
    static const cucore_view none;
    float memory[16];
    static const cucore_buffer nothing;
    cucore_buffer buffer;
    cucore_layout layout;
    cucore_view view;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        start();
        check_row(rows[i].name);
        layout = matrix(rows[i].rows, 4, 4);
        memset(&buffer, 0, sizeof buffer);
        CHECK_INT(cucore_buffer_from_pointer(memory, sizeof memory, &released, release_owner, &buffer), CUCORE_OK);
        memset(&view, 0xA5, sizeof view);
        REFUSED(cucore_view_adopt_buffer(rows[i].no_buffer ? NULL : &buffer, rows[i].offset, rows[i].dtype,
                                         rows[i].no_layout ? NULL : &layout, &view),
                rows[i].status, rows[i].words);
        if (!rows[i].no_buffer) CHECK(memcmp(&buffer, &nothing, sizeof nothing) == 0);
        CHECK(memcmp(&view, &none, offsetof(cucore_view, layout) + offsetof(cucore_layout, shape)) == 0);
        CHECK_INT(released, !rows[i].no_buffer);
        CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK);
        CHECK_INT(released, 1);
    }
    check_row("no out");
    start();
    CHECK_INT(cucore_buffer_from_pointer(memory, sizeof memory, &released, release_owner, &buffer), CUCORE_OK);
    layout = matrix(4, 4, 4);
    CHECK_INT(cucore_view_adopt_buffer(&buffer, 0, float32, &layout, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_view_adopt_buffer: out is NULL");
    CHECK(buffer.ptr == NULL);
    CHECK_INT(released, 1);
}

int main(void)
{
    check_tests();
    cucore_trim();
    return check_end();
}
