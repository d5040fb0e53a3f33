/* kernel_lib.cpp - accessors and loops of cucore_kernel.h for test_*.py, by ctypes */
#define CUCORE_IMPLEMENTATION
#include "cucore_cast.h"
#include "cucore_kernel.h"

/* An array as Python describes it: strides in elements. */
struct array {
    void *ptr;
    int64_t shape[12], strides[12];
    int32_t ndim, code, bits, lanes, device_type, device_id, host, device, readonly, swapped;
};

static void fill(const array *from, cucore_view *out)
{
    memset(out, 0, sizeof *out);
    out->ptr = from->ptr;
    out->dtype = cucore_dtype_make(from->code, from->bits, from->lanes);
    out->device_type = from->device_type;
    out->device_id = from->device_id;
    out->host_accessible = static_cast<uint8_t>(from->host);
    out->device_accessible = static_cast<uint8_t>(from->device);
    out->readonly = static_cast<uint8_t>(from->readonly);
    out->byte_swapped = static_cast<uint8_t>(from->swapped);
    if (cucore_layout_make(from->ndim, from->shape, from->strides, out->dtype.itemsize, &out->layout)) abort();
}

/* dst += src, element by element, counted modulo the width of an element: a step that is done twice shows. */
template <typename T> static void add_range(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    const int count = *static_cast<const int *>(user_data);
    CUCORE_LOOP_RANGE(*loop, count, begin, end, at, lane)
    {
        T sum = 1;
        for (int k = 1; k < count; k++)
            sum = static_cast<T>(sum + static_cast<T>(k) * CUCORE_LOOP_AT(const T, *loop, at, lane, k));
        CUCORE_LOOP_AT(T, *loop, at, lane, 0) = static_cast<T>(CUCORE_LOOP_AT(T, *loop, at, lane, 0) + sum);
    }
}

/* The same by cucore::transform_range: operand 1 is operand 0 once more. */
template <typename T>
static void transform_range(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    if (*static_cast<const int *>(user_data) == 2) {
        cucore::transform_range<T, const T>(*loop, begin, end, [](T x) { return static_cast<T>(x + 1); });
    } else {
        cucore::transform_range<T, const T, T>(*loop, begin, end,
                                               [](T x, T y) { return static_cast<T>(x + 1 + 2 * y); });
    }
}

typedef void (*body)(const cucore_loop *, unsigned, unsigned, void *);
template <typename T> static body body_of(int way)
{
    return way == 1 ? transform_range<T> : add_range<T>;
}

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT const char *kernel_error()
{
    return cucore_last_error()->message;
}

/* wanted: NULL, or the dtype of all operands for the body, as an array's. */
EXPORT int kernel_make_as(const array *arrays, const char *const *names, const uint64_t *flags, int count,
                          cucore_loops *out, const array *wanted)
{
    static cucore_view views[9];
    cucore_operand operands[9];
    for (int k = 0; k < count && k < 9; k++) {
        cucore_operand one = {&views[k], names ? names[k] : NULL, {0, 0, 0, 0}, flags[k], 0};
        fill(&arrays[k], &views[k]);
        if (wanted) one.dtype = cucore_dtype_make(wanted->code, wanted->bits, wanted->lanes);
        operands[k] = one;
    }
    return cucore_loops_make(operands, static_cast<size_t>(count), out);
}

EXPORT int kernel_make(const array *arrays, const char *const *names, const uint64_t *flags, int count,
                       cucore_loops *out)
{
    return kernel_make_as(arrays, names, flags, count, out, NULL);
}

EXPORT size_t kernel_loops_size()
{
    return sizeof(cucore_loops);
}

EXPORT size_t kernel_loop_size()
{
    return sizeof(cucore_loop);
}

EXPORT int kernel_next(cucore_loops *loops, cucore_loop *out)
{
    const cucore_loop *loop = cucore_loops_next(loops);
    if (loop) *out = *loop;
    return loop != NULL;
}

static body body_for(int itemsize, int way)
{
    switch (itemsize) {
    case 1: return body_of<uint8_t>(way);
    case 2: return body_of<uint16_t>(way);
    case 4: return body_of<uint32_t>(way);
    default: return body_of<uint64_t>(way);
    }
}

/* The same of elements that are converted to a dtype.  -> the most elements that the body was called for; -1: failed */
struct converted {
    int count, way;
    body of;
    std::atomic<unsigned> most;
};
static void note_range(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    converted *const run = static_cast<converted *>(user_data);
    unsigned most = run->most;
    while (most < end - begin && !run->most.compare_exchange_weak(most, end - begin)) {
    }
    run->of(loop, begin, end, &run->count);
}
EXPORT int64_t kernel_run_as(cucore_loops *loops, int count, const array *wanted, int way, int threads)
{
    converted run = {count, way, body_for(wanted->bits / 8, way), {0}};
    if (wanted->code == CUCORE_CODE_FLOAT) run.of = wanted->bits == 64 ? body_of<double>(way) : body_of<float>(way);
    if (wanted->code == CUCORE_CODE_INT) run.of = wanted->bits == 64 ? body_of<int64_t>(way) : body_of<int32_t>(way);
    return cucore_loops_run(loops, threads, note_range, &run) ? -1 : static_cast<int64_t>(run.most);
}

EXPORT int kernel_run(cucore_loops *loops, int count, int itemsize, int way, int threads)
{
    return cucore_loops_run(loops, threads, body_for(itemsize, way), &count);
}

/* The same in pieces of so many steps, as a caller with threads of its own cuts a loop. */
EXPORT int kernel_run_pieces(cucore_loops *loops, int count, int itemsize, int way, unsigned piece)
{
    while (const cucore_loop *loop = cucore_loops_next(loops)) {
        for (unsigned begin = 0, end; begin < loop->size; begin = end) {
            end = loop->size - begin > piece ? begin + piece : loop->size;
            body_for(itemsize, way)(loop, begin, end, &count);
        }
    }
    return 0;
}

/* Where the steps of a loop are, in any order a grid may take them: offsets[step * count + k], lanes[step]. */
EXPORT void kernel_locate(const cucore_loop *loop, unsigned first, unsigned steps, int32_t *offsets, int32_t *lanes)
{
    for (unsigned n = 0; n < steps; n++) {
        cucore_loop_at at;
        lanes[n] = cucore_loop_locate(loop, first + n, loop->count, &at);
        memcpy(&offsets[n * static_cast<unsigned>(loop->count)], at.offset,
               sizeof(int32_t) * static_cast<size_t>(loop->count));
    }
}

/* Blocks of the usual grid. */
EXPORT unsigned kernel_grid(const cucore_loop *loop, unsigned block)
{
    return cucore_loop_launch_config(loop, block).grid[0];
}

/* An element by an index of every integer type, of accessors of 32 and 64 bits: where it is, if all agree; else NULL. */
template <typename Accessor, typename I> static const void *place(const Accessor &x, unsigned i, const void *same)
{
    const void *const here = &CUCORE_AT(const double, x, static_cast<I>(i));
    return here == same ? here : NULL;
}
EXPORT const void *kernel_at(const array *from, unsigned i)
{
    typedef CUCORE_ACCESSOR(1, int) narrow_accessor;
    typedef CUCORE_ACCESSOR(1, long long) wide_accessor;
    narrow_accessor narrow;
    wide_accessor wide;
    cucore_view view;
    fill(from, &view);
    if (CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT64, CUCORE_READ, &narrow)) return NULL;
    if (CUCORE_ACCESSOR_MAKE(&view, "x", CUCORE_DTYPE_FLOAT64, CUCORE_READ, &wide)) return NULL;
    const void *same = &CUCORE_AT(const double, wide, static_cast<long long>(i));
#define EACH(type)                                                                                                     \
    same = place<narrow_accessor, type>(narrow, i, same);                                                              \
    same = place<wide_accessor, type>(wide, i, same)
    EACH(signed char);
    EACH(unsigned char);
    EACH(short);
    EACH(unsigned short);
    EACH(int);
    EACH(unsigned);
    EACH(long);
    EACH(unsigned long);
    EACH(long long);
    EACH(unsigned long long);
#undef EACH
    return same;
}

EXPORT int kernel_accessor(const array *from, const char *name, int code, int bits, int lanes, uint64_t flags,
                           int device_id, int ndim, int index_bits, void *out, size_t out_nbytes)
{
    cucore_view view;
    cucore_accessor_spec spec = {name, ndim, index_bits, {0, 0, 0, 0}, flags, device_id};
    if (lanes) spec.dtype = cucore_dtype_make(code, bits, lanes);
    fill(from, &view);
    return cucore_accessor_make(&view, &spec, out_nbytes, out);
}

/* Kernels of an image that the caller keeps, by name; what they remember stays. */
static cucore_kernel *kernel_of(const char *image, const char *name)
{
    static cucore_kernel kernels[32];
    int i = 0;
    while (i < 31 && kernels[i].image && (kernels[i].image != image || strcmp(kernels[i].name, name))) i++;
    kernels[i].image = image;
    kernels[i].name = name;
    return &kernels[i];
}

/* A pass by a kernel that takes a loop, and a float where it wants one, in blocks of so many threads. */
EXPORT int kernel_launch(const char *image, const char *name, cucore_loops *loops, int device_id, CUstream stream,
                         float a, unsigned block)
{
    while (const cucore_loop *loop = cucore_loops_next(loops)) {
        const cucore_launch_config config = cucore_loop_launch_config(loop, block);
        const int status =
            cucore_kernel_launch(kernel_of(image, name), device_id, &config, stream, CUCORE_ARGS(loop, &a));
        if (status) return status;
    }
    return 0;
}

/* transpose of device.cu. */
EXPORT int kernel_transpose(const char *image, const array *to, const array *from, int device_id, CUstream stream)
{
    cucore_view views[2];
    typedef CUCORE_ACCESSOR(2, int) plane;
    plane planes[2];
    fill(to, &views[0]);
    fill(from, &views[1]);
    if (CUCORE_ACCESSOR_MAKE(&views[0], "to", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &planes[0]) ||
        CUCORE_ACCESSOR_MAKE(&views[1], "from", CUCORE_DTYPE_FLOAT32, CUCORE_READ, &planes[1])) {
        return -1;
    }
    cucore_launch_config config = cucore_launch_config_1d(planes[0].shape[1], 128);
    config.grid[1] = static_cast<unsigned>(planes[0].shape[0]);
    return cucore_kernel_launch(kernel_of(image, "transpose"), device_id, &config, stream,
                                CUCORE_ARGS(&planes[0], &planes[1]));
}
