/* names.c - entry points by name */
#include "driver.h"

/* A row is the plain name, the first CUDA version with this ABI, and the symbol.  Later ABIs follow earlier ones. */
#define NAMES(X)                                                                                                       \
    X("cuInit", 2000, cuInit)                                                                                          \
    X("cuDriverGetVersion", 2020, cuDriverGetVersion)                                                                  \
    X("cuGetErrorName", 6000, cuGetErrorName)                                                                          \
    X("cuGetErrorString", 6000, cuGetErrorString)                                                                      \
    X("cuDeviceGetCount", 2000, cuDeviceGetCount)                                                                      \
    X("cuDeviceGet", 2000, cuDeviceGet)                                                                                \
    X("cuDeviceGetName", 2000, cuDeviceGetName)                                                                        \
    X("cuDeviceGetUuid", 9020, cuDeviceGetUuid)                                                                        \
    X("cuDeviceGetUuid", 11040, cuDeviceGetUuid_v2)                                                                    \
    X("cuDeviceTotalMem", 3020, cuDeviceTotalMem_v2)                                                                   \
    X("cuDeviceGetAttribute", 2000, cuDeviceGetAttribute)                                                              \
    X("cuDeviceGetByPCIBusId", 4010, cuDeviceGetByPCIBusId)                                                            \
    X("cuDeviceGetPCIBusId", 4010, cuDeviceGetPCIBusId)                                                                \
    X("cuDeviceCanAccessPeer", 4000, cuDeviceCanAccessPeer)                                                            \
    X("cuCtxDisablePeerAccess", 4000, cuCtxDisablePeerAccess)                                                          \
    X("cuCtxEnablePeerAccess", 4000, cuCtxEnablePeerAccess)                                                            \
    X("cuDevicePrimaryCtxRetain", 7000, cuDevicePrimaryCtxRetain)                                                      \
    X("cuDevicePrimaryCtxRelease", 11000, cuDevicePrimaryCtxRelease_v2)                                                \
    X("cuDevicePrimaryCtxGetState", 7000, cuDevicePrimaryCtxGetState)                                                  \
    X("cuCtxCreate", 3020, cuCtxCreate_v2)                                                                             \
    X("cuCtxDestroy", 4000, cuCtxDestroy_v2)                                                                           \
    X("cuCtxGetCurrent", 4000, cuCtxGetCurrent)                                                                        \
    X("cuCtxSetCurrent", 4000, cuCtxSetCurrent)                                                                        \
    X("cuCtxPushCurrent", 4000, cuCtxPushCurrent_v2)                                                                   \
    X("cuCtxPopCurrent", 4000, cuCtxPopCurrent_v2)                                                                     \
    X("cuCtxGetDevice", 2000, cuCtxGetDevice)                                                                          \
    X("cuCtxGetId", 12000, cuCtxGetId)                                                                                 \
    X("cuCtxSynchronize", 2000, cuCtxSynchronize)                                                                      \
    X("cuCtxGetStreamPriorityRange", 5050, cuCtxGetStreamPriorityRange)                                                \
    X("cuStreamCreate", 2000, cuStreamCreate)                                                                          \
    X("cuStreamCreateWithPriority", 5050, cuStreamCreateWithPriority)                                                  \
    X("cuStreamDestroy", 4000, cuStreamDestroy_v2)                                                                     \
    X("cuStreamQuery", 2000, cuStreamQuery)                                                                            \
    X("cuStreamSynchronize", 2000, cuStreamSynchronize)                                                                \
    X("cuStreamGetCtx", 9020, cuStreamGetCtx)                                                                          \
    X("cuStreamGetPriority", 5050, cuStreamGetPriority)                                                                \
    X("cuStreamGetFlags", 5050, cuStreamGetFlags)                                                                      \
    X("cuStreamWaitEvent", 3020, cuStreamWaitEvent)                                                                    \
    X("cuStreamIsCapturing", 10000, cuStreamIsCapturing)                                                               \
    X("cuStreamGetCaptureInfo", 10010, cuStreamGetCaptureInfo)                                                         \
    X("cuStreamGetCaptureInfo", 11030, cuStreamGetCaptureInfo_v2)                                                      \
    X("cuStreamBeginCapture", 10010, cuStreamBeginCapture_v2)                                                          \
    X("cuStreamEndCapture", 10000, cuStreamEndCapture)                                                                 \
    X("cuGraphInstantiateWithFlags", 11040, cuGraphInstantiateWithFlags)                                               \
    X("cuGraphLaunch", 10000, cuGraphLaunch)                                                                           \
    X("cuGraphExecUpdate", 12000, cuGraphExecUpdate_v2)                                                                \
    X("cuGraphExecDestroy", 10000, cuGraphExecDestroy)                                                                 \
    X("cuGraphDestroy", 10000, cuGraphDestroy)                                                                         \
    X("cuUserObjectCreate", 11030, cuUserObjectCreate)                                                                 \
    X("cuUserObjectRelease", 11030, cuUserObjectRelease)                                                               \
    X("cuGraphRetainUserObject", 11030, cuGraphRetainUserObject)                                                       \
    X("cuThreadExchangeStreamCaptureMode", 10010, cuThreadExchangeStreamCaptureMode)                                   \
    X("cuLaunchHostFunc", 10000, cuLaunchHostFunc)                                                                     \
    X("cuEventCreate", 2000, cuEventCreate)                                                                            \
    X("cuEventRecord", 2000, cuEventRecord)                                                                            \
    X("cuEventDestroy", 4000, cuEventDestroy_v2)                                                                       \
    X("cuEventQuery", 2000, cuEventQuery)                                                                              \
    X("cuEventSynchronize", 2000, cuEventSynchronize)                                                                  \
    X("cuEventElapsedTime", 2000, cuEventElapsedTime)                                                                  \
    X("cuEventElapsedTime", 12080, cuEventElapsedTime_v2)                                                              \
    X("cuMemGetInfo", 3020, cuMemGetInfo_v2)                                                                           \
    X("cuMemAlloc", 3020, cuMemAlloc_v2)                                                                               \
    X("cuMemFree", 3020, cuMemFree_v2)                                                                                 \
    X("cuMemHostAlloc", 2020, cuMemHostAlloc)                                                                          \
    X("cuMemAllocHost", 3020, cuMemAllocHost_v2)                                                                       \
    X("cuMemFreeHost", 2000, cuMemFreeHost)                                                                            \
    X("cuMemAllocManaged", 6000, cuMemAllocManaged)                                                                    \
    X("cuMemAllocAsync", 11020, cuMemAllocAsync)                                                                       \
    X("cuMemAllocFromPoolAsync", 11020, cuMemAllocFromPoolAsync)                                                       \
    X("cuMemFreeAsync", 11020, cuMemFreeAsync)                                                                         \
    X("cuMemPoolCreate", 11020, cuMemPoolCreate)                                                                       \
    X("cuMemPoolDestroy", 11020, cuMemPoolDestroy)                                                                     \
    X("cuMemPoolSetAttribute", 11020, cuMemPoolSetAttribute)                                                           \
    X("cuMemPoolSetAccess", 11020, cuMemPoolSetAccess)                                                                 \
    X("cuMemPoolGetAttribute", 11020, cuMemPoolGetAttribute)                                                           \
    X("cuDeviceGetDefaultMemPool", 11020, cuDeviceGetDefaultMemPool)                                                   \
    X("cuDeviceGetMemPool", 11020, cuDeviceGetMemPool)                                                                 \
    X("cuMemPoolTrimTo", 11020, cuMemPoolTrimTo)                                                                       \
    X("cuMemPoolGetAccess", 11020, cuMemPoolGetAccess)                                                                 \
    X("cuDeviceSetMemPool", 11020, cuDeviceSetMemPool)                                                                 \
    X("cuMemGetDefaultMemPool", 13000, cuMemGetDefaultMemPool)                                                         \
    X("cuMemGetMemPool", 13000, cuMemGetMemPool)                                                                       \
    X("cuMemPrefetchAsync", 12020, cuMemPrefetchAsync_v2)                                                              \
    X("cuMemAdvise", 12020, cuMemAdvise_v2)                                                                            \
    X("cuMemPrefetchBatchAsync", 13000, cuMemPrefetchBatchAsync)                                                       \
    X("cuMemDiscardBatchAsync", 13000, cuMemDiscardBatchAsync)                                                         \
    X("cuMemDiscardAndPrefetchBatchAsync", 13000, cuMemDiscardAndPrefetchBatchAsync)                                   \
    X("cuIpcOpenMemHandle", 11000, cuIpcOpenMemHandle_v2)                                                              \
    X("cuIpcGetMemHandle", 4010, cuIpcGetMemHandle)                                                                    \
    X("cuIpcCloseMemHandle", 4010, cuIpcCloseMemHandle)                                                                \
    X("cuIpcGetEventHandle", 4010, cuIpcGetEventHandle)                                                                \
    X("cuIpcOpenEventHandle", 4010, cuIpcOpenEventHandle)                                                              \
    X("cuMemGetHandleForAddressRange", 11070, cuMemGetHandleForAddressRange)                                           \
    X("cuMemPoolExportToShareableHandle", 11020, cuMemPoolExportToShareableHandle)                                     \
    X("cuMemPoolImportFromShareableHandle", 11020, cuMemPoolImportFromShareableHandle)                                 \
    X("cuMemPoolExportPointer", 11020, cuMemPoolExportPointer)                                                         \
    X("cuMemPoolImportPointer", 11020, cuMemPoolImportPointer)                                                         \
    X("cuMemRetainAllocationHandle", 11000, cuMemRetainAllocationHandle)                                               \
    X("cuMemGetAllocationPropertiesFromHandle", 10020, cuMemGetAllocationPropertiesFromHandle)                         \
    X("cuMemExportToShareableHandle", 10020, cuMemExportToShareableHandle)                                             \
    X("cuMemImportFromShareableHandle", 10020, cuMemImportFromShareableHandle)                                         \
    X("cuMemAddressReserve", 10020, cuMemAddressReserve)                                                               \
    X("cuMemAddressFree", 10020, cuMemAddressFree)                                                                     \
    X("cuMemCreate", 10020, cuMemCreate)                                                                               \
    X("cuMemMap", 10020, cuMemMap)                                                                                     \
    X("cuMemUnmap", 10020, cuMemUnmap)                                                                                 \
    X("cuMemSetAccess", 10020, cuMemSetAccess)                                                                         \
    X("cuMemRelease", 10020, cuMemRelease)                                                                             \
    X("cuMemGetAllocationGranularity", 10020, cuMemGetAllocationGranularity)                                           \
    X("cuMemGetAddressRange", 3020, cuMemGetAddressRange_v2)                                                           \
    X("cuPointerGetAttribute", 4000, cuPointerGetAttribute)                                                            \
    X("cuPointerGetAttributes", 7000, cuPointerGetAttributes)                                                          \
    X("cuMemcpy", 4000, cuMemcpy)                                                                                      \
    X("cuMemcpyAsync", 4000, cuMemcpyAsync)                                                                            \
    X("cuMemcpyDtoD", 3020, cuMemcpyDtoD_v2)                                                                           \
    X("cuMemcpyHtoD", 3020, cuMemcpyHtoD_v2)                                                                           \
    X("cuMemcpyDtoH", 3020, cuMemcpyDtoH_v2)                                                                           \
    X("cuMemcpyDtoDAsync", 3020, cuMemcpyDtoDAsync_v2)                                                                 \
    X("cuMemcpyHtoDAsync", 3020, cuMemcpyHtoDAsync_v2)                                                                 \
    X("cuMemcpyDtoHAsync", 3020, cuMemcpyDtoHAsync_v2)                                                                 \
    X("cuMemcpyPeerAsync", 4000, cuMemcpyPeerAsync)                                                                    \
    X("cuMemcpy2DAsync", 3020, cuMemcpy2DAsync_v2)                                                                     \
    X("cuMemcpy3DAsync", 3020, cuMemcpy3DAsync_v2)                                                                     \
    X("cuMemsetD8", 3020, cuMemsetD8_v2)                                                                               \
    X("cuMemsetD16", 3020, cuMemsetD16_v2)                                                                             \
    X("cuMemsetD32", 3020, cuMemsetD32_v2)                                                                             \
    X("cuMemsetD8Async", 3020, cuMemsetD8Async)                                                                        \
    X("cuMemsetD16Async", 3020, cuMemsetD16Async)                                                                      \
    X("cuMemsetD32Async", 3020, cuMemsetD32Async)                                                                      \
    X("cuModuleLoadData", 2000, cuModuleLoadData)                                                                      \
    X("cuModuleLoadDataEx", 2010, cuModuleLoadDataEx)                                                                  \
    X("cuModuleUnload", 2000, cuModuleUnload)                                                                          \
    X("cuModuleGetFunction", 2000, cuModuleGetFunction)                                                                \
    X("cuFuncGetAttribute", 2020, cuFuncGetAttribute)                                                                  \
    X("cuFuncSetAttribute", 9000, cuFuncSetAttribute)                                                                  \
    X("cuLaunchKernel", 4000, cuLaunchKernel)                                                                          \
    X("cuLaunchKernelEx", 11060, cuLaunchKernelEx)                                                                     \
    X("cuTensorMapEncodeTiled", 12000, cuTensorMapEncodeTiled)                                                         \
    X("cuTensorMapEncodeIm2col", 12000, cuTensorMapEncodeIm2col)                                                       \
    X("cuTensorMapReplaceAddress", 12000, cuTensorMapReplaceAddress)                                                   \
    X("cuFuncGetParamInfo", 12040, cuFuncGetParamInfo)                                                                 \
    X("cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050, cuOccupancyMaxActiveBlocksPerMultiprocessor)                \
    X("cuOccupancyMaxPotentialClusterSize", 11070, cuOccupancyMaxPotentialClusterSize)                                 \
    X("cuMemcpyBatchAsync", 12080, cuMemcpyBatchAsync)

typedef void (*any_function)(void);

/* Returns 1 if FAKE_CUDA_MISSING contains the name, or the name without its version: "cuEventDestroy" hides
 * "cuEventDestroy_v2". */
EXPORTED int fake_is_missing(const char *name)
{
    const char *list = getenv("FAKE_CUDA_MISSING");
    size_t length = strlen(name), plain = length, word;
    if (length > 3 && strncmp(name + length - 3, "_v", 2) == 0) plain = length - 3;
    for (; list && *list; list += word + (list[word] == ',')) {
        word = strcspn(list, ",");
        if ((word == length || word == plain) && strncmp(list, name, word) == 0) return 1;
    }
    return 0;
}

static CUresult proc_address(const char *name, void **out, int version, CUdriverProcAddressQueryResult *why)
{
    static const struct {
        const char *name;
        int version;
        any_function function;
    } names[] = {
#define NAMES_ROW(name, version, function) {name, version, (any_function)function},
        NAMES(NAMES_ROW)
#undef NAMES_ROW
    };
    const int count = (int)(sizeof names / sizeof names[0]);
    any_function found = NULL;
    int i, known = 0;
    for (i = 0; i < count; i++) {
        if (strcmp(names[i].name, name) != 0 || fake_is_missing(name)) continue;
        known = 1;
        if (names[i].version <= version) found = names[i].function;
    }
    memcpy(out, &found, sizeof found);
    if (why) {
        *why = found   ? CU_GET_PROC_ADDRESS_SUCCESS
               : known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                       : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    }
    return found || why ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

EXPORTED CUresult CUDAAPI cuGetProcAddress(const char *symbol, void **out, int version, cuuint64_t flags)
{
    (void)flags;
    return proc_address(symbol, out, version, NULL);
}

EXPORTED CUresult CUDAAPI cuGetProcAddress_v2(const char *symbol, void **out, int version, cuuint64_t flags,
                                              CUdriverProcAddressQueryResult *why)
{
    (void)flags;
    return proc_address(symbol, out, version, why);
}

/* NVRTC and other libraries of CUDA ask for private tables of the driver, and go on without them. */
EXPORTED CUresult CUDAAPI cuGetExportTable(const void **out, const CUuuid *id)
{
    (void)id;
    *out = NULL;
    return CUDA_ERROR_NOT_FOUND;
}
