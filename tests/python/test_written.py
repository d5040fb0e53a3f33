"""Each access that writes counts up the version of a torch or Paddle tensor (B123): rows on doubles of both libraries, each double in a
process of its own, since a function that was found is remembered; and with torch itself, whose backward raises.

`PYTHONPATH=build/python PYTHON -m pytest tests/python/test_written.py` with any Python that has torch."""
import gc
import json
import os
import subprocess
import sys
import types

import pytest

import cucore_test as cu
from producers import Producer

np = pytest.importorskip("numpy")
W, KEEP = cu.WRITE, cu.KEEP_VERSION
MAKE = cu.MAKE_C_CONTIGUOUS


def flags(more=W):
    return [("x", None, None, more)]


# name: (what is done with a tensor of 2 x 3 float32, how often it is counted)
WAYS = {
    "view": (lambda t: cu.view(t, flags=W).release(), 1),
    "view-read": (lambda t: cu.view(t).release(), 0),
    "view-bytes": (lambda t: cu.view_bytes(t, flags=W).release(), 1),
    "view-made-dense": (lambda t: cu.work([t], flags(W | MAKE)), 1),
    "args": (lambda t: cu.work([t], flags()), 1),
    "args-output": (lambda t: cu.work([t], flags(cu.OUTPUT)), 1),
    "args-twice-the-same": (lambda t: cu.work([t, t], [("a", None, None, W), ("b", None, None, W)]), 2),
    "args-read-and-write": (lambda t: cu.work([t, t], [("a", None, None, 0), ("b", None, None, W)]), 1),
    "args-returned": (lambda t: cu.work([t], flags(), how="return"), 1),
    "copied-back": (lambda t: cu.work([t], [("x", "float64", None, W | cu.CAST)], new=[np.ones(6).tobytes()]), 1),
    "copy-to": (lambda t: cu.copy(t, np.ones((2, 3), np.float32)), 1),
    "copy-from": (lambda t: cu.copy(np.ones((2, 3), np.float32), t), 0),
    "count_write": (lambda t: cu.count_write(t), 1),
    "kept-view": (lambda t: (cu.view(t, flags=W).release(), cu.count_write(t), cu.count_write(t)), 3),
    "flag-view": (lambda t: cu.view(t, flags=W | KEEP).release(), 0),
    "flag-args": (lambda t: cu.work([t], flags(W | KEEP)), 0),
    "flag-copy": (lambda t: cu.copy(t, np.ones((2, 3), np.float32), 0, KEEP), 0),
    "refused-view": (lambda t: refused(lambda: cu.view(t, flags=W | cu.F_CONTIGUOUS)), 0),
    "refused-second": (lambda t: refused(lambda: cu.work([t, 3], [("x", None, None, W), ("y",)])), 0),
    "refused-together": (lambda t: refused(lambda: cu.work([t, t], [("x", None, None, cu.OUTPUT), ("y", None, None, cu.WRITE | cu.NO_OVERLAP)])), 0),
    "refused-copy": (lambda t: refused(lambda: cu.copy(t, np.ones((2, 4), np.float32))), 0),
    "refused-flag-of-src": (lambda t: refused(lambda: cu.copy(np.ones((2, 3), np.float32), t, 0, 0, KEEP)), 0),
}


def refused(call):
    try:
        call()
    except (TypeError, ValueError):
        return
    raise AssertionError("not refused")


# ---------------------------------------------------------------------------------------------- doubles, in another process
class Double(Producer):
    """A tensor of a double, which counts."""

    def __init__(self, dense=True):
        self.array = np.arange(12, dtype=np.float32).reshape(2, 6)[:, ::2] if not dense else np.arange(6, dtype=np.float32).reshape(2, 3)
        a = self.array
        super().__init__(versioned=True, dtype=(2, 32, 1), shape=a.shape, strides=tuple(s // 4 for s in a.strides), data=a.ctypes.data)
        self.counted = 0


def named(name, package, bases=(Double,), **members):
    made = type(name, bases, members)
    made.__module__ = package
    return made


def count(tensor):
    if not isinstance(tensor, sys.modules["torch"].Tensor):
        raise RuntimeError("expected a tensor, got %r" % (tensor,))
    if getattr(tensor, "inference", False):
        raise RuntimeError("Inplace update to inference tensor")
    if getattr(tensor, "fails", False):
        raise KeyError("broken")
    tensor.counted += 1


def count_all(tensors):
    for tensor in tensors:
        count(tensor)


def make_torch(kind):
    """What torch is taken for: "2.6" counts tuples, "2.3" tensors, "2.0" not at all."""
    torch = sys.modules["torch"] = types.ModuleType("torch")
    torch._C = sys.modules["torch._C"] = types.ModuleType("torch._C")
    torch.autograd = sys.modules["torch.autograd"] = types.ModuleType("torch.autograd")
    torch.autograd.graph = sys.modules["torch.autograd.graph"] = types.ModuleType("torch.autograd.graph")
    torch.__path__ = torch.autograd.__path__ = []
    torch.Tensor = named("Tensor", "torch", is_inference=lambda self: getattr(self, "inference", False))
    if kind == "2.6":
        torch._C._increment_version = count_all
    elif kind == "2.3":
        torch._C._increment_version = count
    if kind != "2.0":
        torch.autograd.graph.increment_version = count
    return torch.Tensor


def bump(self):
    if getattr(self, "fails", False):
        raise KeyError("broken")
    self.counted += 1


def marked(cls, **marks):
    made = cls()
    made.__dict__.update(marks)
    return made


def fails(cls):
    """An exception of the library is the one of the call, under the name of the argument, and the tensor is given back."""
    for call in (lambda t: cu.view(t, flags=W, name="x"), lambda t: cu.work([t], flags()), lambda t: cu.work([t], flags(W | MAKE)),
                 lambda t: cu.work([np.zeros(3), t], [("a", None, None, W), ("x", None, None, W)]), cu.count_write,
                 lambda t: cu.copy(t, np.ones((2, 3), np.float32))):
        t = marked(cls, fails=True)
        before = sys.getrefcount(t)
        try:
            call(t)
        except KeyError as error:
            assert "broken" in str(error), error
            del error
        else:
            raise AssertionError("no exception")
        gc.collect()
        assert sys.getrefcount(t) == before


def inference(cls):
    t = marked(cls, inference=True)
    for _ in range(2):
        cu.view(t, flags=W).release()
    assert t.counted == 0


def of_class(cls, right):
    t = cls()
    for n in (1, 2):
        cu.view(t, flags=W).release()
        assert t.counted == n * right, t.counted


def row_of(way, right, cls, dense):
    def row():
        t = cls(dense)
        for n in (1, 2):
            way(t)
            assert t.counted == n * right, (t.counted, n * right)
    return row


def rows(kind):
    cls = named("Tensor", "paddle", _bump_inplace_version=bump) if kind == "paddle" else make_torch(kind)
    counts = kind != "2.0"
    for name, (way, right) in WAYS.items():
        for dense in (True, False):
            if not (name in ("view-bytes", "args-twice-the-same") and not dense):
                yield name + ("" if dense else "-strided"), row_of(way, right * counts, cls, dense)
    yield "no-object", lambda: refused(lambda: cu.count_write())
    yield "other-objects", lambda: [cu.count_write(o) for o in (None, 3, np.zeros(2), cls, "x")]
    yield "left-out", lambda: cu.work([None], flags(W | cu.OPTIONAL))
    yield "subclass", lambda: of_class(type("Below", (cls,), {}), counts)
    yield "subclass-of-subclass", lambda: of_class(type("Below", (type("Above", (cls,), {}),), {}), counts)
    yield "no-tensor", lambda: of_class(type("Tensor", (Double,), {}), 0)
    if kind == "2.0":
        return
    yield "fails", lambda: fails(cls)
    if kind == "paddle":
        return
    yield "same-name", lambda: of_class(named("Tensor", "torch"), 0)
    yield "inference", lambda: inference(cls)


def main(kind):
    found = {}
    for name, row in rows(kind):
        try:
            row()
            found[name] = ""
        except BaseException as error:  # noqa: told by the process that asked
            found[name] = "%s: %s" % (type(error).__name__, error)
    print(json.dumps(found))


KINDS = ("2.6", "2.3", "2.0", "paddle")


@pytest.fixture(scope="module", params=KINDS)
def found(request):
    done = subprocess.run([sys.executable, __file__, request.param], capture_output=True, text=True,
                          env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


NAMES = sorted({name for kind in KINDS for name in WAYS} | {n + "-strided" for n in WAYS if n not in ("view-bytes", "args-twice-the-same")} |
               {"no-object", "other-objects", "left-out", "subclass", "subclass-of-subclass", "no-tensor", "fails", "same-name", "inference"})


@pytest.mark.parametrize("name", NAMES)
def test_doubles(found, name):
    if name not in found:
        pytest.skip("this double does not have that")
    assert found[name] == ""


# ------------------------------------------------------------------------------------------------------------ torch itself
@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch")


@pytest.mark.parametrize("way, right", WAYS.values(), ids=WAYS)
def test_backward_raises(torch, way, right):
    p, v = torch.ones(2, 3, requires_grad=True), torch.ones(2, 3)
    y, before = (p * v).sum(), v._version
    way(v)
    assert v._version == before + right
    if right:
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.backward()
    else:
        y.backward()


def test_tensors_of_inference(torch):
    with torch.inference_mode():
        t = torch.ones(2, 3)
        cu.work([t], flags())
    cu.work([t], flags())
    assert t.is_inference()


def test_subclasses(torch):
    for t in (torch.ones(3).as_subclass(type("Below", (torch.Tensor,), {})), torch.nn.Parameter(torch.ones(3))):
        before = t._version
        cu.work([t], flags(W | cu.ALLOW_GRAD))
        assert t._version == before + 1


def test_a_part_shares_the_version(torch):
    t = torch.ones(4, 3)
    cu.work([t[1:, :2]], flags())
    assert t._version == 1


if __name__ == "__main__":
    main(sys.argv[1])
