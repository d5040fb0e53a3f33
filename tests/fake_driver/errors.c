/* errors.c - names of errors */
#include "driver.h"

#define ERRORS(X)                                                                                                      \
    X(0, "CUDA_SUCCESS", "no error")                                                                                   \
    X(1, "CUDA_ERROR_INVALID_VALUE", "invalid argument")                                                               \
    X(2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory")                                                                  \
    X(3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error")                                                         \
    X(34, "CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library")                                                  \
    X(100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected")                                               \
    X(101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal")                                                      \
    X(200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid")                                               \
    X(201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context")                                                     \
    X(400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle")                                                     \
    X(401, "CUDA_ERROR_ILLEGAL_STATE", "the operation cannot be performed in the present state")                       \
    X(500, "CUDA_ERROR_NOT_FOUND", "named symbol not found")                                                           \
    X(600, "CUDA_ERROR_NOT_READY", "device not ready")                                                                 \
    X(700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered")                                   \
    X(704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is already enabled")                                 \
    X(705, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", "peer access has not been enabled")                                   \
    X(709, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed")                                                  \
    X(719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure")                                                   \
    X(801, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported")                                                      \
    X(803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination")     \
    X(900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "operation not permitted when stream is capturing")                \
    X(901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "operation failed due to a previous error during capture")         \
    X(902, "CUDA_ERROR_STREAM_CAPTURE_MERGE", "operation would result in a merge of separate capture sequences")       \
    X(903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "capture was not ended in the same stream as it began")              \
    X(904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "capturing stream has unjoined work")                                 \
    X(905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "dependency created on uncaptured work in another stream")           \
    X(906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT",                                                                       \
      "operation would make the legacy stream depend on a capturing blocking stream")                                  \
    X(907, "CUDA_ERROR_CAPTURED_EVENT", "operation not permitted on an event last recorded in a capturing stream")     \
    X(908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD",                                                                   \
      "attempt to terminate a thread-local capture from another thread")                                               \
    X(910, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE",                                                                     \
      "the graph update was not performed because it included changes which violated constraints")                     \
    X(999, "CUDA_ERROR_UNKNOWN", "unknown error")

static const char *error_text(CUresult result, int description)
{
#define ERROR_CASE(value, name, text)                                                                                  \
    case value: return description ? text : name;
    switch ((int)result) {
        ERRORS(ERROR_CASE)
    default: return NULL;
    }
#undef ERROR_CASE
}

ENTRY CUresult CUDAAPI cuGetErrorName(CUresult error, const char **out)
{
    *out = error_text(error, 0);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

ENTRY CUresult CUDAAPI cuGetErrorString(CUresult error, const char **out)
{
    *out = error_text(error, 1);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
