/* gcc -I. examples/memory_only.c -ldl -lpthread -o memory_only && ./memory_only
 *
 * A pool with a limit whose memory could be exported, a pool of another library, managed memory that moves before it is
 * used.  Only the driver's answers, no kernel. */
#define CUCORE_STATIC
#include "cucore_memory.h"

#include <stdlib.h>

static void check(cucore_status status)
{
    if (!status) return;
    puts(cucore_last_error()->message);
    exit(1);
}

/* BEGIN pool */
/* A pool of 256 MB at most, which keeps what is freed, and whose memory other processes can open. */
static cucore_status make_pool(int device_id, cucore_memory_resource **out)
{
    cucore_memory_resource_options options;
    memset(&options, 0, sizeof options); /* all zero is the usual */
    options.max_nbytes = (size_t)256 << 20;
    options.release_threshold = SIZE_MAX;
    options.handle_types = CUCORE_HANDLE_FILE_DESCRIPTOR;
    return cucore_memory_resource_create(CUCORE_MEMORY_POOL, device_id, &options, out);
}
/* END */

/* BEGIN foreign */
/* A resource of the pool that another library has made; `owner` keeps the pool alive. */
static cucore_status adopt_pool(CUmemoryPool handle, int device_id, void *owner, void (*release)(void *owner),
                                cucore_memory_resource **out)
{
    cucore_memory_pool pool;
    pool.handle = handle;
    pool.kind = CUCORE_MEMORY_POOL;
    pool.device_id = device_id;
    return cucore_memory_resource_from_pool(&pool, owner, release, out);
}
/* END */

/* BEGIN managed */
/* The CPU writes an array, the device is to read it, the CPU is to write it anew. */
static cucore_status step(const cucore_view *x, CUstream stream)
{
    static const cucore_memory_location host = {CUCORE_LOCATION_HOST, 0};
    cucore_status status;
    memset(x->ptr, 1, (size_t)cucore_view_nbytes(x)); /* on the CPU */

    status = cucore_views_prefetch(x, 1, NULL, stream); /* to the device of the stream */
    /* Here you enqueue work on `stream` that reads x->ptr: its pages are there. */

    if (!status) status = cucore_views_discard(x, 1, &host, stream); /* back, without the elements */
    if (!status) status = cucore_stream_synchronize(stream);
    return status;
}
/* END */

static void say_released(void *owner)
{
    printf("%s is given back\n", (const char *)owner);
}

static char theirs[] = "the other library's pool";

int main(void)
{
    int64_t shape[1] = {1 << 20};
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, shape, NULL, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 0, {NULL, NULL}};
    cucore_memory_resource *pool, *other;
    cucore_memory_pool handle;
    cucore_memory_usage usage;
    cucore_buffer buffer;
    cucore_stream stream;
    cucore_view x;
    cucore_status status;

    check(cucore_stream_create(0, NULL, &stream));
    check(make_pool(0, &pool));
    check(cucore_memory_resource_get_pool(pool, &handle));
    check(adopt_pool(handle.handle, handle.device_id, theirs, say_released, &other));
    check(cucore_buffer_allocate(other, 1 << 20, stream.handle, &buffer));
    cucore_memory_resource_release(other); /* the buffer has a reference */
    check(cucore_memory_resource_get_usage(pool, &usage));
    printf("%.0f KB used, %.0f KB reserved\n", (double)usage.used_nbytes / 1024, (double)usage.reserved_nbytes / 1024);
    check(cucore_buffer_release(&buffer));
    check(cucore_stream_synchronize(stream.handle));
    check(cucore_memory_resource_trim(pool, 0));
    check(cucore_memory_resource_get_usage(pool, &usage));
    printf("%.0f KB used, %.0f KB reserved after the trim\n", (double)usage.used_nbytes / 1024,
           (double)usage.reserved_nbytes / 1024);
    cucore_memory_resource_release(pool);

    check(cucore_view_allocate(&spec, NULL, stream.handle, &x));
    check(cucore_stream_synchronize(stream.handle));
    status = step(&x, stream.handle);
    printf("managed memory: %s\n", status ? cucore_last_error()->message : "moved there and back");
    cucore_view_release(&x);
    check(cucore_stream_release(&stream));
    return status && status != CUCORE_UNSUPPORTED && status != CUCORE_NO_DRIVER; /* an older driver, Windows */
}
