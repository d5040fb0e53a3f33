/* test_driver_blocks.c - blocks by their numbers, and many views, on the fake driver, which runs the kernel on the host
 *
 * Every byte of every array is compared with a model, so that a byte beside a block would show. */
#include "check.h"

#include <pthread.h>

/* Pieces so small that a few kilobytes take many. */
#define CUCORE_COPY_PIECE 4096
#define CUCORE_COPY_STAGE 4096
#define CUCORE__THREADS_WORTH 0.0 /* threads on the host always pay */
#include "failing_c.h"

#define CUCORE_IMPLEMENTATION
#include "../../cucore_cast.h"
#include "../../cucore_blocks.h"
#include "../fake_driver/fake_cuda.h"
#include "forget_kernels.h"

static const cucore_copy_options waiting = {NULL, CUCORE_BLOCKING_YES, 0, 0, 0, {NULL, NULL}};
static const cucore_copy_options not_waiting = {NULL, CUCORE_BLOCKING_NO, 0, 0, 0, {NULL, NULL}};

enum { HOST = -1 };
static const struct place {
    const char *name;
    int kind; /* of fake_alloc; HOST: malloc */
    int device_type;
    int device;
} places[] = {{"plain", HOST, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE},
              {"pinned", FAKE_PINNED, CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_DEVICE_NONE},
              {"device 0", FAKE_DEVICE, CUCORE_DEVICE_TYPE_CUDA, 0},
              {"device 1", FAKE_DEVICE, CUCORE_DEVICE_TYPE_CUDA, 1},
              {"managed", FAKE_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, 0},
              {"registered, said to be plain", FAKE_PINNED, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE}};
enum { PLAIN, PINNED, DEVICE_0, DEVICE_1, MANAGED, REGISTERED, PLACES = (int)(sizeof places / sizeof *places) };

/* -- arrays --------------------------------------------------------------------------------------------------------- */
typedef struct array {
    unsigned char *memory, *wanted; /* room bytes each: as it is, as it should be */
    size_t room;
    const struct place *place;
    cucore_view view;
} array;

static __thread unsigned random_state = 1;
static unsigned random_below(unsigned n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % n;
}

static void *memory_new(const struct place *place, size_t bytes)
{
    void *memory = place->kind == HOST
                       ? malloc(bytes)
                       : (void *)(uintptr_t)fake_alloc(place->kind, place->device < 0 ? 0 : place->device, bytes);
    if (!memory) abort();
    return memory;
}

static void memory_end(const struct place *place, void *memory)
{
    if (place->kind == HOST) {
        free(memory);
    } else {
        CHECK_INT(fake_free((CUdeviceptr)(uintptr_t)memory), 0);
    }
}

static void view_describe(cucore_view *view, const struct place *place, void *ptr, cucore_dtype dtype)
{
    memset(view, 0, sizeof *view);
    view->ptr = ptr;
    view->dtype = dtype;
    view->device_type = place->device_type;
    view->device_id = place->device;
}

/* Shape and strides in elements; strides NULL: dense.  offset: bytes before the first element. */
static void array_make(array *a, const struct place *place, int itemsize, int ndim, const int64_t *shape,
                       const int64_t *strides, size_t offset)
{
    int64_t first = 0, last = 0;
    cucore_layout layout;
    CHECK_INT(cucore_layout_make(ndim, shape, strides, itemsize, &layout), CUCORE_OK);
    for (int axis = 0; axis < ndim; axis++) {
        const int64_t reach = layout.strides[axis] * (shape[axis] - 1);
        if (shape[axis] == 0) continue;
        if (reach < 0) first += reach;
        if (reach > 0) last += reach;
    }
    a->place = place;
    a->room = (size_t)((last - first + 1) * itemsize) + offset + 19;
    a->memory = (unsigned char *)memory_new(place, a->room);
    a->wanted = (unsigned char *)malloc(a->room);
    for (size_t i = 0; i < a->room; i++) a->memory[i] = (unsigned char)random_below(256);
    memcpy(a->wanted, a->memory, a->room);
    view_describe(&a->view, place, a->memory + offset - first * itemsize,
                  cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, (uint32_t)itemsize));
    a->view.layout = layout;
}

static void array_end(array *a)
{
    memory_end(a->place, a->memory);
    free(a->wanted);
}

static int array_is_right(const array *a)
{
    return memcmp(a->memory, a->wanted, a->room) == 0;
}

/* -- the model ---------------------------------------------------------------------------------------------------------- */
/* Element by element of one block; what is read is as it was before the call. */
static void model_block(array *dst, int dst_axis, int64_t to, const array *src, int src_axis, int64_t from)
{
    const cucore_layout *a = &dst->view.layout, *b = &src->view.layout;
    const size_t itemsize = (size_t)a->itemsize;
    int64_t index[8] = {0};
    int axis;
    for (;;) {
        int64_t d = to * a->strides[dst_axis], s = from * b->strides[src_axis];
        int at_d = 0, at_s = 0;
        for (axis = 0; axis < a->ndim - 1; axis++, at_d++, at_s++) {
            at_d += at_d == dst_axis;
            at_s += at_s == src_axis;
            d += index[axis] * a->strides[at_d];
            s += index[axis] * b->strides[at_s];
        }
        memcpy(dst->wanted + ((unsigned char *)dst->view.ptr - dst->memory) + d * (int64_t)itemsize,
               src->memory + ((unsigned char *)src->view.ptr - src->memory) + s * (int64_t)itemsize, itemsize);
        for (axis = a->ndim - 2; axis >= 0; axis--) {
            if (++index[axis] < a->shape[axis + (axis >= dst_axis)]) break;
            index[axis] = 0;
        }
        if (axis < 0) return;
    }
}

/* -- lists of numbers --------------------------------------------------------------------------------------------------- */
static const struct number_type {
    int code, bits;
} number_types[] = {{CUCORE_CODE_INT, 8},  {CUCORE_CODE_INT, 16},  {CUCORE_CODE_INT, 32},  {CUCORE_CODE_INT, 64},
                    {CUCORE_CODE_UINT, 8}, {CUCORE_CODE_UINT, 16}, {CUCORE_CODE_UINT, 32}, {CUCORE_CODE_UINT, 64}};
enum { INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 };

typedef struct list {
    const struct place *place;
    unsigned char *memory;
    int64_t step; /* elements */
    cucore_view view;
} list;

static void list_set(list *l, int64_t i, int64_t number)
{
    const size_t bytes = l->view.dtype.bits / 8u;
    const uint8_t one = (uint8_t)number;
    const uint16_t two = (uint16_t)number;
    const uint32_t four = (uint32_t)number;
    const void *value = bytes == 1   ? (const void *)&one
                        : bytes == 2 ? (const void *)&two
                        : bytes == 4 ? (const void *)&four
                                     : (const void *)&number;
    memcpy((unsigned char *)l->view.ptr + i * l->step * (int64_t)bytes, value, bytes);
}

/* step: 1, 3, or -1, which runs backwards */
static void list_make(list *l, const struct place *place, int type, int64_t step, const int64_t *numbers, int64_t count)
{
    const struct number_type *t = &number_types[type];
    const size_t bytes = (size_t)t->bits / 8, span = (size_t)(step < 0 ? -step : step) * (size_t)(count ? count : 1);
    l->place = place;
    l->step = step;
    l->memory = (unsigned char *)memory_new(place, span * bytes);
    memset(l->memory, 0x5B, span * bytes);
    view_describe(&l->view, place, l->memory + (step < 0 ? (span - 1) * bytes : 0),
                  cucore_dtype_make(t->code, t->bits, 1));
    CHECK_INT(cucore_layout_make(1, &count, &step, (int64_t)bytes, &l->view.layout), CUCORE_OK);
    for (int64_t i = 0; i < count; i++) list_set(l, i, numbers[i]);
}

static void list_end(list *l)
{
    memory_end(l->place, l->memory);
}

/* Different numbers below `extent`, in no order. */
static void shuffle(int64_t *numbers, int64_t count, int64_t extent)
{
    int64_t *all = (int64_t *)malloc(sizeof *all * (size_t)extent), i;
    for (i = 0; i < extent; i++) all[i] = i;
    for (i = 0; i < count; i++) {
        const int64_t j = i + random_below((unsigned)(extent - i)), kept = all[i];
        all[i] = all[j];
        all[j] = kept;
        numbers[i] = all[i];
    }
    free(all);
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

/* All that is kept goes when it is told to. */
static void check_end_of_memory(void)
{
    cucore_copy_trim();
    CHECK_INT(cucore_trim(), CUCORE_OK);
    CHECK_INT(fake_live_allocations(), 0);
    CHECK_INT(fake_live_events(), 0);
    CHECK_INT(fake_context_depth(), 0);
    forget_copy_kernels();
    CHECK_INT(failing_c_live, 0);
}

/* -- one call, beside the model --------------------------------------------------------------------------------------------- */
/* How the numbers of one side are given. */
typedef struct numbering {
    int place; /* of places; -1: counted */
    int type;
    int64_t step;
} numbering;

static int device_of(const struct place *to, const struct place *from)
{
    return to->device >= 0 && to->kind != FAKE_MANAGED       ? to->device
           : from->device >= 0 && from->kind != FAKE_MANAGED ? from->device
                                                             : 0;
}

static void copy_and_check(array *dst, int dst_axis, array *src, int src_axis, const numbering *how, int64_t count)
{
    int64_t *numbers[2], i;
    list lists[2];
    cucore_blocks blocks;
    const int64_t extents[2] = {dst->view.layout.shape[dst_axis], src->view.layout.shape[src_axis]};
    CUstream stream = stream_on(device_of(dst->place, src->place));
    memset(&blocks, 0, sizeof blocks);
    blocks.dsts = &dst->view;
    blocks.srcs = &src->view;
    blocks.count = 1;
    blocks.dst_axis = dst_axis;
    blocks.src_axis = src_axis - src->view.layout.ndim;
    for (int side = 0; side < 2; side++) {
        numbers[side] = (int64_t *)malloc(sizeof(int64_t) * (size_t)count);
        for (i = 0; i < count; i++) numbers[side][i] = i;
        if (how[side].place < 0) continue;
        if (side == 0) shuffle(numbers[0], count, extents[0]);
        for (i = 0; i < count && side; i++) numbers[1][i] = random_below((unsigned)extents[1]); /* sources may repeat */
        list_make(&lists[side], &places[how[side].place], how[side].type, how[side].step, numbers[side], count);
        *(side ? &blocks.src_numbers : &blocks.dst_numbers) = &lists[side].view;
    }
    for (i = 0; i < count; i++) model_block(dst, dst_axis, numbers[0][i], src, src_axis, numbers[1][i]);
    OK(cucore_views_copy_blocks(&blocks, stream, NULL));
    CHECK(array_is_right(dst));
    CHECK(array_is_right(src));
    for (int side = 0; side < 2; side++) {
        if (how[side].place >= 0) list_end(&lists[side]);
        free(numbers[side]);
    }
    fake_stream_destroy(stream);
}

/* (blocks, 3, 5) elements of 4 bytes, in several ways. */
static const struct sort {
    const char *name;
    int axis;
    int64_t shape[3], strides[3];
} sorts[] = {{"dense", 0, {20, 3, 5}, {15, 5, 1}},
             {"padded", 0, {20, 3, 5}, {23, 7, 1}},
             {"blocks in the middle", 1, {3, 20, 5}, {100, 5, 1}},
             {"blocks backwards", 0, {20, 3, 5}, {-15, 5, 1}},
             {"blocks innermost", 2, {3, 5, 20}, {100, 20, 1}},
             {"columns first", 0, {20, 3, 5}, {15, 1, 3}}};

/* Lists for work on a device. */
static const numbering numberings[][2] = {{{-1, 0, 0}, {-1, 0, 0}},
                                          {{PLAIN, INT64, 1}, {-1, 0, 0}},
                                          {{-1, 0, 0}, {PLAIN, INT32, 3}},
                                          {{DEVICE_0, INT64, 1}, {-1, 0, 0}},
                                          {{DEVICE_0, INT32, 1}, {PLAIN, UINT8, 1}},
                                          {{PINNED, UINT16, -1}, {MANAGED, INT8, 3}}};

TEST(test_everywhere)
{
    char name[128];
    int b;
    array dst, src;
    numbering how[2];
    for (int to = 0; to < PLACES; to++) {
        for (int from = 0; from < PLACES; from++) {
            start();
            for (int a = 0; a < COUNT(sorts); a++) {
                for (int n = 0; n < COUNT(numberings); n++) {
                    b = (a + n) % COUNT(sorts);
                    snprintf(name, sizeof name, "%s %s to %s %s, numbers %d", places[from].name, sorts[b].name,
                             places[to].name, sorts[a].name, n);
                    check_row(name);
                    array_make(&dst, &places[to], 4, 3, sorts[a].shape, sorts[a].strides, 4);
                    array_make(&src, &places[from], 4, 3, sorts[b].shape, sorts[b].strides, 4);
                    memcpy(how, numberings[n], sizeof how);
                    if (device_of(&places[to], &places[from]) == 1 && how[0].place == DEVICE_0) how[0].place = DEVICE_1;
                    copy_and_check(&dst, sorts[a].axis, &src, sorts[b].axis, how, n ? 13 : 20);
                    array_end(&dst);
                    array_end(&src);
                }
            }
            check_end_of_memory();
        }
    }
    check_row("");
}

/* Every size up to some words, and around pieces, at every alignment of either side. */
TEST(test_sizes)
{
    static const int64_t sizes[] = {1,    2,    3,    4,    5,    6,     7,     8,      9,      12,   15,   16,
                                    17,   20,   24,   31,   32,   33,    40,    47,     48,     63,   64,   65,
                                    96,   100,  128,  250,  256,  511,   512,   513,    1000,   1024, 2047, 2048,
                                    2049, 2064, 4095, 4096, 5000, 16384, 65536, 100001, 1 << 20};
    static const numbering how[2] = {{PLAIN, INT64, 1}, {DEVICE_0, INT64, 1}};
    char name[64];
    start();
    for (int i = 0; i < COUNT(sizes); i++) {
        const int64_t large = sizes[i] > 4096, shape[2] = {large ? 3 : 9, sizes[i]};
        for (int offset = 0; offset < 16; offset += large ? 5 : 1) {
            for (int other = 0; other < 16; other += large ? 16 : offset % 4 ? 5 : 1) {
                int64_t strides[2] = {0, 1};
                array dst, src;
                strides[0] = sizes[i] + (offset & 1 ? 0 : 16);
                snprintf(name, sizeof name, "%lld bytes, %d and %d", (long long)sizes[i], offset, other);
                check_row(name);
                array_make(&dst, &places[DEVICE_0], 1, 2, shape, strides, (size_t)offset);
                array_make(&src, &places[DEVICE_0], 1, 2, shape, NULL, (size_t)other);
                copy_and_check(&dst, 0, &src, 0, how, shape[0] - 1);
                array_end(&dst);
                array_end(&src);
            }
        }
    }
    check_row("");
    check_end_of_memory();
}

/* Returns 1 if the kernel was loaded into the primary context of device 0. */
static int is_loaded(int kernel)
{
    CUcontext primary = NULL;
    CHECK_INT(cucore_context_get_primary(0, &primary), CUCORE_OK);
    return cucore__loaded_find(&cucore__blocks_functions[kernel], primary, cucore__context_id(primary), NULL) != NULL;
}

/* Blocks of whole aligned words have a kernel of their own; whatever one of its conditions lacks has the other one. */
TEST(test_flat)
{
    static const int64_t sizes[] = {16,   32,   48,   112,  128,  144,  512,  528,   560,
                                    1040, 1056, 2032, 2048, 2064, 4096, 6160, 100000};
    static const struct {
        const char *name;
        numbering how[2];
        size_t offset;
        int64_t gap;
        int to, from, flat;
    } rows[] = {{"int64, int32", {{DEVICE_0, INT64, 1}, {DEVICE_0, INT32, 1}}, 0, 0, DEVICE_0, DEVICE_0, 1},
                {"uint32, uint64", {{DEVICE_0, UINT32, 3}, {DEVICE_0, UINT64, -1}}, 16, 32, DEVICE_0, DEVICE_0, 1},
                {"pinned, managed", {{PINNED, INT32, 1}, {MANAGED, INT64, 1}}, 0, 16, DEVICE_0, DEVICE_0, 1},
                {"counted", {{-1, 0, 0}, {DEVICE_0, INT64, 1}}, 0, 0, DEVICE_0, DEVICE_0, 1},
                {"managed memory", {{DEVICE_0, INT64, 1}, {-1, 0, 0}}, 0, 0, MANAGED, DEVICE_0, 1},
                {"both counted", {{-1, 0, 0}, {-1, 0, 0}}, 0, 48, DEVICE_0, DEVICE_0, 1},
                {"int16", {{DEVICE_0, INT16, 1}, {DEVICE_0, INT64, 1}}, 0, 0, DEVICE_0, DEVICE_0, 0},
                {"numbers of the host", {{PLAIN, INT64, 1}, {DEVICE_0, INT64, 1}}, 0, 0, DEVICE_0, DEVICE_0, 0},
                {"not aligned", {{DEVICE_0, INT64, 1}, {DEVICE_0, INT64, 1}}, 8, 0, DEVICE_0, DEVICE_0, 0},
                {"gap", {{DEVICE_0, INT64, 1}, {DEVICE_0, INT64, 1}}, 0, 8, DEVICE_0, DEVICE_0, 0},
                {"over the bus", {{DEVICE_0, INT64, 1}, {DEVICE_0, INT64, 1}}, 0, 0, DEVICE_0, PINNED, 0}};
    char name[64];
    for (int i = 0; i < COUNT(rows); i++) {
        for (int k = 0; k < COUNT(sizes); k++) {
            int64_t shape[2] = {9, 0}, strides[2] = {0, 1};
            array dst, src;
            start();
            snprintf(name, sizeof name, "%s, %lld bytes", rows[i].name, (long long)sizes[k]);
            check_row(name);
            shape[1] = sizes[k];
            strides[0] = sizes[k] + rows[i].gap;
            array_make(&dst, &places[rows[i].to], 1, 2, shape, strides, rows[i].offset);
            array_make(&src, &places[rows[i].from], 1, 2, shape, NULL, 0);
            copy_and_check(&dst, 0, &src, 0, rows[i].how, 9);
            CHECK_INT(is_loaded(cucore__kernel_ptx_flat), rows[i].flat);
            CHECK_INT(is_loaded(cucore__kernel_ptx_blocks), !rows[i].flat);
            array_end(&dst);
            array_end(&src);
            check_end_of_memory();
        }
    }
    check_row("");
}

/* Every dtype and stride of numbers, wherever they are. */
TEST(test_numbers)
{
    static const int64_t shape[2] = {50, 24}, steps[3] = {1, 3, -1};
    static const int where[] = {PLAIN, PINNED, DEVICE_0, MANAGED};
    char name[64];
    start();
    for (int type = 0; type < COUNT(number_types); type++) {
        for (int step = 0; step < 3; step++) {
            for (int w = 0; w < COUNT(where); w++) {
                array dst, src;
                numbering how[2];
                how[0].place = how[1].place = where[w];
                how[0].type = type;
                how[1].type = (type + 3) % COUNT(number_types);
                how[0].step = steps[step];
                how[1].step = steps[(step + 1) % 3];
                snprintf(name, sizeof name, "type %d, step %d, %s", type, (int)steps[step], places[where[w]].name);
                check_row(name);
                array_make(&dst, &places[DEVICE_0], 1, 2, shape, NULL, 0);
                array_make(&src, &places[PINNED], 1, 2, shape, NULL, 0);
                copy_and_check(&dst, 0, &src, 0, how, 41);
                array_end(&dst);
                array_end(&src);
            }
        }
    }
    check_row("");
    check_end_of_memory();
}

/* Two arrays of bytes, and lists of int64. */
typedef struct scene {
    array dst, src;
    list to, from;
    CUstream stream;
    cucore_blocks blocks;
} scene;

enum { BLOCKS = 16, BYTES = 40, FLAT_BYTES = 48, USED = 6 };
static int64_t scene_bytes = BYTES; /* of a block */

static void scene_make(scene *s, int dst_place, int src_place, int list_place)
{
    static const int64_t to[USED] = {3, 15, 0, 7, 9, 1}, from[USED] = {5, 5, 2, 0, 14, 8};
    int64_t shape[2] = {BLOCKS, 0};
    shape[1] = scene_bytes;
    array_make(&s->dst, &places[dst_place], 1, 2, shape, NULL, 0);
    array_make(&s->src, &places[src_place], 1, 2, shape, NULL, 0);
    list_make(&s->to, &places[list_place], INT64, 1, to, USED);
    list_make(&s->from, &places[list_place], INT64, 1, from, USED);
    s->stream = stream_on(device_of(&places[dst_place], &places[src_place]));
    memset(&s->blocks, 0, sizeof s->blocks);
    s->blocks.dsts = &s->dst.view;
    s->blocks.srcs = &s->src.view;
    s->blocks.count = 1;
    s->blocks.dst_numbers = &s->to.view;
    s->blocks.src_numbers = &s->from.view;
}

static int64_t list_get(const list *l, int64_t i)
{
    int64_t number;
    memcpy(&number, (const unsigned char *)l->view.ptr + 8 * i, sizeof number);
    return number;
}

/* What the call should do, less blocks that have a number out of range. */
static void scene_model(scene *s)
{
    for (int i = 0; i < USED; i++) {
        const int64_t to = list_get(&s->to, i), from = list_get(&s->from, i);
        if (to < 0 || to >= BLOCKS || from < 0 || from >= BLOCKS) continue;
        model_block(&s->dst, 0, to, &s->src, 0, from);
    }
}

static void scene_end(scene *s)
{
    array_end(&s->dst);
    array_end(&s->src);
    list_end(&s->to);
    list_end(&s->from);
    fake_stream_destroy(s->stream);
}

/* Numbers that the host knows are refused before anything is done. */
TEST(test_known_out_of_range)
{
    static const struct {
        int side, at;
        int64_t number;
        const char *words;
    } rows[] = {{0, 2, BLOCKS, "dst_numbers[2] is 16, but axis 0 of dst has 16 blocks"},
                {0, 0, -1, "dst_numbers[0] is -1, but axis 0 of dst has 16 blocks"},
                {1, 5, 1000, "src_numbers[5] is 1000, but axis 0 of src has 16 blocks"},
                {1, 1, INT64_MIN, "src_numbers[1] is -9223372036854775808, but"},
                {1, 3, (int64_t)1 << 32, "src_numbers[3] is 4294967296, but"}};
    static const int sides[][2] = {{DEVICE_0, DEVICE_0}, {DEVICE_0, PLAIN}, {PLAIN, PLAIN}, {PINNED, DEVICE_0}};
    for (int i = 0; i < COUNT(rows); i++) {
        for (int k = 0; k < COUNT(sides); k++) {
            scene s;
            start();
            check_row(rows[i].words);
            scene_make(&s, sides[k][0], sides[k][1], PLAIN);
            list_set(rows[i].side ? &s.from : &s.to, rows[i].at, rows[i].number);
            REFUSED(cucore_views_copy_blocks(&s.blocks, s.stream, NULL), CUCORE_INVALID_ARGUMENT, rows[i].words);
            CHECK(array_is_right(&s.dst));
            CHECK_INT(fake_count("cuLaunchKernel"), 0);
            CHECK_INT(fake_count("cuMemcpyAsync"), 0);
            scene_end(&s);
            check_end_of_memory();
        }
    }
    check_row("");
}

/* A kernel leaves out what is out of range, reports it, and the checked mode makes an error of it. */
TEST(test_unknown_out_of_range)
{
    static const struct {
        int side, at;
        int64_t number;
    } rows[] = {{0, 2, BLOCKS}, {0, 5, -1}, {1, 0, INT64_MAX}, {1, 4, INT64_MIN}, {1, 3, (int64_t)1 << 32}};
    cucore_blocks_report *report;
    char words[96];
    int i;
    for (int k = 0; k < 2 * COUNT(rows); k++) {
        scene s;
        i = k / 2;
        scene_bytes = k % 2 ? FLAT_BYTES : BYTES; /* each kernel */
        start();
        snprintf(words, sizeof words, "%s_numbers[%d] is %lld, but axis 0 of %s has 16 blocks",
                 rows[i].side ? "src" : "dst", rows[i].at, (long long)rows[i].number, rows[i].side ? "src" : "dst");
        check_row(words);
        scene_make(&s, DEVICE_0, k % 2 ? DEVICE_0 : PINNED, DEVICE_0);
        report = (cucore_blocks_report *)memory_new(&places[DEVICE_0], sizeof *report);
        memset(report, 0, sizeof *report);
        s.blocks.report = report;
        scene_model(&s);
        OK(cucore_views_copy_blocks(&s.blocks, s.stream, &not_waiting));
        CHECK(array_is_right(&s.dst));
        CHECK_INT(report->side, 0);
        list_set(rows[i].side ? &s.from : &s.to, rows[i].at, rows[i].number);
        scene_model(&s);
        fake_log_clear();
        OK(cucore_views_copy_blocks(&s.blocks, s.stream, &not_waiting));
        CHECK_INT(fake_count("cuStreamSynchronize"), 0);
        CHECK(array_is_right(&s.dst));
        CHECK_INT(report->side, 1 + rows[i].side);
        CHECK_INT(report->index, rows[i].at);
        CHECK_INT(report->number, rows[i].number);
        s.blocks.report = NULL;
        OK(cucore_views_copy_blocks(&s.blocks, s.stream, &not_waiting));
        s.blocks.flags = CUCORE_BLOCKS_CHECKED;
        CHECK_INT(cucore_views_copy_blocks(&s.blocks, s.stream, &not_waiting), CUCORE_INVALID_ARGUMENT);
        CHECK_STR(cucore_last_error()->message, words);
        list_set(rows[i].side ? &s.from : &s.to, rows[i].at, 11);
        scene_model(&s);
        OK(cucore_views_copy_blocks(&s.blocks, s.stream, &not_waiting));
        CHECK(array_is_right(&s.dst));
        CHECK_INT(fake_capture_begin(s.stream, 0), 0);
        REFUSED(cucore_views_copy_blocks(&s.blocks, s.stream, &not_waiting), CUCORE_CAPTURE, "is to check numbers");
        CHECK_INT(fake_capture_status(s.stream), 1);
        CHECK_INT(fake_capture_end(s.stream), 0);
        memory_end(&places[DEVICE_0], report);
        scene_end(&s);
        check_end_of_memory();
    }
    scene_bytes = BYTES;
    check_row("");
}

/* The checked mode: blocks that are written twice, or read and written. */
TEST(test_checked)
{
    scene s;
    cucore_view part;
    int64_t shape[2] = {8, BYTES};
    start();
    scene_make(&s, DEVICE_0, DEVICE_0, PLAIN);
    s.blocks.flags = CUCORE_BLOCKS_CHECKED;
    OK(cucore_views_copy_blocks(&s.blocks, s.stream, NULL));
    list_set(&s.to, 4, 15);
    CHECK_INT(cucore_views_copy_blocks(&s.blocks, s.stream, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message,
              "dst_numbers[4] is 15, as an earlier one: the block would be written twice");
    s.blocks.flags = 0; /* the caller's error, which is not looked for */
    OK(cucore_views_copy_blocks(&s.blocks, s.stream, NULL));
    s.blocks.flags = CUCORE_BLOCKS_CHECKED;
    list_set(&s.to, 4, 9);
    s.blocks.srcs = &s.dst.view; /* one cache */
    list_set(&s.from, 3, 10);
    OK(cucore_views_copy_blocks(&s.blocks, s.stream, NULL));
    list_set(&s.from, 3, 9);
    CHECK_INT(cucore_views_copy_blocks(&s.blocks, s.stream, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_STR(cucore_last_error()->message, "block 9 of dst would be both read and written: it is src_numbers[3]");
    list_set(&s.from, 3, 1); /* of a part of it: the block after the third */
    part = s.dst.view;
    part.ptr = (char *)part.ptr + 3 * BYTES;
    CHECK_INT(cucore_layout_make(2, shape, NULL, 1, &part.layout), CUCORE_OK);
    s.blocks.srcs = &part;
    list_set(&s.from, 4, 6);
    list_set(&s.from, 5, 7);
    REFUSED(cucore_views_copy_blocks(&s.blocks, s.stream, NULL), CUCORE_INVALID_ARGUMENT,
            "block 9 of dst would be both read and written");
    list_set(&s.from, 4, 5);
    OK(cucore_views_copy_blocks(&s.blocks, s.stream, NULL));
    part.ptr = (char *)part.ptr + 1;
    REFUSED(cucore_views_copy_blocks(&s.blocks, s.stream, NULL), CUCORE_INVALID_ARGUMENT,
            "share memory, but not as the same blocks");
    s.blocks.src_numbers = NULL;
    s.blocks.dst_numbers = NULL;
    s.blocks.srcs = &s.src.view;
    OK(cucore_views_copy_blocks(&s.blocks, s.stream, NULL));
    scene_end(&s);
    check_end_of_memory();
}

/* -- layers --------------------------------------------------------------------------------------------------------------- */
enum { LAYERS = 300 };

static void layers_check(int dst_place, int captured, int count, int known, int layouts)
{
    static array dst[LAYERS], src[LAYERS];
    static cucore_view dsts[LAYERS], srcs[LAYERS];
    int64_t to[BLOCKS], from[BLOCKS];
    list lists[2];
    cucore_blocks blocks;
    CUstream stream = stream_on(0);
    memset(&blocks, 0, sizeof blocks);
    shuffle(to, USED, BLOCKS);
    shuffle(from, USED, BLOCKS);
    list_make(&lists[0], &places[known ? PLAIN : DEVICE_0], INT32, 1, to, USED);
    list_make(&lists[1], &places[known ? PLAIN : DEVICE_0], INT64, 1, from, USED);
    for (int k = 0; k < count; k++) {
        int64_t shape[2] = {BLOCKS, 4};
        int64_t strides[2] = {4, 1};
        shape[0] += k * layouts / count;
        strides[0] += k * layouts / count;
        array_make(&dst[k], &places[dst_place], 4, 2, shape, strides, 0);
        array_make(&src[k], &places[DEVICE_0], 4, 2, shape, NULL, 0);
        dsts[k] = dst[k].view;
        srcs[k] = src[k].view;
        for (int i = 0; i < USED; i++) model_block(&dst[k], 0, to[i], &src[k], 0, from[i]);
    }
    blocks.dsts = dsts;
    blocks.srcs = srcs;
    blocks.count = (size_t)count;
    blocks.dst_numbers = &lists[0].view;
    blocks.src_numbers = &lists[1].view;
    fake_log_clear();
    if (captured) CHECK_INT(fake_capture_begin(stream, 0), 0);
    OK(cucore_views_copy_blocks(&blocks, stream, NULL));
    if (captured) {
        CHECK_INT(fake_capture_end(stream), 0);
        CHECK_INT(fake_count("cuMemcpyAsync"), 0);
        CHECK_INT(fake_count("cuMemAllocFromPoolAsync"), 0);
    } else if (places[dst_place].kind != HOST) {
        CHECK_INT(fake_count("cuLaunchKernel"), layouts ? layouts : 1);
    }
    for (int k = 0; k < count; k++) {
        CHECK(array_is_right(&dst[k]));
        array_end(&dst[k]);
        array_end(&src[k]);
    }
    for (int i = 0; i < 2; i++) list_end(&lists[i]);
}

TEST(test_layers)
{
    static const struct {
        const char *name;
        int place, captured, count, known, layouts;
    } rows[] = {{"few", DEVICE_0, 0, 5, 1, 0},
                {"few, numbers on the device", DEVICE_0, 0, 5, 0, 0},
                {"many", DEVICE_0, 0, LAYERS, 1, 0},
                {"many, numbers on the device", DEVICE_0, 0, LAYERS, 0, 0},
                {"many, captured", DEVICE_0, 1, LAYERS, 1, 0},
                {"many, numbers on the device, captured", DEVICE_0, 1, LAYERS, 0, 0},
                {"several layouts", DEVICE_0, 0, 12, 1, 3},
                {"pinned", PINNED, 0, 80, 1, 0},
                {"plain", PLAIN, 0, 20, 1, 4},
                {"managed", MANAGED, 0, 150, 1, 2}};
    FOR_ROWS (row, rows) {
        start();
        layers_check(row->place, row->captured, row->count, row->known, row->layouts);
        check_end_of_memory();
    }
}

/* Layers that are said to be plain, of which the driver knows some, or all. */
TEST(test_layers_of_plain_memory)
{
    static const struct {
        int first, second;
        cucore_status status;
        int launches;
    } rows[] = {{REGISTERED, REGISTERED, CUCORE_OK, 1},
                {REGISTERED, PLAIN, CUCORE_OK, 2},
                {PLAIN, REGISTERED, CUCORE_OK, 2},
                {DEVICE_0, PLAIN, CUCORE_WRONG_DEVICE, 0},
                {REGISTERED, DEVICE_0, CUCORE_WRONG_DEVICE, 0}};
    static const int64_t shape[2] = {BLOCKS, BYTES};
    for (int i = 0; i < COUNT(rows); i++) {
        for (int to_host = 0; to_host < 2; to_host++) {
            array host[2], device[2];
            cucore_view hosts[2], devices[2];
            cucore_blocks blocks;
            CUstream stream;
            start();
            stream = stream_on(0);
            for (int k = 0; k < 2; k++) {
                array_make(&host[k], &places[k ? rows[i].second : rows[i].first], 1, 2, shape, NULL, 0);
                array_make(&device[k], &places[DEVICE_0], 1, 2, shape, NULL, 0);
                hosts[k] = host[k].view;
                devices[k] = device[k].view;
                hosts[k].device_type = CUCORE_DEVICE_TYPE_CPU;
                hosts[k].device_id = CUCORE_DEVICE_NONE;
                for (int64_t block = 0; block < BLOCKS && !rows[i].status; block++) {
                    model_block(to_host ? &host[k] : &device[k], 0, block, to_host ? &device[k] : &host[k], 0, block);
                }
            }
            memset(&blocks, 0, sizeof blocks);
            blocks.dsts = to_host ? hosts : devices;
            blocks.srcs = to_host ? devices : hosts;
            blocks.count = 2;
            fake_log_clear();
            CHECK_INT(cucore_views_copy_blocks(&blocks, stream, NULL), rows[i].status);
            CHECK_INT(fake_count("cuLaunchKernel"), rows[i].launches);
            for (int k = 0; k < 2; k++) {
                CHECK(array_is_right(&host[k]));
                CHECK(array_is_right(&device[k]));
                array_end(&host[k]);
                array_end(&device[k]);
            }
            check_end_of_memory();
        }
    }
}

/* More numbers than the parameters of a launch hold. */
TEST(test_many_numbers)
{
    enum { MANY = 5000 };
    static int64_t to[MANY], from[MANY];
    int64_t shape[2] = {6000, 0};
    for (int captured = 0; captured < 2; captured++) {
        for (int known = 0; known < 4; known++) {
            array dst, src;
            list lists[2];
            cucore_blocks blocks;
            CUstream stream;
            start();
            stream = stream_on(0);
            shape[1] = known & 1 ? 16 : 8; /* each kernel */
            array_make(&dst, &places[DEVICE_0], 1, 2, shape, NULL, 0);
            array_make(&src, &places[DEVICE_0], 1, 2, shape, NULL, 0);
            shuffle(to, MANY, 6000);
            shuffle(from, MANY, 6000);
            list_make(&lists[0], &places[known & 1 ? PLAIN : DEVICE_0], INT64, 1, to, MANY);
            list_make(&lists[1], &places[known & 2 ? PLAIN : DEVICE_0], INT32, 1, from, MANY);
            memset(&blocks, 0, sizeof blocks);
            blocks.dsts = &dst.view;
            blocks.srcs = &src.view;
            blocks.count = 1;
            blocks.dst_numbers = &lists[0].view;
            blocks.src_numbers = &lists[1].view;
            for (int i = 0; i < MANY; i++) model_block(&dst, 0, to[i], &src, 0, from[i]);
            fake_log_clear();
            if (captured) CHECK_INT(fake_capture_begin(stream, 0), 0);
            OK(cucore_views_copy_blocks(&blocks, stream, NULL));
            if (captured) CHECK_INT(fake_capture_end(stream), 0);
            CHECK(array_is_right(&dst));
            CHECK_INT(fake_count("cuMemcpyAsync"), known && !captured);
            CHECK(captured && known ? fake_count("cuLaunchKernel") > 5 : fake_count("cuLaunchKernel") == 1);
            if (!captured) { /* a second call takes what the first one has kept */
                fake_log_clear();
                OK(cucore_views_copy_blocks(&blocks, stream, NULL));
                CHECK_INT(fake_count("cuMemHostAlloc"), 0);
                CHECK_INT(fake_count("cuStreamSynchronize"), 0);
            }
            array_end(&dst);
            array_end(&src);
            list_end(&lists[0]);
            list_end(&lists[1]);
            check_end_of_memory();
        }
    }
}

/* -- captures --------------------------------------------------------------------------------------------------------- */
/* A graph that is launched again takes the numbers that are there then, of any integer type, by each kernel. */
TEST(test_replay)
{
    static const int64_t shapes[2][2] = {{BLOCKS, BYTES}, {BLOCKS, FLAT_BYTES}};
    static const int where[] = {DEVICE_0, PINNED, MANAGED};
    char name[64];
    for (int round = 0; round < COUNT(number_types) * 2 * COUNT(where); round++) {
        const int type = round % COUNT(number_types), flat = round / COUNT(number_types) % 2;
        const int place = where[round / COUNT(number_types) / 2];
        int64_t numbers[2][USED];
        array dst, src;
        list lists[2];
        cucore_blocks blocks;
        CUstream stream;
        start();
        snprintf(name, sizeof name, "type %d, %s, flat %d", type, places[place].name, flat);
        check_row(name);
        stream = stream_on(0);
        array_make(&dst, &places[DEVICE_0], 1, 2, shapes[flat], NULL, 0);
        array_make(&src, &places[flat ? DEVICE_0 : PINNED], 1, 2, shapes[flat], NULL, 0);
        memset(numbers, 0, sizeof numbers);
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < USED; k++) numbers[side][k] = k;
            list_make(&lists[side], &places[place], (type + side) % COUNT(number_types), 1 + side, numbers[side], USED);
        }
        memset(&blocks, 0, sizeof blocks);
        blocks.dsts = &dst.view;
        blocks.srcs = &src.view;
        blocks.count = 1;
        blocks.dst_numbers = &lists[0].view;
        blocks.src_numbers = &lists[1].view;
        CHECK_INT(fake_capture_begin(stream, 0), 0);
        OK(cucore_views_copy_blocks(&blocks, stream, NULL));
        CHECK_INT(fake_capture_end(stream), 0);
        for (int k = 0; k < USED; k++) model_block(&dst, 0, k, &src, 0, k);
        for (int i = 0; i < 4; i++) {
            for (int side = 0; side < 2; side++) {
                shuffle(numbers[side], USED, BLOCKS);
                if (i == 3 && side) numbers[side][2] = 99; /* left out */
                for (int k = 0; k < USED; k++) list_set(&lists[side], k, numbers[side][k]);
            }
            for (int k = 0; k < USED; k++) {
                if (numbers[1][k] < BLOCKS) model_block(&dst, 0, numbers[0][k], &src, 0, numbers[1][k]);
            }
            fake_log_clear();
            CHECK_INT(fake_capture_replay(), 1);
            CHECK_INT(fake_call_count(), 0);
            CHECK(array_is_right(&dst));
        }
        for (int side = 0; side < 2; side++) list_end(&lists[side]);
        array_end(&dst);
        array_end(&src);
        check_end_of_memory();
    }
    check_row("");
}

/* Numbers of the host are those of the capture. */
TEST(test_replay_known)
{
    scene s;
    int64_t to[USED];
    start();
    scene_make(&s, DEVICE_0, DEVICE_0, PLAIN);
    CHECK_INT(fake_capture_begin(s.stream, 0), 0);
    OK(cucore_views_copy_blocks(&s.blocks, s.stream, NULL));
    CHECK_INT(fake_capture_end(s.stream), 0);
    for (int i = 0; i < USED; i++) {
        to[i] = list_get(&s.to, i);
        list_set(&s.to, i, 2);
    }
    memset(s.dst.memory, 7, s.dst.room);
    memset(s.dst.wanted, 7, s.dst.room);
    for (int i = 0; i < USED; i++) model_block(&s.dst, 0, to[i], &s.src, 0, list_get(&s.from, i));
    CHECK_INT(fake_capture_replay(), 1);
    CHECK(array_is_right(&s.dst));
    scene_end(&s);
    check_end_of_memory();
}

/* What a capture forbids is refused before anything is enqueued, and the capture stays whole. */
TEST(test_captures)
{
    static const struct {
        const char *name;
        int dst, src, list;
        const cucore_copy_options *options;
        cucore_status status;
        const char *words;
    } rows[] = {{"device", DEVICE_0, DEVICE_0, PLAIN, NULL, CUCORE_OK, ""},
                {"pinned", DEVICE_0, PINNED, PLAIN, NULL, CUCORE_OK, ""},
                {"to pinned", PINNED, DEVICE_0, DEVICE_0, NULL, CUCORE_OK, ""},
                {"to managed", MANAGED, DEVICE_0, DEVICE_0, &not_waiting, CUCORE_OK, ""},
                {"waits", DEVICE_0, DEVICE_0, PLAIN, &waiting, CUCORE_CAPTURE, "is to wait for the stream"},
                {"plain", DEVICE_0, PLAIN, PLAIN, NULL, CUCORE_CAPTURE, "needs the CPU"},
                {"to plain", PLAIN, DEVICE_0, DEVICE_0, NULL, CUCORE_CAPTURE, "needs the CPU"},
                {"pinned only", PINNED, PINNED, PLAIN, NULL, CUCORE_CAPTURE, "needs the CPU"},
                {"two devices", DEVICE_0, DEVICE_1, PLAIN, NULL, CUCORE_CAPTURE, "is between two devices"}};
    FOR_ROWS (row, rows) {
        scene s;
        start();
        scene_make(&s, row->dst, row->src, row->list);
        CHECK_INT(fake_capture_begin(s.stream, 0), 0);
        fake_log_clear();
        CHECK_INT(cucore_views_copy_blocks(&s.blocks, s.stream, row->options), row->status);
        if (row->status) {
            CHECK_HAS(cucore_last_error()->message, row->words);
            CHECK_INT(fake_count("cuLaunchKernel"), 0);
            CHECK(array_is_right(&s.dst));
        } else {
            scene_model(&s);
            CHECK(array_is_right(&s.dst));
        }
        CHECK_INT(fake_capture_status(s.stream), 1);
        CHECK_INT(fake_capture_end(s.stream), 0);
        scene_end(&s);
        check_end_of_memory();
    }
}

/* -- two devices ---------------------------------------------------------------------------------------------------------- */
/* How the driver is asked to copy between two devices. */
static const struct batching {
    const char *name;
    CUstream stream; /* NULL: a stream of device 0 */
    int missing, refused, strided;
    int batches, singles; /* calls for USED blocks */
} batchings[] = {{"batch", NULL, 0, 0, 0, 1, 0},
                 {"per-thread default stream", CUCORE_STREAM_PER_THREAD, 0, 0, 0, 1, 0},
                 {"legacy default stream", CUCORE_STREAM_LEGACY, 0, 0, 0, 0, USED},
                 {"older driver", NULL, 1, 0, 0, 0, USED},
                 {"INVALID_VALUE", NULL, 0, CUDA_ERROR_INVALID_VALUE, 0, 1, USED},
                 {"NOT_SUPPORTED", NULL, 0, CUDA_ERROR_NOT_SUPPORTED, 0, 1, USED},
                 {"rows with gaps", NULL, 0, 0, 1, 0, USED}};

/* The next batch fails with `result`: the number of its call is found by a run before. */
static void fail_batch(const cucore_blocks *blocks, CUstream stream, int result)
{
    const char *line, *batch;
    int n = 1;
    fake_log_clear();
    OK(cucore_views_copy_blocks(blocks, stream, NULL));
    batch = strstr(fake_log(), "cuMemcpyBatchAsync");
    CHECK(batch != NULL);
    for (line = fake_log(); batch && line < batch; line++) n += *line == '\n';
    fake_log_clear();
    fake_fail(n, result);
}

/* Without access of one device to the other. */
TEST(test_peers)
{
    static const int64_t shape[3] = {BLOCKS, 4, 5}, gaps[3] = {36, 9, 1};
    CUresult(CUDAAPI * entry)(void) = NULL;
    int list_place;
    char name[96];
    for (int i = 0; i < COUNT(batchings) * 4; i++) {
        const struct batching *row = &batchings[i / 4];
        const int to = DEVICE_0 + (i & 1);
        scene s;
        CUstream stream;
        list_place = i >> 1 & 1 ? to : PLAIN;
        snprintf(name, sizeof name, "%s to device %d, list %s", row->name, i & 1, places[list_place].name);
        check_row(name);
        start();
        scene_make(&s, to, DEVICE_0 + DEVICE_1 - to, list_place);
        if (row->strided) { /* blocks that the driver does not copy as one run */
            array_end(&s.dst);
            array_end(&s.src);
            array_make(&s.dst, &places[to], 2, 3, shape, gaps, 0);
            array_make(&s.src, &places[DEVICE_0 + DEVICE_1 - to], 2, 3, shape, NULL, 0);
        }
        stream = row->stream ? row->stream : s.stream;
        scene_model(&s);
        memcpy(&entry, (void *)&cucore__driver.MemcpyBatchAsync, sizeof entry);
        if (row->missing) cucore__driver.MemcpyBatchAsync = NULL;
        if (row->refused) fail_batch(&s.blocks, stream, row->refused);
        fake_log_clear();
        memset(s.dst.memory, 0, 1); /* what is copied again is right again */
        s.dst.wanted[0] = s.dst.memory[0];
        scene_model(&s);
        OK(cucore_views_copy_blocks(&s.blocks, stream, NULL));
        CHECK_INT(fake_fail_pending(), 0);
        memcpy((void *)&cucore__driver.MemcpyBatchAsync, &entry, sizeof entry);
        CHECK(array_is_right(&s.dst));
        CHECK(row->strided || fake_count("cuLaunchKernel") == 0);
        CHECK_INT(fake_count("cuMemcpyBatchAsync"), row->batches);
        CHECK_INT(fake_count("cuMemcpyPeerAsync"), row->singles);
        scene_end(&s);
        check_end_of_memory();
    }
    check_row("");
}

/* An error that is none of a batch that the driver does not take is the call's. */
TEST(test_failing_batch)
{
    scene s;
    start();
    scene_make(&s, DEVICE_0, DEVICE_1, PLAIN);
    fail_batch(&s.blocks, s.stream, CUDA_ERROR_UNKNOWN);
    REFUSED(cucore_views_copy_blocks(&s.blocks, s.stream, NULL), CUCORE_DRIVER, "cuMemcpyBatchAsync");
    CHECK_INT(fake_count("cuMemcpyPeerAsync"), 0);
    scene_end(&s);
    check_end_of_memory();
}

/* More blocks than a batch, of several layers. */
TEST(test_many_peers)
{
    enum { MANY = 1500, PAIRS = 2 };
    static const int64_t shape[2] = {MANY, 8};
    static int64_t numbers[MANY];
    array dst[PAIRS], src[PAIRS];
    cucore_view dsts[PAIRS], srcs[PAIRS];
    list l;
    cucore_blocks blocks;
    start();
    shuffle(numbers, MANY, MANY);
    list_make(&l, &places[PLAIN], INT32, 1, numbers, MANY);
    for (int k = 0; k < PAIRS; k++) {
        array_make(&dst[k], &places[DEVICE_1], 1, 2, shape, NULL, 0);
        array_make(&src[k], &places[DEVICE_0], 1, 2, shape, NULL, 3);
        dsts[k] = dst[k].view;
        srcs[k] = src[k].view;
        for (int i = 0; i < MANY; i++) model_block(&dst[k], 0, numbers[i], &src[k], 0, i);
    }
    memset(&blocks, 0, sizeof blocks);
    blocks.dsts = dsts;
    blocks.srcs = srcs;
    blocks.count = PAIRS;
    blocks.dst_numbers = &l.view;
    fake_log_clear();
    OK(cucore_views_copy_blocks(&blocks, stream_on(1), NULL));
    CHECK_INT(fake_count("cuMemcpyBatchAsync"), 3); /* 1024, 1024 and the rest of 3000 */
    CHECK_INT(fake_count("cuStreamSynchronize"), 0);
    for (int k = 0; k < PAIRS; k++) {
        CHECK(array_is_right(&dst[k]));
        array_end(&dst[k]);
        array_end(&src[k]);
    }
    list_end(&l);
    check_end_of_memory();
}

/* -- two devices with access -------------------------------------------------------------------------------------------- */
/* Access of the kernels of device `here` to the other device's memory, or to its default pool. */
static void open_memory(int here)
{
    CUcontext primary[2];
    cucore_context_guard guard;
    CHECK_INT(cucore_context_get_primary(0, &primary[0]), CUCORE_OK);
    CHECK_INT(cucore_context_get_primary(1, &primary[1]), CUCORE_OK);
    CHECK_INT(cucore_context_enter(primary[here], &guard), CUCORE_OK);
    CHECK_INT(cuCtxEnablePeerAccess(primary[1 - here], 0), 0);
    cucore_context_leave(&guard);
}

static void open_pool(int here, int flags)
{
    CUmemAccessDesc access;
    CUmemoryPool pool = NULL;
    memset(&access, 0, sizeof access);
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.id = here;
    access.flags = (CUmemAccess_flags)flags;
    CHECK_INT(cuDeviceGetDefaultMemPool(&pool, 1 - here), 0);
    CHECK_INT(cuMemPoolSetAccess(pool, &access, 1), 0);
}

enum { PEER_LAYERS = 2, TO_HERE = 0, FROM_HERE = 1 };
enum { OPEN_MEMORY = 1, OPEN_BACK = 2, OPEN_READ = 4, OPEN_POOL = 8 }; /* what is opened */

/* Two layers between two devices; the far side's layers are in memory of cuMemAlloc (0) or of the pool (1). */
typedef struct peers {
    struct place near_place, far_place[2];
    array far[PEER_LAYERS], near[PEER_LAYERS];
    cucore_view views[2][PEER_LAYERS];
    list list;
    CUstream stream;
    cucore_blocks blocks;
} peers;

static void peers_make(peers *p, int here, int direction, const int *in_pool)
{
    static const int64_t shape[2] = {BLOCKS, 48}, numbers[USED] = {3, 15, 0, 7, 9, 1};
    const struct place near_place = places[DEVICE_0 + here], far_place = places[DEVICE_1 - here];
    p->near_place = near_place;
    p->far_place[0] = p->far_place[1] = far_place;
    p->far_place[1].kind = FAKE_POOL;
    for (int k = 0; k < PEER_LAYERS; k++) {
        array_make(&p->near[k], &p->near_place, 1, 2, shape, NULL, 0);
        array_make(&p->far[k], &p->far_place[in_pool[k]], 1, 2, shape, NULL, 5);
        p->views[direction != TO_HERE][k] = p->near[k].view;
        p->views[direction == TO_HERE][k] = p->far[k].view;
    }
    list_make(&p->list, &places[PLAIN], INT64, 1, numbers, USED);
    p->stream = stream_on(here);
    memset(&p->blocks, 0, sizeof p->blocks);
    p->blocks.dsts = p->views[0];
    p->blocks.srcs = p->views[1];
    p->blocks.count = PEER_LAYERS;
    p->blocks.dst_numbers = &p->list.view;
}

static void peers_model(peers *p, int direction)
{
    for (int k = 0; k < PEER_LAYERS; k++) {
        for (int i = 0; i < USED; i++) {
            model_block(direction == TO_HERE ? &p->near[k] : &p->far[k], 0, list_get(&p->list, i),
                        direction == TO_HERE ? &p->far[k] : &p->near[k], 0, i);
        }
    }
}

static int peers_are_right(const peers *p)
{
    int k, right = 1;
    for (k = 0; k < PEER_LAYERS; k++) right = right && array_is_right(&p->near[k]) && array_is_right(&p->far[k]);
    return right;
}

static void peers_end(peers *p)
{
    for (int k = 0; k < PEER_LAYERS; k++) {
        array_end(&p->near[k]);
        array_end(&p->far[k]);
    }
    list_end(&p->list);
    fake_stream_destroy(p->stream);
}

static void peers_open(int here, int what)
{
    if (what & OPEN_MEMORY) open_memory(here);
    if (what & OPEN_BACK) open_memory(1 - here);
    if (what & OPEN_READ) open_pool(here, 1);
    if (what & OPEN_POOL) open_pool(here, 3);
}

/* A kernel copies only if the working device, which is the stream's, has the access to every layer. */
TEST(test_peer_access)
{
    static const struct {
        const char *name;
        int direction, open, in_pool[PEER_LAYERS];
        int by_kernel;
    } rows[] = {{"read", TO_HERE, OPEN_MEMORY, {0, 0}, 1},
                {"write", FROM_HERE, OPEN_MEMORY, {0, 0}, 1},
                {"no access", TO_HERE, 0, {0, 0}, 0},
                {"of the other device only", TO_HERE, OPEN_BACK, {0, 0}, 0},
                {"of the other device only, write", FROM_HERE, OPEN_BACK, {0, 0}, 0},
                {"of both", FROM_HERE, OPEN_MEMORY | OPEN_BACK, {0, 0}, 1},
                {"pool", TO_HERE, OPEN_POOL, {1, 1}, 1},
                {"pool, write", FROM_HERE, OPEN_POOL, {1, 1}, 1},
                {"pool to be read", TO_HERE, OPEN_READ, {1, 1}, 1},
                {"pool to be read, write", FROM_HERE, OPEN_READ, {1, 1}, 0},
                {"closed pool", TO_HERE, OPEN_MEMORY, {1, 1}, 0},
                {"the second layer is closed", TO_HERE, OPEN_MEMORY, {0, 1}, 0},
                {"the first layer is closed", FROM_HERE, OPEN_MEMORY, {1, 0}, 0},
                {"both layers", FROM_HERE, OPEN_MEMORY | OPEN_POOL, {1, 0}, 1}};
    char name[96];
    for (int i = 0; i < 4 * COUNT(rows); i++) {
        const int row = i / 4, here = i & 1, captured = i >> 1 & 1;
        const int status = captured && !rows[row].by_kernel ? CUCORE_CAPTURE : CUCORE_OK;
        peers p;
        snprintf(name, sizeof name, "%s, device %d%s", rows[row].name, here, captured ? ", captured" : "");
        check_row(name);
        start();
        peers_make(&p, here, rows[row].direction, rows[row].in_pool);
        peers_open(here, rows[row].open);
        if (status == CUCORE_OK) peers_model(&p, rows[row].direction);
        if (captured) CHECK_INT(fake_capture_begin(p.stream, 0), 0);
        fake_log_clear();
        CHECK_INT(cucore_views_copy_blocks(&p.blocks, p.stream, NULL), status);
        CHECK_INT(fake_count("cuCtxEnablePeerAccess"), 0);
        CHECK_INT(fake_count("cuLaunchKernel"), rows[row].by_kernel);
        CHECK_INT(fake_count("cuMemcpyBatchAsync"), !captured && !rows[row].by_kernel);
        if (status) CHECK_HAS(cucore_last_error()->message, "is between two devices without peer access");
        CHECK(peers_are_right(&p));
        if (captured) CHECK_INT(fake_capture_status(p.stream), 1);
        if (captured) CHECK_INT(fake_capture_end(p.stream), 0);
        peers_end(&p);
        check_end_of_memory();
    }
    check_row("");
}

/* The number of the driver call at the n-th line that begins with `word`; 0: there is none. */
static int call_number(const char *word, int n)
{
    const char *line = fake_log();
    int number = 1;
    for (; *line; number++) {
        if (strncmp(line, word, strlen(word)) == 0 && n-- == 0) return number;
        line = strchr(line, '\n');
        if (!line++) break;
    }
    return 0;
}

/* An attribute that cannot be had means no access: of the first and the last byte of each layer, two attributes. */
TEST(test_failing_access)
{
    static const int in_pool[PEER_LAYERS] = {0, 0};
    CUresult(CUDAAPI * entry)(void) = NULL;
    int n, number;
    peers p;
    for (int direction = 0; direction < 2; direction++) {
        start();
        peers_make(&p, 0, direction, in_pool);
        peers_open(0, OPEN_MEMORY);
        peers_model(&p, direction);
        OK(cucore_views_copy_blocks(&p.blocks, p.stream, NULL)); /* loads the kernel */
        for (n = 0;; n++) {
            fake_log_clear();
            OK(cucore_views_copy_blocks(&p.blocks, p.stream, NULL));
            number = call_number("cuPointerGetAttribute ", n);
            if (!number) break;
            fake_log_clear();
            fake_fail(number, CUDA_ERROR_INVALID_VALUE);
            OK(cucore_views_copy_blocks(&p.blocks, p.stream, NULL));
            CHECK_INT(fake_fail_pending(), 0);
            CHECK_INT(fake_count("cuLaunchKernel"), 0);
            CHECK_INT(fake_count("cuMemcpyBatchAsync"), 1);
            CHECK(peers_are_right(&p));
        }
        CHECK_INT(n, 4 * PEER_LAYERS);
        memcpy(&entry, (void *)&cucore__driver.PointerGetAttribute, sizeof entry);
        cucore__driver.PointerGetAttribute = NULL;
        fake_log_clear();
        OK(cucore_views_copy_blocks(&p.blocks, p.stream, NULL));
        memcpy((void *)&cucore__driver.PointerGetAttribute, &entry, sizeof entry);
        CHECK_INT(fake_count("cuLaunchKernel"), 0);
        CHECK_INT(fake_count("cuMemcpyBatchAsync"), 1);
        CHECK(peers_are_right(&p));
        peers_end(&p);
        check_end_of_memory();
    }
}

/* A driver that reports access: of the two attributes only the one of `lies`, or both. */
static int lies;
static cucore__CUresult lie(void *out, cucore__CUpointer_attribute attribute, cucore__CUdeviceptr ptr)
{
    if ((int)attribute == CU_POINTER_ATTRIBUTE_ACCESS_FLAGS) {
        *(unsigned *)out = lies & 1 ? 3 : 0;
        return CUCORE__CUDA_SUCCESS;
    }
    *(cucore__CUdeviceptr *)out = ptr;
    return lies & 2 ? CUCORE__CUDA_SUCCESS : CUCORE__CUDA_ERROR_INVALID_VALUE;
}

/* One attribute is no proof.  If both are wrong, the kernel fails: so the fake driver finds a wrong choice. */
TEST(test_wrong_access)
{
    static const int in_pool[PEER_LAYERS] = {0, 0};
    for (lies = 1; lies <= 3; lies++) {
        for (int direction = 0; direction < 2; direction++) {
            CUresult(CUDAAPI * entry)(void) = NULL;
            peers p;
            start();
            peers_make(&p, 0, direction, in_pool);
            if (lies < 3) peers_model(&p, direction);
            memcpy(&entry, (void *)&cucore__driver.PointerGetAttribute, sizeof entry);
            cucore__driver.PointerGetAttribute = lie;
            fake_log_clear();
            CHECK_INT(cucore_views_copy_blocks(&p.blocks, p.stream, NULL), lies < 3 ? CUCORE_OK : CUCORE_DRIVER);
            memcpy((void *)&cucore__driver.PointerGetAttribute, &entry, sizeof entry);
            if (lies == 3) CHECK_INT(cucore_last_error()->result, CUDA_ERROR_ILLEGAL_ADDRESS);
            CHECK_INT(fake_count("cuLaunchKernel"), lies == 3);
            CHECK(peers_are_right(&p));
            peers_end(&p);
            check_end_of_memory();
        }
    }
}

/* -- refusals ----------------------------------------------------------------------------------------------------------- */
static scene refused;
static cucore_copy_options odd_options;

/* Makes the arguments wrong in one place. */
#define REFUSAL(name, ...)                                                                                             \
    static void name(void)                                                                                             \
    {                                                                                                                  \
        __VA_ARGS__;                                                                                                   \
    }
REFUSAL(no_dsts, refused.blocks.dsts = NULL)
REFUSAL(no_srcs, refused.blocks.srcs = NULL)
REFUSAL(unknown_flag, refused.blocks.flags = 4)
REFUSAL(reserved_set, refused.blocks.reserved[1] = &refused)
REFUSAL(report_not_aligned, refused.blocks.report = (cucore_blocks_report *)(uintptr_t)8)
REFUSAL(axis_too_large, refused.blocks.dst_axis = 2)
REFUSAL(axis_too_small, refused.blocks.src_axis = -3)
REFUSAL(read_only, refused.dst.view.readonly = 1)
REFUSAL(other_shape, refused.blocks.dst_axis = 1)

static void other_dtype(void)
{
    refused.dst.view.dtype = cucore_dtype_make(CUCORE_CODE_INT, 8, 1);
    refused.src.view.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
}

REFUSAL(overlapping_dst, refused.dst.view.layout.strides[0] = BYTES - 1)

static void packed(void)
{
    refused.dst.view.dtype = refused.src.view.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 4, 1);
    refused.dst.view.layout.itembits = refused.src.view.layout.itembits = 4;
}

REFUSAL(float_numbers, refused.to.view.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 64, 1))

static void numbers_of_two_axes(void)
{
    static const int64_t shape[2] = {2, 3};
    CHECK_INT(cucore_layout_make(2, shape, NULL, 8, &refused.from.view.layout), CUCORE_OK);
}

static void numbers_not_aligned(void)
{
    refused.from.view.ptr = (char *)refused.from.view.ptr + 4;
    refused.from.view.layout.shape[0]--;
    refused.to.view.layout.shape[0]--;
}

REFUSAL(unequal_lists, refused.to.view.layout.shape[0]--)
REFUSAL(too_few_blocks, refused.blocks.src_numbers = NULL, refused.src.view.layout.shape[0] = USED - 1)

static void no_numbers(void)
{
    refused.blocks.src_numbers = refused.blocks.dst_numbers = NULL;
    refused.src.view.layout.shape[0]--;
}

REFUSAL(numbers_elsewhere, refused.to.view.device_type = CUCORE_DEVICE_TYPE_CUDA, refused.to.view.device_id = 1)
REFUSAL(wrong_stream, refused.stream = stream_on(1))
REFUSAL(no_stream, refused.stream = CUCORE_STREAM_HOST)
REFUSAL(casting, odd_options.flags = CUCORE_COPY_CAST)

static void layers_elsewhere(void)
{
    static cucore_view dsts[2], srcs[2];
    dsts[0] = dsts[1] = refused.dst.view;
    srcs[0] = srcs[1] = refused.src.view;
    srcs[1].device_id = 1;
    refused.blocks.dsts = dsts;
    refused.blocks.srcs = srcs;
    refused.blocks.count = 2;
}

static void many_axes(void)
{
    static const int64_t shape[10] = {2, 2, 2, 2, 2, 2, 2, 2, 2, 2};
    int64_t to[10], from[10];
    for (int i = 0; i < 10; i++) {
        to[i] = (int64_t)1 << (9 - i);
        from[i] = (int64_t)1 << (i * 7 % 10);
    }
    refused.src.view = refused.dst.view;
    refused.src.view.ptr = refused.src.memory;
    CHECK(refused.dst.room >= 512 && refused.src.room >= 512);
    CHECK_INT(cucore_layout_make(10, shape, to, 1, &refused.dst.view.layout), CUCORE_OK);
    CHECK_INT(cucore_layout_make(10, shape, from, 1, &refused.src.view.layout), CUCORE_OK);
    for (int i = 0; i < USED; i++) {
        list_set(&refused.to, i, i & 1);
        list_set(&refused.from, i, i & 1);
    }
}

TEST(test_refusals)
{
    static const struct {
        const char *name;
        void (*change)(void);
        cucore_status status;
        const char *words;
    } rows[] = {
        {"dsts", no_dsts, CUCORE_INVALID_ARGUMENT, "blocks->dsts"},
        {"srcs", no_srcs, CUCORE_INVALID_ARGUMENT, "blocks->srcs"},
        {"flags", unknown_flag, CUCORE_INVALID_ARGUMENT, "blocks->flags is 0x4"},
        {"reserved", reserved_set, CUCORE_INVALID_ARGUMENT, "blocks->reserved"},
        {"report", report_not_aligned, CUCORE_INVALID_ARGUMENT, "not aligned to 16 bytes"},
        {"axis", axis_too_large, CUCORE_INVALID_ARGUMENT, "number 0: dst_axis is 2, dst has 2 axes"},
        {"negative axis", axis_too_small, CUCORE_INVALID_ARGUMENT, "src_axis is -3, src has 2 axes"},
        {"readonly", read_only, CUCORE_READONLY, "dst is read-only"},
        {"shape", other_shape, CUCORE_WRONG_SHAPE, "a block of src has shape (40,), a block of dst (16,)"},
        {"dtype", other_dtype, CUCORE_WRONG_DTYPE, "dst is int8, src is uint8"},
        {"overlapping dst", overlapping_dst, CUCORE_WRONG_LAYOUT, "elements of dst overlap"},
        {"packed", packed, CUCORE_UNSUPPORTED, "packed elements of 4 bits"},
        {"float numbers", float_numbers, CUCORE_WRONG_DTYPE, "dst_numbers are float64"},
        {"2-D numbers", numbers_of_two_axes, CUCORE_WRONG_LAYOUT, "src_numbers are not one-dimensional"},
        {"unaligned numbers", numbers_not_aligned, CUCORE_WRONG_LAYOUT, "src_numbers are not aligned"},
        {"unequal lists", unequal_lists, CUCORE_WRONG_SHAPE, "5 dst_numbers and 6 src_numbers"},
        {"few blocks", too_few_blocks, CUCORE_WRONG_SHAPE, "src has 5 blocks, but there are 6 numbers"},
        {"no numbers", no_numbers, CUCORE_WRONG_SHAPE, "dst has 16 blocks and src has 15"},
        {"numbers elsewhere", numbers_elsewhere, CUCORE_WRONG_DEVICE, "dst_numbers are in memory of"},
        {"stream elsewhere", wrong_stream, CUCORE_WRONG_DEVICE, "the stream is on device 1, the data are on device 0"},
        {"no stream", no_stream, CUCORE_INVALID_ARGUMENT, "CUCORE_STREAM_HOST is not a stream"},
        {"cast", casting, CUCORE_UNSUPPORTED, "CUCORE_COPY_CAST"},
        {"layers elsewhere", layers_elsewhere, CUCORE_WRONG_DEVICE, "number 1: src is in other memory than srcs[0]"},
        {"many axes", many_axes, CUCORE_UNSUPPORTED, "axes that cannot be joined"}};
    FOR_ROWS (row, rows) {
        CUstream stream;
        start();
        memset(&odd_options, 0, sizeof odd_options);
        scene_make(&refused, DEVICE_0, DEVICE_0, PLAIN);
        stream = refused.stream;
        row->change();
        REFUSED(cucore_views_copy_blocks(&refused.blocks, refused.stream, &odd_options), row->status, row->words);
        CHECK(array_is_right(&refused.dst));
        CHECK_INT(fake_count("cuLaunchKernel"), 0);
        if (refused.stream != stream && refused.stream != CUCORE_STREAM_HOST) fake_stream_destroy(refused.stream);
        refused.stream = stream;
        scene_end(&refused);
        check_end_of_memory();
    }
    CHECK_INT(cucore_views_copy_blocks(NULL, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    memset(&refused.blocks, 0, sizeof refused.blocks);
    CHECK_INT(cucore_views_copy_blocks(&refused.blocks, NULL, NULL), CUCORE_OK); /* no layers */
}

/* No blocks, and blocks without elements. */
TEST(test_empty)
{
    static const int64_t shape[2] = {BLOCKS, 0};
    scene s;
    start();
    scene_make(&s, DEVICE_0, DEVICE_0, PLAIN);
    s.to.view.layout.shape[0] = s.from.view.layout.shape[0] = 0;
    OK(cucore_views_copy_blocks(&s.blocks, s.stream, NULL));
    s.to.view.layout.shape[0] = s.from.view.layout.shape[0] = USED;
    CHECK_INT(cucore_layout_make(2, shape, NULL, 1, &s.dst.view.layout), CUCORE_OK);
    CHECK_INT(cucore_layout_make(2, shape, NULL, 1, &s.src.view.layout), CUCORE_OK);
    OK(cucore_views_copy_blocks(&s.blocks, s.stream, NULL));
    CHECK(array_is_right(&s.dst));
    CHECK_INT(fake_count("cuLaunchKernel"), 0);
    scene_end(&s);
    check_end_of_memory();
}

/* -- many views ----------------------------------------------------------------------------------------------------------- */
/* All places that device 0 reaches or not, and layouts, in one call. */
typedef struct pairs {
    int count;
    array dst[400], src[400];
    cucore_view dsts[400], srcs[400];
} pairs;
static pairs many;

static void pair_add(int to, int from, int sort, int64_t rows, size_t offset)
{
    int64_t shape[2] = {0, 12}, wide[2] = {17, 1}, turned[2] = {1, 0};
    const int64_t *strides = sort == 1 ? wide : sort == 2 ? turned : NULL;
    array *dst = &many.dst[many.count], *src = &many.src[many.count];
    const int64_t *dst_strides = sort == 3 ? wide : NULL;
    shape[0] = rows;
    turned[1] = rows;
    array_make(dst, &places[to], 4, 2, shape, dst_strides, offset);
    array_make(src, &places[from], 4, 2, shape, strides, (offset * 7) % 16);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < 12; j++) {
            const int64_t *d = dst->view.layout.strides, *s = src->view.layout.strides;
            memcpy(dst->wanted + offset + 4 * (i * d[0] + j * d[1]),
                   (unsigned char *)src->view.ptr + 4 * (i * s[0] + j * s[1]), 4);
        }
    }
    many.dsts[many.count] = dst->view;
    many.srcs[many.count] = src->view;
    many.count++;
}

static void pairs_check(CUstream stream, const cucore_copy_options *options)
{
    OK(cucore_views_copy(many.dsts, many.srcs, (size_t)many.count, stream, options));
    for (int i = 0; i < many.count; i++) {
        CHECK(array_is_right(&many.dst[i]));
        CHECK(array_is_right(&many.src[i]));
    }
}

static void pairs_end(void)
{
    for (int i = 0; i < many.count; i++) {
        array_end(&many.dst[i]);
        array_end(&many.src[i]);
    }
    many.count = 0;
}

TEST(test_views)
{
    static const int reached[] = {PINNED, DEVICE_0, MANAGED};
    CUstream stream;
    for (int round = 0; round < 4; round++) {
        start();
        stream = stream_on(0);
        for (int to = 0; to < PLACES; to++) {
            for (int from = 0; from < PLACES; from++) {
                const int to_one = places[to].device == 1, from_one = places[from].device == 1;
                if (to_one && from_one) continue; /* the stream is elsewhere */
                if ((to_one && places[from].device != 0) || (from_one && places[to].device != 0)) continue;
                if ((to_one || from_one) && (to == MANAGED || from == MANAGED)) continue;
                for (int sort = 0; sort < 4; sort++) pair_add(to, from, sort, 3 + sort, (size_t)(to + from) % 5 * 4);
            }
        }
        for (int i = 0; i < 40; i++) pair_add(reached[i % 3], DEVICE_0, i % 2 ? 1 : 3, 5, 4);
        for (int i = 0; i < 60; i++) pair_add(DEVICE_0, reached[i % 3], 0, 1 + i, (size_t)i % 16);
        pairs_check(stream, round == 1 ? &waiting : round == 2 ? &not_waiting : NULL);
        pairs_end();
        check_end_of_memory();
    }
}

/* Runs between two devices go by one batch of the driver, runs of plain memory one by one with one wait. */
TEST(test_views_batch)
{
    static const struct {
        const char *name;
        int to, from, captured, waits;
        int batches, singles, open;
    } rows[] = {{"to the device", DEVICE_0, PLAIN, 0, 1, 0, 30, 0},
                {"to the host", PLAIN, DEVICE_0, 0, 1, 0, 30, 0},
                {"two devices", DEVICE_1, DEVICE_0, 0, 0, 1, 0, 0},
                {"two devices, captured", DEVICE_0, DEVICE_1, 1, 0, 0, 30, 0},
                {"read", DEVICE_0, DEVICE_1, 0, 0, 0, 0, 1},
                {"write", DEVICE_1, DEVICE_0, 0, 0, 0, 0, 1},
                {"write, captured", DEVICE_1, DEVICE_0, 1, 0, 0, 0, 1}};
    FOR_ROWS (row, rows) {
        CUstream stream;
        start();
        stream = stream_on(0);
        for (int k = 0; k < 30; k++) pair_add(row->to, row->from, 0, 1 + k % 5, (size_t)k % 7);
        if (row->open) open_memory(0);
        fake_log_clear();
        if (row->captured) CHECK_INT(fake_capture_begin(stream, 0), 0);
        pairs_check(stream, &not_waiting);
        if (row->captured) CHECK_INT(fake_capture_end(stream), 0);
        CHECK_INT(fake_count("cuMemcpyBatchAsync"), row->batches);
        CHECK_INT(fake_count("cuMemcpyPeerAsync") + fake_count("cuMemcpyAsync"), row->singles);
        CHECK_INT(fake_count("cuLaunchKernel"), row->open);
        CHECK_INT(fake_count("cuStreamSynchronize"), row->waits);
        pairs_end();
        check_end_of_memory();
    }
    start(); /* one pair needs no batch */
    pair_add(DEVICE_1, DEVICE_0, 0, 3, 0);
    pairs_check(stream_on(0), NULL);
    CHECK_INT(fake_count("cuMemcpyBatchAsync"), 0);
    CHECK_INT(fake_count("cuMemcpyPeerAsync"), 1);
    pairs_end();
    check_end_of_memory();
}

/* A table that does not fit one launch, and rows that are cut. */
TEST(test_views_table)
{
    CUstream stream;
    for (int captured = 0; captured < 2; captured++) {
        start();
        stream = stream_on(0);
        for (int i = 0; i < 390; i++) pair_add(DEVICE_0, DEVICE_0, 0, i == 7 ? 2000 : 1 + i % 9, (size_t)i % 4 * 4);
        fake_log_clear();
        if (captured) CHECK_INT(fake_capture_begin(stream, 0), 0);
        pairs_check(stream, NULL);
        if (captured) CHECK_INT(fake_capture_end(stream), 0);
        CHECK_INT(fake_count("cuMemcpyAsync") > 0, !captured);
        CHECK_INT(fake_count("cuStreamSynchronize"), 0);
        CHECK(fake_count("cuLaunchKernel") <= 5);
        pairs_end();
        check_end_of_memory();
    }
}

/* Equal layouts share a launch. */
TEST(test_views_groups)
{
    CUstream stream;
    start();
    stream = stream_on(0);
    for (int i = 0; i < 30; i++) pair_add(DEVICE_0, i % 2 ? PINNED : DEVICE_0, 1, 6, 4);
    fake_log_clear();
    pairs_check(stream, NULL);
    CHECK_INT(fake_count("cuLaunchKernel"), 1);
    pairs_end();
    check_end_of_memory();
}

static void view_of_array(array *a, int ndim, const int64_t *shape, const int64_t *strides, int itemsize)
{
    CHECK_INT(cucore_layout_make(ndim, shape, strides, itemsize, &a->view.layout), CUCORE_OK);
}

/* Pairs of which nothing is copied, of one view on both sides, and a source of several pairs. */
TEST(test_views_alike)
{
    static const int64_t none[2] = {3, 0};
    CUstream stream;
    start();
    stream = stream_on(0);
    for (int i = 0; i < 4; i++) pair_add(i % 2 ? DEVICE_0 : PLAIN, DEVICE_0, 0, 3, 0);
    for (int i = 0; i < 4; i++) {
        view_of_array(&many.dst[i], 2, none, NULL, 4);
        view_of_array(&many.src[i], 2, none, NULL, 4);
        many.dsts[i] = many.dst[i].view;
        many.srcs[i] = many.src[i].view;
        memcpy(many.dst[i].wanted, many.dst[i].memory, many.dst[i].room);
    }
    fake_log_clear();
    pairs_check(stream, NULL); /* empty */
    CHECK_INT(fake_count("cuLaunchKernel") + fake_count("cuMemcpyAsync") + fake_count("cuMemcpyBatchAsync"), 0);
    many.dsts[1].ptr = many.srcs[1].ptr = NULL; /* as an empty view may be */
    pairs_check(stream, NULL);
    for (int i = 0; i < 3; i++) pair_add(DEVICE_0, PINNED, i, 5, 4);
    pairs_check(stream, NULL);                      /* empty pairs among others */
    many.dsts[0] = many.srcs[0] = many.dst[4].view; /* the same elements in the same place */
    many.dsts[1] = many.dst[4].view;                /* a pair twice */
    many.srcs[1] = many.src[4].view;
    many.srcs[5] = many.src[4].view; /* a source of several */
    memset(many.dst[5].memory, 1, many.dst[5].room);
    memcpy(many.dst[5].wanted, many.dst[5].memory, many.dst[5].room);
    memcpy(many.dst[5].wanted + 4, many.src[4].view.ptr, 5 * 12 * 4);
    pairs_check(stream, NULL);
    pairs_end();
    check_end_of_memory();
}

/* Every axis that a layout can have, in pairs that look alike, and elements of 4 bits. */
TEST(test_views_rare)
{
    static const int64_t packed[2] = {5, 6};
    int64_t shape[CUCORE_MAX_NDIM], to[CUCORE_MAX_NDIM], from[CUCORE_MAX_NDIM];
    CUstream stream;
    int i, k;
    start();
    stream = stream_on(0);
    for (i = 0; i < CUCORE_MAX_NDIM; i++) {
        shape[i] = i % 7 == 0 ? 2 : 1; /* 10 axes of 2 */
        to[i] = from[i] = 1;
    }
    for (i = 0, k = 0; i < CUCORE_MAX_NDIM; i++) {
        if (shape[i] == 1) continue;
        to[i] = (int64_t)1 << (9 - k);
        from[i] = (int64_t)1 << (k * 7 % 10);
        k++;
    }
    for (i = 0; i < 5; i++) {
        pair_add(DEVICE_0, i % 2 ? PINNED : DEVICE_0, 0, 40, 0);
        view_of_array(&many.dst[i], CUCORE_MAX_NDIM, shape, to, 1);
        view_of_array(&many.src[i], CUCORE_MAX_NDIM, shape, from, 1);
        many.dst[i].view.dtype = many.src[i].view.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 8, 1);
        many.dsts[i] = many.dst[i].view;
        many.srcs[i] = many.src[i].view;
        memcpy(many.dst[i].wanted, many.dst[i].memory, many.dst[i].room);
        for (k = 0; k < 1024; k++) {
            int64_t d = 0, s = 0;
            int axis, bit = 0;
            for (axis = 0; axis < CUCORE_MAX_NDIM; axis++) {
                if (shape[axis] == 1) continue;
                d += to[axis] * (k >> bit & 1);
                s += from[axis] * (k >> bit & 1);
                bit++;
            }
            many.dst[i].wanted[d] = many.src[i].memory[s];
        }
    }
    for (; i < 8; i++) { /* 15 bytes of 30 elements */
        pair_add(DEVICE_0, i % 2 ? PLAIN : DEVICE_0, 0, 2, 0);
        memcpy(many.dst[i].wanted, many.dst[i].memory, many.dst[i].room);
        memcpy(many.dst[i].wanted, many.src[i].memory, 15);
        view_of_array(&many.dst[i], 2, packed, NULL, 1);
        CHECK_INT(cucore_layout_set_packed(&many.dst[i].view.layout, 4), CUCORE_OK);
        many.dst[i].view.dtype = cucore_dtype_make(CUCORE_CODE_UINT, 4, 1);
        many.src[i].view.layout = many.dst[i].view.layout;
        many.src[i].view.dtype = many.dst[i].view.dtype;
        many.dsts[i] = many.dst[i].view;
        many.srcs[i] = many.src[i].view;
    }
    pairs_check(stream, NULL);
    pairs_end();
    check_end_of_memory();
}

/* One pair that is refused: nothing of the others is done. */
TEST(test_views_refusals)
{
    static const struct {
        const char *name;
        cucore_status status;
        const char *words;
    } rows[] = {{"readonly", CUCORE_READONLY, "number 5: dst is read-only"},
                {"shape", CUCORE_WRONG_SHAPE, "number 5: src of shape"},
                {"dtype", CUCORE_WRONG_DTYPE, "number 5: dst is void8"},
                {"null", CUCORE_INVALID_ARGUMENT, "number 5: "},
                {"device", CUCORE_WRONG_DEVICE, "number 5: the stream is on device 0"},
                {"capture", CUCORE_CAPTURE, "needs the CPU"},
                {"waits", CUCORE_CAPTURE, "is to wait for the stream"},
                {"overlap", CUCORE_WRONG_LAYOUT, "number 5: elements of dst overlap"}};
    CUstream stream;
    for (int i = 0; i < COUNT(rows); i++) {
        start();
        stream = stream_on(0);
        check_row(rows[i].name);
        for (int k = 0; k < 5; k++) pair_add(DEVICE_0, DEVICE_0, k % 4, 4, 4);
        pair_add(DEVICE_0, i == 5 ? PLAIN : DEVICE_0, i == 7 ? 3 : 0, 4, 4);
        if (i == 0) many.dsts[5].readonly = 1;
        if (i == 1) many.srcs[5].layout.shape[0] = 3;
        if (i == 2)
            many.dsts[5].dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, 8), many.dsts[5].layout.itemsize = 8,
            many.dsts[5].layout.itembits = 64, many.dsts[5].layout.shape[1] = 6, many.dsts[5].layout.strides[0] = 6;
        if (i == 3) many.srcs[5].ptr = NULL;
        if (i == 4) many.srcs[5].device_id = many.dsts[5].device_id = 1;
        if (i == 7) many.dsts[5].layout.strides[0] = 11;
        if (i == 5 || i == 6) CHECK_INT(fake_capture_begin(stream, 0), 0);
        fake_log_clear();
        REFUSED(cucore_views_copy(many.dsts, many.srcs, 6, stream, i == 6 ? &waiting : NULL), rows[i].status,
                rows[i].words);
        CHECK_INT(fake_count("cuLaunchKernel"), 0);
        CHECK_INT(fake_count("cuMemcpyAsync"), 0);
        for (int k = 0; k < 6; k++) CHECK(!array_is_right(&many.dst[k])); /* as they were */
        if (i == 5 || i == 6) CHECK_INT(fake_capture_end(stream), 0);
        pairs_end();
        check_end_of_memory();
    }
    check_row("");
    memset(&odd_options, 0, sizeof odd_options);
    odd_options.flags = CUCORE_COPY_CAST; /* also if all dtypes are equal */
    REFUSED(cucore_views_copy(many.dsts, many.srcs, 1, NULL, &odd_options), CUCORE_UNSUPPORTED,
            "CUCORE_COPY_CAST: only cucore_view_copy converts");
    CHECK_INT(cucore_views_copy(NULL, NULL, 0, NULL, NULL), CUCORE_OK);
    CHECK_INT(cucore_views_copy(NULL, many.srcs, 1, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_views_copy(many.dsts, NULL, 1, NULL, NULL), CUCORE_INVALID_ARGUMENT);
}

/* -- failures --------------------------------------------------------------------------------------------------------- */
static const struct failing {
    const char *name;
    int dst, src, list;
    uint64_t flags;
    int64_t bytes; /* of a block; 0: BYTES */
} failing[] = {{"kernel", DEVICE_0, PINNED, DEVICE_0, 0, 0},
               {"kernel, known", DEVICE_0, DEVICE_0, PLAIN, 0, 0},
               {"checked", DEVICE_0, DEVICE_0, DEVICE_0, CUCORE_BLOCKS_CHECKED, 0},
               {"checked, known", DEVICE_0, DEVICE_0, PLAIN, CUCORE_BLOCKS_CHECKED, 0},
               {"pieces", DEVICE_0, PLAIN, PLAIN, 0, 0},
               {"pieces to the host", PLAIN, DEVICE_0, DEVICE_0, 0, 0},
               {"large pieces", DEVICE_0, PLAIN, PLAIN, 0, 9000},
               {"large pieces to the host", PLAIN, DEVICE_0, DEVICE_0, 0, 9000},
               {"peers", DEVICE_0, DEVICE_1, DEVICE_0, 0, 0},
               {"host", PINNED, PINNED, DEVICE_0, 0, 0}};

/* Each driver call of a call fails in turn: an error, and nothing is kept. */
TEST(test_failing_driver)
{
    int n, left;
    cucore_status status = CUCORE_OK;
    FOR_ROWS (row, failing) {
        for (n = 1, left = 0; left == 0; n++) {
            scene s;
            start();
            scene_bytes = row->bytes ? row->bytes : BYTES;
            scene_make(&s, row->dst, row->src, row->list);
            s.blocks.flags = row->flags;
            fake_fail(n, CUDA_ERROR_UNKNOWN);
            status = cucore_views_copy_blocks(&s.blocks, s.stream, NULL);
            left = fake_fail_pending();
            fake_fail(0, 0);
            if (left) CHECK_INT(status, CUCORE_OK);
            if (!status) {
                scene_model(&s);
                CHECK(array_is_right(&s.dst));
            }
            scene_end(&s);
            check_end_of_memory();
            if (n > 200) break;
        }
        CHECK(n > 3);
    }
    scene_bytes = BYTES;
}

TEST(test_failing_memory)
{
    int n;
    cucore_status status;
    FOR_ROWS (row, failing) {
        for (n = 1, status = CUCORE_OUT_OF_MEMORY; status == CUCORE_OUT_OF_MEMORY && n < 50; n++) {
            scene s;
            start();
            scene_bytes = row->bytes ? row->bytes : BYTES;
            scene_make(&s, row->dst, row->src, row->list);
            s.blocks.flags = row->flags;
            failing_c_malloc.fail_in = n;
            status = cucore_views_copy_blocks(&s.blocks, s.stream, NULL);
            failing_c_malloc.fail_in = 0;
            scene_end(&s);
            check_end_of_memory();
        }
        CHECK_INT(status, CUCORE_OK);
        CHECK(n > 2);
    }
    scene_bytes = BYTES;
}

static void views_to_fail(CUstream *stream)
{
    start();
    *stream = stream_on(0);
    for (int i = 0; i < 180; i++) pair_add(DEVICE_0, DEVICE_0, 0, 2, 4);
    for (int i = 0; i < 4; i++) pair_add(DEVICE_0, PINNED, 1, 3, 4);
    for (int i = 0; i < 4; i++) pair_add(i % 2 ? PLAIN : DEVICE_0, i % 2 ? DEVICE_0 : PLAIN, 2, 3, 4);
    pair_add(DEVICE_1, DEVICE_0, 3, 3, 4);
}

TEST(test_failing_views)
{
    int n, left = 0, by_memory;
    CUstream stream;
    cucore_status status;
    for (by_memory = 0; by_memory < 2; by_memory++) {
        for (n = 1, left = 0; left == 0 && n < 900; n++) {
            views_to_fail(&stream);
            if (by_memory) {
                failing_c_malloc.fail_in = n;
            } else {
                fake_fail(n, CUDA_ERROR_UNKNOWN);
            }
            status = cucore_views_copy(many.dsts, many.srcs, (size_t)many.count, stream, NULL);
            left = by_memory ? (int)failing_c_malloc.fail_in : fake_fail_pending();
            failing_c_malloc.fail_in = 0;
            fake_fail(0, 0);
            if (left) CHECK_INT(status, CUCORE_OK);
            pairs_end();
            check_end_of_memory();
        }
        CHECK(left != 0);
    }
}

/* A default stream is that of the device of the data, whichever device is current. */
TEST(test_default_streams)
{
    static const int sides[][2] = {{DEVICE_1, DEVICE_1}, {DEVICE_1, PINNED}, {PLAIN, DEVICE_1}};
    static const CUstream streams[] = {NULL, CUCORE_STREAM_LEGACY, CUCORE_STREAM_PER_THREAD};
    for (int i = 0; i < COUNT(sides); i++) {
        for (int k = 0; k < COUNT(streams); k++) {
            scene s;
            start();
            scene_make(&s, sides[i][0], sides[i][1], PLAIN);
            scene_model(&s);
            OK(cucore_views_copy_blocks(&s.blocks, streams[k], NULL));
            CHECK(array_is_right(&s.dst));
            CHECK_HAS(fake_log(), k == 2 ? "stream=thread ctx=1" : "stream=legacy ctx=1");
            OK(cucore_views_copy(s.blocks.dsts, s.blocks.srcs, 1, streams[k], NULL));
            CHECK(memcmp(s.dst.memory, s.src.memory, BLOCKS * BYTES) == 0);
            scene_end(&s);
            check_end_of_memory();
        }
    }
}

/* Temporary memory of a resource of the caller's. */
TEST(test_resources)
{
    enum { MANY = 3000 };
    static const int64_t shape[2] = {MANY, 8};
    static int64_t numbers[MANY];
    static const struct {
        cucore_memory_kind kind;
        int device;
        cucore_status status;
    } rows[] = {{CUCORE_MEMORY_SYNCHRONOUS, 0, CUCORE_OK},
                {CUCORE_MEMORY_DEFAULT_POOL, 0, CUCORE_OK},
                {CUCORE_MEMORY_DEFAULT_POOL, 1, CUCORE_WRONG_DEVICE},
                {CUCORE_MEMORY_PINNED, 0, CUCORE_WRONG_DEVICE}};
    shuffle(numbers, MANY, MANY);
    for (int i = 0; i < COUNT(rows); i++) {
        array dst, src;
        list l;
        cucore_blocks blocks;
        cucore_copy_options options;
        cucore_memory_resource *resource = NULL;
        CUstream stream;
        start();
        stream = stream_on(0);
        CHECK_INT(cucore_memory_resource_create(rows[i].kind, rows[i].device, NULL, &resource), CUCORE_OK);
        memset(&options, 0, sizeof options);
        options.resource = resource;
        array_make(&dst, &places[DEVICE_0], 1, 2, shape, NULL, 0);
        array_make(&src, &places[DEVICE_0], 1, 2, shape, NULL, 0);
        list_make(&l, &places[PLAIN], UINT16, 1, numbers, MANY);
        memset(&blocks, 0, sizeof blocks);
        blocks.dsts = &dst.view;
        blocks.srcs = &src.view;
        blocks.count = 1;
        blocks.src_numbers = &l.view;
        if (!rows[i].status) {
            for (int64_t k = 0; k < MANY; k++) model_block(&dst, 0, k, &src, 0, numbers[k]);
        }
        CHECK_INT(cucore_views_copy_blocks(&blocks, stream, &options), rows[i].status);
        CHECK(array_is_right(&dst));
        array_end(&dst);
        array_end(&src);
        list_end(&l);
        cucore_memory_resource_release(resource);
        check_end_of_memory();
    }
}

/* -- threads ---------------------------------------------------------------------------------------------------------- */
static void *many_calls(void *data)
{
    static const int64_t shape[2] = {2000, 16};
    const int device = *(const int *)data;
    CUstream stream = stream_on(device);
    for (int round = 0; round < 12; round++) {
        array dst, src;
        cucore_blocks blocks;
        int64_t *numbers = (int64_t *)malloc(sizeof *numbers * 2000);
        list l;
        unsigned own = (unsigned)round * 7919u + (unsigned)device;
        array_make(&dst, &places[round % 3 ? DEVICE_0 + device : PLAIN], 1, 2, shape, NULL, 0);
        array_make(&src, &places[DEVICE_0 + device], 1, 2, shape, NULL, 0);
        for (int i = 0; i < 2000; i++) numbers[i] = (i * 7 + (int)own) % 2000; /* 7 and 2000 have no common divisor */
        list_make(&l, &places[PLAIN], INT64, 1, numbers, 2000);
        memset(&blocks, 0, sizeof blocks);
        blocks.dsts = &dst.view;
        blocks.srcs = &src.view;
        blocks.count = 1;
        blocks.dst_numbers = &l.view;
        for (int i = 0; i < 2000; i++) model_block(&dst, 0, numbers[i], &src, 0, i);
        OK(cucore_views_copy_blocks(&blocks, stream, NULL));
        CHECK(array_is_right(&dst));
        list_end(&l);
        free(numbers);
        array_end(&dst);
        array_end(&src);
    }
    return NULL;
}

TEST(test_threads)
{
    static const int devices[2] = {0, 1};
    pthread_t threads[8];
    start();
    for (int i = 0; i < 8; i++) {
        CHECK_INT(pthread_create(&threads[i], NULL, many_calls, (void *)(uintptr_t)&devices[i & 1]), 0);
    }
    for (int i = 0; i < 8; i++) CHECK_INT(pthread_join(threads[i], NULL), 0);
    check_end_of_memory();
}

/* From 8 slots on several threads pack, and do it right; blocks from a quarter of a slot on are copied by the driver, if
 * there are so many from pinned memory, in parts if a block is larger than a slot.  What the CPU reads is waited for. */
TEST(test_workers)
{
    static const struct {
        const char *name;
        int64_t blocks, bytes;
        int stages, copies; /* 1: there are pinned slots; copies by the driver, 0: a kernel copies */
    } rows[] = {{"short", 555, 200, 1, 0},
                {"as long as a kernel copies", 40, 1023, 1, 0},
                {"a quarter of a slot", 40, 1024, 1, 40},
                {"a slot", 9, 4096, 1, 9},
                {"more than a slot", 9, 9000, 1, 27},
                {"few", 7, 4000, 0, 7}};
    static const int sides[][2] = {{PLAIN, DEVICE_0}, {DEVICE_0, PLAIN}, {PLAIN, PLAIN}, {PINNED, PLAIN}};
    static const numbering how[2] = {{PLAIN, INT32, 1}, {PLAIN, INT64, 1}};
    FOR_ROWS (row, rows) {
        for (int i = 0; i < COUNT(sides); i++) {
            const int64_t shape[2] = {row->blocks + 45, row->bytes};
            array dst, src;
            start();
            array_make(&dst, &places[sides[i][0]], 1, 2, shape, NULL, 0);
            array_make(&src, &places[sides[i][1]], 1, 2, shape, NULL, 0);
            copy_and_check(&dst, 0, &src, 0, how, row->blocks);
            CHECK_INT(fake_count("cuMemHostAlloc") > 0, i < 2 && row->stages);
            CHECK_INT(fake_count("cuMemcpyAsync"), i < 2 ? row->copies : 0);
            CHECK_INT(fake_count("cuLaunchKernel") > 0, i < 2 && !row->copies);
            if (i == 1 && row->stages) {
                const char *wait = strstr(fake_log(), "cuStreamSynchronize");
                CHECK(wait && wait < strstr(fake_log(), row->copies ? "cuMemcpyAsync" : "cuLaunchKernel"));
            }
            array_end(&dst);
            array_end(&src);
            check_end_of_memory();
        }
    }
}

/* Blocks on the host take as many threads as are allowed; few bytes take one. */
TEST(test_host_threads)
{
    static const struct {
        const char *name;
        int64_t blocks;
        int most, threads; /* most: 0: not given */
    } rows[] = {{"one", 700, 1, 1},
                {"three", 700, 3, 3},
                {"as many as there are processors", 700, 0, 0},
                {"few bytes", 60, 3, 1}};
    FOR_ROWS (row, rows) {
        const int64_t shape[3] = {row->blocks, 30, 20}, gaps[3] = {900, 30, 1};
        cucore_copy_options options = not_waiting;
        cucore_blocks blocks;
        array dst, src;
        long before = failing_c_thread.calls;
        start();
        options.flags = CUCORE_COPY_THREADS((uint64_t)row->most);
        array_make(&dst, &places[PLAIN], 1, 3, shape, gaps, 0);
        array_make(&src, &places[PLAIN], 1, 3, shape, NULL, 0);
        memset(&blocks, 0, sizeof blocks);
        blocks.dsts = &dst.view;
        blocks.srcs = &src.view;
        blocks.count = 1;
        for (int64_t i = 0; i < row->blocks; i++) model_block(&dst, 0, i, &src, 0, i);
        OK(cucore_views_copy_blocks(&blocks, NULL, &options));
        CHECK(array_is_right(&dst));
        CHECK_INT(failing_c_thread.calls - before, (row->threads ? row->threads : cucore__processors()) - 1);
        array_end(&dst);
        array_end(&src);
        check_end_of_memory();
    }
}

TESTS_MAIN
