/* graphs.h - graphs that are launched and updated: rows for the fake driver (test_driver_graphs.c) and for a real one
 * (test_gpu_captures.c).  Needs captures.h, and its world.
 *
 * Each row is work from one pair of arrays.  The graph of the work is launched with other contents, then updated to
 * other arrays; what it gives is compared with the same work without a graph. */
enum { GRAPH_ROWS = 24, GRAPH_COLUMNS = 32, GRAPH_ELEMENTS = GRAPH_ROWS * GRAPH_COLUMNS };

/* store(n, value, out): out[i] = value for i < n */
static const char store_ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                                ".visible .entry store(.param .u32 n, .param .u32 value, .param .u64 out)\n"
                                "{\n"
                                ".reg .pred %p<2>; .reg .b32 %r<7>; .reg .b64 %d<4>;\n"
                                "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
                                "mad.lo.u32 %r4, %r1, %r2, %r3; ld.param.u32 %r5, [n]; setp.ge.u32 %p1, %r4, %r5;\n"
                                "@%p1 bra done;\n"
                                "ld.param.u32 %r6, [value]; ld.param.u64 %d1, [out]; mul.wide.u32 %d2, %r4, 4;\n"
                                "add.u64 %d3, %d1, %d2; st.global.u32 [%d3], %r6;\n"
                                "done: ret;\n"
                                "}\n";
static cucore_kernel graph_store = CUCORE_KERNEL(store_ptx, "store");

/* Ends a capture whose graph is not wanted. */
static void end_of(CUstream stream)
{
    cucore_graph graph;
    OK(cucore_graph_end(stream, &graph));
    OK(cucore_graph_release(&graph));
}

typedef struct arrays {
    cucore_view src, dst, turned, wide; /* float32; dst, and the same memory transposed; float64 */
    int value;
} arrays;

static cucore_status do_copy(const arrays *a, CUstream stream)
{
    return cucore_memory_copy(a->dst.ptr, a->src.ptr, 4 * GRAPH_ELEMENTS, stream);
}

static cucore_status do_fill(const arrays *a, CUstream stream)
{
    return cucore_memory_fill(a->dst.ptr, (uint32_t)a->value, 2, 2 * GRAPH_ELEMENTS, stream);
}

static cucore_status do_turn(const arrays *a, CUstream stream, uint64_t flags)
{
    cucore_copy_options options;
    memset(&options, 0, sizeof options);
    options.flags = flags;
    return cucore_view_copy(&a->turned, &a->src, stream, &options);
}

static cucore_status do_turn_generic(const arrays *a, CUstream stream)
{
    return do_turn(a, stream, CUCORE_COPY_NO_COMPILE);
}

static cucore_status do_turn_written(const arrays *a, CUstream stream)
{
    return do_turn(a, stream, CUCORE_COPY_COMPILE);
}

static cucore_status do_plan(const arrays *a, CUstream stream)
{
    cucore_copy_options options;
    cucore_copy_plan plan;
    cucore_status status;
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_NO_COMPILE;
    status = cucore_copy_plan_make(&a->turned, &a->src, 0, &options, &plan);
    return status ? status : cucore_copy_plan_run(&plan, stream, &options);
}

static cucore_status do_cast(const arrays *a, CUstream stream)
{
    cucore_copy_options options;
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_CAST | CUCORE_COPY_NO_COMPILE;
    return cucore_view_copy(&a->wide, &a->src, stream, &options);
}

static cucore_status do_batch(const arrays *a, CUstream stream)
{
    cucore_copy_options options;
    cucore_view dsts[2], srcs[2];
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_NO_COMPILE;
    for (int i = 0; i < 2; i++) { /* halves, which borrow */
        const cucore_slice half = cucore_slice_range(i * GRAPH_ROWS / 2, (i + 1) * GRAPH_ROWS / 2, 1);
        OK(cucore_view_slice(&a->dst, &half, 1, &dsts[i]));
        OK(cucore_view_slice(&a->src, &half, 1, &srcs[i]));
    }
    return cucore_views_copy(dsts, srcs, 2, stream, &options);
}

static cucore_status do_blocks(const arrays *a, CUstream stream)
{
    static int32_t numbers[] = {5, 0, 11, 2};
    cucore_view indices;
    cucore_array_spec spec;
    cucore_blocks blocks;
    const int64_t shape[] = {4};
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_INT32;
    spec.ndim = 1;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    spec.device_id = CUCORE_DEVICE_NONE;
    OK(cucore_view_wrap(numbers, &spec, NULL, NULL, &indices));
    memset(&blocks, 0, sizeof blocks);
    blocks.dsts = &a->dst;
    blocks.srcs = &a->src;
    blocks.count = 1;
    blocks.dst_numbers = &indices;
    return cucore_views_copy_blocks(&blocks, stream, NULL);
}

static cucore_status do_kernel(const arrays *a, CUstream stream)
{
    const cucore_launch_config config = cucore_launch_config_1d(GRAPH_ELEMENTS, 64);
    const int n = GRAPH_ELEMENTS;
    return cucore_kernel_launch(&graph_store, 0, &config, stream, CUCORE_ARGS(&n, &a->value, &a->dst.ptr));
}

static cucore_status do_several(const arrays *a, CUstream stream)
{
    cucore_buffer temporary;
    cucore_status status = do_cast(a, stream);
    if (!status) status = do_turn_generic(a, stream);
    if (!status) status = cucore_buffer_allocate(NULL, 4096, stream, &temporary);
    if (status) return status;
    status = cucore_buffer_copy_from(&temporary, 0, a->src.ptr, 2048, stream);
    if (!status) status = cucore_buffer_copy_to(&temporary, 0, a->dst.ptr, 2048, stream);
    OK(cucore_buffer_release(&temporary)); /* on the captured stream: each launch frees it */
    return status;
}

static const struct graph_row {
    const char *name;
    cucore_status (*work)(const arrays *a, CUstream stream);
    int can_update;
} graph_rows[] = {{"copy", do_copy, 1},
                  {"fill", do_fill, 1},
                  {"transpose", do_turn_generic, 1},
                  {"transpose, written", do_turn_written, 1},
                  {"transpose, a plan", do_plan, 1},
                  {"cast", do_cast, 1},
                  {"batch", do_batch, 1},
                  {"blocks", do_blocks, 1},
                  {"kernel", do_kernel, 1},
                  {"several, with memory", do_several, 0}};

/* Views do not move: they are made where they stay. */
static void make_arrays(arrays *a)
{
    static const int64_t shape[] = {GRAPH_ROWS, GRAPH_COLUMNS};
    cucore_array_spec spec;
    memset(&spec, 0, sizeof spec);
    memset(a, 0, sizeof *a);
    spec.ndim = 2;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    OK(cucore_view_allocate(&spec, w.resources[CUCORE_MEMORY_SYNCHRONOUS], w.other.handle, &a->src));
    OK(cucore_view_allocate(&spec, w.resources[CUCORE_MEMORY_SYNCHRONOUS], w.other.handle, &a->dst));
    spec.dtype = CUCORE_DTYPE_FLOAT64;
    OK(cucore_view_allocate(&spec, w.resources[CUCORE_MEMORY_SYNCHRONOUS], w.other.handle, &a->wide));
    a->turned.ptr = a->dst.ptr;
    a->turned.dtype = a->dst.dtype;
    a->turned.device_type = a->dst.device_type;
    a->turned.device_accessible = 1;
    a->turned.layout = a->dst.layout;
    a->turned.layout.strides[0] = 1;
    a->turned.layout.strides[1] = GRAPH_ROWS;
}

static void drop_arrays(arrays *a)
{
    cucore_view_release(&a->src), cucore_view_release(&a->dst), cucore_view_release(&a->wide);
}

/* Other contents, and nothing in what is written to. */
static void renew(arrays *a, int value)
{
    static float contents[GRAPH_ELEMENTS];
    a->value = value;
    for (int i = 0; i < GRAPH_ELEMENTS; i++) contents[i] = (float)(value * 1000 + i);
    OK(cucore_memory_copy(a->src.ptr, contents, sizeof contents, w.other.handle));
    OK(cucore_memory_fill(a->dst.ptr, 0, 1, 4 * GRAPH_ELEMENTS, w.other.handle));
    OK(cucore_memory_fill(a->wide.ptr, 0, 1, 8 * GRAPH_ELEMENTS, w.other.handle));
    OK(cucore_stream_synchronize(w.other.handle));
}

static void read_arrays(const arrays *a, unsigned char *out)
{
    OK(cucore_memory_copy(out, a->dst.ptr, 4 * GRAPH_ELEMENTS, w.other.handle));
    OK(cucore_memory_copy(out + 4 * GRAPH_ELEMENTS, a->wide.ptr, 8 * GRAPH_ELEMENTS, w.other.handle));
    OK(cucore_stream_synchronize(w.other.handle));
}

static int is_same(const arrays *a, const arrays *b)
{
    static unsigned char bytes[2][12 * GRAPH_ELEMENTS];
    read_arrays(a, bytes[0]);
    read_arrays(b, bytes[1]);
    return memcmp(bytes[0], bytes[1], sizeof bytes[0]) == 0;
}

/* What the work gives without a graph. */
static void do_now(const struct graph_row *row, arrays *a, int value)
{
    renew(a, value);
    OK(row->work(a, w.other.handle));
    OK(cucore_stream_synchronize(w.other.handle));
}

static cucore_graph captured_graph(const struct graph_row *row, const arrays *a, CUstream stream, int mode)
{
    cucore_graph graph;
    OK(cucore_graph_begin(stream, mode));
    OK(row->work(a, stream));
    OK(cucore_graph_end(stream, &graph));
    CHECK(graph.handle && graph.context == w.primary && graph.device_id == 0);
    return graph;
}

static void launch_and_compare(const cucore_graph *graph, CUstream stream, const arrays *a, const arrays *expected)
{
    OK(cucore_graph_launch(graph, stream));
    OK(cucore_stream_synchronize(stream));
    CHECK(is_same(a, expected));
}

/* Captured on each kind of stream in each mode, launched on other streams, with new contents. */
static void test_graphs_are_launched(void)
{
    arrays a, expected;
    make_arrays(&a), make_arrays(&expected);
    for (size_t i = 0; i < sizeof graph_rows / sizeof *graph_rows; i++) {
        const struct graph_row *row = &graph_rows[i];
        for (int captured = 0; captured < CAPTURES; captured++) {
            for (int mode = 0; mode < 3; mode++) {
                cucore_graph graph;
                row_name(row->name, "launched", captured, mode);
                w.captured = captured;
                do_now(row, &expected, 3);
                renew(&a, 3);
                graph = captured_graph(row, &a, captured_stream(), mode);
                renew(&a, 3);
                launch_and_compare(&graph, w.other.handle, &a, &expected);
                renew(&a, 3);
                launch_and_compare(&graph, captured_stream(), &a, &expected);
                if (row->work != do_fill && row->work != do_kernel) { /* their numbers are in the graph */
                    do_now(row, &expected, 5);
                    renew(&a, 5);
                    launch_and_compare(&graph, NULL, &a, &expected);
                }
                OK(cucore_graph_release(&graph));
                CHECK(!graph.handle);
            }
        }
    }
    drop_arrays(&a), drop_arrays(&expected);
    check_row("");
}

/* The same work with other addresses. */
static void test_graphs_are_updated(void)
{
    arrays a, b, expected;
    const CUstream stream = w.captures[NON_BLOCKING].handle;
    cucore_graph graph;
    cucore_status status;
    make_arrays(&a), make_arrays(&b), make_arrays(&expected);
    for (size_t i = 0; i < sizeof graph_rows / sizeof *graph_rows; i++) {
        const struct graph_row *row = &graph_rows[i];
        check_row(row->name);
        do_now(row, &expected, 7);
        graph = captured_graph(row, &a, stream, CUCORE_CAPTURE_GLOBAL);
        renew(&b, 7);
        OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
        OK(row->work(&b, stream));
        status = cucore_graph_update(&graph, stream);
        if (row->can_update) {
            CHECK_INT(status, CUCORE_OK);
            if (status) printf("%s: %s\n", row->name, cucore_last_error()->message);
            renew(&b, 7);
            launch_and_compare(&graph, stream, &b, &expected);
        } else if (status) {
            CHECK_HAS(cucore_last_error()->message, "the graph cannot be updated: ");
            do_now(row, &expected, 9);
            renew(&a, 9);
            launch_and_compare(&graph, stream, &a, &expected); /* it is as it was */
        }
        OK(cucore_graph_release(&graph));
    }
    drop_arrays(&a), drop_arrays(&b), drop_arrays(&expected);
    check_row("");
}

static cucore_graph graph_of(cucore_status (*work)(const arrays *a, CUstream stream), const arrays *a, CUstream stream)
{
    struct graph_row row;
    memset(&row, 0, sizeof row);
    row.name = "a graph";
    row.work = work;
    return captured_graph(&row, a, stream, CUCORE_CAPTURE_RELAXED);
}

/* What an update cannot follow, in words; the capture is over, and the graph is as it was. */
static void test_updates_are_refused(void)
{
    const CUstream stream = w.captures[NON_BLOCKING].handle;
    cucore_capture_info info;
    cucore_graph graph;
    arrays a, expected;
    make_arrays(&a), make_arrays(&expected);
    renew(&a, 1);
    graph = graph_of(do_fill, &a, stream);
    do_now(&graph_rows[1], &expected, 1);
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
    OK(do_copy(&a, stream));
    REFUSED(cucore_graph_update(&graph, stream), CUCORE_DRIVER,
            "the graph cannot be updated: "); /* the reason is the driver's */
    printf("%s\n", cucore_last_error()->message);
    CHECK_INT(cucore_last_error()->result, 910);
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
    OK(do_fill(&a, stream));
    OK(do_fill(&a, stream));
    REFUSED(cucore_graph_update(&graph, stream), CUCORE_DRIVER, "the graph cannot be updated: there are other nodes");
    OK(cucore_stream_get_capture_info(stream, &info));
    CHECK_INT(info.capturing, 0);
    renew(&a, 1);
    launch_and_compare(&graph, stream, &a, &expected);
    OK(cucore_graph_release(&graph));
    drop_arrays(&a), drop_arrays(&expected);
}

static void CHECK_REFUSED(cucore_status actual, cucore_status status, const char *words)
{
    CHECK_INT(actual, status);
    if (actual) CHECK_HAS(cucore_last_error()->message, words);
}

/* What cannot be captured, and what cannot be done in a capture: refused before it breaks anything. */
static void test_captures_are_refused(void)
{
    const CUstream stream = w.captures[NON_BLOCKING].handle;
    cucore_graph graph;
    arrays a;
    int done;
    make_arrays(&a);
    CHECK_REFUSED(cucore_graph_begin(NULL, 0), CUCORE_CAPTURE, "the legacy default stream cannot be captured");
    CHECK_REFUSED(cucore_graph_begin(CUCORE_STREAM_LEGACY, 0), CUCORE_CAPTURE, "the legacy default stream cannot");
    CHECK_REFUSED(cucore_graph_begin(CUCORE_STREAM_HOST, 0), CUCORE_INVALID_ARGUMENT, "CUCORE_STREAM_HOST");
    CHECK_REFUSED(cucore_graph_begin(stream, 3), CUCORE_INVALID_ARGUMENT, "mode is 3");
    CHECK_REFUSED(cucore_graph_begin(stream, -1), CUCORE_INVALID_ARGUMENT, "mode is -1");
    CHECK_REFUSED(cucore_graph_end(stream, &graph), CUCORE_INVALID_ARGUMENT, "is not being captured");
    CHECK_REFUSED(cucore_graph_end(NULL, &graph), CUCORE_INVALID_ARGUMENT, "is not being captured");
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
    CHECK_REFUSED(cucore_graph_begin(stream, 0), CUCORE_CAPTURE, "is being captured into a graph already");
    CHECK_REFUSED(cucore_stream_synchronize(stream), CUCORE_CAPTURE, "cannot wait on the host");
    CHECK_REFUSED(cucore_stream_query(stream, &done), CUCORE_CAPTURE, "cannot wait on the host");
    CHECK_REFUSED(cucore_stream_wait(stream, w.other.handle), CUCORE_CAPTURE, "cannot wait for stream");
    OK(do_fill(&a, stream));
    OK(cucore_graph_end(stream, &graph)); /* it is whole */
    OK(cucore_graph_launch(&graph, stream));
    CHECK_REFUSED(cucore_graph_launch(&graph, CUCORE_STREAM_NO_SYNC), CUCORE_INVALID_ARGUMENT, "NO_SYNC");
    OK(cucore_graph_begin(w.captures[BLOCKING].handle, CUCORE_CAPTURE_RELAXED));
    CHECK_REFUSED(cucore_graph_launch(&graph, NULL), CUCORE_CAPTURE, "work on the legacy default stream would break");
    end_of(w.captures[BLOCKING].handle);
    OK(cucore_stream_synchronize(stream));
    OK(cucore_graph_release(&graph));
    CHECK_REFUSED(cucore_graph_launch(&graph, stream), CUCORE_INVALID_ARGUMENT, "graph->handle is NULL");
    drop_arrays(&a);
}

static cucore_status status_of_end;
static void *end_elsewhere(void *graph)
{
    status_of_end = cucore_graph_end(w.captures[NON_BLOCKING].handle, (cucore_graph *)graph);
    CHECK_HAS(status_of_end ? cucore_last_error()->message : "", status_of_end ? "began on another thread" : "");
    return NULL;
}

/* Captures that give no graph, and why. */
static void test_captures_that_fail(void)
{
    const CUstream stream = w.captures[NON_BLOCKING].handle, other = w.other.handle;
    cucore_graph graph;
    pthread_t thread;
    arrays a;
    make_arrays(&a);
    /* another thread: the capture is over */
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_THREAD_LOCAL));
    CHECK_INT(pthread_create(&thread, NULL, end_elsewhere, &graph), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(status_of_end, CUCORE_CAPTURE);
    CHECK(!graph.handle);
    CHECK_REFUSED(cucore_graph_end(stream, &graph), CUCORE_INVALID_ARGUMENT, "is not being captured");
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_RELAXED));
    CHECK_INT(pthread_create(&thread, NULL, end_elsewhere, &graph), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    CHECK_INT(status_of_end, CUCORE_OK);
    OK(cucore_graph_release(&graph));
    /* work on a stream that joined */
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
    OK(cucore_event_record(w.event.handle, stream));
    OK(cucore_stream_wait_event(other, w.event.handle));
    OK(do_fill(&a, other));
    CHECK_REFUSED(cucore_graph_end(stream, &graph), CUCORE_CAPTURE, "work on another stream of the capture");
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
    OK(cucore_event_record(w.event.handle, stream));
    OK(cucore_stream_wait_event(other, w.event.handle));
    OK(do_fill(&a, other));
    OK(cucore_stream_wait(stream, other));
    OK(cucore_graph_end(stream, &graph));
    OK(cucore_graph_launch(&graph, stream));
    OK(cucore_stream_synchronize(stream));
    OK(cucore_graph_release(&graph));
    /* ended where it did not begin */
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
    OK(cucore_event_record(w.event.handle, stream));
    OK(cucore_stream_wait_event(other, w.event.handle));
    CHECK_REFUSED(cucore_graph_end(other, &graph), CUCORE_CAPTURE, "the capture began on another stream");
    if (cucore_graph_end(stream, &graph) == CUCORE_OK) OK(cucore_graph_release(&graph)); /* drivers differ */
    /* broken by a call of another library */
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
    CHECK(cucore__driver.StreamSynchronize(stream) != 0);
    CHECK_REFUSED(cucore_graph_end(stream, &graph), CUCORE_CAPTURE, "has broken the capture");
    CHECK(!graph.handle);
    drop_arrays(&a);
}

/* What was allocated in a capture and not released: each launch begins with it fresh, at one address. */
static void test_memory_that_stays(void)
{
    const CUstream stream = w.captures[NON_BLOCKING].handle;
    const int before = alive.memory;
    uint32_t seen = 0;
    cucore_graph graph;
    cucore_buffer left;
    OK(cucore_graph_begin(stream, CUCORE_CAPTURE_GLOBAL));
    OK(cucore_buffer_allocate(w.resources[CUCORE_MEMORY_DEFAULT_POOL], 4096, stream, &left));
    OK(cucore_buffer_fill(&left, 0x01020304, 4, stream));
    OK(cucore_graph_end(stream, &graph));
    for (int round = 0; round < 3; round++) {
        OK(cucore_graph_launch(&graph, stream)); /* the second one frees the memory of the first */
        OK(cucore_buffer_copy_to(&left, 0, &seen, sizeof seen, stream));
        OK(cucore_stream_synchronize(stream));
        CHECK_INT(seen, 0x01020304);
    }
    OK(cucore_buffer_release(&left));
    CHECK_INT(alive.memory, before);
    OK(cucore_stream_synchronize(stream));
    OK(cucore_graph_release(&graph));
}
