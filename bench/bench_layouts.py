"""Copies on the device of layouts that nobody has tuned for, beside torch, CuPy, cuTENSOR, nvmath-python and CCCL, in one run.

    make bench-copy SEED=7 COUNT=500        the second part of it; a new seed each time, unless one is given
    make bench-layouts PART=pixels          one part only; CCCL=DIR: beside CCCL, whose headers are in DIR

Eight parts: "first", the first five copies of layouts in a new process, by general kernels; random layouts by the distribution that layouts.random_case describes, layouts that people use ("named"), every
permutation of some shapes, "pixels" of bytes to planes and back, "byte-transposes", "broadcast" layouts, whose source repeats
an axis, and "casts" with a transpose, beside torch's copy_ only.  The caches are flushed before each copy.  Medians of several
repetitions, all libraries in turn.  A part ends with lines that begin with BAR: the figures that have a bar, and whether they
reach it.

The share is what a copy reaches of what it could: the 32-byte sectors that it touches, at the speed of a driver's copy of as
many bytes.  Every result of ours is compared with CuPy's or torch's, gaps included.  Ends with status 1 when one is wrong.
"""
import argparse
import ctypes
import itertools
import json
import math
import os
import pathlib
import random
import statistics
import sys
import time

import torch

import layout_peers
import layouts

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "copy"))

POISON = 0xEE
SLOWER = 0.97  # of the best peer: what counts as slower
BARS = {"random": (0.80, 0.50, None), "pixels": (None, None, 0.75), "byte-transposes": (None, None, 0.75), "broadcast": (0.5, 0.35, None), "first": (0.6, 0.22, None)}  # shares: see summary
SLOWER_BARS = {"random": 10, "permutations": 10, "broadcast": 0}  # copies that may be slower than the best peer
SMALL, SMALL_BAR = 10e6, 1.15  # bytes; nvmath's time / ours below that, the geometric mean
CAST_BAR = 1.3  # torch's time / ours, the geometric mean
CASTS = (("float32", "float16"), ("float16", "float32"), ("float32", "bfloat16"), ("bfloat16", "float32"),
         ("uint8", "float32"), ("uint8", "float16"), ("float32", "uint8"), ("float64", "float32"), ("float32", "float64"),
         ("int64", "int32"), ("int32", "float32"))
CAST_SHAPES = (  # shape of the destination, the order of its axes in the source
    ((256, 256), (1, 0)), ((1023, 1025), (1, 0)), ((4096, 4096), (1, 0)), ((8191, 8193), (1, 0)), ((64, 3, 224, 224), (0, 2, 3, 1)),
    ((64, 224, 224, 3), (0, 3, 1, 2)), ((16, 32, 1024, 128), (0, 2, 1, 3)), ((128, 512, 512), (2, 1, 0)))
FLUSH = 256 << 20  # bytes: more than the cache


class Timer:
    def __init__(self, repetitions):
        self.repetitions, self.memory = repetitions, torch.empty(FLUSH, dtype=torch.uint8, device="cuda")

    def milliseconds(self, acts):
        """{name: function} -> {name: median}, one of each in turn"""
        times = {name: [] for name in acts}
        for act in acts.values():
            act()  # what happens only once
        for _ in range(self.repetitions):
            for name, act in acts.items():
                start, stop = torch.cuda.Event(True), torch.cuda.Event(True)
                self.memory.fill_(1)  # takes long enough for the rest to be enqueued behind it
                start.record()
                act()
                stop.record()
                stop.synchronize()
                times[name].append(start.elapsed_time(stop))
        return {name: statistics.median(values) for name, values in times.items()}


class Limit:
    """GB/s, read and written, of a driver's copy of so many bytes."""

    def __init__(self, timer, most):
        src = torch.empty(most, dtype=torch.uint8, device="cuda").random_(0, 255)
        dst = torch.empty_like(src)
        self.points = []
        for exponent in range(14, most.bit_length()):
            size = 1 << exponent
            spent = timer.milliseconds({"": lambda size=size: dst[:size].copy_(src[:size])})[""]
            self.points.append((math.log(size), 2 * size / spent / 1e6))

    def __call__(self, size):
        at = math.log(size)
        below = max((p for p in self.points if p[0] <= at), default=self.points[0])
        above = min((p for p in self.points if p[0] > at), default=self.points[-1])
        if above[0] <= below[0]:
            return below[1]
        return below[1] + (above[1] - below[1]) * (at - below[0]) / (above[0] - below[0])


def memory_of(case, which):
    """Bytes that hold all elements of the source (0) or the destination (1), and are random or POISON."""
    strides = (case.src_strides, case.dst_strides)[which]
    size = (layouts.lowest(case, which) + layouts.extent(case.shape, strides)) * case.itemsize
    memory = torch.empty((size + 15) // 16 * 16, dtype=torch.uint8, device="cuda")
    return memory.fill_(POISON) if which else memory.random_(0, 255)


def is_right(case, ours, src, dst, oracle, stream):
    """Every byte of the destination, also those between its elements."""
    if oracle is None:
        return None
    wanted = memory_of(case, 1)
    expect = oracle(case, wanted, src, stream)
    if expect is None:
        return None
    expect()
    dst.fill_(POISON)
    ours()
    torch.cuda.synchronize()
    return all(torch.equal(a, b) for a, b in zip(dst.split(1 << 28), wanted.split(1 << 28)))


def one_case(copies, case, peers, timer, limit, stream):
    src, dst = memory_of(case, 0), memory_of(case, 1)
    arguments = copies.arguments(case.shape, case.dst_strides, case.src_strides, case.itemsize,
                                 dst.data_ptr() + case.dst_offset * case.itemsize, src.data_ptr() + case.src_offset * case.itemsize)

    def ours():
        if copies.lib.copy_lib_launch(*arguments, stream):
            raise RuntimeError(f"{case}: {copies.lib.copy_lib_error().decode()}")

    row = case._asdict()
    row["plan"] = copies.plan(case.shape, case.dst_strides, case.src_strides, case.itemsize, arguments[5], arguments[6])
    row["right"] = is_right(case, ours, src, dst, peers.get("cupy") or peers.get("torch"), stream)
    acts = {"ours": ours}
    for name, peer in peers.items():
        try:
            act = peer(case, dst, src, stream)
            if act is not None:
                act()
                acts[name] = act
        except Exception as error:  # a peer that fails is no peer here, and says so
            row.setdefault("failed", {})[name] = f"{type(error).__name__}: {error}"[:200]
    torch.cuda.synchronize()
    row["milliseconds"] = timer.milliseconds(acts)
    touched = layouts.touched(case)
    row["bytes"] = math.prod(case.shape) * case.itemsize
    row["share"] = touched / row["milliseconds"]["ours"] / 1e6 / limit(touched // 2)
    others = {name: spent / row["milliseconds"]["ours"] for name, spent in row["milliseconds"].items() if name != "ours"}
    row["beside"] = others
    row["best"] = min(others.values(), default=None)
    return row


def first_case(copies, case, timer, limit, stream):
    """The first copies of a layout, which nobody has asked a kernel for."""
    src, dst = memory_of(case, 0), memory_of(case, 1)
    arguments = copies.arguments(case.shape, case.dst_strides, case.src_strides, case.itemsize,
                                 dst.data_ptr() + case.dst_offset * case.itemsize, src.data_ptr() + case.src_offset * case.itemsize)
    times = []
    for _ in range(5):
        start, stop = torch.cuda.Event(True), torch.cuda.Event(True)
        timer.memory.fill_(1)
        begin = time.perf_counter()
        start.record()
        if copies.lib.copy_lib_launch(*arguments, stream):
            raise RuntimeError(f"{case}: {copies.lib.copy_lib_error().decode()}")
        stop.record()
        host = time.perf_counter() - begin
        stop.synchronize()
        times.append((start.elapsed_time(stop), host * 1e3))
    touched, spent = layouts.touched(case), statistics.median(time for time, _ in times)
    return {**case._asdict(), "plan": copies.plan(case.shape, case.dst_strides, case.src_strides, case.itemsize, arguments[5], arguments[6]),
            "milliseconds": {"ours": spent}, "first": times[0][1], "later": statistics.median(host for _, host in times[1:]), "beside": {}, "best": None,
            "right": None, "bytes": math.prod(case.shape) * case.itemsize, "share": touched / spent / 1e6 / limit(touched // 2)}


def line_of(row):
    beside = "  ".join(f"{name} {ratio:5.2f}" for name, ratio in row["beside"].items())
    wrong = {False: "  WRONG", None: "  not checked"}.get(row["right"], "")
    slower = "  slower" if row["best"] is not None and row["best"] < SLOWER else ""
    return f"{100 * row['share']:5.0f} % {row['milliseconds']['ours'] * 1e3:9.1f} us   {beside}   {row['name']}{slower}{wrong}"


def describe(row):
    return (f"        element of {row['itemsize']}, shape {tuple(row['shape'])}, dst {tuple(row['dst_strides'])}, src {tuple(row['src_strides'])}\n"
            f"        {row['plan']}")


def casts(timer, stream):
    """Conversions with a transpose: rows as those of one_case, beside torch only."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "view_copy"))
    import casting as K
    import copying as C
    flags = K.CAST | 1 << 1  # CUCORE_COPY_COMPILE
    for (from_, to), (shape, order) in itertools.product(CASTS, CAST_SHAPES):
        strides, stride = [0] * len(shape), 1
        for axis in reversed(order):
            strides[axis], stride = stride, stride * shape[axis]
        numbers = torch.empty(stride, dtype=torch.int32, device="cuda").random_(0, 100)
        source = numbers.to(getattr(torch, from_)).as_strided(shape, strides)
        ours, theirs = (torch.zeros(shape, dtype=getattr(torch, to), device="cuda") for _ in range(2))
        views = [K.describe(name, x.data_ptr(), shape, x.stride(), C.CUDA, x.device.index or 0)
                 for name, x in ((to, ours), (from_, source))]

        def act(views=views):
            C.copy(*views, stream=stream, blocking=C.NO, flags=flags)
        theirs.copy_(source)
        act()
        torch.cuda.synchronize()
        spent = timer.milliseconds({"ours": act, "torch": lambda: theirs.copy_(source)})
        yield {"name": f"{from_} to {to}, {shape} by {order}", "milliseconds": spent, "right": torch.equal(ours, theirs),
               "beside": {"torch": spent["torch"] / spent["ours"]}}


def geometric_mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios)))


def bar(part, what, value, limit, most=False):
    """A figure that has a bar, in a line of its own."""
    met = value <= limit if most else value >= limit
    print(f"BAR {part}: {what} {value:.2f} (at {'most' if most else 'least'} {limit:g}): {'met' if met else 'NOT MET'}")


def summary_of_casts(rows):
    ratios = [row["beside"]["torch"] for row in rows]
    print(f"\ncasts: {len(rows)} copies, {sum(not row['right'] for row in rows)} wrong; torch's time / ours: "
          f"median {statistics.median(ratios):.2f}, least {min(ratios):.2f}, slower than it in {sum(ratio < SLOWER for ratio in ratios)}")
    bar("casts", "torch's time / ours, geometric mean", geometric_mean(ratios), CAST_BAR)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def summary(part, rows):
    shares = [row["share"] for row in rows]
    found = statistics.median(shares), percentile(shares, 0.1), min(shares)
    places = ("median", "10th percentile", "worst")
    shown = ", ".join(f"{name} {value:.2f}" for name, value in zip(places, found))
    print(f"\n{part}: {len(rows)} copies; share of what is possible: {shown}")
    for name in sorted({name for row in rows for name in row["beside"]}):
        ratios = [row["beside"][name] for row in rows if name in row["beside"]]
        print(f"  {name}: its time / ours in {len(ratios)}: geometric mean {geometric_mean(ratios):.2f}, worst {min(ratios):.2f}, "
              f"slower than it in {sum(ratio < SLOWER for ratio in ratios)}")
    print("  the worst:")
    for row in sorted(rows, key=lambda row: row["share"])[:20]:
        print(line_of(row), describe(row), sep="\n")
    slower = sorted((row for row in rows if row["best"] is not None and row["best"] < SLOWER), key=lambda row: row["best"])
    print(f"  slower than the best peer by more than 3 %: {len(slower)}")
    for row in slower:
        print(line_of(row), describe(row), sep="\n")
    for name, value, limit in zip(places, found, BARS.get(part, ())):
        if limit:
            bar(part, f"share of what is possible, {name}", value, limit)
    if part in SLOWER_BARS:
        peers = {name for row in rows for name in row["beside"]}
        bar(part, f"slower than the best of {len(peers)} peers by more than 3 %, of {len(rows)}", len(slower), SLOWER_BARS[part], most=True)
    if part == "first":
        new = [row["first"] for row in rows if row["first"] > 5]
        print(f"first copies that waited for the compiler: {len(new)} of {len(rows)}, {sum(new):.0f} ms in all; the host's part of the others: first "
              f"{statistics.median(row['first'] for row in rows if row['first'] <= 5) * 1e3:.1f} us, then {statistics.median(row['later'] for row in rows) * 1e3:.1f}")
    small = [row["beside"]["nvmath"] for row in rows if row["bytes"] < SMALL and "nvmath" in row["beside"]]
    if part == "random" and small:
        bar(part, f"nvmath's time / ours below 10 MB, geometric mean of {len(small)}", geometric_mean(small), SMALL_BAR)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10 ** 6))
    parser.add_argument("--count", type=int, default=500, help="random layouts")
    parser.add_argument("--least", type=float, default=1e5, help="bytes of a random copy")
    parser.add_argument("--most", type=float, default=1e9)
    parser.add_argument("--repetitions", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1e9, help="a part ends after so long, and says how many were left out")
    parser.add_argument("--only", help="a part, or part of the names of layouts")
    parser.add_argument("--json")
    options = parser.parse_args()
    os.environ["CUCORE_COPY_LIB"] = options.library
    import copies
    copies.lib.copy_lib_launch.restype = ctypes.c_int
    copies.lib.copy_lib_compile(2)
    torch.cuda.init()
    stream = torch.cuda.current_stream().cuda_stream
    timer = Timer(options.repetitions)
    limit = Limit(timer, 1 << 32)
    peers, missing = layout_peers.peers()
    print(f"{torch.cuda.get_device_name()}, seed {options.seed}; memcpy of 4 GiB {limit(1 << 32):.0f} GB/s, of 1 MiB {limit(1 << 20):.0f}")
    print(layout_peers.versions(), missing or "beside all peers", "share, time, then the peers' times / ours", sep="\n")
    parts = {"first": layouts.random_cases(options.seed + 1, min(options.count, 200), options.least, options.most),
             "random": layouts.random_cases(options.seed, options.count, options.least, options.most),
             "named": layouts.named_cases(), "permutations": list(layouts.permutations()), "pixels": layouts.pixel_cases(),
             "byte-transposes": layouts.byte_transposes(), "broadcast": layouts.broadcast_cases(options.seed, min(options.count, 100))}
    with_casts = options.only in (None, "casts")
    if options.only == "casts":
        parts = {}
    if options.only in parts:
        parts = {options.only: parts[options.only]}
    elif options.only and not with_casts:
        parts = {name: [case for case in cases if options.only in case.name] for name, cases in parts.items()}
    result, wrong = {}, 0
    for part, cases in parts.items():
        copies.lib.copy_lib_forget()
        rows, start = [], time.monotonic()
        for case in cases:
            if time.monotonic() - start > options.seconds:
                print(f"{part}: {len(cases) - len(rows)} left out for want of time")
                break
            torch.cuda.empty_cache()
            if len(rows) % 200 == 199:
                copies.lib.copy_lib_forget()
            copies.lib.copy_lib_compile(0 if part == "first" else 2)
            rows.append(first_case(copies, case, timer, limit, stream) if part == "first" else one_case(copies, case, peers, timer, limit, stream))
            wrong += rows[-1]["right"] is False
            print(line_of(rows[-1]), flush=True)
        if rows:
            summary(part, rows)
        result[part] = rows
    if with_casts and "CUCORE_VIEW_COPY_LIB" not in os.environ:
        print("casts: left out, since CUCORE_VIEW_COPY_LIB names no library (make bench-layouts builds it)")
    elif with_casts:
        result["casts"] = rows = []
        for row in casts(timer, stream):
            torch.cuda.empty_cache()
            rows.append(row)
            wrong += not row["right"]
            print(f"{row['milliseconds']['ours'] * 1e3:9.1f} us   torch {row['beside']['torch']:5.2f}   {row['name']}"
                  f"{'' if row['right'] else '  WRONG'}", flush=True)
        summary_of_casts(rows)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"seed": options.seed, **result}, indent=1) + "\n")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
