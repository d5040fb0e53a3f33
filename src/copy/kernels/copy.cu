/* kernels/copy.cu: every kernel of CUCORE__KERNEL_LIST, and that of conversions, for the device; `make kernels` turns
 * it into PTX. */
#include "copy_all.h"

#define COPY_KERNEL(name, parameters, threads, blocks)                                                                 \
    extern "C" __global__ void __launch_bounds__(threads, blocks)                                                      \
        cucore_copy_##name(const cucore__kernel_##parameters p)
#define COPY_BLOCK                                                                                                     \
    uint32_t block[3];                                                                                                 \
    block[0] = blockIdx.x;                                                                                             \
    block[1] = blockIdx.y;                                                                                             \
    block[2] = blockIdx.z

#define COPY_ROWS(name, parameters, blocks)                                                                            \
    COPY_KERNEL(name, parameters, CUCORE__KERNEL_THREADS, blocks)                                                      \
    {                                                                                                                  \
        COPY_BLOCK;                                                                                                    \
        copy_origin origin = origin_of(&p.runs.grid, p.levels, p.runs.src, p.runs.dst, block);                         \
        if (!origin.outside) name##_copy(&p.runs, &origin, threadIdx.x);                                               \
    }
#define COPY_ELEMENTS COPY_ROWS

extern __shared__ copy_word copy_shared[];

/* The next tile is on its way while this one is stored. */
#define COPY_TILES(name, parameters, blocks)                                                                           \
    COPY_KERNEL(name, parameters, CUCORE__KERNEL_THREADS, blocks)                                                      \
    {                                                                                                                  \
        unsigned char *tile = (unsigned char *)copy_shared;                                                            \
        COPY_BLOCK;                                                                                                    \
        copy_lanes lanes = lanes_of(p.walk, threadIdx.x);                                                              \
        copy_origin next = origin_of(&p.grid, p.levels, p.src, p.dst, block), here = next;                             \
        copy_ahead v;                                                                                                  \
        uint32_t n;                                                                                                    \
        COPY_NO_UNROLL                                                                                                 \
        for (n = 0;; n++) {                                                                                            \
            name##_fetch(&p, &lanes, &next, threadIdx.x, &v);                                                          \
            if (n > 0) {                                                                                               \
                name##_store(&p, &lanes, &here, tile, threadIdx.x);                                                    \
                if (next.outside) break;                                                                               \
                __syncthreads();                                                                                       \
            }                                                                                                          \
            here = next;                                                                                               \
            name##_spread(&p, &lanes, &here, tile, threadIdx.x, &v);                                                   \
            __syncthreads();                                                                                           \
            origin_next(&next, &p.grid);                                                                               \
            next.outside |= n + 1 >= p.grid.tiles;                                                                     \
        }                                                                                                              \
    }
#define COPY_SHUFFLED COPY_TILES

/* One tile, or two side by side with twice the threads: what both read of a sector or line comes from the
 * multiprocessor's own cache.  Half a warp each, so that its loads are twice as long. */
#define COPY_TWICE(name, parameters, blocks)                                                                           \
    COPY_KERNEL(name, parameters, 2 * CUCORE__KERNEL_THREADS, blocks)                                                  \
    {                                                                                                                  \
        const uint32_t two = blockDim.x > CUCORE__KERNEL_THREADS, half = threadIdx.x >> 4 & two;                       \
        const uint32_t thread = two ? (threadIdx.x >> 5) * 16 + (threadIdx.x & 15) : threadIdx.x;                      \
        unsigned char *tile = (unsigned char *)(copy_shared + half * p.beside);                                        \
        COPY_BLOCK;                                                                                                    \
        block[0] = block[0] << two | half;                                                                             \
        copy_lanes lanes = lanes_of(p.walk, thread);                                                                   \
        copy_origin origin = origin_of(&p.grid, p.levels, p.src, p.dst, block);                                        \
        copy_ahead v;                                                                                                  \
        name##_fetch(&p, &lanes, &origin, thread, &v);                                                                 \
        name##_spread(&p, &lanes, &origin, tile, thread, &v);                                                          \
        __syncthreads();                                                                                               \
        name##_store(&p, &lanes, &origin, tile, thread);                                                               \
    }

#define COPY_DEFINE(NAME, name, FAMILY, parameters, blocks) COPY_##FAMILY(name, parameters, blocks)
CUCORE__KERNEL_LIST(COPY_DEFINE)

COPY_KERNEL(convert, convert, CUCORE__KERNEL_THREADS, 8)
{
    convert_copy(&p, (uint64_t)blockIdx.x * blockDim.x + threadIdx.x);
}
