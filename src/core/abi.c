/* -------------------------------------------------------------------------------------------------- >>impl-abi -- */
/* core/abi.c: the driver's functions, types and numbers that are called, the same for every cuda.h. */
/* Declared here and not taken from cuda.h: the code is then the same with any of them and with none, and a name that
 * older ones do not have needs no care.  cucore__CU<x> is CU<x>, CUCORE__CU_<X> is CU_<X>:
 * tests/python/test_cuda_headers.py goes by that, and compares each type, number and function with every cuda.h that it
 * finds.  The driver's enums are ints. */
#if defined(_WIN32)
#define CUCORE__CUDAAPI __stdcall
#else
#define CUCORE__CUDAAPI
#endif

typedef int cucore__CUresult;
typedef int cucore__CUdevice_attribute;
typedef int cucore__CUpointer_attribute;
typedef int cucore__CUfunction_attribute;
typedef int cucore__CUjit_option;
typedef int cucore__CUmemPool_attribute;
typedef int cucore__CUmemorytype;
typedef int cucore__CUmemAllocationType;
typedef int cucore__CUmemAllocationHandleType;
typedef int cucore__CUmemLocationType;
typedef int cucore__CUmemAccess_flags;
typedef int cucore__CUmem_advise;
typedef int cucore__CUstreamCaptureStatus;
typedef int cucore__CUstreamCaptureMode;
typedef int cucore__CUtensorMapDataType;
typedef int cucore__CUtensorMapInterleave;
typedef int cucore__CUtensorMapSwizzle;
typedef int cucore__CUtensorMapL2promotion;
typedef int cucore__CUtensorMapFloatOOBfill;
typedef int cucore__CUlaunchAttributeID;
typedef int cucore__CUmemcpySrcAccessOrder;
typedef uintptr_t cucore__CUdeviceptr;
typedef struct CUmemPoolHandle_st *cucore__CUmemoryPool;
typedef struct CUarray_st *cucore__CUarray;
typedef struct CUgraph_st *cucore__CUgraph;
typedef struct CUgraphNode_st *cucore__CUgraphNode;
typedef struct CUuserObject_st *cucore__CUuserObject;
typedef struct CUgraphExec_st *cucore__CUgraphExec;
typedef int cucore__CUgraphExecUpdateResult;
typedef struct CUtensorMap_st cucore__CUtensorMap; /* CUDA 12.0; kernel/tensor_map.h has one of the same size */

enum {
    CUCORE__CUDA_SUCCESS = 0,
    CUCORE__CUDA_ERROR_INVALID_VALUE = 1,
    CUCORE__CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUCORE__CUDA_ERROR_NOT_INITIALIZED = 3,
    CUCORE__CUDA_ERROR_INVALID_DEVICE = 101,
    CUCORE__CUDA_ERROR_INVALID_CONTEXT = 201,
    CUCORE__CUDA_ERROR_INVALID_HANDLE = 400,
    CUCORE__CUDA_ERROR_NOT_FOUND = 500,
    CUCORE__CUDA_ERROR_NOT_READY = 600,
    CUCORE__CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
    CUCORE__CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUCORE__CUDA_ERROR_NOT_PERMITTED = 800,
    CUCORE__CUDA_ERROR_NOT_SUPPORTED = 801,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
    CUCORE__CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
    CUCORE__CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
    CUCORE__CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,

    CUCORE__CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CUCORE__CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CUCORE__CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
    CUCORE__CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CUCORE__CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,

    CUCORE__CU_POINTER_ATTRIBUTE_CONTEXT = 1,
    CUCORE__CU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
    CUCORE__CU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    CUCORE__CU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    CUCORE__CU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
    CUCORE__CU_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16, /* CUDA 11.1 */

    CUCORE__CU_STREAM_DEFAULT = 0,
    CUCORE__CU_STREAM_NON_BLOCKING = 1,
    CUCORE__CU_STREAM_CAPTURE_STATUS_NONE = 0,
    CUCORE__CU_STREAM_CAPTURE_MODE_RELAXED = 2,
    CUCORE__CU_EVENT_DISABLE_TIMING = 2,
    CUCORE__CU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1,
    CUCORE__CU_GRAPH_USER_OBJECT_MOVE = 1,

    CUCORE__CU_MEMORYTYPE_HOST = 1,
    CUCORE__CU_MEMORYTYPE_DEVICE = 2,
    CUCORE__CU_MEMHOSTALLOC_PORTABLE = 1,
    CUCORE__CU_MEM_ATTACH_GLOBAL = 1,
    CUCORE__CU_MEM_ALLOCATION_TYPE_PINNED = 1,
    CUCORE__CU_MEM_ALLOCATION_TYPE_MANAGED = 2, /* CUDA 13.0 */
    CUCORE__CU_MEM_LOCATION_TYPE_INVALID = 0,   /* also NONE, CUDA 13.0 */
    CUCORE__CU_MEM_LOCATION_TYPE_DEVICE = 1,
    CUCORE__CU_MEM_LOCATION_TYPE_HOST = 2, /* these: CUDA 12.2 */
    CUCORE__CU_MEM_LOCATION_TYPE_HOST_NUMA = 3,
    CUCORE__CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3,
    CUCORE__CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
    CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,
    CUCORE__CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
    CUCORE__CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
    CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
    CUCORE__CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6,
    CUCORE__CU_MEMPOOL_ATTR_USED_MEM_CURRENT = 7,
    CUCORE__CU_MEMPOOL_ATTR_USED_MEM_HIGH = 8,
    CUCORE__CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 1, /* CUDA 12.8 */

    CUCORE__CU_JIT_ERROR_LOG_BUFFER = 5,
    CUCORE__CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CUCORE__CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CUCORE__CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CUCORE__CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CUCORE__CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CUCORE__CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14, /* CUDA 11.8 */

    CUCORE__CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2, /* these: CUDA 11.8 */
    CUCORE__CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
    CUCORE__CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,

    CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT16 = 1,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT32 = 2,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_INT32 = 3,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_UINT64 = 4,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_INT64 = 5,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT32 = 7,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT64 = 8,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 = 9,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ = 10,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 = 11,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ = 12,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B = 13, /* CUDA 12.8 */
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B = 14,
    CUCORE__CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B = 15,
    CUCORE__CU_TENSOR_MAP_INTERLEAVE_NONE = 0,
    CUCORE__CU_TENSOR_MAP_INTERLEAVE_16B = 1,
    CUCORE__CU_TENSOR_MAP_INTERLEAVE_32B = 2,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_NONE = 0,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_32B = 1,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_64B = 2,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_128B = 3,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B = 4, /* CUDA 12.8 */
    CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B = 5,
    CUCORE__CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B = 6,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_64B = 1,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2,
    CUCORE__CU_TENSOR_MAP_L2_PROMOTION_L2_256B = 3,
    CUCORE__CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
    CUCORE__CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA = 1
};

typedef struct cucore__CUuuid {
    char bytes[16];
} cucore__CUuuid;

typedef struct cucore__CUDA_MEMCPY2D {
    size_t srcXInBytes, srcY;
    cucore__CUmemorytype srcMemoryType;
    const void *srcHost;
    cucore__CUdeviceptr srcDevice;
    cucore__CUarray srcArray;
    size_t srcPitch;
    size_t dstXInBytes, dstY;
    cucore__CUmemorytype dstMemoryType;
    void *dstHost;
    cucore__CUdeviceptr dstDevice;
    cucore__CUarray dstArray;
    size_t dstPitch;
    size_t WidthInBytes, Height;
} cucore__CUDA_MEMCPY2D;

typedef struct cucore__CUDA_MEMCPY3D {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    cucore__CUmemorytype srcMemoryType;
    const void *srcHost;
    cucore__CUdeviceptr srcDevice;
    cucore__CUarray srcArray;
    void *reserved0;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    cucore__CUmemorytype dstMemoryType;
    void *dstHost;
    cucore__CUdeviceptr dstDevice;
    cucore__CUarray dstArray;
    void *reserved1;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
} cucore__CUDA_MEMCPY3D;

typedef struct cucore__CUmemLocation {
    cucore__CUmemLocationType type;
    int id;
} cucore__CUmemLocation;

typedef struct cucore__CUmemAccessDesc {
    cucore__CUmemLocation location;
    cucore__CUmemAccess_flags flags;
} cucore__CUmemAccessDesc;

typedef struct cucore__CUmemPoolProps {
    cucore__CUmemAllocationType allocType;
    cucore__CUmemAllocationHandleType handleTypes;
    cucore__CUmemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize; /* CUDA 12.2; the first of the reserved bytes before */
    unsigned char reserved[64 - sizeof(size_t)];
} cucore__CUmemPoolProps;

typedef struct cucore__CUmemcpyAttributes {
    cucore__CUmemcpySrcAccessOrder srcAccessOrder; /* CUDA 12.8, as the struct */
    cucore__CUmemLocation srcLocHint, dstLocHint;
    unsigned flags;
} cucore__CUmemcpyAttributes;

typedef struct cucore__CUlaunchAttribute {
    cucore__CUlaunchAttributeID id;
    char pad[8 - sizeof(cucore__CUlaunchAttributeID)];
    uint64_t value[8]; /* a union there */
} cucore__CUlaunchAttribute;

typedef struct cucore__CUlaunchConfig {
    unsigned gridDimX, gridDimY, gridDimZ;
    unsigned blockDimX, blockDimY, blockDimZ;
    unsigned sharedMemBytes;
    CUstream hStream;
    struct CUlaunchAttribute_st *attrs;
    unsigned numAttrs;
} cucore__CUlaunchConfig;

typedef struct cucore__CUgraphExecUpdateResultInfo {
    cucore__CUgraphExecUpdateResult result;
    cucore__CUgraphNode errorNode;
    cucore__CUgraphNode errorFromNode;
} cucore__CUgraphExecUpdateResultInfo;

/* X(name without cu, symbol for dlsym, CUDA version of that ABI for cuGetProcAddress, 1 when indispensable,
 * parameters).  What an ordered intake calls comes first, in one cache line. */
#define CUCORE__DRIVER_LIST(X)                                                                                         \
    X(StreamWaitEvent, "cuStreamWaitEvent", 3020, 1, (CUstream, CUevent, unsigned))                                    \
    X(StreamGetCaptureInfo, "cuStreamGetCaptureInfo", 10010, 0,                                                        \
      (CUstream, cucore__CUstreamCaptureStatus *, uint64_t *))                                                         \
    X(EventRecord, "cuEventRecord", 2000, 1, (CUevent, CUstream))                                                      \
    X(Init, "cuInit", 2000, 1, (unsigned))                                                                             \
    X(GetErrorName, "cuGetErrorName", 6000, 0, (cucore__CUresult, const char **))                                      \
    X(GetErrorString, "cuGetErrorString", 6000, 0, (cucore__CUresult, const char **))                                  \
    X(DeviceGetCount, "cuDeviceGetCount", 2000, 1, (int *))                                                            \
    X(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", 7000, 1, (CUcontext *, int))                                 \
    X(DevicePrimaryCtxGetState, "cuDevicePrimaryCtxGetState", 7000, 0, (int, unsigned *, int *))                       \
    X(CtxGetCurrent, "cuCtxGetCurrent", 4000, 1, (CUcontext *))                                                        \
    X(CtxGetDevice, "cuCtxGetDevice", 2000, 1, (int *))                                                                \
    X(CtxPushCurrent, "cuCtxPushCurrent_v2", 4000, 1, (CUcontext))                                                     \
    X(CtxPopCurrent, "cuCtxPopCurrent_v2", 4000, 1, (CUcontext *))                                                     \
    X(PointerGetAttributes, "cuPointerGetAttributes", 7000, 1,                                                         \
      (unsigned, cucore__CUpointer_attribute *, void **, cucore__CUdeviceptr))                                         \
    X(StreamGetCtx, "cuStreamGetCtx", 9020, 1, (CUstream, CUcontext *))                                                \
    X(StreamSynchronize, "cuStreamSynchronize", 2000, 1, (CUstream))                                                   \
    X(ThreadExchangeStreamCaptureMode, "cuThreadExchangeStreamCaptureMode", 10010, 0, (cucore__CUstreamCaptureMode *)) \
    X(EventCreate, "cuEventCreate", 2000, 1, (CUevent *, unsigned))                                                    \
    X(EventDestroy, "cuEventDestroy_v2", 4000, 1, (CUevent))                                                           \
    X(EventQuery, "cuEventQuery", 2000, 0, (CUevent))                                                                  \
    X(EventSynchronize, "cuEventSynchronize", 2000, 0, (CUevent))                                                      \
    X(EventElapsedTime, "cuEventElapsedTime", 2000, 0, (float *, CUevent, CUevent))                                    \
    X(DeviceGetByPCIBusId, "cuDeviceGetByPCIBusId", 4010, 0, (int *, const char *))                                    \
    X(DeviceGetName, "cuDeviceGetName", 2000, 0, (char *, int, int))                                                   \
    X(DeviceGetUuid, "cuDeviceGetUuid", 9020, 0, (cucore__CUuuid *, int))                                              \
    X(DeviceGetPCIBusId, "cuDeviceGetPCIBusId", 4010, 0, (char *, int, int))                                           \
    X(DeviceTotalMem, "cuDeviceTotalMem_v2", 3020, 0, (size_t *, int))                                                 \
    X(DeviceGetAttribute, "cuDeviceGetAttribute", 2000, 0, (int *, cucore__CUdevice_attribute, int))                   \
    X(DeviceCanAccessPeer, "cuDeviceCanAccessPeer", 4000, 0, (int *, int, int))                                        \
    X(CtxEnablePeerAccess, "cuCtxEnablePeerAccess", 4000, 0, (CUcontext, unsigned))                                    \
    X(CtxSetCurrent, "cuCtxSetCurrent", 4000, 0, (CUcontext))                                                          \
    X(CtxGetId, "cuCtxGetId", 12000, 0, (CUcontext, unsigned long long *))                                             \
    X(StreamCreateWithPriority, "cuStreamCreateWithPriority", 5050, 0, (CUstream *, unsigned, int))                    \
    X(StreamDestroy, "cuStreamDestroy_v2", 4000, 0, (CUstream))                                                        \
    X(StreamQuery, "cuStreamQuery", 2000, 0, (CUstream))                                                               \
    X(LaunchHostFunc, "cuLaunchHostFunc", 10000, 0, (CUstream, CUhostFn, void *))                                      \
    X(MemGetInfo, "cuMemGetInfo_v2", 3020, 0, (size_t *, size_t *))                                                    \
    X(MemAlloc, "cuMemAlloc_v2", 3020, 0, (cucore__CUdeviceptr *, size_t))                                             \
    X(MemFree, "cuMemFree_v2", 3020, 0, (cucore__CUdeviceptr))                                                         \
    X(MemHostAlloc, "cuMemHostAlloc", 2020, 0, (void **, size_t, unsigned))                                            \
    X(MemFreeHost, "cuMemFreeHost", 2000, 0, (void *))                                                                 \
    X(MemAllocManaged, "cuMemAllocManaged", 6000, 0, (cucore__CUdeviceptr *, size_t, unsigned))                        \
    X(MemAllocFromPoolAsync, "cuMemAllocFromPoolAsync", 11020, 0,                                                      \
      (cucore__CUdeviceptr *, size_t, cucore__CUmemoryPool, CUstream))                                                 \
    X(MemFreeAsync, "cuMemFreeAsync", 11020, 0, (cucore__CUdeviceptr, CUstream))                                       \
    X(MemPoolCreate, "cuMemPoolCreate", 11020, 0, (cucore__CUmemoryPool *, const cucore__CUmemPoolProps *))            \
    X(MemPoolDestroy, "cuMemPoolDestroy", 11020, 0, (cucore__CUmemoryPool))                                            \
    X(MemPoolSetAttribute, "cuMemPoolSetAttribute", 11020, 0,                                                          \
      (cucore__CUmemoryPool, cucore__CUmemPool_attribute, void *))                                                     \
    X(MemPoolSetAccess, "cuMemPoolSetAccess", 11020, 0,                                                                \
      (cucore__CUmemoryPool, const cucore__CUmemAccessDesc *, size_t))                                                 \
    X(DriverGetVersion, "cuDriverGetVersion", 2020, 0, (int *))                                                        \
    X(DeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool", 11020, 0, (cucore__CUmemoryPool *, int))                   \
    X(MemcpyAsync, "cuMemcpyAsync", 4000, 0, (cucore__CUdeviceptr, cucore__CUdeviceptr, size_t, CUstream))             \
    X(Memcpy2DAsync, "cuMemcpy2DAsync_v2", 3020, 0, (const cucore__CUDA_MEMCPY2D *, CUstream))                         \
    X(Memcpy3DAsync, "cuMemcpy3DAsync_v2", 3020, 0, (const cucore__CUDA_MEMCPY3D *, CUstream))                         \
    X(MemcpyPeerAsync, "cuMemcpyPeerAsync", 4000, 0,                                                                   \
      (cucore__CUdeviceptr, CUcontext, cucore__CUdeviceptr, CUcontext, size_t, CUstream))                              \
    X(MemsetD8Async, "cuMemsetD8Async", 3020, 0, (cucore__CUdeviceptr, unsigned char, size_t, CUstream))               \
    X(MemsetD16Async, "cuMemsetD16Async", 3020, 0, (cucore__CUdeviceptr, unsigned short, size_t, CUstream))            \
    X(MemsetD32Async, "cuMemsetD32Async", 3020, 0, (cucore__CUdeviceptr, unsigned, size_t, CUstream))                  \
    X(ModuleLoadDataEx, "cuModuleLoadDataEx", 2010, 0,                                                                 \
      (CUmodule *, const void *, unsigned, cucore__CUjit_option *, void **))                                           \
    X(ModuleUnload, "cuModuleUnload", 2000, 0, (CUmodule))                                                             \
    X(ModuleGetFunction, "cuModuleGetFunction", 2000, 0, (CUfunction *, CUmodule, const char *))                       \
    X(FuncGetAttribute, "cuFuncGetAttribute", 2020, 0, (int *, cucore__CUfunction_attribute, CUfunction))              \
    X(FuncSetAttribute, "cuFuncSetAttribute", 9000, 0, (CUfunction, cucore__CUfunction_attribute, int))                \
    X(LaunchKernel, "cuLaunchKernel", 4000, 0,                                                                         \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **))  \
    X(LaunchKernelEx, "cuLaunchKernelEx", 11060, 0, (const cucore__CUlaunchConfig *, CUfunction, void **, void **))    \
    X(TensorMapEncodeTiled, "cuTensorMapEncodeTiled", 12000, 0,                                                        \
      (cucore__CUtensorMap *, cucore__CUtensorMapDataType, unsigned, void *, const uint64_t *, const uint64_t *,       \
       const unsigned *, const unsigned *, cucore__CUtensorMapInterleave, cucore__CUtensorMapSwizzle,                  \
       cucore__CUtensorMapL2promotion, cucore__CUtensorMapFloatOOBfill))                                               \
    X(TensorMapEncodeIm2col, "cuTensorMapEncodeIm2col", 12000, 0,                                                      \
      (cucore__CUtensorMap *, cucore__CUtensorMapDataType, unsigned, void *, const uint64_t *, const uint64_t *,       \
       const int *, const int *, unsigned, unsigned, const unsigned *, cucore__CUtensorMapInterleave,                  \
       cucore__CUtensorMapSwizzle, cucore__CUtensorMapL2promotion, cucore__CUtensorMapFloatOOBfill))                   \
    X(TensorMapReplaceAddress, "cuTensorMapReplaceAddress", 12000, 0, (cucore__CUtensorMap *, void *))                 \
    X(FuncGetParamInfo, "cuFuncGetParamInfo", 12040, 0, (CUfunction, size_t, size_t *, size_t *))                      \
    X(OccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050, 0,               \
      (int *, CUfunction, int, size_t))                                                                                \
    X(OccupancyMaxPotentialClusterSize, "cuOccupancyMaxPotentialClusterSize", 11070, 0,                                \
      (int *, CUfunction, const cucore__CUlaunchConfig *))                                                             \
    X(MemPoolTrimTo, "cuMemPoolTrimTo", 11020, 0, (cucore__CUmemoryPool, size_t))                                      \
    X(MemPoolGetAttribute, "cuMemPoolGetAttribute", 11020, 0,                                                          \
      (cucore__CUmemoryPool, cucore__CUmemPool_attribute, void *))                                                     \
    X(MemPoolGetAccess, "cuMemPoolGetAccess", 11020, 0,                                                                \
      (cucore__CUmemAccess_flags *, cucore__CUmemoryPool, cucore__CUmemLocation *))                                    \
    X(DeviceGetMemPool, "cuDeviceGetMemPool", 11020, 0, (cucore__CUmemoryPool *, int))                                 \
    X(MemGetDefaultMemPool, "cuMemGetDefaultMemPool", 13000, 0,                                                        \
      (cucore__CUmemoryPool *, cucore__CUmemLocation *, cucore__CUmemAllocationType))                                  \
    X(MemGetMemPool, "cuMemGetMemPool", 13000, 0,                                                                      \
      (cucore__CUmemoryPool *, cucore__CUmemLocation *, cucore__CUmemAllocationType))                                  \
    X(MemPrefetchAsync, "cuMemPrefetchAsync_v2", 12020, 0,                                                             \
      (cucore__CUdeviceptr, size_t, cucore__CUmemLocation, unsigned, CUstream))                                        \
    X(MemAdvise, "cuMemAdvise_v2", 12020, 0,                                                                           \
      (cucore__CUdeviceptr, size_t, cucore__CUmem_advise, cucore__CUmemLocation))                                      \
    X(MemPrefetchBatchAsync, "cuMemPrefetchBatchAsync", 13000, 0,                                                      \
      (cucore__CUdeviceptr *, size_t *, size_t, cucore__CUmemLocation *, size_t *, size_t, unsigned long long,         \
       CUstream))                                                                                                      \
    X(MemDiscardBatchAsync, "cuMemDiscardBatchAsync", 13000, 0,                                                        \
      (cucore__CUdeviceptr *, size_t *, size_t, unsigned long long, CUstream))                                         \
    X(MemDiscardAndPrefetchBatchAsync, "cuMemDiscardAndPrefetchBatchAsync", 13000, 0,                                  \
      (cucore__CUdeviceptr *, size_t *, size_t, cucore__CUmemLocation *, size_t *, size_t, unsigned long long,         \
       CUstream))                                                                                                      \
    X(MemcpyBatchAsync, "cuMemcpyBatchAsync", 12080, 0,                                                                \
      (cucore__CUdeviceptr *, cucore__CUdeviceptr *, size_t *, size_t, cucore__CUmemcpyAttributes *, size_t *, size_t, \
       size_t *, CUstream))                                                                                            \
    X(StreamGetCaptureInfo_v2, "cuStreamGetCaptureInfo_v2", 11030, 0,                                                  \
      (CUstream, cucore__CUstreamCaptureStatus *, uint64_t *, cucore__CUgraph *, const cucore__CUgraphNode **,         \
       size_t *))                                                                                                      \
    X(UserObjectCreate, "cuUserObjectCreate", 11030, 0,                                                                \
      (cucore__CUuserObject *, void *, CUhostFn, unsigned, unsigned))                                                  \
    X(UserObjectRelease, "cuUserObjectRelease", 11030, 0, (cucore__CUuserObject, unsigned))                            \
    X(GraphRetainUserObject, "cuGraphRetainUserObject", 11030, 0,                                                      \
      (cucore__CUgraph, cucore__CUuserObject, unsigned, unsigned))                                                     \
    X(StreamBeginCapture, "cuStreamBeginCapture_v2", 10010, 0, (CUstream, cucore__CUstreamCaptureMode))                \
    X(StreamEndCapture, "cuStreamEndCapture", 10000, 0, (CUstream, cucore__CUgraph *))                                 \
    X(GraphDestroy, "cuGraphDestroy", 10000, 0, (cucore__CUgraph))                                                     \
    X(GraphInstantiateWithFlags, "cuGraphInstantiateWithFlags", 11040, 0,                                              \
      (cucore__CUgraphExec *, cucore__CUgraph, unsigned long long))                                                    \
    X(GraphLaunch, "cuGraphLaunch", 10000, 0, (cucore__CUgraphExec, CUstream))                                         \
    X(GraphExecUpdate, "cuGraphExecUpdate_v2", 12000, 0,                                                               \
      (cucore__CUgraphExec, cucore__CUgraph, cucore__CUgraphExecUpdateResultInfo *))                                   \
    X(GraphExecDestroy, "cuGraphExecDestroy", 10000, 0, (cucore__CUgraphExec))                                         \
    X(PointerGetAttribute, "cuPointerGetAttribute", 4000, 0, (void *, cucore__CUpointer_attribute, cucore__CUdeviceptr))
