"""What an intake costs: ns per object, medians of one run.

floor      the producer's own calls that correctness needs, made bare in a C loop
cucore     the same array to a released cucore_view, in a C loop
ratio      cucore / floor, median of the ratios of rounds taken in turn
nanobind   an nb::ndarray argument; cuda.core StridedMemoryView.from_any_interface: both with one Python call around
"""
import argparse
import pathlib
import platform
import statistics
import subprocess
import sys
import sysconfig
import timeit

import cucore_bench

ROUNDS, CALLS = 21, 20000
NO_SYNC = -1


def pair(floor, floor_args, ours, our_args):
    """Medians of both, taken in turn, and of their ratios: the machine's speed drifts."""
    floor(*floor_args), ours(*our_args)
    rounds = [(floor(*floor_args), ours(*our_args)) for _ in range(ROUNDS)]
    return [statistics.median(column) for column in (*zip(*rounds), [b / a for a, b in rounds])]


def python_median(function):
    function()
    return statistics.median(timeit.timeit(function, number=CALLS // 4) / (CALLS // 4) * 1e9 for _ in range(ROUNDS))


def nanobind_peer(build):
    """Builds the peer with the nanobind that is installed, if any."""
    import nanobind

    target = build / ("nanobind_peer" + sysconfig.get_config_var("EXT_SUFFIX"))
    if not target.exists():
        base = pathlib.Path(nanobind.__file__).parent
        here = pathlib.Path(__file__).resolve().parent
        subprocess.run(
            [sysconfig.get_config_var("CXX").split()[0] if sysconfig.get_config_var("CXX") else "c++", "-std=c++17", "-O2",
             "-DNDEBUG", "-shared", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing", f"-I{nanobind.include_dir()}",
             f"-I{base / 'ext' / 'robin_map' / 'include'}", f"-I{sysconfig.get_path('include')}",
             str(base / "src" / "nb_combined.cpp"), str(here / "nanobind_peer.cpp"), "-o", str(target)],
            check=True, capture_output=True, text=True)
    import nanobind_peer as peer

    return peer.take


def cuda_core_peer():
    from cuda.core.utils import StridedMemoryView

    take = getattr(StridedMemoryView, "from_any_interface", None) or StridedMemoryView
    return lambda obj: take(obj, stream_ptr=-1)


class Dict:
    """The least that has a CUDA Array Interface: the floor is one attribute of an instance."""

    def __init__(self, interface):
        self.__cuda_array_interface__ = interface


def cases(skipped):
    """(name, object, floor function and its further arguments, protocol, stream)"""
    shape = (23, 4)
    import numpy as np

    yield "numpy (buffer)", np.zeros(shape, np.float32), (cucore_bench.floor_buffer,), "any", 0
    yield "numpy (__dlpack__)", np.zeros(shape, np.float32), (cucore_bench.floor_dlpack, None), "dlpack", 0
    try:
        import torch

        yield "torch cpu", torch.zeros(shape), (cucore_bench.floor_dlpack, None), "any", 0
        if torch.cuda.is_available():
            yield "torch cuda", torch.zeros(shape, device="cuda"), (cucore_bench.floor_dlpack, 1), "any", 1
    except ImportError as error:
        skipped.append(f"torch: {error}")
    try:
        import cupy

        a = cupy.zeros(shape, cupy.float32)
        yield "cupy", a, (cucore_bench.floor_dlpack, 1), "any", 1
        yield "cupy (CAI)", a, (cucore_bench.floor_cai,), "cai", NO_SYNC
        yield "CAI of an instance", Dict(a.__cuda_array_interface__), (cucore_bench.floor_cai,), "cai", NO_SYNC
    except Exception as error:
        skipped.append(f"cupy: {type(error).__name__}: {error}")
    try:
        import jax
        import jax.numpy as jnp

        for device in {d.platform: d for p in ("cpu", "gpu") for d in devices(jax, p)}.values():
            x = jax.device_put(jnp.zeros(shape, jnp.float32), device)
            x.block_until_ready()
            stream = None if device.platform == "cpu" else 1
            yield f"jax {device.platform}", x, (cucore_bench.floor_dlpack, stream), "any", 1
    except ImportError as error:
        skipped.append(f"jax: {error}")
    try:
        from numba import cuda

        if not cuda.is_available():
            raise RuntimeError("numba.cuda.is_available() is False")
        d = cuda.to_device(np.zeros(shape, np.float32))
        yield "numba", d, (cucore_bench.floor_cai,), "any", 1
    except Exception as error:
        skipped.append(f"numba: {type(error).__name__}: {error}")


def devices(jax, platform):
    try:
        return jax.devices(platform)
    except RuntimeError:
        return []


def peers(build, skipped):
    found = {}
    for name, make in (("nanobind", lambda: nanobind_peer(build)), ("cuda.core", cuda_core_peer)):
        try:
            found[name] = make()
        except Exception as error:
            reason = getattr(error, "stderr", None) or str(error)
            skipped.append(f"{name}: {type(error).__name__}: {reason.strip().splitlines()[-1]}")
    return found


def cell(value, form="{:.0f}"):
    return "-" if value is None else form.format(value)


def peer_time(take, obj):
    try:
        return python_median(lambda: take(obj))
    except Exception:  # the peer does not take this producer
        return None


def versions():
    names = ("numpy", "torch", "cupy", "jax", "numba", "nanobind", "cuda.core")
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    build = parser.parse_args().build.resolve()
    sys.path.insert(0, str(build))
    skipped = []
    found = peers(build, skipped)
    print(versions())
    print(f"{'ns per array':20s} {'floor':>7s} {'cucore':>7s} {'ratio':>6s} {'nanobind':>9s} {'cuda.core':>10s}")
    for name, obj, (floor, *more), protocol, stream in cases(skipped):
        bare, ours, ratio = pair(floor, (obj, CALLS, *more), cucore_bench.cucore, (obj, CALLS, protocol, stream))
        others = [peer_time(found[peer], obj) if peer in found else None for peer in ("nanobind", "cuda.core")]
        print(f"{name:20s} {bare:7.0f} {ours:7.0f} {ratio:6.2f} {cell(others[0]):>9s} {cell(others[1]):>10s}",
              flush=True)
    for reason in skipped:
        print("skipped:", reason)


if __name__ == "__main__":
    main()
