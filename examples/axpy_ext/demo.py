# axpy_ext.c has the command that builds it and runs this.
"""axpy_ext with arrays of every library that is installed: the result is of the same library, and right."""
import sys

import numpy as np

import axpy_ext

X, Y = np.arange(12, dtype="f4").reshape(3, 4), np.ones((3, 4), "f4")
RIGHT = 2 * X + Y


def cases():
    """(name, x, y, stream, to NumPy), or (name, why not)"""
    yield "numpy", X, Y, None, np.asarray
    yield "numpy float64", X.astype("f8"), Y.astype("f8"), None, np.asarray
    try:
        import torch
    except ImportError:
        yield "torch", "not installed"
    else:
        yield "torch cpu", torch.from_numpy(X), torch.from_numpy(Y), None, lambda t: t.numpy()
        if torch.cuda.is_available():
            x, y = torch.from_numpy(X).cuda(), torch.from_numpy(Y).cuda()
            yield "torch cuda", x, y, None, lambda t: t.cpu().numpy()
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):  # torch's work and the kernel are on one stream
                yield "torch cuda, a stream", x * 1, y * 1, stream, lambda t: t.cpu().numpy()
            yield "torch cuda, two streams", x * 1, y * 1, stream, lambda t: t.cpu().numpy()
        else:
            yield "torch cuda", "no GPU"
    try:
        import cupy

        x, y = cupy.asarray(X), cupy.asarray(Y)
        yield "cupy", x, y, None, cupy.asnumpy
        yield "cupy, a stream", x, y, cupy.cuda.Stream(non_blocking=True), cupy.asnumpy
    except Exception as error:
        yield "cupy", f"{type(error).__name__}"
    try:
        from numba import cuda

        if not cuda.is_available():
            raise RuntimeError("no GPU")
        yield "numba", cuda.to_device(X), cuda.to_device(Y), None, lambda d: d.copy_to_host()
    except Exception as error:
        yield "numba", f"{type(error).__name__}"
    try:
        import jax
    except ImportError:
        yield "jax", "not installed"
    else:
        for device in {d.platform: d for p in ("cpu", "gpu") for d in devices(jax, p)}.values():
            yield f"jax {device.platform}", jax.device_put(X, device), jax.device_put(Y, device), None, np.asarray


def devices(jax, platform):
    try:
        return jax.devices(platform)
    except RuntimeError:
        return []


def into(x, y, stream):
    """axpy_into writes to an array of the caller."""
    flat, out = [one.reshape(-1) for one in (x, y)], (x * 0).reshape(-1)
    axpy_ext.axpy_into(2, *flat, out, stream)
    return out.reshape(x.shape)


def main():
    wrong = 0
    for name, *rest in cases():
        if len(rest) == 1:
            print(f"{name:24s} left out: {rest[0]}")
            continue
        x, y, stream, to_numpy = rest
        z = axpy_ext.axpy(2, x, y, stream=stream)
        right = type(z) is type(x) and np.array_equal(to_numpy(z), RIGHT)
        if name.startswith(("torch cuda", "cupy")):
            right &= np.array_equal(to_numpy(into(x, y, stream)), RIGHT)
        wrong += not right
        print(f"{name:24s} {type(z).__module__}.{type(z).__name__:14s} {'right' if right else 'WRONG'}")
    for call, words in ((lambda: axpy_ext.axpy(2, X[:, ::2], Y), "C-order"), (lambda: axpy_ext.axpy(2, X, "y"), "y: "),
                        (lambda: into(X, Y, None), "that CUDA can read"), (lambda: axpy_ext.axpy_into("a", X, Y, X), "a: ")):
        try:
            call()
            wrong += 1
        except (TypeError, ValueError) as error:
            print(f"refused: {error}")
            wrong += words not in str(error)
    print("every result is right" if not wrong else f"{wrong} WRONG")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
