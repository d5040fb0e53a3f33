/* gcc -I. examples/driver_only.c -ldl -lpthread -o driver_only && ./driver_only
 *
 * A kernel without nvcc and without the CUDA runtime: PTX as text, which the driver compiles for whatever GPU there is.
 * Nothing is linked: a machine without a driver gets a sentence. */
#define CUCORE_STATIC
#include "cucore.h"

#include <stdlib.h>

/* extern "C" __global__ void square(unsigned *v, unsigned n) { unsigned i = ...; if (i < n) v[i] *= v[i]; } */
static const char ptx[] = ".version 6.0\n"
                          ".target sm_50\n"
                          ".address_size 64\n"
                          ".visible .entry square(.param .u64 v, .param .u32 n)\n"
                          "{\n"
                          "    .reg .pred %p<2>;\n"
                          "    .reg .b32 %r<7>;\n"
                          "    .reg .b64 %d<4>;\n"
                          "    ld.param.u64 %d1, [v];\n"
                          "    ld.param.u32 %r1, [n];\n"
                          "    mov.u32 %r2, %ctaid.x;\n"
                          "    mov.u32 %r3, %ntid.x;\n"
                          "    mov.u32 %r4, %tid.x;\n"
                          "    mad.lo.u32 %r5, %r2, %r3, %r4;\n"
                          "    setp.ge.u32 %p1, %r5, %r1;\n"
                          "    @%p1 bra done;\n"
                          "    cvta.to.global.u64 %d1, %d1;\n"
                          "    mul.wide.u32 %d2, %r5, 4;\n"
                          "    add.u64 %d3, %d1, %d2;\n"
                          "    ld.global.u32 %r6, [%d3];\n"
                          "    mul.lo.u32 %r6, %r6, %r6;\n"
                          "    st.global.u32 [%d3], %r6;\n"
                          "done:\n"
                          "    ret;\n"
                          "}\n";

static cucore_kernel square = CUCORE_KERNEL(ptx, "square");

static void check(cucore_status status)
{
    if (status == CUCORE_OK) return;
    printf("%s: %s\n", cucore_status_name(status), cucore_last_error()->message);
    exit(1);
}

int main(void)
{
    enum { COUNT = 10007 };
    static unsigned values[COUNT];
    unsigned count = COUNT, i, wrong = 0;
    cucore_device_info info;
    cucore_memory_resource *memory;
    cucore_stream stream;
    cucore_buffer buffer;
    cucore_launch_config config = cucore_launch_config_1d(COUNT, 128);
    for (i = 0; i < count; i++) values[i] = i;

    /* BEGIN work */
    check(cucore_device_get_info(0, &info));
    check(cucore_stream_create(0, NULL, &stream));
    check(cucore_memory_resource_create(CUCORE_MEMORY_SYNCHRONOUS, 0, NULL, &memory));
    check(cucore_buffer_allocate(memory, sizeof values, stream.handle, &buffer));
    cucore_memory_resource_release(memory); /* the buffer has a reference */
    check(cucore_buffer_copy_from(&buffer, 0, values, sizeof values, stream.handle));
    check(cucore_kernel_launch(&square, 0, &config, stream.handle, CUCORE_ARGS(&buffer.ptr, &count)));
    check(cucore_buffer_copy_to(&buffer, 0, values, sizeof values, stream.handle));
    /* END */
    for (i = 0; i < count; i++) wrong += values[i] != i * i;

    check(cucore_buffer_release(&buffer));
    check(cucore_stream_release(&stream));
    printf("%u squares on %s, compute capability %d.%d: %s\n", count, info.name, info.compute_major, info.compute_minor,
           wrong ? "WRONG" : "right");
    return wrong != 0;
}
