"""What users would copy strided arrays with instead: torch, CuPy, cuTENSOR, nvmath-python's ndbuffer and CCCL, if they are there.

Each peer is a function of (case, dst, src, stream) that gives a function which enqueues the copy, or None: the library takes
no such layouts.  dst and src are torch tensors of bytes whose first byte is that of the memory that the case describes.
"""
import ctypes
import glob
import math
import os
import pathlib
import sys

import torch

import layouts

try:
    import cupy
except ImportError:
    cupy = None
try:
    from cuda import core
    from nvmath.internal import ndbuffer
except ImportError:
    ndbuffer = None

TORCH = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64, 16: torch.complex128}
NAMES = {1: "int8", 2: "int16", 4: "int32", 8: "int64", 16: "complex128"}


def in_common_elements(case):
    """Elements of other sizes as bytes, one axis more: all that these libraries can do with them."""
    if case.itemsize in NAMES:
        return case
    size = case.itemsize
    return case._replace(itemsize=1, shape=case.shape + (size,), src_strides=tuple(s * size for s in case.src_strides) + (1,),
                         dst_strides=tuple(s * size for s in case.dst_strides) + (1,), src_offset=case.src_offset * size,
                         dst_offset=case.dst_offset * size)


def with_torch(case, dst, src, stream):
    case = in_common_elements(case)
    if min(case.src_strides + case.dst_strides) < 0 or len(case.shape) > 25:
        return None
    to, of = (memory.view(TORCH[case.itemsize]).as_strided(case.shape, strides, offset)
              for memory, strides, offset in ((dst, case.dst_strides, case.dst_offset), (src, case.src_strides, case.src_offset)))
    return lambda: to.copy_(of)


def as_cupy(memory, case, strides, offset):
    pointer = cupy.cuda.MemoryPointer(cupy.cuda.UnownedMemory(memory.data_ptr(), memory.numel(), memory), offset * case.itemsize)
    return cupy.ndarray(case.shape, NAMES[case.itemsize], memptr=pointer, strides=tuple(s * case.itemsize for s in strides))


def with_cupy(case, dst, src, stream):
    case = in_common_elements(case)
    if cupy is None or len(case.shape) > 25:
        return None
    to, of = as_cupy(dst, case, case.dst_strides, case.dst_offset), as_cupy(src, case, case.src_strides, case.src_offset)
    external = cupy.cuda.ExternalStream(stream)

    def act():
        with external:
            cupy.copyto(to, of)
    return act


def with_nvmath(case, dst, src, stream):
    case = in_common_elements(case)
    if ndbuffer is None:
        return None
    to, of = (ndbuffer.NDBuffer.from_data(ndbuffer.StridedLayout(case.shape, strides, case.itemsize), memory,
                                          memory.data_ptr() + offset * case.itemsize, NAMES[case.itemsize], memory.device.index or 0)
              for memory, strides, offset in ((dst, case.dst_strides, case.dst_offset), (src, case.src_strides, case.src_offset)))
    stream_obj = core.Stream.from_handle(stream) if stream else core.LEGACY_DEFAULT_STREAM
    return lambda: to.copy_(of, stream=stream_obj)


class CuTensor:
    """cuTENSOR's permutation, from the wheel cutensor-cu13, without its header."""

    # element: its cudaDataType, what is computed with, the bytes of 1
    KINDS = {2: (2, "CUTENSOR_COMPUTE_DESC_32F", ctypes.c_float * 1), 4: (0, "CUTENSOR_COMPUTE_DESC_32F", ctypes.c_float * 1),
             8: (1, "CUTENSOR_COMPUTE_DESC_64F", ctypes.c_double * 1), 16: (5, "CUTENSOR_COMPUTE_DESC_64F", ctypes.c_double * 2)}
    IDENTITY, DEFAULT_ALGORITHM, NO_JIT, MOST_ALIGNED = 1, -1, 0, 128

    def __init__(self):
        found = [name for folder in sys.path for name in glob.glob(f"{folder or '.'}/cutensor/lib/libcutensor.so*")]
        self.lib = ctypes.CDLL(found[0]) if found else None
        self.handle = ctypes.c_void_p()
        if self.lib and self.lib.cutensorCreate(ctypes.byref(self.handle)):
            self.lib = None

    def make(self, name, *arguments):
        out = ctypes.c_void_p()
        return None if getattr(self.lib, name)(self.handle, ctypes.byref(out), *arguments) else out

    def __call__(self, case, dst, src, stream):
        if self.lib is None or case.itemsize not in self.KINDS:
            return None
        kind, compute, one = self.KINDS[case.itemsize]
        count, arrays, at = len(case.shape), [], []
        modes = (ctypes.c_int32 * count)(*range(count))
        for memory, strides, offset in ((src, case.src_strides, case.src_offset), (dst, case.dst_strides, case.dst_offset)):
            address = memory.data_ptr() + offset * case.itemsize
            at.append(ctypes.c_void_p(address))
            arrays.append(self.make("cutensorCreateTensorDescriptor", ctypes.c_uint32(count), (ctypes.c_int64 * count)(*case.shape),
                                    (ctypes.c_int64 * count)(*strides), kind, ctypes.c_uint32(math.gcd(address, self.MOST_ALIGNED))))
        if None in arrays:
            return None
        operation = self.make("cutensorCreatePermutation", arrays[0], modes, self.IDENTITY, arrays[1], modes,
                              ctypes.c_void_p.in_dll(self.lib, compute))
        preference = self.make("cutensorCreatePlanPreference", self.DEFAULT_ALGORITHM, self.NO_JIT)
        plan = operation and preference and self.make("cutensorCreatePlan", operation, preference, ctypes.c_uint64(0))
        if not plan:
            return None
        factor, queue = one(1), ctypes.c_void_p(stream)

        def act():
            if self.lib.cutensorPermute(self.handle, plan, ctypes.byref(factor), at[0], at[1], queue):
                raise RuntimeError("cutensorPermute failed")
        return act


class Cccl:
    """CCCL's copy of device mdspans, in the libraries that bench/cccl_peer.cu becomes: one for each size of element."""

    SIZES, REFUSED, TOO_MANY_AXES = (1, 2, 4, 8, 16), 1, 2

    def __init__(self):
        folder = os.environ.get("CUCORE_CCCL_PEER", "")
        files = {size: pathlib.Path(folder) / f"libcccl_peer_{size}.so" for size in self.SIZES} if folder else {}
        self.functions = {size: getattr(ctypes.CDLL(str(file)), f"cccl_peer_copy_{size}")
                          for size, file in files.items() if file.exists()}
        self.version = ctypes.CDLL(str(files[1])).cccl_peer_version() if 1 in self.functions else 0

    def __call__(self, case, dst, src, stream):
        case = in_common_elements(case)
        if case.itemsize not in self.functions:
            return None
        numbers = [(ctypes.c_int64 * len(case.shape))(*values) for values in (case.shape, case.dst_strides, case.src_strides)]
        at = [ctypes.c_void_p(memory.data_ptr() + offset * case.itemsize)
              for memory, offset in ((dst, case.dst_offset), (src, case.src_offset))]
        copy, count, queue = self.functions[case.itemsize], len(case.shape), ctypes.c_void_p(stream)
        if copy(count, *numbers, *at, queue) in (self.REFUSED, self.TOO_MANY_AXES):
            return None

        def act():
            if copy(count, *numbers, *at, queue):
                raise RuntimeError("CCCL's copy failed")
        return act


def versions():
    """A line about what is compared."""
    found = [f"torch {torch.__version__}"]
    if cupy:
        found.append(f"CuPy {cupy.__version__}")
    if ndbuffer:
        import nvmath
        found.append(f"nvmath-python {nvmath.__version__}")
    tensor, cccl = CuTensor(), Cccl()
    if tensor.lib:
        tensor.lib.cutensorGetVersion.restype = ctypes.c_size_t
        version = tensor.lib.cutensorGetVersion()
        found.append(f"cuTENSOR {version // 10000}.{version // 100 % 100}.{version % 100}")
    if cccl.functions:
        found.append(f"CCCL {cccl.version // 1000000}.{cccl.version // 1000 % 1000}.{cccl.version % 1000}, "
                     f"elements of {', '.join(map(str, cccl.functions))}")
    return "; ".join(found)


def peers():
    """{name: function}, and a line about those that are not there."""
    tensor, cccl = CuTensor(), Cccl()
    all_of_them = {"torch": with_torch, "cupy": cupy and with_cupy, "cutensor": tensor.lib and tensor, "nvmath": ndbuffer and with_nvmath,
                   "cccl": cccl.functions and cccl}
    missing = [name for name, peer in all_of_them.items() if not peer]
    return ({name: peer for name, peer in all_of_them.items() if peer},
            f"not there, so not beside it: {', '.join(missing)}" if missing else "")
