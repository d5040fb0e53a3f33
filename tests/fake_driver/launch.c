/* launch.c - launches */
#include "driver.h"
#include "ptx_run.h"

/* Runs the kernels of cucore_copy.h, and "store": store(int n, int value, int *out) writes out[0] to out[n - 1].  A
 * launch of any other kernel is only recorded. */
void run_kernel(const kernel *function, const unsigned *grid, unsigned threads, void **parameters)
{
    const char *name = function->name, *text = fake.modules[function->owner].text;
    if (text) {
        ptx_run(text, grid, threads, parameters[0]);
        return;
    }
    if (strncmp(name, "cucore_copy_", 12) == 0) (void)copy_kernels_launch(name, grid, threads, parameters[0]);
    if (strcmp(name, "store") == 0) {
        int i, n = *(int *)parameters[0];
        for (i = 0; i < n && (unsigned)i < grid[0] * threads; i++) (*(int **)parameters[2])[i] = *(int *)parameters[1];
    }
}

/* Launches of the kernels of blocks in the last capture, to be run again. */
enum { BLOCKS_PARAMETERS = 4096, MAX_CAPTURED = 64 };
static struct {
    uint64_t id; /* of the capture */
    int count;
    struct {
        char name[40];
        unsigned grid[3], threads;
        union {
            uint64_t aligned;
            unsigned char bytes[BLOCKS_PARAMETERS];
        } parameters;
    } launches[MAX_CAPTURED];
} blocks_captured;

static void capture_launch(uint64_t id, const char *name, const unsigned *grid, unsigned threads,
                           const void *parameters)
{
    const int n = blocks_captured.id == id ? blocks_captured.count : 0;
    blocks_captured.id = id;
    if (n == MAX_CAPTURED) return;
    strcpy(blocks_captured.launches[n].name, name);
    memcpy(blocks_captured.launches[n].grid, grid, sizeof blocks_captured.launches[n].grid);
    blocks_captured.launches[n].threads = threads;
    memcpy(blocks_captured.launches[n].parameters.bytes, parameters, copy_kernels_room(name));
    blocks_captured.count = n + 1;
}

static int capture_replay(void)
{
    for (int i = 0; i < blocks_captured.count; i++) {
        (void)copy_kernels_launch(blocks_captured.launches[i].name, blocks_captured.launches[i].grid,
                                  blocks_captured.launches[i].threads, blocks_captured.launches[i].parameters.bytes);
    }
    return blocks_captured.count;
}

EXPORTED int fake_capture_replay(void)
{
    LOCKED(int, capture_replay());
}

static void note_parameter(node *n, const void *value, size_t bytes)
{
    void *copy = n->parameter_count < MAX_PARAMETERS ? malloc(bytes) : NULL;
    if (copy) n->parameters[n->parameter_count++] = memcpy(copy, value, bytes);
}

/* Notes a launch in the graph of a capture, with parameters of known sizes. */
static void note_launch(node *n, int slot, const unsigned *grid, unsigned threads, void **parameters)
{
    const kernel *function = &fake.functions[slot];
    const char *text = fake.modules[function->owner].text, *array = text ? strstr(text, ".b8 p[") : NULL;
    size_t offset, bytes = array ? (size_t)atoi(array + 6) : copy_kernels_size(function->name), i;
    n->function = slot;
    n->threads = threads;
    memcpy(n->grid, grid, sizeof n->grid);
    if (bytes) note_parameter(n, parameters[0], bytes);
    for (i = 0; !bytes && parameter_of(slot, i, &offset, &bytes); i++, bytes = 0)
        note_parameter(n, parameters[i], bytes);
}

/* Memory of the driver needs access; the stream is `what`. */
static int may_touch(uint64_t address, int writes, void *what)
{
    const stream *s = (const stream *)what;
    const block *b = block_of((CUdeviceptr)address);
    const unsigned needed = writes ? 3 : 1;
    return !b || (access_from(s->context, b) & needed) == needed;
}

static CUresult launch(CUresult result, CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, CUstream handle,
                       void **parameters)
{
    int slot = slot_of(FUNCTION, function);
    unsigned grid[3];
    stream *s;
    node *n;
    grid[0] = grid_x, grid[1] = grid_y, grid[2] = grid_z;
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) result = stream_use(handle, &s);
    if (!result && fake.modules[fake.functions[slot].owner].owner != s->context) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && (!grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z ||
                    (uint64_t)block_x * block_y * block_z > 1024 || shared > fake.functions[slot].shared)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result &&
        !copy_kernels_touched(fake.functions[slot].name, grid, parameters ? parameters[0] : NULL, may_touch, s)) {
        result = CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    if (!result) stream_work(s);
    if (!result && s->capture && copy_kernels_room(fake.functions[slot].name)) {
        capture_launch(capture_of(s)->id, fake.functions[slot].name, grid, block_x, parameters[0]);
    }
    if (!result && (n = node_add(s, NODE_KERNEL)) != NULL) {
        n->shared = shared;
        note_launch(n, slot, grid, block_x, parameters);
    }
    if (!result) run_kernel(&fake.functions[slot], grid, block_x, parameters);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                      CUstream handle, void **parameters, void **extra)
{
    CUresult result =
        call_begin("cuLaunchKernel", INITIALISED, "function=%k grid=%ux%ux%u block=%ux%ux%u shared=%u stream=%s",
                   function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, handle);
    (void)extra;
    return launch(result, function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, handle, parameters);
}

/* Adds what the attributes demand to the line of the call: " cluster=2x1x1 cooperative programmatic". */
static CUresult launch_attributes(CUresult result, const CUlaunchConfig *c, CUfunction function)
{
    int slot = slot_of(FUNCTION, function);
    if (slot < 0) return result;
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const CUlaunchAttributeValue *value = &c->attrs[i].value;
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            const unsigned x = value->clusterDim.x, y = value->clusterDim.y, z = value->clusterDim.z;
            log_add(" cluster=%ux%ux%u", x, y, z);
            if (!x || !y || !z || c->gridDimX % x || c->gridDimY % y || c->gridDimZ % z || x * y * z > 16 ||
                (x * y * z > 8 && !fake.functions[slot].wide)) {
                result = result ? result : CUDA_ERROR_INVALID_CLUSTER_SIZE;
            }
        } else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE && value->cooperative) {
            const unsigned threads = c->blockDimX * c->blockDimY * c->blockDimZ;
            log_add(" cooperative");
            if (!result && (uint64_t)c->gridDimX * c->gridDimY * c->gridDimZ >
                               132 * (uint64_t)blocks_at_a_time(slot, (int)threads, c->sharedMemBytes)) {
                result = CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
            }
        } else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION &&
                   value->programmaticStreamSerializationAllowed) {
            log_add(" programmatic");
        }
    }
    return result;
}

ENTRY CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction function, void **parameters, void **extra)
{
    CUresult result =
        call_begin("cuLaunchKernelEx", INITIALISED,
                   "function=%k grid=%ux%ux%u block=%ux%ux%u shared=%u stream=%s attributes=%u first=%u", function,
                   c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ, c->sharedMemBytes,
                   c->hStream, c->numAttrs, c->numAttrs ? (unsigned)c->attrs[0].id : 0);
    (void)extra;
    result = launch_attributes(result, c, function);
    return launch(result, function, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ,
                  c->sharedMemBytes, c->hStream, parameters);
}
