/* ------------------------------------------------------------------------------------------ >>impl-share-dma-buf -- */
/* share/dma_buf.c: descriptors of pages of device memory. */
CUCORE__PRIVATE void cucore__dma_buf_clear(cucore_dma_buf *out)
{
    memset(out, 0, sizeof *out);
    out->fd = -1;
}

/* Returns the page size of the host; 0 for a system without dma-buf. */
CUCORE__PRIVATE size_t cucore__page_nbytes(void)
{
#if defined(_WIN32)
    return 0;
#else
    long size = sysconf(_SC_PAGESIZE);
    return size > 0 ? (size_t)size : 0;
#endif
}

/* Refuses memory of which there is no dma-buf. */
CUCORE__PRIVATE cucore_status cucore__dma_buf_check(const cucore__allocation *allocation)
{
    const cucore_registration *found = &allocation->found;
    switch (found->allocation) {
    case CUCORE_ALLOCATION_HOST:
    case CUCORE_ALLOCATION_PINNED:
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is in %s, which is registered by its address: no dma-buf",
                           cucore__allocation_text(found->allocation));
    case CUCORE_ALLOCATION_MANAGED:
        return cucore_fail(CUCORE_UNSUPPORTED, "the array is in managed memory, whose pages move: no dma-buf");
    case CUCORE_ALLOCATION_VIRTUAL:
        if (allocation->is_rdma_capable) break;
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is in virtual memory that was made with gpuDirectRDMACapable 0 (torch: "
                           "expandable_segments): no dma-buf; set the flag for cuMemCreate, or use cuMemAlloc");
    default: break;
    }
    if (found->ways & CUCORE_SHARE_DMA_BUF) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "device %d makes no dma-buf: CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED is 0, or the driver is older "
                       "than CUDA 11.7 (it takes Linux 5.12 and NVIDIA's open kernel modules)",
                       (int)found->device_id);
}

CUCORE_API cucore_status cucore_view_export_dma_buf(const cucore_view *view, uint64_t flags, cucore_dma_buf *out)
{
    cucore__allocation allocation;
    CUcontext context = NULL;
    const size_t page = cucore__page_nbytes();
    uintptr_t low, high;
    int fd = -1;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_export_dma_buf", "out");
    cucore__dma_buf_clear(out);
    if (!view) return cucore__fail_null("cucore_view_export_dma_buf", "view");
    status = cucore__view_find_allocation("cucore_view_export_dma_buf", view, &allocation);
    if (status) return status;
    if (!allocation.found.base) return cucore__invalid("cucore_view_export_dma_buf: the array is empty");
    if (!page) return cucore_fail(CUCORE_UNSUPPORTED, "this system has no dma-buf");
    status = cucore__dma_buf_check(&allocation);
    if (!status) status = cucore_context_get_primary(allocation.found.device_id, &context);
    if (status) return status;
    low = (uintptr_t)allocation.found.base + allocation.found.first;
    high = (uintptr_t)allocation.found.base + allocation.found.end;
    out->span = high - low;
    out->offset = low % page;
    low -= low % page;
    if (high % page) high += page - high % page;
    CUCORE__SHARE_CALL_IN(
        status, context, MemGetHandleForAddressRange,
        (&fd, low, high - low, CUCORE__CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD, (unsigned long long)flags));
    if (status) {
        cucore__dma_buf_clear(out);
        if (!cucore__share_is_refusal(status)) return status;
        return cucore__share_explain(CUCORE_UNSUPPORTED, allocation.found.allocation == CUCORE_ALLOCATION_POOL
                                                             ? "the driver makes no dma-buf of this memory of a pool"
                                                             : "the driver makes no dma-buf of this memory");
    }
    cucore__descriptor_keep(fd);
    out->ptr = (void *)low;
    out->nbytes = high - low;
    out->fd = fd;
    return CUCORE_OK;
}

CUCORE_API void cucore_dma_buf_release(cucore_dma_buf *buffer)
{
    if (!buffer) return;
    cucore__descriptor_close(buffer->fd);
    cucore__dma_buf_clear(buffer);
}
