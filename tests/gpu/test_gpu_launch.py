"""cucore_py_launch on a real GPU: arrays of every library, both ways, order, captures; examples/axpy_ext has the launcher."""
import pytest

import cucore_test
import launch_test as lt
from capturing import captured, without_collection

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")
axpy_ext = pytest.importorskip("axpy_ext")
pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")
N = 10_007
SLOW = 50_000_000  # cycles


def tensors(count=3):
    return [torch.rand(N, device="cuda") for _ in range(count)]


class Interface:
    """A CUDA Array Interface without a stream."""

    def __init__(self, tensor):
        self.tensor = tensor
        self.__cuda_array_interface__ = {**tensor.__cuda_array_interface__, "version": 3, "stream": None}


def as_library(name, tensor):
    """The same memory as an array of a library."""
    if name == "cupy":
        return pytest.importorskip("cupy").asarray(tensor)
    if name == "numba":
        return pytest.importorskip("numba.cuda").as_cuda_array(tensor)
    if name == "jax":
        jax = pytest.importorskip("jax")
        try:
            jax.devices("gpu")
        except RuntimeError as error:
            pytest.skip(str(error))
        with torch.cuda.device(tensor.device):  # JAX's first look at the devices leaves the last one current
            return jax.numpy.from_dlpack(tensor)
    return {"torch": lambda: tensor, "interface": lambda: Interface(tensor),
            "parameter": lambda: torch.nn.Parameter(tensor, requires_grad=False)}[name]()


LIBRARIES = ["torch", "parameter", "cupy", "numba", "interface", "jax"]


@pytest.mark.parametrize("into", [name for name in LIBRARIES if name != "jax"])
@pytest.mark.parametrize("of", LIBRARIES)
def test_arrays_of_every_library(of, into):
    x, y, out = tensors()
    expected = 2.5 * x + y
    torch.cuda.synchronize()
    axpy_ext.axpy_into(2.5, as_library(of, x), as_library(of, y), as_library(into, out))
    torch.cuda.synchronize()
    assert torch.allclose(out, expected)


def test_jax_is_not_written_to():
    x, y, out = tensors()
    with pytest.raises(ValueError, match="^out: expected .*writable"):
        axpy_ext.axpy_into(1, x, y, as_library("jax", out))


def refusals(x):
    """What torch's table does not know, and what the kernel does not take."""
    return [(x.clone().requires_grad_(), BufferError, "require gradient"),
            (torch._neg_view(x), BufferError, "x: the tensor has its negative bit"),
            (x.double(), TypeError, "x: expected dtype float32, got float64"),
            (x[::2], ValueError, "x: expected a C-order contiguous array"),
            (x[:5], ValueError, "out: expected shape|y: expected shape"),
            (x.cpu(), ValueError, "x: expected an array that CUDA can read"),
            (x.reshape(1, N), ValueError, r"x: expected shape \(n\)"), (None, TypeError, "x: expected an array")]


@pytest.mark.parametrize("row", range(8))
def test_refusals(row):
    x, y, out = tensors()
    for _ in range(2):  # also when the type is known
        axpy_ext.axpy_into(1, x, y, out)
        obj, error, words = refusals(x)[row]
        with pytest.raises(error, match=words):
            axpy_ext.axpy_into(1, obj, y, out)
    with pytest.raises(ValueError, match="^out: shares memory with x"):
        axpy_ext.axpy_into(1, x[:-1], y[:-1], x[1:])


@pytest.mark.parametrize("of", LIBRARIES[:-1])
def test_order(of):
    """Work on one stream, the launch on another: it waits before, and the producer waits after."""
    x, y, out = tensors()
    expected = torch.full_like(x, 7.0)
    side = torch.cuda.Stream()
    objs = [as_library(of, one) for one in (x, y, out)]
    axpy_ext.axpy_into(1, *objs, side)  # all is loaded
    torch.cuda.synchronize()
    for _ in range(3):
        torch.cuda._sleep(SLOW)
        x.fill_(3.0), y.fill_(1.0)
        if of in ("interface", "numba"):  # whose interface names no stream, or one that is done
            torch.cuda.synchronize()
        axpy_ext.axpy_into(2, *objs, side)
        if of in ("interface", "numba", "cupy"):
            side.synchronize()
        x.zero_(), y.zero_()
        assert torch.equal(out, expected)


@pytest.mark.parametrize("kind", ["torch", "cupy", "int", "cuda.core"])
def test_streams(kind):
    x, y, out = tensors()
    side = torch.cuda.Stream()
    stream = {"torch": lambda: side, "int": lambda: side.cuda_stream,
              "cupy": lambda: pytest.importorskip("cupy").cuda.ExternalStream(side.cuda_stream),
              "cuda.core": lambda: pytest.importorskip("cuda.core").Stream.from_handle(side.cuda_stream)}[kind]()
    torch.cuda.synchronize()
    axpy_ext.axpy_into(3, x, y, out, stream)
    torch.cuda.synchronize()
    assert torch.allclose(out, 3 * x + y)


@pytest.mark.parametrize("number", [2, 2.5, True, np.float32(0.5), np.float64(1.25), np.int64(-3), np.float16(2)])
def test_numbers(number):
    x, y, out = tensors()
    axpy_ext.axpy_into(number, x, y, out)
    assert torch.allclose(out, float(number) * x + y, atol=1e-6)  # the kernel rounds once; a small sum of large terms


@pytest.mark.parametrize("dtype", ["int32", "float32"])
def test_a_kernel_of_a_table(dtype):
    """The rows of launch_test on a real kernel, whose parameters the driver knows."""
    rows = ((lt.PY_SIZE, 0, 0, "out", "int32", None, 0, None), (lt.PY_NUMBER, 0, 0, "value", "int32", None, 0, None),
            (lt.PY_POINTER, 0, 0, "out", dtype, "n", lt.WRITE, None))
    made = lt.launcher("store", rows, (1, 1, 1), 64, "out", None, 0)
    out = torch.zeros(1000, dtype=getattr(torch, dtype), device="cuda")
    lt.launch(made, (0x40000000, out), None)
    assert out.view(torch.int32).eq(0x40000000).all()
    wrong = lt.launcher("store", rows[:1] + rows[2:], (1, 1, 1), 64, "out", None, 0)
    with pytest.raises(ValueError, match="kernel 'store' takes 3 parameters, 2 were given|invalid"):
        lt.launch(wrong, (out,), None)


@pytest.mark.parametrize("mode", ["global", "thread_local", "relaxed"])
@pytest.mark.parametrize("of", LIBRARIES[:-1])
def test_captured_and_replayed(of, mode):
    """With other contents, and in a second graph with other addresses."""
    side = torch.cuda.Stream()
    arrays = [tensors() for _ in range(2)]
    axpy_ext.axpy_into(2, *arrays[0], side)
    graphs = []
    for three in arrays:
        objs = [as_library(of, one) for one in three]
        torch.cuda.synchronize()
        graphs.append(torch.cuda.CUDAGraph())
        with captured(graphs[-1], stream=side, capture_error_mode=mode):
            if of == "cupy":
                import cupy
                with cupy.cuda.ExternalStream(side.cuda_stream):
                    axpy_ext.axpy_into(2, *objs, side)
            else:
                axpy_ext.axpy_into(2, *objs, side)
    for value in (1.0, 4.0):
        for graph, (x, y, out) in zip(graphs, arrays):
            x.fill_(value), y.fill_(0.5)
            torch.cuda.synchronize()
            graph.replay()
            torch.cuda.synchronize()
            assert out.eq(2 * value + 0.5).all()


def test_a_graph_builder_of_cuda_core():
    """It is taken wherever a stream is: a launch, a copy, an intake."""
    core = pytest.importorskip("cuda.core")
    copy_from_c = pytest.importorskip("copy_from_c")
    device = core.Device()
    device.set_current()
    if not hasattr(device, "create_graph_builder"):
        pytest.skip("this cuda.core has no graphs")
    x, y, out = tensors()
    copied = torch.zeros_like(out)
    axpy_ext.axpy_into(2, x, y, out)
    copy_from_c.copy(copied, out)
    torch.cuda.synchronize()
    with without_collection():
        builder = device.create_graph_builder().begin_building()
        handle = builder.__cuda_stream__()[1]
        assert cucore_test.stream(builder) == handle
        with torch.cuda.stream(torch.cuda.ExternalStream(handle)):
            axpy_ext.axpy_into(2, x, y, out, builder)
            copy_from_c.copy(copied, out, builder)
        graph = builder.end_building().complete()
    for value in (1.0, 3.0):
        x.fill_(value), y.fill_(value)
        torch.cuda.synchronize()
        graph.launch(device.default_stream)
        torch.cuda.synchronize()
        assert copied.eq(3 * value).all()
