/* test_max_ndim.c - views of up to four axes: smaller, and what has more is refused by name. */
#define CUCORE_MAX_NDIM 4
#define CUCORE_IMPLEMENTATION
#include "cucore_cai.h"
#include "cucore_copy.h"
#include "cucore_dlpack.h"

#include "check.h"

static const int64_t shape[6] = {2, 3, 4, 5, 1, 1};

TEST(test_sizes)
{
    CHECK_INT((int)sizeof(cucore_layout), 24 + 2 * 4 * 8);
    CHECK((int)sizeof(cucore_view) < 300);
}

/* 4 axes are taken, 5 and more, and less than none, are refused: by each way to a view. */
TEST(test_most_axes)
{
    static const struct {
        const char *name;
        int ndim;
        cucore_status status;
    } rows[] = {{"none", 0, CUCORE_OK},
                {"four", 4, CUCORE_OK},
                {"five", 5, CUCORE_INVALID_ARGUMENT},
                {"six", 6, CUCORE_INVALID_ARGUMENT},
                {"negative", -1, CUCORE_INVALID_ARGUMENT}};
    static float memory[120];
    int64_t extents[6];
    FOR_ROWS (row, rows) {
        char words[64];
        cucore_array_spec spec;
        cucore_layout layout;
        cucore_view view;
        DLTensor tensor;
        cucore_interface dict;
        cucore_status status;
        memcpy(extents, shape, sizeof extents);
        snprintf(words, sizeof words, "ndim is %d; it must be 0 to 4", row->ndim);
        CHECK_INT(cucore_layout_make(row->ndim, extents, NULL, 4, &layout), row->status);
        if (row->status) CHECK_HAS(cucore_last_error()->message, words);
        memset(&spec, 0, sizeof spec);
        spec.dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
        spec.ndim = row->ndim, spec.shape = extents, spec.device_type = CUCORE_DEVICE_TYPE_CPU;
        CHECK_INT(cucore_view_wrap(memory, &spec, NULL, NULL, &view), row->status);
        if (row->status) CHECK_HAS(cucore_last_error()->message, words);
        memset(&tensor, 0, sizeof tensor);
        tensor.data = memory, tensor.device.device_type = kDLCPU, tensor.ndim = row->ndim;
        tensor.dtype.code = kDLFloat, tensor.dtype.bits = 32, tensor.dtype.lanes = 1, tensor.shape = extents;
        status = cucore_view_from_dltensor(&tensor, 0, NULL, &view);
        CHECK_INT(status != CUCORE_OK, row->status != CUCORE_OK);
        if (status) CHECK_HAS(cucore_last_error()->message, words);
        memset(&dict, 0, sizeof dict);
        dict.protocol = CUCORE_PROTOCOL_ARRAY_INTERFACE, dict.typestr = ORDER_HERE "f4", dict.typestr_size = 3;
        dict.data = (uint64_t)(uintptr_t)memory, dict.ndim = row->ndim, dict.shape = extents;
        status = cucore_view_from_interface(&dict, NULL, &view);
        CHECK_INT(status != CUCORE_OK, row->status != CUCORE_OK);
        if (status) CHECK_HAS(cucore_last_error()->message, words);
    }
    check_row(NULL);
}

/* What would get a fifth axis. */
TEST(test_more_axes)
{
    const int64_t split[5] = {2, 3, 4, 5, 1}, flat[1] = {120};
    const int at[1] = {0};
    cucore_layout layout, out;
    memset(&layout, 0, sizeof layout);
    CHECK_INT(cucore_layout_make(4, shape, NULL, 4, &layout), CUCORE_OK);
    REFUSED(cucore_layout_reshape(&layout, 5, split, &out), CUCORE_INVALID_ARGUMENT, "5 axes; it must have 0 to 4");
    CHECK_INT(cucore_layout_unsqueeze(&layout, at, 1, &out), CUCORE_INVALID_ARGUMENT);
    CHECK_INT(cucore_layout_reshape(&layout, 1, flat, &out), CUCORE_OK);
    CHECK_INT(out.shape[0], 120);
}

/* Copies by the CPU between all orders of four axes, against indices. */
TEST(test_copies)
{
    static int32_t from[120], to[120];
    cucore_array_spec spec;
    cucore_view src, dst;
    int order[4], i, n;
    for (n = 0; n < 256; n++) {
        int64_t strides[4], step = 1, index[4], at;
        for (i = 0; i < 4; i++) order[i] = n >> (2 * i) & 3;
        if ((1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3]) != 15) continue;
        for (i = 3; i >= 0; i--) strides[order[i]] = step, step *= shape[order[i]];
        for (i = 0; i < 120; i++) from[i] = i, to[i] = -1;
        memset(&spec, 0, sizeof spec);
        spec.dtype = cucore_dtype_make(CUCORE_CODE_INT, 32, 1);
        spec.ndim = 4, spec.shape = shape, spec.device_type = CUCORE_DEVICE_TYPE_CPU;
        CHECK_INT(cucore_view_wrap(to, &spec, NULL, NULL, &dst), CUCORE_OK);
        spec.strides = strides;
        CHECK_INT(cucore_view_wrap(from, &spec, NULL, NULL, &src), CUCORE_OK);
        CHECK_INT(cucore_view_copy(&dst, &src, CUCORE_STREAM_HOST, NULL), CUCORE_OK);
        for (i = 0; i < 120; i++) {
            index[3] = i % 5, index[2] = i / 5 % 4, index[1] = i / 20 % 3, index[0] = i / 60;
            at = index[0] * strides[0] + index[1] * strides[1] + index[2] * strides[2] + index[3] * strides[3];
            if (to[i] != at) CHECK_INT(to[i], at);
        }
    }
}

TESTS_MAIN
