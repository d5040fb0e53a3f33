"""An operator of PyTorch that C code runs: systems/torch_op, whose demo registers it."""
import gc
import os
import pathlib

import pytest

torch = pytest.importorskip("torch")

import processes  # noqa: E402
import torch_op  # noqa: E402

SYSTEM = "PyTorch"
PACKAGES = ["torch", "triton"]
demo = processes.load("torch_op")
length, length_out, ratio = demo.length, demo.length_out, demo.ratio


def find_backend(device):
    """Inductor where it can compile for the device (a C++ compiler, Triton), else aot_eager."""
    try:
        torch.compile(lambda x: x + 1, fullgraph=True)(torch.zeros(3, device=device))
        return "inductor"
    except Exception:
        torch._dynamo.reset()
        return "aot_eager"


# Asked here, since it takes its time: no test ends because of that.
BACKENDS = {device: find_backend(device) for device in ["cpu"] + ["cuda"] * torch.cuda.is_available()}


def versions():
    return {f"torch.compile on {device}": name for device, name in BACKENDS.items()}


def on_devices(direction):
    return pytest.mark.parametrize("device", [pytest.param("cpu", marks=pytest.mark.interop(direction, "CPU")),
                                              pytest.param("cuda", marks=pytest.mark.interop(direction, "GPU"))])


@pytest.fixture(autouse=True)
def gpu_of_torch(request):
    if request.node.get_closest_marker("interop").args[1] in ("GPU", "2 GPUs") and not torch.cuda.is_available():
        pytest.skip("torch finds no GPU")


@pytest.fixture
def counted(monkeypatch):
    """The calls of the C functions, by their names."""
    calls = []
    for name in ("length", "ratio"):
        def counting(*args, name=name, function=getattr(torch_op, name), **kwargs):
            calls.append(name)
            return function(*args, **kwargs)

        monkeypatch.setattr(torch_op, name, counting)
    return calls


def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def by_torch(x, y):
    return torch.sqrt(x * x + y * y)


def ratio_by_torch(g, x, h):
    return g * x / h


def numbers(shape, device, dtype=torch.float64, seed=0):
    """From 0.5 to 1.5: nothing is near 0, where the gradient has no value."""
    generator = torch.Generator().manual_seed(seed)
    return (torch.rand(shape, dtype=torch.float64, generator=generator) + 0.5).to(device=device, dtype=dtype)


LAYOUTS = {"contiguous": lambda x: x, "transposed": lambda x: x.t(), "every other": lambda x: x[::2, ::3],
           "flipped rows": lambda x: x.flip(0)[1:], "one column": lambda x: x[:, 2], "expanded": lambda x: x[:1].expand(9, -1),
           "scalar": lambda x: x[0, 0], "empty": lambda x: x[:0], "a slice with an offset": lambda x: x[3:, 1:]}


# ------------------------------------------------------------------------------------------------------ theirs in C code --
@on_devices("in")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_tensors_in_c(device, layout, dtype):
    x, y, g = (LAYOUTS[layout](numbers((8, 12), device, dtype, seed)) for seed in range(3))
    before = [v.clone() for v in (x, y, g)]
    h = length(x, y)
    assert type(h) is torch.Tensor and h.dtype == dtype and h.device == x.device and h.shape == x.shape and h.is_contiguous()
    torch.testing.assert_close(h, by_torch(x, y))
    torch.testing.assert_close(ratio(g, x, h), ratio_by_torch(g, x, h))
    assert all(torch.equal(v, w) for v, w in zip((x, y, g), before))


@on_devices("in")
@pytest.mark.parametrize("n", [1, 255, 256, 257, 1_000_003])
def test_every_element(device, n):
    x, y = numbers(n, device), numbers(n, device, seed=1)
    torch.testing.assert_close(length(x, y), by_torch(x, y))


@on_devices("in")
def test_values_without_a_number(device):
    special = torch.tensor([0.0, -0.0, 1.0, -3.0, float("inf"), float("-inf"), float("nan"), 1e200, 1e-200], dtype=torch.float64,
                           device=device)
    x, y = torch.cartesian_prod(special, special).unbind(1)
    torch.testing.assert_close(length(x, y), by_torch(x, y), equal_nan=True, rtol=1e-14, atol=0)
    h = length(x, y)
    torch.testing.assert_close(ratio(x, y, h), ratio_by_torch(x, y, h), equal_nan=True, rtol=1e-14, atol=0)


@on_devices("in")
@pytest.mark.parametrize("change, error, words", [
    (lambda x, y: (x.int(), y.int()), TypeError, "x: expected dtype float32 or float64, got int32"),
    (lambda x, y: (x.half(), y.half()), TypeError, "x: expected dtype float32 or float64, got float16"),
    (lambda x, y: (x.to(torch.complex128), y), TypeError, "x: expected dtype float32 or float64, got complex128"),
    (lambda x, y: (x, y.float()), TypeError, "y: expected dtype float64 as in x, got float32"),
    (lambda x, y: (x, y[1:]), ValueError, "y: expected shape (8, 12) as in x, got (7, 12)"),
    (lambda x, y: (x, y.t()), ValueError, "y: expected shape (8, 12) as in x, got (12, 8)"),
], ids=["int32", "float16", "complex", "another dtype", "another extent", "transposed"])
def test_refusals(device, counted, change, error, words):
    with pytest.raises(error) as caught:
        length(*change(numbers((8, 12), device), numbers((8, 12), device)))
    assert words in str(caught.value) and counted == ["length"]


@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("places", [("cpu", "cuda"), ("cuda", "cpu")], ids="-".join)
def test_tensors_of_two_devices_are_refused(places):
    with pytest.raises((ValueError, RuntimeError), match="y|device"):
        length(*(numbers(4, place) for place in places))


@on_devices("in")
def test_tensors_that_require_grad(device):
    """The C functions refuse them, since they would lose the gradient; the operators take them, parameters included."""
    x, y = numbers(5, device).requires_grad_(), numbers(5, device)
    for tensor in (x, torch.nn.Parameter(y)):
        with pytest.raises(BufferError, match="requires? grad"):
            torch_op.length(tensor, y, stream=demo.stream_of(y))
        h = length(tensor, y)
        assert h.requires_grad and h.grad_fn is not None
        torch.testing.assert_close(h.detach(), by_torch(tensor, y).detach())
    with torch.no_grad():
        assert not length(x, y).requires_grad
    assert not length(y, y).requires_grad and not length(x.detach(), y).requires_grad


@on_devices("in")
@pytest.mark.parametrize("who", ["x", "y", "both"])
def test_only_the_gradients_that_are_needed(device, counted, who):
    x, y = numbers(5, device).requires_grad_(who != "y"), numbers(5, device).requires_grad_(who != "x")
    length(x, y).sum().backward()
    assert (x.grad is not None, y.grad is not None) == (who != "y", who != "x")
    assert counted == ["length"] + ["ratio"] * (2 if who == "both" else 1)


@on_devices("in")
def test_lazy_signs_are_turned(device):
    x, y = numbers(5, device), numbers(5, device)
    z = torch._neg_view(x)
    assert z.is_neg()
    torch.testing.assert_close(ratio(z, y, y), -x)
    torch.testing.assert_close(length(torch.complex(x, y).conj().imag, x), by_torch(-y, x))


@pytest.mark.interop("in", "GPU")
def test_pinned_memory_is_the_cpus():
    x, y = numbers(1000, "cpu").pin_memory(), numbers(1000, "cpu")
    for pair in ((x, x), (x, y), (y, x)):
        h = length(*pair)
        assert h.device.type == "cpu"
        torch.testing.assert_close(h, by_torch(*pair))


@pytest.mark.interop("in", "GPU")
def test_the_current_stream():
    """Work is on it and nowhere else: behind what is slow there, without a wait on the host."""
    x, y = numbers(1 << 20, "cuda"), numbers(1 << 20, "cuda", seed=1)
    stream = torch.cuda.Stream()
    h = length(x, y)  # all code is loaded
    x.add_(0)
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        torch.empty_like(x)
        torch.cuda._sleep(500_000_000)
        x.add_(2)
        h = length(x, y)
        x.fill_(100)  # behind the kernel
        pending = not stream.query()
    stream.synchronize()
    assert pending
    torch.testing.assert_close(h, by_torch(numbers(1 << 20, "cuda") + 2, y))


@pytest.mark.interop("in", "GPU")
def test_two_streams():
    """Each with its own work; then one behind the other, forward here and backward there."""
    x, y = numbers(1 << 20, "cuda"), numbers(1 << 20, "cuda", seed=1)
    one, other = torch.cuda.Stream(), torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(one):
        torch.cuda._sleep(100_000_000)
        a = x + 1
        h = length(a, y)
    with torch.cuda.stream(other):
        b = x + 2
        k = length(b, y)
        other.wait_stream(one)
        r = ratio(k, a, h)
    torch.cuda.synchronize()
    torch.testing.assert_close(h, by_torch(x + 1, y))
    torch.testing.assert_close(k, by_torch(x + 2, y))
    torch.testing.assert_close(r, k * (x + 1) / h)


@pytest.mark.interop("in", "GPU")
def test_memory_that_is_used_anew():
    """An argument dies at once, and its memory is written again on the same stream, while the kernel still waits for its turn."""
    x, y = numbers(1 << 20, "cuda"), numbers(1 << 20, "cuda", seed=1)
    expected = by_torch(x[::2] + 1, y[::2])
    torch.cuda.synchronize()
    torch.cuda._sleep(200_000_000)
    h = [length((x + 1)[::2], y[::2])]  # strided: a copy on the way dies, too
    for k in range(4):
        h.append(length(torch.full_like(expected, k), torch.zeros_like(expected)))
    torch.testing.assert_close(h[0], expected)
    for k in range(4):
        assert bool((h[k + 1] == k).all())


def captured(work, *arguments):
    """A CUDA graph of work(*arguments), after what torch wants to be done before."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for _ in range(3):
            work(*arguments)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        results = work(*arguments)
    return graph, results


def replayed(graph, results, inputs, expected):
    """Changed inputs, the same graph."""
    for k in range(4):
        for i, v in enumerate(inputs):
            v.data.copy_(numbers(v.shape, "cuda", v.dtype, seed=10 * k + i))
        graph.replay()
        torch.cuda.synchronize()
        for result, right in zip(results, expected()):
            torch.testing.assert_close(result, right)


@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "every other"])
def test_a_cuda_graph(layout):
    x, y = numbers((32, 48), "cuda"), numbers((32, 48), "cuda", seed=1)

    def work(*inputs):
        a, b = (LAYOUTS[layout](v) for v in inputs)
        h = length(a, b)
        out = torch.empty_like(h)
        length_out(h, b, out)
        return h, ratio(a, b, h), out

    def expected():
        a, b = (LAYOUTS[layout](v) for v in (x, y))
        h = by_torch(a, b)
        return h, ratio_by_torch(a, b, h), by_torch(h, b)

    replayed(*captured(work, x, y), (x, y), expected)


@pytest.mark.interop("in", "GPU")
def test_a_cuda_graph_with_gradients():
    x, y = (numbers((32, 48), "cuda", seed=seed).requires_grad_() for seed in range(2))

    def work(x, y, formula=length):
        h = formula(x, y)
        return (h.detach(),) + torch.autograd.grad((h * h * h).sum(), (x, y))

    replayed(*captured(work, x, y), (x, y), lambda: work(x, y, by_torch))


FIRST_USE = """
import torch, processes
demo = processes.load("torch_op")
x, y = torch.rand(1000, device="cuda") + 1, torch.rand(1000, device="cuda") + 1
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    h = demo.length(x, y)
    s = demo.length(x[::2], y[::2])
x.add_(1)
graph.replay()
torch.cuda.synchronize()
torch.testing.assert_close(h, torch.sqrt(x * x + y * y))
torch.testing.assert_close(s, torch.sqrt(x * x + y * y)[::2])
print("passed")
"""


@pytest.mark.interop("in", "GPU")
def test_the_first_use_is_in_a_capture():
    """The driver compiles the kernels while torch records: in a process that has not used them yet."""
    assert "passed" in processes.run("-c", FIRST_USE)


@pytest.mark.interop("in", "2 GPUs")
def test_the_second_device():
    """The current one is the first, and stays it."""
    x, y = (numbers((8, 12), "cuda:1", seed=seed).requires_grad_() for seed in range(2))
    assert torch.cuda.current_device() == 0
    h = length(x, y.t().contiguous().t())
    assert h.device == x.device
    torch.testing.assert_close(h, by_torch(x, y))
    for ours, theirs in zip(torch.autograd.grad(h.sum(), (x, y)), torch.autograd.grad(by_torch(x, y).sum(), (x, y))):
        torch.testing.assert_close(ours, theirs)
    assert torch.cuda.current_device() == 0
    with pytest.raises((ValueError, RuntimeError)):
        length(x, numbers((8, 12), "cuda:0"))


def paged(device, layers=3, seed=0):
    """The layers of a paged cache, and copies of them."""
    generator = torch.Generator().manual_seed(seed)
    caches = [torch.rand(24, 16, 2, 8, generator=generator).to(device) for _ in range(layers)]
    return caches, [cache.clone() for cache in caches]


@on_devices("in")
@pytest.mark.parametrize("dtype", [torch.int16, torch.int32, torch.int64], ids=str)
def test_blocks_of_a_paged_cache(device, dtype):
    """examples/kv_blocks: all layers in one call, numbers on the device of the cache."""
    kv_blocks = pytest.importorskip("kv_blocks")
    (caches, wanted), (stores, stored) = paged(device), paged("cpu", seed=1)
    if device == "cuda":
        stores = [store.pin_memory() for store in stores]
    a, b = (torch.randperm(24, generator=torch.Generator().manual_seed(seed))[:9].to(dtype) for seed in range(2))
    kv_blocks.swap_out(caches, stores, a.to(device), b)
    kv_blocks.swap_in(caches, stores, b.flip(0).contiguous().to(device), a)
    for cache, store, x, y in zip(caches, stores, wanted, stored):
        y[b.long()] = x[a.long()].cpu()
        x[b.flip(0).long().to(device)] = y[a.long()].to(device)
        assert torch.equal(store, y) and torch.equal(cache, x)


@pytest.mark.interop("in", "2 GPUs")
def test_blocks_between_two_devices():
    kv_blocks = pytest.importorskip("kv_blocks")
    (near, _), (far, wanted) = paged("cuda:0"), paged("cuda:1", seed=1)
    a, b = (torch.randperm(24)[:9] for _ in range(2))
    kv_blocks.copy_blocks(far, near, b, a, stream=torch.cuda.current_stream(1))
    torch.cuda.synchronize(1)
    for x, y, z in zip(near, far, wanted):
        z[b.to("cuda:1")] = x[a.to("cuda:0")].to("cuda:1")
        assert torch.equal(y, z)
    assert torch.cuda.current_device() == 0


# ---------------------------------------------------------------------------------------------------------- ours in theirs --
@on_devices("out")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_gradients(device, layout):
    """Of first and second order, as those of torch's own formula."""
    found = []
    for formula in (length, by_torch):
        x, y = (numbers((8, 12), device, seed=seed).requires_grad_() for seed in range(2))
        h = formula(LAYOUTS[layout](x), LAYOUTS[layout](y))
        first = torch.autograd.grad((h ** 3).sum(), (x, y), create_graph=True)
        second = torch.autograd.grad((first[0] * first[1]).sum(), (x, y))
        found.append(first + second)
    for ours, theirs in zip(*found):
        torch.testing.assert_close(ours, theirs)


@on_devices("out")
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "every other"])
def test_gradcheck(device, layout):
    x, y, g = (LAYOUTS[layout](numbers((4, 6), device, seed=seed)).requires_grad_() for seed in range(3))
    assert torch.autograd.gradcheck(length, (x, y)) and torch.autograd.gradgradcheck(length, (x, y))
    assert torch.autograd.gradcheck(ratio, (g, x, y)) and torch.autograd.gradgradcheck(ratio, (g, x, y))


@on_devices("out")
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "every other", "expanded", "scalar", "empty"])
@pytest.mark.parametrize("grad", [False, True], ids=["plain", "requires grad"])
def test_opcheck(device, layout, grad):
    x, y, g = (LAYOUTS[layout](numbers((4, 6), device, seed=seed)).requires_grad_(grad) for seed in range(3))
    for operator, arguments in ((length, (x, y)), (ratio, (g, x, y))):
        assert set(torch.library.opcheck(operator, arguments).values()) == {"SUCCESS"}
    if not grad and layout != "expanded":  # of which all rows are the same memory
        arguments = (x, y, torch.empty_like(x))
        assert set(torch.library.opcheck(length_out, arguments).values()) == {"SUCCESS"}


@on_devices("out")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_compile(device, dynamic):
    """In one graph, forward and backward, with operations of torch before and behind."""
    torch._dynamo.reset()

    def f(x, y, formula=length):
        return (formula(2 * x, y.t()) * 3 + x).sum(0)

    compiled = torch.compile(f, fullgraph=True, backend=BACKENDS[device], dynamic=dynamic)
    for shape in ((8, 12), (5, 7), (5, 7)) if dynamic else ((8, 12), (8, 12)):
        x, y = numbers(shape, device).requires_grad_(), numbers(shape[::-1], device, seed=1).requires_grad_()
        ours, theirs = compiled(x, y), f(x, y, by_torch)
        torch.testing.assert_close(ours, theirs)
        for a, b in zip(torch.autograd.grad((ours ** 2).sum(), (x, y)), torch.autograd.grad((theirs ** 2).sum(), (x, y))):
            torch.testing.assert_close(a, b)


@on_devices("out")
@pytest.mark.timeout(300)
def test_compile_with_memory_that_is_given(device):
    """The compiler knows from mutates_args that `out` is another one behind the operator."""
    torch._dynamo.reset()

    def f(x, y):
        out = torch.zeros_like(x)
        before = out + 1
        length_out(x, y, out)
        return before, out * 2, out

    x, y = numbers((8, 12), device), numbers((8, 12), device, seed=1)
    before, twice, out = torch.compile(f, fullgraph=True, backend=BACKENDS[device])(x, y)
    assert bool((before == 1).all())
    torch.testing.assert_close(out, by_torch(x, y))
    torch.testing.assert_close(twice, 2 * by_torch(x, y))


@pytest.mark.interop("out", "GPU")
@pytest.mark.timeout(300)
def test_compile_into_cuda_graphs():
    """mode="reduce-overhead" records the operator with what Inductor makes, and replays it."""
    if BACKENDS["cuda"] != "inductor":
        pytest.skip("Inductor cannot compile for the GPU here")
    torch._dynamo.reset()
    f = torch.compile(lambda x, y: length(2 * x, y) * 3 + x, fullgraph=True, mode="reduce-overhead")
    x, y = numbers((64, 64), "cuda"), numbers((64, 64), "cuda", seed=1)
    for k in range(5):
        torch.compiler.cudagraph_mark_step_begin()
        x.copy_(numbers((64, 64), "cuda", seed=k))
        torch.testing.assert_close(f(x, y).clone(), by_torch(2 * x, y) * 3 + x)


@on_devices("out")
def test_memory_that_is_given(device):
    x, y = numbers((8, 12), device), numbers((8, 12), device, seed=1)
    for out in (torch.empty_like(x), torch.empty(12, 8, dtype=x.dtype, device=device).t(),
                torch.zeros(8, 24, dtype=x.dtype, device=device)[:, ::2]):
        before = out._version
        length_out(x, y, out)
        assert out._version > before
        torch.testing.assert_close(out, by_torch(x, y))
    gaps = torch.zeros(8, 24, dtype=x.dtype, device=device)
    length_out(x, y, gaps[:, ::2])
    assert not gaps[:, 1::2].any()
    same = x.clone()
    length_out(same, y, same)
    torch.testing.assert_close(same, by_torch(x, y))


@on_devices("out")
@pytest.mark.parametrize("make, error, words", [
    (lambda x: x[:4], ValueError, "out: expected shape"), (lambda x: x.float(), TypeError, "out: expected dtype float64"),
    (lambda x: x[:1].expand(8, -1), ValueError, "out: "), (lambda x: x.clone().requires_grad_(), BufferError, "grad"),
], ids=["another shape", "another dtype", "rows in one place", "requires grad"])
def test_memory_that_cannot_be_given(device, make, error, words):
    x, y = numbers((8, 12), device), numbers((8, 12), device, seed=1)
    out = make(torch.zeros_like(x))
    with pytest.raises(error) as caught:
        length_out(x, y, out)
    assert words in str(caught.value) and not out.detach().any()


@on_devices("out")
def test_memory_that_overlaps(device):
    memory = numbers(20, device)
    x, out = memory[:10], memory[5:15]
    before = memory.clone()
    with pytest.raises(ValueError, match="out: shares memory with x"):
        length_out(x, numbers(10, device), out)
    assert torch.equal(memory, before)


@pytest.mark.interop("out", "CPU")
def test_results_are_torchs_own_memory():
    x, y = numbers(1000, "cpu"), numbers(1000, "cpu")
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True) as seen:
        h = length(x, y)
    assert h.nbytes == 8000 and sum(event.self_cpu_memory_usage for event in seen.key_averages()) == 8000


@pytest.mark.interop("out", "GPU")
def test_results_are_of_torchs_allocator():
    x, y = numbers(1 << 18, "cuda"), numbers(1 << 18, "cuda", seed=1)
    gc.collect()
    before = torch.cuda.memory_allocated()
    h = length(x, y)
    assert 8 << 18 <= torch.cuda.memory_allocated() - before < 16 << 18  # whole blocks are counted
    address = h.data_ptr()
    del h
    assert torch.cuda.memory_allocated() == before
    assert length(x, y).data_ptr() == address  # as torch does it


@on_devices("out")
@pytest.mark.parametrize("how", ["forward", "backward"])
def test_nothing_is_leaked(device, how):
    """Neither by calls that succeed nor by such that are refused."""
    x, y = numbers((1000, 1000), device).requires_grad_(), numbers((1000, 1000), device)

    def in_use():
        gc.collect()
        return torch.cuda.memory_allocated() if device == "cuda" else resident()

    def once():
        h = length(x.t(), y.t())
        if how == "backward":
            h.sum().backward()
            x.grad = None
        with pytest.raises(TypeError):
            length(x, y.int())

    for _ in range(3):
        once()
    before = in_use()
    for _ in range(30):
        once()
    assert in_use() - before < 15 * x.nbytes  # of 30 calls; what the allocator keeps is a few


@pytest.mark.interop("out", "CPU")
@pytest.mark.timeout(400)
def test_the_demo():
    output = processes.demo("torch_op")
    assert "cpu: gradcheck and gradgradcheck" in output and "cpu: torch.compile in one graph" in output


@pytest.mark.interop("out", "GPU")
@pytest.mark.timeout(400)
def test_the_demo_with_a_gpu():
    assert "cuda: a CUDA graph, replay 2" in processes.demo("torch_op")


@pytest.mark.interop("in", "CPU")
@pytest.mark.timeout(400)
def test_pools():
    """On the host; RMM and pytorch-pfn-extras have tests of their own."""
    assert "host: strided arrays                                             right" in processes.demo("pool_arrays")
