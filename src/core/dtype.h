/* ----------------------------------------------------------------------------------------------------- >>dtype -- */
/* core/dtype.h: what an element is.  Needs status. */
/* Type codes: DLPack's numbers (DLDataTypeCode of version 1.3).
 * X(name, value, name of the dtype, 1 when its bits follow that name, bits that it can have: the usual ones first)
 * OPAQUE_HANDLE has none: it is never imported.  The bits of COMPLEX count both parts. */
#define CUCORE_CODE_LIST(X)                                                                                            \
    X(INT, 0, "int", 1, 8, 16, 32, 64, 4, 2, 1)                                                                        \
    X(UINT, 1, "uint", 1, 8, 16, 32, 64, 4, 2, 1)                                                                      \
    X(FLOAT, 2, "float", 1, 32, 64, 16)                                                                                \
    X(OPAQUE_HANDLE, 3, "opaque_handle", 0, 0)                                                                         \
    X(BFLOAT, 4, "bfloat", 1, 16)                                                                                      \
    X(COMPLEX, 5, "complex", 1, 64, 128, 32)                                                                           \
    X(BOOL, 6, "bool", 0, 8)                                                                                           \
    X(FLOAT8_E3M4, 7, "float8_e3m4", 0, 8)                                                                             \
    X(FLOAT8_E4M3, 8, "float8_e4m3", 0, 8)                                                                             \
    X(FLOAT8_E4M3B11FNUZ, 9, "float8_e4m3b11fnuz", 0, 8)                                                               \
    X(FLOAT8_E4M3FN, 10, "float8_e4m3fn", 0, 8)                                                                        \
    X(FLOAT8_E4M3FNUZ, 11, "float8_e4m3fnuz", 0, 8)                                                                    \
    X(FLOAT8_E5M2, 12, "float8_e5m2", 0, 8)                                                                            \
    X(FLOAT8_E5M2FNUZ, 13, "float8_e5m2fnuz", 0, 8)                                                                    \
    X(FLOAT8_E8M0FNU, 14, "float8_e8m0fnu", 0, 8)                                                                      \
    X(FLOAT6_E2M3FN, 15, "float6_e2m3fn", 0, 6)                                                                        \
    X(FLOAT6_E3M2FN, 16, "float6_e3m2fn", 0, 6)                                                                        \
    X(FLOAT4_E2M1FN, 17, "float4_e2m1fn", 0, 4)

#define CUCORE_CODE_ENUM(name, value, ...) CUCORE_CODE_##name = (value),
enum cucore__code {
    CUCORE_CODE_LIST(CUCORE_CODE_ENUM) /* and two of our own, for what DLPack cannot say */
    CUCORE_CODE_OPAQUE = 254,          /* itemsize bytes of unknown meaning (NumPy's plain V) */
    CUCORE_CODE_STRUCTURED = 255       /* itemsize bytes with fields: cucore_view.pep3118_format or .descr names them */
};
#undef CUCORE_CODE_ENUM

/* One element of an array.  Passed by value.  All zero is not valid and means "none": cucore_dtype_check refuses it with
 * PROTOCOL (its lanes are 0), its name is "int0", its itemsize 0. */
typedef struct cucore_dtype {
    uint8_t code;      /* CUCORE_CODE_... */
    uint8_t bits;      /* of one lane; 0 for opaque and structured */
    uint16_t lanes;    /* 1, more for vector elements */
    uint32_t itemsize; /* bytes: ceil(bits * lanes / 8), or the size of the opaque or structured element */
} cucore_dtype;

/* cucore_dtype_make - put a dtype together
 *   code, bits, lanes  in   as in DLPack; not checked (cucore_dtype_check does that)
 *   -> the dtype, with its itemsize */
static inline cucore_dtype cucore_dtype_make(int code, int bits, int lanes)
{
    cucore_dtype dtype = {(uint8_t)code, (uint8_t)bits, (uint16_t)lanes, 0};
    dtype.itemsize = ((uint32_t)dtype.bits * dtype.lanes + 7u) / 8u;
    return dtype;
}

/* cucore_dtype_make_opaque - itemsize bytes without a meaning (code: CUCORE_CODE_OPAQUE or CUCORE_CODE_STRUCTURED) */
static inline cucore_dtype cucore_dtype_make_opaque(int code, uint32_t itemsize)
{
    cucore_dtype dtype = {(uint8_t)code, 0, 1, itemsize};
    return dtype;
}

static inline int cucore_dtype_is_equal(cucore_dtype a, cucore_dtype b)
{
    return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes && a.itemsize == b.itemsize;
}

/* cucore_dtype_itembits - bits of one element when elements are packed (12 for 3 lanes of int4) */
static inline int64_t cucore_dtype_itembits(cucore_dtype dtype)
{
    return dtype.bits ? (int64_t)dtype.bits * dtype.lanes : 8 * (int64_t)dtype.itemsize;
}

/* cucore_dtype_check - do bits and lanes fit the code?
 *   -> OK | PROTOCOL (lanes 0, bits that the code cannot have, opaque size 0) | UNSUPPORTED (unknown code, code 3)
 *   any thread; source: protocols 1.6, DLDataTypeCode */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_check(cucore_dtype dtype);

/* cucore_dtype_from_name - the dtype that NumPy, ml_dtypes and torch call `name`
 *   name, length  in   "float32", "bfloat16", "int4", "float8_e4m3fn", "bool"; length in bytes, name needs no NUL
 *   out           out  untouched on error
 *   -> OK | INVALID_ARGUMENT (not a name of a dtype) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_from_name(const char *name, size_t length, cucore_dtype *out);

/* cucore_dtype_to_name - the name: "float32", "float4_e2m1fnx2" (2 lanes), "void12" (opaque), "struct20"
 *   buffer, size  out  as snprintf: always NUL-terminated when size > 0
 *   -> characters that the whole name needs, without the NUL */
CUCORE_API size_t cucore_dtype_to_name(cucore_dtype dtype, char *buffer, size_t size);
