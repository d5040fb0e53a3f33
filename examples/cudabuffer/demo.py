# cudabuffer.c has the command that builds it and runs this.
"""CudaBuffer with every library that is installed: what goes in comes out, without a copy where the protocols allow it."""
import gc
import sys

import numpy as np

from cudabuffer import CudaBuffer

A = np.arange(12, dtype="f4").reshape(3, 4)
results = []


def check(what, right):
    results.append(bool(right))
    print(f"{what:56s} {'right' if right else 'WRONG'}", flush=True)


def on_host():
    b = CudaBuffer(A.shape, "float32", device="cpu")
    b.copy_from(A)
    check("cpu: numpy by DLPack, the same memory",
          np.array_equal(np.from_dlpack(b), A) and np.from_dlpack(b).ctypes.data == b.ptr)
    check("cpu: numpy by the buffer protocol, the same memory",
          np.array_equal(np.asarray(memoryview(b)), A) and np.asarray(memoryview(b)).ctypes.data == b.ptr)
    for dtype in ("f4", np.float32, np.dtype("f4"), float):
        other = CudaBuffer([3, 4], dtype, device=(1, 0))
        check(f"cpu: made with the dtype {dtype!r}", other.shape == (3, 4) and other.dtype == np.dtype(dtype))
    out = np.zeros_like(A)
    b.copy_to(out)
    check("cpu: copied out again", np.array_equal(out, A))
    b.copy_from((A + 1).__dlpack__())
    check("cpu: copied from a bare capsule", np.array_equal(np.from_dlpack(b), A + 1))
    b.copy_from(A)
    try:
        import jax.numpy as jnp

        check("cpu: jax by DLPack", np.array_equal(np.asarray(jnp.from_dlpack(b)), A))
    except ImportError:
        print("jax is not installed")
    try:
        import tvm_ffi

        check("cpu: tvm-ffi by the exchange table", tvm_ffi.convert(b).shape == A.shape)
    except ImportError:
        print("tvm-ffi is not installed")
    array = np.from_dlpack(b)
    before = sys.getrefcount(b)
    del array
    gc.collect()
    check("cpu: the consumer gave its reference back", sys.getrefcount(b) == before - 1)
    for words, call in (("bytes", lambda: b.copy_from(A[:2])), ("C-order", lambda: b.copy_from(A[:, ::-1]))):
        try:
            call()
            check("refused", False)
        except ValueError as error:
            check(f"refused: {str(error)[:40]}...", words in str(error))


def on_device():
    b = CudaBuffer(A.shape, "float32", device=0)
    b.copy_from(A)
    out = np.zeros_like(A)
    b.copy_to(out)
    check("cuda: host to device to host", np.array_equal(out, A))
    check("cuda: numpy by dl_device=cpu, a copy", np.array_equal(np.from_dlpack(b, device="cpu"), A))
    pinned = CudaBuffer(A.shape, "float32", device="pinned")
    pinned.copy_from(b)
    check("pinned: device to host, numpy by the buffer protocol", np.array_equal(np.asarray(memoryview(pinned)), A))
    try:
        import torch

        t = torch.from_dlpack(CudaBuffer(A.shape, torch.float16, device=torch.device("cuda:0")))
        check("cuda: made with a dtype and a device of torch", t.dtype == torch.float16 and t.device.index == 0)
        t = torch.from_dlpack(b)
        check("cuda: torch by DLPack, the same memory", t.data_ptr() == b.ptr and np.array_equal(t.cpu().numpy(), A))
        stream = torch.cuda.Stream()
        work = CudaBuffer(A.shape, "float32", stream, 0)
        work.copy_from(torch.from_numpy(A).cuda(), stream)
        check("cuda: copied from torch on a stream of its own", np.array_equal(torch.from_dlpack(work).cpu().numpy(), A))
        check("cuda: __cuda_stream__", work.__cuda_stream__() == (0, stream.cuda_stream))
        t = torch.arange(12, dtype=torch.float32, device="cuda").reshape(3, 4)
        wrapped = CudaBuffer.wrap(t.data_ptr(), (3, 4), "float32", t)
        check("cuda: wrapped memory of torch", wrapped.__cuda_array_interface__["data"][0] == t.data_ptr())
    except ImportError:
        print("torch is not installed")
    try:
        import cupy

        c = cupy.asarray(b)
        check("cuda: cupy by the CUDA Array Interface", c.data.ptr == b.ptr and np.array_equal(c.get(), A))
        c = cupy.from_dlpack(b)
        check("cuda: cupy by DLPack", c.data.ptr == b.ptr and np.array_equal(c.get(), A))
        b.copy_from(cupy.asarray(2 * A))
        check("cuda: copied from cupy", np.array_equal(c.get(), 2 * A))
        b.copy_from(A)
    except ImportError:
        print("cupy is not installed")
    try:
        from numba import cuda

        n = cuda.as_cuda_array(b)
        check("cuda: numba by the CUDA Array Interface", np.array_equal(n.copy_to_host(), A))
    except ImportError:
        print("numba is not installed")
    try:
        import jax
        import jax.numpy as jnp

        jax.devices("gpu")
        check("cuda: jax by DLPack", np.array_equal(np.asarray(jnp.from_dlpack(b)), A))
    except (ImportError, RuntimeError) as error:
        print(f"jax: {error}")


def main():
    try:
        CudaBuffer(1)
    except RuntimeError as error:
        print(f"no device part: {error}")
    else:
        on_device()  # first: JAX leaves the last device current, and then that is where torch and CuPy make their arrays
    on_host()
    wrong = results.count(False)
    print("everything is right" if not wrong else f"{wrong} WRONG")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
