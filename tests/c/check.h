/* check.h - the few lines that every C test program here shares.
 *
 * A test program is a list of RUN(function) between CHECK_BEGIN and CHECK_END.  Rows of a table are named with
 * check_row, so that a failure says where it stands: "FAILED test_volume [two axes] line 40: size == 6".
 * The last line of the output is "N passed, N failed", which the Makefile adds up. */
#ifndef CUCORE_TESTS_CHECK_H
#define CUCORE_TESTS_CHECK_H

#include <stdio.h>
#include <string.h>

/* Byte orders, as typestrs have them. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ORDER_HERE ">"
#define ORDER_OTHER "<"
#else
#define ORDER_HERE "<"
#define ORDER_OTHER ">"
#endif

/* The bits of cucore_arg.flags that have a flag, and the lowest two that have none: a new flag may take any bit. */
#define CHECK_FLAG_BIT(name, bit) | UINT64_C(1) << (bit)
#define KNOWN_FLAGS (UINT64_C(0) CUCORE_ARG_FLAG_LIST(CHECK_FLAG_BIT))
#define LOWEST_FREE(known) (~(known) & ((known) + 1))
#define FREE_FLAGS (LOWEST_FREE(KNOWN_FLAGS) | LOWEST_FREE(KNOWN_FLAGS | LOWEST_FREE(KNOWN_FLAGS)))

static int check_passed, check_failed, check_failed_here;
static const char *check_test = "", *check_row_name = "";

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            check_failed_here++;                                                                                       \
            printf("FAILED %s [%s] %s:%d: %s\n", check_test, check_row_name, __FILE__, __LINE__, #condition);          \
        }                                                                                                              \
    } while (0)

/* Both sides printed when they differ. */
#define CHECK_INT(actual, expected)                                                                                    \
    do {                                                                                                               \
        long long check_a = (long long)(actual), check_e = (long long)(expected);                                      \
        if (check_a != check_e) {                                                                                      \
            check_failed_here++;                                                                                       \
            printf("FAILED %s [%s] %s:%d: %s is %lld, expected %lld\n", check_test, check_row_name, __FILE__,          \
                   __LINE__, #actual, check_a, check_e);                                                               \
        }                                                                                                              \
    } while (0)

#define CHECK_STR(actual, expected)                                                                                    \
    do {                                                                                                               \
        const char *check_a = (actual), *check_e = (expected);                                                         \
        if (strcmp(check_a, check_e) != 0) {                                                                           \
            check_failed_here++;                                                                                       \
            printf("FAILED %s [%s] %s:%d: %s is\n    \"%s\", expected\n    \"%s\"\n", check_test, check_row_name,      \
                   __FILE__, __LINE__, #actual, check_a, check_e);                                                     \
        }                                                                                                              \
    } while (0)

/* Does the text hold the words? */
#define CHECK_HAS(actual, words)                                                                                       \
    do {                                                                                                               \
        const char *check_a = (actual), *check_e = (words);                                                            \
        if (!strstr(check_a, check_e)) {                                                                               \
            check_failed_here++;                                                                                       \
            printf("FAILED %s [%s] %s:%d: %s is\n    \"%s\", which lacks\n    \"%s\"\n", check_test, check_row_name,   \
                   __FILE__, __LINE__, #actual, check_a, check_e);                                                     \
        }                                                                                                              \
    } while (0)

static inline void check_row(const char *name)
{
    check_row_name = name;
}

static inline void check_run(const char *name, void (*test)(void))
{
    check_test = name;
    check_row_name = "";
    check_failed_here = 0;
    test();
    if (check_failed_here) {
        check_failed++;
    } else {
        check_passed++;
    }
    fflush(stdout);
}

#define RUN(test) check_run(#test, test)

static inline int check_end(void)
{
    printf("%d passed, %d failed\n", check_passed, check_failed);
    return check_failed != 0;
}

#endif
