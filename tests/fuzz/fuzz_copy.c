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
#define CUCORE_IMPLEMENTATION
#include "cucore_cast.h"
#include "fuzz_arrays.h"
#include "tangled.h"

/* Packed elements: is each byte of dst that is written one byte of src? */
MODEL int is_of_bytes(const array *dst, const array *src, int count, int64_t bits)
{
    static int64_t from[ROOM * 8];
    int64_t j, n = dst->size * 8;
    for (j = 0; j < n; j++) from[j] = -1;
    for (int k = 0; k < count; k++) {
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
    for (int64_t i = 0; i < dst.size; i++) {
        if (dst.bytes[i] == wanted[i]) continue;
        fprintf(stderr, "byte %lld of dst is %d, not %d; it was %d\n", (long long)i, dst.bytes[i], wanted[i],
                before[i]);
        REQUIRE(dst.bytes[i] == wanted[i]);
    }
    for (int64_t i = 0; i < dst.bytes - dst.memory; i++) {
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
    case CUCORE_DRIVER: /* a kernel of the device that src names falsely has no access to it */
        REQUIRE(shared && src.view.device_id != dst.view.device_id);
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
    *volume = 1;
    *low = *high = 0;
    for (int i = 0; i < layout->ndim; i++) {
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
    for (int i = 0; i < axes->ndim; i++) { /* counted from the lowest address */
        if (axes->dst[i] < 0) offset -= (axes->shape[i] - 1) * axes->dst[i] * axes->itemsize;
    }
    for (int n = 0; n < axes->ndim; n++) {
        int best = -1;
        int64_t index, largest = 0;
        for (int i = 0; i < axes->ndim; i++) {
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
    if (is_tangled(to)) return;              /* which element is at an address is not to be seen at once */
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
    (void)argc;
    (void)argv;
    fake_reset_process();
    for (int i = 0; i < 2; i++) {
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
