/* fake_nccl.c - NCCL for machines without a GPU: libnccl.so.2 that works on the memory of the fake driver (tests/fake_driver)
 *
 * Ranks are threads or processes of one machine, or calls of one group.  They meet in a folder that the unique id names, and
 * send each other files.  Operations are really done; a buffer has to be memory of the communicator's device, as the driver
 * knows it, when it is given and when it is written; it has to be aligned, and to overlap no other one but in place.  As NCCL does, it compares nothing: where counts, types or operations of
 * two ranks differ, the operation never ends.
 *
 * Communicators are blocking: each call waits for the other ranks, as NCCL's first calls do, but not longer than FAKE_NCCL_LIMIT
 * seconds (20), which is ncclInternalError, so that no test hangs.  A communicator that is made is there, for ncclCommAbort, before
 * its ranks are waited for.  ncclCommAbort from another thread ends a call, which notices it after some milliseconds; in a group it
 * frees the communicator when the group ends.  A communicator that is freed under a call, or used after that, counts as misused.
 *
 * For tests (ctypes), all thread-safe:
 *     const char *fake_nccl_log(void)           one line a call: "ncclAllReduce rank=0 count=6 type=7 op=0 peer=0 in_place=1 stream=0x2
 *                                               thread=17", by gettid
 *     void fake_nccl_log_clear(void)
 *     void fake_nccl_fail(int n, int result)    the n-th call from now gives `result` and does nothing (0: none)
 *     int fake_nccl_fail_pending(void)
 *     void fake_nccl_async(int rank, int result)  asynchronous error of the communicators of that rank in this process
 *     int fake_nccl_live(void)                  communicators that are neither destroyed nor aborted
 *     int fake_nccl_misused(void)               how often that was so since the last time
 *     void fake_nccl_stick(const char *name)    the function of that name does not come back until there is another name;
 *                                               ncclCommAbort: from where it frees, ncclGroupEnd also leaves aborts unnoticed
 * Environment: FAKE_NCCL_DIR (where folders are made), FAKE_NCCL_LIMIT, FAKE_NCCL_VERSION (23007), NCCL_COMM_BLOCKING (0: calls
 * return ncclInProgress, and are never done). */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cuda.h>

#define ENTRY __attribute__((visibility("default")))
#define LOAD(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define STORE(p, value) __atomic_store_n((p), (value), __ATOMIC_RELEASE)
#define ADD(p, value) __atomic_add_fetch((p), (value), __ATOMIC_ACQ_REL)
enum { SUCCESS, UNHANDLED_CUDA, SYSTEM, INTERNAL, INVALID_ARGUMENT, INVALID_USAGE, REMOTE, IN_PROGRESS };
enum { LOG_BYTES = 1 << 20, MOST_TASKS = 4096, MAGIC = 0x6e63636c };
typedef enum { ALL_REDUCE, BROADCAST, ALL_GATHER, REDUCE_SCATTER, SEND, RECV } kind;
static const char *const names[] = {"ncclAllReduce",     "ncclBroadcast", "ncclAllGather",
                                    "ncclReduceScatter", "ncclSend",      "ncclRecv"};

typedef struct ncclComm comm;
typedef struct unique_id {
    char path[128];
} unique_id;
typedef struct config {
    size_t size;
    unsigned magic, version;
    int blocking;
} config;

typedef struct task {
    comm *comm;
    kind kind;
    const void *from;
    void *to;
    uint64_t count;
    int type, op, peer;
    uint64_t *waits; /* numbers of the messages that it waits for, by rank; 0: none */
} task;

/* What goes before the data of a message. */
typedef struct header {
    int32_t kind, type, op, root;
    uint64_t count;
} header;

struct ncclComm {
    unsigned magic; /* 0: gone */
    int rank, size, device, joined;
    int aborted, async, inside; /* of several threads; inside: calls that wait */
    char path[128];
    uint64_t *sent[2], *expected[2]; /* so far, with each rank: collectives, pairs */
    task *tasks;                     /* begun, in order */
    size_t task_count;
    comm *next; /* of all that there ever were: one that is gone is known as such */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    comm *comms;
    int fail_in, fail_result, misused;
    char stuck[64]; /* function that does not come back */
    size_t length;
    char log[LOG_BYTES];
} fake;
static __thread struct {
    int depth, failed;
    task tasks[MOST_TASKS];
    size_t count;
    comm *inits[64], *aborts[64];
    int init_count, abort_count;
} group;
static __thread char last_error[256];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double limit(void)
{
    const char *text = getenv("FAKE_NCCL_LIMIT");
    return text ? atof(text) : 20;
}

static int fail(int result, const char *format, ...) __attribute__((format(printf, 2, 3)));
static int fail(int result, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(last_error, sizeof last_error, format, args);
    va_end(args);
    return result;
}

static void sleep_for(double seconds)
{
    const struct timespec pause = {0, (long)(seconds * 1e9)};
    nanosleep(&pause, NULL);
}

static void stick(const char *name)
{
    for (;;) {
        int stuck;
        pthread_mutex_lock(&lock);
        stuck = strcmp(name, fake.stuck) == 0;
        pthread_mutex_unlock(&lock);
        if (!stuck) return;
        sleep_for(0.001);
    }
}

/* Each call begins with it: notes the call down, and says whether it has to fail. */
static int begin(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int begin(const char *format, ...)
{
    char line[256];
    va_list args;
    int n, result = SUCCESS;
    va_start(args, format);
    n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    pthread_mutex_lock(&lock);
    if (fake.length + (size_t)n + 2 < LOG_BYTES) {
        fake.length += (size_t)snprintf(fake.log + fake.length, LOG_BYTES - fake.length, "%s\n", line);
    }
    if (fake.fail_in > 0 && --fake.fail_in == 0) result = fail(fake.fail_result, "made to fail");
    pthread_mutex_unlock(&lock);
    line[strcspn(line, " ")] = '\0';
    if (strcmp(line, "ncclCommAbort") != 0) stick(line);
    return result;
}

static int check(const comm *c)
{
    if (c && LOAD(&c->magic) == MAGIC) return SUCCESS;
    ADD(&fake.misused, 1);
    return fail(INVALID_ARGUMENT, "the communicator is gone, or none");
}

/* -- memory of the fake driver ------------------------------------------------------------------------------------- */
static void *driver(const char *name)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    return library ? dlsym(library, name) : NULL;
}

static int current_device(void)
{
    CUdevice device;
    CUresult (*get)(CUdevice *);
    *(void **)&get = driver("cuCtxGetDevice");
    return get && get(&device) == CUDA_SUCCESS ? device : -1;
}

static int memory_is_good(const comm *c, const void *ptr, size_t nbytes)
{
    int (*device_of)(CUdeviceptr, size_t);
    *(void **)&device_of = driver("fake_device_of");
    return !nbytes || device_of((CUdeviceptr)(uintptr_t)ptr, nbytes) == c->device;
}

/* -- numbers --------------------------------------------------------------------------------------------------------- */
static size_t size_of(int type)
{
    static const size_t sizes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
    return sizes[type];
}

/* Small floats: bits of exponent and fraction; e4m3fn has no infinity. */
static double small_read(uint32_t bits, int exponent_bits, int fraction_bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = (int)(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    const double fraction = (double)(bits & ((1u << fraction_bits) - 1)) / (double)(1u << fraction_bits);
    const double sign = bits >> (exponent_bits + fraction_bits) & 1 ? -1 : 1;
    return sign * (exponent ? ldexp(1 + fraction, exponent - bias) : ldexp(fraction, 1 - bias));
}

static uint32_t small_write(double value, int exponent_bits, int fraction_bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const uint32_t sign = signbit(value) ? 1u << (exponent_bits + fraction_bits) : 0;
    int exponent;
    (void)frexp(value, &exponent);
    if (value == 0) return sign;
    exponent = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
    return sign + (uint32_t)((exponent + bias - 1) << fraction_bits) +
           (uint32_t)rint(ldexp(fabs(value), fraction_bits - exponent));
}

static const int small_bits[12][2] = {{0, 0},  {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0},
                                      {5, 10}, {0, 0}, {0, 0}, {8, 7}, {4, 3}, {5, 2}};

static double number_of(const unsigned char *p, int type)
{
    uint32_t bits = 0;
    float f;
    double d;
    if (type == 7) return memcpy(&f, p, 4), (double)f;
    if (type == 8) return memcpy(&d, p, 8), d;
    memcpy(&bits, p, size_of(type));
    return small_read(bits, small_bits[type][0], small_bits[type][1]);
}

static void number_to(unsigned char *p, int type, double value)
{
    const float f = (float)value;
    uint32_t bits;
    if (type == 7) {
        memcpy(p, &f, 4);
    } else if (type == 8) {
        memcpy(p, &value, 8);
    } else {
        bits = small_write(value, small_bits[type][0], small_bits[type][1]);
        memcpy(p, &bits, size_of(type));
    }
}

static int64_t integer_of(const unsigned char *p, int type)
{
    int8_t i8;
    int32_t i32;
    uint32_t u32;
    int64_t i64;
    switch (type) {
    case 0: return memcpy(&i8, p, 1), i8;
    case 1: return *p;
    case 2: return memcpy(&i32, p, 4), i32;
    case 3: return memcpy(&u32, p, 4), u32;
    default: return memcpy(&i64, p, 8), i64;
    }
}

static int64_t integers(int64_t a, int64_t b, int type, int op)
{
    const int less = type == 5 ? (uint64_t)a < (uint64_t)b : a < b;
    switch (op) {
    case 1: return (int64_t)((uint64_t)a * (uint64_t)b);
    case 2: return less ? b : a;
    case 3: return less ? a : b;
    default: return (int64_t)((uint64_t)a + (uint64_t)b);
    }
}

/* One more rank's elements; `last`: the mean is taken. */
static void reduce(unsigned char *to, const unsigned char *from, uint64_t count, int type, int op, int last)
{
    const size_t size = size_of(type);
    uint64_t i;
    for (i = 0; i < count; i++, to += size, from += size) {
        if (type < 6) {
            int64_t value = integers(integer_of(to, type), integer_of(from, type), type, op);
            if (op == 4 && last) value = type == 5 ? (int64_t)((uint64_t)value / (unsigned)last) : value / last;
            memcpy(to, &value, size); /* little endian */
        } else {
            double a = number_of(to, type), b = number_of(from, type);
            a = op == 1 ? a * b : op == 2 ? fmax(a, b) : op == 3 ? fmin(a, b) : a + b;
            number_to(to, type, op == 4 && last ? a / last : a);
        }
    }
}

/* -- messages -------------------------------------------------------------------------------------------------------- */
static void name_of(const comm *c, char *text, size_t size, int pair, int from, int to, uint64_t number)
{
    snprintf(text, size, "%s/%c-%d-%d-%llu", c->path, pair ? 'p' : 'c', from, to, (unsigned long long)number);
}

static int message_write(const comm *c, const header *h, int pair, int to, uint64_t number, const void *data,
                         size_t nbytes)
{
    char path[256], hidden[300];
    FILE *file;
    int failed;
    name_of(c, path, sizeof path, pair, c->rank, to, number);
    snprintf(hidden, sizeof hidden, "%s.new", path);
    file = fopen(hidden, "wb");
    if (!file) return fail(SYSTEM, "%s: %s", hidden, strerror(errno));
    failed = fwrite(h, sizeof *h, 1, file) != 1 || (nbytes && fwrite(data, nbytes, 1, file) != 1);
    failed |= fclose(file) != 0;
    if (failed || rename(hidden, path) != 0) return fail(SYSTEM, "%s: %s", path, strerror(errno));
    return SUCCESS;
}

static int message_is_there(const comm *c, int pair, int from, uint64_t number, header *h)
{
    char path[256];
    FILE *file;
    int read;
    name_of(c, path, sizeof path, pair, from, c->rank, number);
    file = fopen(path, "rb");
    if (!file) return 0;
    read = fread(h, sizeof *h, 1, file) == 1;
    fclose(file);
    return read;
}

/* `skip` bytes into the data; the message is gone then. */
static int message_read(const comm *c, int pair, int from, uint64_t number, size_t skip, void *data, size_t nbytes)
{
    char path[256];
    FILE *file;
    int failed;
    name_of(c, path, sizeof path, pair, from, c->rank, number);
    file = fopen(path, "rb");
    if (!file) return fail(SYSTEM, "%s: %s", path, strerror(errno));
    failed = fseek(file, (long)(sizeof(header) + skip), SEEK_SET) != 0 || (nbytes && fread(data, nbytes, 1, file) != 1);
    fclose(file);
    unlink(path);
    return failed ? fail(SYSTEM, "%s: too short", path) : SUCCESS;
}

/* -- tasks ------------------------------------------------------------------------------------------------------------ */
static size_t sent_bytes(const task *t)
{
    return (size_t)t->count * size_of(t->type) * (t->kind == REDUCE_SCATTER ? (size_t)t->comm->size : 1);
}

static size_t received_bytes(const task *t)
{
    if (t->kind == SEND) return 0;
    return (size_t)t->count * size_of(t->type) * (t->kind == ALL_GATHER ? (size_t)t->comm->size : 1);
}

static int task_sends(const task *t)
{
    return t->kind != RECV && (t->kind != BROADCAST || t->peer == t->comm->rank);
}

/* As nccl.h has it for each operation. */
static int is_in_place(const task *t)
{
    const size_t part = (size_t)t->count * size_of(t->type) * (size_t)t->comm->rank;
    if (t->kind == ALL_GATHER) return (const char *)t->from == (const char *)t->to + part;
    if (t->kind == REDUCE_SCATTER) return (const char *)t->to == (const char *)t->from + part;
    return t->from == t->to;
}

/* Sends what it sends, and notes down what it waits for. */
static int task_begin(task *t)
{
    comm *c = t->comm;
    const header h = {(int32_t)(t->kind == RECV ? SEND : t->kind), t->type, t->op, t->kind == BROADCAST ? t->peer : 0,
                      t->count};
    const int pair = t->kind == SEND || t->kind == RECV;
    int rank, result = SUCCESS;
    for (rank = 0; rank < c->size && task_sends(t) && !result; rank++) {
        if (t->kind == SEND && rank != t->peer) continue;
        result = message_write(c, &h, pair, rank, ++c->sent[pair][rank], t->from, sent_bytes(t));
    }
    t->waits = (uint64_t *)calloc((uint32_t)c->size, sizeof *t->waits);
    if (!t->waits) return fail(SYSTEM, "memory");
    for (rank = 0; rank < c->size && t->kind != SEND; rank++) {
        if ((t->kind == RECV || t->kind == BROADCAST) && rank != t->peer) continue;
        t->waits[rank] = ++c->expected[pair][rank];
    }
    return result;
}

/* 1: done, 0: not yet, -1: an error */
static int task_try(const task *t)
{
    const comm *c = t->comm;
    const int pair = t->kind == SEND || t->kind == RECV;
    const size_t nbytes = (size_t)t->count * size_of(t->type);
    unsigned char *data = (unsigned char *)t->to, *next = NULL;
    int rank, first = 1, left = 0, failed = 0;
    header h;
    for (rank = 0; rank < c->size; rank++) {
        if (!t->waits[rank]) continue;
        if (!message_is_there(c, pair, rank, t->waits[rank], &h)) return 0;
        if (h.kind != (int32_t)(t->kind == RECV ? SEND : t->kind) || h.count != t->count || h.type != t->type ||
            h.op != t->op || h.root != (t->kind == BROADCAST ? t->peer : 0)) {
            return 0;
        }
        left++;
    }
    if (!memory_is_good(c, t->to, received_bytes(t)))
        return fail(UNHANDLED_CUDA, "%s: the memory is gone", names[t->kind]), -1;
    if (t->kind == ALL_REDUCE || t->kind == REDUCE_SCATTER) next = (unsigned char *)malloc(nbytes + 1);
    for (rank = 0; rank < c->size && !failed; rank++) {
        const size_t skip = t->kind == REDUCE_SCATTER ? nbytes * (size_t)c->rank : 0;
        if (!t->waits[rank]) continue;
        left--;
        if (t->kind == ALL_GATHER) {
            failed = message_read(c, pair, rank, t->waits[rank], 0, data + nbytes * (size_t)rank, nbytes);
        } else if (!next || first) {
            failed = message_read(c, pair, rank, t->waits[rank], skip, data, nbytes);
        } else {
            failed = message_read(c, pair, rank, t->waits[rank], skip, next, nbytes);
            if (!failed) reduce(data, next, t->count, t->type, t->op, left ? 0 : c->size);
        }
        first = 0;
    }
    free(next);
    return failed ? -1 : 1;
}

static void progress(comm *c)
{
    char path[200];
    struct stat status;
    int rank;
    for (rank = 0; rank < c->size && !c->joined; rank++) {
        snprintf(path, sizeof path, "%s/rank-%d", c->path, rank);
        if (stat(path, &status)) return;
    }
    c->joined = 1;
    while (c->task_count && !LOAD(&c->async)) {
        const int done = task_try(&c->tasks[0]);
        if (done < 0) STORE(&c->async, UNHANDLED_CUDA);
        if (done <= 0) return;
        free(c->tasks[0].waits);
        c->task_count--;
        memmove(c->tasks, c->tasks + 1, c->task_count * sizeof(task));
    }
}

/* Waits for all of a group, since one may wait for the other. */
static int settle(comm *const *comms, size_t count)
{
    const double until = now() + limit();
    size_t i;
    for (;;) {
        int pending = 0;
        for (i = 0; i < count; i++) {
            if (LOAD(&comms[i]->aborted)) {
                sleep_for(0.02);
                return fail(REMOTE, "aborted");
            }
            progress(comms[i]);
            if (LOAD(&comms[i]->async)) return LOAD(&comms[i]->async);
            pending |= !comms[i]->joined || comms[i]->task_count;
        }
        if (!pending) return SUCCESS;
        if (now() > until) return fail(INTERNAL, "a call was given up: NCCL would wait for ever");
        sleep_for(0.0001);
    }
}

/* The environment is stronger than the config. */
static int is_blocking(void)
{
    const char *text = getenv("NCCL_COMM_BLOCKING");
    return !text || atoi(text) != 0;
}

/* Frees a communicator.  The last one of a folder removes it. */
static void leave(comm *c)
{
    char path[512];
    struct dirent *entry;
    FILE *file;
    DIR *folder;
    size_t i;
    int others = 0;
    if (LOAD(&c->inside) || LOAD(&c->magic) != MAGIC) ADD(&fake.misused, 1);
    pthread_mutex_lock(&lock);
    for (i = 0; i < c->task_count; i++) free(c->tasks[i].waits);
    free(c->tasks);
    c->tasks = NULL;
    c->task_count = 0;
    STORE(&c->magic, 0u);
    snprintf(path, sizeof path, "%s/gone-%d", c->path, c->rank);
    file = fopen(path, "w");
    if (file) fclose(file);
    folder = opendir(c->path);
    while (folder && (entry = readdir(folder)) != NULL) {
        others += strncmp(entry->d_name, "rank-", 5) == 0;
        others -= strncmp(entry->d_name, "gone-", 5) == 0;
    }
    if (folder) rewinddir(folder);
    while (folder && others <= 0 && (entry = readdir(folder)) != NULL) {
        snprintf(path, sizeof path, "%s/%s", c->path, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    if (folder) closedir(folder);
    if (others <= 0) rmdir(c->path);
    pthread_mutex_unlock(&lock);
}

static int group_end(void)
{
    comm *comms[64];
    size_t i, k, n = 0;
    int result = group.failed;
    for (i = 0; i < (size_t)group.init_count && !result; i++) comms[n++] = group.inits[i];
    for (i = 0; i < group.count && !result; i++) {
        comm *c = group.tasks[i].comm;
        task *more = (task *)realloc(c->tasks, (c->task_count + 1) * sizeof(task));
        for (k = 0; k < n && comms[k] != c; k++) continue;
        if (k == n) comms[n++] = c;
        if (!more) result = fail(SYSTEM, "memory");
        if (more) c->tasks = more;
        if (more) result = task_begin(&group.tasks[i]);
        if (more && !result) c->tasks[c->task_count++] = group.tasks[i];
    }
    group.count = 0;
    group.init_count = group.failed = 0;
    for (i = 0; i < n; i++) ADD(&comms[i]->inside, 1);
    if (!result && n && !is_blocking()) result = IN_PROGRESS;
    if (!result && n) result = settle(comms, n);
    for (i = 0; i < n; i++) ADD(&comms[i]->inside, -1);
    if (group.abort_count) stick("ncclCommAbort");
    while (group.abort_count) leave(group.aborts[--group.abort_count]);
    return result;
}

static int enqueue(comm *c, kind what, const void *from, void *to, size_t count, int type, int op, int peer,
                   CUstream stream)
{
    const task t = {c, what, from, to, count, type, op, peer, NULL};
    void (*work)(CUstream, CUcontext);
    int result = begin("%s rank=%d count=%zu type=%d op=%d peer=%d in_place=%d stream=%p thread=%ld", names[what],
                       c ? c->rank : -1, count, type, op, peer, from == to, (void *)stream, syscall(SYS_gettid));
    *(void **)&work = driver("fake_stream_add_work");
    if (!result) result = check(c);
    if (!result && (type < 0 || type > 11 || op < 0 || op > 4)) result = fail(INVALID_ARGUMENT, "type or operation");
    if (!result && (peer < 0 || peer >= c->size)) result = fail(INVALID_ARGUMENT, "root or peer %d", peer);
    if (!result && current_device() != c->device)
        result = fail(INVALID_USAGE, "device %d is current, not %d", current_device(), c->device);
    if (!result && task_sends(&t) && !memory_is_good(c, from, sent_bytes(&t)))
        result = fail(INVALID_ARGUMENT, "%s: what is sent is not memory of device %d", names[what], c->device);
    if (!result && !memory_is_good(c, to, received_bytes(&t)))
        result = fail(INVALID_ARGUMENT, "%s: what is received is not memory of device %d", names[what], c->device);
    if (!result && (what == ALL_REDUCE || what == REDUCE_SCATTER) &&
        ((uintptr_t)from % size_of(type) || (uintptr_t)to % size_of(type))) {
        result = fail(INVALID_ARGUMENT, "%s: memory that is not aligned", names[what]);
    }
    if (!result && !is_in_place(&t) && from && to && task_sends(&t) &&
        (uintptr_t)from < (uintptr_t)to + received_bytes(&t) && (uintptr_t)to < (uintptr_t)from + sent_bytes(&t)) {
        result = fail(INVALID_ARGUMENT, "%s: what is sent and what is received overlap", names[what]);
    }
    if (!result && (LOAD(&c->async) || LOAD(&c->aborted))) result = fail(INVALID_USAGE, "the communicator has failed");
    if (!result && group.count == MOST_TASKS) result = fail(INVALID_USAGE, "too many calls in a group");
    if (result) {
        if (group.depth) group.failed = result;
        return result;
    }
    if (work) work(stream, NULL);
    group.tasks[group.count++] = t;
    return group.depth ? SUCCESS : group_end();
}

/* -- NCCL's functions ------------------------------------------------------------------------------------------------- */
ENTRY int ncclGetVersion(int *version)
{
    const char *text = getenv("FAKE_NCCL_VERSION");
    *version = text ? atoi(text) : 23007;
    return SUCCESS;
}

ENTRY const char *ncclGetErrorString(int result)
{
    static const char *const texts[] = {"no error",
                                        "unhandled cuda error",
                                        "unhandled system error",
                                        "internal error",
                                        "invalid argument",
                                        "invalid usage",
                                        "remote process exited or there was a network error",
                                        "NCCL operation in progress"};
    return result >= 0 && result <= IN_PROGRESS ? texts[result] : "unknown result code";
}

ENTRY const char *ncclGetLastError(comm *c)
{
    (void)c;
    return last_error;
}

ENTRY int ncclGetUniqueId(unique_id *out)
{
    const char *folder = getenv("FAKE_NCCL_DIR");
    int result = begin("ncclGetUniqueId");
    memset(out, 0, sizeof *out);
    if (result) return result;
    snprintf(out->path, sizeof out->path, "%s/nccl-XXXXXX", folder ? folder : "/tmp");
    return mkdtemp(out->path) ? SUCCESS : fail(SYSTEM, "%s: %s", out->path, strerror(errno));
}

static int join(comm *c)
{
    char path[200], line[64] = "";
    FILE *file;
    int rank;
    for (rank = 0; rank < c->size; rank++) {
        int device = -1;
        snprintf(path, sizeof path, "%s/rank-%d", c->path, rank);
        file = fopen(path, "r");
        if (!file) continue;
        if (fgets(line, sizeof line, file)) device = atoi(line);
        fclose(file);
        if (rank == c->rank) return fail(INVALID_USAGE, "rank %d is there already", rank);
        if (device == c->device)
            return fail(INVALID_USAGE, "duplicate GPU: ranks %d and %d are both on device %d", c->rank, rank, device);
    }
    snprintf(path, sizeof path, "%s/rank-%d", c->path, c->rank);
    file = fopen(path, "w");
    if (!file) return fail(SYSTEM, "%s: %s", path, strerror(errno));
    fprintf(file, "%d\n", c->device);
    fclose(file);
    return SUCCESS;
}

ENTRY int ncclCommInitRankConfig(comm **out, int size, unique_id id, int rank, config *configuration)
{
    int i, result = begin("ncclCommInitRankConfig rank=%d size=%d", rank, size);
    comm *c = NULL;
    if (!result && (configuration->magic != 0xcafebeefu || configuration->size > 4096))
        result = fail(INVALID_ARGUMENT, "config");
    if (!result && configuration->blocking != 1)
        result = fail(INVALID_ARGUMENT, "only blocking communicators are here");
    if (!result && (rank < 0 || rank >= size)) result = fail(INVALID_ARGUMENT, "rank");
    if (!result && current_device() < 0) result = fail(UNHANDLED_CUDA, "no context is current");
    if (!result && !(c = (comm *)calloc(1, sizeof *c))) result = fail(SYSTEM, "memory");
    if (result) {
        STORE(out, NULL);
        if (group.depth) group.failed = result;
        return result;
    }
    c->rank = rank;
    c->size = size;
    c->device = current_device();
    memcpy(c->path, id.path, sizeof c->path);
    for (i = 0; i < 2; i++) {
        c->sent[i] = (uint64_t *)calloc((size_t)size, sizeof(uint64_t));
        c->expected[i] = (uint64_t *)calloc((size_t)size, sizeof(uint64_t));
    }
    STORE(&c->magic, MAGIC);
    pthread_mutex_lock(&lock);
    c->next = fake.comms;
    fake.comms = c;
    STORE(&c->async, join(c)); /* an error shows when the group ends, and the communicator has to be aborted */
    pthread_mutex_unlock(&lock);
    STORE(out, c);
    group.inits[group.init_count++] = c;
    return group.depth ? SUCCESS : group_end();
}

ENTRY int ncclCommGetAsyncError(comm *c, int *out)
{
    const int result = check(c);
    if (!result) *out = LOAD(&c->async);
    return result;
}

ENTRY int ncclCommFinalize(comm *c)
{
    int result = begin("ncclCommFinalize rank=%d", c ? c->rank : -1);
    return result ? result : check(c);
}

ENTRY int ncclCommDestroy(comm *c)
{
    int result = begin("ncclCommDestroy rank=%d", c ? c->rank : -1);
    if (!result) result = check(c);
    if (!result) leave(c);
    return result;
}

ENTRY int ncclCommAbort(comm *c)
{
    int result = begin("ncclCommAbort rank=%d", c ? c->rank : -1);
    if (!result) result = check(c);
    if (result) return result;
    STORE(&c->aborted, 1);
    group.aborts[group.abort_count++] = c;
    return group.depth ? SUCCESS : group_end();
}

ENTRY int ncclGroupStart(void)
{
    int result = begin("ncclGroupStart");
    if (!result) group.depth++;
    return result;
}

ENTRY int ncclGroupEnd(void)
{
    int result = begin("ncclGroupEnd");
    if (!group.depth) return fail(INVALID_USAGE, "no group");
    if (result) group.failed = result;
    return --group.depth ? SUCCESS : group_end();
}

ENTRY int ncclAllReduce(const void *from, void *to, size_t count, int type, int op, comm *c, CUstream stream)
{
    return enqueue(c, ALL_REDUCE, from, to, count, type, op, 0, stream);
}

ENTRY int ncclBroadcast(const void *from, void *to, size_t count, int type, int root, comm *c, CUstream stream)
{
    return enqueue(c, BROADCAST, from, to, count, type, 0, root, stream);
}

ENTRY int ncclAllGather(const void *from, void *to, size_t count, int type, comm *c, CUstream stream)
{
    return enqueue(c, ALL_GATHER, from, to, count, type, 0, 0, stream);
}

ENTRY int ncclReduceScatter(const void *from, void *to, size_t count, int type, int op, comm *c, CUstream stream)
{
    return enqueue(c, REDUCE_SCATTER, from, to, count, type, op, 0, stream);
}

ENTRY int ncclSend(const void *from, size_t count, int type, int peer, comm *c, CUstream stream)
{
    return enqueue(c, SEND, from, NULL, count, type, 0, peer, stream);
}

ENTRY int ncclRecv(void *to, size_t count, int type, int peer, comm *c, CUstream stream)
{
    return enqueue(c, RECV, NULL, to, count, type, 0, peer, stream);
}

/* -- for tests -------------------------------------------------------------------------------------------------------- */
ENTRY const char *fake_nccl_log(void)
{
    return fake.log;
}

ENTRY void fake_nccl_log_clear(void)
{
    pthread_mutex_lock(&lock);
    fake.length = 0;
    fake.log[0] = '\0';
    pthread_mutex_unlock(&lock);
}

ENTRY void fake_nccl_fail(int n, int result)
{
    pthread_mutex_lock(&lock);
    fake.fail_in = n;
    fake.fail_result = result;
    pthread_mutex_unlock(&lock);
}

ENTRY int fake_nccl_fail_pending(void)
{
    return fake.fail_in;
}

ENTRY void fake_nccl_async(int rank, int result)
{
    comm *c;
    pthread_mutex_lock(&lock);
    for (c = fake.comms; c; c = c->next) {
        if (LOAD(&c->magic) == MAGIC && c->rank == rank) STORE(&c->async, result);
    }
    pthread_mutex_unlock(&lock);
}

ENTRY int fake_nccl_live(void)
{
    const comm *c;
    int count = 0;
    pthread_mutex_lock(&lock);
    for (c = fake.comms; c; c = c->next) count += LOAD(&c->magic) == MAGIC;
    pthread_mutex_unlock(&lock);
    return count;
}

ENTRY int fake_nccl_misused(void)
{
    return __atomic_exchange_n(&fake.misused, 0, __ATOMIC_ACQ_REL);
}

ENTRY void fake_nccl_stick(const char *name)
{
    pthread_mutex_lock(&lock);
    snprintf(fake.stuck, sizeof fake.stuck, "%s", name);
    pthread_mutex_unlock(&lock);
}
