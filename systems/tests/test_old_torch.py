"""torch 2.3 to 2.9, which have no exchange table: their tensors come in by the C functions of AOTInductor (src/python/in/torch.c).

`PYTHONPATH=build/python PYTHON -m pytest systems/tests/test_old_torch.py` with any Python that has such a torch; skipped elsewhere."""
import ctypes
import gc
import subprocess
import sys

import pytest

torch = pytest.importorskip("torch")
cu = pytest.importorskip("cucore_test")

VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
if not (2, 3) <= VERSION < (2, 10) or not cu.TYPE_MEMORY:
    pytest.skip("only torch 2.3 to 2.9 is read in this way", allow_module_level=True)

ONLY, BORROW, GRAD = cu.BY_EXCHANGE, cu.BORROW, cu.ALLOW_GRAD
DTYPES = [torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32, torch.float64, torch.complex64,
          torch.complex128, torch.bool, torch.bfloat16, torch.complex32, torch.uint16, torch.uint32, torch.uint64, torch.float8_e5m2,
          torch.float8_e4m3fn, torch.float8_e5m2fnuz, torch.float8_e4m3fnuz]
DEVICES = ["cpu"] + ["cuda"] * torch.cuda.is_available()


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_every_dtype(dtype, device):
    tensor = torch.zeros(3, 4, dtype=dtype, device=device)
    for flags, protocol in ((ONLY, "dlpack-versioned"), (ONLY | BORROW, "dltensor")):
        view = cu.view(tensor, flags=flags)
        assert (view.dtype, view.shape, view.strides) == (str(dtype).removeprefix("torch."), (3, 4), (4, 1))
        assert (view.ptr, view.protocol) == (tensor.data_ptr(), protocol)
        view.release()


LAYOUTS = {"transposed": lambda t: t.T, "slice": lambda t: t[1:, ::2], "0-d": lambda t: t[0, 0], "empty": lambda t: t[:0],
           "expanded": lambda t: t[:1].expand(5, 4), "6-d": lambda t: t.reshape(1, 2, 1, 3, 2, 2), "parameter": lambda t: t}


@pytest.mark.parametrize("how", LAYOUTS.values(), ids=LAYOUTS)
def test_layouts(how):
    tensor = how(torch.arange(24.).reshape(6, 4))
    for flags in (ONLY, ONLY | BORROW):
        view = cu.view(tensor, flags=flags)
        assert (view.ptr, view.shape, view.strides) == (tensor.data_ptr(), tuple(tensor.shape), tensor.stride())
        view.release()


def test_memory_stays_when_the_tensor_goes():
    tensor = torch.arange(1000.)
    view, address = cu.view(tensor, flags=ONLY), tensor.data_ptr()
    del tensor
    gc.collect()
    others = [torch.ones(1000) for _ in range(10)]
    assert others and list((ctypes.c_float * 1000).from_address(address)) == list(range(1000))
    view.release()


def test_no_reference_is_left():
    tensor = torch.zeros(5)
    count = sys.getrefcount(tensor), sys.getrefcount(torch.strided)
    for flags in (ONLY, ONLY | BORROW, 0) * 100:
        cu.view(tensor, flags=flags).release()
    assert (sys.getrefcount(tensor), sys.getrefcount(torch.strided)) == count


def test_gradients_and_lazy_bits_are_refused():
    tensor = torch.zeros(3, requires_grad=True)
    cu.view(tensor, flags=GRAD).release()
    cu.view(torch.nn.Parameter(torch.zeros(3)), flags=GRAD).release()
    lazy = torch.zeros(3, dtype=torch.complex64).conj()
    for refused in (tensor, lazy, lazy.imag):
        with pytest.raises((BufferError, RuntimeError)):
            cu.view(refused)


QUIET = ["torch.eye(3).to_sparse()", "torch.eye(3).to_sparse_csr()", "torch.eye(3).to_mkldnn()", "torch.zeros(3, device='meta')",
         "torch.quantize_per_tensor(torch.zeros(3), 1.0, 0, torch.qint8)"]


@pytest.mark.parametrize("made", QUIET)
def test_other_kinds_are_refused_without_noise(made):
    """In a process of its own: torch prints what its C functions throw."""
    code = f"import torch, cucore_test as cu\nt = {made}\ncu.view(torch.zeros(3), flags=cu.BY_EXCHANGE)\n" \
           "for flags in (0, cu.BY_EXCHANGE, cu.BORROW):\n    try: cu.view(t, flags=flags)\n" \
           "    except Exception as error: print(type(error).__name__)\n"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and len(done.stdout.split()) == 3 and "aoti_torch" not in done.stderr, done.stderr


def test_vmap_is_refused():
    seen = []

    def take(x):
        with pytest.raises(Exception):
            cu.view(x)
        seen.append(1)
        return x

    torch.vmap(take)(torch.zeros(3, 4))
    assert seen


class Hooked(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})


class Plain(torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl


def test_subclasses():
    cu.view(torch.zeros(3).as_subclass(Plain), flags=ONLY).release()
    with pytest.raises((BufferError, TypeError)):
        cu.view(torch.zeros(3).as_subclass(Hooked), flags=ONLY)
    from torch._subclasses.fake_tensor import FakeTensorMode
    with FakeTensorMode() as mode, pytest.raises(Exception):
        cu.view(mode.from_tensor(torch.zeros(3)), flags=ONLY)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")
def test_the_current_stream_of_a_gpu():
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        tensor = torch.ones(1000, device="cuda")
        view = cu.view(tensor, stream=torch.cuda.current_stream().cuda_stream, flags=ONLY)
        assert view.producer_stream == stream.cuda_stream
    view.release()


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if "float8" in str(dtype) or dtype is torch.uint8], ids=str)
def test_B135_results_of_float8(dtype, device):
    ex = pytest.importorskip("export_test")
    name, where = str(dtype).removeprefix("torch."), (1, 0) if device == "cpu" else (2, 0)
    for like in (torch.zeros(1, device=device), torch, "torch", torch.Tensor):
        made = ex.empty(like, where, name, (2, 3)).give(like)
        assert made.dtype == dtype and made.shape == (2, 3) and made.device.type == device
    with pytest.raises(BufferError, match="which this version of torch has not"):
        ex.empty(torch, where, "float4_e2m1fn", (2,))
