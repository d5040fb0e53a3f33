/* gcc -I. examples/graph.c -ldl -lpthread -o graph && ./graph
 *
 * graph - the same copies for many pairs of images: captured into a graph once, updated to the addresses of each pair */
#define CUCORE_STATIC
#include "cucore_cast.h"
#include "cucore_kernel.h"

#include <stdlib.h>

enum { PAIRS = 4, ROWS = 480, COLUMNS = 640 };

static void check(cucore_status status)
{
    if (status == CUCORE_OK) return;
    printf("%s: %s\n", cucore_status_name(status), cucore_last_error()->message);
    exit(1);
}

/* BEGIN step */
/* One step of the work: `turned` becomes the transposed image, `wide` the image as float64. */
static cucore_status step(const cucore_view *image, const cucore_view *turned, const cucore_view *wide, CUstream stream)
{
    cucore_copy_options options;
    cucore_status status;
    memset(&options, 0, sizeof options);
    options.flags = CUCORE_COPY_NO_COMPILE; /* the same kernels each time: an update needs that */
    status = cucore_view_copy(turned, image, stream, &options);
    options.flags |= CUCORE_COPY_CAST;
    return status ? status : cucore_view_copy(wide, image, stream, &options);
}

/* Captures a step; the first one makes the graph, later ones give it their addresses. */
static cucore_status capture_step(const cucore_view *image, const cucore_view *turned, const cucore_view *wide,
                                  CUstream stream, cucore_graph *graph)
{
    cucore_status status = cucore_graph_begin(stream, CUCORE_CAPTURE_THREAD_LOCAL), ended;
    if (status) return status;
    status = step(image, turned, wide, stream);
    ended = graph->handle ? cucore_graph_update(graph, stream) : cucore_graph_end(stream, graph);
    return status ? status : ended;
}
/* END */

static void allocate(cucore_dtype dtype, CUstream stream, cucore_view *out)
{
    static const int64_t shape[] = {ROWS, COLUMNS};
    cucore_array_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.dtype = dtype;
    spec.ndim = 2;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    check(cucore_view_allocate(&spec, NULL, stream, out));
}

int main(void)
{
    static float image[ROWS][COLUMNS], turned[COLUMNS][ROWS];
    static double wide[ROWS][COLUMNS];
    static cucore_view images[PAIRS], outs[PAIRS], turneds[PAIRS], wides[PAIRS];
    cucore_stream stream;
    cucore_graph graph;
    int pair, i, wrong = 0;
    memset(&graph, 0, sizeof graph);
    check(cucore_stream_create(0, NULL, &stream));
    for (pair = 0; pair < PAIRS; pair++) {
        for (i = 0; i < ROWS * COLUMNS; i++) image[0][i] = (float)(i + 100 * pair);
        allocate(CUCORE_DTYPE_FLOAT32, stream.handle, &images[pair]);
        allocate(CUCORE_DTYPE_FLOAT32, stream.handle, &outs[pair]);
        allocate(CUCORE_DTYPE_FLOAT64, stream.handle, &wides[pair]);
        turneds[pair] = outs[pair]; /* borrows: the same memory, with its axes in another order */
        memset(&turneds[pair].private_, 0, sizeof turneds[pair].private_);
        turneds[pair].layout.strides[0] = 1, turneds[pair].layout.strides[1] = ROWS;
        check(cucore_memory_copy(images[pair].ptr, image, sizeof image, stream.handle));
        check(cucore_stream_synchronize(stream.handle));
    }
    for (pair = 0; pair < PAIRS; pair++) {
        check(capture_step(&images[pair], &turneds[pair], &wides[pair], stream.handle, &graph));
        check(cucore_graph_launch(&graph, stream.handle));
        check(cucore_memory_copy(turned, outs[pair].ptr, sizeof turned, stream.handle));
        check(cucore_memory_copy(wide, wides[pair].ptr, sizeof wide, stream.handle));
        check(cucore_stream_synchronize(stream.handle));
        for (i = 0; i < ROWS * COLUMNS; i++) {
            const int row = i / COLUMNS, column = i % COLUMNS;
            const float value = (float)(i + 100 * pair);
            wrong += turned[column][row] < value || turned[column][row] > value;
            wrong += wide[row][column] < (double)value || wide[row][column] > (double)value;
        }
    }
    printf("%d pairs, one graph: %s\n", PAIRS, wrong ? "WRONG" : "right");
    check(cucore_graph_release(&graph));
    cucore_views_release(images, PAIRS), cucore_views_release(outs, PAIRS), cucore_views_release(wides, PAIRS);
    check(cucore_stream_release(&stream));
    return wrong != 0;
}
