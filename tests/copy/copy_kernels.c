/* The kernels for copy_lib.c: a file of their own, since both they and the header have the structs of src/copy/params.h. */
#include "src/copy/kernels/copy_host.h"

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
