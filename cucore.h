/* cucore.h - v0.3.0 - arrays, streams and devices of CUDA for C extension authors - SPDX-License-Identifier: MIT
 * Made from src/cucore.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * A strided view of anybody's array, the layout math behind it, and the parts of the CUDA driver that an exchange of
 * arrays needs, loaded when they are first needed.  No Python here: cucore_python.h adds it.
 *
 *     #define CUCORE_IMPLEMENTATION        // in exactly one source file of your program
 *     #include "cucore.h"                  // everywhere
 *     #include <stdio.h>
 *     int main(void)
 *     {
 *         double data[4][6] = {{0}};
 *         int64_t shape[2] = {4, 6};
 *         cucore_array_spec spec = {
 *             CUCORE_DTYPE_FLOAT64, 2, shape, NULL, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}};
 *         cucore_slice slices[2] = {cucore_slice_all(), cucore_slice_range(0, 6, 2)};
 *         cucore_view all, part;           // part is data[:, 0:6:2]
 *         char text[128];
 *         if (cucore_view_wrap(data, &spec, NULL, NULL, &all)) return puts(cucore_last_error()->message), 1;
 *         if (cucore_view_slice(&all, slices, 2, &part)) return puts(cucore_last_error()->message), 1;
 *         cucore_view_format(&part, text, sizeof text);
 *         puts(text);                      // float64 (4, 3) strides (6, 2) on cpu, ...
 *         cucore_view_release(&all);       // part borrows from it
 *         return 0;
 *     }
 *
 * CONTENTS (search for the tag)
 *     >>config, >>handles                version, visibility, names for the linker; CUstream and other handles
 *     >>status, >>dtype                  status codes and the last error; data types
 *     >>layout                           shape and strides
 *     >>view, >>check                    a typed, strided piece of memory; requirements on it
 *     >>driver                           loading the driver
 *     >>device, >>context, >>pointer     devices by number, peers; contexts; what the driver knows about an address
 *     >>stream, >>event                  streams, ordering, capture; events
 *     >>memory, >>buffer                 pools, pinned memory, your own allocator; memory with an owner
 *     >>array                            arrays from a description: allocate, wrap; slices, size, nbytes
 *     >>module                           kernels, launches, code
 *     >>cpp                              the dtypes of C++ types, and who may write
 *     >>manual                           after the declarations: options, rules of the API, ownership, streams
 *     >>rules                            what the cited rules (T15, B88, ...) say
 *     >>impl-...                         the same sections again, implemented
 */
#ifndef CUCORE_H
#define CUCORE_H

/* core/language.h: refuses C that is older than C99, before all includes. */
#if defined(__STRICT_ANSI__) && !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "cucore needs C99: compile with -std=c99 or newer, or with -std=gnu89"
#include "see the error above"
#endif

/* ------------ >>config -- */
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
#define CUCORE_BEGIN \
    extern "C" { \
    inline namespace CUCORE_NAME(_types) \
    {
#define CUCORE_END \
    } \
    }
#else
#define CUCORE_BEGIN
#define CUCORE_END
#endif

/* ------------ >>handles -- */
/* core/handles.h: the driver's handles by the names of cuda.h. */
/* Without cuda.h the same types are declared, so cuda.h may follow. */
#if !defined(__cuda_cuda_h__)
struct CUlaunchAttribute_st;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream; /* cudaStream_t */
typedef struct CUevent_st *CUevent;   /* cudaEvent_t */
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
#if defined(_WIN32)
typedef void(__stdcall *CUhostFn)(void *userData);
#else
typedef void (*CUhostFn)(void *userData);
#endif
#endif
#if !defined(__cuda_cuda_h__) || CUDA_VERSION < 11020
typedef struct CUmemPoolHandle_st *CUmemoryPool; /* cudaMemPool_t */
#endif

CUCORE_BEGIN

/* ------------ >>status -- */
/* core/status.h: status codes and the last error of a thread. */
/* Success is 0, every failure is negative: `if (status)` and `if (status < 0)` mean the same. */
/* X(name, value, Python exception of cucore_python.h, sentence) */
#define CUCORE_STATUS_LIST(X) \
    X(OK, 0, SystemError, "success") \
    X(INVALID_ARGUMENT, -1, ValueError, "an argument of the call is not valid") \
    X(OVERFLOW, -2, BufferError, "a size, stride or offset does not fit 64 bits") \
    X(PROTOCOL, -3, BufferError, "the producer's description of its array breaks the protocol") \
    X(UNSUPPORTED, -4, BufferError, "the array is valid, but cannot be expressed or reached") \
    X(READONLY, -5, ValueError, "the array is read-only") \
    X(WRONG_DTYPE, -6, TypeError, "the dtype is not one that was asked for") \
    X(WRONG_SHAPE, -7, ValueError, "the shape is not the one that was asked for") \
    X(WRONG_LAYOUT, -8, ValueError, "the strides are not those that were asked for") \
    X(WRONG_DEVICE, -9, ValueError, "the memory is not where it was asked for") \
    X(OUT_OF_MEMORY, -10, MemoryError, "out of memory") \
    X(NO_DRIVER, -11, RuntimeError, "there is no usable CUDA driver or device") \
    X(DRIVER, -12, RuntimeError, "a call of the CUDA driver failed") \
    X(CAPTURE, -13, RuntimeError, "a stream is being captured into a graph and the call would break that") \
    X(FOREIGN, -14, RuntimeError, "a foreign allocator failed") \
    X(INTERRUPTED, -15, InterruptedError, "a signal came before the call had an effect")

#define CUCORE_STATUS_ENUM(name, value, exception, sentence) CUCORE_##name = (value),
typedef enum cucore_status { CUCORE_STATUS_LIST(CUCORE_STATUS_ENUM) CUCORE__STATUS_END = 1 } cucore_status;
#undef CUCORE_STATUS_ENUM

/* These options of the compiler change the structs and enums of the driver, Python and DLPack, without a warning. */
typedef char cucore__assert_no_short_enums[sizeof(cucore_status) == sizeof(int) ? 1 : -1];
typedef struct cucore__padded {
    char byte;
    void *pointer;
} cucore__padded;
typedef char cucore__assert_no_pack_struct[sizeof(cucore__padded) == 2 * sizeof(void *) ? 1 : -1];

/* The last failure on this thread. */
typedef struct cucore_error {
    cucore_status status;
    int result;        /* the CUresult of the driver call that failed; 0, CUDA_SUCCESS, if none did */
    const char *call;  /* its name, "cuEventRecord"; NULL if none did */
    char message[512]; /* one sentence with the offending values, without a final dot or newline */
} cucore_error;

/* cucore_last_error - get the last failure on this thread
 *   -> never NULL; status is OK if no call has failed yet; valid until the next failure on this thread
 *   any thread; no GIL */
#define cucore_last_error CUCORE_NAME(_last_error)
CUCORE_API const cucore_error *cucore_last_error(void);

/* cucore_status_name, cucore_status_text - get "READONLY", and the sentence that belongs to it
 *   -> never NULL; "UNKNOWN" for a number that is no status; static storage */
#define cucore_status_name CUCORE_NAME(_status_name)
CUCORE_API const char *cucore_status_name(cucore_status status);
#define cucore_status_text CUCORE_NAME(_status_text)
CUCORE_API const char *cucore_status_text(cucore_status status);

/* cucore_fail - record a failure of your own as the last error
 *   status  in   what to return
 *   format  in   printf-like; cut to fit cucore_error.message
 *   -> status */
#define cucore_fail CUCORE_NAME(_fail)
CUCORE_API cucore_status cucore_fail(cucore_status status, const char *format, ...) CUCORE_PRINTF(2, 3);

/* ------------ >>dtype -- */
/* core/dtype.h: the type of an element. */
/* Type codes: DLPack's numbers (DLDataTypeCode of version 1.3; BCOMPLEX, of two bfloat16, is newer).
 * X(name, value, name of the dtype, 1 when its bits follow that name, bits that it can have: the usual ones first)
 * OPAQUE_HANDLE has none: it is never imported.  The bits of COMPLEX and BCOMPLEX count both parts. */
#define CUCORE_CODE_LIST(X) \
    X(INT, 0, "int", 1, 8, 16, 32, 64, 4, 2, 1) \
    X(UINT, 1, "uint", 1, 8, 16, 32, 64, 4, 2, 1) \
    X(FLOAT, 2, "float", 1, 32, 64, 16) \
    X(OPAQUE_HANDLE, 3, "opaque_handle", 0, 0) \
    X(BFLOAT, 4, "bfloat", 1, 16) \
    X(COMPLEX, 5, "complex", 1, 64, 128, 32) \
    X(BOOL, 6, "bool", 0, 8) \
    X(FLOAT8_E3M4, 7, "float8_e3m4", 0, 8) \
    X(FLOAT8_E4M3, 8, "float8_e4m3", 0, 8) \
    X(FLOAT8_E4M3B11FNUZ, 9, "float8_e4m3b11fnuz", 0, 8) \
    X(FLOAT8_E4M3FN, 10, "float8_e4m3fn", 0, 8) \
    X(FLOAT8_E4M3FNUZ, 11, "float8_e4m3fnuz", 0, 8) \
    X(FLOAT8_E5M2, 12, "float8_e5m2", 0, 8) \
    X(FLOAT8_E5M2FNUZ, 13, "float8_e5m2fnuz", 0, 8) \
    X(FLOAT8_E8M0FNU, 14, "float8_e8m0fnu", 0, 8) \
    X(FLOAT6_E2M3FN, 15, "float6_e2m3fn", 0, 6) \
    X(FLOAT6_E3M2FN, 16, "float6_e3m2fn", 0, 6) \
    X(FLOAT4_E2M1FN, 17, "float4_e2m1fn", 0, 4) \
    X(BCOMPLEX, 18, "bcomplex", 1, 32)

#define CUCORE_CODE_ENUM(name, value, ...) CUCORE_CODE_##name = (value),
enum cucore__code {
    CUCORE_CODE_LIST(CUCORE_CODE_ENUM) /* and two of our own, for what DLPack cannot say */
    CUCORE_CODE_OPAQUE = 254,          /* itemsize bytes of unknown meaning (NumPy's plain V) */
    CUCORE_CODE_STRUCTURED = 255       /* itemsize bytes with fields: cucore_view.pep3118_format or .descr names them */
};
#undef CUCORE_CODE_ENUM

/* One element of an array.  Passed by value.  All zero is not valid and means "none": cucore_dtype_check refuses it
 * with PROTOCOL (its lanes are 0), its name is "int0", its itemsize 0. */
typedef struct cucore_dtype {
    uint8_t code;      /* CUCORE_CODE_... */
    uint8_t bits;      /* of one lane; 0 for opaque and structured */
    uint16_t lanes;    /* 1, more for vector elements */
    uint32_t itemsize; /* bytes: ceil(bits * lanes / 8), or the size of the opaque or structured element */
} cucore_dtype;

/* cucore_dtype_make - make a dtype of its parts
 *   code, bits, lanes  in   as in DLPack; not checked (cucore_dtype_check does that)
 *   -> the dtype, with its itemsize */
static inline cucore_dtype cucore_dtype_make(int code, int bits, int lanes)
{
    cucore_dtype dtype = {CUCORE__CAST(uint8_t, code), CUCORE__CAST(uint8_t, bits), CUCORE__CAST(uint16_t, lanes), 0};
    dtype.itemsize = (1u * dtype.bits * dtype.lanes + 7u) / 8u;
    return dtype;
}

/* cucore_dtype_make_opaque - itemsize bytes without a meaning (code: CUCORE_CODE_OPAQUE or CUCORE_CODE_STRUCTURED) */
static inline cucore_dtype cucore_dtype_make_opaque(int code, uint32_t itemsize)
{
    cucore_dtype dtype = {CUCORE__CAST(uint8_t, code), 0, 1, itemsize};
    return dtype;
}

/* The dtypes of most arrays.  X(name, code, bits); one lane each. */
#define CUCORE_DTYPE_LIST(X) \
    X(BOOL, BOOL, 8) \
    X(INT8, INT, 8) \
    X(INT16, INT, 16) \
    X(INT32, INT, 32) \
    X(INT64, INT, 64) \
    X(UINT8, UINT, 8) \
    X(UINT16, UINT, 16) \
    X(UINT32, UINT, 32) \
    X(UINT64, UINT, 64) \
    X(FLOAT16, FLOAT, 16) \
    X(FLOAT32, FLOAT, 32) \
    X(FLOAT64, FLOAT, 64) \
    X(BFLOAT16, BFLOAT, 16) \
    X(COMPLEX64, COMPLEX, 64) \
    X(COMPLEX128, COMPLEX, 128) \
    X(FLOAT8_E3M4, FLOAT8_E3M4, 8) \
    X(FLOAT8_E4M3, FLOAT8_E4M3, 8) \
    X(FLOAT8_E4M3B11FNUZ, FLOAT8_E4M3B11FNUZ, 8) \
    X(FLOAT8_E4M3FN, FLOAT8_E4M3FN, 8) \
    X(FLOAT8_E4M3FNUZ, FLOAT8_E4M3FNUZ, 8) \
    X(FLOAT8_E5M2, FLOAT8_E5M2, 8) \
    X(FLOAT8_E5M2FNUZ, FLOAT8_E5M2FNUZ, 8) \
    X(FLOAT8_E8M0FNU, FLOAT8_E8M0FNU, 8)

/* Each is an expression of type cucore_dtype, which may initialise a variable that is not static. */
#define CUCORE_DTYPE_BOOL cucore_dtype_make(CUCORE_CODE_BOOL, 8, 1)
#define CUCORE_DTYPE_INT8 cucore_dtype_make(CUCORE_CODE_INT, 8, 1)
#define CUCORE_DTYPE_INT16 cucore_dtype_make(CUCORE_CODE_INT, 16, 1)
#define CUCORE_DTYPE_INT32 cucore_dtype_make(CUCORE_CODE_INT, 32, 1)
#define CUCORE_DTYPE_INT64 cucore_dtype_make(CUCORE_CODE_INT, 64, 1)
#define CUCORE_DTYPE_UINT8 cucore_dtype_make(CUCORE_CODE_UINT, 8, 1)
#define CUCORE_DTYPE_UINT16 cucore_dtype_make(CUCORE_CODE_UINT, 16, 1)
#define CUCORE_DTYPE_UINT32 cucore_dtype_make(CUCORE_CODE_UINT, 32, 1)
#define CUCORE_DTYPE_UINT64 cucore_dtype_make(CUCORE_CODE_UINT, 64, 1)
#define CUCORE_DTYPE_FLOAT16 cucore_dtype_make(CUCORE_CODE_FLOAT, 16, 1)
#define CUCORE_DTYPE_FLOAT32 cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1)
#define CUCORE_DTYPE_FLOAT64 cucore_dtype_make(CUCORE_CODE_FLOAT, 64, 1)
#define CUCORE_DTYPE_BFLOAT16 cucore_dtype_make(CUCORE_CODE_BFLOAT, 16, 1)
#define CUCORE_DTYPE_COMPLEX64 cucore_dtype_make(CUCORE_CODE_COMPLEX, 64, 1)
#define CUCORE_DTYPE_COMPLEX128 cucore_dtype_make(CUCORE_CODE_COMPLEX, 128, 1)
#define CUCORE_DTYPE_FLOAT8_E3M4 cucore_dtype_make(CUCORE_CODE_FLOAT8_E3M4, 8, 1)
#define CUCORE_DTYPE_FLOAT8_E4M3 cucore_dtype_make(CUCORE_CODE_FLOAT8_E4M3, 8, 1)
#define CUCORE_DTYPE_FLOAT8_E4M3B11FNUZ cucore_dtype_make(CUCORE_CODE_FLOAT8_E4M3B11FNUZ, 8, 1)
#define CUCORE_DTYPE_FLOAT8_E4M3FN cucore_dtype_make(CUCORE_CODE_FLOAT8_E4M3FN, 8, 1)
#define CUCORE_DTYPE_FLOAT8_E4M3FNUZ cucore_dtype_make(CUCORE_CODE_FLOAT8_E4M3FNUZ, 8, 1)
#define CUCORE_DTYPE_FLOAT8_E5M2 cucore_dtype_make(CUCORE_CODE_FLOAT8_E5M2, 8, 1)
#define CUCORE_DTYPE_FLOAT8_E5M2FNUZ cucore_dtype_make(CUCORE_CODE_FLOAT8_E5M2FNUZ, 8, 1)
#define CUCORE_DTYPE_FLOAT8_E8M0FNU cucore_dtype_make(CUCORE_CODE_FLOAT8_E8M0FNU, 8, 1)

/* An initialiser of a static variable: static const cucore_dtype half = CUCORE_DTYPE_INIT(FLOAT, 16); */
#define CUCORE_DTYPE_INIT(code, bits) \
    { \
        CUCORE_CODE_##code, (bits), 1, ((bits) + 7) / 8 \
    }

/* Each as an integer: switch (cucore_dtype_id(dtype)) { case CUCORE_DTYPE_ID_FLOAT32: ... } */
#define CUCORE_DTYPE_ID_ENUM(name, code, bits) CUCORE_DTYPE_ID_##name = CUCORE_CODE_##code | (bits) << 8 | 1 << 16,
enum cucore__dtype_id { CUCORE_DTYPE_LIST(CUCORE_DTYPE_ID_ENUM) };
#undef CUCORE_DTYPE_ID_ENUM

/* cucore_dtype_id - pack code, bits and lanes into one integer
 *   -> equal for equal dtypes, different for different ones, except that the itemsize of opaque and structured ones
 *      does not count */
static inline uint32_t cucore_dtype_id(cucore_dtype dtype)
{
    return dtype.code | dtype.bits * 0x100u | dtype.lanes * 0x10000u;
}

/* cucore_dtype_is_equal - return 1 if code, bits, lanes and itemsize are equal, else 0 */
static inline int cucore_dtype_is_equal(cucore_dtype a, cucore_dtype b)
{
    return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes && a.itemsize == b.itemsize;
}

/* cucore_dtype_itembits - count the bits of one packed element (12 for 3 lanes of int4) */
static inline int64_t cucore_dtype_itembits(cucore_dtype dtype)
{
    return dtype.bits ? INT64_C(1) * dtype.bits * dtype.lanes : INT64_C(8) * dtype.itemsize;
}

/* cucore_dtype_check - check that bits and lanes fit the code
 *   -> OK | PROTOCOL (lanes 0, bits that the code cannot have, opaque size 0) | UNSUPPORTED (unknown code, code 3)
 *   any thread; source: rules 1.6, DLDataTypeCode */
#define cucore_dtype_check CUCORE_NAME(_dtype_check)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_check(cucore_dtype dtype);

/* cucore_dtype_from_name - find the dtype that NumPy, ml_dtypes and torch call `name`
 *   name, size  in   "float32", "bfloat16", "int4", "float8_e4m3fn", "bool", and its bytes; no NUL needed
 *   out         out  untouched on error
 *   -> OK | INVALID_ARGUMENT (not a name of a dtype) */
#define cucore_dtype_from_name CUCORE_NAME(_dtype_from_name)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_from_name(const char *name, size_t size, cucore_dtype *out);

/* cucore_dtype_to_name - write the name: "float32", "float4_e2m1fnx2" (2 lanes), "void12" (opaque), "struct20"
 *   text, size  out  as snprintf: always NUL-terminated when size > 0
 *   -> characters that the whole name needs, without the NUL */
#define cucore_dtype_to_name CUCORE_NAME(_dtype_to_name)
CUCORE_API size_t cucore_dtype_to_name(cucore_dtype dtype, char *text, size_t size);

/* ------------ >>layout -- */
/* core/layout.h: shape, strides, and the arithmetic on them, without a driver. */
/* Where the elements of an array lie.  Element [i, j, ...] is i*strides[0] + j*strides[1] + ... elements from element
 * [0, 0, ...], the origin.  Only the first ndim entries of shape and strides mean anything; the rest is never touched.
 *
 *     shape (2, 3), strides (4, 1), itemsize 4       0   1   2   .       size 6, bounds [0, 6], nbytes 24
 *                                                    4   5   6   .       C-contiguous: no (a gap per row)
 *
 *     the same with its rows reversed:               4   5   6   .       strides (-4, 1), bounds [-4, 2]
 *     slice [::-1, :] moves the origin by 4          0   1   2   .       from the new origin
 *
 * A layout knows no memory and no origin: a function that moves the origin reports by how many elements (`offset`).
 * All functions are pure: they work on values of the caller, without allocation and driver, on any thread.  `out` may
 * be the input and is untouched on error.  An axis may be counted from the end (-1 is the last).  Every product, sum
 * and negation is checked; OVERFLOW means that the true result does not fit int64_t.  A layout that these functions
 * made spans less than 2^63 bits; one that you fill in yourself should go through cucore_layout_make.  Functions that
 * return a count return -1 on failure, and cucore_last_error has the reason: "-> n | X" below names its status.
 * A struct of all zeros is no layout: functions that can fail refuse it with INVALID_ARGUMENT (its itemsize is 0), and
 * those that answer 0 or 1 see one element without axes.  cucore_layout_format writes "no layout" for NULL.
 * docs/reference/layout.md is a short course with drawings.  Operations have the results of NumPy and of cuda.core's
 * StridedLayout; a stride without a meaning (extent 1, empty) is StridedLayout's, unless a function's comment differs.
 */
typedef struct cucore_layout {
    int32_t ndim;                     /* 0..CUCORE_MAX_NDIM; 0 is one element */
    int32_t reserved;                 /* 0 */
    int64_t itemsize;                 /* bytes of one element, ceil(itembits / 8) */
    int64_t itembits;                 /* from one element to the next: 8 * itemsize, less when elements are packed */
    int64_t shape[CUCORE_MAX_NDIM];   /* >= 0 */
    int64_t strides[CUCORE_MAX_NDIM]; /* in elements; negative, zero and overlapping are legal */
} cucore_layout;

/* -- construction ---------------------------------------------------------------------------------------------- */

/* cucore_layout_make - make a layout from shape and strides
 *   ndim      in   0..CUCORE_MAX_NDIM
 *   shape     in   ndim extents >= 0; may be NULL when ndim is 0
 *   strides   in   ndim strides in elements, or NULL: dense in C order
 *   itemsize  in   bytes, >= 1
 *   out       out  untouched on error; shape and strides may point into it
 *   -> OK | INVALID_ARGUMENT (ndim, itemsize, NULL, a negative extent)
 *      | OVERFLOW (size, dense strides, or an offset in bits exceeds int64_t; never for an empty layout)
 *   pure: no allocation, no driver, any thread */
#define cucore_layout_make CUCORE_NAME(_layout_make)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make(int ndim, const int64_t *shape, const int64_t *strides,
                                                             int64_t itemsize, cucore_layout *out);

/* cucore_layout_make_dense - make a layout without gaps, in C order (last axis fastest) or F order (first axis fastest)
 *   order  in   'C' or 'F'; the rest -> as cucore_layout_make
 *   An extent of 0 counts as 1 in the strides; a stride of an empty layout that does not fit is 0. */
#define cucore_layout_make_dense CUCORE_NAME(_layout_make_dense)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make_dense(int ndim, const int64_t *shape, char order,
                                                                   int64_t itemsize, cucore_layout *out);

/* cucore_layout_make_bytes - make a layout from strides in bytes, as NumPy and the CUDA Array Interface give them
 *   byte_strides  in   ndim strides in bytes, or NULL: dense in C order; the rest as cucore_layout_make
 *   -> also UNSUPPORTED (a stride that is no multiple of the itemsize, if the axis has more than one element; of other
 *      axes the stride has no meaning and becomes 0)
 *   source: rules C4, B54 */
#define cucore_layout_make_bytes CUCORE_NAME(_layout_make_bytes)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make_bytes(int ndim, const int64_t *shape,
                                                                   const int64_t *byte_strides, int64_t itemsize,
                                                                   cucore_layout *out);

/* cucore_layout_set_packed - pack elements of fewer bits than a byte, one right after the other
 *   layout    in/out  untouched on error
 *   itembits  in      bits of one element, 1..8 * itemsize; itemsize becomes ceil(itembits / 8)
 *   -> OK | INVALID_ARGUMENT | OVERFLOW */
#define cucore_layout_set_packed CUCORE_NAME(_layout_set_packed)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_set_packed(cucore_layout *layout, int64_t itembits);

/* -- properties ------------------------------------------------------------------------------------------------ */

/* cucore_layout_size - count the elements: 1 for ndim 0, 0 if an extent is 0
 *   -> the number | INVALID_ARGUMENT | OVERFLOW (cannot happen for a layout made by these functions) */
#define cucore_layout_size CUCORE_NAME(_layout_size)
CUCORE_API CUCORE_NODISCARD int64_t cucore_layout_size(const cucore_layout *layout);

/* cucore_layout_nbytes - count the bytes of the elements without gaps: ceil(size * itembits / 8); 0 if empty
 *   -> bytes | as cucore_layout_size;  source: DLPack: elements of fewer bits than a byte are packed */
#define cucore_layout_nbytes CUCORE_NAME(_layout_nbytes)
CUCORE_API CUCORE_NODISCARD int64_t cucore_layout_nbytes(const cucore_layout *layout);

/* cucore_layout_offset_bounds - find the lowest and highest offset that an index reaches, from element [0, ...]
 *   min, max  out  inclusive, min <= 0 <= max; empty: min 0, max -1; untouched on error
 *   -> OK | INVALID_ARGUMENT | OVERFLOW */
#define cucore_layout_offset_bounds CUCORE_NAME(_layout_offset_bounds)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_offset_bounds(const cucore_layout *layout, int64_t *min,
                                                                      int64_t *max);

/* cucore_layout_required_nbytes - count the bytes from the start of an allocation to the end of the highest element
 *   offset  in   of the origin from the start of the allocation, in elements
 *   -> ceil((offset + max + 1) * itembits / 8), 0 when empty | INVALID_ARGUMENT
 *      | UNSUPPORTED (offset + min is negative: an element before the start) | OVERFLOW */
#define cucore_layout_required_nbytes CUCORE_NAME(_layout_required_nbytes)
CUCORE_API CUCORE_NODISCARD int64_t cucore_layout_required_nbytes(const cucore_layout *layout, int64_t offset);

/* cucore_layout_offset_bytes - convert an offset in elements to bytes
 *   out  out  untouched on error
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (a packed element that starts inside a byte) | OVERFLOW */
#define cucore_layout_offset_bytes CUCORE_NAME(_layout_offset_bytes)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_offset_bytes(const cucore_layout *layout, int64_t offset,
                                                                     int64_t *out);

/* cucore_layout_strides_bytes - convert the ndim strides to bytes
 *   out  out  ndim entries (may be NULL when ndim is 0); untouched on error
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (packed, and a stride is no whole number of bytes, if the axis has more than
 *      one element; of other axes it becomes 0) | OVERFLOW */
#define cucore_layout_strides_bytes CUCORE_NAME(_layout_strides_bytes)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_strides_bytes(const cucore_layout *layout, int64_t *out);

/* cucore_layout_is_c_contiguous, _is_f_contiguous - return 1 if the layout is dense in that order
 *   Strides of axes with extent 1, and all strides of an empty layout, are ignored.
 *   -> 1 or 0 (0 for NULL);  source: rules 1.6, B11, B12, B48 */
#define cucore_layout_is_c_contiguous CUCORE_NAME(_layout_is_c_contiguous)
CUCORE_API int cucore_layout_is_c_contiguous(const cucore_layout *layout);
#define cucore_layout_is_f_contiguous CUCORE_NAME(_layout_is_f_contiguous)
CUCORE_API int cucore_layout_is_f_contiguous(const cucore_layout *layout);

/* cucore_layout_is_unique - return 1 if different indices have different offsets
 *   -> 1: no two indices share an element.  0: two do; also for NULL.  The answer is exact for every layout of at most
 *      two axes longer than 1, and for every layout that these functions made from a dense one.  For other strides of
 *      three and more axes the function searches, and returns 0 if a fixed amount of work (tens of microseconds) does
 *      not suffice
 *   source: StridedLayout.is_unique, which asks more: each |stride| must exceed the reach of all smaller ones */
#define cucore_layout_is_unique CUCORE_NAME(_layout_is_unique)
CUCORE_API int cucore_layout_is_unique(const cucore_layout *layout);

/* cucore_layout_format - write "shape (2, 3) strides (4, 1) itemsize 4", "... itembits 4" if packed
 *   text, size  out  as snprintf
 *   -> characters that the whole text needs, without the NUL */
#define cucore_layout_format CUCORE_NAME(_layout_format)
CUCORE_API size_t cucore_layout_format(const cucore_layout *layout, char *text, size_t size);

/* -- two layouts ------------------------------------------------------------------------------------------------ */

typedef enum cucore_overlap {
    CUCORE_OVERLAP_NONE = 0,   /* no bit belongs to both */
    CUCORE_OVERLAP_SOME = 1,   /* at least one does */
    CUCORE_OVERLAP_UNKNOWN = 2 /* too hard to say: treat as SOME */
} cucore_overlap;

/* cucore_layout_overlap - report whether two arrays share memory
 *   a, a_ptr, b, b_ptr  in   layouts and the addresses of their origins, which are not read
 *   out                 out  untouched on error.  NONE and SOME are exact.  UNKNOWN: the search ended after a fixed
 *                            amount of work (strides made by hand, or very many axes); packed arrays may share a byte
 *                            and no bit
 *   -> OK | INVALID_ARGUMENT | OVERFLOW (layouts made by hand only) */
#define cucore_layout_overlap CUCORE_NAME(_layout_overlap)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_overlap(const cucore_layout *a, const void *a_ptr,
                                                                const cucore_layout *b, const void *b_ptr,
                                                                cucore_overlap *out);

#if !defined(CUCORE_NO_LAYOUTS)
/* core/layout_more.h: operations on layouts: orders, axes, slices, other elements, loops. */
/* -- orders of the axes, equality ------------------------------------------------------------------------------ */

/* cucore_layout_make_order - make a layout without gaps, in any order of the axes
 *   axes  in   a permutation of the ndim axes, slowest first: the last one gets stride 1.  (0, 1, ..) is C order
 *   the rest -> as cucore_layout_make_dense;  source: StridedLayout.dense */
#define cucore_layout_make_order CUCORE_NAME(_layout_make_order)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make_order(int ndim, const int64_t *shape, const int *axes,
                                                                   int64_t itemsize, cucore_layout *out);

/* cucore_layout_make_like - make a layout without gaps, with the shape and element size of another layout
 *   like   in   its strides count only for 'K'
 *   order  in   'C'; 'F'; 'K': C if it is C-contiguous, F if it is F-contiguous, else the axes as they are: |stride|
 *               from large to small, ties the lower axis first, so that axes that repeat (stride 0) become the fastest
 *               ones.  Axes of extent 1 take part with the stride that they have
 *   Every stride is made anew, also a stride without a meaning: an axis of extent 1 gets the stride of a dense layout,
 *   and an empty layout gets the strides of cucore_layout_make_dense.  (StridedLayout.dense_like keeps a dense layout
 *   as it is.)
 *   -> OK | INVALID_ARGUMENT | OVERFLOW;  source: numpy.empty_like */
#define cucore_layout_make_like CUCORE_NAME(_layout_make_like)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_make_like(const cucore_layout *like, char order,
                                                                  cucore_layout *out);

/* cucore_layout_stride_order - sort the axes from slowest to fastest
 *   axes  out  ndim entries: |stride| from large to small; ties: the larger extent first, then the lower axis.  Axes
 *              of extent 1 take part with the stride that they have.  Untouched on error
 *   -> OK | INVALID_ARGUMENT;  source: StridedLayout.stride_order */
#define cucore_layout_stride_order CUCORE_NAME(_layout_stride_order)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_stride_order(const cucore_layout *layout, int *axes);

/* cucore_layout_is_dense - return 1 if the layout has no gaps in some order of the axes
 *   -> 1 if each offset in 0..size - 1 occurs once, else 0 (0 for NULL, and if a stride is negative);  source:
 *      StridedLayout.is_contiguous_any */
#define cucore_layout_is_dense CUCORE_NAME(_layout_is_dense)
CUCORE_API int cucore_layout_is_dense(const cucore_layout *layout);

/* cucore_layout_is_equal - return 1 if ndim, shape, strides and element size are equal, else 0 (0 for NULL)
 *   Every stride counts. */
#define cucore_layout_is_equal CUCORE_NAME(_layout_is_equal)
CUCORE_API int cucore_layout_is_equal(const cucore_layout *a, const cucore_layout *b);

/* cucore_layout_hash - hash a layout: equal layouts give one result on every machine and in every run; NULL gives 0 */
#define cucore_layout_hash CUCORE_NAME(_layout_hash)
CUCORE_API uint64_t cucore_layout_hash(const cucore_layout *layout);

/* -- transformations ------------------------------------------------------------------------------------------- */

/* cucore_layout_permute - reorder the axes: axis i of the result is axis axes[i] of the layout
 *   axes  in   a permutation of the ndim axes;  -> OK | INVALID_ARGUMENT (names the axis) */
#define cucore_layout_permute CUCORE_NAME(_layout_permute)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_permute(const cucore_layout *layout, const int *axes,
                                                                cucore_layout *out);

/* cucore_layout_transpose - reverse all axes.  _swap_axes - exchange two axes.
 * cucore_layout_move_axis - move one axis; the others keep their order
 *   -> OK | INVALID_ARGUMENT (an axis out of range);  source: numpy.swapaxes, numpy.moveaxis */
#define cucore_layout_transpose CUCORE_NAME(_layout_transpose)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_transpose(const cucore_layout *layout, cucore_layout *out);
#define cucore_layout_swap_axes CUCORE_NAME(_layout_swap_axes)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_swap_axes(const cucore_layout *layout, int a, int b,
                                                                  cucore_layout *out);
#define cucore_layout_move_axis CUCORE_NAME(_layout_move_axis)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_move_axis(const cucore_layout *layout, int from, int to,
                                                                  cucore_layout *out);

/* cucore_layout_reshape - give the same elements, read in C order, another shape, without a copy
 *   ndim, shape  in   the new extents; one of them may be -1: it is computed from the others
 *   -> OK | INVALID_ARGUMENT (another size; -1 twice, or not to be inferred) | UNSUPPORTED (only a copy could do it;
 *      the text names the axis) | OVERFLOW.  An empty layout gets strides 0.
 *   source: numpy.reshape with copy=False, StridedLayout.reshaped */
#define cucore_layout_reshape CUCORE_NAME(_layout_reshape)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_reshape(const cucore_layout *layout, int ndim,
                                                                const int64_t *shape, cucore_layout *out);

/* cucore_layout_flatten - merge neighbouring axes that one stride can replace, between two axes (inclusive)
 *   start_axis, end_axis  in   0 and -1: all
 *   Axis i merges with axis i - 1 if strides[i - 1] == strides[i] * shape[i]; other axes stay as they are. 0-d becomes
 *   shape (1,), strides (1,).  Several layouts of one shape are flattened alike by cucore_layout_simplify.
 *   -> OK | INVALID_ARGUMENT | OVERFLOW (a merged extent: empty layouts only);  source: StridedLayout.flattened */
#define cucore_layout_flatten CUCORE_NAME(_layout_flatten)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_flatten(const cucore_layout *layout, int start_axis,
                                                                int end_axis, cucore_layout *out);

/* cucore_layout_squeeze - remove some axes of extent 1, or all of them
 *   axes, count  in   different axes, each of extent 1; a count of 0 removes none.  axes NULL (count 0): all axes of
 *                     extent 1, and an empty layout becomes shape (0,), strides (0,)
 *   -> OK | INVALID_ARGUMENT (names the axis)
 *   source: numpy.squeeze with axes, StridedLayout.squeezed without */
#define cucore_layout_squeeze CUCORE_NAME(_layout_squeeze)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_squeeze(const cucore_layout *layout, const int *axes,
                                                                size_t count, cucore_layout *out);

/* cucore_layout_unsqueeze - add axes of extent 1
 *   axes, count  in   the places in the result, which has ndim + count axes; different axes
 *   A new axis gets the stride that steps over the next old one: extent * stride (the last stride, or 1, at the end).
 *   The stride has no meaning; if it does not fit 64 bits it is the stride of that old axis, as in
 *   cucore_layout_reshape.
 *   -> OK | INVALID_ARGUMENT (names the axis);  source: numpy.expand_dims, StridedLayout.unsqueezed */
#define cucore_layout_unsqueeze CUCORE_NAME(_layout_unsqueeze)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_unsqueeze(const cucore_layout *layout, const int *axes,
                                                                  size_t count, cucore_layout *out);

/* cucore_layout_broadcast_to - stretch to a shape: new axes in front, and axes of extent 1, repeat with stride 0
 *   ndim, shape  in   ndim >= layout->ndim
 *   -> OK | INVALID_ARGUMENT (names the axis that does not stretch) | OVERFLOW (size);  source: numpy.broadcast_to */
#define cucore_layout_broadcast_to CUCORE_NAME(_layout_broadcast_to)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_broadcast_to(const cucore_layout *layout, int ndim,
                                                                     const int64_t *shape, cucore_layout *out);

/* cucore_layout_broadcast_together - stretch two layouts to their common shape
 *   out_a, out_b  out  may be a and b; both untouched on error;  -> as cucore_layout_broadcast_to */
#define cucore_layout_broadcast_together CUCORE_NAME(_layout_broadcast_together)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_broadcast_together(const cucore_layout *a,
                                                                           const cucore_layout *b, cucore_layout *out_a,
                                                                           cucore_layout *out_b);

/* The selection of one axis in a slice: one index (the axis is removed), or start:stop:step, as PySlice_Unpack gives
 * them.  All zero is not valid: its step of 0 is refused with INVALID_ARGUMENT.  cucore_slice_all() takes the whole
 * axis. */
typedef struct cucore_slice {
    int64_t start; /* the index, if is_index; negative: from the end */
    int64_t stop;  /* the first one not taken */
    int64_t step;  /* not 0 */
    int32_t is_index;
    int32_t reserved;
} cucore_slice;

/* They replace a start or stop that is left out: from the first, or up to the last.  x[::-1] is range(LAST, FIRST, -1);
 * range(FIRST, LAST, -1) is refused. */
#define CUCORE_SLICE_FIRST INT64_MIN
#define CUCORE_SLICE_LAST INT64_MAX

/* cucore_slice_range - select start:stop:step of an axis */
static inline cucore_slice cucore_slice_range(int64_t start, int64_t stop, int64_t step)
{
    cucore_slice slice = {start, stop, step, 0, 0};
    return slice;
}

/* cucore_slice_index - select one index, which removes the axis */
static inline cucore_slice cucore_slice_index(int64_t index)
{
    cucore_slice slice = cucore_slice_range(index, 0, 1);
    slice.is_index = 1;
    return slice;
}

/* cucore_slice_all - select the whole axis */
static inline cucore_slice cucore_slice_all(void)
{
    return cucore_slice_range(CUCORE_SLICE_FIRST, CUCORE_SLICE_LAST, 1);
}

/* cucore_layout_slice - select layout[slices], by Python's rules: start and stop are clipped, an index is not
 *   slices, count  in      one per axis, for the first axes; count <= ndim
 *   offset         in/out  the offset of the origin, in elements: the start of the slice is added; NULL: not wanted.
 *                          Untouched on error
 *   A slice that selects nothing gets strides 0 and does not move the origin along its axis.
 *   -> OK | INVALID_ARGUMENT (an index out of range, step 0, FIRST to LAST with a negative step, too many slices)
 *      | OVERFLOW (stride * step, offset) */
#define cucore_layout_slice CUCORE_NAME(_layout_slice)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_slice(const cucore_layout *layout, const cucore_slice *slices,
                                                              size_t count, int64_t *offset, cucore_layout *out);

/* The way that cucore_layout_repack makes other elements.  All zero is refused: there is no usual number of bits. */
typedef struct cucore_repack {
    int64_t itembits; /* of the new element, a multiple or a divisor of the old one's: 64 for 8 bytes, 4 for int4 */
    int axis;         /* that shrinks or grows; its stride must be 1 and its extent not 0; -1: the last one */
    int keep_axis;    /* 0: leave the axis out when packing makes its extent 1.  1: keep it */
    const void *ptr;  /* packing: the address that must suit the new element; NULL: not checked */
} cucore_repack;

/* cucore_layout_repack - make elements of another size of the same bytes: of several one, or of one several
 *   how     in      see above
 *   offset  in/out  distance of element [0, ...] from ptr; given in elements of `layout`, returned in elements of
 *                   `out`. NULL: 0, and not wanted.  Untouched on error
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (the extent, another stride, the offset or ptr is no multiple of the new
 *      element; the text names the first one in this order) | OVERFLOW.  With the same itembits the layout is returned
 *      without further checks.
 *   source: StridedLayout.repacked */
#define cucore_layout_repack CUCORE_NAME(_layout_repack)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_repack(const cucore_layout *layout, const cucore_repack *how,
                                                               int64_t *offset, cucore_layout *out);

/* cucore_layout_max_itemsize - find the largest divisor of max_itemsize and ptr that cucore_layout_repack accepts
 *   max_itemsize  in   bytes, >= itemsize: 16 for the widest load of a kernel
 *   axis          in   the axis that would shrink or grow
 *   ptr           in   the address that offset counts from; NULL: any number divides it
 *   offset        in   of the origin, in elements
 *   -> bytes: a multiple of the itemsize if that divides max_itemsize and ptr; else less, the greatest common divisor
 *      of the three (12 bytes in 16: 4).  If the stride of the axis is not 1 or its extent is 0, no element can be
 *      repacked: the itemsize, whatever max_itemsize and ptr are
 *      | INVALID_ARGUMENT | UNSUPPORTED (packed, and no number of whole bytes will do)
 *   source: StridedLayout.max_compatible_itemsize */
#define cucore_layout_max_itemsize CUCORE_NAME(_layout_max_itemsize)
CUCORE_API CUCORE_NODISCARD int64_t cucore_layout_max_itemsize(const cucore_layout *layout, int64_t max_itemsize,
                                                               int axis, const void *ptr, int64_t offset);

/* -- indices, loops -------------------------------------------------------------------------------------------- */

/* cucore_layout_offset_of - compute the offset of an element from its index
 *   index  in   ndim entries, 0 <= index[i] < shape[i]
 *   out    out  offset from the origin in elements; untouched on error
 *   -> OK | INVALID_ARGUMENT (names the axis) | OVERFLOW (layouts made by hand only) */
#define cucore_layout_offset_of CUCORE_NAME(_layout_offset_of)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_offset_of(const cucore_layout *layout, const int64_t *index,
                                                                  int64_t *out);

/* cucore_layout_index_of - compute the index of an element from its offset
 *   offset  in   from the origin, in elements
 *   index   out  ndim entries; 0 along axes of stride 0; untouched on error
 *   -> OK | INVALID_ARGUMENT (no element is there) | UNSUPPORTED (an axis, of stride other than 0, does not step over
 *      all that the axes of smaller strides reach: there may be several elements) | OVERFLOW (layouts made by hand
 *      only) */
#define cucore_layout_index_of CUCORE_NAME(_layout_index_of)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_index_of(const cucore_layout *layout, int64_t offset,
                                                                 int64_t *index);

/* All elements in C order.  All zero is not valid: cucore_layout_iter_start fills it.
 *     if (cucore_layout_iter_start(&iter, &layout) < 0) ...
 *     for (; !iter.done; cucore_layout_iter_next(&iter)) use(iter.offset); */
typedef struct cucore_layout_iter {
    const cucore_layout *layout; /* borrowed */
    int64_t offset;              /* of the element from the origin, in elements */
    int32_t done;
    int32_t reserved;
    int64_t index[CUCORE_MAX_NDIM];
} cucore_layout_iter;

/* cucore_layout_iter_start - go to the first element; done at once if there is none
 *   layout  in   must outlive the loop unchanged
 *   iter    out  done on error
 *   -> OK | INVALID_ARGUMENT | OVERFLOW (layouts made by hand only) */
#define cucore_layout_iter_start CUCORE_NAME(_layout_iter_start)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_iter_start(cucore_layout_iter *iter,
                                                                   const cucore_layout *layout);

/* cucore_layout_iter_next - go to the next element; not after done */
static inline void cucore_layout_iter_next(cucore_layout_iter *iter)
{
    const cucore_layout *layout = iter->layout;
    int axis;
    for (axis = layout->ndim - 1; axis >= 0; axis--) {
        if (++iter->index[axis] < layout->shape[axis]) {
            iter->offset += layout->strides[axis];
            return;
        }
        iter->index[axis] = 0;
        iter->offset -= (layout->shape[axis] - 1) * layout->strides[axis];
    }
    iter->done = 1;
}

/* -- several layouts ------------------------------------------------------------------------------------------- */

/* A map describes how cucore_layout_simplify rearranged the axes: the way from an index to the simplified one, and
 * back.  All zero is the map of layouts without axes. */
typedef struct cucore_axis_map {
    int32_t ndim;                        /* before */
    int32_t simple_ndim;                 /* after */
    int64_t extent[CUCORE_MAX_NDIM];     /* of each original axis */
    int64_t divisor[CUCORE_MAX_NDIM];    /* its step within the axis that it became part of */
    int8_t axis[CUCORE_MAX_NDIM];        /* that axis; -1: the original one had extent 1, or all is empty */
    uint8_t is_flipped[CUCORE_MAX_NDIM]; /* counted from its end */
} cucore_axis_map;

/* cucore_layout_simplify - reduce the axes for one loop over several layouts of one shape
 *   layouts  in   count pointers, at least one; itemsizes may differ
 *   outs     out  count pointers; outs[i] may be layouts[i], and no other of them; untouched on error
 *   offsets  out  count entries: how far each origin moved, in elements; NULL: not wanted
 *   map      out  the way between the indices; NULL: not wanted
 *   Axes of extent 1 are removed.  An axis is turned round if its first nonzero stride, in the order of the layouts, is
 *   negative.  Axes are sorted by |stride| of the first layout, large to small, ties by the next layouts; axes that
 *   then merge in all layouts are merged.  Layouts without axes left are 0-d; empty ones have shape (0,), strides (0,).
 *   -> OK | INVALID_ARGUMENT (shapes differ, names the axis) | OVERFLOW (the negative of a stride; or made by hand) */
#define cucore_layout_simplify CUCORE_NAME(_layout_simplify)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_layout_simplify(const cucore_layout *const *layouts, size_t count,
                                                                 cucore_layout *const *outs, int64_t *offsets,
                                                                 cucore_axis_map *map);

/* cucore_axis_map_to_simple, cucore_axis_map_to_original - convert the index of an element to the other layout
 *   index  in   0 <= index < extent; out may be the same array
 *   -> OK | INVALID_ARGUMENT (names the axis) */
#define cucore_axis_map_to_simple CUCORE_NAME(_axis_map_to_simple)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_axis_map_to_simple(const cucore_axis_map *map, const int64_t *index,
                                                                    int64_t *out);
#define cucore_axis_map_to_original CUCORE_NAME(_axis_map_to_original)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_axis_map_to_original(const cucore_axis_map *map, const int64_t *index,
                                                                      int64_t *out);

#endif
/* ------------ >>view -- */
/* core/view.h: an array as C sees it, and the order of work on it. */
/* Kinds of memory that C code or a CUDA kernel can reach, with DLPack's numbers (DLDeviceType).  Views of other devices
 * (CUCORE_ALLOW_OTHER_DEVICES) have any other number. */
typedef enum cucore_device_type {
    CUCORE_DEVICE_TYPE_CPU = 1,
    CUCORE_DEVICE_TYPE_CUDA = 2,
    CUCORE_DEVICE_TYPE_CUDA_HOST = 3, /* pinned */
    CUCORE_DEVICE_TYPE_ROCM = 10,     /* only with CUCORE_ALLOW_OTHER_DEVICES */
    CUCORE_DEVICE_TYPE_ROCM_HOST = 11,
    CUCORE_DEVICE_TYPE_CUDA_MANAGED = 13
} cucore_device_type;

/* How a view came to be.  X(name, value, what cucore_protocol_name returns) */
#define CUCORE_PROTOCOL_LIST(X) \
    X(NONE, 0, "none")                         /* zeroed or released */ \
    X(PEP3118, 1, "buffer")                    /* PEP 3118 */ \
    X(DLPACK, 2, "dlpack")                     /* legacy DLManagedTensor */ \
    X(DLPACK_VERSIONED, 3, "dlpack-versioned") /* DLManagedTensorVersioned */ \
    X(DLTENSOR, 4, "dltensor")                 /* a borrowed DLTensor */ \
    X(CAI, 5, "cai")                           /* __cuda_array_interface__ */ \
    X(ARRAY_INTERFACE, 6, "array-interface")   /* __array_interface__ */ \
    X(MEMORY, 7, "memory")                     /* a cucore_buffer */

#define CUCORE_PROTOCOL_ENUM(name, value, text) CUCORE_PROTOCOL_##name = (value),
typedef enum cucore_protocol { CUCORE_PROTOCOL_LIST(CUCORE_PROTOCOL_ENUM) } cucore_protocol;
#undef CUCORE_PROTOCOL_ENUM

/* A typed, strided piece of memory.  Zero-initialise it, or let a function fill it; never copy the struct nor move it
 * while it owns memory (cucore_view_detach makes it borrow).  All zero is the empty view: valid, without an array.  A
 * view made by hand, with private_ all zero, borrows its memory.
 *   A view made by hand may be wrong.  A function that looks at elements checks first whether the view is sound.  It
 * refuses another view with INVALID_ARGUMENT, or OVERFLOW if a number does not fit, and has no effect then.  A view is
 * sound if its
 *     ndim      is at most CUCORE_MAX_NDIM
 *     itemsize  and itembits are the ones of its dtype
 *     layout    is as cucore_layout_make promises: no negative extent; sizes and offsets in bits fit 64 bits
 *     ptr       is not NULL unless the view is empty, and all elements lie in the address space
 * cucore_view_release, cucore_view_detach, cucore_view_set_producer_stream, cucore_view_size, cucore_view_nbytes,
 * cucore_view_format, cucore_view_is_aligned and cucore_py_export_dlpack_device look at no element and do not check it.
 *   On other devices (CUCORE_ALLOW_OTHER_DEVICES), except ROCm and oneAPI, ptr may be a handle, which is no address.
 *   Three fields describe opaque and structured elements, as far as the producer does (CUCORE_ALLOW_OPAQUE):
 *     byte_swapped    is 1 if the one number or text of an opaque element has foreign byte order; of structs the format
 *                     tells it.  With the dtype of a number it describes memory to a copy, which converts it
 *                     with CUCORE_COPY_CAST; intakes make no such view, and exports and kernels refuse it
 *     pep3118_format  is the format string of the buffer protocol: "g", ">d", "T{d:x:l:n:}"
 *     descr           is a PyObject * of an interface: its descr, a list, if the typestr begins with V, else the
 *                     typestr, a str */
typedef struct cucore_view {
    void *ptr;           /* element [0, 0, ...]; NULL is legal only when empty; a device address may not be read here */
    cucore_dtype dtype;  /* of one element */
    int32_t device_type; /* CUCORE_DEVICE_TYPE_... */
    int32_t device_id;   /* CUCORE_DEVICE_NONE for host and pinned memory and when unknown (empty array) */
    uint8_t host_accessible;     /* the CPU may read ptr, once ordered */
    uint8_t device_accessible;   /* a CUDA kernel on device_id may read ptr (pinned: on any device) */
    uint8_t readonly;            /* must not be written; 1 also where nobody knows, see unproven */
    uint8_t copied;              /* the producer made a copy for this import: nobody else sees it */
    uint8_t padded;              /* elements of fewer than 8 bits stand in a byte each */
    uint8_t protocol;            /* CUCORE_PROTOCOL_... */
    uint8_t has_producer_stream; /* producer_stream means something */
    uint8_t unproven;            /* readonly is 1 only because the protocol cannot tell (legacy DLPack) */
    uint8_t byte_swapped;        /* in foreign byte order; of an intake: opaque, 0 without CUCORE_ALLOW_OPAQUE */
    uint8_t converted;   /* cucore_python.h: 1 in fresh memory (CUCORE_MAKE_..., _CAST), 2 by numpy.asarray, 3 both */
    uint8_t reserved[6]; /* 0 */
    CUstream producer_stream;   /* where the producer's work on the data is pending (CUDA Array Interface) */
    CUcontext producer_context; /* of a default producer_stream, if it is known; NULL: see Streams in >>manual */
    const char *pep3118_format; /* opaque and structured, buffer protocol: the producer's format string; else NULL */
    void *descr;          /* opaque and structured, interfaces: the producer's own `descr` or typestr; else NULL */
    cucore_layout layout; /* of the elements at ptr */
    struct {
        struct cucore_view *self;                  /* the view itself, when it owns something */
        void *owner;                               /* what keeps ptr valid; NULL when borrowed */
        void (*release)(struct cucore_view *view); /* gives owner back; NULL when there is nothing to give back */
        void (*free_owner)(void *owner);           /* what a caller gave, for wrapped memory */
        void *access;                              /* in debug builds: set while an access has not ended */
        uint64_t until;                            /* what the owner waits for once it is given back; 0: nothing */
        void *storage[11];                         /* room for a Py_buffer */
    } private_;
} cucore_view;

/* cucore_view_release - give back what the view owns and zero it
 *   view  in/out  NULL, a zeroed view and a borrowed one are fine.  A copy of the struct of a view that owns something
 *                 is refused: it is left as it is, and the last error is INVALID_ARGUMENT
 *   Work on a stream that still uses the memory must be ordered first: cucore_views_end_access.  If that has put off
 *   the release, the owner is kept until the work is done, and released by a later call.  What was written to an
 *   argument that was made to fit (CUCORE_MAKE_..., CUCORE_CAST with CUCORE_WRITE) is dropped: cucore_py_args_release
 *   copies it back.  With CUCORE_DEBUG the release is refused if one of the two was forgotten: the view is left as it
 *   is, the last error and a line on stderr report it
 *   any thread; takes the GIL by itself if the owner needs it, and gives it up while the driver may wait; in a process
 *   whose interpreter is gone or going the memory leaks.  source: rules B122 */
#define cucore_view_release CUCORE_NAME(_view_release)
CUCORE_API CUCORE_TAKES_GIL void cucore_view_release(cucore_view *view);

/* An owner keeps memory alive without a description of it, for programs that store pointer and layout in a form of
 * their own.  All zero is the valid empty owner.  It may be copied and moved; one copy of it is released. */
typedef struct cucore_owner {
    void *owner;
    void (*release)(
        void *owner); /* any thread; takes the GIL by itself if the owner needs it; NULL: nothing to release */
} cucore_owner;

/* cucore_view_detach - move the ownership of its memory out of a view
 *   view  in/out  it borrows from then on: pointer, layout and pep3118_format are as before, and valid until the owner
 *                 is released; descr is released.  On error the view is as it was
 *   out   out     empty if the view borrows its memory; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL; a copy of the struct; fresh memory that is still to be copied back; with
 *      CUCORE_DEBUG: an access was begun, but not ended) | OUT_OF_MEMORY | UNSUPPORTED (an exporter that shows other
 *      memory when it is asked again, or raises: then its exception is also set, if the thread belongs to Python and no
 *      exception was pending)
 *   Memory is allocated only for buffers whose exporter is told of their release (bytearray, array.array, memoryview,
 *   mmap), and for an owner whose release was put off (cucore_views_end_access), which cucore_owner_release puts off
 *   also.  Such an exporter is asked for the buffer again, since some know a buffer by its address.  The order of work
 *   does not change: has_producer_stream.
 *   Afterwards the struct may be copied, moved and stored, as a whole: no other description has all that a view says
 *   (padded elements, byte order, format, an unproven readonly, ...).  cucore_view_attach makes it, or a copy, own the
 *   memory again.
 *   any thread; takes the GIL by itself if Python owns the memory.  source: rules A6, C6 */
#define cucore_view_detach CUCORE_NAME(_view_detach)
CUCORE_API CUCORE_NODISCARD CUCORE_TAKES_GIL cucore_status cucore_view_detach(cucore_view *view, cucore_owner *out);

/* cucore_view_attach - make a view own the memory that it borrows: what undoes cucore_view_detach
 *   view   in/out  of cucore_view_detach, or a copy of its struct; or made by hand.  It keeps every field
 *   owner  in/out  of the memory; zeroed.  On error it is as it was
 *   -> OK | INVALID_ARGUMENT (NULL; a view without an array, or one that owns memory already).  source: rules B126
 *   any thread; no driver call */
#define cucore_view_attach CUCORE_NAME(_view_attach)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_attach(cucore_view *view, cucore_owner *owner);

/* cucore_owner_release - release the memory and zero the owner
 *   owner  in/out  NULL and an empty one are fine
 *   any thread; takes the GIL by itself if the owner needs it; in a process whose interpreter is gone or going the
 *   memory leaks */
#define cucore_owner_release CUCORE_NAME(_owner_release)
CUCORE_API CUCORE_TAKES_GIL void cucore_owner_release(cucore_owner *owner);

/* cucore_views_begin_access - make `consumer` wait for the pending work of the producers on the data
 *   views     in/out  count views.  Each stream of a producer is waited for once
 *   consumer  in      your stream.  A default stream (NULL, 1, 2) is the one of the device that the data are on,
 *                     whichever device is current; if the views are on several devices, the default streams of all
 *                     these devices wait for the producers, and for each other.  To work on another device than the
 *                     data are on, pass the handle of a stream.  CUCORE_STREAM_HOST: the call blocks until the data are
 *                     complete; CUCORE_STREAM_NO_SYNC: no effect
 *   -> OK (also if no work is pending) | NO_DRIVER | DRIVER | CAPTURE, of the first view that fails | INVALID_ARGUMENT
 *      (views is NULL, or contains a copy of another view, or a view that is neither sound nor zeroed; a device_id that
 *      does not exist)
 *   cucore_py_view and cucore_py_args do this for you.  The call may block: release the GIL around it.
 *   source: rules 3.3, B118, C10 to C12, X8 */
#define cucore_views_begin_access CUCORE_NAME(_views_begin_access)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_views_begin_access(cucore_view *views, size_t count,
                                                                                  CUstream consumer);

/* cucore_views_end_access - make the producers wait for your work, once it is enqueued
 *   views     in/out  still alive: call this before cucore_view_release
 *   consumer  in      the stream that your work is on, as above; CUCORE_STREAM_HOST and CUCORE_STREAM_NO_SYNC: no
 *                     effect
 *   If the stream of a producer is known, it waits for `consumer` by an event.  Else (DLPack, except of CuPy,
 *   torch and cucore.Array; an interface without `stream`)
 *     the owner     is kept when the view is released, until an event on `consumer` is done, so that a pool does not
 *                   hand the memory out while your work uses it.  A later call releases it: cucore_views_end_access and
 *                   cucore_py_args_release ask whether the oldest work is done; cucore_py_args_release, and the release
 *                   of a view whose owner is kept, release what may be released; cucore_trim waits for all.  At most
 *                   CUCORE_KEPT_MAX ends of access and about CUCORE_KEPT_BYTES are kept: beyond that the host waits for
 *                   the oldest.  A thread of its interpreter releases what belongs to Python.  What is kept when the
 *                   interpreter or the process ends is not released, and the driver is not called then
 *     the producer  is taken to work on the legacy default stream of the device, or on a stream that synchronises with
 *                   it: the legacy stream waits for `consumer`, unless the array is immutable (JAX).  For a producer
 *                   that changes arrays on a non-blocking stream that it does not name, call cucore_stream_synchronize
 *     the host      waits only for a view without an owner (a borrowed DLTensor), wrapped memory of yours, memory that
 *                   the CPU can reach, a legacy stream beside a capture, and if no event can be made
 *   While `consumer` is captured no work of an access runs: the host does not wait.  The owner of a view whose producer
 *   is not known lives as long as the graph (drivers of CUDA 11.3 and newer); the caller keeps all other memory that
 *   the graph uses.  Host memory needs no order.
 *   Call it whenever work on the views may have been enqueued, also if a later step failed.  With CUCORE_DEBUG the
 *   release of a view of device memory is refused if its access was begun on a stream but not ended: the view is left
 *   as it is, the last error and a line on stderr report it.
 *   -> as above, and OUT_OF_MEMORY for a note during a capture; the call goes on after a view that fails.  It may
 *      block: release the GIL around it.
 *   source: rules B107, B108, C6, C10, D34 */
#define cucore_views_end_access CUCORE_NAME(_views_end_access)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_views_end_access(cucore_view *views, size_t count,
                                                                                CUstream consumer);

/* cucore_view_set_producer_stream - record that work on the data is pending on `stream` from now on
 *   view    in/out  of memory that you own; has_producer_stream, producer_stream and producer_context are set
 *   stream  in      a default stream is the one of the device of the data, as in cucore_views_begin_access, in the
 *                   context that it has now.  CUCORE_STREAM_HOST, CUCORE_STREAM_NO_SYNC: no work is pending
 *   -> OK | INVALID_ARGUMENT (NULL; a device_id that does not exist) | NO_DRIVER | DRIVER; on error the view is as it
 *      was
 *   Host memory has no pending work.  A handle needs no driver call.  Any thread.  source: rules B118 */
#define cucore_view_set_producer_stream CUCORE_NAME(_view_set_producer_stream)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_set_producer_stream(cucore_view *view, CUstream stream);

/* cucore_view_format - one readable line: "float32 (23, 4) strides (4, 1) on cuda:0, writable, dlpack, 0x7f..."
 *   text, size  out  as snprintf
 *   -> characters that the whole line needs, without the NUL.  The text of a view without an array, or with an
 *      impossible ndim, is "no view", with the ndim */
#define cucore_view_format CUCORE_NAME(_view_format)
CUCORE_API size_t cucore_view_format(const cucore_view *view, char *text, size_t size);

/* cucore_view_overlap - report whether two views share memory, as cucore_layout_overlap of layouts and addresses
 *   -> OK | INVALID_ARGUMENT (NULL; a view that is not sound) | OVERFLOW */
#define cucore_view_overlap CUCORE_NAME(_view_overlap)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_overlap(const cucore_view *a, const cucore_view *b,
                                                              cucore_overlap *out);

/* cucore_view_is_aligned - return 1 if C code may read the elements in place
 *   A view is aligned if NumPy's `flags.aligned` would be true: ptr is a multiple of the alignment that the C type of
 *   the elements has here; of one component for complex numbers and vectors, 1 for packed, padded, opaque and
 *   structured elements.  Strides are whole elements, so that all elements are aligned as the first is.  An empty view
 *   is aligned, and so is a view of another device: its library cares for alignment.
 *   -> 1 or 0 (0 for NULL, and for an impossible ndim).  A double that is not aligned is undefined behaviour in C, and
 *      a fault in a kernel: memcpy it.
 *   any thread; no driver call.  source: rules B100, NPY_ARRAY_ALIGNED */
#define cucore_view_is_aligned CUCORE_NAME(_view_is_aligned)
CUCORE_API int cucore_view_is_aligned(const cucore_view *view);

/* cucore_protocol_name - "buffer", "dlpack", "dlpack-versioned", ... for CUCORE_PROTOCOL_... */
#define cucore_protocol_name CUCORE_NAME(_protocol_name)
CUCORE_API const char *cucore_protocol_name(cucore_protocol protocol);

/* ------------ >>check -- */
/* core/check.h: what a function requires of an argument. */
/* The flags of a cucore_arg are uint64_t, combined with |; 0, also called CUCORE_READ, is an array to read.  X(name,
 * bit) makes CUCORE_name, which is not for #if.  A flag with [all] is about several arguments: cucore_py_args and
 * cucore_views_check compare them; a function for one array refuses it.  A flag with [py] is about objects of Python:
 * all functions of C refuse it.  A bit without a flag is refused.  The status is INVALID_ARGUMENT. */
/* clang-format off */
#define CUCORE_ARG_FLAG_LIST(X) \
    /* What the array must be; another one is refused with the status in brackets. */ \
    X(WRITE,                 0) /* known to be writable (READONLY), and not a copy of the array (UNSUPPORTED) */ \
    X(C_CONTIGUOUS,          1) /* dense in C order (WRONG_LAYOUT) */ \
    X(F_CONTIGUOUS,          2) /* dense in Fortran order (WRONG_LAYOUT) */ \
    X(CONTIGUOUS,            3) /* dense in C or in Fortran order (WRONG_LAYOUT) */ \
    X(UNIQUE,               36) /* no axis repeats elements: cucore_layout_is_unique (WRONG_LAYOUT) */ \
    X(NO_OVERLAP,           37) /* [all] shares no memory with another argument of the call (WRONG_LAYOUT) */ \
    X(NO_PARTIAL_OVERLAP,   38) /* [all] the same, except with an argument of the very same elements */ \
    X(HOST_ACCESSIBLE,       4) /* the CPU can read it (WRONG_DEVICE) */ \
    X(DEVICE_ACCESSIBLE,     5) /* a CUDA kernel can read it (WRONG_DEVICE) */ \
    X(ON_DEVICE_ID,          6) /* in memory of the device cucore_arg.device_id (WRONG_DEVICE) */ \
    X(SAME_DEVICE,          20) /* [all] on the device of the first argument in device memory (WRONG_DEVICE) */ \
    X(NEVER_COPY,           14) /* the memory of the producer, not a copy of it (UNSUPPORTED) */ \
    /* How it is taken: what is accepted beyond the usual, how far the producer is trusted, which protocol is used. */ \
    X(OPTIONAL,             19) /* None and NULL are accepted: the view is all zero, its dtype.lanes 0 */ \
    X(ALLOW_UNALIGNED,      12) /* memory that is not aligned: cucore_view_is_aligned */ \
    X(ALLOW_LANES,           8) /* vector elements (lanes > 1), float4_e2m1fn_x2 among them */ \
    X(ALLOW_OPAQUE,         33) /* elements without a dtype: dates, text, long double, structs with pointers */ \
    X(ALLOW_OTHER_DEVICES,  32) /* DLPack: devices that neither the CPU nor CUDA can reach */ \
    X(ALLOW_GRAD,           17) /* [py] tensors that require grad: the caller handles gradients */ \
    X(ALLOW_NEGATIVE_BIT,   18) /* [py] torch's negative bit is not asked for: no tensor may have it */ \
    X(ALLOW_UNPROVEN_WRITE,  7) /* legacy DLPack tensors count as writable (rules B90) */ \
    X(STREAM_0_IS_LEGACY,   10) /* the illegal `stream: 0` of a CUDA Array Interface counts as 1 */ \
    X(TRUST_PRODUCER,        9) /* the driver is not asked about device pointers; needs no driver */ \
    X(KEEP_VERSION,         21) /* [py] with WRITE: the version of a torch or Paddle tensor is not counted up */ \
    X(BORROW,               16) /* [py] the view serves this one call, and may hold no reference */ \
    X(KEEP_CAPSULE,         35) /* [py] the view holds the capsule of __dlpack__, not the tensor in it */ \
    X(BY_EXCHANGE,          24) /* [py] the C exchange table of the type; without a BY_ flag all five */ \
    X(BY_DLPACK,            25) /* [py] __dlpack__, capsules */ \
    X(BY_CAI,               26) /* [py] __cuda_array_interface__ */ \
    X(BY_PEP3118,           27) /* [py] the buffer protocol */ \
    X(BY_ARRAY_INTERFACE,   28) /* [py] __array_interface__ */ \
    /* What may be made of it, if it does not fit: a copy in fresh memory that does. */ \
    X(MAKE_C_CONTIGUOUS,    40) /* dense in C order; without cucore_python.h as C_CONTIGUOUS */ \
    X(MAKE_F_CONTIGUOUS,    41) /* dense in Fortran order; without cucore_python.h as F_CONTIGUOUS */ \
    X(MAKE_ALIGNED,         42) /* in aligned memory, also with ALLOW_UNALIGNED; without cucore_python.h it must be */ \
    X(CAST,                 43) /* [py] of the first dtype in `dtypes` that NumPy's rule same_kind allows */ \
    X(FROM_ANYTHING,        44) /* [py] an object without a protocol (list, scalar) by numpy.asarray */
/* clang-format on */

/* More about some of them:
 *     HOST_ACCESSIBLE       Without CUCORE_DEVICE_ACCESSIBLE the data are complete when the function returns, as with
 *                           CUCORE_STREAM_HOST.
 *     NO_OVERLAP            The call is one cucore_py_args or cucore_views_check.  NO_PARTIAL_OVERLAP allows an
 *                           argument with the same address, shape and strides, as for work in place.
 *     NEVER_COPY            __dlpack__ is asked for copy=False, and a tensor that is marked as a copy is refused.  A
 *                           legacy tensor has no marks: a producer that gives one, and does not know the keyword
 *                           `copy`, is believed to share its memory (rules D23).  The other protocols never copy.
 *     ALLOW_OPAQUE          Elements without a dtype get CUCORE_CODE_OPAQUE, structs with pointers
 *                           CUCORE_CODE_STRUCTURED; pep3118_format or descr keep the producer's format.  From DLPack
 *                           opaque handles, unknown codes and unknown widths are accepted, if an element has whole
 *                           bytes.  A number of foreign byte order is opaque, with byte_swapped: code that looks only
 *                           at dtypes would read its bytes as a native number.  Without the flag all of them are
 *                           WRONG_DTYPE.  Python objects always are.
 *     ALLOW_OTHER_DEVICES   The devices are ROCm, oneAPI, Metal and unknown numbers; without the flag they are
 *                           UNSUPPORTED.  See Others in the >>manual of cucore_dlpack.h and of cucore_python.h.
 *     ALLOW_NEGATIVE_BIT    A tensor of torch with the bit (x.conj().imag) has the wrong signs in memory.  The question
 *                           takes 60 ns for each tensor of floats or complex numbers (rules B110).
 *     ALLOW_UNPROVEN_WRITE  A legacy tensor cannot report whether it may be written.  The tensors of JAX and TensorFlow
 *                           must not be.
 *     KEEP_VERSION          Autograd compares the version of a tensor that it has saved: without the count a gradient
 *                           that needs the old elements is wrong, without an error (rules B123).  The count takes
 *                           about 140 ns; code that is never near autograd leaves it out.
 *     KEEP_CAPSULE          It is for producers that return the same capsule again.  If another consumer takes the
 *                           tensor out of the capsule, the view shows memory that may be freed.
 *     MAKE_..., CAST        The copy is made in memory of the same device, on the stream of the call.  With
 *                           CUCORE_WRITE cucore_py_args_release and cucore_py_return copy it back.  See Fitting in the
 *                           >>manual of cucore_python.h; needs cucore_copy.h, CAST cucore_cast.h.
 *     CAST                  It converts bool to any kind, uint to int, both to float and complex, float to complex, and
 *                           any size of a kind to any other; with CUCORE_WRITE also back, so that both kinds must be
 *                           the same.  The dtypes are those of cucore_cast.h; others are WRONG_DTYPE.  Numbers of fewer
 *                           than 8 bits get a byte each (padded), numbers of foreign byte order become native.
 *     FROM_ANYTHING         It also converts an object whose only way is __array__.  It is refused together with
 *                           CUCORE_WRITE. */

/* Until 0.4: what 0.2 had in another header, and what went, works where it can; gcc and clang warn where it is used.
 * CUCORE_NO_COMPAT leaves it out.  The first two are empty unless an implementation lacks what their flags need. */
#define CUCORE_SAYS_CAST
#define CUCORE_SAYS_FIT
#if defined(__GNUC__) || defined(__clang__)
#define CUCORE_SAYS_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define CUCORE_SAYS(words) CUCORE_SAYS_PRAGMA(GCC warning words)
#else
#define CUCORE_SAYS(words)
#endif /* until 0.4 */

/* The flags by name.  A line that is forgotten here, or in the table, does not compile. */
#define CUCORE__ARG_BIT(name, bit) CUCORE__BIT_##name = (bit),
enum { CUCORE_ARG_FLAG_LIST(CUCORE__ARG_BIT) };
#undef CUCORE__ARG_BIT
#define CUCORE_READ UINT64_C(0)
#define CUCORE_WRITE (UINT64_C(1) << CUCORE__BIT_WRITE)
#define CUCORE_C_CONTIGUOUS (UINT64_C(1) << CUCORE__BIT_C_CONTIGUOUS)
#define CUCORE_F_CONTIGUOUS (UINT64_C(1) << CUCORE__BIT_F_CONTIGUOUS)
#define CUCORE_CONTIGUOUS (UINT64_C(1) << CUCORE__BIT_CONTIGUOUS)
#define CUCORE_UNIQUE (UINT64_C(1) << CUCORE__BIT_UNIQUE)
#define CUCORE_NO_OVERLAP (UINT64_C(1) << CUCORE__BIT_NO_OVERLAP)
#define CUCORE_NO_PARTIAL_OVERLAP (UINT64_C(1) << CUCORE__BIT_NO_PARTIAL_OVERLAP)
#define CUCORE_HOST_ACCESSIBLE (UINT64_C(1) << CUCORE__BIT_HOST_ACCESSIBLE)
#define CUCORE_DEVICE_ACCESSIBLE (UINT64_C(1) << CUCORE__BIT_DEVICE_ACCESSIBLE)
#define CUCORE_ON_DEVICE_ID (UINT64_C(1) << CUCORE__BIT_ON_DEVICE_ID)
#define CUCORE_SAME_DEVICE (UINT64_C(1) << CUCORE__BIT_SAME_DEVICE)
#define CUCORE_NEVER_COPY (UINT64_C(1) << CUCORE__BIT_NEVER_COPY)
#define CUCORE_OPTIONAL (UINT64_C(1) << CUCORE__BIT_OPTIONAL)
#define CUCORE_ALLOW_UNALIGNED (UINT64_C(1) << CUCORE__BIT_ALLOW_UNALIGNED)
#define CUCORE_ALLOW_LANES (UINT64_C(1) << CUCORE__BIT_ALLOW_LANES)
#define CUCORE_ALLOW_OPAQUE (UINT64_C(1) << CUCORE__BIT_ALLOW_OPAQUE)
#define CUCORE_ALLOW_OTHER_DEVICES (UINT64_C(1) << CUCORE__BIT_ALLOW_OTHER_DEVICES)
#define CUCORE_ALLOW_GRAD (UINT64_C(1) << CUCORE__BIT_ALLOW_GRAD)
#define CUCORE_ALLOW_NEGATIVE_BIT (UINT64_C(1) << CUCORE__BIT_ALLOW_NEGATIVE_BIT)
#define CUCORE_ALLOW_UNPROVEN_WRITE (UINT64_C(1) << CUCORE__BIT_ALLOW_UNPROVEN_WRITE)
#define CUCORE_STREAM_0_IS_LEGACY (UINT64_C(1) << CUCORE__BIT_STREAM_0_IS_LEGACY)
#define CUCORE_TRUST_PRODUCER (UINT64_C(1) << CUCORE__BIT_TRUST_PRODUCER)
#define CUCORE_KEEP_VERSION (UINT64_C(1) << CUCORE__BIT_KEEP_VERSION)
#define CUCORE_BORROW (UINT64_C(1) << CUCORE__BIT_BORROW)
#define CUCORE_KEEP_CAPSULE (UINT64_C(1) << CUCORE__BIT_KEEP_CAPSULE)
#define CUCORE_BY_EXCHANGE (UINT64_C(1) << CUCORE__BIT_BY_EXCHANGE)
#define CUCORE_BY_DLPACK (UINT64_C(1) << CUCORE__BIT_BY_DLPACK)
#define CUCORE_BY_CAI (UINT64_C(1) << CUCORE__BIT_BY_CAI)
#define CUCORE_BY_PEP3118 (UINT64_C(1) << CUCORE__BIT_BY_PEP3118)
#define CUCORE_BY_ARRAY_INTERFACE (UINT64_C(1) << CUCORE__BIT_BY_ARRAY_INTERFACE)
#define CUCORE_MAKE_C_CONTIGUOUS (CUCORE_SAYS_FIT UINT64_C(1) << CUCORE__BIT_MAKE_C_CONTIGUOUS)
#define CUCORE_MAKE_F_CONTIGUOUS (CUCORE_SAYS_FIT UINT64_C(1) << CUCORE__BIT_MAKE_F_CONTIGUOUS)
#define CUCORE_MAKE_ALIGNED (CUCORE_SAYS_FIT UINT64_C(1) << CUCORE__BIT_MAKE_ALIGNED)
#define CUCORE_CAST (CUCORE_SAYS_FIT CUCORE_SAYS_CAST UINT64_C(1) << CUCORE__BIT_CAST)
#define CUCORE_FROM_ANYTHING (UINT64_C(1) << CUCORE__BIT_FROM_ANYTHING)

/* Until 0.4: flags that went.  Intakes refuse ALWAYS_COPY, whose bit has no meaning; the others have no effect. */
#if !defined(CUCORE_NO_COMPAT)
#define CUCORE_VERIFY_POINTER \
    (CUCORE_SAYS("CUCORE_VERIFY_POINTER has no effect: define CUCORE_NO_TYPE_MEMORY instead") UINT64_C(0))
#define CUCORE_ALWAYS_COPY \
    (CUCORE_SAYS("CUCORE_ALWAYS_COPY is refused: copy with cucore_py_copy instead") UINT64_C(1) << 13)
#define CUCORE_ALLOW_OBJECTS \
    (CUCORE_SAYS("CUCORE_ALLOW_OBJECTS has no effect: elements that are Python objects are refused") UINT64_C(0))
#define CUCORE_HOLD_GIL \
    (CUCORE_SAYS("CUCORE_HOLD_GIL has no effect: the GIL is given up while the driver may wait") UINT64_C(0))
#endif /* until 0.4 */

/* What is right for most arguments that results are written to. */
#define CUCORE_OUTPUT (CUCORE_WRITE | CUCORE_SAME_DEVICE | CUCORE_UNIQUE | CUCORE_NO_PARTIAL_OVERLAP)

/* The flags with [all]: a decoder of one array is passed arg.flags & ~CUCORE_TOGETHER. */
#define CUCORE_TOGETHER (CUCORE_SAME_DEVICE | CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP)

struct cucore_py_exceptions; /* cucore_python.h */

/* What a function expects of one argument.  All zero is the usual: an array to read, of any dtype, shape and layout, in
 * aligned memory.  A NULL pointer to it accepts any array, also with lanes and in unaligned memory. */
typedef struct cucore_arg {
    const char *name;   /* as the end user knows it, "x"; NULL: "array" */
    const char *dtypes; /* names of cucore_dtype_from_name separated by spaces, "float32 float64"; "=x": that of the
                           argument x, see cucore_call; NULL: any */
    const char *shape;  /* one item per axis, separated by commas; NULL: any.  "3": that extent; "n": any, but the same
                           wherever the name stands, at most 16 names in a call; "*": any; "..." once: any number of
                           axes; "": 0-d.  Or "=x" alone: the shape of the argument x */
    uint64_t flags;     /* CUCORE_WRITE, CUCORE_C_CONTIGUOUS, CUCORE_DEVICE_ACCESSIBLE, CUCORE_ALLOW_UNALIGNED, ... */
    int device_id;      /* with CUCORE_ON_DEVICE_ID: or CUCORE_DEVICE_CURRENT */
    CUstream producer_stream; /* interfaces, exchange tables: where work is pending when the producer does not say */
    cucore_dtype
        reinterpret; /* interfaces: read void elements ("|V2") as this dtype, of their itemsize; all zero: off */
    const struct cucore_py_exceptions
        *exceptions; /* cucore_python.h: what to raise where the array does not fit; NULL: the usual */
} cucore_arg;

/* CUCORE_ARG - an initialiser, for static tables of arguments: CUCORE_ARG("x", "float32", "n, 3", CUCORE_WRITE) */
#define CUCORE_ARG(name, dtypes, shape, flags) \
    { \
        name, dtypes, shape, flags, 0, NULL, {0, 0, 0, 0}, NULL \
    }

/* What the arguments of one call have in common: the extents that names in shapes were bound to, and the arguments and
 * views themselves.  Zero-initialise it.  "=x" looks for the argument of that name among `args`, before the one whose
 * view is checked; if x was left out (a zeroed view) any dtype and shape fits.  Structured elements of one itemsize
 * count as one dtype.  cucore_py_args and cucore_views_check make it themselves. */
typedef struct cucore_call {
    int count;
    const cucore_arg *args;   /* of the call; NULL: "=x" finds none */
    const cucore_view *views; /* args_count of them: what the arguments are, up to the one that is checked */
    size_t args_count;
    struct {
        const char *name; /* points into a pattern, `length` long */
        size_t length;
        int64_t extent;
        const char *arg; /* the argument that bound it */
    } bound[16];
    struct {
        uint64_t later; /* flags of arguments that cucore_py_args comes back to */
    } private_;
} cucore_call;

/* Until 0.4: the name in 0.2. */
#if !defined(CUCORE_NO_COMPAT)
#define cucore_dims CUCORE_SAYS("cucore_dims is cucore_call now") cucore_call
#endif /* until 0.4 */

/* cucore_view_check - check that a view meets the requirements
 *   view  in      one of call->views, if there is "=x" or a flag with [all]; zeroed: an argument that was left out, for
 *                 CUCORE_OPTIONAL
 *   arg   in      NULL accepts any view
 *   call  in/out  names bound so far; NULL: names are bound within this view only, and there is no other argument.
 *                 With args and views the view is also compared with all before it ([all])
 *   -> OK | INVALID_ARGUMENT (NULL, a view that is not sound, dtypes or a shape pattern that mean nothing, flags)
 *      | WRONG_DTYPE | WRONG_SHAPE | WRONG_LAYOUT | READONLY | WRONG_DEVICE | UNSUPPORTED (a copy), with a message made
 *      for the person who called your function: "x: expected dtype float32 or float64, got int32"
 *   any thread; no driver call, except to look up CUCORE_DEVICE_CURRENT: NO_DRIVER | DRIVER */
#define cucore_view_check CUCORE_NAME(_view_check)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_check(const cucore_view *view, const cucore_arg *arg,
                                                            cucore_call *call);

/* cucore_views_check - check all arguments of a call, one by one as cucore_view_check, and against each other
 *   views, args  in   count of each.  The decoders made the views with an arg without CUCORE_TOGETHER, or with NULL.
 *                     Names in shape patterns, "=x" and the flags with [all] compare them
 *   -> as cucore_view_check, of the first argument that does not fit
 *   any thread; no driver call, except to look up CUCORE_DEVICE_CURRENT */
#define cucore_views_check CUCORE_NAME(_views_check)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_views_check(const cucore_view *views, const cucore_arg *args,
                                                             size_t count);

/* ------------ >>driver -- */
/* core/driver.h: the driver, loaded at first use. */
/* cucore_driver_load - find the driver, resolve its entry points and initialise it; once per process
 *   -> OK | NO_DRIVER (no library, a stub, too old, no device; the error keeps the result, and the answer is final) |
 *      DRIVER (a child that was forked while or after the driver was loaded: CUDA_ERROR_NOT_INITIALIZED; also final)
 *      | OUT_OF_MEMORY (pthread_atfork; the driver was not loaded)
 *   Every function that needs the driver calls it.  The first call blocks for up to seconds: release the GIL.
 *   source: rules T7, T8, T15, B88 */
#define cucore_driver_load CUCORE_NAME(_driver_load)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_driver_load(void);

/* cucore_driver_is_loaded - return 1 if cucore_driver_load has returned, with success or without; never blocks */
#define cucore_driver_is_loaded CUCORE_NAME(_driver_is_loaded)
CUCORE_API int cucore_driver_is_loaded(void);

/* cucore_driver_symbol - get a function of the driver that this library does not wrap by its name: "cuGraphLaunch"
 *   name  in   as in the driver's manual: the version of the function that the cuda.h at hand declares (cuMemAlloc is
 *              cuMemAlloc_v2 there), or without cuda.h the version of CUDA 12.0.  For drivers before CUDA 11.3, and
 *              names that end in _v2 and the like, it is the exact name.  Default streams are the legacy ones: the
 *              variants of --default-stream per-thread are not chosen
 *   out   out  a pointer to the function, to be copied with memcpy into one of its type; valid for ever; untouched on
 *              error
 *   -> OK | UNSUPPORTED (the driver has none of that name, quoted) | INVALID_ARGUMENT (NULL) | NO_DRIVER | DRIVER
 *   The call loads the driver.  The function works in the current context (cucore_context_enter_device), and returns a
 *   CUresult. */
#define cucore_driver_symbol CUCORE_NAME(_driver_symbol)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_driver_symbol(const char *name, void **out);

/* ------------ >>device -- */
/* core/device.h: devices by number. */
/* A device_id is 0..count - 1, the CUdevice of the driver, or one of these: */
#define CUCORE_DEVICE_NONE \
    (-1) /* an answer: host or pinned memory, unknown, no context.  Functions that need a device refuse it */
#define CUCORE_DEVICE_CURRENT (-2) /* the device of the current context, or 0 without one; any function takes it */
#define CUCORE_DEVICE_ANY (-3)     /* any device: only for cucore_stream_from_handle */

/* The description of a device.  It has no empty value: functions only fill it. */
typedef struct cucore_device_info {
    char name[128];         /* "NVIDIA H200" */
    char pci_bus_id[16];    /* "0000:3B:00.0" */
    unsigned char uuid[16]; /* as nvidia-smi prints it after "GPU-" */
    int compute_major;      /* compute capability 9.0: 9 */
    int compute_minor;      /* ... and 0 */
    int multiprocessors;    /* number of them */
    size_t memory_nbytes;   /* of the whole device */
} cucore_device_info;

/* cucore_device_count - count the CUDA devices that this process sees
 *   -> 0 or more | -1: NO_DRIVER | DRIVER (see cucore_last_error) */
#define cucore_device_count CUCORE_NAME(_device_count)
CUCORE_API CUCORE_NODISCARD int64_t cucore_device_count(void);

/* cucore_device_from_pci_bus_id - find the device with an id, "0000:3B:00.0" (domain and function may be missing)
 *   out  out  its device_id; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL) | NO_DRIVER | DRIVER (no such device)
 *   any thread; no context */
#define cucore_device_from_pci_bus_id CUCORE_NAME(_device_from_pci_bus_id)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_from_pci_bus_id(const char *id, int *out);

/* cucore_device_get_info - get name, ids, compute capability and size of a device
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   out      out  untouched on error
 *   -> OK | INVALID_ARGUMENT (device_id, NULL) | NO_DRIVER | DRIVER
 *   creates no context; any thread */
#define cucore_device_get_info CUCORE_NAME(_device_get_info)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_get_info(int device_id, cucore_device_info *out);

/* cucore_device_get_attribute - get any attribute that the driver knows, CU_DEVICE_ATTRIBUTE_... of cuda.h
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   -> as cucore_device_get_info, and DRIVER for an attribute that this driver does not know */
#define cucore_device_get_attribute CUCORE_NAME(_device_get_attribute)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_get_attribute(int device_id, int attribute, int *out);

/* cucore_device_get_memory_info - get the free and the total bytes of a device; makes its primary context
 *   free_nbytes, total_nbytes  out  either may be NULL; untouched on error
 *   -> OK | INVALID_ARGUMENT (device_id) | NO_DRIVER | DRIVER */
#define cucore_device_get_memory_info CUCORE_NAME(_device_get_memory_info)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_get_memory_info(int device_id, size_t *free_nbytes,
                                                                        size_t *total_nbytes);

/* cucore_device_set_current - make the device's primary context current, as cudaSetDevice does
 *   device_id  in  or CUCORE_DEVICE_CURRENT
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER
 *   The only function that changes the current context.  The first call for a device may block. */
#define cucore_device_set_current CUCORE_NAME(_device_set_current)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_device_set_current(int device_id);

/* cucore_device_synchronize - block until all work of a device is done
 *   The work is that of the current context if it is of the device, else of the primary one.
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | OUT_OF_MEMORY.  Blocks: release the GIL.
 *   The call breaks no capture, as cuCtxSynchronize would; captured work does not run.  source: rules 7.4 */
#define cucore_device_synchronize CUCORE_NAME(_device_synchronize)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_device_synchronize(int device_id);

/* cucore_device_get_peer_access - report whether kernels on `device_id` can read the memory of `peer`
 *   out  out  1 or 0 (0 for a device and itself); untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER;  source: rules T14 */
#define cucore_device_get_peer_access CUCORE_NAME(_device_get_peer_access)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_get_peer_access(int device_id, int peer, int *out);

/* cucore_device_enable_peer_access - let kernels on `device_id` use the memory of `peer`
 *   Access is between the primary contexts, and stays for the life of the process.  The answer is OK if it is enabled
 *   already.  Memory of pools has rights of its own.
 *   -> OK | INVALID_ARGUMENT | UNSUPPORTED (no path between the two) | NO_DRIVER | DRIVER */
#define cucore_device_enable_peer_access CUCORE_NAME(_device_enable_peer_access)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_device_enable_peer_access(int device_id, int peer);

/* ------------ >>context -- */
/* core/context.h: primary contexts, and entering a context. */
/* cucore_context_get_primary - get the primary context of a device, retained once per process and never released
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   out      out  untouched on error
 *   -> OK | INVALID_ARGUMENT (device_id) | NO_DRIVER | DRIVER
 *   The first call for a device may block.  source: rules T9, T10 */
#define cucore_context_get_primary CUCORE_NAME(_context_get_primary)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_context_get_primary(int device_id, CUcontext *out);

/* A guard is a visit to a context: enter, act, leave, on one thread.  Leave on every path; all zero is a guard that was
 * left, and leaving it again is harmless. */
typedef struct cucore_context_guard {
    CUcontext private_[2]; /* that was put on the stack of the thread, NULL: none; that was current before */
} cucore_context_guard;

/* cucore_context_enter, cucore_context_leave - make `context` current unless it is; restore the one before
 *   context  in   NULL: keep the current one
 *   guard  out  zeroed on error
 *   -> OK | NO_DRIVER | DRIVER
 *   If the driver twice fails to take the context off the stack, leaving sets the previous context in its place. */
#define cucore_context_enter CUCORE_NAME(_context_enter)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_context_enter(CUcontext context, cucore_context_guard *guard);
#define cucore_context_leave CUCORE_NAME(_context_leave)
CUCORE_API void cucore_context_leave(cucore_context_guard *guard);

/* cucore_context_enter_device - enter a context of a device
 *   The context is the current one if it is of the device, whoever made it, primary or not; else the primary one.
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   guard    out  zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER;  source: rules T9 */
#define cucore_context_enter_device CUCORE_NAME(_context_enter_device)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_context_enter_device(int device_id, cucore_context_guard *guard);

/* cucore_context_get_current - get the current context of this thread, whichever library made it
 *   context    out  NULL if there is none
 *   device_id  out  its device, CUCORE_DEVICE_NONE if there is none
 *   Either may be NULL; both are untouched on error.
 *   -> OK | INVALID_ARGUMENT (both are NULL) | NO_DRIVER | DRIVER (a context that was destroyed) */
#define cucore_context_get_current CUCORE_NAME(_context_get_current)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_context_get_current(CUcontext *context, int *device_id);

/* ------------ >>pointer -- */
/* core/pointer.h: what the driver knows of an address. */
/* The driver's description of an address.  It has no empty value: functions only fill it. */
typedef struct cucore_pointer_info {
    int device_type;   /* CUCORE_DEVICE_TYPE_CPU (unknown to the driver), _CUDA, _CUDA_HOST, _CUDA_MANAGED */
    int device_id;     /* CUCORE_DEVICE_NONE for memory of the CPU; for pinned memory the device that it was made on */
    CUcontext context; /* of the allocation; NULL for stream-ordered and virtual memory: use the primary context */
} cucore_pointer_info;

/* cucore_pointer_get_info - ask the driver about an address
 *   ptr  in   any address; never dereferenced
 *   out  out  untouched on error
 *   -> OK (also for ordinary host memory) | NO_DRIVER | DRIVER
 *   needs no current context; any thread; does not block.  source: rules T11, B56, B58, B59 */
#define cucore_pointer_get_info CUCORE_NAME(_pointer_get_info)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_pointer_get_info(const void *ptr, cucore_pointer_info *out);

/* cucore_pointer_get_range - find the allocation that an address lies in
 *   base, nbytes  out  either may be NULL; untouched on error
 *   -> OK | WRONG_DEVICE (memory that the driver does not know) | UNSUPPORTED (the driver does not report where it
 *      begins: pools of pinned memory, driver 580) | NO_DRIVER | DRIVER
 *   needs no current context; any thread */
#define cucore_pointer_get_range CUCORE_NAME(_pointer_get_range)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_pointer_get_range(const void *ptr, void **base, size_t *nbytes);

/* ------------ >>stream -- */
/* core/stream.h: streams, the order between them, captures. */
#if defined(__cplusplus)
#define CUCORE_STREAM_LEGACY (reinterpret_cast<CUstream>(intptr_t(1)))
#define CUCORE_STREAM_PER_THREAD (reinterpret_cast<CUstream>(intptr_t(2)))
#define CUCORE_STREAM_NO_SYNC (reinterpret_cast<CUstream>(intptr_t(-1)))
#define CUCORE_STREAM_HOST (reinterpret_cast<CUstream>(intptr_t(-2)))
#else
#define CUCORE_STREAM_LEGACY ((CUstream)(intptr_t)1)     /* the legacy default stream: CU_STREAM_LEGACY of cuda.h */
#define CUCORE_STREAM_PER_THREAD ((CUstream)(intptr_t)2) /* the default stream of each thread: CU_STREAM_PER_THREAD */
#define CUCORE_STREAM_NO_SYNC ((CUstream)(intptr_t)-1)   /* no stream is ordered: the caller has done it */
#define CUCORE_STREAM_HOST ((CUstream)(intptr_t)-2)      /* the CPU is the consumer: wait until the data are complete */
#endif

/* cucore__stream_normalize - NULL becomes CUCORE_STREAM_LEGACY (1), everything else stays (rules 0.2) */
static inline CUstream cucore__stream_normalize(CUstream stream)
{
    return stream ? stream : CUCORE_STREAM_LEGACY;
}

/* cucore_stream_wait - make `consumer` wait for all work that is on `producer` now
 *   Default streams (NULL, 1, 2) are the ones of the current context, or without one of device 0's primary context.
 *   -> OK | INVALID_ARGUMENT (a CUCORE_STREAM_... value) | NO_DRIVER | DRIVER | CAPTURE (one of them is captured and
 *      the other is not in the same capture; no work was enqueued)
 *   The call uses one event of a small pool per context, does not wait on the host, and works across contexts and
 *   devices.  A handle that is no stream is undefined behaviour in the driver.  source: rules C12, T12, T13, T16 */
#define cucore_stream_wait CUCORE_NAME(_stream_wait)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_wait(CUstream consumer, CUstream producer);

/* cucore_stream_synchronize - block until all work that is on `stream` now is done
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (the stream is captured; the driver was not called).  The
 *      call blocks: release the GIL.  For the legacy stream beside the capture of a blocking stream it waits for all
 *      work of the context. */
#define cucore_stream_synchronize CUCORE_NAME(_stream_synchronize)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_stream_synchronize(CUstream stream);

/* A stream with its device and context.  Functions take the handle: stream.handle, or the handle of any other library.
 * All zero is no stream, and its release has no effect. */
typedef struct cucore_stream {
    CUstream handle;   /* NULL: nothing here */
    CUcontext context; /* that it lives in */
    int32_t device_id;
    int32_t owned; /* 1: cucore_stream_release destroys it */
} cucore_stream;

/* Options of a new stream.  All zero: it does not synchronise with the legacy default stream, and has normal
 * priority. */
typedef struct cucore_stream_options {
    int blocking; /* 1: synchronises with the legacy default stream; 0: does not */
    int priority; /* 0 normal, -1, -2, ... higher; beyond the highest that the device has: the highest.  Not positive */
} cucore_stream_options;

/* cucore_stream_create - create a stream, in the context that cucore_context_enter_device would enter
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   options  in   NULL: all zero
 *   out      out  owns the stream: cucore_stream_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT (device_id, a value of the options, out) | NO_DRIVER | DRIVER */
#define cucore_stream_create CUCORE_NAME(_stream_create)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_create(int device_id, const cucore_stream_options *options,
                                                               cucore_stream *out);

/* cucore_stream_from_handle - borrow a stream of other code
 *   handle     in   NULL, 1 and 2 are default streams of the device, or with CUCORE_DEVICE_ANY of the current context
 *                   (see Streams in >>manual); keep any other stream alive
 *   device_id  in   the device that it must be on; CUCORE_DEVICE_ANY: any, see out->device_id
 *   out        out  with its device and context; zeroed on error
 *   -> OK | WRONG_DEVICE | INVALID_ARGUMENT (a CUCORE_STREAM_... value, device_id) | NO_DRIVER | DRIVER
 *   A handle that is no stream, or no longer one, is an error of the caller: the driver may crash.  source: rules
 *   T12 */
#define cucore_stream_from_handle CUCORE_NAME(_stream_from_handle)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_from_handle(CUstream handle, int device_id, cucore_stream *out);

/* cucore_stream_release - destroy an owned stream, or forget a borrowed one; work that is on it still completes
 *   stream  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still owned: call again) */
#define cucore_stream_release CUCORE_NAME(_stream_release)
CUCORE_API cucore_status cucore_stream_release(cucore_stream *stream);

/* cucore_stream_query - report whether all work on a stream is done
 *   out  out  1 or 0; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (the driver was not called, which would break the
 *      capture) */
#define cucore_stream_query CUCORE_NAME(_stream_query)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_query(CUstream stream, int *out);

/* cucore_stream_wait_event - make later work on `stream` wait for an event; one that was never recorded has no effect
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (event and stream are not in one capture: the driver does
 *      not tell before, so that a capture of `stream` is broken)
 *   works across contexts and devices.  source: rules T13, 7.4 */
#define cucore_stream_wait_event CUCORE_NAME(_stream_wait_event)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_wait_event(CUstream stream, CUevent event);

/* cucore_stream_launch_host_function - call function(user_data) after earlier work on the stream
 *   function  in  is called on a thread of the driver; must not call CUDA, take the GIL or wait for a thread that does
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE;  source: rules T3 */
#define cucore_stream_launch_host_function CUCORE_NAME(_stream_launch_host_function)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_launch_host_function(CUstream stream, CUhostFn function,
                                                                             void *user_data);

/* The state of a stream in captures into graphs.  All zero: there is no capture. */
typedef struct cucore_capture_info {
    int capturing;   /* 1 also for the legacy stream while a blocking stream of its context is captured */
    int invalidated; /* the capture is broken; cuStreamEndCapture ends it */
    uint64_t id;     /* equal for streams of one capture; 0 if there is none or it is broken */
} cucore_capture_info;

/* cucore_stream_get_capture_info - report whether a stream is captured
 *   out  out  untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER.  The call breaks no capture.  source: rules T16 */
#define cucore_stream_get_capture_info CUCORE_NAME(_stream_get_capture_info)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_stream_get_capture_info(CUstream stream, cucore_capture_info *out);

/* ------------ >>event -- */
/* core/event.h: events. */
/* An event with its device and context.  Functions take the handle: event.handle, or the handle of any other library.
 * All zero is no event, and its release has no effect. */
typedef struct cucore_event {
    CUevent handle;    /* NULL: nothing here */
    CUcontext context; /* that it lives in */
    int32_t device_id;
} cucore_event;

/* cucore_event_create - create an event, in the context that cucore_context_enter_device would enter
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   flags    in   0: CU_EVENT_DEFAULT, measures time; 2: CU_EVENT_DISABLE_TIMING, cheaper; 1: CU_EVENT_BLOCKING_SYNC;
 *                 ...
 *   out      out  owns the event: cucore_event_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER */
#define cucore_event_create CUCORE_NAME(_event_create)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_create(int device_id, unsigned flags, cucore_event *out);

/* cucore_event_release - destroy an event of cucore_event_create; streams that wait for it still do
 *   event  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still there: call again) */
#define cucore_event_release CUCORE_NAME(_event_release)
CUCORE_API cucore_status cucore_event_release(cucore_event *event);

/* cucore_event_record - record all work that is on `stream` now in an event
 *   stream  in  a stream of the event's context; default streams are the ones of the current context, or without one of
 *               device 0
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (400: another context) | CAPTURE;  source: rules T13 */
#define cucore_event_record CUCORE_NAME(_event_record)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_record(CUevent event, CUstream stream);

/* cucore_event_query - report whether the recorded work is done; without a record it is
 *   out  out  1 or 0; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (the event was recorded in a capture, which the call
 *      breaks: the driver does not tell before) */
#define cucore_event_query CUCORE_NAME(_event_query)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_query(CUevent event, int *out);

/* cucore_event_synchronize - block until the recorded work is done
 *   -> as cucore_event_query.  Release the GIL. */
#define cucore_event_synchronize CUCORE_NAME(_event_synchronize)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_event_synchronize(CUevent event);

/* cucore_event_get_elapsed - measure the time between two events
 *   milliseconds  out  with a resolution of about half a microsecond; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (600: not both done; 400: not both recorded, or without timing) */
#define cucore_event_get_elapsed CUCORE_NAME(_event_get_elapsed)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_event_get_elapsed(CUevent start, CUevent stop, float *milliseconds);

#if !defined(CUCORE_NO_BUFFERS)
/* ------------ >>memory -- */
/* core/memory.h: memory resources. */
/* A resource is where memory comes from.  It is counted: the code that makes it releases it, and each of its buffers
 * holds a reference, so that it may be released before its buffers.  NULL as an argument is the default pool of the
 * device. */
typedef struct cucore_memory_resource cucore_memory_resource;

/* The resources of cuda.core, with its names. */
typedef enum cucore_memory_kind {
    CUCORE_MEMORY_DEFAULT_POOL = 0, /* the device's default pool, which all libraries share: cudaMallocAsync's */
    CUCORE_MEMORY_POOL = 1,         /* DeviceMemoryResource: a pool of its own on the device */
    CUCORE_MEMORY_SYNCHRONOUS = 2,  /* cuMemAlloc: no pool, works with every driver */
    CUCORE_MEMORY_PINNED = 3,       /* LegacyPinnedMemoryResource: cuMemHostAlloc, portable: every device reaches it */
    CUCORE_MEMORY_PINNED_POOL = 4,  /* PinnedMemoryResource: a pool of host memory that every device reaches */
    CUCORE_MEMORY_MANAGED =
        5, /* cuMemAllocManaged: memory that moves between host and device.  More than the device has
                                       free is refused with OUT_OF_MEMORY: the driver would say yes, and thrash */
    CUCORE_MEMORY_MANAGED_POOL = 6, /* ManagedMemoryResource: a pool of managed memory that prefers the device */
    CUCORE_MEMORY_HOST = 7          /* pageable, aligned to 64 bytes; no driver */
} cucore_memory_kind;

/* A place of memory: its type, and a number that only two of the types have. */
typedef enum cucore_location_type {
    CUCORE_LOCATION_NONE = -1,            /* no preferred place, for managed pools; id is 0 */
    CUCORE_LOCATION_USUAL = 0,            /* the place that is usual for the function */
    CUCORE_LOCATION_DEVICE = 1,           /* id is a device_id */
    CUCORE_LOCATION_HOST = 2,             /* on any NUMA node of the host; id is 0 */
    CUCORE_LOCATION_HOST_NUMA = 3,        /* id is the number of a NUMA node of the host */
    CUCORE_LOCATION_HOST_NUMA_CURRENT = 4 /* on the NUMA node of the calling thread; id is 0 */
} cucore_location_type;

/* All zero is CUCORE_LOCATION_USUAL. */
typedef struct cucore_memory_location {
    int32_t type; /* CUCORE_LOCATION_... */
    int32_t id;
} cucore_memory_location;

/* Which pool a resource is of. */
enum {
    CUCORE_POOL_OWN = 0,     /* a new one, which the resource owns */
    CUCORE_POOL_DEFAULT = 1, /* the driver's default pool for the kind of memory and the location */
    CUCORE_POOL_CURRENT = 2  /* the one that was set for them, as by cudaDeviceSetMemPool; else the default pool */
};

/* How other processes may get the memory of a pool; the numbers are those of CUmemAllocationHandleType. */
enum {
    CUCORE_HANDLE_FILE_DESCRIPTOR = 1, /* Linux */
    CUCORE_HANDLE_WIN32 = 2,
    CUCORE_HANDLE_WIN32_KMT = 4,
    CUCORE_HANDLE_FABRIC = 8 /* between the nodes of one NVLink domain */
};

/* Options of pools (POOL, PINNED_POOL, MANAGED_POOL); other kinds refuse a value other than 0.  All zero is the usual.
 *   location      PINNED_POOL: HOST, the usual, or HOST_NUMA.  MANAGED_POOL: what the pool prefers, DEVICE, the usual,
 *                 HOST, HOST_NUMA or NONE.  The id of DEVICE is the device_id of the call
 *   handle_types  0: the memory stays in the process.  The driver has no handles for managed memory, and for pinned
 *                 memory only on HOST_NUMA
 *   which         a pool that is not OWN takes only a location.  Of pinned and managed memory: CUDA 13.0 */
typedef struct cucore_memory_resource_options {
    size_t release_threshold; /* bytes that the pool keeps when streams synchronise; SIZE_MAX: all; 0: none */
    size_t max_nbytes;        /* that the pool may grow to, CUDA 12.2; 0: what the device has */
    cucore_memory_location location;
    uint32_t handle_types; /* CUCORE_HANDLE_..., or'ed */
    int32_t which;         /* CUCORE_POOL_... */
    void *win32_security;  /* LPSECURITYATTRIBUTES for CUCORE_HANDLE_WIN32 */
    void *reserved[2];
} cucore_memory_resource_options;

/* cucore_memory_resource_create - make a resource of memory of one kind
 *   device_id  in   or CUCORE_DEVICE_CURRENT.  For pinned memory it is the device in whose context the memory is made,
 *                   and whose default streams its buffers mean; ignored for CUCORE_MEMORY_HOST
 *   options    in   NULL: all zero
 *   out        out  a reference: cucore_memory_resource_release; NULL on error
 *   -> OK | INVALID_ARGUMENT (kind, device, options) | UNSUPPORTED (the driver makes no such pool: pinned and managed
 *      pools, max_nbytes with an older driver, handle_types, a NUMA node) | OUT_OF_MEMORY | NO_DRIVER (also: older than
 *      CUDA 11.2, for pools) | DRIVER
 *   All devices get access to a pinned pool.  Pools allocate and free in stream order, without blocking.  On a captured
 *   stream their memory becomes part of the graph: it is valid only while the graph runs.  The other kinds may block
 *   when they allocate; before memory is freed they wait for the stream that it was used on last, except with
 *   CUCORE_STREAM_NO_SYNC and for HOST.
 *   Any thread; no context needed.  source: the CUDA driver API, "Stream Ordered Memory Allocator" */
#define cucore_memory_resource_create CUCORE_NAME(_memory_resource_create)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status
cucore_memory_resource_create(cucore_memory_kind kind, int device_id, const cucore_memory_resource_options *options,
                              cucore_memory_resource **out);

/* Your own allocator.  All zero is not valid: both functions are needed.  Both are called for a buffer with the same
 * context current: a context of device_id; if the driver is asked about pointers, the context that is current when the
 * buffer is allocated, or without one the context of device 0 if the stream is a default stream.  A default stream is
 * the one of this context. */
typedef struct cucore_memory_functions {
    /* allocate returns nbytes > 0, aligned for any type, usable on `stream` from now on.  *out is NULL on entry.  On
     * failure return a status, best after cucore_fail: both reach the caller untouched.  In C++ both functions may
     * throw if the implementation is compiled as C++: the call fails with FOREIGN then. */
    cucore_status (*allocate)(void *user_data, size_t nbytes, CUstream stream, void **out);
    /* deallocate takes what allocate gave, with its nbytes; work that is on `stream` now may still use it.  A failure
     * means that the memory is not freed.  Memory of devices and pinned memory is freed without the GIL. */
    cucore_status (*deallocate)(void *user_data, void *ptr, size_t nbytes, CUstream stream);
    int device_type; /* CUCORE_DEVICE_TYPE_... of what it gives; 0: the driver is asked about each pointer, and what it
                      * does not know is memory of the capture if the stream is captured, else host memory */
    int device_id;   /* of device and managed memory; not looked at for others, nor where device_type is 0 */
    void *reserved[2];
} cucore_memory_functions;

/* cucore_memory_resource_from_functions - make a resource of your own allocator
 *   functions  in   copied
 *   user_data  in   kept for the functions
 *   release    in   called once with user_data when the last reference is gone, on any thread; NULL: not called
 *   out        out  a reference: cucore_memory_resource_release; NULL on error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL, reserved, device_type, no device_id) | OUT_OF_MEMORY
 *   Any thread; no driver call. */
#define cucore_memory_resource_from_functions CUCORE_NAME(_memory_resource_from_functions)
CUCORE_API CUCORE_NODISCARD cucore_status
cucore_memory_resource_from_functions(const cucore_memory_functions *functions, void *user_data,
                                      void (*release)(void *user_data), cucore_memory_resource **out);

/* cucore_memory_resource_retain - add a reference; NULL is fine.  Any thread */
#define cucore_memory_resource_retain CUCORE_NAME(_memory_resource_retain)
CUCORE_API void cucore_memory_resource_retain(cucore_memory_resource *resource);

/* cucore_memory_resource_release - drop a reference; the last one releases the pool, or user_data
 *   resource  in  NULL is fine.  Buffers have references of their own: release the resource as soon as you need no more
 *                 buffers
 *   Any thread; a driver that is gone is not called. */
#define cucore_memory_resource_release CUCORE_NAME(_memory_resource_release)
CUCORE_API void cucore_memory_resource_release(cucore_memory_resource *resource);

/* ------------ >>buffer -- */
/* core/buffer.h: memory with an owner, copies of bytes, fills, views of memory. */
/* A buffer is a piece of memory without a type, with the way to release it.  All zero is an empty buffer. */
typedef struct cucore_buffer {
    void *ptr;                 /* raw address; a device address may not be read here; NULL only when nbytes is 0 */
    size_t nbytes;             /* that were asked for */
    CUstream stream;           /* of its last use: where it will be freed.  Default streams are those of its device */
    int32_t device_type;       /* CUCORE_DEVICE_TYPE_... */
    int32_t device_id;         /* CUCORE_DEVICE_NONE for host and pinned memory */
    uint8_t host_accessible;   /* the CPU may read ptr, once ordered */
    uint8_t device_accessible; /* a CUDA kernel may read ptr */
    uint8_t readonly;          /* set it yourself to refuse fills, copies to it and writable views */
    uint8_t reserved[5];
    void *owner;                  /* of wrapped memory; yours */
    void (*release)(void *owner); /* gives owner back; NULL: nothing to do */
    struct {
        CUcontext stream_context;         /* that a default stream is meant in; else NULL */
        CUcontext call_context;           /* that functions of yours are called in; else NULL */
        cucore_memory_resource *resource; /* that it came from, a reference; NULL when wrapped */
        uint64_t capture_id;              /* that it was allocated in; 0: in none */
        int keeps_stream;                 /* 1: `owner` keeps the stream */
    } private_;
} cucore_buffer;

/* cucore_buffer_allocate - allocate memory from a resource
 *   resource  in   a reference is kept until the buffer is released; NULL: the default pool of the current device
 *   nbytes    in   0: a buffer with ptr NULL, without a call of the driver
 *   stream    in   the stream that uses the memory first; a default stream is the one of the resource's device (Streams
 *                  in >>manual of cucore.h)
 *   out       out  owns the memory: cucore_buffer_release; zeroed on error
 *   -> OK | OUT_OF_MEMORY | INVALID_ARGUMENT | NO_DRIVER | DRIVER | CAPTURE (the legacy stream beside the capture of a
 *      blocking stream), or what a foreign allocator returned
 *   The call frees some memory that cucore_buffer_release has kept; if there is no memory, it frees all of that and
 *   tries again.
 *   The call may block, except for a pool: release the GIL */
#define cucore_buffer_allocate CUCORE_NAME(_buffer_allocate)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_buffer_allocate(cucore_memory_resource *resource,
                                                                               size_t nbytes, CUstream stream,
                                                                               cucore_buffer *out);

/* cucore_buffer_from_pointer - wrap memory that other code owns
 *   ptr, nbytes  in   nbytes is not checked (see cucore_pointer_get_range)
 *   owner        in   anything; kept for `release`
 *   release      in   called once with owner by cucore_buffer_release; NULL: borrowed.  `free` fits
 *   out          out  zeroed on error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL with nbytes) | NO_DRIVER | DRIVER
 *   Pending work is not known: set out->stream to the stream that last wrote the memory, else the memory counts as idle
 *   (CUCORE_STREAM_NO_SYNC).  The driver is asked for the kind of memory; for memory of the host use
 *   cucore_view_wrap. */
#define cucore_buffer_from_pointer CUCORE_NAME(_buffer_from_pointer)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_from_pointer(void *ptr, size_t nbytes, void *owner,
                                                                     void (*release)(void *owner), cucore_buffer *out);

/* cucore_buffer_use - prepare the use on another stream: that stream waits for the last one, and becomes the last one
 *   stream  in  CUCORE_STREAM_HOST: the call blocks until the memory is idle; CUCORE_STREAM_NO_SYNC: no stream waits.
 *               Default streams are the ones of the buffer's device, as in cucore_buffer_allocate
 *   -> OK | NO_DRIVER | DRIVER | CAPTURE; on error the buffer is as it was
 *   Copies and fills of buffers call it for you.  The last stream must still exist. */
#define cucore_buffer_use CUCORE_NAME(_buffer_use)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_use(cucore_buffer *buffer, CUstream stream);

/* cucore_buffer_release - free the memory in order of the stream of its last use; wrapped memory: call its `release`
 *   buffer  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER | OUT_OF_MEMORY (for the note of what is kept, see below), or what a foreign allocator returned; on
 *      error the buffer still owns its memory: call again
 *   To free the memory on another stream, call cucore_buffer_use first.
 *   Captures  Memory that cannot be freed without breaking a capture into a graph (its stream is captured; it is the
 *             legacy stream, and a blocking stream of its context is captured) is kept, `owner` as well, and freed
 *             later: by a call that allocates or frees, once it is known that the capture is over; or by cucore_trim.
 *             Memory that was allocated on the stream in the same capture becomes a part of the graph: the graph frees
 *             it at each launch.  Memory that a graph uses must live as long as the graph.  source: rules B106, B117 */
#define cucore_buffer_release CUCORE_NAME(_buffer_release)
CUCORE_API cucore_status cucore_buffer_release(cucore_buffer *buffer);

/* cucore_buffer_copy_from, cucore_buffer_copy_to - copy a part of a buffer from or to other memory
 *   offset, nbytes  in  of the buffer, in bytes; bounds-checked
 *   src, dst        in  host memory, pinned or not, or device memory of any device
 *   stream          in  default streams are those of the buffer's device, as in cucore_buffer_allocate
 *   -> OK | INVALID_ARGUMENT (bounds, NULL, a CUCORE_STREAM_... value) | READONLY | NO_DRIVER | DRIVER | CAPTURE
 *   See cucore_memory_copy. */
#define cucore_buffer_copy_from CUCORE_NAME(_buffer_copy_from)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_copy_from(cucore_buffer *buffer, size_t offset, const void *src,
                                                                  size_t nbytes, CUstream stream);
#define cucore_buffer_copy_to CUCORE_NAME(_buffer_copy_to)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_copy_to(cucore_buffer *buffer, size_t offset, void *dst,
                                                                size_t nbytes, CUstream stream);

/* cucore_buffer_fill - fill the buffer with a pattern of 1, 2 or 4 bytes
 *   value   in  its low bits are the pattern
 *   width   in  bytes of the pattern, a divisor of buffer->nbytes
 *   stream  in  default streams are those of the buffer's device, as in cucore_buffer_allocate
 *   -> OK | INVALID_ARGUMENT (width, value too large, size) | READONLY | UNSUPPORTED (memory that CUDA cannot reach)
 *      | NO_DRIVER | DRIVER | CAPTURE */
#define cucore_buffer_fill CUCORE_NAME(_buffer_fill)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_buffer_fill(cucore_buffer *buffer, uint32_t value, int width,
                                                             CUstream stream);

/* cucore_memory_copy - copy bytes between two addresses of any kind, on a stream
 *   stream  in  a default stream is the one of the device of the current context if dst or src is on it, else of the
 *               device of dst, or of src if dst is host or pinned memory (Streams in >>manual of cucore.h)
 *   The copy is asynchronous, except that pageable host memory (any that the driver does not know) makes the call wait
 *   until the copy is done, in both directions, since the driver only promises that it might be asynchronous.  Such a
 *   copy cannot be captured (CAPTURE, before the capture is broken).  The driver does not know memory that a capture
 *   allocates, not even after its graph has run: cucore_buffer_copy_from, cucore_buffer_copy_to and cucore_buffer_fill
 *   recognise it by the buffer.
 *   -> OK | INVALID_ARGUMENT (NULL, a CUCORE_STREAM_... value) | NO_DRIVER | DRIVER | CAPTURE
 *   May block: release the GIL. */
#define cucore_memory_copy CUCORE_NAME(_memory_copy)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_memory_copy(void *dst, const void *src, size_t nbytes,
                                                                           CUstream stream);

/* cucore_memory_fill - write the pattern of `width` bytes `count` times at `ptr`, which must be aligned to `width`
 *   -> as cucore_buffer_fill.  Default streams are the ones of the device of ptr, as in cucore_memory_copy.  An address
 *      that the driver does not know is ordinary host memory (UNSUPPORTED), unless `stream` is captured: a capture may
 *      allocate it.  source: rules B131 */
#define cucore_memory_fill CUCORE_NAME(_memory_fill)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_memory_fill(void *ptr, uint32_t value, int width, size_t count,
                                                             CUstream stream);

/* cucore_view_from_buffer - view an array in a buffer, which must outlive the view
 *   offset_bytes  in   where element [0, 0, ...] is
 *   dtype         in   of the layout's itemsize
 *   layout        in   every element must lie in the buffer
 *   out           out  borrows; its producer_stream is the buffer's; read-only if the buffer is; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, out of bounds) | WRONG_DTYPE (itemsize) | PROTOCOL, UNSUPPORTED
 *      (cucore_dtype_check) | OVERFLOW
 *   no driver call */
#define cucore_view_from_buffer CUCORE_NAME(_view_from_buffer)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_buffer(const cucore_buffer *buffer, size_t offset_bytes,
                                                                  cucore_dtype dtype, const cucore_layout *layout,
                                                                  cucore_view *out);

/* cucore_view_adopt_buffer - view an array in a buffer, as cucore_view_from_buffer, and own the buffer
 *   buffer  in/out  moved and zeroed; on error released
 *   out     out     releases the buffer; zeroed on error
 *   -> as cucore_view_from_buffer, and OUT_OF_MEMORY */
#define cucore_view_adopt_buffer CUCORE_NAME(_view_adopt_buffer)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_view_adopt_buffer(
    cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype, const cucore_layout *layout, cucore_view *out);

/* cucore_view_as - view the same memory with another start, layout or dtype; `view` must outlive it
 *   offset_bytes  in   from element [0, 0, ...] of `view` to element [0, 0, ...] of `out`, as cucore_layout_slice and
 *                      cucore_layout_repack move it (cucore_layout_offset_bytes); 0: the same
 *   layout        in   NULL: the same.  Every element must lie between the first and the last byte of `view`
 *   dtype         in   NULL: the same.  Of the layout's itemsize; byte_swapped is 0 then
 *   out           out  borrows from `view`; zeroed on error
 *   -> as cucore_view_from_buffer; UNSUPPORTED also for an offset into memory of another device that is known by a
 *      handle
 *   no driver call */
#define cucore_view_as CUCORE_NAME(_view_as)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_as(const cucore_view *view, int64_t offset_bytes,
                                                         const cucore_layout *layout, const cucore_dtype *dtype,
                                                         cucore_view *out);

/* cucore_view_check_range - check that a view lies inside its allocation, if you do not trust its producer
 *   -> OK (also if it is empty) | PROTOCOL (it does not) | WRONG_DEVICE (the driver does not know the memory: host
 *      memory, another device) | NO_DRIVER | DRIVER | OVERFLOW
 *   needs no current context; any thread */
#define cucore_view_check_range CUCORE_NAME(_view_check_range)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_check_range(const cucore_view *view);

#endif
/* ------------ >>array -- */
/* core/array.h: arrays of a description: allocated or wrapped; sizes and slices of views. */
/* The description of an array without its memory.  All zero is not valid: a dtype and a device_type are needed.  Zero
 * the rest. */
typedef struct cucore_array_spec {
    cucore_dtype dtype; /* elements of fewer than 8 bits are packed */
    int ndim;
    const int64_t *shape;   /* ndim of them; NULL only where ndim is 0 */
    const int64_t *strides; /* ndim of them, in elements; NULL: dense in C order */
    int device_type;        /* CUCORE_DEVICE_TYPE_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED */
    int device_id;          /* of _CUDA and _CUDA_MANAGED; of others it is not looked at: CUCORE_DEVICE_NONE there */
    void *reserved[2];
} cucore_array_spec;

#if !defined(CUCORE_NO_BUFFERS)
/* cucore_view_allocate - allocate an array
 *   spec      in   device_id: or CUCORE_DEVICE_CURRENT, which with a resource means its device.  Strides of 0 and gaps
 *                  are allowed; negative strides are refused
 *   resource  in   a resource of the memory that spec describes; a reference is kept as long as the memory.  NULL: CPU
 *                  memory aligned to 64 bytes, the device's default pool, cuMemHostAlloc, cuMemAllocManaged
 *   stream    in   the stream that uses the memory first, and on which it is freed: the stream must still exist then
 *                  (Python: cucore_py_view_keep_stream).  A default stream is the one of the memory's device (Streams
 *                  in >>manual of cucore.h)
 *   out       out  owns the memory: cucore_view_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT (NULL, shape, strides, no device_id, reserved)
 *      | PROTOCOL, UNSUPPORTED (dtype, device type)
 *      | WRONG_DEVICE (the resource gives other memory) | OVERFLOW | OUT_OF_MEMORY | NO_DRIVER | DRIVER | CAPTURE, or
 *      what a foreign allocator returned
 *   The call may block, except for memory of the CPU or of a pool: release the GIL */
#define cucore_view_allocate CUCORE_NAME(_view_allocate)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_view_allocate(const cucore_array_spec *spec,
                                                                             cucore_memory_resource *resource,
                                                                             CUstream stream, cucore_view *out);
#endif

/* cucore_view_wrap - view your own memory as an array
 *   ptr      in   element [0, 0, ...]; NULL only if the array is empty.  ptr and spec are not checked: the driver is
 *                 not asked
 *   spec     in   device_id: no CUCORE_DEVICE_CURRENT.  Any strides
 *   owner    in   what keeps the memory; kept for `release`
 *   release  in   called once with owner by cucore_view_release, on any thread; NULL: the memory outlives the view.
 *                 `free` fits.  Memory that is passed on (cucore_py_return, cucore_view_move_to_dlmanaged) needs one
 *   out      out  writable, without pending work: use cucore_view_set_producer_stream if there is some; zeroed on
 *                 error, and `release` is then not called
 *   -> OK | INVALID_ARGUMENT (NULL, shape, strides, no device_id, reserved)
 *      | PROTOCOL, UNSUPPORTED (dtype, device type)
 *      | OVERFLOW
 *   Any thread; no driver call. */
#define cucore_view_wrap CUCORE_NAME(_view_wrap)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_wrap(void *ptr, const cucore_array_spec *spec, void *owner,
                                                           void (*release)(void *owner), cucore_view *out);

#if !defined(CUCORE_NO_LAYOUTS)
/* cucore_view_slice - view the part that view[slices] selects, by the rules of NumPy: cucore_layout_slice
 *   slices, count  in   one per axis, for the first axes; count <= ndim
 *   out            out  borrows from `view`, which must outlive it; zeroed on error.  For a slice as a result see
 *                       cucore_py_return
 *   -> OK | INVALID_ARGUMENT (NULL, out is view, a view that is not sound, what cucore_layout_slice refuses) | OVERFLOW
 *      | UNSUPPORTED (packed elements: the part starts inside a byte; the memory is a handle of another device, and the
 *      part does not start where it does)
 *   Any thread; no driver call. */
#define cucore_view_slice CUCORE_NAME(_view_slice)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_slice(const cucore_view *view, const cucore_slice *slices,
                                                            size_t count, cucore_view *out);
#endif

/* cucore_view_size, cucore_view_nbytes - count the elements; the bytes of the elements without gaps
 *   nbytes is that of NumPy; packed elements are whole bytes together.  Only the layout counts, not ptr and dtype.
 *   -> 0 or more | -1: view is NULL, or zeroed, or has an impossible ndim or itemsize (INVALID_ARGUMENT), OVERFLOW */
#define cucore_view_size CUCORE_NAME(_view_size)
CUCORE_API CUCORE_NODISCARD int64_t cucore_view_size(const cucore_view *view);
#define cucore_view_nbytes CUCORE_NAME(_view_nbytes)
CUCORE_API CUCORE_NODISCARD int64_t cucore_view_nbytes(const cucore_view *view);

/* cucore_views_release - release each view by cucore_view_release, the last one first
 *   views  in/out  count views, zeroed; NULL is fine */
#define cucore_views_release CUCORE_NAME(_views_release)
CUCORE_API CUCORE_TAKES_GIL void cucore_views_release(cucore_view *views, size_t count);

/* cucore_trim - release what is kept for later: owners of arrays that work on a stream may still use
 *   (cucore_views_end_access), memory that could not be freed because of captures, and the idle events
 *   that ordering keeps (at most 8 in each of 16 contexts, and one for each end of access that was kept at once)
 *   -> OK (no memory is kept any more) | CAPTURE (a capture is still in the way of some of it) | DRIVER, or what a
 *      foreign allocator returned; of the first memory that could not be freed.  Memory that cannot be freed for
 *      another reason than a capture is given up after three attempts
 *   The function is for leak checkers, and for programs that destroy a context of their own in which work was ordered;
 *   others need not call it.  It waits for the work that keeps owners, and for the work of the contexts of streams that
 *   were captured: release the GIL.  Owners of graphs, and of other interpreters, stay.
 *   Any thread may call it, also beside ordering, and during a capture, which it does not break. */
#define cucore_trim CUCORE_NAME(_trim)
CUCORE_API CUCORE_BLOCKS CUCORE_TAKES_GIL cucore_status cucore_trim(void);

/* Until 0.4: the name in 0.2. */
#if !defined(CUCORE_NO_COMPAT)
#define cucore_event_pool_trim CUCORE_SAYS("cucore_event_pool_trim is cucore_trim now") cucore_trim
#endif /* until 0.4 */

#if !defined(CUCORE_NO_MODULES)
/* ------------ >>module -- */
/* core/module.h: kernels, launches, modules. */
/* The way to launch a kernel.  All zero: there are no blocks, and a launch has no effect. */
typedef struct cucore_launch_config {
    unsigned grid[3];  /* blocks, x y z; at most 2147483647, 65535, 65535.  0 in any axis: no blocks (rules B132) */
    unsigned block[3]; /* threads of a block, x y z; 0 is refused, unless the grid has no blocks in x */
    unsigned shared_nbytes; /* dynamic shared memory of a block */
    unsigned attribute_count;
    const struct CUlaunchAttribute_st *attributes; /* CUlaunchAttributes: clusters, programmatic launches, ...: see
                                                      cuLaunchKernelEx (CUDA 11.6) */
} cucore_launch_config;

/* cucore_launch_config_1d - configure blocks of `block` threads (0 counts as 1) for n elements, one thread each, in x
 *   n  in  0 or less: no blocks.  If a grid has not enough blocks (2147483647) the launch is refused; the number does
 *          not wrap */
static inline cucore_launch_config cucore_launch_config_1d(int64_t n, unsigned block)
{
    cucore_launch_config config = {{0, 1, 1}, {0, 1, 1}, 0, 0, NULL};
    config.block[0] = block ? block : 1;
    if (n > 0) {
        int64_t blocks = (n - 1) / config.block[0] + 1;
        config.grid[0] = blocks < UINT32_MAX ? CUCORE__CAST(unsigned, blocks) : UINT32_MAX;
    }
    return config;
}

/* CUCORE_ARGS(&a, &b) - the arguments of a kernel, in order: the addresses of variables of exactly the types of its
 *   parameters (for a pointer of the device the address of a variable that holds it).  It lives until the end of the
 *   call that it is written in.  For a kernel without parameters pass NULL. */
#if defined(__cplusplus)
extern "C++" {
template <size_t count> struct cucore__args {
    const void *private_[count];
    const void *const *get() const
    {
        return private_;
    }
};
template <typename... Pointers> inline cucore__args<sizeof...(Pointers)> cucore__args_of(Pointers... pointers)
{
    cucore__args<sizeof...(Pointers)> args = {{pointers...}};
    return args;
}
}
#define CUCORE_ARGS(...) (cucore__args_of(__VA_ARGS__).get())
#else
#define CUCORE_ARGS(...) ((const void *const[]){__VA_ARGS__})
#endif

/* The way to make the image of a kernel that has none yet: cucore_kernel.h compiles programs.  It is called in the
 * current context, under the lock of loading; image and name stay until the process ends. */
struct cucore_kernel;
typedef struct cucore__kernel_maker {
    cucore_status (*make)(const struct cucore_kernel *kernel, const void **image, const char **name);
} cucore__kernel_maker;

/* A kernel that is loaded in a context when it is first used there:
 *
 *     static cucore_kernel axpy = CUCORE_KERNEL(ptx, "axpy");
 *     cucore_launch_config config = cucore_launch_config_1d(n, 256);
 *     status = cucore_kernel_launch(&axpy, y.device_id, &config, stream, CUCORE_ARGS(&n, &a, &x.ptr, &y.ptr));
 *
 * The kernel needs static storage, since it remembers what it has loaded until the process ends; so does the image.
 * Several kernels of one image (the same address) share what is loaded of it.  All zero is no kernel. */
typedef struct cucore_kernel {
    const void *image; /* PTX text (NUL-terminated), a cubin or a fatbin */
    const char *name;  /* of the kernel in it: extern "C", or mangled */
    void *private_[3];
} cucore_kernel;

#define CUCORE_KERNEL(image, name) \
    { \
        image, name, \
        { \
            NULL, NULL, NULL \
        } \
    }

/* cucore_kernel_launch - run a kernel on a device
 *   device_id  in  the device that the data are on; or CUCORE_DEVICE_CURRENT
 *   config     in  without blocks (0 in any axis of grid) the call has no effect, whatever device_id and stream are
 *   stream     in  a stream of that device; the kernel runs in its context.  A default stream is the one of device_id
 *                  (Streams in >>manual of cucore.h)
 *   args       in  CUCORE_ARGS, NULL when there are none; copied before the call returns
 *   -> OK | INVALID_ARGUMENT (NULL, device_id, a CUCORE_STREAM_... value, a grid that is too large, a block
 *      of 0 threads in an axis) | WRONG_DEVICE (the stream is on another device) | NO_DRIVER (too old for
 *      attributes; or without cuCtxGetId, CUDA 12.0, in a context that is not a primary one) | DRIVER (500: no kernel
 *      of that name, quoted; the message of the driver's compiler) | OUT_OF_MEMORY | CAPTURE
 *   Any thread may call it.  The first use in a context loads the image, which compiles PTX: the call blocks, release
 *   the GIL.  A launch can be captured, also the first one. */
#define cucore_kernel_launch CUCORE_NAME(_kernel_launch)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_kernel_launch(cucore_kernel *kernel, int device_id,
                                                                             const cucore_launch_config *config,
                                                                             CUstream stream, const void *const *args);

/* cucore_kernel_get_function - get the driver's handle of a kernel, for cuFuncGetAttribute, occupancy and the like
 *   device_id  in   or CUCORE_DEVICE_CURRENT: in the context that cucore_context_enter_device would enter
 *   out        out  valid as long as the context; untouched on error
 *   -> OK | as cucore_kernel_launch;  loads at first use, as that */
#define cucore_kernel_get_function CUCORE_NAME(_kernel_get_function)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_kernel_get_function(cucore_kernel *kernel, int device_id,
                                                                     CUfunction *out);

/* Code on a device, with its device and context, for code that is unloaded again: kernels that stay are a
 * cucore_kernel.  All zero is no code, and its release has no effect. */
typedef struct cucore_module {
    CUmodule handle;   /* NULL: nothing here */
    CUcontext context; /* that it is loaded in */
    int32_t device_id;
} cucore_module;

/* cucore_module_load - load PTX text (NUL-terminated), a cubin or a fatbin
 *   The code is loaded in the context that cucore_context_enter_device would enter.
 *   device_id  in   or CUCORE_DEVICE_CURRENT
 *   image      in   not needed afterwards
 *   out        out  owns the module: cucore_module_release; zeroed on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER, with the message of the driver's compiler | OUT_OF_MEMORY
 *   The call compiles PTX, and blocks: release the GIL */
#define cucore_module_load CUCORE_NAME(_module_load)
CUCORE_API CUCORE_NODISCARD CUCORE_BLOCKS cucore_status cucore_module_load(int device_id, const void *image,
                                                                           cucore_module *out);

/* cucore_module_get_function - get a kernel by its name
 *   out  out  valid as long as the module; untouched on error
 *   -> OK | INVALID_ARGUMENT | NO_DRIVER | DRIVER (500: no such name, quoted) */
#define cucore_module_get_function CUCORE_NAME(_module_get_function)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_module_get_function(CUmodule module, const char *name,
                                                                     CUfunction *out);

/* cucore_module_release - unload the code; none of its work may be running
 *   module  in/out  zeroed on success; NULL and a zeroed one are fine
 *   -> OK | DRIVER (still there: call again) */
#define cucore_module_release CUCORE_NAME(_module_release)
CUCORE_API cucore_status cucore_module_release(cucore_module *module);

/* cucore_function_launch - run a function that other code loaded, without look-up or checks
 *   config  in  as for cucore_kernel_launch
 *   stream  in  a stream of the function's context; default streams are the ones of the current context, or without one
 *               of device 0
 *   args    in  CUCORE_ARGS, NULL when there are none; copied before the call returns
 *   -> OK | INVALID_ARGUMENT (NULL, a CUCORE_STREAM_... value, a grid that is too large, a block of 0 threads in
 *      an axis) | NO_DRIVER (too old for attributes) | DRIVER | CAPTURE */
#define cucore_function_launch CUCORE_NAME(_function_launch)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_function_launch(CUfunction function,
                                                                 const cucore_launch_config *config, CUstream stream,
                                                                 const void *const *args);

#endif

CUCORE_END

/* ------------ >>cpp -- */
/* core/cpp.h: the dtypes of C++ types, and which of them may be written. */
#if defined(__cplusplus)
#define CUCORE__CPP_NAMESPACE CUCORE_NAME(_types)
extern "C++" {
namespace cucore
{
inline namespace CUCORE__CPP_NAMESPACE
{
/* The code of the dtype whose elements are Type: bool, integers, float, double, _Float16 and std::bfloat16_t if the
 * compiler has them, and complex numbers of the floats except the last.  Specialise it for types of your own:
 *     namespace cucore { template <> struct dtype_code<__half> { static const int code = CUCORE_CODE_FLOAT; }; } */
template <typename Type> struct dtype_code {
    static_assert(sizeof(Type) == 0, "no dtype is known for this type: specialise cucore::dtype_code");
};
template <typename Type> struct dtype_code<const Type> : dtype_code<Type> {
};
#define CUCORE__DTYPE_CODE(type, number) \
    template <> struct dtype_code<type> { \
        static const int code = (number); \
    };
CUCORE__DTYPE_CODE(bool, CUCORE_CODE_BOOL)
CUCORE__DTYPE_CODE(char, static_cast<char>(-1) < 0 ? CUCORE_CODE_INT : CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(signed char, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(short, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(int, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(long, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(long long, CUCORE_CODE_INT)
CUCORE__DTYPE_CODE(unsigned char, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(unsigned short, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(unsigned, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(unsigned long, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(unsigned long long, CUCORE_CODE_UINT)
CUCORE__DTYPE_CODE(float, CUCORE_CODE_FLOAT)
CUCORE__DTYPE_CODE(double, CUCORE_CODE_FLOAT)
/* std::float16_t is _Float16.  clang before 15 has its macros without the type; older standards do not have the
 * type. */
#if defined(__FLT16_MANT_DIG__) && !defined(__EDG__) && !defined(__CUDACC__) && \
    (!defined(__clang__) || __clang_major__ >= 15)
__extension__ typedef _Float16 extended_float16;
CUCORE__DTYPE_CODE(extended_float16, CUCORE_CODE_FLOAT)
#endif
#if defined(__STDCPP_BFLOAT16_T__)
CUCORE__DTYPE_CODE(decltype(0.0bf16), CUCORE_CODE_BFLOAT) /* std::bfloat16_t */
#endif
#undef CUCORE__DTYPE_CODE

template <typename Type> const Type &any_value(); /* only declared: std::declval without its header */

/* std::complex, cuda::std::complex and thrust::complex, of which no header is included: a template of a floating-point
 * type Type with the functions real() and imag(), as large as two Type. */
template <template <typename> class Complex, typename Type> struct dtype_code<Complex<Type>> {
    static_assert(static_cast<int>(dtype_code<Type>::code) == static_cast<int>(CUCORE_CODE_FLOAT) &&
                      sizeof(Complex<Type>) == 2 * sizeof(Type) &&
                      sizeof(any_value<Complex<Type>>().real()) == sizeof(Type) &&
                      sizeof(any_value<Complex<Type>>().imag()) == sizeof(Type),
                  "no dtype is known for this type: specialise cucore::dtype_code");
    static const int code = CUCORE_CODE_COMPLEX;
};

/* dtype_of - the dtype whose elements are Type, const or not: cucore::dtype_of<float>() */
template <typename Type> inline cucore_dtype dtype_of()
{
    const cucore_dtype dtype = {static_cast<uint8_t>(dtype_code<Type>::code), static_cast<uint8_t>(8 * sizeof(Type)), 1,
                                static_cast<uint32_t>(sizeof(Type))};
    return dtype;
}

/* may_write - whether a View lets its elements be written: the struct does, also a const one, which may be the
 * destination of a copy.  Classes of cucore.hpp say otherwise. */
template <typename View> struct may_write {
    enum { value = 1 };
};
} // namespace CUCORE__CPP_NAMESPACE
} // namespace cucore
}
#undef CUCORE__CPP_NAMESPACE
#endif

#undef CUCORE__CAST

/* ------------ >>manual -- */
/* core/manual.h: options, the rules of the API, the manual.  A comment only, for readers of cucore.h.
 *
 * >>options: macros that you may define before these headers.  `where`: one file (the one with the implementation),
 * or every file that includes them.  The other headers have lists of their own: >>dlpack-options, >>copy-options, and
 * also >>kernel-options, >>py-options, >>hpp-options.
 *     name                   default       where       meaning
 *     CUCORE_IMPLEMENTATION  not defined   one file    compiles the functions here
 *     CUCORE_STATIC          not defined   every file  makes every function static to the file (implies
 *                                                      CUCORE_IMPLEMENTATION)
 *     CUCORE_API             hidden        every file  stands before each public declaration
 *     CUCORE_PREFIX          cucore_0_3_0  every file  replaces `cucore` in what the linker sees of functions that are
 *                                                      not static.  The default is the version, with CUCORE_MAX_NDIM if
 *                                                      it is not 64: cucore_0_3_0_ndim8.  A name of your project keeps
 *                                                      two copies of one version apart: -DCUCORE_PREFIX=mine_cucore
 *     CUCORE_NO_COMPAT       not defined   every file  leaves out what is there only for files that were written for
 *                                                      0.2: names that moved to cucore_results.h, flags that went.
 *                                                      With CUCORE_IMPLEMENTATION a fifth of the code
 *     CUCORE_LINK_DRIVER     not defined   one file    needs -lcuda and the cuda.h of CUDA 11.3 or newer, instead of
 *                                                      loading the driver at first use
 *     CUCORE_NO_CUDA_H       not defined   every file  does not include cuda.h, even if it is on the include path:
 *                                                      CUstream and the other handles are declared without it.  A file
 *                                                      may still include it; in C99, where no typedef is repeated,
 *                                                      before these headers
 *     CUCORE_DRIVER_NAME     libcuda.so.1  one file    is the library to load (nvcuda.dll on Windows)
 *     CUCORE_MAX_NDIM        64            every file  is the largest number of axes, 2 to 64: with 8 a view takes 360
 *                                                      bytes instead of 1,256.  Arrays with more axes are refused.
 *                                                      Modules of one process may differ: they exchange the structs of
 *                                                      the protocols
 *     CUCORE_NO_LAYOUTS      not defined  every file  leaves out operations on layouts: orders and equality, permute to
 *                                                     broadcast, slices, repack, indices and loops, simplify; also
 *                                                     cucore_view_slice.  What is left out does not exist, here and in
 *                                                     the next two: a use of it does not compile
 *     CUCORE_NO_BUFFERS      not defined  every file  leaves out memory resources and buffers, copies and fills of
 *                                                     bytes, cucore_view_allocate, cucore_view_from_buffer,
 *                                                     cucore_view_as and cucore_view_check_range
 *     CUCORE_NO_MODULES      not defined  every file  leaves out modules, kernels and launches.  cucore_dlpack.h and
 *                                                     cucore_cai.h need none of the three, and the three headers take
 *                                                     0.62 of the code without them, 0.66 of the time to compile.
 *                                                     Other headers say by #error what they need
 *     CUCORE_KEPT_MAX        1024          one file    ends of access whose arrays are kept until the work is done
 *                                                      (cucore_views_end_access); the host waits for the oldest beyond
 *                                                      that.  0: the host waits in each
 *     CUCORE_KEPT_BYTES      2^30          one file    bytes of these arrays beyond which the host waits for the oldest
 *                                                      work, if two are kept
 *     CUCORE_DEBUG           not defined   one file    refuses to release a view whose access was begun on a stream but
 *                                                      not ended (cucore_views_end_access), and one that
 *                                                      cucore_py_args_release has to copy back.  Costs a little on
 *                                                      every intake.  If CUCORE_REPORT_KEPT is in the environment, a
 *                                                      line on stderr reports at exit what is kept
 *
 * Several copies of this library: functions are hidden, so that two modules of one process may have two versions.  The
 * linker knows functions by the version, so that static libraries with two versions can be linked into one program.
 * Two static libraries with one version share it if its implementation is a file of its own; else one of them needs
 * CUCORE_PREFIX or CUCORE_STATIC.  In C++ the types are in an inline namespace of the version: include this file
 * instead of a forward declaration.
 *
 * >>api
 *     Names        A function is called cucore[_py]_<noun>_<verb>; a plural noun takes a list.  from_x and to_x
 *                  convert, make fills a value, create and allocate own what they make, from_handle borrows, adopt
 *                  takes over, get_ fills what it is given.  is_, has_ and can_ cannot fail, and return 0 or 1.
 *     Results      Functions return 0 or a negative cucore_status; in cucore_python.h 0, or -1 or NULL with an
 *                  exception.  So `if (f())` and `if (f() < 0)` mean the same.  Counts are int64_t, -1 on failure.
 *                  Text is written to (text, size) as by snprintf.  gcc and clang warn if a result that may be an error
 *                  is ignored.
 *     Parameters   Their order is self, inputs, device_id, stream, options, out; dst comes before src.  Lists are
 *                  (items, count), shapes (ndim, shape).
 *     Units        nbytes, and names that end in _bytes, count bytes; all else counts elements: strides, sizes,
 *                  offsets.  Memory is size_t, shapes are int64_t, ndim and device_id int, flags uint64_t.
 *     On error     `out` is zeroed if it can own something, else untouched.  What a function takes over
 *                  (CUCORE_CONSUMES) is released also on error.
 *     Structs      A struct of options may be all zero, which is the usual; unknown flags are refused, and fields are
 *                  only added at the end.  The comment on any other struct states whether all zero is a valid empty
 *                  value.  private_ is not yours.
 *     Access       An intake or cucore_views_begin_access begins an access; cucore_views_end_access or
 *                  cucore_py_args_release ends it.  Call one of these two on every path: work may have been enqueued
 *                  before something failed.
 *     Callbacks    Functions of yours that are called back must not throw C++ exceptions.  If the implementation is
 *                  compiled as C++, the functions of an allocator may (the call fails with FOREIGN), and the body of
 *                  cucore_loops_run.  cucore::loops_run takes functions that throw, however the implementation is
 *                  compiled.
 *     Marks        CUCORE_BLOCKS: the function may block; release the GIL and locks before the call.  CUCORE_TAKES_GIL:
 *                  the function takes the GIL by itself if what it releases belongs to Python.  CUCORE_CONSUMES: the
 *                  function takes over what it is given.  All three macros are empty.
 *     Versions     Source that compiles with a minor version compiles with its patches.  Structs do not cross from one
 *                  module to another: each may have its own version of these files.
 *
 * >>manual
 *     Ownership    A view owns what it was made from, or borrows it; cucore_view_release gives it back, and may be
 *                  called twice.  A view stays at the address where it was filled: do not copy the struct.
 *     Devices      A device_id is 0 to cucore_device_count() - 1, or CUCORE_DEVICE_CURRENT: the device of the current
 *                  context, or 0 without one.  CUCORE_DEVICE_NONE (-1) is only an answer: for memory of the host, and
 *                  for an empty array whose device is unknown.  A function that needs a device refuses it.
 *     Streams      A default stream is NULL, CUCORE_STREAM_LEGACY (1, the same) or CUCORE_STREAM_PER_THREAD (2).  Each
 *                  context has its own.  A default stream means the default stream of the device that the data are on
 *                  (device_id, also of managed memory) or that the kernel runs on, whichever device is current: in the
 *                  current context if that is on this device, else in the primary context of the device.  If no device
 *                  is known (host memory, pinned memory, functions that take only a stream, such as
 *                  cucore_stream_wait), it means the default stream of the current context, or of device 0 without a
 *                  current context.  Pinned memory of a resource belongs to the device of the resource.  If the
 *                  producer of other pinned memory names a default stream, it is taken to mean two: as above, and that
 *                  of the device whose context made the memory.  To work on another device than that of the data (peer
 *                  access), pass the handle of a stream.  source: rules B118
 *                  NULL is the legacy stream also under CUDA_API_PER_THREAD_DEFAULT_STREAM and nvcc --default-stream
 *                  per-thread, where NULL in <<<>>> and in calls of the runtime is the per-thread stream: pass
 *                  CUCORE_STREAM_PER_THREAD (2) there.
 *                  CUCORE_STREAM_NO_SYNC means that no stream is ordered; CUCORE_STREAM_HOST that the CPU reads the
 *                  data, which are complete when the function returns.
 *     Kernels      A static cucore_kernel is loaded at its first use, once per context, by any thread, also while a
 *                  stream is captured.  It stays loaded as long as the context.
 *     Contexts     Every call leaves the current context of the thread as it was, except cucore_device_set_current.
 *                  Calls work in a context that another library made current.  Primary contexts are retained once and
 *                  never released, also if another library made them.  Loading this library calls no driver; only a
 *                  call that needs the driver loads it.
 *     Lifetime     create and allocate own what they make; from_handle and from_pointer borrow.  release gives back
 *                  what is owned and zeroes the struct, so that a second release has no effect.  After a release that
 *                  failed, the struct owns it still.
 *     Handles      A destroyed or invented handle is an error of the caller: the driver offers no check, and may crash.
 *     Errors       Functions return a cucore_status; 0 is success.  cucore_last_error() returns the reason, per thread,
 *                  until the next failure overwrites it.  Each copy of the library in a process has its own.
 *     Threads      Every function may be called on any thread.  One view belongs to one thread at a time.
 *     Waits        A function that gives something back (..._release, the trims) may wait for the driver.  If the
 *                  thread holds the GIL, and the module uses cucore_python.h, it gives up the GIL meanwhile, since a
 *                  host function may need it for the work to end: other threads of Python run.  Your own functions
 *                  (owners, allocators) are called as the caller holds the GIL, except `deallocate`, without it.  An
 *                  interpreter that ends lets no host function run: views and owners leak memory then if the driver
 *                  would have to wait.  source: rules B122
 *     Fork         A child of a process in which this library touched the driver may call everything that needs no
 *                  driver, and the trims; what needs it fails with DRIVER and CUDA_ERROR_NOT_INITIALIZED, without a
 *                  call of the driver, and handles of the parent are not released.  source: rules T15, B88
 */


/* ------------ >>rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 0.2   DLPack forbids stream 0 for CUDA: "no stream given" is sent as 1, the legacy default stream
 * 1.6   the checks of every field of a tensor (ndim, shape, strides, offset, data, dtype, device) before it is used
 * 3.3   who waits for whom: what is done for each pair of a producer's and a consumer's stream
 * 7.4   what calls of the driver do while a stream is captured: which are refused, and which spoil the capture
 * A6    PyBuffer_Release once, for the same Py_buffer, after the last use of its memory, which cannot be resized before
 * B11   an empty array is contiguous, whatever its strides (nanobind said no)
 * B12   the stride of an axis of length 1 means nothing: the array is contiguous all the same (mpi4py, TVM said no)
 * B37   torch's __dlpack__ fails unless the device of its tensor is current: it is made current for the call
 * B48   C order with axes of length 0 or 1 is contiguous (ucx-py said no)
 * B54   byte strides that are no multiple of the itemsize are refused, never rounded
 * B56   a pointer of another device than the current one is found, and the current context stays
 * B58   the driver writes the device of a pointer as an int; a binding that read it as something else always got 0
 * B59   memory of pools and VMM has no context of its own: the primary context of its device is used
 * B88   after a fork the child has no driver, and locks of the parent may be held: nothing hangs or crashes
 * B90   legacy tensors cannot say that they are immutable (JAX's are): writing needs proof, or the caller's word
 * B100  data not aligned to its element is undefined behaviour in C: noticed, and refused unless allowed
 * B105  host memory that is not aligned to 64 bytes is copied by JAX, and ends the process in TensorFlow
 * B106  memory that cannot be freed while a stream is captured is kept; a capture is never touched
 * B107  nothing of an access runs while its stream is captured: its end waits for nothing, the graph keeps the owner
 * B108  the end of an access whose producer has no stream does not wait on the host: the owner is kept until an event
 * B110  a negative bit goes with any strides: the tensor is asked
 * B113  memory that a producer calls pinned and the driver does not know is ordinary memory
 * B117  memory from before a capture is not freed on the stream that is captured; what was allocated in it is
 * B118  a default stream is that of the device of the data or of the kernel, whichever device is current
 * B122  the GIL is given up around every call of the driver that may wait while something is given back, in each build
 * B123  an access that writes counts up the version of a torch or Paddle tensor, which autograd compares
 * B126  a view is stored and moved as a whole, not rebuilt from a description, which has not all of its fields
 * B131  memory that the driver does not know is where its producer says, while the stream is captured
 * B132  a grid with 0 blocks in any axis launches nothing
 * C4    byte strides that are no multiple of the itemsize are refused when the view is made
 * C6    an interface dict owns nothing: its object is kept until the work of the device on the memory is done
 * C10   the producer must not run ahead of the consumer either: after the work, its stream waits for the consumer's
 * C11   wait by an event, not on the host: a host wait is slow and breaks captures
 * C12   streams 1 and 2 mean those of a context: B118 says of which
 * D8    __dlpack_device__ only chooses the stream to send: the capsule has the memory kind, the driver the device
 * D9    a device number is checked against the devices that there are
 * D23   no retry where copy=True or dl_device was asked for; without copy=False what comes is taken to be shared
 * D34   the consumer's work on a tensor must be ordered before its deleter runs: the memory may be used again at once
 * D36   producers lie about devices (managed as CUDA, host as CUDA): the driver is asked where the pointer is
 * D37   who reads pinned or managed memory on the host waits for the device first: nobody else does
 * T3    host functions on a stream must not call CUDA, take the GIL or run deleters
 * T7    work on host arrays alone never loads the driver; its absence is an error only where a device is needed
 * T8    symbols of the driver are looked up by versioned names (cuMemAlloc_v2); the plain names are old ABIs
 * T9    work is done in the current context if it fits the device, else in its primary one; always restored
 * T10   a primary context is retained once per device and kept; never reset, its flags never changed
 * T11   one query of the driver tells kind, device and context of a pointer; no context for pools: the primary one
 * T12   nothing can tell a stale stream handle: numbers are checked, handles are trusted
 * T13   an event and the stream that records it share a context; any stream of any device may wait for it
 * T14   that devices reach each other's memory is switched on by the caller, never silently
 * T15   in a child of fork() the driver only fails: say so, do not crash; device numbers belong to one process
 * T16   before one stream waits for another, both are asked for captures; done if neither captures, or both in the same
 * X8    with an exchange table we order: our stream behind the producer's; after the work, theirs behind ours
 */
/* ------------ end of the declarations -- */
#else
#if defined(CUCORE_VERSION) && CUCORE_VERSION != 300
#error "cucore.h 0.3.0 comes after another version of cucore.h in one file: keep one copy on the include path"
#endif
#endif /* CUCORE_H */

/* The implementations of the other headers include this file once more for the private macros. */
#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_H_IMPLEMENTED)
#define CUCORE__PRIVATE_BEGIN
#endif
#if defined(CUCORE__PRIVATE_BEGIN)
#undef CUCORE__PRIVATE_BEGIN
/* ------------ >>impl-private -- */
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
#define CUCORE__CALL_ALLOCATOR(status, function, arguments) \
    do { \
        try { \
            (status) = functions->function arguments; \
        } catch (const std::exception &cucore__thrown) { \
            (status) = cucore_fail(CUCORE_FOREIGN, "the allocator's " #function " threw an exception: %.64s", \
                                   cucore__thrown.what()); \
        } catch (...) { \
            (status) = cucore_fail(CUCORE_FOREIGN, "the allocator's " #function " threw what is no std::exception"); \
        } \
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
#define CUCORE__COMPARE_AND_SET(pointer, expected, value) \
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
#define CUCORE__CALL(name, arguments) \
    (cucore__driver_requires_##name || cucore__driver.name \
         ? cucore__check_result(cucore__driver.name arguments, "cu" #name) \
         : cucore__fail_missing("cu" #name))

/* One that the driver would refuse because another thread captures. */
#define CUCORE__CALL_RELAXED(status, name, arguments) \
    do { \
        cucore__CUstreamCaptureMode cucore__mode; \
        int cucore__exchanged = cucore__relaxed_begin(&cucore__mode); \
        (status) = CUCORE__CALL(name, arguments); \
        cucore__relaxed_end(cucore__exchanged, &cucore__mode); \
    } while (0)

/* A statement in which the driver may wait, while other threads run (core/waits.c); no lock is held. */
#define CUCORE__WAITING(statement) \
    do { \
        void *cucore__held = cucore__wait_begin(); \
        statement; \
        cucore__wait_end(cucore__held); \
    } while (0)

/* One in a context; NULL: in the current one. */
#define CUCORE__CALL_IN(status, context, name, arguments) \
    do { \
        cucore_context_guard cucore__guard; \
        (status) = cucore_context_enter((context), &cucore__guard); \
        if (!(status)) (status) = CUCORE__CALL(name, arguments); \
        cucore_context_leave(&cucore__guard); \
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
#define CUCORE__ARG_OF_PYTHON \
    (CUCORE__FLAG(ALLOW_GRAD) | CUCORE__FLAG(ALLOW_NEGATIVE_BIT) | CUCORE__FLAG(KEEP_VERSION) | CUCORE__FLAG(BORROW) | \
     CUCORE__FLAG(KEEP_CAPSULE) | CUCORE__FLAG(BY_EXCHANGE) | CUCORE__FLAG(BY_DLPACK) | CUCORE__FLAG(BY_CAI) | \
     CUCORE__FLAG(BY_PEP3118) | CUCORE__FLAG(BY_ARRAY_INTERFACE) | CUCORE__FLAG(CAST) | CUCORE__FLAG(FROM_ANYTHING))

/* Flags that can refuse a view that was decoded, and unknown bits. */
#define CUCORE__ARG_ASKS \
    (CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS | CUCORE_HOST_ACCESSIBLE | \
     CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID | CUCORE_NEVER_COPY | CUCORE_UNIQUE | CUCORE_MAKE_C_CONTIGUOUS | \
     CUCORE_MAKE_F_CONTIGUOUS | ~CUCORE__ARG_FLAGS)

#endif

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_H_IMPLEMENTED)
#define CUCORE_H_IMPLEMENTED
CUCORE_BEGIN

/* ------------ >>impl-abi -- */
/* core/abi.c: the driver's functions, types and numbers that are called, the same for every cuda.h. */
/* Declared here and not taken from cuda.h: the code is then the same with any of them and with none, and a name that
 * older ones do not have needs no care.  cucore__CU<x> is CU<x>, CUCORE__CU_<X> is CU_<X>:
 * tests/python/test_cuda_headers.py goes by that, and compares each type, number and function with every cuda.h that it
 * finds.  The driver's enums are ints. */
#if defined(_WIN32)
#define CUCORE__CUDAAPI __stdcall
#else
#define CUCORE__CUDAAPI
#endif

typedef int cucore__CUresult;
typedef int cucore__CUdevice_attribute;
typedef int cucore__CUpointer_attribute;
typedef int cucore__CUfunction_attribute;
typedef int cucore__CUjit_option;
typedef int cucore__CUmemPool_attribute;
typedef int cucore__CUmemorytype;
typedef int cucore__CUmemAllocationType;
typedef int cucore__CUmemAllocationHandleType;
typedef int cucore__CUmemLocationType;
typedef int cucore__CUmemAccess_flags;
typedef int cucore__CUmem_advise;
typedef int cucore__CUstreamCaptureStatus;
typedef int cucore__CUstreamCaptureMode;
typedef int cucore__CUtensorMapDataType;
typedef int cucore__CUtensorMapInterleave;
typedef int cucore__CUtensorMapSwizzle;
typedef int cucore__CUtensorMapL2promotion;
typedef int cucore__CUtensorMapFloatOOBfill;
typedef int cucore__CUlaunchAttributeID;
typedef int cucore__CUmemcpySrcAccessOrder;
typedef uintptr_t cucore__CUdeviceptr;
typedef struct CUmemPoolHandle_st *cucore__CUmemoryPool;
typedef struct CUarray_st *cucore__CUarray;
typedef struct CUgraph_st *cucore__CUgraph;
typedef struct CUgraphNode_st *cucore__CUgraphNode;
typedef struct CUuserObject_st *cucore__CUuserObject;
typedef struct CUgraphExec_st *cucore__CUgraphExec;
typedef int cucore__CUgraphExecUpdateResult;
typedef struct CUtensorMap_st cucore__CUtensorMap; /* CUDA 12.0; kernel/tensor_map.h has one of the same size */

enum {
    CUCORE__CUDA_SUCCESS = 0,
    CUCORE__CUDA_ERROR_INVALID_VALUE = 1,
    CUCORE__CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUCORE__CUDA_ERROR_NOT_INITIALIZED = 3,
    CUCORE__CUDA_ERROR_INVALID_DEVICE = 101,
    CUCORE__CUDA_ERROR_INVALID_CONTEXT = 201,
    CUCORE__CUDA_ERROR_INVALID_HANDLE = 400,
    CUCORE__CUDA_ERROR_NOT_FOUND = 500,
    CUCORE__CUDA_ERROR_NOT_READY = 600,
    CUCORE__CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUCORE__CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUCORE__CUDA_ERROR_NOT_PERMITTED = 800,
    CUCORE__CUDA_ERROR_NOT_SUPPORTED = 801,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
    CUCORE__CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
    CUCORE__CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,

    CUCORE__CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CUCORE__CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
    CUCORE__CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CUCORE__CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,

    CUCORE__CU_POINTER_ATTRIBUTE_CONTEXT = 1,
    CUCORE__CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
    CUCORE__CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    CUCORE__CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    CUCORE__CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
    CUCORE__CU_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16, /* CUDA 11.1 */

    CUCORE__CU_STREAM_DEFAULT = 0,
    CUCORE__CU_STREAM_NON_BLOCKING = 1,
    CUCORE__CU_STREAM_CAPTURE_STATUS_NONE = 0,
    CUCORE__CU_STREAM_CAPTURE_MODE_RELAXED = 2,
    CUCORE__CU_EVENT_DISABLE_TIMING = 2,
    CUCORE__CU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1,
    CUCORE__CU_GRAPH_USER_OBJECT_MOVE = 1,

    CUCORE__CU_MEMORYTYPE_HOST = 1,
    CUCORE__CU_MEMORYTYPE_DEVICE = 2,
    CUCORE__CU_MEMHOSTALLOC_PORTABLE = 1,
    CUCORE__CU_MEM_ATTACH_GLOBAL = 1,
    CUCORE__CU_MEM_ALLOCATION_TYPE_PINNED = 1,
    CUCORE__CU_MEM_ALLOCATION_TYPE_MANAGED = 2, /* CUDA 13.0 */
    CUCORE__CU_MEM_LOCATION_TYPE_INVALID = 0,   /* also NONE, CUDA 13.0 */
    CUCORE__CU_MEM_LOCATION_TYPE_DEVICE = 1,
    CUCORE__CU_MEM_LOCATION_TYPE_HOST = 2, /* these: CUDA 12.2 */
    CUCORE__CU_MEM_LOCATION_TYPE_HOST_NUMA = 3,
    CUCORE__CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
    CUCORE__CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,
    CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    CUCORE__CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
    CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
    CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6,
    CUCORE__CU_MEMPOOL_ATTR_USED_MEM_CURRENT = 7,
    CUCORE__CU_MEMPOOL_ATTR_USED_MEM_HIGH = 8,
    CUCORE__CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 1, /* CUDA 12.8 */

    CUCORE__CU_JIT_ERROR_LOG_BUFFER = 5,
    CUCORE__CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CUCORE__CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CUCORE__CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CUCORE__CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CUCORE__CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CUCORE__CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14, /* CUDA 11.8 */

    CUCORE__CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2, /* these: CUDA 11.8 */
    CUCORE__CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
    CUCORE__CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,

    CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT16 = 1,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT32 = 2,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_INT32 = 3,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT64 = 4,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_INT64 = 5,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT32 = 7,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT64 = 8,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 = 9,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ = 10,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 = 11,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ = 12,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B = 13, /* CUDA 12.8 */
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B = 14,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B = 15,
    CUCORE__CU_TENSOR_MAP_INTERLEAVE_NONE = 0,
    CUCORE__CU_TENSOR_MAP_INTERLEAVE_16B = 1,
    CUCORE__CU_TENSOR_MAP_INTERLEAVE_32B = 2,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_NONE = 0,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_32B = 1,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_64B = 2,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_128B = 3,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B = 4, /* CUDA 12.8 */
    CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B = 5,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B = 6,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_64B = 1,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_256B = 3,
    CUCORE__CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
    CUCORE__CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA = 1
};

typedef struct cucore__CUuuid {
    char bytes[16];
} cucore__CUuuid;

typedef struct cucore__CUDA_MEMCPY2D {
    size_t srcXInBytes, srcY;
    cucore__CUmemorytype srcMemoryType;
    const void *srcHost;
    cucore__CUdeviceptr srcDevice;
    cucore__CUarray srcArray;
    size_t srcPitch;
    size_t dstXInBytes, dstY;
    cucore__CUmemorytype dstMemoryType;
    void *dstHost;
    cucore__CUdeviceptr dstDevice;
    cucore__CUarray dstArray;
    size_t dstPitch;
    size_t WidthInBytes, Height;
} cucore__CUDA_MEMCPY2D;

typedef struct cucore__CUDA_MEMCPY3D {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    cucore__CUmemorytype srcMemoryType;
    const void *srcHost;
    cucore__CUdeviceptr srcDevice;
    cucore__CUarray srcArray;
    void *reserved0;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    cucore__CUmemorytype dstMemoryType;
    void *dstHost;
    cucore__CUdeviceptr dstDevice;
    cucore__CUarray dstArray;
    void *reserved1;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
} cucore__CUDA_MEMCPY3D;

typedef struct cucore__CUmemLocation {
    cucore__CUmemLocationType type;
    int id;
} cucore__CUmemLocation;

typedef struct cucore__CUmemAccessDesc {
    cucore__CUmemLocation location;
    cucore__CUmemAccess_flags flags;
} cucore__CUmemAccessDesc;

typedef struct cucore__CUmemPoolProps {
    cucore__CUmemAllocationType allocType;
    cucore__CUmemAllocationHandleType handleTypes;
    cucore__CUmemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize; /* CUDA 12.2; the first of the reserved bytes before */
    unsigned char reserved[64 - sizeof(size_t)];
} cucore__CUmemPoolProps;

typedef struct cucore__CUmemcpyAttributes {
    cucore__CUmemcpySrcAccessOrder srcAccessOrder; /* CUDA 12.8, as the struct */
    cucore__CUmemLocation srcLocHint, dstLocHint;
    unsigned flags;
} cucore__CUmemcpyAttributes;

typedef struct cucore__CUlaunchAttribute {
    cucore__CUlaunchAttributeID id;
    char pad[8 - sizeof(cucore__CUlaunchAttributeID)];
    uint64_t value[8]; /* a union there */
} cucore__CUlaunchAttribute;

typedef struct cucore__CUlaunchConfig {
    unsigned gridDimX, gridDimY, gridDimZ;
    unsigned blockDimX, blockDimY, blockDimZ;
    unsigned sharedMemBytes;
    CUstream hStream;
    struct CUlaunchAttribute_st *attrs;
    unsigned numAttrs;
} cucore__CUlaunchConfig;

typedef struct cucore__CUgraphExecUpdateResultInfo {
    cucore__CUgraphExecUpdateResult result;
    cucore__CUgraphNode errorNode;
    cucore__CUgraphNode errorFromNode;
} cucore__CUgraphExecUpdateResultInfo;

/* X(name without cu, symbol for dlsym, CUDA version of that ABI for cuGetProcAddress, 1 when indispensable,
 * parameters).  What an ordered intake calls comes first, in one cache line. */
#define CUCORE__DRIVER_LIST(X) \
    X(StreamWaitEvent, "cuStreamWaitEvent", 3020, 1, (CUstream, CUevent, unsigned)) \
    X(StreamGetCaptureInfo, "cuStreamGetCaptureInfo", 10010, 0, \
      (CUstream, cucore__CUstreamCaptureStatus *, uint64_t *)) \
    X(EventRecord, "cuEventRecord", 2000, 1, (CUevent, CUstream)) \
    X(Init, "cuInit", 2000, 1, (unsigned)) \
    X(GetErrorName, "cuGetErrorName", 6000, 0, (cucore__CUresult, const char **)) \
    X(GetErrorString, "cuGetErrorString", 6000, 0, (cucore__CUresult, const char **)) \
    X(DeviceGetCount, "cuDeviceGetCount", 2000, 1, (int *)) \
    X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", 7000, 1, (CUcontext *, int)) \
    X(DevicePrimaryCtxGetState, "cuDevicePrimaryCtxGetState", 7000, 0, (int, unsigned *, int *)) \
    X(CtxGetCurrent, "cuCtxGetCurrent", 4000, 1, (CUcontext *)) \
    X(CtxGetDevice, "cuCtxGetDevice", 2000, 1, (int *)) \
    X(CtxPushCurrent, "cuCtxPushCurrent_v2", 4000, 1, (CUcontext)) \
    X(CtxPopCurrent, "cuCtxPopCurrent_v2", 4000, 1, (CUcontext *)) \
    X(PointerGetAttributes, "cuPointerGetAttributes", 7000, 1, \
      (unsigned, cucore__CUpointer_attribute *, void **, cucore__CUdeviceptr)) \
    X(StreamGetCtx, "cuStreamGetCtx", 9020, 1, (CUstream, CUcontext *)) \
    X(StreamSynchronize, "cuStreamSynchronize", 2000, 1, (CUstream)) \
    X(ThreadExchangeStreamCaptureMode, "cuThreadExchangeStreamCaptureMode", 10010, 0, (cucore__CUstreamCaptureMode *)) \
    X(EventCreate, "cuEventCreate", 2000, 1, (CUevent *, unsigned)) \
    X(EventDestroy, "cuEventDestroy_v2", 4000, 1, (CUevent)) \
    X(EventQuery, "cuEventQuery", 2000, 0, (CUevent)) \
    X(EventSynchronize, "cuEventSynchronize", 2000, 0, (CUevent)) \
    X(EventElapsedTime, "cuEventElapsedTime", 2000, 0, (float *, CUevent, CUevent)) \
    X(DeviceGetByPCIBusId, "cuDeviceGetByPCIBusId", 4010, 0, (int *, const char *)) \
    X(DeviceGetName, "cuDeviceGetName", 2000, 0, (char *, int, int)) \
    X(DeviceGetUuid, "cuDeviceGetUuid", 9020, 0, (cucore__CUuuid *, int)) \
    X(DeviceGetPCIBusId, "cuDeviceGetPCIBusId", 4010, 0, (char *, int, int)) \
    X(DeviceTotalMem, "cuDeviceTotalMem_v2", 3020, 0, (size_t *, int)) \
    X(DeviceGetAttribute, "cuDeviceGetAttribute", 2000, 0, (int *, cucore__CUdevice_attribute, int)) \
    X(DeviceCanAccessPeer, "cuDeviceCanAccessPeer", 4000, 0, (int *, int, int)) \
    X(CtxEnablePeerAccess, "cuCtxEnablePeerAccess", 4000, 0, (CUcontext, unsigned)) \
    X(CtxSetCurrent, "cuCtxSetCurrent", 4000, 0, (CUcontext)) \
    X(CtxGetId, "cuCtxGetId", 12000, 0, (CUcontext, unsigned long long *)) \
    X(StreamCreateWithPriority, "cuStreamCreateWithPriority", 5050, 0, (CUstream *, unsigned, int)) \
    X(StreamDestroy, "cuStreamDestroy_v2", 4000, 0, (CUstream)) \
    X(StreamQuery, "cuStreamQuery", 2000, 0, (CUstream)) \
    X(LaunchHostFunc, "cuLaunchHostFunc", 10000, 0, (CUstream, CUhostFn, void *)) \
    X(MemGetInfo, "cuMemGetInfo_v2", 3020, 0, (size_t *, size_t *)) \
    X(MemAlloc, "cuMemAlloc_v2", 3020, 0, (cucore__CUdeviceptr *, size_t)) \
    X(MemFree, "cuMemFree_v2", 3020, 0, (cucore__CUdeviceptr)) \
    X(MemHostAlloc, "cuMemHostAlloc", 2020, 0, (void **, size_t, unsigned)) \
    X(MemFreeHost, "cuMemFreeHost", 2000, 0, (void *)) \
    X(MemAllocManaged, "cuMemAllocManaged", 6000, 0, (cucore__CUdeviceptr *, size_t, unsigned)) \
    X(MemAllocFromPoolAsync, "cuMemAllocFromPoolAsync", 11020, 0, \
      (cucore__CUdeviceptr *, size_t, cucore__CUmemoryPool, CUstream)) \
    X(MemFreeAsync, "cuMemFreeAsync", 11020, 0, (cucore__CUdeviceptr, CUstream)) \
    X(MemPoolCreate, "cuMemPoolCreate", 11020, 0, (cucore__CUmemoryPool *, const cucore__CUmemPoolProps *)) \
    X(MemPoolDestroy, "cuMemPoolDestroy", 11020, 0, (cucore__CUmemoryPool)) \
    X(MemPoolSetAttribute, "cuMemPoolSetAttribute", 11020, 0, \
      (cucore__CUmemoryPool, cucore__CUmemPool_attribute, void *)) \
    X(MemPoolSetAccess, "cuMemPoolSetAccess", 11020, 0, \
      (cucore__CUmemoryPool, const cucore__CUmemAccessDesc *, size_t)) \
    X(DriverGetVersion, "cuDriverGetVersion", 2020, 0, (int *)) \
    X(DeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool", 11020, 0, (cucore__CUmemoryPool *, int)) \
    X(MemcpyAsync, "cuMemcpyAsync", 4000, 0, (cucore__CUdeviceptr, cucore__CUdeviceptr, size_t, CUstream)) \
    X(Memcpy2DAsync, "cuMemcpy2DAsync_v2", 3020, 0, (const cucore__CUDA_MEMCPY2D *, CUstream)) \
    X(Memcpy3DAsync, "cuMemcpy3DAsync_v2", 3020, 0, (const cucore__CUDA_MEMCPY3D *, CUstream)) \
    X(MemcpyPeerAsync, "cuMemcpyPeerAsync", 4000, 0, \
      (cucore__CUdeviceptr, CUcontext, cucore__CUdeviceptr, CUcontext, size_t, CUstream)) \
    X(MemsetD8Async, "cuMemsetD8Async", 3020, 0, (cucore__CUdeviceptr, unsigned char, size_t, CUstream)) \
    X(MemsetD16Async, "cuMemsetD16Async", 3020, 0, (cucore__CUdeviceptr, unsigned short, size_t, CUstream)) \
    X(MemsetD32Async, "cuMemsetD32Async", 3020, 0, (cucore__CUdeviceptr, unsigned, size_t, CUstream)) \
    X(ModuleLoadDataEx, "cuModuleLoadDataEx", 2010, 0, \
      (CUmodule *, const void *, unsigned, cucore__CUjit_option *, void **)) \
    X(ModuleUnload, "cuModuleUnload", 2000, 0, (CUmodule)) \
    X(ModuleGetFunction, "cuModuleGetFunction", 2000, 0, (CUfunction *, CUmodule, const char *)) \
    X(FuncGetAttribute, "cuFuncGetAttribute", 2020, 0, (int *, cucore__CUfunction_attribute, CUfunction)) \
    X(FuncSetAttribute, "cuFuncSetAttribute", 9000, 0, (CUfunction, cucore__CUfunction_attribute, int)) \
    X(LaunchKernel, "cuLaunchKernel", 4000, 0, \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **)) \
    X(LaunchKernelEx, "cuLaunchKernelEx", 11060, 0, (const cucore__CUlaunchConfig *, CUfunction, void **, void **)) \
    X(TensorMapEncodeTiled, "cuTensorMapEncodeTiled", 12000, 0, \
      (cucore__CUtensorMap *, cucore__CUtensorMapDataType, unsigned, void *, const uint64_t *, const uint64_t *, \
       const unsigned *, const unsigned *, cucore__CUtensorMapInterleave, cucore__CUtensorMapSwizzle, \
       cucore__CUtensorMapL2promotion, cucore__CUtensorMapFloatOOBfill)) \
    X(TensorMapEncodeIm2col, "cuTensorMapEncodeIm2col", 12000, 0, \
      (cucore__CUtensorMap *, cucore__CUtensorMapDataType, unsigned, void *, const uint64_t *, const uint64_t *, \
       const int *, const int *, unsigned, unsigned, const unsigned *, cucore__CUtensorMapInterleave, \
       cucore__CUtensorMapSwizzle, cucore__CUtensorMapL2promotion, cucore__CUtensorMapFloatOOBfill)) \
    X(TensorMapReplaceAddress, "cuTensorMapReplaceAddress", 12000, 0, (cucore__CUtensorMap *, void *)) \
    X(FuncGetParamInfo, "cuFuncGetParamInfo", 12040, 0, (CUfunction, size_t, size_t *, size_t *)) \
    X(OccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050, 0, \
      (int *, CUfunction, int, size_t)) \
    X(OccupancyMaxPotentialClusterSize, "cuOccupancyMaxPotentialClusterSize", 11070, 0, \
      (int *, CUfunction, const cucore__CUlaunchConfig *)) \
    X(MemPoolTrimTo, "cuMemPoolTrimTo", 11020, 0, (cucore__CUmemoryPool, size_t)) \
    X(MemPoolGetAttribute, "cuMemPoolGetAttribute", 11020, 0, \
      (cucore__CUmemoryPool, cucore__CUmemPool_attribute, void *)) \
    X(MemPoolGetAccess, "cuMemPoolGetAccess", 11020, 0, \
      (cucore__CUmemAccess_flags *, cucore__CUmemoryPool, cucore__CUmemLocation *)) \
    X(DeviceGetMemPool, "cuDeviceGetMemPool", 11020, 0, (cucore__CUmemoryPool *, int)) \
    X(MemGetDefaultMemPool, "cuMemGetDefaultMemPool", 13000, 0, \
      (cucore__CUmemoryPool *, cucore__CUmemLocation *, cucore__CUmemAllocationType)) \
    X(MemGetMemPool, "cuMemGetMemPool", 13000, 0, \
      (cucore__CUmemoryPool *, cucore__CUmemLocation *, cucore__CUmemAllocationType)) \
    X(MemPrefetchAsync, "cuMemPrefetchAsync_v2", 12020, 0, \
      (cucore__CUdeviceptr, size_t, cucore__CUmemLocation, unsigned, CUstream)) \
    X(MemAdvise, "cuMemAdvise_v2", 12020, 0, \
      (cucore__CUdeviceptr, size_t, cucore__CUmem_advise, cucore__CUmemLocation)) \
    X(MemPrefetchBatchAsync, "cuMemPrefetchBatchAsync", 13000, 0, \
      (cucore__CUdeviceptr *, size_t *, size_t, cucore__CUmemLocation *, size_t *, size_t, unsigned long long, \
       CUstream)) \
    X(MemDiscardBatchAsync, "cuMemDiscardBatchAsync", 13000, 0, \
      (cucore__CUdeviceptr *, size_t *, size_t, unsigned long long, CUstream)) \
    X(MemDiscardAndPrefetchBatchAsync, "cuMemDiscardAndPrefetchBatchAsync", 13000, 0, \
      (cucore__CUdeviceptr *, size_t *, size_t, cucore__CUmemLocation *, size_t *, size_t, unsigned long long, \
       CUstream)) \
    X(MemcpyBatchAsync, "cuMemcpyBatchAsync", 12080, 0, \
      (cucore__CUdeviceptr *, cucore__CUdeviceptr *, size_t *, size_t, cucore__CUmemcpyAttributes *, size_t *, size_t, \
       size_t *, CUstream)) \
    X(StreamGetCaptureInfo_v2, "cuStreamGetCaptureInfo_v2", 11030, 0, \
      (CUstream, cucore__CUstreamCaptureStatus *, uint64_t *, cucore__CUgraph *, const cucore__CUgraphNode **, \
       size_t *)) \
    X(UserObjectCreate, "cuUserObjectCreate", 11030, 0, \
      (cucore__CUuserObject *, void *, CUhostFn, unsigned, unsigned)) \
    X(UserObjectRelease, "cuUserObjectRelease", 11030, 0, (cucore__CUuserObject, unsigned)) \
    X(GraphRetainUserObject, "cuGraphRetainUserObject", 11030, 0, \
      (cucore__CUgraph, cucore__CUuserObject, unsigned, unsigned)) \
    X(StreamBeginCapture, "cuStreamBeginCapture_v2", 10010, 0, (CUstream, cucore__CUstreamCaptureMode)) \
    X(StreamEndCapture, "cuStreamEndCapture", 10000, 0, (CUstream, cucore__CUgraph *)) \
    X(GraphDestroy, "cuGraphDestroy", 10000, 0, (cucore__CUgraph)) \
    X(GraphInstantiateWithFlags, "cuGraphInstantiateWithFlags", 11040, 0, \
      (cucore__CUgraphExec *, cucore__CUgraph, unsigned long long)) \
    X(GraphLaunch, "cuGraphLaunch", 10000, 0, (cucore__CUgraphExec, CUstream)) \
    X(GraphExecUpdate, "cuGraphExecUpdate_v2", 12000, 0, \
      (cucore__CUgraphExec, cucore__CUgraph, cucore__CUgraphExecUpdateResultInfo *)) \
    X(GraphExecDestroy, "cuGraphExecDestroy", 10000, 0, (cucore__CUgraphExec)) \
    X(PointerGetAttribute, "cuPointerGetAttribute", 4000, 0, (void *, cucore__CUpointer_attribute, cucore__CUdeviceptr))

/* ------------ >>impl-status -- */
/* core/status.c: statuses, the last error, text. */
#if defined(CUCORE__ATOMIC_IS_VOLATILE)
static __inline int cucore__compare_and_set(void *volatile *pointer, void **expected, void *value)
{
    void *was = InterlockedCompareExchangePointer(pointer, value, *expected);
    int done = was == *expected;
    *expected = was;
    return done;
}
#endif

static CUCORE__THREAD_LOCAL cucore_error cucore__error;

CUCORE_API const cucore_error *cucore_last_error(void)
{
    return &cucore__error;
}

/* Names and sentences are found by the number of a status without its sign: each row stands at its own. */
#define CUCORE__STATUS_ROW(name, value, exception, sentence) cucore__status_row_##name,
#define CUCORE__STATUS_IN_ROW(name, value, exception, sentence) &&(value) == -cucore__status_row_##name
enum { CUCORE_STATUS_LIST(CUCORE__STATUS_ROW) cucore__status_count };
typedef char cucore__assert_statuses_are_rows[1 CUCORE_STATUS_LIST(CUCORE__STATUS_IN_ROW) ? 1 : -1];
#undef CUCORE__STATUS_ROW
#undef CUCORE__STATUS_IN_ROW

#define CUCORE__STATUS_NAME(name, value, exception, sentence) #name,
#define CUCORE__STATUS_TEXT(name, value, exception, sentence) sentence,
static const char *const cucore__status_names[] = {CUCORE_STATUS_LIST(CUCORE__STATUS_NAME)};
static const char *const cucore__status_texts[] = {CUCORE_STATUS_LIST(CUCORE__STATUS_TEXT)};
#undef CUCORE__STATUS_NAME
#undef CUCORE__STATUS_TEXT

CUCORE_API const char *cucore_status_name(cucore_status status)
{
    return status <= 0 && status > -cucore__status_count ? cucore__status_names[-status] : "UNKNOWN";
}

CUCORE_API const char *cucore_status_text(cucore_status status)
{
    return status <= 0 && status > -cucore__status_count ? cucore__status_texts[-status] : "UNKNOWN";
}

CUCORE__PRIVATE void cucore__error_set(cucore_status status, cucore__CUresult result, const char *call,
                                       const char *format, va_list args)
{
    char message[sizeof cucore__error.message]; /* apart, as an argument may be the old message */
    vsnprintf(message, sizeof message, format, args);
    memcpy(cucore__error.message, message, sizeof message);
    cucore__error.status = status;
    cucore__error.result = result;
    cucore__error.call = call;
}

CUCORE_API CUCORE__COLD cucore_status cucore_fail(cucore_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cucore__error_set(status, CUCORE__CUDA_SUCCESS, NULL, format, args);
    va_end(args);
    return status;
}

/* cucore_fail with INVALID_ARGUMENT. */
CUCORE__PRIVATE CUCORE__COLD CUCORE_PRINTF(1, 2) cucore_status cucore__invalid(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cucore__error_set(CUCORE_INVALID_ARGUMENT, CUCORE__CUDA_SUCCESS, NULL, format, args);
    va_end(args);
    return CUCORE_INVALID_ARGUMENT;
}

CUCORE__PRIVATE cucore_status cucore__fail_null(const char *function, const char *what)
{
    return cucore__invalid("%s: %s is NULL", function, what);
}

CUCORE__PRIVATE CUCORE__COLD CUCORE_PRINTF(4, 5) cucore_status
    cucore__fail_driver(cucore_status status, cucore__CUresult result, const char *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cucore__error_set(status, result, call, format, args);
    va_end(args);
    return status;
}

/* Text that grows in a caller's buffer and knows how long it would have become. */
typedef struct cucore__text {
    char *buffer;
    size_t size;
    size_t length;
} cucore__text;

CUCORE__PRIVATE cucore__text cucore__text_start(char *buffer, size_t size)
{
    cucore__text text = {buffer, buffer ? size : 0, 0};
    if (text.size) buffer[0] = '\0';
    return text;
}

CUCORE__PRIVATE CUCORE_PRINTF(2, 3) void cucore__text_add(cucore__text *text, const char *format, ...)
{
    size_t left = text->length < text->size ? text->size - text->length : 0;
    int n;
    va_list args;
    va_start(args, format);
    n = vsnprintf(left ? text->buffer + text->length : NULL, left, format, args);
    va_end(args);
    if (n > 0) text->length += (size_t)n;
}

/* "(23, 4)", "(3,)", "()" */
CUCORE__PRIVATE void cucore__text_add_tuple(cucore__text *text, const int64_t *values, int count)
{
    int i;
    cucore__text_add(text, "(");
    for (i = 0; i < count; i++) cucore__text_add(text, i ? ", %lld" : "%lld", (long long)values[i]);
    cucore__text_add(text, count == 1 ? ",)" : ")");
}

/* A piece of a text, not terminated. */
typedef struct cucore__token {
    const char *text;
    size_t length;
} cucore__token;

/* -1 when it is no number. */
CUCORE__PRIVATE int64_t cucore__token_number(const cucore__token *token)
{
    int64_t value = 0;
    size_t i;
    for (i = 0; i < token->length; i++) {
        int number = token->text[i] - '0';
        if (number < 0 || number > 9 || value > (INT64_MAX - number) / 10) return -1;
        value = 10 * value + number;
    }
    return token->length ? value : -1;
}

/* ------------ >>impl-threads -- */
/* core/threads.c: threads of the CPU. */
/* A thread that runs `function`.  The struct must not move until it is joined, since the thread reads it. */
typedef struct cucore__thread {
    void (*function)(void *argument);
    void *argument;
#if defined(_WIN32)
    HANDLE handle;
#else
    pthread_t handle;
#endif
} cucore__thread;

#if defined(_WIN32)
CUCORE__PRIVATE DWORD WINAPI cucore__thread_main(LPVOID thread)
#else
CUCORE__PRIVATE void *cucore__thread_main(void *thread)
#endif
{
    ((cucore__thread *)thread)->function(((cucore__thread *)thread)->argument);
    return 0;
}

/* 0: none could be had. */
CUCORE__PRIVATE int cucore__thread_start(cucore__thread *thread, void (*function)(void *argument), void *argument)
{
    thread->function = function;
    thread->argument = argument;
#if defined(_WIN32)
    thread->handle = CreateThread(NULL, 0, cucore__thread_main, thread, 0, NULL);
    return thread->handle != NULL;
#else
    return pthread_create(&thread->handle, NULL, cucore__thread_main, thread) == 0;
#endif
}

CUCORE__PRIVATE void cucore__thread_join(cucore__thread *thread)
{
#if defined(_WIN32)
    (void)WaitForSingleObject(thread->handle, INFINITE);
    (void)CloseHandle(thread->handle);
#else
    (void)pthread_join(thread->handle, NULL);
#endif
}

/* Returns the number of processors that this thread may run on, or, where the system hides that, of those that are
 * online; at least 1, also if the system hides both from POSIX programs. */
CUCORE__PRIVATE int cucore__processors(void)
{
#if defined(_WIN32)
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwNumberOfProcessors < 1 ? 1 : (int)system.dwNumberOfProcessors;
#else
    long count = 1;
#if defined(__linux__) && defined(CPU_COUNT)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return (int)CPU_COUNT(&set);
#endif
#if defined(_SC_NPROCESSORS_ONLN)
    count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : (int)count;
#endif
}

/* -- work that is shared by threads -------------------------------------------------------------------------------- */
#ifndef CUCORE__THREADS_WORTH
#define CUCORE__THREADS_WORTH 200.0 /* us of work that are worth a thread */
#endif
enum {
    CUCORE__THREADS_MOST = 64, /* threads that share work */
    CUCORE__WORK_PIECES = 4    /* that each of them takes on average */
};

/* Returns the time in us. */
CUCORE__PRIVATE double cucore__clock(void)
{
#if defined(_WIN32)
    LARGE_INTEGER now, frequency;
    (void)QueryPerformanceCounter(&now);
    (void)QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart * 1e6 / (double)frequency.QuadPart;
#else
    struct timeval now;
    (void)gettimeofday(&now, NULL);
    return (double)now.tv_sec * 1e6 + (double)now.tv_usec;
#endif
}

/* Returns how many threads so many us of work are worth, at least 1.
 *   most  in  0: as many as there are processors */
CUCORE__PRIVATE int cucore__threads_for(double us, int most)
{
    const double worth = us / CUCORE__THREADS_WORTH;
    if (worth < 2) return 1;
    if (!most) most = cucore__processors();
    if (most > CUCORE__THREADS_MOST) most = CUCORE__THREADS_MOST;
    return worth < (double)most ? (int)worth : most;
}

/* Calls `function` with each of `count` arguments, which are `size` bytes apart, on threads of their own.  The caller
 * does the first one, and those that no thread could be had for.  Returns when all are done. */
CUCORE__PRIVATE void cucore__threads_run(void (*function)(void *argument), void *arguments, size_t size, int count)
{
    cucore__thread threads[CUCORE__THREADS_MOST];
    char *argument = (char *)arguments;
    int i, started = 1;
    while (started < count && started < CUCORE__THREADS_MOST &&
           cucore__thread_start(&threads[started], function, argument + (size_t)started * size)) {
        started++;
    }
    function(argument);
    for (i = started; i < count; i++) function(argument + (size_t)i * size);
    for (i = 1; i < started; i++) cucore__thread_join(&threads[i]);
}

/* Work along an axis, of which threads take parts: `run` does the indices from begin to before end.  Those who have it
 * begin with this struct. */
typedef struct cucore__work {
    void (*run)(const struct cucore__work *work, int number, int64_t begin, int64_t end);
    int64_t extent;
} cucore__work;

/* What threads share: pieces, which they take one by one, so that none waits for one that starts late. */
typedef struct cucore__work_crew {
    const cucore__work *work;
    int64_t begin, step; /* of the first piece; indices of a piece */
    int pieces;
    CUCORE__ATOMIC(int) taken;
} cucore__work_crew;

typedef struct cucore__work_member {
    cucore__work_crew *crew;
    int number;
} cucore__work_member;

CUCORE__PRIVATE void cucore__work_member_run(void *argument)
{
    const cucore__work_member *member = (const cucore__work_member *)argument;
    cucore__work_crew *crew = member->crew;
    int piece;
    while ((piece = CUCORE__ADD(&crew->taken, 1) - 1) < crew->pieces) {
        const int64_t begin = crew->begin + piece * crew->step, end = begin + crew->step;
        crew->work->run(crew->work, member->number, begin, end < crew->work->extent ? end : crew->work->extent);
    }
}

/* Does work by so many threads as pay: the caller does a sixteenth, looks at the clock, and shares the rest.
 *   most  in  threads, not 1; 0: as many as there are processors */
CUCORE__PRIVATE CUCORE__APART void cucore__work_share(int most, const cucore__work *work)
{
    cucore__work_crew crew;
    cucore__work_member members[CUCORE__THREADS_MOST];
    const int64_t begin = work->extent < 16 ? 1 : work->extent / 16, rest = work->extent - begin;
    const double start = cucore__clock();
    int i, count;
    work->run(work, 0, 0, begin);
    count = cucore__threads_for((cucore__clock() - start) * (double)rest / (double)begin, most);
    if (count == 1 || rest < 2) {
        if (rest) work->run(work, 0, begin, work->extent);
        return;
    }
    crew.work = work;
    crew.begin = begin;
    crew.step = (rest - 1) / (count * CUCORE__WORK_PIECES) + 1;
    crew.pieces = (int)((rest - 1) / crew.step) + 1;
    crew.taken = 0;
    for (i = 0; i < count; i++) {
        members[i].crew = &crew;
        members[i].number = i;
    }
    cucore__threads_run(cucore__work_member_run, members, sizeof members[0], count);
}
#undef CUCORE__THREADS_WORTH

/* ------------ >>impl-waits -- */
/* core/waits.c: lets other threads run while the driver may wait. */
/* A function that releases the GIL of this thread, and takes it again.  With NULL it releases the GIL, and returns the
 * state of the thread, NULL if the thread does not hold the GIL, or cucore__wait_never; with a state it takes the GIL
 * again. */
typedef void *(*cucore__waiter)(void *held);

/* Gives up the GIL (rules B122).  Set before the first call of a function of python/, since core/ does not use
 * Python. */
static CUCORE__ATOMIC(cucore__waiter) cucore__wait_by;

/* Is returned if the interpreter ends: a host function that needs it never returns, and a wait for it never ends. */
static char cucore__wait_never[1];

/* Begins a part in which the driver may wait, for functions that give something back: no lock of this library is held.
 * Such parts may be nested. */
CUCORE__PRIVATE void *cucore__wait_begin(void)
{
    cucore__waiter wait = CUCORE__LOAD(&cucore__wait_by);
    return wait ? wait(NULL) : NULL;
}

/* Ends the part. */
CUCORE__PRIVATE void cucore__wait_end(void *held)
{
    if (held && held != cucore__wait_never) (void)CUCORE__LOAD(&cucore__wait_by)(held);
}

/* ------------ >>impl-dtype -- */
/* core/dtype.c: dtypes by name and back. */
/* The order of the bytes of a number here, and the other one, as typestrs and the formats of buffers write them. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { CUCORE__NATIVE_ORDER = '>', CUCORE__FOREIGN_ORDER = '<' };
#else
enum { CUCORE__NATIVE_ORDER = '<', CUCORE__FOREIGN_ORDER = '>' };
#endif

/* The rows of CUCORE_CODE_LIST, each at its code; a list of bits ends with 0. */
#define CUCORE__CODE_ROW(name, value, text, bits_follow, ...) {text, bits_follow, {__VA_ARGS__, 0}},
#define CUCORE__CODE_NUMBER(name, ...) cucore__code_row_##name,
#define CUCORE__CODE_IN_ROW(name, value, ...) &&(value) == cucore__code_row_##name
static const struct {
    const char *name;
    uint8_t bits_follow;
    uint8_t bits[8];
} cucore__codes[] = {CUCORE_CODE_LIST(CUCORE__CODE_ROW)};
enum { CUCORE_CODE_LIST(CUCORE__CODE_NUMBER) CUCORE__CODE_COUNT };
typedef char cucore__assert_codes_are_rows[1 CUCORE_CODE_LIST(CUCORE__CODE_IN_ROW) ? 1 : -1];
#undef CUCORE__CODE_ROW
#undef CUCORE__CODE_NUMBER
#undef CUCORE__CODE_IN_ROW

CUCORE__PRIVATE int cucore__code_has_bits(int code, int64_t bits)
{
    int i;
    for (i = 0; cucore__codes[code].bits[i]; i++) { /* each list ends with 0 */
        if (cucore__codes[code].bits[i] == bits) return 1;
    }
    return 0;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_dtype_code(int code)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "dtype.code is %d, which names no type of elements", code);
}

CUCORE_API cucore_status cucore_dtype_check(cucore_dtype dtype)
{
    if (dtype.code >= CUCORE_CODE_OPAQUE) {
        if (dtype.itemsize > 0) return CUCORE_OK;
        return cucore_fail(CUCORE_PROTOCOL, "an element of 0 bytes has no dtype");
    }
    if (dtype.code >= CUCORE__CODE_COUNT || dtype.code == CUCORE_CODE_OPAQUE_HANDLE) {
        return cucore__fail_dtype_code(dtype.code);
    }
    if (dtype.lanes == 0) return cucore_fail(CUCORE_PROTOCOL, "dtype.lanes is 0; it must be at least 1");
    if (!cucore__code_has_bits(dtype.code, dtype.bits)) {
        return cucore_fail(CUCORE_PROTOCOL, "dtype.bits is %d, which a %s (dtype.code %d) cannot have", dtype.bits,
                           cucore__codes[dtype.code].name, dtype.code);
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_dtype_from_name(const char *name, size_t size, cucore_dtype *out)
{
    int code;
    if (!name || !out) return cucore__invalid("cucore_dtype_from_name: name or out is NULL");
    for (code = 0; code < CUCORE__CODE_COUNT; code++) {
        size_t stem = strlen(cucore__codes[code].name);
        int64_t bits = cucore__codes[code].bits[0];
        cucore__token digits = {name + stem, size - stem};
        if (size < stem || memcmp(name, cucore__codes[code].name, stem) != 0) continue;
        if (cucore__codes[code].bits_follow) {
            bits = digits.length && digits.text[0] != '0' ? cucore__token_number(&digits) : -1;
        } else if (digits.length) {
            continue;
        }
        if (!cucore__code_has_bits(code, bits)) continue;
        *out = cucore_dtype_make(code, (int)bits, 1);
        return CUCORE_OK;
    }
    return cucore__invalid("'%.*s' is not the name of a dtype", (int)(size < 64 ? size : 64), name);
}

/* Returns 1 if `name` is exactly the name of this dtype, without looking it up. */
CUCORE__PRIVATE inline int cucore__dtype_is_called(cucore_dtype dtype, const char *name)
{
    const char *stem;
    if (dtype.code >= CUCORE__CODE_COUNT || dtype.lanes != 1 || dtype.itemsize != (dtype.bits + 7u) / 8) return 0;
    for (stem = cucore__codes[dtype.code].name; *stem; stem++, name++) {
        if (*stem != *name) return 0;
    }
    if (cucore__codes[dtype.code].bits_follow) {
        if (dtype.bits >= 100 && *name++ != '0' + dtype.bits / 100) return 0;
        if (dtype.bits >= 10 && *name++ != '0' + dtype.bits / 10 % 10) return 0;
        if (*name++ != '0' + dtype.bits % 10) return 0;
    }
    return !*name && cucore__code_has_bits(dtype.code, dtype.bits);
}

CUCORE__PRIVATE void cucore__text_add_dtype(cucore__text *text, cucore_dtype dtype)
{
    if (dtype.code >= CUCORE__CODE_COUNT && dtype.code < CUCORE_CODE_OPAQUE)
        cucore__text_add(text, "code%dbits%d", dtype.code, dtype.bits);
    switch ((enum cucore__code)dtype.code) { /* without a default, so that compilers name a code that has no row */
#define CUCORE__CODE_CASE(name, ...) case CUCORE_CODE_##name:
        CUCORE_CODE_LIST(CUCORE__CODE_CASE)
#undef CUCORE__CODE_CASE
        cucore__text_add(text, "%s", cucore__codes[dtype.code].name);
        if (cucore__codes[dtype.code].bits_follow) cucore__text_add(text, "%d", dtype.bits);
        break;
    case CUCORE_CODE_OPAQUE: cucore__text_add(text, "void%u", (unsigned)dtype.itemsize); break;
    case CUCORE_CODE_STRUCTURED: cucore__text_add(text, "struct%u", (unsigned)dtype.itemsize); break;
    }
    if (dtype.lanes > 1) cucore__text_add(text, "x%d", dtype.lanes);
}

CUCORE_API size_t cucore_dtype_to_name(cucore_dtype dtype, char *text, size_t size)
{
    cucore__text name = cucore__text_start(text, size);
    cucore__text_add_dtype(&name, dtype);
    return name.length;
}

/* Returns the rank of a dtype for the rule same_kind; -1: it is not converted. */
CUCORE__PRIVATE int cucore__dtype_rank(cucore_dtype dtype)
{
    if (dtype.lanes != 1) return -1;
    switch (dtype.code) {
    case CUCORE_CODE_OPAQUE_HANDLE:
    case CUCORE_CODE_OPAQUE:
    case CUCORE_CODE_STRUCTURED: return -1;
    case CUCORE_CODE_BOOL: return 0;
    case CUCORE_CODE_UINT: return 1;
    case CUCORE_CODE_INT: return 2;
    case CUCORE_CODE_COMPLEX:
    case CUCORE_CODE_BCOMPLEX: return 4;
    default: return 3;
    }
}

/* Returns 1 if NumPy's can_cast(from, to, casting="same_kind") does, for numbers; with `back` also from `to` to
 * `from`. */
CUCORE__PRIVATE int cucore__dtype_can_cast(cucore_dtype from, cucore_dtype to, int back)
{
    const int a = cucore__dtype_rank(from), b = cucore__dtype_rank(to);
    return a >= 0 && b >= 0 && (back ? a == b : a <= b);
}

/* ------------ >>impl-layout -- */
/* core/layout_make.c: arithmetic that detects overflow; layouts measured, checked and made. */
/* Checked arithmetic: 1 when the true result does not fit, *out is then unspecified. */
#if defined(__GNUC__) || defined(__clang__)
CUCORE__PRIVATE inline int cucore__mul(int64_t a, int64_t b, int64_t *out)
{
    return __builtin_mul_overflow(a, b, out);
}

CUCORE__PRIVATE inline int cucore__add(int64_t a, int64_t b, int64_t *out)
{
    return __builtin_add_overflow(a, b, out);
}
#else
CUCORE__PRIVATE inline int cucore__mul(int64_t a, int64_t b, int64_t *out)
{
    if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
              : a < 0 && (b > 0 ? a < INT64_MIN / b : b < INT64_MAX / a)) {
        return 1;
    }
    *out = a * b;
    return 0;
}

CUCORE__PRIVATE inline int cucore__add(int64_t a, int64_t b, int64_t *out)
{
    if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b) return 1;
    *out = a + b;
    return 0;
}
#endif

/* a / b; a division of 32 bits takes half the time. */
CUCORE__PRIVATE inline uint64_t cucore__divide(uint64_t a, uint64_t b)
{
    if (a < b) return 0;
    if (b == 1) return a;
    return a >> 32 == 0 ? (uint64_t)((uint32_t)a / (uint32_t)b) : a / b; /* b <= a fits as well */
}

/* |stride|, which always fits. */
CUCORE__PRIVATE inline uint64_t cucore__magnitude(int64_t stride)
{
    return stride < 0 ? (uint64_t)0 - (uint64_t)stride : (uint64_t)stride;
}

CUCORE__PRIVATE cucore_status cucore__layout_check_ndim(int64_t ndim, int64_t itemsize)
{
    if (ndim < 0 || ndim > CUCORE_MAX_NDIM) {
        return cucore__invalid("ndim is %lld; it must be 0 to %d", (long long)ndim, CUCORE_MAX_NDIM);
    }
    if (itemsize < 1 || itemsize > INT64_MAX / 8) {
        return cucore__invalid("itemsize is %lld bytes; it must be 1 to %lld", (long long)itemsize,
                               (long long)(INT64_MAX / 8));
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE inline int cucore__layout_head_is_valid(const cucore_layout *layout)
{
    return (uint32_t)layout->ndim <= CUCORE_MAX_NDIM && (uint64_t)layout->itemsize - 1 < (uint64_t)INT64_MAX / 8 &&
           (uint64_t)layout->itembits - 1 < 8 * (uint64_t)layout->itemsize;
}

/* Fails: there is no result to write to, or no valid layout. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_argument(const cucore_layout *layout, const void *out,
                                                                 const char *function)
{
    cucore_status status;
    if (!layout || !out) return cucore__invalid("%s: an argument is NULL", function);
    status = cucore__layout_check_ndim(layout->ndim, layout->itemsize);
    if (status) return status;
    return cucore__invalid("%s: itembits is %lld; it must be 1 to %lld", function, (long long)layout->itembits,
                           8 * (long long)layout->itemsize);
}

CUCORE__PRIVATE inline cucore_status cucore__layout_check_argument(const cucore_layout *layout, const void *out,
                                                                   const char *function)
{
    if (layout && out && cucore__layout_head_is_valid(layout)) return CUCORE_OK;
    return cucore__fail_argument(layout, out, function);
}

CUCORE__PRIVATE cucore_status cucore__fail_extent(int axis, int64_t extent)
{
    return cucore__invalid("shape[%d] is %lld; extents must be 0 or more", axis, (long long)extent);
}

/* Returns 1 if an extent is 0, for a layout of any size. */
CUCORE__PRIVATE cucore_status cucore__layout_find_empty(const cucore_layout *layout, int *is_empty)
{
    int i, found = 0;
    for (i = 0; i < layout->ndim; i++) {
        if (layout->shape[i] < 0) return cucore__fail_extent(i, layout->shape[i]);
        found |= layout->shape[i] == 0;
    }
    *is_empty = found;
    return CUCORE_OK;
}

/* The number of elements; 0 as soon as one extent is 0, however large the others are. */
CUCORE__PRIVATE inline cucore_status cucore__layout_measure(const cucore_layout *layout, int64_t *size)
{
    int64_t product = 1;
    int i, is_empty = 0, unusual = 0;
    cucore_status status;
    for (i = 0; i < layout->ndim; i++) {
        unusual |= layout->shape[i] < 1;
        unusual |= cucore__mul(product, layout->shape[i], &product);
    }
    if (unusual) {
        status = cucore__layout_find_empty(layout, &is_empty);
        if (status) return status;
        if (!is_empty) {
            return cucore_fail(CUCORE_OVERFLOW, "the product of the %d extents (the last is %lld) does not fit 64 bits",
                               layout->ndim, (long long)layout->shape[layout->ndim - 1]);
        }
        product = 0;
    }
    *size = product;
    return CUCORE_OK;
}

/* An empty layout has 0 and -1. */
CUCORE__PRIVATE cucore_status cucore__layout_bounds(const cucore_layout *layout, int64_t *min, int64_t *max)
{
    int64_t low = 0, high = 0, reach;
    int i, is_empty = 0;
    cucore_status status = cucore__layout_find_empty(layout, &is_empty);
    if (status) return status;
    for (i = 0; i < layout->ndim && !is_empty; i++) {
        if (layout->shape[i] <= 1) continue;
        if (cucore__mul(layout->shape[i] - 1, layout->strides[i], &reach) ||
            (reach < 0 ? cucore__add(low, reach, &low) : cucore__add(high, reach, &high))) {
            return cucore_fail(CUCORE_OVERFLOW,
                               "shape[%d] is %lld with strides[%d] %lld: the offset of its last element does not fit "
                               "64 bits",
                               i, (long long)layout->shape[i], i, (long long)layout->strides[i]);
        }
    }
    *min = low;
    *max = is_empty ? -1 : high;
    return CUCORE_OK;
}

/* Finds the first and the last bit of the elements, counted from the origin.  If it succeeds every offset in bytes fits
 * 64 bits.  An empty layout has 0 and -1. */
CUCORE__PRIVATE cucore_status cucore__layout_bits(const cucore_layout *layout, int64_t *first, int64_t *last)
{
    int64_t min = 0, max = 0, end;
    cucore_status status = cucore__layout_bounds(layout, &min, &max);
    if (status) return status;
    if (cucore__mul(min, layout->itembits, first) || cucore__add(max, 1, &end) ||
        cucore__mul(end, layout->itembits, &end)) {
        return cucore_fail(CUCORE_OVERFLOW,
                           "elements of %lld bits reach from offset %lld to %lld: that does not fit 64 bits",
                           (long long)layout->itembits, (long long)min, (long long)max);
    }
    *last = end - 1;
    return CUCORE_OK;
}

/* Finds the first byte and the end of the last one, relative to element [0, ...]; they are equal if the layout is
 * empty. */
CUCORE__PRIVATE cucore_status cucore__layout_byte_bounds(const cucore_layout *layout, int64_t *first, int64_t *end)
{
    int64_t low = 0, last = 0; /* bits */
    cucore_status status = cucore__layout_check_argument(layout, first, "cucore_layout_offset_bounds");
    if (!status) status = cucore__layout_bits(layout, &low, &last);
    if (status) return status;
    if (last > INT64_MAX - 8) return cucore_fail(CUCORE_OVERFLOW, "the layout spans more bytes than fit 64 bits");
    *first = low >> 3;
    *end = (last >> 3) + 1;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__fail_size(int64_t size, int64_t itembits)
{
    return cucore_fail(CUCORE_OVERFLOW, "%lld elements of %lld bits do not fit 64 bits", (long long)size,
                       (long long)itembits);
}

/* Number of elements, lowest and highest offset. */
typedef struct cucore__survey {
    int64_t size;
    int64_t min;
    int64_t max;
} cucore__survey;

/* Measures all three in one pass.
 * -> 0: the layout is empty, broken or too large, and the survey has no meaning */
CUCORE__PRIVATE inline int cucore__layout_survey(const cucore_layout *layout, cucore__survey *out)
{
    int64_t size = 1, min = 0, max = 0, reach = 0;
    int i, unusual = 0;
    for (i = 0; i < layout->ndim; i++) {
        int64_t extent = layout->shape[i];
        if (extent == 1) continue;
        unusual |= extent < 1;
        unusual |= cucore__mul(size, extent, &size);
        unusual |= cucore__mul((int64_t)((uint64_t)extent - 1), layout->strides[i], &reach);
        unusual |= reach < 0 ? cucore__add(min, reach, &min) : cucore__add(max, reach, &max);
    }
    out->size = size;
    out->min = min;
    out->max = max;
    return !unusual;
}

/* A layout that has no survey: OK when it is empty (size 0, from 0 to -1), else what is wrong with it. */
CUCORE__PRIVATE cucore_status cucore__layout_explain(const cucore_layout *layout, cucore__survey *out)
{
    int64_t bits, last;
    cucore_status status;
    out->size = out->min = 0;
    out->max = -1;
    status = cucore__layout_measure(layout, &out->size);
    if (status || out->size == 0) return status;
    if (cucore__mul(out->size, layout->itembits, &bits)) return cucore__fail_size(out->size, layout->itembits);
    return cucore__layout_bits(layout, &bits, &last);
}

/* Returns 1 if the layout has elements and is as cucore_layout_make promises; it has a valid ndim, itemsize and
 * itembits. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__layout_is_usual(const cucore_layout *layout, cucore__survey *out)
{
    int64_t bits;
    return cucore__layout_survey(layout, out) && !cucore__mul(out->size, layout->itembits, &bits) &&
           !cucore__mul(out->min, layout->itembits, &bits) && !cucore__mul(out->max, layout->itembits, &bits) &&
           bits <= INT64_MAX - layout->itembits;
}

/* What cucore_layout_make promises; the layout has a valid ndim, itemsize and itembits. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__layout_check(const cucore_layout *layout, cucore__survey *out)
{
    return cucore__layout_is_usual(layout, out) ? CUCORE_OK : cucore__layout_explain(layout, out);
}

/* The stride after an axis; 0 when it does not fit, which belongs to a layout that is empty or refused later. */
CUCORE__PRIVATE inline int64_t cucore__stride_after(int64_t stride, int64_t extent)
{
    int64_t next;
    if (extent <= 1) return stride;
    return cucore__mul(stride, extent, &next) ? 0 : next;
}

/* Dense strides in an order of the axes, slowest first (negative ones from the end), or, without one, in C or F order.
 * Returns the size; 0 when it does not fit, or an extent is not positive. */
CUCORE__PRIVATE inline int64_t cucore__layout_fill_order(cucore_layout *layout, const int *axes, char order)
{
    int64_t stride = 1;
    int i, axis, unusual = 0;
    for (i = layout->ndim - 1; i >= 0; i--) {
        axis = axes ? axes[i] : order == 'F' ? layout->ndim - 1 - i : i;
        if (axis < 0) axis += layout->ndim;
        layout->strides[axis] = stride;
        stride = cucore__stride_after(stride, layout->shape[axis]);
        unusual |= layout->shape[axis] < 1;
    }
    return unusual ? 0 : stride;
}

CUCORE__PRIVATE int64_t cucore__layout_fill_dense(cucore_layout *layout, char order)
{
    return cucore__layout_fill_order(layout, NULL, order);
}

/* Hides a value from the optimiser.  Loops over a few entries that were just written stay loops with it: the calls of
 * memcpy and memset that compilers make of them cost several times more. */
CUCORE__PRIVATE inline int64_t cucore__opaque(int64_t value)
{
#if defined(__GNUC__) || defined(__clang__)
    __asm__("" : "+r"(value));
#endif
    return value;
}

CUCORE__PRIVATE inline void cucore__entries_copy(int64_t *out, const int64_t *values, int count)
{
    int i;
    for (i = 0; i < count; i++) out[i] = cucore__opaque(values[i]);
}

CUCORE__PRIVATE inline void cucore__entries_zero(int64_t *out, int count)
{
    int i;
    for (i = 0; i < count; i++) out[i] = cucore__opaque(0);
}

CUCORE__PRIVATE void cucore__layout_start(cucore_layout *layout, int ndim, const int64_t *shape, int64_t itemsize)
{
    layout->ndim = ndim;
    layout->reserved = 0;
    layout->itemsize = itemsize;
    layout->itembits = 8 * itemsize;
    cucore__entries_copy(layout->shape, shape, ndim);
}

/* The parts of `like` that every layout made from it shares. */
CUCORE__PRIVATE inline void cucore__layout_head(cucore_layout *out, const cucore_layout *like, int ndim)
{
    out->ndim = ndim;
    out->reserved = 0;
    out->itemsize = like->itemsize;
    out->itembits = like->itembits;
}

/* Only the entries in use are copied. */
CUCORE__PRIVATE inline void cucore__layout_copy(cucore_layout *out, const cucore_layout *layout)
{
    cucore__layout_head(out, layout, layout->ndim);
    cucore__entries_copy(out->shape, layout->shape, layout->ndim);
    cucore__entries_copy(out->strides, layout->strides, layout->ndim);
}

CUCORE__PRIVATE cucore_status cucore__layout_begin(int ndim, const int64_t *shape, int64_t itemsize,
                                                   const cucore_layout *out, cucore_layout *work)
{
    cucore_status status = cucore__layout_check_ndim(ndim, itemsize);
    work->ndim = 0; /* gcc does not know that the status of a failure is not 0 */
    if (status) return status;
    if (!out || (ndim > 0 && !shape)) return cucore__invalid("shape or out is NULL");
    cucore__layout_start(work, ndim, shape, itemsize);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__layout_end(const cucore_layout *work, cucore_layout *out)
{
    cucore__survey span;
    cucore_status status = cucore__layout_check(work, &span);
    if (status == CUCORE_OK) cucore__layout_copy(out, work);
    return status;
}

/* With the strides of cucore__layout_fill_order, which reach no further than the size. */
CUCORE__PRIVATE inline cucore_status cucore__layout_end_dense(cucore_layout *work, const int *axes, char order,
                                                              cucore_layout *out)
{
    int64_t bits, size = cucore__layout_fill_order(work, axes, order);
    if (size == 0 || cucore__mul(size, work->itembits, &bits)) return cucore__layout_end(work, out);
    cucore__layout_copy(out, work);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_make(int ndim, const int64_t *shape, const int64_t *strides, int64_t itemsize,
                                            cucore_layout *out)
{
    cucore_layout work;
    cucore_status status = cucore__layout_begin(ndim, shape, itemsize, out, &work);
    if (status) return status;
    if (!strides) return cucore__layout_end_dense(&work, NULL, 'C', out);
    cucore__entries_copy(work.strides, strides, ndim);
    return cucore__layout_end(&work, out);
}

CUCORE_API cucore_status cucore_layout_make_dense(int ndim, const int64_t *shape, char order, int64_t itemsize,
                                                  cucore_layout *out)
{
    cucore_layout work;
    cucore_status status = cucore__layout_begin(ndim, shape, itemsize, out, &work);
    if (status) return status;
    if (order != 'C' && order != 'F') return cucore__invalid("order is %d; it must be 'C' (67) or 'F' (70)", order);
    return cucore__layout_end_dense(&work, NULL, order, out);
}

/* Exact division; a power of two needs no divide. */
CUCORE__PRIVATE inline int cucore__divide_exact(int64_t value, int64_t divisor, int64_t *out)
{
    switch (divisor) {
    case 1: *out = value; return 1;
    case 2: *out = value / 2; return (value & 1) == 0;
    case 4: *out = value / 4; return (value & 3) == 0;
    case 8: *out = value / 8; return (value & 7) == 0;
    default: *out = value / divisor; return value % divisor == 0;
    }
}

CUCORE__PRIVATE int cucore__layout_is_empty(const cucore_layout *layout)
{
    int i;
    for (i = 0; i < layout->ndim; i++) {
        if (layout->shape[i] == 0) return 1;
    }
    return 0;
}

/* layout has ndim, shape and itemsize; byte_strides may be layout->strides. */
CUCORE__PRIVATE cucore_status cucore__layout_fill_bytes(cucore_layout *layout, const int64_t *byte_strides)
{
    int i;
    for (i = 0; i < layout->ndim; i++) {
        int64_t bytes = byte_strides[i];
        if (cucore__divide_exact(bytes, layout->itemsize, &layout->strides[i])) continue;
        if (layout->shape[i] > 1 && !cucore__layout_is_empty(layout)) {
            return cucore_fail(CUCORE_UNSUPPORTED,
                               "strides[%d] is %lld bytes, not a multiple of the itemsize %lld (a field of a "
                               "structured array?); copy it first",
                               i, (long long)bytes, (long long)layout->itemsize);
        }
        layout->strides[i] = 0;
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_make_bytes(int ndim, const int64_t *shape, const int64_t *byte_strides,
                                                  int64_t itemsize, cucore_layout *out)
{
    cucore_layout work;
    cucore_status status = cucore__layout_begin(ndim, shape, itemsize, out, &work);
    if (status) return status;
    if (!byte_strides) return cucore__layout_end_dense(&work, NULL, 'C', out);
    status = cucore__layout_fill_bytes(&work, byte_strides);
    return status ? status : cucore__layout_end(&work, out);
}

CUCORE_API cucore_status cucore_layout_set_packed(cucore_layout *layout, int64_t itembits)
{
    cucore_layout work;
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_set_packed");
    if (status) return status;
    if (itembits < 1 || itembits > 8 * layout->itemsize) {
        return cucore__invalid("itembits is %lld; it must be 1 to %lld, the bits of an item", (long long)itembits,
                               8 * (long long)layout->itemsize);
    }
    cucore__layout_copy(&work, layout);
    work.itembits = itembits;
    work.itemsize = (itembits + 7) / 8;
    return cucore__layout_end(&work, layout);
}

/* core/layout_ask.c: questions about a layout: sizes, bounds, contiguity, order, text. */
/* -- properties ------------------------------------------------------------------------------------------------ */

/* 0: done.  1: the bytes do not fit.  2: not a whole number of bytes.  Exact: no product in bits is needed. */
CUCORE__PRIVATE inline int cucore__elements_to_bytes(int64_t count, int64_t itembits, int64_t *out)
{
    int64_t eighth = count / 8, rest = count % 8, part = rest * (itembits & 7);
    if ((itembits & 7) == 0) return cucore__mul(count, itembits >> 3, out);
    if (part % 8 != 0) return 2;
    return cucore__mul(eighth, itembits, &eighth) || cucore__add(eighth, rest * (itembits >> 3) + part / 8, out);
}

/* The same, rounded up; count is not negative.  1: it does not fit. */
CUCORE__PRIVATE inline int cucore__elements_to_size(uint64_t count, int64_t itembits, int64_t *out)
{
    int64_t eighth = (int64_t)(count / 8), rest = (int64_t)(count % 8), part = rest * (itembits & 7);
    return cucore__mul(eighth, itembits, &eighth) || cucore__add(eighth, rest * (itembits >> 3) + (part + 7) / 8, out);
}

CUCORE_API int64_t cucore_layout_size(const cucore_layout *layout)
{
    int64_t size = 0;
    if (cucore__layout_check_argument(layout, layout, "cucore_layout_size")) return -1;
    return cucore__layout_measure(layout, &size) ? -1 : size;
}

CUCORE_API int64_t cucore_layout_nbytes(const cucore_layout *layout)
{
    int64_t size = 0, bytes = 0;
    if (cucore__layout_check_argument(layout, layout, "cucore_layout_nbytes")) return -1;
    if (cucore__layout_measure(layout, &size)) return -1;
    if (!cucore__elements_to_size((uint64_t)size, layout->itembits, &bytes)) return bytes;
    cucore__fail_size(size, layout->itembits);
    return -1;
}

CUCORE_API cucore_status cucore_layout_offset_bounds(const cucore_layout *layout, int64_t *min, int64_t *max)
{
    cucore__survey survey;
    cucore_status status =
        cucore__layout_check_argument(layout, min && max ? min : NULL, "cucore_layout_offset_bounds");
    if (status) return status;
    if (!cucore__layout_survey(layout, &survey)) return cucore__layout_bounds(layout, min, max);
    *min = survey.min;
    *max = survey.max;
    return CUCORE_OK;
}

/* Returns 1 if the layout has as many entries as ndim. */
CUCORE__PRIVATE inline int cucore__layout_is_valid(const cucore_layout *layout)
{
    return layout && layout->ndim >= 0 && layout->ndim <= CUCORE_MAX_NDIM;
}

/* Returns 1 if the stride of the axis is `expected`, the product of the faster extents, and multiplies it by the
 * extent. */
CUCORE__PRIVATE inline int cucore__axis_is_dense(const cucore_layout *layout, int axis, int64_t *expected)
{
    if (layout->shape[axis] == 1) return 1;
    return layout->strides[axis] == *expected && !cucore__mul(*expected, layout->shape[axis], expected);
}

CUCORE__PRIVATE inline int cucore__layout_is_contiguous(const cucore_layout *layout, char order)
{
    int64_t expected = 1;
    int i = 0, ndim;
    if (!cucore__layout_is_valid(layout)) return 0;
    ndim = layout->ndim;
    while (i < ndim && cucore__axis_is_dense(layout, order == 'F' ? i : ndim - 1 - i, &expected)) i++;
    return i == ndim || cucore__layout_is_empty(layout);
}

CUCORE_API int cucore_layout_is_c_contiguous(const cucore_layout *layout)
{
    return cucore__layout_is_contiguous(layout, 'C');
}

CUCORE_API int cucore_layout_is_f_contiguous(const cucore_layout *layout)
{
    return cucore__layout_is_contiguous(layout, 'F');
}

/* -- axes sorted by stride --------------------------------------------------------------------------------------- */

/* Axes that are sorted: from the largest key to the smallest. */
typedef struct cucore__axis_sort {
    uint64_t key[CUCORE_MAX_NDIM]; /* |stride| in the first layout */
    const int64_t *shape;          /* of axes with equal keys the longer one comes first; NULL: they keep their order */
    int (*tie)(const struct cucore__axis_sort *sort, int a, int b); /* for equal keys, before `shape`; NULL: no more */
    const cucore_layout *const *layouts;                            /* for `tie` */
    size_t count;
} cucore__axis_sort;

/* Returns 1 if axis a comes before axis b, that is, if it is slower. */
CUCORE__PRIVATE inline int cucore__axis_before(const cucore__axis_sort *sort, int a, int b)
{
    int tie;
    if (sort->key[a] != sort->key[b]) return sort->key[a] > sort->key[b];
    if (sort->tie && (tie = sort->tie(sort, a, b)) != 0) return tie > 0;
    if (sort->shape && sort->shape[a] != sort->shape[b]) return sort->shape[a] > sort->shape[b];
    return a < b;
}

/* Insertion sort in runs of 8, which are then merged. */
CUCORE__PRIVATE void cucore__axes_sort(const cucore__axis_sort *sort, int *axes, int count)
{
    int copy[CUCORE_MAX_NDIM], start, run, i, j;
    for (i = 1; i < count; i++) {
        int axis = axes[i], first = i & ~7; /* of the run */
        for (j = i; j > first && cucore__axis_before(sort, axis, axes[j - 1]); j--) axes[j] = axes[j - 1];
        axes[j] = axis;
    }
    for (run = 8; run < count; run *= 2) {
        for (start = 0; start + run < count; start += 2 * run) {
            int end = count - start < 2 * run ? count : start + 2 * run;
            int left = 0, right = start + run, to = start;
            memcpy(copy, axes + start, (size_t)run * sizeof *copy);
            while (left < run) {
                int from_right = right < end && cucore__axis_before(sort, axes[right], copy[left]);
                axes[to++] = from_right ? axes[right++] : copy[left++];
            }
        }
    }
}

/* The axes of at least that extent, from slowest to fastest; how many they are. */
CUCORE__PRIVATE int cucore__axes_sorted(const cucore_layout *layout, int64_t least, int *axes)
{
    cucore__axis_sort sort;
    int i, count = 0;
    sort.tie = NULL;
    sort.shape = layout->shape;
    for (i = 0; i < layout->ndim; i++) {
        sort.key[i] = cucore__magnitude(layout->strides[i]);
        if (layout->shape[i] >= least) axes[count++] = i;
    }
    cucore__axes_sort(&sort, axes, count);
    return count;
}

/* axis: -1 for an offset, else whose stride it is. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_bytes(int reason, int axis, int64_t value, int64_t itembits)
{
    char name[24] = "offset";
    if (axis >= 0) snprintf(name, sizeof name, "strides[%d]", axis);
    return cucore_fail(reason == 1 ? CUCORE_OVERFLOW : CUCORE_UNSUPPORTED, "%s is %lld elements of %lld bits: that %s",
                       name, (long long)value, (long long)itembits,
                       reason == 1 ? "does not fit 64 bits in bytes" : "is no whole number of bytes");
}

CUCORE_API cucore_status cucore_layout_offset_bytes(const cucore_layout *layout, int64_t offset, int64_t *out)
{
    int64_t bytes = 0;
    int reason;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_offset_bytes");
    if (status) return status;
    reason = cucore__elements_to_bytes(offset, layout->itembits, &bytes);
    if (reason) return cucore__fail_bytes(reason, -1, offset, layout->itembits);
    *out = bytes;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_strides_bytes(const cucore_layout *layout, int64_t *out)
{
    int64_t work[CUCORE_MAX_NDIM];
    int i, reason;
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_strides_bytes");
    if (status) return status;
    if (!out && layout->ndim > 0) return cucore__fail_null("cucore_layout_strides_bytes", "out");
    for (i = 0; i < layout->ndim; i++) {
        reason = cucore__elements_to_bytes(layout->strides[i], layout->itembits, &work[i]);
        if (CUCORE__LIKELY(!reason)) continue;
        if (reason == 1 || (layout->shape[i] > 1 && !cucore__layout_is_empty(layout))) {
            return cucore__fail_bytes(reason, i, layout->strides[i], layout->itembits);
        }
        work[i] = 0;
    }
    cucore__entries_copy(out, work, layout->ndim);
    return CUCORE_OK;
}

CUCORE_API int64_t cucore_layout_required_nbytes(const cucore_layout *layout, int64_t offset)
{
    int64_t min = 0, max = 0, low, bytes = 0;
    if (cucore__layout_check_argument(layout, layout, "cucore_layout_required_nbytes")) return -1;
    if (cucore_layout_offset_bounds(layout, &min, &max)) return -1;
    if (max < min) return 0;
    if (cucore__add(offset, min, &low) || low < 0) {
        cucore_fail(CUCORE_UNSUPPORTED,
                    "the lowest element is at %lld from the origin, which is at %lld: before the start of the "
                    "allocation",
                    (long long)min, (long long)offset);
        return -1;
    }
    if (!cucore__elements_to_size((uint64_t)offset + (uint64_t)max + 1, layout->itembits, &bytes)) return bytes;
    cucore_fail(CUCORE_OVERFLOW, "elements of %lld bits up to offset %lld + %lld do not fit 64 bits in bytes",
                (long long)layout->itembits, (long long)offset, (long long)max);
    return -1;
}

CUCORE_API size_t cucore_layout_format(const cucore_layout *layout, char *text, size_t size)
{
    cucore__text written = cucore__text_start(text, size);
    if (!cucore__layout_is_valid(layout)) {
        cucore__text_add(&written, "no layout");
        return written.length;
    }
    cucore__text_add(&written, "shape ");
    cucore__text_add_tuple(&written, layout->shape, layout->ndim);
    cucore__text_add(&written, " strides ");
    cucore__text_add_tuple(&written, layout->strides, layout->ndim);
    if (layout->itembits % 8 == 0 && layout->itembits / 8 == layout->itemsize) {
        cucore__text_add(&written, " itemsize %lld", (long long)layout->itemsize);
    } else {
        cucore__text_add(&written, " itembits %lld", (long long)layout->itembits);
    }
    return written.length;
}

/* core/layout_overlap.c: whether two layouts, or two elements of one, share memory. */
/* The greatest common divisor; b when a is 0 and the other way round. */
CUCORE__PRIVATE inline uint64_t cucore__gcd(uint64_t a, uint64_t b)
{
    uint64_t low = b & (0 - b), rest;
    if ((a & (a - 1)) == 0 && a && b) return low < a ? low : a; /* a is a power of two */
    while (b) {
        rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* -- overlap ---------------------------------------------------------------------------------------------------- */
/* An element of a starts at bit A + sum |stride| * x, x in 0..extent - 1, and has bits 0..itembits - 1 from there; so
 * has one of b, with y.  They share a bit when two such sums are equal.  Counting y and the bits of b from the other
 * end gives one equation with positive factors and bounded unknowns:
 *     sum |stride_a| * x + sum |stride_b| * y + s == (last bit of b) - (first bit of a),  s in 0..slack
 * which a search solves from the largest factor down, cutting off what the smaller ones cannot reach. */
typedef struct cucore__equation {
    int count;
    uint64_t slack;
    uint64_t factor[2 * CUCORE_MAX_NDIM];    /* from large to small */
    uint64_t most[2 * CUCORE_MAX_NDIM];      /* of each unknown */
    uint64_t reach[2 * CUCORE_MAX_NDIM + 1]; /* of the unknowns from here on, with the slack */
    uint64_t divisor[2 * CUCORE_MAX_NDIM];   /* common to the factors from here on */
} cucore__equation;

#define CUCORE__OVERLAP_WORK 4096 /* steps before the search gives up: tens of microseconds */

/* An unknown for each axis along which elements lie apart; factors stay sorted. */
CUCORE__PRIVATE void cucore__equation_add(cucore__equation *equation, const cucore_layout *layout)
{
    int i, j;
    for (i = layout->ndim - 1; i >= 0; i--) {
        uint64_t factor = cucore__magnitude(layout->strides[i]) * (uint64_t)layout->itembits;
        if (layout->shape[i] <= 1 || layout->strides[i] == 0) continue;
        for (j = equation->count++; j > 0 && equation->factor[j - 1] < factor; j--) {
            equation->factor[j] = equation->factor[j - 1];
            equation->most[j] = equation->most[j - 1];
        }
        equation->factor[j] = factor;
        equation->most[j] = (uint64_t)layout->shape[i] - 1;
    }
    equation->slack += (uint64_t)layout->itembits - 1;
}

/* Returns SOME if `target` is a sum of the unknowns from i on, else NONE; UNKNOWN if *work runs out. */
CUCORE__PRIVATE cucore_overlap cucore__equation_solve(const cucore__equation *equation, int i, uint64_t target,
                                                      int *work)
{
    uint64_t factor, high, low, rest;
    if (target > equation->reach[i]) return CUCORE_OVERLAP_NONE;
    if (i == equation->count) return CUCORE_OVERLAP_SOME;
    if (--*work < 0) return CUCORE_OVERLAP_UNKNOWN;
    if (target % equation->divisor[i] > equation->slack) return CUCORE_OVERLAP_NONE;
    factor = equation->factor[i];
    rest = equation->reach[i + 1];
    high = target / factor;
    if (high > equation->most[i]) high = equation->most[i];
    low = target > rest ? (target - rest - 1) / factor + 1 : 0;
    for (; high + 1 > low; high--) {
        cucore_overlap found = cucore__equation_solve(equation, i + 1, target - high * factor, work);
        if (found != CUCORE_OVERLAP_NONE) return found;
        if (high == 0) break;
    }
    return CUCORE_OVERLAP_NONE;
}

/* Fills in what a search needs besides factors and bounds.  The sum of all terms fits 64 bits. */
CUCORE__PRIVATE void cucore__equation_prepare(cucore__equation *equation)
{
    uint64_t divisor = 0;
    int i;
    equation->reach[equation->count] = equation->slack;
    for (i = equation->count - 1; i >= 0; i--) {
        divisor = cucore__gcd(equation->factor[i], divisor);
        equation->divisor[i] = divisor;
        equation->reach[i] = equation->reach[i + 1] + equation->factor[i] * equation->most[i];
    }
}

CUCORE_API cucore_status cucore_layout_overlap(const cucore_layout *a, const void *a_ptr, const cucore_layout *b,
                                               const void *b_ptr, cucore_overlap *out)
{
    cucore__equation equation;
    int64_t distance = (int64_t)((uint64_t)(uintptr_t)b_ptr - (uint64_t)(uintptr_t)a_ptr), target, low, high, width;
    int64_t first_a = 0, last_a = 0, first_b = 0, last_b = 0; /* bits */
    int work = CUCORE__OVERLAP_WORK;
    cucore_status status = cucore__layout_check_argument(a, out, "cucore_layout_overlap");
    if (!status) status = cucore__layout_check_argument(b, out, "cucore_layout_overlap");
    if (!status) status = cucore__layout_bits(a, &first_a, &last_a);
    if (!status) status = cucore__layout_bits(b, &first_b, &last_b);
    if (status) return status;
    *out = CUCORE_OVERLAP_NONE;
    if (last_a < 0 || last_b < 0) return CUCORE_OK; /* empty */
    if (cucore__add(distance, first_b >> 3, &low) || cucore__add(distance, last_b >> 3, &high)) return CUCORE_OK;
    if (low > last_a >> 3 || high < first_a >> 3) return CUCORE_OK; /* no byte in common */
    *out = CUCORE_OVERLAP_UNKNOWN; /* the search adds what is as large as either layout, and as the target */
    if (cucore__mul(first_a, -1, &low) || cucore__add(last_a, low, &width) || cucore__mul(first_b, -1, &high) ||
        cucore__add(last_b, high, &width) || cucore__mul(distance, 8, &target) ||
        cucore__add(target, last_b, &target) || cucore__add(target, low, &target)) {
        return CUCORE_OK;
    }
    equation.count = 0;
    equation.slack = 0;
    cucore__equation_add(&equation, a);
    cucore__equation_add(&equation, b);
    cucore__equation_prepare(&equation);
    *out = target < 0 ? CUCORE_OVERLAP_NONE : cucore__equation_solve(&equation, 0, (uint64_t)target, &work);
    return CUCORE_OK;
}

/* Returns SOME if two indices have one offset.  axes: those of extent 2 and more, from the largest |stride| to the
 * smallest, none of which is 0.  Two such indices differ by d with sum |stride| * d == 0.  The first d that is not 0 is
 * positive without loss of generality, so that the axes after it have to add up to its offset.  They are counted from
 * their last index on, which leaves no negative unknown. */
CUCORE__PRIVATE CUCORE__APART cucore_overlap cucore__layout_overlaps_itself(const cucore_layout *layout,
                                                                            const int *axes, int count)
{
    cucore__equation equation;
    uint64_t reach = 0, term, steps, half, d;
    int i, work = CUCORE__OVERLAP_WORK;
    cucore_overlap found;
    equation.count = count;
    equation.slack = 0;
    for (i = 0; i < count; i++) {
        equation.factor[i] = cucore__magnitude(layout->strides[axes[i]]);
        steps = (uint64_t)layout->shape[axes[i]] - 1;
        equation.most[i] = 2 * steps;
        if (equation.factor[i] > (UINT64_MAX / 2 - reach) / steps) return CUCORE_OVERLAP_UNKNOWN;
        reach += equation.factor[i] * steps;
    }
    cucore__equation_prepare(&equation);
    for (i = 0; i < count - 1; i++) {
        half = equation.reach[i + 1] / 2;
        if (i == count - 2) { /* two axes meet first at the least common multiple of their strides */
            term = equation.divisor[i];
            steps = equation.factor[i] / term;
            return steps <= equation.most[i + 1] / 2 && equation.factor[i + 1] / term <= equation.most[i] / 2
                       ? CUCORE_OVERLAP_SOME
                       : CUCORE_OVERLAP_NONE;
        }
        for (d = 1; d <= equation.most[i] / 2 && d <= half / equation.factor[i]; d++) {
            if (--work < 0) return CUCORE_OVERLAP_UNKNOWN;
            found = cucore__equation_solve(&equation, i + 1, half + d * equation.factor[i], &work);
            if (found != CUCORE_OVERLAP_NONE) return found;
        }
    }
    return CUCORE_OVERLAP_NONE;
}
#undef CUCORE__OVERLAP_WORK

/* Returns NONE if different indices have different offsets. */
CUCORE__PRIVATE cucore_overlap cucore__layout_overlap_within(const cucore_layout *layout)
{
    int axes[CUCORE_MAX_NDIM], count, i;
    uint64_t reach = 0, stride, steps; /* reach: of the faster axes, over which most axes step */
    if (cucore__layout_is_contiguous(layout, 'C')) return CUCORE_OVERLAP_NONE; /* also of the empty layout */
    count = cucore__axes_sorted(layout, 2, axes);
    for (i = count - 1; i >= 0; i--) {
        stride = cucore__magnitude(layout->strides[axes[i]]);
        steps = (uint64_t)layout->shape[axes[i]] - 1;
        if (stride == 0) return CUCORE_OVERLAP_SOME;
        if (stride <= reach) return cucore__layout_overlaps_itself(layout, axes, count);
        if (i == 0) break;
        if ((stride | steps) >> 32 != 0 && stride > (UINT64_MAX - reach) / steps) return CUCORE_OVERLAP_UNKNOWN;
        reach += stride * steps;
    }
    return CUCORE_OVERLAP_NONE;
}

CUCORE_API int cucore_layout_is_unique(const cucore_layout *layout)
{
    return cucore__layout_is_valid(layout) && cucore__layout_overlap_within(layout) == CUCORE_OVERLAP_NONE;
}

#if !defined(CUCORE_NO_LAYOUTS)
/* core/layout_order.c: axes counted from the end and in an order, density in any order, equality. */
CUCORE__PRIVATE cucore_status cucore__fail_axis(const char *name, int axis, int ndim)
{
    if (ndim == 0) return cucore__invalid("%s is %d; the layout has no axes", name, axis);
    return cucore__invalid("%s is %d; it must be %d to %d", name, axis, -ndim, ndim - 1);
}

/* -1 when it is out of range. */
CUCORE__PRIVATE inline int cucore__axis_find(int axis, int ndim)
{
    if (axis < 0) axis += ndim;
    return axis >= 0 && axis < ndim ? axis : -1;
}

/* Different axes, all in range; as a set of bits. */
CUCORE__PRIVATE cucore_status cucore__axes_collect(const int *axes, int count, int ndim, uint64_t *set)
{
    uint64_t seen = 0;
    int i;
    if (count > 0 && !axes) return cucore__invalid("axes is NULL");
    for (i = 0; i < count; i++) {
        int axis = cucore__axis_find(axes[i], ndim);
        if (axis < 0) return cucore__fail_axis("an axis", axes[i], ndim);
        if (seen >> axis & 1) return cucore__invalid("axis %d comes twice", axis);
        seen |= (uint64_t)1 << axis;
    }
    *set = seen;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_stride_order(const cucore_layout *layout, int *axes)
{
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_stride_order");
    if (status) return status;
    if (!axes && layout->ndim > 0) return cucore__fail_null("cucore_layout_stride_order", "axes");
    cucore__axes_sorted(layout, INT64_MIN, axes);
    return CUCORE_OK;
}

/* Few axes, none of extent 1: from each to the next slower one, which has the stride that the faster ones fill.  That
 * stride grows, so no axis comes twice.  1 is certain, 0 is not: an axis of extent 1 may have any stride. */
CUCORE__PRIVATE int cucore__layout_is_chain(const cucore_layout *layout)
{
    const int ndim = layout->ndim;
    int64_t filled = 1;
    int i, found;
    for (found = 0; found < ndim; found++) {
        for (i = 0; layout->strides[i] != filled; i++) {
            if (i == ndim - 1) return 0;
        }
        if (layout->shape[i] == 1 || cucore__mul(filled, layout->shape[i], &filled)) return 0;
    }
    return 1;
}

/* Sorts the axes first; apart, since few layouts need it. */
CUCORE__PRIVATE CUCORE__APART int cucore__axes_are_dense(const cucore_layout *layout)
{
    int axes[CUCORE_MAX_NDIM], i;
    int64_t expected = 1;
    for (i = cucore__axes_sorted(layout, 2, axes) - 1; i >= 0; i--) {
        if (!cucore__axis_is_dense(layout, axes[i], &expected)) return 0;
    }
    return 1;
}

CUCORE_API int cucore_layout_is_dense(const cucore_layout *layout)
{
    if (cucore__layout_is_contiguous(layout, 'C')) return 1; /* the empty one among them */
    if (!cucore__layout_is_valid(layout)) return 0;
    if (layout->ndim <= 8 && cucore__layout_is_chain(layout)) return 1;
    return cucore__axes_are_dense(layout);
}

CUCORE_API int cucore_layout_is_equal(const cucore_layout *a, const cucore_layout *b)
{
    int i, same;
    if (!cucore__layout_is_valid(a) || !cucore__layout_is_valid(b)) return 0;
    same = a->ndim == b->ndim && a->itemsize == b->itemsize && a->itembits == b->itembits;
    for (i = 0; same && i < a->ndim; i++) same = a->shape[i] == b->shape[i] && a->strides[i] == b->strides[i];
    return same;
}

/* One step of a hash; the constant is the fraction of the golden ratio, rounded to an odd number. */
CUCORE__PRIVATE inline uint64_t cucore__hash_step(uint64_t hash, int64_t value)
{
    hash = (hash ^ (uint64_t)value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

CUCORE_API uint64_t cucore_layout_hash(const cucore_layout *layout)
{
    uint64_t shape, strides;
    int i;
    if (!cucore__layout_is_valid(layout)) return 0;
    shape = cucore__hash_step((uint64_t)layout->ndim + 1, layout->itembits);
    strides = 0;
    for (i = 0; i < layout->ndim; i++) {
        shape = cucore__hash_step(shape, layout->shape[i]);
        strides = cucore__hash_step(strides, layout->strides[i]);
    }
    return cucore__hash_step(shape, (int64_t)(strides >> 1));
}

/* -- construction in an order of the axes ------------------------------------------------------------------------ */
CUCORE_API cucore_status cucore_layout_make_order(int ndim, const int64_t *shape, const int *axes, int64_t itemsize,
                                                  cucore_layout *out)
{
    cucore_layout work;
    uint64_t set;
    cucore_status status = cucore__layout_begin(ndim, shape, itemsize, out, &work);
    if (!status) status = cucore__axes_collect(axes, ndim, ndim, &set);
    return status ? status : cucore__layout_end_dense(&work, axes, 0, out);
}

CUCORE__PRIVATE inline cucore_status cucore__layout_make_alike(const cucore_layout *like, const int *axes, char order,
                                                               cucore_layout *out)
{
    cucore_layout work;
    cucore__layout_head(&work, like, like->ndim);
    cucore__entries_copy(work.shape, like->shape, like->ndim);
    return cucore__layout_end_dense(&work, axes, order, out);
}

CUCORE_API cucore_status cucore_layout_make_like(const cucore_layout *like, char order, cucore_layout *out)
{
    cucore__axis_sort sort;
    int axes[CUCORE_MAX_NDIM], i;
    cucore_status status = cucore__layout_check_argument(like, out, "cucore_layout_make_like");
    if (status) return status;
    if (order != 'K' && order != 'C' && order != 'F') {
        return cucore__invalid("order is %d; it must be 'K' (75), 'C' (67) or 'F' (70)", order);
    }
    if (order == 'K' && cucore__layout_is_contiguous(like, 'C')) order = 'C'; /* also if it is both */
    if (order == 'K' && cucore__layout_is_contiguous(like, 'F')) order = 'F';
    if (order != 'K') return cucore__layout_make_alike(like, NULL, order, out);
    sort.tie = NULL;
    sort.shape = NULL;
    for (i = 0; i < like->ndim; i++) {
        sort.key[i] = cucore__magnitude(like->strides[i]);
        axes[i] = i;
    }
    cucore__axes_sort(&sort, axes, like->ndim);
    return cucore__layout_make_alike(like, axes, 0, out);
}

/* core/layout_shape.c: axes in another order, reshape, flatten, squeeze, broadcast. */
/* -- axes in another order ------------------------------------------------------------------------------------- */

/* out may be layout; axes are in range, negative ones too. */
CUCORE__PRIVATE void cucore__layout_gather(const cucore_layout *layout, const int *axes, cucore_layout *out)
{
    cucore_layout copy;
    int i, ndim = layout->ndim;
    if (out == layout) {
        cucore__layout_copy(&copy, layout);
        cucore__layout_gather(&copy, axes, out);
        return;
    }
    for (i = 0; i < ndim; i++) {
        int axis = axes[i] < 0 ? axes[i] + ndim : axes[i];
        out->shape[i] = layout->shape[axis];
        out->strides[i] = layout->strides[axis];
    }
    cucore__layout_head(out, layout, ndim);
}

CUCORE_API cucore_status cucore_layout_permute(const cucore_layout *layout, const int *axes, cucore_layout *out)
{
    uint64_t set;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_permute");
    if (!status) status = cucore__axes_collect(axes, layout->ndim, layout->ndim, &set);
    if (!status) cucore__layout_gather(layout, axes, out);
    return status;
}

CUCORE_API cucore_status cucore_layout_transpose(const cucore_layout *layout, cucore_layout *out)
{
    int axes[CUCORE_MAX_NDIM], i;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_transpose");
    if (status) return status;
    for (i = 0; i < layout->ndim; i++) axes[i] = layout->ndim - 1 - i;
    cucore__layout_gather(layout, axes, out);
    return CUCORE_OK;
}

/* Both axes in range, counted from the front. */
CUCORE__PRIVATE cucore_status cucore__axes_find_two(const cucore_layout *layout, int *a, int *b)
{
    int found_a = cucore__axis_find(*a, layout->ndim), found_b = cucore__axis_find(*b, layout->ndim);
    if (found_a < 0) return cucore__fail_axis("the first axis", *a, layout->ndim);
    if (found_b < 0) return cucore__fail_axis("the second axis", *b, layout->ndim);
    *a = found_a;
    *b = found_b;
    return CUCORE_OK;
}

/* Axis `from` goes to `to`.  If swap is 1 the axis there goes to `from`, else it and the axes between move by one. */
CUCORE__PRIVATE inline cucore_status cucore__layout_move(const cucore_layout *layout, int from, int to, int swap,
                                                         cucore_layout *out)
{
    const char *function = swap ? "cucore_layout_swap_axes" : "cucore_layout_move_axis";
    int axes[CUCORE_MAX_NDIM], i;
    cucore_status status = cucore__layout_check_argument(layout, out, function);
    if (!status) status = cucore__axes_find_two(layout, &from, &to);
    if (status) return status;
    for (i = 0; i < layout->ndim; i++) axes[i] = i;
    for (i = from; !swap && i < to; i++) axes[i] = i + 1;
    for (i = from; !swap && i > to; i--) axes[i] = i - 1;
    if (swap) axes[from] = to;
    axes[to] = from;
    cucore__layout_gather(layout, axes, out);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_swap_axes(const cucore_layout *layout, int a, int b, cucore_layout *out)
{
    return cucore__layout_move(layout, a, b, 1, out);
}

CUCORE_API cucore_status cucore_layout_move_axis(const cucore_layout *layout, int from, int to, cucore_layout *out)
{
    return cucore__layout_move(layout, from, to, 0, out);
}

/* -- reshape ---------------------------------------------------------------------------------------------------- */

/* The new shape of `size` elements: what is -1 is inferred from the others. */
CUCORE__PRIVATE cucore_status cucore__reshape_infer(cucore_layout *work, int64_t size)
{
    int64_t rest = 1; /* the product of the other extents */
    int i, inferred = -1, overflow = 0, is_empty = 0;
    for (i = 0; i < work->ndim; i++) {
        int64_t extent = work->shape[i];
        if (extent < -1 || (extent == -1 && inferred >= 0)) {
            return cucore__invalid("shape[%d] is %lld; extents must be 0 or more, and one may be -1", i,
                                   (long long)extent);
        }
        if (extent == -1) inferred = i;
        is_empty |= extent == 0;
        overflow |= cucore__mul(rest, extent == -1 ? 1 : extent, &rest);
    }
    if (is_empty) rest = overflow = 0;
    if (inferred < 0) {
        if (rest == size && !overflow) return CUCORE_OK;
        return overflow ? cucore__invalid("the layout has %lld elements, the new shape more than fit 64 bits",
                                          (long long)size)
                        : cucore__invalid("the layout has %lld elements, the new shape %lld", (long long)size,
                                          (long long)rest);
    }
    if (overflow) {
        return cucore__invalid(
            "shape[%d] is -1, but the others' product does not fit 64 bits; the layout has %lld elements", inferred,
            (long long)size);
    }
    if (rest == 0 && size == 0) {
        return cucore__invalid("shape[%d] is -1 beside an extent of 0: any extent would do for 0 elements", inferred);
    }
    if (rest == 0 || size % rest != 0) {
        return cucore__invalid("shape[%d] is -1, but %lld elements are no multiple of the others' product, %lld",
                               inferred, (long long)size, (long long)rest);
    }
    work->shape[inferred] = size / rest;
    return CUCORE_OK;
}

/* Neighbouring axes that one stride can replace: `size` elements, `stride` apart.  Those before `axis` are to come. */
typedef struct cucore__run {
    int axis;
    int64_t size;
    int64_t stride;
} cucore__run;

/* Takes the next run towards the front, as long as possible; axes of extent 1 are skipped.
 * -> 0: there is none */
CUCORE__PRIVATE inline int cucore__run_next(const cucore_layout *layout, cucore__run *run)
{
    int64_t extent, whole;
    run->size = 1;
    for (; run->axis > 0; run->axis--) {
        extent = layout->shape[run->axis - 1];
        if (extent == 1) continue;
        if (run->size == 1) {
            run->stride = layout->strides[run->axis - 1];
        } else if (cucore__mul(run->stride, run->size, &whole) || whole != layout->strides[run->axis - 1]) {
            return 1;
        }
        if (cucore__mul(run->size, extent, &run->size) || extent < 1) return 0;
    }
    return run->size > 1;
}

/* Strides for the shape in `work`: each run is cut into new extents, from the last axis on.  Returns -1, or the new
 * axis at which that fails, with the reason. */
CUCORE__PRIVATE inline int cucore__reshape_cut(const cucore_layout *layout, cucore_layout *work, cucore_status *why)
{
    cucore__run run = {layout->ndim, 1, layout->ndim > 0 ? layout->strides[layout->ndim - 1] : 1};
    int64_t taken = 1, stride;
    int axis;
    *why = CUCORE_UNSUPPORTED;
    for (axis = work->ndim - 1; axis >= 0; axis--) {
        if (work->shape[axis] != 1 && taken == run.size) {
            if (!cucore__run_next(layout, &run)) return axis;
            taken = 1;
        }
        if (cucore__mul(run.stride, taken, &stride)) {
            if (work->shape[axis] != 1) {
                *why = CUCORE_OVERFLOW;
                return axis;
            }
            stride = run.stride; /* the stride of an axis of extent 1 has no meaning */
        }
        work->strides[axis] = stride;
        if (cucore__mul(taken, work->shape[axis], &taken) || taken < 1 || taken > run.size) return axis;
    }
    return taken == run.size && !cucore__run_next(layout, &run) && run.axis == 0 ? -1 : 0;
}

CUCORE__PRIVATE cucore_status cucore__fail_new_shape(int ndim, const int64_t *shape)
{
    if (ndim > 0 && !shape) return cucore__invalid("shape is NULL");
    return cucore__invalid("the new shape has %d axes; it must have 0 to %d", ndim, CUCORE_MAX_NDIM);
}

/* What the common ways of cucore_layout_reshape did not do: empty layouts, a -1, and the reasons for failures. */
CUCORE__PRIVATE cucore_status cucore__reshape_any(const cucore_layout *layout, const int64_t *shape,
                                                  cucore_layout *work)
{
    char strides[200];
    cucore__text text = cucore__text_start(strides, sizeof strides);
    int64_t size = 0;
    int axis;
    cucore_status why, status = cucore__layout_measure(layout, &size);
    cucore__entries_copy(work->shape, shape, work->ndim);
    if (!status) status = cucore__reshape_infer(work, size);
    if (status) return status;
    if (size == 0) {
        cucore__entries_zero(work->strides, work->ndim);
        return CUCORE_OK;
    }
    axis = cucore__reshape_cut(layout, work, &why);
    if (axis < 0) return CUCORE_OK;
    cucore__text_add_tuple(&text, layout->shape, layout->ndim);
    cucore__text_add(&text, " with strides ");
    cucore__text_add_tuple(&text, layout->strides, layout->ndim);
    return cucore_fail(why, "shape[%d] is %lld, for which shape %s %s", axis, (long long)work->shape[axis], strides,
                       why == CUCORE_OVERFLOW ? "gives a stride that does not fit 64 bits" : "would have to be copied");
}

/* Reshapes a layout in C order whose last stride is 1 to another in C order.
 * -> 0: it is no such layout, or the size differs; `out` is untouched */
CUCORE__PRIVATE inline int cucore__reshape_dense(const cucore_layout *layout, int ndim, const int64_t *shape,
                                                 cucore_layout *out)
{
    int64_t size = 1, product = 1, stride = 1;
    int i = layout->ndim - 1, unusual = 0;
    if (i >= 0 && layout->strides[i] != 1) return 0;
    while (i >= 0 && cucore__axis_is_dense(layout, i, &size)) i--;
    if (i >= 0 || size == 0) return 0;
    for (i = 0; i < ndim; i++) {
        unusual |= shape[i] < 1;
        unusual |= cucore__mul(product, shape[i], &product);
    }
    if (unusual || product != size) return 0;
    for (i = ndim - 1; i >= 0; i--) { /* `shape` may be the shape of `out` */
        int64_t extent = shape[i];
        out->shape[i] = extent;
        out->strides[i] = stride;
        stride *= extent;
    }
    cucore__layout_head(out, layout, ndim);
    return 1;
}

CUCORE_API cucore_status cucore_layout_reshape(const cucore_layout *layout, int ndim, const int64_t *shape,
                                               cucore_layout *out)
{
    cucore_layout work;
    cucore_status why, status = cucore__layout_check_argument(layout, out, "cucore_layout_reshape");
    if (status) return status;
    if ((uint32_t)ndim > CUCORE_MAX_NDIM || (ndim > 0 && !shape)) return cucore__fail_new_shape(ndim, shape);
    if (cucore__reshape_dense(layout, ndim, shape, out)) return CUCORE_OK;
    cucore__layout_head(&work, layout, ndim);
    cucore__entries_copy(work.shape, shape, ndim);
    if (cucore__reshape_cut(layout, &work, &why) >= 0) status = cucore__reshape_any(layout, shape, &work);
    if (!status) cucore__layout_copy(out, &work);
    return status;
}

/* -- flatten, squeeze, unsqueeze --------------------------------------------------------------------------------- */

/* The axes of the mask that continue the one before, so that one stride will do; checks that the merged extents fit. */
CUCORE__PRIVATE cucore_status cucore__layout_merged_axes(const cucore_layout *layout, uint64_t mask, uint64_t *out)
{
    int64_t whole, extent = layout->ndim > 0 ? layout->shape[0] : 1;
    uint64_t merged = 0;
    int i;
    for (i = 1; i < layout->ndim; i++) {
        if (!(mask >> i & 1) || cucore__mul(layout->strides[i], layout->shape[i], &whole) ||
            whole != layout->strides[i - 1]) {
            extent = layout->shape[i];
            continue;
        }
        merged |= (uint64_t)1 << i;
        if (cucore__mul(extent, layout->shape[i], &extent)) {
            return cucore_fail(CUCORE_OVERFLOW, "the merged extent at axis %d, extent %lld, does not fit 64 bits", i,
                               (long long)layout->shape[i]);
        }
    }
    *out = merged;
    return CUCORE_OK;
}

/* Merges those axes of the mask. */
CUCORE__PRIVATE cucore_status cucore__layout_flatten_masked(const cucore_layout *layout, uint64_t mask,
                                                            cucore_layout *out)
{
    uint64_t merged = 0;
    int64_t extent = 1, stride = 1;
    int i, count, last = 0;
    cucore_status status = cucore__layout_merged_axes(layout, mask, &merged);
    if (status) return status;
    count = layout->ndim;
    for (i = 0; i < count; i++) { /* out may be the layout: writes no further than it has read */
        if (i > 0 && !(merged >> i & 1)) {
            out->shape[last] = extent;
            out->strides[last++] = stride;
            extent = 1;
        }
        extent *= layout->shape[i];
        stride = layout->strides[i];
    }
    out->shape[last] = extent;
    out->strides[last++] = stride;
    cucore__layout_head(out, layout, last);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_flatten(const cucore_layout *layout, int start_axis, int end_axis,
                                               cucore_layout *out)
{
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_flatten");
    if (status) return status;
    if (start_axis == 0 && end_axis == -1) return cucore__layout_flatten_masked(layout, UINT64_MAX, out);
    status = cucore__axes_find_two(layout, &start_axis, &end_axis);
    if (status) return status;
    return cucore__layout_flatten_masked(layout, UINT64_MAX >> (63 - end_axis) & ~(UINT64_MAX >> (63 - start_axis)),
                                         out); /* the axes after the first, up to the last */
}

/* Without the axes of the set. */
CUCORE__PRIVATE void cucore__layout_drop(const cucore_layout *layout, uint64_t set, cucore_layout *out)
{
    int i, ndim = 0;
    for (i = 0; i < layout->ndim; i++) { /* writes no further than it has read */
        if (set >> i & 1) continue;
        out->shape[ndim] = layout->shape[i];
        out->strides[ndim++] = layout->strides[i];
    }
    cucore__layout_head(out, layout, ndim);
}

CUCORE__PRIVATE cucore_status cucore__axes_check_count(size_t count, int most)
{
    if (count <= (size_t)most) return CUCORE_OK;
    return cucore__invalid("%llu axes were given; it must be 0 to %d", (unsigned long long)count, most);
}

CUCORE__PRIVATE void cucore__layout_squeeze_all(const cucore_layout *layout, cucore_layout *out)
{
    uint64_t set = 0;
    int i;
    if (cucore__layout_is_empty(layout)) {
        cucore__layout_head(out, layout, 1);
        out->shape[0] = out->strides[0] = 0;
        return;
    }
    for (i = 0; i < layout->ndim; i++) set |= (uint64_t)(layout->shape[i] == 1) << i;
    cucore__layout_drop(layout, set, out);
}

CUCORE_API cucore_status cucore_layout_squeeze(const cucore_layout *layout, const int *axes, size_t count,
                                               cucore_layout *out)
{
    uint64_t set = 0;
    int i;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_squeeze");
    if (status) return status;
    if (!axes) {
        if (count > 0) return cucore__invalid("axes is NULL, but %llu were given", (unsigned long long)count);
        cucore__layout_squeeze_all(layout, out);
        return CUCORE_OK;
    }
    status = cucore__axes_check_count(count, layout->ndim);
    if (!status) status = cucore__axes_collect(axes, (int)count, layout->ndim, &set);
    if (status) return status;
    for (i = 0; i < layout->ndim; i++) {
        if ((set >> i & 1) && layout->shape[i] != 1) {
            return cucore__invalid("axis %d has extent %lld; only extent 1 can be squeezed", i,
                                   (long long)layout->shape[i]);
        }
    }
    cucore__layout_drop(layout, set, out);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_unsqueeze(const cucore_layout *layout, const int *axes, size_t count,
                                                 cucore_layout *out)
{
    cucore_layout work;
    uint64_t set = 0;
    int i, ndim = 0, old = 0;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_unsqueeze");
    if (!status) status = cucore__axes_check_count(count, CUCORE_MAX_NDIM - layout->ndim);
    if (!status) ndim = layout->ndim + (int)count;
    if (!status) status = cucore__axes_collect(axes, (int)count, ndim, &set);
    if (status) return status;
    for (i = 0; i < ndim; i++) {
        int64_t extent = 1, stride;
        if (!(set >> i & 1)) {
            extent = layout->shape[old];
            stride = layout->strides[old++];
        } else if (old == layout->ndim) {
            stride = old > 0 ? layout->strides[old - 1] : 1;
        } else if (cucore__mul(layout->shape[old], layout->strides[old], &stride)) { /* steps over the next old axis */
            stride = layout->strides[old]; /* no meaning for extent 1: as in cucore_layout_reshape */
        }
        work.shape[i] = extent;
        work.strides[i] = stride;
    }
    cucore__layout_head(&work, layout, ndim);
    cucore__layout_copy(out, &work);
    return CUCORE_OK;
}

/* -- broadcast -------------------------------------------------------------------------------------------------- */

/* Its new size is 0 or does not fit. */
CUCORE__PRIVATE cucore_status cucore__broadcast_explain(const cucore_layout *layout, int ndim, const int64_t *shape)
{
    cucore_layout work;
    int64_t size = 0;
    cucore_status status;
    cucore__layout_head(&work, layout, ndim);
    cucore__entries_copy(work.shape, shape, ndim);
    status = cucore__layout_measure(&work, &size);
    return status || size == 0 ? status : cucore__fail_size(size, layout->itembits);
}

/* Checks that the axes stretch to the shape.  Strides stay or become 0, so that only the size can become too large. */
CUCORE__PRIVATE inline cucore_status cucore__broadcast_check(const cucore_layout *layout, int ndim, int added,
                                                             const int64_t *shape)
{
    int64_t size = 1, bits;
    int i, unusual = 0;
    for (i = 0; i < ndim; i++) {
        int64_t old = i < added ? 1 : layout->shape[i - added];
        if (old != shape[i] && old != 1) {
            return cucore__invalid("shape[%d] is %lld, to which axis %d of extent %lld cannot stretch", i,
                                   (long long)shape[i], i - added, (long long)old);
        }
        unusual |= shape[i] < 1;
        unusual |= cucore__mul(size, shape[i], &size);
    }
    if (!unusual && !cucore__mul(size, layout->itembits, &bits)) return CUCORE_OK;
    return cucore__broadcast_explain(layout, ndim, shape);
}

/* From the last axis on, so that out may be the layout: what is read next lies before what was written. */
CUCORE__PRIVATE inline void cucore__broadcast_fill(const cucore_layout *layout, int ndim, int added,
                                                   const int64_t *shape, cucore_layout *out)
{
    int i;
    for (i = ndim - 1; i >= 0; i--) {
        int64_t extent = shape[i], stride = 0;
        if (i >= added && layout->shape[i - added] == extent) stride = layout->strides[i - added];
        out->shape[i] = cucore__opaque(extent);
        out->strides[i] = cucore__opaque(stride);
    }
    cucore__layout_head(out, layout, ndim);
}

CUCORE_API cucore_status cucore_layout_broadcast_to(const cucore_layout *layout, int ndim, const int64_t *shape,
                                                    cucore_layout *out)
{
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_broadcast_to");
    if (status) return status;
    if (ndim > CUCORE_MAX_NDIM || (ndim > 0 && !shape)) return cucore__fail_new_shape(ndim, shape);
    if (ndim < layout->ndim) {
        return cucore__invalid("the new shape has %d axes, fewer than the %d of the layout", ndim, layout->ndim);
    }
    if (ndim == layout->ndim) { /* a constant 0 spares the loops a question */
        status = cucore__broadcast_check(layout, ndim, 0, shape);
        if (!status) cucore__broadcast_fill(layout, ndim, 0, shape, out);
        return status;
    }
    status = cucore__broadcast_check(layout, ndim, ndim - layout->ndim, shape);
    if (!status) cucore__broadcast_fill(layout, ndim, ndim - layout->ndim, shape, out);
    return status;
}

CUCORE_API cucore_status cucore_layout_broadcast_together(const cucore_layout *a, const cucore_layout *b,
                                                          cucore_layout *out_a, cucore_layout *out_b)
{
    const cucore_layout *more, *less; /* axes */
    int64_t shape[CUCORE_MAX_NDIM];
    int i, ndim, added;
    cucore_status status = cucore__layout_check_argument(a, out_a, "cucore_layout_broadcast_together");
    if (!status) status = cucore__layout_check_argument(b, out_b, "cucore_layout_broadcast_together");
    if (status) return status;
    more = a->ndim < b->ndim ? b : a;
    less = more == a ? b : a;
    ndim = more->ndim;
    added = ndim - less->ndim;
    for (i = 0; i < ndim; i++) {
        int64_t extent = more->shape[i], other = i < added ? 1 : less->shape[i - added];
        if (extent != other && extent != 1 && other != 1) {
            return cucore__invalid("axis %d has extent %lld in one layout and %lld in the other", i, (long long)extent,
                                   (long long)other);
        }
        shape[i] = extent == 1 ? other : extent;
    }
    status = cucore__broadcast_check(a, ndim, ndim - a->ndim, shape);
    if (!status) status = cucore__broadcast_check(b, ndim, ndim - b->ndim, shape);
    if (status) return status;
    cucore__broadcast_fill(a, ndim, ndim - a->ndim, shape, out_a);
    cucore__broadcast_fill(b, ndim, ndim - b->ndim, shape, out_b);
    return CUCORE_OK;
}

/* core/layout_slice.c: slices, other itemsizes, indices and loops. */
/* -- slice ------------------------------------------------------------------------------------------------------ */

/* How many elements start:stop:step takes, by Python's rules; the first of them goes to *first, 0 when there is
 * none. */
CUCORE__PRIVATE inline int64_t cucore__slice_count(const cucore_slice *slice, int64_t extent, int64_t *first)
{
    int64_t low = slice->step < 0 ? -1 : 0, high = slice->step < 0 ? extent - 1 : extent, distance;
    int64_t start = slice->start < 0 ? slice->start + extent : slice->start;
    int64_t stop = slice->stop < 0 ? slice->stop + extent : slice->stop;
    uint64_t step = cucore__magnitude(slice->step);
    start = start < low ? low : start > high ? high : start;
    stop = stop < low ? low : stop > high ? high : stop;
    distance = slice->step < 0 ? start - stop : stop - start;
    *first = distance > 0 ? start : 0;
    if (distance <= 0) return 0;
    return step == 1 ? distance : (int64_t)((uint64_t)(distance - 1) / step) + 1;
}

/* The origin moves along an axis. */
CUCORE__PRIVATE inline cucore_status cucore__slice_move(const cucore_layout *layout, int axis, int64_t index,
                                                        int64_t *offset)
{
    int64_t distance;
    if (!cucore__mul(index, layout->strides[axis], &distance) && !cucore__add(*offset, distance, offset)) {
        return CUCORE_OK;
    }
    return cucore_fail(CUCORE_OVERFLOW, "index %lld of axis %d, stride %lld, moves the origin further than 64 bits",
                       (long long)index, axis, (long long)layout->strides[axis]);
}

/* A step of 0, or both ends left out in the wrong order, which by Python's rules would select no element. */
CUCORE__PRIVATE inline cucore_status cucore__slice_check(const cucore_slice *slice, int axis)
{
    if (slice->step == 0) return cucore__invalid("the step of the slice of axis %d is 0", axis);
    if (slice->step > 0 || slice->start != CUCORE_SLICE_FIRST || slice->stop != CUCORE_SLICE_LAST) return CUCORE_OK;
    return cucore__invalid(
        "the slice of axis %d goes from CUCORE_SLICE_FIRST to CUCORE_SLICE_LAST with step %lld: a whole "
        "axis backwards goes from CUCORE_SLICE_LAST to CUCORE_SLICE_FIRST",
        axis, (long long)slice->step);
}

CUCORE_API cucore_status cucore_layout_slice(const cucore_layout *layout, const cucore_slice *slices, size_t count,
                                             int64_t *offset, cucore_layout *out)
{
    cucore_layout work;
    int64_t origin = offset ? *offset : 0, extent, first, taken, stride;
    int i, n = 0, is_empty = 0, sliced;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_slice");
    if (status) return status;
    if (count > (size_t)layout->ndim || (count > 0 && !slices)) {
        return cucore__invalid("%llu slices %s for %d axes", (unsigned long long)count,
                               slices ? "were given" : "at NULL", layout->ndim);
    }
    sliced = (int)count;
    for (i = 0; i < sliced; i++) {
        extent = layout->shape[i];
        if (extent < 0) return cucore__fail_extent(i, extent);
        if (slices[i].is_index) {
            first = slices[i].start < 0 ? slices[i].start + extent : slices[i].start;
            if (first < 0 || first >= extent) {
                return cucore__invalid("index %lld is out of range for axis %d with extent %lld",
                                       (long long)slices[i].start, i, (long long)extent);
            }
        } else {
            status = cucore__slice_check(&slices[i], i);
            if (status) return status;
            taken = cucore__slice_count(&slices[i], extent, &first);
            stride = 0;
            if (taken > 0 && cucore__mul(layout->strides[i], slices[i].step, &stride)) {
                return cucore_fail(CUCORE_OVERFLOW, "strides[%d] is %lld; with step %lld that does not fit 64 bits", i,
                                   (long long)layout->strides[i], (long long)slices[i].step);
            }
            work.shape[n] = taken;
            work.strides[n++] = stride;
            is_empty |= taken == 0;
        }
        status = cucore__slice_move(layout, i, first, &origin);
        if (status) return status;
    }
    cucore__entries_copy(work.shape + n, layout->shape + sliced, layout->ndim - sliced);
    cucore__entries_copy(work.strides + n, layout->strides + sliced, layout->ndim - sliced);
    cucore__layout_head(&work, layout, n + layout->ndim - sliced);
    if (is_empty) cucore__entries_zero(work.strides, work.ndim);
    cucore__layout_copy(out, &work);
    if (offset) *offset = origin;
    return CUCORE_OK;
}

/* -- repack ----------------------------------------------------------------------------------------------------- */

/* A number of elements when `factor` of them become one (packs), or one becomes `factor`.  0: it does not come out
 * even, or does not fit. */
CUCORE__PRIVATE inline int cucore__repack_number(int64_t value, int64_t factor, int packs, int64_t *out)
{
    return packs ? cucore__divide_exact(value, factor, out) : !cucore__mul(value, factor, out);
}

/* axis: -1 for the offset */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_repack(const char *what, int axis, int64_t value,
                                                               int64_t factor, int packs)
{
    char name[32] = "the offset";
    if (axis >= 0) snprintf(name, sizeof name, "the %s of axis %d", what, axis);
    if (packs) {
        return cucore_fail(CUCORE_UNSUPPORTED, "%s is %lld, not a multiple of %lld elements", name, (long long)value,
                           (long long)factor);
    }
    return cucore_fail(CUCORE_OVERFLOW, "the extent, a stride or the offset times %lld does not fit 64 bits",
                       (long long)factor);
}

/* The axis that is repacked. */
typedef struct cucore__repack_axis {
    int axis, stays;
    int64_t factor;
} cucore__repack_axis;

CUCORE__PRIVATE inline cucore_status cucore__repack_axes(const cucore_layout *layout, const cucore__repack_axis *how,
                                                         int packs, int64_t *offset, cucore_layout *work)
{
    const int axis = how->axis;
    const int64_t factor = how->factor;
    int64_t extent, before = *offset;
    int i, n = 0;
    if (!cucore__repack_number(layout->shape[axis], factor, packs, &extent)) {
        return cucore__fail_repack("extent", axis, layout->shape[axis], factor, packs);
    }
    for (i = 0; i < layout->ndim; i++) {
        if (i == axis) {
            work->shape[n] = extent;
            work->strides[n] = 1;
            n += !packs || how->stays || extent != 1;
            continue;
        }
        if (!cucore__repack_number(layout->strides[i], factor, packs, &work->strides[n])) {
            return cucore__fail_repack("stride", i, layout->strides[i], factor, packs);
        }
        work->shape[n++] = layout->shape[i];
    }
    work->ndim = n;
    if (cucore__repack_number(before, factor, packs, offset)) return CUCORE_OK;
    return cucore__fail_repack("", -1, before, factor, packs);
}

CUCORE_API cucore_status cucore_layout_repack(const cucore_layout *layout, const cucore_repack *how, int64_t *offset,
                                              cucore_layout *out)
{
    cucore_layout work;
    cucore__repack_axis axis;
    int64_t itembits, itemsize, factor = 1, origin = offset ? *offset : 0;
    int found, fits, packs;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_repack");
    if (status) return status;
    if (!how) return cucore__fail_null("cucore_layout_repack", "how");
    itembits = how->itembits;
    itemsize = itembits / 8;
    if (itembits < 1 || itembits > INT64_MAX - 7) {
        return cucore__invalid("itembits is %lld; it must be 1 to %lld", (long long)itembits,
                               (long long)(INT64_MAX - 7));
    }
    if (itembits == layout->itembits) {
        cucore__layout_copy(out, layout);
        return CUCORE_OK;
    }
    found = cucore__axis_find(how->axis, layout->ndim);
    if (found < 0) return cucore__fail_axis("axis", how->axis, layout->ndim);
    packs = itembits > layout->itembits;
    fits = packs ? cucore__divide_exact(itembits, layout->itembits, &factor)
                 : cucore__divide_exact(layout->itembits, itembits, &factor);
    if (!fits) {
        return cucore_fail(CUCORE_UNSUPPORTED, "elements of %lld bits cannot become elements of %lld bits",
                           (long long)layout->itembits, (long long)itembits);
    }
    if (layout->shape[found] <= 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "shape[%d] is %lld; the axis to repack must not be empty", found,
                           (long long)layout->shape[found]);
    }
    if (layout->strides[found] != 1) {
        return cucore_fail(CUCORE_UNSUPPORTED, "strides[%d] is %lld; the axis to repack must have stride 1", found,
                           (long long)layout->strides[found]);
    }
    axis.axis = found;
    axis.stays = how->keep_axis;
    axis.factor = factor;
    status = packs ? cucore__repack_axes(layout, &axis, 1, &origin, &work)
                   : cucore__repack_axes(layout, &axis, 0, &origin, &work);
    if (status) return status;
    if (packs && itembits % 8 == 0 && (uintptr_t)how->ptr % (uintptr_t)itemsize != 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the address 0x%llx is not aligned to the itemsize %lld",
                           (unsigned long long)(uintptr_t)how->ptr, (long long)itemsize);
    }
    work.itembits = itembits;
    work.itemsize = itemsize + (itembits % 8 != 0);
    cucore__layout_copy(out, &work);
    if (offset) *offset = origin;
    return CUCORE_OK;
}

CUCORE_API int64_t cucore_layout_max_itemsize(const cucore_layout *layout, int64_t max_itemsize, int axis,
                                              const void *ptr, int64_t offset)
{
    uint64_t bits, suits, common, factor;
    int i, found;
    if (cucore__layout_check_argument(layout, layout, "cucore_layout_max_itemsize")) return -1;
    if (max_itemsize < layout->itemsize || max_itemsize > INT64_MAX / 8) {
        cucore__invalid("max_itemsize is %lld; it must be %lld (the itemsize) to %lld", (long long)max_itemsize,
                        (long long)layout->itemsize, (long long)(INT64_MAX / 8));
        return -1;
    }
    found = cucore__axis_find(axis, layout->ndim);
    if (found < 0) {
        cucore__fail_axis("axis", axis, layout->ndim);
        return -1;
    }
    bits = (uint64_t)layout->itembits;
    if (layout->strides[found] == 1 && layout->shape[found] > 0) {
        suits = 8 * cucore__gcd((uint64_t)max_itemsize, (uintptr_t)ptr); /* bits that limit and address allow */
        common = cucore__gcd(suits, bits);
        factor = 1; /* old elements in a new one: divides all extents, strides and offsets that have to come out even */
        if (common == bits) {
            factor = cucore__gcd(suits / common, cucore__magnitude(offset));
            factor = cucore__gcd(factor, (uint64_t)layout->shape[found]);
            for (i = 0; factor > 1 && i < layout->ndim; i++) {
                if (i != found) factor = cucore__gcd(factor, cucore__magnitude(layout->strides[i]));
            }
        }
        bits = common * factor;
    }
    if (bits % 8 == 0) return (int64_t)(bits / 8);
    cucore_fail(CUCORE_UNSUPPORTED, "elements of %lld bits fit no larger unit than %lld bits here",
                (long long)layout->itembits, (long long)bits);
    return -1;
}

/* -- indices, loops --------------------------------------------------------------------------------------------- */

CUCORE__PRIVATE cucore_status cucore__fail_index(const char *name, int axis, int64_t index, int64_t extent)
{
    return cucore__invalid("%s[%d] is %lld; it must be 0 or more and less than the extent %lld", name, axis,
                           (long long)index, (long long)extent);
}

CUCORE_API cucore_status cucore_layout_offset_of(const cucore_layout *layout, const int64_t *index, int64_t *out)
{
    int64_t offset = 0;
    int i;
    cucore_status status = cucore__layout_check_argument(layout, out, "cucore_layout_offset_of");
    if (status) return status;
    if (!index && layout->ndim > 0) return cucore__fail_null("cucore_layout_offset_of", "index");
    for (i = 0; i < layout->ndim; i++) {
        if (index[i] < 0 || index[i] >= layout->shape[i]) {
            return cucore__fail_index("index", i, index[i], layout->shape[i]);
        }
        if (!status) status = cucore__slice_move(layout, i, index[i], &offset);
    }
    if (!status) *out = offset;
    return status;
}

/* A distance from the lowest element, and the largest distance of an element. */
typedef struct cucore__reach {
    uint64_t distance, most;
} cucore__reach;

/* Divides the distance by the stride of each axis, from the slowest axis to the fastest: in the order of `axes`, or as
 * the axes are if it is NULL, or backwards.
 * -> 1: index is set.  0: no element is there.  -1: a stride does not step over what the faster axes reach */
CUCORE__PRIVATE inline int cucore__index_divide(const cucore_layout *layout, const int *axes, int backwards,
                                                const cucore__reach *there, int64_t *index)
{
    uint64_t distance = there->distance, reach = there->most;
    int i;
    for (i = 0; i < layout->ndim; i++) {
        int axis = axes ? axes[i] : backwards ? layout->ndim - 1 - i : i;
        int64_t stride = layout->strides[axis], last = layout->shape[axis] - 1;
        uint64_t step = cucore__magnitude(stride), steps;
        index[axis] = 0;
        if (last == 0 || step == 0) continue;
        steps = cucore__divide(distance, step);
        if (steps > (uint64_t)last) steps = (uint64_t)last;
        distance -= steps * step;
        reach -= (uint64_t)last * step;
        if (step <= reach) return -1;
        index[axis] = stride < 0 ? last - (int64_t)steps : (int64_t)steps;
    }
    return distance == 0;
}

CUCORE_API cucore_status cucore_layout_index_of(const cucore_layout *layout, int64_t offset, int64_t *index)
{
    int64_t work[CUCORE_MAX_NDIM];
    cucore__survey survey;
    cucore__reach there;
    int axes[CUCORE_MAX_NDIM], found = 0;
    cucore_status status = cucore__layout_check_argument(layout, layout, "cucore_layout_index_of");
    if (status) return status;
    if (!index && layout->ndim > 0) return cucore__fail_null("cucore_layout_index_of", "index");
    if (!cucore__layout_survey(layout, &survey)) {
        status = cucore_layout_offset_bounds(layout, &survey.min, &survey.max);
        if (status) return status;
    }
    if (offset >= survey.min && offset <= survey.max) {
        there.distance = (uint64_t)offset - (uint64_t)survey.min;
        there.most = (uint64_t)survey.max - (uint64_t)survey.min;
        found = cucore__index_divide(layout, NULL, 0, &there, work); /* C order */
        if (found < 0) found = cucore__index_divide(layout, NULL, 1, &there, work);
        if (found < 0) {
            cucore__axes_sorted(layout, INT64_MIN, axes);
            found = cucore__index_divide(layout, axes, 0, &there, work);
        }
    }
    if (found < 0) {
        return cucore_fail(CUCORE_UNSUPPORTED, "axes overlap: several elements may be at offset %lld",
                           (long long)offset);
    }
    if (found == 0) {
        return cucore__invalid("no element is at offset %lld (they are from %lld to %lld)", (long long)offset,
                               (long long)survey.min, (long long)survey.max);
    }
    cucore__entries_copy(index, work, layout->ndim);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_layout_iter_start(cucore_layout_iter *iter, const cucore_layout *layout)
{
    int64_t min, max = -1;
    cucore_status status;
    if (!iter) return cucore__fail_null("cucore_layout_iter_start", "iter");
    iter->done = 1;
    iter->reserved = 0;
    iter->offset = 0;
    iter->layout = layout;
    status = cucore__layout_check_argument(layout, iter, "cucore_layout_iter_start");
    if (!status) status = cucore_layout_offset_bounds(layout, &min, &max); /* so that no step can overflow */
    if (status) return status;
    cucore__entries_zero(iter->index, layout->ndim);
    iter->done = max < 0;
    return CUCORE_OK;
}

/* core/layout_several.c: several layouts at once: fewer axes for one loop. */
/* -- several layouts -------------------------------------------------------------------------------------------- */

/* How the axes are simplified: sorted, some of them reversed, and neighbours merged. */
typedef struct cucore__axis_plan {
    int count; /* axes of more than one element; 0 when empty */
    int is_empty;
    int axes[CUCORE_MAX_NDIM];
    uint64_t flipped; /* bit a: axis a */
    uint64_t merged;  /* bit i: axes[i] continues axes[i - 1] */
} cucore__axis_plan;

/* Compares two axes of equal |stride| in the first layout by the others: returns 1 if axis a comes before b, -1 if it
 * comes after b, 0 if they are equal. */
CUCORE__PRIVATE int cucore__axis_tie(const cucore__axis_sort *sort, int a, int b)
{
    size_t i;
    for (i = 1; i < sort->count; i++) {
        uint64_t stride_a = cucore__magnitude(sort->layouts[i]->strides[a]);
        uint64_t stride_b = cucore__magnitude(sort->layouts[i]->strides[b]);
        if (stride_a != stride_b) return stride_a > stride_b ? 1 : -1;
    }
    return 0;
}

CUCORE__PRIVATE void cucore__axis_plan_make(size_t count, const cucore_layout *const *layouts, cucore__axis_plan *plan)
{
    const cucore_layout *first = layouts[0];
    cucore__axis_sort sort;
    int64_t whole;
    size_t j;
    int i;
    sort.shape = first->shape;
    sort.tie = cucore__axis_tie;
    sort.layouts = layouts;
    sort.count = count;
    plan->count = 0;
    plan->flipped = plan->merged = 0;
    plan->is_empty = cucore__layout_is_empty(first);
    if (plan->is_empty) return;
    for (i = 0; i < first->ndim; i++) {
        if (first->shape[i] <= 1) continue;
        plan->axes[plan->count++] = i;
        sort.key[i] = cucore__magnitude(first->strides[i]);
        for (j = 0; j < count - 1 && layouts[j]->strides[i] == 0; j++) {
        }
        plan->flipped |= (uint64_t)(layouts[j]->strides[i] < 0) << i;
    }
    cucore__axes_sort(&sort, plan->axes, plan->count);
    for (i = 1; i < plan->count; i++) {
        int slow = plan->axes[i - 1], fast = plan->axes[i];
        int64_t step = (plan->flipped >> slow ^ plan->flipped >> fast) & 1 ? -first->shape[fast] : first->shape[fast];
        for (j = 0; j < count; j++) { /* 1: `slow` continues `fast` in all layouts, with the axes reversed as planned */
            if (cucore__mul(layouts[j]->strides[fast], step, &whole) || whole != layouts[j]->strides[slow]) break;
        }
        plan->merged |= (uint64_t)(j == count) << i;
    }
}

/* How far the origin of one layout moves; OVERFLOW also when a reversed stride does not fit. */
CUCORE__PRIVATE cucore_status cucore__axis_plan_offset(const cucore__axis_plan *plan, const cucore_layout *layout,
                                                       int64_t *offset)
{
    uint64_t flipped = plan->flipped;
    int64_t negative;
    int i;
    cucore_status status = CUCORE_OK;
    *offset = 0;
    for (i = 0; flipped && !status; i++, flipped >>= 1) {
        if (!(flipped & 1)) continue;
        if (cucore__mul(layout->strides[i], -1, &negative)) {
            return cucore_fail(CUCORE_OVERFLOW, "strides[%d] is %lld, whose negative does not fit 64 bits", i,
                               (long long)layout->strides[i]);
        }
        status = cucore__slice_move(layout, i, layout->shape[i] - 1, offset);
    }
    return status;
}

CUCORE__PRIVATE void cucore__axis_plan_apply(const cucore__axis_plan *plan, const cucore_layout *layout,
                                             cucore_layout *out)
{
    cucore_layout work;
    int i, last = -1;
    for (i = 0; i < plan->count; i++) {
        int axis = plan->axes[i];
        if (plan->merged >> i & 1) {
            work.shape[last] *= layout->shape[axis];
        } else {
            work.shape[++last] = layout->shape[axis];
        }
        work.strides[last] = plan->flipped >> axis & 1 ? -layout->strides[axis] : layout->strides[axis];
    }
    if (plan->is_empty) work.shape[++last] = work.strides[0] = 0;
    cucore__layout_head(&work, layout, last + 1);
    cucore__layout_copy(out, &work);
}

CUCORE__PRIVATE void cucore__axis_plan_map(const cucore__axis_plan *plan, const cucore_layout *layout,
                                           cucore_axis_map *map)
{
    int64_t divisor = 1;
    int i, simple = plan->is_empty ? 1 : 0;
    map->ndim = layout->ndim;
    for (i = 0; i < layout->ndim; i++) {
        map->extent[i] = layout->shape[i];
        map->divisor[i] = 1;
        map->axis[i] = -1;
        map->is_flipped[i] = (uint8_t)(plan->flipped >> i & 1);
    }
    for (i = 0; i < plan->count; i++) simple += !(plan->merged >> i & 1);
    map->simple_ndim = simple;
    for (i = plan->count - 1; i >= 0; i--) {
        int axis = plan->axes[i];
        map->axis[axis] = (int8_t)(simple - 1);
        map->divisor[axis] = divisor;
        divisor *= layout->shape[axis];
        if (plan->merged >> i & 1) continue;
        simple--;
        divisor = 1;
    }
}

CUCORE_API cucore_status cucore_layout_simplify(const cucore_layout *const *layouts, size_t count,
                                                cucore_layout *const *outs, int64_t *offsets, cucore_axis_map *map)
{
    const cucore_layout *first, *other;
    cucore__axis_plan plan;
    int64_t size, offset;
    size_t i;
    int axis;
    cucore_status status = CUCORE_OK;
    if (count < 1 || !layouts || !outs) {
        return cucore__invalid("cucore_layout_simplify: %llu layouts, or layouts or outs is NULL",
                               (unsigned long long)count);
    }
    first = layouts[0];
    for (i = 0; i < count; i++) {
        other = layouts[i];
        status = cucore__layout_check_argument(other, outs[i], "cucore_layout_simplify");
        if (status) return status;
        if (other->ndim != first->ndim) {
            return cucore__invalid("layout %d has %d axes, layout 0 has %d", (int)i, other->ndim, first->ndim);
        }
        for (axis = 0; axis < first->ndim; axis++) {
            if (other->shape[axis] == first->shape[axis]) continue;
            return cucore__invalid("axis %d has extent %lld in layout %d and %lld in layout 0", axis,
                                   (long long)other->shape[axis], (int)i, (long long)first->shape[axis]);
        }
    }
    cucore__axis_plan_make(count, layouts, &plan);
    status = cucore__layout_measure(first, &size); /* if it fits the merged extents fit */
    for (i = 0; i < count && !status; i++) status = cucore__axis_plan_offset(&plan, layouts[i], &offset);
    if (status) return status;
    if (map) cucore__axis_plan_map(&plan, first, map);
    for (i = 0; i < count; i++) {
        if (offsets) cucore__axis_plan_offset(&plan, layouts[i], &offsets[i]);
        cucore__axis_plan_apply(&plan, layouts[i], outs[i]);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__axis_map_check(const cucore_axis_map *map, const int64_t *index, int64_t *out)
{
    if (!map || map->ndim < 0 || map->ndim > CUCORE_MAX_NDIM || map->simple_ndim < 0 ||
        map->simple_ndim > CUCORE_MAX_NDIM || ((map->ndim > 0 || map->simple_ndim > 0) && (!index || !out))) {
        return cucore__invalid("the axis map is none that cucore_layout_simplify made, or a NULL");
    }
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_axis_map_to_simple(const cucore_axis_map *map, const int64_t *index, int64_t *out)
{
    int64_t work[CUCORE_MAX_NDIM];
    int i;
    cucore_status status = cucore__axis_map_check(map, index, out);
    if (status) return status;
    cucore__entries_zero(work, map->simple_ndim);
    for (i = 0; i < map->ndim; i++) {
        int64_t extent = map->extent[i];
        if (index[i] < 0 || index[i] >= extent) return cucore__fail_index("index", i, index[i], extent);
        if (map->axis[i] < 0) continue;
        work[map->axis[i]] += (map->is_flipped[i] ? extent - 1 - index[i] : index[i]) * map->divisor[i];
    }
    cucore__entries_copy(out, work, map->simple_ndim);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_axis_map_to_original(const cucore_axis_map *map, const int64_t *index, int64_t *out)
{
    int64_t work[CUCORE_MAX_NDIM], extents[CUCORE_MAX_NDIM]; /* extents: of the simplified axes */
    int i;
    cucore_status status = cucore__axis_map_check(map, index, out);
    if (status) return status;
    for (i = 0; i < map->simple_ndim; i++) extents[i] = 1;
    for (i = 0; i < map->ndim; i++) {
        if (map->axis[i] >= 0) extents[map->axis[i]] *= map->extent[i];
        if (map->extent[i] == 0) extents[0] = 0;
    }
    for (i = 0; i < map->simple_ndim; i++) {
        if (index[i] < 0 || index[i] >= extents[i]) return cucore__fail_index("index", i, index[i], extents[i]);
    }
    for (i = 0; i < map->ndim; i++) {
        int64_t here = map->axis[i] < 0 ? 0 : index[map->axis[i]] / map->divisor[i] % map->extent[i];
        work[i] = map->is_flipped[i] ? map->extent[i] - 1 - here : here;
    }
    cucore__entries_copy(out, work, map->ndim);
    return CUCORE_OK;
}

#endif
/* ------------ >>impl-driver -- */
/* core/driver.c: the driver: found and loaded, its entry points, its errors, fork. */
#define CUCORE__DRIVER_MEMBER(name, symbol, version, required, parameters) \
    cucore__CUresult(CUCORE__CUDAAPI *name) parameters;
static struct {
    CUCORE__DRIVER_LIST(CUCORE__DRIVER_MEMBER)
} cucore__driver;
#undef CUCORE__DRIVER_MEMBER

/* The same functions in the same order, as the driver finds them.  With an empty symbol: a place that is not used, as
 * `vendor --for` leaves one for each row that it cuts. */
typedef struct cucore__driver_entry {
    const char *symbol;
    int version;
    int required;
} cucore__driver_entry;

#define CUCORE__DRIVER_ENTRY(name, symbol, version, required, parameters) {symbol, version, required},
static const cucore__driver_entry cucore__driver_entries[] = {CUCORE__DRIVER_LIST(CUCORE__DRIVER_ENTRY)};
#undef CUCORE__DRIVER_ENTRY

#define CUCORE__DRIVER_REQUIRED(name, symbol, version, required, parameters) cucore__driver_requires_##name = required,
enum { CUCORE__DRIVER_LIST(CUCORE__DRIVER_REQUIRED) cucore__driver_requires_nothing_else = 0 };
#undef CUCORE__DRIVER_REQUIRED

typedef cucore__CUresult(CUCORE__CUDAAPI *cucore__get_proc_fn)(const char *, void **, int, uint64_t);
typedef cucore__CUresult(CUCORE__CUDAAPI *cucore__get_proc_v2_fn)(const char *, void **, int, uint64_t, int *);

/* The library, and its functions that find entry points. */
typedef struct cucore__driver_source {
    void *library;
    cucore__get_proc_fn get_proc;       /* NULL: not there */
    cucore__get_proc_v2_fn get_proc_v2; /* NULL: not there */
} cucore__driver_source;

/* The outcome of loading, which is final. */
static struct {
    CUCORE__ATOMIC(int) done; /* written last */
    cucore_status status;
    cucore_error error; /* unless status is OK */
    int device_count;
    cucore__driver_source source;
} cucore__driver_state;

#define CUCORE__MAX_DEVICES 256
static CUCORE__ATOMIC(CUcontext) cucore__primary_contexts[CUCORE__MAX_DEVICES];

#if defined(_WIN32)
#ifndef CUCORE_DRIVER_NAME
#define CUCORE_DRIVER_NAME "nvcuda.dll"
#endif
static INIT_ONCE cucore__driver_once = INIT_ONCE_STATIC_INIT;
static SRWLOCK cucore__lock = SRWLOCK_INIT;
#else
#ifndef CUCORE_DRIVER_NAME
#define CUCORE_DRIVER_NAME "libcuda.so.1"
#endif
static pthread_once_t cucore__driver_once = PTHREAD_ONCE_INIT;
static CUCORE__ATOMIC(int) cucore__fork_watched; /* cucore__driver_forked is registered */
static pthread_mutex_t cucore__lock = PTHREAD_MUTEX_INITIALIZER;
#endif

#if defined(CUCORE_LINK_DRIVER) && (!defined(__cuda_cuda_h__) || CUDA_VERSION < 11030)
#error \
    "CUCORE_LINK_DRIVER needs cuda.h of CUDA 11.3 or newer, which declares cuGetProcAddress; without it, leave it out"
#include "see the error above"
#endif

CUCORE__PRIVATE CUCORE__COLD void *cucore__library_open(void)
{
#if defined(CUCORE_LINK_DRIVER)
    return (void *)&cucore__driver;
#elif defined(_WIN32)
    return (void *)LoadLibraryExA(CUCORE_DRIVER_NAME, NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
#else
    return dlopen(CUCORE_DRIVER_NAME, RTLD_NOW | RTLD_LOCAL);
#endif
}

CUCORE__PRIVATE CUCORE__COLD void *cucore__library_symbol(void *library, const char *name)
{
    void *pointer = NULL;
#if defined(CUCORE_LINK_DRIVER)
    void (*get_proc)(void) = (void (*)(void))cuGetProcAddress; /* of the version that cuda.h at hand calls so */
    (void)library;
    if (strcmp(name, CUDA_VERSION < 12000 ? "cuGetProcAddress" : "cuGetProcAddress_v2") == 0) {
        memcpy(&pointer, &get_proc, sizeof pointer);
    }
#elif defined(_WIN32)
    FARPROC symbol = GetProcAddress((HMODULE)library, name);
    memcpy(&pointer, &symbol, sizeof pointer);
#else
    pointer = dlsym(library, name);
#endif
    return pointer;
}

/* Returns a function by its plain name, as of a CUDA version; NULL if the driver does not have it. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__driver_ask(const cucore__driver_source *source, const char *name,
                                                      int version)
{
    const uint64_t legacy_stream = 1; /* NULL means the legacy default stream */
    void *pointer = NULL;
    int found = 0;
    cucore__CUresult result = source->get_proc_v2 ? source->get_proc_v2(name, &pointer, version, legacy_stream, &found)
                              : source->get_proc  ? source->get_proc(name, &pointer, version, legacy_stream)
                                                  : CUCORE__CUDA_ERROR_NOT_FOUND;
    return result ? NULL : pointer;
}

/* Returns one entry point: cuGetProcAddress takes the plain name and a version, dlsym the versioned name. */
CUCORE__PRIVATE CUCORE__COLD void *cucore__driver_find(const cucore__driver_source *source, const char *symbol,
                                                       int version)
{
    char plain[64];
    void *pointer;
    const char *suffix = strstr(symbol, "_v"); /* _v2 */
    const size_t length = suffix ? (size_t)(suffix - symbol) : strlen(symbol);
    memcpy(plain, symbol, length);
    plain[length] = '\0';
    pointer = cucore__driver_ask(source, plain, version);
    return pointer ? pointer : cucore__library_symbol(source->library, symbol);
}

CUCORE__PRIVATE CUCORE__COLD const char *cucore__result_name(cucore__CUresult result)
{
    const char *name = NULL;
    if (cucore__driver.GetErrorName) (void)cucore__driver.GetErrorName(result, &name);
    return name ? name : "CUresult";
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_result(cucore__CUresult result, const char *call)
{
    const char *text = NULL;
    cucore_status status = result == CUCORE__CUDA_ERROR_OUT_OF_MEMORY ? CUCORE_OUT_OF_MEMORY : CUCORE_DRIVER;
    if (result >= CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED &&
        result <= CUCORE__CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD) {
        status = CUCORE_CAPTURE;
    }
    if (cucore__driver.GetErrorString) (void)cucore__driver.GetErrorString(result, &text);
    return cucore__fail_driver(status, result, call, "%s failed: %s (%d), %s", call, cucore__result_name(result),
                               result, text ? text : "no description");
}

CUCORE__PRIVATE inline cucore_status cucore__check_result(cucore__CUresult result, const char *call)
{
    return result == CUCORE__CUDA_SUCCESS ? CUCORE_OK : cucore__fail_result(result, call);
}

/* Fails: the driver lacks an entry point that older drivers do not have. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_missing(const char *call)
{
    return cucore__fail_driver(CUCORE_NO_DRIVER, CUCORE__CUDA_ERROR_NOT_FOUND, call,
                               "the CUDA driver is too old: it has no %s", call);
}

/* Opens the library, finds the entry points, initialises.  A stub library, no device, or a driver that does not match
 * its kernel module are seen by cuInit and cuDeviceGetCount. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__driver_open(void)
{
    cucore__driver_source *source = &cucore__driver_state.source;
    void *pointer;
    cucore__CUresult result;
    const char *call = "cuInit";
    size_t i;
    source->library = cucore__library_open();
    if (!source->library) {
        return cucore__fail_driver(CUCORE_NO_DRIVER, CUCORE__CUDA_ERROR_NOT_INITIALIZED, NULL,
                                   "no CUDA driver on this machine: cannot load %s", CUCORE_DRIVER_NAME);
    }
    pointer = cucore__library_symbol(source->library, "cuGetProcAddress_v2");
    memcpy(&source->get_proc_v2, &pointer, sizeof pointer);
    pointer = cucore__library_symbol(source->library, "cuGetProcAddress");
    memcpy(&source->get_proc, &pointer, sizeof pointer);
    for (i = 0; i < sizeof cucore__driver_entries / sizeof cucore__driver_entries[0]; i++) {
        const cucore__driver_entry *entry = &cucore__driver_entries[i];
        if (!entry->symbol[0]) continue;
        pointer = cucore__driver_find(source, entry->symbol, entry->version);
        if (entry->required && !pointer) return cucore__fail_missing(entry->symbol);
        memcpy((char *)&cucore__driver + i * sizeof pointer, &pointer, sizeof pointer);
    }
    result = cucore__driver.Init(0);
    if (result == CUCORE__CUDA_SUCCESS) {
        call = "cuDeviceGetCount";
        result = cucore__driver.DeviceGetCount(&cucore__driver_state.device_count);
    }
    if (result == CUCORE__CUDA_SUCCESS) return CUCORE_OK;
    cucore__driver_state.device_count = 0;
    (void)cucore__fail_result(result, call);
    cucore__error.status = CUCORE_NO_DRIVER; /* also if the call returned another error */
    return CUCORE_NO_DRIVER;
}

CUCORE__PRIVATE CUCORE__COLD void cucore__driver_load_once(void)
{
    cucore__driver_state.status = cucore__driver_open();
    if (cucore__driver_state.status) cucore__driver_state.error = cucore__error;
    CUCORE__STORE(&cucore__driver_state.done, 1);
}

/* Also runs in a child, if it is set: the quick ways that do not look at the state of the driver are closed by it. */
typedef void (*cucore__fork_hook)(void);
static CUCORE__ATOMIC(cucore__fork_hook) cucore__forked_also;

#if defined(_WIN32)
CUCORE__PRIVATE BOOL CALLBACK cucore__driver_load_callback(PINIT_ONCE once, PVOID parameter, PVOID *context)
{
    (void)once, (void)parameter, (void)context;
    cucore__driver_load_once();
    return TRUE;
}
#else
/* Runs in a child: the driver does not work there, and threads of the parent may have held any lock of this library
 * (rules T15, B88).  Functions that take a lock need the driver first, so that no lock is taken from now on; events and
 * memory of the parent are not used again.  It only writes variables, since the parent may have many threads.  The
 * result that there is no driver stays. */
CUCORE__PRIVATE CUCORE__COLD void cucore__driver_forked(void)
{
    static const char why[] = "the CUDA driver does not work in a process that was forked after it was initialised: "
                              "CUDA_ERROR_NOT_INITIALIZED (3)";
    cucore__fork_hook also = CUCORE__LOAD(&cucore__forked_also);
    if (CUCORE__LOAD(&cucore__driver_state.done) && cucore__driver_state.status) return;
    if (also) also();
    cucore__driver_state.status = cucore__driver_state.error.status = CUCORE_DRIVER;
    cucore__driver_state.error.result = CUCORE__CUDA_ERROR_NOT_INITIALIZED;
    cucore__driver_state.error.call = NULL;
    memcpy(cucore__driver_state.error.message, why, sizeof why);
    cucore__driver_state.device_count = 0;
    CUCORE__STORE(&cucore__driver_state.done, 1);
}

/* What pthread_atfork of glibc does, which is in a library of its own before glibc 2.34: extensions are linked
 * without. */
#if defined(__GLIBC__)
extern int __register_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *module);
extern void *__dso_handle __attribute__((visibility("hidden")));
#define CUCORE__AT_FORK(child) __register_atfork(NULL, NULL, child, __dso_handle)
#else
#define CUCORE__AT_FORK(child) pthread_atfork(NULL, NULL, child)
#endif

#endif

CUCORE_API cucore_status cucore_driver_load(void)
{
    if (!CUCORE__LOAD(&cucore__driver_state.done)) {
#if defined(_WIN32)
        InitOnceExecuteOnce(&cucore__driver_once, cucore__driver_load_callback, NULL, NULL);
#else
        /* Two threads may both register: the second call of the handler has no effect.  If a module is unloaded its
         * handler goes with it (glibc: by __dso_handle); musl unloads no module. */
        if (!CUCORE__LOAD(&cucore__fork_watched) && CUCORE__AT_FORK(cucore__driver_forked)) {
            return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a handler of fork");
        }
        CUCORE__STORE(&cucore__fork_watched, 1);
        pthread_once(&cucore__driver_once, cucore__driver_load_once);
#endif
    }
    if (cucore__driver_state.status) cucore__error = cucore__driver_state.error;
    return cucore__driver_state.status;
}
#undef CUCORE__AT_FORK

/* Returns 1 if the driver is loaded and may be called. */
CUCORE__PRIVATE inline int cucore__driver_is_ready(void)
{
    return CUCORE__LOAD(&cucore__driver_state.done) && cucore__driver_state.status == CUCORE_OK;
}

/* The same as cucore_driver_load, without a call if the driver is loaded. */
CUCORE__PRIVATE inline cucore_status cucore__driver_need(void)
{
    return cucore__driver_is_ready() ? CUCORE_OK : cucore_driver_load();
}

CUCORE_API int cucore_driver_is_loaded(void)
{
    return CUCORE__LOAD(&cucore__driver_state.done);
}

/* Returns 1 if the library may be in the process, though it is not loaded here. */
CUCORE__PRIVATE CUCORE__COLD CUCORE_UNUSED int cucore__driver_is_nearby(void)
{
#if defined(_WIN32) && !defined(CUCORE_LINK_DRIVER)
    return !cucore_driver_is_loaded() && GetModuleHandleA(CUCORE_DRIVER_NAME) != NULL;
#elif defined(RTLD_NOLOAD) && !defined(CUCORE_LINK_DRIVER)
    void *library = cucore_driver_is_loaded() ? NULL : dlopen(CUCORE_DRIVER_NAME, RTLD_LAZY | RTLD_NOLOAD);
    if (library) (void)dlclose(library);
    return library != NULL;
#else
    return !cucore_driver_is_loaded();
#endif
}

/* Returns 1 if the name ends with a version, as _v2. */
CUCORE__PRIVATE CUCORE__COLD int cucore__symbol_is_versioned(const char *name)
{
    size_t length = strlen(name);
    return length > 3 && name[length - 3] == '_' && name[length - 2] == 'v' && name[length - 1] >= '0' &&
           name[length - 1] <= '9';
}

#if defined(__cuda_cuda_h__)
#define CUCORE__DRIVER_SYMBOL_VERSION CUDA_VERSION
#else
#define CUCORE__DRIVER_SYMBOL_VERSION 12000
#endif

CUCORE_API cucore_status cucore_driver_symbol(const char *name, void **out)
{
    const cucore__driver_source *source = &cucore__driver_state.source;
    void *pointer = NULL;
    cucore_status status;
    if (!name || !out) return cucore__fail_null("cucore_driver_symbol", name ? "out" : "name");
    status = cucore_driver_load();
    if (status) return status;
    if (strncmp(name, "cu", 2) == 0) { /* dlsym also looks into the libraries that the driver needs */
        if (!cucore__symbol_is_versioned(name))
            pointer = cucore__driver_ask(source, name, CUCORE__DRIVER_SYMBOL_VERSION);
        if (!pointer) pointer = cucore__library_symbol(source->library, name);
    }
    if (!pointer) return cucore_fail(CUCORE_UNSUPPORTED, "the CUDA driver has no function '%.100s'", name);
    *out = pointer;
    return CUCORE_OK;
}
#undef CUCORE__DRIVER_SYMBOL_VERSION

/* ------------ >>impl-context -- */
/* core/context.c: contexts: which device numbers exist, which context is current, primary contexts, entering a
 * context. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_device_id(int device_id)
{
    if (device_id == CUCORE_DEVICE_NONE) {
        return cucore__invalid(
            "device_id is CUCORE_DEVICE_NONE: memory of the host has no device; pass the number of a "
            "device, or CUCORE_DEVICE_CURRENT");
    }
    if (device_id == CUCORE_DEVICE_ANY) {
        return cucore__invalid("device_id is CUCORE_DEVICE_ANY, which only cucore_stream_from_handle takes; pass the "
                               "number of a device, or CUCORE_DEVICE_CURRENT");
    }
    if (!cucore__driver_is_ready()) return cucore__invalid("device %d does not exist", device_id);
    return cucore__invalid("device %d does not exist; this process sees %d", device_id,
                           cucore__driver_state.device_count);
}

/* Returns 1 if the number is that of a device.  The driver is loaded. */
CUCORE__PRIVATE int cucore__device_exists(int device_id)
{
    return device_id >= 0 && device_id < cucore__driver_state.device_count && device_id < CUCORE__MAX_DEVICES;
}

CUCORE_API cucore_status cucore_context_enter(CUcontext context, cucore_context_guard *guard)
{
    CUcontext current = NULL;
    cucore_status status;
    memset(guard, 0, sizeof *guard);
    if (!context) return CUCORE_OK;
    status = cucore__driver_need();
    if (status) return status;
    status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (status || current == context) return status;
    status = CUCORE__CALL(CtxPushCurrent, (context));
    if (status) return status;
    guard->private_[0] = context;
    guard->private_[1] = current;
    return CUCORE_OK;
}

CUCORE_API void cucore_context_leave(cucore_context_guard *guard)
{
    CUcontext context;
    if (guard->private_[0] && cucore__driver_is_ready() && cucore__driver.CtxPopCurrent(&context) &&
        cucore__driver.CtxPopCurrent(&context) && cucore__driver.CtxSetCurrent) {
        (void)cucore__driver.CtxSetCurrent(guard->private_[1]);
    }
    guard->private_[0] = NULL;
}

/* Returns the device of a primary context that this library retained; CUCORE_DEVICE_NONE for all other contexts. */
CUCORE__PRIVATE int cucore__context_known(CUcontext context)
{
    int i;
    for (i = 0; context && cucore__device_exists(i); i++) {
        if (CUCORE__LOAD(&cucore__primary_contexts[i]) == context) return i;
    }
    return CUCORE_DEVICE_NONE;
}

/* Returns a number that no other context ever has, nor this one after a reset; 0 if the driver has no such numbers. */
CUCORE__PRIVATE unsigned long long cucore__context_id(CUcontext context)
{
    unsigned long long id = 0;
    if (!cucore__driver.CtxGetId || cucore__driver.CtxGetId(context, &id) != CUCORE__CUDA_SUCCESS) id = 0;
    return id;
}

/* Finds the device of the current context, which is `current`. */
CUCORE__PRIVATE cucore_status cucore__context_current_device(CUcontext current, int *out)
{
    int device = cucore__context_known(current);
    cucore_status status = CUCORE_OK;
    if (current && device < 0) status = CUCORE__CALL(CtxGetDevice, (&device));
    if (!status) *out = device;
    return status;
}

CUCORE_API cucore_status cucore_context_get_current(CUcontext *context, int *device_id)
{
    CUcontext current = NULL;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!context && !device_id) return cucore__fail_null("cucore_context_get_current", "context and device_id");
    status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (!status && device_id) status = cucore__context_current_device(current, &device);
    if (status) return status;
    if (context) *context = current;
    if (device_id) *device_id = device;
    return CUCORE_OK;
}

/* Checks the number of a device; CUCORE_DEVICE_CURRENT becomes the number of the current device. */
CUCORE__PRIVATE cucore_status cucore__device_id_resolve(int device_id, int *out)
{
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (device_id == CUCORE_DEVICE_CURRENT) {
        status = cucore_context_get_current(NULL, out);
        if (!status && *out < 0) *out = 0;
    } else if (cucore__device_exists(device_id)) {
        *out = device_id;
    } else {
        status = cucore__fail_device_id(device_id);
    }
    return status;
}

/* Retains the primary context for the first time; another thread may do so at the same time. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__context_retain(int device_id, CUcontext *out)
{
    CUcontext context;
    cucore_status status = CUCORE_OK;
    CUCORE__LOCK();
    context = CUCORE__LOAD(&cucore__primary_contexts[device_id]);
    if (!context) status = CUCORE__CALL(DevicePrimaryCtxRetain, (&context, device_id));
    if (!status) CUCORE__STORE(&cucore__primary_contexts[device_id], context);
    CUCORE__UNLOCK();
    if (!status) *out = context;
    return status;
}

CUCORE_API cucore_status cucore_context_get_primary(int device_id, CUcontext *out)
{
    CUcontext context;
    cucore_status status = cucore__driver_need();
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_context_get_primary", "out");
    if (!cucore__device_exists(device_id)) {
        status = cucore__device_id_resolve(device_id, &device_id);
        if (status) return status;
    }
    context = CUCORE__LOAD(&cucore__primary_contexts[device_id]);
    if (!CUCORE__LIKELY(context)) return cucore__context_retain(device_id, out);
    *out = context;
    return CUCORE_OK;
}

/* Sets `out` to the primary context of a device; to NULL if it is not in use, and then does not create it. */
CUCORE__PRIVATE cucore_status cucore__context_find_primary(int device_id, CUcontext *out)
{
    unsigned flags = 0;
    int active = 0;
    *out = CUCORE__LOAD(&cucore__primary_contexts[device_id]);
    if (*out || !cucore__driver.DevicePrimaryCtxGetState ||
        cucore__driver.DevicePrimaryCtxGetState(device_id, &flags, &active) != CUCORE__CUDA_SUCCESS || !active) {
        return CUCORE_OK;
    }
    return cucore_context_get_primary(device_id, out);
}

/* Finds the device of any context, without the driver if it is a primary context that this library retained.  *out is
 * CUCORE_DEVICE_NONE after a failure. */
CUCORE__PRIVATE cucore_status cucore__context_device(CUcontext context, int *out)
{
    cucore_context_guard guard;
    cucore_status status;
    *out = cucore__context_known(context);
    if (*out >= 0) return CUCORE_OK;
    status = cucore_context_enter(context, &guard);
    if (!status) status = cucore__context_current_device(context, out);
    cucore_context_leave(&guard);
    return status;
}

/* Finds the context for work on a device (rules T9): the current one if it is of the device, else the primary one. */
CUCORE__PRIVATE cucore_status cucore__context_of_device(int device_id, CUcontext *context, int *device)
{
    CUcontext current = NULL;
    int found = CUCORE_DEVICE_NONE;
    cucore_status status = cucore_context_get_current(&current, &found);
    if (status) return status;
    if (device_id == CUCORE_DEVICE_CURRENT) device_id = found < 0 ? 0 : found;
    if (!cucore__device_exists(device_id)) return cucore__fail_device_id(device_id);
    if (device) *device = device_id;
    if (found != device_id) return cucore_context_get_primary(device_id, context);
    *context = current;
    return CUCORE_OK;
}

/* Returns the context that gives a default stream its meaning for data on `device_id` (rules B118): the current one if
 * it is on that device, else the primary one.  CUCORE_DEVICE_NONE, no device is known: the current one, without one
 * device 0's. */
CUCORE__PRIVATE cucore_status cucore__context_for_data(int device_id, CUcontext *out)
{
    CUcontext current = NULL, primary;
    cucore_status status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (status) return status;
    if (device_id < 0 && !current) return cucore_context_get_primary(0, out);
    if (device_id >= 0) {
        primary = cucore__device_exists(device_id) ? CUCORE__LOAD(&cucore__primary_contexts[device_id]) : NULL;
        if (!current || current != primary) return cucore__context_of_device(device_id, out, NULL);
    }
    *out = current;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_context_enter_device(int device_id, cucore_context_guard *guard)
{
    CUcontext context;
    cucore_status status = cucore__context_of_device(device_id, &context, NULL);
    memset(guard, 0, sizeof *guard);
    return status ? status : cucore_context_enter(context, guard);
}

/* Makes a device current for a producer that works on the current device (rules B37).  With one device it does nothing.
 * A thread without a context counts as on device 0, as for the runtime. */
CUCORE__PRIVATE cucore_status cucore__context_enter_device(int device_id, cucore_context_guard *guard)
{
    int device = 0;
    CUcontext current = NULL, primary = NULL;
    cucore_status status;
    memset(guard, 0, sizeof *guard);
    if (cucore__driver_state.device_count < 2) return CUCORE_OK;
    status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (!status && current) status = CUCORE__CALL(CtxGetDevice, (&device));
    if (status || device == device_id) return status;
    status = cucore_context_get_primary(device_id, &primary);
    return status ? status : cucore_context_enter(primary, guard);
}

/* ------------ >>impl-device -- */
/* core/device.c: devices. */
CUCORE_API int64_t cucore_device_count(void)
{
    return cucore_driver_load() ? -1 : cucore__driver_state.device_count;
}

CUCORE_API cucore_status cucore_device_from_pci_bus_id(const char *id, int *out)
{
    int device = 0;
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!id || !out) return cucore__fail_null("cucore_device_from_pci_bus_id", id ? "out" : "id");
    status = CUCORE__CALL(DeviceGetByPCIBusId, (&device, id));
    if (!status) *out = device;
    return status;
}

CUCORE_API cucore_status cucore_device_get_attribute(int device_id, int attribute, int *out)
{
    int device = 0, value = 0;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_device_get_attribute", "out");
    status = CUCORE__CALL(DeviceGetAttribute, (&value, attribute, device));
    if (!status) *out = value;
    return status;
}

CUCORE_API cucore_status cucore_device_get_info(int device_id, cucore_device_info *out)
{
    static const cucore__CUdevice_attribute attributes[3] = {CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                                             CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                                             CUCORE__CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT};
    cucore_device_info info;
    cucore__CUuuid uuid;
    int device = 0, numbers[3] = {0, 0, 0}, i;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_device_get_info", "out");
    memset(&info, 0, sizeof info);
    status = CUCORE__CALL(DeviceGetName, (info.name, (int)sizeof info.name, device));
    if (!status) status = CUCORE__CALL(DeviceGetPCIBusId, (info.pci_bus_id, (int)sizeof info.pci_bus_id, device));
    if (!status) status = CUCORE__CALL(DeviceGetUuid, (&uuid, device));
    if (!status) status = CUCORE__CALL(DeviceTotalMem, (&info.memory_nbytes, device));
    for (i = 0; i < 3 && !status; i++) status = cucore_device_get_attribute(device, attributes[i], &numbers[i]);
    if (status) return status;
    info.compute_major = numbers[0];
    info.compute_minor = numbers[1];
    info.multiprocessors = numbers[2];
    memcpy(info.uuid, uuid.bytes, sizeof info.uuid);
    *out = info;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_device_get_memory_info(int device_id, size_t *free_nbytes, size_t *total_nbytes)
{
    cucore_context_guard guard;
    size_t free_now = 0, total = 0;
    cucore_status status = cucore_context_enter_device(device_id, &guard);
    if (status) return status;
    status = CUCORE__CALL(MemGetInfo, (&free_now, &total));
    cucore_context_leave(&guard);
    if (!status && free_nbytes) *free_nbytes = free_now;
    if (!status && total_nbytes) *total_nbytes = total;
    return status;
}

CUCORE_API cucore_status cucore_device_set_current(int device_id)
{
    CUcontext primary, current = NULL;
    cucore_status status = cucore_context_get_primary(device_id, &primary);
    if (!status) status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (!status && current != primary) status = CUCORE__CALL(CtxSetCurrent, (primary));
    return status;
}

/* In relaxed mode the driver does not refuse a call of this thread because another one captures (rules 7.4). */
CUCORE__PRIVATE CUCORE__APART int cucore__relaxed_begin(cucore__CUstreamCaptureMode *mode)
{
    *mode = CUCORE__CU_STREAM_CAPTURE_MODE_RELAXED;
    return cucore__driver.ThreadExchangeStreamCaptureMode &&
           cucore__driver.ThreadExchangeStreamCaptureMode(mode) == CUCORE__CUDA_SUCCESS;
}

CUCORE__PRIVATE CUCORE__APART void cucore__relaxed_end(int exchanged, cucore__CUstreamCaptureMode *mode)
{
    if (exchanged) (void)cucore__driver.ThreadExchangeStreamCaptureMode(mode);
}

/* Waits for all work of the current context.  cuCtxSynchronize would break every capture in it, also in relaxed mode;
 * freeing memory that is of no pool waits as well, and breaks none (rules 7.4).  Pinned memory if the device is
 * full. */
CUCORE__PRIVATE cucore_status cucore__context_wait_idle(void)
{
    cucore__CUdeviceptr memory = 0;
    void *pinned = NULL;
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    cucore_status status;
    if (!cucore__driver.MemFree) return cucore__fail_missing("cuMemFree");
    exchanged = cucore__relaxed_begin(&mode);
    status = CUCORE__CALL(MemAlloc, (&memory, 1));
    if (status == CUCORE_OUT_OF_MEMORY) {
        status = CUCORE__CALL(MemHostAlloc, (&pinned, 1, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
        if (pinned) status = CUCORE__CALL(MemFreeHost, (pinned));
    } else if (!status) {
        status = CUCORE__CALL(MemFree, (memory));
        if (status) (void)cucore__driver.MemFree(memory);
    }
    cucore__relaxed_end(exchanged, &mode);
    return status;
}

CUCORE_API cucore_status cucore_device_synchronize(int device_id)
{
    cucore_context_guard guard;
    cucore_status status = cucore_context_enter_device(device_id, &guard);
    if (status) return status;
    status = cucore__context_wait_idle();
    cucore_context_leave(&guard);
    return status;
}

CUCORE_API cucore_status cucore_device_get_peer_access(int device_id, int peer, int *out)
{
    int device = 0, other = 0, can = 0;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    if (!status) status = cucore__device_id_resolve(peer, &other);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_device_get_peer_access", "out");
    status = CUCORE__CALL(DeviceCanAccessPeer, (&can, device, other));
    if (!status) *out = can;
    return status;
}

CUCORE_API cucore_status cucore_device_enable_peer_access(int device_id, int peer)
{
    cucore_context_guard guard;
    CUcontext from, to = NULL;
    cucore__CUresult result;
    int device = 0, other = 0, can = 0;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    if (!status) status = cucore__device_id_resolve(peer, &other);
    if (!status) status = cucore_device_get_peer_access(device, other, &can);
    if (status) return status;
    if (!can) return cucore_fail(CUCORE_UNSUPPORTED, "device %d cannot access the memory of device %d", device, other);
    if (!cucore__driver.CtxEnablePeerAccess) return cucore__fail_missing("cuCtxEnablePeerAccess");
    status = cucore_context_get_primary(device, &from);
    if (!status) status = cucore_context_get_primary(other, &to);
    if (!status) status = cucore_context_enter(from, &guard);
    if (status) return status;
    result = cucore__driver.CtxEnablePeerAccess(to, 0);
    if (result == CUCORE__CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) result = CUCORE__CUDA_SUCCESS;
    status = cucore__check_result(result, "cuCtxEnablePeerAccess");
    cucore_context_leave(&guard);
    return status;
}

/* ------------ >>impl-pointer -- */
/* core/pointer.c: addresses. */
/* The first `count` of kind (2), device and context (4); the driver is loaded. */
CUCORE__PRIVATE cucore_status cucore__pointer_attributes(const void *ptr, unsigned count, cucore_pointer_info *out)
{
    static cucore__CUpointer_attribute attributes[4] = {
        CUCORE__CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CUCORE__CU_POINTER_ATTRIBUTE_IS_MANAGED,
        CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CUCORE__CU_POINTER_ATTRIBUTE_CONTEXT};
    unsigned memory_type = 0, managed = 0;
    int device_id = CUCORE_DEVICE_NONE;
    CUcontext context = NULL;
    void *values[4] = {&memory_type, &managed, &device_id, &context};
    cucore_status status = CUCORE__CALL(PointerGetAttributes, (count, attributes, values, (uintptr_t)ptr));
    if (status) return status;
    out->device_type = managed                                       ? CUCORE_DEVICE_TYPE_CUDA_MANAGED
                       : memory_type == CUCORE__CU_MEMORYTYPE_DEVICE ? CUCORE_DEVICE_TYPE_CUDA
                       : memory_type == CUCORE__CU_MEMORYTYPE_HOST   ? CUCORE_DEVICE_TYPE_CUDA_HOST
                                                                     : CUCORE_DEVICE_TYPE_CPU;
    out->device_id = out->device_type == CUCORE_DEVICE_TYPE_CPU ? CUCORE_DEVICE_NONE : device_id;
    out->context = context;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_pointer_get_info(const void *ptr, cucore_pointer_info *out)
{
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_pointer_get_info", "out");
    return cucore__pointer_attributes(ptr, 4, out);
}

CUCORE_API cucore_status cucore_pointer_get_range(const void *ptr, void **base, size_t *nbytes)
{
    static cucore__CUpointer_attribute attributes[3] = {CUCORE__CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                                        CUCORE__CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
                                                        CUCORE__CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    unsigned memory_type = 0;
    cucore__CUdeviceptr start = 0;
    size_t size = 0;
    void *values[3] = {&memory_type, &start, &size};
    cucore_status status = cucore_driver_load();
    if (!status) status = CUCORE__CALL(PointerGetAttributes, (3, attributes, values, (uintptr_t)ptr));
    if (status) return status;
    if (memory_type && !start && size) {
        return cucore_fail(CUCORE_UNSUPPORTED, "the driver does not say where the allocation that holds 0x%llx begins",
                           (unsigned long long)(uintptr_t)ptr);
    }
    if (!memory_type || !start) {
        return cucore_fail(CUCORE_WRONG_DEVICE,
                           "the driver does not know the memory at 0x%llx: it is ordinary host memory",
                           (unsigned long long)(uintptr_t)ptr);
    }
    if (base) *base = (void *)(uintptr_t)start;
    if (nbytes) *nbytes = size;
    return CUCORE_OK;
}

/* The context in which the default streams of an allocation are meant (rules C12, T11). */
CUCORE__PRIVATE cucore_status cucore__pointer_context(const void *ptr, CUcontext *out)
{
    cucore_pointer_info info;
    cucore_status status = cucore_pointer_get_info(ptr, &info);
    if (status) return status;
    if (!info.context) return cucore_context_get_primary(info.device_id >= 0 ? info.device_id : 0, out);
    *out = info.context;
    return CUCORE_OK;
}

/* ------------ >>impl-event-pool -- */
/* core/event_pool.c: events that ordering takes and gives back. */
/* Events of one context.  The thread that sets `busy` has the slot for itself, without a lock.  A thread that counts in
 * `users` keeps the pool: a trim gives it to another context only if no thread uses it, so that no event of one context
 * stays in the pool of another. */
#define CUCORE__POOL_CONTEXTS 16
#define CUCORE__POOL_EVENTS 8
typedef struct cucore__event_slot {
    CUevent event; /* NULL: not created yet */
    CUCORE__ATOMIC(int) busy;
} cucore__event_slot;

typedef struct cucore__event_pool {
    CUCORE__ATOMIC(CUcontext) context;     /* written before anything else of the pool is used; NULL: free */
    CUCORE__ATOMIC(unsigned long long) id; /* the id of the context; 0: a primary one, of a driver that has no ids */
    CUCORE__ATOMIC(int) stays;             /* 1: of a primary context */
    CUCORE__ATOMIC(int) users;
    cucore__event_slot places[CUCORE__POOL_EVENTS];
} cucore__event_pool;
static cucore__event_pool cucore__event_pools[CUCORE__POOL_CONTEXTS];

/* For a stream, the pool whose event was used for it last time; a wrong hint only makes the driver refuse a call. */
#define CUCORE__POOL_HINTS 64
static struct {
    CUCORE__ATOMIC(CUstream) stream;
    CUCORE__ATOMIC(cucore__event_pool *) pool;
} cucore__event_hints[CUCORE__POOL_HINTS];

CUCORE__PRIVATE void cucore__event_hints_clear(void)
{
    int i;
    for (i = 0; i < CUCORE__POOL_HINTS; i++) CUCORE__STORE(&cucore__event_hints[i].stream, (CUstream)NULL);
}

/* Returns 1 if the current context is a primary one.  One that another library made is retained, as any primary context
 * that is worked in. */
CUCORE__PRIVATE int cucore__context_stays(CUcontext current)
{
    CUcontext primary = NULL;
    int device = 0;
    if (cucore__context_known(current) >= 0) return 1;
    if (cucore__driver.CtxGetDevice(&device) != CUCORE__CUDA_SUCCESS) return 0;
    return cucore__context_find_primary(device, &primary) == CUCORE_OK && primary && primary == current;
}

/* Forgets the events that are not in use.  destroy: 0 if they are gone with their context. */
CUCORE__PRIVATE void cucore__event_pool_clear(cucore__event_pool *pool, int destroy)
{
    int i;
    for (i = 0; i < CUCORE__POOL_EVENTS; i++) {
        if (CUCORE__TEST_AND_SET(&pool->places[i].busy)) continue;
        if (destroy && pool->places[i].event) (void)cucore__driver.EventDestroy(pool->places[i].event);
        pool->places[i].event = NULL;
        CUCORE__STORE(&pool->places[i].busy, 0);
    }
}

CUCORE__PRIVATE void cucore__event_pool_leave(cucore__event_pool *pool)
{
    if (pool) (void)CUCORE__ADD(&pool->users, -1);
}

/* Finds the pool of a context and enters it; NULL if there is none. */
CUCORE__PRIVATE cucore__event_pool *cucore__event_pool_search(CUcontext context)
{
    cucore__event_pool *pool;
    int i;
    for (i = 0; i < CUCORE__POOL_CONTEXTS; i++) {
        pool = &cucore__event_pools[i];
        if (CUCORE__LOAD(&pool->context) != context) continue;
        (void)CUCORE__ADD(&pool->users, 1);
        if (CUCORE__LOAD(&pool->context) == context) return pool;
        cucore__event_pool_leave(pool); /* a trim was first */
    }
    return NULL;
}

/* Makes a pool for the current context and enters it; NULL if there is no room. */
CUCORE__PRIVATE CUCORE__APART cucore__event_pool *cucore__event_pool_make(CUcontext context, unsigned long long id,
                                                                          int stays)
{
    cucore__event_pool *pool;
    int i;
    CUCORE__LOCK();
    pool = cucore__event_pool_search(context); /* another thread may have been first */
    for (i = 0; i < CUCORE__POOL_CONTEXTS && !pool; i++) {
        if (CUCORE__LOAD(&cucore__event_pools[i].context)) continue;
        pool = &cucore__event_pools[i];
        (void)CUCORE__ADD(&pool->users, 1);
        CUCORE__STORE(&pool->id, id);
        CUCORE__STORE(&pool->stays, stays);
        CUCORE__STORE(&pool->context, context);
    }
    CUCORE__UNLOCK();
    return pool;
}

/* Returns the pool of the current context, which cucore__event_pool_leave gives back; NULL if there is no room, or if
 * the driver cannot distinguish the context from an earlier one. */
CUCORE__PRIVATE cucore__event_pool *cucore__event_pool_enter(CUcontext context)
{
    cucore__event_pool *pool = cucore__event_pool_search(context);
    unsigned long long id = cucore__context_id(context);
    const int stays = pool ? 0 : cucore__context_stays(context);
    if (!pool) return id || (stays && !cucore__driver.CtxGetId) ? cucore__event_pool_make(context, id, stays) : NULL;
    if (CUCORE__LOAD(&pool->id) == id) return pool;
    if (!id) { /* the driver failed to return the id */
        cucore__event_pool_leave(pool);
        return NULL;
    }
    CUCORE__LOCK(); /* the context that had this address is gone, or was reset, and its events with it */
    if (CUCORE__LOAD(&pool->id) != id) {
        cucore__event_hints_clear();
        cucore__event_pool_clear(pool, 0);
    }
    CUCORE__STORE(&pool->id, id);
    CUCORE__UNLOCK();
    return pool;
}

CUCORE__PRIVATE unsigned cucore__event_hint_index(CUstream stream)
{
    return (unsigned)(((uint64_t)(uintptr_t)stream * 0x9E3779B97F4A7C15u) >> 32) % CUCORE__POOL_HINTS;
}

CUCORE__PRIVATE inline cucore__event_pool *cucore__event_hint_find(CUstream stream)
{
    unsigned i = cucore__event_hint_index(stream);
    if (!CUCORE__LIKELY(CUCORE__LOAD(&cucore__event_hints[i].stream) == stream)) return NULL;
    return CUCORE__LOAD(&cucore__event_hints[i].pool);
}

/* Sets a hint, only for contexts that stay, and if the driver reports captures. */
CUCORE__PRIVATE void cucore__event_hint_set(CUstream stream, cucore__event_pool *pool)
{
    unsigned i = cucore__event_hint_index(stream);
    if (!pool || !CUCORE__LOAD(&pool->stays) || !cucore__driver.StreamGetCaptureInfo) return;
    CUCORE__STORE(&cucore__forked_also, &cucore__event_hints_clear); /* before there is a hint */
    CUCORE__STORE(&cucore__event_hints[i].pool, pool);
    CUCORE__STORE(&cucore__event_hints[i].stream, stream);
}

CUCORE__PRIVATE inline int cucore__event_slot_try(cucore__event_slot *slot)
{
    return CUCORE__LIKELY(!CUCORE__LOAD(&slot->busy)) && CUCORE__LIKELY(!CUCORE__TEST_AND_SET(&slot->busy));
}

CUCORE__PRIVATE CUCORE__APART cucore__event_slot *cucore__event_slot_search(cucore__event_pool *pool)
{
    int i;
    for (i = 0; i < CUCORE__POOL_EVENTS; i++) {
        if (cucore__event_slot_try(&pool->places[i])) return &pool->places[i];
    }
    return NULL;
}

/* NULL: more threads than slots */
CUCORE__PRIVATE inline cucore__event_slot *cucore__event_slot_of(cucore__event_pool *pool)
{
    return CUCORE__LIKELY(cucore__event_slot_try(&pool->places[0])) ? &pool->places[0]
                                                                    : cucore__event_slot_search(pool);
}

/* Returns a slot to use: `own` if there is no pool, or no free slot in it. */
CUCORE__PRIVATE cucore__event_slot *cucore__event_slot_take(cucore__event_pool *pool, cucore__event_slot *own)
{
    cucore__event_slot *slot = pool ? cucore__event_slot_of(pool) : NULL;
    own->event = NULL;
    return slot ? slot : own;
}

CUCORE__PRIVATE void cucore__event_slot_put(cucore__event_slot *slot, cucore__event_slot *own)
{
    if (slot != own) {
        CUCORE__STORE(&slot->busy, 0);
    } else if (own->event) {
        (void)cucore__driver.EventDestroy(own->event);
    }
}

CUCORE__PRIVATE void cucore__event_pools_trim(void)
{
    int i;
    if (!cucore__driver_is_ready()) return; /* no event was ever made, or they are the parent's (rules B88) */
    CUCORE__LOCK();
    cucore__event_hints_clear();
    for (i = 0; i < CUCORE__POOL_CONTEXTS; i++) {
        cucore__event_pool *pool = &cucore__event_pools[i];
        CUcontext context = CUCORE__LOAD(&pool->context);
        const unsigned long long id = CUCORE__LOAD(&pool->id), now = context && id ? cucore__context_id(context) : 0;
        if (!context || (id && !now)) continue; /* the driver failed to return the id */
        if (!CUCORE__LOAD(&pool->stays)) {      /* no thread enters the pool from here on */
            CUCORE__STORE(&pool->context, (CUcontext)NULL);
            if (CUCORE__ADD(&pool->users, 0)) CUCORE__STORE(&pool->context, context);
        }
        /* the events of a context that was reset are not destroyed: other events may have their handles now */
        cucore__event_pool_clear(pool, id == now);
    }
    CUCORE__UNLOCK();
}

/* ------------ >>impl-stream -- */
/* core/stream.c: streams: their contexts, ordering, waiting, captures. */
/* A stream value and the context that gives it a meaning. */
typedef struct cucore__place {
    CUstream stream;
    CUcontext context;
} cucore__place;

CUCORE__PRIVATE int cucore__stream_is_default(CUstream stream)
{
    return stream == NULL || stream == CUCORE_STREAM_LEGACY || stream == CUCORE_STREAM_PER_THREAD;
}

CUCORE__PRIVATE inline int cucore__stream_is_handle(CUstream stream)
{
    return (uintptr_t)stream > (uintptr_t)CUCORE_STREAM_PER_THREAD && (uintptr_t)stream < (uintptr_t)CUCORE_STREAM_HOST;
}

/* A default stream in a context that is known; the context of a handle is left NULL. */
CUCORE__PRIVATE void cucore__place_put(CUstream stream, CUcontext context, cucore__place *out)
{
    out->stream = cucore__stream_normalize(stream);
    out->context = cucore__stream_is_default(stream) ? context : NULL;
}

CUCORE__PRIVATE int cucore__place_equal(const cucore__place *a, const cucore__place *b)
{
    if (a->stream != b->stream) return 0;
    return !cucore__stream_is_default(a->stream) || a->context == b->context;
}

/* A capture into a graph, as a stream sees it.  All zero: there is none. */
typedef struct cucore__capture {
    int is_active; /* 1: the stream is captured, or `is_beside` */
    int is_beside; /* 1: the legacy stream, while a blocking stream of its context is captured */
    uint64_t id;   /* equal for all streams of one capture; 0 if it is not known, or the capture is broken */
} cucore__capture;

/* Asks about the capture of a stream, which harms none.  Default streams are asked about in their context. */
CUCORE__PRIVATE cucore_status cucore__place_capture(const cucore__place *place, cucore__capture *out)
{
    cucore__CUstreamCaptureStatus capture = CUCORE__CU_STREAM_CAPTURE_STATUS_NONE;
    cucore__CUresult result = CUCORE__CUDA_SUCCESS;
    cucore_context_guard guard;
    cucore_status status;
    memset(out, 0, sizeof *out);
    if (!cucore__driver.StreamGetCaptureInfo) return CUCORE_OK;
    status = cucore_context_enter(cucore__stream_is_default(place->stream) ? place->context : NULL, &guard);
    if (status) return status;
    result = cucore__driver.StreamGetCaptureInfo(place->stream, &capture, &out->id);
    cucore_context_leave(&guard);
    out->is_beside = result == CUCORE__CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    out->is_active = out->is_beside || capture != CUCORE__CU_STREAM_CAPTURE_STATUS_NONE;
    if (out->is_beside || !out->is_active) out->id = 0;
    return out->is_beside ? CUCORE_OK : cucore__check_result(result, "cuStreamGetCaptureInfo");
}

/* Enters the consumer's context only if its stream needs it. */
CUCORE__PRIVATE cucore_status cucore__place_wait_event(const cucore__place *consumer, CUevent event)
{
    CUcontext context = cucore__stream_is_default(consumer->stream) ? consumer->context : NULL;
    cucore_status status;
    CUCORE__CALL_IN(status, context, StreamWaitEvent, (consumer->stream, event, 0));
    return status;
}

/* Of an event of another context, or of one that another library reset (709; in older drivers 400). */
CUCORE__PRIVATE int cucore__event_does_not_fit(cucore__CUresult result)
{
    return result == CUCORE__CUDA_ERROR_INVALID_HANDLE || result == CUCORE__CUDA_ERROR_INVALID_CONTEXT ||
           result == CUCORE__CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

/* Records the event of the slot, or a new one, in the current context.  If the event does not fit the stream may be
 * gone: then a new event cannot be recorded either. */
CUCORE__PRIVATE cucore_status cucore__event_slot_record(cucore__event_slot *slot, CUstream stream)
{
    CUevent fresh = NULL;
    cucore__CUresult result =
        slot->event ? cucore__driver.EventRecord(slot->event, stream) : CUCORE__CUDA_ERROR_INVALID_HANDLE;
    cucore_status status;
    if (!cucore__event_does_not_fit(result)) return cucore__check_result(result, "cuEventRecord");
    status = CUCORE__CALL(EventCreate, (&fresh, CUCORE__CU_EVENT_DISABLE_TIMING));
    if (status) return status;
    result = cucore__driver.EventRecord(fresh, stream);
    if (result && slot->event) {
        (void)cucore__driver.EventDestroy(fresh);
    } else {
        slot->event = fresh;
    }
    return cucore__check_result(result, "cuEventRecord");
}

/* Records an event of a hint, which may not fit, without entering a context.  slot: the slot taken; NULL if none is
 * free */
CUCORE__PRIVATE CUCORE__INLINE cucore__CUresult cucore__event_hint_record(cucore__event_pool *hint, CUstream stream,
                                                                          cucore__event_slot **slot)
{
    *slot = cucore__event_slot_of(hint);
    if (!*slot || !(*slot)->event) return CUCORE__CUDA_ERROR_INVALID_HANDLE;
    return cucore__driver.EventRecord((*slot)->event, stream);
}

/* Gives the slot back.
 * -> 0: the hint did not fit, and no event was recorded */
CUCORE__PRIVATE CUCORE__INLINE int cucore__event_hint_end(cucore__event_slot *slot, cucore__CUresult recorded,
                                                          cucore_status *status)
{
    if (slot) CUCORE__STORE(&slot->busy, 0);
    if (CUCORE__LIKELY(!recorded)) return 1;
    *status = cucore__check_result(recorded, "cuEventRecord");
    return !cucore__event_does_not_fit(recorded);
}

/* Sets `out` to the place with its context, which is looked up if it is not known. */
CUCORE__PRIVATE cucore_status cucore__place_complete(const cucore__place *place, cucore__place *out)
{
    *out = *place;
    return place->context ? CUCORE_OK : CUCORE__CALL(StreamGetCtx, (place->stream, &out->context));
}

CUCORE__PRIVATE inline int cucore__stream_is_uncaptured(CUstream stream, cucore__CUresult *result)
{
    cucore__CUstreamCaptureStatus capture;
    uint64_t id;
    *result = cucore__driver.StreamGetCaptureInfo(stream, &capture, &id);
    return CUCORE__LIKELY(*result == CUCORE__CUDA_SUCCESS) && capture == CUCORE__CU_STREAM_CAPTURE_STATUS_NONE;
}

/* Orders two handles that are not captured, if an event is at hand; in one function, since every ordered intake runs
 * it.  If there is a hint the driver is loaded.
 * -> 0: another case, and no work was ordered */
CUCORE__PRIVATE CUCORE__INLINE int cucore__handles_wait(CUstream consumer, CUstream producer, cucore_status *status)
{
    cucore__event_pool *hint;
    cucore__event_slot *slot;
    cucore__CUresult result;
    *status = CUCORE_OK;
    if (!cucore__stream_is_handle(consumer) || !cucore__stream_is_handle(producer) || consumer == producer) return 0;
    hint = cucore__event_hint_find(producer);
    if (!CUCORE__LIKELY(hint)) return 0;
    if (!CUCORE__LIKELY(cucore__stream_is_uncaptured(consumer, &result)) ||
        !CUCORE__LIKELY(cucore__stream_is_uncaptured(producer, &result))) {
        *status = cucore__check_result(result, "cuStreamGetCaptureInfo");
        return *status != CUCORE_OK;
    }
    result = cucore__event_hint_record(hint, producer, &slot);
    if (CUCORE__LIKELY(!result)) {
        *status = cucore__check_result(cucore__driver.StreamWaitEvent(consumer, slot->event, 0), "cuStreamWaitEvent");
    }
    return cucore__event_hint_end(slot, result, status);
}

/* The consumer waits for the producer: in this order, by the straight way for handles; not at all for one and the same
 * stream; by an event of the hint; by an event of the producer's context, which is entered for it. */
CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__place_wait(const cucore__place *consumer,
                                                             const cucore__place *producer)
{
    cucore__place from;
    cucore__event_pool *pool;
    cucore__event_slot own, *slot;
    cucore_context_guard guard;
    cucore__CUresult recorded;
    cucore__capture consuming, producing;
    cucore_status status;
    if (cucore__handles_wait(consumer->stream, producer->stream, &status)) return status;
    if (cucore__place_equal(consumer, producer)) return CUCORE_OK;
    status = cucore__place_capture(consumer, &consuming);
    if (!status) status = cucore__place_capture(producer, &producing);
    if (status) return status;
    if ((consuming.is_active || producing.is_active) &&
        !(consuming.id && consuming.id == producing.id)) { /* rules T16 */
        return cucore_fail(CUCORE_CAPTURE,
                           "stream 0x%llx cannot wait for stream 0x%llx while %s is being captured into a graph: "
                           "capture both together, order them before the capture begins, or opt out with "
                           "CUCORE_STREAM_NO_SYNC",
                           (unsigned long long)(uintptr_t)consumer->stream,
                           (unsigned long long)(uintptr_t)producer->stream,
                           !producing.is_active  ? "the first"
                           : consuming.is_active ? "each (not in one capture)"
                                                 : "the second");
    }
    pool = cucore__event_hint_find(producer->stream);
    if (pool) {
        recorded = cucore__event_hint_record(pool, producer->stream, &slot);
        if (!recorded) status = cucore__place_wait_event(consumer, slot->event);
        if (cucore__event_hint_end(slot, recorded, &status)) return status;
    }
    status = cucore__place_complete(producer, &from);
    if (!status) status = cucore_context_enter(from.context, &guard);
    if (status) return status;
    pool = cucore__event_pool_enter(from.context);
    slot = cucore__event_slot_take(pool, &own);
    status = cucore__event_slot_record(slot, from.stream);
    if (!status) status = cucore__place_wait_event(consumer, slot->event);
    if (!status && !cucore__stream_is_default(from.stream)) cucore__event_hint_set(from.stream, pool);
    cucore__event_slot_put(slot, &own);
    cucore__event_pool_leave(pool);
    cucore_context_leave(&guard);
    return status;
}

/* In relaxed mode, so that the wait does not break the capture of another stream. */
CUCORE__PRIVATE cucore_status cucore__synchronize_relaxed(CUstream stream)
{
    cucore_status status;
    CUCORE__CALL_RELAXED(status, StreamSynchronize, (stream));
    return status;
}

/* Waits for all work of a context; does not wait if it is NULL. */
CUCORE__PRIVATE cucore_status cucore__context_synchronize(CUcontext context)
{
    cucore_context_guard guard;
    cucore_status status;
    if (!context) return CUCORE_OK;
    status = cucore_context_enter(context, &guard);
    if (status) return status;
    status = cucore__context_wait_idle();
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_host_wait(const cucore__place *place)
{
    return cucore_fail(CUCORE_CAPTURE,
                       "cannot wait on the host for stream 0x%llx while a capture into a graph is going on: "
                       "synchronize before the capture begins, or opt out with CUCORE_STREAM_NO_SYNC",
                       (unsigned long long)(uintptr_t)place->stream);
}

/* Refuses streams that are captured, and the legacy stream beside a capture: to wait for them, or to ask whether they
 * are done, breaks the capture. */
CUCORE__PRIVATE cucore_status cucore__place_refuse_capture(const cucore__place *place)
{
    cucore__capture capture;
    cucore_status status = cucore__place_capture(place, &capture);
    return status || !capture.is_active ? status : cucore__fail_host_wait(place);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_beside(void)
{
    return cucore_fail(CUCORE_CAPTURE,
                       "work on the legacy default stream would break a capture into a graph, on a blocking "
                       "stream of the same context: use another stream, or capture on a non-blocking one");
}

/* Refuses to enqueue work on the legacy stream beside a capture, which would break it. */
CUCORE__PRIVATE inline cucore_status cucore__place_refuse_beside(const cucore__place *place)
{
    cucore__capture capture;
    cucore_status status;
    if (CUCORE__LIKELY(place->stream != CUCORE_STREAM_LEGACY)) return CUCORE_OK;
    status = cucore__place_capture(place, &capture);
    return status || !capture.is_beside ? status : cucore__fail_beside();
}

/* The host waits.  capture: of the stream, which is not captured itself */
CUCORE__PRIVATE cucore_status cucore__place_wait_on_host(const cucore__place *place, const cucore__capture *capture)
{
    cucore__place whole;
    cucore_context_guard guard;
    cucore_status status = cucore__place_complete(place, &whole);
    if (!status) status = cucore_context_enter(whole.context, &guard);
    if (status) return status;
    status = capture->is_beside ? cucore__context_wait_idle() : cucore__synchronize_relaxed(whole.stream);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__place_synchronize(const cucore__place *place)
{
    cucore__capture capture;
    cucore_status status = cucore__place_capture(place, &capture);
    if (!status && capture.is_active && !capture.is_beside) status = cucore__fail_host_wait(place);
    return status ? status : cucore__place_wait_on_host(place, &capture);
}

/* Pinned memory is used by any stream of any device, and it is not known by which: waits for all work in the primary
 * contexts that are in use, in the current context, and in the one that the memory was made in (rules D37). */
CUCORE__PRIVATE cucore_status cucore__pointer_synchronize(const void *ptr)
{
    CUcontext current = NULL, primary = NULL;
    cucore_pointer_info info;
    int i;
    cucore_status status = cucore_pointer_get_info(ptr, &info);
    if (!status) status = CUCORE__CALL(CtxGetCurrent, (&current));
    for (i = 0; !status && cucore__device_exists(i); i++) {
        status = cucore__context_find_primary(i, &primary);
        if (!status) status = cucore__context_synchronize(primary);
        if (primary == current) current = NULL;
        if (primary == info.context) info.context = NULL;
    }
    if (!status) status = cucore__context_synchronize(current);
    if (!status && info.context != current) status = cucore__context_synchronize(info.context);
    return status;
}

CUCORE__PRIVATE inline cucore_status cucore__stream_check(CUstream stream)
{
    if (stream != CUCORE_STREAM_NO_SYNC && stream != CUCORE_STREAM_HOST) return CUCORE_OK;
    return cucore__invalid("%s is not a stream; a real one is needed here",
                           stream == CUCORE_STREAM_HOST ? "CUCORE_STREAM_HOST" : "CUCORE_STREAM_NO_SYNC");
}

/* Makes the place of a stream; only here a default stream gets its context (rules B118).  device_id: the device of the
 * data or of the kernel; CUCORE_DEVICE_NONE: not known.  The context of a handle stays NULL, since few callers need
 * it. */
CUCORE__PRIVATE inline cucore_status cucore__place_make(CUstream stream, int device_id, cucore__place *out)
{
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    out->stream = cucore__stream_normalize(stream);
    out->context = NULL;
    if (!cucore__stream_is_default(stream)) return CUCORE_OK;
    return cucore__context_for_data(device_id, &out->context);
}

/* The same with the context of a handle. */
CUCORE__PRIVATE cucore_status cucore__place_make_whole(CUstream stream, int device_id, cucore__place *out)
{
    cucore_status status = cucore__place_make(stream, device_id, out);
    return status ? status : cucore__place_complete(out, out);
}

/* The same for one operation on the data of two devices: a default stream is of the device of the current context if
 * that is one of them, else of `device`, else of `other`. */
CUCORE__PRIVATE cucore_status cucore__place_make_for_two(CUstream stream, int device, int other, cucore__place *out)
{
    int current = CUCORE_DEVICE_NONE;
    cucore_status status = CUCORE_OK;
    if (device != other && device >= 0 && other >= 0 && cucore__stream_is_default(stream))
        status = cucore_context_get_current(NULL, &current);
    if (status) return status;
    if (device < 0 || (current >= 0 && current == other)) device = other;
    return cucore__place_make_whole(stream, device, out);
}

/* Returns 1 if the stream is captured: memory that the driver does not know may then be memory that the capture
 * allocates, and what is said of it holds (rules B131).  `out` is the place of the stream.  The legacy stream cannot be
 * captured, and no stream cannot be asked. */
CUCORE__PRIVATE CUCORE__COLD int cucore__stream_is_captured(CUstream stream, int device_id, cucore__place *out)
{
    cucore__capture capture;
    if (cucore__stream_normalize(stream) == CUCORE_STREAM_LEGACY || cucore__place_make_whole(stream, device_id, out))
        return 0;
    return !cucore__place_capture(out, &capture) && capture.is_active;
}

CUCORE_API cucore_status cucore_stream_wait(CUstream consumer, CUstream producer)
{
    cucore__place from, to;
    cucore_status status;
    if (cucore__handles_wait(consumer, producer, &status)) return status;
    status = cucore__place_make(consumer, CUCORE_DEVICE_NONE, &to);
    if (status) return status;
    status = cucore__place_make(producer, CUCORE_DEVICE_NONE, &from);
    return status ? status : cucore__place_wait(&to, &from);
}

CUCORE_API cucore_status cucore_stream_synchronize(CUstream stream)
{
    cucore__place place;
    cucore_status status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    return status ? status : cucore__place_synchronize(&place);
}

CUCORE_API cucore_status cucore_stream_create(int device_id, const cucore_stream_options *options, cucore_stream *out)
{
    int blocking = options ? options->blocking : 0, priority = options ? options->priority : 0; /* cut by the driver */
    unsigned flags = blocking ? CUCORE__CU_STREAM_DEFAULT : CUCORE__CU_STREAM_NON_BLOCKING;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_stream_create", "out");
    memset(out, 0, sizeof *out);
    if (blocking != 0 && blocking != 1) return cucore__invalid("blocking is %d; it must be 0 or 1", blocking);
    if (priority > 0) {
        return cucore__invalid("priority is %d; it must be 0 (normal) or negative (higher)", priority);
    }
    status = cucore__context_of_device(device_id, &out->context, &out->device_id);
    if (!status) CUCORE__CALL_IN(status, out->context, StreamCreateWithPriority, (&out->handle, flags, priority));
    out->owned = 1;
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_stream_from_handle(CUstream handle, int device_id, cucore_stream *out)
{
    cucore__place place;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_stream_from_handle", "out");
    memset(out, 0, sizeof *out);
    status = cucore__stream_check(handle);
    if (!status && device_id != CUCORE_DEVICE_ANY) status = cucore__device_id_resolve(device_id, &device_id);
    if (!status) status = cucore__place_make_whole(handle, device_id, &place);
    if (!status) status = cucore__context_device(place.context, &device);
    if (status) return status;
    if (device_id != CUCORE_DEVICE_ANY && device_id != device) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "stream 0x%llx is on device %d, not on device %d",
                           (unsigned long long)(uintptr_t)handle, device, device_id);
    }
    out->handle = place.stream;
    out->context = place.context;
    out->device_id = device;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_stream_release(cucore_stream *stream)
{
    cucore_status status = CUCORE_OK;
    if (!stream) return CUCORE_OK;
    if (stream->owned) status = cucore__driver_need();
    if (stream->owned && !status) CUCORE__WAITING(status = CUCORE__CALL(StreamDestroy, (stream->handle)));
    if (!status) memset(stream, 0, sizeof *stream);
    return status;
}

/* The answer of a query in relaxed mode: NOT_READY is no failure. */
CUCORE__PRIVATE cucore_status cucore__query_answer(cucore__CUresult result, const char *call, int *done)
{
    if (result != CUCORE__CUDA_SUCCESS && result != CUCORE__CUDA_ERROR_NOT_READY)
        return cucore__check_result(result, call);
    *done = result == CUCORE__CUDA_SUCCESS;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_stream_query(CUstream stream, int *out)
{
    cucore__CUstreamCaptureMode mode;
    cucore_context_guard guard;
    cucore__place place;
    cucore__CUresult result;
    int exchanged;
    cucore_status status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_stream_query", "out");
    status = cucore__place_refuse_capture(&place);
    if (!status && !cucore__driver.StreamQuery) status = cucore__fail_missing("cuStreamQuery");
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    exchanged = cucore__relaxed_begin(&mode);
    result = cucore__driver.StreamQuery(place.stream);
    cucore__relaxed_end(exchanged, &mode);
    cucore_context_leave(&guard);
    return cucore__query_answer(result, "cuStreamQuery", out);
}

CUCORE_API cucore_status cucore_stream_wait_event(CUstream stream, CUevent event)
{
    cucore__place place;
    cucore_status status = cucore__place_make(stream, CUCORE_DEVICE_NONE, &place);
    if (status) return status;
    if (!event) return cucore__fail_null("cucore_stream_wait_event", "event");
    status = cucore__place_refuse_beside(&place);
    return status ? status : cucore__place_wait_event(&place, event);
}

CUCORE_API cucore_status cucore_stream_launch_host_function(CUstream stream, CUhostFn function, void *user_data)
{
    cucore__place place;
    cucore_status status;
    if (!function) return cucore__fail_null("cucore_stream_launch_host_function", "function");
    status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    if (!status) status = cucore__place_refuse_beside(&place);
    if (!status) CUCORE__CALL_IN(status, place.context, LaunchHostFunc, (place.stream, function, user_data));
    return status;
}

CUCORE_API cucore_status cucore_stream_get_capture_info(CUstream stream, cucore_capture_info *out)
{
    cucore__place place;
    cucore__capture capture;
    cucore_status status = cucore__place_make(stream, CUCORE_DEVICE_NONE, &place);
    if (status) return status;
    if (!out) return cucore__fail_null("cucore_stream_get_capture_info", "out");
    status = cucore__place_capture(&place, &capture);
    if (status) return status;
    out->capturing = capture.is_active;
    out->invalidated = capture.is_active && !capture.is_beside && !capture.id;
    out->id = capture.id;
    return CUCORE_OK;
}

/* ------------ >>impl-event -- */
/* core/event.c: events that users create. */
CUCORE_API cucore_status cucore_event_create(int device_id, unsigned flags, cucore_event *out)
{
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_event_create", "out");
    memset(out, 0, sizeof *out);
    status = cucore__context_of_device(device_id, &out->context, &out->device_id);
    if (!status) CUCORE__CALL_IN(status, out->context, EventCreate, (&out->handle, flags));
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_event_release(cucore_event *event)
{
    cucore_status status = CUCORE_OK;
    if (!event) return CUCORE_OK;
    if (event->handle) status = cucore__driver_need();
    if (event->handle && !status) CUCORE__WAITING(status = CUCORE__CALL(EventDestroy, (event->handle)));
    if (!status) memset(event, 0, sizeof *event);
    return status;
}

CUCORE_API cucore_status cucore_event_record(CUevent event, CUstream stream)
{
    cucore__place place;
    cucore_status status;
    if (!event) return cucore__fail_null("cucore_event_record", "event");
    status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    if (!status) status = cucore__place_refuse_beside(&place);
    if (!status) CUCORE__CALL_IN(status, place.context, EventRecord, (event, place.stream));
    return status;
}

CUCORE__PRIVATE cucore_status cucore__event_prepare(CUevent event, const void *out, const char *function)
{
    cucore_status status = cucore_driver_load();
    if (status) return status;
    return event && out ? CUCORE_OK : cucore__fail_null(function, event ? "out" : "event");
}

CUCORE_API cucore_status cucore_event_query(CUevent event, int *out)
{
    cucore__CUstreamCaptureMode mode;
    cucore__CUresult result;
    int exchanged;
    cucore_status status = cucore__event_prepare(event, out, "cucore_event_query");
    if (!status && !cucore__driver.EventQuery) status = cucore__fail_missing("cuEventQuery");
    if (status) return status;
    exchanged = cucore__relaxed_begin(&mode);
    result = cucore__driver.EventQuery(event);
    cucore__relaxed_end(exchanged, &mode);
    return cucore__query_answer(result, "cuEventQuery", out);
}

CUCORE_API cucore_status cucore_event_synchronize(CUevent event)
{
    cucore_status status = cucore__event_prepare(event, &event, "cucore_event_synchronize");
    if (status) return status;
    CUCORE__CALL_RELAXED(status, EventSynchronize, (event));
    return status;
}

CUCORE_API cucore_status cucore_event_get_elapsed(CUevent start, CUevent stop, float *milliseconds)
{
    float elapsed = 0;
    cucore_status status = cucore__event_prepare(start, milliseconds, "cucore_event_get_elapsed");
    if (!status) status = cucore__event_prepare(stop, milliseconds, "cucore_event_get_elapsed");
    if (status) return status;
    status = CUCORE__CALL(EventElapsedTime, (&elapsed, start, stop));
    if (!status) *milliseconds = elapsed;
    return status;
}

/* ------------ >>impl-late -- */
/* core/late.c: owners that are released after the work of a stream, or with a graph. */
#if !defined(CUCORE_KEPT_MAX)
#define CUCORE_KEPT_MAX 1024
#endif
#if !defined(CUCORE_KEPT_BYTES)
#define CUCORE_KEPT_BYTES (UINT64_C(1) << 30)
#endif

/* An owner that is kept.  A home is where it has to be released: 0 for any thread, else a number of an interpreter. */
typedef struct cucore__late_owner {
    struct cucore__late_owner *next;
    cucore_owner owner;
    uint64_t home;
    uint64_t nbytes;
} cucore__late_owner;

typedef struct cucore__late_owners {
    cucore__late_owner *first, *last;
} cucore__late_owners;

/* What owners wait for: an event on a stream, or the end of a graph, whose number has the bit CUCORE__LATE_GRAPH. */
typedef struct cucore__late_point {
    struct cucore__late_point *next;
    cucore__late_owners owners;
    uint64_t number; /* later points have larger numbers */
    uint64_t id;     /* of the context if it may be destroyed, else 0; of the capture */
    CUcontext context;
    CUevent event;
    int users; /* threads that ask the driver about the event, which must stay; or graphs that hold the point */
    int is_done;
    int is_out; /* of the list, and idle when no thread asks about it */
} cucore__late_point;

#define CUCORE__LATE_GRAPH (UINT64_C(1) << 63)

/* All is changed under the lock, which is held while neither the driver nor a release function is called: the driver
 * calls cucore__late_graph_ended under locks of its own. */
static struct {
    cucore__late_point *last, *idle, *graphs;
    cucore__late_owners ready;
    uint64_t number; /* of the last point */
    uint64_t passed; /* points up to this number are done */
    uint64_t nbytes; /* that wait for a stream */
    uint64_t owners, host_waits;
    size_t points;
    CUCORE__ATOMIC(cucore__late_point *) first; /* the oldest */
    CUCORE__ATOMIC(int) has_ready;
} cucore__late;

#if defined(_WIN32)
static SRWLOCK cucore__late_lock = SRWLOCK_INIT;
#define CUCORE__LATE_LOCK() AcquireSRWLockExclusive(&cucore__late_lock)
#define CUCORE__LATE_UNLOCK() ReleaseSRWLockExclusive(&cucore__late_lock)
#else
static pthread_mutex_t cucore__late_lock = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__LATE_LOCK() pthread_mutex_lock(&cucore__late_lock)
#define CUCORE__LATE_UNLOCK() pthread_mutex_unlock(&cucore__late_lock)
#endif

/* Returns the home that an owner would have if it were kept by this thread now.  Set before the first view of Python is
 * made, since core/ does not use Python. */
typedef uint64_t (*cucore__late_homes)(const cucore_owner *owner);
static CUCORE__ATOMIC(cucore__late_homes) cucore__late_home;

CUCORE__PRIVATE uint64_t cucore__late_home_of(const cucore_owner *owner)
{
    cucore__late_homes home = CUCORE__LOAD(&cucore__late_home);
    return home ? home(owner) : 0;
}

CUCORE__PRIVATE void cucore__late_append(cucore__late_owners *list, cucore__late_owner *one)
{
    one->next = NULL;
    if (list->first) {
        list->last->next = one;
    } else {
        list->first = one;
    }
    list->last = one;
}

/* Moves the owners of a point to those that may be released; under the lock. */
CUCORE__PRIVATE void cucore__late_make_ready(cucore__late_point *point)
{
    cucore__late_owner *one, *next;
    for (one = point->owners.first; one; one = next) {
        next = one->next;
        if (!(point->number & CUCORE__LATE_GRAPH)) cucore__late.nbytes -= one->nbytes;
        cucore__late_append(&cucore__late.ready, one);
        CUCORE__STORE(&cucore__late.has_ready, 1);
    }
    point->owners.first = NULL;
}

/* Returns 1 if owners wait for a stream, or may be released. */
CUCORE__PRIVATE inline int cucore__late_is_any(void)
{
    return !CUCORE__LIKELY(!CUCORE__LOAD(&cucore__late.first)) ||
           !CUCORE__LIKELY(!CUCORE__LOAD(&cucore__late.has_ready));
}

/* Returns 1 if the event is done, or gone with its context and the memory in it.  If the driver fails to wait for the
 * event it is asked to wait for the context; if it fails at that the context is broken, and its work has ended. */
CUCORE__PRIVATE int cucore__late_ask(const cucore__late_point *point, int may_wait)
{
    cucore__CUstreamCaptureMode mode;
    cucore__CUresult result = CUCORE__CUDA_SUCCESS;
    unsigned long long id = 0;
    void *held;
    int exchanged, is_done;
    if (point->id) {
        result = cucore__driver.CtxGetId(point->context, &id);
        if (cucore__event_does_not_fit(result) || (!result && id != point->id)) return 1;
    }
    held = may_wait ? cucore__wait_begin() : NULL;
    exchanged = cucore__relaxed_begin(&mode);
    result = may_wait ? cucore__driver.EventSynchronize(point->event) : cucore__driver.EventQuery(point->event);
    cucore__relaxed_end(exchanged, &mode);
    is_done = !result || cucore__event_does_not_fit(result);
    if (may_wait && !is_done) (void)cucore__context_synchronize(point->context);
    cucore__wait_end(held);
    return is_done || may_wait;
}

/* Lets a point that is out of the list be used again, unless a thread asks about it; under the lock. */
CUCORE__PRIVATE void cucore__late_make_idle(cucore__late_point *point)
{
    if (!point->is_out || point->users) return;
    point->next = cucore__late.idle;
    cucore__late.idle = point;
}

/* Asks about the oldest point, or waits for it, and ends all points that are done up to the first that is not; also one
 * that another thread still asks about, which may wait for the GIL that this thread holds (rules B122).
 * -> 0: the oldest is not done, or there is none */
CUCORE__PRIVATE CUCORE__APART int cucore__late_step(int may_wait)
{
    cucore__late_point *point;
    int is_done;
    CUCORE__LATE_LOCK();
    point = CUCORE__LOAD(&cucore__late.first);
    if (point) point->users++;
    is_done = point && point->is_done;
    CUCORE__LATE_UNLOCK();
    if (!point) return 0;
    if (!is_done) is_done = cucore__late_ask(point, may_wait);
    CUCORE__LATE_LOCK();
    point->users--;
    point->is_done |= is_done;
    cucore__late_make_idle(point);
    while ((point = CUCORE__LOAD(&cucore__late.first)) != NULL && point->is_done) {
        CUCORE__STORE(&cucore__late.first, point->next);
        cucore__late.points--;
        cucore__late.passed = point->number;
        cucore__late_make_ready(point);
        point->is_out = 1;
        cucore__late_make_idle(point);
    }
    CUCORE__LATE_UNLOCK();
    return is_done;
}

/* Notes which owners may be released by now, for calls that may call the driver. */
CUCORE__PRIVATE inline void cucore__late_look(void)
{
    if (CUCORE__LIKELY(!CUCORE__LOAD(&cucore__late.first)) || !cucore__driver_is_ready()) return;
    while (cucore__late_step(0)) {
    }
}

CUCORE_API void cucore_owner_release(cucore_owner *owner)
{
    cucore_owner held;
    if (!owner || !owner->release) return;
    held = *owner;
    memset(owner, 0, sizeof *owner);
    held.release(held.owner);
}

/* Releases the owners that may be released, except those of other interpreters.  The driver is not called here, but
 * release functions may call it. */
CUCORE__PRIVATE CUCORE__APART void cucore__late_release_ready(void)
{
    const cucore_error error = cucore__error;
    cucore__late_owners list, others;
    cucore__late_owner *one, *next;
    if (!cucore__driver_is_ready()) return; /* owners and lock are the parent's (rules B88) */
    others.first = others.last = NULL;
    CUCORE__LATE_LOCK();
    list = cucore__late.ready;
    cucore__late.ready.first = NULL;
    CUCORE__STORE(&cucore__late.has_ready, 0);
    CUCORE__LATE_UNLOCK();
    for (one = list.first; one; one = next) {
        next = one->next;
        if (one->home && one->home != cucore__late_home_of(&one->owner)) {
            cucore__late_append(&others, one);
            continue;
        }
        cucore_owner_release(&one->owner);
        free(one);
        CUCORE__LATE_LOCK();
        cucore__late.owners--;
        CUCORE__LATE_UNLOCK();
    }
    CUCORE__LATE_LOCK();
    for (one = others.first; one; one = next) {
        next = one->next;
        cucore__late_append(&cucore__late.ready, one);
    }
    CUCORE__LATE_UNLOCK();
    cucore__error = error;
}

/* Drops the owners that belong to Python, whose interpreters have ended, without a call of either. */
CUCORE__PRIVATE void cucore__late_forget(cucore__late_owners *list)
{
    cucore__late_owner *one = list->first, *next;
    list->first = NULL;
    for (; one; one = next) {
        next = one->next;
        if (one->home) {
            cucore__late.owners--;
            free(one);
        } else {
            cucore__late_append(list, one);
        }
    }
}

CUCORE__PRIVATE void cucore__late_forget_homes(void)
{
    cucore__late_point *point;
    if (!cucore__driver_is_ready()) return;
    CUCORE__LATE_LOCK();
    for (point = CUCORE__LOAD(&cucore__late.first); point; point = point->next) cucore__late_forget(&point->owners);
    for (point = cucore__late.graphs; point; point = point->next) cucore__late_forget(&point->owners);
    cucore__late_forget(&cucore__late.ready);
    CUCORE__LATE_UNLOCK();
}

#if defined(CUCORE_DEBUG)
CUCORE__PRIVATE void cucore__late_report(void)
{
    fprintf(stderr, "cucore: %lu owners are kept at exit, %lu points were made, the host waited %lu times\n",
            (unsigned long)cucore__late.owners, (unsigned long)cucore__late.number,
            (unsigned long)cucore__late.host_waits);
}
#endif

/* Waits for the oldest points until there is room for one more, and for its bytes. */
CUCORE__PRIVATE void cucore__late_make_room(void)
{
    int is_full;
    do {
        CUCORE__LATE_LOCK();
        is_full = cucore__late.points + 1 > (size_t)CUCORE_KEPT_MAX ||
                  (cucore__late.nbytes > CUCORE_KEPT_BYTES && cucore__late.points > 1);
        if (is_full) cucore__late.host_waits++;
        CUCORE__LATE_UNLOCK();
    } while (is_full && cucore__late_step(1));
}

/* Takes a point for the current context, with an event of it if one is idle.  NULL with an error. */
CUCORE__PRIVATE cucore__late_point *cucore__late_point_take(CUcontext context)
{
    const uint64_t id = cucore__context_stays(context) ? 0 : (uint64_t)cucore__context_id(context);
    cucore__late_point **link, *point;
    if (!id && cucore__context_known(context) < 0) {
        (void)cucore_fail(CUCORE_UNSUPPORTED, "the driver cannot distinguish the context from a later one");
        return NULL;
    }
    CUCORE__LATE_LOCK();
    for (link = &cucore__late.idle; *link && ((*link)->context != context || (*link)->id != id);
         link = &(*link)->next) {
    }
    point = *link;
    if (point) *link = point->next;
    CUCORE__LATE_UNLOCK();
    if (!point) point = (cucore__late_point *)calloc(1, sizeof *point);
    if (!point) (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *point);
    if (!point) return NULL;
    point->context = context;
    point->id = id;
    point->is_done = point->is_out = 0;
    return point;
}

/* Puts a new point on a stream that is not captured.  `follower` is another stream that waits for it, or NULL.  On
 * error there is no new point. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__late_mark(const cucore__place *place, const cucore__place *follower,
                                                              uint64_t *number)
{
    cucore__place whole;
    cucore__late_point *point;
    cucore__event_slot slot;
    cucore_context_guard guard;
    cucore_status status;
    if (!cucore__driver.EventQuery || !cucore__driver.EventSynchronize) return cucore__fail_missing("cuEventQuery");
    cucore__late_look();
    cucore__late_make_room();
    status = cucore__place_complete(place, &whole);
    if (!status) status = cucore_context_enter(whole.context, &guard);
    if (status) return status;
    point = cucore__late_point_take(whole.context);
    if (point) {
        slot.event = point->event;
        status = cucore__event_slot_record(&slot, whole.stream);
        point->event = slot.event;
        if (!status && follower) status = cucore__place_wait_event(follower, point->event);
    } else {
        status = cucore_last_error()->status;
    }
    cucore_context_leave(&guard);
    if (!point) return status;
    CUCORE__LATE_LOCK();
    if (status) {
        point->next = cucore__late.idle;
        cucore__late.idle = point;
    } else {
        *number = point->number = ++cucore__late.number;
        point->next = NULL;
        if (CUCORE__LOAD(&cucore__late.first)) {
            cucore__late.last->next = point;
        } else {
            CUCORE__STORE(&cucore__late.first, point);
        }
        cucore__late.last = point;
        cucore__late.points++;
    }
    CUCORE__LATE_UNLOCK();
#if defined(CUCORE_DEBUG)
    if (!status && *number == 1 && getenv("CUCORE_REPORT_KEPT")) (void)atexit(cucore__late_report);
#endif
    return status;
}

/* Is called by a thread of the driver when a graph and what was instantiated from it are gone: it may neither call the
 * driver nor take the GIL, so that owners are only marked. */
CUCORE__PRIVATE void CUCORE__CUDAAPI cucore__late_graph_ended(void *data)
{
    cucore__late_point *point = (cucore__late_point *)data, **link;
    CUCORE__LATE_LOCK();
    if (--point->users) {
        point = NULL;
    } else {
        for (link = &cucore__late.graphs; *link && *link != point; link = &(*link)->next) {
        }
        if (*link) *link = point->next;
        cucore__late_make_ready(point);
    }
    CUCORE__LATE_UNLOCK();
    free(point);
}

CUCORE__PRIVATE cucore__late_point *cucore__late_graph_find(uint64_t number, uint64_t capture_id)
{
    cucore__late_point *point = cucore__late.graphs;
    while (point && point->number != number && (!capture_id || point->id != capture_id)) point = point->next;
    return point;
}

/* Makes the graph that a stream is captured into hold the point, which counts it already. */
CUCORE__PRIVATE cucore_status cucore__late_graph_hold(const cucore__place *place, cucore__late_point *point)
{
    cucore__CUstreamCaptureStatus capture;
    cucore__CUgraph graph = NULL;
    cucore__CUuserObject object = NULL;
    uint64_t id;
    cucore_status status = CUCORE__CALL(
        UserObjectCreate, (&object, point, cucore__late_graph_ended, 1u, CUCORE__CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    if (status) {
        cucore__late_graph_ended(point);
        return status;
    }
    CUCORE__CALL_IN(status, place->context, StreamGetCaptureInfo_v2,
                    (place->stream, &capture, &id, &graph, NULL, NULL));
    if (!status) status = CUCORE__CALL(GraphRetainUserObject, (graph, object, 1u, CUCORE__CU_GRAPH_USER_OBJECT_MOVE));
    if (status) (void)cucore__driver.UserObjectRelease(object, 1);
    return status;
}

/* Notes that owners are to live as long as the graph that a stream is captured into; without an effect if the driver
 * has no such graphs, or the capture is broken.  A second graph holds the point of the first also. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__late_graph(const cucore__place *place, uint64_t capture_id,
                                                               uint64_t *number)
{
    cucore__late_point *fresh, *point;
    cucore_status status;
    int is_held;
    if (!cucore__driver.UserObjectCreate || !cucore__driver.UserObjectRelease ||
        !cucore__driver.GraphRetainUserObject || !cucore__driver.StreamGetCaptureInfo_v2 || !capture_id) {
        return CUCORE_OK;
    }
    fresh = (cucore__late_point *)calloc(1, sizeof *fresh);
    if (!fresh) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *fresh);
    CUCORE__LATE_LOCK();
    point = *number & CUCORE__LATE_GRAPH ? cucore__late_graph_find(*number, 0) : NULL;
    if (!point) point = cucore__late_graph_find(0, capture_id);
    is_held = point && point->id == capture_id;
    if (!point) {
        point = fresh;
        fresh = NULL;
        point->number = ++cucore__late.number | CUCORE__LATE_GRAPH;
        point->id = capture_id;
        point->next = cucore__late.graphs;
        cucore__late.graphs = point;
    }
    *number = point->number;
    if (!is_held) point->users++;
    CUCORE__LATE_UNLOCK();
    free(fresh);
    status = is_held ? CUCORE_OK : cucore__late_graph_hold(place, point);
    return status;
}

/* Lets an owner wait for a point.  -1: there is no memory to note it. 0: the point is passed already. */
CUCORE__PRIVATE int cucore__late_keep(const cucore_owner *owner, uint64_t number, uint64_t nbytes)
{
    cucore__late_owner *one = (cucore__late_owner *)malloc(sizeof *one);
    cucore__late_point *point = NULL;
    if (!one) return -1;
    one->owner = *owner;
    one->home = cucore__late_home_of(owner);
    one->nbytes = nbytes;
    CUCORE__LATE_LOCK();
    if (number & CUCORE__LATE_GRAPH) {
        point = cucore__late_graph_find(number, 0);
    } else if (number > cucore__late.passed) {
        point = cucore__late.last;
        if (point->number != number) point = CUCORE__LOAD(&cucore__late.first);
        while (point->number < number) point = point->next;
        cucore__late.nbytes += nbytes;
    }
    if (point) {
        cucore__late_append(&point->owners, one);
        cucore__late.owners++;
    }
    CUCORE__LATE_UNLOCK();
    if (!point) free(one);
    return point != NULL;
}

/* Waits for a point of a stream, and those before it. */
CUCORE__PRIVATE void cucore__late_wait(uint64_t number)
{
    int is_passed;
    do {
        CUCORE__LATE_LOCK();
        is_passed = number & CUCORE__LATE_GRAPH || number <= cucore__late.passed;
        CUCORE__LATE_UNLOCK();
    } while (!is_passed && cucore__late_step(1));
}

/* Releases an owner now, or keeps it until its point is passed. */
CUCORE__PRIVATE void cucore__late_release(cucore_owner *owner, uint64_t number, uint64_t nbytes)
{
    int kept = cucore__driver_is_ready() ? cucore__late_keep(owner, number, nbytes) : 0;
    if (kept < 0) cucore__late_wait(number);
    if (kept <= 0) cucore_owner_release(owner);
}

/* What cucore_view_detach gives for a view whose work may still run. */
typedef struct cucore__late_detached {
    cucore_owner owner;
    uint64_t number, nbytes;
} cucore__late_detached;

CUCORE__PRIVATE void cucore__late_free_detached(void *data)
{
    cucore__late_detached *held = (cucore__late_detached *)data;
    cucore__late_release(&held->owner, held->number, held->nbytes);
    free(held);
    if (CUCORE__LOAD(&cucore__late.has_ready)) cucore__late_release_ready();
}

/* Waits for all points of streams, releases what may be released, and destroys the idle events. */
CUCORE__PRIVATE void cucore__late_trim(void)
{
    cucore__late_point *point, *next;
    if (!cucore__driver_is_ready()) return;
    while (cucore__late_step(1)) {
    }
    cucore__late_release_ready();
    CUCORE__LATE_LOCK();
    point = cucore__late.idle;
    cucore__late.idle = NULL;
    CUCORE__LATE_UNLOCK();
    for (; point; point = next) {
        next = point->next;
        /* the events of a context that is gone are not destroyed: other events may have their handles now */
        if (point->event && (!point->id || cucore__context_id(point->context) == point->id))
            (void)cucore__driver.EventDestroy(point->event);
        free(point);
    }
}

/* ------------ >>impl-view -- */
/* core/view.c: views: ordering before and after their use, text, alignment. */
/* Clears byte_swapped, converted, and the reserved bytes after them, in one store. */
CUCORE__PRIVATE inline void cucore__view_clear_reserved(cucore_view *view)
{
    memset((char *)view + offsetof(cucore_view, byte_swapped), 0,
           offsetof(cucore_view, producer_stream) - offsetof(cucore_view, byte_swapped));
}

/* Zeroes all that has a meaning: not shape and strides, since ndim becomes 0, nor private fields that only owners use.
 * Field by field, since compilers make vector stores of that, but a slow string instruction of memset. */
CUCORE__PRIVATE inline void cucore__view_clear(cucore_view *view)
{
    view->ptr = NULL;
    view->dtype = cucore_dtype_make(0, 0, 0);
    view->device_type = view->device_id = 0;
    view->host_accessible = view->device_accessible = view->readonly = view->copied = 0;
    view->padded = view->protocol = view->has_producer_stream = view->unproven = 0;
    cucore__view_clear_reserved(view);
    view->producer_stream = NULL;
    view->producer_context = NULL;
    view->pep3118_format = NULL;
    view->descr = NULL;
    view->layout.ndim = view->layout.reserved = 0;
    view->layout.itemsize = view->layout.itembits = 0;
    view->private_.self = NULL;
    view->private_.owner = NULL;
    view->private_.release = NULL;
    view->private_.until = 0;
#if defined(CUCORE_DEBUG)
    view->private_.access = NULL;
#endif
}

/* The view owns something from now on, at the address that it has. */
CUCORE__PRIVATE inline void cucore__view_own(cucore_view *view, void *owner, void (*release)(cucore_view *view))
{
    view->private_.self = view;
    view->private_.owner = owner;
    view->private_.release = release;
    view->private_.until = 0;
}

/* Returns 1 for a copy of a view that owns memory, which only the original gives back. */
CUCORE__PRIVATE inline int cucore__view_is_copy(const cucore_view *view)
{
    return view->private_.release && view->private_.self != view;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_copy(const char *function, const cucore_view *view)
{
    return cucore__invalid("%s: the cucore_view at %p is a copy of the one at %p, which owns the memory: views are "
                           "neither copied nor moved",
                           function, (const void *)view, (const void *)view->private_.self);
}

/* Moves what a view owns to another address, but not the storage, which only buffers use:
 * cucore__view_check_movable. */
CUCORE__PRIVATE void cucore__view_move(cucore_view *from, cucore_view *to)
{
    memcpy(to, from, offsetof(cucore_view, layout));
    cucore__layout_copy(&to->layout, &from->layout);
    cucore__view_own(to, from->private_.owner, from->private_.release);
    to->private_.until = from->private_.until;
    to->private_.free_owner = from->private_.free_owner;
    to->private_.access = NULL;
    cucore__view_clear(from);
}

#if defined(CUCORE_DEBUG)
/* private_.access is the view while an access on a stream has not ended; it is what the view owns while that is fresh
 * memory which is still to be copied back to the argument. */
CUCORE__PRIVATE inline int cucore__view_is_to_be_copied_back(const cucore_view *view)
{
    return view->private_.release && view->private_.access && view->private_.access == view->private_.owner;
}

/* Returns 1 with an error if the view must not be released. */
CUCORE__PRIVATE int cucore__view_is_in_use(const char *function, const cucore_view *view)
{
    if (view->private_.access == view) {
        (void)cucore__invalid("%s: an access to the view at %p was begun on a stream, but not ended: call "
                              "cucore_views_end_access or cucore_py_args_release",
                              function, (const void *)view);
    } else if (cucore__view_is_to_be_copied_back(view)) {
        (void)cucore__invalid(
            "%s: the view at %p is a copy of the argument (CUCORE_MAKE_..., CUCORE_CAST), and what was "
            "written to it would be lost: call cucore_py_args_release or cucore_py_return, which "
            "copy it back",
            function, (const void *)view);
    } else {
        return 0;
    }
    fprintf(stderr, "%s\n", cucore__error.message);
    return 1;
}
#endif

CUCORE__PRIVATE void cucore__wrapped_release(cucore_view *view)
{
    view->private_.free_owner(view->private_.owner);
}

/* The view owns memory that free_owner(owner) gives back. */
CUCORE__PRIVATE void cucore__view_own_wrapped(cucore_view *view, void *owner, void (*free_owner)(void *owner))
{
    cucore__view_own(view, owner, cucore__wrapped_release);
    view->private_.free_owner = free_owner;
}

/* Returns 1 if free_owner gives back what the view owns. */
CUCORE__PRIVATE int cucore__view_is_freed_by(const cucore_view *view, void (*free_owner)(void *owner))
{
    return view->private_.release == cucore__wrapped_release && view->private_.free_owner == free_owner;
}

CUCORE__PRIVATE void cucore__view_fill_device(cucore_view *view, int device_type, int device_id)
{
    view->device_type = device_type;
    view->device_id = device_id;
    view->host_accessible = device_type != CUCORE_DEVICE_TYPE_CUDA;
    view->device_accessible = device_type != CUCORE_DEVICE_TYPE_CPU && device_type != CUCORE_DEVICE_TYPE_ROCM_HOST;
}

static const char *const cucore__device_names[] = {
    NULL,   "cpu",       "cuda",   "pinned",  "opencl", NULL,     NULL,      "vulkan", "metal",   "vpi",
    "rocm", "rocm-host", "extdev", "managed", "oneapi", "webgpu", "hexagon", "maia",   "trainium"};

CUCORE__PRIVATE const char *cucore__device_name(int device_type)
{
    int count = (int)(sizeof cucore__device_names / sizeof cucore__device_names[0]);
    const char *name = device_type > 0 && device_type < count ? cucore__device_names[device_type] : NULL;
    return name ? name : "unknown";
}

/* Returns 1 for a device that neither the CPU nor CUDA can reach; 0 is no device. */
CUCORE__PRIVATE inline int cucore__device_is_other(int device_type)
{
    switch (device_type) {
    case 0:
    case CUCORE_DEVICE_TYPE_CPU:
    case CUCORE_DEVICE_TYPE_CUDA:
    case CUCORE_DEVICE_TYPE_CUDA_HOST:
    case CUCORE_DEVICE_TYPE_ROCM_HOST:
    case CUCORE_DEVICE_TYPE_CUDA_MANAGED: return 0;
    default: return 1;
    }
}

/* Returns 1 if the data pointer of DLPack is an address on devices of this type, so that an offset can be added to it.
 * On devices of other types, known or not, it may be a handle (cl_mem, VkBuffer, MTLBuffer; rules 1.6). */
CUCORE__PRIVATE int cucore__device_type_has_addresses(int device_type)
{
    enum { CUCORE__ONEAPI = 14 };
    return !cucore__device_is_other(device_type) || device_type == CUCORE_DEVICE_TYPE_ROCM ||
           device_type == CUCORE__ONEAPI;
}

/* "cpu", "cuda:0", "managed:1", "pinned", "rocm:0", "type 99:0" */
CUCORE__PRIVATE void cucore__text_add_device(cucore__text *text, int device_type, int device_id)
{
    const char *name = cucore__device_name(device_type);
    const int other = cucore__device_is_other(device_type);
    if (other && strcmp(name, "unknown") == 0) {
        cucore__text_add(text, "type %d", device_type);
    } else {
        cucore__text_add(text, "%s", name);
    }
    if (!other && device_type != CUCORE_DEVICE_TYPE_CUDA && device_type != CUCORE_DEVICE_TYPE_CUDA_MANAGED) return;
    cucore__text_add(text, device_id >= 0 ? ":%d" : ":?", device_id);
}

/* Sets a device that neither the CPU nor CUDA can reach, if the flags allow it. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__view_set_other_device(cucore_view *view, int device_type,
                                                                         int device_id, uint64_t flags)
{
    if (!(flags & CUCORE_ALLOW_OTHER_DEVICES) || device_type < 1) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "the array is on a device of type %d (%s), which neither the CPU nor CUDA can reach",
                           device_type, cucore__device_name(device_type));
    }
    view->device_type = device_type;
    view->device_id = device_id;
    view->host_accessible = view->device_accessible = 0;
    return CUCORE_OK;
}

/* Sets type and number of the device that a producer names.  Devices that neither the CPU nor CUDA can reach are
 * refused, unless the flags of the argument allow them. */
CUCORE__PRIVATE cucore_status cucore__view_set_device(cucore_view *view, int device_type, int device_id, uint64_t flags)
{
    int host = device_type == CUCORE_DEVICE_TYPE_CPU || device_type == CUCORE_DEVICE_TYPE_ROCM_HOST ||
               device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
    if (!host && device_type != CUCORE_DEVICE_TYPE_CUDA && device_type != CUCORE_DEVICE_TYPE_CUDA_MANAGED)
        return cucore__view_set_other_device(view, device_type, device_id, flags);
    if (!host && device_id < 0)
        return cucore_fail(CUCORE_PROTOCOL, "device_id is %d; it must not be negative", device_id);
    cucore__view_fill_device(view, device_type, host ? CUCORE_DEVICE_NONE : device_id);
    return CUCORE_OK;
}

/* Returns 1 if all elements, of which there are some, are in the address space. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__view_has_addresses(const cucore_view *view, const cucore__survey *span)
{
    uint64_t base = (uint64_t)(uintptr_t)view->ptr, bits = (uint64_t)view->layout.itembits;
    uint64_t low = ((0 - (uint64_t)span->min) * bits + 7) / 8, high = ((uint64_t)span->max + 1) * bits / 8;
    return base != 0 && base >= low && high <= (uint64_t)UINTPTR_MAX - base;
}

/* Element offsets become addresses: none may leave the address space. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__view_check_address(const cucore_view *view,
                                                                        const cucore__survey *span)
{
    const uint64_t base = (uint64_t)(uintptr_t)view->ptr;
    if (cucore__view_has_addresses(view, span) || span->max < span->min) return CUCORE_OK;
    if (base == 0) {
        return cucore_fail(CUCORE_PROTOCOL, "the data pointer is NULL, but the array is not empty (it has %d axes)",
                           (int)view->layout.ndim);
    }
    return cucore_fail(CUCORE_PROTOCOL,
                       "the array at 0x%llx reaches from element %lld to %lld: that is outside the address space",
                       (unsigned long long)base, (long long)span->min, (long long)span->max);
}

/* Returns 1 if the dtype and the layout agree on the elements. */
CUCORE__PRIVATE inline int cucore__view_has_itemsize(const cucore_view *view)
{
    const uint32_t bits = (uint32_t)view->dtype.bits * view->dtype.lanes;
    const int64_t itemsize = view->layout.itemsize, itembits = view->layout.itembits;
    if (view->dtype.itemsize != itemsize) return 0;
    if (view->dtype.code >= CUCORE_CODE_OPAQUE) return itembits == 8 * itemsize && !view->padded;
    return (bits + 7) / 8 == itemsize && itembits == (view->padded ? 8 * itemsize : (int64_t)bits);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_itemsize(const cucore_view *view)
{
    char name[64];
    cucore_dtype_to_name(view->dtype, name, sizeof name);
    return cucore__invalid("dtype %s has %lu bytes, the layout has elements of %lld bytes and %lld bits%s", name,
                           (unsigned long)view->dtype.itemsize, (long long)view->layout.itemsize,
                           (long long)view->layout.itembits, view->padded ? ", padded" : "");
}

/* Finds what is wrong with a view that was made by hand.  An empty view is valid, and so is one whose ptr is a handle
 * of its device. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__view_explain(const char *subject, const cucore_view *view,
                                                                 cucore__survey *span)
{
    cucore_status status = CUCORE_OK;
    if (!view->dtype.lanes) {
        status = cucore__invalid("the view holds no data: it was released, or never filled");
    } else if (!cucore__layout_head_is_valid(&view->layout)) {
        status = cucore__fail_argument(&view->layout, view, "layout");
    } else if (!cucore__view_has_itemsize(view)) {
        status = cucore__fail_itemsize(view);
    } else {
        status = cucore__layout_check(&view->layout, span);
        if (!status && cucore__device_type_has_addresses(view->device_type))
            status = cucore__view_check_address(view, span);
    }
    if (status == CUCORE_PROTOCOL) status = CUCORE_INVALID_ARGUMENT; /* there is no producer */
    return status ? cucore_fail(status, "%s: %s", subject, cucore__error.message) : CUCORE_OK;
}

/* Checks ndim, itemsize, the reach of extents and strides, and the address.  Every function that looks at the elements
 * of a view calls it, since the view may have been made by hand.  `subject` begins the message.  span: the elements of
 * a sound view */
CUCORE__PRIVATE inline cucore_status cucore__view_survey(const char *subject, const cucore_view *view,
                                                         cucore__survey *span)
{
    if (cucore__layout_head_is_valid(&view->layout) && cucore__view_has_itemsize(view) &&
        cucore__layout_is_usual(&view->layout, span) && cucore__view_has_addresses(view, span)) {
        return CUCORE_OK;
    }
    return cucore__view_explain(subject, view, span);
}

CUCORE__PRIVATE inline cucore_status cucore__view_check_sound(const char *subject, const cucore_view *view)
{
    cucore__survey span;
    return cucore__view_survey(subject, view, &span);
}

/* Checks that no view is a copy, and that all are sound or zeroed. */
CUCORE__PRIVATE cucore_status cucore__views_check(const char *function, const cucore_view *views, size_t count)
{
    size_t i;
    cucore_status status;
    if (!views && count) return cucore__fail_null(function, "views");
    for (i = 0; i < count; i++) {
        if (cucore__view_is_copy(&views[i])) return cucore__fail_copy(function, &views[i]);
        if (!views[i].dtype.lanes && !views[i].layout.ndim) continue;
        status = cucore__view_check_sound("", &views[i]);
        if (status)
            return cucore_fail(status, "%s: views[%llu]%s", function, (unsigned long long)i, cucore__error.message);
    }
    return CUCORE_OK;
}

/* Leaves the memory of a capture, which the driver does not know, where its producer said that it is (rules B131); an
 * interface does not name the device, which is then the device of the stream.  Returns 0 if neither the stream of the
 * consumer nor that of the producer is captured. */
CUCORE__PRIVATE CUCORE__COLD int cucore__view_locate_in_capture(cucore_view *view, CUstream consumer)
{
    cucore__place place;
    int device = view->device_id;
    if (!cucore__stream_is_captured(consumer, device, &place) &&
        !(view->has_producer_stream && cucore__stream_is_captured(view->producer_stream, device, &place))) {
        return 0;
    }
    if (device < 0 && cucore__context_device(place.context, &device)) return 0;
    cucore__view_fill_device(view, view->device_type, device);
    return 1;
}

/* Asks the driver for the memory of ptr (rules D8, D9, D36, T11).  The array is not empty.  *known: 1 if the driver
 * knows the memory; 0: it is believed to be of a capture */
CUCORE__PRIVATE cucore_status cucore__view_locate(cucore_view *view, CUstream consumer, int *known)
{
    cucore_pointer_info info;
    cucore_status status = cucore_driver_load();
    if (!status) status = cucore__pointer_attributes(view->ptr, 3, &info);
    if (status) return status;
    *known = info.device_type != CUCORE_DEVICE_TYPE_CPU;
    if (!*known && cucore__view_locate_in_capture(view, consumer)) return CUCORE_OK;
    if (!*known) {
        return cucore_fail(CUCORE_PROTOCOL,
                           "the producer says that 0x%llx is CUDA memory, but to the driver it is ordinary host memory",
                           (unsigned long long)(uintptr_t)view->ptr);
    }
    cucore__view_fill_device(view, info.device_type,
                             info.device_type == CUCORE_DEVICE_TYPE_CUDA_HOST ? CUCORE_DEVICE_NONE : info.device_id);
    return CUCORE_OK;
}

/* Memory that a producer calls pinned: the driver is asked if it is loaded, and not loaded for that (rules B113). */
CUCORE__PRIVATE cucore_status cucore__view_locate_pinned(cucore_view *view)
{
    cucore_pointer_info info;
    cucore_status status;
    if (cucore__driver_state.device_count < 1) return CUCORE_OK;
    status = cucore__pointer_attributes(view->ptr, 3, &info);
    if (status) return status;
    if (info.device_type != CUCORE_DEVICE_TYPE_CUDA_HOST)
        cucore__view_fill_device(view, info.device_type, info.device_id);
    return CUCORE_OK;
}

/* Returns 1 if the consumer has to wait for work of the producer. */
CUCORE__PRIVATE inline int cucore__view_is_pending(const cucore_view *view, CUstream consumer)
{
    if (!view->has_producer_stream || consumer == CUCORE_STREAM_NO_SYNC) return 0;
    return !cucore__layout_is_empty(&view->layout);
}

/* Returns 1 if the producer has to wait for work of the consumer on the device. */
CUCORE__PRIVATE int cucore__view_is_shared(const cucore_view *view, CUstream consumer)
{
    if (!view->device_accessible || consumer == CUCORE_STREAM_NO_SYNC || consumer == CUCORE_STREAM_HOST) return 0;
    return !cucore__layout_is_empty(&view->layout);
}

/* Returns 1 if only the CPU reads: then the data have to be complete, for any stream (rules D37). */
CUCORE__PRIVATE inline int cucore__is_read_on_host(uint64_t flags, CUstream stream)
{
    return (flags & (CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE)) == CUCORE_HOST_ACCESSIBLE &&
           stream != CUCORE_STREAM_NO_SYNC;
}

/* In debug builds: an access on a stream has begun, and is to be ended before the views are released.  None: NO_SYNC.
 * What is to be copied back remains so. */
CUCORE__PRIVATE inline void cucore__views_mark(cucore_view *views, size_t count, CUstream consumer)
{
#if defined(CUCORE_DEBUG)
    size_t i;
    for (i = 0; i < count; i++) {
        if (cucore__view_is_to_be_copied_back(&views[i])) continue;
        if (!views[i].private_.release) views[i].private_.self = &views[i];
        views[i].private_.access = cucore__view_is_shared(&views[i], consumer) ? &views[i] : NULL;
    }
#else
    (void)views, (void)count, (void)consumer;
#endif
}

/* In debug builds: the caller ends the access, and copies back what is to be copied back. */
CUCORE__PRIVATE inline void cucore__view_unmark(cucore_view *view)
{
#if defined(CUCORE_DEBUG)
    view->private_.access = NULL;
#else
    (void)view;
#endif
}

/* The begin or the end of an access to several views. */
typedef struct cucore__access {
    const cucore_view *views;
    size_t count;
    const cucore_arg *args; /* that the views were taken for, or NULL: what only the CPU reads is complete already */
    CUstream consumer;
    int ends; /* 0: the consumer waits for the producers, up to the first failure; 1: the other way, for all views */
    size_t failed; /* out: the view of the first failure */
} cucore__access;

/* The devices whose default streams are meant by the consumer's default stream; none if it is another stream. */
typedef struct cucore__access_devices {
    int low, high; /* numbers; CUCORE_DEVICE_NONE: no view has a device */
    int has_loose; /* 1: views without a device take part, in the current context */
    int loose;     /* the device that these count as */
} cucore__access_devices;

/* One stream that waits for another; the host waits if waiting.stream is NULL. */
typedef struct cucore__wait {
    cucore__place waiting, awaited;
} cucore__wait;

/* The stream of the producer; a default one is of the context that is known, else as any (rules B118). */
CUCORE__PRIVATE cucore_status cucore__view_producer_place(const cucore_view *view, cucore__place *out)
{
    if (!view->producer_context || !cucore__stream_is_default(view->producer_stream))
        return cucore__place_make(view->producer_stream, view->device_id, out);
    cucore__place_put(view->producer_stream, view->producer_context, out);
    return cucore__driver_need();
}

/* Pinned memory belongs to no device, but its producer's default stream is often that of the device whose context made
 * the memory: of this one also, if the context is not known (rules B118).  `out->stream` is NULL if there is none. */
CUCORE__PRIVATE cucore_status cucore__view_pinned_place(const cucore_view *view, cucore__place *out)
{
    cucore_pointer_info info;
    cucore_status status;
    if (!view->has_producer_stream || view->producer_context || !cucore__stream_is_default(view->producer_stream))
        return CUCORE_OK;
    status = cucore__driver_need();
    if (status || cucore__driver_state.device_count < 2) return status;
    status = cucore__pointer_attributes(view->ptr, 3, &info);
    return status || info.device_id < 0 ? status : cucore__place_make(view->producer_stream, info.device_id, out);
}

CUCORE__PRIVATE int cucore__access_skips(const cucore__access *access, size_t i)
{
    return access->args && cucore__is_read_on_host(access->args[i].flags, access->consumer);
}

/* Returns 1 if the consumer works on this view, and the view is on that device; CUCORE_DEVICE_NONE: an unknown one. */
CUCORE__PRIVATE int cucore__access_is_on(const cucore__access *access, size_t i, int device_id)
{
    const cucore_view *view = &access->views[i];
    if ((view->device_id < 0 ? CUCORE_DEVICE_NONE : view->device_id) != device_id) return 0;
    return cucore__view_is_shared(view, access->consumer) && !cucore__access_skips(access, i);
}

CUCORE__PRIVATE cucore_status cucore__access_find_devices(const cucore__access *access, cucore__access_devices *out)
{
    CUcontext current = NULL;
    size_t i;
    cucore_status status = CUCORE_OK;
    out->low = out->high = out->loose = CUCORE_DEVICE_NONE;
    out->has_loose = 0;
    if (!cucore__stream_is_default(access->consumer)) return CUCORE_OK;
    for (i = 0; i < access->count; i++) {
        const int device = access->views[i].device_id;
        if (device < 0) {
            out->has_loose |= cucore__access_is_on(access, i, CUCORE_DEVICE_NONE);
        } else if ((device < out->low || device > out->high || out->low < 0) &&
                   cucore__access_is_on(access, i, device)) {
            if (out->low < 0 || device < out->low) out->low = device;
            if (device > out->high) out->high = device;
        }
    }
    if (!out->has_loose || out->low < 0) return CUCORE_OK;
    status = cucore__driver_need();
    if (!status) status = CUCORE__CALL(CtxGetCurrent, (&current));
    if (current) return status;
    out->has_loose = 0; /* no context is created only for them */
    out->loose = out->low;
    return status;
}

CUCORE__PRIVATE int cucore__access_are_several(const cucore__access_devices *devices)
{
    return devices->low != devices->high || (devices->has_loose && devices->low >= 0);
}

/* The default streams of all devices that take part wait for each other: by the first of them. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__access_join(const cucore__access *access,
                                                               const cucore__access_devices *devices)
{
    cucore__place first, place;
    int turn, device, is_first;
    size_t i;
    cucore_status status = cucore__driver_need();
    memset(&first, 0, sizeof first);
    for (turn = 0; turn < 2; turn++) {
        for (device = CUCORE_DEVICE_NONE, is_first = 1; device <= devices->high && !status; device++) {
            for (i = 0; i < access->count && !cucore__access_is_on(access, i, device); i++) {
            }
            if (i == access->count || (device < 0 && !devices->has_loose)) continue;
            status = cucore__place_make(access->consumer, device, is_first ? &first : &place);
            if (!status && !is_first)
                status = turn ? cucore__place_wait(&place, &first) : cucore__place_wait(&first, &place);
            is_first = 0;
        }
    }
    return status;
}

/* Finds what is ordered for one view; nothing if waiting.stream and awaited.stream are both NULL.  pinned: 1 for the
 * second stream of a producer, of cucore__view_pinned_place */
CUCORE__PRIVATE cucore_status cucore__access_plan(const cucore__access *access, size_t i, int pinned,
                                                  const cucore__access_devices *devices, cucore__wait *out)
{
    const cucore_view *view = &access->views[i];
    cucore__place *mine = access->ends ? &out->awaited : &out->waiting;
    cucore__place *other = access->ends ? &out->waiting : &out->awaited;
    cucore_status status = CUCORE_OK;
    memset(out, 0, sizeof *out);
    if (!(access->ends ? cucore__view_is_shared(view, access->consumer)
                       : cucore__view_is_pending(view, access->consumer)) ||
        cucore__access_skips(access, i)) {
        return CUCORE_OK;
    }
    if (pinned) {
        status = cucore__view_pinned_place(view, other);
        if (status || !other->stream) return status;
    } else if (view->has_producer_stream) {
        status = cucore__view_producer_place(view, other);
    }
    if (!status && access->consumer != CUCORE_STREAM_HOST) {
        status = cucore__place_make(access->consumer, view->device_id < 0 ? devices->loose : view->device_id, mine);
    }
    return status;
}

/* The last point that an end of access has put on a stream, for the other views of the call. */
typedef struct cucore__end {
    cucore__place place, followed; /* followed.stream is NULL: no stream waits for the point */
    uint64_t number;               /* 0: there is none */
    cucore__place idle;            /* that the host has waited for; idle.stream is NULL: none */
} cucore__end;

/* Lets the host wait for the context of a stream after a failure, which breaks no capture.  Returns `failed`. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__end_in_context(const cucore__place *mine, cucore_status failed)
{
    const cucore_error error = cucore__error;
    cucore__place whole;
    cucore_status status = cucore__place_complete(mine, &whole);
    if (!status) (void)cucore__context_synchronize(whole.context); /* the first failure is the one to report */
    cucore__error = error;
    return failed;
}

CUCORE__PRIVATE cucore_status cucore__end_on_host(cucore__end *end, const cucore__place *mine,
                                                  const cucore__capture *capture)
{
    const cucore_status status = cucore__place_wait_on_host(mine, capture);
    if (status) return cucore__end_in_context(mine, status);
    end->idle = *mine;
    return CUCORE_OK;
}

/* Returns 1 if the memory has an owner that can be kept, and no CPU and no copy depends on the end of the work.  Memory
 * of the caller is given back when the caller expects it. */
CUCORE__PRIVATE int cucore__view_can_be_kept(const cucore_view *view)
{
    return CUCORE_KEPT_MAX > 0 && view->private_.release && !view->host_accessible && !view->converted &&
           view->protocol != CUCORE_PROTOCOL_MEMORY && !(view->private_.until & CUCORE__LATE_GRAPH);
}

/* Finds the stream that has to wait for work on a view whose producer does not name one: the legacy default stream,
 * which all blocking streams of the producer wait for.  `out->stream` is NULL if there is nothing to order, since the
 * array is immutable, or the work is on that stream itself. */
CUCORE__PRIVATE cucore_status cucore__view_assume_producer(const cucore_view *view, const cucore__place *mine,
                                                           cucore__place *out)
{
    cucore_status status;
    memset(out, 0, sizeof *out);
    if ((view->readonly && !view->unproven) || view->producer_stream == CUCORE_STREAM_NO_SYNC) return CUCORE_OK;
    status = cucore__place_make(CUCORE_STREAM_LEGACY, view->device_id, out);
    if (status || cucore__place_equal(out, mine)) out->stream = NULL;
    return status;
}

/* Ends the access to a view whose producer's stream is not known, after work on `mine`: the owner is kept until that
 * is done, or as long as the graph.  The host waits if that cannot be. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__view_end_late(cucore_view *view, const cucore__place *mine,
                                                                  cucore__end *end)
{
    cucore__capture capture, other;
    cucore__place follower;
    cucore_status status;
    if (end->idle.stream && cucore__place_equal(&end->idle, mine)) return CUCORE_OK;
    status = cucore__place_capture(mine, &capture);
    if (status) return cucore__end_in_context(mine, status);
    if (capture.is_active && !capture.is_beside) {
        if (!view->private_.release || view->protocol == CUCORE_PROTOCOL_MEMORY) return CUCORE_OK;
        if (view->private_.until && !(view->private_.until & CUCORE__LATE_GRAPH))
            cucore__late_wait(view->private_.until);
        return cucore__late_graph(mine, capture.id, &view->private_.until);
    }
    if (!cucore__view_can_be_kept(view) || capture.is_beside) return cucore__end_on_host(end, mine, &capture);
    status = cucore__view_assume_producer(view, mine, &follower);
    if (!status && end->number && cucore__place_equal(&end->place, mine) &&
        (!follower.stream || cucore__place_equal(&end->followed, &follower))) {
        view->private_.until = end->number;
        return CUCORE_OK;
    }
    memset(&other, 0, sizeof other);
    if (!status && follower.stream) status = cucore__place_capture(&follower, &other);
    if (!status && !other.is_active)
        status = cucore__late_mark(mine, follower.stream ? &follower : NULL, &view->private_.until);
    if (status || other.is_active) return cucore__end_on_host(end, mine, &capture);
    end->place = *mine;
    end->followed = follower;
    end->number = view->private_.until;
    return CUCORE_OK;
}

/* Orders several views.  Before their use the consumer waits for the producer, afterwards the producer for the
 * consumer, or the owner is kept if the producer's stream is not known.  Streams that wait for each other already do
 * not do so again, as far as there is room to note them. */
CUCORE__PRIVATE cucore_status cucore__access_order(cucore__access *access)
{
    cucore__access_devices devices;
    cucore__wait done[8], wait;
    cucore__end end;
    int j, noted = 0, several, pinned = 0;
    size_t i;
    cucore_error error;
    cucore_status first = cucore__access_find_devices(access, &devices), status;
    several = cucore__access_are_several(&devices);
    access->failed = 0;
    end.number = 0;
    end.idle.stream = NULL;
    if (!first && several && access->ends) first = cucore__access_join(access, &devices);
    if (first) error = cucore__error;
    for (i = 0; i < access->count && (access->ends || !first); i += !pinned) {
        status = cucore__access_plan(access, i, pinned, &devices, &wait);
        pinned = !pinned && access->views[i].device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
        if (!status && !wait.waiting.stream && !wait.awaited.stream) continue;
        if (!status && access->ends && !wait.waiting.stream) {
            status = cucore__view_end_late((cucore_view *)(uintptr_t)&access->views[i], &wait.awaited, &end);
            if (!status) continue;
        }
        for (j = 0; !status && j < noted; j++) {
            if (cucore__place_equal(&done[j].waiting, &wait.waiting) &&
                cucore__place_equal(&done[j].awaited, &wait.awaited)) {
                break;
            }
        }
        if (!status && j < noted) continue;
        if (!status) {
            status = wait.waiting.stream ? cucore__place_wait(&wait.waiting, &wait.awaited)
                                         : cucore__place_synchronize(&wait.awaited);
        }
        if (!status && noted < (int)(sizeof done / sizeof done[0])) done[noted++] = wait;
        if (!status || first) continue;
        first = status;
        memcpy(&error, &cucore__error, sizeof error);
        access->failed = i;
    }
    if (!first && several && !access->ends) return cucore__access_join(access, &devices);
    if (first) memcpy(&cucore__error, &error, sizeof error);
    return first;
}

CUCORE__PRIVATE cucore__access cucore__access_of(const cucore_view *views, size_t count, CUstream consumer, int ends)
{
    cucore__access access;
    access.views = views;
    access.count = count;
    access.args = NULL;
    access.consumer = consumer;
    access.ends = ends;
    access.failed = 0;
    return access;
}

/* Lets the default streams of the devices of several views wait for each other; does nothing for another stream, or for
 * one device. */
CUCORE__PRIVATE cucore_status cucore__views_join(const cucore_view *views, size_t count, CUstream consumer)
{
    const cucore__access access = cucore__access_of(views, count, consumer, 0);
    cucore__access_devices devices;
    cucore_status status = cucore__access_find_devices(&access, &devices);
    return status || !cucore__access_are_several(&devices) ? status : cucore__access_join(&access, &devices);
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__view_order_any(const cucore_view *view, CUstream consumer)
{
    cucore__access access = cucore__access_of(view, 1, consumer, 0);
    return cucore__access_order(&access);
}

/* The same as cucore__view_order, if there is work to order. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__view_order_pending(const cucore_view *view, CUstream consumer)
{
    cucore_status status;
    if (cucore__handles_wait(consumer, view->producer_stream, &status)) return status;
    return cucore__view_order_any(view, consumer);
}

CUCORE__PRIVATE CUCORE__HOT cucore_status cucore__view_order(const cucore_view *view, CUstream consumer)
{
    return cucore__view_is_pending(view, consumer) ? cucore__view_order_pending(view, consumer) : CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__view_finish(const cucore_view *view, CUstream consumer)
{
    cucore__access access = cucore__access_of(view, 1, consumer, 1);
    return cucore__access_order(&access);
}

CUCORE_API cucore_status cucore_views_begin_access(cucore_view *views, size_t count, CUstream consumer)
{
    cucore__access access = cucore__access_of(views, count, consumer, 0);
    cucore_status status = cucore__views_check("cucore_views_begin_access", views, count);
    if (!status) status = cucore__access_order(&access);
    if (!status) cucore__views_mark(views, count, consumer);
    return status;
}

CUCORE_API cucore_status cucore_views_end_access(cucore_view *views, size_t count, CUstream consumer)
{
    cucore__access access = cucore__access_of(views, count, consumer, 1);
    cucore_status status = cucore__views_check("cucore_views_end_access", views, count);
    if (status) return status;
    cucore__views_mark(views, count, CUCORE_STREAM_NO_SYNC);
    cucore__late_look();
    return cucore__access_order(&access);
}

CUCORE_API cucore_status cucore_view_set_producer_stream(cucore_view *view, CUstream stream)
{
    cucore__place place;
    cucore_status status = CUCORE_OK;
    if (!view) return cucore__fail_null("cucore_view_set_producer_stream", "view");
    memset(&place, 0, sizeof place);
    if (view->device_accessible && stream != CUCORE_STREAM_HOST && stream != CUCORE_STREAM_NO_SYNC) {
        place.stream = cucore__stream_normalize(stream);
        if (cucore__stream_is_default(stream)) status = cucore__place_make(stream, view->device_id, &place);
    }
    if (status) return status;
    view->has_producer_stream = place.stream != NULL;
    view->producer_stream = place.stream;
    view->producer_context = place.context;
    return CUCORE_OK;
}

/* core/view_more.c: questions about views: overlap, alignment, text; parts of views. */
CUCORE_API cucore_status cucore_view_overlap(const cucore_view *a, const cucore_view *b, cucore_overlap *out)
{
    cucore_status status;
    if (!a || !b) return cucore__invalid("cucore_view_overlap: a view is NULL");
    status = cucore__view_check_sound("cucore_view_overlap: a", a);
    if (!status) status = cucore__view_check_sound("cucore_view_overlap: b", b);
    return status ? status : cucore_layout_overlap(&a->layout, a->ptr, &b->layout, b->ptr, out);
}

typedef struct cucore__aligned {
    char before;
    int64_t value;
} cucore__aligned;

/* Returns the alignment of the C type of one component, which is at most that of a type of 8 bytes. */
CUCORE__PRIVATE size_t cucore__dtype_alignment(cucore_dtype dtype)
{
    const size_t most = offsetof(cucore__aligned, value);
    const int pair = dtype.code == CUCORE_CODE_COMPLEX || dtype.code == CUCORE_CODE_BCOMPLEX;
    size_t bits = pair ? dtype.bits / 2u : dtype.bits, bytes = bits / 8;
    if (!bits || bits % 8 || (bytes & (bytes - 1))) return 1;
    return bytes < most ? bytes : most;
}

CUCORE__PRIVATE inline int cucore__view_is_aligned(const cucore_view *view)
{
    const size_t alignment = cucore__dtype_alignment(view->dtype), mask = alignment - 1;
    const uintptr_t address = (uintptr_t)view->ptr; /* a division takes 5 ns */
    return ((alignment & mask) == 0 ? (address & mask) : address % alignment) == 0 ||
           cucore__layout_is_empty(&view->layout) || cucore__device_is_other(view->device_type);
}

CUCORE_API int cucore_view_is_aligned(const cucore_view *view)
{
    return view && cucore__layout_is_valid(&view->layout) && cucore__view_is_aligned(view);
}

CUCORE_API const char *cucore_protocol_name(cucore_protocol protocol)
{
    switch ((int)protocol) {
#define CUCORE__FROM_CASE(name, value, text) \
    case CUCORE_PROTOCOL_##name: return text;
        CUCORE_PROTOCOL_LIST(CUCORE__FROM_CASE)
#undef CUCORE__FROM_CASE
    default: return "?";
    }
}

CUCORE_API size_t cucore_view_format(const cucore_view *view, char *text, size_t size)
{
    cucore__text line = cucore__text_start(text, size);
    if (!view || view->protocol == CUCORE_PROTOCOL_NONE) {
        cucore__text_add(&line, "no view");
        return line.length;
    }
    if (!cucore__layout_is_valid(&view->layout)) {
        cucore__text_add(&line, "no view: ndim is %d", (int)view->layout.ndim);
        return line.length;
    }
    cucore__text_add_dtype(&line, view->dtype);
    cucore__text_add(&line, " ");
    cucore__text_add_tuple(&line, view->layout.shape, view->layout.ndim);
    cucore__text_add(&line, " strides ");
    cucore__text_add_tuple(&line, view->layout.strides, view->layout.ndim);
    cucore__text_add(&line, " on ");
    cucore__text_add_device(&line, view->device_type, view->device_id);
    cucore__text_add(&line, ", %s%s%s%s%s, %s, 0x%llx", view->readonly ? "read-only" : "writable",
                     view->copied ? ", copied" : "", view->converted ? ", converted" : "",
                     view->padded ? ", padded" : "", view->byte_swapped ? ", byte-swapped" : "",
                     cucore_protocol_name((cucore_protocol)view->protocol), (unsigned long long)(uintptr_t)view->ptr);
    return line.length;
}

/* Sets the address of `out`, a part of `view` that starts so many bytes after its element [0, 0, ...].  `out` is
 * cleared on error. */
CUCORE__PRIVATE cucore_status cucore__view_start_at(const char *function, const cucore_view *view, int64_t bytes,
                                                    cucore_view *out)
{
    if (bytes && !cucore__device_type_has_addresses(view->device_type)) {
        cucore__view_clear(out);
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "%s: the part starts %lld bytes into memory of another device (%s), which is known by a "
                           "handle, not by an address",
                           function, (long long)bytes, cucore__device_name(view->device_type));
    }
    if (out->ptr) out->ptr = (char *)out->ptr + bytes;
    return CUCORE_OK;
}

/* ------------ >>impl-check -- */
/* core/check.c: requirements, with messages for end users. */
CUCORE__PRIVATE int cucore__is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Takes the piece that ends at `separator` or at the end of the list, without blanks around it, and moves the cursor
 * past it.
 * -> 0: the list has ended */
CUCORE__PRIVATE int cucore__token_next(const char **cursor, char separator, cucore__token *out)
{
    const char *start = *cursor, *end;
    int separated;
    if (!start) return 0;
    while (cucore__is_blank(*start)) start++;
    for (end = start; *end && *end != separator; end++) {
    }
    separated = *end != '\0';
    *cursor = end + separated;
    while (end > start && cucore__is_blank(end[-1])) end--;
    out->text = start;
    out->length = (size_t)(end - start);
    return out->length > 0 || separated;
}

CUCORE__PRIVATE int cucore__token_is(const cucore__token *token, const char *text)
{
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

CUCORE__PRIVATE const char *cucore__arg_name(const cucore_arg *arg)
{
    return arg->name ? arg->name : "array";
}

#define CUCORE__FLAG_NAMED(name, bit) | (CUCORE_##name != UINT64_C(1) << (bit))
typedef char cucore__assert_flags_have_names[(UINT64_C(0) CUCORE_ARG_FLAG_LIST(CUCORE__FLAG_NAMED)) ? -1 : 1];
#undef CUCORE__FLAG_NAMED

/* Returns the name of the flag with this bit, NULL if there is none.  Two flags on one bit do not compile. */
CUCORE__PRIVATE CUCORE__COLD const char *cucore__flag_name(int bit)
{
#define CUCORE__FLAG_CASE(name, bit) \
    case (bit): return "CUCORE_" #name;
    switch (bit) {
        CUCORE_ARG_FLAG_LIST(CUCORE__FLAG_CASE)
    case 62: return NULL; /* CUCORE__WORDLESS of a call, and */
    case 63: return NULL; /* CUCORE__PY_ORDER_LATER in python/in/call.h: no flag may have these bits */
    default: return NULL;
    }
#undef CUCORE__FLAG_CASE
}

/* Appends the flags by name, and the bits without a flag as one number: "CUCORE_WRITE, CUCORE_CAST, 0x80000000". */
CUCORE__PRIVATE CUCORE__COLD void cucore__text_add_flags(cucore__text *text, uint64_t flags)
{
    const uint64_t unknown = flags & ~CUCORE__ARG_FLAGS;
    const char *separator = "";
    int bit;
    for (bit = 0; bit < 64; bit++) {
        if (!((flags & ~unknown) >> bit & 1)) continue;
        cucore__text_add(text, "%s%s", separator, cucore__flag_name(bit));
        separator = ", ";
    }
    if (unknown) cucore__text_add(text, "%s0x%llx", separator, (unsigned long long)unknown);
}

/* Refuses flags that have no meaning `where`: "", or " in a copy". */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_flags(const char *subject, uint64_t flags, const char *where)
{
    char quoted[200];
    cucore__text text = cucore__text_start(quoted, sizeof quoted);
    cucore__text_add_flags(&text, flags);
    return cucore__invalid("%s: the flags %s mean nothing%s", subject, quoted, where);
}

/* Refuses unknown bits, and flags that exclude each other. */
CUCORE__PRIVATE cucore_status cucore__arg_check(const cucore_arg *arg)
{
    static const uint64_t excluded[][2] = {{CUCORE_MAKE_C_CONTIGUOUS, CUCORE_F_CONTIGUOUS},
                                           {CUCORE_MAKE_C_CONTIGUOUS, CUCORE_MAKE_F_CONTIGUOUS},
                                           {CUCORE_MAKE_F_CONTIGUOUS, CUCORE_C_CONTIGUOUS}};
    char quoted[2][48];
    cucore__text text;
    size_t i, side;
    if (arg->flags & ~CUCORE__ARG_FLAGS) {
        return cucore__fail_flags(cucore__arg_name(arg), arg->flags & ~CUCORE__ARG_FLAGS, "");
    }
    if (!(arg->flags & (CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS))) return CUCORE_OK;
    for (i = 0; i < sizeof excluded / sizeof excluded[0]; i++) {
        if (!(arg->flags & excluded[i][0]) || !(arg->flags & excluded[i][1])) continue;
        for (side = 0; side < 2; side++) {
            text = cucore__text_start(quoted[side], sizeof quoted[side]);
            cucore__text_add_flags(&text, excluded[i][side]);
        }
        return cucore__invalid("%s: %s and %s exclude each other", cucore__arg_name(arg), quoted[0], quoted[1]);
    }
    return CUCORE_OK;
}

/* Returns 1 if the reason is not read, because another overload may take the array: the last error then has the status
 * and no message. */
CUCORE__PRIVATE CUCORE__COLD int cucore__is_wordless(const cucore_call *call, cucore_status status)
{
    if (!call || !(call->private_.later & CUCORE__WORDLESS)) return 0;
    cucore__error.status = status;
    cucore__error.result = CUCORE__CUDA_SUCCESS;
    cucore__error.call = NULL;
    cucore__error.message[0] = '\0';
    return 1;
}

/* The device of CUCORE_ON_DEVICE_ID; CUCORE_DEVICE_CURRENT is looked up. */
CUCORE__PRIVATE cucore_status cucore__arg_device(const cucore_arg *arg, int *out)
{
    *out = arg->device_id;
    if (arg->device_id == CUCORE_DEVICE_CURRENT) return cucore__device_id_resolve(arg->device_id, out);
    if (arg->device_id >= 0) return CUCORE_OK;
    return cucore__invalid("%s: with CUCORE_ON_DEVICE_ID device_id must be the number of a device or "
                           "CUCORE_DEVICE_CURRENT, not %d",
                           cucore__arg_name(arg), arg->device_id);
}

/* Returns the view that "=x" names, which has to be one of an earlier argument; else NULL, with INVALID_ARGUMENT as the
 * last error.  of_shape: 1 if the token is the shape pattern, 0 if it is in the list of dtypes. */
CUCORE__PRIVATE const cucore_view *cucore__find_earlier(const cucore_view *view, const cucore_arg *arg,
                                                        const cucore_call *call, const cucore__token *token,
                                                        int of_shape)
{
    cucore__token name;
    size_t i;
    name.text = token->text + 1;
    name.length = token->length - 1;
    for (i = 0; call->args && i < call->args_count && &call->views[i] != view; i++) {
        if (call->args[i].name && cucore__token_is(&name, call->args[i].name)) return &call->views[i];
    }
    (void)cucore__invalid("%s: '%.*s' in the %s \"%s\": no argument before has that name", cucore__arg_name(arg),
                          (int)token->length, token->text, of_shape ? "shape pattern" : "list of dtypes",
                          of_shape ? arg->shape : arg->dtypes);
    return NULL;
}

/* One item of a list of dtypes.  A dtype without lanes: any, of an argument that was left out. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__dtype_of_token(const cucore_view *view, const cucore_arg *arg,
                                                                    const cucore_call *call, const cucore__token *token,
                                                                    cucore_dtype *out)
{
    const cucore_view *earlier;
    if (CUCORE__LIKELY(token->text[0] != '=')) return cucore_dtype_from_name(token->text, token->length, out);
    earlier = cucore__find_earlier(view, arg, call, token, 0);
    if (!earlier) return CUCORE_INVALID_ARGUMENT;
    *out = earlier->dtype;
    return CUCORE_OK;
}

/* "x: expected dtype float32 or float64, got object"; call may be NULL. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_dtype(const cucore_arg *arg, const cucore_call *call,
                                                              const char *got)
{
    char expected[256];
    cucore__text text = cucore__text_start(expected, sizeof expected);
    const char *cursor = arg->dtypes, *rest;
    cucore__token token;
    cucore_dtype dtype;
    int count;
    cucore__text_add(&text, cursor ? "dtype " : "an array of numbers");
    for (count = 0; cucore__token_next(&cursor, ' ', &token); count++) {
        for (rest = cursor; cucore__is_blank(*rest); rest++) {
        }
        cucore__text_add(&text, "%s", !count ? "" : *rest ? ", " : " or ");
        if (token.text[0] == '=') {
            if (call && !cucore__dtype_of_token(NULL, arg, call, &token, &dtype) && dtype.lanes) {
                cucore__text_add_dtype(&text, dtype);
                cucore__text_add(&text, " as in ");
            } else {
                cucore__text_add(&text, "as in ");
            }
            token.text++;
            token.length--;
        }
        cucore__text_add(&text, "%.*s", (int)token.length, token.text);
    }
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s: expected %s, got %s", cucore__arg_name(arg), expected, got);
}

/* A dtype as its user knows it: "float32", "a structured dtype of 8 bytes", "void ('|V5')". */
CUCORE__PRIVATE void cucore__text_add_elements(cucore__text *text, cucore_dtype dtype)
{
    if (dtype.code == CUCORE_CODE_STRUCTURED) {
        cucore__text_add(text, "a structured dtype of %u bytes", (unsigned)dtype.itemsize);
    } else if (dtype.code == CUCORE_CODE_OPAQUE) {
        cucore__text_add(text, "void ('|V%u')", (unsigned)dtype.itemsize);
    } else {
        cucore__text_add_dtype(text, dtype);
    }
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__refuse_elements(const cucore_view *view, const cucore_arg *arg,
                                                                   const cucore_call *call)
{
    char got[64];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (cucore__is_wordless(call, CUCORE_WRONG_DTYPE)) return CUCORE_WRONG_DTYPE;
    cucore__text_add_elements(&text, view->dtype);
    if (view->byte_swapped && view->dtype.code <= CUCORE_CODE_COMPLEX) { /* as cai/words.c has it */
        cucore__text_add(&text, " in foreign byte order ('%c%c%d')", CUCORE__FOREIGN_ORDER, "iuf--c"[view->dtype.code],
                         (int)view -> dtype.itemsize);
    } else if (view->byte_swapped) {
        cucore__text_add(&text, " of foreign byte order");
    }
    return cucore__fail_dtype(arg, call, got);
}

/* Every name is decoded, so that a wrong one is found for any array. */
CUCORE__PRIVATE CUCORE__INLINE cucore_status cucore__check_dtype(const cucore_view *view, const cucore_arg *arg,
                                                                 const cucore_call *call)
{
    const char *cursor = arg->dtypes;
    cucore__token token;
    cucore_dtype dtype = cucore_dtype_make(0, 0, 0); /* gcc 12 does not see that it is set */
    int count = 0, found = 0;
    if (cursor && cucore__dtype_is_called(view->dtype, cursor)) return CUCORE_OK; /* a shortcut: 11 ns, not 29 */
    while (cucore__token_next(&cursor, ' ', &token)) {
        if (cucore__dtype_of_token(view, arg, call, &token, &dtype)) {
            if (token.text[0] == '=') return CUCORE_INVALID_ARGUMENT;
            return cucore__invalid("%s: '%.*s' in the list of dtypes \"%s\" is not the name of one",
                                   cucore__arg_name(arg), (int)token.length, token.text,
                                   arg->dtypes ? arg->dtypes : "");
        }
        found |= cucore_dtype_is_equal(dtype, view->dtype) || !dtype.lanes;
        count++;
    }
    if (arg->dtypes && !count) return cucore__invalid("%s: the list of dtypes is empty", cucore__arg_name(arg));
    if (found || !arg->dtypes) return CUCORE_OK;
    return cucore__refuse_elements(view, arg, call);
}

/* "shape (n, 3)" against "shape (4, 2)", with a remark when a name is to blame. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_shape(const cucore_view *view, const cucore_arg *arg,
                                                              const cucore_call *call, const char *remark)
{
    char got[256];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (cucore__is_wordless(call, CUCORE_WRONG_SHAPE)) return CUCORE_WRONG_SHAPE;
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected shape (%s)%s, got %s", cucore__arg_name(arg), arg->shape,
                       remark, got);
}

/* The pattern "=x": the shape of an argument before. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__check_same_shape(const cucore_view *view, const cucore_arg *arg,
                                                                     const cucore_call *call,
                                                                     const cucore__token *token)
{
    char expected[192], got[192];
    cucore__text text;
    const cucore_view *x = cucore__find_earlier(view, arg, call, token, 1);
    int i = 0;
    if (!x) return CUCORE_INVALID_ARGUMENT;
    if (!x->dtype.lanes) return CUCORE_OK; /* it was left out */
    if (x->layout.ndim == view->layout.ndim) {
        while (i < view->layout.ndim && view->layout.shape[i] == x->layout.shape[i]) i++;
        if (i == view->layout.ndim) return CUCORE_OK;
    }
    text = cucore__text_start(expected, sizeof expected);
    cucore__text_add_tuple(&text, x->layout.shape, x->layout.ndim);
    text = cucore__text_start(got, sizeof got);
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_SHAPE, "%s: expected shape %s as in %.*s, got %s", cucore__arg_name(arg), expected,
                       (int)token->length - 1, token->text + 1, got);
}

/* A letter or '_', then letters, digits and '_'. */
CUCORE__PRIVATE int cucore__is_name(const cucore__token *token)
{
    size_t i;
    for (i = 0; i < token->length; i++) {
        char c = token->text[i];
        int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (i == 0 || c < '0' || c > '9')) return 0;
    }
    return token->length > 0;
}

/* The place of a name, which is bound to that extent if it was not yet; -1: there are too many. */
CUCORE__PRIVATE CUCORE__INLINE int cucore__call_bind(cucore_call *call, const char *name, size_t length, int64_t extent,
                                                     const cucore_arg *arg)
{
    int i;
    for (i = 0; i < call->count; i++) {
        if (call->bound[i].length != length) continue;
        if (call->bound[i].name == name || !memcmp(call->bound[i].name, name, length)) return i;
    }
    if (i == (int)(sizeof call->bound / sizeof call->bound[0])) return -1;
    call->count++;
    call->bound[i].name = name;
    call->bound[i].length = length;
    call->bound[i].extent = extent;
    call->bound[i].arg = cucore__arg_name(arg);
    return i;
}

/* Returns 1 if a plain pattern fits: names, numbers and '*' between commas.  If it returns 0 the pattern may still fit,
 * and no name is bound.  A shortcut for cucore__check_shape: 14 ns for "n" instead of 33. */
CUCORE__PRIVATE int cucore__shape_fits(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
{
    const cucore_layout *layout = &view->layout;
    const char *at = arg->shape;
    const int names = call->count;
    int axis;
    for (axis = 0; axis < layout->ndim; axis++) {
        const int64_t extent = layout->shape[axis];
        const char *item = at;
        int64_t number = 0;
        if (*at == '*') {
            at++;
        } else if (*at >= '0' && *at <= '9') {
            for (; *at >= '0' && *at <= '9' && at - item < 18; at++) number = 10 * number + (*at - '0');
            if (number != extent) break;
        } else {
            int place;
            while ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || *at == '_' ||
                   (at > item && *at >= '0' && *at <= '9'))
                at++;
            if (at == item) break;
            place = cucore__call_bind(call, item, (size_t)(at - item), extent, arg);
            if (place < 0 || call->bound[place].extent != extent) break;
        }
        if (!*at && axis + 1 == layout->ndim) return 1;
        if (*at++ != ',') break;
        while (*at == ' ') at++;
    }
    call->count = names;
    return 0;
}

/* The pattern is checked as a whole before any extent is.  A name is bound to an extent; one that is bound already must
 * have that extent. */
CUCORE__PRIVATE cucore_status cucore__check_shape(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
{
    const char *cursor = arg->shape;
    char remark[128];
    cucore__token item;
    int64_t extent;
    int count = 0, ellipsis = 0, axis = 0, least, ndim = view->layout.ndim, i;
    if (!arg->shape || cucore__shape_fits(view, arg, call)) return CUCORE_OK;
    while (cucore__is_blank(*cursor)) cursor++;
    if (*cursor == '=' && cucore__token_next(&cursor, ',', &item) && !*cursor)
        return cucore__check_same_shape(view, arg, call, &item);
    cursor = arg->shape;
    for (; cucore__token_next(&cursor, ',', &item); count++) {
        int is_ellipsis = cucore__token_is(&item, "...");
        if ((is_ellipsis && ellipsis) || !(is_ellipsis || cucore__token_is(&item, "*") || cucore__is_name(&item) ||
                                           cucore__token_number(&item) >= 0)) {
            return cucore__invalid("%s: '%.*s' in the shape pattern \"%s\" means nothing", cucore__arg_name(arg),
                                   (int)item.length, item.text, arg->shape);
        }
        ellipsis |= is_ellipsis;
    }
    least = count - ellipsis;
    if (ellipsis ? ndim < least : ndim != least) {
        if (cucore__is_wordless(call, CUCORE_WRONG_SHAPE)) return CUCORE_WRONG_SHAPE;
        snprintf(remark, sizeof remark, ", %s%d dimension%s", ellipsis ? "at least " : "", least,
                 least == 1 ? "" : "s");
        return cucore__fail_shape(view, arg, call, remark);
    }
    cursor = arg->shape;
    while (cucore__token_next(&cursor, ',', &item)) {
        if (cucore__token_is(&item, "...")) {
            axis += ndim - least;
        } else if (cucore__is_name(&item)) {
            extent = view->layout.shape[axis++];
            i = cucore__call_bind(call, item.text, item.length, extent, arg);
            if (i < 0) {
                return cucore__invalid("%s: more than %d names in shape patterns", cucore__arg_name(arg), call->count);
            }
            if (call->bound[i].extent != extent) {
                if (cucore__is_wordless(call, CUCORE_WRONG_SHAPE)) return CUCORE_WRONG_SHAPE;
                snprintf(remark, sizeof remark, " with %.*s = %lld as in %s", (int)item.length, item.text,
                         (long long)call->bound[i].extent, call->bound[i].arg);
                return cucore__fail_shape(view, arg, call, remark);
            }
        } else if (cucore__token_is(&item, "*")) {
            axis++;
        } else if (cucore__token_number(&item) != view->layout.shape[axis++]) {
            return cucore__fail_shape(view, arg, call, "");
        }
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__fail_layout(const cucore_view *view, const cucore_arg *arg,
                                                  const cucore_call *call, const char *expected)
{
    char got[400];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (cucore__is_wordless(call, CUCORE_WRONG_LAYOUT)) return CUCORE_WRONG_LAYOUT;
    cucore__text_add(&text, "strides ");
    cucore__text_add_tuple(&text, view->layout.strides, view->layout.ndim);
    cucore__text_add(&text, " for shape ");
    cucore__text_add_tuple(&text, view->layout.shape, view->layout.ndim);
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: expected %s, got %s", cucore__arg_name(arg), expected, got);
}

CUCORE__PRIVATE cucore_status cucore__fail_device(const cucore_view *view, const cucore_arg *arg,
                                                  const cucore_call *call, const char *expected)
{
    char got[32];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (cucore__is_wordless(call, CUCORE_WRONG_DEVICE)) return CUCORE_WRONG_DEVICE;
    cucore__text_add_device(&text, view->device_type, view->device_id);
    return cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array %s, got one on %s", cucore__arg_name(arg), expected,
                       got);
}

CUCORE__PRIVATE cucore_status cucore__check_unique(const cucore_view *view, const cucore_arg *arg,
                                                   const cucore_call *call)
{
    if (cucore_layout_is_unique(&view->layout)) return CUCORE_OK;
    return cucore__fail_layout(view, arg, call, "an array whose elements are all in different places");
}

/* cucore_view_check of a view that is sound. */
CUCORE__PRIVATE cucore_status cucore__view_check(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
{
    cucore_call own;
    char text[48];
    uint64_t flags;
    int c, f, device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__arg_check(arg);
    if (status) return status;
    flags = arg->flags;
    own.count = 0;
    own.args = NULL;
    own.private_.later = 0;
    if (!call) call = &own;
    if ((flags & CUCORE_HOST_ACCESSIBLE) && !view->host_accessible) {
        return cucore__fail_device(view, arg, call, "that the CPU can read");
    }
    if ((flags & (CUCORE_DEVICE_ACCESSIBLE | CUCORE_ON_DEVICE_ID)) && !view->device_accessible) {
        return cucore__fail_device(view, arg, call, "that CUDA can read");
    }
    if (flags & CUCORE_ON_DEVICE_ID) {
        status = cucore__arg_device(arg, &device);
        if (status) return status;
        snprintf(text, sizeof text, "on cuda:%d", device);
        if (view->device_id != device) return cucore__fail_device(view, arg, call, text);
    }
    status = cucore__check_dtype(view, arg, call);
    if (!status) status = cucore__check_shape(view, arg, call);
    if (status) return status;
    if (flags & CUCORE_MAKE_C_CONTIGUOUS) flags |= CUCORE_C_CONTIGUOUS;
    if (flags & CUCORE_MAKE_F_CONTIGUOUS) flags |= CUCORE_F_CONTIGUOUS;
    if (flags & (CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_CONTIGUOUS)) {
        c = cucore_layout_is_c_contiguous(&view->layout);
        f = cucore_layout_is_f_contiguous(&view->layout);
        if ((flags & CUCORE_C_CONTIGUOUS) && !c)
            return cucore__fail_layout(view, arg, call, "a C-order contiguous array");
        if ((flags & CUCORE_F_CONTIGUOUS) && !f)
            return cucore__fail_layout(view, arg, call, "an F-order contiguous array");
        if ((flags & CUCORE_CONTIGUOUS) && !c && !f) return cucore__fail_layout(view, arg, call, "a contiguous array");
    }
    if (flags & CUCORE_UNIQUE && cucore__check_unique(view, arg, call)) return CUCORE_WRONG_LAYOUT;
    if ((flags & (CUCORE_ALLOW_UNALIGNED | CUCORE_MAKE_ALIGNED)) != CUCORE_ALLOW_UNALIGNED &&
        !cucore__view_is_aligned(view)) {
        if (cucore__is_wordless(call, CUCORE_WRONG_LAYOUT)) return CUCORE_WRONG_LAYOUT;
        cucore_dtype_to_name(view->dtype, text, sizeof text);
        return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: expected memory aligned to %d bytes for %s, got address 0x%llx",
                           cucore__arg_name(arg), (int)cucore__dtype_alignment(view->dtype), text,
                           (unsigned long long)(uintptr_t)view->ptr);
    }
    if (!(flags & (CUCORE_WRITE | CUCORE_NEVER_COPY)) || !(view->readonly || view->unproven || view->copied))
        return CUCORE_OK;
    if (cucore__is_wordless(call, CUCORE_READONLY)) return CUCORE_READONLY;
    if (flags & CUCORE_NEVER_COPY && view->copied) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "%s: expected the memory of the array itself, got a copy that its producer made",
                           cucore__arg_name(arg));
    }
    if (!(flags & CUCORE_WRITE)) return CUCORE_OK;
    if (!view->readonly && !view->unproven) {
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "%s: expected an array to write to, got a copy that its producer made, where nobody would see "
            "what is written",
            cucore__arg_name(arg));
    }
    return cucore_fail(CUCORE_READONLY, "%s: expected %s", cucore__arg_name(arg),
                       view->unproven ? "an array known to be writable, got a legacy DLPack tensor, which cannot say "
                                        "so: it may be immutable"
                                      : "a writable array, got a read-only one");
}

/* -- several arguments --------------------------------------------------------------------------------------------- */
CUCORE__PRIVATE int cucore__device_is_cuda(int device_type)
{
    return device_type == CUCORE_DEVICE_TYPE_CUDA || device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
}

CUCORE__PRIVATE int cucore__view_is_on_same_device(const cucore_view *a, const cucore_view *b)
{
    if (a->device_id != b->device_id) return 0;
    return a->device_type == b->device_type ||
           (cucore__device_is_cuda(a->device_type) && cucore__device_is_cuda(b->device_type));
}

/* Checks CUCORE_SAME_DEVICE: each view is compared with the first one in device memory.  An empty array, which may have
 * no device, fits any.  *failed: the argument that does not fit. */
CUCORE__PRIVATE cucore_status cucore__views_check_same_device(const cucore_view *views, size_t count,
                                                              const cucore_arg *args, size_t *failed)
{
    char here[32], there[32];
    cucore__text text;
    size_t i, first;
    for (first = 0; first < count && !cucore__device_is_cuda(views[first].device_type) &&
                    !cucore__device_is_other(views[first].device_type);
         first++) {
    }
    for (i = 0; i < count && first < count; i++) {
        const cucore_view *view = &views[i];
        if (!(args[i].flags & CUCORE_SAME_DEVICE) || !view->dtype.lanes) continue;
        if (cucore__view_is_on_same_device(view, &views[first])) continue;
        if (cucore__layout_is_empty(&view->layout) || cucore__layout_is_empty(&views[first].layout)) continue;
        text = cucore__text_start(here, sizeof here);
        cucore__text_add_device(&text, view->device_type, view->device_id);
        text = cucore__text_start(there, sizeof there);
        cucore__text_add_device(&text, views[first].device_type, views[first].device_id);
        *failed = i;
        return cucore_fail(CUCORE_WRONG_DEVICE, "%s: expected an array on %s as %s, got one on %s",
                           cucore__arg_name(&args[i]), there, cucore__arg_name(&args[first]), here);
    }
    return CUCORE_OK;
}

/* core/check_together.c: overlap of arguments; the public checks. */
/* Returns 1 if the views show the very same elements.  Bits are compared, not dtypes, and only strides that mean
 * something, since protocols report the others differently. */
CUCORE__PRIVATE int cucore__view_is_same_place(const cucore_view *a, const cucore_view *b)
{
    int i, same = a->ptr == b->ptr;
    if (a->layout.itembits != b->layout.itembits || a->layout.ndim != b->layout.ndim) return 0;
    for (i = 0; i < a->layout.ndim; i++) {
        if (a->layout.shape[i] != b->layout.shape[i]) return 0;
        if (a->layout.shape[i] > 1 && a->layout.strides[i] != b->layout.strides[i]) same = 0;
    }
    return same || cucore__layout_is_empty(&a->layout);
}

/* Finds the first and the last byte of a view.  Returns 0 if it is empty, or not sound. */
CUCORE__PRIVATE inline int cucore__view_find_bytes(const cucore_view *view, uintptr_t *first, uintptr_t *last)
{
    const int64_t bits = view->layout.itembits;
    cucore__survey span;
    if (!cucore__layout_head_is_valid(&view->layout) || !cucore__view_has_itemsize(view) ||
        !cucore__layout_is_usual(&view->layout, &span) || !cucore__view_has_addresses(view, &span)) {
        return 0;
    }
    *first = (uintptr_t)view->ptr + (uintptr_t)((span.min * bits) >> 3);
    *last = (uintptr_t)view->ptr + (uintptr_t)((span.max * bits + bits - 1) >> 3);
    return *first <= *last;
}

/* Checks CUCORE_NO_OVERLAP or CUCORE_NO_PARTIAL_OVERLAP of `a` against another argument. */
CUCORE__PRIVATE cucore_status cucore__check_overlap(const cucore_view *a, const cucore_arg *arg, const cucore_view *b,
                                                    const cucore_arg *other)
{
    const int partial = !(arg->flags & CUCORE_NO_OVERLAP);
    int64_t first[2] = {0, 0}, end[2] = {0, 0};
    uintptr_t low, low_b, high, high_b;
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    cucore_status status;
    if (cucore__view_find_bytes(a, &low, &high) && cucore__view_find_bytes(b, &low_b, &high_b) &&
        (high < low_b || high_b < low)) {
        return CUCORE_OK; /* as most are */
    }
    status = cucore_view_overlap(a, b, &overlap);
    if (status || overlap == CUCORE_OVERLAP_NONE) return status;
    if (partial && cucore__view_is_same_place(a, b)) return CUCORE_OK;
    status = cucore__layout_byte_bounds(&a->layout, &first[0], &end[0]);
    if (!status) status = cucore__layout_byte_bounds(&b->layout, &first[1], &end[1]);
    if (status) return status; /* unreachable: views for which this fails do not overlap */
    low = (uintptr_t)a->ptr + (uintptr_t)first[0];
    low_b = (uintptr_t)b->ptr + (uintptr_t)first[1];
    high = (uintptr_t)a->ptr + (uintptr_t)end[0];
    high_b = (uintptr_t)b->ptr + (uintptr_t)end[1];
    return cucore_fail(CUCORE_WRONG_LAYOUT, "%s: %s %s (bytes 0x%llx to 0x%llx)%s", cucore__arg_name(arg),
                       overlap == CUCORE_OVERLAP_UNKNOWN ? "may overlap" : "shares memory with",
                       cucore__arg_name(other), (unsigned long long)(low > low_b ? low : low_b),
                       (unsigned long long)(high < high_b ? high : high_b) - 1,
                       partial ? ", but does not have the very same elements" : "");
}

/* Returns the view whose elements an argument shares with others; NULL: none. */
typedef const cucore_view *(*cucore__shower)(const cucore_view *view);

/* Arguments whose flags about overlap are checked. */
typedef struct cucore__together {
    const cucore_view *views;
    size_t count;
    const cucore_arg *args;
    cucore__shower shown;
} cucore__together;

CUCORE__PRIVATE const cucore_view *cucore__together_view(const cucore__together *all, size_t i)
{
    const cucore_view *view = all->shown ? all->shown(&all->views[i]) : &all->views[i];
    return view && view->dtype.lanes ? view : NULL;
}

/* The bytes of an argument, from first to last.  Spans are sorted by `first`, and are a balanced tree: the middle of a
 * range is the root of its halves. */
typedef struct cucore__span {
    uintptr_t first, last;
    uintptr_t furthest; /* the greatest `last` of the range that this span is the root of */
    size_t place;
} cucore__span;

CUCORE__PRIVATE int cucore__span_compare(const void *a, const void *b)
{
    const uintptr_t first = ((const cucore__span *)a)->first, other = ((const cucore__span *)b)->first;
    return (first > other) - (first < other);
}

CUCORE__PRIVATE uintptr_t cucore__spans_link(cucore__span *spans, size_t count)
{
    cucore__span *root = &spans[count / 2];
    uintptr_t side;
    if (!count) return 0;
    root->furthest = root->last;
    side = cucore__spans_link(spans, count / 2);
    if (side > root->furthest) root->furthest = side;
    side = cucore__spans_link(root + 1, count - count / 2 - 1);
    if (side > root->furthest) root->furthest = side;
    return root->furthest;
}

/* Fills in the span of an argument: 1, 0 for one without bytes; -1: only a comparison of all pairs gives the answer. */
CUCORE__PRIVATE int cucore__span_of(const cucore_view *view, cucore__span *out)
{
    if (view && cucore__view_find_bytes(view, &out->first, &out->last)) return 1;
    if (!view) return 0;
    return !cucore__view_check_sound("", view) && cucore__layout_is_empty(&view->layout) ? 0 : -1;
}

/* The search for the first argument that may not overlap argument i. */
typedef struct cucore__overlap_search {
    const cucore__together *all;
    size_t i, found; /* found: all->count: none */
    uintptr_t first, last;
} cucore__overlap_search;

CUCORE__PRIVATE void cucore__overlap_find(cucore__overlap_search *search, const cucore__span *spans, size_t count)
{
    const cucore__together *all = search->all;
    const cucore__span *root = &spans[count / 2];
    if (!count || root->furthest < search->first) return;
    cucore__overlap_find(search, spans, count / 2);
    if (root->first > search->last) return;
    if (root->last >= search->first && root->place != search->i && root->place < search->found &&
        cucore__check_overlap(cucore__together_view(all, search->i), &all->args[search->i],
                              cucore__together_view(all, root->place), &all->args[root->place])) {
        search->found = root->place;
    }
    cucore__overlap_find(search, root + 1, count - count / 2 - 1);
}

/* Checks argument i against all others, or only against argument *found, if that is not `count`. */
CUCORE__PRIVATE cucore_status cucore__check_overlaps_of(const cucore__together *all, size_t i, size_t found)
{
    const cucore_view *a = cucore__together_view(all, i), *b;
    size_t j = found < all->count ? found : 0;
    const size_t end = found < all->count ? found + 1 : all->count;
    cucore_status status = CUCORE_OK;
    for (; a && j < end && !status; j++) {
        b = j == i ? NULL : cucore__together_view(all, j);
        if (b) status = cucore__check_overlap(a, &all->args[i], b, &all->args[j]);
    }
    return status;
}

enum { CUCORE__FEW_TOGETHER = 12 }; /* up to which all pairs are compared: sorting takes longer */

/* Sorts the spans of many arguments: NULL if there are few, or if all pairs have to be compared. */
CUCORE__PRIVATE cucore__span *cucore__spans_make(const cucore__together *all, size_t *count)
{
    cucore__span *spans = all->count <= CUCORE__FEW_TOGETHER || all->count > SIZE_MAX / sizeof *spans
                              ? NULL
                              : (cucore__span *)malloc(all->count * sizeof *spans);
    size_t i;
    int found = 1;
    *count = 0;
    for (i = 0; spans && i < all->count; i++) {
        found = cucore__span_of(cucore__together_view(all, i), &spans[*count]);
        if (found < 0) {
            free(spans);
            return NULL;
        }
        spans[*count].place = i;
        *count += (size_t)found;
    }
    if (!spans) return NULL;
    qsort(spans, *count, sizeof *spans, cucore__span_compare);
    (void)cucore__spans_link(spans, *count);
    return spans;
}

/* Checks the flags about overlap of all arguments.  shown: NULL for the views themselves.  *failed as above.  Of many
 * arguments only those pairs are compared whose bytes touch: 4,000 outputs take n log n. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__views_check_overlaps(const cucore_view *views, size_t count,
                                                                         const cucore_arg *args, cucore__shower shown,
                                                                         size_t *failed)
{
    cucore__together all;
    cucore__overlap_search search;
    cucore__span *spans, own;
    cucore_status status = CUCORE_OK;
    size_t i, span_count;
    all.views = views;
    all.count = count;
    all.args = args;
    all.shown = shown;
    search.all = &all;
    spans = cucore__spans_make(&all, &span_count);
    for (i = 0; i < count && !status; i++) {
        if (!(args[i].flags & (CUCORE_NO_OVERLAP | CUCORE_NO_PARTIAL_OVERLAP))) continue;
        search.found = count;
        if (spans) {
            if (cucore__span_of(cucore__together_view(&all, i), &own) <= 0) continue;
            search.i = i;
            search.first = own.first;
            search.last = own.last;
            cucore__overlap_find(&search, spans, span_count);
            if (search.found == count) continue;
        }
        *failed = i;
        status = cucore__check_overlaps_of(&all, i, search.found);
    }
    free(spans);
    return status;
}

/* Refuses the flags that a function of C cannot honour; together: 1 if it knows the other arguments. */
CUCORE__PRIVATE cucore_status cucore__arg_check_plain(const cucore_arg *arg, int together)
{
    const uint64_t python = arg->flags & CUCORE__ARG_OF_PYTHON, others = together ? 0 : arg->flags & CUCORE_TOGETHER;
    if (CUCORE__LIKELY(!(python | others))) return CUCORE_OK;
    return python ? cucore__fail_flags(cucore__arg_name(arg), python, " in C: they are for objects of Python")
                  : cucore__fail_flags(cucore__arg_name(arg), others,
                                       " for one array: pass the others to cucore_views_check, and mask "
                                       "CUCORE_TOGETHER here");
}

/* Checks one argument, whose flags are known to be for C. */
CUCORE__PRIVATE cucore_status cucore__view_check_plain(const cucore_view *view, const cucore_arg *arg,
                                                       cucore_call *call)
{
    cucore_status status = CUCORE_OK;
    if (arg->flags & CUCORE_OPTIONAL && !view->dtype.lanes && !view->layout.ndim) return cucore__arg_check(arg);
    status = cucore__view_check_sound(cucore__arg_name(arg), view);
    return status ? status : cucore__view_check(view, arg, call);
}

CUCORE_API cucore_status cucore_view_check(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
{
    size_t i = 0, count = call && call->args && call->views ? call->args_count : 0, failed = 0;
    cucore_status status;
    if (!arg) return CUCORE_OK;
    if (!view) return cucore__fail_null("cucore_view_check", "view");
    while (i < count && &call->views[i] != view) i++;
    status = cucore__arg_check_plain(arg, i < count);
    if (!status) status = cucore__view_check_plain(view, arg, call);
    if (!status && i < count) status = cucore__views_check_same_device(call->views, i + 1, call->args, &failed);
    if (!status && i < count) status = cucore__views_check_overlaps(call->views, i + 1, call->args, NULL, &failed);
    return status;
}

/* A decoder without an arg accepts vector elements. */
CUCORE__PRIVATE cucore_status cucore__view_check_lanes(const cucore_view *view, const cucore_arg *arg,
                                                       const cucore_call *call)
{
    char got[96];
    cucore__text text = cucore__text_start(got, sizeof got);
    if (view->dtype.lanes < 2 || arg->flags & CUCORE_ALLOW_LANES) return CUCORE_OK;
    cucore__text_add_dtype(&text, view->dtype);
    cucore__text_add(&text, ": vector elements are accepted only with CUCORE_ALLOW_LANES");
    return cucore__fail_dtype(arg, call, got);
}

CUCORE_API cucore_status cucore_views_check(const cucore_view *views, const cucore_arg *args, size_t count)
{
    cucore_call call;
    size_t i, failed = 0;
    cucore_status status = CUCORE_OK;
    if (count && (!views || !args)) return cucore__fail_null("cucore_views_check", views ? "args" : "views");
    memset(&call, 0, sizeof call);
    call.args = args;
    call.views = views;
    call.args_count = count;
    for (i = 0; !status && i < count; i++) {
        status = cucore__arg_check_plain(&args[i], 1);
        if (!status) status = cucore__view_check_plain(&views[i], &args[i], &call);
        if (!status) status = cucore__view_check_lanes(&views[i], &args[i], &call);
    }
    if (!status) status = cucore__views_check_same_device(views, count, args, &failed);
    return status ? status : cucore__views_check_overlaps(views, count, args, NULL, &failed);
}

#if !defined(CUCORE_NO_BUFFERS)
/* ------------ >>impl-memory -- */
/* core/memory.c: memory resources. */
struct cucore_memory_resource {
    cucore_memory_functions functions;
    void *user_data; /* the context of the functions; for resources of this library the resource */
    void (*release)(void *owner);
    void *owner;
    void *handle;                  /* CUmemoryPool, or the primary context if there is no pool */
    cucore_memory_kind kind;       /* unless is_foreign */
    int device_id;                 /* that allocates */
    int is_unordered;              /* does not work in stream order */
    int is_foreign;                /* the functions are the caller's */
    int takes_gil;                 /* they are of Python, and take the GIL in the interpreter of the caller */
    CUCORE__ATOMIC(int) is_static; /* one for all, not counted: 1 once it is made */
    CUCORE__ATOMIC(int) references;
};

/* A pool of the driver: its memory is allocated and freed in stream order. */
CUCORE__PRIVATE int cucore__resource_is_pool(const cucore_memory_resource *resource)
{
    return !resource->is_foreign && !resource->is_unordered;
}

/* Stream-ordered calls on a pool: in the context that a default stream is meant in; without one for a handle, or in any
 * of the device if the driver asks for one. */
CUCORE__PRIVATE cucore_status cucore__pool_call(const cucore_memory_resource *resource, cucore__CUdeviceptr *ptr,
                                                size_t nbytes, CUstream stream, int is_free)
{
    cucore_context_guard guard;
    CUcontext context = NULL;
    cucore__CUmemoryPool pool = (cucore__CUmemoryPool)resource->handle;
    cucore__CUresult result = CUCORE__CUDA_ERROR_INVALID_CONTEXT;
    cucore__CUstreamCaptureMode mode;
    int is_default = cucore__stream_is_default(stream), entered = is_default, exchanged;
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (status) return status;
    stream = cucore__stream_normalize(stream);
    for (;; entered = 1) {
        if (entered) {
            status = is_default ? cucore__context_for_data(resource->device_id, &context)
                                : cucore_context_get_primary(resource->device_id, &context);
            if (!status) status = cucore_context_enter(context, &guard);
            if (status) return status;
        }
        exchanged = cucore__relaxed_begin(&mode);
        result = is_free ? cucore__driver.MemFreeAsync(*ptr, stream)
                         : cucore__driver.MemAllocFromPoolAsync(ptr, nbytes, pool, stream);
        cucore__relaxed_end(exchanged, &mode);
        if (entered) cucore_context_leave(&guard);
        if (entered || result != CUCORE__CUDA_ERROR_INVALID_CONTEXT) break;
    }
    return cucore__check_result(result, is_free ? "cuMemFreeAsync" : "cuMemAllocFromPoolAsync");
}

CUCORE__PRIVATE cucore_status cucore__pool_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    cucore__CUdeviceptr ptr = 0;
    cucore_status status = cucore__pool_call((const cucore_memory_resource *)user_data, &ptr, nbytes, stream, 0);
    *out = (void *)(uintptr_t)ptr;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__pool_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    cucore__CUdeviceptr address = (uintptr_t)ptr;
    return cucore__pool_call((const cucore_memory_resource *)user_data, &address, nbytes, stream, 1);
}

CUCORE__PRIVATE void cucore__pool_destroy(cucore__CUmemoryPool pool)
{
    cucore__CUstreamCaptureMode mode;
    int exchanged = cucore__relaxed_begin(&mode);
    if (cucore__driver.MemPoolDestroy) (void)cucore__driver.MemPoolDestroy(pool);
    cucore__relaxed_end(exchanged, &mode);
}

CUCORE__PRIVATE void cucore__pool_release(void *owner)
{
    cucore_memory_resource *resource = (cucore_memory_resource *)owner;
    if (!cucore__driver_is_ready()) return;
    CUCORE__WAITING(cucore__pool_destroy((cucore__CUmemoryPool)resource->handle));
}

/* Memory without a stream, in the resource's context. */
CUCORE__PRIVATE cucore_status cucore__plain_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    const cucore_memory_resource *resource = (const cucore_memory_resource *)user_data;
    const int device_type = resource->functions.device_type;
    cucore_context_guard guard;
    cucore__CUdeviceptr ptr = 0;
    size_t free_bytes = 0, total = 0;
    cucore_status status = cucore_context_enter((CUcontext)resource->handle, &guard);
    (void)stream;
    if (status) return status;
    if (device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        CUCORE__CALL_RELAXED(status, MemHostAlloc, (out, nbytes, CUCORE__CU_MEMHOSTALLOC_PORTABLE));
    } else if (device_type == CUCORE_DEVICE_TYPE_CUDA) {
        CUCORE__CALL_RELAXED(status, MemAlloc, (&ptr, nbytes));
    } else {
        status = CUCORE__CALL(MemGetInfo, (&free_bytes, &total));
        if (!status && nbytes > free_bytes) {
            status = cucore_fail(CUCORE_OUT_OF_MEMORY, "%llu bytes of managed memory: the device has %llu free",
                                 (unsigned long long)nbytes, (unsigned long long)free_bytes);
        }
        if (!status) CUCORE__CALL_RELAXED(status, MemAllocManaged, (&ptr, nbytes, CUCORE__CU_MEM_ATTACH_GLOBAL));
    }
    cucore_context_leave(&guard);
    if (device_type != CUCORE_DEVICE_TYPE_CUDA_HOST) *out = (void *)(uintptr_t)ptr;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__plain_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    const cucore_memory_resource *resource = (const cucore_memory_resource *)user_data;
    cucore_context_guard guard;
    cucore__place place;
    cucore_status status = cucore__driver_need();
    (void)nbytes;
    if (!status && stream != CUCORE_STREAM_NO_SYNC &&
        stream != CUCORE_STREAM_HOST) { /* neither kernel nor copy uses it */
        status = cucore__place_make(stream, resource->device_id, &place);
        if (!status) status = cucore__place_synchronize(&place);
    }
    if (!status) status = cucore_context_enter((CUcontext)resource->handle, &guard);
    if (status) return status;
    if (resource->functions.device_type == CUCORE_DEVICE_TYPE_CUDA_HOST) {
        CUCORE__CALL_RELAXED(status, MemFreeHost, (ptr));
    } else {
        CUCORE__CALL_RELAXED(status, MemFree, ((uintptr_t)ptr));
    }
    cucore_context_leave(&guard);
    return status;
}

/* Aligned as vector instructions, and JAX for sharing it, want it; TensorFlow aborts otherwise (rules B105). */
enum { CUCORE__HOST_ALIGNMENT = 64 };

/* -> the block to free, NULL; *out: the memory in it */
CUCORE__PRIVATE void *cucore__host_block(size_t nbytes, void **out)
{
    char *block = nbytes <= SIZE_MAX - CUCORE__HOST_ALIGNMENT ? (char *)malloc(nbytes + CUCORE__HOST_ALIGNMENT) : NULL;
    if (block) {
        *out = block + (CUCORE__HOST_ALIGNMENT - ((uintptr_t)block & (CUCORE__HOST_ALIGNMENT - 1)));
    } else {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for an array of %llu bytes", (unsigned long long)nbytes);
    }
    return block;
}

/* The address of the block is kept in front of the memory: malloc aligns for pointers, so that there is room. */
CUCORE__PRIVATE cucore_status cucore__host_allocate(void *user_data, size_t nbytes, CUstream stream, void **out)
{
    void *ptr = NULL, *block = cucore__host_block(nbytes, &ptr);
    (void)user_data, (void)stream;
    if (!block) return CUCORE_OUT_OF_MEMORY;
    memcpy((char *)ptr - sizeof block, &block, sizeof block);
    *out = ptr;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__host_deallocate(void *user_data, void *ptr, size_t nbytes, CUstream stream)
{
    void *block;
    (void)user_data, (void)nbytes, (void)stream;
    memcpy(&block, (const char *)ptr - sizeof block, sizeof block);
    free(block);
    return CUCORE_OK;
}

/* Only the host can use pinned memory until devices are given access. */
CUCORE__PRIVATE cucore_status cucore__pool_share(cucore__CUmemoryPool pool)
{
    cucore__CUmemAccessDesc access;
    cucore_status status = CUCORE_OK;
    int i;
    memset(&access, 0, sizeof access);
    access.location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CUCORE__CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    for (i = 0; !status && cucore__device_exists(i); i++) {
        access.location.id = i;
        status = CUCORE__CALL(MemPoolSetAccess, (pool, &access, 1));
    }
    return status;
}

/* A pool that is asked for. */
typedef struct cucore__pool_wish {
    cucore_memory_kind kind;
    int device;
    const cucore_memory_resource_options *options; /* not NULL */
    cucore__CUmemPoolProps props;
} cucore__pool_wish;

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_pool(const cucore__pool_wish *wish, cucore__CUresult result,
                                                             const char *call)
{
    const cucore__CUmemPoolProps *props = &wish->props;
    char where[32] = "", with[40] = "";
    if (wish->kind == CUCORE_MEMORY_POOL && !props->handleTypes) return cucore__fail_result(result, call);
    if (result != CUCORE__CUDA_ERROR_INVALID_VALUE && result != CUCORE__CUDA_ERROR_NOT_SUPPORTED &&
        result != CUCORE__CUDA_ERROR_INVALID_DEVICE && result != CUCORE__CUDA_ERROR_NOT_PERMITTED) {
        return cucore__fail_result(result, call);
    }
    if (props->location.type == CUCORE__CU_MEM_LOCATION_TYPE_HOST_NUMA) {
        (void)snprintf(where, sizeof where, " on NUMA node %d", props->location.id);
    }
    if (props->handleTypes) (void)snprintf(with, sizeof with, " with handle types 0x%x", (unsigned)props->handleTypes);
    return cucore__fail_driver(CUCORE_UNSUPPORTED, result, call,
                               "this driver %s no pool of %s memory%s%s: %s failed: %s (%d)",
                               wish->options->which ? "has" : "makes",
                               wish->kind == CUCORE_MEMORY_PINNED_POOL    ? "pinned"
                               : wish->kind == CUCORE_MEMORY_MANAGED_POOL ? "managed"
                                                                          : "device",
                               where, with, call, cucore__result_name(result), result);
}

/* Fills in the location for the driver. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_locate(const cucore__pool_wish *wish,
                                                               cucore__CUmemLocation *out)
{
    const cucore_memory_location *asked = &wish->options->location;
    const int pinned = wish->kind == CUCORE_MEMORY_PINNED_POOL, managed = wish->kind == CUCORE_MEMORY_MANAGED_POOL;
    const int type = asked->type ? asked->type : pinned ? CUCORE_LOCATION_HOST : CUCORE_LOCATION_DEVICE;
    const int id = asked->type || pinned ? asked->id : wish->device;
    const int is_none = type == CUCORE_LOCATION_NONE;
    const int fits = type == CUCORE_LOCATION_DEVICE ? !pinned && id == wish->device
                     : type == CUCORE_LOCATION_HOST ? (pinned || managed) && !id
                     : is_none                      ? managed && !id
                               : type == CUCORE_LOCATION_HOST_NUMA && (pinned || managed) && id >= 0;
    if (!fits || (!asked->type && asked->id)) {
        return cucore__invalid("a pool of kind %d for device %d cannot be at location type %d with id %d",
                               (int)wish->kind, wish->device, (int)asked->type, (int)asked->id);
    }
    out->type = is_none                          ? CUCORE__CU_MEM_LOCATION_TYPE_INVALID
                : type == CUCORE_LOCATION_DEVICE ? CUCORE__CU_MEM_LOCATION_TYPE_DEVICE
                : type == CUCORE_LOCATION_HOST   ? CUCORE__CU_MEM_LOCATION_TYPE_HOST
                                                 : CUCORE__CU_MEM_LOCATION_TYPE_HOST_NUMA;
    out->id = id;
    return CUCORE_OK;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_limit(cucore__pool_wish *wish)
{
    int version = 0;
    cucore_status status = CUCORE__CALL(DriverGetVersion, (&version));
    if (!status && version < 12020) {
        status = cucore_fail(CUCORE_UNSUPPORTED,
                             "max_nbytes is %llu, but this driver (CUDA %d.%d) does not limit pools: 12.2 does",
                             (unsigned long long)wish->options->max_nbytes, version / 1000, version % 1000 / 10);
    }
    wish->props.maxSize = wish->options->max_nbytes;
    return status;
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_create(cucore__pool_wish *wish, cucore__CUmemoryPool *out)
{
    cucore__CUmemoryPool pool = NULL;
    cucore__CUresult result;
    uint64_t threshold = wish->options->release_threshold;
    cucore_status status = wish->options->max_nbytes ? cucore__pool_limit(wish) : CUCORE_OK;
    if (status) return status;
    wish->props.handleTypes = (cucore__CUmemAllocationHandleType)wish->options->handle_types;
    wish->props.win32SecurityAttributes = wish->options->win32_security;
    if (!cucore__driver.MemPoolCreate) return cucore__fail_missing("cuMemPoolCreate");
    result = cucore__driver.MemPoolCreate(&pool, &wish->props);
    if (result) return cucore__fail_pool(wish, result, "cuMemPoolCreate");
    status = CUCORE__CALL(MemPoolSetAttribute, (pool, CUCORE__CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
    if (!status && wish->kind == CUCORE_MEMORY_PINNED_POOL) status = cucore__pool_share(pool);
    if (status) cucore__pool_destroy(pool);
    if (!status) *out = pool;
    return status;
}

/* Finds the default or the current pool, which the driver owns, or the code that has set it. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__pool_find(cucore__pool_wish *wish, cucore__CUmemoryPool *out)
{
    const int is_current = wish->options->which == CUCORE_POOL_CURRENT;
    const char *call = is_current ? "cuMemGetMemPool" : "cuMemGetDefaultMemPool";
    cucore__CUresult(CUCORE__CUDAAPI * find)(cucore__CUmemoryPool *, cucore__CUmemLocation *,
                                             cucore__CUmemAllocationType);
    cucore__CUmemoryPool pool = NULL;
    cucore__CUresult result;
    cucore_status status = CUCORE_OK;
    if (wish->kind == CUCORE_MEMORY_POOL) {
        return is_current ? CUCORE__CALL(DeviceGetMemPool, (out, wish->device))
                          : CUCORE__CALL(DeviceGetDefaultMemPool, (out, wish->device));
    }
    find = is_current ? cucore__driver.MemGetMemPool : cucore__driver.MemGetDefaultMemPool;
    if (!find) return cucore__fail_missing(call);
    result = find(&pool, &wish->props.location, wish->props.allocType);
    if (result) return cucore__fail_pool(wish, result, call);
    if (wish->kind == CUCORE_MEMORY_PINNED_POOL) status = cucore__pool_share(pool);
    if (!status) *out = pool;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__pool_need(void)
{
    if (!cucore__driver.MemAllocFromPoolAsync) return cucore__fail_missing("cuMemAllocFromPoolAsync");
    return cucore__driver.MemFreeAsync ? CUCORE_OK : cucore__fail_missing("cuMemFreeAsync");
}

CUCORE__PRIVATE void cucore__resource_fill(cucore_memory_resource *resource, cucore_memory_kind kind, int device,
                                           void *handle)
{
    const int pooled = kind == CUCORE_MEMORY_DEFAULT_POOL || kind == CUCORE_MEMORY_POOL ||
                       kind == CUCORE_MEMORY_PINNED_POOL || kind == CUCORE_MEMORY_MANAGED_POOL;
    const int pinned = kind == CUCORE_MEMORY_PINNED || kind == CUCORE_MEMORY_PINNED_POOL;
    const int managed = kind == CUCORE_MEMORY_MANAGED || kind == CUCORE_MEMORY_MANAGED_POOL;
    resource->functions.allocate = pooled ? cucore__pool_allocate : cucore__plain_allocate;
    resource->functions.deallocate = pooled ? cucore__pool_deallocate : cucore__plain_deallocate;
    resource->functions.device_type = pinned    ? CUCORE_DEVICE_TYPE_CUDA_HOST
                                      : managed ? CUCORE_DEVICE_TYPE_CUDA_MANAGED
                                                : CUCORE_DEVICE_TYPE_CUDA;
    resource->functions.device_id = pinned ? CUCORE_DEVICE_NONE : device;
    resource->user_data = resource;
    resource->owner = resource;
    resource->release = NULL;
    resource->handle = handle;
    resource->kind = kind;
    resource->device_id = device;
    resource->is_unordered = !pooled;
}

/* All resources except own pools: one for each kind and device, so that taking one needs no allocation. */
enum { CUCORE__STATIC_KINDS = 4 };
static cucore_memory_resource cucore__static_resources[CUCORE__STATIC_KINDS][CUCORE__MAX_DEVICES];
/* Initialised statically, since no lock may be taken without a driver (in a child of a fork). */
static cucore_memory_resource cucore__host_resource = {
    {cucore__host_allocate, cucore__host_deallocate, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}},
    NULL,
    NULL,
    NULL,
    NULL,
    CUCORE_MEMORY_HOST,
    CUCORE_DEVICE_NONE,
    1,
    0,
    0,
    1,
    0};

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__resource_make(cucore_memory_resource *resource,
                                                                  cucore_memory_kind kind, int device)
{
    cucore__CUmemoryPool pool = NULL;
    CUcontext primary = NULL;
    cucore_status status = CUCORE_OK;
    if (kind == CUCORE_MEMORY_DEFAULT_POOL) {
        status = cucore__pool_need();
        if (!status) status = CUCORE__CALL(DeviceGetDefaultMemPool, (&pool, device));
    } else {
        status = cucore_context_get_primary(device, &primary);
    }
    if (status) return status;
    CUCORE__LOCK();
    if (!CUCORE__LOAD(&resource->is_static)) {
        cucore__resource_fill(resource, kind, device, pool ? (void *)pool : (void *)primary);
        CUCORE__STORE(&resource->is_static, 1);
    }
    CUCORE__UNLOCK();
    return CUCORE_OK;
}

/* kind: neither HOST nor one of pools of their own */
CUCORE__PRIVATE cucore_status cucore__resource_find_on(cucore_memory_kind kind, int device_id,
                                                       cucore_memory_resource **out)
{
    cucore_memory_resource *resource;
    int device = 0;
    cucore_status status = cucore__device_id_resolve(device_id, &device);
    *out = NULL;
    if (status) return status;
    resource = &cucore__static_resources[kind == CUCORE_MEMORY_DEFAULT_POOL  ? 0
                                         : kind == CUCORE_MEMORY_SYNCHRONOUS ? 1
                                         : kind == CUCORE_MEMORY_PINNED      ? 2
                                                                             : 3][device];
    if (!CUCORE__LIKELY(CUCORE__LOAD(&resource->is_static))) status = cucore__resource_make(resource, kind, device);
    if (!status) *out = resource;
    return status;
}

/* kind: not one of pools of their own */
CUCORE__PRIVATE cucore_status cucore__resource_find(cucore_memory_kind kind, int device_id,
                                                    cucore_memory_resource **out)
{
    *out = &cucore__host_resource;
    return kind == CUCORE_MEMORY_HOST ? CUCORE_OK : cucore__resource_find_on(kind, device_id, out);
}

CUCORE__PRIVATE cucore_memory_resource *cucore__resource_new(void)
{
    cucore_memory_resource *resource = (cucore_memory_resource *)calloc(1, sizeof *resource);
    if (resource) {
        resource->references = 1;
    } else {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a resource of %d bytes", (int)sizeof *resource);
    }
    return resource;
}

CUCORE__PRIVATE cucore_status cucore__resource_check_options(cucore_memory_kind kind, int is_pool,
                                                             const cucore_memory_resource_options *options)
{
    const unsigned known =
        CUCORE_HANDLE_FILE_DESCRIPTOR | CUCORE_HANDLE_WIN32 | CUCORE_HANDLE_WIN32_KMT | CUCORE_HANDLE_FABRIC;
    const int is_own = is_pool && !options->which;
    if (options->reserved[0] || options->reserved[1]) {
        return cucore__invalid("cucore_memory_resource_create: options->reserved is not all zero");
    }
    if (!is_pool && (options->location.type || options->location.id || options->which)) {
        return cucore__invalid("location (type %d, id %d) and which (%d) are of pools, which kind %d is not",
                               (int)options->location.type, (int)options->location.id, (int)options->which, (int)kind);
    }
    if (options->which < CUCORE_POOL_OWN || options->which > CUCORE_POOL_CURRENT) {
        return cucore__invalid("options->which is %d; expected CUCORE_POOL_OWN, _DEFAULT or _CURRENT",
                               (int)options->which);
    }
    if (options->handle_types & ~known) {
        return cucore__invalid("options->handle_types is 0x%x; 0x%x are the CUCORE_HANDLE_...",
                               (unsigned)options->handle_types, known);
    }
    if (is_own ||
        !(options->release_threshold || options->max_nbytes || options->handle_types || options->win32_security)) {
        return CUCORE_OK;
    }
    return cucore__invalid("release_threshold (%llu), max_nbytes (%llu), handle_types (0x%x) and win32_security are of "
                           "pools of their own, which %s %d is not",
                           (unsigned long long)options->release_threshold, (unsigned long long)options->max_nbytes,
                           (unsigned)options->handle_types, is_pool ? "options->which" : "kind",
                           is_pool ? (int)options->which : (int)kind);
}

/* Makes the pool that is asked for, or finds it. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__resource_make_pool(cucore__pool_wish *wish,
                                                                      cucore_memory_resource **out)
{
    cucore_memory_resource *resource;
    cucore__CUmemoryPool pool = NULL;
    cucore__CUstreamCaptureMode mode;
    int exchanged;
    cucore_status status = cucore__pool_need();
    wish->props.allocType = wish->kind == CUCORE_MEMORY_MANAGED_POOL ? CUCORE__CU_MEM_ALLOCATION_TYPE_MANAGED
                                                                     : CUCORE__CU_MEM_ALLOCATION_TYPE_PINNED;
    if (!status) status = cucore__pool_locate(wish, &wish->props.location);
    if (status) return status;
    resource = cucore__resource_new();
    if (!resource) return CUCORE_OUT_OF_MEMORY;
    exchanged = cucore__relaxed_begin(&mode);
    status = wish->options->which ? cucore__pool_find(wish, &pool) : cucore__pool_create(wish, &pool);
    cucore__relaxed_end(exchanged, &mode);
    if (status) {
        free(resource);
        return status;
    }
    cucore__resource_fill(resource, wish->kind, wish->device, pool);
    if (!wish->options->which) resource->release = cucore__pool_release;
    *out = resource;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_memory_resource_create(cucore_memory_kind kind, int device_id,
                                                       const cucore_memory_resource_options *options,
                                                       cucore_memory_resource **out)
{
    static const cucore_memory_resource_options usual = {0, 0, {0, 0}, 0, 0, NULL, {NULL, NULL}};
    const int is_pool =
        kind == CUCORE_MEMORY_POOL || kind == CUCORE_MEMORY_PINNED_POOL || kind == CUCORE_MEMORY_MANAGED_POOL;
    cucore__pool_wish wish;
    cucore_status status = CUCORE_OK;
    if (!out) return cucore__fail_null("cucore_memory_resource_create", "out");
    *out = NULL;
    if ((unsigned)kind > (unsigned)CUCORE_MEMORY_HOST) {
        return cucore__invalid("%d is no kind of memory (CUCORE_MEMORY_...)", (int)kind);
    }
    if (options) status = cucore__resource_check_options(kind, is_pool, options);
    if (status) return status;
    if (!is_pool) return cucore__resource_find(kind, device_id, out);
    memset(&wish, 0, sizeof wish);
    wish.kind = kind;
    wish.options = options ? options : &usual;
    status = cucore__device_id_resolve(device_id, &wish.device);
    return status ? status : cucore__resource_make_pool(&wish, out);
}

CUCORE_API cucore_status cucore_memory_resource_from_functions(const cucore_memory_functions *functions,
                                                               void *user_data, void (*release)(void *user_data),
                                                               cucore_memory_resource **out)
{
    cucore_memory_resource *resource;
    int type, on_device;
    if (!out) return cucore__fail_null("cucore_memory_resource_from_functions", "out");
    *out = NULL;
    if (!functions || !functions->allocate || !functions->deallocate) {
        return cucore__fail_null("cucore_memory_resource_from_functions", !functions ? "functions"
                                                                          : functions->allocate
                                                                              ? "functions->deallocate"
                                                                              : "functions->allocate");
    }
    type = functions->device_type;
    on_device = type == CUCORE_DEVICE_TYPE_CUDA || type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    if (type && !on_device && type != CUCORE_DEVICE_TYPE_CPU && type != CUCORE_DEVICE_TYPE_CUDA_HOST) {
        return cucore__invalid("a resource cannot give memory of device type %d (%s)", type, cucore__device_name(type));
    }
    if (on_device && functions->device_id < 0) {
        return cucore__invalid("a resource of device memory (type %d) needs its device_id, not %d", type,
                               functions->device_id);
    }
    if (functions->reserved[0] || functions->reserved[1]) {
        return cucore__invalid("cucore_memory_resource_from_functions: functions->reserved is not all zero");
    }
    resource = cucore__resource_new();
    if (!resource) return CUCORE_OUT_OF_MEMORY;
    resource->functions = *functions;
    resource->is_foreign = 1;
    if (!on_device) resource->functions.device_id = CUCORE_DEVICE_NONE;
    resource->device_id = resource->functions.device_id;
    resource->user_data = resource->owner = user_data;
    resource->release = release;
    *out = resource;
    return CUCORE_OK;
}

CUCORE_API void cucore_memory_resource_retain(cucore_memory_resource *resource)
{
    if (resource && !CUCORE__LOAD(&resource->is_static)) (void)CUCORE__ADD(&resource->references, 1);
}

CUCORE_API void cucore_memory_resource_release(cucore_memory_resource *resource)
{
    if (!resource || CUCORE__LOAD(&resource->is_static) || CUCORE__ADD(&resource->references, -1) > 0) return;
    if (resource->release) resource->release(resource->owner);
    free(resource);
}

/* ------------ >>impl-free -- */
/* core/free.c: buffers given back, at once or after a capture. */
/* Returns the device of a default stream: that of the memory, or of the resource for pinned memory. */
CUCORE__PRIVATE int cucore__buffer_device(const cucore_buffer *buffer, const cucore_memory_resource *resource)
{
    return buffer->device_id >= 0 || !resource ? buffer->device_id : resource->device_id;
}

/* The context of a default stream for the buffer (rules B118); NULL: the stream is none, or the memory is the
 * host's. */
CUCORE__PRIVATE cucore_status cucore__buffer_stream_context(const cucore_buffer *buffer,
                                                            const cucore_memory_resource *resource, CUstream stream,
                                                            CUcontext *out)
{
    cucore_status status;
    *out = NULL;
    if (!buffer->device_accessible || !cucore__stream_is_default(stream)) return CUCORE_OK;
    status = cucore__driver_need();
    return status ? status : cucore__context_for_data(cucore__buffer_device(buffer, resource), out);
}

/* The last stream; the user may have set it, without a context. */
CUCORE__PRIVATE cucore_status cucore__buffer_place(const cucore_buffer *buffer, cucore__place *out)
{
    CUcontext context = buffer->private_.stream_context;
    cucore_status status = CUCORE_OK;
    if (!context) status = cucore__buffer_stream_context(buffer, buffer->private_.resource, buffer->stream, &context);
    if (!status) cucore__place_put(buffer->stream, context, out);
    return status;
}

/* Refuses to free memory of a pool on a stream that is captured, unless it was allocated in the same capture: the
 * driver cannot make that a part of the graph.  Also on the legacy stream beside a capture, which would break it (rules
 * B106, B117). */
CUCORE__PRIVATE cucore_status cucore__buffer_refuse_capture(const cucore_buffer *buffer, const cucore__place *place)
{
    cucore__capture capture;
    cucore_status status = cucore__driver_need();
    if (status) return status;
    status = cucore__place_capture(place, &capture);
    if (status || !capture.is_active || (capture.id && capture.id == buffer->private_.capture_id)) return status;
    if (capture.is_beside) return cucore__fail_beside();
    return cucore_fail(
        CUCORE_CAPTURE,
        "stream 0x%llx is being captured into a graph: memory from before the capture cannot be freed on it",
        (unsigned long long)(uintptr_t)place->stream);
}

/* Frees the memory.  A default stream of the last use that is not the one of the context of the call goes first. */
CUCORE__PRIVATE cucore_status cucore__buffer_deallocate_now(const cucore_buffer *buffer,
                                                            const cucore_memory_resource *resource, void **held)
{
    const cucore_memory_functions *functions = &resource->functions;
    CUcontext context = buffer->private_.call_context;
    cucore__place place, last;
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    cucore__place_put(buffer->stream, context, &place);
    if (buffer->device_accessible && cucore__stream_is_default(buffer->stream)) {
        status = cucore__buffer_place(buffer, &last);
        if (!context) context = last.context;
        place.context = context;
        if (!status) status = cucore__place_wait(&place, &last);
    }
    if (!status && cucore__resource_is_pool(resource)) status = cucore__buffer_refuse_capture(buffer, &place);
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    if (resource->takes_gil) {
        cucore__wait_end(*held);
        *held = NULL;
    }
    CUCORE__CALL_ALLOCATOR(status, deallocate, (resource->user_data, buffer->ptr, buffer->nbytes, buffer->stream));
    cucore_context_leave(&guard);
    /* After its capture it is the graph's, unless the graph has run. */
    if (status && buffer->private_.capture_id && cucore__error.result == CUCORE__CUDA_ERROR_INVALID_VALUE)
        status = CUCORE_OK;
    return status;
}

/* Does the same, while other threads run if the driver may wait (rules B122). */
CUCORE__PRIVATE cucore_status cucore__buffer_deallocate(const cucore_buffer *buffer,
                                                        const cucore_memory_resource *resource)
{
    void *held = buffer->device_accessible ? cucore__wait_begin() : NULL;
    cucore_status status = cucore__buffer_deallocate_now(buffer, resource, &held);
    cucore__wait_end(held);
    return status;
}

/* Gives back what is not memory, and zeroes. */
CUCORE__PRIVATE void cucore__buffer_end(cucore_buffer *buffer)
{
    cucore_memory_resource *resource = buffer->private_.resource;
    void (*release)(void *) = buffer->release;
    void *owner = buffer->owner;
    memset(buffer, 0, sizeof *buffer);
    if (release) release(owner);
    cucore_memory_resource_release(resource);
}

/* For memory that no work uses any more: on a default stream of the context, one on which it can be freed beside a
 * capture. */
CUCORE__PRIVATE cucore_status cucore__buffer_set_idle(cucore_buffer *buffer, CUcontext context)
{
    cucore__place place;
    cucore__capture capture;
    cucore_status status;
    place.stream = CUCORE_STREAM_LEGACY;
    place.context = context;
    status = cucore__place_capture(&place, &capture);
    if (status) return status;
    buffer->stream = capture.is_beside ? CUCORE_STREAM_PER_THREAD : CUCORE_STREAM_LEGACY;
    buffer->private_.stream_context = context;
    return CUCORE_OK;
}

/* -- memory that could not be freed, for a later call -------------------------------------------------------------- */
typedef struct cucore__kept {
    struct cucore__kept *next;
    cucore_buffer buffer;
    CUcontext context;     /* of its stream */
    unsigned long long id; /* of the context; 0: not known */
    int failures;          /* except for captures */
} cucore__kept;

/* The oldest first; changed under the lock. */
static struct {
    CUCORE__ATOMIC(cucore__kept *) first;
    cucore__kept *last;
} cucore__kept_list;

CUCORE__PRIVATE void cucore__kept_put(cucore__kept *one)
{
    one->next = NULL;
    CUCORE__LOCK();
    if (CUCORE__LOAD(&cucore__kept_list.first)) {
        cucore__kept_list.last->next = one;
    } else {
        CUCORE__STORE(&cucore__kept_list.first, one);
    }
    cucore__kept_list.last = one;
    CUCORE__UNLOCK();
}

CUCORE__PRIVATE cucore__kept *cucore__kept_take(void)
{
    cucore__kept *one;
    CUCORE__LOCK();
    one = CUCORE__LOAD(&cucore__kept_list.first);
    if (one) CUCORE__STORE(&cucore__kept_list.first, one->next);
    CUCORE__UNLOCK();
    return one;
}

/* Takes over a buffer that could not be freed, and zeroes it; on error it is as it was. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__buffer_keep(cucore_buffer *buffer)
{
    cucore__kept *one;
    cucore__place place;
    cucore_status status = cucore__driver_need();
    if (!status) status = cucore__buffer_place(buffer, &place);
    if (!status) status = cucore__place_complete(&place, &place);
    if (status) return status;
    one = (cucore__kept *)calloc(1, sizeof *one);
    if (!one) {
        return cucore_fail(CUCORE_OUT_OF_MEMORY,
                           "no memory to note what cannot be freed while a stream is captured: %d bytes",
                           (int)sizeof *one);
    }
    one->context = place.context;
    one->id = cucore__context_id(place.context);
    one->buffer = *buffer;
    if (cucore__stream_is_default(buffer->stream)) one->buffer.private_.stream_context = place.context;
    memset(buffer, 0, sizeof *buffer);
    cucore__kept_put(one);
    return CUCORE_OK;
}

/* Frees one buffer, or returns CAPTURE.  The handle is not used again, since drivers crash if its stream is gone; nor
 * is the per-thread stream, which was that of another thread.  Instead it waits for all work of the context. */
CUCORE__PRIVATE cucore_status cucore__kept_free(cucore__kept *one, int may_wait)
{
    cucore_buffer *buffer = &one->buffer;
    CUcontext context = NULL;
    unsigned long long id = one->id;
    cucore_status status = one->id ? CUCORE__CALL(CtxGetId, (one->context, &id)) : CUCORE_OK;
    if (status || id != one->id) return status; /* the context is gone, perhaps, or was reset, and the memory with it */
    if (!buffer->private_.keeps_stream && cucore__stream_normalize(buffer->stream) != CUCORE_STREAM_LEGACY) {
        if (!may_wait) return CUCORE_CAPTURE;
        status = cucore__context_for_data(cucore__buffer_device(buffer, buffer->private_.resource), &context);
        if (!status) CUCORE__WAITING(status = cucore__context_synchronize(one->context));
        if (!status) status = cucore__buffer_set_idle(buffer, context);
    }
    return status ? status : cucore__buffer_deallocate(buffer, buffer->private_.resource);
}

/* Gives up on one whose context is broken: tries again as often as that may be a coincidence. */
CUCORE__PRIVATE int cucore__kept_is_lost(cucore__kept *one, cucore_status status)
{
    enum { CUCORE__KEPT_TRIES = 3 };
    return status != CUCORE_CAPTURE && ++one->failures == CUCORE__KEPT_TRIES;
}

/* Frees what can be freed now: of the oldest `most`, or of all.  Returns the first failure. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__kept_free_some(size_t most, int may_wait)
{
    cucore__kept *one, *put_back = NULL;
    cucore_error error;
    cucore_status first = CUCORE_OK, status;
    if (!cucore__driver_is_ready()) return CUCORE_OK; /* it is the parent's memory (rules B88) */
    while (most-- && (one = cucore__kept_take()) != NULL) {
        const int is_seen = one == put_back;
        status = is_seen ? CUCORE_OK : cucore__kept_free(one, may_wait);
        if (status && !first) memcpy(&error, &cucore__error, sizeof error);
        if (!first) first = status;
        if (is_seen || (status && !cucore__kept_is_lost(one, status))) {
            cucore__kept_put(one);
            if (is_seen) break;
            if (!put_back) put_back = one;
        } else {
            cucore__buffer_end(&one->buffer);
            free(one);
        }
    }
    if (first) memcpy(&cucore__error, &error, sizeof error);
    return first;
}

CUCORE__PRIVATE inline int cucore__kept_is_any(void)
{
    return !CUCORE__LIKELY(!CUCORE__LOAD(&cucore__kept_list.first));
}

/* In calls that do not wait; a few, since they may all be of a capture that goes on. */
CUCORE__PRIVATE inline void cucore__kept_look(void)
{
    enum { CUCORE__KEPT_LOOK = 8 };
    cucore_error error;
    if (!cucore__kept_is_any()) return;
    error = cucore__error;
    (void)cucore__kept_free_some(CUCORE__KEPT_LOOK, 0);
    cucore__error = error;
}

/* -- release ------------------------------------------------------------------------------------------------------- */
CUCORE_API cucore_status cucore_buffer_release(cucore_buffer *buffer)
{
    cucore_status status = CUCORE_OK;
    if (!buffer) return CUCORE_OK;
    if (buffer->private_.resource && buffer->ptr) {
        status = cucore__buffer_deallocate(buffer, buffer->private_.resource);
        if (status == CUCORE_CAPTURE) return cucore__buffer_keep(buffer);
        if (status) return status;
    }
    cucore__buffer_end(buffer);
    cucore__kept_look();
    return CUCORE_OK;
}

/* The same for callers that cannot call again: memory that cannot be freed now is kept; without memory for that, or
 * without a driver, it leaks. */
CUCORE__PRIVATE cucore_status cucore__buffer_give_back(cucore_buffer *buffer)
{
    cucore_error error;
    cucore_status status = cucore_buffer_release(buffer);
    if (!status) return CUCORE_OK;
    error = cucore__error;
    if (cucore__buffer_keep(buffer)) memset(buffer, 0, sizeof *buffer);
    cucore__error = error;
    return status;
}

/* After a failure, whose message stays. */
CUCORE__PRIVATE void cucore__buffer_drop(cucore_buffer *buffer)
{
    cucore_error error = cucore__error;
    (void)cucore__buffer_give_back(buffer);
    cucore__error = error;
}

/* The buffer of a view. */
CUCORE__PRIVATE cucore_buffer *cucore__memory_new(void)
{
    cucore_buffer *buffer = (cucore_buffer *)calloc(1, sizeof *buffer);
    if (!buffer) (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *buffer);
    return buffer;
}

/* Returns 1 if memory leaks since the interpreter ends and the driver would have to wait; *held as cucore__wait_begin
 * returns it, for memory that only the driver frees. */
CUCORE__PRIVATE int cucore__memory_is_lost(const cucore_buffer *buffer, void **held)
{
    const cucore_memory_resource *resource = buffer->private_.resource;
    *held = resource && buffer->device_accessible && !resource->takes_gil ? cucore__wait_begin() : NULL;
    return *held == cucore__wait_never && !cucore__resource_is_pool(resource);
}

CUCORE__PRIVATE void cucore__memory_free(void *owner)
{
    void *held;
    if (cucore__memory_is_lost((const cucore_buffer *)owner, &held)) return;
    (void)cucore__buffer_give_back((cucore_buffer *)owner);
    cucore__wait_end(held);
    free(owner);
}

/* ------------ >>impl-buffer -- */
/* core/buffer.c: buffers, copies, fills, views of buffers. */
CUCORE__PRIVATE void cucore__buffer_fill_device(cucore_buffer *buffer, int device_type, int device_id)
{
    int host = device_type == CUCORE_DEVICE_TYPE_CPU || device_type == CUCORE_DEVICE_TYPE_CUDA_HOST;
    buffer->device_type = device_type;
    buffer->device_id = host ? CUCORE_DEVICE_NONE : device_id;
    buffer->host_accessible = device_type != CUCORE_DEVICE_TYPE_CUDA;
    buffer->device_accessible = device_type != CUCORE_DEVICE_TYPE_CPU;
}

/* Asks the driver about memory of a resource without a fixed device. */
CUCORE__PRIVATE cucore_status cucore__buffer_ask_device(cucore_buffer *buffer)
{
    cucore_pointer_info info;
    cucore_status status = cucore_pointer_get_info(buffer->ptr, &info);
    if (!status) cucore__buffer_fill_device(buffer, info.device_type, info.device_id);
    return status;
}

/* Sets the kind of memory of a resource without a fixed device.  Memory that the driver does not know counts as memory
 * of the capture if the stream is captured (rules B131).  From here on default streams are those of this device. */
CUCORE__PRIVATE cucore_status cucore__buffer_find_device(cucore_buffer *buffer, const cucore_memory_resource *resource)
{
    cucore__place place, before;
    CUcontext context = NULL;
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__buffer_ask_device(buffer);
    if (!status && !buffer->device_accessible && cucore__stream_is_captured(buffer->stream, device, &place)) {
        status = cucore__context_device(place.context, &device);
        cucore__buffer_fill_device(buffer, CUCORE_DEVICE_TYPE_CUDA, device);
    }
    if (!status) status = cucore__buffer_stream_context(buffer, resource, buffer->stream, &context);
    if (status || !context || context == buffer->private_.stream_context) return status;
    cucore__place_put(buffer->stream, context, &place);
    cucore__place_put(buffer->stream, buffer->private_.stream_context, &before);
    status = cucore__place_wait(&place, &before);
    if (!status) buffer->private_.stream_context = context;
    return status;
}

/* Functions of other libraries are called in one context, both for the allocation and the release of a buffer: the
 * context of its device, or, if the device is not known, the context that is current at the allocation, which may be
 * none. */
CUCORE__PRIVATE cucore_status cucore__buffer_call_context(const cucore_buffer *buffer,
                                                          const cucore_memory_resource *resource, CUcontext *out)
{
    cucore_status status = CUCORE_OK;
    *out = resource->is_foreign ? buffer->private_.stream_context : NULL;
    if (*out || !resource->is_foreign || !buffer->device_accessible) return CUCORE_OK;
    status = cucore__driver_need();
    if (status) return status;
    return resource->device_id < 0 ? CUCORE__CALL(CtxGetCurrent, (out))
                                   : cucore__context_for_data(resource->device_id, out);
}

/* Notes in which capture memory of a pool is allocated.  On the legacy stream beside a capture that would break it. */
CUCORE__PRIVATE cucore_status cucore__buffer_find_capture(cucore_buffer *buffer)
{
    cucore__place place;
    cucore__capture capture;
    cucore_status status = cucore__driver_need();
    cucore__place_put(buffer->stream, buffer->private_.stream_context, &place);
    if (!status) status = cucore__stream_check(buffer->stream);
    if (!status) status = cucore__place_capture(&place, &capture);
    if (status) return status;
    buffer->private_.capture_id = capture.id;
    return capture.is_beside ? cucore__fail_beside() : CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__buffer_obtain(cucore_buffer *buffer, const cucore_memory_resource *resource)
{
    const cucore_memory_functions *functions = &resource->functions;
    cucore_context_guard guard;
    cucore_error error;
    cucore_status status =
        cucore__buffer_stream_context(buffer, resource, buffer->stream, &buffer->private_.stream_context);
    if (!status && cucore__resource_is_pool(resource)) status = cucore__buffer_find_capture(buffer);
    if (!status) status = cucore__buffer_call_context(buffer, resource, &buffer->private_.call_context);
    if (!status) status = cucore_context_enter(buffer->private_.call_context, &guard);
    if (status) return status;
    CUCORE__CALL_ALLOCATOR(status, allocate, (resource->user_data, buffer->nbytes, buffer->stream, &buffer->ptr));
    cucore_context_leave(&guard);
    if (!status && !buffer->ptr) {
        status = cucore_fail(CUCORE_OUT_OF_MEMORY, "the allocator gave NULL for %llu bytes",
                             (unsigned long long)buffer->nbytes);
    }
    if (status || functions->device_type) return status;
    status = cucore__buffer_find_device(buffer, resource);
    if (!status) return CUCORE_OK;
    error = cucore__error;
    (void)cucore__buffer_deallocate(buffer, resource);
    cucore__error = error;
    return status;
}

CUCORE_API cucore_status cucore_buffer_allocate(cucore_memory_resource *resource, size_t nbytes, CUstream stream,
                                                cucore_buffer *out)
{
    int device_type;
    cucore_status status = CUCORE_OK;
    if (!out) return cucore__fail_null("cucore_buffer_allocate", "out");
    memset(out, 0, sizeof *out);
    if (!resource) status = cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_CURRENT, &resource);
    if (status) return status;
    device_type = resource->functions.device_type;
    out->nbytes = nbytes;
    out->stream = stream;
    cucore__buffer_fill_device(out, device_type, device_type ? resource->functions.device_id : CUCORE_DEVICE_NONE);
    cucore__kept_look();
    if (nbytes) status = cucore__buffer_obtain(out, resource);
    if (status == CUCORE_OUT_OF_MEMORY && cucore__kept_is_any()) {
        (void)cucore__kept_free_some(SIZE_MAX, 1);
        status = cucore__buffer_obtain(out, resource);
    }
    if (status) {
        memset(out, 0, sizeof *out);
        return status;
    }
    cucore_memory_resource_retain(resource);
    out->private_.resource = resource;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_buffer_from_pointer(void *ptr, size_t nbytes, void *owner, void (*release)(void *owner),
                                                    cucore_buffer *out)
{
    cucore_status status = CUCORE_OK;
    if (!out) return cucore__fail_null("cucore_buffer_from_pointer", "out");
    memset(out, 0, sizeof *out);
    if (!ptr && nbytes) return cucore__fail_null("cucore_buffer_from_pointer", "ptr");
    out->ptr = ptr;
    out->nbytes = nbytes;
    out->stream = CUCORE_STREAM_NO_SYNC;
    out->owner = owner;
    out->release = release;
    cucore__buffer_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    if (nbytes) status = cucore__buffer_ask_device(out);
    if (status) memset(out, 0, sizeof *out);
    return status;
}

/* Returns 1 if other streams have to wait for work on the last stream. */
CUCORE__PRIVATE int cucore__buffer_is_pending(const cucore_buffer *buffer)
{
    return buffer->ptr && buffer->device_type != CUCORE_DEVICE_TYPE_CPU && buffer->stream != CUCORE_STREAM_NO_SYNC &&
           buffer->stream != CUCORE_STREAM_HOST;
}

CUCORE_API cucore_status cucore_buffer_use(cucore_buffer *buffer, CUstream stream)
{
    cucore__place from, to;
    CUcontext context = NULL;
    cucore_status status;
    if (!buffer) return cucore__fail_null("cucore_buffer_use", "buffer");
    status = cucore__buffer_stream_context(buffer, buffer->private_.resource, stream, &context);
    if (status || stream == CUCORE_STREAM_NO_SYNC) return status;
    if (cucore__buffer_is_pending(buffer)) {
        status = cucore__buffer_place(buffer, &from);
        if (status) return status;
        cucore__place_put(stream, context, &to);
        if (!cucore__place_equal(&to, &from)) status = cucore_driver_load();
        if (status) return status;
        status = stream == CUCORE_STREAM_HOST ? cucore__place_synchronize(&from) : cucore__place_wait(&to, &from);
    }
    if (status || (stream == CUCORE_STREAM_HOST && buffer->private_.resource)) return status;
    if (stream != buffer->stream) buffer->private_.keeps_stream = 0;
    buffer->stream = stream;
    buffer->private_.stream_context = context;
    return CUCORE_OK;
}

/* ------------ copy and fill */
CUCORE__PRIVATE int cucore__pointer_device(const cucore_pointer_info *info)
{
    return info->device_type == CUCORE_DEVICE_TYPE_CUDA || info->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED
               ? info->device_id
               : CUCORE_DEVICE_NONE;
}

typedef struct cucore__transfer {
    void *dst;
    const void *src;
    size_t nbytes;
    cucore_pointer_info to, from; /* the memory of dst and src */
} cucore__transfer;

/* Copies between the memory of two devices; of `to` and `from` only device_id is used.  The driver needs both
 * contexts. */
CUCORE__PRIVATE cucore_status cucore__transfer_between_devices(const cucore__transfer *transfer, CUstream stream)
{
    CUcontext target, source = NULL;
    cucore_status status = cucore_context_get_primary(transfer->to.device_id, &target);
    if (!status) status = cucore_context_get_primary(transfer->from.device_id, &source);
    if (status) return status;
    return CUCORE__CALL(MemcpyPeerAsync,
                        ((uintptr_t)transfer->dst, target, (uintptr_t)transfer->src, source, transfer->nbytes, stream));
}

/* known: the stream with its context, or NULL: as the caller of cucore_memory_copy means it */
CUCORE__PRIVATE cucore_status cucore__transfer_run(const cucore__transfer *transfer, CUstream stream,
                                                   const cucore__place *known)
{
    const cucore_pointer_info *to = &transfer->to, *from = &transfer->from;
    const uintptr_t dst = (uintptr_t)transfer->dst, src = (uintptr_t)transfer->src;
    cucore__place place;
    cucore_context_guard guard;
    /* How many of the two are memory that the driver does not know. */
    int pageable = (to->device_type == CUCORE_DEVICE_TYPE_CPU) + (from->device_type == CUCORE_DEVICE_TYPE_CPU);
    cucore_status status =
        known ? cucore__place_complete(known, &place)
              : cucore__place_make_for_two(stream, cucore__pointer_device(to), cucore__pointer_device(from), &place);
    if (status) return status;
    status = pageable ? cucore__place_refuse_capture(&place) : cucore__place_refuse_beside(&place);
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    if (to->device_type == CUCORE_DEVICE_TYPE_CUDA && from->device_type == CUCORE_DEVICE_TYPE_CUDA &&
        to->device_id != from->device_id) {
        status = cucore__transfer_between_devices(transfer, place.stream);
    } else if (pageable < 2) {
        status = CUCORE__CALL(MemcpyAsync, (dst, src, transfer->nbytes, place.stream));
    }
    if (!status && pageable) status = cucore__synchronize_relaxed(place.stream);
    if (!status && pageable == 2) memmove(transfer->dst, transfer->src, transfer->nbytes);
    cucore_context_leave(&guard);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__transfer_make(void *dst, const void *src, size_t nbytes, cucore__transfer *out)
{
    cucore_status status;
    out->dst = dst;
    out->src = src;
    out->nbytes = nbytes;
    if (!dst || !src) return cucore__fail_null("cucore_memory_copy", dst ? "src" : "dst");
    status = cucore__driver_need();
    if (!status) status = cucore__pointer_attributes(dst, 3, &out->to);
    return status ? status : cucore__pointer_attributes(src, 3, &out->from);
}

/* Notes where memory is that the driver does not know, but the caller does: a capture may allocate it (rules B131). */
CUCORE__PRIVATE void cucore__pointer_believe(int device_type, int device_id, cucore_pointer_info *out)
{
    if (out->device_type != CUCORE_DEVICE_TYPE_CPU) return;
    out->device_type = device_type;
    out->device_id = device_id;
}

CUCORE_API cucore_status cucore_memory_copy(void *dst, const void *src, size_t nbytes, CUstream stream)
{
    cucore__transfer transfer;
    cucore_status status = nbytes ? cucore__stream_check(stream) : CUCORE_OK;
    if (status || !nbytes) return status;
    status = cucore__transfer_make(dst, src, nbytes, &transfer);
    return status ? status : cucore__transfer_run(&transfer, stream, NULL);
}

CUCORE__PRIVATE cucore_status cucore__fill_check(const void *ptr, uint32_t value, int width)
{
    if (width != 1 && width != 2 && width != 4) {
        return cucore__invalid("a fill has patterns of 1, 2 or 4 bytes, not %d", width);
    }
    if (width < 4 && value >> (8 * width)) {
        return cucore__invalid("the pattern 0x%lx does not fit %d byte%s", (unsigned long)value, width,
                               width == 1 ? "" : "s");
    }
    if ((uintptr_t)ptr % (uintptr_t)width) {
        return cucore__invalid("0x%llx is not aligned to the pattern of %d bytes", (unsigned long long)(uintptr_t)ptr,
                               width);
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__fail_fill_host(const void *ptr)
{
    return cucore_fail(CUCORE_UNSUPPORTED, "0x%llx is ordinary host memory, which CUDA cannot fill",
                       (unsigned long long)(uintptr_t)ptr);
}

CUCORE__PRIVATE cucore_status cucore__memory_fill_at(void *ptr, uint32_t value, int width, size_t count,
                                                     const cucore__place *place)
{
    const cucore__CUdeviceptr address = (uintptr_t)ptr;
    cucore__place whole;
    cucore_context_guard guard;
    cucore_status status = cucore__driver_need();
    if (!status) status = cucore__place_refuse_beside(place);
    if (!status) status = cucore__place_complete(place, &whole);
    if (!status) status = cucore_context_enter(whole.context, &guard);
    if (status) return status;
    if (width == 1) {
        status = CUCORE__CALL(MemsetD8Async, (address, (unsigned char)value, count, whole.stream));
    } else if (width == 2) {
        status = CUCORE__CALL(MemsetD16Async, (address, (unsigned short)value, count, whole.stream));
    } else {
        status = CUCORE__CALL(MemsetD32Async, (address, value, count, whole.stream));
    }
    cucore_context_leave(&guard);
    return status;
}

/* Finds the stream of a fill.  device_id: of the memory, if the caller knows it; of memory that a capture allocates the
 * driver does not (rules B131) */
CUCORE__PRIVATE cucore_status cucore__fill_place(const void *ptr, int device_id, CUstream stream, cucore__place *out)
{
    cucore_pointer_info info;
    cucore_status status = cucore_pointer_get_info(ptr, &info);
    if (status) return status;
    if (info.device_type != CUCORE_DEVICE_TYPE_CPU)
        return cucore__place_make(stream, cucore__pointer_device(&info), out);
    return cucore__stream_is_captured(stream, device_id, out) ? CUCORE_OK : cucore__fail_fill_host(ptr);
}

CUCORE_API cucore_status cucore_memory_fill(void *ptr, uint32_t value, int width, size_t count, CUstream stream)
{
    cucore__place place;
    cucore_status status = cucore__fill_check(ptr, value, width);
    if (status || !count) return status;
    if (!ptr) return cucore__fail_null("cucore_memory_fill", "ptr");
    status = cucore__fill_place(ptr, CUCORE_DEVICE_NONE, stream, &place);
    return status ? status : cucore__memory_fill_at(ptr, value, width, count, &place);
}

CUCORE__PRIVATE cucore_status cucore__buffer_check_write(const cucore_buffer *buffer, const char *function)
{
    if (!buffer) return cucore__fail_null(function, "a buffer");
    return buffer->readonly ? cucore_fail(CUCORE_READONLY, "%s: the buffer is read-only", function) : CUCORE_OK;
}

/* The buffer becomes ready for a copy of a part of it. */
CUCORE__PRIVATE cucore_status cucore__buffer_use_part(cucore_buffer *buffer, size_t offset, size_t nbytes,
                                                      CUstream stream)
{
    cucore_status status;
    if (offset > buffer->nbytes || nbytes > buffer->nbytes - offset) {
        return cucore__invalid("%llu bytes from byte %llu are not in a buffer of %llu bytes",
                               (unsigned long long)nbytes, (unsigned long long)offset,
                               (unsigned long long)buffer->nbytes);
    }
    status = cucore__stream_check(stream);
    return status || !nbytes ? status : cucore_buffer_use(buffer, stream);
}

/* Memory in the buffer is where the buffer is. */
CUCORE__PRIVATE void cucore__buffer_locate(const cucore_buffer *buffer, const void *ptr, cucore_pointer_info *out)
{
    if ((uintptr_t)ptr - (uintptr_t)buffer->ptr < buffer->nbytes)
        cucore__pointer_believe(buffer->device_type, buffer->device_id, out);
}

/* On the default stream of the buffer, for any other memory. */
CUCORE__PRIVATE cucore_status cucore__buffer_move_bytes(const cucore_buffer *buffer, void *dst, const void *src,
                                                        size_t nbytes)
{
    cucore__place place;
    cucore__transfer transfer;
    cucore_status status = cucore__transfer_make(dst, src, nbytes, &transfer);
    if (status) return status;
    cucore__buffer_locate(buffer, dst, &transfer.to);
    cucore__buffer_locate(buffer, src, &transfer.from);
    cucore__place_put(buffer->stream, buffer->private_.stream_context, &place);
    return cucore__transfer_run(&transfer, buffer->stream, place.context ? &place : NULL);
}

CUCORE_API cucore_status cucore_buffer_copy_from(cucore_buffer *buffer, size_t offset, const void *src, size_t nbytes,
                                                 CUstream stream)
{
    cucore_status status = cucore__buffer_check_write(buffer, "cucore_buffer_copy_from");
    if (!status) status = cucore__buffer_use_part(buffer, offset, nbytes, stream);
    return status || !nbytes ? status : cucore__buffer_move_bytes(buffer, (char *)buffer->ptr + offset, src, nbytes);
}

CUCORE_API cucore_status cucore_buffer_copy_to(cucore_buffer *buffer, size_t offset, void *dst, size_t nbytes,
                                               CUstream stream)
{
    cucore_status status;
    if (!buffer) return cucore__fail_null("cucore_buffer_copy_to", "buffer");
    status = cucore__buffer_use_part(buffer, offset, nbytes, stream);
    return status || !nbytes ? status
                             : cucore__buffer_move_bytes(buffer, dst, (const char *)buffer->ptr + offset, nbytes);
}

CUCORE_API cucore_status cucore_buffer_fill(cucore_buffer *buffer, uint32_t value, int width, CUstream stream)
{
    cucore__place place;
    cucore_status status = cucore__buffer_check_write(buffer, "cucore_buffer_fill");
    if (!status) status = cucore__fill_check(buffer->ptr, value, width);
    if (status) return status;
    if (buffer->nbytes % (size_t)width) {
        return cucore__invalid("a buffer of %llu bytes is no multiple of the pattern of %d",
                               (unsigned long long)buffer->nbytes, width);
    }
    status = cucore__stream_check(stream);
    if (status || !buffer->nbytes) return status;
    if (buffer->device_type == CUCORE_DEVICE_TYPE_CPU) return cucore__fail_fill_host(buffer->ptr);
    status = cucore_buffer_use(buffer, stream);
    if (!status) status = cucore__buffer_place(buffer, &place);
    return status ? status : cucore__memory_fill_at(buffer->ptr, value, width, buffer->nbytes / (size_t)width, &place);
}

/* ------------ views of memory */
/* Checks that the layout lies in `bytes` bytes, of which element [0, ...] is at `offset`. */
CUCORE__PRIVATE cucore_status cucore__layout_check_inside(const cucore_layout *layout, uint64_t offset, uint64_t bytes,
                                                          cucore_status otherwise)
{
    int64_t first = 0, end = 0;
    cucore_status status = cucore__layout_byte_bounds(layout, &first, &end);
    if (status) return status;
    if (first == end && offset <= bytes) return CUCORE_OK;
    if (offset <= bytes && (uint64_t)-first <= offset && (uint64_t)end <= bytes - offset) return CUCORE_OK;
    return cucore_fail(otherwise, "the layout reaches from byte %lld to byte %lld around byte %llu of %llu bytes",
                       (long long)first, (long long)end, (unsigned long long)offset, (unsigned long long)bytes);
}

CUCORE__PRIVATE cucore_status cucore__layout_check_dtype(const cucore_layout *layout, cucore_dtype dtype)
{
    char name[64];
    cucore_status status = cucore_dtype_check(dtype);
    if (status || (layout->itemsize == dtype.itemsize &&
                   (layout->itembits == 8 * layout->itemsize || layout->itembits == cucore_dtype_itembits(dtype)))) {
        return status;
    }
    cucore_dtype_to_name(dtype, name, sizeof name);
    return cucore_fail(CUCORE_WRONG_DTYPE, "%s has an itemsize of %lu bytes, the layout one of %lld", name,
                       (unsigned long)dtype.itemsize, (long long)layout->itemsize);
}

CUCORE_API cucore_status cucore_view_from_buffer(const cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype,
                                                 const cucore_layout *layout, cucore_view *out)
{
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_from_buffer", "out");
    cucore__view_clear(out);
    if (!buffer || !layout) return cucore__fail_null("cucore_view_from_buffer", buffer ? "layout" : "buffer");
    status = cucore__layout_check_dtype(layout, dtype);
    if (!status) status = cucore__layout_check_inside(layout, offset_bytes, buffer->nbytes, CUCORE_INVALID_ARGUMENT);
    if (status) return status;
    out->ptr = buffer->ptr ? (char *)buffer->ptr + offset_bytes : NULL;
    out->dtype = dtype;
    if (buffer->device_type) {
        out->device_type = buffer->device_type;
        out->device_id = buffer->device_id;
        out->host_accessible = buffer->host_accessible;
        out->device_accessible = buffer->device_accessible;
    } else { /* zeroed */
        cucore__view_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    }
    out->readonly = buffer->readonly;
    out->padded = dtype.code < CUCORE_CODE_OPAQUE && layout->itembits != cucore_dtype_itembits(dtype);
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    out->has_producer_stream = (uint8_t)cucore__buffer_is_pending(buffer);
    out->producer_stream = out->has_producer_stream ? cucore__stream_normalize(buffer->stream) : NULL;
    out->producer_context = out->has_producer_stream ? buffer->private_.stream_context : NULL;
    cucore__layout_copy(&out->layout, layout);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_adopt_buffer(cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype,
                                                  const cucore_layout *layout, cucore_view *out)
{
    cucore_buffer *memory = NULL;
    cucore_status status = out ? cucore_view_from_buffer(buffer, offset_bytes, dtype, layout, out)
                               : cucore__fail_null("cucore_view_adopt_buffer", "out");
    if (!status) memory = cucore__memory_new();
    if (!memory) {
        if (out) cucore__view_clear(out);
        cucore__buffer_drop(buffer);
        return status ? status : CUCORE_OUT_OF_MEMORY;
    }
    *memory = *buffer;
    memset(buffer, 0, sizeof *buffer);
    cucore__view_own_wrapped(out, memory, cucore__memory_free);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_as(const cucore_view *view, int64_t offset_bytes, const cucore_layout *layout,
                                        const cucore_dtype *dtype, cucore_view *out)
{
    int64_t first = 0, end = 0;
    cucore_status status;
    int same;
    if (!out) return cucore__fail_null("cucore_view_as", "out");
    if (!view || view == out) return cucore__invalid("cucore_view_as: view is %s", view ? "out itself" : "NULL");
    cucore__view_clear(out);
    same = !layout && !offset_bytes;
    if (!layout) layout = &view->layout;
    status = cucore__view_check_sound("cucore_view_as: view", view);
    if (!status) status = cucore__layout_check_dtype(layout, dtype ? *dtype : view->dtype);
    if (!status && !same) status = cucore__layout_byte_bounds(&view->layout, &first, &end);
    if (!status && !same) {
        status = cucore__layout_check_inside(layout, (uint64_t)offset_bytes - (uint64_t)first, (uint64_t)(end - first),
                                             CUCORE_INVALID_ARGUMENT);
    }
    if (status) return status;
    memcpy(out, view, offsetof(cucore_view, layout));
    if (dtype) {
        out->dtype = *dtype;
        out->pep3118_format = NULL;
        out->descr = NULL;
        out->byte_swapped = 0;
    }
    out->padded = out->dtype.code < CUCORE_CODE_OPAQUE && layout->itembits != cucore_dtype_itembits(out->dtype);
    cucore__layout_copy(&out->layout, layout);
    return cucore__view_start_at("cucore_view_as", view, offset_bytes, out);
}

CUCORE_API cucore_status cucore_view_check_range(const cucore_view *view)
{
    void *base = NULL;
    size_t bytes = 0;
    cucore_status status;
    if (!view) return cucore__fail_null("cucore_view_check_range", "view");
    status = cucore__view_check_sound("cucore_view_check_range: view", view);
    if (status || cucore__layout_is_empty(&view->layout)) return status;
    if (cucore__device_is_other(view->device_type)) {
        return cucore_fail(CUCORE_WRONG_DEVICE,
                           "the array is on a device of type %d (%s), which the driver does not know",
                           (int)view->device_type, cucore__device_name(view->device_type));
    }
    status = cucore_pointer_get_range(view->ptr, &base, &bytes);
    if (status) return status;
    return cucore__layout_check_inside(&view->layout, (uint64_t)((char *)view->ptr - (char *)base), bytes,
                                       CUCORE_PROTOCOL);
}

#endif
/* ------------ >>impl-array -- */
/* core/array.c: arrays of a description, what owns the memory of views and its release, sizes and slices of
 * views. */
/* Sets dtype, layout and protocol of a view.  *nbytes: the bytes from the origin to the end of the last element. */
CUCORE__PRIVATE cucore_status cucore__spec_apply(const cucore_array_spec *spec, cucore_view *out, int64_t *nbytes)
{
    const int64_t itembits = cucore_dtype_itembits(spec->dtype);
    int i;
    cucore_status status = cucore_dtype_check(spec->dtype);
    if (!status && (spec->reserved[0] || spec->reserved[1])) status = cucore__invalid("spec->reserved is not all zero");
    if (!status) {
        status = spec->strides
                     ? cucore_layout_make(spec->ndim, spec->shape, spec->strides, spec->dtype.itemsize, &out->layout)
                     : cucore_layout_make_dense(spec->ndim, spec->shape, 'C', spec->dtype.itemsize, &out->layout);
    }
    for (i = 0; !status && nbytes && spec->strides && i < spec->ndim; i++) {
        if (spec->strides[i] < 0 && spec->shape[i] > 1) {
            status = cucore__invalid("strides[%d] is %lld: fresh memory is laid out upward from element [0, ...]", i,
                                     (long long)spec->strides[i]);
        }
    }
    if (!status && itembits % 8) status = cucore_layout_set_packed(&out->layout, itembits);
    if (!status && nbytes) {
        *nbytes = spec->strides ? cucore_layout_required_nbytes(&out->layout, 0) : cucore_layout_nbytes(&out->layout);
        if (*nbytes < 0) status = cucore_last_error()->status;
    }
    out->dtype = spec->dtype;
    out->protocol = CUCORE_PROTOCOL_MEMORY;
    return status;
}

CUCORE__PRIVATE int cucore__spec_is_on_device(const cucore_array_spec *spec)
{
    return spec->device_type == CUCORE_DEVICE_TYPE_CUDA || spec->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
}

CUCORE__PRIVATE cucore_status cucore__fail_no_device(const cucore_array_spec *spec)
{
    return cucore__invalid("memory of device type %d (%s) needs a device_id, and %d is none", spec->device_type,
                           cucore__device_name(spec->device_type), spec->device_id);
}

#if !defined(CUCORE_NO_BUFFERS)
/* Refuses a resource whose memory is not what the spec asks for. */
CUCORE__PRIVATE cucore_status cucore__spec_check_memory(const cucore_array_spec *spec, int device_type, int device_id)
{
    cucore__text text;
    char wanted[32], given[32];
    if (device_type == spec->device_type &&
        (!cucore__spec_is_on_device(spec) || spec->device_id < 0 || spec->device_id == device_id)) {
        return CUCORE_OK;
    }
    text = cucore__text_start(wanted, sizeof wanted);
    cucore__text_add_device(&text, spec->device_type, spec->device_id);
    text = cucore__text_start(given, sizeof given);
    cucore__text_add_device(&text, device_type, device_id);
    return cucore_fail(CUCORE_WRONG_DEVICE, "the array is to be in memory of %s, but the resource gives memory of %s",
                       wanted, given);
}

/* Finds the resource that NULL means. */
CUCORE__PRIVATE cucore_status cucore__spec_resource(const cucore_array_spec *spec, cucore_memory_resource **out)
{
    switch (spec->device_type) {
    case CUCORE_DEVICE_TYPE_CUDA: return cucore__resource_find(CUCORE_MEMORY_DEFAULT_POOL, spec->device_id, out);
    case CUCORE_DEVICE_TYPE_CUDA_MANAGED: return cucore__resource_find(CUCORE_MEMORY_MANAGED, spec->device_id, out);
    case CUCORE_DEVICE_TYPE_CUDA_HOST: return cucore__resource_find(CUCORE_MEMORY_PINNED, CUCORE_DEVICE_CURRENT, out);
    default:
        return cucore_fail(CUCORE_UNSUPPORTED, "memory of device type %d (%s) cannot be allocated here",
                           spec->device_type, cucore__device_name(spec->device_type));
    }
}

CUCORE__PRIVATE cucore_status cucore__view_allocate_by(cucore_memory_resource *resource, const cucore_array_spec *spec,
                                                       size_t nbytes, CUstream stream, cucore_view *out)
{
    cucore_buffer *memory;
    int device_id = CUCORE_DEVICE_NONE;
    cucore_status status = CUCORE_OK;
    if (!resource) {
        status = cucore__spec_resource(spec, &resource);
    } else if (resource->functions.device_type) {
        status = cucore__spec_check_memory(spec, resource->functions.device_type, resource->functions.device_id);
    }
    if (status) return status;
    memory = cucore__memory_new();
    if (!memory) return CUCORE_OUT_OF_MEMORY;
    status = cucore_buffer_allocate(resource, nbytes, stream, memory);
    if (!status && nbytes && !resource->functions.device_type) {
        status = cucore__spec_check_memory(spec, memory->device_type, memory->device_id);
    } else if (!status && !memory->device_type && cucore__spec_is_on_device(spec)) {
        status = cucore__device_id_resolve(spec->device_id, &device_id); /* an empty array, without a fixed device */
    }
    if (status) {
        cucore__buffer_drop(memory);
        free(memory);
        return status;
    }
    if (memory->device_type) {
        cucore__view_fill_device(out, memory->device_type, memory->device_id);
    } else {
        cucore__view_fill_device(out, spec->device_type, device_id);
    }
    out->ptr = memory->ptr;
    cucore__view_own_wrapped(out, memory, cucore__memory_free);
    out->has_producer_stream = out->device_accessible;
    out->producer_stream = out->device_accessible ? cucore__stream_normalize(stream) : NULL;
    out->producer_context = out->device_accessible ? memory->private_.stream_context : NULL;
    return CUCORE_OK;
}

#endif

/* Makes an owner of what a view owns; `out` is zeroed.  cucore__detach_more does so for views of python/. */
typedef cucore_status (*cucore__detacher)(cucore_view *view, cucore_owner *out);

/* Set before the first view of Python is made, since core/ does not use Python. */
static CUCORE__ATOMIC(cucore__detacher) cucore__detach_more;

/* Moves what a view owns into `out`, which is zeroed.  On error the view is as it was. */
CUCORE__PRIVATE cucore_status cucore__view_detach_owner(cucore_view *view, cucore_owner *out)
{
    cucore__detacher more = CUCORE__LOAD(&cucore__detach_more);
    cucore_status status = CUCORE_OK;
    if (view->private_.release == cucore__wrapped_release) {
        out->owner = view->private_.owner;
        out->release = view->private_.free_owner;
    } else {
        status = more ? more(view, out) : CUCORE_UNSUPPORTED; /* the code that made the view has set it */
    }
    if (status) {
        memset(out, 0, sizeof *out);
        return status;
    }
    view->descr = NULL;
    view->private_.self = NULL;
    view->private_.owner = NULL;
    view->private_.release = NULL;
    return CUCORE_OK;
}

/* Returns about how many bytes a view keeps from being used again: its elements, at most. */
CUCORE__PRIVATE uint64_t cucore__view_kept_nbytes(const cucore_view *view)
{
    const int64_t nbytes = cucore_layout_nbytes(&view->layout);
    return nbytes > 0 ? (uint64_t)nbytes : 0;
}

/* Gives back what a view owns while work on it may still run: its owner is kept. */
CUCORE__PRIVATE CUCORE__APART void cucore__view_release_late(cucore_view *view)
{
    const cucore_error error = cucore__error;
    const uint64_t until = view->private_.until, nbytes = cucore__view_kept_nbytes(view);
    void (*release)(cucore_view *) = view->private_.release;
    cucore_owner owner;
    memset(&owner, 0, sizeof owner);
    view->private_.until = 0;
    if (cucore__view_detach_owner(view, &owner)) {
        if (cucore__driver_is_ready()) cucore__late_wait(until);
        view->private_.release = NULL;
        release(view);
    } else {
        cucore__late_release(&owner, until, nbytes);
    }
    if (CUCORE__LOAD(&cucore__late.has_ready)) cucore__late_release_ready();
    cucore__error = error;
}

CUCORE_API CUCORE__HOT void cucore_view_release(cucore_view *view)
{
    void (*release)(cucore_view *);
    if (!view) return;
    if (cucore__view_is_copy(view)) {
        (void)cucore__fail_copy("cucore_view_release", view);
        return;
    }
#if defined(CUCORE_DEBUG)
    if (cucore__view_is_in_use("cucore_view_release", view)) return;
#endif
    release = view->private_.release;
    if (release && !CUCORE__LIKELY(!view->private_.until)) {
        cucore__view_release_late(view);
    } else {
        view->private_.release = NULL;
        if (release) release(view);
    }
    cucore__view_clear(view);
}

CUCORE_API cucore_status cucore_view_detach(cucore_view *view, cucore_owner *out)
{
    cucore__late_detached *held = NULL;
    cucore_status status;
    if (out) memset(out, 0, sizeof *out);
    if (!view || !out) return cucore__fail_null("cucore_view_detach", view ? "out" : "view");
    if (cucore__view_is_copy(view)) return cucore__fail_copy("cucore_view_detach", view);
#if defined(CUCORE_DEBUG)
    if (cucore__view_is_in_use("cucore_view_detach", view)) return CUCORE_INVALID_ARGUMENT;
#endif
    if (!view->private_.release) return CUCORE_OK;
    if (view->private_.until) {
        held = (cucore__late_detached *)malloc(sizeof *held);
        if (!held) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *held);
        held->number = view->private_.until;
        held->nbytes = cucore__view_kept_nbytes(view);
    }
    status = cucore__view_detach_owner(view, out);
    if (status || !held) {
        free(held);
        return status;
    }
    held->owner = *out;
    out->owner = held;
    out->release = cucore__late_free_detached;
    view->private_.until = 0;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_attach(cucore_view *view, cucore_owner *owner)
{
    if (!view || !owner) return cucore__fail_null("cucore_view_attach", view ? "owner" : "view");
    if (!view->dtype.lanes) return cucore__invalid("cucore_view_attach: the view holds no array");
    if (view->private_.release) return cucore__invalid("cucore_view_attach: the view owns memory already");
    if (owner->release) cucore__view_own_wrapped(view, owner->owner, owner->release);
    memset(owner, 0, sizeof *owner);
    return CUCORE_OK;
}

#if !defined(CUCORE_NO_BUFFERS)
CUCORE_API cucore_status cucore_view_allocate(const cucore_array_spec *spec, cucore_memory_resource *resource,
                                              CUstream stream, cucore_view *out)
{
    int64_t nbytes = 0;
    void *block;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_allocate", "out");
    cucore__view_clear(out);
    if (!spec) return cucore__fail_null("cucore_view_allocate", "spec");
    status = cucore__spec_apply(spec, out, &nbytes);
    if (!status && resource && cucore__spec_is_on_device(spec) && spec->device_id < 0 &&
        spec->device_id != CUCORE_DEVICE_CURRENT) {
        status = cucore__fail_device_id(spec->device_id);
    }
    if (!status && (uint64_t)nbytes > SIZE_MAX - CUCORE__HOST_ALIGNMENT) { /* unreachable: SIZE_MAX has 64 bits */
        status =
            cucore_fail(CUCORE_OVERFLOW, "an array of %lld bytes does not fit the address space", (long long)nbytes);
    }
    if (!status && (resource || spec->device_type != CUCORE_DEVICE_TYPE_CPU)) {
        status = cucore__view_allocate_by(resource, spec, (size_t)nbytes, stream, out);
    } else if (!status) {
        cucore__view_fill_device(out, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
        block = cucore__host_block((size_t)nbytes, &out->ptr);
        if (block) {
            cucore__view_own_wrapped(out, block, free);
        } else {
            status = CUCORE_OUT_OF_MEMORY;
        }
    }
    if (status) cucore__view_clear(out);
    return status;
}
#endif

CUCORE_API cucore_status cucore_view_wrap(void *ptr, const cucore_array_spec *spec, void *owner,
                                          void (*release)(void *owner), cucore_view *out)
{
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_wrap", "out");
    cucore__view_clear(out);
    if (!spec) return cucore__fail_null("cucore_view_wrap", "spec");
    status = cucore__spec_apply(spec, out, NULL);
    if (!status && cucore__spec_is_on_device(spec) && spec->device_id < 0) status = cucore__fail_no_device(spec);
    if (!status) status = cucore__view_set_device(out, spec->device_type, spec->device_id, 0);
    if (!status && !ptr && !cucore__layout_is_empty(&out->layout))
        status = cucore__fail_null("cucore_view_wrap", "ptr");
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    out->ptr = ptr;
    if (release) cucore__view_own_wrapped(out, owner, release);
    return CUCORE_OK;
}

#if !defined(CUCORE_NO_LAYOUTS)
CUCORE_API cucore_status cucore_view_slice(const cucore_view *view, const cucore_slice *slices, size_t count,
                                           cucore_view *out)
{
    int64_t offset = 0, bytes = 0;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_view_slice", "out");
    if (!view || view == out) return cucore__invalid("cucore_view_slice: view is %s", view ? "out itself" : "NULL");
    cucore__view_clear(out);
    status = cucore__view_check_sound("cucore_view_slice: view", view);
    if (!status) status = cucore_layout_slice(&view->layout, slices, count, &offset, &out->layout);
    if (!status) status = cucore_layout_offset_bytes(&view->layout, offset, &bytes);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    memcpy(out, view, offsetof(cucore_view, layout));
    return cucore__view_start_at("cucore_view_slice", view, bytes, out);
}
#endif

CUCORE_API int64_t cucore_view_size(const cucore_view *view)
{
    if (view) return cucore_layout_size(&view->layout);
    (void)cucore__fail_null("cucore_view_size", "view");
    return -1;
}

CUCORE_API int64_t cucore_view_nbytes(const cucore_view *view)
{
    if (view) return cucore_layout_nbytes(&view->layout);
    (void)cucore__fail_null("cucore_view_nbytes", "view");
    return -1;
}

CUCORE_API void cucore_views_release(cucore_view *views, size_t count)
{
    while (views && count > 0) cucore_view_release(&views[--count]);
}

CUCORE_API cucore_status cucore_trim(void)
{
    cucore_status status = CUCORE_OK;
    cucore__late_trim();
#if !defined(CUCORE_NO_BUFFERS)
    if (cucore__kept_is_any()) status = cucore__kept_free_some(SIZE_MAX, 1);
#endif
    cucore__event_pools_trim();
    return status;
}

#if !defined(CUCORE_NO_MODULES)
/* ------------ >>impl-module -- */
/* core/module.c: modules, kernels that are loaded once per context, launches. */
/* The first line of the compiler's log is added to the message. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__module_compile(const void *image, CUmodule *out)
{
    char log[256] = "", reason[sizeof cucore__error.message];
    cucore__CUjit_option options[2] = {CUCORE__CU_JIT_ERROR_LOG_BUFFER, CUCORE__CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[2] = {log, (void *)(uintptr_t)sizeof log};
    cucore__CUresult result;
    const char *call;
    cucore_status status;
    CUCORE__CALL_RELAXED(status, ModuleLoadDataEx, (out, image, 2, options, values));
    log[sizeof log - 1] = '\0';
    log[strcspn(log, "\n")] = '\0';
    if (!status || !log[0]) return status;
    result = cucore__error.result;
    call = cucore__error.call;
    memcpy(reason, cucore__error.message, sizeof reason);
    return cucore__fail_driver(status, result, call, "%s: %s", reason, log);
}

CUCORE_API cucore_status cucore_module_load(int device_id, const void *image, cucore_module *out)
{
    cucore_context_guard guard;
    cucore_status status;
    if (!out) return cucore__fail_null("cucore_module_load", "out");
    memset(out, 0, sizeof *out);
    if (!image) return cucore__fail_null("cucore_module_load", "image");
    guard.private_[0] = NULL;
    status = cucore__context_of_device(device_id, &out->context, &out->device_id);
    if (!status) status = cucore_context_enter(out->context, &guard);
    if (!status) status = cucore__module_compile(image, &out->handle);
    cucore_context_leave(&guard);
    if (status) memset(out, 0, sizeof *out);
    return status;
}

CUCORE_API cucore_status cucore_module_get_function(CUmodule module, const char *name, CUfunction *out)
{
    CUfunction function = NULL;
    cucore__CUresult result;
    cucore_status status = cucore_driver_load();
    if (status) return status;
    if (!module || !name || !out) {
        return cucore__fail_null("cucore_module_get_function", !module ? "module" : !name ? "name" : "out");
    }
    if (!cucore__driver.ModuleGetFunction) return cucore__fail_missing("cuModuleGetFunction");
    result = cucore__driver.ModuleGetFunction(&function, module, name);
    if (result == CUCORE__CUDA_ERROR_NOT_FOUND) {
        return cucore__fail_driver(CUCORE_DRIVER, result, "cuModuleGetFunction",
                                   "cuModuleGetFunction failed: %s (%d), the module has no kernel named '%s'",
                                   cucore__result_name(result), result, name);
    }
    status = cucore__check_result(result, "cuModuleGetFunction");
    if (!status) *out = function;
    return status;
}

CUCORE_API cucore_status cucore_module_release(cucore_module *module)
{
    cucore_context_guard guard;
    cucore_status status = CUCORE_OK;
    if (!module) return CUCORE_OK;
    if (module->handle) {
        status = cucore_context_enter(module->context, &guard);
        if (status) return status;
        CUCORE__WAITING(CUCORE__CALL_RELAXED(status, ModuleUnload, (module->handle)));
        cucore_context_leave(&guard);
    }
    if (!status) memset(module, 0, sizeof *module);
    return status;
}

/* -- what is loaded once per context ------------------------------------------------------------------------------- */
/* Something in one context: a function of one kernel, or a module of one image.  Lists of these grow at their head, are
 * read without a lock, and stay: one entry for each context that came, not at the address of one that is gone. */
typedef struct cucore__loaded {
    struct cucore__loaded *next;
    const void *image; /* of a module */
    CUcontext context;
    int is_listed;
    CUCORE__ATOMIC(unsigned long long) id; /* as an event pool has it; stored before `handle` */
    CUCORE__ATOMIC(void *) handle;         /* the CUfunction or CUmodule; NULL: not yet */
} cucore__loaded;

typedef CUCORE__ATOMIC(void *) cucore__loaded_list;
static cucore__loaded_list cucore__modules; /* of kernels: all images in all contexts; only used under the lock */

#if defined(_WIN32)
static SRWLOCK cucore__loading = SRWLOCK_INIT;
#define CUCORE__LOADING_BEGIN() AcquireSRWLockExclusive(&cucore__loading)
#define CUCORE__LOADING_END() ReleaseSRWLockExclusive(&cucore__loading)
#else
static pthread_mutex_t cucore__loading = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__LOADING_BEGIN() pthread_mutex_lock(&cucore__loading)
#define CUCORE__LOADING_END() pthread_mutex_unlock(&cucore__loading)
#endif

/* Returns what is loaded in a context, or NULL.  id: the result of cucore__context_id */
CUCORE__PRIVATE inline void *cucore__loaded_find(cucore__loaded_list *list, CUcontext context, unsigned long long id,
                                                 const void *image)
{
    cucore__loaded *one = (cucore__loaded *)CUCORE__LOAD(list);
    for (; one; one = one->next) {
        void *handle;
        if (one->context != context || one->image != image || CUCORE__LOAD(&one->id) != id) continue;
        handle = CUCORE__LOAD(&one->handle);
        if (handle) return handle;
    }
    return NULL;
}

/* Room for one more, before anything is loaded: the entry of a context that is gone, or a new one.  NULL: no memory */
CUCORE__PRIVATE CUCORE__COLD cucore__loaded *cucore__loaded_room(cucore__loaded_list *list, CUcontext context,
                                                                 const void *image)
{
    cucore__loaded *one = (cucore__loaded *)CUCORE__LOAD(list);
    while (one && (one->context != context || one->image != image)) one = one->next;
    if (one) return one;
    one = (cucore__loaded *)calloc(1, sizeof *one);
    if (!one) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for what a kernel remembers of a context");
        return NULL;
    }
    one->context = context;
    one->image = image;
    return one;
}

/* Records the handle that a kernel or a module has in a context, and adds the record to its list.  The record is
 * published by a swap, since files with CUCORE_STATIC may have a kernel in common but each have a lock of their own.
 * If two threads record the same context, either handle may stay. */
CUCORE__PRIVATE CUCORE__COLD void cucore__loaded_remember(cucore__loaded_list *list, cucore__loaded *one,
                                                          unsigned long long id, void *handle)
{
    void *head = CUCORE__LOAD(list);
    CUCORE__STORE(&one->handle, NULL);
    CUCORE__STORE(&one->id, id);
    CUCORE__STORE(&one->handle, handle);
    if (one->is_listed) return;
    one->is_listed = 1;
    do {
        one->next = (cucore__loaded *)head;
    } while (!CUCORE__COMPARE_AND_SET(list, &head, (void *)one));
}

/* A kernel of a module, loaded, not just promised: a driver that loads lazily would do it at the launch, which a
 * capture forbids. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__function_make(CUmodule module, const char *name, CUfunction *out)
{
    cucore__CUstreamCaptureMode mode;
    CUfunction function = NULL;
    int registers, exchanged = cucore__relaxed_begin(&mode);
    cucore_status status = cucore_module_get_function(module, name, &function);
    if (!status && cucore__driver.FuncGetAttribute) {
        status = cucore__check_result(
            cucore__driver.FuncGetAttribute(&registers, CUCORE__CU_FUNC_ATTRIBUTE_NUM_REGS, function),
            "cuFuncGetAttribute");
    }
    cucore__relaxed_end(exchanged, &mode);
    if (!status) *out = function;
    return status;
}

/* What was loaded in vain; the error stays. */
CUCORE__PRIVATE void cucore__module_unload(CUmodule module)
{
    cucore__CUstreamCaptureMode mode;
    int exchanged = cucore__relaxed_begin(&mode);
    if (cucore__driver.ModuleUnload) (void)cucore__driver.ModuleUnload(module);
    cucore__relaxed_end(exchanged, &mode);
}

/* A function that loads another one in the current context, under the lock. */
typedef cucore_status (*cucore__loader)(const void *what, CUcontext context, unsigned long long id, CUfunction *out);

/* Loads a function for the first time in the current context, which is `context`.  Another thread may do so at the same
 * time. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__loaded_make(cucore__loaded_list *list, CUcontext context,
                                                                cucore__loader load, const void *what, CUfunction *out)
{
    cucore__loaded *room = NULL;
    unsigned long long id = 0;
    cucore_status status = CUCORE_OK;
    if (!cucore__driver.ModuleLoadDataEx) return cucore__fail_missing("cuModuleLoadDataEx");
    /* The id distinguishes a context from earlier ones: cudaDeviceReset and numba.cuda.close() reset primary
     * contexts. */
    if (cucore__driver.CtxGetId || !cucore__context_stays(context)) status = CUCORE__CALL(CtxGetId, (context, &id));
    if (status) return status;
    CUCORE__LOADING_BEGIN();
    *out = (CUfunction)cucore__loaded_find(list, context, id, NULL);
    if (!*out) {
        room = cucore__loaded_room(list, context, NULL);
        status = room ? load(what, context, id, out) : CUCORE_OUT_OF_MEMORY;
        if (!status)
            cucore__loaded_remember(list, room, id, (void *)*out);
        else if (room && !room->handle)
            free(room);
    }
    CUCORE__LOADING_END();
    return status;
}

/* -- kernels ------------------------------------------------------------------------------------------------------- */
/* The entries of cucore_kernel.private_. */
enum {
    CUCORE__KERNEL_FUNCTIONS, /* a cucore__loaded_list: the function in each context */
    CUCORE__KERNEL_MAKER,     /* a cucore__kernel_maker; NULL: the image is one */
    CUCORE__KERNEL_FACTS      /* a cucore__loaded_list of kernel/launch.c */
};

/* The module of its image in a context, which all kernels of the image share.  Unloaded if it was loaded in vain. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__kernel_load(const void *what, CUcontext context,
                                                               unsigned long long id, CUfunction *out)
{
    const cucore_kernel *kernel = (const cucore_kernel *)what;
    const cucore__kernel_maker *maker = (const cucore__kernel_maker *)kernel->private_[CUCORE__KERNEL_MAKER];
    const void *image = kernel->image;
    const char *name = kernel->name;
    CUmodule code;
    cucore__loaded *room;
    cucore_status status = maker ? maker->make(kernel, &image, &name) : CUCORE_OK;
    if (status) return status;
    code = (CUmodule)cucore__loaded_find(&cucore__modules, context, id, image);
    if (code) return cucore__function_make(code, name, out);
    room = cucore__loaded_room(&cucore__modules, context, image);
    if (!room) return CUCORE_OUT_OF_MEMORY;
    status = cucore__module_compile(image, &code);
    if (!status) {
        status = cucore__function_make(code, name, out);
        if (status) cucore__module_unload(code);
    }
    if (!status)
        cucore__loaded_remember(&cucore__modules, room, id, (void *)code);
    else if (!room->handle)
        free(room);
    return status;
}

/* Its function in the current context, which is `context`. */
CUCORE__PRIVATE cucore_status cucore__kernel_function_in(cucore_kernel *kernel, CUcontext context, CUfunction *out)
{
    CUfunction found;
    cucore_status status = CUCORE_OK;
    cucore__loaded_list *list = (cucore__loaded_list *)&kernel->private_[CUCORE__KERNEL_FUNCTIONS];
    found = (CUfunction)cucore__loaded_find(list, context, cucore__context_id(context), NULL);
    if (!CUCORE__LIKELY(found)) status = cucore__loaded_make(list, context, cucore__kernel_load, kernel, &found);
    if (!status) *out = found;
    return status;
}

CUCORE__PRIVATE cucore_status cucore__kernel_check(const cucore_kernel *kernel, const void *other, const char *function,
                                                   const char *name)
{
    if (!kernel || !other) return cucore__fail_null(function, kernel ? name : "kernel");
    if (kernel->image && kernel->name) return CUCORE_OK;
    return cucore__fail_null(function, kernel->image ? "kernel->name" : "kernel->image");
}

CUCORE_API cucore_status cucore_kernel_get_function(cucore_kernel *kernel, int device_id, CUfunction *out)
{
    cucore_context_guard guard;
    CUcontext context = NULL;
    CUfunction function = NULL;
    cucore_status status = cucore__kernel_check(kernel, out, "cucore_kernel_get_function", "out");
    if (!status) status = cucore__context_of_device(device_id, &context, NULL);
    if (!status) status = cucore_context_enter(context, &guard);
    if (status) return status;
    status = cucore__kernel_function_in(kernel, context, &function);
    cucore_context_leave(&guard);
    if (!status) *out = function;
    return status;
}

/* -- launches ------------------------------------------------------------------------------------------------------ */
CUCORE__PRIVATE cucore_status cucore__launch_check(const cucore_launch_config *config)
{
    if (config->grid[0] > 0x7fffffffu) {
        return cucore__invalid("the grid has %u blocks%s; the most that there can be is 2147483647", config->grid[0],
                               config->grid[0] == UINT32_MAX ? " or more" : "");
    }
    if (config->attribute_count && !config->attributes) {
        return cucore__invalid("attribute_count is %u, but attributes is NULL", config->attribute_count);
    }
    if (config->grid[0] && !(config->block[0] && config->block[1] && config->block[2])) {
        return cucore__invalid("the block has %u x %u x %u threads; it must have 1 or more in each axis, and so must "
                               "the grid, which has %u x %u x %u blocks",
                               config->block[0], config->block[1], config->block[2], config->grid[0], config->grid[1],
                               config->grid[2]);
    }
    return CUCORE_OK;
}

/* Returns 1 if there are no blocks: the grid is 0 in some axis (rules B132). */
CUCORE__PRIVATE CUCORE__INLINE int cucore__launch_is_empty(const cucore_launch_config *config)
{
    return !config->grid[0] || !config->grid[1] || !config->grid[2];
}

/* In the current context. */
CUCORE__PRIVATE cucore_status cucore__launch(CUfunction function, const cucore_launch_config *config, CUstream stream,
                                             const void *const *args)
{
    void **parameters = (void **)(uintptr_t)args; /* read only */
    const unsigned *grid = config->grid, *block = config->block;
    cucore__CUlaunchConfig more;
    if (CUCORE__LIKELY(!config->attribute_count)) {
        return CUCORE__CALL(LaunchKernel, (function, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                                           config->shared_nbytes, stream, parameters, NULL));
    }
    memset(&more, 0, sizeof more);
    more.gridDimX = grid[0];
    more.gridDimY = grid[1];
    more.gridDimZ = grid[2];
    more.blockDimX = block[0];
    more.blockDimY = block[1];
    more.blockDimZ = block[2];
    more.sharedMemBytes = config->shared_nbytes;
    more.hStream = stream;
    more.attrs = (struct CUlaunchAttribute_st *)(uintptr_t)config->attributes; /* read only */
    more.numAttrs = config->attribute_count;
    return CUCORE__CALL(LaunchKernelEx, (&more, function, parameters, NULL));
}

/* Finds the context in which a kernel for a device runs: that of the stream, which has to be on the device. */
CUCORE__PRIVATE cucore_status cucore__kernel_place(int device_id, CUstream stream, cucore__place *out)
{
    int device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__stream_check(stream);
    if (!status) status = cucore__driver_need();
    if (!status && !cucore__device_exists(device_id)) status = cucore__device_id_resolve(device_id, &device_id);
    if (!status) status = cucore__place_make(stream, device_id, out);
    if (!status) status = cucore__place_refuse_beside(out);
    if (status || cucore__stream_is_default(stream)) return status;
    status = CUCORE__CALL(StreamGetCtx, (stream, &out->context));
    if (!status) status = cucore__context_device(out->context, &device);
    if (status || device == device_id) return status;
    return cucore_fail(CUCORE_WRONG_DEVICE, "stream 0x%llx is on device %d, the kernel is to run on device %d",
                       (unsigned long long)(uintptr_t)stream, device, device_id);
}

CUCORE_API cucore_status cucore_kernel_launch(cucore_kernel *kernel, int device_id, const cucore_launch_config *config,
                                              CUstream stream, const void *const *args)
{
    cucore__place place;
    cucore_context_guard guard;
    CUfunction function;
    cucore_status status = cucore__kernel_check(kernel, config, "cucore_kernel_launch", "config");
    if (!status) status = cucore__launch_check(config);
    if (status || cucore__launch_is_empty(config)) return status;
    status = cucore__kernel_place(device_id, stream, &place);
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    status = cucore__kernel_function_in(kernel, place.context, &function);
    if (!status) status = cucore__launch(function, config, place.stream, args);
    cucore_context_leave(&guard);
    return status;
}

CUCORE_API cucore_status cucore_function_launch(CUfunction function, const cucore_launch_config *config,
                                                CUstream stream, const void *const *args)
{
    cucore__place place;
    cucore_context_guard guard;
    cucore_status status;
    if (!function || !config) return cucore__fail_null("cucore_function_launch", function ? "config" : "function");
    status = cucore__launch_check(config);
    if (status || cucore__launch_is_empty(config)) return status;
    status = cucore__place_make_whole(stream, CUCORE_DEVICE_NONE, &place);
    if (!status) status = cucore__place_refuse_beside(&place);
    if (!status) status = cucore_context_enter(place.context, &guard);
    if (status) return status;
    status = cucore__launch(function, config, place.stream, args);
    cucore_context_leave(&guard);
    return status;
}

#endif
/* ------------ >>impl-intake -- */
/* core/intake.c: checks of the options that all decoders take. */
/* NULL for a cucore_arg. */
static const cucore_arg cucore__arg_any = CUCORE_ARG(NULL, NULL, NULL, CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_LANES);

/* One intake, as the decoders know it. */
typedef struct cucore__intake {
    const cucore_arg *arg;
    CUstream stream;      /* that producers order their work before; CUCORE_STREAM_NO_SYNC: none */
    CUstream consumer;    /* the same, or the stream that the caller orders; NULL: not known, or the legacy stream */
    uint64_t flags;       /* the flags of arg, and private flags */
    cucore_call *of_call; /* extents that other arguments have bound; NULL: there are none */
} cucore__intake;

CUCORE__PRIVATE inline cucore__intake cucore__intake_make(const cucore_arg *arg)
{
    cucore__intake intake;
    intake.arg = arg ? arg : &cucore__arg_any;
    intake.stream = intake.consumer = NULL;
    intake.flags = intake.arg->flags;
    intake.of_call = NULL;
    return intake;
}

/* The array of a decoder, or its view, is NULL.  An array that was left out is accepted with CUCORE_OPTIONAL: the view
 * is zeroed. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__intake_left_out(const char *function, const cucore_arg *arg,
                                                                   cucore_view *out)
{
    cucore_status status;
    if (out) cucore__view_clear(out);
    if (!out || !arg || !(arg->flags & CUCORE_OPTIONAL)) return cucore__invalid("%s: an argument is NULL", function);
    status = cucore__arg_check(arg);
    return status ? status : cucore__arg_check_plain(arg, 0);
}

/* An argument is missing; the view, if that is there, is cleared. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_intake(const char *function, cucore_view *out)
{
    if (out) cucore__view_clear(out);
    return cucore__invalid("%s: an argument is NULL", function);
}

/* The same as cucore__view_check, faster if there is no requirement: memory that is aligned to 8 bytes is aligned. */
CUCORE__PRIVATE inline cucore_status cucore__view_check_arg(const cucore_view *view, const cucore_arg *arg,
                                                            cucore_call *of_call)
{
    const uint64_t asks = (arg->flags & CUCORE__ARG_ASKS) | (uint64_t)(uintptr_t)arg->dtypes |
                          (uint64_t)(uintptr_t)arg->shape | ((uint64_t)(uintptr_t)view->ptr & 7);
    return CUCORE__LIKELY(!asks) ? CUCORE_OK : cucore__view_check(view, arg, of_call);
}

CUCORE_END

#undef CUCORE__CUDAAPI
#undef CUCORE__DRIVER_LIST
#undef CUCORE__LATE_GRAPH
#undef CUCORE__LATE_LOCK
#undef CUCORE__LATE_UNLOCK
#undef CUCORE__LOADING_BEGIN
#undef CUCORE__LOADING_END
#undef CUCORE__MAX_DEVICES
#undef CUCORE__POOL_HINTS
#undef CUCORE__POOL_CONTEXTS
#undef CUCORE__POOL_EVENTS
#define CUCORE__PRIVATE_END
#endif /* CUCORE_IMPLEMENTATION */

#if defined(CUCORE__PRIVATE_END)
#undef CUCORE__PRIVATE_END
/* core/private_end.h: undefines what core/private.h defines, so that no private macro reaches the user's code. */
#undef CUCORE__PRIVATE
#undef CUCORE__EXCEPTIONS
#undef CUCORE__CALL_ALLOCATOR
#undef CUCORE__HOT
#undef CUCORE__COLD
#undef CUCORE__APART
#undef CUCORE__INLINE
#undef CUCORE__RESTRICT
#undef CUCORE__LIKELY
#undef CUCORE__ATOMIC
#undef CUCORE__ATOMIC_IS_VOLATILE
#undef CUCORE__LOAD
#undef CUCORE__STORE
#undef CUCORE__FENCE
#undef CUCORE__TEST_AND_SET
#undef CUCORE__ADD
#undef CUCORE__ARG_FLAG_OR
#undef CUCORE__ARG_FLAGS
#undef CUCORE__WORDLESS
#undef CUCORE__ARG_ASKS
#undef CUCORE__FLAG
#undef CUCORE__ARG_OF_PYTHON
#undef CUCORE__COMPARE_AND_SET
#undef CUCORE__THREAD_LOCAL
#undef CUCORE__LOCK
#undef CUCORE__UNLOCK
#undef CUCORE__CALL
#undef CUCORE__CALL_RELAXED
#undef CUCORE__WAITING
#undef CUCORE__CALL_IN
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#endif

/* Until 0.4: flags that the implementations of this file cannot do, or only since 0.2 could. */
#if !defined(CUCORE_NO_COMPAT)
#if defined(CUCORE_COPY_H_IMPLEMENTED) && (!defined(CUCORE_CAST_H) || defined(CUCORE_CAST_BY_COPY_H))
#undef CUCORE_SAYS_CAST
#define CUCORE_SAYS_CAST \
    CUCORE_SAYS("CUCORE_CAST and CUCORE_COPY_CAST need cucore_cast.h: include it instead of cucore_copy.h")
#endif
#if defined(CUCORE_COPY_AFTER_PYTHON_H)
#undef CUCORE_SAYS_FIT
#define CUCORE_SAYS_FIT \
    CUCORE_SAYS_PRAGMA(GCC error "for this flag include cucore_copy.h before the implementation of cucore_python.h")
#endif
#endif /* until 0.4 */

#endif

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
