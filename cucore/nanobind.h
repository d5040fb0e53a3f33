/* cucore/nanobind.h - v0.3.0 - arrays and streams as parameters for nanobind - SPDX-License-Identifier: MIT
 * Made from src/cpp/nanobind.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 *     #define CUCORE_STATIC                or CUCORE_IMPLEMENTATION in one file, as for the other headers
 *     #include "cucore_cast.h"             if arguments are converted; "cucore_copy.h": only copied
 *     #include <cucore/nanobind.h>         before other headers, also before cucore.hpp
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
 * The specification, which is constexpr, is what signatures and stubs show.  `const cucore::view &` is any array, to be read.
 * Elements are const unless the specification has CUCORE_WRITE.  An array is taken and given back with the GIL, also under
 * nb::call_guard<nb::gil_scoped_release>(): when the function returns, behind work on the legacy default stream.  If it throws,
 * nothing of a converted output is copied back.
 *     Overloads    An argument that does not fit makes room for the next overload: all are tried without conversions
 *                  (CUCORE_MAKE_..., CUCORE_CAST, CUCORE_FROM_ANYTHING), then with them.  If none fits, the binding lists them, or, after
 *                  cucore::explain_overloads(m, "total") below the last overload, each C function says why.
 *                  Of a `cucore::argument` it is tried what it is alone; what arguments are to each other `arguments` knows,
 *                  whose refusal is final.  A bare DLPack capsule, which can be taken once, goes to the first overload.
 *     Results      A function that returns `cucore::result<X>` returns what cucore_py_return makes of a view, and its signature
 *                  has the dtype and shape of X, which are checked.
 *     Errors       A function without overloads refuses in the words of cucore, with its exceptions.  What is no fault of the
 *                  argument (no memory, the driver, an interrupt) ends the call at once, with and without overloads.
 *                  A cucore::error that leaves a function is raised by its status: MemoryError, ValueError, BufferError, ..., as
 *                  cucore.h lists them.  Include this header before NB_MODULE, or call cucore::translate_errors() there.
 *     None         comes to cucore from nanobind 2.12 on, and is refused in its words without CUCORE_OPTIONAL.  nanobind therefore
 *                  writes "| None" behind every parameter; "not None" before it says which refuse it.
 * Needs C++17.
 */
#ifndef CUCORE_NANOBIND_H
#define CUCORE_NANOBIND_H

#if __has_include("../cucore_results.h") /* no -I of the folder that has both is needed */
#include "../cucore_results.h"
#else
#include "cucore_results.h"
#endif

#include <nanobind/nanobind.h>

#if !defined(CUCORE_PYTHON_ERROR)
#define CUCORE_PYTHON_ERROR ::nanobind::python_error
#endif
#if __has_include("../cucore.hpp")
#include "../cucore.hpp"
#else
#include "cucore.hpp"
#endif

static_assert(
    std::is_base_of<::nanobind::python_error, ::cucore::python_error>::value,
    "cucore::python_error is not nanobind's: include <cucore/nanobind.h> before cucore.hpp, one binding per file");

namespace cucore
{
/* to_python - cucore_py_return: the view as an array of the library of `like`; the view is empty afterwards */
static inline ::nanobind::object to_python(cucore_view *view, ::nanobind::handle like, CUstream stream = NULL)
{
    PyObject *made = cucore_py_return(view, like.ptr(), stream);
    if (!made) throw python_error();
    return ::nanobind::steal(made);
}

/* translate_errors - lets nanobind raise a cucore::error by its status: MemoryError, ValueError, ...
 *   NB_MODULE and the parameters of this header call it; call it yourself in a file without both.  Later calls have no effect.
 *   GIL held */
static inline void translate_errors()
{
    static const bool is_done = (::nanobind::register_exception_translator(
                                     [](const std::exception_ptr &thrown, void *) { raise_error(thrown); }),
                                 true);
    (void)is_done;
}

/* explain_overloads - adds the overload that raises TypeError with what each function said of the arguments, if no other takes them:
 *   "f(): no overload fits (help(f) lists them):\n    x: expected dtype float32, got int8\n    x: expected dtype float64, got int8"
 *   scope  in  the module or class of the overloads, of which none is to follow
 *   name   in  of the overloads, in static storage
 *   If the reason is no array and no stream, the binding lists the overloads.  What fits is not slower, unless it is converted */
template <typename Scope> inline void explain_overloads(Scope &scope, const char *name)
{
    typedef ::nanobind::args Rest;
    typedef ::nanobind::kwargs Named;
    const auto why = [name](const unfit &first, const Rest &rest, const Named &named) -> never {
        explain(name, first, rest.ptr(), named.ptr());
        throw ::nanobind::next_overload();
    };
    if constexpr (std::is_base_of_v<::nanobind::module_, Scope>) {
        scope.def(name, why, ::nanobind::arg() = ::nanobind::none(), ::nanobind::arg("args"),
                  ::nanobind::arg("kwargs"));
    } else {
        const auto of_class = [why](const ::nanobind::handle &, const unfit &first, const Rest &rest,
                                    const Named &named) { return why(first, rest, named); };
        scope.def(name, of_class, ::nanobind::arg() = ::nanobind::none(), ::nanobind::arg("args"),
                  ::nanobind::arg("kwargs"));
    }
}

namespace
{
/* nanobind_domain_name - the name of nanobind's domain as nanobind itself has it: NULL, or text from version 3 on */
[[maybe_unused]] inline const char *nanobind_domain_name() noexcept
{
    return NB_DOMAIN_STR;
}

/* The same name for NB_MODULE, which hands it to the function that initialises nanobind: the end of that call is the first moment at
 * which errors can be translated. */
struct nanobind_domain {
    operator const char *() const noexcept
    {
        return nanobind_domain_name();
    }
    ~nanobind_domain()
    {
        translate_errors();
    }
};
} // namespace
} // namespace cucore

#undef NB_DOMAIN_STR
#define NB_DOMAIN_STR (::cucore::nanobind_domain{})

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage" /* with CUCORE_STATIC all of this is of one file */
#endif

NAMESPACE_BEGIN(NB_NAMESPACE)
NAMESPACE_BEGIN(detail)

template <typename Value> struct cucore_caster {
    template <typename T> using Cast = movable_cast_t<T>;
    template <typename T> static constexpr bool can_cast()
    {
        return true;
    }
    template <typename Flags> bool from_python(handle src, Flags flags, cleanup_list *) noexcept
    {
        ::cucore::translate_errors();
        return loaded.load(src.ptr(), (flags & static_cast<Flags>(cast_flags::convert)) != 0);
    }
    explicit operator Value *()
    {
        return &loaded.get();
    }
    explicit operator Value &()
    {
        return loaded.get();
    }
    explicit operator Value &&()
    {
        return static_cast<Value &&>(loaded.get());
    }
    ::cucore::parameter<Value> loaded;
};

/* From nanobind 2.12 on None comes to the casters, which refuse it in cucore's words or take it for an argument that is left out. */
#if NB_VERSION_MAJOR > 2 || (NB_VERSION_MAJOR == 2 && NB_VERSION_MINOR >= 12)
template <const cucore_arg &expected> struct has_arg_defaults<::cucore::array<expected>> : std::true_type {
};
template <const cucore_arg &expected> struct has_arg_defaults<::cucore::argument<expected>> : std::true_type {
};
template <> struct has_arg_defaults<::cucore::view> : std::true_type {
};
template <> struct has_arg_defaults<::cucore::stream_argument> : std::true_type {
};
static constexpr bool cucore_takes_none = true;
#else
static constexpr bool cucore_takes_none = false;
#endif

template <const cucore_arg &expected> constexpr auto cucore_name()
{
    constexpr auto made = ::cucore::hint<expected, cucore_takes_none>::made();
    return descr<sizeof(made.characters) - 1>(made.characters);
}

template <const cucore_arg &expected> constexpr auto cucore_result_name()
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

/* A result, whose class has made the object. */
template <const cucore_arg &expected> struct type_caster<::cucore::result<expected>> {
    template <typename T> using Cast = T;
    static constexpr auto Name = cucore_result_name<expected>();
    static handle from_cpp(::cucore::result<expected> &&value, rv_policy, cleanup_list *) noexcept
    {
        return value.release();
    }
};

/* Any array, to be read. */
template <> struct type_caster<::cucore::view> : cucore_caster<::cucore::array<::cucore::anything>> {
    static constexpr auto Name = const_name<cucore_takes_none>("typing.Annotated[typing.Any, \"any array, not None\"]",
                                                               "typing.Annotated[typing.Any, \"any array\"]");
    template <typename T>
    using Cast = std::conditional_t<std::is_pointer_v<std::remove_reference_t<T>>, const ::cucore::view *,
                                    const ::cucore::view &>;
    explicit operator const ::cucore::view *()
    {
        return &loaded.get();
    }
    explicit operator const ::cucore::view &()
    {
        return loaded.get();
    }
};

template <> struct type_caster<::cucore::stream_argument> : cucore_caster<::cucore::stream_argument> {
    static constexpr auto Name = const_name("typing.Annotated[typing.Any, \"a CUDA stream\"]");
};

/* The overload of explain_overloads. */
template <> struct type_caster<::cucore::unfit> : cucore_caster<::cucore::unfit> {
    static constexpr auto Name = const_name("typing.Any");
};
template <> struct type_caster<::cucore::never> {
    template <typename T> using Cast = T;
    static constexpr auto Name = const_name("typing.NoReturn");
    static handle from_cpp(::cucore::never, rv_policy, cleanup_list *) noexcept
    {
        return handle();
    }
};

NAMESPACE_END(detail)
NAMESPACE_END(NB_NAMESPACE)

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* CUCORE_NANOBIND_H */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
