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

/* out = 1 + x + 2 * y, of elements of each size that has tiles of its own; modulo their width. */
template <typename T> struct sum_of {
    __device__ T operator()(T x, T y) const
    {
        return static_cast<T>(1 + x + 2 * y);
    }
};
#define SUM(name, type)                                                                                                \
    extern "C" __global__ void name(cucore_loop loop)                                                                  \
    {                                                                                                                  \
        cucore::transform<type, const type, const type>(loop, sum_of<type>());                                         \
    }
SUM(sum_1, unsigned char)
SUM(sum_2, unsigned short)
SUM(sum_4, unsigned)
SUM(sum_8, unsigned long long)

/* Elements that fill a load; that are no power of two; that are too large for tiles. */
template <typename T, int count> struct several {
    T at[count];
};
template <typename T> struct sum_of_several {
    __device__ T operator()(T x, const T &y) const
    {
        x.at[0] += 1;
        for (int i = 0; i < static_cast<int>(sizeof x.at / sizeof x.at[0]); i++) x.at[i] += 2 * y.at[i];
        return x;
    }
};
#define SUM_OF_SEVERAL(name, type, count)                                                                              \
    extern "C" __global__ void name(cucore_loop loop)                                                                  \
    {                                                                                                                  \
        typedef several<type, count> element;                                                                          \
        cucore::transform<element, element, element>(loop, sum_of_several<element>());                                 \
    }
SUM_OF_SEVERAL(sum_12, float, 3)
SUM_OF_SEVERAL(sum_16, double, 2)
SUM_OF_SEVERAL(sum_24, double, 3)

/* Counts how often each element is met: operand 0. */
extern "C" __global__ void count(cucore_loop loop)
{
    CUCORE_LOOP_EACH(loop, 1, at, i)
    {
        atomicAdd(&CUCORE_LOOP_AT(unsigned, loop, at, i, 0), 1u);
    }
}
