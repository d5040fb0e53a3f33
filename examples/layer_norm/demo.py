# layer_norm.cu has the command that builds it and runs this.
"""layer_norm with arrays of every library that is installed: rows that are aligned, odd, padded, stepped, reversed."""
import sys

import numpy as np

import layer_norm

RANDOM = np.random.default_rng(0)
KINDS = {
    "rows of 1024": lambda: draw(50, 1024),
    "rows of 1023": lambda: draw(50, 1023),
    "padded rows": lambda: draw(50, 1040)[:, :1000],
    "rows with an odd gap": lambda: draw(50, 1001)[:, :1000],
    "every second column": lambda: draw(50, 2000)[:, ::2],
    "transposed": lambda: draw(300, 70).T,
    "upside down": lambda: draw(50, 64)[::-1],
    "one column": lambda: draw(9, 1),
    "no rows": lambda: draw(0, 8),
}


def draw(*shape):
    return np.asarray(RANDOM.standard_normal(shape) * 3 + 1, "f4")


def right(x, weight, bias):
    x = x.astype("f8")
    return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * weight + bias


def libraries():
    """(name, an array of it from NumPy's with the same strides, back), or (name, why not)"""
    yield "numpy", lambda a: a, np.asarray
    try:
        import torch
    except ImportError:
        yield "torch", "not installed"
    else:
        if torch.cuda.is_available():
            def as_torch(a):  # torch has no negative strides
                tensor = torch.from_numpy(a if min(a.strides) >= 0 else a.copy())
                return torch.empty_strided(tensor.shape, tensor.stride(), device="cuda").copy_(tensor)

            yield "torch cuda", as_torch, lambda t: t.cpu().numpy()
        else:
            yield "torch cuda", "no GPU"
    try:
        import cupy

        cupy.zeros(1)
        yield "cupy", cupy.asarray, cupy.asnumpy
    except Exception as error:
        yield "cupy", type(error).__name__


def main():
    wrong = 0
    for name, *rest in libraries():
        if len(rest) == 1:
            print(f"{name:12s} left out: {rest[0]}")
            continue
        of, back = rest
        for kind, make in KINDS.items():
            x = make()
            weight, bias = draw(x.shape[1]), draw(x.shape[1])
            y = layer_norm.layer_norm(of(x), of(weight), of(bias))
            fits = back(y).shape == x.shape and np.allclose(back(y), right(x, weight, bias), rtol=1e-4, atol=1e-4)
            wrong += not fits
            print(f"{name:12s} {kind:22s} {type(y).__module__}.{type(y).__name__:10s} {'right' if fits else 'WRONG'}")
    x, w = draw(5, 8), draw(8)
    for arguments in ((x, w, draw(7)), (x.astype("f8"), w, w), (x[0], w, w)):
        try:
            layer_norm.layer_norm(*arguments)
            wrong += 1
        except (TypeError, ValueError) as error:
            print(f"refused: {error}")
    print("every result is right" if not wrong else f"{wrong} WRONG")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
