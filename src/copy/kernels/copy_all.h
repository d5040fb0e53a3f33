/* kernels/copy_all.h: the code of every kernel, for copy.cu and copy_host.h. */
#include "copy.h"
#include "copy_runs.h"
#include "copy_convert.h"
#include "copy_blocks.h"
#include "copy_tile.h"
