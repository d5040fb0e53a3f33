/* The Python-free core of cucore.h: status, dtype, layout, view and requirements.  No driver, no libcuda:
 *     cc -std=c99 -I. -isystem $(CUDA_INCLUDE) tests/c/test_core.c -o test_core -lpthread -ldl && ./test_core
 *
 * Expected values stand in the tables, worked out by hand from the documentation of DLPack and NumPy, or come from a
 * different method (enumeration of every index, 128-bit arithmetic).  Outputs are poisoned before each call. */
#define _POSIX_C_SOURCE 200809L

/* A driver that cannot be found, so that the result is the same on every machine. */
#define CUCORE_DRIVER_NAME "libcucore-test-no-such-driver.so.1"
#define CUCORE_IMPLEMENTATION
#include "cucore.h"

#include <limits.h>
#include <pthread.h>

#include "check.h"

#define POISON 0xA5
#define POISON64 ((int64_t)0x5A5A5A5A5A5A5A5A)
#define P(exponent) ((int64_t)1 << (exponent))

static int is_poisoned(const void *memory, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)memory;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != POISON) return 0;
    }
    return 1;
}

/* ------------------------------------------------------------------------------------------------------ status -- */
static const struct {
    cucore_status status;
    int value;
    const char *name;
} status_rows[] = {
    {CUCORE_OK, 0, "OK"},
    {CUCORE_INVALID_ARGUMENT, -1, "INVALID_ARGUMENT"},
    {CUCORE_OVERFLOW, -2, "OVERFLOW"},
    {CUCORE_PROTOCOL, -3, "PROTOCOL"},
    {CUCORE_UNSUPPORTED, -4, "UNSUPPORTED"},
    {CUCORE_READONLY, -5, "READONLY"},
    {CUCORE_WRONG_DTYPE, -6, "WRONG_DTYPE"},
    {CUCORE_WRONG_SHAPE, -7, "WRONG_SHAPE"},
    {CUCORE_WRONG_LAYOUT, -8, "WRONG_LAYOUT"},
    {CUCORE_WRONG_DEVICE, -9, "WRONG_DEVICE"},
    {CUCORE_OUT_OF_MEMORY, -10, "OUT_OF_MEMORY"},
    {CUCORE_NO_DRIVER, -11, "NO_DRIVER"},
    {CUCORE_DRIVER, -12, "DRIVER"},
    {CUCORE_CAPTURE, -13, "CAPTURE"},
    {CUCORE_FOREIGN, -14, "FOREIGN"},
    {CUCORE_INTERRUPTED, -15, "INTERRUPTED"},
};

TEST(test_last_error_before_any_failure_is_ok)
{
    const cucore_error *error = cucore_last_error();
    CHECK(error != NULL);
    CHECK_INT(error->status, CUCORE_OK);
    CHECK_INT(error->result, CUDA_SUCCESS);
    CHECK(error->call == NULL);
    CHECK_STR(error->message, "");
}

TEST(test_status_name_matches_list)
{
    CHECK_INT(cucore__status_count, COUNT(status_rows));
    FOR_ROWS (row, status_rows) {
        CHECK_INT(row->status, row->value);
        CHECK_STR(cucore_status_name(row->status), row->name);
    }
}

TEST(test_status_text_is_one_sentence_each)
{
    for (size_t i = 0; i < COUNT(status_rows); i++) {
        const char *text = cucore_status_text(status_rows[i].status);
        size_t length = strlen(text);
        check_row(status_rows[i].name);
        CHECK(length > 0 && text[length - 1] != '.' && strchr(text, '\n') == NULL);
        for (size_t j = 0; j < i; j++) CHECK(strcmp(text, cucore_status_text(status_rows[j].status)) != 0);
    }
    check_row("by hand");
    CHECK_STR(cucore_status_text(CUCORE_OK), "success");
    CHECK_STR(cucore_status_text(CUCORE_READONLY), "the array is read-only");
    CHECK_STR(cucore_status_text(CUCORE_OUT_OF_MEMORY), "out of memory");
}

/* The rows of the list and the functions agree, whatever is added to the list. */
TEST(test_status_list_agrees_with_functions)
{
    int next = 0;
#define ROW(name, value, exception, sentence)                                                                          \
    check_row(#name);                                                                                                  \
    CHECK_INT(CUCORE_##name, value);                                                                                   \
    CHECK_INT(value, -next++);                                                                                         \
    CHECK(strlen(#exception) > 0);                                                                                     \
    CHECK_STR(cucore_status_name((cucore_status)(value)), #name);                                                      \
    CHECK_STR(cucore_status_text((cucore_status)(value)), sentence);
    CUCORE_STATUS_LIST(ROW)
#undef ROW
    CHECK_INT(next, cucore__status_count);
}

TEST(test_status_of_other_numbers_is_unknown)
{
    static const int numbers[] = {1, 12, -cucore__status_count, 9999, -9999, INT_MAX, INT_MIN};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        CHECK_STR(cucore_status_name((cucore_status)numbers[i]), "UNKNOWN");
        CHECK(cucore_status_text((cucore_status)numbers[i]) != NULL);
    }
}

TEST(test_fail_records_status_and_message)
{
    FOR_ROWS (row, status_rows) {
        CHECK_INT(cucore_fail(row->status, "%s of %d, %5.2f", "value", -17, 2.5), row->value);
        CHECK_INT(cucore_last_error()->status, row->value);
        CHECK_STR(cucore_last_error()->message, "value of -17,  2.50");
        CHECK_INT(cucore_last_error()->result, CUDA_SUCCESS);
        CHECK(cucore_last_error()->call == NULL);
    }
}

TEST(test_fail_cuts_long_messages)
{
    static const size_t lengths[] = {0, 1, 510, 511, 512, 513, 5000};
    char text[5001];
    for (size_t i = 0; i < COUNT(lengths); i++) {
        memset(text, 'x', lengths[i]);
        text[lengths[i]] = '\0';
        CHECK_INT(cucore_fail(CUCORE_PROTOCOL, "%s", text), CUCORE_PROTOCOL);
        CHECK_INT(strlen(cucore_last_error()->message), lengths[i] < 511 ? lengths[i] : 511);
        CHECK(memcmp(cucore_last_error()->message, text, strlen(cucore_last_error()->message)) == 0);
    }
}

TEST(test_fail_takes_its_own_old_message)
{
    char text[600];
    cucore_fail(CUCORE_PROTOCOL, "strides[%d] is odd", 3);
    cucore_fail(CUCORE_OVERFLOW, "x: %s, %s", cucore_last_error()->message, cucore_last_error()->message);
    CHECK_STR(cucore_last_error()->message, "x: strides[3] is odd, strides[3] is odd");
    CHECK_INT(cucore_last_error()->status, CUCORE_OVERFLOW);

    memset(text, 'y', sizeof text);
    text[511] = '\0';
    cucore_fail(CUCORE_PROTOCOL, "%s", text);
    cucore_fail(CUCORE_PROTOCOL, "xx%s", cucore_last_error()->message);
    text[0] = text[1] = 'x';
    CHECK_STR(cucore_last_error()->message, text);
}

TEST(test_success_keeps_the_last_error)
{
    cucore_dtype dtype;
    cucore_fail(CUCORE_CAPTURE, "kept");
    CHECK_INT(cucore_dtype_from_name("int8", 4, &dtype), CUCORE_OK);
    CHECK_INT(cucore_last_error()->status, CUCORE_CAPTURE);
    CHECK_STR(cucore_last_error()->message, "kept");
}

/* One of two threads that fail at the same time; what it saw is checked by the main thread. */
typedef struct failing_thread {
    pthread_barrier_t *barrier;
    int number;
    int fresh;     /* its first error was OK and empty */
    int own;       /* it always read its own message */
    char last[64]; /* read after the other thread had failed too */
    cucore_status status;
} failing_thread;

static void *fail_in_a_thread(void *argument)
{
    failing_thread *self = (failing_thread *)argument;
    char expected[64];
    self->fresh = cucore_last_error()->status == CUCORE_OK && cucore_last_error()->message[0] == '\0';
    self->own = 1;
    pthread_barrier_wait(self->barrier);
    for (int i = 0; i < 5000; i++) {
        snprintf(expected, sizeof expected, "thread %d, round %d", self->number, i);
        cucore_fail((cucore_status)(-1 - self->number), "thread %d, round %d", self->number, i);
        if (strcmp(cucore_last_error()->message, expected) != 0) self->own = 0;
    }
    pthread_barrier_wait(self->barrier);
    snprintf(self->last, sizeof self->last, "%.60s", cucore_last_error()->message);
    self->status = cucore_last_error()->status;
    return NULL;
}

TEST(test_last_error_is_per_thread)
{
    static failing_thread threads[2];
    pthread_t handles[2];
    pthread_barrier_t barrier;
    CHECK_INT(pthread_barrier_init(&barrier, NULL, 2), 0);
    cucore_fail(CUCORE_READONLY, "of the main thread");
    for (int i = 0; i < 2; i++) {
        threads[i].barrier = &barrier;
        threads[i].number = i;
        CHECK_INT(pthread_create(&handles[i], NULL, fail_in_a_thread, &threads[i]), 0);
    }
    for (int i = 0; i < 2; i++) pthread_join(handles[i], NULL);
    pthread_barrier_destroy(&barrier);
    CHECK(threads[0].fresh && threads[1].fresh);
    CHECK(threads[0].own && threads[1].own);
    CHECK_STR(threads[0].last, "thread 0, round 4999");
    CHECK_STR(threads[1].last, "thread 1, round 4999");
    CHECK_INT(threads[0].status, -1);
    CHECK_INT(threads[1].status, -2);
    CHECK_STR(cucore_last_error()->message, "of the main thread");
    CHECK_INT(cucore_last_error()->status, CUCORE_READONLY);
}

/* ------------------------------------------------------------------------------------------------------- dtype -- */
/* Widths by code, from DLPack 1.3; code 3 has none that an array can be made of. */
static const struct {
    const char *name;
    int code, constant;
    int bits[8]; /* ends with 0 */
} code_rows[] = {
    {"int", 0, CUCORE_CODE_INT, {1, 2, 4, 8, 16, 32, 64, 0}},
    {"uint", 1, CUCORE_CODE_UINT, {1, 2, 4, 8, 16, 32, 64, 0}},
    {"float", 2, CUCORE_CODE_FLOAT, {16, 32, 64, 0}},
    {"opaque handle", 3, CUCORE_CODE_OPAQUE_HANDLE, {0}},
    {"bfloat", 4, CUCORE_CODE_BFLOAT, {16, 0}},
    {"complex", 5, CUCORE_CODE_COMPLEX, {32, 64, 128, 0}},
    {"bool", 6, CUCORE_CODE_BOOL, {8, 0}},
    {"float8_e3m4", 7, CUCORE_CODE_FLOAT8_E3M4, {8, 0}},
    {"float8_e4m3", 8, CUCORE_CODE_FLOAT8_E4M3, {8, 0}},
    {"float8_e4m3b11fnuz", 9, CUCORE_CODE_FLOAT8_E4M3B11FNUZ, {8, 0}},
    {"float8_e4m3fn", 10, CUCORE_CODE_FLOAT8_E4M3FN, {8, 0}},
    {"float8_e4m3fnuz", 11, CUCORE_CODE_FLOAT8_E4M3FNUZ, {8, 0}},
    {"float8_e5m2", 12, CUCORE_CODE_FLOAT8_E5M2, {8, 0}},
    {"float8_e5m2fnuz", 13, CUCORE_CODE_FLOAT8_E5M2FNUZ, {8, 0}},
    {"float8_e8m0fnu", 14, CUCORE_CODE_FLOAT8_E8M0FNU, {8, 0}},
    {"float6_e2m3fn", 15, CUCORE_CODE_FLOAT6_E2M3FN, {6, 0}},
    {"float6_e3m2fn", 16, CUCORE_CODE_FLOAT6_E3M2FN, {6, 0}},
    {"float4_e2m1fn", 17, CUCORE_CODE_FLOAT4_E2M1FN, {4, 0}},
    {"bcomplex", 18, CUCORE_CODE_BCOMPLEX, {32, 0}},
};

static int bits_allowed(size_t row, int bits)
{
    for (int i = 0; code_rows[row].bits[i]; i++) {
        if (code_rows[row].bits[i] == bits) return 1;
    }
    return 0;
}

TEST(test_dtype_check_every_code_and_width)
{
    static const int lanes[] = {1, 2, 3, 65535};
    for (size_t row = 0; row < COUNT(code_rows); row++) {
        check_row(code_rows[row].name);
        CHECK_INT(code_rows[row].constant, code_rows[row].code);
        for (int bits = 0; bits < 256; bits++) {
            cucore_status expected = code_rows[row].code == 3  ? CUCORE_UNSUPPORTED
                                     : bits_allowed(row, bits) ? CUCORE_OK
                                                               : CUCORE_PROTOCOL;
            for (size_t j = 0; j < COUNT(lanes); j++) {
                CHECK_INT(cucore_dtype_check(cucore_dtype_make(code_rows[row].code, bits, lanes[j])), expected);
            }
        }
    }
}

TEST(test_dtype_check_lanes_0_refused)
{
    FOR_ROWS (each, code_rows) {
        cucore_dtype dtype = cucore_dtype_make(each->code, each->bits[0], 0);
        CHECK_INT(cucore_dtype_check(dtype), each->code == 3 ? CUCORE_UNSUPPORTED : CUCORE_PROTOCOL);
        if (each->code != 3) CHECK_HAS(cucore_last_error()->message, "lanes is 0");
    }
}

TEST(test_dtype_check_other_codes_refused)
{
    char expected[32];
    for (int code = (int)COUNT(code_rows); code < 254; code++) {
        CHECK_INT(cucore_dtype_check(cucore_dtype_make(code, 8, 1)), CUCORE_UNSUPPORTED);
        snprintf(expected, sizeof expected, "dtype.code is %d,", code);
        CHECK_HAS(cucore_last_error()->message, expected);
    }
    REFUSED(cucore_dtype_check(cucore_dtype_make(3, 64, 1)), CUCORE_UNSUPPORTED, "dtype.code is 3,");
}

TEST(test_dtype_check_quotes_bits)
{
    CHECK_INT(cucore_dtype_check(cucore_dtype_make(CUCORE_CODE_FLOAT, 17, 1)), CUCORE_PROTOCOL);
    CHECK_STR(cucore_last_error()->message, "dtype.bits is 17, which a float (dtype.code 2) cannot have");
    CHECK_INT(cucore_dtype_check(cucore_dtype_make(CUCORE_CODE_FLOAT4_E2M1FN, 8, 1)), CUCORE_PROTOCOL);
    CHECK_STR(cucore_last_error()->message, "dtype.bits is 8, which a float4_e2m1fn (dtype.code 17) cannot have");
}

TEST(test_dtype_opaque_and_structured)
{
    static const struct {
        int code;
        uint32_t itemsize;
        cucore_status expected;
    } rows[] = {
        {254, 0, CUCORE_PROTOCOL}, {254, 1, CUCORE_OK}, {254, 12, CUCORE_OK},         {254, UINT32_MAX, CUCORE_OK},
        {255, 0, CUCORE_PROTOCOL}, {255, 1, CUCORE_OK}, {255, UINT32_MAX, CUCORE_OK},
    };
    CHECK_INT(CUCORE_CODE_OPAQUE, 254);
    CHECK_INT(CUCORE_CODE_STRUCTURED, 255);
    for (size_t i = 0; i < COUNT(rows); i++) {
        cucore_dtype dtype = cucore_dtype_make_opaque(rows[i].code, rows[i].itemsize);
        CHECK_INT(dtype.code, rows[i].code);
        CHECK_INT(dtype.bits, 0);
        CHECK_INT(dtype.lanes, 1);
        CHECK_INT(dtype.itemsize, rows[i].itemsize);
        CHECK_INT(cucore_dtype_itembits(dtype), (int64_t)rows[i].itemsize * 8);
        CHECK_INT(cucore_dtype_check(dtype), rows[i].expected);
    }
}

TEST(test_dtype_make_itemsize_and_bits)
{
    static const struct {
        const char *name;
        int code, bits, lanes;
        long long itemsize, packed_bits;
    } rows[] = {
        {"float32", 2, 32, 1, 4, 32},
        {"complex128", 5, 128, 1, 16, 128},
        {"int1", 0, 1, 1, 1, 1},
        {"int4", 0, 4, 1, 1, 4},
        {"int4x3", 0, 4, 3, 2, 12},
        {"float4x2", 17, 4, 2, 1, 8},
        {"float6", 15, 6, 1, 1, 6},
        {"float6x4", 15, 6, 4, 3, 24},
        {"float32x4", 2, 32, 4, 16, 128},
        {"int1x65535", 0, 1, 65535, 8192, 65535},
        {"int64x65535", 0, 64, 65535, 524280, 4194240},
        {"complex128x65535", 5, 128, 65535, 1048560, 8388480},
        {"bits 255, lanes 65535", 0, 255, 65535, 2088929, 16711425},
        {"lanes 0", 2, 32, 0, 0, 0},
    };
    FOR_ROWS (row, rows) {
        cucore_dtype dtype = cucore_dtype_make(row->code, row->bits, row->lanes);
        CHECK_INT(dtype.code, row->code);
        CHECK_INT(dtype.bits, row->bits);
        CHECK_INT(dtype.lanes, row->lanes);
        CHECK_INT(dtype.itemsize, row->itemsize);
        CHECK_INT(cucore_dtype_itembits(dtype), row->packed_bits);
    }
}

TEST(test_dtype_equal_compares_every_field)
{
    cucore_dtype a = cucore_dtype_make(2, 32, 1), b;
    CHECK_INT(sizeof(cucore_dtype), 8);
    CHECK_INT(cucore_dtype_is_equal(a, cucore_dtype_make(2, 32, 1)), 1);
    CHECK_INT(cucore_dtype_is_equal(a, cucore_dtype_make(0, 32, 1)), 0);
    CHECK_INT(cucore_dtype_is_equal(a, cucore_dtype_make(2, 64, 1)), 0);
    CHECK_INT(cucore_dtype_is_equal(a, cucore_dtype_make(2, 32, 2)), 0);
    b = a;
    b.itemsize = 8;
    CHECK_INT(cucore_dtype_is_equal(a, b), 0);
    CHECK_INT(cucore_dtype_is_equal(cucore_dtype_make_opaque(254, 4), cucore_dtype_make_opaque(254, 5)), 0);
    CHECK_INT(cucore_dtype_is_equal(cucore_dtype_make_opaque(254, 4), cucore_dtype_make_opaque(255, 4)), 0);
}

static const struct {
    const char *name;
    int code, bits, itemsize;
} name_rows[] = {
    {"bool", 6, 8, 1},
    {"int1", 0, 1, 1},
    {"int2", 0, 2, 1},
    {"int4", 0, 4, 1},
    {"int8", 0, 8, 1},
    {"int16", 0, 16, 2},
    {"int32", 0, 32, 4},
    {"int64", 0, 64, 8},
    {"uint1", 1, 1, 1},
    {"uint2", 1, 2, 1},
    {"uint4", 1, 4, 1},
    {"uint8", 1, 8, 1},
    {"uint16", 1, 16, 2},
    {"uint32", 1, 32, 4},
    {"uint64", 1, 64, 8},
    {"float16", 2, 16, 2},
    {"float32", 2, 32, 4},
    {"float64", 2, 64, 8},
    {"bfloat16", 4, 16, 2},
    {"complex32", 5, 32, 4},
    {"complex64", 5, 64, 8},
    {"complex128", 5, 128, 16},
    {"float8_e3m4", 7, 8, 1},
    {"float8_e4m3", 8, 8, 1},
    {"float8_e4m3fn", 10, 8, 1},
    {"float8_e5m2", 12, 8, 1},
    {"float8_e4m3b11fnuz", 9, 8, 1},
    {"float6_e2m3fn", 15, 6, 1},
    {"float6_e3m2fn", 16, 6, 1},
    {"float8_e4m3fnuz", 11, 8, 1},
    {"float4_e2m1fn", 17, 4, 1},
    {"bcomplex32", 18, 32, 4},
    {"float8_e5m2fnuz", 13, 8, 1},
    {"float8_e8m0fnu", 14, 8, 1},
};

/* A copy in a block of exactly that size: reading one byte too many is seen by the sanitizer. */
static char *exact_copy(const char *text, size_t length)
{
    char *copy = (char *)malloc(length ? length : 1);
    if (!copy) abort();
    memcpy(copy, text, length);
    return copy;
}

static cucore_status from_exact_name(const char *text, size_t length, cucore_dtype *out)
{
    char *copy = exact_copy(text, length);
    cucore_status status;
    memset(out, POISON, sizeof *out);
    status = cucore_dtype_from_name(copy, length, out);
    free(copy);
    return status;
}

/* The constants of dtypes: their names in small letters are what they are called, and no two ids are the same. */
static const char *dtype_called(uint32_t id)
{
    switch (id) { /* a number that comes twice does not compile */
#define DTYPE_CASE(name, code, bits)                                                                                   \
    case CUCORE_DTYPE_ID_##name: return #name;
        CUCORE_DTYPE_LIST(DTYPE_CASE)
#undef DTYPE_CASE
    default: return "another";
    }
}

static void check_dtype_constant(const char *name, cucore_dtype dtype, const cucore_dtype *initialised, uint32_t id)
{
    char lower[32] = "", text[32];
    cucore_dtype again;
    size_t i;
    check_row(name);
    for (i = 0; name[i]; i++) lower[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    memset(&again, POISON, sizeof again);
    CHECK_INT(cucore_dtype_from_name(lower, i, &again), CUCORE_OK);
    CHECK(cucore_dtype_is_equal(again, dtype));
    CHECK(cucore_dtype_is_equal(again, *initialised));
    CHECK_INT(cucore_dtype_check(dtype), CUCORE_OK);
    CHECK_INT(cucore_dtype_to_name(dtype, text, sizeof text), i);
    CHECK_STR(text, lower);
    CHECK_INT(cucore_dtype_id(dtype), id);
    CHECK_STR(dtype_called(cucore_dtype_id(dtype)), name);
}

TEST(test_dtype_constants)
{
    const cucore_dtype initialised = CUCORE_DTYPE_FLOAT32;
    cucore_dtype four = CUCORE_DTYPE_FLOAT32;
    int count = 0;
#define CHECK_DTYPE(name, code, bits)                                                                                  \
    {                                                                                                                  \
        static const cucore_dtype constant = CUCORE_DTYPE_INIT(code, bits);                                            \
        check_dtype_constant(#name, CUCORE_DTYPE_##name, &constant, CUCORE_DTYPE_ID_##name);                           \
        count++;                                                                                                       \
    }
    CUCORE_DTYPE_LIST(CHECK_DTYPE)
#undef CHECK_DTYPE
    CHECK(count >= 23);
    check_row("others");
    CHECK_INT(initialised.itemsize, 4);
    four.lanes = 4;
    CHECK_STR(dtype_called(cucore_dtype_id(four)), "another");
    CHECK_STR(dtype_called(cucore_dtype_id(cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 4))), "another");
    CHECK_INT(cucore_dtype_id(cucore_dtype_make(255, 255, 65535)), 0xffffffff);
}

TEST(test_dtype_from_name_good)
{
    cucore_dtype dtype;
    FOR_ROWS (row, name_rows) {
        CHECK_INT(from_exact_name(row->name, strlen(row->name), &dtype), CUCORE_OK);
        CHECK_INT(dtype.code, row->code);
        CHECK_INT(dtype.bits, row->bits);
        CHECK_INT(dtype.lanes, 1);
        CHECK_INT(dtype.itemsize, row->itemsize);
        CHECK_INT(cucore_dtype_check(dtype), CUCORE_OK);
    }
}

TEST(test_dtype_from_name_every_code_and_width)
{
    size_t i;
    int names;
    FOR_ROWS (each, code_rows) {
        for (int j = 0; each->bits[j]; j++) {
            for (names = 0, i = 0; i < COUNT(name_rows); i++) {
                names += name_rows[i].code == each->code && name_rows[i].bits == each->bits[j];
            }
            CHECK_INT(names, 1);
        }
    }
}

TEST(test_dtype_from_name_bad)
{
    static const char *const names[] = {
        /* clang-format off */
        "", "i", "int", "int0", "int08", "int8x", "int3", "int10", "int128", "int264", "int65544", "int4294967304",
        "int 8", "int+8", "int-8", "int8.0", " int8", "int8 ", "INT8", "Int8", "uint", "uint128", "uint3", "uint08",
        "float", "float8", "float4", "float6", "float128", "float032", "float8_", "float8_e4", "float8_e4m3f",
        "float8_e4m3fnu", "float8_e4m3fnuzz", "float8_e5m2f", "float8_e4m3b11", "float6_e2m3", "float4_e2m1fnx2",
        "float4_e2m1fn_x2", "bfloat", "bfloat8", "bfloat32", "complex", "complex8", "complex256", "bool8", "boo",
        "Bool", "half", "double", "f4", "<f4", "void8", "struct8", "opaque_handle", "opaque_handle64", "opaque",
        "longdouble", "float32x2",
        /* clang-format on */
    };
    char expected[80];
    cucore_dtype dtype;
    for (size_t i = 0; i < COUNT(names); i++) {
        check_row(names[i]);
        CHECK_INT(from_exact_name(names[i], strlen(names[i]), &dtype), CUCORE_INVALID_ARGUMENT);
        CHECK(is_poisoned(&dtype, sizeof dtype));
        snprintf(expected, sizeof expected, "'%s' is not the name of a dtype", names[i]);
        CHECK_STR(cucore_last_error()->message, expected);
    }
}

/* Every beginning of a good name is a name only if the table says so. */
TEST(test_dtype_from_name_prefixes)
{
    cucore_dtype dtype;
    FOR_ROWS (row, name_rows) {
        for (size_t length = 0; length < strlen(row->name); length++) {
            int known = -1;
            for (size_t j = 0; j < COUNT(name_rows); j++) {
                if (strlen(name_rows[j].name) == length && memcmp(name_rows[j].name, row->name, length) == 0) {
                    known = (int)j;
                }
            }
            CHECK_INT(from_exact_name(row->name, length, &dtype), known < 0 ? CUCORE_INVALID_ARGUMENT : CUCORE_OK);
            if (known >= 0) {
                CHECK_INT(dtype.code, name_rows[known].code);
                CHECK_INT(dtype.bits, name_rows[known].bits);
            } else {
                CHECK(is_poisoned(&dtype, sizeof dtype));
            }
        }
    }
}

TEST(test_dtype_from_name_length_rules)
{
    char longest[200];
    cucore_dtype dtype;
    check_row("no NUL");
    CHECK_INT(cucore_dtype_from_name("int32 and more", 5, &dtype), CUCORE_OK);
    CHECK_INT(dtype.bits, 32);
    check_row("NUL inside");
    CHECK_INT(from_exact_name("int8\0", 5, &dtype), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(from_exact_name("int8\0x", 6, &dtype), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(from_exact_name("bool\0", 5, &dtype), CUCORE_INVALID_ARGUMENT);
    CHECK(is_poisoned(&dtype, sizeof dtype));
    check_row("long");
    memset(longest, '9', sizeof longest);
    memcpy(longest, "int", 3);
    CHECK_INT(from_exact_name(longest, sizeof longest, &dtype), CUCORE_INVALID_ARGUMENT);
    check_row("NULL");
    memset(&dtype, POISON, sizeof dtype);
    CHECK_INT(cucore_dtype_from_name(NULL, 0, &dtype), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_dtype_from_name(NULL, 4, &dtype), CUCORE_INVALID_ARGUMENT);
    CHECK(is_poisoned(&dtype, sizeof dtype));
    CHECK_INT(cucore_dtype_from_name("int8", 4, NULL), CUCORE_INVALID_ARGUMENT);
}

/* A formatting function behaves as snprintf does: every size of the buffer, nothing behind it touched. */
static void check_truncation(size_t (*format)(const void *, char *, size_t), const void *argument, const char *full)
{
    char buffer[300], expected[300];
    size_t size, needed = strlen(full);
    CHECK_INT(format(argument, NULL, 0), needed);
    CHECK_INT(format(argument, NULL, 100), needed);
    for (size = 0; size <= needed + 3; size++) {
        memset(buffer, POISON, sizeof buffer);
        memset(expected, POISON, sizeof expected);
        CHECK_INT(format(argument, buffer, size), needed);
        if (size > 0) {
            size_t kept = needed < size - 1 ? needed : size - 1;
            memcpy(expected, full, kept);
            expected[kept] = '\0';
            CHECK_STR(buffer, expected);
        }
        CHECK(is_poisoned(buffer + size, sizeof buffer - size));
    }
}

static size_t format_dtype(const void *dtype, char *buffer, size_t size)
{
    return cucore_dtype_to_name(*(const cucore_dtype *)dtype, buffer, size);
}

TEST(test_dtype_format_like_snprintf)
{
    static const struct {
        cucore_dtype dtype;
        const char *expected;
    } rows[] = {
        {{2, 32, 1, 4}, "float32"},
        {{17, 4, 2, 1}, "float4_e2m1fnx2"},
        {{254, 0, 1, 12}, "void12"},
        {{255, 0, 1, 20}, "struct20"},
        {{6, 8, 1, 1}, "bool"},
        {{6, 8, 4, 4}, "boolx4"},
        {{0, 4, 3, 2}, "int4x3"},
        {{5, 128, 1, 16}, "complex128"},
        {{4, 16, 65535, 131070}, "bfloat16x65535"},
        {{9, 8, 1, 1}, "float8_e4m3b11fnuz"},
        {{254, 0, 1, UINT32_MAX}, "void4294967295"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        check_row(rows[i].expected);
        check_truncation(format_dtype, &rows[i].dtype, rows[i].expected);
    }
}

/* Whatever the bytes: a text, no crash. */
TEST(test_dtype_format_any_bytes)
{
    char buffer[64];
    for (int code = 0; code < 256; code++) {
        for (int bits = 0; bits < 256; bits += 5) {
            size_t length = cucore_dtype_to_name(cucore_dtype_make(code, bits, bits * 257), buffer, sizeof buffer);
            CHECK(length > 0 && length == strlen(buffer));
        }
    }
}

TEST(test_dtype_names_round_trip)
{
    char buffer[32];
    size_t length;
    cucore_dtype dtype, again;
    FOR_ROWS (row, name_rows) {
        CHECK_INT(cucore_dtype_from_name(row->name, strlen(row->name), &dtype), CUCORE_OK);
        length = cucore_dtype_to_name(dtype, buffer, sizeof buffer);
        CHECK_STR(buffer, row->name);
        CHECK_INT(cucore_dtype_from_name(buffer, length, &again), CUCORE_OK);
        CHECK(cucore_dtype_is_equal(dtype, again));
    }
}

/* ------------------------------------------------------------------------------------------------------ layout -- */
/* After a success only the head and the entries in use may have been written. */
static int rest_is_poisoned(const cucore_layout *layout)
{
    size_t used = (size_t)layout->ndim, rest = (CUCORE_MAX_NDIM - used) * sizeof(int64_t);
    return is_poisoned(layout->shape + used, rest) && is_poisoned(layout->strides + used, rest);
}

/* The status of a call that returned a count. */
static cucore_status counted(int64_t count)
{
    return count == -1 ? cucore_last_error()->status : count < 0 ? CUCORE_PROTOCOL : CUCORE_OK;
}

static void check_measures(const cucore_layout *layout, int64_t size, int64_t nbytes, int64_t min, int64_t max, int c,
                           int f)
{
    int64_t low = POISON64, high = POISON64;
    CHECK_INT(cucore_layout_size(layout), size);
    CHECK_INT(cucore_layout_nbytes(layout), nbytes);
    CHECK_INT(cucore_layout_offset_bounds(layout, &low, &high), CUCORE_OK);
    CHECK_INT(low, min);
    CHECK_INT(high, max);
    CHECK_INT(cucore_layout_is_c_contiguous(layout), c);
    CHECK_INT(cucore_layout_is_f_contiguous(layout), f);
}

#define DENSE                                                                                                          \
    {                                                                                                                  \
        POISON64, 0, 0, 0                                                                                              \
    } /* in the place of strides: pass NULL */

typedef struct layout_row {
    const char *name;
    int ndim;
    int64_t shape[4], strides[4], itemsize;
    int64_t size, nbytes, min, max;
    int c, f;
} layout_row;

static const layout_row layout_rows[] = {
    {"0-d (B45)", 0, {0}, {0}, 4, 1, 4, 0, 0, 1, 1},
    {"0-d, no strides", 0, {0}, DENSE, 4, 1, 4, 0, 0, 1, 1},
    {"one axis", 1, {5}, DENSE, 4, 5, 20, 0, 4, 1, 1},
    {"two axes", 2, {2, 3}, DENSE, 4, 6, 24, 0, 5, 1, 0},
    {"gap per row", 2, {2, 3}, {4, 1}, 4, 6, 24, 0, 6, 0, 0},
    {"gap between elements", 1, {4}, {2}, 4, 4, 16, 0, 6, 0, 0},
    {"C order", 3, {2, 3, 4}, {12, 4, 1}, 8, 24, 192, 0, 23, 1, 0},
    {"F order", 3, {2, 3, 4}, {1, 2, 6}, 8, 24, 192, 0, 23, 0, 1},
    {"neither order", 3, {2, 3, 4}, {4, 8, 1}, 8, 24, 192, 0, 23, 0, 0},
    {"C order of 8 bytes (B70)", 2, {2, 3}, {3, 1}, 8, 6, 48, 0, 5, 1, 0},
    {"empty axis", 1, {0}, DENSE, 4, 0, 0, 0, -1, 1, 1},
    {"empty, strides 0 (B11)", 3, {3, 0, 2}, {0, 0, 0}, 4, 0, 0, 0, -1, 1, 1},
    {"empty, strides odd (B48)", 3, {0, 3, 2}, {77, -5, 9}, 4, 0, 0, 0, -1, 1, 1},
    {"empty last, strides odd (B48)", 3, {3, 2, 0}, {77, -5, 9}, 4, 0, 0, 0, -1, 1, 1},
    {"empty and huge", 3, {P(40), P(40), 0}, DENSE, 4, 0, 0, 0, -1, 1, 1},
    {"huge and empty first", 3, {0, P(40), P(40)}, DENSE, 4, 0, 0, 0, -1, 1, 1},
    {"empty, huge in the middle", 3, {P(62), 0, INT64_MAX}, DENSE, 16, 0, 0, 0, -1, 1, 1},
    {"empty, extreme strides", 3, {5, 0, 5}, {INT64_MIN, INT64_MAX, INT64_MIN}, 8, 0, 0, 0, -1, 1, 1},
    {"extent 1, odd stride (B12)", 2, {4, 1}, {1, 999}, 4, 4, 16, 0, 3, 1, 1},
    {"extent 1, stride 0", 2, {1, 3}, {0, 1}, 4, 3, 12, 0, 2, 1, 1},
    {"extent 1, extreme stride", 2, {1, 4}, {INT64_MIN, 1}, 4, 4, 16, 0, 3, 1, 1},
    {"extent 1 in the middle (B48)", 3, {2, 1, 3}, {3, -7, 1}, 4, 6, 24, 0, 5, 1, 0},
    {"extents 1, F order", 4, {1, 2, 1, 3}, {5, 1, 5, 2}, 4, 6, 24, 0, 5, 0, 1},
    {"all extents 1", 3, {1, 1, 1}, {7, -7, INT64_MAX}, 2, 1, 2, 0, 0, 1, 1},
    {"reversed (B05)", 1, {5}, {-1}, 4, 5, 20, -4, 0, 0, 0},
    {"both reversed", 2, {2, 3}, {-3, -1}, 4, 6, 24, -5, 0, 0, 0},
    {"rows reversed", 2, {2, 3}, {-3, 1}, 4, 6, 24, -3, 2, 0, 0},
    {"columns reversed", 2, {2, 3}, {3, -1}, 4, 6, 24, -2, 3, 0, 0},
    {"broadcast", 1, {3}, {0}, 4, 3, 12, 0, 0, 0, 0},
    {"broadcast rows", 2, {2, 3}, {0, 1}, 4, 6, 24, 0, 2, 0, 0},
    {"broadcast columns", 2, {2, 3}, {1, 0}, 4, 6, 24, 0, 1, 0, 0},
    {"overlapping windows", 2, {3, 2}, {1, 1}, 4, 6, 24, 0, 3, 0, 0},
    {"itemsize 1", 2, {2, 3}, DENSE, 1, 6, 6, 0, 5, 1, 0},
    {"itemsize 3", 1, {5}, DENSE, 3, 5, 15, 0, 4, 1, 1},
    {"itemsize 20", 2, {2, 3}, {1, 2}, 20, 6, 120, 0, 5, 0, 1},
    {"large", 2, {P(40), P(19)}, DENSE, 1, P(59), P(59), 0, P(59) - 1, 1, 0},
    {"large itemsize", 1, {P(28)}, DENSE, P(28), P(28), P(56), 0, P(28) - 1, 1, 1},
    {"large stride", 1, {2}, {P(59)}, 1, 2, 2, 0, P(59), 0, 0},
    {"large negative stride", 1, {2}, {-P(59)}, 1, 2, 2, -P(59), 0, 0, 0},
    {"bounds of both signs", 2, {2, 2}, {P(58), -P(58)}, 1, 4, 4, -P(58), P(58), 0, 0},
};

TEST(test_layout_make_good)
{
    FOR_ROWS (row, layout_rows) {
        const int64_t *strides = row->strides[0] == POISON64 ? NULL : row->strides;
        cucore_layout layout;
        memset(&layout, POISON, sizeof layout);
        CHECK_INT(cucore_layout_make(row->ndim, row->ndim ? row->shape : NULL, strides, row->itemsize, &layout),
                  CUCORE_OK);
        CHECK_INT(layout.ndim, row->ndim);
        CHECK_INT(layout.reserved, 0);
        CHECK_INT(layout.itemsize, row->itemsize);
        CHECK_INT(layout.itembits, row->itemsize * 8);
        for (int axis = 0; axis < row->ndim; axis++) {
            CHECK_INT(layout.shape[axis], row->shape[axis]);
            if (strides) CHECK_INT(layout.strides[axis], strides[axis]);
        }
        CHECK(rest_is_poisoned(&layout));
        check_measures(&layout, row->size, row->nbytes, row->min, row->max, row->c, row->f);
    }
}

typedef struct layout_error_row {
    const char *name;
    int ndim;
    int64_t shape[4], strides[4], itemsize;
    cucore_status status;
    const char *words; /* of the message: the offending values */
} layout_error_row;

static const layout_error_row layout_error_rows[] = {
    {"ndim -1", -1, {1}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "ndim is -1;"},
    {"ndim 65", 65, {1}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "ndim is 65;"},
    {"ndim least", INT_MIN, {1}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "-2147483648"},
    {"ndim greatest", INT_MAX, {1}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "2147483647"},
    {"itemsize 0", 1, {1}, DENSE, 0, CUCORE_INVALID_ARGUMENT, "itemsize is 0 "},
    {"itemsize -4", 1, {1}, DENSE, -4, CUCORE_INVALID_ARGUMENT, "itemsize is -4 "},
    {"itemsize least", 0, {0}, DENSE, INT64_MIN, CUCORE_INVALID_ARGUMENT, "-9223372036854775808"},
    {"extent -1", 2, {3, -1}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "shape[1] is -1;"},
    {"extent -1 with strides", 2, {-1, 3}, {3, 1}, 4, CUCORE_INVALID_ARGUMENT, "shape[0] is -1;"},
    {"extent least", 1, {INT64_MIN}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "-9223372036854775808"},
    {"two negative extents", 2, {-2, -3}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "shape[0] is -2;"},
    {"extent -1 after 0", 2, {0, -1}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "shape[1] is -1;"},
    {"extent -1 after overflow", 3, {P(40), P(40), -1}, DENSE, 4, CUCORE_INVALID_ARGUMENT, "shape[2] is -1;"},
    {"product 2^80", 2, {P(40), P(40)}, DENSE, 1, CUCORE_OVERFLOW, "1099511627776"},
    {"product 2^64", 2, {P(62), 4}, DENSE, 1, CUCORE_OVERFLOW, ""},
    {"product 2^63", 2, {P(62), 2}, DENSE, 1, CUCORE_OVERFLOW, ""},
    {"product 2^80, strides 0", 2, {P(40), P(40)}, {0, 0}, 1, CUCORE_OVERFLOW, ""},
    {"bytes 2^63", 2, {P(30), P(30)}, DENSE, 8, CUCORE_OVERFLOW, "1152921504606846976"},
    {"bytes 2^66", 1, {INT64_MAX}, DENSE, 8, CUCORE_OVERFLOW, "9223372036854775807"},
    {"unsigned stride (B05)", 1, {3}, {4611686018427387903}, 4, CUCORE_OVERFLOW, ""},
    {"unsigned stride, bytes fit no more", 1, {4}, {4611686018427387903}, 1, CUCORE_OVERFLOW, "4611686018427387903"},
    {"least stride", 1, {2}, {INT64_MIN}, 2, CUCORE_OVERFLOW, ""},
    {"least stride, extent 3", 1, {3}, {INT64_MIN}, 1, CUCORE_OVERFLOW, "-9223372036854775808"},
    {"greatest stride", 1, {2}, {INT64_MAX}, 1, CUCORE_OVERFLOW, ""},
    {"sum of two axes", 2, {2, 2}, {INT64_MAX, INT64_MAX}, 1, CUCORE_OVERFLOW, "9223372036854775807"},
    {"negative sum of two axes", 2, {2, 2}, {INT64_MIN, -1}, 1, CUCORE_OVERFLOW, ""},
    {"offset fits, bytes do not", 1, {2}, {P(61)}, 8, CUCORE_OVERFLOW, "2305843009213693952"},
    {"negative offset fits, bytes do not", 1, {2}, {-P(61)}, 8, CUCORE_OVERFLOW, ""},
};

TEST(test_layout_make_bad)
{
    FOR_ROWS (row, layout_error_rows) {
        const int64_t *strides = row->strides[0] == POISON64 ? NULL : row->strides;
        cucore_layout layout;
        memset(&layout, POISON, sizeof layout);
        CHECK_INT(cucore_layout_make(row->ndim, row->shape, strides, row->itemsize, &layout), row->status);
        REFUSED(cucore_last_error()->status, row->status, row->words);
        if (!strides) {
            CHECK_INT(cucore_layout_make_dense(row->ndim, row->shape, 'C', row->itemsize, &layout), row->status);
            CHECK_INT(cucore_layout_make_dense(row->ndim, row->shape, 'F', row->itemsize, &layout), row->status);
            CHECK_INT(cucore_layout_make_bytes(row->ndim, row->shape, NULL, row->itemsize, &layout), row->status);
        }
        CHECK(is_poisoned(&layout, sizeof layout));
    }
}

TEST(test_layout_null_arguments)
{
    static const int64_t shape[1] = {2}, strides[1] = {1};
    cucore_layout layout;
    int64_t value = POISON64, other = POISON64;
    memset(&layout, POISON, sizeof layout);
    CHECK_INT(cucore_layout_make(1, NULL, strides, 4, &layout), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_make(1, NULL, NULL, 4, &layout), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_make_dense(1, NULL, 'C', 4, &layout), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_make_bytes(1, NULL, strides, 4, &layout), CUCORE_INVALID_ARGUMENT);
    CHECK(is_poisoned(&layout, sizeof layout));
    CHECK_INT(cucore_layout_make(1, shape, strides, 4, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_make_dense(1, shape, 'C', 4, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_make_bytes(1, shape, strides, 4, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_set_packed(NULL, 4), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_make(1, shape, strides, 4, &layout), CUCORE_OK);
    CHECK_INT(counted(cucore_layout_size(NULL)), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(counted(cucore_layout_nbytes(NULL)), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_offset_bounds(NULL, &value, &other), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_offset_bounds(&layout, NULL, &other), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_offset_bounds(&layout, &value, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(value, POISON64);
    CHECK_INT(other, POISON64);
    CHECK_INT(cucore_layout_is_c_contiguous(NULL), 0);
    CHECK_INT(cucore_layout_is_f_contiguous(NULL), 0);
}

/* Layouts that no function here makes, filled in by hand. */
TEST(test_layout_measures_of_broken_layouts)
{
    static const struct {
        const char *name;
        int32_t ndim;
        int64_t itemsize, shape[2], strides[2];
        cucore_status size, nbytes, bounds;
    } rows[] = {
        {"ndim 65", 65, 4, {1, 1}, {1, 1}, CUCORE_INVALID_ARGUMENT, CUCORE_INVALID_ARGUMENT, CUCORE_INVALID_ARGUMENT},
        {"ndim -1", -1, 4, {1, 1}, {1, 1}, CUCORE_INVALID_ARGUMENT, CUCORE_INVALID_ARGUMENT, CUCORE_INVALID_ARGUMENT},
        {"itemsize 0", 1, 0, {1, 1}, {1, 1}, CUCORE_INVALID_ARGUMENT, CUCORE_INVALID_ARGUMENT, CUCORE_INVALID_ARGUMENT},
        {"extent -1", 2, 4, {2, -1}, {1, 1}, CUCORE_INVALID_ARGUMENT, CUCORE_INVALID_ARGUMENT, CUCORE_INVALID_ARGUMENT},
        {"size", 2, 4, {P(40), P(40)}, {0, 0}, CUCORE_OVERFLOW, CUCORE_OVERFLOW, CUCORE_OK},
        {"bytes", 1, 8, {INT64_MAX, 0}, {0, 0}, CUCORE_OK, CUCORE_OVERFLOW, CUCORE_OK},
        {"offset", 1, 1, {4, 0}, {4611686018427387903, 0}, CUCORE_OK, CUCORE_OK, CUCORE_OVERFLOW},
    };
    FOR_ROWS (row, rows) {
        cucore_layout layout;
        int64_t min = POISON64, max = POISON64;
        memset(&layout, 0, sizeof layout);
        layout.ndim = row->ndim;
        layout.itemsize = row->itemsize;
        layout.itembits = 8 * row->itemsize;
        for (int axis = 0; axis < 2; axis++) {
            layout.shape[axis] = row->shape[axis];
            layout.strides[axis] = row->strides[axis];
        }
        CHECK_INT(counted(cucore_layout_size(&layout)), row->size);
        CHECK_INT(counted(cucore_layout_nbytes(&layout)), row->nbytes);
        CHECK_INT(cucore_layout_offset_bounds(&layout, &min, &max), row->bounds);
        CHECK_INT(min == POISON64 && max == POISON64, row->bounds != CUCORE_OK);
    }
}

TEST(test_layout_64_axes)
{
    int64_t shape[65], strides[65];
    volatile int too_many = 65; /* gcc -O2 warns of a loop that the check of ndim never lets run */
    cucore_layout layout;
    for (int i = 0; i < 65; i++) {
        shape[i] = i % 2 ? 2 : 1; /* 32 extents of 2 in 64 */
        strides[i] = 0;
    }
    check_row("dense C");
    CHECK_INT(cucore_layout_make_dense(64, shape, 'C', 1, &layout), CUCORE_OK);
    check_measures(&layout, P(32), P(32), 0, P(32) - 1, 1, 0);
    CHECK_INT(layout.strides[63], 1);
    CHECK_INT(layout.strides[1], P(31));
    check_row("dense F");
    CHECK_INT(cucore_layout_make_dense(64, shape, 'F', 1, &layout), CUCORE_OK);
    check_measures(&layout, P(32), P(32), 0, P(32) - 1, 0, 1);
    CHECK_INT(layout.strides[0], 1);
    CHECK_INT(layout.strides[63], P(31));
    check_row("broadcast");
    CHECK_INT(cucore_layout_make(64, shape, strides, 1, &layout), CUCORE_OK);
    check_measures(&layout, P(32), P(32), 0, 0, 0, 0);
    check_row("64 extents of 2");
    memset(&layout, POISON, sizeof layout);
    for (int i = 0; i < 64; i++) shape[i] = 2;
    CHECK_INT(cucore_layout_make_dense(64, shape, 'C', 1, &layout), CUCORE_OVERFLOW);
    check_row("65 axes");
    for (int i = 0; i < 65; i++) shape[i] = 1;
    CHECK_INT(cucore_layout_make(too_many, shape, strides, 1, &layout), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_make_dense(too_many, shape, 'F', 1, &layout), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_make_bytes(too_many, shape, strides, 1, &layout), CUCORE_INVALID_ARGUMENT);
    CHECK(is_poisoned(&layout, sizeof layout));
}

TEST(test_layout_make_dense_strides)
{
    static const struct {
        const char *name;
        int ndim;
        int64_t shape[4], c[4], f[4];
    } rows[] = {
        {"one axis", 1, {7}, {1}, {1}},
        {"three axes", 3, {2, 3, 4}, {12, 4, 1}, {1, 2, 6}},
        {"extents 1", 4, {1, 3, 1, 2}, {6, 2, 2, 1}, {1, 1, 3, 3}},
        {"empty", 1, {0}, {1}, {1}},
        {"empty in the middle", 3, {2, 0, 4}, {4, 4, 1}, {1, 2, 2}},
        {"empty, huge", 3, {P(40), P(40), 0}, {P(40), 1, 1}, {1, P(40), 0}},
        {"huge, empty", 3, {0, P(40), P(40)}, {0, P(40), 1}, {1, 1, P(40)}},
        {"two strides do not fit", 4, {0, 3, P(40), P(40)}, {0, 0, P(40), 1}, {1, 1, 3, 3 * P(40)}},
        {"large", 2, {P(29), P(30)}, {P(30), 1}, {1, P(29)}},
    };
    FOR_ROWS (row, rows) {
        cucore_layout c, f, none, bytes;
        memset(&c, POISON, sizeof c);
        memset(&f, POISON, sizeof f);
        CHECK_INT(cucore_layout_make_dense(row->ndim, row->shape, 'C', 1, &c), CUCORE_OK);
        CHECK_INT(cucore_layout_make_dense(row->ndim, row->shape, 'F', 1, &f), CUCORE_OK);
        CHECK_INT(cucore_layout_make(row->ndim, row->shape, NULL, 1, &none), CUCORE_OK);
        CHECK_INT(cucore_layout_make_bytes(row->ndim, row->shape, NULL, 1, &bytes), CUCORE_OK);
        CHECK(rest_is_poisoned(&c) && rest_is_poisoned(&f));
        for (int axis = 0; axis < row->ndim; axis++) {
            CHECK_INT(c.strides[axis], row->c[axis]);
            CHECK_INT(f.strides[axis], row->f[axis]);
            CHECK_INT(none.strides[axis], row->c[axis]);
            CHECK_INT(bytes.strides[axis], row->c[axis]);
        }
        CHECK_INT(cucore_layout_is_c_contiguous(&c), 1);
        CHECK_INT(cucore_layout_is_f_contiguous(&f), 1);
    }
}

TEST(test_layout_make_dense_order_refused)
{
    static const char orders[] = {'A', 'K', 'c', 'f', ' ', '\0', 'D'};
    static const int64_t shape[2] = {2, 3};
    cucore_layout layout;
    memset(&layout, POISON, sizeof layout);
    for (size_t i = 0; i < COUNT(orders); i++) {
        CHECK_INT(cucore_layout_make_dense(2, shape, orders[i], 4, &layout), CUCORE_INVALID_ARGUMENT);
    }
    CHECK(is_poisoned(&layout, sizeof layout));
    REFUSED(cucore_layout_make_dense(2, shape, 'A', 4, &layout), CUCORE_INVALID_ARGUMENT, "order is 65");
}

TEST(test_layout_make_bytes_strides)
{
    static const struct {
        const char *name;
        int ndim;
        int64_t shape[3], bytes[3], itemsize;
        cucore_status status;
        int64_t strides[3];
        const char *message;
    } rows[] = {
        /* clang-format off */
        {"C order", 2, {2, 3}, {12, 4}, 4, CUCORE_OK, {3, 1}, NULL},
        {"F order", 2, {2, 3}, {4, 8}, 4, CUCORE_OK, {1, 2}, NULL},
        {"reversed", 2, {2, 3}, {-12, -4}, 4, CUCORE_OK, {-3, -1}, NULL},
        {"broadcast", 2, {2, 3}, {0, 4}, 4, CUCORE_OK, {0, 1}, NULL},
        {"itemsize 1", 2, {2, 3}, {7, -5}, 1, CUCORE_OK, {7, -5}, NULL},
        {"itemsize 2", 1, {3}, {-6}, 2, CUCORE_OK, {-3}, NULL},
        {"itemsize 3", 1, {3}, {-6}, 3, CUCORE_OK, {-2}, NULL},
        {"itemsize 8", 1, {3}, {16}, 8, CUCORE_OK, {2}, NULL},
        {"itemsize 16", 1, {3}, {-32}, 16, CUCORE_OK, {-2}, NULL},
        {"itemsize 20", 1, {3}, {60}, 20, CUCORE_OK, {3}, NULL},
        {"0-d", 0, {0}, {0}, 4, CUCORE_OK, {0}, NULL},
        {"extent 1, odd (B54)", 2, {1, 3}, {6, 4}, 4, CUCORE_OK, {0, 1}, NULL},
        {"extent 1, even", 2, {1, 3}, {8, 4}, 4, CUCORE_OK, {2, 1}, NULL},
        {"extent 1, least", 1, {1}, {INT64_MIN}, 8, CUCORE_OK, {-P(60)}, NULL},
        {"extent 1, least by 3", 1, {1}, {INT64_MIN}, 3, CUCORE_OK, {0}, NULL},
        {"empty, odd", 2, {0, 3}, {6, 5}, 4, CUCORE_OK, {0, 0}, NULL},
        {"empty last, odd", 2, {3, 0}, {6, 4}, 4, CUCORE_OK, {0, 1}, NULL},
        {"odd (B54)", 1, {3}, {6}, 4, CUCORE_UNSUPPORTED, {0},
         "strides[0] is 6 bytes, not a multiple of the itemsize 4 (a field of a structured array?); copy it first"},
        {"odd, negative", 1, {3}, {-6}, 4, CUCORE_UNSUPPORTED, {0},
         "strides[0] is -6 bytes, not a multiple of the itemsize 4 (a field of a structured array?); copy it first"},
        {"smaller than the item", 1, {2}, {4}, 8, CUCORE_UNSUPPORTED, {0},
         "strides[0] is 4 bytes, not a multiple of the itemsize 8 (a field of a structured array?); copy it first"},
        {"odd, itemsize 2", 1, {2}, {-1}, 2, CUCORE_UNSUPPORTED, {0},
         "strides[0] is -1 bytes, not a multiple of the itemsize 2 (a field of a structured array?); copy it first"},
        {"odd, itemsize 3", 1, {2}, {7}, 3, CUCORE_UNSUPPORTED, {0},
         "strides[0] is 7 bytes, not a multiple of the itemsize 3 (a field of a structured array?); copy it first"},
        {"odd, itemsize 8", 1, {2}, {12}, 8, CUCORE_UNSUPPORTED, {0},
         "strides[0] is 12 bytes, not a multiple of the itemsize 8 (a field of a structured array?); copy it first"},
        {"odd, itemsize 16", 1, {2}, {24}, 16, CUCORE_UNSUPPORTED, {0},
         "strides[0] is 24 bytes, not a multiple of the itemsize 16 (a field of a structured array?); copy it first"},
        {"odd twice, one matters", 2, {1, 3}, {6, 5}, 4, CUCORE_UNSUPPORTED, {0},
         "strides[1] is 5 bytes, not a multiple of the itemsize 4 (a field of a structured array?); copy it first"},
        {"overflow", 2, {P(40), P(40)}, {4, 4}, 4, CUCORE_OVERFLOW, {0}, NULL},
        {"reach", 1, {P(30)}, {P(60)}, 4, CUCORE_OVERFLOW, {0}, NULL},
        {"negative extent", 1, {-3}, {4}, 4, CUCORE_INVALID_ARGUMENT, {0}, NULL},
        /* clang-format on */
    };
    FOR_ROWS (row, rows) {
        cucore_layout layout;
        memset(&layout, POISON, sizeof layout);
        CHECK_INT(cucore_layout_make_bytes(row->ndim, row->shape, row->bytes, row->itemsize, &layout), row->status);
        if (row->message) CHECK_STR(cucore_last_error()->message, row->message);
        if (row->status) {
            CHECK(is_poisoned(&layout, sizeof layout));
            continue;
        }
        CHECK_INT(layout.itemsize, row->itemsize);
        CHECK_INT(layout.itembits, row->itemsize * 8);
        for (int axis = 0; axis < row->ndim; axis++) {
            CHECK_INT(layout.shape[axis], row->shape[axis]);
            CHECK_INT(layout.strides[axis], row->strides[axis]);
        }
        CHECK(rest_is_poisoned(&layout));
    }
}

TEST(test_layout_set_packed_sizes)
{
    static const struct {
        const char *name;
        int ndim;
        int64_t shape[3], itemsize, itembits, expected_itemsize, size, nbytes;
    } rows[] = {
        {"1 bit, 5", 1, {5}, 1, 1, 1, 5, 1},
        {"1 bit, 8", 1, {8}, 1, 1, 1, 8, 1},
        {"1 bit, 9", 1, {9}, 1, 1, 1, 9, 2},
        {"2 bits, 5", 1, {5}, 1, 2, 1, 5, 2},
        {"4 bits, 3", 1, {3}, 1, 4, 1, 3, 2},
        {"4 bits, (2, 3)", 2, {2, 3}, 1, 4, 1, 6, 3},
        {"6 bits, 5", 1, {5}, 1, 6, 1, 5, 4},
        {"6 bits, (2, 2)", 2, {2, 2}, 1, 6, 1, 4, 3},
        {"3 lanes of 4 bits, 3", 1, {3}, 2, 12, 2, 3, 5},
        {"2 lanes of 4 bits, 3", 1, {3}, 1, 8, 1, 3, 3},
        {"bits of 2 bytes", 1, {3}, 2, 6, 1, 3, 3},
        {"0-d", 0, {0}, 1, 4, 1, 1, 1},
        {"empty", 2, {3, 0}, 1, 4, 1, 0, 0},
        {"whole bytes", 1, {3}, 4, 32, 4, 3, 12},
        {"large", 1, {P(59)}, 1, 1, 1, P(59), P(56)},
    };
    FOR_ROWS (row, rows) {
        cucore_layout layout;
        memset(&layout, POISON, sizeof layout);
        CHECK_INT(cucore_layout_make(row->ndim, row->shape, NULL, row->itemsize, &layout), CUCORE_OK);
        CHECK_INT(cucore_layout_set_packed(&layout, row->itembits), CUCORE_OK);
        CHECK_INT(layout.itembits, row->itembits);
        CHECK_INT(layout.itemsize, row->expected_itemsize);
        CHECK(rest_is_poisoned(&layout));
        check_measures(&layout, row->size, row->nbytes, 0, row->size - 1, 1, cucore_layout_is_f_contiguous(&layout));
    }
}

TEST(test_layout_set_packed_keeps_strides)
{
    static const int64_t shape[2] = {2, 3}, strides[2] = {4, -1};
    cucore_layout layout;
    CHECK_INT(cucore_layout_make(2, shape, strides, 1, &layout), CUCORE_OK);
    CHECK_INT(cucore_layout_set_packed(&layout, 4), CUCORE_OK);
    CHECK_INT(layout.strides[0], 4);
    CHECK_INT(layout.strides[1], -1);
    check_measures(&layout, 6, 3, -2, 4, 0, 0);
}

TEST(test_layout_set_packed_refused_leaves_layout)
{
    static const int64_t shape[1] = {5};
    static const int64_t bad[] = {0, -1, 17, INT64_MIN, INT64_MAX};
    char expected[64];
    cucore_layout layout, before;
    memset(&layout, POISON, sizeof layout);
    CHECK_INT(cucore_layout_make(1, shape, NULL, 2, &layout), CUCORE_OK);
    memcpy(&before, &layout, sizeof before);
    for (size_t i = 0; i < COUNT(bad); i++) {
        CHECK_INT(cucore_layout_set_packed(&layout, bad[i]), CUCORE_INVALID_ARGUMENT);
        snprintf(expected, sizeof expected, "itembits is %lld; it must be 1 to 16,", (long long)bad[i]);
        CHECK_HAS(cucore_last_error()->message, expected);
        CHECK(memcmp(&before, &layout, sizeof before) == 0);
    }
    check_row("again, smaller");
    CHECK_INT(cucore_layout_set_packed(&layout, 12), CUCORE_OK);
    CHECK_INT(layout.itemsize, 2);
    CHECK_INT(cucore_layout_set_packed(&layout, 4), CUCORE_OK);
    CHECK_INT(layout.itemsize, 1);
    CHECK_INT(cucore_layout_set_packed(&layout, 9), CUCORE_INVALID_ARGUMENT);
    check_row("overflow");
    layout.itemsize = 8;
    layout.shape[0] = INT64_MAX;
    memcpy(&before, &layout, sizeof before);
    CHECK_INT(cucore_layout_set_packed(&layout, 64), CUCORE_OVERFLOW);
    CHECK(memcmp(&before, &layout, sizeof before) == 0);
}

TEST(test_layout_out_may_be_the_input)
{
    static const int64_t shape[3] = {2, 3, 4}, strides[3] = {-12, 4, 1};
    cucore_layout layout;
    check_row("itself");
    CHECK_INT(cucore_layout_make(3, shape, strides, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_layout_make(layout.ndim, layout.shape, layout.strides, 8, &layout), CUCORE_OK);
    CHECK_INT(layout.itemsize, 8);
    check_measures(&layout, 24, 192, -12, 11, 0, 0);
    check_row("without the first axis");
    CHECK_INT(cucore_layout_make(2, layout.shape + 1, layout.strides + 1, 4, &layout), CUCORE_OK);
    CHECK_INT(layout.shape[0], 3);
    CHECK_INT(layout.shape[1], 4);
    check_measures(&layout, 12, 48, 0, 11, 1, 0);
    check_row("shape from strides");
    CHECK_INT(cucore_layout_make(2, layout.strides, layout.shape, 4, &layout), CUCORE_OK);
    CHECK_INT(layout.shape[0], 4);
    CHECK_INT(layout.shape[1], 1);
    CHECK_INT(layout.strides[0], 3);
    CHECK_INT(layout.strides[1], 4);
    check_row("dense");
    CHECK_INT(cucore_layout_make(3, shape, strides, 4, &layout), CUCORE_OK);
    CHECK_INT(cucore_layout_make_dense(2, layout.shape + 1, 'F', 4, &layout), CUCORE_OK);
    CHECK_INT(layout.shape[0], 3);
    CHECK_INT(layout.strides[1], 3);
    check_row("bytes");
    layout.strides[0] = 16;
    layout.strides[1] = 4;
    CHECK_INT(cucore_layout_make_bytes(2, layout.shape, layout.strides, 4, &layout), CUCORE_OK);
    CHECK_INT(layout.strides[0], 4);
    CHECK_INT(layout.strides[1], 1);
    check_row("error");
    layout.strides[1] = 6;
    CHECK_INT(cucore_layout_make_bytes(2, layout.shape, layout.strides, 4, &layout), CUCORE_UNSUPPORTED);
    CHECK_INT(layout.strides[0], 4);
    CHECK_INT(layout.strides[1], 6);
    CHECK_INT(layout.shape[1], 4);
}

/* A small generator, so that a failure comes again. */
static uint64_t random_state = 0x9E3779B97F4A7C15u;
static uint64_t random_next(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static int64_t random_between(int64_t low, int64_t high)
{
    return low + (int64_t)(random_next() % (uint64_t)(high - low + 1));
}

/* Walks over every index; slow and obvious. */
typedef struct walked {
    int64_t size, min, max;
    int c, f;
} walked;

static walked walk(const cucore_layout *layout)
{
    walked result = {0, 0, -1, 1, 1};
    int64_t index[CUCORE_MAX_NDIM] = {0};
    int axis;
    for (axis = 0; axis < layout->ndim; axis++) {
        if (layout->shape[axis] == 0) return result;
    }
    result.max = 0;
    for (;;) {
        int64_t offset = 0, f_rank = 0, f_step = 1;
        for (axis = 0; axis < layout->ndim; axis++) {
            offset += index[axis] * layout->strides[axis];
            f_rank += index[axis] * f_step;
            f_step *= layout->shape[axis];
        }
        if (offset < result.min) result.min = offset;
        if (offset > result.max) result.max = offset;
        if (offset != result.size) result.c = 0;
        if (offset != f_rank) result.f = 0;
        result.size++;
        for (axis = layout->ndim - 1; axis >= 0; axis--) {
            if (++index[axis] < layout->shape[axis]) break;
            index[axis] = 0;
        }
        if (axis < 0) return result;
    }
}

TEST(test_layout_random_small_against_enumeration)
{
    static const int64_t itemsizes[] = {1, 2, 3, 4, 8, 16};
    for (int round = 0; round < 20000; round++) {
        int64_t shape[4], strides[4], itemsize = itemsizes[random_next() % COUNT(itemsizes)];
        int ndim = (int)random_between(0, 4), kind = (int)random_between(0, 3);
        cucore_layout layout;
        walked expected;
        char name[32];
        snprintf(name, sizeof name, "round %d", round);
        check_row(name);
        for (int axis = 0; axis < ndim; axis++) {
            shape[axis] = random_between(random_next() % 8 ? 1 : 0, 4);
            strides[axis] = random_between(-5, 13);
        }
        if (kind == 0) {
            CHECK_INT(cucore_layout_make(ndim, shape, strides, itemsize, &layout), CUCORE_OK);
        } else {
            CHECK_INT(cucore_layout_make_dense(ndim, shape, kind == 1 ? 'F' : 'C', itemsize, &layout), CUCORE_OK);
            if (kind == 3 && ndim) layout.strides[random_next() % (unsigned)ndim] = strides[0];
        }
        expected = walk(&layout);
        check_measures(&layout, expected.size, expected.size * itemsize, expected.min, expected.max, expected.c,
                       expected.f);
    }
}

#if defined(__SIZEOF_INT128__)
__extension__ typedef __int128 int128;

/* Two axes of any size, near the powers of two.  Whether the limit is drawn in bytes (the documentation) or in bits
 * (one step earlier, so that packed elements fit as well) is left open here. */
TEST(test_layout_random_large_against_128_bits)
{
    int round, axis, overflows = 0, fits = 0;
    for (round = 0; round < 100000; round++) {
        int64_t shape[2], strides[2], itemsize = P(random_between(0, 4)), min = POISON64, max = POISON64;
        int128 low = 0, high = 0, size, limit = INT64_MAX;
        int must_fail, must_fit;
        cucore_status status;
        cucore_layout layout;
        for (axis = 0; axis < 2; axis++) {
            int64_t noise = random_between(-1, 1);
            shape[axis] = P(random_between(1, 61)) + noise;
            strides[axis] = P(random_between(1, 61)) - random_between(-1, 1);
            if (random_next() & 1) strides[axis] = -strides[axis];
            if (random_next() % 4 == 0) shape[axis] = random_between(1, 3);
            if (shape[axis] > 1) {
                int128 reach = (int128)(shape[axis] - 1) * strides[axis];
                if (reach < 0) low += reach;
                if (reach > 0) high += reach;
            }
        }
        size = (int128)shape[0] * shape[1];
        must_fail = size > limit || size * itemsize > limit || (high + 1) * itemsize > limit + 1 ||
                    low * itemsize < -limit - 1 || high > limit || low < -limit - 1;
        must_fit = size < limit / 128 && high < limit / 256 && -low < limit / 256;
        if (size < limit / 64 && !must_fail) {
            must_fit =
                size * itemsize * 8 <= limit && (high + 1) * itemsize * 8 <= limit && -low * itemsize * 8 <= limit;
        }
        memset(&layout, POISON, sizeof layout);
        status = cucore_layout_make(2, shape, strides, itemsize, &layout);
        if (must_fail) {
            overflows++;
            CHECK_INT(status, CUCORE_OVERFLOW);
            CHECK(is_poisoned(&layout, sizeof layout));
        } else if (must_fit) {
            fits++;
            CHECK_INT(status, CUCORE_OK);
            CHECK_INT(cucore_layout_offset_bounds(&layout, &min, &max), CUCORE_OK);
            CHECK_INT(min, (int64_t)low);
            CHECK_INT(max, (int64_t)high);
        } else {
            CHECK(status == CUCORE_OK || status == CUCORE_OVERFLOW);
        }
    }
    CHECK(overflows > 1000 && fits > 1000);
}
#endif

/* -------------------------------------------------------------------------------------------------------- view -- */
static int release_count;
static int release_owner;
static const void *release_saw;

static void count_release(cucore_view *view)
{
    release_count++;
    release_saw = view->private_.owner;
}

static void release_from_release(cucore_view *view)
{
    release_count++;
    if (release_count < 5) cucore_view_release(view);
}

static int head_is_zero(const cucore_view *view)
{
    const unsigned char *bytes = (const unsigned char *)view;
    for (size_t i = 0; i < offsetof(cucore_view, layout) + offsetof(cucore_layout, shape); i++) {
        if (bytes[i]) return 0;
    }
    return 1;
}

TEST(test_view_release_gives_back_once_and_zeroes)
{
    static cucore_view view;
    memset(&view, POISON, sizeof view);
    view.private_.owner = &release_owner;
    view.private_.self = &view;
    view.private_.release = count_release;
    release_count = 0;
    release_saw = NULL;
    cucore_view_release(&view);
    CHECK_INT(release_count, 1);
    CHECK(release_saw == &release_owner);
    CHECK(head_is_zero(&view));
    CHECK_INT(view.layout.ndim, 0);
    CHECK_INT(view.protocol, CUCORE_PROTOCOL_NONE);
    cucore_view_release(&view);
    cucore_view_release(&view);
    CHECK_INT(release_count, 1);
    CHECK(head_is_zero(&view));
}

TEST(test_view_release_borrowed_zeroes)
{
    static cucore_view view;
    memset(&view, POISON, sizeof view);
    view.private_.release = NULL;
    cucore_view_release(&view);
    CHECK(head_is_zero(&view));
}

TEST(test_view_release_null_and_zeroed)
{
    static cucore_view view;
    cucore_view_release(NULL);
    memset(&view, 0, sizeof view);
    cucore_view_release(&view);
    CHECK(head_is_zero(&view));
}

TEST(test_view_release_from_within_release)
{
    static cucore_view view;
    memset(&view, 0, sizeof view);
    view.private_.self = &view;
    view.private_.release = release_from_release;
    release_count = 0;
    cucore_view_release(&view);
    CHECK_INT(release_count, 1);
}

TEST(test_protocol_names)
{
    static const struct {
        int protocol, value;
        const char *name;
    } rows[] = {
        {CUCORE_PROTOCOL_NONE, 0, "none"},
        {CUCORE_PROTOCOL_PEP3118, 1, "buffer"},
        {CUCORE_PROTOCOL_DLPACK, 2, "dlpack"},
        {CUCORE_PROTOCOL_DLPACK_VERSIONED, 3, "dlpack-versioned"},
        {CUCORE_PROTOCOL_DLTENSOR, 4, "dltensor"},
        {CUCORE_PROTOCOL_CAI, 5, "cai"},
        {CUCORE_PROTOCOL_ARRAY_INTERFACE, 6, "array-interface"},
        {-1, -1, "?"},
        {CUCORE_PROTOCOL_MEMORY, 7, "memory"},
        {8, 8, "?"},
        {INT_MIN, INT_MIN, "?"},
        {INT_MAX, INT_MAX, "?"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        CHECK_INT(rows[i].protocol, rows[i].value);
        CHECK_STR(cucore_protocol_name((cucore_protocol)rows[i].protocol), rows[i].name);
    }
}

/* A view as a row of a table; what is left out is 0. */
typedef struct view_row {
    cucore_dtype dtype;
    int ndim;
    int64_t shape[4], strides[4]; /* strides[0] == POISON64: dense */
    int device_type, device_id;   /* device_type 0: the CPU */
    int readonly, copied, padded, protocol, unproven;
    uintptr_t ptr;
} view_row;

/* Who can read memory of which kind, from the table of device types of DLPack. */
static void view_from_row(const view_row *row, cucore_view *view)
{
    memset(view, 0, sizeof *view);
    view->ptr = (void *)row->ptr;
    view->dtype = row->dtype;
    view->device_type = row->device_type ? row->device_type : 1;
    view->device_id = row->device_id;
    view->host_accessible = view->device_type != 2;
    view->device_accessible = view->device_type == 2 || view->device_type == 3 || view->device_type == 13;
    view->readonly = (uint8_t)row->readonly;
    view->unproven = (uint8_t)row->unproven;
    view->copied = (uint8_t)row->copied;
    view->padded = (uint8_t)row->padded;
    view->protocol = (uint8_t)row->protocol;
    CHECK_INT(cucore_layout_make(row->ndim, row->shape, row->strides[0] == POISON64 ? NULL : row->strides,
                                 row->dtype.itemsize, &view->layout),
              CUCORE_OK);
    if (!row->ptr && cucore_layout_size(&view->layout)) view->ptr = (void *)0x10000; /* nothing is read there */
}

#define FLOAT32                                                                                                        \
    {                                                                                                                  \
        2, 32, 1, 4                                                                                                    \
    }
#define INT32                                                                                                          \
    {                                                                                                                  \
        0, 32, 1, 4                                                                                                    \
    }

static size_t format_view(const void *view, char *buffer, size_t size)
{
    return cucore_view_format((const cucore_view *)view, buffer, size);
}

TEST(test_view_format_lines)
{
    static const struct {
        view_row view;
        const char *expected;
    } rows[] = {
        /* clang-format off */
        {{.dtype = FLOAT32, .ndim = 2, .shape = {23, 4}, .strides = {4, 1}, .device_type = 2, .protocol = 2,
          .ptr = 0x7f00},
         "float32 (23, 4) strides (4, 1) on cuda:0, writable, dlpack, 0x7f00"},
        {{.dtype = {0, 8, 1, 1}, .device_id = -1, .readonly = 1, .protocol = 1, .ptr = 0x10},
         "int8 () strides () on cpu, read-only, buffer, 0x10"},
        {{.dtype = {0, 64, 1, 8}, .ndim = 1, .shape = {3}, .strides = {-1}, .device_type = 13, .device_id = 1,
          .protocol = 3, .copied = 1, .ptr = 0xabcdef},
         "int64 (3,) strides (-1,) on managed:1, writable, copied, dlpack-versioned, 0xabcdef"},
        {{.dtype = {17, 4, 1, 1}, .ndim = 1, .shape = {0}, .strides = {0}, .device_type = 2, .device_id = -1,
          .padded = 1, .protocol = 5},
         "float4_e2m1fn (0,) strides (0,) on cuda:?, writable, padded, cai, 0x0"},
        {{.dtype = {255, 0, 1, 20}, .ndim = 1, .shape = {7}, .strides = {2}, .device_type = 3, .device_id = -1,
          .readonly = 1, .copied = 1, .padded = 1, .protocol = 4, .ptr = 1},
         "struct20 (7,) strides (2,) on pinned, read-only, copied, padded, dltensor, 0x1"},
        {{.dtype = {254, 0, 1, 3}, .ndim = 1, .shape = {7}, .strides = {1}, .device_type = 11, .device_id = -1,
          .protocol = 6, .ptr = 1},
         "void3 (7,) strides (1,) on rocm-host, writable, array-interface, 0x1"},
        {{.dtype = FLOAT32}, "no view"},
        /* clang-format on */
    };
    static cucore_view view;
    for (size_t i = 0; i < COUNT(rows); i++) {
        check_row(rows[i].expected);
        view_from_row(&rows[i].view, &view);
        check_truncation(format_view, &view, rows[i].expected);
    }
    check_row("NULL");
    check_truncation(format_view, NULL, "no view");
    check_row("released");
    view_from_row(&rows[0].view, &view);
    cucore_view_release(&view);
    check_truncation(format_view, &view, "no view");
}

TEST(test_view_order_and_finish_without_work_touch_no_driver)
{
    static cucore_view view;
    memset(&view, 0, sizeof view);
    view.ptr = &view;
    view.host_accessible = 1;
    CHECK_INT(cucore_views_begin_access(&view, 1, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_begin_access(&view, 1, CUCORE_STREAM_HOST), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(&view, 1, NULL), CUCORE_OK);
    view.device_accessible = 1;
    CHECK_INT(cucore_views_end_access(&view, 1, CUCORE_STREAM_NO_SYNC), CUCORE_OK);
    CHECK_INT(cucore_views_end_access(&view, 1, CUCORE_STREAM_HOST), CUCORE_OK);
    view.has_producer_stream = 1;
    CHECK_INT(cucore_views_begin_access(&view, 1, CUCORE_STREAM_NO_SYNC), CUCORE_OK);
    CHECK_INT(cucore_views_begin_access(NULL, 1, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_views_end_access(NULL, 1, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_driver_is_loaded(), 0);
}

/* ------------------------------------------------------------------------------------------------------- check -- */
typedef struct check_case {
    const char *name;
    view_row view;
    cucore_arg arg;
    cucore_status status;
    const char *message; /* NULL where status is OK */
} check_case;

static void run_check_cases(const check_case *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        static cucore_view view, before;
        cucore_call call;
        check_row(rows[i].name);
        view_from_row(&rows[i].view, &view);
        memcpy(&before, &view, sizeof before);
        cucore_fail(CUCORE_OK, "%s", "");
        CHECK_INT(cucore_view_check(&view, &rows[i].arg, NULL), rows[i].status);
        CHECK_STR(cucore_last_error()->message, rows[i].message ? rows[i].message : "");
        memset(&call, 0, sizeof call);
        CHECK_INT(cucore_view_check(&view, &rows[i].arg, &call), rows[i].status);
        CHECK(memcmp(&before, &view, sizeof before) == 0);
    }
}

#define RUN_CASES(rows) run_check_cases(rows, COUNT(rows))
#define VECTOR(length)                                                                                                 \
    {                                                                                                                  \
        .dtype = FLOAT32, .ndim = 1, .shape = {length}, .strides = { 1 }                                               \
    }
#define MATRIX(rows, columns)                                                                                          \
    {                                                                                                                  \
        .dtype = FLOAT32, .ndim = 2, .shape = {rows, columns}, .strides = { POISON64 }                                 \
    }
#define CUBE(a, b, c)                                                                                                  \
    {                                                                                                                  \
        .dtype = FLOAT32, .ndim = 3, .shape = {a, b, c}, .strides = { POISON64 }                                       \
    }
#define SCALAR                                                                                                         \
    {                                                                                                                  \
        .dtype = FLOAT32                                                                                               \
    }
#define ON(type, id)                                                                                                   \
    {                                                                                                                  \
        .dtype = FLOAT32, .device_type = type, .device_id = id                                                         \
    }

TEST(test_check_zeroed_arg_accepts_everything)
{
    static const check_case rows[] = {
        /* clang-format off */
        {"cpu", MATRIX(2, 3), {0}, CUCORE_OK, NULL},
        {"cuda", ON(2, 3), {0}, CUCORE_OK, NULL},
        {"reversed, read-only", {.dtype = FLOAT32, .ndim = 1, .shape = {3}, .strides = {-1}, .readonly = 1}, {0},
         CUCORE_OK, NULL},
        {"lanes", {.dtype = {17, 4, 2, 1}}, {0}, CUCORE_OK, NULL},
        {"opaque", {.dtype = {254, 0, 1, 5}}, {0}, CUCORE_OK, NULL},
        /* clang-format on */
    };
    static cucore_view view;
    static const cucore_arg arg = {0};
    RUN_CASES(rows);
    check_row("NULL");
    CHECK_INT(cucore_view_check(&view, NULL, NULL), CUCORE_OK);
    CHECK_INT(cucore_view_check(NULL, NULL, NULL), CUCORE_OK);
    CHECK_INT(cucore_view_check(NULL, &arg, NULL), CUCORE_INVALID_ARGUMENT);
}

TEST(test_check_dtype)
{
    static const check_case rows[] = {
        /* clang-format off */
        {"one", VECTOR(3), {.name = "x", .dtypes = "float32"}, CUCORE_OK, NULL},
        {"first of two", VECTOR(3), {.name = "x", .dtypes = "float32 float64"}, CUCORE_OK, NULL},
        {"last of three", VECTOR(3), {.name = "x", .dtypes = "int8 float64 float32"}, CUCORE_OK, NULL},
        {"blanks around", VECTOR(3), {.name = "x", .dtypes = "  int8   float32 "}, CUCORE_OK, NULL},
        {"not one", VECTOR(3), {.name = "x", .dtypes = "int32"}, CUCORE_WRONG_DTYPE,
         "x: expected dtype int32, got float32"},
        {"not of two", {.dtype = INT32}, {.name = "x", .dtypes = "float32 float64"}, CUCORE_WRONG_DTYPE,
         "x: expected dtype float32 or float64, got int32"},
        {"not of three", {.dtype = INT32}, {.name = "x", .dtypes = "int8 float32 float64"}, CUCORE_WRONG_DTYPE,
         "x: expected dtype int8, float32 or float64, got int32"},
        {"not of four, blanks", {.dtype = INT32}, {.name = "x", .dtypes = " bool  int8 float32  float64 "},
         CUCORE_WRONG_DTYPE, "x: expected dtype bool, int8, float32 or float64, got int32"},
        {"unnamed", {.dtype = INT32}, {.dtypes = "float32"}, CUCORE_WRONG_DTYPE,
         "array: expected dtype float32, got int32"},
        {"signed and unsigned", {.dtype = INT32}, {.name = "x", .dtypes = "uint32"}, CUCORE_WRONG_DTYPE,
         "x: expected dtype uint32, got int32"},
        {"lanes", {.dtype = {2, 32, 2, 8}}, {.name = "x", .dtypes = "float32"}, CUCORE_WRONG_DTYPE,
         "x: expected dtype float32, got float32x2"},
        {"opaque of the same size", {.dtype = {254, 0, 1, 4}}, {.name = "x", .dtypes = "float32"}, CUCORE_WRONG_DTYPE,
         "x: expected dtype float32, got void ('|V4')"},
        {"structured", {.dtype = {255, 0, 1, 20}}, {.name = "x", .dtypes = "float32"}, CUCORE_WRONG_DTYPE,
         "x: expected dtype float32, got a structured dtype of 20 bytes"},
        {"bfloat16 is not float16", {.dtype = {4, 16, 1, 2}}, {.name = "x", .dtypes = "float16"}, CUCORE_WRONG_DTYPE,
         "x: expected dtype float16, got bfloat16"},
        {"no dtype", VECTOR(3), {.name = "x", .dtypes = "flot32"}, CUCORE_INVALID_ARGUMENT,
         "x: 'flot32' in the list of dtypes \"flot32\" is not the name of one"},
        {"no dtype, commas", VECTOR(3), {.name = "x", .dtypes = "int8,float32"}, CUCORE_INVALID_ARGUMENT,
         "x: 'int8,float32' in the list of dtypes \"int8,float32\" is not the name of one"},
        {"no dtype at the end", {.dtype = INT32}, {.name = "x", .dtypes = "float32 int"}, CUCORE_INVALID_ARGUMENT,
         "x: 'int' in the list of dtypes \"float32 int\" is not the name of one"},
        /* clang-format on */
    };
    RUN_CASES(rows);
}

TEST(test_check_shape)
{
    static const check_case rows[] = {
        /* clang-format off */
        {"0-d", SCALAR, {.name = "x", .shape = ""}, CUCORE_OK, NULL},
        {"0-d, blanks", SCALAR, {.name = "x", .shape = "  "}, CUCORE_OK, NULL},
        {"0-d, not", VECTOR(3), {.name = "x", .shape = ""}, CUCORE_WRONG_SHAPE,
         "x: expected shape (), 0 dimensions, got (3,)"},
        {"3", VECTOR(3), {.name = "x", .shape = "3"}, CUCORE_OK, NULL},
        {"3, blanks", VECTOR(3), {.name = "x", .shape = " 3 "}, CUCORE_OK, NULL},
        {"3, not", VECTOR(4), {.name = "x", .shape = "3"}, CUCORE_WRONG_SHAPE, "x: expected shape (3), got (4,)"},
        {"3, 0-d", SCALAR, {.name = "x", .shape = "3"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (3), 1 dimension, got ()"},
        {"0", VECTOR(0), {.name = "x", .shape = "0"}, CUCORE_OK, NULL},
        {"0, not", VECTOR(1), {.name = "x", .shape = "0"}, CUCORE_WRONG_SHAPE, "x: expected shape (0), got (1,)"},
        {"2, 3", MATRIX(2, 3), {.name = "x", .shape = "2, 3"}, CUCORE_OK, NULL},
        {"2,3 without blanks", MATRIX(2, 3), {.name = "x", .shape = "2,3"}, CUCORE_OK, NULL},
        {"2, 3, not", MATRIX(3, 2), {.name = "x", .shape = "2, 3"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (2, 3), got (3, 2)"},
        {"large", {.dtype = FLOAT32, .ndim = 2, .shape = {0, P(62)}, .strides = {0, 0}},
         {.name = "x", .shape = "0, 4611686018427387904"}, CUCORE_OK, NULL},
        {"n", VECTOR(7), {.name = "x", .shape = "n"}, CUCORE_OK, NULL},
        {"n, empty", VECTOR(0), {.name = "x", .shape = "n"}, CUCORE_OK, NULL},
        {"n, n", MATRIX(3, 3), {.name = "x", .shape = "n, n"}, CUCORE_OK, NULL},
        {"n, n, not", MATRIX(3, 4), {.name = "x", .shape = "n, n"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (n, n) with n = 3 as in x, got (3, 4)"},
        {"n, n unnamed", MATRIX(3, 4), {.shape = "n, n"}, CUCORE_WRONG_SHAPE,
         "array: expected shape (n, n) with n = 3 as in array, got (3, 4)"},
        {"n, nm", MATRIX(3, 4), {.name = "x", .shape = "n, nm"}, CUCORE_OK, NULL},
        {"nm, n", MATRIX(3, 4), {.name = "x", .shape = "nm, n"}, CUCORE_OK, NULL},
        {"N, n", MATRIX(3, 4), {.name = "x", .shape = "N, n"}, CUCORE_OK, NULL},
        {"words", MATRIX(3, 3), {.name = "x", .shape = "n_rows, n_rows"}, CUCORE_OK, NULL},
        {"_a1, _a2", MATRIX(3, 4), {.name = "x", .shape = "_a1, _a2"}, CUCORE_OK, NULL},
        {"n, 3", MATRIX(4, 2), {.name = "x", .shape = "n, 3"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (n, 3), got (4, 2)"},
        {"n, 3 and 1-d", VECTOR(3), {.name = "x", .shape = "n, 3"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (n, 3), 2 dimensions, got (3,)"},
        {"n and 3-d", CUBE(2, 3, 4), {.name = "x", .shape = "n"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (n), 1 dimension, got (2, 3, 4)"},
        {"*", VECTOR(9), {.name = "x", .shape = "*"}, CUCORE_OK, NULL},
        {"*, *", MATRIX(3, 4), {.name = "x", .shape = "*, *"}, CUCORE_OK, NULL},
        {"*, 0-d", SCALAR, {.name = "x", .shape = "*"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (*), 1 dimension, got ()"},
        {"...", CUBE(2, 3, 4), {.name = "x", .shape = "..."}, CUCORE_OK, NULL},
        {"..., 0-d", SCALAR, {.name = "x", .shape = "..."}, CUCORE_OK, NULL},
        {"..., 3 of one axis", VECTOR(3), {.name = "x", .shape = "..., 3"}, CUCORE_OK, NULL},
        {"..., 3 of three axes", CUBE(1, 2, 3), {.name = "x", .shape = "..., 3"}, CUCORE_OK, NULL},
        {"..., 3, not", CUBE(3, 3, 4), {.name = "x", .shape = "..., 3"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (..., 3), got (3, 3, 4)"},
        {"..., 3, 0-d", SCALAR, {.name = "x", .shape = "..., 3"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (..., 3), at least 1 dimension, got ()"},
        {"3, ...", CUBE(3, 2, 1), {.name = "x", .shape = "3, ..."}, CUCORE_OK, NULL},
        {"3, ..., not", CUBE(2, 3, 3), {.name = "x", .shape = "3, ..."}, CUCORE_WRONG_SHAPE,
         "x: expected shape (3, ...), got (2, 3, 3)"},
        {"n, ..., m of two axes", MATRIX(2, 3), {.name = "x", .shape = "n, ..., m"}, CUCORE_OK, NULL},
        {"n, ..., n", CUBE(2, 3, 2), {.name = "x", .shape = "n, ..., n"}, CUCORE_OK, NULL},
        {"n, ..., n, not", CUBE(2, 2, 3), {.name = "x", .shape = "n, ..., n"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (n, ..., n) with n = 2 as in x, got (2, 2, 3)"},
        {"n, ..., m of one axis", VECTOR(2), {.name = "x", .shape = "n, ..., m"}, CUCORE_WRONG_SHAPE,
         "x: expected shape (n, ..., m), at least 2 dimensions, got (2,)"},
        /* clang-format on */
    };
    RUN_CASES(rows);
}

TEST(test_check_shape_pattern_refused)
{
    static const check_case rows[] = {
        /* clang-format off */
        {"negative", VECTOR(3), {.name = "x", .shape = "-1"}, CUCORE_INVALID_ARGUMENT,
         "x: '-1' in the shape pattern \"-1\" means nothing"},
        {"digits and letters", VECTOR(3), {.name = "x", .shape = "3n"}, CUCORE_INVALID_ARGUMENT,
         "x: '3n' in the shape pattern \"3n\" means nothing"},
        {"fraction", VECTOR(3), {.name = "x", .shape = "3.0"}, CUCORE_INVALID_ARGUMENT,
         "x: '3.0' in the shape pattern \"3.0\" means nothing"},
        {"two ellipses", CUBE(1, 2, 3), {.name = "x", .shape = "..., n, ..."}, CUCORE_INVALID_ARGUMENT,
         "x: '...' in the shape pattern \"..., n, ...\" means nothing"},
        {"four dots", VECTOR(3), {.name = "x", .shape = "...."}, CUCORE_INVALID_ARGUMENT,
         "x: '....' in the shape pattern \"....\" means nothing"},
        {"question mark", VECTOR(3), {.shape = "?"}, CUCORE_INVALID_ARGUMENT,
         "array: '?' in the shape pattern \"?\" means nothing"},
        {"nothing between commas", MATRIX(2, 3), {.name = "x", .shape = "n,, m"}, CUCORE_INVALID_ARGUMENT,
         "x: '' in the shape pattern \"n,, m\" means nothing"},
        {"comma first", VECTOR(3), {.name = "x", .shape = ", 3"}, CUCORE_INVALID_ARGUMENT,
         "x: '' in the shape pattern \", 3\" means nothing"},
        {"past 64 bits", VECTOR(3), {.name = "x", .shape = "9223372036854775808"}, CUCORE_INVALID_ARGUMENT,
         "x: '9223372036854775808' in the shape pattern \"9223372036854775808\" means nothing"},
        {"far past 64 bits", VECTOR(3), {.name = "x", .shape = "99999999999999999999"}, CUCORE_INVALID_ARGUMENT,
         "x: '99999999999999999999' in the shape pattern \"99999999999999999999\" means nothing"},
        {"wrong ndim too", SCALAR, {.name = "x", .shape = "3, -1"}, CUCORE_INVALID_ARGUMENT,
         "x: '-1' in the shape pattern \"3, -1\" means nothing"},
        /* clang-format on */
    };
    RUN_CASES(rows);
}

/* What looks like arithmetic or a forgotten comma is no name: it would match any extent. */
TEST(test_check_shape_pattern_that_is_no_name_refused)
{
    static const char *const patterns[] = {"n-1", "n+1", "2*n, n*2", "n m", "n*", "n.m", "n;m", "n, m=3"};
    static cucore_view view;
    static const view_row rows[] = {VECTOR(3), MATRIX(2, 3)};
    for (size_t i = 0; i < COUNT(patterns); i++) {
        cucore_arg arg = {0};
        check_row(patterns[i]);
        arg.shape = patterns[i];
        view_from_row(&rows[strchr(patterns[i], ',') != NULL], &view);
        CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_INVALID_ARGUMENT);
    }
}

/* An item that is missing at the end is as wrong as one at the start; Python's "(3,)" is the one exception. */
TEST(test_check_shape_pattern_of_commas_refused)
{
    static const struct {
        view_row view;
        const char *pattern;
    } rows[] = {{SCALAR, ","}, {SCALAR, " , "}, {VECTOR(3), "3,,"}, {VECTOR(3), "3, ,"}};
    static cucore_view view;
    for (size_t i = 0; i < COUNT(rows); i++) {
        cucore_arg arg = {0};
        check_row(rows[i].pattern);
        arg.shape = rows[i].pattern;
        view_from_row(&rows[i].view, &view);
        CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_INVALID_ARGUMENT);
    }
}

TEST(test_check_names_over_several_arguments)
{
    static const struct {
        const char *name;
        view_row view;
        const char *pattern;
        cucore_status status;
        const char *message;
        int bound;
    } rows[] = {
        {"x", MATRIX(4, 3), "n, m", CUCORE_OK, NULL, 2},
        {"y", VECTOR(3), "m", CUCORE_OK, NULL, 2},
        {"z", VECTOR(5), "n", CUCORE_WRONG_SHAPE, "z: expected shape (n) with n = 4 as in x, got (5,)", 2},
        {"u", MATRIX(5, 4), "k, n", CUCORE_OK, NULL, 3},
        {"v", CUBE(9, 4, 6), "..., n, k", CUCORE_WRONG_SHAPE,
         "v: expected shape (..., n, k) with k = 5 as in u, got (9, 4, 6)", 3},
        {"w", VECTOR(5), "k", CUCORE_OK, NULL, 3},
    };
    cucore_call call;
    static cucore_view view;
    memset(&call, 0, sizeof call);
    FOR_ROWS (row, rows) {
        cucore_arg arg = {0};
        arg.name = row->name;
        arg.shape = row->pattern;
        view_from_row(&row->view, &view);
        CHECK_INT(cucore_view_check(&view, &arg, &call), row->status);
        if (row->message) CHECK_STR(cucore_last_error()->message, row->message);
        CHECK_INT(call.count, row->bound);
    }
    check_row("what is bound");
    CHECK_INT(call.bound[0].extent, 4);
    CHECK_INT(call.bound[1].extent, 3);
    CHECK_INT(call.bound[2].extent, 5);
    CHECK(call.bound[0].length == 1 && call.bound[0].name[0] == 'n');
    CHECK_STR(call.bound[2].arg, "u");
    check_row("without call");
    {
        cucore_arg arg = {.name = "z", .shape = "n"};
        view_from_row(&rows[2].view, &view);
        CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_OK);
    }
}

/* "=x" looks among call->args for what is before the view; the same as in cucore_py_args. */
TEST(test_check_same_as_an_earlier_argument)
{
    static const struct {
        const char *name, *dtypes, *shape;
        view_row view;
        cucore_status status;
        const char *message;
    } rows[] = {
        {"dtype", "=x", NULL, VECTOR(2), CUCORE_OK, NULL},
        {"another dtype", "=y", NULL, VECTOR(2), CUCORE_WRONG_DTYPE, "z: expected dtype int8 as in y, got float32"},
        {"one of two", "=y =x", NULL, VECTOR(2), CUCORE_OK, NULL},
        {"none of two", "=y int16", NULL, VECTOR(2), CUCORE_WRONG_DTYPE,
         "z: expected dtype int8 as in y or int16, got float32"},
        {"left out", "=none", "=none", VECTOR(2), CUCORE_OK, NULL},
        {"shape", NULL, "=x", MATRIX(4, 3), CUCORE_OK, NULL},
        {"another shape", NULL, "=x", MATRIX(3, 4), CUCORE_WRONG_SHAPE, "z: expected shape (4, 3) as in x, got (3, 4)"},
        {"a later one", "=later", NULL, VECTOR(2), CUCORE_INVALID_ARGUMENT,
         "z: '=later' in the list of dtypes \"=later\": no argument before has that name"},
        {"itself", NULL, "=z", VECTOR(2), CUCORE_INVALID_ARGUMENT,
         "z: '=z' in the shape pattern \"=z\": no argument before has that name"},
    };
    static const view_row x = MATRIX(4, 3);
    static const view_row y = {.dtype = {0, 8, 1, 1}, .ndim = 1, .shape = {2}, .strides = {1}};
    static cucore_view views[5];
    cucore_arg args[5] = {{.name = "x"}, {.name = "y"}, {.name = "none"}, {.name = "z"}, {.name = "later"}};
    cucore_call call;
    view_from_row(&x, &views[0]);
    view_from_row(&y, &views[1]);
    memset(&views[2], 0, sizeof views[2]);
    view_from_row(&x, &views[4]);
    FOR_ROWS (row, rows) {
        view_from_row(&row->view, &views[3]);
        args[3].dtypes = row->dtypes;
        args[3].shape = row->shape;
        memset(&call, 0, sizeof call);
        call.args = args;
        call.views = views;
        call.args_count = COUNT(args);
        cucore_fail(CUCORE_OK, "%s", "");
        CHECK_INT(cucore_view_check(&views[3], &args[3], &call), row->status);
        CHECK_STR(cucore_last_error()->message, row->message ? row->message : "");
        memset(&call, 0, sizeof call);
        CHECK_INT(cucore_view_check(&views[3], &args[3], &call), CUCORE_INVALID_ARGUMENT);
        CHECK_INT(cucore_view_check(&views[3], &args[3], NULL), CUCORE_INVALID_ARGUMENT);
    }
}

TEST(test_check_unique)
{
    static const check_case rows[] = {
        /* clang-format off */
        {"dense", MATRIX(2, 3), {.flags = CUCORE_UNIQUE}, CUCORE_OK, NULL},
        {"repeated", {.dtype = FLOAT32, .ndim = 2, .shape = {2, 3}, .strides = {0, 1}}, {.flags = CUCORE_UNIQUE},
         CUCORE_WRONG_LAYOUT, "array: expected an array whose elements are all in different places, got strides (0, 1) "
                              "for shape (2, 3)"},
        {"repeated, nothing asked", {.dtype = FLOAT32, .ndim = 2, .shape = {2, 3}, .strides = {0, 1}}, {0},
         CUCORE_OK, NULL},
        {"one place", {.dtype = FLOAT32, .ndim = 1, .shape = {1}, .strides = {0}}, {.flags = CUCORE_UNIQUE},
         CUCORE_OK, NULL},
        /* clang-format on */
    };
    RUN_CASES(rows);
}

TEST(test_check_more_than_16_names_refused)
{
    static const char *const patterns[] = {"a, b, c, d", "e, f, g, h", "i, j, k, l", "m, n, o, p"};
    static cucore_view view;
    cucore_call call;
    cucore_arg arg = {.name = "x"};
    int64_t shape[17];
    memset(&call, 0, sizeof call);
    memset(&view, 0, sizeof view);
    view.ptr = (void *)0x10000;
    view.dtype = CUCORE_DTYPE_INT8;
    view.device_type = CUCORE_DEVICE_TYPE_CPU;
    for (size_t i = 0; i < 17; i++) shape[i] = (int64_t)i + 1;
    for (size_t i = 0; i < COUNT(patterns); i++) {
        arg.shape = patterns[i];
        CHECK_INT(cucore_layout_make(4, shape + 4 * i, NULL, 1, &view.layout), CUCORE_OK);
        CHECK_INT(cucore_view_check(&view, &arg, &call), CUCORE_OK);
    }
    CHECK_INT(call.count, 16);
    check_row("a known one still matches");
    arg.shape = "p, *";
    CHECK_INT(cucore_layout_make(2, shape + 15, NULL, 1, &view.layout), CUCORE_OK);
    CHECK_INT(cucore_view_check(&view, &arg, &call), CUCORE_OK);
    check_row("the 17th");
    arg.shape = "p, q";
    CHECK_INT(cucore_view_check(&view, &arg, &call), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "x: more than 16 names in shape patterns");
    CHECK_INT(call.count, 16);
    check_row("17 in one pattern");
    arg.shape = "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q";
    for (size_t i = 0; i < 17; i++) shape[i] = 1;
    CHECK_INT(cucore_layout_make(17, shape, NULL, 1, &view.layout), CUCORE_OK);
    CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "x: more than 16 names in shape patterns");
}

#define F_MATRIX                                                                                                       \
    {                                                                                                                  \
        .dtype = FLOAT32, .ndim = 2, .shape = {2, 3}, .strides = { 1, 2 }                                              \
    }
#define GAPS                                                                                                           \
    {                                                                                                                  \
        .dtype = FLOAT32, .ndim = 2, .shape = {2, 3}, .strides = { 4, 1 }                                              \
    }
#define REVERSED                                                                                                       \
    {                                                                                                                  \
        .dtype = FLOAT32, .ndim = 1, .shape = {3}, .strides = { -1 }                                                   \
    }

TEST(test_check_layout)
{
    static const check_case rows[] = {
        /* clang-format off */
        {"C is C", MATRIX(2, 3), {.name = "x", .flags = CUCORE_C_CONTIGUOUS}, CUCORE_OK, NULL},
        {"C is not F", MATRIX(2, 3), {.name = "x", .flags = CUCORE_F_CONTIGUOUS}, CUCORE_WRONG_LAYOUT,
         "x: expected an F-order contiguous array, got strides (3, 1) for shape (2, 3)"},
        {"C is either", MATRIX(2, 3), {.name = "x", .flags = CUCORE_CONTIGUOUS}, CUCORE_OK, NULL},
        {"F is F", F_MATRIX, {.name = "x", .flags = CUCORE_F_CONTIGUOUS}, CUCORE_OK, NULL},
        {"F is not C", F_MATRIX, {.name = "x", .flags = CUCORE_C_CONTIGUOUS}, CUCORE_WRONG_LAYOUT,
         "x: expected a C-order contiguous array, got strides (1, 2) for shape (2, 3)"},
        {"F is either", F_MATRIX, {.name = "x", .flags = CUCORE_CONTIGUOUS}, CUCORE_OK, NULL},
        {"gaps are neither", GAPS, {.name = "x", .flags = CUCORE_CONTIGUOUS}, CUCORE_WRONG_LAYOUT,
         "x: expected a contiguous array, got strides (4, 1) for shape (2, 3)"},
        {"reversed is not C", REVERSED, {.flags = CUCORE_C_CONTIGUOUS}, CUCORE_WRONG_LAYOUT,
         "array: expected a C-order contiguous array, got strides (-1,) for shape (3,)"},
        {"vector is both", VECTOR(3), {.name = "x", .flags = CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS}, CUCORE_OK,
         NULL},
        {"matrix is not both", MATRIX(2, 3), {.name = "x", .flags = CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS},
         CUCORE_WRONG_LAYOUT, "x: expected an F-order contiguous array, got strides (3, 1) for shape (2, 3)"},
        {"0-d is both", SCALAR, {.name = "x", .flags = CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS}, CUCORE_OK, NULL},
        {"empty is both (B11)", {.dtype = FLOAT32, .ndim = 2, .shape = {0, 3}, .strides = {0, 0}},
         {.name = "x", .flags = CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS}, CUCORE_OK, NULL},
        {"extent 1 is both (B12)", {.dtype = FLOAT32, .ndim = 2, .shape = {4, 1}, .strides = {1, 999}},
         {.name = "x", .flags = CUCORE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS}, CUCORE_OK, NULL},
        {"gaps, nothing asked", GAPS, {.name = "x"}, CUCORE_OK, NULL},
        /* clang-format on */
    };
    RUN_CASES(rows);
}

/* B100: alignment is that of the C type of one component, as NumPy's (dtype.alignment). */
struct eight {
    char before;
    double value;
};

TEST(test_check_aligned)
{
#define AT(address, code, bits, lanes, itemsize)                                                                       \
    {                                                                                                                  \
        .dtype = {code, bits, lanes, itemsize}, .ndim = 1, .shape = {3}, .strides = {2}, .ptr = address                \
    }
    static const struct {
        const char *name;
        view_row view;
        int alignment;
    } rows[] = {
        {"bool", AT(0x1001, CUCORE_CODE_BOOL, 8, 1, 1), 1},
        {"int8", AT(0x1001, CUCORE_CODE_INT, 8, 1, 1), 1},
        {"uint16", AT(0x1001, CUCORE_CODE_UINT, 16, 1, 2), 2},
        {"float16", AT(0x1001, CUCORE_CODE_FLOAT, 16, 1, 2), 2},
        {"bfloat16", AT(0x1001, CUCORE_CODE_BFLOAT, 16, 1, 2), 2},
        {"int32", AT(0x1002, CUCORE_CODE_INT, 32, 1, 4), 4},
        {"float32", AT(0x1002, CUCORE_CODE_FLOAT, 32, 1, 4), 4},
        {"complex32", AT(0x1001, CUCORE_CODE_COMPLEX, 32, 1, 4), 2},
        {"complex64", AT(0x1002, CUCORE_CODE_COMPLEX, 64, 1, 8), 4},
        {"float32 x 3", AT(0x1002, CUCORE_CODE_FLOAT, 32, 3, 12), 4},
        {"int64", AT(0x1004, CUCORE_CODE_INT, 64, 1, 8), 8},
        {"float64", AT(0x1004, CUCORE_CODE_FLOAT, 64, 1, 8), 8},
        {"complex128", AT(0x1004, CUCORE_CODE_COMPLEX, 128, 1, 16), 8},
        {"float64 x 2", AT(0x1004, CUCORE_CODE_FLOAT, 64, 2, 16), 8},
        {"float8_e5m2", AT(0x1001, 12, 8, 1, 1), 1},
        {"int4 x 8", AT(0x1001, CUCORE_CODE_INT, 4, 8, 4), 1},
        {"opaque", AT(0x1001, CUCORE_CODE_OPAQUE, 0, 1, 8), 1},
        {"structured", AT(0x1001, CUCORE_CODE_STRUCTURED, 0, 1, 16), 1},
    };
    static cucore_view view;
    cucore_arg arg = {.name = "x"};
    char expected[120], dtype[32];
    const int most = (int)offsetof(struct eight, value); /* 4 on i386 */
    int spoilt, alignment;
    FOR_ROWS (row, rows) {
        view_from_row(&row->view, &view);
        cucore_dtype_to_name(view.dtype, dtype, sizeof dtype);
        alignment = row->alignment < most ? row->alignment : most;
        snprintf(expected, sizeof expected, "x: expected memory aligned to %d bytes for %s, got address 0x%llx",
                 alignment, dtype, (unsigned long long)row->view.ptr);
        spoilt = row->view.ptr % (uintptr_t)alignment != 0;
        CHECK_INT(cucore_view_is_aligned(&view), !spoilt);
        arg.flags = 0; /* demanded */
        CHECK_INT(cucore_view_check(&view, &arg, NULL), spoilt ? CUCORE_WRONG_LAYOUT : CUCORE_OK);
        if (spoilt) CHECK_STR(cucore_last_error()->message, expected);
        arg.flags = CUCORE_ALLOW_UNALIGNED;
        CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_OK);
        view.layout.shape[0] = 0;
        CHECK_INT(cucore_view_is_aligned(&view), 1);
        view.layout.shape[0] = 1;
        CHECK_INT(cucore_view_is_aligned(&view), !spoilt);
        view.ptr = (void *)(uintptr_t)(0x1000 + row->alignment);
        CHECK_INT(cucore_view_is_aligned(&view), 1);
        arg.flags = 0;
        CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_OK);
    }
    check_row("NULL");
    CHECK_INT(cucore_view_is_aligned(NULL), 0);
#undef AT
}

#define UNPROVEN                                                                                                       \
    {                                                                                                                  \
        .dtype = FLOAT32, .protocol = 2, .readonly = 1, .unproven = 1                                                  \
    }

#define PROTOCOL(number, is_readonly)                                                                                  \
    {                                                                                                                  \
        .dtype = FLOAT32, .protocol = number, .readonly = is_readonly                                                  \
    }

TEST(test_check_writable)
{
    static const check_case rows[] = {
        /* clang-format off */
        {"writable", PROTOCOL(1, 0), {.name = "x", .flags = CUCORE_WRITE}, CUCORE_OK, NULL},
        {"read-only", PROTOCOL(1, 1), {.name = "x", .flags = CUCORE_WRITE}, CUCORE_READONLY,
         "x: expected a writable array, got a read-only one"},
        {"read-only, to read", PROTOCOL(1, 1), {.name = "x", .flags = CUCORE_READ}, CUCORE_OK, NULL},
        {"legacy, proven", PROTOCOL(2, 0), {.name = "x", .flags = CUCORE_WRITE}, CUCORE_OK, NULL},
        {"B90: legacy", UNPROVEN, {.name = "x", .flags = CUCORE_WRITE}, CUCORE_READONLY,
         "x: expected an array known to be writable, got a legacy DLPack tensor, which cannot say so: it may be "
         "immutable"},
        {"legacy, to read", UNPROVEN, {.name = "x"}, CUCORE_OK, NULL},
        {"B89: copied", {.dtype = FLOAT32, .protocol = 3, .copied = 1}, {.name = "x", .flags = CUCORE_WRITE},
         CUCORE_UNSUPPORTED, "x: expected an array to write to, got a copy that its producer made, where nobody would see "
         "what is written"},
        {"D17: copied, but never a copy", {.dtype = FLOAT32, .protocol = 3, .copied = 1},
         {.name = "x", .flags = CUCORE_NEVER_COPY}, CUCORE_UNSUPPORTED,
         "x: expected the memory of the array itself, got a copy that its producer made"},
        {"D17: copied, to write, but never a copy", {.dtype = FLOAT32, .protocol = 3, .copied = 1},
         {.name = "x", .flags = CUCORE_NEVER_COPY | CUCORE_WRITE}, CUCORE_UNSUPPORTED,
         "x: expected the memory of the array itself, got a copy that its producer made"},
        {"read-only, never a copy", PROTOCOL(1, 1), {.name = "x", .flags = CUCORE_NEVER_COPY}, CUCORE_OK, NULL},
        {"legacy, never a copy", UNPROVEN, {.name = "x", .flags = CUCORE_NEVER_COPY}, CUCORE_OK, NULL},
        {"copied, to read", {.dtype = FLOAT32, .protocol = 3, .copied = 1}, {.name = "x"}, CUCORE_OK, NULL},
        {"versioned", PROTOCOL(3, 0), {.name = "x", .flags = CUCORE_WRITE}, CUCORE_OK, NULL},
        {"versioned read-only", PROTOCOL(3, 1), {.flags = CUCORE_WRITE}, CUCORE_READONLY,
         "array: expected a writable array, got a read-only one"},
        /* clang-format on */
    };
    RUN_CASES(rows);
}

TEST(test_check_device)
{
    static const check_case rows[] = {
        /* clang-format off */
        {"host: cpu", ON(1, -1), {.name = "x", .flags = CUCORE_HOST_ACCESSIBLE}, CUCORE_OK, NULL},
        {"host: pinned", ON(3, -1), {.name = "x", .flags = CUCORE_HOST_ACCESSIBLE}, CUCORE_OK, NULL},
        {"host: managed", ON(13, 0), {.name = "x", .flags = CUCORE_HOST_ACCESSIBLE}, CUCORE_OK, NULL},
        {"host: cuda", ON(2, 1), {.name = "x", .flags = CUCORE_HOST_ACCESSIBLE}, CUCORE_WRONG_DEVICE,
         "x: expected an array that the CPU can read, got one on cuda:1"},
        {"host: cuda, unknown", ON(2, -1), {.flags = CUCORE_HOST_ACCESSIBLE}, CUCORE_WRONG_DEVICE,
         "array: expected an array that the CPU can read, got one on cuda:?"},
        {"device: cuda", ON(2, 1), {.name = "x", .flags = CUCORE_DEVICE_ACCESSIBLE}, CUCORE_OK, NULL},
        {"device: pinned", ON(3, -1), {.name = "x", .flags = CUCORE_DEVICE_ACCESSIBLE}, CUCORE_OK, NULL},
        {"device: managed", ON(13, 0), {.name = "x", .flags = CUCORE_DEVICE_ACCESSIBLE}, CUCORE_OK, NULL},
        {"device: cpu", ON(1, -1), {.name = "x", .flags = CUCORE_DEVICE_ACCESSIBLE}, CUCORE_WRONG_DEVICE,
         "x: expected an array that CUDA can read, got one on cpu"},
        {"device: rocm host", ON(11, -1), {.name = "x", .flags = CUCORE_DEVICE_ACCESSIBLE}, CUCORE_WRONG_DEVICE,
         "x: expected an array that CUDA can read, got one on rocm-host"},
        {"device 1: cuda:1", ON(2, 1), {.name = "x", .flags = CUCORE_ON_DEVICE_ID, .device_id = 1}, CUCORE_OK, NULL},
        {"device 0: cuda:0", ON(2, 0), {.name = "x", .flags = CUCORE_ON_DEVICE_ID}, CUCORE_OK, NULL},
        {"device 1: managed:1", ON(13, 1), {.name = "x", .flags = CUCORE_ON_DEVICE_ID, .device_id = 1}, CUCORE_OK,
         NULL},
        {"device 1: cuda:0", ON(2, 0), {.name = "x", .flags = CUCORE_ON_DEVICE_ID, .device_id = 1},
         CUCORE_WRONG_DEVICE, "x: expected an array on cuda:1, got one on cuda:0"},
        {"device 0: pinned", ON(3, -1), {.name = "x", .flags = CUCORE_ON_DEVICE_ID}, CUCORE_WRONG_DEVICE,
         "x: expected an array on cuda:0, got one on pinned"},
        {"device 0: managed:1", ON(13, 1), {.name = "x", .flags = CUCORE_ON_DEVICE_ID}, CUCORE_WRONG_DEVICE,
         "x: expected an array on cuda:0, got one on managed:1"},
        {"device 0: cpu", ON(1, -1), {.name = "x", .flags = CUCORE_ON_DEVICE_ID}, CUCORE_WRONG_DEVICE,
         "x: expected an array that CUDA can read, got one on cpu"},
        {"device_id without the flag", ON(2, 0), {.name = "x", .flags = CUCORE_DEVICE_ACCESSIBLE, .device_id = 3}, CUCORE_OK,
         NULL},
        {"both: managed", ON(13, 0), {.name = "x", .flags = CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE}, CUCORE_OK, NULL},
        {"both: cuda", ON(2, 0), {.name = "x", .flags = CUCORE_HOST_ACCESSIBLE | CUCORE_DEVICE_ACCESSIBLE}, CUCORE_WRONG_DEVICE,
         "x: expected an array that the CPU can read, got one on cuda:0"},
        /* clang-format on */
    };
    RUN_CASES(rows);
}

/* -- the flags, as CUCORE_ARG_FLAG_LIST has them -- */
typedef struct flag_row {
    const char *name;
    uint64_t flag;
    int bit;
} flag_row;
#define FLAG_ROW(name, bit) {"CUCORE_" #name, CUCORE_##name, (bit)},
static const flag_row flag_rows[] = {CUCORE_ARG_FLAG_LIST(FLAG_ROW)};
#undef FLAG_ROW

TEST(test_flags_in_messages)
{
    char expected[128];
    FOR_ROWS (row, flag_rows) {
        CHECK(row->flag == (uint64_t)1 << row->bit);
        CHECK_STR(cucore__flag_name(row->bit), row->name);
        snprintf(expected, sizeof expected, "options: the flags %s mean nothing in a copy", row->name);
        CHECK_INT(cucore__fail_flags("options", row->flag, " in a copy"), CUCORE_INVALID_ARGUMENT);
        CHECK_STR(cucore_last_error()->message, expected);
    }
    CHECK_INT(cucore__fail_flags("x", CUCORE_CAST | CUCORE_WRITE | FREE_FLAGS, ""), CUCORE_INVALID_ARGUMENT);
    snprintf(expected, sizeof expected, "x: the flags CUCORE_WRITE, CUCORE_CAST, 0x%llx mean nothing",
             (unsigned long long)FREE_FLAGS);
    CHECK_STR(cucore_last_error()->message, expected);
}

TEST(test_bits_without_a_flag)
{
    static const view_row row = {.dtype = INT32, .ndim = 1, .shape = {2}, .strides = {1}, .ptr = 0x1000, .protocol = 1};
    static cucore_view view;
    char expected[64];
    size_t i;
    int bit, known = 0;
    view_from_row(&row, &view);
    for (bit = 0; bit < 64; bit++) {
        cucore_arg arg = CUCORE_ARG("x", NULL, NULL, (uint64_t)1 << bit);
        for (i = 0; i < COUNT(flag_rows) && flag_rows[i].bit != bit; i++) {
        }
        known += i < COUNT(flag_rows);
        if (i < COUNT(flag_rows)) continue;
        CHECK(cucore__flag_name(bit) == NULL);
        snprintf(expected, sizeof expected, "x: the flags 0x%llx mean nothing", 1ULL << bit);
        CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_INVALID_ARGUMENT);
        CHECK_STR(cucore_last_error()->message, expected);
    }
    CHECK_INT(known, COUNT(flag_rows));
}

TEST(test_flags_that_exclude_each_other)
{
    static const struct {
        uint64_t flags;
        const char *message;
    } rows[] = {
        {CUCORE_MAKE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS,
         "x: CUCORE_MAKE_C_CONTIGUOUS and CUCORE_F_CONTIGUOUS exclude each other"},
        {CUCORE_MAKE_C_CONTIGUOUS | CUCORE_MAKE_F_CONTIGUOUS,
         "x: CUCORE_MAKE_C_CONTIGUOUS and CUCORE_MAKE_F_CONTIGUOUS exclude each other"},
        {CUCORE_MAKE_F_CONTIGUOUS | CUCORE_C_CONTIGUOUS,
         "x: CUCORE_MAKE_F_CONTIGUOUS and CUCORE_C_CONTIGUOUS exclude each other"},
        {CUCORE_MAKE_F_CONTIGUOUS | CUCORE_MAKE_C_CONTIGUOUS | CUCORE_F_CONTIGUOUS | CUCORE_C_CONTIGUOUS,
         "x: CUCORE_MAKE_C_CONTIGUOUS and CUCORE_F_CONTIGUOUS exclude each other"},
    };
    static const view_row row = {.dtype = INT32, .ndim = 1, .shape = {2}, .strides = {1}, .ptr = 0x1000, .protocol = 1};
    static cucore_view view;
    view_from_row(&row, &view);
    for (size_t i = 0; i < COUNT(rows); i++) {
        cucore_arg arg = CUCORE_ARG("x", NULL, NULL, rows[i].flags);
        CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_INVALID_ARGUMENT);
        CHECK_STR(cucore_last_error()->message, rows[i].message);
    }
}

/* A view that is wrong in every way loses its faults one by one: device, dtype, shape, layout, alignment, writable. */
TEST(test_check_precedence)
{
    static const cucore_status order[] = {
        CUCORE_WRONG_DEVICE, CUCORE_WRONG_DTYPE, CUCORE_WRONG_SHAPE, CUCORE_WRONG_LAYOUT,
        CUCORE_WRONG_LAYOUT, CUCORE_READONLY,    CUCORE_OK};
    static const view_row bad = {
        .dtype = INT32, .ndim = 2, .shape = {2, 3}, .strides = {4, 1}, .readonly = 1, .ptr = 0x1000, .protocol = 1};
    cucore_arg arg = {.name = "x",
                      .dtypes = "float32",
                      .shape = "2, 4",
                      .flags = CUCORE_WRITE | CUCORE_C_CONTIGUOUS | CUCORE_DEVICE_ACCESSIBLE};
    static cucore_view view;
    view_from_row(&bad, &view);
    CHECK_INT(cucore_view_check(&view, &arg, NULL), order[0]);
    view.device_type = CUCORE_DEVICE_TYPE_CUDA;
    view.device_accessible = 1;
    CHECK_INT(cucore_view_check(&view, &arg, NULL), order[1]);
    view.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    CHECK_INT(cucore_view_check(&view, &arg, NULL), order[2]);
    view.layout.shape[1] = 4;
    view.layout.strides[0] = 5;
    CHECK_INT(cucore_view_check(&view, &arg, NULL), order[3]);
    view.layout.strides[0] = 4;
    view.ptr = (void *)(uintptr_t)0x1001;
    CHECK_INT(cucore_view_check(&view, &arg, NULL), order[4]);
    CHECK_HAS(cucore_last_error()->message, "aligned");
    view.ptr = (void *)(uintptr_t)0x1000;
    CHECK_INT(cucore_view_check(&view, &arg, NULL), order[5]);
    view.readonly = 0;
    CHECK_INT(cucore_view_check(&view, &arg, NULL), order[6]);
}

/* Long texts are cut; nothing is written past a buffer. */
TEST(test_check_long_messages_are_cut)
{
    static cucore_view view;
    static char name[700], pattern[700], dtypes[900];
    cucore_arg arg = {0};
    int64_t shape[64];
    for (int i = 0; i < 64; i++) shape[i] = 1;
    shape[0] = P(57);
    memset(name, 'x', sizeof name - 1);
    memset(pattern, 'n', sizeof pattern - 1);
    for (int i = 0; i < 100; i++) memcpy(dtypes + 8 * i, "float64 ", 8);
    memset(&view, 0, sizeof view);
    view.dtype = cucore_dtype_make(CUCORE_CODE_INT, 8, 1);
    view.device_type = CUCORE_DEVICE_TYPE_CPU;
    view.ptr = (void *)0x10000;
    view.readonly = 1;
    CHECK_INT(cucore_layout_make_dense(64, shape, 'F', 1, &view.layout), CUCORE_OK);
    view.layout.strides[63] = 0;
    arg.name = name;
    arg.flags = CUCORE_WRITE;
    CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_READONLY);
    CHECK_INT(strlen(cucore_last_error()->message), 511);
    arg.name = "x";
    arg.flags = CUCORE_CONTIGUOUS;
    view.layout.strides[0] = 3;
    REFUSED(cucore_view_check(&view, &arg, NULL), CUCORE_WRONG_LAYOUT,
            "x: expected a contiguous array, got strides (3, 144115188075855872,");
    arg.shape = "3";
    REFUSED(cucore_view_check(&view, &arg, NULL), CUCORE_WRONG_SHAPE,
            "x: expected shape (3), 1 dimension, got (144115188075855872, 1, 1,");
    memcpy(pattern + 340, ",", 1);
    arg.shape = pattern;
    CHECK_INT(cucore_view_check(&view, &arg, NULL), CUCORE_WRONG_SHAPE);
    arg.dtypes = dtypes;
    REFUSED(cucore_view_check(&view, &arg, NULL), CUCORE_WRONG_DTYPE, "x: expected dtype float64, float64, ");
}

/* ------------------------------------------------------------------------------------------------------ driver -- */
/* Comes after everything above: none of it may have asked for the driver. */
TEST(test_nothing_so_far_loaded_the_driver)
{
    CHECK_INT(cucore_driver_is_loaded(), 0);
}

TEST(test_driver_that_is_missing_is_reported)
{
    for (int round = 0; round < 2; round++) {
        CHECK_INT(cucore_driver_load(), CUCORE_NO_DRIVER);
        CHECK_INT(cucore_driver_is_loaded(), 1);
        REFUSED(cucore_last_error()->status, CUCORE_NO_DRIVER, "libcucore-test-no-such-driver.so.1");
        cucore_fail(CUCORE_OK, "%s", "");
    }
    CHECK_INT(cucore_device_count(), -1);
    REFUSED(cucore_last_error()->status, CUCORE_NO_DRIVER, "libcucore-test-no-such-driver.so.1");
}

TESTS_MAIN
