/* cucore_kernel.h - v0.2.0 - from views into kernels: accessors, loops, launches - SPDX-License-Identifier: MIT
 * Made from src/cucore_kernel.h by tools/amalgamate.py: change it there, then `make headers`.
 *
 * What stands between an array that was taken in and a kernel that works on it, for C, C++, CUDA C++ and NVRTC alike.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_kernel.h"           brings in cucore.h; in NVRTC nothing: accessors and loops are all that is there
 *
 *     typedef CUCORE_ACCESSOR(2, int) image;             a plain struct: pointer, shape, strides
 *     image pixels;
 *     if (CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &pixels)) return -1;
 *     ... CUCORE_AT(float, pixels, y, x) += by;          in a kernel, or on the host
 *
 * CONTENTS (search for the tag)
 *     >>kernel-device        what host and device code have in common
 *     >>kernel-accessor      an array as a kernel indexes it
 *     >>kernel-make          accessors of views
 *     >>impl-kernel-accessor accessors, implemented
 *
 * >>kernel-options
 *     name                    default   where      meaning
 *     CUCORE_CHECK_BOUNDS     off       any file   indices of accessors are checked: one that is outside prints a line and
 *                                                  ends the kernel (a trap) or the program (abort)
 */
#ifndef CUCORE_KERNEL_H
#define CUCORE_KERNEL_H

#if !defined(__CUDACC_RTC__)
#include "cucore.h"

#if CUCORE_VERSION != 200
#error "cucore_kernel.h is of version 0.2.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#endif

/* --------------------------------------------------------------------------------------------- >>kernel-device -- */
/* kernel/device.h: what host and device code have in common.  Needs nothing: NVRTC has no C library. */
#if defined(__CUDACC__)
#define CUCORE__KERNEL_INLINE static __host__ __device__ __forceinline__
#define CUCORE__KERNEL_METHOD __host__ __device__ __forceinline__
#elif defined(__cplusplus)
#define CUCORE__KERNEL_INLINE static inline
#define CUCORE__KERNEL_METHOD inline
#elif defined(__GNUC__) || defined(__clang__)
#define CUCORE__KERNEL_INLINE static inline __attribute__((unused))
#else
#define CUCORE__KERNEL_INLINE static inline
#endif

#if defined(__cplusplus)
/* What kernels take is named by the version in C++, as all types of cucore are. */
#define CUCORE__KERNEL_BEGIN                                                                                           \
    extern "C" {                                                                                                       \
    inline namespace cucore_0_2_0_kernel                                                                               \
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
#if !defined(__CUDACC_RTC__)
#include <stdio.h>
#include <stdlib.h>
#endif
CUCORE__KERNEL_BEGIN
CUCORE__KERNEL_INLINE long long cucore_index_checked(long long index, long long extent, int axis, const char *file,
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

CUCORE__KERNEL_BEGIN

/* ------------------------------------------------------------------------------------------- >>kernel-accessor -- */
/* kernel/accessor.h: an array as a kernel indexes it.  Needs device. */
/* A type for arrays of `rank` axes, 1 or more, whose indices are `index`: int, or long long for more than 2^31 elements.
 * Strides are in elements.  It is passed to a kernel by value, 24 bytes for two axes and int:
 *
 *     typedef CUCORE_ACCESSOR(2, int) image;
 *
 *     __global__ void brighten(image pixels, float by)
 *     {
 *         int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
 *         if (x < pixels.shape[1]) CUCORE_AT(float, pixels, y, x) += by;
 *     }
 *
 * On the host CUCORE_ACCESSOR_MAKE fills one in from a view, and refuses what does not fit.  C++ has cucore::accessor. */
#define CUCORE_ACCESSOR(rank, index)                                                                                   \
    struct {                                                                                                           \
        void *ptr;                                                                                                     \
        index shape[rank];                                                                                             \
        index strides[rank];                                                                                           \
    }

/* CUCORE_AT(type, accessor, i, j, ...) - the element at these indices, of an array that has elements of `type`: as many
 *   indices as it has axes, 8 at most.  May be assigned to.  With CUCORE_CHECK_BOUNDS an index that is outside ends the
 *   kernel or the program with a line that names it; without, nothing is checked. */
#define CUCORE_AT(type, accessor, ...)                                                                                 \
    (CUCORE_KERNEL_CAST(                                                                                               \
        type *, (accessor).ptr)[CUCORE_AT_PICK(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)(accessor, __VA_ARGS__)])
#define CUCORE_AT_PICK(...) CUCORE_AT_PICKED(__VA_ARGS__)
#define CUCORE_AT_PICKED(a, b, c, d, e, f, g, h, count, ...) CUCORE_AT_##count
#if defined(CUCORE_CHECK_BOUNDS)
#define CUCORE_AT_ON(x, axis, i)                                                                                       \
    (cucore_index_checked((i), (x).shape[axis], (axis), __FILE__, __LINE__) * (x).strides[axis])
#else
#define CUCORE_AT_ON(x, axis, i) ((i) * (x).strides[axis])
#endif
#define CUCORE_AT_1(x, a) CUCORE_AT_ON(x, 0, a)
#define CUCORE_AT_2(x, a, b) CUCORE_AT_1(x, a) + CUCORE_AT_ON(x, 1, b)
#define CUCORE_AT_3(x, a, b, c) CUCORE_AT_2(x, a, b) + CUCORE_AT_ON(x, 2, c)
#define CUCORE_AT_4(x, a, b, c, d) CUCORE_AT_3(x, a, b, c) + CUCORE_AT_ON(x, 3, d)
#define CUCORE_AT_5(x, a, b, c, d, e) CUCORE_AT_4(x, a, b, c, d) + CUCORE_AT_ON(x, 4, e)
#define CUCORE_AT_6(x, a, b, c, d, e, f) CUCORE_AT_5(x, a, b, c, d, e) + CUCORE_AT_ON(x, 5, f)
#define CUCORE_AT_7(x, a, b, c, d, e, f, g) CUCORE_AT_6(x, a, b, c, d, e, f) + CUCORE_AT_ON(x, 6, g)
#define CUCORE_AT_8(x, a, b, c, d, e, f, g, h) CUCORE_AT_7(x, a, b, c, d, e, f, g) + CUCORE_AT_ON(x, 7, h)

CUCORE__KERNEL_END

#if !defined(__CUDACC_RTC__)
/* What the linker calls the functions of this header: CUCORE_PREFIX in the place of `cucore`. */
#define cucore_accessor_make CUCORE_NAME(_accessor_make)

CUCORE_BEGIN

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

CUCORE_END
#endif

#undef CUCORE__KERNEL_INLINE
#undef CUCORE__KERNEL_METHOD
#undef CUCORE__KERNEL_BEGIN
#undef CUCORE__KERNEL_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_KERNEL_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_KERNEL_H_IMPLEMENTED) && !defined(__CUDACC_RTC__)
#define CUCORE_KERNEL_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#if !defined(_WIN32)
#include <unistd.h>
#endif

/* ----------------------------------------------------------------------------------------------- >>impl-private -- */
/* core/private.h: includes and private macros.  Opens the implementation of every header; core/private_end.h closes it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <pthread.h>
#if !defined(CUCORE_LINK_DRIVER)
#include <dlfcn.h>
#endif
#endif

/* Warnings that some projects switch on, and that say nothing here: a switch over some of the values has a default; in C++
 * casts are C's, and useless only where a type has the width that it has not elsewhere, and NULL is what the C library has.
 * clang 16 and 17 take a comparison for a number in C23.  gcc's ThreadSanitizer does not follow fences, but need not: what
 * they order is atomic. */
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
#if defined(__cplusplus)
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif
#if defined(__clang__) && (__clang_major__ == 16 || __clang_major__ == 17)
#pragma GCC diagnostic ignored "-Wconstant-logical-operand"
#endif
#if defined(__SANITIZE_THREAD__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wtsan"
#endif
#elif defined(_MSC_VER)
#pragma warning(disable : 4505) /* a function that is not used; said at the end of the file, where nothing is pushed */
#endif

#define CUCORE__PRIVATE static CUCORE_UNUSED

/* Functions of the usual intakes lie together, so that few lines of the instruction cache hold them. */
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__HOT __attribute__((hot))
#define CUCORE__COLD __attribute__((cold, noinline)) /* only for errors: what only cold code calls is cold, too */
#define CUCORE__APART __attribute__((noinline))      /* keeps rare code out of the function that calls it */
#define CUCORE__INLINE inline __attribute__((always_inline))
#define CUCORE__LIKELY(condition) __builtin_expect(!!(condition), 1)
#else
#define CUCORE__HOT
#define CUCORE__COLD
#define CUCORE__APART
#define CUCORE__INLINE inline
#define CUCORE__LIKELY(condition) (condition)
#endif

/* Atomic accesses to what is declared CUCORE__ATOMIC(type): 4 bytes, 8, or a pointer. */
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__ATOMIC(type) type
#define CUCORE__LOAD(pointer) __atomic_load_n((pointer), __ATOMIC_ACQUIRE)
#define CUCORE__STORE(pointer, value) __atomic_store_n((pointer), (value), __ATOMIC_RELEASE)
#define CUCORE__FENCE() __atomic_thread_fence(__ATOMIC_ACQ_REL)
#define CUCORE__TEST_AND_SET(flag) __atomic_exchange_n((flag), 1, __ATOMIC_ACQUIRE) /* sets it; gives its old value */
#define CUCORE__ADD(count, n) __atomic_add_fetch((count), (n), __ATOMIC_ACQ_REL)    /* gives the new value */
/* A pointer becomes `value` if it is `*expected`; else that becomes what it is, and the answer is 0. */
#define CUCORE__COMPARE_AND_SET(pointer, expected, value)                                                              \
    __atomic_compare_exchange_n((pointer), (expected), (value), 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
#define CUCORE__ATOMIC(type) _Atomic(type)
#define CUCORE__LOAD(pointer) atomic_load_explicit((pointer), memory_order_acquire)
#define CUCORE__STORE(pointer, value) atomic_store_explicit((pointer), (value), memory_order_release)
#define CUCORE__FENCE() atomic_thread_fence(memory_order_acq_rel)
#define CUCORE__TEST_AND_SET(flag) atomic_exchange((flag), 1)
#define CUCORE__ADD(count, n) (atomic_fetch_add((count), (n)) + (n))
#define CUCORE__COMPARE_AND_SET(pointer, expected, value) atomic_compare_exchange_strong((pointer), (expected), (value))
#elif defined(_MSC_VER)
#if defined(_ISO_VOLATILE) /* the default for ARM */
#error "cucore needs atomics, which volatile is: compile with /volatile:ms, or C with /std:c11 /experimental:c11atomics"
#endif
#define CUCORE__ATOMIC(type) type volatile /* reads acquire, writes release: /volatile:ms */
#define CUCORE__LOAD(pointer) (*(pointer))
#define CUCORE__STORE(pointer, value) ((void)(*(pointer) = (value)))
#define CUCORE__FENCE() MemoryBarrier()
#define CUCORE__TEST_AND_SET(flag) InterlockedExchange((LONG volatile *)(flag), 1)
#define CUCORE__ADD(count, n) (InterlockedExchangeAdd((LONG volatile *)(count), (n)) + (n))
static __inline int cucore__compare_and_set(void *volatile *pointer, void **expected, void *value)
{
    void *was = InterlockedCompareExchangePointer(pointer, value, *expected);
    int done = was == *expected;
    *expected = was;
    return done;
}
#define CUCORE__COMPARE_AND_SET(pointer, expected, value) cucore__compare_and_set((pointer), (expected), (value))
#else
#error "cucore needs atomics, and this compiler has none that it knows: use gcc, clang, MSVC, or C11 with <stdatomic.h>"
#endif

#if defined(__cplusplus)
#define CUCORE__THREAD_LOCAL thread_local
#elif defined(_MSC_VER)
#define CUCORE__THREAD_LOCAL __declspec(thread)
#elif defined(__GNUC__) || defined(__clang__)
#define CUCORE__THREAD_LOCAL __thread
#else /* C11, as it has <stdatomic.h> */
#define CUCORE__THREAD_LOCAL _Thread_local
#endif

/* One lock for what is made once per context or device. */
#if defined(_WIN32)
#define CUCORE__LOCK() AcquireSRWLockExclusive(&cucore__lock)
#define CUCORE__UNLOCK() ReleaseSRWLockExclusive(&cucore__lock)
#else
#define CUCORE__LOCK() pthread_mutex_lock(&cucore__lock)
#define CUCORE__UNLOCK() pthread_mutex_unlock(&cucore__lock)
#endif

/* A driver call with its name; the driver must be loaded. */
#define CUCORE__CALL(name, arguments)                                                                                  \
    (cucore__driver_requires_##name || cucore__driver.name                                                             \
         ? cucore__check_result(cucore__driver.name arguments, "cu" #name)                                             \
         : cucore__fail_missing("cu" #name))

/* One that the driver would refuse because another thread captures. */
#define CUCORE__CALL_RELAXED(status, name, arguments)                                                                  \
    do {                                                                                                               \
        cucore__CUstreamCaptureMode cucore__mode;                                                                      \
        int cucore__exchanged = cucore__relaxed_begin(&cucore__mode);                                                  \
        (status) = CUCORE__CALL(name, arguments);                                                                      \
        cucore__relaxed_end(cucore__exchanged, &cucore__mode);                                                         \
    } while (0)

/* One in a context; NULL: in the current one. */
#define CUCORE__CALL_IN(status, context, name, arguments)                                                              \
    do {                                                                                                               \
        cucore_context_guard cucore__guard;                                                                            \
        (status) = cucore_context_enter((context), &cucore__guard);                                                    \
        if (!(status)) (status) = CUCORE__CALL(name, arguments);                                                       \
        cucore_context_leave(&cucore__guard);                                                                          \
    } while (0)

/* All flags that there are. */
#define CUCORE__ARG_FLAGS                                                                                              \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_HOST_ACCESSIBLE |           \
     CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID | CUCORE_ALLOW_UNPROVEN_WRITE | CUCORE_ALLOW_LANES |               \
     CUCORE_TRUST_PRODUCER | CUCORE_STREAM_0_IS_LEGACY | CUCORE_VERIFY_POINTER | CUCORE_ALLOW_UNALIGNED |              \
     CUCORE_ALWAYS_COPY | CUCORE_NEVER_COPY | CUCORE_BORROW | CUCORE_ALLOW_GRAD | CUCORE_HOLD_GIL | CUCORE_OPTIONAL |  \
     CUCORE_SAME_DEVICE | CUCORE_BY_EXCHANGE | CUCORE_BY_DLPACK | CUCORE_BY_CAI | CUCORE_BY_PEP3118 |                  \
     CUCORE_BY_ARRAY_INTERFACE | CUCORE_UNIQUE | CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP |                       \
     CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS | CUCORE_MAKE_ALIGNED | CUCORE_CAST | CUCORE_FROM_ANYTHING |  \
     CUCORE_ALLOW_OTHER_DEVICES | CUCORE_ALLOW_OPAQUE | CUCORE_ALLOW_OBJECTS | CUCORE_KEEP_CAPSULE)

/* What can refuse a view that was decoded, and flags that there are not. */
#define CUCORE__ARG_ASKS                                                                                               \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_HOST_ACCESSIBLE |           \
     CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID | CUCORE_ALWAYS_COPY | CUCORE_NEVER_COPY | CUCORE_UNIQUE |         \
     CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS | ~CUCORE__ARG_FLAGS)

CUCORE_BEGIN

/* --------------------------------------------------------------------------------------- >>impl-kernel-accessor -- */
/* kernel/accessor.c: accessors of views, and what operands of kernels have in common.  For users and kernel/loops.c. */
#define CUCORE__OPERAND_FLAGS                                                                                          \
    (CUCORE_WRITE | CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID | CUCORE_UNIQUE)

/* What every operand is asked, that of a loop and that of an accessor.  `vector` is 1, or the lanes of a vector that the
 * view's elements make together. */
CUCORE__PRIVATE cucore_status cucore__operand_check(const cucore_view *view, const char *name, cucore_dtype dtype,
                                                    uint64_t flags, int device_id, int *vector)
{
    cucore_arg arg;
    char expected[32], got[32];
    cucore_status status;
    *vector = 1;
    memset(&arg, 0, sizeof arg);
    arg.name = name;
    arg.flags = flags | CUCORE_ALLOW_LANES;
    arg.device_id = device_id;
    if (flags & ~CUCORE__OPERAND_FLAGS) {
        return cucore__invalid("%s: of the flags 0x%llx, 0x%llx mean nothing to a kernel's operand", name,
                               (unsigned long long)flags, (unsigned long long)(flags & ~CUCORE__OPERAND_FLAGS));
    }
    if (view->dtype.lanes == 0) return cucore__invalid("%s: the view is empty: no array was taken in", name);
    if (view->layout.itembits != 8 * view->layout.itemsize) {
        cucore_dtype_to_name(view->dtype, got, sizeof got);
        return cucore_fail(CUCORE_WRONG_DTYPE,
                           "%s: expected elements of whole bytes, got %s, of which several share one", name, got);
    }
    status = cucore_view_check(view, &arg, NULL);
    if (status || !dtype.lanes || cucore_dtype_is_equal(dtype, view->dtype)) return status;
    if (dtype.code == view->dtype.code && dtype.bits == view->dtype.bits && view->dtype.lanes == 1 &&
        (dtype.lanes & (dtype.lanes - 1)) == 0) {
        *vector = dtype.lanes;
        return CUCORE_OK;
    }
    cucore_dtype_to_name(dtype, expected, sizeof expected);
    cucore_dtype_to_name(view->dtype, got, sizeof got);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected dtype %s, got %s", name, expected, got);
}

/* The layout with `vector` elements of the last axis as one. */
CUCORE__PRIVATE cucore_status cucore__accessor_vectors(const cucore_view *view, const char *name, int vector,
                                                       int64_t *shape, int64_t *strides)
{
    const int last = view->layout.ndim - 1;
    const uint64_t nbytes = (uint64_t)vector * view->dtype.itemsize;
    int i;
    if (shape[last] % vector) {
        return cucore_fail(CUCORE_WRONG_SHAPE,
                           "%s: expected a multiple of %d elements on the last axis, for vectors, got %lld", name,
                           vector, (long long)shape[last]);
    }
    if ((uintptr_t)view->ptr % nbytes) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: expected memory aligned to %llu bytes, for vectors, got address 0x%llx", name,
                           (unsigned long long)nbytes, (unsigned long long)(uintptr_t)view->ptr);
    }
    if (strides[last] != 1 && shape[last] > 1) {
        return cucore_fail(CUCORE_WRONG_LAYOUT,
                           "%s: expected elements side by side on the last axis, for vectors, got stride %lld", name,
                           (long long)strides[last]);
    }
    for (i = 0; i < last; i++) {
        if (strides[i] % vector && shape[i] > 1) {
            return cucore_fail(
                CUCORE_WRONG_LAYOUT,
                "%s: expected strides that are multiples of %d elements, for vectors, got %lld on axis %d", name,
                vector, (long long)strides[i], i);
        }
        strides[i] /= vector;
    }
    shape[last] /= vector;
    strides[last] = 1;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_accessor_make(const cucore_view *view, const cucore_accessor_spec *spec, void *out,
                                              size_t out_nbytes)
{
    int64_t shape[CUCORE_MAX_NDIM], strides[CUCORE_MAX_NDIM], reach = 0, part;
    const char *name;
    char *entries;
    int i, vector, is_far = 0;
    cucore_status status;
    if (!view || !spec || !out) {
        return cucore__fail_null("cucore_accessor_make", !view ? "view" : !spec ? "spec" : "out");
    }
    name = spec->name ? spec->name : "array";
    if (spec->ndim < 1 || spec->ndim > CUCORE_MAX_NDIM || (spec->index_bits != 32 && spec->index_bits != 64)) {
        return cucore__invalid("%s: an accessor of %d axes and %d bits; there are 1 to %d, and 32 or 64", name,
                               spec->ndim, spec->index_bits, CUCORE_MAX_NDIM);
    }
    if (out_nbytes != (sizeof(void *) + (size_t)spec->ndim * (size_t)spec->index_bits / 4 + sizeof(void *) - 1) /
                          sizeof(void *) * sizeof(void *)) {
        return cucore__invalid("%s: %llu bytes are no accessor of %d axes and %d bits", name,
                               (unsigned long long)out_nbytes, spec->ndim, spec->index_bits);
    }
    status = cucore__operand_check(view, name, spec->dtype, spec->flags, spec->device_id, &vector);
    if (status) return status;
    if (view->layout.ndim != spec->ndim) {
        return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected %d %s, got %d", name, spec->ndim,
                           spec->ndim == 1 ? "axis" : "axes", (int)view->layout.ndim);
    }
    memcpy(shape, view->layout.shape, (size_t)spec->ndim * sizeof *shape);
    memcpy(strides, view->layout.strides, (size_t)spec->ndim * sizeof *strides);
    if (vector > 1 && !cucore__layout_is_empty(&view->layout))
        status = cucore__accessor_vectors(view, name, vector, shape, strides);
    if (status) return status;
    if (spec->index_bits == 32) {
        /* Each sum that an index is made of fits, in any order, and so do the entries themselves. */
        for (i = 0; i < spec->ndim; i++) {
            int64_t steps = shape[i] > 1 ? shape[i] - 1 : 0;
            if (!steps || cucore__layout_is_empty(&view->layout))
                strides[i] = strides[i] > INT32_MAX || strides[i] < -INT32_MAX ? 0 : strides[i];
            is_far |= shape[i] > INT32_MAX || strides[i] > INT32_MAX || strides[i] < -INT32_MAX;
            is_far |= cucore__mul(steps, strides[i] < 0 ? -strides[i] : strides[i], &part) ||
                      cucore__add(reach, part, &reach);
        }
        if (is_far || reach > INT32_MAX) {
            return cucore_fail(CUCORE_WRONG_LAYOUT,
                               "%s: expected elements within the 2147483647 that indices of 32 bits reach, got shape "
                               "and strides that take 64",
                               name);
        }
    }
    memcpy(out, &view->ptr, sizeof view->ptr);
    entries = (char *)out + sizeof(void *);
    for (i = 0; i < spec->ndim; i++) {
        if (spec->index_bits == 64) {
            memcpy(entries + 8 * i, &shape[i], 8);
            memcpy(entries + 8 * (spec->ndim + i), &strides[i], 8);
        } else {
            int32_t extent = (int32_t)shape[i], stride = (int32_t)strides[i];
            memcpy(entries + 4 * i, &extent, 4);
            memcpy(entries + 4 * (spec->ndim + i), &stride, 4);
        }
    }
    return CUCORE_OK;
}

CUCORE_END

/* core/private_end.h: ends what core/private.h begins, so that no private macro reaches the user's code. */
#undef CUCORE__PRIVATE
#undef CUCORE__HOT
#undef CUCORE__COLD
#undef CUCORE__APART
#undef CUCORE__INLINE
#undef CUCORE__LIKELY
#undef CUCORE__ATOMIC
#undef CUCORE__LOAD
#undef CUCORE__STORE
#undef CUCORE__FENCE
#undef CUCORE__TEST_AND_SET
#undef CUCORE__ADD
#undef CUCORE__ARG_FLAGS
#undef CUCORE__ARG_ASKS
#undef CUCORE__COMPARE_AND_SET
#undef CUCORE__THREAD_LOCAL
#undef CUCORE__LOCK
#undef CUCORE__UNLOCK
#undef CUCORE__CALL
#undef CUCORE__CALL_RELAXED
#undef CUCORE__CALL_IN
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
