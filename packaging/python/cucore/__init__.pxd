# SPDX-FileCopyrightText: 2026 the cucore authors
# SPDX-License-Identifier: MIT
#
# Declarations of cucore for Cython, made by `make names` from the headers: change nothing here.
#
#     from cucore cimport CUCORE_ARG, CUCORE_WRITE, cucore_arg, cucore_py_view, cucore_view, cucore_view_release
#
# The headers have what each function does.  Those of Python (cucore_py_...) raise; all others are nogil, and cucore_py_check
# raises the status that they return.  Functions of yours that they call are `noexcept nogil` or `noexcept with gil`: any
# thread may call them.  The functions of a cucore_py_exporter and of a cucore_exchange_api are `noexcept`: to call one takes
# the GIL.  Other libraries may call the allocator of a table without it.
#
# A module has what it uses in it, unless CUCORE_IMPLEMENTATION is defined.  With CUCORE_NO_COPY defined cucore_cast.h,
# cucore_copy.h and cucore_blocks.h are left out, and what they declare: modules are half a megabyte smaller then, and no argument is
# converted (CUCORE_CAST, CUCORE_MAKE_C_CONTIGUOUS, ...).
from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from * nogil:
    """
    #if !defined(CUCORE_IMPLEMENTATION) && !defined(CUCORE_STATIC)
    #define CUCORE_STATIC
    #endif
    #if !defined(CUCORE_NO_COPY)
    #include "cucore_cast.h"
    #include "cucore_blocks.h"
    #endif
    #include "cucore_memory.h"
    #include "cucore_share.h"
    #include "cucore_results.h"
    static CUCORE_UNUSED cucore_arg cucore__pxd_arg(const char *name, const char *dtypes, const char *shape,
                                                    uint64_t flags)
    {
        cucore_arg arg = CUCORE_ARG(name, dtypes, shape, flags);
        return arg;
    }
    #ifndef CUCORE_VIEW_ROOM
    #define CUCORE_VIEW_ROOM
    typedef struct cucore_view_room {
        long long aligned;
        char bytes[1272];
    } cucore_view_room;
    #endif
    typedef char cucore_assert_view_room[sizeof(cucore_view) <= sizeof(cucore_view_room) ? 1 : -1];
    #define cucore__pxd_view_in(room) ((cucore_view *)(room))
    """
    # cuda.h
    ctypedef enum CUdevice_attribute:
        pass
    ctypedef enum CUresult:
        pass
    ctypedef struct CUlaunchAttribute:
        pass
    ctypedef struct CUlaunchAttribute_st "struct CUlaunchAttribute_st":
        pass
    ctypedef struct CUctx_st:
        pass
    ctypedef struct CUevent_st:
        pass
    ctypedef struct CUfunc_st:
        pass
    ctypedef struct CUmod_st:
        pass
    ctypedef struct CUmemPoolHandle_st:
        pass
    ctypedef struct CUstream_st:
        pass
    ctypedef CUctx_st *CUcontext
    ctypedef CUevent_st *CUevent
    ctypedef CUfunc_st *CUfunction
    ctypedef CUmod_st *CUmodule
    ctypedef CUmemPoolHandle_st *CUmemoryPool
    ctypedef CUstream_st *CUstream
    ctypedef void (*CUhostFn)(void *user_data) noexcept nogil

    # dlpack.h
    ctypedef enum DLDeviceType:
        pass
    ctypedef struct DLPackVersion:
        uint32_t major
        uint32_t minor
    ctypedef struct DLDevice:
        DLDeviceType device_type
        int32_t device_id
    ctypedef struct DLDataType:
        uint8_t code
        uint8_t bits
        uint16_t lanes
    ctypedef struct DLTensor:
        void *data
        DLDevice device
        int32_t ndim
        DLDataType dtype
        int64_t *shape
        int64_t *strides
        uint64_t byte_offset
    ctypedef struct DLManagedTensor:
        DLTensor dl_tensor
        void *manager_ctx
        void (*deleter)(DLManagedTensor *self) noexcept nogil
    ctypedef struct DLManagedTensorVersioned:
        DLPackVersion version
        void *manager_ctx
        void (*deleter)(DLManagedTensorVersioned *self) noexcept nogil
        uint64_t flags
        DLTensor dl_tensor

    # cucore.h
    enum:
        CUCORE_VERSION_MAJOR
    enum:
        CUCORE_VERSION_MINOR
    enum:
        CUCORE_VERSION_PATCH
    enum:
        CUCORE_VERSION
    enum:
        CUCORE_MAX_NDIM
    enum:
        CUCORE_DEVICE_NONE
    enum:
        CUCORE_DEVICE_CURRENT
    enum:
        CUCORE_DEVICE_ANY
    ctypedef enum cucore_status:
        CUCORE_OK
        CUCORE_INVALID_ARGUMENT
        CUCORE_OVERFLOW
        CUCORE_PROTOCOL
        CUCORE_UNSUPPORTED
        CUCORE_READONLY
        CUCORE_WRONG_DTYPE
        CUCORE_WRONG_SHAPE
        CUCORE_WRONG_LAYOUT
        CUCORE_WRONG_DEVICE
        CUCORE_OUT_OF_MEMORY
        CUCORE_NO_DRIVER
        CUCORE_DRIVER
        CUCORE_CAPTURE
        CUCORE_FOREIGN
        CUCORE_INTERRUPTED
    ctypedef struct cucore_error:
        cucore_status status
        int result
        const char *call
        char message[512]
    # get the last failure on this thread
    const cucore_error *cucore_last_error()
    # get "READONLY", and the sentence that belongs to it
    const char *cucore_status_name(cucore_status status)
    # get "READONLY", and the sentence that belongs to it
    const char *cucore_status_text(cucore_status status)
    # record a failure of your own as the last error
    cucore_status cucore_fail(cucore_status status, const char *format, ...)
    enum:
        CUCORE_CODE_INT
        CUCORE_CODE_UINT
        CUCORE_CODE_FLOAT
        CUCORE_CODE_OPAQUE_HANDLE
        CUCORE_CODE_BFLOAT
        CUCORE_CODE_COMPLEX
        CUCORE_CODE_BOOL
        CUCORE_CODE_FLOAT8_E3M4
        CUCORE_CODE_FLOAT8_E4M3
        CUCORE_CODE_FLOAT8_E4M3B11FNUZ
        CUCORE_CODE_FLOAT8_E4M3FN
        CUCORE_CODE_FLOAT8_E4M3FNUZ
        CUCORE_CODE_FLOAT8_E5M2
        CUCORE_CODE_FLOAT8_E5M2FNUZ
        CUCORE_CODE_FLOAT8_E8M0FNU
        CUCORE_CODE_FLOAT6_E2M3FN
        CUCORE_CODE_FLOAT6_E3M2FN
        CUCORE_CODE_FLOAT4_E2M1FN
        CUCORE_CODE_BCOMPLEX
        CUCORE_CODE_OPAQUE
        CUCORE_CODE_STRUCTURED
    ctypedef struct cucore_dtype:
        uint8_t code
        uint8_t bits
        uint16_t lanes
        uint32_t itemsize
    # make a dtype of its parts
    cucore_dtype cucore_dtype_make(int code, int bits, int lanes)
    # itemsize bytes without a meaning (code: CUCORE_CODE_OPAQUE or CUCORE_CODE_STRUCTURED)
    cucore_dtype cucore_dtype_make_opaque(int code, uint32_t itemsize)
    enum:
        CUCORE_DTYPE_ID_BOOL
        CUCORE_DTYPE_ID_INT8
        CUCORE_DTYPE_ID_INT16
        CUCORE_DTYPE_ID_INT32
        CUCORE_DTYPE_ID_INT64
        CUCORE_DTYPE_ID_UINT8
        CUCORE_DTYPE_ID_UINT16
        CUCORE_DTYPE_ID_UINT32
        CUCORE_DTYPE_ID_UINT64
        CUCORE_DTYPE_ID_FLOAT16
        CUCORE_DTYPE_ID_FLOAT32
        CUCORE_DTYPE_ID_FLOAT64
        CUCORE_DTYPE_ID_BFLOAT16
        CUCORE_DTYPE_ID_COMPLEX64
        CUCORE_DTYPE_ID_COMPLEX128
        CUCORE_DTYPE_ID_FLOAT8_E3M4
        CUCORE_DTYPE_ID_FLOAT8_E4M3
        CUCORE_DTYPE_ID_FLOAT8_E4M3B11FNUZ
        CUCORE_DTYPE_ID_FLOAT8_E4M3FN
        CUCORE_DTYPE_ID_FLOAT8_E4M3FNUZ
        CUCORE_DTYPE_ID_FLOAT8_E5M2
        CUCORE_DTYPE_ID_FLOAT8_E5M2FNUZ
        CUCORE_DTYPE_ID_FLOAT8_E8M0FNU
    # pack code, bits and lanes into one integer
    uint32_t cucore_dtype_id(cucore_dtype dtype)
    # return 1 if code, bits, lanes and itemsize are equal, else 0
    int cucore_dtype_is_equal(cucore_dtype a, cucore_dtype b)
    # count the bits of one packed element (12 for 3 lanes of int4)
    int64_t cucore_dtype_itembits(cucore_dtype dtype)
    # check that bits and lanes fit the code
    cucore_status cucore_dtype_check(cucore_dtype dtype)
    # find the dtype that NumPy, ml_dtypes and torch call `name`
    cucore_status cucore_dtype_from_name(const char *name, size_t size, cucore_dtype *out)
    # write the name: "float32", "float4_e2m1fnx2" (2 lanes), "void12" (opaque), "struct20"
    size_t cucore_dtype_to_name(cucore_dtype dtype, char *text, size_t size)
    ctypedef struct cucore_layout:
        int32_t ndim
        int64_t itemsize
        int64_t itembits
        int64_t shape[CUCORE_MAX_NDIM]
        int64_t strides[CUCORE_MAX_NDIM]
    # make a layout from shape and strides
    cucore_status cucore_layout_make(int ndim, const int64_t *shape, const int64_t *strides, int64_t itemsize, cucore_layout *out)
    # make a layout without gaps, in C order (last axis fastest) or F order (first axis fastest)
    cucore_status cucore_layout_make_dense(int ndim, const int64_t *shape, char order, int64_t itemsize, cucore_layout *out)
    # make a layout from strides in bytes, as NumPy and the CUDA Array Interface give them
    cucore_status cucore_layout_make_bytes(int ndim, const int64_t *shape, const int64_t *byte_strides, int64_t itemsize, cucore_layout *out)
    # pack elements of fewer bits than a byte, one right after the other
    cucore_status cucore_layout_set_packed(cucore_layout *layout, int64_t itembits)
    # count the elements: 1 for ndim 0, 0 if an extent is 0
    int64_t cucore_layout_size(const cucore_layout *layout)
    # count the bytes of the elements without gaps: ceil(size * itembits / 8); 0 if empty
    int64_t cucore_layout_nbytes(const cucore_layout *layout)
    # find the lowest and highest offset that an index reaches, from element [0, ...]
    cucore_status cucore_layout_offset_bounds(const cucore_layout *layout, int64_t *min, int64_t *max)
    # count the bytes from the start of an allocation to the end of the highest element
    int64_t cucore_layout_required_nbytes(const cucore_layout *layout, int64_t offset)
    # convert an offset in elements to bytes
    cucore_status cucore_layout_offset_bytes(const cucore_layout *layout, int64_t offset, int64_t *out)
    # convert the ndim strides to bytes
    cucore_status cucore_layout_strides_bytes(const cucore_layout *layout, int64_t *out)
    # return 1 if the layout is dense in that order
    int cucore_layout_is_c_contiguous(const cucore_layout *layout)
    # return 1 if the layout is dense in that order
    int cucore_layout_is_f_contiguous(const cucore_layout *layout)
    # return 1 if different indices have different offsets
    int cucore_layout_is_unique(const cucore_layout *layout)
    # write "shape (2, 3) strides (4, 1) itemsize 4", "... itembits 4" if packed
    size_t cucore_layout_format(const cucore_layout *layout, char *text, size_t size)
    ctypedef enum cucore_overlap:
        CUCORE_OVERLAP_NONE
        CUCORE_OVERLAP_SOME
        CUCORE_OVERLAP_UNKNOWN
    # report whether two arrays share memory
    cucore_status cucore_layout_overlap(const cucore_layout *a, const void *a_ptr, const cucore_layout *b, const void *b_ptr, cucore_overlap *out)
    # make a layout without gaps, in any order of the axes
    cucore_status cucore_layout_make_order(int ndim, const int64_t *shape, const int *axes, int64_t itemsize, cucore_layout *out)
    # make a layout without gaps, with the shape and element size of another layout
    cucore_status cucore_layout_make_like(const cucore_layout *like, char order, cucore_layout *out)
    # sort the axes from slowest to fastest
    cucore_status cucore_layout_stride_order(const cucore_layout *layout, int *axes)
    # return 1 if the layout has no gaps in some order of the axes
    int cucore_layout_is_dense(const cucore_layout *layout)
    # return 1 if ndim, shape, strides and element size are equal, else 0 (0 for NULL)
    int cucore_layout_is_equal(const cucore_layout *a, const cucore_layout *b)
    # hash a layout: equal layouts give one result on every machine and in every run; NULL gives 0
    uint64_t cucore_layout_hash(const cucore_layout *layout)
    # reorder the axes: axis i of the result is axis axes[i] of the layout
    cucore_status cucore_layout_permute(const cucore_layout *layout, const int *axes, cucore_layout *out)
    # reverse all axes.  _swap_axes - exchange two axes.
    cucore_status cucore_layout_transpose(const cucore_layout *layout, cucore_layout *out)
    # reverse all axes.  _swap_axes - exchange two axes.
    cucore_status cucore_layout_swap_axes(const cucore_layout *layout, int a, int b, cucore_layout *out)
    # move one axis; the others keep their order
    cucore_status cucore_layout_move_axis(const cucore_layout *layout, int from_, int to, cucore_layout *out)
    # give the same elements, read in C order, another shape, without a copy
    cucore_status cucore_layout_reshape(const cucore_layout *layout, int ndim, const int64_t *shape, cucore_layout *out)
    # merge neighbouring axes that one stride can replace, between two axes (inclusive)
    cucore_status cucore_layout_flatten(const cucore_layout *layout, int start_axis, int end_axis, cucore_layout *out)
    # remove some axes of extent 1, or all of them
    cucore_status cucore_layout_squeeze(const cucore_layout *layout, const int *axes, size_t count, cucore_layout *out)
    # add axes of extent 1
    cucore_status cucore_layout_unsqueeze(const cucore_layout *layout, const int *axes, size_t count, cucore_layout *out)
    # stretch to a shape: new axes in front, and axes of extent 1, repeat with stride 0
    cucore_status cucore_layout_broadcast_to(const cucore_layout *layout, int ndim, const int64_t *shape, cucore_layout *out)
    # stretch two layouts to their common shape
    cucore_status cucore_layout_broadcast_together(const cucore_layout *a, const cucore_layout *b, cucore_layout *out_a, cucore_layout *out_b)
    ctypedef struct cucore_slice:
        int64_t start
        int64_t stop
        int64_t step
        int32_t is_index
    # select start:stop:step of an axis
    cucore_slice cucore_slice_range(int64_t start, int64_t stop, int64_t step)
    # select one index, which removes the axis
    cucore_slice cucore_slice_index(int64_t index)
    # select the whole axis
    cucore_slice cucore_slice_all()
    # select layout[slices], by Python's rules: start and stop are clipped, an index is not
    cucore_status cucore_layout_slice(const cucore_layout *layout, const cucore_slice *slices, size_t count, int64_t *offset, cucore_layout *out)
    ctypedef struct cucore_repack:
        int64_t itembits
        int axis
        int keep_axis
        const void *ptr
    # make elements of another size of the same bytes: of several one, or of one several
    cucore_status cucore_layout_repack(const cucore_layout *layout, const cucore_repack *how, int64_t *offset, cucore_layout *out)
    # find the largest divisor of max_itemsize and ptr that cucore_layout_repack accepts
    int64_t cucore_layout_max_itemsize(const cucore_layout *layout, int64_t max_itemsize, int axis, const void *ptr, int64_t offset)
    # compute the offset of an element from its index
    cucore_status cucore_layout_offset_of(const cucore_layout *layout, const int64_t *index, int64_t *out)
    # compute the index of an element from its offset
    cucore_status cucore_layout_index_of(const cucore_layout *layout, int64_t offset, int64_t *index)
    ctypedef struct cucore_layout_iter:
        const cucore_layout *layout
        int64_t offset
        int32_t done
        int64_t index[CUCORE_MAX_NDIM]
    # go to the first element; done at once if there is none
    cucore_status cucore_layout_iter_start(cucore_layout_iter *iter, const cucore_layout *layout)
    # go to the next element; not after done
    void cucore_layout_iter_next(cucore_layout_iter *iter)
    ctypedef struct cucore_axis_map:
        int32_t ndim
        int32_t simple_ndim
        int64_t extent[CUCORE_MAX_NDIM]
        int64_t divisor[CUCORE_MAX_NDIM]
        int8_t axis[CUCORE_MAX_NDIM]
        uint8_t is_flipped[CUCORE_MAX_NDIM]
    # reduce the axes for one loop over several layouts of one shape
    cucore_status cucore_layout_simplify(const cucore_layout **layouts, size_t count, cucore_layout **outs, int64_t *offsets, cucore_axis_map *map)
    # convert the index of an element to the other layout
    cucore_status cucore_axis_map_to_simple(const cucore_axis_map *map, const int64_t *index, int64_t *out)
    # convert the index of an element to the other layout
    cucore_status cucore_axis_map_to_original(const cucore_axis_map *map, const int64_t *index, int64_t *out)
    ctypedef enum cucore_device_type:
        CUCORE_DEVICE_TYPE_CPU
        CUCORE_DEVICE_TYPE_CUDA
        CUCORE_DEVICE_TYPE_CUDA_HOST
        CUCORE_DEVICE_TYPE_ROCM
        CUCORE_DEVICE_TYPE_ROCM_HOST
        CUCORE_DEVICE_TYPE_CUDA_MANAGED
    ctypedef enum cucore_protocol:
        CUCORE_PROTOCOL_NONE
        CUCORE_PROTOCOL_PEP3118
        CUCORE_PROTOCOL_DLPACK
        CUCORE_PROTOCOL_DLPACK_VERSIONED
        CUCORE_PROTOCOL_DLTENSOR
        CUCORE_PROTOCOL_CAI
        CUCORE_PROTOCOL_ARRAY_INTERFACE
        CUCORE_PROTOCOL_MEMORY
    ctypedef struct cucore_view:
        void *ptr
        cucore_dtype dtype
        int32_t device_type
        int32_t device_id
        uint8_t host_accessible
        uint8_t device_accessible
        uint8_t readonly
        uint8_t copied
        uint8_t padded
        uint8_t protocol
        uint8_t has_producer_stream
        uint8_t unproven
        uint8_t byte_swapped
        uint8_t converted
        CUstream producer_stream
        CUcontext producer_context
        const char *pep3118_format
        void *descr
        cucore_layout layout
    # give back what the view owns and zero it
    void cucore_view_release(cucore_view *view)
    ctypedef struct cucore_owner:
        void *owner
        void (*release)(void *owner) noexcept nogil
    # move the ownership of its memory out of a view
    cucore_status cucore_view_detach(cucore_view *view, cucore_owner *out)
    # make a view own the memory that it borrows: what undoes cucore_view_detach
    cucore_status cucore_view_attach(cucore_view *view, cucore_owner *owner)
    # release the memory and zero the owner
    void cucore_owner_release(cucore_owner *owner)
    # make `consumer` wait for the pending work of the producers on the data
    cucore_status cucore_views_begin_access(cucore_view *views, size_t count, CUstream consumer)
    # make the producers wait for your work, once it is enqueued
    cucore_status cucore_views_end_access(cucore_view *views, size_t count, CUstream consumer)
    # record that work on the data is pending on `stream` from now on
    cucore_status cucore_view_set_producer_stream(cucore_view *view, CUstream stream)
    # one readable line: "float32 (23, 4) strides (4, 1) on cuda:0, writable, dlpack, 0x7f..."
    size_t cucore_view_format(const cucore_view *view, char *text, size_t size)
    # report whether two views share memory, as cucore_layout_overlap of layouts and addresses
    cucore_status cucore_view_overlap(const cucore_view *a, const cucore_view *b, cucore_overlap *out)
    # return 1 if C code may read the elements in place
    int cucore_view_is_aligned(const cucore_view *view)
    # "buffer", "dlpack", "dlpack-versioned", ... for CUCORE_PROTOCOL_...
    const char *cucore_protocol_name(cucore_protocol protocol)
    ctypedef struct cucore_arg:
        const char *name
        const char *dtypes
        const char *shape
        uint64_t flags
        int device_id
        CUstream producer_stream
        cucore_dtype reinterpret
        const cucore_py_exceptions *exceptions
    ctypedef struct cucore_call:
        int count
        const cucore_arg *args
        const cucore_view *views
        size_t args_count
    # check that a view meets the requirements
    cucore_status cucore_view_check(const cucore_view *view, const cucore_arg *arg, cucore_call *call)
    # check all arguments of a call, one by one as cucore_view_check, and against each other
    cucore_status cucore_views_check(const cucore_view *views, const cucore_arg *args, size_t count)
    # find the driver, resolve its entry points and initialise it; once per process
    cucore_status cucore_driver_load()
    # return 1 if cucore_driver_load has returned, with success or without; never blocks
    int cucore_driver_is_loaded()
    # get a function of the driver that this library does not wrap by its name: "cuGraphLaunch"
    cucore_status cucore_driver_symbol(const char *name, void **out)
    ctypedef struct cucore_device_info:
        char name[128]
        char pci_bus_id[16]
        unsigned char uuid[16]
        int compute_major
        int compute_minor
        int multiprocessors
        size_t memory_nbytes
    # count the CUDA devices that this process sees
    int64_t cucore_device_count()
    # find the device with an id, "0000:3B:00.0" (domain and function may be missing)
    cucore_status cucore_device_from_pci_bus_id(const char *id, int *out)
    # get name, ids, compute capability and size of a device
    cucore_status cucore_device_get_info(int device_id, cucore_device_info *out)
    # get any attribute that the driver knows, CU_DEVICE_ATTRIBUTE_... of cuda.h
    cucore_status cucore_device_get_attribute(int device_id, int attribute, int *out)
    # get the free and the total bytes of a device; makes its primary context
    cucore_status cucore_device_get_memory_info(int device_id, size_t *free_nbytes, size_t *total_nbytes)
    # make the device's primary context current, as cudaSetDevice does
    cucore_status cucore_device_set_current(int device_id)
    # block until all work of a device is done
    cucore_status cucore_device_synchronize(int device_id)
    # report whether kernels on `device_id` can read the memory of `peer`
    cucore_status cucore_device_get_peer_access(int device_id, int peer, int *out)
    # let kernels on `device_id` use the memory of `peer`
    cucore_status cucore_device_enable_peer_access(int device_id, int peer)
    # get the primary context of a device, retained once per process and never released
    cucore_status cucore_context_get_primary(int device_id, CUcontext *out)
    ctypedef struct cucore_context_guard:
        pass
    # make `context` current unless it is; restore the one before
    cucore_status cucore_context_enter(CUcontext context, cucore_context_guard *guard)
    # make `context` current unless it is; restore the one before
    void cucore_context_leave(cucore_context_guard *guard)
    # enter a context of a device
    cucore_status cucore_context_enter_device(int device_id, cucore_context_guard *guard)
    # get the current context of this thread, whichever library made it
    cucore_status cucore_context_get_current(CUcontext *context, int *device_id)
    ctypedef struct cucore_pointer_info:
        int device_type
        int device_id
        CUcontext context
    # ask the driver about an address
    cucore_status cucore_pointer_get_info(const void *ptr, cucore_pointer_info *out)
    # find the allocation that an address lies in
    cucore_status cucore_pointer_get_range(const void *ptr, void **base, size_t *nbytes)
    # make `consumer` wait for all work that is on `producer` now
    cucore_status cucore_stream_wait(CUstream consumer, CUstream producer)
    # block until all work that is on `stream` now is done
    cucore_status cucore_stream_synchronize(CUstream stream)
    ctypedef struct cucore_stream:
        CUstream handle
        CUcontext context
        int32_t device_id
        int32_t owned
    ctypedef struct cucore_stream_options:
        int blocking
        int priority
    # create a stream, in the context that cucore_context_enter_device would enter
    cucore_status cucore_stream_create(int device_id, const cucore_stream_options *options, cucore_stream *out)
    # borrow a stream of other code
    cucore_status cucore_stream_from_handle(CUstream handle, int device_id, cucore_stream *out)
    # destroy an owned stream, or forget a borrowed one; work that is on it still completes
    cucore_status cucore_stream_release(cucore_stream *stream)
    # report whether all work on a stream is done
    cucore_status cucore_stream_query(CUstream stream, int *out)
    # make later work on `stream` wait for an event; one that was never recorded has no effect
    cucore_status cucore_stream_wait_event(CUstream stream, CUevent event)
    # call function(user_data) after earlier work on the stream
    cucore_status cucore_stream_launch_host_function(CUstream stream, CUhostFn function, void *user_data)
    ctypedef struct cucore_capture_info:
        int capturing
        int invalidated
        uint64_t id
    # report whether a stream is captured
    cucore_status cucore_stream_get_capture_info(CUstream stream, cucore_capture_info *out)
    ctypedef struct cucore_event:
        CUevent handle
        CUcontext context
        int32_t device_id
    # create an event, in the context that cucore_context_enter_device would enter
    cucore_status cucore_event_create(int device_id, unsigned int flags, cucore_event *out)
    # destroy an event of cucore_event_create; streams that wait for it still do
    cucore_status cucore_event_release(cucore_event *event)
    # record all work that is on `stream` now in an event
    cucore_status cucore_event_record(CUevent event, CUstream stream)
    # report whether the recorded work is done; without a record it is
    cucore_status cucore_event_query(CUevent event, int *out)
    # block until the recorded work is done
    cucore_status cucore_event_synchronize(CUevent event)
    # measure the time between two events
    cucore_status cucore_event_get_elapsed(CUevent start, CUevent stop, float *milliseconds)
    ctypedef struct cucore_memory_resource:
        pass
    ctypedef enum cucore_memory_kind:
        CUCORE_MEMORY_DEFAULT_POOL
        CUCORE_MEMORY_POOL
        CUCORE_MEMORY_SYNCHRONOUS
        CUCORE_MEMORY_PINNED
        CUCORE_MEMORY_PINNED_POOL
        CUCORE_MEMORY_MANAGED
        CUCORE_MEMORY_MANAGED_POOL
        CUCORE_MEMORY_HOST
    ctypedef enum cucore_location_type:
        CUCORE_LOCATION_NONE
        CUCORE_LOCATION_USUAL
        CUCORE_LOCATION_DEVICE
        CUCORE_LOCATION_HOST
        CUCORE_LOCATION_HOST_NUMA
        CUCORE_LOCATION_HOST_NUMA_CURRENT
    ctypedef struct cucore_memory_location:
        int32_t type
        int32_t id
    enum:
        CUCORE_POOL_OWN
        CUCORE_POOL_DEFAULT
        CUCORE_POOL_CURRENT
    enum:
        CUCORE_HANDLE_FILE_DESCRIPTOR
        CUCORE_HANDLE_WIN32
        CUCORE_HANDLE_WIN32_KMT
        CUCORE_HANDLE_FABRIC
    ctypedef struct cucore_memory_resource_options:
        size_t release_threshold
        size_t max_nbytes
        cucore_memory_location location
        uint32_t handle_types
        int32_t which
        void *win32_security
    # make a resource of memory of one kind
    cucore_status cucore_memory_resource_create(cucore_memory_kind kind, int device_id, const cucore_memory_resource_options *options, cucore_memory_resource **out)
    ctypedef struct cucore_memory_functions:
        cucore_status (*allocate)(void *user_data, size_t nbytes, CUstream stream, void **out) noexcept nogil
        cucore_status (*deallocate)(void *user_data, void *ptr, size_t nbytes, CUstream stream) noexcept nogil
        int device_type
        int device_id
    # make a resource of your own allocator
    cucore_status cucore_memory_resource_from_functions(const cucore_memory_functions *functions, void *user_data, void (*release)(void *user_data) noexcept nogil, cucore_memory_resource **out)
    # add a reference; NULL is fine.  Any thread
    void cucore_memory_resource_retain(cucore_memory_resource *resource)
    # drop a reference; the last one releases the pool, or user_data
    void cucore_memory_resource_release(cucore_memory_resource *resource)
    ctypedef struct cucore_buffer:
        void *ptr
        size_t nbytes
        CUstream stream
        int32_t device_type
        int32_t device_id
        uint8_t host_accessible
        uint8_t device_accessible
        uint8_t readonly
        void *owner
        void (*release)(void *owner) noexcept nogil
    # allocate memory from a resource
    cucore_status cucore_buffer_allocate(cucore_memory_resource *resource, size_t nbytes, CUstream stream, cucore_buffer *out)
    # wrap memory that other code owns
    cucore_status cucore_buffer_from_pointer(void *ptr, size_t nbytes, void *owner, void (*release)(void *owner) noexcept nogil, cucore_buffer *out)
    # prepare the use on another stream: that stream waits for the last one, and becomes the last one
    cucore_status cucore_buffer_use(cucore_buffer *buffer, CUstream stream)
    # free the memory in order of the stream of its last use; wrapped memory: call its `release`
    cucore_status cucore_buffer_release(cucore_buffer *buffer)
    # copy a part of a buffer from or to other memory
    cucore_status cucore_buffer_copy_from(cucore_buffer *buffer, size_t offset, const void *src, size_t nbytes, CUstream stream)
    # copy a part of a buffer from or to other memory
    cucore_status cucore_buffer_copy_to(cucore_buffer *buffer, size_t offset, void *dst, size_t nbytes, CUstream stream)
    # fill the buffer with a pattern of 1, 2 or 4 bytes
    cucore_status cucore_buffer_fill(cucore_buffer *buffer, uint32_t value, int width, CUstream stream)
    # copy bytes between two addresses of any kind, on a stream
    cucore_status cucore_memory_copy(void *dst, const void *src, size_t nbytes, CUstream stream)
    # write the pattern of `width` bytes `count` times at `ptr`, which must be aligned to `width`
    cucore_status cucore_memory_fill(void *ptr, uint32_t value, int width, size_t count, CUstream stream)
    # view an array in a buffer, which must outlive the view
    cucore_status cucore_view_from_buffer(const cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype, const cucore_layout *layout, cucore_view *out)
    # view an array in a buffer, as cucore_view_from_buffer, and own the buffer
    cucore_status cucore_view_adopt_buffer(cucore_buffer *buffer, size_t offset_bytes, cucore_dtype dtype, const cucore_layout *layout, cucore_view *out)
    # view the same memory with another start, layout or dtype; `view` must outlive it
    cucore_status cucore_view_as(const cucore_view *view, int64_t offset_bytes, const cucore_layout *layout, const cucore_dtype *dtype, cucore_view *out)
    # check that a view lies inside its allocation, if you do not trust its producer
    cucore_status cucore_view_check_range(const cucore_view *view)
    ctypedef struct cucore_array_spec:
        cucore_dtype dtype
        int ndim
        const int64_t *shape
        const int64_t *strides
        int device_type
        int device_id
    # allocate an array
    cucore_status cucore_view_allocate(const cucore_array_spec *spec, cucore_memory_resource *resource, CUstream stream, cucore_view *out)
    # view your own memory as an array
    cucore_status cucore_view_wrap(void *ptr, const cucore_array_spec *spec, void *owner, void (*release)(void *owner) noexcept nogil, cucore_view *out)
    # view the part that view[slices] selects, by the rules of NumPy: cucore_layout_slice
    cucore_status cucore_view_slice(const cucore_view *view, const cucore_slice *slices, size_t count, cucore_view *out)
    # count the elements; the bytes of the elements without gaps
    int64_t cucore_view_size(const cucore_view *view)
    # count the elements; the bytes of the elements without gaps
    int64_t cucore_view_nbytes(const cucore_view *view)
    # release each view by cucore_view_release, the last one first
    void cucore_views_release(cucore_view *views, size_t count)
    # release what is kept for later: owners of arrays that work on a stream may still use
    cucore_status cucore_trim()
    ctypedef struct cucore_launch_config:
        unsigned int grid[3]
        unsigned int block[3]
        unsigned int shared_nbytes
        unsigned int attribute_count
        const CUlaunchAttribute_st *attributes
    # configure blocks of `block` threads (0 counts as 1) for n elements, one thread each, in x
    cucore_launch_config cucore_launch_config_1d(int64_t n, unsigned int block)
    ctypedef struct cucore_kernel:
        const void *image
        const char *name
    # run a kernel on a device
    cucore_status cucore_kernel_launch(cucore_kernel *kernel, int device_id, const cucore_launch_config *config, CUstream stream, const void **args)
    # get the driver's handle of a kernel, for cuFuncGetAttribute, occupancy and the like
    cucore_status cucore_kernel_get_function(cucore_kernel *kernel, int device_id, CUfunction *out)
    ctypedef struct cucore_module:
        CUmodule handle
        CUcontext context
        int32_t device_id
    # load PTX text (NUL-terminated), a cubin or a fatbin
    cucore_status cucore_module_load(int device_id, const void *image, cucore_module *out)
    # get a kernel by its name
    cucore_status cucore_module_get_function(CUmodule module, const char *name, CUfunction *out)
    # unload the code; none of its work may be running
    cucore_status cucore_module_release(cucore_module *module)
    # run a function that other code loaded, without look-up or checks
    cucore_status cucore_function_launch(CUfunction function, const cucore_launch_config *config, CUstream stream, const void **args)
    const cucore_dtype CUCORE_DTYPE_BOOL
    const cucore_dtype CUCORE_DTYPE_INT8
    const cucore_dtype CUCORE_DTYPE_INT16
    const cucore_dtype CUCORE_DTYPE_INT32
    const cucore_dtype CUCORE_DTYPE_INT64
    const cucore_dtype CUCORE_DTYPE_UINT8
    const cucore_dtype CUCORE_DTYPE_UINT16
    const cucore_dtype CUCORE_DTYPE_UINT32
    const cucore_dtype CUCORE_DTYPE_UINT64
    const cucore_dtype CUCORE_DTYPE_FLOAT16
    const cucore_dtype CUCORE_DTYPE_FLOAT32
    const cucore_dtype CUCORE_DTYPE_FLOAT64
    const cucore_dtype CUCORE_DTYPE_BFLOAT16
    const cucore_dtype CUCORE_DTYPE_COMPLEX64
    const cucore_dtype CUCORE_DTYPE_COMPLEX128
    const cucore_dtype CUCORE_DTYPE_FLOAT8_E3M4
    const cucore_dtype CUCORE_DTYPE_FLOAT8_E4M3
    const cucore_dtype CUCORE_DTYPE_FLOAT8_E4M3B11FNUZ
    const cucore_dtype CUCORE_DTYPE_FLOAT8_E4M3FN
    const cucore_dtype CUCORE_DTYPE_FLOAT8_E4M3FNUZ
    const cucore_dtype CUCORE_DTYPE_FLOAT8_E5M2
    const cucore_dtype CUCORE_DTYPE_FLOAT8_E5M2FNUZ
    const cucore_dtype CUCORE_DTYPE_FLOAT8_E8M0FNU
    const int64_t CUCORE_SLICE_FIRST
    const int64_t CUCORE_SLICE_LAST
    const uint64_t CUCORE_READ
    const uint64_t CUCORE_WRITE
    const uint64_t CUCORE_C_CONTIGUOUS
    const uint64_t CUCORE_F_CONTIGUOUS
    const uint64_t CUCORE_CONTIGUOUS
    const uint64_t CUCORE_UNIQUE
    const uint64_t CUCORE_NO_OVERLAP
    const uint64_t CUCORE_NO_PARTIAL_OVERLAP
    const uint64_t CUCORE_HOST_ACCESSIBLE
    const uint64_t CUCORE_DEVICE_ACCESSIBLE
    const uint64_t CUCORE_ON_DEVICE_ID
    const uint64_t CUCORE_SAME_DEVICE
    const uint64_t CUCORE_NEVER_COPY
    const uint64_t CUCORE_OPTIONAL
    const uint64_t CUCORE_ALLOW_UNALIGNED
    const uint64_t CUCORE_ALLOW_LANES
    const uint64_t CUCORE_ALLOW_OPAQUE
    const uint64_t CUCORE_ALLOW_OTHER_DEVICES
    const uint64_t CUCORE_ALLOW_GRAD
    const uint64_t CUCORE_ALLOW_NEGATIVE_BIT
    const uint64_t CUCORE_ALLOW_UNPROVEN_WRITE
    const uint64_t CUCORE_STREAM_0_IS_LEGACY
    const uint64_t CUCORE_TRUST_PRODUCER
    const uint64_t CUCORE_KEEP_VERSION
    const uint64_t CUCORE_BORROW
    const uint64_t CUCORE_KEEP_CAPSULE
    const uint64_t CUCORE_BY_EXCHANGE
    const uint64_t CUCORE_BY_DLPACK
    const uint64_t CUCORE_BY_CAI
    const uint64_t CUCORE_BY_PEP3118
    const uint64_t CUCORE_BY_ARRAY_INTERFACE
    const uint64_t CUCORE_MAKE_C_CONTIGUOUS
    const uint64_t CUCORE_MAKE_F_CONTIGUOUS
    const uint64_t CUCORE_MAKE_ALIGNED
    const uint64_t CUCORE_CAST
    const uint64_t CUCORE_FROM_ANYTHING
    const uint64_t CUCORE_VERIFY_POINTER
    const uint64_t CUCORE_ALWAYS_COPY
    const uint64_t CUCORE_ALLOW_OBJECTS
    const uint64_t CUCORE_HOLD_GIL
    const uint64_t CUCORE_OUTPUT
    const uint64_t CUCORE_TOGETHER
    CUstream CUCORE_STREAM_LEGACY
    CUstream CUCORE_STREAM_PER_THREAD
    CUstream CUCORE_STREAM_NO_SYNC
    CUstream CUCORE_STREAM_HOST

    # An argument of all but these four: zero, as the macro makes it.
    cucore_arg CUCORE_ARG "cucore__pxd_arg"(const char *name, const char *dtypes, const char *shape, uint64_t flags)

    # The view in a cucore_view_room (room.pxd), which a class has for it.
    cucore_view *cucore_view_in "cucore__pxd_view_in"(void *room)

    # cucore_dlpack.h
    enum:
        CUCORE_DLPACK_MAX_MAJOR
    enum:
        CUCORE_DLPACK_MAX_MINOR
    enum:
        CUCORE_DLPACK_READ_ONLY
        CUCORE_DLPACK_IS_COPIED
        CUCORE_DLPACK_SUBBYTE_PADDED
    # view a tensor that other code keeps alive
    cucore_status cucore_view_from_dltensor(const DLTensor *tensor, uint64_t dlpack_flags, const cucore_arg *arg, cucore_view *out)
    # take over a legacy managed tensor
    cucore_status cucore_view_adopt_dlmanaged(DLManagedTensor *managed, const cucore_arg *arg, cucore_view *out)
    # take over a versioned managed tensor
    cucore_status cucore_view_adopt_dlmanaged_versioned(DLManagedTensorVersioned *managed, const cucore_arg *arg, cucore_view *out)
    ctypedef struct cucore_exchange_header:
        DLPackVersion version
        cucore_exchange_header *prev_api
    ctypedef struct cucore_exchange_api:
        cucore_exchange_header header
        int (*managed_tensor_allocator)(DLTensor *prototype, DLManagedTensorVersioned **out, void *context, void (*set_error)(void *context, const char *kind, const char *message)) noexcept
        int (*managed_tensor_from_py_object_no_sync)(void *obj, DLManagedTensorVersioned **out) noexcept
        int (*managed_tensor_to_py_object_no_sync)(DLManagedTensorVersioned *managed, void **out) noexcept
        int (*dltensor_from_py_object_no_sync)(void *obj, DLTensor *out) noexcept
        int (*current_work_stream)(DLDeviceType device_type, int32_t device_id, void **out) noexcept
    # describe a view as a tensor that borrows everything
    cucore_status cucore_view_to_dltensor(const cucore_view *view, DLTensor *out)
    # make a managed tensor that refers to an owner
    cucore_status cucore_view_to_dlmanaged(const cucore_view *view, void *owner, void (*release)(void *owner) noexcept nogil, uint64_t flags, DLManagedTensor **out)
    # make a managed tensor that refers to an owner
    cucore_status cucore_view_to_dlmanaged_versioned(const cucore_view *view, void *owner, void (*release)(void *owner) noexcept nogil, uint64_t flags, DLManagedTensorVersioned **out)
    # make a managed tensor that takes over a view
    cucore_status cucore_view_move_to_dlmanaged(cucore_view *view, uint64_t flags, DLManagedTensor **out)
    # make a managed tensor that takes over a view
    cucore_status cucore_view_move_to_dlmanaged_versioned(cucore_view *view, uint64_t flags, DLManagedTensorVersioned **out)
    const uint64_t CUCORE_EXPORT_LEGACY_READONLY
    const uint64_t CUCORE_EXPORT_COPIED
    const uint64_t CUCORE_EXPORT_COMPACT

    # cucore_cai.h
    # find the dtype that a typestr names
    cucore_status cucore_dtype_from_typestr(const char *typestr, size_t size, cucore_dtype *out)
    # write the typestr of a dtype
    int64_t cucore_dtype_to_typestr(cucore_dtype dtype, char *text, size_t size)
    # find the dtype of a PEP 3118 format string
    cucore_status cucore_dtype_from_pep3118(const char *format, int64_t itemsize, cucore_dtype *out)
    # write the PEP 3118 format of a dtype: "f", "Zd", "5x"; int64 is "l" if long has 64 bits, or
    int64_t cucore_dtype_to_pep3118(cucore_dtype dtype, char *text, size_t size)
    ctypedef struct cucore_interface:
        int protocol
        int ndim
        const int64_t *shape
        const int64_t *strides
        const char *typestr
        size_t typestr_size
        const char *descr
        size_t descr_size
        uint64_t data
        uint64_t stream
        int has_stream
        int readonly
        int has_mask
    # the view that the fields of an interface describe
    cucore_status cucore_view_from_interface(const cucore_interface *fields, const cucore_arg *arg, cucore_view *out)
    ctypedef struct cucore_interface_room:
        int64_t strides[CUCORE_MAX_NDIM]
        char typestr[16]
    # the fields of an interface that describes a view: the reverse of
    cucore_status cucore_view_to_interface(const cucore_view *view, int protocol, cucore_interface_room *room, cucore_interface *out)

    # cucore_memory.h
    # allocate memory as cucore_buffer_allocate does, without a buffer
    cucore_status cucore_memory_resource_allocate(cucore_memory_resource *resource, size_t nbytes, CUstream stream, void **out)
    # free memory as cucore_buffer_release does, in order of a stream
    cucore_status cucore_memory_resource_deallocate(cucore_memory_resource *resource, void *ptr, size_t nbytes, CUstream stream)
    ctypedef struct cucore_memory_pool:
        CUmemoryPool handle
        cucore_memory_kind kind
        int32_t device_id
    # make a resource of a pool that other code made
    cucore_status cucore_memory_resource_from_pool(const cucore_memory_pool *pool, void *owner, void (*release)(void *owner) noexcept nogil, cucore_memory_resource **out)
    # get the handle of a pool, for functions of the driver and for other libraries
    cucore_status cucore_memory_resource_get_pool(cucore_memory_resource *resource, cucore_memory_pool *out)
    # give memory that no buffer uses back to the system
    cucore_status cucore_memory_resource_trim(cucore_memory_resource *resource, size_t keep_nbytes)
    ctypedef struct cucore_memory_usage:
        size_t used_nbytes
        size_t used_high_nbytes
        size_t reserved_nbytes
        size_t reserved_high_nbytes
    # get how much of a pool is used and reserved
    cucore_status cucore_memory_resource_get_usage(cucore_memory_resource *resource, cucore_memory_usage *out)
    # set used_high_nbytes and reserved_high_nbytes to the current numbers
    cucore_status cucore_memory_resource_reset_usage(cucore_memory_resource *resource)
    ctypedef struct cucore_memory_policy:
        size_t release_threshold
        uint8_t ignore_events
        uint8_t ignore_completed
        uint8_t never_wait
    # get or set the policy of a pool
    cucore_status cucore_memory_resource_get_policy(cucore_memory_resource *resource, cucore_memory_policy *out)
    # get or set the policy of a pool
    cucore_status cucore_memory_resource_set_policy(cucore_memory_resource *resource, const cucore_memory_policy *policy)
    ctypedef enum cucore_memory_access:
        CUCORE_ACCESS_NONE
        CUCORE_ACCESS_READ
        CUCORE_ACCESS_READ_WRITE
    # get or set what a device may do with the
    cucore_status cucore_memory_resource_get_access(cucore_memory_resource *resource, int device_id, cucore_memory_access *out)
    # get or set what a device may do with the
    cucore_status cucore_memory_resource_set_access(cucore_memory_resource *resource, int device_id, cucore_memory_access access)
    # move the memory of arrays, in stream order
    cucore_status cucore_views_prefetch(const cucore_view *views, size_t count, const cucore_memory_location *location, CUstream stream)
    # forget the elements of arrays, in stream order, so that they need not be moved; and prefetch
    cucore_status cucore_views_discard(const cucore_view *views, size_t count, const cucore_memory_location *location, CUstream stream)
    ctypedef enum cucore_memory_advice:
        CUCORE_ADVICE_READ_MOSTLY
        CUCORE_ADVICE_NOT_READ_MOSTLY
        CUCORE_ADVICE_PREFERRED
        CUCORE_ADVICE_NOT_PREFERRED
        CUCORE_ADVICE_ACCESSED_BY
        CUCORE_ADVICE_NOT_ACCESSED_BY
    # tell the driver how the memory of arrays is used
    cucore_status cucore_views_advise(const cucore_view *views, size_t count, cucore_memory_advice advice, const cucore_memory_location *location)

    # cucore_cast.h

    # cucore_copy.h
    enum:
        CUCORE_COPY_KERNEL_WORDS
    ctypedef enum cucore_blocking:
        CUCORE_BLOCKING_DEFAULT
        CUCORE_BLOCKING_YES
        CUCORE_BLOCKING_NO
    ctypedef struct cucore_copy_options:
        cucore_memory_resource *resource
        cucore_blocking blocking
        uint64_t flags
        uint64_t dst_flags
        uint64_t src_flags
    ctypedef enum cucore_copy_strategy:
        CUCORE_COPY_NOTHING
        CUCORE_COPY_HOST
        CUCORE_COPY_MEMCPY
        CUCORE_COPY_PITCHED
        CUCORE_COPY_KERNEL
        CUCORE_COPY_BLOCK
        CUCORE_COPY_STAGED
    ctypedef struct cucore_copy_plan:
        cucore_copy_strategy strategy
        uint8_t dst_kind
        uint8_t src_kind
        uint8_t packs
        uint8_t overlaps
        int32_t device_id
        int32_t peer_id
        int64_t nbytes
        int64_t temp_nbytes
        int64_t pieces
    # copy the elements of src to dst
    cucore_status cucore_view_copy(const cucore_view *dst, const cucore_view *src, CUstream stream, const cucore_copy_options *options)
    # write one element to every place of a view
    cucore_status cucore_view_fill(const cucore_view *dst, const void *element, CUstream stream)
    # decide how to copy src to dst, without driver, allocation, reads and writes
    cucore_status cucore_copy_plan_make(const cucore_view *dst, const cucore_view *src, int device_id, const cucore_copy_options *options, cucore_copy_plan *out)
    # make the copy that was planned
    cucore_status cucore_copy_plan_run(const cucore_copy_plan *plan, CUstream stream, const cucore_copy_options *options)
    # write "block host to cuda:0, 1073741824 bytes in 16 pieces, unpacked by a kernel: ..."
    size_t cucore_copy_plan_format(const cucore_copy_plan *plan, char *text, size_t size)
    # free the idle pinned memory that copies keep (16 MiB; more after lists of more than 1 MiB)
    void cucore_copy_trim()
    const uint64_t CUCORE_COPY_CAST
    const uint64_t CUCORE_COPY_COMPILE
    const uint64_t CUCORE_COPY_NO_COMPILE

    # cucore_blocks.h
    ctypedef struct cucore_blocks_report:
        uint32_t side
        uint32_t index
        int64_t number
    ctypedef struct cucore_blocks:
        const cucore_view *dsts
        const cucore_view *srcs
        size_t count
        int32_t dst_axis
        int32_t src_axis
        const cucore_view *dst_numbers
        const cucore_view *src_numbers
        uint64_t flags
        cucore_blocks_report *report
    # copy blocks by their numbers, for all layers in one call
    cucore_status cucore_views_copy_blocks(const cucore_blocks *blocks, CUstream stream, const cucore_copy_options *options)
    # cucore_view_copy of many pairs, of any shapes, strides and sizes
    cucore_status cucore_views_copy(const cucore_view *dsts, const cucore_view *srcs, size_t count, CUstream stream, const cucore_copy_options *options)
    const uint64_t CUCORE_BLOCKS_CHECKED

    # cucore_share.h
    enum:
        CUCORE_SHARE_LEGACY
    enum:
        CUCORE_SHARE_POOL
    enum:
        CUCORE_SHARE_VIRTUAL
    enum:
        CUCORE_SHARE_DMA_BUF
    enum:
        CUCORE_SHARE_VERSION
    enum:
        CUCORE_SHARE_EVENT
    enum:
        CUCORE_EVENT_SHARED
    ctypedef enum cucore_allocation:
        CUCORE_ALLOCATION_UNKNOWN
        CUCORE_ALLOCATION_HOST
        CUCORE_ALLOCATION_PINNED
        CUCORE_ALLOCATION_PLAIN
        CUCORE_ALLOCATION_POOL
        CUCORE_ALLOCATION_VIRTUAL
        CUCORE_ALLOCATION_MANAGED
    ctypedef struct cucore_registration:
        void *base
        size_t nbytes
        size_t offset
        size_t first, end
        uint64_t allocation_id
        int32_t allocation
        int32_t device_type
        int32_t device_id
        uint32_t ways
        uint32_t handle_types
    # describe the allocation that a view lies in
    cucore_status cucore_view_get_registration(const cucore_view *view, cucore_registration *out)
    ctypedef struct cucore_runs:
        void *ptr
        size_t nbytes
        uint64_t count
        int32_t ndim
        int64_t repetitions[CUCORE_MAX_NDIM]
        int64_t strides[CUCORE_MAX_NDIM]
    # describe the bytes of a view as runs with repetitions
    cucore_status cucore_view_get_runs(const cucore_view *view, cucore_runs *out)
    # get the address of one run
    cucore_status cucore_runs_get_address(const cucore_runs *runs, uint64_t index, void **out)
    ctypedef struct cucore_dma_buf:
        void *ptr
        size_t nbytes
        size_t offset
        size_t span
        int32_t fd
    # get a descriptor of the pages that a view lies in: for ibv_reg_dmabuf_mr, UCX, libfabric
    cucore_status cucore_view_export_dma_buf(const cucore_view *view, uint64_t flags, cucore_dma_buf *out)
    # close the descriptor
    void cucore_dma_buf_release(cucore_dma_buf *buffer)
    ctypedef struct cucore_share_handle:
        char magic[8]
        uint32_t version
        uint32_t size
        uint32_t way
        int32_t device_type
        uint64_t flags
        int64_t process
        unsigned char exporter[16]
        unsigned char machine[16]
        unsigned char device[16]
        unsigned char driver[64]
        uint64_t allocation_id
        uint64_t pool
        uint64_t address
        uint64_t allocation_nbytes
        uint64_t offset
        uint32_t code, bits, lanes, itemsize
        int64_t itembits
        int32_t ndim
        uint64_t checksum
        int64_t extents[2 * CUCORE_MAX_NDIM]
    # make a handle of a view for other processes
    cucore_status cucore_view_export(const cucore_view *view, cucore_share_handle *handle, int *fd)
    # view the memory of another process
    cucore_status cucore_view_import(const void *handle, size_t nbytes, int fd, int device_id, cucore_view *out)
    # count the allocations of other processes that this copy of the library has mapped
    int64_t cucore_mapping_count()
    # make a handle of an event for other processes
    cucore_status cucore_event_export(const cucore_event *event, cucore_share_handle *handle)
    # open an event of another process, in the primary context of its device
    cucore_status cucore_event_import(const void *handle, size_t nbytes, cucore_event *out)
    # move a handle and its descriptor over a Unix socket
    cucore_status cucore_share_handle_send(int socket, const cucore_share_handle *handle, int fd)
    # move a handle and its descriptor over a Unix socket
    cucore_status cucore_share_handle_receive(int socket, cucore_share_handle *handle, int *fd)

cdef extern from *:
    # cucore_python.h
    # a status as Python has it: if (cucore_py_check(cucore_kernel_launch(...)) < 0) return NULL;
    int cucore_py_check(cucore_status status) except -1
    ctypedef struct cucore_py_exceptions:
        PyObject *not_an_array
        PyObject *wrong_dtype
        PyObject *wrong_shape
        PyObject *wrong_layout
        PyObject *wrong_device
        PyObject *readonly
        PyObject *unsupported
        PyObject *missing_field
        PyObject *wrong_type
        PyObject *wrong_value
        PyObject *protocol
        PyObject *mask
        PyObject *strides
    # any array object as a view
    int cucore_py_view(object obj, const cucore_arg *arg, CUstream stream, cucore_view *out) except -1
    # the bytes of any array, for programs that only send or store them
    int cucore_py_view_bytes(object obj, const cucore_arg *arg, CUstream stream, cucore_view *out) except -1
    # the bytes of the elements of any array, as NumPy's nbytes
    int64_t cucore_py_array_nbytes(object obj, const cucore_arg *arg)
    # count up the version of a tensor that C has written to, or is going to write to
    int cucore_py_array_count_write(object obj) except -1
    # would cucore_py_view find a protocol in it?
    int cucore_py_is_array(object obj)
    # several arguments at once, all or nothing
    int cucore_py_args(PyObject **objs, size_t count, const cucore_arg *args, CUstream stream, cucore_view *views) except -1
    # order the producers behind your work, then release the views
    int cucore_py_args_release(cucore_view *views, size_t count, CUstream stream) except -1
    # any stream object as a CUstream
    int cucore_py_stream_from_object(object obj, CUstream *out) except -1
    # for "O&": object -> *(CUstream *)out.  -> 1 | 0 with an exception
    int cucore_py_stream_converter(PyObject *obj, void *out)
    # the answer for a __cuda_stream__ method of your own: (0, handle)
    object cucore_py_stream_to_tuple(CUstream stream)
    # object -> *(cucore_dtype *)out, the dtype that it names
    int cucore_py_dtype_converter(PyObject *obj, void *out)
    ctypedef struct cucore_py_device:
        int device_type
        int device_id
    # object -> *(cucore_py_device *)out, the device that it names
    int cucore_py_device_converter(PyObject *obj, void *out)
    ctypedef struct cucore_py_shape:
        int ndim
        int64_t extents[CUCORE_MAX_NDIM]
    # object -> *(cucore_py_shape *)out
    int cucore_py_shape_converter(PyObject *obj, void *out)
    # copy one array object to another: the elements of src to dst
    int cucore_py_copy(object dst, object src, CUstream stream, const cucore_copy_options *options) except -1

    # cucore_results.h
    # the extents and the strides as a tuple of ints
    object cucore_py_view_shape(const cucore_view *view)
    # the extents and the strides as a tuple of ints
    object cucore_py_view_strides(const cucore_view *view, int in_bytes)
    # the dtype of the elements as an object of a library
    object cucore_py_view_dtype(const cucore_view *view, object like)
    # view memory that a Python object keeps alive
    int cucore_py_view_wrap(void *ptr, const cucore_array_spec *spec, object owner, cucore_view *out) except -1
    # the object of a stream lives as long as memory that is freed on that stream
    int cucore_py_view_keep_stream(cucore_view *view, object stream) except -1
    # a view as a Py_buffer, which keeps its memory alive
    int cucore_py_view_move_to_buffer(cucore_view *view, int flags, Py_buffer *out) except -1
    # any array as a DLPack tensor for C
    int cucore_py_array_to_dlmanaged(object obj, const cucore_arg *arg, CUstream stream, uint64_t flags, DLManagedTensor **out) except -1
    # any array as a DLPack tensor for C
    int cucore_py_array_to_dlmanaged_versioned(object obj, const cucore_arg *arg, CUstream stream, uint64_t flags, DLManagedTensorVersioned **out) except -1
    # a Python allocator for C code
    int cucore_py_memory_resource_from_object(object obj, cucore_memory_resource **out) except -1
    # the same for "O&" of PyArg_ParseTuple
    int cucore_py_memory_resource_converter(PyObject *obj, void *out)
    # the method __dlpack__(*, stream=None, max_version=None, dl_device=None, copy=None)
    object cucore_py_export_dlpack(object owner, const cucore_view *view, PyObject **args, Py_ssize_t nargs, object names)
    # the method __dlpack_device__(): (device type, device id), as in the capsule (P1)
    object cucore_py_export_dlpack_device(const cucore_view *view)
    # __cuda_array_interface__ and __array_interface__
    object cucore_py_export_cai(const cucore_view *view)
    # __cuda_array_interface__ and __array_interface__
    object cucore_py_export_array_interface(const cucore_view *view)
    # the method __array__(dtype=None, *, copy=None), the last way that NumPy tries
    object cucore_py_export_array(object owner, const cucore_view *view, PyObject **args, Py_ssize_t nargs, object names)
    # the slots bf_getbuffer and bf_releasebuffer (PEP 3118)
    int cucore_py_export_getbuffer(object owner, const cucore_view *view, int flags, Py_buffer *out) except -1
    # the slots bf_getbuffer and bf_releasebuffer (PEP 3118)
    void cucore_py_export_releasebuffer(object owner, Py_buffer *buffer)
    # a DLPack capsule of a view, without any ordering
    object cucore_py_export_capsule(object owner, const cucore_view *view, int versioned, uint64_t flags)
    # the same of a view that owns its memory: the capsule takes it over
    object cucore_py_export_capsule_move(cucore_view *view, int versioned, uint64_t flags)
    ctypedef struct cucore_py_exporter:
        const cucore_view *(*view)(PyObject *self) noexcept
        PyObject *(*wrap)(DLManagedTensorVersioned *managed) noexcept
        int (*stream)(int device_id, CUstream *out) noexcept
    # makes a table known as type.__dlpack_c_exchange_api__
    int cucore_py_export_exchange(PyTypeObject *type, const cucore_exchange_api *table) except -1
    # memory for a result of the dtype, shape and device of an argument
    int cucore_py_empty_like(object like, const cucore_view *view, CUstream stream, cucore_view *out) except -1
    # the same with dtype, shape and device spelled out
    int cucore_py_empty(object like, const cucore_array_spec *spec, CUstream stream, cucore_view *out) except -1
    # a view as the result of a function; the view is consumed
    object cucore_py_return(cucore_view *view, object like, CUstream stream)
