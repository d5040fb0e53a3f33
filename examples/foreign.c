/* gcc -I. -I/usr/local/cuda/include examples/foreign.c -lcuda -ldl -lpthread -o foreign && ./foreign
 *
 * Living with another library: its context is current, the stream and the memory are its own.  Here the "library" is a
 * few bare calls of the driver, which is why this example links -lcuda; cucore itself does not need it. */
#define CUCORE_STATIC
#include "cucore.h"

#include <cuda.h>

#include <stdlib.h>

/* ------------------------------------------------------------------------------------------- the other library -- */
static struct library {
    CUcontext context;
    CUstream stream;
    CUdeviceptr memory;
    int freed;
} library;

static int library_start(void)
{
    return cuInit(0) || cuDevicePrimaryCtxRetain(&library.context, 0) || cuCtxSetCurrent(library.context) ||
           cuStreamCreate(&library.stream, CU_STREAM_NON_BLOCKING) || cuMemAlloc(&library.memory, 4096) ||
           cuMemsetD32Async(library.memory, 41, 1024, library.stream);
}

static void library_free(void *owner)
{
    struct library *theirs = (struct library *)owner;
    theirs->freed += cuMemFree(theirs->memory) == CUDA_SUCCESS;
}

/* ---------------------------------------------------------------------------------------------------- our side -- */
static void check(cucore_status status)
{
    if (status == CUCORE_OK) return;
    printf("%s: %s\n", cucore_status_name(status), cucore_last_error()->message);
    exit(1);
}

int main(void)
{
    CUcontext context;
    cucore_stream theirs, ours;
    cucore_buffer buffer, copy;
    cucore_memory_resource *pinned;
    cucore_layout layout;
    cucore_view view;
    int64_t shape[2] = {32, 32};
    int device, i, wrong = 0;
    if (library_start()) return puts("the other library cannot start: no GPU?"), 1;

    /* BEGIN adopt */
    check(cucore_context_get_current(&context, &device));                  /* adopt: nothing is created */
    check(cucore_stream_from_handle(library.stream, device, &theirs)); /* borrow, and check its device */
    check(cucore_buffer_from_pointer((void *)(uintptr_t)library.memory, 4096, &library, library_free, &buffer));
    check(cucore_layout_make(2, shape, NULL, 4, &layout));
    check(cucore_view_from_buffer(&buffer, 0, cucore_dtype_make(CUCORE_CODE_INT, 32, 1), &layout, &view));
    check(cucore_view_check_range(&view)); /* does it really lie in their allocation? */
    /* END */

    check(cucore_stream_create(device, NULL, &ours));
    check(cucore_stream_wait(ours.handle, theirs.handle)); /* their fill first */
    check(cucore_memory_fill((char *)view.ptr + 4, 42, 4, 1, ours.handle));
    check(cucore_memory_resource_create(CUCORE_MEMORY_PINNED, device, NULL, &pinned));
    check(cucore_buffer_allocate(pinned, 4096, ours.handle, &copy));
    cucore_memory_resource_release(pinned); /* the buffer has a reference */
    check(cucore_memory_copy(copy.ptr, view.ptr, 4096, ours.handle));
    check(cucore_stream_wait(theirs.handle, ours.handle)); /* they may go on when we are done */
    check(cucore_stream_synchronize(ours.handle));
    for (i = 0; i < 1024; i++) wrong += ((int *)copy.ptr)[i] != (i == 1 ? 42 : 41);

    check(cucore_buffer_release(&copy));
    check(cucore_buffer_release(&buffer)); /* calls library_free */
    check(cucore_stream_release(&ours));
    check(cucore_stream_release(&theirs)); /* borrowed: still theirs */
    wrong += library.freed != 1 || cuStreamDestroy(library.stream) != CUDA_SUCCESS;
    check(cucore_context_get_current(&context, &device));
    wrong += context != library.context;
    printf("context, stream and memory of another library on device %d: %s\n", device, wrong ? "WRONG" : "right");
    cuDevicePrimaryCtxRelease(0);
    return wrong != 0;
}
