/* emulated.cpp - kernels of cucore::transform run by the CPU, for test_transform.py: the threads of a block take turns, and change
 * at each barrier.  All must get there: else the process ends. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>
#include <vector>

struct place {
    unsigned x, y, z;
};
static place threadIdx, blockIdx, blockDim, gridDim;
static void wait_for_block();

#define __CUDACC__ 1
#define __CUDA_ARCH__ 800
#define __host__
#define __device__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __syncthreads wait_for_block
#include "cucore_kernel.h"

/* -- threads ------------------------------------------------------------------------------------------------------- */
typedef void (*kernel)(const cucore_loop &loop);
struct thread {
    ucontext_t context;
    std::vector<char> stack;
    bool has_ended;
};
static std::vector<thread> threads;
static ucontext_t scheduler;
static kernel running;
static const cucore_loop *given;

static void wait_for_block()
{
    const unsigned me = threadIdx.x;
    if (threads.empty()) {
        fprintf(stderr, "a barrier in a loop without tiles\n");
        abort();
    }
    swapcontext(&threads[me].context, &scheduler);
}

static void thread_main()
{
    running(*given);
    threads[threadIdx.x].has_ended = true;
}

static void run_block()
{
    for (thread &one : threads) {
        getcontext(&one.context);
        one.stack.resize(64 * 1024);
        one.context.uc_stack.ss_sp = one.stack.data();
        one.context.uc_stack.ss_size = one.stack.size();
        one.context.uc_link = &scheduler;
        one.has_ended = false;
        makecontext(&one.context, thread_main, 0);
    }
    for (size_t ended = 0; ended < threads.size();) {
        ended = 0;
        for (threadIdx.x = 0; threadIdx.x < blockDim.x; threadIdx.x++) {
            swapcontext(&scheduler, &threads[threadIdx.x].context);
            ended += threads[threadIdx.x].has_ended;
        }
        if (ended && ended < threads.size()) {
            fprintf(stderr, "%zu of %zu threads wait for the others\n", threads.size() - ended, threads.size());
            abort();
        }
    }
}

/* -- kernels ------------------------------------------------------------------------------------------------------- */
/* 1 + 1*a + 2*b + ... in T, counted modulo its width. */
template <typename T> struct weighted_sum {
    T at(T sum, T) const
    {
        return sum;
    }
    template <typename... Rest> T at(T sum, T k, T first, Rest... rest) const
    {
        return at(static_cast<T>(sum + k * first), static_cast<T>(k + 1), static_cast<T>(rest)...);
    }
    template <typename... Values> T operator()(Values... values) const
    {
        return at(1, 1, static_cast<T>(values)...);
    }
};
template <typename Out, typename... In> static void sum_of(const cucore_loop &loop)
{
    cucore::transform<Out, const In...>(loop, weighted_sum<Out>());
}
template <typename T> static kernel sum_of_inputs(int inputs)
{
    static const kernel kernels[] = {sum_of<T>, sum_of<T, T>, sum_of<T, T, T>, sum_of<T, T, T, T>,
                                     sum_of<T, T, T, T, T>};
    return kernels[inputs];
}

/* Elements of 16 bytes; of which the second half is left as it is. */
struct wide {
    double real, imag;
};
struct sum_of_wide {
    wide operator()(wide a, wide b) const
    {
        return wide{1 + a.real + 2 * b.real, a.imag + 2 * b.imag};
    }
};
static void sum_of_2_wide(const cucore_loop &loop)
{
    cucore::transform<wide, const wide, wide>(loop, sum_of_wide());
}

/* kinds: bytes of an element of operand 0; 16 for two inputs; 17, 18: 2 or 8 of one, 1 of two inputs. */
extern "C" __attribute__((visibility("default"))) int emulate(const cucore_loop *loop, int kind, unsigned grid,
                                                              unsigned block)
{
    const int inputs = loop->count - 1;
    running = kind == 1    ? sum_of_inputs<uint8_t>(inputs)
              : kind == 2  ? sum_of_inputs<uint16_t>(inputs)
              : kind == 4  ? sum_of_inputs<uint32_t>(inputs)
              : kind == 8  ? sum_of_inputs<uint64_t>(inputs)
              : kind == 16 ? sum_of_2_wide
              : kind == 17 ? sum_of<uint16_t, uint8_t, uint8_t>
                           : sum_of<uint64_t, uint8_t, uint8_t>;
    given = loop;
    gridDim.x = grid;
    blockDim.x = block;
    threads.resize(loop->tiled[0] ? block : 0); /* elsewhere nobody waits */
    for (blockIdx.x = 0; blockIdx.x < grid; blockIdx.x++) {
        if (!threads.empty()) {
            run_block();
            continue;
        }
        for (threadIdx.x = 0; threadIdx.x < block; threadIdx.x++) running(*loop);
    }
    return 0;
}
