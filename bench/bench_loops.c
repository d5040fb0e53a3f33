/* bench_loops.c - launches the kernels of bench_loops.cu on arrays of any library, for bench_loops.py; and goes from
 * eight arrays to a launch, whole and in parts, for bench_launch.py.  All on the legacy default stream, as torch. */
#define CUCORE_IMPLEMENTATION
#include "cucore_kernel.h"
#include "cucore_python.h"

#include "bench_loops.h"

#include <time.h>

#define STREAM CUCORE_STREAM_LEGACY
enum { MOST_KERNELS = 256, ARRAYS = 8, THREADS = 256 };

/* -- kernels ------------------------------------------------------------------------------------------------------- */
static struct {
    char name[40];
    cucore_kernel kernel;
} kernels[MOST_KERNELS];
static const char *image; /* until the process ends, as kernels need it */

/* load(path): the cubin */
static PyObject *load(PyObject *self, PyObject *args)
{
    const char *path;
    char *bytes;
    FILE *file;
    long size;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &path)) return NULL;
    file = fopen(path, "rb");
    if (!file) return PyErr_SetFromErrnoWithFilename(PyExc_OSError, path);
    size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    rewind(file);
    bytes = size > 0 ? (char *)malloc((size_t)size) : NULL;
    if (bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size) image = bytes;
    fclose(file);
    if (!image) return PyErr_Format(PyExc_OSError, "%s: cannot be read", path);
    Py_RETURN_NONE;
}

static cucore_kernel *kernel_of(const char *name)
{
    const cucore_kernel fresh = CUCORE_KERNEL(image, NULL);
    int i;
    for (i = 0; i < MOST_KERNELS && kernels[i].name[0]; i++) {
        if (!strcmp(kernels[i].name, name)) return &kernels[i].kernel;
    }
    if (i == MOST_KERNELS || !image || strlen(name) >= sizeof kernels[i].name) {
        PyErr_Format(PyExc_RuntimeError, "no room, or no image, for a kernel %s", name);
        return NULL;
    }
    memcpy(kernels[i].name, name, strlen(name) + 1);
    kernels[i].kernel = fresh;
    kernels[i].kernel.name = kernels[i].name;
    return &kernels[i].kernel;
}

static cucore_launch launch_of(unsigned grid_x, unsigned grid_y, unsigned block_x, unsigned block_y)
{
    cucore_launch launch;
    memset(&launch, 0, sizeof launch);
    launch.config = cucore_launch_config_1d(grid_x, 1);
    launch.config.grid[1] = grid_y;
    launch.config.block[0] = block_x, launch.config.block[1] = block_y;
    return launch;
}

static cucore_launch launch_of_loop(const cucore_loop *one)
{
    cucore_launch launch = launch_of(0, 0, 0, 0);
    launch.config = cucore_loop_launch_config(one, THREADS);
    return launch;
}

/* busy(nanoseconds): so long the stream does nothing else */
static PyObject *busy(PyObject *self, PyObject *args)
{
    const cucore_launch launch = launch_of(1, 1, 1, 1);
    cucore_kernel *kernel = kernel_of("busy");
    long long nanoseconds;
    (void)self;
    if (!kernel || !PyArg_ParseTuple(args, "L", &nanoseconds)) return NULL;
    if (cucore_py_check(cucore_kernel_launch_params(kernel, CUCORE_DEVICE_CURRENT, &launch, STREAM,
                                                    CUCORE_PARAMS(CUCORE_PARAM(nanoseconds)))) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* -- one pass over arrays, what is written first ------------------------------------------------------------------- */
static int take(PyObject *arrays, cucore_view *views)
{
    const cucore_arg any = CUCORE_ARG("operand", NULL, NULL, CUCORE_DEVICE_ACCESSIBLE | CUCORE_BORROW);
    cucore_arg expected[ARRAYS];
    PyObject *objs[ARRAYS];
    Py_ssize_t i, count = PyTuple_Size(arrays);
    if (count < 1 || count > ARRAYS) {
        PyErr_Format(PyExc_ValueError, "expected 1 to %d arrays, got %zd", ARRAYS, count);
        return -1;
    }
    for (i = 0; i < count; i++) {
        objs[i] = PyTuple_GetItem(arrays, i);
        expected[i] = any;
        expected[i].flags |= i ? 0 : CUCORE_WRITE;
    }
    return cucore_py_args(objs, (size_t)count, expected, STREAM, views) < 0 ? -1 : (int)count;
}

/* None, or the exception. */
static PyObject *done(cucore_status status, cucore_view *views, int count)
{
    int failed = cucore_py_check(status) < 0;
    failed |= cucore_py_args_release(views, (size_t)count, STREAM) < 0;
    if (failed) return NULL;
    Py_RETURN_NONE;
}

static cucore_status make_loops(const cucore_view *views, int count, cucore_loops *out)
{
    cucore_operand operands[ARRAYS];
    int i;
    memset(operands, 0, sizeof operands);
    for (i = 0; i < count; i++) {
        operands[i].view = &views[i];
        operands[i].dtype = views[0].dtype;
        operands[i].flags = i ? CUCORE_READ : CUCORE_WRITE;
    }
    return cucore_loops_make(operands, (size_t)count, out);
}

/* loop(kernel, (out, a, ...)): a loop of the elements of all */
static PyObject *loop(PyObject *self, PyObject *args)
{
    const char *name;
    const cucore_loop *one;
    cucore_kernel *kernel;
    cucore_loops loops;
    cucore_view views[ARRAYS];
    cucore_status status;
    PyObject *arrays;
    int count;
    (void)self;
    if (!PyArg_ParseTuple(args, "sO!", &name, &PyTuple_Type, &arrays)) return NULL;
    kernel = kernel_of(name);
    count = kernel ? take(arrays, views) : -1;
    if (count < 0) return NULL;
    status = make_loops(views, count, &loops);
    while (!status && (one = cucore_loops_next(&loops)) != NULL) {
        const cucore_launch launch = launch_of_loop(one);
        status =
            cucore_kernel_launch_params(kernel, views[0].device_id, &launch, STREAM, CUCORE_PARAMS(CUCORE_PARAM(*one)));
    }
    return done(status, views, count);
}

/* by_hand(kernel, grid, block, rows, columns, (out, a, ...)): grid and block of two numbers */
static PyObject *hand_written(PyObject *self, PyObject *args)
{
    const char *name;
    cucore_kernel *kernel;
    cucore_launch launch;
    cucore_view views[ARRAYS];
    cucore_status status;
    PyObject *arrays;
    unsigned grid[2], block[2];
    by_hand operands;
    int i, count;
    (void)self;
    memset(&operands, 0, sizeof operands);
    if (!PyArg_ParseTuple(args, "s(II)(II)iiO!", &name, &grid[0], &grid[1], &block[0], &block[1], &operands.rows,
                          &operands.columns, &PyTuple_Type, &arrays)) {
        return NULL;
    }
    if (PyTuple_Size(arrays) > 5) return PyErr_Format(PyExc_ValueError, "by_hand: expected at most 5 arrays");
    kernel = kernel_of(name);
    count = kernel ? take(arrays, views) : -1;
    if (count < 0) return NULL;
    operands.out = views[0].ptr;
    for (i = 1; i < count; i++) operands.in[i - 1] = views[i].ptr;
    launch = launch_of(grid[0], grid[1], block[0], block[1]);
    status =
        cucore_kernel_launch_params(kernel, views[0].device_id, &launch, STREAM, CUCORE_PARAMS(CUCORE_PARAM(operands)));
    return done(status, views, count);
}

/* stencil(kernel, (to, from)): blocks as examples/stencil has them */
static cucore_status launch_stencil(cucore_kernel *kernel, const cucore_view *views)
{
    cucore_launch launch;
    plane to, from;
    cucore_status status = CUCORE_ACCESSOR_MAKE(&views[0], "to", CUCORE_DTYPE_FLOAT32, CUCORE_WRITE, &to);
    if (!status) status = CUCORE_ACCESSOR_MAKE(&views[1], "from", CUCORE_DTYPE_FLOAT32, CUCORE_READ, &from);
    if (status) return status;
    launch = launch_of((unsigned)(to.shape[1] + 31) / 32, (unsigned)(to.shape[0] + 7) / 8, 32, 8);
    if (!strcmp(kernel->name, "stencil_pointers")) {
        return cucore_kernel_launch_params(kernel, views[0].device_id, &launch, STREAM,
                                           CUCORE_PARAMS(CUCORE_PARAM(to.ptr), CUCORE_PARAM(from.ptr),
                                                         CUCORE_PARAM(to.shape[0]), CUCORE_PARAM(to.shape[1]),
                                                         CUCORE_PARAM(to.strides[0]), CUCORE_PARAM(from.strides[0])));
    }
    return cucore_kernel_launch_params(kernel, views[0].device_id, &launch, STREAM,
                                       CUCORE_PARAMS(CUCORE_PARAM(to), CUCORE_PARAM(from)));
}

static PyObject *stencil(PyObject *self, PyObject *args)
{
    const char *name;
    cucore_kernel *kernel;
    cucore_view views[ARRAYS];
    PyObject *arrays;
    int count;
    (void)self;
    if (!PyArg_ParseTuple(args, "sO!", &name, &PyTuple_Type, &arrays)) return NULL;
    if (PyTuple_Size(arrays) != 2) return PyErr_Format(PyExc_ValueError, "stencil: expected two arrays");
    kernel = kernel_of(name);
    count = kernel ? take(arrays, views) : -1;
    if (count < 0) return NULL;
    return done(launch_stencil(kernel, views), views, count);
}

/* -- launches of eight arrays of n float32: out = a + b + c + d + e + f + g ---------------------------------------- */
#define INPUT(name) CUCORE_ARG(name, "float32", "n", CUCORE_DEVICE_ACCESSIBLE | CUCORE_SAME_DEVICE | CUCORE_BORROW)
static const cucore_arg eight[ARRAYS] = {
    CUCORE_ARG("out", "float32", "n", CUCORE_DEVICE_ACCESSIBLE | CUCORE_WRITE | CUCORE_BORROW),
    INPUT("a"),
    INPUT("b"),
    INPUT("c"),
    INPUT("d"),
    INPUT("e"),
    INPUT("f"),
    INPUT("g")};

static cucore_status launch_loop(cucore_kernel *kernel, const cucore_view *views)
{
    const cucore_loop *one;
    cucore_loops loops;
    cucore_status status = make_loops(views, ARRAYS, &loops);
    while (!status && (one = cucore_loops_next(&loops)) != NULL) {
        const cucore_launch launch = launch_of_loop(one);
        status =
            cucore_kernel_launch_params(kernel, views[0].device_id, &launch, STREAM, CUCORE_PARAMS(CUCORE_PARAM(*one)));
    }
    return status;
}

static cucore_status make_lines(const cucore_view *views, line *lines)
{
    cucore_status status = CUCORE_OK;
    int i;
    for (i = 0; i < ARRAYS && !status; i++) {
        status = CUCORE_ACCESSOR_MAKE(&views[i], eight[i].name, CUCORE_DTYPE_FLOAT32, i ? CUCORE_READ : CUCORE_WRITE,
                                      &lines[i]);
    }
    return status;
}

static cucore_status launch_lines(cucore_kernel *kernel, int device_id, const line *x)
{
    cucore_launch launch = launch_of(0, 0, 0, 0);
    launch.config = cucore_launch_config_1d(x[0].shape[0], THREADS);
    return cucore_kernel_launch_params(kernel, device_id, &launch, STREAM,
                                       CUCORE_PARAMS(CUCORE_PARAM(x[0]), CUCORE_PARAM(x[1]), CUCORE_PARAM(x[2]),
                                                     CUCORE_PARAM(x[3]), CUCORE_PARAM(x[4]), CUCORE_PARAM(x[5]),
                                                     CUCORE_PARAM(x[6]), CUCORE_PARAM(x[7])));
}

static cucore_status launch_accessors(cucore_kernel *kernel, const cucore_view *views)
{
    line lines[ARRAYS];
    cucore_status status = make_lines(views, lines);
    return status ? status : launch_lines(kernel, views[0].device_id, lines);
}

/* From tensors to a launch, as an extension does it. */
static PyObject *launch_eight(cucore_status (*launch)(cucore_kernel *, const cucore_view *), cucore_kernel *kernel,
                              PyObject *const *objs, Py_ssize_t count)
{
    cucore_view views[ARRAYS];
    cucore_status status;
    if (!kernel) return NULL;
    if (count != ARRAYS) return PyErr_Format(PyExc_TypeError, "expected %d arrays, got %zd", ARRAYS, count);
    if (cucore_py_args(objs, ARRAYS, eight, STREAM, views) < 0) return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = launch(kernel, views);
    Py_END_ALLOW_THREADS
    return done(status, views, ARRAYS);
}

static PyObject *by_loop(PyObject *self, PyObject *const *objs, Py_ssize_t count)
{
    static cucore_kernel *kernel;
    (void)self;
    if (!kernel) kernel = kernel_of("launch_loop");
    return launch_eight(launch_loop, kernel, objs, count);
}

static PyObject *by_accessors(PyObject *self, PyObject *const *objs, Py_ssize_t count)
{
    static cucore_kernel *kernel;
    (void)self;
    if (!kernel) kernel = kernel_of("launch_accessors");
    return launch_eight(launch_accessors, kernel, objs, count);
}

/* -- the same by launchers, which are made once -------------------------------------------------------------------- */
#define ROW(name, flags) CUCORE_PY_PARAM(POINTER, name, "float32", "n", (flags) | CUCORE_SAME_DEVICE)
#define ROWS(flags)                                                                                                    \
    ROW("out", CUCORE_WRITE | (flags)), ROW("a", flags), ROW("b", flags), ROW("c", flags), ROW("d", flags),            \
        ROW("e", flags), ROW("f", flags), ROW("g", flags), CUCORE_PY_PARAM(SIZE, "out", "int32", NULL, 0)
#define LINE(name, flags) CUCORE_PY_PARAM_ACCESSOR(1, 32, name, "float32", "n", (flags) | CUCORE_SAME_DEVICE)
static const cucore_py_param asked[] = {ROWS(CUCORE_READ)}, no_sign[] = {ROWS(CUCORE_ALLOW_NEGATIVE_BIT)},
                             bare[] = {ROWS(CUCORE_ALLOW_NEGATIVE_BIT | CUCORE_ALLOW_GRAD)},
                             line_rows[] = {LINE("out", CUCORE_WRITE),
                                            LINE("a", 0),
                                            LINE("b", 0),
                                            LINE("c", 0),
                                            LINE("d", 0),
                                            LINE("e", 0),
                                            LINE("f", 0),
                                            LINE("g", 0)},
                             one_row[] = {ROW("out", CUCORE_WRITE), CUCORE_PY_PARAM(SIZE, "out", "int32", NULL, 0)},
                             one_bare[] = {ROW("out", CUCORE_WRITE | CUCORE_ALLOW_NEGATIVE_BIT | CUCORE_ALLOW_GRAD),
                                           CUCORE_PY_PARAM(SIZE, "out", "int32", NULL, 0)};
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))
static struct {
    const char *kernel;
    const cucore_py_param *rows;
    size_t count;
    cucore_py_launcher launcher;
} launchers[] = {
    {"launch_pointers", asked, COUNT(asked), {NULL}}, {"launch_pointers", no_sign, COUNT(no_sign), {NULL}},
    {"launch_pointers", bare, COUNT(bare), {NULL}},   {"launch_accessors", line_rows, COUNT(line_rows), {NULL}},
    {"launch_one", one_row, COUNT(one_row), {NULL}},  {"launch_one", one_bare, COUNT(one_bare), {NULL}}};

static PyObject *by_launcher(size_t i, PyObject *const *objs, Py_ssize_t count)
{
    if (!launchers[i].launcher.private_) {
        cucore_py_launch_spec spec;
        memset(&spec, 0, sizeof spec);
        spec.kernel = kernel_of(launchers[i].kernel);
        spec.params = launchers[i].rows;
        spec.param_count = launchers[i].count;
        spec.elements = "out";
        if (!spec.kernel || cucore_py_launcher_make(&spec, &launchers[i].launcher) < 0) return NULL;
    }
    if (cucore_py_launch(&launchers[i].launcher, objs, (size_t)count, NULL) < 0) return NULL;
    Py_RETURN_NONE;
}

#define BOUND(name, i)                                                                                                 \
    static PyObject *name(PyObject *self, PyObject *const *objs, Py_ssize_t count)                                     \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        return by_launcher(i, objs, count);                                                                            \
    }
BOUND(bound, 0)
BOUND(bound_no_sign, 1)
BOUND(bound_bare, 2)
BOUND(bound_lines, 3)
BOUND(bound_one, 4)
BOUND(bound_one_bare, 5)

/* -- parts of that, in loops of C ---------------------------------------------------------------------------------- */
typedef struct work {
    PyObject *objs[ARRAYS];
    cucore_view views[ARRAYS];
    cucore_loops loops;
    line lines[ARRAYS];
    int n;
    unsigned blocks;
    cucore_kernel *kernel;
    CUfunction function;
    void *params[ARRAYS + 1];
    int failures;
} work;

static void bare_launch(work *w)
{
    w->failures +=
        cucore__driver.LaunchKernel(w->function, w->blocks, 1, 1, THREADS, 1, 1, 0, STREAM, w->params, NULL) != 0;
}

static void only_intake(work *w)
{
    cucore_view views[ARRAYS];
    if (cucore_py_args(w->objs, ARRAYS, eight, STREAM, views) < 0 || cucore_py_args_release(views, ARRAYS, STREAM) < 0)
        w->failures++;
}

static void only_loop(work *w)
{
    cucore_loops loops;
    w->failures += make_loops(w->views, ARRAYS, &loops) || !cucore_loops_next(&loops);
}

static void only_accessors(work *w)
{
    line lines[ARRAYS];
    w->failures += make_lines(w->views, lines) != CUCORE_OK;
}

static void checked_loop(work *w)
{
    const cucore_loop *const one = &w->loops.private_.loop;
    const cucore_launch launch = launch_of_loop(one);
    w->failures += cucore_kernel_launch_params(w->kernel, w->views[0].device_id, &launch, STREAM,
                                               CUCORE_PARAMS(CUCORE_PARAM(*one))) != CUCORE_OK;
}

static void checked_accessors(work *w)
{
    w->failures += launch_lines(w->kernel, w->views[0].device_id, w->lines) != CUCORE_OK;
}

static const struct {
    const char *name, *kernel;
    void (*once)(work *);
} parts[] = {{"bare loop", "launch_loop", bare_launch},
             {"bare accessors", "launch_accessors", bare_launch},
             {"bare pointers", "launch_pointers", bare_launch},
             {"bare one", "launch_one", bare_launch},
             {"intake", "launch_loop", only_intake},
             {"loop", "launch_loop", only_loop},
             {"accessors", "launch_accessors", only_accessors},
             {"checked loop", "launch_loop", checked_loop},
             {"checked accessors", "launch_accessors", checked_accessors}};

/* What the kernel takes, ready for the driver. */
static cucore_status work_prepare(work *w)
{
    const int takes_loop = !strcmp(w->kernel->name, "launch_loop"),
              takes_lines = !strcmp(w->kernel->name, "launch_accessors");
    const cucore_loop *one;
    int i;
    cucore_status status = make_loops(w->views, ARRAYS, &w->loops);
    if (!status) status = make_lines(w->views, w->lines);
    if (!status) status = cucore_kernel_get_function(w->kernel, w->views[0].device_id, &w->function);
    if (status) return status;
    one = cucore_loops_next(&w->loops);
    w->n = w->lines[0].shape[0];
    w->blocks = takes_loop && one ? launch_of_loop(one).config.grid[0] : cucore_launch_config_1d(w->n, THREADS).grid[0];
    for (i = 0; i < ARRAYS; i++) w->params[i] = takes_lines ? (void *)&w->lines[i] : (void *)&w->lines[i].ptr;
    w->params[ARRAYS] = &w->n;
    if (!strcmp(w->kernel->name, "launch_one")) w->params[1] = &w->n;
    if (takes_loop) w->params[0] = &w->loops.private_.loop;
    return one ? CUCORE_OK : cucore_fail(CUCORE_WRONG_SHAPE, "out: expected elements");
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* timed(part, calls, (out, a, ..., g)) -> ns of each */
static PyObject *timed(PyObject *self, PyObject *args)
{
    const char *name;
    PyObject *arrays, *result = NULL;
    size_t part = 0, count = sizeof parts / sizeof parts[0];
    double start, ns = 0;
    long i, calls;
    work w;
    (void)self;
    if (!PyArg_ParseTuple(args, "slO!", &name, &calls, &PyTuple_Type, &arrays)) return NULL;
    while (part < count && strcmp(parts[part].name, name) != 0) part++;
    if (part == count || calls < 1 || PyTuple_Size(arrays) != ARRAYS)
        return PyErr_Format(PyExc_ValueError, "timed: expected a part, calls and %d arrays", ARRAYS);
    memset(&w, 0, sizeof w);
    w.kernel = kernel_of(parts[part].kernel);
    for (i = 0; i < ARRAYS; i++) w.objs[i] = PyTuple_GetItem(arrays, i);
    if (!w.kernel || cucore_py_args(w.objs, ARRAYS, eight, STREAM, w.views) < 0) return NULL;
    if (cucore_py_check(work_prepare(&w)) == 0) {
        parts[part].once(&w);
        start = now();
        for (i = 0; i < calls && !w.failures; i++) parts[part].once(&w);
        ns = (now() - start) / (double)calls;
        if (w.failures && !PyErr_Occurred()) PyErr_Format(PyExc_RuntimeError, "%s: a call failed", name);
        result = w.failures ? NULL : PyFloat_FromDouble(ns);
    }
    if (cucore_py_args_release(w.views, ARRAYS, STREAM) < 0) Py_CLEAR(result);
    return result;
}

/* function(kernel) -> (cuLaunchKernel, its CUfunction), as numbers: for other libraries' launches of the same */
static PyObject *function_of(PyObject *self, PyObject *args)
{
    const char *name;
    cucore_kernel *kernel;
    CUfunction function = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
    kernel = kernel_of(name);
    if (!kernel || cucore_py_check(cucore_kernel_get_function(kernel, CUCORE_DEVICE_CURRENT, &function)) < 0)
        return NULL;
    return Py_BuildValue("(KK)", (unsigned long long)(uintptr_t)cucore__driver.LaunchKernel,
                         (unsigned long long)(uintptr_t)function);
}

static PyMethodDef methods[] = {{"load", load, METH_VARARGS, NULL},
                                {"busy", busy, METH_VARARGS, NULL},
                                {"loop", loop, METH_VARARGS, NULL},
                                {"by_hand", hand_written, METH_VARARGS, NULL},
                                {"stencil", stencil, METH_VARARGS, NULL},
                                {"launch_loop", (PyCFunction)(void (*)(void))by_loop, METH_FASTCALL, NULL},
                                {"launch_accessors", (PyCFunction)(void (*)(void))by_accessors, METH_FASTCALL, NULL},
#define FAST(name, function)                                                                                           \
    {                                                                                                                  \
        name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL, NULL                                             \
    }
                                FAST("bound", bound),
                                FAST("bound_no_sign", bound_no_sign),
                                FAST("bound_bare", bound_bare),
                                FAST("bound_lines", bound_lines),
                                FAST("bound_one", bound_one),
                                FAST("bound_one_bare", bound_one_bare),
                                {"timed", timed, METH_VARARGS, NULL},
                                {"function", function_of, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cucore_bench_loops", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_cucore_bench_loops(void);
PyMODINIT_FUNC PyInit_cucore_bench_loops(void)
{
    return PyModule_Create(&definition);
}
