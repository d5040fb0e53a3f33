/* reloaded.c - loads and unloads a library (tests/c/vendored_module.c) 1,000 times, with an error in two threads each time.
 * Returns 0, or which step failed. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*fail_function)(const char *);
typedef int (*load_function)(void);
static fail_function fail;
static load_function load;

static void *work(void *none)
{
    (void)none;
    return fail("thread") ? &fail : NULL;
}

static long resident_pages(void)
{
    long size = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld %ld", &size, &resident) != 2) resident = 0;
    if (file) fclose(file);
    return resident;
}

static int once(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *said = NULL, *found[2];
    pthread_t thread;
    if (!library) return 2;
    found[0] = dlsym(library, "vendored_fail");
    found[1] = dlsym(library, "vendored_load_driver");
    if (!found[0] || !found[1]) return 3;
    memcpy(&fail, &found[0], sizeof fail);
    memcpy(&load, &found[1], sizeof load);
    if (!load() || !fail("main")) return 4; /* there is no such driver */
    if (pthread_create(&thread, NULL, work, NULL) || pthread_join(thread, &said) || !said) return 5;
    if (dlclose(library)) return 6;
    return dlopen(path, RTLD_NOW | RTLD_NOLOAD) ? 7 : 0; /* it is still there */
}

int main(int argc, char **argv)
{
    long before = 0;
    int i, wrong = argc != 2;
    for (i = 0; i < 1000 && !wrong; i++) {
        wrong = once(argv[1]);
        if (i % 100 == 0) { /* what the library has registered for forks is gone with it */
            int status = 0;
            const pid_t child = fork();
            if (child == 0) _exit(0);
            if (child < 0 || waitpid(child, &status, 0) != child || status) return 8;
        }
        if (i == 100) before = resident_pages();
    }
    if (!wrong && resident_pages() - before > 256) wrong = 9;
    return wrong;
}
