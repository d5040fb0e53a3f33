"""Arrays of nanobind and pybind11 for the judge: judged_bindings.py:nb and judged_bindings.py:pb, compiled at import by CXX (default c++)."""
import hashlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = pathlib.Path(__file__).with_suffix(".cpp")
BUILD = pathlib.Path(os.environ.get("CUCORE_BUILD", ROOT / "build")) / "judge"


def built(name, flags):
    """The module that judged_bindings.cpp is with these flags, built once for this interpreter; None if the package is not installed."""
    found = importlib.util.find_spec(name)
    if not found:
        return None
    package = pathlib.Path(found.origin).parent
    flags = [flag.format(package) for flag in flags]
    key = hashlib.sha256(repr((sys.version, flags, SOURCE.read_text())).encode()).hexdigest()[:12]
    path = BUILD / f"{name}-{key}" / "judged_binding.so"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            made = pathlib.Path(folder) / path.name
            subprocess.run([os.environ.get("CXX", "c++"), "-std=c++17", "-O1", "-w", "-shared", "-fPIC", "-fvisibility=hidden",
                            f"-I{sysconfig.get_path('include')}", *flags, str(SOURCE), "-o", str(made)], check=True)
            made.replace(path)
    spec = importlib.util.spec_from_file_location("judged_binding", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


VIEW = ("lambda x, kind: (lambda a: judged_bindings.{0}.module.make({{'reversed': lambda: a[::-1], 'every_second': lambda: a[:, ::2], 'transposed': lambda: a.T, "
        "'rest': lambda: a[1:], 'broadcast': lambda: numpy.broadcast_to(a[:1], (2, *a.shape[1:]))}}[kind]()))({1})")
ARRAY = "lambda shape, dtype: judged_bindings.{}.module.make((numpy.arange(math.prod(shape)) % 100).astype(dtype).reshape(shape))"


class nb:
    """nanobind's ndarray, as nb::array_api exports it."""
    module = built("nanobind", ["-DNANOBIND", "-I{}/include", "-I{}/ext/robin_map/include", "{}/src/nb_combined.cpp"])
    judge = {"array": ARRAY.format("nb"), "values": "lambda y: numpy.from_dlpack(y).tolist()", "view": VIEW.format("nb", "numpy.from_dlpack(x)"),
             "write": "lambda y: numpy.from_dlpack(y).__setitem__((0,) * numpy.from_dlpack(y).ndim, 77)", "take": "lambda p: judged_bindings.nb.module.make(p)",
             "take_buffer": "lambda b: judged_bindings.nb.module.make(b)"}


class pb:
    """A class of pybind11 with a buffer."""
    module = built("pybind11", ["-I{}/include"])
    judge = {"array": ARRAY.format("pb"), "values": "lambda y: numpy.asarray(y).tolist()", "view": VIEW.format("pb", "numpy.asarray(x)"),
             "readonly": "lambda x: judged_bindings.pb.module.make(numpy.broadcast_to(numpy.asarray(x), numpy.shape(x)))",
             "write": "lambda y: numpy.asarray(y).__setitem__((0,) * numpy.ndim(y), 77)", "take_buffer": "lambda b: judged_bindings.pb.module.make(b)"}
