/* gcc -shared -fPIC $(python -m cucore --includes) systems/nccl_arrays/nccl_arrays.c \
 *     -o systems/nccl_arrays/nccl_arrays.so && python systems/nccl_arrays/demo.py
 *
 * nccl_arrays - NCCL on arrays of every library and of every layout, on the caller's stream
 *
 *     comm = Communicator(rank, size, id, device, *, timeout=300, check="auto", memory=None)
 *     comm.all_reduce(x, op="sum", *, out=None, stream=None)          x, out of one shape
 *     comm.broadcast(x, root=0, *, out=None, stream=None)             x says shape and dtype on every rank
 *     comm.all_gather(x, *, out=None, stream=None)                    out of shape (size, *x.shape)
 *     comm.reduce_scatter(x, op="sum", *, out=None, stream=None)      x of shape (size, *out.shape)
 *     comm.send(x, peer, *, stream=None), comm.recv(out, peer, *, stream=None)
 *     group(partial(comm.send, x, 1), partial(comm.recv, y, 1))       several calls as one: the list of their results
 *     all_devices([0, 1, ...])                                        a communicator for each, in this process
 *
 * Element [i, j] of one rank meets element [i, j] of the others, whatever the strides: what is not dense in C order goes
 * through temporary memory, packed and unpacked on the same stream.  Results are arrays of the library of x.
 *
 * Where ranks disagree on what is called, dtype or shape, each raises ValueError before data move, and may go on.  "auto"
 * finds out for the first 32 calls and for those whose number is a power of two, "always" for each, "never" for none: the
 * ranks exchange 64 bytes, and the host waits for them, and so for earlier calls.  NCCL itself does not look: it hangs, or
 * gives wrong numbers.  Sends and receives are counted for each pair of ranks; what one side groups the other has to.  Calls
 * that are captured into a graph are not checked; close() waits until the graph is destroyed, because NCCL does.
 *
 * A rank that does not come is a TimeoutError after `timeout` seconds.  The communicator is aborted then, as after any error of
 * NCCL and after Ctrl-C.  A call does not pay for that: a thread of this module, the watchdog, aborts what has waited inside NCCL
 * for too long (nccl_watchdog.h).  Calls that are new to NCCL by kind, size or peer, for which it connects, are made in another
 * thread, so that Ctrl-C ends them; in the rare case that a later call waits inside NCCL, Ctrl-C comes through with the time
 * limit.  If NCCL does not even come back from ncclCommAbort, or from a call in another thread, Python goes on: the message tells
 * of the thread that was left behind.  A communicator is of no use in a forked child, nor does it do harm there. */
#define CUCORE_STATIC
#include "cucore_copy.h"
#include "cucore_results.h"

#include <structmember.h>

#include "nccl_library.h"

/* -- failures, also where the GIL is not held ---------------------------------------------------------------------- */
typedef struct failure {
    PyObject *type; /* NULL: none; Exception itself: `status` says which; BaseException: it is set already */
    cucore_status status;
    int left; /* 1: a thread was left inside NCCL; what it was given must never be freed */
    char text[512];
} failure;
#define NO_FAILURE                                                                                                     \
    {                                                                                                                  \
        NULL, CUCORE_OK, 0, ""                                                                                         \
    }

static int fail(failure *f, PyObject *type, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
    f->type = type;
    return -1;
}

static int check(failure *f, cucore_status status)
{
    if (status) fail(f, PyExc_Exception, "%s", cucore_last_error()->message);
    f->status = status;
    return status ? -1 : 0;
}

static int check_nccl(failure *f, int result, const char *what, nccl_comm comm)
{
    if (result == NCCL_SUCCESS) return 0;
    if (result == NCCL_IN_PROGRESS)
        return fail(f, PyExc_RuntimeError, "NCCL: %s does not block: NCCL_COMM_BLOCKING=0 is not supported", what);
    return fail(f, PyExc_RuntimeError, "NCCL: %s: %s (%s)", what, nccl.GetErrorString(result), nccl.GetLastError(comm));
}

static int raise_failure(const failure *f)
{
    if (f->type == PyExc_Exception) return cucore_py_check(cucore_fail(f->status, "%s", f->text));
    if (f->type != PyExc_BaseException) PyErr_SetString(f->type, f->text);
    return -1;
}

/* -- communicators ------------------------------------------------------------------------------------------------- */
enum { ALL_REDUCE, BROADCAST, ALL_GATHER, REDUCE_SCATTER, SEND, RECV, KINDS };
static const char *const kind_names[] = {"all_reduce", "broadcast", "all_gather", "reduce_scatter", "send", "recv"};
static const char *const op_names[] = {"sum", "prod", "max", "min", "avg"}; /* NCCL's numbers */
enum { SUM = 0, AVG = 4, OPS = 5 };
enum { RECORDS = 64 }; /* bytes of what ranks tell each other of their calls: nccl_checks.h */

/* What was called so far with a rank, or with all. */
typedef struct channel {
    int64_t calls;
    uint64_t seen; /* a bit for each kind, and one for the exchange of records */
} channel;

typedef struct Communicator {
    PyObject base;
    nccl_comm comm; /* NULL: not made, closed or aborted: `why` */
    char why[600];
    int rank, size, device, busy;
    enum { AUTO, ALWAYS, NEVER } checks;
    double timeout;
    cucore_memory_resource *memory;   /* for what is packed */
    cucore_stream stream;             /* of records */
    cucore_event done;                /* recorded behind the last call */
    cucore_buffer on_host, on_device; /* RECORDS to each rank, to all; from each rank; of all */
    channel *channels;                /* with each rank, and with all */
    uint64_t seen[KINDS][OPS];        /* of collectives: a bit for each power of two that their size was near */
} Communicator;

static PyTypeObject *Communicator_Type;

#include "nccl_watchdog.h"

/* Fails for asynchronous errors of earlier calls. */
static int comm_check(failure *f, nccl_comm comm)
{
    int state;
    if (check_nccl(f, nccl.CommGetAsyncError(comm, &state), "no state", NULL) < 0) return -1;
    return check_nccl(f, state, "a call failed", comm);
}

/* Returns 1 if the event that is recorded behind the last call has happened (a `question`). */
static int comm_is_done(failure *f, void *of)
{
    const Communicator *self = (const Communicator *)of;
    int happened = 0;
    if (comm_check(f, self->comm) < 0 || check(f, cucore_event_query(self->done.handle, &happened)) < 0) return -1;
    return happened;
}

static int finalize(failure *f, void *of)
{
    return check_nccl(f, nccl.CommFinalize((nccl_comm)of), "ncclCommFinalize", (nccl_comm)of);
}

static int destroy(failure *f, void *of)
{
    return check_nccl(f, nccl.CommDestroy((nccl_comm)of), "ncclCommDestroy", NULL);
}

/* Waits for what was enqueued, but not for ever; no seconds: aborts. */
static int close_comm(failure *f, Communicator *self, double seconds)
{
    nccl_comm comm = self->comm;
    comm_list list = {&self, &comm, 1, seconds};
    if (!comm || cucore_driver_load()) return 0; /* a forked child has no driver */
    if (seconds > 0 && wait_for(f, &list, comm_is_done, self) == 0 && enter_aside(f, &list, finalize, comm) == 0) {
        self->comm = NULL;
        list.handles = NULL; /* ncclCommDestroy cannot be aborted; it waits until other ranks have closed theirs */
        (void)enter_aside(f, &list, destroy, comm);
    } else {
        end_comms(f, &list, NULL, NULL);
    }
    snprintf(self->why, sizeof self->why, "the communicator is closed");
    return f->type ? -1 : 0;
}

static void Communicator_dealloc(PyObject *object)
{
    Communicator *self = (Communicator *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject *error, *value, *traceback;
    failure f = NO_FAILURE;
    PyErr_Fetch(&error, &value, &traceback);
    if (close_comm(&f, self, self->timeout < 10 ? self->timeout : 10) < 0) {
        (void)raise_failure(&f);
        PyErr_WriteUnraisable((PyObject *)type);
    }
    PyErr_Restore(error, value, traceback);
    (void)cucore_buffer_release(&self->on_device);
    (void)cucore_buffer_release(&self->on_host);
    (void)cucore_event_release(&self->done);
    (void)cucore_stream_release(&self->stream);
    cucore_memory_resource_release(self->memory);
    free(self->channels);
    type->tp_free(object);
    Py_DECREF(type);
}

/* Everything that is not NCCL's. */
static int set_up(Communicator *self, cucore_memory_resource *memory)
{
    cucore_memory_resource_options keep;
    cucore_memory_resource *pinned = NULL;
    const size_t nbytes = RECORDS * (size_t)(3 * (int64_t)self->size + 1);
    cucore_status status;
    memset(&keep, 0, sizeof keep);
    keep.release_threshold = SIZE_MAX; /* else each wait of the host gives pages back, to be mapped again */
    self->channels = (channel *)calloc((size_t)self->size + 1, sizeof *self->channels);
    if (!self->channels) return PyErr_NoMemory(), -1;
    cucore_memory_resource_retain(self->memory = memory);
    Py_BEGIN_ALLOW_THREADS
    status = memory ? CUCORE_OK : cucore_memory_resource_create(CUCORE_MEMORY_POOL, self->device, &keep, &self->memory);
    if (!status) status = cucore_memory_resource_create(CUCORE_MEMORY_PINNED, self->device, NULL, &pinned);
    if (!status) status = cucore_stream_create(self->device, NULL, &self->stream);
    if (!status) status = cucore_event_create(self->device, 2 /* CU_EVENT_DISABLE_TIMING */, &self->done);
    if (!status) status = cucore_buffer_allocate(pinned, nbytes, self->stream.handle, &self->on_host);
    if (!status) status = cucore_buffer_allocate(self->memory, nbytes, self->stream.handle, &self->on_device);
    self->on_host.stream = CUCORE_STREAM_NO_SYNC; /* freed without a wait, which would have no limit */
    cucore_memory_resource_release(pinned);
    Py_END_ALLOW_THREADS
    return cucore_py_check(status);
}

typedef struct options {
    double timeout;
    const char *checks;
    cucore_memory_resource *memory;
} options;

static Communicator *make(int rank, int size, int device, const options *o)
{
    Communicator *self = (Communicator *)Communicator_Type->tp_alloc(Communicator_Type, 0);
    if (!self) return NULL;
    self->rank = rank;
    self->size = size;
    self->device = device;
    self->timeout = o->timeout;
    self->checks = !strcmp(o->checks, "auto") ? AUTO : !strcmp(o->checks, "always") ? ALWAYS : NEVER;
    if (size < 1 || rank < 0 || rank >= size) {
        raise_as(PyExc_ValueError, "rank: expected 0 to %d, got %d", size - 1, rank);
    } else if (self->checks == NEVER && strcmp(o->checks, "never")) {
        raise_as(PyExc_ValueError, "check: expected 'auto', 'always' or 'never', got '%s'", o->checks);
    } else if (!(o->timeout > 0)) {
        raise_as(PyExc_ValueError, "timeout: expected more than 0 seconds");
    } else if (set_up(self, o->memory) == 0) {
        return self;
    }
    Py_DECREF((PyObject *)self);
    return NULL;
}

static int make_id(nccl_id *id)
{
    failure f = NO_FAILURE;
    int result;
    Py_BEGIN_ALLOW_THREADS
    result = nccl.GetUniqueId(id);
    Py_END_ALLOW_THREADS
    return check_nccl(&f, result, "ncclGetUniqueId", NULL) < 0 ? raise_failure(&f) : 0;
}

/* What NCCL works with while ranks join. */
typedef struct joining {
    comm_list comms;
    nccl_id id;
    nccl_comm handles[1]; /* for each, then the communicators */
} joining;

/* One for each rank in this process, in one group: else the first would wait for the second.  All handles are there before the end
 * of the group, where NCCL waits. */
static int join_act(failure *f, void *of)
{
    joining *self = (joining *)of;
    Py_ssize_t i;
    int result;
    if (check_nccl(f, nccl.GroupStart(), "ncclGroupStart", NULL) < 0) return -1;
    for (i = 0; i < self->comms.count && !f->type; i++) {
        const Communicator *comm = self->comms.items[i];
        nccl_config config = NCCL_CONFIG_BLOCKING;
        cucore_context_guard guard;
        if (check(f, cucore_context_enter_device(comm->device, &guard)) < 0) break;
        result = nccl.CommInitRankConfig(&self->handles[i], comm->size, self->id, comm->rank, &config);
        (void)check_nccl(f, result, "ncclCommInitRankConfig", NULL);
        cucore_context_leave(&guard);
    }
    __atomic_store_n(&self->comms.handles, self->handles, __ATOMIC_RELEASE);
    result = nccl.GroupEnd();
    if (!f->type) (void)check_nccl(f, result, "ncclGroupEnd", NULL);
    return f->type ? -1 : 0;
}

static int join(Communicator *const *comms, Py_ssize_t count, const nccl_id *id)
{
    joining *self = (joining *)calloc(1, sizeof *self + (size_t)count * (sizeof(nccl_comm) + sizeof *comms));
    failure f = NO_FAILURE;
    Py_ssize_t i;
    if (!self) return PyErr_NoMemory(), -1;
    self->id = *id;
    self->comms.items = (Communicator **)&self->handles[count];
    self->comms.count = count;
    self->comms.seconds = comms[0]->timeout;
    memcpy(self->comms.items, comms, (size_t)count * sizeof *comms);
    if (enter_aside(&f, &self->comms, join_act, self) == 0) {
        for (i = 0; i < count; i++) comms[i]->comm = self->handles[i];
    } else {
        end_comms(&f, &self->comms, NULL, NULL);
    }
    for (i = 0; i < count && f.left; i++) Py_INCREF((PyObject *)comms[i]);
    if (!f.left) free(self);
    return f.type ? raise_failure(&f) : 0;
}

/* -- calls --------------------------------------------------------------------------------------------------------- */
typedef struct call {
    Communicator *comm;
    nccl_comm handle;
    PyObject *objs[2];  /* x, out */
    int kind, op, peer; /* peer: or the root */
    CUstream stream;
    cucore_view v[2];
    int made;               /* v[1] is new */
    int checked;            /* 1: the first of its channel, 2: a later one */
    cucore_buffer temps[2]; /* x packed, out packed */
    char *from, *to;        /* what NCCL reads and writes */
    int type;               /* NCCL's, and how many */
    size_t count;
} call;

/* Calls that are made as one.  They lie on the heap, because a thread may be left behind with them. */
typedef struct batch {
    comm_list comms;    /* each communicator once */
    nccl_comm *handles; /* of these */
    int left;           /* 1: a thread was left behind with them */
    Py_ssize_t count;
    call calls[1]; /* `count` of them, then what `comms` points to */
} batch;

/* Of reductions; what only moves does so as bytes.  Complex numbers are two; of bool the result is 0 or 1, but for sums. */
#define REDUCED "int8 uint8 int32 uint32 int64 uint64 float16 float32 float64 bfloat16"
#define FLOAT8 " float8_e4m3fn float8_e5m2"
static const char *reducible(int op)
{
    const int adds = op == SUM || op == AVG, eight = nccl.version >= NCCL_HAS_FLOAT8;
    if (adds) return eight ? REDUCED " complex64 complex128" FLOAT8 : REDUCED " complex64 complex128";
    return eight ? REDUCED " bool" FLOAT8 : REDUCED " bool";
}

static int nccl_type(cucore_dtype dtype)
{
    static const uint32_t ids[] = {
        CUCORE_DTYPE_ID_INT8,    CUCORE_DTYPE_ID_UINT8,    CUCORE_DTYPE_ID_INT32,         CUCORE_DTYPE_ID_UINT32,
        CUCORE_DTYPE_ID_INT64,   CUCORE_DTYPE_ID_UINT64,   CUCORE_DTYPE_ID_FLOAT16,       CUCORE_DTYPE_ID_FLOAT32,
        CUCORE_DTYPE_ID_FLOAT64, CUCORE_DTYPE_ID_BFLOAT16, CUCORE_DTYPE_ID_FLOAT8_E4M3FN, CUCORE_DTYPE_ID_FLOAT8_E5M2};
    int type = 0;
    if (dtype.code == CUCORE_CODE_COMPLEX) dtype = cucore_dtype_make(CUCORE_CODE_FLOAT, dtype.bits / 2, 1);
    while (type < 12 && ids[type] != cucore_dtype_id(dtype)) type++;
    return type < 12 ? type : NCCL_UINT8; /* bool */
}

static int call_parse(call *c, Communicator *comm, int kind, PyObject *args, PyObject *kwargs)
{
    static const char *const seconds[KINDS] = {"op", "root", "", "op", "peer", "peer"};
    const int pair = kind == SEND || kind == RECV;
    PyObject *first = NULL, *second = NULL, *out = Py_None;
    char *names[5] = {(char *)(kind == RECV ? "out" : "x"), (char *)seconds[kind], (char *)"out", (char *)"stream",
                      NULL};
    int ok;
    c->stream = CUCORE_STREAM_LEGACY;
    if (pair) {
        names[2] = names[3], names[3] = NULL;
        ok = PyArg_ParseTupleAndKeywords(args, kwargs, "OO|$O&", names, &first, &second, cucore_py_stream_converter,
                                         &c->stream);
    } else if (kind == ALL_GATHER) {
        names[1] = names[2], names[2] = names[3], names[3] = NULL;
        ok = PyArg_ParseTupleAndKeywords(args, kwargs, "O|$OO&", names, &first, &out, cucore_py_stream_converter,
                                         &c->stream);
    } else {
        ok = PyArg_ParseTupleAndKeywords(args, kwargs, "O|O$OO&", names, &first, &second, &out,
                                         cucore_py_stream_converter, &c->stream);
    }
    if (!ok) return -1;
    if (second && seconds[kind][0] == 'o') {
        while (c->op < OPS &&
               !(PyUnicode_Check(second) && PyUnicode_CompareWithASCIIString(second, op_names[c->op]) == 0))
            c->op++;
        if (c->op == OPS) return raise_as(PyExc_ValueError, "op: expected sum, prod, max, min or avg, got %R", second);
    } else if (second) {
        const long rank = PyLong_AsLong(second);
        if (rank == -1 && PyErr_Occurred()) return -1;
        if (rank < 0 || rank >= comm->size)
            return raise_as(PyExc_ValueError, "%s: expected 0 to %d, got %ld", seconds[kind], comm->size - 1, rank);
        c->peer = (int)rank;
    }
    c->kind = kind;
    c->objs[kind == RECV] = first;
    if (out != Py_None) c->objs[1] = out;
    c->comm = comm; /* from here on references are held */
    Py_INCREF((PyObject *)comm);
    Py_XINCREF(c->objs[0]);
    Py_XINCREF(c->objs[1]);
    return 0;
}

/* The arrays, and a new one for the result where none was given. */
static int call_take(call *c)
{
    cucore_arg args[2] = {
        CUCORE_ARG("x", NULL, NULL, CUCORE_ON_DEVICE_ID | CUCORE_ALLOW_UNALIGNED),
        CUCORE_ARG("out", "=x", NULL,
                   CUCORE_ON_DEVICE_ID | CUCORE_ALLOW_UNALIGNED | CUCORE_WRITE | CUCORE_UNIQUE | CUCORE_OPTIONAL)};
    cucore_arg result = CUCORE_ARG("out", NULL, NULL, CUCORE_ALLOW_UNALIGNED);
    const cucore_layout *x = &c->v[0].layout;
    const int gathers = c->kind == ALL_GATHER, scatters = c->kind == REDUCE_SCATTER;
    int64_t shape[CUCORE_MAX_NDIM + 1];
    char pattern[24 * CUCORE_MAX_NDIM];
    cucore_array_spec spec;
    int i, length = 0;
    args[0].device_id = args[1].device_id = c->comm->device;
    if (c->kind == SEND) return cucore_py_args(c->objs, 1, args, c->stream, c->v);
    if (c->kind == RECV) {
        args[1].dtypes = NULL;
        args[1].flags &= ~CUCORE_OPTIONAL;
        return cucore_py_args(c->objs + 1, 1, args + 1, c->stream, c->v + 1);
    }
    if (c->kind == ALL_REDUCE || scatters) args[0].dtypes = reducible(c->op);
    if (cucore_py_args(c->objs, 2, args, c->stream, c->v) < 0) return -1;
    if (scatters && (!x->ndim || x->shape[0] != c->comm->size)) {
        return raise_as(PyExc_ValueError, "x: expected an extent of %d, one for each rank, on axis 0", c->comm->size);
    }
    memset(&spec, 0, sizeof spec);
    spec.dtype = c->v[0].dtype;
    spec.ndim = x->ndim + gathers - scatters;
    spec.shape = shape;
    spec.device_type = CUCORE_DEVICE_TYPE_CUDA;
    spec.device_id = c->comm->device;
    if (spec.ndim > CUCORE_MAX_NDIM)
        return raise_as(PyExc_ValueError, "x: expected at most %d axes", CUCORE_MAX_NDIM - 1);
    for (i = 0; i < spec.ndim; i++) shape[i] = gathers && !i ? c->comm->size : x->shape[i - gathers + scatters];
    if (c->v[1].dtype.lanes) {
        for (i = 0; i < spec.ndim; i++) {
            length +=
                snprintf(pattern + length, sizeof pattern - (size_t)length, i ? ", %lld" : "%lld", (long long)shape[i]);
        }
        result.shape = length ? pattern : "";
        return cucore_py_check(cucore_view_check(&c->v[1], &result, NULL));
    }
    if (cucore_py_empty(c->objs[0], &spec, c->stream, &c->v[1]) < 0) return -1;
    c->made = 1;
    return 0;
}

static int is_packed(const cucore_view *v)
{
    return cucore_layout_is_c_contiguous(&v->layout) && cucore_view_is_aligned(v);
}

/* Between an array and its elements in C order without gaps. */
static int copy_packed(failure *f, const call *c, const cucore_view *v, void *packed, int unpacks)
{
    const cucore_array_spec spec = {v->dtype,        v->layout.ndim, v->layout.shape, NULL, CUCORE_DEVICE_TYPE_CUDA,
                                    c->comm->device, {NULL, NULL}};
    cucore_view p;
    if (cucore_view_nbytes(v) == 0) return 0;
    if (check(f, cucore_view_wrap(packed, &spec, NULL, NULL, &p)) < 0) return -1;
    return check(f, cucore_view_copy(unpacks ? v : &p, unpacks ? &p : v, c->stream, NULL));
}

static int allocate(failure *f, call *c, int which, int64_t nbytes, char **out)
{
    if (check(f, cucore_buffer_allocate(c->comm->memory, (size_t)nbytes, c->stream, &c->temps[which])) < 0) return -1;
    *out = (char *)c->temps[which].ptr;
    return 0;
}

/* Decides what NCCL reads and writes, and packs x: where the result is going to be, if that is dense, so that NCCL works in
 * place and no memory is needed. */
static int call_prepare(failure *f, call *c)
{
    const cucore_view *x = &c->v[0], *out = &c->v[1];
    const int reduces = c->kind == ALL_REDUCE || c->kind == REDUCE_SCATTER;
    const int64_t x_nbytes = x->dtype.lanes ? cucore_view_nbytes(x) : 0,
                  out_nbytes = out->dtype.lanes ? cucore_view_nbytes(out) : 0;
    int64_t slot = 0; /* from `to` to `from`, where NCCL works in place */
    cucore_overlap overlap = CUCORE_OVERLAP_NONE;
    int packs;
    if (c->kind == ALL_GATHER) slot = c->comm->rank * x_nbytes;
    if (c->kind == REDUCE_SCATTER) slot = -c->comm->rank * out_nbytes;
    c->from = (char *)x->ptr;
    c->to = (char *)out->ptr;
    if (out->dtype.lanes && !is_packed(out) && allocate(f, c, 1, out_nbytes, &c->to) < 0) return -1;
    packs = x->dtype.lanes && !is_packed(x);
    if (x->dtype.lanes && !packs && !c->made && !c->temps[1].ptr && c->to && c->from != c->to + slot) {
        if (check(f, cucore_view_overlap(x, out, &overlap)) < 0) return -1;
        packs = overlap != CUCORE_OVERLAP_NONE;
    }
    if (packs) c->from = c->to + slot;
    if (packs && (c->kind == SEND || c->kind == REDUCE_SCATTER) && allocate(f, c, 0, x_nbytes, &c->from) < 0) return -1;
    if (packs && (c->kind != BROADCAST || c->peer == c->comm->rank) && copy_packed(f, c, x, c->from, 0) < 0) return -1;
    c->type = reduces ? nccl_type(x->dtype) : NCCL_UINT8;
    c->count = (size_t)(c->kind == RECV ? out_nbytes : x_nbytes);
    if (reduces) c->count = (size_t)cucore_view_size(out) * (x->dtype.code == CUCORE_CODE_COMPLEX ? 2 : 1);
    return 0;
}

static int call_enqueue(failure *f, call *c)
{
    const nccl_comm comm = c->handle;
    int result = NCCL_SUCCESS;
    switch (c->kind) {
    case ALL_REDUCE: result = nccl.AllReduce(c->from, c->to, c->count, c->type, c->op, comm, c->stream); break;
    case BROADCAST: result = nccl.Broadcast(c->from, c->to, c->count, c->type, c->peer, comm, c->stream); break;
    case ALL_GATHER: result = nccl.AllGather(c->from, c->to, c->count, c->type, comm, c->stream); break;
    case REDUCE_SCATTER: result = nccl.ReduceScatter(c->from, c->to, c->count, c->type, c->op, comm, c->stream); break;
    case SEND: result = nccl.Send(c->from, c->count, c->type, c->peer, comm, c->stream); break;
    case RECV: result = nccl.Recv(c->to, c->count, c->type, c->peer, comm, c->stream); break;
    default: break;
    }
    return check_nccl(f, result, kind_names[c->kind], comm);
}

/* Unpacks behind NCCL's work, and gives temporary memory back behind that. */
static int call_finish(failure *f, call *c)
{
    cucore_capture_info capture;
    if (c->temps[1].ptr && copy_packed(f, c, &c->v[1], c->to, 1) < 0) return -1;
    if (check(f, cucore_buffer_release(&c->temps[0])) < 0 || check(f, cucore_buffer_release(&c->temps[1])) < 0)
        return -1;
    if (check(f, cucore_stream_get_capture_info(c->stream, &capture)) < 0) return -1;
    return capture.capturing ? 0 : check(f, cucore_event_record(c->comm->done.handle, c->stream));
}

typedef int call_action(failure *f, call *c);

/* Returns the first result that is not 0. */
static int calls_in_context(failure *f, batch *b, call_action *act)
{
    cucore_context_guard guard;
    Py_ssize_t i;
    int result = 0;
    for (i = 0; i < b->count && !result; i++) {
        if (check(f, cucore_context_enter_device(b->calls[i].comm->device, &guard)) < 0) return -1;
        result = act(f, &b->calls[i]);
        cucore_context_leave(&guard);
    }
    return result;
}

static int calls_in_group(failure *f, batch *b, call_action *act)
{
    int failed, result;
    if (check_nccl(f, nccl.GroupStart(), "ncclGroupStart", NULL) < 0) return -1;
    failed = calls_in_context(f, b, act);
    result = nccl.GroupEnd();
    return failed ? failed : check_nccl(f, result, "ncclGroupEnd", b->calls[0].handle);
}

static int call_is_captured(failure *f, call *c)
{
    cucore_capture_info capture;
    if (check(f, cucore_stream_get_capture_info(c->stream, &capture)) < 0) return -1;
    return capture.capturing ? 1 : 0;
}

/* Sets a bit.  Returns 1 if it was not set. */
static int see(uint64_t *seen, int bit)
{
    const uint64_t mask = UINT64_C(1) << bit;
    const int is_new = !(*seen & mask);
    *seen |= mask;
    return is_new;
}

/* Returns 1 if NCCL probably connects for a call: it does so pair by pair, and for the algorithms that it chooses by operation and
 * size. */
static int call_is_new(const call *c)
{
    const int magnitude = 63 - __builtin_clzll((unsigned long long)c->count | 1);
    if (c->kind == SEND || c->kind == RECV) return see(&c->comm->channels[c->peer].seen, c->kind);
    return see(&c->comm->seen[c->kind][c->op], magnitude);
}

/* Returns 1 if another thread shall make the calls, because NCCL probably connects.  Returns 0 if it need not, or cannot because a
 * stream belongs to this thread or is captured.  Returns -1 with a failure. */
static int calls_go_aside(failure *f, batch *b)
{
    Py_ssize_t i;
    int any = 0, captured;
    for (i = 0; i < b->count; i++) any |= call_is_new(&b->calls[i]);
    for (i = 0; i < b->count; i++) any &= b->calls[i].stream != CUCORE_STREAM_PER_THREAD;
    if (!any) return 0;
    captured = calls_in_context(f, b, call_is_captured);
    return captured < 0 ? -1 : !captured;
}

/* A call alone is a group to NCCL. */
static int calls_enqueue(failure *f, void *of)
{
    batch *b = (batch *)of;
    return (b->count == 1 ? calls_in_context : calls_in_group)(f, b, call_enqueue);
}

#include "nccl_checks.h"

/* -- all of it ------------------------------------------------------------------------------------------------------ */
/* Room for calls, and for the communicators of them. */
static batch *batch_new(Py_ssize_t count)
{
    const size_t each = sizeof(call) + sizeof(Communicator *) + sizeof(nccl_comm);
    batch *b = (batch *)calloc(1, sizeof *b + (size_t)count * each);
    if (!b) return (batch *)PyErr_NoMemory();
    b->comms.items = (Communicator **)&b->calls[count];
    b->handles = (nccl_comm *)&b->comms.items[count];
    return b;
}

/* Each communicator of the calls once, and nobody else's meanwhile. */
static int comms_take(batch *b)
{
    comm_list *list = &b->comms;
    Py_ssize_t i, k;
    if (cucore_py_check(cucore_driver_load()) < 0) return -1; /* a forked child */
    for (i = 0; i < b->count; i++) {
        Communicator *comm = b->calls[i].comm;
        b->calls[i].handle = comm->comm;
        for (k = 0; k < list->count && list->items[k] != comm; k++) continue;
        if (k < list->count) continue;
        if (!comm->comm) return raise_as(PyExc_RuntimeError, "%s", comm->why);
        if (comm->busy) return raise_as(PyExc_RuntimeError, "the communicator is used by another thread");
        comm->busy = 1;
        list->items[list->count] = comm;
        b->handles[list->count++] = comm->comm;
    }
    list->handles = b->handles;
    list->seconds = list->items[0]->timeout;
    return 0;
}

/* From arrays to NCCL's work enqueued and everything behind it, or an exception and nothing enqueued. */
static int batch_run(batch *b)
{
    failure f = NO_FAILURE, refusal = NO_FAILURE;
    PyObject *error[3] = {NULL, NULL, NULL};
    Py_ssize_t i;
    int chosen, aside, failed = 0;
    for (i = 0; i < b->comms.count; i++) {
        if (comm_check(&f, b->handles[i]) == 0) continue;
        end_comms(&f, &b->comms, NULL, NULL);
        return raise_failure(&f);
    }
    for (i = 0; i < b->count && !failed; i++) failed = call_take(&b->calls[i]) < 0;
    if (!failed) {
        Py_BEGIN_ALLOW_THREADS
        failed = calls_in_context(&refusal, b, call_prepare) < 0;
        Py_END_ALLOW_THREADS
        if (failed) (void)raise_failure(&refusal);
    }
    PyErr_Fetch(&error[0], &error[1], &error[2]);
    chosen = calls_choose(&f, b);
    if (chosen > 0) (void)calls_agree(&f, b, failed);
    if (!f.type && !failed) {
        aside = calls_go_aside(&f, b);
        failed = aside < 0 || (aside ? enter_aside : enter_here)(&f, &b->comms, calls_enqueue, b) < 0;
    }
    if (f.type && f.type != PyExc_ValueError) end_comms(&f, &b->comms, NULL, NULL);
    b->left = f.left;
    if (!f.type && !failed) {
        Py_BEGIN_ALLOW_THREADS
        failed = calls_in_context(&f, b, call_finish) < 0;
        Py_END_ALLOW_THREADS
    }
    if (error[0]) {
        PyErr_Restore(error[0], error[1], error[2]);
    } else if (f.type) {
        (void)raise_failure(&f);
    }
    return failed || f.type ? -1 : 0;
}

static PyObject *call_result(call *c)
{
    if (c->kind == SEND) Py_RETURN_NONE;
    return cucore_py_return(&c->v[1], c->objs[c->made ? 0 : 1], c->stream);
}

static void call_release(call *c, PyObject **result)
{
    (void)cucore_buffer_release(&c->temps[0]);
    (void)cucore_buffer_release(&c->temps[1]);
    if (cucore_py_args_release(c->v, 2, c->stream) < 0) Py_CLEAR(*result);
    Py_CLEAR(c->objs[0]);
    Py_CLEAR(c->objs[1]);
    Py_CLEAR(c->comm);
}

/* Returns a list with the result of each call, or NULL with an exception.  Gives back what the calls hold, and the batch, unless a
 * thread was left behind with them. */
static PyObject *batch_do(batch *b)
{
    PyObject *results = PyList_New(b->count);
    Py_ssize_t i;
    if (results && (comms_take(b) < 0 || batch_run(b) < 0)) Py_CLEAR(results);
    for (i = 0; i < b->count && results; i++) {
        PyObject *result = call_result(&b->calls[i]);
        if (!result || PyList_SetItem(results, i, result) < 0) Py_CLEAR(results);
    }
    for (i = 0; i < b->comms.count; i++) b->comms.items[i]->busy = 0;
    if (b->left) return results;
    for (i = 0; i < b->count; i++) call_release(&b->calls[i], &results);
    free(b);
    return results;
}

static PyObject *call_alone(PyObject *self, int kind, PyObject *args, PyObject *kwargs)
{
    PyObject *results, *result = NULL;
    batch *b = batch_new(1);
    if (!b) return NULL;
    if (call_parse(&b->calls[0], (Communicator *)self, kind, args, kwargs) < 0) {
        free(b);
        return NULL;
    }
    b->count = 1;
    results = batch_do(b);
    if (results) {
        result = PyList_GetItem(results, 0);
        Py_XINCREF(result);
        Py_DECREF(results);
    }
    return result;
}

#define CALLS(X)                                                                                                       \
    X(ALL_REDUCE, all_reduce, "all_reduce(x, op='sum', *, out=None, stream=None) -> out")                              \
    X(BROADCAST, broadcast, "broadcast(x, root=0, *, out=None, stream=None) -> out")                                   \
    X(ALL_GATHER, all_gather, "all_gather(x, *, out=None, stream=None) -> out of shape (size, *x.shape)")              \
    X(REDUCE_SCATTER, reduce_scatter, "reduce_scatter(x, op='sum', *, out=None, stream=None) -> out of x.shape[1:]")   \
    X(SEND, send, "send(x, peer, *, stream=None)")                                                                     \
    X(RECV, recv, "recv(out, peer, *, stream=None) -> out")

#define KEYWORDS(function) (PyCFunction)(void (*)(void))(function)
#define CALL_METHOD(kind, name, text)                                                                                  \
    static PyObject *Communicator_##name(PyObject *self, PyObject *args, PyObject *kwargs)                             \
    {                                                                                                                  \
        return call_alone(self, kind, args, kwargs);                                                                   \
    }
CALLS(CALL_METHOD)

/* partial(comm.send, x, 1) as a call. */
static int call_from_partial(call *c, PyObject *partial)
{
#define CALL_FUNCTION(kind, name, text) KEYWORDS(Communicator_##name),
    const PyCFunction functions[KINDS] = {CALLS(CALL_FUNCTION)};
    PyObject *function = PyObject_GetAttrString(partial, "func");
    PyObject *args = function ? PyObject_GetAttrString(partial, "args") : NULL;
    PyObject *kwargs = args ? PyObject_GetAttrString(partial, "keywords") : NULL;
    int kind = 0, failed = 1;
    while (kind < KINDS &&
           !(kwargs && PyCFunction_Check(function) && PyCFunction_GetFunction(function) == functions[kind]))
        kind++;
    if (kind < KINDS) {
        failed = call_parse(c, (Communicator *)PyCFunction_GetSelf(function), kind, args, kwargs) < 0;
    } else {
        PyErr_Clear();
        raise_as(PyExc_TypeError, "expected functools.partial of a communicator's method, got %R", partial);
    }
    Py_XDECREF(kwargs);
    Py_XDECREF(args);
    Py_XDECREF(function);
    return failed ? -1 : 0;
}

static PyObject *group(PyObject *self, PyObject *partials)
{
    const Py_ssize_t count = PyTuple_Size(partials);
    PyObject *none = NULL;
    batch *b;
    (void)self;
    if (!count) return PyList_New(0);
    b = batch_new(count);
    if (!b) return NULL;
    while (b->count < count && call_from_partial(&b->calls[b->count], PyTuple_GetItem(partials, b->count)) == 0)
        b->count++;
    if (b->count == count) return batch_do(b);
    while (b->count > 0) call_release(&b->calls[--b->count], &none);
    free(b);
    return NULL;
}

/* -- Python --------------------------------------------------------------------------------------------------------- */
static PyObject *Communicator_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"rank",    (char *)"size",  (char *)"id",     (char *)"device",
                            (char *)"timeout", (char *)"check", (char *)"memory", NULL};
    options o = {300, "auto", NULL};
    const char *bytes;
    int rank, size, device;
    Communicator *self = NULL;
    Py_ssize_t length;
    nccl_id id;
    (void)type;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "iiy#i|$dsO&", names, &rank, &size, &bytes, &length, &device,
                                     &o.timeout, &o.checks, cucore_py_memory_resource_converter, &o.memory)) {
        return NULL;
    }
    if (length != (Py_ssize_t)sizeof id) {
        raise_as(PyExc_ValueError, "id: expected the %d bytes of unique_id(), got %zd", (int)sizeof id, length);
    } else if (load(NULL) == 0) {
        memcpy(&id, bytes, sizeof id);
        self = make(rank, size, device, &o);
        if (self && join(&self, 1, &id) < 0) Py_CLEAR(self);
    }
    cucore_memory_resource_release(o.memory);
    return (PyObject *)self;
}

static PyObject *all_devices(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"devices", (char *)"timeout", (char *)"check", NULL};
    options o = {300, "auto", NULL};
    int device, failed;
    PyObject *devices, *list;
    Communicator **comms;
    Py_ssize_t count, i;
    nccl_id id;
    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|$ds", names, &devices, &o.timeout, &o.checks)) return NULL;
    list = load(NULL) < 0 ? NULL : PySequence_List(devices);
    if (!list) return NULL;
    count = PyList_Size(list);
    comms = (Communicator **)calloc((size_t)count + 1, sizeof(Communicator *));
    failed = !comms;
    for (i = 0; i < count && !failed; i++) {
        failed = !PyArg_Parse(PyList_GetItem(list, i), "i", &device);
        if (!failed) comms[i] = make((int)i, (int)count, device, &o);
        failed =
            failed || !comms[i] || PyList_SetItem(list, i, (PyObject *)comms[i]) < 0; /* the list has the reference */
    }
    if (!comms) PyErr_NoMemory();
    if (!failed) failed = make_id(&id) < 0;
    if (!failed && count) failed = join(comms, count, &id) < 0;
    if (failed) Py_CLEAR(list);
    free(comms);
    return list;
}

static int is_free(const Communicator *self)
{
    if (self->busy) return raise_as(PyExc_RuntimeError, "the communicator is used by another thread");
    return 0;
}

static PyObject *Communicator_wait(PyObject *object, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"stream", (char *)"timeout", NULL};
    Communicator *self = (Communicator *)object;
    CUstream stream = CUCORE_STREAM_LEGACY;
    double timeout = self->timeout;
    failure f = NO_FAILURE;
    cucore_context_guard guard;
    nccl_comm handle = self->comm;
    comm_list list = {&self, &handle, 1, 0};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O&d", names, cucore_py_stream_converter, &stream, &timeout))
        return NULL;
    list.seconds = timeout;
    if (is_free(self) < 0) return NULL;
    if (!self->comm) return PyErr_SetString(PyExc_RuntimeError, self->why), NULL;
    if (cucore_py_check(cucore_context_enter_device(self->device, &guard)) < 0) return NULL;
    self->busy = 1;
    if (check(&f, cucore_event_record(self->done.handle, stream)) == 0) (void)wait_for(&f, &list, comm_is_done, self);
    if (f.type) end_comms(&f, &list, NULL, NULL);
    self->busy = 0;
    cucore_context_leave(&guard);
    if (f.type && raise_failure(&f) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *Communicator_close(PyObject *object, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {(char *)"timeout", NULL};
    Communicator *self = (Communicator *)object;
    double timeout = self->timeout;
    failure f = NO_FAILURE;
    int failed;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|d", names, &timeout) || is_free(self) < 0) return NULL;
    self->busy = 1;
    failed = close_comm(&f, self, timeout) < 0;
    self->busy = 0;
    if (failed && raise_failure(&f) < 0) return NULL;
    Py_RETURN_NONE;
}

static PyObject *unique_id(PyObject *module, PyObject *unused)
{
    nccl_id id;
    (void)module;
    (void)unused;
    return load(NULL) < 0 || make_id(&id) < 0 ? NULL : PyBytes_FromStringAndSize(id.bytes, (Py_ssize_t)sizeof id);
}

static PyObject *load_library(PyObject *module, PyObject *args)
{
    const char *path = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "|z", &path) || load(path) < 0) return NULL;
    return PyLong_FromLong(nccl.version);
}

#define CALL_ROW(kind, name, text) {#name, KEYWORDS(Communicator_##name), METH_VARARGS | METH_KEYWORDS, text},
static PyMethodDef methods[] = {
    CALLS(CALL_ROW){"wait", KEYWORDS(Communicator_wait), METH_VARARGS | METH_KEYWORDS,
                    "wait(stream=None, timeout=self's): on the host, for what is on the stream"},
    {"close", KEYWORDS(Communicator_close), METH_VARARGS | METH_KEYWORDS,
     "close(timeout=self's): wait for what was called, and give everything back; 0: abort"},
    {NULL, NULL, 0, NULL}};
static PyMemberDef members[] = {{"rank", T_INT, offsetof(Communicator, rank), READONLY, NULL},
                                {"size", T_INT, offsetof(Communicator, size), READONLY, NULL},
                                {"device", T_INT, offsetof(Communicator, device), READONLY, NULL},
                                {"handle", T_ULONGLONG, offsetof(Communicator, comm), READONLY, "ncclComm_t, or 0"},
                                {NULL, 0, 0, 0, NULL}};
static PyType_Slot slots[] = {{Py_tp_new, (void *)Communicator_new},
                              {Py_tp_dealloc, (void *)Communicator_dealloc},
                              {Py_tp_methods, methods},
                              {Py_tp_members, members},
                              {0, NULL}};
static PyType_Spec spec = {"nccl_arrays.Communicator", sizeof(Communicator), 0, Py_TPFLAGS_DEFAULT, slots};

static PyMethodDef functions[] = {
    {"unique_id", unique_id, METH_NOARGS, "unique_id() -> 128 bytes: made by one rank, given to all"},
    {"all_devices", KEYWORDS(all_devices), METH_VARARGS | METH_KEYWORDS,
     "all_devices(devices, *, timeout=300, check='auto') -> a Communicator for each, ranks in this order"},
    {"group", group, METH_VARARGS, "group(partial(comm.send, x, 1), ...) -> list of results"},
    {"load", load_library, METH_VARARGS, "load(path=None) -> version of NCCL, 23007 for 2.30.7"},
    {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "nccl_arrays", NULL, -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_nccl_arrays(void)
{
    PyObject *module = PyModule_Create(&definition);
    Communicator_Type = module ? (PyTypeObject *)PyType_FromSpec(&spec) : NULL;
    Py_XINCREF((PyObject *)Communicator_Type);
    if (Communicator_Type && PyModule_AddObject(module, "Communicator", (PyObject *)Communicator_Type) == 0)
        return module;
    Py_XDECREF((PyObject *)Communicator_Type);
    Py_XDECREF(module);
    return NULL;
}
