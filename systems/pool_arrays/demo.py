# pool_arrays.c has the command that builds it and runs this.
"""C code, CuPy and torch in one pool and on one stream: RMM's, and torch's own by pytorch-pfn-extras."""
import subprocess
import sys

import numpy as np

from pool_arrays import concatenate

N = 1 << 14  # float32 of each array
BYTES = 4 * N  # in which torch's allocator counts, too: a multiple of 512

wrong = 0


class LeftOut(Exception):
    pass


def check(what, right):
    global wrong
    wrong += not right
    print(f"{what:64s} {'right' if right else 'WRONG'}", flush=True)


class TorchPool:
    """torch's caching allocator as C code wants it."""

    def __init__(self, torch):
        self.torch = torch

    def allocate(self, size, stream):
        handle = int(stream)
        cuda = self.torch.cuda
        return cuda.caching_allocator_alloc(size, cuda.current_device(), 0 if handle == 1 else handle)  # its default stream

    def deallocate(self, ptr, size, stream):
        self.torch.cuda.caching_allocator_delete(ptr)


def on_host():
    x = np.arange(12, dtype="f4").reshape(3, 4)
    arrays = [x, x[::-1], x[:, ::-1]]
    check("host: strided arrays", np.array_equal(concatenate(arrays), np.concatenate(arrays)))
    for what, arrays in (("another dtype", [x, x.astype("f8")]), ("another extent", [x, x[:, :2]])):
        try:
            concatenate(arrays)
            check(f"host: {what} is refused", False)
        except (TypeError, ValueError) as error:
            check(f"host: refused: {str(error)[:46]}", str(error).startswith("arrays[1]: "))


def one_pool(name, cupy, torch, pool, stream, in_use):
    """The same for each pool; torch and CuPy are on the stream, and allocate from the pool."""
    start = in_use()
    a, b = cupy.full(N, 2, "f4"), torch.full((N,), 3.0, device="cuda")
    check(f"{name}: CuPy and torch allocate from it", in_use() - start == 2 * BYTES)
    results = [concatenate([a, b, a[::-1]], pool, stream, like=library) for library in ("cupy", "torch")]
    check(f"{name}: C code allocates from it", in_use() - start == 2 * BYTES + 2 * 3 * BYTES)
    for result, numbers in zip(results, (results[0].get(), results[1].cpu().numpy())):
        check(f"{name}: a {type(result).__module__.split('.')[0]} array of both, in memory of the pool",
              np.array_equal(numbers, np.repeat(np.float32([2, 3, 2]), N)))
    uploaded = concatenate([np.zeros((N, 2), "f4")[:, 0], b], pool, stream, like=b)
    check(f"{name}: with a strided array of the host", uploaded[:N].sum() == 0 and uploaded[N:].sum() == 3 * N)
    del a, b, result, results, uploaded
    stream.synchronize()
    check(f"{name}: all of it is back", in_use() == start)


def by_rmm():
    import cupy
    import rmm
    import torch
    from rmm.allocators.cupy import rmm_cupy_allocator
    from rmm.pylibrmm.stream import Stream

    if not torch.cuda.is_available():
        raise LeftOut("torch finds no GPU")
    from rmm.allocators.torch import rmm_torch_allocator

    pool = rmm.mr.PoolMemoryResource(rmm.mr.CudaMemoryResource(), initial_pool_size=1 << 26)
    pool = rmm.mr.StatisticsResourceAdaptor(pool)
    rmm.mr.set_current_device_resource(pool)
    cupy.cuda.set_allocator(rmm_cupy_allocator)
    torch.cuda.memory.change_current_allocator(rmm_torch_allocator)  # once, and before torch has allocated anything
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream), cupy.cuda.ExternalStream(stream.cuda_stream):
        one_pool("RMM", cupy, torch, pool, stream, lambda: pool.allocation_counts.current_bytes)
        data = bytes(range(256))
        buffer = rmm.DeviceBuffer.to_device(data, stream=Stream(stream))
        twice = concatenate([buffer, buffer], pool, stream, like=torch)
        check("RMM: a DeviceBuffer", bytes(twice.cpu().tolist()) == 2 * data)


def by_pfn_extras():
    import cupy
    import pytorch_pfn_extras as ppe
    import torch

    if not torch.cuda.is_available():
        raise LeftOut("torch finds no GPU")
    ppe.cuda.use_torch_mempool_in_cupy()
    stream = torch.cuda.Stream()
    with ppe.cuda.stream(stream):
        one_pool("pytorch-pfn-extras", cupy, torch, TorchPool(torch), stream, torch.cuda.memory_allocated)


PARTS = {"RMM": by_rmm, "pytorch-pfn-extras": by_pfn_extras}


def main(arguments):
    global wrong
    if arguments:
        try:
            PARTS[arguments[0]]()
        except (ImportError, LeftOut) as error:
            print(f"{arguments[0]}: left out: {error}")
        return wrong != 0
    on_host()
    for name in PARTS:  # in a process of its own: torch changes its allocator only once
        wrong += subprocess.run([sys.executable, __file__, name], timeout=300).returncode != 0
    print("everything is right" if not wrong else f"{wrong} WRONG")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
