/* copy/private.h: private macros of this header; CUCORE__CALL, _LOAD and their like are those of cucore.h. */
#define CUCORE__PRIVATE static CUCORE_UNUSED
