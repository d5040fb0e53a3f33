/* shares.c - memory of other processes: legacy handles, pools, virtual memory, events, and dma-bufs
 *
 * Memory that is shared lies in files of memory (memfd).  A handle names the process and its descriptor, which another
 * process opens in /proc: real processes see the same bytes, and a handle is worthless once its process has ended.
 * What newer drivers count or allow twice is refused here, since older drivers refuse it or free too early. */
#include "driver.h"

#if defined(_WIN32)
#include <process.h>
#define getpid _getpid
#else
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

enum { HANDLE_MEMORY = 0x6d656d66, HANDLE_POINTER = 0x70747266, HANDLE_EVENT = 0x65766566, HANDLE_POOL = 0x706f6f6c };
enum { MAX_PHYSICAL = 256, MAX_RANGES = 256, GRANULARITY = 2 << 20 };

/* The first bytes of a handle. */
typedef struct shared_name {
    int what, fd, device, slot;
    unsigned generation, padding;
    uint64_t process, bytes, file;
} shared_name;

/* What the file of an exported pool contains. */
struct pool_name {
    int what, device, slot;
    unsigned generation;
    uint64_t process;
};

typedef struct physical {
    int references; /* handles and mappings; 0: free */
    int fd, device, types, is_rdma_capable;
    size_t bytes;
} physical;

typedef struct range {
    CUdeviceptr base; /* 0: free */
    size_t bytes;
} range;

static physical physicals[MAX_PHYSICAL];
static range ranges[MAX_RANGES];

int share_mode(void)
{
    return fake.sharing >= 0 ? fake.sharing : number_from_environment("FAKE_CUDA_SHARED", 0);
}

static range *range_of(CUdeviceptr ptr)
{
    for (int i = 0; i < MAX_RANGES; i++) {
        if (ranges[i].base && ptr >= ranges[i].base && ptr - ranges[i].base < ranges[i].bytes) return &ranges[i];
    }
    return NULL;
}

void virtual_range(const block *b, CUdeviceptr *base, size_t *bytes)
{
    const range *found = b->origin == VIRTUAL ? range_of(b->base) : NULL;
    if (base) *base = found ? found->base : b->base;
    if (bytes) *bytes = found ? found->bytes : b->bytes;
}

int virtual_types(const block *b)
{
    return physicals[b->physical].types;
}

int virtual_is_rdma(const block *b)
{
    return physicals[b->physical].is_rdma_capable;
}

#if defined(_WIN32) /* no files of memory: everything but the names is refused */
void *file_memory(size_t bytes, int *fd, uint64_t *number)
{
    (void)bytes, (void)fd, (void)number;
    return NULL;
}

void memory_release(const block *b)
{
    (void)b;
}

void shares_forget(void)
{
}

void pool_end(small *pool)
{
    pool->head.alive = 0;
}

static int file_new(const char *title, size_t bytes)
{
    (void)title, (void)bytes;
    return -1;
}

static void *file_map(void *where, size_t bytes, int fd)
{
    (void)where, (void)bytes, (void)fd;
    return NULL;
}

static int file_open(const shared_name *from)
{
    (void)from;
    return -1;
}

static void file_close(int fd)
{
    (void)fd;
}

static int file_again(int fd)
{
    return fd;
}

static size_t file_read(int fd, void *out, size_t bytes)
{
    (void)fd, (void)out, (void)bytes;
    return 0;
}

static int file_title(int fd, char *out, size_t size)
{
    (void)fd, (void)out, (void)size;
    return 0;
}

static size_t file_bytes(int fd, uint64_t *number)
{
    (void)fd, (void)number;
    return 0;
}

static void *addresses_reserve(void *where, size_t bytes)
{
    (void)where, (void)bytes;
    return NULL;
}

static void addresses_free(void *where, size_t bytes)
{
    (void)where, (void)bytes;
}

static int process_exists(uint64_t process)
{
    (void)process;
    return 0;
}

static size_t page_bytes(void)
{
    return 4096;
}
#else
static int file_new(const char *title, size_t bytes)
{
    int fd = memfd_create(title, MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)bytes)) {
        close(fd);
        return -1;
    }
    return fd;
}

static void *file_map(void *where, size_t bytes, int fd)
{
    void *memory = mmap(where, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | (where ? MAP_FIXED : 0), fd, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void file_close(int fd)
{
    close(fd);
}

static int file_again(int fd)
{
    return dup(fd);
}

static size_t file_read(int fd, void *out, size_t bytes)
{
    ssize_t n = pread(fd, out, bytes, 0);
    return n < 0 ? 0 : (size_t)n;
}

/* Reads the title of a file of memory; returns 0 if it is none. */
static int file_title(int fd, char *out, size_t size)
{
    char path[64];
    ssize_t n;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    n = readlink(path, out, size - 1);
    out[n < 0 ? 0 : n] = '\0';
    return strncmp(out, "/memfd:", 7) == 0;
}

static size_t file_bytes(int fd, uint64_t *number)
{
    struct stat found;
    if (fstat(fd, &found)) return 0;
    if (number) *number = (uint64_t)found.st_ino;
    return (size_t)found.st_size;
}

/* Opens the file that a handle of another process names; -1: the process has ended, or has freed the memory. */
static int file_open(const shared_name *from)
{
    char path[64];
    uint64_t number = 0;
    int fd;
    snprintf(path, sizeof path, "/proc/%llu/fd/%d", (unsigned long long)from->process, from->fd);
    fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && (file_bytes(fd, &number) < from->bytes || number != from->file)) {
        close(fd);
        return -1;
    }
    return fd;
}

static void *addresses_reserve(void *where, size_t bytes)
{
    void *memory =
        mmap(where, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (where ? MAP_FIXED : 0), -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static void addresses_free(void *where, size_t bytes)
{
    munmap(where, bytes);
}

static int process_exists(uint64_t process)
{
    return kill((pid_t)process, 0) == 0;
}

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

void *file_memory(size_t bytes, int *fd, uint64_t *number)
{
    void *memory = NULL;
    *fd = file_new("fake-memory", bytes);
    if (*fd >= 0) {
        memory = file_map(NULL, bytes, *fd);
        (void)file_bytes(*fd, number);
        if (!memory) {
            close(*fd);
            *fd = -1;
        }
    }
    return memory;
}

void memory_release(const block *b)
{
    munmap((void *)(uintptr_t)b->base, b->bytes);
    if (b->fd >= 0) close(b->fd);
}

void shares_forget(void)
{
    for (int i = 0; i < MAX_PHYSICAL; i++) {
        if (physicals[i].references) close(physicals[i].fd);
        physicals[i].references = 0;
    }
    for (int i = 0; i < MAX_RANGES; i++) {
        if (ranges[i].base) munmap((void *)(uintptr_t)ranges[i].base, ranges[i].bytes);
        ranges[i].base = 0;
    }
}

void pool_end(small *pool)
{
    if (pool->fd) close(pool->fd);
    free(pool->from);
    pool->fd = 0;
    pool->from = NULL;
    pool->head.alive = 0;
}
#endif

/* Returns the error that opening a handle of this process has. */
static CUresult check_process(uint64_t process)
{
    return process == (uint64_t)getpid() && share_mode() < 2 ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

/* Maps the file of another process as a block. */
static CUresult block_open(const shared_name *from, int origin, int pool, CUdeviceptr *out)
{
    int fd;
    void *memory;
    block *b;
    CUresult result = check_process(from->process);
    if (result) return result;
    for (int i = 0; i < fake.block_count; i++) {
        if (fake.blocks[i].origin == origin && fake.blocks[i].file == from->file) return (CUresult)208; /* mapped */
    }
    fd = check_device(from->device) ? -1 : file_open(from);
    if (fd < 0) return CUDA_ERROR_INVALID_VALUE;
    memory = file_map(NULL, from->bytes, fd);
    file_close(fd);
    b = memory ? block_new(pool >= 0 ? FAKE_POOL : FAKE_DEVICE, from->device, current_slot(), pool) : NULL;
    if (!b) return CUDA_ERROR_OUT_OF_MEMORY;
    b->base = (CUdeviceptr)(uintptr_t)memory;
    b->bytes = from->bytes;
    b->file = from->file;
    b->origin = origin;
    *out = b->base;
    return CUDA_SUCCESS;
}

static void block_name(const block *b, int what, void *out)
{
    shared_name made;
    memset(&made, 0, sizeof made);
    made.what = what;
    made.fd = b->fd;
    made.device = b->device;
    made.slot = b->pool;
    made.generation = b->pool >= 0 ? fake.pools[b->pool].head.generation : 0;
    made.process = (uint64_t)getpid();
    made.bytes = b->bytes;
    made.file = b->file;
    memset(out, 0, 64);
    memcpy(out, &made, sizeof made);
}

/* ----------------------------------------------------------------------------------------------- legacy handles -- */
ENTRY CUresult CUDAAPI cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr ptr)
{
    CUresult result = call_begin("cuIpcGetMemHandle", INITIALISED, "ptr=%m", ptr);
    const block *b = block_of(ptr);
    if (!result && (!b || b->kind != FAKE_DEVICE || b->pool >= 0 || b->origin > OWN_FILE)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) block_name(b, HANDLE_MEMORY, handle);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuIpcOpenMemHandle_v2(CUdeviceptr *out, CUipcMemHandle handle, unsigned flags)
{
    CUresult result = call_begin("cuIpcOpenMemHandle", IN_CONTEXT, "flags=%u", flags);
    shared_name from;
    memcpy(&from, &handle, sizeof from);
    if (!result && from.what != HANDLE_MEMORY) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result) result = block_open(&from, FOREIGN_LEGACY, -1, out);
    if (!result) block_of(*out)->device = fake.contexts[current_slot()].device; /* as a real driver reports it */
    return call_end(result);
}

static void block_drop(block *b)
{
    memory_release(b);
    *b = fake.blocks[--fake.block_count];
}

ENTRY CUresult CUDAAPI cuIpcCloseMemHandle(CUdeviceptr ptr)
{
    CUresult result = call_begin("cuIpcCloseMemHandle", IN_CONTEXT, "ptr=%m", ptr);
    block *b = block_of(ptr);
    if (!result && (!b || b->base != ptr || b->origin != FOREIGN_LEGACY)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && b->context != current_slot()) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) result = check_safe();
    if (!result) {
        hosts_wait_all(b->context);
        block_drop(block_of(ptr));
    }
    return call_end(result);
}

/* -------------------------------------------------------------------------------------------------------- events -- */
ENTRY CUresult CUDAAPI cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event_handle)
{
    CUresult result = call_begin("cuIpcGetEventHandle", INITIALISED, "event=%e", event_handle);
    const event *e = event_find(event_handle);
    shared_name made;
    if (!result) result = event_error(event_handle);
    if (!result && !(e->flags & CU_EVENT_INTERPROCESS)) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        memset(&made, 0, sizeof made);
        made.what = HANDLE_EVENT;
        made.device = fake.contexts[e->context].device;
        made.process = (uint64_t)getpid();
        memset(handle, 0, sizeof *handle);
        memcpy(handle, &made, sizeof made);
    }
    return call_end(result);
}

/* Work is done at once, so that a wait for an event of another process has no effect. */
ENTRY CUresult CUDAAPI cuIpcOpenEventHandle(CUevent *out, CUipcEventHandle handle)
{
    CUresult result = call_begin("cuIpcOpenEventHandle", IN_CONTEXT, "");
    shared_name from;
    int slot = -1;
    memcpy(&from, &handle, sizeof from);
    if (!result && from.what != HANDLE_EVENT) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_process(from.process);
    if (!result && !process_exists(from.process)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && fake.contexts[current_slot()].device != from.device) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && (slot = slot_new(EVENT, 0)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        fake.events[slot].context = current_slot();
        fake.events[slot].flags = CU_EVENT_DISABLE_TIMING;
        fake.events[slot].recorded = fake.events[slot].lost = 0;
        fake.events[slot].capture_id = 0;
        *out = (CUevent)handle_of(EVENT, slot);
    }
    return call_end(result);
}

/* --------------------------------------------------------------------------------------------------------- pools -- */
ENTRY CUresult CUDAAPI cuMemPoolExportToShareableHandle(void *out, CUmemoryPool handle, CUmemAllocationHandleType type,
                                                        unsigned long long flags)
{
    CUresult result = call_begin("cuMemPoolExportToShareableHandle", INITIALISED, "pool=%g", handle);
    int slot = pool_find(handle), fd = -1;
    small *pool = slot < 0 ? NULL : &fake.pools[slot];
    if (!result && (!pool || flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || pool->from ||
                    !(pool->pool.handle_types & CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR))) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result && !pool->fd) {
        struct pool_name made = {HANDLE_POOL, pool->owner, slot, pool->head.generation, (uint64_t)getpid()};
        fd = file_new("fake-pool", sizeof made);
        if (fd >= 0) {
            void *memory = file_map(NULL, sizeof made, fd);
            memcpy(memory, &made, sizeof made);
            addresses_free(memory, sizeof made);
            pool->fd = fd;
        }
    }
    if (!result) {
        fd = pool->fd ? file_again(pool->fd) : -1;
        result = fd < 0 ? CUDA_ERROR_OPERATING_SYSTEM : CUDA_SUCCESS;
    }
    if (!result) memcpy(out, &fd, sizeof fd);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolImportFromShareableHandle(CUmemoryPool *out, void *handle,
                                                          CUmemAllocationHandleType type, unsigned long long flags)
{
    CUresult result = call_begin("cuMemPoolImportFromShareableHandle", INITIALISED, "");
    struct pool_name found;
    int slot = -1;
    memset(&found, 0, sizeof found);
    if (!result && (flags || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
                    file_read((int)(intptr_t)handle, &found, sizeof found) != sizeof found ||
                    found.what != HANDLE_POOL || check_device(found.device))) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) result = check_safe();
    if (!result && (slot = slot_new(POOL, FIRST_POOL)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        small *pool = &fake.pools[slot];
        pool_start(pool, found.device, FAKE_POOL);
        pool->most = 0;
        pool->fd = 0;
        pool->from = (struct pool_name *)malloc(sizeof found);
        if (pool->from) *pool->from = found;
        *out = (CUmemoryPool)handle_of(POOL, slot);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolExportPointer(CUmemPoolPtrExportData *out, CUdeviceptr ptr)
{
    CUresult result = call_begin("cuMemPoolExportPointer", INITIALISED, "ptr=%m", ptr);
    const block *b = block_of(ptr);
    if (!result &&
        (!b || b->base != ptr || b->pool < 0 || b->origin > OWN_FILE || !fake.pools[b->pool].pool.handle_types)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) block_name(b, HANDLE_POINTER, out);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolImportPointer(CUdeviceptr *out, CUmemoryPool handle, CUmemPoolPtrExportData *data)
{
    CUresult result = call_begin("cuMemPoolImportPointer", INITIALISED, "pool=%g", handle);
    int slot = pool_find(handle);
    const struct pool_name *pool = slot < 0 ? NULL : fake.pools[slot].from;
    shared_name from;
    memcpy(&from, data, sizeof from);
    if (!result && (!pool || from.what != HANDLE_POINTER || from.slot != pool->slot || from.process != pool->process ||
                    from.generation != pool->generation)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) result = check_safe();
    if (!result) result = block_open(&from, FOREIGN_POOL, slot, out);
    return call_end(result);
}

/* ------------------------------------------------------------------------------------------------ virtual memory -- */
static CUresult physical_new(size_t bytes, const CUmemAllocationProp *made, int fd, CUmemGenericAllocationHandle *out)
{
    int i;
    for (i = 0; i < MAX_PHYSICAL && physicals[i].references; i++) {
    }
    if (i == MAX_PHYSICAL) return CUDA_ERROR_OUT_OF_MEMORY;
    if (fd < 0) {
        char title[64];
        snprintf(title, sizeof title, "fake-virtual-%d-%d-%d", made->location.id, (int)made->requestedHandleTypes,
                 made->allocFlags.gpuDirectRDMACapable);
        fd = file_new(title, bytes);
    }
    if (fd < 0) return CUDA_ERROR_OUT_OF_MEMORY;
    physicals[i].references = 1;
    physicals[i].fd = fd;
    physicals[i].device = made->location.id;
    physicals[i].types = (int)made->requestedHandleTypes;
    physicals[i].is_rdma_capable = made->allocFlags.gpuDirectRDMACapable;
    physicals[i].bytes = bytes;
    *out = (CUmemGenericAllocationHandle)i + 0x1000;
    return CUDA_SUCCESS;
}

static physical *physical_find(CUmemGenericAllocationHandle handle)
{
    CUmemGenericAllocationHandle i = handle - 0x1000;
    return i < MAX_PHYSICAL && physicals[i].references ? &physicals[i] : NULL;
}

static void physical_leave(physical *p)
{
    if (--p->references == 0) file_close(p->fd);
}

ENTRY CUresult CUDAAPI cuMemGetAllocationGranularity(size_t *out, const CUmemAllocationProp *made,
                                                     CUmemAllocationGranularity_flags option)
{
    CUresult result = call_begin("cuMemGetAllocationGranularity", INITIALISED, "");
    (void)made, (void)option;
    if (!result) *out = GRANULARITY;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle *out, size_t bytes, const CUmemAllocationProp *made,
                                   unsigned long long flags)
{
    CUresult result = call_begin("cuMemCreate", INITIALISED, "bytes=%z", bytes);
    if (!result) result = check_device(made->location.id);
    if (!result && (flags || !bytes || bytes % GRANULARITY)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = physical_new(bytes, made, -1, out);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle handle)
{
    CUresult result = call_begin("cuMemRelease", INITIALISED, "");
    physical *p = physical_find(handle);
    if (!result && !p) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) physical_leave(p);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr *out, size_t bytes, size_t alignment, CUdeviceptr where,
                                           unsigned long long flags)
{
    CUresult result = call_begin("cuMemAddressReserve", INITIALISED, "bytes=%z", bytes);
    void *memory = NULL;
    int i;
    (void)alignment, (void)where;
    for (i = 0; i < MAX_RANGES && ranges[i].base; i++) {
    }
    if (!result && (flags || !bytes || bytes % GRANULARITY)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && i < MAX_RANGES) memory = addresses_reserve(NULL, bytes);
    if (!result && !memory) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        ranges[i].base = *out = (CUdeviceptr)(uintptr_t)memory;
        ranges[i].bytes = bytes;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemAddressFree(CUdeviceptr ptr, size_t bytes)
{
    CUresult result = call_begin("cuMemAddressFree", INITIALISED, "bytes=%z", bytes);
    range *r = range_of(ptr);
    if (!result && (!r || r->base != ptr || r->bytes != bytes)) result = CUDA_ERROR_INVALID_VALUE;
    for (int i = 0; !result && i < fake.block_count; i++) {
        if (range_of(fake.blocks[i].base) == r) result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        addresses_free((void *)(uintptr_t)ptr, bytes);
        r->base = 0;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemMap(CUdeviceptr ptr, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                                unsigned long long flags)
{
    CUresult result = call_begin("cuMemMap", INITIALISED, "bytes=%z", bytes);
    physical *p = physical_find(handle);
    const range *r = range_of(ptr);
    block *b = NULL;
    if (!result &&
        (flags || offset || !p || !r || bytes != p->bytes || bytes > r->bytes - (ptr - r->base) || block_of(ptr))) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        b = file_map((void *)(uintptr_t)ptr, bytes, p->fd) ? block_new(FAKE_DEVICE, p->device, p->device, -1) : NULL;
        if (!b) result = CUDA_ERROR_OUT_OF_MEMORY;
    }
    if (!result) {
        b->base = ptr;
        b->bytes = bytes;
        b->origin = VIRTUAL;
        b->physical = (int)(p - physicals);
        p->references++;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemUnmap(CUdeviceptr ptr, size_t bytes)
{
    CUresult result = call_begin("cuMemUnmap", INITIALISED, "bytes=%z", bytes);
    block *b = block_of(ptr);
    if (!result && (!b || b->base != ptr || b->bytes != bytes || b->origin != VIRTUAL)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        hosts_wait_all(b->context);
        b = block_of(ptr);
        (void)addresses_reserve((void *)(uintptr_t)ptr, bytes);
        physical_leave(&physicals[b->physical]);
        *b = fake.blocks[--fake.block_count];
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemSetAccess(CUdeviceptr ptr, size_t bytes, const CUmemAccessDesc *access, size_t count)
{
    CUresult result = call_begin("cuMemSetAccess", INITIALISED, "bytes=%z count=%z", bytes, count);
    const block *b = block_of(ptr);
    if (!result && (!b || b->origin != VIRTUAL || !count)) result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; !result && i < count; i++) result = check_device(access[i].location.id);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *out, void *ptr)
{
    CUresult result = call_begin("cuMemRetainAllocationHandle", INITIALISED, "");
    const block *b = block_of((CUdeviceptr)(uintptr_t)ptr);
    if (!result && (!b || b->origin != VIRTUAL)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        physicals[b->physical].references++;
        *out = (CUmemGenericAllocationHandle)b->physical + 0x1000;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *out,
                                                              CUmemGenericAllocationHandle handle)
{
    CUresult result = call_begin("cuMemGetAllocationPropertiesFromHandle", INITIALISED, "");
    const physical *p = physical_find(handle);
    if (!result && !p) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        memset(out, 0, sizeof *out);
        out->type = CU_MEM_ALLOCATION_TYPE_PINNED;
        out->requestedHandleTypes = (CUmemAllocationHandleType)p->types;
        out->location.type = CU_MEM_LOCATION_TYPE_DEVICE;
        out->location.id = p->device;
        out->allocFlags.gpuDirectRDMACapable = (unsigned char)p->is_rdma_capable;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemExportToShareableHandle(void *out, CUmemGenericAllocationHandle handle,
                                                    CUmemAllocationHandleType type, unsigned long long flags)
{
    CUresult result = call_begin("cuMemExportToShareableHandle", INITIALISED, "");
    const physical *p = physical_find(handle);
    int fd = -1;
    if (!result && (!p || flags || !(p->types & (int)type) || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result && (fd = file_again(p->fd)) < 0) result = CUDA_ERROR_OPERATING_SYSTEM;
    if (!result) memcpy(out, &fd, sizeof fd);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *out, void *handle,
                                                      CUmemAllocationHandleType type)
{
    CUresult result = call_begin("cuMemImportFromShareableHandle", INITIALISED, "");
    const int fd = (int)(intptr_t)handle;
    CUmemAllocationProp made;
    char title[128];
    int types = 0, rdma = 0;
    memset(&made, 0, sizeof made);
    if (!result && (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR || !file_title(fd, title, sizeof title) ||
                    sscanf(title, "/memfd:fake-virtual-%d-%d-%d", &made.location.id, &types, &rdma) != 3)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    made.requestedHandleTypes = (CUmemAllocationHandleType)types;
    made.allocFlags.gpuDirectRDMACapable = (unsigned char)rdma;
    if (!result) result = physical_new(file_bytes(fd, NULL), &made, file_again(fd), out);
    return call_end(result);
}

/* ------------------------------------------------------------------------------------------------------- dma-buf -- */
ENTRY CUresult CUDAAPI cuMemGetHandleForAddressRange(void *out, CUdeviceptr ptr, size_t bytes,
                                                     CUmemRangeHandleType type, unsigned long long flags)
{
    CUresult result = call_begin("cuMemGetHandleForAddressRange", INITIALISED, "bytes=%z", bytes);
    const block *b = NULL;
    int i, fd = -1;
    for (i = 0; !b && i < fake.block_count; i++) {
        if (fake.blocks[i].base < ptr + bytes && ptr < fake.blocks[i].base + fake.blocks[i].bytes) b = &fake.blocks[i];
    }
    if (!result && (flags > 1 || (int)type != 1 || !b || !bytes || ptr % page_bytes() || bytes % page_bytes() ||
                    b->kind == FAKE_MANAGED || b->kind == FAKE_PINNED)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result && (!number_from_environment("FAKE_CUDA_DMA_BUF", 1) || (b->origin == VIRTUAL && !virtual_is_rdma(b)) ||
                    b->origin == FOREIGN_LEGACY)) {
        result = CUDA_ERROR_NOT_SUPPORTED;
    }
    if (!result && (fd = file_new("fake-dma-buf", bytes)) < 0) result = CUDA_ERROR_OPERATING_SYSTEM;
    if (!result) memcpy(out, &fd, sizeof fd);
    return call_end(result);
}

/* ------------------------------------------------------------------------------------------------------ controls -- */
EXPORTED void fake_share(int mode)
{
    pthread_mutex_lock(&driver_lock);
    fake.sharing = mode;
    pthread_mutex_unlock(&driver_lock);
}

static int count_virtual(void)
{
    int i, count = 0;
    for (i = 0; i < MAX_PHYSICAL; i++) count += physicals[i].references != 0;
    for (i = 0; i < MAX_RANGES; i++) count += ranges[i].base != 0;
    return count;
}

EXPORTED int fake_live_virtual(void)
{
    LOCKED(int, count_virtual());
}

EXPORTED CUdeviceptr fake_virtual(int device, int parts, int handle_types, int is_rdma_capable)
{
    CUmemAllocationProp made;
    CUmemAccessDesc access;
    CUmemGenericAllocationHandle handle;
    CUdeviceptr ptr = 0;
    memset(&made, 0, sizeof made);
    memset(&access, 0, sizeof access);
    made.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    made.requestedHandleTypes = (CUmemAllocationHandleType)handle_types;
    made.location.type = access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    made.location.id = access.location.id = device;
    made.allocFlags.gpuDirectRDMACapable = (unsigned char)is_rdma_capable;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    if (cuMemAddressReserve(&ptr, (size_t)parts * GRANULARITY, 0, 0, 0)) return 0;
    for (int i = 0; i < parts; i++) {
        const CUdeviceptr part = ptr + (CUdeviceptr)i * GRANULARITY;
        if (cuMemCreate(&handle, GRANULARITY, &made, 0) || cuMemMap(part, GRANULARITY, 0, handle, 0) ||
            cuMemSetAccess(part, GRANULARITY, &access, 1) || cuMemRelease(handle)) {
            return 0;
        }
    }
    return ptr;
}

EXPORTED int fake_virtual_free(CUdeviceptr ptr, int parts)
{
    int i, result = 0;
    for (i = 0; i < parts && !result; i++) result = (int)cuMemUnmap(ptr + (CUdeviceptr)i * GRANULARITY, GRANULARITY);
    return result ? result : (int)cuMemAddressFree(ptr, (size_t)parts * GRANULARITY);
}
