"""Kernels through loops and accessors of cucore_kernel.h: speed beside kernels by hand, torch and CuPy, in one run.

    make bench-loops        (build/bench/loops.json)

by hand   the fastest of three kernels for the very case (bench_loops.cu), whose threads have 1, 2 or 4 vectors of 16
          bytes; a row or column for all is read by its index, a transposed operand goes through shared memory
torch     its own operator; cupy: an ElementwiseKernel; "-" where there is none
GB/s      of what has to be read and written, once: medians
ratio     our speed by that by hand; to peers: by the faster of torch and CuPy.  Medians of rounds, all in turn

Data are random.  Every result of ours and by hand is compared with torch's in float64, element by element, before it is
timed; ends with status 1 when one is wrong.  A bar that is not met is only said.  1 MB, which the L2 holds, has no bar.
"""
import argparse
import collections
import json
import pathlib
import statistics
import sys
import time

import cucore_bench_loops as kernels

try:
    import torch
except ImportError:
    torch = None
try:
    import cupy
except Exception as error:  # it looks for CUDA as it is imported
    cupy, without_cupy = None, f"cupy: {type(error).__name__}: {error}"

SIZES = {"256 MB": (256_000_000, 8000), "1 MB": (1 << 20, 512)}  # bytes of an operand, columns
TYPES = {"f2": "float16", "f4": "float32", "f8": "float64"}
LAYOUTS = {"dense": "dense", "row": "one a row", "column": "one a column", "transposed": "one transposed"}  # the last
MANY = (1, 2, 4)
HAND_BAR, PEER_BAR, STENCIL_BAR = 0.97, 0.97, 0.98
ROUNDS, BATCH, MOST_CALLS, WARM_UP = 15, 4000, 200, 0.08  # BATCH: us
THREADS = 256

# Of 0 to 4 inputs a, b, c, d: the formula is evaluated here in float64, and is CuPy's code.
Operation = collections.namedtuple("Operation", "name inputs formula torch layouts")
OPERATIONS = [
    Operation("fill", 0, "1", lambda out: out.fill_(1), ["dense"]),
    Operation("increment", 1, "a + 1", lambda out, a: out.add_(1), ["dense"]),  # in place: a is out
    Operation("negate", 1, "-a", lambda out, a: torch.neg(a, out=out), LAYOUTS),
    Operation("add", 2, "a + b", lambda out, a, b: torch.add(a, b, out=out), LAYOUTS),
    Operation("addcmul", 3, "a + b * c", lambda out, a, b, c: torch.addcmul(a, b, c, out=out), LAYOUTS),
    Operation("products", 4, "a * b + c * d", None, LAYOUTS),
]


# ------------------------------------------------------------------------------------------------------------ times --
def batch(act, calls, host_ns):
    """us of a call on the device.  The stream is busy until all calls are enqueued: the host's time is not in it."""
    start, stop = torch.cuda.Event(True), torch.cuda.Event(True)
    kernels.busy(host_ns)
    start.record()
    for _ in range(calls):
        act()
    stop.record()
    stop.synchronize()
    return 1000 * start.elapsed_time(stop) / calls


def host_time(act, calls):
    """ns that the host needs to enqueue so many, generously."""
    torch.cuda.synchronize()
    start = time.perf_counter_ns()
    for _ in range(calls):
        act()
    needed = time.perf_counter_ns() - start
    torch.cuda.synchronize()
    return 50_000 + 3 * needed // 2


def in_turn(acts, rounds=ROUNDS):
    """{name: us of each round}"""
    first = next(iter(acts.values()))
    until = time.monotonic() + WARM_UP  # clocks rise only under load
    while time.monotonic() < until:
        first()
        torch.cuda.synchronize()
    calls = int(min(MOST_CALLS, max(3, BATCH / batch(first, 3, host_time(first, 3)))))
    waits = {name: host_time(act, calls) for name, act in acts.items()}
    taken = {name: [] for name in acts}
    for _ in range(rounds):
        for name, act in acts.items():
            taken[name].append(batch(act, calls, waits[name]))
    return taken


def ratio(taken, ours, theirs):
    return statistics.median(b / a for a, b in zip(taken[ours], taken[theirs]))


# ---------------------------------------------------------------------------------------------------- one operation --
def random(*shape, dtype):
    return torch.rand(shape, dtype=dtype, device="cuda").add_(0.5)


def arrays(operation, layout, dtype, nbytes, columns):
    """[out, inputs ...]"""
    rows = nbytes // dtype.itemsize // columns
    found = [random(rows, columns, dtype=dtype) for _ in range(operation.inputs + 1)]
    if operation.name == "increment":
        found[1] = found[0]
    elif layout == "row":
        found[-1] = random(columns, dtype=dtype)
    elif layout == "column":
        found[-1] = random(rows, 1, dtype=dtype)
    elif layout == "transposed":
        found[-1] = random(columns, rows, dtype=dtype).T
    return found


def by_hand(operation, layout, type_name, many, tensors):
    """A call of the kernel, whose grid depends on the layout."""
    out = tensors[0]
    rows, columns = out.shape
    vectors = columns * out.itemsize // 16
    tile = max(32, 128 // out.itemsize)
    if layout == "dense":
        grid, block = (-(-rows * vectors // (THREADS * many)), 1), (THREADS, 1)
    elif layout == "transposed":
        grid, block = (-(-columns // tile), -(-rows // tile)), (32, 32 // many)
    else:
        grid, block = (-(-vectors // THREADS), -(-rows // many)), (THREADS, 1)
    name = f"{layout}_{operation.name}_{type_name}_{many}"
    return lambda: kernels.by_hand(name, grid, block, rows, columns, tuple(tensors))


def is_right(act, operation, tensors):
    """Element by element, by torch in float64, in parts."""
    out, *inputs = tensors
    if operation.name == "increment":
        inputs = [out.clone()]
    else:
        out.fill_(float("nan"))
    act()
    inputs = [x.expand(out.shape) for x in inputs]
    step = -(-len(out) // 8)
    for i in range(0, len(out), step):
        right = eval(operation.formula, dict(zip("abcd", (x[i:i + step].double() for x in inputs))))
        right = torch.as_tensor(right, dtype=torch.float64, device=out.device)
        error = (out[i:i + step].double() - right).abs_()
        if not bool((error <= 4 * torch.finfo(out.dtype).eps * right.abs()).all()):
            return False
    return True


def torch_call(operation, tensors):
    stretched = [x.expand(tensors[0].shape) for x in tensors]  # neg() of a row would shrink its out
    return operation.torch and (lambda: operation.torch(*stretched))


def cupy_call(operation, tensors):
    if not cupy:
        return None
    out, *inputs = (cupy.from_dlpack(tensor) for tensor in tensors)
    if operation.name == "fill":
        return lambda: out.fill(1)
    names = ", ".join("T " + name for name in "abcd"[:operation.inputs])
    kernel = cupy.ElementwiseKernel(names, "T out", "out = " + operation.formula, "bench_" + operation.name)
    return lambda: kernel(*inputs, out)


def one_row(operation, layout, type_name, size, skipped):
    nbytes, columns = SIZES[size]
    tensors = arrays(operation, layout, getattr(torch, TYPES[type_name]), nbytes, columns)
    loop_name = f"loop_{operation.name}_{type_name}"
    acts = {"ours": lambda: kernels.loop(loop_name, tuple(tensors))}
    hands = {f"by hand {many}": by_hand(operation, layout, type_name, many, tensors) for many in MANY}
    wrong = [name for name, act in [*acts.items(), *hands.items()] if not is_right(act, operation, tensors)]
    fastest = {name: min(us) for name, us in in_turn(hands, 3).items()}
    hand = min(fastest, key=fastest.get)
    acts["by hand"] = hands[hand]
    for peer, make in (("torch", torch_call), ("cupy", cupy_call)):
        try:
            act = make(operation, tensors)
            if act:
                act()
                acts[peer] = act
        except Exception as error:
            skipped.add(f"{peer}, {operation.name} {type_name}: {type(error).__name__}: {first_line(error)}")
    taken = in_turn(acts)
    moved = sum(x.numel() * x.itemsize for x in tensors)
    row = {"name": f"{operation.name}, {LAYOUTS[layout]}", "type": TYPES[type_name], "size": size, "fastest": hand,
           "wrong": wrong, "operands": operation.inputs + (operation.name != "increment"),
           "by hand ratio": ratio(taken, "ours", "by hand"),
           "peer ratio": min((ratio(taken, "ours", peer) for peer in ("torch", "cupy") if peer in acts), default=None)}
    for name in ("ours", "by hand", "torch", "cupy"):
        row[name] = moved / statistics.median(taken[name]) / 1000 if name in taken else None
    row["met"] = size != "256 MB" or (row["by hand ratio"] >= HAND_BAR and (row["peer ratio"] or 1) >= PEER_BAR)
    return row


# ------------------------------------------------------------------------------------------------------- a stencil --
def stencil_is_right(act, to, image):
    to.fill_(float("nan"))
    act()
    x = image.double()
    edge = torch.nn.functional.pad(x[None, None], (1, 1, 1, 1), mode="replicate")[0, 0]
    right = x + 0.2 * (edge[:-2, 1:-1] + edge[2:, 1:-1] + edge[1:-1, :-2] + edge[1:-1, 2:] - 4 * x)
    return bool(((to.double() - right).abs() <= 1e-5).all())


def stencil_call(kernel, to, image):
    return lambda: kernels.stencil(kernel, (to, image))


def stencil_rows():
    for name, pitch in (("dense", 8000), ("rows of 8064", 8064)):
        image, to = (random(8000, pitch, dtype=torch.float32)[:, :8000] for _ in range(2))
        acts = {kernel: stencil_call("stencil_" + kernel, to, image) for kernel in ("pointers", "at", "accessor")}
        wrong = [kernel for kernel, act in acts.items() if not stencil_is_right(act, to, image)]
        taken = in_turn(acts)
        for kernel, words in (("at", "CUCORE_AT"), ("accessor", "cucore::accessor")):
            speed = {which: 8 * image.numel() / statistics.median(us) / 1000 for which, us in taken.items()}
            found = ratio(taken, kernel, "pointers")
            yield {"name": f"{words}, {name}", "ours": speed[kernel], "pointers": speed["pointers"], "ratio": found,
                   "wrong": [which for which in wrong if which in (kernel, "pointers")], "met": found >= STENCIL_BAR}


# ------------------------------------------------------------------------------------------------------------ output --
def first_line(error):
    return (str(error).splitlines() or [""])[0]


def cell(value, form="{:.0f}"):
    return "-" if value is None else form.format(value)


def verdict(row):
    wrong = "  WRONG: " + ", ".join(row["wrong"]) if row["wrong"] else ""
    return ("" if row["met"] else "  not met") + wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cubin", help="of bench_loops.cu")
    parser.add_argument("--json", type=pathlib.Path, help="write the rows there, too")
    parser.add_argument("--only", default="", help="rows whose name contains this: --only transposed")
    options = parser.parse_args()
    if torch is None or not torch.cuda.is_available():
        print("skipped: torch is not installed, or has no GPU")
        return 0
    torch.cuda.init()
    kernels.load(options.cubin)
    skipped = set() if cupy else {without_cupy}
    machine = (f"{torch.cuda.get_device_name()}, torch {torch.__version__}, "
               f"{f'CuPy {cupy.__version__}' if cupy else 'no CuPy'}")
    result = {"machine": machine, "bars": {"by hand": HAND_BAR, "peers": PEER_BAR, "stencil": STENCIL_BAR}, "rows": [],
              "stencil": []}
    print(f"{machine}\nbars: {HAND_BAR} of the speed by hand, {PEER_BAR} of torch's and CuPy's; GB/s")
    for size in SIZES:
        print(f"{size + ' each':30s} type   arrays     ours  by hand    torch     cupy    ratio  to peers")
        for layout in LAYOUTS:
            for operation in OPERATIONS:
                for type_name in TYPES:
                    name = f"{operation.name}, {LAYOUTS[layout]}"
                    if layout not in operation.layouts or options.only not in name:
                        continue
                    torch.cuda.empty_cache()
                    row = one_row(operation, layout, type_name, size, skipped)
                    result["rows"].append(row)
                    print(f"{name:30s} {row['type']:9s} {row['operands']:4d} {row['ours']:8.0f} {row['by hand']:8.0f} "
                          f"{cell(row['torch']):>8s} {cell(row['cupy']):>8s} {row['by hand ratio']:8.3f} "
                          f"{cell(row['peer ratio'], '{:.3f}'):>9s}{verdict(row)}", flush=True)
    print(f"{'stencil of 256 MB, float32':30s}     ours pointers    ratio  (bar {STENCIL_BAR})")
    for row in stencil_rows() if options.only in "stencil" else ():
        result["stencil"].append(row)
        print(f"{row['name']:30s} {row['ours']:8.0f} {row['pointers']:8.0f} {row['ratio']:8.3f}{verdict(row)}",
              flush=True)
    for reason in sorted(skipped):
        print("skipped:", reason)
    rows = result["rows"] + result["stencil"]
    print(f"{sum(row['met'] for row in rows)} of {len(rows)} rows meet their bars, "
          f"{sum(bool(row['wrong']) for row in rows)} are wrong")
    if options.json:
        result["skipped"] = sorted(skipped)
        options.json.write_text(json.dumps(result, indent=1) + "\n")
    return any(row["wrong"] for row in rows)


if __name__ == "__main__":
    sys.exit(main())
