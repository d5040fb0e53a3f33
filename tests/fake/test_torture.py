"""Every public function that allocates, calls Python or the driver, while the n-th of these calls fails, for every n.

Which functions these are is read from the headers (tests/torture.py).  Those of C are rows of tests/c/test_driver_torture.c, those
that call Python are rows here.  A row is a function, its arguments, and what holds after a success; after each failure the
exception has to be the one that was raised, or that fits; outputs are as documented (torture_test.c looks at them), what
was given is as before, nothing is leaked, and the same call succeeds."""
import collections
import ctypes
import functools
import gc
import importlib.machinery
import importlib.util
import itertools
import os
import pathlib
import re
import subprocess
import sys

import pytest

import torture_test as t

np = pytest.importorskip("numpy")
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
import torture  # noqa: E402

from conftest import library  # noqa: E402

NO_SYNC, HOST = (1 << 64) - 1, (1 << 64) - 2
CPU, CUDA, PINNED, MANAGED = 1, 2, 3, 13
WRITE, BORROW, OPAQUE = 1, 1 << 16, 1 << 33
BY_EXCHANGE, BY_DLPACK, BY_CAI, BY_PEP3118, BY_ARRAY_INTERFACE = (1 << bit for bit in range(24, 29))
MAKE_F_CONTIGUOUS, FROM_ANYTHING = 1 << 41, 1 << 44
KINDS = ("malloc", "thread", "python", "xception", "interpreter", "driver")
FAILED, NO_MEMORY = 719, 2  # CUDA_ERROR_LAUNCH_FAILED, CUDA_ERROR_OUT_OF_MEMORY

# A precaution, a question with another way out, or cleaning up: the work can be done without.
DISPENSABLE = {"cuCtxPopCurrent", "cuThreadExchangeStreamCaptureMode", "cuCtxGetId", "cuCtxGetDevice",
               "cuDevicePrimaryCtxGetState", "cuDevicePrimaryCtxRetain", "cuEventDestroy", "cuMemFreeHost",
               "cuStreamDestroy", "cuDeviceGetAttribute", "cuFuncSetAttribute"}


# ---------------------------------------------------------------------------------------------------------- arguments --
class Owner:
    """Something to count the references of."""


class Table(t.Array):
    """An array with an exchange table."""

    __dlpack__ = t.Array.__dlpack__  # its own, as the table


t.call("cucore_py_export_exchange", Table)


class Interface:
    """Nothing but one interface."""

    def __init__(self, name, value, owner):
        self.value, self.owner = value, owner
        self.__dict__[name] = value


class Stream:
    def __init__(self, handle):
        self.handle = handle

    def __cuda_stream__(self):
        return 0, self.handle


class Pool:
    """An allocator in Python; its memory is an address, or an object that is kept."""

    def __init__(self, fake, kept=False):
        self.fake, self.kept = fake, kept

    def allocate(self, size, stream=None):
        address = self.fake.alloc(self.fake.DEVICE, 0, size)
        return Memory(self.fake, address) if self.kept else address

    def deallocate(self, ptr, size, stream=None):
        assert self.fake.free(ptr) == 0


class Memory:
    def __init__(self, fake, address):
        self.fake, self.handle = fake, address

    def close(self, stream=None):
        assert self.fake.free(self.handle) == 0


class Foreign:
    """An array of a library that has from_dlpack."""

    def __init__(self, source=None):
        self.source = source

    def __dlpack__(self):
        raise AssertionError("nobody asks for this")


class Number:
    """What NumPy reads as one element."""

    def __array__(self):
        return np.array(3.0)


class Old:
    """A producer that has never heard of max_version."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, *, stream=None):
        return self.array.__dlpack__(stream=stream)


class DataType:
    def __dlpack_data_type__(self):
        return 2, 32, 1


def named(module, name, text, **attributes):
    """An object of a library that is not installed."""
    return type(name, (), {"__module__": module, "__str__": lambda self: text, **attributes})()


foreign = importlib.util.module_from_spec(importlib.machinery.ModuleSpec("torture_library", None))
foreign.float32 = Owner()
foreign.from_dlpack = lambda source, **keywords: Foreign(source)
sys.modules["torture_library"] = foreign
Foreign.__module__ = "torture_library"


class World:
    """What arguments are made of; counted."""

    def __init__(self, fake):
        self.fake = fake
        self.owner = Owner()
        self.watched = [self.owner]
        self.device_memory, self.host_memory = [], []
        primary, other = fake.context_primary(0), fake.context_primary(1)
        self.g, self.h, self.k = [fake.stream_create(c, 1) for c in (primary, primary, other)]

    def close(self):
        self.watched.clear()
        for address in self.device_memory:
            assert self.fake.free(address) == 0
        for stream in (self.g, self.h, self.k):
            self.fake.stream_destroy(stream)

    def watch(self, obj):
        self.watched.append(obj)
        return obj

    def memory(self, kind=0, ordinal=0, size=256):
        self.device_memory.append(self.fake.alloc(kind, ordinal, size))
        return self.device_memory[-1]

    def host(self, cls=t.Array, size=64):
        self.host_memory.append(ctypes.create_string_buffer(size))
        return self.watch(cls(ctypes.addressof(self.host_memory[-1]), size, CPU, -1, 0, self.owner))

    def device(self, stream=0, cls=t.Array, ordinal=0, kind=0, size=64):
        device_type = {0: CUDA, 1: PINNED, 2: MANAGED, 3: CUDA}[kind]
        address = self.memory(kind, ordinal, size)
        return self.watch(cls(address, size, device_type, -1 if kind == 1 else ordinal, stream, self.owner))

    def capsule(self, array, versioned=1):
        return self.watch(t.call("cucore_py_export_capsule", array, versioned))

    def cai(self, stream=None, **more):
        fields = {"shape": (2, 3), "typestr": "<f4", "data": (self.memory(), False), "version": 3, "stream": stream}
        return self.watch(Interface("__cuda_array_interface__", {**fields, **more}, self.owner))

    def array_interface(self):
        array = self.watch(np.zeros((2, 3)))
        return self.watch(Interface("__array_interface__", dict(array.__array_interface__), array))

    def numpy(self, *args):
        return self.watch(np.zeros(*(args or (3,))))

    def packed(self):
        return self.watch(np.zeros((2, 3), [("a", "u1"), ("b", "<f4")])["b"])

    def bytes(self):
        return self.watch(bytearray(16))

    def stream(self):
        return self.watch(Stream(self.g))

    def pool(self, kept=False):
        return self.watch(Pool(self.fake, kept))

    def foreign(self):
        return self.watch(Foreign())

    def old(self):
        return self.watch(Old(self.device(self.g)))

    def type(self):
        return type("Fresh", (t.Array,), {})




def interpreter_dict():
    interpreter = ctypes.PYFUNCTYPE(ctypes.c_void_p)(("PyInterpreterState_Get", ctypes.pythonapi))()
    borrowed = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(("PyInterpreterState_GetDict", ctypes.pythonapi))(interpreter)
    return ctypes.cast(borrowed, ctypes.py_object).value


KEPT = interpreter_dict()  # for all modules

Row = collections.namedtuple("Row", "function id make kinds")
ROWS = []


def row(function, name, make, kinds="python"):
    """kinds: what can fail, beside allocations of the interpreter and exceptions wherever Python is called"""
    ROWS.append(Row("cucore_" + function, name, make, set(kinds.split())))


ANY = "python"
DRIVEN = "python driver"
row("py_view", "buffer", lambda w: (w.bytes(), 1, 0))
row("py_view", "numpy", lambda w: (w.numpy(), 1, 0), "")
row("py_view", "dlpack-host", lambda w: (w.host(), 1, 0), "python malloc")
row("py_view", "dlpack", lambda w: (w.device(w.g), w.h, 0), "python malloc driver")
row("py_view", "cai", lambda w: (w.cai(w.g), w.h, 0), DRIVEN)
row("py_view", "capsule", lambda w: (w.capsule(w.host()), 1, 0))
row("py_view", "exchange", lambda w: (w.device(w.g, Table), w.h, 0), "python malloc driver")
row("py_view", "exchange-lent", lambda w: (w.device(w.g, Table), w.h, BORROW), DRIVEN)
row("py_view", "array-interface", lambda w: (w.array_interface(), 1, 0))
row("py_view", "by-capsule-versioned", lambda w: (w.capsule(w.device()), w.h, BY_DLPACK), DRIVEN)
row("py_view", "by-capsule-legacy", lambda w: (w.capsule(w.host(), 0), 1, BY_DLPACK))
row("py_view", "by-exchange", lambda w: (w.device(w.g, Table), w.h, BY_EXCHANGE), "python malloc driver")
row("py_view", "by-exchange-host", lambda w: (w.host(Table), 1, BY_EXCHANGE), "malloc")
row("py_view", "by-dlpack-host", lambda w: (w.host(), 1, BY_DLPACK), "python malloc")
row("py_view", "by-dlpack", lambda w: (w.device(w.g), w.h, BY_DLPACK), "python malloc driver")
row("py_view", "by-dlpack-another-device", lambda w: (w.device(w.k, ordinal=1), w.h, BY_DLPACK), "python malloc driver")
row("py_view", "by-dlpack-managed-on-host", lambda w: (w.device(w.g, kind=2), HOST, BY_DLPACK), "python malloc driver")
row("py_view", "by-dlpack-numpy", lambda w: (w.numpy(), 1, BY_DLPACK))
row("py_view", "by-dlpack-without-max_version", lambda w: (w.old(), w.h, BY_DLPACK), "python malloc driver")
row("py_view", "by-cai-handle", lambda w: (w.cai(w.g), w.h, BY_CAI), DRIVEN)
row("py_view", "by-cai-host-waits", lambda w: (w.cai(1), HOST, BY_CAI | WRITE), DRIVEN)
row("py_view", "by-cai-strides", lambda w: (w.cai(None, strides=(12, 4)), w.h, BY_CAI), DRIVEN)
row("py_view", "by-cai-descr", lambda w: (w.cai(None, typestr="|V8", descr=[("a", "<f4"), ("b", "<i4")]), 1, BY_CAI), DRIVEN)
row("py_view", "by-buffer-bytes", lambda w: (w.bytes(), 1, BY_PEP3118))
row("py_view", "by-buffer-ours", lambda w: (w.host(), 1, BY_PEP3118))
row("py_view", "by-buffer-structured", lambda w: (w.numpy(2, "f4,i4"), 1, BY_PEP3118))
row("py_view", "by-array-interface", lambda w: (w.array_interface(), 1, BY_ARRAY_INTERFACE))
row("py_view", "by-array-interface-numpy", lambda w: (w.numpy(), 1, BY_ARRAY_INTERFACE))
row("py_view", "fitting-host", lambda w: (w.numpy((2, 3)), 1, MAKE_F_CONTIGUOUS | WRITE), "malloc")
row("py_view", "fitting-device", lambda w: (w.cai(w.g), w.h, MAKE_F_CONTIGUOUS | WRITE), "python malloc driver")
row("py_view", "from-anything", lambda w: (w.watch([1.0, 2.0]), 1, FROM_ANYTHING), "python")
row("py_args", "fitting", lambda w: ([w.cai(w.g), w.numpy((2, 3)), w.cai(w.h)], w.h, MAKE_F_CONTIGUOUS), "python malloc driver")
row("py_args_release", "fitting", lambda w: ([w.cai(w.g), w.numpy((2, 3)), w.cai(w.h)], w.h, MAKE_F_CONTIGUOUS | WRITE), "driver")
row("py_view", "numpy-dates", lambda w: (w.numpy(3, "M8[s]"), 1, OPAQUE))
row("py_view", "by-cai-swapped", lambda w: (w.cai(w.g, typestr=">f8"), w.h, BY_CAI | OPAQUE), DRIVEN)
row("py_view", "by-cai-date-field",
    lambda w: (w.cai(None, typestr="|V16", descr=[("a", "<f8"), ("b", "<M8[s]")]), 1, BY_CAI | OPAQUE), DRIVEN)
row("py_view_bytes", "", lambda w: (w.bytes(), 1, 0))
row("py_view_bytes", "numpy-dates", lambda w: (w.numpy(3, "M8[s]"), 1, 0))
row("py_view_bytes", "cai", lambda w: (w.cai(w.g, typestr=">f8"), w.h, 0), DRIVEN)
row("py_view_bytes", "dlpack", lambda w: (w.device(w.g), w.h, 0), "python malloc driver")
row("py_view_bytes", "exchange", lambda w: (w.device(w.g, Table), w.h, 0), "python malloc driver")
row("view_detach", "bytearray", lambda w: (w.watch(bytearray(24)), 1, 0), "python malloc")
row("view_detach", "dlpack", lambda w: (w.device(w.g), w.h, 0), "")
row("py_view_move_to_buffer", "", lambda w: (w.host(), 1, BY_DLPACK, 0x1C))
row("py_view_move_to_buffer", "bytearray", lambda w: (w.watch(bytearray(24)), 1, 0, 0x18), "python malloc")
row("py_view_move_to_buffer", "device", lambda w: (w.device(w.g), w.h, 0, 0x18))
row("py_view", "fitting-odd-strides", lambda w: (w.packed(), 1, MAKE_F_CONTIGUOUS | WRITE), "malloc")
row("py_view", "fitting-odd-strides-device", lambda w: (w.cai(w.g, strides=(20, 5)), w.h, MAKE_F_CONTIGUOUS | WRITE), "python malloc driver")
row("py_array_nbytes", "", lambda w: (w.bytes(),))
row("py_array_nbytes", "numpy", lambda w: (w.numpy(),), "")
row("py_array_nbytes", "cai", lambda w: (w.cai(w.g, strides=(20, 5)),))
row("py_array_nbytes", "dlpack", lambda w: (w.device(w.g),), "python malloc")
row("py_array_to_dlmanaged", "bytearray", lambda w: (w.bytes(), 1, 0), "python malloc")
row("py_array_to_dlmanaged", "numpy", lambda w: (w.numpy(), 1, 0), "malloc")
row("py_array_to_dlmanaged", "device", lambda w: (w.device(w.g), w.h, 0), "python malloc driver")
row("py_array_to_dlmanaged", "converted", lambda w: (w.cai(w.g), w.h, MAKE_F_CONTIGUOUS), "python malloc driver")
row("py_array_to_dlmanaged_versioned", "device", lambda w: (w.device(w.g), w.h, 0), "python malloc driver")
row("py_array_to_dlmanaged_versioned", "numpy", lambda w: (w.numpy(), 1, 0), "malloc")
row("py_view_wrap", "host", lambda w: (w.watch(Owner()), 4096, CPU), "")
row("py_view_wrap", "device", lambda w: (w.watch(Owner()), w.memory(), CUDA), "")
row("py_view_shape", "", lambda w: (w.host(),))
row("py_view_strides", "", lambda w: (w.host(),))
row("py_view_dtype", "numpy", lambda w: (w.host(), None))
row("py_view_dtype", "library-module", lambda w: (w.host(), foreign))
row("py_view_dtype", "library-name", lambda w: (w.host(), "torture_library"))
row("py_view_dtype", "library-array", lambda w: (w.host(), w.foreign()))
row("py_dtype_converter", "name", lambda w: ("float32",))
row("py_dtype_converter", "numpy", lambda w: (w.watch(np.dtype("i4")),))
row("py_dtype_converter", "type", lambda w: (np.float32,))
row("py_dtype_converter", "dlpack", lambda w: (w.watch(DataType()),))
row("py_dtype_converter", "library", lambda w: (w.watch(named("torch", "dtype", "torch.float32")),))
row("py_device_converter", "name", lambda w: ("cuda:1",))
row("py_device_converter", "pair", lambda w: ((2, 1),), "")
row("py_device_converter", "text", lambda w: (w.watch(named("torch", "device", "cuda:1")),))
row("py_device_converter", "number", lambda w: (w.watch(named("jaxlib", "Device", "", platform="gpu", local_hardware_id=1)),))
row("py_shape_converter", "", lambda w: ([2, 3],))
row("py_export_getbuffer_opaque", "numpy", lambda w: (w.numpy(3, ">f8"),))
row("py_args", "", lambda w: ([w.device(w.g, Table), w.cai(w.g), w.bytes()], w.h), "python malloc driver")
row("_py_try", "", lambda w: (w.cai(w.g), w.h), "python driver")
row("_py_try", "numpy", lambda w: (w.numpy(), w.h), "")
row("_py_args_tried", "", lambda w: ([w.bytes(), w.cai(w.g), w.cai(w.h), w.numpy()], w.h), "python driver")
row("_py_args_tried", "host", lambda w: ([w.numpy(), w.numpy()], w.h), "")
row("py_args", "two-devices", lambda w: ([w.device(w.g), w.device(w.k, ordinal=1)], w.h), "python malloc driver")
row("py_args_release", "", lambda w: ([w.device(w.g, Table), w.cai(w.g), w.bytes()], w.h), "driver")
row("py_stream_from_object", "object", lambda w: (w.stream(),))
row("py_stream_from_object", "int", lambda w: (2,), "")
row("py_stream_converter", "", lambda w: (w.stream(),))
row("py_view_keep_stream", "", lambda w: (w.stream(),), "")
row("py_stream_to_tuple", "", lambda w: (0x7F0012345678,))
row("py_memory_resource_from_object", "", lambda w: (w.pool(),), "python malloc")
row("py_memory_resource_converter", "", lambda w: (w.pool(), False), "python malloc")
row("py_memory_resource_converter", "a later argument fails", lambda w: (w.pool(), True), "python malloc")
row("buffer_allocate", "address", lambda w: (w.pool(), 64, w.g), DRIVEN)
row("buffer_allocate", "object", lambda w: (w.pool(True), 64, w.g), DRIVEN)
row("buffer_release", "address", lambda w: (w.pool(), 64, w.g))
row("buffer_release", "object", lambda w: (w.pool(True), 64, w.g))
row("py_export_dlpack", "ordered", lambda w: (w.device(w.g), (w.h, (1, 0)), ("stream", "max_version")), "python malloc driver")
row("py_export_dlpack", "legacy", lambda w: (w.host(), (), ()), "python malloc")
row("py_export_dlpack", "copy", lambda w: (w.device(w.g), (w.h, True), ("stream", "copy")), "python malloc driver")
row("py_export_dlpack", "to-the-host", lambda w: (w.device(w.g), ((CPU, 0),), ("dl_device",)), "python malloc driver")
row("py_export_dlpack", "pinned", lambda w: (w.device(w.g, kind=1), ((1, 0),), ("max_version",)), "python malloc driver")
row("py_export_array", "numpy", lambda w: (w.host(), (), ()))
row("py_export_array", "numpy-dtype-and-copy", lambda w: (w.host(), ("f4", True), ("copy",)))
row("py_export_array", "numpy-pinned", lambda w: (w.device(w.g, kind=1), (None,), ()), DRIVEN)
row("_py_export_int", "", lambda w: (w.watch(Number()),))
row("_py_export_float", "", lambda w: (w.watch(Number()),))
row("_py_export_complex", "", lambda w: (w.watch(Number()),))
row("_py_export_type", "", lambda w: ())
row("py_export_dlpack_device", "", lambda w: (w.device(),))
row("py_export_cai", "", lambda w: (w.device(w.g),))
row("py_export_cai", "default-stream", lambda w: (w.device(1),), DRIVEN)
row("py_export_array_interface", "", lambda w: (w.host(),))
row("py_export_array_interface", "pinned", lambda w: (w.device(w.g, kind=1),), DRIVEN)
row("py_export_getbuffer", "", lambda w: (w.host(),))
row("py_export_getbuffer", "managed", lambda w: (w.device(w.g, kind=2),), DRIVEN)
row("py_export_capsule", "versioned", lambda w: (w.host(), 1), "python malloc")
row("py_export_capsule", "legacy", lambda w: (w.host(), 0), "python malloc")
row("py_export_capsule_move", "versioned", lambda w: (w.host(), 1), "python malloc")
row("py_export_capsule_move", "legacy", lambda w: (w.host(), 0), "python malloc")
row("py_export_exchange", "", lambda w: (w.type(),))
row("_py_exchange_allocate", "host", lambda w: (CPU, 0, 8, True), "malloc")
row("_py_exchange_allocate", "device", lambda w: (CUDA, 0, 8, False), "python malloc driver")
row("_py_exchange_export", "", lambda w: (w.device(w.g),), "python malloc driver")
row("_py_exchange_export", "host", lambda w: (w.host(),), "malloc")
row("_py_exchange_lend", "", lambda w: (w.device(w.g),), DRIVEN)
row("_py_exchange_wrap", "own", lambda w: (w.device(w.g), False), "driver")
row("_py_exchange_wrap", "array", lambda w: (w.device(w.g), True), DRIVEN)
row("_py_exchange_stream", "", lambda w: (CUDA, 0))
row("py_empty", "host", lambda w: (None, CPU, 0, 8, 1), "python malloc")
row("py_empty", "device", lambda w: (None, CUDA, 0, 8, w.g), "malloc driver")
row("py_empty", "pinned", lambda w: (None, PINNED, 0, 8, w.g), "malloc driver")
row("py_empty", "numpy", lambda w: (w.numpy(), CPU, 0, 8, 1), "")
row("py_empty", "table", lambda w: (w.device(w.g, Table), CUDA, 0, 8, w.h), "python malloc driver")
row("py_empty", "library", lambda w: (w.foreign(), CUDA, 0, 8, w.h), "malloc driver")
row("py_empty_like", "table", lambda w: (w.device(w.g, Table), w.device(w.g), w.h), "python malloc driver")
row("py_empty_like", "numpy", lambda w: (w.numpy(), w.host(), 1), "")
row("py_empty", "library-type", lambda w: (Foreign, CUDA, 0, 8, w.h), "malloc driver python")
row("py_empty", "table-of-a-type", lambda w: (Table, CUDA, 0, 8, w.h), "python malloc driver")
row("py_empty", "library-module", lambda w: (foreign, CUDA, 0, 8, w.h), "malloc driver python")
row("py_empty", "library-name", lambda w: ("torture_library", CUDA, 0, 8, w.h), "malloc driver python")
row("py_return", "library-type-own", lambda w: (Foreign, w.host(), 1, True), "python")
row("py_return", "library-module-own", lambda w: (foreign, w.host(), 1, True), "python")
row("py_return", "library-name-own", lambda w: ("torture_library", w.host(), 1, True), "python")
row("py_return", "array", lambda w: (None, w.host(), 1, False))
row("py_return", "array-own", lambda w: (None, w.host(), 1, True))
row("py_return", "numpy", lambda w: (w.numpy(), w.host(), 1, False), "")
row("py_return", "numpy-own", lambda w: (w.numpy(), w.host(), 1, True), "python")
row("py_return", "table", lambda w: (w.device(w.g, Table), w.device(w.g), w.h, False), "driver")
row("py_return", "table-own", lambda w: (w.device(w.g, Table), w.device(w.g), w.h, True), "python malloc driver")
row("py_return", "library", lambda w: (w.foreign(), w.device(w.g), w.h, False))
row("py_return", "library-own", lambda w: (w.foreign(), w.host(), 1, True), "python")
for name in ("shape", "dtype", "device", "ndim", "size", "nbytes", "itemsize", "readonly", ""):
    row("array", "numpy-dtype" if name == "dtype" else name or "repr", lambda w, name=name: (w.host(), name))
row("py_copy", "host", lambda w: (w.host(), w.host(), 1, None), "python malloc")
row("py_copy", "device", lambda w: (w.device(w.g), w.host(), w.h, None), "python malloc driver")
row("py_copy", "threads", lambda w: (w.device(w.g, size=16384), w.numpy(4096, "f4"), w.h, None),
    "python malloc driver thread")
row("py_copy", "allocator", lambda w: (w.device(w.g), w.device(w.k, ordinal=1), w.h, w.pool()), "python malloc driver")
row("py_launcher_make", "", lambda w: ())
row("py_launch", "tables", lambda w: ([1.5, w.device(w.g, Table), w.device(w.g, Table)], w.stream()), "python malloc driver")
row("py_launch", "any", lambda w: ([np.float32(1), w.cai(w.g, shape=(16,)), w.device(w.g)], w.h), "python malloc driver")
row("py_check", "", lambda w: (), "")


# ------------------------------------------------------------------------------------------------------------- a failure --
def living(fake):
    t.trim()
    return (fake.live_events(), fake.live_streams(), fake.live_contexts(), fake.live_pools(), fake.live_graphs(),
            fake.live_allocations(), t.live())


def counts(objects):
    return [sys.getrefcount(o) for o in objects]


def names(objects):
    """What a capsule is called says whether it was consumed."""
    return [repr(o) for o in objects if type(o).__name__ == "PyCapsule"]


def failed_call(fake, result):
    for line in fake.lines:
        if line.endswith(f"result={result}"):
            return line.split()[0]
    return ""


def check_error(error, message, kind, result, call):
    if kind in ("python", "xception") and call.split(":")[0] == "Array_stream" and error is RuntimeError:
        assert "Interrupt" in message or "MemoryError" in message or "an exception" in message
    elif kind == "xception":
        assert error is t.Interrupt, f"the exception was replaced by {error.__name__}: {message}"
    elif kind == "driver" and result == FAILED:
        assert error is RuntimeError and call in message and "719" in message, f"{call}: {error.__name__}: {message}"
    elif kind == "interpreter" and sys.version_info >= (3, 13) and error is AttributeError:
        assert "type object" in message and "has no attribute" in message  # CPython's, of a dict of a type that cannot grow
    else:
        assert error is MemoryError, f"{error.__name__}: {message}"


def repair(fake, call):
    """What the failure of these calls means nobody can make good but the test."""
    if call == "cuCtxPopCurrent":
        fake.drop_context()
    if call == "cuThreadExchangeStreamCaptureMode":
        library.cuThreadExchangeStreamCaptureMode(ctypes.byref(ctypes.c_int(0)))


RAISED = [None, ""]  # what was raised, as nothing that the next call would not replace


def attempt(function, args):
    RAISED[0] = None
    try:
        t.call(function, *args)
    except AssertionError:
        raise
    except BaseException as error:
        RAISED[0], RAISED[1] = type(error), str(error)


def forget_all():
    """What is made once and kept by the module, and the type of arrays that the interpreter keeps for all modules."""
    t.forget()
    for key in [key for key in KEPT if str(key).startswith("cucore.Array ")]:
        del KEPT[key]


def once(row, fake, kind, n, result, forget):
    """One call, of which the n-th call fails.  -> did that exist; was it one of the driver that destroys something?"""
    w = World(fake)
    try:
        return once_with(row, w, row.make(w), kind, n, result, forget)
    finally:
        w.close()
        RAISED[:] = None, ""
        if forget:
            forget_all()


def once_with(row, w, args, kind, n, result, forget):
    fake = w.fake
    if forget:
        forget_all()
    before, capsules, alive = counts(w.watched), names(w.watched), living(fake)
    fake.log_clear()
    t.fail(kind, n, result)
    attempt(row.function, args)
    was_fired, error = t.fired(), RAISED[0]
    call = failed_call(fake, result) if kind == "driver" else t.where() if kind in ("python", "xception") else ""
    repair(fake, call)
    if not was_fired:
        assert error is None, RAISED
    elif error is None:
        assert (kind == "thread" or call in DISPENSABLE or call.split(":")[0] in SPARED
                or (kind in ("driver", "malloc") and (row.function, row.id) in OTHER_WAY)
                or ((row.function, row.id) in NO_ARRAY and (kind == "interpreter" or call.split(":")[0] in WORDS))), f"not reported: {call}"
    else:
        check_error(error, RAISED[1], kind, result, call)
        if row.function not in TAKES:
            assert living(fake) == alive, (living(fake), alive)
            assert counts(w.watched) == before, "a reference was leaked"
            assert names(w.watched) == capsules, "a capsule was consumed"
            t.call(row.function, *args)
    assert fake.context_depth() == 0 and fake.capture_mode() == 0
    return was_fired, call in ("cuEventDestroy", "cuMemFreeHost", "cuMemFreeAsync", "cuStreamDestroy")


# What owns its argument also when it fails: the call cannot be repeated with it.
TAKES = {"cucore_py_return", "cucore_py_export_capsule_move", "cucore_py_args_release", "cucore__py_exchange_wrap", "cucore_buffer_release"}
# Functions of which a call of Python fails without being reported as what it is, and why that is right.
SPARED = {
    "cucore__py_capsule_consume": "a capsule without its name is consumed, whatever its destructor",
    "cucore__py_deallocate": "memory that is closed is given back, whether it is forgotten or not",
    "Array_stream": "the allocator of an exchange table tells of a failure by SetError alone, which has no exception",
}
# Rows in which a library returns what is no array (B124): it is not compared, and the words of that refusal are thrown away.
NO_ARRAY = {("cucore_py_return", name) for name in ("library", "library-own", "library-type-own", "library-module-own", "library-name-own", "table-own")}
WORDS = {"cucore__py_dict_get", "cucore__py_add_note", "cucore__py_note_argument", "cucore__py_full_name", "cucore__py_names_argument", "cucore__py_hint", "cucore__py_refused", "cucore__py_module_of", "cucore__py_full_module", "cucore__py_plain_text"}
# Rows in which a failure of the driver has another way: what fails is the producer's half.
OTHER_WAY = {
    ("cucore_py_view", "exchange"): "the table fails: __dlpack__ is asked",
    ("cucore_py_view", "exchange-lent"): "the table fails: __dlpack__ is asked",
    ("cucore_py_view_bytes", "exchange"): "the table fails: __dlpack__ is asked",
    ("cucore_py_args", ""): "the table of the first fails: __dlpack__ is asked",
    ("cucore_py_args_release", "fitting"): "memory that cannot be freed when all else is done",
    ("cucore_py_array_to_dlmanaged", "device"): "the end of an access that learns nothing of a capture waits on the host",
    ("cucore_py_launch", "any"): "the end of an access whose owner cannot be kept waits on the host",
    ("cucore_py_launch", "tables"): "what the quick way cannot find out is asked by the general one",
    ("cucore_py_view", "by-dlpack-managed-on-host"): "asked without a stream, as NumPy wants it",
}


clear_caches = getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache


def living_blocks():
    """The interpreter's cache of look-ups keeps the name of each, also a str that was made for one call alone; which ones go
    is up to their addresses.  Owners that wait for the work of a stream are no leak either."""
    t.trim()
    gc.collect()
    clear_caches()
    return sys.getallocatedblocks()


def in_turn(row, fake, kind, result, forget):
    """Fails call after call; -> how many there were."""
    once(row, fake, kind, 1 << 20, result, False)
    blocks = [1 << 20, 1 << 20]
    for n in itertools.count(1):
        for _ in range(200):  # what is leaked is leaked each time; caches of the interpreter fill up sooner or later
            alive = living(fake)
            blocks[0] = living_blocks()
            try:
                fired, was_destroying = once(row, fake, kind, n, result, forget)
            except AssertionError as error:
                raise AssertionError(f"{row.function} {row.id}: {kind} {n}: {error}") from None
            blocks[1] = living_blocks()
            assert was_destroying or living(fake) == alive, (kind, n, living(fake), alive)
            if blocks[1] <= blocks[0]:
                break
        else:
            raise AssertionError(f"{row.function} {row.id}: {kind} {n}: {blocks[1] - blocks[0]} blocks leaked {t.where()}")
        if not fired:
            return n - 1
        assert n < 2000


@pytest.fixture(scope="module", autouse=True)
def quick_garbage_collection():
    """What is there before is not looked at again and again; no collection of its own comes in between."""
    gc.collect()
    gc.freeze()
    gc.disable()
    before = dict(KEPT)
    yield
    forget_all()
    KEPT.update(before)  # what other modules know
    gc.enable()
    gc.unfreeze()


def test_everything_is_forgotten(fake):
    """Else making it would never fail."""
    w = World(fake)
    kinds = []
    for _ in range(3):
        kinds.append(type(t.call("cucore_py_return", None, w.host(), 1, False)))
        if len(kinds) == 2:
            forget_all()
    assert kinds[0] is kinds[1] is not kinds[2] and kinds[2].__name__ == "Array"
    w.close()


@pytest.fixture(autouse=True)
def nothing_kept(fake):
    t.forget_kernels()
    yield
    t.trim()
    t.forget_kernels()


# Rows in which others need the interpreter's memory: NumPy crashes without, an import goes on, ctypes
# wraps the error; so does the call that a keyword stopped.
WITHOUT_MEMORY = ("numpy", "library", "without-max_version", "structured", "threads", "address", "object", "allocator")


def cases():
    found = []
    for r, kind in itertools.product(ROWS, KINDS):
        if kind == "interpreter" and any(word in r.id for word in WITHOUT_MEMORY):
            continue
        if kind == "interpreter" and r.function == "cucore_py_check" and sys.version_info < (3, 11, 7):
            continue  # their PyErr_SetString sets the exception all the same, without its text
        if kind == "interpreter" and (r.function, r.id) == ("cucore_py_return", "array") and sys.version_info[:3] == (3, 13, 0):
            continue  # it crashes in its own PyDict_SetDefaultRef, without memory for the dict of a new type
        found.append(pytest.param(r, kind, id=f"{r.function[7:]}-{r.id}-{kind}"))
    return found


@pytest.mark.parametrize("row, kind", cases())
def test_every_call_failing_in_turn(fake, row, kind):
    count = 0
    first = next(r for r in ROWS if r.function == row.function) is row  # what is made once is made alike by the others
    for result in (FAILED, NO_MEMORY) if kind == "driver" else (FAILED,):
        count += in_turn(row, fake, kind, result, False)
    if kind in ("python", "xception", "interpreter") and first:
        count += in_turn(row, fake, kind, result, True)
    if kind in ("malloc", "thread", "python", "driver"):
        learns = kind == "python" and sys.version_info < (3, 11)  # a type is looked at each time
        assert (count > 0) == (kind in row.kinds) or (count > 0 and learns), f"{count} calls"


# ------------------------------------------------------------------------------------------------- is anybody missing? --
# What tests/torture.py finds and no row fails, and why it cannot fail, or where it does.
OWN = "the resource that it makes is the driver's"
ONE_KIND = "an argument is copied within memory of one kind: threads pack what goes between the host and a device"
CONVERTING = ("py_args", "py_args_release", "py_array_to_dlmanaged", "py_array_to_dlmanaged_versioned", "py_launch", "py_return", "py_view", "py_view_bytes")
CANNOT = {
    "cucore_py_array_nbytes driver": "asks nothing: the producer is trusted",
    **dict.fromkeys([f"cucore_{name} thread" for name in CONVERTING], ONE_KIND),
    **dict.fromkeys([f"cucore_{name} thread" for name in ("py_empty", "py_empty_like")], "what it takes in fits"),
    **dict.fromkeys([f"cucore_{name} resource" for name in CONVERTING], OWN),
    **{f"cucore{name} {kind}": f"each call in turn, in tests/c/{file}.c" for file, names in
       {"test_driver_graphs": ("_graph_begin", "_graph_end", "_graph_launch", "_graph_update", "_graph_release"),
        "test_driver_launch": ("_kernel_launch_params", "_kernel_get_occupancy"), "test_driver_programs": ("__program_make", "_program_compile"),
        "test_driver_tensor_map": ("_tensor_map_make", "_tensor_map_replace_address")}.items()
       for name in names for kind in (["driver"] if "tensor" in name or "graph" in name else ["driver", "malloc"])},
    "cucore_loops_run malloc": "each call in turn, in tests/c/test_kernel.c",
    **dict.fromkeys(["cucore_view_get_registration driver", "cucore_view_export_dma_buf driver", "cucore_view_export driver",
                     "cucore_view_import driver", "cucore_view_import malloc", "cucore_event_export driver", "cucore_event_import driver"],
                    "each call in turn, in tests/c/test_driver_share.c"),
    **dict.fromkeys(["cucore__accessor_make_as driver", "cucore_accessor_make driver", "cucore_loops_make driver"],
                    "only CUCORE_DEVICE_CURRENT is looked up, by cucore_view_check, which has a row"),
    "cucore_views_check driver": "likewise",
    "cucore_py_array_count_write python": "test_written.py has its failures",
    "cucore_loops_run thread": "tests/c/test_kernel.c: the caller does what no thread could be had for",
    "cucore_py_is_array python": "what cannot be asked is no array: 0",
    "cucore_copy_plan_make malloc": "cucore_view_copy, which plans with the same functions, has rows",
    "cucore_views_copy_blocks thread": "plain blocks are packed by the threads of cucore_view_copy, which has a row",
    "cucore_py_args_release malloc": "copies back as cucore_view_copy, which has rows",
    "cucore_copy_plan_make driver": "asks nothing; cucore_view_copy, which plans with the same functions, may",
    **dict.fromkeys([f"cucore_py_view_keep_stream {kind}" for kind in ("driver", "resource", "pointer")],
                    "compares with what frees the memory, and does not call it"),
    "cucore_py_view_keep_stream malloc": "likewise",
    **dict.fromkeys([f"cucore_py_{name}_visit {kind}" for name in ("view", "owner") for kind in ("driver", "malloc", "pointer", "python", "resource")],
                    "likewise: it calls the collector's function, and nothing else"),
    "cucore_view_adopt_buffer driver": "points to what frees the memory, which is cucore_view_release",
    "cucore_view_adopt_buffer resource": "likewise",
    "cucore_py_view_move_to_buffer driver": "likewise",
    "cucore_py_view_move_to_buffer resource": "likewise",
    "cucore_owner_release pointer": "calls what frees the memory, as cucore_view_release does",
    "cucore_trim resource": "frees as cucore_buffer_release does",
    "cucore_buffer_allocate malloc": "points to an allocator of pageable memory, whose failure is one of malloc",
    "cucore_memory_resource_allocate malloc": "likewise",
    **dict.fromkeys([f"cucore__py_{name} {kind}" for name in ("try", "args_tried") for kind in ("malloc", "resource", "thread")],
                    "takes arguments as cucore_py_args, which has rows"),
    **dict.fromkeys(["cucore_view_check malloc", "cucore_views_check malloc"], "without memory to sort in all pairs are compared"),
    "cucore_view_fill resource": OWN,
    "cucore_view_fill thread": "one element goes over the bus",
    "cucore_py_export_dlpack resource": OWN,
    "cucore_py_export_array malloc": "points to the methods of cucore.Array: test_fake_export.py and test_export.py have their failures",
    "cucore_py_export_array resource": "likewise",
    "cucore__py_exchange_wrap malloc": "likewise",
    "cucore__py_exchange_wrap resource": "likewise",
    "cucore_py_empty resource": OWN,
    "cucore_py_empty_like resource": OWN,
    "cucore__py_exchange_allocate resource": OWN,
    "cucore_py_copy resource": "the resource is an allocator in Python: its calls are Python's",
    "cucore__py_export_ready python": "a static type is made once; cucore__py_export_type completes its types alike",
    "cucore__py_export_check python": "whose only error is its answer",
    **dict.fromkeys(["cucore__op_enter_tvm_ffi driver", "cucore__op_enter_tvm_ffi malloc", "cucore_op_check malloc", "cucore_view_to_tvm_ffi malloc"],
                    "each call in turn, in tests/c/test_driver_op.c"),
    **dict.fromkeys([f"cucore__op_enter_{name} {kind}" for name in ("torch", "xla") for kind in ("driver", "malloc")],
                    "enters a context and makes the plan as cucore__op_enter_tvm_ffi; tests/c/test_driver_op_torch.c and _xla.c have the rest"),
    **dict.fromkeys([f"cucore_view_from_{name} driver" for name in ("aten", "tvm_ffi", "xla_buffer")], "asks as cucore_view_from_dltensor, which has a row"),
    **dict.fromkeys(["cucore_op_register_torch malloc", "cucore_view_to_aten malloc"], "tests/c/test_driver_op_torch.c fails each"),
    **dict.fromkeys(["cucore__op_enter_torch pointer", "cucore__op_enter_tvm_ffi pointer", "cucore_view_to_aten pointer", "cucore_view_to_tvm_ffi pointer",
                     "cucore_py_ops_add pointer"], "points to what gives a view back: cucore_view_release"),
    **dict.fromkeys([f"cucore_py_ops_add {kind}" for kind in ("driver", "resource", "thread")],
                    "points to the function of an operator: cucore_py_args, cucore_py_empty and cucore_py_return, which have rows"),
    **dict.fromkeys([f"cucore_py_ops_{name} {kind}" for name in ("add", "register_torch") for kind in ("malloc", "python")],
                    "once, when a module is imported or registered: an exception ends that"),
}


@functools.lru_cache(None)
def rows_of_c():
    program = pathlib.Path(os.environ["CUCORE_BUILD"]) / "c" / "test_driver_torture"
    lines = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    return {(words[0], kind) for words in map(str.split, lines) for kind in words[1:]}


def rows_here():
    return {(r.function, kind) for r in ROWS for kind in r.kinds}


@functools.lru_cache(None)
def found():
    return {(name, kind) for name, kinds in torture.fallible().items() for kind in kinds}


def test_no_function_is_missing():
    """Every public function that can fail is in a table, with every kind of call that it makes."""
    covered = rows_of_c() | rows_here()
    covered |= {(name, "pointer") for name, _ in covered}
    missing = sorted(" ".join(pair) for pair in found() - covered if " ".join(pair) not in CANNOT)
    assert not missing, missing
    assert len({name for name, _ in found()}) > 90


def test_no_reason_is_stale():
    stale = [reason for reason in CANNOT if tuple(reason.split()) not in found() - (rows_of_c() | rows_here())]
    assert not stale, stale


def test_the_derivation_sees():
    """A function that fails in the third step is found, one that only checks is not, and neither is a comment."""
    sources = {"cucore.h": torture.plain("""
CUCORE_API cucore_status cucore_one(int x);
CUCORE_API cucore_status cucore_two(int x);
/* malloc(1) */
#define CUCORE__MAKE(x) cucore__make(x)
CUCORE__PRIVATE void *cucore__make(int x)
{
    return malloc(x);
}

CUCORE__PRIVATE int cucore__step(int x)
{
    return CUCORE__MAKE(x) != NULL;
}

CUCORE_API cucore_status cucore_one(int x)
{
    return cucore__step(x) ? CUCORE_OK : 1;
}

CUCORE_API cucore_status cucore_two(int x)
{
    return x > 1 || "malloc(2)"; /* malloc(3) */
}
""")}
    assert torture.fallible(sources) == {"cucore_one": {"malloc"}}


def test_every_call_of_python_can_fail():
    """What the headers of Python call is failed by failing_python.h, or cannot fail."""
    sources = torture.read()
    header = sources["cucore_python.h"] + sources["cucore_results.h"]
    hooked = set(re.findall(r"#define (_?Py\w+)\(", (ROOT / "python" / "failing_python.h").read_text()))
    called = set(re.findall(r"\b(_?Py[A-Z]?\w*_\w+)\s*\(", torture.INFALLIBLE.sub(" ", header)))
    called = {name for name in called if name not in hooked and name not in NEVER_FAILS and not name.startswith("PyBUF_")}  # constants
    assert not called, sorted(called)


CHECKED = "its argument was checked before"
REFERENCE = "a count of references, or a question without an error"
NEVER_FAILS = {
    **dict.fromkeys(("PyAPI_FUNC", "PyBuffer_FillInfo", "PyMemoryView_FromBuffer"), "declared, not called"),
    **dict.fromkeys(("PyComplex_ImagAsDouble", "PyComplex_RealAsDouble", "PyMapping_GetItemString", "PyObject_CallMethod",
                     "PyObject_GetTypeData"),
                    "called with the limited API alone, which test_limited_api.py has"),
    **dict.fromkeys(("PyBuffer_Release", "PyDict_Next", "PyMapping_HasKey", "PyObject_ClearWeakRefs", "PyObject_GC_Del",
                     "PyObject_GC_Track", "PyObject_GC_UnTrack", "Py_AtExit"), "has no error, or one that has no consequence"),
    **dict.fromkeys(("PyCapsule_GetName", "PyCapsule_GetDestructor", "PyDict_Size", "PyList_Size", "PyModule_GetDict", "PyUnicode_GetLength", "PyTuple_Size", "PyTuple_GetItem", "PyTuple_SetItem",
                     "PyUnicode_Compare", "PyUnicode_CompareWithASCIIString", "PyBytes_AsString", "PyBytes_Size", "PyDescr_TYPE",
                     "_PyType_Lookup", "_PyType_LookupRef", "PyType_GetSlot", "_PyType_Name", "PyObject_TypeCheck", "PyFloat_AsDouble"), CHECKED),
    **dict.fromkeys(("PyLong_AsLongAndOverflow", "PyLong_AsLong", "PyLong_AsLongLongAndOverflow", "PyLong_AsSize_t", "PyLong_AsVoidPtr",
                     "PyLong_AsUnsignedLongLong", "PyLong_AsDouble"), "of an int: its size is the only error"),
    **dict.fromkeys(("PyType_GetDict", "PyType_GetFlags", "PyType_IsSubtype", "Py_CLEAR", "Py_DECREF", "Py_INCREF", "Py_REFCNT", "Py_TYPE", "Py_XDECREF", "Py_XINCREF",
                     "Py_IsFinalizing", "Py_IsInitialized", "Py_LeaveRecursiveCall", "_Py_IsFinalizing", "Py_BEGIN_CRITICAL_SECTION",
                     "Py_END_CRITICAL_SECTION"), REFERENCE),
}
