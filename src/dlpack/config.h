/* --------------------------------------------------------------------------------------------- >>dlpack-config -- */
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
