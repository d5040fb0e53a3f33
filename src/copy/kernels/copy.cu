/* The kernels of cucore_copy.h; `make kernels` turns them into PTX, each into a module of its own (COPY_ONLY).
 *
 *     runs       runs of bytes that lie together in both arrays, words of 16 bytes or unaligned
 *     spans      the same in words of 16 bytes with gaps between the runs, or of pieces of four
 *     strided    single elements of 1, 2, 4, 8 or 16 bytes
 *     many       strided, with as many axes as a layout can have
 *     tile1 ...  tile16  through shared memory, where the fast axes of the arrays differ
 *     bytes      tile1 with four bytes at a time
 *     oddbytes   bytes in words of 16 that are not aligned
 *     pairs      tile2 with two elements at a time
 *     oddpairs   the same in words of 16 bytes that are not aligned */
#include "copy.h"

#define COPY_RUNS 101
#define COPY_STRIDED_ 102
#define COPY_MANY 103
#define COPY_BYTES 104
#define COPY_PAIRS 105
#define COPY_SPANS 106
#define COPY_ODDBYTES 107
#define COPY_ODDPAIRS 108
#define COPY_MIN_BLOCKS (COPY_ONLY == COPY_SPANS ? 5 : COPY_ONLY == COPY_PAIRS ? 2 : 4)
#define COPY_MOST_THREADS (COPY_ONLY == COPY_PAIRS ? 2 * CUCORE__KERNEL_THREADS : CUCORE__KERNEL_THREADS)
#define COPY_KERNEL(name, parameters)                                                                                  \
    extern "C" __global__ void __launch_bounds__(COPY_MOST_THREADS, COPY_MIN_BLOCKS)                                   \
        cucore_copy_##name(const parameters p)
#define COPY_BLOCK                                                                                                     \
    uint32_t block[3];                                                                                                 \
    block[0] = blockIdx.x;                                                                                             \
    block[1] = blockIdx.y;                                                                                             \
    block[2] = blockIdx.z

#if COPY_ONLY == COPY_RUNS || COPY_ONLY == COPY_STRIDED_ || COPY_ONLY == COPY_MANY
#include "copy_runs.h"
#endif

#if COPY_ONLY == COPY_SPANS
#include "copy_spans.h"
#endif

#define COPY_PLAIN(name, parameters, copy)                                                                             \
    COPY_KERNEL(name, parameters)                                                                                      \
    {                                                                                                                  \
        COPY_BLOCK;                                                                                                    \
        copy_origin origin = origin_of(&p.runs.grid, p.levels, p.runs.src, p.runs.dst, block);                         \
        if (!origin.outside) copy(&p.runs, &origin, threadIdx.x);                                                      \
    }
#if COPY_ONLY == COPY_RUNS
COPY_PLAIN(runs, cucore__kernel_few, runs_copy)
#elif COPY_ONLY == COPY_SPANS
COPY_PLAIN(spans, cucore__kernel_few, spans_copy)
#elif COPY_ONLY == COPY_STRIDED_
COPY_PLAIN(strided, cucore__kernel_few, strided_copy)
#elif COPY_ONLY == COPY_MANY
COPY_PLAIN(many, cucore__kernel_many, strided_copy)
#else
/* The next tile is on its way while this one is stored. */
#define COPY_TILE(name, fetch, spread, store)                                                                          \
    COPY_KERNEL(name, cucore__kernel_tile)                                                                               \
    {                                                                                                                  \
        extern __shared__ copy_word tile[];                                                                            \
        COPY_BLOCK;                                                                                                    \
        copy_lanes lanes = lanes_of(p.walk, threadIdx.x);                                                              \
        copy_origin next = origin_of(&p.grid, p.levels, p.src, p.dst, block), here = next;                             \
        copy_ahead v;                                                                                                  \
        uint32_t n;                                                                                                    \
        COPY_NO_UNROLL                                                                                                 \
        for (n = 0;; n++) {                                                                                            \
            fetch(&p, &lanes, &next, threadIdx.x, &v);                                                                 \
            if (n > 0) {                                                                                               \
                store(&p, &lanes, &here, (unsigned char *)tile, threadIdx.x);                                          \
                if (next.outside) break;                                                                               \
                __syncthreads();                                                                                       \
            }                                                                                                          \
            here = next;                                                                                               \
            spread(&p, &lanes, &here, (unsigned char *)tile, threadIdx.x, &v);                                         \
            __syncthreads();                                                                                           \
            origin_next(&next, &p.grid);                                                                               \
            next.outside |= n + 1 >= p.grid.tiles;                                                                     \
        }                                                                                                              \
    }
/* One tile, or two side by side with twice the threads: what both read of a sector or line comes from the multiprocessor's
 * own cache.  Half a warp each, so that its loads are twice as long. */
#define COPY_TILE_ONCE(name, fetch, spread, store)                                                                     \
    COPY_KERNEL(name, cucore__kernel_tile)                                                                               \
    {                                                                                                                  \
        extern __shared__ copy_word tiles[];                                                                           \
        const uint32_t two = blockDim.x > CUCORE__KERNEL_THREADS, half = threadIdx.x >> 4 & two;                         \
        const uint32_t thread = two ? (threadIdx.x >> 5) * 16 + (threadIdx.x & 15) : threadIdx.x;                      \
        unsigned char *tile = (unsigned char *)(tiles + half * p.beside);                                              \
        COPY_BLOCK;                                                                                                    \
        block[0] = block[0] << two | half;                                                                             \
        copy_lanes lanes = lanes_of(p.walk, thread);                                                                   \
        copy_origin origin = origin_of(&p.grid, p.levels, p.src, p.dst, block);                                        \
        copy_ahead v;                                                                                                  \
        fetch(&p, &lanes, &origin, thread, &v);                                                                        \
        spread(&p, &lanes, &origin, tile, thread, &v);                                                                 \
        __syncthreads();                                                                                               \
        store(&p, &lanes, &origin, tile, thread);                                                                      \
    }
#if COPY_ONLY == COPY_BYTES
#include "copy_bytes.h"
COPY_TILE(bytes, bytes_fetch, bytes_spread, bytes_store)
#elif COPY_ONLY == COPY_ODDBYTES
#include "copy_bytes.h"
COPY_TILE(oddbytes, oddbytes_fetch, oddbytes_spread, oddbytes_store)
#elif COPY_ONLY == COPY_PAIRS
#include "copy_bytes.h"
COPY_TILE_ONCE(pairs, pairs_fetch, pairs_spread, pairs_store)
#elif COPY_ONLY == COPY_ODDPAIRS
#include "copy_bytes.h"
COPY_TILE(oddpairs, oddpairs_fetch, oddpairs_spread, oddpairs_store)
#elif COPY_ONLY == 1
#define COPY_UNIT 1
#include "copy_tile.h"
COPY_TILE(tile1, tile_fetch_1, tile_spread_1, tile_store_1)
#elif COPY_ONLY == 2
#define COPY_UNIT 2
#include "copy_tile.h"
COPY_TILE(tile2, tile_fetch_2, tile_spread_2, tile_store_2)
#elif COPY_ONLY == 4
#define COPY_UNIT 4
#include "copy_tile.h"
COPY_TILE(tile4, tile_fetch_4, tile_spread_4, tile_store_4)
#elif COPY_ONLY == 8
#define COPY_UNIT 8
#include "copy_tile.h"
COPY_TILE(tile8, tile_fetch_8, tile_spread_8, tile_store_8)
#elif COPY_ONLY == 16
#define COPY_UNIT 16
#include "copy_tile.h"
COPY_TILE(tile16, tile_fetch_16, tile_spread_16, tile_store_16)
#endif
#endif
