/* test_gpu_share.c - cucore_share.h on a real GPU, between processes that are started anew (fork and exec); skipped
 * without a GPU.  Rows for two GPUs are skipped with one.
 *
 * Lines that begin with "fact:" are what this driver answers where its manual leaves it open; no test depends on them. */
#include "check.h"
#include "other_process.h"

#include <dirent.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CUCORE_IMPLEMENTATION
#include "../../cucore_share.h"

/* spin: keeps a stream busy for `ticks` of the clock, then writes `value` to *out. */
static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                          ".visible .entry spin(.param .u64 out, .param .u64 ticks, .param .u32 value)\n"
                          "{\n .reg .pred %p1; .reg .b32 %r1; .reg .b64 %d<6>;\n"
                          " ld.param.u64 %d1, [out];\n ld.param.u64 %d2, [ticks];\n ld.param.u32 %r1, [value];\n"
                          " mov.u64 %d3, %clock64;\n"
                          "again:\n mov.u64 %d4, %clock64;\n sub.u64 %d5, %d4, %d3;\n"
                          " setp.lt.u64 %p1, %d5, %d2;\n @%p1 bra again;\n"
                          " cvta.to.global.u64 %d1, %d1;\n st.global.u32 [%d1], %r1;\n ret;\n}\n";
static cucore_kernel spin = CUCORE_KERNEL(ptx, "spin");
/* Between devices an import takes a millisecond. */
enum { SLOW = 300000000, COUNT_OF_NUMBERS = 1024, OFFSET = 4096, ROUNDS = 10000, PEER_ROUNDS = 2000 };

enum { LEGACY_WAY, POOL_WAY, VIRTUAL_WAY, WAYS };
static const char *const way_names[WAYS] = {"legacy", "pool", "virtual"};

/* Memory that can be shared in one way. */
typedef struct source {
    int way;
    cucore__CUmemoryPool pool;
    cucore__CUdeviceptr memory;
    size_t nbytes;
    cucore_view view; /* of numbers, OFFSET bytes into the memory */
} source;

typedef cucore__CUresult (*create_fn)(cucore__CUmemGenericAllocationHandle *, size_t,
                                      const cucore__CUmemAllocationProp *, unsigned long long);

static int virtual_make(source *made, int device, unsigned char is_rdma_capable, int types)
{
    cucore__CUmemAllocationProp props;
    cucore__CUmemAccessDesc access;
    cucore__CUmemGenericAllocationHandle handle = 0;
    create_fn create = NULL;
    void *symbol = NULL;
    int result;
    OK(cucore_driver_symbol("cuMemCreate", &symbol));
    memcpy(&create, &symbol, sizeof create);
    OK(cucore__share_need());
    memset(&props, 0, sizeof props);
    memset(&access, 0, sizeof access);
    props.type = CUCORE__CU_MEM_ALLOCATION_TYPE_PINNED;
    props.requestedHandleTypes = types;
    props.location.type = access.location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
    props.location.id = access.location.id = device;
    props.allocFlags[1] = is_rdma_capable;
    access.flags = CUCORE__CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    made->nbytes = 2 << 20;
    result = create(&handle, made->nbytes, &props, 0);
    if (result) return result;
    CHECK_INT(cucore__share_driver.MemAddressReserve(&made->memory, made->nbytes, 0, 0, 0), 0);
    CHECK_INT(cucore__share_driver.MemMap(made->memory, made->nbytes, 0, handle, 0), 0);
    CHECK_INT(cucore__share_driver.MemSetAccess(made->memory, made->nbytes, &access, 1), 0);
    CHECK_INT(cucore__share_driver.MemRelease(handle), 0);
    return 0;
}

static void view_make(source *made, int device)
{
    int64_t shape = COUNT_OF_NUMBERS;
    cucore_array_spec spec = {CUCORE_DTYPE_UINT32, 1, &shape, NULL, CUCORE_DEVICE_TYPE_CUDA, device, {NULL, NULL}};
    OK(cucore_view_wrap((void *)(uintptr_t)(made->memory + OFFSET), &spec, NULL, NULL, &made->view));
}

/* Returns 0 if the driver makes no such memory. */
static int source_make(int way, int device, source *made)
{
    uint32_t numbers[COUNT_OF_NUMBERS];
    memset(made, 0, sizeof *made);
    made->way = way;
    made->nbytes = 1 << 16;
    OK(cucore_device_set_current(device));
    if (way == LEGACY_WAY) {
        CHECK_INT(cucore__driver.MemAlloc(&made->memory, made->nbytes), 0);
    } else if (way == POOL_WAY) {
        cucore__CUmemPoolProps props;
        memset(&props, 0, sizeof props);
        props.allocType = CUCORE__CU_MEM_ALLOCATION_TYPE_PINNED;
        props.handleTypes = CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        props.location.type = CUCORE__CU_MEM_LOCATION_TYPE_DEVICE;
        props.location.id = device;
        if (cucore__driver.MemPoolCreate(&made->pool, &props)) return 0;
        CHECK_INT(cucore__driver.MemAllocFromPoolAsync(&made->memory, made->nbytes, made->pool, NULL), 0);
    } else if (virtual_make(made, device, 0, CUCORE__CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) {
        return 0;
    }
    for (int i = 0; i < COUNT_OF_NUMBERS; i++) numbers[i] = (uint32_t)i;
    view_make(made, device);
    OK(cucore_memory_copy(made->view.ptr, numbers, sizeof numbers, NULL));
    OK(cucore_device_synchronize(device));
    return 1;
}

static void source_free(source *made)
{
    if (made->way == VIRTUAL_WAY) {
        CHECK_INT(cucore__share_driver.MemUnmap(made->memory, made->nbytes), 0);
        CHECK_INT(cucore__share_driver.MemAddressFree(made->memory, made->nbytes), 0);
    } else {
        CHECK_INT(cucore__driver.MemFree(made->memory), 0);
    }
    if (made->pool) CHECK_INT(cucore__driver.MemPoolDestroy(made->pool), 0);
}

static int count_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

static long resident_pages(void)
{
    long pages = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
    if (file) fclose(file);
    return resident;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void close_if(int fd)
{
    if (fd >= 0) close(fd);
}

/* ---------------------------------------------------------------------------------------------- one process -- */
static void describe(const char *name, const cucore_view *view)
{
    cucore_registration found;
    cucore_dma_buf buffer;
    cucore_share_handle handle;
    cucore_status status;
    int fd = -1;
    check_row(name);
    status = cucore_view_get_registration(view, &found);
    if (status) {
        printf("fact: %s: %s\n", name, cucore_last_error()->message);
        return;
    }
    printf("fact: %s: allocation %d, %llu bytes, offset %llu, ways %u, handle types %u, id %llu\n", name,
           (int)found.allocation, (unsigned long long)found.nbytes, (unsigned long long)found.offset, found.ways,
           found.handle_types, (unsigned long long)found.allocation_id);
    status = cucore_view_export_dma_buf(view, 0, &buffer);
    printf("fact: %s: dma-buf: %s\n", name, status ? cucore_last_error()->message : "made");
    if (!status) {
        CHECK(buffer.fd >= 0 && buffer.offset < 65536 && buffer.nbytes >= buffer.offset + buffer.span);
        CHECK((char *)buffer.ptr + buffer.offset == (char *)view->ptr);
    }
    CHECK_INT(status == CUCORE_OK, (found.ways & CUCORE_SHARE_DMA_BUF) != 0);
    cucore_dma_buf_release(&buffer);
    status = cucore_view_export(view, &handle, &fd);
    printf("fact: %s: export: %s\n", name, status ? cucore_last_error()->message : "made");
    CHECK_INT(status == CUCORE_OK, (found.ways & 7) != 0);
    CHECK(status == CUCORE_OK || status == CUCORE_UNSUPPORTED);
    close_if(fd);
}

TEST(test_registration)
{
    static const struct row {
        const char *name;
        cucore_memory_kind kind;
        int device_type, allocation;
    } rows[] = {
        {"plain", CUCORE_MEMORY_SYNCHRONOUS, CUCORE_DEVICE_TYPE_CUDA, CUCORE_ALLOCATION_PLAIN},
        {"default pool", CUCORE_MEMORY_DEFAULT_POOL, CUCORE_DEVICE_TYPE_CUDA, CUCORE_ALLOCATION_POOL},
        {"pool", CUCORE_MEMORY_POOL, CUCORE_DEVICE_TYPE_CUDA, CUCORE_ALLOCATION_POOL},
        {"managed", CUCORE_MEMORY_MANAGED, CUCORE_DEVICE_TYPE_CUDA_MANAGED, CUCORE_ALLOCATION_MANAGED},
        {"pinned", CUCORE_MEMORY_PINNED, CUCORE_DEVICE_TYPE_CUDA_HOST, CUCORE_ALLOCATION_PINNED},
        {"host", CUCORE_MEMORY_HOST, CUCORE_DEVICE_TYPE_CPU, CUCORE_ALLOCATION_HOST},
    };
    for (int i = 0; i < (int)(sizeof rows / sizeof rows[0]); i++) {
        int64_t shape = 1000;
        cucore_array_spec spec = {CUCORE_DTYPE_UINT32, 1, &shape, NULL, rows[i].device_type, 0, {NULL, NULL}};
        cucore_memory_resource *resource = NULL;
        cucore_registration found;
        cucore_slice slice = cucore_slice_range(10, 20, 1);
        cucore_view all, part;
        OK(cucore_memory_resource_create(rows[i].kind, 0, NULL, &resource));
        OK(cucore_view_allocate(&spec, resource, NULL, &all));
        OK(cucore_view_slice(&all, &slice, 1, &part));
        describe(rows[i].name, &part);
        OK(cucore_view_get_registration(&part, &found));
        CHECK_INT(found.allocation, rows[i].allocation);
        CHECK_INT(found.end - found.first, 40);
        if (rows[i].allocation != CUCORE_ALLOCATION_HOST) CHECK(found.base <= all.ptr && found.nbytes >= 4000);
        cucore_view_release(&all);
        cucore_memory_resource_release(resource);
    }
    OK(cucore_device_synchronize(0));
    for (int i = 0; i < 4; i++) {
        source made;
        memset(&made, 0, sizeof made);
        made.way = VIRTUAL_WAY;
        if (virtual_make(&made, 0, (unsigned char)(i & 1), i >> 1)) {
            printf("fact: cuMemCreate with gpuDirectRDMACapable %d and handle types %d fails\n", i & 1, i >> 1);
            continue;
        }
        view_make(&made, 0);
        describe(i == 0   ? "virtual, without types"
                 : i == 1 ? "virtual, without types, RDMA"
                 : i == 2 ? "virtual"
                          : "virtual, RDMA",
                 &made.view);
        source_free(&made);
    }
}

/* An allocation at an address that was used before has another number. */
TEST(test_allocation_ids)
{
    cucore_registration first, second;
    source made;
    if (!source_make(LEGACY_WAY, 0, &made)) return;
    OK(cucore_view_get_registration(&made.view, &first));
    source_free(&made);
    if (!source_make(LEGACY_WAY, 0, &made)) return;
    OK(cucore_view_get_registration(&made.view, &second));
    source_free(&made);
    CHECK(first.allocation_id != second.allocation_id);
}

/* B127: each changed bit is refused before the driver sees it. */
static int flip_bits(const cucore_share_handle *handle, int fd)
{
    cucore_share_handle bad;
    cucore_view view;
    int i, taken = 0;
    for (i = 0; i < 8 * (int)handle->size; i++) {
        bad = *handle;
        ((unsigned char *)&bad)[i / 8] ^= (unsigned char)(1 << i % 8);
        if (cucore_view_import(&bad, handle->size, fd, CUCORE_DEVICE_NONE, &view)) continue;
        taken++;
        cucore_view_release(&view);
    }
    return taken;
}

/* B127: a handle with a right checksum that names another device of the machine, if there is one. */
static int name_another_device(const cucore_share_handle *handle, int fd)
{
    cucore_share_handle bad = *handle;
    cucore__CUuuid uuid;
    cucore_view view;
    if (cucore_device_count() < 2) return 0;
    if (cucore__driver.DeviceGetUuid(&uuid, 1)) return 1;
    memcpy(bad.device, uuid.bytes, sizeof bad.device);
    bad.checksum = cucore__handle_checksum(&bad);
    if (!cucore_view_import(&bad, bad.size, fd, CUCORE_DEVICE_NONE, &view)) return 2;
    printf("fact: a handle that names another device: %s\n", cucore_last_error()->message);
    return 0;
}

TEST(test_its_own_process)
{
    for (int way = 0; way < WAYS; way++) {
        source made;
        cucore_share_handle handle;
        cucore_view view;
        int fd = -1;
        check_row(way_names[way]);
        if (!source_make(way, 0, &made)) continue;
        OK(cucore_view_export(&made.view, &handle, &fd));
        OK(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view));
        CHECK(view.ptr == made.view.ptr);
        cucore_view_release(&view);
        CHECK_INT(flip_bits(&handle, fd), 0);
        CHECK_INT(name_another_device(&handle, fd), 0);
        if (way == LEGACY_WAY) {
            cucore__CUipcMemHandle driver;
            cucore__CUdeviceptr ptr = 0;
            memcpy(&driver, handle.driver, sizeof driver);
            printf("fact: cuIpcOpenMemHandle in the exporting process: %d\n",
                   cucore__share_driver.IpcOpenMemHandle(&ptr, driver, 1));
        }
        close_if(fd);
        source_free(&made);
    }
    {
        cucore_event event;
        cucore_share_handle handle;
        cucore__CUipcEventHandle driver;
        CUevent opened = NULL;
        OK(cucore_event_create(0, CUCORE_EVENT_SHARED, &event));
        OK(cucore_event_export(&event, &handle));
        memcpy(&driver, handle.driver, sizeof driver);
        printf("fact: cuIpcOpenEventHandle in the exporting process: %d\n",
               cucore__share_driver.IpcOpenEventHandle(&opened, driver));
        OK(cucore_event_release(&event));
        OK(cucore_event_create(0, 2, &event));
        CHECK_INT(cucore_event_export(&event, &handle), CUCORE_UNSUPPORTED);
        printf("fact: %s\n", cucore_last_error()->message);
        OK(cucore_event_release(&event));
    }
}

/* -------------------------------------------------------------------------------------------- two processes -- */
/* Names the line that failed, since the child's status says only that one did. */
#define TRY(condition)                                                                                                 \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "child, line %d: %s: %s\n", __LINE__, #condition, cucore_last_error()->message);           \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

/* Imports an event and an array, reads it after the event, writes to it, imports it many times more. */
static int import_here(int socket, int device)
{
    cucore_share_handle handle, timing;
    cucore_view view, again;
    cucore_event event;
    cucore_stream stream, home;
    uint32_t numbers[COUNT_OF_NUMBERS];
    size_t free_before = 0, free_after = 0;
    double start;
    long pages;
    const int rounds = device < 0 ? ROUNDS : PEER_ROUNDS;
    int fd = -1, i, descriptors, none = -1, wrong = 0;
    TRY(!cucore_share_handle_receive(socket, &timing, &none));
    TRY(!cucore_share_handle_receive(socket, &handle, &fd));
    TRY(!cucore_event_import(&timing, timing.size, &event));
    TRY(!cucore_view_import(&handle, handle.size, fd, device, &view));
    TRY(!cucore_stream_create(device >= 0 ? device : view.device_id, NULL, &stream));
    TRY(!cucore_stream_create(event.device_id, NULL,
                              &home)); /* a stream of another device may not wait for the event */
    TRY(!cucore_stream_wait_event(home.handle, event.handle));
    TRY(!cucore_stream_wait(stream.handle, home.handle));
    TRY(!cucore_memory_copy(numbers, view.ptr, sizeof numbers, stream.handle));
    for (i = 0; i < COUNT_OF_NUMBERS; i++) wrong += numbers[i] != (i ? (uint32_t)i : 4711u);
    TRY(wrong == 0);

    TRY(!cucore_view_import(&handle, handle.size, fd, device, &again));
    TRY(handle.way == CUCORE_SHARE_VIRTUAL || again.ptr == view.ptr);
    cucore_view_release(&view);
    memset(numbers, 0xab, sizeof numbers);
    TRY(!cucore_memory_copy(again.ptr, numbers, sizeof numbers, stream.handle));
    cucore_view_release(&again);
    TRY(cucore_mapping_count() == 0);

    for (i = 0; i < 50; i++) { /* what the driver keeps after the first ones */
        TRY(!cucore_view_import(&handle, handle.size, fd, device, &view));
        cucore_view_release(&view);
    }
    descriptors = count_descriptors();
    pages = resident_pages();
    TRY(!cucore_device_get_memory_info(0, &free_before, NULL));
    start = seconds();
    for (i = 0; i < rounds; i++) {
        TRY(!cucore_view_import(&handle, handle.size, fd, device, &view));
        cucore_view_release(&view);
    }
    printf("fact: an import and its release take %.1f us\n", 1e6 * (seconds() - start) / rounds);
    TRY(!cucore_device_get_memory_info(0, &free_after, NULL));
    printf("fact: %d imports: %d descriptors more, %ld pages more, %lld bytes of the device less\n", rounds,
           count_descriptors() - descriptors, resident_pages() - pages, (long long)free_before - (long long)free_after);
    fflush(stdout);
    TRY(count_descriptors() == descriptors);
    TRY(resident_pages() - pages < 512);
    close_if(fd);
    TRY(!cucore_event_release(&event));
    TRY(!cucore_stream_release(&home));
    TRY(!cucore_stream_release(&stream));
    say(socket, 'r');
    return 0;
}

static int export_here(int socket, int way)
{
    source made;
    cucore_share_handle handle;
    int fd = -1;
    TRY(!cucore_driver_load());
    if (!source_make(way, 0, &made)) {
        say(socket, 'n');
        return 0;
    }
    say(socket, 'y');
    TRY(!cucore_view_export(&made.view, &handle, &fd));
    TRY(!cucore_share_handle_send(socket, &handle, fd));
    close_if(fd);
    hear(socket);
    return 0;
}

/* The array is written late, by a kernel; only the event makes the other process wait for it. */
static void share_with(int way, int device)
{
    source made;
    cucore_share_handle handle;
    cucore_event event;
    cucore_stream stream;
    const cucore_launch_config config = cucore_launch_config_1d(1, 1);
    uint32_t numbers[COUNT_OF_NUMBERS], value = 4711;
    const int rounds = device < 0 ? ROUNDS : PEER_ROUNDS;
    uint64_t ticks = SLOW;
    int socket = -1, fd = -1, i, wrong = 0;
    double start;
    pid_t child;
    check_row(way_names[way]);
    if (!source_make(way, 0, &made)) {
        printf("skipped: this driver makes no memory for %s\n", way_names[way]);
        return;
    }
    OK(cucore_stream_create(0, NULL, &stream));
    OK(cucore_event_create(0, CUCORE_EVENT_SHARED, &event));
    child = other_process("import", device, &socket);
    OK(cucore_kernel_launch(&spin, 0, &config, stream.handle, CUCORE_ARGS(&made.view.ptr, &ticks, &value)));
    OK(cucore_event_record(event.handle, stream.handle));
    OK(cucore_event_export(&event, &handle));
    OK(cucore_share_handle_send(socket, &handle, -1));
    OK(cucore_view_export(&made.view, &handle, &fd));
    OK(cucore_share_handle_send(socket, &handle, fd));
    close_if(fd);
    CHECK_INT(hear(socket), 'r');
    CHECK_INT(join(child), 0);
    OK(cucore_memory_copy(numbers, made.view.ptr, sizeof numbers, stream.handle));
    for (i = 0; i < COUNT_OF_NUMBERS; i++) wrong += numbers[i] != 0xabababab;
    CHECK_INT(wrong, 0);
    start = seconds();
    wrong = count_descriptors();
    for (i = 0; i < rounds; i++) {
        if (cucore_view_export(&made.view, &handle, &fd)) break;
        close_if(fd);
    }
    printf("fact: an export by %s takes %.1f us\n", way_names[way], 1e6 * (seconds() - start) / rounds);
    CHECK_INT(i, rounds);
    CHECK_INT(count_descriptors(), wrong);
    close(socket);
    OK(cucore_event_release(&event));
    OK(cucore_stream_release(&stream));
    source_free(&made);
}

TEST(test_two_processes)
{
    for (int way = 0; way < WAYS; way++) share_with(way, CUCORE_DEVICE_NONE);
}

static void test_two_devices(void)
{
    for (int way = 0; way < WAYS; way++) share_with(way, 1);
}

/* An exporter that is killed, before and after its memory was imported. */
TEST(test_an_exporter_that_ends)
{
    for (int way = 0; way < WAYS; way++) {
        for (int late = 0; late < 2; late++) {
            cucore_share_handle handle;
            cucore_view view;
            cucore_status status;
            int socket = -1, fd = -1;
            const int before = count_descriptors();
            pid_t child = other_process("export", way, &socket);
            check_row(way_names[way]);
            if (hear(socket) != 'y') {
                join(child);
                close(socket);
                continue;
            }
            OK(cucore_share_handle_receive(socket, &handle, &fd));
            if (late) OK(cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view));
            CHECK_INT(kill(child, SIGKILL), 0);
            join(child);
            if (late) {
                cucore_view_release(&view);
            } else {
                status = cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view);
                printf("fact: %s: import after the exporter was killed: %s\n", way_names[way],
                       status ? cucore_last_error()->message : "works");
                if (!status) cucore_view_release(&view);
            }
            close_if(fd);
            close(socket);
            CHECK_INT(cucore_mapping_count(), 0);
            CHECK_INT(count_descriptors(), before);
        }
    }
    OK(cucore_device_synchronize(0));
}

/* Bytes changed at random by a process that makes the checksum right: refused, or an array within memory that the driver
 * mapped. */
static int fuzz_here(int socket, int way)
{
    cucore_share_handle handle, bad;
    cucore_view view;
    unsigned state = 1;
    int fd = -1, i, taken = 0;
    TRY(!cucore_share_handle_receive(socket, &handle, &fd));
    TRY(flip_bits(&handle, fd) == 0);
    TRY(way == LEGACY_WAY || name_another_device(&handle, fd) == 0); /* there the driver reports who opened it */
    for (i = 0; i < 3000; i++) {
        size_t at;
        state = state * 1103515245u + 12345u;
        at = (state >> 8) % handle.size;
        if (at >= offsetof(cucore_share_handle, driver) && at < offsetof(cucore_share_handle, driver) + 64) {
            continue; /* bytes of the driver, which its manual does not promise to check */
        }
        bad = handle;
        ((unsigned char *)&bad)[at] ^= (unsigned char)(1u << (state >> 28 & 7));
        if (bad.size == handle.size) bad.checksum = cucore__handle_checksum(&bad);
        if (cucore_view_import(&bad, handle.size, fd, CUCORE_DEVICE_NONE, &view)) continue;
        taken++;
        TRY(!cucore_view_check_range(&view));
        cucore_view_release(&view);
    }
    printf("fact: %d changed handles are imported\n", taken);
    fflush(stdout);
    TRY(cucore_mapping_count() == 0);
    TRY(!cucore_view_import(&handle, handle.size, fd, CUCORE_DEVICE_NONE, &view));
    cucore_view_release(&view);
    close_if(fd);
    return 0;
}

TEST(test_hostile_handles)
{
    for (int way = 0; way < WAYS; way++) {
        source made;
        cucore_share_handle handle;
        int socket = -1, fd = -1;
        pid_t child;
        check_row(way_names[way]);
        if (!source_make(way, 0, &made)) continue;
        child = other_process("fuzz", way, &socket);
        OK(cucore_view_export(&made.view, &handle, &fd));
        OK(cucore_share_handle_send(socket, &handle, fd));
        CHECK_INT(join(child), 0);
        close_if(fd);
        close(socket);
        source_free(&made);
    }
}

int main(int argc, char **argv)
{
    int64_t devices;
    if (argc == 4 && strcmp(argv[1], "import") == 0) return import_here(atoi(argv[2]), atoi(argv[3]));
    if (argc == 4 && strcmp(argv[1], "export") == 0) return export_here(atoi(argv[2]), atoi(argv[3]));
    if (argc == 4 && strcmp(argv[1], "fuzz") == 0) return fuzz_here(atoi(argv[2]), atoi(argv[3]));
    devices = cucore_device_count();
    if (devices < 1) return check_skipped(cucore_last_error()->message);
    check_tests();
    if (devices > 1) {
        RUN(test_two_devices);
    } else {
        puts("skipped: test_two_devices, there is one GPU");
    }
    return check_end();
}
