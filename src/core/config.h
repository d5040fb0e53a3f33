/* ---------------------------------------------------------------------------------------------------- >>config -- */
/* core/config.h: version, language, visibility, names. */
#define CUCORE_VERSION_MAJOR 0
#define CUCORE_VERSION_MINOR 3
#define CUCORE_VERSION_PATCH 0
#define CUCORE_VERSION (CUCORE_VERSION_MAJOR * 10000 + CUCORE_VERSION_MINOR * 100 + CUCORE_VERSION_PATCH)

#if defined(CUCORE_STATIC) && !defined(CUCORE_IMPLEMENTATION)
#define CUCORE_IMPLEMENTATION
#endif

#include <stddef.h>
#include <stdint.h>

/* For your code: cucore does without.  A compiler without __has_include leaves it to you. */
#if !defined(CUCORE_NO_CUDA_H) && defined(__has_include)
#if __has_include(<cuda.h>)
#include <cuda.h>
#endif
#endif

#if defined(__GNUC__) || defined(__clang__)
#define CUCORE_UNUSED __attribute__((unused))
#define CUCORE_PRINTF(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#define CUCORE_NODISCARD __attribute__((warn_unused_result))
/* A variable that is released at the end of its scope: CUCORE_AUTO(cucore_view) x = {0};  It needs an initial value.
 * For cucore_view, cucore_buffer, cucore_stream, cucore_event and cucore_module, with gcc and clang. */
#define CUCORE_AUTO(type) __attribute__((cleanup(type##_release))) type
#else
#define CUCORE_UNUSED
#define CUCORE_PRINTF(format_index, first_index)
#define CUCORE_NODISCARD
#endif

/* A cast: projects in C++ may have -Wold-style-cast.  Undefined at the end of cucore.h's declarations. */
#if defined(__cplusplus)
#define CUCORE__CAST(type, value) static_cast<type>(value)
#else
#define CUCORE__CAST(type, value) ((type)(value))
#endif

/* Marks without effect: the function may block, takes the GIL by itself, takes over its argument. */
#define CUCORE_BLOCKS
#define CUCORE_TAKES_GIL
#define CUCORE_CONSUMES

#ifndef CUCORE_API
#if defined(CUCORE_STATIC)
#define CUCORE_API static CUCORE_UNUSED
#elif defined(_WIN32) || !(defined(__GNUC__) || defined(__clang__))
#define CUCORE_API extern
#else
#define CUCORE_API __attribute__((visibility("hidden")))
#endif
#endif

/* The maximum of ndim, 2 to 64 (>>options). */
#ifndef CUCORE_MAX_NDIM
#define CUCORE_MAX_NDIM 64
#endif
#if CUCORE_MAX_NDIM < 2 || CUCORE_MAX_NDIM > 64
#error "CUCORE_MAX_NDIM has to be 2 to 64"
#endif

/* The linker knows cucore_view_release as cucore_0_3_0_view_release, so that copies with different structs can be in
 * one program (>>options).  The usual prefix has one macro only, since compilers list each macro in messages. */
#if defined(CUCORE_PREFIX)
#define CUCORE_NAME(name) CUCORE_NAME_OF(CUCORE_PREFIX, name)
#define CUCORE_NAME_OF(prefix, name) CUCORE_NAME_JOIN(prefix, name)
#define CUCORE_NAME_JOIN(prefix, name) prefix##name
#elif CUCORE_MAX_NDIM == 64
#define CUCORE_NAME(name) cucore_0_3_0##name
#else
#define CUCORE_NAME(name) CUCORE_NAME_OF(CUCORE_MAX_NDIM, name)
#define CUCORE_NAME_OF(ndim, name) CUCORE_NAME_JOIN(ndim, name)
#define CUCORE_NAME_JOIN(ndim, name) cucore_0_3_0_ndim##ndim##name
#endif

/* Enclose declarations and implementations.  In C++ the namespace gives templates of copies different symbols. */
#if defined(__cplusplus)
#define CUCORE_BEGIN                                                                                                   \
    extern "C" {                                                                                                       \
    inline namespace CUCORE_NAME(_types)                                                                               \
    {
#define CUCORE_END                                                                                                     \
    }                                                                                                                  \
    }
#else
#define CUCORE_BEGIN
#define CUCORE_END
#endif
