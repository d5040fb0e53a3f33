/* op/foreign_tvm.h: the structs of tvm-ffi's packed calls, as facts. */
/* source: apache-tvm-ffi 0.1.15, tvm/ffi/c_api.h and tvm/ffi/extra/c_env_api.h; the ABI is the same since 0.1.0.
 * tests/python/test_op_tvm.py compares sizes and offsets with the headers of the installed package. */
enum {
    CUCORE__TVM_NONE = 0,
    CUCORE__TVM_INT = 1,
    CUCORE__TVM_BOOL = 2,
    CUCORE__TVM_FLOAT = 3,
    CUCORE__TVM_DLTENSOR_PTR = 7,
    CUCORE__TVM_RAW_STR = 8,
    CUCORE__TVM_SMALL_STR = 11,
    CUCORE__TVM_STATIC_OBJECT = 64, /* objects with a reference count: this number and more */
    CUCORE__TVM_STR = 65,
    CUCORE__TVM_TENSOR = 70
};

/* TVMFFIAny: a value of a call. */
typedef struct cucore__tvm_any {
    int32_t type_index;
    uint32_t small_length; /* of a small string: 0 to 7 bytes; 0 for all else */
    union {
        int64_t i;
        double f;
        void *pointer;
        char bytes[8]; /* of a small string, with a NUL */
    } value;
} cucore__tvm_any;

/* TVMFFIObject: the head of an object. */
typedef struct cucore__tvm_object {
    uint64_t counts; /* strong in the lower 32 bits, weak in the upper ones */
    int32_t type_index;
    uint32_t padding;
    union {
        void (*deleter)(void *self, int flags);
        int64_t align;
    } deleter;
} cucore__tvm_object;

/* TVMFFIByteArray: the text of a string object, after its head. */
typedef struct cucore__tvm_bytes {
    const char *data;
    size_t size;
} cucore__tvm_bytes;

/* A string object and a tensor object, as far as they are read. */
typedef struct cucore__tvm_string {
    cucore__tvm_object head;
    cucore__tvm_bytes text;
} cucore__tvm_string;
typedef struct cucore__tvm_tensor {
    cucore__tvm_object head;
    DLTensor tensor;
} cucore__tvm_tensor;
