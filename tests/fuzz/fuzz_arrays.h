/* fuzz_arrays.h - what the fuzzers of copies share: input, memory of every kind, layouts, and a model of elements.
 * Include it after cucore_copy.h, whose driver is the fake one (CUCORE_LINK_DRIVER). */
#ifndef CUCORE_TESTS_FUZZ_ARRAYS_H
#define CUCORE_TESTS_FUZZ_ARRAYS_H

#include "../fake_driver/fake_cuda.h"

#include <stdlib.h>

#include "fuzz_input.h"

#define MOST 4096  /* elements */
#define ROOM 65536 /* bytes of an array */
#define REDZONE 32 /* bytes around memory that kernels read in whole words */

#ifdef __clang__
#define MODEL                                                                                                          \
    __attribute__((no_sanitize("coverage"))) static inline /* inputs that matter to the model alone are not kept */
#else
#define MODEL static inline
#endif

#define REQUIRE(condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\nlast error: %s\nplan: %s\n", __FILE__, __LINE__, #condition,                   \
                    cucore_last_error()->message, plan_text);                                                          \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

__extension__ typedef __int128 wide;

static char plan_text[512];

/* ---- arrays ---- */
static const struct place {
    int memory; /* of fake_alloc; -1: malloc */
    int device_type, device;
} places[] = {{-1, CUCORE_DEVICE_TYPE_CPU, -1},
              {FAKE_PINNED, CUCORE_DEVICE_TYPE_CUDA_HOST, -1},
              {FAKE_DEVICE, CUCORE_DEVICE_TYPE_CUDA, 0},
              {FAKE_DEVICE, CUCORE_DEVICE_TYPE_CUDA, 1},
              {FAKE_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 0},
              {FAKE_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 1},
              {FAKE_PINNED, CUCORE_DEVICE_TYPE_CPU, -1}}; /* said to be plain */
enum { PLACES = (int)(sizeof places / sizeof *places) };

typedef struct array {
    const struct place *place;
    unsigned char *memory; /* what to free */
    unsigned char *bytes;
    int64_t size;
    cucore_view view;
    int64_t bit[MOST]; /* of each element of dst in C order, from `bytes` */
} array;

MODEL void memory_take(array *a, int64_t size)
{
    int64_t i, around = a->place->memory < 0 ? 0 : REDZONE;
    a->size = size;
    a->memory = around ? (unsigned char *)(uintptr_t)fake_alloc(
                             a->place->memory, a->place->device < 0 ? 0 : a->place->device, (size_t)(size + 2 * around))
                       : (unsigned char *)malloc((size_t)size + 1);
    REQUIRE(a->memory);
    a->bytes = a->memory + around;
    for (i = 0; i < size; i++) a->bytes[i] = (unsigned char)((uint64_t)(i + 1) * 0x9E3779B97F4A7C15u >> 40);
    for (i = 0; i < around; i++) a->memory[i] = a->bytes[size + i] = REDZONE;
}

static inline void memory_give(array *a)
{
    if (a->place->memory < 0) {
        free(a->memory);
    } else {
        REQUIRE(fake_free((CUdeviceptr)(uintptr_t)a->memory) == 0);
    }
}

MODEL int count_of(const int64_t *shape, int ndim)
{
    int64_t n = 1;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] == 0) return 0;
    }
    for (int i = 0; i < ndim; i++) {
        if ((n *= shape[i]) > MOST) return MOST + 1;
    }
    return (int)n;
}

/* Lowest offset and elements from the lowest to the highest; 0, 0 when empty. */
MODEL void bounds_of(const cucore_layout *layout, int64_t *low, int64_t *span)
{
    int64_t high = 0;
    *low = *span = 0;
    if (count_of(layout->shape, layout->ndim) == 0) return;
    for (int i = 0; i < layout->ndim; i++) {
        int64_t reach = (layout->shape[i] - 1) * layout->strides[i];
        if (reach < 0)
            *low += reach;
        else
            high += reach;
    }
    *span = high - *low + 1;
}

/* Bit offsets from the origin of all elements of `shape`, which the layout has or stretches to. */
MODEL void enumerate(const cucore_layout *layout, const int64_t *shape, int ndim, int count, int64_t origin_bit,
                     int64_t *bit)
{
    int k, i, missing = ndim - layout->ndim;
    for (k = 0; k < count; k++) {
        int64_t rest = k, at = 0;
        for (i = ndim - 1; i >= 0; i--) {
            int64_t index = rest % shape[i];
            rest /= shape[i];
            if (i >= missing && layout->shape[i - missing] > 1) at += index * layout->strides[i - missing];
        }
        bit[k] = origin_bit + at * layout->itembits;
    }
}

/* Dense in some order of the axes, with gaps and turned; some repeat.  Or small numbers. */
static inline void strides_of(input *in, const int64_t *shape, int ndim, int may_repeat, int64_t *strides)
{
    int order[CUCORE_MAX_NDIM], i, how = byte_of(in);
    int64_t step = 1;
    for (i = 0; i < ndim; i++) order[i] = ndim - 1 - i;
    if (how % 16 == 15) {
        for (i = 0; i < ndim; i++) strides[i] = below(in, 61) - 30;
        return;
    }
    for (i = ndim - 1; i > 0 && (how & 1); i--) {
        int j = below(in, i + 1), other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
    for (i = 0; i < ndim; i++) {
        int axis = order[i], form = how & 2 ? byte_of(in) : 0;
        strides[axis] = form & 1 ? -step : step;
        if (shape[axis] > 1) step *= shape[axis];
        if (form & 2) step += 1 + (form >> 4);
        if (form & 4) step *= 1 + (form >> 6);
        if (step > 8 * ROOM) step = 8 * ROOM; /* more than an array may have */
        if (may_repeat && (how & 4) && below(in, 3) == 0) strides[axis] = 0;
    }
}

static const int64_t extents[] = {1, 2, 3, 0, 4, 5, 7, 8, 9, 16, 17, 33, 64, 65, 130, 256, 300, 512};
static const int64_t itemsizes[] = {1, 2, 4, 8, 16, 3, 5, 6, 7, 12, 24, 32, 33, 64, 100, 256, 300, 512, 1000, 4100};
#define PICK(in, table) table[below((in), (int)(sizeof table / sizeof *table))]

static inline int shape_of(input *in, int64_t *shape, int64_t itemsize)
{
    int i, ndim = below(in, 8), volume;
    if (ndim == 7) ndim = below(in, CUCORE_MAX_NDIM + 1);
    for (i = 0; i < ndim; i++) {
        shape[i] = i < 12 ? PICK(in, extents) : 1;
        volume = count_of(shape, i + 1);
        if (shape[i] == 0 && below(in, 4)) shape[i] = 1;
        if (volume > MOST || volume * itemsize > ROOM / 4) shape[i] = 1;
    }
    return ndim;
}

/* The layout of src: that of dst in other strides, with axes that repeat or are missing. */
static inline void source_of(input *in, const cucore_layout *dst, cucore_layout *src)
{
    int i, how = byte_of(in), missing = how % 4 == 3 && dst->ndim > 0 ? below(in, dst->ndim + 1) : 0;
    *src = *dst;
    src->ndim = dst->ndim - missing;
    for (i = 0; i < src->ndim; i++) {
        src->shape[i] = dst->shape[i + missing];
        if ((how & 4) && below(in, 3) == 0) src->shape[i] = below(in, 16) ? 1 : 2;
    }
    strides_of(in, src->shape, src->ndim, 1, src->strides);
}

/* Opaque bytes, or packed numbers of as many bits. */
static inline cucore_dtype dtype_of(const cucore_layout *layout)
{
    if (layout->itembits == (int64_t)(8 * (uint64_t)layout->itemsize))
        return cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)layout->itemsize);
    return cucore_dtype_make(CUCORE_CODE_UINT, (int)(layout->itembits & 255), 1);
}

static inline void view_of(array *a, int64_t first_bit)
{
    a->view.ptr = a->bytes + first_bit / 8;
    a->view.device_type = a->place->device_type;
    a->view.device_id = a->place->device;
    a->view.dtype = dtype_of(&a->view.layout);
}

/* ---- what must be refused ---- */
static inline int stretches(const cucore_layout *src, const cucore_layout *dst)
{
    int i, missing = dst->ndim - src->ndim;
    if (missing < 0) return 0;
    for (i = 0; i < src->ndim; i++) {
        if (src->shape[i] != dst->shape[i + missing] && src->shape[i] != 1) return 0;
    }
    return 1;
}

static unsigned char marks[ROOM * 8];

/* Does a bit belong to two elements? */
MODEL int collides(const array *a, int count, int64_t bits)
{
    int k, twice = 0;
    memset(marks, 0, (size_t)a->size * 8);
    for (k = 0; k < count; k++) {
        for (int64_t j = 0; j < bits; j++) twice |= marks[a->bit[k] + j]++;
    }
    return twice != 0;
}

MODEL void bits_copy(unsigned char *to, int64_t to_bit, const unsigned char *from, int64_t from_bit, int64_t bits)
{
    if ((to_bit | from_bit | bits) % 8 == 0) {
        memcpy(to + to_bit / 8, from + from_bit / 8, (size_t)(bits / 8));
        return;
    }
    for (int64_t i = 0; i < bits; i++) {
        int64_t t = to_bit + i, f = from_bit + i;
        unsigned char mask = (unsigned char)(1u << t % 8);
        to[t / 8] = (unsigned char)(from[f / 8] >> f % 8 & 1 ? to[t / 8] | mask : to[t / 8] & ~mask);
    }
}

#endif
