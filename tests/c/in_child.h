/* in_child.h - tests that need a process of their own. */
#ifndef CUCORE_TESTS_IN_CHILD_H
#define CUCORE_TESTS_IN_CHILD_H

#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#ifdef CUCORE_TEST_COVERAGE /* make coverage: _exit alone would drop the counts of this process */
void __gcov_dump(void);
#endif

/* Runs a test in a process of its own: what loading came to lasts for the life of a process. */
static inline void in_child(void (*test)(void))
{
    int status = -1;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        check_failed_here = 0;
        test();
        fflush(stdout);
#ifdef CUCORE_TEST_COVERAGE
        __gcov_dump();
#endif
        _exit(check_failed_here != 0);
    }
    CHECK(child > 0);
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
}

static inline void in_child_with(const char *variable, const char *value, void (*test)(void))
{
    setenv(variable, value, 1);
    in_child(test);
    unsetenv(variable);
}

#endif
