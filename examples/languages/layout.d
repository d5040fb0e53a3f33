/* Layouts in D, which imports the preprocessed header (importC), from a shared library of cucore (cucore_shared.c).
 *
 *     cc -E -P -I. -DCUCORE_PREFIX=cucore -DCUCORE_NO_CUDA_H cucore.h > cucore_c.i
 *     gdc examples/languages/layout.d cucore_c.i -I. -L. -lcucore -Wl,-rpath,. -o layout && ./layout
 *     ldc2 examples/languages/layout.d cucore_c.i -L-L. -L-lcucore -L-rpath=. -of=layout && ./layout */
import core.stdc.stdio : printf;
import cucore_c;

bool make(const long[] shape, long itemsize, out cucore_layout layout)
{
    return cucore_layout_make(cast(int) shape.length, shape.ptr, null, itemsize, &layout) == CUCORE_OK;
}

int main()
{
    cucore_layout layout, turned, refused;
    const int[3] axes = [2, 0, 1];
    if (!make([3, 4, 5], 4, layout) || cucore_layout_permute(&layout, axes.ptr, &turned) != CUCORE_OK)
        return 1;
    printf("shape %ld %ld %ld strides %ld %ld %ld\n", turned.shape[0], turned.shape[1], turned.shape[2],
        turned.strides[0], turned.strides[1], turned.strides[2]);
    if (!make([3, -4], 4, refused))
        printf("refused: %s\n", cucore_last_error().message.ptr);
    return 0;
}
