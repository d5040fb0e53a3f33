/* cucore.hpp - v0.3.0 - owners and errors in C++11 for cucore.h - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_python.h"           first, where it is used at all; cucore_results.h in its place for cucore::result
 *     #include "cucore.hpp"                everywhere
 *
 *     cucore::stream stream(0);                                            throws cucore::error, which has the sentence
 *     cucore::buffer buffer(1 << 20, stream);
 *     buffer.fill(0, 1, stream);
 *     stream.synchronize();                                                what owns something gives it back at the end
 *
 *     cucore::expected<cucore::stream> maybe = cucore::stream::create(0);  the same without exceptions
 *     if (!maybe) std::puts(maybe.error().message.c_str());
 *
 *     static const cucore_arg expected[2] = {CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE),
 *                                            CUCORE_ARG("y", "float64", "n", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT)};
 *     PyObject *objs[2] = {x, y};
 *     cucore::arguments<2> views(objs, expected, NULL);                    throws cucore::python_error: return NULL
 *     for (int64_t i = 0; i < views[0].extent(0); i++) views[1].at<double>(i) = 2 * views[0].at<double>(i);
 *     views.release();                                                     or by the destructor, on any path
 *
 * >>hpp-options: macros that you may define, besides those of >>options in cucore.h
 *     name                 default      where       meaning
 *     CUCORE_PYTHON_ERROR  not defined  every file  is a class to throw instead of cucore::python_error
 *
 * >>manual
 *     Thin         Each class has the struct of the C interface in it, which get() gives for every function of C.
 *                  Nothing is allocated but the text of errors.
 *     Views        may not be moved, like their structs.  An owned_view takes the memory out of a view, and may be stored and moved.
 *     Writing      Elements of a const view are const, those of an `array` unless its cucore_arg, then constexpr, has CUCORE_WRITE.
 *                  views[i] of `arguments` may be written: what it is, is known when it runs.  views.get<i>() knows it before.
 *     Errors       Constructors and functions throw cucore::error; what speaks to Python throws cucore::python_error,
 *                  which means that a Python exception is set.  cucore::python_raise sets one for a cucore::error; bindings do it.  Without exceptions (-fno-exceptions) there is create(),
 *                  and what cannot fail; the rest is called in C, with get().
 *     Empty        Streams, events, buffers and resources that were moved from are empty, and `if (stream)` says so.  To use an
 *                  empty one is an error; without exceptions a line on stderr, and the end of the program.
 *     expected     std::expected<Type, cucore::failure> of C++23, else what is below, which has the same names.
 *     Threads      as in C.  The GIL is taken by views, `arguments` and `array` themselves, where they need it; a view, stream,
 *                  buffer or resource may be given back with it or without.
 *     Versions     All names are in an inline namespace of the version, and hidden: two versions live in one program.
 */
#include "cucore.h"

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define CUCORE__HPP_EXCEPTIONS
#endif

/* What holds structs of cucore.h is called by their version and size; what calls functions that are static is of the
 * file; and all of it is hidden, as the functions are.  The version is in both names, since clang compares the exceptions of two
 * modules by name, also if they are of a file. */
#define CUCORE__HPP_NAME_OF(major, minor, patch, ndim) v##major##_##minor##_##patch##_##ndim
#define CUCORE__HPP_NAME(major, minor, patch, ndim) CUCORE__HPP_NAME_OF(major, minor, patch, ndim)
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__HPP_HIDDEN __attribute__((visibility("hidden")))
#else
#define CUCORE__HPP_HIDDEN
#endif
#if defined(CUCORE_STATIC)
#define CUCORE__HPP_OF_FILE                                                                                            \
    namespace                                                                                                          \
    {
#define CUCORE__HPP_OF_FILE_END }
#else
#define CUCORE__HPP_OF_FILE
#define CUCORE__HPP_OF_FILE_END
#endif
#define CUCORE__HPP_BEGIN                                                                                              \
    namespace cucore                                                                                                   \
    {                                                                                                                  \
    inline namespace CUCORE__HPP_NAME(CUCORE_VERSION_MAJOR, CUCORE_VERSION_MINOR, CUCORE_VERSION_PATCH,                \
                                      CUCORE_MAX_NDIM) CUCORE__HPP_HIDDEN                                              \
    {                                                                                                                  \
    CUCORE__HPP_OF_FILE
#define CUCORE__HPP_END                                                                                                \
    CUCORE__HPP_OF_FILE_END                                                                                            \
    }                                                                                                                  \
    }

#ifndef CUCORE_HPP
#define CUCORE_HPP

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_expected)
#include <expected>
#endif

#if CUCORE_VERSION != 300
#error "cucore.hpp is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_BUFFERS)
#error "cucore.hpp needs parts of cucore.h that are left out: do not define CUCORE_NO_BUFFERS"
#endif

CUCORE__HPP_BEGIN

#include "cpp/error.h"
#include "cpp/owner.h"
#include "cpp/view.h"

CUCORE__HPP_END

namespace cucore
{
template <> struct may_write<const view> {
    enum { value = 0 };
};
} // namespace cucore

#endif /* CUCORE_HPP */

/* ------------------------------------------------------------------------------------------------ >>hpp-python -- */
#if defined(CUCORE_PYTHON_H) && !defined(CUCORE_PYTHON_HPP)
#define CUCORE_PYTHON_HPP

CUCORE__HPP_BEGIN

#if defined(CUCORE__HPP_EXCEPTIONS)
#include "cpp/arguments.h"

#if __cplusplus >= 201703L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201703L)
template <const cucore_arg &...expected>
arguments(CUstream, argument<expected>...) -> arguments<sizeof...(expected), argument<expected>...>;

#include "cpp/parameter.h"
#endif
#endif

CUCORE__HPP_END

#if defined(CUCORE__HPP_EXCEPTIONS)
namespace cucore
{
template <const cucore_arg &expected> struct may_write<array<expected>> {
    enum { value = !std::is_const<typename element_of<argument<expected>, view>::type>::value };
};
template <const cucore_arg &expected> struct may_write<const array<expected>> : may_write<array<expected>> {
};
} // namespace cucore
#endif

#endif /* CUCORE_PYTHON_HPP */

/* ----------------------------------------------------------------------------------------------- >>hpp-results -- */
#if defined(CUCORE_RESULTS_H) && !defined(CUCORE_RESULTS_HPP)
#define CUCORE_RESULTS_HPP

/* Until 0.4: no warning of names in this header if cucore_python.h included cucore_results.h for files of 0.2. */
#if defined(CUCORE_RESULTS_BY_PYTHON_H)
#undef CUCORE_MOVED
#define CUCORE_MOVED(name)
#endif /* until 0.4 */

#if defined(CUCORE__HPP_EXCEPTIONS)
CUCORE__HPP_BEGIN

#include "cpp/result.h"

CUCORE__HPP_END
#endif

#endif /* CUCORE_RESULTS_HPP */

#undef CUCORE__HPP_EXCEPTIONS
#undef CUCORE__HPP_HIDDEN
#undef CUCORE__HPP_NAME_OF
#undef CUCORE__HPP_NAME
#undef CUCORE__HPP_OF_FILE
#undef CUCORE__HPP_OF_FILE_END
#undef CUCORE__HPP_BEGIN
#undef CUCORE__HPP_END

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
