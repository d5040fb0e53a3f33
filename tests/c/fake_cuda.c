/* fake_cuda.c - a CUDA driver made of host memory, for tests (see fake_cuda.h)
 *
 *     mkdir -p build/fake
 *     cc -shared -fPIC -fvisibility=hidden -std=c99 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
 *        -Wstrict-prototypes -Werror -g -O1 -isystem $(CUDA_INCLUDE) tests/c/fake_cuda.c -o build/fake/libcuda.so.1
 *        -Wl,-soname,libcuda.so.1 -Wl,-Bsymbolic -pthread
 *
 * The same with -DFAKE_CUDA_HIDE (another folder): a driver whose entry points only cuGetProcAddress gives away, so
 * that FAKE_CUDA_MISSING hides them from dlsym too. */
#define __CUDA_API_VERSION_INTERNAL /* real names and every ABI, no renaming macros */
#include "fake_cuda.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32) /* nvcuda.dll */
#include <malloc.h>
#define EXPORTED __declspec(dllexport)
#define ALIGNED_FREE _aligned_free
#else
#define EXPORTED __attribute__((visibility("default")))
#define ALIGNED_FREE free
#endif
#if defined(FAKE_CUDA_HIDE)
#define ENTRY
#else
#define ENTRY EXPORTED
#endif

/* ----------------------------------------------------------------------------------------------------- state -- */
enum { MAX_DEVICES = 16, MAX_CONTEXTS = 64, MAX_STREAMS = 512, MAX_EVENTS = 4096, MAX_SMALL = 256, MAX_CAPTURES = 32 };
enum { MAX_STACK = 64, MAX_THREADS = 64, LOG_BYTES = 1 << 20 };

typedef enum kind { CONTEXT = 1, STREAM, EVENT, GRAPH, POOL, MODULE, FUNCTION } kind;

/* First member of every object: a handle names slot and generation, so that a dead one is recognised. */
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
    int capture; /* slot + 1 */
    int captured_work;
    uint64_t work;
    uint64_t seen[MAX_STREAMS];
} stream;

typedef struct event {
    head head;
    int lost; /* with its context: the driver says so, and no other event gets its handle */
    int context;
    unsigned flags;
    int recorded;
    int stream;
    uint64_t capture_id;
    uint64_t when;
    uint64_t seen[MAX_STREAMS];
} event;

typedef struct capture {
    uint64_t id; /* 0: free */
    int origin;
    int mode;
    int thread;
    int invalid;
} capture;

typedef struct small { /* graph, pool, module, function */
    head head;
    int owner;       /* device of a pool, context of a module, module of a function */
    int kind;        /* of a pool: FAKE_POOL, FAKE_PINNED, FAKE_MANAGED */
    unsigned shared; /* of a pool of pinned memory: devices that have access */
    size_t most;     /* bytes that a pool may grow to; 0: any */
    cuuint64_t threshold;
} small;

typedef struct block {
    CUdeviceptr base;
    size_t bytes;
    int kind;
    int device;
    int context;
    int pool;
    int number;
    uint64_t capture_id;        /* that it was allocated in: it is the graph's */
    uint64_t used[MAX_STREAMS]; /* by the copies of each stream, as its `work` counts */
} block;

enum { SHARED_MOST = 228 << 10 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    int initialised, forked;
    int device_count;            /* -1: environment */
    int shared_most;             /* bytes of shared memory on a multiprocessor */
    int capability[MAX_DEVICES]; /* 10 * major + minor; 0: 90 */
    void *(*thread_state)(void);
    int init_result; /* -1: environment */
    int fail_in, fail_result;
    int calls;
    unsigned generation; /* of the context stacks */
    int threads;
    int numbers[FUNCTION + 1];
    int block_numbers;
    uint64_t capture_ids, clock;
    uint64_t host_seen[MAX_STREAMS];
    context contexts[MAX_CONTEXTS];
    stream streams[MAX_STREAMS];
    event events[MAX_EVENTS];
    small graphs[MAX_SMALL], pools[MAX_SMALL], modules[MAX_SMALL], functions[MAX_SMALL];
    capture captures[MAX_CAPTURES];
    block *blocks;
    int block_count, block_room;
    size_t log_length, line_start;
    char log[LOG_BYTES];
} fake = {.device_count = -1, .init_result = -1, .generation = 1, .shared_most = SHARED_MOST};

/* Of one thread. */
static __thread struct {
    unsigned generation;
    int depth;
    int number; /* 0: not yet */
    CUstreamCaptureMode mode;
    CUcontext stack[MAX_STACK];
} self;

#if !defined(_WIN32) /* no fork there */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

static void after_fork_in_child(void)
{
    if (fake.initialised) fake.forked = 1;
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void prepare(void)
{
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}
#endif

/* --------------------------------------------------------------------------------------------------- handles -- */
static head *object_at(kind what, unsigned slot)
{
    switch (what) {
    case CONTEXT: return slot < MAX_CONTEXTS ? &fake.contexts[slot].head : NULL;
    case STREAM: return slot < MAX_STREAMS ? &fake.streams[slot].head : NULL;
    case EVENT: return slot < MAX_EVENTS ? &fake.events[slot].head : NULL;
    case GRAPH: return slot < MAX_SMALL ? &fake.graphs[slot].head : NULL;
    case POOL: return slot < MAX_SMALL ? &fake.pools[slot].head : NULL;
    case MODULE: return slot < MAX_SMALL ? &fake.modules[slot].head : NULL;
    case FUNCTION: return slot < MAX_SMALL ? &fake.functions[slot].head : NULL;
    }
    return NULL;
}

/* No address: whoever reads through it crashes.  Positive as a signed number, as which cuda.core keeps it. */
static void *handle_of(kind what, int slot)
{
    uint64_t generation = object_at(what, (unsigned)slot)->generation;
    uint64_t value =
        ((uint64_t)0x7A << 56) | ((uint64_t)what << 48) | ((generation & 0xffffffffu) << 16) | (unsigned)slot;
    return (void *)(uintptr_t)value;
}

/* The slot, or -1 for what is no living object of that kind. */
static int slot_of(kind what, const void *handle)
{
    uint64_t value = (uint64_t)(uintptr_t)handle;
    unsigned slot = (unsigned)(value & 0xffff);
    const head *object;
    if (value >> 56 != 0x7A || ((value >> 48) & 0xff) != (uint64_t)what) return -1;
    object = object_at(what, slot);
    return object && object->alive && object->generation == (unsigned)(value >> 16) ? (int)slot : -1;
}

static int slot_new(kind what, unsigned first)
{
    head *object;
    unsigned slot;
    for (slot = first; (object = object_at(what, slot)) != NULL; slot++) {
        if (object->alive) continue;
        object->alive = 1;
        object->generation++;
        object->number = ++fake.numbers[what];
        return (int)slot;
    }
    return -1;
}

static int count_alive(kind what, unsigned first)
{
    const head *object;
    unsigned slot;
    int count = 0;
    for (slot = first; (object = object_at(what, slot)) != NULL; slot++) count += object->alive;
    return count;
}

/* --------------------------------------------------------------------------------------------------- threads -- */
static void thread_refresh(void)
{
    if (self.generation != fake.generation) {
        self.generation = fake.generation;
        self.depth = 0;
        self.mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    }
    if (!self.number) self.number = ++fake.threads;
}

static CUcontext current(void)
{
    thread_refresh();
    return self.depth ? self.stack[self.depth - 1] : NULL;
}

static int current_slot(void)
{
    return slot_of(CONTEXT, current());
}

/* -------------------------------------------------------------------------------------------------------- log -- */
static void log_add(const char *format, ...)
{
    int n;
    va_list args;
    va_start(args, format);
    n = vsnprintf(fake.log + fake.log_length, LOG_BYTES - fake.log_length, format, args);
    va_end(args);
    if (n > 0 && fake.log_length + (size_t)n < LOG_BYTES) {
        fake.log_length += (size_t)n;
    } else {
        fake.log[fake.log_length] = '\0';
    }
}

static void log_context(CUcontext handle)
{
    int slot = slot_of(CONTEXT, handle);
    if (!handle) {
        log_add("none");
    } else if (slot < 0) {
        log_add("?");
    } else {
        log_add("%d", slot < MAX_DEVICES ? slot : 99 + fake.contexts[slot].head.number);
    }
}

static void log_object(kind what, const void *handle)
{
    int slot = slot_of(what, handle);
    if (slot < 0) {
        log_add(handle ? "?" : "null");
    } else {
        log_add("%d", object_at(what, (unsigned)slot)->number);
    }
}

static void log_stream(CUstream handle)
{
    if (handle == CU_STREAM_LEGACY) {
        log_add("legacy");
    } else if (handle == CU_STREAM_PER_THREAD) {
        log_add("thread");
    } else {
        log_object(STREAM, handle);
    }
}

static block *block_of(CUdeviceptr ptr)
{
    int i;
    for (i = 0; i < fake.block_count; i++) {
        if (ptr >= fake.blocks[i].base && ptr - fake.blocks[i].base < fake.blocks[i].bytes) return &fake.blocks[i];
    }
    return NULL;
}

static void log_memory(CUdeviceptr ptr)
{
    const block *found = block_of(ptr);
    if (!ptr) {
        log_add("null");
    } else if (!found) {
        log_add("host");
    } else if (ptr == found->base) {
        log_add("m%d", found->number);
    } else {
        log_add("m%d+%llu", found->number, (unsigned long long)(ptr - found->base));
    }
}

/* e event, s stream, c context, g pool, k function, m memory, d int, u unsigned, z size_t */
static void log_arguments(const char *format, va_list *args)
{
    for (; *format; format++) {
        if (*format != '%') {
            log_add("%c", *format);
            continue;
        }
        switch (*++format) {
        case 'e': log_object(EVENT, va_arg(*args, CUevent)); break;
        case 's': log_stream(va_arg(*args, CUstream)); break;
        case 'c': log_context(va_arg(*args, CUcontext)); break;
        case 'g': log_object(POOL, va_arg(*args, CUmemoryPool)); break;
        case 'k': log_object(FUNCTION, va_arg(*args, CUfunction)); break;
        case 'm': log_memory(va_arg(*args, CUdeviceptr)); break;
        case 'd': log_add("%d", va_arg(*args, int)); break;
        case 'u': log_add("%u", va_arg(*args, unsigned)); break;
        default: log_add("%llu", (unsigned long long)va_arg(*args, size_t)); break;
        }
    }
}

/* ------------------------------------------------------------------------------------------------ every call -- */
enum { ALWAYS, INITIALISED, IN_CONTEXT };

/* Locks, logs, and says whether the call may go on. */
static CUresult begin(const char *name, int needs, const char *format, ...)
{
    CUcontext context_now;
    va_list args;
    pthread_mutex_lock(&lock);
    context_now = current();
    fake.calls++;
    log_add("%s", name);
    va_start(args, format);
    if (*format) log_add(" ");
    log_arguments(format, &args);
    va_end(args);
    log_add(" ctx=");
    log_context(context_now);
    if (fake.thread_state) log_add(fake.thread_state() ? " attached" : " detached");
    if (fake.forked) return CUDA_ERROR_NOT_INITIALIZED;
    if (fake.fail_in > 0 && --fake.fail_in == 0) return (CUresult)fake.fail_result;
    if (needs >= INITIALISED && !fake.initialised) return CUDA_ERROR_NOT_INITIALIZED;
    if (needs >= IN_CONTEXT && current_slot() < 0) return CUDA_ERROR_INVALID_CONTEXT;
    return CUDA_SUCCESS;
}

static CUresult end(CUresult result)
{
    if (result) log_add(" result=%d", (int)result);
    log_add("\n");
    pthread_mutex_unlock(&lock);
    return result;
}

static int number_from_environment(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atoi(text) : otherwise;
}

static int device_count(void)
{
    int count = fake.device_count >= 0 ? fake.device_count : number_from_environment("FAKE_CUDA_DEVICES", 2);
    return count < 0 ? 0 : count > MAX_DEVICES ? MAX_DEVICES : count;
}

static CUresult check_device(int ordinal)
{
    return ordinal >= 0 && ordinal < device_count() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

/* --------------------------------------------------------------------------------------------------- contexts -- */
/* A primary context keeps its handle for ever, so that a library may keep it over fake_reset. */
static void primary_activate(int ordinal)
{
    context *primary = &fake.contexts[ordinal];
    if (primary->head.alive) return;
    primary->head.alive = 1;
    primary->head.generation = 1;
    primary->device = ordinal;
}

static void module_end(int slot)
{
    int i;
    fake.modules[slot].head.alive = 0;
    for (i = 0; i < MAX_SMALL; i++) {
        if (fake.functions[i].owner == slot) fake.functions[i].head.alive = 0;
    }
}

static void context_end(int slot)
{
    int i;
    for (i = 0; i < MAX_STREAMS; i++) {
        if (fake.streams[i].context == slot) fake.streams[i].head.alive = 0;
    }
    for (i = 0; i < MAX_EVENTS; i++) {
        if (fake.events[i].context != slot || !fake.events[i].head.alive) continue;
        fake.events[i].head.alive = 0;
        fake.events[i].lost = 1;
    }
    for (i = 0; i < MAX_SMALL; i++) {
        if (fake.modules[i].head.alive && fake.modules[i].owner == slot) module_end(i);
    }
    for (i = 0; i < MAX_CONTEXTS; i++) fake.contexts[i].peers[slot] = 0;
    memset(fake.contexts[slot].peers, 0, sizeof fake.contexts[slot].peers);
    fake.contexts[slot].head.alive = 0;
}

static CUcontext context_new(int device)
{
    int slot = slot_new(CONTEXT, MAX_DEVICES);
    if (slot < 0) return NULL;
    fake.contexts[slot].device = device;
    return (CUcontext)handle_of(CONTEXT, slot);
}

static CUresult push(CUcontext handle)
{
    if (!handle) return CUDA_ERROR_INVALID_VALUE;
    if (slot_of(CONTEXT, handle) < 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (self.depth == MAX_STACK) return CUDA_ERROR_OUT_OF_MEMORY;
    self.stack[self.depth++] = handle;
    return CUDA_SUCCESS;
}

static CUresult set_current(CUcontext handle)
{
    if (!handle) {
        if (self.depth) self.depth--;
        return CUDA_SUCCESS;
    }
    if (slot_of(CONTEXT, handle) < 0) return CUDA_ERROR_INVALID_CONTEXT;
    if (!self.depth) return push(handle);
    self.stack[self.depth - 1] = handle;
    return CUDA_SUCCESS;
}

/* --------------------------------------------------------------------------------------------------- captures -- */
static capture *capture_of(const stream *s)
{
    return s->capture ? &fake.captures[s->capture - 1] : NULL;
}

static capture *capture_by_id(uint64_t id)
{
    int i;
    for (i = 0; i < MAX_CAPTURES; i++) {
        if (id && fake.captures[i].id == id) return &fake.captures[i];
    }
    return NULL;
}

/* May this thread do what could synchronise?  If not, the captures in its way are invalidated. */
static CUresult check_safe(void)
{
    CUresult result = CUDA_SUCCESS;
    int i;
    if (self.mode == CU_STREAM_CAPTURE_MODE_RELAXED) return CUDA_SUCCESS;
    for (i = 0; i < MAX_CAPTURES; i++) {
        capture *c = &fake.captures[i];
        if (!c->id || c->mode == CU_STREAM_CAPTURE_MODE_RELAXED) continue;
        if (c->thread != self.number &&
            (c->mode != CU_STREAM_CAPTURE_MODE_GLOBAL || self.mode != CU_STREAM_CAPTURE_MODE_GLOBAL)) {
            continue;
        }
        c->invalid = 1;
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    return result;
}

/* Is a blocking stream of the context being captured?  What touches the legacy stream then invalidates the capture. */
static int legacy_is_blocked(int context_slot, int invalidate)
{
    int i, blocked = 0;
    for (i = 0; i < MAX_STREAMS; i++) {
        const stream *s = &fake.streams[i];
        if (!s->head.alive || s->context != context_slot || !s->capture || (s->flags & CU_STREAM_NON_BLOCKING))
            continue;
        if (invalidate) capture_of(s)->invalid = 1;
        blocked = 1;
    }
    return blocked;
}

static int stream_index(const stream *s)
{
    return (int)(s - fake.streams);
}

static void capture_leave(capture *c)
{
    int i;
    for (i = 0; i < MAX_STREAMS; i++) {
        if (fake.streams[i].capture == (int)(c - fake.captures) + 1) fake.streams[i].capture = 0;
    }
    c->id = 0;
}

static void capture_enter(capture *c, stream *s)
{
    s->capture = (int)(c - fake.captures) + 1;
    s->captured_work = 0;
}

static CUresult capture_start(stream *s, CUstreamCaptureMode mode)
{
    int i;
    if (s->value == CU_STREAM_LEGACY) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (s->capture) return CUDA_ERROR_ILLEGAL_STATE;
    for (i = 0; i < MAX_CAPTURES && fake.captures[i].id; i++) {
    }
    if (i == MAX_CAPTURES) return CUDA_ERROR_OUT_OF_MEMORY;
    fake.captures[i].id = ++fake.capture_ids;
    fake.captures[i].origin = stream_index(s);
    fake.captures[i].mode = (int)mode;
    fake.captures[i].thread = self.number;
    fake.captures[i].invalid = 0;
    capture_enter(&fake.captures[i], s);
    return CUDA_SUCCESS;
}

/* Has everything that was forked off come back? */
static int capture_is_joined(const capture *c)
{
    const stream *origin = &fake.streams[c->origin];
    int i;
    for (i = 0; i < MAX_STREAMS; i++) {
        const stream *s = &fake.streams[i];
        if (s == origin || !s->head.alive || capture_of(s) != c || !s->captured_work) continue;
        if (origin->seen[i] < s->work) return 0;
    }
    return 1;
}

static CUresult capture_finish(stream *s, CUgraph *graph)
{
    capture *c = capture_of(s);
    CUresult result = CUDA_SUCCESS;
    int slot;
    if (!c) return CUDA_ERROR_ILLEGAL_STATE;
    if (stream_index(s) != c->origin) {
        c->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    }
    if (c->mode != CU_STREAM_CAPTURE_MODE_RELAXED && c->thread != self.number) {
        return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    }
    if (c->invalid) {
        result = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    } else if (!capture_is_joined(c)) {
        result = CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
    }
    capture_leave(c);
    *graph = NULL;
    if (result) return result;
    slot = slot_new(GRAPH, 0);
    if (slot < 0) return CUDA_ERROR_OUT_OF_MEMORY;
    *graph = (CUgraph)handle_of(GRAPH, slot);
    return CUDA_SUCCESS;
}

/* ---------------------------------------------------------------------------------------------------- streams -- */
static stream *stream_new(int context_slot, unsigned flags, int priority)
{
    int slot = slot_new(STREAM, 0);
    stream *s = slot < 0 ? NULL : &fake.streams[slot];
    if (!s) return NULL;
    s->context = context_slot;
    s->ordinary = 1;
    s->value = NULL;
    s->flags = flags;
    s->priority = priority;
    s->held = 0;
    s->capture = 0;
    memset(s->seen, 0, sizeof s->seen); /* `work` counts on: what was seen of the old stream is no proof for the new */
    s->work++;
    memcpy(s->seen, fake.host_seen, sizeof s->seen);
    fake.host_seen[slot] = s->work;
    return s;
}

/* Made when first used; takes no number and counts as no live stream. */
static stream *stream_default(CUstream value, int context_slot)
{
    int i, thread = value == CU_STREAM_PER_THREAD ? self.number % MAX_THREADS : 0;
    stream *s;
    for (i = 0; i < MAX_STREAMS; i++) {
        s = &fake.streams[i];
        if (s->head.alive && !s->ordinary && s->context == context_slot && s->value == value && s->thread == thread)
            return s;
    }
    s = stream_new(context_slot, 0, 0);
    if (!s) return NULL;
    fake.numbers[STREAM]--;
    s->ordinary = 0;
    s->value = value;
    s->thread = thread;
    return s;
}

/* The stream that a value means here and now. */
static CUresult stream_find(CUstream handle, stream **out)
{
    int slot;
    if (!handle) handle = CU_STREAM_LEGACY;
    if (handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD) {
        slot = current_slot();
        if (slot < 0) return CUDA_ERROR_INVALID_CONTEXT;
        *out = stream_default(handle, slot);
        return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    slot = slot_of(STREAM, handle);
    if (slot < 0) return CUDA_ERROR_INVALID_HANDLE;
    *out = &fake.streams[slot];
    return CUDA_SUCCESS;
}

/* ... for an operation on it. */
static CUresult stream_use(CUstream handle, stream **out)
{
    CUresult result = stream_find(handle, out);
    if (result) return result;
    if ((*out)->value == CU_STREAM_LEGACY && legacy_is_blocked((*out)->context, 1)) {
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if ((*out)->capture && capture_of(*out)->invalid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    return CUDA_SUCCESS;
}

/* ... for waiting on the host, or asking. */
static CUresult stream_use_on_host(CUstream handle, stream **out)
{
    CUresult result = stream_find(handle, out);
    if (result) return result;
    if ((*out)->capture) {
        capture_of(*out)->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    result = check_safe();
    if (result) return result;
    return stream_use(handle, out);
}

static void stream_work(stream *s)
{
    s->work++;
    s->captured_work = 1;
}

static void seen_add(uint64_t *seen, const uint64_t *more)
{
    int i;
    for (i = 0; i < MAX_STREAMS; i++) {
        if (more[i] > seen[i]) seen[i] = more[i];
    }
}

static void host_wait(stream *s)
{
    s->held = 0;
    seen_add(fake.host_seen, s->seen);
    fake.host_seen[stream_index(s)] = s->work;
}

static void context_wait(int slot)
{
    int i;
    for (i = 0; i < MAX_STREAMS; i++) {
        if (fake.streams[i].head.alive && fake.streams[i].context == slot) host_wait(&fake.streams[i]);
    }
}

/* ----------------------------------------------------------------------------------------------------- events -- */
static event *event_find(CUevent handle)
{
    int slot = slot_of(EVENT, handle);
    return slot < 0 ? NULL : &fake.events[slot];
}

static CUresult event_error(CUevent handle)
{
    uint64_t value = (uint64_t)(uintptr_t)handle;
    const event *e = (value & 0xffff) < MAX_EVENTS ? &fake.events[value & 0xffff] : NULL;
    if (event_find(handle)) return CUDA_SUCCESS;
    return e && e->lost && (uint64_t)(uintptr_t)handle_of(EVENT, (int)(value & 0xffff)) == value
               ? CUDA_ERROR_CONTEXT_IS_DESTROYED
               : CUDA_ERROR_INVALID_HANDLE;
}

static CUresult event_record(event *e, stream *s)
{
    const capture *c = capture_of(s);
    if (e->context != s->context) return CUDA_ERROR_INVALID_HANDLE;
    e->recorded = 1;
    e->stream = stream_index(s);
    e->capture_id = c ? c->id : 0;
    e->when = ++fake.clock;
    memcpy(e->seen, s->seen, sizeof e->seen);
    e->seen[stream_index(s)] = s->work;
    return CUDA_SUCCESS;
}

static CUresult event_wait(stream *s, const event *e, unsigned flags)
{
    capture *consumer = capture_of(s), *producer = capture_by_id(e->capture_id);
    if (!e->recorded) return CUDA_SUCCESS;
    if (!e->capture_id && consumer && !(flags & CU_EVENT_WAIT_EXTERNAL)) {
        consumer->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
    }
    if (e->capture_id && !producer) return CUDA_ERROR_INVALID_VALUE;
    if (producer && producer->invalid) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    if (producer && consumer && producer != consumer) {
        producer->invalid = consumer->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_MERGE;
    }
    if (producer && s->value == CU_STREAM_LEGACY) {
        producer->invalid = 1;
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if (producer && !consumer) capture_enter(producer, s);
    seen_add(s->seen, e->seen);
    return CUDA_SUCCESS;
}

static CUresult event_use_on_host(const event *e)
{
    capture *c = capture_by_id(e->capture_id);
    if (e->recorded && e->capture_id && !c) return CUDA_ERROR_INVALID_VALUE;
    if (e->recorded && c) {
        c->invalid = 1;
        return CUDA_ERROR_CAPTURED_EVENT;
    }
    return check_safe();
}

/* ----------------------------------------------------------------------------------------------------- memory -- */
#define DEVICE_BYTES ((size_t)8 << 30)

static size_t used_bytes(int device)
{
    size_t sum = 0;
    int i;
    for (i = 0; i < fake.block_count; i++) {
        if ((device < 0 || fake.blocks[i].device == device) && fake.blocks[i].base) sum += fake.blocks[i].bytes;
    }
    return sum;
}

static CUresult memory_new(int memory_kind, int device, int context_slot, int pool, size_t bytes, CUdeviceptr *out)
{
    void *memory = NULL;
    block *b;
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    if (bytes > DEVICE_BYTES - used_bytes(device)) return CUDA_ERROR_OUT_OF_MEMORY;
    if (fake.block_count == fake.block_room) {
        int room = fake.block_room ? 2 * fake.block_room : 64;
        b = (block *)realloc(fake.blocks, (size_t)room * sizeof *b);
        if (!b) return CUDA_ERROR_OUT_OF_MEMORY;
        fake.blocks = b;
        fake.block_room = room;
    }
#if defined(_WIN32)
    memory = _aligned_malloc(bytes, 512);
#else
    if (posix_memalign(&memory, 512, bytes)) memory = NULL;
#endif
    if (!memory) return CUDA_ERROR_OUT_OF_MEMORY;
    b = &fake.blocks[fake.block_count++];
    b->base = (CUdeviceptr)(uintptr_t)memory;
    b->bytes = bytes;
    b->kind = memory_kind;
    b->device = device;
    b->context = context_slot;
    b->pool = pool;
    b->number = ++fake.block_numbers;
    b->capture_id = 0;
    memset(b->used, 0, sizeof b->used);
    *out = b->base;
    return CUDA_SUCCESS;
}

static CUresult memory_free(CUdeviceptr ptr)
{
    block *b = block_of(ptr);
    if (!ptr) return CUDA_SUCCESS;
    if (!b || b->base != ptr) return CUDA_ERROR_INVALID_VALUE;
    ALIGNED_FREE((void *)(uintptr_t)ptr);
    *b = fake.blocks[--fake.block_count];
    return CUDA_SUCCESS;
}

/* Memory of no pool: behind all work of the current context, as a real driver does it. */
static CUresult memory_free_waiting(CUdeviceptr ptr)
{
    const block *b = block_of(ptr);
    CUresult result = ptr ? check_safe() : CUDA_SUCCESS;
    if (!result && b && b->capture_id) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && b && b->pool < 0) context_wait(current_slot() < 0 ? b->context : current_slot());
    return result ? result : memory_free(ptr);
}

/* May memory be freed on a stream?  On one that is captured only if it is the graph's, and that nowhere else. */
static CUresult check_free_on(const block *b, const stream *s)
{
    const capture *c = capture_of(s);
    CUresult result = c ? CUDA_SUCCESS : check_safe();
    if (!result && b->capture_id != (c ? c->id : 0)) {
        if (c) (void)check_safe();
        result = CUDA_ERROR_INVALID_VALUE;
    }
    return result;
}

/* Is the range in one allocation?  Ordinary host memory is nobody's business here. */
static int range_is_known(CUdeviceptr ptr, size_t bytes)
{
    const block *b = block_of(ptr);
    return !bytes || (b && bytes <= b->bytes - (size_t)(ptr - b->base));
}

static int range_overruns(CUdeviceptr ptr, size_t bytes)
{
    return block_of(ptr) && !range_is_known(ptr, bytes);
}

static CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    if (!bytes) return CUDA_SUCCESS;
    if (!to || !from || range_overruns(to, bytes) || range_overruns(from, bytes)) return CUDA_ERROR_INVALID_VALUE;
    memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes);
    return CUDA_SUCCESS;
}

static void note_use(CUdeviceptr ptr, const stream *s)
{
    block *b = block_of(ptr);
    if (b) b->used[stream_index(s)] = s->work;
}

/* Is a copy that reads or writes the block ordered before what comes next on the stream?  A real driver does not look, and
 * gives the memory to others or takes it off the map. */
static int is_idle_on(const block *b, const stream *s)
{
    int i;
    for (i = 0; i < MAX_STREAMS; i++) {
        if (i != stream_index(s) && b->used[i] > s->seen[i] && b->used[i] > fake.host_seen[i]) return 0;
    }
    return 1;
}

/* Pinned memory of a pool is of the host alone until the device is given access. */
static int is_reached(CUdeviceptr ptr, const stream *s)
{
    const block *b = block_of(ptr);
    if (!b || b->kind != FAKE_PINNED || b->pool < 0) return 1;
    return (fake.pools[b->pool].shared >> fake.contexts[s->context].device & 1) != 0;
}

/* Returns 1 unless the memory is of a pool of another device, which cuMemPoolSetAccess has not opened to the stream's device: a
 * copy that the host waits for fails then (seen with two GPUs). */
static int is_open_to(CUdeviceptr ptr, const stream *s)
{
    const block *b = block_of(ptr);
    const int device = fake.contexts[s->context].device;
    if (!b || b->kind != FAKE_POOL || b->device == device) return 1;
    return (fake.pools[b->pool].shared >> device & 1) != 0;
}

/* `device`: a combination of 1 (the target) and 2 (the source) that must be memory of the driver. */
static CUresult copy_on(CUstream handle, CUdeviceptr to, CUdeviceptr from, size_t bytes, int device)
{
    stream *s;
    CUresult result = stream_use(handle, &s);
    if (result) return result;
    if (((device & 1) && !range_is_known(to, bytes)) || ((device & 2) && !range_is_known(from, bytes))) {
        return CUDA_ERROR_INVALID_VALUE;
    }
    if (!is_reached(to, s) || !is_reached(from, s)) return CUDA_ERROR_ILLEGAL_ADDRESS;
    result = copy(to, from, bytes);
    if (result) return result;
    stream_work(s);
    note_use(to, s);
    note_use(from, s);
    return CUDA_SUCCESS;
}

static CUresult fill_on(CUstream handle, CUdeviceptr to, unsigned value, size_t width, size_t count)
{
    stream *s;
    size_t i;
    CUresult result = stream_use(handle, &s);
    if (result) return result;
    if (to % width || !range_is_known(to, width * count)) return CUDA_ERROR_INVALID_VALUE;
    for (i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)value;
        unsigned short half = (unsigned short)value;
        const void *pattern = width == 1   ? (const void *)&byte
                              : width == 2 ? (const void *)&half
                                           : (const void *)&value;
        memcpy((char *)(uintptr_t)to + i * width, pattern, width);
    }
    stream_work(s);
    return CUDA_SUCCESS;
}

static CUmemoryPool default_pool(int device)
{
    small *pool = &fake.pools[device];
    pool->head.alive = 1;
    pool->head.generation = 1;
    pool->head.number = device;
    pool->owner = device;
    pool->kind = FAKE_POOL;
    return (CUmemoryPool)handle_of(POOL, device);
}

/* Those of the devices are there without being asked for. */
static int pool_find(CUmemoryPool handle)
{
    int i;
    for (i = 0; i < MAX_DEVICES; i++) (void)default_pool(i);
    return slot_of(POOL, (const void *)handle);
}

static size_t pool_bytes(int slot)
{
    size_t used = 0;
    int i;
    for (i = 0; i < fake.block_count; i++) {
        if (fake.blocks[i].pool == slot) used += fake.blocks[i].bytes;
    }
    return used;
}

static CUresult allocate_on(CUstream handle, CUmemoryPool pool, size_t bytes, CUdeviceptr *out)
{
    stream *s;
    CUresult result = stream_use(handle, &s);
    int slot;
    if (result) return result;
    if (!pool) pool = default_pool(fake.contexts[s->context].device);
    slot = pool_find(pool);
    if (slot < 0) return CUDA_ERROR_INVALID_VALUE;
    if (fake.pools[slot].most && bytes > fake.pools[slot].most - pool_bytes(slot)) return CUDA_ERROR_OUT_OF_MEMORY;
    if (!s->capture) result = check_safe();
    if (!result) result = memory_new(fake.pools[slot].kind, fake.pools[slot].owner, s->context, slot, bytes, out);
    if (result) return result;
    if (s->capture) fake.blocks[fake.block_count - 1].capture_id = capture_of(s)->id;
    stream_work(s);
    return CUDA_SUCCESS;
}

/* What the plural query writes for an address that the driver does not know differs by attribute (seen on a 580). */
/* Memory that a capture allocates is not known, not even once its graph has run: so did the real driver. */
static CUresult pointer_attribute(CUpointer_attribute attribute, CUdeviceptr ptr, void *out)
{
    const block *found = block_of(ptr), *b = found && found->capture_id ? NULL : found;
    int pooled = b && b->pool >= 0;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)out = b && !pooled ? (CUcontext)handle_of(CONTEXT, b->context) : NULL;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)out = !b                       ? 0
                           : b->kind == FAKE_PINNED ? (unsigned)CU_MEMORYTYPE_HOST
                                                    : (unsigned)CU_MEMORYTYPE_DEVICE;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)out = b ? ptr : 0; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        *(void **)out = b && (b->kind == FAKE_PINNED || b->kind == FAKE_MANAGED) ? (void *)(uintptr_t)ptr : NULL;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(unsigned *)out = 0; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        *(unsigned long long *)out = b ? (unsigned long long)b->number : 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)out = b && b->kind == FAKE_MANAGED; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)out = b ? b->device : -2; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        if (b) *(CUdeviceptr *)out = b->base;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        if (b) *(size_t *)out = b->bytes;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED: *(unsigned *)out = b != NULL; return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *(CUmemoryPool *)out = pooled ? (CUmemoryPool)handle_of(POOL, b->pool) : NULL;
        return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

/* -------------------------------------------------------------- entry points: the driver -- */
ENTRY CUresult CUDAAPI cuInit(unsigned flags)
{
    CUresult result = begin("cuInit", ALWAYS, "flags=%u", flags);
    if (!result) {
        result = (CUresult)(fake.init_result >= 0 ? fake.init_result : number_from_environment("FAKE_CUDA_INIT", 0));
    }
    if (!result && flags) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && !device_count()) result = CUDA_ERROR_NO_DEVICE;
    if (!result) fake.initialised = 1;
    return end(result);
}

ENTRY CUresult CUDAAPI cuDriverGetVersion(int *version)
{
    CUresult result = begin("cuDriverGetVersion", ALWAYS, "");
    if (!result) *version = number_from_environment("FAKE_CUDA_VERSION", 13000);
    return end(result);
}

#define ERRORS(X)                                                                                                      \
    X(0, "CUDA_SUCCESS", "no error")                                                                                   \
    X(1, "CUDA_ERROR_INVALID_VALUE", "invalid argument")                                                               \
    X(2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory")                                                                  \
    X(3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error")                                                         \
    X(34, "CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library")                                                  \
    X(100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected")                                               \
    X(101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal")                                                      \
    X(200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid")                                               \
    X(201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context")                                                     \
    X(400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle")                                                     \
    X(401, "CUDA_ERROR_ILLEGAL_STATE", "the operation cannot be performed in the present state")                       \
    X(500, "CUDA_ERROR_NOT_FOUND", "named symbol not found")                                                           \
    X(600, "CUDA_ERROR_NOT_READY", "device not ready")                                                                 \
    X(700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered")                                   \
    X(704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is already enabled")                                 \
    X(709, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed")                                                  \
    X(719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure")                                                   \
    X(801, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported")                                                      \
    X(803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination")     \
    X(900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "operation not permitted when stream is capturing")                \
    X(901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "operation failed due to a previous error during capture")         \
    X(902, "CUDA_ERROR_STREAM_CAPTURE_MERGE", "operation would result in a merge of separate capture sequences")       \
    X(903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "capture was not ended in the same stream as it began")              \
    X(904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "capturing stream has unjoined work")                                 \
    X(905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "dependency created on uncaptured work in another stream")           \
    X(906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT",                                                                       \
      "operation would make the legacy stream depend on a capturing blocking stream")                                  \
    X(907, "CUDA_ERROR_CAPTURED_EVENT", "operation not permitted on an event last recorded in a capturing stream")     \
    X(908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD",                                                                   \
      "attempt to terminate a thread-local capture from another thread")                                               \
    X(999, "CUDA_ERROR_UNKNOWN", "unknown error")

static const char *error_text(CUresult result, int description)
{
#define ERROR_CASE(value, name, text)                                                                                  \
    case value: return description ? text : name;
    switch ((int)result) {
        ERRORS(ERROR_CASE)
    default: return NULL;
    }
#undef ERROR_CASE
}

ENTRY CUresult CUDAAPI cuGetErrorName(CUresult error, const char **out)
{
    *out = error_text(error, 0);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

ENTRY CUresult CUDAAPI cuGetErrorString(CUresult error, const char **out)
{
    *out = error_text(error, 1);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---------------------------------------------------------------------- entry points: devices -- */
ENTRY CUresult CUDAAPI cuDeviceGetCount(int *count)
{
    CUresult result = begin("cuDeviceGetCount", INITIALISED, "");
    if (!result) *count = device_count();
    return end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
    CUresult result = begin("cuDeviceGet", INITIALISED, "ordinal=%d", ordinal);
    if (!result) result = check_device(ordinal);
    if (!result) *device = ordinal;
    return end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetName(char *name, int length, CUdevice device)
{
    CUresult result = begin("cuDeviceGetName", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result && length < 1) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) snprintf(name, (size_t)length, "Fake GPU %d", device);
    return end(result);
}

static CUresult get_uuid(const char *name, CUuuid *uuid, CUdevice device)
{
    CUresult result = begin(name, INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) {
        memset(uuid, 0, sizeof *uuid);
        memcpy(uuid->bytes, "fake", 4);
        uuid->bytes[15] = (char)device;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    return get_uuid("cuDeviceGetUuid", uuid, device);
}

ENTRY CUresult CUDAAPI cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    return get_uuid("cuDeviceGetUuid", uuid, device);
}

ENTRY CUresult CUDAAPI cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    CUresult result = begin("cuDeviceTotalMem", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) *bytes = DEVICE_BYTES;
    return end(result);
}

static int device_attribute(CUdevice_attribute attribute, int device)
{
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        return fake.capability[device] ? fake.capability[device] / 10 : 9;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return fake.capability[device] % 10;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: return 132;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: return 32;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: return fake.shared_most;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: return fake.shared_most - 1024;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK: return 1024;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: return device + 1;
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY:
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS:
    case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: return 1;
    default: return 0;
    }
}

ENTRY CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    CUresult result = begin("cuDeviceGetAttribute", INITIALISED, "attribute=%d device=%d", (int)attribute, device);
    if (!result) result = check_device(device);
    if (!result && ((int)attribute < 1 || attribute >= CU_DEVICE_ATTRIBUTE_MAX)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *value = device_attribute(attribute, device);
    return end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
    unsigned domain, bus, slot, function;
    CUresult result = begin("cuDeviceGetByPCIBusId", INITIALISED, "");
    if (!result && sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) != 4) {
        domain = function = 0;
        if (sscanf(id, "%x:%x:%x", &domain, &bus, &slot) != 3) {
            domain = 0;
            if (sscanf(id, "%x:%x", &bus, &slot) != 2) result = CUDA_ERROR_INVALID_VALUE;
        }
    }
    if (!result) {
        result =
            !domain && !slot && bus >= 1 && bus <= MAX_DEVICES ? check_device((int)bus - 1) : CUDA_ERROR_INVALID_DEVICE;
    }
    if (!result) *device = (int)bus - 1;
    return end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetPCIBusId(char *id, int length, CUdevice device)
{
    CUresult result = begin("cuDeviceGetPCIBusId", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result && length < 13) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) snprintf(id, (size_t)length, "0000:%02X:00.0", (unsigned)device + 1);
    return end(result);
}

ENTRY CUresult CUDAAPI cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    CUresult result = begin("cuDeviceCanAccessPeer", INITIALISED, "device=%d peer=%d", device, peer);
    if (!result) result = check_device(device);
    if (!result) result = check_device(peer);
    if (!result) *can = device != peer;
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    CUresult result = begin("cuCtxEnablePeerAccess", IN_CONTEXT, "peer=%c", peer);
    int here = current_slot(), there = slot_of(CONTEXT, peer);
    if (!result && there < 0) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && (flags || here == there)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && fake.contexts[here].device == fake.contexts[there].device) result = CUDA_ERROR_INVALID_DEVICE;
    if (!result && fake.contexts[here].peers[there]) result = CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
    if (!result) fake.contexts[here].peers[there] = 1;
    return end(result);
}

/* --------------------------------------------------------------------- entry points: contexts -- */
ENTRY CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    CUresult result = begin("cuDevicePrimaryCtxRetain", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) {
        primary_activate(device);
        fake.contexts[device].refs++;
        *out = (CUcontext)handle_of(CONTEXT, device);
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CUresult result = begin("cuDevicePrimaryCtxRelease", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result && !fake.contexts[device].refs) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result && --fake.contexts[device].refs == 0 && !fake.contexts[device].pinned) context_end(device);
    return end(result);
}

ENTRY CUresult CUDAAPI cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    CUresult result = begin("cuDevicePrimaryCtxGetState", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) {
        if (flags) *flags = 0;
        *active = fake.contexts[device].head.alive;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxCreate_v2(CUcontext *out, unsigned flags, CUdevice device)
{
    CUresult result = begin("cuCtxCreate", INITIALISED, "flags=%u device=%d", flags, device);
    if (!result) result = check_device(device);
    if (!result) {
        *out = context_new(device);
        result = *out ? push(*out) : CUDA_ERROR_OUT_OF_MEMORY;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxDestroy_v2(CUcontext handle)
{
    CUresult result = begin("cuCtxDestroy", INITIALISED, "context=%c", handle);
    int slot = slot_of(CONTEXT, handle);
    if (!result && slot < MAX_DEVICES) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) {
        if (current() == handle) self.depth--;
        context_end(slot);
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxGetCurrent(CUcontext *out)
{
    CUresult result = begin("cuCtxGetCurrent", INITIALISED, "");
    if (!result) *out = current();
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxSetCurrent(CUcontext handle)
{
    CUresult result = begin("cuCtxSetCurrent", INITIALISED, "context=%c", handle);
    if (!result) result = set_current(handle);
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxPushCurrent_v2(CUcontext handle)
{
    CUresult result = begin("cuCtxPushCurrent", INITIALISED, "context=%c", handle);
    if (!result) result = push(handle);
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxPopCurrent_v2(CUcontext *out)
{
    CUresult result = begin("cuCtxPopCurrent", INITIALISED, "");
    if (!result && !self.depth) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) {
        self.depth--;
        if (out) *out = self.stack[self.depth];
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxGetDevice(CUdevice *out)
{
    CUresult result = begin("cuCtxGetDevice", IN_CONTEXT, "");
    if (!result) *out = fake.contexts[current_slot()].device;
    return end(result);
}

/* Never given twice; that of a primary context stays over fake_reset, as the context does, not over fake_primary_reset. */
ENTRY CUresult CUDAAPI cuCtxGetId(CUcontext handle, unsigned long long *out)
{
    CUresult result = begin("cuCtxGetId", INITIALISED, "context=%c", handle);
    int slot = handle ? slot_of(CONTEXT, handle) : current_slot();
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_CONTEXT;
    if (!result) {
        *out = ((unsigned long long)fake.contexts[slot].resets << 48) +
               ((unsigned long long)fake.contexts[slot].head.generation << 16) + (unsigned)slot + 1u;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxSynchronize(void)
{
    CUresult result = begin("cuCtxSynchronize", IN_CONTEXT, "");
    int i, slot = current_slot();
    for (i = 0; !result && i < MAX_STREAMS; i++) {
        if (!fake.streams[i].head.alive || fake.streams[i].context != slot || !fake.streams[i].capture) continue;
        capture_of(&fake.streams[i])->invalid = 1;
        result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    }
    if (!result) result = check_safe();
    if (!result) context_wait(slot);
    return end(result);
}

ENTRY CUresult CUDAAPI cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CUresult result = begin("cuCtxGetStreamPriorityRange", IN_CONTEXT, "");
    if (!result) {
        if (least) *least = 0;
        if (greatest) *greatest = -5;
    }
    return end(result);
}

/* ---------------------------------------------------------------------- entry points: streams -- */
static CUresult create_stream(const char *name, CUstream *out, unsigned flags, int priority)
{
    CUresult result = begin(name, IN_CONTEXT, "flags=%u priority=%d", flags, priority);
    stream *s;
    if (!result && flags > CU_STREAM_NON_BLOCKING) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
        s = stream_new(current_slot(), flags, priority);
        if (s) *out = (CUstream)handle_of(STREAM, stream_index(s));
        result = s ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamCreate(CUstream *out, unsigned flags)
{
    return create_stream("cuStreamCreate", out, flags, 0);
}

ENTRY CUresult CUDAAPI cuStreamCreateWithPriority(CUstream *out, unsigned flags, int priority)
{
    return create_stream("cuStreamCreateWithPriority", out, flags, priority);
}

static void stream_end(stream *s)
{
    if (s->capture) capture_of(s)->invalid = 1;
    s->capture = 0;
    s->head.alive = 0;
}

ENTRY CUresult CUDAAPI cuStreamDestroy_v2(CUstream handle)
{
    CUresult result = begin("cuStreamDestroy", INITIALISED, "stream=%s", handle);
    int slot = slot_of(STREAM, handle);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) stream_end(&fake.streams[slot]);
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamQuery(CUstream handle)
{
    CUresult result = begin("cuStreamQuery", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_use_on_host(handle, &s);
    if (!result && s->held) result = CUDA_ERROR_NOT_READY;
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamSynchronize(CUstream handle)
{
    CUresult result = begin("cuStreamSynchronize", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_use_on_host(handle, &s);
    if (!result) host_wait(s);
    return end(result);
}

/* Asking the legacy stream for its context invalidates a capture: so did the real driver. */
ENTRY CUresult CUDAAPI cuStreamGetCtx(CUstream handle, CUcontext *out)
{
    CUresult result = begin("cuStreamGetCtx", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_use(handle, &s);
    if (!result) *out = (CUcontext)handle_of(CONTEXT, s->context);
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamGetPriority(CUstream handle, int *out)
{
    CUresult result = begin("cuStreamGetPriority", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_find(handle, &s);
    if (!result) *out = s->priority;
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamGetFlags(CUstream handle, unsigned *out)
{
    CUresult result = begin("cuStreamGetFlags", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_find(handle, &s);
    if (!result) *out = s->flags;
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamWaitEvent(CUstream handle, CUevent event_handle, unsigned flags)
{
    CUresult result = begin("cuStreamWaitEvent", INITIALISED, "stream=%s event=%e", handle, event_handle);
    const event *e = event_find(event_handle);
    stream *s;
    if (!result) result = event_error(event_handle);
    if (!result) result = stream_use(handle, &s);
    if (!result) result = event_wait(s, e, flags);
    return end(result);
}

/* --------------------------------------------------------------------- entry points: captures -- */
/* Does not harm a capture; writes the id only while one goes on. */
static CUresult capture_info(CUstream handle, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    stream *s;
    const capture *c;
    CUresult result = stream_find(handle, &s);
    if (result) return result;
    if (s->value == CU_STREAM_LEGACY && legacy_is_blocked(s->context, 0)) return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    c = capture_of(s);
    *status = !c           ? CU_STREAM_CAPTURE_STATUS_NONE
              : c->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                           : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    if (id && c && !c->invalid) *id = c->id;
    return CUDA_SUCCESS;
}

ENTRY CUresult CUDAAPI cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status)
{
    CUresult result = begin("cuStreamIsCapturing", INITIALISED, "stream=%s", handle);
    if (!result) result = capture_info(handle, status, NULL);
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamGetCaptureInfo(CUstream handle, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    CUresult result = begin("cuStreamGetCaptureInfo", INITIALISED, "stream=%s", handle);
    if (!result) result = capture_info(handle, status, id);
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamGetCaptureInfo_v2(CUstream handle, CUstreamCaptureStatus *status, cuuint64_t *id,
                                                 CUgraph *graph, const CUgraphNode **dependencies, size_t *count)
{
    CUresult result = begin("cuStreamGetCaptureInfo_v2", INITIALISED, "stream=%s", handle);
    if (!result) result = capture_info(handle, status, id);
    if (!result && graph) *graph = NULL;
    if (!result && dependencies) *dependencies = NULL;
    if (!result && count) *count = 0;
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamBeginCapture_v2(CUstream handle, CUstreamCaptureMode mode)
{
    CUresult result = begin("cuStreamBeginCapture", INITIALISED, "stream=%s mode=%d", handle, (int)mode);
    stream *s;
    if (!result) result = stream_find(handle, &s);
    if (!result && s->value == CU_STREAM_LEGACY && legacy_is_blocked(s->context, 1)) {
        result = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if (!result) result = capture_start(s, mode);
    return end(result);
}

ENTRY CUresult CUDAAPI cuStreamEndCapture(CUstream handle, CUgraph *graph)
{
    CUresult result = begin("cuStreamEndCapture", INITIALISED, "stream=%s", handle);
    stream *s;
    if (!result) result = stream_find(handle, &s);
    if (!result) result = capture_finish(s, graph);
    return end(result);
}

ENTRY CUresult CUDAAPI cuGraphDestroy(CUgraph graph)
{
    CUresult result = begin("cuGraphDestroy", INITIALISED, "");
    int slot = slot_of(GRAPH, graph);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) fake.graphs[slot].head.alive = 0;
    return end(result);
}

ENTRY CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    CUstreamCaptureMode old;
    CUresult result = begin("cuThreadExchangeStreamCaptureMode", INITIALISED, "mode=%d", (int)*mode);
    if (!result && (unsigned)*mode > 2) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        old = self.mode;
        self.mode = *mode;
        *mode = old;
    }
    return end(result);
}

/* Runs when the lock is free again: it may not call the driver, but it may take locks of its own. */
ENTRY CUresult CUDAAPI cuLaunchHostFunc(CUstream handle, CUhostFn function, void *data)
{
    CUresult result = begin("cuLaunchHostFunc", INITIALISED, "stream=%s", handle);
    stream *s;
    int captured = 0;
    if (!result && !function) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = stream_use(handle, &s);
    if (!result) {
        captured = s->capture;
        stream_work(s);
    }
    result = end(result);
    if (!result && !captured) function(data);
    return result;
}

/* ----------------------------------------------------------------------- entry points: events -- */
ENTRY CUresult CUDAAPI cuEventCreate(CUevent *out, unsigned flags)
{
    CUresult result = begin("cuEventCreate", IN_CONTEXT, "flags=%u", flags);
    int slot = -1;
    if (!result && flags > 7) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        slot = slot_new(EVENT, 0);
        result = slot < 0 ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
    }
    if (!result) {
        fake.events[slot].context = current_slot();
        fake.events[slot].flags = flags;
        fake.events[slot].recorded = fake.events[slot].lost = 0;
        fake.events[slot].capture_id = 0;
        *out = (CUevent)handle_of(EVENT, slot);
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuEventRecord(CUevent handle, CUstream stream_handle)
{
    CUresult result = begin("cuEventRecord", INITIALISED, "event=%e stream=%s", handle, stream_handle);
    event *e = event_find(handle);
    stream *s;
    if (!result) result = event_error(handle);
    if (!result) result = stream_use(stream_handle, &s);
    if (!result) result = event_record(e, s);
    return end(result);
}

ENTRY CUresult CUDAAPI cuEventDestroy_v2(CUevent handle)
{
    CUresult result = begin("cuEventDestroy", INITIALISED, "event=%e", handle);
    event *e = event_find(handle);
    if (!result) result = event_error(handle);
    if (!result) e->head.alive = 0;
    return end(result);
}

ENTRY CUresult CUDAAPI cuEventQuery(CUevent handle)
{
    CUresult result = begin("cuEventQuery", INITIALISED, "event=%e", handle);
    const event *e = event_find(handle);
    if (!result) result = event_error(handle);
    if (!result) result = event_use_on_host(e);
    if (!result && e->recorded && fake.streams[e->stream].held) result = CUDA_ERROR_NOT_READY;
    return end(result);
}

ENTRY CUresult CUDAAPI cuEventSynchronize(CUevent handle)
{
    CUresult result = begin("cuEventSynchronize", INITIALISED, "event=%e", handle);
    const event *e = event_find(handle);
    if (!result) result = event_error(handle);
    if (!result) result = event_use_on_host(e);
    if (!result && e->recorded) {
        seen_add(fake.host_seen, e->seen);
        fake.streams[e->stream].held = 0;
    }
    return end(result);
}

static CUresult elapsed(const char *name, float *milliseconds, CUevent start, CUevent stop)
{
    CUresult result = begin(name, INITIALISED, "event=%e event=%e", start, stop);
    const event *a = event_find(start), *b = event_find(stop);
    if (!result && (!a || !b || !a->recorded || !b->recorded || a->context != b->context ||
                    ((a->flags | b->flags) & CU_EVENT_DISABLE_TIMING))) {
        result = CUDA_ERROR_INVALID_HANDLE;
    }
    if (!result && (fake.streams[a->stream].held || fake.streams[b->stream].held)) result = CUDA_ERROR_NOT_READY;
    if (!result) *milliseconds = (float)((double)b->when - (double)a->when);
    return end(result);
}

ENTRY CUresult CUDAAPI cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop)
{
    return elapsed("cuEventElapsedTime", milliseconds, start, stop);
}

ENTRY CUresult CUDAAPI cuEventElapsedTime_v2(float *milliseconds, CUevent start, CUevent stop)
{
    return elapsed("cuEventElapsedTime", milliseconds, start, stop);
}

/* ----------------------------------------------------------------------- entry points: memory -- */
static CUresult allocate_here(int memory_kind, size_t bytes, CUdeviceptr *out)
{
    int slot = current_slot();
    CUresult result = check_safe();
    return result ? result : memory_new(memory_kind, fake.contexts[slot].device, slot, -1, bytes, out);
}

ENTRY CUresult CUDAAPI cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    CUresult result = begin("cuMemGetInfo", IN_CONTEXT, "");
    if (!result) {
        *total = DEVICE_BYTES;
        *free_bytes = DEVICE_BYTES - used_bytes(fake.contexts[current_slot()].device);
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemAlloc_v2(CUdeviceptr *out, size_t bytes)
{
    CUresult result = begin("cuMemAlloc", IN_CONTEXT, "bytes=%z", bytes);
    if (!result) result = allocate_here(FAKE_DEVICE, bytes, out);
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemFree_v2(CUdeviceptr ptr)
{
    CUresult result = begin("cuMemFree", INITIALISED, "ptr=%m", ptr);
    if (!result) result = memory_free_waiting(ptr);
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemHostAlloc(void **out, size_t bytes, unsigned flags)
{
    CUresult result = begin("cuMemHostAlloc", IN_CONTEXT, "bytes=%z flags=%u", bytes, flags);
    CUdeviceptr ptr = 0;
    if (!result) result = allocate_here(FAKE_PINNED, bytes, &ptr);
    if (!result) *out = (void *)(uintptr_t)ptr;
    return end(result);
}

/* cuda.core calls this one. */
ENTRY CUresult CUDAAPI cuMemAllocHost_v2(void **out, size_t bytes)
{
    CUresult result = begin("cuMemAllocHost", IN_CONTEXT, "bytes=%z", bytes);
    CUdeviceptr ptr = 0;
    if (!result) result = allocate_here(FAKE_PINNED, bytes, &ptr);
    if (!result) *out = (void *)(uintptr_t)ptr;
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemFreeHost(void *ptr)
{
    CUresult result = begin("cuMemFreeHost", INITIALISED, "ptr=%m", (CUdeviceptr)(uintptr_t)ptr);
    const block *b = block_of((CUdeviceptr)(uintptr_t)ptr);
    if (!result && (!b || b->kind != FAKE_PINNED || b->pool >= 0)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = memory_free_waiting((CUdeviceptr)(uintptr_t)ptr);
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr *out, size_t bytes, unsigned flags)
{
    CUresult result = begin("cuMemAllocManaged", IN_CONTEXT, "bytes=%z flags=%u", bytes, flags);
    if (!result && flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = allocate_here(FAKE_MANAGED, bytes, out);
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemAllocAsync(CUdeviceptr *out, size_t bytes, CUstream handle)
{
    CUresult result = begin("cuMemAllocAsync", INITIALISED, "bytes=%z stream=%s", bytes, handle);
    if (!result) result = allocate_on(handle, NULL, bytes, out);
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemAllocFromPoolAsync(CUdeviceptr *out, size_t bytes, CUmemoryPool pool, CUstream handle)
{
    CUresult result = begin("cuMemAllocFromPoolAsync", INITIALISED, "bytes=%z pool=%g stream=%s", bytes, pool, handle);
    if (!result && pool_find(pool) < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = allocate_on(handle, pool, bytes, out);
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemFreeAsync(CUdeviceptr ptr, CUstream handle)
{
    CUresult result = begin("cuMemFreeAsync", INITIALISED, "ptr=%m stream=%s", ptr, handle);
    const block *b = block_of(ptr);
    stream *s;
    if (!result) result = stream_use(handle, &s);
    if (!result && ptr && (!b || (b->pool < 0 && b->kind != FAKE_DEVICE))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && b) result = check_free_on(b, s);
    if (!result && b && !is_idle_on(b, s)) result = CUDA_ERROR_ILLEGAL_ADDRESS;
    if (!result) result = memory_free(ptr);
    if (!result) stream_work(s);
    return end(result);
}

/* FAKE_CUDA_VERSION: an older driver has no pools of managed memory (13.0) and of pinned memory (12.6), and knows no
 * limit of pools (12.2): what is there it takes for reserved bytes. */
static int driver_version(void)
{
    return number_from_environment("FAKE_CUDA_VERSION", 13000);
}

ENTRY CUresult CUDAAPI cuMemPoolCreate(CUmemoryPool *out, const CUmemPoolProps *props)
{
    CUresult result = begin("cuMemPoolCreate", INITIALISED, "type=%d location=%d device=%d", (int)props->allocType,
                            (int)props->location.type, props->location.id);
    const int managed = (int)props->allocType == 2,
              host = (int)props->location.type == 2; /* by number, for old headers */
    int slot = -1;
    if (!result && !host) result = check_device(props->location.id);
    if (!result && !host && props->location.type != CU_MEM_LOCATION_TYPE_DEVICE) result = CUDA_ERROR_NOT_SUPPORTED;
    if (!result && !managed && props->allocType != CU_MEM_ALLOCATION_TYPE_PINNED) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && managed && driver_version() < 13000) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && host && driver_version() < 12060) result = CUDA_ERROR_NOT_SUPPORTED;
    if (!result) result = check_safe();
    if (!result && (slot = slot_new(POOL, MAX_DEVICES)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        fake.pools[slot].owner = host ? 0 : props->location.id;
        fake.pools[slot].kind = managed ? FAKE_MANAGED : host ? FAKE_PINNED : FAKE_POOL;
        fake.pools[slot].shared = 0;
        fake.pools[slot].threshold = 0;
        memcpy(&fake.pools[slot].most, &props->win32SecurityAttributes + 1, sizeof fake.pools[slot].most);
        *out = (CUmemoryPool)handle_of(POOL, slot);
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *access, size_t count)
{
    CUresult result =
        begin("cuMemPoolSetAccess", INITIALISED, "pool=%g device=%d count=%z", pool, access->location.id, count);
    int slot = pool_find(pool);
    size_t i;
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    for (i = 0; i < count && !result; i++) {
        if (access[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE) result = CUDA_ERROR_INVALID_VALUE;
        if (!result) result = check_device(access[i].location.id);
        if (!result) fake.pools[slot].shared |= 1u << access[i].location.id;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolDestroy(CUmemoryPool pool)
{
    CUresult result = begin("cuMemPoolDestroy", INITIALISED, "pool=%g", pool);
    if (!result && pool_find(pool) < MAX_DEVICES) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result) fake.pools[pool_find(pool)].head.alive = 0;
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    CUresult result = begin("cuMemPoolSetAttribute", INITIALISED, "pool=%g attribute=%d", pool, (int)attribute);
    int slot = pool_find(pool);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result && attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD) {
        fake.pools[slot].threshold = *(const cuuint64_t *)value;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    CUresult result = begin("cuMemPoolGetAttribute", INITIALISED, "pool=%g attribute=%d", pool, (int)attribute);
    int slot = pool_find(pool);
    cuuint64_t used = 0;
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (result) return end(result);
    used = pool_bytes(slot);
    switch (attribute) {
    case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD: *(cuuint64_t *)value = fake.pools[slot].threshold; break;
    case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
    case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT: *(cuuint64_t *)value = used; break;
    case CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC:
    case CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES: *(int *)value = 1; break;
    default: result = CUDA_ERROR_INVALID_VALUE;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuDeviceGetDefaultMemPool(CUmemoryPool *out, CUdevice device)
{
    CUresult result = begin("cuDeviceGetDefaultMemPool", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) *out = default_pool(device);
    return end(result);
}

/* The current pool of a device; nothing here makes another one current. */
ENTRY CUresult CUDAAPI cuDeviceGetMemPool(CUmemoryPool *out, CUdevice device)
{
    CUresult result = begin("cuDeviceGetMemPool", INITIALISED, "device=%d", device);
    if (!result) result = check_device(device);
    if (!result) *out = default_pool(device);
    return end(result);
}

/* Numba wants to find it. */
ENTRY CUresult CUDAAPI cuIpcOpenMemHandle_v2(CUdeviceptr *out, CUipcMemHandle handle, unsigned flags)
{
    CUresult result = begin("cuIpcOpenMemHandle", IN_CONTEXT, "flags=%u", flags);
    (void)out, (void)handle;
    return end(result ? result : CUDA_ERROR_NOT_SUPPORTED);
}

ENTRY CUresult CUDAAPI cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr ptr)
{
    CUresult result = begin("cuMemGetAddressRange", INITIALISED, "ptr=%m", ptr);
    const block *b = block_of(ptr);
    if (!result && !b) result = CUDA_ERROR_NOT_FOUND;
    if (!result && base) *base = b->base;
    if (!result && bytes) *bytes = b->bytes;
    return end(result);
}

ENTRY CUresult CUDAAPI cuPointerGetAttribute(void *out, CUpointer_attribute attribute, CUdeviceptr ptr)
{
    CUresult result = begin("cuPointerGetAttribute", INITIALISED, "attribute=%d ptr=%m", (int)attribute, ptr);
    if (!result && !block_of(ptr)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = pointer_attribute(attribute, ptr, out);
    return end(result);
}

ENTRY CUresult CUDAAPI cuPointerGetAttributes(unsigned count, CUpointer_attribute *attributes, void **data,
                                              CUdeviceptr ptr)
{
    CUresult result = begin("cuPointerGetAttributes", INITIALISED, "ptr=%m", ptr);
    unsigned i;
    for (i = 0; !result && i < count; i++) result = pointer_attribute(attributes[i], ptr, data[i]);
    return end(result);
}

/* ----------------------------------------------------------------- entry points: copy, fill -- */
static CUresult copy_here(const char *name, CUdeviceptr to, CUdeviceptr from, size_t bytes, int device)
{
    CUresult result = begin(name, IN_CONTEXT, "to=%m from=%m bytes=%z", to, from, bytes);
    stream *s;
    if (!result) result = stream_find(CU_STREAM_LEGACY, &s);
    if (!result && !(is_open_to(to, s) && is_open_to(from, s))) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = copy_on(CU_STREAM_LEGACY, to, from, bytes, device);
    if (!result) host_wait(s);
    return end(result);
}

static CUresult copy_async(const char *name, CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream handle,
                           int device)
{
    CUresult result = begin(name, INITIALISED, "to=%m from=%m bytes=%z stream=%s", to, from, bytes, handle);
    if (!result) result = copy_on(handle, to, from, bytes, device);
    return end(result);
}

#define ADDRESS(pointer) ((CUdeviceptr)(uintptr_t)(pointer))

ENTRY CUresult CUDAAPI cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy_here("cuMemcpy", to, from, bytes, 0);
}

ENTRY CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream handle)
{
    return copy_async("cuMemcpyAsync", to, from, bytes, handle, 0);
}

ENTRY CUresult CUDAAPI cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy_here("cuMemcpyDtoD", to, from, bytes, 3);
}

ENTRY CUresult CUDAAPI cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    return copy_here("cuMemcpyHtoD", to, ADDRESS(from), bytes, 1);
}

ENTRY CUresult CUDAAPI cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    return copy_here("cuMemcpyDtoH", ADDRESS(to), from, bytes, 2);
}

ENTRY CUresult CUDAAPI cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream handle)
{
    return copy_async("cuMemcpyDtoDAsync", to, from, bytes, handle, 3);
}

ENTRY CUresult CUDAAPI cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream handle)
{
    return copy_async("cuMemcpyHtoDAsync", to, ADDRESS(from), bytes, handle, 1);
}

ENTRY CUresult CUDAAPI cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream handle)
{
    return copy_async("cuMemcpyDtoHAsync", ADDRESS(to), from, bytes, handle, 2);
}

ENTRY CUresult CUDAAPI cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                                         size_t bytes, CUstream handle)
{
    CUresult result = begin("cuMemcpyPeerAsync", INITIALISED, "to=%m in=%c from=%m in=%c bytes=%z stream=%s", to,
                            to_context, from, from_context, bytes, handle);
    if (!result && (slot_of(CONTEXT, to_context) < 0 || slot_of(CONTEXT, from_context) < 0)) {
        result = CUDA_ERROR_INVALID_CONTEXT;
    }
    if (!result) result = copy_on(handle, to, from, bytes, 3);
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *c, CUstream handle)
{
    CUresult result =
        begin("cuMemcpy2DAsync", INITIALISED, "width=%z height=%z stream=%s", c->WidthInBytes, c->Height, handle);
    CUdeviceptr to = c->dstMemoryType == CU_MEMORYTYPE_HOST ? ADDRESS(c->dstHost) : c->dstDevice;
    CUdeviceptr from = c->srcMemoryType == CU_MEMORYTYPE_HOST ? ADDRESS(c->srcHost) : c->srcDevice;
    size_t row;
    if (!result && (c->dstMemoryType == CU_MEMORYTYPE_ARRAY || c->srcMemoryType == CU_MEMORYTYPE_ARRAY)) {
        result = CUDA_ERROR_NOT_SUPPORTED;
    }
    if (!result && c->Height > 1 && (c->dstPitch < c->WidthInBytes || c->srcPitch < c->WidthInBytes)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    for (row = 0; !result && row < c->Height; row++) {
        result = copy_on(handle, to + (c->dstY + row) * c->dstPitch + c->dstXInBytes,
                         from + (c->srcY + row) * c->srcPitch + c->srcXInBytes, c->WidthInBytes, 0);
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *c, CUstream handle)
{
    CUresult result = begin("cuMemcpy3DAsync", INITIALISED, "width=%z height=%z depth=%z stream=%s", c->WidthInBytes,
                            c->Height, c->Depth, handle);
    CUdeviceptr to = c->dstMemoryType == CU_MEMORYTYPE_HOST ? ADDRESS(c->dstHost) : c->dstDevice;
    CUdeviceptr from = c->srcMemoryType == CU_MEMORYTYPE_HOST ? ADDRESS(c->srcHost) : c->srcDevice;
    size_t row, plane;
    if (!result && (c->dstMemoryType == CU_MEMORYTYPE_ARRAY || c->srcMemoryType == CU_MEMORYTYPE_ARRAY)) {
        result = CUDA_ERROR_NOT_SUPPORTED;
    }
    if (!result && (c->dstPitch < c->WidthInBytes || c->srcPitch < c->WidthInBytes || c->dstHeight < c->Height ||
                    c->srcHeight < c->Height)) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    for (plane = 0; !result && plane < c->Depth; plane++) {
        for (row = 0; !result && row < c->Height; row++) {
            result = copy_on(handle, to + (plane * c->dstHeight + row) * c->dstPitch,
                             from + (plane * c->srcHeight + row) * c->srcPitch, c->WidthInBytes, 0);
        }
    }
    return end(result);
}

#define FILL(name, type, width)                                                                                        \
    ENTRY CUresult CUDAAPI name##Async(CUdeviceptr to, type value, size_t count, CUstream handle)                      \
    {                                                                                                                  \
        CUresult result = begin(#name "Async", INITIALISED, "to=%m value=%u count=%z stream=%s", to, (unsigned)value,  \
                                count, handle);                                                                        \
        if (!result) result = fill_on(handle, to, value, width, count);                                                \
        return end(result);                                                                                            \
    }                                                                                                                  \
    ENTRY CUresult CUDAAPI name##_v2(CUdeviceptr to, type value, size_t count)                                         \
    {                                                                                                                  \
        CUresult result = begin(#name, IN_CONTEXT, "to=%m value=%u count=%z", to, (unsigned)value, count);             \
        if (!result) result = fill_on(CU_STREAM_LEGACY, to, value, width, count);                                      \
        return end(result);                                                                                            \
    }

FILL(cuMemsetD8, unsigned char, 1)
FILL(cuMemsetD16, unsigned short, 2)
FILL(cuMemsetD32, unsigned, 4)

/* ------------------------------------------------------- entry points: modules and launches -- */
static CUresult load_module(const char *name, CUmodule *out, const void *image)
{
    CUresult result = begin(name, IN_CONTEXT, "");
    int slot = -1;
    if (!result && !image) result = CUDA_ERROR_INVALID_VALUE;
    if (!result && strncmp((const char *)image, "bad", 3) == 0) result = CUDA_ERROR_INVALID_IMAGE;
    if (!result && (slot = slot_new(MODULE, 0)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        fake.modules[slot].owner = current_slot();
        *out = (CUmodule)handle_of(MODULE, slot);
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuModuleLoadData(CUmodule *out, const void *image)
{
    return load_module("cuModuleLoadData", out, image);
}

ENTRY CUresult CUDAAPI cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned count, CUjit_option *options,
                                          void **values)
{
    CUresult result = load_module("cuModuleLoadDataEx", out, image);
    char *log = NULL;
    size_t room = 0;
    unsigned i;
    for (i = 0; i < count; i++) {
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER) log = (char *)values[i];
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) room = (size_t)(uintptr_t)values[i];
    }
    if (log && (room == 0 || room > 1 << 20)) return CUDA_ERROR_INVALID_VALUE;
    if (log && result == CUDA_ERROR_INVALID_IMAGE) snprintf(log, room, "line 1: that is bad\nline 2");
    return result;
}

ENTRY CUresult CUDAAPI cuModuleUnload(CUmodule module)
{
    CUresult result = begin("cuModuleUnload", INITIALISED, "");
    int slot = slot_of(MODULE, module);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) result = check_safe();
    if (!result) {
        context_wait(fake.modules[slot].owner);
        module_end(slot);
    }
    return end(result);
}

/* tests/copy/copy_kernels.c: a kernel of cucore_copy.h on the host; not 0 when it is none of these */
int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, uint32_t shared,
                        const void *parameters);

static char function_names[MAX_SMALL][40];
static unsigned function_shared[MAX_SMALL]; /* dynamic, that a launch may ask for */
static int function_wide[MAX_SMALL];        /* clusters of more than 8 blocks are allowed */

/* A name says what a function is: "threads_256", "static_1000", "takes_8_4_1" (sizes of its parameters); and of a "coarse" one the
 * driver says that it has 48 KB beside what is static, which it has not. */
static int number_in_name(int slot, const char *word, int otherwise)
{
    const char *found = strstr(function_names[slot], word);
    return found ? atoi(found + strlen(word)) : otherwise;
}

/* The place and size of a parameter; 0 when there are not as many. */
static int parameter_of(int slot, size_t index, size_t *offset, size_t *bytes)
{
    const char *name =
        strcmp(function_names[slot], "store") == 0 ? "takes_4_4_8" : strstr(function_names[slot], "takes");
    char *end;
    size_t i, at = 0;
    for (i = 0; name && (name = strchr(name, '_')) != NULL && name[1] >= '0' && name[1] <= '9'; i++) {
        size_t size = (size_t)strtoul(name + 1, &end, 10), alignment = size < 8 ? size : 8;
        at = (at + alignment - 1) / alignment * alignment;
        if (i == index) {
            *offset = at;
            *bytes = size;
            return 1;
        }
        at += size;
        name = end;
    }
    return 0;
}

/* Every name but "missing" is found. */
ENTRY CUresult CUDAAPI cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    CUresult result = begin("cuModuleGetFunction", INITIALISED, "");
    int slot = slot_of(MODULE, module), made = -1;
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && strcmp(name, "missing") == 0) result = CUDA_ERROR_NOT_FOUND;
    if (!result && (made = slot_new(FUNCTION, 0)) < 0) result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result) {
        fake.functions[made].owner = slot;
        snprintf(function_names[made], sizeof function_names[made], "%s", name);
        function_wide[made] = 0;
        function_shared[made] = (unsigned)((48 << 10) - number_in_name(made, "static_", 0));
        *out = (CUfunction)handle_of(FUNCTION, made);
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuFuncGetAttribute(int *out, CUfunction_attribute attribute, CUfunction function)
{
    CUresult result =
        begin("cuFuncGetAttribute", INITIALISED, "function=%k attribute=%u", function, (unsigned)attribute);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        *out = attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? number_in_name(slot, "threads_", 1024)
               : attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES   ? number_in_name(slot, "static_", 0)
               : attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
                   ? (strstr(function_names[slot], "coarse") ? 48 << 10 : (int)function_shared[slot])
                   : 32;
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *bytes)
{
    CUresult result = begin("cuFuncGetParamInfo", INITIALISED, "function=%k index=%z", function, index);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && !parameter_of(slot, index, offset, bytes)) result = CUDA_ERROR_INVALID_VALUE;
    return end(result);
}

/* 2048 threads and 32 blocks, and as many as have shared memory: what the driver takes for each is 1 KB. */
static int blocks_at_a_time(int slot, int threads, size_t shared)
{
    size_t each = shared + (size_t)number_in_name(slot, "static_", 0) + 1024;
    int blocks = 2048 / threads;
    if (blocks > 32) blocks = 32;
    return (size_t)blocks * each > (size_t)fake.shared_most ? (int)((size_t)fake.shared_most / each) : blocks;
}

ENTRY CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                                   size_t shared)
{
    CUresult result = begin("cuOccupancyMaxActiveBlocksPerMultiprocessor", IN_CONTEXT, "function=%k block=%d shared=%z",
                            function, threads, shared);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && (threads < 1 || shared > function_shared[slot])) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *blocks = blocks_at_a_time(slot, threads, shared);
    return end(result);
}

ENTRY CUresult CUDAAPI cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function, const CUlaunchConfig *c)
{
    CUresult result = begin("cuOccupancyMaxPotentialClusterSize", IN_CONTEXT, "function=%k block=%ux%ux%u shared=%u",
                            function, c->blockDimX, c->blockDimY, c->blockDimZ, c->sharedMemBytes);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && (!c->blockDimX || c->sharedMemBytes > function_shared[slot])) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) *size = function_wide[slot] ? 16 : 8;
    return end(result);
}

ENTRY CUresult CUDAAPI cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    CUresult result = begin("cuFuncSetAttribute", INITIALISED, "function=%k attribute=%u value=%u", function,
                            (unsigned)attribute, (unsigned)value);
    int slot = slot_of(FUNCTION, function);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && attribute == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) {
        function_wide[slot] = value;
        return end(result);
    }
    if (!result && (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 ||
                    value > fake.shared_most - 1024 - number_in_name(slot, "static_", 0)))
        result = CUDA_ERROR_INVALID_VALUE;
    if (!result) function_shared[slot] = (unsigned)value;
    return end(result);
}

/* The kernels of cucore_copy.h run at once, and "store": store(int n, int value, int *out) for out[0] to out[n - 1]; of any other
 * only the launch is recorded. */
static void run_kernel(const char *name, const unsigned *grid, unsigned threads, unsigned shared, void **parameters)
{
    if (strncmp(name, "cucore_copy_", 12) == 0) (void)copy_kernels_launch(name, grid, threads, shared, parameters[0]);
    if (strcmp(name, "store") == 0) {
        int i, n = *(int *)parameters[0];
        for (i = 0; i < n && (unsigned)i < grid[0] * threads; i++) (*(int **)parameters[2])[i] = *(int *)parameters[1];
    }
}

static CUresult launch(CUresult result, CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, CUstream handle,
                       void **parameters)
{
    int slot = slot_of(FUNCTION, function);
    unsigned grid[3];
    stream *s;
    grid[0] = grid_x, grid[1] = grid_y, grid[2] = grid_z;
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) result = stream_use(handle, &s);
    if (!result && fake.modules[fake.functions[slot].owner].owner != s->context) result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && (!grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z ||
                    (uint64_t)block_x * block_y * block_z > 1024 || shared > function_shared[slot])) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) stream_work(s);
    if (!result) run_kernel(function_names[slot], grid, block_x, shared, parameters);
    return end(result);
}

ENTRY CUresult CUDAAPI cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                      unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                      CUstream handle, void **parameters, void **extra)
{
    CUresult result =
        begin("cuLaunchKernel", INITIALISED, "function=%k grid=%ux%ux%u block=%ux%ux%u shared=%u stream=%s", function,
              grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, handle);
    (void)extra;
    return launch(result, function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, handle, parameters);
}

/* What attributes ask for, behind the line of the call: " cluster=2x1x1 cooperative programmatic". */
static CUresult launch_attributes(CUresult result, const CUlaunchConfig *c, CUfunction function)
{
    int slot = slot_of(FUNCTION, function);
    unsigned i;
    if (slot < 0) return result;
    for (i = 0; i < c->numAttrs; i++) {
        const CUlaunchAttributeValue *value = &c->attrs[i].value;
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            const unsigned x = value->clusterDim.x, y = value->clusterDim.y, z = value->clusterDim.z;
            log_add(" cluster=%ux%ux%u", x, y, z);
            if (!x || !y || !z || c->gridDimX % x || c->gridDimY % y || c->gridDimZ % z || x * y * z > 16 ||
                (x * y * z > 8 && !function_wide[slot])) {
                result = result ? result : CUDA_ERROR_INVALID_CLUSTER_SIZE;
            }
        } else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE && value->cooperative) {
            const unsigned threads = c->blockDimX * c->blockDimY * c->blockDimZ;
            log_add(" cooperative");
            if (!result && (uint64_t)c->gridDimX * c->gridDimY * c->gridDimZ >
                               132 * (uint64_t)blocks_at_a_time(slot, (int)threads, c->sharedMemBytes)) {
                result = CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
            }
        } else if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION &&
                   value->programmaticStreamSerializationAllowed) {
            log_add(" programmatic");
        }
    }
    return result;
}

ENTRY CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction function, void **parameters, void **extra)
{
    CUresult result = begin("cuLaunchKernelEx", INITIALISED,
                            "function=%k grid=%ux%ux%u block=%ux%ux%u shared=%u stream=%s attributes=%u first=%u",
                            function, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ,
                            c->sharedMemBytes, c->hStream, c->numAttrs, c->numAttrs ? (unsigned)c->attrs[0].id : 0);
    (void)extra;
    result = launch_attributes(result, c, function);
    return launch(result, function, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX, c->blockDimY, c->blockDimZ,
                  c->sharedMemBytes, c->hStream, parameters);
}

/* ----------------------------------------------------------------------------------------------- tensor maps -- */
/* The rules of cuda.h 13.0, in the order of its page.  Numbers, as older ones lack some of the names. */
enum { TYPES = 16, U4_ALIGN8B = 13, U4_ALIGN16B = 14, U6_ALIGN16B = 15, SWIZZLES = 7, ATOM_32B = 4, ATOM_64B = 6 };
static const unsigned char element_bits[TYPES] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32, 4, 4, 6};

/* What both modes have in common. */
typedef struct tensor {
    CUtensorMap *map;
    int type;
    unsigned rank;
    uint64_t address;
    const cuuint64_t *extents, *strides;
    const cuuint32_t *steps;
    int interleave, swizzle, promotion, fill;
} tensor;

static int is_padded(const tensor *t)
{
    return t->type == U4_ALIGN16B || t->type == U6_ALIGN16B;
}

static int is_float(int type)
{
    return type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16 || type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32 ||
           type == CU_TENSOR_MAP_DATA_TYPE_FLOAT64 || type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 ||
           type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 ||
           type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
}

static int tensor_memory_is_right(const tensor *t, unsigned least_rank)
{
    const uint64_t aligned = t->interleave == CU_TENSOR_MAP_INTERLEAVE_32B || is_padded(t) ? 32 : 16;
    unsigned i;
    if ((uintptr_t)t->map % 64) return 0;
    if (t->type < 0 || t->type >= TYPES) return 0;
    if (t->rank < least_rank || t->rank > 5) return 0;
    if (t->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE && t->rank < 3) return 0;
    if (t->address % aligned) return 0;
    for (i = 0; i < t->rank; i++) {
        if (t->extents[i] == 0 || t->extents[i] > (uint64_t)1 << 32) return 0;
    }
    if (is_padded(t) && t->extents[0] % 128) return 0;
    if (t->type == U4_ALIGN8B && t->extents[0] % 2) return 0;
    for (i = 0; i + 1 < t->rank; i++) {
        if (t->strides[i] % aligned || t->strides[i] >= (uint64_t)1 << 40) return 0;
    }
    return 1;
}

static int tensor_modes_are_right(const tensor *t, unsigned inner)
{
    static const int span[SWIZZLES] = {0, 32, 64, 128, 128, 128, 128};
    unsigned i;
    for (i = 0; i < t->rank; i++) {
        if (t->steps[i] == 0 || t->steps[i] > 8) return 0;
    }
    if (t->interleave < 0 || t->interleave > CU_TENSOR_MAP_INTERLEAVE_32B) return 0;
    if (t->swizzle < 0 || t->swizzle >= SWIZZLES) return 0;
    if (t->interleave == CU_TENSOR_MAP_INTERLEAVE_NONE && t->swizzle != CU_TENSOR_MAP_SWIZZLE_NONE &&
        (int)inner * element_bits[t->type] > 8 * span[t->swizzle]) {
        return 0;
    }
    if (t->type == U6_ALIGN16B && t->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) return 0;
    if (t->interleave == CU_TENSOR_MAP_INTERLEAVE_32B && t->swizzle != CU_TENSOR_MAP_SWIZZLE_32B) return 0;
    if (is_padded(t) && t->swizzle != CU_TENSOR_MAP_SWIZZLE_NONE && t->swizzle != CU_TENSOR_MAP_SWIZZLE_128B &&
        t->swizzle != ATOM_32B && !(t->type == U6_ALIGN16B && t->swizzle == ATOM_64B)) {
        return 0;
    }
    if (t->promotion < 0 || t->promotion > CU_TENSOR_MAP_L2_PROMOTION_L2_256B) return 0;
    if (t->fill < 0 || t->fill > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA) return 0;
    return t->fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || is_float(t->type);
}

static CUresult tensor_capability(const tensor *t)
{
    const int major = fake.capability[0] ? fake.capability[0] / 10 : 9;
    if (major < 9) return CUDA_ERROR_NOT_SUPPORTED;
    return major < 10 && (t->type >= U4_ALIGN8B || t->swizzle >= ATOM_32B) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

/* "name=(1,2) " */
static size_t describe(char *text, size_t room, const char *name, const long long *numbers, unsigned count)
{
    size_t length = (size_t)snprintf(text, room, "%s=(", name);
    unsigned i;
    for (i = 0; i < count && i < 5; i++) {
        length += (size_t)snprintf(text + length, room - length, i ? ",%lld" : "%lld", numbers[i]);
    }
    return length + (size_t)snprintf(text + length, room - length, ") ");
}

static size_t describe_unsigned(char *text, size_t room, const char *name, const cuuint64_t *longs,
                                const cuuint32_t *ints, unsigned count)
{
    long long numbers[5] = {0, 0, 0, 0, 0};
    unsigned i;
    for (i = 0; i < count && i < 5; i++) numbers[i] = longs ? (long long)longs[i] : (long long)ints[i];
    return describe(text, room, name, numbers, count);
}

static size_t describe_corner(char *text, size_t room, const char *name, const int *corner, unsigned count)
{
    long long numbers[5] = {0, 0, 0, 0, 0};
    unsigned i;
    for (i = 0; i < count && i < 5; i++) numbers[i] = corner[i];
    return describe(text, room, name, numbers, count);
}

/* The line of the log, in which %m is the address. */
static void describe_tensor(char *text, size_t room, const tensor *t, const char *middle)
{
    size_t length = (size_t)snprintf(text, room, "type=%d rank=%u address=%%m ", t->type, t->rank);
    length += describe_unsigned(text + length, room - length, "extents", t->extents, NULL, t->rank);
    length += describe_unsigned(text + length, room - length, "strides", t->strides, NULL, t->rank ? t->rank - 1 : 0);
    length += (size_t)snprintf(text + length, room - length, "%s", middle);
    length += describe_unsigned(text + length, room - length, "steps", NULL, t->steps, t->rank);
    (void)snprintf(text + length, room - length, "interleave=%d swizzle=%d promotion=%d fill=%d", t->interleave,
                   t->swizzle, t->promotion, t->fill);
}

/* The map knows how it was made; a real one is as opaque. */
enum { TENSOR_MAP = 0x7A3A };

static CUresult tensor_end(const tensor *t, const char *line, CUresult result)
{
    uint64_t hash = 1469598103934665603u;
    if (!result) {
        for (; *line; line++) hash = (hash ^ (unsigned char)*line) * 1099511628211u;
        memset(t->map, 0, sizeof *t->map);
        t->map->opaque[0] = TENSOR_MAP;
        t->map->opaque[1] = t->address;
        t->map->opaque[2] = t->interleave == CU_TENSOR_MAP_INTERLEAVE_32B || is_padded(t) ? 32 : 16;
        t->map->opaque[15] = hash;
    } else {
        memset(t->map, 0xEE, sizeof *t->map); /* nothing says that it stays as it was */
    }
    return end(result);
}

ENTRY CUresult CUDAAPI cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                              void *address, const cuuint64_t *extents, const cuuint64_t *strides,
                                              const cuuint32_t *box, const cuuint32_t *steps,
                                              CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                              CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const tensor t = {map,   (int)type,       rank,         (uintptr_t)address, extents,  strides,
                      steps, (int)interleave, (int)swizzle, (int)promotion,     (int)fill};
    char line[1024], middle[128];
    CUresult result;
    unsigned i;
    int right;
    (void)describe_unsigned(middle, sizeof middle, "box", NULL, box, rank);
    describe_tensor(line, sizeof line, &t, middle);
    result = begin("cuTensorMapEncodeTiled", IN_CONTEXT, line, (CUdeviceptr)t.address);
    right = tensor_memory_is_right(&t, 1);
    for (i = 0; right && i < rank; i++) right = box[i] > 0 && box[i] <= 256;
    if (right && interleave == CU_TENSOR_MAP_INTERLEAVE_NONE) right = box[0] * element_bits[type] % 128 == 0;
    if (right && is_padded(&t)) right = box[0] == 128;
    if (right) right = tensor_modes_are_right(&t, box[0]);
    if (!result) result = tensor_capability(&t);
    if (!result && !right) result = CUDA_ERROR_INVALID_VALUE;
    return tensor_end(&t, line, result);
}

ENTRY CUresult CUDAAPI cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                               void *address, const cuuint64_t *extents, const cuuint64_t *strides,
                                               const int *lower, const int *upper, cuuint32_t channels,
                                               cuuint32_t pixels, const cuuint32_t *steps,
                                               CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                               CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const tensor t = {map,   (int)type,       rank,         (uintptr_t)address, extents,  strides,
                      steps, (int)interleave, (int)swizzle, (int)promotion,     (int)fill};
    const int least[6] = {0, 0, 0, -32768, -128, -16}, most[6] = {0, 0, 0, 32767, 127, 15};
    const unsigned corners = rank >= 3 && rank <= 5 ? rank - 2 : 0;
    char line[1024], middle[256];
    CUresult result;
    size_t length;
    unsigned i;
    int right;
    length = describe_corner(middle, sizeof middle, "lower", lower, corners);
    length += describe_corner(middle + length, sizeof middle - length, "upper", upper, corners);
    (void)snprintf(middle + length, sizeof middle - length, "channels=%u pixels=%u ", channels, pixels);
    describe_tensor(line, sizeof line, &t, middle);
    result = begin("cuTensorMapEncodeIm2col", IN_CONTEXT, line, (CUdeviceptr)t.address);
    right = tensor_memory_is_right(&t, 3);
    for (i = 0; right && i < corners; i++) {
        right = lower[i] >= least[rank] && lower[i] <= most[rank] && upper[i] >= least[rank] && upper[i] <= most[rank];
        /* the axes behind the channels: from `lower` behind the first to `upper` behind the last */
        if (right) right = (int64_t)extents[i + 1] - 1 + upper[i] >= lower[i];
    }
    if (right) right = channels <= 256 && channels > 0 && pixels <= 1024 && pixels > 0;
    if (right && is_padded(&t)) right = channels == 128;
    if (right) right = tensor_modes_are_right(&t, channels);
    if (!result) result = tensor_capability(&t);
    if (!result && !right) result = CUDA_ERROR_INVALID_VALUE;
    return tensor_end(&t, line, result);
}

ENTRY CUresult CUDAAPI cuTensorMapReplaceAddress(CUtensorMap *map, void *address)
{
    CUresult result = begin("cuTensorMapReplaceAddress", IN_CONTEXT, "address=%m", (CUdeviceptr)(uintptr_t)address);
    if (!result && ((uintptr_t)map % 64 || map->opaque[0] != TENSOR_MAP || (uintptr_t)address % map->opaque[2])) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (!result) {
        map->opaque[1] = (uintptr_t)address;
    } else if ((uintptr_t)map % 64 == 0) {
        memset(map, 0xEE, sizeof *map);
    }
    return end(result);
}

/* ------------------------------------------------------------------------------------- entry points by name -- */
/* plain name, first CUDA version with this ABI, symbol; later ABIs behind earlier ones */
#define NAMES(X)                                                                                                       \
    X("cuInit", 2000, cuInit)                                                                                          \
    X("cuDriverGetVersion", 2020, cuDriverGetVersion)                                                                  \
    X("cuGetErrorName", 6000, cuGetErrorName)                                                                          \
    X("cuGetErrorString", 6000, cuGetErrorString)                                                                      \
    X("cuDeviceGetCount", 2000, cuDeviceGetCount)                                                                      \
    X("cuDeviceGet", 2000, cuDeviceGet)                                                                                \
    X("cuDeviceGetName", 2000, cuDeviceGetName)                                                                        \
    X("cuDeviceGetUuid", 9020, cuDeviceGetUuid)                                                                        \
    X("cuDeviceGetUuid", 11040, cuDeviceGetUuid_v2)                                                                    \
    X("cuDeviceTotalMem", 3020, cuDeviceTotalMem_v2)                                                                   \
    X("cuDeviceGetAttribute", 2000, cuDeviceGetAttribute)                                                              \
    X("cuDeviceGetByPCIBusId", 4010, cuDeviceGetByPCIBusId)                                                            \
    X("cuDeviceGetPCIBusId", 4010, cuDeviceGetPCIBusId)                                                                \
    X("cuDeviceCanAccessPeer", 4000, cuDeviceCanAccessPeer)                                                            \
    X("cuCtxEnablePeerAccess", 4000, cuCtxEnablePeerAccess)                                                            \
    X("cuDevicePrimaryCtxRetain", 7000, cuDevicePrimaryCtxRetain)                                                      \
    X("cuDevicePrimaryCtxRelease", 11000, cuDevicePrimaryCtxRelease_v2)                                                \
    X("cuDevicePrimaryCtxGetState", 7000, cuDevicePrimaryCtxGetState)                                                  \
    X("cuCtxCreate", 3020, cuCtxCreate_v2)                                                                             \
    X("cuCtxDestroy", 4000, cuCtxDestroy_v2)                                                                           \
    X("cuCtxGetCurrent", 4000, cuCtxGetCurrent)                                                                        \
    X("cuCtxSetCurrent", 4000, cuCtxSetCurrent)                                                                        \
    X("cuCtxPushCurrent", 4000, cuCtxPushCurrent_v2)                                                                   \
    X("cuCtxPopCurrent", 4000, cuCtxPopCurrent_v2)                                                                     \
    X("cuCtxGetDevice", 2000, cuCtxGetDevice)                                                                          \
    X("cuCtxGetId", 12000, cuCtxGetId)                                                                                 \
    X("cuCtxSynchronize", 2000, cuCtxSynchronize)                                                                      \
    X("cuCtxGetStreamPriorityRange", 5050, cuCtxGetStreamPriorityRange)                                                \
    X("cuStreamCreate", 2000, cuStreamCreate)                                                                          \
    X("cuStreamCreateWithPriority", 5050, cuStreamCreateWithPriority)                                                  \
    X("cuStreamDestroy", 4000, cuStreamDestroy_v2)                                                                     \
    X("cuStreamQuery", 2000, cuStreamQuery)                                                                            \
    X("cuStreamSynchronize", 2000, cuStreamSynchronize)                                                                \
    X("cuStreamGetCtx", 9020, cuStreamGetCtx)                                                                          \
    X("cuStreamGetPriority", 5050, cuStreamGetPriority)                                                                \
    X("cuStreamGetFlags", 5050, cuStreamGetFlags)                                                                      \
    X("cuStreamWaitEvent", 3020, cuStreamWaitEvent)                                                                    \
    X("cuStreamIsCapturing", 10000, cuStreamIsCapturing)                                                               \
    X("cuStreamGetCaptureInfo", 10010, cuStreamGetCaptureInfo)                                                         \
    X("cuStreamGetCaptureInfo", 11030, cuStreamGetCaptureInfo_v2)                                                      \
    X("cuStreamBeginCapture", 10010, cuStreamBeginCapture_v2)                                                          \
    X("cuStreamEndCapture", 10000, cuStreamEndCapture)                                                                 \
    X("cuGraphDestroy", 10000, cuGraphDestroy)                                                                         \
    X("cuThreadExchangeStreamCaptureMode", 10010, cuThreadExchangeStreamCaptureMode)                                   \
    X("cuLaunchHostFunc", 10000, cuLaunchHostFunc)                                                                     \
    X("cuEventCreate", 2000, cuEventCreate)                                                                            \
    X("cuEventRecord", 2000, cuEventRecord)                                                                            \
    X("cuEventDestroy", 4000, cuEventDestroy_v2)                                                                       \
    X("cuEventQuery", 2000, cuEventQuery)                                                                              \
    X("cuEventSynchronize", 2000, cuEventSynchronize)                                                                  \
    X("cuEventElapsedTime", 2000, cuEventElapsedTime)                                                                  \
    X("cuEventElapsedTime", 12080, cuEventElapsedTime_v2)                                                              \
    X("cuMemGetInfo", 3020, cuMemGetInfo_v2)                                                                           \
    X("cuMemAlloc", 3020, cuMemAlloc_v2)                                                                               \
    X("cuMemFree", 3020, cuMemFree_v2)                                                                                 \
    X("cuMemHostAlloc", 2020, cuMemHostAlloc)                                                                          \
    X("cuMemAllocHost", 3020, cuMemAllocHost_v2)                                                                       \
    X("cuMemFreeHost", 2000, cuMemFreeHost)                                                                            \
    X("cuMemAllocManaged", 6000, cuMemAllocManaged)                                                                    \
    X("cuMemAllocAsync", 11020, cuMemAllocAsync)                                                                       \
    X("cuMemAllocFromPoolAsync", 11020, cuMemAllocFromPoolAsync)                                                       \
    X("cuMemFreeAsync", 11020, cuMemFreeAsync)                                                                         \
    X("cuMemPoolCreate", 11020, cuMemPoolCreate)                                                                       \
    X("cuMemPoolDestroy", 11020, cuMemPoolDestroy)                                                                     \
    X("cuMemPoolSetAttribute", 11020, cuMemPoolSetAttribute)                                                           \
    X("cuMemPoolSetAccess", 11020, cuMemPoolSetAccess)                                                                 \
    X("cuMemPoolGetAttribute", 11020, cuMemPoolGetAttribute)                                                           \
    X("cuDeviceGetDefaultMemPool", 11020, cuDeviceGetDefaultMemPool)                                                   \
    X("cuDeviceGetMemPool", 11020, cuDeviceGetMemPool)                                                                 \
    X("cuIpcOpenMemHandle", 11000, cuIpcOpenMemHandle_v2)                                                              \
    X("cuMemGetAddressRange", 3020, cuMemGetAddressRange_v2)                                                           \
    X("cuPointerGetAttribute", 4000, cuPointerGetAttribute)                                                            \
    X("cuPointerGetAttributes", 7000, cuPointerGetAttributes)                                                          \
    X("cuMemcpy", 4000, cuMemcpy)                                                                                      \
    X("cuMemcpyAsync", 4000, cuMemcpyAsync)                                                                            \
    X("cuMemcpyDtoD", 3020, cuMemcpyDtoD_v2)                                                                           \
    X("cuMemcpyHtoD", 3020, cuMemcpyHtoD_v2)                                                                           \
    X("cuMemcpyDtoH", 3020, cuMemcpyDtoH_v2)                                                                           \
    X("cuMemcpyDtoDAsync", 3020, cuMemcpyDtoDAsync_v2)                                                                 \
    X("cuMemcpyHtoDAsync", 3020, cuMemcpyHtoDAsync_v2)                                                                 \
    X("cuMemcpyDtoHAsync", 3020, cuMemcpyDtoHAsync_v2)                                                                 \
    X("cuMemcpyPeerAsync", 4000, cuMemcpyPeerAsync)                                                                    \
    X("cuMemcpy2DAsync", 3020, cuMemcpy2DAsync_v2)                                                                     \
    X("cuMemcpy3DAsync", 3020, cuMemcpy3DAsync_v2)                                                                     \
    X("cuMemsetD8", 3020, cuMemsetD8_v2)                                                                               \
    X("cuMemsetD16", 3020, cuMemsetD16_v2)                                                                             \
    X("cuMemsetD32", 3020, cuMemsetD32_v2)                                                                             \
    X("cuMemsetD8Async", 3020, cuMemsetD8Async)                                                                        \
    X("cuMemsetD16Async", 3020, cuMemsetD16Async)                                                                      \
    X("cuMemsetD32Async", 3020, cuMemsetD32Async)                                                                      \
    X("cuModuleLoadData", 2000, cuModuleLoadData)                                                                      \
    X("cuModuleLoadDataEx", 2010, cuModuleLoadDataEx)                                                                  \
    X("cuModuleUnload", 2000, cuModuleUnload)                                                                          \
    X("cuModuleGetFunction", 2000, cuModuleGetFunction)                                                                \
    X("cuFuncGetAttribute", 2020, cuFuncGetAttribute)                                                                  \
    X("cuFuncSetAttribute", 9000, cuFuncSetAttribute)                                                                  \
    X("cuLaunchKernel", 4000, cuLaunchKernel)                                                                          \
    X("cuLaunchKernelEx", 11060, cuLaunchKernelEx)                                                                     \
    X("cuTensorMapEncodeTiled", 12000, cuTensorMapEncodeTiled)                                                         \
    X("cuTensorMapEncodeIm2col", 12000, cuTensorMapEncodeIm2col)                                                       \
    X("cuTensorMapReplaceAddress", 12000, cuTensorMapReplaceAddress)                                                   \
    X("cuFuncGetParamInfo", 12040, cuFuncGetParamInfo)                                                                 \
    X("cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050, cuOccupancyMaxActiveBlocksPerMultiprocessor)                \
    X("cuOccupancyMaxPotentialClusterSize", 11070, cuOccupancyMaxPotentialClusterSize)

typedef void (*any_function)(void);

/* Is the word one of the comma-separated FAKE_CUDA_MISSING?  "cuEventDestroy_v2" is missing with "cuEventDestroy". */
EXPORTED int fake_is_missing(const char *name)
{
    const char *list = getenv("FAKE_CUDA_MISSING");
    size_t length = strlen(name), plain = length, word;
    if (length > 3 && strncmp(name + length - 3, "_v", 2) == 0) plain = length - 3;
    for (; list && *list; list += word + (list[word] == ',')) {
        word = strcspn(list, ",");
        if ((word == length || word == plain) && strncmp(list, name, word) == 0) return 1;
    }
    return 0;
}

static CUresult proc_address(const char *name, void **out, int version, CUdriverProcAddressQueryResult *why)
{
    static const struct {
        const char *name;
        int version;
        any_function function;
    } names[] = {
#define NAMES_ROW(name, version, function) {name, version, (any_function)function},
        NAMES(NAMES_ROW)
#undef NAMES_ROW
    };
    const int count = (int)(sizeof names / sizeof names[0]);
    any_function found = NULL;
    int i, known = 0;
    for (i = 0; i < count; i++) {
        if (strcmp(names[i].name, name) != 0 || fake_is_missing(name)) continue;
        known = 1;
        if (names[i].version <= version) found = names[i].function;
    }
    memcpy(out, &found, sizeof found);
    if (why) {
        *why = found   ? CU_GET_PROC_ADDRESS_SUCCESS
               : known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                       : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    return found || why ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

EXPORTED CUresult CUDAAPI cuGetProcAddress(const char *symbol, void **out, int version, cuuint64_t flags)
{
    (void)flags;
    return proc_address(symbol, out, version, NULL);
}

EXPORTED CUresult CUDAAPI cuGetProcAddress_v2(const char *symbol, void **out, int version, cuuint64_t flags,
                                              CUdriverProcAddressQueryResult *why)
{
    (void)flags;
    return proc_address(symbol, out, version, why);
}

/* --------------------------------------------------------------------------------------------------- controls -- */
static void forget(int process)
{
    int i;
    for (i = 0; i < fake.block_count; i++) ALIGNED_FREE((void *)(uintptr_t)fake.blocks[i].base);
    free(fake.blocks);
    fake.blocks = NULL;
    fake.block_count = fake.block_room = fake.block_numbers = 0;
    for (i = 0; i < MAX_STREAMS; i++) {
        fake.streams[i].head.alive = 0;
        fake.streams[i].capture = 0;
    }
    for (i = 0; i < MAX_EVENTS; i++) fake.events[i].head.alive = 0;
    for (i = 0; i < MAX_SMALL; i++) {
        fake.graphs[i].head.alive = fake.pools[i].head.alive = 0;
        fake.modules[i].head.alive = fake.functions[i].head.alive = 0;
    }
    for (i = 0; i < MAX_CAPTURES; i++) fake.captures[i].id = 0;
    for (i = 0; i < MAX_CONTEXTS; i++) {
        memset(fake.contexts[i].peers, 0, sizeof fake.contexts[i].peers);
        if (i >= MAX_DEVICES || process) fake.contexts[i].head.alive = 0;
        if (process) fake.contexts[i].refs = fake.contexts[i].pinned = 0;
    }
    memset(fake.numbers, 0, sizeof fake.numbers);
    fake.generation++;
    fake.device_count = fake.init_result = -1;
    fake.shared_most = SHARED_MOST;
    memset(fake.capability, 0, sizeof fake.capability);
    fake.thread_state = NULL;
    fake.fail_in = fake.fail_result = fake.calls = 0;
    fake.log_length = 0;
    fake.log[0] = '\0';
    if (process) fake.initialised = fake.forked = 0;
}

EXPORTED void fake_reset(void)
{
    pthread_mutex_lock(&lock);
    forget(0);
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_reset_process(void)
{
    pthread_mutex_lock(&lock);
    forget(1);
    pthread_mutex_unlock(&lock);
}

EXPORTED const char *fake_log(void)
{
    return fake.log;
}

EXPORTED void fake_log_clear(void)
{
    pthread_mutex_lock(&lock);
    fake.log_length = 0;
    fake.log[0] = '\0';
    fake.calls = 0;
    pthread_mutex_unlock(&lock);
}

/* A body between lock and unlock that gives `value`. */
#define LOCKED(type, value)                                                                                            \
    type locked_result;                                                                                                \
    pthread_mutex_lock(&lock);                                                                                         \
    thread_refresh();                                                                                                  \
    locked_result = (value);                                                                                           \
    pthread_mutex_unlock(&lock);                                                                                       \
    return locked_result

EXPORTED int fake_call_count(void)
{
    LOCKED(int, fake.calls);
}

static int count_lines(const char *name)
{
    const char *line = fake.log;
    size_t length = strlen(name);
    int count = 0;
    while (*line) {
        if (strncmp(line, name, length) == 0 && (line[length] == ' ' || line[length] == '\n')) count++;
        line += strcspn(line, "\n");
        if (*line) line++;
    }
    return count;
}

EXPORTED int fake_count(const char *name)
{
    LOCKED(int, count_lines(name));
}

EXPORTED int fake_fail(int n, int result)
{
    pthread_mutex_lock(&lock);
    fake.fail_in = n;
    fake.fail_result = result;
    pthread_mutex_unlock(&lock);
    return n;
}

EXPORTED int fake_fail_pending(void)
{
    LOCKED(int, fake.fail_in);
}

EXPORTED void fake_watch(void *(*thread_state)(void))
{
    pthread_mutex_lock(&lock);
    fake.thread_state = thread_state;
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_set_compute_major(int major)
{
    int device;
    pthread_mutex_lock(&lock);
    for (device = 0; device < MAX_DEVICES; device++) fake.capability[device] = 10 * major;
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_set_shared_most(int bytes)
{
    pthread_mutex_lock(&lock);
    fake.shared_most = bytes;
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_set_capability(int device, int capability)
{
    pthread_mutex_lock(&lock);
    fake.capability[device] = capability;
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_set_device_count(int count)
{
    pthread_mutex_lock(&lock);
    fake.device_count = count;
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_set_init_result(int result)
{
    pthread_mutex_lock(&lock);
    fake.init_result = result;
    pthread_mutex_unlock(&lock);
}

static CUcontext primary_pinned(int device)
{
    if (check_device(device)) return NULL;
    primary_activate(device);
    fake.contexts[device].pinned = 1;
    return (CUcontext)handle_of(CONTEXT, device);
}

static CUdeviceptr allocate_in(CUcontext handle, int memory_kind, size_t bytes)
{
    CUdeviceptr ptr = 0;
    int pool = -1, slot = slot_of(CONTEXT, handle);
    if (slot < 0) return 0;
    if (memory_kind == FAKE_POOL) pool = pool_find(default_pool(fake.contexts[slot].device));
    if (memory_new(memory_kind, fake.contexts[slot].device, slot, pool, bytes, &ptr)) return 0;
    return ptr;
}

EXPORTED CUdeviceptr fake_alloc(int memory_kind, int device, size_t bytes)
{
    LOCKED(CUdeviceptr, allocate_in(primary_pinned(device), memory_kind, bytes));
}

EXPORTED CUdeviceptr fake_alloc_in(CUcontext handle, int memory_kind, size_t bytes)
{
    LOCKED(CUdeviceptr, allocate_in(handle, memory_kind, bytes));
}

EXPORTED int fake_free(CUdeviceptr ptr)
{
    LOCKED(int, (int)memory_free(ptr));
}

EXPORTED CUcontext fake_context_primary(int device)
{
    LOCKED(CUcontext, primary_pinned(device));
}

EXPORTED CUcontext fake_context_create(int device)
{
    LOCKED(CUcontext, check_device(device) ? NULL : context_new(device));
}

EXPORTED void fake_context_destroy(CUcontext handle)
{
    int slot;
    pthread_mutex_lock(&lock);
    slot = slot_of(CONTEXT, handle);
    if (slot >= MAX_DEVICES) context_end(slot);
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_primary_reset(int device)
{
    pthread_mutex_lock(&lock);
    context_end(device);
    fake.contexts[device].head.alive = 1;
    fake.contexts[device].resets++;
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_context_set_current(CUcontext handle)
{
    pthread_mutex_lock(&lock);
    thread_refresh();
    if (handle) {
        (void)set_current(handle);
    } else {
        self.depth = 0;
    }
    pthread_mutex_unlock(&lock);
}

EXPORTED CUcontext fake_context_current(void)
{
    LOCKED(CUcontext, current());
}

EXPORTED int fake_context_depth(void)
{
    LOCKED(int, self.depth);
}

static CUstream create_in(CUcontext handle, unsigned flags)
{
    int slot = slot_of(CONTEXT, handle);
    stream *s = slot < 0 ? NULL : stream_new(slot, flags, 0);
    return s ? (CUstream)handle_of(STREAM, stream_index(s)) : NULL;
}

EXPORTED CUstream fake_stream_create(CUcontext handle, unsigned flags)
{
    LOCKED(CUstream, create_in(handle, flags));
}

/* The stream that a test means, or NULL. */
static stream *stream_meant(CUstream handle, CUcontext context_handle)
{
    int slot = slot_of(STREAM, handle);
    if (slot >= 0) return &fake.streams[slot];
    if (!handle) handle = CU_STREAM_LEGACY;
    if (handle != CU_STREAM_LEGACY && handle != CU_STREAM_PER_THREAD) return NULL;
    if (!context_handle) context_handle = current();
    if (!context_handle) context_handle = primary_pinned(0);
    slot = slot_of(CONTEXT, context_handle);
    return slot < 0 ? NULL : stream_default(handle, slot);
}

EXPORTED void fake_stream_destroy(CUstream handle)
{
    int slot;
    pthread_mutex_lock(&lock);
    slot = slot_of(STREAM, handle);
    if (slot >= 0) stream_end(&fake.streams[slot]);
    pthread_mutex_unlock(&lock);
}

EXPORTED int fake_stream_number(CUstream handle)
{
    LOCKED(int, slot_of(STREAM, handle) < 0 ? 0 : fake.streams[slot_of(STREAM, handle)].head.number);
}

EXPORTED void fake_stream_add_work(CUstream handle, CUcontext context_handle)
{
    stream *s;
    pthread_mutex_lock(&lock);
    thread_refresh();
    s = stream_meant(handle, context_handle);
    if (s) stream_work(s);
    pthread_mutex_unlock(&lock);
}

EXPORTED void fake_stream_hold(CUstream handle, CUcontext context_handle, int hold)
{
    stream *s;
    pthread_mutex_lock(&lock);
    thread_refresh();
    s = stream_meant(handle, context_handle);
    if (s) s->held = hold;
    pthread_mutex_unlock(&lock);
}

static int has_seen(const stream *consumer, const stream *producer)
{
    int i;
    if (!producer || !consumer) return -1;
    i = stream_index(producer);
    return consumer == producer || consumer->seen[i] >= producer->work || fake.host_seen[i] >= producer->work;
}

EXPORTED int fake_stream_has_seen(CUstream consumer, CUcontext consumer_context, CUstream producer,
                                  CUcontext producer_context)
{
    LOCKED(int, has_seen(stream_meant(consumer, consumer_context), stream_meant(producer, producer_context)));
}

static int host_has_seen(const stream *s)
{
    return s ? fake.host_seen[stream_index(s)] >= s->work : -1;
}

EXPORTED int fake_host_has_seen(CUstream handle, CUcontext context_handle)
{
    LOCKED(int, host_has_seen(stream_meant(handle, context_handle)));
}

static CUresult begin_meant(stream *s, int mode)
{
    return s ? capture_start(s, (CUstreamCaptureMode)mode) : CUDA_ERROR_INVALID_HANDLE;
}

EXPORTED int fake_capture_begin(CUstream handle, int mode)
{
    LOCKED(int, (int)begin_meant(stream_meant(handle, NULL), mode));
}

static CUresult join_meant(stream *s, stream *captured)
{
    event e;
    if (!s || !captured) return CUDA_ERROR_INVALID_HANDLE;
    memset(&e, 0, sizeof e);
    e.context = captured->context;
    (void)event_record(&e, captured);
    return event_wait(s, &e, 0);
}

EXPORTED int fake_capture_join(CUstream handle, CUstream captured)
{
    LOCKED(int, (int)join_meant(stream_meant(handle, NULL), stream_meant(captured, NULL)));
}

static CUresult end_meant(stream *s)
{
    CUgraph graph = NULL;
    CUresult result = s ? capture_finish(s, &graph) : CUDA_ERROR_INVALID_HANDLE;
    if (graph) fake.graphs[slot_of(GRAPH, graph)].head.alive = 0;
    return result;
}

EXPORTED int fake_capture_end(CUstream handle)
{
    LOCKED(int, (int)end_meant(stream_meant(handle, NULL)));
}

static int status_meant(const stream *s)
{
    if (!s) return -1;
    return !s->capture ? 0 : capture_of(s)->invalid ? 2 : 1;
}

EXPORTED int fake_capture_status(CUstream handle)
{
    LOCKED(int, status_meant(stream_meant(handle, NULL)));
}

EXPORTED int fake_capture_mode(void)
{
    LOCKED(int, (int)self.mode);
}

EXPORTED int fake_live_events(void)
{
    LOCKED(int, count_alive(EVENT, 0));
}

static int count_streams(void)
{
    int i, count = 0;
    for (i = 0; i < MAX_STREAMS; i++) count += fake.streams[i].head.alive && fake.streams[i].ordinary;
    return count;
}

EXPORTED int fake_live_streams(void)
{
    LOCKED(int, count_streams());
}

EXPORTED int fake_live_contexts(void)
{
    LOCKED(int, count_alive(CONTEXT, MAX_DEVICES));
}

EXPORTED int fake_live_modules(void)
{
    LOCKED(int, count_alive(MODULE, 0));
}

EXPORTED int fake_live_pools(void)
{
    LOCKED(int, count_alive(POOL, MAX_DEVICES));
}

EXPORTED int fake_live_graphs(void)
{
    LOCKED(int, count_alive(GRAPH, 0));
}

EXPORTED int fake_device_of(CUdeviceptr ptr, size_t bytes)
{
    LOCKED(int, block_of(ptr) && range_is_known(ptr, bytes) ? block_of(ptr)->device : -1);
}

EXPORTED int fake_live_allocations(void)
{
    LOCKED(int, fake.block_count);
}

EXPORTED size_t fake_live_bytes(void)
{
    LOCKED(size_t, used_bytes(-1));
}

EXPORTED int fake_primary_refs(int device)
{
    LOCKED(int, device >= 0 && device < MAX_DEVICES ? fake.contexts[device].refs : 0);
}
