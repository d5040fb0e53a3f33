// The launch of bench_launch.py as a function of tvm-ffi.
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/function.h>

#include <cuda.h>

using tvm::ffi::TensorView;

static decltype(&cuLaunchKernel) launch_kernel;
static CUfunction kernel;

static void use(int64_t launcher, int64_t function)
{
    launch_kernel = reinterpret_cast<decltype(launch_kernel)>(launcher);
    kernel = reinterpret_cast<CUfunction>(function);
}

static void launch(TensorView out, TensorView a, TensorView b, TensorView c, TensorView d, TensorView e, TensorView f,
                   TensorView g)
{
    const TensorView *const tensors[] = {&out, &a, &b, &c, &d, &e, &f, &g};
    const DLDevice device = out.device();
    int n = static_cast<int>(out.size(0));
    void *pointers[8], *params[9];
    for (int i = 0; i < 8; i++) {
        const TensorView &x = *tensors[i];
        if (x.dtype().code != kDLFloat || x.dtype().bits != 32 || x.ndim() != 1 || x.size(0) != n || x.stride(0) != 1 ||
            x.device().device_type != device.device_type || x.device().device_id != device.device_id) {
            TVM_FFI_THROW(ValueError) << "argument " << i << ": expected a float32 tensor like the others";
        }
        pointers[i] = x.data_ptr();
        params[i] = &pointers[i];
    }
    params[8] = &n;
    const CUresult result =
        launch_kernel(kernel, static_cast<unsigned>(n + 255) / 256, 1, 1, 256, 1, 1, 0,
                      static_cast<CUstream>(TVMFFIEnvGetStream(device.device_type, device.device_id)), params, nullptr);
    if (result != CUDA_SUCCESS) TVM_FFI_THROW(RuntimeError) << "cuLaunchKernel: " << static_cast<int>(result);
}

TVM_FFI_DLL_EXPORT_TYPED_FUNC(use, use)
TVM_FFI_DLL_EXPORT_TYPED_FUNC(launch, launch)
