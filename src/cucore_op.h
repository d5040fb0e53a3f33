/* cucore_op.h - v0.3.0 - one function of C for every caller - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * CONTENTS (search for the tag)
 *     >>op               operators: their declaration and their calls
 *     >>op-xla           buffers of XLA's FFI as views and back
 *     >>op-rules         what the cited rules (X20) say
 *     >>impl-...         the same sections again, implemented
 */
#ifndef CUCORE_OP_H
#define CUCORE_OP_H

#include "cucore_dlpack.h"

#if CUCORE_VERSION != 300
#error "cucore_op.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

#include "op/op.h"
#include "op/xla.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_OP_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_OP_H_IMPLEMENTED)
#define CUCORE_OP_H_IMPLEMENTED

#include "cucore_dlpack.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "op/run.c"
#include "op/foreign_xla.h"
#include "op/xla.c"

CUCORE_END

#undef CUCORE__OP_AXES
#undef CUCORE__OP_DTYPES
#undef CUCORE__OP_NAMES
#undef CUCORE__OP_QUICK_FLAGS
#undef CUCORE__XLA_TYPE_LIST
#undef CUCORE__XLA_SIZE
#undef CUCORE__XLA_BUFFER_SIZE
#undef CUCORE__XLA_FRAME_SIZE

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif              /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
