/* --------------------------------------------------------------------------------------------- >>kernel-device -- */
/* kernel/device.h: what host and device code have in common; includes nothing, since NVRTC has no C library. */
#if defined(__CUDACC__)
#define CUCORE__KERNEL_INLINE static __host__ __device__ __forceinline__
#define CUCORE__KERNEL_METHOD __host__ __device__ __forceinline__
#define CUCORE__KERNEL_APART static inline __host__ __device__
#elif defined(__GNUC__) || defined(__clang__)
#define CUCORE__KERNEL_INLINE static inline __attribute__((unused, always_inline))
#define CUCORE__KERNEL_METHOD inline
#define CUCORE__KERNEL_APART static __attribute__((unused, noinline))
#else
#define CUCORE__KERNEL_INLINE static inline
#define CUCORE__KERNEL_METHOD inline
#define CUCORE__KERNEL_APART static inline
#endif

#if defined(__cplusplus)
/* What kernels take is named by the version in C++, as all types of cucore are. */
#define CUCORE__KERNEL_NAMESPACE cucore_0_3_0_kernel
#define CUCORE__KERNEL_BEGIN                                                                                           \
    extern "C" {                                                                                                       \
    inline namespace CUCORE__KERNEL_NAMESPACE                                                                          \
    {
#define CUCORE__KERNEL_END                                                                                             \
    }                                                                                                                  \
    }
#define CUCORE_KERNEL_CAST(type, value) static_cast<type>(value)
#else
#define CUCORE__KERNEL_BEGIN
#define CUCORE__KERNEL_END
#define CUCORE_KERNEL_CAST(type, value) ((type)(value))
#endif

/* CUCORE_CHECK_BOUNDS: an index that is outside prints a line and ends the kernel (cuda: a trap), or the program. */
#if defined(CUCORE_CHECK_BOUNDS)
#if defined(__cplusplus) && !defined(__CUDACC_RTC__)
extern "C++" {
#include <stdio.h>
#include <stdlib.h>
}
#elif !defined(__cplusplus)
#include <stdio.h>
#include <stdlib.h>
#endif
CUCORE__KERNEL_BEGIN
CUCORE__KERNEL_INLINE long long cucore__index_checked(long long index, long long extent, int axis, const char *file,
                                                      int line)
{
    if (index < 0 || index >= extent) {
#if defined(__CUDA_ARCH__)
        printf("%s:%d: index %lld of axis %d is outside of its %lld elements\n", file, line, index, axis, extent);
        __trap();
#elif !defined(__CUDACC_RTC__)
        fprintf(stderr, "%s:%d: index %lld of axis %d is outside of its %lld elements\n", file, line, index, axis,
                extent);
        abort();
#endif
    }
    return index;
}
CUCORE__KERNEL_END
#endif
