/* ------------------------------------------------------------------------------------------------ >>kernel-cpp -- */
/* kernel/cpp.h: accessors and loops in C++11, for kernels and for the host.  Needs accessor, loop. */
#if defined(__cplusplus)
extern "C++" {
namespace cucore
{
inline namespace CUCORE__KERNEL_NAMESPACE
{
/* An array of N axes whose elements are T, const T to read: the struct of CUCORE_ACCESSOR(N, Index), with an operator.
 *
 *     __global__ void brighten(cucore::accessor<float, 2> pixels, float by)
 *     {
 *         int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
 *         if (x < pixels.extent(1)) pixels(y, x) += by;
 *     }
 *
 * cucore::make_accessor fills one in from a view.  With CUCORE_CHECK_BOUNDS indices are checked. */
template <typename T, int N, typename Index = int> struct accessor {
    T *ptr;
    Index shape[static_cast<unsigned>(N)];
    Index strides[static_cast<unsigned>(N)]; /* elements */

    accessor() = default;
    /* One that may write is one that reads, too. */
    template <typename Other>
    CUCORE__KERNEL_METHOD accessor(const accessor<Other, N, Index> &other) : ptr(other.ptr) /* not const to plain */
    {
        for (int axis = 0; axis < N; axis++) shape[axis] = other.shape[axis], strides[axis] = other.strides[axis];
    }

    template <typename... Indices> CUCORE__KERNEL_METHOD T &operator()(Indices... indices) const
    {
        static_assert(sizeof...(Indices) == N, "as many indices as the accessor has axes");
        const Index at[] = {static_cast<Index>(indices)...};
        Index offset = 0;
        for (int axis = 0; axis < N; axis++) {
#if defined(CUCORE_CHECK_BOUNDS)
            (void)cucore__index_checked(at[axis], shape[axis], axis, __FILE__, __LINE__);
#endif
            offset += at[axis] * strides[axis];
        }
        return ptr[offset];
    }
    CUCORE__KERNEL_METHOD Index extent(int axis) const
    {
        return shape[axis];
    }
    CUCORE__KERNEL_METHOD static constexpr int rank()
    {
        return N;
    }

    /* To an mdspan with layout_stride, and from one whose extents fit: those of std, cuda::std, Kokkos.
     *   auto span = pixels.as_mdspan<cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_stride>>(); */
    template <typename Span> CUCORE__KERNEL_METHOD Span as_mdspan() const
    {
        typedef typename Span::mapping_type mapping;
        decltype(mapping().strides()) steps;
        decltype(mapping().strides()) sizes;
        for (int axis = 0; axis < N; axis++) {
            steps[axis] = strides[axis];
            sizes[axis] = shape[axis];
        }
        return Span(ptr, mapping(typename Span::extents_type(sizes), steps));
    }
    template <typename Span> CUCORE__KERNEL_METHOD static accessor from_mdspan(const Span &span)
    {
        static_assert(Span::rank() == N, "an mdspan of as many axes");
        accessor result;
        result.ptr = span.data_handle();
        for (int axis = 0; axis < N; axis++) {
            result.shape[axis] = static_cast<Index>(span.extent(axis));
            result.strides[axis] = static_cast<Index>(span.stride(axis));
        }
        return result;
    }
};

/* What a thread reads or writes at once. */
template <typename T, int lanes> struct alignas(sizeof(T) * lanes) packed {
    T lane[static_cast<unsigned>(lanes)];
};
template <typename T> struct without_const {
    typedef T type;
};
template <typename T> struct without_const<const T> {
    typedef T type;
};

/* Elements of one operand that are read or written as one; at `stride` 0 all are the same. */
template <typename T, int lanes> struct elements_of {
    typedef typename without_const<T>::type value;
    packed<value, lanes> all;

    CUCORE__KERNEL_METHOD void load(const void *from, int stride)
    {
        if (lanes == 1 || stride) {
            all = *static_cast<const packed<value, lanes> *>(from);
        } else {
            for (int i = 0; i < lanes; i++) all.lane[i] = *static_cast<const value *>(from);
        }
    }
};

/* The operands from k on, one behind the other: each level has the elements of one. */
template <int k, int lanes, typename... In> struct inputs;
template <int k, int lanes> struct inputs<k, lanes> {
    CUCORE__KERNEL_METHOD void load(const cucore_loop &, const cucore_loop_at &, int)
    {
    }
    template <typename F, typename... Values>
    CUCORE__KERNEL_METHOD auto call(F &f, int, const Values &...values) -> decltype(f(values...))
    {
        return f(values...);
    }
};
template <int k, int lanes, typename First, typename... Rest> struct inputs<k, lanes, First, Rest...> {
    elements_of<First, lanes> own;
    inputs<k + 1, lanes, Rest...> others;

    CUCORE__KERNEL_METHOD void load(const cucore_loop &loop, const cucore_loop_at &at, int lane)
    {
        own.load(loop.ptr[k] + at.offset[k] + lane * loop.itemsize[k], loop.itemsize[k]);
        others.load(loop, at, lane);
    }
    template <typename F, typename... Values>
    CUCORE__KERNEL_METHOD auto call(F &f, int i, const Values &...values)
        -> decltype(others.call(f, i, values..., own.all.lane[i]))
    {
        return others.call(f, i, values..., own.all.lane[i]);
    }
};

/* How many lanes a step has that is not longer than 16 bytes, as loops have them: others need no code. */
template <typename T> CUCORE__KERNEL_METHOD constexpr int lanes_of(int lanes)
{
    return static_cast<int>(sizeof(T)) * lanes <= 16 ? lanes : 1;
}

/* out = f(in...) for `lanes` elements of a step, from one of them on. */
template <int lanes, typename Out, typename... In, typename F>
CUCORE__KERNEL_METHOD void transform_lanes(const cucore_loop &loop, const cucore_loop_at &at, int lane, F &f)
{
    inputs<1, lanes, In...> in;
    packed<Out, lanes> out;
    in.load(loop, at, lane);
    for (int i = 0; i < lanes; i++) out.lane[i] = in.call(f, i);
    *static_cast<packed<Out, lanes> *>(static_cast<void *>(loop.ptr[0] + at.offset[0] + lane * loop.itemsize[0])) = out;
}

/* A step; where a row ends within it, element by element. */
template <int lanes, typename Out, typename... In, typename F>
CUCORE__KERNEL_METHOD void transform_step(const cucore_loop &loop, const cucore_loop_at &at, F &f)
{
    if (at.lanes == lanes) return transform_lanes<lanes, Out, In...>(loop, at, 0, f);
    for (int i = 0; i < at.lanes; i++) transform_lanes<1, Out, In...>(loop, at, i, f);
}

#if !defined(__CUDACC_RTC__)
/* cucore::transform_range<Out, In...>(loop, begin, end, f) - operand 0 becomes f(operand 1, operand 2, ...), for the elements of
 * the steps from begin to before end: on the host */
template <int lanes, typename Out, typename... In, typename F>
inline void transform_range_by(const cucore_loop &loop, unsigned begin, unsigned end, F &f)
{
    cucore_loop_at at = cucore__loop_begin(&loop, begin, end, 1 + sizeof...(In));
    for (; at.step < end; cucore__loop_step(&loop, end, 1 + sizeof...(In), &at)) {
        if (at.lanes) transform_step<lanes, Out, In...>(loop, at, f);
    }
}
template <typename Out, typename... In, typename F>
inline void transform_range(const cucore_loop &loop, unsigned begin, unsigned end, F f)
{
    switch (loop.lanes) {
    case 2: return transform_range_by<lanes_of<Out>(2), Out, In...>(loop, begin, end, f);
    case 4: return transform_range_by<lanes_of<Out>(4), Out, In...>(loop, begin, end, f);
    case 8: return transform_range_by<lanes_of<Out>(8), Out, In...>(loop, begin, end, f);
    case 16: return transform_range_by<lanes_of<Out>(16), Out, In...>(loop, begin, end, f);
    default: return transform_range_by<1, Out, In...>(loop, begin, end, f);
    }
}
#endif

#if defined(__CUDACC__)
/* cucore::transform<Out, In...>(loop, f) - the same in a kernel, by all threads of the grid, which has one dimension; f is called
 * with values and gives one.  To change an array in place, or to read what is written, make it an operand twice.
 *
 *     __global__ void axpy(cucore_loop loop, float a)
 *     {
 *         cucore::transform<float, float, float>(loop, [=](float x, float y) { return a * x + y; });
 *     } */
template <int lanes, typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform_by(const cucore_loop &loop, F &f)
{
    const unsigned step = gridDim.x * blockDim.x;
    for (unsigned n = blockIdx.x * blockDim.x + threadIdx.x; n < loop.size; n += step) {
        cucore_loop_at at;
        if (cucore_loop_locate(&loop, n, 1 + sizeof...(In), &at)) transform_step<lanes, Out, In...>(loop, at, f);
    }
}
template <typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform(const cucore_loop &loop, F f)
{
    switch (loop.lanes) {
    case 2: return transform_by<lanes_of<Out>(2), Out, In...>(loop, f);
    case 4: return transform_by<lanes_of<Out>(4), Out, In...>(loop, f);
    case 8: return transform_by<lanes_of<Out>(8), Out, In...>(loop, f);
    case 16: return transform_by<lanes_of<Out>(16), Out, In...>(loop, f);
    default: return transform_by<1, Out, In...>(loop, f);
    }
}
#endif
} // namespace CUCORE__KERNEL_NAMESPACE
} // namespace cucore
}
#endif
