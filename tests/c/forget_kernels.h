/* forget_kernels.h - what kernels have loaded is forgotten, as in a process that has just started; after fake_reset, which ends all
 * modules.  Include behind the implementation. */
#ifndef CUCORE_TESTS_FORGET_KERNELS_H
#define CUCORE_TESTS_FORGET_KERNELS_H

/* Of a list of pointers, which are atomic where C11's atomics are used. */
static inline void forget_loaded(void *list)
{
    void **head = (void **)list;
    cucore__loaded *one = (cucore__loaded *)*head, *next;
    for (*head = NULL; one; one = next) {
        next = one->next;
        free(one);
    }
}

/* Those of cucore_copy.h: cucore__copy_functions. */
static inline void forget_copy_kernels(void **lists, size_t count)
{
    while (count) forget_loaded(&lists[--count]);
}

/* Its module stays where it is loaded: forget_loaded(&cucore__modules) is for that. */
static inline void forget_kernel(cucore_kernel *kernel)
{
    forget_loaded(&kernel->private_[0]);
}

#endif
