"""B118 on two GPUs: late data of every library, on each device, while either is current, on default streams and handles.

Late are data whose producer sleeps first; who reads them too early sees the old elements.  Before: the producer is late.  After: the
consumer is late, and the producer overwrites what it has not read yet.  Result: what the consumer made is read by the library."""
import itertools

import numpy as np
import producers
import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(not torch.cuda.is_available() or torch.cuda.device_count() < 2, reason="there are not two GPUs")
axpy_ext = pytest.importorskip("axpy_ext")
copy_from_c = pytest.importorskip("copy_from_c")

N, SLEEP = 1 << 21, int(1e8)  # 8 MiB; some 60 ms


class Torch:
    def __init__(self, device):
        self.device, self.stream = device, torch.cuda.Stream(device)

    def zeros(self):
        return torch.zeros(N, device=f"cuda:{self.device}")

    def use(self):
        torch.cuda.set_stream(self.stream)

    def fill(self, x, value):
        with torch.cuda.device(self.device), torch.cuda.stream(self.stream):
            x.fill_(value)
        return x

    def read(self, x):
        return x.cpu().numpy()


class Cupy:
    def __init__(self, device):
        self.cupy = pytest.importorskip("cupy")
        self.device = device
        with self.cupy.cuda.Device(device):
            self.stream_ = self.cupy.cuda.Stream(non_blocking=True)
        self.stream = torch.cuda.ExternalStream(self.stream_.ptr, device=device)

    def zeros(self):
        with self.cupy.cuda.Device(self.device):
            return self.cupy.zeros(N, "f4")

    def use(self):
        with self.cupy.cuda.Device(self.device):
            self.stream_.use()

    def fill(self, x, value):
        with self.cupy.cuda.Device(self.device), self.stream_:
            x.fill(value)
        return x

    def read(self, x):
        with self.cupy.cuda.Device(self.device):
            return self.cupy.asnumpy(x, stream=self.stream_)


class Numba:
    def __init__(self, device):
        self.cuda = pytest.importorskip("numba.cuda")
        self.device = device
        with self.cuda.gpus[device]:
            self.stream_ = self.cuda.stream()
            self.pinned = {value: self.cuda.pinned_array(N, "f4") for value in (1, 3, 5, 7)}
        for value, array in self.pinned.items():
            array[:] = value
        self.stream = torch.cuda.ExternalStream(int(getattr(self.stream_.handle, "value", self.stream_.handle)), device=device)

    def zeros(self):
        with self.cuda.gpus[self.device]:
            x = self.cuda.device_array(N, "f4", stream=self.stream_)
            x.copy_to_device(np.zeros(N, "f4"), stream=self.stream_)
            return x

    def use(self):
        pass

    def fill(self, x, value):
        with self.cuda.gpus[self.device]:
            x.copy_to_device(self.pinned[value], stream=self.stream_)
        return x

    def read(self, x):
        with self.cuda.gpus[self.device]:
            return x.copy_to_host()


class Jax:
    """Arrays that are made anew, late by a chain of products; nobody knows its stream."""

    stream = None

    def __init__(self, device):
        self.jax = pytest.importorskip("jax")
        try:
            self.gpu = self.jax.devices("gpu")[device]
        except (RuntimeError, IndexError) as error:
            pytest.skip(f"jax: {error}")
        self.device = device

        def late(value):
            product = self.jax.numpy.full((4096, 4096), 1 / 4096, "f4")
            for _ in range(40):
                product = product @ product
            return self.jax.numpy.full(N, value, "f4") * product[0, 0] * 4096

        self.late = self.jax.jit(late)
        self.jax.block_until_ready(self.fill(None, 0.0))

    def zeros(self):
        return self.jax.device_put(np.zeros(N, "f4"), self.gpu)

    def use(self):
        pass

    def fill(self, x, value):
        return self.late(self.jax.device_put(np.float32(value), self.gpu))

    def read(self, x):
        return np.asarray(x)


LIBRARIES = {"torch": Torch, "cupy": Cupy, "numba": Numba, "jax": Jax}
made = {}


def library(name, device):
    if (name, device) not in made:
        made[name, device] = LIBRARIES[name](device)
    return made[name, device]


def settle():
    for device in (0, 1):
        torch.cuda.synchronize(device)


@pytest.fixture(autouse=True)
def as_before():
    yield
    settle()
    for device in (0, 1):
        torch.cuda.set_stream(torch.cuda.default_stream(device))
    torch.cuda.set_device(0)


def sleep_on(stream, device):
    with torch.cuda.device(device), torch.cuda.stream(stream):
        torch.cuda._sleep(SLEEP)


def consumer(kind, device):
    """What the extension is given, and the stream as torch knows it."""
    if kind == "handle":
        stream = torch.cuda.Stream(device)
        return stream.cuda_stream, stream
    if kind == "per-thread":
        return 2, torch.cuda.ExternalStream(2, device=device)
    return {"NULL": None, "legacy": 1}[kind], torch.cuda.default_stream(device)


CASES = list(itertools.product(LIBRARIES, (0, 1), (0, 1), ("NULL", "legacy", "per-thread", "handle")))
IDS = [f"{name}-of-{device}-{current}-current-{kind}" for name, device, current, kind in CASES]


@pytest.mark.parametrize("name, device, current, kind", CASES, ids=IDS)
def test_before_and_the_result(name, device, current, kind):
    lib = library(name, device)
    given, _ = consumer(kind, device)
    x, y = lib.zeros(), lib.zeros()
    settle()
    if lib.stream is not None:
        sleep_on(lib.stream, device)
    x = lib.fill(x, 1.0)
    lib.use()
    torch.cuda.set_device(current)
    result = axpy_ext.axpy(2.0, x, y, given)
    assert name == "jax" or torch.cuda.current_device() == current  # JAX itself leaves another one current
    wrong = np.count_nonzero(np.abs(lib.read(result) - 2) > 1e-3)
    assert wrong == 0, f"{wrong} of {N} elements are stale"


@pytest.mark.parametrize("name, device, current, kind", [c for c in CASES if c[0] != "jax"], ids=[i for i in IDS if "jax" not in i])
def test_after(name, device, current, kind):
    lib = library(name, device)
    given, stream = consumer(kind, device)
    x, y = lib.zeros(), lib.zeros()
    settle()  # zeros are written on another stream than lib's
    lib.fill(x, 1.0)
    settle()
    lib.use()
    torch.cuda.set_device(current)
    sleep_on(stream, device)
    result = axpy_ext.axpy(2.0, x, y, given)
    lib.fill(x, 5.0)  # behind the work that reads it
    wrong = np.count_nonzero(np.abs(lib.read(result) - 2) > 1e-3)
    assert wrong == 0, f"{wrong} of {N} elements were overwritten too early"


@pytest.mark.parametrize("kind", ["NULL", "legacy", "per-thread", "handle of dst", "handle of src"])
@pytest.mark.parametrize("current", [0, 1])
@pytest.mark.parametrize("to", [0, 1])
@pytest.mark.parametrize("name", [name for name in LIBRARIES if name != "jax"])
def test_copies_between_devices(name, to, current, kind):
    """src is late, and overwritten behind the copy.  Not so that of CuPy, which cannot be told by its protocol: its owner's part."""
    dst_lib, src_lib = library("torch", to), library(name, 1 - to)
    if kind.startswith("handle"):
        stream = torch.cuda.Stream(to if kind.endswith("dst") else 1 - to)
        given = stream.cuda_stream
    else:
        given, stream = consumer(kind, to)
    dst, src = dst_lib.zeros(), src_lib.zeros()
    settle()
    sleep_on(src_lib.stream, 1 - to)
    src = src_lib.fill(src, 3.0)
    dst_lib.use(), src_lib.use()
    torch.cuda.set_device(current)
    copy_from_c.copy(dst, src, given)
    assert torch.cuda.current_device() == current
    if name != "cupy":
        src_lib.fill(src, 7.0)
    got = dst_lib.read(dst) if not kind.startswith("handle") else (stream.synchronize(), dst.cpu().numpy())[1]
    assert np.count_nonzero(got != 3) == 0


@pytest.mark.parametrize("current", [0, 1])
@pytest.mark.parametrize("kind", ["NULL", "per-thread"])
def test_pinned_memory_that_any_device_wrote(current, kind):
    """A copy of device 1 into pinned memory that was made while device 0 was current: the host waits for it."""
    import cucore_test

    for device in (0, 1):
        source = torch.full((N,), 4.0, device=f"cuda:{device}")
        torch.cuda.set_device(0)
        pinned = torch.zeros(N, pin_memory=True)
        stream = torch.cuda.Stream(device)
        settle()
        sleep_on(stream, device)
        with torch.cuda.stream(stream):
            pinned.copy_(source, non_blocking=True)
        torch.cuda.set_device(current)
        said = producers.Producer((3, 0), shape=(N,), data=pinned.data_ptr())  # torch says that it is the CPU's
        view = cucore_test.view(said, stream=cucore_test.STREAM_HOST)
        assert np.count_nonzero(pinned.numpy() != 4) == 0
        view.release()


@pytest.mark.parametrize("current", [0, 1])
@pytest.mark.parametrize("kind", ["NULL", "legacy", "per-thread", "handle"])
def test_pinned_memory_that_a_default_stream_wrote(current, kind):
    """Pinned memory that was made while device 0 was current, late on its default stream; the consumer works on the current device."""
    import cucore_test

    class Late:
        __cuda_array_interface__ = {"shape": (N,), "typestr": "<f4", "version": 3, "stream": 1}

    source = torch.full((N,), 4.0, device="cuda:0")
    torch.cuda.set_device(0)
    pinned = torch.zeros(N, pin_memory=True)
    copied = torch.zeros(N, device=f"cuda:{current}")
    settle()
    sleep_on(torch.cuda.default_stream(0), 0)
    pinned.copy_(source, non_blocking=True)
    torch.cuda.set_device(current)
    given, stream = consumer(kind, current)
    late = Late()
    late.__cuda_array_interface__ = {**Late.__cuda_array_interface__, "data": (pinned.data_ptr(), False)}
    view = cucore_test.view(late, stream=given or 0)
    with torch.cuda.stream(stream):
        copied.copy_(pinned, non_blocking=True)
    view.finish(given or 0)
    pinned_later = torch.cuda.default_stream(0)
    with torch.cuda.device(0), torch.cuda.stream(pinned_later):
        pinned.copy_(torch.full((N,), 7.0, device="cuda:0"), non_blocking=True)  # behind the work that reads it
    stream.synchronize()
    assert np.count_nonzero(copied.cpu().numpy() != 4) == 0
    view.release()
