# one_op.c has the command that builds it and runs this.
"""one_op under whatever is installed: NumPy, torch (eager, compiled, gradients), CuPy, JAX (eager, jitted), tvm-ffi."""
import importlib.util
import sys

import numpy as np

import one_op


def have(*names):
    return all(importlib.util.find_spec(name) for name in names)


X = np.linspace(-2, 3, 24, dtype=np.float32).reshape(2, 3, 4)
WANTED = X / np.sqrt((X.astype(np.float64) ** 2).mean(-1, keepdims=True) + 1e-6)
CALLERS = {}


def caller(name, *needs):
    """Adds a function that returns the result of row_norm(X) by one caller, as an array of NumPy."""
    def add(function):
        if have(*needs):
            CALLERS[name] = function
        return function
    return add


@caller("NumPy")
def by_numpy():
    return one_op.row_norm(X, eps=1e-6)


def in_torch(device):
    import torch
    one_op.register_torch()
    return torch.from_numpy(X).to(device), torch.ops.one_op.row_norm


def torch_device():
    import torch
    return "cuda" if torch.cuda.is_available() else "cpu"


@caller("torch, the function of Python", "torch")
def by_torch_function():
    return one_op.row_norm(in_torch(torch_device())[0]).cpu().numpy()


@caller("torch, eager", "torch")
def by_torch():
    x, row_norm = in_torch(torch_device())
    return row_norm(x).cpu().numpy()


@caller("torch, compiled", "torch")
def by_compiled():
    import torch
    x, row_norm = in_torch(torch_device())
    return torch.compile(lambda v: row_norm(v * 2 / 2), fullgraph=True)(x).cpu().numpy()


@caller("torch, a gradient", "torch")
def by_gradient():
    import torch
    x, row_norm = in_torch(torch_device())
    x = x.requires_grad_()
    y = row_norm(x)
    weights = torch.arange(float(x.numel()), device=x.device).reshape(x.shape) - 5
    (found,) = torch.autograd.grad((y * weights).sum(), x)
    (wanted,) = torch.autograd.grad((x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-6) * weights).sum(), x)
    assert torch.allclose(found, wanted, rtol=1e-4, atol=1e-4), (found, wanted)
    return y.detach().cpu().numpy()


@caller("CuPy", "cupy")
def by_cupy():
    import cupy
    return cupy.asnumpy(one_op.row_norm(cupy.asarray(X)))


def in_jax():
    import jax
    for name, platforms in one_op.xla_targets.items():
        for platform, target in platforms.items():
            jax.ffi.register_ffi_target(f"one_op.{name}", target, platform=platform)
    return jax, lambda x: jax.ffi.ffi_call("one_op.row_norm", jax.ShapeDtypeStruct(x.shape, x.dtype))(x, eps=1e-6)


@caller("JAX, the function of Python", "jax")
def by_jax_function():
    return np.asarray(one_op.row_norm(in_jax()[0].numpy.asarray(X)))


@caller("JAX, eager", "jax")
def by_jax():
    jax, row_norm = in_jax()
    return np.asarray(row_norm(jax.numpy.asarray(X)))


@caller("JAX, jitted", "jax")
def by_jit():
    jax, row_norm = in_jax()
    return np.asarray(jax.jit(lambda v: row_norm(v * 2 / 2))(jax.numpy.asarray(X)))


@caller("tvm-ffi", "tvm_ffi")
def by_tvm():
    import tvm_ffi
    y = np.empty_like(X)
    tvm_ffi.load_module(one_op.__file__).row_norm(tvm_ffi.from_dlpack(X), 1e-6, tvm_ffi.from_dlpack(y))
    return y


def main():
    for name, function in CALLERS.items():
        found = function()
        assert np.allclose(found, WANTED, rtol=1e-6, atol=1e-6), (name, found, WANTED)
        print(f"{name}: equal")


if __name__ == "__main__":
    sys.exit(main())
