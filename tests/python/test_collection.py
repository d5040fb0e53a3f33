"""The garbage collector sees what views, owners, cucore.Array and types of one's own hold (B133), and counts each reference once."""
import gc
import os
import subprocess
import sys
import weakref

import cucore_test as c
import numpy as np
import pytest

import export_test as ex
from doubles import ADDRESS, TRUST, Holder, cai_dict
from producers import Producer


class Host(np.ndarray):
    """Takes any attribute."""


class Bytes(bytearray):
    """The same; its exports are counted."""


def host():
    return np.arange(12, dtype="f4").view(Host)


def interface(**changes):
    base = np.arange(6, dtype="f4")
    return Holder(__array_interface__={**base.__array_interface__, **changes}, base=base)


def interface_of_bytes():
    x = Bytes(24)
    x.holder = Holder(__array_interface__={"shape": (6,), "typestr": "<f4", "version": 3, "data": x})
    return x.holder


def interface_with_descr():
    base = np.zeros(3, [("a", "f4"), ("b", "i2")])
    return Holder(__array_interface__=base.__array_interface__, base=base)


def device(**changes):
    return Holder(__cuda_array_interface__=cai_dict(**changes))


def view(obj, **options):
    return c.view(obj, **{"flags": TRUST | c.ALLOW_UNALIGNED | c.ALLOW_OPAQUE, **options})


def array(obj):
    return c.wrap(ADDRESS, (4,), obj, None, 2)


class Derived(ex.Whole):
    pass


# What is kept by an object that it holds itself, and how often it holds the object.
KEPT = {
    "buffer": (host, view, 1),
    "buffer whose exporter counts": (lambda: Bytes(8), view, 1),
    "buffer of a memoryview": (host, lambda obj: view(memoryview(obj)), 0),
    "__array_interface__": (interface, view, 1),
    "__array_interface__ of a buffer": (interface_of_bytes, view, 1),
    "__array_interface__ with a descr": (interface_with_descr, view, 1),
    "__cuda_array_interface__": (device, view, 1),
    "converted": (lambda: host()[::2], lambda obj: view(obj, flags=c.MAKE_C_CONTIGUOUS), 1),
    "cucore.Array": (Holder, array, 1),
    "view of a cucore.Array": (Holder, lambda obj: view(array(obj)), 0),
    "cucore.Array of a view": (device, lambda obj: view(obj).give(None), 1),
    "own type": (host, ex.Whole, 1),
    "own static type": (host, ex.Static, 1),
    "derived from an own type": (host, Derived, 1),
    "owner of a buffer": (host, lambda obj: view(obj).detach(), 1),
    "owner of a buffer whose exporter counts": (lambda: Bytes(8), lambda obj: view(obj).detach(), 1),
    "owner of an __array_interface__": (interface, lambda obj: view(obj).detach(), 1),
    "owner of an __array_interface__ of a buffer": (interface_of_bytes, lambda obj: view(obj).detach(), 1),
    "owner of an __array_interface__ with a descr": (interface_with_descr, lambda obj: view(obj).detach(), 1),
    "owner of a view of a cucore.Array": (Holder, lambda obj: view(array(obj)).detach(), 0),
}
EACH = pytest.mark.parametrize("make, keep, holds", KEPT.values(), ids=KEPT)


def collect_a_cycle(name):
    make, keep, _ = KEPT[name]
    obj = make()
    gone = weakref.ref(obj)
    obj.kept = keep(obj)
    del obj
    assert gone() is not None, "no cycle"
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("name", KEPT)
def test_B133_a_cycle_is_collected(name):
    """A view of a cucore.Array owns a tensor, which only the module knows whose type the array has: in a process of its own that
    is the module of the view, whatever other tests have made before."""
    if "view of a cucore.Array" not in name:
        return collect_a_cycle(name)
    done = subprocess.run([sys.executable, "-c", f"import test_collection; test_collection.collect_a_cycle({name!r})"],
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sys.path))})
    assert done.returncode == 0, done.stderr


@EACH
def test_B133_what_is_alive_stays(make, keep, holds):
    """The object lives as long as what keeps it, which a collection does not touch."""
    obj = make()
    kept, gone = keep(obj), weakref.ref(obj)
    assert gc.is_tracked(kept)
    del obj
    gc.collect()
    assert gone() is not None
    gc.collect()
    del kept
    gc.collect()
    assert gone() is None


@EACH
def test_B133_each_reference_is_visited_once(make, keep, holds):
    """Never more often than there are references: the collector would free what is alive."""
    obj = make()
    before = sys.getrefcount(obj)
    kept = keep(obj)
    visited = gc.get_referents(kept)
    assert sum(one is obj for one in visited) == holds
    assert not holds or sys.getrefcount(obj) - before >= holds + 1  # the list has one as well
    for one in visited:
        count = sum(other is one for other in visited)
        assert sys.getrefcount(one) >= 2 * count + 2  # kept's, the list's, `one` and the argument
    del visited, one
    if hasattr(kept, "release"):
        kept.release()
        assert gc.get_referents(kept) == [type(kept)] and sys.getrefcount(obj) == before


@pytest.mark.parametrize("make", [Producer, lambda: Producer().__dlpack__(max_version=(1, 0)), lambda: np.zeros(3).__dlpack__()],
                         ids=["dlpack", "capsule", "capsule of NumPy"])
def test_a_tensor_of_others_cannot_be_seen(make):
    """Its deleter knows what it holds, and the array stays alive."""
    kept = view(make())
    assert gc.get_referents(kept) == [type(kept)]
    gc.collect()
    assert kept.protocol.startswith("dlpack") and kept.tobytes()


def test_a_capsule_that_is_kept_is_seen():
    kept = c.dlpack(Producer(), flags=c.KEEP_CAPSULE)
    assert sorted(type(one).__name__ for one in gc.get_referents(kept)) == ["PyCapsule", "type"]


def test_an_array_that_holds_no_object_is_not_tracked():
    """It cannot be part of a cycle, and costs the collector nothing."""
    assert not gc.is_tracked(c.allocated(1).give(None)) and gc.is_tracked(array(Holder()))


def test_a_view_that_is_not_filled_holds_nothing():
    """A collection during an intake finds the view as it is: here full of 0xA5."""

    class Collects:
        @property
        def __array_interface__(self):
            gc.collect()
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        c.view(Collects())


def test_collections_at_any_time():
    """With a collection at every allocation of a container."""
    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for make, keep, _ in KEPT.values():
            obj = make()
            obj.kept = keep(obj)
            assert [] is not None and obj.kept is not None
            del obj
    finally:
        gc.set_threshold(*threshold)
