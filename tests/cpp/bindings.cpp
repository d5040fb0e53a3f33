/* cucore/nanobind.h, or with WITH_PYBIND11 cucore/pybind11.h: tests/packaging/check_bindings.py says what it does. */
#define CUCORE_STATIC
#include "cucore_cast.h"
#if defined(WITH_PYBIND11)
#include <cucore/pybind11.h>
namespace py = pybind11;
#define MODULE PYBIND11_MODULE
#else
#include <cucore/nanobind.h>
namespace py = nanobind;
#define MODULE NB_MODULE
#endif

#include <complex>
#include <stdexcept>
#include <vector>

constexpr cucore_arg X = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);
constexpr cucore_arg Y = CUCORE_ARG("y", "=x", "=x", CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_OPTIONAL);

static double total(const cucore::array<X> &x)
{
    double sum = 0;
    for (int64_t i = 0; i < x.extent(0); i++) sum += x.at<double>(i);
    return sum;
}

/* BEGIN twice */
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
/* END */

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

/* Overloads by what an array is: order and dtype; with a number before it, or instead of it; of arguments that are taken together. */
constexpr cucore_arg C = CUCORE_ARG("x", nullptr, nullptr, CUCORE_C_CONTIGUOUS);
constexpr cucore_arg F = CUCORE_ARG("x", nullptr, nullptr, CUCORE_F_CONTIGUOUS);
constexpr cucore_arg F4 = CUCORE_ARG("x", "float32", nullptr, 0);
constexpr cucore_arg F8 = CUCORE_ARG("x", "float64", nullptr, 0);
constexpr cucore_arg LIKE = CUCORE_ARG("y", "=x", "=x", CUCORE_OUTPUT);
constexpr cucore_arg LIKE_F4 = CUCORE_ARG("y", "float32", "=x", CUCORE_OUTPUT);
constexpr cucore_arg ROW = CUCORE_ARG("x", nullptr, "n", 0);
constexpr cucore_arg TABLE = CUCORE_ARG("x", nullptr, "n, m", 0);
constexpr cucore_arg ANY_F4 =
    CUCORE_ARG("x", "float32", nullptr, CUCORE_CAST | CUCORE_FROM_ANYTHING | CUCORE_MAKE_C_CONTIGUOUS);
constexpr cucore_arg OUT_F4 = CUCORE_ARG("y", "float32", nullptr, CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT | CUCORE_CAST);
constexpr cucore_arg OUT = CUCORE_ARG("y", nullptr, nullptr, CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT);
constexpr cucore_arg MAYBE = CUCORE_ARG("x", "float64", nullptr, CUCORE_OPTIONAL);

constexpr cucore_arg LIST = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE | CUCORE_FROM_ANYTHING);
constexpr cucore_arg OUT_F8 = CUCORE_ARG("y", "float64", nullptr, CUCORE_HOST_ACCESSIBLE | CUCORE_OUTPUT);

/* The same function for every array that a specification lets through. */
template <const cucore_arg &> static const char *const word = "";
template <> const char *const word<C> = "C";
template <> const char *const word<F> = "F";
template <> const char *const word<F4> = "float32";
template <> const char *const word<F8> = "float64";
template <> const char *const word<ROW> = "row";
template <> const char *const word<TABLE> = "table";
template <> const char *const word<ANY_F4> = "converted";
template <> const char *const word<LIST> = "a list";
template <> const char *const word<X> = "a row";
template <const cucore_arg &arg> static const char *name(const cucore::array<arg> &)
{
    return word<arg>;
}
template <const cucore_arg &arg> static const char *scaled(double, const cucore::array<arg> &)
{
    return word<arg>;
}
template <const cucore_arg &x, const cucore_arg &y>
static const char *taken_together(cucore::argument<x> a, cucore::argument<y> b)
{
    cucore::arguments views(nullptr, a, b);
    views.release();
    return word<x>;
}

/* Overloads whose refusal says why: of a module, of a class, of its constructor; one that is not converted; others that take no array. */
class chosen
{
  public:
    explicit chosen(const cucore::array<F4> &) : name_("float32")
    {
    }
    explicit chosen(const cucore::array<F8> &) : name_("float64")
    {
    }
    const char *name() const
    {
        return name_;
    }

  private:
    const char *name_;
};

static void explained(py::module_ &module)
{
    /* BEGIN overloads */
    module.def("why_dtype", name<F4>, py::arg("x"));
    module.def("why_dtype", name<F8>, py::arg("x"));
    cucore::explain_overloads(module, "why_dtype");
    /* END */
    module.def("why_one", name<X>, py::arg("x"));
    cucore::explain_overloads(module, "why_one");
    module.def("why_mixed", name<LIST>, py::arg("x"));
    module.def("why_mixed", name<TABLE>, py::arg("x").noconvert());
    module.def(
        "why_mixed", [](double) { return "a number"; }, py::arg("x"));
    cucore::explain_overloads(module, "why_mixed");
    module.def("why_together", taken_together<F4, LIKE>, py::arg("x"), py::arg("y"));
    module.def("why_together", taken_together<F8, OUT_F8>, py::arg("x"), py::arg("y"));
    module.def(
        "why_together", [](const cucore::array<F8> &, cucore::stream_argument) { return "on a stream"; }, py::arg("x"),
        py::arg("stream"));
    cucore::explain_overloads(module, "why_together");
    py::class_<chosen> type(module, "Chosen");
    type.def(py::init<const cucore::array<F4> &>(), py::arg("x"));
    type.def(py::init<const cucore::array<F8> &>(), py::arg("x"));
    cucore::explain_overloads(type, "__init__");
    type.def(
        "why", [](const chosen &self, const cucore::array<F4> &) { return self.name(); }, py::arg("x"));
    type.def(
        "why", [](const chosen &self, const cucore::array<F8> &) { return self.name(); }, py::arg("x"));
    cucore::explain_overloads(type, "why");
}

static void overloads(py::module_ &module)
{
    module.def("order", name<C>, py::arg("x"));
    module.def("order", name<F>, py::arg("x"));
    module.def("dtype", name<F4>, py::arg("x"));
    module.def("dtype", name<F8>, py::arg("x"));
    module.def("axes", name<ROW>, py::arg("x"));
    module.def("axes", name<TABLE>, py::arg("x"));
    module.def("scaled", scaled<F4>, py::arg("a"), py::arg("x"));
    module.def("scaled", scaled<F8>, py::arg("a"), py::arg("x"));
    module.def("scaled_once", scaled<F4>, py::arg("a"), py::arg("x"));
    module.def("number", name<F8>, py::arg("x"));
    module.def(
        "number", [](double) { return "a number"; }, py::arg("x"));
    module.def("together", taken_together<F4, LIKE>, py::arg("x"), py::arg("y"));
    module.def("together", taken_together<F8, LIKE_F4>, py::arg("x"), py::arg("y"));
    module.def("together", taken_together<F8, LIKE>, py::arg("x"), py::arg("y"));
    module.def("converted", name<ANY_F4>, py::arg("x"));
    module.def("converted", name<F8>, py::arg("x"));
    module.def(
        "write", [](cucore::array<OUT_F4> &, int) { return "converted"; }, py::arg("y"), py::arg("how"));
    module.def(
        "write", [](cucore::array<OUT> &, const char *) { return "as it is"; }, py::arg("y"), py::arg("how"));
    module.def(
        "stream", [](cucore::stream_argument) { return "a stream"; }, py::arg("x"));
    module.def(
        "stream", [](int) { return "a number"; }, py::arg("x"));
    module.def(
        "maybe", [](const cucore::array<MAYBE> &x) { return static_cast<bool>(x); }, py::arg("x"));
}

/* Overloads by device and by complex numbers; arrays that are kept; results whose type is known. */
constexpr cucore_arg ON_HOST = CUCORE_ARG("x", nullptr, nullptr, CUCORE_HOST_ACCESSIBLE);
constexpr cucore_arg ON_DEVICE = CUCORE_ARG("x", nullptr, nullptr, CUCORE_DEVICE_ACCESSIBLE);
constexpr cucore_arg C8 = CUCORE_ARG("x", "complex64", "n", CUCORE_HOST_ACCESSIBLE);
constexpr cucore_arg C16 = CUCORE_ARG("x", "complex128", "n", CUCORE_HOST_ACCESSIBLE | CUCORE_WRITE);
constexpr cucore_arg GIVEN = CUCORE_ARG("given", "float64", "n", 0);
constexpr cucore_arg MADE = CUCORE_ARG("made", "float64", "n", CUCORE_C_CONTIGUOUS);
template <> const char *const word<ON_HOST> = "host";
template <> const char *const word<ON_DEVICE> = "device";

/* BEGIN keeper */
class keeper
{
  public:
    keeper() = default;
    keeper(const keeper &) = delete; /* views are moved, not copied */
    void keep(cucore::array<X> &x)
    {
        kept_.push_back(cucore::owned_view(std::move(x)));
    }
    double sum() const
    {
        double sum = 0;
        for (const cucore::owned_view &x : kept_)
            for (int64_t i = 0; i < x.extent(0); i++) sum += x.at<double>(i);
        return sum;
    }
    cucore::result<GIVEN> give()
    {
        cucore::view last;
        if (kept_.empty()) throw std::out_of_range("no array is kept");
        cucore::check(kept_.back().move_to(&last)); /* `last` owns the memory now */
        kept_.pop_back();
        return cucore::result<GIVEN>(&last, "numpy");
    }

  private:
    std::vector<cucore::owned_view> kept_;
};
/* END */

static cucore::result<MADE> made_of(py::handle like, bool has_other_shape)
{
    const int64_t shape[2] = {3, 1};
    cucore_array_spec spec = {};
    spec.dtype = cucore::dtype_of<double>();
    spec.ndim = has_other_shape ? 2 : 1;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    cucore::view out(spec);
    for (int i = 0; i < 3; i++) out.data<double>()[i] = i;
    return cucore::result<MADE>(&out, like.ptr());
}

static void results(py::module_ &module)
{
    module.def("device", name<ON_DEVICE>, py::arg("x"));
    module.def("device", name<ON_HOST>, py::arg("x"));
    module.def(
        "complex", [](const cucore::array<C8> &x) { return static_cast<double>(x.at<std::complex<float>>(0).imag()); },
        py::arg("x"));
    module.def(
        "complex", [](cucore::array<C16> &x) { return (x.at<std::complex<double>>(0) *= 2.0).imag(); }, py::arg("x"));
    module.def("made_of", made_of, py::arg("like"), py::arg("has_other_shape") = false);
    py::class_<keeper>(module, "Keeper")
        .def(py::init<>())
        .def("keep", &keeper::keep)
        .def("sum", &keeper::sum)
        .def("give", &keeper::give);
}

/* Every status as an exception of C++, and which exception of Python it has to become. */
static const char *exception_of(int status)
{
    switch (status) {
#define NAME(name, value, exception, sentence)                                                                         \
    case value: return #exception;
        CUCORE_STATUS_LIST(NAME)
#undef NAME
    default: return nullptr;
    }
}

static void fail(int status)
{
    cucore::check(cucore_fail(static_cast<cucore_status>(status), "status %d", status));
}

static void fail_in_arguments(cucore::argument<HALF> y, int status)
{
    cucore::arguments views(nullptr, y);
    views[0].at<double>(0) = 77;
    fail(status);
}

template <typename Library> static cucore::result<MADE> made_for(Library library)
{
    const int64_t shape[1] = {1};
    cucore_array_spec spec = {};
    spec.dtype = cucore::dtype_of<double>();
    spec.ndim = 1;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    cucore::view out(spec);
    return cucore::result<MADE>(&out, library);
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
    overloads(module);
    explained(module);
    results(module);
    module.def("total_free", total, py::arg("x"), free);
    module.def("half", half, py::arg("y"), py::arg("fails"));
    module.def("half_free", half, py::arg("y"), py::arg("fails"), free);
    module.def("half_of_arguments", half_of_arguments, py::arg("y"), py::arg("fails"));
    module.def("half_of_arguments_free", half_of_arguments, py::arg("y"), py::arg("fails"), free);
    module.def(
        "to_from", [](cucore::array<OUT> &, const cucore::array<X> &) {}, py::arg("y"), py::arg("x"));
    module.def(
        "from_to", [](const cucore::array<X> &, cucore::array<OUT> &) {}, py::arg("x"), py::arg("y"));
    module.def("status", [] { cucore::python_check(cucore_fail(CUCORE_WRONG_SHAPE, "bad shape")); });
    module.def("exception_of", exception_of, py::arg("status"));
    module.def("fail", fail, py::arg("status"));
    module.def("fail_free", fail, py::arg("status"), free);
    module.def("fail_in_arguments", fail_in_arguments, py::arg("y"), py::arg("status"));
    module.def("made_for_nullptr", [] { return made_for(nullptr); });
    module.def(
        "made_for", [](bool has_name) { return made_for(static_cast<const char *>(has_name ? "numpy" : nullptr)); },
        py::arg("has_name"));
}
