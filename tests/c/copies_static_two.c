/* The second file of test_copies.c with a static copy of its own (see there for the command). */
#define CUCORE_STATIC
#define CUCORE_IMPLEMENTATION /* implied, but harmless */
#include "cucore.h"

#include "copies_static.h"

const void *copies_two_fail(const char *message)
{
    (void)cucore_fail(CUCORE_CAPTURE, "two: %s", message);
    return cucore_last_error();
}

const char *copies_two_message(void)
{
    return cucore_last_error()->message;
}
