# copy_from.c has the command that builds it and runs this.
#
# Copies between arrays of any two libraries, whatever their strides.
import sys

import numpy

from copy_from_c import copy, plan


def arrays():
    """(name, destination, source, has a GPU a part in it) for what is installed."""
    x = numpy.arange(24.0, dtype="float32").reshape(4, 6)
    yield "numpy, transposed", numpy.empty((6, 4), "float32"), x.T
    yield "numpy, one row to all", numpy.empty((4, 6), "float32"), x[1]
    yield "numpy, every second column reversed", numpy.zeros((4, 12), "float32")[:, ::2], x[:, ::-1]
    try:
        import torch
    except ImportError:
        return
    yield "torch, CPU to numpy", numpy.empty((4, 6), "float32"), torch.ones(4, 6)
    if not torch.cuda.is_available():
        print("no GPU: copies on the host only")
        return
    yield "numpy to torch, transposed", torch.empty(6, 4, device="cuda"), x.T
    yield "torch to numpy, transposed", numpy.empty((6, 4), "float32"), torch.ones(4, 6, device="cuda").t()
    yield "torch, permuted", torch.empty(5, 4, 3, device="cuda"), torch.rand(3, 4, 5, device="cuda").permute(2, 1, 0)
    large = torch.rand(4096, 4096).pin_memory()
    yield "pinned to torch, transposed", torch.empty(4096, 4096, device="cuda"), large.t()
    try:
        import cupy
    except ImportError:
        return
    yield "torch to cupy", cupy.empty((4, 6), "float32"), torch.rand(4, 6, device="cuda")


def on_host(array):
    if hasattr(array, "get"):
        return array.get()
    return array.cpu().numpy() if hasattr(array, "cpu") else array


def main():
    failed = 0
    for name, dst, src in arrays():
        copy(dst, src)
        right = bool((on_host(dst) == numpy.broadcast_to(on_host(src), dst.shape)).all())
        failed += not right
        print(f"{'ok' if right else 'WRONG':5} {name:36} {plan(dst, src)}")
    try:
        copy(numpy.empty((2, 3)), numpy.empty((3, 2)))
    except ValueError as error:
        print("refused:", error)
    return failed


if __name__ == "__main__":
    sys.exit(main())
