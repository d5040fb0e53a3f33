// nvcc -arch=sm_90 -std=c++11 -I. examples/tensor_map/tensor_map.cu -o tensor_map && ./tensor_map
//
// Tiles of arrays by the tensor memory accelerator (TMA) of compute capability 9.0: a map of the array is made on the host, a
// kernel takes it by value, one thread asks for a tile, an mbarrier says when its bytes are in shared memory.  Each swizzle, an
// array of two axes, one of three, a convolution's columns (im2col); tiles that hang over every edge; every byte is checked.
// Without a GPU that has TMA it says so.
#define CUCORE_STATIC
#include "cucore_kernel.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// ------------------------------------------------------------------------------------------------------- the kernel --
// Where a load begins, the fastest axis first, as PTX has it; for im2col also how far each pixel is from where it is counted.
struct place {
    int rank, is_im2col;
    int at[5];
    unsigned short offset[3];
};

__device__ unsigned shared_address(const void *pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ void load(const cucore_tensor_map *map, const place &p, unsigned tile, unsigned barrier)
{
    if (p.is_im2col) {
        asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%2, %3, %4, %5}], [%6], {%7, %8};"
                     :
                     : "r"(tile), "l"(map), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(p.at[3]), "r"(barrier),
                       "h"(p.offset[0]), "h"(p.offset[1])
                     : "memory");
    } else if (p.rank == 2) {
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%2, %3}], [%4];"
                     :
                     : "r"(tile), "l"(map), "r"(p.at[0]), "r"(p.at[1]), "r"(barrier)
                     : "memory");
    } else {
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1, {%2, %3, %4}], [%5];"
                     :
                     : "r"(tile), "l"(map), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "r"(barrier)
                     : "memory");
    }
}

// Where the byte `i` of a tile is: a swizzle exchanges chunks of 16 bytes within 32, 64 or 128 by the number of the row of 128
// bytes that they are in.  The tile begins at a multiple of 1024, after which that repeats.
__host__ __device__ inline unsigned swizzled(unsigned i, int swizzle)
{
    const unsigned mask = swizzle == CUCORE_TENSOR_SWIZZLE_128B  ? 7
                          : swizzle == CUCORE_TENSOR_SWIZZLE_64B ? 3
                          : swizzle == CUCORE_TENSOR_SWIZZLE_32B ? 1
                                                                 : 0;
    return i ^ ((i >> 7 & mask) << 4);
}

__global__ void take_tile(const __grid_constant__ cucore_tensor_map map, const place p, int swizzle, unsigned nbytes,
                          unsigned char *out)
{
    extern __shared__ unsigned char shared[];
    unsigned char *const tile = shared + (0u - shared_address(shared)) % 1024;
    __shared__ __align__(8) unsigned long long barrier;
    const unsigned address = shared_address(&barrier);
    unsigned done = 0;
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(address) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" : : : "memory"); // TMA sees the barrier as it is now
    }
    __syncthreads();
    if (threadIdx.x == 0) { // bytes outside of the array count, too: they are filled in
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(address), "r"(nbytes) : "memory");
        load(&map, p, shared_address(tile), address);
    }
    while (!done) {
        asm volatile("{\n"
                     "    .reg .pred complete;\n"
                     "    mbarrier.try_wait.parity.shared::cta.b64 complete, [%1], 0;\n"
                     "    selp.u32 %0, 1, 0, complete;\n"
                     "}"
                     : "=r"(done)
                     : "r"(address)
                     : "memory");
    }
    for (unsigned i = threadIdx.x; i < nbytes; i += blockDim.x) out[i] = tile[swizzled(i, swizzle)];
}

// --------------------------------------------------------------------------------------------------------- the host --
static void check(cucore_status status)
{
    if (status == CUCORE_OK) return;
    std::printf("%s: %s\n", cucore_status_name(status), cucore_last_error()->message);
    std::exit(1);
}

// An array of `rank` axes on the device, with gaps behind its rows, and its bytes here.
struct array {
    cucore_buffer buffer;
    cucore_view view;
    std::vector<unsigned char> bytes;

    array(int rank, const int64_t *shape, cucore_dtype dtype, unsigned seed) : buffer(), view()
    {
        int64_t strides[5], next = 1;
        cucore_array_spec spec = {};
        for (int axis = rank - 1; axis >= 0; axis--) {
            strides[axis] = next;
            next *= shape[axis];
            if (axis == rank - 1) next = (next * dtype.itemsize / 16 + 2) * 16 / dtype.itemsize;
        }
        bytes.resize(static_cast<size_t>(next) * dtype.itemsize);
        for (size_t i = 0; i < bytes.size(); i++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[i] = static_cast<unsigned char>(seed >> 24 | 1); // never 0, with which TMA fills
        }
        check(cucore_buffer_allocate(NULL, bytes.size(), NULL, &buffer));
        check(cucore_buffer_copy_from(&buffer, 0, bytes.data(), bytes.size(), NULL));
        spec.dtype = dtype;
        spec.ndim = rank;
        spec.shape = shape;
        spec.strides = strides;
        spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
        spec.device_id = 0;
        check(cucore_view_wrap(buffer.ptr, &spec, NULL, NULL, &view));
    }

    array(const array &) = delete;
    array &operator=(const array &) = delete;

    ~array()
    {
        cucore_view_release(&view);
        cucore_buffer_release(&buffer);
    }

    // The bytes of one element; zeros outside.
    void element(const int64_t *index, unsigned char *out) const
    {
        int64_t offset = 0;
        std::memset(out, 0, view.dtype.itemsize);
        for (int axis = 0; axis < view.layout.ndim; axis++) {
            if (index[axis] < 0 || index[axis] >= view.layout.shape[axis]) return;
            offset += index[axis] * view.layout.strides[axis];
        }
        std::memcpy(out, &bytes[static_cast<size_t>(offset) * view.dtype.itemsize], view.dtype.itemsize);
    }
};

static int wrong_cases;

static std::vector<unsigned char> run(const cucore_tensor_map &map, const place &p, int swizzle, size_t nbytes)
{
    std::vector<unsigned char> got(nbytes, 0xEE);
    cucore_buffer out = {};
    check(cucore_buffer_allocate(NULL, nbytes, NULL, &out));
    take_tile<<<1, 128, static_cast<unsigned>(nbytes) + 1023>>>(map, p, swizzle, static_cast<unsigned>(nbytes),
                                                                static_cast<unsigned char *>(out.ptr));
    if (cudaGetLastError() != cudaSuccess) std::puts("the launch failed"), std::exit(1);
    check(cucore_buffer_copy_to(&out, 0, got.data(), nbytes, NULL));
    check(cucore_buffer_release(&out));
    return got;
}

static void report(const char *name, const std::vector<unsigned char> &got, const std::vector<unsigned char> &expected)
{
    size_t different = 0, first = 0;
    for (size_t i = got.size(); i-- > 0;) {
        if (got[i] != expected[i]) different++, first = i;
    }
    if (different) {
        wrong_cases++;
        std::printf("%-48s WRONG: %zu of %zu bytes, the first is byte %zu, %d for %d\n", name, different, got.size(),
                    first, got[first], expected[first]);
    } else {
        std::printf("%-48s %zu bytes, all right\n", name, got.size());
    }
}

// The tile of `map` that begins at `from`, in the order of the array's axes: every element_strides-th element of a box.
static void tiled(const char *name, const array &a, const cucore_tensor_map &map, const cucore_tensor_map_spec &spec,
                  const int64_t *from)
{
    const int rank = a.view.layout.ndim;
    const size_t itemsize = a.view.dtype.itemsize;
    int64_t count[5], index[5] = {0, 0, 0, 0, 0}, element[5];
    size_t elements = 1;
    place p = {};
    p.rank = rank;
    for (int axis = 0; axis < rank; axis++) {
        const int step = spec.element_strides[axis] ? spec.element_strides[axis] : 1;
        count[axis] = (spec.box[axis] + step - 1) / step;
        elements *= static_cast<size_t>(count[axis]);
        p.at[rank - 1 - axis] = static_cast<int>(from[axis]);
    }
    std::vector<unsigned char> expected(elements * itemsize);
    for (size_t i = 0; i < elements; i++) {
        for (int axis = 0; axis < rank; axis++) {
            element[axis] = from[axis] + index[axis] * (spec.element_strides[axis] ? spec.element_strides[axis] : 1);
        }
        a.element(element, &expected[i * itemsize]);
        for (int axis = rank - 1; axis >= 0 && ++index[axis] == count[axis]; axis--) index[axis] = 0;
    }
    report(name, run(map, p, spec.swizzle, expected.size()), expected);
}

// A column of pixels of an array (N, H, W, C) that begins at (n, h, w) with channel c, each taken `dh`, `dw` farther: what a
// filter sees at its element (dh, dw).  Pixels are counted along W, then H, then N, within the box that the corners leave.
static void im2col(const char *name, const array &a, const cucore_tensor_map &map, const cucore_tensor_map_spec &spec,
                   int n, int h, int w, int c, int dh, int dw)
{
    const size_t itemsize = a.view.dtype.itemsize;
    const int64_t *shape = a.view.layout.shape;
    const int steps[2] = {spec.element_strides[1] ? spec.element_strides[1] : 1,
                          spec.element_strides[2] ? spec.element_strides[2] : 1};
    std::vector<unsigned char> expected(static_cast<size_t>(spec.pixels * spec.channels) * itemsize);
    size_t at = 0;
    place p = {};
    p.rank = 4;
    p.is_im2col = 1;
    p.at[0] = c, p.at[1] = w, p.at[2] = h, p.at[3] = n;
    p.offset[0] = static_cast<unsigned short>(dw), p.offset[1] = static_cast<unsigned short>(dh);
    for (int pixel = 0; pixel < spec.pixels; pixel++) {
        for (int channel = 0; channel < spec.channels; channel++, at += itemsize) {
            const int64_t element[4] = {n, h + dh, w + dw, c + channel};
            a.element(element, &expected[at]);
        }
        w += steps[1];
        if (w < shape[2] + spec.upper_corner[1]) continue;
        w = spec.lower_corner[1];
        h += steps[0];
        if (h < shape[1] + spec.upper_corner[0]) continue;
        h = spec.lower_corner[0];
        n++;
    }
    report(name, run(map, p, spec.swizzle, expected.size()), expected);
}

static const struct {
    const char *name;
    int number, span;
} swizzles[] = {{"none", CUCORE_TENSOR_SWIZZLE_NONE, 128},
                {"32 bytes", CUCORE_TENSOR_SWIZZLE_32B, 32},
                {"64 bytes", CUCORE_TENSOR_SWIZZLE_64B, 64},
                {"128 bytes", CUCORE_TENSOR_SWIZZLE_128B, 128}};

static void two_axes(const char *swizzle_name, int swizzle, int span)
{
    // Along the fastest axis a tile begins at a multiple of 16 bytes, else the load is an illegal instruction.
    const int64_t shape[2] = {61, 75}, inside[2] = {16, 20}, low[2] = {-3, -8}, high[2] = {50, 60};
    array a(2, shape, CUCORE_DTYPE_UINT32, 1), other(2, shape, CUCORE_DTYPE_UINT32, 2);
    cucore_tensor_map map;
    cucore_tensor_map_spec spec = {};
    char name[80];
    spec.name = "a";
    spec.swizzle = swizzle;
    spec.box[0] = 32;
    spec.box[1] = span / 4;
    check(cucore_tensor_map_make(&a.view, &spec, &map));
    std::snprintf(name, sizeof name, "2 axes, swizzle %s", swizzle_name);
    tiled(name, a, map, spec, inside);
    std::snprintf(name, sizeof name, "2 axes, swizzle %s, over the first edges", swizzle_name);
    tiled(name, a, map, spec, low);
    std::snprintf(name, sizeof name, "2 axes, swizzle %s, over the last edges", swizzle_name);
    tiled(name, a, map, spec, high);
    check(cucore_tensor_map_replace_address(&other.view, &spec, &map));
    std::snprintf(name, sizeof name, "2 axes, swizzle %s, another array", swizzle_name);
    tiled(name, other, map, spec, inside);
    spec.element_strides[0] = 3;
    check(cucore_tensor_map_make(&a.view, &spec, &map));
    std::snprintf(name, sizeof name, "2 axes, swizzle %s, every third row", swizzle_name);
    tiled(name, a, map, spec, inside);
}

static void three_axes(const char *swizzle_name, int swizzle, int span)
{
    const int64_t shape[3] = {5, 13, 150}, inside[3] = {1, 2, 24}, outside[3] = {3, -2, 120};
    array a(3, shape, CUCORE_DTYPE_UINT16, 3);
    cucore_tensor_map map;
    cucore_tensor_map_spec spec = {};
    char name[80];
    spec.name = "a";
    spec.swizzle = swizzle;
    spec.promotion = CUCORE_TENSOR_PROMOTION_128B;
    spec.box[0] = 3;
    spec.box[1] = 9;
    spec.box[2] = span / 2;
    check(cucore_tensor_map_make(&a.view, &spec, &map));
    std::snprintf(name, sizeof name, "3 axes, swizzle %s", swizzle_name);
    tiled(name, a, map, spec, inside);
    std::snprintf(name, sizeof name, "3 axes, swizzle %s, over edges", swizzle_name);
    tiled(name, a, map, spec, outside);
}

static void columns(const char *swizzle_name, int swizzle, int span)
{
    const int64_t shape[4] = {3, 7, 10, 160};
    array a(4, shape, CUCORE_DTYPE_UINT8, 4);
    cucore_tensor_map map;
    cucore_tensor_map_spec spec = {};
    char name[80];
    spec.name = "a";
    spec.mode = CUCORE_TENSOR_MODE_IM2COL;
    spec.swizzle = swizzle;
    spec.channels = span;
    spec.pixels = 96;                                                                 // more than the 70 of an image
    for (int i = 0; i < 2; i++) spec.lower_corner[i] = -1, spec.upper_corner[i] = -1; // a filter of 3 x 3, padding of 1
    check(cucore_tensor_map_make(&a.view, &spec, &map));
    for (int element = 0; element < 9; element += 4) {
        std::snprintf(name, sizeof name, "im2col, swizzle %s, filter's element (%d, %d)", swizzle_name, element / 3,
                      element % 3);
        im2col(name, a, map, spec, 0, -1, -1, 16, element / 3, element % 3);
    }
    for (int i = 0; i < 2; i++) spec.lower_corner[i] = -2, spec.upper_corner[i] = -5 + i; // which tell H from W
    check(cucore_tensor_map_make(&a.view, &spec, &map));
    std::snprintf(name, sizeof name, "im2col, swizzle %s, corners that differ", swizzle_name);
    im2col(name, a, map, spec, 0, -1, 2, 0, 1, 3);
}

static void not_a_number()
{
    const int64_t shape[2] = {8, 64};
    array a(2, shape, CUCORE_DTYPE_FLOAT32, 5);
    cucore_tensor_map map;
    cucore_tensor_map_spec spec = {};
    place p = {};
    int wrong = 0;
    spec.name = "a";
    spec.fill = CUCORE_TENSOR_FILL_NANS;
    spec.box[0] = 8;
    spec.box[1] = 32;
    check(cucore_tensor_map_make(&a.view, &spec, &map));
    p.rank = 2;
    p.at[0] = 48; // 16 columns inside, 16 outside
    std::vector<unsigned char> got = run(map, p, spec.swizzle, 8 * 32 * 4);
    for (int64_t i = 0; i < 8 * 32; i++) {
        const int64_t index[2] = {i / 32, 48 + i % 32};
        unsigned char expected[4];
        float number;
        a.element(index, expected);
        std::memcpy(&number, &got[static_cast<size_t>(i) * 4], 4);
        wrong += i % 32 < 16 ? std::memcmp(expected, &got[static_cast<size_t>(i) * 4], 4) != 0 : !std::isnan(number);
    }
    wrong_cases += wrong > 0;
    std::printf("%-48s %s\n", "filled with NaNs", wrong ? "WRONG" : "1024 bytes, all right");
}

int main()
{
    cucore_device_info info;
    if (cucore_driver_load()) {
        std::printf("no GPU, nothing was run: %s\n", cucore_last_error()->message);
        return 0;
    }
    check(cucore_device_set_current(0));
    check(cucore_device_get_info(0, &info));
    if (info.compute_major < 9) {
        std::printf("no GPU with TMA, nothing was run: %s has compute capability %d.%d, and TMA needs 9.0\n", info.name,
                    info.compute_major, info.compute_minor);
        return 0;
    }
    for (const auto &swizzle : swizzles) {
        two_axes(swizzle.name, swizzle.number, swizzle.span);
        three_axes(swizzle.name, swizzle.number, swizzle.span);
        columns(swizzle.name, swizzle.number, swizzle.span);
    }
    not_a_number();
    std::printf("tiles by TMA on %s: %s\n", info.name, wrong_cases ? "WRONG" : "all right");
    return wrong_cases != 0;
}
