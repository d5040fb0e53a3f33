/* ptx_run.h - runs a kernel that src/copy/emit/write.c has written, on the host. */
#ifndef PTX_RUN_H
#define PTX_RUN_H

#include <stdint.h>

/* Returns 0; ends the process if the kernel does what a GPU would not forgive. */
int ptx_run(const char *text, const uint32_t *grid, uint32_t threads, const void *parameters);

#endif
