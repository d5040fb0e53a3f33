/* cucore/pybind11.h - v0.3.0 - arrays and streams as parameters for pybind11 - SPDX-License-Identifier: MIT
 * Made from src/cpp/pybind11.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 *     #define CUCORE_STATIC                or CUCORE_IMPLEMENTATION in one file, as for the other headers
 *     #include "cucore_cast.h"             if arguments are converted; "cucore_copy.h": only copied
 *     #include <cucore/pybind11.h>         before other headers, also before cucore.hpp
 *
 *     constexpr cucore_arg X = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);
 *     constexpr cucore_arg Y = CUCORE_ARG("y", "=x", "=x", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT);
 *
 *     m.def("total", [](const cucore::array<X> &x) { ... x.at<double>(i) ... }, "x"_a);
 *     m.def("twice", [](cucore::argument<X> x, cucore::argument<Y> y, cucore::stream_argument stream) {
 *         cucore::arguments views(stream, x, y);      all at once: shared extents, devices, overlaps; one wait
 *         ... views[0], views[1] ...
 *         views.release();
 *     }, "x"_a, "y"_a, "stream"_a = py::none());
 *
 * The specification, which is constexpr, is what signatures and stubs show.  `const cucore::view &` is any array, to be read.
 * Elements are const unless the specification has CUCORE_WRITE.  An array is taken and given back with the GIL, also under
 * py::call_guard<py::gil_scoped_release>(): when the function returns, behind work on the legacy default stream.  If it throws,
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
 *                  cucore.h lists them.  In an embedded module call cucore::translate_errors().
 * Needs C++17.
 */
#ifndef CUCORE_PYBIND11_H
#define CUCORE_PYBIND11_H

#if __has_include("../cucore_results.h") /* no -I of the folder that has both is needed */
#include "../cucore_results.h"
#else
#include "cucore_results.h"
#endif

#include <pybind11/pybind11.h>

#if !defined(CUCORE_PYTHON_ERROR)
#define CUCORE_PYTHON_ERROR ::pybind11::error_already_set
#endif
#if __has_include("../cucore.hpp")
#include "../cucore.hpp"
#else
#include "cucore.hpp"
#endif

static_assert(
    std::is_base_of<::pybind11::error_already_set, ::cucore::python_error>::value,
    "cucore::python_error is not pybind11's: include <cucore/pybind11.h> before cucore.hpp, one binding per file");

namespace cucore
{
/* to_python - cucore_py_return: the view as an array of the library of `like`; the view is empty afterwards */
static inline ::pybind11::object to_python(cucore_view *view, ::pybind11::handle like, CUstream stream = NULL)
{
    PyObject *made = cucore_py_return(view, like.ptr(), stream);
    if (!made) throw python_error();
    return ::pybind11::reinterpret_steal<::pybind11::object>(made);
}

/* translate_errors - lets pybind11 raise a cucore::error by its status in this module: MemoryError, ValueError, ...
 *   The import of the module and the parameters of this header call it; call it yourself in an embedded module, whose objects are
 *   made before Python.  Later calls have no effect.  GIL held */
static inline void translate_errors()
{
    static const bool is_done =
        (::pybind11::register_local_exception_translator([](std::exception_ptr thrown) { raise_error(thrown); }), true);
    (void)is_done;
}

/* explain_overloads - adds the overload that raises TypeError with what each function said of the arguments, if no other takes them:
 *   "f(): no overload fits (help(f) lists them):\n    x: expected dtype float32, got int8\n    x: expected dtype float64, got int8"
 *   scope  in  the module or class of the overloads, of which none is to follow
 *   name   in  of the overloads, in static storage
 *   If the reason is no array and no stream, the binding lists the overloads.  What fits is not slower, unless it is converted */
template <typename Scope> inline void explain_overloads(Scope &scope, const char *name)
{
    typedef ::pybind11::args Rest;
    typedef ::pybind11::kwargs Named;
    const auto why = [name](const unfit &first, const Rest &rest, const Named &named) -> never {
        explain(name, first, rest.ptr(), named.ptr());
        throw ::pybind11::reference_cast_error();
    };
    if constexpr (std::is_base_of_v<::pybind11::module_, Scope>) {
        scope.def(name, why, ::pybind11::arg() = ::pybind11::none());
    } else {
        const auto of_class = [why](const ::pybind11::handle &, const unfit &first, const Rest &rest,
                                    const Named &named) { return why(first, rest, named); };
        if (std::strcmp(name, "__init__")) {
            scope.def(name, of_class, ::pybind11::arg() = ::pybind11::none());
        } else {
            scope.def(name, of_class, ::pybind11::arg() = ::pybind11::none(),
                      ::pybind11::detail::is_new_style_constructor());
        }
    }
}

/* Calls it when the module is loaded by an import, which holds the GIL. */
[[maybe_unused]] static const bool translates_errors = [] {
    const bool can = Py_IsInitialized() && PyGILState_Check();
    if (can) translate_errors();
    return can;
}();
} // namespace cucore

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsubobject-linkage" /* with CUCORE_STATIC all of this is of one file */
#endif

PYBIND11_NAMESPACE_BEGIN(PYBIND11_NAMESPACE)
PYBIND11_NAMESPACE_BEGIN(detail)

/* Casters have constructors that do nothing: otherwise a tuple of them would zero the kilobyte of a view first. */
template <typename Value> class cucore_caster
{
  public:
    template <typename T> using cast_op_type = movable_cast_op_type<T>;

    cucore_caster() noexcept
    {
    }

    bool load(handle src, bool convert)
    {
        ::cucore::translate_errors();
        return loaded_.load(src.ptr(), convert);
    }
    operator Value *()
    {
        return &loaded_.get();
    }
    operator Value &()
    {
        return loaded_.get();
    }
    operator Value &&() &&
    {
        return static_cast<Value &&>(loaded_.get());
    }

  protected:
    ::cucore::parameter<Value> loaded_;
};

template <const cucore_arg &expected> constexpr auto cucore_name()
{
    constexpr auto made = ::cucore::hint<expected>::made();
    return descr<sizeof(made.characters) - 1>(made.characters);
}

template <const cucore_arg &expected>
class type_caster<::cucore::array<expected>> : public cucore_caster<::cucore::array<expected>>
{
  public:
    type_caster() noexcept
    {
    }
    static constexpr auto name = cucore_name<expected>();
};

template <const cucore_arg &expected>
class type_caster<::cucore::argument<expected>> : public cucore_caster<::cucore::argument<expected>>
{
  public:
    type_caster() noexcept
    {
    }
    static constexpr auto name = cucore_name<expected>();
};

/* A result, whose class has made the object. */
template <const cucore_arg &expected> class type_caster<::cucore::result<expected>>
{
  public:
    template <typename T> using cast_op_type = T;
    static constexpr auto name = cucore_name<expected>();
    static handle cast(::cucore::result<expected> &&value, return_value_policy, handle)
    {
        return value.release();
    }
};

/* Any array, to be read. */
template <> class type_caster<::cucore::view> : public cucore_caster<::cucore::array<::cucore::anything>>
{
  public:
    type_caster() noexcept
    {
    }
    static constexpr auto name = const_name("typing.Annotated[typing.Any, \"any array\"]");
    template <typename T>
    using cast_op_type =
        conditional_t<std::is_pointer<remove_reference_t<T>>::value, const ::cucore::view *, const ::cucore::view &>;
    operator const ::cucore::view *()
    {
        return &loaded_.get();
    }
    operator const ::cucore::view &()
    {
        return loaded_.get();
    }
};

template <> class type_caster<::cucore::stream_argument> : public cucore_caster<::cucore::stream_argument>
{
  public:
    static constexpr auto name = const_name("typing.Annotated[typing.Any, \"a CUDA stream\"]");
};

/* The overload of explain_overloads. */
template <> class type_caster<::cucore::unfit> : public cucore_caster<::cucore::unfit>
{
  public:
    static constexpr auto name = const_name("typing.Any");
};
template <> class type_caster<::cucore::never>
{
  public:
    static constexpr auto name = const_name("typing.NoReturn");
    static handle cast(::cucore::never, return_value_policy, handle)
    {
        return handle();
    }
};

PYBIND11_NAMESPACE_END(detail)
PYBIND11_NAMESPACE_END(PYBIND11_NAMESPACE)

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* CUCORE_PYBIND11_H */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
