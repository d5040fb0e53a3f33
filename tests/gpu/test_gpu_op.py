"""One operator on a GPU by every caller: examples/one_op from Python, torch, JAX and tvm-ffi; late data, captures, two devices."""
import pytest

from capturing import captured

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")
one_op = pytest.importorskip("one_op")
pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")
ROWS, N = 37, 1031
SLOW = 50_000_000  # cycles


def wanted(x):
    return x * torch.rsqrt((x.double() ** 2).mean(-1, keepdim=True) + 1e-6).float()


def data(device="cuda"):
    return torch.linspace(-3, 5, ROWS * N, device=device).reshape(ROWS, N)


@pytest.fixture(scope="module")
def operator():
    one_op.register_torch()
    return torch.ops.one_op.row_norm


def jax_call(name="row_norm"):
    jax = pytest.importorskip("jax")
    try:
        jax.devices("gpu")
    except RuntimeError as error:
        pytest.skip(f"jax finds no GPU: {error}")
    jax.ffi.register_ffi_target(f"one_op.{name}", one_op.xla_targets[name]["CUDA"], platform="CUDA")
    return jax, lambda x: jax.ffi.ffi_call(f"one_op.{name}", jax.ShapeDtypeStruct(x.shape, x.dtype))(x, eps=1e-6)


def by_python(x, operator):
    return one_op.row_norm(x, stream=torch.cuda.current_stream(x.device))


def by_torch(x, operator):
    return operator(x)


def by_compiled(x, operator):
    return torch.compile(lambda v: operator(v), fullgraph=True)(x)


def by_tvm(x, operator):
    tvm_ffi = pytest.importorskip("tvm_ffi")
    y = torch.empty_like(x)
    assert tvm_ffi.load_module(one_op.__file__).row_norm(x, 1e-6, y) is None
    return y


def by_tvm_result(x, operator):
    tvm_ffi = pytest.importorskip("tvm_ffi")
    y = tvm_ffi.load_module(one_op.__file__).row_norm(x)
    with torch.cuda.device(x.device):  # __dlpack__ of torch refuses another current device
        return y if isinstance(y, torch.Tensor) else torch.from_dlpack(y)


def by_cupy(x, operator):
    cupy = pytest.importorskip("cupy")
    with cupy.cuda.Device(x.device.index), cupy.cuda.ExternalStream(torch.cuda.current_stream(x.device).cuda_stream):
        y = one_op.row_norm(cupy.asarray(x), stream=cupy.cuda.get_current_stream())
        assert isinstance(y, cupy.ndarray)
        return torch.as_tensor(y, device=x.device)


CALLERS = {"python": by_python, "torch": by_torch, "compiled": by_compiled, "tvm-ffi": by_tvm, "tvm-ffi, its result": by_tvm_result,
           "cupy": by_cupy}


@pytest.mark.parametrize("name", CALLERS)
def test_numbers_of_all_callers_are_equal(name, operator):
    x = data()
    y = CALLERS[name](x, operator)
    assert isinstance(y, torch.Tensor) and y.device == x.device
    assert torch.allclose(y, wanted(x), rtol=1e-5, atol=1e-6)
    assert torch.equal(y, operator(x))


@pytest.mark.parametrize("jitted", [False, True])
def test_numbers_of_jax_are_equal(jitted, operator):
    jax, call = jax_call()
    x = data()
    found = (jax.jit(call) if jitted else call)(jax.numpy.asarray(x.cpu().numpy()))
    assert np.array_equal(np.asarray(found), operator(x).cpu().numpy())


@pytest.mark.parametrize("name", CALLERS)
def test_late_data(name, operator):
    """The fill is behind a kernel that sleeps, on a stream of its own: the operator comes after it, the reader after the operator."""
    x, early = data(), CALLERS[name](data(), operator)  # what is compiled or loaded first is ready
    stream = torch.cuda.Stream()
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        x.zero_()
        torch.cuda._sleep(SLOW)
        x.copy_(data())
        y = CALLERS[name](x, operator) + 0
    stream.synchronize()
    assert torch.equal(y, early)


def test_late_data_of_jax(operator):
    """The array is made by a loop on the stream of XLA that is still running when the operator is called."""
    jax, call = jax_call()
    jnp = jax.numpy

    @jax.jit
    def late(x, a):
        a = jax.lax.fori_loop(0, 60, lambda i, b: jnp.tanh(b @ a), a)
        return x + 0 * a[0, 0]

    x, a = jnp.asarray(data().cpu().numpy()), jnp.full((2048, 2048), 1e-3)
    early = np.asarray(call(late(x, a)))
    found = call(late(x, a))
    assert np.array_equal(np.asarray(found), early)
    assert np.array_equal(early, operator(data()).cpu().numpy())


@pytest.mark.parametrize("name", ["python", "torch", "tvm-ffi", "compiled"])
def test_in_a_captured_graph(name, operator):
    x = torch.zeros(ROWS, N, device="cuda")
    caller = CALLERS[name]
    if name == "compiled":
        compiled = torch.compile(lambda v: operator(v), fullgraph=True)
        caller = lambda v, _: compiled(v)  # noqa: E731
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            caller(x, operator)
    side.synchronize()
    graph = torch.cuda.CUDAGraph()
    with captured(graph):
        y = caller(x, operator)
    for factor in (1, -2):
        x.copy_(data() * factor)
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(y, operator(data() * factor))


def test_jitted_in_a_command_buffer(operator):
    """XLA captures a jitted function with several calls; the numbers of the second and third run are equal."""
    jax, call = jax_call()
    f = jax.jit(lambda v: call(call(v) * 2) + call(v))
    x = jax.numpy.asarray(data().cpu().numpy())
    first = np.asarray(f(x))
    for _ in range(3):
        assert np.array_equal(np.asarray(f(x)), first)
    t = data()
    assert np.allclose(first, (operator(operator(t) * 2) + operator(t)).cpu().numpy(), rtol=1e-5, atol=1e-6)


def test_gradients(operator):
    x = data().requires_grad_()
    weights = torch.linspace(-1, 1, N, device="cuda")
    (found,) = torch.autograd.grad((operator(x) * weights).sum(), x)
    (expected,) = torch.autograd.grad((x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * weights).sum(), x)
    assert torch.allclose(found, expected, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", [name for name in CALLERS if name != "compiled"])
@pytest.mark.parametrize("current", [0, 1])
@pytest.mark.parametrize("device", [0, 1])
def test_two_devices(device, current, name, operator):
    if torch.cuda.device_count() < 2:
        pytest.skip("one GPU")
    expected = operator(data("cuda:0")).cpu()
    x = data(f"cuda:{device}")
    torch.cuda.synchronize(device)
    with torch.cuda.device(current):
        y = CALLERS[name](x, operator)
        assert torch.cuda.current_device() == current
    assert y.device == x.device
    assert torch.equal(y.cpu(), expected)


def test_refusals(operator):
    x = data()
    for call, error, text in ((lambda: operator(x.double()), RuntimeError, "row_norm: x: expected dtype float32, got float64"),
                              (lambda: one_op.row_norm(x.double()), TypeError, "x: expected dtype float32, got float64"),
                              (lambda: one_op.row_norm_backward(x, x.cpu()), ValueError, "x: expected an array on cuda:0 as grad_y"),
                              (lambda: torch.ops.one_op.row_norm_backward(x, x.cpu()), RuntimeError,
                               "row_norm_backward: x: expected an array on cuda:0 as grad_y")):
        with pytest.raises(error, match=text):
            call()


def test_empty(operator):
    for shape in ((0, 5), (5, 0), (0,)):
        assert operator(torch.empty(shape, device="cuda")).shape == shape
        assert one_op.row_norm(torch.empty(shape, device="cuda")).shape == shape
