/* copy/cast_host.c: elements converted by the CPU: from memory into a block of numbers, and from there into memory as another
 * dtype.  No driver.  For copy/cast.c. */
#define CUCORE__CAST_BLOCK 256

/* Numbers of one kind; complex ones in pairs. */
typedef union cucore__cast_block {
    uint64_t bits[CUCORE__CAST_BLOCK];
    double real[2 * CUCORE__CAST_BLOCK];
} cucore__cast_block;

/* All that are converted: X(NAME as in CUCORE_DTYPE_ID_<NAME>, kind when read, type in memory, value of `v` that was read, type
 * that is written, value of the number `n`). */
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

/* Elements may lie at any address. */
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

/* One dtype. */
typedef struct cucore__cast_type {
    uint32_t id;
    int kind; /* that it is read as: which of the ways to write what was read */
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

/* NULL: numbers of that dtype are not converted. */
CUCORE__PRIVATE const cucore__cast_type *cucore__cast_type_find(cucore_dtype dtype)
{
    const uint32_t id = cucore_dtype_id(dtype);
    size_t i;
    for (i = 0; i < sizeof cucore__cast_types / sizeof cucore__cast_types[0]; i++) {
        if (cucore__cast_types[i].id == id) return &cucore__cast_types[i];
    }
    return NULL;
}

/* Steps in bytes. */
CUCORE__PRIVATE void cucore__cast_line(const cucore__cast_type *to_type, char *to, int64_t to_step,
                                       const cucore__cast_type *from_type, const char *from, int64_t from_step,
                                       int64_t count)
{
    cucore__cast_block block;
    int64_t done;
    int part;
    for (done = 0; done < count; done += part) {
        part = (int)cucore__copy_smaller(CUCORE__CAST_BLOCK, count - done);
        from_type->load(&block, from + done * from_step, from_step, part);
        to_type->store[from_type->kind](to + done * to_step, to_step, &block, part);
    }
}

/* to, from: of one shape, which is not empty; no element of one shares memory with the other */
CUCORE__PRIVATE cucore_status cucore__cast_on_host(const cucore__cast_type *to_type, const cucore_layout *to, char *dst,
                                                   const cucore__cast_type *from_type, const cucore_layout *from,
                                                   const char *src)
{
    cucore_layout simple[2];
    int64_t offsets[2], index[CUCORE_MAX_NDIM], steps[2] = {0, 0}, count = 1;
    int i, last;
    cucore_status status = cucore__copy_simplify(to, from, simple, offsets);
    if (status) return status;
    dst += offsets[0] * to->itemsize;
    src += offsets[1] * from->itemsize;
    last = simple[0].ndim - 1;
    if (last >= 0) {
        count = simple[0].shape[last];
        steps[0] = simple[0].strides[last] * to->itemsize;
        steps[1] = simple[1].strides[last] * from->itemsize;
    }
    cucore__entries_zero(index, last);
    do {
        cucore__cast_line(to_type, dst, steps[0], from_type, src, steps[1], count);
        for (i = last - 1; i >= 0; i--) { /* the next line: forwards, or back to the first one */
            const int64_t moves = ++index[i] < simple[0].shape[i] ? 1 : 1 - simple[0].shape[i];
            dst += moves * simple[0].strides[i] * to->itemsize;
            src += moves * simple[1].strides[i] * from->itemsize;
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
