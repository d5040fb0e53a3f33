/* ------------------------------------------------------------------------------------------- >>kernel-accessor -- */
/* kernel/accessor.h: an array as a kernel indexes it. */
/* CUCORE_ACCESSOR is a type for arrays of `rank` axes, 1 or more, with indices of the type `index`: int, or long long
 * for more than 2^31 elements.  Strides are in elements.  It is passed to a kernel by value, 24 bytes for two axes and
 * int:
 *
 *     typedef CUCORE_ACCESSOR(2, int) image;
 *
 *     __global__ void brighten(image pixels, float by)
 *     {
 *         int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
 *         if (x < pixels.shape[1]) CUCORE_AT(float, pixels, y, x) += by;
 *     }
 *
 * On the host CUCORE_ACCESSOR_MAKE fills one in from a view, and refuses a view that does not fit.  C++ has
 * cucore::accessor. */
#define CUCORE_ACCESSOR(rank, index)                                                                                   \
    struct {                                                                                                           \
        void *ptr;                                                                                                     \
        index shape[rank];                                                                                             \
        index strides[rank];                                                                                           \
    }

/* CUCORE_AT(type, accessor, i, j, ...) - the element at these indices, of an array with elements of `type`
 *   There are as many indices as axes, 8 at most, of any integer type.  The element may be assigned to.  With
 *   CUCORE_CHECK_BOUNDS an index that is outside ends the kernel or the program with a line that names it; without it
 *   indices are not checked.
 *   C++ counts in the accessor's type of index: if that is int, offsets fit it, as CUCORE_ACCESSOR_MAKE checks.
 *   C, which cannot name that type and has no kernels, counts in long long. */
#define CUCORE_AT(type, accessor, ...)                                                                                 \
    (CUCORE_KERNEL_CAST(                                                                                               \
        type *, (accessor).ptr)[CUCORE_AT_PICK(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)(accessor, __VA_ARGS__)])
#define CUCORE_AT_PICK(...) CUCORE_AT_PICKED(__VA_ARGS__)
#define CUCORE_AT_PICKED(a, b, c, d, e, f, g, h, count, ...) CUCORE_AT_##count
#if defined(CUCORE_CHECK_BOUNDS)
#define CUCORE_AT_ON(x, axis, i)                                                                                       \
    (cucore__index_checked((i), (x).shape[axis], (axis), __FILE__, __LINE__) * (x).strides[axis])
#elif defined(__cplusplus) /* cast first: an unsigned index times a negative stride would be a large unsigned number */
#define CUCORE_AT_ON(x, axis, i) (static_cast<decltype((x).strides[axis] + 0)>(i) * (x).strides[axis])
#else
#define CUCORE_AT_ON(x, axis, i) ((long long)(i) * (x).strides[axis])
#endif
#define CUCORE_AT_1(x, a) CUCORE_AT_ON(x, 0, a)
#define CUCORE_AT_2(x, a, b) CUCORE_AT_1(x, a) + CUCORE_AT_ON(x, 1, b)
#define CUCORE_AT_3(x, a, b, c) CUCORE_AT_2(x, a, b) + CUCORE_AT_ON(x, 2, c)
#define CUCORE_AT_4(x, a, b, c, d) CUCORE_AT_3(x, a, b, c) + CUCORE_AT_ON(x, 3, d)
#define CUCORE_AT_5(x, a, b, c, d, e) CUCORE_AT_4(x, a, b, c, d) + CUCORE_AT_ON(x, 4, e)
#define CUCORE_AT_6(x, a, b, c, d, e, f) CUCORE_AT_5(x, a, b, c, d, e) + CUCORE_AT_ON(x, 5, f)
#define CUCORE_AT_7(x, a, b, c, d, e, f, g) CUCORE_AT_6(x, a, b, c, d, e, f) + CUCORE_AT_ON(x, 6, g)
#define CUCORE_AT_8(x, a, b, c, d, e, f, g, h) CUCORE_AT_7(x, a, b, c, d, e, f, g) + CUCORE_AT_ON(x, 7, h)
