/* ------------------------------------------------------------------------------------------------- >>impl-late -- */
/* core/late.c: owners that are released after the work of a stream, or with a graph. */
#if !defined(CUCORE_KEPT_MAX)
#define CUCORE_KEPT_MAX 1024
#endif
#if !defined(CUCORE_KEPT_BYTES)
#define CUCORE_KEPT_BYTES (UINT64_C(1) << 30)
#endif

/* An owner that is kept.  A home is where it has to be released: 0 for any thread, else a number of an interpreter. */
typedef struct cucore__late_owner {
    struct cucore__late_owner *next;
    cucore_owner owner;
    uint64_t home;
    uint64_t nbytes;
} cucore__late_owner;

typedef struct cucore__late_owners {
    cucore__late_owner *first, *last;
} cucore__late_owners;

/* What owners wait for: an event on a stream, or the end of a graph, whose number has the bit CUCORE__LATE_GRAPH. */
typedef struct cucore__late_point {
    struct cucore__late_point *next;
    cucore__late_owners owners;
    uint64_t number; /* later points have larger numbers */
    uint64_t id;     /* of the context if it may be destroyed, else 0; of the capture */
    CUcontext context;
    CUevent event;
    int users; /* threads that ask the driver about the event, which must stay; or graphs that hold the point */
    int is_done;
    int is_out; /* of the list, and idle when no thread asks about it */
} cucore__late_point;

#define CUCORE__LATE_GRAPH (UINT64_C(1) << 63)

/* All is changed under the lock, which is held while neither the driver nor a release function is called: the driver
 * calls cucore__late_graph_ended under locks of its own. */
static struct {
    cucore__late_point *last, *idle, *graphs;
    cucore__late_owners ready;
    uint64_t number; /* of the last point */
    uint64_t passed; /* points up to this number are done */
    uint64_t nbytes; /* that wait for a stream */
    uint64_t owners, host_waits;
    size_t points;
    CUCORE__ATOMIC(cucore__late_point *) first; /* the oldest */
    CUCORE__ATOMIC(int) has_ready;
} cucore__late;

#if defined(_WIN32)
static SRWLOCK cucore__late_lock = SRWLOCK_INIT;
#define CUCORE__LATE_LOCK() AcquireSRWLockExclusive(&cucore__late_lock)
#define CUCORE__LATE_UNLOCK() ReleaseSRWLockExclusive(&cucore__late_lock)
#else
static pthread_mutex_t cucore__late_lock = PTHREAD_MUTEX_INITIALIZER;
#define CUCORE__LATE_LOCK() pthread_mutex_lock(&cucore__late_lock)
#define CUCORE__LATE_UNLOCK() pthread_mutex_unlock(&cucore__late_lock)
#endif

/* Returns the home that an owner would have if it were kept by this thread now.  Set before the first view of Python is
 * made, since core/ does not use Python. */
typedef uint64_t (*cucore__late_homes)(const cucore_owner *owner);
static CUCORE__ATOMIC(cucore__late_homes) cucore__late_home;

CUCORE__PRIVATE uint64_t cucore__late_home_of(const cucore_owner *owner)
{
    cucore__late_homes home = CUCORE__LOAD(&cucore__late_home);
    return home ? home(owner) : 0;
}

CUCORE__PRIVATE void cucore__late_append(cucore__late_owners *list, cucore__late_owner *one)
{
    one->next = NULL;
    if (list->first) {
        list->last->next = one;
    } else {
        list->first = one;
    }
    list->last = one;
}

/* Moves the owners of a point to those that may be released; under the lock. */
CUCORE__PRIVATE void cucore__late_make_ready(cucore__late_point *point)
{
    cucore__late_owner *one, *next;
    for (one = point->owners.first; one; one = next) {
        next = one->next;
        if (!(point->number & CUCORE__LATE_GRAPH)) cucore__late.nbytes -= one->nbytes;
        cucore__late_append(&cucore__late.ready, one);
        CUCORE__STORE(&cucore__late.has_ready, 1);
    }
    point->owners.first = NULL;
}

/* Returns 1 if owners wait for a stream, or may be released. */
CUCORE__PRIVATE inline int cucore__late_is_any(void)
{
    return !CUCORE__LIKELY(!CUCORE__LOAD(&cucore__late.first)) ||
           !CUCORE__LIKELY(!CUCORE__LOAD(&cucore__late.has_ready));
}

/* Returns 1 if the event is done, or gone with its context and the memory in it.  If the driver fails to wait for the
 * event it is asked to wait for the context; if it fails at that the context is broken, and its work has ended. */
CUCORE__PRIVATE int cucore__late_ask(const cucore__late_point *point, int may_wait)
{
    cucore__CUstreamCaptureMode mode;
    cucore__CUresult result = CUCORE__CUDA_SUCCESS;
    unsigned long long id = 0;
    void *held;
    int exchanged, is_done;
    if (point->id) {
        result = cucore__driver.CtxGetId(point->context, &id);
        if (cucore__event_does_not_fit(result) || (!result && id != point->id)) return 1;
    }
    held = may_wait ? cucore__wait_begin() : NULL;
    exchanged = cucore__relaxed_begin(&mode);
    result = may_wait ? cucore__driver.EventSynchronize(point->event) : cucore__driver.EventQuery(point->event);
    cucore__relaxed_end(exchanged, &mode);
    is_done = !result || cucore__event_does_not_fit(result);
    if (may_wait && !is_done) (void)cucore__context_synchronize(point->context);
    cucore__wait_end(held);
    return is_done || may_wait;
}

/* Lets a point that is out of the list be used again, unless a thread asks about it; under the lock. */
CUCORE__PRIVATE void cucore__late_make_idle(cucore__late_point *point)
{
    if (!point->is_out || point->users) return;
    point->next = cucore__late.idle;
    cucore__late.idle = point;
}

/* Asks about the oldest point, or waits for it, and ends all points that are done up to the first that is not; also one
 * that another thread still asks about, which may wait for the GIL that this thread holds (rules B122).
 * -> 0: the oldest is not done, or there is none */
CUCORE__PRIVATE CUCORE__APART int cucore__late_step(int may_wait)
{
    cucore__late_point *point;
    int is_done;
    CUCORE__LATE_LOCK();
    point = CUCORE__LOAD(&cucore__late.first);
    if (point) point->users++;
    is_done = point && point->is_done;
    CUCORE__LATE_UNLOCK();
    if (!point) return 0;
    if (!is_done) is_done = cucore__late_ask(point, may_wait);
    CUCORE__LATE_LOCK();
    point->users--;
    point->is_done |= is_done;
    cucore__late_make_idle(point);
    while ((point = CUCORE__LOAD(&cucore__late.first)) != NULL && point->is_done) {
        CUCORE__STORE(&cucore__late.first, point->next);
        cucore__late.points--;
        cucore__late.passed = point->number;
        cucore__late_make_ready(point);
        point->is_out = 1;
        cucore__late_make_idle(point);
    }
    CUCORE__LATE_UNLOCK();
    return is_done;
}

/* Notes which owners may be released by now, for calls that may call the driver. */
CUCORE__PRIVATE inline void cucore__late_look(void)
{
    if (CUCORE__LIKELY(!CUCORE__LOAD(&cucore__late.first)) || !cucore__driver_is_ready()) return;
    while (cucore__late_step(0)) {
    }
}

CUCORE_API void cucore_owner_release(cucore_owner *owner)
{
    cucore_owner held;
    if (!owner || !owner->release) return;
    held = *owner;
    memset(owner, 0, sizeof *owner);
    held.release(held.owner);
}

/* Releases the owners that may be released, except those of other interpreters.  The driver is not called here, but
 * release functions may call it. */
CUCORE__PRIVATE CUCORE__APART void cucore__late_release_ready(void)
{
    const cucore_error error = cucore__error;
    cucore__late_owners list, others;
    cucore__late_owner *one, *next;
    if (!cucore__driver_is_ready()) return; /* owners and lock are the parent's (rules B88) */
    others.first = others.last = NULL;
    CUCORE__LATE_LOCK();
    list = cucore__late.ready;
    cucore__late.ready.first = NULL;
    CUCORE__STORE(&cucore__late.has_ready, 0);
    CUCORE__LATE_UNLOCK();
    for (one = list.first; one; one = next) {
        next = one->next;
        if (one->home && one->home != cucore__late_home_of(&one->owner)) {
            cucore__late_append(&others, one);
            continue;
        }
        cucore_owner_release(&one->owner);
        free(one);
        CUCORE__LATE_LOCK();
        cucore__late.owners--;
        CUCORE__LATE_UNLOCK();
    }
    CUCORE__LATE_LOCK();
    for (one = others.first; one; one = next) {
        next = one->next;
        cucore__late_append(&cucore__late.ready, one);
    }
    CUCORE__LATE_UNLOCK();
    cucore__error = error;
}

/* Drops the owners that belong to Python, whose interpreters have ended, without a call of either. */
CUCORE__PRIVATE void cucore__late_forget(cucore__late_owners *list)
{
    cucore__late_owner *one = list->first, *next;
    list->first = NULL;
    for (; one; one = next) {
        next = one->next;
        if (one->home) {
            cucore__late.owners--;
            free(one);
        } else {
            cucore__late_append(list, one);
        }
    }
}

CUCORE__PRIVATE void cucore__late_forget_homes(void)
{
    cucore__late_point *point;
    if (!cucore__driver_is_ready()) return;
    CUCORE__LATE_LOCK();
    for (point = CUCORE__LOAD(&cucore__late.first); point; point = point->next) cucore__late_forget(&point->owners);
    for (point = cucore__late.graphs; point; point = point->next) cucore__late_forget(&point->owners);
    cucore__late_forget(&cucore__late.ready);
    CUCORE__LATE_UNLOCK();
}

#if defined(CUCORE_DEBUG)
CUCORE__PRIVATE void cucore__late_report(void)
{
    fprintf(stderr, "cucore: %lu owners are kept at exit, %lu points were made, the host waited %lu times\n",
            (unsigned long)cucore__late.owners, (unsigned long)cucore__late.number,
            (unsigned long)cucore__late.host_waits);
}
#endif

/* Waits for the oldest points until there is room for one more, and for its bytes. */
CUCORE__PRIVATE void cucore__late_make_room(void)
{
    int is_full;
    do {
        CUCORE__LATE_LOCK();
        is_full = cucore__late.points + 1 > (size_t)CUCORE_KEPT_MAX ||
                  (cucore__late.nbytes > CUCORE_KEPT_BYTES && cucore__late.points > 1);
        if (is_full) cucore__late.host_waits++;
        CUCORE__LATE_UNLOCK();
    } while (is_full && cucore__late_step(1));
}

/* Takes a point for the current context, with an event of it if one is idle.  NULL with an error. */
CUCORE__PRIVATE cucore__late_point *cucore__late_point_take(CUcontext context)
{
    const uint64_t id = cucore__context_stays(context) ? 0 : (uint64_t)cucore__context_id(context);
    cucore__late_point **link, *point;
    if (!id && cucore__context_known(context) < 0) {
        (void)cucore_fail(CUCORE_UNSUPPORTED, "the driver cannot distinguish the context from a later one");
        return NULL;
    }
    CUCORE__LATE_LOCK();
    for (link = &cucore__late.idle; *link && ((*link)->context != context || (*link)->id != id);
         link = &(*link)->next) {
    }
    point = *link;
    if (point) *link = point->next;
    CUCORE__LATE_UNLOCK();
    if (!point) point = (cucore__late_point *)calloc(1, sizeof *point);
    if (!point) (void)cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *point);
    if (!point) return NULL;
    point->context = context;
    point->id = id;
    point->is_done = point->is_out = 0;
    return point;
}

/* Puts a new point on a stream that is not captured.  `follower` is another stream that waits for it, or NULL.  On
 * error there is no new point. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__late_mark(const cucore__place *place, const cucore__place *follower,
                                                              uint64_t *number)
{
    cucore__place whole;
    cucore__late_point *point;
    cucore__event_slot slot;
    cucore_context_guard guard;
    cucore_status status;
    if (!cucore__driver.EventQuery || !cucore__driver.EventSynchronize) return cucore__fail_missing("cuEventQuery");
    cucore__late_look();
    cucore__late_make_room();
    status = cucore__place_complete(place, &whole);
    if (!status) status = cucore_context_enter(whole.context, &guard);
    if (status) return status;
    point = cucore__late_point_take(whole.context);
    if (point) {
        slot.event = point->event;
        status = cucore__event_slot_record(&slot, whole.stream);
        point->event = slot.event;
        if (!status && follower) status = cucore__place_wait_event(follower, point->event);
    } else {
        status = cucore_last_error()->status;
    }
    cucore_context_leave(&guard);
    if (!point) return status;
    CUCORE__LATE_LOCK();
    if (status) {
        point->next = cucore__late.idle;
        cucore__late.idle = point;
    } else {
        *number = point->number = ++cucore__late.number;
        point->next = NULL;
        if (CUCORE__LOAD(&cucore__late.first)) {
            cucore__late.last->next = point;
        } else {
            CUCORE__STORE(&cucore__late.first, point);
        }
        cucore__late.last = point;
        cucore__late.points++;
    }
    CUCORE__LATE_UNLOCK();
#if defined(CUCORE_DEBUG)
    if (!status && *number == 1 && getenv("CUCORE_REPORT_KEPT")) (void)atexit(cucore__late_report);
#endif
    return status;
}

/* Is called by a thread of the driver when a graph and what was instantiated from it are gone: it may neither call the
 * driver nor take the GIL, so that owners are only marked. */
CUCORE__PRIVATE void CUCORE__CUDAAPI cucore__late_graph_ended(void *data)
{
    cucore__late_point *point = (cucore__late_point *)data, **link;
    CUCORE__LATE_LOCK();
    if (--point->users) {
        point = NULL;
    } else {
        for (link = &cucore__late.graphs; *link && *link != point; link = &(*link)->next) {
        }
        if (*link) *link = point->next;
        cucore__late_make_ready(point);
    }
    CUCORE__LATE_UNLOCK();
    free(point);
}

CUCORE__PRIVATE cucore__late_point *cucore__late_graph_find(uint64_t number, uint64_t capture_id)
{
    cucore__late_point *point = cucore__late.graphs;
    while (point && point->number != number && (!capture_id || point->id != capture_id)) point = point->next;
    return point;
}

/* Makes the graph that a stream is captured into hold the point, which counts it already. */
CUCORE__PRIVATE cucore_status cucore__late_graph_hold(const cucore__place *place, cucore__late_point *point)
{
    cucore__CUstreamCaptureStatus capture;
    cucore__CUgraph graph = NULL;
    cucore__CUuserObject object = NULL;
    uint64_t id;
    cucore_status status = CUCORE__CALL(
        UserObjectCreate, (&object, point, cucore__late_graph_ended, 1u, CUCORE__CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    if (status) {
        cucore__late_graph_ended(point);
        return status;
    }
    CUCORE__CALL_IN(status, place->context, StreamGetCaptureInfo_v2,
                    (place->stream, &capture, &id, &graph, NULL, NULL));
    if (!status) status = CUCORE__CALL(GraphRetainUserObject, (graph, object, 1u, CUCORE__CU_GRAPH_USER_OBJECT_MOVE));
    if (status) (void)cucore__driver.UserObjectRelease(object, 1);
    return status;
}

/* Notes that owners are to live as long as the graph that a stream is captured into; without an effect if the driver
 * has no such graphs, or the capture is broken.  A second graph holds the point of the first also. */
CUCORE__PRIVATE CUCORE__APART cucore_status cucore__late_graph(const cucore__place *place, uint64_t capture_id,
                                                               uint64_t *number)
{
    cucore__late_point *fresh, *point;
    cucore_status status;
    int is_held;
    if (!cucore__driver.UserObjectCreate || !cucore__driver.UserObjectRelease ||
        !cucore__driver.GraphRetainUserObject || !cucore__driver.StreamGetCaptureInfo_v2 || !capture_id) {
        return CUCORE_OK;
    }
    fresh = (cucore__late_point *)calloc(1, sizeof *fresh);
    if (!fresh) return cucore_fail(CUCORE_OUT_OF_MEMORY, "no memory for %d bytes of bookkeeping", (int)sizeof *fresh);
    CUCORE__LATE_LOCK();
    point = *number & CUCORE__LATE_GRAPH ? cucore__late_graph_find(*number, 0) : NULL;
    if (!point) point = cucore__late_graph_find(0, capture_id);
    is_held = point && point->id == capture_id;
    if (!point) {
        point = fresh;
        fresh = NULL;
        point->number = ++cucore__late.number | CUCORE__LATE_GRAPH;
        point->id = capture_id;
        point->next = cucore__late.graphs;
        cucore__late.graphs = point;
    }
    *number = point->number;
    if (!is_held) point->users++;
    CUCORE__LATE_UNLOCK();
    free(fresh);
    status = is_held ? CUCORE_OK : cucore__late_graph_hold(place, point);
    return status;
}

/* Lets an owner wait for a point.  -1: there is no memory to note it. 0: the point is passed already. */
CUCORE__PRIVATE int cucore__late_keep(const cucore_owner *owner, uint64_t number, uint64_t nbytes)
{
    cucore__late_owner *one = (cucore__late_owner *)malloc(sizeof *one);
    cucore__late_point *point = NULL;
    if (!one) return -1;
    one->owner = *owner;
    one->home = cucore__late_home_of(owner);
    one->nbytes = nbytes;
    CUCORE__LATE_LOCK();
    if (number & CUCORE__LATE_GRAPH) {
        point = cucore__late_graph_find(number, 0);
    } else if (number > cucore__late.passed) {
        point = cucore__late.last;
        if (point->number != number) point = CUCORE__LOAD(&cucore__late.first);
        while (point->number < number) point = point->next;
        cucore__late.nbytes += nbytes;
    }
    if (point) {
        cucore__late_append(&point->owners, one);
        cucore__late.owners++;
    }
    CUCORE__LATE_UNLOCK();
    if (!point) free(one);
    return point != NULL;
}

/* Waits for a point of a stream, and those before it. */
CUCORE__PRIVATE void cucore__late_wait(uint64_t number)
{
    int is_passed;
    do {
        CUCORE__LATE_LOCK();
        is_passed = number & CUCORE__LATE_GRAPH || number <= cucore__late.passed;
        CUCORE__LATE_UNLOCK();
    } while (!is_passed && cucore__late_step(1));
}

/* Releases an owner now, or keeps it until its point is passed. */
CUCORE__PRIVATE void cucore__late_release(cucore_owner *owner, uint64_t number, uint64_t nbytes)
{
    int kept = cucore__driver_is_ready() ? cucore__late_keep(owner, number, nbytes) : 0;
    if (kept < 0) cucore__late_wait(number);
    if (kept <= 0) cucore_owner_release(owner);
}

/* What cucore_view_detach gives for a view whose work may still run. */
typedef struct cucore__late_detached {
    cucore_owner owner;
    uint64_t number, nbytes;
} cucore__late_detached;

CUCORE__PRIVATE void cucore__late_free_detached(void *data)
{
    cucore__late_detached *held = (cucore__late_detached *)data;
    cucore__late_release(&held->owner, held->number, held->nbytes);
    free(held);
    if (CUCORE__LOAD(&cucore__late.has_ready)) cucore__late_release_ready();
}

/* Waits for all points of streams, releases what may be released, and destroys the idle events. */
CUCORE__PRIVATE void cucore__late_trim(void)
{
    cucore__late_point *point, *next;
    if (!cucore__driver_is_ready()) return;
    while (cucore__late_step(1)) {
    }
    cucore__late_release_ready();
    CUCORE__LATE_LOCK();
    point = cucore__late.idle;
    cucore__late.idle = NULL;
    CUCORE__LATE_UNLOCK();
    for (; point; point = next) {
        next = point->next;
        /* the events of a context that is gone are not destroyed: other events may have their handles now */
        if (point->event && (!point->id || cucore__context_id(point->context) == point->id))
            (void)cucore__driver.EventDestroy(point->event);
        free(point);
    }
}
