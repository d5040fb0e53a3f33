/* make fuzz; or make build/fuzz/fuzz_copy && build/fuzz/fuzz_copy -max_total_time=600 build/fuzz/corpus/fuzz_copy
 *
 * The fake driver is linked in, so that its "device memory" and the kernels, which it runs on the host, have the
 * sanitizers, too.  Without -fsanitize=fuzzer these two are faster, and only the headers count as covered.
 *
 * Copies of views between all kinds of memory, with pieces so small that a few hundred bytes take several, against a
 * model that knows nothing of plans: the list of the bit address of every element, from which follows what must be
 * refused and every byte of dst afterwards, gaps included (B87).  A second mode plans copies of layouts made of arbitrary
 * 64-bit numbers: what does not fit must be refused, and what is planned must map single elements as the views do. */
#define CUCORE_COPY_PIECE 4096
#define CUCORE_COPY_STAGE 256
#define CUCORE_COPY_VERIFY 4096
#define CUCORE_IMPLEMENTATION
#include "cucore_copy.h"
#include "../fake_driver/fake_cuda.h"
#include "tangled.h"

#include <stdlib.h>

#define MOST 4096  /* elements */
#define ROOM 65536 /* bytes of an array */
#define REDZONE 32 /* bytes around memory that kernels read in whole words */

#ifdef __clang__
#define MODEL __attribute__((no_sanitize("coverage"))) static /* inputs that matter to the model alone are not kept */
#else
#define MODEL static
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

/* ---- input ---- */
typedef struct input {
    const uint8_t *data;
    size_t left;
} input;

static int byte_of(input *in)
{
    if (!in->left) return 0;
    in->left--;
    return *in->data++;
}

static int below(input *in, int bound)
{
    return bound > 0 ? byte_of(in) % bound : 0;
}

static int64_t wild_of(input *in)
{
    static const int64_t edges[] = {0, 1, -1, 2, 3, -2, 7, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1};
    int64_t base = edges[below(in, 11)];
    int kind = below(in, 4), shift = below(in, 64);
    if (kind == 0) return base;
    if (kind == 1) return (int64_t)((uint64_t)1 << shift);
    if (kind == 2) return (int64_t)(((uint64_t)1 << shift) - 1);
    return (int64_t)(0 - ((uint64_t)1 << shift));
}

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

static void memory_give(array *a)
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
    int i;
    for (i = 0; i < ndim; i++) {
        if (shape[i] == 0) return 0;
    }
    for (i = 0; i < ndim; i++) {
        if ((n *= shape[i]) > MOST) return MOST + 1;
    }
    return (int)n;
}

/* Lowest offset and elements from the lowest to the highest; 0, 0 when empty. */
MODEL void bounds_of(const cucore_layout *layout, int64_t *low, int64_t *span)
{
    int64_t high = 0;
    int i;
    *low = *span = 0;
    if (count_of(layout->shape, layout->ndim) == 0) return;
    for (i = 0; i < layout->ndim; i++) {
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
static void strides_of(input *in, const int64_t *shape, int ndim, int may_repeat, int64_t *strides)
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

static int shape_of(input *in, int64_t *shape, int64_t itemsize)
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
static void source_of(input *in, const cucore_layout *dst, cucore_layout *src)
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
static cucore_dtype dtype_of(const cucore_layout *layout)
{
    if (layout->itembits == (int64_t)(8 * (uint64_t)layout->itemsize))
        return cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)layout->itemsize);
    return cucore_dtype_make(CUCORE_CODE_UINT, (int)(layout->itembits & 255), 1);
}

static void view_of(array *a, int64_t first_bit)
{
    a->view.ptr = a->bytes + first_bit / 8;
    a->view.device_type = a->place->device_type;
    a->view.device_id = a->place->device;
    a->view.dtype = dtype_of(&a->view.layout);
}

/* ---- what must be refused ---- */
static int stretches(const cucore_layout *src, const cucore_layout *dst)
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
    int64_t j;
    int k, twice = 0;
    memset(marks, 0, (size_t)a->size * 8);
    for (k = 0; k < count; k++) {
        for (j = 0; j < bits; j++) twice |= marks[a->bit[k] + j]++;
    }
    return twice != 0;
}

/* Packed elements: is each byte of dst that is written one byte of src? */
MODEL int is_of_bytes(const array *dst, const array *src, int count, int64_t bits)
{
    static int64_t from[ROOM * 8];
    int64_t j, n = dst->size * 8;
    int k;
    for (j = 0; j < n; j++) from[j] = -1;
    for (k = 0; k < count; k++) {
        for (j = 0; j < bits; j++) from[dst->bit[k] + j] = src->bit[k] + j;
    }
    for (j = 0; j < n; j += 8) {
        int none = 1, whole = from[j] >= 0 && from[j] % 8 == 0, i;
        for (i = 0; i < 8; i++) {
            none &= from[j + i] < 0;
            whole &= from[j + i] == from[j] + i;
        }
        if (!none && !whole) return 0;
    }
    return 1;
}

/* ---- a copy ---- */
typedef struct world {
    CUcontext primary[2];
    CUstream stream[2];
} world;
static world w;
static array dst, src;
static unsigned char before[ROOM + 8], expected[ROOM + 8];

MODEL void bits_copy(unsigned char *to, int64_t to_bit, const unsigned char *from, int64_t from_bit, int64_t bits)
{
    int64_t i;
    if ((to_bit | from_bit | bits) % 8 == 0) {
        memcpy(to + to_bit / 8, from + from_bit / 8, (size_t)(bits / 8));
        return;
    }
    for (i = 0; i < bits; i++) {
        int64_t t = to_bit + i, f = from_bit + i;
        unsigned char mask = (unsigned char)(1u << t % 8);
        to[t / 8] = (unsigned char)(from[f / 8] >> f % 8 & 1 ? to[t / 8] | mask : to[t / 8] & ~mask);
    }
}

static cucore_status go(input *in, CUstream stream, cucore_blocking blocking, int device)
{
    static cucore_copy_plan plan, poison;
    cucore_copy_options options;
    cucore_status status;
    int times = below(in, 4);
    memset(&options, 0, sizeof options);
    options.blocking = blocking;
    if (src.bytes == dst.bytes && times > 1) times = 1; /* the second copy would read what the first one wrote */
    plan_text[0] = '\0';
    memset(&poison, 0xA5, sizeof poison);
    memset(&plan, 0xA5, sizeof plan);
    status = cucore_copy_plan_make(&dst.view, &src.view, device, &options, &plan);
    if (status) {
        REQUIRE(memcmp(&plan, &poison, sizeof plan) == 0);
    } else {
        REQUIRE(cucore_copy_plan_format(&plan, plan_text, sizeof plan_text) < sizeof plan_text);
    }
    /* To the planner, plain memory is pageable; only the call asks the driver. */
    if (times == 0 || dst.place == &places[PLACES - 1] || src.place == &places[PLACES - 1]) {
        return cucore_view_copy(&dst.view, &src.view, stream, &options);
    }
    while (!status && times-- > 0) status = cucore_copy_plan_run(&plan, stream, &options);
    return status;
}

static int device_of(input *in)
{
    if (dst.place->memory == FAKE_DEVICE && src.place->memory == FAKE_DEVICE && below(in, 2)) return src.place->device;
    if (dst.place->memory == FAKE_DEVICE) return dst.place->device;
    if (src.place->memory == FAKE_DEVICE) return src.place->device;
    return below(in, 2);
}

MODEL void must_be(const unsigned char *wanted)
{
    int64_t i;
    for (i = 0; i < dst.size; i++) {
        if (dst.bytes[i] == wanted[i]) continue;
        fprintf(stderr, "byte %lld of dst is %d, not %d; it was %d\n", (long long)i, dst.bytes[i], wanted[i],
                before[i]);
        REQUIRE(dst.bytes[i] == wanted[i]);
    }
    for (i = 0; i < dst.bytes - dst.memory; i++) {
        REQUIRE(dst.memory[i] == REDZONE && dst.bytes[dst.size + i] == REDZONE);
    }
}

static void copy_once(input *in, int shared)
{
    cucore_layout *to = &dst.view.layout, *from = &src.view.layout;
    const cucore_blocking blocking = (cucore_blocking)below(in, 3);
    int64_t low[2], span[2], size[2], bits = to->itembits, origin[2], shift = 0;
    int count = count_of(to->shape, to->ndim), fits = stretches(from, to), device, capture, k, twice, outside;
    cucore_status status;
    bounds_of(to, &low[0], &span[0]);
    bounds_of(from, &low[1], &span[1]);
    if (span[0] * bits > ROOM * 2 || span[1] * bits > ROOM * 2) return;
    for (k = 0; k < 2; k++) {
        origin[k] = (-low[k] * bits + 7) / 8 * 8 + 8 * below(in, 24); /* an origin is a whole byte */
        size[k] = (origin[k] + (low[k] + span[k]) * bits + 7) / 8;
    }
    if (shared) {
        shift = 8 * below(in, 256);
        origin[1] += shift;
        size[0] = size[1] = size[0] > size[1] + shift / 8 ? size[0] : size[1] + shift / 8;
    }
    if (size[0] > ROOM || size[1] > ROOM) return;
    memory_take(&dst, size[0]);
    if (shared) {
        src.place = dst.place;
        src.bytes = dst.bytes;
        src.size = dst.size;
    } else {
        memory_take(&src, size[1]);
        for (k = 0; k < src.size; k++) src.bytes[k] = (unsigned char)(src.bytes[k] ^ 0x5A);
    }
    view_of(&dst, origin[0]);
    view_of(&src, origin[1]);
    if (shared && below(in, 16) == 0) src.view.device_id ^= 1; /* of one memory on two devices */
    memcpy(before, dst.bytes, (size_t)dst.size);
    memcpy(expected, dst.bytes, (size_t)dst.size);
    enumerate(to, to->shape, to->ndim, count, origin[0], dst.bit);
    if (fits && count) {
        enumerate(from, to->shape, to->ndim, count, origin[1], src.bit);
        for (k = 0; k < count; k++) {
            const unsigned char *read = shared ? before : src.bytes;
            bits_copy(expected, dst.bit[k], read, src.bit[k], bits);
        }
    }
    twice = count > 0 && collides(&dst, count, bits);
    device = device_of(in);
    capture = below(in, 8) == 0;
    outside = below(in, 32) == 0;
    if (capture) REQUIRE(fake_capture_begin(w.stream[outside ? !device : device], 2) == 0);
    status = go(in, w.stream[outside ? !device : device], blocking, outside ? !device : device);
    if (capture) {
        REQUIRE(fake_capture_status(w.stream[outside ? !device : device]) == 1);
        REQUIRE(fake_capture_end(w.stream[outside ? !device : device]) == 0);
    }
    switch ((int)status) {
    case CUCORE_OK:
        REQUIRE(fits && !twice);
        REQUIRE(bits % 8 == 0 || count == 0 || is_of_bytes(&dst, &src, count, bits) || src.view.ptr == dst.view.ptr);
        must_be(expected);
        break;
    case CUCORE_WRONG_SHAPE: REQUIRE(!fits); break;
    case CUCORE_WRONG_LAYOUT: REQUIRE(twice); break;
    case CUCORE_UNSUPPORTED:
        REQUIRE(bits % 8 && (twice || !is_of_bytes(&dst, &src, count, bits)));
        REQUIRE(strstr(cucore_last_error()->message, "packed elements"));
        break;
    case CUCORE_CAPTURE: REQUIRE(capture); break;
    case CUCORE_WRONG_DEVICE: REQUIRE(outside); break;
    case CUCORE_INVALID_ARGUMENT:
        REQUIRE(shared && src.view.device_id != dst.view.device_id);
        REQUIRE(strstr(cucore_last_error()->message, "share memory"));
        break;
    default: REQUIRE((int)status == CUCORE_OK); /* no other may come */
    }
    if (status) must_be(before);
    if (!shared) memory_give(&src);
    memory_give(&dst);
}

/* ---- layouts of any numbers ---- */
static wide magnitude(wide n)
{
    return n < 0 ? -n : n;
}

/* Volume, lowest and highest bit of an array that is not empty; -1: they do not fit a wide. */
static int measure(const cucore_layout *layout, wide *volume, wide *low, wide *high)
{
    const wide most = (wide)1 << 100;
    int i;
    *volume = 1;
    *low = *high = 0;
    for (i = 0; i < layout->ndim; i++) {
        wide steps = layout->shape[i] - 1, stride = layout->strides[i];
        *volume *= layout->shape[i];
        if (*volume > most / 2) return -1;
        if (stride < 0)
            *low += steps * stride;
        else
            *high += steps * stride;
        if (magnitude(*low) > most || *high > most) return -1;
    }
    if (layout->itembits > most / (magnitude(*low) + *high + 1)) return -1;
    *low *= layout->itembits;
    *high = (*high + 1) * layout->itembits - 1;
    return 0;
}

static int fits_64(const cucore_layout *layout)
{
    wide volume, low, high;
    if (measure(layout, &volume, &low, &high)) return 0;
    return low >= INT64_MIN && high < INT64_MAX && volume <= INT64_MAX / layout->itembits;
}

/* Does the plan read the same address for an element, given the one to which it writes?  The axes of dst are taken apart
 * from the largest stride on, which is right if each steps over the smaller ones. */
static void must_map(const cucore_copy_plan *plan, uint64_t to, uint64_t from)
{
    const cucore__copy_axes *axes = &plan->private_.axes;
    int64_t offset = (int64_t)(to - (uint64_t)(uintptr_t)plan->private_.dst), at = 0, last = INT64_MAX;
    int i, n;
    for (i = 0; i < axes->ndim; i++) { /* counted from the lowest address */
        if (axes->dst[i] < 0) offset -= (axes->shape[i] - 1) * axes->dst[i] * axes->itemsize;
    }
    for (n = 0; n < axes->ndim; n++) {
        int best = -1;
        int64_t index, largest = 0;
        for (i = 0; i < axes->ndim; i++) {
            int64_t stride = axes->dst[i] < 0 ? -axes->dst[i] : axes->dst[i];
            if (stride < last && stride > largest) largest = stride, best = i;
        }
        REQUIRE(best >= 0);
        last = largest;
        index = offset / (largest * axes->itemsize);
        REQUIRE(index >= 0 && index < axes->shape[best]);
        offset -= index * largest * axes->itemsize;
        if (axes->dst[best] < 0) index = axes->shape[best] - 1 - index;
        at += index * axes->src[best] * axes->itemsize;
    }
    REQUIRE(offset >= 0 && offset < axes->itemsize);
    REQUIRE((uint64_t)(uintptr_t)plan->private_.src + (uint64_t)at + (uint64_t)offset == from);
}

/* Half of them step over each other as a dst has to, until the numbers wrap. */
static void wild_layout(input *in, cucore_layout *layout)
{
    int i, sorted = below(in, 2);
    uint64_t step = 1;
    memset(layout, 0, sizeof *layout);
    layout->ndim = below(in, 6);
    layout->itemsize = below(in, 3) ? PICK(in, itemsizes) : wild_of(in);
    layout->itembits = (int64_t)(8 * (uint64_t)layout->itemsize);
    if (below(in, 8) == 0) layout->itembits = wild_of(in);
    for (i = layout->ndim - 1; i >= 0; i--) {
        layout->shape[i] = below(in, 3) ? PICK(in, extents) : wild_of(in);
        layout->strides[i] = below(in, 2) ? below(in, 61) - 30 : wild_of(in);
        if (!sorted) continue;
        if (layout->shape[i] <= 0) layout->shape[i] = 1 + below(in, 5);
        layout->strides[i] = (int64_t)(below(in, 4) ? step : 0 - step);
        step *= (uint64_t)layout->shape[i];
        if (below(in, 4) == 0) step = (step + 1) << below(in, 40);
    }
}

static void plan_once(input *in)
{
    cucore_copy_options options;
    int device;
    static cucore_copy_plan plan, poison;
    const cucore_layout *to = &dst.view.layout, *from = &src.view.layout;
    wide volume, low, high;
    int i, j, empty = 0, negative = 0, sample;
    cucore_status status;
    memset(&dst.view, 0, sizeof dst.view);
    memset(&src.view, 0, sizeof src.view);
    wild_layout(in, &dst.view.layout);
    src.view.layout = dst.view.layout;
    if (below(in, 4) == 0) {
        wild_layout(in, &src.view.layout);
        if (below(in, 4)) src.view.layout.itemsize = to->itemsize, src.view.layout.itembits = to->itembits;
    }
    for (i = 0; i < from->ndim; i++) {
        int how = below(in, 8);
        if (how == 0) src.view.layout.strides[i] = wild_of(in);
        if (how < 3) src.view.layout.strides[i] = 0;
        if (how == 3) src.view.layout.shape[i] = 1;
        if (how == 4) src.view.layout.strides[i] = below(in, 61) - 30;
    }
    dst.view.ptr = (void *)(uintptr_t)(uint64_t)wild_of(in);
    src.view.ptr = (void *)(uintptr_t)(uint64_t)wild_of(in);
    dst.place = &places[below(in, PLACES)];
    src.place = &places[below(in, PLACES)];
    dst.view.dtype = dtype_of(to);
    src.view.dtype = dtype_of(from);
    dst.view.device_type = dst.place->device_type, dst.view.device_id = dst.place->device;
    src.view.device_type = src.place->device_type, src.view.device_id = src.place->device;
    memset(&poison, 0xA5, sizeof poison);
    memset(&plan, 0xA5, sizeof plan);
    plan_text[0] = '\0';
    device = below(in, 4) - 1;
    memset(&options, 0, sizeof options);
    options.blocking = (cucore_blocking)below(in, 3);
    status = cucore_copy_plan_make(&dst.view, &src.view, device < 0 ? CUCORE_DEVICE_CURRENT : device, &options, &plan);
    if (status) {
        REQUIRE(memcmp(&plan, &poison, sizeof plan) == 0);
        REQUIRE(!strstr(cucore_last_error()->message, "cucore_copy.h is wrong"));
        return;
    }
    REQUIRE(cucore_copy_plan_format(&plan, plan_text, sizeof plan_text) < sizeof plan_text);
    for (i = 0; i < to->ndim; i++) {
        empty |= to->shape[i] == 0;
        negative |= to->shape[i] < 0;
    }
    REQUIRE(!negative && stretches(from, to) && to->itemsize == from->itemsize && to->itembits == from->itembits);
    if (empty) {
        REQUIRE(plan.nbytes == 0 && plan.strategy == CUCORE_COPY_NOTHING);
        return;
    }
    for (i = 0; i < to->ndim; i++) REQUIRE(to->shape[i] == 1 || to->strides[i] != 0);
    if (plan.strategy == CUCORE_COPY_NOTHING) { /* whatever the size */
        REQUIRE(src.view.ptr == dst.view.ptr);
        for (i = 0; i < to->ndim; i++) {
            j = i - (to->ndim - from->ndim);
            REQUIRE(to->shape[i] == 1 ||
                    (j >= 0 && from->shape[j] == to->shape[i] && from->strides[j] == to->strides[i]));
        }
        return;
    }
    REQUIRE(measure(to, &volume, &low, &high) == 0);
    REQUIRE(volume <= INT64_MAX / to->itembits && plan.nbytes == (int64_t)(volume * to->itembits / 8));
    REQUIRE(fits_64(to) && fits_64(from));
    if (plan.strategy == CUCORE_COPY_KERNEL && !plan.packs) return;
    REQUIRE(plan.pieces >= 0 && plan.temp_nbytes >= 0 && plan.private_.moving_axes <= plan.private_.axes.ndim);
    REQUIRE(!plan.packs || (plan.pieces >= 1 && plan.temp_nbytes >= 1));
    if (is_tangled(to)) return; /* which element is at an address is not to be seen at once */
    for (sample = 0; sample < 6; sample++) { /* the first element, the last one, some between */
        uint64_t d = 0, s = 0;
        for (i = 0; i < to->ndim; i++) {
            uint64_t most = (uint64_t)to->shape[i] - 1;
            uint64_t index = sample == 0 ? 0 : sample == 1 ? most : (uint64_t)wild_of(in) % (most + 1);
            d += index * (uint64_t)to->strides[i];
            j = i - (to->ndim - from->ndim);
            if (j >= 0 && from->shape[j] > 1) s += index * (uint64_t)from->strides[j];
        }
        d *= (uint64_t)to->itembits;
        s *= (uint64_t)to->itembits;
        if (d % 8 || s % 8) continue;
        must_map(&plan, (uint64_t)(uintptr_t)dst.view.ptr + (uint64_t)((int64_t)d / 8),
                 (uint64_t)(uintptr_t)src.view.ptr + (uint64_t)((int64_t)s / 8));
    }
}

/* ---- */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    int i;
    (void)argc;
    (void)argv;
    fake_reset_process();
    for (i = 0; i < 2; i++) {
        REQUIRE(cucore_context_get_primary(i, &w.primary[i]) == CUCORE_OK);
        w.stream[i] = fake_stream_create(w.primary[i], CU_STREAM_NON_BLOCKING);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in;
    int mode, allocations, streams;
    in.data = data;
    in.left = size;
    mode = below(&in, 8);
    fake_log_clear();
    plan_text[0] = '\0';
    if (mode == 7) {
        plan_once(&in);
        return 0;
    }
    memset(&dst.view, 0, sizeof dst.view);
    memset(&src.view, 0, sizeof src.view);
    dst.place = &places[below(&in, PLACES)];
    src.place = &places[below(&in, PLACES)];
    dst.view.layout.itemsize = PICK(&in, itemsizes);
    dst.view.layout.itembits = 8 * dst.view.layout.itemsize;
    if (mode == 6 && dst.view.layout.itemsize <= 16) {
        dst.view.layout.itembits = 1 + below(&in, (int)dst.view.layout.itembits);
        dst.view.layout.itemsize = (dst.view.layout.itembits + 7) / 8;
    }
    dst.view.layout.ndim = shape_of(&in, dst.view.layout.shape, dst.view.layout.itemsize);
    strides_of(&in, dst.view.layout.shape, dst.view.layout.ndim, below(&in, 64) == 63, dst.view.layout.strides);
    source_of(&in, &dst.view.layout, &src.view.layout);
    cucore_copy_trim(); /* what is kept for the next copy is no leak */
    allocations = fake_live_allocations();
    streams = fake_live_streams();
    copy_once(&in, mode == 5);
    cucore_copy_trim();
    REQUIRE(fake_live_allocations() == allocations && fake_live_streams() == streams);
    REQUIRE(fake_context_depth() == 0);
    return 0;
}
