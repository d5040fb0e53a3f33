"""One operator of C, examples/one_op, called by the compilers of frameworks: torch's dispatcher, XLA's FFI, tvm-ffi.

"in": the framework hands its arrays to C; "out": the results that C describes are arrays of the framework, in its memory.
"""
import numpy as np
import pytest

torch = pytest.importorskip("torch")
jax = pytest.importorskip("jax")
tvm_ffi = pytest.importorskip("tvm_ffi")

import one_op  # noqa: E402
import processes  # noqa: E402

SYSTEM = "Operators"
PACKAGES = ["torch", "jax", "apache-tvm-ffi"]
demo = processes.load("one_op", "examples")
X, WANTED = demo.X, demo.WANTED
WEIGHTS = np.arange(X.size, dtype=np.float32).reshape(X.shape) - 5


def on_devices(direction):
    return pytest.mark.parametrize("device", [pytest.param("cpu", marks=pytest.mark.interop(direction, "CPU")),
                                              pytest.param("cuda", marks=pytest.mark.interop(direction, "GPU"))])


@pytest.fixture
def in_torch(device):
    if device == "cuda" and not torch.cuda.is_available():
        pytest.skip("torch finds no GPU")
    one_op.register_torch()
    return torch.from_numpy(X.copy()).to(device), torch.ops.one_op.row_norm


@pytest.fixture
def in_jax(device):
    if device == "cuda" and jax.default_backend() != "gpu":
        pytest.skip("JAX finds no GPU")
    x, row_norm = demo.in_jax()[0].device_put(X, jax.devices("cpu" if device == "cpu" else "gpu")[0]), demo.in_jax()[1]
    return x, row_norm


@pytest.fixture
def in_tvm(in_torch):
    return tvm_ffi.from_dlpack(in_torch[0]), tvm_ffi.load_module(one_op.__file__).row_norm


def close(found, wanted=WANTED):
    np.testing.assert_allclose(found.cpu().numpy() if isinstance(found, torch.Tensor) else np.asarray(found), wanted, rtol=1e-5, atol=1e-6)


@on_devices("in")
def test_torch_eager(in_torch):
    x, row_norm = in_torch
    close(row_norm(x))
    close(row_norm(x.mT.contiguous().mT))  # made dense by torch


@on_devices("in")
def test_torch_compiled(in_torch):
    x, row_norm = in_torch
    close(torch.compile(lambda v: row_norm(v * 2 / 2) + 1, fullgraph=True, backend="aot_eager")(x), WANTED + 1)


@on_devices("in")
def test_torch_gradient(in_torch):
    x, row_norm = in_torch
    weights = torch.from_numpy(WEIGHTS).to(x.device)
    plain = x * torch.rsqrt((x.requires_grad_() ** 2).mean(-1, keepdim=True) + 1e-6)
    (wanted,) = torch.autograd.grad((plain * weights).sum(), x)
    (found,) = torch.autograd.grad((row_norm(x) * weights).sum(), x)
    assert torch.allclose(found, wanted, rtol=1e-4, atol=1e-4)


@on_devices("in")
@pytest.mark.parametrize("way", ["eager", "jit", "vmap"])
def test_jax(in_jax, way):
    x, row_norm = in_jax
    one_row = jax.ffi.ffi_call("one_op.row_norm", jax.ShapeDtypeStruct(X.shape[1:], X.dtype), vmap_method="sequential")
    close({"eager": row_norm, "jit": jax.jit(row_norm), "vmap": jax.vmap(lambda v: one_row(v, eps=1e-6))}[way](x))


@on_devices("in")
def test_tvm_ffi(in_torch, in_tvm):
    y = torch.zeros_like(in_torch[0])
    in_tvm[1](in_tvm[0], 1e-6, tvm_ffi.from_dlpack(y))
    close(y)


@on_devices("in")
@pytest.mark.parametrize("library", ["torch", "jax"])
def test_the_function_of_python(request, library, device):
    x = request.getfixturevalue(f"in_{library}")[0]
    close(one_op.row_norm(x, eps=1e-6))


@on_devices("out")
def test_results_of_torch(in_torch):
    x, row_norm = in_torch
    y = row_norm(x)
    assert (type(y), y.device, y.dtype, y.shape) == (torch.Tensor, x.device, x.dtype, x.shape) and y.is_contiguous()
    close(torch.relu_(y), np.maximum(WANTED, 0))  # memory of its own, which may be written
    close(x, X)


@on_devices("out")
def test_results_of_jax(in_jax):
    x, row_norm = in_jax
    y = jax.jit(row_norm, donate_argnums=0)(x + 0)
    assert isinstance(y, jax.Array) and y.devices() == x.devices() and y.shape == x.shape
    close(y)


@on_devices("out")
def test_results_of_tvm_ffi(in_torch, in_tvm):
    found = in_tvm[1](in_torch[0], 1e-6)  # by the allocator of the environment, which is the library of the argument
    assert isinstance(found, torch.Tensor) and found.device == in_torch[0].device and found.is_contiguous()
    close(found)
