/* test_driver_left_out.c - CUCORE_NO_TENSOR_MAPS, and copies without cucore_cast.h, on the fake driver
 * (tests/fake_driver): what is left out is refused, and all else works
 *
 * Build and run as test_driver.c. */
#include "check.h"
#include "../fake_driver/fake_cuda.h"

#define CUCORE_NO_TENSOR_MAPS
#define CUCORE_IMPLEMENTATION
#include "../../cucore_copy.h"
#include "../../cucore_kernel.h"

/* A view of the rows of an array, or of its columns. */
static cucore_view view_of(void *ptr, cucore_dtype dtype, int is_turned)
{
    static const int64_t shape[2] = {2, 3}, turned[2] = {1, 2};
    cucore_array_spec spec;
    cucore_view view;
    memset(&spec, 0, sizeof spec);
    spec.dtype = dtype;
    spec.ndim = 2;
    spec.shape = shape;
    spec.strides = is_turned ? turned : NULL;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    spec.device_id = CUCORE_DEVICE_NONE;
    CHECK_INT(cucore_view_wrap(ptr, &spec, NULL, NULL, &view), CUCORE_OK);
    return view;
}

TEST(test_conversions_are_refused)
{
    float from[6] = {1, 2, 3, 4, 5, 6};
    double to[6] = {-1, -1, -1, -1, -1, -1};
    cucore_view dst = view_of(to, CUCORE_DTYPE_FLOAT64, 0), src = view_of(from, CUCORE_DTYPE_FLOAT32, 0);
    cucore_copy_options options;
    cucore_copy_plan plan;
    cucore_operand operand;
    cucore_loops loops;
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_CAST;
    CHECK_INT(cucore_view_copy(&dst, &src, NULL, &options), CUCORE_UNSUPPORTED);
    CHECK_STR(cucore_last_error()->message, "dst is float64, src is float32: CUCORE_COPY_CAST needs cucore_cast.h "
                                            "before the implementation of cucore_copy.h");
    REFUSED(cucore_copy_plan_make(&dst, &src, CUCORE_DEVICE_CURRENT, &options, &plan), CUCORE_UNSUPPORTED,
            "needs cucore_cast.h");
    CHECK(to[0] == -1 && to[5] == -1);
    CHECK_INT(cucore_view_copy(&dst, &src, NULL, NULL), CUCORE_WRONG_DTYPE);
    memset(&operand, 0, sizeof operand);
    operand.view = &src;
    operand.name = "x";
    operand.dtype = CUCORE_DTYPE_FLOAT64;
    operand.flags = CUCORE_CAST;
    CHECK_INT(cucore_loops_make(&operand, 1, &loops), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message,
              "x: CUCORE_CAST converts: include cucore_cast.h before the implementation of cucore_kernel.h");
}

/* The flag has no effect on equal dtypes. */
TEST(test_copies)
{
    float from[6] = {1, 2, 3, 4, 5, 6}, to[6] = {0};
    cucore_view dst = view_of(to, CUCORE_DTYPE_FLOAT32, 1), src = view_of(from, CUCORE_DTYPE_FLOAT32, 0), there;
    cucore_copy_options options;
    cucore_array_spec spec;
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_CAST;
    CHECK_INT(cucore_view_copy(&dst, &src, NULL, &options), CUCORE_OK);
    CHECK(to[0] == 1 && to[1] == 4 && to[2] == 2 && to[3] == 5 && to[4] == 3 && to[5] == 6);
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT32;
    spec.ndim = 2;
    spec.shape = src.layout.shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    CHECK_INT(cucore_view_allocate(&spec, NULL, NULL, &there), CUCORE_OK);
    memset(to, 0, sizeof to);
    CHECK_INT(cucore_view_copy(&there, &src, NULL, NULL), CUCORE_OK);
    options.flags |= CUCORE_COPY_COMPILE; /* a kernel is written */
    CHECK_INT(cucore_view_copy(&dst, &there, NULL, &options), CUCORE_OK);
    CHECK(to[0] == 1 && to[1] == 4 && to[2] == 2 && to[3] == 5 && to[4] == 3 && to[5] == 6);
    CHECK_INT(cucore_view_fill(&dst, from, NULL), CUCORE_OK);
    CHECK(to[0] == 1 && to[5] == 1);
    cucore_view_release(&there);
    cucore_copy_trim();
}

TEST(test_tensor_maps_are_refused)
{
    float memory[6] = {0};
    const cucore_view view = view_of(memory, CUCORE_DTYPE_FLOAT32, 0);
    cucore_tensor_map_spec spec;
    cucore_tensor_map map;
    memset(&spec, 0, sizeof spec);
    CHECK_INT(cucore_tensor_map_make(&view, &spec, &map), CUCORE_UNSUPPORTED);
    CHECK_STR(cucore_last_error()->message,
              "this module was compiled with CUCORE_NO_TENSOR_MAPS, which leaves out tensor maps");
    REFUSED(cucore_tensor_map_replace_address(&view, &spec, &map), CUCORE_UNSUPPORTED, "CUCORE_NO_TENSOR_MAPS");
}

static void add(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    (void)user_data;
    CUCORE_LOOP_RANGE(*loop, 2, begin, end, at, i)
    {
        CUCORE_LOOP_AT(float, *loop, at, i, 0) += CUCORE_LOOP_AT(const float, *loop, at, i, 1);
    }
}

TEST(test_loops_and_kernels)
{
    static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                              ".visible .entry store(.param .u32 n, .param .u32 value, .param .u64 out)\n{\nret;\n}\n";
    static cucore_kernel store = CUCORE_KERNEL(ptx, "store");
    const cucore_launch_config config = cucore_launch_config_1d(4, 32);
    float y[6] = {1, 2, 3, 4, 5, 6}, x[6] = {10, 20, 30, 40, 50, 60};
    cucore_view views[2];
    cucore_operand operands[2] = {{&views[0], "y", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, 0},
                                  {&views[1], "x", CUCORE_DTYPE_FLOAT32, 0, 0}};
    cucore_loops loops;
    CUdeviceptr memory = 0;
    cucore_buffer buffer;
    int n = 4, value = 7, out[4] = {0};
    views[0] = view_of(y, CUCORE_DTYPE_FLOAT32, 1);
    views[1] = view_of(x, CUCORE_DTYPE_FLOAT32, 0);
    CHECK_INT(cucore_loops_make(operands, 2, &loops), CUCORE_OK);
    CHECK_INT(cucore_loops_run(&loops, 1, add, NULL), CUCORE_OK);
    CHECK(y[0] == 11 && y[1] == 42 && y[5] == 66);
    CHECK_INT(cucore_buffer_allocate(NULL, sizeof out, NULL, &buffer), CUCORE_OK);
    memory = (CUdeviceptr)(uintptr_t)buffer.ptr;
    CHECK_INT(cucore_kernel_launch(&store, buffer.device_id, &config, NULL, CUCORE_ARGS(&n, &value, &memory)),
              CUCORE_OK);
    CHECK_INT(cucore_memory_copy(out, buffer.ptr, sizeof out, NULL), CUCORE_OK);
    CHECK_INT(cucore_stream_synchronize(NULL), CUCORE_OK);
    CHECK(out[0] == 7 && out[3] == 7);
    CHECK_INT(cucore_buffer_release(&buffer), CUCORE_OK);
}

TESTS_MAIN
