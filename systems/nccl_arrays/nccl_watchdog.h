/* Time limits for calls that wait inside NCCL.  nccl_arrays.c includes this file behind Communicator, failure and check_nccl.
 *
 * The communicators are NCCL's blocking ones, because NCCL starts a thread for each call of the others.  A blocking call returns at
 * once if NCCL is connected and the stream takes more work.  Otherwise the call waits for other ranks: for ever, if one of them is
 * gone.  ncclCommAbort in another thread ends that, and two things call it:
 *
 * - The watchdog, one thread for the process, looks after calls that their own threads make (enter_here).  Such a call puts itself
 *   on the watchdog's list, which costs two locks that are free.  The watchdog aborts the communicators of a call that is on the
 *   list for too long.
 * - A caller whose call another thread makes (enter_aside) looks after it without the watchdog.  It can look for Ctrl-C meanwhile,
 *   and goes on if NCCL never comes back.  The start of a thread is the price, so these are calls that probably wait or that are
 *   rare: communicators are made and closed, NCCL connects.
 *
 * No thread that this file starts calls Python or holds the GIL.  A forked child has none of them and needs none, because the
 * driver does not work there either. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The communicators of a call. */
typedef struct comm_list {
    Communicator **items;
    nccl_comm *
        handles; /* what ncclCommAbort takes, for each item; NULL before there are handles, and after they were aborted */
    Py_ssize_t count;
    double seconds; /* that the call may take */
} comm_list;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* -- waiting ------------------------------------------------------------------------------------------------------- */
/* Returns 1 if something has happened, 0 if it has not, -1 with a failure. */
typedef int question(failure *f, void *of);

/* Asks until the answer is not 0, or until the time is `until`.  Returns the last answer. */
static int poll(failure *f, question *happened, void *of, double until)
{
    const struct timespec pause = {0, 50000};
    const double began = now();
    for (;;) {
        const int answer = happened(f, of);
        if (answer || now() > until) return answer;
        if (now() > began + 2e-4) nanosleep(&pause, NULL); /* what takes so long may as well take a little longer */
    }
}

static int fail_in_time(failure *f, const comm_list *comms)
{
    const Communicator *first = comms->items[0];
    return fail(f, PyExc_TimeoutError, "NCCL: rank %d of %d has waited for %g s", first->rank, first->size,
                comms->seconds);
}

/* Waits until something has happened, for `comms->seconds` or until Ctrl-C.  The caller holds the GIL, which is released meanwhile.
 * Returns 0, or -1 with a failure. */
static int wait_for(failure *f, const comm_list *comms, question *happened, void *of)
{
    const double until = now() + comms->seconds;
    int answer;
    for (;;) {
        Py_BEGIN_ALLOW_THREADS
        answer = poll(f, happened, of, now() + 0.05 < until ? now() + 0.05 : until);
        Py_END_ALLOW_THREADS
        if (answer) return answer < 0 ? -1 : 0;
        if (PyErr_CheckSignals() < 0) return fail(f, PyExc_BaseException, "interrupted");
        if (now() >= until) return fail_in_time(f, comms);
    }
}

/* -- tasks --------------------------------------------------------------------------------------------------------- */
/* A function that a thread of its own runs.  Whoever starts a task frees it after its end; a task without end is never freed. */
typedef struct task {
    void (*act)(struct task *self);
    pthread_t thread;
    int device; /* whose context is current */
    int ended;
} task;

static void *task_main(void *object)
{
    task *self = (task *)object;
    cucore_context_guard guard;
    /* NCCL restores the current device, which is 0 in a new thread: that would make a context on device 0. */
    const int entered = cucore_context_enter_device(self->device, &guard) == CUCORE_OK;
    self->act(self);
    if (entered) cucore_context_leave(&guard);
    __atomic_store_n(&self->ended, 1, __ATOMIC_RELEASE);
    return NULL;
}

static int task_start(failure *f, task *self)
{
    const int error = pthread_create(&self->thread, NULL, task_main, self);
    return error ? fail(f, PyExc_RuntimeError, "NCCL: no thread for a call: %s", strerror(error)) : 0;
}

static int task_has_ended(failure *f, void *of)
{
    (void)f;
    return __atomic_load_n(&((task *)of)->ended, __ATOMIC_ACQUIRE);
}

static int task_ends(task *self, double seconds)
{
    return poll(NULL, task_has_ended, self, now() + seconds);
}

static void task_free(task *self)
{
    pthread_join(self->thread, NULL);
    free(self);
}

/* -- aborts -------------------------------------------------------------------------------------------------------- */
/* A task that calls ncclCommAbort, which may never come back.
 *
 * ncclCommAbort sets flags that end kernels and calls, and frees the communicator, even if a blocking call still uses it: NCCL
 * joins its own threads, which make calls that do not block, but does not know who waits in calls that do.  In a group NCCL sets
 * the flags at once and frees at the end of the group.  The task ends the group when nobody is inside any more. */
enum { SOMEBODY_IS_INSIDE, NOBODY_IS_INSIDE, SOMEBODY_STAYS_INSIDE };
typedef struct ending {
    task base;
    int inside; /* one of the three above; the caller writes it, the task reads it */
    int result; /* the first of NCCL that is no success */
    Py_ssize_t count;
    nccl_comm comms[1]; /* `count` of them */
} ending;

static void ending_act(task *base)
{
    const struct timespec pause = {0, 1000000};
    ending *self = (ending *)base;
    Py_ssize_t i;
    int inside, result = nccl.GroupStart();
    for (i = 0; i < self->count; i++) {
        const int aborted = self->comms[i] ? nccl.CommAbort(self->comms[i]) : NCCL_SUCCESS;
        if (!result) result = aborted;
    }
    while ((inside = __atomic_load_n(&self->inside, __ATOMIC_ACQUIRE)) == SOMEBODY_IS_INSIDE) nanosleep(&pause, NULL);
    if (inside == NOBODY_IS_INSIDE) self->result = nccl.GroupEnd();
    if (result) self->result = result;
}

/* Starts to abort communicators.  Returns NULL if there are no handles, or no memory or thread. */
static ending *ending_start(const comm_list *comms, int inside)
{
    const nccl_comm *handles = __atomic_load_n(&comms->handles, __ATOMIC_ACQUIRE);
    const size_t nbytes = (size_t)comms->count * sizeof *handles;
    ending *self = handles ? (ending *)calloc(1, sizeof *self + nbytes) : NULL;
    failure f = NO_FAILURE;
    if (!self) return NULL;
    self->base.act = ending_act;
    self->base.device = comms->items[0]->device;
    self->inside = inside;
    self->count = comms->count;
    memcpy(self->comms, handles, nbytes);
    if (task_start(&f, &self->base) == 0) return self;
    free(self);
    return NULL;
}

/* Waits until a task has come back from NCCL.  Aborts its communicators as soon as there are handles.  Returns 1 if it has. */
static int comes_back(task *inside, const comm_list *comms, ending **aborts, double seconds)
{
    const double until = now() + seconds;
    while (now() < until) {
        if (!*aborts) *aborts = ending_start(comms, SOMEBODY_IS_INSIDE);
        if (task_ends(inside, 0.01)) return 1;
    }
    return 0;
}

/* Aborts communicators and waits for that, but not for ever: a thread that has not ended after some seconds is left behind, and `f`
 * says so.  `f` has the reason, `begun` is what the watchdog has begun, `inside` the task that is inside NCCL; both may be NULL.
 * The caller holds the GIL, which is released meanwhile.  Does nothing if all of that was done before. */
static void end_comms(failure *f, comm_list *comms, ending *begun, task *inside)
{
    const double limit = comms->items[0]->timeout, seconds = limit < 1 ? 1 : limit < 10 ? limit : 10;
    const char *left = "", *with_an_error = "";
    ending *aborts = begun;
    size_t length;
    Py_ssize_t i;
    int stays;
    if (!inside && !comms->handles) return;
    for (i = 0; i < comms->count; i++) comms->items[i]->comm = NULL;
    Py_BEGIN_ALLOW_THREADS
    stays = inside && !comes_back(inside, comms, &aborts, seconds);
    if (!aborts && !stays) aborts = ending_start(comms, NOBODY_IS_INSIDE);
    if (aborts) {
        __atomic_store_n(&aborts->inside, stays ? SOMEBODY_STAYS_INSIDE : NOBODY_IS_INSIDE, __ATOMIC_RELEASE);
        if (!task_ends(&aborts->base, seconds)) left = "; ncclCommAbort has not come back, its thread is left behind";
    }
    if (stays) left = "; NCCL has not come back from the call, whose thread and memory are left behind";
    Py_END_ALLOW_THREADS
    __atomic_store_n(&comms->handles, NULL, __ATOMIC_RELEASE);
    if (aborts && task_has_ended(f, &aborts->base)) {
        if (aborts->result) with_an_error = ", with an error";
        task_free(&aborts->base);
    } else if (aborts) {
        pthread_detach(aborts->base.thread);
    }
    if (stays) f->left = 1;
    if (*left && !f->type) fail(f, PyExc_TimeoutError, "NCCL");
    length = strlen(f->text);
    snprintf(f->text + length, sizeof f->text - length, "%s", left);
    for (i = 0; i < comms->count; i++) {
        Communicator *comm = comms->items[i];
        snprintf(comm->why, sizeof comm->why, "the communicator was aborted%s: %s", with_an_error, f->text);
    }
}

/* -- the watchdog -------------------------------------------------------------------------------------------------- */
/* A call that is inside NCCL; lies on the stack of its caller. */
typedef struct watch {
    const comm_list *comms;
    double until;
    ending *begun; /* by the watchdog, which then owns the abort of these communicators; NULL: nothing */
    struct watch *next, **link;
} watch;

static struct {
    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t wake;
    int runs, sleeps;
    watch *first;
} watchdog = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, NULL};

/* Looks at the list 20 times a second.  Sleeps after a second without calls on it, until a call wakes it. */
static void *watchdog_main(void *unused)
{
    const struct timespec pause = {0, 50000000};
    int idle = 0;
    (void)unused;
    pthread_mutex_lock(&watchdog.lock);
    for (;;) {
        watch *w;
        for (w = watchdog.first; w; w = w->next) {
            if (!w->begun && now() > w->until) w->begun = ending_start(w->comms, SOMEBODY_IS_INSIDE);
        }
        idle = watchdog.first ? 0 : idle + 1;
        if (idle > 20) {
            watchdog.sleeps = 1;
            while (watchdog.sleeps) pthread_cond_wait(&watchdog.wake, &watchdog.lock);
            idle = 0;
        }
        pthread_mutex_unlock(&watchdog.lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&watchdog.lock);
    }
    return NULL;
}

/* Puts a call on the list.  Starts the watchdog with the first one. */
static int watch_begin(failure *f, watch *w, const comm_list *comms)
{
    pthread_t thread;
    int error = 0;
    w->comms = comms;
    w->until = now() + comms->seconds;
    w->begun = NULL;
    pthread_mutex_lock(&watchdog.lock);
    if (!watchdog.runs && (error = pthread_create(&thread, NULL, watchdog_main, NULL)) == 0) {
        pthread_detach(thread);
        watchdog.runs = 1;
    }
    if (!error) {
        w->link = &watchdog.first;
        w->next = watchdog.first;
        if (w->next) w->next->link = &w->next;
        watchdog.first = w;
    }
    if (watchdog.sleeps) {
        watchdog.sleeps = 0;
        pthread_cond_signal(&watchdog.wake);
    }
    pthread_mutex_unlock(&watchdog.lock);
    return error ? fail(f, PyExc_RuntimeError, "NCCL: no thread for time limits: %s", strerror(error)) : 0;
}

/* Takes a call off the list.  Returns what the watchdog has begun until now, NULL if nothing. */
static ending *watch_end(watch *w)
{
    pthread_mutex_lock(&watchdog.lock);
    *w->link = w->next;
    if (w->next) w->next->link = w->link;
    pthread_mutex_unlock(&watchdog.lock);
    return w->begun;
}

/* -- inside NCCL --------------------------------------------------------------------------------------------------- */
/* Calls NCCL, without the GIL.  Returns 0, or -1 with a failure. */
typedef int action(failure *f, void *of);

/* Acts in this thread, for `comms->seconds`; then the watchdog ends the communicators.  The caller holds the GIL, which is released
 * meanwhile. */
static int enter_here(failure *f, comm_list *comms, action *act, void *of)
{
    ending *begun;
    watch w;
    int failed;
    if (watch_begin(f, &w, comms) < 0) return -1;
    Py_BEGIN_ALLOW_THREADS
    failed = act(f, of) < 0;
    begun = watch_end(&w);
    Py_END_ALLOW_THREADS
    if (!begun) return failed ? -1 : 0;
    fail_in_time(f, comms); /* also if the call was successful after all: its communicators are gone */
    end_comms(f, comms, begun, NULL);
    return -1;
}

typedef struct aside_task {
    task base;
    action *act;
    void *of;
    failure f;
} aside_task;

static void aside_act(task *base)
{
    aside_task *self = (aside_task *)base;
    if (self->act(&self->f, self->of) == 0) self->f.type = NULL;
}

/* Acts in another thread, for `comms->seconds` or until Ctrl-C; then ends the communicators.  If f->left is 1, the thread is still
 * inside NCCL, and what `of` points to must never be freed.  The caller holds the GIL, which is released meanwhile. */
static int enter_aside(failure *f, comm_list *comms, action *act, void *of)
{
    aside_task *self = (aside_task *)calloc(1, sizeof *self);
    if (!self) return fail(f, PyExc_MemoryError, "NCCL: no memory for a call");
    self->base.act = aside_act;
    self->base.device = comms->items[0]->device;
    self->act = act;
    self->of = of;
    if (task_start(f, &self->base) < 0) {
        free(self);
        return -1;
    }
    if (wait_for(f, comms, task_has_ended, self) == 0) {
        *f = self->f;
    } else {
        end_comms(f, comms, NULL, &self->base);
    }
    if (f->left) {
        pthread_detach(self->base.thread);
    } else {
        task_free(&self->base);
    }
    return f->type ? -1 : 0;
}
