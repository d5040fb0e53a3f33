/* test_gpu_peers.c - which memory of another device kernels reach, on two real GPUs; skipped without them
 *
 * For each kind of memory and each way to open it: what the attributes of the driver report, what cucore_copy.h makes of
 * them, and whether a kernel may then read and write the memory.  A kernel that may not ends its process's context, so
 * each row is a process of its own.  Lines that begin with "seen" report what differs from driver to driver. */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#define CUCORE_IMPLEMENTATION
#include "../../cucore_blocks.h"
#include "../../cucore_memory.h"

enum { NO_GPUS = 77, FAILED = 78, SAYS = 1, MAY = 2, NBYTES = 4 << 20 };
enum { CONTEXT = 1, CLOSED_AGAIN = 2, BACK = 4, POOL_READ = 8, POOL_WRITE = 16 };

static const struct row {
    const char *name;
    cucore_memory_kind kind;
    int open; /* of the flags above */
} rows[] = {{"cuMemAlloc", CUCORE_MEMORY_SYNCHRONOUS, 0},
            {"cuMemAlloc, access of the other device", CUCORE_MEMORY_SYNCHRONOUS, BACK},
            {"cuMemAlloc, access", CUCORE_MEMORY_SYNCHRONOUS, CONTEXT},
            {"cuMemAlloc, access that was disabled again", CUCORE_MEMORY_SYNCHRONOUS, CONTEXT | CLOSED_AGAIN},
            {"default pool", CUCORE_MEMORY_DEFAULT_POOL, 0},
            {"default pool, access to cuMemAlloc's", CUCORE_MEMORY_DEFAULT_POOL, CONTEXT},
            {"default pool, to be read", CUCORE_MEMORY_DEFAULT_POOL, POOL_READ},
            {"default pool, access", CUCORE_MEMORY_DEFAULT_POOL, POOL_WRITE},
            {"default pool, access that was disabled again", CUCORE_MEMORY_DEFAULT_POOL, POOL_WRITE | CLOSED_AGAIN},
            {"pool", CUCORE_MEMORY_POOL, 0},
            {"pool, access", CUCORE_MEMORY_POOL, POOL_WRITE},
            {"managed", CUCORE_MEMORY_MANAGED, 0}};

/* touch: reads *at, and writes what it has read if `write` is 1. */
static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                          ".visible .entry touch(.param .u64 at, .param .u64 out, .param .u32 write)\n"
                          "{\n .reg .pred %p1; .reg .b32 %r<3>; .reg .b64 %d<3>;\n"
                          " ld.param.u64 %d1, [at];\n ld.param.u64 %d2, [out];\n ld.param.u32 %r1, [write];\n"
                          " cvta.to.global.u64 %d1, %d1;\n cvta.to.global.u64 %d2, %d2;\n"
                          " ld.volatile.global.u32 %r2, [%d1];\n st.volatile.global.u32 [%d2], %r2;\n"
                          " setp.eq.u32 %p1, %r1, 1;\n @%p1 st.volatile.global.u32 [%d1], %r2;\n ret;\n}\n";

/* Ends the process with FAILED after an error that no row expects. */
static void must(cucore_status status)
{
    if (!status) return;
    printf("%s\n", cucore_last_error()->message);
    fflush(stdout);
    _exit(FAILED);
}

static void disable(int here)
{
    CUresult (*call)(CUcontext);
    CUcontext there = NULL;
    cucore_context_guard guard;
    void *symbol = NULL;
    must(cucore_driver_symbol("cuCtxDisablePeerAccess", &symbol));
    memcpy((void *)&call, &symbol, sizeof call);
    must(cucore_context_get_primary(1 - here, &there));
    must(cucore_context_enter_device(here, &guard));
    if (call(there)) must(cucore_fail(CUCORE_DRIVER, "cuCtxDisablePeerAccess"));
    cucore_context_leave(&guard);
}

/* Opens memory of device 1 to device 0. */
static void open_memory(const struct row *row, cucore_memory_resource *resource)
{
    if (row->open & CONTEXT) must(cucore_device_enable_peer_access(0, 1));
    if (row->open & BACK) must(cucore_device_enable_peer_access(1, 0));
    if (row->open & POOL_WRITE) must(cucore_memory_resource_set_access(resource, 0, CUCORE_ACCESS_READ_WRITE));
    if (row->open & POOL_READ && cucore_memory_resource_set_access(resource, 0, CUCORE_ACCESS_READ)) {
        printf("seen: read access: %s\n", cucore_last_error()->message);
    }
    if (!(row->open & CLOSED_AGAIN)) return;
    if (row->open & CONTEXT) disable(0);
    if (row->open & POOL_WRITE) must(cucore_memory_resource_set_access(resource, 0, CUCORE_ACCESS_NONE));
}

/* Prints both attributes, as each query of the driver has them. */
static void report(const struct row *row, void *ptr)
{
    cucore__CUpointer_attribute attributes[2] = {CUCORE__CU_POINTER_ATTRIBUTE_ACCESS_FLAGS,
                                                 CUCORE__CU_POINTER_ATTRIBUTE_DEVICE_POINTER};
    unsigned flags[2] = {99, 99};
    cucore__CUdeviceptr found[2] = {99, 99};
    void *values[2] = {&flags[1], &found[1]};
    const int one = (int)cucore__driver.PointerGetAttribute(&flags[0], attributes[0], (uintptr_t)ptr);
    const int two = (int)cucore__driver.PointerGetAttribute(&found[0], attributes[1], (uintptr_t)ptr);
    const int both = (int)cucore__driver.PointerGetAttributes(2, attributes, values, (uintptr_t)ptr);
    printf("seen: %s: ACCESS_FLAGS %u (%d), DEVICE_POINTER %s (%d); by the plural query %u, %s (%d)\n", row->name,
           flags[0], one, found[0] == (uintptr_t)ptr ? "the same" : "another", two, flags[1],
           found[1] == (uintptr_t)ptr ? "the same" : "another", both);
}

/* Runs in a process of its own.  Returns SAYS if cucore takes memory of device 1 for reached by device 0, MAY if a kernel
 * there did not fail. */
static int ask(const struct row *row, int write)
{
    const cucore_launch_config config = cucore_launch_config_1d(1, 1);
    const uint32_t flag = (uint32_t)write;
    const int64_t nbytes = NBYTES;
    cucore_memory_resource *resource = NULL;
    cucore__blocks_launch launch;
    cucore__copy_side side;
    cucore_context_guard guard;
    cucore_stream here, there;
    cucore_buffer far, near;
    cucore_layout layout;
    cucore_module module;
    CUfunction function = NULL;
    uint32_t value = 0;
    int can = 0, answer;
    if (cucore_device_count() < 2) return NO_GPUS;
    must(cucore_device_get_peer_access(0, 1, &can));
    if (!can) return NO_GPUS;
    must(cucore_stream_create(0, NULL, &here));
    must(cucore_stream_create(1, NULL, &there));
    must(cucore_memory_resource_create(row->kind, 1, NULL, &resource));
    must(cucore_buffer_allocate(resource, NBYTES, there.handle, &far));
    must(cucore_buffer_fill(&far, 7, 1, there.handle));
    must(cucore_stream_synchronize(there.handle));
    must(cucore_buffer_allocate(NULL, 4, here.handle, &near));
    open_memory(row, resource);
    memset(&launch, 0, sizeof launch);
    memset(&side, 0, sizeof side);
    must(cucore_layout_make(1, &nbytes, NULL, 1, &layout));
    launch.place.stream = here.handle;
    launch.place.context = here.context;
    side.layout = &layout;
    side.ptr = (char *)far.ptr;
    side.kind = CUCORE_DEVICE_TYPE_CUDA;
    side.device_id = 1;
    must(cucore_context_enter(here.context, &guard));
    if (write) report(row, far.ptr);
    answer = cucore__blocks_is_reached(&launch, &side, write ? CUCORE__BLOCKS_WRITES : CUCORE__BLOCKS_READS) ? SAYS : 0;
    cucore_context_leave(&guard);
    must(cucore_module_load(0, ptx, &module));
    must(cucore_module_get_function(module.handle, "touch", &function));
    must(cucore_function_launch(function, &config, here.handle, CUCORE_ARGS(&far.ptr, &near.ptr, &flag)));
    if (cucore_stream_synchronize(here.handle)) return answer;
    must(cucore_buffer_copy_to(&near, 0, &value, 4, here.handle));
    return value == 0x07070707 ? answer | MAY : FAILED;
}

static int ask_in_a_process(const struct row *row, int write)
{
    int result = FAILED;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (!child) {
        result = ask(row, write);
        fflush(stdout);
        _exit(result);
    }
    if (child < 0 || waitpid(child, &result, 0) != child || !WIFEXITED(result)) return FAILED;
    return WEXITSTATUS(result);
}

TEST(test_access)
{
    for (int i = 0; i < 2 * COUNT(rows); i++) {
        const struct row *row = &rows[i / 2];
        const int write = i & 1, result = ask_in_a_process(row, write);
        check_row(row->name);
        CHECK(result != FAILED);
        if (result == FAILED) continue;
        CHECK((result & MAY) || !(result & SAYS)); /* never a kernel that fails */
        if (row->kind == CUCORE_MEMORY_SYNCHRONOUS && row->open == CONTEXT) CHECK_INT(result, SAYS | MAY);
        printf("seen: %s, %s: %s, and a kernel %s\n", row->name, write ? "write" : "read",
               result & SAYS ? "reached" : "not reached", result & MAY ? "may" : "fails");
    }
    check_row("");
}

/* This process does not call the driver, which no child could use then. */
int main(void)
{
    if (ask_in_a_process(&rows[0], 0) == NO_GPUS) {
        puts("skipped: there are not two GPUs with access to each other\n0 passed, 0 failed, 1 skipped");
        return 0;
    }
    check_tests();
    return check_end();
}
