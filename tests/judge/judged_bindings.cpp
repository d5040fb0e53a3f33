/* Arrays as nanobind and pybind11 export and take them, for the judge: tests/judge/judged_bindings.py builds one of the two. */
#ifdef NANOBIND
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <vector>
namespace nb = nanobind;

NB_MODULE(judged_binding, m)
{
    m.def("make", [](nb::ndarray<> a) {
        std::vector<size_t> shape(a.ndim());
        std::vector<int64_t> strides(a.ndim());
        for (size_t i = 0; i < a.ndim(); i++) {
            shape[i] = a.shape(i);
            strides[i] = a.stride(i);
        }
        nb::ndarray<> *kept = new nb::ndarray<>(a);
        nb::capsule owner(kept, [](void *p) noexcept { delete (nb::ndarray<> *)p; });
        return nb::ndarray<nb::array_api>(a.data(), a.ndim(), shape.data(), owner, strides.data(), a.dtype(),
                                          a.device_type(), a.device_id());
    });
}
#else
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
namespace py = pybind11;

struct Buffer {
    py::buffer_info info;
};

PYBIND11_MODULE(judged_binding, m)
{
    py::class_<Buffer>(m, "Buffer", py::buffer_protocol()).def_buffer([](Buffer &b) {
        return py::buffer_info(b.info.ptr, b.info.itemsize, b.info.format, b.info.ndim, b.info.shape, b.info.strides,
                               b.info.readonly);
    });
    m.def("make", [](py::buffer b) { return new Buffer{b.request()}; });
}
#endif
