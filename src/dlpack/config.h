/* --------------------------------------------------------------------------------------------- >>dlpack-config -- */
/* dlpack/config.h: which dlpack.h, and what older ones do not have. */
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

/* The newest version that is understood: what a producer is asked for (rules D14). */
#define CUCORE_DLPACK_MAX_MAJOR 1
#define CUCORE_DLPACK_MAX_MINOR 3
