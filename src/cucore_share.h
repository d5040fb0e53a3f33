/* cucore_share.h - v0.3.0 - memory that other processes and network cards reach - SPDX-License-Identifier: MIT
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 * The allocation that a view lies in, described as libraries want it that register memory (UCX, NIXL, libfabric, RDMA);
 * views and events of one process in another one.  Handles are values: cucore moves no bytes between machines, and any
 * transport may carry them.  Python is not needed.
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_share.h"            brings in cucore.h
 *
 *     cucore_share_handle handle;                                       process A
 *     int fd;
 *     if (cucore_view_export(&x, &handle, &fd)) return -1;
 *     if (cucore_share_handle_send(socket, &handle, fd)) return -1;  or handle.size bytes by other ways
 *
 *     if (cucore_share_handle_receive(socket, &handle, &fd)) return -1;    process B
 *     if (cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &y)) return -1;
 *     ... work on y ...
 *     cucore_view_release(&y);                                     then tell A that its memory is free
 *
 * CONTENTS (search for the tag)
 *     >>share-registration   the allocation of a view, its bytes as runs, dma-buf
 *     >>share-handle         handles of views and events, made, sent and opened
 *     >>share-manual         what is shared how, and what is safe (below)
 *     >>share-rules          what the cited rules (B122, B127) say
 *     >>impl-share-...       the same sections again, implemented
 *
 * >>share-manual
 *     Ways         memory                             how it is shared             what is sent
 *                  cuMemAlloc, cudaMalloc, torch,     cuIpcGetMemHandle            the handle
 *                  CUCORE_MEMORY_SYNCHRONOUS
 *                  a pool with the handle type of a   cuMemPoolExportPointer       the handle, a descriptor
 *                  file descriptor:
 *                  CUCORE_HANDLE_FILE_DESCRIPTOR
 *                  virtual memory with this type,     cuMemExportToShareableHandle the handle, a descriptor
 *                  one mapping
 *                  the default pool, pools without    refused: the driver has no   -
 *                  a type, torch's                    way
 *                  expandable_segments, managed and
 *                  host memory
 *     Lifetime     The exporter keeps the memory until every importer has released its views.  The driver does not
 *                  count that between processes: to free memory that another process has mapped is undefined behaviour.
 *                  The same holds if the exporter ends, in any way: others can still release what they have mapped, and
 *                  what they read from it is not promised.  Its memory cannot be imported any more.  An importer that
 *                  ends in any way gives back what it had mapped.
 *     Order        A handle carries no order.  Record an event of CUCORE_EVENT_SHARED after the writes, tell the other
 *                  process that it was recorded, and let its stream wait for it (cucore_stream_wait_event).  Else wait
 *                  for the stream before you send.  Work of an importer needs the same in the other direction.
 *     Trust        A handle is trusted as the process that made it.  It has a checksum, so that a handle that was
 *                  changed by accident is refused; it is checked field by field, its device is compared with what the
 *                  driver says of the memory, and an array is never viewed outside the memory that the driver mapped.
 *                  That is no protection from a process that makes wrong handles on purpose: the 64 bytes of the driver
 *                  may name any memory that is shared, and a checksum can be computed by anyone.  Who has a handle or a
 *                  descriptor can read and write the whole allocation: send them only to processes that may.  Contents
 *                  of shared memory can change while they are read.  source: rules B127
 *     Fork         The driver does not work in a process that was forked after it was loaded: imports and exports fail
 *                  there, and views that it inherited are released without effect.  Start processes anew (exec; spawn).
 *     Twice        One allocation that is imported twice is mapped once, with a count, by each copy of this library in
 *                  the process.  Memory of a pool must be imported by one copy only, since drivers up to CUDA 13 unmap
 *                  it at the first of two frees.
 *     Containers   Processes need the same GPU, seen by both, and for legacy handles the same IPC namespace of the
 *                  system (docker --ipc=host).  A descriptor has to be sent over a Unix socket that both see.
 *     Windows      Registrations, runs and legacy handles; there are no descriptors.
 */
#ifndef CUCORE_SHARE_H
#define CUCORE_SHARE_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_share.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif
#if defined(CUCORE_NO_BUFFERS) || defined(CUCORE_NO_LAYOUTS)
#error "cucore_share.h needs parts of cucore.h that are left out: do not define CUCORE_NO_BUFFERS, CUCORE_NO_LAYOUTS"
#endif

CUCORE_BEGIN

#include "share/registration.h"
#include "share/handle.h"

CUCORE_END
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_SHARE_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_SHARE_H_IMPLEMENTED)
#define CUCORE_SHARE_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#include <time.h>
#if !defined(_WIN32)
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#endif

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

#include "share/abi.c"
#include "share/driver.c"
#include "share/registration.c"
#include "share/runs.c"
#include "share/dma_buf.c"
#include "share/identity.c"
#include "share/handle.c"
#include "share/mapping.c"
#include "share/exchange.c"
#include "share/events.c"
#include "share/send.c"

CUCORE_END

#undef CUCORE__CUDAAPI
#undef CUCORE__SHARE_DRIVER_LIST
#undef CUCORE__SHARE_LOCK
#undef CUCORE__SHARE_UNLOCK
#undef CUCORE__SHARE_SLEEP
#undef CUCORE__SHARE_WAKE
#undef CUCORE__SHARE_CALL
#undef CUCORE__SHARE_CALL_IN
#undef CUCORE__HANDLE_HEAD
#undef CUCORE__HANDLE_PREFIX
#undef CUCORE__SEND_FLAGS
#undef CUCORE__SOCKET_FLAGS
#undef CUCORE__RECEIVE_FLAGS

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
