/* make fuzz; or make build/fuzz/fuzz_blocks && build/fuzz/fuzz_blocks -max_total_time=600 build/fuzz/corpus/fuzz_blocks
 *
 * Blocks by their numbers, and many views in one call, between all kinds of memory, with pieces so small that a few
 * hundred bytes take several, against a model that knows nothing of runs, tables, launches and batches: for each byte of
 * each dst its value afterwards, or that it is undefined, since a block is written twice, or read and written.  The model
 * also decides what must be refused, and that each dst is then as it was. */
#define CUCORE_COPY_PIECE 4096
#define CUCORE_COPY_STAGE 256
#define CUCORE_IMPLEMENTATION
#include "cucore_blocks.h"
#include "fuzz_arrays.h"

#define LAYERS 4
#define PAIRS 12
#define NUMBERS 40

/* ---- what a call is made of ---- */
typedef struct pair {
    array dst, src;
    int count, shared, twice, fits;
    unsigned char before[ROOM + 8], wanted[ROOM + 8], is_undefined[ROOM + 8];
} pair;
static pair pairs[PAIRS];

typedef struct list {
    const struct place *place;
    void *memory;
    int is_given, is_signed, bytes, step;
    cucore_view view;
} list;

typedef struct world {
    CUcontext primary[2];
    CUstream stream[2];
} world;
static world w;

static cucore_view dsts[PAIRS], srcs[PAIRS];

/* A call: on which stream, and what has been seen of it. */
typedef struct setting {
    int device, is_default, captured;
    int access; /* a bit for each device whose kernels reach the memory of the other one */
    CUstream stream;
    cucore_copy_options options;
} setting;

/* Enables or disables access. */
static void access_set(int access, int is_enabled)
{
    cucore_context_guard guard;
    for (int i = 0; i < 2; i++) {
        if (!(access >> i & 1)) continue;
        REQUIRE(cucore_context_enter(w.primary[i], &guard) == CUCORE_OK);
        REQUIRE(!(is_enabled ? cuCtxEnablePeerAccess(w.primary[1 - i], 0) : cuCtxDisablePeerAccess(w.primary[1 - i])));
        cucore_context_leave(&guard);
    }
}

static void setting_make(input *in, int device, setting *s)
{
    int how;
    memset(s, 0, sizeof *s);
    s->device = below(in, 16) ? device : !device;
    how = below(in, 16);
    s->is_default = how < 3;
    s->stream = how == 0   ? NULL
                : how == 1 ? CUCORE_STREAM_LEGACY
                : how == 2 ? CUCORE_STREAM_PER_THREAD
                           : w.stream[s->device];
    s->options.blocking = (cucore_blocking)below(in, 3);
    s->captured = !s->is_default && below(in, 6) == 0;
    s->access = below(in, 4);
    access_set(s->access, 1);
    if (s->captured) REQUIRE(fake_capture_begin(s->stream, 2) == 0);
}

static void setting_end(const setting *s)
{
    access_set(s->access, 0);
    if (!s->captured) return;
    REQUIRE(fake_capture_status(s->stream) == 1); /* also after a refusal */
    REQUIRE(fake_capture_end(s->stream) == 0);
}

/* ---- memory of a pair ---- */
static void pair_fill(pair *p)
{
    if (!p->shared) {
        for (int64_t i = 0; i < p->src.size; i++) p->src.bytes[i] = (unsigned char)(p->src.bytes[i] ^ 0x5A);
    }
    memcpy(p->before, p->dst.bytes, (size_t)p->dst.size);
    memcpy(p->wanted, p->dst.bytes, (size_t)p->dst.size);
    memset(p->is_undefined, 0, (size_t)p->dst.size);
}

/* Takes memory for both layouts; returns 0 if they do not fit. */
static int pair_take(input *in, pair *p, int shared)
{
    int64_t low[2], span[2], size[2], origin[2], shift;
    int offset;
    bounds_of(&p->dst.view.layout, &low[0], &span[0]);
    bounds_of(&p->src.view.layout, &low[1], &span[1]);
    if (count_of(p->dst.view.layout.shape, p->dst.view.layout.ndim) > MOST) return 0;
    if (count_of(p->src.view.layout.shape, p->src.view.layout.ndim) > MOST) return 0;
    for (int i = 0; i < 2; i++) {
        const int64_t itemsize = i ? p->src.view.layout.itemsize : p->dst.view.layout.itemsize;
        if (span[i] * itemsize > ROOM / 4 || -low[i] * itemsize > ROOM / 4) return 0;
        offset = below(in, 40); /* half of them aligned */
        origin[i] = -low[i] * itemsize + (offset < 20 ? offset : 16 * (offset % 3));
        size[i] = origin[i] + (low[i] + span[i]) * itemsize;
    }
    p->shared = shared;
    if (shared) {
        shift = below(in, 3) ? 0 : below(in, 256);
        if (origin[0] < origin[1]) origin[0] = origin[1];
        origin[1] = origin[0] + shift;
        for (int i = 0; i < 2; i++) size[i] = origin[i] + (low[i] + span[i]) * p->dst.view.layout.itemsize;
        size[0] = size[1] = size[0] > size[1] ? size[0] : size[1];
        p->src.place = p->dst.place;
    }
    memory_take(&p->dst, size[0]);
    if (shared) {
        p->src.bytes = p->dst.bytes;
        p->src.size = p->dst.size;
    } else {
        memory_take(&p->src, size[1]);
    }
    view_of(&p->dst, origin[0] * 8);
    view_of(&p->src, origin[1] * 8);
    if (shared) p->src.view.ptr = p->dst.bytes + origin[1];
    pair_fill(p);
    return 1;
}

static void pair_give(pair *p)
{
    if (!p->shared) memory_give(&p->src);
    memory_give(&p->dst);
}

MODEL void must_be(const pair *p, const unsigned char *wanted, const unsigned char *is_undefined)
{
    for (int64_t i = 0; i < p->dst.size; i++) {
        if (p->dst.bytes[i] == wanted[i] || (is_undefined && is_undefined[i])) continue;
        fprintf(stderr, "pair %d, byte %lld of dst is %d, not %d; it was %d\n", (int)(p - pairs), (long long)i,
                p->dst.bytes[i], wanted[i], p->before[i]);
        REQUIRE(p->dst.bytes[i] == wanted[i]);
    }
    for (int64_t i = 0; i < p->dst.bytes - p->dst.memory; i++) {
        REQUIRE(p->dst.memory[i] == REDZONE && p->dst.bytes[p->dst.size + i] == REDZONE);
    }
}

/* ---- blocks ---- */
static cucore_blocks blocks;
static list lists[2];
static int64_t numbers[2][NUMBERS];
static int number_count, block_count[2], axes[2];
static cucore_blocks_report *report;

/* Block shapes: small, some longer than a piece of a launch (2,048 bytes). */
static const int64_t block_itemsizes[] = {1, 2, 4, 8, 16, 3, 12, 24};
static const int64_t block_extents[] = {1, 2, 3, 5, 8, 16, 17, 4, 64, 100, 130, 0, 700};

/* `inner` with an axis of `extent` at `axis`. */
static void layout_with(const cucore_layout *inner, int axis, int64_t extent, cucore_layout *out)
{
    *out = *inner;
    out->ndim = inner->ndim + 1;
    for (int i = inner->ndim; i > axis; i--) out->shape[i] = inner->shape[i - 1];
    out->shape[axis] = extent;
}

static int layer_make(input *in, pair *p, int64_t itemsize, int shared)
{
    cucore_layout inner;
    memset(&inner, 0, sizeof inner);
    inner.itemsize = itemsize;
    inner.itembits = 8 * itemsize;
    inner.ndim = below(in, 4);
    if (inner.ndim < axes[0]) inner.ndim = axes[0];
    if (inner.ndim < axes[1]) inner.ndim = axes[1];
    for (int i = 0; i < inner.ndim; i++) {
        inner.shape[i] = PICK(in, block_extents);
        if (count_of(inner.shape, i + 1) * itemsize > ROOM / 64) inner.shape[i] = 1;
    }
    memset(&p->dst.view, 0, sizeof p->dst.view);
    memset(&p->src.view, 0, sizeof p->src.view);
    layout_with(&inner, axes[0], block_count[0], &p->dst.view.layout);
    layout_with(&inner, axes[1], block_count[1], &p->src.view.layout);
    p->fits = 1;
    if (below(in, 64) == 63 && inner.ndim > 0) { /* blocks that are not alike */
        p->src.view.layout.shape[axes[1] == 0]++;
        p->fits = 0;
    }
    strides_of(in, p->dst.view.layout.shape, p->dst.view.layout.ndim, below(in, 64) == 63, p->dst.view.layout.strides);
    strides_of(in, p->src.view.layout.shape, p->src.view.layout.ndim, 1, p->src.view.layout.strides);
    if (shared && below(in, 4)) { /* one cache */
        if (axes[0] != axes[1]) return 0;
        p->src.view.layout = p->dst.view.layout;
        p->fits = 1;
    }
    return pair_take(in, p, shared);
}

static void list_make(input *in, int which, int device)
{
    static const int sizes[] = {8, 4, 8, 4, 2, 1};
    list *l = &lists[which];
    int64_t i, shape[1], strides[1];
    size_t bytes;
    int how = byte_of(in), place = below(in, PLACES - 1);
    memset(l, 0, sizeof *l);
    l->is_given = how % 8 != 0;
    if (!l->is_given) {
        for (i = 0; i < number_count; i++) numbers[which][i] = i;
        return;
    }
    if (places[place].memory == FAKE_DEVICE && below(in, 16)) place = 2 + device; /* where the kernel runs */
    l->place = &places[place];
    l->bytes = PICK(in, sizes);
    l->is_signed = how >> 3 & 1;
    l->step = how >> 4 & 1 ? 1 + below(in, 3) : how >> 5 & 1 ? -1 : 1;
    for (i = 0; i < number_count; i++) {
        const int wild = below(in, 24), extent = block_count[which];
        numbers[which][i] = wild == 23 ? wild_of(in) : wild == 22 ? extent : wild == 21 ? -1 : below(in, extent);
        /* as the list has it */
        if (l->bytes < 8) {
            const int above = 64 - 8 * l->bytes;
            const uint64_t bits = (uint64_t)numbers[which][i] << above;
            numbers[which][i] = l->is_signed ? (int64_t)bits >> above : (int64_t)(bits >> above);
        }
    }
    bytes = (size_t)l->bytes * (size_t)(number_count ? number_count : 1) * (size_t)(l->step < 0 ? 1 : l->step);
    l->memory =
        l->place->memory < 0
            ? malloc(bytes)
            : (void *)(uintptr_t)fake_alloc(l->place->memory, l->place->device < 0 ? 0 : l->place->device, bytes);
    REQUIRE(l->memory);
    memset(l->memory, 0x77, bytes);
    shape[0] = number_count;
    strides[0] = l->step;
    l->view.dtype = cucore_dtype_make(l->is_signed ? CUCORE_CODE_INT : CUCORE_CODE_UINT, 8 * l->bytes, 1);
    l->view.device_type = l->place->device_type;
    l->view.device_id = l->place->device;
    l->view.ptr = (char *)l->memory + (l->step < 0 ? (number_count ? number_count - 1 : 0) * l->bytes : 0);
    REQUIRE(cucore_layout_make(1, shape, strides, l->bytes, &l->view.layout) == CUCORE_OK);
    for (i = 0; i < number_count; i++) {
        uint64_t bits = (uint64_t)numbers[which][i];
        for (int k = 0; k < l->bytes; k++)
            ((unsigned char *)l->view.ptr)[i * l->step * l->bytes + k] = (unsigned char)(bits >> 8 * k);
    }
}

static void list_give(list *l)
{
    if (!l->is_given) return;
    if (l->place->memory < 0) {
        free(l->memory);
    } else {
        REQUIRE(fake_free((CUdeviceptr)(uintptr_t)l->memory) == 0);
    }
}

MODEL int is_in_range(int which, int64_t i)
{
    const list *l = &lists[which];
    const int is_large = l->is_given && !l->is_signed && l->bytes == 8 && numbers[which][i] < 0; /* of 64 bits */
    return !is_large && numbers[which][i] >= 0 && numbers[which][i] < block_count[which];
}

/* The elements of block `number` of one side, as bytes from `bytes`. */
MODEL int64_t block_at(const array *a, int axis, int64_t number, int64_t index)
{
    const cucore_layout *l = &a->view.layout;
    int64_t at = number * l->strides[axis];
    for (int i = l->ndim - 1; i >= 0; i--) {
        if (i == axis) continue;
        at += index % l->shape[i] * l->strides[i];
        index /= l->shape[i];
    }
    return (const unsigned char *)a->view.ptr - a->bytes + at * l->itemsize;
}

static unsigned char read_marks[ROOM + 8], write_marks[ROOM + 8];

/* What the call does to one layer; copies that a number out of range leaves out are left out.  Returns 1 if bytes of it
 * are undefined. */
MODEL int layer_model(pair *p)
{
    const cucore_layout *l = &p->dst.view.layout;
    const int64_t itemsize = l->itemsize;
    int64_t inner[CUCORE_MAX_NDIM], i, n, k, j;
    int axis, ndim = 0, any = 0;
    for (axis = 0; axis < l->ndim; axis++) {
        if (axis != axes[0]) inner[ndim++] = l->shape[axis];
    }
    n = count_of(inner, ndim);
    memset(read_marks, 0, sizeof read_marks);
    memset(write_marks, 0, sizeof write_marks);
    for (i = 0; i < number_count; i++) {
        if (!is_in_range(0, i) || !is_in_range(1, i)) continue;
        for (k = 0; k < n; k++) {
            const int64_t d = block_at(&p->dst, axes[0], numbers[0][i], k);
            const int64_t s = block_at(&p->src, axes[1], numbers[1][i], k);
            memcpy(p->wanted + d, (p->shared ? p->before : p->src.bytes) + s, (size_t)itemsize);
            for (j = 0; j < itemsize; j++) {
                if (write_marks[d + j] < 2) write_marks[d + j]++;
                read_marks[s + j] = 1;
            }
        }
    }
    for (i = 0; i < number_count; i++) { /* once all marks are known */
        if (!is_in_range(0, i) || !is_in_range(1, i)) continue;
        for (k = 0; k < n; k++) {
            const int64_t d = block_at(&p->dst, axes[0], numbers[0][i], k);
            const int64_t s = block_at(&p->src, axes[1], numbers[1][i], k);
            for (j = 0; j < itemsize; j++) {
                const int vague = write_marks[d + j] > 1 || (p->shared && write_marks[s + j]);
                p->is_undefined[d + j] |= (unsigned char)vague;
                any |= vague;
            }
        }
    }
    return any;
}

/* Is a byte of a layer's dst that of two elements? */
MODEL int layer_collides(pair *p)
{
    const cucore_layout *l = &p->dst.view.layout;
    p->count = count_of(l->shape, l->ndim);
    if (!p->count) return 0;
    enumerate(l, l->shape, l->ndim, p->count, 8 * ((const unsigned char *)p->dst.view.ptr - p->dst.bytes), p->dst.bit);
    return collides(&p->dst, p->count, l->itembits);
}

/* Bits of what is wrong with a call: which statuses are possible. */
typedef struct wrongs {
    int layout, shape, device, range, device_range, vague, elements;
} wrongs;

static wrongs blocks_wrongs(int layers, const setting *s)
{
    wrongs wrong;
    memset(&wrong, 0, sizeof wrong);
    for (int k = 0; k < layers; k++) {
        pair *p = &pairs[k];
        p->twice = layer_collides(p);
        wrong.layout |= p->twice;
        wrong.shape |= !p->fits;
        wrong.elements |= p->count > 0;
        if (p->fits && !p->twice) wrong.vague |= layer_model(p);
    }
    for (int side = 0; side < 2; side++) {
        if (!lists[side].is_given) {
            wrong.shape |= number_count > block_count[side];
            continue;
        }
        for (int i = 0; i < number_count; i++) {
            if (is_in_range(side, i)) continue;
            wrong.range |= lists[side].place->device_type == CUCORE_DEVICE_TYPE_CPU;
            wrong.device_range |= lists[side].place->device_type != CUCORE_DEVICE_TYPE_CPU;
        }
        wrong.device |= lists[side].place->memory == FAKE_DEVICE && lists[side].place->device != s->device;
    }
    for (int i = 0; i < number_count; i++) { /* also blocks without elements are refused */
        for (int k = 0; k < i; k++) wrong.vague |= numbers[0][i] == numbers[0][k];
    }
    wrong.shape |= !lists[0].is_given && !lists[1].is_given && block_count[0] != block_count[1];
    return wrong;
}

static int device_of(input *in, const pair *p)
{
    if (p->dst.place->memory == FAKE_DEVICE && p->src.place->memory == FAKE_DEVICE && below(in, 2))
        return p->src.place->device;
    if (p->dst.place->memory == FAKE_DEVICE) return p->dst.place->device;
    if (p->src.place->memory == FAKE_DEVICE) return p->src.place->device;
    return below(in, 2);
}

static void check_report(cucore_status status, const wrongs *wrong, int kernel_may_report)
{
    const int side = (int)report->side - 1;
    if (!report->side) return;
    REQUIRE(!status && kernel_may_report && wrong->device_range);
    REQUIRE(side >= 0 && side < 2 && (int64_t)report->index < number_count);
    REQUIRE(report->number == numbers[side][report->index] && !is_in_range(side, (int64_t)report->index));
}

static void blocks_judge(cucore_status status, const wrongs *wrong, const setting *s, int layers)
{
    const int checked = (blocks.flags & CUCORE_BLOCKS_CHECKED) != 0;
    switch ((int)status) {
    case CUCORE_OK:
        REQUIRE(!wrong->layout && !wrong->shape);
        REQUIRE(number_count == 0 || (!wrong->range && !(checked && wrong->device_range && wrong->elements)));
        for (int k = 0; k < layers; k++) must_be(&pairs[k], pairs[k].wanted, pairs[k].is_undefined);
        return;
    case CUCORE_WRONG_LAYOUT: REQUIRE(wrong->layout); break;
    case CUCORE_WRONG_SHAPE: REQUIRE(wrong->shape); break;
    case CUCORE_CAPTURE: REQUIRE(s->captured); break;
    case CUCORE_WRONG_DEVICE: break; /* the stream, or a list: which device is meant is not the model's part */
    case CUCORE_INVALID_ARGUMENT:
        if (strstr(cucore_last_error()->message, "_numbers[") && strstr(cucore_last_error()->message, " has ")) {
            REQUIRE(wrong->range || wrong->device_range);
        } else if (strstr(cucore_last_error()->message, "twice") || strstr(cucore_last_error()->message, "read and")) {
            REQUIRE(checked && wrong->vague);
        } else {
            REQUIRE(checked && strstr(cucore_last_error()->message, "share memory"));
        }
        break;
    default: REQUIRE((int)status == CUCORE_OK); /* no other may come */
    }
    for (int k = 0; k < layers; k++) { /* the checked mode finds numbers of the device once the others are copied */
        const int late = checked && wrong->device_range && status == CUCORE_INVALID_ARGUMENT;
        if (!late || memcmp(pairs[k].dst.bytes, pairs[k].before, (size_t)pairs[k].dst.size) == 0) {
            must_be(&pairs[k], pairs[k].before, NULL);
        } else {
            must_be(&pairs[k], pairs[k].wanted, pairs[k].is_undefined);
        }
    }
}

static void blocks_once(input *in)
{
    const int how = below(in, 4); /* a quarter on one device: it has most ways */
    const struct place *to = &places[how ? below(in, PLACES) : 2], *from = &places[how ? below(in, PLACES) : 2];
    const int64_t itemsize = how ? PICK(in, block_itemsizes) : 16;
    const int layers = 1 + below(in, LAYERS), shared = below(in, 6) == 0;
    setting s;
    wrongs wrong;
    cucore_status status;
    int made, device;
    block_count[0] = 1 + below(in, 14);
    block_count[1] = 1 + below(in, 14);
    if (shared) block_count[1] = block_count[0];
    axes[0] = below(in, 4) ? 0 : below(in, 4);
    axes[1] = below(in, 4) ? axes[0] : below(in, 4);
    for (made = 0; made < layers; made++) {
        pairs[made].dst.place = to;
        pairs[made].src.place = from;
        if (!layer_make(in, &pairs[made], itemsize, shared)) break;
    }
    device = made ? device_of(in, &pairs[0]) : 0;
    number_count = below(in, 4) ? below(in, block_count[0] + 1) : below(in, NUMBERS + 1);
    list_make(in, 0, device);
    list_make(in, 1, device);
    if (!lists[0].is_given && !lists[1].is_given) {
        number_count = block_count[0];
        for (int i = 0; i < number_count; i++) numbers[0][i] = numbers[1][i] = i;
    }
    if (made == layers) {
        memset(&blocks, 0, sizeof blocks);
        for (int k = 0; k < layers; k++) dsts[k] = pairs[k].dst.view, srcs[k] = pairs[k].src.view;
        blocks.dsts = dsts;
        blocks.srcs = srcs;
        blocks.count = (size_t)layers;
        blocks.dst_axis = axes[0];
        blocks.src_axis = axes[1];
        blocks.dst_numbers = lists[0].is_given ? &lists[0].view : NULL;
        blocks.src_numbers = lists[1].is_given ? &lists[1].view : NULL;
        blocks.flags = below(in, 4) ? 0 : CUCORE_BLOCKS_CHECKED;
        report = (cucore_blocks_report *)(uintptr_t)fake_alloc(FAKE_PINNED, 0, sizeof *report);
        REQUIRE(report);
        memset(report, 0, sizeof *report);
        blocks.report = below(in, 2) ? report : NULL;
        setting_make(in, device, &s);
        wrong = blocks_wrongs(layers, &s);
        status = cucore_views_copy_blocks(&blocks, s.stream, &s.options);
        setting_end(&s);
        blocks_judge(status, &wrong, &s, layers);
        check_report(status, &wrong, blocks.report && !(blocks.flags & CUCORE_BLOCKS_CHECKED));
        REQUIRE(fake_free((CUdeviceptr)(uintptr_t)report) == 0);
    }
    list_give(&lists[0]);
    list_give(&lists[1]);
    for (int k = 0; k < made; k++) pair_give(&pairs[k]);
}

/* ---- many views ---- */
static int view_make(input *in, pair *p)
{
    cucore_layout *to = &p->dst.view.layout;
    memset(&p->dst.view, 0, sizeof p->dst.view);
    memset(&p->src.view, 0, sizeof p->src.view);
    p->dst.place = &places[below(in, PLACES)];
    p->src.place = &places[below(in, PLACES)];
    to->itemsize = PICK(in, block_itemsizes);
    to->itembits = 8 * to->itemsize;
    to->ndim = shape_of(in, to->shape, 4 * to->itemsize);
    strides_of(in, to->shape, to->ndim, below(in, 128) == 127, to->strides);
    source_of(in, to, &p->src.view.layout);
    return pair_take(in, p, below(in, 16) == 15);
}

/* The layouts of the pair before, in other memory: pairs that share a kernel. */
static int view_repeat(input *in, pair *p, const pair *first)
{
    p->dst.place = below(in, 4) ? first->dst.place : &places[below(in, PLACES)];
    p->src.place = below(in, 4) ? first->src.place : &places[below(in, PLACES)];
    p->dst.view = first->dst.view;
    p->src.view = first->src.view;
    return pair_take(in, p, 0);
}

MODEL void view_model(pair *p)
{
    const cucore_layout *to = &p->dst.view.layout;
    const unsigned char *read = p->shared ? p->before : p->src.bytes;
    p->count = count_of(to->shape, to->ndim);
    p->fits = stretches(&p->src.view.layout, to);
    p->twice = 0;
    if (!p->count) return;
    enumerate(to, to->shape, to->ndim, p->count, 8 * ((const unsigned char *)p->dst.view.ptr - p->dst.bytes),
              p->dst.bit);
    p->twice = collides(&p->dst, p->count, to->itembits);
    if (!p->fits || p->twice) return;
    enumerate(&p->src.view.layout, to->shape, to->ndim, p->count,
              8 * ((const unsigned char *)p->src.view.ptr - p->src.bytes), p->src.bit);
    for (int k = 0; k < p->count; k++) bits_copy(p->wanted, p->dst.bit[k], read, p->src.bit[k], to->itembits);
}

static void views_once(input *in)
{
    const int count = below(in, PAIRS + 1);
    int made, k, device, shape = 0, layout = 0, late = 0;
    setting s;
    cucore_status status;
    for (made = 0; made < count; made++) {
        pair *p = &pairs[made];
        if (!(made && below(in, 2) ? view_repeat(in, p, &pairs[made - 1]) : view_make(in, p))) break;
        view_model(p);
        shape |= !p->fits;
        layout |= p->twice;
        dsts[made] = p->dst.view;
        srcs[made] = p->src.view;
    }
    device = made ? device_of(in, &pairs[0]) : 0;
    setting_make(in, device, &s);
    status = cucore_views_copy(dsts, srcs, (size_t)made, s.stream, &s.options);
    setting_end(&s);
    switch ((int)status) {
    case CUCORE_OK: REQUIRE(!shape && !layout); break;
    case CUCORE_WRONG_SHAPE: REQUIRE(shape); break;
    case CUCORE_WRONG_LAYOUT: REQUIRE(layout); break;
    case CUCORE_CAPTURE: REQUIRE(s.captured); break;
    case CUCORE_WRONG_DEVICE:
        for (k = 0; k < made; k++) {
            const struct place *to = pairs[k].dst.place, *from = pairs[k].src.place;
            late |= pairs[k].count && (to->memory == FAKE_DEVICE || from->memory == FAKE_DEVICE);
        }
        REQUIRE(late);
        break;
    default: REQUIRE((int)status == CUCORE_OK); /* no other may come */
    }
    for (k = 0; k < made; k++) {
        must_be(&pairs[k], status ? pairs[k].before : pairs[k].wanted, NULL);
        pair_give(&pairs[k]);
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
    int allocations, streams;
    in.data = data;
    in.left = size;
    fake_log_clear();
    plan_text[0] = '\0';
    cucore_copy_trim(); /* what is kept for the next copy is no leak */
    allocations = fake_live_allocations();
    streams = fake_live_streams();
    if (below(&in, 8) < 5) {
        blocks_once(&in);
    } else {
        views_once(&in);
    }
    cucore_copy_trim();
    REQUIRE(fake_live_allocations() == allocations && fake_live_streams() == streams);
    REQUIRE(fake_context_depth() == 0);
    return 0;
}
