"""CUCORE_ALLOW_OTHER_DEVICES: arrays that neither the CPU nor CUDA can reach, as views that are only described."""

import ctypes
import subprocess
import sys

import numpy as np
import pytest

import cucore_test as cu
import export_test
from producers import (CPU, CUDA, CUDA_HOST, ROCM, ROCM_HOST, CUDA_MANAGED, READ_ONLY, DLManagedTensor,
                       DLManagedTensorVersioned, Producer, Tabled, Tensor, _capsule_pointer_of)

ALLOW = cu.ALLOW_OTHER_DEVICES
DATA = 0x7F00DEAD1000

# DLDeviceType of dlpack.h 1.3, and numbers that nobody knows; the name that messages give, and whether data is an address.
OTHERS = [(4, "opencl", False), (5, "unknown", False), (6, "unknown", False), (7, "vulkan", False), (8, "metal", False),
          (9, "vpi", False), (ROCM, "rocm", True), (12, "extdev", False), (14, "oneapi", True), (15, "webgpu", False),
          (16, "hexagon", False), (17, "maia", False), (18, "trainium", False), (19, "unknown", False), (99, "unknown", False),
          (255, "unknown", False), (256, "unknown", False), (2**31 - 1, "unknown", False)]
OURS = [(CPU, "cpu"), (CUDA_HOST, "pinned"), (ROCM_HOST, "rocm-host")]
each = pytest.mark.parametrize(("number", "name", "addresses"), OTHERS, ids=[f"{n}-{name}" for n, name, _ in OTHERS])


def producer(number, device_id=0, base=Producer, **fields):
    fields.setdefault("data", DATA)
    return base((number, device_id), **fields)


def label(number, name):
    return f"type {number}" if name == "unknown" else name


@each
def test_refused_without_the_flag(number, name, addresses):
    one = producer(number)
    with pytest.raises(BufferError, match=rf"device of type {number} \({name}\)"):
        cu.view(one)
    assert one.calls == []  # by __dlpack_device__ alone
    with pytest.raises(BufferError, match=f"type {number} "):
        cu.view(producer(number, base=Tabled))
    capsule = Tensor(device=(number, 0), data=DATA, versioned=True).capsule()
    with pytest.raises(BufferError, match=f"type {number} "):
        cu.capsule(capsule)


@each
@pytest.mark.parametrize("way", ["dlpack", "legacy", "capsule", "table", "lent"])
def test_taken_with_the_flag(number, name, addresses, way):
    """What the tensor says, and nothing else (D9, 1.8): no stream is said, no stream of the table asked for."""
    shape, strides = (2, 3), (1, 2)
    fields = dict(shape=shape, strides=strides, dtype=(2, 64, 1), data=DATA + 1)  # alignment is not ours to check
    flags = ALLOW | (cu.BORROW if way == "lent" else 0)
    if way == "capsule":
        one = Tensor(device=(number, 3), versioned=True, **fields)
        view = cu.capsule(one.capsule(), flags=flags)
    else:
        one = producer(number, 3, Tabled if way in ("table", "lent") else Producer,
                       versioned=way != "legacy", **fields)
        view = cu.view(one, flags=flags)
    assert (view.ptr, view.shape, view.strides, view.dtype) == (DATA + 1, shape, strides, "float64")
    assert (view.device_type, view.device_id) == (number, 3)
    assert (view.host_accessible, view.device_accessible) == (False, False)
    assert view.producer_stream is None and view.readonly == (way == "legacy") and view.aligned
    assert f"on {label(number, name)}:3," in view.line
    if way == "dlpack":
        assert one.calls == [{"max_version": (1, 3)}]
    if way in ("table", "lent"):
        assert one.asked == ((1, 0, 0) if way == "table" else (0, 1, 0))
    view.order(0)  # nothing to wait for, before and after
    view.finish(0)
    view.release()
    if way not in ("lent", "capsule"):
        assert len(one.tensor.deleted) == 1


@pytest.mark.parametrize("stream", [0, 1, 2, 0x5000, cu.STREAM_NO_SYNC & 2**64 - 1, cu.STREAM_HOST & 2**64 - 1], ids=hex)
@pytest.mark.parametrize("base", [Producer, Tabled])
def test_no_stream_is_said_whatever_the_consumer_has(stream, base):
    one = producer(ROCM, base=base)
    cu.view(one, stream, ALLOW).release()
    assert all("stream" not in keywords for keywords in one.calls)


def test_the_table_is_not_asked_for_a_stream():
    asked = []
    cu.set_stream_hook(lambda *args: asked.append(args) or 0)
    try:
        cu.view(producer(ROCM, base=Tabled), 0x5000, ALLOW).release()
        assert asked == []
    finally:
        cu.set_stream_hook(None)


def test_no_driver_is_loaded():
    program = f"""
import sys
sys.path[:0] = {sys.path!r}
import cucore_test as cu
import export_test
from producers import Producer, Tabled
for number in (4, 8, 10, 14, 99):
    for base in (Producer, Tabled):
        view = cu.view(base((number, 0), data=0x1000), 0x5000, cu.ALLOW_OTHER_DEVICES)
        view.order(0x5000), view.finish(0x5000), view.release()
        cu.args([base((number, 0), data=0x1000)], [("x", None, None, cu.ALLOW_OTHER_DEVICES)], 0x5000)
assert not cu.driver_is_loaded()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@each
@pytest.mark.parametrize("offset", [0, 8, 256])
def test_byte_offset(number, name, addresses, offset):
    """Added where data is an address; refused where it may be a handle (rules 1.6)."""
    one = producer(number, byte_offset=offset)
    if addresses or not offset:
        assert cu.view(one, flags=ALLOW).ptr == DATA + offset
    else:
        with pytest.raises(BufferError, match=f"byte_offset is {offset}, but data is a handle on a device of type {number}"):
            cu.view(one, flags=ALLOW)
    empty = cu.view(producer(number, shape=(0, 3), byte_offset=offset), flags=ALLOW)
    assert empty.shape == (0, 3)


@pytest.mark.parametrize(("number", "fields"), [
    (8, dict(data=0)),  # a handle may be any number, 0 among them
    (8, dict(data=1, shape=(2**40,))),
    (15, dict(data=2**64 - 1)),
    (ROCM, dict(data=0)),
    (ROCM, dict(data=2**64 - 8, shape=(100,))),
    (4, dict(shape=(4,), strides=(-1,))),
], ids=str)
def test_pointers_are_not_checked(number, fields):
    view = cu.view(producer(number, **fields), flags=ALLOW)
    assert view.ptr == fields.get("data", DATA)


@pytest.mark.parametrize(("fields", "message"), [
    (dict(device=(ROCM, -1)), "device_id is -1"),
    (dict(device=(0, 0)), "device of type 0"),
    (dict(device=(-1, 0)), "device of type -1"),
    (dict(ndim=65), "65"),
    (dict(shape=(-1,)), "-1"),
    (dict(dtype=(2, 31, 1)), "31"),
    (dict(dtype=(3, 64, 1)), "dtype.code is 3"),
    (dict(dtype=(2, 32, 2)), "float32x2"),
    (dict(shape=(2**62, 4)), "64 bits"),
    (dict(byte_offset=2**64 - 8), "byte_offset"),
], ids=str)
def test_everything_else_is_checked(fields, message):
    device = fields.pop("device", (ROCM, 0))
    capsule = Tensor(device=device, data=DATA, versioned=True, **fields).capsule()
    with pytest.raises(BufferError, match=message):
        cu.capsule(capsule, flags=ALLOW)


@pytest.mark.parametrize(("flag", "exception"), [("HOST_ACCESSIBLE", "the CPU can read"), ("DEVICE_ACCESSIBLE", "CUDA can read"),
                                                 ("ON_DEVICE_ID", "CUDA can read")])
@pytest.mark.parametrize("base", [Producer, Tabled])
def test_refused_where_memory_has_to_be_read(flag, exception, base):
    one = producer(8, base=base)
    with pytest.raises(ValueError, match=f"x: expected an array that {exception}, got one on metal:0"):
        cu.view(one, flags=ALLOW | getattr(cu, flag), name="x")
    assert all(tensor.deleted for tensor in one.tensors)
    view = cu.view(producer(8), flags=ALLOW)
    with pytest.raises(ValueError, match="metal:0"):
        view.act("check", getattr(cu, flag))
    view.act("check", 0)


def test_other_requirements_count():
    with pytest.raises(TypeError, match="expected dtype float64, got float32"):
        cu.view(producer(ROCM), flags=ALLOW, dtypes="float64")
    with pytest.raises(ValueError, match="shape"):
        cu.view(producer(ROCM), flags=ALLOW, shape="n")
    with pytest.raises(ValueError, match="C-order"):
        cu.view(producer(ROCM, shape=(2, 2), strides=(1, 2)), flags=ALLOW | cu.C_CONTIGUOUS)
    with pytest.raises(ValueError, match="read-only"):
        cu.view(producer(ROCM, versioned=True, flags=READ_ONLY), flags=ALLOW | cu.WRITE)


# ---- producers that lie ----
@pytest.mark.parametrize(("said", "given"), [((CPU, 0), 10), ((8, 0), 10), ((10, 0), 8)], ids=str)
@pytest.mark.parametrize("versioned", [False, True])
def test_the_device_is_the_one_that_was_said(said, given, versioned):
    """Who was told nothing, or something of another device, ordered nothing there (P1)."""
    one = Producer(said, versioned=versioned, data=DATA, **{"shape": (2,)})
    one.fields["device"] = (given, 0)
    with pytest.raises(BufferError, match=rf"__dlpack_device__\(\) said device type {said[0]}, but the tensor is on type {given}"):
        cu.view(one, flags=ALLOW)
    assert len(one.tensor.deleted) == 1


def test_said_to_be_elsewhere_but_on_the_cpu():
    memory = np.arange(6, dtype="f4")
    one = Producer((ROCM, 0), memory=memory, data=memory.ctypes.data)
    one.fields["device"] = (CPU, 0)
    view = cu.view(one, flags=ALLOW)
    assert view.device_type == CPU and view.host_accessible and view.tobytes() == memory.tobytes()


@pytest.mark.parametrize(("number", "name"), OURS)
def test_our_devices_are_as_ever(number, name):
    memory = np.arange(6, dtype="f4")
    view = cu.view(Producer((number, 0), memory=memory, data=memory.ctypes.data), flags=ALLOW)
    assert view.host_accessible and view.device_id == -1 and view.tobytes() == memory.tobytes()


def test_a_type_with_arrays_on_several_devices():
    """What was seen of a type last is no promise: guesses and remembered kinds (D36, B91)."""
    class Mixed(Producer):
        shared = True

    memory = np.arange(6, dtype="f4")
    host = dict(memory=memory, data=memory.ctypes.data)
    for round_ in range(40):
        number = (CPU, ROCM, 8, CPU)[round_ % 4]
        one = Mixed((number, 0), **(host if number == CPU else {"data": DATA}))
        view = cu.view(one, flags=ALLOW)
        assert view.device_type == number and view.host_accessible == (number == CPU)
        assert view.ptr == (memory.ctypes.data if number == CPU else DATA)
        view.release()
        if number != CPU:
            with pytest.raises(BufferError, match=f"type {number}"):
                cu.view(one)


# ---- what can be done with such a view ----
def struct_of(capsule, versioned):
    kind, name = (DLManagedTensorVersioned, b"dltensor_versioned") if versioned else (DLManagedTensor, b"dltensor")
    return kind.from_address(_capsule_pointer_of(capsule, name)).dl_tensor


@each
def test_exported_by_dlpack_with_the_same_device(number, name, addresses):
    one = producer(number, 3, shape=(2, 3), strides=(1, 2), versioned=True)
    view = cu.view(one, flags=ALLOW)
    assert view.__dlpack_device__() == (number, 3)
    for made, versioned in ((view.export("versioned"), True), (view.export("legacy"), False),
                            (view.__dlpack__(max_version=(1, 1)), True), (view.__dlpack__(), False),
                            (view.__dlpack__(max_version=(1, 1), copy=False, dl_device=(number, 3)), True)):
        tensor = struct_of(made, versioned)
        assert (tensor.data, tensor.byte_offset, tensor.ndim) == (DATA, 0, 2)
        assert (tensor.device.device_type, tensor.device.device_id) == (number, 3)
        assert list((ctypes.c_int64 * 2).from_address(tensor.shape)) == [2, 3]
        assert list((ctypes.c_int64 * 2).from_address(tensor.strides)) == [1, 2]
    again = cu.view(view, flags=ALLOW, )
    assert (again.ptr, again.device_type, again.device_id) == (DATA, number, 3)


@pytest.mark.parametrize("keywords", [dict(copy=True), dict(dl_device=(CPU, 0)), dict(dl_device=(CPU, 0), copy=True)], ids=str)
def test_nobody_here_copies_it(keywords):
    view = cu.view(producer(ROCM), flags=ALLOW)
    with pytest.raises(BufferError, match=r"on a device of type 10 \(rocm\), of which nothing here can make a copy"):
        view.__dlpack__(max_version=(1, 1), **keywords)


@pytest.mark.parametrize("what", ["copy to", "copy from", "fill", "zero", "cai", "array_interface", "buffer", "check_range"])
def test_refused_by_what_reads_memory(what):
    view = cu.view(producer(ROCM, shape=(6,), versioned=True), flags=ALLOW)
    host = cu.view(np.zeros(6, "f4"))
    driver = cu.driver_is_loaded()
    if what in ("cai", "array_interface"):
        with pytest.raises(AttributeError, match=r"device of type 10 \(rocm\)"):
            view.export(what)
    elif what == "buffer":
        with pytest.raises(BufferError, match="device memory"):
            memoryview(view)
    else:
        with pytest.raises((ValueError, BufferError), match="10|rocm"):
            if what == "copy to":
                view.act("copy", 0, None, host)
            elif what == "copy from":
                host.act("copy", 0, None, view)
            else:
                view.act(what)
    assert cu.driver_is_loaded() == driver


@each
def test_slices(number, name, addresses):
    view = cu.view(producer(number, shape=(6,), versioned=True), flags=ALLOW)
    assert view.act("all")[0] == DATA
    if addresses:
        assert view.act("slice")[0] == DATA + 4
    else:
        with pytest.raises(BufferError, match=rf"4 bytes into memory of another device"):
            view.act("slice")


def test_as_a_result():
    """cucore.Array gives it on by DLPack."""
    one = producer(ROCM, 2, shape=(2, 3), versioned=True)
    array = cu.view(one, flags=ALLOW).give(None)
    assert "rocm:2" in repr(array) and array.__dlpack_device__() == (ROCM, 2)
    view = cu.view(array, flags=ALLOW)
    assert (view.ptr, view.shape, view.device_type, view.device_id) == (DATA, (2, 3), ROCM, 2)
    view.release()
    assert not hasattr(array, "__cuda_array_interface__") and not hasattr(array, "__array_interface__")
    del array, view
    assert len(one.tensor.deleted) == 1
    view = cu.view(one, flags=ALLOW)
    assert view.give(one) is one  # an argument is returned as itself
    with pytest.raises(ValueError, match="NumPy"):
        cu.view(producer(ROCM), flags=ALLOW).give(np.zeros(1))


def test_same_device():
    def args(*devices):
        cu.args([producer(number, device) if number != CPU else np.zeros(6, "f4") for number, device in devices],
                [(f"a{i}", None, None, ALLOW | cu.SAME_DEVICE) for i in range(len(devices))])
    args((ROCM, 1), (ROCM, 1))
    args((8, 0), (8, 0))
    for devices, message in [(((ROCM, 0), (ROCM, 1)), "a1: expected an array on rocm:0 as a0, got one on rocm:1"),
                             (((ROCM, 0), (8, 0)), "a1: expected an array on rocm:0 as a0, got one on metal:0"),
                             (((99, 0), (CPU, 0)), "a1: expected an array on type 99:0 as a0, got one on cpu")]:
        with pytest.raises(ValueError, match=message):
            args(*devices)


def test_bytes_of_it():
    view = cu.view_bytes(producer(8, shape=(2, 3)), flags=ALLOW)
    assert (view.ptr, view.shape, view.dtype, view.device_type) == (DATA, (24,), "uint8", 8)


def test_given_to_a_library_with_a_table():
    """It is asked for no stream of CUDA's, and is given the tensor; what gives it back here is its refusal."""
    asked = []
    cu.set_stream_hook(lambda *args: asked.append(args) or 0)
    try:
        one = producer(ROCM, versioned=True)
        with pytest.raises(BufferError, match="this table wraps nothing"):
            cu.view(one, flags=ALLOW).give(Tabled((ROCM, 0), data=DATA + 4096))
    finally:
        cu.set_stream_hook(None)
    assert asked == [] and len(one.tensor.deleted) == 1


@each
def test_a_table_of_ours_has_no_stream_for_them(number, name, addresses):
    assert export_test.table("Array", "stream", number) == 0
