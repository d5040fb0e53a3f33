# mpi_arrays.c has the command that builds it and runs this.
"""mpi_arrays with arrays of every library that is installed, on 4 ranks: sent around a ring, summed, gathered, transposed.

    python demo.py                                 starts the ranks, with the mpiexec beside the interpreter or on the path
    mpiexec -n 4 python -m mpi4py demo.py ranks    the same by hand; -m mpi4py ends all ranks when one raises
"""
import os
import pathlib
import shutil
import subprocess
import sys

RANKS = 4


def start():
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])
    if not shutil.which("mpiexec", path=path):
        print("left out: no mpiexec beside the interpreter, nor on the path")
        return 0
    # More ranks than cores are fine here: Open MPI wants to be told, MPICH's ranks should sleep while they wait.
    environment = {"PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe", "OMPI_MCA_rmaps_base_oversubscribe": "1",
                   "MPIR_CVAR_ENABLE_HEAVY_YIELD": "1", **os.environ, "PATH": path}
    # By its name: called by an absolute path, Open MPI's puts the libraries of its own folder before LD_LIBRARY_PATH.
    command = ["mpiexec", "-n", str(RANKS), sys.executable, "-m", "mpi4py", os.path.abspath(__file__), "ranks"]
    process = subprocess.Popen(command, env=environment)
    try:
        return process.wait(100)
    except subprocess.TimeoutExpired:
        process.terminate()  # and mpiexec ends its ranks
        process.wait(10)
        print("WRONG: the ranks did not end within 100 seconds")
        return 1


def cases(device):
    """(name, function from a NumPy array to the library's, function back), or (name, why not)"""
    import numpy as np

    yield "numpy", lambda a: a, np.asarray
    yield "numpy, transposed", lambda a: np.ascontiguousarray(a.T).T, np.asarray
    yield "numpy, every 2nd, backwards", lambda a: np.repeat(a, 2, axis=1)[:, ::2][::-1].copy()[::-1], np.asarray
    yield "numpy float16", lambda a: a.astype("f2"), np.asarray
    yield "memoryview", memoryview, np.from_dlpack  # a result for it is a cucore.Array
    try:
        import torch
    except ImportError:
        yield "torch", "not installed"
    else:
        yield "torch cpu, transposed", lambda a: torch.from_numpy(np.ascontiguousarray(a.T)).T, lambda t: t.numpy()
        if torch.cuda.is_available():
            place = device % torch.cuda.device_count()
            torch.cuda.set_device(place)
            yield f"torch cuda:{place}", lambda a: torch.from_numpy(a).cuda(), lambda t: t.cpu().numpy()
            yield (f"torch cuda:{place}, transposed", lambda a: torch.from_numpy(np.ascontiguousarray(a.T)).cuda().T,
                   lambda t: t.cpu().numpy())
        else:
            yield "torch cuda", "no GPU"
    try:
        import cupy

        place = device % cupy.cuda.runtime.getDeviceCount()
        cupy.cuda.Device(place).use()
        yield f"cupy cuda:{place}, backwards", lambda a: cupy.asarray(a[::-1].copy())[::-1], cupy.asnumpy
    except Exception as error:
        yield "cupy", type(error).__name__
    os.environ.setdefault("JAX_PLATFORMS", "cpu")  # on a GPU it takes most of the memory, for one process
    try:
        import jax
    except ImportError:
        yield "jax", "not installed"
    else:
        yield "jax cpu", lambda a: jax.device_put(a, jax.devices("cpu")[0]), np.asarray


def ranks():
    import numpy as np
    from mpi4py import MPI

    import mpi_arrays

    comm = MPI.COMM_WORLD
    rank, size = comm.rank, comm.size
    local = comm.Split_type(MPI.COMM_TYPE_SHARED).rank  # of the ranks on this machine: each takes a GPU
    wrong = 0

    def values(of):
        return np.arange(12, dtype="f4").reshape(size, -1) + of

    def say(name, right):
        nonlocal wrong
        right = comm.allreduce(bool(right), MPI.LAND)
        wrong += not right
        if rank == 0:
            print(f"{name:32s} {'right' if right else 'WRONG'}", flush=True)

    if rank == 0:
        way = "given to MPI" if mpi_arrays.cuda_aware() else "staged through pinned memory"
        print(" ".join(MPI.Get_library_version().split(",")[0].split()[:4]) + f", {size} ranks; arrays of a device are {way}")
    for name, *rest in cases(local):
        if len(rest) == 1:
            if rank == 0:
                print(f"{name:32s} left out: {rest[0]}", flush=True)
            continue
        make, back = rest
        x = make(values(rank))
        total, all_ = mpi_arrays.allreduce(comm, x), mpi_arrays.allgather(comm, x)
        turned = mpi_arrays.alltoall(comm, x)
        right = np.array_equal(back(total), sum(values(of) for of in range(size)))
        right &= np.array_equal(back(all_), np.stack([values(of) for of in range(size)]))
        right &= np.array_equal(back(turned), np.stack([values(of)[rank] for of in range(size)]))
        right &= type(total) is type(x) or name == "memoryview"
        if not name.startswith(("jax", "memoryview")):  # which are not written to
            got = make(values(-1))
            mpi_arrays.sendrecv(comm, x, (rank + 1) % size, got, (rank - 1) % size)
            right &= np.array_equal(back(got), values((rank - 1) % size))
            mpi_arrays.bcast(comm, got, 0)
            right &= np.array_equal(back(got), values(size - 1))
        say(name, right)

    memory = mpi_arrays.alloc(values(0))  # from MPI_Alloc_mem; for mpi4py, NumPy and all others
    np.from_dlpack(memory)[...] = rank
    comm.Allreduce(MPI.IN_PLACE, memory)
    say("cucore.Array in mpi4py", (np.asarray(memory) == size * (size - 1) / 2).all())

    for name, call in (("another shape", lambda: mpi_arrays.allreduce(comm, np.ones(3 + (rank == 1)))),
                       ("another dtype", lambda: mpi_arrays.bcast(comm, np.ones(3, "f4" if rank == 1 else "f8"))),
                       ("no array", lambda: mpi_arrays.allgather(comm, "text" if rank == 1 else np.ones(3)))):
        try:
            call()
            text = None
        except (TypeError, ValueError, RuntimeError) as error:
            text = str(error)
        say(f"refused on all ranks: {name}", text)
        if rank == 0:
            print(f"    rank 0: {text}", flush=True)
    if rank == 0:
        print("every result is right" if not wrong else f"{wrong} WRONG")
    return wrong


if __name__ == "__main__":
    sys.exit(ranks() if "ranks" in sys.argv else start())
