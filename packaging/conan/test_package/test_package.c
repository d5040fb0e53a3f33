#define CUCORE_STATIC
#include "cucore_copy.h"
#include "cucore_dlpack.h"
#include <stdio.h>

int main(void)
{
    printf("cucore %d.%d.%d, %d devices\n", CUCORE_VERSION_MAJOR, CUCORE_VERSION_MINOR, CUCORE_VERSION_PATCH,
           (int)cucore_device_count());
    return 0;
}
