/* cucore_results.h - v0.3.0 - views as arrays of the Python world - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * The way back of cucore_python.h: results as arrays of the library that the caller uses, your own array type, views
 * described to Python, and allocators of Python for C code.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_results.h"          first of all includes: brings in Python.h and cucore_python.h
 *
 * The caller may pass memory for the result; without it the result is an array of the library of x:
 *
 *     static PyObject *negate(PyObject *self, PyObject *args, PyObject *kwargs)         negate(x, stream, out=None)
 *     {
 *         static const cucore_arg expected[2] = {
 *             CUCORE_ARG("x", "float32 float64", NULL, CUCORE_DEVICE_ACCESSIBLE),
 *             CUCORE_ARG("out", "=x", "=x", CUCORE_DEVICE_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_OPTIONAL)};
 *         static char *names[] = {"x", "stream", "out", NULL};
 *         PyObject *objs[2] = {NULL, NULL}, *result = NULL;
 *         cucore_view v[2];
 *         CUstream stream;
 *         int failed = 0;
 *         if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO&|O", names, &objs[0], cucore_py_stream_converter, &stream,
 *                                          &objs[1])) return NULL;
 *         if (cucore_py_args(objs, 2, expected, stream, v) < 0) return NULL;
 *         if (!v[1].dtype.lanes) {                                                      no `out` was given, or None
 *             objs[1] = objs[0];
 *             failed = cucore_py_empty_like(objs[0], &v[0], stream, &v[1]) < 0;
 *         }
 *         if (!failed) failed = ... launch on `stream`, from v[0] to v[1] ...;
 *         if (!failed) result = cucore_py_return(&v[1], objs[1], stream);              `out` itself, or the new array
 *         if (cucore_py_args_release(v, 2, stream) < 0) Py_CLEAR(result);
 *         return result;
 *     }
 *
 * CONTENTS (search for the tag)
 *     >>py-describe      shape, strides and dtype of a view as objects
 *     >>py-owner         memory that Python objects keep; views as Py_buffers; arrays as tensors for C libraries
 *     >>py-memory        a Python allocator for C code
 *     >>py-export        your own array type: __dlpack__, interfaces, buffer, exchange table
 *     >>py-return        results as arrays of the caller's library
 *     >>results-rules    what the cited rules (D34, C6, ...) say
 *     >>impl-py-...      the same sections again, implemented
 *
 * The manual of cucore_python.h has what all functions of Python have in common, such as errors and the GIL, and the
 * macros that you may define.  If cucore_copy.h or cucore_kernel.h is used, include it before this header.
 */
/* Until 0.4: what is before the names here is empty, unless cucore_python.h includes this header for files of 0.2. */
#if !defined(CUCORE__COMPAT_BUSY)
#undef CUCORE_RESULTS_BY_PYTHON_H
#undef CUCORE_MOVED
#define CUCORE_MOVED(name)
#endif /* until 0.4 */

#ifndef CUCORE_RESULTS_H
#define CUCORE_RESULTS_H

#include "cucore_python.h"

#if CUCORE_VERSION != 300
#error                                                                                                                 \
    "cucore_results.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

#include "python/out/describe.h"
#include "python/out/owner.h"
#include "python/out/allocator.h"
#include "python/out/export.h"
#include "python/out/results.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_RESULTS_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_RESULTS_H_IMPLEMENTED)
#define CUCORE_RESULTS_H_IMPLEMENTED

#include "cucore_python.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "python/base/macros.h"
#include "python/out/type.c"
#include "python/out/describe.c"
#include "python/out/allocator.c"
#include "python/out/export_dlpack.c"
#include "python/out/export_others.c"
#include "python/out/library.c"
#include "python/out/array_arrow.c"
#include "python/out/number.c"
#include "python/out/array.c"
#include "python/out/export_table.c"
#include "python/out/export_type.c"
#include "python/out/made.c"
#include "python/out/results.c"
#include "python/out/export_array.c"
#include "python/out/owner.c"

CUCORE_END

#undef CUCORE__PY_JAX_IS_NARROW
#undef CUCORE__PY_HEAD
#undef CUCORE__PY_DATA
#undef CUCORE__PY_BASICSIZE
#undef CUCORE__PY_TUPLE_ITEM
#undef CUCORE__PY_TUPLE_SIZE
#undef CUCORE__PY_WRITE_BEGIN
#undef CUCORE__PY_WRITE_END
#undef CUCORE__PY_COPY_OUT
#undef CUCORE__PY_COPY_IN

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
