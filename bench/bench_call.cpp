// The same function by cucore through a binding, and by the binding itself: -DWITH_PYBIND11, else nanobind.
#define CUCORE_STATIC
#include <utility>
#if defined(WITH_PYBIND11)
#include "cucore/pybind11.h"
#include <pybind11/numpy.h>
namespace nb = pybind11;
#define MODULE PYBIND11_MODULE
#define NAME bench_call_pybind11
#else
#include "cucore/nanobind.h"
#include <nanobind/ndarray.h>
namespace nb = nanobind;
#define MODULE NB_MODULE
#define NAME bench_call_nanobind
#endif

constexpr cucore_arg X = CUCORE_ARG("x", "float64", "h, w", CUCORE_HOST_ACCESSIBLE);
constexpr cucore_arg OUT = CUCORE_ARG("out", "float64", "h, w", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT);

// Overloads by dtype, of which the fourth fits.
constexpr cucore_arg I8 = CUCORE_ARG("x", "int64", "h, w", CUCORE_HOST_ACCESSIBLE);
constexpr cucore_arg U1 = CUCORE_ARG("x", "uint8", "h, w", CUCORE_HOST_ACCESSIBLE);
constexpr cucore_arg F4 = CUCORE_ARG("x", "float32", "h, w", CUCORE_HOST_ACCESSIBLE);
template <const cucore_arg &expected> static int fits(const cucore::array<expected> &)
{
    return 1;
}
template <const cucore_arg &expected> static int fits_argument(cucore::argument<expected> x)
{
    cucore::arguments<1> views(CUCORE_STREAM_HOST, x);
    views.release();
    return 1;
}
#if !defined(WITH_PYBIND11)
template <typename Type> static int fits_peer(const nb::ndarray<const Type, nb::ndim<2>, nb::device::cpu> &)
{
    return 1;
}
#endif

MODULE(NAME, m)
{
    // a new result
    m.def("made", [](const cucore::array<X> &x, nb::object like) {
        cucore::owned_view y;
        cucore::python_check(cucore_py_empty_like(like.ptr(), &x, CUCORE_STREAM_HOST, &y));
        *static_cast<double *>(y.ptr) = 2 * x.at<double>(0, 0);
        return cucore::result<X>(&y, like.ptr(), CUCORE_STREAM_HOST);
    });
    // into an argument, each by itself, and both together
    m.def("into", [](const cucore::array<X> &x, const cucore::array<OUT> &out) {
        out.at<double>(0, 0) = 2 * x.at<double>(0, 0);
    });
    m.def("together", [](cucore::argument<X> x, cucore::argument<OUT> out) {
        cucore::arguments<2> views(CUCORE_STREAM_HOST, x, out);
        views[1].at<double>(0, 0) = 2 * views[0].at<double>(0, 0);
        views.release();
    });
    m.def("one", fits<X>), m.def("four", fits<I8>), m.def("four", fits<U1>), m.def("four", fits<F4>),
        m.def("four", fits<X>);
    m.def("four_or_why", fits<I8>), m.def("four_or_why", fits<U1>), m.def("four_or_why", fits<F4>);
    m.def("four_or_why", fits<X>), cucore::explain_overloads(m, "four_or_why");
    m.def("four_arguments", fits_argument<I8>), m.def("four_arguments", fits_argument<U1>);
    m.def("four_arguments", fits_argument<F4>), m.def("four_arguments", fits_argument<X>);
#if defined(WITH_PYBIND11)
    m.def("peer_made", [](const nb::array_t<double, 0> &x, nb::object) {
        nb::array_t<double> y({x.shape(0), x.shape(1)});
        *y.mutable_data() = 2 * *x.data();
        return y;
    });
    m.def("peer_into",
          [](const nb::array_t<double, 0> &x, nb::array_t<double, 0> &out) { *out.mutable_data() = 2 * *x.data(); });
#else
    typedef nb::ndarray<const double, nb::ndim<2>, nb::device::cpu> Input;
    typedef nb::ndarray<double, nb::ndim<2>, nb::device::cpu> Output;
    m.def("peer_made", [](const Input &x, nb::object) {
        double *memory = new double[x.size()];
        nb::capsule owner(memory, [](void *p) noexcept { delete[] static_cast<double *>(p); });
        memory[0] = 2 * *x.data();
        return nb::ndarray<nb::numpy, double, nb::ndim<2>>(memory, {x.shape(0), x.shape(1)}, owner);
    });
    m.def("peer_made_torch", [](const Input &x, nb::object) {
        double *memory = new double[x.size()];
        nb::capsule owner(memory, [](void *p) noexcept { delete[] static_cast<double *>(p); });
        memory[0] = 2 * *x.data();
        return nb::ndarray<nb::pytorch, double, nb::ndim<2>>(memory, {x.shape(0), x.shape(1)}, owner);
    });
    m.def("peer_one", fits_peer<double>), m.def("peer_four", fits_peer<int64_t>),
        m.def("peer_four", fits_peer<uint8_t>);
    m.def("peer_four", fits_peer<float>), m.def("peer_four", fits_peer<double>);
    m.def("peer_into", [](const Input &x, const Output &out) { *out.data() = 2 * *x.data(); });
#endif
}
