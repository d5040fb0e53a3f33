/* on_fake.h - what programs on the fake driver begin with.  Include it before the implementation, with `#define dlsym test_dlsym` between
 * both if a driver may lack an entry point in both ways: the fake hides it from cuGetProcAddress, test_dlsym from dlsym. */
#ifndef CUCORE_TESTS_ON_FAKE_H
#define CUCORE_TESTS_ON_FAKE_H

#include "check.h"
#include "in_child.h"
#include "../fake_driver/fake_cuda.h"

#include <dlfcn.h>
#include <pthread.h>

static inline void *test_dlsym(void *library, const char *name)
{
    return fake_is_missing(name) ? NULL : dlsym(library, name);
}

/* ------------------------------------------------------------------------------------- threads that begin at once -- */
enum { THREADS = 8 };

typedef struct test_thread {
    pthread_barrier_t *barrier;
    int (*work)(int number);
    int number, errors;
} test_thread;

static inline void *test_thread_run(void *argument)
{
    test_thread *thread = (test_thread *)argument;
    pthread_barrier_wait(thread->barrier);
    thread->errors = thread->work(thread->number);
    return NULL;
}

/* Runs the work on all threads, each with a number; it returns how often it failed, which must be never. */
static inline void in_threads(int (*work)(int number))
{
    pthread_t threads[THREADS];
    test_thread arguments[THREADS];
    pthread_barrier_t barrier;
    CHECK_INT(pthread_barrier_init(&barrier, NULL, THREADS), 0);
    for (int i = 0; i < THREADS; i++) {
        const test_thread argument = {&barrier, work, i, -1};
        arguments[i] = argument;
        CHECK_INT(pthread_create(&threads[i], NULL, test_thread_run, &arguments[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) CHECK_INT(arguments[i].errors, 0);
    pthread_barrier_destroy(&barrier);
}

#endif
