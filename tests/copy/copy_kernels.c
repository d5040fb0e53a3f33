/* The kernels for copy_lib.c: a file of their own, since both they and the header have the structs of src/copy/emit/params.h. */
#include "src/copy/kernels/copy_host.h"

#include <string.h>

int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, const void *parameters);

int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, const void *parameters)
{
    return copy_host_launch(name, grid, threads, parameters);
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
    if (strcmp(name, "cucore_copy_convert") == 0) return sizeof(cucore__kernel_cast);
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
    if (strcmp(name, "cucore_copy_convert") == 0 || strcmp(name, "cucore_copy_written") == 0) {
        const uint64_t *sides = (const uint64_t *)parameters; /* src, dst */
        return touch(sides[1], 1, what) && touch(sides[0], 0, what);
    }
    if (strcmp(name, "cucore_copy_blocks") == 0) {
        return blocks_touched((const cucore__kernel_blocks *)parameters, grid[1], touch, what);
    }
    if (strcmp(name, "cucore_copy_flat") == 0) {
        return flat_touched((const cucore__kernel_flat *)parameters, grid[1], touch, what);
    }
    return 1;
}
