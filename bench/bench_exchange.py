"""What an intake costs: ns per array, medians of one run.

floor      the producer's own calls that correctness needs, made bare in a C loop
cucore     the same array to a released cucore_view, in a C loop
ratio      cucore / floor, median of the ratios of rounds taken in turn, in several passes over all rows
nanobind   an nb::ndarray argument; pybind11 a py::buffer that is asked; cuda.core StridedMemoryView.from_any_interface: each
           with one Python call around
"""
import argparse
import array
import collections
import importlib
import json
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import sysconfig
import timeit

import cucore_bench

PASSES, ROUNDS, CALLS, LOOP = 7, 9, 20000, 2e6
NO_SYNC = -1
PEERS = ("nanobind", "pybind11", "cuda.core")


def rounds(case):
    """(floor, cucore) of loops of some LOOP ns, taken in turn."""
    floor, *more = case.floor
    calls = int(min(CALLS, max(100, LOOP / floor(case.obj, 100, *more))))
    turn = [(floor, (case.obj, calls, *more)), (cucore_bench.cucore, (case.obj, calls, case.way, case.stream, case.flags))]
    return [tuple(function(*args) for function, args in turn) for _ in range(ROUNDS + 1)][1:]


def python_rounds(function):
    """ns of a call from Python, in loops of some LOOP ns."""
    function()
    calls = max(10, int(LOOP / 1e9 / timeit.timeit(function, number=10) * 10))
    return [timeit.timeit(function, number=calls) / calls * 1e9 for _ in range(ROUNDS // 3)]


def built_peer(build, name, includes, sources=()):
    """Builds a peer, and returns its function that takes an array."""
    target = build / (name + sysconfig.get_config_var("EXT_SUFFIX"))
    if not target.exists():
        here = pathlib.Path(__file__).resolve().parent
        subprocess.run(
            [sysconfig.get_config_var("CXX").split()[0] if sysconfig.get_config_var("CXX") else "c++", "-std=c++17", "-O2",
             "-DNDEBUG", "-shared", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing",
             *(f"-I{folder}" for folder in (*includes, sysconfig.get_path("include"))), *map(str, sources),
             str(here / f"{name}.cpp"), "-o", str(target)],
            check=True, capture_output=True, text=True)
    return importlib.import_module(name).take


def nanobind_peer(build):
    import nanobind

    base = pathlib.Path(nanobind.__file__).parent
    return built_peer(build, "nanobind_peer", (nanobind.include_dir(), base / "ext" / "robin_map" / "include"), [base / "src" / "nb_combined.cpp"])


def pybind11_peer(build):
    import pybind11

    return built_peer(build, "pybind11_peer", [pybind11.get_include()])


def cuda_core_peer():
    from cuda.core.utils import StridedMemoryView

    take = getattr(StridedMemoryView, "from_any_interface", None) or StridedMemoryView
    return lambda obj: take(obj, stream_ptr=-1)


class Dict:
    """The least that has a CUDA Array Interface: the floor is one attribute of an instance."""

    def __init__(self, interface):
        self.__cuda_array_interface__ = interface


SHAPE = (23, 4)
BORROW, DETACHED = cucore_bench.BORROW, cucore_bench.ALLOW_GRAD

# floor: a function of cucore_bench and what it takes after (obj, n); way, stream, flags: how cucore takes the array in.
Case = collections.namedtuple("Case", "name obj floor way stream flags", defaults=(0,))
exchange = cucore_bench.floor_exchange


def torch_cases(torch, device):
    """Bare: nothing ordered, gradients the caller's business.  Whole: a float tensor is asked whether it requires grad, and
    on a GPU the table for the current stream, which is also the consumer's."""
    x, gpu = torch.zeros(SHAPE, device=device), int(device == "cuda")
    for owned, flags, how in ((0, BORROW, "lent"), (1, 0, "owned")):
        yield Case(f"torch {device}, {how}, bare", x, (exchange, owned, 0, 0), "any", NO_SYNC, flags | DETACHED)
        if gpu:
            yield Case(f"torch {device}, {how}, stream", x, (exchange, owned, 0, 1), "any", 1, flags | DETACHED)
        yield Case(f"torch {device}, {how}, whole", x, (exchange, owned, 1, gpu), "any", 1, flags)
    yield Case(f"torch {device}, __dlpack__", x, (cucore_bench.floor_dlpack, 1 if gpu else None), "any", 1,
               cucore_bench.BY_DLPACK)


def torch_ordered(torch):
    """Between two streams: the floor records and waits."""
    x, producer, consumer = torch.zeros(SHAPE, device="cuda"), torch.cuda.Stream(), torch.cuda.Stream()
    for name, stream in (("stream", producer), ("default", torch.cuda.default_stream())):
        floor = (exchange, 0, 0, 1, stream.cuda_stream or 1, consumer.cuda_stream)
        torch.cuda.set_stream(stream)
        yield Case(f"torch ordered, {name}", x, floor, "any", consumer.cuda_stream, BORROW | DETACHED)
    torch.cuda.set_stream(torch.cuda.default_stream())


def numpy_group():
    import numpy as np

    yield Case("numpy", np.zeros(SHAPE, np.float32), (cucore_bench.floor_buffer,), "any", 0)
    yield Case("numpy, __dlpack__", np.zeros(SHAPE, np.float32), (cucore_bench.floor_dlpack, None), "dlpack", 0)


def torch_group():
    import torch

    yield from torch_cases(torch, "cpu")
    if torch.cuda.is_available():
        yield from torch_cases(torch, "cuda")
        yield from torch_ordered(torch)


def cupy_group():
    import cupy

    a = cupy.zeros(SHAPE, cupy.float32)
    yield Case("cupy", a, (cucore_bench.floor_dlpack, 1), "any", 1)
    yield Case("cupy, CAI", a, (cucore_bench.floor_cai,), "cai", NO_SYNC)
    yield Case("CAI of an instance", Dict(a.__cuda_array_interface__), (cucore_bench.floor_cai,), "cai", NO_SYNC)


def jax_group():
    import jax
    import jax.numpy as jnp

    for device in {d.platform: d for p in ("cpu", "gpu") for d in devices(jax, p)}.values():
        x = jax.device_put(jnp.zeros(SHAPE, jnp.float32), device)
        x.block_until_ready()
        cpu = device.platform == "cpu"
        yield Case(f"jax {device.platform}", x, (cucore_bench.floor_buffer,) if cpu else (cucore_bench.floor_dlpack, 1), "any", 1)
        if cpu:
            yield Case("jax cpu, __dlpack__", x, (cucore_bench.floor_dlpack, None), "dlpack", 1)


def tensorflow_group():
    import tensorflow

    with tensorflow.device("CPU:0"):
        x = tensorflow.zeros(SHAPE)
    yield Case("tensorflow cpu", x, (cucore_bench.floor_buffer,), "any", 0)
    yield Case("tensorflow cpu, __dlpack__", x, (cucore_bench.floor_dlpack, None), "dlpack", 0)


def numba_group():
    import numpy as np
    from numba import cuda

    if not cuda.is_available():
        raise RuntimeError("numba.cuda.is_available() is False")
    yield Case("numba", cuda.to_device(np.zeros(SHAPE, np.float32)), (cucore_bench.floor_cai,), "any", 1)


def tvm_ffi_group():
    import numpy as np
    import tvm_ffi

    t = tvm_ffi.from_dlpack(np.zeros(SHAPE, np.float32))
    yield Case("tvm-ffi", t, (cucore_bench.floor_dlpack, None), "any", 0)
    wrapped = tvm_ffi.core.DLTensorTestWrapper(t)
    yield Case("tvm-ffi, owned", wrapped, (exchange, 1, 0, 0), "any", 0)


def cucore_group():
    import numpy as np

    a = np.zeros(SHAPE, np.float32)
    protected = a.copy()
    protected.flags.writeable = False
    for name, of in (("cucore.Array", a), ("cucore.Array, read-only", protected)):
        yield Case(name, cucore_bench.array(of), (exchange, 1, 0, 0), "any", 0)


def buffer_group():
    yield Case("array.array", array.array("f", [0] * 92), (cucore_bench.floor_buffer,), "any", 0)
    yield Case("bytes", bytes(368), (cucore_bench.floor_buffer,), "any", 0)


GROUPS = [numpy_group, torch_group, cupy_group, jax_group, tensorflow_group, numba_group, tvm_ffi_group, cucore_group, buffer_group]


def cases(skipped):
    for group in GROUPS:
        try:
            yield from group()
        except Exception as error:
            skipped.append(f"{group.__name__[:-6]}: {type(error).__name__}: {error}")


def devices(jax, platform):
    try:
        return jax.devices(platform)
    except RuntimeError:
        return []


def peers(build, skipped):
    found = {}
    for name, make in (("nanobind", lambda: nanobind_peer(build)), ("pybind11", lambda: pybind11_peer(build)),
                       ("cuda.core", cuda_core_peer)):
        try:
            found[name] = make()
        except Exception as error:
            reason = getattr(error, "stderr", None) or str(error)
            skipped.append(f"{name}: {type(error).__name__}: {reason.strip().splitlines()[-1]}")
    return found


def cell(value, form="{:.0f}"):
    return "-" if value is None else form.format(value)


def peer_rounds(take, obj):
    try:
        return python_rounds(lambda: take(obj))
    except Exception:  # the peer does not take this producer
        return []


def machine():
    """CPU and GPU by name."""
    try:
        names = re.findall(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[:1]
    except OSError:
        names = []
    try:
        query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
        names += [line.replace(", ", ", driver ") for line in subprocess.check_output(query, text=True).splitlines()[:1]]
    except (OSError, subprocess.CalledProcessError):
        pass
    return ", ".join(names) or platform.machine()


def versions():
    names = ("numpy", "torch", "cupy", "jax", "numba", "apache-tvm-ffi", "nanobind", "cuda.core")
    import importlib.metadata as metadata

    found = []
    for name in names:
        for candidate in (name, name + "-cuda13x", name.replace(".", "-")):
            try:
                found.append(f"{name} {metadata.version(candidate)}")
                break
            except metadata.PackageNotFoundError:
                pass
    return f"Python {platform.python_version()}, {platform.machine()}, " + ", ".join(found)


def row_of(name, taken, peers_taken):
    row = {"name": name, "floor": statistics.median(floor for floor, _ in taken),
           "cucore": statistics.median(ours for _, ours in taken),
           "ratio": statistics.median(ours / floor for floor, ours in taken)}
    for peer in PEERS:
        row[peer] = statistics.median(peers_taken[peer]) if peers_taken[peer] else None
    return row


def measured(found, skipped):
    """The rows.  Every pass goes over all of them, so that a slow phase of the machine is spread over many: medians of the
    rounds of all passes, and of their ratios."""
    taken = collections.defaultdict(list)
    peers_taken = collections.defaultdict(lambda: collections.defaultdict(list))
    for turn in range(PASSES):
        for case in cases(skipped if turn == 0 else []):
            taken[case.name] += rounds(case)
            for peer, take in found.items():
                peers_taken[case.name][peer] += peer_rounds(take, case.obj)
    return [row_of(name, taken[name], peers_taken[name]) for name in taken]


def ordering_alone(torch):
    """ns that ordering adds beyond its record and wait: rounds of four loops, with and without it, bare and by cucore.
    Of all rounds, and of the quarter in which the machine was quietest."""
    x, producer, consumer = torch.zeros(SHAPE, device="cuda"), torch.cuda.Stream(), torch.cuda.Stream()
    p, c, calls = producer.cuda_stream, consumer.cuda_stream, CALLS // 20
    taken = []
    with torch.cuda.stream(producer):
        for _ in range(2 * PASSES * ROUNDS):
            bare = [exchange(x, calls, 0, 0, 1, *streams) for streams in ((), (p, c))]
            ours = [cucore_bench.cucore(x, calls, "any", s, BORROW | DETACHED) for s in (p, c)]
            taken.append((sum(bare), ours[1] - ours[0] - (bare[1] - bare[0])))
            torch.cuda.synchronize()
    quiet = sorted(taken)[:len(taken) // 4]
    return [statistics.median(extra for _, extra in some) for some in (taken, quiet)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path, help="write the rows there, too")
    options = parser.parse_args()
    build = options.build.resolve()
    sys.path.insert(0, str(build))
    skipped = []
    found = peers(build, skipped)
    print(versions())
    print(f"{'ns per array':28s} {'floor':>7s} {'cucore':>7s} {'ratio':>6s} " + "".join(f"{peer:>10s}" for peer in PEERS))
    rows = measured(found, skipped)
    for row in rows:
        print(f"{row['name']:28s} {row['floor']:7.1f} {row['cucore']:7.1f} {row['ratio']:6.2f}" +
              "".join(f"{cell(row[peer]):>10s}" for peer in PEERS), flush=True)
    if any(row["name"].startswith("torch ordered") for row in rows):
        usual, quiet = ordering_alone(sys.modules["torch"])
        print(f"ordering beyond record and wait: {usual:.0f} ns, {quiet:.0f} in the quietest quarter of rounds")
    for reason in skipped:
        print("skipped:", reason)
    if options.json:
        found = {"machine": machine(), "versions": versions(), "unit": "ns", "rows": rows, "skipped": skipped}
        options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
