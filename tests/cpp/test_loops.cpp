/* cucore_kernel.h in C++: passes on the CPU whose functions throw, accessors of complex numbers. */
#include "cucore_kernel.h"

#include <atomic>
#include <chrono>
#include <complex>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

static int failed = 0;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                \
            failed++;                                                                                                  \
        }                                                                                                              \
    } while (0)

static void wrap(void *data, cucore_dtype dtype, int64_t count, cucore_view *out)
{
    cucore_array_spec spec = {};
    spec.dtype = dtype;
    spec.ndim = 1;
    spec.shape = &count;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    if (cucore_view_wrap(data, &spec, nullptr, nullptr, out)) std::printf("%s\n", cucore_last_error()->message);
}

static cucore_loops loops_of(const cucore_view *view)
{
    const cucore_operand operands[2] = {{view, "x", {0, 0, 0, 0}, CUCORE_WRITE, 0}, {view, "x", {0, 0, 0, 0}, 0, 0}};
    cucore_loops loops = {};
    if (cucore_loops_make(operands, 2, &loops)) std::printf("%s\n", cucore_last_error()->message);
    return loops;
}

static void test_accessors()
{
    std::complex<float> numbers[3] = {{1, 2}, {3, 4}, {5, 6}};
    cucore_view view;
    cucore::accessor<const std::complex<float>, 1> read;
    cucore::accessor<std::complex<double>, 1> wide;
    wrap(numbers, cucore::dtype_of<std::complex<float>>(), 3, &view);
    CHECK(!cucore::make_accessor(view, "x", &read) && read(1) == numbers[1]);
    CHECK(cucore::make_accessor(view, "x", &wide) == CUCORE_WRONG_DTYPE &&
          !std::strcmp(cucore_last_error()->message, "x: expected dtype complex128, got complex64"));
}

/* The body of every pass: adds 1.  Slow, so that other threads are at work when one of them throws. */
enum class thrower { none, caller, others, all };
static thrower thrown_by;
static std::atomic<int> running(0);

#if defined(__cpp_exceptions)
static bool throws(unsigned begin)
{
    return thrown_by == thrower::all || (thrown_by == thrower::caller && begin == 0) ||
           (thrown_by == thrower::others && begin != 0);
}
#endif

static void add_one(const cucore_loop &loop, unsigned begin, unsigned end)
{
    struct counted {
        counted()
        {
            running++;
        }
        ~counted()
        {
            running--;
        }
    } here;
#if defined(__cpp_exceptions)
    if (throws(begin)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        throw std::runtime_error("bad element");
    }
#endif
    for (unsigned step = begin; step < end; step += 1 << 14) {
        const unsigned last = end - step < 1 << 14 ? end : step + (1 << 14);
        cucore::transform_range<float, float>(loop, step, last, [](float x) { return x + 1; });
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

/* The C interface passes exceptions on if it is compiled as C++. */
#if defined(CUCORE_STATIC)
static void add_one_in_c(const cucore_loop *loop, unsigned begin, unsigned end, void *)
{
    add_one(*loop, begin, end);
}

static cucore_status run_in_c(cucore_loops *loops, int threads)
{
    return cucore_loops_run(loops, threads, add_one_in_c, nullptr);
}
#endif

static cucore_status run_function(cucore_loops *loops, int threads)
{
    return cucore::loops_run(loops, threads, add_one);
}

static cucore_status run_lambda(cucore_loops *loops, int threads)
{
    int captured = 0;
    return cucore::loops_run(loops, threads, [&](const cucore_loop &loop, unsigned begin, unsigned end) {
        (void)captured;
        add_one(loop, begin, end);
    });
}

static void test_throwing()
{
    const struct {
        const char *name;
        thrower thrown;
        int threads;
        bool arrives;
    } rows[] = {{"nothing is thrown", thrower::none, 4, false},
                {"the caller throws", thrower::caller, 4, true},
                {"the caller throws, alone", thrower::caller, 1, true},
                {"the other threads throw", thrower::others, 4, true},
                {"all throw", thrower::all, 4, true}};
    cucore_status (*const ways[])(cucore_loops *, int) = {
        run_function,
        run_lambda,
#if defined(CUCORE_STATIC)
        run_in_c,
#endif
    };
    for (const auto way : ways) {
        for (const auto &row : rows) {
            std::vector<float> data(1 << 20);
            cucore_view view;
            bool caught = false, whole = true;
            wrap(data.data(), CUCORE_DTYPE_FLOAT32, 1 << 20, &view);
            cucore_loops loops = loops_of(&view);
            thrown_by = row.thrown;
#if defined(__cpp_exceptions)
            try {
                CHECK(way(&loops, row.threads) == CUCORE_OK);
            } catch (const std::runtime_error &error) {
                caught = !std::strcmp(error.what(), "bad element");
            }
#else
            if (row.arrives) continue;
            CHECK(way(&loops, row.threads) == CUCORE_OK);
#endif
            if (running != 0 || caught != row.arrives) std::printf("%s:\n", row.name);
            CHECK(running == 0); /* no thread is left behind */
            CHECK(caught == row.arrives);
            for (float x : data) whole = whole && x == 1;
            CHECK(whole == !row.arrives);
        }
    }
}

static void test_refusals()
{
    float data[2] = {0, 0};
    cucore_view view;
    wrap(data, CUCORE_DTYPE_FLOAT32, 2, &view);
    cucore_loops loops = loops_of(&view);
    thrown_by = thrower::all;
    CHECK(run_function(&loops, -1) == CUCORE_INVALID_ARGUMENT && run_function(nullptr, 1) == CUCORE_INVALID_ARGUMENT);
    CHECK(cucore_loops_run(&loops, 1, nullptr, nullptr) == CUCORE_INVALID_ARGUMENT);
}

int main()
{
    test_accessors();
    test_throwing();
    test_refusals();
    std::printf("%s\n", failed ? "failed" : "all as it has to be");
    return failed != 0;
}
