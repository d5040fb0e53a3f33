/* ---------------------------------------------------------------------------------------------------- >>handles -- */
/* core/handles.h: the driver's handles by the names of cuda.h.  Used by everything. */
/* Where cuda.h is found, they are its own.  Else these are the same types: cuda.h may follow, and files with it and without
 * it may call each other. */
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
