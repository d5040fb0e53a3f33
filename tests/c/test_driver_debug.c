/* test_driver_debug.c - what CUCORE_DEBUG refuses: a view that is released before its access was ended. */
#define CUCORE_DEBUG
#define CUCORE_IMPLEMENTATION
#include "cucore_dlpack.h"

#include "check.h"
#include "../fake_driver/fake_cuda.h"

static int released;

static void count_release(cucore_view *view)
{
    (void)view;
    released++;
}

static void make(cucore_view *view, int device_type, void *ptr)
{
    static const int64_t shape[1] = {4};
    memset(view, 0, sizeof *view);
    view->ptr = ptr;
    view->dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, 32, 1);
    view->protocol = CUCORE_PROTOCOL_MEMORY;
    cucore__view_fill_device(view, device_type, device_type == CUCORE_DEVICE_TYPE_CUDA ? 0 : CUCORE_DEVICE_NONE);
    CHECK_INT(cucore_layout_make(1, shape, NULL, 4, &view->layout), CUCORE_OK);
    cucore__view_own(view, NULL, count_release);
}

TEST(test_an_access_that_was_not_ended)
{
    static const struct {
        const char *name;
        int device_type, stream; /* 0 NULL, -1 NO_SYNC, -2 HOST */
        int begins, ends, refused;
    } rows[] = {
        {"begun, not ended", CUCORE_DEVICE_TYPE_CUDA, 0, 1, 0, 1},
        {"pinned memory, too", CUCORE_DEVICE_TYPE_CUDA_HOST, 0, 1, 0, 1},
        {"begun and ended", CUCORE_DEVICE_TYPE_CUDA, 0, 1, 1, 0},
        {"never begun", CUCORE_DEVICE_TYPE_CUDA, 0, 0, 0, 0},
        {"without ordering", CUCORE_DEVICE_TYPE_CUDA, -1, 1, 0, 0},
        {"the host waited", CUCORE_DEVICE_TYPE_CUDA, -2, 1, 0, 0},
        {"host memory", CUCORE_DEVICE_TYPE_CPU, 0, 1, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static float block[4];
        CUstream stream = (CUstream)(intptr_t)rows[i].stream;
        cucore_view view, before;
        check_row(rows[i].name);
        make(&view, rows[i].device_type, block);
        released = 0;
        if (rows[i].begins) CHECK_INT(cucore_views_begin_access(&view, 1, stream), CUCORE_OK);
        view.has_producer_stream = 1; /* known, and the same: nothing to wait for in the end */
        if (rows[i].ends) {
            view.has_producer_stream = 1;
            view.producer_stream = NULL;
            CHECK_INT(cucore_views_end_access(&view, 1, CUCORE_STREAM_NO_SYNC), CUCORE_OK);
        }
        memcpy(&before, &view, sizeof view);
        (void)cucore_fail(CUCORE_DRIVER, "another error");
        if (rows[i].refused) {
            cucore_owner owner;
            memset(&owner, 0xA5, sizeof owner);
            REFUSED(cucore_view_detach(&view, &owner), CUCORE_INVALID_ARGUMENT,
                    "cucore_view_detach: an access to the view at");
            CHECK(!owner.owner && !owner.release && memcmp(&view, &before, sizeof view) == 0);
        }
        cucore_view_release(&view);
        CHECK_INT(released, !rows[i].refused);
        if (!rows[i].refused) continue;
        CHECK(memcmp(&view, &before, sizeof view) == 0);
        REFUSED(cucore_last_error()->status, CUCORE_INVALID_ARGUMENT,
                "was begun on a stream, but not ended: call cucore_views_end_access");
        CHECK_INT(cucore_views_end_access(&view, 1, CUCORE_STREAM_NO_SYNC), CUCORE_OK);
        cucore_view_release(&view);
        CHECK_INT(released, 1);
        CHECK(!view.ptr && view.protocol == CUCORE_PROTOCOL_NONE);
    }
    check_row(NULL);
}

TESTS_MAIN
