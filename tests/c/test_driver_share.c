/* test_driver_share.c - cucore_share.h on the fake driver: registrations, runs, dma-buf, and handles between real
 * processes, which map the same files of memory (tests/fake_driver/shares.c).
 *
 * In one process a handle counts as another process's after foreign() changed the number of its exporter. */
#include "check.h"
#define BEFORE_OTHER_PROCESS setenv("FAKE_CUDA_SHARED", "1", 1)
#include "other_process.h"
#include "in_child.h"

#include <dirent.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "failing_c.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore_share.h"

#include "../fake_driver/fake_cuda.h"

#define LAST cucore_last_error()->message
enum { MIB = 1 << 20, PAGE = 4096 };

static CUresult call_pool_create(CUmemoryPool *out, int device, int types)
{
    CUmemPoolProps props;
    memset(&props, 0, sizeof props);
    props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    props.handleTypes = (CUmemAllocationHandleType)types;
    props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    props.location.id = device;
    return (CUresult)cucore__driver.MemPoolCreate((cucore__CUmemoryPool *)out, (const cucore__CUmemPoolProps *)&props);
}

static void start(int mode)
{
    CHECK_INT(cucore_mapping_count(), 0);
    fake_reset_process();
    memset(cucore__primary_contexts, 0, sizeof cucore__primary_contexts);
    CHECK_INT(cucore_driver_load(), CUCORE_OK);
    CHECK_INT(cucore__driver.Init(0), 0);
    fake_share(mode);
}

static int count_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

/* An array of float32 on a device, or of another kind of memory. */
static cucore_view array_at(uintptr_t ptr, int ndim, const int64_t *shape, const int64_t *strides, int device_type)
{
    cucore_view view;
    cucore_array_spec spec = {
        CUCORE_DTYPE_FLOAT32, ndim, shape, strides, device_type, device_type == CUCORE_DEVICE_TYPE_CPU ? -1 : 0,
        {NULL, NULL}};
    memset(&view, 0, sizeof view);
    CHECK_INT(cucore_view_wrap((void *)ptr, &spec, NULL, NULL, &view), CUCORE_OK);
    return view;
}

static cucore_view line_at(uintptr_t ptr, int64_t count)
{
    return array_at(ptr, 1, &count, NULL, CUCORE_DEVICE_TYPE_CUDA);
}

/* ------------------------------------------------------------------------------------------------ registration -- */
typedef struct kind_row {
    const char *name;
    int allocation, device_type, device_id;
    unsigned ways, types;
} kind_row;
enum { BY_LEGACY = 1, BY_POOL = 2, BY_VIRTUAL = 4, BY_DMA_BUF = 8 };

TEST(test_registration)
{
    static const kind_row rows[] = {
        {"plain", CUCORE_ALLOCATION_PLAIN, 2, 1, BY_LEGACY | BY_DMA_BUF, 0},
        {"default pool", CUCORE_ALLOCATION_POOL, 2, 1, BY_DMA_BUF, 0},
        {"pool", CUCORE_ALLOCATION_POOL, 2, 1, BY_POOL | BY_DMA_BUF, 1},
        {"virtual", CUCORE_ALLOCATION_VIRTUAL, 2, 1, BY_VIRTUAL | BY_DMA_BUF, 1},
        {"virtual without types", CUCORE_ALLOCATION_VIRTUAL, 2, 1, 0, 0},
        {"managed", CUCORE_ALLOCATION_MANAGED, 13, 1, 0, 0},
        {"pinned", CUCORE_ALLOCATION_PINNED, 3, -1, 0, 0},
    };
    CUmemoryPool pool = NULL;
    CUdeviceptr memory[7];
    cucore_registration found, again;
    start(0);
    CHECK_INT(call_pool_create(&pool, 1, 1), 0);
    memory[0] = fake_alloc(FAKE_DEVICE, 1, 4096);
    memory[1] = fake_alloc(FAKE_POOL, 1, 4096);
    fake_context_set_current(fake_context_primary(1));
    CHECK_INT(
        cucore__driver.MemAllocFromPoolAsync((cucore__CUdeviceptr *)&memory[2], 4096, (cucore__CUmemoryPool)pool, NULL),
        0);
    memory[3] = fake_virtual(1, 1, 1, 1);
    memory[4] = fake_virtual(1, 1, 0, 0);
    memory[5] = fake_alloc(FAKE_MANAGED, 1, 4096);
    memory[6] = fake_alloc(FAKE_PINNED, 1, 4096);
    for (int i = 0; i < COUNT(rows); i++) {
        static const int64_t shape = 5, strides = -3;
        cucore_view view = array_at((uintptr_t)memory[i] + 512, 1, &shape, &strides, CUCORE_DEVICE_TYPE_CUDA);
        check_row(rows[i].name);
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
        CHECK(found.base == (void *)(uintptr_t)memory[i]);
        CHECK_INT(found.nbytes, rows[i].allocation == CUCORE_ALLOCATION_VIRTUAL ? 2 * MIB : 4096);
        CHECK_INT(found.offset, 512);
        CHECK_INT(found.first, 512 - 48);
        CHECK_INT(found.end, 516);
        CHECK_INT(found.allocation, rows[i].allocation);
        CHECK_INT(found.device_type, rows[i].device_type);
        CHECK_INT(found.device_id, rows[i].device_id);
        CHECK_INT(found.ways, rows[i].ways);
        CHECK_INT(found.handle_types, rows[i].types);
        CHECK(found.allocation_id != 0);
    }
    check_row("an address that is used again");
    {
        cucore_view view = line_at((uintptr_t)memory[0], 4);
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
        view.ptr = (void *)((uintptr_t)memory[0] + 4092);
        again = found;
        CHECK_INT(cucore_view_get_registration(&view, &again), CUCORE_PROTOCOL);
        CHECK(memcmp(&again, &found, sizeof found) == 0);
        CHECK_HAS(LAST, "has 4096 bytes");
    }
    check_row("a pool of which the driver says no types");
    setenv("FAKE_CUDA_POOL_TYPES", "0", 1);
    {
        cucore_view view = line_at((uintptr_t)memory[2], 4);
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
        CHECK_INT(found.ways, BY_POOL | BY_DMA_BUF);
        view = line_at((uintptr_t)memory[1], 4);
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
        CHECK_INT(found.ways, BY_DMA_BUF);
    }
    unsetenv("FAKE_CUDA_POOL_TYPES");
    check_row("several mappings");
    {
        CUdeviceptr wide = fake_virtual(0, 3, 1, 1);
        cucore_view view = line_at((uintptr_t)wide + 2 * MIB - 4, 2);
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
        CHECK(found.base == (void *)(uintptr_t)wide && found.nbytes == 6 * MIB);
        CHECK_INT(found.ways, BY_DMA_BUF);
        view = line_at((uintptr_t)wide + 2 * MIB, 2);
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
        CHECK(found.base == (void *)((uintptr_t)wide + 2 * MIB) && found.nbytes == 2 * MIB);
        CHECK_INT(found.ways, BY_DMA_BUF | BY_VIRTUAL);
        CHECK_INT(fake_virtual_free(wide, 3), 0);
    }
    check_row("host");
    {
        float plain[4];
        int64_t shape = 4;
        cucore_view view = array_at((uintptr_t)plain, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CPU);
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
        CHECK(found.base == plain && found.nbytes == 16 && found.allocation == CUCORE_ALLOCATION_HOST);
        CHECK(found.allocation_id == 0 && found.device_id == CUCORE_DEVICE_NONE && found.device_type == 1);
        shape = 0;
        view = array_at(0, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA);
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
        CHECK(!found.base && !found.nbytes && found.first == found.end);
        view.device_type = 10;
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_UNSUPPORTED);
        CHECK_HAS(LAST, "rocm");
        view.layout.itemsize = 0;
        CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(cucore_view_get_registration(NULL, &found), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(cucore_view_get_registration(&view, NULL), CUCORE_INVALID_ARGUMENT);
    }
    CHECK_INT(fake_virtual_free(memory[3], 1), 0);
    CHECK_INT(fake_virtual_free(memory[4], 1), 0);
    CHECK_INT(fake_live_virtual(), 0);
}

/* -------------------------------------------------------------------------------------------------------- runs -- */
static unsigned random_state = 1;
static int random_below(int n)
{
    random_state = random_state * 1103515245u + 12345u;
    return (int)((random_state >> 16) % (unsigned)n);
}

/* Each byte of an element is in a run, and no other byte is. */
static void check_runs_cover(const cucore_view *view, char *room, int bytes)
{
    cucore_runs runs;
    cucore_layout_iter iter;
    int differ = 0, k;
    memset(room, 0, (size_t)bytes);
    CHECK_INT(cucore_view_get_runs(view, &runs), CUCORE_OK);
    if (cucore_layout_iter_start(&iter, &view->layout) < 0) CHECK(0);
    for (; !iter.done; cucore_layout_iter_next(&iter)) {
        memset((char *)view->ptr + iter.offset * view->layout.itemsize, 1, (size_t)view->layout.itemsize);
    }
    for (uint64_t i = 0; i < runs.count; i++) {
        void *run = NULL;
        CHECK_INT(cucore_runs_get_address(&runs, i, &run), CUCORE_OK);
        for (k = 0; k < (int)runs.nbytes; k++) {
            differ += ((char *)run)[k] == 0;
            ((char *)run)[k] |= 2;
        }
    }
    for (k = 0; k < bytes; k++) differ += room[k] == 1;
    CHECK_INT(differ, 0);
}

TEST(test_runs)
{
    static const struct row {
        const char *name;
        int ndim;
        int64_t shape[3], strides[3];
        int axes;
        int64_t nbytes, count, repetitions[2], bytes[2];
    } rows[] = {
        {"dense", 2, {1000, 1000}, {1000, 1}, 0, 4000000, 1, {0}, {0}},
        {"a column of a million rows", 1, {1000000}, {16}, 1, 4, 1000000, {1000000}, {64}},
        {"rows with gaps", 2, {5, 8}, {10, 1}, 1, 32, 5, {5}, {40}},
        {"reversed rows", 2, {5, 8}, {-10, 1}, 1, 32, 5, {5}, {40}},
        {"transposed", 2, {8, 5}, {1, 10}, 1, 32, 5, {5}, {40}},
        {"repeated", 2, {1000, 6}, {0, 1}, 0, 24, 1, {0}, {0}},
        {"a block of three axes", 3, {4, 3, 2}, {100, 10, 1}, 2, 8, 12, {4, 3}, {400, 40}},
        {"one element", 0, {0}, {0}, 0, 4, 1, {0}, {0}},
    };
    static char room[1 << 12];
    cucore_runs runs;
    void *ptr = NULL;
    for (int i = 0; i < COUNT(rows); i++) {
        cucore_view view = array_at(1 << 28, rows[i].ndim, rows[i].shape, rows[i].strides, CUCORE_DEVICE_TYPE_CUDA);
        check_row(rows[i].name);
        CHECK_INT(cucore_view_get_runs(&view, &runs), CUCORE_OK);
        CHECK_INT(runs.ndim, rows[i].axes);
        CHECK_INT(runs.nbytes, rows[i].nbytes);
        CHECK_INT(runs.count, rows[i].count);
        CHECK_INT((char *)runs.ptr - (char *)view.ptr, i == 3 ? -160 : 0);
        for (int k = 0; k < runs.ndim; k++) {
            CHECK_INT(runs.repetitions[k], rows[i].repetitions[k]);
            CHECK_INT(runs.strides[k], rows[i].bytes[k]);
        }
        CHECK_INT(cucore_runs_get_address(&runs, runs.count - 1, &ptr), CUCORE_OK);
        CHECK_INT(cucore_runs_get_address(&runs, runs.count, &ptr), CUCORE_INVALID_ARGUMENT);
        CHECK_HAS(LAST, "runs");
    }
    check_row("random");
    for (int i = 0; i < 500; i++) {
        int64_t shape[4], strides[4];
        const int ndim = random_below(5);
        cucore_view view;
        for (int k = 0; k < ndim; k++) {
            shape[k] = 1 + random_below(4);
            strides[k] = random_below(60) - 30;
        }
        view = array_at((uintptr_t)(room + 2048), ndim, shape, strides, CUCORE_DEVICE_TYPE_CPU);
        check_runs_cover(&view, room, COUNT(room));
    }
    check_row("refused");
    {
        cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, NULL, NULL, CUCORE_DEVICE_TYPE_CPU, -1, {NULL, NULL}};
        int64_t shape = 3, strides = 1;
        cucore_view view;
        spec.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 4, 1);
        spec.shape = &shape, spec.strides = &strides;
        CHECK_INT(cucore_view_wrap(room, &spec, NULL, NULL, &view), CUCORE_OK);
        CHECK_INT(cucore_view_get_runs(&view, &runs), CUCORE_UNSUPPORTED);
        CHECK(!runs.ptr && !runs.count);
        shape = 4;
        CHECK_INT(cucore_view_wrap(room, &spec, NULL, NULL, &view), CUCORE_OK);
        CHECK_INT(cucore_view_get_runs(&view, &runs), CUCORE_OK);
        CHECK_INT(runs.nbytes, 2);
        strides = 3;
        CHECK_INT(cucore_view_wrap(room, &spec, NULL, NULL, &view), CUCORE_OK);
        CHECK_INT(cucore_view_get_runs(&view, &runs), CUCORE_UNSUPPORTED);
        view = array_at(64, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA);
        view.device_type = 4; /* opencl */
        CHECK_INT(cucore_view_get_runs(&view, &runs), CUCORE_UNSUPPORTED);
        shape = 0;
        view = array_at(0, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA);
        CHECK_INT(cucore_view_get_runs(&view, &runs), CUCORE_OK);
        CHECK(!runs.ptr && !runs.count);
        CHECK_INT(cucore_view_get_runs(NULL, &runs), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(cucore_view_get_runs(&view, NULL), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(cucore_runs_get_address(NULL, 0, &ptr), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(cucore_runs_get_address(&runs, 0, NULL), CUCORE_INVALID_ARGUMENT);
    }
}

/* ----------------------------------------------------------------------------------------------------- dma-buf -- */
static void check_refused_dma_buf(const cucore_view *view, const char *words)
{
    cucore_dma_buf buffer = {NULL, 7, 7, 7, 7, 7};
    CHECK_INT(cucore_view_export_dma_buf(view, 0, &buffer), CUCORE_UNSUPPORTED);
    CHECK_HAS(LAST, words);
    CHECK(!buffer.ptr && !buffer.nbytes && buffer.fd == -1);
}

TEST(test_dma_buf)
{
    CUdeviceptr memory, part;
    cucore_view view;
    cucore_dma_buf buffer;
    float plain[4];
    int64_t shape = 4;
    int before;
    start(1);
    before = count_descriptors();
    memory = fake_alloc(FAKE_DEVICE, 0, 4 * PAGE);
    view = line_at((uintptr_t)memory + PAGE - 4, 2);
    CHECK_INT(cucore_view_export_dma_buf(&view, 0, &buffer), CUCORE_OK);
    CHECK(buffer.fd >= 0 && buffer.ptr == (void *)(uintptr_t)memory);
    CHECK_INT(buffer.nbytes, 2 * PAGE);
    CHECK_INT(buffer.offset, PAGE - 4);
    CHECK_INT(buffer.span, 8);
    CHECK_INT(fcntl(buffer.fd, F_GETFD), FD_CLOEXEC);
    cucore_dma_buf_release(&buffer);
    CHECK(buffer.fd == -1 && !buffer.ptr);
    cucore_dma_buf_release(&buffer);
    cucore_dma_buf_release(NULL);
    CHECK_INT(cucore_view_export_dma_buf(&view, 1, &buffer), CUCORE_OK);
    cucore_dma_buf_release(&buffer);
    CHECK_INT(cucore_view_export_dma_buf(&view, 2, &buffer), CUCORE_UNSUPPORTED);
    CHECK_HAS(LAST, "cuMemGetHandleForAddressRange failed: CUDA_ERROR_INVALID_VALUE (1)");
    CHECK_INT(cucore_view_export_dma_buf(NULL, 0, &buffer), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_export_dma_buf(&view, 0, NULL), CUCORE_INVALID_ARGUMENT);
    check_row("refused");
    part = fake_alloc(FAKE_POOL, 0, PAGE);
    view = line_at((uintptr_t)part, 4);
    CHECK_INT(cucore_view_export_dma_buf(&view, 0, &buffer), CUCORE_OK);
    cucore_dma_buf_release(&buffer);
    part = fake_virtual(0, 1, 1, 0);
    view = line_at((uintptr_t)part, 4);
    check_refused_dma_buf(&view, "gpuDirectRDMACapable 0");
    CHECK_INT(fake_virtual_free(part, 1), 0);
    part = fake_alloc(FAKE_MANAGED, 0, PAGE);
    view = line_at((uintptr_t)part, 4);
    check_refused_dma_buf(&view, "managed memory");
    part = fake_alloc(FAKE_PINNED, 0, PAGE);
    view = line_at((uintptr_t)part, 4);
    check_refused_dma_buf(&view, "pinned host memory");
    view = array_at((uintptr_t)plain, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CPU);
    check_refused_dma_buf(&view, "ordinary host memory");
    shape = 0;
    view = array_at(0, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA);
    CHECK_INT(cucore_view_export_dma_buf(&view, 0, &buffer), CUCORE_INVALID_ARGUMENT);
    setenv("FAKE_CUDA_DMA_BUF", "0", 1);
    view = line_at((uintptr_t)memory, 4);
    check_refused_dma_buf(&view, "CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED is 0");
    unsetenv("FAKE_CUDA_DMA_BUF");
    fake_reset();
    CHECK_INT(count_descriptors(), before);
}

/* ----------------------------------------------------------------------------------------------------- handles -- */
enum { LEGACY_WAY, POOL_WAY, VIRTUAL_WAY, WAYS };
static const char *const way_names[WAYS] = {"legacy", "pool", "virtual"};

typedef struct source {
    int way;
    CUmemoryPool pool;
    CUdeviceptr memory;
    size_t nbytes;
    cucore_view view;
} source;

/* Memory that is shared in one way, and an array of 64 numbers, 0 to 63, that begins 256 bytes into it. */
static source source_make(int way, int device)
{
    source made;
    float *numbers;
    memset(&made, 0, sizeof made);
    made.way = way;
    made.nbytes = 8192;
    fake_context_set_current(fake_context_primary(device));
    if (way == LEGACY_WAY) {
        made.memory = fake_alloc(FAKE_DEVICE, device, made.nbytes);
    } else if (way == POOL_WAY) {
        CHECK_INT(call_pool_create(&made.pool, device, 1), 0);
        CHECK_INT(cucore__driver.MemAllocFromPoolAsync((cucore__CUdeviceptr *)&made.memory, made.nbytes,
                                                       (cucore__CUmemoryPool)made.pool, NULL),
                  0);
    } else {
        made.memory = fake_virtual(device, 1, 1, 1);
        made.nbytes = 2 * MIB;
    }
    fake_context_set_current(NULL);
    made.view = line_at((uintptr_t)made.memory + 256, 64);
    made.view.device_id = device;
    numbers = (float *)made.view.ptr;
    for (int i = 0; i < 64; i++) numbers[i] = (float)i;
    return made;
}

static void source_free(source *made)
{
    if (made->way == VIRTUAL_WAY) {
        CHECK_INT(fake_virtual_free(made->memory, 1), 0);
    } else {
        CHECK_INT(fake_free(made->memory), 0);
    }
    if (made->pool) CHECK_INT(cucore__driver.MemPoolDestroy((cucore__CUmemoryPool)made->pool), 0);
    memset(made, 0, sizeof *made);
}

/* Makes the checksum right again after a change. */
static void seal(cucore_share_handle *handle)
{
    if (handle->size >= 232 && handle->size <= sizeof *handle) handle->checksum = cucore__handle_checksum(handle);
}

static void foreign(cucore_share_handle *handle)
{
    handle->exporter[0] ^= 1;
    seal(handle);
}

static void close_if(int fd)
{
    if (fd >= 0) close(fd);
}

TEST(test_handles)
{
    for (int way = 0; way < WAYS; way++) {
        const int before = count_descriptors();
        source from;
        cucore_share_handle handle;
        cucore_view view, twice;
        unsigned char shifted[sizeof handle + 1];
        void *first;
        int fd = 7;
        check_row(way_names[way]);
        start(2);
        from = source_make(way, 1);
        from.view.readonly = 1;
        CHECK_INT(cucore_view_export(&from.view, &handle, &fd), CUCORE_OK);
        CHECK_INT(fd >= 0, way != LEGACY_WAY);
        CHECK_INT(handle.way, way == LEGACY_WAY ? BY_LEGACY : way == POOL_WAY ? BY_POOL : BY_VIRTUAL);
        CHECK_INT(handle.offset, 256);
        CHECK_INT(handle.allocation_nbytes, from.nbytes);
        CHECK_INT(handle.process, getpid());
        CHECK_INT(handle.size, 232 + 16);
        CHECK_INT(handle.device[15], 1);
        if (fd >= 0) CHECK_INT(fcntl(fd, F_GETFD), FD_CLOEXEC);

        check_row("in its own process"); /* borrows */
        CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view), CUCORE_OK);
        CHECK(view.ptr == from.view.ptr && view.readonly && view.device_id == 1 && !view.private_.release);
        cucore_view_release(&view);
        CHECK_INT(cucore_mapping_count(), 0);

        check_row("in another one"); /* misaligned bytes, and more than needed */
        foreign(&handle);
        memcpy(shifted + 1, &handle, sizeof handle);
        CHECK_INT(cucore_view_import(shifted + 1, sizeof handle, fd, CUCORE_DEVICE_NONE, &view), CUCORE_OK);
        CHECK(view.ptr != from.view.ptr && view.readonly && view.device_type == 2 && view.device_id == 1);
        CHECK(view.layout.ndim == 1 && view.layout.shape[0] == 64 && view.dtype.bits == 32);
        CHECK(!view.has_producer_stream && view.device_accessible && !view.host_accessible);
        CHECK(((float *)view.ptr)[63] == 63);
        ((float *)view.ptr)[5] = 55;
        CHECK(((float *)from.view.ptr)[5] == 55);
        CHECK_INT(cucore_mapping_count(), 1);
        first = view.ptr;

        check_row("twice");
        CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &twice), CUCORE_OK);
        CHECK_INT(cucore_mapping_count(), way == VIRTUAL_WAY ? 2 : 1);
        CHECK((twice.ptr == first) == (way != VIRTUAL_WAY));
        cucore_view_release(&view);
        CHECK(((float *)twice.ptr)[63] == 63);
        {
            cucore_share_handle again;
            int no = 7;
            twice.readonly = 0;
            CHECK_INT(cucore_view_export(&twice, &again, &no), CUCORE_UNSUPPORTED);
            CHECK(no == -1 && again.size == 0);
            CHECK_HAS(LAST, "memory of another process");
        }
        cucore_view_release(&twice);
        CHECK_INT(cucore_mapping_count(), 0);
        CHECK_INT(fake_live_allocations(), 1);

        check_row("without the descriptor");
        if (way != LEGACY_WAY) {
            CHECK_INT(cucore_view_import(&handle, handle.size, -1, CUCORE_DEVICE_NONE, &view), CUCORE_INVALID_ARGUMENT);
            CHECK_HAS(LAST, "needs the descriptor");
            CHECK_INT(cucore_view_import(&handle, handle.size, 0, CUCORE_DEVICE_NONE, &view), CUCORE_DRIVER);
            CHECK_HAS(LAST, "may have ended");
        }
        close_if(fd);
        source_free(&from);
        check_row("freed"); /* the fake driver knows */
        foreign(&handle);
        if (way == LEGACY_WAY) {
            CHECK_INT(cucore_view_import(&handle, handle.size, -1, CUCORE_DEVICE_NONE, &view), CUCORE_PROTOCOL);
            CHECK_HAS(LAST, "has freed it since");
        }
        CHECK_INT(fake_live_allocations() + fake_live_virtual() + fake_live_pools(), 0);
        CHECK_INT(count_descriptors(), before);
    }
}

/* A pool of cucore_memory_resource_create with the handle type, on the way that a user takes. */
TEST(test_a_pool_of_this_library)
{
    int64_t shape = 16;
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_memory_resource_options options;
    cucore_memory_resource *pool = NULL;
    cucore_share_handle handle;
    cucore_view x, y;
    int fd = -1;
    start(2);
    memset(&options, 0, sizeof options);
    options.handle_types = CUCORE_HANDLE_FILE_DESCRIPTOR;
    CHECK_INT(cucore_memory_resource_create(CUCORE_MEMORY_POOL, 0, &options, &pool), CUCORE_OK);
    CHECK_INT(cucore_view_allocate(&spec, pool, CU_STREAM_LEGACY, &x), CUCORE_OK);
    cucore_memory_resource_release(pool);
    ((float *)x.ptr)[15] = 4;
    CHECK_INT(cucore_view_export(&x, &handle, &fd), CUCORE_OK);
    CHECK_INT(handle.way, BY_POOL);
    foreign(&handle);
    CHECK_INT(cucore_view_import(&handle, handle.size, fd, 1, &y), CUCORE_OK);
    CHECK(((float *)y.ptr)[15] == 4);
    close_if(fd);
    cucore_view_release(&y);
    cucore_view_release(&x);
    CHECK_INT(fake_live_allocations() + fake_live_pools(), 0);
}

TEST(test_two_devices)
{
    for (int way = 0; way < WAYS; way++) {
        source from;
        cucore_share_handle handle;
        cucore_view view;
        int fd = -1;
        check_row(way_names[way]);
        start(2);
        from = source_make(way, 0);
        CHECK_INT(cucore_view_export(&from.view, &handle, &fd), CUCORE_OK);
        foreign(&handle);
        CHECK_INT(cucore_view_import(&handle, handle.size, fd, 1, &view), CUCORE_OK);
        CHECK_INT(view.device_id, 0);
        CHECK(((float *)view.ptr)[63] == 63);
        if (way == LEGACY_WAY) CHECK(strstr(fake_log(), "cuIpcOpenMemHandle flags=1 ctx=1"));
        if (way == POOL_WAY) CHECK(strstr(fake_log(), " device=1 count=1 "));
        if (way == VIRTUAL_WAY) CHECK(strstr(fake_log(), "cuMemSetAccess bytes=2097152 count=2"));
        {
            cucore_view near_one; /* a mapping of a pool serves all devices */
            CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &near_one),
                      way == LEGACY_WAY ? CUCORE_DRIVER : CUCORE_OK); /* the fake driver opens a handle once */
            CHECK_INT(cucore_mapping_count(), way == VIRTUAL_WAY ? 2 : 1);
            cucore_view_release(&near_one);
        }
        cucore_view_release(&view);
        CHECK_INT(cucore_view_import(&handle, handle.size, fd, 2, &view), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_CURRENT, &view), CUCORE_OK);
        cucore_view_release(&view);
        handle.device[3] ^= 1;
        seal(&handle);
        CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view), CUCORE_WRONG_DEVICE);
        CHECK_HAS(LAST, "GPU-66616b64-0000-0000-0000-000000000000");
        CHECK_HAS(LAST, "CUDA_VISIBLE_DEVICES");
        close_if(fd);
        source_free(&from);
    }
}

static void check_refused_export(const cucore_view *view, const char *words)
{
    cucore_share_handle handle;
    int fd = 7;
    CHECK_INT(cucore_view_export(view, &handle, &fd), CUCORE_UNSUPPORTED);
    CHECK_HAS(LAST, words);
    CHECK(fd == -1 && handle.size == 0);
}

TEST(test_what_is_not_exported)
{
    float plain[4];
    int64_t shape = 4;
    CUdeviceptr memory;
    cucore_share_handle handle;
    cucore_view view, empty;
    int fd = 7;
    start(1);
    memory = fake_alloc(FAKE_POOL, 0, 64);
    view = line_at((uintptr_t)memory, 4);
    check_refused_export(&view, "a pool with handle types 0");
    memory = fake_alloc(FAKE_MANAGED, 0, 64);
    view = line_at((uintptr_t)memory, 4);
    check_refused_export(&view, "managed memory");
    memory = fake_alloc(FAKE_PINNED, 0, 64);
    view = line_at((uintptr_t)memory, 4);
    check_refused_export(&view, "pinned host memory");
    view = array_at((uintptr_t)plain, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CPU);
    check_refused_export(&view, "ordinary host memory");
    memory = fake_virtual(0, 2, 0, 0);
    view = line_at((uintptr_t)memory, 4);
    check_refused_export(&view, "handle types 0 (torch: expandable_segments)");
    CHECK_INT(fake_virtual_free(memory, 2), 0);
    memory = fake_virtual(0, 2, 1, 0);
    view = line_at((uintptr_t)memory + 2 * MIB - 8, 4);
    check_refused_export(&view, "several mappings");
    CHECK_INT(fake_virtual_free(memory, 2), 0);
    CHECK_INT(cucore_view_export(NULL, &handle, &fd), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_export(&view, NULL, &fd), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(fd, -1);
    CHECK_INT(cucore_view_export(&view, &handle, NULL), CUCORE_INVALID_ARGUMENT);

    check_row("an empty array");
    shape = 0;
    view = array_at(0, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA);
    CHECK_INT(cucore_view_export(&view, &handle, &fd), CUCORE_OK);
    CHECK(fd == -1 && handle.way == 0);
    CHECK_INT(cucore_view_import(&handle, handle.size, -1, CUCORE_DEVICE_NONE, &empty), CUCORE_OK);
    CHECK(!empty.ptr && empty.layout.shape[0] == 0 && empty.device_type == 2);
    cucore_view_release(&empty);
}

/* -------------------------------------------------------------------------------------------- hostile handles -- */
/* Changes one field of a handle. */
#define SET(name, ...)                                                                                                 \
    static void name(cucore_share_handle *h)                                                                           \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
SET(set_magic, h->magic[0] = 'C')
SET(set_version, h->version = 1)
SET(set_size, h->size = 231)
SET(set_size_more, h->size += 16)
SET(set_ndim, h->ndim = 65)
SET(set_ndim_less, h->ndim = -1)
SET(set_flags, h->flags = 32)
SET(set_way, h->way = 3)
SET(set_way_none, h->way = 0)
SET(set_event, h->way = CUCORE_SHARE_EVENT)
SET(set_machine, h->machine[0] ^= 0xff)
SET(set_code, h->code = 256)
SET(set_bits, h->bits = 33)
SET(set_bits_more, h->bits = 256 + 32)
SET(set_lanes, h->lanes = 65537)
SET(set_itemsize, h->itemsize = 8)
SET(set_itembits, h->itembits = 31)
SET(set_padded, h->flags = 4)
SET(set_unproven, h->flags = 8)
SET(set_swapped, h->flags = 2)
SET(set_reserved, h->reserved = 1 << 8)
SET(set_pool, h->pool = 5)
SET(set_checksum, h->checksum ^= 1)
SET(set_shape, h->extents[0] = -1)
SET(set_shape_none, h->extents[0] = 0)
SET(set_shape_more, h->extents[0] = 8192 / 4)
SET(set_shape_most, h->extents[0] = INT64_MAX)
SET(set_stride, h->extents[1] = -2)
SET(set_stride_most, h->extents[1] = INT64_MAX)
SET(set_offset, h->offset = 8192)
SET(set_offset_most, h->offset = UINT64_MAX - 3)
SET(set_nbytes, h->allocation_nbytes = 256 + 255)
SET(set_nbytes_more, h->allocation_nbytes = 8193)
SET(set_device_type, h->device_type = 3)
SET(set_driver, memset(h->driver, 0xaa, sizeof h->driver))

TEST(test_hostile_handles)
{
    static const struct row {
        const char *name;
        void (*set)(cucore_share_handle *handle);
        int status;
        const char *words;
    } rows[] = {
        {"magic", set_magic, CUCORE_PROTOCOL, "do not begin with 'cucshare'"},
        {"version", set_version, CUCORE_UNSUPPORTED,
         "version is 1; this release of cucore reads version 2: both processes need"},
        {"size", set_size, CUCORE_PROTOCOL, "size is 231"},
        {"size, more", set_size_more, CUCORE_PROTOCOL, "size is 264"},
        {"ndim", set_ndim, CUCORE_PROTOCOL, "ndim is 65"},
        {"ndim, less", set_ndim_less, CUCORE_PROTOCOL, "ndim is -1"},
        {"flags", set_flags, CUCORE_PROTOCOL, "flags is 32; it must be 0 to 31"},
        {"way", set_way, CUCORE_PROTOCOL, "way is 3"},
        {"way, none", set_way_none, CUCORE_PROTOCOL, "it must be 0 for way 0"},
        {"event", set_event, CUCORE_PROTOCOL, "the handle's array has byte 1 at 152; it must be 0 for way 16"},
        {"machine", set_machine, CUCORE_UNSUPPORTED, "on another machine"},
        {"code", set_code, CUCORE_PROTOCOL, "code is 256"},
        {"bits", set_bits, CUCORE_PROTOCOL, "33"},
        {"bits, more", set_bits_more, CUCORE_PROTOCOL, "bits is 288"},
        {"lanes", set_lanes, CUCORE_PROTOCOL, "lanes is 65537"},
        {"itemsize", set_itemsize, CUCORE_PROTOCOL, "the handle's array"},
        {"itembits", set_itembits, CUCORE_PROTOCOL, "the handle's array"},
        {"padded", set_padded, CUCORE_PROTOCOL, "padded"},
        {"read-only not proven", set_unproven, CUCORE_PROTOCOL, "flags is 8; it must be with 1"},
        {"byte order", set_swapped, CUCORE_PROTOCOL, "since the elements are not opaque"},
        {"reserved", set_reserved, CUCORE_PROTOCOL, "the handle's reserved has byte 1 at 221"},
        {"pool", set_pool, CUCORE_PROTOCOL, "the handle's pool has byte 5 at"},
        {"checksum", set_checksum, CUCORE_PROTOCOL, "the handle was changed on its way: its checksum is 0x"},
        {"shape", set_shape, CUCORE_PROTOCOL, "-1"},
        {"shape, none", set_shape_none, CUCORE_PROTOCOL, "since the array is empty"},
        {"shape, more", set_shape_more, CUCORE_PROTOCOL, "8192 bytes"},
        {"shape, most", set_shape_most, CUCORE_PROTOCOL, "the handle's array"},
        {"stride", set_stride, CUCORE_PROTOCOL, "reaches from byte"},
        {"stride, most", set_stride_most, CUCORE_PROTOCOL, "the handle's array"},
        {"offset", set_offset, CUCORE_PROTOCOL, "byte 8192 of 8192"},
        {"offset, most", set_offset_most, CUCORE_PROTOCOL, "of 8192 bytes"},
        {"nbytes", set_nbytes, CUCORE_PROTOCOL, "511 bytes"},
        {"nbytes, more", set_nbytes_more, CUCORE_PROTOCOL, "the driver mapped 8192 bytes"},
        {"device_type", set_device_type, CUCORE_PROTOCOL, "device_type is 3"},
        {"driver", set_driver, CUCORE_DRIVER, "may have ended or have freed it"},
    };
    source from;
    cucore_share_handle good, bad;
    cucore_view view;
    int fd, i, k, taken = 0;
    start(2);
    from = source_make(LEGACY_WAY, 0);
    CHECK_INT(cucore_view_export(&from.view, &good, &fd), CUCORE_OK);
    foreign(&good);
    FOR_ROWS (each, rows) {
        bad = good;
        each->set(&bad);
        if (each->set != set_checksum) seal(&bad);
        view.ptr = &view;
        CHECK_INT(cucore_view_import(&bad, good.size, -1, CUCORE_DEVICE_NONE, &view), each->status);
        CHECK_HAS(LAST, each->words);
        CHECK(!view.ptr && !view.private_.release);
        CHECK_INT(cucore_mapping_count(), 0);
        CHECK_INT(fake_live_allocations(), 1);
    }
    check_row("short");
    for (i = 0; i < (int)good.size; i++) {
        CHECK_INT(cucore_view_import(&good, (size_t)i, -1, CUCORE_DEVICE_NONE, &view), CUCORE_PROTOCOL);
    }
    CHECK_INT(cucore_view_import(NULL, 0, -1, CUCORE_DEVICE_NONE, &view), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_import(&good, good.size, -1, CUCORE_DEVICE_NONE, NULL), CUCORE_INVALID_ARGUMENT);

    /* What is taken lies in memory that the driver mapped, whatever the bytes are. */
    check_row("random");
    for (i = 0; i < 20000; i++) {
        bad = good;
        for (k = random_below(3); k >= 0; k--) {
            const int at = random_below((int)good.size);
            ((unsigned char *)&bad)[at] ^= (unsigned char)(1 << random_below(8));
        }
        seal(&bad); /* by a process that means it */
        if (cucore_view_import(&bad, good.size, -1, CUCORE_DEVICE_NONE, &view)) continue;
        taken++;
        CHECK_INT(cucore_view_check_range(&view), CUCORE_OK);
        cucore_view_release(&view);
    }
    CHECK(taken > 100 && taken < 19000);
    check_row("of the same memory, told otherwise");
    CHECK_INT(cucore_view_import(&good, good.size, -1, CUCORE_DEVICE_NONE, &view), CUCORE_OK);
    for (i = 0; i < 4; i++) {
        cucore_view other;
        bad = good;
        if (i == 0) bad.allocation_id++;
        if (i == 1) bad.address += 64;
        if (i == 2) bad.allocation_nbytes = 4096;
        if (i == 3) bad.exporter[5] ^= 1;
        seal(&bad);
        CHECK_INT(cucore_view_import(&bad, good.size, -1, CUCORE_DEVICE_NONE, &other), CUCORE_PROTOCOL);
        CHECK_HAS(LAST, "is mapped here as another allocation");
    }
    CHECK_INT(cucore_mapping_count(), 1);
    cucore_view_release(&view);
    CHECK_INT(cucore_mapping_count(), 0);
    check_row("random, of this process");
    foreign(&good);
    for (i = 0; i < 5000; i++) {
        bad = good;
        ((unsigned char *)&bad)[random_below((int)good.size)] ^= (unsigned char)(1 << random_below(8));
        seal(&bad);
        if (cucore_view_import(&bad, good.size, -1, CUCORE_DEVICE_NONE, &view)) continue;
        CHECK_INT(cucore_view_check_range(&view), CUCORE_OK);
        cucore_view_release(&view);
    }
    CHECK_INT(cucore_mapping_count(), 0);
    CHECK_INT(fake_live_allocations(), 1);
    source_free(&from);
}

/* B127: each bit of each handle, for other processes and for its own; and the published value of the checksum. */
TEST(test_B127_each_bit)
{
    static const char *const names[] = {"legacy", "pool", "virtual", "empty", "event"};
    cucore_event event, opened;
    CHECK(~cucore__crc64(UINT64_MAX, "123456789", 9) == UINT64_C(0x995dc9bbdf1939fa));
    for (int kind = 0; kind < COUNT(names); kind++) {
        for (int own = 0; own < 2; own++) {
            source from;
            cucore_share_handle good, bad;
            cucore_view view;
            int64_t shape = 0;
            int fd = -1, i, taken = 0;
            check_row(names[kind]);
            start(2);
            memset(&from, 0, sizeof from);
            if (kind < WAYS) {
                from = source_make(kind, 1);
                CHECK_INT(cucore_view_export(&from.view, &good, &fd), CUCORE_OK);
            } else if (kind == WAYS) {
                view = array_at(0, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA);
                CHECK_INT(cucore_view_export(&view, &good, &fd), CUCORE_OK);
            } else {
                CHECK_INT(cucore_event_create(1, CUCORE_EVENT_SHARED, &event), CUCORE_OK);
                CHECK_INT(cucore_event_export(&event, &good), CUCORE_OK);
            }
            if (!own && kind != WAYS) foreign(&good);
            for (i = 0; i < 8 * (int)good.size; i++) {
                cucore_status status;
                bad = good;
                ((unsigned char *)&bad)[i / 8] ^= (unsigned char)(1 << i % 8);
                status = kind > WAYS ? cucore_event_import(&bad, sizeof bad, &opened)
                                     : cucore_view_import(&bad, sizeof bad, fd, CUCORE_DEVICE_NONE, &view);
                taken += !status;
                if (status != CUCORE_UNSUPPORTED)
                    CHECK_INT(status, CUCORE_PROTOCOL); /* magic, size, checksum */
                else
                    CHECK_INT(i / 32, 2); /* version */
            }
            CHECK_INT(taken, 0);
            CHECK_INT(fake_count("cuIpcOpenMemHandle") + fake_count("cuIpcOpenEventHandle"), 0);
            close_if(fd);
            if (kind < WAYS) source_free(&from);
            if (kind > WAYS) CHECK_INT(cucore_event_release(&event), CUCORE_OK);
        }
    }
}

/* B127: what a process that seals its handles can name wrongly is compared with what the driver says, for a handle of
 * another process and for one of this process. */
TEST(test_B127_what_the_driver_knows)
{
    for (int way = 0; way < WAYS; way++) {
        for (int own = 0; own < 2; own++) {
            source from;
            cucore_share_handle good, bad;
            cucore_view view;
            int fd = -1;
            check_row(way_names[way]);
            start(2);
            from = source_make(way, 0);
            CHECK_INT(cucore_view_export(&from.view, &good, &fd), CUCORE_OK);
            if (!own) foreign(&good);
            for (int i = 0; i < 4; i++) {
                bad = good;
                if (i == 0) bad.device[15] ^= 1;
                if (i == 1) bad.way = way == LEGACY_WAY ? BY_POOL : BY_LEGACY;
                if (i == 2) bad.pool += 64;
                if (i == 3) bad.machine[2] ^= 8;
                if (i == 0 && way == LEGACY_WAY && !own) continue; /* the driver reports the device that opened it */
                if (i == 2 && way == POOL_WAY && !own)
                    continue; /* a pool that is not known yet: its descriptor decides */
                seal(&bad);
                CHECK(cucore_view_import(&bad, bad.size, fd, CUCORE_DEVICE_NONE, &view) != CUCORE_OK);
                if (i == 0) CHECK_HAS(LAST, "names device 1");
                if (i == 2) CHECK_HAS(LAST, "the handle's pool");
                CHECK_INT(cucore_mapping_count(), 0);
            }
            CHECK_INT(cucore_view_import(&good, good.size, fd, 5, &view), CUCORE_INVALID_ARGUMENT);
            CHECK_HAS(LAST, "device 5 does not exist");
            CHECK_INT(cucore_view_import(&good, good.size, fd, 1, &view), CUCORE_OK);
            cucore_view_release(&view);
            close_if(fd);
            source_free(&from);
        }
    }
}

/* Each field of a view that a handle has moves, and unused fields of handles of events are 0. */
TEST(test_B126_B127_fields)
{
    static const size_t unused[] = {
        offsetof(cucore_share_handle, flags),    offsetof(cucore_share_handle, pool),
        offsetof(cucore_share_handle, code),     offsetof(cucore_share_handle, offset),
        offsetof(cucore_share_handle, reserved), offsetof(cucore_share_handle, device_type)};
    source from;
    cucore_share_handle handle, bad;
    cucore_event event, opened;
    cucore_view view;
    int fd;
    start(2);
    from = source_make(LEGACY_WAY, 0);
    for (int i = 0; i < 5; i++) {
        cucore_view shown = from.view;
        if (i == 1) shown.readonly = 1;
        if (i == 2) shown.readonly = shown.unproven = 1;
        if (i == 3) shown.copied = 1;
        if (i == 4) shown.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 4), shown.byte_swapped = 1;
        CHECK_INT(cucore_view_export(&shown, &handle, &fd), CUCORE_OK);
        foreign(&handle);
        CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view), CUCORE_OK);
        CHECK(view.readonly == shown.readonly && view.unproven == shown.unproven && view.copied == shown.copied);
        CHECK(view.byte_swapped == shown.byte_swapped && cucore_dtype_is_equal(view.dtype, shown.dtype));
        cucore_view_release(&view);
    }
    from.view.byte_swapped = 1;
    CHECK_INT(cucore_view_export(&from.view, &handle, &fd), CUCORE_INVALID_ARGUMENT);
    CHECK_HAS(LAST, "byte_swapped is set, but the elements are not opaque");
    source_free(&from);
    CHECK_INT(cucore_event_create(0, CUCORE_EVENT_SHARED, &event), CUCORE_OK);
    CHECK_INT(cucore_event_export(&event, &handle), CUCORE_OK);
    foreign(&handle);
    for (int i = 0; i < COUNT(unused); i++) {
        bad = handle;
        ((unsigned char *)&bad)[unused[i]] ^= 1;
        seal(&bad);
        CHECK_INT(cucore_event_import(&bad, bad.size, &opened), CUCORE_PROTOCOL);
    }
    CHECK_INT(cucore_event_release(&event), CUCORE_OK);
}

/* A descriptor of something else. */
TEST(test_hostile_descriptors)
{
    for (int way = POOL_WAY; way < WAYS; way++) {
        source from, other;
        cucore_share_handle handle, others;
        cucore_view view;
        int fd, fd_of_other, pipes[2];
        check_row(way_names[way]);
        start(2);
        from = source_make(way, 0);
        other = source_make(way, 1);
        CHECK_INT(cucore_view_export(&from.view, &handle, &fd), CUCORE_OK);
        CHECK_INT(cucore_view_export(&other.view, &others, &fd_of_other), CUCORE_OK);
        foreign(&handle);
        CHECK_INT(pipe(pipes), 0);
        CHECK_INT(cucore_view_import(&handle, handle.size, pipes[0], CUCORE_DEVICE_NONE, &view), CUCORE_DRIVER);
        CHECK_INT(cucore_view_import(&handle, handle.size, 12345, CUCORE_DEVICE_NONE, &view), CUCORE_DRIVER);
        CHECK_INT(cucore_view_import(&handle, handle.size, fd_of_other, CUCORE_DEVICE_NONE, &view),
                  way == POOL_WAY ? CUCORE_DRIVER : CUCORE_PROTOCOL);
        if (way == VIRTUAL_WAY) {
            CHECK_HAS(LAST, "of device 1; the handle names device 0");
            handle.allocation_nbytes *= 2;
            seal(&handle);
            CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view), CUCORE_DRIVER);
        }
        CHECK_INT(cucore_mapping_count(), 0);
        CHECK_INT(fake_live_pools(), way == POOL_WAY ? 2 : 0);
        close(pipes[0]), close(pipes[1]), close(fd), close(fd_of_other);
        source_free(&from);
        source_free(&other);
        CHECK_INT(fake_live_virtual(), 0);
    }
}

/* Two allocations of one pool: the pool is imported once, and destroyed with the last of them.  A pool that has taken
 * the number of another one is told by its descriptor. */
TEST(test_pools)
{
    source from;
    cucore_share_handle handle[2];
    cucore_view view[2];
    CUdeviceptr more = 0;
    int fd[2];
    start(2);
    from = source_make(POOL_WAY, 0);
    fake_context_set_current(fake_context_primary(0));
    CHECK_INT(
        cucore__driver.MemAllocFromPoolAsync((cucore__CUdeviceptr *)&more, 4096, (cucore__CUmemoryPool)from.pool, NULL),
        0);
    CHECK_INT(cucore_view_export(&from.view, &handle[0], &fd[0]), CUCORE_OK);
    {
        cucore_view other = line_at((uintptr_t)more, 4);
        CHECK_INT(cucore_view_export(&other, &handle[1], &fd[1]), CUCORE_OK);
    }
    foreign(&handle[0]), foreign(&handle[1]);
    CHECK_INT(cucore_view_import(&handle[0], handle[0].size, fd[0], CUCORE_DEVICE_NONE, &view[0]), CUCORE_OK);
    CHECK_INT(cucore_view_import(&handle[1], handle[1].size, -1, CUCORE_DEVICE_NONE, &view[1]), CUCORE_OK);
    CHECK_INT(fake_live_pools(), 2);
    CHECK_INT(cucore_mapping_count(), 2);
    cucore_view_release(&view[0]);
    CHECK_INT(fake_live_pools(), 2);
    cucore_view_release(&view[1]);
    CHECK_INT(fake_live_pools(), 1);

    check_row("the number of another pool");
    {
        source later = source_make(POOL_WAY, 0);
        cucore_share_handle own;
        int its = -1;
        CHECK_INT(cucore_view_export(&later.view, &own, &its), CUCORE_OK);
        foreign(&own);
        own.pool = handle[0].pool;
        seal(&own);
        CHECK_INT(cucore_view_import(&handle[0], handle[0].size, fd[0], CUCORE_DEVICE_NONE, &view[0]), CUCORE_OK);
        CHECK_INT(cucore_view_import(&own, own.size, -1, CUCORE_DEVICE_NONE, &view[1]), CUCORE_DRIVER);
        CHECK_INT(cucore_view_import(&own, own.size, its, CUCORE_DEVICE_NONE, &view[1]), CUCORE_OK);
        CHECK(((float *)view[1].ptr)[63] == 63);
        cucore_views_release(view, 2);
        close(its);
        source_free(&later);
    }
    close(fd[0]), close(fd[1]);
    CHECK_INT(fake_free(more), 0);
    source_free(&from);
    CHECK_INT(fake_live_pools(), 0);
    fake_context_set_current(NULL);
}

/* ------------------------------------------------------------------------------------------------------ events -- */
TEST(test_events)
{
    cucore_event event, plain, opened;
    cucore_share_handle handle;
    cucore_view view;
    start(2);
    CHECK_INT(cucore_event_create(1, CUCORE_EVENT_SHARED, &event), CUCORE_OK);
    CHECK_INT(cucore_event_create(1, 0, &plain), CUCORE_OK);
    CHECK_INT(cucore_event_export(&event, &handle), CUCORE_OK);
    CHECK_INT(handle.way, CUCORE_SHARE_EVENT);
    CHECK_INT(cucore_event_import(&handle, handle.size, &opened), CUCORE_INVALID_ARGUMENT);
    CHECK_HAS(LAST, "use that event itself");
    foreign(&handle);
    CHECK_INT(cucore_event_import(&handle, handle.size, &opened), CUCORE_OK);
    CHECK(opened.handle && opened.device_id == 1);
    CHECK_INT(cucore_event_release(&opened), CUCORE_OK);
    CHECK_INT(cucore_view_import(&handle, handle.size, -1, CUCORE_DEVICE_NONE, &view), CUCORE_UNSUPPORTED);
    CHECK_INT(cucore_event_import(&handle, 10, &opened), CUCORE_PROTOCOL);
    CHECK_INT(cucore_event_import(NULL, 10, &opened), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_event_import(&handle, 10, NULL), CUCORE_INVALID_ARGUMENT);
    memset(handle.driver, 0, sizeof handle.driver);
    seal(&handle);
    CHECK_INT(cucore_event_import(&handle, handle.size, &opened), CUCORE_DRIVER);
    CHECK_HAS(LAST, "may have ended");
    handle.way = BY_LEGACY;
    seal(&handle);
    CHECK_INT(cucore_event_import(&handle, handle.size, &opened), CUCORE_UNSUPPORTED);
    CHECK_INT(cucore_event_export(&plain, &handle), CUCORE_UNSUPPORTED);
    CHECK_HAS(LAST, "CUCORE_EVENT_SHARED");
    CHECK_INT(handle.size, 0);
    memset(&opened, 0, sizeof opened);
    CHECK_INT(cucore_event_export(&opened, &handle), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_event_export(NULL, &handle), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_event_export(&event, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_event_release(&event), CUCORE_OK);
    CHECK_INT(cucore_event_release(&plain), CUCORE_OK);
    CHECK_INT(fake_live_events(), 0);
}

/* --------------------------------------------------------------------------------- each call fails, none exists -- */
/* A round of everything.  -> 0, or the status that failed */
static int everything(const source *from, const cucore_event *event)
{
    cucore_share_handle handle, other;
    cucore_view view;
    cucore_event opened;
    cucore_dma_buf buffer;
    int fd = -1, result;
    result = cucore_view_export(&from->view, &handle, &fd);
    if (!result) {
        foreign(&handle);
        result = cucore_view_import(&handle, handle.size, fd, 1, &view);
        if (!result) CHECK(((const float *)view.ptr)[63] == 63);
        if (!result) cucore_view_release(&view);
    }
    close_if(fd);
    if (!result) result = cucore_view_export_dma_buf(&from->view, 0, &buffer);
    if (!result) cucore_dma_buf_release(&buffer);
    if (!result) result = cucore_event_export(event, &other);
    if (!result) foreign(&other);
    if (!result) result = cucore_event_import(&other, other.size, &opened);
    if (!result) {
        result = cucore_event_release(&opened);
        if (result) CHECK_INT(cucore_event_release(&opened), CUCORE_OK);
    }
    return result;
}

/* Did the call fail that gives a descriptor back?  The memory is lost then, as the driver has it. */
static int keeps_a_descriptor(void)
{
    static const char *const calls[] = {"cuMemRelease ", "cuMemUnmap "};
    for (int i = 0; i < COUNT(calls); i++) {
        const char *line = fake_log();
        while ((line = strstr(line, calls[i])) != NULL) {
            const size_t length = strcspn(line, "\n");
            if (length > 10 && strncmp(line + length - 10, "result=999", 10) == 0) return 1;
            line += length;
        }
    }
    return 0;
}

TEST(test_each_call_fails)
{
    int n, result, calls, fails, silent;
    for (int way = 0; way < WAYS; way++) {
        check_row(way_names[way]);
        for (int kind = 0; kind < 2; kind++) { /* calls of the driver, of malloc */
            for (n = 1, calls = fails = silent = 0; n < 200; n++) {
                source from;
                cucore_event event;
                long heap;
                int before, pending;
                start(2);
                from = source_make(way, 0);
                CHECK_INT(cucore_event_create(0, CUCORE_EVENT_SHARED, &event), CUCORE_OK);
                CHECK_INT(everything(&from, &event), CUCORE_OK);
                heap = failing_c_live;
                before = count_descriptors();
                if (kind == 0) fake_fail(n, CUDA_ERROR_UNKNOWN);
                if (kind == 1) failing_c_malloc.fail_in = n;
                result = everything(&from, &event);
                pending = kind ? failing_c_malloc.fail_in > 0 : fake_fail_pending() > 0;
                fake_fail(0, 0);
                failing_c_malloc.fail_in = 0;
                calls += !pending;
                if (!pending) CHECK(result == 0 || result == (kind ? CUCORE_OUT_OF_MEMORY : CUCORE_DRIVER));
                if (!pending && !result) silent++; /* a release, or a question that an older driver does not know */
                fails += result != 0;
                CHECK_INT(cucore_mapping_count(), 0);
                CHECK_INT(failing_c_live, heap);
                if (!keeps_a_descriptor()) CHECK_INT(count_descriptors(), before);
                CHECK_INT(fake_context_depth(), 0);
                CHECK(result == 0 || cucore_last_error()->status == result);
                fake_reset(); /* what a failed release left */
                if (pending) break;
            }
            CHECK(n < 200 && calls > (kind ? 0 : 20) && fails > (kind ? 0 : calls / 2));
            CHECK(silent < calls / 2 + 1);
        }
    }
}

/* Nothing here breaks a capture of this thread. */
TEST(test_captures)
{
    for (int way = 0; way < WAYS; way++) {
        CUstream stream;
        source from;
        cucore_event event;
        check_row(way_names[way]);
        start(2);
        from = source_make(way, 0);
        CHECK_INT(cucore_event_create(0, CUCORE_EVENT_SHARED, &event), CUCORE_OK);
        stream = fake_stream_create(fake_context_primary(0), CU_STREAM_NON_BLOCKING);
        CHECK_INT(fake_capture_begin(stream, 0), 0);
        CHECK_INT(everything(&from, &event), CUCORE_OK);
        CHECK_INT(fake_capture_status(stream), 1);
        CHECK_INT(fake_capture_mode(), 0);
        CHECK_INT(fake_capture_end(stream), 0);
        fake_reset();
    }
}

#define MISSING(name)                                                                                                  \
    {                                                                                                                  \
        "cu" #name, &cucore__share_driver.name                                                                         \
    }
TEST(test_each_function_is_missing)
{
    static const struct row {
        const char *name;
        void *entry; /* where the address of the function is */
    } rows[] = {MISSING(IpcGetMemHandle),
                MISSING(IpcOpenMemHandle),
                MISSING(IpcCloseMemHandle),
                MISSING(IpcGetEventHandle),
                MISSING(IpcOpenEventHandle),
                MISSING(MemGetHandleForAddressRange),
                MISSING(MemPoolExportToShareableHandle),
                MISSING(MemPoolImportFromShareableHandle),
                MISSING(MemPoolExportPointer),
                MISSING(MemPoolImportPointer),
                MISSING(MemRetainAllocationHandle),
                MISSING(MemGetAllocationPropertiesFromHandle),
                MISSING(MemExportToShareableHandle),
                MISSING(MemImportFromShareableHandle),
                MISSING(MemAddressReserve),
                MISSING(MemAddressFree),
                MISSING(MemMap),
                MISSING(MemUnmap),
                MISSING(MemSetAccess),
                MISSING(MemRelease)};
    CHECK_INT(COUNT(rows) * sizeof(void *), sizeof cucore__share_driver);
    FOR_ROWS (each, rows) {
        int refused = 0, used = 0;
        for (int way = 0; way < WAYS; way++) {
            void *kept = NULL, *none = NULL;
            source from;
            cucore_event event;
            int result;
            start(2);
            from = source_make(way, 0);
            CHECK_INT(cucore_event_create(0, CUCORE_EVENT_SHARED, &event), CUCORE_OK);
            CHECK_INT(everything(&from, &event), CUCORE_OK);
            used += fake_count(each->name) > 0;
            memcpy(&kept, each->entry, sizeof kept);
            memcpy(each->entry, &none, sizeof none);
            result = everything(&from, &event);
            memcpy(each->entry, &kept, sizeof kept);
            CHECK(result == 0 || result == CUCORE_NO_DRIVER || result == CUCORE_UNSUPPORTED);
            if (result == CUCORE_NO_DRIVER) CHECK_HAS(LAST, each->name);
            refused += result != 0 || cucore_last_error()->status == CUCORE_NO_DRIVER;
            CHECK_INT(cucore_mapping_count(), 0);
            fake_reset();
        }
        CHECK(used && refused);
    }
}

/* ---------------------------------------------------------------------------------------------- many, and none -- */
TEST(test_ten_thousand)
{
    int i;
    for (int way = 0; way < WAYS; way++) {
        source from;
        long heap;
        int before, virtuals;
        check_row(way_names[way]);
        start(2);
        from = source_make(way, 0);
        heap = failing_c_live;
        before = count_descriptors();
        virtuals = fake_live_virtual();
        for (i = 0; i < 10000; i++) {
            cucore_share_handle handle;
            cucore_view view;
            int fd = -1;
            if (cucore_view_export(&from.view, &handle, &fd)) break;
            foreign(&handle);
            if (cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view)) break;
            close_if(fd);
            cucore_view_release(&view);
            if (i % 1000 == 0) fake_log_clear();
        }
        CHECK_INT(i, 10000);
        CHECK_INT(failing_c_live, heap);
        CHECK_INT(count_descriptors(), before + (way == POOL_WAY)); /* the name that the fake driver gives the pool */
        CHECK_INT(fake_live_virtual(), virtuals);
        CHECK_INT(fake_live_allocations(), 1);
        source_free(&from);
    }
}

static cucore_view kept_view;
static cucore_share_handle kept_handle;
static source kept_source;

static void in_forked_process(void)
{
    cucore_view view;
    cucore_share_handle handle;
    int fd;
    CHECK_INT(cucore_view_import(&kept_handle, kept_handle.size, -1, CUCORE_DEVICE_NONE, &view), CUCORE_DRIVER);
    CHECK_HAS(LAST, "forked");
    CHECK_INT(cucore_view_export(&kept_source.view, &handle, &fd), CUCORE_DRIVER);
    CHECK_INT(cucore_mapping_count(), 0);
    fake_log_clear();
    cucore_view_release(&kept_view);
    CHECK(!kept_view.ptr);
    CHECK_STR(fake_log(), "");
}

TEST(test_fork)
{
    int fd;
    start(2);
    kept_source = source_make(LEGACY_WAY, 0);
    CHECK_INT(cucore_view_export(&kept_source.view, &kept_handle, &fd), CUCORE_OK);
    foreign(&kept_handle);
    CHECK_INT(cucore_view_import(&kept_handle, kept_handle.size, -1, CUCORE_DEVICE_NONE, &kept_view), CUCORE_OK);
    in_child(in_forked_process);
    CHECK(((float *)kept_view.ptr)[63] == 63);
    CHECK_INT(cucore_mapping_count(), 1);
    cucore_view_release(&kept_view);
    CHECK_INT(fake_live_allocations(), 1);
    source_free(&kept_source);
}

static void *import_and_release(void *argument)
{
    (void)argument;
    for (int i = 0; i < 300; i++) {
        cucore_view view;
        if (cucore_view_import(&kept_handle, kept_handle.size, -1, CUCORE_DEVICE_NONE, &view)) return &kept_handle;
        if (((const float *)view.ptr)[63] != 63) return &kept_handle;
        cucore_view_release(&view);
    }
    return NULL;
}

TEST(test_threads)
{
    pthread_t threads[4];
    int fd;
    start(2);
    kept_source = source_make(LEGACY_WAY, 0);
    CHECK_INT(cucore_view_export(&kept_source.view, &kept_handle, &fd), CUCORE_OK);
    foreign(&kept_handle);
    for (int i = 0; i < COUNT(threads); i++) CHECK_INT(pthread_create(&threads[i], NULL, import_and_release, NULL), 0);
    for (int i = 0; i < COUNT(threads); i++) {
        void *result = NULL;
        pthread_join(threads[i], &result);
        CHECK(!result);
    }
    CHECK_INT(cucore_mapping_count(), 0);
    source_free(&kept_source);
}

/* ----------------------------------------------------------------------------------------------------- sockets -- */
TEST(test_sockets)
{
    const int before = count_descriptors();
    cucore_share_handle handle, got;
    int pair[2], fd, files[2], i;
    start(1);
    memset(&handle, 0, sizeof handle);
    memcpy(handle.magic, "cucshare", 8);
    handle.size = 232 + 32;
    handle.ndim = 2;
    handle.extents[3] = 77;
    CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    CHECK_INT(pipe(files), 0);
    for (i = 0; i < 2; i++) {
        check_row(i ? "with a descriptor" : "without");
        CHECK_INT(cucore_share_handle_send(pair[0], &handle, i ? files[0] : -1), CUCORE_OK);
        CHECK_INT(cucore_share_handle_receive(pair[1], &got, &fd), CUCORE_OK);
        CHECK(memcmp(&handle, &got, handle.size) == 0);
        CHECK_INT(fd >= 0, i);
        if (i) CHECK_INT(fcntl(fd, F_GETFD), FD_CLOEXEC);
        close_if(fd);
    }
    check_row("wrong bytes");
    CHECK_INT(write(pair[0], "GET / HTTP/1.1", 14), 14);
    for (i = 0; i < 30; i++) CHECK_INT(write(pair[0], "\r\nHost: x\r\n", 10), 10);
    fd = 7;
    CHECK_INT(cucore_share_handle_receive(pair[1], &got, &fd), CUCORE_PROTOCOL);
    CHECK_HAS(LAST, "does not begin with 'cucshare'");
    CHECK(fd == -1 && got.size == 0);
    close(pair[0]), close(pair[1]);

    check_row("a size that is wrong");
    for (i = 0; i < 2; i++) {
        CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
        handle.size = i ? (uint32_t)sizeof handle + 1 : 3;
        CHECK_INT(cucore_share_handle_send(pair[0], &handle, -1), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(write(pair[0], &handle, 232), 232);
        CHECK_INT(cucore_share_handle_receive(pair[1], &got, &fd), CUCORE_PROTOCOL);
        CHECK_HAS(LAST, i ? "size is 1257" : "size is 3");
        close(pair[0]), close(pair[1]);
    }
    handle.size = 232 + 32;
    check_row("a peer that goes");
    for (i = 0; i < 300; i += 50) {
        CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
        if (i && i < 264) CHECK_INT(write(pair[0], &handle, (size_t)i), i);
        close(pair[0]);
        CHECK_INT(cucore_share_handle_receive(pair[1], &got, &fd), CUCORE_FOREIGN);
        CHECK_HAS(LAST, "closed the socket after");
        CHECK_INT(cucore_share_handle_send(pair[1], &handle, -1), CUCORE_FOREIGN);
        CHECK_HAS(LAST, "the peer has closed the socket");
        close(pair[1]);
    }
    CHECK_INT(cucore_share_handle_receive(-1, &got, &fd), CUCORE_FOREIGN);
    CHECK_HAS(LAST, "no such descriptor");
    CHECK_INT(cucore_share_handle_receive(0, NULL, &fd), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_share_handle_receive(0, &got, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_share_handle_send(0, NULL, -1), CUCORE_INVALID_ARGUMENT);

    check_row("several descriptors"); /* one is kept, none is lost */
    CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    {
        struct iovec part = {&handle, 100};
        struct msghdr message;
        union {
            struct cmsghdr aligned;
            char bytes[CMSG_SPACE(3 * sizeof(int))];
        } control;
        const int several[3] = {files[0], files[1], files[0]};
        memset(&message, 0, sizeof message);
        memset(&control, 0, sizeof control);
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        control.aligned.cmsg_level = SOL_SOCKET;
        control.aligned.cmsg_type = SCM_RIGHTS;
        control.aligned.cmsg_len = CMSG_LEN(sizeof several);
        memcpy(CMSG_DATA(&control.aligned), several, sizeof several);
        CHECK_INT(sendmsg(pair[0], &message, 0), 100);
        part.iov_base = (char *)&handle + 100;
        part.iov_len = handle.size - 100;
        CHECK_INT(sendmsg(pair[0], &message, 0), handle.size - 100);
    }
    CHECK_INT(cucore_share_handle_receive(pair[1], &got, &fd), CUCORE_OK);
    CHECK(fd >= 0);
    close_if(fd);
    close(pair[0]), close(pair[1]), close(files[0]), close(files[1]);
    CHECK_INT(count_descriptors(), before);
}

static void on_signal(int number)
{
    (void)number;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct dribble {
    int socket;
    const cucore_share_handle *handle;
    int count; /* bytes, one each 20 ms */
} dribble;

static void *send_slowly(void *argument)
{
    const dribble *d = (const dribble *)argument;
    for (int i = 0; i < d->count; i++) {
        const struct timespec pause = {0, 20000000};
        nanosleep(&pause, NULL);
        if (send(d->socket, (const char *)d->handle + i, 1, MSG_NOSIGNAL) != 1) return NULL;
    }
    return NULL;
}

/* B128: one deadline for all of a call, however often a signal or a byte comes; a signal before the first byte ends the
 * call, and one after it does not. */
TEST(test_B128_deadlines_and_signals)
{
    static const struct {
        const char *name;
        int timeout_ms, signals, first, slow, sends; /* first: bytes that are there; slow: bytes that come one by one */
        int status;
        const char *words;
    } rows[] = {
        {"no byte", 200, 0, 0, 0, 0, CUCORE_FOREIGN, "poll failed: errno 11 (timeout)"},
        {"no byte, signals", 200, 1, 0, 0, 0, CUCORE_INTERRUPTED, "a signal came before the first byte"},
        {"no byte, no timeout, signals", 0, 1, 0, 0, 0, CUCORE_INTERRUPTED, "call again"},
        {"half of it", 200, 0, 100, 0, 0, CUCORE_FOREIGN, "(timeout) after 100 bytes of a handle"},
        {"half of it, signals", 200, 1, 100, 0, 0, CUCORE_FOREIGN, "(timeout) after 100 bytes of a handle"},
        {"byte by byte", 200, 0, 1, 200, 0, CUCORE_FOREIGN, "(timeout) after "},
        {"byte by byte, signals", 200, 1, 1, 200, 0, CUCORE_FOREIGN, "(timeout) after "},
        {"all of it, late, signals", 5000, 1, 247, 1, 0, CUCORE_OK, NULL},
        {"a full socket", 200, 0, 0, 0, 1, CUCORE_FOREIGN, "poll failed: errno 11 (timeout)"},
        {"a full socket, signals", 200, 1, 0, 0, 1, CUCORE_INTERRUPTED, "a signal came before the first byte"},
        {"a socket that does not block", -1, 0, 0, 0, 0, CUCORE_FOREIGN, "poll failed: errno 11 (timeout)"},
    };
    const int before = count_descriptors();
    struct sigaction act, old;
    cucore_share_handle handle, got;
    sigset_t alarms;
    start(1);
    memset(&act, 0, sizeof act);
    act.sa_handler = on_signal;
    act.sa_flags = SA_RESTART;
    CHECK_INT(sigaction(SIGALRM, &act, &old), 0);
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    memset(&handle, 0, sizeof handle);
    memcpy(handle.magic, "cucshare", 8);
    handle.size = 232 + 16;
    handle.ndim = 1;
    FOR_ROWS (row, rows) {
        const struct timeval most = {row->timeout_ms / 1000, row->timeout_ms % 1000 * 1000};
        const struct itimerval tick = {{0, 30000}, {0, 30000}}, none = {{0, 0}, {0, 0}};
        dribble slow;
        pthread_t thread;
        double took;
        int pair[2], fd = 7, status;
        CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
        if (row->timeout_ms > 0) {
            CHECK_INT(setsockopt(pair[1], SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most), 0);
            CHECK_INT(setsockopt(pair[1], SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most), 0);
        }
        if (row->timeout_ms < 0) CHECK_INT(fcntl(pair[1], F_SETFL, O_NONBLOCK), 0);
        if (row->first) CHECK_INT(write(pair[0], &handle, (size_t)row->first), row->first);
        while (row->sends && send(pair[1], &handle, sizeof handle, MSG_DONTWAIT) > 0) {
        }
        slow.socket = pair[0], slow.handle = &handle, slow.count = row->slow;
        if (slow.count == 1) slow.handle = (const cucore_share_handle *)(const void *)((const char *)&handle + 247);
        CHECK_INT(pthread_sigmask(SIG_BLOCK, &alarms, NULL), 0); /* the signal is for this thread */
        CHECK_INT(pthread_create(&thread, NULL, send_slowly, &slow), 0);
        CHECK_INT(pthread_sigmask(SIG_UNBLOCK, &alarms, NULL), 0);
        if (row->signals) setitimer(ITIMER_REAL, &tick, NULL);
        took = seconds();
        status = row->sends ? cucore_share_handle_send(pair[1], &handle, -1)
                            : cucore_share_handle_receive(pair[1], &got, &fd);
        took = seconds() - took;
        setitimer(ITIMER_REAL, &none, NULL);
        CHECK_INT(status, row->status);
        if (status) CHECK_HAS(LAST, row->words);
        if (!status) CHECK(memcmp(&got, &handle, handle.size) == 0);
        CHECK(took < 3);
        if (status == CUCORE_FOREIGN && row->timeout_ms > 0) CHECK(took > 0.19);
        close(pair[1]);
        (void)pthread_join(thread, NULL);
        close(pair[0]);
    }
    CHECK_INT(sigaction(SIGALRM, &old, NULL), 0);
    CHECK_INT(count_descriptors(), before);
}

/* ---------------------------------------------------------------------------------------------- two processes -- */
static int import_here(int socket)
{
    cucore_share_handle handle;
    cucore_view view;
    cucore_event event;
    float *numbers;
    int fd = -1, i;
    if (cucore_share_handle_receive(socket, &handle, &fd)) return 2;
    if (cucore_event_import(&handle, handle.size, &event)) return 3;
    if (cucore_share_handle_receive(socket, &handle, &fd)) return 4;
    if (cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view)) {
        fprintf(stderr, "%s\n", LAST);
        return 5;
    }
    close_if(fd);
    if (cucore_stream_wait_event(CU_STREAM_LEGACY, event.handle)) return 6;
    numbers = (float *)view.ptr;
    for (i = 0; i < 64; i++) {
        if (numbers[i] != (float)i) return 7;
        numbers[i] = (float)(100 + i);
    }
    say(socket, 'm'); /* mapped, and written */
    hear(socket);
    cucore_view_release(&view);
    if (cucore_event_release(&event) || cucore_mapping_count() || fake_live_allocations()) return 8;
    say(socket, 'r'); /* released */
    return 0;
}

static int export_here(int socket, int way)
{
    source from;
    cucore_share_handle handle;
    int fd = -1;
    from = source_make(way, 0);
    if (cucore_view_export(&from.view, &handle, &fd)) return 2;
    if (cucore_share_handle_send(socket, &handle, fd)) return 3;
    close_if(fd);
    hear(socket);
    return 0; /* without freeing anything */
}

TEST(test_two_processes)
{
    for (int way = 0; way < WAYS; way++) {
        source from;
        cucore_share_handle handle;
        cucore_event event;
        int socket = -1, fd = -1, i, wrong = 0;
        pid_t child;
        check_row(way_names[way]);
        start(1);
        from = source_make(way, 0);
        CHECK_INT(cucore_event_create(0, CUCORE_EVENT_SHARED, &event), CUCORE_OK);
        child = other_process("import", way, &socket);
        CHECK_INT(cucore_event_export(&event, &handle), CUCORE_OK);
        CHECK_INT(cucore_share_handle_send(socket, &handle, -1), CUCORE_OK);
        CHECK_INT(cucore_view_export(&from.view, &handle, &fd), CUCORE_OK);
        CHECK_INT(cucore_share_handle_send(socket, &handle, fd), CUCORE_OK);
        close_if(fd);
        CHECK_INT(hear(socket), 'm');
        for (i = 0; i < 64; i++) wrong += ((float *)from.view.ptr)[i] != (float)(100 + i);
        CHECK_INT(wrong, 0);
        say(socket, 'g');
        CHECK_INT(hear(socket), 'r');
        CHECK_INT(join(child), 0);
        close(socket);
        CHECK_INT(cucore_event_release(&event), CUCORE_OK);
        source_free(&from);
    }
}

/* A process that ends, or is killed, before and after its memory was imported. */
TEST(test_an_exporter_that_ends)
{
    for (int way = 0; way < WAYS; way++) {
        for (int late = 0; late < 2; late++) {
            const int before = count_descriptors();
            cucore_share_handle handle;
            cucore_view view;
            int socket = -1, fd = -1, status;
            pid_t child;
            check_row(way_names[way]);
            start(1);
            child = other_process("export", way, &socket);
            CHECK_INT(cucore_share_handle_receive(socket, &handle, &fd), CUCORE_OK);
            CHECK_INT(handle.process, child);
            if (late) CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view), CUCORE_OK);
            CHECK_INT(kill(child, SIGKILL), 0);
            status = join(child);
            CHECK(WIFSIGNALED(status));
            if (late) {
                CHECK(((float *)view.ptr)[63] == 63);
                cucore_view_release(&view);
            } else if (way != VIRTUAL_WAY) { /* whose descriptor is the memory */
                CHECK_INT(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view), CUCORE_DRIVER);
                CHECK_HAS(LAST, "may have ended or have freed it");
            }
            close_if(fd);
            close(socket);
            CHECK_INT(cucore_mapping_count() + fake_live_allocations() + fake_live_pools() + fake_live_virtual(), 0);
            CHECK_INT(count_descriptors(), before);
        }
    }
}

TEST(test_an_importer_that_ends)
{
    for (int way = 0; way < WAYS; way++) {
        source from;
        cucore_share_handle handle;
        cucore_event event;
        int socket = -1, fd = -1, status;
        pid_t child;
        check_row(way_names[way]);
        start(1);
        from = source_make(way, 0);
        CHECK_INT(cucore_event_create(0, CUCORE_EVENT_SHARED, &event), CUCORE_OK);
        child = other_process("import", way, &socket);
        CHECK_INT(cucore_event_export(&event, &handle), CUCORE_OK);
        CHECK_INT(cucore_share_handle_send(socket, &handle, -1), CUCORE_OK);
        CHECK_INT(cucore_view_export(&from.view, &handle, &fd), CUCORE_OK);
        CHECK_INT(cucore_share_handle_send(socket, &handle, fd), CUCORE_OK);
        close_if(fd);
        CHECK_INT(hear(socket), 'm');
        CHECK_INT(kill(child, SIGKILL), 0);
        status = join(child);
        CHECK(WIFSIGNALED(status));
        CHECK_INT(hear(socket), 0);
        close(socket);
        CHECK(((float *)from.view.ptr)[0] == 100);
        CHECK_INT(cucore_event_release(&event), CUCORE_OK);
        source_free(&from);
        CHECK_INT(fake_live_allocations() + fake_live_pools() + fake_live_virtual(), 0);
    }
}

static void without_a_driver(void)
{
    float plain[4];
    int64_t shape = 4;
    cucore_registration found;
    cucore_share_handle handle;
    cucore_view view = array_at((uintptr_t)plain, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CPU);
    int fd;
    CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_OK);
    CHECK_INT(found.allocation, CUCORE_ALLOCATION_HOST);
    check_refused_export(&view, "ordinary host memory");
    view = array_at(64, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA);
    CHECK_INT(cucore_view_get_registration(&view, &found), CUCORE_NO_DRIVER);
    CHECK_INT(cucore_view_export(&view, &handle, &fd), CUCORE_NO_DRIVER);
}

static void test_without_a_driver(void)
{
    in_child_with("FAKE_CUDA_INIT", "100", without_a_driver);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "import") == 0) return import_here(atoi(argv[2]));
    if (argc == 4 && strcmp(argv[1], "export") == 0) {
        if (cucore_driver_load()) return 9;
        return export_here(atoi(argv[2]), atoi(argv[3]));
    }
    RUN(test_without_a_driver);
    check_tests();
    return check_end();
}
