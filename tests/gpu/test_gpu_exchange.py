"""torch's C exchange table on a real GPU: what it hides, whose stream counts, and what a type's habits are worth."""
import ctypes
import gc
import sys
import time

import pytest

import cucore_test
from capturing import captured
from doubles import Holder, resident
from test_gpu_producers import CPU, CUDA, HOST, MANAGED, SLOW, check, read_on, slow_fill

BORROW, ONLY, DLPACK, GRAD = cucore_test.BORROW, cucore_test.BY_EXCHANGE, cucore_test.BY_DLPACK, cucore_test.ALLOW_GRAD
WAYS = pytest.mark.parametrize("flags", [0, BORROW], ids=["owned", "lent"])
PLACES = pytest.mark.parametrize("where", ["cpu", "cuda"])


@pytest.fixture
def torch(torch):
    if not hasattr(torch.Tensor, "__dlpack_c_exchange_api__"):
        pytest.skip("this torch has no C exchange table")
    return torch


def test_X1_the_table_is_used(torch):
    t = torch.zeros(4, 6, device="cuda")
    assert cucore_test.view(t, flags=BORROW).protocol == "dltensor"
    assert cucore_test.remembers(torch.Tensor)[:2] == (True, True)


@WAYS
@PLACES
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16", "int8", "uint8", "int16", "int32", "int64",
                                   "bool", "complex64", "complex128", "float8_e4m3fn", "float8_e5m2"])
def test_dtypes_and_layouts(torch, dtype, where, flags):
    t = torch.zeros(4, 6, device=where).to(getattr(torch, dtype))
    for x in (t, t.T, t[1:, ::2], t[:, :1], t[0, 0], t[:0], t[0].expand(3, 6)):
        view = cucore_test.view(x, flags=flags)
        other = cucore_test.view(x, flags=DLPACK)
        for name in ("dtype", "shape", "ptr", "device_type", "device_id", "readonly", "host_accessible", "itembits"):
            assert getattr(view, name) == getattr(other, name), name
        assert x.numel() == 0 or view.strides == tuple(x.stride())
        view.release(), other.release()


@WAYS
@PLACES
def test_X7_B38_B110_refused_as_torch_does(torch, where, flags):
    z = torch.tensor([[1 + 2j, 3j], [4, 5 - 1j]], device=where)
    x = torch.ones(4, 6, device=where)
    for t, why in ((x.clone().requires_grad_(), "require gradient"), ((x.clone().requires_grad_() * 2), "require gradient"),
                   (z.conj(), "conjugate"), (z.conj().imag, "negative bit"), (z.conj().imag.as_strided((3,), (1,)), "negative bit"),
                   (z.conj().imag.as_strided((2, 1), (3, 5)), "negative bit"), (torch._neg_view(x), "negative bit"), (torch.eye(3, device=where).to_sparse(), "layout")):
        count = sys.getrefcount(t)
        with pytest.raises(BufferError, match=why):
            cucore_test.view(t, flags=flags)
        assert sys.getrefcount(t) == count
    for t in (z, z.imag, z.real, z.resolve_conj(), z.conj().resolve_conj(), z.conj().imag.resolve_neg(), z.conj().real):
        assert cucore_test.view(t, flags=flags).ptr == t.data_ptr()
    assert cucore_test.view(x.clone().requires_grad_(), flags=flags | GRAD).shape == (4, 6)


@WAYS
@PLACES
def test_X6_subclasses_take_the_method(torch, where, flags):
    calls = []

    class Sub(torch.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            calls.append(function)
            return super().__torch_function__(function, types, args, kwargs or {})

    t = torch.ones(4, 6, device=where)
    sub = t.as_subclass(Sub)
    view = cucore_test.view(sub, flags=flags)
    assert view.owned and view.ptr == t.data_ptr() and torch.Tensor.__dlpack__ in calls
    view.release()


@WAYS
@PLACES
def test_B109_a_parameter_goes_by_the_table(torch, where, flags):
    class Plain(torch.Tensor):
        __torch_function__ = torch._C._disabled_torch_function_impl

    t = torch.ones(4, 6, device=where)
    for kind in torch.nn.Parameter, torch.nn.Buffer:
        made = kind(t, requires_grad=False) if kind is torch.nn.Parameter else kind(t)
        for found in cucore_test.view(made, flags=flags), cucore_test.exchange(made, flags=flags & ~DLPACK):
            assert found.ptr == t.data_ptr()
    assert cucore_test.exchange(t.as_subclass(Plain)).ptr == t.data_ptr()
    with pytest.raises(BufferError, match="require gradient|requires grad"):
        cucore_test.view(torch.nn.Parameter(t), flags=flags)
    assert cucore_test.view(torch.nn.Parameter(t), flags=flags | GRAD).ptr == t.data_ptr()


@WAYS
def test_X6_fake_tensor(torch, flags):
    from torch._subclasses.fake_tensor import FakeTensorMode

    fake = FakeTensorMode().from_tensor(torch.ones(4, 6, device="cuda"))
    with pytest.raises(Exception) as caught:
        cucore_test.view(fake, flags=flags)
    assert not isinstance(caught.value, (SystemError, AssertionError))
    seen = []

    def inside(x):
        try:
            seen.append(cucore_test.view(x, flags=flags))
        except (RuntimeError, BufferError) as error:
            seen.append(error)
        return x

    torch.vmap(inside)(torch.ones(4, 6, device="cuda"))
    assert isinstance(seen[0], Exception)


def test_pinned_and_managed(torch, cupy):
    t = torch.zeros(4, pin_memory=True)
    for flags in (0, BORROW):
        view = cucore_test.view(t, flags=flags, stream=HOST)
        assert view.host_accessible and view.ptr == t.data_ptr()
        view.release()
    a = cupy.ndarray((4,), cupy.float64, cupy.cuda.malloc_managed(64))
    for _ in range(3):  # plain, managed, plain: what CuPy's type did last time is no answer
        assert cucore_test.view(a).device_type == MANAGED
        assert cucore_test.view(cupy.zeros(3)).device_type == CUDA


# -------------------------------------------------------------------------------------------------------- ordering --
@pytest.mark.alone
@WAYS
@pytest.mark.parametrize("consumer_is", ["other", "legacy", "per-thread"])
def test_X8_orders(torch, flags, consumer_is):
    producer, other = torch.cuda.Stream(), torch.cuda.Stream()
    stream = {"other": other.cuda_stream, "legacy": 1, "per-thread": 2}[consumer_is]
    t = torch.zeros(1 << 20, device="cuda")
    out = torch.zeros(t.numel(), pin_memory=True)
    torch.cuda.synchronize()
    slow_fill(torch, t, producer)
    start = time.perf_counter()
    with torch.cuda.stream(producer):
        view = cucore_test.view(t, stream=stream, flags=flags)
    assert time.perf_counter() - start < 0.05, "the import waited on the host"
    assert view.producer_stream == producer.cuda_stream
    driver = ctypes.CDLL("libcuda.so.1")
    assert driver.cuMemcpyDtoHAsync_v2(ctypes.c_void_p(out.data_ptr()), ctypes.c_void_p(view.ptr),
                                       ctypes.c_size_t(4 * t.numel()), ctypes.c_void_p(stream)) == 0
    assert driver.cuStreamSynchronize(ctypes.c_void_p(stream)) == 0
    assert out.sum().item() == t.numel()
    view.release()


@pytest.mark.alone
def test_X8_several_arguments_of_two_streams(torch):
    """Waited for after the last of them was taken in: all are seen, and the host goes on meanwhile."""
    first, second, consumer = (torch.cuda.Stream() for _ in range(3))
    tensors = [torch.zeros(1 << 20, device="cuda") for _ in range(3)]
    torch.cuda.synchronize()
    for t, stream in zip(tensors, (first, first, second)):
        slow_fill(torch, t, stream)
    interface = dict(tensors[2].__cuda_array_interface__, version=3, stream=second.cuda_stream)
    start = time.perf_counter()
    with torch.cuda.stream(first):
        cucore_test.args([*tensors[:2], Holder(__cuda_array_interface__=interface)], None, consumer.cuda_stream)
    assert time.perf_counter() - start < 0.05, "the host waited"
    assert [read_on(torch, t, consumer).sum().item() for t in reversed(tensors)] == [1 << 20] * 3


def test_X9_torchs_default_stream(torch):
    consumer = torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    slow_fill(torch, t, torch.cuda.default_stream())
    view = cucore_test.view(t, stream=consumer.cuda_stream, flags=BORROW)
    assert view.producer_stream == 1
    assert read_on(torch, t, consumer).sum().item() == t.numel()


@pytest.mark.alone
@WAYS
def test_X8_the_second_half(torch, flags):
    """The producer's stream waits by an event; the host does not."""
    producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
    t = torch.zeros(1 << 20, device="cuda")
    seen = torch.empty_like(t)
    torch.cuda.synchronize()
    with torch.cuda.stream(producer):
        view = cucore_test.view(t, stream=consumer.cuda_stream, flags=flags)
    with torch.cuda.stream(consumer):
        torch.cuda._sleep(SLOW)
        seen.copy_(t)
    start = time.perf_counter()
    view.finish(consumer.cuda_stream)
    view.release()
    assert time.perf_counter() - start < 0.05, "finish waited on the host"
    with torch.cuda.stream(producer):
        t.fill_(7)  # must come after the consumer has read
    torch.cuda.synchronize()
    assert seen.sum().item() == 0 and t[0].item() == 7


def test_D34_memory_is_not_handed_out_early(torch):
    """torch's pool gives a block out again at once, on the producer's stream: it is ordered behind the consumer."""
    producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
    seen = torch.empty(1 << 20, device="cuda")
    with torch.cuda.stream(producer):
        t = torch.full((1 << 20,), 3.0, device="cuda")
        view = cucore_test.view(t, stream=consumer.cuda_stream)
    address = t.data_ptr()
    with torch.cuda.stream(consumer):
        torch.cuda._sleep(SLOW)
        seen.copy_(t)
    del t
    view.finish(consumer.cuda_stream)
    view.release()
    with torch.cuda.stream(producer):
        again = torch.full((1 << 20,), 9.0, device="cuda")
    assert again.data_ptr() == address, "the pool did not hand the block out again: this proves nothing"
    torch.cuda.synchronize()
    assert seen.sum().item() == 3 * seen.numel() and again[0].item() == 9


@pytest.mark.alone
def test_host_stream_waits(torch):
    for flags in (0, BORROW):
        producer = torch.cuda.Stream()
        t = torch.zeros(1 << 20, device="cuda")
        torch.cuda.synchronize()
        slow_fill(torch, t, producer)
        with torch.cuda.stream(producer):
            cucore_test.view(t, stream=HOST, flags=flags).release()
        assert producer.query(), "work is still pending"


def test_T16_capture(torch):
    t = torch.zeros(16, device="cuda")
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        graph = torch.cuda.CUDAGraph()
        with captured(graph, stream=stream):
            cucore_test.view(t, stream=stream.cuda_stream, flags=BORROW).release()  # torch works on it, too
            with pytest.raises(RuntimeError, match="captured into a graph"):
                cucore_test.view(t, stream=torch.cuda.Stream().cuda_stream)
            t.add_(1)
        graph.replay()
    torch.cuda.synchronize()
    assert t.sum().item() == 16


def test_other_device(torch):
    """torch's __dlpack__ refuses a tensor that is not on the current device; its table does not."""
    if torch.cuda.device_count() < 2:
        pytest.skip("one GPU only")
    t = torch.zeros(1 << 20, device="cuda:1")
    for flags in (0, BORROW):
        view = cucore_test.view(t, flags=flags)
        assert (view.device_type, view.device_id) == (CUDA, 1)
        view.release()


# ---------------------------------------------------------------------------------------------------------- habits --
def test_jax_on_both_devices(jax):
    """What JAX's type did last time does not count any more once it was wrong."""
    on = {p: jax.device_put(jax.numpy.ones((3, 5), "float32"), jax.devices(p)[0]) for p in ("cpu", "gpu")}
    for array in on.values():
        array.block_until_ready()
    for _ in range(3):
        for platform, array in on.items():
            check(cucore_test.view(array, stream=1), "float32", (3, 5), (5, 1), array.unsafe_buffer_pointer(),
                  (CPU, -1) if platform == "cpu" else (CUDA, 0), readonly=True)


@pytest.mark.alone
def test_D12_jax_that_is_ready_and_that_is_not(torch, jax):
    """What JAX computes is complete on the stream of the consumer; pinned arrays come by DLPack (B136)."""
    work = jax.jit(lambda m, n: jax.lax.fori_loop(0, 200, lambda i, x: x @ m, m) * 0 + n)
    m, asked = jax.numpy.eye(4096), set()  # some 50 ms
    for n in range(1, 9):
        y = work(m, n)
        if n % 2:
            y.block_until_ready()
        stream = torch.cuda.Stream()
        asked.add(y.is_ready())
        view = cucore_test.view(y, stream=stream.cuda_stream)
        with torch.cuda.stream(stream):
            assert torch.from_dlpack(view).sum().item() == y.size * n
        view.release()
    assert asked == {True, False}
    device = jax.devices("gpu")[0]
    try:
        pinned = jax.device_put(jax.numpy.ones(5, "float32"), jax.sharding.SingleDeviceSharding(device, memory_kind="pinned_host"))
    except Exception as error:
        pytest.skip(f"no pinned memory: {error}")
    for _ in range(3):
        assert cucore_test.view(pinned, stream=HOST).device_type == cucore_test.view(pinned, stream=HOST, flags=DLPACK).device_type


@pytest.mark.alone
@pytest.mark.parametrize("library", ["torch-cpu", "torch-cuda", "torch-lent", "torch-method", "cupy", "jax", "numba", "numpy"])
def test_a_million_exchanges_keep_memory_flat(torch, request, library):
    flags, which = 0, "view"
    if library.startswith("torch"):
        obj = torch.zeros(23, 4, device="cpu" if library == "torch-cpu" else "cuda")
        flags = {"torch-lent": BORROW, "torch-method": DLPACK}.get(library, 0)
    elif library == "cupy":
        obj = request.getfixturevalue("cupy").zeros((23, 4), "f4")
    elif library == "jax":
        obj = request.getfixturevalue("jax").numpy.zeros((23, 4))
    elif library == "numba":
        obj = request.getfixturevalue("numba_cuda").device_array((23, 4), "f4")
    else:
        obj = pytest.importorskip("numpy").zeros((23, 4), "f4")
    n = 100_000 if library in ("torch-method", "jax") else 1_000_000
    cucore_test.loop(which, 2000, obj, 1, flags)
    gc.collect()
    count, memory, pool = sys.getrefcount(obj), resident(), torch.cuda.memory_allocated()
    cucore_test.loop(which, n, obj, 1, flags)
    assert sys.getrefcount(obj) == count and torch.cuda.memory_allocated() == pool
    assert resident() - memory < 2 << 20
