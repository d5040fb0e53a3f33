/* gcc -shared -fPIC $(python -m cucore --includes) systems/cvcuda_arrays/cvcuda_arrays.c \
 *     -o systems/cvcuda_arrays/cvcuda_arrays.so && python systems/cvcuda_arrays/demo.py
 *
 * cvcuda_arrays - images of CV-CUDA in C code, and memory of C code in CV-CUDA
 *
 *     to_planes(images, out=None, stream=None)    an NHWC array, or a list of HWC images of one size, as NCHW
 *     to_images(planes, out=None, stream=None)    NCHW as NHWC, or into such an array or images, whose rows may be padded
 *     split(batch, stream=None)                   the images of a batch, each a CudaBuffer in the memory of the batch
 *     h2d(src, dst, stream=None), d2h(...)        from the host to a device and back, rows padded on either side or not
 *     CudaBuffer(shape, dtype="uint8", stream=None, device=0)    memory that cvcuda.as_tensor, as_image and as_images take
 *
 * A cvcuda.Tensor, Image and ImageBatchVarShape is taken as it is, and so is any array.  The stream is a cvcuda.Stream or any
 * other: the work comes behind what CV-CUDA did to its objects before, and what CV-CUDA does next comes behind the work.
 * A result is a CudaBuffer where the argument is CV-CUDA's or one itself, else an array of the argument's library. */
#define CUCORE_STATIC
#include "cucore_copy.h"
#include "cucore_results.h"

#define KEYWORD(text) (char *)(text)

typedef struct {
    PyObject_HEAD cucore_view view;
    PyObject *stream; /* keeps the handle alive that the memory is freed on */
    PyObject *batch;  /* the CudaBuffer whose memory it is; NULL: its own */
} CudaBuffer;

static PyTypeObject *CudaBuffer_Type;

static const cucore_view *CudaBuffer_view(PyObject *self)
{
    return &((CudaBuffer *)self)->view;
}

CUCORE_PY_EXPORT_TYPE(CudaBuffer, CudaBuffer_view)

/* -- CV-CUDA's objects and streams ------------------------------------------------------------------------------- */
typedef struct {
    PyObject *object; /* as the caller gave it; NULL: the legacy default stream */
    PyObject *cvcuda; /* a cvcuda.Stream of it, once one is needed */
    CUstream handle;
} Stream;

/* "O&": the object is borrowed from the arguments of the call. */
static int read_stream(PyObject *object, void *out)
{
    ((Stream *)out)->object = object;
    return cucore_py_stream_converter(object, &((Stream *)out)->handle);
}

/* CV-CUDA keeps a reference to a stream of its own; of any other it has the handle alone.  Its object for stream 0 is not
 * used: CV-CUDA takes that number for "not used yet". */
static int find_cvcuda_stream(Stream *stream)
{
    PyObject *cvcuda = PyImport_ImportModule("cvcuda"),
             *type = cvcuda ? PyObject_GetAttrString(cvcuda, "Stream") : NULL;
    int own = type ? 0 : -1;
    if (type && stream->object && stream->handle != CUCORE_STREAM_LEGACY)
        own = PyObject_IsInstance(stream->object, type);
    if (own > 0) {
        Py_INCREF(stream->object);
        stream->cvcuda = stream->object;
    } else if (own == 0) {
        stream->cvcuda = PyObject_CallMethod(cvcuda, "as_stream", "K", (unsigned long long)(uintptr_t)stream->handle);
    }
    Py_XDECREF(type);
    Py_XDECREF(cvcuda);
    return stream->cvcuda ? 0 : -1;
}

static int is_cvcuda(PyObject *obj)
{
    return !cucore_py_is_array(obj) && PyObject_HasAttrString(obj, "submitStreamSync");
}

/* CV-CUDA knows the stream on which each of its objects was used last, and orders the next use behind it: here ours becomes
 * the last one, before the work. */
static int use(PyObject *obj, Stream *stream)
{
    PyObject *done;
    if (!stream->cvcuda && find_cvcuda_stream(stream) < 0) return -1;
    done = PyObject_CallMethod(obj, "submitStreamSync", "O", stream->cvcuda);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

/* What can be taken as an array: that of a tensor or an image, with the channels last, or the object itself. */
static PyObject *array_of(PyObject *obj, Stream *stream, uint64_t *flags)
{
    PyObject *cvcuda, *layout, *array;
    if (!is_cvcuda(obj)) {
        Py_INCREF(obj);
        return obj;
    }
    *flags |= CUCORE_BY_CAI; /* which names the stream: nobody has to wait on the host */
    if (use(obj, stream) < 0) return NULL;
    if (!PyObject_HasAttrString(obj, "format")) return PyObject_CallMethod(obj, "cuda", NULL);
    cvcuda = PyImport_ImportModule("cvcuda");
    layout = cvcuda ? PyObject_CallMethod(cvcuda, "TensorLayout", "s", "HWC") : NULL;
    array = layout ? PyObject_CallMethod(obj, "cuda", "O", layout) : NULL;
    Py_XDECREF(layout);
    Py_XDECREF(cvcuda);
    return array;
}

/* -- CudaBuffer -------------------------------------------------------------------------------------------------- */
static CudaBuffer *CudaBuffer_make(PyObject *stream, PyObject *batch)
{
    CudaBuffer *self = (CudaBuffer *)CudaBuffer_Type->tp_alloc(CudaBuffer_Type, 0);
    if (!self) return NULL;
    Py_XINCREF(stream);
    Py_XINCREF(batch);
    self->stream = stream;
    self->batch = batch;
    return self;
}

/* Records that work on it is pending on `stream` from now on.  NULL with an exception. */
static PyObject *CudaBuffer_done(CudaBuffer *self, CUstream stream)
{
    if (cucore_py_check(cucore_view_set_producer_stream(&self->view, stream)) == 0) return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return NULL;
}

/* Who had the view may still be at work on it, on a stream that nobody knows here: then the device has to be idle. */
static void CudaBuffer_dealloc(PyObject *obj)
{
    CudaBuffer *self = (CudaBuffer *)obj;
    PyTypeObject *type = Py_TYPE(obj);
    cucore_status status = CUCORE_OK;
    PyObject *error_type, *error, *traceback;
    PyErr_Fetch(&error_type, &error, &traceback);
    Py_BEGIN_ALLOW_THREADS
    if (!self->batch && self->view.device_id >= 0) status = cucore_device_synchronize(self->view.device_id);
    Py_END_ALLOW_THREADS
    if (!status) cucore_view_release(&self->view); /* else others may still use it */
    Py_XDECREF(self->stream);
    Py_XDECREF(self->batch);
    PyErr_Restore(error_type, error, traceback);
    type->tp_free(obj);
    Py_DECREF((PyObject *)type);
}

static PyObject *CudaBuffer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {KEYWORD("shape"), KEYWORD("dtype"), KEYWORD("stream"), KEYWORD("device"), NULL};
    PyObject *tuple;
    const char *dtype = "uint8";
    int64_t shape[CUCORE_MAX_NDIM];
    Stream stream = {NULL, NULL, CUCORE_STREAM_LEGACY};
    cucore_array_spec spec = {{0, 0, 0, 0}, 0, NULL, NULL, CUCORE_DEVICE_TYPE_CUDA, 0, {NULL, NULL}};
    cucore_status status;
    CudaBuffer *self;
    int i;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|sO&i", names, &PyTuple_Type, &tuple, &dtype, read_stream,
                                     &stream, &spec.device_id)) {
        return NULL;
    }
    spec.ndim = (int)PyTuple_Size(tuple); /* too many are refused below */
    spec.shape = shape;
    for (i = 0; i < spec.ndim && i < CUCORE_MAX_NDIM; i++) shape[i] = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
    if (PyErr_Occurred()) return NULL;
    self = CudaBuffer_make(stream.object, NULL);
    if (!self) return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_dtype_from_name(dtype, strlen(dtype), &spec.dtype);
    if (!status) status = cucore_view_allocate(&spec, NULL, stream.handle, &self->view);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) == 0) return CudaBuffer_done(self, stream.handle);
    Py_DECREF((PyObject *)self);
    return NULL;
}

/* -- images and planes ------------------------------------------------------------------------------------------- */
/* Some images, or the one array of them all, and the planes; one of the two is the output, and may be missing. */
typedef struct {
    Py_ssize_t count, images, planes; /* of all, where the images begin, where the planes are: the input comes first */
    PyObject *objs;                   /* a tuple */
    cucore_arg *args;
    cucore_view *views;
    char (*names)[32];
    char dtype[40];
    Stream stream;
} Conversion;

static void conversion_free(Conversion *c)
{
    Py_CLEAR(c->objs);
    Py_CLEAR(c->stream.cvcuda);
    PyMem_Free(c->args);
    PyMem_Free(c->views);
    PyMem_Free(c->names);
}

static int conversion_make(Conversion *c, Py_ssize_t images, int to_planes)
{
    const size_t n = (size_t)images + 1;
    c->count = images + 1;
    c->images = to_planes ? 0 : 1;
    c->planes = to_planes ? images : 0;
    c->objs = PyTuple_New(c->count);
    c->args = (cucore_arg *)PyMem_Calloc(n, sizeof *c->args);
    c->views = (cucore_view *)PyMem_Calloc(n, sizeof *c->views);
    c->names = (char(*)[32])PyMem_Calloc(n, sizeof *c->names);
    if (!c->args || !c->views || !c->names) PyErr_NoMemory();
    return PyErr_Occurred() ? -1 : 0;
}

/* The first argument is the input, of the others each has its dtype.  index < 0: it is none of a list. */
static int conversion_add(Conversion *c, Py_ssize_t i, PyObject *obj, const char *name, Py_ssize_t index,
                          const char *shape, uint64_t flags)
{
    cucore_arg *arg = &c->args[i];
    snprintf(c->names[i], sizeof c->names[i], index < 0 ? "%s" : "%s[%lld]", name, (long long)index);
    if (i == 0) snprintf(c->dtype, sizeof c->dtype, "=%s", c->names[i]);
    arg->name = c->names[i];
    arg->dtypes = i ? c->dtype : NULL;
    arg->shape = shape;
    arg->flags = flags;
    obj = array_of(obj, &c->stream, &arg->flags);
    PyTuple_SET_ITEM(c->objs, i, obj);
    return obj ? 0 : -1;
}

/* An image, or a batch of them, with the channels before the rows: the same memory. */
static cucore_status channels_first(const cucore_view *images, cucore_view *out)
{
    static const int of_batch[4] = {0, 3, 1, 2}, of_image[3] = {2, 0, 1};
    cucore_layout layout;
    cucore_status status =
        cucore_layout_permute(&images->layout, images->layout.ndim == 4 ? of_batch : of_image, &layout);
    return status ? status : cucore_view_as(images, 0, &layout, NULL, out);
}

static cucore_status copy_images(const cucore_view *planes, const cucore_view *images, Py_ssize_t count, int to_planes,
                                 CUstream stream)
{
    cucore_status status = CUCORE_OK;
    Py_ssize_t i;
    for (i = 0; i < count && !status; i++) {
        const cucore_slice index = cucore_slice_index(i);
        cucore_view image = {0}, part = {0};
        const cucore_view *plane = images[i].layout.ndim == 4 ? planes : &part;
        status = channels_first(&images[i], &image);
        if (!status && plane == &part) status = cucore_view_slice(planes, &index, 1, &part);
        if (!status) status = cucore_view_copy(to_planes ? plane : &image, to_planes ? &image : plane, stream, NULL);
    }
    return status;
}

/* Into fresh memory: a CudaBuffer if the input is CV-CUDA's, else an array of its library. */
static PyObject *convert_to_new(Conversion *c, int to_planes)
{
    const cucore_view *from = c->views;
    const int64_t *in = from->layout.shape, *of_image = in + (from->layout.ndim == 4);
    const int64_t nchw[4] = {from->layout.ndim == 4 ? in[0] : c->count - 1, of_image[2], of_image[0], of_image[1]};
    const int64_t nhwc[4] = {in[0], in[2], in[3], in[1]};
    const cucore_array_spec spec = {from->dtype,     4,           to_planes ? nchw : nhwc, NULL, from->device_type,
                                    from->device_id, {NULL, NULL}};
    const int is_ours = (c->args[0].flags & CUCORE_BY_CAI) || Py_TYPE(PyTuple_GET_ITEM(c->objs, 0)) == CudaBuffer_Type;
    const CUstream stream = c->stream.handle;
    CudaBuffer *buffer = is_ours ? CudaBuffer_make(c->stream.object, NULL) : NULL;
    cucore_view made = {0}, *to = buffer ? &buffer->view : &made;
    cucore_status status = CUCORE_OK;
    if (is_ours && !buffer) return NULL;
    if (!is_ours && cucore_py_empty(PyTuple_GET_ITEM(c->objs, 0), &spec, stream, to) < 0) return NULL;
    Py_BEGIN_ALLOW_THREADS
    if (is_ours) status = cucore_view_allocate(&spec, NULL, stream, to);
    if (!status && to_planes) status = copy_images(to, from, c->count - 1, 1, stream);
    if (!status && !to_planes) status = copy_images(from, to, 1, 0, stream);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) {
        cucore_view_release(&made);
        Py_CLEAR(buffer);
        return NULL;
    }
    return is_ours ? CudaBuffer_done(buffer, stream) : cucore_py_return(to, PyTuple_GET_ITEM(c->objs, 0), stream);
}

static PyObject *convert_into(Conversion *c, PyObject *out, int to_planes)
{
    const cucore_view *planes = &c->views[c->planes], *images = &c->views[c->images];
    cucore_status status;
    if (images->layout.ndim == 3 && planes->layout.shape[0] != c->count - 1) {
        return PyErr_Format(PyExc_ValueError, "%s: expected %zd images in the first axis, got %lld",
                            c->names[c->planes], c->count - 1, (long long)planes->layout.shape[0]);
    }
    Py_BEGIN_ALLOW_THREADS
    status = copy_images(planes, images, c->count - 1, to_planes, c->stream.handle);
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) return NULL;
    Py_INCREF(out);
    return out;
}

static PyObject *convert(PyObject *input, PyObject *out, const Stream *stream, int to_planes)
{
    PyObject *images = to_planes ? input : out, *planes = to_planes ? out : input, *list = NULL, *result = NULL;
    const char *name = to_planes ? "images" : "out";
    const int single = images == Py_None || cucore_py_is_array(images) || PyObject_HasAttrString(images, "cuda");
    const uint64_t output = CUCORE_OUTPUT | (out == Py_None ? CUCORE_OPTIONAL : 0);
    Conversion c = {0};
    Py_ssize_t i, count = 1;
    int failed = 0;
    c.stream = *stream;
    if (!single) {
        list = PySequence_Fast(images, "images: expected an array, or a list of them");
        failed = !list || (is_cvcuda(images) && use(images, &c.stream) < 0); /* an ImageBatchVarShape is used, too */
        count = list ? PySequence_Fast_GET_SIZE(list) : 0;
        if (!failed && !count) PyErr_Format(PyExc_ValueError, "%s: expected at least one image, got none", name);
    }
    failed = failed || !count || conversion_make(&c, count, to_planes) < 0;
    for (i = 0; i <= count && !failed; i++) {
        const Py_ssize_t index = single ? -1 : i - c.images;
        if (i == c.planes) {
            failed =
                conversion_add(&c, i, planes, to_planes ? "out" : "planes", -1, "n, c, h, w", to_planes ? output : 0);
        } else {
            failed = conversion_add(&c, i, single ? images : PySequence_Fast_GET_ITEM(list, index), name, index,
                                    single ? "n, h, w, c" : "h, w, c", to_planes ? 0 : output);
        }
    }
    if (!failed &&
        cucore_py_args(PySequence_Fast_ITEMS(c.objs), (size_t)c.count, c.args, c.stream.handle, c.views) == 0) {
        result = out == Py_None ? convert_to_new(&c, to_planes) : convert_into(&c, out, to_planes);
        if (cucore_py_args_release(c.views, (size_t)c.count, c.stream.handle) < 0) Py_CLEAR(result);
    }
    Py_XDECREF(list);
    conversion_free(&c);
    return result;
}

static PyObject *convert_call(PyObject *args, PyObject *kwargs, char *input_name, int to_planes)
{
    char *names[] = {input_name, KEYWORD("out"), KEYWORD("stream"), NULL};
    PyObject *input, *out = Py_None;
    Stream stream = {NULL, NULL, CUCORE_STREAM_LEGACY};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OO&", names, &input, &out, read_stream, &stream)) return NULL;
    return convert(input, out, &stream, to_planes);
}

static PyObject *to_planes(PyObject *self, PyObject *args, PyObject *kwargs)
{
    (void)self;
    return convert_call(args, kwargs, KEYWORD("images"), 1);
}

static PyObject *to_images(PyObject *self, PyObject *args, PyObject *kwargs)
{
    (void)self;
    return convert_call(args, kwargs, KEYWORD("planes"), 0);
}

/* -- the images of a batch, copies ------------------------------------------------------------------------------- */
static PyObject *split_buffer(CudaBuffer *whole, CUstream stream)
{
    PyObject *list = PyList_New((Py_ssize_t)whole->view.layout.shape[0]);
    Py_ssize_t i, count = list ? PyList_Size(list) : 0;
    for (i = 0; i < count; i++) {
        const cucore_slice index = cucore_slice_index(i);
        CudaBuffer *part = CudaBuffer_make(whole->stream, (PyObject *)whole);
        if (!part || cucore_py_check(cucore_view_slice(&whole->view, &index, 1, &part->view)) < 0) {
            Py_XDECREF((PyObject *)part);
            break;
        }
        PyList_SET_ITEM(list, i, CudaBuffer_done(part, stream));
    }
    if (i < count) Py_CLEAR(list);
    return list;
}

static PyObject *split(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {KEYWORD("batch"), KEYWORD("stream"), NULL};
    cucore_arg expected = CUCORE_ARG("batch", NULL, "n, ...", CUCORE_DEVICE_ACCESSIBLE);
    PyObject *batch, *array, *result = NULL;
    Stream stream = {NULL, NULL, CUCORE_STREAM_LEGACY};
    CudaBuffer *whole;
    cucore_status status;
    (void)self;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|O&", names, &batch, read_stream, &stream)) return NULL;
    whole = CudaBuffer_make(stream.object, NULL);
    array = whole ? array_of(batch, &stream, &expected.flags) : NULL;
    if (array && cucore_py_args(&array, 1, &expected, stream.handle, &whole->view) == 0) {
        Py_BEGIN_ALLOW_THREADS
        status = cucore_views_end_access(&whole->view, 1, stream.handle); /* the parts say where work is pending */
        Py_END_ALLOW_THREADS
        if (cucore_py_check(status) == 0) result = split_buffer(whole, stream.handle);
    }
    Py_XDECREF(array);
    Py_XDECREF((PyObject *)whole);
    Py_XDECREF(stream.cvcuda);
    return result;
}

static PyObject *copy(PyObject *args, PyObject *kwargs, uint64_t from, uint64_t to)
{
    static char *names[] = {KEYWORD("src"), KEYWORD("dst"), KEYWORD("stream"), NULL};
    PyObject *src, *dst, *read = NULL, *written = NULL;
    Stream stream = {NULL, NULL, CUCORE_STREAM_LEGACY};
    cucore_copy_options options = {0};
    int failed;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO|O&", names, &src, &dst, read_stream, &stream)) return NULL;
    options.src_flags = from;
    options.dst_flags = to;
    read = array_of(src, &stream, &options.src_flags);
    written = read ? array_of(dst, &stream, &options.dst_flags) : NULL;
    failed = !written || cucore_py_copy(written, read, stream.handle, &options) < 0;
    Py_XDECREF(read);
    Py_XDECREF(written);
    Py_XDECREF(stream.cvcuda);
    if (!failed) Py_INCREF(dst);
    return failed ? NULL : dst;
}

static PyObject *h2d(PyObject *self, PyObject *args, PyObject *kwargs)
{
    (void)self;
    return copy(args, kwargs, CUCORE_HOST_ACCESSIBLE, CUCORE_DEVICE_ACCESSIBLE);
}

static PyObject *d2h(PyObject *self, PyObject *args, PyObject *kwargs)
{
    (void)self;
    return copy(args, kwargs, CUCORE_DEVICE_ACCESSIBLE, CUCORE_HOST_ACCESSIBLE);
}

/* trim() releases the arrays that are kept until the work on them is done, and waits for that. */
static PyObject *trim(PyObject *module, PyObject *unused)
{
    cucore_status status;
    (void)module, (void)unused;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_trim();
    Py_END_ALLOW_THREADS
    if (cucore_py_check(status) < 0) return NULL;
    Py_RETURN_NONE;
}

#define FUNCTION(name) #name, (PyCFunction)(void (*)(void))(name), METH_VARARGS | METH_KEYWORDS
static PyMethodDef methods[] = {
    {FUNCTION(to_planes), "to_planes(images, out=None, stream=None) -> NCHW"},
    {FUNCTION(to_images), "to_images(planes, out=None, stream=None) -> NHWC"},
    {FUNCTION(split), "split(batch, stream=None) -> a list of CudaBuffers"},
    {FUNCTION(h2d), "h2d(src, dst, stream=None) -> dst"},
    {FUNCTION(d2h), "d2h(src, dst, stream=None) -> dst"},
    {"trim", trim, METH_NOARGS, "trim(): releases what is kept until the work on it is done"},
    {NULL, NULL, 0, NULL}};
static PyType_Slot slots[] = {
    {Py_tp_new, (void *)CudaBuffer_new}, {Py_tp_dealloc, (void *)CudaBuffer_dealloc}, {0, NULL}};
static PyType_Spec spec = {"cvcuda_arrays.CudaBuffer", sizeof(CudaBuffer), 0, Py_TPFLAGS_DEFAULT, slots};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cvcuda_arrays", NULL, -1, methods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_cvcuda_arrays(void)
{
    PyObject *module = PyModule_Create(&definition);
    CudaBuffer_Type = module ? (PyTypeObject *)CudaBuffer_type(module, &spec) : NULL;
    if (CudaBuffer_Type && PyModule_AddObjectRef(module, "CudaBuffer", (PyObject *)CudaBuffer_Type) == 0) return module;
    Py_XDECREF(module);
    return NULL;
}
