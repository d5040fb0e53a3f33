"""C code in torch's pool, as the demo of systems/pool_arrays hands it on, over memory of the fake driver: test_pfn_extras.py.

torch's functions are those of the fake driver here: their arguments, and what becomes of the memory, are what counts."""
import gc

import numpy as np
import torch

import on_fake_driver as fake
import processes
from numba_arrays import full
from pool_arrays import concatenate

seen = []


def caching_allocator_alloc(size, device=None, stream=None):
    assert type(size) is int and type(device) is int and type(stream) is int
    seen.append(("allocate", size, device, stream))
    return fake.alloc(fake.DEVICE, device, size)


def caching_allocator_delete(pointer):
    seen.append(("delete",))
    assert fake.free(pointer) == 0


torch.cuda.caching_allocator_alloc, torch.cuda.caching_allocator_delete = caching_allocator_alloc, caching_allocator_delete
torch.cuda.current_device = lambda: 0
pool = processes.load("pool_arrays").TorchPool(torch)


def address(array):
    return array.__cuda_array_interface__["data"][0]


def torchs_pool_serves_c_code():
    mine = fake.stream()
    x = full(8, 3, stream=mine)
    for stream, number in ((mine, mine), (None, 0), (2, 2)):
        del seen[:]
        with fake.nothing_left():
            result = concatenate([x, x], pool, stream)
            assert np.all(fake.memory(address(result), 16) == 3)
            del result
        assert seen == [("allocate", 64, 0, number), ("delete",)], seen


def errors_of_torchs_pool_arrive():
    def broken(size, device=None, stream=None):
        raise torch.OutOfMemoryError("CUDA out of memory")

    torch.cuda.caching_allocator_alloc = broken
    x = full(8, 3)
    with fake.nothing_left():
        with fake.raises(torch.OutOfMemoryError, "CUDA out of memory"):
            concatenate([x, x], pool)


def results_live_in_torchs_pool():
    with fake.nothing_left():
        x = full(8, 3)
        results = [concatenate([x], pool) for _ in range(3)]
        views = [np.asarray(fake.memory(address(result), 8)) for result in results]
        assert len({view.ctypes.data for view in views}) == 3 and all(np.all(view == 3) for view in views)
        assert fake.live_allocations() >= 4
        del results, views, x
        gc.collect()


if __name__ == "__main__":
    fake.main(globals())
