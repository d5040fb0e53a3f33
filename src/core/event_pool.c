/* -------------------------------------------------------------------------------------------- >>impl-event-pool -- */
/* core/event_pool.c: events that ordering takes and gives back. */
/* Events of one context.  The thread that sets `busy` has the slot for itself, without a lock.  A thread that counts in
 * `users` keeps the pool: a trim gives it to another context only if no thread uses it, so that no event of one context
 * stays in the pool of another. */
#define CUCORE__POOL_CONTEXTS 16
#define CUCORE__POOL_EVENTS 8
typedef struct cucore__event_slot {
    CUevent event; /* NULL: not created yet */
    CUCORE__ATOMIC(int) busy;
} cucore__event_slot;

typedef struct cucore__event_pool {
    CUCORE__ATOMIC(CUcontext) context;     /* written before anything else of the pool is used; NULL: free */
    CUCORE__ATOMIC(unsigned long long) id; /* the id of the context; 0: a primary one, of a driver that has no ids */
    CUCORE__ATOMIC(int) stays;             /* 1: of a primary context */
    CUCORE__ATOMIC(int) users;
    cucore__event_slot places[CUCORE__POOL_EVENTS];
} cucore__event_pool;
static cucore__event_pool cucore__event_pools[CUCORE__POOL_CONTEXTS];

/* For a stream, the pool whose event was used for it last time; a wrong hint only makes the driver refuse a call. */
#define CUCORE__POOL_HINTS 64
static struct {
    CUCORE__ATOMIC(CUstream) stream;
    CUCORE__ATOMIC(cucore__event_pool *) pool;
} cucore__event_hints[CUCORE__POOL_HINTS];

CUCORE__PRIVATE void cucore__event_hints_clear(void)
{
    int i;
    for (i = 0; i < CUCORE__POOL_HINTS; i++) CUCORE__STORE(&cucore__event_hints[i].stream, (CUstream)NULL);
}

/* Returns 1 if the current context is a primary one.  One that another library made is retained, as any primary context
 * that is worked in. */
CUCORE__PRIVATE int cucore__context_stays(CUcontext current)
{
    CUcontext primary = NULL;
    int device = 0;
    if (cucore__context_known(current) >= 0) return 1;
    if (cucore__driver.CtxGetDevice(&device) != CUCORE__CUDA_SUCCESS) return 0;
    return cucore__context_find_primary(device, &primary) == CUCORE_OK && primary && primary == current;
}

/* Forgets the events that are not in use.  destroy: 0 if they are gone with their context. */
CUCORE__PRIVATE void cucore__event_pool_clear(cucore__event_pool *pool, int destroy)
{
    int i;
    for (i = 0; i < CUCORE__POOL_EVENTS; i++) {
        if (CUCORE__TEST_AND_SET(&pool->places[i].busy)) continue;
        if (destroy && pool->places[i].event) (void)cucore__driver.EventDestroy(pool->places[i].event);
        pool->places[i].event = NULL;
        CUCORE__STORE(&pool->places[i].busy, 0);
    }
}

CUCORE__PRIVATE void cucore__event_pool_leave(cucore__event_pool *pool)
{
    if (pool) (void)CUCORE__ADD(&pool->users, -1);
}

/* Finds the pool of a context and enters it; NULL if there is none. */
CUCORE__PRIVATE cucore__event_pool *cucore__event_pool_search(CUcontext context)
{
    cucore__event_pool *pool;
    int i;
    for (i = 0; i < CUCORE__POOL_CONTEXTS; i++) {
        pool = &cucore__event_pools[i];
        if (CUCORE__LOAD(&pool->context) != context) continue;
        (void)CUCORE__ADD(&pool->users, 1);
        if (CUCORE__LOAD(&pool->context) == context) return pool;
        cucore__event_pool_leave(pool); /* a trim was first */
    }
    return NULL;
}

/* Makes a pool for the current context and enters it; NULL if there is no room. */
CUCORE__PRIVATE CUCORE__APART cucore__event_pool *cucore__event_pool_make(CUcontext context, unsigned long long id,
                                                                          int stays)
{
    cucore__event_pool *pool;
    int i;
    CUCORE__LOCK();
    pool = cucore__event_pool_search(context); /* another thread may have been first */
    for (i = 0; i < CUCORE__POOL_CONTEXTS && !pool; i++) {
        if (CUCORE__LOAD(&cucore__event_pools[i].context)) continue;
        pool = &cucore__event_pools[i];
        (void)CUCORE__ADD(&pool->users, 1);
        CUCORE__STORE(&pool->id, id);
        CUCORE__STORE(&pool->stays, stays);
        CUCORE__STORE(&pool->context, context);
    }
    CUCORE__UNLOCK();
    return pool;
}

/* Returns the pool of the current context, which cucore__event_pool_leave gives back; NULL if there is no room, or if
 * the driver cannot distinguish the context from an earlier one. */
CUCORE__PRIVATE cucore__event_pool *cucore__event_pool_enter(CUcontext context)
{
    cucore__event_pool *pool = cucore__event_pool_search(context);
    unsigned long long id = cucore__context_id(context);
    const int stays = pool ? 0 : cucore__context_stays(context);
    if (!pool) return id || (stays && !cucore__driver.CtxGetId) ? cucore__event_pool_make(context, id, stays) : NULL;
    if (CUCORE__LOAD(&pool->id) == id) return pool;
    if (!id) { /* the driver failed to return the id */
        cucore__event_pool_leave(pool);
        return NULL;
    }
    CUCORE__LOCK(); /* the context that had this address is gone, or was reset, and its events with it */
    if (CUCORE__LOAD(&pool->id) != id) {
        cucore__event_hints_clear();
        cucore__event_pool_clear(pool, 0);
    }
    CUCORE__STORE(&pool->id, id);
    CUCORE__UNLOCK();
    return pool;
}

CUCORE__PRIVATE unsigned cucore__event_hint_index(CUstream stream)
{
    return (unsigned)(((uint64_t)(uintptr_t)stream * 0x9E3779B97F4A7C15u) >> 32) % CUCORE__POOL_HINTS;
}

CUCORE__PRIVATE inline cucore__event_pool *cucore__event_hint_find(CUstream stream)
{
    unsigned i = cucore__event_hint_index(stream);
    if (!CUCORE__LIKELY(CUCORE__LOAD(&cucore__event_hints[i].stream) == stream)) return NULL;
    return CUCORE__LOAD(&cucore__event_hints[i].pool);
}

/* Sets a hint, only for contexts that stay, and if the driver reports captures. */
CUCORE__PRIVATE void cucore__event_hint_set(CUstream stream, cucore__event_pool *pool)
{
    unsigned i = cucore__event_hint_index(stream);
    if (!pool || !CUCORE__LOAD(&pool->stays) || !cucore__driver.StreamGetCaptureInfo) return;
    CUCORE__STORE(&cucore__forked_also, &cucore__event_hints_clear); /* before there is a hint */
    CUCORE__STORE(&cucore__event_hints[i].pool, pool);
    CUCORE__STORE(&cucore__event_hints[i].stream, stream);
}

CUCORE__PRIVATE inline int cucore__event_slot_try(cucore__event_slot *slot)
{
    return CUCORE__LIKELY(!CUCORE__LOAD(&slot->busy)) && CUCORE__LIKELY(!CUCORE__TEST_AND_SET(&slot->busy));
}

CUCORE__PRIVATE CUCORE__APART cucore__event_slot *cucore__event_slot_search(cucore__event_pool *pool)
{
    int i;
    for (i = 0; i < CUCORE__POOL_EVENTS; i++) {
        if (cucore__event_slot_try(&pool->places[i])) return &pool->places[i];
    }
    return NULL;
}

/* NULL: more threads than slots */
CUCORE__PRIVATE inline cucore__event_slot *cucore__event_slot_of(cucore__event_pool *pool)
{
    return CUCORE__LIKELY(cucore__event_slot_try(&pool->places[0])) ? &pool->places[0]
                                                                    : cucore__event_slot_search(pool);
}

/* Returns a slot to use: `own` if there is no pool, or no free slot in it. */
CUCORE__PRIVATE cucore__event_slot *cucore__event_slot_take(cucore__event_pool *pool, cucore__event_slot *own)
{
    cucore__event_slot *slot = pool ? cucore__event_slot_of(pool) : NULL;
    own->event = NULL;
    return slot ? slot : own;
}

CUCORE__PRIVATE void cucore__event_slot_put(cucore__event_slot *slot, cucore__event_slot *own)
{
    if (slot != own) {
        CUCORE__STORE(&slot->busy, 0);
    } else if (own->event) {
        (void)cucore__driver.EventDestroy(own->event);
    }
}

CUCORE__PRIVATE void cucore__event_pools_trim(void)
{
    int i;
    if (!cucore__driver_is_ready()) return; /* no event was ever made, or they are the parent's (rules B88) */
    CUCORE__LOCK();
    cucore__event_hints_clear();
    for (i = 0; i < CUCORE__POOL_CONTEXTS; i++) {
        cucore__event_pool *pool = &cucore__event_pools[i];
        CUcontext context = CUCORE__LOAD(&pool->context);
        const unsigned long long id = CUCORE__LOAD(&pool->id), now = context && id ? cucore__context_id(context) : 0;
        if (!context || (id && !now)) continue; /* the driver failed to return the id */
        if (!CUCORE__LOAD(&pool->stays)) {      /* no thread enters the pool from here on */
            CUCORE__STORE(&pool->context, (CUcontext)NULL);
            if (CUCORE__ADD(&pool->users, 0)) CUCORE__STORE(&pool->context, context);
        }
        /* the events of a context that was reset are not destroyed: other events may have their handles now */
        cucore__event_pool_clear(pool, id == now);
    }
    CUCORE__UNLOCK();
}
