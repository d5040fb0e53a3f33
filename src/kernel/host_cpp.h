/* ------------------------------------------------------------------------------------------- >>kernel-cpp-make -- */
/* kernel/host_cpp.h: accessors of views, and loops on the CPU, in C++11. */
#if defined(__cplusplus)
#if defined(__cpp_exceptions) || defined(__EXCEPTIONS) || defined(_CPPUNWIND)
#define CUCORE__KERNEL_EXCEPTIONS
#endif
extern "C++" {
namespace cucore
{
inline namespace CUCORE__KERNEL_NAMESPACE
{
/* cucore::make_accessor(view, name, dtype, &accessor, flags) - cucore_accessor_make for an accessor of Ndim axes
 * A Type that is not const is written to, which does not compile for a view of cucore.hpp that is only read.  Without a
 * dtype it is the dtype of Type.
 *   cucore::accessor<const float, 2> x;
 *   if (cucore::make_accessor(view, "x", &x)) return -1; */
template <typename Type> struct is_const {
    enum { value = 0 };
};
template <typename Type> struct is_const<const Type> {
    enum { value = 1 };
};
template <typename Type, int Ndim, typename Index, typename View>
inline cucore_status make_accessor(View &view, const char *name, cucore_dtype dtype, accessor<Type, Ndim, Index> *out,
                                   uint64_t flags = 0)
{
    static_assert(is_const<Type>::value || may_write<View>::value,
                  "this view is only read: make a cucore::accessor of const T, or an argument with CUCORE_WRITE");
    cucore_accessor_spec spec = {name, Ndim, static_cast<int>(8 * sizeof(Index)), {0, 0, 0, 0}, flags, 0};
    spec.dtype = dtype;
    spec.flags |= is_const<Type>::value ? CUCORE_READ : CUCORE_WRITE;
    if (dtype.itemsize != sizeof(Type)) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s: a dtype of %u bytes for elements of %u", name ? name : "array",
                           dtype.itemsize, static_cast<unsigned>(sizeof(Type)));
    }
    return cucore_accessor_make(&view, &spec, sizeof *out, out);
}
template <typename Type, int Ndim, typename Index, typename View>
inline cucore_status make_accessor(View &view, const char *name, accessor<Type, Ndim, Index> *out, uint64_t flags = 0)
{
    return make_accessor(view, name, dtype_of<Type>(), out, flags);
}

/* cucore::loops_run(&loops, threads, f) - cucore_loops_run for any function object: several threads at a time call
 * f(loop, begin, end), and share the object.  f may throw, however the implementation is compiled: the first exception
 * is thrown again when all threads are done; ranges that had not begun by then are left out.
 *   if (cucore::loops_run(&loops, 0, [=](const cucore_loop &loop, unsigned begin, unsigned end) {
 *           cucore::transform_range<float, const float>(loop, begin, end, [=](float x) { return a * x; });
 *       })) return -1; */
template <typename F> class loop_function
{
  public:
    explicit loop_function(F &f) : f_(f), has_failed_(false)
    {
    }
    static void call(const cucore_loop *loop, unsigned begin, unsigned end, void *self)
    {
        static_cast<loop_function *>(self)->run(*loop, begin, end);
    }
    void rethrow() const
    {
#if defined(CUCORE__KERNEL_EXCEPTIONS)
        if (first_) std::rethrow_exception(first_);
#endif
    }

  private:
    void run(const cucore_loop &loop, unsigned begin, unsigned end)
    {
#if defined(CUCORE__KERNEL_EXCEPTIONS)
        if (has_failed_) return;
        try {
            f_(loop, begin, end);
        } catch (...) {
            if (!has_failed_.exchange(true)) first_ = std::current_exception();
        }
#else
        f_(loop, begin, end);
#endif
    }
    F &f_;
    std::atomic<bool> has_failed_;
    std::exception_ptr first_;
};
template <typename F> inline cucore_status loops_run(cucore_loops *loops, int threads, F &&f)
{
    loop_function<F> function(f);
    const cucore_status status = cucore_loops_run(loops, threads, loop_function<F>::call, &function);
    function.rethrow();
    return status;
}
} // namespace CUCORE__KERNEL_NAMESPACE
} // namespace cucore
}
#undef CUCORE__KERNEL_EXCEPTIONS
#endif
