/* Tensors with arbitrary fields, legacy, versioned and borrowed, into views; then slices, permutations, reshapes and
 * broadcasts of them, which go out as tensors and come in again.  The oracle works out in 128 bits which faults a tensor
 * has: the library must accept it exactly when there is none, and otherwise name one of them.  Deleters are counted,
 * arrays have their exact size, and what an error must zero or leave alone was poisoned before.  Device memory is that
 * of the fake driver, which knows where it really is. */
#define FUZZ_COUNT_MEMORY
#include "fuzz.h"

#define CUCORE_IMPLEMENTATION
#include "cucore_dlpack.h"

#include "fuzz_view.h"

/* ---- what a producer sends ---- */
typedef struct producer {
    DLTensor tensor;
    uint64_t flags;
    DLPackVersion version;
    int64_t *shape, *strides; /* the heap's, of the exact size; NULL where the tensor's are */
    size_t entries;
    int has_deleter;
} producer;

static int deletions;
static void *deleted_tensor;

static void on_delete_legacy(DLManagedTensor *self)
{
    deletions++;
    deleted_tensor = self;
    plain_free(self);
}

static void on_delete_versioned(DLManagedTensorVersioned *self)
{
    deletions++;
    deleted_tensor = self;
    plain_free(self);
}

/* Exact, so that the address sanitizer sees who reads further. */
static int64_t *entries_new(size_t count)
{
    int64_t *entries = (int64_t *)(malloc)(count * sizeof *entries + !count);
    if (!entries) exit(2);
    return entries;
}

static int64_t extent_of(input *in)
{
    static const int64_t common[] = {2, 3, 1, 4, 5, 8, 16, 7, 0};
    return rarely(in, 24) ? wild_of(in) : common[below(in, COUNT_OF(common))];
}

static void strides_of(input *in, int ndim, const int64_t *shape, int64_t *strides)
{
    int i, kind = below(in, 6);
    fill_dense(ndim, shape, strides);
    for (i = 0; i < ndim; i++) {
        if (kind == 1) strides[i] = below(in, 17) - 8;
        if (kind == 2 && strides[i] != 1 && strides[i] < ((int64_t)1 << 40)) strides[i] *= 8; /* rows on bytes */
        if (kind == 3 && below(in, 2) && strides[i] != INT64_MIN) strides[i] = -strides[i];
        if (kind == 4 && i == below(in, ndim)) strides[i] = wild_of(in);
        if (kind == 5) strides[i] = 8 * (below(in, 9) - 4);
    }
}

static void dtype_of(input *in, DLDataType *dtype)
{
    static const uint16_t lanes[] = {2, 3, 4, 0, 65535, 16, 256};
    const dtype_name *name = &dtype_names[below(in, COUNT_OF(dtype_names))];
    dtype->code = (uint8_t)name->code;
    dtype->bits = (uint8_t)name->bits;
    dtype->lanes = rarely(in, 8) ? lanes[below(in, COUNT_OF(lanes))] : 1;
    if (rarely(in, 20)) dtype->code = (uint8_t)byte_of(in);
    if (rarely(in, 20)) dtype->bits = (uint8_t)byte_of(in);
}

static uint64_t address_of(input *in, const place *where)
{
    switch (below(in, 16)) {
    case 12: return 0;
    case 13: return (uint64_t)below(in, 65);
    case 14: return UINT64_MAX - (uint64_t)below(in, 200);
    case 15: return (uint64_t)wild_of(in);
    default: return where->base + (uint64_t)(below(in, 4) ? 8 * byte_of(in) : byte_of(in));
    }
}

static void device_of(input *in, const place *where, DLDevice *device)
{
    device->device_type = (DLDeviceType)where->device_type;
    device->device_id = where->device_id < 0 ? 0 : where->device_id;
    if (rarely(in, 12)) device->device_type = (DLDeviceType)below(in, 20);
    if (rarely(in, 30)) device->device_type = (DLDeviceType)(uint32_t)wild_of(in);
    if (rarely(in, 12)) device->device_id = below(in, 5) - 1;
    if (rarely(in, 30)) device->device_id = (int32_t)wild_of(in);
}

static int ndim_of(input *in)
{
    static const int32_t odd[] = {64, 65, -1, INT32_MAX, INT32_MIN, 63, 33, 128};
    return rarely(in, 16) ? odd[below(in, COUNT_OF(odd))] : below(in, 6);
}

static void producer_read(input *in, producer *p)
{
    const place *where = &places[below(in, 3) ? below(in, COUNT_OF(places)) : 0];
    int i, ndim = ndim_of(in), sound = ndim >= 0 && ndim <= CUCORE_MAX_NDIM;
    memset(p, 0, sizeof *p);
    p->tensor.ndim = ndim;
    p->entries = sound ? (size_t)ndim : 0;
    dtype_of(in, &p->tensor.dtype);
    device_of(in, where, &p->tensor.device);
    p->tensor.data = (void *)(uintptr_t)address_of(in, where);
    if (rarely(in, 4)) p->tensor.byte_offset = (uint64_t)byte_of(in);
    if (rarely(in, 16)) p->tensor.byte_offset = (uint64_t)wild_of(in);
    if (!rarely(in, 24)) {
        p->shape = entries_new(p->entries);
        for (i = 0; i < (int)p->entries; i++) p->shape[i] = ndim > 16 && below(in, 8) ? 1 : extent_of(in);
        if (below(in, 3)) {
            p->strides = entries_new(p->entries);
            strides_of(in, (int)p->entries, p->shape, p->strides);
        }
    } else if (below(in, 2)) {
        p->strides = entries_new(p->entries);
        for (i = 0; i < (int)p->entries; i++) p->strides[i] = 1;
    }
    p->tensor.shape = p->shape;
    p->tensor.strides = p->strides;
    p->flags = (uint64_t)(below(in, 3) ? below(in, 8) : 0);
    if (rarely(in, 16)) p->flags ^= (uint64_t)wild_of(in);
    p->version.major = rarely(in, 16) ? (uint32_t)wild_of(in) : 1;
    p->version.minor = rarely(in, 8) ? (uint32_t)wild_of(in) : 3;
    p->has_deleter = !rarely(in, 8);
}

static void producer_free(producer *p)
{
    plain_free(p->shape);
    plain_free(p->strides);
    p->shape = p->strides = NULL;
}

/* ---- what the consumer asks for ---- */
static const cucore_arg *intake_read(input *in, cucore_arg *intake)
{
    static const uint64_t flags[] = {CUCORE_WRITE,        CUCORE_C_CONTIGUOUS,         CUCORE_F_CONTIGUOUS,
                                     CUCORE_CONTIGUOUS,   CUCORE_HOST_ACCESSIBLE,      CUCORE_DEVICE_ACCESSIBLE,
                                     CUCORE_ON_DEVICE_ID, CUCORE_ALLOW_UNPROVEN_WRITE, CUCORE_ALLOW_UNALIGNED};
    memset(intake, 0, sizeof *intake);
    if (!below(in, 4)) return NULL;
    if (rarely(in, 3)) intake->flags |= flags[below(in, COUNT_OF(flags))];
    if (rarely(in, 6)) intake->flags |= flags[below(in, COUNT_OF(flags))];
    if (below(in, 2)) intake->flags |= CUCORE_ALLOW_LANES;
    if (below(in, 2)) intake->flags |= CUCORE_TRUST_PRODUCER;
    intake->device_id = below(in, 4) - 1;
    return intake;
}

/* ---- the oracle ---- */
typedef struct expectation {
    faults wrong;
    uint64_t address;
    int64_t itembits, itemsize;
    int ndim, padded, device_type, device_id, readonly, unproven, copied, aligned;
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM];
    extent_span reach;
} expectation;

/* Rows of packed elements start on a byte, or the whole is dense. */
static int packed_is_fine(int ndim, const int64_t *shape, const int64_t *strides, int64_t itembits)
{
    if (itembits % 8 == 0 || is_dense(ndim, shape, strides, 'C') || is_dense(ndim, shape, strides, 'F')) return 1;
    for (int i = 0; i < ndim; i++) {
        if (shape[i] > 1 && strides[i] != 1 && (int128)strides[i] * itembits % 8 != 0) return 0;
    }
    return 1;
}

static faults dtype_faults(DLDataType dtype, uint64_t flags)
{
    faults wrong = 0;
    if (!dtype_code_exists(dtype.code)) {
        wrong |= FAULT(CUCORE_UNSUPPORTED);
    } else if (!dtype_exists(dtype.code, dtype.bits)) {
        wrong |= FAULT(CUCORE_PROTOCOL);
    }
    if (dtype.lanes == 0) wrong |= FAULT(CUCORE_PROTOCOL);
    if (dtype.lanes > 1 && !(flags & CUCORE_ALLOW_LANES)) wrong |= FAULT(CUCORE_UNSUPPORTED);
    return wrong;
}

static faults layout_faults(const DLTensor *t, expectation *e)
{
    if (t->ndim < 0 || t->ndim > CUCORE_MAX_NDIM) return FAULT(CUCORE_INVALID_ARGUMENT);
    e->ndim = t->ndim;
    if (t->ndim > 0 && !t->shape) return FAULT(CUCORE_PROTOCOL);
    if (t->ndim) memcpy(e->shape, t->shape, (size_t)t->ndim * sizeof e->shape[0]);
    if (t->strides && t->ndim) {
        memcpy(e->strides, t->strides, (size_t)t->ndim * sizeof e->strides[0]);
    } else {
        fill_dense(e->ndim, e->shape, e->strides);
    }
    e->reach = span_of(e->ndim, e->shape, e->strides);
    if (e->reach.negative) return FAULT(CUCORE_INVALID_ARGUMENT);
    if (!span_fits(&e->reach, e->itembits)) return FAULT(CUCORE_OVERFLOW);
    return packed_is_fine(e->ndim, e->shape, e->strides, e->itembits) ? 0 : FAULT(CUCORE_UNSUPPORTED);
}

/* Elements must lie in the address space, with an end that is an address, too. */
static faults address_faults(const DLTensor *t, expectation *e)
{
    int128 start = (int128)(uintptr_t)t->data;
    if (start) start += t->byte_offset;
    if (start > (int128)UINT64_MAX) return FAULT(CUCORE_PROTOCOL);
    e->address = (uint64_t)start;
    if (e->reach.empty) return 0;
    if (!start || 8 * start + e->reach.low * e->itembits < 0) return FAULT(CUCORE_PROTOCOL);
    return start + floor_div((e->reach.high + 1) * e->itembits, 8) > (int128)UINT64_MAX ? FAULT(CUCORE_PROTOCOL) : 0;
}

/* What can be seen of the device without asking the driver. */
static faults device_faults(const DLTensor *t)
{
    int type = (int)t->device.device_type, id = t->device.device_id;
    faults wrong = 0;
    if (id < 0) wrong |= FAULT(CUCORE_PROTOCOL);
    if (!reads_device(type) && type != CUCORE_DEVICE_TYPE_CPU && type != CUCORE_DEVICE_TYPE_ROCM_HOST) {
        wrong |= FAULT(CUCORE_UNSUPPORTED);
    }
    return wrong;
}

/* Where the memory is: the driver knows better than the producer. */
static faults location_faults(const DLTensor *t, const cucore_arg *intake, expectation *e)
{
    int type = (int)t->device.device_type, id = t->device.device_id;
    const place *where = place_of(e->address);
    e->device_type = type;
    e->device_id = -1;
    if (type == CUCORE_DEVICE_TYPE_CUDA_HOST && cucore__driver_state.device_count > 0 && !e->reach.empty &&
        !(intake->flags & CUCORE_TRUST_PRODUCER)) { /* B113; nothing is loaded for it */
        e->device_type = where ? where->device_type : CUCORE_DEVICE_TYPE_CPU;
        e->device_id = where ? where->device_id : -1;
    }
    if (type != CUCORE_DEVICE_TYPE_CUDA && type != CUCORE_DEVICE_TYPE_CUDA_MANAGED) return 0;
    e->device_id = id;
    if ((intake->flags & CUCORE_TRUST_PRODUCER) || e->reach.empty) return 0;
    if (id >= DEVICES || !where) return FAULT(CUCORE_PROTOCOL);
    e->device_type = where->device_type;
    e->device_id = where->device_id;
    return 0;
}

/* Of a C type with as many bytes, 8 at most; of one component of a complex number. */
static int is_aligned(DLDataType dtype, uint64_t address)
{
    uint64_t bytes = dtype.bits % 8 ? 1 : dtype.bits / (dtype.code == 5 || dtype.code == 18 ? 16u : 8u);
    return address % (bytes > 8 ? 8 : bytes ? bytes : 1) == 0;
}

static faults flag_faults(const cucore_arg *intake, const expectation *e)
{
    const faults to_copy = intake->flags & CUCORE_WRITE && e->copied && !e->readonly ? FAULT(CUCORE_UNSUPPORTED) : 0;
    return to_copy | requirement_faults(intake, is_dense(e->ndim, e->shape, e->strides, 'C'),
                                        is_dense(e->ndim, e->shape, e->strides, 'F'), e->device_type, e->device_id,
                                        e->readonly, e->aligned);
}

static void expect(const DLTensor *t, uint64_t dlpack_flags, const cucore_arg *given, int protocol, expectation *e)
{
    static const cucore_arg any = {.flags = CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_LANES};
    const cucore_arg *intake = given ? given : &any;
    int64_t bits = (int64_t)t->dtype.bits * t->dtype.lanes;
    memset(e, 0, sizeof *e);
    e->itemsize = (bits + 7) / 8;
    e->padded = (dlpack_flags & 4) && bits % 8;
    e->itembits = e->padded ? 8 * e->itemsize : bits;
    e->unproven = protocol == CUCORE_PROTOCOL_DLPACK && !(intake->flags & CUCORE_ALLOW_UNPROVEN_WRITE);
    e->readonly = (dlpack_flags & 1) != 0 || e->unproven;
    e->copied = (dlpack_flags & 2) != 0;
    e->wrong = dtype_faults(t->dtype, intake->flags) | device_faults(t);
    if (!dtype_faults(t->dtype, intake->flags)) {
        e->wrong |= layout_faults(t, e);
        if (!e->wrong) e->wrong |= address_faults(t, e);
    }
    if (!e->wrong) e->wrong |= location_faults(t, intake, e);
    e->aligned = e->reach.empty || is_aligned(t->dtype, e->address);
    if (!e->wrong) e->wrong |= flag_faults(intake, e);
}

/* Is the view what was expected, and is nothing else written to? */
static void must_be(const cucore_view *view, const expectation *e, const DLTensor *t, int protocol)
{
    const size_t start = offsetof(cucore_view, layout), entry = sizeof(int64_t);
    const size_t shape = start + offsetof(cucore_layout, shape), strides = start + offsetof(cucore_layout, strides);
    REQUIRE((uint64_t)(uintptr_t)view->ptr == e->address);
    REQUIRE(view->dtype.code == t->dtype.code && view->dtype.bits == t->dtype.bits);
    REQUIRE(view->dtype.lanes == t->dtype.lanes && view->dtype.itemsize == (uint32_t)e->itemsize);
    REQUIRE(view->device_type == e->device_type && view->device_id == e->device_id);
    REQUIRE(view->host_accessible == reads_host(e->device_type));
    REQUIRE(view->device_accessible == reads_device(e->device_type));
    REQUIRE(view->readonly == e->readonly && view->copied == e->copied && view->padded == e->padded);
    REQUIRE(view->protocol == protocol && !view->has_producer_stream && !view->producer_stream);
    REQUIRE(view->unproven == e->unproven && cucore_view_is_aligned(view) == e->aligned);
    REQUIRE(!view->pep3118_format && !view->descr);
    REQUIRE(view->layout.ndim == e->ndim && view->layout.reserved == 0);
    REQUIRE(view->layout.itemsize == e->itemsize && view->layout.itembits == e->itembits);
    REQUIRE(memcmp(view->layout.shape, e->shape, (size_t)e->ndim * entry) == 0);
    REQUIRE(memcmp(view->layout.strides, e->strides, (size_t)e->ndim * entry) == 0);
    REQUIRE(is_filled(view, shape + (size_t)e->ndim * entry, strides, 0xa5));
    REQUIRE(is_filled(view, strides + (size_t)e->ndim * entry, offsetof(cucore_view, private_), 0xa5));
    REQUIRE(is_filled(view, offsetof(cucore_view, private_.storage), sizeof *view, 0xa5));
}

/* ---- the view and its model ---- */
typedef struct model {
    int ndim;
    int64_t itembits;
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM];
    int128 origin; /* in bits */
    extent_span reach;
} model;

static void model_read(const cucore_view *view, model *m)
{
    m->ndim = view->layout.ndim;
    m->itembits = view->layout.itembits;
    memcpy(m->shape, view->layout.shape, sizeof m->shape);
    memcpy(m->strides, view->layout.strides, sizeof m->strides);
    m->origin = (int128)(uintptr_t)view->ptr * 8;
    m->reach = span_of(m->ndim, m->shape, m->strides);
}

static int128 bit_at(const model *m, const int64_t *index)
{
    int128 bit = m->origin;
    for (int i = 0; i < m->ndim; i++) bit += (int128)index[i] * m->strides[i] * m->itembits;
    return bit;
}

static void index_at(const model *m, int128 k, int64_t *index)
{
    for (int i = m->ndim - 1; i >= 0; i--) {
        index[i] = (int64_t)(k % m->shape[i]);
        k /= m->shape[i];
    }
}

/* Element k in C order; the model is not empty. */
static int128 bit_of(const model *m, int128 k)
{
    int64_t index[CUCORE_MAX_NDIM];
    index_at(m, k, index);
    return bit_at(m, index);
}

/* Do both have the same elements in the same order?  All are looked at when they are few. */
static int same_order(const model *a, const model *b)
{
    int128 k, step;
    if (a->reach.size != b->reach.size) return 0;
    step = a->reach.size <= 512 ? 1 : a->reach.size / 97;
    for (k = 0; k < a->reach.size; k += step) {
        if (bit_of(a, k) != bit_of(b, k)) return 0;
    }
    return a->reach.size == 0 || bit_of(a, a->reach.size - 1) == bit_of(b, b->reach.size - 1);
}

/* Sizes and bounds that the library works out, against the model. */
static void check_sizes(input *in, const cucore_view *view, const model *m)
{
    const cucore_layout *layout = &view->layout;
    int64_t min = -7, max = -7, required, strides[CUCORE_MAX_NDIM];
    int64_t offset = below(in, 3) ? below(in, 64) : wild_of(in);
    int128 end = ceil_div((offset + m->reach.high + 1) * m->itembits, 8);
    char line[128];
    faults wrong = 0;
    int i;
    REQUIRE(cucore_layout_size(layout) == m->reach.size);
    REQUIRE(cucore_layout_nbytes(layout) == ceil_div(m->reach.size * m->itembits, 8));
    REQUIRE(cucore_layout_offset_bounds(layout, &min, &max) == CUCORE_OK);
    REQUIRE(min == m->reach.low && max == m->reach.high);
    if (m->reach.size && (int128)offset + m->reach.low < 0) wrong |= FAULT(CUCORE_UNSUPPORTED);
    if (m->reach.size && !wrong && !fits(end)) wrong |= FAULT(CUCORE_OVERFLOW);
    required = cucore_layout_required_nbytes(layout, offset);
    REQUIRE_STATUS(required < 0 ? cucore_last_error()->status : CUCORE_OK, wrong);
    REQUIRE(required == (wrong ? -1 : m->reach.size ? end : 0));
    REQUIRE(cucore_layout_is_c_contiguous(layout) == is_dense(m->ndim, m->shape, m->strides, 'C'));
    REQUIRE(cucore_layout_is_f_contiguous(layout) == is_dense(m->ndim, m->shape, m->strides, 'F'));
    memset(strides, 0xa5, sizeof strides);
    for (wrong = 0, i = 0; i < m->ndim; i++) {
        int128 bits = (int128)m->strides[i] * m->itembits;
        if (bits % 8 == 0 ? !fits(bits / 8) : 0) wrong |= FAULT(CUCORE_OVERFLOW);
        if (bits % 8 != 0 && m->shape[i] > 1 && !m->reach.empty) wrong |= FAULT(CUCORE_UNSUPPORTED);
    }
    REQUIRE_STATUS(cucore_layout_strides_bytes(layout, strides), wrong);
    for (i = 0; i < m->ndim && !wrong; i++) {
        int128 bits = (int128)m->strides[i] * m->itembits;
        REQUIRE(strides[i] == (bits % 8 ? 0 : bits / 8));
    }
    REQUIRE(is_filled(strides, wrong ? 0 : (size_t)m->ndim * sizeof strides[0], sizeof strides, 0xa5));
    memset(line, 0xa5, sizeof line);
    i = below(in, (int)sizeof line + 1);
    REQUIRE(cucore_view_format(view, line, (size_t)i) > 0);
    REQUIRE(is_filled(line, (size_t)i, sizeof line, 0xa5) && (!i || memchr(line, 0, (size_t)i)));
}

/* Does it lie in the memory that the driver knows? */
static void check_range(const cucore_view *view, const model *m)
{
    uint64_t address = (uint64_t)(uintptr_t)view->ptr;
    const place *where = place_of(address);
    faults wrong = 0;
    if (m->reach.size) {
        int128 first = (int128)address + floor_div(m->reach.low * m->itembits, 8);
        int128 end = (int128)address + ceil_div((m->reach.high + 1) * m->itembits, 8);
        if (!where) {
            wrong = FAULT(CUCORE_WRONG_DEVICE);
        } else if (first < (int128)where->base || end > (int128)where->base + ROOM) {
            wrong = FAULT(CUCORE_PROTOCOL);
            if ((m->reach.high + 1) * m->itembits > INT64_MAX - 7) wrong |= FAULT(CUCORE_OVERFLOW);
        }
    }
    REQUIRE_STATUS(cucore_view_check_range(view), wrong);
}

/* ---- operations ---- */

/* The layout becomes the view's, its origin `offset` elements on; 0 when that is inside a byte. */
static int adopt(cucore_view *view, model *m, const cucore_layout *layout, int64_t offset)
{
    int128 bits = (int128)offset * m->itembits;
    int64_t bytes = -7;
    faults wrong = bits % 8 ? FAULT(CUCORE_UNSUPPORTED) : fits(bits / 8) ? 0 : FAULT(CUCORE_OVERFLOW);
    REQUIRE_STATUS(cucore_layout_offset_bytes(layout, offset, &bytes), wrong);
    REQUIRE(wrong ? bytes == -7 : bytes == bits / 8);
    if (wrong) return 0;
    if (!m->reach.empty) view->ptr = (void *)((uintptr_t)view->ptr + (uintptr_t)bytes);
    view->layout = *layout;
    model_read(view, m);
    return 1;
}

static int64_t bound_read(input *in)
{
    int kind = below(in, 8);
    return kind == 0 ? CUCORE_SLICE_FIRST : kind == 1 ? CUCORE_SLICE_LAST : kind == 2 ? wild_of(in) : below(in, 15) - 7;
}

/* start:stop:step by Python's rules: the first index and how many. */
static int128 slice_count(const cucore_slice *slice, int64_t extent, int128 *first)
{
    int128 start = slice->start, stop = slice->stop, step = slice->step, low = step < 0 ? -1 : 0;
    int128 high = step < 0 ? (int128)extent - 1 : extent;
    if (start < 0) start += extent;
    if (stop < 0) stop += extent;
    start = start < low ? low : start > high ? high : start;
    stop = stop < low ? low : stop > high ? high : stop;
    *first = start;
    if (step > 0) return stop > start ? (stop - start + step - 1) / step : 0;
    return start > stop ? (start - stop - step - 1) / -step : 0;
}

static void do_slice(input *in, cucore_view *view, model *m)
{
    cucore_slice slices[CUCORE_MAX_NDIM];
    cucore_layout out;
    int128 origin = below(in, 2) ? below(in, 9) : 0, first[CUCORE_MAX_NDIM];
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM], offset = (int64_t)origin, start = offset;
    int i, k = 0, count = below(in, m->ndim + 1), empty = 0;
    faults wrong = 0;
    if (rarely(in, 30)) count = m->ndim + 1;
    if (count > m->ndim) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
    for (i = 0; i < m->ndim; i++) {
        int128 taken = m->shape[i];
        shape[k] = m->shape[i];
        strides[k] = m->strides[i];
        if (i >= count || wrong) {
            k++;
            continue;
        }
        if (rarely(in, 3)) {
            slices[i] = cucore_slice_index(below(in, 4) ? below(in, 5) : bound_read(in));
            first[i] = slices[i].start < 0 ? (int128)slices[i].start + m->shape[i] : slices[i].start;
            if (first[i] < 0 || first[i] >= m->shape[i]) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
        } else {
            int64_t from = bound_read(in), to = bound_read(in), step = below(in, 9) - 4;
            slices[i] = cucore_slice_range(from, to, rarely(in, 12) ? wild_of(in) : step ? step : 1);
            if (slices[i].step == 0 || (slices[i].step < 0 && from == CUCORE_SLICE_FIRST && to == CUCORE_SLICE_LAST)) {
                wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
                continue;
            }
            taken = slice_count(&slices[i], m->shape[i], &first[i]);
            if (taken && !fits((int128)m->strides[i] * slices[i].step)) wrong |= FAULT(CUCORE_OVERFLOW);
            shape[k] = (int64_t)taken;
            strides[k] = taken && !wrong ? m->strides[i] * slices[i].step : 0;
            k++;
        }
        if (!taken) empty = 1;
        if (taken && !wrong) {
            int128 move = first[i] * m->strides[i];
            origin += move;
            if (!fits(move) || !fits(origin)) wrong |= FAULT(CUCORE_OVERFLOW);
        }
    }
    if (count > m->ndim) memset(slices, 0, sizeof slices);
    memset(&out, 0xa5, sizeof out);
    REQUIRE_STATUS(cucore_layout_slice(&view->layout, slices, (size_t)count, &offset, &out), wrong);
    if (wrong) {
        REQUIRE(offset == start && is_filled(&out, 0, sizeof out, 0xa5));
        return;
    }
    REQUIRE(out.ndim == k && offset == origin && out.itembits == m->itembits);
    for (i = 0; i < k; i++) REQUIRE(out.shape[i] == shape[i] && out.strides[i] == (empty ? 0 : strides[i]));
    adopt(view, m, &out, offset - start);
}

static void do_permute(input *in, cucore_view *view, model *m)
{
    int axes[CUCORE_MAX_NDIM], i, n = m->ndim;
    cucore_layout out;
    memset(&out, 0xa5, sizeof out);
    for (i = 0; i < n; i++) axes[i] = i;
    for (i = n - 1; i > 0; i--) {
        int j = below(in, i + 1), keep = axes[i];
        axes[i] = axes[j];
        axes[j] = keep;
    }
    if (rarely(in, 20) && n > 1) { /* not a permutation */
        axes[below(in, n)] = axes[0] ? 0 : below(in, 2) ? n : 1;
        for (i = 1; i < n && axes[i] != axes[0] && axes[i] < n; i++) {
        }
        if (axes[0] >= n || i < n) {
            REQUIRE(cucore_layout_permute(&view->layout, axes, &out) == CUCORE_INVALID_ARGUMENT);
            REQUIRE(is_filled(&out, 0, sizeof out, 0xa5));
        }
        return;
    }
    REQUIRE(cucore_layout_permute(&view->layout, axes, &out) == CUCORE_OK && out.ndim == n);
    for (i = 0; i < n; i++) REQUIRE(out.shape[i] == m->shape[axes[i]] && out.strides[i] == m->strides[axes[i]]);
    adopt(view, m, &out, 0);
}

/* Would strides for this shape exist?  Then they are the distances of the neighbours of the first element. */
static int is_reshapable(const model *m, int ndim, const int64_t *shape)
{
    model guess = *m;
    int128 step = 1;
    guess.ndim = ndim;
    for (int i = ndim - 1; i >= 0; i--) {
        guess.shape[i] = shape[i];
        guess.strides[i] = shape[i] > 1 ? (int64_t)((bit_of(m, step) - m->origin) / m->itembits) : 0;
        step *= shape[i];
    }
    guess.reach = span_of(ndim, guess.shape, guess.strides);
    return same_order(m, &guess);
}

static void do_reshape(input *in, cucore_view *view, model *m)
{
    cucore_layout out;
    model after = *m;
    int64_t shape[CUCORE_MAX_NDIM], asked[CUCORE_MAX_NDIM];
    int128 left = m->reach.size, product = 1;
    int i, ndim = 0, bad = rarely(in, 10), inferred = -1;
    cucore_status status;
    memset(&out, 0xa5, sizeof out);
    while (ndim < 8 && left > 1) {
        int64_t extent = below(in, 4) && ndim < m->ndim ? m->shape[below(in, m->ndim)] : 1 + below(in, 6);
        if (left % extent || ndim == 7) extent = (int64_t)left;
        shape[ndim++] = extent;
        left /= extent;
    }
    if (m->reach.empty || rarely(in, 4)) shape[ndim++] = m->reach.empty ? 0 : 1;
    for (i = 0; i < ndim; i++) asked[i] = shape[i];
    if (bad && ndim) asked[below(in, ndim)] = below(in, 2) ? wild_of(in) : below(in, 4) - 2;
    if (!bad && !m->reach.empty && ndim && below(in, 2)) asked[inferred = below(in, ndim)] = -1;
    status = cucore_layout_reshape(&view->layout, ndim, asked, &out);
    if (status) REQUIRE(is_filled(&out, 0, sizeof out, 0xa5) && cucore_last_error()->status == status);
    if (bad) {
        for (i = 0; i < ndim; i++) product = clamp(product * (asked[i] < 0 ? 1 : asked[i]));
        if (status) return;
        REQUIRE(out.ndim == ndim);
        for (product = 1, i = 0; i < ndim; i++) {
            REQUIRE(out.shape[i] == asked[i] || (asked[i] == -1 && inferred < 0));
            if (asked[i] == -1) inferred = i;
            product = clamp(product * out.shape[i]);
        }
        REQUIRE(product == m->reach.size || m->reach.empty);
        memcpy(shape, out.shape, sizeof shape);
    }
    if (m->reach.empty) {
        REQUIRE(status == CUCORE_OK);
    } else if (m->reach.size <= 512) {
        int can = is_reshapable(m, ndim, shape);
        REQUIRE(status == (can ? CUCORE_OK : CUCORE_UNSUPPORTED));
    } else {
        REQUIRE(status == CUCORE_OK || status == CUCORE_UNSUPPORTED);
        REQUIRE(!is_dense(m->ndim, m->shape, m->strides, 'C') || status == CUCORE_OK);
    }
    if (status) return;
    REQUIRE(out.ndim == ndim && out.itembits == m->itembits);
    for (i = 0; i < ndim; i++) REQUIRE(out.shape[i] == shape[i]);
    after.ndim = ndim;
    memcpy(after.shape, out.shape, sizeof after.shape);
    memcpy(after.strides, out.strides, sizeof after.strides);
    after.reach = span_of(ndim, after.shape, after.strides);
    REQUIRE(same_order(m, &after));
    adopt(view, m, &out, 0);
}

/* Flatten and squeeze keep the order of the elements. */
static void do_flatten(input *in, cucore_view *view, model *m)
{
    cucore_layout out;
    model after;
    int squeeze = below(in, 2), i;
    cucore_status status;
    memset(&out, 0xa5, sizeof out);
    status = squeeze ? cucore_layout_squeeze(&view->layout, NULL, 0, &out)
                     : cucore_layout_flatten(&view->layout, 0, -1, &out);
    if (status) { /* merged extents of an empty one may be too large */
        REQUIRE(!squeeze && m->reach.empty && status == CUCORE_OVERFLOW && is_filled(&out, 0, sizeof out, 0xa5));
        return;
    }
    after = *m;
    after.ndim = out.ndim;
    memcpy(after.shape, out.shape, sizeof after.shape);
    memcpy(after.strides, out.strides, sizeof after.strides);
    after.reach = span_of(out.ndim, out.shape, out.strides);
    REQUIRE(same_order(m, &after));
    for (i = 0; squeeze && i < out.ndim; i++) REQUIRE(out.shape[i] != 1);
    adopt(view, m, &out, 0);
}

static void do_broadcast(input *in, cucore_view *view, model *m)
{
    cucore_layout out;
    int64_t shape[CUCORE_MAX_NDIM + 2], strides[CUCORE_MAX_NDIM + 2];
    int i, added = below(in, 3), n = m->ndim + added, misfit = 0;
    faults wrong = 0;
    extent_span reach;
    memset(&out, 0xa5, sizeof out);
    for (i = 0; i < n; i++) {
        int64_t old = i < added ? 1 : m->shape[i - added];
        shape[i] = old == 1 ? (rarely(in, 12) ? wild_of(in) : below(in, 4) + 1) : old;
        if (rarely(in, 40)) shape[i] = below(in, 4);
        misfit |= old != 1 && shape[i] != old;
        strides[i] = i >= added && shape[i] == old ? m->strides[i - added] : 0;
    }
    reach = span_of(n, shape, strides);
    if (misfit || n > CUCORE_MAX_NDIM || reach.negative) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
    if (!reach.negative && !reach.empty && !fits(reach.size * m->itembits)) wrong |= FAULT(CUCORE_OVERFLOW);
    REQUIRE_STATUS(cucore_layout_broadcast_to(&view->layout, n, shape, &out), wrong);
    if (wrong) {
        REQUIRE(is_filled(&out, 0, sizeof out, 0xa5));
        return;
    }
    REQUIRE(out.ndim == n && memcmp(out.shape, shape, (size_t)n * sizeof shape[0]) == 0);
    REQUIRE(memcmp(out.strides, strides, (size_t)n * sizeof strides[0]) == 0);
    adopt(view, m, &out, 0);
}

/* A layout of its own; 0 when there is none. */
static int layout_read(input *in, cucore_layout *out)
{
    int64_t shape[4], strides[4], itemsize = (int64_t)1 << below(in, 5);
    int i, ndim = below(in, 4);
    for (i = 0; i < ndim; i++) shape[i] = extent_of(in);
    strides_of(in, ndim, shape, strides);
    if (cucore_layout_make(ndim, shape, strides, itemsize, out)) return 0;
    return !rarely(in, 3) || cucore_layout_set_packed(out, 1 + below(in, 8)) == CUCORE_OK;
}

static cucore_dtype own_dtype_read(input *in, const cucore_layout *layout)
{
    DLDataType dtype;
    if (rarely(in, 3)) {
        return cucore_dtype_make_opaque(below(in, 2) ? CUCORE_CODE_OPAQUE : CUCORE_CODE_STRUCTURED,
                                        (uint32_t)(rarely(in, 8) ? below(in, 20) : (int)layout->itemsize));
    }
    dtype_of(in, &dtype);
    return cucore_dtype_make(dtype.code, dtype.bits, dtype.lanes);
}

/* Does an element fit the layout's? */
static faults own_dtype_faults(const cucore_layout *layout, cucore_dtype dtype)
{
    faults wrong = 0;
    int64_t bits = dtype.bits ? (int64_t)dtype.bits * dtype.lanes : 8 * (int64_t)dtype.itemsize;
    if (dtype.code >= CUCORE_CODE_OPAQUE) {
        if (!dtype.itemsize) wrong |= FAULT(CUCORE_PROTOCOL);
    } else {
        DLDataType same;
        same.code = dtype.code;
        same.bits = dtype.bits;
        same.lanes = dtype.lanes;
        wrong |= dtype_faults(same, CUCORE_ALLOW_LANES);
    }
    if (layout->itemsize != dtype.itemsize) wrong |= FAULT(CUCORE_WRONG_DTYPE);
    if (layout->itembits != 8 * layout->itemsize && layout->itembits != bits) wrong |= FAULT(CUCORE_WRONG_DTYPE);
    return wrong;
}

/* Bytes first to end around the origin, which is `offset` bytes into `bytes`: are they inside? */
static faults inside_faults(const cucore_layout *layout, int128 offset, int128 bytes)
{
    extent_span reach = span_of(layout->ndim, layout->shape, layout->strides);
    int128 first = floor_div(reach.low * layout->itembits, 8), end = ceil_div((reach.high + 1) * layout->itembits, 8);
    faults wrong = 0;
    if (reach.empty ? offset > bytes : offset + first < 0 || offset + end > bytes) {
        wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
    }
    if (!reach.empty && (reach.high + 1) * layout->itembits > INT64_MAX - 7) wrong |= FAULT(CUCORE_OVERFLOW);
    return wrong;
}

/* The same memory with another layout and dtype. */
static void do_as(input *in, cucore_view *view, model *m)
{
    static cucore_view out;
    cucore_layout layout;
    cucore_dtype dtype;
    int128 first = floor_div(m->reach.low * m->itembits, 8), end = ceil_div((m->reach.high + 1) * m->itembits, 8);
    faults wrong;
    if (!layout_read(in, &layout)) return;
    dtype = own_dtype_read(in, &layout);
    wrong = own_dtype_faults(&layout, dtype) | inside_faults(&layout, -first, end - first);
    if (!m->reach.empty && (m->reach.high + 1) * m->itembits > INT64_MAX - 7) wrong |= FAULT(CUCORE_OVERFLOW);
    poison(&out);
    REQUIRE_STATUS(cucore_view_as(view, 0, &layout, &dtype, &out), wrong);
    if (wrong) {
        REQUIRE(is_zeroed(&out));
        return;
    }
    REQUIRE(out.ptr == view->ptr && out.device_type == view->device_type && out.device_id == view->device_id);
    REQUIRE(out.readonly == view->readonly && !out.private_.release && !out.private_.owner &&
            cucore_dtype_is_equal(out.dtype, dtype));
    REQUIRE(cucore_layout_is_equal(&out.layout, &layout));
    REQUIRE(out.padded == (dtype.code < CUCORE_CODE_OPAQUE && layout.itembits != (int64_t)dtype.bits * dtype.lanes));
    if (m->reach.empty) return; /* its address means nothing */
    view->dtype = out.dtype;
    view->padded = out.padded;
    view->layout = out.layout;
    model_read(view, m);
}

/* ---- out again ---- */
static void on_release(void *owner)
{
    ++*(int *)owner;
}

enum { TO_BORROWED, TO_LEGACY, TO_VERSIONED, MOVE_LEGACY, MOVE_VERSIONED };

static faults export_faults(const cucore_view *view, const model *m, int kind, uint64_t flags)
{
    faults wrong = 0;
    int legacy = kind == TO_LEGACY || kind == MOVE_LEGACY;
    if (view->dtype.code >= CUCORE_CODE_OPAQUE) wrong |= FAULT(CUCORE_UNSUPPORTED);
    if (!packed_is_fine(m->ndim, m->shape, m->strides, m->itembits)) wrong |= FAULT(CUCORE_UNSUPPORTED);
    if (legacy && view->padded) wrong |= FAULT(CUCORE_UNSUPPORTED);
    if ((kind == MOVE_LEGACY || kind == MOVE_VERSIONED) && !view->private_.release && !m->reach.empty)
        wrong |= FAULT(CUCORE_UNSUPPORTED);
    if (legacy && (view->readonly && !view->unproven) && !(flags & CUCORE_EXPORT_LEGACY_READONLY))
        wrong |= FAULT(CUCORE_UNSUPPORTED);
    if (kind != TO_BORROWED && (flags > 7 || (!legacy && flags & CUCORE_EXPORT_COMPACT)))
        wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
    if (legacy && flags & CUCORE_EXPORT_COMPACT && !is_dense(m->ndim, m->shape, m->strides, 'C'))
        wrong |= FAULT(CUCORE_WRONG_LAYOUT);
    if (kind != TO_BORROWED && fuzz_no_memory) wrong |= FAULT(CUCORE_OUT_OF_MEMORY);
    return wrong;
}

static void check_export(const cucore_view *view, const model *m, const DLTensor *t, int kind, int is_compact)
{
    int64_t dense[CUCORE_MAX_NDIM];
    fill_dense(m->ndim, m->shape, dense);
    REQUIRE(t->data == (m->reach.empty ? NULL : view->ptr) && t->byte_offset == 0 && t->ndim == m->ndim);
    REQUIRE((int)t->device.device_type == view->device_type);
    REQUIRE(t->device.device_id ==
            (view->device_type == CUCORE_DEVICE_TYPE_CUDA && view->device_id > 0 ? view->device_id : 0));
    REQUIRE(t->dtype.code == view->dtype.code && t->dtype.bits == view->dtype.bits);
    REQUIRE(t->dtype.lanes == view->dtype.lanes);
    REQUIRE(m->ndim == 0 || (t->shape && (is_compact || t->strides)));
    REQUIRE(memcmp(t->shape, m->shape, (size_t)m->ndim * sizeof m->shape[0]) == 0);
    if (is_compact) {
        REQUIRE(!t->strides);
        return;
    }
    REQUIRE(memcmp(t->strides, m->reach.empty && kind != TO_BORROWED ? dense : m->strides,
                   (size_t)m->ndim * sizeof m->strides[0]) == 0);
}

static void use(input *in, cucore_view *view, int depth);

/* Decodes what was exported, and releases it; managed may be NULL. */
static void come_in_again(input *in, const DLTensor *t, uint64_t dlpack_flags, DLManagedTensor *legacy,
                          DLManagedTensorVersioned *versioned, int depth)
{
    cucore_view *view = (cucore_view *)(malloc)(sizeof *view);
    cucore_arg storage;
    const cucore_arg *intake = intake_read(in, &storage);
    int protocol = legacy      ? CUCORE_PROTOCOL_DLPACK
                   : versioned ? CUCORE_PROTOCOL_DLPACK_VERSIONED
                               : CUCORE_PROTOCOL_DLTENSOR;
    expectation e;
    cucore_status status;
    if (!view) exit(2);
    poison(view);
    expect(t, dlpack_flags, intake, protocol, &e);
    status = legacy      ? cucore_view_adopt_dlmanaged(legacy, intake, view)
             : versioned ? cucore_view_adopt_dlmanaged_versioned(versioned, intake, view)
                         : cucore_view_from_dltensor(t, dlpack_flags, intake, view);
    REQUIRE_STATUS(status, e.wrong);
    if (status) { /* a tensor that was to be adopted is gone all the same */
        REQUIRE(is_zeroed(view));
    } else {
        must_be(view, &e, t, protocol);
        use(in, view, depth + 1);
        cucore_view_release(view);
        REQUIRE(is_zeroed(view));
        cucore_view_release(view);
    }
    plain_free(view);
}

static void go_out(input *in, cucore_view *view, const model *m, int depth)
{
    cucore_view before;
    int kind = below(in, 5), moves = kind == MOVE_LEGACY || kind == MOVE_VERSIONED, owned = !rarely(in, 6),
        releases = 0;
    uint64_t flags = rarely(in, 16) ? (uint64_t)below(in, 16) : (uint64_t)below(in, 8);
    uint64_t expected_flags = (view->readonly ? 1u : 0u) | (flags & CUCORE_EXPORT_COPIED ? 2u : 0u) |
                              (view->padded ? 4u : 0u) | (moves && view->copied ? 2u : 0u);
    DLManagedTensor *legacy = NULL;
    DLManagedTensorVersioned *versioned = NULL;
    DLTensor borrowed;
    const DLTensor *t = &borrowed;
    faults wrong;
    cucore_status status = CUCORE_OK;
    fuzz_no_memory = rarely(in, 16);
    wrong = export_faults(view, m, kind, flags);
    before = *view;
    memset(&borrowed, 0xa5, sizeof borrowed);
    switch (kind) {
    case TO_BORROWED: status = cucore_view_to_dltensor(view, &borrowed); break;
    case TO_LEGACY:
        status = cucore_view_to_dlmanaged(view, &releases, owned ? on_release : NULL, flags, &legacy);
        break;
    case TO_VERSIONED:
        status = cucore_view_to_dlmanaged_versioned(view, &releases, owned ? on_release : NULL, flags, &versioned);
        break;
    case MOVE_LEGACY: status = cucore_view_move_to_dlmanaged(view, flags, &legacy); break;
    default: status = cucore_view_move_to_dlmanaged_versioned(view, flags, &versioned); break;
    }
    fuzz_no_memory = 0;
    REQUIRE_STATUS(status, wrong);
    REQUIRE(moves ? is_zeroed(view) : memcmp(view, &before, sizeof before) == 0);
    REQUIRE(releases == 0);
    if (status) {
        REQUIRE(!legacy && !versioned && is_filled(&borrowed, 0, sizeof borrowed, 0xa5));
        return;
    }
    if (legacy) t = &legacy->dl_tensor;
    if (versioned) {
        t = &versioned->dl_tensor;
        REQUIRE(versioned->flags == expected_flags && versioned->version.major == 1 && versioned->version.minor == 3);
    }
    REQUIRE(!legacy || legacy->deleter);
    REQUIRE(!versioned || versioned->deleter);
    check_export(&before, m, t, kind, legacy && flags & CUCORE_EXPORT_COMPACT);
    if (depth < 3 && below(in, 4)) {
        come_in_again(in, t,
                      versioned                              ? expected_flags
                      : kind == TO_BORROWED && before.padded ? 4
                                                             : 0,
                      legacy, versioned, depth);
    } else {
        cucore__dlmanaged_delete(legacy);
        cucore__dlmanaged_versioned_delete(versioned);
    }
    REQUIRE(releases == (owned && (kind == TO_LEGACY || kind == TO_VERSIONED)));
}

/* Whatever one may do with a view; it may be zeroed afterwards, when what it owned has moved. */
static void use(input *in, cucore_view *view, int depth)
{
    cucore_view *now = (cucore_view *)(malloc)(sizeof *now); /* the exact size again; borrows from view */
    model m;
    if (!now) exit(2);
    poison(now);
    REQUIRE(cucore_view_as(view, 0, NULL, NULL, now) == CUCORE_OK);
    REQUIRE(!now->private_.release && !now->private_.owner && cucore_layout_is_equal(&now->layout, &view->layout));
    model_read(now, &m);
    for (int rounds = 0; rounds < 6 && in->left; rounds++) {
        check_sizes(in, now, &m);
        switch (below(in, 8)) {
        case 0: do_slice(in, now, &m); break;
        case 1: do_permute(in, now, &m); break;
        case 2: do_reshape(in, now, &m); break;
        case 3: do_flatten(in, now, &m); break;
        case 4: do_broadcast(in, now, &m); break;
        case 5: do_as(in, now, &m); break;
        case 6: check_range(now, &m); break;
        default: go_out(in, now, &m, depth + 1); break;
        }
        if (now->protocol == CUCORE_PROTOCOL_NONE) break; /* it has moved */
        REQUIRE(now->layout.ndim == m.ndim && now->layout.itembits == m.itembits);
    }
    plain_free(now);
    if (view->protocol != CUCORE_PROTOCOL_NONE) {
        model_read(view, &m);
        go_out(in, view, &m, depth);
    }
}

/* ---- in ---- */
static void run_dltensor(input *in)
{
    cucore_view *view = (cucore_view *)(malloc)(sizeof *view);
    cucore_arg storage;
    const cucore_arg *intake;
    producer p, before;
    expectation e;
    int64_t kept[2 * CUCORE_MAX_NDIM];
    cucore_status status;
    if (!view) exit(2);
    producer_read(in, &p);
    intake = intake_read(in, &storage);
    expect(&p.tensor, p.flags, intake, CUCORE_PROTOCOL_DLTENSOR, &e);
    before = p;
    if (p.shape) memcpy(kept, p.shape, p.entries * sizeof kept[0]);
    if (p.strides) memcpy(kept + CUCORE_MAX_NDIM, p.strides, p.entries * sizeof kept[0]);
    poison(view);
    status = cucore_view_from_dltensor(&p.tensor, p.flags, intake, view);
    REQUIRE_STATUS(status, e.wrong);
    REQUIRE(memcmp(&before.tensor, &p.tensor, sizeof p.tensor) == 0);
    REQUIRE(!p.shape || memcmp(kept, p.shape, p.entries * sizeof kept[0]) == 0);
    REQUIRE(!p.strides || memcmp(kept + CUCORE_MAX_NDIM, p.strides, p.entries * sizeof kept[0]) == 0);
    producer_free(&p); /* the view has its own */
    if (status) {
        REQUIRE(is_zeroed(view));
    } else {
        must_be(view, &e, &p.tensor, CUCORE_PROTOCOL_DLTENSOR);
        REQUIRE(!view->private_.owner && !view->private_.release);
        use(in, view, 0);
        cucore_view_release(view);
    }
    plain_free(view);
}

static void run_managed(input *in, int versioned)
{
    cucore_view *view = (cucore_view *)(malloc)(sizeof *view);
    DLManagedTensor *old = (DLManagedTensor *)(malloc)(sizeof *old);
    DLManagedTensorVersioned *new_ = (DLManagedTensorVersioned *)(malloc)(sizeof *new_);
    void *managed = versioned ? (void *)new_ : (void *)old;
    int protocol = versioned ? CUCORE_PROTOCOL_DLPACK_VERSIONED : CUCORE_PROTOCOL_DLPACK;
    cucore_arg storage;
    const cucore_arg *intake;
    producer p;
    expectation e;
    cucore_status status;
    if (!view || !old || !new_) exit(2);
    producer_read(in, &p);
    intake = intake_read(in, &storage);
    expect(&p.tensor, versioned ? p.flags : 0, intake, protocol, &e);
    memset(old, 0xa5, sizeof *old);
    memset(new_, 0xa5, sizeof *new_);
    old->dl_tensor = new_->dl_tensor = p.tensor;
    old->deleter = p.has_deleter ? on_delete_legacy : NULL;
    new_->deleter = p.has_deleter ? on_delete_versioned : NULL;
    new_->version = p.version;
    new_->flags = p.flags;
    if (versioned && p.version.major != 1) { /* whoever goes on reads shape and strides where no memory is */
        e.wrong = FAULT(CUCORE_PROTOCOL);
        memset(&new_->dl_tensor, 0x11, sizeof new_->dl_tensor);
        new_->dl_tensor.dtype.code = CUCORE_CODE_FLOAT;
        new_->dl_tensor.dtype.bits = 32;
        new_->dl_tensor.dtype.lanes = 1;
        new_->dl_tensor.device.device_type = (DLDeviceType)CUCORE_DEVICE_TYPE_CPU;
        new_->dl_tensor.ndim = 2;
        new_->manager_ctx = NULL;
    }
    plain_free(versioned ? (void *)old : (void *)new_);
    deletions = 0;
    deleted_tensor = NULL;
    poison(view);
    status = versioned ? cucore_view_adopt_dlmanaged_versioned(new_, intake, view)
                       : cucore_view_adopt_dlmanaged(old, intake, view);
    REQUIRE_STATUS(status, e.wrong);
    REQUIRE(deletions == (status && p.has_deleter));
    producer_free(&p);
    if (status) {
        REQUIRE(is_zeroed(view));
    } else {
        must_be(view, &e, &p.tensor, protocol);
        REQUIRE(view->private_.owner == managed && view->private_.release);
        use(in, view, 0);
        if (view->protocol != CUCORE_PROTOCOL_NONE) REQUIRE(deletions == 0);
        cucore_view_release(view);
        REQUIRE(is_zeroed(view));
        cucore_view_release(view);
    }
    REQUIRE(deletions == p.has_deleter && deleted_tensor == (p.has_deleter ? managed : NULL));
    if (!p.has_deleter) plain_free(managed);
    plain_free(view);
}

/* ---- memory for new arrays ---- */
static void run_allocate(input *in)
{
    static const int types[] = {CUCORE_DEVICE_TYPE_CPU,       CUCORE_DEVICE_TYPE_CUDA,
                                CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_TYPE_CUDA_MANAGED,
                                CUCORE_DEVICE_TYPE_ROCM_HOST, 0,
                                CUCORE_DEVICE_TYPE_ROCM};
    int type = types[below(in, COUNT_OF(types))], id = below(in, 4) - 1, ndim = ndim_of(in), i;
    int sound = ndim >= 0 && ndim <= CUCORE_MAX_NDIM, owned = type == CUCORE_DEVICE_TYPE_CPU;
    int on_device = type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    int64_t *shape = entries_new(sound ? (size_t)ndim : 0), strides[CUCORE_MAX_NDIM], bits;
    DLDataType given;
    cucore_dtype dtype;
    cucore_array_spec spec;
    cucore_view *view = (cucore_view *)(malloc)(sizeof *view);
    cucore_status status;
    faults wrong;
    extent_span reach;
    model m;
    int128 bytes = 0;
    if (!view) exit(2);
    dtype_of(in, &given);
    dtype = cucore_dtype_make(given.code, given.bits, given.lanes);
    if (rarely(in, 12)) dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)byte_of(in));
    bits = dtype.bits ? (int64_t)dtype.bits * dtype.lanes : 8 * (int64_t)dtype.itemsize;
    for (i = 0; sound && i < ndim; i++) shape[i] = ndim > 16 && below(in, 8) ? 1 : extent_of(in);
    fuzz_no_memory = rarely(in, 16);
    wrong = given.bits == dtype.bits && dtype.code < CUCORE_CODE_OPAQUE ? dtype_faults(given, CUCORE_ALLOW_LANES) : 0;
    if (dtype.code >= CUCORE_CODE_OPAQUE && !dtype.itemsize) wrong |= FAULT(CUCORE_PROTOCOL);
    if (!sound) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
    if (wrong || !sound) wrong |= FAULT(CUCORE_UNSUPPORTED); /* the device, which is asked last */
    if (!wrong) {
        fill_dense(ndim, shape, strides);
        reach = span_of(ndim, shape, strides);
        bytes = ceil_div(reach.size * bits, 8);
        if (reach.negative) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
        if (clamp(reach.size) * 8 * dtype.itemsize > INT64_MAX) {
            wrong |= FAULT(CUCORE_OVERFLOW) | FAULT(CUCORE_OUT_OF_MEMORY);
        } else if (bytes > (owned ? (int128)FUZZ_MOST_BYTES - 64 : 65536)) {
            wrong |= FAULT(CUCORE_OUT_OF_MEMORY);
        }
        if (fuzz_no_memory) wrong |= FAULT(CUCORE_OUT_OF_MEMORY);
        if (!owned && type != CUCORE_DEVICE_TYPE_CUDA && type != CUCORE_DEVICE_TYPE_CUDA_HOST &&
            type != CUCORE_DEVICE_TYPE_CUDA_MANAGED) {
            wrong |= FAULT(CUCORE_UNSUPPORTED);
        }
        if (on_device && (id >= DEVICES || id == CUCORE_DEVICE_NONE)) wrong |= FAULT(CUCORE_INVALID_ARGUMENT);
        if (!owned && bytes > 65536 && (int128)1 << 34 > bytes) { /* the fake would really allocate it */
            fuzz_no_memory = 0;
            plain_free(shape);
            plain_free(view);
            return;
        }
    }
    poison(view);
    memset(&spec, 0, sizeof spec);
    spec.dtype = dtype, spec.ndim = ndim, spec.shape = shape, spec.device_type = type, spec.device_id = id;
    status = cucore_view_allocate(&spec, NULL, NULL, view);
    fuzz_no_memory = 0;
    REQUIRE_STATUS(status, wrong);
    if (status) {
        REQUIRE(is_zeroed(view));
    } else {
        model_read(view, &m);
        REQUIRE(m.ndim == ndim && m.itembits == bits && memcmp(m.shape, shape, (size_t)ndim * sizeof *shape) == 0);
        REQUIRE(memcmp(m.strides, strides, (size_t)ndim * sizeof *shape) == 0);
        REQUIRE(view->protocol == CUCORE_PROTOCOL_MEMORY && view->device_type == type && !view->padded &&
                !view->readonly);
        REQUIRE(view->has_producer_stream == !owned);
        if (bytes) { /* all of it, also where it is the fake's */
            REQUIRE((uintptr_t)view->ptr % 64 == 0);
            memset(view->ptr, 1, (size_t)bytes);
        }
        if (owned) use(in, view, 0);
        cucore_view_release(view);
        REQUIRE(is_zeroed(view));
    }
    plain_free(shape);
    plain_free(view);
}

static int buffer_releases;

static void on_buffer_release(void *owner)
{
    REQUIRE(owner == host_memory);
    buffer_releases++;
}

/* An array in a buffer, which moves into the view. */
static void run_buffer(input *in)
{
    cucore_view *view = (cucore_view *)(malloc)(sizeof *view);
    cucore_buffer buffer, before;
    cucore_layout layout;
    cucore_dtype dtype;
    size_t offset, bytes = (size_t)(rarely(in, 6) ? wild_of(in) & INT64_MAX : 16 * below(in, 256));
    int owned = !rarely(in, 4), takes = below(in, 3);
    cucore_status status;
    faults wrong;
    if (!view) exit(2);
    poison(view);
    memset(&buffer, 0, sizeof buffer);
    buffer.nbytes = bytes;
    buffer.ptr = bytes ? host_memory : NULL;
    buffer.device_type = CUCORE_DEVICE_TYPE_CPU;
    buffer.device_id = -1;
    buffer.host_accessible = 1;
    buffer.readonly = (uint8_t)below(in, 2);
    buffer.owner = host_memory;
    buffer.release = owned ? on_buffer_release : NULL;
    buffer.stream = CUCORE_STREAM_HOST;
    offset = (size_t)(rarely(in, 12) ? wild_of(in) : byte_of(in));
    if (layout_read(in, &layout)) {
        dtype = own_dtype_read(in, &layout);
        wrong = own_dtype_faults(&layout, dtype) | inside_faults(&layout, (int128)offset, (int128)bytes);
        fuzz_no_memory = takes && rarely(in, 16);
        if (fuzz_no_memory) wrong |= FAULT(CUCORE_OUT_OF_MEMORY);
        before = buffer;
        buffer_releases = 0;
        status = takes ? cucore_view_adopt_buffer(&buffer, offset, dtype, &layout, view)
                       : cucore_view_from_buffer(&buffer, offset, dtype, &layout, view);
        fuzz_no_memory = 0;
        REQUIRE_STATUS(status, wrong);
        REQUIRE(takes ? is_filled(&buffer, 0, sizeof buffer, 0) : memcmp(&buffer, &before, sizeof buffer) == 0);
        if (status) {
            REQUIRE(is_zeroed(view));
        } else {
            REQUIRE(view->ptr == (before.ptr ? (char *)before.ptr + offset : NULL));
            REQUIRE(view->readonly == before.readonly && view->protocol == CUCORE_PROTOCOL_MEMORY);
            REQUIRE(cucore_layout_is_equal(&view->layout, &layout) && cucore_dtype_is_equal(view->dtype, dtype));
            REQUIRE(view->padded ==
                    (dtype.code < CUCORE_CODE_OPAQUE && layout.itembits != (int64_t)dtype.bits * dtype.lanes));
            use(in, view, 0);
            cucore_view_release(view);
        }
        REQUIRE(buffer_releases == (takes && owned));
    }
    plain_free(view);
}

/* An absent argument is an error; a tensor that was to be adopted is deleted. */
static void run_null(input *in)
{
    producer p;
    DLManagedTensor *old = (DLManagedTensor *)(calloc)(1, sizeof *old);
    DLManagedTensorVersioned *new_ = (DLManagedTensorVersioned *)(calloc)(1, sizeof *new_);
    cucore_view view;
    if (!old || !new_) exit(2);
    producer_read(in, &p);
    old->dl_tensor = new_->dl_tensor = p.tensor;
    old->deleter = on_delete_legacy;
    new_->deleter = on_delete_versioned;
    new_->version.major = 1;
    deletions = 0;
    poison(&view);
    REQUIRE_STATUS(cucore_view_from_dltensor(&p.tensor, 0, NULL, NULL), FAULT(CUCORE_INVALID_ARGUMENT));
    REQUIRE_STATUS(cucore_view_adopt_dlmanaged(old, NULL, NULL), FAULT(CUCORE_INVALID_ARGUMENT));
    REQUIRE_STATUS(cucore_view_adopt_dlmanaged_versioned(new_, NULL, NULL), FAULT(CUCORE_INVALID_ARGUMENT));
    switch (below(in, 3)) {
    case 0: REQUIRE(cucore_view_from_dltensor(NULL, 0, NULL, &view) == CUCORE_INVALID_ARGUMENT); break;
    case 1: REQUIRE(cucore_view_adopt_dlmanaged(NULL, NULL, &view) == CUCORE_INVALID_ARGUMENT); break;
    default: REQUIRE(cucore_view_adopt_dlmanaged_versioned(NULL, NULL, &view) == CUCORE_INVALID_ARGUMENT); break;
    }
    REQUIRE(is_zeroed(&view));
    cucore_view_release(&view);
    REQUIRE(deletions == 2);
    producer_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in;
    long blocks = fuzz_blocks;
    in.data = data;
    in.left = size;
    places_make();
    switch (below(&in, 16)) {
    case 0: run_null(&in); break;
    case 1:
    case 2: run_allocate(&in); break;
    case 3:
    case 4: run_buffer(&in); break;
    case 5:
    case 6:
    case 7: run_dltensor(&in); break;
    case 8:
    case 9:
    case 10: run_managed(&in, 0); break;
    default: run_managed(&in, 1); break;
    }
    REQUIRE(fuzz_blocks == blocks);
    return 0;
}
