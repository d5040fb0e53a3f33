# fused_op.cu has the command that builds it and runs this.
"""fused_op with arrays of every library that is installed, of any strides and shapes that can be broadcast."""
import sys

import numpy as np

import fused_op

RANDOM = np.random.default_rng(0)
SHAPES = {  # what x and y are, as NumPy arrays
    "dense": lambda: (draw(300, 40), draw(300, 40)),
    "broadcast": lambda: (draw(30, 1, 40), draw(50, 40)),
    "transposed": lambda: (draw(200, 300), draw(300, 200).T),
    "stepped and reversed": lambda: (draw(60, 80)[::-2, ::3], draw(30, 27)[:, ::-1]),
    "one number": lambda: (draw(1000), draw()),
    "float64": lambda: (draw(33, 7).astype("f8"), draw(33, 7).astype("f8")),
    "no elements": lambda: (draw(0, 7), draw(0, 7)),
}


def draw(*shape):
    return np.asarray(RANDOM.standard_normal(shape), "f4")


def libraries():
    """(name, an array of it from NumPy's with the same strides, back), or (name, why not)"""
    yield "numpy", lambda a: a, np.asarray
    try:
        import torch
    except ImportError:
        yield "torch", "not installed"
    else:
        def as_torch(a, device):  # torch has no negative strides
            whole = a if all(stride >= 0 for stride in a.strides) else np.ascontiguousarray(a)
            tensor = torch.from_numpy(whole)
            return tensor if device == "cpu" else torch.empty_strided(tensor.shape, tensor.stride(), dtype=tensor.dtype, device=device).copy_(tensor)

        yield "torch cpu", lambda a: as_torch(a, "cpu"), lambda t: t.numpy()
        if torch.cuda.is_available():
            yield "torch cuda", lambda a: as_torch(a, "cuda"), lambda t: t.cpu().numpy()
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
        for kind, make in SHAPES.items():
            a, b = make()
            x, y = of(a), of(b)
            expected = a.astype("f8") / (1 + np.exp(-a.astype("f8"))) * b
            z = fused_op.swiglu(x, y)
            out = of(np.zeros(expected.shape, a.dtype, order="F"))
            right = type(z) is type(x) and fused_op.swiglu(x, y, out) is out and all(
                np.allclose(back(result), expected, rtol=1e-5, atol=1e-5) and back(result).shape == expected.shape for result in (z, out))
            wrong += not right
            print(f"{name:12s} {kind:22s} {type(z).__module__}.{type(z).__name__:10s} {'right' if right else 'WRONG'}")
    x = draw(3, 4)
    for arguments in ((x.astype("i4"), x), (x, x.astype("f8")), (x, draw(5)), (x, x, draw(4)), (x, x, np.broadcast_to(x, (2, 3, 4)))):
        try:
            fused_op.swiglu(*arguments)
            wrong += 1
        except (TypeError, ValueError) as error:
            print(f"refused: {error}")
    print("every result is right" if not wrong else f"{wrong} WRONG")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
