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

#if defined(CUCORE_COPY_H)
/* Those of cucore_copy.h and cucore_blocks.h, and all that were written. */
static inline void forget_copy_kernels(void)
{
    cucore__written **written = (cucore__written **)(void *)cucore__written_kernels;
#if !defined(CUCORE_COPY_NO_KERNELS)
    for (size_t i = 0; i < sizeof cucore__copy_functions / sizeof *cucore__copy_functions; i++)
        forget_loaded(&cucore__copy_functions[i]);
#if defined(CUCORE_BLOCKS_H)
    for (size_t i = 0; i < sizeof cucore__blocks_functions / sizeof *cucore__blocks_functions; i++)
        forget_loaded(&cucore__blocks_functions[i]);
#endif
#endif
    for (size_t i = 0; i < sizeof cucore__written_kernels / sizeof *cucore__written_kernels; i++) {
        if (written[i]) forget_loaded(&written[i]->functions);
        free(written[i]);
        written[i] = NULL;
    }
    memset((void *)cucore__written_costs, 0, sizeof cucore__written_costs);
}
#endif

/* Its module stays where it is loaded: forget_loaded(&cucore__modules) is for that. */
static inline void forget_kernel(cucore_kernel *kernel)
{
    forget_loaded(&kernel->private_[0]);
}

#endif
