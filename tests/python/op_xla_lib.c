/* op_xla_lib.c - operators for tests of XLA's FFI: each has handlers for jax.ffi, name_cpu and name_cuda, in a library that
 * ctypes loads.  test_op_xla.py and tests/gpu/test_gpu_op_xla.py register them. */
#define CUCORE_IMPLEMENTATION
#define CUCORE_OP_NO_TORCH
#define CUCORE_OP_NO_TVM_FFI
#include "cucore_op.h"

#define EXPORT(name)                                                                                                   \
    CUCORE__OP_EXPORTED void *name##_cpu(void *frame);                                                                 \
    CUCORE__OP_EXPORTED void *name##_cuda(void *frame);                                                                \
    void *name##_cpu(void *frame)                                                                                      \
    {                                                                                                                  \
        return name##_op.entries.xla_cpu(frame);                                                                       \
    }                                                                                                                  \
    void *name##_cuda(void *frame)                                                                                     \
    {                                                                                                                  \
        return name##_op.entries.xla_cuda(frame);                                                                      \
    }

/* scale(x, y, a, n, wait): waits so many ns, then y[i] = x[i] * a for i < n. */
static const char ptx[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry scale(.param .u64 x, .param .u64 y, .param .f32 a, .param .u32 n, .param .u64 wait)\n"
    "{\n"
    ".reg .pred %p<3>; .reg .f32 %f<4>; .reg .b32 %r<6>; .reg .b64 %d<9>;\n"
    "ld.param.u64 %d1, [wait]; mov.u64 %d2, %globaltimer; add.u64 %d3, %d2, %d1;\n"
    "again: mov.u64 %d2, %globaltimer; setp.lt.u64 %p1, %d2, %d3; @%p1 bra again;\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r4, %r1, %r2, %r3;\n"
    "ld.param.u32 %r5, [n]; setp.ge.u32 %p2, %r4, %r5; @%p2 bra done;\n"
    "ld.param.u64 %d4, [x]; ld.param.u64 %d5, [y]; mul.wide.u32 %d6, %r4, 4; add.u64 %d7, %d4, %d6; add.u64 %d8, %d5, "
    "%d6;\n"
    "ld.global.f32 %f1, [%d7]; ld.param.f32 %f2, [a]; mul.f32 %f3, %f1, %f2; st.global.f32 [%d8], %f3;\n"
    "done: ret;\n"
    "}\n";

static cucore_status scale_on(const cucore_op_call *call, void *x, void *y, float a, uint64_t wait)
{
    static cucore_kernel kernel = CUCORE_KERNEL(ptx, "scale");
    const int64_t n = cucore_view_size(&call->views[0]);
    const cucore_launch_config config = cucore_launch_config_1d(n, 256);
    unsigned count = (unsigned)n;
    int64_t i;
    if (call->device_id >= 0)
        return cucore_kernel_launch(&kernel, call->device_id, &config, call->stream,
                                    CUCORE_ARGS(&x, &y, &a, &count, &wait));
    for (i = 0; i < n; i++) ((float *)y)[i] = ((const float *)x)[i] * a;
    return CUCORE_OK;
}

/* scale(x, a=1.5, wait=0) -> y; scale_calls counts how often XLA called it, or recorded it. */
static int scale_count;
CUCORE__OP_EXPORTED int scale_calls(void);
int scale_calls(void)
{
    return __atomic_load_n(&scale_count, __ATOMIC_RELAXED);
}

static cucore_status scale_run(cucore_op_call *call)
{
    __atomic_add_fetch(&scale_count, 1, __ATOMIC_RELAXED);
    return scale_on(call, call->views[0].ptr, call->views[1].ptr, (float)call->values[0].f,
                    (uint64_t)call->values[1].i);
}
static const cucore_arg scale_arrays[] = {CUCORE_ARG("x", "float32", "...", CUCORE_C_CONTIGUOUS),
                                          CUCORE_ARG("y", "=x", "=x", 0)};
static const cucore_op_value scale_values[] = {CUCORE_OP_FLOAT_VALUE("a", 1.5), CUCORE_OP_INT_VALUE("wait", 0)};
CUCORE_OP_WITH(scale, scale_arrays, 1, CUCORE_OP_VALUES(scale_values), scale_run, NULL, NULL);
EXPORT(scale)

/* grow(x): x *= 2, in place */
static cucore_status grow_run(cucore_op_call *call)
{
    return scale_on(call, call->views[0].ptr, call->views[0].ptr, 2, 0);
}
static const cucore_arg grow_arrays[] = {CUCORE_ARG("x", "float32", "n, m", CUCORE_WRITE)};
CUCORE_OP(grow, grow_arrays, 0, grow_run);
EXPORT(grow)

/* same(x) -> y: the bytes of any dtype */
static cucore_status same_run(cucore_op_call *call)
{
    const cucore_view *x = &call->views[0];
    const int64_t nbytes = cucore_view_nbytes(x);
    if (nbytes < 0 || !call->views[1].dtype.lanes)
        return cucore_fail(CUCORE_UNSUPPORTED, "%lld bytes", (long long)nbytes);
    if (call->device_id >= 0 && nbytes)
        return cucore_memory_copy(call->views[1].ptr, x->ptr, (size_t)nbytes, call->stream);
    if (nbytes) memcpy(call->views[1].ptr, x->ptr, (size_t)nbytes);
    return CUCORE_OK;
}
static const cucore_arg same_arrays[] = {CUCORE_ARG("x", NULL, NULL, 0), CUCORE_ARG("y", "=x", "=x", 0)};
CUCORE_OP(same, same_arrays, 1, same_run);
EXPORT(same)

/* tell(x, count=7, eps=0.5, flag=True, mode="sum", *, k) -> y, z: the values; and the extents, with one that k names */
static cucore_status tell_run(cucore_op_call *call)
{
    double *y = (double *)call->views[1].ptr;
    int32_t *z = (int32_t *)call->views[2].ptr;
    int64_t i;
    y[0] = (double)call->values[0].i;
    y[1] = call->values[1].f;
    y[2] = (double)call->values[2].i;
    y[3] = (double)call->values[3].i;
    y[4] = call->values[3].i ? call->values[3].s[call->values[3].i - 1] : 0;
    for (i = 0; i < cucore_op_extent(call, "k"); i++) z[i] = (int32_t)cucore_op_extent(call, "n");
    return CUCORE_OK;
}
static const cucore_arg tell_arrays[] = {CUCORE_ARG("x", "float32 bfloat16", "n", 0),
                                         CUCORE_ARG("y", "float64", "5", 0), CUCORE_ARG("z", "int32", "k", 0)};
static const cucore_op_value tell_values[] = {CUCORE_OP_INT_VALUE("count", 7), CUCORE_OP_FLOAT_VALUE("eps", 0.5),
                                              CUCORE_OP_BOOL_VALUE("flag", 1), CUCORE_OP_STRING_VALUE("mode", "sum"),
                                              CUCORE_OP_REQUIRED_VALUE(INT, "k")};
CUCORE_OP_WITH(tell, tell_arrays, 2, CUCORE_OP_VALUES(tell_values), tell_run, NULL, NULL);
EXPORT(tell)

/* twice(x) -> y: twice as many elements, by a function `shape` */
static cucore_status twice_shape(cucore_op_call *call)
{
    const int64_t n = 2 * cucore_view_size(&call->views[0]);
    return cucore_op_set_result(call, 0, call->views[0].dtype, 1, &n);
}
static cucore_status twice_run(cucore_op_call *call)
{
    const size_t nbytes = (size_t)cucore_view_nbytes(&call->views[0]);
    memcpy(call->views[1].ptr, call->views[0].ptr, nbytes);
    memcpy((char *)call->views[1].ptr + nbytes, call->views[0].ptr, nbytes);
    return CUCORE_OK;
}
static const cucore_arg twice_arrays[] = {CUCORE_ARG("x", "float32 int32", "n", 0), CUCORE_ARG("y", NULL, "*", 0)};
CUCORE_OP_WITH(twice, twice_arrays, 1, CUCORE_OP_NO_VALUES, twice_run, twice_shape, NULL);
EXPORT(twice)

/* fail(x, status) -> y */
static cucore_status fail_run(cucore_op_call *call)
{
    const int status = (int)call->values[0].i;
    return status == 1 ? (cucore_status)1 : cucore_fail((cucore_status)status, "no %d", status);
}
static const cucore_op_value fail_values[] = {CUCORE_OP_REQUIRED_VALUE(INT, "status")};
CUCORE_OP_WITH(fail, same_arrays, 1, CUCORE_OP_VALUES(fail_values), fail_run, NULL, NULL);
EXPORT(fail)

/* A handler that does nothing, for the overhead of XLA's frames. */
CUCORE__OP_EXPORTED void *nothing_cpu(void *frame);
void *nothing_cpu(void *frame)
{
    return ((cucore__xla_frame *)frame)->extension_start ? scale_op.entries.xla_cpu(frame) : NULL;
}
