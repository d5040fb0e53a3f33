# nccl_arrays.c has the command that builds it and runs this.
"""nccl_arrays on every GPU there is, with arrays of every library that is installed: each result is compared with NumPy's.

    demo.py                      all of it
    demo.py --fake libnccl.so.2  the same with another NCCL, as that of the tests

First one process with a rank for each GPU, then a process for each GPU, which starts this file again, and gets the unique id by a
file, by torch's store, or by MPI; any other way to bring 128 bytes from one rank to the others will do.
"""
import argparse
import ctypes
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from functools import partial

import numpy as np

import nccl_arrays

SECONDS = 120


class Plain:
    """An array of no library: memory of the driver with the CUDA Array Interface."""

    cuda, contexts = None, {}  # the library of the driver; the primary contexts by device

    def __init__(self, values, device):
        self.address, values = ctypes.c_uint64(), np.ascontiguousarray(values)
        self.enter(device)
        self.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(values.nbytes))
        self.call("cuMemcpyHtoD_v2", self.address, ctypes.c_void_p(values.ctypes.data), ctypes.c_size_t(values.nbytes))
        self.like = np.empty_like(values)
        self.__cuda_array_interface__ = {"shape": values.shape, "strides": None, "typestr": values.dtype.str, "version": 3,
                                         "data": (self.address.value, False), "stream": 1}

    def __del__(self):
        if self.address.value and not hasattr(self, "of"):
            self.enter_device_of(self.address)
            self.call("cuMemFree_v2", self.address)

    @classmethod
    def call(cls, name, *args):
        result = getattr(cls.cuda, name)(*args)
        if result:
            raise RuntimeError(f"{name} gives {result}")

    @classmethod
    def enter(cls, device):
        """Makes the primary context of the device current."""
        if device not in cls.contexts:
            context = ctypes.c_void_p()
            cls.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
            cls.contexts[device] = context
        cls.call("cuCtxSetCurrent", cls.contexts[device])

    @classmethod
    def enter_device_of(cls, address):
        """Does the same for the device that the memory is on: contexts of other devices do not reach the memory of its pools."""
        device = ctypes.c_int()
        cls.call("cuPointerGetAttribute", ctypes.byref(device), 9, address)  # CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
        cls.enter(device.value)

    @property
    def T(self):
        other = object.__new__(Plain)
        other.__dict__.update(self.__dict__, of=self)
        shape = self.like.shape
        other.__cuda_array_interface__ = {**self.__cuda_array_interface__, "shape": shape[::-1],
                                          "strides": tuple(s for s in self.like.strides[::-1])}
        return other

    @classmethod
    def read(cls, array):
        interface = array.__cuda_array_interface__
        values, address = np.empty(interface["shape"], interface["typestr"]), ctypes.c_uint64(interface["data"][0])
        cls.enter_device_of(address)
        cls.call("cuCtxSynchronize")  # the result may be pending on any stream
        cls.call("cuMemcpyDtoH_v2", ctypes.c_void_p(values.ctypes.data), address, ctypes.c_size_t(values.nbytes))
        return values


def devices():
    """How many GPUs there are, or why there are none."""
    try:
        Plain.cuda = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        return 0, str(error)
    count = ctypes.c_int()
    result = Plain.cuda.cuInit(0) or Plain.cuda.cuDeviceGetCount(ctypes.byref(count))
    return (0, f"the CUDA driver gives error {result}") if result else (count.value, "")


def libraries(faked):
    """name: (array from NumPy on a device, NumPy from an array), or name: why not."""
    def of_torch():
        import torch
        return lambda a, d: torch.from_numpy(a).to(f"cuda:{d}"), lambda t: t.cpu().numpy()

    def of_cupy():
        import cupy

        def make(a, d):
            with cupy.cuda.Device(d):
                return cupy.asarray(a)
        return make, cupy.asnumpy

    def of_numba():
        from numba import cuda
        importlib.import_module("numba.cuda.cudaimpl")  # what a transpose needs: numba-cuda 0.30 has none with NumPy 2.5

        def make(a, d):
            with cuda.gpus[d]:
                return cuda.to_device(a)
        return make, lambda d: d.copy_to_host()

    def of_jax():
        import jax
        gpus = jax.devices("gpu")
        return lambda a, d: jax.device_put(a, gpus[d]), np.asarray

    found = {"no library": (Plain, Plain.read)}
    for name, load in {} if faked else {"torch": of_torch, "cupy": of_cupy, "numba": of_numba, "jax": of_jax}.items():
        try:
            found[name] = load()
            found[name][0](np.zeros(1, "f4"), 0)
        except Exception as error:
            found[name] = f"{type(error).__name__}: {error}".splitlines()[0][:80]
    return found


class Score:
    def __init__(self):
        self.wrong = 0

    def __call__(self, name, right):
        print(f"{name:56s} {'right' if right else 'WRONG'}", flush=True)
        self.wrong += not right


def values(rank):
    return np.arange(12, dtype="f4").reshape(3, 4) + 100 * rank


def one_process(count, score, found):
    """All ranks in one thread: what belongs together is one group.  With threads, each makes its own calls."""
    comms = nccl_arrays.all_devices(range(count), timeout=60)
    ranks, total = range(count), sum(values(r) for r in range(count))

    def group(*calls):
        results = nccl_arrays.group(*calls)
        for comm in comms:
            comm.wait()
        return results

    for name, (make, read) in found.items():
        x = [make(values(r), r) for r in ranks]
        y = group(*[partial(comm.all_reduce, a) for comm, a in zip(comms, x)])
        score(f"all_reduce, {name}, {type(y[0]).__module__}.{type(y[0]).__name__}", all(np.array_equal(read(a), total) for a in y))
        if name == "jax":  # no views
            continue
        y = group(*[partial(comm.all_gather, a.T) for comm, a in zip(comms, x)])
        score(f"all_gather, {name}, transposed", all(np.array_equal(read(a), [values(r).T for r in ranks]) for a in y))
        y = [make(np.zeros((3, 4), "f4"), r) for r in ranks]
        group(*[partial(comm.send, x[r], (r + 1) % count) for r, comm in enumerate(comms)],
                          *[partial(comm.recv, y[r], (r - 1) % count) for r, comm in enumerate(comms)])
        score(f"a ring of send and recv, {name}", all(np.array_equal(read(y[r]), values((r - 1) % count)) for r in ranks))
    x = [Plain(values(r)[:3 - (r == count - 1)], r) for r in ranks]  # the last one has a row less
    try:
        group(*[partial(comm.all_reduce, a) for comm, a in zip(comms, x)])
        refused = count == 1
    except ValueError as error:
        print("refused:", error)
        refused = True
    score("another shape on one rank", refused)
    for comm in comms:
        comm.close()


def one_rank(rank, size, id, score, way):
    """What a program under mpiexec, torchrun or srun does: device by local rank, the id by whatever the launcher has."""
    comm = nccl_arrays.Communicator(rank, size, id, rank, timeout=60)
    x = Plain(values(rank), rank)
    most, last = comm.all_reduce(x, "max"), comm.broadcast(x.T, size - 1)
    comm.close()  # waits
    right = np.array_equal(Plain.read(most), values(size - 1)) and np.array_equal(Plain.read(last), values(size - 1).T)
    score(f"rank {rank} of {size} processes, id by {way}", right)


def id_by_file(rank, path):
    path = pathlib.Path(path)
    if rank == 0:
        path.with_suffix(".new").write_bytes(nccl_arrays.unique_id())
        path.with_suffix(".new").rename(path)  # complete when it is there
    until = time.monotonic() + SECONDS
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.01)
    return path.read_bytes()


def id_by_store(rank, path):
    import torch.distributed
    store = torch.distributed.FileStore(path, -1)  # or TCPStore(host, port): that of torchrun, MASTER_ADDR and MASTER_PORT
    if rank == 0:
        store.set("nccl", nccl_arrays.unique_id())
    return store.get("nccl")


def id_by_mpi():
    from mpi4py import MPI
    comm = MPI.COMM_WORLD
    return comm.rank, comm.size, comm.bcast(nccl_arrays.unique_id() if comm.rank == 0 else None, root=0)


def processes(size, fake, folder):
    """A process for each GPU: (way, commands) or (way, why not)."""
    me = [sys.executable, os.path.abspath(__file__)] + (["--fake", fake] if fake else [])
    # mpiexec may be beside the interpreter.  It is called by its name: called by an absolute path, Open MPI's puts the libraries
    # of its own folder before LD_LIBRARY_PATH, and the ranks load another driver or NCCL than this process.
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    yield "file", [[*me, "--rank", str(r), str(size), "file", folder + "/id"] for r in range(size)]
    if importlib.util.find_spec("torch"):
        yield "store", [[*me, "--rank", str(r), str(size), "store", folder + "/store"] for r in range(size)]
    else:
        yield "store", "torch is not installed"
    why_not = why_no_mpi(size)
    yield "mpi", why_not or [["mpiexec", "-n", str(size), *me, "--rank", "-1", str(size), "mpi", ""]]


def why_no_mpi(size):
    """Returns why ranks that mpiexec starts do not find each other through mpi4py, None if they do."""
    mpiexec = shutil.which("mpiexec")
    if not mpiexec or not importlib.util.find_spec("mpi4py"):
        return "no mpiexec" if not mpiexec else "mpi4py is not installed"
    code = f"from mpi4py import MPI; raise SystemExit(MPI.COMM_WORLD.size != {size})"
    done = subprocess.run(["mpiexec", "-n", str(size), sys.executable, "-c", code], capture_output=True, text=True)
    if done.returncode == 0:
        return None
    said = [line for line in done.stderr.splitlines() if line.strip(" -")]
    return f"ranks that {mpiexec} starts do not find each other" + (f": {said[0]}" if said else ": mpi4py is of another MPI")


def start(way, commands, score):
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for command in commands]
    try:
        for process in started:
            print(process.communicate(timeout=SECONDS)[0], end="")
            if process.returncode:
                score(f"id by {way}", False)
    except subprocess.TimeoutExpired:
        score(f"id by {way}: ended after {SECONDS} s", False)
    finally:
        for process in started:
            process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fake", help="the library to use in the place of NCCL")
    parser.add_argument("--rank", nargs=4, metavar=("RANK", "SIZE", "WAY", "PATH"), help="be one rank")
    options = parser.parse_args()
    count, why = devices()
    score = Score()
    try:
        print("NCCL", nccl_arrays.load(options.fake)) if not options.rank else nccl_arrays.load(options.fake)
    except ImportError as error:
        print("left out, all of it:", error)
        return 0
    if options.rank:
        rank, size, way, path = int(options.rank[0]), int(options.rank[1]), *options.rank[2:]
        if way == "mpi":
            rank, size, id = id_by_mpi()
        else:
            id = (id_by_store if way == "store" else id_by_file)(rank, path)
        one_rank(rank, size, id, score, way)
        return score.wrong
    if not count:
        print("left out, all that needs a GPU:", why)
        try:
            nccl_arrays.Communicator(0, 1, bytes(128), 0)
            score("no GPU is an error", False)
        except RuntimeError as error:
            score(f"no GPU is an error ({error})", True)
    else:
        found = libraries(options.fake)
        for name in [name for name, what in found.items() if isinstance(what, str)]:
            print(f"left out: {name}, {found.pop(name)}")
        one_process(count, score, found)
        with tempfile.TemporaryDirectory() as folder:
            for way, commands in processes(count, options.fake, folder):
                if isinstance(commands, str):
                    print(f"left out: id by {way}, {commands}")
                else:
                    start(way, commands, score)
    print("everything is right" if not score.wrong else f"{score.wrong} WRONG")
    return score.wrong


if __name__ == "__main__":
    sys.exit(main())
