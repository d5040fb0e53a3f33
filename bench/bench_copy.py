"""Strided copies on the device: % of a contiguous 4 GiB cuMemcpyDtoD, ours beside torch and CuPy, in one run.

    make bench-copy        (build/bench/copy.json; drawn as copy.svg)

Medians of several repetitions on random data, bytes read + written.  The first 24 cases are those that
cuda::experimental::copy is tested with; `make bench-copy CCCL_FIGURES=FILE` adds its figures, from a program that prints
"copy | NAME | ... %".
Every result of ours is compared with the source, element by element, where CuPy has such elements and as many axes.
Ends with status 1 when one is wrong.
"""
import argparse
import ctypes
import json
import os
import pathlib
import re
import statistics
import sys
import time

import cupy
import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "copy"))

BARS = {"contiguous": 97, "contiguous-perm": 97, "contiguous-not-aligned": 97, "contiguous-small": 97,
        "contiguous-small-not-aligned": 97, "negative-stride": 88, "rows-32B-of-128B": 34, "block-contiguous": 88,
        "several-dims-64": 65, "several-dims-odd": 65, "T2D-col-row": 90, "T2D-row-col": 90, "T2D-char": 75,
        "T2D-short": 90, "T2D-double": 90, "T2D-odd": 75, "T3D": 90, "T3D-odd": 75, "T-src15": 85, "T-src16": 85,
        "T-src17": 85, "T-dst8pad": 65, "T-dst16pad": 75, "T-src16-4D": 85}
OTHERS = [  # as CASES
    ("rows-240B-of-256B", 4, (4000000, 60), (64, 1), None, 1, 3),
    ("T2D-100-columns", 4, (10000000, 100), (1, 10000000), (100, 1), 0, 0),
    ("T2D-100-rows", 4, (100, 10000000), (1, 100), (10000000, 1), 0, 0),
    ("T2D-half-sectors", 4, (32768, 32764), (1, 32768), (32764, 1), 0, 0),
    ("T2D-short-half-sectors", 2, (32760, 65528), (1, 32760), (65528, 1), 0, 0),
    ("T2D-3-bytes", 3, (16384, 16384), (1, 16384), (16384, 1), 0, 0),
    ("T2D-12-bytes", 12, (8192, 8192), (1, 8192), (8192, 1), 0, 0),
    ("T2D-16-bytes", 16, (16384, 8192), (1, 16384), (8192, 1), 0, 0),
    ("T2D-char-odd", 1, (32767, 32769), (1, 32767), (32769, 1), 0, 0),
    ("T2D-short-odd", 2, (32767, 32769), (1, 32767), (32769, 1), 0, 0),
    ("T2D-double-odd", 8, (16383, 16385), (1, 16383), (16385, 1), 0, 0),
    ("nhwc-to-nchw-u1", 1, (64, 3, 2048, 2048), (12582912, 1, 6144, 3), (12582912, 4194304, 2048, 1), 0, 0),
    ("nhwc-to-nchw-f4", 4, (256, 64, 224, 224), (3211264, 1, 14336, 64), (3211264, 50176, 224, 1), 0, 0),
    ("28-axes-reversed", 4, (2,) * 28, tuple(2 ** k for k in range(28)), tuple(2 ** k for k in range(27, -1, -1)), 0, 0),
    ("every-2nd", 4, (500000000,), (2,), (1,), 0, 0),
    ("backwards", 4, (500000000,), (-1,), (1,), 499999999, 0),
]
SMALL = [("transposed", (32, 32), (32, 1), (1, 32)), ("rows", (16, 64), (64, 1), (65, 1)),
         ("every 2nd", (1024,), (1,), (2,)), ("4 axes permuted", (4, 4, 8, 8), (256, 64, 8, 1), (1, 4, 16, 128))]
ENQUEUE_BAR, FIRST_USE_BAR = 1.2, 100


class Handle:
    """A stream as any library takes it."""

    def __init__(self, handle):
        self.handle = handle

    def __cuda_stream__(self):
        return 0, self.handle


def span(shape, strides):
    low = sum((n - 1) * s for n, s in zip(shape, strides) if s < 0)
    return low, sum((n - 1) * s for n, s in zip(shape, strides) if s > 0)


def milliseconds(act, repetitions=9):
    until = time.monotonic() + 0.08  # clocks rise only under load
    while time.monotonic() < until:
        act()
        torch.cuda.synchronize()
    times = []
    for _ in range(repetitions):
        start, stop = torch.cuda.Event(True), torch.cuda.Event(True)
        start.record()
        act()
        stop.record()
        stop.synchronize()
        times.append(start.elapsed_time(stop))
    return statistics.median(times)


def peak():
    a = torch.empty(1 << 32, dtype=torch.int8, device="cuda").random_(-100, 100)
    b = torch.empty_like(a)
    return 2 * a.numel() / milliseconds(lambda: b.copy_(a), 15) / 1e6


def as_cupy(buffer, shape, strides, offset, itemsize):
    dtype = {1: "i1", 2: "i2", 4: "i4", 8: "i8", 16: "c16"}.get(itemsize)
    if not dtype or len(shape) > 25:
        return None
    memory = cupy.cuda.MemoryPointer(cupy.cuda.UnownedMemory(buffer.data_ptr(), buffer.numel(), buffer), offset * itemsize)
    return cupy.ndarray(shape, dtype, memptr=memory, strides=tuple(s * itemsize for s in strides))


def as_torch(buffer, shape, strides, offset, itemsize):
    dtype = {1: torch.int8, 2: torch.int16, 4: torch.int32, 8: torch.int64, 16: torch.complex128}.get(itemsize)
    if not dtype or min(strides) < 0:
        return None
    return buffer.view(dtype).as_strided(shape, strides, offset)



def is_right(to, of):
    """Element by element, through CuPy, which knows nothing of our plans."""
    if to is None:
        return None
    if to.dtype.kind == "c":
        to, of = to.view("i8"), of.view("i8") if of.flags.c_contiguous else cupy.ascontiguousarray(of).view("i8")
        return bool((to == of).all()) if to.shape == of.shape else None
    step = max(1, to.shape[0] // 8)
    return all(bool((to[i:i + step] == of[i:i + step]).all()) for i in range(0, to.shape[0], step))


def one_case(copies, case, limit, stream):
    name, itemsize, shape, src_strides, dst_strides, src_offset, dst_offset = case
    dst_strides = dst_strides or src_strides
    volume = 1
    for extent in shape:
        volume *= extent

    def buffer(strides, offset):
        return torch.empty((offset + span(shape, strides)[1] + 1) * itemsize, dtype=torch.uint8, device="cuda")

    src, dst = buffer(src_strides, src_offset), buffer(dst_strides, dst_offset)
    src.random_(0, 255)
    dst.fill_(0xEE)
    arguments = copies.arguments(shape, dst_strides, src_strides, itemsize, dst.data_ptr() + dst_offset * itemsize,
                                 src.data_ptr() + src_offset * itemsize)

    def percent(act):
        return 100 * 2 * volume * itemsize / milliseconds(act) / 1e6 / limit

    def ours():
        if copies.lib.copy_lib_launch(*arguments, stream.ptr):
            raise RuntimeError(copies.lib.copy_lib_error().decode())

    row = {"name": name, "bar": BARS.get(name), "plan": copies.plan(shape, dst_strides, src_strides, itemsize,
                                                                    arguments[5], arguments[6])}
    c_src, c_dst = (as_cupy(*x, itemsize) for x in ((src, shape, src_strides, src_offset), (dst, shape, dst_strides, dst_offset)))
    t_src, t_dst = (as_torch(*x, itemsize) for x in ((src, shape, src_strides, src_offset), (dst, shape, dst_strides, dst_offset)))
    ours()
    with stream:
        row["right"] = is_right(c_dst, c_src)
    row["ours"] = percent(ours)
    row["torch"] = percent(lambda: t_dst.copy_(t_src)) if t_src is not None and len(shape) <= 25 else None
    with stream:
        row["cupy"] = percent(lambda: cupy.copyto(c_dst, c_src)) if c_src is not None else None
    return row


def small_copies(copies, stream):
    lib = copies.lib
    lib.copy_lib_enqueue.argtypes = copies.LAYOUTS + [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
    lib.copy_lib_enqueue.restype = ctypes.c_double
    src = torch.empty(1 << 20, dtype=torch.uint8, device="cuda")
    dst = torch.empty_like(src)
    for name, shape, dst_strides, src_strides in SMALL:
        arguments = copies.arguments(shape, dst_strides, src_strides, 4, dst.data_ptr(), src.data_ptr())
        best = [1e18] * 3
        for _ in range(25):
            for which in range(3):
                best[which] = min(best[which], lib.copy_lib_enqueue(*arguments, stream.ptr, which, 200))
                stream.synchronize()
        yield {"name": name, "ours": best[0], "bare": best[1], "planning": best[2], "ratio": best[0] / best[1]}


def first_uses(copies):
    """ms for the driver to compile and load the kernel that converts any numbers; others: bench_layouts.py, the part `first`"""
    copies.lib.copy_lib_first_use.restype = ctypes.c_double
    yield {"name": "convert", "ms": copies.lib.copy_lib_first_use()}


def cccl_figures(path):
    """"copy | NAME | cccl 1234 GB/s 56.7%" -> {NAME: 56.7}"""
    found = re.findall(r"^copy \| (\S+) *\|.* ([0-9.]+)%", pathlib.Path(path).read_text(), re.M) if path else []
    return {name: float(percent) for name, percent in found}


def text(value):
    return "      -" if value is None else f"{value:7.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--json")
    parser.add_argument("--cccl")
    options = parser.parse_args()
    os.environ["CUCORE_COPY_LIB"] = options.library
    import copies
    copies.lib.copy_lib_compile(2)
    torch.cuda.init()
    handle = torch.cuda.current_stream().cuda_stream
    adopt = getattr(cupy.cuda.Stream, "from_external", None)
    stream = adopt(Handle(handle)) if adopt else cupy.cuda.ExternalStream(handle)
    limit, cccl = peak(), cccl_figures(options.cccl)
    driver = cupy.cuda.runtime.driverGetVersion()
    machine = (f"{torch.cuda.get_device_name()}, CUDA driver {driver // 1000}.{driver % 1000 // 10}, "
               f"torch {torch.__version__}, CuPy {cupy.__version__}")
    print(f"{machine}\nmemcpy of 4 GiB: {limit:.0f} GB/s\n{'% of that':32s}   ours   torch    cupy    cccl     bar")
    result, wrong = {"machine": machine, "memcpy GB/s": limit, "cases": []}, 0
    for case in copies.CASES + OTHERS:
        torch.cuda.empty_cache()
        row = one_case(copies, case, limit, stream)
        row["cccl"] = cccl.get(row["name"])
        peers = [row[peer] for peer in ("torch", "cupy", "cccl") if row[peer]]
        short = row["bar"] and row["ours"] < row["bar"] or peers and row["ours"] < 0.99 * max(peers)
        wrong += row["right"] is False
        print(f"{row['name']:32s}{text(row['ours'])} {text(row['torch'])} {text(row['cupy'])} {text(row['cccl'])} {text(row['bar'])}"
              f"{'  WRONG' if row['right'] is False else ''}{'  not met' if short else ''}", flush=True)
        result["cases"].append(row)
    result["enqueue"] = list(small_copies(copies, stream))
    for row in result["enqueue"]:
        short = row["ratio"] > ENQUEUE_BAR
        print(f"enqueue 4 KiB, {row['name']:20s} {row['ours']:6.0f} ns, bare launch {row['bare']:6.0f} ns, of it planning "
              f"{row['planning']:4.0f} ns, ratio {row['ratio']:.2f} (bar {ENQUEUE_BAR}){'  not met' if short else ''}")
    result["first use"] = list(first_uses(copies))
    for row in result["first use"]:
        short = row["ms"] > FIRST_USE_BAR
        print(f"first use of {row['name']:8s} {row['ms']:6.1f} ms (bar {FIRST_USE_BAR}){'  not met' if short else ''}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(result, indent=1) + "\n")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
