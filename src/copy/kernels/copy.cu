/* kernels/copy.cu: the kernels that are compiled with the header, for the device; `make kernels` turns them into
 * PTX. */
#include "../../cast/kernels/convert.h"
#include "copy_blocks.h"

#define COPY_KERNEL(name, parameters, blocks)                                                                          \
    extern "C" __global__ void __launch_bounds__(CUCORE__KERNEL_THREADS, blocks)                                       \
        cucore_copy_##name(const cucore__kernel_##parameters p)

COPY_KERNEL(convert, cast, 8)
{
    convert_copy(&p, blockIdx.x, threadIdx.x);
}

COPY_KERNEL(blocks, blocks, 5)
{
    blocks_copy(&p, blockIdx.y, blockIdx.x, threadIdx.x);
}

COPY_KERNEL(flat, flat, 6)
{
    flat_copy(&p, blockIdx.y, blockIdx.x, threadIdx.x);
}
