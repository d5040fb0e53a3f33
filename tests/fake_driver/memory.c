/* memory.c - memory of no pool, and what is known of an address */
#include "driver.h"

#if defined(_WIN32)
#include <malloc.h>
#define ALIGNED_FREE _aligned_free
#else
#define ALIGNED_FREE free
#endif

block *block_of(CUdeviceptr ptr)
{
    for (int i = 0; i < fake.block_count; i++) {
        if (ptr >= fake.blocks[i].base && ptr - fake.blocks[i].base < fake.blocks[i].bytes) return &fake.blocks[i];
    }
    return NULL;
}

static size_t used_bytes(int device)
{
    size_t sum = 0;
    for (int i = 0; i < fake.block_count; i++) {
        if ((device < 0 || fake.blocks[i].device == device) && fake.blocks[i].base) sum += fake.blocks[i].bytes;
    }
    return sum;
}

/* Returns a new block without memory; NULL: no room. */
block *block_new(int memory_kind, int device, int context_slot, int pool)
{
    block *b;
    if (fake.block_count == fake.block_room) {
        int room = fake.block_room ? 2 * fake.block_room : 64;
        b = (block *)realloc(fake.blocks, (size_t)room * sizeof *b);
        if (!b) return NULL;
        fake.blocks = b;
        fake.block_room = room;
    }
    b = &fake.blocks[fake.block_count++];
    memset(b, 0, sizeof *b);
    b->kind = memory_kind;
    b->device = device;
    b->context = context_slot;
    b->pool = pool;
    b->number = ++fake.block_numbers;
    b->fd = -1;
    return b;
}

CUresult memory_new(int memory_kind, int device, int context_slot, int pool, size_t bytes, CUdeviceptr *out)
{
    void *memory = NULL;
    int fd = -1;
    uint64_t number = 0;
    block *b;
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    if (bytes > DEVICE_BYTES - used_bytes(device)) return CUDA_ERROR_OUT_OF_MEMORY;
    if (share_mode() && (memory_kind == FAKE_DEVICE || memory_kind == FAKE_POOL)) {
        memory = file_memory(bytes, &fd, &number);
    } else {
#if defined(_WIN32)
        memory = _aligned_malloc(bytes, 512);
#else
        if (posix_memalign(&memory, 512, bytes)) memory = NULL;
#endif
    }
    if (!memory) return CUDA_ERROR_OUT_OF_MEMORY;
    b = block_new(memory_kind, device, context_slot, pool);
    if (!b) return CUDA_ERROR_OUT_OF_MEMORY;
    b->base = (CUdeviceptr)(uintptr_t)memory;
    b->bytes = bytes;
    b->fd = fd;
    b->file = number;
    b->origin = fd >= 0 ? OWN_FILE : OWN_HEAP;
    *out = b->base;
    return CUDA_SUCCESS;
}

CUresult memory_free(CUdeviceptr ptr)
{
    block *b = block_of(ptr);
    if (!ptr) return CUDA_SUCCESS;
    if (!b || b->base != ptr || b->origin == VIRTUAL || b->origin == FOREIGN_LEGACY) return CUDA_ERROR_INVALID_VALUE;
    if (b->origin == OWN_HEAP) {
        ALIGNED_FREE((void *)(uintptr_t)ptr);
    } else {
        memory_release(b);
    }
    *b = fake.blocks[--fake.block_count];
    return CUDA_SUCCESS;
}

/* The blocks that are freed, but whose graph uses the bytes again. */
typedef struct left_block {
    block b;
    struct left_block *next;
} left_block;
static left_block *left;

void memory_leave(CUdeviceptr ptr)
{
    block *b = block_of(ptr);
    left_block *one = b && graph_is_there(b->capture_id) ? (left_block *)malloc(sizeof *one) : NULL;
    if (!one) {
        (void)memory_free(ptr);
        return;
    }
    one->b = *b;
    one->next = left;
    left = one;
    *b = fake.blocks[--fake.block_count];
}

static void memory_drop(block *b)
{
    if (b->origin == OWN_HEAP) {
        ALIGNED_FREE((void *)(uintptr_t)b->base);
    } else {
        memory_release(b);
    }
}

void memory_return(uint64_t capture_id)
{
    left_block **at = &left;
    while (*at) {
        left_block *one = *at;
        if (capture_id && one->b.capture_id != capture_id) {
            at = &one->next;
            continue;
        }
        *at = one->next;
        memory_drop(&one->b);
        free(one);
    }
}

void memory_forget(void)
{
    for (int i = 0; i < fake.block_count; i++) memory_drop(&fake.blocks[i]);
    memory_return(0);
    free(fake.blocks);
    fake.blocks = NULL;
    fake.block_count = fake.block_room = fake.block_numbers = 0;
    shares_forget();
}

/* Memory of no pool is freed after all work of the current context, as a real driver does it. */
static CUresult memory_free_waiting(CUdeviceptr ptr)
{
    const block *b = block_of(ptr);
    CUresult result = ptr ? check_safe() : CUDA_SUCCESS;
    if (!result && b && b->capture_id) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && b && b->pool < 0) context_wait(current_slot() < 0 ? b->context : current_slot());
    return result ? result : memory_free(ptr);
}

/* Returns an error if the memory may not be freed on the stream: memory of a graph is freed only in its own capture,
 * other memory never in a capture. */
CUresult check_free_on(const block *b, const stream *s)
{
    const capture *c = capture_of(s);
    CUresult result = c ? CUDA_SUCCESS : check_safe();
    if (!result && !c && b->is_out) return CUDA_SUCCESS; /* its graph has run */
    if (!result && b->capture_id != (c ? c->id : 0)) {
        if (c) (void)check_safe();
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return result;
}

/* Returns 1 if the range is in one allocation.  Ordinary host memory is in none. */
int range_is_known(CUdeviceptr ptr, size_t bytes)
{
    const block *b = block_of(ptr);
    return !bytes || (b && bytes <= b->bytes - (size_t)(ptr - b->base));
}

int range_overruns(CUdeviceptr ptr, size_t bytes)
{
    return block_of(ptr) && !range_is_known(ptr, bytes);
}

/* The plural query writes another value per attribute for an address that the driver does not know (seen on a 580).
 * The driver does not know memory that a capture allocates before its graph has run, nor later unless
 * fake_know_graph_memory says so. */
static CUresult pointer_attribute(CUpointer_attribute attribute, CUdeviceptr ptr, void *out)
{
    const block *found = block_of(ptr),
                *b = found && found->capture_id && !(found->is_out && fake.knows_graph_memory) ? NULL : found;
    const int pooled = b && b->pool >= 0, here = current_slot();
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)out = b && !pooled ? (CUcontext)handle_of(CONTEXT, b->context) : NULL;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)out = !b                       ? 0
                           : b->kind == FAKE_PINNED ? (unsigned)CU_MEMORYTYPE_HOST
                                                    : (unsigned)CU_MEMORYTYPE_DEVICE;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)out = b && (here < 0 || access_from(here, b)) ? ptr : 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        if (here < 0) return CUDA_ERROR_INVALID_CONTEXT;
        *(unsigned *)out = b ? access_from(here, b) : 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(void **)out = b && (b->kind == FAKE_PINNED || b->kind == FAKE_MANAGED) ? (void *)(uintptr_t)ptr : NULL;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(unsigned *)out = 0; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        *(unsigned long long *)out = b ? (unsigned long long)b->number : 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)out = b && b->kind == FAKE_MANAGED; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)out = b ? b->device : -2; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        if (b) virtual_range(b, (CUdeviceptr *)out, NULL);
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        if (b) virtual_range(b, NULL, (size_t *)out);
        return CUDA_SUCCESS;
    case 18: /* CU_POINTER_ATTRIBUTE_MAPPING_SIZE, and the next one: by number, for old headers */
        *(size_t *)out = b ? b->bytes : 0;
        return CUDA_SUCCESS;
    case 19: *(CUdeviceptr *)out = b ? b->base : 0; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        *(int *)out = b && b->kind == FAKE_DEVICE && !pooled && b->origin <= OWN_FILE;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        *(unsigned long long *)out = !b       ? 0
                                     : pooled ? (unsigned)fake.pools[b->pool].pool.handle_types &
                                                    (unsigned)number_from_environment("FAKE_CUDA_POOL_TYPES", 15)
                                     : b->origin == VIRTUAL ? (unsigned)virtual_types(b)
                                                            : 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED: *(unsigned *)out = b != NULL; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *(CUmemoryPool *)out = pooled ? (CUmemoryPool)handle_of(POOL, b->pool) : NULL;
        return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult allocate_here(int memory_kind, size_t bytes, CUdeviceptr *out)
{
    int slot = current_slot();
    CUresult result = check_safe();
    if (!result) hosts_wait_all(slot);
    return result ? result : memory_new(memory_kind, fake.contexts[slot].device, slot, -1, bytes, out);
}

ENTRY CUresult CUDAAPI cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    CUresult result = call_begin("cuMemGetInfo", IN_CONTEXT, "");
    if (!result) {
        *total = DEVICE_BYTES;
        *free_bytes = DEVICE_BYTES - used_bytes(fake.contexts[current_slot()].device);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemAlloc_v2(CUdeviceptr *out, size_t bytes)
{
    CUresult result = call_begin("cuMemAlloc", IN_CONTEXT, "bytes=%z", bytes);
    if (!result) result = allocate_here(FAKE_DEVICE, bytes, out);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemFree_v2(CUdeviceptr ptr)
{
    CUresult result = call_begin("cuMemFree", INITIALISED, "ptr=%m", ptr);
    if (!result) result = memory_free_waiting(ptr);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemHostAlloc(void **out, size_t bytes, unsigned flags)
{
    CUresult result = call_begin("cuMemHostAlloc", IN_CONTEXT, "bytes=%z flags=%u", bytes, flags);
    CUdeviceptr ptr = 0;
    if (!result) result = allocate_here(FAKE_PINNED, bytes, &ptr);
    if (!result) *out = (void *)(uintptr_t)ptr;
    return call_end(result);
}

/* cuda.core calls this function. */
ENTRY CUresult CUDAAPI cuMemAllocHost_v2(void **out, size_t bytes)
{
    CUresult result = call_begin("cuMemAllocHost", IN_CONTEXT, "bytes=%z", bytes);
    CUdeviceptr ptr = 0;
    if (!result) result = allocate_here(FAKE_PINNED, bytes, &ptr);
    if (!result) *out = (void *)(uintptr_t)ptr;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemFreeHost(void *ptr)
{
    CUresult result = call_begin("cuMemFreeHost", INITIALISED, "ptr=%m", (CUdeviceptr)(uintptr_t)ptr);
    const block *b = block_of((CUdeviceptr)(uintptr_t)ptr);
    if (!result && (!b || b->kind != FAKE_PINNED || b->pool >= 0)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = memory_free_waiting((CUdeviceptr)(uintptr_t)ptr);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr *out, size_t bytes, unsigned flags)
{
    CUresult result = call_begin("cuMemAllocManaged", IN_CONTEXT, "bytes=%z flags=%u", bytes, flags);
    if (!result && flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = allocate_here(FAKE_MANAGED, bytes, out);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr ptr)
{
    CUresult result = call_begin("cuMemGetAddressRange", INITIALISED, "ptr=%m", ptr);
    const block *b = block_of(ptr);
    if (!result && !b) result = CUDA_ERROR_NOT_FOUND;
    if (!result && base) *base = b->base;
    if (!result && bytes) *bytes = b->bytes;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuPointerGetAttribute(void *out, CUpointer_attribute attribute, CUdeviceptr ptr)
{
    CUresult result = call_begin("cuPointerGetAttribute", INITIALISED, "attribute=%d ptr=%m", (int)attribute, ptr);
    if (!result && !block_of(ptr)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && attribute == CU_POINTER_ATTRIBUTE_DEVICE_POINTER) {
        if (current_slot() < 0) result = CUDA_ERROR_INVALID_CONTEXT;
        if (!result && !access_from(current_slot(), block_of(ptr))) result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) result = pointer_attribute(attribute, ptr, out);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes, void **data,
                                              CUdeviceptr ptr)
{
    CUresult result = call_begin("cuPointerGetAttributes", INITIALISED, "ptr=%m", ptr);
    for (unsigned i = 0; !result && i < count; i++) result = pointer_attribute(attributes[i], ptr, data[i]);
    return call_end(result);
}

static CUdeviceptr allocate_in(CUcontext handle, int memory_kind, size_t bytes)
{
    CUdeviceptr ptr = 0;
    int pool = -1, slot = slot_of(CONTEXT, handle);
    if (slot < 0) return 0;
    if (memory_kind == FAKE_POOL) pool = pool_find(default_pool(fake.contexts[slot].device));
    if (memory_new(memory_kind, fake.contexts[slot].device, slot, pool, bytes, &ptr)) return 0;
    return ptr;
}

EXPORTED CUdeviceptr fake_alloc(int memory_kind, int device, size_t bytes)
{
    LOCKED(CUdeviceptr, allocate_in(primary_pinned(device), memory_kind, bytes));
}

EXPORTED CUdeviceptr fake_alloc_in(CUcontext handle, int memory_kind, size_t bytes)
{
    LOCKED(CUdeviceptr, allocate_in(handle, memory_kind, bytes));
}

EXPORTED void fake_know_graph_memory(int known)
{
    pthread_mutex_lock(&driver_lock);
    fake.knows_graph_memory = known;
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED int fake_free(CUdeviceptr ptr)
{
    LOCKED(int, (int)memory_free(ptr));
}

EXPORTED int fake_device_of(CUdeviceptr ptr, size_t bytes)
{
    LOCKED(int, block_of(ptr) && range_is_known(ptr, bytes) ? block_of(ptr)->device : -1);
}

EXPORTED int fake_live_allocations(void)
{
    LOCKED(int, fake.block_count);
}

EXPORTED size_t fake_live_bytes(void)
{
    LOCKED(size_t, used_bytes(-1));
}
