/* modules.c - modules, functions and their attributes */
#include "driver.h"

void module_end(int slot)
{
    fake.modules[slot].head.alive = 0;
    free(fake.modules[slot].text);
    fake.modules[slot].text = NULL;
    for (int i = 0; i < MAX_SMALL; i++) {
        if (fake.functions[i].owner == slot) fake.functions[i].head.alive = 0;
    }
}

/* The text of a kernel that src/copy/emit/write.c has written; NULL: the image is another one. */
static char *written_text(const char *image)
{
    return strncmp(image, ".version", 8) == 0 && strstr(image, ".entry cucore_copy_written") ? strdup(image) : NULL;
}

static CUresult load_module(const char *name, CUmodule *out, const void *image)
{
    CUresult result = call_begin(name, IN_CONTEXT, "");
    int slot = -1;
    if (!result && !image) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && strncmp((const char *)image, "bad", 3) == 0) result = CUDA_ERROR_INVALID_IMAGE;
    if (!result && (slot = slot_new(MODULE, 0)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        fake.modules[slot].owner = current_slot();
        fake.modules[slot].text = written_text((const char *)image);
        *out = (CUmodule)handle_of(MODULE, slot);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuModuleLoadData(CUmodule *out, const void *image)
{
    return load_module("cuModuleLoadData", out, image);
}

ENTRY CUresult CUDAAPI cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned count, CUjit_option *options,
                                          void **values)
{
    CUresult result = load_module("cuModuleLoadDataEx", out, image);
    char *log = NULL;
    size_t room = 0;
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER) log = (char *)values[i];
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) room = (size_t)(uintptr_t)values[i];
    }
    if (log && (room == 0 || room > 1 << 20)) return CUDA_ERROR_INVALID_VALUE;
    if (log && result == CUDA_ERROR_INVALID_IMAGE) snprintf(log, room, "line 1: that is bad\nline 2");
    return result;
}

ENTRY CUresult CUDAAPI cuModuleUnload(CUmodule module)
{
    CUresult result = call_begin("cuModuleUnload", INITIALISED, "");
    int slot = slot_of(MODULE, module);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) result = check_safe();
    if (!result) {
        context_wait(fake.modules[slot].owner);
        module_end(slot);
    }
    return call_end(result);
}

/* The name of a function contains its attributes: "threads_256", "static_1000", "takes_8_4_1" (sizes of its
 * parameters).  For a "coarse" function the driver reports 48 KB of dynamic memory, of which the static memory is
 * not subtracted. */
static int number_in_name(int slot, const char *word, int otherwise)
{
    const char *found = strstr(fake.functions[slot].name, word);
    return found ? atoi(found + strlen(word)) : otherwise;
}

int parameter_of(int slot, size_t index, size_t *offset, size_t *bytes)
{
    const char *name =
        strcmp(fake.functions[slot].name, "store") == 0 ? "takes_4_4_8" : strstr(fake.functions[slot].name, "takes");
    char *end;
    size_t i, at = 0;
    for (i = 0; name && (name = strchr(name, '_')) != NULL && name[1] >= '0' && name[1] <= '9'; i++) {
        size_t size = (size_t)strtoul(name + 1, &end, 10), alignment = size < 8 ? size : 8;
        at = (at + alignment - 1) / alignment * alignment;
        if (i == index) {
            *offset = at;
            *bytes = size;
            return 1;
        }
        at += size;
        name = end;
    }
    return 0;
}

/* A module has functions of every name except "missing". */
ENTRY CUresult CUDAAPI cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    CUresult result = call_begin("cuModuleGetFunction", INITIALISED, "");
    int slot = slot_of(MODULE, module), made = -1;
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && strcmp(name, "missing") == 0) result = CUDA_ERROR_NOT_FOUND;
    if (!result && (made = slot_new(FUNCTION, 0)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        fake.functions[made].owner = slot;
        snprintf(fake.functions[made].name, sizeof fake.functions[made].name, "%s", name);
        fake.functions[made].wide = 0;
        fake.functions[made].shared = (unsigned)((48 << 10) - number_in_name(made, "static_", 0));
        *out = (CUfunction)handle_of(FUNCTION, made);
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuFuncGetAttribute(int *out, CUfunction_attribute attribute, CUfunction function)
{
    CUresult result =
        call_begin("cuFuncGetAttribute", INITIALISED, "function=%k attribute=%u", function, (unsigned)attribute);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        *out = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? number_in_name(slot, "threads_", 1024)
               : attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES   ? number_in_name(slot, "static_", 0)
               : attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
                   ? (strstr(fake.functions[slot].name, "coarse") ? 48 << 10 : (int)fake.functions[slot].shared)
                   : 32;
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes)
{
    CUresult result = call_begin("cuFuncGetParamInfo", INITIALISED, "function=%k index=%z", function, index);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && !parameter_of(slot, index, offset, bytes)) result = CUDA_ERROR_INVALID_VALUE;
    return call_end(result);
}

/* Returns how many blocks fit on a multiprocessor: of 2048 threads, 32 blocks and its shared memory, of which the
 * driver takes 1 KB for each block. */
int blocks_at_a_time(int slot, int threads, size_t shared)
{
    size_t each = shared + (size_t)number_in_name(slot, "static_", 0) + 1024;
    int blocks = 2048 / threads;
    if (blocks > 32) blocks = 32;
    return (size_t)blocks * each > (size_t)fake.shared_most ? (int)((size_t)fake.shared_most / each) : blocks;
}

ENTRY CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                                   size_t shared)
{
    CUresult result = call_begin("cuOccupancyMaxActiveBlocksPerMultiprocessor", IN_CONTEXT,
                                 "function=%k block=%d shared=%z", function, threads, shared);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && (threads < 1 || shared > fake.functions[slot].shared)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *blocks = blocks_at_a_time(slot, threads, shared);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function, const CUlaunchConfig *c)
{
    CUresult result =
        call_begin("cuOccupancyMaxPotentialClusterSize", IN_CONTEXT, "function=%k block=%ux%ux%u shared=%u", function,
                   c->blockDimX, c->blockDimY, c->blockDimZ, c->sharedMemBytes);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && (!c->blockDimX || c->sharedMemBytes > fake.functions[slot].shared))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *size = fake.functions[slot].wide ? 16 : 8;
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    CUresult result = call_begin("cuFuncSetAttribute", INITIALISED, "function=%k attribute=%u value=%u", function,
                                 (unsigned)attribute, (unsigned)value);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) {
        fake.functions[slot].wide = value;
        return call_end(result);
    }
    if (!result && (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 ||
                    value > fake.shared_most - 1024 - number_in_name(slot, "static_", 0)))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) fake.functions[slot].shared = (unsigned)value;
    return call_end(result);
}

EXPORTED int fake_live_modules(void)
{
    LOCKED(int, count_alive(MODULE, 0));
}
