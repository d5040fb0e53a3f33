/* tangled.h - a property of layouts, for fuzz_copy.c and fuzz_layout.c. */
#ifndef TANGLED_H
#define TANGLED_H

/* Returns 1 unless each axis, except those of stride 0, steps over all that the axes of smaller strides reach. */
static inline int is_tangled(const cucore_layout *layout)
{
    int64_t reach = 0, last = 0;
    for (;;) {
        int64_t stride = INT64_MAX, extent = 1;
        int i, same = 0;
        for (i = 0; i < layout->ndim; i++) {
            int64_t size = layout->strides[i];
            if (layout->shape[i] == 1 || size == 0) continue;
            if (size < 0) size = -size;
            same += size == last;
            if (size > last && size < stride) stride = size, extent = layout->shape[i];
        }
        if (same > 1) return 1;
        if (stride == INT64_MAX) return 0;
        if (stride <= reach) return 1;
        reach += stride * (extent - 1);
        last = stride;
    }
}

#endif
