/* cucore_dlpack.h - v0.3.0 - DLPack tensors as cucore views, without Python - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 *     #define CUCORE_IMPLEMENTATION        // in exactly one source file of your program
 *     #include "cucore_dlpack.h"           // brings in cucore.h and your dlpack.h
 *     #include <stdio.h>
 *     int main(void)
 *     {
 *         float data[4][6] = {{0}};
 *         int64_t shape[2] = {4, 3}, strides[2] = {6, 2};
 *         DLTensor tensor = {data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, strides, 0};
 *         cucore_view view;
 *         char text[128];
 *         if (cucore_view_from_dltensor(&tensor, 0, NULL, &view)) return puts(cucore_last_error()->message), 1;
 *         cucore_view_format(&view, text, sizeof text);
 *         puts(text);                      // float32 (4, 3) strides (6, 2) on cpu, ...
 *         cucore_view_release(&view);      // data is still yours
 *         return 0;
 *     }
 *
 * Needs dlpack.h, version 1.0 or newer: see >>dlpack-options.  cucore_python.h decodes capsules and objects with
 * __dlpack__ by the functions here.
 *
 * CONTENTS (search for the tag)
 *     >>dlpack-config    finding dlpack.h, what newer versions added
 *     >>dlpack-decode    DLTensor, DLManagedTensor, DLManagedTensorVersioned -> view
 *     >>dlpack-exchange  the C exchange table of a type
 *     >>dlpack-encode    view -> DLTensor, DLManagedTensor, DLManagedTensorVersioned
 *     >>dlpack-rules     what the cited rules (D8, B90, ...) say
 *     >>impl-dlpack-...  the same sections again, implemented
 *
 * >>dlpack-options: macros that you may define, besides those of >>options in cucore.h
 *     name                  default     where       meaning
 *     CUCORE_DLPACK_HEADER  "dlpack.h"  every file  is the dlpack.h to include: <ATen/dlpack.h>.  The default is
 *                                                   "dlpack.h" or <dlpack/dlpack.h>, unless a dlpack.h is already
 *                                                   included
 *
 * >>manual
 *     Versions     Legacy tensors, and versioned tensors of major 1, are accepted.  Another major is refused before
 *                  anything else of it is read.  All type codes of DLPack 1.3 are known, whatever dlpack.h is used.
 *     Ownership    A view that adopted a managed tensor owns it and calls its deleter once, at release, through the
 *                  producer's own pointer; if adopting it fails, the deleter is called at once.  A tensor made here
 *                  owns a reference or a view, and its deleter may run on any thread.
 *     Streams      A tensor does not name the stream that its data are pending on: whoever asked the producer for the
 *                  tensor has named one.  The functions here order no streams.
 *     Writing      A legacy tensor cannot report whether it may be written, and the tensors of JAX and TensorFlow must
 *                  not be: it counts as read-only, except with CUCORE_ALLOW_UNPROVEN_WRITE (rules B90).  With
 *                  CUCORE_WRITE a tensor that its producer copied (IS_COPIED) is refused (B89).
 *     Others       With CUCORE_ALLOW_OTHER_DEVICES arrays are taken on devices that neither the CPU nor CUDA can reach:
 *                  device_type and device_id are the producer's, host_accessible and device_accessible are both 0.
 *                  The driver is not asked about such memory, work on it is not ordered, alignment and NULL are not
 *                  checked.  ptr may be a handle, to which no offset can be added: a tensor or a slice that begins
 *                  elsewhere is refused, except on ROCm and oneAPI, whose pointers are addresses.  Such a view can be
 *                  measured, compared and exported by DLPack; copies, fills and the protocols of the host and of CUDA
 *                  refuse it.
 */
#ifndef CUCORE_DLPACK_H
#define CUCORE_DLPACK_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_dlpack.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

#include "dlpack/config.h"

CUCORE_BEGIN

#include "dlpack/decode.h"
#include "dlpack/exchange.h"
#include "dlpack/encode.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_DLPACK_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_DLPACK_H_IMPLEMENTED)
#define CUCORE_DLPACK_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#include <stdlib.h>

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "dlpack/decode.c"
#include "dlpack/encode.c"

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
