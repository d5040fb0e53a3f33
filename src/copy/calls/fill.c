/* ---------------------------------------------------------------------------------------------- >>impl-copy-fill -- */
/* copy/calls/fill.c: one element in every place of a view. */
/* Returns the pattern of 1, 2 or 4 bytes that repeats in the element.  *width: bytes of the pattern; 0: there is
 * none. */
CUCORE__PRIVATE uint32_t cucore__fill_pattern(const unsigned char *element, int64_t itemsize, int *width)
{
    uint16_t half;
    uint32_t word;
    int64_t i, period;
    for (period = 1; period <= 4; period *= 2) {
        if (itemsize % period) break;
        for (i = period; i < itemsize && element[i] == element[i - period]; i++) {
        }
        if (i < itemsize) continue;
        *width = (int)period;
        if (period == 1) return element[0];
        if (period == 2) {
            memcpy(&half, element, sizeof half);
            return half;
        }
        memcpy(&word, element, sizeof word);
        return word;
    }
    *width = 0;
    return 0;
}

/* Copies one element of the host, which repeats along every axis. */
CUCORE__PRIVATE cucore_status cucore__fill_by_copy(const cucore_view *dst, const void *element, CUstream stream)
{
    cucore_view one;
    memset(&one, 0, sizeof one);
    one.ptr = (void *)(uintptr_t)element;
    one.dtype = dst->dtype;
    cucore__view_fill_device(&one, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    one.readonly = 1;
    one.byte_swapped = dst->byte_swapped;
    one.padded = dst->padded;
    one.protocol = CUCORE_PROTOCOL_MEMORY;
    one.layout.ndim = 0;
    one.layout.itemsize = dst->layout.itemsize;
    one.layout.itembits = dst->layout.itembits;
    return cucore_view_copy(dst, &one, stream, NULL);
}

/* Fills dense elements by the driver.  The stream has to be of the device of the memory, as for copies. */
CUCORE__PRIVATE cucore_status cucore__fill_dense(const cucore_view *dst, uint32_t pattern, int width, int64_t nbytes,
                                                 CUstream stream)
{
    cucore__place place;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = CUCORE_OK;
    if (dst->device_type == CUCORE_DEVICE_TYPE_CUDA && !cucore__stream_is_default(stream)) {
        status = cucore__place_make_whole(stream, dst->device_id, &place);
        if (!status) status = cucore__context_device(place.context, &device);
        if (!status && device != dst->device_id)
            status = cucore__copy_fail_device(device, dst->device_id, dst->device_id);
    }
    if (status) return status;
    status = cucore__fill_place(dst->ptr, dst->device_id, stream, &place);
    if (status) return status;
    return cucore__memory_fill_at(dst->ptr, pattern, width, (size_t)nbytes / (size_t)width, &place);
}

CUCORE_API cucore_status cucore_view_fill(const cucore_view *dst, const void *element, CUstream stream)
{
    static const unsigned char zeros[256] = {0};
    const cucore_view *const views[2] = {dst, dst};
    void *zeroed = NULL;
    int64_t nbytes;
    uint32_t pattern = 0;
    int width = 1;
    cucore_status status;
    if (!dst) return cucore__fail_null("cucore_view_fill", "dst");
    status = cucore__view_check_sound("cucore_view_fill: dst", dst);
    if (!status) status = cucore__copy_check_kinds(views);
    if (status) return status;
    if (dst->readonly) return cucore_fail(CUCORE_READONLY, "cucore_view_fill: dst is read-only");
    nbytes = cucore_layout_nbytes(&dst->layout);
    if (nbytes < 0) return cucore_last_error()->status;
    if (!nbytes) return CUCORE_OK;
    if (dst->layout.itembits != 8 * dst->layout.itemsize) {
        if (element || !cucore_layout_is_dense(&dst->layout)) {
            return cucore_fail(CUCORE_UNSUPPORTED,
                               "packed elements of %lld bits can only be filled with zeros, and without "
                               "gaps",
                               (long long)dst->layout.itembits);
        }
    } else if (element) {
        pattern = cucore__fill_pattern((const unsigned char *)element, dst->layout.itemsize, &width);
    }
    if (width && ((uintptr_t)dst->ptr % (uintptr_t)width)) width = 0;
    if (width && dst->device_type != CUCORE_DEVICE_TYPE_CPU && cucore_layout_is_dense(&dst->layout))
        return cucore__fill_dense(dst, pattern, width, nbytes, stream);
    if (dst->device_type == CUCORE_DEVICE_TYPE_CPU && width == 1 && cucore_layout_is_dense(&dst->layout)) {
        memset(dst->ptr, (int)pattern, (size_t)nbytes);
        return CUCORE_OK;
    }
    if (element) return cucore__fill_by_copy(dst, element, stream);
    if (dst->layout.itemsize <= (int64_t)sizeof zeros) return cucore__fill_by_copy(dst, zeros, stream);
    zeroed = calloc(1, (size_t)dst->layout.itemsize);
    if (!zeroed) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an element of %lld bytes",
                           (long long)dst->layout.itemsize);
    }
    status = cucore__fill_by_copy(dst, zeroed, stream);
    free(zeroed);
    return status;
}
