/* Do the ranks agree on a call?  Included by nccl_arrays.c behind what it uses: Communicator, batch, failure, enter_here.
 *
 * Each channel of a communicator - everybody, or one peer - has two records: of what everybody calls, or is sent, and of what
 * is received.  Ranks exchange them as NCCL exchanges arrays, on a stream of their own, and compare. */
typedef struct record {
    int32_t calls, kind; /* calls: -1 where the arguments were refused */
    uint32_t dtype, reserved;
    int64_t elements;
    uint64_t hash; /* of all that has to be the same: operation, root and shape, too */
} record;
typedef char two_records[sizeof(record) * 2 == RECORDS ? 1 : -1];

static int channel_of(const call *c)
{
    return c->kind == SEND || c->kind == RECV ? c->peer : c->comm->size;
}

static record *records_to(const call *c, const cucore_buffer *buffer)
{
    return (record *)buffer->ptr + 2 * channel_of(c);
}

static record *records_from(const call *c, const cucore_buffer *buffer, int rank)
{
    const int size = c->comm->size, before = channel_of(c) == size ? 2 * size + 1 : size + 1;
    return (record *)buffer->ptr + 2 * ((int64_t)before + rank);
}

static void record_add(record *r, const call *c)
{
    const cucore_view *v = &c->v[c->kind == RECV];
    const int pair = c->kind == SEND || c->kind == RECV;
    const int64_t elements = cucore_view_size(v);
    const int64_t words[] = {pair ? SEND : c->kind, c->op, c->kind == BROADCAST ? c->peer : 0, elements,
                             cucore_dtype_id(v->dtype)};
    int i;
    for (i = 0; i < 5; i++) r->hash = (r->hash ^ (uint64_t)words[i]) * UINT64_C(1099511628211);
    for (i = 0; !pair && i < v->layout.ndim; i++) {
        r->hash = (r->hash ^ (uint64_t)v->layout.shape[i]) * UINT64_C(1099511628211);
    }
    r->calls++;
    r->kind = c->kind;
    r->dtype = cucore_dtype_id(v->dtype);
    r->elements += elements;
}

static void record_format(const record *r, char *text, size_t size)
{
    const cucore_dtype dtype =
        cucore_dtype_make((int)(r->dtype & 255), (int)(r->dtype >> 8 & 255), (int)(r->dtype >> 16));
    char name[64];
    cucore_dtype_to_name(dtype, name, sizeof name);
    if (r->calls < 0) snprintf(text, size, "refuses its arguments");
    if (r->calls == 0) snprintf(text, size, "calls nothing");
    if (r->calls == 1) {
        snprintf(text, size, "calls %s of %lld %s", kind_names[r->kind % KINDS], (long long)r->elements, name);
    }
    if (r->calls > 1) snprintf(text, size, "has %d calls of %lld elements", (int)r->calls, (long long)r->elements);
}

static int compare(failure *f, const call *c, const record *ours, const record *theirs, int rank)
{
    char here[128], there[128];
    if (ours->calls == theirs->calls && ours->hash == theirs->hash) return 0;
    record_format(ours, here, sizeof here);
    record_format(theirs, there, sizeof there);
    return fail(f, PyExc_ValueError, "the ranks disagree: rank %d %s, rank %d %s%s", c->comm->rank, here, rank, there,
                strcmp(here, there) ? "" : " of another shape, operation or root");
}

static int records_compare(failure *f, const call *c)
{
    const record *ours = records_to(c, &c->comm->on_host), *theirs = records_from(c, &c->comm->on_host, c->peer);
    int rank;
    if (channel_of(c) < c->comm->size) {
        if (c->peer == c->comm->rank) theirs = ours;
        return compare(f, c, &ours[0], &theirs[1], c->peer) < 0 ? -1 : compare(f, c, &ours[1], &theirs[0], c->peer);
    }
    for (rank = 0; rank < c->comm->size; rank++) {
        if (compare(f, c, ours, records_from(c, &c->comm->on_host, rank), rank) < 0) return -1;
    }
    return 0;
}

static int records_upload(failure *f, call *c)
{
    const cucore_buffer *host = &c->comm->on_host, *device = &c->comm->on_device;
    if (c->checked != 1) return 0;
    return check(f, cucore_memory_copy(records_to(c, device), records_to(c, host), RECORDS, c->comm->stream.handle));
}

static int records_exchange(failure *f, call *c)
{
    const cucore_buffer *device = &c->comm->on_device;
    const CUstream stream = c->comm->stream.handle;
    const nccl_comm comm = c->handle;
    record *to = records_to(c, device), *from = records_from(c, device, c->peer);
    int result;
    if (c->checked != 1) return 0;
    if (channel_of(c) == c->comm->size) {
        result = nccl.AllGather(to, records_from(c, device, 0), RECORDS, NCCL_UINT8, comm, stream);
        return check_nccl(f, result, "ncclAllGather", comm);
    }
    if (c->peer == c->comm->rank) return 0;
    if (check_nccl(f, nccl.Send(to, RECORDS, NCCL_UINT8, c->peer, comm, stream), "ncclSend", comm) < 0) return -1;
    return check_nccl(f, nccl.Recv(from, RECORDS, NCCL_UINT8, c->peer, comm, stream), "ncclRecv", comm);
}

static int records_download(failure *f, call *c)
{
    const int all = channel_of(c) == c->comm->size, first = all ? 0 : c->peer;
    const record *from = records_from(c, &c->comm->on_device, first);
    if (c->checked != 1) return 0;
    if (check(f, cucore_memory_copy(records_from(c, &c->comm->on_host, first), from,
                                    all ? RECORDS * (size_t)c->comm->size : RECORDS, c->comm->stream.handle)) < 0) {
        return -1;
    }
    return check(f, cucore_event_record(c->comm->done.handle, c->comm->stream.handle));
}

/* Counts the calls, and chooses those that are checked now: all that share a channel, or none of them.  1 | 0: none | -1 */
static int calls_choose(failure *f, batch *b)
{
    call *calls = b->calls;
    Py_ssize_t i, k;
    int chosen = 0, captured;
    for (i = 0; i < b->count; i++) {
        Communicator *comm = calls[i].comm;
        for (k = 0; k < i && (calls[k].comm != comm || channel_of(&calls[k]) != channel_of(&calls[i])); k++) continue;
        if (k < i) {
            calls[i].checked = calls[k].checked ? 2 : 0;
        } else {
            const int64_t n = comm->channels[channel_of(&calls[i])].calls++;
            calls[i].checked = comm->checks == ALWAYS || (comm->checks == AUTO && (n < 32 || !(n & (n - 1))));
        }
        chosen |= calls[i].checked;
    }
    if (!chosen) return 0;
    captured = calls_in_context(f, b, call_is_captured);
    return captured < 0 ? -1 : !captured;
}

static int records_all_exchange(failure *f, void *of)
{
    return calls_in_group(f, (batch *)of, records_exchange);
}

/* `refused`: a call of this rank cannot be made, which the others are told, so that they need not wait for it. */
static int calls_agree(failure *f, batch *b, int refused)
{
    Py_ssize_t i;
    int failed = 0, aside = 0;
    for (i = 0; i < b->count; i++) {
        call *c = &b->calls[i];
        record *r = records_to(c, &c->comm->on_host);
        if (c->checked == 1) memset(r, 0, RECORDS);
        if (c->checked && refused) r[0].calls = r[1].calls = -1;
        if (c->checked && !refused) record_add(&r[c->kind == RECV], c);
        if (c->checked == 1) aside |= see(&c->comm->channels[channel_of(c)].seen, KINDS);
    }
    Py_BEGIN_ALLOW_THREADS
    failed = calls_in_context(f, b, records_upload) < 0;
    Py_END_ALLOW_THREADS
    if (failed || (aside ? enter_aside : enter_here)(f, &b->comms, records_all_exchange, b) < 0) return -1;
    Py_BEGIN_ALLOW_THREADS
    failed = calls_in_context(f, b, records_download) < 0;
    Py_END_ALLOW_THREADS
    for (i = 0; i < b->comms.count && !failed; i++) {
        Communicator *comm = b->comms.items[i];
        const comm_list list = {&comm, NULL, 1, comm->timeout};
        failed = wait_for(f, &list, comm_is_done, comm) < 0;
    }
    for (i = 0; i < b->count && !failed && !refused; i++)
        failed = b->calls[i].checked == 1 && records_compare(f, &b->calls[i]) < 0;
    return failed ? -1 : 0;
}
