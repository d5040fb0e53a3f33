/* The kernels for copy_lib.c: a file of their own, since both they and the header have the structs of src/copy/params.h. */
#include "src/copy/kernels/copy_host.h"

#include <string.h>

int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, uint32_t shared,
                        const void *parameters);

int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, uint32_t shared,
                        const void *parameters)
{
    return copy_host_launch(name, grid, threads, shared, parameters);
}

size_t copy_kernels_room(const char *name);

size_t copy_kernels_room(const char *name)
{
    if (strcmp(name, "cucore_copy_blocks") == 0) return sizeof(cucore__kernel_blocks);
    return strcmp(name, "cucore_copy_flat") == 0 ? sizeof(cucore__kernel_flat) : 0;
}

size_t copy_kernels_size(const char *name);

size_t copy_kernels_size(const char *name)
{
    static const struct {
        const char *name;
        size_t size;
    } kernels[] = {
#define COPY_SIZE_ROW(NAME, name, FAMILY, parameters, blocks)                                                          \
    {"cucore_copy_" #name, sizeof(cucore__kernel_##parameters)},
        CUCORE__KERNEL_LIST(COPY_SIZE_ROW)
#undef COPY_SIZE_ROW
    };
    size_t i;
    for (i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        if (strcmp(kernels[i].name, name) == 0) return kernels[i].size;
    }
    return copy_kernels_room(name);
}

typedef int (*copy_kernels_touch)(uint64_t address, int writes, void *what);
int copy_kernels_touched(const char *name, const uint32_t *grid, const void *parameters, copy_kernels_touch touch,
                         void *what);

/* The numbers that a kernel of blocks reads, and its report. */
static int sides_touched(const cucore__blocks_side *side, uint64_t report, copy_kernels_touch touch, void *what)
{
    for (int i = 0; i < 2; i++) {
        if (side[i].source == CUCORE__BLOCKS_MEMORY && !touch(side[i].ptr, 0, what)) return 0;
    }
    return !report || touch(report, 1, what);
}

static int blocks_touched(const cucore__kernel_blocks *p, uint32_t layers, copy_kernels_touch touch, void *what)
{
    const uint64_t *words = p->table ? (const uint64_t *)(uintptr_t)p->table : p->room;
    const uint32_t rows = p->is_table ? p->items : layers, each = p->is_table ? 3 : 2;
    if (p->table && !touch(p->table, 0, what)) return 0;
    if (!p->is_table && !sides_touched(p->side, p->report, touch, what)) return 0;
    for (uint32_t i = 0; i < rows; i++) {
        if (!touch(words[each * i], 1, what) || !touch(words[each * i + 1], 0, what)) return 0;
    }
    return 1;
}

static int flat_touched(const cucore__kernel_flat *p, uint32_t layers, copy_kernels_touch touch, void *what)
{
    if (!sides_touched(p->side, p->report, touch, what)) return 0;
    for (uint32_t i = 0; i < layers; i++) {
        if (!touch(p->layers[2 * i], 1, what) || !touch(p->layers[2 * i + 1], 0, what)) return 0;
    }
    return 1;
}

/* Calls touch for an address of all memory that a kernel of copies or blocks uses.  Returns 0 if that forbids one, which
 * ends the walk. */
int copy_kernels_touched(const char *name, const uint32_t *grid, const void *parameters, copy_kernels_touch touch,
                         void *what)
{
#define COPY_TOUCHED_TILES(p)                                                                                          \
    (touch((uint64_t)(uintptr_t)(p)->dst, 1, what) && touch((uint64_t)(uintptr_t)(p)->src, 0, what))
#define COPY_TOUCHED_ROWS(p) COPY_TOUCHED_TILES(&(p)->runs)
#define COPY_TOUCHED_ELEMENTS COPY_TOUCHED_ROWS
#define COPY_TOUCHED_NUMBERS COPY_TOUCHED_ROWS
#define COPY_TOUCHED(NAME, name_, FAMILY, kind, blocks)                                                                \
    if (strcmp(name, "cucore_copy_" #name_) == 0)                                                                      \
        return COPY_TOUCHED_##FAMILY((const cucore__kernel_##kind *)parameters);
    CUCORE__KERNEL_LIST(COPY_TOUCHED)
    if (strcmp(name, "cucore_copy_blocks") == 0) {
        return blocks_touched((const cucore__kernel_blocks *)parameters, grid[1], touch, what);
    }
    if (strcmp(name, "cucore_copy_flat") == 0) {
        return flat_touched((const cucore__kernel_flat *)parameters, grid[1], touch, what);
    }
    return 1;
}
