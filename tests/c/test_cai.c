/* The fields of interfaces without Python.  No libcuda:
 *     cc -std=c99 -I. -isystem $(CUDA_INCLUDE) tests/c/test_cai.c -o test_cai -lpthread -ldl && ./test_cai
 *
 * Most of what cucore_cai.h does is tested through cucore_python.h; here stands what a dict cannot say. */
#define CUCORE_IMPLEMENTATION
#include "cucore_cai.h"

#include "check.h"

static char memory[64];

static int is_zero(const cucore_view *view)
{
    const unsigned char *bytes = (const unsigned char *)view;
    size_t i, size = offsetof(cucore_view, layout) + offsetof(cucore_layout, shape);
    for (i = 0; i < size; i++) {
        if (bytes[i]) return 0;
    }
    return 1;
}

/* A view is zeroed by every error, so that it can be released. */
static void test_null_arguments(void)
{
    cucore_interface fields;
    cucore_view view;
    int64_t extent = 4;
    memset(&fields, 0, sizeof fields);
    fields.protocol = CUCORE_FROM_ARRAY_INTERFACE;
    fields.ndim = 1;
    fields.shape = &extent;
    fields.typestr = "<f4";
    fields.typestr_length = 3;
    fields.data = (uint64_t)(uintptr_t)memory;
    CHECK_INT(cucore_view_from_interface(&fields, NULL, NULL), CUCORE_INVALID_ARGUMENT);
    memset(&view, 0xa5, sizeof view);
    CHECK_INT(cucore_view_from_interface(NULL, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK(is_zero(&view));
    memset(&view, 0xa5, sizeof view);
    fields.typestr = NULL;
    CHECK_INT(cucore_view_from_interface(&fields, NULL, &view), CUCORE_INVALID_ARGUMENT);
    CHECK(is_zero(&view));
    cucore_view_release(&view);
}

int main(void)
{
    RUN(test_null_arguments);
    return check_end();
}
