/* ----------------------------------------------------------------------------------------- >>impl-share-handle -- */
/* share/handle.c: handles made, and handles that came from outside checked field by field. */
#define CUCORE__HANDLE_HEAD offsetof(cucore_share_handle, extents)
static const char cucore__handle_magic[9] = "cucshare";

/* The bytes that have the same meaning in every version: magic, version, size. */
#define CUCORE__HANDLE_PREFIX offsetof(cucore_share_handle, way)

typedef char cucore__assert_handle_head[CUCORE__HANDLE_HEAD == 232 ? 1 : -1]; /* without padding */

/* Continues a CRC-64/XZ over some bytes, bit by bit, by the reflected polynomial of ECMA-182.  It starts as, and ends
 * with, the complement of the result. */
CUCORE__PRIVATE uint64_t cucore__crc64(uint64_t crc, const void *bytes, size_t count)
{
    const unsigned char *at = (const unsigned char *)bytes;
    int bit;
    for (; count > 0; count--) {
        crc ^= *at++;
        for (bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? UINT64_C(0xc96c5795d7870f42) : UINT64_C(0));
    }
    return crc;
}

/* Returns the checksum of a handle whose size is right: of all bytes but the field itself. */
CUCORE__PRIVATE uint64_t cucore__handle_checksum(const cucore_share_handle *handle)
{
    const uint64_t head = cucore__crc64(UINT64_MAX, handle, offsetof(cucore_share_handle, checksum));
    return ~cucore__crc64(head, handle->extents, handle->size - CUCORE__HANDLE_HEAD);
}

/* Begins a handle.  device_id: CUCORE_DEVICE_NONE for an empty array, which needs no driver. */
CUCORE__PRIVATE cucore_status cucore__handle_start(cucore_share_handle *handle, uint32_t way, int device_id)
{
    cucore__identity here;
    cucore__CUuuid uuid;
    cucore_status status;
    memcpy(handle->magic, cucore__handle_magic, sizeof handle->magic);
    handle->version = CUCORE_SHARE_VERSION;
    handle->size = (uint32_t)CUCORE__HANDLE_HEAD;
    handle->way = way;
    if (device_id < 0) return CUCORE_OK;
    cucore__identity_get(&here);
    handle->process = here.process;
    memcpy(handle->exporter, here.exporter, sizeof here.exporter);
    memcpy(handle->machine, here.machine, sizeof here.machine);
    status = CUCORE__CALL(DeviceGetUuid, (&uuid, device_id));
    if (!status) memcpy(handle->device, uuid.bytes, sizeof handle->device);
    return status;
}

/* Describes the array of a view. */
CUCORE__PRIVATE void cucore__handle_describe(cucore_share_handle *handle, const cucore_view *view)
{
    const int ndim = view->layout.ndim;
    const size_t bytes = (size_t)ndim * sizeof(int64_t);
    handle->flags = (view->readonly ? UINT64_C(1) : 0) | (view->byte_swapped ? UINT64_C(2) : 0) |
                    (view->padded ? UINT64_C(4) : 0) | (view->readonly && view->unproven ? UINT64_C(8) : 0) |
                    (view->copied ? UINT64_C(16) : 0);
    handle->code = view->dtype.code;
    handle->bits = view->dtype.bits;
    handle->lanes = view->dtype.lanes;
    handle->itemsize = view->dtype.itemsize;
    handle->itembits = view->layout.itembits;
    handle->device_type = view->device_type;
    handle->ndim = ndim;
    memcpy(handle->extents, view->layout.shape, bytes);
    memcpy(handle->extents + ndim, view->layout.strides, bytes);
    handle->size = (uint32_t)(CUCORE__HANDLE_HEAD + 2 * bytes);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_field(const char *field, uint64_t value, const char *expected)
{
    return cucore_fail(CUCORE_PROTOCOL, "the handle's %s is %llu; it must be %s", field, (unsigned long long)value,
                       expected);
}

/* Refuses a handle of another machine.  The driver is loaded. */
CUCORE__PRIVATE cucore_status cucore__handle_check_machine(const cucore_share_handle *handle)
{
    cucore__identity here;
    cucore__identity_get(&here);
    if (memcmp(here.machine, handle->machine, 16) == 0 || cucore__bytes_are_zero(here.machine, 16) ||
        cucore__bytes_are_zero(handle->machine, 16)) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "process %lld exported this on another machine, or before this one was started again",
                       (long long)handle->process);
}

/* Returns 1 if this process made the handle. */
CUCORE__PRIVATE int cucore__handle_is_ours(const cucore_share_handle *handle)
{
    cucore__identity here;
    cucore__identity_get(&here);
    return memcmp(here.exporter, handle->exporter, 16) == 0;
}

/* Refuses values in fields that have no meaning for the way of the handle. */
CUCORE__PRIVATE cucore_status cucore__handle_check_unused(const cucore_share_handle *handle)
{
    static const struct {
        uint32_t ways; /* that do not use the bytes; 32: an empty array */
        size_t from, to;
        const char *fields;
    } unused[] = {
        {UINT32_MAX, offsetof(cucore_share_handle, reserved), offsetof(cucore_share_handle, checksum), "reserved"},
        {32, offsetof(cucore_share_handle, process), offsetof(cucore_share_handle, code), "memory"},
        {CUCORE_SHARE_EVENT, offsetof(cucore_share_handle, allocation_id), offsetof(cucore_share_handle, reserved),
         "array"},
        {CUCORE_SHARE_EVENT, offsetof(cucore_share_handle, flags), offsetof(cucore_share_handle, process), "flags"},
        {CUCORE_SHARE_LEGACY | CUCORE_SHARE_VIRTUAL, offsetof(cucore_share_handle, pool),
         offsetof(cucore_share_handle, address), "pool"},
        {CUCORE_SHARE_VIRTUAL, offsetof(cucore_share_handle, driver), offsetof(cucore_share_handle, allocation_id),
         "driver"}};
    const uint32_t way = handle->way ? handle->way : 32;
    size_t i;
    for (i = 0; i < sizeof unused / sizeof unused[0]; i++) {
        const unsigned char *bytes = (const unsigned char *)handle + unused[i].from;
        size_t at = 0, count = unused[i].to - unused[i].from;
        if (!(unused[i].ways & way)) continue;
        while (at < count && !bytes[at]) at++;
        if (at == count) continue;
        return cucore_fail(CUCORE_PROTOCOL, "the handle's %s has byte %d at %d; it must be 0 for way %lu",
                           unused[i].fields, bytes[at], (int)(unused[i].from + at), (unsigned long)handle->way);
    }
    return CUCORE_OK;
}

/* Copies a handle that came from outside, and checks all that is not about the array. */
CUCORE__PRIVATE cucore_status cucore__handle_read(const void *bytes, size_t nbytes, cucore_share_handle *out)
{
    const size_t most = sizeof *out;
    memset(out, 0, sizeof *out);
    if (nbytes < CUCORE__HANDLE_PREFIX) return cucore__fail_field("length in bytes", nbytes, "232 or more");
    memcpy(out, bytes, nbytes < most ? nbytes : most);
    if (memcmp(out->magic, cucore__handle_magic, sizeof out->magic) != 0) {
        return cucore_fail(CUCORE_PROTOCOL, "the bytes are no handle of cucore: they do not begin with 'cucshare'");
    }
    if (out->version != CUCORE_SHARE_VERSION) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the handle's version is %lu; this release of cucore reads version %d: both processes need "
                           "releases of one version",
                           (unsigned long)out->version, CUCORE_SHARE_VERSION);
    }
    if (nbytes < CUCORE__HANDLE_HEAD) return cucore__fail_field("length in bytes", nbytes, "232 or more");
    if (out->ndim < 0 || out->ndim > CUCORE_MAX_NDIM) {
        return cucore_fail(CUCORE_PROTOCOL, "the handle's ndim is %ld; it must be 0 to %d", (long)out->ndim,
                           CUCORE_MAX_NDIM);
    }
    if (out->size != CUCORE__HANDLE_HEAD + 16u * (unsigned)out->ndim) {
        return cucore__fail_field("size", out->size, "232, and 16 more for each axis");
    }
    if (out->size > nbytes) return cucore__fail_field("size", out->size, "as many as were passed at most");
    if (out->checksum != cucore__handle_checksum(out)) {
        return cucore_fail(CUCORE_PROTOCOL,
                           "the handle was changed on its way: its checksum is 0x%016llx, that of its bytes 0x%016llx",
                           (unsigned long long)out->checksum, (unsigned long long)cucore__handle_checksum(out));
    }
    if (out->flags > 31) return cucore__fail_field("flags", out->flags, "0 to 31");
    if ((out->flags & 9) == 8) return cucore__fail_field("flags", out->flags, "with 1, read-only, if it has 8");
    switch (out->way) {
    case 0:
    case CUCORE_SHARE_LEGACY:
    case CUCORE_SHARE_POOL:
    case CUCORE_SHARE_VIRTUAL:
    case CUCORE_SHARE_EVENT: return cucore__handle_check_unused(out);
    default: return cucore__fail_field("way", out->way, "0, 1, 2, 4 or 16");
    }
}

/* Makes dtype and layout of the handle. */
CUCORE__PRIVATE cucore_status cucore__handle_make_layout(const cucore_share_handle *handle, cucore_view *out)
{
    const int64_t *extents = handle->extents;
    const int is_padded = (handle->flags & 4) != 0;
    cucore_status status;
    if (handle->code > 255) return cucore__fail_field("code", handle->code, "0 to 255");
    if (handle->bits > 255) return cucore__fail_field("bits", handle->bits, "0 to 255");
    if (handle->lanes > 65535) return cucore__fail_field("lanes", handle->lanes, "0 to 65535");
    out->dtype = cucore_dtype_make((uint8_t)handle->code, (uint8_t)handle->bits, (uint16_t)handle->lanes);
    out->dtype.itemsize = handle->itemsize;
    status = cucore_dtype_check(out->dtype);
    if (!status) {
        status = cucore_layout_make(handle->ndim, extents, extents + handle->ndim, handle->itemsize, &out->layout);
    }
    if (!status && handle->itembits != 8 * (int64_t)handle->itemsize) {
        status = cucore_layout_set_packed(&out->layout, handle->itembits);
    }
    if (!status) status = cucore__layout_check_dtype(&out->layout, out->dtype);
    if (status) return cucore_fail(CUCORE_PROTOCOL, "the handle's array: %.400s", cucore_last_error()->message);
    if (is_padded != (out->dtype.code < CUCORE_CODE_OPAQUE && handle->itembits != cucore_dtype_itembits(out->dtype))) {
        return cucore__fail_field("flag of padded elements", (uint64_t)is_padded, "as itembits are");
    }
    if ((handle->flags & 2) && out->dtype.code != CUCORE_CODE_OPAQUE) {
        return cucore__fail_field("flag of foreign byte order", 1, "0, since the elements are not opaque");
    }
    return CUCORE_OK;
}

/* Makes a view of the handle's array, without memory; `out` is cleared. */
CUCORE__PRIVATE cucore_status cucore__handle_make_view(const cucore_share_handle *handle, cucore_view *out)
{
    const int is_device = handle->device_type == CUCORE_DEVICE_TYPE_CUDA;
    int is_empty;
    cucore_status status = cucore__handle_make_layout(handle, out);
    if (status) return status;
    is_empty = cucore__layout_is_empty(&out->layout);
    if (is_empty != (handle->way == 0)) {
        return cucore__fail_field("way", handle->way, is_empty ? "0, since the array is empty" : "that of some memory");
    }
    if (!is_device && !(is_empty && (handle->device_type == CUCORE_DEVICE_TYPE_CPU ||
                                     handle->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ||
                                     handle->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED))) {
        return cucore_fail(CUCORE_PROTOCOL, "the handle's device_type is %ld; it must be 2", (long)handle->device_type);
    }
    if (handle->allocation_nbytes > SIZE_MAX) {
        return cucore__fail_field("allocation_nbytes", handle->allocation_nbytes, "in the address space");
    }
    status = cucore__layout_check_inside(&out->layout, handle->offset, handle->allocation_nbytes, CUCORE_PROTOCOL);
    if (status) return cucore_fail(status, "the handle's array: %.400s", cucore_last_error()->message);
    cucore__view_fill_device(out, handle->device_type, CUCORE_DEVICE_NONE);
    out->readonly = (handle->flags & 1) != 0;
    out->byte_swapped = (handle->flags & 2) != 0;
    out->padded = (handle->flags & 4) != 0;
    out->unproven = (handle->flags & 8) != 0;
    out->copied = (handle->flags & 16) != 0;
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    return CUCORE_OK;
}
