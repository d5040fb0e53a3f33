/* cccl_peer.cu: copies of device mdspans by CCCL 3.6 or newer, for bench/layout_peers.py.  `make bench-copy CCCL=DIR` builds it; DIR is a
 * checkout of CCCL or a folder with its include folders.  CCCL_COPY names the function: cuda::copy, or cuda::experimental::copy of
 * cudax, where it was before.  CCCL_BYTES selects elements of one size, so that several compilers run at once. */
#include <cuda/mdspan>
#include <cuda/std/array>
#include <cuda/stream>
#if defined(CCCL_IS_EXPERIMENTAL)
#include <cuda/experimental/copy.cuh>
#define CCCL_COPY cuda::experimental::copy
#else
#define CCCL_COPY cuda::copy
#endif

#include <cstddef>
#include <cstdint>
#include <exception>

namespace
{
struct alignas(16) word {
    std::uint64_t parts[2];
};

struct call {
    int ndim;
    const std::int64_t *shape, *dst_strides, *src_strides; /* in elements */
    void *dst;
    const void *src;
    cudaStream_t stream;
};

template <class T, class I, std::size_t R> void copy(const call &c)
{
    using extents = cuda::std::dextents<I, R>;
    using mapping = cuda::layout_stride_relaxed::mapping<extents>;
    cuda::std::array<I, R> shape{}, to{}, from{};
    for (std::size_t i = 0; i < R; i++) {
        shape[i] = static_cast<I>(c.shape[i]);
        to[i] = static_cast<I>(c.dst_strides[i]);
        from[i] = static_cast<I>(c.src_strides[i]);
    }
    const extents all(shape);
    using strides = cuda::dstrides<I, R>;
    const cuda::device_mdspan<const T, extents, cuda::layout_stride_relaxed> src(static_cast<const T *>(c.src), mapping(all, strides(from)));
    const cuda::device_mdspan<T, extents, cuda::layout_stride_relaxed> dst(static_cast<T *>(c.dst), mapping(all, strides(to)));
    CCCL_COPY(src, dst, cuda::stream_ref{c.stream});
}

template <class T, class I> bool of_rank(const call &c)
{
    switch (c.ndim) {
    case 1: copy<T, I, 1>(c); return true;
    case 2: copy<T, I, 2>(c); return true;
    case 3: copy<T, I, 3>(c); return true;
    case 4: copy<T, I, 4>(c); return true;
    case 5: copy<T, I, 5>(c); return true;
    case 6: copy<T, I, 6>(c); return true;
    default: return false;
    }
}

/* Returns 1 if no offset of an element exceeds 31 bits: such indices are what CCCL is fastest with. */
bool is_small(const call &c)
{
    std::int64_t to = 0, from = 0;
    for (int i = 0; i < c.ndim; i++) {
        const std::int64_t last = c.shape[i] - 1;
        to += last * (c.dst_strides[i] < 0 ? -c.dst_strides[i] : c.dst_strides[i]);
        from += last * (c.src_strides[i] < 0 ? -c.src_strides[i] : c.src_strides[i]);
        if (to > INT32_MAX || from > INT32_MAX) return false;
    }
    return true;
}
}

/* Enqueues a copy.
 * -> 0; 1: CCCL refused it; 2: more axes than are compiled; 3: an error of the runtime */
#define CCCL_FUNCTION_OF(bytes) cccl_peer_copy_##bytes
#define CCCL_FUNCTION(bytes) CCCL_FUNCTION_OF(bytes)
extern "C" int CCCL_FUNCTION(CCCL_BYTES)(int ndim, const std::int64_t *shape, const std::int64_t *dst_strides,
                                         const std::int64_t *src_strides, void *dst, const void *src, cudaStream_t stream)
{
#if CCCL_BYTES == 1
    using type = std::uint8_t;
#elif CCCL_BYTES == 2
    using type = std::uint16_t;
#elif CCCL_BYTES == 4
    using type = std::uint32_t;
#elif CCCL_BYTES == 8
    using type = std::uint64_t;
#else
    using type = word;
#endif
    const call c{ndim, shape, dst_strides, src_strides, dst, src, stream};
    try {
        const bool done = is_small(c) ? of_rank<type, std::int32_t>(c) : of_rank<type, std::int64_t>(c);
        if (!done) return 2;
    } catch (const std::exception &) {
        return 1;
    }
    return cudaGetLastError() == cudaSuccess ? 0 : 3;
}

#if CCCL_BYTES == 1
extern "C" int cccl_peer_version(void)
{
    return CCCL_VERSION;
}
#endif
