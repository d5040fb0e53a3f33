/* ----------------------------------------------------------------------------------------------- >>impl-layout -- */
/* core/layout_make.c: arithmetic that detects overflow; layouts measured, checked and made. */
/* Checked arithmetic: 1 when the true result does not fit, *out is then unspecified. */
#if defined(__GNUC__) || defined(__clang__)
CUCORE__PRIVATE inline int cucore__mul(int64_t a, int64_t b, int64_t *out)
{
    return __builtin_mul_overflow(a, b, out);
}

CUCORE__PRIVATE inline int cucore__add(int64_t a, int64_t b, int64_t *out)
{
    return __builtin_add_overflow(a, b, out);
}
#else
CUCORE__PRIVATE inline int cucore__mul(int64_t a, int64_t b, int64_t *out)
{
    if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
              : a < 0 && (b > 0 ? a < INT64_MIN / b : b < INT64_MAX / a)) {
        return 1;
    }
    *out = a * b;
    return 0;
}

CUCORE__PRIVATE inline int cucore__add(int64_t a, int64_t b, int64_t *out)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return 1;
    *out = a + b;
    return 0;
}
#endif

/* a / b; a division of 32 bits takes half the time. */
CUCORE__PRIVATE inline uint64_t cucore__divide(uint64_t a, uint64_t b)
{
    if (a < b) return 0;
    if (b == 1) return a;
    return a >> 32 == 0 ? (uint64_t)((uint32_t)a / (uint32_t)b) : a / b; /* b <= a fits as well */
}

/* |stride|, which always fits. */
CUCORE__PRIVATE inline uint64_t cucore__magnitude(int64_t stride)
{
    return stride < 0 ? (uint64_t)0 - (uint64_t)stride : (uint64_t)stride;
}

CUCORE__PRIVATE cucore_status cucore__layout_check_ndim(int64_t ndim, int64_t itemsize)
{
    if (ndim < 0 || ndim > CUCORE_MAX_NDIM) {
        return cucore__invalid("ndim is %lld; it must be 0 to %d", (long long)ndim, CUCORE_MAX_NDIM);
    }
    if (itemsize < 1 || itemsize > INT64_MAX / 8) {
        return cucore__invalid("itemsize is %lld bytes; it must be 1 to %lld", (long long)itemsize,
                               (long long)(INT64_MAX / 8));
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE inline int cucore__layout_head_is_valid(const cucore_layout *layout)
{
    return (uint32_t)layout->ndim <= CUCORE_MAX_NDIM && (uint64_t)layout->itemsize - 1 < (uint64_t)INT64_MAX / 8 &&
           (uint64_t)layout->itembits - 1 < 8 * (uint64_t)layout->itemsize;
}

/* Fails: there is no result to write to, or no valid layout. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_argument(const cucore_layout *layout, const void *out,
                                                                 const char *function)
{
    cucore_status status;
    if (!layout || !out) return cucore__invalid("%s: an argument is NULL", function);
    status = cucore__layout_check_ndim(layout->ndim, layout->itemsize);
    if (status) return status;
    return cucore__invalid("%s: itembits is %lld; it must be 1 to %lld", function, (long long)layout->itembits,
                           8 * (long long)layout->itemsize);
}

CUCORE__PRIVATE inline cucore_status cucore__layout_check_argument(const cucore_layout *layout, const void *out,
                                                                   const char *function)
{
    if (layout && out && cucore__layout_head_is_valid(layout)) return CUCORE_OK;
    return cucore__fail_argument(layout, out, function);
}

CUCORE__PRIVATE cucore_status cucore__fail_extent(int axis, int64_t extent)
{
    return cucore__invalid("shape[%d] is %lld; extents must be 0 or more", axis, (long long)extent);
}

/* Returns 1 if an extent is 0, for a layout of any size. */
CUCORE__PRIVATE cucore_status cucore__layout_find_empty(const cucore_layout *layout, int *is_empty)
{
    int i, found = 0;
    for (i = 0; i < layout->ndim; i++) {
        if (layout->shape[i] < 0) return cucore__fail_extent(i, layout->shape[i]);
        found |= layout->shape[i] == 0;
    }
    *is_empty = found;
    return CUCORE_OK;
}

/* The number of elements; 0 as soon as one extent is 0, however large the others are. */
CUCORE__PRIVATE inline cucore_status cucore__layout_measure(const cucore_layout *layout, int64_t *size)
{
    int64_t product = 1;
    int i, is_empty = 0, unusual = 0;
    cucore_status status;
    for (i = 0; i < layout->ndim; i++) {
        unusual |= layout->shape[i] < 1;
        unusual |= cucore__mul(product, layout->shape[i], &product);
    }
    if (unusual) {
        status = cucore__layout_find_empty(layout, &is_empty);
        if (status) return status;
        if (!is_empty) {
            return cucore_fail(CUCORE_OVERFLOW, "the product of the %d extents (the last is %lld) does not fit 64 bits",
                               layout->ndim, (long long)layout->shape[layout->ndim - 1]);
        }
        product = 0;
    }
    *size = product;
    return CUCORE_OK;
}

/* An empty layout has 0 and -1. */
CUCORE__PRIVATE cucore_status cucore__layout_bounds(const cucore_layout *layout, int64_t *min, int64_t *max)
{
    int64_t low = 0, high = 0, reach;
    int i, is_empty = 0;
    cucore_status status = cucore__layout_find_empty(layout, &is_empty);
    if (status) return status;
    for (i = 0; i < layout->ndim && !is_empty; i++) {
        if (layout->shape[i] <= 1) continue;
        if (cucore__mul(layout->shape[i] - 1, layout->strides[i], &reach) ||
            (reach < 0 ? cucore__add(low, reach, &low) : cucore__add(high, reach, &high))) {
            return cucore_fail(CUCORE_OVERFLOW,
                               "shape[%d] is %lld with strides[%d] %lld: the offset of its last element does not fit "
                               "64 bits",
                               i, (long long)layout->shape[i], i, (long long)layout->strides[i]);
        }
    }
    *min = low;
    *max = is_empty ? -1 : high;
    return CUCORE_OK;
}

/* Finds the first and the last bit of the elements, counted from the origin.  If it succeeds every offset in bytes fits
 * 64 bits.  An empty layout has 0 and -1. */
CUCORE__PRIVATE cucore_status cucore__layout_bits(const cucore_layout *layout, int64_t *first, int64_t *last)
{
    int64_t min = 0, max = 0, end;
    cucore_status status = cucore__layout_bounds(layout, &min, &max);
    if (status) return status;
    if (cucore__mul(min, layout->itembits, first) || cucore__add(max, 1, &end) ||
        cucore__mul(end, layout->itembits, &end)) {
        return cucore_fail(CUCORE_OVERFLOW,
                           "elements of %lld bits reach from offset %lld to %lld: that does not fit 64 bits",
                           (long long)layout->itembits, (long long)min, (long long)max);
    }
    *last = end - 1;
    return CUCORE_OK;
}

/* Finds the first byte and the end of the last one, relative to element [0, ...]; they are equal if the layout is
 * empty. */
CUCORE__PRIVATE cucore_status cucore__layout_byte_bounds(const cucore_layout *layout, int64_t *first, int64_t *end)
{
    int64_t low = 0, last = 0; /* bits */
    cucore_status status = cucore__layout_check_argument(layout, first, "cucore_layout_offset_bounds");
    if (!status) status = cucore__layout_bits(layout, &low, &last);
    if (status) return status;
    if (last > INT64_MAX - 8) return cucore_fail(CUCORE_OVERFLOW, "the layout spans more bytes than fit 64 bits");
    *first = low >> 3;
    *end = (last >> 3) + 1;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__fail_size(int64_t size, int64_t itembits)
{
    return cucore_fail(CUCORE_OVERFLOW, "%lld elements of %lld bits do not fit 64 bits", (long long)size,
                       (long long)itembits);
}

/* Number of elements, lowest and highest offset. */
typedef struct cucore__survey {
    int64_t size;
    int64_t min;
    int64_t max;
} cucore__survey;

/* Measures all three in one pass.
 * -> 0: the layout is empty, broken or too large, and the survey has no meaning */
CUCORE__PRIVATE inline int cucore__layout_survey(const cucore_layout *layout, cucore__survey *out)
{
    int64_t size = 1, min = 0, max = 0, reach = 0;
    int i, unusual = 0;
    for (i = 0; i < layout->ndim; i++) {
        int64_t extent = layout->shape[i];
        if (extent == 1) continue;
        unusual |= extent < 1;
        unusual |= cucore__mul(size, extent, &size);
        unusual |= cucore__mul((int64_t)((uint64_t)extent - 1), layout->strides[i], &reach);
        unusual |= reach < 0 ? cucore__add(min, reach, &min) : cucore__add(max, reach, &max);
    }
    out->size = size;
    out->min = min;
    out->max = max;
    return !unusual;
}

/* A layout that has no survey: OK when it is empty (size 0, from 0 to -1), else what is wrong with it. */
CUCORE__PRIVATE cucore_status cucore__layout_explain(const cucore_layout *layout, cucore__survey *out)
{
    int64_t bits, last;
    cucore_status status;
    out->size = out->min = 0;
    out->max = -1;
    status = cucore__layout_measure(layout, &out->size);
    if (status || out->size == 0) return status;
    if (cucore__mul(out->size, layout->itembits, &bits)) return cucore__fail_size(out->size, layout->itembits);
    return cucore__layout_bits(layout, &bits, &last);
}

/* Returns 1 if the layout has elements and is as cucore_layout_make promises; it has a valid ndim, itemsize and
 * itembits. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__layout_is_usual(const cucore_layout *layout, cucore__survey *out)
{
    int64_t bits;
    return cucore__layout_survey(layout, out) && !cucore__mul(out->size, layout->itembits, &bits) &&
           !cucore__mul(out->min, layout->itembits, &bits) && !cucore__mul(out->max, layout->itembits, &bits) &&
           bits <= INT64_MAX - layout->itembits;
}

/* What cucore_layout_make promises; the layout has a valid ndim, itemsize and itembits. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__layout_check(const cucore_layout *layout, cucore__survey *out)
{
    return cucore__layout_is_usual(layout, out) ? CUCORE_OK : cucore__layout_explain(layout, out);
}

/* The stride after an axis; 0 when it does not fit, which belongs to a layout that is empty or refused later. */
CUCORE__PRIVATE inline int64_t cucore__stride_after(int64_t stride, int64_t extent)
{
    int64_t next;
    if (extent <= 1) return stride;
    return cucore__mul(stride, extent, &next) ? 0 : next;
}

/* Dense strides in an order of the axes, slowest first (negative ones from the end), or, without one, in C or F order.
 * Returns the size; 0 when it does not fit, or an extent is not positive. */
CUCORE__PRIVATE inline int64_t cucore__layout_fill_order(cucore_layout *layout, const int *axes, char order)
{
    int64_t stride = 1;
    int i, axis, unusual = 0;
    for (i = layout->ndim - 1; i >= 0; i--) {
        axis = axes ? axes[i] : order == 'F' ? layout->ndim - 1 - i : i;
        if (axis < 0) axis += layout->ndim;
        layout->strides[axis] = stride;
        stride = cucore__stride_after(stride, layout->shape[axis]);
        unusual |= layout->shape[axis] < 1;
    }
    return unusual ? 0 : stride;
}

CUCORE__PRIVATE int64_t cucore__layout_fill_dense(cucore_layout *layout, char order)
{
    return cucore__layout_fill_order(layout, NULL, order);
}

/* Hides a value from the optimiser.  Loops over a few entries that were just written stay loops with it: the calls of
 * memcpy and memset that compilers make of them cost several times more. */
CUCORE__PRIVATE inline int64_t cucore__opaque(int64_t value)
{
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(value));
#endif
    return value;
}

CUCORE__PRIVATE inline void cucore__entries_copy(int64_t *out, const int64_t *values, int count)
{
    int i;
    for (i = 0; i < count; i++) out[i] = cucore__opaque(values[i]);
}

CUCORE__PRIVATE inline void cucore__entries_zero(int64_t *out, int count)
{
    int i;
    for (i = 0; i < count; i++) out[i] = cucore__opaque(0);
}

CUCORE__PRIVATE void cucore__layout_start(cucore_layout *layout, int ndim, const int64_t *shape, int64_t itemsize)
{
    layout->ndim = ndim;
    layout->reserved = 0;
    layout->itemsize = itemsize;
    layout->itembits = 8 * itemsize;
    cucore__entries_copy(layout->shape, shape, ndim);
}

/* The parts of `like` that every layout made from it shares. */
CUCORE__PRIVATE inline void cucore__layout_head(cucore_layout *out, const cucore_layout *like, int ndim)
{
    out->ndim = ndim;
    out->reserved = 0;
    out->itemsize = like->itemsize;
    out->itembits = like->itembits;
}

/* Only the entries in use are copied. */
CUCORE__PRIVATE inline void cucore__layout_copy(cucore_layout *out, const cucore_layout *layout)
{
    cucore__layout_head(out, layout, layout->ndim);
    cucore__entries_copy(out->shape, layout->shape, layout->ndim);
    cucore__entries_copy(out->strides, layout->strides, layout->ndim);
}

CUCORE__PRIVATE cucore_status cucore__layout_begin(int ndim, const int64_t *shape, int64_t itemsize,
                                                   const cucore_layout *out, cucore_layout *work)
{
    cucore_status status = cucore__layout_check_ndim(ndim, itemsize);
    work->ndim = 0; /* gcc does not know that the status of a failure is not 0 */
    if (status) return status;
    if (!out || (ndim > 0 && !shape)) return cucore__invalid("shape or out is NULL");
    cucore__layout_start(work, ndim, shape, itemsize);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__layout_end(const cucore_layout *work, cucore_layout *out)
{
    cucore__survey span;
    cucore_status status = cucore__layout_check(work, &span);
    if (status == CUCORE_OK) cucore__layout_copy(out, work);
    return status;
}

/* With the strides of cucore__layout_fill_order, which reach no further than the size. */
CUCORE__PRIVATE inline cucore_status cucore__layout_end_dense(cucore_layout *work, const int *axes, char order,
                                                              cucore_layout *out)
{
    int64_t bits, size = cucore__layout_fill_order(work, axes, order);
    if (size == 0 || cucore__mul(size, work->itembits, &bits)) return cucore__layout_end(work, out);
    cucore__layout_copy(out, work);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_make(int ndim, const int64_t *shape, const int64_t *strides, int64_t itemsize,
                                            cucore_layout *out)
{
    cucore_layout work;
    cucore_status status = cucore__layout_begin(ndim, shape, itemsize, out, &work);
    if (status) return status;
    if (!strides) return cucore__layout_end_dense(&work, NULL, 'C', out);
    cucore__entries_copy(work.strides, strides, ndim);
    return cucore__layout_end(&work, out);
}

CUCORE_API cucore_status cucore_layout_make_dense(int ndim, const int64_t *shape, char order, int64_t itemsize,
                                                  cucore_layout *out)
{
    cucore_layout work;
    cucore_status status = cucore__layout_begin(ndim, shape, itemsize, out, &work);
    if (status) return status;
    if (order != 'C' && order != 'F') return cucore__invalid("order is %d; it must be 'C' (67) or 'F' (70)", order);
    return cucore__layout_end_dense(&work, NULL, order, out);
}

/* Exact division; a power of two needs no divide. */
CUCORE__PRIVATE inline int cucore__divide_exact(int64_t value, int64_t divisor, int64_t *out)
{
    switch (divisor) {
    case 1: *out = value; return 1;
    case 2: *out = value / 2; return (value & 1) == 0;
    case 4: *out = value / 4; return (value & 3) == 0;
    case 8: *out = value / 8; return (value & 7) == 0;
    default: *out = value / divisor; return value % divisor == 0;
    }
}

CUCORE__PRIVATE int cucore__layout_is_empty(const cucore_layout *layout)
{
    int i;
    for (i = 0; i < layout->ndim; i++) {
        if (layout->shape[i] == 0) return 1;
    }
    return 0;
}

/* layout has ndim, shape and itemsize; byte_strides may be layout->strides. */
CUCORE__PRIVATE cucore_status cucore__layout_fill_bytes(cucore_layout *layout, const int64_t *byte_strides)
{
    int i;
    for (i = 0; i < layout->ndim; i++) {
        int64_t bytes = byte_strides[i];
        if (cucore__divide_exact(bytes, layout->itemsize, &layout->strides[i])) continue;
        if (layout->shape[i] > 1 && !cucore__layout_is_empty(layout)) {
            return cucore_fail(CUCORE_UNSUPPORTED,
                               "strides[%d] is %lld bytes, not a multiple of the itemsize %lld (a field of a "
                               "structured array?); copy it first",
                               i, (long long)bytes, (long long)layout->itemsize);
        }
        layout->strides[i] = 0;
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_make_bytes(int ndim, const int64_t *shape, const int64_t *byte_strides,
                                                  int64_t itemsize, cucore_layout *out)
{
    cucore_layout work;
    cucore_status status = cucore__layout_begin(ndim, shape, itemsize, out, &work);
    if (status) return status;
    if (!byte_strides) return cucore__layout_end_dense(&work, NULL, 'C', out);
    status = cucore__layout_fill_bytes(&work, byte_strides);
    return status ? status : cucore__layout_end(&work, out);
}

CUCORE_API cucore_status cucore_layout_set_packed(cucore_layout *layout, int64_t itembits)
{
    cucore_layout work;
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_set_packed");
    if (status) return status;
    if (itembits < 1 || itembits > 8 * layout->itemsize) {
        return cucore__invalid("itembits is %lld; it must be 1 to %lld, the bits of an item", (long long)itembits,
                               8 * (long long)layout->itemsize);
    }
    cucore__layout_copy(&work, layout);
    work.itembits = itembits;
    work.itemsize = (itembits + 7) / 8;
    return cucore__layout_end(&work, layout);
}
