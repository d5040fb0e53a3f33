/* ----------------------------------------------------------------------------------------------- >>impl-config -- */
/* core/private.h: what only the implementation needs: includes, private macros.  Undefined at the end of the header. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#else
#include <pthread.h>
#if !defined(CUCORE_LINK_DRIVER)
#include <dlfcn.h>
#endif
#endif

#define CUCORE__PRIVATE static CUCORE_UNUSED

/* What every intake runs lies together, whatever the program around it: caches of instructions are small. */
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE__HOT __attribute__((hot))
#define CUCORE__COLD __attribute__((cold))      /* only for errors: what only cold code calls is cold, too */
#define CUCORE__APART __attribute__((noinline)) /* long ways do not spread out in the short ones */
#define CUCORE__INLINE inline __attribute__((always_inline))         /* for the one place that counts */
#define CUCORE__LIKELY(condition) __builtin_expect(!!(condition), 1) /* straightens the usual way */
#else
#define CUCORE__LIKELY(condition) (condition)
#define CUCORE__HOT
#define CUCORE__COLD
#define CUCORE__APART
#define CUCORE__INLINE inline
#endif

#if defined(__cplusplus)
#define CUCORE__THREAD_LOCAL thread_local
#elif defined(_MSC_VER)
#define CUCORE__THREAD_LOCAL __declspec(thread)
#elif defined(__GNUC__) || defined(__clang__)
#define CUCORE__THREAD_LOCAL __thread
#else
#define CUCORE__THREAD_LOCAL _Thread_local
#endif
