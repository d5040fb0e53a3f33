/* device.cu - what kernels have of cucore_kernel.h, for nvcc and NVRTC alike: test_device_code.py compiles it, tests/gpu runs it.
 * In NVRTC it needs no header but that. */
#include "cucore_kernel.h"

typedef CUCORE_ACCESSOR(2, int) image;
typedef CUCORE_ACCESSOR(3, long long) volume;

/* In C's words. */
extern "C" __global__ void brighten(image pixels, float by)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x), y = (int)blockIdx.y;
    if (x < pixels.shape[1]) CUCORE_AT(float, pixels, y, x) += by;
}

extern "C" __global__ void corner(volume cells, double *out)
{
    *out = CUCORE_AT(const double, cells, cells.shape[0] - 1, cells.shape[1] - 1, cells.shape[2] - 1);
}

extern "C" __global__ void add_each(cucore_loop loop)
{
    CUCORE_LOOP_EACH(loop, 3, at, i)
    {
        CUCORE_LOOP_AT(float, loop, at, i, 0) = CUCORE_LOOP_AT(const float, loop, at, i, 1) + CUCORE_LOOP_AT(const float, loop, at, i, 2);
    }
}

/* In C++. */
extern "C" __global__ void transpose(cucore::accessor<float, 2> to, cucore::accessor<const float, 2> from)
{
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x), y = (int)blockIdx.y;
    if (x < to.extent(1)) to(y, x) = from(x, y);
}

struct axpy_of {
    float a;
    __device__ float operator()(float x, float y) const
    {
        return a * x + y;
    }
};

extern "C" __global__ void axpy(cucore_loop loop, float a)
{
    cucore::transform<float, float, float>(loop, axpy_of{a});
}

extern "C" __global__ void widen(cucore_loop loop)
{
    cucore::transform<double, unsigned short>(loop, [](unsigned short x) { return x * 0.5; });
}

/* Counts how often each element is met: operand 0. */
extern "C" __global__ void count(cucore_loop loop)
{
    CUCORE_LOOP_EACH(loop, 1, at, i)
    {
        atomicAdd(&CUCORE_LOOP_AT(unsigned, loop, at, i, 0), 1u);
    }
}
