/* kernels/copy.cu: every kernel of CUCORE__KERNEL_LIST, and the one of blocks, for the device; `make
 * kernels` turns it into PTX. */
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

#define COPY_NUMBERS(name, parameters, blocks)                                                                         \
    COPY_KERNEL(name, parameters, CUCORE__KERNEL_THREADS, blocks)                                                      \
    {                                                                                                                  \
        COPY_BLOCK;                                                                                                    \
        copy_origin origin = origin_of(&p.runs.grid, p.levels, p.runs.src, p.runs.dst, block);                         \
        if (!origin.outside) name##_copy(&p, &origin, threadIdx.x);                                                    \
    }

extern __shared__ copy_word copy_shared[];

#define COPY_TILES(name, parameters, blocks)                                                                           \
    COPY_KERNEL(name, parameters, CUCORE__KERNEL_THREADS, blocks)                                                      \
    {                                                                                                                  \
        unsigned char *tile = (unsigned char *)copy_shared;                                                            \
        COPY_BLOCK;                                                                                                    \
        copy_origin origin = origin_of(&p.grid, p.levels, p.src, p.dst, block);                                        \
        if (origin.outside) return; /* all threads of a block have the same origin */                                  \
        name##_load(&p.walk[0], &origin, tile, threadIdx.x);                                                           \
        __syncthreads();                                                                                               \
        name##_store(&p.walk[1], &origin, tile, threadIdx.x);                                                          \
    }

#define COPY_DEFINE(NAME, name, FAMILY, parameters, blocks) COPY_##FAMILY(name, parameters, blocks)
CUCORE__KERNEL_LIST(COPY_DEFINE)

COPY_KERNEL(blocks, blocks, CUCORE__KERNEL_THREADS, 5)
{
    blocks_copy(&p, blockIdx.y, blockIdx.x, threadIdx.x);
}

COPY_KERNEL(flat, flat, CUCORE__KERNEL_THREADS, 6)
{
    flat_copy(&p, blockIdx.y, blockIdx.x, threadIdx.x);
}
