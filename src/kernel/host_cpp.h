/* ------------------------------------------------------------------------------------------- >>kernel-cpp-make -- */
/* kernel/host_cpp.h: accessors of views in C++11.  Needs cpp, host. */
#if defined(__cplusplus)
extern "C++" {
namespace cucore
{
inline namespace CUCORE__KERNEL_NAMESPACE
{
/* cucore::make_accessor(view, name, dtype, &accessor, flags) - cucore_accessor_make for one of N axes; T that is not const is
 * written to.  Without a dtype, that of T.
 *   cucore::accessor<const float, 2> x;
 *   if (cucore::make_accessor(view, "x", &x)) return -1; */
template <typename T> struct is_const {
    enum { value = 0 };
};
template <typename T> struct is_const<const T> {
    enum { value = 1 };
};
template <typename T, int N, typename Index>
inline cucore_status make_accessor(const cucore_view &view, const char *name, cucore_dtype dtype,
                                   accessor<T, N, Index> *out, uint64_t flags = 0)
{
    cucore_accessor_spec spec = {name, N, static_cast<int>(8 * sizeof(Index)), {0, 0, 0, 0}, flags, 0};
    spec.dtype = dtype;
    spec.flags |= is_const<T>::value ? CUCORE_READ : CUCORE_WRITE;
    if (dtype.itemsize != sizeof(T)) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s: a dtype of %u bytes for elements of %u", name ? name : "array",
                           dtype.itemsize, static_cast<unsigned>(sizeof(T)));
    }
    return cucore_accessor_make(&view, &spec, sizeof *out, out);
}
template <typename T, int N, typename Index>
inline cucore_status make_accessor(const cucore_view &view, const char *name, accessor<T, N, Index> *out,
                                   uint64_t flags = 0)
{
    return make_accessor(view, name, dtype_of<T>(), out, flags);
}
} // namespace CUCORE__KERNEL_NAMESPACE
} // namespace cucore
}
#endif
