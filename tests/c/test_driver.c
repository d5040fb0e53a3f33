/* test_driver.c - everything in cucore.h that talks to the driver, on the fake driver (tests/fake_driver)
 *
 *     cc -std=c99 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror -g -O1
 *        -isystem $(CUDA_INCLUDE) tests/c/test_driver.c -o build/test_driver -Lbuild/fake -l:libcuda.so.1 -ldl -pthread
 *     LD_LIBRARY_PATH=build/fake build/test_driver
 *
 * The same with -fsanitize=address,undefined and with -fsanitize=thread.  Rule ids (B56, T16, 3.3) are those of the
 * list in the tests folder. */
#include "on_fake.h"

#include <sys/wait.h>
#include <unistd.h>

static const char *driver_name = "libcuda.so.1";
#define CUCORE_DRIVER_NAME driver_name
#define dlsym test_dlsym
#define CUCORE_IMPLEMENTATION
#include "../../cucore.h"
#undef dlsym

#define LEGACY CU_STREAM_LEGACY
#define THREAD CU_STREAM_PER_THREAD

/* ---------------------------------------------------------------------------------------------------- helpers -- */
/* Events that nobody will ever destroy: not those that the pool keeps for the next time. */
static int leaked_events(void)
{
    cucore_trim();
    return fake_live_events();
}

/* The world of the tests: device 0 and 1 with their primary contexts, and a foreign context on device 0. */
static CUcontext primary0, primary1, foreign;

static void start(void)
{
    if (cucore_driver_is_loaded()) cucore_trim();
    fake_reset();
    CHECK_INT(cucore_context_get_primary(0, &primary0), CUCORE_OK);
    CHECK_INT(cucore_context_get_primary(1, &primary1), CUCORE_OK);
    foreign = fake_context_create(0);
    fake_log_clear();
}

static void view_make(cucore_view *view, CUdeviceptr ptr, int device, int known, CUstream producer)
{
    memset(view, 0, sizeof *view);
    view->ptr = (void *)(uintptr_t)ptr;
    view->dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    view->device_type = CUCORE_DEVICE_TYPE_CUDA;
    view->device_id = device;
    view->device_accessible = 1;
    view->protocol = CUCORE_PROTOCOL_CAI;
    view->has_producer_stream = (uint8_t)known;
    view->producer_stream = producer;
    view->layout.ndim = 1;
    view->layout.itemsize = 4;
    view->layout.itembits = 32;
    view->layout.shape[0] = 4;
    view->layout.strides[0] = 1;
}

static int starts_with(const char *text, const char *start_text)
{
    return strncmp(text, start_text, strlen(start_text)) == 0;
}

/* The lines of the log that are not mere questions. */
static const char *operations(void)
{
    static char text[4096];
    static const char *const questions[] = {"cuCtxGetCurrent ",
                                            "cuCtxPushCurrent ",
                                            "cuCtxPopCurrent ",
                                            "cuStreamGetCtx ",
                                            "cuStreamGetCaptureInfo ",
                                            "cuCtxGetDevice ",
                                            "cuPointerGetAttributes ",
                                            "cuDevicePrimaryCtxRetain ",
                                            "cuDevicePrimaryCtxGetState ",
                                            "cuThreadExchangeStreamCaptureMode ",
                                            "cuCtxGetId "};
    const char *line;
    size_t length, used = 0, i, count = sizeof questions / sizeof questions[0];
    for (line = fake_log(); *line; line += length) {
        length = strcspn(line, "\n") + 1;
        for (i = 0; i < count && !starts_with(line, questions[i]); i++) {
        }
        if (i < count || used + length >= sizeof text) continue;
        memcpy(text + used, line, length);
        used += length;
    }
    text[used] = '\0';
    return text;
}

static const char *stream_text(CUstream stream)
{
    static char text[4][16];
    static int turn;
    turn = (turn + 1) % 4;
    if (!stream || stream == LEGACY) return "legacy";
    if (stream == THREAD) return "thread";
    snprintf(text[turn], sizeof text[turn], "%d", fake_stream_number(stream));
    return text[turn];
}

static const char *context_text(CUcontext context)
{
    return !context ? "none" : context == primary0 ? "0" : context == primary1 ? "1" : context == foreign ? "100" : "?";
}

static int is_default(CUstream stream)
{
    return !stream || stream == LEGACY || stream == THREAD;
}

/* ----------------------------------------------------------------------------------------- table 3.3, every cell -- */
enum { P_ABSENT, P_LEGACY, P_THREAD, P_HANDLE, P_COUNT };
enum { C_NO_SYNC, C_HOST, C_NULL, C_LEGACY, C_THREAD, C_SAME, C_OTHER, C_COUNT };
static const char *const producer_names[P_COUNT] = {"absent", "1", "2", "g"};
static const char *const consumer_names[C_COUNT] = {"no sync", "host", "NULL", "1", "2", "g", "h"};

/* '.' no driver call at all, '-' no operation, '=' none in one context, else a wait, 'w' event from P to C, 's' host
 * waits for P; 'S' (finish) host waits for C */
static const char order_table[P_COUNT][C_COUNT + 1] = {
    ".......", /* absent */
    ".s==www", /* 1 */
    ".sww=ww", /* 2 */
    ".swww-w", /* g */
};
static const char finish_table[P_COUNT][C_COUNT + 1] = {
    "..SSSSS", /* absent: nobody to tell, the host waits for C */
    "..==www", /* 1 */
    "..ww=ww", /* 2 */
    "..www-w", /* g */
};

/* B118: the context of a default stream, for data on a device (-1: of the host); current: NULL, or of a device. */
static CUcontext meant(int device, CUcontext current)
{
    int here = !current ? -1 : current == primary1 ? 1 : 0;
    if (device < 0) return current ? current : primary0;
    return here == device ? current : device ? primary1 : primary0;
}

/* Where the data are. */
static const struct place_row {
    const char *name;
    int kind, device, in_foreign;
} memory_rows[] = {
    {"device 0", FAKE_DEVICE, 0, 0},        {"pool 0 (B59)", FAKE_POOL, 0, 0}, {"device 1 (B58)", FAKE_DEVICE, 1, 0},
    {"pool 1 (B59)", FAKE_POOL, 1, 0},      {"managed 0", FAKE_MANAGED, 0, 0}, {"pinned 0", FAKE_PINNED, 0, 0},
    {"foreign context", FAKE_DEVICE, 0, 1},
};

typedef struct cell {
    int finish, producer, consumer, memory, current, home; /* home: of g and h; 1: device 1 (B60) */
} cell;

typedef struct end_point {
    CUstream stream;
    CUcontext context;
} end_point;

static void check_operations(char action, const end_point *from, const end_point *to)
{
    char expected[512];
    if (action == 'w') {
        const char *f = context_text(from->context), *t = is_default(to->stream) ? context_text(to->context) : f;
        snprintf(expected, sizeof expected,
                 "cuEventCreate flags=2 ctx=%s\n"
                 "cuEventRecord event=1 stream=%s ctx=%s\n"
                 "cuStreamWaitEvent stream=%s event=1 ctx=%s\n",
                 f, stream_text(from->stream), f, stream_text(to->stream), t);
        CHECK_INT(fake_stream_has_seen(to->stream, to->context, from->stream, from->context), 1);
        CHECK_INT(fake_host_has_seen(from->stream, from->context), 0);
    } else if (action == 's') {
        snprintf(expected, sizeof expected, "cuStreamSynchronize stream=%s ctx=%s\n", stream_text(from->stream),
                 context_text(from->context));
        CHECK_INT(fake_host_has_seen(from->stream, from->context), 1);
    } else {
        expected[0] = '\0';
    }
    CHECK_STR(operations(), expected);
    if (action == '.') CHECK_STR(fake_log(), "");
}

/* The capture state of a default stream is that of its own context. */
static void check_capture_question(char action, const end_point *point)
{
    char line[128];
    if (!is_default(point->stream) || (action != 'w' && action != 's')) return;
    snprintf(line, sizeof line, "cuStreamGetCaptureInfo stream=%s ctx=%s\n", stream_text(point->stream),
             context_text(point->context));
    CHECK_HAS(fake_log(), line);
}

static void run_cell(const cell *c)
{
    const struct place_row *place = &memory_rows[c->memory];
    CUcontext contexts[4], data, home, defaults;
    CUstream g, h;
    CUdeviceptr ptr;
    cucore_view view;
    end_point p, q, *from, *to;
    char action, name[160];
    int depth;
    start();
    contexts[0] = primary0, contexts[1] = NULL, contexts[2] = foreign, contexts[3] = primary1;
    data = place->in_foreign ? foreign : place->device ? primary1 : primary0;
    home = c->home ? primary1 : primary0;
    ptr = fake_alloc_in(data, place->kind, 64);
    g = fake_stream_create(home, CU_STREAM_NON_BLOCKING);
    h = fake_stream_create(primary0, CU_STREAM_DEFAULT);
    fake_context_set_current(contexts[c->current]);
    depth = fake_context_depth();
    defaults = meant(place->kind == FAKE_PINNED ? -1 : place->device, contexts[c->current]);

    p.stream = c->producer == P_HANDLE ? g : c->producer == P_LEGACY ? LEGACY : THREAD;
    p.context = c->producer == P_HANDLE ? home : defaults;
    q.stream = c->consumer == C_NO_SYNC  ? CUCORE_STREAM_NO_SYNC
               : c->consumer == C_HOST   ? CUCORE_STREAM_HOST
               : c->consumer == C_NULL   ? NULL
               : c->consumer == C_LEGACY ? LEGACY
               : c->consumer == C_THREAD ? THREAD
               : c->consumer == C_SAME   ? g
                                         : h;
    q.context = q.stream == g ? home : q.stream == h ? primary0 : defaults;
    from = c->finish ? &q : &p, to = c->finish ? &p : &q;
    view_make(&view, ptr, place->device, c->producer != P_ABSENT, p.stream);
    if (place->kind == FAKE_PINNED) view.device_id = -1;

    action = c->finish ? finish_table[c->producer][c->consumer] : order_table[c->producer][c->consumer];
    if (action == '=') action = p.context == q.context ? '-' : 'w';
    if (action == 'S') action = 's';
    snprintf(name, sizeof name, "%s: P %s, C %s, data %s, current %s, g on device %d", c->finish ? "finish" : "order",
             producer_names[c->producer], consumer_names[c->consumer], place->name, context_text(contexts[c->current]),
             c->home);
    check_row(name);
    if (c->consumer > C_HOST || !c->finish) fake_stream_add_work(from->stream, from->context);
    if (action == 'w') CHECK_INT(fake_stream_has_seen(to->stream, to->context, from->stream, from->context), 0);

    CHECK_INT(c->finish ? cucore_views_end_access(&view, 1, q.stream) : cucore_views_begin_access(&view, 1, q.stream),
              CUCORE_OK);
    check_operations(action, from, to);
    check_capture_question(action, from);
    if (action == 'w') check_capture_question(action, to);
    CHECK(fake_context_current() == contexts[c->current]);
    CHECK_INT(fake_context_depth(), depth);
    CHECK_INT(leaked_events(), 0);
}

static void every_cell(int finish)
{
    const int memories = (int)(sizeof memory_rows / sizeof memory_rows[0]);
    cell c;
    c.finish = finish;
    for (c.producer = 0; c.producer < P_COUNT; c.producer++) {
        for (c.consumer = 0; c.consumer < C_COUNT; c.consumer++) {
            for (c.memory = 0; c.memory < memories; c.memory++) {
                for (c.current = 0; c.current < 4; c.current++) {
                    for (c.home = 0; c.home < 2; c.home++) run_cell(&c);
                }
            }
        }
    }
}

TEST(test_order_every_cell_of_3_3)
{
    every_cell(0);
}

TEST(test_finish_every_cell)
{
    every_cell(1);
}

/* B16: an empty array has no address that anybody could ask about. */
TEST(test_empty_view_makes_no_driver_call)
{
    cucore_view view;
    start();
    view_make(&view, 0, CUCORE_DEVICE_NONE, 1, LEGACY);
    view.layout.shape[0] = 0;
    CHECK_INT(cucore_views_begin_access(&view, 1, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_begin_access(&view, 1, CUCORE_STREAM_HOST), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(&view, 1, NULL), CUCORE_OK);
    view.has_producer_stream = 0;
    CHECK_INT(cucore_views_end_access(&view, 1, THREAD), CUCORE_OK);
    CHECK_STR(fake_log(), "");
}

TEST(test_host_view_makes_no_driver_call)
{
    cucore_view view;
    int value[4];
    start();
    view_make(&view, (CUdeviceptr)(uintptr_t)value, CUCORE_DEVICE_NONE, 0, NULL);
    view.device_type = CUCORE_DEVICE_TYPE_CPU;
    view.device_accessible = 0;
    view.host_accessible = 1;
    CHECK_INT(cucore_views_begin_access(&view, 1, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_begin_access(&view, 1, CUCORE_STREAM_HOST), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(&view, 1, NULL), CUCORE_OK);
    CHECK_STR(fake_log(), "");
}

TEST(test_null_views)
{
    start();
    CHECK_INT(cucore_views_begin_access(NULL, 1, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_views_end_access(NULL, 1, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(fake_log(), "");
}

/* -------------------------------------------------------------------------------------------- capture rows (T16) -- */
/* Streams of the rows: a and b are blocking, n and m are not, all of device 0's primary context, which is current. */
static struct {
    CUstream a, b, n, m, foreign_stream;
} s;

static void capture_none(void)
{
}

static void capture_a(void)
{
    CHECK_INT(fake_capture_begin(s.a, 2), 0);
}

static void capture_a_global(void)
{
    CHECK_INT(fake_capture_begin(s.a, 0), 0);
}

static void capture_n(void)
{
    CHECK_INT(fake_capture_begin(s.n, 2), 0);
}

static void capture_n_global(void)
{
    CHECK_INT(fake_capture_begin(s.n, 0), 0);
}

static void capture_a_joined_by_b(void)
{
    capture_a();
    CHECK_INT(fake_capture_join(s.b, s.a), 0);
}

static void capture_n_and_m(void)
{
    capture_n();
    CHECK_INT(fake_capture_begin(s.m, 2), 0);
}

static void capture_a_invalidated(void)
{
    capture_a();
    CHECK_INT(fake_capture_join(s.a, s.n), 905);
}

enum { ORDER, FINISH, FINISH_UNKNOWN, WAIT, SYNCHRONIZE };
enum { S_LEGACY, S_THREAD, S_A, S_B, S_N, S_M, S_FOREIGN, S_HOST, S_NO_SYNC };

/* OK: 'w' a wait was made, 's' a synchronisation, '-' nothing; '!' refused with CAPTURE; 'x' the capture was broken
 * before: refused by us or by the driver */
static const struct capture_row {
    const char *name;
    void (*capture)(void);
    int call, producer, consumer;
    char action;
} capture_rows[] = {
    {"neither captures", capture_none, ORDER, S_A, S_N, 'w'},
    {"same capture", capture_a_joined_by_b, ORDER, S_A, S_B, 'w'},
    {"same capture, the other way", capture_a_joined_by_b, ORDER, S_B, S_A, 'w'},
    {"same stream", capture_a, ORDER, S_A, S_A, '-'},
    {"consumer only", capture_n, ORDER, S_A, S_N, '!'},
    {"consumer only, producer legacy, capture of a non-blocking stream", capture_n, ORDER, S_LEGACY, S_N, '!'},
    {"consumer only, producer per-thread (B61)", capture_a, ORDER, S_THREAD, S_A, '!'},
    {"producer only", capture_n, ORDER, S_N, S_M, '!'},
    {"producer only, consumer legacy", capture_n, ORDER, S_N, S_LEGACY, '!'},
    {"producer only, consumer per-thread", capture_a, ORDER, S_A, S_THREAD, '!'},
    {"two captures", capture_n_and_m, ORDER, S_N, S_M, '!'},
    {"two captures, global beside", capture_n_and_m, ORDER, S_M, S_N, '!'},
    {"legacy producer beside a blocking capture (906)", capture_a, ORDER, S_LEGACY, S_N, '!'},
    {"legacy producer, the captured one consumes (906)", capture_a, ORDER, S_LEGACY, S_A, '!'},
    {"legacy consumer beside a blocking capture (906)", capture_a, ORDER, S_N, S_LEGACY, '!'},
    {"legacy producer beside a non-blocking capture", capture_n, ORDER, S_LEGACY, S_M, 'w'},
    {"legacy consumer beside a non-blocking capture", capture_n, ORDER, S_M, S_LEGACY, 'w'},
    {"two others beside a global capture", capture_a_global, ORDER, S_N, S_M, 'w'},
    {"per-thread consumer beside a blocking capture", capture_a, ORDER, S_N, S_THREAD, 'w'},
    {"producer of another context beside a capture", capture_a, ORDER, S_FOREIGN, S_N, 'w'},
    {"invalidated capture, consumer", capture_a_invalidated, ORDER, S_N, S_A, 'x'},
    {"invalidated capture, producer", capture_a_invalidated, ORDER, S_A, S_N, 'x'},
    {"no sync, consumer captures", capture_n, ORDER, S_N, S_NO_SYNC, '-'},
    {"host, producer captures", capture_n, ORDER, S_N, S_HOST, '!'},
    {"host, legacy producer beside a blocking capture (906)", capture_a, ORDER, S_LEGACY, S_HOST, 'i'},
    {"host, producer beside a relaxed capture", capture_a, ORDER, S_N, S_HOST, 's'},
    {"host, producer beside a global capture", capture_a_global, ORDER, S_N, S_HOST, 's'},
    {"finish, consumer captures", capture_n, FINISH, S_M, S_N, '!'},
    {"finish, producer captures", capture_n, FINISH, S_N, S_M, '!'},
    {"finish, same capture", capture_a_joined_by_b, FINISH, S_A, S_B, 'w'},
    {"finish, producer unknown, consumer captures", capture_n, FINISH_UNKNOWN, S_M, S_N, '-'},
    {"finish, producer unknown, other captures", capture_n_global, FINISH_UNKNOWN, S_M, S_M, 's'},
    {"finish, producer unknown, legacy beside a blocking capture", capture_a, FINISH_UNKNOWN, S_M, S_LEGACY, 'i'},
    {"wait, consumer only", capture_n, WAIT, S_M, S_N, '!'},
    {"wait, producer only", capture_n, WAIT, S_N, S_M, '!'},
    {"wait, same capture", capture_a_joined_by_b, WAIT, S_A, S_B, 'w'},
    {"wait, two captures", capture_n_and_m, WAIT, S_N, S_M, '!'},
    {"wait, legacy beside a blocking capture", capture_a, WAIT, S_LEGACY, S_M, '!'},
    {"synchronize a captured stream", capture_n, SYNCHRONIZE, S_N, S_N, '!'},
    {"synchronize legacy beside a blocking capture", capture_a, SYNCHRONIZE, S_LEGACY, S_LEGACY, 'i'},
    {"synchronize beside a global capture", capture_a_global, SYNCHRONIZE, S_N, S_N, 's'},
    {"synchronize legacy beside a non-blocking capture", capture_n_global, SYNCHRONIZE, S_LEGACY, S_LEGACY, 's'},
};

static CUstream stream_of(int which)
{
    switch (which) {
    case S_LEGACY: return LEGACY;
    case S_THREAD: return THREAD;
    case S_A: return s.a;
    case S_B: return s.b;
    case S_N: return s.n;
    case S_M: return s.m;
    case S_FOREIGN: return s.foreign_stream;
    case S_HOST: return CUCORE_STREAM_HOST;
    default: return CUCORE_STREAM_NO_SYNC;
    }
}

static cucore_status call_of(int call, const cucore_view *view, CUstream producer, CUstream consumer)
{
    switch (call) {
    case ORDER: return cucore_views_begin_access((cucore_view *)(uintptr_t)view, 1, consumer);
    case WAIT: return cucore_stream_wait(consumer, producer);
    case SYNCHRONIZE: return cucore_stream_synchronize(producer);
    default: return cucore_views_end_access((cucore_view *)(uintptr_t)view, 1, consumer);
    }
}

static void streams_make(void)
{
    start();
    s.a = fake_stream_create(primary0, CU_STREAM_DEFAULT);
    s.b = fake_stream_create(primary0, CU_STREAM_DEFAULT);
    s.n = fake_stream_create(primary0, CU_STREAM_NON_BLOCKING);
    s.m = fake_stream_create(primary0, CU_STREAM_NON_BLOCKING);
    s.foreign_stream = fake_stream_create(foreign, CU_STREAM_DEFAULT);
    fake_context_set_current(primary0);
}

/* known: all of these streams were ordered before, so that the shortest way is open */
static void run_capture_row(const struct capture_row *row, int known)
{
    CUstream all[4], producer, consumer;
    cucore_view view;
    cucore_status status;
    int i, before[4];
    char name[128];
    streams_make();
    snprintf(name, sizeof name, "%s%s", row->name, known ? ", known streams" : "");
    check_row(name);
    all[0] = s.a, all[1] = s.b, all[2] = s.n, all[3] = s.m;
    for (i = 0; known && i < 4; i++) CHECK_INT(cucore_stream_wait(all[(i + 1) % 4], all[i]), CUCORE_OK);
    fake_log_clear();
    row->capture();
    producer = stream_of(row->producer), consumer = stream_of(row->consumer);
    for (i = 0; i < 4; i++) before[i] = fake_capture_status(all[i]);
    view_make(&view, fake_alloc(FAKE_DEVICE, 0, 64), 0, row->call != FINISH_UNKNOWN, producer);
    if (row->call == FINISH || row->call == FINISH_UNKNOWN) {
        fake_stream_add_work(consumer, primary0);
    } else if (!before[2] || producer != s.n) {
        fake_stream_add_work(producer, primary0);
    }
    status = call_of(row->call, &view, producer, consumer);
    if (row->action == 'x' && status != CUCORE_CAPTURE) {
        CHECK_INT(status, CUCORE_DRIVER);
        CHECK_INT(cucore_last_error()->result, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
        CHECK_STR(operations(), "");
    } else {
        CHECK_INT(status, row->action == '!' || row->action == 'x' ? CUCORE_CAPTURE : CUCORE_OK);
    }
    if (row->action == '!') {
        REFUSED(cucore_last_error()->status, CUCORE_CAPTURE, "captur");
        CHECK_STR(operations(), "");
    } else if (row->action == 'w') {
        CHECK_INT(fake_count("cuStreamWaitEvent"), 1);
        CHECK_INT(fake_count("cuStreamSynchronize"), 0);
        if (row->call != FINISH) CHECK_INT(fake_stream_has_seen(consumer, NULL, producer, NULL), 1);
        if (row->call == FINISH) CHECK_INT(fake_stream_has_seen(producer, NULL, consumer, NULL), 1);
    } else if (row->action == 's') {
        CHECK_INT(fake_count("cuStreamSynchronize"), 1);
        CHECK_INT(fake_host_has_seen(row->call == FINISH_UNKNOWN ? consumer : producer, NULL), 1);
    } else if (row->action == 'i') {
        CHECK_INT(fake_count("cuMemFree"), 1);
        CHECK_INT(fake_count("cuStreamSynchronize"), 0);
        CHECK_INT(fake_host_has_seen(row->call == FINISH_UNKNOWN ? consumer : producer, NULL), 1);
    } else if (row->action == '-') {
        CHECK_STR(operations(), "");
    }
    CHECK_INT(leaked_events(), 0);
    CHECK_INT(fake_context_depth(), 1);
    CHECK_INT(fake_capture_mode(), 0);
    for (i = 0; i < 4; i++) CHECK_INT(fake_capture_status(all[i]), before[i]);
    for (i = 0; i < 4; i++) {
        if (before[i] == 1 && all[i] != s.b) CHECK_INT(fake_capture_end(all[i]), 0);
    }
}

TEST(test_capture_rows)
{
    for (size_t i = 0; i < sizeof capture_rows / sizeof capture_rows[0]; i++) {
        run_capture_row(&capture_rows[i], 0);
        run_capture_row(&capture_rows[i], 1);
    }
}

/* A capture of another thread is none of ours, as long as its streams are not. */
static void *capture_elsewhere(void *unused)
{
    (void)unused;
    CHECK_INT(fake_capture_begin(s.a, 0), 0);
    return NULL;
}

TEST(test_global_capture_of_another_thread_survives)
{
    pthread_t thread;
    streams_make();
    CHECK_INT(pthread_create(&thread, NULL, capture_elsewhere, NULL), 0);
    pthread_join(thread, NULL);
    fake_stream_add_work(s.n, NULL);
    CHECK_INT(cucore_stream_synchronize(s.n), CUCORE_OK);
    CHECK_INT(fake_capture_status(s.a), 1);
    CHECK_INT(cucore_stream_wait(s.m, s.n), CUCORE_OK);
    CHECK_INT(fake_capture_status(s.a), 1);
}

/* ---------------------------------------------------------------------------------------------- several views -- */
enum { S_UNKNOWN = S_NO_SYNC + 1, S_EMPTY, S_SECOND, S_END };

/* producers: a stream, S_UNKNOWN none known, S_EMPTY no elements, S_SECOND device 1's legacy one, up to S_END.  waits,
 * synchronized: how many calls there are. */
static const struct several_row {
    const char *name;
    int finish, consumer, waits, synchronized, producers[24];
} several_rows[] = {
    {"none", 0, S_M, 0, 0, {S_END}},
    {"one", 0, S_M, 1, 0, {S_N, S_END}},
    {"two of one stream", 0, S_M, 1, 0, {S_N, S_N, S_END}},
    {"two streams", 0, S_M, 2, 0, {S_N, S_A, S_END}},
    {"two streams in turns", 0, S_M, 2, 0, {S_N, S_A, S_N, S_A, S_N, S_END}},
    {"one of them the consumer", 0, S_M, 1, 0, {S_M, S_N, S_M, S_END}},
    {"all the consumer", 0, S_M, 0, 0, {S_M, S_M, S_END}},
    {"unknown and empty ones between", 0, S_M, 1, 0, {S_UNKNOWN, S_N, S_EMPTY, S_N, S_END}},
    {"default streams of two devices", 0, S_M, 2, 0, {S_LEGACY, S_SECOND, S_LEGACY, S_SECOND, S_END}},
    {"default streams of two kinds", 0, S_M, 2, 0, {S_LEGACY, S_THREAD, S_LEGACY, S_THREAD, S_END}},
    {"two contexts", 0, S_M, 2, 0, {S_FOREIGN, S_N, S_FOREIGN, S_END}},
    {"for the default stream", 0, S_LEGACY, 2, 0, {S_N, S_LEGACY, S_N, S_A, S_END}},
    {"for the host", 0, S_HOST, 0, 2, {S_N, S_A, S_N, S_N, S_END}},
    {"for nobody", 0, S_NO_SYNC, 0, 0, {S_N, S_A, S_END}},
    {"finish: none", 1, S_M, 0, 0, {S_END}},
    {"finish: two of one stream", 1, S_M, 1, 0, {S_N, S_N, S_END}},
    {"finish: two streams in turns", 1, S_M, 2, 0, {S_N, S_A, S_N, S_A, S_END}},
    {"finish: one of them the consumer", 1, S_M, 1, 0, {S_M, S_N, S_M, S_END}},
    {"finish: empty ones between", 1, S_M, 1, 0, {S_EMPTY, S_N, S_EMPTY, S_N, S_END}},
    {"finish: the host waits once", 1, S_M, 0, 1, {S_UNKNOWN, S_UNKNOWN, S_UNKNOWN, S_END}},
    {"finish: known and unknown", 1, S_M, 1, 1, {S_UNKNOWN, S_N, S_UNKNOWN, S_N, S_END}},
    {"finish: default streams of two devices", 1, S_M, 2, 0, {S_LEGACY, S_SECOND, S_LEGACY, S_SECOND, S_END}},
    {"finish: on the host", 1, S_HOST, 0, 0, {S_N, S_UNKNOWN, S_END}},
};

static CUstream several_producer(int which)
{
    return which == S_SECOND ? LEGACY : which == S_UNKNOWN || which == S_EMPTY ? NULL : stream_of(which);
}

static size_t several_views(const int *producers, cucore_view *views)
{
    size_t count;
    for (count = 0; producers[count] != S_END; count++) {
        int which = producers[count], device = which == S_SECOND;
        view_make(&views[count], fake_alloc(FAKE_DEVICE, device, 64), device, which != S_UNKNOWN,
                  several_producer(which));
        views[count].layout.shape[0] = which != S_EMPTY;
    }
    return count;
}

/* Has everything that had to happen happened? */
static int several_seen(int finish, const int *producers, CUstream consumer)
{
    int seen = 1;
    for (; *producers != S_END; producers++) {
        CUstream p = several_producer(*producers);
        CUcontext context = *producers == S_SECOND ? primary1 : primary0;
        if (*producers == S_EMPTY || (*producers == S_UNKNOWN && !finish)) continue;
        seen &= *producers == S_UNKNOWN          ? fake_host_has_seen(consumer, primary0)
                : finish                         ? fake_stream_has_seen(p, context, consumer, primary0)
                : consumer == CUCORE_STREAM_HOST ? fake_host_has_seen(p, context)
                                                 : fake_stream_has_seen(consumer, primary0, p, context);
    }
    return seen;
}

static void run_several_row(const struct several_row *row)
{
    cucore_view views[24];
    CUstream consumer;
    size_t count;
    streams_make();
    check_row(row->name);
    count = several_views(row->producers, views);
    consumer = stream_of(row->consumer);
    for (size_t i = 0; i < count && !row->finish; i++) {
        if (views[i].has_producer_stream)
            fake_stream_add_work(views[i].producer_stream, row->producers[i] == S_SECOND ? primary1 : primary0);
    }
    if (row->finish && row->consumer != S_HOST) fake_stream_add_work(consumer, primary0);
    fake_log_clear();
    CHECK_INT(row->finish ? cucore_views_end_access(views, count, consumer)
                          : cucore_views_begin_access(views, count, consumer),
              CUCORE_OK);
    CHECK_INT(fake_count("cuEventRecord"), row->waits);
    CHECK_INT(fake_count("cuStreamWaitEvent"), row->waits);
    CHECK_INT(fake_count("cuStreamSynchronize"), row->synchronized);
    if (row->consumer != S_NO_SYNC && (row->consumer != S_HOST || !row->finish))
        CHECK_INT(several_seen(row->finish, row->producers, consumer), 1);
    CHECK_INT(leaked_events(), 0);
    CHECK(fake_context_current() == primary0);
}

TEST(test_several_views)
{
    for (size_t i = 0; i < sizeof several_rows / sizeof several_rows[0]; i++) run_several_row(&several_rows[i]);
}

/* B118: views on two devices, and which of them the user's work on a default stream is done on is not known: that of each
 * device waits for every producer, and afterwards every producer waits for both.  P: pinned memory, which counts as on the device
 * of the current context, without one as on that of the others. */
TEST(test_B118_several_views_on_two_devices)
{
    static const int currents[] = {0, 1, 2, 3}; /* primary0, primary1, foreign, none */
    static const CUstream consumers[] = {NULL, LEGACY, THREAD};
    CUcontext contexts[4], at[2];
    CUstream producers[3];
    cucore_view views[3];
    char name[96];
    for (size_t c = 0; c < 4; c++) {
        for (size_t k = 0; k < 3; k++) {
            for (int pinned = 0; pinned < 2; pinned++) {
                streams_make();
                contexts[0] = primary0, contexts[1] = primary1, contexts[2] = foreign, contexts[3] = NULL;
                snprintf(name, sizeof name, "%s current, consumer %s%s", context_text(contexts[currents[c]]),
                         stream_text(consumers[k]), pinned ? ", pinned" : "");
                check_row(name);
                for (int i = 0; i < 3; i++) {
                    producers[i] = fake_stream_create(i == 1 ? primary1 : primary0, CU_STREAM_NON_BLOCKING);
                    view_make(&views[i], fake_alloc(i == 2 ? FAKE_PINNED : FAKE_DEVICE, i == 1, 64),
                              i == 2 ? CUCORE_DEVICE_NONE : i == 1, 1, producers[i]);
                    fake_stream_add_work(producers[i], NULL);
                }
                fake_context_set_current(contexts[currents[c]]);
                at[0] = meant(0, contexts[currents[c]]), at[1] = meant(1, contexts[currents[c]]);
                CHECK_INT(cucore_views_begin_access(views, 2 + (size_t)pinned, consumers[k]), CUCORE_OK);
                for (int i = 0; i < 2 + pinned; i++) {
                    for (int j = 0; j < 2; j++)
                        CHECK_INT(fake_stream_has_seen(consumers[k], at[j], producers[i], NULL), 1);
                }
                for (int j = 0; j < 2; j++) fake_stream_add_work(consumers[k] ? consumers[k] : LEGACY, at[j]);
                CHECK_INT(cucore_views_end_access(views, 2 + (size_t)pinned, consumers[k]), CUCORE_OK);
                for (int i = 0; i < 2 + pinned; i++) {
                    for (int j = 0; j < 2; j++)
                        CHECK_INT(fake_stream_has_seen(producers[i], NULL, consumers[k], at[j]), 1);
                }
                CHECK(fake_context_current() == contexts[currents[c]]);
                CHECK_INT(leaked_events(), 0);
            }
        }
    }
}

/* B118: the default stream that memory was allocated on stays that of the context that was current then. */
TEST(test_B118_a_default_stream_is_remembered_with_its_context)
{
    static const int64_t shape[] = {8};
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT64, 1, NULL, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_view view;
    spec.shape = shape;
    streams_make();
    fake_context_set_current(foreign);
    CHECK_INT(cucore_view_allocate(&spec, NULL, NULL, &view), CUCORE_OK);
    fake_stream_add_work(LEGACY, foreign);
    fake_context_set_current(primary0);
    CHECK_INT(cucore_views_begin_access(&view, 1, NULL), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(LEGACY, primary0, LEGACY, foreign), 1);
    fake_stream_add_work(LEGACY, primary0);
    CHECK_INT(cucore_views_end_access(&view, 1, NULL), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(LEGACY, foreign, LEGACY, primary0), 1);
    CHECK_INT(cucore_view_set_producer_stream(&view, THREAD), CUCORE_OK);
    fake_context_set_current(foreign);
    fake_stream_add_work(THREAD, primary0);
    CHECK_INT(cucore_views_begin_access(&view, 1, THREAD), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(THREAD, foreign, THREAD, primary0), 1);
    CHECK_INT(cucore_views_end_access(&view, 1, THREAD), CUCORE_OK);
    cucore_view_release(&view);
}

/* More streams than are remembered: those beyond are waited for again, none is left out. */
TEST(test_views_of_many_streams)
{
    enum { STREAMS = 12, VIEWS = 2 * STREAMS };
    cucore_view views[VIEWS];
    CUstream many[STREAMS];
    for (int finish = 0; finish < 2; finish++) {
        streams_make();
        check_row(finish ? "finish" : "order");
        for (int i = 0; i < STREAMS; i++) many[i] = fake_stream_create(primary0, CU_STREAM_NON_BLOCKING);
        for (int i = 0; i < VIEWS; i++) view_make(&views[i], fake_alloc(FAKE_DEVICE, 0, 64), 0, 1, many[i % STREAMS]);
        for (int i = 0; i < STREAMS; i++) fake_stream_add_work(many[i], NULL);
        fake_stream_add_work(s.m, NULL);
        fake_log_clear();
        CHECK_INT(finish ? cucore_views_end_access(views, VIEWS, s.m) : cucore_views_begin_access(views, VIEWS, s.m),
                  CUCORE_OK);
        CHECK(fake_count("cuStreamWaitEvent") >= STREAMS && fake_count("cuStreamWaitEvent") < VIEWS);
        for (int i = 0; i < STREAMS; i++) {
            CHECK_INT(finish ? fake_stream_has_seen(many[i], NULL, s.m, NULL)
                             : fake_stream_has_seen(s.m, NULL, many[i], NULL),
                      1);
        }
        CHECK_INT(leaked_events(), 0);
    }
}

/* Order stops at the first failure; finish does for the others what it can, and tells the first. */
TEST(test_several_views_one_captured)
{
    static const int producers[] = {S_A, S_N, S_B, S_END};
    cucore_view views[3];
    streams_make();
    CHECK_INT(several_views(producers, views), 3);
    fake_stream_add_work(s.a, NULL);
    fake_stream_add_work(s.b, NULL);
    fake_stream_add_work(s.m, NULL);
    capture_n();
    CHECK_INT(cucore_views_begin_access(views, 3, s.m), CUCORE_CAPTURE);
    CHECK_INT(fake_stream_has_seen(s.m, NULL, s.a, NULL), 1);
    CHECK_INT(fake_stream_has_seen(s.m, NULL, s.b, NULL), 0);
    fake_stream_destroy(s.b);
    CHECK_INT(cucore_views_end_access(views, 3, s.m), CUCORE_CAPTURE);
    REFUSED(cucore_last_error()->status, CUCORE_CAPTURE, "captured");
    CHECK_INT(fake_stream_has_seen(s.a, NULL, s.m, NULL), 1);
    CHECK_INT(fake_capture_status(s.n), 1);
    CHECK_INT(leaked_events(), 0);
}

TEST(test_several_views_null)
{
    start();
    CHECK_INT(cucore_views_begin_access(NULL, 1, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_views_end_access(NULL, 1, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_views_begin_access(NULL, 0, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(NULL, 0, NULL), CUCORE_OK);
    CHECK_STR(fake_log(), "");
}

/* ------------------------------------------------------------------------------------------- one pool, many threads -- */
/* More threads than a pool has events; two that shared one would wait for each other's work. */
enum { POOL_THREADS = 12, POOL_ROUNDS = 3000 };
static int pool_missed[POOL_THREADS], pool_failed[POOL_THREADS];

static void *order_again_and_again(void *number)
{
    int i, self = *(int *)number;
    CUstream producer, consumer;
    fake_context_set_current(self % 2 ? primary0 : NULL);
    producer = fake_stream_create(primary0, CU_STREAM_NON_BLOCKING);
    consumer = fake_stream_create(primary0, CU_STREAM_NON_BLOCKING);
    for (i = 0; i < POOL_ROUNDS; i++) {
        fake_stream_add_work(producer, NULL);
        pool_failed[self] += cucore_stream_wait(consumer, producer) != CUCORE_OK;
        pool_missed[self] += !fake_stream_has_seen(consumer, NULL, producer, NULL);
    }
    return NULL;
}

TEST(test_one_pool_for_many_threads)
{
    pthread_t threads[POOL_THREADS];
    int i, numbers[POOL_THREADS];
    streams_make();
    for (i = 0; i < POOL_THREADS; i++) {
        numbers[i] = i;
        CHECK_INT(pthread_create(&threads[i], NULL, order_again_and_again, &numbers[i]), 0);
    }
    for (i = 0; i < POOL_THREADS; i++) pthread_join(threads[i], NULL);
    for (i = 0; i < POOL_THREADS; i++) {
        CHECK_INT(pool_failed[i], 0);
        CHECK_INT(pool_missed[i], 0);
    }
    CHECK_INT(leaked_events(), 0);
}

/* -------------------------------------------------------------------------------------------- stream functions -- */
TEST(test_stream_wait)
{
    streams_make();
    check_row("same context");
    fake_stream_add_work(s.a, NULL);
    CHECK_INT(fake_stream_has_seen(s.n, NULL, s.a, NULL), 0);
    CHECK_INT(cucore_stream_wait(s.n, s.a), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(s.n, NULL, s.a, NULL), 1);
    CHECK_INT(fake_stream_has_seen(s.a, NULL, s.n, NULL), 1); /* n had nothing */
    check_row("later work is not waited for");
    fake_stream_add_work(s.a, NULL);
    CHECK_INT(fake_stream_has_seen(s.n, NULL, s.a, NULL), 0);
    check_row("across contexts");
    fake_stream_add_work(s.foreign_stream, NULL);
    CHECK_INT(cucore_stream_wait(s.n, s.foreign_stream), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(s.n, NULL, s.foreign_stream, NULL), 1);
    check_row("equal");
    fake_log_clear();
    CHECK_INT(cucore_stream_wait(s.n, s.n), CUCORE_OK);
    CHECK_INT(cucore_stream_wait(NULL, LEGACY), CUCORE_OK);
    CHECK_INT(cucore_stream_wait(LEGACY, NULL), CUCORE_OK);
    CHECK_INT(cucore_stream_wait(THREAD, THREAD), CUCORE_OK);
    CHECK_STR(operations(), "");
    CHECK_INT(leaked_events(), 0);
}

TEST(test_stream_wait_default_streams_are_of_the_current_context)
{
    streams_make();
    check_row("foreign current");
    fake_context_set_current(foreign);
    fake_stream_add_work(LEGACY, foreign);
    CHECK_INT(cucore_stream_wait(s.n, NULL), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(s.n, NULL, LEGACY, foreign), 1);
    CHECK(fake_context_current() == foreign);
    check_row("none current");
    fake_context_set_current(NULL);
    fake_stream_add_work(THREAD, primary0);
    CHECK_INT(cucore_stream_wait(s.n, THREAD), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(s.n, NULL, THREAD, primary0), 1);
    CHECK(fake_context_current() == NULL);
    CHECK_INT(fake_context_depth(), 0);
}

TEST(test_values_that_are_no_streams)
{
    start();
    REFUSED(cucore_stream_wait(CUCORE_STREAM_HOST, NULL), CUCORE_INVALID_ARGUMENT, "CUCORE_STREAM_HOST");
    REFUSED(cucore_stream_wait(NULL, CUCORE_STREAM_NO_SYNC), CUCORE_INVALID_ARGUMENT, "CUCORE_STREAM_NO_SYNC");
    CHECK_INT(cucore_stream_synchronize(CUCORE_STREAM_HOST), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_stream_synchronize(CUCORE_STREAM_NO_SYNC), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(operations(), "");
}

TEST(test_stream_synchronize)
{
    streams_make();
    fake_context_set_current(NULL);
    fake_stream_add_work(s.n, NULL);
    CHECK_INT(fake_host_has_seen(s.n, NULL), 0);
    CHECK_INT(cucore_stream_synchronize(s.n), CUCORE_OK);
    CHECK_INT(fake_host_has_seen(s.n, NULL), 1);
    check_row("legacy, none current");
    fake_stream_add_work(NULL, primary0);
    fake_stream_add_work(NULL, foreign);
    CHECK_INT(cucore_stream_synchronize(NULL), CUCORE_OK);
    CHECK_INT(fake_host_has_seen(NULL, primary0), 1);
    CHECK_INT(fake_host_has_seen(NULL, foreign), 0);
    CHECK_INT(fake_context_depth(), 0);
    check_row("legacy, foreign current");
    fake_context_set_current(foreign);
    CHECK_INT(cucore_stream_synchronize(NULL), CUCORE_OK);
    CHECK_INT(fake_host_has_seen(NULL, foreign), 1);
    CHECK(fake_context_current() == foreign);
}

TEST(test_destroyed_stream_is_an_error)
{
    streams_make();
    fake_stream_destroy(s.n);
    CHECK_INT(cucore_stream_wait(s.a, s.n), CUCORE_DRIVER);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_INVALID_HANDLE);
    CHECK_STR(cucore_last_error()->call, "cuStreamGetCaptureInfo");
    CHECK_HAS(cucore_last_error()->message, "CUDA_ERROR_INVALID_HANDLE (400)");
    CHECK_INT(cucore_stream_wait(s.n, s.a), CUCORE_DRIVER);
    CHECK_INT(cucore_stream_synchronize(s.n), CUCORE_DRIVER);
    CHECK_STR(operations(), "");
}

/* --------------------------------------------------------------------------------------------------- pointers -- */
TEST(test_pointer_query)
{
    static const struct {
        const char *name;
        int kind, device, in_foreign, current, device_type;
    } rows[] = {
        {"device 0", FAKE_DEVICE, 0, 0, 0, CUCORE_DEVICE_TYPE_CUDA},
        {"device 1, nothing current (B56, B58)", FAKE_DEVICE, 1, 0, 1, CUCORE_DEVICE_TYPE_CUDA},
        {"device 1, device 0 current (B56, B58)", FAKE_DEVICE, 1, 0, 0, CUCORE_DEVICE_TYPE_CUDA},
        {"foreign context", FAKE_DEVICE, 0, 1, 0, CUCORE_DEVICE_TYPE_CUDA},
        {"pool of device 1 (B59)", FAKE_POOL, 1, 0, 0, CUCORE_DEVICE_TYPE_CUDA},
        {"pinned of device 1", FAKE_PINNED, 1, 0, 1, CUCORE_DEVICE_TYPE_CUDA_HOST},
        {"managed", FAKE_MANAGED, 0, 0, 1, CUCORE_DEVICE_TYPE_CUDA_MANAGED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cucore_pointer_info info;
        CUcontext owner;
        CUdeviceptr ptr;
        start();
        check_row(rows[i].name);
        owner = rows[i].in_foreign ? foreign : rows[i].device ? primary1 : primary0;
        ptr = fake_alloc_in(owner, rows[i].kind, 64);
        fake_context_set_current(rows[i].current ? NULL : primary0);
        memset(&info, 0x5a, sizeof info);
        CHECK_INT(cucore_pointer_get_info((void *)(uintptr_t)(ptr + 63), &info), CUCORE_OK);
        CHECK_INT(info.device_type, rows[i].device_type);
        CHECK_INT(info.device_id, rows[i].device);
        CHECK(info.context == (rows[i].kind == FAKE_POOL ? NULL : owner));
        CHECK(fake_context_current() == (rows[i].current ? NULL : primary0));
        CHECK_STR(operations(), "");
    }
}

TEST(test_pointer_query_of_host_memory)
{
    cucore_pointer_info info;
    CUdeviceptr freed;
    int value = 0;
    start();
    check_row("stack");
    CHECK_INT(cucore_pointer_get_info(&value, &info), CUCORE_OK);
    CHECK_INT(info.device_type, CUCORE_DEVICE_TYPE_CPU);
    CHECK_INT(info.device_id, -1);
    CHECK(info.context == NULL);
    check_row("NULL");
    CHECK_INT(cucore_pointer_get_info(NULL, &info), CUCORE_OK);
    CHECK_INT(info.device_type, CUCORE_DEVICE_TYPE_CPU);
    CHECK_INT(info.device_id, -1);
    check_row("freed");
    freed = fake_alloc(FAKE_DEVICE, 0, 64);
    CHECK_INT(fake_free(freed), 0);
    CHECK_INT(cucore_pointer_get_info((void *)(uintptr_t)freed, &info), CUCORE_OK);
    CHECK_INT(info.device_type, CUCORE_DEVICE_TYPE_CPU);
    check_row("out NULL");
    CHECK_INT(cucore_pointer_get_info(&value, NULL), CUCORE_INVALID_ARGUMENT);
}

TEST(test_pointer_query_leaves_out_untouched_on_error)
{
    cucore_pointer_info info;
    start();
    info.device_type = 77, info.device_id = 78, info.context = foreign;
    fake_fail(1, CUDA_ERROR_LAUNCH_FAILED);
    CHECK_INT(cucore_pointer_get_info(NULL, &info), CUCORE_DRIVER);
    CHECK_INT(info.device_type, 77);
    CHECK_INT(info.device_id, 78);
    CHECK(info.context == foreign);
}

/* --------------------------------------------------------------------------------------------------- contexts -- */
static void forget_primaries(void)
{
    memset(cucore__primary_contexts, 0, sizeof cucore__primary_contexts);
}

TEST(test_context_primary_is_retained_once)
{
    CUcontext first = NULL, context = NULL;
    int before;
    start();
    forget_primaries();
    before = fake_primary_refs(1);
    CHECK_INT(cucore_context_get_primary(1, &first), CUCORE_OK);
    for (int i = 0; i < 100; i++) {
        CHECK_INT(cucore_context_get_primary(1, &context), CUCORE_OK);
        CHECK(context == first);
    }
    CHECK_INT(fake_primary_refs(1), before + 1);
    CHECK_INT(fake_count("cuDevicePrimaryCtxRetain"), 1);
    CHECK_INT(fake_call_count(), 1);
    CHECK_INT(fake_context_depth(), 0);
}

TEST(test_context_primary_refuses_bad_device_ids)
{
    static const int device_ids[] = {-4, 2, 15, 255, 256, 1 << 30, -2147483647 - 1};
    CUcontext context = NULL;
    start();
    for (size_t i = 0; i < sizeof device_ids / sizeof device_ids[0]; i++) {
        CHECK_INT(cucore_context_get_primary(device_ids[i], &context), CUCORE_INVALID_ARGUMENT);
        CHECK(context == NULL);
        CHECK_HAS(cucore_last_error()->message, "this process sees 2");
    }
    CHECK_STR(fake_log(), "");
    CHECK_INT(cucore_context_get_primary(0, NULL), CUCORE_INVALID_ARGUMENT);
}

TEST(test_context_enter_and_leave_nest)
{
    cucore_context_guard outer, middle, inner, none = {{NULL, NULL}};
    start();
    CHECK_INT(cucore_context_enter(primary0, &outer), CUCORE_OK);
    CHECK(fake_context_current() == primary0);
    CHECK(outer.private_[0] != NULL);
    CHECK_INT(cucore_context_enter(primary0, &middle), CUCORE_OK);
    CHECK(middle.private_[0] == NULL);
    CHECK_INT(fake_context_depth(), 1);
    CHECK_INT(cucore_context_enter(foreign, &inner), CUCORE_OK);
    CHECK(fake_context_current() == foreign);
    CHECK_INT(fake_context_depth(), 2);
    cucore_context_leave(&none);
    cucore_context_leave(&inner);
    CHECK(fake_context_current() == primary0);
    cucore_context_leave(&inner); /* again */
    cucore_context_leave(&middle);
    CHECK(fake_context_current() == primary0);
    cucore_context_leave(&outer);
    CHECK(fake_context_current() == NULL);
    CHECK_INT(fake_context_depth(), 0);
}

TEST(test_context_enter_null_keeps_the_current_one)
{
    cucore_context_guard guard = {{(CUcontext)&guard, NULL}};
    start();
    fake_context_set_current(foreign);
    CHECK_INT(cucore_context_enter(NULL, &guard), CUCORE_OK);
    CHECK(guard.private_[0] == NULL);
    CHECK_STR(fake_log(), "");
    cucore_context_leave(&guard);
    CHECK(fake_context_current() == foreign);
}

TEST(test_context_enter_destroyed_context)
{
    cucore_context_guard guard = {{(CUcontext)&guard, NULL}};
    start();
    fake_context_destroy(foreign);
    CHECK_INT(cucore_context_enter(foreign, &guard), CUCORE_DRIVER);
    CHECK(guard.private_[0] == NULL);
    CHECK_STR(cucore_last_error()->call, "cuCtxPushCurrent");
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_INVALID_CONTEXT);
    cucore_context_leave(&guard);
    CHECK_INT(fake_context_depth(), 0);
}

TEST(test_device_count)
{
    start();
    CHECK_INT(cucore_device_count(), 2);
    CHECK_STR(fake_log(), "");
}

/* ------------------------------------------------------------------------- first use, each in its own process -- */
static const char *expected_words, *expected_call;
static int expected_result;

static void check_unusable(cucore_status status)
{
    CHECK_INT(status, CUCORE_NO_DRIVER);
    REFUSED(cucore_last_error()->status, CUCORE_NO_DRIVER, expected_words);
    CHECK_INT(cucore_last_error()->result, expected_result);
    if (expected_call) CHECK_STR(cucore_last_error()->call ? cucore_last_error()->call : "", expected_call);
}

/* The same answer from every function, for ever, and outputs untouched. */
static void child_unusable(void)
{
    cucore_view view;
    cucore_pointer_info info;
    cucore_context_guard guard = {{(CUcontext)&guard, NULL}};
    CUcontext context = (CUcontext)&view;
    int calls;
    CHECK_INT(cucore_driver_is_loaded(), 0);
    check_unusable(cucore_driver_load());
    CHECK_INT(cucore_driver_is_loaded(), 1);
    calls = fake_call_count();
    memset(&info, 0x5a, sizeof info);
    view_make(&view, (CUdeviceptr)(uintptr_t)&view, 0, 1, LEGACY);
    check_unusable(cucore_driver_load());
    CHECK_INT(cucore_device_count(), -1);
    check_unusable(cucore_last_error()->status);
    check_unusable(cucore_context_get_primary(0, &context));
    check_unusable(cucore_context_enter(context, &guard));
    check_unusable(cucore_pointer_get_info(&view, &info));
    check_unusable(cucore_stream_wait(NULL, THREAD));
    check_unusable(cucore_stream_synchronize(NULL));
    check_unusable(cucore_views_begin_access(&view, 1, NULL));
    check_unusable(cucore_views_begin_access(&view, 1, CUCORE_STREAM_HOST));
    check_unusable(cucore_views_end_access(&view, 1, NULL));
    cucore_context_leave(&guard);
    CHECK(guard.private_[0] == NULL);
    CHECK(context == (CUcontext)&view);
    CHECK_INT(info.device_type, 0x5a5a5a5a);
    CHECK_INT(fake_call_count(), calls);
    view.has_producer_stream = 0;
    CHECK_INT(cucore_views_begin_access(&view, 1, NULL), CUCORE_OK); /* nothing to order: no driver needed */
    CHECK_INT(cucore_views_end_access(&view, 1, CUCORE_STREAM_HOST), CUCORE_OK);
}

static void test_no_library(void)
{
    const char *name = driver_name;
    driver_name = "libcuda-absent.so.7";
    expected_words = "cannot load libcuda-absent.so.7";
    expected_result = CUDA_ERROR_NOT_INITIALIZED;
    expected_call = NULL;
    in_child(child_unusable);
    driver_name = name;
}

static void test_init_fails(void)
{
    static const struct {
        const char *name, *variable, *value, *words;
        int result;
    } rows[] = {
        {"stub", "FAKE_CUDA_INIT", "34", "cuInit failed: CUDA_ERROR_STUB_LIBRARY (34), CUDA driver is a stub library",
         34},
        {"no device", "FAKE_CUDA_INIT", "100", "cuInit failed: CUDA_ERROR_NO_DEVICE (100), no CUDA-capable device",
         100},
        {"none visible", "FAKE_CUDA_DEVICES", "0", "cuInit failed: CUDA_ERROR_NO_DEVICE (100)", 100},
        {"wrong kernel module", "FAKE_CUDA_INIT", "803", "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803)", 803},
        {"unknown number", "FAKE_CUDA_INIT", "4242", "cuInit failed: CUresult (4242), no description", 4242},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_row(rows[i].name);
        expected_words = rows[i].words, expected_result = rows[i].result, expected_call = "cuInit";
        in_child_with(rows[i].variable, rows[i].value, child_unusable);
    }
}

static void child_count_fails(void)
{
    fake_fail(2, CUDA_ERROR_UNKNOWN);
    child_unusable();
}

static void test_device_count_fails(void)
{
    expected_words = "cuDeviceGetCount failed: CUDA_ERROR_UNKNOWN (999)";
    expected_result = CUDA_ERROR_UNKNOWN, expected_call = "cuDeviceGetCount";
    in_child(child_count_fails);
}

static void test_old_driver_lacks_an_entry_point(void)
{
    static const char *const symbols[] = {
        "cuInit",         "cuDeviceGetCount",    "cuDevicePrimaryCtxRetain", "cuCtxGetCurrent",
        "cuCtxGetDevice", "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2",       "cuPointerGetAttributes",
        "cuStreamGetCtx", "cuStreamSynchronize", "cuStreamWaitEvent",        "cuEventCreate",
        "cuEventRecord",  "cuEventDestroy_v2",
    };
    char plain[64], words[128];
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        check_row(symbols[i]);
        snprintf(plain, sizeof plain, "%s", symbols[i]);
        if (strstr(plain, "_v2")) *strstr(plain, "_v2") = '\0';
        snprintf(words, sizeof words, "too old: it has no %s", symbols[i]);
        expected_words = words, expected_result = CUDA_ERROR_NOT_FOUND, expected_call = symbols[i];
        in_child_with("FAKE_CUDA_MISSING", plain, child_unusable);
    }
}

/* Ordering works, whatever the way to the entry points. */
static void child_works(void)
{
    CHECK_INT(cucore_driver_load(), CUCORE_OK);
    test_stream_wait();
    test_stream_synchronize();
    test_pointer_query();
}

static void child_without_capture_info(void)
{
    child_works();
    CHECK_INT(fake_count("cuStreamGetCaptureInfo"), 0);
}

static void child_without_error_texts(void)
{
    cucore_pointer_info info;
    child_works();
    fake_fail(1, CUDA_ERROR_LAUNCH_FAILED);
    CHECK_INT(cucore_pointer_get_info(NULL, &info), CUCORE_DRIVER);
    CHECK_STR(cucore_last_error()->message, "cuPointerGetAttributes failed: CUresult (719), no description");
}

static void test_ways_to_entry_points(void)
{
    check_row("newest");
    in_child(child_works);
    check_row("first cuGetProcAddress");
    in_child_with("FAKE_CUDA_MISSING", "cuGetProcAddress_v2", child_works);
    check_row("dlsym alone");
    in_child_with("FAKE_CUDA_MISSING", "cuGetProcAddress", child_works);
    check_row("no cuStreamGetCaptureInfo");
    in_child_with("FAKE_CUDA_MISSING", "cuStreamGetCaptureInfo", child_without_capture_info);
    check_row("no error texts");
    in_child_with("FAKE_CUDA_MISSING", "cuGetErrorName,cuGetErrorString", child_without_error_texts);
}

/* Orders b after a, and what the driver was asked, without arguments. */
static const char *asked_for_order(CUstream a, CUstream b)
{
    static char text[1024];
    const char *line;
    size_t used = 0;
    fake_log_clear();
    CHECK_INT(cucore_stream_wait(b, a), CUCORE_OK);
    CHECK_INT(fake_stream_has_seen(b, NULL, a, NULL), 1);
    for (line = fake_log(); *line && used < sizeof text; line += strcspn(line, "\n") + 1)
        used += (size_t)snprintf(text + used, sizeof text - used, "%.*s ", (int)strcspn(line, " "), line);
    return text;
}

/* What the driver is asked when two streams of a context that another library made are ordered for the second time. */
static const char *asked_in(CUcontext context)
{
    CUstream a, b;
    fake_context_set_current(context);
    a = fake_stream_create(context, 1);
    b = fake_stream_create(context, 1);
    (void)asked_for_order(a, b);
    return asked_for_order(a, b);
}

/* A primary context, as torch makes it current: as short a way as with our own. */
static void child_primary_of_another_library(void)
{
    CHECK_INT(cucore_driver_load(), CUCORE_OK);
    CHECK_STR(asked_in(fake_context_primary(0)),
              "cuStreamGetCaptureInfo cuStreamGetCaptureInfo cuEventRecord cuStreamWaitEvent ");
    CHECK_INT(fake_primary_refs(0), 1);
    CHECK_INT(leaked_events(), 0);
}

/* A context that somebody created is no primary one, and none is made because of it. */
static void child_created_context(void)
{
    CHECK_INT(cucore_driver_load(), CUCORE_OK);
    CHECK_HAS(asked_in(fake_context_create(0)), "cuCtxGetId");
    CHECK_INT(fake_primary_refs(0), 0);
    CHECK_INT(leaked_events(), 0);
}

static void test_contexts_of_others(void)
{
    check_row("primary");
    in_child(child_primary_of_another_library);
    check_row("primary, driver cannot tell");
    in_child_with("FAKE_CUDA_MISSING", "cuDevicePrimaryCtxGetState", child_created_context);
    check_row("created");
    in_child(child_created_context);
}

static void child_one_device(void)
{
    CUcontext context = NULL;
    CHECK_INT(cucore_device_count(), 1);
    CHECK_INT(cucore_context_get_primary(1, &context), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "device 1 does not exist; this process sees 1");
}

static void test_one_device(void)
{
    in_child_with("FAKE_CUDA_DEVICES", "1", child_one_device);
}

/* Nothing of the library may touch the driver before it must. */
static void test_nothing_happens_at_load_time(void)
{
    CHECK_INT(cucore_driver_is_loaded(), 0);
    CHECK_INT(cucore_last_error()->status, CUCORE_OK);
    CHECK_INT(cucore_views_begin_access(NULL, 1, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_driver_is_loaded(), 0);
    CHECK_STR(fake_log(), "");
}

/* ---------------------------------------------------------------------------------------------------- threads -- */
static int first_use(int number)
{
    int errors = 0;
    CUcontext context = NULL;
    cucore_pointer_info info;
    (void)number;
    errors += cucore_stream_synchronize(NULL) != CUCORE_OK;
    errors += !cucore_driver_is_loaded();
    for (int i = 0; i < 50; i++) {
        errors += cucore_context_get_primary(i % 2, &context) != CUCORE_OK;
        errors += cucore_stream_wait(THREAD, NULL) != CUCORE_OK;
        errors += cucore_pointer_get_info(NULL, &info) != CUCORE_OK;
        errors += cucore_context_get_primary(-3 - i, &context) != CUCORE_INVALID_ARGUMENT;
        errors += fake_context_depth() != 0;
    }
    return errors;
}

static void test_first_use_from_many_threads(void)
{
    CHECK_INT(cucore_driver_is_loaded(), 0);
    fake_log_clear();
    in_threads(first_use);
    CHECK_INT(fake_count("cuInit"), 1);
    CHECK_INT(fake_count("cuDeviceGetCount"), 1);
    CHECK_INT(fake_count("cuDevicePrimaryCtxRetain"), 2);
    CHECK_INT(fake_primary_refs(0), 1);
    CHECK_INT(fake_primary_refs(1), 1);
    CHECK_INT(leaked_events(), 0);
    CHECK(strstr(fake_log(), "result=") == NULL);
}

/* Errors and current contexts are those of a thread. */
static void *other_thread(void *unused)
{
    CUcontext context = NULL;
    (void)unused;
    CHECK_INT(cucore_last_error()->status, CUCORE_OK);
    CHECK(fake_context_current() == NULL);
    REFUSED(cucore_context_get_primary(99, &context), CUCORE_INVALID_ARGUMENT, "device 99");
    return NULL;
}

TEST(test_errors_are_per_thread)
{
    pthread_t thread;
    CUcontext context = NULL;
    start();
    fake_context_set_current(foreign);
    CHECK_INT(cucore_context_get_primary(-7, &context), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(pthread_create(&thread, NULL, other_thread, NULL), 0);
    pthread_join(thread, NULL);
    CHECK_HAS(cucore_last_error()->message, "device -7");
    CHECK(fake_context_current() == foreign);
}

/* T15: the driver does not work in a child of a process that used it. */
static void child_after_fork(void)
{
    cucore_pointer_info info;
    cucore_view view;
    view_make(&view, (CUdeviceptr)(uintptr_t)&view, 0, 1, s.foreign_stream);
    CHECK_INT(cucore_pointer_get_info(NULL, &info), CUCORE_DRIVER);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_INITIALIZED);
    CHECK_HAS(cucore_last_error()->message, "CUDA_ERROR_NOT_INITIALIZED (3)");
    CHECK_INT(cucore_stream_wait(NULL, s.n), CUCORE_DRIVER);
    CHECK_INT(cucore_last_error()->result, CUDA_ERROR_NOT_INITIALIZED);
    CHECK_INT(cucore_stream_synchronize(s.n), CUCORE_DRIVER);
    CHECK_INT(cucore_views_begin_access(&view, 1, s.n), CUCORE_DRIVER);
}

TEST(test_fork_after_init)
{
    streams_make();
    in_child(child_after_fork);
    CHECK_INT(cucore_stream_wait(s.n, s.a), CUCORE_OK); /* the parent goes on */
}

int main(void)
{
    RUN(test_nothing_happens_at_load_time);
    RUN(test_no_library);
    RUN(test_init_fails);
    RUN(test_device_count_fails);
    RUN(test_old_driver_lacks_an_entry_point);
    RUN(test_ways_to_entry_points);
    RUN(test_contexts_of_others);
    RUN(test_one_device);
    RUN(test_first_use_from_many_threads); /* from here on the driver is loaded */
    check_tests();
    return check_end();
}
