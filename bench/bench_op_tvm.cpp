// A packed call of tvm-ffi with two arrays and a number: an operator of cucore_op.h beside a typed function by tvm-ffi's C++ API, which
// checks the same, and beside a function that does nothing.  Nanoseconds in C, without Python: the least of many rounds.
#define CUCORE_STATIC
#define CUCORE_OP_NO_TORCH
#define CUCORE_OP_NO_XLA
#include "cucore_op.h"

#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

#include <chrono>
#include <cstdio>
#include <cstring>

static cucore_status ours_run(cucore_op_call *call)
{
    const float *x = static_cast<const float *>(call->views[0].ptr);
    float *y = static_cast<float *>(call->views[1].ptr);
    for (int64_t i = 0, n = call->views[0].layout.shape[0]; i < n; i++)
        y[i] = static_cast<float>(call->values[0].f) * x[i];
    return CUCORE_OK;
}
static const cucore_arg arrays[] = {CUCORE_ARG("x", "float32", "n", CUCORE_C_CONTIGUOUS),
                                    CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value values[] = {CUCORE_OP_FLOAT_VALUE("a", 2.0)};
CUCORE_OP_WITH(ours, arrays, 1, CUCORE_OP_VALUES(values), ours_run, nullptr, nullptr);

static void typed_run(tvm::ffi::TensorView x, double a, tvm::ffi::TensorView y)
{
    for (const tvm::ffi::TensorView *t : {&x, &y}) {
        if (t->dtype().code != kDLFloat || t->dtype().bits != 32 || t->dtype().lanes != 1)
            TVM_FFI_THROW(TypeError) << "dtype";
        if (t->ndim() != 1 || t->size(0) != x.size(0) || (t->size(0) != 1 && t->stride(0) != 1))
            TVM_FFI_THROW(ValueError) << "shape";
        if (t->device().device_type != x.device().device_type || t->device().device_id != x.device().device_id)
            TVM_FFI_THROW(ValueError) << "device";
    }
    const float *from = static_cast<const float *>(x.data_ptr());
    float *to = static_cast<float *>(y.data_ptr());
    for (int64_t i = 0, n = x.size(0); i < n; i++) to[i] = static_cast<float>(a) * from[i];
}
TVM_FFI_DLL_EXPORT_TYPED_FUNC(typed, typed_run)

extern "C" int nothing(void *, const TVMFFIAny *, int32_t, TVMFFIAny *);
extern "C" int nothing(void *, const TVMFFIAny *, int32_t, TVMFFIAny *)
{
    return 0;
}

int main()
{
    alignas(64) static float x[8], y[8];
    int64_t shape[1] = {5}, stride[1] = {1};
    struct tensor {
        TVMFFIObject head;
        DLTensor tensor;
    } a = {}, b = {};
    TVMFFIAny args[3] = {}, result = {};
    using function = int (*)(void *, const TVMFFIAny *, int32_t, TVMFFIAny *);
    const function functions[] = {reinterpret_cast<function>(ours_op.entries.tvm_ffi), __tvm_ffi_typed, nothing};
    double best[3] = {1e9, 1e9, 1e9};
    a.head.type_index = kTVMFFITensor;
    a.tensor = {x, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, stride, 0};
    b = a;
    b.tensor.data = y;
    args[0].type_index = args[2].type_index = kTVMFFITensor;
    args[0].v_ptr = &a;
    args[1].type_index = kTVMFFIFloat;
    args[1].v_float64 = 2;
    args[2].v_ptr = &b;
    for (int round = 0; round < 300; round++) {
        for (int which = 0; which < 3; which++) {
            const auto start = std::chrono::steady_clock::now();
            for (int i = 0; i < 10000; i++)
                if (functions[which](nullptr, args, 3, &result)) return 1;
            const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
            if (took.count() / 10000 < best[which]) best[which] = took.count() / 10000;
        }
    }
    std::printf("ns a packed call: cucore_op.h %.1f, typed function %.1f, nothing %.1f\n", best[0], best[1], best[2]);
    return 0;
}
