/* -------------------------------------------------------------------------------------------- >>impl-share-abi -- */
/* share/abi.c: the driver's functions, types and numbers that only this header uses, as core/abi.c has others. */
#if defined(_WIN32)
#define CUCORE__CUDAAPI __stdcall
#else
#define CUCORE__CUDAAPI
#endif

typedef int cucore__CUmemRangeHandleType;
typedef unsigned long long cucore__CUmemGenericAllocationHandle;

enum {
    CUCORE__CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED = 124,

    CUCORE__CU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
    CUCORE__CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE = 10,
    CUCORE__CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
    CUCORE__CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
    CUCORE__CU_POINTER_ATTRIBUTE_MAPPING_SIZE = 18,
    CUCORE__CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR = 19,

    CUCORE__CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1,
    CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1,
    CUCORE__CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 1
};

typedef struct cucore__CUipcMemHandle {
    char reserved[64];
} cucore__CUipcMemHandle;

typedef struct cucore__CUipcEventHandle {
    char reserved[64];
} cucore__CUipcEventHandle;

typedef struct cucore__CUmemPoolPtrExportData {
    unsigned char reserved[64];
} cucore__CUmemPoolPtrExportData;

typedef struct cucore__CUmemAllocationProp {
    cucore__CUmemAllocationType type;
    cucore__CUmemAllocationHandleType requestedHandleTypes;
    cucore__CUmemLocation location;
    void *win32HandleMetaData;
    unsigned char allocFlags[8]; /* a struct there, whose second byte is gpuDirectRDMACapable */
} cucore__CUmemAllocationProp;

/* The columns are those of CUCORE__DRIVER_LIST.  They are looked up at the first use of this header. */
#define CUCORE__SHARE_DRIVER_LIST(X)                                                                                   \
    X(IpcGetMemHandle, "cuIpcGetMemHandle", 4010, 0, (cucore__CUipcMemHandle *, cucore__CUdeviceptr))                  \
    X(IpcOpenMemHandle, "cuIpcOpenMemHandle_v2", 11000, 0, (cucore__CUdeviceptr *, cucore__CUipcMemHandle, unsigned))  \
    X(IpcCloseMemHandle, "cuIpcCloseMemHandle", 4010, 0, (cucore__CUdeviceptr))                                        \
    X(IpcGetEventHandle, "cuIpcGetEventHandle", 4010, 0, (cucore__CUipcEventHandle *, CUevent))                        \
    X(IpcOpenEventHandle, "cuIpcOpenEventHandle", 4010, 0, (CUevent *, cucore__CUipcEventHandle))                      \
    X(MemGetHandleForAddressRange, "cuMemGetHandleForAddressRange", 11070, 0,                                          \
      (void *, cucore__CUdeviceptr, size_t, cucore__CUmemRangeHandleType, unsigned long long))                         \
    X(MemPoolExportToShareableHandle, "cuMemPoolExportToShareableHandle", 11020, 0,                                    \
      (void *, cucore__CUmemoryPool, cucore__CUmemAllocationHandleType, unsigned long long))                           \
    X(MemPoolImportFromShareableHandle, "cuMemPoolImportFromShareableHandle", 11020, 0,                                \
      (cucore__CUmemoryPool *, void *, cucore__CUmemAllocationHandleType, unsigned long long))                         \
    X(MemPoolExportPointer, "cuMemPoolExportPointer", 11020, 0,                                                        \
      (cucore__CUmemPoolPtrExportData *, cucore__CUdeviceptr))                                                         \
    X(MemPoolImportPointer, "cuMemPoolImportPointer", 11020, 0,                                                        \
      (cucore__CUdeviceptr *, cucore__CUmemoryPool, cucore__CUmemPoolPtrExportData *))                                 \
    X(MemRetainAllocationHandle, "cuMemRetainAllocationHandle", 11000, 0,                                              \
      (cucore__CUmemGenericAllocationHandle *, void *))                                                                \
    X(MemGetAllocationPropertiesFromHandle, "cuMemGetAllocationPropertiesFromHandle", 10020, 0,                        \
      (cucore__CUmemAllocationProp *, cucore__CUmemGenericAllocationHandle))                                           \
    X(MemExportToShareableHandle, "cuMemExportToShareableHandle", 10020, 0,                                            \
      (void *, cucore__CUmemGenericAllocationHandle, cucore__CUmemAllocationHandleType, unsigned long long))           \
    X(MemImportFromShareableHandle, "cuMemImportFromShareableHandle", 10020, 0,                                        \
      (cucore__CUmemGenericAllocationHandle *, void *, cucore__CUmemAllocationHandleType))                             \
    X(MemAddressReserve, "cuMemAddressReserve", 10020, 0,                                                              \
      (cucore__CUdeviceptr *, size_t, size_t, cucore__CUdeviceptr, unsigned long long))                                \
    X(MemAddressFree, "cuMemAddressFree", 10020, 0, (cucore__CUdeviceptr, size_t))                                     \
    X(MemMap, "cuMemMap", 10020, 0,                                                                                    \
      (cucore__CUdeviceptr, size_t, size_t, cucore__CUmemGenericAllocationHandle, unsigned long long))                 \
    X(MemUnmap, "cuMemUnmap", 10020, 0, (cucore__CUdeviceptr, size_t))                                                 \
    X(MemSetAccess, "cuMemSetAccess", 10020, 0,                                                                        \
      (cucore__CUdeviceptr, size_t, const cucore__CUmemAccessDesc *, size_t))                                          \
    X(MemRelease, "cuMemRelease", 10020, 0, (cucore__CUmemGenericAllocationHandle))
