/* Five copies of cucore.h in one process keep to themselves: this file, two files with static copies, two modules.
 *     cc -std=c99 -shared -fPIC -I. -isystem $(CUDA_INCLUDE) tests/c/vendored_module.c -o vendored_a.so -lpthread -ldl
 *     cp vendored_a.so vendored_b.so
 *     cc -std=c99 -rdynamic -I. -isystem $(CUDA_INCLUDE) tests/c/test_vendored.c tests/c/vendored_static_one.c \
 *         tests/c/vendored_static_two.c -o test_vendored -lpthread -ldl && ./test_vendored
 *
 * The modules are looked for beside the program.  -rdynamic puts the program's own symbols where a module's could bind
 * to them; RTLD_GLOBAL does the same for the modules. */
#define CUCORE_DRIVER_NAME "libcucore-test-no-such-driver.so.1"
#include "cucore.h" /* the declarations, as a header of the user's may have included them */

#define CUCORE_IMPLEMENTATION
#include "cucore.h" /* now the functions */
#include "cucore.h" /* again: harmless */

#include <dlfcn.h>

#include "vendored_static.h"
#include "in_child.h"

/* What a module exports (vendored_module.c). */
typedef struct module {
    int (*fail)(const char *message);
    const char *(*message)(void);
    int (*load_driver)(void);
    int (*driver_is_loaded)(void);
    const void *(*error_address)(void);
    void *handle;
} module;

static module modules[2];
static char directory[4000];

/* dlsym gives a data pointer; ISO C has no cast from it to a function. */
static int find(void *handle, const char *name, void *function)
{
    void *symbol = dlsym(handle, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static int module_open(const char *name, module *out)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", directory, name);
    out->handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!out->handle) {
        printf("%s\n", dlerror());
        return 0;
    }
    return find(out->handle, "vendored_fail", &out->fail) && find(out->handle, "vendored_message", &out->message) &&
           find(out->handle, "vendored_load_driver", &out->load_driver) &&
           find(out->handle, "vendored_driver_is_loaded", &out->driver_is_loaded) &&
           find(out->handle, "vendored_error_address", &out->error_address);
}

TEST(test_errors_of_modules_are_apart)
{
    cucore_fail(CUCORE_READONLY, "%s", "program");
    CHECK_STR(modules[0].message(), "");
    CHECK_STR(modules[1].message(), "");
    CHECK_INT(modules[0].fail("a"), CUCORE_PROTOCOL);
    CHECK_STR(modules[0].message(), "module: a");
    CHECK_STR(modules[1].message(), "");
    CHECK_INT(modules[1].fail("b"), CUCORE_PROTOCOL);
    CHECK_STR(modules[0].message(), "module: a");
    CHECK_STR(modules[1].message(), "module: b");
    CHECK_STR(cucore_last_error()->message, "program");
    CHECK_INT(cucore_last_error()->status, CUCORE_READONLY);
    CHECK(modules[0].error_address() != modules[1].error_address());
    CHECK(modules[0].error_address() != (const void *)cucore_last_error());
}

TEST(test_driver_states_of_modules_are_apart)
{
    CHECK_INT(modules[0].load_driver(), CUCORE_NO_DRIVER);
    CHECK_INT(modules[0].driver_is_loaded(), 1);
    CHECK_INT(modules[1].driver_is_loaded(), 0);
    CHECK_INT(cucore_driver_is_loaded(), 0);
}

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

/* Neither the modules nor the program, although its symbols are exported, gives any function of cucore away. */
TEST(test_no_function_is_exported)
{
    static const char *const names[] = {TEXT(cucore_last_error),  TEXT(cucore_fail),         TEXT(cucore_status_name),
                                        TEXT(cucore_driver_load), TEXT(cucore_view_release), TEXT(cucore_layout_make),
                                        TEXT(cucore_view_check),  "cucore_last_error",       "cucore_view_release",
                                        "cucore__error_set",      "cucore__driver"};
    void *program = dlopen(NULL, RTLD_NOW);
    CHECK(program != NULL);
    CHECK(dlsym(program, "main") != NULL); /* so -rdynamic was given and the rest means something */
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        check_row(names[i]);
        CHECK(dlsym(program, names[i]) == NULL); /* the RTLD_GLOBAL modules are in this scope too */
        for (size_t j = 0; j < 2; j++) CHECK(dlsym(modules[j].handle, names[i]) == NULL);
    }
    if (program) dlclose(program);
}

TEST(test_static_copies_are_apart)
{
    const void *one, *two;
    cucore_fail(CUCORE_READONLY, "%s", "program");
    CHECK_STR(vendored_one_message(), "");
    CHECK_STR(vendored_two_message(), "");
    one = vendored_one_fail("x");
    two = vendored_two_fail("y");
    CHECK(one != two && one != (const void *)cucore_last_error() && two != (const void *)cucore_last_error());
    CHECK_STR(vendored_one_message(), "one: x");
    CHECK_STR(vendored_two_message(), "two: y");
    CHECK_STR(cucore_last_error()->message, "program");
}

static void child_of_no_module(void)
{
    CHECK_INT(cucore_driver_load(), CUCORE_NO_DRIVER);
}

/* B88: what a module registers for fork goes with it.  The last test: the modules are gone. */
TEST(test_fork_after_a_module_is_unloaded)
{
    char path[4096];
    for (int i = 0; i < 2; i++) {
        CHECK_INT(modules[i].load_driver(), CUCORE_NO_DRIVER);
        CHECK_INT(dlclose(modules[i].handle), 0);
        snprintf(path, sizeof path, "%svendored_%c.so", directory, "ab"[i]);
        CHECK(dlopen(path, RTLD_NOW | RTLD_NOLOAD) == NULL);
    }
    in_child(child_of_no_module);
}

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    snprintf(directory, sizeof directory, "%.*s", slash ? (int)(slash - argv[0]) + 1 : 2, slash ? argv[0] : "./");
    if (!module_open("vendored_a.so", &modules[0]) || !module_open("vendored_b.so", &modules[1])) {
        printf("FAILED: vendored_a.so and vendored_b.so must stand beside the program\n0 passed, 1 failed\n");
        return 1;
    }
    check_tests();
    return check_end();
}
