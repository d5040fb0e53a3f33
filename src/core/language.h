/* core/language.h: refuses C that is older than C99, before all includes. */
#if defined(__STRICT_ANSI__) && !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "cucore needs C99: compile with -std=c99 or newer, or with -std=gnu89"
#include "see the error above"
#endif
