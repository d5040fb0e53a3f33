/* The layout functions as a shared library for the Python tests and benchmark: they are loaded with ctypes. */
#define CUCORE_API __attribute__((visibility("default")))
#define CUCORE_IMPLEMENTATION
#include "cucore.h"

/* What ctypes cannot know. */
__attribute__((visibility("default"))) size_t layout_lib_sizeof(int which);

size_t layout_lib_sizeof(int which)
{
    static const size_t sizes[] = {sizeof(cucore_layout), sizeof(cucore_slice), sizeof(cucore_axis_map),
                                   sizeof(cucore_layout_iter), sizeof(cucore_error)};
    return sizes[which];
}
