/* cucore_memory.h - v0.3.0 - pools of the driver and managed memory, no Python - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * What programs that manage memory need beyond the allocations of cucore.h: pools of other libraries as resources and
 * ours by handle, their use, limits and peers; managed memory moved before it is used.
 *
 *     #define CUCORE_IMPLEMENTATION        // in exactly one source file of your program
 *     #include "cucore_memory.h"           // brings in cucore.h
 *
 * CONTENTS (search for the tag)
 *     >>allocate         a resource as the allocator of another library
 *     >>pool             pools of the driver: handles, use, limits, peers
 *     >>managed          managed memory: prefetch, discard, advise
 *     >>memory-rules     what the cited rules (7.4) say
 *     >>impl-...         the same sections again, implemented
 */
#ifndef CUCORE_MEMORY_H
#define CUCORE_MEMORY_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_memory.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_BUFFERS) || defined(CUCORE_NO_LAYOUTS)
#error "cucore_memory.h needs parts of cucore.h that are left out: do not define CUCORE_NO_BUFFERS, CUCORE_NO_LAYOUTS"
#endif

CUCORE_BEGIN

#include "memory/allocate.h"
#include "memory/pool.h"
#include "memory/managed.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_MEMORY_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_MEMORY_H_IMPLEMENTED)
#define CUCORE_MEMORY_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "memory/allocate.c"
#include "memory/pool.c"
#include "memory/managed.c"

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
