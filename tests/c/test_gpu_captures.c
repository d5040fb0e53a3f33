/* test_gpu_captures.c - captures.h on a real GPU, and what a fake driver cannot show; skipped without a GPU */
#include "captures.h"
#include "graphs.h"

/* spin: keeps a stream busy for `ticks` of the clock, then writes `value` to *out. */
static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                          ".visible .entry spin(.param .u64 out, .param .u64 ticks, .param .u32 value)\n"
                          "{\n .reg .pred %p1; .reg .b32 %r1; .reg .b64 %d<6>;\n"
                          " ld.param.u64 %d1, [out];\n ld.param.u64 %d2, [ticks];\n ld.param.u32 %r1, [value];\n"
                          " mov.u64 %d3, %clock64;\n"
                          "again:\n mov.u64 %d4, %clock64;\n sub.u64 %d5, %d4, %d3;\n"
                          " setp.lt.u64 %p1, %d5, %d2;\n @%p1 bra again;\n"
                          " cvta.to.global.u64 %d1, %d1;\n st.global.u32 [%d1], %r1;\n ret;\n}\n";
static cucore_kernel spin = CUCORE_KERNEL(ptx, "spin");
enum { SLOW = 100000000 };

static const char *image(void)
{
    return ptx;
}

static void write_late(void *out, uint32_t value, CUstream stream)
{
    const cucore_launch_config config = cucore_launch_config_1d(1, 1);
    const uint64_t ticks = SLOW;
    OK(cucore_kernel_launch(&spin, 0, &config, stream, CUCORE_ARGS(&out, &ticks, &value)));
}

static uint32_t read_from(const void *ptr)
{
    uint32_t value = 0;
    OK(cucore_memory_copy(&value, ptr, sizeof value, w.other.handle));
    return value;
}

/* All streams of a context are waited for, also beside a capture. */
TEST(test_the_host_waits_for_a_context)
{
    cucore_buffer pinned;
    for (int captured = -1; captured < CAPTURES; captured++) {
        check_row(captured < 0 ? "no capture" : capture_names[captured]);
        OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_PINNED], 64, w.other.handle, &pinned));
        *(volatile uint32_t *)pinned.ptr = 0;
        write_late(pinned.ptr, 7, w.other.handle);
        if (captured >= 0) begin(captured, CU_STREAM_CAPTURE_MODE_GLOBAL);
        OK(cucore_device_synchronize(0));
        CHECK_INT(*(volatile uint32_t *)pinned.ptr, 7);
        if (captured >= 0) check_whole(), end();
        OK(cucore_buffer_release(&pinned));
    }
    check_row("");
}

/* Memory is freed behind the work that its stream had before the capture, also when the stream is gone. */
TEST(test_memory_with_late_work)
{
    cucore_stream stream;
    cucore_buffer late, next;
    CUgraph graph = NULL;
    void *where;
    for (int round = 0; round < 3; round++) {
        OK(cucore_stream_create(0, NULL, &stream));
        OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 4096, stream.handle, &late));
        where = late.ptr;
        OK(cucore_stream_synchronize(stream.handle));
        write_late(late.ptr, 7, stream.handle);
        CHECK_INT(driver.begin(stream.handle, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
        OK(cucore_buffer_release(&late));
        CHECK_INT(driver.end(stream.handle, &graph), CUDA_SUCCESS);
        CHECK_INT(driver.destroy(graph), CUDA_SUCCESS);
        OK(cucore_stream_release(&stream));
        OK(cucore_trim());
        OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 4096, w.other.handle, &next));
        OK(cucore_buffer_fill(&next, 0, 1, w.other.handle));
        OK(cucore_stream_synchronize(w.other.handle));
        OK(cucore_device_synchronize(0));
        CHECK_INT(read_from(next.ptr), 0);
        printf("the pool gave %s block\n", next.ptr == where ? "the same" : "another");
        OK(cucore_buffer_release(&next));
    }
}

/* A graph that allocates, uses and frees its memory, launched several times. */
TEST(test_graph_with_memory)
{
    CUresult (*instantiate)(CUgraphExec *, CUgraph, unsigned long long), (*launch)(CUgraphExec, CUstream);
    CUstream stream = w.captures[NON_BLOCKING].handle;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    cucore_buffer temporary, out;
    find("cuGraphInstantiateWithFlags", &instantiate), find("cuGraphLaunch", &launch);
    OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_SYNCHRONOUS], 4096, stream, &out));
    CHECK_INT(driver.begin(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 4096, stream, &temporary));
    OK(cucore_buffer_fill(&temporary, 0x01020304, 4, stream));
    OK(cucore_buffer_copy_to(&temporary, 0, out.ptr, 4096, stream));
    OK(cucore_buffer_release(&temporary));
    OK(cucore_view_copy(&transposed, &dense, stream, NULL)); /* a kernel */
    CHECK_INT(driver.end(stream, &graph), CUDA_SUCCESS);
    CHECK_INT(instantiate(&executable, graph, 0), CUDA_SUCCESS);
    for (int round = 0; round < 3; round++) {
        OK(cucore_memory_fill(out.ptr, 0, 1, 4096, stream));
        CHECK_INT(launch(executable, stream), CUDA_SUCCESS);
        OK(cucore_stream_synchronize(stream));
        CHECK_INT(read_from((char *)out.ptr + 4092), 0x01020304);
    }
    CHECK_INT(driver.destroy(graph), CUDA_SUCCESS);
    OK(cucore_buffer_release(&out));
}

/* Left over by a capture: once the graph has run it can be freed as any. */
TEST(test_memory_that_the_graph_leaves)
{
    CUresult (*instantiate)(CUgraphExec *, CUgraph, unsigned long long), (*launch)(CUgraphExec, CUstream);
    CUstream stream = w.captures[NON_BLOCKING].handle;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    cucore_buffer left;
    int before = alive.memory;
    find("cuGraphInstantiateWithFlags", &instantiate), find("cuGraphLaunch", &launch);
    CHECK_INT(driver.begin(stream, CU_STREAM_CAPTURE_MODE_GLOBAL), CUDA_SUCCESS);
    OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 4096, stream, &left));
    OK(cucore_buffer_fill(&left, 0x01020304, 4, stream));
    CHECK_INT(driver.end(stream, &graph), CUDA_SUCCESS);
    CHECK_INT(instantiate(&executable, graph, 0), CUDA_SUCCESS);
    CHECK_INT(launch(executable, stream), CUDA_SUCCESS);
    OK(cucore_stream_synchronize(stream));
    CHECK_INT(read_from(left.ptr), 0x01020304);
    OK(cucore_buffer_release(&left));
    CHECK_INT(alive.memory, before);
    CHECK_INT(launch(executable, stream), CUDA_SUCCESS); /* again, as it was freed */
    OK(cucore_stream_synchronize(stream));
    CHECK_INT(driver.destroy(graph), CUDA_SUCCESS);
}

int main(void)
{
    if (cucore_device_count() < 0) return check_skipped(cucore_last_error()->message);
    make_world();
    RUN(test_memory);
    RUN(test_a_later_call_frees);
    RUN(test_the_captured_stream_is_gone);
    RUN(test_memory_of_the_graph);
    RUN(test_what_is_said_of_memory_of_the_graph);
    RUN(test_calls_on_streams);
    RUN(test_other_calls);
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
