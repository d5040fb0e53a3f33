/* copy/cast_host.c: the CPU converts elements; no driver. */
#define CUCORE__CAST_BLOCK 256

/* Numbers of one kind; a complex number takes two entries. */
typedef union cucore__cast_block {
    uint64_t bits[CUCORE__CAST_BLOCK];
    double real[2 * CUCORE__CAST_BLOCK];
} cucore__cast_block;

/* The dtypes that are converted: X(NAME as in CUCORE_DTYPE_ID_<NAME>, kind of the number that is read, type in memory,
 * the number for a value `v` in memory, type that is written, the value to write for the number `n`). */
#define CUCORE__CAST_LIST(X)                                                                                           \
    X(BOOL, UNSIGNED, uint8_t, v != 0, uint8_t, (uint8_t)cucore__number_is_true(&n))                                   \
    X(INT8, SIGNED, int8_t, (uint64_t)v, uint8_t, (uint8_t)cucore__number_to_int(&n, 8, 1))                            \
    X(INT16, SIGNED, int16_t, (uint64_t)v, uint16_t, (uint16_t)cucore__number_to_int(&n, 16, 1))                       \
    X(INT32, SIGNED, int32_t, (uint64_t)v, uint32_t, (uint32_t)cucore__number_to_int(&n, 32, 1))                       \
    X(INT64, SIGNED, int64_t, (uint64_t)v, uint64_t, cucore__number_to_int(&n, 64, 1))                                 \
    X(UINT8, UNSIGNED, uint8_t, v, uint8_t, (uint8_t)cucore__number_to_int(&n, 8, 0))                                  \
    X(UINT16, UNSIGNED, uint16_t, v, uint16_t, (uint16_t)cucore__number_to_int(&n, 16, 0))                             \
    X(UINT32, UNSIGNED, uint32_t, v, uint32_t, (uint32_t)cucore__number_to_int(&n, 32, 0))                             \
    X(UINT64, UNSIGNED, uint64_t, v, uint64_t, cucore__number_to_int(&n, 64, 0))                                       \
    X(FLOAT16, FLOAT, uint16_t, cucore__float16_widen(v, 5, 10), uint16_t,                                             \
      cucore__float16_narrow(cucore__number_to_odd(&n), 5, 10))                                                        \
    X(BFLOAT16, FLOAT, uint16_t, cucore__float16_widen(v, 8, 7), uint16_t,                                             \
      cucore__float16_narrow(cucore__number_to_odd(&n), 8, 7))                                                         \
    X(FLOAT32, FLOAT, float, (double)v, float, cucore__number_to_float(&n))                                            \
    X(FLOAT64, FLOAT, double, v, double, cucore__number_to_double(&n))                                                 \
    X(COMPLEX64, COMPLEX, cucore__complex64, v, cucore__complex64, cucore__complex64_of(&n))                           \
    X(COMPLEX128, COMPLEX, cucore__complex128, v, cucore__complex128, cucore__complex128_of(&n))

CUCORE__PRIVATE inline cucore__complex64 cucore__complex64_of(const cucore__number *n)
{
    cucore__complex64 z;
    z.re = cucore__number_to_float(n);
    z.im = (float)n->im;
    return z;
}

CUCORE__PRIVATE inline cucore__complex128 cucore__complex128_of(const cucore__number *n)
{
    cucore__complex128 z;
    z.re = cucore__number_to_double(n);
    z.im = n->im;
    return z;
}

#define CUCORE__CAST_PUT_UNSIGNED(value) block->bits[i] = value
#define CUCORE__CAST_PUT_SIGNED(value) block->bits[i] = value
#define CUCORE__CAST_PUT_FLOAT(value) block->real[i] = value
#define CUCORE__CAST_PUT_COMPLEX(value) block->real[2 * i] = (value).re, block->real[2 * i + 1] = (value).im
#define CUCORE__CAST_GET_UNSIGNED cucore__number_of_int(CUCORE__NUMBER_UNSIGNED, block->bits[i])
#define CUCORE__CAST_GET_SIGNED cucore__number_of_int(CUCORE__NUMBER_SIGNED, block->bits[i])
#define CUCORE__CAST_GET_FLOAT cucore__number_of_real(CUCORE__NUMBER_FLOAT, block->real[i], 0)
#define CUCORE__CAST_GET_COMPLEX                                                                                       \
    cucore__number_of_real(CUCORE__NUMBER_COMPLEX, block->real[2 * i], block->real[2 * i + 1])

/* memcpy, since elements may be unaligned. */
#define CUCORE__CAST_STORE(to_NAME, KIND, written, value)                                                              \
    CUCORE__PRIVATE void cucore__cast_##KIND##_##to_NAME(char *to, int64_t step, const cucore__cast_block *block,      \
                                                         int count)                                                    \
    {                                                                                                                  \
        int i;                                                                                                         \
        for (i = 0; i < count; i++, to += step) {                                                                      \
            const cucore__number n = CUCORE__CAST_GET_##KIND;                                                          \
            const written w = value;                                                                                   \
            memcpy(to, &w, sizeof w);                                                                                  \
        }                                                                                                              \
    }
#define CUCORE__CAST_DEFINE(NAME, KIND, type, number, written, value)                                                  \
    CUCORE__PRIVATE void cucore__cast_load_##NAME(cucore__cast_block *block, const char *from, int64_t step,           \
                                                  int count)                                                           \
    {                                                                                                                  \
        int i;                                                                                                         \
        for (i = 0; i < count; i++, from += step) {                                                                    \
            type v;                                                                                                    \
            memcpy(&v, from, sizeof v);                                                                                \
            CUCORE__CAST_PUT_##KIND(number);                                                                           \
        }                                                                                                              \
    }                                                                                                                  \
    CUCORE__CAST_STORE(to_##NAME, SIGNED, written, value)                                                              \
    CUCORE__CAST_STORE(to_##NAME, UNSIGNED, written, value)                                                            \
    CUCORE__CAST_STORE(to_##NAME, FLOAT, written, value)                                                               \
    CUCORE__CAST_STORE(to_##NAME, COMPLEX, written, value)
CUCORE__CAST_LIST(CUCORE__CAST_DEFINE)

/* One dtype that is converted. */
typedef struct cucore__cast_type {
    uint32_t id;
    int kind; /* the kind of the numbers that `load` reads: the index of `store` in the type that is written */
    void (*load)(cucore__cast_block *block, const char *from, int64_t step, int count);
    void (*store[4])(char *to, int64_t step, const cucore__cast_block *block, int count);
} cucore__cast_type;

#define CUCORE__CAST_ROW(NAME, KIND, type, number, written, value)                                                     \
    {CUCORE_DTYPE_ID_##NAME,                                                                                           \
     CUCORE__NUMBER_##KIND,                                                                                            \
     cucore__cast_load_##NAME,                                                                                         \
     {cucore__cast_SIGNED_to_##NAME, cucore__cast_UNSIGNED_to_##NAME, cucore__cast_FLOAT_to_##NAME,                    \
      cucore__cast_COMPLEX_to_##NAME}},
static const cucore__cast_type cucore__cast_types[] = {CUCORE__CAST_LIST(CUCORE__CAST_ROW)};

/* Returns NULL if the dtype is not converted. */
CUCORE__PRIVATE const cucore__cast_type *cucore__cast_type_find(cucore_dtype dtype)
{
    const uint32_t id = cucore_dtype_id(dtype);
    size_t i;
    for (i = 0; i < sizeof cucore__cast_types / sizeof cucore__cast_types[0]; i++) {
        if (cucore__cast_types[i].id == id) return &cucore__cast_types[i];
    }
    return NULL;
}

/* Elements in a line; the steps are in bytes. */
typedef struct cucore__cast_line {
    char *dst;
    const char *src;
    int64_t dst_step, src_step, count;
} cucore__cast_line;

/* types: of dst, of src */
CUCORE__PRIVATE void cucore__cast_line_run(const cucore__cast_type *const *types, const cucore__cast_line *line)
{
    cucore__cast_block block;
    int64_t done;
    int part;
    for (done = 0; done < line->count; done += part) {
        part = (int)cucore__copy_smaller(CUCORE__CAST_BLOCK, line->count - done);
        types[1]->load(&block, line->src + done * line->src_step, line->src_step, part);
        types[0]->store[types[1]->kind](line->dst + done * line->dst_step, line->dst_step, &block, part);
    }
}

/* Converts elements.  The two sides have one shape, which is not empty, and share no memory. */
CUCORE__PRIVATE cucore_status cucore__cast_on_host(const cucore__cast_type *const *types, const cucore__copy_side *dst,
                                                   const cucore__copy_side *src)
{
    const int64_t dst_size = dst->layout->itemsize, src_size = src->layout->itemsize;
    cucore_layout simple[2];
    cucore__cast_line line = {NULL, NULL, 0, 0, 1};
    int64_t offsets[2], index[CUCORE_MAX_NDIM];
    int i, last;
    cucore_status status = cucore__copy_simplify(dst->layout, src->layout, simple, offsets);
    if (status) return status;
    line.dst = dst->ptr + offsets[0] * dst_size;
    line.src = src->ptr + offsets[1] * src_size;
    last = simple[0].ndim - 1;
    if (last >= 0) {
        line.count = simple[0].shape[last];
        line.dst_step = simple[0].strides[last] * dst_size;
        line.src_step = simple[1].strides[last] * src_size;
    }
    cucore__entries_zero(index, last);
    do {
        cucore__cast_line_run(types, &line);
        for (i = last - 1; i >= 0; i--) { /* to the next index of axis i, or back to its first one */
            const int64_t moves = ++index[i] < simple[0].shape[i] ? 1 : 1 - simple[0].shape[i];
            line.dst += moves * simple[0].strides[i] * dst_size;
            line.src += moves * simple[1].strides[i] * src_size;
            if (moves == 1) break;
            index[i] = 0;
        }
    } while (i >= 0);
    return CUCORE_OK;
}
#undef CUCORE__CAST_BLOCK
#undef CUCORE__CAST_LIST
#undef CUCORE__CAST_PUT_UNSIGNED
#undef CUCORE__CAST_PUT_SIGNED
#undef CUCORE__CAST_PUT_FLOAT
#undef CUCORE__CAST_PUT_COMPLEX
#undef CUCORE__CAST_GET_UNSIGNED
#undef CUCORE__CAST_GET_SIGNED
#undef CUCORE__CAST_GET_FLOAT
#undef CUCORE__CAST_GET_COMPLEX
#undef CUCORE__CAST_STORE
#undef CUCORE__CAST_DEFINE
#undef CUCORE__CAST_ROW
