/* copy/move/batch.c: many runs of bytes that no kernel reaches: between two devices in one call of the driver. */
#ifndef CUCORE__BATCH_USED
#define CUCORE__BATCH_USED 1 /* 0: copies one by one, as with an older driver */
#endif
#define CUCORE__BATCH_ROOM 1024 /* copies of a call: its fixed cost no longer counts */

/* Copies between two devices that wait for their call, on one stream, whose context is current. */
typedef struct cucore__batch {
    CUstream stream;
    int is_plain;  /* 1: plain memory was copied, so that the host has to wait for the stream at the end */
    int is_single; /* 1: the driver has refused a batch, or would: in a capture, and on the legacy default stream */
    size_t count;
    cucore__CUdeviceptr dsts[CUCORE__BATCH_ROOM], srcs[CUCORE__BATCH_ROOM];
    size_t sizes[CUCORE__BATCH_ROOM];
    int devices[CUCORE__BATCH_ROOM][2]; /* of dst and src */
} cucore__batch;

/* The one place that chooses: returns 1 if cucore__batch_add takes a copy, which is one run that the driver copies
 * between plain memory and a device, or between two devices.  Pinned memory, managed memory and the memory of one
 * device are left to kernels, which are at least 1.5 times as fast as a batch (the table in blocks.c), and to a call
 * for each run that is large. */
CUCORE__PRIVATE int cucore__batch_takes(const cucore_copy_plan *plan)
{
    return plan->strategy == CUCORE_COPY_MEMCPY &&
           (plan->dst_kind == CUCORE_DEVICE_TYPE_CPU || plan->src_kind == CUCORE_DEVICE_TYPE_CPU || plan->peer_id >= 0);
}

CUCORE__PRIVATE cucore__batch *cucore__batch_new(CUstream stream, int captured)
{
    cucore__batch *batch = (cucore__batch *)calloc(1, sizeof *batch);
    if (!batch) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of copies", (int)sizeof *batch);
        return NULL;
    }
    batch->stream = stream;
    batch->is_single = captured || stream == NULL || stream == CUCORE_STREAM_LEGACY;
    return batch;
}

/* Returns the error of the driver.  The copies are in order of the stream. */
CUCORE__PRIVATE cucore__CUresult cucore__batch_call(cucore__batch *batch)
{
    cucore__CUmemcpyAttributes attributes;
    size_t first = 0, failed = 0;
    memset(&attributes, 0, sizeof attributes);
    attributes.srcAccessOrder = CUCORE__CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
    return cucore__driver.MemcpyBatchAsync(batch->dsts, batch->srcs, batch->sizes, batch->count, &attributes, &first, 1,
                                           &failed, batch->stream);
}

CUCORE__PRIVATE cucore_status cucore__batch_one_by_one(const cucore__batch *batch)
{
    cucore__transfer transfer;
    size_t i;
    cucore_status status = CUCORE_OK;
    for (i = 0; i < batch->count && !status; i++) {
        transfer.dst = (void *)batch->dsts[i];
        transfer.src = (const void *)batch->srcs[i];
        transfer.nbytes = batch->sizes[i];
        transfer.to.device_id = batch->devices[i][0];
        transfer.from.device_id = batch->devices[i][1];
        status = cucore__transfer_between_devices(&transfer, batch->stream);
    }
    return status;
}

/* Enqueues what was added.  A driver that does not take the batch (some take none between two devices) gets the copies
 * one by one: to copy a run once more changes nothing. */
CUCORE__PRIVATE cucore_status cucore__batch_flush(cucore__batch *batch)
{
    cucore__CUresult result = CUCORE__CUDA_ERROR_NOT_SUPPORTED;
    cucore_status status;
    if (!batch->count) return CUCORE_OK;
    if (batch->count > 1 && !batch->is_single && CUCORE__BATCH_USED && cucore__driver.MemcpyBatchAsync)
        result = cucore__batch_call(batch);
    if (result == CUCORE__CUDA_ERROR_NOT_SUPPORTED || result == CUCORE__CUDA_ERROR_INVALID_VALUE) {
        if (batch->count > 1) batch->is_single = 1;
        status = cucore__batch_one_by_one(batch);
    } else {
        status = cucore__check_result(result, "cuMemcpyBatchAsync");
    }
    batch->count = 0;
    return status;
}

/* Adds a copy between two devices; enqueues a copy of plain memory, whose device_ids are CUCORE_DEVICE_NONE, at once.
 * Between two devices the batch is 6 to 12 times as fast as a call for each run, from 4 KiB on.  With plain memory it
 * is slower: 2,048 runs from a device take 2.2 to 4.6 times as long, blocks of 256 KiB to 4 MiB 1.25 to 1.7 times;
 * only short runs to a device take less, 0.77 to 0.9 times (H200).  Of `to` and `from` only device_id is used. */
CUCORE__PRIVATE cucore_status cucore__batch_add(cucore__batch *batch, const cucore__transfer *transfer)
{
    size_t i;
    if (transfer->to.device_id < 0) {
        batch->is_plain = 1;
        return CUCORE__CALL(MemcpyAsync,
                            ((uintptr_t)transfer->dst, (uintptr_t)transfer->src, transfer->nbytes, batch->stream));
    }
    i = batch->count++;
    batch->dsts[i] = (uintptr_t)transfer->dst;
    batch->srcs[i] = (uintptr_t)transfer->src;
    batch->sizes[i] = transfer->nbytes;
    batch->devices[i][0] = transfer->to.device_id;
    batch->devices[i][1] = transfer->from.device_id;
    return batch->count < CUCORE__BATCH_ROOM ? CUCORE_OK : cucore__batch_flush(batch);
}

CUCORE__PRIVATE cucore_status cucore__batch_add_plan(cucore__batch *batch, const cucore_copy_plan *plan)
{
    const int to_far = plan->private_.to_far, is_peer = plan->peer_id >= 0;
    cucore__transfer transfer;
    transfer.dst = plan->private_.dst;
    transfer.src = plan->private_.src;
    transfer.nbytes = (size_t)plan->nbytes;
    transfer.to.device_id = !is_peer ? CUCORE_DEVICE_NONE : to_far ? plan->peer_id : plan->device_id;
    transfer.from.device_id = !is_peer ? CUCORE_DEVICE_NONE : to_far ? plan->device_id : plan->peer_id;
    return cucore__batch_add(batch, &transfer);
}

/* Enqueues the rest, waits if plain memory was copied, also after an error, and frees the batch.  status: of what was
 * done so far; the first failure stays. */
CUCORE__PRIVATE cucore_status cucore__batch_end(cucore__batch *batch, cucore_status status)
{
    if (!status) status = cucore__batch_flush(batch);
    status = cucore__copy_settle(status, batch->is_plain, batch->stream);
    free(batch);
    return status;
}
