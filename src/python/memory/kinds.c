/* ----------------------------------------------------------------------------------------------- >>impl-py-types -- */
/* python/memory/kinds.c: decodes tensors of a type, dtype and device that were accepted before in one pass.  Without it
 * an intake of torch takes 1.11 to 1.29 times as long (H200, torch 2.11). */
#define CUCORE__PY_KINDS 8

/* What all tensors of one type, device and dtype have in common, taken from a tensor that was decoded. */
enum { CUCORE__VIEW_HEAD = (int)(offsetof(cucore_view, producer_stream) - offsetof(cucore_view, dtype)) };
typedef struct cucore__tensor_kind {
    unsigned char head[CUCORE__VIEW_HEAD]; /* the view from dtype to converted */
    int64_t itemsize;
    int64_t itembits;
    DLDevice device;                 /* of the tensors */
    uint32_t dtype;                  /* of the tensors: the bytes of a DLDataType */
    unsigned checks;                 /* what the owner has to be asked: CUCORE__PY_HAS_... */
    unsigned version;                /* of the type; 0: free */
    CUCORE__ATOMIC(unsigned) writes; /* uneven while it is being written */
} cucore__tensor_kind;

CUCORE__PRIVATE inline uint32_t cucore__dltensor_dtype_bytes(const DLTensor *tensor)
{
    uint32_t bytes;
    memcpy(&bytes, &tensor->dtype, sizeof bytes);
    return bytes;
}

/* Returns the place of a kind: float16, float32, bfloat16, int64, ... of one device have different places. */
CUCORE__PRIVATE inline cucore__tensor_kind *cucore__kind_place(cucore__tensor_kind *kinds, const DLTensor *tensor)
{
    uint32_t key = cucore__dltensor_dtype_bytes(tensor) + ((uint32_t)tensor->device.device_type << 24);
    return &kinds[(uint32_t)(key * 0x118CC43Fu) >> 29];
}

/* Returns what tensors like this one have in common; NULL: unknown.  `room` takes a copy if other threads may write
 * meanwhile. */
CUCORE__PRIVATE inline const cucore__tensor_kind *cucore__kind_find(cucore__tensor_kind *kinds, unsigned version,
                                                                    const DLTensor *tensor, cucore__tensor_kind *room)
{
    cucore__tensor_kind *kind = cucore__kind_place(kinds, tensor);
#if defined(Py_GIL_DISABLED)
    unsigned writes = CUCORE__LOAD(&kind->writes);
    CUCORE__PY_COPY_OUT(room, kind);
    CUCORE__FENCE();
    if (writes & 1 || CUCORE__LOAD(&kind->writes) != writes) return NULL;
    kind = room;
#else
    (void)room;
#endif
    if (!CUCORE__LIKELY(kind->version == version && kind->dtype == cucore__dltensor_dtype_bytes(tensor))) return NULL;
    return kind->device.device_type == tensor->device.device_type && kind->device.device_id == tensor->device.device_id
               ? kind
               : NULL;
}

/* Decodes a tensor of a known kind that is in C order and not empty, as most are, in one pass.  The view need not be
 * cleared; its owner, release and protocol are left alone.  `checks` is what the owner has to be asked.  Returns the
 * number of elements; 0: the tensor is of another kind, or wrong. */
CUCORE__PRIVATE inline int64_t cucore__kind_decode(cucore__tensor_kind *kinds, unsigned version, const DLTensor *tensor,
                                                   cucore_view *view, unsigned *checks)
{
    cucore__tensor_kind room;
    const cucore__tensor_kind *kind = cucore__kind_find(kinds, version, tensor, &room);
    const int64_t *shape = tensor->shape, *strides = tensor->strides;
    int64_t volume = 1, extent, stride, size;
    int i = tensor->ndim;
    if (!CUCORE__LIKELY(kind)) return 0;
    if (i < 1 || i > CUCORE_MAX_NDIM || !shape || !strides || tensor->byte_offset || !tensor->data) return 0;
    *checks = kind->checks;
    size = kind->itemsize;
    memcpy((char *)view + offsetof(cucore_view, dtype), kind->head, sizeof kind->head);
    view->ptr = tensor->data;
    view->producer_stream = NULL;
    view->producer_context = NULL;
    view->pep3118_format = NULL;
    view->descr = NULL;
    view->layout.ndim = i;
    view->layout.reserved = 0;
    view->layout.itemsize = size;
    view->layout.itembits = kind->itembits;
    while (i-- > 0) {
        extent = cucore__opaque(shape[i]);
        stride = cucore__opaque(strides[i]);
        view->layout.shape[i] = extent;
        view->layout.strides[i] = stride;
        if (extent == 1) continue;
        if (extent < 1 || stride != volume || cucore__mul(volume, extent, &volume)) return 0;
    }
    if (volume > INT64_MAX / 256) return 0;
    return (uint64_t)(volume * size) <= (uint64_t)UINTPTR_MAX - (uint64_t)(uintptr_t)tensor->data ? volume : 0;
}

/* Remembers the kind of a tensor that was decoded as `view` and accepted: plain elements in ordinary memory, or in
 * memory that the driver has confirmed. */
CUCORE__PRIVATE CUCORE__APART void cucore__kind_learn(cucore__tensor_kind *kinds, unsigned version,
                                                      const DLTensor *tensor, const cucore_view *view, unsigned checks)
{
    cucore__tensor_kind *kind = cucore__kind_place(kinds, tensor), room;
    cucore_view plain;
    if (view->padded || view->dtype.lanes != 1 || view->dtype.bits % 8 || !view->dtype.bits) return;
    if (cucore__kind_find(kinds, version, tensor, &room) || !CUCORE__PY_WRITE_BEGIN()) return;
    memset(&plain, 0, offsetof(cucore_view, producer_stream));
    plain.dtype = view->dtype;
    plain.device_type = view->device_type;
    plain.device_id = view->device_id;
    plain.host_accessible = view->host_accessible;
    plain.device_accessible = view->device_accessible;
    memset(&room, 0, sizeof room);
    memcpy(room.head, (const char *)&plain + offsetof(cucore_view, dtype), sizeof room.head);
    room.itemsize = view->layout.itemsize;
    room.itembits = view->layout.itembits;
    room.device = tensor->device;
    room.dtype = cucore__dltensor_dtype_bytes(tensor);
    room.checks = checks;
    room.version = version;
    room.writes = kind->writes + 1;
    CUCORE__STORE(&kind->writes, room.writes);
    CUCORE__FENCE();
    CUCORE__PY_COPY_IN(kind, &room);
    CUCORE__STORE(&kind->writes, room.writes + 1);
    CUCORE__PY_WRITE_END();
}
