/* ---------------------------------------------------------------------------------------------------- >>handles -- */
/* core/handles.h: the driver's handles by the names of cuda.h. */
/* Without cuda.h the same types are declared, so cuda.h may follow. */
#if !defined(__cuda_cuda_h__)
struct CUlaunchAttribute_st;
typedef struct CUctx_st *CUcontext;
typedef struct CUstream_st *CUstream; /* cudaStream_t */
typedef struct CUevent_st *CUevent;   /* cudaEvent_t */
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
#if defined(_WIN32)
typedef void(__stdcall *CUhostFn)(void *userData);
#else
typedef void (*CUhostFn)(void *userData);
#endif
#endif
#if !defined(__cuda_cuda_h__) || CUDA_VERSION < 11020
typedef struct CUmemPoolHandle_st *CUmemoryPool; /* cudaMemPool_t */
#endif
