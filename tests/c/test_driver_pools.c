/* test_driver_pools.c - cucore_memory.h and the options of pools, on the fake driver (tests/fake_driver)
 *
 * What the functions answer, what they ask of the driver, and every refusal with its value.  Their calls fail in turn in
 * test_driver_torture.c, and beside captures they are in captures.h. */
#include "check.h"
#include "in_child.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore_memory.h"
#include "driver_acts.h"

static void start(void)
{
    unsetenv("FAKE_CUDA_CONCURRENT");
    unsetenv("FAKE_CUDA_PAGEABLE");
    unsetenv("FAKE_CUDA_VERSION");
    cucore_trim();
    fake_reset();
    make_world();
}

static cucore_memory_resource_options options_of(int which, int location, int id, unsigned handle_types)
{
    cucore_memory_resource_options options;
    memset(&options, 0, sizeof options);
    options.which = which;
    options.location.type = location;
    options.location.id = id;
    options.handle_types = handle_types;
    return options;
}

/* ------------------------------------------------------------------------------------------------------ creation -- */
enum { OWN = CUCORE_POOL_OWN, DEFAULT = CUCORE_POOL_DEFAULT, CURRENT = CUCORE_POOL_CURRENT };
enum {
    USUAL = CUCORE_LOCATION_USUAL,
    ON_DEVICE = CUCORE_LOCATION_DEVICE,
    ON_HOST = CUCORE_LOCATION_HOST,
    ON_NODE = CUCORE_LOCATION_HOST_NUMA,
    ON_THIS_NODE = CUCORE_LOCATION_HOST_NUMA_CURRENT,
    NOWHERE = CUCORE_LOCATION_NONE
};

/* Every kind at every place, on device 1: what the driver is asked for. */
TEST(test_places_of_pools)
{
    static const struct {
        const char *name, *asked;
        cucore_memory_kind kind;
        int which, location, id;
        unsigned handle_types;
        int device_type;
    } table[] = {
        {"device", "cuMemPoolCreate type=1 location=1 device=1", CUCORE_MEMORY_POOL, OWN, USUAL, 0, 0,
         CUCORE_DEVICE_TYPE_CUDA},
        {"device by name", "cuMemPoolCreate type=1 location=1 device=1", CUCORE_MEMORY_POOL, OWN, ON_DEVICE, 1, 0,
         CUCORE_DEVICE_TYPE_CUDA},
        {"device, exported", "cuMemPoolCreate type=1 location=1 device=1", CUCORE_MEMORY_POOL, OWN, USUAL, 0,
         CUCORE_HANDLE_FILE_DESCRIPTOR, CUCORE_DEVICE_TYPE_CUDA},
        {"device, default", "cuDeviceGetDefaultMemPool device=1", CUCORE_MEMORY_POOL, DEFAULT, USUAL, 0, 0,
         CUCORE_DEVICE_TYPE_CUDA},
        {"device, current", "cuDeviceGetMemPool device=1", CUCORE_MEMORY_POOL, CURRENT, ON_DEVICE, 1, 0,
         CUCORE_DEVICE_TYPE_CUDA},
        {"pinned", "cuMemPoolCreate type=1 location=2 device=0", CUCORE_MEMORY_PINNED_POOL, OWN, USUAL, 0, 0,
         CUCORE_DEVICE_TYPE_CUDA_HOST},
        {"pinned, by name", "cuMemPoolCreate type=1 location=2 device=0", CUCORE_MEMORY_PINNED_POOL, OWN, ON_HOST, 0, 0,
         CUCORE_DEVICE_TYPE_CUDA_HOST},
        {"pinned, node", "cuMemPoolCreate type=1 location=3 device=1", CUCORE_MEMORY_PINNED_POOL, OWN, ON_NODE, 1, 0,
         CUCORE_DEVICE_TYPE_CUDA_HOST},
        {"pinned, node, exported", "cuMemPoolCreate type=1 location=3 device=0", CUCORE_MEMORY_PINNED_POOL, OWN,
         ON_NODE, 0, CUCORE_HANDLE_FILE_DESCRIPTOR, CUCORE_DEVICE_TYPE_CUDA_HOST},
        {"pinned, default", "cuMemGetDefaultMemPool type=1 location=2 device=0", CUCORE_MEMORY_PINNED_POOL, DEFAULT,
         USUAL, 0, 0, CUCORE_DEVICE_TYPE_CUDA_HOST},
        {"pinned, current, node", "cuMemGetMemPool type=1 location=3 device=1", CUCORE_MEMORY_PINNED_POOL, CURRENT,
         ON_NODE, 1, 0, CUCORE_DEVICE_TYPE_CUDA_HOST},
        {"managed", "cuMemPoolCreate type=2 location=1 device=1", CUCORE_MEMORY_MANAGED_POOL, OWN, USUAL, 0, 0,
         CUCORE_DEVICE_TYPE_CUDA_MANAGED},
        {"managed, host", "cuMemPoolCreate type=2 location=2 device=0", CUCORE_MEMORY_MANAGED_POOL, OWN, ON_HOST, 0, 0,
         CUCORE_DEVICE_TYPE_CUDA_MANAGED},
        {"managed, node", "cuMemPoolCreate type=2 location=3 device=1", CUCORE_MEMORY_MANAGED_POOL, OWN, ON_NODE, 1, 0,
         CUCORE_DEVICE_TYPE_CUDA_MANAGED},
        {"managed, nowhere", "cuMemPoolCreate type=2 location=0 device=0", CUCORE_MEMORY_MANAGED_POOL, OWN, NOWHERE, 0,
         0, CUCORE_DEVICE_TYPE_CUDA_MANAGED},
        {"managed, default", "cuMemGetDefaultMemPool type=2 location=1 device=1", CUCORE_MEMORY_MANAGED_POOL, DEFAULT,
         USUAL, 0, 0, CUCORE_DEVICE_TYPE_CUDA_MANAGED},
        {"managed, current, nowhere", "cuMemGetMemPool type=2 location=0 device=0", CUCORE_MEMORY_MANAGED_POOL, CURRENT,
         NOWHERE, 0, 0, CUCORE_DEVICE_TYPE_CUDA_MANAGED},
    };
    FOR_ROWS (row, table) {
        const cucore_memory_resource_options options =
            options_of(row->which, row->location, row->id, row->handle_types);
        cucore_memory_pool pool;
        start();
        OK(cucore_memory_resource_create(row->kind, 1, &options, &made.resource));
        CHECK_HAS(fake_log(), row->asked);
        OK(cucore_memory_resource_get_pool(made.resource, &pool));
        CHECK(pool.kind == row->kind && pool.device_id == 1 && pool.handle);
        CHECK_INT(fake_pool_handle_types(pool.handle), row->handle_types);
        CHECK_INT(fake_live_pools(), row->which == OWN);
        OK(cucore_buffer_allocate(made.resource, 64, w.b, &made.buffer));
        CHECK_INT(made.buffer.device_type, row->device_type);
        OK(cucore_buffer_copy_to(&made.buffer, 0, w.host, 64, w.b)); /* pinned memory needs access */
        OK(cucore_buffer_release(&made.buffer));
        cucore_memory_resource_release(made.resource);
        CHECK_INT(fake_live_pools(), 0);
    }
}

/* The current pool is the one that was set, the default pool another one. */
TEST(test_the_current_pool_of_a_device)
{
    const cucore_memory_resource_options current = options_of(CURRENT, 0, 0, 0), usual = options_of(DEFAULT, 0, 0, 0);
    CUresult (*set)(CUdevice, CUmemoryPool);
    cucore_memory_resource *own, *found;
    cucore_memory_pool pool, first, again;
    void *symbol = NULL;
    start();
    OK(cucore_driver_symbol("cuDeviceSetMemPool", &symbol));
    memcpy(&set, &symbol, sizeof set);
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, NULL, &own));
    OK(cucore_memory_resource_get_pool(own, &pool));
    CHECK_INT(set(0, pool.handle), CUDA_SUCCESS);
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, &current, &found));
    OK(cucore_memory_resource_get_pool(found, &first));
    CHECK(first.handle == pool.handle);
    cucore_memory_resource_release(found);
    CHECK_INT(fake_live_pools(), 1); /* it is borrowed */
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, &usual, &found));
    OK(cucore_memory_resource_get_pool(found, &first));
    OK(cucore_memory_resource_get_pool(w.pool, &again));
    CHECK(first.handle == again.handle && first.handle != pool.handle);
    cucore_memory_resource_release(found);
    cucore_memory_resource_release(own);
}

TEST(test_refused_options)
{
    static const struct {
        const char *name, *words;
        cucore_memory_kind kind;
        int which, location, id;
        unsigned handle_types;
        cucore_status status;
    } table[] = {
        {"location of no pool", "location (type 2, id 0) and which (0) are of pools, which kind 3 is not",
         CUCORE_MEMORY_PINNED, OWN, ON_HOST, 0, 0, CUCORE_INVALID_ARGUMENT},
        {"which of no pool", "and which (1) are of pools, which kind 0 is not", CUCORE_MEMORY_DEFAULT_POOL, DEFAULT,
         USUAL, 0, 0, CUCORE_INVALID_ARGUMENT},
        {"which", "options->which is 3; expected CUCORE_POOL_", CUCORE_MEMORY_POOL, 3, USUAL, 0, 0,
         CUCORE_INVALID_ARGUMENT},
        {"handles of no pool", "handle_types (0x1) and win32_security are of pools of their own, which kind 2 is not",
         CUCORE_MEMORY_SYNCHRONOUS, OWN, USUAL, 0, 1, CUCORE_INVALID_ARGUMENT},
        {"handles of a default pool",
         "handle_types (0x1) and win32_security are of pools of their own, which options->which 1 is not",
         CUCORE_MEMORY_POOL, DEFAULT, USUAL, 0, 1, CUCORE_INVALID_ARGUMENT},
        {"unknown handles", "options->handle_types is 0x11; 0xf are the CUCORE_HANDLE_...", CUCORE_MEMORY_POOL, OWN,
         USUAL, 0, 0x11, CUCORE_INVALID_ARGUMENT},
        {"device pool on the host", "a pool of kind 1 for device 1 cannot be at location type 2 with id 0",
         CUCORE_MEMORY_POOL, OWN, ON_HOST, 0, 0, CUCORE_INVALID_ARGUMENT},
        {"device pool on another device", "cannot be at location type 1 with id 0", CUCORE_MEMORY_POOL, OWN, ON_DEVICE,
         0, 0, CUCORE_INVALID_ARGUMENT},
        {"pinned pool on a device", "a pool of kind 4 for device 1 cannot be at location type 1 with id 1",
         CUCORE_MEMORY_PINNED_POOL, OWN, ON_DEVICE, 1, 0, CUCORE_INVALID_ARGUMENT},
        {"pinned pool nowhere", "cannot be at location type -1 with id 0", CUCORE_MEMORY_PINNED_POOL, OWN, NOWHERE, 0,
         0, CUCORE_INVALID_ARGUMENT},
        {"this node", "cannot be at location type 4 with id 0", CUCORE_MEMORY_PINNED_POOL, OWN, ON_THIS_NODE, 0, 0,
         CUCORE_INVALID_ARGUMENT},
        {"node -1", "cannot be at location type 3 with id -1", CUCORE_MEMORY_PINNED_POOL, OWN, ON_NODE, -1, 0,
         CUCORE_INVALID_ARGUMENT},
        {"host 7", "cannot be at location type 2 with id 7", CUCORE_MEMORY_PINNED_POOL, OWN, ON_HOST, 7, 0,
         CUCORE_INVALID_ARGUMENT},
        {"usual 7", "cannot be at location type 0 with id 7", CUCORE_MEMORY_MANAGED_POOL, OWN, USUAL, 7, 0,
         CUCORE_INVALID_ARGUMENT},
        {"type 6", "cannot be at location type 6 with id 0", CUCORE_MEMORY_MANAGED_POOL, OWN, 6, 0, 0,
         CUCORE_INVALID_ARGUMENT},
        {"node 9", "this driver makes no pool of pinned memory on NUMA node 9: cuMemPoolCreate failed: CUDA_ERROR_",
         CUCORE_MEMORY_PINNED_POOL, OWN, ON_NODE, 9, 0, CUCORE_UNSUPPORTED},
        {"pinned handles", "no pool of pinned memory with handle types 0x1: cuMemPoolCreate", CUCORE_MEMORY_PINNED_POOL,
         OWN, USUAL, 0, 1, CUCORE_UNSUPPORTED},
        {"managed handles", "no pool of managed memory with handle types 0x1: cuMemPoolCreate",
         CUCORE_MEMORY_MANAGED_POOL, OWN, USUAL, 0, 1, CUCORE_UNSUPPORTED},
        {"fabric", "no pool of device memory with handle types 0x8: cuMemPoolCreate", CUCORE_MEMORY_POOL, OWN, USUAL, 0,
         8, CUCORE_UNSUPPORTED},
        {"default node 9", "this driver has no pool of pinned memory on NUMA node 9: cuMemGetDefaultMemPool failed: ",
         CUCORE_MEMORY_PINNED_POOL, DEFAULT, ON_NODE, 9, 0, CUCORE_UNSUPPORTED},
    };
    start();
    FOR_ROWS (row, table) {
        const cucore_memory_resource_options options =
            options_of(row->which, row->location, row->id, row->handle_types);
        made.resource = (cucore_memory_resource *)&w;
        REFUSED(cucore_memory_resource_create(row->kind, 1, &options, &made.resource), row->status, row->words);
        CHECK(made.resource == NULL);
    }
    CHECK_INT(fake_live_pools(), 0);
}

/* -------------------------------------------------------------------------------------------------- foreign pools -- */
static int released;
static void note_released(void *owner)
{
    CHECK(owner == &w);
    released++;
}

/* The pool outlives its buffers, and is given back once. */
TEST(test_pool_of_another_library)
{
    static const struct {
        const char *name;
        cucore_memory_kind kind;
        int device_type;
    } table[] = {
        {"default", CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_TYPE_CUDA},
        {"device", CUCORE_MEMORY_POOL, CUCORE_DEVICE_TYPE_CUDA},
        {"pinned", CUCORE_MEMORY_PINNED_POOL, CUCORE_DEVICE_TYPE_CUDA_HOST},
        {"managed", CUCORE_MEMORY_MANAGED_POOL, CUCORE_DEVICE_TYPE_CUDA_MANAGED},
    };
    cucore_memory_resource *theirs;
    cucore_memory_pool pool, again;
    cucore_buffer other;
    FOR_ROWS (row, table) {
        start();
        released = 0;
        OK(cucore_memory_resource_create(row->kind, 1, NULL, &theirs));
        OK(cucore_memory_resource_get_pool(theirs, &pool));
        OK(cucore_memory_resource_from_pool(&pool, &w, note_released, &made.resource));
        OK(cucore_memory_resource_get_pool(made.resource, &again));
        CHECK(again.handle == pool.handle && again.kind == pool.kind && again.device_id == 1);
        OK(cucore_buffer_allocate(made.resource, 64, NULL, &made.buffer)); /* the default stream of device 1 */
        OK(cucore_buffer_allocate(made.resource, 64, w.b, &other));
        CHECK(made.buffer.device_type == row->device_type && other.device_type == row->device_type);
        cucore_memory_resource_release(made.resource);
        OK(cucore_buffer_release(&made.buffer));
        CHECK_INT(released, 0);
        OK(cucore_buffer_release(&other));
        CHECK_INT(released, 1);
        CHECK_INT(fake_live_pools(), row->kind != CUCORE_MEMORY_DEFAULT_POOL);
        cucore_memory_resource_release(theirs);
        CHECK_INT(fake_live_pools(), 0);
    }
    check_row("refused");
    OK(cucore_memory_resource_get_pool(w.pool, &pool));
    pool.kind = CUCORE_MEMORY_PINNED;
    made.resource = (cucore_memory_resource *)&w;
    REFUSED(cucore_memory_resource_from_pool(&pool, &w, note_released, &made.resource), CUCORE_INVALID_ARGUMENT,
            "pool->kind is 3");
    CHECK(made.resource == NULL);
    pool.kind = CUCORE_MEMORY_POOL, pool.device_id = 2;
    REFUSED(cucore_memory_resource_from_pool(&pool, &w, note_released, &made.resource), CUCORE_INVALID_ARGUMENT,
            "device 2 does not exist");
    pool.device_id = 0, pool.handle = NULL;
    REFUSED(cucore_memory_resource_from_pool(&pool, &w, note_released, &made.resource), CUCORE_INVALID_ARGUMENT,
            "pool->handle is NULL");
    CHECK_INT(released, 1);
    check_row("");
}

/* Memory by its address is freed on the stream that is named, and a default stream is the one of the resource's device. */
TEST(test_memory_by_its_address)
{
    void *ptr = &w, *host = NULL;
    cucore_memory_resource *pageable;
    start();
    OK(cucore_memory_resource_allocate(w.pool, 0, w.a, &ptr));
    CHECK(ptr == NULL);
    OK(cucore_memory_resource_deallocate(w.pool, ptr, 0, w.a));
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 1, NULL, &made.resource));
    OK(cucore_memory_resource_allocate(made.resource, 100, NULL, &ptr));
    fake_log_clear();
    OK(cucore_memory_resource_deallocate(made.resource, ptr, 100, w.b));
    CHECK_HAS(fake_log(), "cuMemFreeAsync ptr=m");
    CHECK_HAS(fake_log(), "stream=2 ");
    OK(cucore_memory_resource_allocate(made.resource, 100, w.b, &ptr));
    fake_log_clear();
    OK(cucore_memory_resource_deallocate(made.resource, ptr, 0, NULL));
    CHECK_HAS(fake_log(), "stream=legacy ctx=1"); /* of device 1 */
    cucore_memory_resource_release(made.resource);
    CHECK_INT(fake_live_pools(), 0);
    OK(cucore_memory_resource_create(CUCORE_MEMORY_HOST, 0, NULL, &pageable));
    OK(cucore_memory_resource_allocate(pageable, 100, w.a, &host));
    memset(host, 1, 100);
    OK(cucore_memory_resource_deallocate(pageable, host, 100, w.a));
    REFUSED(cucore_memory_resource_allocate(w.pool, (size_t)1 << 50, w.a, &ptr), CUCORE_OUT_OF_MEMORY, "");
    CHECK(ptr == NULL);
}

/* ------------------------------------------------------------------------------------------------ numbers, limits -- */
TEST(test_usage_and_trim)
{
    cucore_memory_usage usage;
    cucore_buffer large;
    start();
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 1, NULL, &made.resource));
    OK(cucore_buffer_allocate(made.resource, 100, w.b, &made.buffer));
    OK(cucore_buffer_allocate(made.resource, 1000, w.b, &large));
    OK(cucore_buffer_release(&large));
    OK(cucore_memory_resource_get_usage(made.resource, &usage));
    CHECK(usage.used_nbytes == 100 && usage.used_high_nbytes == 1100);
    CHECK(usage.reserved_nbytes == 1100 && usage.reserved_high_nbytes == 1100);
    OK(cucore_memory_resource_trim(made.resource, 500));
    OK(cucore_memory_resource_get_usage(made.resource, &usage));
    CHECK_INT(usage.reserved_nbytes, 500);
    OK(cucore_memory_resource_trim(made.resource, 0));
    OK(cucore_memory_resource_reset_usage(made.resource));
    OK(cucore_memory_resource_get_usage(made.resource, &usage));
    CHECK(usage.used_nbytes == 100 && usage.used_high_nbytes == 100);
    CHECK(usage.reserved_nbytes == 100 && usage.reserved_high_nbytes == 100);
    OK(cucore_buffer_release(&made.buffer));
    cucore_memory_resource_release(made.resource);
    fake_context_set_current(w.primary[1]);
    OK(cucore_memory_resource_trim(NULL, 0)); /* the default pool of the current device */
    CHECK_HAS(fake_log(), "cuMemPoolTrimTo pool=1 bytes=0");
    fake_context_set_current(NULL);
}

TEST(test_policy)
{
    static const cucore_memory_policy table[] = {
        {0, 0, 0, 0, {0, 0, 0, 0, 0}},        {4096, 1, 0, 0, {0, 0, 0, 0, 0}},     {0, 0, 1, 0, {0, 0, 0, 0, 0}},
        {SIZE_MAX, 0, 0, 1, {0, 0, 0, 0, 0}}, {SIZE_MAX, 1, 1, 1, {0, 0, 0, 0, 0}},
    };
    cucore_memory_policy policy;
    int i;
    start();
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, NULL, &made.resource));
    for (i = 0; i < COUNT(table); i++) {
        memset(&policy, 0xff, sizeof policy);
        OK(cucore_memory_resource_set_policy(made.resource, &table[i]));
        OK(cucore_memory_resource_get_policy(made.resource, &policy));
        CHECK(memcmp(&policy, &table[i], sizeof policy) == 0);
    }
    /* One that fails half way leaves the pool as it was. */
    for (i = 1; i < 40; i++) {
        cucore_status status;
        OK(cucore_memory_resource_set_policy(made.resource, &table[1]));
        fake_fail(i, 719);
        status = cucore_memory_resource_set_policy(made.resource, &table[2]);
        if (fake_fail_pending()) break;
        OK(cucore_memory_resource_get_policy(made.resource, &policy));
        CHECK(memcmp(&policy, status ? &table[1] : &table[2], sizeof policy) == 0);
    }
    CHECK(i > 12);
    fake_fail(0, 0);
    policy.reserved[4] = 1;
    REFUSED(cucore_memory_resource_set_policy(made.resource, &policy), CUCORE_INVALID_ARGUMENT,
            "policy->reserved is not all zero");
    cucore_memory_resource_release(made.resource);
}

/* A peer gets access and loses it; the copy that the host waits for sees that. */
TEST(test_peers)
{
    cucore_memory_access access = CUCORE_ACCESS_NONE;
    start();
    OK(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, NULL, &made.resource));
    for (int i = 0; i < 2; i++) {
        OK(cucore_memory_resource_get_access(made.resource, 0, &access));
        CHECK_INT(access, CUCORE_ACCESS_READ_WRITE);
        OK(cucore_memory_resource_get_access(made.resource, 1, &access));
        CHECK_INT(access, CUCORE_ACCESS_NONE);
        OK(cucore_memory_resource_set_access(made.resource, 1, CUCORE_ACCESS_READ));
        OK(cucore_memory_resource_get_access(made.resource, 1, &access));
        CHECK_INT(access, CUCORE_ACCESS_READ);
        OK(cucore_memory_resource_set_access(made.resource, 1, CUCORE_ACCESS_READ_WRITE));
        OK(cucore_memory_resource_get_access(made.resource, 1, &access));
        CHECK_INT(access, CUCORE_ACCESS_READ_WRITE);
        OK(cucore_memory_resource_set_access(made.resource, 1, CUCORE_ACCESS_NONE));
        OK(cucore_memory_resource_set_access(made.resource, 0, CUCORE_ACCESS_READ_WRITE)); /* it has it */
    }
    REFUSED(cucore_memory_resource_set_access(made.resource, 0, CUCORE_ACCESS_NONE), CUCORE_INVALID_ARGUMENT,
            "access is 0, but the memory of the pool is on device 0, which always has access");
    REFUSED(cucore_memory_resource_set_access(made.resource, 1, (cucore_memory_access)2), CUCORE_INVALID_ARGUMENT,
            "access is 2; expected CUCORE_ACCESS_NONE, _READ or _READ_WRITE");
    REFUSED(cucore_memory_resource_set_access(made.resource, 9, CUCORE_ACCESS_READ), CUCORE_INVALID_ARGUMENT,
            "device 9 does not exist");
    REFUSED(cucore_memory_resource_get_access(made.resource, -7, &access), CUCORE_INVALID_ARGUMENT,
            "device -7 does not exist");
    cucore_memory_resource_release(made.resource);
}

static CUresult cannot_access(int *can, int device, int peer)
{
    (void)device, (void)peer;
    *can = 0;
    return CUDA_SUCCESS;
}

TEST(test_no_peer_access)
{
    int(CUDAAPI * real)(int *, int, int) = cucore__driver.DeviceCanAccessPeer;
    start();
    cucore__driver.DeviceCanAccessPeer = (int(CUDAAPI *)(int *, int, int))cannot_access;
    REFUSED(cucore_memory_resource_set_access(w.pool, 1, CUCORE_ACCESS_READ), CUCORE_UNSUPPORTED,
            "device 1 cannot access the memory of device 0");
    OK(cucore_memory_resource_set_access(w.pool, 1, CUCORE_ACCESS_NONE));
    cucore__driver.DeviceCanAccessPeer = real;
}

/* Functions of pools name the resource that is none. */
TEST(test_no_pool)
{
    cucore_memory_pool pool;
    cucore_memory_resource *host;
    start();
    OK(cucore_memory_resource_create(CUCORE_MEMORY_HOST, 0, NULL, &host));
    REFUSED(cucore_memory_resource_get_pool(w.pinned, &pool), CUCORE_INVALID_ARGUMENT,
            "cucore_memory_resource_get_pool: the resource is of kind 3, and no pool of the driver");
    REFUSED(cucore_memory_resource_trim(host, 0), CUCORE_INVALID_ARGUMENT, "the resource is of kind 7, and no pool");
    REFUSED(cucore_memory_resource_reset_usage(foreign_resource), CUCORE_INVALID_ARGUMENT,
            "the resource is an allocator of functions, and no pool of the driver");
}

/* -------------------------------------------------------------------------------------------------- managed memory -- */
static const cucore_memory_location to_node = {CUCORE_LOCATION_HOST_NUMA, 1},
                                    to_this_node = {CUCORE_LOCATION_HOST_NUMA_CURRENT, 0},
                                    to_other = {CUCORE_LOCATION_DEVICE, 1};

TEST(test_prefetch_asks_the_driver)
{
    static const struct {
        const char *name, *asked;
        const cucore_memory_location *location;
        size_t count;
    } table[] = {
        {"the stream's device", "cuMemPrefetchAsync ptr=m4 bytes=64 location=1 id=0 stream=1", NULL, 1},
        {"the host", "cuMemPrefetchAsync ptr=m4 bytes=64 location=2 id=0 stream=1", &to_host, 1},
        {"a node", "cuMemPrefetchAsync ptr=m4 bytes=64 location=3 id=1 stream=1", &to_node, 1},
        {"this node", "cuMemPrefetchAsync ptr=m4 bytes=64 location=4 id=0 stream=1", &to_this_node, 1},
        {"another device", "cuMemPrefetchAsync ptr=m4 bytes=64 location=1 id=1 stream=1", &to_other, 1},
        {"two", "cuMemPrefetchBatchAsync count=2 location=2 id=0 stream=1", &to_host, 2},
    };
    cucore_view many[70];
    FOR_ROWS (row, table) {
        start();
        make_managed_views();
        fake_log_clear();
        OK(cucore_views_prefetch(made.views, row->count, row->location, w.a));
        CHECK_HAS(fake_log(), row->asked);
        undo_buffer();
    }
    check_row("more than a batch, with empty ones");
    start();
    make_managed_views();
    for (int i = 0; i < 70; i++) many[i] = made.views[0];
    memset(&many[3], 0, sizeof many[3]);
    many[5].layout.shape[0] = 0;
    fake_log_clear();
    OK(cucore_views_prefetch(many, 70, NULL, w.a));
    CHECK_INT(fake_count("cuMemPrefetchBatchAsync"), 3); /* 32, 32, 4 */
    CHECK_HAS(fake_log(), "cuMemPrefetchBatchAsync count=4 location=1");
    check_row("the legacy stream has no batch");
    fake_log_clear();
    OK(cucore_views_prefetch(many, 3, NULL, LEGACY));
    CHECK_INT(fake_count("cuMemPrefetchAsync"), 3);
    check_row("nothing");
    fake_log_clear();
    OK(cucore_views_prefetch(NULL, 0, NULL, w.a));
    OK(cucore_views_prefetch(&many[3], 1, NULL, w.a));
    CHECK_INT(fake_count("cuMemPrefetchAsync"), 0);
    check_row("strided and reversed");
    many[0].layout.strides[0] = -2;
    many[0].layout.shape[0] = 8;
    many[0].ptr = (char *)made.buffer.ptr + 60;
    OK(cucore_views_prefetch(many, 1, NULL, w.a));
    CHECK_HAS(fake_log(), "bytes=60 location=1");
    undo_buffer();
    check_row("");
}

TEST(test_discard_and_advise_ask_the_driver)
{
    start();
    make_managed_views();
    OK(cucore_views_discard(made.views, 1, NULL, w.a));
    CHECK_HAS(fake_log(), "cuMemDiscardBatchAsync count=1 stream=1");
    OK(cucore_views_discard(made.views, 2, &to_host, w.a));
    CHECK_HAS(fake_log(), "cuMemDiscardAndPrefetchBatchAsync count=2 location=2 id=0 stream=1");
    OK(cucore_views_advise(made.views, 1, CUCORE_ADVICE_READ_MOSTLY, NULL));
    CHECK_HAS(fake_log(), "cuMemAdvise ptr=m4 bytes=64 advice=1 location=1 id=0");
    OK(cucore_views_advise(made.views, 2, CUCORE_ADVICE_PREFERRED, &to_node));
    CHECK_HAS(fake_log(), "advice=3 location=3 id=1");
    OK(cucore_views_advise(made.views, 1, CUCORE_ADVICE_ACCESSED_BY, &to_other));
    CHECK_HAS(fake_log(), "advice=5 location=1 id=1");
    REFUSED(cucore_views_discard(made.views, 1, NULL, LEGACY), CUCORE_UNSUPPORTED,
            "the driver does not discard on the legacy default stream (NULL or 1)");
    REFUSED(cucore_views_advise(made.views, 1, (cucore_memory_advice)7, NULL), CUCORE_INVALID_ARGUMENT, "advice is 7");
    REFUSED(cucore_views_advise(made.views, 1, CUCORE_ADVICE_ACCESSED_BY, &to_node), CUCORE_UNSUPPORTED,
            "cuMemAdvise failed for NUMA node 1 of the host");
    made.views[1].readonly = 1;
    REFUSED(cucore_views_discard(made.views, 2, NULL, w.a), CUCORE_READONLY, "views[1] is read-only");
    made.views[1].readonly = 0;
    made.views[1].layout.strides[0] = 2, made.views[1].layout.shape[0] = 8;
    REFUSED(cucore_views_discard(made.views, 2, NULL, w.a), CUCORE_WRONG_LAYOUT,
            "views[1] has gaps between its elements");
    REFUSED(cucore_views_discard(NULL, 1, NULL, w.a), CUCORE_INVALID_ARGUMENT, "cucore_views_discard: views is NULL");
    undo_buffer();
}

TEST(test_memory_that_does_not_move)
{
    static const cucore_memory_location to_nothing = {CUCORE_LOCATION_NONE, 0},
                                        to_device_2 = {CUCORE_LOCATION_DEVICE, 2},
                                        to_node_9 = {CUCORE_LOCATION_HOST_NUMA, 9},
                                        to_host_3 = {CUCORE_LOCATION_HOST, 3};
    cucore_view views[2], host;
    int64_t shape[1] = {16};
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, shape, NULL, CUCORE_DEVICE_TYPE_CPU, 0, {NULL, NULL}};
    start();
    make_managed_views();
    views[0] = made.views[0], views[1] = w.views[1];
    REFUSED(cucore_views_prefetch(views, 2, NULL, w.a), CUCORE_UNSUPPORTED, "cucore_views_prefetch: views[1] at 0x");
    CHECK_HAS(cucore_last_error()->message, "is cuda memory, which is not managed");
    REFUSED(cucore_views_discard(views, 2, NULL, w.a), CUCORE_UNSUPPORTED, "cucore_views_discard: views[1] at 0x");
    REFUSED(cucore_views_advise(views, 2, CUCORE_ADVICE_READ_MOSTLY, NULL), CUCORE_UNSUPPORTED,
            "cucore_views_advise: views[1] at 0x");
    OK(cucore_view_wrap(w.host, &spec, NULL, NULL, &host));
    REFUSED(cucore_views_prefetch(&host, 1, NULL, w.a), CUCORE_UNSUPPORTED, "is ordinary host memory, which is not");
    setenv("FAKE_CUDA_PAGEABLE", "1", 1);
    OK(cucore_views_prefetch(&host, 1, NULL, w.a));
    unsetenv("FAKE_CUDA_PAGEABLE");
    REFUSED(cucore_views_prefetch(views, 1, &to_nothing, w.a), CUCORE_INVALID_ARGUMENT,
            "location type -1 with id 0 is no place for memory to move to");
    REFUSED(cucore_views_prefetch(views, 1, &to_host_3, w.a), CUCORE_INVALID_ARGUMENT, "type 2 with id 3 is no place");
    REFUSED(cucore_views_prefetch(views, 1, &to_device_2, w.a), CUCORE_INVALID_ARGUMENT, "device 2 does not exist");
    REFUSED(cucore_views_prefetch(views, 1, &to_node_9, w.a), CUCORE_UNSUPPORTED,
            "cuMemPrefetchAsync failed for NUMA node 9 of the host: CUDA_ERROR_INVALID_VALUE (1)");
    setenv("FAKE_CUDA_CONCURRENT", "1", 1); /* device 0 only */
    REFUSED(cucore_views_prefetch(views, 1, &to_other, w.a), CUCORE_UNSUPPORTED,
            "device 1 has no concurrent managed access (CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS is 0)");
    setenv("FAKE_CUDA_CONCURRENT", "2", 1);
    REFUSED(cucore_views_prefetch(views, 1, &to_host, w.a), CUCORE_UNSUPPORTED,
            "device 0 has no concurrent managed access");
    unsetenv("FAKE_CUDA_CONCURRENT");
    views[0].device_type = CUCORE_DEVICE_TYPE_ROCM;
    REFUSED(cucore_views_prefetch(views, 1, NULL, w.a), CUCORE_WRONG_DEVICE,
            "cucore_views_prefetch: views[0] is on a device of type 10");
    REFUSED(cucore_views_prefetch(made.views, 1, NULL, CUCORE_STREAM_HOST), CUCORE_INVALID_ARGUMENT, "CUCORE_STREAM_");
    undo_buffer();
}

/* ----------------------------------------------------------------------------------------------------- many rounds -- */
TEST(test_many_rounds_without_growth)
{
    living before, now;
    cucore_memory_pool pool;
    cucore_memory_usage usage;
    start();
    before = count_living();
    for (int i = 0; i < 10000; i++) {
        const cucore_memory_resource_options options =
            options_of(i % 3, 0, 0, i % 3 ? 0 : CUCORE_HANDLE_FILE_DESCRIPTOR);
        cucore_memory_resource *theirs = NULL, *ours = NULL;
        CHECK(!cucore_memory_resource_create(CUCORE_MEMORY_POOL, i % 2, &options, &theirs));
        CHECK(!cucore_memory_resource_get_pool(theirs, &pool));
        CHECK(!cucore_memory_resource_from_pool(&pool, NULL, NULL, &ours));
        CHECK(!cucore_memory_resource_set_access(ours, !(i % 2),
                                                 i % 4 < 2 ? CUCORE_ACCESS_READ_WRITE : CUCORE_ACCESS_NONE));
        CHECK(!cucore_buffer_allocate(ours, 64, i % 2 ? w.b : w.a, &made.buffer));
        CHECK(!cucore_buffer_release(&made.buffer));
        CHECK(!cucore_memory_resource_trim(ours, 0));
        CHECK(!cucore_memory_resource_get_usage(ours, &usage));
        CHECK(usage.reserved_nbytes == usage.used_nbytes);
        cucore_memory_resource_release(ours);
        cucore_memory_resource_release(theirs);
    }
    make_managed_views();
    for (int i = 0; i < 10000; i++) {
        CHECK(!cucore_views_prefetch(made.views, 1 + (size_t)i % 2, i % 3 ? &to_host : NULL, w.a));
        CHECK(!cucore_views_discard(made.views, 1, i % 3 ? &to_host : NULL, w.a));
        CHECK(!cucore_views_advise(made.views, 2, CUCORE_ADVICE_PREFERRED, NULL));
    }
    undo_buffer();
    now = count_living();
    CHECK(memcmp(&before, &now, sizeof now) == 0);
}

int main(void)
{
    (void)driver_acts; /* of driver_acts.h */
    check_tests();
    return check_end();
}
