// bench_loops.cu - kernels of bench_loops.py and bench_launch.py: by cucore_kernel.h, and by hand for the very case.
//
//     nvcc -std=c++17 -arch=sm_90 -cubin -I. bench/bench_loops.cu -o bench_loops.cubin
//
// loop_OPERATION_TYPE takes a cucore_loop, LAYOUT_OPERATION_TYPE_MANY a by_hand.  Types are named as NumPy names them.
#include "cucore_kernel.h"
#include "bench_loops.h"

#include <cuda_fp16.h>
#include <utility>

typedef __half f2;
typedef float f4;
typedef double f8;

// ------------------------------------------------------------------------------------------------ what is computed --
template <typename T> struct fill {
    __device__ T operator()() const
    {
        return T(1);
    }
};
template <typename T> struct increment {
    __device__ T operator()(T a) const
    {
        return a + T(1);
    }
};
template <typename T> struct negate {
    __device__ T operator()(T a) const
    {
        return -a;
    }
};
template <typename T> struct add {
    __device__ T operator()(T a, T b) const
    {
        return a + b;
    }
};
template <typename T> struct addcmul {
    __device__ T operator()(T a, T b, T c) const
    {
        return a + b * c;
    }
};
template <typename T> struct products {
    __device__ T operator()(T a, T b, T c, T d) const
    {
        return a * b + c * d;
    }
};

// -------------------------------------------------------------------------------------------------- through a loop --
template <typename T, size_t> using each = T; // T once for each number

template <typename T, typename F, size_t... k>
static __device__ __forceinline__ void through_loop(const cucore_loop &loop, F f, std::index_sequence<k...>)
{
    cucore::transform<T, const each<T, k>...>(loop, f);
}

// --------------------------------------------------------------------------------------------------------- by hand --
// Each thread has `many` vectors: all that it reads is on its way before the first one is stored.
template <typename T, int lanes> struct alignas(sizeof(T) * lanes) vector {
    T lane[lanes];
};
template <typename T> constexpr int lanes_of_16_bytes = 16 / static_cast<int>(sizeof(T));

template <typename V, typename F, size_t... k>
static __device__ __forceinline__ V applied(F f, const V *in, std::index_sequence<k...>)
{
    V out;
    for (int i = 0; i < static_cast<int>(sizeof out / sizeof out.lane[0]); i++) out.lane[i] = f(in[k].lane[i]...);
    return out;
}
template <int inputs, typename V, typename F> static __device__ __forceinline__ V applied(F f, const V *in)
{
    return applied(f, in, std::make_index_sequence<inputs>());
}
template <typename V, typename I> static __device__ __forceinline__ V read(const void *from, I i)
{
    return static_cast<const V *>(from)[i];
}

// All operands lie side by side: one axis.  A grid of one.
template <typename T, typename F, int inputs, int many> static __device__ __forceinline__ void dense(const by_hand &o)
{
    typedef vector<T, lanes_of_16_bytes<T>> V;
    const unsigned n = static_cast<unsigned>(o.rows) * static_cast<unsigned>(o.columns) / lanes_of_16_bytes<T>;
    const unsigned first = blockIdx.x * many * blockDim.x + threadIdx.x;
    V in[many][inputs ? inputs : 1];
#pragma unroll
    for (int j = 0; j < many; j++) {
        const unsigned i = first + j * blockDim.x;
        for (int k = 0; k < inputs && i < n; k++) in[j][k] = read<V>(o.in[k], i);
    }
#pragma unroll
    for (int j = 0; j < many; j++) {
        const unsigned i = first + j * blockDim.x;
        if (i < n) static_cast<V *>(o.out)[i] = applied<inputs>(F(), in[j]);
    }
}

// The last operand is one row for all rows, or one column for all columns.  Grid: x goes over a row, y over the rows.
template <typename T, typename F, int inputs, int many, bool is_row>
static __device__ __forceinline__ void broadcast(const by_hand &o)
{
    typedef vector<T, lanes_of_16_bytes<T>> V;
    const int columns = o.columns / lanes_of_16_bytes<T>;
    const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), first = static_cast<int>(blockIdx.y) * many;
    V in[many][inputs];
    if (x >= columns) return;
#pragma unroll
    for (int j = 0; j < many; j++) {
        const int y = first + j;
        if (y >= o.rows) continue;
        for (int k = 0; k < inputs - 1; k++) in[j][k] = read<V>(o.in[k], y * columns + x);
        if (is_row) {
            in[j][inputs - 1] = j ? in[0][inputs - 1] : read<V>(o.in[inputs - 1], x);
        } else {
            const T one = read<T>(o.in[inputs - 1], y);
            for (int i = 0; i < lanes_of_16_bytes<T>; i++) in[j][inputs - 1].lane[i] = one;
        }
    }
#pragma unroll
    for (int j = 0; j < many; j++) {
        const int y = first + j;
        if (y < o.rows) static_cast<V *>(o.out)[y * columns + x] = applied<inputs>(F(), in[j]);
    }
}
template <typename T, typename F, int inputs, int many> static __device__ __forceinline__ void row(const by_hand &o)
{
    broadcast<T, F, inputs, many, true>(o);
}
template <typename T, typename F, int inputs, int many> static __device__ __forceinline__ void column(const by_hand &o)
{
    broadcast<T, F, inputs, many, false>(o);
}

// The last operand is transposed: a tile of it goes through shared memory.  Blocks of 32 x 32 / many threads, a grid of
// tiles of BY_HAND_TILE(sizeof(T)) elements each way.  Threads have 4 bytes of a row or more, so that a warp has 128.
template <typename T, typename F, int inputs, int many>
static __device__ __forceinline__ void transposed(const by_hand &o)
{
    constexpr int edge = BY_HAND_TILE(static_cast<int>(sizeof(T))), lanes = edge / 32, threads = 32 / many;
    typedef vector<T, lanes> V;
    __shared__ T tile[edge][edge + 1]; // one more: columns are in different banks
    const int left = static_cast<int>(blockIdx.x) * edge, top = static_cast<int>(blockIdx.y) * edge;
    const int across = static_cast<int>(threadIdx.x) * lanes, down = static_cast<int>(threadIdx.y);
    V in[edge / threads][inputs];
#pragma unroll
    for (int j = 0; j < edge / threads; j++) {
        const int x = left + down + j * threads, y = top + across; // rows of its memory are columns of the others
        if (x < o.columns && y < o.rows) {
            in[j][inputs - 1] = read<V>(o.in[inputs - 1], (x * static_cast<size_t>(o.rows) + y) / lanes);
        }
    }
#pragma unroll
    for (int j = 0; j < edge / threads; j++) {
        const int x = left + across, y = top + down + j * threads;
        for (int k = 0; k < inputs - 1 && x < o.columns && y < o.rows; k++) {
            in[j][k] = read<V>(o.in[k], (y * static_cast<size_t>(o.columns) + x) / lanes);
        }
    }
#pragma unroll
    for (int j = 0; j < edge / threads; j++) {
        for (int i = 0; i < lanes; i++) tile[down + j * threads][across + i] = in[j][inputs - 1].lane[i];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < edge / threads; j++) {
        const int x = left + across, y = top + down + j * threads;
        for (int i = 0; i < lanes; i++) in[j][inputs - 1].lane[i] = tile[across + i][down + j * threads];
        if (x >= o.columns || y >= o.rows) continue;
        static_cast<V *>(o.out)[(y * static_cast<size_t>(o.columns) + x) / lanes] = applied<inputs>(F(), in[j]);
    }
}

// ----------------------------------------------------------------------------------------------------- their names --
#define BY_HAND(layout, operation, inputs, type, many)                                                                 \
    extern "C" __global__ void layout##_##operation##_##type##_##many(const by_hand o)                                 \
    {                                                                                                                  \
        layout<type, operation<type>, inputs, many>(o);                                                                \
    }
#define EACH_MANY(layout, operation, inputs, type)                                                                     \
    BY_HAND(layout, operation, inputs, type, 1)                                                                        \
    BY_HAND(layout, operation, inputs, type, 2)                                                                        \
    BY_HAND(layout, operation, inputs, type, 4)
#define DENSE(operation, inputs, type)                                                                                 \
    extern "C" __global__ void loop_##operation##_##type(const cucore_loop loop)                                       \
    {                                                                                                                  \
        through_loop<type>(loop, operation<type>(), std::make_index_sequence<inputs>());                               \
    }                                                                                                                  \
    EACH_MANY(dense, operation, inputs, type)
#define EACH_LAYOUT(operation, inputs, type)                                                                           \
    DENSE(operation, inputs, type)                                                                                     \
    EACH_MANY(row, operation, inputs, type)                                                                            \
    EACH_MANY(column, operation, inputs, type)                                                                         \
    EACH_MANY(transposed, operation, inputs, type)
#define EACH_OPERATION(type)                                                                                           \
    DENSE(fill, 0, type)                                                                                               \
    DENSE(increment, 1, type)                                                                                          \
    EACH_LAYOUT(negate, 1, type)                                                                                       \
    EACH_LAYOUT(add, 2, type)                                                                                          \
    EACH_LAYOUT(addcmul, 3, type)                                                                                      \
    EACH_LAYOUT(products, 4, type)
EACH_OPERATION(f2)
EACH_OPERATION(f4)
EACH_OPERATION(f8)

// ------------------------------------------------------------------------------------------------------- a stencil --
// A pixel of examples/stencil after a step.  `at` reads one.
template <typename At> static __device__ __forceinline__ float pixel(At at, int rows, int columns, int y, int x)
{
    const int north = y > 0 ? y - 1 : y, south = y + 1 < rows ? y + 1 : y;
    const int west = x > 0 ? x - 1 : x, east = x + 1 < columns ? x + 1 : x;
    const float here = at(y, x), around = at(north, x) + at(south, x) + at(y, west) + at(y, east);
    return here + 0.2f * (around - 4 * here);
}
static __device__ __forceinline__ int thread_x()
{
    return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}
static __device__ __forceinline__ int thread_y()
{
    return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
}

extern "C" __global__ void stencil_at(plane to, plane from)
{
    const int y = thread_y(), x = thread_x();
    if (y >= to.shape[0] || x >= to.shape[1]) return;
    CUCORE_AT(float, to, y, x) =
        pixel([&](int i, int j) { return CUCORE_AT(const float, from, i, j); }, from.shape[0], from.shape[1], y, x);
}

extern "C" __global__ void stencil_accessor(cucore::accessor<float, 2> to, cucore::accessor<const float, 2> from)
{
    const int y = thread_y(), x = thread_x();
    if (y >= to.extent(0) || x >= to.extent(1)) return;
    to(y, x) = pixel([&](int i, int j) { return from(i, j); }, from.extent(0), from.extent(1), y, x);
}

// By hand: the pixels of a row lie side by side.
extern "C" __global__ void stencil_pointers(float *to, const float *from, int rows, int columns, int to_pitch,
                                            int from_pitch)
{
    const int y = thread_y(), x = thread_x();
    if (y >= rows || x >= columns) return;
    to[y * to_pitch + x] = pixel([&](int i, int j) { return from[i * from_pitch + j]; }, rows, columns, y, x);
}

// ------------------------------------------------------------------------------------------------------- for times --
// Keeps the stream busy while the host enqueues what is timed.
extern "C" __global__ void busy(long long nanoseconds)
{
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (static_cast<long long>(now - start) < nanoseconds);
}

// --------------------------------------------------------------------------------------------- for bench_launch.py --
struct sum_of_7 {
    __device__ float operator()(float a, float b, float c, float d, float e, float f, float g) const
    {
        return a + b + c + d + e + f + g;
    }
};

extern "C" __global__ void launch_loop(const cucore_loop loop)
{
    through_loop<float>(loop, sum_of_7(), std::make_index_sequence<7>());
}

extern "C" __global__ void launch_accessors(line out, line a, line b, line c, line d, line e, line f, line g)
{
    const int i = thread_x();
    if (i >= out.shape[0]) return;
#define OF(x) CUCORE_AT(const float, x, i)
    CUCORE_AT(float, out, i) = sum_of_7()(OF(a), OF(b), OF(c), OF(d), OF(e), OF(f), OF(g));
#undef OF
}

extern "C" __global__ void launch_pointers(float *out, const float *a, const float *b, const float *c, const float *d,
                                           const float *e, const float *f, const float *g, int n)
{
    const int i = thread_x();
    if (i < n) out[i] = sum_of_7()(a[i], b[i], c[i], d[i], e[i], f[i], g[i]);
}

extern "C" __global__ void launch_one(float *out, int n)
{
    const int i = thread_x();
    if (i < n) out[i] = 1.0f;
}
