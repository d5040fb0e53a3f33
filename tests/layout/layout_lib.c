/* The layout functions as a shared library for the Python tests and benchmark: they are loaded with ctypes. */
#define CUCORE_API __attribute__((visibility("default")))
#define CUCORE_PREFIX cucore /* the names that ctypes asks for */
#define CUCORE_IMPLEMENTATION
#include "cucore.h"

/* What ctypes cannot know. */
__attribute__((visibility("default"))) size_t layout_lib_sizeof(int which);
__attribute__((visibility("default"))) cucore_status layout_lib_flatten_mask(const cucore_layout *layout,
                                                                             uint64_t *out);
__attribute__((visibility("default"))) cucore_status layout_lib_flatten_masked(const cucore_layout *layout,
                                                                               uint64_t mask, cucore_layout *out);

size_t layout_lib_sizeof(int which)
{
    static const size_t sizes[] = {sizeof(cucore_layout), sizeof(cucore_slice),       sizeof(cucore_axis_map),
                                   sizeof(cucore_repack), sizeof(cucore_layout_iter), sizeof(cucore_error)};
    return sizes[which];
}

/* Private functions, which cucore_layout_flatten is made of. */
cucore_status layout_lib_flatten_mask(const cucore_layout *layout, uint64_t *out)
{
    return cucore__layout_merged_axes(layout, UINT64_MAX, out);
}

cucore_status layout_lib_flatten_masked(const cucore_layout *layout, uint64_t mask, cucore_layout *out)
{
    return cucore__layout_flatten_masked(layout, mask, out);
}
