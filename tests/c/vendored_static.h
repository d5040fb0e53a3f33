/* The functions of vendored_static_one.c and vendored_static_two.c, for test_vendored.c. */
#ifndef COPIES_STATIC_H
#define COPIES_STATIC_H

const void *vendored_one_fail(const char *message);
const char *vendored_one_message(void);
const void *vendored_two_fail(const char *message);
const char *vendored_two_message(void);

#endif
