/* The second file of test_vendored.c with a static copy of its own (see there for the command). */
#define CUCORE_STATIC
#define CUCORE_IMPLEMENTATION /* implied, but harmless */
#include "cucore.h"

#include "vendored_static.h"

const void *vendored_two_fail(const char *message)
{
    (void)cucore_fail(CUCORE_CAPTURE, "two: %s", message);
    return cucore_last_error();
}

const char *vendored_two_message(void)
{
    return cucore_last_error()->message;
}
