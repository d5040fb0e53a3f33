/* gcc -shared -fPIC $(python -m cucore --includes) examples/kv_blocks/kv_blocks.c -o examples/kv_blocks/kv_blocks.so &&
 *     python examples/kv_blocks/demo.py
 *
 * kv_blocks - moves the blocks of a paged key-value cache: out to the host, back in, within the cache, to and from dense arrays
 *
 * A cache is one array, or a list of them, one for each layer; lists of block numbers are arrays of integers, or lists.  All
 * layers go in one launch.  Numbers in device memory are read by the kernel: a captured graph takes those that are there when it
 * is launched.  Arrays are those of any library, on the host or on a device. */
#define CUCORE_STATIC
#include "cucore_blocks.h"
#include "cucore_python.h"

/* What a call copies, as Python gave it. */
typedef struct call {
    PyObject *dst, *src;
    PyObject *dst_numbers, *src_numbers; /* NULL or None: 0, 1, 2, ... */
    int dst_axis, src_axis;
    CUstream stream;
    PyObject *blocking; /* None: the usual */
    int checked;
} call;

static const call no_call = {NULL, NULL, NULL, NULL, 0, 0, CUCORE_STREAM_LEGACY, Py_None, 0};

/* A list or tuple of arrays, or one array, which counts as a list of one. */
static PyObject *layers_of(PyObject *arrays)
{
    if (PyList_Check(arrays) || PyTuple_Check(arrays)) return PySequence_Tuple(arrays);
    return PyTuple_Pack(1, arrays);
}

/* Room for all arguments of a call: dsts, srcs, and two lists of numbers. */
typedef struct arguments {
    size_t layers, count; /* count: 2 * layers + 2 */
    PyObject **objs;
    cucore_arg *expected;
    cucore_view *views;
} arguments;

static void arguments_free(arguments *a)
{
    PyMem_Free(a->objs);
    PyMem_Free(a->expected);
    PyMem_Free(a->views);
}

static int arguments_make(arguments *a, size_t layers)
{
    static const cucore_arg dst =
        CUCORE_ARG("dst", NULL, NULL, CUCORE_WRITE | CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
    static const cucore_arg src = CUCORE_ARG("src", NULL, NULL, CUCORE_ALLOW_LANES | CUCORE_ALLOW_UNALIGNED);
    static const cucore_arg numbers[2] = {CUCORE_ARG("dst_numbers", "int64 int32 int16 int8 uint64 uint32 uint16 uint8",
                                                     "n", CUCORE_OPTIONAL | CUCORE_FROM_ANYTHING),
                                          CUCORE_ARG("src_numbers", "int64 int32 int16 int8 uint64 uint32 uint16 uint8",
                                                     "n", CUCORE_OPTIONAL | CUCORE_FROM_ANYTHING)};
    size_t k;
    a->layers = layers;
    a->count = 2 * layers + 2;
    a->objs = (PyObject **)PyMem_Calloc(a->count, sizeof *a->objs);
    a->expected = (cucore_arg *)PyMem_Calloc(a->count, sizeof *a->expected);
    a->views = (cucore_view *)PyMem_Calloc(a->count, sizeof *a->views);
    if (!a->objs || !a->expected || !a->views) {
        arguments_free(a);
        PyErr_NoMemory();
        return -1;
    }
    for (k = 0; k < layers; k++) {
        a->expected[k] = dst;
        a->expected[layers + k] = src;
    }
    a->expected[2 * layers] = numbers[0];
    a->expected[2 * layers + 1] = numbers[1];
    return 0;
}

/* BEGIN blocks */
/* Copies blocks by their numbers, or with is_views whole arrays.  The GIL is released. */
static cucore_status copy(const call *c, const arguments *a, int is_views)
{
    cucore_copy_options options = {NULL, CUCORE_BLOCKING_DEFAULT, 0, 0, 0, {NULL, NULL}};
    const cucore_view *lists = a->views + 2 * a->layers;
    cucore_blocks blocks;
    if (c->blocking == Py_True) options.blocking = CUCORE_BLOCKING_YES;
    if (c->blocking == Py_False) options.blocking = CUCORE_BLOCKING_NO;
    if (is_views) return cucore_views_copy(a->views, a->views + a->layers, a->layers, c->stream, &options);
    memset(&blocks, 0, sizeof blocks);
    blocks.dsts = a->views;
    blocks.srcs = a->views + a->layers;
    blocks.count = a->layers;
    blocks.dst_axis = c->dst_axis;
    blocks.src_axis = c->src_axis;
    blocks.dst_numbers = lists[0].dtype.lanes ? &lists[0] : NULL;
    blocks.src_numbers = lists[1].dtype.lanes ? &lists[1] : NULL;
    blocks.flags = c->checked ? CUCORE_BLOCKS_CHECKED : 0;
    return cucore_views_copy_blocks(&blocks, c->stream, &options);
}
/* END */

static int run_with(const call *c, PyObject *dsts, PyObject *srcs, int is_views)
{
    const Py_ssize_t layers = PyTuple_GET_SIZE(dsts);
    arguments a;
    cucore_status status;
    int failed;
    Py_ssize_t k;
    if (PyTuple_GET_SIZE(srcs) != layers) {
        PyErr_Format(PyExc_ValueError, "dst has %zd layers, src has %zd", layers, PyTuple_GET_SIZE(srcs));
        return -1;
    }
    if (arguments_make(&a, (size_t)layers) < 0) return -1;
    for (k = 0; k < layers; k++) {
        a.objs[k] = PyTuple_GET_ITEM(dsts, k);
        a.objs[layers + k] = PyTuple_GET_ITEM(srcs, k);
    }
    a.objs[2 * layers] = c->dst_numbers;
    a.objs[2 * layers + 1] = c->src_numbers;
    failed = cucore_py_args(a.objs, a.count, a.expected, c->stream, a.views);
    if (!failed) {
        Py_BEGIN_ALLOW_THREADS
        status = copy(c, &a, is_views);
        Py_END_ALLOW_THREADS
        failed = cucore_py_check(status);
        if (cucore_py_args_release(a.views, a.count, c->stream) < 0) failed = -1;
    }
    arguments_free(&a);
    return failed;
}

static PyObject *run(const call *c, int is_views)
{
    PyObject *dsts, *srcs;
    int failed = -1;
    if (c->blocking != Py_None && c->blocking != Py_True && c->blocking != Py_False) {
        PyErr_SetString(PyExc_TypeError, "blocking: expected None, True or False");
        return NULL;
    }
    dsts = layers_of(c->dst);
    srcs = dsts ? layers_of(c->src) : NULL;
    if (srcs) failed = run_with(c, dsts, srcs, is_views);
    Py_XDECREF(dsts);
    Py_XDECREF(srcs);
    if (failed) return NULL;
    Py_RETURN_NONE;
}

#define NAME(text) ((char *)(uintptr_t)(text))

static PyObject *copy_blocks(PyObject *module, PyObject *args, PyObject *keywords)
{
    static char *names[] = {
        NAME("dst"),      NAME("src"),    NAME("dst_numbers"), NAME("src_numbers"), NAME("dst_axis"),
        NAME("src_axis"), NAME("stream"), NAME("blocking"),    NAME("checked"),     NULL};
    call c = no_call;
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|OO$iiO&Op", names, &c.dst, &c.src, &c.dst_numbers,
                                     &c.src_numbers, &c.dst_axis, &c.src_axis, cucore_py_stream_converter, &c.stream,
                                     &c.blocking, &c.checked)) {
        return NULL;
    }
    return run(&c, 0);
}

static PyObject *copy_views(PyObject *module, PyObject *args, PyObject *keywords)
{
    static char *names[] = {NAME("dsts"), NAME("srcs"), NAME("stream"), NAME("blocking"), NULL};
    call c = no_call;
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO|$O&O", names, &c.dst, &c.src, cucore_py_stream_converter,
                                     &c.stream, &c.blocking)) {
        return NULL;
    }
    return run(&c, 1);
}

/* Out to the host, and back in: both have caches and the numbers of both. */
static PyObject *swap(PyObject *args, PyObject *keywords, int out)
{
    static char *names[] = {NAME("cache"),        NAME("host"),    NAME("cache_numbers"),
                            NAME("host_numbers"), NAME("axis"),    NAME("stream"),
                            NAME("blocking"),     NAME("checked"), NULL};
    PyObject *cache, *host, *cache_numbers, *host_numbers;
    call c = no_call;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOOO|$iO&Op", names, &cache, &host, &cache_numbers, &host_numbers,
                                     &c.dst_axis, cucore_py_stream_converter, &c.stream, &c.blocking, &c.checked)) {
        return NULL;
    }
    c.src_axis = c.dst_axis;
    c.dst = out ? host : cache;
    c.src = out ? cache : host;
    c.dst_numbers = out ? host_numbers : cache_numbers;
    c.src_numbers = out ? cache_numbers : host_numbers;
    return run(&c, 0);
}

static PyObject *swap_out(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    return swap(args, keywords, 1);
}

static PyObject *swap_in(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    return swap(args, keywords, 0);
}

static PyObject *copy_on_write(PyObject *module, PyObject *args, PyObject *keywords)
{
    static char *names[] = {NAME("cache"),  NAME("dst_numbers"), NAME("src_numbers"), NAME("axis"),
                            NAME("stream"), NAME("blocking"),    NAME("checked"),     NULL};
    call c = no_call;
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|$iO&Op", names, &c.dst, &c.dst_numbers, &c.src_numbers,
                                     &c.dst_axis, cucore_py_stream_converter, &c.stream, &c.blocking, &c.checked)) {
        return NULL;
    }
    c.src = c.dst;
    c.src_axis = c.dst_axis;
    return run(&c, 0);
}

/* Between a cache and arrays whose blocks lie in a row: block i of these is block numbers[i] of the cache. */
static PyObject *pack(PyObject *args, PyObject *keywords, int gathers)
{
    static char *names[] = {NAME("cache"),  NAME("packed"),   NAME("numbers"), NAME("axis"),
                            NAME("stream"), NAME("blocking"), NAME("checked"), NULL};
    PyObject *cache, *packed, *numbers;
    call c = no_call;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOO|$iO&Op", names, &cache, &packed, &numbers, &c.dst_axis,
                                     cucore_py_stream_converter, &c.stream, &c.blocking, &c.checked)) {
        return NULL;
    }
    c.src_axis = c.dst_axis;
    c.dst = gathers ? packed : cache;
    c.src = gathers ? cache : packed;
    *(gathers ? &c.src_numbers : &c.dst_numbers) = numbers;
    return run(&c, 0);
}

static PyObject *gather(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    return pack(args, keywords, 1);
}

static PyObject *scatter(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    return pack(args, keywords, 0);
}

#define METHOD(name, text)                                                                                             \
    {                                                                                                                  \
#name, (PyCFunction)(void (*)(void))name, METH_VARARGS | METH_KEYWORDS, text                                   \
    }
static PyMethodDef methods[] = {
    METHOD(copy_blocks,
           "copy_blocks(dst, src, dst_numbers=None, src_numbers=None, *, dst_axis=0, src_axis=0, stream=None, "
           "blocking=None, checked=False): block dst_numbers[i] of dst becomes block src_numbers[i] of src"),
    METHOD(copy_views,
           "copy_views(dsts, srcs, *, stream=None, blocking=None): each array of one list to that of the other"),
    METHOD(swap_out, "swap_out(cache, host, cache_numbers, host_numbers, *, axis=0, stream=None, blocking=None, "
                     "checked=False): blocks of the cache to the host"),
    METHOD(swap_in, "swap_in(cache, host, cache_numbers, host_numbers, *, axis=0, ...): and back"),
    METHOD(copy_on_write, "copy_on_write(cache, dst_numbers, src_numbers, *, axis=0, ...): within the cache"),
    METHOD(gather, "gather(cache, packed, numbers, *, axis=0, ...): blocks of the cache in a row"),
    METHOD(scatter, "scatter(cache, packed, numbers, *, axis=0, ...): and back"),
    {NULL, NULL, 0, NULL}};
static PyModuleDef_Slot slots[] = {
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "kv_blocks", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_kv_blocks(void)
{
    return PyModuleDef_Init(&definition);
}
