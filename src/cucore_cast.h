/* cucore_cast.h - v0.3.0 - copies and arguments that are converted to another dtype - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * With this header cucore_view_copy converts elements (CUCORE_COPY_CAST), and arguments of Python functions are
 * converted (CUCORE_CAST): by the CPU between memory of the host, else in a kernel between load and store.  The header
 * has no functions of its own.  Python is not needed.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_cast.h"             instead of cucore_copy.h, and above headers that include that one
 *     #include "cucore_python.h"           if arguments are converted
 *
 *     cucore_copy_options options = {0};
 *     options.flags = CUCORE_COPY_CAST;
 *     cucore_view_copy(&dst, &src, stream, &options);
 *
 * CONTENTS (search for the tag)
 *     >>cast-manual          what is converted to what, and where (below)
 *     >>impl-cast-ptx        the kernel that converts any elements, one by one
 *     >>impl-cast-numbers    types of numbers
 *     >>impl-cast-text       PTX text that converts one element
 *     >>impl-cast-host       the CPU converts
 *     >>impl-cast            copies that convert
 *
 * >>cast-options
 *     name                    default      where     meaning
 *     CUCORE_COPY_NO_CAST     not defined  one file  is refused here: it left conversions out of cucore_copy.h, which
 *                                                    has none any more
 *     CUCORE_COPY_NO_KERNELS  not defined  one file  leaves out the kernels that come as text with this header and
 *                                                    cucore_blocks.h: conversions one by one (of elements that are not
 *                                                    aligned, packed, small floats, complex32) and blocks are refused
 *                                                    (UNSUPPORTED)
 *
 * >>cast-manual
 *     Conversion   With CUCORE_COPY_CAST in cucore_copy_options.flags src may have another dtype than dst: any two of
 *                  bool, int1 to int64, uint1 to uint64, float16, bfloat16, float32, float64, complex32 to complex128,
 *                  bcomplex32, and all float8, float6 and float4; elements of several lanes and without a dtype are
 *                  refused (UNSUPPORTED).  Whether the conversion makes sense is up to you.  Elements become what
 *                  numpy.astype(casting="unsafe") and ml_dtypes make of them: integers wrap, floats become integers
 *                  towards zero, complex numbers lose their imaginary part, bool is != 0 and reads any byte but 0 as 1.
 *                  Floats are rounded once, to the nearest, ties to even (most libraries first round to float32), to
 *                  float8_e8m0fnu ties to the larger one.  Beyond the largest float is infinity, else NaN, else that
 *                  largest float; NaN stays NaN, of any sign and payload, or becomes a zero (float6, float4).  0 and
 *                  negative numbers become NaN of float8_e8m0fnu, smaller ones its smallest, and numbers between its
 *                  two smallest the larger one.  What C leaves undefined is as CUDA has it: a float that the integer
 *                  cannot hold becomes the nearest integer that it can, NaN becomes 0.  The two may not share memory
 *                  (INVALID_ARGUMENT).  If the two sides are stored alike the flag has no effect.  source: ml_dtypes
 *     Storage      Numbers of foreign byte order have byte_swapped in the view (such as '>f4' of FITS or WAV), also on
 *                  both sides and of one dtype.  Numbers of fewer than 8 bits have a byte each, whose other bits are
 *                  ignored and written as 0, if the view is padded, else they follow each other bit by bit as DLPack
 *                  has them, with any strides.
 *     Memory       Between host memory, pinned or not, the CPU converts during the call, after waiting for `stream` if
 *                  one of the two is known to be pinned.  If a device takes part, the device of `stream` converts.
 *                  Between memory of this device and managed memory one kernel converts between load and store, with
 *                  any layouts and without temporary memory; only such a conversion has a plan (others: UNSUPPORTED).
 *                  Kernels are written for bool, integers of 8 bits on, floats of 16 bits on and complex numbers of 64
 *                  bits on, in either byte order; the kernel of this header converts the others.
 *                  Memory of the host or of another device is copied in pieces of at most 32 MiB, from or to temporary
 *                  memory of the device in the dtype of that side; elements that repeat count once.  The bus transfers
 *                  the dtype of the host: to send less, convert on the host before.  Packed
 *                  elements are not copied in pieces (UNSUPPORTED).  Blocking, streams, errors and
 *                  captures are as in >>copy-manual of cucore_copy.h, with two differences: a conversion from pinned to
 *                  pinned memory is done when the call returns, and is not captured; nor is a conversion between two
 *                  devices (CAPTURE).
 */
/* Until 0.4: no warning of conversions if a file includes this header. */
#if defined(CUCORE_CAST_BY_COPY_H) && !defined(CUCORE__COMPAT_BUSY)
#undef CUCORE_CAST_BY_COPY_H
#undef CUCORE_SAYS_CAST
#define CUCORE_SAYS_CAST
#endif /* until 0.4 */

#ifndef CUCORE_CAST_H
#define CUCORE_CAST_H

#if defined(CUCORE_COPY_NO_CAST)
#error "CUCORE_COPY_NO_CAST is defined, and cucore_cast.h, which has the conversions, is included: leave one of them out"
#endif
/* The implementation of cucore_copy.h converts only if this header is known to it. */
#if defined(CUCORE_COPY_H_IMPLEMENTED)
#error "include cucore_cast.h before the implementation of cucore_copy.h, which converts with it"
#endif

#include "cucore_copy.h"

#if CUCORE_VERSION != 300
#error "cucore_cast.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_CAST_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_CAST_H_IMPLEMENTED)
#define CUCORE_CAST_H_IMPLEMENTED

#include "cucore_copy.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "cast/convert.h"
#include "cast/numbers.h"
#if !defined(CUCORE_COPY_NO_KERNELS)
#include "made/ptx_cast.c"
#endif
#include "cast/write_cast.c"
#include "cast/cast_loops.c"
#include "cast/cast_host.c"
#include "cast/cast.c"

CUCORE_END

#undef CUCORE__KERNEL_DIGITS
#undef CUCORE__NUMBER_FN
#undef CUCORE__PTX_CAST_BYTES

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
