/* Operators in torch's dispatcher: by hand with torch's C++ API (TORCH_LIBRARY), and by cucore_op.h, on the CPU.  The work is six
 * floats, so that the call counts.  make bench-op-torch builds and runs it with bench_op_torch.py. */
#define CUCORE_OP_NO_XLA
#define CUCORE_OP_NO_TVM_FFI
#define CUCORE_IMPLEMENTATION
#include "cucore_op.h"

#include <ATen/ATen.h>
#include <torch/library.h>

#include <string>
#include <tuple>

static void multiply(const float *x, float *y, int64_t n, float a)
{
    for (int64_t i = 0; i < n; i++) y[i] = x[i] * a;
}

/* -- by hand */
static void nothing_scale(const at::Tensor &, double)
{
}
static void nothing_norm(const at::Tensor &, const at::Tensor &, double, int64_t, const std::string &)
{
}

static at::Tensor scale(const at::Tensor &x, double a)
{
    TORCH_CHECK(x.scalar_type() == at::kFloat, "scale: x: expected dtype float32, got ", x.scalar_type());
    TORCH_CHECK(x.is_contiguous(), "scale: x: expected a contiguous tensor");
    at::Tensor y = at::empty_like(x);
    multiply(x.const_data_ptr<float>(), y.mutable_data_ptr<float>(), x.numel(), static_cast<float>(a));
    return y;
}

static std::tuple<at::Tensor, at::Tensor> norm(const at::Tensor &x, const at::Tensor &w, double eps, int64_t k,
                                               const std::string &how)
{
    TORCH_CHECK(x.scalar_type() == at::kFloat && x.dim() == 2 && x.is_contiguous(), "norm: x");
    TORCH_CHECK(w.scalar_type() == at::kFloat && w.dim() == 1 && w.is_contiguous(), "norm: w");
    TORCH_CHECK(w.size(0) == x.size(1), "norm: w: expected ", x.size(1), " elements, got ", w.size(0));
    at::Tensor y = at::empty_like(x), s = at::empty({x.size(0)}, x.options());
    multiply(x.const_data_ptr<float>(), y.mutable_data_ptr<float>(), x.numel(), static_cast<float>(eps));
    multiply(w.const_data_ptr<float>(), s.mutable_data_ptr<float>(), s.numel(),
             static_cast<float>(k + (how == "mean")));
    return {y, s};
}

static void add_(at::Tensor &x, double a)
{
    TORCH_CHECK(x.scalar_type() == at::kFloat && x.is_contiguous(), "add_: x");
    multiply(x.const_data_ptr<float>(), x.mutable_data_ptr<float>(), x.numel(), static_cast<float>(a));
}

TORCH_LIBRARY(hand, m)
{
    m.def("scale(Tensor x, float a=1.0) -> Tensor", scale);
    m.def("norm(Tensor x, Tensor w, float eps=1e-5, int k=1, str how=\"sum\") -> (Tensor, Tensor)", norm);
    m.def("nothing_scale(Tensor x, float a=1.0) -> ()", nothing_scale);
    m.def("nothing_norm(Tensor x, Tensor w, float eps=1e-5, int k=1, str how=\"sum\") -> ()", nothing_norm);
}
TORCH_LIBRARY_FRAGMENT(hand, m)
{
    m.def("add_(Tensor(a!) x, float a=1.0) -> ()");
    m.def("nothing_add_(Tensor(a!) x, float a=1.0) -> ()");
}
TORCH_LIBRARY_IMPL(hand, CPU, m)
{
    m.impl("add_", [](const at::Tensor &x, double a) {
        at::Tensor same = x;
        add_(same, a);
    });
    m.impl("nothing_add_", [](const at::Tensor &, double) {});
}

/* -- ours */
static const float *floats(const cucore_op_call *call, int place)
{
    return static_cast<const float *>(call->views[place].ptr);
}

static cucore_status run_scale(cucore_op_call *call)
{
    multiply(floats(call, 0), static_cast<float *>(call->views[1].ptr), cucore_layout_size(&call->views[0].layout),
             static_cast<float>(call->values[0].f));
    return CUCORE_OK;
}

static cucore_status run_norm(cucore_op_call *call)
{
    const cucore_op_scalar *how = &call->values[2];
    const bool mean = how->i == 4 && !memcmp(how->s, "mean", 4);
    multiply(floats(call, 0), static_cast<float *>(call->views[2].ptr), cucore_layout_size(&call->views[0].layout),
             static_cast<float>(call->values[0].f));
    multiply(floats(call, 1), static_cast<float *>(call->views[3].ptr), cucore_op_extent(call, "n"),
             static_cast<float>(call->values[1].i + mean));
    return CUCORE_OK;
}

static cucore_status run_add_(cucore_op_call *call)
{
    multiply(floats(call, 0), static_cast<float *>(call->views[0].ptr), cucore_layout_size(&call->views[0].layout),
             static_cast<float>(call->values[0].f));
    return CUCORE_OK;
}

static const cucore_op_value scale_values[] = {CUCORE_OP_FLOAT_VALUE("a", 1.0)};
static const cucore_arg scale_arrays[] = {
    CUCORE_ARG("x", "float32", "...", CUCORE_HOST_ACCESSIBLE | CUCORE_C_CONTIGUOUS), CUCORE_ARG("y", "=x", "=x", 0)};
CUCORE_OP_WITH(scale, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), run_scale, NULL, NULL);

static const cucore_op_value norm_values[] = {CUCORE_OP_FLOAT_VALUE("eps", 1e-5), CUCORE_OP_INT_VALUE("k", 1),
                                              CUCORE_OP_STRING_VALUE("how", "sum")};
static const cucore_arg norm_arrays[] = {
    CUCORE_ARG("x", "float32", "n, m", CUCORE_HOST_ACCESSIBLE | CUCORE_C_CONTIGUOUS),
    CUCORE_ARG("w", "float32", "m", CUCORE_HOST_ACCESSIBLE | CUCORE_C_CONTIGUOUS), CUCORE_ARG("y", "=x", "=x", 0),
    CUCORE_ARG("s", "=x", "n", 0)};
CUCORE_OP_WITH(norm, norm_arrays, 2, CUCORE_OP_VALUES(norm_values), run_norm, NULL, NULL);

static const cucore_arg add_arrays[] = {CUCORE_ARG(
    "x", "float32", "...", CUCORE_HOST_ACCESSIBLE | CUCORE_C_CONTIGUOUS | CUCORE_WRITE | CUCORE_KEEP_VERSION)};
CUCORE_OP_WITH(add_, add_arrays, 0, CUCORE_OP_VALUES(scale_values), run_add_, NULL, NULL);
static const cucore_arg counted_arrays[] = {
    CUCORE_ARG("x", "float32", "...", CUCORE_HOST_ACCESSIBLE | CUCORE_C_CONTIGUOUS | CUCORE_WRITE)};
CUCORE_OP_WITH(counted_, counted_arrays, 0, CUCORE_OP_VALUES(scale_values), run_add_, NULL, NULL);

extern "C" __attribute__((visibility("default"))) const char *register_ours(void)
{
    static const cucore_op *const ops[] = {&scale_op, &norm_op, &add__op, &counted__op};
    return cucore_op_register_torch(ops, 4, "ours") ? cucore_last_error()->message : NULL;
}
