/* test_gpu_memory.c - cucore_memory.h on a real GPU; skipped without one
 *
 * What the fake driver cannot prove: that pools are exported, trimmed and opened to peers as the driver means it, that
 * managed memory moves, and that what is discarded leaves its neighbours alone.  Lines that begin with "seen" report
 * what differs from driver to driver.  The row for two GPUs is skipped with one. */
#include "check.h"

#include <unistd.h>

#define CUCORE_IMPLEMENTATION
#include "../../cucore_memory.h"

enum { MB = 1 << 20, ROUNDS = 10000 };

static void find(const char *name, void *out)
{
    void *symbol = NULL;
    OK(cucore_driver_symbol(name, &symbol));
    memcpy(out, &symbol, sizeof symbol);
}

static int attribute_of(int device, int attribute)
{
    int value = 0;
    OK(cucore_device_get_attribute(device, attribute, &value));
    return value;
}

/* ------------------------------------------------------------------------------------------------------- pools -- */
static void fill_and_read(cucore_memory_resource *resource, CUstream stream)
{
    unsigned char host[64];
    cucore_buffer buffer;
    OK(cucore_buffer_allocate(resource, MB, stream, &buffer));
    OK(cucore_buffer_fill(&buffer, 0xAB, 1, stream));
    OK(cucore_buffer_copy_to(&buffer, MB - 64, host, 64, stream));
    CHECK(host[0] == 0xAB && host[63] == 0xAB);
    OK(cucore_buffer_release(&buffer));
}

TEST(test_every_kind_of_pool)
{
    const int node = attribute_of(0, 134); /* CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, CUDA 12.2 */
    const struct {
        const char *name;
        cucore_memory_kind kind;
        int which, location, id;
        unsigned handle_types;
    } table[] = {
        {"device", CUCORE_MEMORY_POOL, CUCORE_POOL_OWN, 0, 0, 0},
        {"device, exported", CUCORE_MEMORY_POOL, CUCORE_POOL_OWN, 0, 0, CUCORE_HANDLE_FILE_DESCRIPTOR},
        {"device, default", CUCORE_MEMORY_POOL, CUCORE_POOL_DEFAULT, 0, 0, 0},
        {"device, current", CUCORE_MEMORY_POOL, CUCORE_POOL_CURRENT, 0, 0, 0},
        {"pinned", CUCORE_MEMORY_PINNED_POOL, CUCORE_POOL_OWN, 0, 0, 0},
        {"pinned, node", CUCORE_MEMORY_PINNED_POOL, CUCORE_POOL_OWN, CUCORE_LOCATION_HOST_NUMA, node, 0},
        {"pinned, node, exported", CUCORE_MEMORY_PINNED_POOL, CUCORE_POOL_OWN, CUCORE_LOCATION_HOST_NUMA, node,
         CUCORE_HANDLE_FILE_DESCRIPTOR},
        {"pinned, exported", CUCORE_MEMORY_PINNED_POOL, CUCORE_POOL_OWN, 0, 0, CUCORE_HANDLE_FILE_DESCRIPTOR},
        {"pinned, default", CUCORE_MEMORY_PINNED_POOL, CUCORE_POOL_DEFAULT, 0, 0, 0},
        {"pinned, current", CUCORE_MEMORY_PINNED_POOL, CUCORE_POOL_CURRENT, 0, 0, 0},
        {"managed", CUCORE_MEMORY_MANAGED_POOL, CUCORE_POOL_OWN, 0, 0, 0},
        {"managed, host", CUCORE_MEMORY_MANAGED_POOL, CUCORE_POOL_OWN, CUCORE_LOCATION_HOST, 0, 0},
        {"managed, node", CUCORE_MEMORY_MANAGED_POOL, CUCORE_POOL_OWN, CUCORE_LOCATION_HOST_NUMA, node, 0},
        {"managed, nowhere", CUCORE_MEMORY_MANAGED_POOL, CUCORE_POOL_OWN, CUCORE_LOCATION_NONE, 0, 0},
        {"managed, default", CUCORE_MEMORY_MANAGED_POOL, CUCORE_POOL_DEFAULT, 0, 0, 0},
        {"managed, current", CUCORE_MEMORY_MANAGED_POOL, CUCORE_POOL_CURRENT, 0, 0, 0},
        {"managed, exported", CUCORE_MEMORY_MANAGED_POOL, CUCORE_POOL_OWN, 0, 0, CUCORE_HANDLE_FILE_DESCRIPTOR},
        {"node 99", CUCORE_MEMORY_PINNED_POOL, CUCORE_POOL_OWN, CUCORE_LOCATION_HOST_NUMA, 99, 0},
    };
    CUresult (*export_pool)(void *, CUmemoryPool, CUmemAllocationHandleType, unsigned long long);
    cucore_stream stream;
    find("cuMemPoolExportToShareableHandle", &export_pool);
    OK(cucore_stream_create(0, NULL, &stream));
    FOR_ROWS (row, table) {
        cucore_memory_resource_options options;
        cucore_memory_resource *resource;
        cucore_memory_pool pool;
        cucore_status status;
        int descriptor = -1;
        memset(&options, 0, sizeof options);
        options.which = row->which;
        options.location.type = row->location, options.location.id = row->id;
        options.handle_types = row->handle_types;
        status = cucore_memory_resource_create(row->kind, 0, &options, &resource);
        if (status) {
            printf("seen: %s: %s\n", row->name, cucore_last_error()->message);
            CHECK(row->kind != CUCORE_MEMORY_POOL);
            CHECK(status == CUCORE_UNSUPPORTED || status == CUCORE_NO_DRIVER || status == CUCORE_INVALID_ARGUMENT);
            continue;
        }
        CHECK(row->id != 99);
        OK(cucore_memory_resource_get_pool(resource, &pool));
        if (row->handle_types) {
            CHECK_INT(export_pool(&descriptor, pool.handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0), CUDA_SUCCESS);
            CHECK(descriptor >= 0);
            if (descriptor >= 0) close(descriptor);
        }
        fill_and_read(resource, stream.handle);
        cucore_memory_resource_release(resource);
    }
    OK(cucore_stream_release(&stream));
}

TEST(test_numbers_and_policy)
{
    static const cucore_memory_policy policies[] = {{SIZE_MAX, 1, 1, 1, {0, 0, 0, 0, 0}},
                                                    {(size_t)64 * MB, 0, 1, 0, {0, 0, 0, 0, 0}},
                                                    {SIZE_MAX, 0, 0, 0, {0, 0, 0, 0, 0}}};
    cucore_memory_resource *pool;
    cucore_memory_policy policy;
    cucore_memory_usage usage;
    cucore_stream stream;
    cucore_buffer buffer;
    OK(cucore_stream_create(0, NULL, &stream));
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, NULL, &pool));
    OK(cucore_memory_resource_get_policy(pool, &policy));
    CHECK(!policy.release_threshold && !policy.ignore_events && !policy.ignore_completed && !policy.never_wait);
    for (int i = 0; i < COUNT(policies); i++) {
        OK(cucore_memory_resource_set_policy(pool, &policies[i]));
        OK(cucore_memory_resource_get_policy(pool, &policy));
        CHECK(memcmp(&policy, &policies[i], sizeof policy) == 0);
    }
    OK(cucore_buffer_allocate(pool, 32 * MB, stream.handle, &buffer));
    OK(cucore_memory_resource_get_usage(pool, &usage));
    CHECK(usage.used_nbytes >= 32 * MB && usage.used_high_nbytes >= usage.used_nbytes);
    CHECK(usage.reserved_nbytes >= usage.used_nbytes && usage.reserved_high_nbytes >= usage.reserved_nbytes);
    OK(cucore_buffer_release(&buffer));
    OK(cucore_stream_synchronize(stream.handle));
    OK(cucore_memory_resource_get_usage(pool, &usage));
    printf("seen: freed, threshold SIZE_MAX: used %zu, reserved %zu, high %zu and %zu\n", usage.used_nbytes,
           usage.reserved_nbytes, usage.used_high_nbytes, usage.reserved_high_nbytes);
    CHECK(usage.used_nbytes == 0 && usage.reserved_nbytes >= 32 * MB && usage.used_high_nbytes >= 32 * MB);
    OK(cucore_memory_resource_trim(pool, 0));
    OK(cucore_memory_resource_reset_usage(pool));
    OK(cucore_memory_resource_get_usage(pool, &usage));
    printf("seen: trimmed and reset: reserved %zu, high %zu and %zu\n", usage.reserved_nbytes, usage.used_high_nbytes,
           usage.reserved_high_nbytes);
    CHECK(usage.reserved_nbytes == 0 && usage.used_high_nbytes == 0);
    OK(cucore_memory_resource_get_usage(NULL, &usage)); /* the default pool */
    cucore_memory_resource_release(pool);
    OK(cucore_stream_release(&stream));
}

static void count_release(void *owner)
{
    ++*(int *)owner;
}

/* Returns 1 if nothing of the pool is in use; how much is kept for it is the driver's affair (32 MiB on an H200).  How
 * much of the device is free depends on other processes, so that it is not compared. */
static int is_given_back(cucore_memory_resource *pool)
{
    cucore_memory_usage usage;
    memset(&usage, 0xFF, sizeof usage);
    OK(cucore_device_synchronize(0)); /* what is freed on a stream is in use until then */
    OK(cucore_memory_resource_trim(pool, 0));
    OK(cucore_memory_resource_get_usage(pool, &usage));
    return usage.used_nbytes == 0;
}

/* Pools, foreign pools and addresses, each freed: their memory is the device's again. */
TEST(test_many_rounds)
{
    cucore_memory_resource *pool, *shared;
    cucore_memory_pool handle;
    cucore_stream stream;
    void *ptr;
    int i, released = 0;
    OK(cucore_stream_create(0, NULL, &stream));
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, NULL, &shared));
    for (i = -1; i < ROUNDS; i++) {
        OK(cucore_memory_resource_get_pool(shared, &handle));
        OK(cucore_memory_resource_from_pool(&handle, &released, count_release, &pool));
        OK(cucore_memory_resource_allocate(pool, 4096, i % 2 ? stream.handle : NULL, &ptr));
        OK(cucore_memory_resource_deallocate(pool, ptr, 4096, i % 2 ? stream.handle : NULL));
        cucore_memory_resource_release(pool);
        if (i % 100 == 0) { /* a pool takes the driver longer */
            OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, NULL, &pool));
            fill_and_read(pool, stream.handle);
            CHECK(is_given_back(pool));
            cucore_memory_resource_release(pool);
        }
    }
    CHECK_INT(released, ROUNDS + 1);
    CHECK(is_given_back(shared));
    cucore_memory_resource_release(shared);
    OK(cucore_stream_release(&stream));
}

/* ----------------------------------------------------------------------------------------------- managed memory -- */
static const cucore_memory_location to_host = {CUCORE_LOCATION_HOST, 0},
                                    to_this_node = {CUCORE_LOCATION_HOST_NUMA_CURRENT, 0};

static void make_view(cucore_view *out, const cucore_buffer *buffer, size_t offset, int64_t nbytes)
{
    cucore_layout layout;
    OK(cucore_layout_make(1, &nbytes, NULL, 1, &layout));
    OK(cucore_view_from_buffer(buffer, offset, CUCORE_DTYPE_UINT8, &layout, out));
}

/* In a context of device 0: the driver refuses the query without a current context. */
static int range_attribute(const cucore_view *view, CUmem_range_attribute attribute)
{
    cucore_context_guard guard;
    CUresult (*get)(void *, size_t, CUmem_range_attribute, CUdeviceptr, size_t);
    int value = -99;
    find("cuMemRangeGetAttribute", &get);
    OK(cucore_context_enter_device(0, &guard));
    CHECK_INT(get(&value, sizeof value, attribute, (CUdeviceptr)(uintptr_t)view->ptr,
                  (size_t)cucore_layout_nbytes(&view->layout)),
              CUDA_SUCCESS);
    cucore_context_leave(&guard);
    return value;
}

static size_t wrong_bytes(const cucore_buffer *buffer, size_t first, size_t end, int expected)
{
    const unsigned char *bytes = (const unsigned char *)buffer->ptr;
    size_t i, wrong = 0;
    for (i = first; i < end; i++) wrong += bytes[i] != expected;
    return wrong;
}

static void test_prefetch_and_advise(const cucore_buffer *buffer, CUstream stream, int is_pool)
{
    cucore_view all, parts[3];
    make_view(&all, buffer, 0, (int64_t)buffer->nbytes);
    make_view(&parts[0], buffer, 0, 2 * MB);
    make_view(&parts[1], buffer, 4 * MB, 2 * MB);
    make_view(&parts[2], buffer, 8 * MB + 100, 1000);
    check_row("to the device and back");
    OK(cucore_views_prefetch(&all, 1, NULL, stream));
    OK(cucore_memory_fill(buffer->ptr, 0x5A, 1, buffer->nbytes, stream));
    OK(cucore_stream_synchronize(stream));
    CHECK_INT(range_attribute(&all, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION), 0);
    OK(cucore_views_prefetch(&all, 1, &to_host, stream));
    OK(cucore_stream_synchronize(stream));
    CHECK_INT(range_attribute(&all, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION), -1); /* CU_DEVICE_CPU */
    CHECK(wrong_bytes(buffer, 0, buffer->nbytes, 0x5A) == 0);
    check_row("several");
    OK(cucore_views_prefetch(parts, 3, NULL, stream));
    OK(cucore_stream_synchronize(stream));
    CHECK_INT(range_attribute(&parts[1], CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION), 0);
    CHECK_INT(range_attribute(&parts[2], CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION), 0);
    OK(cucore_views_prefetch(parts, 3, &to_host, CUCORE_STREAM_PER_THREAD));
    OK(cucore_views_prefetch(parts, 3, &to_host, NULL)); /* the legacy stream has no batch */
    if (cucore_views_prefetch(parts, 1, &to_this_node, stream)) {
        printf("seen: to this NUMA node: %s\n", cucore_last_error()->message);
    }
    OK(cucore_device_synchronize(0));
    CHECK(wrong_bytes(buffer, 0, buffer->nbytes, 0x5A) == 0);
    check_row("advice");
    if (cucore_views_advise(&parts[0], 1, CUCORE_ADVICE_READ_MOSTLY, NULL)) { /* memory of a managed pool */
        CHECK_INT(cucore_last_error()->status, CUCORE_UNSUPPORTED);
        CHECK(is_pool);
        printf("seen: advice: %s\n", cucore_last_error()->message);
        return;
    }
    CHECK_INT(range_attribute(&parts[0], CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 1);
    OK(cucore_views_advise(&parts[0], 1, CUCORE_ADVICE_NOT_READ_MOSTLY, NULL));
    CHECK_INT(range_attribute(&parts[0], CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY), 0);
    OK(cucore_views_advise(&parts[1], 1, CUCORE_ADVICE_PREFERRED, &to_host));
    CHECK_INT(range_attribute(&parts[1], CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION), -1);
    OK(cucore_views_advise(&parts[1], 1, CUCORE_ADVICE_PREFERRED, NULL));
    CHECK_INT(range_attribute(&parts[1], CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION), 0);
    OK(cucore_views_advise(&parts[1], 1, CUCORE_ADVICE_NOT_PREFERRED, NULL));
    OK(cucore_views_advise(&all, 1, CUCORE_ADVICE_ACCESSED_BY, NULL));
    OK(cucore_views_advise(&all, 1, CUCORE_ADVICE_NOT_ACCESSED_BY, NULL));
    check_row("");
}

/* What lies before and after a range that is discarded, also in its pages, stays. */
static void test_discard(const cucore_buffer *buffer, CUstream stream)
{
    static const struct {
        const char *name;
        size_t first, end;
        int where; /* 0: written on the device, 1: on the host */
    } table[] = {
        {"whole large pages", 4 * MB, 8 * MB, 0},
        {"whole large pages, host", 4 * MB, 8 * MB, 1},
        {"whole small pages", 4096, 40960, 0},
        {"whole small pages, host", 4096, 40960, 1},
        {"parts of pages", 4 * MB + 100, 8 * MB - 7, 0},
        {"parts of pages, host", 4 * MB + 100, 8 * MB - 7, 1},
        {"a part of a page", 100, 200, 0},
        {"a part of a page, host", 100, 200, 1},
    };
    const size_t nbytes = buffer->nbytes;
    cucore_view all, view;
    make_view(&all, buffer, 0, (int64_t)nbytes);
    for (int i = 0; i < COUNT(table); i++) {
        for (int prefetch = 0; prefetch < 2; prefetch++) {
            const cucore_memory_location *location = prefetch ? &to_host : NULL;
            cucore_status status;
            check_row(table[i].name);
            make_view(&view, buffer, table[i].first, (int64_t)(table[i].end - table[i].first));
            OK(cucore_views_prefetch(&all, 1, table[i].where ? &to_host : NULL, stream));
            OK(cucore_stream_synchronize(stream));
            if (table[i].where) memset(buffer->ptr, 0x11, nbytes);
            OK(cucore_memory_fill(buffer->ptr, 0x11, 1, table[i].where ? 1 : nbytes, stream));
            OK(cucore_stream_synchronize(stream));
            status = cucore_views_discard(&view, 1, location, stream);
            if (status == CUCORE_NO_DRIVER) {
                printf("seen: %s\n", cucore_last_error()->message);
                return;
            }
            OK(status);
            OK(cucore_stream_synchronize(stream));
            CHECK_INT(wrong_bytes(buffer, 0, table[i].first, 0x11), 0);
            CHECK_INT(wrong_bytes(buffer, table[i].end, nbytes, 0x11), 0);
            printf("seen: discard of %s%s: %zu of %zu bytes changed\n", table[i].name, prefetch ? ", prefetched" : "",
                   wrong_bytes(buffer, table[i].first, table[i].end, 0x11), table[i].end - table[i].first);
            OK(cucore_memory_fill(view.ptr, 0x22, 1, table[i].end - table[i].first, stream)); /* usable again */
            OK(cucore_stream_synchronize(stream));
            CHECK_INT(wrong_bytes(buffer, table[i].first, table[i].end, 0x22), 0);
            CHECK_INT(wrong_bytes(buffer, 0, table[i].first, 0x11), 0);
            CHECK_INT(wrong_bytes(buffer, table[i].end, nbytes, 0x11), 0);
        }
    }
    check_row("");
    CHECK_INT(cucore_views_discard(&view, 1, NULL, NULL), CUCORE_UNSUPPORTED);
}

TEST(test_managed)
{
    const int concurrent = attribute_of(0, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS);
    static const cucore_memory_kind kinds[] = {CUCORE_MEMORY_MANAGED, CUCORE_MEMORY_MANAGED_POOL};
    static const cucore_memory_location to_node_99 = {CUCORE_LOCATION_HOST_NUMA, 99};
    static unsigned char host[4096];
    cucore_memory_resource *resource;
    cucore_stream stream;
    cucore_buffer buffer, plain, pageable;
    cucore_view view, other;
    cucore_status status;
    OK(cucore_stream_create(0, NULL, &stream));
    printf("seen: concurrent managed access %d, pageable memory access %d\n", concurrent,
           attribute_of(0, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS));
    for (int i = 0; i < COUNT(kinds); i++) {
        status = cucore_memory_resource_create(kinds[i], 0, NULL, &resource);
        if (status == CUCORE_UNSUPPORTED) {
            printf("seen: %s\n", cucore_last_error()->message);
            continue;
        }
        OK(status);
        OK(cucore_buffer_allocate(resource, 16 * MB, stream.handle, &buffer));
        OK(cucore_stream_synchronize(stream.handle));
        make_view(&view, &buffer, 0, MB);
        if (concurrent) {
            test_prefetch_and_advise(&buffer, stream.handle, kinds[i] == CUCORE_MEMORY_MANAGED_POOL);
            test_discard(&buffer, stream.handle);
            CHECK_INT(cucore_views_prefetch(&view, 1, &to_node_99, stream.handle), CUCORE_UNSUPPORTED);
        } else {
            CHECK_INT(cucore_views_prefetch(&view, 1, NULL, stream.handle), CUCORE_UNSUPPORTED);
        }
        printf("seen: %s\n", cucore_last_error()->message);
        OK(cucore_buffer_release(&buffer));
        cucore_memory_resource_release(resource);
    }
    check_row("memory that is not managed");
    OK(cucore_buffer_allocate(NULL, 4096, stream.handle, &plain));
    make_view(&other, &plain, 0, 4096);
    CHECK_INT(cucore_views_prefetch(&other, 1, NULL, stream.handle), CUCORE_UNSUPPORTED);
    printf("seen: %s\n", cucore_last_error()->message);
    CHECK_INT(cucore_views_advise(&other, 1, CUCORE_ADVICE_READ_MOSTLY, NULL), CUCORE_UNSUPPORTED);
    status = cucore_views_discard(&other, 1, NULL, stream.handle);
    CHECK(status == CUCORE_UNSUPPORTED || status == CUCORE_NO_DRIVER);
    OK(cucore_buffer_from_pointer(host, sizeof host, NULL, NULL, &pageable));
    make_view(&other, &pageable, 0, sizeof host);
    status = cucore_views_prefetch(&other, 1, NULL, stream.handle);
    printf("seen: ordinary memory: %s\n", status ? cucore_last_error()->message : "moved");
    CHECK(status == CUCORE_OK || status == CUCORE_UNSUPPORTED);
    OK(cucore_stream_synchronize(stream.handle));
    OK(cucore_buffer_release(&plain));
    OK(cucore_stream_release(&stream));
    check_row("");
}

/* ----------------------------------------------------------------------------------------------------- two GPUs -- */
static const char store_ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                                ".visible .entry store(.param .u64 out, .param .u32 value)\n"
                                "{\n .reg .b32 %r1; .reg .b64 %d1;\n"
                                " ld.param.u64 %d1, [out];\n ld.param.u32 %r1, [value];\n"
                                " cvta.to.global.u64 %d1, %d1;\n st.global.u32 [%d1], %r1;\n ret;\n}\n";

/* A kernel of device 1 writes into a pool of device 0 that is open to it. */
static void test_peers(void)
{
    const cucore_launch_config config = cucore_launch_config_1d(1, 1);
    static const cucore_memory_kind kinds[] = {CUCORE_MEMORY_POOL, CUCORE_MEMORY_DEFAULT_POOL};
    cucore_memory_access access;
    cucore_memory_resource *pool;
    cucore_buffer buffer;
    cucore_stream streams[2];
    cucore_module module;
    CUfunction function = NULL;
    uint32_t value = 0, number;
    int i, round, can = 0;
    OK(cucore_device_get_peer_access(1, 0, &can));
    for (i = 0; i < 2; i++) OK(cucore_stream_create(i, NULL, &streams[i]));
    OK(cucore_module_load(1, store_ptx, &module));
    OK(cucore_module_get_function(module.handle, "store", &function));
    for (i = 0; i < COUNT(kinds); i++) {
        OK(cucore_memory_resource_create(kinds[i], 0, NULL, &pool));
        OK(cucore_memory_resource_get_access(pool, 0, &access));
        CHECK_INT(access, CUCORE_ACCESS_READ_WRITE);
        CHECK_INT(cucore_memory_resource_set_access(pool, 0, CUCORE_ACCESS_NONE), CUCORE_INVALID_ARGUMENT);
        if (!can) {
            CHECK_INT(cucore_memory_resource_set_access(pool, 1, CUCORE_ACCESS_READ_WRITE), CUCORE_UNSUPPORTED);
            printf("seen: %s\n", cucore_last_error()->message);
            cucore_memory_resource_release(pool);
            continue;
        }
        OK(cucore_buffer_allocate(pool, 4096, streams[0].handle, &buffer));
        for (round = 0; round < 3; round++) { /* memory that is in use is opened, closed and opened again */
            OK(cucore_memory_resource_set_access(pool, 1, CUCORE_ACCESS_READ_WRITE));
            OK(cucore_memory_resource_get_access(pool, 1, &access));
            CHECK_INT(access, CUCORE_ACCESS_READ_WRITE);
            number = 1000 + (uint32_t)round;
            OK(cucore_stream_wait(streams[1].handle, streams[0].handle));
            OK(cucore_function_launch(function, &config, streams[1].handle, CUCORE_ARGS(&buffer.ptr, &number)));
            OK(cucore_stream_wait(streams[0].handle, streams[1].handle));
            OK(cucore_buffer_copy_to(&buffer, 0, &value, 4, streams[0].handle));
            CHECK_INT(value, number);
            OK(cucore_memory_resource_set_access(pool, 1, CUCORE_ACCESS_NONE));
            OK(cucore_memory_resource_get_access(pool, 1, &access));
            CHECK_INT(access, CUCORE_ACCESS_NONE);
        }
        if (cucore_memory_resource_set_access(pool, 1, CUCORE_ACCESS_READ)) {
            printf("seen: read access: %s\n", cucore_last_error()->message);
        } else {
            OK(cucore_memory_resource_get_access(pool, 1, &access));
            printf("seen: read access was set, and is %d\n", (int)access);
            OK(cucore_memory_resource_set_access(pool, 1, CUCORE_ACCESS_NONE));
        }
        OK(cucore_buffer_release(&buffer));
        cucore_memory_resource_release(pool);
    }
    OK(cucore_module_release(&module));
    for (i = 0; i < 2; i++) OK(cucore_stream_release(&streams[i]));
}

int main(void)
{
    const int64_t devices = cucore_device_count();
    if (devices < 0) return check_skipped(cucore_last_error()->message);
    check_tests();
    if (devices > 1) {
        RUN(test_peers);
    } else {
        puts("skipped: test_peers, there is one GPU");
    }
    cucore_trim();
    return check_end();
}
