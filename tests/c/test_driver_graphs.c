/* test_driver_graphs.c - graphs.h on the fake driver, and what only that one can show: each call failing in turn, drivers
 * without graphs */
#include "on_fake.h"

#define dlsym test_dlsym
#include "captures.h"
#undef dlsym
#include "graphs.h"

static const char *image(void)
{
    return "an image";
}

static CUstream used(void)
{
    return w.captures[NON_BLOCKING].handle;
}

/* -- each call of the driver fails in turn ------------------------------------------------------------------------------- */
static cucore_graph turn_graph;
static arrays turn_arrays;
static int turn_leaked; /* graphs that the driver did not destroy */

static cucore_status turn_begin(void)
{
    return cucore_graph_begin(used(), CUCORE_CAPTURE_GLOBAL);
}

static cucore_status turn_end(void)
{
    memset(&turn_graph, 0xA5, sizeof turn_graph);
    return cucore_graph_end(used(), &turn_graph);
}

static cucore_status turn_launch(void)
{
    return cucore_graph_launch(&turn_graph, used());
}

static cucore_status turn_launch_default(void)
{
    return cucore_graph_launch(&turn_graph, NULL);
}

static cucore_status turn_update(void)
{
    return cucore_graph_update(&turn_graph, used());
}

static cucore_status turn_release(void)
{
    return cucore_graph_release(&turn_graph);
}

/* before: 'g' a graph, 'c' a capture, 'u' both */
static const struct turn {
    const char *name;
    cucore_status (*call)(void);
    char before;
} turns[] = {{"begin", turn_begin, ' '},   {"end", turn_end, 'c'},
             {"launch", turn_launch, 'g'}, {"launch on a default stream", turn_launch_default, 'g'},
             {"update", turn_update, 'u'}, {"release", turn_release, 'g'}};

static void settle_turn(void)
{
    cucore_capture_info info;
    OK(cucore_stream_get_capture_info(used(), &info));
    if (info.capturing) (void)fake_capture_end(used());
    OK(cucore_graph_release(&turn_graph));
    CHECK_INT(fake_live_graphs(), turn_leaked);
    CHECK_INT(fake_live_executables(), 0);
    CHECK_INT(fake_capture_mode(), 0);
    CHECK_INT(fake_context_depth(), 1); /* the context that the world made current */
}

/* Does the call fail where the driver's call does?  These are cleaning up, or precautions. */
static int is_dispensable(const char *log)
{
    return strstr(log, "cuGraphDestroy") || strstr(log, "cuThreadExchangeStreamCaptureMode") ||
           strstr(log, "cuCtxPopCurrent");
}

TEST(test_each_call_fails)
{
    static char line[200];
    int n, pending;
    cucore_status status;
    make_arrays(&turn_arrays);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        for (n = 1, pending = 0; !pending; n++) {
            snprintf(line, sizeof line, "%s, call %d", turns[i].name, n);
            check_row(line);
            memset(&turn_graph, 0, sizeof turn_graph);
            if (turns[i].before == 'g' || turns[i].before == 'u') {
                turn_graph = graph_of(do_fill, &turn_arrays, used());
            }
            if (turns[i].before == 'c' || turns[i].before == 'u') {
                OK(turn_begin());
                OK(do_fill(&turn_arrays, used()));
            }
            fake_log_clear();
            fake_fail(n, 719);
            status = turns[i].call();
            pending = fake_fail_pending();
            fake_fail(0, 0);
            if (pending) {
                CHECK_INT(status, CUCORE_OK);
            } else {
                const char *failed = strstr(fake_log(), "result=719");
                const char *start = failed;
                while (start && start > fake_log() && start[-1] != '\n') start--;
                CHECK(start != NULL);
                if (start) snprintf(line + strlen(line), sizeof line - strlen(line), ": %.30s", start);
                if (!status) CHECK(start && is_dispensable(start));
                if (status) CHECK_INT(status, CUCORE_DRIVER);
                if (start && strstr(start, "cuGraphDestroy") == start) turn_leaked++;
                if (status && turns[i].call == turn_end) CHECK(!turn_graph.handle && !turn_graph.context);
                if (status && turns[i].call == turn_release) CHECK(turn_graph.handle != NULL);
                if (start && strstr(start, "cuThreadExchangeStreamCaptureMode")) {
                    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
                    cucore__CUstreamCaptureMode number = (int)mode;
                    (void)cucore__driver.ThreadExchangeStreamCaptureMode(&number);
                }
                if (start && strstr(start, "cuCtxPopCurrent")) {
                    CUcontext popped = NULL;
                    (void)cucore__driver.CtxPopCurrent(&popped);
                }
            }
            settle_turn();
        }
        CHECK(n > 2);
    }
    drop_arrays(&turn_arrays);
    check_row("");
}

/* -- drivers without the calls -------------------------------------------------------------------------------------------- */
static const char *missing_call;

static int child_without_a_call(void)
{
    cucore_stream stream;
    cucore_graph graph;
    cucore_status begun, ended = CUCORE_OK, done = CUCORE_OK;
    char words[100];
    memset(&graph, 0, sizeof graph);
    if (cucore_stream_create(0, NULL, &stream)) return 1;
    begun = cucore_graph_begin(stream.handle, 0);
    if (!begun) ended = cucore_graph_end(stream.handle, &graph);
    if (!begun && !ended && strstr(missing_call, "ExecDestroy")) done = cucore_graph_release(&graph);
    if (!begun && !ended && strstr(missing_call, "Launch")) done = cucore_graph_launch(&graph, stream.handle);
    if (!begun && !ended && strstr(missing_call, "Update")) {
        if (cucore_graph_begin(stream.handle, 0)) return 2;
        done = cucore_graph_update(&graph, stream.handle);
    }
    snprintf(words, sizeof words, "the CUDA driver is too old: it has no %s", missing_call);
    if (begun != CUCORE_NO_DRIVER && ended != CUCORE_NO_DRIVER && done != CUCORE_NO_DRIVER) return 3;
    return strcmp(cucore_last_error()->message, words) ? 4 : 0;
}

static void child(void)
{
    CHECK_INT(child_without_a_call(), 0);
}

static void test_old_drivers(void)
{
    static const char *const calls[] = {"cuStreamBeginCapture", "cuStreamEndCapture", "cuGraphInstantiateWithFlags",
                                        "cuGraphLaunch",        "cuGraphExecUpdate",  "cuGraphExecDestroy"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        missing_call = calls[i];
        check_row(missing_call);
        in_child_with("FAKE_CUDA_MISSING", missing_call, child);
    }
    check_row("");
}

TEST(test_arguments)
{
    cucore_graph none;
    memset(&none, 0, sizeof none);
    CHECK_REFUSED(cucore_graph_end(used(), NULL), CUCORE_INVALID_ARGUMENT, "cucore_graph_end: out is NULL");
    CHECK_REFUSED(cucore_graph_launch(NULL, used()), CUCORE_INVALID_ARGUMENT, "cucore_graph_launch: graph is NULL");
    CHECK_REFUSED(cucore_graph_update(NULL, used()), CUCORE_INVALID_ARGUMENT, "cucore_graph_update: graph is NULL");
    CHECK_REFUSED(cucore_graph_update(&none, used()), CUCORE_INVALID_ARGUMENT, "graph->handle is NULL");
    CHECK_INT(cucore_graph_release(NULL), CUCORE_OK);
    CHECK_INT(cucore_graph_release(&none), CUCORE_OK);
}

/* What the driver finds different, which the real one rarely does. */
TEST(test_reasons)
{
    static const char *const words[] = {"the driver does not say why",
                                        "the driver does not say why",
                                        "other nodes",
                                        "another kind",
                                        "which this driver cannot",
                                        "a parameter",
                                        "cannot be updated at all",
                                        "of a kind that an update",
                                        "an attribute"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) CHECK_HAS(cucore__update_reason((int)i), words[i]);
}

int main(void)
{
    (void)test_memory, (void)test_a_later_call_frees,
        (void)test_the_captured_stream_is_gone; /* test_driver_captures.c */
    (void)test_memory_of_the_graph, (void)test_what_is_said_of_memory_of_the_graph, (void)test_calls_on_streams,
        (void)test_other_calls;
    RUN(test_old_drivers); /* in processes of their own, before the driver is loaded here */
    make_world();
    check_tests();
    RUN(test_graphs_are_launched);
    RUN(test_graphs_are_updated);
    RUN(test_updates_are_refused);
    RUN(test_captures_are_refused);
    RUN(test_captures_that_fail);
    RUN(test_memory_that_stays);
    drop_world();
    return check_end();
}
