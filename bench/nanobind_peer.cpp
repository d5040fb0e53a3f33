// The same work by nanobind: an argument of type nb::ndarray.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;

NB_MODULE(nanobind_peer, m)
{
    m.def("take", [](nb::ndarray<nb::ro> a) { return (intptr_t)a.data() + (intptr_t)a.ndim(); });
}
