"""systems/nccl_arrays on N GPUs beside bare NCCL: all-reduce, halo exchange, distributed transpose, 1 MiB to 1 GiB.

    make bench-scaling                      on all GPUs of this machine: starts a process for each
    make bench-scaling SCALING='--gpus 2'
    bench_scaling.py --fill build/bench/scaling.json docs/reference/scaling.md
    torchrun --nproc-per-node 8 systems/bench/bench_scaling.py LIBRARY --folder SHARED       (or mpiexec, srun: any launcher)

Each case is compared in one run, rounds in turn, medians of the time between two CUDA events around a batch of calls, the slowest
rank's:
    bare       NCCL's own calls from a loop of C, on the same memory; for strided arrays with a cuMemcpyDtoD of as many bytes in
               the place of each packing and unpacking: packed at the speed of memcpy
    sectors    the same, but the memcpy moves as much as there is to move: memory gives and takes 32 bytes at a time, and where
               runs are shorter no kernel can do better
    cucore     nccl_arrays
    graph      the calls of `cucore`, captured into a CUDA graph: nothing is enqueued one by one
GB/s are bytes of the array (all-reduce), or bytes that each rank sends, by that time.  On one GPU a rank sends to itself: what is
measured then is the host.  The bars: cucore at 97% of bare for contiguous arrays, 90% for strided ones, on two GPUs and more.
Wrong results end the run with status 1.
"""
import argparse
import ctypes
import functools
import itertools
import json
import math
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

try:
    import nccl_arrays
except ImportError:
    nccl_arrays = None  # --fill does without

MIB = 1 << 20
SIZES = [n * MIB for n in (1, 4, 16, 64, 256, 1024)]
ROUNDS = 7
BARS = {True: 97, False: 90}  # contiguous or not
KINDS = ("bare", "sectors", "cucore", "graph")
partial = functools.partial


class Driver:
    """The driver's functions by ctypes; what fails raises."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")

    def __getattr__(self, name):
        function = getattr(self.library, name)

        def call(*args):
            result = function(*[ctypes.c_void_p(a) if isinstance(a, int) and abs(a) > 0x7FFFFFFF else a for a in args])
            if result:
                raise RuntimeError(f"{name} gives {result}")

        return call

    def create(self, name, *args):
        handle = ctypes.c_void_p()
        getattr(self, name)(ctypes.byref(handle), *args)
        return handle


class Memory:
    """Device memory as a NumPy array that nobody may read: only addresses, shapes and strides are of use."""

    def __init__(self, driver, shape, dtype):
        self.driver, self.nbytes = driver, math.prod(shape) * np.dtype(dtype).itemsize
        self.address = driver.create("cuMemAlloc_v2", ctypes.c_size_t(self.nbytes)).value
        self.all = np.ndarray(shape, dtype, (ctypes.c_char * self.nbytes).from_address(self.address))

    def fill(self, byte):
        self.driver.cuMemsetD8_v2(self.address, byte, ctypes.c_size_t(self.nbytes))

    def write(self, values):
        values = np.ascontiguousarray(values)
        self.driver.cuMemcpyHtoD_v2(self.address, ctypes.c_void_p(values.ctypes.data), ctypes.c_size_t(values.nbytes))

    def free(self):
        if self.address:
            self.driver.cuMemFree_v2(self.address)
        self.address = 0


def read(driver, view):
    """The elements of a part of device memory; of many, some: the corners and every so many."""
    steps = [slice(None, None, max(1, n // 8)) for n in view.shape]
    some = view[tuple(steps)]
    values = np.empty(some.shape, some.dtype)
    for index in itertools.product(*map(range, some.shape[:-1])):
        row = some[index]
        whole = np.empty((row.shape[0] - 1) * row.strides[0] // row.itemsize + 1, row.dtype) if row.strides[0] >= 0 else None
        if whole is not None and whole.nbytes <= 1 << 16:
            driver.cuMemcpyDtoH_v2(ctypes.c_void_p(whole.ctypes.data), row.ctypes.data, ctypes.c_size_t(whole.nbytes))
            values[index] = whole[::max(1, row.strides[0] // row.itemsize)][:row.shape[0]]
        else:
            for i in range(row.shape[0]):
                driver.cuMemcpyDtoH_v2(ctypes.c_void_p(values[index][i:].ctypes.data), row[i:].ctypes.data, ctypes.c_size_t(row.itemsize))
    return values, tuple(steps)


class Array:
    """What C sees: any library's array would do; this is none, so that the benchmark needs none."""

    def __init__(self, view, stream):
        self.view = view
        self.__cuda_array_interface__ = {"shape": view.shape, "strides": view.strides, "typestr": view.dtype.str, "version": 3,
                                         "data": (view.ctypes.data, False), "stream": stream}


class Message(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("nbytes", ctypes.c_size_t), ("peer", ctypes.c_int), ("receives", ctypes.c_int)]


class Piece(ctypes.Structure):
    _fields_ = [("dst", ctypes.c_uint64), ("src", ctypes.c_uint64), ("nbytes", ctypes.c_size_t)]


def is_dense(view):
    return view.flags.c_contiguous


def moved_in_sectors(view):
    """Bytes of a memcpy that moves as much as packing the view does: 32 bytes for each shorter run."""
    run, shape, strides = view.itemsize, list(view.shape), list(view.strides)
    for stride, extent in sorted(zip(strides, shape)):
        if stride != run:
            break
        run *= extent
    runs = view.nbytes // run
    return (view.nbytes + runs * (run + 31) // 32 * 32) // 2 if run < 32 else view.nbytes


class Case:
    """One thing that is measured: what each side calls, and whether it is right."""

    def __init__(self, bench, name, detail, nbytes, contiguous):
        self.bench, self.name, self.detail, self.nbytes, self.contiguous = bench, name, detail, nbytes, contiguous
        self.memory, self.before, self.after, self.sectors_before, self.sectors_after = [], [], [], [], []
        self.arrays = {}

    def allocate(self, shape, dtype):
        self.memory.append(Memory(self.bench.driver, shape, dtype))
        return self.memory[-1]

    def packing(self, view, unpack=False):
        """The copies that stand for packing: -> where the packed elements are."""
        if is_dense(view):
            return view.ctypes.data
        packed = self.allocate((max(view.nbytes, moved_in_sectors(view)),), "u1").address
        for nbytes, pieces in ((view.nbytes, self.after if unpack else self.before),
                               (moved_in_sectors(view), self.sectors_after if unpack else self.sectors_before)):
            base = self.memory[0]
            nbytes = min(nbytes, base.nbytes)
            there, here = (base.address, packed) if unpack else (packed, base.address)
            pieces.append(Piece(there, here, nbytes))
        return packed

    def array(self, view):
        return Array(view, self.bench.stream.value)

    def free(self):
        for memory in self.memory:
            memory.free()

    def pieces(self, kind):
        sets = (self.before, self.after) if kind == "bare" else (self.sectors_before, self.sectors_after)
        return [argument for pieces in sets for argument in ((Piece * max(1, len(pieces)))(*pieces), len(pieces))]


class AllReduce(Case):
    def __init__(self, bench, nbytes, transposed=False):
        super().__init__(bench, "all-reduce, transposed" if transposed else "all-reduce", "float32", nbytes, not transposed)
        rows = 1 << int(math.log2(nbytes // 4) / 2)
        shape = (nbytes // 4 // rows, rows) if transposed else (nbytes // 4,)
        self.x = self.allocate(shape, "f4")
        view = self.x.all.T if transposed else self.x.all
        self.view, self.x_array = view, self.array(view)
        packed = self.packing(view)
        if transposed:
            self.packing(view, unpack=True)
        self.packed = packed

    def prepare(self):
        self.x.fill(0)
        self.x.write(np.full(min(4096, self.x.all.size), self.bench.rank + 1, "f4"))

    def bare(self, kind, times):
        return self.bench.lib.scaling_all_reduce(times, ctypes.c_void_p(self.bench.comms["cucore"].handle), ctypes.c_void_p(self.packed), ctypes.c_size_t(self.view.size),
                                                 *self.pieces(kind), self.bench.stream)

    def ours(self, comm, times):
        for _ in range(times):
            comm.all_reduce(self.x_array, out=self.x_array, stream=self.bench.stream_object)

    def is_right(self):
        n = self.bench.size
        values, _ = read(self.bench.driver, self.x.all.reshape(-1)[:4096])
        return bool((values == n * (n + 1) / 2).all())


class Exchange(Case):
    """Sends and receives as groups: [(send or recv, view, peer)], each group on a stream of its own."""

    def plan(self, groups):
        self.groups = groups
        messages = []
        for kind, view, peer in itertools.chain(*groups):
            data = self.packing(view, unpack=kind == "recv")
            messages.append(Message(data, view.nbytes, peer, kind == "recv"))
        self.messages = (Message * len(messages))(*messages)
        self.arrays = [[(kind, self.array(view), peer) for kind, view, peer in group] for group in groups]
        self.calls = {}

    def bare(self, kind, times):
        return self.bench.lib.scaling_exchange(times, ctypes.c_void_p(self.bench.comms["cucore"].handle), self.messages, len(self.messages), *self.pieces(kind),
                                               self.bench.stream)

    def ours(self, comm, times):
        calls = self.calls.get(comm)
        if calls is None:
            streams = self.bench.side_streams if len(self.arrays) > 1 else [self.bench.stream_object]
            calls = self.calls[comm] = [[partial(getattr(comm, kind), array, peer, stream=stream) for kind, array, peer in group]
                                        for group, stream in zip(self.arrays, streams)]
        group = nccl_arrays.group
        for _ in range(times):
            for each in calls:
                group(*each)


class Halo(Exchange):
    """Both faces of each axis of a block of float64 that lies in a larger one, to both neighbours on a ring.  The packing of one
    axis goes beside the transfer of another: three groups, three streams, which cucore orders."""

    def __init__(self, bench, nbytes, worst):
        if worst:  # the last axis alone: runs of one element
            n = max(4, int(math.sqrt(nbytes / 16)))
            shape, width, axes = (n, n, 34), 1, (2,)
        else:
            width = 1 if nbytes <= 64 * MIB else nbytes // (64 * MIB)
            n = max(8, int(math.sqrt(nbytes / (48 * width))))
            shape, axes = (n + 2 * width,) * 3, (2, 0, 1)
        inner = tuple(n - 2 * width for n in shape)
        sent = sum(2 * width * 8 * math.prod(inner) // inner[axis] for axis in axes)
        super().__init__(bench, "halo, last axis" if worst else "halo, 6 faces", f"float64, {'x'.join(map(str, inner))}, width {width}", sent, False)
        self.block = self.allocate(shape, "f8")
        up, down = (bench.rank + 1) % bench.size, (bench.rank - 1) % bench.size
        self.halos, groups = [], []
        for axis in axes:
            def part(start, stop):
                return self.block.all[tuple(slice(start, stop) if k == axis else slice(width, -width) for k in range(3))]
            n = shape[axis]
            low, high, below, above = part(width, 2 * width), part(n - 2 * width, n - width), part(0, width), part(n - width, n)
            groups.append([("send", high, up), ("send", low, down), ("recv", below, down), ("recv", above, up)])
            self.halos += [(below, down), (above, up)]
        self.plan(groups)

    def prepare(self):
        self.block.fill(self.bench.rank + 1)

    def is_right(self):
        def pattern(rank):
            return np.frombuffer(bytes([rank + 1]) * 8, "f8")[0]
        corner, _ = read(self.bench.driver, self.block.all[:1, :1, :1])
        return bool((corner == pattern(self.bench.rank)).all()) and all(bool((read(self.bench.driver, halo)[0] == pattern(peer)).all()) for halo, peer in self.halos)


class Transpose(Exchange):
    """A matrix of float32 by rows becomes its transpose by rows: a block for each rank, unpacked as its transpose."""

    def __init__(self, bench, nbytes):
        size, rank = bench.size, bench.rank
        m = max(1, int(math.sqrt(nbytes / 4 / size)))
        super().__init__(bench, "transpose", f"float32, {m * size}x{m * size}", m * m * size * 4, False)
        self.m = m
        self.a, self.b = self.allocate((m, m * size), "f4"), self.allocate((m, m * size), "f4")
        sends = [("send", self.a.all[:, p * m:(p + 1) * m], p) for p in range(size)]
        receives = [("recv", self.b.all[:, p * m:(p + 1) * m].T, p) for p in range(size)]
        self.plan([sends + receives])

    def prepare(self):
        """Element [i, j] of the whole matrix is (7 i + 3 j) % 1021; of a large one each block says only whose it is."""
        self.b.fill(0)
        if self.nbytes > 16 * MIB:
            self.a.fill(self.bench.rank + 1)
        else:
            i, j = np.arange(self.m)[:, None] + self.bench.rank * self.m, np.arange(self.m * self.bench.size)[None, :]
            self.a.write(((i * 7 + j * 3) % 1021).astype("f4"))

    def is_right(self):
        size, rank = self.bench.size, self.bench.rank
        values, (rows, columns) = read(self.bench.driver, self.b.all)
        i, j = np.arange(self.m)[rows][:, None] + rank * self.m, np.arange(self.m * size)[columns][None, :]
        if self.nbytes > 16 * MIB:
            patterns = np.array([np.frombuffer(bytes([p + 1]) * 4, "f4")[0] for p in range(size)])
            return bool((values == patterns[j // self.m]).all())
        return bool((values == (j * 7 + i * 3) % 1021).all())


class Handle:
    def __init__(self, handle):
        self.handle = handle

    def __cuda_stream__(self):
        return 0, self.handle.value


class Bench:
    """One rank."""

    def __init__(self, options, rank, size, device):
        self.rank, self.size, self.simulated = rank, size, bool(options.fake)
        self.folder = pathlib.Path(options.folder)
        self.driver = Driver()
        self.driver.cuInit(0)
        context = self.driver.create("cuDevicePrimaryCtxRetain", device)
        self.driver.cuCtxSetCurrent(context)
        self.stream = self.driver.create("cuStreamCreate", 1)
        self.stream_object = Handle(self.stream)
        self.side_streams = [Handle(self.driver.create("cuStreamCreate", 1)) for _ in range(3)]
        self.start, self.stop = self.driver.create("cuEventCreate", 0), self.driver.create("cuEventCreate", 0)
        self.version = nccl_arrays.load(options.fake)
        self.lib = ctypes.CDLL(options.library)
        if self.lib.scaling_load((options.fake or nccl_path()).encode()):
            raise RuntimeError("bench_scaling.c does not find its functions")
        how = {"timeout": 60}
        self.comms = {"cucore": self.join("cucore", device, **how), "checked": self.join("checked", device, check="always", **how)}
        self.barrier_memory = Memory(self.driver, (1,), "f4")
        self.out = open(self.folder / f"rank-{rank}.jsonl", "w")

    def join(self, name, device, **how):
        """The unique id by a file in the folder that all ranks see."""
        path = self.folder / f"id-{name}"
        if self.rank == 0:
            path.with_suffix(".new").write_bytes(nccl_arrays.unique_id())
            path.with_suffix(".new").rename(path)
        until = time.monotonic() + 60
        while not path.exists() and time.monotonic() < until:
            time.sleep(0.002)
        return nccl_arrays.Communicator(self.rank, self.size, path.read_bytes(), device, **how)

    def check(self, result, what):
        if result:
            raise RuntimeError(f"{what} gives {result}")

    def together(self):
        none = (Piece * 1)()
        self.check(self.lib.scaling_all_reduce(1, ctypes.c_void_p(self.comms["cucore"].handle), ctypes.c_void_p(self.barrier_memory.address), ctypes.c_size_t(1), none, 0,
                                               none, 0, self.stream), "the barrier")
        self.driver.cuStreamSynchronize(self.stream)

    def seconds(self, act, times):
        """Of one call, on the device."""
        self.together()
        self.driver.cuEventRecord(self.start, self.stream)
        act(times)
        self.driver.cuEventRecord(self.stop, self.stream)
        self.driver.cuStreamSynchronize(self.stream)
        elapsed = ctypes.c_float()
        self.driver.cuEventElapsedTime(ctypes.byref(elapsed), self.start, self.stop)
        return max(elapsed.value, 1e-6) / times / 1e3

    def actions(self, case):
        def bare(kind):
            return lambda times: self.check(case.bare(kind, times), kind)
        found = {"bare": bare("bare"), "cucore": partial(case.ours, self.comms["cucore"])}
        if not case.contiguous:
            found["sectors"] = bare("sectors")
        return found

    def write(self, **row):
        self.out.write(json.dumps(row) + "\n")
        self.out.flush()

    def prepare(self, case):
        """The same data as at first on all ranks, and none of them goes on before."""
        self.driver.cuCtxSynchronize()
        self.together()
        case.prepare()
        self.driver.cuCtxSynchronize()
        self.together()

    def times(self, case):
        return 2 if self.simulated else max(4, min(200, int(2e9 // case.nbytes)))

    def measure(self, case):
        times = self.times(case)
        actions = self.actions(case)
        self.prepare(case)
        actions["cucore"](1)
        self.driver.cuStreamSynchronize(self.stream)
        right = {"cucore": case.is_right()}
        self.prepare(case)
        found = {kind: [] for kind in actions}
        for kind in actions:  # clocks rise, memory is there, everything is connected
            self.seconds(actions[kind], times)
        for _ in range(2 if self.simulated else ROUNDS):
            for kind in actions:
                found[kind].append(self.seconds(actions[kind], times))
        self.write(name=case.name, detail=case.detail, nbytes=case.nbytes, contiguous=case.contiguous, right=right, seconds=found, times=times)

    def capture(self, case):
        """The same calls as a graph; last of all, since a failure here leaves the ranks apart."""
        self.prepare(case)
        case.ours(self.comms["cucore"], 1)
        self.prepare(case)
        graph, executable = ctypes.c_void_p(), ctypes.c_void_p()
        self.driver.cuStreamBeginCapture_v2(self.stream, 2)
        self.driver.cuEventRecord(self.stop, self.stream)
        for stream in self.side_streams:  # into the capture; cucore leads them back behind each call
            self.driver.cuStreamWaitEvent(stream.handle, self.stop, 0)
        case.ours(self.comms["cucore"], 1)
        for stream in self.side_streams:
            self.driver.cuEventRecord(self.start, stream.handle)
            self.driver.cuStreamWaitEvent(self.stream, self.start, 0)
        self.driver.cuStreamEndCapture(self.stream, ctypes.byref(graph))
        if self.simulated:  # the fake driver has no graphs to launch
            return
        self.driver.cuGraphInstantiateWithFlags(ctypes.byref(executable), graph, ctypes.c_ulonglong(0))

        def act(times):
            for _ in range(times):
                self.driver.cuGraphLaunch(executable, self.stream)

        self.prepare(case)
        act(1)
        self.driver.cuStreamSynchronize(self.stream)
        right, times = case.is_right(), self.times(case)
        self.seconds(act, times)
        self.write(name=case.name, detail=case.detail, nbytes=case.nbytes, right={"graph": right},
                   seconds={"graph": [self.seconds(act, times) for _ in range(ROUNDS)]})
        self.driver.cuGraphExecDestroy(executable)
        self.driver.cuGraphDestroy(graph)

    def cost_of_checks(self):
        """What the host pays for one call of 4 bytes, the device idle: with a check, without, bare."""
        x = Memory(self.driver, (1,), "f4")
        x.fill(0)
        array, found = Array(x.all, self.stream.value), {}
        none = (Piece * 1)()
        for name, act in (("checked", lambda: self.comms["checked"].all_reduce(array, out=array, stream=self.stream_object)),
                          ("unchecked", lambda: self.comms["cucore"].all_reduce(array, out=array, stream=self.stream_object)),
                          ("bare", lambda: self.lib.scaling_all_reduce(1, ctypes.c_void_p(self.comms["cucore"].handle), ctypes.c_void_p(x.address), ctypes.c_size_t(1),
                                                                       none, 0, none, 0, self.stream))):
            for _ in range(40):
                act()
            spent = []
            for _ in range(20 if self.simulated else 200):
                self.together()
                began = time.perf_counter()
                act()
                spent.append(time.perf_counter() - began)
            found[name] = statistics.median(spent) * 1e6
        x.free()
        self.write(name="a call on the host", microseconds=found)


def nccl_path():
    """The library that nccl_arrays has loaded."""
    for line in open("/proc/self/maps"):
        if "libnccl.so" in line:
            return line.split()[-1]
    raise RuntimeError("NCCL is not loaded")


def make_cases(bench, sizes):
    """Functions, so that memory is allocated when its turn comes."""
    for nbytes in sizes:
        yield lambda n=nbytes: AllReduce(bench, n)
        yield lambda n=nbytes: Transpose(bench, n)
        yield lambda n=nbytes: Halo(bench, n, False)
        yield lambda n=nbytes: Halo(bench, n, True)
    for nbytes in sizes[2::2]:
        yield lambda n=nbytes: AllReduce(bench, n, transposed=True)


def be_rank(options, rank, size, device):
    bench = Bench(options, rank, size, device)
    sizes = [n for n in ([MIB // 16, MIB // 4] if bench.simulated else SIZES) if n <= options.largest * MIB]
    if rank == 0:
        name = ctypes.create_string_buffer(96)
        bench.driver.cuDeviceGetName(name, 96, device)
        bench.write(name="machine", machine=name.value.decode(), gpus=size, nccl=bench.version, nvls=os.environ.get("NCCL_NVLS_ENABLE"))
    for make in make_cases(bench, sizes):
        case = make()
        bench.measure(case)
        case.free()
    bench.cost_of_checks()
    bench.write(name="end")
    if options.graphs:
        for make in (lambda: Halo(bench, sizes[0], False), lambda: Transpose(bench, sizes[0]), lambda: Halo(bench, sizes[min(2, len(sizes) - 1)], False)):
            case = make()
            bench.capture(case)
            case.free()
    for comm in bench.comms.values():
        comm.close()


# ----------------------------------------------------------------------------------------------------------- the parent --
def merge(folder, size):
    """What the ranks wrote: the slowest one counts in each round.  Cases that not all of them have are left out."""
    ranks = []
    for rank in range(size):
        path = pathlib.Path(folder) / f"rank-{rank}.jsonl"
        lines = path.read_text().splitlines() if path.exists() else []
        ranks.append([json.loads(line) for line in lines if line.endswith("}")])
    about = next((row for row in ranks[0] if row["name"] == "machine"), {})
    result = {**about, "rows": [], "complete": all(any(row["name"] == "end" for row in rows) for rows in ranks)}
    result.pop("name", None)
    keyed = [{(row["name"], row.get("nbytes"), "graph" in row.get("seconds", {})): row for row in rows if "seconds" in row} for rows in ranks]
    rows = {}
    for key, row in keyed[0].items():
        if not all(key in other for other in keyed):
            continue
        slowest = {kind: [max(other[key]["seconds"][kind][i] for other in keyed) for i in range(len(times))] for kind, times in row["seconds"].items()}
        wrong = sorted({kind for other in keyed for kind, right in other[key]["right"].items() if not right})
        found = rows.setdefault(key[:2], {"name": row["name"], "detail": row["detail"], "nbytes": row["nbytes"], "wrong": [], "seconds": {}})
        found.update({name: row[name] for name in ("contiguous",) if name in row})
        found["wrong"] += wrong
        found["seconds"].update(slowest)
    for row in rows.values():
        seconds = row.pop("seconds")
        if "bare" not in seconds:
            continue
        row["GB/s"] = {kind: row["nbytes"] / statistics.median(times) / 1e9 for kind, times in seconds.items()}
        row["percent"] = {kind: 100 * statistics.median([b / t for b, t in zip(seconds["bare"], times)]) for kind, times in seconds.items() if kind != "bare"}
        row["bar"] = BARS[row["contiguous"]] if size > 1 else None
        result["rows"].append(row)
    result["rows"].sort(key=lambda row: (row["name"], row["nbytes"]))
    host = [row["microseconds"] for rows_of in ranks for row in rows_of if row["name"] == "a call on the host"]
    if host:
        result["host microseconds"] = {name: max(each[name] for each in host) for name in host[0]}
    return result


def size_text(nbytes):
    return f"{nbytes / MIB:.0f} MiB" if nbytes >= MIB * 0.95 else f"{nbytes / 1024:.0f} KiB"


def tables(result):
    """The tables of docs/reference/scaling.md."""
    version = result.get("nccl", 0)
    yield f"{result.get('gpus')} x {result.get('machine')}, NCCL {version // 10000}.{version // 100 % 100}.{version % 100}" + (
        ", SIMULATED: no figures" if result.get("simulated") else "") + ("" if result["complete"] else ", not all of it")
    for name in dict.fromkeys(row["name"] for row in result["rows"]):
        rows = [row for row in result["rows"] if row["name"] == name]
        kinds = [kind for kind in KINDS if any(kind in row["GB/s"] for row in rows)]
        yield ""
        yield f"| {name} | " + " | ".join(kinds) + " |"
        yield "| --- |" + " ---: |" * len(kinds)
        for row in rows:
            cells = []
            for kind in kinds:
                speed, percent = row["GB/s"].get(kind), row["percent"].get(kind)
                cells.append("-" if speed is None else f"{speed:.1f}" + (f" ({percent:.0f})" if percent else ""))
            met = "" if not row["bar"] or row["percent"]["cucore"] >= row["bar"] else f", bar {row['bar']}"
            wrong = f", WRONG: {', '.join(row['wrong'])}" if row["wrong"] else met
            yield f"| {size_text(row['nbytes'])}, {row['detail']}{wrong} | " + " | ".join(cells) + " |"
    if "host microseconds" in result:
        yield ""
        yield "One call on the host, microseconds: " + ", ".join(f"{name} {value:.1f}" for name, value in result["host microseconds"].items()) + "."


def finish(options, size):
    result = merge(options.folder, size)
    result["simulated"] = bool(options.fake)
    print("\n".join(tables(result)), flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(result, indent=1) + "\n")
    return int(any(row["wrong"] for row in result["rows"]) or not result["complete"])


BEGIN, END = "<!-- measured: bench_scaling.py --fill -->", "<!-- end of measured -->"


def fill(source, page):
    """The tables of a run in the place of those between the two marks of docs/reference/scaling.md."""
    result, page = json.loads(pathlib.Path(source).read_text()), pathlib.Path(page)
    if result["simulated"]:
        sys.exit(f"{source} is of the fake driver: its times mean nothing")
    before, rest = page.read_text().split(BEGIN)
    page.write_text("\n".join([before + BEGIN, *tables(result), END]) + rest.split(END)[1])
    return 0


def launched():
    """(rank, size, rank on this machine) as torchrun, mpiexec or srun say it, or None."""
    for names in (("RANK", "WORLD_SIZE", "LOCAL_RANK"), ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"),
                  ("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"), ("SLURM_PROCID", "SLURM_NTASKS", "SLURM_LOCALID")):
        if all(name in os.environ for name in names):
            return tuple(int(os.environ[name]) for name in names)
    return None


def count_devices():
    count = ctypes.c_int()
    driver = Driver()
    driver.cuInit(0)
    driver.cuDeviceGetCount(ctypes.byref(count))
    return count.value


def start(options):
    """A process for each GPU, all ended after so many seconds; what is complete by then counts."""
    size = options.gpus or count_devices()
    with tempfile.TemporaryDirectory() as folder:
        options.folder = folder
        me = [sys.executable, os.path.abspath(__file__), *sys.argv[1:], "--folder", folder]
        ranks = [subprocess.Popen([*me, "--rank", str(rank), str(size), str(rank)], start_new_session=True) for rank in range(size)]
        until = time.monotonic() + options.seconds
        complete = False
        while any(rank.poll() is None for rank in ranks) and time.monotonic() < until:
            time.sleep(0.2)
            if any(rank.poll() for rank in ranks):  # one failed: the others would wait for it
                until = min(until, time.monotonic() + 5)
            if not complete and merge(folder, size)["complete"]:  # but for the graphs
                complete, until = True, min(until, time.monotonic() + 40)
        for number, rank in enumerate(ranks):
            if rank.poll() is None:
                os.killpg(rank.pid, signal.SIGKILL)
                rank.wait()
            if rank.returncode:
                print(f"rank {number} ended with {rank.returncode}", file=sys.stderr)
        return finish(options, size)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", nargs="?", help="bench_scaling.c, built")
    parser.add_argument("--fill", nargs=2, metavar=("JSON", "PAGE"), help="put the tables of a run into docs/reference/scaling.md")
    parser.add_argument("--json")
    parser.add_argument("--gpus", type=int, help="how many; the default is all")
    parser.add_argument("--seconds", type=float, default=170, help="after which everything is ended")
    parser.add_argument("--largest", type=int, default=1024, help="MiB")
    parser.add_argument("--no-graphs", dest="graphs", action="store_false")
    parser.add_argument("--folder", help="where the ranks of a launcher meet: an empty one that all see")
    parser.add_argument("--fake", help="the double of NCCL, on the fake driver: tries the program, gives no figures")
    parser.add_argument("--rank", nargs=3, type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        return fill(*options.fill)
    if not options.library or not nccl_arrays:
        parser.error("bench_scaling.c and nccl_arrays have to be built: make bench-scaling")
    who = tuple(options.rank) if options.rank else launched()
    if who is None:
        return start(options)
    if not options.folder:
        parser.error("under a launcher --folder is needed")
    be_rank(options, *who)
    if options.rank or who[0]:
        return 0
    until = time.monotonic() + 30
    while not merge(options.folder, who[1])["complete"] and time.monotonic() < until:  # what others write is on its way
        time.sleep(0.2)
    return finish(options, who[1])


if __name__ == "__main__":
    sys.exit(main())
