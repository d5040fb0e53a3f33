/* cucore_cai.h - v0.3.0 - the CUDA Array Interface and __array_interface__, no Python - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * The grammar of typestr and descr (NumPy's .npy files use it also), the formats of buffers, and the fields of an
 * interface as a view and back.  cucore_python.h reads the dicts of Python objects, and calls the functions here.
 *
 *     #define CUCORE_IMPLEMENTATION        // in exactly one source file of your program
 *     #include "cucore_cai.h"              // brings in cucore.h
 *     #include <stdio.h>
 *     int main(void)
 *     {
 *         float data[4][6] = {{0}};
 *         int64_t shape[2] = {4, 3}, strides[2] = {24, 8};
 *         cucore_interface fields = {CUCORE_PROTOCOL_ARRAY_INTERFACE, 2, shape, strides, "<f4", 3, NULL, 0, 0, 0, 0, 0,
 *         0}; cucore_view view;
 *         char text[128];
 *         fields.data = (uint64_t)(uintptr_t)data;
 *         if (cucore_view_from_interface(&fields, NULL, &view)) return puts(cucore_last_error()->message), 1;
 *         cucore_view_format(&view, text, sizeof text);
 *         puts(text);                      // float32 (4, 3) strides (6, 2) on cpu, ...
 *         cucore_view_release(&view);      // data is still yours
 *         return 0;
 *     }
 *
 * CONTENTS (search for the tag)
 *     >>typestr          "<f4" <-> dtype
 *     >>pep3118          "f", "Zd" <-> dtype: the formats of buffers
 *     >>descr            "[('x', '<f4'), ('y', '<i4', (3,))]" -> size
 *     >>interface        the fields of a dict -> view: cucore_view_from_interface
 *     >>cai-encode       view -> the fields of a dict: cucore_view_to_interface
 *     >>cai-rules        what the cited rules (P14, C6, ...) say
 *     >>impl-...         the same sections again, implemented
 *
 * >>manual
 *     Versions     Versions 0 to 3 are known; newer ones are read by the keys of version 3.
 *     Fields       key       version  must be there  means, when absent or None
 *                  shape     0        yes
 *                  typestr   0        yes
 *                  data      0        yes            (array interface) the object's own buffer
 *                  strides   0        no             C-contiguous
 *                  descr     0        no             no field names
 *                  mask      1        no             every element is valid; any other mask is refused
 *                  stream    3        no             nothing is pending, or nobody says so
 *     Streams      `stream` is 1 for the legacy default stream, 2 for the per-thread default stream, else a handle.  0
 *                  is illegal (CUCORE_STREAM_0_IS_LEGACY).
 *     Ordering     Versions 0 to 2 name no stream.  If you know the producer's stream, pass it as
 *                  cucore_arg.producer_stream; otherwise prefer DLPack.
 *     Finishing    The producer does not wait for your kernels by itself: cucore_views_end_access makes it wait.
 */
#ifndef CUCORE_CAI_H
#define CUCORE_CAI_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_cai.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

#include "cai/typestr.h"
#include "cai/pep3118.h"
#include "cai/descr.h"
#include "cai/interface.h"
#include "cai/encode.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_CAI_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_CAI_H_IMPLEMENTED)
#define CUCORE_CAI_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "cai/typestr.c"
#include "cai/pep3118.c"
#include "cai/words.c"
#include "cai/descr.c"
#include "cai/interface.c"
#include "cai/encode.c"

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
