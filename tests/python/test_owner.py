"""What a view holds as a small owner, a view as a Py_buffer, and the classes of exceptions of a call site."""
import array
import gc
import mmap
import sys

import cucore_test as c
import numpy as np
import pytest

from doubles import ADDRESS, Exporter, Holder, array_interface, assert_resizable, cai, unchanged_refcounts
from producers import FRESH, Producer, drop, name_of

TRUST = c.TRUST_PRODUCER


def rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


# ----------------------------------------------------------------------------------------------------------- owners --
class Host(np.ndarray):
    pass


def ndarray():
    x = np.arange(6, dtype="f4").reshape(2, 3)
    return x, x, {}


def subclass():
    x = np.arange(6, dtype="f4").reshape(2, 3).view(Host)
    return x, x, {}


def structured():
    x = np.zeros(3, [("a", "f4"), ("b", "i2")])
    return x, x, {}


def own_array_interface():
    x = np.arange(6, dtype="f4").reshape(2, 3)
    return array_interface(x), x, {}


def interface_of_a_buffer():
    x = bytearray(range(24))
    return Holder(__array_interface__={"shape": (6,), "typestr": "<f4", "version": 3, "data": x}, x=x), x, {"told": True}


def interface_of_an_ndarray():
    x = np.arange(6, dtype="f4")
    return Holder(__array_interface__={"shape": (6,), "typestr": "<f4", "version": 3, "data": x}, x=x), x, {}


def interface_with_descr():
    x = np.zeros(3, [("a", "f4"), ("b", "i2")])
    return array_interface(x), x, {}


def interface_of_the_device():
    o = cai(typestr="|V8", descr=[("a", "<f4"), ("b", "<f4")])
    return o, o, {"device": True}


def bytes_():
    x = bytes(range(100, 124))
    return x, x, {}


def bytearray_():
    x = bytearray(range(24))
    return x, x, {"told": True}


def array_array():
    x = array.array("i", range(6))
    return x, x, {"told": True}


def memory_view():
    x = np.arange(12, dtype="i2")
    return memoryview(x)[2:8:2], x, {}


def memory_map():
    x = mmap.mmap(-1, 4096)
    return x, x, {}


KINDS = (ndarray, subclass, structured, own_array_interface, interface_of_a_buffer, interface_of_an_ndarray, interface_with_descr,
         interface_of_the_device, bytes_, bytearray_, array_array, memory_view, memory_map)
EACH_KIND = pytest.mark.parametrize("kind", KINDS, ids=[kind.__name__.strip("_") for kind in KINDS])


def described(view):
    return view.ptr, view.dtype, view.shape, view.strides, view.device_type, view.readonly, view.protocol, view.format


@EACH_KIND
@pytest.mark.parametrize("how", ["here", "thread", "dealloc"])
def test_A6_detached_of_python_objects(kind, how):
    """The owner alone keeps the memory, the view reads it, and what was held is given back once."""
    obj, memory, about = kind()
    with unchanged_refcounts(obj, memory):
        view = c.view(obj, flags=TRUST | c.ALLOW_UNALIGNED)
        before = described(view)
        owner = view.detach()
        assert not owner.empty and not view.owned and view.descr is None
        assert described(view) == before
        view.release()
        assert view.protocol == "none"
        if about.get("told"):
            with pytest.raises(BufferError):
                memory.append(0)
        {"here": owner.release, "thread": owner.release_in_thread, "dealloc": lambda: None}[how]()
        assert how == "dealloc" or owner.empty
        owner.release()
        del owner, view
        if about.get("told") and isinstance(memory, (bytearray, array.array)):
            assert_resizable(memory)


@EACH_KIND
def test_the_owner_is_what_keeps_the_memory(kind):
    obj, memory, about = kind()
    view = c.view(obj, flags=TRUST | c.ALLOW_UNALIGNED)
    data = None if about.get("device") else view.tobytes()
    owner = view.detach()
    del obj, memory
    gc.collect()
    assert about.get("device") or view.tobytes() == data
    assert not owner.empty
    owner.release()


@pytest.mark.parametrize("versioned", [False, True], ids=["legacy", "versioned"])
@pytest.mark.parametrize("how", ["release", "release_in_thread"])
@pytest.mark.parametrize("capsule", [False, True], ids=["object", "capsule"])
def test_D31_detached_of_tensors(versioned, how, capsule):
    producer = Producer(versioned=versioned)
    view = c.view(producer.__dlpack__(max_version=(1, 0)) if capsule else producer)
    tensor = producer.tensor
    data = view.tobytes()
    owner = view.detach()
    view.release()
    assert not tensor.deleted
    getattr(owner, how)()
    assert len(tensor.deleted) == 1 and owner.empty and len(data) == 24
    owner.release()
    assert len(tensor.deleted) == 1


def test_a_tensor_without_a_deleter():
    producer = Producer(versioned=True, deleter=False)
    owner = c.view(producer).detach()
    owner.release()
    assert producer.tensor.deleted == []


def test_owners_outlive_an_exception():
    """Releasing with an exception pending disturbs nothing."""
    tensors = []

    def fail():
        owner = c.view(Producer(versioned=True, on_delete=tensors.append)).detach()
        try:
            raise KeyError("kept")
        finally:
            del owner

    with pytest.raises(KeyError, match="kept"):
        fail()
    assert len(tensors) == 1


def test_borrowed_and_zeroed_views_have_empty_owners():
    view = c.view(np.zeros(3))
    first, second = view.detach(), view.detach()
    assert not first.empty and second.empty
    view.release()
    assert view.detach().empty


def test_a_copy_of_the_struct_is_refused():
    x = np.zeros(3)
    view = c.view(x)
    assert view.detach_copy() == "INVALID_ARGUMENT" and view.owned
    assert "is a copy of the one at" in str(c.last_error())


class Moody(Exporter):
    """Shows other memory, or nothing, when it is asked again."""


@pytest.mark.parametrize("change", ["buf", "len"])
def test_A6_buffers_that_change(change):
    exporter = Exporter()
    with unchanged_refcounts(exporter):
        view = c.view(exporter)
        setattr(exporter, change, getattr(exporter, change) + 8)
        with pytest.raises(BufferError, match="cucore_view_detach: asked again, the exporter of the buffer at 0x.* shows other memory"):
            view.detach()
        assert view.owned and len(exporter.gets) == 2
        assert exporter.releases == [exporter.gets[1]]
        view.release()
        assert exporter.releases == exporter.gets[::-1]


def test_A6_the_buffer_that_is_held_stays_where_it_is():
    """Each Py_buffer is released at the address at which it was asked for."""
    exporter = Exporter()
    with unchanged_refcounts(exporter):
        view = c.view(exporter)
        owner = view.detach()
        assert len(exporter.gets) == 2 and exporter.releases == exporter.gets[:1]
        owner.release()
        assert exporter.releases == exporter.gets


# ---------------------------------------------------------------------------------------------------------- buffers --
SIMPLE, WRITABLE, FORMAT, ND, STRIDES = 0, 1, 4, 8, 0x10 | 8
C_CONTIGUOUS, F_CONTIGUOUS, ANY_CONTIGUOUS, INDIRECT = 0x20 | STRIDES, 0x40 | STRIDES, 0x80 | STRIDES, 0x100 | STRIDES
REQUESTS = {"SIMPLE": SIMPLE, "WRITABLE": WRITABLE, "ND": ND, "STRIDES": STRIDES, "C_CONTIGUOUS": C_CONTIGUOUS,
            "F_CONTIGUOUS": F_CONTIGUOUS, "ANY_CONTIGUOUS": ANY_CONTIGUOUS, "INDIRECT": INDIRECT, "FULL_RO": INDIRECT | FORMAT,
            "FULL": INDIRECT | FORMAT | WRITABLE, "CONTIG": ND | WRITABLE, "RECORDS": STRIDES | WRITABLE | FORMAT,
            "ANY_CONTIGUOUS_FORMAT": ANY_CONTIGUOUS | FORMAT, "ND_FORMAT": ND | FORMAT}


def read_only(x):
    x.flags.writeable = False
    return x


ARRAYS = {
    "c": lambda: np.arange(6, dtype="i4").reshape(2, 3),
    "fortran": lambda: np.asfortranarray(np.arange(6, dtype="f8").reshape(2, 3)),
    "strided": lambda: np.arange(12, dtype="i2").reshape(3, 4)[::2, ::-1],
    "read-only": lambda: read_only(np.arange(4.0)),
    "0-d": lambda: np.array(5, dtype="u1"),
    "empty": lambda: np.zeros((0, 3), dtype="f4"),
    "1-d": lambda: np.arange(5, dtype="c16"),
    "bool": lambda: np.ones(3, dtype="?"),
}


@pytest.mark.parametrize("flags", REQUESTS.values(), ids=REQUESTS)
@pytest.mark.parametrize("make", ARRAYS.values(), ids=ARRAYS)
def test_A8_what_a_buffer_says(make, flags):
    """Against NumPy's own exporter, asked by ctypes: the same fields, or both refuse."""
    x = make()
    expected, refused = numpy_buffer(x, flags)
    with unchanged_refcounts(x):
        view = c.view(x)
        if refused:
            with pytest.raises(BufferError):
                view.move_to_buffer(flags)
            return
        made = view.move_to_buffer(flags)
        assert type(made.obj).__name__ == "Array"
        if not x.size:
            del expected["buf"]
            expected.pop("strides", None)  # those of an empty array mean nothing
        assert {name: getattr(made, name) for name in expected} == expected
        made.release()
        assert made.obj is None


def numpy_buffer(x, flags):
    import ctypes

    from doubles import PyBuffer
    buffer = PyBuffer()
    get = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(PyBuffer), ctypes.c_int)(
        ("PyObject_GetBuffer", ctypes.pythonapi))
    drop_buffer = ctypes.PYFUNCTYPE(None, ctypes.POINTER(PyBuffer))(("PyBuffer_Release", ctypes.pythonapi))
    try:
        get(x, ctypes.byref(buffer), flags)
    except (BufferError, ValueError):
        return None, True
    n = buffer.ndim
    fields = {"buf": buffer.buf, "len": buffer.len, "itemsize": buffer.itemsize, "readonly": bool(buffer.readonly)}
    fields["format"] = buffer.format.decode() if buffer.format else None
    if flags & ND == ND:
        fields["ndim"] = n
        fields["shape"] = tuple(buffer.shape[:n]) if n and buffer.shape else None
    if flags & STRIDES == STRIDES:
        fields["strides"] = tuple(buffer.strides[:n]) if n and buffer.strides else None
    drop_buffer(ctypes.byref(buffer))
    return fields, False


@EACH_KIND
def test_buffers_of_each_kind(kind):
    obj, memory, about = kind()
    with unchanged_refcounts(obj, memory):
        view = c.view(obj, flags=TRUST | c.ALLOW_UNALIGNED)
        ptr, size = view.ptr, view.itemsize
        made = view.move_to_buffer(STRIDES)
        assert made.buf == ptr and made.itemsize == size
        if about.get("told"):
            with pytest.raises(BufferError):
                memory.append(0)
        del view, made


def test_device_memory_is_not_given_to_python():
    made = c.view(cai(), flags=TRUST).move_to_buffer(ANY_CONTIGUOUS | FORMAT)
    assert (made.buf, made.len, made.format, made.shape) == (ADDRESS, 24, "f", (2, 3))
    with pytest.raises(BufferError, match="device memory"):
        memoryview(made.obj)
    assert made.obj.__cuda_array_interface__["data"] == (ADDRESS, False)


def test_the_tensor_lives_with_the_buffer():
    producer = Producer(versioned=True)
    made = c.view(producer).move_to_buffer(SIMPLE)
    obj = made.obj
    made.release()
    assert not producer.tensor.deleted and bytes(obj) == bytes(range(24))
    del obj, made
    assert len(producer.tensor.deleted) == 1


@pytest.mark.parametrize("flags", [FORMAT | STRIDES, FORMAT], ids=["format", "format-without-shape"])
def test_A10_a_dtype_without_a_format(flags):
    producer = Producer(versioned=True, dtype=(4, 16, 1))
    with pytest.raises(BufferError):
        c.view(producer).move_to_buffer(flags)
    assert len(producer.tensor.deleted) == 1, "consumed also on error"


def test_A10_a_dtype_without_a_format_that_nobody_asks_for():
    made = c.view(Producer(versioned=True, dtype=(4, 16, 1))).move_to_buffer(STRIDES)
    assert made.format is None and made.itemsize == 2 and made.len == 12


def test_a_copy_and_a_zeroed_view_make_no_buffer():
    x = np.zeros(3)
    view = c.view(x)
    with pytest.raises(ValueError, match="cucore_py_view_move_to_buffer: the cucore_view at .* is a copy"):
        view.move_wrong(1)
    with pytest.raises(ValueError, match="the view holds no data: it was released, or never filled"):
        view.move_wrong(0)
    with pytest.raises(ValueError, match="cucore_py_view_move_to_buffer: view is NULL"):
        view.move_wrong(2)
    with pytest.raises(ValueError, match="cucore_py_view_move_to_buffer: out is NULL"):
        view.move_wrong(3)
    assert view.owned


# --------------------------------------------------------------------------------------------- capsules that are held --
VERSIONS = pytest.mark.parametrize("versioned", [False, True], ids=["legacy", "versioned"])


class Same(Producer):
    """Gives one capsule again and again."""

    capsule = None

    def __dlpack__(self, **keywords):
        if self.capsule is None:
            self.capsule = super().__dlpack__(**keywords)
        return self.capsule


@VERSIONS
def test_D24_a_capsule_that_is_kept(versioned):
    """Its name, its destructor and its tensor stay; it is deleted once, with the capsule."""
    producer = Same(versioned=versioned)
    views = [c.view(producer, flags=c.KEEP_CAPSULE) for _ in range(3)]
    assert name_of(producer.capsule) == FRESH[versioned]
    assert {view.tobytes() for view in views} == {bytes(range(24))}
    tensor = producer.tensor
    with unchanged_refcounts(producer.capsule):
        c.view(producer, flags=c.KEEP_CAPSULE).release_in_thread()
    views.pop().release()
    owner = views.pop().detach()
    producer.capsule = None
    views.pop().release()
    assert not tensor.deleted
    owner.release()
    assert len(tensor.deleted) == 1


@VERSIONS
def test_D24_without_the_flag_it_is_taken(versioned):
    producer = Same(versioned=versioned)
    view = c.view(producer)
    assert name_of(producer.capsule) == b"used_" + FRESH[versioned]
    with pytest.raises(BufferError, match="already consumed"):
        c.view(producer, flags=c.KEEP_CAPSULE)
    view.release()
    assert len(producer.tensor.deleted) == 1


@pytest.mark.parametrize("flags, fields, error", [
    pytest.param(c.KEEP_CAPSULE, {"dtype": (2, 32, 1), "shape": (-1,), "strides": (1,)}, "shape", id="bad"),
    pytest.param(c.KEEP_CAPSULE | c.WRITE, {"flags": 1}, "read-only", id="read-only"),
    pytest.param(c.KEEP_CAPSULE | c.WRITE, {"versioned": False}, "legacy DLPack tensor", id="unproven"),
])
def test_a_kept_capsule_that_is_refused_is_as_it_was(flags, fields, error):
    producer = Same(**{"versioned": True, **fields})
    with pytest.raises(ValueError if flags & c.WRITE else BufferError, match=error):
        c.view(producer, flags=flags)
    assert name_of(producer.capsule) == FRESH[producer.versioned]
    producer.capsule = None
    assert len(producer.tensor.deleted) == 1


def test_a_capsule_without_a_destructor_is_kept():
    producer = Same(versioned=True, destructor=None)
    c.view(producer, flags=c.KEEP_CAPSULE).release()
    assert name_of(producer.capsule) == FRESH[True] and not producer.tensor.deleted
    drop(producer.tensors)


# ---------------------------------------------------------------------------------------------- dtypes of nobody --
OPAQUE = [
    ("handle", (3, 16, 1), 2), ("code-99", (99, 64, 1), 8), ("code-254", (254, 8, 3), 3), ("float128", (2, 128, 1), 16),
    ("complex-long-double", (5, 256 - 8, 1), 31), ("int-of-24-bits", (0, 24, 1), 3), ("lanes", (2, 16, 2), 4),
    ("packed-in-bytes", (0, 12, 2), 3),
]


@pytest.mark.parametrize("dtype, itemsize", rows(OPAQUE))
@pytest.mark.parametrize("shared", [False, True], ids=["first", "again"])
def test_1_6_a_dtype_of_nobody_as_bytes(dtype, itemsize, shared):
    kind = type("Kind", (Producer,), {"shared": True})
    if shared:
        c.view(kind(versioned=True, shape=(2, 3), dtype=dtype), flags=c.ALLOW_OPAQUE)
    view = c.view(kind(versioned=True, shape=(2, 3), dtype=dtype), flags=c.ALLOW_OPAQUE)
    assert (view.code, view.itemsize, view.itembits, view.shape, view.strides) == (254, itemsize, 8 * itemsize, (2, 3), (3, 1))
    assert view.tobytes() == (bytes(range(256)) * 4)[: 6 * itemsize]
    with pytest.raises(BufferError):  # bits that the code cannot have break the protocol
        c.view(kind(versioned=True, shape=(2, 3), dtype=dtype))


@pytest.mark.parametrize("dtype", [(3, 12, 1), (99, 4, 1), (2, 128, 0), (3, 0, 1)], ids=["12-bits", "4-bits", "no-lanes", "0-bits"])
def test_1_6_a_dtype_without_whole_bytes(dtype):
    producer = Producer(versioned=True, dtype=dtype)
    with pytest.raises(BufferError, match="dtype[.](code|bits|lanes) is "):
        c.view(producer, flags=c.ALLOW_OPAQUE)
    assert len(producer.tensor.deleted) == 1


# ------------------------------------------------------------------------------------------------------- exceptions --
class Own(Exception):
    pass


class Device:
    def __init__(self, device):
        self.device = device

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **keywords):
        raise AssertionError("not asked")


def masked():
    return np.ma.MaskedArray([1.0, 2.0], mask=[True, False])


def packed():
    return np.zeros(3, [("a", "u1"), ("b", "<f4")])["b"]


def foreign():
    return cai(typestr=(">" if sys.byteorder == "little" else "<") + "f4")


# (id, member, what it usually is, object, options)
REFUSED = [
    ("not_an_array-int", "not_an_array", TypeError, lambda: 5, {}),
    ("not_an_array-class", "not_an_array", TypeError, lambda: np.ndarray, {}),
    ("not_an_array-half", "not_an_array", TypeError, lambda: Holder(__dlpack_device__=lambda: (1, 0)), {}),
    ("not_an_array-by", "not_an_array", TypeError, lambda: cai(), {"flags": c.BY_PEP3118}),
    ("wrong_dtype", "wrong_dtype", TypeError, lambda: np.zeros(3, "i4"), {"dtypes": "float32"}),
    ("wrong_dtype-tensor", "wrong_dtype", TypeError, lambda: Producer(), {"dtypes": "float64"}),
    ("wrong_shape", "wrong_shape", ValueError, lambda: np.zeros(3), {"shape": "4"}),
    ("wrong_layout", "wrong_layout", ValueError, lambda: np.zeros((4, 4))[:, ::2], {"flags": c.CONTIGUOUS}),
    ("wrong_layout-unaligned", "wrong_layout", ValueError, lambda: np.frombuffer(bytes(33), "f8", 4, 1), {}),
    ("wrong_device-host", "wrong_device", ValueError, lambda: np.zeros(3), {"flags": c.DEVICE_ACCESSIBLE}),
    ("readonly", "readonly", ValueError, lambda: b"abc", {"flags": c.WRITE}),
    ("byte-order", "wrong_dtype", TypeError, foreign, {}),
    ("mask", "mask", BufferError, masked, {}),
    ("mask-cai", "mask", BufferError, lambda: cai(mask=True), {}),
    ("strides-type", "strides", BufferError, lambda: cai(strides=42), {}),
    ("strides-of-text", "strides", BufferError, lambda: cai(strides=("a", "b")), {}),
    ("strides-huge", "strides", BufferError, lambda: cai(strides=(1 << 70, 4)), {}),
    ("strides-count", "strides", BufferError, lambda: cai(strides=(4,)), {}),
    ("strides-cai", "strides", BufferError, lambda: cai(strides=(13, 4)), {}),
    ("strides-array-interface", "strides", BufferError, lambda: array_interface(packed(), strides=(5,)), {}),
    ("strides-buffer", "strides", BufferError, packed, {}),
    ("unsupported-device", "unsupported", BufferError, lambda: Producer(device=(10, 0)), {}),
    ("missing-typestr", "missing_field", BufferError, lambda: cai_without("typestr"), {}),
    ("missing-shape", "missing_field", BufferError, lambda: cai_without("shape"), {}),
    ("missing-data", "missing_field", BufferError, lambda: cai_without("data"), {}),
    ("missing-version", "missing_field", BufferError, lambda: cai_without("version"), {}),
    ("missing-all", "missing_field", BufferError, lambda: Holder(__cuda_array_interface__={}), {}),
    ("type-dict", "wrong_type", BufferError, lambda: Holder(__cuda_array_interface__=[]), {}),
    ("type-typestr-None", "wrong_type", BufferError, lambda: cai(typestr=None), {}),
    ("type-typestr", "wrong_type", BufferError, lambda: cai(typestr=42), {}),
    ("type-shape-None", "wrong_type", BufferError, lambda: cai(shape=None), {}),
    ("type-shape", "wrong_type", BufferError, lambda: cai(shape=3), {}),
    ("type-data-None", "wrong_type", BufferError, lambda: cai(data=None), {}),
    ("type-data", "wrong_type", BufferError, lambda: cai(data=5), {}),
    ("type-address", "wrong_type", BufferError, lambda: cai(data=("5", False)), {}),
    ("type-version", "wrong_type", BufferError, lambda: cai(version="3"), {}),
    ("type-stream", "wrong_type", BufferError, lambda: cai(stream="1"), {}),
    ("type-descr", "wrong_type", BufferError, lambda: cai(descr=42), {}),
    ("type-device-None", "wrong_type", BufferError, lambda: Device(None), {}),
    ("type-device-int", "wrong_type", BufferError, lambda: Device((2, None)), {}),
    ("value-device-1", "wrong_value", BufferError, lambda: Device((1,)), {}),
    ("value-device-3", "wrong_value", BufferError, lambda: Device((1, 0, 1)), {}),
    ("value-shape-65", "wrong_value", BufferError, lambda: cai(shape=(1,) * 65), {}),
    ("value-data-1", "wrong_value", BufferError, lambda: cai(data=(5,)), {}),
    ("value-data-3", "wrong_value", BufferError, lambda: cai(data=(5, False, None)), {}),
    ("value-address", "wrong_value", BufferError, lambda: cai(data=(-5, False)), {}),
    ("value-version", "wrong_value", BufferError, lambda: cai(version=-1), {}),
    ("value-stream", "wrong_value", BufferError, lambda: cai(stream=-1), {}),
    ("value-typestr-size", "wrong_value", BufferError, lambda: cai(typestr="<fX"), {}),
    ("value-typestr-kind", "wrong_value", BufferError, lambda: cai(typestr="<x4"), {}),
    ("value-typestr-ascii", "wrong_value", BufferError, lambda: cai(typestr="\ud800"), {}),
    ("protocol-typestr-order", "protocol", BufferError, lambda: cai(typestr="#f4"), {}),
    ("protocol-shape", "protocol", BufferError, lambda: cai(shape=(3, -1)), {}),
    ("protocol-stream-0", "protocol", BufferError, lambda: cai(stream=0), {}),
    ("protocol-tensor", "protocol", BufferError, lambda: Producer(shape=(-1,), strides=(1,)), {}),
    ("protocol-capsule", "protocol", BufferError, lambda: Producer(answer=lambda keywords: None), {}),
    ("protocol-capsule-name", "protocol", BufferError, lambda: Producer(name=b"used_dltensor_versioned", destructor=None), {}),
    ("protocol-version", "protocol", BufferError, lambda: Producer(versioned=True, version=(2, 0)), {}),
    ("protocol-overflow", "protocol", BufferError, lambda: cai(shape=(2**62, 4)), {}),
]
MEMBERS = ("not_an_array", "wrong_dtype", "wrong_shape", "wrong_layout", "wrong_device", "readonly", "unsupported", "missing_field",
           "wrong_type", "wrong_value", "protocol", "mask", "strides")
# The member that counts if this one is NULL.
INSTEAD = {"missing_field": "wrong_type", "mask": "unsupported"}
CAUSES = {"strides-type": "wrong_type", "strides-of-text": "wrong_value", "strides-huge": "wrong_value", "strides-count": "wrong_value",
          "strides-cai": "unsupported", "strides-array-interface": "unsupported", "strides-buffer": "unsupported"}


def cai_without(field):
    o = cai()
    del o.__cuda_array_interface__[field]
    return o


def refusal(make, options, **exceptions):
    options = dict(options)
    flags = options.pop("flags", 0)
    obj = make()
    with pytest.raises(BaseException) as caught:
        c.view(obj, flags=flags | TRUST, **options, **exceptions)
    drop(getattr(obj, "tensors", []))
    return caught.value


@pytest.mark.parametrize("member, usual, make, options", rows(REFUSED))
def test_classes_of_a_call_site(member, usual, make, options, request):
    """The class of the member, by itself and among all others; the text stays; without it the usual class."""
    plain = refusal(make, options)
    assert type(plain) is usual
    own = {name: type(name, (Exception,), {}) for name in MEMBERS}
    for exceptions in (own, {member: own[member]}):
        error = refusal(make, options, exceptions=exceptions)
        assert type(error) is own[member]
        assert str(error).split("0x")[0] == str(plain).split("0x")[0]
    others = {name: own[name] for name in MEMBERS if name != member}
    instead = {**INSTEAD, "strides": CAUSES.get(request.node.callspec.id)}.get(member)
    assert type(refusal(make, options, exceptions=others)) is own.get(instead, usual)
    assert type(refusal(make, options, exceptions={})) is usual


def test_each_member_has_a_row():
    assert {row[1] for row in REFUSED} == set(MEMBERS)


OWN = [
    ("dlpack", lambda: Producer(errors={1: Own("mine")})),
    ("device", lambda: Producer(device=Own("mine"))),
]


@pytest.mark.parametrize("make", [row[1] for row in OWN], ids=[row[0] for row in OWN])
def test_what_producers_raise_passes(make):
    with pytest.raises(Own, match="mine"):
        c.view(make(), exceptions=dict.fromkeys(MEMBERS, KeyError))


def test_what_an_index_raises_passes():
    class Bad:
        def __index__(self):
            raise Own("mine")

    with pytest.raises(Own, match="mine"):
        c.view(cai(shape=(Bad(),)), exceptions=dict.fromkeys(MEMBERS, KeyError))
    with pytest.raises(Own, match="mine"):
        c.view(cai(strides=(Bad(), 4)), exceptions=dict.fromkeys(MEMBERS, KeyError))


def test_what_is_wrong_with_the_argument_is_a_ValueError():
    with pytest.raises(ValueError, match="is not the name of one"):
        c.view(np.zeros(3), dtypes="nonsense", exceptions=dict.fromkeys(MEMBERS, KeyError))
