/* driver.h - what the files of the fake CUDA driver share: its state, and the functions that one file has for others.
 *
 * Every entry point begins with call_begin, which takes the lock and writes the line of the log, and ends with
 * call_end.  The code between them, and every function below, runs under the lock.
 *
 * With -DFAKE_CUDA_HIDE only cuGetProcAddress gives the entry points away: FAKE_CUDA_MISSING then hides them from dlsym
 * also. */
#ifndef FAKE_DRIVER_H
#define FAKE_DRIVER_H

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* memfd_create */
#endif

#define __CUDA_API_VERSION_INTERNAL /* real names and every ABI, no renaming macros */
#include "fake_cuda.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32) /* nvcuda.dll */
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif
#if defined(FAKE_CUDA_HIDE)
#define ENTRY
#else
#define ENTRY EXPORTED
#endif

/* ----------------------------------------------------------------------------------------------------- state -- */
enum { MAX_DEVICES = 16, MAX_CONTEXTS = 64, MAX_STREAMS = 512, MAX_EVENTS = 4096, MAX_CAPTURES = 32 };
enum { MAX_SMALL = 2048 }; /* modules: 512 kernels may be written, and each is loaded into every context that uses it */
enum { MAX_STACK = 64, MAX_THREADS = 64, LOG_BYTES = 1 << 20 };

typedef enum kind {
    CONTEXT = 1,
    STREAM,
    EVENT,
    GRAPH,
    POOL,
    MODULE,
    FUNCTION,
    EXECUTABLE,
    USER_OBJECT,
    LAST_KIND = USER_OBJECT
} kind;

/* Work that a capture has noted.  A kernel whose parameters have no known size is not run again. */
enum { NODE_KERNEL = 1, NODE_COPY, NODE_FILL, NODE_HOST, NODE_ALLOCATE, NODE_FREE, MAX_PARAMETERS = 64 };
typedef struct node {
    int type;
    int function; /* slot */
    unsigned grid[3], threads, shared;
    int parameter_count;
    void *parameters[MAX_PARAMETERS]; /* owned */
    CUdeviceptr to, from;
    size_t bytes;
    unsigned value;
    CUhostFn host;
    void *data;
} node;

typedef struct node_list {
    node *items;
    int count, room;
} node_list;

/* First member of every object.  A handle contains slot and generation: the handle of a dead object is recognised. */
typedef struct head {
    unsigned generation;
    int alive;
    int number;
} head;

typedef struct context {
    head head;
    int device;
    int refs;   /* primary: references of cuDevicePrimaryCtxRetain */
    int pinned; /* primary: in use by a fake_ function */
    unsigned resets;
    unsigned char peers[MAX_CONTEXTS];
} context;

typedef struct stream {
    head head;
    int context; /* slot */
    int ordinary, thread;
    CUstream value; /* 1 or 2 for a default stream */
    unsigned flags;
    int priority;
    int held;
    uint64_t hosts, hosts_done; /* host functions with a thread of their own: enqueued, and ended */
    int capture;                /* slot + 1 */
    int captured_work;
    uint64_t work;
    uint64_t seen[MAX_STREAMS];
} stream;

typedef struct event {
    head head;
    int lost; /* its context ended first: the driver reports that, and no other event gets its handle */
    int context;
    unsigned flags;
    int recorded;
    int stream;
    uint64_t hosts; /* of the stream, before it */
    uint64_t capture_id;
    uint64_t when;
    uint64_t seen[MAX_STREAMS];
} event;

typedef struct capture {
    uint64_t id; /* 0: free */
    node_list nodes;
    int origin;
    int mode;
    int thread;
    int invalid;
} capture;

/* More of a pool: bytes, and what is set. */
typedef struct pool_numbers {
    size_t reserved, reserved_high, used_high; /* reserved: as much as was used, until it is trimmed */
    int reuse[3];                              /* attributes 1 to 3 */
    int handle_types;
    unsigned char access[MAX_DEVICES]; /* CUmemAccess_flags */
} pool_numbers;

typedef struct small { /* graph, pool, module, executable graph */
    head head;
    node_list nodes; /* of a graph */
    int is_fresh;    /* an executable graph that was not launched yet */
    char *text;      /* of a module: a kernel that src/copy/emit/write.c has written; NULL: another one */
    int owner;       /* device of a pool, context of a module */
    int kind;        /* of a pool: FAKE_POOL, FAKE_PINNED, FAKE_MANAGED */
    unsigned shared; /* of a pool: other devices that have access, or for pinned memory all that have */
    size_t most;     /* bytes that a pool may grow to; 0: any */
    cuuint64_t threshold;
    pool_numbers pool;
    int fd;                 /* of a pool that was exported, and of one of another process: its name; 0: none */
    struct pool_name *from; /* of a pool of another process */
    uint64_t capture_id;    /* of a graph, and of an executable graph: its capture */
} small;

enum { HOLDERS = 8 };
typedef struct user_object {
    head head;
    CUhostFn destroy;
    void *data;
    int refs;
    uint64_t holders[HOLDERS]; /* the captures of the graphs that hold it */
} user_object;

typedef struct kernel {
    head head;
    int owner; /* slot of the module */
    char name[40];
    unsigned shared; /* bytes of dynamic shared memory that a launch may ask for */
    int wide;        /* clusters of more than 8 blocks are allowed */
} kernel;

/* Where the memory of a block comes from. */
enum { OWN_HEAP, OWN_FILE, FOREIGN_LEGACY, FOREIGN_POOL, VIRTUAL };

typedef struct block {
    CUdeviceptr base;
    size_t bytes;
    int kind;
    int device;
    int context;
    int pool;
    int number;
    int origin;                 /* OWN_HEAP, ... */
    int fd;                     /* file of memory that other processes can map; -1: none */
    int physical;               /* of VIRTUAL: slot of the allocation */
    uint64_t file;              /* number of that file */
    uint64_t capture_id;        /* of the capture that allocated it: the graph owns it */
    int is_out;                 /* the graph has run, and the memory was not freed since */
    uint64_t used[MAX_STREAMS]; /* by the copies of each stream, as its `work` counts */
} block;

/* What a thread has of its own. */
typedef struct per_thread {
    unsigned generation;
    int depth;
    int number; /* 0: not yet */
    CUstreamCaptureMode mode;
    CUcontext stack[MAX_STACK];
} per_thread;

enum { SHARED_MOST = 228 << 10 };
#define DEVICE_BYTES ((size_t)8 << 30)

typedef struct driver_state {
    int initialised, forked;
    int device_count;            /* -1: environment */
    int shared_most;             /* bytes of shared memory on a multiprocessor */
    int capability[MAX_DEVICES]; /* 10 * major + minor; 0: 90 */
    void *(*thread_state)(void);
    int init_result; /* -1: environment */
    int sharing;     /* -1: environment */
    int host_threads;
    int fail_in, fail_result;
    int calls;
    unsigned generation; /* of the context stacks */
    int threads;
    int numbers[LAST_KIND + 1];
    unsigned used[LAST_KIND + 1]; /* slots that had an object since the last reset: all before this one */
    int block_numbers;
    int knows_graph_memory; /* addresses of memory of a capture, once its graph has run */
    uint64_t capture_ids, clock;
    uint64_t host_seen[MAX_STREAMS];
    context contexts[MAX_CONTEXTS];
    stream streams[MAX_STREAMS];
    event events[MAX_EVENTS];
    small graphs[MAX_SMALL], pools[MAX_SMALL], modules[MAX_SMALL], executables[MAX_SMALL];
    CUmemoryPool current_pools[MAX_DEVICES]; /* NULL: the default pool */
    kernel functions[MAX_SMALL];
    user_object user_objects[MAX_SMALL];
    capture captures[MAX_CAPTURES];
    block *blocks;
    int block_count, block_room;
    size_t log_length;
    char log[LOG_BYTES];
} driver_state;

extern driver_state fake;
extern pthread_mutex_t driver_lock;
extern __thread per_thread this_thread;

/* The body of a control: gives `value`, found under the lock. */
#define LOCKED(type, value)                                                                                            \
    type locked_result;                                                                                                \
    pthread_mutex_lock(&driver_lock);                                                                                  \
    thread_refresh();                                                                                                  \
    locked_result = (value);                                                                                           \
    pthread_mutex_unlock(&driver_lock);                                                                                \
    return locked_result

/* ------------------------------------------------------------------------------------------------- functions -- */
/* objects.c: handles.  slot_of returns -1 for what is no living object of that kind, slot_new for a full table. */
head *object_at(kind what, unsigned slot);
void *handle_of(kind what, int slot);
int slot_of(kind what, const void *handle);
int slot_new(kind what, unsigned first);
int count_alive(kind what, unsigned first);
void thread_refresh(void);
CUcontext current_context(void);
int current_slot(void);

/* log.c: every call.  call_begin returns the error that the call ends with, before it has done anything.  The format
 * has %e event, %s stream, %c context, %g pool, %k function, %m memory, %d int, %u unsigned, %z size_t. */
enum { ALWAYS, INITIALISED, IN_CONTEXT }; /* what a call needs */
CUresult call_begin(const char *name, int needs, const char *format, ...);
CUresult call_end(CUresult result);
void log_add(const char *format, ...);

/* devices.c.  device_is_concurrent: managed memory may be used by the device and the CPU at a time. */
int device_is_concurrent(int device);
int number_from_environment(const char *name, int otherwise);
CUresult check_device(int ordinal);

/* contexts.c: the primary context of a device, in use by a control, which takes no reference. */
CUcontext primary_pinned(int device);

/* peers.c: whether the stream's device may touch the memory in the way that the name says; access_from: what kernels of a
 * context may do with it, 3 read and write, 1 read, or 0. */
int is_reached(CUdeviceptr ptr, const stream *s);
int is_open_to(CUdeviceptr ptr, const stream *s);
unsigned access_from(int context_slot, const block *b);

/* captures.c.  check_safe returns an error if the thread may not do what could synchronise, and invalidates the
 * captures that forbid it. */
capture *capture_of(const stream *s);
capture *capture_by_id(uint64_t id);
CUresult check_safe(void);
int legacy_is_blocked(int context_slot, int invalidate);
void capture_enter(capture *c, stream *s);
int graph_is_there(uint64_t capture_id);

/* graphs.c.  node_add returns a node for work on a stream that is captured, else NULL. */
node *node_add(const stream *s, int type);
void graph_let_go(uint64_t capture_id);
void run_ended(void);
void nodes_free(node_list *list);

/* launch.c: runs a kernel, or what is known of it. */
void run_kernel(const kernel *function, const unsigned *grid, unsigned threads, void **parameters);

/* modules.c: writes offset and size of a parameter; returns 0 if the function has fewer parameters. */
int parameter_of(int slot, size_t index, size_t *offset, size_t *bytes);

/* streams.c.  stream_find returns the stream that a value names for this thread, stream_use one for an operation on
 * it. */
int stream_index(const stream *s);
CUresult stream_find(CUstream handle, stream **out);
CUresult stream_use(CUstream handle, stream **out);
void stream_work(stream *s);
void seen_add(uint64_t *seen, const uint64_t *more);
void host_wait(stream *s);
void context_wait(int slot);

/* streams.c: host functions on threads of their own (fake_host_threads).  host_start returns 0 if the caller has to run
 * the function, without the lock.  The lock is given up by hosts_wait, which waits for the first `count` of a stream,
 * and by hosts_wait_all, for all of a context; the memory of objects may move meanwhile. */
int host_start(stream *s, CUhostFn function, void *data);
void hosts_wait(stream *s, uint64_t count);
void hosts_wait_all(int context_slot);
stream *stream_meant(CUstream handle, CUcontext context_handle);

/* events.c */
event *event_find(CUevent handle);
CUresult event_error(CUevent handle);
CUresult event_record(event *e, stream *s);
CUresult event_wait(stream *s, const event *e, unsigned flags);

/* memory.c.  block_of returns NULL for ordinary host memory. */
block *block_of(CUdeviceptr ptr);
CUresult memory_new(int memory_kind, int device, int context_slot, int pool, size_t bytes, CUdeviceptr *out);
CUresult memory_free(CUdeviceptr ptr);
void memory_forget(void); /* frees all of it, for fake_reset */
block *block_new(int memory_kind, int device, int context_slot, int pool);
void memory_leave(CUdeviceptr ptr);      /* frees a block, whose bytes its graph may go on using */
void memory_return(uint64_t capture_id); /* gives such bytes back; 0: those of all graphs */
CUresult check_free_on(const block *b, const stream *s);
int range_is_known(CUdeviceptr ptr, size_t bytes);
int range_overruns(CUdeviceptr ptr, size_t bytes);

/* pools.c.  The default pools come first: of the devices, of managed memory of each device, of pinned memory, of managed
 * memory elsewhere. */
enum { MANAGED_POOLS = MAX_DEVICES, PINNED_DEFAULT = 2 * MAX_DEVICES, MANAGED_DEFAULT, FIRST_POOL };
CUmemoryPool default_pool(int slot);
int pool_find(CUmemoryPool handle);
void pool_start(small *pool, int owner, int memory_kind);

/* shares.c: memory that other processes map.  share_mode: 0: none, 1: device memory is, 2: handles of this process
 * can also be opened here. */
int share_mode(void);
void *file_memory(size_t bytes, int *fd, uint64_t *number);
void memory_release(const block *b);
void virtual_range(const block *b, CUdeviceptr *base, size_t *bytes);
int virtual_types(const block *b);
int virtual_is_rdma(const block *b);
void shares_forget(void);
void pool_end(small *pool);

/* copies.c */
int is_idle_on(const block *b, const stream *s);
void fill(CUdeviceptr to, unsigned value, size_t width, size_t count);

/* modules.c */
void module_end(int slot);
int blocks_at_a_time(int slot, int threads, size_t shared);

/* tests/copy/copy_kernels.c: runs a kernel of cucore_copy.h on the host; returns 0 if the name is one of these. */
size_t copy_kernels_room(const char *name); /* bytes of the parameters of a kernel of blocks; 0: another kernel */
typedef int (*copy_kernels_touch)(uint64_t address, int writes, void *what); /* returns 0 to forbid it */
int copy_kernels_touched(const char *name, const uint32_t *grid, const void *parameters, copy_kernels_touch touch,
                         void *what);
int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, const void *parameters);
size_t copy_kernels_size(const char *name); /* of its parameters; 0 if the name is none of these */

/* ABIs that no header declares, or only newer ones. */
ENTRY CUresult CUDAAPI cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes);
#if CUDA_VERSION < 12080
typedef struct CUmemcpyAttributes_st {
    int srcAccessOrder;
    CUmemLocation srcLocHint, dstLocHint;
    unsigned flags;
} CUmemcpyAttributes;
#endif
ENTRY CUresult CUDAAPI cuMemcpyBatchAsync(CUdeviceptr *to, CUdeviceptr *from, size_t *sizes, size_t count,
                                          CUmemcpyAttributes *attributes, size_t *firsts, size_t attribute_count,
                                          size_t *failed, CUstream handle);
ENTRY CUresult CUDAAPI cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent stop);
ENTRY CUresult CUDAAPI cuMemGetDefaultMemPool(CUmemoryPool *out, CUmemLocation *location, CUmemAllocationType type);
ENTRY CUresult CUDAAPI cuMemGetMemPool(CUmemoryPool *out, CUmemLocation *location, CUmemAllocationType type);
ENTRY CUresult CUDAAPI cuMemPrefetchAsync_v2(CUdeviceptr ptr, size_t bytes, CUmemLocation location, unsigned flags,
                                             CUstream handle);
ENTRY CUresult CUDAAPI cuMemAdvise_v2(CUdeviceptr ptr, size_t bytes, CUmem_advise advice, CUmemLocation location);
ENTRY CUresult CUDAAPI cuMemPrefetchBatchAsync(CUdeviceptr *ptrs, size_t *bytes, size_t count, CUmemLocation *locations,
                                               size_t *indices, size_t location_count, unsigned long long flags,
                                               CUstream handle);
ENTRY CUresult CUDAAPI cuMemDiscardBatchAsync(CUdeviceptr *ptrs, size_t *bytes, size_t count, unsigned long long flags,
                                              CUstream handle);
ENTRY CUresult CUDAAPI cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *ptrs, size_t *bytes, size_t count,
                                                         CUmemLocation *locations, size_t *indices,
                                                         size_t location_count, unsigned long long flags,
                                                         CUstream handle);

#endif
