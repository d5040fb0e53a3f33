/* cucore_program.h - v0.3.0 - kernels from CUDA C++ (NVRTC) and from LTO-IR - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * Kernels that are compiled, or linked, for the device on which they are first used.  NVRTC and nvJitLink are loaded at
 * that time.  The source of a program finds "cucore_kernel.h" without a file: this header contains its text.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_program.h"          brings in cucore.h
 *
 *     static cucore_program program = CUCORE_PROGRAM(source, "-std=c++17");
 *     static cucore_kernel axpy = CUCORE_PROGRAM_KERNEL(program, "axpy");
 *     status = cucore_kernel_launch(&axpy, x.device_id, &config, stream, CUCORE_ARGS(&x.ptr, &y.ptr, &n));
 *
 * CONTENTS (search for the tag)
 *     >>program              programs, their kernels, what the compiler said
 *     >>impl-program-text    cucore_kernel.h as programs include it
 *     >>impl-program         the same as >>program, implemented
 */
#ifndef CUCORE_PROGRAM_H
#define CUCORE_PROGRAM_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_program.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_MODULES)
#error "cucore_program.h needs parts of cucore.h that are left out: do not define CUCORE_NO_MODULES"
#endif

CUCORE_BEGIN

#include "program/program.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_PROGRAM_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_PROGRAM_H_IMPLEMENTED)
#define CUCORE_PROGRAM_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "made/device_text.c"
#include "program/program.c"

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
