/* ---------------------------------------------------------------------------------------------------- >>handles -- */
/* core/handles.h: the driver's handles by the names of cuda.h.  Used by everything. */
#include <stddef.h>
#include <stdint.h>

/* cuda.h is included for your code.  Without it the same types are declared, so cuda.h may follow. */
#if !defined(CUCORE_NO_CUDA_H) && defined(__has_include)
#if __has_include(<cuda.h>)
#include <cuda.h>
#endif
#endif

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
