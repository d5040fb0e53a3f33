/* ----------------------------------------------------------------------------------------------- >>impl-private -- */
/* core/private.h: includes and private macros.  The implementation of every header begins with it, and ends with
 * core/private_end.h. */
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
#include <sched.h>
#include <sys/time.h>
#include <unistd.h>
#if !defined(CUCORE_LINK_DRIVER)
#include <dlfcn.h>
#endif
#endif

/* Warnings that some projects switch on, and that say nothing here: a switch over some of the values has a default; in
 * C++ casts are C's, and useless only where a type has the width that it has not elsewhere, and NULL is what the C
 * library has.  clang 15 to 17 take a comparison for a number in C23.  gcc's ThreadSanitizer does not follow fences,
 * but need not: what they order is atomic. */
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wswitch-enum"
#pragma GCC diagnostic ignored "-Wswitch-default"
#if defined(__cplusplus)
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wzero-as-null-pointer-constant"
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuseless-cast"
#endif
#endif
#if defined(__clang__) && __clang_major__ >= 15 && __clang_major__ <= 17
#pragma GCC diagnostic ignored "-Wconstant-logical-operand"
#endif
#if defined(__SANITIZE_THREAD__) && !defined(__clang__) && __GNUC__ >= 11
#pragma GCC diagnostic ignored "-Wtsan"
#endif
#elif defined(_MSC_VER)
#pragma warning(disable : 4505) /* a function that is not used; said at the end of the file, where nothing is pushed */
#endif

#define CUCORE__PRIVATE static CUCORE_UNUSED

/* Functions of the caller may throw if this is compiled as C++; C passes no exception on.  A function of an allocator
 * that throws has failed. */
#if defined(__cpp_exceptions) || (defined(__cplusplus) && (defined(__EXCEPTIONS) || defined(_CPPUNWIND)))
extern "C++" {
#include <exception>
}
#define CUCORE__EXCEPTIONS
#define CUCORE__CALL_ALLOCATOR(status, function, arguments)                                                            \
    do {                                                                                                               \
        try {                                                                                                          \
            (status) = functions->function arguments;                                                                  \
        } catch (const std::exception &cucore__thrown) {                                                               \
            (status) = cucore_fail(CUCORE_FOREIGN, "the allocator's " #function " threw an exception: %.64s",          \
                                   cucore__thrown.what());                                                             \
        } catch (...) {                                                                                                \
            (status) = cucore_fail(CUCORE_FOREIGN, "the allocator's " #function " threw what is no std::exception");   \
        }                                                                                                              \
    } while (0)
#else
#define CUCORE__CALL_ALLOCATOR(status, function, arguments) ((status) = functions->function arguments)
#endif

/* Functions of the usual intakes lie together, so that few lines of the instruction cache hold them. */
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__HOT __attribute__((hot))
#define CUCORE__COLD __attribute__((cold, noinline)) /* errors and what runs once; also cold: what only they call */
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
/* Compilers assume that the two sides of a loop share no memory. */
#if defined(__GNUC__) || defined(__clang__) || defined(_MSC_VER)
#define CUCORE__RESTRICT __restrict
#else
#define CUCORE__RESTRICT
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
#define CUCORE__ATOMIC_IS_VOLATILE /* cucore__compare_and_set: core/status.c */
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

/* A statement in which the driver may wait, while other threads run (core/waits.c); no lock is held. */
#define CUCORE__WAITING(statement)                                                                                     \
    do {                                                                                                               \
        void *cucore__held = cucore__wait_begin();                                                                     \
        statement;                                                                                                     \
        cucore__wait_end(cucore__held);                                                                                \
    } while (0)

/* One in a context; NULL: in the current one. */
#define CUCORE__CALL_IN(status, context, name, arguments)                                                              \
    do {                                                                                                               \
        cucore_context_guard cucore__guard;                                                                            \
        (status) = cucore_context_enter((context), &cucore__guard);                                                    \
        if (!(status)) (status) = CUCORE__CALL(name, arguments);                                                       \
        cucore_context_leave(&cucore__guard);                                                                          \
    } while (0)

/* Until 0.4: these headers use their own flags without a word. */
#if !defined(CUCORE_NO_COMPAT)
#undef CUCORE_SAYS_CAST
#undef CUCORE_SAYS_FIT
#define CUCORE_SAYS_CAST
#define CUCORE_SAYS_FIT
#endif /* until 0.4 */

/* All flags of a cucore_arg.  Here and below flags are named by their bits, so that a cut copy needs no macro of a flag
 * that nothing else names. */
#define CUCORE__ARG_FLAG_OR(name, bit) | UINT64_C(1) << (bit)
#define CUCORE__ARG_FLAGS (UINT64_C(0) CUCORE_ARG_FLAG_LIST(CUCORE__ARG_FLAG_OR))

/* In cucore_call.private_.later, and no flag: a refusal needs no words. */
#define CUCORE__WORDLESS (UINT64_C(1) << 62)

/* Flags about objects of Python, which functions of C refuse. */
#define CUCORE__FLAG(name) (UINT64_C(1) << CUCORE__BIT_##name)
#define CUCORE__ARG_OF_PYTHON                                                                                          \
    (CUCORE__FLAG(ALLOW_GRAD) | CUCORE__FLAG(ALLOW_NEGATIVE_BIT) | CUCORE__FLAG(KEEP_VERSION) | CUCORE__FLAG(BORROW) | \
     CUCORE__FLAG(KEEP_CAPSULE) | CUCORE__FLAG(BY_EXCHANGE) | CUCORE__FLAG(BY_DLPACK) | CUCORE__FLAG(BY_CAI) |         \
     CUCORE__FLAG(BY_PEP3118) | CUCORE__FLAG(BY_ARRAY_INTERFACE) | CUCORE__FLAG(CAST) | CUCORE__FLAG(FROM_ANYTHING))

/* Flags that can refuse a view that was decoded, and unknown bits. */
#define CUCORE__ARG_ASKS                                                                                               \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_HOST_ACCESSIBLE |           \
     CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID | CUCORE_NEVER_COPY | CUCORE_UNIQUE | CUCORE_MAKE_C_CONTIGUOUS |   \
     CUCORE_MAKE_F_CONTIGUOUS | ~CUCORE__ARG_FLAGS)
