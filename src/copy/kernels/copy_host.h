/* kernels/copy_host.h: the kernels on the host, for tests: copy_host_launch runs one as cuLaunchKernel would, phase by
 * phase. */
#ifndef CUCORE_KERNELS_COPY_HOST_H
#define CUCORE_KERNELS_COPY_HOST_H

#include <stdlib.h>

#include "copy_all.h"

#define COPY_HOST_TILES(name, kind)                                                                                    \
    static void copy_host_##name(const void *parameters, const uint32_t *block, uint32_t threads, unsigned char *tile) \
    {                                                                                                                  \
        const cucore__kernel_##kind *p = (const cucore__kernel_##kind *)parameters;                                    \
        copy_origin origin = origin_of(&p->grid, p->levels, p->src, p->dst, block);                                    \
        uint32_t t;                                                                                                    \
        if (origin.outside) return;                                                                                    \
        for (t = 0; t < threads; t++) name##_load(&p->walk[0], &origin, tile, t);                                      \
        for (t = 0; t < threads; t++) name##_store(&p->walk[1], &origin, tile, t);                                     \
    }

#define COPY_HOST_RUN(name, kind, part)                                                                                \
    static void copy_host_##name(const void *parameters, const uint32_t *block, uint32_t threads, unsigned char *tile) \
    {                                                                                                                  \
        const cucore__kernel_##kind *p = (const cucore__kernel_##kind *)parameters;                                    \
        copy_origin origin = origin_of(&p->runs.grid, p->levels, p->runs.src, p->runs.dst, block);                     \
        uint32_t t;                                                                                                    \
        (void)tile;                                                                                                    \
        if (origin.outside) return;                                                                                    \
        for (t = 0; t < threads; t++) name##_copy(part, &origin, t);                                                   \
    }
#define COPY_HOST_ROWS(name, kind) COPY_HOST_RUN(name, kind, &p->runs)
#define COPY_HOST_ELEMENTS COPY_HOST_ROWS
#define COPY_HOST_NUMBERS(name, kind) COPY_HOST_RUN(name, kind, p)

#define COPY_HOST_DEFINE(NAME, name, FAMILY, parameters, blocks) COPY_HOST_##FAMILY(name, parameters)
CUCORE__KERNEL_LIST(COPY_HOST_DEFINE)

static void copy_host_blocks(const void *parameters, const uint32_t *block, uint32_t threads, unsigned char *tile)
{
    const cucore__kernel_blocks *p = (const cucore__kernel_blocks *)parameters;
    uint32_t t;
    (void)tile;
    for (t = 0; t < threads; t++) blocks_copy(p, block[1], block[0], t);
}

static void copy_host_flat(const void *parameters, const uint32_t *block, uint32_t threads, unsigned char *tile)
{
    const cucore__kernel_flat *p = (const cucore__kernel_flat *)parameters;
    uint32_t t;
    (void)tile;
    for (t = 0; t < threads; t++) flat_copy(p, block[1], block[0], t);
}

/* 0: done, 1: no kernel has that name, 2: no memory */
static int copy_host_launch(const char *name, const uint32_t *grid, uint32_t threads, uint32_t shared,
                            const void *parameters)
{
    static const struct {
        const char *name;
        void (*run)(const void *, const uint32_t *, uint32_t, unsigned char *);
    } kernels[] = {
#define COPY_HOST_ROW(NAME, name, FAMILY, parameters, blocks) {"cucore_copy_" #name, copy_host_##name},
        CUCORE__KERNEL_LIST(COPY_HOST_ROW){"cucore_copy_blocks", copy_host_blocks},
        {"cucore_copy_flat", copy_host_flat}};
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
