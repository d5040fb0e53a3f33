/* The functions of copies_static_one.c and copies_static_two.c, for test_copies.c. */
#ifndef COPIES_STATIC_H
#define COPIES_STATIC_H

const void *copies_one_fail(const char *message);
const char *copies_one_message(void);
const void *copies_two_fail(const char *message);
const char *copies_two_message(void);

#endif
