/* tensor_maps.c - tensor maps */
#include "driver.h"

/* The rules are of cuda.h 13.0, in the order of its page.  They are written as numbers, because older headers lack
 * some of the names. */
enum { TYPES = 16, U4_ALIGN8B = 13, U4_ALIGN16B = 14, U6_ALIGN16B = 15, SWIZZLES = 7, ATOM_32B = 4, ATOM_64B = 6 };
static const unsigned char element_bits[TYPES] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 4, 4, 6};

/* The parameters that both modes have. */
typedef struct tensor {
    CUtensorMap *map;
    int type;
    unsigned rank;
    uint64_t address;
    const cuuint64_t *extents, *strides;
    const cuuint32_t *steps;
    int interleave, swizzle, promotion, fill;
} tensor;

static int is_padded(const tensor *t)
{
    return t->type == U4_ALIGN16B || t->type == U6_ALIGN16B;
}

static int is_float(int type)
{
    return type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16 || type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32 ||
           type == CU_TENSOR_MAP_DATA_TYPE_FLOAT64 || type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 ||
           type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 ||
           type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
}

static int tensor_memory_is_right(const tensor *t, unsigned least_rank)
{
    const uint64_t aligned = t->interleave == CU_TENSOR_MAP_INTERLEAVE_32B || is_padded(t) ? 32 : 16;
    if ((uintptr_t)t->map % 64) return 0;
    if (t->type < 0 || t->type >= TYPES) return 0;
    if (t->rank < least_rank || t->rank > 5) return 0;
    if (t->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE && t->rank < 3) return 0;
    if (t->address % aligned) return 0;
    for (unsigned i = 0; i < t->rank; i++) {
        if (t->extents[i] == 0 || t->extents[i] > (uint64_t)1 << 32) return 0;
    }
    if (is_padded(t) && t->extents[0] % 128) return 0;
    if (t->type == U4_ALIGN8B && t->extents[0] % 2) return 0;
    for (unsigned i = 0; i + 1 < t->rank; i++) {
        if (t->strides[i] % aligned || t->strides[i] >= (uint64_t)1 << 40) return 0;
    }
    return 1;
}

static int tensor_modes_are_right(const tensor *t, unsigned inner)
{
    static const int span[SWIZZLES] = {0, 32, 64, 128, 128, 128, 128};
    for (unsigned i = 0; i < t->rank; i++) {
        if (t->steps[i] == 0 || t->steps[i] > 8) return 0;
    }
    if (t->interleave < 0 || t->interleave > CU_TENSOR_MAP_INTERLEAVE_32B) return 0;
    if (t->swizzle < 0 || t->swizzle >= SWIZZLES) return 0;
    if (t->interleave == CU_TENSOR_MAP_INTERLEAVE_NONE && t->swizzle != CU_TENSOR_MAP_SWIZZLE_NONE &&
        (int)inner * element_bits[t->type] > 8 * span[t->swizzle]) {
        return 0;
    }
    if (t->type == U6_ALIGN16B && t->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) return 0;
    if (t->interleave == CU_TENSOR_MAP_INTERLEAVE_32B && t->swizzle != CU_TENSOR_MAP_SWIZZLE_32B) return 0;
    if (is_padded(t) && t->swizzle != CU_TENSOR_MAP_SWIZZLE_NONE && t->swizzle != CU_TENSOR_MAP_SWIZZLE_128B &&
        t->swizzle != ATOM_32B && !(t->type == U6_ALIGN16B && t->swizzle == ATOM_64B)) {
        return 0;
    }
    if (t->promotion < 0 || t->promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B) return 0;
    if (t->fill < 0 || t->fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA) return 0;
    return t->fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || is_float(t->type);
}

static CUresult tensor_capability(const tensor *t)
{
    const int major = fake.capability[0] ? fake.capability[0] / 10 : 9;
    if (major < 9) return CUDA_ERROR_NOT_SUPPORTED;
    return major < 10 && (t->type >= U4_ALIGN8B || t->swizzle >= ATOM_32B) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

/* Writes "name=(1,2) "; returns its length. */
static size_t describe(char *text, size_t room, const char *name, const long long *numbers, unsigned count)
{
    size_t length = (size_t)snprintf(text, room, "%s=(", name);
    for (unsigned i = 0; i < count && i < 5; i++) {
        length += (size_t)snprintf(text + length, room - length, i ? ",%lld" : "%lld", numbers[i]);
    }
    return length + (size_t)snprintf(text + length, room - length, ") ");
}

static size_t describe_unsigned(char *text, size_t room, const char *name, const cuuint64_t *longs,
                                const cuuint32_t *ints, unsigned count)
{
    long long numbers[5] = {0, 0, 0, 0, 0};
    for (unsigned i = 0; i < count && i < 5; i++) numbers[i] = longs ? (long long)longs[i] : (long long)ints[i];
    return describe(text, room, name, numbers, count);
}

static size_t describe_corner(char *text, size_t room, const char *name, const int *corner, unsigned count)
{
    long long numbers[5] = {0, 0, 0, 0, 0};
    for (unsigned i = 0; i < count && i < 5; i++) numbers[i] = corner[i];
    return describe(text, room, name, numbers, count);
}

/* Writes the line of the log, in which %m is the address. */
static void describe_tensor(char *text, size_t room, const tensor *t, const char *middle)
{
    size_t length = (size_t)snprintf(text, room, "type=%d rank=%u address=%%m ", t->type, t->rank);
    length += describe_unsigned(text + length, room - length, "extents", t->extents, NULL, t->rank);
    length += describe_unsigned(text + length, room - length, "strides", t->strides, NULL, t->rank ? t->rank - 1 : 0);
    length += (size_t)snprintf(text + length, room - length, "%s", middle);
    length += describe_unsigned(text + length, room - length, "steps", NULL, t->steps, t->rank);
    (void)snprintf(text + length, room - length, "interleave=%d swizzle=%d promotion=%d fill=%d", t->interleave,
                   t->swizzle, t->promotion, t->fill);
}

/* The map contains a hash of its parameters; a real one is as opaque. */
enum { TENSOR_MAP = 0x7A3A };

static CUresult tensor_end(const tensor *t, const char *line, CUresult result)
{
    uint64_t hash = 1469598103934665603u;
    if (!result) {
        for (; *line; line++) hash = (hash ^ (unsigned char)*line) * 1099511628211u;
        memset(t->map, 0, sizeof *t->map);
        t->map->opaque[0] = TENSOR_MAP;
        t->map->opaque[1] = t->address;
        t->map->opaque[2] = t->interleave == CU_TENSOR_MAP_INTERLEAVE_32B || is_padded(t) ? 32 : 16;
        t->map->opaque[15] = hash;
    } else {
        memset(t->map, 0xEE, sizeof *t->map); /* no page promises that a map stays as it was after a failure */
    }
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                              void *address, const cuuint64_t *extents, const cuuint64_t *strides,
                                              const cuuint32_t *box, const cuuint32_t *steps,
                                              CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                              CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const tensor t = {map,   (int)type,       rank,         (uintptr_t)address, extents,  strides,
                      steps, (int)interleave, (int)swizzle, (int)promotion,     (int)fill};
    char line[1024], middle[128];
    CUresult result;
    int right;
    (void)describe_unsigned(middle, sizeof middle, "box", NULL, box, rank);
    describe_tensor(line, sizeof line, &t, middle);
    result = call_begin("cuTensorMapEncodeTiled", IN_CONTEXT, line, (CUdeviceptr)t.address);
    right = tensor_memory_is_right(&t, 1);
    for (unsigned i = 0; right && i < rank; i++) right = box[i] > 0 && box[i] <= 256;
    if (right && interleave == CU_TENSOR_MAP_INTERLEAVE_NONE) right = box[0] * element_bits[type] % 128 == 0;
    if (right && is_padded(&t)) right = box[0] == 128;
    if (right) right = tensor_modes_are_right(&t, box[0]);
    if (!result) result = tensor_capability(&t);
    if (!result && !right) result = CUDA_ERROR_INVALID_VALUE;
    return tensor_end(&t, line, result);
}

ENTRY CUresult CUDAAPI cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                               void *address, const cuuint64_t *extents, const cuuint64_t *strides,
                                               const int *lower, const int *upper, cuuint32_t channels,
                                               cuuint32_t pixels, const cuuint32_t *steps,
                                               CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                               CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const tensor t = {map,   (int)type,       rank,         (uintptr_t)address, extents,  strides,
                      steps, (int)interleave, (int)swizzle, (int)promotion,     (int)fill};
    const int least[6] = {0, 0, 0, -32768, -128, -16}, most[6] = {0, 0, 0, 32767, 127, 15};
    const unsigned corners = rank >= 3 && rank <= 5 ? rank - 2 : 0;
    char line[1024], middle[256];
    CUresult result;
    size_t length;
    int right;
    length = describe_corner(middle, sizeof middle, "lower", lower, corners);
    length += describe_corner(middle + length, sizeof middle - length, "upper", upper, corners);
    (void)snprintf(middle + length, sizeof middle - length, "channels=%u pixels=%u ", channels, pixels);
    describe_tensor(line, sizeof line, &t, middle);
    result = call_begin("cuTensorMapEncodeIm2col", IN_CONTEXT, line, (CUdeviceptr)t.address);
    right = tensor_memory_is_right(&t, 3);
    for (unsigned i = 0; right && i < corners; i++) {
        right = lower[i] >= least[rank] && lower[i] <= most[rank] && upper[i] >= least[rank] && upper[i] <= most[rank];
        /* the axes after the channels: from `lower` after the first to `upper` after the last element */
        if (right) right = (int64_t)extents[i + 1] - 1 + upper[i] >= lower[i];
    }
    if (right) right = channels <= 256 && channels > 0 && pixels <= 1024 && pixels > 0;
    if (right && is_padded(&t)) right = channels == 128;
    if (right) right = tensor_modes_are_right(&t, channels);
    if (!result) result = tensor_capability(&t);
    if (!result && !right) result = CUDA_ERROR_INVALID_VALUE;
    return tensor_end(&t, line, result);
}

ENTRY CUresult CUDAAPI cuTensorMapReplaceAddress(CUtensorMap *map, void *address)
{
    CUresult result =
        call_begin("cuTensorMapReplaceAddress", IN_CONTEXT, "address=%m", (CUdeviceptr)(uintptr_t)address);
    if (!result && ((uintptr_t)map % 64 || map->opaque[0] != TENSOR_MAP || (uintptr_t)address % map->opaque[2])) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        map->opaque[1] = (uintptr_t)address;
    } else if ((uintptr_t)map % 64 == 0) {
        memset(map, 0xEE, sizeof *map);
    }
    return call_end(result);
}
