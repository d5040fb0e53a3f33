/* cucore_op.h - v0.3.0 - one function of C for every caller - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * An operator is declared once: its arrays, its numbers, one function of C.  From this declaration come a function of
 * Python for arrays of any library, an operator of torch (torch.compile, gradients, CUDA graphs), handlers for jax.ffi,
 * and a packed function of tvm-ffi.  One binary has them all, and links none of these frameworks.
 *
 *     #define CUCORE_STATIC                // one file is the whole module
 *     #include "cucore_results.h"          // for Python, before cucore_op.h; leave it out for a library without Python
 *     #include "cucore_op.h"               // brings in cucore.h and cucore_dlpack.h
 *
 *     static cucore_status twice_run(cucore_op_call *call)
 *     {
 *         const float *x = (const float *)call->views[0].ptr;
 *         float *y = (float *)call->views[1].ptr;
 *         int64_t n = cucore_op_extent(call, "n"), i;
 *         if (call->device_id >= 0) return ... launch a kernel on call->stream ...;
 *         for (i = 0; i < n; i++) y[i] = 2 * x[i];
 *         return CUCORE_OK;
 *     }
 *     static const cucore_arg twice_arrays[] = {CUCORE_ARG("x", "float32", "n", CUCORE_C_CONTIGUOUS),
 *                                               CUCORE_ARG("y", "=x", "=x", 0)};
 *     CUCORE_OP(twice, twice_arrays, 1, twice_run);                                       1: y is a result
 *
 *     static const cucore_op *const ops[] = {&twice_op};
 *     if (cucore_py_ops_add(py_module, ops, 1, "mylib") < 0) ...                          in the function of the module
 *
 *     mylib.twice(x)                                                  arrays of any library: the result is one of it
 *     mylib.register_torch(); torch.ops.mylib.twice(x)                under torch.compile(fullgraph=True) as well
 *     jax.ffi.register_ffi_target("twice", mylib.xla_targets["twice"]["cpu"], platform="cpu")
 *     tvm_ffi.load_module(mylib.__file__).twice(x)
 *
 * CONTENTS (search for the tag)
 *     >>op               operators: their declaration and their calls
 *     >>op-aten          tensors of torch's dispatcher as views and back
 *     >>op-torch         operators for torch's dispatcher
 *     >>op-xla           buffers of XLA's FFI as views and back
 *     >>op-tvm           values of tvm-ffi as views and back
 *     >>op-python        operators as functions of a Python module
 *     >>op-torch-python  what operators in torch need of Python
 *     >>op-rules         what the cited rules (X20, B110, ...) say
 *     >>impl-...         the same sections again, implemented
 *
 * >>op-options: macros that you may define, besides those of >>options in cucore.h
 *     name                  default      where       meaning
 *     CUCORE_OP_NO_TORCH    not defined  every file  leaves out torch: the entry, the decoder, the registration
 *     CUCORE_OP_NO_XLA      not defined  every file  leaves out XLA's FFI
 *     CUCORE_OP_NO_TVM_FFI  not defined  every file  leaves out tvm-ffi, and the symbols __tvm_ffi_name
 *
 * >>manual
 *     Calls        An entry describes the arrays of its framework as views, checks them by the declaration, describes
 *                  the results, gets memory for them from the framework, and calls the function of the operator once,
 *                  in a context of the device of the arrays.  Nothing waits on the host, so that a stream may be
 *                  captured; the function must not wait either.
 *     Ownership    Views, values and texts belong to the caller, and are valid during the call.
 *     Streams      call->stream is where the caller works: the current stream of torch, the stream of XLA's context,
 *                  the stream of tvm-ffi's environment, from Python the keyword `stream`, whose producers are ordered
 *                  as by cucore_py_args.
 *     Results      Each caller makes results by its own allocator.  A result that the caller gives (XLA always; the
 *                  last values of tvm-ffi; keywords of Python) is checked as any array that is written.
 *     Errors       A refusal names operator, argument and value, in the words that the function of Python has; each
 *                  framework has it as its own error: RuntimeError (torch), INVALID_ARGUMENT and others (XLA), the kind
 *                  and the text (tvm-ffi).
 *     tvm-ffi      A packed call takes the arguments, then the values, then the results, by position.  None is the
 *                  default of an argument with CUCORE_OPTIONAL, and of a value; trailing ones may be left out.  With
 *                  results the function returns None; without them it allocates by TVMFFIEnvTensorAlloc, and returns a
 *                  tensor, or an ffi.Array of several.
 *     XLA          Values are attributes, by name: numbers of any dtype that convert exactly, str.  The results of
 *                  jax.ffi.ffi_call are first the arguments that are changed in place, each with its pair in
 *                  input_output_aliases, then the results of the declaration, with the dtypes and shapes that follow.
 *                  Optional arguments at the end may be left out.  Arrays are row-major: input_layouts and
 *                  output_layouts are not visible to a handler.  A call without elements is left out by XLA.  The
 *                  function may run on any thread, and must do the same work each time: on CUDA it may be captured
 *                  into a command buffer, and replayed.
 *     Frameworks   Their functions are looked up in the process when an entry is first used; a framework that is not
 *                  loaded is UNSUPPORTED, in words.  Their structs are checked, by size and version as far as they have
 *                  them, before a field is read.
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
#if !defined(CUCORE_OP_NO_XLA)
#include "op/xla.h"
#endif
#if !defined(CUCORE_OP_NO_TVM_FFI)
#include "op/tvm.h"
#endif
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

#include "op/plan.c"
#include "op/run.c"
#include "op/find.c"
#if !defined(CUCORE_OP_NO_TORCH)
#include "op/foreign_aten.h"
#include "op/aten.c"
#include "op/torch.c"
#endif
#if !defined(CUCORE_OP_NO_XLA)
#include "op/foreign_xla.h"
#include "op/xla.c"
#endif
#if !defined(CUCORE_OP_NO_TVM_FFI)
#include "op/foreign_tvm.h"
#include "op/tvm.c"
#endif
#if defined(CUCORE_RESULTS_H)
#include "python/base/macros.h"
#include "op/python.c"
#if !defined(CUCORE_OP_NO_TORCH)
#include "op/torch_python.c"
#endif
#include "op/python_module.c"
#endif

CUCORE_END

#undef CUCORE__ATEN_2_10
#undef CUCORE__ATEN_2_9
#undef CUCORE__OP_AXES
#undef CUCORE__OP_DTYPES
#undef CUCORE__OP_FEW
#undef CUCORE__OP_NAMES
#undef CUCORE__OP_QUICK_FLAGS
#undef CUCORE__XLA_BUFFER_SIZE
#undef CUCORE__XLA_FRAME_SIZE
#undef CUCORE__XLA_SIZE
#undef CUCORE__XLA_TYPE_LIST
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
