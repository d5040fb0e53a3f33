# numba_arrays.c has the command that builds it and runs this.
"""Numba and CUDA Python on memory and streams of C code, and C code on theirs."""
import gc
import importlib.metadata
import importlib.util
import sys

import numpy as np

from numba_arrays import Stream, copy, full, handle, wrap

N = 1 << 16

wrong = 0


def check(what, right):
    global wrong
    wrong += not right
    print(f"{what:64s} {'right' if right else 'WRONG'}", flush=True)


def address(array):
    return array.__cuda_array_interface__["data"][0]


def on_host(array):
    """What is in it, by C code."""
    numbers = np.empty(N, "f4")
    copy(numbers, array)
    return numbers


# ------------------------------------------------------------------------------------------------------------- the host --
def numba_on_the_cpu():
    from numba import njit

    @njit
    def double(x):
        for i in range(x.size):
            x[i] *= 2

    @njit
    def squares(n):
        x = np.empty(n, np.float32)
        for i in range(n):
            x[i] = i * i
        return x

    memory = full(N, 3, device=-1)
    double(np.asarray(memory))
    check("Numba, CPU: compiled code on memory of C", np.all(on_host(memory) == 6))
    check("Numba, CPU: memory of compiled code in C", np.array_equal(on_host(squares(N)), np.arange(N, dtype="f4") ** 2))


def cuda_core_on_the_cpu():
    from cuda.core.utils import StridedMemoryView

    memory = full(N, 3, device=-1)
    view = StridedMemoryView.from_any_interface(memory, stream_ptr=-1)
    check("cuda.core, CPU: a StridedMemoryView of memory of C",
          view.ptr == np.asarray(memory).ctypes.data and view.shape == (N,))
    x = np.arange(2 * N, dtype="f4")[::2]
    view = StridedMemoryView.from_any_interface(x, stream_ptr=-1)
    check("cuda.core, CPU: a StridedMemoryView in C", np.array_equal(on_host(view), x))


# -------------------------------------------------------------------------------------------------------------- the GPU --
def why_no_kernels():
    """Returns why Numba compiles no kernel with this NumPy, None if it does."""
    try:
        importlib.import_module("numba.cuda.cudaimpl")  # what Numba imports when it compiles the first one
    except AttributeError as error:  # numba-cuda 0.30 and NumPy 2.5
        name = "numba-cuda" if importlib.util.find_spec("numba_cuda") else "numba"
        return f"{name} {importlib.metadata.version(name)} compiles no kernel with NumPy {np.__version__}: {error}"


def numba_on_the_gpu():
    from numba import cuda

    if why_not := why_no_kernels():
        print("numba_on_the_gpu: left out:", why_not)
        return

    @cuda.jit
    def double(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] *= 2

    stream = Stream()
    theirs = cuda.external_stream(handle(stream))
    memory = full(N, 3, stream=stream)
    array = cuda.as_cuda_array(memory)
    double[N // 256, 256, theirs](array)
    copy(numbers := np.empty(N, "f4"), memory, stream)
    check("Numba: a kernel on memory of C, on a stream of C", np.all(numbers == 6) and address(array) == address(memory))
    result = full(N, 5, stream=stream, like="numba.cuda")
    check("Numba: a result as an array of Numba", type(result) is type(array) and np.all(result.copy_to_host() == 5))
    stream = cuda.stream()
    array = cuda.to_device(np.ones((N, 2), "f4"), stream=stream)
    double[N // 256, 256, stream](array[:, 1])
    copy(numbers, array[:, 1], stream)
    check("Numba: a strided array in C, on a stream of Numba", np.all(numbers == 2))


def cuda_python_on_the_gpu():
    from cuda.bindings import driver
    from cuda.core import Buffer, Device, LaunchConfig, Program, ProgramOptions, launch
    from cuda.core.utils import StridedMemoryView

    device = Device()
    device.set_current()
    stream = device.create_stream()
    code = """extern "C" __global__ void twice(float *x, int n)
    {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] *= 2;
    }"""
    options = ProgramOptions(std="c++17", arch=f"sm_{device.arch}")
    kernel = Program(code, code_type="c++", options=options).compile("cubin").get_kernel("twice")

    memory = full(N, 3, stream=stream, pool=device.memory_resource)
    launch(stream, LaunchConfig(grid=N // 256, block=256), kernel, address(memory), np.int32(N))
    copy(numbers := np.empty(N, "f4"), memory, stream)
    check("cuda.core: its kernel on memory that C took from its pool", np.all(numbers == 6))
    view = StridedMemoryView.from_any_interface(memory, stream_ptr=int(stream.handle))
    check("cuda.core: a StridedMemoryView of it", view.ptr == address(memory) and view.is_device_accessible)
    copy(numbers, view, stream)
    check("cuda.core: that view in C", np.all(numbers == 6))

    buffer = device.memory_resource.allocate(4 * N, stream=stream)
    inside = wrap(buffer.handle, N, buffer, stream)
    copy(inside, np.arange(N, dtype="f4"), stream)
    outside = Buffer.from_handle(address(memory), 4 * N, owner=memory)
    buffer.copy_to(outside, stream=stream)
    stream.sync()
    check("cuda.core: a Buffer in C, memory of C in a Buffer", np.array_equal(on_host(memory), np.arange(N)))

    ours = Stream()
    theirs = device.create_stream(ours)
    check("cuda.core: a stream of C", int(theirs.handle) == handle(ours) == handle(theirs))
    error, pointer = driver.cuMemAlloc(4 * N)
    (failed,) = driver.cuMemsetD32Async(pointer, 0x40E00000, N, driver.CUstream(handle(ours)))  # 7.0
    numbers = np.empty(N, "f4")
    copy(numbers, wrap(pointer, N, pointer, ours), ours)
    check("cuda.bindings: a CUdeviceptr in C, a stream of C there", not error and not failed and np.all(numbers == 7))
    gc.collect()
    check("cuda.bindings: and given back", not driver.cuMemFree(pointer)[0])


def why_no_gpu():
    try:
        full(1, 0)
    except RuntimeError as error:
        return str(error)


PARTS = [("numba", numba_on_the_cpu, False), ("cuda.core", cuda_core_on_the_cpu, False), ("numba", numba_on_the_gpu, True),
         ("cuda.core", cuda_python_on_the_gpu, True)]


def main():
    why_not = why_no_gpu()
    for module, part, on_gpu in PARTS:
        try:
            importlib.import_module(module)
        except ImportError as error:
            print(f"{part.__name__}: left out: {error}")
            continue
        if on_gpu and why_not:
            print(f"{part.__name__}: left out: {why_not}")
        else:
            part()
    print("everything is right" if not wrong else f"{wrong} WRONG")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
