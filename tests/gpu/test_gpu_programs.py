"""The five programs of python/programs_test.c on a real GPU, with the arrays of real libraries."""
import gc

import pytest

import programs_test as p

np = pytest.importorskip("numpy")


@pytest.mark.parametrize("n", [1, 1000, 1_000_003])
@pytest.mark.parametrize("given", [False, True], ids=["out is made", "out is given"])
def test_add_torch(torch, n, given):
    stream = torch.cuda.Stream()
    x, y = torch.rand(n, device="cuda"), torch.rand(n, device="cuda")
    out = torch.empty(n, device="cuda") if given else None
    result = p.add(x, y, out, stream=stream)
    assert type(result) is torch.Tensor and (result is out) == given
    torch.cuda.current_stream().wait_stream(stream)
    assert torch.equal(result, x + y)


@pytest.mark.parametrize("given", [False, True], ids=["out is made", "out is given"])
def test_add_cupy(cupy, given):
    x, y = cupy.arange(1000, dtype=cupy.float32), cupy.ones(1000, cupy.float32)
    out = cupy.empty_like(x) if given else None
    result = p.add(x, y, out)
    assert type(result) is cupy.ndarray and (result is out) == given
    assert bool((result == x + y).all())


def test_add_keeps_the_order_of_streams(torch):
    """x is filled by a slow stream, the sum is taken on another: the sum is right, and so is what x becomes afterwards."""
    slow, ours = torch.cuda.Stream(), torch.cuda.Stream()
    x, y = torch.zeros(1 << 20, device="cuda"), torch.ones(1 << 20, device="cuda")
    torch.cuda.synchronize()
    with torch.cuda.stream(slow):
        torch.cuda._sleep(200_000_000)
        x.fill_(5)
        result = p.add(x, y, stream=ours)
        x.fill_(100)
    torch.cuda.synchronize()
    assert bool((result == 6).all())


def test_iota(torch):
    assert np.array_equal(np.from_dlpack(p.iota(100)), np.arange(100.0))
    assert torch.equal(torch.from_dlpack(p.iota(100)), torch.arange(100, dtype=torch.float64))


def test_recv_into_pinned(torch):
    buffer = torch.zeros(100, dtype=torch.uint8, pin_memory=True)
    assert p.recv_into(buffer, 0, 9) is None
    assert bool((buffer == 9).all())
    with pytest.raises(ValueError, match="buf: "):
        p.recv_into(torch.zeros(4, device="cuda"), 0, 9)


class Pool:
    """torch's caching allocator, as an allocator for C."""

    def __init__(self, torch):
        self.torch, self.live = torch, {}

    def allocate(self, size, stream=None):
        ptr = self.torch.cuda.caching_allocator_alloc(size, stream=int(stream))
        self.live[ptr] = size
        return ptr

    def deallocate(self, ptr, size, stream=None):
        assert self.live.pop(ptr) == size
        self.torch.cuda.caching_allocator_delete(ptr)


def test_zeros(torch):
    stream, pool = torch.cuda.Stream(), Pool(torch)
    for allocator in (pool, None):
        result = torch.from_dlpack(p.zeros(1000, allocator, stream))
        assert result.dtype == torch.float32 and result.device.type == "cuda" and bool((result == 0).all())
        assert bool(pool.live) == (allocator is pool)
        del result
        gc.collect()
        assert not pool.live


@pytest.mark.parametrize("shape", [(), (7,), (300, 400), (0, 3)], ids=str)
def test_upload_and_square(torch, shape):
    x = np.random.default_rng(0).random(shape).astype(np.float32)
    result = torch.from_dlpack(p.upload_and_square(x, 0))
    assert np.array_equal(result.cpu().numpy(), x * x)
