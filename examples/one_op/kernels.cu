// The kernels of one_op.c.  kernels.h is their PTX text as a string; every driver since CUDA 9 takes it:
//     nvcc -ptx -arch=compute_75 kernels.cu -o - | sed '/^\/\/\|pragma/d; /^$/d; s/^\.version.*/.version 6.0/;
//         s/^\.target.*/.target sm_50/; s/.*/"&\\n"/' > kernels.h
static __device__ float block_sum(float value, float *parts)
{
    for (int step = 16; step; step /= 2) value += __shfl_xor_sync(~0u, value, step);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = 0;
#pragma unroll 1
    for (int i = 0; i < blockDim.x / 32; i++) value += parts[i];
    return value;
}

extern "C" __global__ void row_norm(const float *x, float *y, long long n, float eps)
{
    __shared__ float parts[32];
    float squares = 0;
    x += blockIdx.x * n, y += blockIdx.x * n;
#pragma unroll 1
    for (long long i = threadIdx.x; i < n; i += blockDim.x) squares += x[i] * x[i];
    const float scale = rsqrtf(block_sum(squares, parts) / n + eps);
#pragma unroll 1
    for (long long i = threadIdx.x; i < n; i += blockDim.x) y[i] = x[i] * scale;
}

extern "C" __global__ void row_norm_backward(const float *grad_y, const float *x, float *grad_x, long long n, float eps)
{
    __shared__ float parts[64];
    float squares = 0, products = 0;
    grad_y += blockIdx.x * n, x += blockIdx.x * n, grad_x += blockIdx.x * n;
#pragma unroll 1
    for (long long i = threadIdx.x; i < n; i += blockDim.x) squares += x[i] * x[i], products += x[i] * grad_y[i];
    const float scale = rsqrtf(block_sum(squares, parts) / n + eps);
    const float part = block_sum(products, parts + 32) * scale * scale * scale / n;
#pragma unroll 1
    for (long long i = threadIdx.x; i < n; i += blockDim.x) grad_x[i] = grad_y[i] * scale - x[i] * part;
}
