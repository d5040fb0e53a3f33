"""Operators in torch's dispatcher: eagerly, on meta tensors, compiled, exported, with gradients; what is refused, and its words;
torch without Python; the C functions of torch, compared with its headers.  tests/c/test_driver_op_torch.c has what torch never does."""
import ctypes
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig

import pytest

import readme

torch = pytest.importorskip("torch")
ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tests" / "python" / "op_torch_lib.c"
sys.path.insert(0, str(ROOT / "tests"))
import config  # noqa: E402

if tuple(map(int, torch.__version__.split(".")[:2])) < (2, 9):
    pytest.skip(f"torch {torch.__version__} has no stable functions for operators: systems/tests/test_old_torch.py",
                allow_module_level=True)
HAS_STRINGS = tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 10)  # else operators with strings are Python's
CC = shutil.which(os.environ.get("CC", "cc")) or pytest.skip("no C compiler", allow_module_level=True)
DLPACK = config.dlpack_include() or pytest.skip("no dlpack.h", allow_module_level=True)


def build(target, *options):
    subprocess.run([CC, "-std=c99", "-D_GNU_SOURCE", "-O0", "-shared", "-fPIC", "-fvisibility=hidden", "-I", str(ROOT), "-I", DLPACK,
                    *options, str(SOURCE), "-o", str(target), "-ldl", "-lpthread"], check=True)
    return target


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("op_torch")


@pytest.fixture(scope="module")
def module(folder):
    path = build(folder / f"op_torch_lib{sysconfig.get_config_var('EXT_SUFFIX')}", "-I", sysconfig.get_path("include"))
    spec = importlib.util.spec_from_file_location("op_torch_lib", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.register_as("ours")
    return module


@pytest.fixture(scope="module")
def plain(folder):
    """The library without Python, which knows nothing of torch before it is asked."""
    library = ctypes.CDLL(str(build(folder / "op_torch_plain.so", "-DWITHOUT_PYTHON")))
    library.register_ops.restype = ctypes.c_char_p
    library.register_ops.argtypes = [ctypes.c_char_p]
    return library


@pytest.fixture(scope="module")
def ours(module):
    return torch.ops.ours


def numbers(*shape, dtype=torch.float64, grad=False):
    return torch.arange(1, 1 + int(torch.Size(shape).numel()), dtype=dtype).reshape(shape).requires_grad_(grad)


def refusal(function, error=RuntimeError):
    with pytest.raises(error) as caught:
        function()
    return str(caught.value).partition("\n")[0]


SCHEMAS = {
    "scale": "ours::scale(Tensor x, float a=1.5) -> Tensor",
    "rows": "ours::rows(Tensor x, Tensor w, Tensor? b=None) -> (Tensor, Tensor)",
    "pad": "ours::pad(Tensor x, int to) -> Tensor",
    "many": 'ours::many(Tensor x, Tensor? w=None, Tensor(c!)? buffer=None, int k=2, bool yes=True, str how="sum", '
            "float eps=1.0000000000000001e-05) -> (Tensor, Tensor)"}


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas(ours, name):
    assert str(getattr(ours, name).default._schema) == SCHEMAS[name]


def test_eager(ours):
    x = numbers(2, 3)
    assert torch.equal(ours.scale(x), x * 1.5) and torch.equal(ours.scale(x.float(), a=2), x.float() * 2)
    assert torch.equal(ours.scale(x.t(), 2.0), x.t() * 2)  # made dense
    assert torch.equal(ours.scale(x[:, ::2], 2.0), x[:, ::2] * 2) and torch.equal(ours.scale(x[0, 0], 2.0), x[0, 0] * 2)
    y, s = ours.rows(x, numbers(3), None)
    assert torch.equal(y, x * numbers(3)) and torch.equal(s, x.sum(1))
    assert ours.pad(torch.ones(5), 4).tolist() == [1] * 5 + [0] * 3 and ours.pad(torch.ones(0), 4).shape == (0,)


def test_numbers_and_strings(ours):
    x = numbers(2, 3, dtype=torch.float32)
    s, c = ours.many(x)
    assert s.shape == (3, 2) and s.dtype == torch.float64 and (s == 1e-5).all() and c.tolist() == [-3, -3]
    s, c = ours.many(x, torch.ones(3), None, 4, False, "éa", 2.5)
    assert s.shape == (3, 4) and (s == -1).all() and c.tolist() == [3, 3]  # é has two bytes
    assert ours.many(x, how="")[1].tolist() == [0, 0]


@pytest.mark.parametrize("name, call, words", [
    ("dtype", lambda o: o.scale(torch.ones(3, dtype=torch.int32)), "scale: x: expected dtype float32 or float64, got int32"),
    ("layout", lambda o: o.rows(numbers(3, 2).t(), numbers(3), None),
     "rows: x: expected a C-order contiguous array, got strides (1, 2) for shape (2, 3)"),
    ("shape", lambda o: o.rows(numbers(2, 3), numbers(4), None), "rows: w: expected shape (m) with m = 3 as in x, got (4,)"),
    ("function", lambda o: o.scale(numbers(3), 13.0), "scale: a is 13, which brings bad luck"),
    ("shape function", lambda o: o.pad(torch.ones(3), 0), "pad: to is 0; it must be positive"),
    ("extent", lambda o: o.many(numbers(2, 3, dtype=torch.float32), k=-1), "many: k is -1; an extent must be 0 or more")])
def test_refusals(ours, module, name, call, words):
    """A refusal has the words that the function of Python has, whose refusals of arrays do not name the function."""
    assert refusal(lambda: call(ours), (RuntimeError, ValueError)) == words
    if name in ("shape", "shape function", "extent"):
        assert refusal(lambda: call(module), ValueError) in (words, words.partition(": ")[2])


def test_other_kinds_of_tensors(ours):
    """Bits that say how to read memory are resolved by torch; a sparse tensor has no kernel (rules X31)."""
    x = numbers(2, 3)
    negative = torch._neg_view(x)
    assert negative.is_neg() and torch.equal(ours.scale(negative, 2.0), -2 * x)
    z = torch.complex(x, x).conj().imag
    assert z.is_neg() and torch.equal(ours.scale(z, 1.0), -x)
    assert "SparseCPU" in refusal(lambda: ours.scale(x.to_sparse(), 1.0), NotImplementedError)
    with torch.no_grad():
        assert not ours.scale(numbers(3, grad=True)).requires_grad
    with torch.inference_mode():
        assert torch.equal(ours.scale(x), x * 1.5)


def test_versions_of_written_tensors(ours):
    """Autograd finds out that a tensor which it has saved was changed (rules B123, X32), and nothing else changes."""
    x, buffer = numbers(2, 3, dtype=torch.float32), torch.zeros(4)
    ours.many(x, None, buffer)
    assert buffer.tolist() == [1, 0, 0, 0] and buffer._version == 1 and buffer.is_leaf and not buffer.requires_grad
    ours.many(x)
    assert buffer._version == 1
    u = torch.ones(4, requires_grad=True) * 1
    square, graph = u * u, u.grad_fn
    ours.many(x, None, u)
    assert u.grad_fn is graph and torch.is_grad_enabled()
    assert "modified by an inplace operation" in refusal(lambda: square.sum().backward())
    with torch.inference_mode():
        inner = torch.zeros(4)
        ours.many(x, None, inner)
    assert inner[0] == 1
    if HAS_STRINGS:
        assert "many: buffer: aoti_torch_call_dispatcher" in refusal(lambda: ours.many(x, None, inner))
        assert inner[0] == 1  # refused before it is written


def test_meta(ours):
    y, s = ours.rows(numbers(2, 3).to("meta"), numbers(3).to("meta"), None)
    assert y.device.type == "meta" and y.shape == (2, 3) and s.shape == (2,) and s.dtype == torch.float64
    assert ours.pad(torch.ones(5, device="meta"), 4).shape == (8,)
    x = numbers(2, 3).to("meta")
    assert refusal(lambda: ours.rows(x, x, None), ValueError) == "rows: w: expected shape (m), 1 dimension, got (2, 3)"
    assert ours.scale(x.t()).stride() == (2, 1)


def test_gradients(ours):
    """By name, to any argument that wants one; also behind a gradient that repeats one number (rules X34)."""
    x, w, b = numbers(3, 4, grad=True), numbers(4, grad=True), numbers(4, grad=True)
    check = torch.autograd.gradcheck
    assert check(lambda x: ours.scale(x, 2.5), (x,)) and check(lambda x: ours.scale(x), (x,)) and check(ours.rows, (x, w, b))
    assert check(lambda x, w: ours.rows(x, w, None), (x, w))
    ours.scale(x, 2.0).sum().backward()  # a gradient that repeats one number
    assert (x.grad == 2).all()
    y, s = ours.rows(x.detach(), w, None)
    y.sum().backward()  # no gradient reaches s
    assert torch.equal(w.grad, x.detach().sum(0))


@pytest.mark.parametrize("which, words", enumerate([
    "scale: there is no derivative scale_backward in the list",
    "kind: the derivative whole has a value 'a', which the operator has not, or of another kind",
    "unknown: the derivative stray has an argument 'z', which belongs to no argument and no result",
    "changed: x is changed in place, of which torch takes no derivative"]))
def test_gradients_that_do_not_fit(module, which, words):
    """None of the list is registered then (rules X34)."""
    ns = f"apart{which}"
    assert refusal(lambda: module.register_as(ns, which), ValueError) == words
    module.register_as(ns)
    assert torch.equal(getattr(torch.ops, ns).scale(numbers(3), 1.0), numbers(3))


def test_twice(module):
    module.register_as("ours")
    module.register_as("others")
    assert torch.equal(torch.ops.others.scale(numbers(3)), numbers(3) * 1.5)


@pytest.mark.parametrize("name, make", [
    ("scale", lambda: (numbers(3, 4, grad=True), 2.5)), ("scale", lambda: (numbers(3, 4).t(),)),
    ("rows", lambda: (numbers(3, 4, grad=True), numbers(4, grad=True), numbers(4))), ("pad", lambda: (torch.ones(5), 4)),
    ("many", lambda: (numbers(3, 4, dtype=torch.float32), torch.ones(4), torch.zeros(5), 3, False, "abc", 0.5)),
    ("many", lambda: (numbers(3, 4, dtype=torch.float32),))])
def test_opcheck(ours, name, make):
    results = torch.library.opcheck(getattr(ours, name).default, make())
    assert set(results.values()) == {"SUCCESS"} and "test_aot_dispatch_dynamic" in results


BACKENDS = ["aot_eager"] + ["inductor"] * readme.EVERY


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("dynamic", (False, True))
def test_compiled(ours, backend, dynamic):
    """One graph for several extents (rules X33), with gradients; then numbers that become extents, and an argument changed in place."""
    torch._dynamo.reset()

    def loss(x, w):
        y, s = ours.rows(x + 1, w, None)
        return (y * 2 + ours.scale(y, 3.0)).sum() + s.sum()

    def change(x, buffer):
        s, c = ours.many(x, None, buffer, x.shape[0], how="mean")
        return s, c, buffer * 2, ours.pad(x[:, 0].contiguous(), 4)

    graphs = torch._dynamo.utils.counters["stats"]
    compiled_loss, compiled_change = (torch.compile(f, fullgraph=True, dynamic=dynamic, backend=backend) for f in (loss, change))
    for n in (3, 5, 6):
        pairs = []
        for function in (compiled_loss, loss):
            x, w = numbers(n, 4, grad=True), numbers(4, grad=True)
            function(x, w).backward()
            pairs.append((x.grad, w.grad))
        assert all(map(torch.allclose, *pairs))
        first = graphs["unique_graphs"] if n == 3 else first
    assert not dynamic or graphs["unique_graphs"] == first  # extents are symbols
    for n in (3, 5, 6):
        x, made, expected = numbers(n, 4, dtype=torch.float32), torch.zeros(5), torch.zeros(5)
        assert all(map(torch.equal, compiled_change(x, made), change(x, expected))) and torch.equal(made, expected)


def test_errors_of_compiled_code(ours):
    f = torch.compile(lambda x: ours.scale(x, 13.0), fullgraph=True, backend="aot_eager")
    assert refusal(lambda: f(numbers(3))) == "scale: a is 13, which brings bad luck"


class Exported(torch.nn.Module):
    def forward(self, x):
        s, c = torch.ops.ours.many(x, None, None, 3)
        return torch.ops.ours.scale(x, 2.0) + 1, s, c


def exported():
    return torch.export.export(Exported(), (numbers(3, 4, dtype=torch.float32),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})


def right(results, n):
    y, s, c = results
    return torch.equal(y, torch.full((n, 4), 3.0)) and s.shape == (4, 3) and c.tolist() == [-3] * n


def test_export(ours):
    program = exported()
    assert "ours.scale.default" in [str(node.target) for node in program.graph.nodes] and right(program.module()(torch.ones(7, 4)), 7)


@pytest.mark.skipif(not readme.EVERY or not shutil.which("g++"), reason="no C++ compiler, or not make test EVERY=1")
def test_aot_inductor(ours):
    package = torch._inductor.aoti_compile_and_package(exported())
    assert right(torch._inductor.aoti_load_package(package)(torch.ones(7, 4)), 7)


# ------------------------------------------------------------------------------------------------- without Python --
def test_registered_without_python(plain):
    """Kernels for CPU and meta tensors, which are enough to be compiled if extents are numbers."""
    assert plain.register_ops(b"bare") is None and plain.register_ops(b"bare") is None
    bare = torch.ops.bare
    x = numbers(2, 3)
    assert torch.equal(bare.scale(x), x * 1.5) and bare.rows(x.to("meta"), numbers(3).to("meta"), None)[1].shape == (2,)
    f = torch.compile(lambda v: bare.scale(v + 1, 3.0) - 1, fullgraph=True, backend="aot_eager")
    assert torch.equal(f(x), (x + 1) * 3 - 1)
    assert refusal(lambda: bare.rows(x.to("meta"), x.to("meta"), None)) == "rows: w: expected shape (m), 1 dimension, got (2, 3)"
    assert plain.register_ops(b"no.name") == b"the namespace 'no.name' is no identifier"


PROGRAM = r"""
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef int32_t (*call_t)(const char *, const char *, uint64_t *);
typedef int32_t (*blob_t)(void *, int64_t, const int64_t *, const int64_t *, int64_t, int32_t, int32_t, int32_t, void **);
typedef int32_t (*data_t)(void *, void **);
int main(int argc, char **argv)
{
    const char *(*reg)(const char *), *error;
    void *(*trip)(void *), *ops = dlopen(argv[2], RTLD_NOW), *torch, *x, *y, *p;
    float data[4] = {1, 2, 3, 4};
    int64_t n = 2, stride = 2;
    uint64_t stack[2];
    double a = 2.5;
    (void)argc;
    if (!ops) return puts(dlerror()), 1;
    *(void **)&reg = dlsym(ops, "register_ops");
    *(void **)&trip = dlsym(ops, "round_trip");
    error = reg("alone");
    printf("%s\n", error ? error : "registered without torch");
    torch = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
    if (!torch) return puts(dlerror()), 1;
    error = reg("alone");
    printf("%s\n", error ? error : "registered");
    for (; a < 20; a += 10.5) {
        ((blob_t)dlsym(torch, "aoti_torch_create_tensor_from_blob"))(data, 1, &n, &stride, 0, 6, 0, 0, &x);
        y = trip(x);
        ((data_t)dlsym(torch, "aoti_torch_get_data_ptr"))(y, &p);
        printf("same memory: %d\n", p == (void *)data);
        stack[0] = (uint64_t)(uintptr_t)y;
        memcpy(&stack[1], &a, sizeof a);
        if (((call_t)dlsym(torch, "aoti_torch_call_dispatcher"))("alone::scale", "", stack)) {
            puts("refused");
            continue;
        }
        ((data_t)dlsym(torch, "aoti_torch_get_data_ptr"))((void *)(uintptr_t)stack[0], &p);
        printf("%g %g\n", ((float *)p)[0], ((float *)p)[1]);
    }
    return 0;
}
"""


def test_a_program_without_python(folder, plain):
    """torch loaded by a program of C, by which errors are caught, not by Python (rules X30)."""
    source, library = folder / "program.c", pathlib.Path(torch.__file__).parent / "lib" / "libtorch.so"
    if not library.exists():
        pytest.skip(f"no {library}")
    source.write_text(PROGRAM)
    subprocess.run([CC, "-w", str(source), "-o", str(folder / "program"), "-ldl"], check=True)
    # the libraries of CUDA that torch's libraries need are beside torch, where its module finds them
    paths = [str(path) for path in pathlib.Path(torch.__file__).parent.parent.glob("nvidia/*/lib")]
    paths = os.pathsep.join([*paths, os.environ.get("LD_LIBRARY_PATH", "")])
    done = subprocess.run([folder / "program", library, folder / "op_torch_plain.so"], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "LD_LIBRARY_PATH": paths})
    assert done.stdout.splitlines() == [
        "torch is not loaded in this process: import it, or link it, before", "registered", "same memory: 1", "2.5 7.5",
        "same memory: 1", "refused"], done.stdout + done.stderr


# -------------------------------------------------------------------------------------------------- torch's headers --
SAME = {"AtenTensorHandle": "void *", "TorchLibraryHandle": "void *", "StringHandle": "void *", "StableIValue": "uint64_t",
        "AOTITorchError": "int32_t", "bool": "uint8_t", "unsigned char": "uint8_t"}


def plain_type(text):
    """A type of C without names and typedefs: "void *", "int64_t"."""
    text = re.sub(r"//[^\n]*", "", text).strip()
    for name, other in SAME.items():
        text = re.sub(rf"\b{name}\b", other, text)
    text = re.sub(r"\s*\*\s*", "*", text)
    return re.sub(r"^(const )?(\w+)(\**)(?: ?\w+)?$", r"\1\2\3", re.sub(r"\s+", " ", text))


def parameters_of(text):
    text = re.sub(r"//[^\n]*", "", text).strip()
    pieces = re.split(r",(?![^()]*\))", text) if text and text != "void" else []
    return ["function" if "(" in piece or piece.strip().startswith("cucore__aten_") else plain_type(piece) for piece in pieces]


def test_functions_are_those_of_the_headers():
    """Each function that is looked up is declared by this torch as it is here, or is newer."""
    include = pathlib.Path(torch.__file__).parent / "include" / "torch" / "csrc"
    headers = [include / "inductor" / "aoti_torch" / "c" / "shim.h", include / "stable" / "c" / "shim.h"]
    text = "\n".join(path.read_text() for path in headers if path.exists())
    if not text:
        pytest.skip("this torch has no headers")
    facts = (ROOT / "src" / "op" / "foreign_aten.h").read_text().replace("\\\n", " ")
    rows = re.findall(r'X\(\w+,\s*"(\w+)",\s*([\w ]+?\*?),\s*\((.*?)\),\s*([01])\)', facts)
    assert len(rows) > 30
    found = 0
    for name, result, parameters, needed in rows:
        declared = re.search(rf"AOTI_TORCH_EXPORT\s+([\w ]+?[\s*]+){name}\((.*?)\)\s*;", text, re.S)
        assert declared or needed == "0", name
        if declared:
            found += 1
            assert plain_type(declared[1]) == plain_type(result), name
            assert parameters_of(declared[2]) == parameters_of(parameters), name
    for name in re.findall(r'X\("(\w+)", \w+, \d+, \d\)', facts):
        assert re.search(rf"AOTI_TORCH_EXPORT int32_t {name}\(\)", text) or name.startswith("torch_dtype"), name
    assert found > 25
