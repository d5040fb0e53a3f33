/* controls.c - reset, log, counts and failures: controls that are about no one kind of object */
#include "driver.h"

static void forget(int process)
{
    int i, used[LAST_KIND + 1]; /* most of the slots were never used, and this runs before every test */
    for (i = 0; i <= LAST_KIND; i++) used[i] = (int)fake.used[i];
    memset(fake.used, 0, sizeof fake.used);
    memory_forget();
    for (i = 0; i < used[STREAM]; i++) {
        fake.streams[i].head.alive = 0;
        fake.streams[i].capture = 0;
    }
    for (i = 0; i < used[EVENT]; i++) fake.events[i].head.alive = 0;
    for (i = 0; i < used[USER_OBJECT]; i++) fake.user_objects[i].head.alive = 0;
    for (i = 0; i < used[FUNCTION]; i++) fake.functions[i].head.alive = 0;
    for (i = 0; i < used[POOL] || i < FIRST_POOL; i++) {
        if (fake.pools[i].head.alive) pool_end(&fake.pools[i]);
    }
    for (i = 0; i < used[GRAPH]; i++) {
        fake.graphs[i].head.alive = 0;
        nodes_free(&fake.graphs[i].nodes);
    }
    for (i = 0; i < used[EXECUTABLE]; i++) {
        fake.executables[i].head.alive = 0;
        nodes_free(&fake.executables[i].nodes);
    }
    for (i = 0; i < used[MODULE]; i++) {
        fake.modules[i].head.alive = 0;
        free(fake.modules[i].text);
        fake.modules[i].text = NULL;
    }
    for (i = 0; i < MAX_CAPTURES; i++) {
        fake.captures[i].id = 0;
        nodes_free(&fake.captures[i].nodes);
    }
    for (i = 0; i < MAX_CONTEXTS; i++) {
        memset(fake.contexts[i].peers, 0, sizeof fake.contexts[i].peers);
        if (i >= MAX_DEVICES || process) fake.contexts[i].head.alive = 0;
        if (process) fake.contexts[i].refs = fake.contexts[i].pinned = 0;
    }
    memset(fake.current_pools, 0, sizeof fake.current_pools);
    memset(fake.numbers, 0, sizeof fake.numbers);
    fake.generation++;
    fake.device_count = fake.init_result = fake.sharing = -1;
    fake.host_threads = 0;
    fake.shared_most = SHARED_MOST;
    memset(fake.capability, 0, sizeof fake.capability);
    fake.thread_state = NULL;
    fake.fail_in = fake.fail_result = fake.calls = 0;
    fake.log_length = 0;
    fake.log[0] = '\0';
    if (process) fake.initialised = fake.forked = 0;
}

EXPORTED void fake_reset(void)
{
    pthread_mutex_lock(&driver_lock);
    forget(0);
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED void fake_reset_process(void)
{
    pthread_mutex_lock(&driver_lock);
    forget(1);
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED const char *fake_log(void)
{
    return fake.log;
}

EXPORTED void fake_log_clear(void)
{
    pthread_mutex_lock(&driver_lock);
    fake.log_length = 0;
    fake.log[0] = '\0';
    fake.calls = 0;
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED int fake_call_count(void)
{
    LOCKED(int, fake.calls);
}

static int count_lines(const char *name)
{
    const char *line = fake.log;
    size_t length = strlen(name);
    int count = 0;
    while (*line) {
        if (strncmp(line, name, length) == 0 && (line[length] == ' ' || line[length] == '\n')) count++;
        line += strcspn(line, "\n");
        if (*line) line++;
    }
    return count;
}

EXPORTED int fake_count(const char *name)
{
    LOCKED(int, count_lines(name));
}

EXPORTED int fake_fail(int n, int result)
{
    pthread_mutex_lock(&driver_lock);
    fake.fail_in = n;
    fake.fail_result = result;
    pthread_mutex_unlock(&driver_lock);
    return n;
}

EXPORTED int fake_fail_pending(void)
{
    LOCKED(int, fake.fail_in);
}

EXPORTED void fake_watch(void *(*thread_state)(void))
{
    pthread_mutex_lock(&driver_lock);
    fake.thread_state = thread_state;
    pthread_mutex_unlock(&driver_lock);
}

EXPORTED void fake_set_shared_most(int bytes)
{
    pthread_mutex_lock(&driver_lock);
    fake.shared_most = bytes;
    pthread_mutex_unlock(&driver_lock);
}
