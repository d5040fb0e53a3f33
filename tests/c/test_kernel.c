/* cucore_kernel.h in C, on the host: accessors, loops, threads, indices that are outside. */
#include <sched.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "in_child.h"

#include "failing_c.h"

/* How often the system is asked how many processors there are, which takes microseconds. */
static int questions;
static long counted_sysconf(int name)
{
    questions++;
    return sysconf(name);
}
#define sysconf(name) counted_sysconf(name)

static int counted_affinity(pid_t process, size_t size, cpu_set_t *set)
{
    questions++;
    return sched_getaffinity(process, size, set);
}
#define sched_getaffinity(process, size, set) counted_affinity(process, size, set)

#define CUCORE_CHECK_BOUNDS
#define CUCORE_IMPLEMENTATION
#include "../../cucore_cast.h"
#include "../../cucore_kernel.h"

typedef CUCORE_ACCESSOR(1, int) accessor_1;
typedef CUCORE_ACCESSOR(3, int) accessor_3;
typedef CUCORE_ACCESSOR(3, long long) accessor_3_long;
typedef CUCORE_ACCESSOR(8, int) accessor_8;

static void view_of(void *ptr, cucore_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides,
                    cucore_view *out)
{
    memset(out, 0, sizeof *out);
    out->ptr = ptr;
    out->dtype = dtype;
    out->device_type = CUCORE_DEVICE_TYPE_CPU;
    out->device_id = CUCORE_DEVICE_NONE;
    out->host_accessible = 1;
    CHECK_INT(cucore_layout_make(ndim, shape, strides, dtype.itemsize, &out->layout), CUCORE_OK);
}

TEST(test_accessors)
{
    static double data[2][3][4];
    static unsigned char bits[256];
    const int64_t shape[3] = {2, 3, 4}, twos[8] = {2, 2, 2, 2, 2, 2, 2, 2};
    accessor_3 narrow;
    accessor_3_long wide;
    accessor_8 deep;
    cucore_view view;
    view_of(data, CUCORE_DTYPE_FLOAT64, 3, shape, NULL, &view);
    CHECK_INT(CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT64, CUCORE_WRITE, &narrow), CUCORE_OK);
    CHECK_INT(CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT64, CUCORE_READ, &wide), CUCORE_OK);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 4; k++) CUCORE_AT(double, narrow, i, j, k) = 100 * i + 10 * j + k;
        }
    }
    CHECK(data[1][2][3] == 123 && data[0][1][2] == 12);
    CHECK(CUCORE_AT(const double, wide, 1, 0, 3) == 103);
    view_of(bits, CUCORE_DTYPE_UINT8, 8, twos, NULL, &view);
    CHECK_INT(CUCORE_ACCESSOR_MAKE(&view, "bits", CUCORE_DTYPE_UINT8, CUCORE_WRITE, &deep), CUCORE_OK);
    CUCORE_AT(unsigned char, deep, 1, 0, 1, 0, 0, 1, 1, 0) = 7;
    CHECK_INT(bits[0xa6], 7);
}

/* Vectors: a type of the kernel's for several elements. */
TEST(test_vectors)
{
    typedef struct float4 {
        float x, y, z, w;
    } float4;
    static char memory[16 + sizeof(float[4][8])];
    float(*const elements)[8] = (float(*)[8])(void *)(memory + (16 - (uintptr_t)memory % 16) % 16);
    const int64_t shape[2] = {4, 8}, strides[2] = {-8, 1};
    CUCORE_ACCESSOR(2, int) rows;
    cucore_view view;
    elements[1][4] = 5;
    view_of(elements[3], CUCORE_DTYPE_FLOAT32, 2, shape, strides, &view);
    CHECK_INT(CUCORE_ACCESSOR_MAKE(&view, "x", cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 4), CUCORE_WRITE, &rows),
              CUCORE_OK);
    CHECK_INT(rows.shape[1], 2);
    CHECK_INT(rows.strides[0], -2);
    CHECK(CUCORE_AT(float4, rows, 2, 1).x == 5);
}

static void read_outside(void)
{
    static float data[5];
    const int64_t shape[1] = {5};
    accessor_1 x;
    cucore_view view;
    volatile int index = 5;
    view_of(data, CUCORE_DTYPE_FLOAT32, 1, shape, NULL, &view);
    CHECK_INT(CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT32, CUCORE_READ, &x), CUCORE_OK);
    CHECK(CUCORE_AT(const float, x, index) == 0);
}

TEST(test_an_index_that_is_outside)
{
    char line[200] = "";
    int ends[2] = {-1, -1}, status = 0;
    ssize_t got;
    pid_t child;
    fflush(stdout);
    CHECK_INT(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        signal(SIGABRT, SIG_DFL);
        read_outside();
        _exit(0);
    }
    close(ends[1]);
    got = read(ends[0], line, sizeof line - 1);
    close(ends[0]);
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    CHECK(got > 0);
    CHECK_HAS(line, "test_kernel.c:");
    CHECK_HAS(line, ": index 5 of axis 0 is outside of its 5 elements\n");
}

/* z = x * y, and how often the body was called. */
typedef struct count {
    int calls;
    unsigned steps;
} count;

static void multiply(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    count *calls = (count *)user_data;
    CUCORE_LOOP_RANGE(*loop, 3, begin, end, at, lane)
    {
        CUCORE_LOOP_AT(float, *loop, at, lane, 0) =
            CUCORE_LOOP_AT(const float, *loop, at, lane, 1) * CUCORE_LOOP_AT(const float, *loop, at, lane, 2);
    }
    if (calls) calls->calls++, calls->steps += end - begin;
}

TEST(test_loops)
{
    static float z[3][5], x[3][5], y[5] = {1, 2, 3, 4, 5};
    int64_t shape[2] = {3, 5};
    cucore_operand operands[3];
    cucore_view views[3];
    cucore_loops loops;
    count calls = {0, 0};
    int i, j, failed = 0;
    memset(operands, 0, sizeof operands);
    for (i = 0; i < 3; i++) {
        operands[i].view = &views[i];
        for (j = 0; j < 5; j++) x[i][j] = (float)(i + 1);
    }
    operands[0].flags = CUCORE_WRITE;
    view_of(z, CUCORE_DTYPE_FLOAT32, 2, shape, NULL, &views[0]);
    view_of(x, CUCORE_DTYPE_FLOAT32, 2, shape, NULL, &views[1]);
    view_of(y, CUCORE_DTYPE_FLOAT32, 1, shape + 1, NULL, &views[2]);
    CHECK_INT(cucore_loops_make(operands, 3, &loops), CUCORE_OK);
    CHECK_INT(loops.size, 15);
    CHECK_INT(cucore_loops_run(&loops, 1, multiply, &calls), CUCORE_OK);
    for (i = 0; i < 3; i++) {
        for (j = 0; j < 5; j++) failed += z[i][j] != (float)((i + 1) * (j + 1));
    }
    CHECK_INT(failed, 0);
    CHECK_INT(calls.calls, 1);
    CHECK(cucore_loops_next(&loops) == NULL);
    CHECK_INT(cucore_loops_run(&loops, 1, multiply, &calls), CUCORE_OK); /* it is over: nothing is done */
    memset(&loops, 0x5a, sizeof loops); /* for arrays without elements every field is set */
    shape[0] = 0;
    view_of(NULL, CUCORE_DTYPE_FLOAT32, 2, shape, NULL, &views[0]);
    view_of(NULL, CUCORE_DTYPE_FLOAT32, 2, shape, NULL, &views[1]);
    CHECK_INT(cucore_loops_make(operands, 3, &loops), CUCORE_OK);
    CHECK_INT(cucore_loops_run(&loops, 1, multiply, &calls), CUCORE_OK);
    CHECK_INT(calls.calls, 1);
    CHECK_INT(calls.calls, 1);
}

/* Threads divide the steps among themselves; every element once. */
static void add_one(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    (void)user_data;
    CUCORE_LOOP_RANGE(*loop, 1, begin, end, at, lane)
    {
        CUCORE_LOOP_AT(unsigned char, *loop, at, lane, 0)++;
    }
}

/* ... that take long, each time. */
static void add_one_slowly(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    const struct timespec time = {0, 1000000};
    nanosleep(&time, NULL);
    add_one(loop, begin, end, user_data);
}

enum { MOST_ELEMENTS = 300001 };
static const struct {
    const char *name;
    int64_t size;
    cucore_loop_body body;
    int threads, fail_in; /* which thread cannot be had, and all after it; 0: all can */
    int least, most;      /* threads that are asked for */
    int questions;        /* for the number of processors */
} thread_rows[] = {
    {"12 elements", 12, add_one, 0, 0, 0, 0, 0},
    {"12 slow elements", 12, add_one_slowly, 0, 0, 0, 0, 0},
    {"as many as are done without a look at the time", 8192, add_one_slowly, 0, 0, 0, 0, 0},
    {"one thread", MOST_ELEMENTS, add_one_slowly, 1, 0, 0, 0, 0},
    {"two threads", MOST_ELEMENTS, add_one_slowly, 2, 0, 1, 1, 0},
    {"three threads", MOST_ELEMENTS, add_one_slowly, 3, 0, 2, 2, 0},
    {"as many as there may be", MOST_ELEMENTS, add_one_slowly, 64, 0, 63, 63, 0},
    {"more than there may be", MOST_ELEMENTS, add_one_slowly, 1000, 0, 63, 63, 0},
    {"as many as there are processors", MOST_ELEMENTS, add_one_slowly, 0, 0, 0, 63, 1},
    {"no second thread", MOST_ELEMENTS, add_one_slowly, 2, 1, 1, 1, 0},
    {"no second of four", MOST_ELEMENTS, add_one_slowly, 4, 1, 1, 1, 0},
    {"no third of four", MOST_ELEMENTS, add_one_slowly, 4, 2, 2, 2, 0},
    {"no fourth of four", MOST_ELEMENTS, add_one_slowly, 4, 3, 3, 3, 0},
};

TEST(test_threads)
{
    static unsigned char data[2 * MOST_ELEMENTS];
    const int64_t strides[1] = {2};
    cucore_operand operand;
    cucore_view view;
    cucore_loops loops;
    memset(&operand, 0, sizeof operand);
    operand.view = &view;
    operand.flags = CUCORE_WRITE;
    for (size_t row = 0; row < sizeof thread_rows / sizeof thread_rows[0]; row++) {
        const size_t size = (size_t)thread_rows[row].size;
        int wrong = 0;
        check_row(thread_rows[row].name);
        memset(data, 0, sizeof data);
        view_of(data, CUCORE_DTYPE_UINT8, 1, &thread_rows[row].size, strides, &view);
        CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_OK);
        failing_c_thread.fail_in = thread_rows[row].fail_in;
        failing_c_thread.calls = questions = 0;
        CHECK_INT(cucore_loops_run(&loops, thread_rows[row].threads, thread_rows[row].body, NULL), CUCORE_OK);
        CHECK_INT(failing_c_thread.fail_in, 0);
        CHECK(failing_c_thread.calls >= thread_rows[row].least && failing_c_thread.calls <= thread_rows[row].most);
        CHECK_INT(questions, thread_rows[row].questions);
        for (size_t i = 0; i < sizeof data; i++) wrong += data[i] != (i < 2 * size && !(i & 1));
        CHECK_INT(wrong, 0);
    }
}

/* taskset, and the limits of a job or a container. */
static void child_has_one_processor(void)
{
    static unsigned char data[MOST_ELEMENTS];
    const int64_t shape = MOST_ELEMENTS;
    cucore_operand operand;
    cucore_view view;
    cucore_loops loops;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)sched_getcpu(), &set);
    CHECK_INT(sched_setaffinity(0, sizeof set, &set), 0);
    memset(&operand, 0, sizeof operand);
    operand.view = &view;
    operand.flags = CUCORE_WRITE;
    view_of(data, CUCORE_DTYPE_UINT8, 1, &shape, NULL, &view);
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_OK);
    failing_c_thread.calls = 0;
    CHECK_INT(cucore_loops_run(&loops, 0, add_one_slowly, NULL), CUCORE_OK);
    CHECK_INT(failing_c_thread.calls, 0);
}

TEST(test_threads_of_a_process_with_one_processor)
{
    in_child(child_has_one_processor);
}

/* The same of elements that are converted: a block takes a millisecond. */
static void add_one_wide(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    const struct timespec time = {0, 1000000};
    (void)user_data;
    nanosleep(&time, NULL);
    CUCORE_LOOP_RANGE(*loop, 1, begin, end, at, lane)
    {
        CUCORE_LOOP_AT(uint16_t, *loop, at, lane, 0)++;
    }
}

/* The memory for conversions: without the caller's nothing is done, without a thread's the caller does its share. */
TEST(test_memory_of_conversions)
{
    static const struct {
        long fail_in;
        int status, threads;
    } rows[] = {{0, CUCORE_OK, 2}, {1, CUCORE_OUT_OF_MEMORY, 0}, {2, CUCORE_OK, 0}, {3, CUCORE_OK, 1}};
    static unsigned char data[MOST_ELEMENTS];
    const int64_t shape[1] = {MOST_ELEMENTS};
    cucore_operand operand;
    cucore_view view;
    cucore_loops loops;
    size_t row, i;
    memset(&operand, 0, sizeof operand);
    operand.view = &view;
    operand.dtype = CUCORE_DTYPE_UINT16;
    operand.flags = CUCORE_WRITE | CUCORE_CAST;
    view_of(data, CUCORE_DTYPE_UINT8, 1, shape, NULL, &view);
    for (row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        const long live = failing_c_live;
        int wrong = 0;
        memset(data, 0, sizeof data);
        CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_OK);
        failing_c_malloc.fail_in = rows[row].fail_in;
        failing_c_thread.calls = 0;
        CHECK_INT(cucore_loops_run(&loops, 3, add_one_wide, NULL), rows[row].status);
        CHECK_INT(failing_c_malloc.fail_in, 0);
        CHECK_INT(failing_c_thread.calls, rows[row].threads);
        CHECK_INT(failing_c_live, live);
        for (i = 0; i < sizeof data; i++) wrong += data[i] != !rows[row].status;
        CHECK_INT(wrong, 0);
    }
}

TEST(test_bad_arguments)
{
    static char data[8];
    const int64_t shape[1] = {8};
    accessor_1 x;
    cucore_accessor_spec spec;
    cucore_operand operand;
    cucore_view view;
    cucore_loops loops;
    memset(&spec, 0, sizeof spec);
    memset(&operand, 0, sizeof operand);
    memset(&loops, 0, sizeof loops);
    view_of(data, CUCORE_DTYPE_UINT8, 1, shape, NULL, &view);
    CHECK_INT(cucore_accessor_make(NULL, &spec, sizeof x, &x), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_accessor_make(&view, NULL, sizeof x, &x), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_accessor_make(&view, &spec, sizeof x, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_accessor_make(&view, &spec, sizeof x, &x), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "array: an accessor of 0 axes and 0 bits; there are 1 to 64, and 32 or 64");
    CHECK_INT(cucore_loops_make(NULL, 1, &loops), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_loops_make(&operand, 1, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_loops_make(&operand, 0, &loops), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "a loop over 0 operands; there are 1 to 8");
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "operand 0: the view is NULL");
    memset(&view, 0, sizeof view);
    operand.view = &view;
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "operand 0: the view holds no data: it was released, or never filled");
    operand.name = "x";
    view_of(data, CUCORE_DTYPE_UINT8, 1, shape, NULL, &view);
    operand.dtype = CUCORE_DTYPE_FLOAT32;
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_WRONG_DTYPE);
    CHECK_STR(cucore_last_error()->message, "x: expected dtype float32, got uint8");
    operand.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 4); /* a vector is an accessor's, not a loop's */
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_WRONG_DTYPE);
    CHECK_STR(cucore_last_error()->message, "x: expected dtype uint8x4, got uint8");
    memset(&operand.dtype, 0, sizeof operand.dtype);
    view.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 4, 1);
    CHECK_INT(cucore_layout_set_packed(&view.layout, 4), CUCORE_OK);
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_WRONG_DTYPE);
    CHECK_STR(cucore_last_error()->message,
              "x: expected elements of whole bytes, got uint4, of which several share one");
    view_of(data, CUCORE_DTYPE_INT16, 1, shape, NULL, &view);
    view.byte_swapped = 1; /* as a view of memory that is to be converted */
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_WRONG_DTYPE);
    CHECK_STR(cucore_last_error()->message, "x: expected elements in native byte order, got int16 in foreign order");
    view.byte_swapped = 0;
    view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_STRUCTURED, 1u << 31);
    CHECK_INT(cucore_layout_make(1, shape, NULL, (int64_t)1 << 31, &view.layout), CUCORE_OK);
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_OVERFLOW);
    CHECK_STR(cucore_last_error()->message, "x: elements of 2147483648 bytes; offsets of a loop fit 32 bits");
    CHECK(cucore_loops_next(NULL) == NULL);
    CHECK(cucore_loops_next(&loops) == NULL);
    CHECK_INT(cucore_loops_run(NULL, 1, add_one, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_loops_run(&loops, 1, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_loops_run(&loops, -1, add_one, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "cucore_loops_run: -1 threads");
}

TESTS_MAIN
