/* test_driver_view_copy.c - copies of views on the fake driver, in C: under the sanitizers, by several threads, by plans
 *
 * Layouts of all sorts are tests/view_copy's; here the memory errors and races would show. */
#include "check.h"

#include <pthread.h>

/* Pieces so small that a few kilobytes take many, and several threads. */
#define CUCORE_COPY_PIECE 4096
#define CUCORE_COPY_STAGE 256
#define CUCORE__THREADS_WORTH 0.0 /* copies on the host take all threads that they may */
#include "failing_c.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore_cast.h"
#include "../fake_driver/fake_cuda.h"
#include "forget_kernels.h"

static const cucore_copy_options waiting = {NULL, CUCORE_BLOCKING_YES, 0, 0, 0, {NULL, NULL}};
static const cucore_copy_options not_waiting = {NULL, CUCORE_BLOCKING_NO, 0, 0, 0, {NULL, NULL}};

enum { ROWS = 61, COLUMNS = 47, ROOM = 4 * 2 * 64 * 64, HOST = -1 };

typedef struct array {
    unsigned char *bytes; /* ROOM of them */
    cucore_view view;
} array;

static const struct sort {
    const char *name;
    int64_t strides[2];
} sorts[] = {{"dense", {COLUMNS, 1}},
             {"padded", {COLUMNS + 10, 1}},
             {"transposed", {1, ROWS}},
             {"every 2nd column", {2 * COLUMNS, 2}},
             {"transposed, padded", {1, ROWS + 3}},
             {"rows apart", {2 * COLUMNS, 1}}};
enum { SORTS = (int)(sizeof sorts / sizeof *sorts) };

static const struct place {
    const char *name;
    int kind; /* of fake_alloc; HOST: malloc */
    int device_type;
    int device;
} places[] = {{"plain", HOST, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE},
              {"pinned", FAKE_PINNED, CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_NONE},
              {"device 0", FAKE_DEVICE, CUCORE_DEVICE_TYPE_CUDA, 0},
              {"device 1", FAKE_DEVICE, CUCORE_DEVICE_TYPE_CUDA, 1},
              {"managed", FAKE_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 0}};
enum { PLACES = (int)(sizeof places / sizeof *places) };

static void array_make(array *a, const struct place *place, const struct sort *sort, unsigned seed)
{
    static const int64_t shape[2] = {ROWS, COLUMNS};
    a->bytes = place->kind == HOST
                   ? (unsigned char *)malloc(ROOM)
                   : (unsigned char *)(uintptr_t)fake_alloc(place->kind, place->device < 0 ? 0 : place->device, ROOM);
    for (size_t i = 0; i < ROOM; i++) a->bytes[i] = (unsigned char)((i * 31 + seed) * 2654435761u >> 24);
    memset(&a->view, 0, sizeof a->view);
    a->view.ptr = a->bytes + 4;
    a->view.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    a->view.device_type = place->device_type;
    a->view.device_id = place->device;
    CHECK_INT(cucore_layout_make(2, shape, sort->strides, 4, &a->view.layout), CUCORE_OK);
}

static void array_free(array *a)
{
    if (a->view.device_type == CUCORE_DEVICE_TYPE_CPU) {
        free(a->bytes);
    } else {
        CHECK_INT(fake_free((CUdeviceptr)(uintptr_t)a->bytes), 0);
    }
}

/* Element by element; the rest as it was. */
static int is_copied(const array *dst, const array *src, const unsigned char *before)
{
    unsigned char *wanted = (unsigned char *)malloc(ROOM);
    int same;
    memcpy(wanted, before, ROOM);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            const int64_t *to = dst->view.layout.strides, *from = src->view.layout.strides;
            memcpy(wanted + 4 + 4 * (i * to[0] + j * to[1]), src->bytes + 4 + 4 * (i * from[0] + j * from[1]), 4);
        }
    }
    same = memcmp(wanted, dst->bytes, ROOM) == 0;
    free(wanted);
    return same;
}

static void copy_and_check(const struct place *to, const struct sort *to_sort, const struct place *from,
                           const struct sort *from_sort, CUstream stream, int by_plan)
{
    array dst, src;
    cucore_copy_plan plan;
    unsigned char *before = (unsigned char *)malloc(ROOM);
    char text[512];
    size_t length;
    cucore_status status;
    array_make(&dst, to, to_sort, 1);
    array_make(&src, from, from_sort, 77);
    memcpy(before, dst.bytes, ROOM);
    if (by_plan) {
        status = cucore_copy_plan_make(&dst.view, &src.view, CUCORE_DEVICE_CURRENT, NULL, &plan);
        CHECK_INT(status, CUCORE_OK);
        length = cucore_copy_plan_format(&plan, text, sizeof text);
        CHECK(length > 10 && length == strlen(text));
        status = cucore_copy_plan_run(&plan, stream, &waiting);
        if (!status) status = cucore_copy_plan_run(&plan, stream, &not_waiting);
    } else {
        status = cucore_view_copy(&dst.view, &src.view, stream, NULL);
    }
    if (status) printf("%s\n", cucore_last_error()->message);
    CHECK_INT(status, CUCORE_OK);
    CHECK(is_copied(&dst, &src, before));
    array_free(&dst);
    array_free(&src);
    free(before);
}

static CUstream stream_on(int device)
{
    CUcontext primary = NULL;
    CHECK_INT(cucore_context_get_primary(device, &primary), CUCORE_OK);
    return fake_stream_create(primary, CU_STREAM_NON_BLOCKING);
}

static void start(void)
{
    cucore_copy_trim();
    cucore_trim();
    forget_copy_kernels(); /* the modules go with the reset */
    fake_reset();
}

TEST(test_everywhere)
{
    char name[96];
    for (int to = 0; to < PLACES; to++) {
        for (int from = 0; from < PLACES; from++) {
            start();
            for (int a = 0; a < SORTS; a++) {
                for (int b = 0; b < SORTS; b++) {
                    int device = places[to].device >= 0 ? places[to].device : places[from].device;
                    CUstream stream = stream_on(device < 0 ? 0 : device);
                    if (places[to].device == 0 && to != 2) stream = stream_on(places[from].device > 0);
                    snprintf(name, sizeof name, "%s %s to %s %s", places[from].name, sorts[b].name, places[to].name,
                             sorts[a].name);
                    check_row(name);
                    for (int by_plan = 0; by_plan < 2; by_plan++) {
                        copy_and_check(&places[to], &sorts[a], &places[from], &sorts[b], stream, by_plan);
                    }
                }
            }
            cucore_copy_trim();
            CHECK_INT(fake_live_allocations(), 0);
            CHECK_INT(fake_context_depth(), 0);
        }
    }
    check_row("");
}

static void *many_copies(void *data)
{
    int device = *(const int *)data, i;
    CUstream stream = stream_on(device);
    const struct place *there = &places[2 + device];
    for (i = 0; i < 40; i++) {
        const struct sort *a = &sorts[i % SORTS], *b = &sorts[(i * 7 + 3) % SORTS];
        copy_and_check(there, a, &places[0], b, stream, i & 1);
        copy_and_check(&places[0], a, there, b, stream, i & 1);
    }
    return NULL;
}

/* More copies at a time than there are pinned pieces. */
TEST(test_threads)
{
    static const int devices[2] = {0, 1};
    pthread_t threads[8];
    start();
    for (int i = 0; i < 8; i++) {
        CHECK_INT(pthread_create(&threads[i], NULL, many_copies, (void *)(uintptr_t)&devices[i & 1]), 0);
    }
    for (int i = 0; i < 8; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    cucore_copy_trim();
    CHECK_INT(fake_live_allocations(), 0);
}

/* What stays is bounded, is used again, and goes when it is told to. */
TEST(test_trim)
{
    int after_one;
    start();
    for (int i = 0; i < 3; i++) copy_and_check(&places[2], &sorts[1], &places[0], &sorts[3], stream_on(0), 0);
    after_one = fake_live_allocations();
    CHECK(after_one >= 1 && after_one <= 16);
    fake_log_clear();
    copy_and_check(&places[2], &sorts[1], &places[0], &sorts[3], stream_on(0), 0);
    CHECK_INT(fake_count("cuMemHostAlloc"), 0);
    CHECK_INT(fake_live_allocations(), after_one);
    cucore_copy_trim();
    CHECK_INT(fake_live_allocations(), 0);
    cucore_copy_trim();
}

TEST(test_arguments)
{
    array a, b;
    cucore_copy_plan plan, poisoned;
    start();
    array_make(&a, &places[0], &sorts[0], 1);
    array_make(&b, &places[0], &sorts[1], 2);
    memset(&plan, 0x5A, sizeof plan);
    memset(&poisoned, 0x5A, sizeof poisoned);
    CHECK_INT(cucore_view_copy(NULL, &b.view, NULL, &not_waiting), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_view_copy(&a.view, NULL, NULL, &not_waiting), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_copy_plan_make(&a.view, &b.view, CUCORE_DEVICE_CURRENT, &not_waiting, NULL),
              CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_copy_plan_run(NULL, NULL, &not_waiting), CUCORE_INVALID_ARGUMENT);
    b.view.dtype = cucore_dtype_make(CUCORE_CODE_INT, 32, 1);
    CHECK_INT(cucore_copy_plan_make(&a.view, &b.view, CUCORE_DEVICE_CURRENT, &not_waiting, &plan), CUCORE_WRONG_DTYPE);
    CHECK_STR(cucore_last_error()->message, "dst is float32, src is int32: a copy does not convert");
    CHECK(memcmp(&plan, &poisoned, sizeof plan) == 0);
    b.view.dtype = cucore_dtype_make(CUCORE_CODE_INT, 4, 7);
    b.view.layout.itembits = 28; /* packed, in as many bytes */
    CHECK_INT(cucore_copy_plan_make(&a.view, &b.view, CUCORE_DEVICE_CURRENT, &not_waiting, &plan), CUCORE_WRONG_DTYPE);
    CHECK_STR(cucore_last_error()->message, "elements of 32 bits (dst, float32) and of 28 bits (src, int4x7)");
    CHECK(memcmp(&plan, &poisoned, sizeof plan) == 0);
    b.view.layout.itembits = 32;
    b.view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 4);
    CHECK_INT(cucore_copy_plan_make(&a.view, &b.view, CUCORE_DEVICE_CURRENT, &not_waiting, &plan), CUCORE_OK);
    CHECK_INT(plan.strategy, CUCORE_COPY_HOST);
    CHECK_INT(plan.nbytes, 4 * ROWS * COLUMNS);
    array_free(&a);
    array_free(&b);
}

/* Terabytes are planned in all places, without a look at them. */
TEST(test_plans_of_terabytes)
{
    const int64_t shape[3] = {(int64_t)1 << 20, 1 << 20, 3}, to[3] = {(int64_t)4 << 20, 4, 1},
                  from[3] = {1, 4 << 20, 0};
    cucore_view dst, src;
    cucore_copy_plan plan;
    memset(&plan, 0, sizeof plan);
    memset(&dst, 0, sizeof dst);
    dst.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
    src = dst;
    CHECK_INT(cucore_layout_make(3, shape, to, 1, &dst.layout), CUCORE_OK);
    CHECK_INT(cucore_layout_make(3, shape, from, 1, &src.layout), CUCORE_OK);
    dst.ptr = (void *)((uintptr_t)1 << 60);
    src.ptr = (void *)((uintptr_t)1 << 62);
    for (int i = 0; i < PLACES; i++) {
        for (int j = 0; j < PLACES; j++) {
            dst.device_type = places[i].device_type, dst.device_id = places[i].device;
            src.device_type = places[j].device_type, src.device_id = places[j].device;
            CHECK_INT(cucore_copy_plan_make(&dst, &src, CUCORE_DEVICE_CURRENT, NULL, &plan), CUCORE_OK);
            CHECK_INT(plan.nbytes, (int64_t)3 << 40);
        }
    }
}

/* Every place and layout by every element: each is written, and nothing beside. */
TEST(test_fill)
{
    static const struct {
        const char *name;
        unsigned char bytes[4];
        int is_null;
    } elements[] = {{"zeros", {0, 0, 0, 0}, 1},
                    {"one byte", {7, 7, 7, 7}, 0},
                    {"two bytes", {1, 2, 1, 2}, 0},
                    {"four bytes", {1, 2, 3, 4}, 0}};
    unsigned char expected[ROOM];
    array a;
    char name[96];
    for (int i = 0; i < PLACES; i++) {
        for (int j = 0; j < SORTS; j++) {
            for (int k = 0; k < (int)(sizeof elements / sizeof *elements); k++) {
                start();
                snprintf(name, sizeof name, "%s, %s, %s", places[i].name, sorts[j].name, elements[k].name);
                check_row(name);
                array_make(&a, &places[i], &sorts[j], 5);
                memcpy(expected, a.bytes, ROOM);
                for (int row = 0; row < ROWS; row++) {
                    for (int column = 0; column < COLUMNS; column++) {
                        memcpy(expected + 4 + 4 * (row * sorts[j].strides[0] + column * sorts[j].strides[1]),
                               elements[k].bytes, 4);
                    }
                }
                fake_log_clear();
                CHECK_INT(cucore_view_fill(&a.view, elements[k].is_null ? NULL : elements[k].bytes, NULL), CUCORE_OK);
                if (places[i].kind == HOST) CHECK_INT(fake_call_count(), 0);
                if (places[i].kind != HOST && (j == 0 || j == 2)) {
                    CHECK_INT(fake_count("cuMemsetD8Async") + fake_count("cuMemsetD16Async") +
                                  fake_count("cuMemsetD32Async"),
                              1);
                }
                CHECK(memcmp(a.bytes, expected, ROOM) == 0);
                a.view.readonly = 1;
                CHECK_INT(cucore_view_fill(&a.view, NULL, NULL), CUCORE_READONLY);
                CHECK(memcmp(a.bytes, expected, ROOM) == 0);
                array_free(&a);
            }
        }
    }
    CHECK_INT(cucore_view_fill(NULL, NULL, NULL), CUCORE_INVALID_ARGUMENT);
}

/* Elements that no memset writes. */
TEST(test_fill_with_elements_of_many_bytes)
{
    static const int64_t shape[2] = {3, 5};
    static const struct {
        int64_t itemsize, row; /* bytes from one row to the next */
        int is_null;
    } rows[] = {{3, 15, 0},        {3, 15, 1},        {3, 18, 0},     {3, 18, 1},
                {256, 5 * 256, 0}, {256, 6 * 256, 1}, {300, 1800, 1}, {300, 1500, 0}};
    unsigned char bytes[8192], expected[8192], element[300];
    cucore_view view;
    int64_t at;
    for (int64_t i = 0; i < 300; i++) element[i] = (unsigned char)(i + 1);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const int64_t itemsize = rows[k].itemsize, strides[2] = {rows[k].row / itemsize, 1};
        memset(&view, 0, sizeof view);
        memset(bytes, 0xA5, sizeof bytes);
        memset(expected, 0xA5, sizeof expected);
        view.ptr = bytes;
        view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_STRUCTURED, (uint32_t)itemsize);
        cucore__view_fill_device(&view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
        CHECK_INT(cucore_layout_make(2, shape, strides, itemsize, &view.layout), CUCORE_OK);
        for (int64_t y = 0; y < 3; y++) {
            for (int64_t x = 0; x < 5; x++) {
                at = y * strides[0] * itemsize + x * itemsize;
                for (int64_t i = 0; i < itemsize; i++) expected[at + i] = rows[k].is_null ? 0 : element[i];
            }
        }
        CHECK_INT(cucore_view_fill(&view, rows[k].is_null ? NULL : element, NULL), CUCORE_OK);
        CHECK(memcmp(bytes, expected, sizeof bytes) == 0);
    }
}

/* A memset of the driver wants its words aligned; memory of a packet is not. */
TEST(test_fill_unaligned)
{
    static const unsigned char element[4] = {1, 2, 3, 4};
    static const int64_t none[2] = {0, COLUMNS};
    unsigned char expected[ROOM];
    array a;
    for (int i = 0; i < PLACES; i++) {
        start();
        check_row(places[i].name);
        array_make(&a, &places[i], &sorts[0], 5);
        a.view.ptr = a.bytes + 5;
        memcpy(expected, a.bytes, ROOM);
        for (int j = 0; j < ROWS * COLUMNS; j++) memcpy(expected + 5 + 4 * j, element, 4);
        CHECK_INT(cucore_view_fill(&a.view, element, NULL), CUCORE_OK);
        CHECK(memcmp(a.bytes, expected, ROOM) == 0);
        CHECK_INT(cucore_layout_make(2, none, NULL, 4, &a.view.layout), CUCORE_OK);
        CHECK_INT(cucore_view_fill(&a.view, NULL, NULL), CUCORE_OK);
        CHECK(memcmp(a.bytes, expected, ROOM) == 0);
        array_free(&a);
    }
    check_row("");
}

/* Zeros for large elements with gaps are made for the call. */
TEST(test_fill_without_memory)
{
    static const int64_t shape[2] = {3, 5}, padded[2] = {6, 1};
    unsigned char bytes[3 * 6 * 300];
    cucore_view view;
    size_t i;
    memset(&view, 0, sizeof view);
    memset(bytes, 0xA5, sizeof bytes);
    view.ptr = bytes;
    view.dtype = cucore_dtype_make_opaque(CUCORE_CODE_STRUCTURED, 300);
    cucore__view_fill_device(&view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    CHECK_INT(cucore_layout_make(2, shape, padded, 300, &view.layout), CUCORE_OK);
    failing_c_malloc.fail_in = 1;
    REFUSED(cucore_view_fill(&view, NULL, NULL), CUCORE_OUT_OF_MEMORY, "an element of 300 bytes");
    failing_c_malloc.fail_in = 0;
    for (i = 0; i < sizeof bytes && bytes[i] == 0xA5; i++) {
    }
    CHECK_INT(i, sizeof bytes);
}

/* Blocks of elements that are converted are packed on the stack if they are few. */
TEST(test_cast_without_memory)
{
    static const int64_t counts[2] = {100, 1000}, apart = 2;
    static double from[2000];
    cucore_copy_options options;
    cucore_view dst, src;
    float to[1000];
    const long before = failing_c_live;
    int k;
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_CAST;
    for (int i = 0; i < 2000; i++) from[i] = i;
    for (int i = 0; i < 2; i++) {
        memset(&dst, 0, sizeof dst);
        memset(&src, 0, sizeof src);
        memset(to, 0xA5, sizeof to);
        dst.ptr = to;
        src.ptr = from;
        dst.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
        src.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 64, 1);
        cucore__view_fill_device(&dst, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
        cucore__view_fill_device(&src, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
        CHECK_INT(cucore_layout_make(1, &counts[i], NULL, 4, &dst.layout), CUCORE_OK);
        CHECK_INT(cucore_layout_make(1, &counts[i], &apart, 8, &src.layout), CUCORE_OK);
        failing_c_malloc.fail_in = 1;
        CHECK_INT(cucore_view_copy(&dst, &src, NULL, &options), i ? CUCORE_OUT_OF_MEMORY : CUCORE_OK);
        if (i) CHECK_HAS(cucore_last_error()->message, "no memory to convert elements in blocks of 16384 bytes");
        failing_c_malloc.fail_in = 0;
        for (int j = k = 0; i && j < (int)sizeof to; j++) k += ((unsigned char *)to)[j] != 0xA5;
        CHECK_INT(k, 0);
        CHECK_INT(cucore_view_copy(&dst, &src, NULL, &options), CUCORE_OK);
        for (int j = k = 0; j < (int)counts[i]; j++) k += to[j] != (float)(2 * j);
        CHECK_INT(k, 0);
    }
    CHECK_INT(failing_c_live, before);
}

TEST(test_fill_packed)
{
    static const int64_t shape[2] = {3, 6}, padded[2] = {8, 1};
    const unsigned char element[1] = {3};
    unsigned char bytes[16];
    cucore_view view;
    memset(&view, 0, sizeof view);
    memset(bytes, 0xA5, sizeof bytes);
    view.ptr = bytes;
    view.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 4, 1);
    cucore__view_fill_device(&view, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    for (int i = 0; i < 2; i++) { /* an element; zeros with gaps */
        CHECK_INT(cucore_layout_make(2, shape, i ? padded : NULL, 1, &view.layout), CUCORE_OK);
        CHECK_INT(cucore_layout_set_packed(&view.layout, 4), CUCORE_OK);
        REFUSED(cucore_view_fill(&view, i ? NULL : element, NULL), CUCORE_UNSUPPORTED,
                "packed elements of 4 bits can only be filled with zeros");
        CHECK_INT(bytes[0], 0xA5);
    }
    CHECK_INT(cucore_layout_make(2, shape, NULL, 1, &view.layout), CUCORE_OK);
    CHECK_INT(cucore_layout_set_packed(&view.layout, 4), CUCORE_OK);
    CHECK_INT(cucore_view_fill(&view, NULL, NULL), CUCORE_OK);
    for (int i = 0; i < 16; i++) CHECK_INT(bytes[i], i < 9 ? 0 : 0xA5);
}

/* Copies and conversions on the host by 1, 2 and 5 threads, of which any number cannot be had. */
TEST(test_host_threads)
{
    enum { SIDE = 300 };
    static const int64_t shape[2] = {SIDE, SIDE}, turned[2] = {1, SIDE};
    static const int most[] = {1, 2, 5};
    static double from[SIDE * SIDE], to[SIDE * SIDE];
    static float narrow[SIDE * SIDE];
    cucore_copy_options options;
    cucore_view dst, src;
    int i, k, n, wrong;
    memset(&options, 0, sizeof options);
    memset(&dst, 0, sizeof dst);
    memset(&src, 0, sizeof src);
    for (i = 0; i < SIDE * SIDE; i++) from[i] = i;
    src.ptr = from;
    src.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 64, 1);
    cucore__view_fill_device(&dst, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    cucore__view_fill_device(&src, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE);
    CHECK_INT(cucore_layout_make(2, shape, turned, 8, &src.layout), CUCORE_OK);
    for (k = 0; k < 3; k++) {
        for (n = 0; n <= most[k]; n++) { /* 0: all threads can be had */
            memset(to, 0, sizeof to);
            memset(narrow, 0, sizeof narrow);
            failing_c_thread.calls = 0;
            failing_c_thread.fail_in = n;
            options.flags = UINT64_C(256) * (uint64_t)most[k];
            dst.ptr = to;
            dst.dtype = src.dtype;
            CHECK_INT(cucore_layout_make(2, shape, NULL, 8, &dst.layout), CUCORE_OK);
            CHECK_INT(cucore_view_copy(&dst, &src, NULL, &options), CUCORE_OK);
            failing_c_thread.fail_in = n;
            options.flags |= CUCORE_COPY_CAST;
            dst.ptr = narrow;
            dst.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
            CHECK_INT(cucore_layout_make(2, shape, NULL, 4, &dst.layout), CUCORE_OK);
            CHECK_INT(cucore_view_copy(&dst, &src, NULL, &options), CUCORE_OK);
            failing_c_thread.fail_in = 0;
            CHECK_INT(failing_c_thread.calls > 1, most[k] > 1);
            for (i = wrong = 0; i < SIDE * SIDE; i++) {
                const double wanted = from[i % SIDE * SIDE + i / SIDE];
                wrong +=
                    !(to[i] >= wanted && to[i] <= wanted && (double)narrow[i] >= wanted && (double)narrow[i] <= wanted);
            }
            CHECK_INT(wrong, 0);
        }
    }
    CHECK_INT(CUCORE_COPY_THREADS(5u) == options.flags - CUCORE_COPY_CAST, 1);
}

/* -- calls --------------------------------------------------------------------------------------------------------- */
/* make/tests.mk compiles this program with -finstrument-functions: each function counts itself when it is entered. */
#if !defined(CALLS_ARE_COUNTED)
#define CALLS_ARE_COUNTED 0
#endif
static __thread int entered;
void __cyg_profile_func_enter(void *function, void *caller) __attribute__((no_instrument_function));
void __cyg_profile_func_exit(void *function, void *caller) __attribute__((no_instrument_function));

void __cyg_profile_func_enter(void *function, void *caller)
{
    (void)function, (void)caller;
    entered++;
}

void __cyg_profile_func_exit(void *function, void *caller)
{
    (void)function, (void)caller;
}

static const struct effort {
    const char *name;
    int to, to_sort, from, from_sort; /* places and sorts */
    uint64_t flags;
    int most; /* functions, small ones as well, that a copy enters when it is made again */
} efforts[] = {
    {"device, strided", 2, 0, 2, 3, CUCORE_COPY_NO_COMPILE, 127},
    {"device, strided, written", 2, 0, 2, 3, CUCORE_COPY_COMPILE, 125},
    {"device, dense", 2, 0, 2, 0, 0, 113},
    {"host, strided", 0, 0, 0, 3, 0, 150},
};

/* What is asked of a view is asked once. */
TEST(test_calls)
{
    FOR_ROWS (row, efforts) {
        const cucore_copy_options options = {NULL, CUCORE_BLOCKING_NO, row->flags, 0, 0, {NULL, NULL}};
        array dst, src;
        CUstream stream;
        start();
        stream = stream_on(0);
        array_make(&dst, &places[row->to], &sorts[row->to_sort], 1);
        array_make(&src, &places[row->from], &sorts[row->from_sort], 2);
        for (int i = 0; i < 3; i++) {
            entered = 0;
            CHECK_INT(cucore_view_copy(&dst.view, &src.view, stream, &options), CUCORE_OK);
        }
        CHECK(entered <= row->most);
        CHECK_INT(entered > 0, CALLS_ARE_COUNTED);
        array_free(&dst);
        array_free(&src);
    }
}

int main(void)
{
    check_tests();
    cucore_trim();
    return check_end();
}
