/* The first file of test_vendored.c with a static copy of its own (see there for the command). */
#define CUCORE_STATIC
#include "cucore.h"
#include "cucore.h" /* again: harmless */

#include "vendored_static.h"

const void *vendored_one_fail(const char *message)
{
    (void)cucore_fail(CUCORE_OVERFLOW, "one: %s", message);
    return cucore_last_error();
}

const char *vendored_one_message(void)
{
    return cucore_last_error()->message;
}
