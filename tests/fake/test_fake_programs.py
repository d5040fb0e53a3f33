"""The programs of python/programs_test.c on the fake driver: what they give, and that nothing is left when they fail."""
import gc

import pytest

import export_test as ex
import programs_test as p

np = pytest.importorskip("numpy")
LAUNCHES = ("cuLaunchKernel", "cuLaunchKernelEx")


class Pool:
    def __init__(self, fake):
        self.fake, self.calls = fake, []

    def allocate(self, size, stream=None):
        self.calls.append(("allocate", size, int(stream)))
        return self.fake.alloc(self.fake.DEVICE, 0, size)

    def deallocate(self, ptr, size, stream=None):
        self.calls.append(("deallocate", size, int(stream)))
        assert self.fake.free(ptr) == 0


def array(fake, shape=(8,), dtype="float32", device=0, **more):
    return ex.Array(fake.alloc(fake.DEVICE, device, 4096), dtype, shape, None, device=(2, device), **more)


def launches(fake):
    return [line for line in fake.lines if line.split()[0] in LAUNCHES]


def device_of(x):
    return x.__dlpack_device__()


@pytest.fixture(autouse=True)
def nothing_is_left(fake):
    p.forget()
    yield
    gc.collect()
    p.forget()


@pytest.mark.parametrize("stream", [None, 1, 2, "handle"])
@pytest.mark.parametrize("given", [False, True], ids=["out is made", "out is given"])
@pytest.mark.parametrize("device", [0, 1])
def test_add(fake, stream, given, device):
    context = fake.context_primary(device)
    stream = fake.stream_create(context, 1) if stream == "handle" else stream
    x, y, out = (array(fake, device=device) for _ in range(3))
    fake.log_clear()
    result = p.add(x, y, out if given else None, stream=stream)
    assert (result is out) == given
    assert device_of(result) == (2, device)
    assert len(launches(fake)) == 1


@pytest.mark.parametrize("wrong, error, words", [
    (lambda f: (array(f, (8,)), array(f, (7,))), ValueError, "y: expected shape (n) with n = 8 as in x"),
    (lambda f: (array(f), array(f, dtype="float64")), TypeError, "y: expected dtype float32, got float64"),
    (lambda f: (array(f), array(f, device=1)), ValueError, "y: "),
    (lambda f: (array(f), array(f), array(f, device=1)), ValueError, "out: "),
    (lambda f: (array(f), array(f), array(f, readonly=True)), ValueError, "out: "),
    (lambda f: (np.ones(8, np.float32), array(f)), ValueError, "x: expected an array that"),
    (lambda f: (array(f), None), TypeError, "y: expected an array"),
], ids=["extent", "dtype", "other device", "out on another device", "out is read-only", "of the host", "None that is not optional"])
def test_add_refuses(fake, wrong, error, words):
    args = wrong(fake)
    fake.log_clear()
    with pytest.raises(error) as raised:
        p.add(*args)
    assert words in str(raised.value)
    assert not launches(fake)


def test_add_of_nothing_launches_nothing(fake):
    result = p.add(array(fake, (0,)), array(fake, (0,)))
    assert device_of(result) == (2, 0) and not launches(fake)


@pytest.mark.parametrize("n", [0, 1, 1000])
def test_iota(fake, n):
    result = p.iota(n)
    assert np.array_equal(np.from_dlpack(result), np.arange(n, dtype=np.float64))


def test_iota_refuses(fake):
    with pytest.raises(TypeError):
        p.iota("3")
    with pytest.raises((ValueError, MemoryError)):
        p.iota(-2)


@pytest.mark.parametrize("make", [lambda: np.arange(5.0), lambda: np.zeros((3, 4), np.int8)[:, ::2]], ids=["vector", "strided"])
def test_tail(make):
    x = make()
    result = p.tail(x)
    assert np.array_equal(result, x[1:]) and np.shares_memory(result, x) and result.strides == x[1:].strides


def test_B120_tail_of_device_memory(fake):
    x = array(fake, (6,))
    result = p.tail(x)
    assert device_of(result) == (2, 0) and result.__cuda_array_interface__["data"][0] == x.__cuda_array_interface__["data"][0] + 4


@pytest.mark.parametrize("make", [lambda: bytearray(12), lambda: np.zeros((3, 4), np.int8), lambda: np.zeros(5, np.complex64),
                                  lambda: np.zeros((2, 3), np.float32).T], ids=["bytearray", "int8", "complex", "F order"])
def test_recv_into(fake, make):
    buffer = make()
    assert p.recv_into(buffer, 0, 7) is None
    assert set(memoryview(np.asarray(buffer).T if np.ndim(buffer) > 1 and not np.asarray(buffer).flags.c_contiguous else buffer).tobytes()) == {7}


@pytest.mark.parametrize("buffer, error", [(b"abc", ValueError), (np.zeros((4, 4))[:, ::2], ValueError), (None, TypeError)],
                         ids=["read-only", "strided", "None"])
def test_recv_into_refuses(fake, buffer, error):
    with pytest.raises(error, match="buf: "):
        p.recv_into(buffer, 0, 7)


def test_recv_into_fails_as_the_library_does(fake):
    buffer = bytearray(4)
    with pytest.raises(RuntimeError, match="error 7"):
        p.recv_into(buffer, -1, 1)
    buffer.append(1)  # is no longer exported


def test_zeros_come_from_the_allocator(fake):
    pool = Pool(fake)
    result = p.zeros(10, pool, None)
    assert pool.calls == [("allocate", 40, 1)] and device_of(result) == (2, 0)
    assert any(name.startswith("cuMemset") for name in fake.names)
    del result
    gc.collect()
    assert [call[:2] for call in pool.calls] == [("allocate", 40), ("deallocate", 40)]
    assert fake.live_allocations() == 0


def test_zeros_of_the_default_pool(fake):
    result = p.zeros(10, None, None)
    assert fake.live_allocations() == 1
    del result
    gc.collect()
    assert fake.live_allocations() == 0


@pytest.mark.parametrize("args, error", [((3, object(), None), TypeError), ((3, "pool", "stream"), TypeError), ((-1, None, None), ValueError)],
                         ids=["no allocator", "no stream", "negative"])
def test_zeros_refuses(fake, args, error):
    if args[1] == "pool":
        pool = Pool(fake)
        args = (args[0], pool, args[2])
    with pytest.raises(error):
        p.zeros(*args)
    assert fake.live_allocations() == 0


@pytest.mark.parametrize("shape", [(), (5,), (2, 3), (0, 4)], ids=str)
@pytest.mark.parametrize("device", [0, 1])
def test_upload_and_square(fake, shape, device):
    result = p.upload_and_square(np.ones(shape, np.float32), device)
    assert device_of(result) == (2, device)
    assert len(launches(fake)) == (0 if 0 in shape else 1)
    del result
    gc.collect()
    assert fake.live_allocations() == 0


@pytest.mark.parametrize("args, error", [((np.ones(3), 0), TypeError), ((np.ones(3, np.float32), 9), ValueError), ((np.ones(3, np.float32), -1), ValueError)],
                         ids=["float64", "no such device", "no device"])
def test_upload_and_square_refuses(fake, args, error):
    with pytest.raises(error):
        p.upload_and_square(*args)
    assert fake.live_allocations() == 0
