/* NCCL without its header: what nccl_arrays.c uses of it, found and loaded at first use. */
#ifndef NCCL_LIBRARY_H
#define NCCL_LIBRARY_H

#include <dlfcn.h>

/* As in nccl.h, which the packages do not all have.  The config is that of 2.14: NCCL sees its size, and takes defaults for what
 * came later.  Before 2.23 devices of one process wrote into each other's arrays, which memory of pools does not allow. */
typedef struct nccl_comm *nccl_comm;
typedef struct nccl_id {
    char bytes[128];
} nccl_id;
typedef struct nccl_config {
    size_t size;
    unsigned magic, version;
    int blocking;
} nccl_config;
#define NCCL_CONFIG_BLOCKING                                                                                           \
    {                                                                                                                  \
        sizeof(nccl_config), 0xcafebeefu, 21400, 1                                                                     \
    }
enum { NCCL_OLDEST = 22300, NCCL_HAS_FLOAT8 = 22400, NCCL_SUCCESS = 0, NCCL_IN_PROGRESS = 7, NCCL_UINT8 = 1 };

#define NCCL_LIST(X)                                                                                                   \
    X(int, GetVersion, (int *))                                                                                        \
    X(int, GetUniqueId, (nccl_id *))                                                                                   \
    X(int, CommInitRankConfig, (nccl_comm *, int, nccl_id, int, nccl_config *))                                        \
    X(int, CommFinalize, (nccl_comm))                                                                                  \
    X(int, CommDestroy, (nccl_comm))                                                                                   \
    X(int, CommAbort, (nccl_comm))                                                                                     \
    X(int, CommGetAsyncError, (nccl_comm, int *))                                                                      \
    X(const char *, GetErrorString, (int))                                                                             \
    X(const char *, GetLastError, (nccl_comm))                                                                         \
    X(int, GroupStart, (void))                                                                                         \
    X(int, GroupEnd, (void))                                                                                           \
    X(int, AllReduce, (const void *, void *, size_t, int, int, nccl_comm, CUstream))                                   \
    X(int, Broadcast, (const void *, void *, size_t, int, int, nccl_comm, CUstream))                                   \
    X(int, AllGather, (const void *, void *, size_t, int, nccl_comm, CUstream))                                        \
    X(int, ReduceScatter, (const void *, void *, size_t, int, int, nccl_comm, CUstream))                               \
    X(int, Send, (const void *, size_t, int, int, nccl_comm, CUstream))                                                \
    X(int, Recv, (void *, size_t, int, int, nccl_comm, CUstream))

#define NCCL_MEMBER(result, name, arguments) result(*name) arguments;
static struct {
    void *library;
    int version;
    NCCL_LIST(NCCL_MEMBER)
} nccl;

/* One that is loaded already, that of the package, which torch uses, or that of the system: the first that there is. */
static void *open_library(void)
{
    void *library = dlopen("libnccl.so.2", RTLD_NOW | RTLD_NOLOAD);
    PyObject *module, *path, *folder, *file;
    if (library) return library;
    module = PyImport_ImportModule("nvidia.nccl");
    path = module ? PyObject_GetAttrString(module, "__path__") : NULL;
    folder = path ? PySequence_GetItem(path, 0) : NULL;
    file = folder ? PyUnicode_FromFormat("%S/lib/libnccl.so.2", folder) : NULL;
    if (file && PyUnicode_AsUTF8(file)) library = dlopen(PyUnicode_AsUTF8(file), RTLD_NOW);
    PyErr_Clear(); /* there is no such package: no matter */
    Py_XDECREF(file);
    Py_XDECREF(folder);
    Py_XDECREF(path);
    Py_XDECREF(module);
    return library ? library : dlopen("libnccl.so.2", RTLD_NOW);
}

/* raise_as - set an exception  -> -1 */
static int raise_as(PyObject *type, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    PyErr_FormatV(type, format, args);
    va_end(args);
    return -1;
}

static int load(const char *path)
{
    void *library;
    if (nccl.library) return path ? raise_as(PyExc_RuntimeError, "path: NCCL is loaded already, got '%s'", path) : 0;
    library = path ? dlopen(path, RTLD_NOW) : open_library();
    if (!library) return raise_as(PyExc_ImportError, "NCCL: %s", dlerror());
#define NCCL_FIND(result, name, arguments)                                                                             \
    *(void **)(&nccl.name) = dlsym(library, "nccl" #name);                                                             \
    if (!nccl.name) return raise_as(PyExc_ImportError, "NCCL: no function nccl" #name);
    NCCL_LIST(NCCL_FIND)
    if (nccl.GetVersion(&nccl.version) || nccl.version < NCCL_OLDEST) {
        return raise_as(PyExc_ImportError, "NCCL: expected version %d or newer, got %d", NCCL_OLDEST, nccl.version);
    }
    nccl.library = library;
    return 0;
}

#endif
