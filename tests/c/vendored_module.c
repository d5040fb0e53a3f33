/* A module that vendors cucore.h, for test_vendored.c; built twice under two names, as two extension modules are:
 *     cc -std=c99 -shared -fPIC -I. -isystem $(CUDA_INCLUDE) tests/c/vendored_module.c -o vendored_a.so -lpthread -ldl
 *     cp vendored_a.so vendored_b.so
 *
 * No -fvisibility=hidden: what must hide the functions is the header alone. */
#define CUCORE_DRIVER_NAME "libcucore-test-no-such-driver.so.1"
#define CUCORE_IMPLEMENTATION
#include "cucore.h"

/* Found by dlsym, so default visibility and a prototype of their own. */
int vendored_fail(const char *message);
const char *vendored_message(void);
int vendored_load_driver(void);
int vendored_driver_is_loaded(void);
const void *vendored_error_address(void);

int vendored_fail(const char *message)
{
    return (int)cucore_fail(CUCORE_PROTOCOL, "module: %s", message);
}

const char *vendored_message(void)
{
    return cucore_last_error()->message;
}

int vendored_load_driver(void)
{
    return (int)cucore_driver_load();
}

int vendored_driver_is_loaded(void)
{
    return cucore_driver_is_loaded();
}

const void *vendored_error_address(void)
{
    return cucore_last_error();
}
