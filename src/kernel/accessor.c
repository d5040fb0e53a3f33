/* --------------------------------------------------------------------------------------- >>impl-kernel-accessor -- */
/* kernel/accessor.c: accessors of views, and the checks that all operands of kernels have in common. */
#define CUCORE__OPERAND_FLAGS                                                                                          \
    (CUCORE_WRITE | CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID | CUCORE_UNIQUE)

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__operand_fail_dtype(const cucore_view *view, const char *name,
                                                                      cucore_dtype dtype)
{
    char expected[32], got[32];
    cucore_dtype_to_name(dtype, expected, sizeof expected);
    cucore_dtype_to_name(view->dtype, got, sizeof got);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected dtype %s, got %s", name, expected, got);
}

/* Returns 1 if the usual view meets the requirements; 0: cucore__view_check decides, and writes the message. */
CUCORE__PRIVATE inline int cucore__operand_is_fine(const cucore_view *view, uint64_t flags)
{
    if (flags & CUCORE_HOST_ACCESSIBLE && !view->host_accessible) return 0;
    if (flags & CUCORE_DEVICE_ACCESSIBLE && !view->device_accessible) return 0;
    if (flags & CUCORE_WRITE && (view->readonly || view->unproven || view->copied)) return 0;
    if (flags & CUCORE_UNIQUE && !cucore_layout_is_unique(&view->layout)) return 0;
    return !(flags & CUCORE_ON_DEVICE_ID) && cucore__view_is_aligned(view);
}

/* Checks an operand of a loop or the view of an accessor.  `vector` is 1, or the lanes of a vector that the view's
 * elements form. */
CUCORE__PRIVATE cucore_status cucore__operand_check(const cucore_operand *operand, const char *name, int *vector)
{
    const cucore_view *view = operand->view;
    const cucore_dtype dtype = operand->dtype;
    const uint64_t flags = operand->flags;
    cucore_status status = CUCORE_OK;
    *vector = 1;
    if (flags & ~CUCORE__OPERAND_FLAGS) {
        return cucore__invalid("%s: of the flags 0x%llx, 0x%llx mean nothing to a kernel's operand", name,
                               (unsigned long long)flags, (unsigned long long)(flags & ~CUCORE__OPERAND_FLAGS));
    }
    status = cucore__view_check_sound(name, view);
    if (status) return status;
    if (view->layout.itembits != 8 * view->layout.itemsize || (view->byte_swapped && view->dtype.bits)) {
        char got[32];
        cucore_dtype_to_name(view->dtype, got, sizeof got);
        if (view->byte_swapped)
            return cucore_fail(CUCORE_WRONG_DTYPE,
                               "%s: expected elements in native byte order, got %s in foreign order", name, got);
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "%s: expected elements of whole bytes, got %s, of which several share one", name, got);
    }
    if (!cucore__operand_is_fine(view, flags)) {
        cucore_arg arg;
        memset(&arg, 0, sizeof arg);
        arg.name = name;
        arg.flags = flags | CUCORE_ALLOW_LANES;
        arg.device_id = operand->device_id;
        status = cucore__view_check(view, &arg, NULL);
    }
    if (status || !dtype.lanes || cucore_dtype_is_equal(dtype, view->dtype)) return status;
    if (dtype.code == view->dtype.code && dtype.bits == view->dtype.bits && view->dtype.lanes == 1 &&
        (dtype.lanes & (dtype.lanes - 1)) == 0) {
        *vector = dtype.lanes;
        return CUCORE_OK;
    }
    return cucore__operand_fail_dtype(view, name, dtype);
}

/* The layout with `vector` elements of the last axis as one. */
CUCORE__PRIVATE cucore_status cucore__accessor_vectors(const cucore_view *view, const char *name, int vector,
                                                       int64_t *shape, int64_t *strides)
{
    const int last = view->layout.ndim - 1;
    const uint64_t nbytes = (uint64_t)vector * view->dtype.itemsize;
    int i;
    if (shape[last] % vector) {
        return cucore_fail(CUCORE_WRONG_SHAPE,
                           "%s: expected a multiple of %d elements on the last axis, for vectors, got %lld", name,
                           vector, (long long)shape[last]);
    }
    if ((uintptr_t)view->ptr % nbytes) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: expected memory aligned to %llu bytes, for vectors, got address 0x%llx", name,
                           (unsigned long long)nbytes, (unsigned long long)(uintptr_t)view->ptr);
    }
    if (strides[last] != 1 && shape[last] > 1) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: expected elements side by side on the last axis, for vectors, got stride %lld", name,
                           (long long)strides[last]);
    }
    for (i = 0; i < last; i++) {
        if (strides[i] % vector && shape[i] > 1) {
            return cucore_fail(
                CUCORE_WRONG_LAYOUT,
                "%s: expected strides that are multiples of %d elements, for vectors, got %lld on axis %d", name,
                vector, (long long)strides[i], i);
        }
        strides[i] /= vector;
    }
    shape[last] /= vector;
    strides[last] = 1;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__accessor_fail_far(const cucore_view *view, const char *name)
{
    char shape[160], strides[160];
    cucore__text text = cucore__text_start(shape, sizeof shape);
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    text = cucore__text_start(strides, sizeof strides);
    cucore__text_add_tuple(&text, view->layout.strides, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT,
                       "%s: shape %s and strides %s take indices of 64 bits; 32 reach 2147483647 elements", name, shape,
                       strides);
}

typedef CUCORE_ACCESSOR(1, long long) cucore__accessor_long;

/* Returns the bytes of an accessor before its shape. */
CUCORE__PRIVATE inline size_t cucore__accessor_head(int index_bits)
{
    if (index_bits != 64) return sizeof(void *);
    return offsetof(cucore__accessor_long, shape);
}

CUCORE_API cucore_status cucore_accessor_make(const cucore_view *view, const cucore_accessor_spec *spec,
                                              size_t out_nbytes, void *out)
{
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM], reach = 0;
    cucore_operand operand;
    const char *name;
    char *entries;
    size_t head; /* bytes before the shape */
    int i, vector, is_far = 0;
    cucore_status status;
    if (!view || !spec || !out) {
        return cucore__fail_null("cucore_accessor_make", !view ? "view" : !spec ? "spec" : "out");
    }
    name = spec->name ? spec->name : "array";
    if (spec->ndim < 1 || spec->ndim > CUCORE_MAX_NDIM || (spec->index_bits != 32 && spec->index_bits != 64)) {
        return cucore__invalid("%s: an accessor of %d axes and %d bits; there are 1 to %d, and 32 or 64", name,
                               spec->ndim, spec->index_bits, CUCORE_MAX_NDIM);
    }
    head = cucore__accessor_head(spec->index_bits);
    if (out_nbytes != head + (size_t)spec->ndim * (size_t)spec->index_bits / 4) {
        return cucore__invalid("%s: %llu bytes are no accessor of %d axes and %d bits", name,
                               (unsigned long long)out_nbytes, spec->ndim, spec->index_bits);
    }
    operand.view = view;
    operand.name = spec->name;
    operand.dtype = spec->dtype;
    operand.flags = spec->flags;
    operand.device_id = spec->device_id;
    status = cucore__operand_check(&operand, name, &vector);
    if (status) return status;
    if (view->layout.ndim != spec->ndim) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected %d %s, got %d", name, spec->ndim,
                           spec->ndim == 1 ? "axis" : "axes", (int)view->layout.ndim);
    }
    memcpy(shape, view->layout.shape, (size_t)spec->ndim * sizeof *shape);
    memcpy(strides, view->layout.strides, (size_t)spec->ndim * sizeof *strides);
    if (vector > 1 && !cucore__layout_is_empty(&view->layout))
        status = cucore__accessor_vectors(view, name, vector, shape, strides);
    if (status) return status;
    if (spec->index_bits == 32) {
        /* Each sum that an index is made of fits, in any order, and so do the entries themselves. */
        const int is_empty = cucore__layout_is_empty(&view->layout);
        for (i = 0; i < spec->ndim; i++) {
            const uint64_t size = cucore__magnitude(strides[i]);
            is_far |= shape[i] > INT32_MAX;
            if (shape[i] > 1 && !is_empty) {
                if (size > INT32_MAX || is_far || (reach += (shape[i] - 1) * (int64_t)size) > INT32_MAX) is_far = 1;
            } else if (size > INT32_MAX) {
                strides[i] = 0;
            }
            if (is_far) break;
        }
        if (is_far) return cucore__accessor_fail_far(view, name);
    }
    memcpy(out, &view->ptr, sizeof view->ptr);
    entries = (char *)out + head;
    for (i = 0; i < spec->ndim; i++) {
        if (spec->index_bits == 64) {
            memcpy(entries + 8 * i, &shape[i], 8);
            memcpy(entries + 8 * (spec->ndim + i), &strides[i], 8);
        } else {
            int32_t extent = (int32_t)shape[i], stride = (int32_t)strides[i];
            memcpy(entries + 4 * i, &extent, 4);
            memcpy(entries + 4 * (spec->ndim + i), &stride, 4);
        }
    }
    return CUCORE_OK;
}
