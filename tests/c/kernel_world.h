/* kernel_world.h - two devices whose kernels fill arrays: test_driver_kernels.c, test_driver_launch.c, test_driver_programs.c.  Needs
 * on_fake.h and the implementation. */
#ifndef CUCORE_TESTS_KERNEL_WORLD_H
#define CUCORE_TESTS_KERNEL_WORLD_H

#include "forget_kernels.h"

enum { N = 100 };

static struct {
    CUcontext primary[2], foreign;
    CUstream a, b, f; /* of device 0, device 1, the foreign context of device 0 */
    int *out[2];      /* N + 1 numbers on each device */
} w;

/* The modules of all contexts are forgotten, as in a process that has just started. */
static inline void world_begin(void)
{
    forget_loaded(&cucore__modules);
    fake_reset();
    for (int i = 0; i < 2; i++) {
        CHECK_INT(cucore_context_get_primary(i, &w.primary[i]), CUCORE_OK);
        w.out[i] = (int *)(uintptr_t)fake_alloc(FAKE_DEVICE, i, (N + 1) * sizeof(int));
        for (int j = 0; j <= N; j++) w.out[i][j] = -1;
    }
    w.foreign = fake_context_create(0);
    w.a = fake_stream_create(w.primary[0], CU_STREAM_NON_BLOCKING);
    w.b = fake_stream_create(w.primary[1], CU_STREAM_NON_BLOCKING);
    w.f = fake_stream_create(w.foreign, CU_STREAM_NON_BLOCKING);
    fake_log_clear();
}

/* Launches store(n, value, out). */
static inline cucore_status launch(cucore_kernel *kernel, int device_id, CUstream stream, int value)
{
    const int n = N;
    int *out = w.out[device_id == 1];
    cucore_launch_config config = cucore_launch_config_1d(n, 32);
    return cucore_kernel_launch(kernel, device_id, &config, stream, CUCORE_ARGS(&n, &value, &out));
}

static inline int all_are(const int *out, int value)
{
    int i = 0;
    while (i < N && out[i] == value) i++;
    return i == N && out[N] == -1;
}

#endif
