/* cucore_dlpack.h - v0.3.0 - DLPack tensors as cucore views, without Python - SPDX-License-Identifier: MIT
 * Made from src/cucore_dlpack.h by tools/amalgamate.py: change it there, then `make headers`.
 * SPDX-FileCopyrightText: 2026 the cucore authors
 *
 *     #define CUCORE_IMPLEMENTATION        // in exactly one source file of your program
 *     #include "cucore_dlpack.h"           // brings in cucore.h and your dlpack.h
 *     #include <stdio.h>
 *     int main(void)
 *     {
 *         float data[4][6] = {{0}};
 *         int64_t shape[2] = {4, 3}, strides[2] = {6, 2};
 *         DLTensor tensor = {data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, strides, 0};
 *         cucore_view view;
 *         char text[128];
 *         if (cucore_view_from_dltensor(&tensor, 0, NULL, &view)) return puts(cucore_last_error()->message), 1;
 *         cucore_view_format(&view, text, sizeof text);
 *         puts(text);                      // float32 (4, 3) strides (6, 2) on cpu, ...
 *         cucore_view_release(&view);      // data is still yours
 *         return 0;
 *     }
 *
 * Needs dlpack.h, version 1.0 or newer: see >>dlpack-options.  cucore_python.h decodes capsules and objects with
 * __dlpack__ by the functions here.
 *
 * CONTENTS (search for the tag)
 *     >>dlpack-config    finding dlpack.h, what newer versions added
 *     >>dlpack-decode    DLTensor, DLManagedTensor, DLManagedTensorVersioned -> view
 *     >>dlpack-exchange  the C exchange table of a type
 *     >>dlpack-encode    view -> DLTensor, DLManagedTensor, DLManagedTensorVersioned
 *     >>dlpack-rules     what the cited rules (D8, B90, ...) say
 *     >>impl-dlpack-...  the same sections again, implemented
 *
 * >>dlpack-options: macros that you may define, besides those of >>options in cucore.h
 *     name                  default     where       meaning
 *     CUCORE_DLPACK_HEADER  "dlpack.h"  every file  is the dlpack.h to include: <ATen/dlpack.h>.  The default is
 *                                                   "dlpack.h" or <dlpack/dlpack.h>, unless a dlpack.h is already
 *                                                   included
 *
 * >>manual
 *     Versions     Legacy tensors, and versioned tensors of major 1, are accepted.  Another major is refused before
 *                  anything else of it is read.  All type codes of DLPack 1.3 are known, whatever dlpack.h is used.
 *     Ownership    A view that adopted a managed tensor owns it and calls its deleter once, at release, through the
 *                  producer's own pointer; if adopting it fails, the deleter is called at once.  A tensor made here
 *                  owns a reference or a view, and its deleter may run on any thread.
 *     Streams      A tensor does not name the stream that its data are pending on: whoever asked the producer for the
 *                  tensor has named one.  The functions here order no streams.
 *     Writing      A legacy tensor cannot report whether it may be written, and the tensors of JAX and TensorFlow must
 *                  not be: it counts as read-only, except with CUCORE_ALLOW_UNPROVEN_WRITE (rules B90).  With
 *                  CUCORE_WRITE a tensor that its producer copied (IS_COPIED) is refused (B89).
 *     Others       With CUCORE_ALLOW_OTHER_DEVICES arrays are taken on devices that neither the CPU nor CUDA can reach:
 *                  device_type and device_id are the producer's, host_accessible and device_accessible are both 0.
 *                  The driver is not asked about such memory, work on it is not ordered, alignment and NULL are not
 *                  checked.  ptr may be a handle, to which no offset can be added: a tensor or a slice that begins
 *                  elsewhere is refused, except on ROCm and oneAPI, whose pointers are addresses.  Such a view can be
 *                  measured, compared and exported by DLPack; copies, fills and the protocols of the host and of CUDA
 *                  refuse it.
 */
#ifndef CUCORE_DLPACK_H
#define CUCORE_DLPACK_H

#include "cucore.h"

#if CUCORE_VERSION != 300
#error "cucore_dlpack.h is of version 0.3.0, but the cucore.h that was included is not: copy all headers of one release"
#endif

/* ------------ >>dlpack-config -- */
/* dlpack/config.h: finds dlpack.h, and defines what older versions lack. */
#if defined(CUCORE_DLPACK_HEADER)
#include CUCORE_DLPACK_HEADER
#elif !defined(DLPACK_MAJOR_VERSION)
#if defined(__has_include) /* a copy beside this file comes before the system's, which may be older */
#if __has_include("dlpack.h")
#include "dlpack.h"
#elif __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#endif
#else
#include <dlpack/dlpack.h>
#endif
#endif

/* The way of the package: -I$(tvm-ffi-config --dlpack-includedir).  An include that fails ends the compilation, since
 * all that follows needs dlpack.h, also your own code. */
#if !defined(DLPACK_MAJOR_VERSION) || DLPACK_MAJOR_VERSION != 1
#error "cucore needs dlpack.h 1.x: `python -m cucore --includes` names the copy of an installed cucore; or pip install apache-tvm-ffi, or github.com/dmlc/dlpack; see CUCORE_DLPACK_HEADER"
#include "see the error above"
#endif

#if DLPACK_MINOR_VERSION < 2 && !defined(__cplusplus)
typedef struct DLManagedTensorVersioned DLManagedTensorVersioned; /* before 1.2 the name of a struct alone */
#endif

/* Bits of DLManagedTensorVersioned.flags; dlpack.h 1.0 has only the first. */
enum { CUCORE_DLPACK_READ_ONLY = 1 << 0, CUCORE_DLPACK_IS_COPIED = 1 << 1, CUCORE_DLPACK_SUBBYTE_PADDED = 1 << 2 };

/* The newest version that is understood: what a producer is asked for (rules D14). */
#define CUCORE_DLPACK_MAX_MAJOR 1
#define CUCORE_DLPACK_MAX_MINOR 3

CUCORE_BEGIN

/* ------------ >>dlpack-decode -- */
/* dlpack/decode.h: tensors as views. */
/* cucore_view_from_dltensor - view a tensor that other code keeps alive
 *   tensor        in   checked field by field (rules 1.6); shape and strides are copied, never written.  NULL: left
 *                      out, with CUCORE_OPTIONAL
 *   dlpack_flags  in   CUCORE_DLPACK_... of the managed tensor it came in, 0 for none
 *   arg           in   what it has to be, as cucore_view_check; NULL: anything.  Several arguments are taken without
 *                      CUCORE_TOGETHER, or with NULL, and then checked by cucore_views_check
 *   out           out  borrows the memory; zeroed on error.  ptr is data + byte_offset
 *   -> OK | INVALID_ARGUMENT (NULL, ndim, negative extent, arg) | OVERFLOW | PROTOCOL (dtype, NULL data that is not
 *      empty, ...) | UNSUPPORTED (dtype.code, lanes, device, byte_offset of a handle) | WRONG_DTYPE, WRONG_SHAPE,
 *      WRONG_LAYOUT, WRONG_DEVICE, READONLY (arg) | NO_DRIVER, DRIVER
 *   The driver is asked where device memory really is, and counts more than the tensor, unless the array is empty or
 *   CUCORE_TRUST_PRODUCER is given.  Memory that a capture allocates is not known to the driver: it is where the tensor
 *   says if arg->producer_stream is captured.  Host and pinned memory need no driver call.  No stream is ordered.  Any
 *   thread; no GIL.  With CUCORE_ALLOW_OTHER_DEVICES the tensor may be on any device: type and id are the tensor's, the
 *   driver is not asked, and data is not checked.  ptr is data + byte_offset on ROCm and oneAPI, where data is an
 *   address; elsewhere it may be a handle (OpenCL, Vulkan, Metal, ...), so that a byte_offset other than 0 is refused.
 *   source: rules 1.6 to 1.8, D8, D9, D36, B131, B137 */
#define cucore_view_from_dltensor CUCORE_NAME(_view_from_dltensor)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_from_dltensor(const DLTensor *tensor, uint64_t dlpack_flags,
                                                                    const cucore_arg *arg, cucore_view *out);

/* cucore_view_adopt_dlmanaged - take over a legacy managed tensor
 *   managed  in   consumed: owned by out after OK; its deleter (may be NULL) has run after any error.  NULL: left out,
 *                 with CUCORE_OPTIONAL
 *   arg, out -> as cucore_view_from_dltensor
 *   The deleter runs once, on the thread that releases the view.  source: rules D25, D27, D30 */
#define cucore_view_adopt_dlmanaged CUCORE_NAME(_view_adopt_dlmanaged)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_view_adopt_dlmanaged(DLManagedTensor *managed,
                                                                                      const cucore_arg *arg,
                                                                                      cucore_view *out);

/* cucore_view_adopt_dlmanaged_versioned - take over a versioned managed tensor
 *   -> also PROTOCOL if version.major is not 1: no other field was read, and its deleter has run
 *   source: rules D29, dlpack.h DLPackVersion */
#define cucore_view_adopt_dlmanaged_versioned CUCORE_NAME(_view_adopt_dlmanaged_versioned)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status
cucore_view_adopt_dlmanaged_versioned(DLManagedTensorVersioned *managed, const cucore_arg *arg, cucore_view *out);

/* ------------ >>dlpack-exchange -- */
/* dlpack/exchange.h: the struct of the C exchange table. */
/* The C exchange table of a Python type, DLPackExchangeAPI of dlpack.h 1.3, whatever dlpack.h is used: found as
 * type.__dlpack_c_exchange_api__, a capsule "dlpack_exchange_api".  0, or -1 with a Python exception; the allocator
 * calls set_error instead.  source: rules 2 */
typedef struct cucore_exchange_header {
    DLPackVersion version;
    struct cucore_exchange_header *prev_api;
} cucore_exchange_header;

typedef struct cucore_exchange_api {
    cucore_exchange_header header;
    int (*managed_tensor_allocator)(DLTensor *prototype, DLManagedTensorVersioned **out, void *context,
                                    void (*set_error)(void *context, const char *kind, const char *message));
    int (*managed_tensor_from_py_object_no_sync)(void *obj, DLManagedTensorVersioned **out);
    int (*managed_tensor_to_py_object_no_sync)(DLManagedTensorVersioned *managed, void **out);
    int (*dltensor_from_py_object_no_sync)(void *obj, DLTensor *out);
    int (*current_work_stream)(DLDeviceType device_type, int32_t device_id, void **out);
} cucore_exchange_api;
#if DLPACK_MAJOR_VERSION == 1 && DLPACK_MINOR_VERSION >= 3
typedef char cucore_assert_exchange_size[sizeof(cucore_exchange_api) == sizeof(DLPackExchangeAPI) ? 1 : -1];
typedef char cucore_assert_exchange_order
    [offsetof(cucore_exchange_api, current_work_stream) == offsetof(DLPackExchangeAPI, current_work_stream) ? 1 : -1];
#endif

/* ------------ >>dlpack-encode -- */
/* dlpack/encode.h: views as tensors. */
/* Flags of an export, a uint64_t; other bits are refused (INVALID_ARGUMENT). */
#define CUCORE_EXPORT_LEGACY_READONLY (UINT64_C(1) << 0) /* legacy: export it although it is read-only (rules P4) */
#define CUCORE_EXPORT_COPIED (UINT64_C(1) << 1)          /* versioned: no other code has this memory (rules P9) */
#define CUCORE_EXPORT_COMPACT (UINT64_C(1) << 2)         /* legacy: dense in C order, with strides NULL (rules P8) */

/* cucore_view_to_dltensor - describe a view as a tensor that borrows everything
 *   view  in   must outlive out, at the same address: shape and strides are its own
 *   out   out  strides are set if ndim > 0, byte_offset is 0, data is NULL if empty; untouched on error
 *   -> OK | INVALID_ARGUMENT (NULL) | UNSUPPORTED (opaque or structured elements; packed rows that start inside a byte)
 *   any thread; no driver call.  The device_id of host, pinned and managed memory, and an unknown device_id, is 0, as
 *   dlpack.h requires.  source: rules P1, P7, P8 */
#define cucore_view_to_dltensor CUCORE_NAME(_view_to_dltensor)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_dltensor(const cucore_view *view, DLTensor *out);

/* cucore_view_to_dlmanaged, cucore_view_to_dlmanaged_versioned - make a managed tensor that refers to an owner
 *   view     in   the array to show; shape and strides are copied, and not needed afterwards
 *   owner    in   what keeps the memory; kept for `release`
 *   release  in   called once with owner by the deleter, on any thread; NULL: the memory outlives everything.  Not
 *                 called on error: the owner is still yours then
 *   flags    in   CUCORE_EXPORT_..., 0: none
 *   out      out  one allocation, given back by its deleter; NULL on error
 *   -> OK | INVALID_ARGUMENT (NULL, unknown flags, versioned: CUCORE_EXPORT_COMPACT) | UNSUPPORTED (see
 *      cucore_view_to_dltensor; legacy: padded elements, read-only data) | WRONG_LAYOUT (CUCORE_EXPORT_COMPACT: not
 *      dense in C order) | OUT_OF_MEMORY
 *   any thread; no driver call.  No stream is ordered: the code that passes the tensor on does it
 *   (cucore_views_begin_access).
 *   source: rules P3, P4, P8 to P10, P12 */
#define cucore_view_to_dlmanaged CUCORE_NAME(_view_to_dlmanaged)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_dlmanaged(const cucore_view *view, void *owner,
                                                                   void (*release)(void *owner), uint64_t flags,
                                                                   DLManagedTensor **out);
#define cucore_view_to_dlmanaged_versioned CUCORE_NAME(_view_to_dlmanaged_versioned)
CUCORE_API CUCORE_NODISCARD cucore_status cucore_view_to_dlmanaged_versioned(const cucore_view *view, void *owner,
                                                                             void (*release)(void *owner),
                                                                             uint64_t flags,
                                                                             DLManagedTensorVersioned **out);

/* cucore_view_move_to_dlmanaged, cucore_view_move_to_dlmanaged_versioned - make a managed tensor that takes over a view
 *   view   in/out  consumed: zeroed, on success and on error.  On success the deleter releases what it owned; on error
 *                  it is released at once
 *   flags  in      CUCORE_EXPORT_...; CUCORE_EXPORT_COPIED is set if view->copied is
 *   out    out     as above
 *   -> as above, and UNSUPPORTED for a view that owns a buffer (PEP 3118), which must stay where it is: give its
 *      exporter as owner to cucore_view_to_dlmanaged; and for one that borrows its memory (a slice, wrapped memory
 *      without `release`), unless it is empty: cucore_view_to_dlmanaged takes an owner, or none.  source: rules B120 */
#define cucore_view_move_to_dlmanaged CUCORE_NAME(_view_move_to_dlmanaged)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status cucore_view_move_to_dlmanaged(cucore_view *view,
                                                                                        uint64_t flags,
                                                                                        DLManagedTensor **out);
#define cucore_view_move_to_dlmanaged_versioned CUCORE_NAME(_view_move_to_dlmanaged_versioned)
CUCORE_API CUCORE_NODISCARD CUCORE_CONSUMES cucore_status
cucore_view_move_to_dlmanaged_versioned(cucore_view *view, uint64_t flags, DLManagedTensorVersioned **out);

CUCORE_END

/* ------------ >>dlpack-rules -- */
/* The rules and bugs that comments cite, in short; docs/dev/protocols.md of cucore has them at length, with
 * their sources.  Numbers: its sections.  A: the array interface, buffers, streams, dtypes.  B: bugs that were found.
 * C: the CUDA Array Interface.  D: taking DLPack in.  P: handing out.  T: threads, contexts, captures.  X: the exchange
 * table.
 *
 * 1.6   the checks of every field of a tensor (ndim, shape, strides, offset, data, dtype, device) before it is used
 * 1.7   DLPack's flags: bit 0 read-only, bit 1 a private copy, bit 2 small elements padded to bytes; others are ignored
 * 1.8   DLPack's device types: who reads which memory, the host or CUDA kernels, and what device_id means there
 * 2     the C exchange table of a type: five functions that pass tensors without calls of Python, and without ordering
 * B89   who asks to write gets the producer's own memory: copy=False is asked, a private copy is refused
 * B90   legacy tensors cannot say that they are immutable (JAX's are): writing needs proof, or the caller's word
 * B120  a slice of an argument is a result that keeps the argument alive, or is refused, never over freed memory
 * B131  memory that the driver does not know is where its producer says, while the stream is captured
 * B137  a DLPack dtype that is not understood (code, bits, lanes) is a BufferError, whatever dtype was asked for
 * D8    __dlpack_device__ only chooses the stream to send: the capsule has the memory kind, the driver the device
 * D9    a device number is checked against the devices that there are
 * D14   max_version is sent as a tuple by keyword, (1, 0) or newer; a major of 0 breaks JAX and TVM
 * D25   a capsule is renamed once its tensor is checked; before, the capsule owns it, then we do; the deleter runs once
 * D27   the deleter is called with the producer's own pointer, never with a copy of the struct
 * D29   a versioned tensor of another major: only its deleter is used, nothing else of it is read; then an error
 * D30   a NULL deleter is legal and skipped
 * D35   the shape and stride arrays of a tensor belong to its producer: copied, never written
 * D36   producers lie about devices (managed as CUDA, host as CUDA): the driver is asked where the pointer is
 * P1    __dlpack_device__ and the capsule agree on the device, always
 * P3    max_version absent or major 0 gets a legacy capsule, major 1 or more a versioned one
 * P4    read-only data as a legacy capsule is a BufferError, unless allowed: legacy has no flag for it
 * P7    what a tensor cannot say (dtype, device, strides) is a BufferError, not AttributeError or RuntimeError
 * P8    tensors handed out have strides, in elements, and a byte_offset of 0: many consumers ignore other offsets
 * P9    IS_COPIED only for a copy that nobody else has; small elements in bytes of their own are flagged
 * P10   one allocation for tensor, shape and strides, which owns a reference; freed when the capsule cannot be made
 * P12   our deleters take the GIL themselves, on any thread; without an interpreter they leak
 */
/* ------------ end of the declarations -- */
#endif /* CUCORE_DLPACK_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_DLPACK_H_IMPLEMENTED)
#define CUCORE_DLPACK_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#include <stdlib.h>

#define CUCORE__PRIVATE_BEGIN
#include "cucore.h" /* private macros: >>impl-private */

CUCORE_BEGIN

/* ------------ >>impl-dlpack-decode -- */
/* dlpack/decode.c: tensors as views: checks each field, then asks the driver, then checks the requirements. */
/* Rows of packed elements must start on a byte, unless the whole is dense. */
CUCORE__PRIVATE cucore_status cucore__layout_check_packed(const cucore_layout *layout)
{
    int i;
    if (layout->itembits % 8 == 0) return CUCORE_OK;
    if (cucore_layout_is_c_contiguous(layout) || cucore_layout_is_f_contiguous(layout)) return CUCORE_OK;
    for (i = 0; i < layout->ndim; i++) {
        if (layout->shape[i] <= 1 || layout->strides[i] == 1) continue;
        if (layout->strides[i] % 8 * layout->itembits % 8 == 0) continue;
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "strides[%d] is %lld packed elements of %lld bits: its rows do not start on a byte", i,
                           (long long)layout->strides[i], (long long)layout->itembits);
    }
    return CUCORE_OK;
}

/* Refuses a dtype that is not understood, which is no question of what the caller asked for (rules B137).  The codes of
 * cucore are not DLPack's. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__dltensor_check_dtype(cucore_dtype dtype, uint64_t flags)
{
    char name[64];
    cucore__text text = cucore__text_start(name, sizeof name);
    cucore_status status =
        dtype.code < CUCORE_CODE_OPAQUE ? cucore_dtype_check(dtype) : cucore__fail_dtype_code(dtype.code);
    if (status || dtype.lanes == 1 || flags & CUCORE_ALLOW_LANES) return status;
    cucore__text_add_dtype(&text, dtype);
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "dtype.lanes is %d (%s): vector elements are accepted only with CUCORE_ALLOW_LANES", dtype.lanes,
                       name);
}

/* On other devices the pointer may be a handle, to which no offset can be added. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__dltensor_locate_other(const DLTensor *tensor, cucore_view *view)
{
    const uint64_t data = (uint64_t)(uintptr_t)tensor->data, offset = tensor->byte_offset;
    if (!offset || cucore__layout_is_empty(&view->layout)) {
        view->ptr = tensor->data;
        return CUCORE_OK;
    }
    if (!cucore__device_type_has_addresses(view->device_type)) {
        return cucore_fail(
            CUCORE_UNSUPPORTED,
            "byte_offset is %llu, but data is a handle on a device of type %d (%s), not an address: pass a "
            "copy of the array, which begins where its memory does",
            (unsigned long long)offset, (int)view->device_type, cucore__device_name(view->device_type));
    }
    if (offset > (uint64_t)UINTPTR_MAX - data) {
        return cucore_fail(CUCORE_PROTOCOL, "byte_offset is %llu, which is behind the end of the address space",
                           (unsigned long long)offset);
    }
    view->ptr = (void *)(uintptr_t)(data + offset);
    return CUCORE_OK;
}

/* An element that no dtype here is, as so many bytes; else what the dtype was refused for. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__dltensor_opaque(const DLTensor *tensor, cucore_status refused,
                                                                   const cucore__intake *intake, cucore_view *view)
{
    const uint32_t bits = (uint32_t)tensor->dtype.bits * tensor->dtype.lanes;
    if (!(intake->flags & CUCORE_ALLOW_OPAQUE) || !bits || bits % 8) return refused;
    view->dtype = cucore_dtype_make_opaque(CUCORE_CODE_OPAQUE, bits / 8);
    view->padded = 0;
    return CUCORE_OK;
}

/* Every field: dtype, device, shape and strides, address.  The caller clears the view before and, on error,
 * afterwards. */
CUCORE__PRIVATE cucore_status cucore__dltensor_decode(const DLTensor *tensor, uint64_t dlpack_flags,
                                                      const cucore__intake *intake, cucore_view *view)
{
    const int device_type = (int)tensor->device.device_type, device_id = (int)tensor->device.device_id;
    uint64_t data = (uint64_t)(uintptr_t)tensor->data;
    cucore_layout *layout = &view->layout;
    cucore__survey span;
    const cucore_dtype dtype = cucore_dtype_make(tensor->dtype.code, tensor->dtype.bits, tensor->dtype.lanes);
    cucore_status status = CUCORE_OK;
    view->dtype = dtype;
    view->readonly = (dlpack_flags & CUCORE_DLPACK_READ_ONLY) != 0;
    view->copied = (dlpack_flags & CUCORE_DLPACK_IS_COPIED) != 0;
    view->padded = (dlpack_flags & CUCORE_DLPACK_SUBBYTE_PADDED) != 0 && cucore_dtype_itembits(dtype) % 8 != 0;
    if (dtype.code > CUCORE_CODE_FLOAT || dtype.lanes != 1 || (dtype.bits != 32 && dtype.bits != 64)) {
        status = cucore__dltensor_check_dtype(dtype, intake->flags);
        if (status) status = cucore__dltensor_opaque(tensor, status, intake, view);
        if (status) return status;
    }
    if (device_id < 0) return cucore_fail(CUCORE_PROTOCOL, "device_id is %d; it must not be negative", device_id);
    status = cucore__view_set_device(view, device_type, device_id, intake->flags);
    if (!status) status = cucore__layout_check_ndim(tensor->ndim, view->dtype.itemsize);
    if (status) return status;
    if (tensor->ndim > 0 && !tensor->shape) {
        return cucore_fail(CUCORE_PROTOCOL, "shape is NULL, but ndim is %d", tensor->ndim);
    }
    cucore__layout_start(layout, tensor->ndim, tensor->shape, view->dtype.itemsize);
    if (!view->padded) layout->itembits = cucore_dtype_itembits(view->dtype);
    if (tensor->strides) {
        cucore__entries_copy(layout->strides, tensor->strides, layout->ndim);
    } else {
        cucore__layout_fill_dense(layout, 'C');
    }
    status = cucore__layout_check(layout, &span);
    if (!status) status = cucore__layout_check_packed(layout);
    if (status) return status;
    if (!(view->host_accessible | view->device_accessible)) return cucore__dltensor_locate_other(tensor, view);
    if (data && tensor->byte_offset > (uint64_t)UINTPTR_MAX - data) {
        return cucore_fail(CUCORE_PROTOCOL, "byte_offset is %llu, which is behind the end of the address space",
                           (unsigned long long)tensor->byte_offset);
    }
    view->ptr = data ? (void *)(uintptr_t)(data + tensor->byte_offset) : NULL;
    return cucore__view_check_address(view, &span);
}

/* The tensor as a view, before anybody asks the driver or the caller's requirements. */
CUCORE__PRIVATE cucore_status cucore__view_decode(const DLTensor *tensor, uint64_t dlpack_flags,
                                                  const cucore__intake *intake, int protocol, cucore_view *out)
{
    cucore_status status;
    cucore__view_clear(out);
    out->protocol = (uint8_t)protocol;
    status = cucore__dltensor_decode(tensor, dlpack_flags, intake, out);
    if (protocol == CUCORE_PROTOCOL_DLPACK && !(intake->flags & CUCORE_ALLOW_UNPROVEN_WRITE))
        out->readonly = out->unproven = 1;
    if (status) cucore__view_clear(out);
    return status;
}

/* Asks the driver about device memory, unless it has confirmed memory of this kind before; checks the requirements.
 * *known: 1 if the driver has confirmed it, before or now */
CUCORE__PRIVATE cucore_status cucore__view_accept(cucore_view *view, const cucore__intake *intake, int *known)
{
    const CUstream stream = intake->consumer ? intake->consumer : intake->arg->producer_stream;
    int count,
        asks = view->device_type == CUCORE_DEVICE_TYPE_CUDA || view->device_type == CUCORE_DEVICE_TYPE_CUDA_MANAGED;
    cucore_status status = CUCORE_OK;
    if (asks && !*known && !(intake->flags & CUCORE_TRUST_PRODUCER) && !cucore__layout_is_empty(&view->layout)) {
        status = cucore_driver_load();
        count = cucore__driver_state.device_count;
        if (!status && view->device_id >= count) {
            status = cucore_fail(CUCORE_PROTOCOL, "the producer says cuda:%d, but this process sees %d device%s",
                                 (int)view->device_id, count, count == 1 ? "" : "s");
        }
        if (!status) status = cucore__view_locate(view, stream, known);
    }
    if (view->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST && !(intake->flags & CUCORE_TRUST_PRODUCER) &&
        !cucore__layout_is_empty(&view->layout)) {
        status = cucore__view_locate_pinned(view);
    }
    if (!status) status = cucore__view_check_arg(view, intake->arg, intake->of_call);
    if (status) cucore__view_clear(view);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__view_from_tensor(const DLTensor *tensor, uint64_t dlpack_flags,
                                                       const cucore_arg *arg, int protocol, cucore_view *out)
{
    const cucore__intake intake = cucore__intake_make(arg);
    int known = 0;
    cucore_status status = cucore__arg_check_plain(intake.arg, 0);
    if (status) {
        cucore__view_clear(out);
        return status;
    }
    status = cucore__view_decode(tensor, dlpack_flags, &intake, protocol, out);
    return status ? status : cucore__view_accept(out, &intake, &known);
}

CUCORE_API cucore_status cucore_view_from_dltensor(const DLTensor *tensor, uint64_t dlpack_flags, const cucore_arg *arg,
                                                   cucore_view *out)
{
    if (!tensor || !out) return cucore__intake_left_out("cucore_view_from_dltensor", arg, out);
    return cucore__view_from_tensor(tensor, dlpack_flags, arg, CUCORE_PROTOCOL_DLTENSOR, out);
}

/* Calls the deleter if there is one; the last error stays as it was. */
CUCORE__PRIVATE void cucore__dlmanaged_delete(DLManagedTensor *managed)
{
    const cucore_error error = cucore__error;
    if (managed && managed->deleter) managed->deleter(managed);
    cucore__error = error;
}

CUCORE__PRIVATE void cucore__dlmanaged_versioned_delete(DLManagedTensorVersioned *managed)
{
    const cucore_error error = cucore__error;
    if (managed && managed->deleter) managed->deleter(managed);
    cucore__error = error;
}

CUCORE__PRIVATE void cucore__managed_free(void *owner)
{
    DLManagedTensor *managed = (DLManagedTensor *)owner;
    if (managed->deleter) managed->deleter(managed);
}

CUCORE__PRIVATE void cucore__managed_versioned_free(void *owner)
{
    DLManagedTensorVersioned *managed = (DLManagedTensorVersioned *)owner;
    if (managed->deleter) managed->deleter(managed);
}

CUCORE_API cucore_status cucore_view_adopt_dlmanaged(DLManagedTensor *managed, const cucore_arg *arg, cucore_view *out)
{
    cucore_status status;
    if (!managed || !out) {
        status = cucore__intake_left_out("cucore_view_adopt_dlmanaged", arg, out);
    } else {
        status = cucore__view_from_tensor(&managed->dl_tensor, 0, arg, CUCORE_PROTOCOL_DLPACK, out);
        if (!status) cucore__view_own_wrapped(out, managed, cucore__managed_free);
    }
    if (status) cucore__dlmanaged_delete(managed);
    return status;
}

/* Another major: only the deleter may be touched (rules D29). */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__fail_major(const DLManagedTensorVersioned *managed)
{
    return cucore_fail(CUCORE_PROTOCOL, "the tensor is of DLPack version %u.%u; only major version %d is understood",
                       (unsigned)managed->version.major, (unsigned)managed->version.minor, DLPACK_MAJOR_VERSION);
}

CUCORE_API cucore_status cucore_view_adopt_dlmanaged_versioned(DLManagedTensorVersioned *managed, const cucore_arg *arg,
                                                               cucore_view *out)
{
    cucore_status status;
    if (!managed || !out) {
        status = cucore__intake_left_out("cucore_view_adopt_dlmanaged_versioned", arg, out);
    } else if (managed->version.major != DLPACK_MAJOR_VERSION) {
        cucore__view_clear(out);
        status = cucore__fail_major(managed);
    } else {
        status =
            cucore__view_from_tensor(&managed->dl_tensor, managed->flags, arg, CUCORE_PROTOCOL_DLPACK_VERSIONED, out);
        if (!status) cucore__view_own_wrapped(out, managed, cucore__managed_versioned_free);
    }
    if (status) cucore__dlmanaged_versioned_delete(managed);
    return status;
}

/* ------------ >>impl-dlpack-encode -- */
/* dlpack/encode.c: managed tensors made of views. */
/* Host, pinned and managed memory has no device_id of its own in DLPack (dlpack.h, DLDevice.device_id). */
CUCORE__PRIVATE inline int cucore__view_dl_device_id(const cucore_view *view)
{
    if (view->device_id <= 0) return 0;
    return view->device_type == CUCORE_DEVICE_TYPE_CUDA || cucore__device_is_other(view->device_type) ? view->device_id
                                                                                                      : 0;
}

CUCORE__PRIVATE cucore_status cucore__view_check_dlpack(const cucore_view *view)
{
    char name[32];
    cucore_status status = cucore__view_check_sound("view", view);
    if (status) return status;
    if (view->dtype.code < CUCORE_CODE_OPAQUE && !view->byte_swapped) {
        return view->layout.itembits % 8 == 0 ? CUCORE_OK : cucore__layout_check_packed(&view->layout);
    }
    cucore_dtype_to_name(view->dtype, name, sizeof name);
    return cucore_fail(CUCORE_UNSUPPORTED, "DLPack has no type for elements of %s%s", name,
                       view->byte_swapped ? " of foreign byte order" : "");
}

/* All but shape and strides. */
CUCORE__PRIVATE inline void cucore__dltensor_fill(const cucore_view *view, int is_empty, DLTensor *out)
{
    out->data = is_empty ? NULL : view->ptr;
    out->device.device_type = (DLDeviceType)view->device_type;
    out->device.device_id = cucore__view_dl_device_id(view);
    out->ndim = view->layout.ndim;
    out->dtype.code = view->dtype.code;
    out->dtype.bits = view->dtype.bits;
    out->dtype.lanes = view->dtype.lanes;
    out->byte_offset = 0;
}

CUCORE_API cucore_status cucore_view_to_dltensor(const cucore_view *view, DLTensor *out)
{
    cucore_status status;
    if (!view || !out) return cucore__fail_intake("cucore_view_to_dltensor", NULL);
    status = cucore__view_check_dlpack(view);
    if (status) return status;
    cucore__dltensor_fill(view, cucore__layout_is_empty(&view->layout), out);
    out->shape = (int64_t *)(uintptr_t)view->layout.shape; /* dlpack.h has no const, but it is never written (D35) */
    out->strides = (int64_t *)(uintptr_t)view->layout.strides;
    return CUCORE_OK;
}

/* One allocation: this, then shape and strides, or the view that was moved, which has them. */
typedef struct cucore__exported {
    union {
        DLManagedTensor legacy;
        DLManagedTensorVersioned versioned;
    } tensor;
    void *owner;
    void (*release)(void *owner);
} cucore__exported;

CUCORE__PRIVATE void cucore__exported_free(cucore__exported *managed)
{
    if (managed->release) managed->release(managed->owner);
    free(managed);
}

CUCORE__PRIVATE void cucore__legacy_deleter(DLManagedTensor *self)
{
    cucore__exported_free((cucore__exported *)(void *)self);
}

CUCORE__PRIVATE void cucore__versioned_deleter(DLManagedTensorVersioned *self)
{
    cucore__exported_free((cucore__exported *)(void *)self);
}

/* Refuses what a legacy tensor cannot express. */
CUCORE__PRIVATE cucore_status cucore__view_check_legacy(const cucore_view *view, uint64_t flags)
{
    char name[32], text[200];
    if (view->padded) {
        cucore_dtype_to_name(view->dtype, name, sizeof name);
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "elements of %s stand in a byte each, which a DLPack tensor without a version cannot say: "
                           "ask with max_version=(1, 0) or newer",
                           name);
    }
    if (flags & CUCORE_EXPORT_COMPACT && !cucore_layout_is_c_contiguous(&view->layout)) {
        cucore_layout_format(&view->layout, text, sizeof text);
        return cucore_fail(CUCORE_WRONG_LAYOUT, "a tensor without strides is dense in C order, and %s is not", text);
    }
    if (!view->readonly || view->unproven || (flags & CUCORE_EXPORT_LEGACY_READONLY)) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "the array is read-only, which a DLPack tensor without a version cannot say: ask "
                       "with max_version=(1, 0) or newer");
}

/* The function that checks a view for a legacy tensor; NULL for a tensor with a version. */
typedef cucore_status (*cucore__legacy_check)(const cucore_view *view, uint64_t flags);

CUCORE__PRIVATE inline DLTensor *cucore__exported_tensor(cucore__exported *managed, int versioned)
{
    return versioned ? &managed->tensor.versioned.dl_tensor : &managed->tensor.legacy.dl_tensor;
}

/* Makes all but shape, strides and owner, which get `room` bytes after the struct.  tensor: the tensor in the struct.
 * NULL with an error. */
CUCORE__PRIVATE cucore__exported *cucore__exported_new(const cucore_view *view, cucore__legacy_check legacy,
                                                       uint64_t flags, size_t room, DLTensor **tensor)
{
    const int versioned = !legacy;
    cucore__exported *managed;
    if (cucore__view_check_dlpack(view) || (legacy && legacy(view, flags))) return NULL;
    managed = (cucore__exported *)malloc(sizeof *managed + room);
    if (!managed) {
        (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for a DLPack tensor of %d axes", (int)view->layout.ndim);
        return NULL;
    }
    if (versioned) {
        managed->tensor.versioned.version.major = CUCORE_DLPACK_MAX_MAJOR;
        managed->tensor.versioned.version.minor = CUCORE_DLPACK_MAX_MINOR;
        managed->tensor.versioned.manager_ctx = managed;
        managed->tensor.versioned.deleter = cucore__versioned_deleter;
        managed->tensor.versioned.flags = (view->readonly ? (uint64_t)CUCORE_DLPACK_READ_ONLY : 0) |
                                          (flags & CUCORE_EXPORT_COPIED ? (uint64_t)CUCORE_DLPACK_IS_COPIED : 0) |
                                          (view->padded ? (uint64_t)CUCORE_DLPACK_SUBBYTE_PADDED : 0);
    } else {
        managed->tensor.legacy.manager_ctx = managed;
        managed->tensor.legacy.deleter = cucore__legacy_deleter;
    }
    *tensor = cucore__exported_tensor(managed, versioned);
    cucore__dltensor_fill(view, 0, *tensor);
    return managed;
}

/* An empty array: no data, and strides that count an extent of 0 as 1 (rules P8). */
CUCORE__PRIVATE void cucore__dltensor_empty(DLTensor *tensor, int64_t *strides)
{
    int64_t stride = 1;
    int i;
    tensor->data = NULL;
    for (i = tensor->ndim - 1; i >= 0; i--) {
        strides[i] = stride;
        stride = cucore__stride_after(stride, tensor->shape[i]);
    }
}

CUCORE__PRIVATE cucore__exported *cucore__view_export(const cucore_view *view, void *owner,
                                                      void (*release)(void *owner), cucore__legacy_check legacy,
                                                      uint64_t flags)
{
    const cucore_layout *layout = &view->layout;
    const size_t room = 2 * (size_t)layout->ndim * sizeof(int64_t);
    DLTensor *tensor;
    cucore__exported *managed = cucore__exported_new(view, legacy, flags, room, &tensor);
    int64_t extent, *shape, *strides; /* the pointers of the tensor are const in some versions of dlpack.h */
    int i, is_empty = 0;
    if (!managed) return NULL;
    managed->owner = owner;
    managed->release = release;
    tensor->shape = shape = (int64_t *)(void *)(managed + 1);
    tensor->strides = strides = shape + layout->ndim;
    for (i = 0; i < layout->ndim; i++) {
        extent = cucore__opaque(layout->shape[i]);
        is_empty |= extent == 0;
        shape[i] = extent;
        strides[i] = layout->strides[i];
    }
    if (is_empty) cucore__dltensor_empty(tensor, strides);
    if (flags & CUCORE_EXPORT_COMPACT) tensor->strides = NULL;
    return managed;
}

CUCORE__PRIVATE cucore_status cucore__export_check_flags(const char *function, int versioned, uint64_t flags)
{
    const uint64_t unknown = flags & ~(CUCORE_EXPORT_LEGACY_READONLY | CUCORE_EXPORT_COPIED | CUCORE_EXPORT_COMPACT);
    if (versioned && flags & CUCORE_EXPORT_COMPACT)
        return cucore__invalid("%s: CUCORE_EXPORT_COMPACT: a tensor with a version has strides", function);
    if (!unknown) return CUCORE_OK;
    return cucore_fail(CUCORE_INVALID_ARGUMENT, "%s: flags have unknown bits: 0x%llx", function,
                       (unsigned long long)unknown);
}

CUCORE_API cucore_status cucore_view_to_dlmanaged(const cucore_view *view, void *owner, void (*release)(void *owner),
                                                  uint64_t flags, DLManagedTensor **out)
{
    cucore__exported *managed;
    if (out) *out = NULL;
    if (!view || !out) return cucore__fail_intake("cucore_view_to_dlmanaged", NULL);
    if (cucore__export_check_flags("cucore_view_to_dlmanaged", 0, flags)) return CUCORE_INVALID_ARGUMENT;
    managed = cucore__view_export(view, owner, release, cucore__view_check_legacy, flags);
    if (managed) *out = &managed->tensor.legacy;
    return managed ? CUCORE_OK : cucore_last_error()->status;
}

CUCORE_API cucore_status cucore_view_to_dlmanaged_versioned(const cucore_view *view, void *owner,
                                                            void (*release)(void *owner), uint64_t flags,
                                                            DLManagedTensorVersioned **out)
{
    cucore__exported *managed;
    if (out) *out = NULL;
    if (!view || !out) return cucore__fail_intake("cucore_view_to_dlmanaged_versioned", NULL);
    if (cucore__export_check_flags("cucore_view_to_dlmanaged_versioned", 1, flags)) return CUCORE_INVALID_ARGUMENT;
    managed = cucore__view_export(view, owner, release, NULL, flags);
    if (managed) *out = &managed->tensor.versioned;
    return managed ? CUCORE_OK : cucore_last_error()->status;
}

/* No copy of another; and a Py_buffer in the view may be known to its exporter by its address. */
CUCORE__PRIVATE cucore_status cucore__view_check_movable(const char *function, const cucore_view *view)
{
    if (!view->private_.release) return CUCORE_OK;
    if (cucore__view_is_copy(view)) return cucore__fail_copy(function, view);
    if (view->private_.release == cucore__wrapped_release) return CUCORE_OK; /* also by cucore_view_attach */
    if (view->protocol != CUCORE_PROTOCOL_PEP3118 && view->protocol != CUCORE_PROTOCOL_ARRAY_INTERFACE)
        return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "the view owns a buffer (%s), which must stay where it is: export it with its "
                       "exporter as the owner",
                       cucore_protocol_name((cucore_protocol)view->protocol));
}

/* Memory that is handed on needs an owner, which a slice and a view of wrapped memory do not have (rules B120). */
CUCORE__PRIVATE cucore_status cucore__view_check_owns(const char *function, const cucore_view *view)
{
    if (view->private_.release || cucore__layout_is_empty(&view->layout)) return CUCORE_OK;
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "%s: the view borrows its memory, and nothing would keep that alive: give it an owner "
                       "(cucore_view_wrap)",
                       function);
}

CUCORE__PRIVATE void cucore__release_moved(void *owner)
{
    cucore_view_release((cucore_view *)owner);
}

CUCORE__PRIVATE cucore__exported *cucore__view_export_moved(const char *function, cucore_view *view,
                                                            cucore__legacy_check legacy, uint64_t flags)
{
    cucore__exported *managed;
    cucore_view *moved;
    DLTensor *tensor;
    if (cucore__view_check_movable(function, view)) return NULL;
    if (view->copied) flags |= CUCORE_EXPORT_COPIED;
    managed = cucore__exported_new(view, legacy, flags, sizeof(cucore_view), &tensor);
    if (!managed) return NULL;
    if (cucore__view_check_owns(function, view)) {
        free(managed);
        return NULL;
    }
    moved = (cucore_view *)(void *)(managed + 1);
    cucore__view_move(view, moved);
    managed->owner = moved;
    managed->release = cucore__release_moved;
    tensor->shape = moved->layout.shape;
    tensor->strides = moved->layout.strides;
    if (cucore__layout_is_empty(&moved->layout)) cucore__dltensor_empty(tensor, moved->layout.strides);
    if (flags & CUCORE_EXPORT_COMPACT) tensor->strides = NULL;
    return managed;
}

/* The view is consumed, also on error, which stays the last error while the memory is given back. */
CUCORE__PRIVATE cucore__exported *cucore__view_export_taken(const char *function, cucore_view *view,
                                                            cucore__legacy_check legacy, uint64_t flags)
{
    cucore__exported *managed = cucore__export_check_flags(function, !legacy, flags)
                                    ? NULL
                                    : cucore__view_export_moved(function, view, legacy, flags);
    cucore_error error;
    if (managed) return managed;
    error = cucore__error;
    cucore_view_release(view);
    cucore__error = error;
    return NULL;
}

CUCORE__PRIVATE cucore_status cucore__fail_taken(const char *function, cucore_view *view)
{
    cucore_view_release(view);
    return cucore__fail_intake(function, NULL);
}

CUCORE_API cucore_status cucore_view_move_to_dlmanaged(cucore_view *view, uint64_t flags, DLManagedTensor **out)
{
    static const char function[] = "cucore_view_move_to_dlmanaged";
    cucore__exported *managed;
    if (out) *out = NULL;
    if (!view || !out) return cucore__fail_taken(function, view);
    managed = cucore__view_export_taken(function, view, cucore__view_check_legacy, flags);
    if (managed) *out = &managed->tensor.legacy;
    return managed ? CUCORE_OK : cucore_last_error()->status;
}

CUCORE_API cucore_status cucore_view_move_to_dlmanaged_versioned(cucore_view *view, uint64_t flags,
                                                                 DLManagedTensorVersioned **out)
{
    static const char function[] = "cucore_view_move_to_dlmanaged_versioned";
    cucore__exported *managed;
    if (out) *out = NULL;
    if (!view || !out) return cucore__fail_taken(function, view);
    managed = cucore__view_export_taken(function, view, NULL, flags);
    if (managed) *out = &managed->tensor.versioned;
    return managed ? CUCORE_OK : cucore_last_error()->status;
}

CUCORE_END

#define CUCORE__PRIVATE_END
#include "cucore.h" /* undefines them */
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
