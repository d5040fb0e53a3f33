/* ---------------------------------------------------------------------------------------------- >>impl-threads -- */
/* core/threads.c: threads of the CPU. */
/* A thread that runs `function`.  The struct must not move until it is joined, since the thread reads it. */
typedef struct cucore__thread {
    void (*function)(void *argument);
    void *argument;
#if defined(_WIN32)
    HANDLE handle;
#else
    pthread_t handle;
#endif
} cucore__thread;

#if defined(_WIN32)
CUCORE__PRIVATE DWORD WINAPI cucore__thread_main(LPVOID thread)
#else
CUCORE__PRIVATE void *cucore__thread_main(void *thread)
#endif
{
    ((cucore__thread *)thread)->function(((cucore__thread *)thread)->argument);
    return 0;
}

/* 0: none could be had. */
CUCORE__PRIVATE int cucore__thread_start(cucore__thread *thread, void (*function)(void *argument), void *argument)
{
    thread->function = function;
    thread->argument = argument;
#if defined(_WIN32)
    thread->handle = CreateThread(NULL, 0, cucore__thread_main, thread, 0, NULL);
    return thread->handle != NULL;
#else
    return pthread_create(&thread->handle, NULL, cucore__thread_main, thread) == 0;
#endif
}

CUCORE__PRIVATE void cucore__thread_join(cucore__thread *thread)
{
#if defined(_WIN32)
    (void)WaitForSingleObject(thread->handle, INFINITE);
    (void)CloseHandle(thread->handle);
#else
    (void)pthread_join(thread->handle, NULL);
#endif
}

/* Returns the number of processors that are online, at least 1; also 1 if the system hides the number from POSIX
 * programs. */
CUCORE__PRIVATE int cucore__processors(void)
{
#if defined(_WIN32)
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwNumberOfProcessors < 1 ? 1 : (int)system.dwNumberOfProcessors;
#elif defined(_SC_NPROCESSORS_ONLN)
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : (int)online;
#else
    return 1;
#endif
}
