/* test_driver_release.c - owners that are kept until the work of a stream is done (B108), or as long as a graph (B107) */
#define CUCORE_KEPT_MAX 4
#define CUCORE_KEPT_BYTES 4096
#define CUCORE_DEBUG
#include "failing_c.h"

#define CUCORE_IMPLEMENTATION
#include "cucore_dlpack.h"

#include "check.h"
#include "in_child.h"
#include "../fake_driver/fake_cuda.h"

#include <pthread.h>

enum { READ_ONLY = CUCORE_DLPACK_READ_ONLY, BYTES = 256 };

static struct {
    CUcontext primary;
    CUstream stream, other;
    CUdeviceptr memory;
} w;
static int deleted, lost_events;
static CUstream running; /* set: nothing may be deleted while this stream is held */

static void delete_tensor(DLManagedTensorVersioned *managed)
{
    __atomic_add_fetch(&deleted, 1, __ATOMIC_SEQ_CST);
    if (running) CHECK(!fake_stream_is_held(running, NULL));
    free(managed->dl_tensor.shape);
    free(managed);
}

/* A tensor of a producer that does not name its stream. */
static void take(cucore_view *view, uint64_t flags, int64_t bytes)
{
    static const cucore_arg trusting = CUCORE_ARG(NULL, NULL, NULL, CUCORE_TRUST_PRODUCER);
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)calloc(1, sizeof *managed);
    managed->version.major = DLPACK_MAJOR_VERSION;
    managed->version.minor = DLPACK_MINOR_VERSION;
    managed->flags = flags;
    managed->deleter = delete_tensor;
    managed->dl_tensor.data = (void *)(uintptr_t)w.memory;
    managed->dl_tensor.device.device_type = kDLCUDA;
    managed->dl_tensor.ndim = 1;
    managed->dl_tensor.dtype.code = kDLUInt;
    managed->dl_tensor.dtype.bits = 8;
    managed->dl_tensor.dtype.lanes = 1;
    managed->dl_tensor.shape = (int64_t *)malloc(sizeof(int64_t));
    managed->dl_tensor.shape[0] = bytes;
    CHECK_INT(cucore_view_adopt_dlmanaged_versioned(managed, &trusting, view), CUCORE_OK);
}

static void begin(void)
{
    fake_reset();
    CHECK_INT(cucore_context_get_primary(0, &w.primary), CUCORE_OK);
    w.stream = fake_stream_create(w.primary, CU_STREAM_NON_BLOCKING);
    w.other = fake_stream_create(w.primary, CU_STREAM_NON_BLOCKING);
    w.memory = fake_alloc(FAKE_DEVICE, 0, BYTES * 64);
    deleted = 0;
    running = NULL;
    lost_events = 0;
    fake_log_clear();
}

static uint64_t owners(void)
{
    return cucore__late.owners;
}

static void end(void)
{
    fake_fail(0, 0);
    CHECK_INT(cucore_trim(), CUCORE_OK);
    CHECK_INT(owners(), 0);
    CHECK_INT(fake_live_events(), lost_events);
    CHECK_INT(fake_live_user_objects(), 0);
    CHECK_INT(fake_context_depth(), 0);
}

/* Work on a stream with an array, as a caller does it. */
static cucore_status use(CUstream stream, uint64_t flags, int64_t bytes)
{
    cucore_view view;
    cucore_status status;
    take(&view, flags, bytes);
    fake_stream_add_work(stream, w.primary);
    status = cucore_views_end_access(&view, 1, stream);
    cucore_view_release(&view);
    return status;
}

TEST(test_the_owner_is_kept_until_the_event_is_done)
{
    static const struct {
        const char *name;
        uint64_t flags;
        int legacy_waits;
    } rows[] = {{"mutable", 0, 1}, {"immutable", READ_ONLY, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_row(rows[i].name);
        begin();
        fake_stream_hold(w.stream, NULL, 1);
        CHECK_INT(use(w.stream, rows[i].flags, BYTES), CUCORE_OK);
        CHECK(!fake_host_has_seen(w.stream, w.primary) && !deleted);
        CHECK_INT(fake_stream_has_seen(CU_STREAM_LEGACY, w.primary, w.stream, w.primary), rows[i].legacy_waits);
        CHECK(owners() == 1 && cucore__late.nbytes == BYTES);
        CHECK_INT(use(w.stream, rows[i].flags, BYTES), CUCORE_OK); /* the next call looks, and the first is not done */
        CHECK_INT(deleted, 0);
        fake_stream_hold(w.stream, NULL, 0);
        CHECK_INT(use(w.other, rows[i].flags, BYTES), CUCORE_OK);
        CHECK_INT(deleted, 2);
        CHECK_INT(fake_count("cuStreamSynchronize") + fake_count("cuEventSynchronize"), 0);
        end();
        CHECK_INT(deleted, 3);
    }
    check_row("");
}

TEST(test_what_is_on_the_legacy_stream_needs_no_event_of_it)
{
    begin();
    CHECK_INT(use(NULL, 0, BYTES), CUCORE_OK);
    CHECK_INT(fake_count("cuStreamWaitEvent"), 0);
    CHECK_INT(fake_count("cuEventRecord"), 1);
    end();
    CHECK_INT(deleted, 1);
}

TEST(test_one_event_for_all_views_of_a_call)
{
    cucore_view views[6];
    begin();
    fake_stream_hold(w.stream, NULL, 1);
    for (size_t i = 0; i < 6; i++) take(&views[i], i % 2 ? READ_ONLY : 0, BYTES);
    CHECK_INT(cucore_views_end_access(views, 6, w.stream), CUCORE_OK);
    CHECK_INT(fake_count("cuEventRecord"), 1);
    CHECK_INT(fake_count("cuStreamWaitEvent"), 1);
    for (size_t i = 0; i < 6; i++) cucore_view_release(&views[i]);
    CHECK_INT(owners(), 6);
    end();
    CHECK_INT(deleted, 6);
}

/* Views live on after the end of an access, and are released after the event is done, or never used again. */
TEST(test_views_that_stay)
{
    cucore_view view;
    begin();
    take(&view, 0, BYTES);
    fake_stream_hold(w.stream, NULL, 1);
    CHECK_INT(cucore_views_end_access(&view, 1, w.stream), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(&view, 1, w.other), CUCORE_OK); /* behind the first, which is still running */
    cucore_view_release(&view);
    CHECK_INT(use(w.other, 0, BYTES), CUCORE_OK);
    CHECK_INT(deleted, 0);
    fake_stream_hold(w.stream, NULL, 0);
    take(&view, 0, BYTES);
    CHECK_INT(cucore_views_end_access(&view, 1, w.other), CUCORE_OK);
    CHECK_INT(cucore_trim(), CUCORE_OK);
    CHECK_INT(deleted, 2);
    cucore_view_release(&view); /* at once: nothing runs any more */
    CHECK_INT(deleted, 3);
    end();
}

TEST(test_an_owner_that_is_detached_waits_also)
{
    cucore_view view;
    cucore_owner owner;
    begin();
    take(&view, 0, BYTES);
    fake_stream_hold(w.stream, NULL, 1);
    CHECK_INT(cucore_views_end_access(&view, 1, w.stream), CUCORE_OK);
    CHECK_INT(cucore_view_detach(&view, &owner), CUCORE_OK);
    cucore_view_release(&view);
    CHECK_INT(owners(), 0);
    cucore_owner_release(&owner);
    CHECK_INT(owners(), 1);
    CHECK_INT(deleted, 0);
    end();
    CHECK_INT(deleted, 1);
}

/* More ends of access, or more bytes, than may be kept: the host waits for the oldest, not for all. */
TEST(test_the_limits)
{
    static const struct {
        const char *name;
        int64_t bytes;
        int kept;
    } rows[] = {{"ends of access", BYTES, CUCORE_KEPT_MAX}, {"bytes", BYTES * 40, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t before;
        check_row(rows[i].name);
        begin();
        before = cucore__late.host_waits;
        for (int turn = 0; turn < 12; turn++) {
            fake_stream_hold(w.stream, NULL, 1);
            CHECK_INT(use(w.stream, 0, rows[i].bytes), CUCORE_OK);
            CHECK(owners() <= (uint64_t)rows[i].kept);
        }
        CHECK_INT(cucore__late.host_waits - before, 12 - rows[i].kept);
        CHECK_INT(fake_count("cuEventSynchronize"), 12 - rows[i].kept);
        CHECK_INT(deleted, 12 - rows[i].kept);
        end();
        CHECK_INT(deleted, 12);
    }
    check_row("");
}

/* Returns 1 if the log has a call of that name that failed. */
static int has_failed(const char *name)
{
    const char *line = fake_log(), *end;
    for (; *line; line = end + 1) {
        end = strchr(line, '\n');
        if (strncmp(line, name, strlen(name)) == 0 && strstr(line, "result=") && strstr(line, "result=") < end)
            return 1;
    }
    return 0;
}

/* Whichever call of the driver fails: no owner is lost, and none is released before its stream is idle. */
TEST(test_every_call_that_fails)
{
    static const int results[] = {CUDA_ERROR_UNKNOWN, CUDA_ERROR_OUT_OF_MEMORY};
    int n, pending;
    for (size_t r = 0; r < 2; r++) {
        for (n = 1, pending = 0; !pending; n++) {
            int uses = 0;
            begin();
            fake_stream_hold(w.stream, NULL, 1);
            running = w.stream;
            fake_fail(n, results[r]);
            for (; uses < 6; uses++) (void)use(w.stream, 0, BYTES);
            (void)cucore_trim();
            pending = fake_fail_pending();
            lost_events = has_failed("cuEventDestroy");
            end();
            CHECK_INT(deleted, 6);
        }
        CHECK(n > 20);
    }
}

/* An event that cannot be made, or a stream that cannot wait: the host waits as long as nothing else is there. */
TEST(test_without_an_event_the_host_waits)
{
    static const char *const calls[] = {"cuEventCreate", "cuEventRecord", "cuStreamWaitEvent"};
    for (size_t i = 0; i < 3; i++) {
        int n;
        check_row(calls[i]);
        for (n = 1; n < 40; n++) { /* finds the call */
            begin();
            fake_fail(n, CUDA_ERROR_OUT_OF_MEMORY);
            (void)use(w.stream, 0, BYTES);
            fake_fail(0, 0);
            if (has_failed(calls[i])) break;
            end();
        }
        CHECK(n < 40);
        CHECK(fake_host_has_seen(w.stream, w.primary));
        CHECK_INT(deleted, 1);
        end();
    }
    check_row("");
}

/* Whichever note cannot be made, of a point or of an owner: the host waits instead. */
TEST(test_without_memory_for_a_note)
{
    for (int captured = 0; captured < 2; captured++) {
        for (int n = 1; n <= 2; n++) {
            cucore_view view;
            cucore_status status;
            begin();
            if (captured) CHECK_INT(fake_capture_begin(w.stream, 0), 0);
            if (!captured) fake_stream_hold(w.stream, NULL, 1);
            running = captured ? NULL : w.stream;
            take(&view, 0, BYTES);
            failing_c_malloc.fail_in = n;
            status = cucore_views_end_access(&view, 1, w.stream);
            CHECK_INT(status, captured && n == 1 ? CUCORE_OUT_OF_MEMORY : CUCORE_OK);
            cucore_view_release(&view);
            CHECK_INT(failing_c_malloc.fail_in, 0);
            CHECK_INT(deleted, 1);
            if (captured) CHECK_INT(fake_capture_end(w.stream), 0);
            end();
        }
    }
    begin();
    {
        cucore_view view;
        cucore_owner owner;
        take(&view, 0, BYTES);
        CHECK_INT(cucore_views_end_access(&view, 1, w.stream), CUCORE_OK);
        failing_c_malloc.fail_in = 1;
        CHECK_INT(cucore_view_detach(&view, &owner), CUCORE_OUT_OF_MEMORY);
        CHECK(!owner.owner && view.private_.release);
        cucore_view_release(&view);
    }
    end();
    CHECK_INT(deleted, 1);
}

TEST(test_captures_keep_owners_with_the_graph)
{
    cucore_view view;
    begin();
    CHECK_INT(fake_capture_begin(w.stream, 0), 0);
    CHECK_INT(use(w.stream, 0, BYTES), CUCORE_OK);
    CHECK_INT(use(w.stream, READ_ONLY, BYTES), CUCORE_OK);
    take(&view, 0, BYTES);
    CHECK_INT(cucore_views_end_access(&view, 1, w.stream), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(&view, 1, w.other), CUCORE_OK); /* the host waits for that one */
    CHECK(fake_host_has_seen(w.other, w.primary));
    cucore_view_release(&view);
    CHECK_INT(fake_capture_status(w.stream), 1);
    CHECK_INT(cucore_trim(), CUCORE_OK);
    CHECK_INT(deleted, 0);
    CHECK_INT(owners(), 3);
    CHECK_INT(fake_live_user_objects(), 1);
    CHECK_INT(fake_capture_end(w.stream), 0); /* and the graph is destroyed */
    CHECK_INT(deleted, 0);                    /* on that thread no owner is released */
    CHECK_INT(use(w.other, 0, BYTES), CUCORE_OK);
    CHECK_INT(deleted, 3);
    end();
}

TEST(test_a_view_in_two_graphs)
{
    cucore_view view;
    for (int first = 0; first < 2; first++) {
        begin();
        take(&view, 0, BYTES);
        CHECK_INT(cucore_views_end_access(&view, 1, w.other), CUCORE_OK);
        CHECK_INT(fake_capture_begin(w.stream, 0), 0);
        CHECK_INT(fake_capture_begin(w.other, 0), 0);
        CHECK_INT(cucore_views_end_access(&view, 1, w.stream), CUCORE_OK);
        CHECK_INT(cucore_views_end_access(&view, 1, w.other), CUCORE_OK);
        cucore_view_release(&view);
        CHECK_INT(fake_capture_end(first ? w.other : w.stream), 0);
        CHECK_INT(cucore_trim(), CUCORE_OK);
        CHECK_INT(deleted, 0);
        CHECK_INT(fake_capture_end(first ? w.stream : w.other), 0);
        end();
        CHECK_INT(deleted, 1);
    }
}

TEST(test_every_call_that_fails_in_a_capture)
{
    int n, pending = 0;
    for (n = 1; !pending; n++) {
        cucore_status status;
        begin();
        CHECK_INT(fake_capture_begin(w.stream, 0), 0);
        fake_fail(n, CUDA_ERROR_UNKNOWN);
        status = use(w.stream, 0, BYTES);
        pending = fake_fail_pending();
        fake_fail(0, 0);
        CHECK_INT(status, pending ? CUCORE_OK : CUCORE_DRIVER);
        CHECK_INT(deleted, !pending);
        CHECK_INT(fake_capture_status(w.stream), 1);
        CHECK_INT(fake_capture_end(w.stream), 0);
        end();
        CHECK_INT(deleted, 1);
    }
    CHECK_INT(n, 6);
}

static void without_user_objects(void)
{
    begin();
    cucore__driver.UserObjectCreate = NULL;
    CHECK_INT(fake_capture_begin(w.stream, 0), 0);
    CHECK_INT(use(w.stream, 0, BYTES), CUCORE_OK);
    CHECK_INT(deleted, 1); /* the caller keeps what the graph uses */
    CHECK_INT(fake_capture_status(w.stream), 1);
    CHECK_INT(fake_capture_end(w.stream), 0);
    cucore__driver.EventSynchronize = NULL;
    CHECK_INT(use(w.other, 0, BYTES), CUCORE_OK);
    CHECK_INT(deleted, 2);
    CHECK(fake_host_has_seen(w.other, w.primary));
}

static void test_an_old_driver(void)
{
    in_child(without_user_objects);
}

/* Beside the capture of a blocking stream no work may go to the legacy stream. */
TEST(test_beside_a_capture)
{
    CUstream blocking;
    begin();
    blocking = fake_stream_create(w.primary, CU_STREAM_DEFAULT);
    fake_stream_hold(w.stream, NULL, 1);
    CHECK_INT(use(w.stream, 0, BYTES), CUCORE_OK);
    CHECK_INT(fake_capture_begin(blocking, 0), 0);
    CHECK_INT(use(w.other, READ_ONLY, BYTES), CUCORE_OK);
    CHECK_INT(owners(), 2);
    CHECK_INT(use(w.other, 0, BYTES), CUCORE_OK); /* the legacy stream cannot wait: the host does */
    CHECK(fake_host_has_seen(w.other, w.primary));
    CHECK_INT(cucore_trim(), CUCORE_OK);
    CHECK_INT(deleted, 3);
    CHECK_INT(fake_capture_status(blocking), 1);
    CHECK_INT(fake_capture_end(blocking), 0);
    end();
}

/* What the host still waits for: memory that the CPU reaches, views without an owner, memory of the caller. */
TEST(test_what_the_host_waits_for)
{
    static const struct {
        const char *name;
        int kind, owned, protocol;
    } rows[] = {{"pinned", FAKE_PINNED, 1, CUCORE_PROTOCOL_DLPACK_VERSIONED},
                {"managed", FAKE_MANAGED, 1, CUCORE_PROTOCOL_DLPACK_VERSIONED},
                {"borrowed", FAKE_DEVICE, 0, CUCORE_PROTOCOL_DLTENSOR},
                {"the caller's", FAKE_DEVICE, 1, CUCORE_PROTOCOL_MEMORY}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cucore_view view;
        check_row(rows[i].name);
        begin();
        take(&view, 0, BYTES);
        view.host_accessible = rows[i].kind != FAKE_DEVICE;
        view.protocol = (uint8_t)rows[i].protocol;
        if (!rows[i].owned) {
            cucore_view_release(&view);
            memset(&view, 0, sizeof view);
            view.ptr = (void *)(uintptr_t)w.memory;
            view.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
            view.device_type = CUCORE_DEVICE_TYPE_CUDA;
            view.device_accessible = 1;
            view.protocol = CUCORE_PROTOCOL_DLTENSOR;
            CHECK_INT(cucore_layout_make(1, (const int64_t[1]){BYTES}, NULL, 1, &view.layout), CUCORE_OK);
        }
        fake_stream_add_work(w.stream, NULL);
        CHECK_INT(cucore_views_end_access(&view, 1, w.stream), CUCORE_OK);
        CHECK(fake_host_has_seen(w.stream, w.primary));
        cucore_view_release(&view);
        CHECK_INT(deleted, 1);
        end();
    }
    check_row("");
}

/* A context that is gone takes its events and its memory with it. */
TEST(test_contexts_that_end)
{
    for (int resets = 0; resets < 2; resets++) {
        CUcontext context;
        CUstream stream;
        begin();
        context = resets ? w.primary : fake_context_create(0);
        stream = fake_stream_create(context, CU_STREAM_NON_BLOCKING);
        fake_stream_hold(stream, NULL, 1);
        CHECK_INT(use(stream, READ_ONLY, BYTES), CUCORE_OK);
        CHECK_INT(owners(), 1);
        if (resets) {
            fake_primary_reset(0);
        } else {
            fake_context_destroy(context);
        }
        CHECK_INT(cucore_trim(), CUCORE_OK);
        CHECK_INT(deleted, 1);
        CHECK_INT(owners(), 0);
    }
}

static void in_forked_child(void)
{
    fake_log_clear();
    CHECK_INT(cucore_trim(), CUCORE_OK);
    CHECK_INT(fake_call_count(), 0);
    CHECK_INT(deleted, 0); /* the owner is the parent's */
}

static cucore_view forked_view;

static void release_in_forked_child(void)
{
    fake_log_clear();
    cucore_view_release(&forked_view);
    CHECK_INT(fake_call_count(), 0);
    CHECK_INT(deleted, 1);
}

static void fork_test(void)
{
    begin();
    fake_stream_hold(w.stream, NULL, 1);
    CHECK_INT(use(w.stream, 0, BYTES), CUCORE_OK);
    in_child(in_forked_child);
    take(&forked_view, 0, BYTES);
    CHECK_INT(cucore_views_end_access(&forked_view, 1, w.stream), CUCORE_OK);
    in_child(release_in_forked_child);
    cucore_view_release(&forked_view);
    end();
    CHECK_INT(deleted, 2);
}

static void test_fork(void)
{
    in_child(fork_test);
}

static void leave_with_owners(void)
{
    begin();
    fake_stream_hold(w.stream, NULL, 1);
    setenv("CUCORE_REPORT_KEPT", "1", 1);
    CHECK_INT(use(w.stream, 0, BYTES), CUCORE_OK);
    CHECK_INT(freopen("/dev/null", "w", stdout) == NULL, 0);
    exit(0);
}

/* At the end of a process nothing is released, and the driver is not called; the report is a line. */
static void test_exit(void)
{
    char line[200] = "";
    int ends[2], status = -1;
    ssize_t got;
    pid_t child;
    fflush(stdout);
    CHECK_INT(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        leave_with_owners();
    }
    close(ends[1]);
    got = read(ends[0], line, sizeof line - 1);
    close(ends[0]);
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
    CHECK(got > 0);
    CHECK_HAS(line, "cucore: 1 owners are kept at exit, 1 points were made, the host waited 0 times\n");
}

static void *use_often(void *stream)
{
    for (int i = 0; i < 200; i++) {
        if (i % 7 == 0) fake_stream_hold((CUstream)stream, NULL, 1);
        if (i % 7 == 5) fake_stream_hold((CUstream)stream, NULL, 0);
        if (use((CUstream)stream, i % 3 ? READ_ONLY : 0, BYTES)) return stream;
        if (i % 50 == 0) (void)cucore_trim();
    }
    return NULL;
}

TEST(test_threads)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    void *failed;
    begin();
    for (int i = 0; i < THREADS; i++)
        CHECK_INT(pthread_create(&threads[i], NULL, use_often, i % 2 ? w.stream : w.other), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &failed);
        CHECK(!failed);
    }
    end();
    CHECK_INT(deleted, THREADS * 200);
}

int main(void)
{
    RUN(test_exit);
    RUN(test_fork);
    RUN(test_an_old_driver);
    check_tests();
    return check_end();
}
