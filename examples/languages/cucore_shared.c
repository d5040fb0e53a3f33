/* gcc -O2 -shared -fPIC -I. examples/languages/cucore_shared.c -o libcucore.so -ldl -lpthread
 *
 * cucore as a shared library, for other languages: functions with names without a version, exported.  Two libraries of
 * different versions may have these names only if neither is loaded with RTLD_GLOBAL: choose another prefix then. */
#define CUCORE_PREFIX cucore
#define CUCORE_API __attribute__((visibility("default")))
#define CUCORE_IMPLEMENTATION
#include "cucore.h"
