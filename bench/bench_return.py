"""What the way back costs, ns inside C, medians of one run.

export   a view as a capsule, a dict or a buffer, and its end
return   a result in the library of an argument, by cucore_py_empty_like and cucore_py_return, and its end; floor: the
         library's own calls made bare from C (torch: allocator and to-object of its exchange table; others: empty(shape,
         dtype))
"""
import statistics

from cucore_bench_return import time

ROUNDS, CALLS = 15, 10000


def median(*args):
    return statistics.median(time(*args) for _ in range(ROUNDS))


def pair(floor, ours):
    """Both, taken in turn, and the median of their ratios."""
    rounds = [(time(*floor), time(*ours)) for _ in range(ROUNDS)]
    return [statistics.median(column) for column in (*zip(*rounds), [b / a for a, b in rounds])]


def libraries(skipped):
    """(name, argument, floor's name and further arguments, calls)"""
    import numpy as np

    shape = (23, 4)
    yield "numpy", np.zeros(shape, "f4"), ("bare-call", 1, np.empty, shape, "f4"), CALLS
    try:
        import torch

        yield "torch cpu", torch.zeros(shape), ("bare-table", 1), CALLS
        if torch.cuda.is_available():
            x = torch.zeros(shape, device="cuda")
            yield "torch cuda", x, ("bare-table", 1), CALLS
            stream = torch.cuda.Stream()
            with torch.cuda.stream(stream):
                yield "torch cuda, its stream", x, ("bare-table", stream.cuda_stream), CALLS
            yield "torch cuda, another stream", x, ("bare-table", stream.cuda_stream), CALLS
    except ImportError as error:
        skipped.append(f"torch: {error}")
    try:
        import cupy

        yield "cupy", cupy.zeros(shape, "f4"), ("bare-call", 1, cupy.empty, shape, "f4"), CALLS
    except Exception as error:
        skipped.append(f"cupy: {type(error).__name__}: {error}")
    try:
        from numba import cuda

        if not cuda.is_available():
            raise RuntimeError("numba.cuda.is_available() is False")
        yield "numba", cuda.to_device(np.zeros(shape, "f4")), ("bare-call", 1, cuda.device_array, shape, "f4"), CALLS // 20
    except Exception as error:
        skipped.append(f"numba: {type(error).__name__}: {error}")
    try:
        import jax

        yield f"jax {jax.devices()[0].platform}", jax.numpy.zeros(shape, "float32"), None, CALLS // 20
    except Exception as error:
        skipped.append(f"jax: {type(error).__name__}: {error}")


def main():
    import numpy as np

    skipped = []
    a = np.zeros((23, 4), "f4")
    print(f"{'export, ns':28s} {'cucore':>8s}")
    for name in ("capsule", "capsule-legacy", "__dlpack__", "array_interface", "buffer"):
        print(f"{name:28s} {median(name, a, CALLS):8.0f}", flush=True)
    print(f"{'return, ns':28s} {'floor':>8s} {'cucore':>8s} {'ratio':>6s}")
    for name, like, floor, calls in libraries(skipped):
        if floor is None:
            print(f"{name:28s} {'-':>8s} {median('give', like, calls):8.0f}", flush=True)
            continue
        kind, stream, *more = floor
        bare, ours, ratio = pair((kind, like, calls, stream, *more), ("give", like, calls, stream))
        print(f"{name:28s} {bare:8.0f} {ours:8.0f} {ratio:6.2f}", flush=True)
    for reason in skipped:
        print("skipped:", reason)


if __name__ == "__main__":
    main()
