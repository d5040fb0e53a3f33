/* ----------------------------------------------------------------------------------------------------- >>dtype -- */
/* core/dtype.h: the type of an element. */
/* Type codes: DLPack's numbers (DLDataTypeCode of version 1.3; BCOMPLEX, of two bfloat16, is newer).
 * X(name, value, name of the dtype, 1 when its bits follow that name, bits that it can have: the usual ones first)
 * OPAQUE_HANDLE has none: it is never imported.  The bits of COMPLEX and BCOMPLEX count both parts. */
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
    X(FLOAT4_E2M1FN, 17, "float4_e2m1fn", 0, 4)                                                                        \
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
#define CUCORE_DTYPE_LIST(X)                                                                                           \
    X(BOOL, BOOL, 8)                                                                                                   \
    X(INT8, INT, 8)                                                                                                    \
    X(INT16, INT, 16)                                                                                                  \
    X(INT32, INT, 32)                                                                                                  \
    X(INT64, INT, 64)                                                                                                  \
    X(UINT8, UINT, 8)                                                                                                  \
    X(UINT16, UINT, 16)                                                                                                \
    X(UINT32, UINT, 32)                                                                                                \
    X(UINT64, UINT, 64)                                                                                                \
    X(FLOAT16, FLOAT, 16)                                                                                              \
    X(FLOAT32, FLOAT, 32)                                                                                              \
    X(FLOAT64, FLOAT, 64)                                                                                              \
    X(BFLOAT16, BFLOAT, 16)                                                                                            \
    X(COMPLEX64, COMPLEX, 64)                                                                                          \
    X(COMPLEX128, COMPLEX, 128)                                                                                        \
    X(FLOAT8_E3M4, FLOAT8_E3M4, 8)                                                                                     \
    X(FLOAT8_E4M3, FLOAT8_E4M3, 8)                                                                                     \
    X(FLOAT8_E4M3B11FNUZ, FLOAT8_E4M3B11FNUZ, 8)                                                                       \
    X(FLOAT8_E4M3FN, FLOAT8_E4M3FN, 8)                                                                                 \
    X(FLOAT8_E4M3FNUZ, FLOAT8_E4M3FNUZ, 8)                                                                             \
    X(FLOAT8_E5M2, FLOAT8_E5M2, 8)                                                                                     \
    X(FLOAT8_E5M2FNUZ, FLOAT8_E5M2FNUZ, 8)                                                                             \
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
#define CUCORE_DTYPE_INIT(code, bits)                                                                                  \
    {                                                                                                                  \
        CUCORE_CODE_##code, (bits), 1, ((bits) + 7) / 8                                                                \
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
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_check(cucore_dtype dtype);

/* cucore_dtype_from_name - find the dtype that NumPy, ml_dtypes and torch call `name`
 *   name, size  in   "float32", "bfloat16", "int4", "float8_e4m3fn", "bool", and its bytes; no NUL needed
 *   out         out  untouched on error
 *   -> OK | INVALID_ARGUMENT (not a name of a dtype) */
CUCORE_API CUCORE_NODISCARD cucore_status cucore_dtype_from_name(const char *name, size_t size, cucore_dtype *out);

/* cucore_dtype_to_name - write the name: "float32", "float4_e2m1fnx2" (2 lanes), "void12" (opaque), "struct20"
 *   text, size  out  as snprintf: always NUL-terminated when size > 0
 *   -> characters that the whole name needs, without the NUL */
CUCORE_API size_t cucore_dtype_to_name(cucore_dtype dtype, char *text, size_t size);
