/* cucore/nanobind.h - v0.3.0 - arrays and streams as parameters for nanobind - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 *     #define CUCORE_STATIC                or CUCORE_IMPLEMENTATION in one file, as for the other headers
 *     #include <cucore/nanobind.h>         first of all includes
 *
 *     constexpr cucore_arg X = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);
 *     constexpr cucore_arg Y = CUCORE_ARG("y", "=x", "=x", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT);
 *
 *     m.def("total", [](const cucore::array<X> &x) { ... x.at<double>(i) ... }, "x"_a);
 *     m.def("twice", [](cucore::argument<X> x, cucore::argument<Y> y, cucore::stream_argument stream) {
 *         cucore::arguments views(stream, x, y);      all at once: shared extents, devices, overlaps; one wait
 *         ... views[0], views[1] ...
 *         views.release();
 *     }, "x"_a, "y"_a, "stream"_a = nb::none());
 *
 * The specification, which is constexpr, is what signatures and stubs show.  What does not fit is refused in the words
 * of cucore, with its exceptions; overloads are first tried with arrays as arrays only, then in order.
 * `const cucore::view &` is any array.  An array is given back when the function returns, behind work on the legacy
 * default stream.  Needs C++17.
 */
#ifndef CUCORE_NANOBIND_H
#define CUCORE_NANOBIND_H

#include "cucore_python.h"

#include <nanobind/nanobind.h>

#if !defined(CUCORE_PYTHON_ERROR)
#define CUCORE_PYTHON_ERROR ::nanobind::python_error
#endif
#include "cucore.hpp"

namespace cucore
{
/* to_python - cucore_py_return: the view as an array of the library of `like`; the view is empty afterwards */
static inline ::nanobind::object to_python(cucore_view *view, ::nanobind::handle like, CUstream stream = NULL)
{
    PyObject *made = cucore_py_return(view, like.ptr(), stream);
    if (!made) throw python_error();
    return ::nanobind::steal(made);
}
} // namespace cucore

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage" /* with CUCORE_STATIC all of this is of one file */
#endif

NAMESPACE_BEGIN(NB_NAMESPACE)
NAMESPACE_BEGIN(detail)

/* What all have in common: the object is kept, and taken where the function is called: only there may it throw. */
template <typename Value, typename Held = Value> struct cucore_caster {
    template <typename T> using Cast = movable_cast_t<T>;
    template <typename T> static constexpr bool can_cast()
    {
        return true;
    }
    /* Without conversions only what is an array goes; with them whatever comes, so that cucore says what is wrong. */
    template <typename Flags> bool from_python(handle src, Flags flags, cleanup_list *) noexcept
    {
        obj = src.ptr();
        return (flags & static_cast<Flags>(cast_flags::convert)) || cucore_py_is_array(obj);
    }
    explicit operator Value *()
    {
        held.take(obj);
        return &held;
    }
    explicit operator Value &()
    {
        held.take(obj);
        return held;
    }
    explicit operator Value &&()
    {
        held.take(obj);
        return static_cast<Value &&>(held);
    }
    PyObject *obj = nullptr;
    Held held;
};

template <const cucore_arg &expected> constexpr auto cucore_name()
{
    constexpr auto made = ::cucore::hint<expected>::made();
    return descr<sizeof(made.characters) - 1>(made.characters);
}

template <const cucore_arg &expected>
struct type_caster<::cucore::array<expected>> : cucore_caster<::cucore::array<expected>> {
    static constexpr auto Name = cucore_name<expected>();
};

template <const cucore_arg &expected>
struct type_caster<::cucore::argument<expected>> : cucore_caster<::cucore::argument<expected>> {
    static constexpr auto Name = cucore_name<expected>();
};

template <> struct type_caster<::cucore::view> : cucore_caster<::cucore::view, ::cucore::array<::cucore::anything>> {
    static constexpr auto Name = const_name("typing.Annotated[typing.Any, \"any array\"]");
};

template <> struct type_caster<::cucore::stream_argument> : cucore_caster<::cucore::stream_argument> {
    static constexpr auto Name = const_name("typing.Annotated[typing.Any, \"a CUDA stream\"]");
};

NAMESPACE_END(detail)
NAMESPACE_END(NB_NAMESPACE)

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* CUCORE_NANOBIND_H */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
