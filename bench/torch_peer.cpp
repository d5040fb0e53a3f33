// The launch of bench_launch.py as an operator of torch: TORCH_LIBRARY, torch's own tensors and its current stream.
#include <ATen/core/Tensor.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/library.h>

#include <cuda.h>

static decltype(&cuLaunchKernel) launch_kernel;
static CUfunction kernel;

static void use(int64_t launcher, int64_t function)
{
    launch_kernel = reinterpret_cast<decltype(launch_kernel)>(launcher);
    kernel = reinterpret_cast<CUfunction>(function);
}

static void launch(const at::Tensor &out, const at::Tensor &a, const at::Tensor &b, const at::Tensor &c,
                   const at::Tensor &d, const at::Tensor &e, const at::Tensor &f, const at::Tensor &g)
{
    const at::Tensor *const tensors[] = {&out, &a, &b, &c, &d, &e, &f, &g};
    const c10::cuda::CUDAGuard guard(out.device());
    int n = static_cast<int>(out.numel());
    void *pointers[8], *params[9];
    for (int i = 0; i < 8; i++) {
        const at::Tensor &x = *tensors[i];
        TORCH_CHECK(x.scalar_type() == at::kFloat && x.numel() == n && x.is_contiguous() && x.device() == out.device(),
                    "argument ", i, ": expected a float32 tensor like the others");
        pointers[i] = x.data_ptr();
        params[i] = &pointers[i];
    }
    params[8] = &n;
    const CUresult result = launch_kernel(kernel, static_cast<unsigned>(n + 255) / 256, 1, 1, 256, 1, 1, 0,
                                          c10::cuda::getCurrentCUDAStream().stream(), params, nullptr);
    TORCH_CHECK(result == CUDA_SUCCESS, "cuLaunchKernel: ", static_cast<int>(result));
}

TORCH_LIBRARY(cucore_bench, m)
{
    m.def("use(int launcher, int function) -> ()", &use);
    m.def("launch(Tensor(z!) out, Tensor a, Tensor b, Tensor c, Tensor d, Tensor e, Tensor f, Tensor g) -> ()");
}
TORCH_LIBRARY_IMPL(cucore_bench, CUDA, m)
{
    m.impl("launch", &launch);
}
