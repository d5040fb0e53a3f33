/* test_driver_device_ids.c - what functions that take a device_id make of its names and of numbers, on the fake driver
 *
 * The table `functions` has a row for each of them, the table `numbers` one for each device_id.
 * Build and run as test_driver.c. */
#include "check.h"
#include "../fake_driver/fake_cuda.h"

#include <limits.h>

#define CUCORE_IMPLEMENTATION
#include "cucore_dlpack.h"
#include "cucore_copy.h"
#include "cucore_memory.h"
#include "forget_kernels.h"

#define UNSEEN 77 /* a function that does not say which device it took */

static CUstream stream; /* of device 1 */
static cucore_view a, b;

/* Each gives its status, and the device that it worked on. */
#define FUNCTION(name)                                                                                                 \
    static cucore_status name(int device_id, int *seen);                                                               \
    static cucore_status name(int device_id, int *seen)
#define VIA(name, call)                                                                                                \
    FUNCTION(name)                                                                                                     \
    {                                                                                                                  \
        return call;                                                                                                   \
    }
#define UNSEEN_VIA(name, call)                                                                                         \
    FUNCTION(name)                                                                                                     \
    {                                                                                                                  \
        *seen = UNSEEN;                                                                                                \
        return call;                                                                                                   \
    }

FUNCTION(device_get_info)
{
    cucore_device_info info;
    cucore_status status;
    memset(&info, 0xA5, sizeof info);
    status = cucore_device_get_info(device_id, &info);
    if (status) CHECK_INT((unsigned char)info.name[0], 0xA5);
    *seen = UNSEEN;
    return status;
}

FUNCTION(device_get_attribute)
{
    int value = 4711;
    cucore_status status = cucore_device_get_attribute(device_id, CU_DEVICE_ATTRIBUTE_WARP_SIZE, &value);
    CHECK_INT(value, status ? 4711 : 32);
    *seen = UNSEEN;
    return status;
}

FUNCTION(device_get_memory_info)
{
    size_t available = 4711;
    cucore_status status = cucore_device_get_memory_info(device_id, &available, NULL);
    if (status) CHECK_INT(available, 4711);
    *seen = UNSEEN;
    return status;
}

FUNCTION(device_set_current)
{
    cucore_status status = cucore_device_set_current(device_id);
    CHECK_INT(cucore_context_get_current(NULL, seen), CUCORE_OK);
    return status;
}

UNSEEN_VIA(device_synchronize, cucore_device_synchronize(device_id))

FUNCTION(device_get_peer_access)
{
    int can = 4711;
    cucore_status status = cucore_device_get_peer_access(device_id, 0, &can);
    CHECK_INT(can, status ? 4711 : 1); /* from device 1; 0 to itself */
    *seen = UNSEEN;
    return status;
}

FUNCTION(device_get_peer_access_to)
{
    int can = 4711;
    cucore_status status = cucore_device_get_peer_access(0, device_id, &can);
    CHECK_INT(can, status ? 4711 : 1);
    *seen = UNSEEN;
    return status;
}

UNSEEN_VIA(device_enable_peer_access, cucore_device_enable_peer_access(device_id, 0))
UNSEEN_VIA(device_enable_peer_access_to, cucore_device_enable_peer_access(0, device_id))

FUNCTION(context_get_primary)
{
    CUcontext context = NULL;
    cucore_status status = cucore_context_get_primary(device_id, &context);
    CHECK((context == NULL) == (status != CUCORE_OK));
    if (!status) CHECK_INT(cucore__context_device(context, seen), CUCORE_OK);
    return status;
}

FUNCTION(context_enter_device)
{
    cucore_context_guard guard = {{(CUcontext)&guard, NULL}};
    cucore_status status = cucore_context_enter_device(device_id, &guard);
    if (status) CHECK(guard.private_[0] == NULL);
    if (!status) CHECK_INT(cucore_context_get_current(NULL, seen), CUCORE_OK);
    cucore_context_leave(&guard);
    return status;
}

FUNCTION(stream_create)
{
    cucore_stream made;
    cucore_status status;
    memset(&made, 0xA5, sizeof made);
    status = cucore_stream_create(device_id, NULL, &made);
    *seen = made.device_id;
    CHECK((made.handle == NULL) == (status != CUCORE_OK));
    CHECK_INT(cucore_stream_release(&made), CUCORE_OK);
    return status;
}

FUNCTION(stream_from_handle)
{
    cucore_stream made;
    cucore_status status;
    memset(&made, 0xA5, sizeof made);
    status = cucore_stream_from_handle(stream, device_id, &made);
    *seen = made.device_id;
    CHECK((made.handle == NULL) == (status != CUCORE_OK));
    return status;
}

FUNCTION(event_create)
{
    cucore_event made;
    cucore_status status;
    memset(&made, 0xA5, sizeof made);
    status = cucore_event_create(device_id, 0, &made);
    *seen = made.device_id;
    CHECK((made.handle == NULL) == (status != CUCORE_OK));
    CHECK_INT(cucore_event_release(&made), CUCORE_OK);
    return status;
}

FUNCTION(module_load)
{
    cucore_module made;
    cucore_status status;
    memset(&made, 0xA5, sizeof made);
    status = cucore_module_load(device_id, "a module", &made);
    *seen = made.device_id;
    CHECK((made.handle == NULL) == (status != CUCORE_OK));
    CHECK_INT(cucore_module_release(&made), CUCORE_OK);
    return status;
}

static cucore_kernel kernel = CUCORE_KERNEL("an image", "kernel");

FUNCTION(kernel_launch)
{
    const cucore_launch_config config = cucore_launch_config_1d(1, 1);
    *seen = UNSEEN;
    return cucore_kernel_launch(&kernel, device_id, &config, NULL, NULL);
}

FUNCTION(kernel_get_function)
{
    CUfunction function = NULL;
    cucore_status status = cucore_kernel_get_function(&kernel, device_id, &function);
    CHECK((function == NULL) == (status != CUCORE_OK));
    *seen = UNSEEN;
    return status;
}

static cucore_status resource_seen(cucore_memory_kind kind, int device_id, int *seen)
{
    cucore_memory_resource *made = (cucore_memory_resource *)seen;
    cucore_status status = cucore_memory_resource_create(kind, device_id, NULL, &made);
    CHECK((made == NULL) == (status != CUCORE_OK));
    if (!status) *seen = made->functions.device_id;
    cucore_memory_resource_release(made);
    return status;
}

FUNCTION(resource_from_pool)
{
    cucore_memory_resource *pool = NULL, *made = (cucore_memory_resource *)seen;
    cucore_memory_pool theirs;
    cucore_status status;
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_DEFAULT_POOL, 1, NULL, &pool), CUCORE_OK);
    CHECK_INT(cucore_memory_resource_get_pool(pool, &theirs), CUCORE_OK);
    theirs.device_id = device_id;
    status = cucore_memory_resource_from_pool(&theirs, NULL, NULL, &made);
    CHECK((made == NULL) == (status != CUCORE_OK));
    if (!status) *seen = made->functions.device_id;
    cucore_memory_resource_release(made);
    return status;
}

FUNCTION(resource_get_access)
{
    cucore_memory_access access;
    *seen = UNSEEN;
    return cucore_memory_resource_get_access(NULL, device_id, &access);
}

UNSEEN_VIA(resource_set_access, cucore_memory_resource_set_access(NULL, device_id, CUCORE_ACCESS_READ_WRITE))

static cucore_status prefetch_to(int device_id, int *seen, int advise)
{
    const cucore_memory_location location = {CUCORE_LOCATION_DEVICE, device_id};
    *seen = UNSEEN;
    return advise ? cucore_views_advise(NULL, 0, CUCORE_ADVICE_PREFERRED, &location)
                  : cucore_views_prefetch(NULL, 0, &location, NULL);
}

VIA(views_prefetch, prefetch_to(device_id, seen, 0))
VIA(views_advise, prefetch_to(device_id, seen, 1))
VIA(resource_default_pool, resource_seen(CUCORE_MEMORY_DEFAULT_POOL, device_id, seen))
VIA(resource_pool, resource_seen(CUCORE_MEMORY_POOL, device_id, seen))
VIA(resource_synchronous, resource_seen(CUCORE_MEMORY_SYNCHRONOUS, device_id, seen))
VIA(resource_managed, resource_seen(CUCORE_MEMORY_MANAGED, device_id, seen))
VIA(resource_managed_pool, resource_seen(CUCORE_MEMORY_MANAGED_POOL, device_id, seen))

static cucore_status of_the_host(cucore_memory_kind kind, int device_id, int *seen)
{
    cucore_status status = resource_seen(kind, device_id, seen);
    if (!status) CHECK_INT(*seen, CUCORE_DEVICE_NONE);
    *seen = UNSEEN;
    return status;
}

VIA(resource_pinned, of_the_host(CUCORE_MEMORY_PINNED, device_id, seen))
VIA(resource_pinned_pool, of_the_host(CUCORE_MEMORY_PINNED_POOL, device_id, seen))
VIA(resource_host, of_the_host(CUCORE_MEMORY_HOST, device_id, seen))

static cucore_status view_allocate(int device_type, int device_id, int *seen)
{
    static const int64_t shape[] = {4};
    cucore_array_spec spec;
    cucore_view made;
    cucore_status status;
    memset(&spec, 0, sizeof spec);
    spec.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1), spec.ndim = 1, spec.shape = shape;
    spec.device_type = device_type, spec.device_id = device_id;
    memset(&made, 0xA5, sizeof made);
    status = cucore_view_allocate(&spec, NULL, CU_STREAM_LEGACY, &made);
    *seen = made.device_id;
    CHECK((made.ptr == NULL) == (status != CUCORE_OK));
    cucore_view_release(&made);
    return status;
}

static cucore_status no_allocate(void *user_data, size_t nbytes, CUstream on, void **out)
{
    (void)user_data, (void)nbytes, (void)on, (void)out;
    return cucore_fail(CUCORE_OUT_OF_MEMORY, "nothing is to be allocated");
}

static cucore_status no_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream on)
{
    (void)user_data, (void)ptr, (void)nbytes, (void)on;
    return cucore_fail(CUCORE_DRIVER, "nothing was allocated");
}

VIA(view_allocate_cuda, view_allocate(CUCORE_DEVICE_TYPE_CUDA, device_id, seen))

/* Nothing is allocated, and nobody but the description says of which device. */
FUNCTION(view_allocate_nothing)
{
    static const int64_t shape[] = {0};
    const cucore_memory_functions functions = {no_allocate, no_deallocate, 0, 0, {NULL, NULL}};
    const cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32,    1,         shape,       NULL,
                                    CUCORE_DEVICE_TYPE_CUDA, device_id, {NULL, NULL}};
    cucore_memory_resource *resource;
    cucore_view made;
    cucore_status status;
    CHECK_INT(cucore_memory_resource_from_functions(&functions, NULL, NULL, &resource), CUCORE_OK);
    memset(&made, 0xA5, sizeof made);
    status = cucore_view_allocate(&spec, resource, CU_STREAM_LEGACY, &made);
    *seen = made.device_id;
    cucore_view_release(&made);
    cucore_memory_resource_release(resource);
    return status;
}

VIA(view_allocate_managed, view_allocate(CUCORE_DEVICE_TYPE_CUDA_MANAGED, device_id, seen))

FUNCTION(view_allocate_pinned)
{
    cucore_status status = view_allocate(CUCORE_DEVICE_TYPE_CUDA_HOST, device_id, seen);
    if (!status) CHECK_INT(*seen, CUCORE_DEVICE_NONE);
    *seen = UNSEEN;
    return status;
}

FUNCTION(view_allocate_host)
{
    cucore_status status = view_allocate(CUCORE_DEVICE_TYPE_CPU, device_id, seen);
    CHECK_INT(*seen, CUCORE_DEVICE_NONE);
    *seen = UNSEEN;
    return status;
}

FUNCTION(copy_plan_make)
{
    cucore_copy_plan plan;
    cucore_status status = cucore_copy_plan_make(&a, &b, device_id, NULL, &plan);
    *seen = status ? UNSEEN : plan.device_id;
    return status;
}

enum { NONE = 1, ANY = 2, ALL = 4, NUMBERS = 8 };

static const struct {
    const char *name;
    cucore_status (*function)(int device_id, int *seen);
    int takes;              /* what else than CUCORE_DEVICE_CURRENT and the number of a device */
    cucore_status of_wrong; /* for a device that is not there; 0: INVALID_ARGUMENT */
} functions[] = {
    {"cucore_device_get_info", device_get_info, 0, CUCORE_OK},
    {"cucore_device_get_attribute", device_get_attribute, 0, CUCORE_OK},
    {"cucore_device_get_memory_info", device_get_memory_info, 0, CUCORE_OK},
    {"cucore_device_set_current", device_set_current, 0, CUCORE_OK},
    {"cucore_device_synchronize", device_synchronize, 0, CUCORE_OK},
    {"cucore_device_get_peer_access", device_get_peer_access, 0, CUCORE_OK},
    {"cucore_device_get_peer_access: peer", device_get_peer_access_to, 0, CUCORE_OK},
    {"cucore_device_enable_peer_access", device_enable_peer_access, 0, CUCORE_OK},
    {"cucore_device_enable_peer_access: peer", device_enable_peer_access_to, 0, CUCORE_OK},
    {"cucore_context_get_primary", context_get_primary, 0, CUCORE_OK},
    {"cucore_context_enter_device", context_enter_device, 0, CUCORE_OK},
    {"cucore_stream_create", stream_create, 0, CUCORE_OK},
    {"cucore_stream_from_handle", stream_from_handle, ANY, CUCORE_OK},
    {"cucore_event_create", event_create, 0, CUCORE_OK},
    {"cucore_module_load", module_load, 0, CUCORE_OK},
    {"cucore_kernel_launch", kernel_launch, 0, CUCORE_OK},
    {"cucore_kernel_get_function", kernel_get_function, 0, CUCORE_OK},
    {"cucore_memory_resource_create: DEFAULT_POOL", resource_default_pool, 0, CUCORE_OK},
    {"cucore_memory_resource_create: POOL", resource_pool, 0, CUCORE_OK},
    {"cucore_memory_resource_create: SYNCHRONOUS", resource_synchronous, 0, CUCORE_OK},
    {"cucore_memory_resource_create: PINNED", resource_pinned, 0, CUCORE_OK},
    {"cucore_memory_resource_create: PINNED_POOL", resource_pinned_pool, 0, CUCORE_OK},
    {"cucore_memory_resource_create: MANAGED", resource_managed, 0, CUCORE_OK},
    {"cucore_memory_resource_create: MANAGED_POOL", resource_managed_pool, 0, CUCORE_OK},
    {"cucore_memory_resource_create: HOST", resource_host, ALL, CUCORE_OK},
    {"cucore_memory_resource_from_pool", resource_from_pool, 0, CUCORE_OK},
    {"cucore_memory_resource_get_access", resource_get_access, 0, CUCORE_OK},
    {"cucore_memory_resource_set_access", resource_set_access, 0, CUCORE_OK},
    {"cucore_views_prefetch", views_prefetch, 0, CUCORE_OK},
    {"cucore_views_advise", views_advise, 0, CUCORE_OK},
    {"cucore_view_allocate: _CUDA", view_allocate_cuda, 0, CUCORE_OK},
    {"cucore_view_allocate: nothing, by a resource that does not say where", view_allocate_nothing, 0, CUCORE_OK},
    {"cucore_view_allocate: _CUDA_MANAGED", view_allocate_managed, 0, CUCORE_OK},
    {"cucore_view_allocate: _CUDA_HOST", view_allocate_pinned, ALL, CUCORE_OK},
    {"cucore_view_allocate: _CPU", view_allocate_host, ALL, CUCORE_OK},
    {"cucore_copy_plan_make", copy_plan_make, 0, CUCORE_WRONG_DEVICE},
};

static const struct {
    const char *name;
    int device_id;
    int bit; /* of `takes`; 0: by all */
    const char *words;
} numbers[] = {
    {"NONE", CUCORE_DEVICE_NONE, NONE, "device_id is CUCORE_DEVICE_NONE: memory of the host has no device; pass the"},
    {"ANY", CUCORE_DEVICE_ANY, ANY, "device_id is CUCORE_DEVICE_ANY, which only cucore_stream_from_handle takes; pass"},
    {"CURRENT", CUCORE_DEVICE_CURRENT, 0, NULL},
    {"1", 1, 0, NULL},
    {"count", 2, NUMBERS, "device 2 does not exist; this process sees 2"},
    {"-4", -4, NUMBERS, "device -4 does not exist; this process sees 2"},
    {"INT_MIN", INT_MIN, NUMBERS, "device -2147483648 does not exist; this process sees 2"},
    {"INT_MAX", INT_MAX, NUMBERS, "device 2147483647 does not exist; this process sees 2"},
};

static void start(void)
{
    CUcontext context = NULL;
    int64_t shape[] = {4};
    fake_reset();
    forget_kernel(&kernel);
    forget_loaded(&cucore__modules);
    CHECK_INT(cucore_context_get_primary(0, &context), CUCORE_OK);
    CHECK_INT(cucore_context_get_primary(1, &context), CUCORE_OK);
    stream = fake_stream_create(context, CU_STREAM_NON_BLOCKING);
    CHECK_INT(cucore_layout_make_dense(1, shape, 'C', 4, &a.layout), CUCORE_OK);
    a.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    a.device_type = CUCORE_DEVICE_TYPE_CUDA;
    a.device_id = 1;
    a.ptr = (void *)(uintptr_t)0x10000;
    b = a;
    b.ptr = (void *)(uintptr_t)0x20000;
    fake_context_set_current(context);
}

TEST(test_device_ids)
{
    char name[96];
    int seen, taken;
    cucore_status status, expected;
    for (int i = 0; i < COUNT(functions); i++) {
        for (int j = 0; j < COUNT(numbers); j++) {
            start();
            snprintf(name, sizeof name, "%s, %s", functions[i].name, numbers[j].name);
            check_row(name);
            taken = !numbers[j].bit || (functions[i].takes & (numbers[j].bit | ALL));
            expected = taken                                                ? CUCORE_OK
                       : numbers[j].device_id >= 0 && functions[i].of_wrong ? functions[i].of_wrong
                                                                            : CUCORE_INVALID_ARGUMENT;
            seen = UNSEEN;
            status = functions[i].function(numbers[j].device_id, &seen);
            CHECK_INT(status, expected);
            if (taken && seen != UNSEEN) CHECK_INT(seen, 1);
            if (expected == CUCORE_INVALID_ARGUMENT) CHECK_HAS(cucore_last_error()->message, numbers[j].words);
        }
    }
}

/* CUCORE_DEVICE_CURRENT without a context is device 0, and a stream of device 1 is not there. */
TEST(test_current_without_a_context)
{
    int seen;
    cucore_status status;
    FOR_ROWS (row, functions) {
        start();
        if (strstr(row->name, "peer_access") || row->function == copy_plan_make) continue;
        fake_context_set_current(NULL);
        seen = UNSEEN;
        status = row->function(CUCORE_DEVICE_CURRENT, &seen);
        if (row->function == stream_from_handle) {
            REFUSED(status, CUCORE_WRONG_DEVICE, "is on device 1, not on device 0");
            continue;
        }
        CHECK_INT(status, CUCORE_OK);
        if (seen != UNSEEN) CHECK_INT(seen, 0);
    }
}

TESTS_MAIN
