"""The ranks of systems/tests/test_nccl.py, in a process of their own: python nccl_ranks.py MODE [options]

    threads N     N devices of this process, a thread for each
    group N       the same from one thread: calls of all ranks in one group
    rank R N ID   one process of several; ID: file:PATH, or store:PATH
    mpi           one process of several that mpiexec has started

Prints a line of JSON for each case: {"case": [...], "wrong": [...]}; nothing is wrong where that list is empty.
"""
import argparse
import functools
import json
import pathlib
import sys
import threading
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "tests" / "python")]

import numpy as np

import nccl_libraries

COLLECTIVES = ("all_reduce", "broadcast", "all_gather", "reduce_scatter", "send and recv", "ring in a group")
PAIRS = COLLECTIVES[-2:]
OUTS = ("a new array", "out", "in place")
OPS = {"sum": np.add, "prod": np.multiply, "max": np.maximum, "min": np.minimum, "avg": None}
partial = functools.partial


def cases(libraries, size, mode):
    """Every collective, library, layout and kind of result; then every operation and dtype."""
    for name, library in libraries.items():
        for collective in COLLECTIVES:
            if collective == "send and recv" and (size == 1 or mode == "group") or collective in PAIRS and not library.writable:
                continue  # calls one behind the other, of two threads; recv writes
            for layout in library.layouts:
                for out in ("out",) if collective in PAIRS else OUTS:
                    if out == "a new array" or library.writable:
                        yield collective, name, layout, out, "float32", "sum"
        for dtype in library.dtypes:
            for op in OPS if dtype in ("float32", "int64") else ("sum", "max"):
                yield "all_reduce", name, "dense", "a new array", dtype, op
            yield "broadcast", name, "dense", "a new array", dtype, "sum"
    # what differs between ranks
    yield from (("all_reduce", name, "a layout of its own", "out", "float32", "sum") for name in libraries if libraries[name].writable)


def values_of(rank, shape, dtype, salt):
    """Small whole numbers, so that sums are exact in every dtype; not the same on two ranks."""
    numbers = (np.arange(int(np.prod(shape, dtype=int))) * 3 + 5 * rank + salt) % 4
    return numbers.reshape(shape).astype(nccl_libraries.dtype_of(dtype))


def refused(dtype, op):
    """By NCCL's own types: the words of the refusal."""
    if dtype in ("int16", "uint16"):
        return dtype
    if dtype == "bool" and op in ("sum", "avg") or dtype.startswith("complex") and op in ("prod", "max", "min"):
        return dtype
    return None


def reduced(arrays, op):
    if op == "avg":
        total = sum(arrays[1:], arrays[0].copy())
        return (total // len(arrays) if total.dtype.kind in "iu" else total / len(arrays)).astype(total.dtype)
    wide = [a.astype("float64") if a.dtype.kind == "V" else a for a in arrays]
    return functools.reduce(OPS[op], wide).astype(arrays[0].dtype)


class Rank:
    """One rank: its communicator, its libraries, and what is right there."""

    def __init__(self, comm, libraries):
        self.comm, self.libraries, self.rank, self.size = comm, libraries, comm.rank, comm.size

    def prepare(self, case, salt):
        """The calls of a case, and a function that says what is wrong with their results."""
        collective, name, layout, out, dtype, op = case
        library, size, rank = self.libraries[name], self.size, self.rank
        if layout == "a layout of its own":
            layout = library.layouts[rank % len(library.layouts)]
        shape = (size, 3, 4) if collective == "reduce_scatter" else (3, 4, 5)
        inputs = [values_of(r, shape, dtype, salt) for r in range(size)]
        root = salt % size
        ring = collective == "ring in a group"
        if collective == "all_reduce":
            expected = reduced(inputs, op) if not refused(dtype, op) else None
        elif collective == "broadcast":
            expected = inputs[root]
        elif collective == "all_gather":
            expected = np.stack(inputs)
        elif collective == "reduce_scatter":
            expected = reduced(inputs, op)[rank]
        else:
            expected = inputs[(rank - 1) % size]
        if out == "in place" and collective == "all_gather":
            y = library.array(np.stack([inputs[rank] if r == rank else np.zeros_like(inputs[r]) for r in range(size)]), layout)
            x = nccl_libraries.Made(library, y.memory, self.part(library, y, rank), "dense")
        else:
            x = library.array(inputs[rank], layout)
            y = x if out == "in place" else None
            if out == "in place" and collective == "reduce_scatter":
                y = nccl_libraries.Made(library, x.memory, self.part(library, x, rank), "dense")
            if out == "out":
                y = library.array(np.zeros_like(expected), layout)
        before = y.around() if out == "out" else None
        stream = library.streams[salt % 2]
        comm, given = self.comm, {"stream": stream, **({"out": y.array} if y else {})}
        if collective == "all_reduce":
            calls = [partial(comm.all_reduce, x.array, op, **given)]
        elif collective == "broadcast":
            calls = [partial(comm.broadcast, x.array, root, **given)]
        elif collective == "all_gather":
            calls = [partial(comm.all_gather, x.array, **given)]
        elif collective == "reduce_scatter":
            calls = [partial(comm.reduce_scatter, x.array, op=op, **given)]
        else:
            calls = [partial(comm.send, x.array, (rank + 1) % size, stream=stream), partial(comm.recv, y.array, (rank - 1) % size, stream=stream)]
            if not ring and rank % 2:
                calls.reverse()  # two calls, one behind the other: a rank sends while its neighbour receives

        def wrong(results):
            found = results[-1] if ring or rank % 2 == 0 or len(results) == 1 else results[0]
            self.comm.wait(stream)
            if y is not None:
                problems = [] if found is y.array else [f"the result is {found!r}, not out"]
                if out == "in place" and (collective in ("all_gather", "reduce_scatter")):
                    actual = y.values() if collective == "all_gather" else x.values()[rank]
                else:
                    actual = y.values()
                if before is not None and y.around() != before:
                    problems.append("memory around the array was written")
            else:
                problems = [] if library.is_ours(found) else [f"the result is {type(found)}"]
                actual = library.read(found) if not isinstance(library, nccl_libraries.Double) or hasattr(found, "__cuda_array_interface__") else None
            if actual is not None and not (actual.shape == expected.shape and actual.tobytes() == expected.tobytes()):
                problems.append(f"expected {expected.ravel()[:12]}, got {actual.ravel()[:12]}")
            return problems

        return calls, wrong, ring

    def part(self, library, whole, rank):
        """whole[rank] as an array of the library."""
        if isinstance(library, nccl_libraries.Double):
            view = whole.values()[rank]
            return library.show(view, view.ctypes.data)
        return whole.array[rank]

    def run(self, case, salt):
        import nccl_arrays
        words = refused(case[4], case[5]) if case[0] in ("all_reduce", "reduce_scatter") else None
        calls, wrong, grouped = self.prepare(case, salt)
        try:
            results = nccl_arrays.group(*calls) if grouped else [call() for call in calls]
        except TypeError as error:
            return [] if words and words in str(error) else [f"{type(error).__name__}: {error}"]
        return [f"{words} was not refused"] if words else wrong(results)


def report(case, wrong):
    print(json.dumps({"case": list(case), "wrong": wrong}), flush=True)


def skipped(case, why):
    print(json.dumps({"case": list(case), "skipped": why}), flush=True)


def libraries_on(device, names):
    made = {name: nccl_libraries.make(name, device) for name in names}
    return {name: library for name, library in made.items() if not isinstance(library, str)}, {name: why for name, why in made.items() if isinstance(why, str)}


def run_cases(ranks, mode):
    """In threads, or all ranks' calls in one group; the cases are the same everywhere."""
    import nccl_arrays
    for salt, case in enumerate(cases(ranks[0].libraries, ranks[0].size, mode)):
        wrong = [[] for _ in ranks]
        try:
            if mode == "group":
                words = refused(case[4], case[5]) if case[0] in ("all_reduce", "reduce_scatter") else None
                prepared = [rank.prepare(case, salt) for rank in ranks]
                try:
                    results = iter(nccl_arrays.group(*[call for calls, _, _ in prepared for call in calls]))
                    for i, (calls, judge, _) in enumerate(prepared):
                        wrong[i] = judge([next(results) for _ in calls]) if not words else ["not refused"]
                except TypeError as error:
                    if not words or words not in str(error):
                        raise
            elif len(ranks) == 1:
                wrong[0] = ranks[0].run(case, salt)
            else:
                def act(i):
                    try:
                        wrong[i] = ranks[i].run(case, salt)
                    except BaseException:
                        wrong[i] = [traceback.format_exc()[-700:]]
                threads = [threading.Thread(target=act, args=(i,), daemon=True) for i in range(len(ranks))]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
        except BaseException:
            wrong.append([traceback.format_exc()[-700:]])
        report((mode, *case), [f"rank {i}: {w}" for i, found in enumerate(wrong) for w in found])
        for rank in ranks:
            for library in rank.libraries.values():
                library.free()


def identity(way, rank):
    """The unique id by a file, by MPI, or by torch's store: the extension only gives and takes bytes."""
    import nccl_arrays
    kind, _, path = way.partition(":")
    if kind == "mpi":
        from mpi4py import MPI
        return MPI.COMM_WORLD.bcast(nccl_arrays.unique_id() if rank == 0 else None, root=0)
    if kind == "store":
        import torch.distributed
        store = torch.distributed.FileStore(path, -1)
        if rank == 0:
            store.set("nccl", nccl_arrays.unique_id())
        return store.get("nccl")
    path = pathlib.Path(path)
    if rank == 0:
        hidden = path.with_name(path.name + ".new")
        hidden.write_bytes(nccl_arrays.unique_id())
        hidden.rename(path)
    until = time.monotonic() + 60
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.01)
    return path.read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=("threads", "group", "rank", "mpi"))
    parser.add_argument("numbers", nargs="*")
    parser.add_argument("--fake", help="the double of NCCL: arrays are doubles, too")
    parser.add_argument("--libraries", default="")
    options = parser.parse_args()
    import nccl_arrays
    if options.fake:
        nccl_arrays.load(options.fake)
        nccl_libraries.Double.fake = nccl_libraries.Fake(options.fake)
    names = options.libraries.split(",") if options.libraries else list(nccl_libraries.DOUBLES if options.fake else nccl_libraries.REAL)
    how = {"timeout": 40}
    if options.mode in ("rank", "mpi"):
        if options.mode == "mpi":
            from mpi4py import MPI
            rank, size, way = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size, "mpi"
        else:
            rank, size, way = int(options.numbers[0]), int(options.numbers[1]), options.numbers[2]
        comms = [nccl_arrays.Communicator(rank, size, identity(way, rank), rank, **how)]
        mode = "processes"
    else:
        comms = nccl_arrays.all_devices(range(int(options.numbers[0])), **how)
        mode = options.mode
    ranks = []
    for comm in comms:
        libraries, missing = libraries_on(comm.device, names)
        ranks.append(Rank(comm, libraries))
    for name, why in missing.items():
        skipped((mode, name), why)
    run_cases(ranks, mode)
    for comm in comms:
        comm.close()
    print(json.dumps({"case": [mode, "end"], "wrong": []}), flush=True)


if __name__ == "__main__":
    main()
