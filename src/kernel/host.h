/* ------------------------------------------------------------------------------------------------ >>kernel-make -- */
/* kernel/host.h: accessors and loops made of views, loops on the CPU.  Needs accessor, loop, core. */
/* What an accessor is to be. */
typedef struct cucore_accessor_spec {
    const char *name; /* of the argument, as the end user knows it; NULL: "array" */
    int ndim;         /* axes */
    int index_bits;   /* 32 or 64 */
    cucore_dtype
        dtype; /* of an element.  With lanes (float32 x 4, a float4) of a view without: so many of its elements, side by
                           side and aligned as one, make an element of the accessor.  All zero: any */
    uint64_t flags; /* CUCORE_WRITE, CUCORE_HOST_ACCESSIBLE, CUCORE_DEVICE_ACCESSIBLE, CUCORE_ON_DEVICE_ID; no others */
    int device_id;  /* with CUCORE_ON_DEVICE_ID */
} cucore_accessor_spec;

/* cucore_accessor_make - an array as a CUCORE_ACCESSOR, for a kernel
 *   view  in   stays the owner of the memory
 *   out   out  a CUCORE_ACCESSOR(spec->ndim, int or long long) of out_nbytes; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, ndim, index_bits, flags, out_nbytes is not what such a struct has)
 *      | WRONG_SHAPE (not ndim axes; no multiple of the lanes) | WRONG_DTYPE (also elements of parts of bytes)
 *      | WRONG_LAYOUT (some element is farther away than 32 bits reach; elements of a vector do not lie side by side)
 *      | READONLY | WRONG_DEVICE | UNSUPPORTED (memory that is not aligned): "x: ..." with the value that was wrong
 *   any thread; no driver call, no allocation */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_accessor_make(const cucore_view *view,
                                                               const cucore_accessor_spec *spec, void *out,
                                                               size_t out_nbytes);

/* CUCORE_ACCESSOR_MAKE(view, name, dtype, flags, accessor) - the same; axes and bits are those of the struct at `accessor`
 *   if (CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &pixels)) return -1; */
#define CUCORE_ACCESSOR_MAKE(view, name, dtype, flags, accessor)                                                       \
    cucore_accessor_make_as((view), (name), (dtype), (flags), (accessor), sizeof *(accessor),                          \
                            sizeof(accessor)->shape / sizeof(accessor)->shape[0], sizeof(accessor)->shape[0])
static inline cucore_status cucore_accessor_make_as(const cucore_view *view, const char *name, cucore_dtype dtype,
                                                    uint64_t flags, void *out, size_t out_nbytes, size_t ndim,
                                                    size_t index_nbytes)
{
    cucore_accessor_spec spec = {
        name, CUCORE_KERNEL_CAST(int, ndim), CUCORE_KERNEL_CAST(int, 8 * index_nbytes), {0, 0, 0, 0}, flags, 0};
    spec.dtype = dtype;
    return cucore_accessor_make(view, &spec, out, out_nbytes);
}
