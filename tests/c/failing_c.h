/* failing_c.h - malloc, calloc, realloc and pthread_create of the implementation, made to fail when their turn comes.
 *
 * Include before the implementation, which then calls these: the headers call the functions of the C library by their names.
 * failing_c_malloc.fail_in = n lets n - 1 allocations pass and fails the n-th one; 0 leaves everything as it is. */
#ifndef CUCORE_TESTS_FAILING_C_H
#define CUCORE_TESTS_FAILING_C_H

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

typedef struct failing_c {
    long fail_in; /* calls still to come up to the one that fails; 0: none, also once it has failed */
    long calls;
} failing_c;

static failing_c failing_c_malloc, failing_c_thread;
static long failing_c_live; /* allocations that were not given back */

/* Any thread: the n-th call is one thread's. */
static inline int failing_c_turn(failing_c *which)
{
    __atomic_add_fetch(&which->calls, 1, __ATOMIC_RELAXED);
    if (__atomic_load_n(&which->fail_in, __ATOMIC_RELAXED) <= 0) return 0;
    return __atomic_sub_fetch(&which->fail_in, 1, __ATOMIC_RELAXED) == 0;
}

static inline void *failing_c_made(void *made)
{
    if (made) __atomic_add_fetch(&failing_c_live, 1, __ATOMIC_RELAXED);
    return made;
}

static inline void *failing_c_malloc_call(size_t bytes)
{
    return failing_c_turn(&failing_c_malloc) ? NULL : failing_c_made(malloc(bytes));
}

static inline void *failing_c_calloc_call(size_t count, size_t bytes)
{
    return failing_c_turn(&failing_c_malloc) ? NULL : failing_c_made(calloc(count, bytes));
}

static inline void *failing_c_realloc_call(void *old, size_t bytes)
{
    if (failing_c_turn(&failing_c_malloc)) return NULL;
    return old ? realloc(old, bytes) : failing_c_made(realloc(old, bytes));
}

static inline void failing_c_free_call(void *memory)
{
    if (memory) __atomic_sub_fetch(&failing_c_live, 1, __ATOMIC_RELAXED);
    free(memory);
}

static inline int failing_c_thread_call(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                                        void *data)
{
    return failing_c_turn(&failing_c_thread) ? EAGAIN : pthread_create(thread, attributes, run, data);
}

#define malloc(bytes) failing_c_malloc_call(bytes)
#define calloc(count, bytes) failing_c_calloc_call(count, bytes)
#define realloc(old, bytes) failing_c_realloc_call(old, bytes)
#define free failing_c_free_call /* also where only its address is taken */
#define pthread_create(thread, attributes, run, data) failing_c_thread_call(thread, attributes, run, data)

#endif
