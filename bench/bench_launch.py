"""From eight torch tensors, and from one, to a kernel: ns of one call from Python, everything included, beside a bare
cuLaunchKernel.

    make bench-launch       (build/bench/launch.json)

The kernel adds seven tensors of 1024 float32 and writes the eighth.  Bare launches are made in a loop of C, of the same
kernel with its parameters ready; "beyond" is what a call takes more.  Medians of rounds in which all rows take turns.

launcher          cucore_py_launch, which has prepared its table: with the questions about grad and the negative bit, without the
                  second (no sign), without both (bare)
loop, accessors   an extension with cucore: eight intakes, a loop or eight accessors, a checked launch, the release;
                  what these take in C stands below, each in a loop of its own: behind a launch they take more
torch's own       what of an intake cannot be left out: the functions of torch, called bare for all eight
others            launch_pointers of the same cubin; Numba's, Triton's and CuTe's own of the same

Every result is checked before its row is timed; ends with status 1 when one is wrong.  A bar that is not met is only
said.
"""
import argparse
import collections
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import sysconfig
import timeit
import warnings

import cucore_bench
import cucore_bench_loops as ours

try:
    import torch
except ImportError:
    torch = None

BAR, BAR_ONE = 1200, 250  # ns beyond a bare launch, of eight tensors and of one
ELEMENTS, THREADS = 1024, 256
BLOCKS = ELEMENTS // THREADS
ROUNDS, CALLS = 25, 400  # fewer calls than the driver queues
NAMES = ("out", *"abcdefg")
CALL = f"call({', '.join(NAMES)})"

# statement: what is timed, where the tensors have their NAMES, each as `given` makes it; names: what else it uses.
# bare: the part that it is held against, with `bar` where there is one.
Row = collections.namedtuple("Row", "name statement names bare bar given", defaults=(None, lambda tensor: tensor))
# Loops in C of the extension.
BARE = ("bare loop", "bare accessors", "bare pointers", "bare one")
PARTS = ("intake", "loop", "accessors", "checked loop", "checked accessors")
FLOOR = "torch's own"
ONE = ("cucore, launcher, one tensor", "cucore, launcher, one tensor, bare")


# ------------------------------------------------------------------------------------------------------------ peers --
def compiled(source, build, flags):
    """Builds a peer with what is installed."""
    here = pathlib.Path(__file__).resolve().parent
    target = build / (pathlib.Path(source).stem + sysconfig.get_config_var("EXT_SUFFIX"))
    cuda = os.environ.get("CUDA_INCLUDE")
    subprocess.run([*os.environ.get("CXX", "c++").split(), "-std=c++17", "-O2", "-DNDEBUG", "-shared", "-fPIC",
                    *(["-isystem", cuda] if cuda else []), str(here / source), "-o", str(target), *flags],
                   check=True, capture_output=True, text=True)
    return str(target)


def tvm_ffi_rows(build, cubin):
    import tvm_ffi
    from tvm_ffi import libinfo

    flags = [*(f"-I{path}" for path in libinfo.include_paths()), libinfo.find_libtvm_ffi()]
    module = tvm_ffi.load_module(compiled("tvm_ffi_peer.cpp", build, flags))
    module.use(*ours.function("launch_pointers"))
    yield Row("tvm-ffi", CALL, {"call": module.launch}, "bare pointers")


def torch_rows(build, cubin):
    from torch.utils.cpp_extension import include_paths

    where = pathlib.Path(torch.__file__).parent / "lib"
    flags = [flag for path in include_paths() for flag in ("-isystem", str(path))]
    flags += [f"-D_GLIBCXX_USE_CXX11_ABI={int(torch.compiled_with_cxx11_abi())}"]
    flags += [f"-L{where}", "-lc10", "-lc10_cuda", "-ltorch_cpu"]
    torch.ops.load_library(compiled("torch_peer.cpp", build, flags))
    torch.ops.cucore_bench.use(*ours.function("launch_pointers"))
    yield Row("torch, TORCH_LIBRARY", CALL, {"call": torch.ops.cucore_bench.launch}, "bare pointers")


def torch_library_rows(build, cubin):
    """An operator in Python, around ours."""
    Tensor = torch.Tensor

    @torch.library.custom_op("cucore_bench::around", mutates_args=("out",), device_types="cuda")
    def around(out: Tensor, a: Tensor, b: Tensor, c: Tensor, d: Tensor, e: Tensor, f: Tensor, g: Tensor) -> None:
        ours.launch_accessors(out, a, b, c, d, e, f, g)

    yield Row("torch.library around accessors", CALL, {"call": around}, "bare accessors")


def cuda_core_rows(build, cubin):
    from cuda.core import Device, LaunchConfig, ObjectCode, launch

    device = Device()
    device.set_current()
    names = {"call": launch, "stream": device.default_stream, "config": LaunchConfig(grid=BLOCKS, block=THREADS),
             "kernel": ObjectCode.from_cubin(cubin).get_kernel("launch_pointers"), "n": ELEMENTS}
    pointers = ", ".join(f"{name}.data_ptr()" for name in NAMES)
    yield Row("cuda.core, data_ptr() of each", f"call(stream, config, kernel, {pointers}, n)", names, "bare pointers")


def numba_rows(build, cubin):
    from numba import cuda

    @cuda.jit
    def add(out, a, b, c, d, e, f, g):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i]

    warnings.filterwarnings("ignore", message="Grid size")  # small on purpose
    yield Row("Numba", CALL, {"call": add[BLOCKS, THREADS]}, "bare pointers")
    yield Row("Numba, arrays of its own", CALL, {"call": add[BLOCKS, THREADS]}, "bare pointers",
              given=cuda.as_cuda_array)


def triton_rows(build, cubin):
    global tl  # a kernel sees the names of the module alone
    import triton
    import triton.language as tl

    @triton.jit
    def add(out, a, b, c, d, e, f, g, n, BLOCK: tl.constexpr):
        i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        inside = i < n
        total = tl.load(a + i, inside) + tl.load(b + i, inside) + tl.load(c + i, inside) + tl.load(d + i, inside)
        total += tl.load(e + i, inside) + tl.load(f + i, inside) + tl.load(g + i, inside)
        tl.store(out + i, total, inside)

    names = {"call": add[(BLOCKS,)], "n": ELEMENTS, "block": THREADS}
    yield Row("Triton", f"call({', '.join(NAMES)}, n, block)", names, "bare pointers")


def cute_rows(build, cubin):
    import cutlass
    import cutlass.cute as cute
    from cutlass.cute.runtime import from_dlpack

    @cute.kernel
    def kernel(out: cute.Tensor, a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, d: cute.Tensor, e: cute.Tensor,
               f: cute.Tensor, g: cute.Tensor):
        i = cute.arch.block_idx()[0] * THREADS + cute.arch.thread_idx()[0]
        out[i] = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i]

    @cute.jit
    def add(out: cute.Tensor, a: cute.Tensor, b: cute.Tensor, c: cute.Tensor, d: cute.Tensor, e: cute.Tensor,
            f: cute.Tensor, g: cute.Tensor):
        kernel(out, a, b, c, d, e, f, g).launch(grid=(BLOCKS, 1, 1), block=(THREADS, 1, 1))

    tensors = [torch.rand(ELEMENTS, device="cuda") for _ in NAMES]
    try:  # tensors of torch as they are, through tvm-ffi
        compiled = cute.compile(add, *map(from_dlpack, tensors), options="--enable-tvm-ffi")
        compiled(*tensors)
        yield Row("CuTe DSL, tvm-ffi", CALL, {"call": compiled}, "bare pointers")
    except Exception:
        compiled = cute.compile(add, *map(from_dlpack, tensors))
        yield Row("CuTe DSL, from_dlpack before", CALL, {"call": compiled}, "bare pointers", given=from_dlpack)


PEERS = [tvm_ffi_rows, torch_rows, torch_library_rows, cuda_core_rows, numba_rows, triton_rows, cute_rows]


# ------------------------------------------------------------------------------------------------------------- rows --
def rows_of(build, cubin, skipped):
    yield Row("cucore, launcher", CALL, {"call": ours.bound}, "bare pointers", BAR)
    yield Row("cucore, launcher, no sign", CALL, {"call": ours.bound_no_sign}, "bare pointers", BAR)
    yield Row("cucore, launcher, bare", CALL, {"call": ours.bound_bare}, "bare pointers", BAR)
    yield Row("cucore, launcher, accessors", CALL, {"call": ours.bound_lines}, "bare accessors", BAR)
    yield Row(ONE[0], "call(out)", {"call": ours.bound_one}, "bare one", BAR_ONE)
    yield Row(ONE[1], "call(out)", {"call": ours.bound_one_bare}, "bare one", BAR_ONE)
    yield Row("cucore, loop", CALL, {"call": ours.launch_loop}, "bare loop")
    yield Row("cucore, accessors", CALL, {"call": ours.launch_accessors}, "bare accessors")
    for peer in PEERS:
        try:
            yield from peer(build, cubin)
        except Exception as error:
            reason = (getattr(error, "stderr", None) or str(error)).strip().splitlines() or [""]
            skipped.append(f"{peer.__name__[:-5]}: {type(error).__name__}: {reason[-1]}")


def checked(rows, tensors, skipped, wrong):
    """(row, its timer) of those that can be called; `wrong` gets the names of those whose result is."""
    out, *inputs = tensors
    right = sum(x.double() for x in inputs)
    for row in rows:
        timer = timeit.Timer(row.statement, globals={**dict(zip(NAMES, map(row.given, tensors))), **row.names})
        out.fill_(float("nan"))
        try:
            timer.timeit(1)
            torch.cuda.synchronize()
        except Exception as error:
            if row.name.startswith("cucore"):
                raise
            skipped.append(f"{row.name}: {type(error).__name__}: {(str(error).splitlines() or [''])[0]}")
            continue
        wanted = torch.ones_like(right) if row.name in ONE else right
        if not bool(((out.double() - wanted).abs() <= 1e-5).all()):
            wrong.append(row.name)
        yield row, timer


def floor(tensors):
    """ns of torch's own functions for all of them: a managed tensor of the one that is written, borrowed ones of the others,
    and of each whether it requires grad, and the stream."""
    return sum(cucore_bench.floor_exchange(x, CALLS, x is tensors[0], True, True) for x in tensors)


def has_floor(tensors, skipped):
    """Has torch the functions?"""
    try:
        return floor(tensors) > 0
    except (AttributeError, TypeError) as error:
        skipped.append(f"{FLOOR}: {error}")
        return False


def measured(timers, tensors, with_floor):
    """{name: ns of each round}"""
    taken = collections.defaultdict(list)
    for _ in range(ROUNDS):
        for part in BARE + PARTS:
            torch.cuda.synchronize()
            taken[part].append(ours.timed(part, CALLS, tensors))
        if with_floor:
            taken[FLOOR].append(floor(tensors))
        for row, timer in timers:
            torch.cuda.synchronize()
            taken[row.name].append(timer.timeit(CALLS) / CALLS * 1e9)
    return taken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cubin", help="of bench_loops.cu")
    parser.add_argument("--json", type=pathlib.Path, help="write the rows there, too")
    options = parser.parse_args()
    if torch is None or not torch.cuda.is_available():
        print("skipped: torch is not installed, or has no GPU")
        return 0
    torch.cuda.init()
    ours.load(options.cubin)
    tensors = tuple(torch.rand(ELEMENTS, device="cuda") for _ in NAMES)
    skipped, wrong = [], []
    rows = rows_of(pathlib.Path(options.cubin).resolve().parent, options.cubin, skipped)
    timers = list(checked(rows, tensors, skipped, wrong))
    taken = measured(timers, tensors, has_floor(tensors, skipped))
    machine = f"{torch.cuda.get_device_name()}, Python {platform.python_version()}, torch {torch.__version__}"
    result = {"machine": machine, "unit": "ns", "bar beyond": BAR, "bar beyond, one": BAR_ONE, "rows": [], "skipped": skipped,
              "in C": {part: statistics.median(taken[part]) for part in (*BARE, *PARTS, FLOOR) if part in taken}}
    print(f"{machine}\n{'ns of a launch of 8 tensors':34s}    call    bare  beyond")
    for row, _ in timers:
        beyond = statistics.median(a - b for a, b in zip(taken[row.name], taken[row.bare]))
        call, bare, met = statistics.median(taken[row.name]), result["in C"][row.bare], not row.bar or beyond <= row.bar
        result["rows"].append({"name": row.name, "call": call, "bare": row.bare, "beyond": beyond, "met": met})
        print(f"{row.name:34s} {call:7.0f} {bare:7.0f} {beyond:7.0f}{f' (bar {row.bar})' if row.bar else ''}"
              f"{'' if met else '  not met'}{'  WRONG' if row.name in wrong else ''}")
    print("in C:", ", ".join(f"{part} {ns:.0f}" for part, ns in result["in C"].items()))
    for reason in skipped:
        print("skipped:", reason)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
