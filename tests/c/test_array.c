/* Arrays from a description, without a driver: wrap, allocate, slice, sizes. */
#include "check.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore.h"

static const int64_t shape[2] = {3, 5};
static int released;

static void note(void *owner)
{
    ++*(int *)owner;
}

static cucore_array_spec spec_of(int device_type, int device_id, int bits, const int64_t *strides)
{
    cucore_array_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.dtype = cucore_dtype_make(CUCORE_CODE_INT, bits, 1);
    spec.ndim = 2, spec.shape = shape, spec.strides = strides;
    spec.device_type = device_type, spec.device_id = device_id;
    return spec;
}

TEST(test_wrap)
{
    static const struct {
        const char *name;
        int type, id, bits;
        int64_t strides[2]; /* {0, 0}: NULL */
        int no_ptr, reserved;
        cucore_status status;
        const char *words;
    } table[] = {
        FIELDS("host", CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 32, {0, 0}, 0, 0, CUCORE_OK, ""),
        FIELDS("host, any id", CUCORE_DEVICE_TYPE_CPU, 7, 32, {0, 0}, 0, 0, CUCORE_OK, ""),
        FIELDS("turned round", CUCORE_DEVICE_TYPE_CPU, 0, 32, {-5, -1}, 0, 0, CUCORE_OK, ""),
        FIELDS("device, nobody is asked", CUCORE_DEVICE_TYPE_CUDA, 3, 8, {1, 3}, 0, 0, CUCORE_OK, ""),
        FIELDS("packed", CUCORE_DEVICE_TYPE_CPU, 0, 4, {0, 0}, 0, 0, CUCORE_OK, ""),
        FIELDS("no device", CUCORE_DEVICE_TYPE_CUDA, CUCORE_DEVICE_NONE, 32, {0, 0}, 0, 0, CUCORE_INVALID_ARGUMENT,
               "needs a device_id"),
        FIELDS("current device", CUCORE_DEVICE_TYPE_CUDA_MANAGED, CUCORE_DEVICE_CURRENT, 32, {0, 0}, 0, 0,
               CUCORE_INVALID_ARGUMENT, "needs a device_id"),
        FIELDS("device type 10", CUCORE_DEVICE_TYPE_ROCM, 0, 32, {0, 0}, 0, 0, CUCORE_UNSUPPORTED, "rocm"),
        FIELDS("no pointer", CUCORE_DEVICE_TYPE_CPU, 0, 32, {0, 0}, 1, 0, CUCORE_INVALID_ARGUMENT, "ptr is NULL"),
        FIELDS("reserved", CUCORE_DEVICE_TYPE_CPU, 0, 32, {0, 0}, 0, 1, CUCORE_INVALID_ARGUMENT, "reserved"),
        FIELDS("no dtype", CUCORE_DEVICE_TYPE_CPU, 0, 0, {0, 0}, 0, 0, CUCORE_PROTOCOL, ""),
    };
    int32_t data[32];
    cucore_array_spec spec;
    cucore_view view;
    FOR_ROWS (row, table) {
        released = 0;
        spec = spec_of(row->type, row->id, row->bits, row->strides[1] ? row->strides : NULL);
        if (row->reserved) spec.reserved[1] = &spec;
        memset(&view, 0xA5, sizeof view);
        CHECK_INT(cucore_view_wrap(row->no_ptr ? NULL : data + 16, &spec, &released, note, &view), row->status);
        if (row->status) {
            CHECK_HAS(cucore_last_error()->message, row->words);
            CHECK(!view.ptr && !view.private_.release && !view.dtype.lanes);
            cucore_view_release(&view);
            CHECK_INT(released, 0);
            continue;
        }
        CHECK(view.ptr == data + 16 && !view.readonly && !view.has_producer_stream);
        CHECK_INT(view.device_type, row->type);
        CHECK_INT(view.device_id, row->type == CUCORE_DEVICE_TYPE_CUDA ? row->id : CUCORE_DEVICE_NONE);
        CHECK_INT(view.layout.strides[0], row->strides[1] ? row->strides[0] : 5);
        CHECK_INT(cucore_view_size(&view), 15);
        CHECK_INT(cucore_view_nbytes(&view), (15 * row->bits + 7) / 8);
        cucore_view_release(&view);
        CHECK_INT(released, 1);
        cucore_view_release(&view);
        CHECK_INT(released, 1);
    }
    CHECK_INT(cucore_driver_is_loaded(), 0);
}

/* free fits. */
TEST(test_wrap_malloc)
{
    cucore_array_spec spec = spec_of(CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 32, NULL);
    cucore_view views[2];
    void *memory = malloc(60);
    CHECK_INT(cucore_view_wrap(memory, &spec, memory, free, &views[0]), CUCORE_OK);
    CHECK_INT(cucore_view_wrap(memory, &spec, NULL, NULL, &views[1]), CUCORE_OK);
    cucore_views_release(views, 2);
    CHECK(!views[0].ptr && !views[1].ptr);
    cucore_views_release(NULL, 3);
}

/* B126: detach, a copy of the struct, attach: every byte of a view moves, whatever fields it has.  descr is given back. */
TEST(test_B126_every_field_is_attached)
{
    static float memory[15];
    cucore_array_spec spec = spec_of(CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 32, NULL);
    const size_t size = offsetof(cucore_view, private_), descr = offsetof(cucore_view, descr);
    cucore_view view, kept, back;
    cucore_owner owner;
    released = 0;
    for (size_t i = 0; i < size; i++) {
        if (i >= descr && i < descr + sizeof view.descr) continue;
        CHECK_INT(cucore_view_wrap(memory, &spec, &released, note, &view), CUCORE_OK);
        ((unsigned char *)&view)[i] ^= 0xff;
        CHECK_INT(cucore_view_detach(&view, &owner), CUCORE_OK);
        kept = view;
        memset(&view, 0, sizeof view);
        back = kept;
        CHECK_INT(cucore_view_attach(&back, &owner), CUCORE_OK);
        CHECK(!owner.owner && !owner.release && back.private_.self == &back);
        CHECK(memcmp(&back, &kept, size) == 0);
        if (i == 0) CHECK_INT(cucore_view_attach(&back, &owner), CUCORE_INVALID_ARGUMENT);
        if (i == 0) CHECK_HAS(cucore_last_error()->message, "the view owns memory already");
        CHECK_INT(released, (int)(i > descr ? i - sizeof view.descr : i));
        cucore_view_release(&back);
    }
    CHECK_INT(released, (int)(size - sizeof view.descr));
    memset(&view, 0, sizeof view);
    owner.owner = &released;
    owner.release = note;
    REFUSED(cucore_view_attach(NULL, &owner), CUCORE_INVALID_ARGUMENT, "cucore_view_attach: view is NULL");
    CHECK_INT(cucore_view_attach(&view, NULL), CUCORE_INVALID_ARGUMENT);
    REFUSED(cucore_view_attach(&view, &owner), CUCORE_INVALID_ARGUMENT, "cucore_view_attach: the view holds no array");
    CHECK(owner.owner == &released && owner.release == note && !view.private_.release);
}

/* B126: a slice and another view of the same elements have every field of the view but what they change. */
TEST(test_B126_every_field_of_a_part)
{
    static float memory[15];
    cucore_array_spec spec = spec_of(CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 32, NULL);
    const size_t first = offsetof(cucore_view, host_accessible), size = offsetof(cucore_view, layout);
    const cucore_slice all = cucore_slice_all();
    cucore_view view, part, other;
    spec.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 4);
    for (size_t i = first; i < size; i++) { /* dtype and device are looked at: they are in the row of 0 */
        CHECK_INT(cucore_view_wrap(memory, &spec, NULL, NULL, &view), CUCORE_OK);
        if (i == offsetof(cucore_view, padded)) continue; /* no opaque element is padded */
        ((unsigned char *)&view)[i] ^= 1;
        CHECK_INT(cucore_view_slice(&view, &all, 1, &part), CUCORE_OK);
        CHECK(memcmp(&part, &view, size) == 0);
        CHECK_INT(cucore_view_as(&view, 0, NULL, NULL, &other), CUCORE_OK);
        CHECK(memcmp(&other, &view, size) == 0);
    }
    spec.dtype = cucore_dtype_make(CUCORE_CODE_INT, 4, 1);
    CHECK_INT(cucore_view_wrap(memory, &spec, NULL, NULL, &view), CUCORE_OK);
    view.padded = 1;
    view.layout.itembits = 8;
    CHECK_INT(cucore_view_slice(&view, &all, 1, &part), CUCORE_OK);
    CHECK_INT(cucore_view_as(&view, 0, NULL, NULL, &other), CUCORE_OK);
    CHECK(part.padded && part.layout.itembits == 8 && other.padded && other.layout.itembits == 8);
}

/* Each kind of view that needs no Python: the owner alone keeps the memory, and gives it back once. */
TEST(test_detach)
{
    cucore_array_spec spec = spec_of(CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 32, NULL);
    static const char *const names[] = {"wrapped", "wrapped, free", "allocated", "by a resource", "borrowed", "zeroed"};
    cucore_memory_resource *host;
    cucore_view view, copy;
    cucore_owner owner, moved;
    int32_t data[15];
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_HOST, 0, NULL, &host), CUCORE_OK);
    for (int i = 0; i < COUNT(names); i++) {
        const int owns = i < 4, notes = i == 0;
        void *ptr = i == 1 ? malloc(60) : data, *expected;
        check_row(names[i]);
        released = 0;
        memset(&view, 0, sizeof view);
        if (i < 2) CHECK_INT(cucore_view_wrap(ptr, &spec, i ? ptr : &released, i ? free : note, &view), CUCORE_OK);
        if (i == 2) CHECK_INT(cucore_view_allocate(&spec, NULL, NULL, &view), CUCORE_OK);
        if (i == 3) CHECK_INT(cucore_view_allocate(&spec, host, NULL, &view), CUCORE_OK);
        if (i == 4) CHECK_INT(cucore_view_wrap(ptr, &spec, NULL, NULL, &view), CUCORE_OK);
        expected = view.ptr;
        memcpy(&copy, &view, sizeof view);
        memset(&owner, 0xA5, sizeof owner);
        if (owns) {
            REFUSED(cucore_view_detach(&copy, &owner), CUCORE_INVALID_ARGUMENT,
                    "cucore_view_detach: the cucore_view at");
            CHECK(!owner.owner && !owner.release && view.private_.release);
            memset(&owner, 0xA5, sizeof owner);
        }
        CHECK_INT(cucore_view_detach(&view, &owner), CUCORE_OK);
        CHECK_INT(owner.release != NULL, owns);
        CHECK(owns || !owner.owner);
        CHECK(view.ptr == expected && !view.private_.release && (i == 5 || view.layout.shape[1] == 5));
        cucore_view_release(&view);
        CHECK_INT(released, 0);
        if (owns) memset(expected, i, 60); /* for the sanitizer */
        moved = owner;
        cucore_owner_release(&moved);
        CHECK_INT(released, notes);
        CHECK(!moved.owner && !moved.release);
        cucore_owner_release(&moved);
        CHECK_INT(released, notes);
    }
    cucore_memory_resource_release(host);
    check_row("NULL");
    CHECK_INT(cucore_view_wrap(data, &spec, &released, note, &view), CUCORE_OK);
    memset(&owner, 0xA5, sizeof owner);
    REFUSED(cucore_view_detach(NULL, &owner), CUCORE_INVALID_ARGUMENT, "cucore_view_detach: view is NULL");
    CHECK(!owner.owner && !owner.release);
    REFUSED(cucore_view_detach(&view, NULL), CUCORE_INVALID_ARGUMENT, "cucore_view_detach: out is NULL");
    CHECK(view.private_.release != NULL);
    cucore_view_release(&view);
    cucore_owner_release(NULL);
    CHECK_INT((int)sizeof(cucore_owner), 2 * (int)sizeof(void *));
    CHECK_INT(cucore_driver_is_loaded(), 0);
    check_row(NULL);
}

TEST(test_allocate)
{
    static const struct {
        const char *name;
        int64_t strides[2];
        cucore_status status;
        int64_t last; /* offset of the last element */
    } table[] = {
        {"F order", {1, 3}, CUCORE_OK, 14},
        {"gaps", {100, 2}, CUCORE_OK, 208},
        {"repeated", {0, 1}, CUCORE_OK, 4},
        {"downward", {-5, 1}, CUCORE_INVALID_ARGUMENT, 0},
        {"far", {INT64_MAX / 2, 1}, CUCORE_OVERFLOW, 0},
    };
    cucore_memory_resource *host;
    cucore_array_spec spec;
    cucore_view view;
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_HOST, 0, NULL, &host), CUCORE_OK);
    for (int i = 0; i < COUNT(table); i++) {
        for (int by_resource = 0; by_resource < 2; by_resource++) {
            check_row(table[i].name);
            spec = spec_of(CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 32, table[i].strides);
            memset(&view, 0xA5, sizeof view);
            CHECK_INT(cucore_view_allocate(&spec, by_resource ? host : NULL, NULL, &view), table[i].status);
            CHECK((view.ptr == NULL) == (table[i].status != CUCORE_OK));
            if (view.ptr) memset(view.ptr, 1, 4 * (size_t)(table[i].last + 1)); /* for the sanitizer */
            CHECK_INT((uintptr_t)view.ptr % 64, 0);
            cucore_view_release(&view);
        }
    }
    check_row("memory of another kind");
    spec = spec_of(CUCORE_DEVICE_TYPE_CUDA, 1, 32, NULL);
    REFUSED(cucore_view_allocate(&spec, host, NULL, &view), CUCORE_WRONG_DEVICE,
            "to be in memory of cuda:1, but the resource gives memory of cpu");
    cucore_memory_resource_release(host);
    CHECK_INT(cucore_driver_is_loaded(), 0);
}

TEST(test_slice)
{
    int32_t data[15] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
    cucore_array_spec spec = spec_of(CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 32, NULL);
    cucore_slice slices[3];
    cucore_view view, part;
    CHECK_INT(cucore_view_wrap(data, &spec, &released, note, &view), CUCORE_OK);
    slices[0] = cucore_slice_index(-1), slices[1] = cucore_slice_range(1, 5, 2), slices[2] = slices[1];
    CHECK_INT(cucore_view_slice(&view, slices, 2, &part), CUCORE_OK);
    CHECK(part.layout.ndim == 1 && part.layout.shape[0] == 2 && part.layout.strides[0] == 2);
    CHECK_INT(*(int32_t *)part.ptr, 11);
    CHECK(!part.private_.release);
    cucore_view_release(&part);
    CHECK_INT(cucore_view_slice(&view, NULL, 0, &part), CUCORE_OK);
    CHECK(part.ptr == data && cucore_view_size(&part) == 15);
    memset(&part, 0xA5, sizeof part);
    CHECK_INT(cucore_view_slice(&view, slices, 3, &part), CUCORE_INVALID_ARGUMENT);
    CHECK(!part.ptr && !part.private_.release);
    CHECK_INT(cucore_view_slice(&view, slices, 2, &view), CUCORE_INVALID_ARGUMENT);
    cucore_view_release(&view);
    check_row("packed");
    spec = spec_of(CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 4, NULL);
    CHECK_INT(cucore_view_wrap(data, &spec, NULL, NULL, &view), CUCORE_OK);
    slices[0] = cucore_slice_all(), slices[1] = cucore_slice_range(2, 4, 1);
    CHECK_INT(cucore_view_slice(&view, slices, 2, &part), CUCORE_OK);
    CHECK(part.ptr == (char *)data + 1);
    slices[1] = cucore_slice_range(1, 4, 1);
    CHECK_INT(cucore_view_slice(&view, slices, 2, &part), CUCORE_UNSUPPORTED);
    CHECK(!part.ptr);
    CHECK_INT(cucore_view_size(NULL), -1);
    CHECK_INT(cucore_view_nbytes(NULL), -1);
}

/* Released at the end of the scope, however it is left; what is empty or was released before is left alone. */
static int leave_by(int how, int *count)
{
    const cucore_array_spec spec = spec_of(CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, 32, NULL);
    static int memory[15];
    CUCORE_AUTO(cucore_view) view = {0};
    CUCORE_AUTO(cucore_buffer) buffer = {0};
    if (how == 0) return 0;
    if (cucore_view_wrap(memory, &spec, count, note, &view)) return -1;
    if (how == 1) return 1;
    cucore_view_release(&view);
    return buffer.ptr ? -1 : 2;
}

TEST(test_auto)
{
    static const struct {
        const char *name;
        int how, released;
    } table[] = {{"never filled", 0, 0}, {"left with the view", 1, 1}, {"released before", 2, 1}};
    int count;
    FOR_ROWS (row, table) {
        count = 0;
        CHECK_INT(leave_by(row->how, &count), row->how);
        CHECK_INT(count, row->released);
    }
}

TESTS_MAIN
