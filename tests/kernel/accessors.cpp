/* accessors.cpp - cucore::accessor on the host, and mdspans where a library has them: test_cpp.py builds and runs it. */
#define CUCORE_CHECK_BOUNDS
#define CUCORE_IMPLEMENTATION
#include "cucore_kernel.h"

#include "../c/check.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(WITH_MDSPAN)
#include <cuda/std/array>
#include <cuda/std/mdspan>
#endif

static float data[4][6];
static cucore_view view;

static void make_view()
{
    const int64_t shape[2] = {4, 3}, strides[2] = {6, 2};
    memset(&view, 0, sizeof view);
    for (int i = 0; i < 24; i++) data[i / 6][i % 6] = static_cast<float>(i);
    view.ptr = data;
    view.dtype = CUCORE_DTYPE_FLOAT32;
    view.device_type = CUCORE_DEVICE_TYPE_CPU;
    view.device_id = CUCORE_DEVICE_NONE;
    view.host_accessible = 1;
    CHECK_INT(cucore_layout_make(2, shape, strides, 4, &view.layout), CUCORE_OK);
}

static void test_elements()
{
    cucore::accessor<float, 2> x;
    cucore::accessor<const float, 2, long long> wide;
    make_view();
    CHECK_INT(cucore::make_accessor(view, "x", &x), CUCORE_OK);
    CHECK_INT(cucore::make_accessor(view, "x", &wide, CUCORE_HOST_ACCESSIBLE), CUCORE_OK);
    CHECK(x.extent(0) == 4 && x.extent(1) == 3 && x.rank() == 2);
    x(2, 1) = 100;
    CHECK(data[2][2] == 100 && wide(2, 1) == 100 && wide(3, 2) == 22);
}

/* 2^32 is outside, although it is 0 as an int. */
static void test_an_index_that_is_outside()
{
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        cucore::accessor<float, 2> x;
        make_view();
        if (!freopen("/dev/null", "w", stderr) || cucore::make_accessor(view, "x", &x)) _exit(1);
        x(1LL << 32, 0u) = 1;
        _exit(0);
    }
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void test_to_read()
{
    cucore::accessor<float, 2> x;
    make_view();
    CHECK_INT(cucore::make_accessor(view, "x", &x), CUCORE_OK);
    const cucore::accessor<const float, 2> same = x;
    CHECK(&same(1, 1) == &x(1, 1) && same.extent(1) == 3);
    view.readonly = 1;
    cucore::accessor<const float, 2> read;
    CHECK_INT(cucore::make_accessor(view, "x", &read), CUCORE_OK);
    CHECK_INT(cucore::make_accessor(view, "x", &x), CUCORE_READONLY);
}

static void test_refusals()
{
    cucore::accessor<double, 2> other;
    cucore::accessor<cucore::packed<float, 2>, 2> pairs;
    make_view();
    CHECK_INT(cucore::make_accessor(view, "x", &other), CUCORE_WRONG_DTYPE);
    CHECK_STR(cucore_last_error()->message, "x: expected dtype float64, got float32");
    CHECK_INT(cucore::make_accessor(view, "x", cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 4), &pairs),
              CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "x: a dtype of 16 bytes for elements of 8");
    CHECK_INT(cucore::make_accessor(view, "x", cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 2), &pairs),
              CUCORE_WRONG_SHAPE);
}

#if defined(WITH_MDSPAN)
static void test_mdspans()
{
    typedef cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_stride> span;
    cucore::accessor<float, 2> x;
    make_view();
    CHECK_INT(cucore::make_accessor(view, "x", &x), CUCORE_OK);
    const span y = x.as_mdspan<span>();
    CHECK(y.extent(0) == 4 && y.extent(1) == 3 && y.stride(0) == 6 && y.stride(1) == 2);
    CHECK(&y(3, 2) == &data[3][4]);
    const cucore::accessor<float, 2> z = cucore::accessor<float, 2>::from_mdspan(y);
    CHECK(&z(3, 2) == &data[3][4] && z.extent(0) == 4);
}
#endif

int main()
{
    RUN(test_elements);
    RUN(test_an_index_that_is_outside);
    RUN(test_to_read);
    RUN(test_refusals);
#if defined(WITH_MDSPAN)
    RUN(test_mdspans);
#endif
    return check_end();
}
