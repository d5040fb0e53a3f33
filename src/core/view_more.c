/* core/view_more.c: questions about views: overlap, alignment, text; parts of views. */
CUCORE_API cucore_status cucore_view_overlap(const cucore_view *a, const cucore_view *b, cucore_overlap *out)
{
    cucore_status status;
    if (!a || !b) return cucore__invalid("cucore_view_overlap: a view is NULL");
    status = cucore__view_check_sound("cucore_view_overlap: a", a);
    if (!status) status = cucore__view_check_sound("cucore_view_overlap: b", b);
    return status ? status : cucore_layout_overlap(&a->layout, a->ptr, &b->layout, b->ptr, out);
}

typedef struct cucore__aligned {
    char before;
    int64_t value;
} cucore__aligned;

/* Returns the alignment of the C type of one component, which is at most that of a type of 8 bytes. */
CUCORE__PRIVATE size_t cucore__dtype_alignment(cucore_dtype dtype)
{
    const size_t most = offsetof(cucore__aligned, value);
    const int pair = dtype.code == CUCORE_CODE_COMPLEX || dtype.code == CUCORE_CODE_BCOMPLEX;
    size_t bits = pair ? dtype.bits / 2u : dtype.bits, bytes = bits / 8;
    if (!bits || bits % 8 || (bytes & (bytes - 1))) return 1;
    return bytes < most ? bytes : most;
}

CUCORE__PRIVATE inline int cucore__view_is_aligned(const cucore_view *view)
{
    const size_t alignment = cucore__dtype_alignment(view->dtype), mask = alignment - 1;
    const uintptr_t address = (uintptr_t)view->ptr; /* a division takes 5 ns */
    return ((alignment & mask) == 0 ? (address & mask) : address % alignment) == 0 ||
           cucore__layout_is_empty(&view->layout) || cucore__device_is_other(view->device_type);
}

CUCORE_API int cucore_view_is_aligned(const cucore_view *view)
{
    return view && cucore__layout_is_valid(&view->layout) && cucore__view_is_aligned(view);
}

CUCORE_API const char *cucore_protocol_name(cucore_protocol protocol)
{
    switch ((int)protocol) {
#define CUCORE__FROM_CASE(name, value, text)                                                                           \
    case CUCORE_PROTOCOL_##name: return text;
        CUCORE_PROTOCOL_LIST(CUCORE__FROM_CASE)
#undef CUCORE__FROM_CASE
    default: return "?";
    }
}

CUCORE_API size_t cucore_view_format(const cucore_view *view, char *text, size_t size)
{
    cucore__text line = cucore__text_start(text, size);
    if (!view || view->protocol == CUCORE_PROTOCOL_NONE) {
        cucore__text_add(&line, "no view");
        return line.length;
    }
    if (!cucore__layout_is_valid(&view->layout)) {
        cucore__text_add(&line, "no view: ndim is %d", (int)view->layout.ndim);
        return line.length;
    }
    cucore__text_add_dtype(&line, view->dtype);
    cucore__text_add(&line, " ");
    cucore__text_add_tuple(&line, view->layout.shape, view->layout.ndim);
    cucore__text_add(&line, " strides ");
    cucore__text_add_tuple(&line, view->layout.strides, view->layout.ndim);
    cucore__text_add(&line, " on ");
    cucore__text_add_device(&line, view->device_type, view->device_id);
    cucore__text_add(&line, ", %s%s%s%s%s, %s, 0x%llx", view->readonly ? "read-only" : "writable",
                     view->copied ? ", copied" : "", view->converted ? ", converted" : "",
                     view->padded ? ", padded" : "", view->byte_swapped ? ", byte-swapped" : "",
                     cucore_protocol_name((cucore_protocol)view->protocol), (unsigned long long)(uintptr_t)view->ptr);
    return line.length;
}

/* Sets the address of `out`, a part of `view` that starts so many bytes after its element [0, 0, ...].  `out` is
 * cleared on error. */
CUCORE__PRIVATE cucore_status cucore__view_start_at(const char *function, const cucore_view *view, int64_t bytes,
                                                    cucore_view *out)
{
    if (bytes && !cucore__device_type_has_addresses(view->device_type)) {
        cucore__view_clear(out);
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "%s: the part starts %lld bytes into memory of another device (%s), which is known by a "
                           "handle, not by an address",
                           function, (long long)bytes, cucore__device_name(view->device_type));
    }
    if (out->ptr) out->ptr = (char *)out->ptr + bytes;
    return CUCORE_OK;
}
