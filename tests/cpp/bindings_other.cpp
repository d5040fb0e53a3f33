/* A second module with another copy of cucore, and with exceptions of a release that has no version in its names: see bindings.cpp. */
#define CUCORE_IMPLEMENTATION
#define CUCORE_MAX_NDIM 8
#if defined(WITH_PYBIND11)
#include <cucore/pybind11.h>
#define MODULE PYBIND11_MODULE
#else
#include <cucore/nanobind.h>
#define MODULE NB_MODULE
#endif

static void fail(int status)
{
    cucore::check(cucore_fail(static_cast<cucore_status>(status), "status %d", status));
}

namespace cucore
{
namespace
{
class error : public std::runtime_error /* with no status where another release has one */
{
  public:
    error() : std::runtime_error("of a stranger")
    {
    }
};
void fail_as_stranger()
{
    throw error();
}
} // namespace
} // namespace cucore

MODULE(bindings_other, module)
{
    module.def("fail", fail);
    module.def("fail_as_stranger", [] { cucore::fail_as_stranger(); });
}
