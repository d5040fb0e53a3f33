/* The kernels for copy_lib.c: a file of their own, since both they and the header have the structs of src/copy/params.h. */
#include "src/copy/kernels/copy_host.h"

int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, uint32_t shared,
                        const void *parameters);

int copy_kernels_launch(const char *name, const uint32_t *grid, uint32_t threads, uint32_t shared,
                        const void *parameters)
{
    return copy_host_launch(name, grid, threads, shared, parameters);
}
