/* A part of a program with two copies of cucore.h, in C or C++: PART() gives 0 where all is well, or the line that is not.
 * For test_versions.py, which sets PART to a name of its own for each. */
#include "cucore.h"

#include <string.h>

#if defined(__cplusplus)
#include <vector>
extern "C" {
#endif
int PART(const void **error);
#if defined(__cplusplus)
}
#endif

#define CHECK(condition)                                                                                               \
    if (!(condition)) return __LINE__

static void count(void *owner)
{
    ++*(int *)owner;
}

int PART(const void **error)
{
    static double data[6];
    const int64_t shape[2] = {2, 3};
    struct {
        unsigned char before[64];
        cucore_view view;
        unsigned char behind[64];
    } place;
    cucore_array_spec spec;
    size_t i;
    int released = 0;
    memset(&place, 0x5a, sizeof place);
    memset(&spec, 0, sizeof spec);
    spec.dtype = CUCORE_DTYPE_FLOAT64;
    spec.ndim = 2;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CPU;
    spec.device_id = CUCORE_DEVICE_NONE;
    CHECK(cucore_view_wrap(data, &spec, &released, count, &place.view) == CUCORE_OK);
    CHECK(place.view.ptr == data && place.view.layout.ndim == 2);
    CHECK(place.view.layout.shape[0] == 2 && place.view.layout.shape[1] == 3 && place.view.layout.strides[0] == 3);
    CHECK(place.view.private_.self == &place.view);
    CHECK(cucore_view_nbytes(&place.view) == 48);
    CHECK(released == 0);
    cucore_view_release(&place.view);
    CHECK(released == 1 && !place.view.ptr);
    for (i = 0; i < sizeof place.before; i++) CHECK(place.before[i] == 0x5a && place.behind[i] == 0x5a);
    *error = cucore_last_error();
#if defined(__cplusplus)
    {
        std::vector<cucore_view> views; /* its functions are one for the program, by the name of the type */
        views.resize(3);
        CHECK(reinterpret_cast<char *>(&views[2]) - reinterpret_cast<char *>(&views[0]) == 2 * sizeof(cucore_view));
    }
#endif
    return 0;
}
