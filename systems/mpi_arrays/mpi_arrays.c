/* mpicc -shared -fPIC $(python -m cucore --includes) systems/mpi_arrays/mpi_arrays.c \
 *     -o systems/mpi_arrays/mpi_arrays.so && python systems/mpi_arrays/demo.py
 *
 * mpi_arrays - MPI's own C interface on arrays of any library, layout and place, with mpi4py's communicators
 *
 * The functions are listed at the end.  A result is an array of the library of x, or `out`; it is None on ranks that
 * are not the root, which ignore `out`.
 *
 * What MPI is given:
 *     of arrays of the host,        contiguous, or with rows of 16 KiB and more in one piece: the array itself, by a
 *     pinned and managed ones, too  derived datatype made of its strides.  Shorter rows are packed, faster than by MPI
 *                                   (MPI_ARRAYS_RUN=bytes in the environment is another bound), and so is what MPI
 *                                   cannot say: Open MPI takes no blocks that go backwards
 *     ... to be reduced             packed unless contiguous, since MPI's operations take no derived datatypes; float16
 *                                   and bfloat16, which they do not know, as float32, rounded once
 *     of arrays of a device         where MPI is CUDA-aware the array itself, packed by a kernel on the device unless
 *                                   contiguous; else packed into pinned memory, by one copy whatever the strides
 * Elements go in C order, so that the two sides of a message may lie differently.  MPIX_Query_cuda_support tells what
 * MPI is, or MPI_ARRAYS_CUDA_AWARE=0 or 1 in the environment.
 *
 * MPI knows no streams: before it is called, the host waits for the producers' streams and for `stream`, on which
 * copies are.  When a function returns, nothing is pending.  Pinned tensors of torch come as plain memory, of which
 * nothing is pending: a copy_(non_blocking=True) into one is to be waited for before.
 *
 * Collective functions first compare their arguments on all ranks, by an MPI_Allreduce of 88 bytes
 * (MPI_ARRAYS_CHECK=0 on all ranks leaves it out).  Where dtypes, shapes, roots, operations or the very functions
 * differ, or a rank refuses its own arguments, each rank raises, and none waits.  A receiver raises where the
 * message is longer or shorter than its array; a dtype of the same size is not noticed there, since messages of MPI
 * do not tell their type.
 *
 * Errors of MPI raise mpi4py.MPI.Exception, where the error handler of the communicator lets them return: mpi4py
 * sees to that.  The GIL is released while MPI works, so that threads need MPI_THREAD_MULTIPLE, which mpi4py asks
 * for. */
#define CUCORE_STATIC
#include "cucore_cast.h"
#include "cucore_results.h"

#include <limits.h>

#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#if MPI_VERSION >= 4 /* counts beyond INT_MAX */
#define LARGE(function) function##_c
#define LARGE_MAX INT64_MAX
typedef MPI_Count large, large_step;
#else
#define LARGE(function) function
#define LARGE_MAX INT_MAX
typedef int large;
typedef MPI_Aint large_step;
#endif

enum { SEND, RECV, SENDRECV, BCAST, REDUCE, ALLREDUCE, GATHER, ALLGATHER, ALLTOALL };

/* Fields in the order of the names: (c)omm, x, (o)ut, (d)est, (s)ource, (t)ag, (r)eceived tag, r(0)ot, o(p), (S)tream.
 * Blocks: the first axis counts the ranks. */
static const struct function {
    const char *format, *fields;
    char *names[9];
    int x_blocks, out_blocks;
} functions[] = {
    {"OOi|iO:send", "cxdtS", {"comm", "x", "dest", "tag", "stream"}, 0, 0},
    {"OO|iiO:recv", "cxsrS", {"comm", "x", "source", "tag", "stream"}, 0, 0},
    {"OOiOi|iiO:sendrecv", "cxdostrS", {"comm", "x", "dest", "out", "source", "sendtag", "recvtag", "stream"}, 0, 0},
    {"OO|iO:bcast", "cx0S", {"comm", "x", "root", "stream"}, 0, 0},
    {"OO|siOO:reduce", "cxp0oS", {"comm", "x", "op", "root", "out", "stream"}, 0, 0},
    {"OO|sOO:allreduce", "cxpoS", {"comm", "x", "op", "out", "stream"}, 0, 0},
    {"OO|iOO:gather", "cx0oS", {"comm", "x", "root", "out", "stream"}, 0, 1},
    {"OO|OO:allgather", "cxoS", {"comm", "x", "out", "stream"}, 0, 1},
    {"OO|OO:alltoall", "cxoS", {"comm", "x", "out", "stream"}, 1, 1},
};

/* What MPI is given for an array. */
typedef struct wire {
    void *ptr;
    MPI_Datatype type;
    int is_derived;
    int64_t count;         /* of type; of each block where there are blocks */
    int64_t units;         /* elements of MPI in the whole array: between two ranks bytes */
    cucore_view packed;    /* in the place of the array; zeroed: the array itself */
    cucore_buffer staging; /* its memory, unless that is the device's */
} wire;

typedef struct call {
    int function, reduces;
    MPI_Comm comm;
    int rank, size, aware;
    int64_t run;                                        /* bytes in a row from which on a derived datatype is used */
    int dest, source, sendtag, recvtag, root, op_index; /* root -1: none */
    MPI_Op op;
    PyObject *objs[2]; /* x, out: borrowed, NULL where not given */
    CUstream stream;
    int writes[2]; /* does MPI write x, out? */
    cucore_view v[2];
    wire w[2];
    MPI_Status status; /* of what was received */
} call;

static PyObject *mpi_comm, *mpi_exception, *mpi_addressof; /* of mpi4py.MPI */

static int check_mpi(int error)
{
    PyObject *exception;
    if (!error) return 0;
    exception = PyObject_CallFunction(mpi_exception, "i", error); /* its text is that of MPI_Error_string */
    if (exception) PyErr_SetObject(mpi_exception, exception);
    Py_XDECREF(exception);
    return -1;
}

static int check_running(void)
{
    int is_up = 0, is_down = 0, error = MPI_Initialized(&is_up);
    if (!error) error = MPI_Finalized(&is_down);
    if (!error && is_up && !is_down) return 0;
    PyErr_SetString(PyExc_RuntimeError, is_up ? "MPI is finalized" : "MPI is not initialized");
    return -1;
}

static int cuda_aware(void)
{
    const char *says = getenv("MPI_ARRAYS_CUDA_AWARE");
    if (says && *says) return strcmp(says, "0") != 0;
#if defined(MPIX_CUDA_AWARE_SUPPORT) || defined(MPIX_GPU_SUPPORT_CUDA) /* Open MPI, MPICH */
    return MPIX_Query_cuda_support();
#else
    return 0;
#endif
}

/* ---------------------------------------------------------------------------------------------------- arguments -- */

/* mpi4py.MPI._addressof(comm) is where the handle is: its C API without its headers. */
static int take_comm(call *c, PyObject *obj)
{
    const char *says = getenv("MPI_ARRAYS_RUN");
    int is_inter = 0, error;
    const int is_comm = PyObject_IsInstance(obj, mpi_comm);
    PyObject *address;
    MPI_Comm *handle;
    if (!is_comm) {
        PyErr_Format(PyExc_TypeError, "comm: expected an mpi4py.MPI.Comm, got '%s'", Py_TYPE(obj)->tp_name);
    }
    if (is_comm <= 0 || check_running() < 0) return -1;
    address = PyObject_CallFunctionObjArgs(mpi_addressof, obj, NULL);
    handle = address ? (MPI_Comm *)PyLong_AsVoidPtr(address) : NULL;
    Py_XDECREF(address);
    if (!handle) return -1;
    error = *handle == MPI_COMM_NULL ? MPI_ERR_COMM : MPI_Comm_test_inter(*handle, &is_inter);
    if (!error) error = MPI_Comm_rank(*handle, &c->rank);
    if (!error) error = MPI_Comm_size(*handle, &c->size);
    if (check_mpi(error) < 0) return -1;
    c->aware = cuda_aware();
    c->run = says && *says ? atoll(says) : 16384;
    c->comm = is_inter ? MPI_COMM_NULL : *handle;
    if (!is_inter) return 0;
    PyErr_SetString(PyExc_ValueError, "comm: expected an intracommunicator, got an intercommunicator");
    return -1;
}

static int take_op(call *c, const char *name)
{
    const struct {
        const char *name;
        MPI_Op op;
    } ops[] = {{"sum", MPI_SUM}, {"prod", MPI_PROD}, {"min", MPI_MIN},   {"max", MPI_MAX}, {"land", MPI_LAND},
               {"lor", MPI_LOR}, {"lxor", MPI_LXOR}, {"band", MPI_BAND}, {"bor", MPI_BOR}, {"bxor", MPI_BXOR}};
    const int count = (int)(sizeof ops / sizeof ops[0]);
    for (c->op_index = 0; c->op_index < count; c->op_index++) {
        c->op = ops[c->op_index].op;
        if (strcmp(ops[c->op_index].name, name) == 0) return 0;
    }
    PyErr_Format(PyExc_ValueError, "op: expected sum, prod, min, max, land, lor, lxor, band, bor or bxor, got '%s'",
                 name);
    return -1;
}

/* The communicator first, since the other ranks are to hear of what fails then. */
static int parse(call *c, PyObject *args, PyObject *kwargs)
{
    const struct function *f = &functions[c->function];
    PyObject *comm = NULL, *stream = NULL;
    const char *op = "sum";
    void *at[8];
    int i;
    for (i = 0; f->names[i]; i++) {
        switch (f->fields[i]) {
        case 'c': at[i] = &comm; break;
        case 'x': at[i] = &c->objs[0]; break;
        case 'o': at[i] = &c->objs[1]; break;
        case 'd': at[i] = &c->dest; break;
        case 's': at[i] = &c->source; break;
        case 't': at[i] = &c->sendtag; break;
        case 'r': at[i] = &c->recvtag; break;
        case '0': at[i] = &c->root; break;
        case 'p': at[i] = &op; break;
        case 'S': at[i] = &stream; break;
        }
    }
    for (; i < 8; i++) at[i] = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, f->format, (char **)f->names, at[0], at[1], at[2], at[3], at[4],
                                     at[5], at[6], at[7]) ||
        take_comm(c, comm) < 0 || take_op(c, op) < 0) {
        return -1;
    }
    return stream ? cucore_py_stream_from_object(stream, &c->stream) : 0;
}

/* Both arrays as views, complete: the host waits for their producers. */
static int take_arrays(call *c)
{
    static const char reducible[] = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 "
                                    "float64 complex64 complex128";
    const int is_new = c->function > BCAST; /* out, if it is not given */
    const uint64_t any =
        CUCORE_ALLOW_UNALIGNED | (c->reduces ? 0 : CUCORE_ALLOW_LANES) | (is_new ? 0 : CUCORE_ALLOW_OPAQUE);
    const uint64_t output = any | CUCORE_WRITE | CUCORE_UNIQUE;
    const uint64_t apart = c->reduces ? CUCORE_NO_PARTIAL_OVERLAP : CUCORE_NO_OVERLAP; /* MPI_IN_PLACE: out may be x */
    const cucore_arg expected[2] = {CUCORE_ARG("x", c->reduces ? reducible : NULL, NULL, c->writes[0] ? output : any),
                                    CUCORE_ARG("out", is_new ? "=x" : NULL, NULL,
                                               output | apart | (c->function == SENDRECV ? 0 : CUCORE_OPTIONAL))};
    return cucore_py_args(c->objs, 2, expected, CUCORE_STREAM_HOST, c->v);
}

/* The shapes that the function needs; out is made where it was not given. */
static int check_shapes(call *c)
{
    const int blocks = functions[c->function].out_blocks && !functions[c->function].x_blocks;
    const cucore_view *x = &c->v[0];
    int64_t shape[CUCORE_MAX_NDIM + 1] = {c->size};
    cucore_array_spec spec = {x->dtype,    x->layout.ndim + blocks, shape, NULL, x->device_type, x->device_id,
                              {NULL, NULL}};
    cucore_arg arg = CUCORE_ARG("x", NULL, NULL, CUCORE_ALLOW_UNALIGNED | CUCORE_ALLOW_LANES);
    char text[22 * (CUCORE_MAX_NDIM + 1)];
    int i, used = 0;
    snprintf(text, sizeof text, "%d, ...", c->size);
    arg.shape = functions[c->function].x_blocks ? text : NULL;
    if (cucore_py_check(cucore_view_check(x, &arg, NULL)) < 0) return -1;
    if (c->function <= BCAST || !c->writes[1]) return 0;
    for (text[0] = 0, i = 0; i < spec.ndim; i++) {
        if (i >= blocks) shape[i] = x->layout.shape[i - blocks];
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%lld", i ? ", " : "", (long long)shape[i]);
    }
    if (c->v[1].dtype.lanes) {
        arg.name = "out";
        arg.shape = text;
        return cucore_py_check(cucore_view_check(&c->v[1], &arg, NULL));
    }
    if (spec.device_id < 0) spec.device_id = CUCORE_DEVICE_CURRENT; /* an empty array's is not known */
    c->objs[1] = c->objs[0];
    return cucore_py_empty(c->objs[0], &spec, c->stream, &c->v[1]);
}

/* ------------------------------------------------------------------------------------- what MPI is given: wires -- */

/* Memory for packing stays for the next call, since fresh memory is slow, and pinning more so; guarded by the GIL. */
#define KEPT ((size_t)256 << 20)  /* bytes of one, at most */
static cucore_buffer spare[2][2]; /* of the host, pinned */

static cucore_status staging_take(const call *c, const cucore_view *v, size_t nbytes, cucore_buffer *out)
{
    cucore_buffer *kept = spare[!v->host_accessible];
    cucore_memory_resource *resource = NULL;
    cucore_status status;
    size_t size = nbytes > KEPT ? nbytes : 65536;
    kept += kept[0].nbytes < nbytes;
    *out = *kept;
    memset(kept, 0, sizeof *kept);
    if (out->nbytes >= nbytes) return CUCORE_OK;
    cucore_buffer_release(out);
    while (size < nbytes) size *= 2;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_memory_resource_create(v->host_accessible ? CUCORE_MEMORY_HOST : CUCORE_MEMORY_PINNED, v->device_id,
                                           NULL, &resource);
    if (!status) status = cucore_buffer_allocate(resource, size, c->stream, out);
    cucore_memory_resource_release(resource);
    Py_END_ALLOW_THREADS
    return status;
}

static void staging_give(cucore_buffer *buffer)
{
    cucore_buffer *kept = spare[buffer->device_type == CUCORE_DEVICE_TYPE_CUDA_HOST];
    kept += kept[0].nbytes > kept[1].nbytes;
    buffer->stream = CUCORE_STREAM_NO_SYNC; /* every copy was waited for */
    cucore_buffer_release(buffer->nbytes > KEPT ? buffer : kept);
    if (!buffer->ptr) return;
    *kept = *buffer;
    memset(buffer, 0, sizeof *buffer);
}

static MPI_Datatype native(cucore_dtype dtype)
{
    switch (cucore_dtype_id(dtype)) {
    case CUCORE_DTYPE_ID_BOOL: return MPI_C_BOOL;
    case CUCORE_DTYPE_ID_INT8: return MPI_INT8_T;
    case CUCORE_DTYPE_ID_INT16: return MPI_INT16_T;
    case CUCORE_DTYPE_ID_INT32: return MPI_INT32_T;
    case CUCORE_DTYPE_ID_INT64: return MPI_INT64_T;
    case CUCORE_DTYPE_ID_UINT8: return MPI_UINT8_T;
    case CUCORE_DTYPE_ID_UINT16: return MPI_UINT16_T;
    case CUCORE_DTYPE_ID_UINT32: return MPI_UINT32_T;
    case CUCORE_DTYPE_ID_UINT64: return MPI_UINT64_T;
    case CUCORE_DTYPE_ID_FLOAT32: return MPI_FLOAT;
    case CUCORE_DTYPE_ID_FLOAT64: return MPI_DOUBLE;
    case CUCORE_DTYPE_ID_COMPLEX64: return MPI_C_FLOAT_COMPLEX;
    case CUCORE_DTYPE_ID_COMPLEX128: return MPI_C_DOUBLE_COMPLEX;
    default: return MPI_DATATYPE_NULL; /* its bytes */
    }
}

static int wire_retype(wire *w, int error, MPI_Datatype type)
{
    if (!error && w->is_derived) error = MPI_Type_free(&w->type);
    if (check_mpi(error) < 0) return -1;
    w->type = type;
    w->is_derived = 1;
    return 0;
}

/* A vector of vectors, an axis each after neighbours are joined; blocks begin where the first axis says. */
static int wire_derive(wire *w, const cucore_view *v, MPI_Datatype element, int blocks, const char *name)
{
    const cucore_layout *all = &v->layout; /* of whole bytes: others are packed, and contiguous */
    const int skip = blocks > 1;
    MPI_Datatype type;
    cucore_layout axes;
    cucore_status status =
        cucore_layout_make(all->ndim - skip, all->shape + skip, all->strides + skip, all->itemsize, &axes);
    int i, error;
    if (!status &&
        (uint64_t)cucore_view_size(v) <= (uint64_t)LARGE_MAX) { /* else MPI may count axes, but not joined ones */
        status = cucore_layout_flatten(&axes, 0, -1, &axes);
    }
    if (cucore_py_check(status) < 0) return -1;
    w->count = 1;
    if (element == MPI_DATATYPE_NULL) {
        error = LARGE(MPI_Type_contiguous)((large)all->itemsize, MPI_BYTE, &type);
        if (wire_retype(w, error, type) < 0) return -1;
    }
    for (i = axes.ndim - 1; i >= 0; i--) {
        const large_step step = (large_step)(axes.strides[i] * all->itemsize);
        if ((uint64_t)axes.shape[i] > (uint64_t)LARGE_MAX) {
            PyErr_Format(PyExc_ValueError, "%s: %lld elements in a row, but this MPI, of version %d.%d, counts to %lld",
                         name, (long long)axes.shape[i], MPI_VERSION, MPI_SUBVERSION, (long long)LARGE_MAX);
            return -1;
        }
        error = axes.strides[i] == 1 && i == axes.ndim - 1
                    ? LARGE(MPI_Type_contiguous)((large)axes.shape[i], w->type, &type)
                    : LARGE(MPI_Type_create_hvector)((large)axes.shape[i], 1, step, w->type, &type);
        if (wire_retype(w, error, type) < 0) return -1;
    }
    if (skip) {
        error = LARGE(MPI_Type_create_resized)(w->type, 0, (large_step)(all->strides[0] * all->itemsize), &type);
        if (wire_retype(w, error, type) < 0) return -1;
    }
    return check_mpi(MPI_Type_commit(&w->type));
}

/* Bytes that lie together in each row. */
static int64_t run_of(const cucore_layout *layout)
{
    cucore_layout axes;
    int last;
    if (cucore_layout_flatten(layout, 0, -1, &axes) < 0) return 0;
    last = axes.ndim - 1;
    return axes.itemsize * (axes.strides[last] == 1 ? axes.shape[last] : 1);
}

static cucore_status copy(const call *c, const cucore_view *dst, const cucore_view *src)
{
    const cucore_copy_options options = {NULL, CUCORE_BLOCKING_YES, CUCORE_COPY_CAST, 0, 0, {NULL, NULL}};
    cucore_status status;
    Py_BEGIN_ALLOW_THREADS
    status = cucore_view_copy(dst, src, c->stream, &options);
    Py_END_ALLOW_THREADS
    return status;
}

static cucore_status wire_pack(const call *c, wire *w, const cucore_view *v, cucore_dtype dtype, int reads)
{
    const int is_cast = !cucore_dtype_is_equal(dtype, v->dtype), host = v->host_accessible;
    const int64_t nbytes = is_cast ? cucore_view_size(v) * dtype.itemsize : cucore_view_nbytes(v);
    cucore_array_spec spec = {dtype,        v->layout.ndim, v->layout.shape, NULL, CUCORE_DEVICE_TYPE_CUDA,
                              v->device_id, {NULL, NULL}};
    cucore_status status;
    if (host || !c->aware) {
        spec.device_type = host ? CUCORE_DEVICE_TYPE_CPU : CUCORE_DEVICE_TYPE_CUDA_HOST;
        status = staging_take(c, v, (size_t)nbytes, &w->staging);
        if (!status) status = cucore_view_wrap(w->staging.ptr, &spec, NULL, NULL, &w->packed);
    } else {
        Py_BEGIN_ALLOW_THREADS
        status = cucore_view_allocate(&spec, NULL, c->stream, &w->packed);
        Py_END_ALLOW_THREADS
    }
    w->packed.byte_swapped = v->byte_swapped; /* the same bytes */
    return !status && reads ? copy(c, &w->packed, v) : status;
}

static int wire_open(call *c, int i)
{
    static const char *const names[] = {"x", "out"};
    const int blocks = (i ? functions[c->function].out_blocks : functions[c->function].x_blocks) ? c->size : 1;
    const cucore_view *v = &c->v[i];
    const cucore_layout *layout = &v->layout;
    const int contiguous = cucore_layout_is_c_contiguous(layout);
    const int has_datatype = layout->itembits == 8 * layout->itemsize && (blocks == 1 || layout->strides[0] >= 0) &&
                             run_of(layout) >= c->run;
    const int is_half =
        v->dtype.bits == 16 && (v->dtype.code == CUCORE_CODE_FLOAT || v->dtype.code == CUCORE_CODE_BFLOAT);
    const cucore_dtype dtype = c->reduces && is_half ? CUCORE_DTYPE_FLOAT32 : v->dtype;
    /* between two ranks bytes: MPICH ends the job where half a number arrives */
    const MPI_Datatype element = c->function < BCAST ? MPI_DATATYPE_NULL : native(dtype);
    wire *w = &c->w[i];
    int direct = v->host_accessible ? contiguous || has_datatype : contiguous && c->aware;
    if (c->reduces) direct = direct && contiguous && !is_half && cucore_view_is_aligned(v);
    if (!direct && cucore_view_size(v)) {
        if (cucore_py_check(wire_pack(c, w, v, dtype, !c->writes[i])) < 0) return -1;
        v = &w->packed;
    }
    w->ptr = v->ptr;
    w->units = element == MPI_DATATYPE_NULL ? cucore_view_nbytes(v) : cucore_view_size(v);
    w->type = element == MPI_DATATYPE_NULL ? MPI_BYTE : element;
    w->count = w->units / blocks;
    if (w->units % blocks) {
        PyErr_Format(PyExc_BufferError, "%s: expected blocks of whole bytes, got %lld bytes for %d of them", names[i],
                     (long long)w->units, blocks);
        return -1;
    }
    if (cucore_layout_is_c_contiguous(&v->layout) && (uint64_t)w->count <= (uint64_t)LARGE_MAX) return 0;
    return wire_derive(w, v, element, blocks, names[i]); /* also of more bytes than MPI counts */
}

/* What was received goes into the array; what was made is given back. */
static int wire_close(call *c, int i, int writes)
{
    wire *w = &c->w[i];
    const cucore_status status = writes && w->packed.dtype.lanes ? copy(c, &c->v[i], &w->packed) : CUCORE_OK;
    int failed = cucore_py_check(status);
    cucore_view_release(&w->packed);
    if (w->staging.ptr) staging_give(&w->staging);
    if (w->is_derived && check_mpi(MPI_Type_free(&w->type)) < 0) failed = -1;
    return failed;
}

/* -------------------------------------------------------------------------------------------------------- calls -- */

/* The host waits for `stream`; default streams are those of the device of the data. */
static int synchronize(const call *c)
{
    int i;
    for (i = 0; i < 2; i++) {
        const int device_id = c->v[i].device_id >= 0 ? c->v[i].device_id : CUCORE_DEVICE_CURRENT;
        cucore_context_guard guard;
        cucore_status status;
        if (!c->v[i].device_accessible) continue;
        Py_BEGIN_ALLOW_THREADS
        status = cucore_context_enter_device(device_id, &guard);
        if (!status) status = cucore_stream_synchronize(c->stream);
        cucore_context_leave(&guard);
        Py_END_ALLOW_THREADS
        if (cucore_py_check(status) < 0) return -1;
    }
    return 0;
}

/* All that can fail before MPI is called: then it may read and write. */
static int prepare(call *c)
{
    if (take_arrays(c) < 0 || synchronize(c) < 0) return -1; /* a captured stream is refused before anything is made */
    if (check_shapes(c) < 0 || wire_open(c, 0) < 0 || (c->writes[1] && wire_open(c, 1) < 0)) return -1;
    return synchronize(c); /* for new memory */
}

/* Do all ranks mean the same?  -1 with an exception on every rank where they do not, or where one of them failed. */
static int agree(const call *c, int failed)
{
    static const char *const what[] = {"function", "root", "operation", "dtype of x", "shape of x"};
    const char *says = getenv("MPI_ARRAYS_CHECK"), *name = strchr(functions[c->function].format, ':') + 1;
    const cucore_view *x = &c->v[0];
    int64_t mine[11], all[11];
    uint64_t hash = (uint64_t)x->layout.ndim;
    char text[200];
    int i, error;
    if (says && strcmp(says, "0") == 0) return failed;
    for (i = 0; i < x->layout.ndim; i++) hash = (hash + (uint64_t)x->layout.shape[i]) * 1099511628211u;
    mine[0] = c->function;
    mine[2] = c->root;
    mine[4] = c->op_index;
    mine[6] = (int64_t)x->byte_swapped << 60 | (int64_t)((uint64_t)cucore_dtype_id(x->dtype) << 24 ^ x->dtype.itemsize);
    mine[8] = (int64_t)(hash >> 1);
    for (i = 0; i < 10; i += 2) mine[i + 1] = -mine[i]; /* the largest and the smallest in one MPI_MAX */
    mine[10] = failed ? c->rank + 1 : 0;
    Py_BEGIN_ALLOW_THREADS
    error = MPI_Allreduce(mine, all, 11, MPI_INT64_T, MPI_MAX, c->comm);
    Py_END_ALLOW_THREADS
    if (failed || check_mpi(error) < 0) return -1;
    for (i = 0; i < 5 && all[2 * i] == -all[2 * i + 1]; i++) {
    }
    if (all[10]) {
        PyErr_Format(PyExc_RuntimeError, "%s: not done, since rank %d refused its arguments", name, (int)all[10] - 1);
    } else if (i < 5) {
        cucore_view_format(x, text, sizeof text);
        PyErr_Format(PyExc_ValueError, "%s: not done, since the ranks differ in the %s; on rank %d x is %s", name,
                     what[i], c->rank, text);
    }
    return all[10] || i < 5 ? -1 : 0;
}

static int transfer(call *c)
{
    const wire *x = &c->w[0], *out = &c->w[1];
    const large n = (large)x->count, m = (large)out->count;
    const void *from = n && c->writes[1] && x->ptr == out->ptr ? MPI_IN_PLACE : x->ptr;
    int error = MPI_SUCCESS;
    Py_BEGIN_ALLOW_THREADS
    switch (c->function) {
    case SEND: error = LARGE(MPI_Send)(x->ptr, n, x->type, c->dest, c->sendtag, c->comm); break;
    case RECV: error = LARGE(MPI_Recv)(x->ptr, n, x->type, c->source, c->recvtag, c->comm, &c->status); break;
    case SENDRECV:
        error = LARGE(MPI_Sendrecv)(x->ptr, n, x->type, c->dest, c->sendtag, out->ptr, m, out->type, c->source,
                                    c->recvtag, c->comm, &c->status);
        break;
    case BCAST: error = LARGE(MPI_Bcast)(x->ptr, n, x->type, c->root, c->comm); break;
    case REDUCE: error = LARGE(MPI_Reduce)(from, out->ptr, n, x->type, c->op, c->root, c->comm); break;
    case ALLREDUCE: error = LARGE(MPI_Allreduce)(from, out->ptr, n, x->type, c->op, c->comm); break;
    case GATHER: error = LARGE(MPI_Gather)(x->ptr, n, x->type, out->ptr, m, out->type, c->root, c->comm); break;
    case ALLGATHER: error = LARGE(MPI_Allgather)(x->ptr, n, x->type, out->ptr, m, out->type, c->comm); break;
    case ALLTOALL: error = LARGE(MPI_Alltoall)(x->ptr, n, x->type, out->ptr, m, out->type, c->comm); break;
    default: break;
    }
    Py_END_ALLOW_THREADS
    return check_mpi(error);
}

/* (source, tag) of a message as long as the array; where there was none, from MPI_PROC_NULL, the array stays. */
static PyObject *received(call *c, int i)
{
    const MPI_Status *status = &c->status;
    const wire *w = &c->w[i];
    MPI_Count units = w->units;
    if (status->MPI_SOURCE == MPI_PROC_NULL) {
        c->writes[i] = 0;
    } else if (check_mpi(MPI_Get_elements_x(status, w->type, &units)) < 0) {
        return NULL;
    }
    if (units == w->units) return Py_BuildValue("(ii)", status->MPI_SOURCE, status->MPI_TAG);
    return PyErr_Format(PyExc_ValueError, "%s: expected a message of %lld bytes, got %lld from rank %d with tag %d",
                        i ? "out" : "x", (long long)w->units, (long long)units, status->MPI_SOURCE, status->MPI_TAG);
}

static PyObject *run(int function, PyObject *args, PyObject *kwargs)
{
    const int is_collective = function >= BCAST, has_out = function > BCAST;
    call c = {.function = function, .reduces = function == REDUCE || function == ALLREDUCE, .comm = MPI_COMM_NULL};
    PyObject *result = NULL;
    int failed, i;
    c.stream = CUCORE_STREAM_LEGACY;
    c.source = MPI_ANY_SOURCE;
    c.recvtag = MPI_ANY_TAG;
    c.root = strchr(functions[function].fields, '0') ? 0 : -1;
    c.w[0].type = c.w[1].type = MPI_BYTE;
    failed = parse(&c, args, kwargs);
    if (c.comm == MPI_COMM_NULL) return NULL;
    c.writes[0] = function == RECV || (function == BCAST && c.rank != c.root);
    c.writes[1] = function == SENDRECV || (has_out && (c.root < 0 || c.rank == c.root));
    if (!c.writes[1]) c.objs[1] = NULL;
    if (!failed) failed = prepare(&c);
    if (is_collective) failed = agree(&c, failed);
    if (!failed) failed = transfer(&c);
    if (!failed && (function == RECV || function == SENDRECV)) failed = !(result = received(&c, function == SENDRECV));
    for (i = 0; i < 2; i++) {
        if (wire_close(&c, i, !failed && c.writes[i]) < 0) failed = -1;
    }
    if (!failed && has_out && c.writes[1]) {
        result = cucore_py_return(&c.v[1], c.objs[1], CUCORE_STREAM_HOST);
    } else if (!failed && !result) {
        result = Py_BuildValue(""); /* None */
    }
    if (failed) Py_CLEAR(result);
    if (cucore_py_args_release(c.v, 2, CUCORE_STREAM_HOST) < 0) Py_CLEAR(result);
    return result;
}

/* ------------------------------------------------------------------------------------------------------- memory -- */

static void free_memory(void *memory)
{
    int is_down = 1;
    if (!MPI_Finalized(&is_down) && !is_down) MPI_Free_mem(memory); /* after MPI_Finalize nobody may */
}

/* alloc(like): memory of MPI as a cucore.Array, which speaks every protocol. */
static PyObject *py_alloc(PyObject *self, PyObject *like)
{
    cucore_array_spec spec = {{0, 0, 0, 0}, 0, NULL, NULL, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}};
    cucore_view x, y;
    void *memory = NULL;
    int failed;
    (void)self;
    if (cucore_py_view(like, NULL, CUCORE_STREAM_NO_SYNC, &x) < 0) return NULL;
    spec.dtype = x.dtype;
    spec.ndim = x.layout.ndim;
    spec.shape = x.layout.shape;
    failed = check_running() < 0 ||
             check_mpi(MPI_Alloc_mem((MPI_Aint)cucore_view_nbytes(&x), MPI_INFO_NULL, &memory)) < 0 ||
             cucore_py_check(cucore_view_wrap(memory, &spec, memory, free_memory, &y)) < 0;
    if (failed && memory) free_memory(memory);
    cucore_view_release(&x);
    return failed ? NULL : cucore_py_return(&y, NULL, CUCORE_STREAM_NO_SYNC);
}

/* ------------------------------------------------------------------------------------------------------- module -- */

static PyObject *py_cuda_aware(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return check_running() < 0 ? NULL : PyBool_FromLong(cuda_aware());
}

#define FUNCTION(number, name)                                                                                         \
    static PyObject *py_##name(PyObject *self, PyObject *args, PyObject *kwargs)                                       \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        return run(number, args, kwargs);                                                                              \
    }
FUNCTION(SEND, send)
FUNCTION(RECV, recv)
FUNCTION(SENDRECV, sendrecv)
FUNCTION(BCAST, bcast)
FUNCTION(REDUCE, reduce)
FUNCTION(ALLREDUCE, allreduce)
FUNCTION(GATHER, gather)
FUNCTION(ALLGATHER, allgather)
FUNCTION(ALLTOALL, alltoall)

#define METHOD(name) #name, (PyCFunction)(void (*)(void))py_##name, METH_VARARGS | METH_KEYWORDS
static PyMethodDef methods[] = {
    {METHOD(send), "send(comm, x, dest, tag=0, stream=None)"},
    {METHOD(recv), "recv(comm, x, source=MPI.ANY_SOURCE, tag=MPI.ANY_TAG, stream=None) -> (source, tag)"},
    {METHOD(sendrecv),
     "sendrecv(comm, x, dest, out, source, sendtag=0, recvtag=MPI.ANY_TAG, stream=None) -> (source, tag)"},
    {METHOD(bcast), "bcast(comm, x, root=0, stream=None): into x, on all ranks but root"},
    {METHOD(reduce), "reduce(comm, x, op='sum', root=0, out=None, stream=None) -> out"},
    {METHOD(allreduce), "allreduce(comm, x, op='sum', out=None, stream=None) -> out"},
    {METHOD(gather), "gather(comm, x, root=0, out=None, stream=None) -> out, of shape (ranks, *x.shape)"},
    {METHOD(allgather), "allgather(comm, x, out=None, stream=None) -> out, of shape (ranks, *x.shape)"},
    {METHOD(alltoall), "alltoall(comm, x, out=None, stream=None) -> out: x[i] goes to rank i"},
    {"alloc", py_alloc, METH_O, "alloc(like) -> a cucore.Array of its shape and dtype in memory of MPI_Alloc_mem"},
    {"cuda_aware", py_cuda_aware, METH_NOARGS, "cuda_aware() -> is MPI given addresses of device memory?"},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "mpi_arrays", NULL, -1, methods, NULL, NULL, NULL, NULL};

/* A process has one MPI: mpi4py's must be the one that this was built with, since handles of others mean nothing. */
static int check_library(PyObject *mpi)
{
    char ours[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    PyObject *theirs = PyObject_CallMethod(mpi, "Get_library_version", NULL);
    const char *text = theirs ? PyUnicode_AsUTF8(theirs) : NULL;
    int length, same = 0;
    if (text && check_mpi(MPI_Get_library_version(ours, &length)) == 0) {
        same = strncmp(text, ours, strcspn(ours, "\n")) == 0;
    }
    if (text && !same && !PyErr_Occurred()) {
        PyErr_Format(PyExc_ImportError, "mpi_arrays was built with %.40s, but mpi4py uses %.40s", ours, text);
    }
    Py_XDECREF(theirs);
    return same;
}

PyMODINIT_FUNC PyInit_mpi_arrays(void)
{
    PyObject *mpi = PyImport_ImportModule("mpi4py.MPI"); /* initializes MPI */
    const int found = mpi && (mpi_comm = PyObject_GetAttrString(mpi, "Comm")) &&
                      (mpi_exception = PyObject_GetAttrString(mpi, "Exception")) &&
                      (mpi_addressof = PyObject_GetAttrString(mpi, "_addressof")) && check_library(mpi);
    Py_XDECREF(mpi);
    return found ? PyModule_Create(&definition) : NULL;
}
