/* fake_cuda.h - the controls of the fake CUDA driver: a CUDA driver made of host memory, for tests
 *
 * For C (link the fake, or dlsym) and for Python (ctypes.CDLL of the library): every function below is exported, takes
 * and returns plain integers and pointers (set restype and argtypes), and may be called on any thread.
 *
 * What the fake is
 *     "Device" memory is host memory in a registry.  Work is done at once; what is recorded is order: every stream
 *     counts its work, an event carries what its stream has done and seen, a wait hands that on.  Only explicit order
 *     counts (events, host synchronisation), not the implicit one between the legacy stream and blocking streams.
 *     It answers with the driver's errors, as a real driver (580, H200) gave them: a destroyed or made up handle 400,
 *     no current context 201, an event and its stream in different contexts 400, capture rules 900 to 907, in a forked
 *     child 3.  Where the real driver crashes or is undefined, the fake gives an error.
 *
 * Log: one line per driver call, except cuGetProcAddress, cuGetErrorName and cuGetErrorString:
 *     cuEventRecord event=2 stream=1 ctx=0
 *     cuStreamSynchronize stream=legacy ctx=none result=201
 *     stream    number of the handle (from 1, never used twice), null, legacy (CUstream 1), thread (2), or ? (unknown)
 *     ctx       current at the call: the ordinal for a primary context, 100, 101, ... for created ones, none
 *     result    only where the call failed
 *
 * Environment, read when needed
 *     FAKE_CUDA_INIT      number that cuInit returns (34 stub library, 100 no device)
 *     FAKE_CUDA_DEVICES   devices; default 2, at most 16
 *     FAKE_CUDA_SHARED    1: other processes can map memory of devices and pools; see fake_share
 *     FAKE_CUDA_DMA_BUF   0: no device makes dma-bufs
 *     FAKE_CUDA_POOL_TYPES  0: a pointer into a pool has no handle types, though its pool has
 *     FAKE_CUDA_CONCURRENT  a bit for each device with concurrent managed access; default all
 *     FAKE_CUDA_PAGEABLE  1: devices reach ordinary memory of the host; default 0
 *     FAKE_CUDA_MISSING   entry points that this driver does not have, "cuStreamGetCaptureInfo,cuEventDestroy":
 *                         cuGetProcAddress has none of them.  A library cannot hide an exported symbol from dlsym
 *                         at run time: for drivers without an entry point build with -DFAKE_CUDA_HIDE, which exports
 *                         cuGetProcAddress alone, or leave names out in a dlsym of your own (fake_is_missing). */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H

#include <stddef.h>

#include <cuda.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of memory for fake_alloc. */
enum { FAKE_DEVICE = 0, FAKE_PINNED = 1, FAKE_MANAGED = 2, FAKE_POOL = 3 };

/* Forget streams, events, created contexts, memory, captures, context stacks of all threads, log and switches.  What a
 * library may remember for ever stays: initialisation and primary contexts with their references. */
void fake_reset(void);
/* ... and these as well: as in a process that has just started. */
void fake_reset_process(void);

/* Valid until the next driver call or fake_log_clear; the log stops growing at 1 MiB. */
const char *fake_log(void);
void fake_log_clear(void);
/* Driver calls since the log was cleared; fake_count: those of one name, "cuEventRecord". */
int fake_call_count(void);
int fake_count(const char *name);

/* The n-th driver call from now fails with `result` and does nothing else (0: none).  -> calls still to go before */
int fake_fail(int n, int result);
int fake_fail_pending(void);
void fake_set_device_count(int count);
/* From now on a line of the log ends with " attached" if the function gives a thread state, else " detached": whether
 * the calling thread of an interpreter holds its GIL.  NULL ends that. */
void fake_watch(void *(*thread_state)(void));
/* 1: a host function (cuLaunchHostFunc) runs on a thread of its own, and what may wait on a real driver waits until it
 * has ended: synchronisation, cuMemAlloc, cuMemFree and their kin, the end of streams, pools, modules, graphs, mappings
 * of the context.  Only such waits count: other work is done at once also then, and an event is done once its own
 * stream is.  0, and after fake_reset: it runs in the call. */
void fake_host_threads(int on);
void fake_set_compute_major(int major);               /* of the compute capability of all devices, minor 0: 9 */
void fake_set_capability(int device, int capability); /* 10 * major + minor; 90 unless set */
void fake_set_init_result(int result);
int fake_is_missing(const char *name);
/* Memory for other processes, as FAKE_CUDA_SHARED: 0 none; 1 memory of devices and pools is in files that other
 * processes map; 2 handles of this process can also be opened here.  Live: files and mappings of virtual memory. */
void fake_share(int mode);
int fake_live_virtual(void);
/* Virtual memory on a device: a range of `parts` mappings of 2 MiB; 0 on error.  fake_virtual_free frees it. */
CUdeviceptr fake_virtual(int device, int parts, int handle_types, int is_rdma_capable);
int fake_virtual_free(CUdeviceptr ptr, int parts);

CUdeviceptr fake_alloc(int kind, int device, size_t bytes); /* in the primary context; 0 on error */
CUdeviceptr fake_alloc_in(CUcontext context, int kind, size_t bytes);
int fake_free(CUdeviceptr ptr); /* result */

/* Contexts.  The primary one without taking a reference; set_current and depth are about the calling thread. */
CUcontext fake_context_primary(int device);
CUcontext fake_context_create(int device); /* not made current */
void fake_context_destroy(CUcontext context);
void fake_primary_reset(int device); /* the handle stays, what was made in it is gone */
void fake_context_set_current(CUcontext context);
CUcontext fake_context_current(void);
int fake_context_depth(void);

/* Streams.  `context` says which one a default stream (NULL, 1, 2) belongs to; NULL: the current one, else device 0's
 * primary one.  2 is that of the calling thread. */
CUstream fake_stream_create(CUcontext context, unsigned flags);
void fake_stream_destroy(CUstream stream);
int fake_stream_number(CUstream stream);
void fake_stream_add_work(CUstream stream, CUcontext context);
void fake_stream_hold(CUstream stream, CUcontext context, int hold); /* held: queries say 600 until synchronised */
int fake_stream_is_held(CUstream stream, CUcontext context);
/* Would work enqueued on `consumer` now come after everything that is on `producer`? */
int fake_stream_has_seen(CUstream consumer, CUcontext consumer_context, CUstream producer, CUcontext producer_context);
/* Has the host waited for everything that is on the stream? */
int fake_host_has_seen(CUstream stream, CUcontext context);

/* Captures.  begin, end: results; mode: 0 global, 1 thread-local, 2 relaxed. */
int fake_capture_begin(CUstream stream, int mode);
int fake_capture_join(CUstream stream, CUstream captured); /* by an event, as a program would */
int fake_capture_end(CUstream stream);
/* 1: addresses of memory that a capture allocated are known once its graph has run; 0, at first: never. */
void fake_know_graph_memory(int known);
int fake_capture_replay(void);            /* runs the kernels of blocks that the last capture has, again -> how many */
int fake_capture_status(CUstream stream); /* 0 none, 1 active, 2 invalidated */
int fake_capture_mode(void);              /* of the calling thread: 0 unless exchanged */

int fake_live_events(void);
int fake_live_streams(void);
int fake_live_contexts(void); /* created ones */
int fake_live_modules(void);
int fake_live_pools(void);
int fake_live_graphs(void);
int fake_live_user_objects(void);
int fake_live_executables(void);
int fake_live_allocations(void);
int fake_pool_handle_types(CUmemoryPool pool); /* with which it was created */
/* Returns the device of `bytes` bytes of one allocation, which may be a graph's; -1 without one. */
int fake_device_of(CUdeviceptr ptr, size_t bytes);
size_t fake_live_bytes(void);
int fake_primary_refs(int device);

#ifdef __cplusplus
}
#endif

#endif
