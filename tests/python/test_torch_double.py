"""Tensors of a torch without an exchange table (2.3 to 2.9) come in by its C functions: a double of torch, each case in a process of its own.

systems/tests/test_old_torch.py does the same with torch itself."""
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import pytest

import cucore_test as cu

pytestmark = pytest.mark.skipif(not cu.TYPE_MEMORY or not shutil.which("cc") or sys.platform == "win32",
                                reason="types are not remembered, or there is no compiler")
HERE = pathlib.Path(__file__).resolve().parent

PRELUDE = """
import sys, types, importlib.util
spec = importlib.util.spec_from_file_location("torch._C", sys.argv[1])
torch = types.ModuleType("torch"); torch.__path__ = []
sys.modules["torch"] = torch
torch._C = sys.modules["torch._C"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(torch._C)
torch.strided = torch._C.strided
torch.version = sys.modules["torch.version"] = types.ModuleType("torch.version"); torch.version.hip = None
asked = []
class Tensor(torch._C.TensorBase):
    __module__ = "torch"
    def __dlpack_device__(self): return 1, 0
    def __dlpack__(self, **how): asked.append(how); raise BufferError("asked")
torch.Tensor = Tensor
import cucore_test as cu
def way(obj, flags=0):
    "The protocol of a view, or how it was refused."
    try: view = cu.view(obj, flags=flags)
    except BufferError as error: return str(error)
    found = view.protocol, view.dtype, view.shape, view.strides
    view.release()
    return found
OWNED = ("dlpack-versioned", "float32", (2,), (1,)); LENT = ("dltensor", *OWNED[1:])
"""

CASES = {
    "owned": "t = Tensor(); assert way(t) == OWNED and way(t, cu.BORROW) == LENT and not asked",
    "kept": "t = Tensor(); view = cu.view(t); del t; assert torch._C.counts()[0] == 1; view.release()",
    "dtypes": "names = {n: way(Tensor(0, n)) for n in (0, 4, 11, 15, 23, 29)}\n"
              "assert [f[1] for f in names.values()] == ['uint8', 'int64', 'bool', 'bfloat16', 'float8_e5m2', 'uint64'], names",
    "dtype-unknown": "assert all('asked' in way(Tensor(0, n)) for n in (12, 22, 30, 99, -1)) and len(asked) == 5",
    "device-unknown": "assert 'asked' in way(Tensor(13))",
    "no-stream-function": "assert 'asked' in way(Tensor(1), cu.TRUST_PRODUCER)",
    "sparse": "t = Tensor(); way(t); t.set_sparse(); before = torch._C.counts()[1]; assert 'asked' in way(t)\n"
              "assert torch._C.counts()[1] == before + 2, 'only the device and the dtype may be asked'",
    "subclass": "class Below(Tensor): pass\nassert way(Below()) == OWNED",
    "hooks": "class Below(Tensor):\n    __torch_function__ = classmethod(lambda *args: None)\nassert 'asked' in way(Below())",
    "own-dlpack": "class Below(Tensor):\n    def __dlpack__(self, **how): return super().__dlpack__(**how)\nassert 'asked' in way(Below())",
    "another-Tensor": "torch.Tensor = type('Tensor', (), {}); assert 'asked' in way(Tensor())",
    "rocm": "torch.version.hip = '6.0'; assert 'asked' in way(Tensor())",
    "no-file": "del torch._C.__file__; assert 'asked' in way(Tensor())",
    "file-not-loaded": "torch._C.__file__ = '/nowhere.so'; assert 'asked' in way(Tensor())",
    "a-table-of-its-own": "Tensor.__dlpack_c_exchange_api__ = None; assert 'asked' in way(Tensor())",
    "another-cdata": "class Shadow(Tensor):\n    _cdata = 5\nassert way(Shadow()) == OWNED, 'the getter of torch is called'",
    "each-call-fails": "import gc\nn = 1\nwhile True:\n    kind = type('Below', (Tensor,), {}); t = kind(); cu.fail_at(n)\n    try: cu.view(t).release()\n"
                       "    except (MemoryError, BufferError): pass\n    left = cu.fail_at(0)\n    if n > 400: break\n    n += 1\n"
                       "assert way(t) == OWNED\ndel t; gc.collect(); assert torch._C.counts()[0] == 0",
}
OTHER = {"missing": "-DMISSING", "renumbered": "-DRENUMBERED"}


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    made = {}

    def compiled(option):
        if option not in made:
            made[option] = tmp_path_factory.mktemp("torch") / "_C.so"
            subprocess.run(["cc", "-std=gnu99", "-O1", "-shared", "-fPIC", *option.split(), "-I", sysconfig.get_path("include"),
                            str(HERE / "torch_double.c"), "-o", str(made[option])], check=True)
        return str(made[option])

    return compiled


def run(library, code):
    where = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    done = subprocess.run([sys.executable, "-c", PRELUDE + code, library], capture_output=True, text=True, env=where)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("code", CASES.values(), ids=CASES)
def test_with_all_functions(build, code):
    run(build(""), code)


@pytest.mark.parametrize("option", OTHER.values(), ids=OTHER)
def test_refused_where_a_function_is_missing_or_numbers_differ(build, option):
    run(build(option), "assert 'asked' in way(Tensor()) and 'asked' in way(Tensor())")
