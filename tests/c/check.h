/* check.h - the few lines that every C test program here shares.
 *
 * TEST(name) begins a test, and check_tests runs them in the order of the file; RUN(function) in main is for functions that
 * must run before or after them.  Rows of a table are named with FOR_ROWS or check_row, so that a failure reports its row:
 * "FAILED test_volume [two axes] line 40: size == 6".  The last line of the output is "N passed, N failed". */
#ifndef CUCORE_TESTS_CHECK_H
#define CUCORE_TESTS_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

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

/* The call succeeds; its message is printed if it does not. */
#define OK(call)                                                                                                       \
    do {                                                                                                               \
        cucore_status check_status = (call);                                                                           \
        if (check_status) printf("%s: %s\n", #call, cucore_last_error()->message);                                     \
        CHECK_INT(check_status, CUCORE_OK);                                                                            \
    } while (0)

/* The call is refused with this status, and its message has the words. */
#define REFUSED(call, status, words)                                                                                   \
    do {                                                                                                               \
        CHECK_INT(call, status);                                                                                       \
        CHECK_HAS(cucore_last_error()->message, words);                                                                \
    } while (0)

/* A row with many fields: clang-format fills lines with arguments, and gives each field of a braced row a line. */
#define FIELDS(...)                                                                                                    \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }

/* A loop over the rows of a table, whose failures are named by the rows' member `name`. */
#define FOR_ROWS(row, table)                                                                                           \
    for (__typeof__(&(table)[0]) row = (table);                                                                        \
         row < (table) + COUNT(table) ? (check_row(row->name), 1) : (check_row(""), 0); row++)

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

typedef struct check_listed {
    const char *name;
    void (*test)(void);
    struct check_listed *next;
} check_listed;

static check_listed *check_first, **check_last = &check_first;

static inline void check_add(check_listed *listed)
{
    *check_last = listed;
    check_last = &listed->next;
}

/* Defines a test and, before main, adds it to the list of check_tests. */
#define TEST(test)                                                                                                     \
    static void test(void);                                                                                            \
    static check_listed test##_listed = {#test, test, NULL};                                                           \
    __attribute__((constructor)) static void test##_list(void)                                                         \
    {                                                                                                                  \
        check_add(&test##_listed);                                                                                     \
    }                                                                                                                  \
    static void test(void)

static inline void check_tests(void)
{
    const check_listed *listed;
    for (listed = check_first; listed; listed = listed->next) check_run(listed->name, listed->test);
}

static inline int check_end(void)
{
    printf("%d passed, %d failed\n", check_passed, check_failed);
    return check_failed != 0;
}

/* Ends a program that finds no driver, no device or no compiler. */
static inline int check_skipped(const char *reason)
{
    printf("skipped: %s\n0 passed, 0 failed, 1 skipped\n", reason);
    return 0;
}

/* The whole main of a program that has only tests. */
#define TESTS_MAIN                                                                                                     \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        check_tests();                                                                                                 \
        return check_end();                                                                                            \
    }

#endif
