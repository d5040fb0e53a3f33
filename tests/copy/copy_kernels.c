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
