/* kernels/copy_host.h: the kernels on the host, for tests: copy_host_launch runs one as cuLaunchKernel would. */
#ifndef CUCORE_KERNELS_COPY_HOST_H
#define CUCORE_KERNELS_COPY_HOST_H

#include "../../cast/kernels/convert.h"
#include "copy_blocks.h"

/* Returns 0, or 1 if no kernel has that name. */
static int copy_host_launch(const char *name, const uint32_t *grid, uint32_t threads, const void *parameters)
{
    const int is_blocks = strcmp(name, "cucore_copy_blocks") == 0, is_flat = strcmp(name, "cucore_copy_flat") == 0;
    uint32_t x, y, t;
    if (!is_blocks && !is_flat && strcmp(name, "cucore_copy_convert") != 0) return 1;
    for (y = 0; y < grid[1]; y++) {
        for (x = 0; x < grid[0]; x++) {
            for (t = 0; t < threads; t++) {
                if (is_blocks) {
                    blocks_copy((const cucore__kernel_blocks *)parameters, y, x, t);
                } else if (is_flat) {
                    flat_copy((const cucore__kernel_flat *)parameters, y, x, t);
                } else {
                    convert_copy((const cucore__kernel_cast *)parameters, x, t);
                }
            }
        }
    }
    return 0;
}

#endif
