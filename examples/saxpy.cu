// nvcc examples/saxpy.cu -I. -o saxpy && ./saxpy
//
// y = a * x + y with memory from the device's pool, everything in order of one stream.  The kernel and its launch are
// plain CUDA: a CUstream is a cudaStream_t, and the device that cucore made current is current for the runtime too.
#define CUCORE_STATIC
#include "cucore.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

static void check(cucore_status status)
{
    if (status == CUCORE_OK) return;
    std::printf("%s: %s\n", cucore_status_name(status), cucore_last_error()->message);
    std::exit(1);
}

int main()
{
    const int n = 1000003;
    const size_t bytes = n * sizeof(float);
    std::vector<float> x(n), y(n);
    cucore_device_info info;
    cucore_stream stream;
    cucore_buffer dx, dy;
    int wrong = 0;
    for (int i = 0; i < n; i++) x[i] = float(i % 1000), y[i] = float(i % 7);

    check(cucore_device_set_current(0));
    check(cucore_device_get_info(0, &info));
    check(cucore_stream_create(0, nullptr, &stream));
    check(cucore_buffer_allocate(NULL, bytes, stream.handle, &dx));
    check(cucore_buffer_allocate(NULL, bytes, stream.handle, &dy));
    check(cucore_buffer_copy_from(&dx, 0, x.data(), bytes, stream.handle));
    check(cucore_buffer_copy_from(&dy, 0, y.data(), bytes, stream.handle));
    saxpy<<<(n + 255) / 256, 256, 0, stream.handle>>>(n, 2.0f, (const float *)dx.ptr, (float *)dy.ptr);
    if (cudaGetLastError() != cudaSuccess) return std::puts("the launch failed"), 1;
    check(cucore_buffer_copy_to(&dy, 0, y.data(), bytes, stream.handle)); // to pageable memory: complete on return
    for (int i = 0; i < n; i++) wrong += y[i] != 2.0f * float(i % 1000) + float(i % 7);

    check(cucore_buffer_release(&dx));
    check(cucore_buffer_release(&dy));
    check(cucore_stream_release(&stream));
    std::printf("saxpy of %d elements on %s: %s\n", n, info.name, wrong ? "WRONG" : "right");
    return wrong != 0;
}
