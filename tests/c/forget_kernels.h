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
static inline void forget_written(cucore__written *one)
{
    if (one) forget_loaded(&one->functions);
    free(one);
}

/* Those of cucore_copy.h, cucore_cast.h and cucore_blocks.h, and all that is known of layouts. */
static inline void forget_copy_kernels(void)
{
    cucore__written_layout **layouts = (cucore__written_layout **)(void *)cucore__written_layouts;
    cucore__written **forms = (cucore__written **)(void *)cucore__written_forms, *next;
#if !defined(CUCORE_COPY_NO_KERNELS)
#if defined(CUCORE_CAST_H)
    forget_loaded(&cucore__cast_functions);
#endif
#if defined(CUCORE_BLOCKS_H)
    for (size_t i = 0; i < sizeof cucore__blocks_functions / sizeof *cucore__blocks_functions; i++)
        forget_loaded(&cucore__blocks_functions[i]);
#endif
#endif
    for (size_t i = 0; i < sizeof cucore__written_layouts / sizeof *cucore__written_layouts; i++) {
        if (layouts[i]) forget_written((cucore__written *)layouts[i]->own);
        free(layouts[i]);
        layouts[i] = NULL;
    }
    for (size_t i = 0; i < sizeof cucore__written_forms / sizeof *cucore__written_forms; i++) {
        for (; forms[i]; forms[i] = next) {
            next = forms[i]->next;
            forget_written(forms[i]);
        }
    }
}
#endif

/* Its module stays where it is loaded: forget_loaded(&cucore__modules) is for that. */
static inline void forget_kernel(cucore_kernel *kernel)
{
    forget_loaded(&kernel->private_[0]);
}

#endif
