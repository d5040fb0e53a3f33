/* cucore_cai.h - v0.3.0 - the CUDA Array Interface and __array_interface__, no Python - SPDX-License-Identifier: MIT
 * Made from src/cucore_cai.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * The grammar of typestr and descr (NumPy's .npy files use it also), the formats of buffers, and the fields of an
 * interface as a view and back.  cucore_python.h reads the dicts of Python objects, and calls the functions here.
 *
 *     #define CUCORE_IMPLEMENTATION        // in exactly one source file of your program
 *     #include "cucore_cai.h"              // brings in cucore.h
 *     #include <stdio.h>
 *     int main(void)
 *     {
 *         float data[4][6] = {{0}};
 *         int64_t shape[2] = {4, 3}, strides[2] = {24, 8};
 *         cucore_interface fields = {CUCORE_PROTOCOL_ARRAY_INTERFACE, 2, shape, strides, "<f4", 3, NULL, 0, 0, 0, 0, 0,
 *         0}; cucore_view view;
 *         char text[128];
 *         fields.data = (uint64_t)(uintptr_t)data;
 *         if (cucore_view_from_interface(&fields, NULL, &view)) return puts(cucore_last_error()->message), 1;
 *         cucore_view_format(&view, text, sizeof text);
 *         puts(text);                      // float32 (4, 3) strides (6, 2) on cpu, ...
 *         cucore_view_release(&view);      // data is still yours
 *         return 0;
 *     }
 *
 * CONTENTS (search for the tag)
 *     >>typestr          "<f4" <-> dtype
 *     >>pep3118          "f", "Zd" <-> dtype: the formats of buffers
 *     >>descr            "[('x', '<f4'), ('y', '<i4', (3,))]" -> size
 *     >>interface        the fields of a dict -> view: cucore_view_from_interface
 *     >>cai-encode       view -> the fields of a dict: cucore_view_to_interface
 *     >>cai-rules        what the cited rules (P14, C6, ...) say
 *     >>impl-...         the same sections again, implemented
 *
 * >>manual
 *     Versions     Versions 0 to 3 are known; newer ones are read by the keys of version 3.
 *     Fields       key       version  must be there  means, when absent or None
 *                  shape     0        yes
 *                  typestr   0        yes
 *                  data      0        yes            (array interface) the object's own buffer
 *                  strides   0        no             C-contiguous
 *                  descr     0        no             no field names
 *                  mask      1        no             every element is valid; any other mask is refused
 *                  stream    3        no             nothing is pending, or nobody says so
 *     Streams      `stream` is 1 for the legacy default stream, 2 for the per-thread default stream, else a handle.  0
 *                  is illegal (CUCORE_STREAM_0_IS_LEGACY).
 *     Ordering     Versions 0 to 2 name no stream.  If you know the producer's stream, pass it as
 *                  cucore_arg.producer_stream; otherwise prefer DLPack.
 *     Finishing    The producer does not wait for your kernels by itself: cucore_views_end_access makes it wait.
 */
#ifndef CUCORE_CAI_H
#define CUCORE_CAI_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_cai.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

CUCORE_BEGIN

/* ------------ >>typestr -- */
/* cai/typestr.h: typestrs. */
/* cucore_dtype_from_typestr - find the dtype that a typestr names
 *   typestr, size  in   "<f4", "|b1", "<V12", and its bytes; no NUL needed.  '|' and '=' count as native order.  Names
 *                       of dtypes that NumPy spells out ("bfloat16") are also known
 *   out            out  V gives an opaque dtype; untouched on error
 *   -> OK | PROTOCOL (not a typestr) | UNSUPPORTED (foreign byte order, long double, bit fields, text, dates, Python
 *      objects, sizes that no dtype has)
 *   any thread; source: rules 3.2 */
#define cucore_dtype_from_typestr CUCORE_NAME(_dtype_from_typestr)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_from_typestr(const char *typestr, size_t size,
                                                                    cucore_dtype *out);

/* cucore_dtype_to_typestr - write the typestr of a dtype
 *   text, size  out  as snprintf; 16 bytes are enough.  Empty on error, if size > 0
 *   -> characters that the whole text needs, without the NUL | -1, and cucore_last_error has the reason: UNSUPPORTED
 *      (bfloat16, float8, sub-byte, complex32, lanes, an itemsize of 0: they have no typestr; rules P15)
 *   any thread */
#define cucore_dtype_to_typestr CUCORE_NAME(_dtype_to_typestr)
CUCORE_API CUCORE_NODISCARD int64_t cucore_dtype_to_typestr(cucore_dtype dtype, char *text, size_t size);

/* ------------ >>pep3118 -- */
/* cai/pep3118.h: the formats of buffers (PEP 3118). */
/* cucore_dtype_from_pep3118 - find the dtype of a PEP 3118 format string
 *   format    in   with a NUL; NULL means "B"
 *   itemsize  in   bytes, as in the Py_buffer; must agree with the format
 *   out       out  structured for "T{...}", opaque for "5x"; untouched on error
 *   -> OK | INVALID_ARGUMENT (out is NULL) | PROTOCOL (not a format, itemsize disagrees)
 *      | UNSUPPORTED (byte order, long double, pointers, objects, text)
 *   any thread; source: rules A8, A9 */
#define cucore_dtype_from_pep3118 CUCORE_NAME(_dtype_from_pep3118)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_from_pep3118(const char *format, int64_t itemsize,
                                                                    cucore_dtype *out);

/* cucore_dtype_to_pep3118 - write the PEP 3118 format of a dtype: "f", "Zd", "5x"; int64 is "l" if long has 64 bits, or
 *   "q"
 *   text, size  out  as snprintf; 16 bytes are enough.  Empty on error, if size > 0
 *   -> characters that the whole text needs, without the NUL | -1, and cucore_last_error has the reason: UNSUPPORTED
 *      (bfloat16, float8, sub-byte, complex32, lanes, structured), or as cucore_dtype_check
 *   any thread */
#define cucore_dtype_to_pep3118 CUCORE_NAME(_dtype_to_pep3118)
CUCORE_API CUCORE_NODISCARD int64_t cucore_dtype_to_pep3118(cucore_dtype dtype, char *text, size_t size);

/* ------------ >>descr -- */
/* cai/descr.h: descr, the fields of structured elements. */
/* cucore__descr_parse - check a descr and add up its fields
 *   text, length  in   as Python prints it: [(name, typestr[, shape]), ...], where a name may be (title, name), a
 *                      typestr may be a nested list, and ('', '|Vn') is padding
 *   itemsize      out  bytes of all fields
 *   names         out  fields with a name; 0 for the plain [('', '<f4')]
 *   -> OK | PROTOCOL (not a descr; nested more than 16 deep) | UNSUPPORTED (Python objects, bit fields) | OVERFLOW
 *   On error the outputs are untouched.  source: rules C9 */
#define cucore__descr_parse CUCORE_NAME(__descr_parse)
CUCORE_API cucore_status cucore__descr_parse(const char *text, size_t length, int64_t *itemsize, int *names);

/* ------------ >>interface -- */
/* cai/interface.h: the fields of an interface as a view. */
/* The fields of an interface as C values: what its dict contains, whatever language it comes from.  All pointers belong
 * to the caller.  Zero the struct first: protocol, ndim, shape, typestr and data are needed, zero means absent or None
 * for the others. */
typedef struct cucore_interface {
    int protocol;           /* CUCORE_PROTOCOL_CAI or CUCORE_PROTOCOL_ARRAY_INTERFACE */
    int ndim;               /* entries of shape and of strides; 0 is one element */
    const int64_t *shape;   /* in elements */
    const int64_t *strides; /* in bytes; NULL: C-contiguous */
    const char *typestr;    /* "<f4"; no NUL needed */
    size_t typestr_size;    /* bytes of typestr */
    const char
        *descr; /* as Python prints the list: "[('x', '<f4'), ('y', '<f4')]"; NULL: none.  Only read for kind 'V' */
    size_t descr_size; /* bytes of descr */
    uint64_t data;     /* the address of element [0, 0, ...]; 0 only for an array without elements */
    uint64_t stream; /* CUCORE_PROTOCOL_CAI: 1, 2 or the handle of a stream; 0 is refused.  Only read with has_stream */
    int has_stream;  /* 0: absent or None, no work is known to be pending */
    int readonly;    /* the flag in data; 0: writable */
    int has_mask;    /* not 0: there is a mask, which is refused */
} cucore_interface;

/* cucore_view_from_interface - the view that the fields of an interface describe
 *   fields  in   checked one by one, none is trusted; shape and strides are copied.  NULL: left out, with
 *                CUCORE_OPTIONAL
 *   arg     in   what the array has to be, as cucore_view_check; reinterpret: the dtype of opaque elements;
 *                producer_stream: the stream of an interface that names none; NULL: anything.  Several arguments are
 *                taken without CUCORE_TOGETHER, or with NULL, and then checked by cucore_views_check
 *   out     out  borrows the memory: the caller keeps the producer of the fields until the view is released and the
 *                work on it is done (rules C6).  Zeroed on error.  Strides are in elements
 *   -> OK | INVALID_ARGUMENT (NULL, protocol, ndim, a negative extent, arg) | PROTOCOL (a typestr that is none, descr
 *      that does not add up, NULL data, an address range that wraps around, stream 0, memory that the driver does not
 *      know)
 *      | UNSUPPORTED (strides that are no multiple of the itemsize, a mask) | OVERFLOW (size, strides) | WRONG_DTYPE
 *      (arg; a typestr that is no dtype here: dates, text, foreign byte order, long double, Python objects) |
 *      WRONG_SHAPE, WRONG_LAYOUT, WRONG_DEVICE, READONLY (arg) | NO_DRIVER, DRIVER
 *   CUCORE_PROTOCOL_CAI names no device: the driver is asked, in whatever context is current, except for an array
 *   without elements and with CUCORE_TRUST_PRODUCER.  device_id is then CUCORE_DEVICE_NONE, or arg->device_id with
 *   CUCORE_ON_DEVICE_ID.  Memory that a capture allocates is not known to the driver: it is on the device of the
 *   producer's stream if that is captured.  CUCORE_PROTOCOL_ARRAY_INTERFACE is host memory: no driver call.  Work is
 *   not ordered here: cucore_views_begin_access makes your stream wait for the producer's.  Any thread; no GIL.
 *   source: rules 3.1 to 3.3, A1 to A3, C1 to C9, B17, B99, B131 */
#define cucore_view_from_interface CUCORE_NAME(_view_from_interface)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_interface(const cucore_interface *fields,
                                                                     const cucore_arg *arg, cucore_view *out);

/* ------------ >>cai-encode -- */
/* cai/encode.h: views as the fields of an interface. */
/* The memory of fields that are made.  It is only filled: no initial value is needed, zeros are fine. */
typedef struct cucore_interface_room {
    int64_t strides[CUCORE_MAX_NDIM]; /* in bytes */
    char typestr[16];
} cucore_interface_room;

/* cucore_view_to_interface - the fields of an interface that describes a view: the reverse of
 * cucore_view_from_interface
 *   view      in   must outlive out, at the same address: shape is its own
 *   protocol  in   CUCORE_PROTOCOL_CAI (memory that CUDA can read) or CUCORE_PROTOCOL_ARRAY_INTERFACE (memory that the
 *                  CPU can read)
 *   room      out  what out points to, besides the shape; of no use on error
 *   out       out  borrows everything.  strides is NULL if the view is C-contiguous; data is 0 without elements; stream
 *                  is the producer's of the view if it has one, never 0; descr is NULL.  Untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL, protocol, a view that is not sound) | WRONG_DEVICE (the other kind of memory)
 *      | UNSUPPORTED (a dtype without a typestr: bfloat16, float8, sub-byte, ...; structured elements without the
 *      producer's own descr) | OVERFLOW (strides in bytes)
 *   The consumer of CUCORE_PROTOCOL_CAI orders its work behind `stream`; the consumer of
 *   CUCORE_PROTOCOL_ARRAY_INTERFACE orders nothing, so that the data have to be complete: cucore_views_begin_access
 *   with CUCORE_STREAM_HOST.  Any thread; no GIL; no driver call.  source: rules P14, P15, A1, A3 */
#define cucore_view_to_interface CUCORE_NAME(_view_to_interface)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_interface(const cucore_view *view, int protocol,
                                                                   cucore_interface_room *room, cucore_interface *out);

CUCORE_END

/* ------------ >>cai-rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 3.1   the keys of a CUDA Array Interface dict: which must be there, their Python types, what absent or None means
 * 3.2   how a typestr is read: byte order, kind, size; which ones are refused, opaque or other libraries' dtypes
 * 3.3   who waits for whom: what is done for each pair of a producer's and a consumer's stream
 * A1    __array_interface__ has shape, typestr and a version; without data, its memory is the object's own buffer
 * A2    __array_interface__ is host memory: no call of CUDA, and the driver is not even loaded
 * A3    NumPy before 2.4 refuses a NULL address for an empty array; a version above 3 is no reason to refuse
 * A8    buffers: NULL format is bytes, NULL strides C order, NULL shape one axis; no suboffsets; itemsize must agree
 * A9    buffer formats: the first letter sets byte order and sizes ("l" has 4 or 8 bytes); the itemsize has to agree
 * B17   data None or NULL is legal for an empty array, and only there
 * B99   NumPy's masked arrays are refused: their mask would be lost
 * B111  complex numbers of halves: by the dtype's name, "Ze", and DLPack's code 18
 * B131  memory that the driver does not know is where its producer says, while the stream is captured
 * C1    optional keys of an interface dict may really be absent: that is no error
 * C2    an empty array may have address 0 or any other: the driver is not asked about it
 * C3    address 0 for an array with elements is refused
 * C4    byte strides that are no multiple of the itemsize are refused when the view is made
 * C5    a true read-only flag in data is obeyed (JAX sends it)
 * C6    an interface dict owns nothing: its object is kept until the work of the device on the memory is done
 * C7    an interface dict names no device: the driver knows it from the address
 * C8    dicts of version 0 to 2 name no stream, and the legacy one does not order torch's: name one, or use DLPack
 * C9    descr: the fields add up to the itemsize, else refused; without a structured dtype they are opaque bytes
 * P14   our interface dicts: a new one each time, version 3, strides in bytes or None, and a stream that is never 0
 * P15   bfloat16, float8, int4 have no typestr: no interface attribute then (V2 for bfloat16 at most, never f2)
 * T16   before one stream waits for another, both are asked for captures; done if neither captures, or both in the same
 */
/* ------------ end of the declarations -- */
#endif /* CUCORE_CAI_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_CAI_H_IMPLEMENTED)
#define CUCORE_CAI_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-typestr -- */
/* cai/typestr.c: typestrs as dtypes, and back. */
/* A typestr taken apart: order kind size [unit]. */
typedef struct cucore__typestr {
    const char *text;
    size_t length;
    char order;
    char kind;
    uint32_t size;
} cucore__typestr;

CUCORE__PRIVATE cucore_status cucore__fail_typestr(const cucore__typestr *typestr, cucore_status status,
                                                   const char *why)
{
    return cucore_fail(status, "typestr '%.*s' %s", (int)(typestr->length < 64 ? typestr->length : 64), typestr->text,
                       why);
}

CUCORE__PRIVATE cucore_status cucore__typestr_scan(const char *text, size_t length, cucore__typestr *out)
{
    uint64_t size = 0;
    size_t end;
    int has_unit;
    out->text = text;
    out->length = length;
    out->order = length > 0 ? text[0] : '\0';
    out->kind = length > 1 ? text[1] : '\0';
    out->size = 0;
    if (length < 2 + (out->kind != 'O') || !memchr("<>|=", out->order, 4)) {
        return cucore__fail_typestr(out, CUCORE_PROTOCOL,
                                    "does not begin with a byte order ('<', '>' or '|') and a kind");
    }
    if (!memchr("biufcmMVSUOtgW", out->kind, 14))
        return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has an unknown kind");
    if (length == 2) return CUCORE_OK; /* "|O": the one kind that needs no size */
    for (end = 2; end < length && text[end] >= '0' && text[end] <= '9' && size <= INT32_MAX; end++) {
        size = size * 10 + (uint64_t)(text[end] - '0');
    }
    if (size == 0 || size > INT32_MAX) return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has no valid size");
    out->size = (uint32_t)size;
    has_unit =
        (out->kind == 'm' || out->kind == 'M') && length > end + 2 && text[end] == '[' && text[length - 1] == ']';
    if (end == length || has_unit) return CUCORE_OK;
    return cucore__fail_typestr(out, CUCORE_PROTOCOL, "has something behind its size");
}

/* Why a kind cannot become a dtype, or NULL. */
CUCORE__PRIVATE const char *cucore__typestr_refusal(const cucore__typestr *typestr)
{
    switch (typestr->kind) {
    case 'O': return "means Python objects, which are no data";
    case 't': return "is a bit field";
    case 'g': return "is a long double, which no dtype here is";
    case 'm':
    case 'M': return "is a date or a time span: view it as int64 first";
    case 'S':
    case 'U': return "is text";
    case 'W': return "is of a dtype that only its name tells: name the dtype";
    default: break;
    }
    if (typestr->order == CUCORE__FOREIGN_ORDER && typestr->size > 1 && typestr->kind != 'V') {
        return "is of foreign byte order: convert the array to native order first";
    }
    return NULL;
}

/* The kinds of numbers, each at the place of its code, which is a number of DLPack's; BFLOAT has none. */
static const char cucore__typestr_kinds[CUCORE_CODE_BOOL + 1] = {'i', 'u', 'f', '\0', '\0', 'c', 'b'};

/* The code of a kind of numbers; -1 for the others. */
CUCORE__PRIVATE int cucore__typestr_code(char kind)
{
    int code = CUCORE_CODE_BOOL;
    while (code >= 0 && cucore__typestr_kinds[code] != kind) code--;
    return code;
}

/* Reads a typestr of three characters in native byte order that is a float or an integer, such as "<f4", as nearly all
 * arrays have.  Returns 1, or 0 for any other typestr, which cucore__typestr_decode reads. */
CUCORE__PRIVATE int cucore__typestr_usual(const char *text, size_t length, cucore_dtype *out)
{
    int code, bits;
    if (length != 3 || (text[0] != '|' && text[0] != CUCORE__NATIVE_ORDER)) return 0;
    code = text[1] == 'f' ? CUCORE_CODE_FLOAT : text[1] == 'i' ? CUCORE_CODE_INT : CUCORE_CODE_UINT;
    bits = 8 * (text[2] - '0');
    if (text[1] != cucore__typestr_kinds[code] || !cucore__code_has_bits(code, bits)) return 0;
    *out = cucore_dtype_make(code, bits, 1);
    return 1;
}

CUCORE__PRIVATE CUCORE__APART cucore_status cucore__typestr_decode(const char *text, size_t length, cucore_dtype *out)
{
    cucore__typestr typestr;
    const char *refusal;
    int code;
    cucore_status status;
    if (length > 3 && text[0] >= 'a' && text[0] <= 'z' && cucore_dtype_from_name(text, length, out) == CUCORE_OK) {
        return CUCORE_OK;
    }
    status = cucore__typestr_scan(text, length, &typestr);
    if (status) return status;
    code = cucore__typestr_code(typestr.kind);
    refusal = cucore__typestr_refusal(&typestr);
    if (!refusal && typestr.kind == 'f' && typestr.size == 1) {
        refusal = "is a float of 1 byte, of which there are several: name the dtype";
    } else if (!refusal && typestr.kind == 'c' && typestr.size == 4) {
        refusal = "is no typestr of NumPy's: name the dtype";
    } else if (!refusal && code >= 0 && (typestr.size > 16 || !cucore__code_has_bits(code, (int)(8 * typestr.size)))) {
        refusal = "is of a size that no dtype here has";
    }
    if (refusal) return cucore__fail_typestr(&typestr, CUCORE_UNSUPPORTED, refusal);
    *out = code >= 0 ? cucore_dtype_make(code, (int)(8 * typestr.size), 1)
                     : cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, typestr.size);
    return CUCORE_OK;
}

/* Returns the bytes of an element, 0 if they are no whole number. */
CUCORE__PRIVATE uint32_t cucore__typestr_itemsize(const cucore__typestr *typestr)
{
    switch (typestr->kind) {
    case 'U': return typestr->size <= INT32_MAX / 4 ? 4 * typestr->size : 0; /* counts characters */
    case 't': return typestr->size % 8 ? 0 : typestr->size / 8;              /* counts bits */
    default: return typestr->size;
    }
}

/* Decodes a typestr that cucore_dtype_from_typestr refused as UNSUPPORTED: opaque elements, or numbers of foreign byte
 * order if they will be converted (CUCORE_CAST), as the flags allow; else it is UNSUPPORTED again, and the last error
 * stays. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__typestr_opaque(const char *text, size_t length, uint64_t flags,
                                                                  cucore_dtype *out, uint8_t *byte_swapped)
{
    cucore__typestr typestr;
    uint32_t itemsize;
    int code;
    if (cucore__typestr_scan(text, length, &typestr)) return CUCORE_UNSUPPORTED;
    code =
        flags & CUCORE__FLAG(CAST) && typestr.order == CUCORE__FOREIGN_ORDER ? cucore__typestr_code(typestr.kind) : -1;
    if (!(flags & CUCORE_ALLOW_OPAQUE) && code >= 0 && typestr.size > 1 && typestr.size <= 16 &&
        !(code == CUCORE_CODE_COMPLEX && typestr.size == 4) && cucore__code_has_bits(code, (int)(8 * typestr.size))) {
        *out = cucore_dtype_make(code, (int)(8 * typestr.size), 1);
        *byte_swapped = 1;
        return CUCORE_OK;
    }
    if (typestr.kind == 'O' || !(flags & CUCORE_ALLOW_OPAQUE)) return CUCORE_UNSUPPORTED;
    itemsize = cucore__typestr_itemsize(&typestr);
    if (!itemsize) {
        return cucore__fail_typestr(&typestr, CUCORE_PROTOCOL,
                                    typestr.kind == 't' ? "is a bit field of no whole bytes"
                                                        : "is of an impossible size");
    }
    *out = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, itemsize);
    *byte_swapped = typestr.order == CUCORE__FOREIGN_ORDER && itemsize > 1 && memchr("iufcmMUg", typestr.kind, 8);
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_dtype_from_typestr(const char *typestr, size_t size, cucore_dtype *out)
{
    if (!typestr || !out) return cucore__fail_intake("cucore_dtype_from_typestr", NULL);
    return cucore__typestr_usual(typestr, size, out) ? CUCORE_OK : cucore__typestr_decode(typestr, size, out);
}

CUCORE__PRIVATE char cucore__typestr_kind(cucore_dtype dtype)
{
    if (dtype.lanes != 1) return '\0';
    if (dtype.code >= CUCORE_CODE_OPAQUE) return 'V';
    if (dtype.bits < 8 || (dtype.code == CUCORE_CODE_COMPLEX && dtype.bits == 32)) return '\0';
    return dtype.code <= CUCORE_CODE_BOOL ? cucore__typestr_kinds[dtype.code] : '\0';
}

CUCORE_API int64_t cucore_dtype_to_typestr(cucore_dtype dtype, char *text, size_t size)
{
    cucore__text typestr = cucore__text_start(text, size);
    char kind = cucore__typestr_kind(dtype), name[32];
    if (!kind || dtype.itemsize == 0) {
        cucore_dtype_to_name(dtype, name, sizeof name);
        cucore_fail(CUCORE_UNSUPPORTED, "%s has no typestr", name);
        return -1;
    }
    cucore__text_add(&typestr, "%c%c%u", dtype.itemsize == 1 || kind == 'V' ? '|' : (char)CUCORE__NATIVE_ORDER, kind,
                     (unsigned)dtype.itemsize);
    return (int64_t)typestr.length;
}

/* ------------ >>impl-pep3118 -- */
/* cai/pep3118.c: the formats of PEP 3118 as dtypes, and back. */
/* The codes of the struct module that are numbers: what they become, and the sizes they can have. */
typedef struct cucore__format_code {
    char letter;
    uint8_t code;
    uint8_t size;
    uint8_t other_size; /* of l and L: 8 or 4, as the prefix and the platform have it */
} cucore__format_code;

/* The most frequent first. */
static const cucore__format_code cucore__format_codes[] = {
    {'f', CUCORE_CODE_FLOAT, 4, 0},   {'d', CUCORE_CODE_FLOAT, 8, 0}, {'l', CUCORE_CODE_INT, 8, 4},
    {'i', CUCORE_CODE_INT, 4, 0},     {'q', CUCORE_CODE_INT, 8, 0},   {'B', CUCORE_CODE_UINT, 1, 0},
    {'e', CUCORE_CODE_FLOAT, 2, 0},   {'b', CUCORE_CODE_INT, 1, 0},   {'c', CUCORE_CODE_UINT, 1, 0},
    {'h', CUCORE_CODE_INT, 2, 0},     {'H', CUCORE_CODE_UINT, 2, 0},  {'I', CUCORE_CODE_UINT, 4, 0},
    {'L', CUCORE_CODE_UINT, 8, 4},    {'Q', CUCORE_CODE_UINT, 8, 0},  {'n', CUCORE_CODE_INT, 8, 4},
    {'N', CUCORE_CODE_UINT, 8, 4},    {'?', CUCORE_CODE_BOOL, 1, 0},  {'F', CUCORE_CODE_COMPLEX, 8, 0},
    {'D', CUCORE_CODE_COMPLEX, 16, 0}};
static const cucore__format_code cucore__format_half_complex = {'e', CUCORE_CODE_COMPLEX, 4, 0}; /* "Ze", rules B111 */

CUCORE__PRIVATE inline const cucore__format_code *cucore__format_find(char letter)
{
    size_t i;
    for (i = 0; i < sizeof cucore__format_codes / sizeof cucore__format_codes[0]; i++) {
        if (cucore__format_codes[i].letter == letter) return &cucore__format_codes[i];
    }
    return NULL;
}

CUCORE__PRIVATE cucore_status cucore__fail_format(cucore_status status, const char *format, const char *why)
{
    return cucore_fail(status, "the buffer's format '%.64s' %s", format, why);
}

CUCORE__PRIVATE cucore_status cucore__fail_format_size(const char *format, int64_t itemsize)
{
    return cucore_fail(CUCORE_PROTOCOL, "the buffer's format '%.64s' and its itemsize %lld disagree", format,
                       (long long)itemsize);
}

CUCORE__PRIVATE int cucore__format_is_foreign(char prefix)
{
    return prefix == '!' ? CUCORE__FOREIGN_ORDER == '>' : prefix == CUCORE__FOREIGN_ORDER;
}

/* One number: code points at its letter, the last of the format. */
CUCORE__PRIVATE cucore_status cucore__format_number(const char *format, const cucore__format_code *code, int foreign,
                                                    int64_t itemsize, cucore_dtype *out)
{
    if (itemsize != code->size && (itemsize != code->other_size || code->other_size == 0)) {
        return cucore__fail_format_size(format, itemsize);
    }
    if (foreign && itemsize > 1) {
        return cucore__fail_format(CUCORE_UNSUPPORTED, format,
                                   "is of foreign byte order: convert the array to native order first");
    }
    *out = cucore_dtype_make(code->code, (int)(8 * itemsize), 1);
    return CUCORE_OK;
}

/* What a format has outside of the names of its fields. */
enum { CUCORE__FORMAT_OBJECTS = 1 << 0, CUCORE__FORMAT_POINTERS = 1 << 1 };
CUCORE__PRIVATE int cucore__format_has(const char *format)
{
    const char *c;
    int in_name = 0, found = 0;
    for (c = format; *c; c++) {
        if (*c == ':') in_name = !in_name;
        if (!in_name && *c == 'O') found |= CUCORE__FORMAT_OBJECTS;
        if (!in_name && (*c == '&' || *c == 'X' || *c == 'P')) found |= CUCORE__FORMAT_POINTERS;
    }
    return found;
}

/* T{...}: fields stay the producer's business, unless one of them holds Python objects or pointers. */
CUCORE__PRIVATE cucore_status cucore__format_struct(const char *format, const char *body, int64_t itemsize,
                                                    cucore_dtype *out)
{
    const char *c;
    int in_name = 0, depth = 0;
    for (c = body + 1; *c; c++) {
        if (*c == ':') in_name = !in_name;
        if (!in_name && (*c == '{' || *c == '}')) depth += *c == '{' ? 1 : -1;
        if (!in_name && *c == '}' && depth == 0 && c[1]) {
            return cucore__fail_format(CUCORE_PROTOCOL, format, "has something behind its T{...}");
        }
    }
    if (body[1] != '{' || c[-1] != '}' || depth != 0 || in_name)
        return cucore__fail_format(CUCORE_PROTOCOL, format, "is not complete");
    *out = cucore_dtype_make_opaque(CUCORE_CODE_STRUCTURED, (uint32_t)itemsize);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__format_plain_struct(const char *format, const char *body, int64_t itemsize,
                                                          cucore_dtype *out)
{
    cucore_dtype found;
    cucore_status status = cucore__format_struct(format, body, itemsize, &found);
    if (status) return status;
    if (cucore__format_has(body))
        return cucore__fail_format(CUCORE_UNSUPPORTED, format, "has a field of Python objects or pointers");
    *out = found;
    return CUCORE_OK;
}

/* "5x", "x": bytes without a meaning. */
CUCORE__PRIVATE cucore_status cucore__format_void(const char *format, const char *body, int64_t itemsize,
                                                  cucore_dtype *out)
{
    int64_t count = 0;
    const char *c = body;
    while (*c >= '0' && *c <= '9' && count <= INT32_MAX) count = 10 * count + (*c++ - '0');
    if (c == body) count = 1;
    if (*c != 'x' || c[1]) return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is not one number per element");
    if (count != itemsize) return cucore__fail_format_size(format, itemsize);
    *out = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)itemsize);
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__format_other(const char *format, const char *body, int64_t itemsize,
                                                   cucore_dtype *out)
{
    switch (*body) {
    case 'T': return cucore__format_plain_struct(format, body, itemsize, out);
    case 'g':
    case 'G': return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is a long double, which no dtype here is");
    case 'Z': return cucore__fail_format(CUCORE_UNSUPPORTED, format, "is a complex number of a width unknown here");
    case 'O':
    case 'P':
    case '&':
    case 'X':
        return cucore__fail_format(CUCORE_UNSUPPORTED, format, "means Python objects or pointers, which are no data");
    case '\0': return cucore__fail_format(CUCORE_PROTOCOL, format, "names no element");
    default: return cucore__format_void(format, body, itemsize, out);
    }
}

/* Returns the number that a format without its prefix consists of ("f", "1f"); NULL for other formats. */
CUCORE__PRIVATE const cucore__format_code *cucore__format_code_of(const char *body)
{
    char letter;
    if (body[0] == '1' && (body[1] < '0' || body[1] > '9')) body++;
    if (body[0] == 'Z' && body[1] == 'e' && !body[2]) return &cucore__format_half_complex;
    letter = body[0] && !body[1] ? body[0] : '\0';
    if (body[0] == 'Z' && (body[1] == 'f' || body[1] == 'd') && !body[2])
        letter = body[1] == 'f' ? 'F' : 'D'; /* "Zf" is "F" */
    return letter ? cucore__format_find(letter) : NULL;
}

CUCORE_API cucore_status cucore_dtype_from_pep3118(const char *format, int64_t itemsize, cucore_dtype *out)
{
    const char *body = format ? format : "B";
    const cucore__format_code *code;
    int foreign, standard;
    if (!out) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_dtype_from_pep3118: out is NULL");
    if (itemsize < 1 || itemsize > INT32_MAX) {
        return cucore_fail(CUCORE_PROTOCOL, "the buffer's itemsize is %lld", (long long)itemsize);
    }
    if (!format) format = body;
    foreign = cucore__format_is_foreign(*body);
    standard = *body && strchr("=<>!", *body) != NULL;
    if (*body && strchr("@=<>!^", *body)) body++;
    code = cucore__format_code_of(body);
    if (code && standard && (code->letter == 'n' || code->letter == 'N')) {
        return cucore__fail_format(CUCORE_PROTOCOL, format,
                                   "has a size_t behind a prefix of standard sizes, of which it has none");
    }
    return code ? cucore__format_number(format, code, foreign, itemsize, out)
                : cucore__format_other(format, body, itemsize, out);
}

/* Decodes a format that cucore_dtype_from_pep3118 refused: opaque elements or structs, or numbers of foreign byte order
 * if they will be converted (CUCORE_CAST), as the flags allow; else it returns `refused`, and the last error stays.
 * ctypes gives Unions and packed Structures the format "B" with more than one byte (rules A9). */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__format_opaque(cucore_status refused, const char *format,
                                                                 int64_t itemsize, uint64_t flags, cucore_view *out)
{
    const char *body = format ? format : "B", *letter;
    const int foreign = cucore__format_is_foreign(*body);
    const cucore__format_code *code = NULL;
    if (!(flags & CUCORE_ALLOW_OPAQUE) && flags & CUCORE__FLAG(CAST) && foreign && refused == CUCORE_UNSUPPORTED)
        code = cucore__format_code_of(body + 1);
    if (code) {
        out->byte_swapped = 1;
        return cucore__format_number(format, code, 0, itemsize, &out->dtype);
    }
    if (!(flags & CUCORE_ALLOW_OPAQUE) || cucore__format_has(body) & CUCORE__FORMAT_OBJECTS) return refused;
    if (*body && strchr("@=<>!^", *body)) body++;
    if (refused != CUCORE_UNSUPPORTED &&
        (refused != CUCORE_PROTOCOL || itemsize < 2 || itemsize > INT32_MAX || body[0] != 'B' || body[1])) {
        return refused;
    }
    if (*body == 'T') return cucore__format_struct(body, body, itemsize, &out->dtype);
    for (letter = body; *letter >= '0' && *letter <= '9'; letter++) {
    }
    out->dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)itemsize);
    out->byte_swapped = foreign && itemsize > 1 && !strchr("sxpcbB?&X", *letter);
    return CUCORE_OK;
}

/* log2 of an itemsize, or -1. */
CUCORE__PRIVATE inline int cucore__shift_of(int64_t itemsize)
{
    static const signed char shifts[] = {-1, 0, 1, -1, 2, -1, -1, -1, 3, -1, -1, -1, -1, -1, -1, -1, 4};
    return (uint64_t)itemsize < sizeof shifts ? shifts[itemsize] : -1;
}

CUCORE__PRIVATE char cucore__format_letter(cucore_dtype dtype)
{
    /* int64 is `long` if that has 64 bits, as in NumPy and the array module (rules A9). */
    static const char *const signed_letters = sizeof(long) == 8 ? "bhil" : "bhiq";
    static const char *const unsigned_letters = sizeof(long) == 8 ? "BHIL" : "BHIQ";
    static const char float_letters[] = "efd";
    int shift = cucore__shift_of(dtype.itemsize);
    if (dtype.lanes != 1 || dtype.bits % 8) return '\0';
    switch (dtype.code) {
    case CUCORE_CODE_INT: return signed_letters[shift];
    case CUCORE_CODE_UINT: return unsigned_letters[shift];
    case CUCORE_CODE_FLOAT: return float_letters[shift - 1];
    case CUCORE_CODE_COMPLEX: return dtype.bits == 64 ? 'f' : dtype.bits == 128 ? 'd' : '\0';
    case CUCORE_CODE_BOOL: return '?';
    default: return '\0';
    }
}

CUCORE_API int64_t cucore_dtype_to_pep3118(cucore_dtype dtype, char *text, size_t size)
{
    cucore__text format = cucore__text_start(text, size);
    char letter, name[32];
    if (cucore_dtype_check(dtype)) return -1;
    letter = cucore__format_letter(dtype);
    if (dtype.code == CUCORE_CODE_OPAQUE) {
        cucore__text_add(&format, "%ux", (unsigned)dtype.itemsize);
    } else if (letter) {
        cucore__text_add(&format, dtype.code == CUCORE_CODE_COMPLEX ? "Z%c" : "%c", letter);
    } else {
        cucore_dtype_to_name(dtype, name, sizeof name);
        cucore_fail(CUCORE_UNSUPPORTED, "the buffer protocol has no format for elements of %s", name);
        return -1;
    }
    return (int64_t)format.length;
}

/* cai/words.c: the names that NumPy's users know for elements that no dtype describes, and the refusal of such
 * elements. */
/* A kind of numbers: its name, and the name of a dtype that it can be converted to, or "". */
CUCORE__PRIVATE void cucore__typestr_name(const cucore__typestr *typestr, char name[32], const char **converted)
{
    const int code = cucore__typestr_code(typestr->kind), is_complex = typestr->kind == 'c';
    cucore__text text = cucore__text_start(name, 32);
    *converted = "";
    if (typestr->kind == 'g' || (typestr->kind == 'f' && typestr->size > 8) || (is_complex && typestr->size > 16)) {
        cucore__text_add(&text, is_complex ? "clongdouble" : "longdouble");
        *converted = is_complex ? "complex128" : "float64";
    } else if (code >= 0) {
        cucore__text_add(&text, "%s", cucore__codes[code].name);
        if (cucore__codes[code].bits_follow) cucore__text_add(&text, "%u", 8 * (unsigned)typestr->size);
    }
}

/* "object", "text ('<U5')", "longdouble; convert with .astype('float64')": a typestr that is no dtype here. */
CUCORE__PRIVATE void cucore__text_add_typestr(cucore__text *text, const cucore__typestr *typestr)
{
    const int foreign = typestr->order == CUCORE__FOREIGN_ORDER && typestr->size > 1;
    const char *what = NULL, *why = "", *converted = "", *method = "astype";
    char name[32];
    switch (typestr->kind) {
    case 'O': cucore__text_add(text, "object"); return;
    case 'U': what = "text"; break;
    case 'S': what = "bytes"; break;
    case 't': what = "a bit field"; break;
    case 'm':
    case 'M':
        what = typestr->kind == 'm' ? "timedelta64" : "datetime64";
        converted = "int64";
        if (!foreign) method = "view";
        break;
    default: cucore__typestr_name(typestr, name, &converted);
    }
    cucore__text_add(text, "%s", what ? what : name);
    if (what || foreign || !converted[0]) {
        if (foreign && typestr->kind != 'U') cucore__text_add(text, " in foreign byte order");
        cucore__text_add(text, " ('%.*s')", (int)(typestr->length < 64 ? typestr->length : 64), typestr->text);
    }
    if (!what && foreign && !converted[0]) {
        converted = name;
    } else if (!what && !converted[0]) {
        why = typestr->kind == 'f'   ? ", of which there are several"
              : typestr->kind == 'c' ? ", which is no typestr of NumPy's"
                                     : ", a size that no dtype here has";
    }
    cucore__text_add(text, "%s", why);
    if (converted[0]) cucore__text_add(text, "; convert with .%s('%s')", method, converted);
}

/* The elements of a buffer's format, which are no dtype here, in the same words. */
CUCORE__PRIVATE void cucore__text_add_format(cucore__text *text, const char *format, int64_t itemsize)
{
    const cucore__format_code *code;
    const char *body = format;
    char spelled[48];
    int counted, count = 1;
    cucore__typestr typestr;
    typestr.order = cucore__format_is_foreign(*body) ? (char)CUCORE__FOREIGN_ORDER : (char)CUCORE__NATIVE_ORDER;
    typestr.kind = '\0';
    typestr.size = (uint32_t)itemsize;
    if (*body && strchr("@=<>!^", *body)) body++;
    counted = *body >= '0' && *body <= '9';
    if (counted) {
        for (count = 0; *body >= '0' && *body <= '9'; body++)
            count = count < INT32_MAX / 10 - 1 ? 10 * count + (*body - '0') : count;
    }
    if (*body == 'T' && !counted) {
        cucore__text_add(text, "a structured dtype of %lld bytes with Python objects or pointers", (long long)itemsize);
        return;
    }
    if (!counted && *body && (strchr("P&Xz", *body) || (*body == 'Z' && !body[1]))) { /* ctypes: z and Z are strings */
        cucore__text_add(text, "pointers");
        return;
    }
    if (*body && !body[1]) {
        code = cucore__format_find(*body);
        if (*body == 'w' || *body == 'u') typestr.kind = 'U';
        if (*body == 's' || *body == 'p') typestr.kind = 'S';
        if (!counted && *body == 'O') typestr.kind = 'O';
        if (!counted && (*body == 'g' || *body == 'G')) typestr.kind = *body == 'g' ? 'f' : 'c';
        if (!counted && code) typestr.kind = cucore__typestr_kinds[code->code];
    } else if (!counted && body[0] == 'Z' && body[1] && !body[2]) {
        typestr.kind = 'c';
    }
    if (!typestr.kind) {
        cucore__text_add(text, "elements of the format '%.64s'", format);
        return;
    }
    snprintf(spelled, sizeof spelled, "%c%c%lld", typestr.kind == 'S' ? '|' : typestr.order, typestr.kind,
             typestr.kind == 'U' ? (long long)count : (long long)itemsize);
    typestr.text = spelled;
    typestr.length = strlen(spelled);
    cucore__text_add_typestr(text, &typestr);
}

/* CUCORE_WRONG_DTYPE, with what was expected and what came. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__refuse_typestr(const char *typestr, size_t length,
                                                                  const cucore__intake *intake)
{
    char got[160];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__typestr parts;
    if (cucore__typestr_scan(typestr, length, &parts)) {
        cucore__text_add(&text, "text (%.*s)", (int)(length < 64 ? length : 64), typestr);
    } else {
        cucore__text_add_typestr(&text, &parts);
    }
    return cucore__fail_dtype(intake->arg, intake->of_call, got);
}

/* A struct with fields that are no data. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__refuse_fields(cucore_dtype dtype, const cucore__intake *intake)
{
    char got[96];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add(&text, "a structured dtype of %u bytes with Python objects or pointers", (unsigned)dtype.itemsize);
    return cucore__fail_dtype(intake->arg, intake->of_call, got);
}

CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__refuse_format(const char *format, int64_t itemsize,
                                                                 const cucore_arg *arg, const cucore_call *of_call)
{
    char got[160];
    cucore__text text = cucore__text_start(got, sizeof got);
    cucore__text_add_format(&text, format ? format : "B", itemsize);
    return cucore__fail_dtype(arg, of_call, got);
}

/* NumPy's strings of any length have a typestr that is none: "StringDType()", or "|T16" before NumPy 2.3. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__typestr_unusual(const char *typestr, size_t length,
                                                                    const cucore__intake *intake, cucore_dtype *out,
                                                                    uint8_t *byte_swapped)
{
    static const char text[] = "StringDType(";
    const cucore_status status = cucore__typestr_decode(typestr, length, out);
    cucore_status opaque = status;
    int is_text;
    if (status == CUCORE_UNSUPPORTED)
        opaque = cucore__typestr_opaque(typestr, length, intake->flags, out, byte_swapped);
    if (opaque != status || !status) return opaque;
    is_text = (length >= sizeof text - 1 && memcmp(typestr, text, sizeof text - 1) == 0) ||
              (length >= 3 && memcmp(typestr, "|T", 2) == 0);
    return is_text || status == CUCORE_UNSUPPORTED ? cucore__refuse_typestr(typestr, length, intake) : status;
}

/* The dtype of an array's typestr: OK | PROTOCOL | WRONG_DTYPE. */
CUCORE__PRIVATE inline cucore_status cucore__typestr_of_array(const char *typestr, size_t length,
                                                              const cucore__intake *intake, cucore_dtype *out,
                                                              uint8_t *byte_swapped)
{
    return cucore__typestr_usual(typestr, length, out)
               ? CUCORE_OK
               : cucore__typestr_unusual(typestr, length, intake, out, byte_swapped);
}

/* ------------ >>impl-descr -- */
/* cai/descr.c: descr as a format of PEP 3118, and back. */
/* A recursive-descent parser over the text; every function moves the cursor past what it took. */
typedef struct cucore__descr {
    const char *cursor;
    const char *end;
    const char *start;
    uint64_t flags; /* CUCORE_ALLOW_... */
    int depth;
    int names;
} cucore__descr;

CUCORE__PRIVATE cucore_status cucore__fail_descr(const cucore__descr *descr, const char *expected)
{
    return cucore_fail(CUCORE_PROTOCOL, "descr: expected %s at character %d of '%.*s'", expected,
                       (int)(descr->cursor - descr->start),
                       (int)(descr->end - descr->start < 64 ? descr->end - descr->start : 64), descr->start);
}

/* The next character that is not blank; '\0' at the end. */
CUCORE__PRIVATE char cucore__descr_peek(cucore__descr *descr)
{
    while (descr->cursor < descr->end && cucore__is_blank(*descr->cursor)) descr->cursor++;
    return descr->cursor < descr->end ? *descr->cursor : '\0';
}

CUCORE__PRIVATE int cucore__descr_take(cucore__descr *descr, char c)
{
    if (cucore__descr_peek(descr) != c) return 0;
    descr->cursor++;
    return 1;
}

/* 'text' or "text"; out gets what stands between the quotes, escapes untouched. */
CUCORE__PRIVATE cucore_status cucore__descr_string(cucore__descr *descr, cucore__token *out)
{
    char quote = cucore__descr_peek(descr);
    if (quote != '\'' && quote != '"') return cucore__fail_descr(descr, "a string");
    out->text = ++descr->cursor;
    while (descr->cursor < descr->end && *descr->cursor != quote) {
        descr->cursor += *descr->cursor == '\\' && descr->end - descr->cursor > 1 ? 2 : 1;
    }
    if (descr->cursor >= descr->end) return cucore__fail_descr(descr, "the end of a string");
    out->length = (size_t)(descr->cursor - out->text);
    descr->cursor++;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__descr_extent(cucore__descr *descr, int64_t *count)
{
    cucore__token digits;
    int64_t extent;
    (void)cucore__descr_peek(descr);
    digits.text = descr->cursor;
    while (descr->cursor < descr->end && *descr->cursor >= '0' && *descr->cursor <= '9') descr->cursor++;
    digits.length = (size_t)(descr->cursor - digits.text);
    extent = cucore__token_number(&digits);
    if (extent < 0) return cucore__fail_descr(descr, "an extent");
    if (cucore__mul(*count, extent, count)) {
        return cucore_fail(CUCORE_OVERFLOW, "descr: the extents of a field do not fit 64 bits");
    }
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__descr_list(cucore__descr *descr, int64_t *size);

/* (name, type[, shape]); name may be (title, name), and shape (2, 3) or 2 */
CUCORE__PRIVATE cucore_status cucore__descr_field(cucore__descr *descr, int64_t *size)
{
    cucore__token token;
    cucore__typestr typestr;
    int64_t count = 1;
    int titled;
    cucore_status status;
    if (!cucore__descr_take(descr, '(')) return cucore__fail_descr(descr, "'(' before a field");
    titled = cucore__descr_take(descr, '(');
    status = cucore__descr_string(descr, &token);
    if (status) return status;
    if (titled) {
        if (!cucore__descr_take(descr, ',')) return cucore__fail_descr(descr, "',' between title and name");
        status = cucore__descr_string(descr, &token);
        if (status) return status;
        if (!cucore__descr_take(descr, ')')) return cucore__fail_descr(descr, "')' behind title and name");
    }
    descr->names += token.length != 0;
    if (!cucore__descr_take(descr, ',')) return cucore__fail_descr(descr, "',' behind a name");
    if (cucore__descr_peek(descr) == '[') {
        status = cucore__descr_list(descr, size);
    } else {
        status = cucore__descr_string(descr, &token);
        if (!status) status = cucore__typestr_scan(token.text, token.length, &typestr);
        if (status) return status;
        *size = typestr.kind == 'U' ? 4 * (int64_t)typestr.size : (int64_t)cucore__typestr_itemsize(&typestr);
        if (!*size || typestr.kind == 'O' || (typestr.kind == 't' && !(descr->flags & CUCORE_ALLOW_OPAQUE))) {
            return cucore__fail_typestr(&typestr, CUCORE_UNSUPPORTED, cucore__typestr_refusal(&typestr));
        }
    }
    if (!status && cucore__descr_take(descr, ',') && cucore__descr_peek(descr) != ')') {
        if (!cucore__descr_take(descr, '(')) {
            status = cucore__descr_extent(descr, &count);
        } else {
            while (!status && !cucore__descr_take(descr, ')')) {
                status = cucore__descr_extent(descr, &count);
                if (!status && cucore__descr_peek(descr) != ')' && !cucore__descr_take(descr, ',')) {
                    status = cucore__fail_descr(descr, "',' or ')'");
                }
            }
        }
    }
    if (status) return status;
    if (!cucore__descr_take(descr, ')')) return cucore__fail_descr(descr, "')' behind a field");
    if (!cucore__mul(*size, count, size)) return CUCORE_OK;
    return cucore_fail(CUCORE_OVERFLOW, "descr: a field does not fit 64 bits");
}

CUCORE__PRIVATE cucore_status cucore__descr_list(cucore__descr *descr, int64_t *size)
{
    int64_t sum = 0, field = 0;
    cucore_status status;
    if (!cucore__descr_take(descr, '[')) return cucore__fail_descr(descr, "'['");
    if (++descr->depth > 16) return cucore__fail_descr(descr, "at most 16 levels of nesting");
    while (!cucore__descr_take(descr, ']')) {
        status = cucore__descr_field(descr, &field);
        if (status) return status;
        if (cucore__add(sum, field, &sum)) return cucore_fail(CUCORE_OVERFLOW, "descr: the fields do not fit 64 bits");
        if (cucore__descr_peek(descr) != ']' && !cucore__descr_take(descr, ',')) {
            return cucore__fail_descr(descr, "',' or ']'");
        }
    }
    descr->depth--;
    *size = sum;
    return CUCORE_OK;
}

CUCORE__PRIVATE cucore_status cucore__descr_read(const char *text, size_t length, uint64_t flags, int64_t *itemsize,
                                                 int *names)
{
    cucore__descr descr;
    int64_t size = 0;
    cucore_status status;
    if (!text || !itemsize || !names) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore__descr_parse: an argument is NULL");
    }
    descr.start = descr.cursor = text;
    descr.end = text + length;
    descr.flags = flags;
    descr.depth = descr.names = 0;
    status = cucore__descr_list(&descr, &size);
    if (status) return status;
    (void)cucore__descr_peek(&descr);
    if (descr.cursor < descr.end) return cucore__fail_descr(&descr, "the end");
    *itemsize = size;
    *names = descr.names;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore__descr_parse(const char *text, size_t length, int64_t *itemsize, int *names)
{
    return cucore__descr_read(text, length, 0, itemsize, names);
}

/* ------------ >>impl-interface -- */
/* cai/interface.c: the fields of an interface as a view. */
CUCORE__PRIVATE cucore_status cucore__interface_dtype(const cucore_interface *in, const cucore__intake *intake,
                                                      cucore_view *view)
{
    int64_t size = 0;
    int names = 0;
    cucore_status status =
        cucore__typestr_of_array(in->typestr, in->typestr_size, intake, &view->dtype, &view->byte_swapped);
    if (status || view->dtype.code != CUCORE_CODE_OPAQUE || in->typestr[1] != 'V') {
        /* a dtype, a refusal, or opaque for want of one */
    } else if (intake->arg->reinterpret.itemsize) { /* the caller knows them */
        if (intake->arg->reinterpret.itemsize != view->dtype.itemsize) {
            return cucore_fail(CUCORE_PROTOCOL, "elements of %u bytes cannot be the dtype given, which has %u",
                               (unsigned)view->dtype.itemsize, (unsigned)intake->arg->reinterpret.itemsize);
        }
        view->dtype = intake->arg->reinterpret;
        status = cucore_dtype_check(view->dtype);
    } else if (in->descr) {
        status = cucore__descr_read(in->descr, in->descr_size, intake->flags, &size, &names);
        if (status == CUCORE_UNSUPPORTED) return cucore__refuse_fields(view->dtype, intake);
        if (!status && size != (int64_t)view->dtype.itemsize) {
            return cucore_fail(CUCORE_PROTOCOL,
                               "the fields of descr have %lld bytes together, but typestr '%.*s' has %u",
                               (long long)size, (int)(in->typestr_size < 64 ? in->typestr_size : 64), in->typestr,
                               (unsigned)view->dtype.itemsize);
        }
        if (names) view->dtype.code = CUCORE_CODE_STRUCTURED;
    }
    view->padded = cucore_dtype_itembits(view->dtype) % 8 != 0; /* NumPy gives every element whole bytes */
    return status;
}

/* *plain: 1 if the memory is known to be plain memory of device 0, if there is any; set if the driver has confirmed the
 * memory.  Shape and strides are those of the interface, or already in the view, which is cleared except for these and
 * its protocol; the caller clears it again on error. */
CUCORE__PRIVATE cucore_status cucore__interface_decode(const cucore_interface *in, const cucore__intake *intake,
                                                       int *plain, cucore_view *view)
{
    const CUstream stream = (CUstream)(uintptr_t)in->stream;
    cucore__survey span;
    int64_t bits;
    int is_empty, is_dense = 0, device = CUCORE_DEVICE_NONE;
    cucore_status status = cucore__interface_dtype(in, intake, view);
    if (!status) status = cucore__layout_check_ndim(in->ndim, view->dtype.itemsize);
    if (status) return status;
    if (in->ndim > 0 && !in->shape) return cucore_fail(CUCORE_INVALID_ARGUMENT, "shape is NULL");
    cucore__layout_start(&view->layout, in->ndim, in->shape, view->dtype.itemsize);
    if (!in->strides) {
        span.size = cucore__layout_fill_dense(&view->layout, 'C');
        span.min = 0;
        span.max = span.size - 1;
        is_dense = span.size > 0 && !cucore__mul(span.size, view->layout.itembits, &bits);
    } else {
        status = cucore__layout_fill_bytes(&view->layout, in->strides);
    }
    if (!status && !is_dense) status = cucore__layout_check(&view->layout, &span);
    if (status) return status;
    if (in->data > (uint64_t)UINTPTR_MAX) {
        return cucore_fail(CUCORE_PROTOCOL, "data is 0x%llx, which is no address here", (unsigned long long)in->data);
    }
    view->ptr = (void *)(uintptr_t)in->data;
    view->readonly = in->readonly != 0;
    status = cucore__view_check_address(view, &span);
    if (status) return status;
    if (in->protocol == CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
        return cucore__view_check_arg(view, intake->arg, intake->of_call);
    }
    view->has_producer_stream = in->has_stream || intake->arg->producer_stream;
    view->producer_stream = in->has_stream ? cucore__stream_normalize(stream) : intake->arg->producer_stream;
    if (in->has_stream && in->stream == 0 && !(intake->flags & CUCORE_STREAM_0_IS_LEGACY)) {
        return cucore_fail(CUCORE_PROTOCOL, "stream is 0, which the CUDA Array Interface forbids: 1 is the legacy "
                                            "default stream, 2 the per-thread one, None says that nothing is pending");
    }
    if (in->has_stream &&
        (in->stream > (uint64_t)UINTPTR_MAX || stream == CUCORE_STREAM_NO_SYNC || stream == CUCORE_STREAM_HOST)) {
        return cucore_fail(CUCORE_PROTOCOL, "stream is %llu; it must be None, 1, 2 or the handle of a stream",
                           (unsigned long long)in->stream);
    }
    is_empty = cucore__layout_is_empty(&view->layout);
    if (intake->flags & CUCORE_ON_DEVICE_ID) status = cucore__arg_device(intake->arg, &device);
    if (status) return status;
    cucore__view_fill_device(view, CUCORE_DEVICE_TYPE_CUDA, *plain && !is_empty ? 0 : device);
    if (!*plain && !is_empty && !(intake->flags & CUCORE_TRUST_PRODUCER))
        status = cucore__view_locate(view, intake->consumer, plain);
    return status ? status : cucore__view_check_arg(view, intake->arg, intake->of_call);
}

CUCORE_API cucore_status cucore_view_from_interface(const cucore_interface *fields, const cucore_arg *arg,
                                                    cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    cucore_status status;
    int plain = 0;
    if (!fields || !out) return cucore__intake_left_out("cucore_view_from_interface", arg, out);
    if (!fields->typestr) return cucore__fail_intake("cucore_view_from_interface", out);
    cucore__view_clear(out);
    status = cucore__arg_check_plain(intake.arg, 0);
    if (status) return status;
    if (fields->protocol != CUCORE_PROTOCOL_CAI && fields->protocol != CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        return cucore__invalid("cucore_view_from_interface: protocol %d is no interface", fields->protocol);
    }
    if (fields->has_mask)
        return cucore_fail(CUCORE_UNSUPPORTED, "mask must be None or absent: masked elements are no data");
    out->protocol = (uint8_t)fields->protocol;
    status = cucore__interface_decode(fields, &intake, &plain, out);
    if (status) cucore__view_clear(out);
    return status;
}

/* ------------ >>impl-cai-encode -- */
/* cai/encode.c: views as the fields of an interface. */
/* A typestr of the dtype would mean bytes in native order, or without a meaning.  For numbers of foreign order it is
 * made of the format of a buffer, or taken from descr if they came by an interface. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__typestr_of_swapped(const cucore_view *view,
                                                                      cucore_interface_room *room)
{
    const char *format = view->pep3118_format;
    const cucore__format_code *code = format ? cucore__format_code_of(format + 1) : NULL;
    const int64_t itemsize = view->layout.itemsize;
    cucore_dtype dtype = view->dtype;
    if (!format && !view->descr)
        return cucore_fail(CUCORE_UNSUPPORTED, "elements of foreign byte order have no typestr");
    if (format && (!code || (itemsize != code->size && itemsize != code->other_size)))
        return cucore_fail(CUCORE_UNSUPPORTED, "elements of the format '%.64s' have no typestr", format);
    if (code) dtype = cucore_dtype_make(code->code, (int)(8 * itemsize), 1);
    if (cucore_dtype_to_typestr(dtype, room->typestr, sizeof room->typestr) < 0) return cucore_last_error()->status;
    if (format) room->typestr[0] = CUCORE__FOREIGN_ORDER;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_to_interface(const cucore_view *view, int protocol, cucore_interface_room *room,
                                                  cucore_interface *out)
{
    const int cai = protocol == CUCORE_PROTOCOL_CAI;
    int dense;
    cucore_status status = CUCORE_OK;
    if (!view || !room || !out) return cucore__fail_intake("cucore_view_to_interface", NULL);
    if (!cai && protocol != CUCORE_PROTOCOL_ARRAY_INTERFACE) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_to_interface: protocol %d is no interface", protocol);
    }
    status = cucore__view_check_sound("view", view);
    if (status) return status;
    if (cucore__device_is_other(view->device_type)) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the array is on a device of type %d (%s), which %s cannot read",
                           (int)view->device_type, cucore__device_name(view->device_type), cai ? "CUDA" : "the CPU");
    }
    if (!(cai ? view->device_accessible : view->host_accessible)) {
        return cucore_fail(CUCORE_WRONG_DEVICE, "the array is in %s memory, which %s cannot read",
                           cai ? "host" : "device", cai ? "CUDA" : "the CPU");
    }
    if (view->byte_swapped) {
        status = cucore__typestr_of_swapped(view, room);
        if (status) return status;
    } else if (cucore_dtype_to_typestr(view->dtype, room->typestr, sizeof room->typestr) < 0) {
        return cucore_last_error()->status;
    }
    if (view->dtype.code == CUCORE_CODE_STRUCTURED && !view->descr) {
        return cucore_fail(CUCORE_UNSUPPORTED, "structured elements of %u bytes need a descr, and there is none",
                           (unsigned)view->dtype.itemsize);
    }
    dense = cucore_layout_is_c_contiguous(&view->layout);
    if (!dense) status = cucore_layout_strides_bytes(&view->layout, room->strides);
    if (status) return status;
    memset(out, 0, sizeof *out);
    out->protocol = protocol;
    out->ndim = view->layout.ndim;
    out->shape = view->layout.shape;
    out->strides = dense ? NULL : room->strides;
    out->typestr = room->typestr;
    out->typestr_size = strlen(room->typestr);
    out->data = cucore__layout_is_empty(&view->layout) ? 0 : (uint64_t)(uintptr_t)view->ptr;
    out->readonly = view->readonly;
    out->has_stream = cai && view->has_producer_stream;
    if (out->has_stream) {
        const CUstream stream = cucore__stream_normalize(view->producer_stream);
        out->stream = (uint64_t)(uintptr_t)stream;
    }
    return CUCORE_OK;
}

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
