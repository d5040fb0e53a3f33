"""Intakes in the limited API, beside a Cython class that reads the same by hand (limited_peer.pyx), where Cython is installed.

    make bench-limited          time / time of Cython: below 1 is faster; a row above 1.2 ends with status 1
"""
import argparse
import array
import importlib.util
import pathlib
import subprocess
import sys
import sysconfig

import cucore_bench_limited as ours

COUNT, TRIES = 200000, 7


class OfType:
    __cuda_array_interface__ = {"shape": (2, 3), "typestr": "<f4", "data": (4096, False), "version": 3}


class Property:
    interface = OfType.__cuda_array_interface__

    @property
    def __cuda_array_interface__(self):
        return self.interface


class Fresh:
    @property
    def __cuda_array_interface__(self):
        return {"shape": (2, 3), "strides": (12, 4), "typestr": "<f4", "data": (4096, False), "version": 3, "stream": None}


def rows():
    yield "CUDA Array Interface, of the type", OfType()
    yield "CUDA Array Interface, a property", Property()
    yield "CUDA Array Interface, a fresh dict", Fresh()
    yield "array.array", array.array("f", [1, 2])
    yield "bytearray", bytearray(8)
    yield "memoryview", memoryview(bytes(8))
    try:
        import numpy
    except ImportError:
        return
    yield "numpy.ndarray", numpy.zeros((2, 3), "f4")
    yield "numpy.float32", numpy.float32(1)


def peer(folder):
    """The module of Cython in the limited API; None without Cython."""
    if not importlib.util.find_spec("Cython"):
        return None
    here, made, target = pathlib.Path(__file__).parent, folder / "limited_peer.c", folder / "limited_peer.abi3.so"
    subprocess.run([sys.executable, "-m", "cython", "-3", str(here / "limited_peer.pyx"), "-o", str(made)], check=True)
    subprocess.run(["cc", "-O3", "-DNDEBUG", "-DPy_LIMITED_API=0x030B0000", "-DCYTHON_LIMITED_API=1", "-shared", "-fPIC", "-I",
                    sysconfig.get_path("include"), str(made), "-o", str(target)], check=True)
    import limited_peer
    return limited_peer


def best(calls):
    """The least time of each, taken in turns: the machine is as busy for one as for the other."""
    times = [[call() for call in calls] for _ in range(TRIES)]
    return [min(column) for column in zip(*times)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    theirs = peer(parser.parse_args().build)
    slow = 0
    print(f"{'ns':36}{'any protocol':>14}{'by these two':>14}{'Cython':>8}{'ratio':>7}")
    for name, obj in rows():
        calls = [lambda: ours.take_ns(obj, COUNT, 1), lambda: ours.take_ns(obj, COUNT, 0)]
        if theirs:
            calls.append(lambda: theirs.take_ns(obj, COUNT))
        anything, same, hand = (*best(calls), None)[:3]
        print(f"{name:36}{anything:14.0f}{same:14.0f}" + (f"{hand:8.0f}{same / hand:7.2f}" if hand else "       -      -"))
        slow += bool(hand) and same > 1.2 * hand
    if not theirs:
        print("without Cython there is no peer")
    return slow > 0


if __name__ == "__main__":
    sys.exit(main())
