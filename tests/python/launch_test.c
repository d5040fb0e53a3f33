/* launch_test.c - launchers made of tables in Python, for fake/test_fake_launch.py and gpu/test_gpu_launch.py. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "failing_python.h"

#define CUCORE_IMPLEMENTATION
#include "cucore_kernel.h"
#include "cucore_copy.h"
#include "cucore_python.h"

#include "../c/forget_kernels.h"

enum { MOST = 70 };

/* A launcher, with all that its tables point to; a kernel stays until the process ends. */
typedef struct {
    cucore_py_launcher launcher;
    cucore_kernel *kernel;
    PyObject *rows, *configure; /* owned */
    cucore_py_param params[MOST];
    cucore_tensor_map_spec maps[MOST];
} held;

/* store(n, value, out): out[i] = value for i < n.  The fake driver runs a kernel of that name. */
static const char ptx[] = ".version 6.0\n.target sm_50\n.address_size 64\n"
                          ".visible .entry store(.param .u32 n, .param .u32 value, .param .u64 out)\n"
                          "{\n"
                          ".reg .pred %p<2>; .reg .b32 %r<7>; .reg .b64 %d<4>;\n"
                          "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
                          "mad.lo.u32 %r4, %r1, %r2, %r3; ld.param.u32 %r5, [n]; setp.ge.u32 %p1, %r4, %r5;\n"
                          "@%p1 bra done;\n"
                          "ld.param.u32 %r6, [value]; ld.param.u64 %d1, [out]; mul.wide.u32 %d2, %r4, 4;\n"
                          "add.u64 %d3, %d1, %d2; st.global.u32 [%d3], %r6;\n"
                          "done: ret;\n"
                          "}\n";

/* What the last launch passed: the bytes of each parameter. */
static struct {
    const cucore__py_launch_plan *plan;
    PyObject *params;
    unsigned grid[3], block[3];
} seen;
static cucore__CUresult(CUDAAPI *launch_kernel)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                                                unsigned, CUstream, void **, void **);

static cucore__CUresult CUDAAPI record(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                       unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                       CUstream stream, void **params, void **extra)
{
    PyGILState_STATE state = PyGILState_Ensure();
    Py_XDECREF(seen.params);
    seen.params = (PyTuple_New)(seen.plan->row_count);
    for (int i = 0; i < seen.plan->row_count; i++) {
        PyTuple_SetItem(seen.params, i,
                        PyBytes_FromStringAndSize((const char *)params[i], (Py_ssize_t)seen.plan->rows[i].nbytes));
    }
    seen.grid[0] = grid_x, seen.grid[1] = grid_y, seen.grid[2] = grid_z;
    seen.block[0] = block_x, seen.block[1] = block_y, seen.block[2] = block_z;
    PyGILState_Release(state);
    return launch_kernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, params, extra);
}

static int configure(void *user_data, const cucore_py_launch_array *arrays, cucore_launch *launch)
{
    held *h = (held *)user_data;
    const cucore__py_launch_plan *plan = (const cucore__py_launch_plan *)h->launcher.private_;
    PyObject *list = (PyList_New)(0), *one, *answer = NULL;
    int i, axis, failed = !list;
    for (i = 0; i < plan->array_count && !failed; i++) {
        PyObject *shape = (PyTuple_New)(arrays[i].ndim), *strides = (PyTuple_New)(arrays[i].ndim);
        for (axis = 0; axis < arrays[i].ndim; axis++) {
            PyTuple_SetItem(shape, axis, (PyLong_FromLongLong)(arrays[i].shape[axis]));
            PyTuple_SetItem(strides, axis, (PyLong_FromLongLong)(arrays[i].strides[axis]));
        }
        one = _Py_BuildValue_SizeT("(KNNIi)", (unsigned long long)(uintptr_t)arrays[i].ptr, shape, strides,
                                   (unsigned)arrays[i].dtype.itemsize, arrays[i].device_id);
        failed = !one || (PyList_Append)(list, one) < 0;
        Py_XDECREF(one);
    }
    if (!failed) answer = (PyObject_CallFunctionObjArgs)(h->configure, list, NULL);
    Py_XDECREF(list);
    if (answer == Py_None) { /* a failure without an exception */
        Py_DECREF(answer);
        return -1;
    }
    failed = !answer || !PyArg_ParseTuple(answer, "II", &launch->config.grid[0], &launch->config.block[0]);
    Py_XDECREF(answer);
    return failed ? -1 : 0;
}

static void held_free(PyObject *capsule)
{
    held *h = (held *)(PyCapsule_GetPointer)(capsule, "launcher");
    cucore_py_launcher_release(&h->launcher);
    cucore_py_launcher_release(&h->launcher);
    Py_XDECREF(h->rows);
    Py_XDECREF(h->configure);
    PyMem_Free(h);
}

/* One row: (kind, ndim, index_bits, name, dtypes, shape, flags, box) */
static int read_row(PyObject *row, cucore_py_param *param, cucore_tensor_map_spec *map)
{
    PyObject *box;
    if (!PyArg_ParseTuple(row, "iiizzzKO", &param->kind, &param->ndim, &param->index_bits, &param->arg.name,
                          &param->arg.dtypes, &param->arg.shape, &param->arg.flags, &box)) {
        return -1;
    }
    if (box == Py_None) return 0;
    param->map = map;
    for (int i = 0; i < (int)PyTuple_GET_SIZE(box); i++) map->box[i] = (int)PyLong_AsLong(PyTuple_GET_ITEM(box, i));
    return 0;
}

/* launcher(kernel, rows, grid, block, elements, configure, flags) */
METHOD(launcher, METH_VARARGS, args)
{
    cucore_py_launch_spec spec;
    const char *name;
    held *h = (held *)(PyMem_Calloc)(1, sizeof *h);
    Py_ssize_t count;
    int failed;
    memset(&spec, 0, sizeof spec);
    if (!PyArg_ParseTuple(args, "sO!(III)IzOK", &name, &PyTuple_Type, &h->rows, &spec.launch.config.grid[0],
                          &spec.launch.config.grid[1], &spec.launch.config.grid[2], &spec.launch.config.block[0],
                          &spec.elements, &h->configure, &spec.launch.flags)) {
        PyMem_Free(h);
        return NULL;
    }
    spec.launch.config.block[1] = spec.launch.config.block[2] = spec.elements ? 0 : 1; /* of 0 with elements: 1 */
    if (!spec.elements && !spec.launch.config.block[0]) spec.launch.config.block[0] = 1;
    Py_INCREF(h->rows);
    if (h->configure == Py_None) h->configure = NULL;
    Py_XINCREF(h->configure);
    count = PyTuple_GET_SIZE(h->rows);
    for (Py_ssize_t i = 0; i < count && i < MOST; i++) {
        if (read_row(PyTuple_GET_ITEM(h->rows, i), &h->params[i], &h->maps[i]) < 0) return NULL;
    }
    h->kernel = (cucore_kernel *)calloc(1, sizeof *h->kernel);
    h->kernel->image = ptx;
    h->kernel->name = strdup(name);
    forget_loaded(&cucore__modules);
    spec.kernel = h->kernel;
    spec.params = h->params;
    spec.param_count = (size_t)count;
    if (h->configure) spec.configure = configure;
    spec.user_data = h;
    failed = cucore_py_launcher_make(&spec, &h->launcher) < 0;
    if (!failed) return (PyCapsule_New)(h, "launcher", held_free);
    if (h->launcher.private_) PyErr_SetString(PyExc_AssertionError, "the launcher is not zeroed");
    Py_DECREF(h->rows);
    Py_XDECREF(h->configure);
    PyMem_Free(h);
    return NULL;
}

/* method_launch(launcher, objs, stream, how=0) -> (parameters, grid, block), or None without a launch.  An object that is the
 * module itself is passed as NULL.  how: 1, no stream; 2, no launcher. */
METHOD(launch, METH_VARARGS, args)
{
    PyObject *capsule, *tuple, *stream, *objs[MOST];
    const cucore_py_launcher none = {NULL};
    const cucore_py_launcher *launcher;
    held *h;
    int result, how = 0;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "OO!O|i", &capsule, &PyTuple_Type, &tuple, &stream, &how)) return NULL;
    h = (held *)(PyCapsule_GetPointer)(capsule, "launcher");
    if (!h) return NULL;
    count = PyTuple_GET_SIZE(tuple);
    for (Py_ssize_t i = 0; i < count; i++)
        objs[i] = PyTuple_GET_ITEM(tuple, i) == module ? NULL : PyTuple_GET_ITEM(tuple, i);
    if (cucore_driver_load() == CUCORE_OK && cucore__driver.LaunchKernel != record) {
        launch_kernel = cucore__driver.LaunchKernel;
        cucore__driver.LaunchKernel = record;
    }
    Py_CLEAR(seen.params);
    seen.plan = (const cucore__py_launch_plan *)h->launcher.private_;
    launcher = how == 2 ? &none : how == 3 ? NULL : &h->launcher;
    result = cucore_py_launch(launcher, objs, (size_t)count, how == 1 ? NULL : stream);
    if (result < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_AssertionError, "a failure without an exception");
    if (result == 0 && PyErr_Occurred()) return NULL;
    if (result < 0) return NULL;
    if (!seen.params) Py_RETURN_NONE;
    return _Py_BuildValue_SizeT("(O(III)(III))", seen.params, seen.grid[0], seen.grid[1], seen.grid[2], seen.block[0],
                                seen.block[1], seen.block[2]);
}

/* quick(launcher) -> are its arrays taken the quick way, if they are dense tensors with a table? */
METHOD(is_quick, METH_O, capsule)
{
    held *h = (held *)(PyCapsule_GetPointer)(capsule, "launcher");
    if (!h) return NULL;
    return (PyBool_FromLong)(((const cucore__py_launch_plan *)h->launcher.private_)->is_quick);
}

/* view(obj, stream, flags): learns the type, and the kind of its tensors */
METHOD(view, METH_VARARGS, args)
{
    cucore_arg arg;
    cucore_view view;
    PyObject *obj;
    unsigned long long stream, flags;
    memset(&arg, 0, sizeof arg);
    if (!PyArg_ParseTuple(args, "OKK", &obj, &stream, &flags)) return NULL;
    arg.flags = flags;
    if (cucore_py_view(obj, &arg, (CUstream)(uintptr_t)stream, &view) < 0) return NULL;
    cucore_view_release(&view);
    Py_RETURN_NONE;
}

/* method_devices(count): as if the driver had reported that many */
METHOD(devices, METH_O, count)
{
    if (cucore_py_check(cucore_driver_load()) < 0) return NULL;
    cucore__driver_state.device_count = (int)PyLong_AsLong(count);
    Py_RETURN_NONE;
}

METHOD(trim, METH_NOARGS, unused)
{
    if (cucore_driver_is_loaded()) cucore_trim();
    Py_RETURN_NONE;
}

#define CONSTANT(name) PyModule_AddIntConstant(module, #name, CUCORE_##name)
static int execute(PyObject *module)
{
#define ADD_FLAG(name, bit)                                                                                            \
    if (CONSTANT(name)) return -1;
    CUCORE_ARG_FLAG_LIST(ADD_FLAG)
#undef ADD_FLAG
    return CONSTANT(PY_POINTER) | CONSTANT(PY_ACCESSOR) | CONSTANT(PY_TENSOR_MAP) | CONSTANT(PY_NUMBER) |
           CONSTANT(PY_SIZE) | CONSTANT(PY_EXTENT) | CONSTANT(PY_UNPASSED) | CONSTANT(LAUNCH_PROGRAMMATIC);
}

MODULE(launch_test, WITHOUT_GIL)
