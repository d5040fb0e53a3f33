/* everything.c - all headers with their implementation, as tests/platforms/steps.sh compiles them. */
#if !defined(CUCORE_STATIC)
#define CUCORE_IMPLEMENTATION
#endif
#include "cucore.h"
#include "cucore_dlpack.h"
#include "cucore_cai.h"
#include "cucore_memory.h"
#include "cucore_cast.h"
#include "cucore_copy.h"
#include "cucore_blocks.h"
#include "cucore_kernel.h"
#include "cucore_program.h"
#include "cucore_share.h"
#include "cucore_op.h"
#if !defined(WITHOUT_PYTHON)
#include "cucore_python.h"
#include "cucore_results.h"
#endif
