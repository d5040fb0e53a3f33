/* ------------------------------------------------------------------------------------------- >>impl-foreign-xla -- */
/* op/foreign_xla.h: the structs of XLA's FFI, as XLA lays them out. */
/* Source: xla/ffi/api/c_api.h of jaxlib 0.4.31 (API 0.0), 0.5.3 and 0.7.2 (0.1), 0.9.0 (0.2), 0.10.2 (0.3), 0.11.2
 * (0.4) and 0.12.0 (0.5), in which all fields below are the same.  A field that XLA adds comes after them, and is
 * counted in struct_size.  Only what is used has a type: XLA_FFI_Error, XLA_FFI_ExecutionContext and functions that are
 * not called are void.  tests/python/test_op_xla.py compares the structs with the header of the jaxlib that is
 * installed. */
enum {
    CUCORE__XLA_MAJOR = 0, /* the version of the API that is understood, and its newest minor number */
    CUCORE__XLA_MINOR = 5,
    CUCORE__XLA_METADATA = 1, /* XLA_FFI_Extension_Metadata */
    CUCORE__XLA_BUFFER = 1,   /* XLA_FFI_ArgType_BUFFER, XLA_FFI_RetType_BUFFER */
    CUCORE__XLA_ARRAY = 1,    /* XLA_FFI_AttrType_... */
    CUCORE__XLA_DICTIONARY = 2,
    CUCORE__XLA_SCALAR = 3,
    CUCORE__XLA_STRING = 4,
    CUCORE__XLA_EXECUTE = 3,       /* XLA_FFI_ExecutionStage_EXECUTE; 0 to 2 are the stages before it */
    CUCORE__XLA_COMMAND_BUFFER = 1 /* XLA_FFI_HANDLER_TRAITS_COMMAND_BUFFER_COMPATIBLE */
};

/* XLA_FFI_DataType: X(number, XLA's name, code of cucore, bits).  Elements of fewer than 8 bits are packed, the first
 * one in the lowest bits (seen on the CPU with jaxlib 0.9.0 and 0.10.2); an XLA that does not pack them has no number
 * for them and sends 0. */
#define CUCORE__XLA_TYPE_LIST(X)                                                                                       \
    X(1, PRED, BOOL, 8)                                                                                                \
    X(2, S8, INT, 8)                                                                                                   \
    X(3, S16, INT, 16)                                                                                                 \
    X(4, S32, INT, 32)                                                                                                 \
    X(5, S64, INT, 64)                                                                                                 \
    X(6, U8, UINT, 8)                                                                                                  \
    X(7, U16, UINT, 16)                                                                                                \
    X(8, U32, UINT, 32)                                                                                                \
    X(9, U64, UINT, 64)                                                                                                \
    X(10, F16, FLOAT, 16)                                                                                              \
    X(11, F32, FLOAT, 32)                                                                                              \
    X(12, F64, FLOAT, 64)                                                                                              \
    X(15, C64, COMPLEX, 64)                                                                                            \
    X(16, BF16, BFLOAT, 16)                                                                                            \
    X(18, C128, COMPLEX, 128)                                                                                          \
    X(19, F8E5M2, FLOAT8_E5M2, 8)                                                                                      \
    X(20, F8E4M3FN, FLOAT8_E4M3FN, 8)                                                                                  \
    X(21, S4, INT, 4)                                                                                                  \
    X(22, U4, UINT, 4)                                                                                                 \
    X(23, F8E4M3B11FNUZ, FLOAT8_E4M3B11FNUZ, 8)                                                                        \
    X(24, F8E5M2FNUZ, FLOAT8_E5M2FNUZ, 8)                                                                              \
    X(25, F8E4M3FNUZ, FLOAT8_E4M3FNUZ, 8)                                                                              \
    X(26, S2, INT, 2)                                                                                                  \
    X(27, U2, UINT, 2)                                                                                                 \
    X(28, F8E4M3, FLOAT8_E4M3, 8)                                                                                      \
    X(29, F8E3M4, FLOAT8_E3M4, 8)                                                                                      \
    X(30, S1, INT, 1)                                                                                                  \
    X(31, U1, UINT, 1)                                                                                                 \
    X(32, F4E2M1FN, FLOAT4_E2M1FN, 4)                                                                                  \
    X(33, F8E8M0FNU, FLOAT8_E8M0FNU, 8)

#define CUCORE__XLA_TYPE_ENUM(number, name, code, bits) CUCORE__XLA_##name = (number),
enum { CUCORE__XLA_INVALID = 0, CUCORE__XLA_TOKEN = 17, CUCORE__XLA_TYPE_LIST(CUCORE__XLA_TYPE_ENUM) };
#undef CUCORE__XLA_TYPE_ENUM

typedef struct cucore__xla_extension { /* XLA_FFI_Extension_Base; XLA_FFI_InternalExtension since API 0.4 */
    size_t struct_size;
    int type;
    struct cucore__xla_extension *next;
} cucore__xla_extension;

typedef struct cucore__xla_version { /* XLA_FFI_Api_Version */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    int major_version;
    int minor_version;
} cucore__xla_version;

typedef struct cucore__xla_metadata { /* XLA_FFI_Metadata; XLA has zeroed what follows, the type of a state */
    size_t struct_size;
    cucore__xla_version api_version;
    uint32_t traits;
} cucore__xla_metadata;

typedef struct cucore__xla_metadata_extension { /* XLA_FFI_Metadata_Extension */
    cucore__xla_extension extension_base;
    cucore__xla_metadata *metadata;
} cucore__xla_metadata_extension;

typedef struct cucore__xla_error_args { /* XLA_FFI_Error_Create_Args */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    const char *message; /* is copied */
    int errc;
} cucore__xla_error_args;

typedef struct cucore__xla_stream_args { /* XLA_FFI_Stream_Get_Args */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    void *ctx;
    void *stream; /* out */
} cucore__xla_stream_args;

typedef struct cucore__xla_api { /* XLA_FFI_Api, as far as it is used */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    cucore__xla_version api_version;
    const void *internal_api;
    void *(*error_create)(cucore__xla_error_args *args); /* -> an XLA_FFI_Error * */
    void (*error_get_message)(void);
    void (*error_destroy)(void);
    void (*handler_register)(void);
    void *(*stream_get)(cucore__xla_stream_args *args); /* -> an XLA_FFI_Error *, NULL: success */
} cucore__xla_api;

typedef struct cucore__xla_buffer { /* XLA_FFI_Buffer: dense in C order */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    int dtype;
    void *data;
    int64_t rank;
    int64_t *dims;
} cucore__xla_buffer;

typedef struct cucore__xla_span { /* XLA_FFI_ByteSpan */
    const char *ptr;
    size_t len;
} cucore__xla_span;

typedef struct cucore__xla_scalar { /* XLA_FFI_Scalar */
    int dtype;
    void *value;
} cucore__xla_scalar;

typedef struct cucore__xla_array { /* XLA_FFI_Array */
    int dtype;
    size_t size;
    void *data;
} cucore__xla_array;

typedef struct cucore__xla_arrays { /* XLA_FFI_Args and XLA_FFI_Rets */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    int64_t size;
    const int *types;
    void **buffers;
} cucore__xla_arrays;

typedef struct cucore__xla_attributes { /* XLA_FFI_Attrs, sorted by name */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    int64_t size;
    const int *types;
    cucore__xla_span **names;
    void **values;
} cucore__xla_attributes;

typedef struct cucore__xla_frame { /* XLA_FFI_CallFrame, as far as it is used */
    size_t struct_size;
    cucore__xla_extension *extension_start;
    const cucore__xla_api *api;
    void *ctx;
    int stage;
    cucore__xla_arrays args;
    cucore__xla_arrays rets;
    cucore__xla_attributes attrs;
} cucore__xla_frame;

/* The bytes up to the end of a field, as XLA counts struct_size. */
#define CUCORE__XLA_SIZE(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))
