"""The end of access to arrays whose producer names no stream, on a real GPU (rules B107, B108, C10, D34).

A kernel that reads the array is late.  The array is dropped, the pool hands the block out again, and the next owner writes it: without the
end of access the kernel reads what the next owner wrote.  With it, it never does, and the host has not waited."""
import gc
import time
import weakref

import pytest

import cucore_test
import export_test as ex
from capturing import captured
from test_gpu_export import sleep, to_first_device

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")
CUDA, N = (2, 0), 1 << 20
AT_ONCE = 0.1  # s: what is not waited for; the late kernel takes 0.4 s or more


@pytest.fixture(autouse=True)
def context():
    to_first_device()
    cucore_test.trim()
    yield
    gc.collect()
    torch.cuda.synchronize()
    cucore_test.trim()
    assert cucore_test.kept()[0] == 0


class Wrapped:
    """An array of a type that nobody knows: it names no stream, and owns the array."""

    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return CUDA

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**{**keywords, "stream": -1})


class Interface:
    """The same with an interface that has no stream."""

    def __init__(self, array):
        self.array = array
        self.__cuda_array_interface__ = {**array.__cuda_array_interface__, "version": 3, "stream": None}


class CupyPool:
    """CuPy on a non-blocking stream: its pool hands a block out again at once."""

    def __init__(self):
        self.cp = pytest.importorskip("cupy")
        self.pool = self.cp.cuda.MemoryPool()
        self.stream = self.cp.cuda.Stream(non_blocking=True)

    def full(self, value):
        with self.cp.cuda.using_allocator(self.pool.malloc):
            return self.cp.full(N, value, self.cp.float32)

    @staticmethod
    def pointer(array):
        return array.data.ptr

    def __enter__(self):
        self.stream.__enter__()

    def __exit__(self, *error):
        self.stream.__exit__(*error)


class TorchPool:
    def __init__(self):
        self.context = torch.cuda.stream(torch.cuda.Stream())

    @staticmethod
    def full(value):
        return torch.full((N,), float(value), device="cuda")

    @staticmethod
    def pointer(array):
        return array.data_ptr()

    def __enter__(self):
        self.context.__enter__()

    def __exit__(self, *error):
        self.context.__exit__(*error)


def read_late(view, consumer, seen):
    """A kernel on the stream of the consumer that reads the array, after something slow."""
    sleep(torch, consumer)
    with torch.cuda.stream(consumer):
        seen.copy_(torch.from_dlpack(ex.Array(view.ptr, "float32", (N,), device=CUDA)))


def reuse(library, wrap, finish):
    """-> (what the late kernel has read, whether the pool handed the block out again, seconds of the end)"""
    consumer, seen = torch.cuda.Stream(), torch.zeros(N, device="cuda")
    with library:
        library.full(3)  # whatever is loaded at the first use
        a = library.full(1)
        torch.cuda.synchronize()
        pointer = library.pointer(a)
        view = cucore_test.view(wrap(a), stream=consumer.cuda_stream)
        read_late(view, consumer, seen)
        start = time.perf_counter()
        if finish:
            view.finish(consumer.cuda_stream)
        view.release()
        seconds = time.perf_counter() - start
        del a, view
        b = library.full(9)
        assert finish or not consumer.query(), "everything took longer than the slow kernel"
        again = library.pointer(b) == pointer
        torch.cuda.synchronize()
    return seen.unique().tolist(), again, seconds


LIBRARIES = {"cupy": CupyPool, "torch": TorchPool}
UNKNOWN = {"dlpack": Wrapped, "interface": Interface}


@pytest.mark.alone
@pytest.mark.parametrize("how", UNKNOWN)
@pytest.mark.parametrize("name", LIBRARIES)
def test_B108_D34_the_block_is_not_handed_out_again(name, how):
    """The owner is kept: the pool has the block only after a trim."""
    for _ in range(3):
        read, again, seconds = reuse(LIBRARIES[name](), UNKNOWN[how], finish=True)
        assert read == [1.0] and not again and seconds < AT_ONCE
        assert cucore_test.kept()[0] == 1
        cucore_test.trim()
    read, again, _ = reuse(LIBRARIES[name](), UNKNOWN[how], finish=False)
    assert again and read == [9.0], "the race that the end of access prevents did not show"


@pytest.mark.alone
def test_C10_D34_the_stream_of_CuPy_is_known():
    """It waits for the kernel: the pool hands the block out again, and who writes it comes after the kernel."""
    for _ in range(3):
        read, again, seconds = reuse(CupyPool(), lambda a: a, finish=True)
        assert read == [1.0] and again and seconds < AT_ONCE and cucore_test.kept()[0] == 0
    read, again, _ = reuse(CupyPool(), lambda a: a, finish=False)
    assert again and read == [9.0], "the race that the end of access prevents did not show"


@pytest.mark.alone
@pytest.mark.parametrize("how", UNKNOWN)
def test_B108_who_works_on_the_legacy_stream_comes_after_the_work(how):
    """The consumer writes late; the producer reads on the legacy default stream, or on one that waits for it."""
    consumer = torch.cuda.Stream()
    t = torch.zeros(N, device="cuda")
    torch.cuda.synchronize()
    view = cucore_test.view(UNKNOWN[how](t), stream=consumer.cuda_stream)
    sleep(torch, consumer)
    with torch.cuda.stream(consumer):
        t.fill_(7)
    start = time.perf_counter()
    view.finish(consumer.cuda_stream)
    view.release()
    assert time.perf_counter() - start < AT_ONCE
    with torch.cuda.stream(torch.cuda.default_stream()):
        copy = t.clone()
    torch.cuda.synchronize()
    assert (copy == 7).all()


@pytest.mark.alone
def test_B108_jax(jax):
    """Its pool reuses a block as soon as nobody holds it; the array is immutable, so that only the owner matters."""
    jnp, consumer, seen = jax.numpy, torch.cuda.Stream(), torch.zeros(N, device="cuda")
    for _ in range(3):
        x = jnp.full(N, 1, "float32").block_until_ready()
        view = cucore_test.view(x, stream=consumer.cuda_stream)
        to_first_device()
        read_late(view, consumer, seen)
        start = time.perf_counter()
        view.finish(consumer.cuda_stream)
        view.release()
        assert time.perf_counter() - start < AT_ONCE
        del x, view
        others = [jnp.full(N, 9, "float32").block_until_ready() for _ in range(8)]
        assert cucore_test.kept()[0] == 1
        torch.cuda.synchronize()
        assert seen.unique().tolist() == [1.0]
        del others
        cucore_test.trim()


def test_B108_a_donated_array_of_jax(jax):
    """JAX refuses to donate what is still held, or the late kernel has read the old elements; after a trim it donates."""
    jnp, consumer, seen = jax.numpy, torch.cuda.Stream(), torch.zeros(N, device="cuda")
    add = jax.jit(lambda x: x + 8, donate_argnums=0)
    add(jnp.full(N, 1, "float32")).block_until_ready()
    x = jnp.full(N, 1, "float32").block_until_ready()
    view = cucore_test.view(x, stream=consumer.cuda_stream)
    to_first_device()
    read_late(view, consumer, seen)
    view.finish(consumer.cuda_stream)
    view.release()
    try:
        add(x).block_until_ready()
    except (RuntimeError, ValueError) as error:
        print("JAX:", str(error).splitlines()[0])
        cucore_test.trim()
        assert add(x).block_until_ready()[0] == 9
    torch.cuda.synchronize()
    assert seen.unique().tolist() == [1.0]


@pytest.mark.parametrize("how", UNKNOWN)
def test_B107_the_owner_lives_as_long_as_the_graph(how):
    x, y = UNKNOWN[how](torch.ones(N, device="cuda")), torch.zeros(N, device="cuda")
    alive = weakref.ref(x.array)
    graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    torch.cuda.synchronize()
    with captured(graph, stream=stream):
        view = cucore_test.view(x, stream=stream.cuda_stream)
        y.copy_(torch.from_dlpack(ex.Array(view.ptr, "float32", (N,), device=CUDA)))
        view.finish(stream.cuda_stream)
        view.release()
    del x, view
    gc.collect()
    cucore_test.trim()
    assert cucore_test.kept()[0] == 1 and (how == "dlpack" or alive() is not None)
    for _ in range(2):
        torch.full((N,), 5.0, device="cuda")  # would be handed the block
        y.zero_()
        graph.replay()
        torch.cuda.synchronize()
        assert (y == 1).all()
    del graph
    gc.collect()
    for _ in range(200):  # the driver destroys it on a thread of its own
        cucore_test.trim()
        if cucore_test.kept()[0] == 0:
            break
        time.sleep(0.01)
    assert cucore_test.kept()[0] == 0 and alive() is None


@pytest.mark.alone
def test_B108_memory_is_bounded():
    """400 arrays of 64 MB on their way to a stream that is late: at most about 1 GiB is kept, and the host waits then."""
    consumer = torch.cuda.Stream()
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    before, waits = torch.cuda.memory_allocated(), cucore_test.kept()[2]
    for _ in range(400):
        t = torch.empty(1 << 24, device="cuda")
        with torch.cuda.stream(consumer):
            torch.cuda._sleep(1_500_000)  # 1 ms
        assert cucore_test.args([Interface(t)], None, consumer.cuda_stream)
    assert torch.cuda.max_memory_allocated() - before < (1 << 30) + (256 << 20)
    print("waits of the host:", cucore_test.kept()[2] - waits)
    cucore_test.trim()
    del t
    assert torch.cuda.memory_allocated() == before


@pytest.mark.alone
def test_calls_do_not_wait():
    """What a call takes while the stream is busy, for each kind of producer; the figures are printed."""
    consumer = torch.cuda.Stream()
    arrays = {"torch": torch.zeros(N, device="cuda")}
    arrays["dlpack"], arrays["interface"] = Wrapped(arrays["torch"]), Interface(arrays["torch"])
    try:
        import cupy
        arrays["cupy"] = cupy.zeros(N, cupy.float32)
    except ImportError:
        pass
    torch.cuda.synchronize()
    for x in arrays.values():
        cucore_test.args([x], None, consumer.cuda_stream)
    sleep(torch, consumer)
    for name, x in arrays.items():
        start = time.perf_counter()
        for _ in range(100):
            cucore_test.args([x], None, consumer.cuda_stream)
        took = (time.perf_counter() - start) / 100
        print(f"{name}: {took * 1e6:.2f} us a call")
        assert took * 100 < AT_ONCE
    assert not consumer.query()
