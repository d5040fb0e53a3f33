/* kernels/copy_all.h: the code of every kernel, for copy.cu and copy_host.h. */
#include "copy.h"
#include "copy_runs.h"
#include "copy_spans.h"
#include "copy_bytes.h"
#include "copy_convert.h"
#define COPY_UNIT 1
#include "copy_tile.h"
#define COPY_UNIT 2
#include "copy_tile.h"
#define COPY_UNIT 4
#include "copy_tile.h"
#define COPY_UNIT 8
#include "copy_tile.h"
#define COPY_UNIT 16
#include "copy_tile.h"
