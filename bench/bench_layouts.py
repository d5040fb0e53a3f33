"""Copies on the device of layouts that nobody has tuned for, beside torch, CuPy, cuTENSOR and nvmath-python, in one run.

    make bench-copy SEED=7 COUNT=200        the second part of it; a new seed each time, unless one is given

Three parts: random layouts by the distribution that layouts.random_case describes, layouts that people use, and every permutation
of some shapes.  The caches are flushed before each copy.  Medians of several repetitions, all libraries in turn.

The share is what a copy reaches of what it could: the 32-byte sectors that it touches, at the speed of a driver's copy of as
many bytes.  Every result of ours is compared with CuPy's or torch's, gaps included.  Ends with status 1 when one is wrong.
"""
import argparse
import ctypes
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
BARS = {"random": (0.85, 0.55, 0.30), "named": (0.85, None, 0.85), "permutations": (None, None, None)}  # shares: see summary
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


def line_of(row):
    beside = "  ".join(f"{name} {ratio:5.2f}" for name, ratio in row["beside"].items())
    wrong = {False: "  WRONG", None: "  not checked"}.get(row["right"], "")
    slower = "  slower" if row["best"] is not None and row["best"] < SLOWER else ""
    return f"{100 * row['share']:5.0f} % {row['milliseconds']['ours'] * 1e3:9.1f} us   {beside}   {row['name']}{slower}{wrong}"


def describe(row):
    return (f"        element of {row['itemsize']}, shape {tuple(row['shape'])}, dst {tuple(row['dst_strides'])}, src {tuple(row['src_strides'])}\n"
            f"        {row['plan']}")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def summary(part, rows):
    shares = [row["share"] for row in rows]
    found = statistics.median(shares), percentile(shares, 0.1), min(shares)
    print(f"\n{part}: {len(rows)} copies; share of what is possible: " + ", ".join(
        f"{name} {value:.2f}" + (f" (bar {bar:.2f}{'' if value >= bar else ', not met'})" if bar else "")
        for name, value, bar in zip(("median", "10th percentile", "worst"), found, BARS[part])))
    for name in sorted({name for row in rows for name in row["beside"]}):
        ratios = [row["beside"][name] for row in rows if name in row["beside"]]
        mean = math.exp(statistics.fmean(map(math.log, ratios)))
        print(f"  {name}: its time / ours in {len(ratios)}: geometric mean {mean:.2f}, worst {min(ratios):.2f}, "
              f"slower than it in {sum(ratio < SLOWER for ratio in ratios)}")
    print("  the worst:")
    for row in sorted(rows, key=lambda row: row["share"])[:20]:
        print(line_of(row), describe(row), sep="\n")
    slower = sorted((row for row in rows if row["best"] is not None and row["best"] < SLOWER), key=lambda row: row["best"])
    print(f"  slower than the best peer (bar: none): {len(slower)}")
    for row in slower:
        print(line_of(row), describe(row), sep="\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10 ** 6))
    parser.add_argument("--count", type=int, default=200, help="random layouts")
    parser.add_argument("--least", type=float, default=1e5, help="bytes of a random copy")
    parser.add_argument("--most", type=float, default=1e9)
    parser.add_argument("--repetitions", type=int, default=5)
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
    print(missing or "beside all peers", "\nshare, time, then the peers' times / ours", sep="")
    parts = {"random": layouts.random_cases(options.seed, options.count, options.least, options.most),
             "named": layouts.named_cases(), "permutations": list(layouts.permutations())}
    if options.only in parts:
        parts = {options.only: parts[options.only]}
    elif options.only:
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
            rows.append(one_case(copies, case, peers, timer, limit, stream))
            wrong += rows[-1]["right"] is False
            print(line_of(rows[-1]), flush=True)
        if rows:
            summary(part, rows)
        result[part] = rows
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({"seed": options.seed, **result}, indent=1) + "\n")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
