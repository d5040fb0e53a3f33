/* cucore/nanobind.h, or with WITH_PYBIND11 cucore/pybind11.h: tests/packaging/check_bindings.py says what it does. */
#define CUCORE_STATIC
#include "cucore_copy.h"
#if defined(WITH_PYBIND11)
#include <cucore/pybind11.h>
namespace py = pybind11;
#define MODULE PYBIND11_MODULE
#else
#include <cucore/nanobind.h>
namespace py = nanobind;
#define MODULE NB_MODULE
#endif

constexpr cucore_arg X = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);
constexpr cucore_arg Y = CUCORE_ARG("y", "=x", "=x", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_OPTIONAL);

static double total(const cucore::array<X> &x)
{
    double sum = 0;
    for (int64_t i = 0; i < x.extent(0); i++) sum += x.at<double>(i);
    return sum;
}

static py::object twice(cucore::argument<X> x, cucore::argument<Y> y, cucore::stream_argument stream)
{
    cucore::arguments views(stream, x, y);
    if (!views[1]) {
        cucore::python_check(cucore_py_empty_like(x.obj, &views[0], stream, &views[1]));
        y.obj = x.obj;
    }
    for (int64_t i = 0; i < views[0].extent(0); i++) views[1].at<double>(i) = 2 * views[0].at<double>(i);
    py::object made = cucore::to_python(&views[1], y.obj, stream);
    views.release();
    return made;
}

/* An output that is converted, half written when an exception comes. */
constexpr cucore_arg HALF =
    CUCORE_ARG("y", "float64", "n", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_MAKE_C_CONTIGUOUS);

static void write_half(cucore::view &y, bool fails)
{
    y.at<double>(0) = 77;
    if (fails) throw std::runtime_error("the work failed");
}

static void half(cucore::array<HALF> &y, bool fails)
{
    write_half(y, fails);
}

static void half_of_arguments(cucore::argument<HALF> y, bool fails)
{
    cucore::arguments views(nullptr, y);
    write_half(views[0], fails);
}

MODULE(bindings, module)
{
    const py::call_guard<py::gil_scoped_release> free;
    module.def("total", total, py::arg("x"));
    module.def(
        "total_of_pointer", [](const cucore::array<X> *x) { return total(*x); }, py::arg("x"));
    module.def(
        "over", [](const cucore::array<X> &x) { return total(x); }, py::arg("x"));
    module.def(
        "over", [](int) { return "int"; }, py::arg("x"));
    module.def(
        "ndim", [](const cucore::view &x) { return x.ndim(); }, py::arg("x"));
    module.def("twice", twice, py::arg("x"), py::arg("y") = py::none(), py::arg("stream") = py::none());
    module.def("total_free", total, py::arg("x"), free);
    module.def("half", half, py::arg("y"), py::arg("fails"));
    module.def("half_free", half, py::arg("y"), py::arg("fails"), free);
    module.def("half_of_arguments", half_of_arguments, py::arg("y"), py::arg("fails"));
    module.def("half_of_arguments_free", half_of_arguments, py::arg("y"), py::arg("fails"), free);
    module.def("status", [] { cucore::python_check(cucore_fail(CUCORE_WRONG_SHAPE, "bad shape")); });
    module.def("error", [] { cucore::check(cucore_fail(CUCORE_WRONG_SHAPE, "bad shape")); });
}
