"""What is judged: how its arrays are made, how it takes arrays of others, and which protocols it speaks.

Everything is the text of a lambda, so that a program that shows a finding has the same words:
  array(shape, dtype)    an array of 0, 1, 2, ... in C order      values(array)     its elements as nested lists
  view(array, kind)      reversed, every_second, transposed, rest, broadcast
  readonly(array)        a read-only array of it                  write(array)      sets its first element to 77
  nbytes(array)          the bytes of its elements                take(producer)    an array of an object with __dlpack__
  take_copy(producer, copy), take_on(producer): with device= the CPU
  take_interface(object), take_cuda(object with __cuda_array_interface__), take_buffer(memoryview)
  cuda_array(shape, dtype), cuda_stream(), cuda_late(shape): ones, by work that is enqueued after other work
"""
from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import pathlib
import sys
from typing import Any

from . import parts

WRITE = "lambda y: y.__setitem__((0,) * len(y.shape), 77)"
TOLIST = "lambda y: y.tolist()"
VIEW = ("lambda x, kind: {{'reversed': lambda: x[::-1], 'every_second': lambda: x[:, ::2], 'transposed': lambda: {transposed}, 'rest': lambda: x[1:], "
        "'broadcast': lambda: {broadcast}}}[kind]()")


def _view(broadcast: str, transposed: str = "x.T") -> str:
    return VIEW.format(broadcast=broadcast, transposed=transposed)


NUMPY = {"array": "lambda shape, dtype: (numpy.arange(math.prod(shape)) % 100).astype(dtype).reshape(shape)", "values": TOLIST,
         "view": _view("numpy.broadcast_to(x[:1], (2, *x.shape[1:]))"), "readonly": "lambda x: numpy.broadcast_to(x, x.shape)", "write": WRITE, "nbytes": "lambda x: x.nbytes"}
HOST_ARRAY = NUMPY["array"].split(": ", 1)[1]
# A dense view of device memory is copied by the driver, in order on the legacy default stream, on which it was taken.
VIEWED = ("lambda y: numpy.from_dlpack(y).tolist() if y.__dlpack_device__()[0] != 2 or y.strides not in (None, numpy.empty(y.shape, 'u1').strides) else (lambda a: "
          "(ctypes.CDLL('libcuda.so.1').cuMemcpyDtoH_v2(ctypes.c_void_p(a.ctypes.data), ctypes.c_void_p(y.ptr), ctypes.c_size_t(a.nbytes)), a)[1])(numpy.empty(y.shape, y.dtype)).tolist()")
CUDA_CORE = {"cuda_array": "lambda shape, dtype: (lambda d: StridedMemoryView.from_buffer((d.set_current(), d.allocate(max(math.prod(shape), 1) "
                           "* numpy.dtype(dtype).itemsize, stream=d.default_stream))[1], shape, dtype=numpy.dtype(dtype)))(cuda.core.Device())",
             "cuda_stream": "lambda: (cuda.core.Device().set_current(), cuda.core.Device().create_stream())[1]"}
KNOWN: dict[str, dict[str, str]] = {
    "numpy": {"setup": "import math, numpy", **NUMPY, "take": "lambda p: numpy.from_dlpack(p)", "take_copy": "lambda p, copy: numpy.from_dlpack(p, copy=copy)",
              "take_on": "lambda p: numpy.from_dlpack(p, device='cpu')",
              "take_interface": "lambda o: numpy.asarray(o)", "take_buffer": "lambda b: numpy.asarray(b)"},
    "ml_dtypes": {"setup": "import math, numpy, ml_dtypes", **NUMPY,
                  "array": "lambda shape, dtype: (numpy.arange(math.prod(shape)) % 8).astype(getattr(ml_dtypes, dtype)).reshape(shape)",
                  "values": "lambda y: y.astype('float32').tolist()"},
    "torch": {"setup": "import math, torch", "array": "lambda shape, dtype: (torch.arange(math.prod(shape)) % 100).to(getattr(torch, dtype)).reshape(shape)",
              "values": TOLIST, "view": _view("x[:1].expand(2, *x.shape[1:])"), "write": WRITE, "nbytes": "lambda x: x.nbytes",
              "take": "lambda p: torch.from_dlpack(p)", "take_copy": "lambda p, copy: torch.from_dlpack(p, copy=copy)",
              "take_on": "lambda p: torch.from_dlpack(p, device='cpu')", "take_cuda": "lambda o: torch.as_tensor(o, device='cuda')",
              "take_buffer": "lambda b: torch.frombuffer(b, dtype={'b': torch.int8, 'B': torch.uint8, 'h': torch.int16, 'i': torch.int32, 'q': torch.int64, "
                             "'f': torch.float32, 'd': torch.float64, '?': torch.bool}[b.format])",
              "cuda_array": "lambda shape, dtype: torch.zeros(shape, dtype=getattr(torch, dtype), device='cuda')", "cuda_stream": "lambda: torch.cuda.Stream()",
              "cuda_late": "lambda shape: (lambda y: (torch.cuda.synchronize(), torch.cuda._sleep(500_000_000), y.add_(1))[2])(torch.zeros(shape, device='cuda'))"},
    "jax": {"setup": "import math, jax, jax.numpy\njax.config.update('jax_enable_x64', True)",
            "array": "lambda shape, dtype: jax.device_put((jax.numpy.arange(math.prod(shape)) % 100).astype(dtype).reshape(shape), jax.devices('cpu')[0])",
            "values": TOLIST, "view": _view("jax.numpy.broadcast_to(x[:1], (2, *x.shape[1:]))"), "readonly": "lambda x: x", "nbytes": "lambda x: x.nbytes",
            "take": "lambda p: jax.numpy.from_dlpack(p)", "take_copy": "lambda p, copy: jax.numpy.from_dlpack(p, copy=copy)",
            "take_on": "lambda p: jax.numpy.from_dlpack(p, device=jax.devices('cpu')[0])", "take_cuda": "lambda o: jax.numpy.asarray(o)",
            "take_interface": "lambda o: jax.numpy.asarray(o)", "take_buffer": "lambda b: jax.numpy.asarray(b)",
            "cuda_array": "lambda shape, dtype: jax.device_put(jax.numpy.zeros(shape, dtype), jax.devices('gpu')[0])",
            "cuda_late": "lambda shape: jax.jit(lambda y: jax.lax.fori_loop(0, 50, lambda i, z: z @ z * 0, y) + 1)(jax.device_put(jax.numpy.zeros(shape, 'float32'), jax.devices('gpu')[0]))"},
    "tensorflow": {"setup": "import math, tensorflow", "array": "lambda shape, dtype: tensorflow.reshape(tensorflow.cast(tensorflow.range(math.prod(shape)) % 100, dtype), shape)",
                   "values": "lambda y: y.numpy().tolist()", "view": _view("tensorflow.broadcast_to(x[:1], (2, *x.shape[1:]))", "tensorflow.transpose(x)"), "readonly": "lambda x: x",
                   "take": "lambda p: tensorflow.experimental.dlpack.from_dlpack(p.__dlpack__())", "take_interface": "lambda o: tensorflow.convert_to_tensor(o)",
                   "take_buffer": "lambda b: tensorflow.convert_to_tensor(b)"},
    "paddle": {"setup": "import math, paddle", "array": "lambda shape, dtype: (paddle.arange(math.prod(shape)) % 100).astype(dtype).reshape(list(shape)) if dtype != 'uint16' else None",
               "values": "lambda y: (y.astype('float32') if 'bfloat16' in str(y.dtype) else y).tolist()", "view": _view("x[:1].expand([2, *x.shape[1:]])"), "write": WRITE, "nbytes": "lambda x: x.nbytes", "take": "lambda p: paddle.utils.dlpack.from_dlpack(p)", "take_buffer": "lambda b: paddle.to_tensor(b)",
               "cuda_array": "lambda shape, dtype: paddle.zeros(list(shape), dtype).cuda()", "cuda_stream": "lambda: paddle.device.Stream()"},
    "pyarrow": {"setup": "import math, numpy, pyarrow", "array": "lambda shape, dtype: pyarrow.array((numpy.arange(math.prod(shape)) % 100).astype(dtype)) if shape else None",
                "values": "lambda x: x.to_pylist()", "view": "lambda x, kind: x[{'rest': slice(1, None)}[kind]]", "readonly": "lambda x: x", "nbytes": "lambda x: x.nbytes"},
    "tvm_ffi": {"setup": "import math, numpy, tvm_ffi", "array": "lambda shape, dtype: tvm_ffi.from_dlpack((numpy.arange(math.prod(shape)) % 100).astype(dtype).reshape(shape))",
                "values": "lambda y: numpy.from_dlpack(y).tolist()", "take": "lambda p: tvm_ffi.from_dlpack(p)"},
    "array_api_strict": {"setup": "import math, array_api_strict", "values": "lambda y: y._array.tolist()",
                         "array": "lambda shape, dtype: array_api_strict.reshape(array_api_strict.astype(array_api_strict.arange(math.prod(shape)) % 100, "
                                  "getattr(array_api_strict, dtype)), shape)", "write": WRITE,
                         "view": _view("array_api_strict.broadcast_to(x[:1, :], (2, x.shape[1]))").replace("x[1:]", "x[1:, :]").replace("x[::-1]", "x[::-1, :]"),
                         "take": "lambda p: array_api_strict.from_dlpack(p)", "take_copy": "lambda p, copy: array_api_strict.from_dlpack(p, copy=copy)",
                         "take_on": "lambda p: array_api_strict.from_dlpack(p, device=array_api_strict.Device('CPU_DEVICE'))"},
    "mlx": {"setup": "import math, mlx.core", "array": "lambda shape, dtype: (mlx.core.arange(math.prod(shape)) % 100).astype(getattr(mlx.core, dtype)).reshape(shape)", "values": TOLIST,
            "view": _view("mlx.core.broadcast_to(x[:1], (2, *x.shape[1:]))"), "write": WRITE, "nbytes": "lambda x: x.nbytes", "take": "lambda p: mlx.core.array(p)",
            "take_buffer": "lambda b: mlx.core.array(b)"},
    "cupy": {"setup": "import math, cupy", "array": "lambda shape, dtype: (cupy.arange(math.prod(shape)) % 100).astype(dtype).reshape(shape)", "values": TOLIST,
             "view": _view("cupy.broadcast_to(x[:1], (2, *x.shape[1:]))"), "write": WRITE, "nbytes": "lambda x: x.nbytes", "take": "lambda p: cupy.from_dlpack(p)", "take_cuda": "lambda o: cupy.asarray(o)",
             "cuda_array": "lambda shape, dtype: cupy.zeros(shape, dtype)", "cuda_stream": "lambda: cupy.cuda.Stream()",
             "cuda_late": "lambda shape: (lambda y: ([cupy.matmul(y, y) for _ in range(300)], cupy.add(y, 1, out=y))[1])(cupy.zeros(shape, 'float32'))"},
    "numba": {"setup": "import numba.cuda, math", "array": "lambda shape, dtype: None", "values": "lambda y: y.copy_to_host().tolist()", "take_cuda": "lambda o: numba.cuda.as_cuda_array(o)",
              "cuda_array": "lambda shape, dtype: numba.cuda.device_array(shape, dtype)", "cuda_stream": "lambda: numba.cuda.stream()"},
    "cuda.core": {"setup": "import ctypes, math, numpy\nimport cuda.core\nfrom cuda.core.utils import StridedMemoryView", **NUMPY,
                  "array": f"lambda shape, dtype: StridedMemoryView.from_dlpack({HOST_ARRAY}, stream_ptr=-1)", "values": VIEWED,
                  "view": f"lambda x, kind: StridedMemoryView.from_dlpack(({NUMPY['view']})(numpy.from_dlpack(x), kind), stream_ptr=-1)",
                  "readonly": "lambda x: StridedMemoryView.from_array_interface(numpy.broadcast_to(numpy.from_dlpack(x), x.shape))",
                  "write": "lambda y: numpy.from_dlpack(y).__setitem__((0,) * len(y.shape), 77)", "nbytes": "lambda x: x.size * x.dtype.itemsize",
                  "take": "lambda p: StridedMemoryView.from_dlpack(p, stream_ptr=1 if p.__dlpack_device__() == (2, 0) else -1)", "take_interface": "lambda o: StridedMemoryView.from_array_interface(o)",
                  "take_cuda": "lambda o: StridedMemoryView.from_cuda_array_interface(o, stream_ptr=1)", **CUDA_CORE},
    "cuda.core.Buffer": {"setup": "import ctypes, math, numpy\nimport cuda.core\nfrom cuda.core.utils import StridedMemoryView", **CUDA_CORE,
                         "array": f"lambda shape, dtype: (lambda a: StridedMemoryView.from_buffer(cuda.core.Buffer.from_handle(a.ctypes.data, a.nbytes, owner=a), shape, dtype=a.dtype))({HOST_ARRAY})",
                         "values": VIEWED, "write": "lambda y: numpy.from_dlpack(y).__setitem__((0,) * len(y.shape), 77)"},
}
TAKES = "from_dlpack", "from_dlpack_capsule"
LIBRARY = ("lambda shape, dtype: {m}.reshape({m}.asarray({m}.arange(math.prod(shape)), dtype=getattr({m}, dtype)), shape)",
           "lambda shape, dtype: {m}.zeros(shape, dtype=getattr({m}, dtype))", "lambda shape, dtype: {m}.zeros(shape)")
MAKER = "lambda shape, dtype: {m}(shape, dtype)", "lambda shape, dtype: {m}(shape)", "lambda shape, dtype: {m}()"
LISTS = TOLIST, "lambda y: numpy.from_dlpack(y).tolist()", "lambda y: numpy.asarray(y).tolist()"


class NotFound(Exception):
    """What is named is not there."""


class Subject:
    """The texts for one library, function, type or object, and what they are."""

    def __init__(self, target: str, takes: str = "") -> None:
        self.target = target
        self.templates: dict[str, str] = {}
        self.guesses: list[str] = []
        if target in KNOWN:
            found = dict(KNOWN[target])
            self.setup = found.pop("setup")
            self.templates.update(found)
        else:
            self.find(target)
        if takes:
            setup, name, _ = _named(takes)
            self.setup += f"\n{setup}"
            self.templates["take"] = f"lambda p: {name}(p)"
        self.space: dict[str, Any] = {}
        try:
            exec(self.setup, self.space)
        except ImportError as error:
            raise NotFound(f"{target}: {error}") from None
        self.features: set[str] = set()

    def find(self, target: str) -> None:
        """Templates for what is not in KNOWN."""
        setup, name, found = _named(target)
        self.setup = f"import math\n{setup}"
        try:
            import numpy  # noqa: F401
            self.setup += "\nimport numpy"
        except ImportError:
            pass
        for each, text in vars(found).items() if isinstance(found, type) or hasattr(found, "__dict__") else ():
            if each == "judge" and isinstance(text, dict):  # a library's own templates
                self.templates.update(text)
        if hasattr(found, "__path__") or type(found).__name__ == "module":
            self.guesses = [text.format(m=name) for text in LIBRARY]
            for each in TAKES:
                if hasattr(found, each):
                    self.templates.setdefault("take", f"lambda p: {name}.{each}(p)")
        elif callable(found):
            self.guesses = [text.format(m=name) for text in MAKER]
        else:
            self.guesses = [f"lambda shape, dtype: {name}"]
        self.templates.setdefault("view", _view("numpy.broadcast_to(x[:1], (2, *x.shape[1:]))"))
        self.templates.setdefault("write", WRITE)

    @property
    def version(self) -> str:
        for name in dict.fromkeys((self.target, self.target.split(".")[0])):
            try:
                return importlib.metadata.version({"tvm_ffi": "apache-tvm-ffi", "cuda.core": "cuda-core", "cuda.core.Buffer": "cuda-core", "cupy": "cupy-cuda13x"}.get(name, name))
            except (importlib.metadata.PackageNotFoundError, ValueError):
                module = sys.modules.get(name)
                if isinstance(getattr(module, "__version__", None), str):
                    return str(module.__version__)  # type: ignore[union-attr]
        return ""

    def function(self, name: str) -> Any:
        return eval(self.templates[name], self.space)

    def look(self) -> dict[str, Any]:
        """Which of the guesses work, and what the library has; runs in a process of its own."""
        for kind, guesses in (("array", self.guesses), ("values", LISTS)):
            for text in guesses:
                if kind not in self.templates:
                    try:
                        value = eval(text, self.space)
                        value = value((2, 3), "float32") if kind == "array" else value(eval(self.templates["array"], self.space)((2, 3), "float32"))
                        if kind == "array" and not _speaks(value):
                            continue
                        self.templates[kind] = text
                    except Exception:  # noqa: S112
                        pass
        self.templates.setdefault("array", "lambda shape, dtype: None")
        self.templates.setdefault("values", TOLIST)
        features = set(self.templates) & {"readonly", "take", "take_interface", "take_buffer", "take_cuda"}
        x, reason = None, ""
        try:
            x = self.function("array")((2, 3), "bfloat16" if self.target == "ml_dtypes" else "float32")
        except Exception as error:
            reason = parts.told(error)
        if x is not None:
            features |= _speaks(x)
            if "export" in features:
                try:
                    features |= {"host"} if int(x.__dlpack_device__()[0]) == 1 else set()
                except Exception:
                    features.add("host")
        if "write" in self.templates and parts.raised(lambda: self.function("write")(self.function("array")((2, 3), "float32"))) is None:
            features |= {"writes", "writable"}
        if "take" in features:
            self.look_at_take(features)
        if "take_copy" in self.templates:
            features.add("copies")
        if "take_on" in self.templates:
            features.add("places")
        if has_gpu() and "cuda_array" in self.templates:
            features.add("cuda")
        return {"templates": self.templates, "features": sorted(features), "reason": reason}

    def look_at_take(self, features: set[str]) -> None:
        """Whether it asks by itself, and for what."""
        take = self.function("take")
        producer = parts.Producer("legacy")
        _, error = parts.attempt(take, producer)
        asked = producer.asked[0] if producer.asked else {}
        if "__dlpack__" not in self.templates["take"]:
            features.add("asks")
        features |= {"legacy", "take_device"}
        refused = parts.attempt(take, parts.Producer("versioned"))[1]
        if "max_version" in asked or refused is None:
            features.add("versioned")
        if error is not None and refused is not None and has_gpu():
            features.discard("take")  # it takes arrays of devices only
        tabled = parts.tabled()
        parts.attempt(take, tabled)
        if tabled.called:
            features.add("tables")


def _named(target: str) -> tuple[str, str, Any]:
    """The lines that import what is named, its expression, and itself."""
    file, _, name = target.rpartition(":")
    if file.endswith(".py"):
        path = pathlib.Path(file).resolve()
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if not path.is_file() or spec is None or spec.loader is None:
            raise NotFound(f"{file} is not a file")
        sys.path.insert(0, str(path.parent))
        module = importlib.import_module(path.stem)
        if not hasattr(module, name):
            raise NotFound(f"{file} has no {name!r}")
        return f"import sys\nsys.path.insert(0, {str(path.parent)!r})\nimport {path.stem}", f"{path.stem}.{name}", getattr(module, name)
    words = target.split(".")
    for count in range(len(words), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(words[:count]))
        except ModuleNotFoundError as error:
            if error.name and not ".".join(words).startswith(error.name):
                raise NotFound(f"{target}: {error}") from None
            continue
        for word in words[count:]:
            if not hasattr(found, word):
                raise NotFound(f"{target}: {getattr(found, '__name__', found)} has no {word!r}")
            found = getattr(found, word)
        return f"import {'.'.join(words[:count])}", target, found
    raise NotFound(f"{target}: no such module; name a module, module.name, or FILE.py:name")


def _speaks(x: Any) -> set[str]:
    """The protocols of an array."""
    found = set()
    if hasattr(type(x), "__dlpack__") or parts.raised(lambda: x.__dlpack__) is None:
        found.add("export")
    if getattr(type(x), "__dlpack_c_exchange_api__", None) is not None:
        found.add("table")
    if parts.raised(memoryview, x) is None:
        found.add("buffer")
    if parts.raised(lambda: x.__array_interface__) is None:
        found.add("interface")
    return found


def has_gpu() -> bool:
    import ctypes
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int()
    if hasattr(driver, "fake_reset"):  # the driver of cucore's tests
        return False
    return driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0
