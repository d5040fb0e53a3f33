/* The kernels on the host: copy_host_launch runs one as cuLaunchKernel would, phase by phase. */
#ifndef CUCORE_KERNELS_COPY_HOST_H
#define CUCORE_KERNELS_COPY_HOST_H

#include <stdlib.h>

#include "copy.h"
#include "copy_runs.h"
#include "copy_spans.h"
#include "copy_bytes.h"
#define COPY_UNIT 1
#include "copy_tile.h"
#define COPY_UNIT 2
#include "copy_tile.h"
#define COPY_UNIT 4
#include "copy_tile.h"
#define COPY_UNIT 8
#include "copy_tile.h"
#define COPY_UNIT 16
#include "copy_tile.h"

/* most: tiles that the kernel takes at most */
#define COPY_HOST_TILE(name, most, fetch, spread, store)                                                               \
    static void copy_host_##name(const void *parameters, const uint32_t *block, uint32_t threads, unsigned char *tile) \
    {                                                                                                                  \
        const cucore__kernel_tile *p = (const cucore__kernel_tile *)parameters;                                            \
        copy_origin next = origin_of(&p->grid, p->levels, p->src, p->dst, block), here = next;                         \
        static copy_lanes lanes[CUCORE__KERNEL_THREADS];                                                                 \
        static copy_ahead v[CUCORE__KERNEL_THREADS];                                                                     \
        uint32_t t, n;                                                                                                 \
        for (t = 0; t < threads; t++) lanes[t] = lanes_of(p->walk, t);                                                 \
        for (n = 0;; n++) {                                                                                            \
            for (t = 0; t < threads; t++) fetch(p, &lanes[t], &next, t, &v[t]);                                        \
            for (t = 0; t < threads && n > 0; t++) store(p, &lanes[t], &here, tile, t);                                \
            if (n > 0 && next.outside) break;                                                                          \
            here = next;                                                                                               \
            for (t = 0; t < threads; t++) spread(p, &lanes[t], &here, tile, t, &v[t]);                                 \
            origin_next(&next, &p->grid);                                                                              \
            next.outside |= n + 1 >= p->grid.tiles || n + 1 >= most;                                                   \
        }                                                                                                              \
    }
COPY_HOST_TILE(tile1, UINT32_MAX, tile_fetch_1, tile_spread_1, tile_store_1)
COPY_HOST_TILE(tile2, UINT32_MAX, tile_fetch_2, tile_spread_2, tile_store_2)
COPY_HOST_TILE(tile4, UINT32_MAX, tile_fetch_4, tile_spread_4, tile_store_4)
COPY_HOST_TILE(tile8, UINT32_MAX, tile_fetch_8, tile_spread_8, tile_store_8)
COPY_HOST_TILE(tile16, UINT32_MAX, tile_fetch_16, tile_spread_16, tile_store_16)
COPY_HOST_TILE(bytes, UINT32_MAX, bytes_fetch, bytes_spread, bytes_store)
COPY_HOST_TILE(oddbytes, UINT32_MAX, oddbytes_fetch, oddbytes_spread, oddbytes_store)
COPY_HOST_TILE(pair, 1, pairs_fetch, pairs_spread, pairs_store)
COPY_HOST_TILE(oddpairs, UINT32_MAX, oddpairs_fetch, oddpairs_spread, oddpairs_store)

/* Of one tile or two. */
static void copy_host_pairs(const void *parameters, const uint32_t *block, uint32_t threads, unsigned char *tile)
{
    const cucore__kernel_tile *p = (const cucore__kernel_tile *)parameters;
    uint32_t two = threads > CUCORE__KERNEL_THREADS, half, part[3];
    part[1] = block[1];
    part[2] = block[2];
    for (half = 0; half <= two; half++) {
        part[0] = block[0] << two | half;
        copy_host_pair(p, part, threads >> two, tile + 16 * half * p->beside);
    }
}

#define COPY_HOST_PLAIN(name, type, copy)                                                                              \
    static void copy_host_##name(const void *parameters, const uint32_t *block, uint32_t threads, unsigned char *tile) \
    {                                                                                                                  \
        const type *p = (const type *)parameters;                                                                      \
        copy_origin origin = origin_of(&p->runs.grid, p->levels, p->runs.src, p->runs.dst, block);                     \
        uint32_t t;                                                                                                    \
        (void)tile;                                                                                                    \
        if (origin.outside) return;                                                                                    \
        for (t = 0; t < threads; t++) copy(&p->runs, &origin, t);                                                      \
    }
COPY_HOST_PLAIN(runs, cucore__kernel_few, runs_copy)
COPY_HOST_PLAIN(spans, cucore__kernel_few, spans_copy)
COPY_HOST_PLAIN(strided, cucore__kernel_few, strided_copy)
COPY_HOST_PLAIN(many, cucore__kernel_many, strided_copy)

/* 0: done, 1: no kernel has that name, 2: no memory */
static int copy_host_launch(const char *name, const uint32_t *grid, uint32_t threads, uint32_t shared,
                            const void *parameters)
{
    static const struct {
        const char *name;
        void (*run)(const void *, const uint32_t *, uint32_t, unsigned char *);
    } kernels[] = {{"cucore_copy_runs", copy_host_runs},         {"cucore_copy_spans", copy_host_spans},
                   {"cucore_copy_strided", copy_host_strided},   {"cucore_copy_many", copy_host_many},
                   {"cucore_copy_tile1", copy_host_tile1},       {"cucore_copy_tile2", copy_host_tile2},
                   {"cucore_copy_tile4", copy_host_tile4},       {"cucore_copy_tile8", copy_host_tile8},
                   {"cucore_copy_tile16", copy_host_tile16},     {"cucore_copy_bytes", copy_host_bytes},
                   {"cucore_copy_oddbytes", copy_host_oddbytes}, {"cucore_copy_pairs", copy_host_pairs},
                   {"cucore_copy_oddpairs", copy_host_oddpairs}};
    unsigned char *tile; /* a heap block of just that size, so that a sanitizer sees its ends */
    uint32_t block[3];
    size_t i;
    for (i = 0; strcmp(kernels[i].name, name) != 0;) {
        if (++i == sizeof kernels / sizeof kernels[0]) return 1;
    }
    tile = (unsigned char *)malloc(shared ? shared : 1);
    if (!tile) return 2;
    for (block[2] = 0; block[2] < grid[2]; block[2]++) {
        for (block[1] = 0; block[1] < grid[1]; block[1]++) {
            for (block[0] = 0; block[0] < grid[0]; block[0]++) kernels[i].run(parameters, block, threads, tile);
        }
    }
    free(tile);
    return 0;
}

#endif
