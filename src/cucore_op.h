/* cucore_op.h - v0.3.0 - one function of C for every caller - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * CONTENTS (search for the tag)
 *     >>op               operators: their declaration and their calls
 *     >>op-aten          tensors of torch's dispatcher as views and back
 *     >>op-torch         operators for torch's dispatcher
 *     >>op-xla           buffers of XLA's FFI as views and back
 *     >>op-rules         what the cited rules (X20, B110, ...) say
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
#if !defined(CUCORE_OP_NO_TORCH)
#include "op/aten.h"
#include "op/torch.h"
#endif
#include "op/xla.h"
#include "op/tvm.h"
#if defined(CUCORE_RESULTS_H)
#include "op/python.h"
#if !defined(CUCORE_OP_NO_TORCH)
#include "op/torch_python.h"
#endif
#endif

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_OP_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_OP_H_IMPLEMENTED)
#define CUCORE_OP_H_IMPLEMENTED

#include "cucore_dlpack.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

CUCORE_BEGIN

#include "op/run.c"
#include "op/find.c"
#if !defined(CUCORE_OP_NO_TORCH)
#include "op/foreign_aten.h"
#include "op/aten.c"
#include "op/torch.c"
#endif
#include "op/foreign_xla.h"
#include "op/xla.c"
#include "op/foreign_tvm.h"
#include "op/tvm.c"
#if defined(CUCORE_RESULTS_H)
#include "python/base/macros.h"
#include "op/python.c"
#if !defined(CUCORE_OP_NO_TORCH)
#include "op/torch_python.c"
#endif
#endif

CUCORE_END

#undef CUCORE__ATEN_2_9
#undef CUCORE__ATEN_2_10
#undef CUCORE__OP_AXES
#undef CUCORE__OP_DTYPES
#undef CUCORE__OP_NAMES
#undef CUCORE__OP_QUICK_FLAGS
#undef CUCORE__XLA_TYPE_LIST
#undef CUCORE__XLA_SIZE
#undef CUCORE__XLA_BUFFER_SIZE
#undef CUCORE__XLA_FRAME_SIZE
#if defined(CUCORE_RESULTS_H)
#undef CUCORE__PY_HEAD
#undef CUCORE__PY_DATA
#undef CUCORE__PY_BASICSIZE
#undef CUCORE__PY_TUPLE_ITEM
#undef CUCORE__PY_TUPLE_SIZE
#undef CUCORE__PY_WRITE_BEGIN
#undef CUCORE__PY_WRITE_END
#undef CUCORE__PY_COPY_OUT
#undef CUCORE__PY_COPY_IN
#endif

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif              /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
