/* cucore_kernel.h - v0.3.0 - from views into kernels: accessors, loops, launches - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * What stands between an array that was taken in and a kernel that works on it, for C, C++, CUDA C++ and NVRTC alike.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_kernel.h"           brings in cucore.h; in NVRTC nothing: accessors, loops, tensor maps are
 *                                          there
 *
 *     typedef CUCORE_ACCESSOR(2, int) image;             a plain struct: pointer, shape, strides
 *     image pixels;
 *     if (CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &pixels)) return -1;
 *     ... CUCORE_AT(float, pixels, y, x) += by;          in a kernel, or on the host
 *
 *     cucore_operand operands[3] = {{&z, "z", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, 0}, {&x, ...}, {&y, ...}};
 *     cucore_loops loops;                                any strides, broadcast against each other
 *     const cucore_loop *loop;
 *     if (cucore_loops_make(operands, 3, &loops)) return -1;
 *     while ((loop = cucore_loops_next(&loops))) {       once, but for arrays of more than 2 GiB
 *         cucore_launch_config config = cucore_loop_launch_config(loop, 256);
 *         if (cucore_kernel_launch(&add, z.device_id, &config, stream, CUCORE_ARGS(loop))) return -1;
 *     }
 *
 * CONTENTS (search for the tag)
 *     >>kernel-device        what host and device code have in common
 *     >>kernel-accessor      an array as a kernel indexes it
 *     >>kernel-loop          one pass over several arrays
 *     >>kernel-cpp           the same in C++
 *     >>kernel-make          accessors and loops of views, loops on the CPU
 *     >>kernel-cpp-make      accessors of views, and loops on the CPU, in C++
 *     >>kernel-launch        launches whose parameters are checked, occupancy
 *     >>kernel-graph         captures of streams into graphs, which are launched and updated
 *     >>kernel-tensor-map    arrays as the tensor memory accelerator sees them
 *     >>impl-kernel-...      what is for the host again, implemented
 *
 * >>kernel-options: macros that you may define, besides those of >>options in cucore.h
 *     name                   default      where       meaning
 *     CUCORE_CHECK_BOUNDS    not defined  every file  checks the indices of accessors: one that is outside prints a
 *                                                     line and ends the kernel (a trap) or the program (abort)
 *     CUCORE_LOOP_OPERANDS   8            every file  is the largest number of arrays of a loop, 2 to 32, also as an
 *                                                     option of nvcc and NVRTC; structs of files with another number
 *                                                     must not meet
 *     CUCORE_NO_TENSOR_MAPS  not defined  one file    leaves out tensor maps: functions that make them, and launchers
 *                                                     with them, are refused (UNSUPPORTED)
 */
#ifndef CUCORE_KERNEL_H
#define CUCORE_KERNEL_H

#if !defined(__CUDACC_RTC__)
#include "cucore.h"

#if defined(__cplusplus)
extern "C++" { /* users may include this file inside extern "C" */
#include <atomic>
#include <exception>
}
#endif

#if CUCORE_VERSION != 300
#error "cucore_kernel.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_LAYOUTS) || defined(CUCORE_NO_MODULES)
#error "cucore_kernel.h needs parts of cucore.h that are left out: do not define CUCORE_NO_LAYOUTS, CUCORE_NO_MODULES"
#endif
#endif

#include "kernel/device.h"

CUCORE__KERNEL_BEGIN

#include "kernel/accessor.h"
#include "kernel/loop.h"

CUCORE__KERNEL_END

#include "kernel/cpp.h"

#if !defined(__CUDACC_RTC__)
CUCORE_BEGIN

#include "kernel/host.h"
#include "kernel/launch.h"
#include "kernel/graph.h"

CUCORE_END

#include "kernel/host_cpp.h"
#endif

#include "kernel/tensor_map.h"

#undef CUCORE__KERNEL_INLINE
#undef CUCORE__KERNEL_METHOD
#undef CUCORE__KERNEL_APART
#undef CUCORE__LOOP_UNROLL
#undef CUCORE__KERNEL_NAMESPACE
#undef CUCORE__KERNEL_BEGIN
#undef CUCORE__KERNEL_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_KERNEL_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_KERNEL_H_IMPLEMENTED) && !defined(__CUDACC_RTC__)
#define CUCORE_KERNEL_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */
#if defined(CUCORE_CAST_H)
#include "cucore_cast.h" /* likewise: loops convert with it */
#endif

#include <stdlib.h>

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "kernel/accessor.c"
#include "kernel/casts.c"
#include "kernel/loops.c"
#include "kernel/run.c"
#include "kernel/launch.c"
#include "kernel/graph.c"
#if defined(CUCORE_NO_TENSOR_MAPS)
#include "kernel/no_tensor_maps.c"
#else
#include "kernel/tensor_map.c"
#endif

CUCORE_END

#undef CUCORE__OPERAND_FLAGS

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
