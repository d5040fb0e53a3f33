/* alone.c - the headers that need no file of others: neither cuda.h, dlpack.h nor Python.h; with DECLARED only their declarations. */
#if !defined(DECLARED)
#define CUCORE_IMPLEMENTATION
#endif
#include "cucore.h"
#include "cucore_cai.h"
#include "cucore_memory.h"
#include "cucore_cast.h"
#include "cucore_copy.h"
#include "cucore_blocks.h"
#include "cucore_kernel.h"
#include "cucore_program.h"
#include "cucore_share.h"
int declared(const cucore_view *view);
int declared(const cucore_view *view)
{
    return view->layout.ndim;
}
