/* test_driver_keep_none.c - CUCORE_KEPT_MAX 0: the host waits at the end of an access, and no owner is kept (rules B108) */
#define CUCORE_KEPT_MAX 0
#define CUCORE_IMPLEMENTATION
#include "cucore_dlpack.h"

#include "check.h"
#include "../fake_driver/fake_cuda.h"

static int deleted;

static void delete_tensor(DLManagedTensorVersioned *managed)
{
    (void)managed;
    deleted++;
}

TEST(test_the_host_waits)
{
    static int64_t shape[1] = {64};
    DLManagedTensorVersioned managed;
    CUcontext primary = NULL;
    CUstream stream;
    cucore_view view;
    CHECK_INT(cucore_context_get_primary(0, &primary), CUCORE_OK);
    stream = fake_stream_create(primary, CU_STREAM_NON_BLOCKING);
    memset(&managed, 0, sizeof managed);
    managed.version.major = DLPACK_MAJOR_VERSION;
    managed.deleter = delete_tensor;
    managed.dl_tensor.data = (void *)(uintptr_t)fake_alloc(FAKE_DEVICE, 0, 64);
    managed.dl_tensor.device.device_type = kDLCUDA;
    managed.dl_tensor.ndim = 1;
    managed.dl_tensor.dtype.code = kDLUInt;
    managed.dl_tensor.dtype.bits = 8;
    managed.dl_tensor.dtype.lanes = 1;
    managed.dl_tensor.shape = shape;
    CHECK_INT(cucore_view_adopt_dlmanaged_versioned(&managed, NULL, &view), CUCORE_OK);
    fake_stream_add_work(stream, primary);
    CHECK_INT(cucore_views_end_access(&view, 1, stream), CUCORE_OK);
    CHECK(fake_host_has_seen(stream, primary));
    cucore_view_release(&view);
    CHECK_INT(deleted, 1);
    CHECK_INT(fake_count("cuEventRecord"), 0);
}

TESTS_MAIN
