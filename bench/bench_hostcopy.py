"""Strided copies between host and device: GB/s of the elements, beside torch, and % of a pinned contiguous copy.

    make bench-hostcopy        16384 x 16384 float32; medians; --quick: 4096 x 4096, --only WORDS: some of the directions
"""
import argparse
import ctypes
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "view_copy"))

try:
    import torch
except ImportError:
    torch = None

import copying as C

CASES = {  # name: shape of the memory for n x n elements, and the elements
    "contiguous": (lambda n: (n, n), lambda a: a),
    "half of each row": (lambda n: (n, 2 * n), lambda a: a[:, : a.shape[1] // 2]),
    "every 2nd row": (lambda n: (2 * n, n), lambda a: a[::2]),
    "every 2nd column": (lambda n: (n, 2 * n), lambda a: a[:, ::2]),
    "transposed": (lambda n: (n, n), lambda a: a.t()),
}
DIRECTIONS = {  # name: where the strided side is, where the dense one, which of them is written
    "pinned strided -> device": ("pinned", "cuda", "dense"),
    "device -> pinned strided": ("pinned", "cuda", "strided"),
    "device strided -> pinned": ("cuda", "pinned", "dense"),
    "pinned -> device strided": ("cuda", "pinned", "strided"),
    "pageable strided -> device": ("cpu", "cuda", "dense"),
    "device -> pageable strided": ("cpu", "cuda", "strided"),
    "device strided -> pageable": ("cuda", "cpu", "dense"),
    "pageable -> device strided": ("cuda", "cpu", "strided"),
}


def make(shape, where):
    values = torch.empty(shape, dtype=torch.float32, device="cuda" if where == "cuda" else "cpu",
                         pin_memory=where == "pinned")
    return values.copy_(torch.randint(0, 2**20, shape, dtype=torch.int32, device="cuda").view(torch.float32))


def described(tensor, where):
    kind = {"cuda": C.CUDA, "pinned": C.PINNED, "cpu": C.CPU}[where]
    return C.describe(tensor.data_ptr(), tensor.shape, tensor.stride(), tensor.element_size(), kind)


def seconds(function, repetitions):
    function()
    torch.cuda.synchronize()
    times = []
    for _ in range(repetitions):
        if sum(times) > 1:
            break
        start = time.perf_counter()
        function()
        torch.cuda.synchronize()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--no-torch", action="store_true", help="do not time torch")
    options = parser.parse_args()
    if torch is None or not torch.cuda.is_available():
        print("skipped: torch with a GPU is needed")
        return 0
    n, repetitions = (4096, 5) if options.quick else (16384, 5)
    stream = torch.cuda.current_stream().cuda_stream
    host, device = make((n, n), "pinned"), make((n, n), "cuda")
    limit = n * n * 4 / seconds(lambda: device.copy_(host, non_blocking=True), repetitions) / 1e9
    del host, device
    print(f"{torch.cuda.get_device_name()}, {n} x {n} float32, GB/s; pinned contiguous {limit:.1f}")
    print(f"{'direction':28} {'strided side':18} {'cucore':>7} {'%':>4} {'torch':>7} {'ratio':>6}  plan")
    wrong = 0
    for direction, (where_strided, where_dense, written) in DIRECTIONS.items():
        if options.only not in direction:
            continue
        for name, (shape_of, elements) in CASES.items():
            strided = elements(make(shape_of(n), where_strided))
            dense = make((n, n), where_dense)
            dst, src = (dense, strided) if written == "dense" else (strided, dense)
            places = (where_dense, where_strided) if written == "dense" else (where_strided, where_dense)
            to, from_ = described(dst, places[0]), described(src, places[1])
            ours = n * n * 4 / seconds(lambda: C.copy(to, from_, stream, C.DEFAULT), repetitions) / 1e9
            right = bool(torch.equal(dst.cuda(), src.cuda()))
            wrong += not right
            theirs = float("nan")
            if not options.no_torch:
                theirs = n * n * 4 / seconds(lambda: dst.copy_(src, non_blocking=True), 2) / 1e9
            print(f"{direction:28} {name:18} {ours:7.1f} {100 * ours / limit:4.0f} {theirs:7.1f} {ours / theirs:6.1f}  "
                  f"{C.plan(to, from_)}{'' if right else '  WRONG'}", flush=True)
            del strided, dense, dst, src
            torch.cuda.empty_cache()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
