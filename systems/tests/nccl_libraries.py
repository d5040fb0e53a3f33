"""Arrays for systems/tests/nccl_ranks.py: of the libraries on a GPU, of doubles on the fake driver.

A library makes arrays of any layout from what NumPy has, and gives back what they hold, the memory around them included.
"""
import ctypes
import importlib.util
import sys

import numpy as np

# name: shape of the memory for an array of that shape, the array in that memory
LAYOUTS = {
    "dense": (lambda shape: shape, lambda m: m),
    "F order": (lambda shape: shape[::-1], lambda m: getattr(m, "permute", m.transpose)(*range(m.ndim)[::-1])),
    "every second": (lambda shape: tuple(2 * n + 1 for n in shape), lambda m: m[tuple(slice(1, None, 2) for _ in range(m.ndim))]),
    "part": (lambda shape: (shape[0] + 2, *shape[1:-1], shape[-1] + 3),
             lambda m: m[(slice(1, -1), *[slice(None)] * (m.ndim - 2), slice(2, -1))]),
    "reversed": (lambda shape: shape, lambda m: m[::-1]),
}


def memory_of(values, layout):
    """Memory with the values in that layout, and something else around them."""
    shape, view = LAYOUTS[layout]
    memory = np.full(shape(values.shape) if values.ndim else (), 99, values.dtype)
    view(memory)[...] = values
    return memory


class Made:
    """An array of a library and the memory that it is in."""

    def __init__(self, library, memory, array, layout):
        self.library, self.memory, self.array, self.layout = library, memory, array, layout

    def around(self):
        """What the memory holds where the array is not."""
        memory = self.library.read(self.memory).copy()
        LAYOUTS[self.layout][1](memory)[...] = np.zeros((), memory.dtype)
        return memory.tobytes()

    def values(self):
        return LAYOUTS[self.layout][1](self.library.read(self.memory))


class Library:
    layouts, writable, dtypes = tuple(LAYOUTS), True, ("float32",)

    def __init__(self, device):
        self.device = device
        self.streams = [None, self.stream()]

    def array(self, values, layout="dense"):
        memory = self.copy(memory_of(values, layout))
        return Made(self, memory, LAYOUTS[layout][1](memory), layout)

    def free(self):
        """Memory of the arrays; close() that of the streams, too."""

    def close(self):
        """Of doubles, whose memory nobody collects."""


class Torch(Library):
    layouts = ("dense", "F order", "every second", "part")
    dtypes = ("int8", "uint8", "int32", "int64", "float16", "float32", "float64", "bfloat16", "complex64", "complex128", "bool",
              "float8_e4m3fn", "float8_e5m2", "int16")

    def __init__(self, device):
        import torch
        self.torch = torch
        if not importlib.util.find_spec("ml_dtypes"):
            self.dtypes = tuple(name for name in self.dtypes if not name.startswith(("bfloat", "float8")))
        super().__init__(device)

    def stream(self):
        return self.torch.cuda.Stream(self.device)

    def copy(self, memory):
        raw = self.torch.from_numpy(memory.reshape(memory.shape or (1,)).view(f"i{memory.itemsize}" if memory.itemsize < 16 else "c16"))
        tensor = raw.to(f"cuda:{self.device}").view(getattr(self.torch, memory.dtype.name))
        self.torch.cuda.synchronize(self.device)
        return tensor.reshape(memory.shape)

    def read(self, tensor):
        self.torch.cuda.synchronize(self.device)
        name = str(tensor.dtype).partition(".")[2]
        raw = tensor.detach().contiguous().reshape(tensor.shape or (1,)).view({1: self.torch.uint8, 2: self.torch.int16, 4: self.torch.int32, 8: self.torch.int64,
                                                                              16: self.torch.complex128}[tensor.element_size()])
        return raw.cpu().numpy().view(dtype_of(name)).reshape(tuple(tensor.shape))

    def is_ours(self, array):
        return type(array) is self.torch.Tensor and array.device.index == self.device


class Cupy(Library):
    dtypes = ("float32", "int64", "complex128", "bool", "uint32", "uint64")

    def __init__(self, device):
        import cupy
        self.cupy = cupy
        super().__init__(device)

    def stream(self):
        with self.cupy.cuda.Device(self.device):
            return self.cupy.cuda.Stream(non_blocking=True)

    def copy(self, memory):
        with self.cupy.cuda.Device(self.device):
            array = self.cupy.asarray(memory)
            self.cupy.cuda.runtime.deviceSynchronize()
        return array

    def read(self, array):
        with self.cupy.cuda.Device(self.device):
            self.cupy.cuda.runtime.deviceSynchronize()
            return self.cupy.asnumpy(array)

    def is_ours(self, array):
        return type(array) is self.cupy.ndarray and array.device.id == self.device


class Numba(Library):
    layouts = ("dense", "every second", "part")  # its transpose is a copy

    def __init__(self, device):
        import numba.cuda
        self.cuda = numba.cuda
        super().__init__(device)

    def stream(self):
        with self.cuda.gpus[self.device]:
            return self.cuda.stream()

    def copy(self, memory):
        with self.cuda.gpus[self.device]:
            array = self.cuda.to_device(memory)
            self.cuda.synchronize()
        return array

    def read(self, array):
        with self.cuda.gpus[self.device]:
            self.cuda.synchronize()
            return array.copy_to_host()

    def is_ours(self, array):
        return type(array).__module__.startswith("numba") and type(array).__name__ == "DeviceNDArray"


class Jax(Library):
    layouts, writable = ("dense",), False

    def __init__(self, device):
        import jax
        self.jax = jax
        self.target = jax.devices("gpu")[device]
        super().__init__(device)

    def stream(self):
        return None

    def copy(self, memory):
        array = self.jax.device_put(memory, self.target)
        array.block_until_ready()
        return array

    def read(self, array):
        return np.asarray(array)

    def is_ours(self, array):
        return isinstance(array, self.jax.Array) and array.devices() == {self.target}


def dtype_of(name):
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes
        return np.dtype(getattr(ml_dtypes, name))


# ---------------------------------------------------------------------------------------- doubles on the fake driver --
class Fake:
    """The controls of fake_cuda.h and fake_nccl.c that are needed here."""

    def __init__(self, nccl):
        self.driver, self.nccl = ctypes.CDLL("libcuda.so.1"), ctypes.CDLL(nccl)
        for library, name in ((self.driver, "fake_alloc"), (self.driver, "fake_context_primary"), (self.driver, "fake_stream_create")):
            getattr(library, name).restype = ctypes.c_void_p
        self.driver.fake_live_bytes.restype = ctypes.c_size_t
        self.driver.fake_log.restype = self.nccl.fake_nccl_log.restype = ctypes.c_char_p

    def context(self, device):
        return ctypes.c_void_p(self.driver.fake_context_primary(device))

    def stream(self, device):
        return self.driver.fake_stream_create(self.context(device), 1)

    def living(self):
        return tuple(getattr(self.driver, "fake_live_" + what)() for what in ("allocations", "streams", "events", "pools")) + (
            self.nccl.fake_nccl_live(), self.driver.fake_context_depth())


class Stream:
    def __init__(self, handle):
        self.handle = handle

    def __cuda_stream__(self):
        return 0, self.handle


class Double(Library):
    """Memory of the fake driver, which NumPy reads: an array is a view of that, and what shows it to C."""

    fake = None  # of the process

    def stream(self):
        return Stream(self.fake.stream(self.device))

    def array(self, values, layout="dense"):
        memory = memory_of(values, layout)
        address = self.fake.driver.fake_alloc(0, self.device, max(1, memory.nbytes))
        there = np.frombuffer((ctypes.c_uint8 * max(1, memory.nbytes)).from_address(address), np.uint8)[:memory.nbytes].view(memory.dtype).reshape(memory.shape)
        there[...] = memory
        self.held.append(address)
        view = LAYOUTS[layout][1](there)
        return Made(self, there, self.show(view, view.ctypes.data), layout)

    def __init__(self, device):
        self.held = []
        super().__init__(device)

    def read(self, memory):
        if isinstance(memory, np.ndarray):
            return memory
        interface = memory.__cuda_array_interface__  # a result: of C, on the device
        nbytes = int(np.prod(interface["shape"], dtype=int)) * np.dtype(interface["typestr"]).itemsize
        return np.ndarray(interface["shape"], interface["typestr"], (ctypes.c_uint8 * max(1, nbytes)).from_address(interface["data"][0] or id(memory)))

    def is_ours(self, array):
        return f"{type(array).__module__}.{type(array).__name__}" == self.result and array.__dlpack_device__() == (2, self.device)

    def free(self):
        for address in self.held:
            self.fake.driver.fake_free(ctypes.c_void_p(address))
        self.held.clear()

    def close(self):
        self.free()
        if self.streams[1]:
            self.fake.driver.fake_stream_destroy(ctypes.c_void_p(self.streams[1].handle))


class Interface(Double):
    """As Numba's: the CUDA Array Interface, with a stream."""

    result = "cucore.Array"

    class Array:
        def __init__(self, view, stream):
            self.view, self.stream = view, stream

        @property
        def __cuda_array_interface__(self):
            return {"shape": self.view.shape, "strides": self.view.strides, "typestr": self.view.dtype.str, "version": 3,
                    "data": (self.view.ctypes.data, False), "stream": self.stream}

    def show(self, view, address):
        return self.Array(view, self.streams[1].handle)


class Capsules(Double):
    """As CuPy's and JAX's: __dlpack__ alone, which says nothing of where it is safe to write again."""

    result, layouts = "cucore.Array", ("dense", "F order", "every second", "part")

    def show(self, view, address):
        import producers
        kinds = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
        return producers.Producer((2, self.device), shape=view.shape, strides=tuple(s // view.itemsize for s in view.strides), memory=view,
                                  data=address, dtype=(kinds[view.dtype.kind], 8 * view.itemsize, 1))


class Table(Double):
    """As torch's: a C exchange table, whose allocator makes the results."""

    result = "export_test.Array"
    dtypes = Torch.dtypes + ("uint32", "uint64", "uint16")
    kind = None

    def __init__(self, device):
        import export_test
        if not Table.kind:
            Table.kind = type("Table", (export_test.Array,), {})
            export_test.publish(Table.kind, "Array")
        super().__init__(device)

    def show(self, view, address):
        return self.kind(address, view.dtype.name, view.shape, tuple(s // view.itemsize for s in view.strides), device=(2, self.device),
                                 stream=self.streams[1].handle)


REAL = {"torch": Torch, "cupy": Cupy, "numba": Numba, "jax": Jax}
DOUBLES = {"interface": Interface, "capsules": Capsules, "table": Table}


def make(name, device):
    """A library on a device, or why there is none."""
    try:
        return {**REAL, **DOUBLES}[name](device)
    except Exception as error:
        if name in sys.modules and name != "jax":
            raise
        return f"{name}: {type(error).__name__}: {error}"
