/* What bench_scaling.py compares with: bare calls of NCCL, and of cuMemcpyDtoDAsync, in a loop of C. */
#include <dlfcn.h>
#include <stddef.h>

#include <cuda.h>

#define API __attribute__((visibility("default")))

typedef struct message {
    void *data;
    size_t nbytes;
    int peer, receives;
} message;

typedef struct piece {
    CUdeviceptr dst, src;
    size_t nbytes;
} piece;

static int (*all_reduce)(const void *, void *, size_t, int, int, void *, CUstream);
static int (*send_to)(const void *, size_t, int, int, void *, CUstream);
static int (*recv_from)(void *, size_t, int, int, void *, CUstream);
static int (*group_start)(void), (*group_end)(void);
static CUresult (*copy)(CUdeviceptr, CUdeviceptr, size_t, CUstream);

/* 0, or -1 where something is missing */
API int scaling_load(const char *path)
{
    void *nccl = dlopen(path, RTLD_NOW), *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!nccl || !driver) return -1;
    *(void **)&all_reduce = dlsym(nccl, "ncclAllReduce");
    *(void **)&send_to = dlsym(nccl, "ncclSend");
    *(void **)&recv_from = dlsym(nccl, "ncclRecv");
    *(void **)&group_start = dlsym(nccl, "ncclGroupStart");
    *(void **)&group_end = dlsym(nccl, "ncclGroupEnd");
    *(void **)&copy = dlsym(driver, "cuMemcpyDtoDAsync_v2");
    return all_reduce && send_to && recv_from && group_start && group_end && copy ? 0 : -1;
}

static int copy_all(const piece *pieces, int count, CUstream stream)
{
    int i, result = 0;
    for (i = 0; i < count && !result; i++) {
        result = (int)copy(pieces[i].dst, pieces[i].src, pieces[i].nbytes, stream);
    }
    return result;
}

/* times: copies, all-reduce of float32 in place, copies */
API int scaling_all_reduce(int times, void *comm, void *data, size_t count, const piece *before, int before_count,
                           const piece *after, int after_count, CUstream stream)
{
    const int float32 = 7, sum = 0;
    int i, result = 0;
    for (i = 0; i < times && !result; i++) {
        result = copy_all(before, before_count, stream);
        if (!result) result = all_reduce(data, data, count, float32, sum, comm, stream);
        if (!result) result = copy_all(after, after_count, stream);
    }
    return result;
}

/* times: copies, all messages as one group, copies */
API int scaling_exchange(int times, void *comm, const message *messages, int count, const piece *before,
                         int before_count, const piece *after, int after_count, CUstream stream)
{
    const int bytes = 1;
    int i, k, result = 0;
    for (i = 0; i < times && !result; i++) {
        result = copy_all(before, before_count, stream);
        if (!result) result = group_start();
        for (k = 0; k < count && !result; k++) {
            const message *m = &messages[k];
            result = m->receives ? recv_from(m->data, m->nbytes, bytes, m->peer, comm, stream)
                                 : send_to(m->data, m->nbytes, bytes, m->peer, comm, stream);
        }
        if (!result) result = group_end();
        if (!result) result = copy_all(after, after_count, stream);
    }
    return result;
}
