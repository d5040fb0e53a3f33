/* A module that vendors cucore.h, for test_copies.c; built twice under two names, as two extension modules are:
 *     cc -std=c99 -shared -fPIC -I. -isystem $(CUDA_INCLUDE) tests/c/copies_module.c -o copies_a.so -lpthread -ldl
 *     cp copies_a.so copies_b.so
 *
 * No -fvisibility=hidden: what must hide the functions is the header alone. */
#define CUCORE_DRIVER_NAME "libcucore-test-no-such-driver.so.1"
#define CUCORE_IMPLEMENTATION
#include "cucore.h"

/* Found by dlsym, so default visibility and a prototype of their own. */
int copies_fail(const char *message);
const char *copies_message(void);
int copies_load_driver(void);
int copies_driver_is_loaded(void);
const void *copies_error_address(void);

int copies_fail(const char *message)
{
    return (int)cucore_fail(CUCORE_PROTOCOL, "module: %s", message);
}

const char *copies_message(void)
{
    return cucore_last_error()->message;
}

int copies_load_driver(void)
{
    return (int)cucore_driver_load();
}

int copies_driver_is_loaded(void)
{
    return cucore_driver_is_loaded();
}

const void *copies_error_address(void)
{
    return cucore_last_error();
}
