/* gcc -shared -fPIC $(python -m cucore --includes) examples/stencil/stencil.c -o examples/stencil/stencil.so &&
 *     python examples/stencil/demo.py
 *
 * stencil - heat that spreads over an image: diffuse(image, steps=1, stream=None) -> the image afterwards, of the same library
 *
 * The image is any array of two axes of float32, its rows padded or not, reversed, a channel of pixels, ..., on the host or on a
 * device.  What happens to a pixel is said once: the C compiler makes it for the CPU, NVRTC for the device when the first image
 * comes that lies there, so that no nvcc is needed to build this. */
#define CUCORE_STATIC
#include "cucore_results.h"

#include "cucore_kernel.h"
#include "cucore_program.h"

typedef CUCORE_ACCESSOR(2, int) plane;

/* The same words here and as text. */
#define HERE_AND_AS_TEXT(name, ...)                                                                                    \
    __VA_ARGS__                                                                                                        \
    static const char name[] = #__VA_ARGS__;

/* A pixel after a step: it takes a part of its four neighbours.  At the rim it is its own neighbour. */
#define FUNCTION static inline
HERE_AND_AS_TEXT(
    pixel_text, FUNCTION float pixel(const plane *from, int y, int x) {
        int north = y > 0 ? y - 1 : y;
        int south = y + 1 < from->shape[0] ? y + 1 : y;
        int west = x > 0 ? x - 1 : x;
        int east = x + 1 < from->shape[1] ? x + 1 : x;
        float here = CUCORE_AT(const float, *from, y, x);
        float around = CUCORE_AT(const float, *from, north, x) + CUCORE_AT(const float, *from, south, x) +
                       CUCORE_AT(const float, *from, y, west) + CUCORE_AT(const float, *from, y, east);
        return here + 0.2f * (around - 4 * here);
    })

static const char source[] =
    "#include \"cucore_kernel.h\"\n"
    "#define FUNCTION static __device__\n"
    "typedef CUCORE_ACCESSOR(2, int) plane;\n"
    "#include \"pixel.h\"\n"
    "extern \"C\" __global__ void step(plane from, plane to)\n"
    "{\n"
    "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
    "    if (x < to.shape[1] && y < to.shape[0]) CUCORE_AT(float, to, y, x) = pixel(&from, y, x);\n"
    "}\n";
static const cucore_program_header headers[] = {{"pixel.h", pixel_text}, {NULL, NULL}};
static cucore_program program = CUCORE_PROGRAM_WITH(source, "-std=c++11", headers);
static cucore_kernel step_kernel = CUCORE_PROGRAM_KERNEL(program, "step");

static cucore_status step(const plane *from, const plane *to, const cucore_view *view, CUstream stream)
{
    cucore_launch launch;
    int y, x;
    if (!view->device_accessible) {
        for (y = 0; y < to->shape[0]; y++) {
            for (x = 0; x < to->shape[1]; x++) CUCORE_AT(float, *to, y, x) = pixel(from, y, x);
        }
        return CUCORE_OK;
    }
    memset(&launch, 0, sizeof launch);
    launch.config = cucore_launch_config_1d(to->shape[1], 32);
    launch.config.block[1] = 8;
    launch.config.grid[1] = (unsigned)(to->shape[0] + 7) / 8;
    return cucore_kernel_launch_params(&step_kernel, view->device_id, &launch, stream,
                                       CUCORE_PARAMS(CUCORE_PARAM(*from), CUCORE_PARAM(*to)));
}

/* From the image into one of two others, and on from there: the last step ends in the result. */
static cucore_status all_steps(const cucore_view *image, const cucore_view *spare, const cucore_view *result, int steps,
                               CUstream stream)
{
    plane planes[3];
    int i, from = 0, to;
    cucore_status status = CUCORE_ACCESSOR_MAKE(image, "image", CUCORE_DTYPE_FLOAT32, CUCORE_READ, &planes[0]);
    if (!status) status = CUCORE_ACCESSOR_MAKE(spare, "image", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &planes[1]);
    if (!status) status = CUCORE_ACCESSOR_MAKE(result, "image", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &planes[2]);
    for (i = steps; i > 0 && !status; i--) {
        to = i % 2 ? 2 : 1;
        status = step(&planes[from], &planes[to], image, stream);
        from = to;
    }
    return status;
}

static PyObject *diffuse(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static const cucore_arg expected = CUCORE_ARG("image", "float32", "*, *", 0);
    static char *names[] = {(char *)"image", (char *)"steps", (char *)"stream", NULL};
    PyObject *obj, *result = NULL;
    CUstream stream = CUCORE_STREAM_LEGACY;
    cucore_view views[3]; /* the image, one between, the result */
    cucore_status status = CUCORE_OK;
    int steps = 1, failed;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|iO&", names, &obj, &steps, cucore_py_stream_converter, &stream)) {
        return NULL;
    }
    if (steps < 1) {
        PyErr_Format(PyExc_ValueError, "steps: expected 1 or more, got %d", steps);
        return NULL;
    }
    memset(views, 0, sizeof views);
    if (cucore_py_args(&obj, 1, &expected, stream, views) < 0) return NULL;
    failed = cucore_py_empty_like(obj, &views[0], stream, &views[1]) < 0 ||
             cucore_py_empty_like(obj, &views[0], stream, &views[2]) < 0;
    if (!failed) {
        Py_BEGIN_ALLOW_THREADS
        status = all_steps(&views[0], &views[1], &views[2], steps, stream);
        Py_END_ALLOW_THREADS
        if (cucore_py_check(status) == 0) result = cucore_py_return(&views[2], obj, stream);
    }
    if (cucore_py_args_release(views, 3, stream) < 0) Py_CLEAR(result);
    return result;
}

static PyMethodDef methods[] = {
    {"diffuse", (PyCFunction)(void (*)(void))diffuse, METH_VARARGS | METH_KEYWORDS,
     "diffuse(image, steps=1, stream=None) -> the image after so many steps, of the same library"},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "stencil", NULL, 0, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_stencil(void)
{
    return PyModule_Create(&definition);
}
