/* ------------------------------------------------------------------------------------------------ >>kernel-cpp -- */
/* kernel/cpp.h: accessors and loops in C++11, for kernels and for the host. */
#if defined(__cplusplus)
extern "C++" {
namespace cucore
{
inline namespace CUCORE__KERNEL_NAMESPACE
{
/* An array of Ndim axes whose elements are Type, const Type to read: the struct of CUCORE_ACCESSOR, with an operator.
 *
 *     __global__ void brighten(cucore::accessor<float, 2> pixels, float by)
 *     {
 *         int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
 *         if (x < pixels.extent(1)) pixels(y, x) += by;
 *     }
 *
 * cucore::make_accessor fills one in from a view.  With CUCORE_CHECK_BOUNDS indices are checked. */
template <typename Type, int Ndim, typename Index = int> struct accessor {
    Type *ptr;
    Index shape[static_cast<unsigned>(Ndim)];
    Index strides[static_cast<unsigned>(Ndim)]; /* elements */

    accessor() = default;
    /* One that may write is one that reads, too. */
    template <typename Other>
    CUCORE__KERNEL_METHOD accessor(const accessor<Other, Ndim, Index> &other) : ptr(other.ptr) /* not const to plain */
    {
        for (int axis = 0; axis < Ndim; axis++) shape[axis] = other.shape[axis], strides[axis] = other.strides[axis];
    }

    template <typename... Indices> CUCORE__KERNEL_METHOD Type &operator()(Indices... indices) const
    {
        static_assert(sizeof...(Indices) == Ndim, "as many indices as the accessor has axes");
        const Index at[] = {static_cast<Index>(indices)...};
        Index offset = 0;
#if defined(CUCORE_CHECK_BOUNDS)
        const long long given[] = {
            static_cast<long long>(indices)...}; /* none that is outside and fits Index by chance */
        for (int axis = 0; axis < Ndim; axis++)
            (void)cucore__index_checked(given[axis], shape[axis], axis, __FILE__, __LINE__);
#endif
        for (int axis = 0; axis < Ndim; axis++) offset += at[axis] * strides[axis];
        return ptr[offset];
    }
    CUCORE__KERNEL_METHOD Index extent(int axis) const
    {
        return shape[axis];
    }
    CUCORE__KERNEL_METHOD static constexpr int rank()
    {
        return Ndim;
    }

    /* To an mdspan with layout_stride, and from one whose extents fit: those of std, cuda::std, Kokkos.
     *   using strided = cuda::std::mdspan<float, cuda::std::dextents<int, 2>, cuda::std::layout_stride>;
     *   auto span = pixels.as_mdspan<strided>(); */
    template <typename Span> CUCORE__KERNEL_METHOD Span as_mdspan() const
    {
        typedef typename Span::mapping_type mapping;
        decltype(mapping().strides()) steps;
        decltype(mapping().strides()) sizes;
        for (int axis = 0; axis < Ndim; axis++) {
            steps[axis] = strides[axis];
            sizes[axis] = shape[axis];
        }
        return Span(ptr, mapping(typename Span::extents_type(sizes), steps));
    }
    template <typename Span> CUCORE__KERNEL_METHOD static accessor from_mdspan(const Span &span)
    {
        static_assert(Span::rank() == Ndim, "an mdspan of as many axes");
        accessor result;
        result.ptr = span.data_handle();
        for (int axis = 0; axis < Ndim; axis++) {
            result.shape[axis] = static_cast<Index>(span.extent(axis));
            result.strides[axis] = static_cast<Index>(span.stride(axis));
        }
        return result;
    }
};

/* What a thread reads or writes at once.  One element needs no more than its own alignment. */
template <typename Type, int lanes> struct alignas(lanes == 1 ? alignof(Type) : sizeof(Type) * lanes) packed {
    Type lane[static_cast<unsigned>(lanes)];
};
template <typename Type> struct without_const {
    typedef Type type;
};
template <typename Type> struct without_const<const Type> {
    typedef Type type;
};

/* The most lanes of a loop that writes Type: as many as make 16 bytes. */
template <typename Type> CUCORE__KERNEL_METHOD constexpr int most_lanes()
{
    return sizeof(Type) & (sizeof(Type) - 1) || sizeof(Type) > 16 ? 1 : static_cast<int>(16 / sizeof(Type));
}
/* ... so that a branch for more of them, which is never taken, is the same code as that for one. */
template <typename Type> CUCORE__KERNEL_METHOD constexpr int lanes_of(int lanes)
{
    return lanes <= most_lanes<Type>() ? lanes : 1;
}

/* On a device elements of 1 and 2 bytes stay in the words they came in until they are used: the compiler would give
 * each a register of its own, 128 instead of 71 for four operands of halves, which leaves room for half as many
 * threads. */
template <typename Type, int lanes> CUCORE__KERNEL_METHOD constexpr bool in_words()
{
#if defined(__CUDA_ARCH__)
    return sizeof(Type) <= 2 && sizeof(Type) * lanes >= 4;
#else
    return false;
#endif
}

/* What a thread has loaded of an operand. */
template <typename Type, int lanes, bool words = in_words<Type, lanes>()> struct loaded {
    packed<Type, lanes> own;

    CUCORE__KERNEL_METHOD void load(const void *from)
    {
        own = *static_cast<const packed<Type, lanes> *>(from);
    }
    /* An element that all lanes share.  They have it once it is spread, after the loads of all operands: a copy would
     * wait for this one, and the loads behind it, too. */
    CUCORE__KERNEL_METHOD void load_one(const void *from)
    {
        own.lane[0] = *static_cast<const Type *>(from);
    }
    CUCORE__KERNEL_METHOD void spread()
    {
        for (int i = 1; i < lanes; i++) own.lane[i] = own.lane[0];
    }
    CUCORE__KERNEL_METHOD Type get(int i) const
    {
        return own.lane[i];
    }
};
#if defined(__CUDA_ARCH__)
template <typename Type, int lanes> struct loaded<Type, lanes, true> {
    enum { bits = 8 * sizeof(Type), in_word = 4 / sizeof(Type), count = lanes / in_word };
    packed<unsigned, count> own;

    __device__ __forceinline__ void load(const void *from)
    {
        own = *static_cast<const packed<unsigned, count> *>(from);
    }
    __device__ __forceinline__ void load_one(const void *from)
    {
        own.lane[0] =
            sizeof(Type) == 2 ? *static_cast<const unsigned short *>(from) : *static_cast<const unsigned char *>(from);
    }
    __device__ __forceinline__ void spread()
    {
        const unsigned word = own.lane[0] * (sizeof(Type) == 2 ? 0x10001u : 0x1010101u);
        for (int i = 0; i < count; i++) own.lane[i] = word;
    }
    __device__ __forceinline__ Type get(int i) const
    {
        const unsigned word = own.lane[i / in_word] >> (i % in_word * bits);
        Type value;
        memcpy(static_cast<void *>(&value), &word, sizeof value);
        return value;
    }
};
#endif

/* The operands from k on, one behind the other: each level has the elements of one. */
template <int k, int lanes, typename... In> struct inputs;
template <int k, int lanes> struct inputs<k, lanes> {
    CUCORE__KERNEL_METHOD void load(const cucore_loop &, const cucore_loop_at &, int)
    {
    }
    CUCORE__KERNEL_METHOD void spread(const cucore_loop &)
    {
    }
    template <typename F, typename... Values>
    CUCORE__KERNEL_METHOD auto call(F &f, int, const Values &...values) -> decltype(f(values...))
    {
        return f(values...);
    }
};
template <int k, int lanes, typename First, typename... Rest> struct inputs<k, lanes, First, Rest...> {
    typedef typename without_const<First>::type value;
    loaded<value, lanes> own;
    inputs<k + 1, lanes, Rest...> others;

    CUCORE__KERNEL_METHOD void load(const cucore_loop &loop, const cucore_loop_at &at, int lane)
    {
        const void *const from = loop.ptr[k] + at.offset[k] + lane * loop.itemsize[k];
        if (lanes == 1 || loop.itemsize[k]) {
            own.load(from);
        } else {
            own.load_one(from);
        }
        others.load(loop, at, lane);
    }
    CUCORE__KERNEL_METHOD void spread(const cucore_loop &loop)
    {
        if (lanes > 1 && !loop.itemsize[k]) own.spread();
        others.spread(loop);
    }
    template <typename F, typename... Values>
    CUCORE__KERNEL_METHOD auto call(F &f, int i, const Values &...values)
        -> decltype(others.call(f, i, values..., own.get(0)))
    {
        return others.call(f, i, values..., own.get(i));
    }
};

/* out = f(in...) for `lanes` elements of a step, from one of them on, whose inputs were loaded. */
template <int lanes, typename Out, typename Inputs, typename F>
CUCORE__KERNEL_METHOD void transform_lanes(const cucore_loop &loop, const cucore_loop_at &at, int lane, Inputs &in,
                                           F &f)
{
    packed<Out, lanes> out;
    in.spread(loop);
    for (int i = 0; i < lanes; i++) out.lane[i] = in.call(f, i);
    *static_cast<packed<Out, lanes> *>(static_cast<void *>(loop.ptr[0] + at.offset[0] + lane * loop.itemsize[0])) = out;
}

/* Element by element, where a row ends within a step: seldom, so that it is short rather than fast. */
template <typename Out, typename... In, typename F>
CUCORE__KERNEL_METHOD void transform_rest(const cucore_loop &loop, const cucore_loop_at &at, F &f)
{
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (int i = 0; i < at.lanes; i++) {
        inputs<1, 1, In...> in;
        in.load(loop, at, i);
        transform_lanes<1, Out>(loop, at, i, in, f);
    }
}

#if !defined(__CUDACC_RTC__)
/* The operands from k on of a row on the host.  If is_dense, elements are side by side, which lets compilers make
 * vectors of them. */
template <bool is_dense, int k, typename... In> struct row_inputs;
template <bool is_dense, int k> struct row_inputs<is_dense, k> {
    explicit row_inputs(const cucore_loop_at &)
    {
    }
    template <typename F, typename... Values>
    auto call(F &f, int, const Values &...values) const -> decltype(f(values...))
    {
        return f(values...);
    }
};
template <bool is_dense, int k, typename First, typename... Rest> struct row_inputs<is_dense, k, First, Rest...> {
    typedef typename without_const<First>::type value;
    const char *from;
    int stride;
    row_inputs<is_dense, k + 1, Rest...> others;

    explicit row_inputs(const cucore_loop_at &at) : from(at.ptr[k]), stride(at.stride[k]), others(at)
    {
    }
    value get(int i) const
    {
        return is_dense ? static_cast<const value *>(static_cast<const void *>(from))[i]
                        : *static_cast<const value *>(static_cast<const void *>(from + i * stride));
    }
    template <typename F, typename... Values>
    auto call(F &f, int i, const Values &...values) const -> decltype(others.call(f, i, values..., get(0)))
    {
        return others.call(f, i, values..., get(i));
    }
};

/* out = f(in...) for the rows of a block. */
template <bool is_dense, typename Out, typename... In, typename F>
inline void transform_rows(const cucore_loop &loop, const cucore_loop_at &block, F &f)
{
    enum { count = 1 + sizeof...(In) };
    for (cucore_loop_at at = cucore__loop_copy(&block, count); at.rows > 0; cucore__loop_next_row(&loop, count, &at)) {
        const row_inputs<is_dense, 1, In...> in(at);
        char *const to = at.ptr[0];
        const int stride = is_dense ? static_cast<int>(sizeof(Out)) : at.stride[0];
        for (int i = 0, left = at.lanes; left > 0; i++, left--)
            *static_cast<Out *>(static_cast<void *>(to + i * stride)) = in.call(f, i);
    }
}

/* cucore::transform_range<Out, In...>(loop, begin, end, f) - operand 0 becomes f(operand 1, operand 2, ...), for the
 * elements of the steps from begin to before end: on the host.  Elements that are side by side in all operands become
 * vectors if the compiler makes them (gcc -O3, clang -O2) */
template <typename Out, typename... In, typename F>
inline void transform_range(const cucore_loop &loop, unsigned begin, unsigned end, F f)
{
    const int sizes[] = {static_cast<int>(sizeof(Out)), static_cast<int>(sizeof(In))...};
    const int count = 1 + sizeof...(In);
    cucore_loop_at block;
    for (; begin < end; begin = block.next) {
        bool is_dense = true;
        cucore__loop_block(&loop, begin, end, count, &block);
        for (int k = 0; k < count; k++) is_dense = is_dense && block.stride[k] == sizes[k];
        if (is_dense) {
            transform_rows<true, Out, In...>(loop, block, f);
        } else {
            transform_rows<false, Out, In...>(loop, block, f);
        }
    }
}
#endif

#if defined(__CUDACC__)
/* How a block goes over a tile of a loop.  The operands that lie the other way round go through shared memory: 4 to 9
 * KB for elements of up to 8 bytes, 17 for those of 16; larger ones have none. */
template <typename Type> CUCORE__KERNEL_METHOD constexpr int largest()
{
    return static_cast<int>(sizeof(Type));
}
template <typename Type, typename Next, typename... Rest> CUCORE__KERNEL_METHOD constexpr int largest()
{
    return largest<Type>() > largest<Next, Rest...>() ? largest<Type>() : largest<Next, Rest...>();
}
template <bool has_words, typename... Type> struct tile_of {
    enum {
        threads = 256,
        itemsize = largest<Type...>(),
        is_small = itemsize <= 16,
        width = has_words ? 64 : 32, /* elements, as cucore_loops_next has them */
        height = itemsize <= 4 ? 64 : 32,
        lanes = has_words ? 4 / itemsize : 1, /* elements that a thread has side by side */
        across = width / lanes,               /* threads along a row, */
        down = height / lanes,                /* ... along a column */
        count = width * down / threads,       /* times that a thread has its lanes */
        nbytes = !is_small       ? 1
                 : itemsize <= 2 ? height * (64 * itemsize + 4)
                                 : height * 33 * itemsize
    };
};
template <int nbytes> struct alignas(16) tile_memory {
    char bytes[static_cast<unsigned>(nbytes)];
};
/* One for all calls of a kernel that need as much. */
template <int nbytes> static __device__ __forceinline__ void *tile_memory_of_block()
{
    __shared__ tile_memory<nbytes> memory;
    return memory.bytes;
}

/* A thread's elements of a tile, of the operands from k on. */
template <typename Tile, int k, typename... In> struct tile_inputs;
template <typename Tile, int k> struct tile_inputs<Tile, k> {
    __device__ __forceinline__ void load(const cucore_loop &, const cucore_loop_at &, unsigned, unsigned)
    {
    }
    __device__ __forceinline__ void turn(const cucore_loop &, void *)
    {
    }
    template <typename F, typename... Values>
    __device__ __forceinline__ auto call(F &f, int, int, const Values &...values) -> decltype(f(values...))
    {
        return f(values...);
    }
};
template <typename Tile, int k, typename First, typename... Rest> struct tile_inputs<Tile, k, First, Rest...> {
    typedef typename without_const<First>::type value;
    /* Elements of a row in shared memory: whole words, and an odd number of words or of elements: a column is in
     * different banks. */
    enum { pitch = Tile::width + (sizeof(value) < 4 ? 4 / sizeof(value) : 1) };
    loaded<value, Tile::lanes> own[Tile::count];
    tile_inputs<Tile, k + 1, Rest...> others;

    /* Do elements of a column lie closer to each other than those of a row?  The same for all threads. */
    static __device__ __forceinline__ bool is_turned(const cucore_loop &loop)
    {
        const unsigned right = static_cast<unsigned>(loop.strides[0][k]),
                       down = static_cast<unsigned>(loop.strides[1][k]);
        return down && (loop.strides[1][k] < 0 ? 0 - down : down) < (loop.strides[0][k] < 0 ? 0 - right : right);
    }
    /* Threads side by side go along a row; down a column where the operand is turned.  Outside of the array nothing is
     * read, and pointers may be anything. */
    __device__ __forceinline__ void load(const cucore_loop &loop, const cucore_loop_at &at, unsigned width,
                                         unsigned height)
    {
        const bool turned = is_turned(loop);
        const unsigned side = (turned ? threadIdx.x % Tile::down : threadIdx.x % Tile::across) * Tile::lanes;
        const unsigned first = turned ? threadIdx.x / Tile::down : threadIdx.x / Tile::across;
        const unsigned step = turned ? Tile::threads / Tile::down : Tile::threads / Tile::across;
        const int along = turned ? loop.strides[1][k] : loop.strides[0][k];
        const int next = turned ? loop.strides[0][k] : loop.strides[1][k];
        const unsigned sides = turned ? height : width, rows = turned ? width : height;
        const char *from = loop.ptr[k] + cucore__loop_move(cucore__loop_move(at.offset[k], side, along), first, next);
#pragma unroll
        for (unsigned j = 0; j < Tile::count; j++, from += cucore__loop_move(0, step, next)) {
            if (side < sides && first + j * step < rows) own[j].load(from);
        }
        others.load(loop, at, width, height);
    }
    /* What came by columns, by rows.  All operands have been asked for before the first is waited for. */
    __device__ __forceinline__ void turn(const cucore_loop &loop, void *memory)
    {
        if (is_turned(loop)) {
            const unsigned side = threadIdx.x % Tile::down * Tile::lanes, first = threadIdx.x / Tile::down;
            const unsigned x = threadIdx.x % Tile::across * Tile::lanes, y = threadIdx.x / Tile::across;
            value *const tile = static_cast<value *>(memory);
            __syncthreads(); /* what was in it before has been read */
#pragma unroll
            for (unsigned j = 0; j < Tile::count; j++) {
                const unsigned column = first + j * (Tile::threads / Tile::down);
                for (unsigned i = 0; i < Tile::lanes; i++)
                    tile[(side + i) * pitch + column] = own[j].get(static_cast<int>(i));
            }
            __syncthreads();
#pragma unroll
            for (unsigned j = 0; j < Tile::count; j++)
                own[j].load(&tile[(y + j * (Tile::threads / Tile::across)) * pitch + x]);
        }
        others.turn(loop, memory);
    }
    template <typename F, typename... Values>
    __device__ __forceinline__ auto call(F &f, int j, int i, const Values &...values)
        -> decltype(others.call(f, j, i, values..., own[0].get(0)))
    {
        return others.call(f, j, i, values..., own[j].get(i));
    }
};

/* A loop with tiles: a block takes one after the other.  Where lanes are words, extents are multiples of them. */
template <typename Tile, typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform_tiles(const cucore_loop &loop, F &f)
{
    const unsigned count = loop.size / (Tile::width * Tile::height);
    const unsigned x = threadIdx.x % Tile::across * Tile::lanes, y = threadIdx.x / Tile::across;
    const unsigned step = Tile::threads / Tile::across;
    for (unsigned n = blockIdx.x; n < count; n += gridDim.x) {
        cucore_loop_at at; /* its first element */
        tile_inputs<Tile, 1, In...> in;
        cucore__loop_find(&loop, 2, loop.ndim, n, 1 + sizeof...(In), &at);
        const unsigned width = loop.tiled[0] - at.index[2] * Tile::width,
                       height = loop.tiled[1] - at.index[3] * Tile::height;
        in.load(loop, at, width, height);
        in.turn(loop, tile_memory_of_block<Tile::nbytes>());
        char *to = loop.ptr[0] +
                   cucore__loop_move(cucore__loop_move(at.offset[0], x, loop.strides[0][0]), y, loop.strides[1][0]);
#pragma unroll
        for (int j = 0; j < Tile::count; j++, to += cucore__loop_move(0, step, loop.strides[1][0])) {
            packed<Out, Tile::lanes> out;
            if (x >= width || y + static_cast<unsigned>(j) * step >= height) continue;
            for (int i = 0; i < Tile::lanes; i++) out.lane[i] = in.call(f, j, i);
            *static_cast<packed<Out, Tile::lanes> *>(static_cast<void *>(to)) = out;
        }
    }
}

/* Steps of a loop of so many axes; 0: of any.  A thread takes two at a time and loads both before it stores one: more
 * memory is on its way.  Four would take twice the registers; one is 3% faster for a single array without gaps.  Counts
 * in 64 bits, for grids of any size. */
template <int lanes, int axes, typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform_steps(const cucore_loop &loop, F &f)
{
    enum { many = axes == 1 && sizeof...(In) <= 1 ? 1 : 2 };
    const unsigned block = many * blockDim.x;
    for (unsigned long long begin = static_cast<unsigned long long>(blockIdx.x) * block; begin < loop.size;
         begin += static_cast<unsigned long long>(gridDim.x) * block) {
        cucore_loop_at at[many];
        inputs<1, lanes, In...> in[many];
#pragma unroll
        for (unsigned j = 0; j < many; j++) {
            const unsigned n = static_cast<unsigned>(begin) + j * blockDim.x + threadIdx.x;
            at[j].lanes = 0;
            if (n >= loop.size) continue;
            cucore__loop_find(&loop, 0, axes ? axes : loop.ndim, n, 1 + sizeof...(In), &at[j]);
            at[j].lanes =
                lanes == 1 && !axes ? cucore__loop_lanes(&loop, &at[j]) : cucore__loop_row_lanes(&loop, &at[j]);
            if (at[j].lanes == lanes) in[j].load(loop, at[j], 0);
        }
#pragma unroll
        for (unsigned j = 0; j < many; j++) {
            if (at[j].lanes == lanes) transform_lanes<lanes, Out>(loop, at[j], 0, in[j], f);
        }
#pragma unroll
        for (unsigned j = 0; j < many && lanes > 1; j++) {
            if (at[j].lanes < lanes) transform_rest<Out, In...>(loop, at[j], f);
        }
    }
}

/* An axis more takes a division more: what most loops have, one axis, or two where a row or a column is one for all,
 * has code of its own.  So it is for whole vectors; arrays that are aligned for less do without. */
template <int lanes, typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform_by(const cucore_loop &loop, F &f)
{
    if (lanes == most_lanes<Out>() && loop.ndim == 1) return transform_steps<lanes, 1, Out, In...>(loop, f);
    if (lanes == most_lanes<Out>() && loop.ndim == 2) return transform_steps<lanes, 2, Out, In...>(loop, f);
    transform_steps<lanes, 0, Out, In...>(loop, f);
}

/* cucore::transform<Out, In...>(loop, f) - the same in a kernel, by all threads of the grid, which has one dimension; f
 * is called with values and gives one.  To change an array in place, or to read what is written, make it an operand
 * twice.
 *   Blocks of 256 threads bring the tiles of a transposed operand through shared memory, which is the kernel's own and
 * not asked for at the launch; blocks of another size are right, and slower.  It may hold barriers: all threads of a
 * block call it.
 *
 *     __global__ void axpy(cucore_loop loop, float a)
 *     {
 *         cucore::transform<float, float, float>(loop, [=](float x, float y) { return a * x + y; });
 *     } */
template <typename Out, typename... In, typename F>
static __device__ __forceinline__ void transform(const cucore_loop &loop, F f)
{
    typedef tile_of<largest<Out, In...>() <= 2, Out, In...> words; /* of larger elements those of singles */
    typedef tile_of<false, Out, In...> singles;
    const int most = most_lanes<Out>();
    if (loop.tiled[0] && singles::is_small && blockDim.x == singles::threads && loop.extent[1] == singles::height) {
        if (loop.extent[0] == words::width) return transform_tiles<words, Out, In...>(loop, f);
        if (loop.extent[0] == singles::width) return transform_tiles<singles, Out, In...>(loop, f);
    }
    if (most >= 16 && loop.lanes == 16) return transform_by<lanes_of<Out>(16), Out, In...>(loop, f);
    if (most >= 8 && loop.lanes == 8) return transform_by<lanes_of<Out>(8), Out, In...>(loop, f);
    if (most >= 4 && loop.lanes == 4) return transform_by<lanes_of<Out>(4), Out, In...>(loop, f);
    if (most >= 2 && loop.lanes == 2) return transform_by<lanes_of<Out>(2), Out, In...>(loop, f);
    transform_by<1, Out, In...>(loop, f);
}
#endif
} // namespace CUCORE__KERNEL_NAMESPACE
} // namespace cucore
}
#endif
