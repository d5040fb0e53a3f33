// Operators for bench_op_xla.py: each by cucore_op.h, and by hand with XLA's C++ FFI (xla/ffi/api/ffi.h of jaxlib), which
// checks what the declaration checks: dtypes, attributes, and that the shapes agree.  `bench` calls a handler by a frame
// that is made here; the others are for jax.ffi.
#define CUCORE_IMPLEMENTATION
#define CUCORE_OP_NO_TORCH
#define CUCORE_OP_NO_TVM_FFI
#include "cucore_op.h"

#include <chrono>
#include <cstdio>
#include <cstring>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

#define HANDLER extern "C" __attribute__((visibility("default"))) XLA_FFI_Error *

static void scale(const float *x, float *y, int64_t n, float a)
{
    for (int64_t i = 0; i < n; i++) y[i] = x[i] * a;
}

/* ---- scale(x, a) -> y */
static cucore_status scale_run(cucore_op_call *call)
{
    const cucore_view *x = &call->views[0];
    scale((const float *)x->ptr, (float *)call->views[1].ptr, cucore_view_size(x), (float)call->values[0].f);
    return CUCORE_OK;
}
static const cucore_arg scale_arrays[] = {CUCORE_ARG("x", "float32", "...", CUCORE_C_CONTIGUOUS),
                                          CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value scale_values[] = {CUCORE_OP_FLOAT_VALUE("a", 1.0)};
CUCORE_OP_WITH(scale, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), scale_run, NULL, NULL);

static ffi::Error scale_by_hand(double a, ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y)
{
    if (!(x.dimensions() == y->dimensions()))
        return ffi::Error(XLA_FFI_Error_Code_INVALID_ARGUMENT, "scale: y: another shape than x");
    scale(x.typed_data(), y->typed_data(), static_cast<int64_t>(x.element_count()), static_cast<float>(a));
    return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER(scale_hand, scale_by_hand,
                       ffi::Ffi::Bind().Attr<double>("a").Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());

/* ---- norm(x[n, m], weight[m], eps, mode, k) -> y[n, m], mean[n]: its values are only read */
static cucore_status norm_run(cucore_op_call *call)
{
    ((float *)call->views[3].ptr)[0] =
        (float)(call->values[0].f + (double)call->values[1].i + (double)call->values[2].i);
    return CUCORE_OK;
}
static const cucore_arg norm_arrays[] = {CUCORE_ARG("x", "float32", "n, m", CUCORE_C_CONTIGUOUS),
                                         CUCORE_ARG("weight", "float32", "m", CUCORE_C_CONTIGUOUS),
                                         CUCORE_ARG("y", "=x", "n, m", 0), CUCORE_ARG("mean", "float32", "n", 0)};
static const cucore_op_value norm_values[] = {CUCORE_OP_FLOAT_VALUE("eps", 1e-5), CUCORE_OP_INT_VALUE("k", 1),
                                              CUCORE_OP_STRING_VALUE("mode", "sum")};
CUCORE_OP_WITH(norm, norm_arrays, 2, CUCORE_OP_VALUES(norm_values), norm_run, NULL, NULL);

using matrix_of = ffi::Buffer<ffi::F32, 2>;
using vector_of = ffi::Buffer<ffi::F32, 1>;
static ffi::Error norm_by_hand(double eps, int64_t k, std::string_view mode, matrix_of x, vector_of weight,
                               ffi::Result<matrix_of> y, ffi::Result<vector_of> mean)
{
    if (!(x.dimensions() == y->dimensions()) || weight.dimensions()[0] != x.dimensions()[1] ||
        mean->dimensions()[0] != x.dimensions()[0])
        return ffi::Error(XLA_FFI_Error_Code_INVALID_ARGUMENT, "norm: shapes that do not agree");
    mean->typed_data()[0] = static_cast<float>(eps + static_cast<double>(k) + static_cast<double>(mode.size()));
    return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER(norm_hand, norm_by_hand,
                       ffi::Ffi::Bind()
                           .Attr<double>("eps")
                           .Attr<int64_t>("k")
                           .Attr<std::string_view>("mode")
                           .Arg<matrix_of>()
                           .Arg<vector_of>()
                           .Ret<matrix_of>()
                           .Ret<vector_of>());

/* ---- handlers */
HANDLER scale_ours_cpu(XLA_FFI_CallFrame *frame)
{
    return (XLA_FFI_Error *)scale_op.entries.xla_cpu(frame);
}
HANDLER scale_hand_cpu(XLA_FFI_CallFrame *frame)
{
    return scale_hand(frame);
}
HANDLER norm_ours_cpu(XLA_FFI_CallFrame *frame)
{
    return (XLA_FFI_Error *)norm_op.entries.xla_cpu(frame);
}
HANDLER norm_hand_cpu(XLA_FFI_CallFrame *frame)
{
    return norm_hand(frame);
}
HANDLER nothing_cpu(XLA_FFI_CallFrame *frame)
{
    return frame->extension_start ? scale_hand(frame) : nullptr;
}

/* ---- frames */
static XLA_FFI_Error *error_create(XLA_FFI_Error_Create_Args *args)
{
    std::fprintf(stderr, "%s\n", args->message);
    return reinterpret_cast<XLA_FFI_Error *>(args);
}

static XLA_FFI_Error *stream_get(XLA_FFI_Stream_Get_Args *)
{
    return nullptr;
}

/* Calls a handler `calls` times -> ns of one, negative if it failed.  norm: the frame is for norm, else for scale. */
extern "C" __attribute__((visibility("default"))) double bench(XLA_FFI_Handler *handler, int norm, int64_t calls)
{
    alignas(64) static float memory[4][8];
    int64_t matrix[] = {2, 3}, columns[] = {3}, rows[] = {2};
    const auto made = [](int i, int64_t rank, int64_t *dims) {
        XLA_FFI_Buffer buffer = {XLA_FFI_Buffer_STRUCT_SIZE, nullptr, XLA_FFI_DataType_F32, memory[i], rank, dims};
        return buffer;
    };
    XLA_FFI_Buffer x = made(0, 2, matrix), weight = made(1, 1, columns), y = made(2, 2, matrix),
                   mean = made(3, 1, rows);
    XLA_FFI_ArgType arg_types[] = {XLA_FFI_ArgType_BUFFER, XLA_FFI_ArgType_BUFFER};
    XLA_FFI_RetType ret_types[] = {XLA_FFI_RetType_BUFFER, XLA_FFI_RetType_BUFFER};
    XLA_FFI_AttrType types[] = {XLA_FFI_AttrType_SCALAR, XLA_FFI_AttrType_SCALAR, XLA_FFI_AttrType_STRING};
    void *args[] = {&x, &weight}, *rets[] = {&y, &mean};
    double number = 2;
    int64_t k = 5;
    XLA_FFI_ByteSpan names[] = {{norm ? "eps" : "a", norm ? 3u : 1u}, {"k", 1}, {"mode", 4}},
                     *name_list[] = {&names[0], &names[1], &names[2]};
    XLA_FFI_ByteSpan text = {"mean", 4};
    XLA_FFI_Scalar scalars[] = {{XLA_FFI_DataType_F64, &number}, {XLA_FFI_DataType_S64, &k}};
    void *values[] = {&scalars[0], &scalars[1], &text};
    XLA_FFI_Api api;
    std::memset(&api, 0, sizeof api);
    api.struct_size = XLA_FFI_Api_STRUCT_SIZE;
    api.api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr, XLA_FFI_API_MAJOR, XLA_FFI_API_MINOR};
    api.XLA_FFI_Error_Create = error_create;
    api.XLA_FFI_Stream_Get = stream_get;
    XLA_FFI_CallFrame frame;
    std::memset(&frame, 0, sizeof frame);
    frame.struct_size = XLA_FFI_CallFrame_STRUCT_SIZE;
    frame.api = &api;
    frame.stage = XLA_FFI_ExecutionStage_EXECUTE;
    frame.args = {XLA_FFI_Args_STRUCT_SIZE, nullptr, norm ? 2 : 1, arg_types, args};
    frame.rets = {XLA_FFI_Rets_STRUCT_SIZE, nullptr, norm ? 2 : 1, ret_types, rets};
    frame.attrs = {XLA_FFI_Attrs_STRUCT_SIZE, nullptr, norm ? 3 : 1, types, name_list, values};
    const auto start = std::chrono::steady_clock::now();
    for (int64_t i = 0; i < calls; i++)
        if (handler(&frame)) return -1;
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() /
           static_cast<double>(calls);
}
