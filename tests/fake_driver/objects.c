/* objects.c - handles of objects, and what belongs to a thread */
#include "driver.h"

driver_state fake = {.device_count = -1, .init_result = -1, .sharing = -1, .generation = 1, .shared_most = SHARED_MOST};
pthread_mutex_t driver_lock = PTHREAD_MUTEX_INITIALIZER;
__thread per_thread this_thread;

#if !defined(_WIN32) /* no fork there */
static void before_fork(void)
{
    pthread_mutex_lock(&driver_lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&driver_lock);
}

static void after_fork_in_child(void)
{
    if (fake.initialised) fake.forked = 1;
    pthread_mutex_unlock(&driver_lock);
}

__attribute__((constructor)) static void prepare(void)
{
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}
#endif

head *object_at(kind what, unsigned slot)
{
    switch (what) {
    case CONTEXT: return slot < MAX_CONTEXTS ? &fake.contexts[slot].head : NULL;
    case STREAM: return slot < MAX_STREAMS ? &fake.streams[slot].head : NULL;
    case EVENT: return slot < MAX_EVENTS ? &fake.events[slot].head : NULL;
    case GRAPH: return slot < MAX_SMALL ? &fake.graphs[slot].head : NULL;
    case POOL: return slot < MAX_SMALL ? &fake.pools[slot].head : NULL;
    case MODULE: return slot < MAX_SMALL ? &fake.modules[slot].head : NULL;
    case EXECUTABLE: return slot < MAX_SMALL ? &fake.executables[slot].head : NULL;
    case FUNCTION: return slot < MAX_SMALL ? &fake.functions[slot].head : NULL;
    case USER_OBJECT: return slot < MAX_SMALL ? &fake.user_objects[slot].head : NULL;
    }
    return NULL;
}

/* A handle is no address: a read through it crashes.  It is positive as a signed number, because cuda.core keeps it
 * as one. */
void *handle_of(kind what, int slot)
{
    uint64_t generation = object_at(what, (unsigned)slot)->generation;
    uint64_t value =
        ((uint64_t)0x7A << 56) | ((uint64_t)what << 48) | ((generation & 0xffffffffu) << 16) | (unsigned)slot;
    return (void *)(uintptr_t)value;
}

int slot_of(kind what, const void *handle)
{
    uint64_t value = (uint64_t)(uintptr_t)handle;
    unsigned slot = (unsigned)(value & 0xffff);
    const head *object;
    if (value >> 56 != 0x7A || ((value >> 48) & 0xff) != (uint64_t)what) return -1;
    object = object_at(what, slot);
    return object && object->alive && object->generation == (unsigned)(value >> 16) ? (int)slot : -1;
}

int slot_new(kind what, unsigned first)
{
    head *object;
    for (unsigned slot = first; (object = object_at(what, slot)) != NULL; slot++) {
        if (object->alive) continue;
        object->alive = 1;
        object->generation++;
        object->number = ++fake.numbers[what];
        if (slot >= fake.used[what]) fake.used[what] = slot + 1;
        return (int)slot;
    }
    return -1;
}

int count_alive(kind what, unsigned first)
{
    unsigned slot, end = what == CONTEXT ? MAX_CONTEXTS : fake.used[what];
    int count = 0;
    for (slot = first; slot < end; slot++) count += object_at(what, slot)->alive;
    return count;
}

void thread_refresh(void)
{
    if (this_thread.generation != fake.generation) {
        this_thread.generation = fake.generation;
        this_thread.depth = 0;
        this_thread.mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
    }
    if (!this_thread.number) this_thread.number = ++fake.threads;
}

CUcontext current_context(void)
{
    thread_refresh();
    return this_thread.depth ? this_thread.stack[this_thread.depth - 1] : NULL;
}

int current_slot(void)
{
    return slot_of(CONTEXT, current_context());
}
