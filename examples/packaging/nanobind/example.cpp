#define CUCORE_STATIC // this file is the whole module
#include <cucore/nanobind.h>

constexpr cucore_arg X = CUCORE_ARG("x", "float64", "n", CUCORE_HOST_ACCESSIBLE);

static double total(const cucore::array<X> &x)
{
    double sum = 0;
    for (int64_t i = 0; i < x.extent(0); i++) sum += x.at<double>(i);
    return sum;
}

NB_MODULE(example, module)
{
    module.def("total", total, nanobind::arg("x"));
}
