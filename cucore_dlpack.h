/* cucore_dlpack.h - v0.1.0 - DLPack tensors as cucore views, without Python - SPDX-License-Identifier: MIT
 *
 *     #define CUCORE_IMPLEMENTATION        in exactly one source file of your module
 *     #include "cucore_dlpack.h"           brings in cucore.h and your dlpack.h
 *
 * Needs <dlpack/dlpack.h> or "dlpack.h", version 1.0 or newer; one that is already included is used as it is, and
 * CUCORE_DLPACK_HEADER may name another ('#define CUCORE_DLPACK_HEADER <ATen/dlpack.h>').  Capsules and objects with
 * __dlpack__ are decoded by cucore_python.h, which ends up in the functions here.
 *
 * CONTENTS (search for the tag)
 *     >>dlpack-config    finding dlpack.h, what newer versions added
 *     >>dlpack-decode    DLTensor, DLManagedTensor, DLManagedTensorVersioned -> view
 *     >>impl-dlpack-...  the same sections again, implemented
 *
 * >>manual
 *     Versions     Legacy tensors and versioned ones of major 1.  Another major is refused before anything else of it is
 *                  read.  All type codes of DLPack 1.3 are known, whatever dlpack.h is used.
 *     Ownership    A view made from a managed tensor owns it and calls its deleter once, at release, through the
 *                  producer's own pointer.  While an import fails, the tensor stays the caller's.
 *     Streams      A tensor does not say where its data are pending: whoever asked the producer for it also named the
 *                  stream.  Nothing is ordered here.
 *     Unknown      A legacy tensor cannot say that it is read-only: it counts as writable, unless the caller wants
 *                  proof (CUCORE_PROVEN_WRITABLE).
 */
#ifndef CUCORE_DLPACK_H
#define CUCORE_DLPACK_H

#include "cucore.h"

/* --------------------------------------------------------------------------------------------- >>dlpack-config -- */
#if defined(CUCORE_DLPACK_HEADER)
#include CUCORE_DLPACK_HEADER
#elif !defined(DLPACK_MAJOR_VERSION)
#if defined(__has_include)
#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#else
#include "dlpack.h"
#endif
#else
#include <dlpack/dlpack.h>
#endif
#endif

#if !defined(DLPACK_MAJOR_VERSION)
#error "cucore_dlpack.h needs dlpack.h 1.0 or newer; the one found is older (it has no DLPACK_MAJOR_VERSION)"
#elif DLPACK_MAJOR_VERSION != 1
#error "cucore_dlpack.h needs dlpack.h of major version 1; the one found is of another"
#endif

/* Bits of DLManagedTensorVersioned.flags; dlpack.h 1.0 has only the first. */
enum { CUCORE_DLPACK_READ_ONLY = 1 << 0, CUCORE_DLPACK_IS_COPIED = 1 << 1, CUCORE_DLPACK_SUBBYTE_PADDED = 1 << 2 };

/* The newest version that is understood: what a producer is asked for (protocols D14). */
#define CUCORE_DLPACK_MAX_MAJOR 1
#define CUCORE_DLPACK_MAX_MINOR 3

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------------------------- >>dlpack-decode -- */
/* cucore_view_from_dltensor - view a tensor that somebody else keeps alive
 *   tensor        in   checked field by field (protocols 1.6); shape and strides are copied, never written
 *   dlpack_flags  in   CUCORE_DLPACK_... of the managed tensor it came in, 0 for none
 *   intake        in   flags, device_id, dl_device_type (what the producer was asked for); NULL: all zero.  Its stream
 *                      is not used
 *   out           out  borrows the memory; zeroed on error.  ptr is data + byte_offset
 *   -> OK | INVALID_ARGUMENT (NULL, ndim, negative extent) | OVERFLOW | PROTOCOL (dtype, NULL data that is not empty, ...)
 *      | UNSUPPORTED (device, code, lanes) | READONLY, WRONG_LAYOUT, WRONG_DEVICE (flags) | NO_DRIVER, DRIVER
 *   Asks the driver where device memory really is, and believes it more than the tensor, unless the array is empty or
 *   CUCORE_TRUST_PRODUCER is given.  Host and pinned memory: no driver call.  Any thread; no GIL.
 *   source: protocols 1.6 to 1.8, D8, D9, D36 */
CUCORE_API cucore_status cucore_view_from_dltensor(const DLTensor *tensor, uint64_t dlpack_flags,
                                                   const cucore_intake *intake, cucore_view *out);

/* cucore_view_from_managed - take over a legacy managed tensor
 *   managed  in   owned by out after OK; still the caller's after an error
 *   intake, out, status: as cucore_view_from_dltensor
 *   The deleter (may be NULL) runs once, on the thread that releases the view.  source: protocols D25, D27, D30 */
CUCORE_API cucore_status cucore_view_from_managed(DLManagedTensor *managed, const cucore_intake *intake,
                                                  cucore_view *out);

/* cucore_view_from_managed_versioned - take over a versioned managed tensor
 *   -> also PROTOCOL when version.major is not 1: nothing else was read, and the caller still has to call
 *      cucore_managed_versioned_delete, which is safe for any major
 *   source: protocols D29, dlpack.h DLPackVersion */
CUCORE_API cucore_status cucore_view_from_managed_versioned(DLManagedTensorVersioned *managed,
                                                            const cucore_intake *intake, cucore_view *out);

/* cucore_managed_delete, cucore_managed_versioned_delete - call the deleter, if there is one */
CUCORE_API void cucore_managed_delete(DLManagedTensor *managed);
CUCORE_API void cucore_managed_versioned_delete(DLManagedTensorVersioned *managed);

#ifdef __cplusplus
}
#endif
/* ------------------------------------------------------------------------------------- end of the declarations -- */
#endif /* CUCORE_DLPACK_H */

#if defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_DLPACK_H_IMPLEMENTED)
#define CUCORE_DLPACK_H_IMPLEMENTED

#include "cucore.h" /* its implementation, if only its declarations came before */

#define CUCORE__PRIVATE static CUCORE_UNUSED

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- >>impl-dlpack-decode -- */
CUCORE__PRIVATE cucore_status cucore__dltensor_dtype(const DLTensor *tensor, const cucore_intake *intake,
                                                     cucore_dtype *out)
{
    cucore_dtype dtype = cucore_dtype_make(tensor->dtype.code, tensor->dtype.bits, tensor->dtype.lanes);
    cucore_status status;
    *out = dtype;
    if (dtype.code <= CUCORE_CODE_FLOAT && dtype.lanes == 1 && (dtype.bits == 32 || dtype.bits == 64)) return CUCORE_OK;
    if (dtype.code >= CUCORE_CODE_OPAQUE) { /* our own codes are not DLPack's */
        return cucore_fail(CUCORE_UNSUPPORTED, "dtype.code is %d, which names no type of elements", dtype.code);
    }
    status = cucore_dtype_check(dtype);
    if (status) return status;
    if (dtype.lanes > 1 && !(intake->flags & CUCORE_ALLOW_LANES)) {
        return cucore_fail(CUCORE_UNSUPPORTED,
                           "dtype.lanes is %d: vector elements are accepted only with CUCORE_ALLOW_LANES", dtype.lanes);
    }
    return CUCORE_OK;
}

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

CUCORE__PRIVATE cucore_status cucore__dltensor_layout(const DLTensor *tensor, cucore_view *view, cucore__survey *span)
{
    cucore_layout *layout = &view->layout;
    cucore_status status = cucore__layout_check_ndim(tensor->ndim, view->dtype.itemsize);
    if (status) return status;
    if (tensor->ndim > 0 && !tensor->shape) {
        return cucore_fail(CUCORE_PROTOCOL, "shape is NULL, but ndim is %d", tensor->ndim);
    }
    cucore__layout_start(layout, tensor->ndim, tensor->shape, view->dtype.itemsize);
    if (!view->padded) layout->itembits = cucore_dtype_bits(view->dtype);
    if (tensor->strides) {
        cucore__entries_copy(layout->strides, tensor->strides, layout->ndim);
    } else {
        cucore__layout_fill_dense(layout, 'C');
    }
    status = cucore__layout_check(layout, span);
    return status ? status : cucore__layout_check_packed(layout);
}

CUCORE__PRIVATE cucore_status cucore__dltensor_pointer(const DLTensor *tensor, cucore_view *view,
                                                       const cucore__survey *span)
{
    uint64_t data = (uint64_t)(uintptr_t)tensor->data;
    if (data) {
        if (tensor->byte_offset > (uint64_t)UINTPTR_MAX - data) {
            return cucore_fail(CUCORE_PROTOCOL, "byte_offset is %llu, which is behind the end of the address space",
                               (unsigned long long)tensor->byte_offset);
        }
        data += tensor->byte_offset;
    }
    view->ptr = (void *)(uintptr_t)data;
    return cucore__view_check_address(view, span);
}

CUCORE__PRIVATE cucore_status cucore__dltensor_device(const DLTensor *tensor, const cucore_intake *intake,
                                                      cucore_view *view)
{
    if (tensor->device.device_id < 0) {
        return cucore_fail(CUCORE_PROTOCOL, "device_id is %d; it must not be negative", (int)tensor->device.device_id);
    }
    if (intake->dl_device_type && ((int)tensor->device.device_type != intake->dl_device_type ||
                                   (int)tensor->device.device_id != intake->dl_device_id)) {
        return cucore_fail(CUCORE_PROTOCOL, "the producer was asked for device (%d, %d), but gave (%d, %d)",
                           intake->dl_device_type, intake->dl_device_id, (int)tensor->device.device_type,
                           (int)tensor->device.device_id);
    }
    return cucore__view_set_device(view, (int)tensor->device.device_type, (int)tensor->device.device_id);
}

/* What a producer says of device memory, held against the driver. */
CUCORE__PRIVATE cucore_status cucore__view_verify(cucore_view *view, const cucore_intake *intake)
{
    int count;
    cucore_status status;
    if (view->device_type != CUCORE_DEVICE_CUDA && view->device_type != CUCORE_DEVICE_CUDA_MANAGED) return CUCORE_OK;
    if ((intake->flags & CUCORE_TRUST_PRODUCER) || cucore__layout_is_empty(&view->layout)) return CUCORE_OK;
    status = cucore_driver_load();
    if (status) return status;
    count = cucore__driver_state.device_count;
    if (view->device_id >= count) {
        return cucore_fail(CUCORE_PROTOCOL, "the producer says cuda:%d, but this process sees %d device%s",
                           (int)view->device_id, count, count == 1 ? "" : "s");
    }
    return cucore__view_locate(view);
}

/* Sizes in bytes, as bits of their own, that elements of a type code usually have. */
CUCORE__PRIVATE inline int cucore__dltensor_size(DLDataType dtype)
{
    static const uint8_t sizes[] = {1 | 2 | 4 | 8, 1 | 2 | 4 | 8, 2 | 4 | 8, 0, 2, 4 | 8 | 16, 1};
    unsigned size = dtype.bits / 8u;
    if (dtype.code >= sizeof sizes || dtype.lanes != 1 || (dtype.bits & (dtype.bits - 1)) != 0) return 0;
    return (int)(sizes[dtype.code] & size);
}

/* The tensor that most are - plain numbers in C order, not empty, on a CPU or a CUDA device - in one pass.  0: it is another
 * one, or has something wrong with it; the view is then half filled. */
CUCORE__PRIVATE inline int cucore__dltensor_decode_dense(const DLTensor *tensor, cucore_view *view)
{
    int64_t volume = 1, extent, stride, size = cucore__dltensor_size(tensor->dtype);
    uint64_t base = (uint64_t)(uintptr_t)tensor->data;
    int i, odd, ndim = tensor->ndim, device = (int)tensor->device.device_type;
    odd = !size || ndim < 1 || ndim > CUCORE_MAX_NDIM || !tensor->shape || !tensor->strides || tensor->byte_offset ||
          (unsigned)device - 1u > 1u || tensor->device.device_id < 0 || !base;
    if (odd) return 0;
    for (i = ndim - 1; i >= 0; i--) {
        extent = cucore__opaque(tensor->shape[i]);
        stride = cucore__opaque(tensor->strides[i]);
        view->layout.shape[i] = extent;
        view->layout.strides[i] = stride;
        odd |= (extent < 1) | ((extent != 1) & (stride != volume));
        odd |= cucore__mul(volume, extent, &volume);
    }
    if (odd || volume > INT64_MAX / 256 || (uint64_t)(volume * size) > (uint64_t)UINTPTR_MAX - base) return 0;
    view->ptr = tensor->data;
    view->dtype = cucore_dtype_make(tensor->dtype.code, tensor->dtype.bits, 1);
    view->device_type = device;
    view->device_id = device == CUCORE_DEVICE_CPU ? -1 : tensor->device.device_id;
    view->host_accessible = device == CUCORE_DEVICE_CPU;
    view->device_accessible = device != CUCORE_DEVICE_CPU;
    view->layout.ndim = ndim;
    view->layout.itemsize = size;
    view->layout.itembits = 8 * size;
    return 1;
}

/* The caller clears and, on error, clears again. */
CUCORE__PRIVATE cucore_status cucore__dltensor_decode(const DLTensor *tensor, uint64_t dlpack_flags,
                                                      const cucore_intake *intake, cucore_view *view)
{
    cucore__survey span;
    cucore_status status = cucore__dltensor_dtype(tensor, intake, &view->dtype);
    view->readonly = (dlpack_flags & CUCORE_DLPACK_READ_ONLY) != 0;
    view->copied = (dlpack_flags & CUCORE_DLPACK_IS_COPIED) != 0;
    view->padded = (dlpack_flags & CUCORE_DLPACK_SUBBYTE_PADDED) != 0 && cucore_dtype_bits(view->dtype) % 8 != 0;
    if (!status) status = cucore__dltensor_device(tensor, intake, view);
    if (!status) status = cucore__dltensor_layout(tensor, view, &span);
    return status ? status : cucore__dltensor_pointer(tensor, view, &span);
}

/* The tensor as a view, before anybody asks the driver or the caller's requirements. */
CUCORE__PRIVATE cucore_status cucore__view_decode(const DLTensor *tensor, uint64_t dlpack_flags,
                                                  const cucore_intake *intake, int protocol, cucore_view *out)
{
    cucore_status status;
    cucore__view_clear(out);
    out->protocol = (uint8_t)protocol;
    status = cucore__dltensor_decode(tensor, dlpack_flags, intake, out);
    if (status) cucore__view_clear(out);
    return status;
}

/* known: the driver has confirmed memory of this kind before. */
CUCORE__PRIVATE cucore_status cucore__view_accept(cucore_view *view, const cucore_intake *intake, int known)
{
    cucore_status status = known ? CUCORE_OK : cucore__view_verify(view, intake);
    if (!status) status = cucore__view_check_flags(view, intake);
    if (status) cucore__view_clear(view);
    return status;
}

CUCORE__PRIVATE cucore_status cucore__view_from_tensor(const DLTensor *tensor, uint64_t dlpack_flags,
                                                       const cucore_intake *intake, int protocol, cucore_view *out)
{
    const cucore_intake *options = intake ? intake : &cucore__intake_zero;
    cucore_status status = cucore__view_decode(tensor, dlpack_flags, options, protocol, out);
    return status ? status : cucore__view_accept(out, options, 0);
}

CUCORE_API cucore_status cucore_view_from_dltensor(const DLTensor *tensor, uint64_t dlpack_flags,
                                                   const cucore_intake *intake, cucore_view *out)
{
    if (!tensor || !out) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_from_dltensor: an argument is NULL");
    return cucore__view_from_tensor(tensor, dlpack_flags, intake, CUCORE_FROM_DLTENSOR, out);
}

CUCORE_API void cucore_managed_delete(DLManagedTensor *managed)
{
    if (managed && managed->deleter) managed->deleter(managed);
}

CUCORE_API void cucore_managed_versioned_delete(DLManagedTensorVersioned *managed)
{
    if (managed && managed->deleter) managed->deleter(managed);
}

CUCORE__PRIVATE void cucore__managed_release(cucore_view *view)
{
    cucore_managed_delete((DLManagedTensor *)view->owner);
}

CUCORE__PRIVATE void cucore__managed_versioned_release(cucore_view *view)
{
    cucore_managed_versioned_delete((DLManagedTensorVersioned *)view->owner);
}

CUCORE_API cucore_status cucore_view_from_managed(DLManagedTensor *managed, const cucore_intake *intake,
                                                  cucore_view *out)
{
    cucore_status status;
    if (!managed || !out) return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_from_managed: an argument is NULL");
    status = cucore__view_from_tensor(&managed->dl_tensor, 0, intake, CUCORE_FROM_DLPACK, out);
    if (status) return status;
    out->owner = managed;
    out->release = cucore__managed_release;
    return CUCORE_OK;
}

CUCORE_API cucore_status cucore_view_from_managed_versioned(DLManagedTensorVersioned *managed,
                                                            const cucore_intake *intake, cucore_view *out)
{
    cucore_status status;
    if (!managed || !out) {
        return cucore_fail(CUCORE_INVALID_ARGUMENT, "cucore_view_from_managed_versioned: an argument is NULL");
    }
    if (managed->version.major != DLPACK_MAJOR_VERSION) {
        cucore__view_clear(out);
        return cucore_fail(CUCORE_PROTOCOL,
                           "the tensor is of DLPack version %u.%u; only major version %d is understood",
                           (unsigned)managed->version.major, (unsigned)managed->version.minor, DLPACK_MAJOR_VERSION);
    }
    status = cucore__view_from_tensor(&managed->dl_tensor, managed->flags, intake, CUCORE_FROM_DLPACK_VERSIONED, out);
    if (status) return status;
    out->owner = managed;
    out->release = cucore__managed_versioned_release;
    return CUCORE_OK;
}

#ifdef __cplusplus
}
#endif

#undef CUCORE__PRIVATE
#endif /* CUCORE_IMPLEMENTATION */

/* MIT License: see the file LICENSE, or https://opensource.org/license/mit; keep this line when you copy the file. */
