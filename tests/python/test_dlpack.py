"""DLPack as a consumer: objects with __dlpack__, bare capsules, every field that can be wrong.

Ids are those of the rule book: D.. rules, B.. bugs seen elsewhere, 1.3, 1.6, 1.7, 1.8 tables.  What is expected comes
from NumPy, from Python integers or from a real producer.  A deleter that ran more or less than once fails every test.
"""

import enum
import gc
import os
import pathlib
import re
import subprocess
import sys
import textwrap
import threading

import pytest

import producers
from doubles import NO_INDEX, SANITIZED, Index, OnlyInt, resident
from producers import (CPU, CUDA, CUDA_HOST, CUDA_MANAGED, IS_COPIED, READ_ONLY, ROCM, ROCM_HOST, SUBBYTE_PADDED,
                       Callable, CythonLike, NoKeywords, Partial, Producer, Proxy, StreamOnly, Tensor, drop, name_of)

cu = pytest.importorskip("cucore_test")
np = pytest.importorskip("numpy")

HERE = os.path.dirname(os.path.abspath(__file__))
NO_SYNC, HOST = cu.STREAM_NO_SYNC, cu.STREAM_HOST
VERSION = {"max_version": (1, 3)}
LEGACY_AND_VERSIONED = pytest.mark.parametrize("versioned", [False, True], ids=["legacy", "versioned"])
NUMPY_HAS_VERSIONED = tuple(int(part) for part in np.__version__.split(".")[:2]) >= (2, 1)


@pytest.fixture(autouse=True)
def no_stray_deleter_calls():
    producers.strays.clear()
    yield
    assert producers.strays == [], "the deleter was called with an address that is no tensor's"


def rows(*table):
    """Rows whose first item is the id."""
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def released_once(*tensors):
    for tensor in tensors:
        assert tensor.deleted == [tensor.address]


def accept(tensor, entry=None, **intake):
    """Imports a capsule that must be good: the view, of a tensor that is not yet given back."""
    capsule = tensor.capsule()
    view = (entry or cu.capsule)(capsule, **intake)
    assert name_of(capsule) == b"used_" + tensor.fresh_name
    del capsule
    assert tensor.deleted == []
    return view


def refuse(tensor, exception, *words, **intake):
    """Imports a capsule that must be refused, and left as it was."""
    before = tensor.bytes()
    capsule = tensor.capsule()
    with pytest.raises(exception) as caught:
        cu.capsule(capsule, **intake)
    assert type(caught.value) is exception
    for word in words:
        assert word in str(caught.value)
    assert name_of(capsule) == tensor.fresh_name
    assert tensor.bytes() == before
    assert tensor.deleted == []
    del capsule
    released_once(tensor)


def forget(error):
    """Lets go of the frames that an exception and those before it hold."""
    while error is not None:
        error.__traceback__ = None
        error = error.__context__ if error.__context__ is not error else None


def run_python(code, *, environment=None, timeout=60):
    """The code in a process of its own; its stdout."""
    variables = dict(os.environ, **(environment or {}))
    paths = [HERE, os.path.dirname(os.path.abspath(cu.__file__)), variables.get("PYTHONPATH", "")]
    variables["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], env=variables, timeout=timeout,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def driver_or_none():
    try:
        return cu.device_count()
    except RuntimeError:
        return None


def need_no_driver():
    if driver_or_none() is not None:
        pytest.skip("a CUDA driver is there: this row shows what happens without one")


def need_driver():
    if driver_or_none() is None:
        pytest.skip("no CUDA driver")


# ------------------------------------------------------------------------------------------------- 1.1 discovery --
def test_D1_dlpack_goes_before_the_other_protocols():
    class Both(Producer):
        @property
        def __cuda_array_interface__(self):
            raise AssertionError("asked for the CUDA Array Interface")

        @property
        def __array_interface__(self):
            raise AssertionError("asked for __array_interface__")

    producer = Both()
    view = cu.view(producer)
    assert (view.protocol, len(producer.calls)) == ("dlpack-versioned", 1)
    del view
    released_once(producer.tensor)


def test_D1_an_error_of_dlpack_does_not_lead_to_the_next_protocol():
    class Failing(Producer):
        __array_interface__ = np.zeros(3).__array_interface__

    producer = Failing(errors={1: BufferError("no")})
    with pytest.raises(BufferError) as caught:
        cu.view(producer)
    assert caught.value is producer.errors[1]


class OnlyDlpack:
    def __dlpack__(self, **keywords):
        raise AssertionError("called")


class OnlyDevice:
    def __dlpack_device__(self):
        raise AssertionError("called")


class NoneDlpack(OnlyDevice):
    __dlpack__ = None


class NoneDevice(OnlyDlpack):
    __dlpack_device__ = None


@pytest.mark.parametrize("entry", [cu.view, cu.dlpack], ids=["view", "dlpack"])
@pytest.mark.parametrize("kind, lacking", rows(
    ("D2-only-dlpack", OnlyDlpack, "no __dlpack_device__"),
    ("D2-only-device", OnlyDevice, "no __dlpack__:"),
    ("D2-dlpack-none", NoneDlpack, "no __dlpack__:"),
    ("D2-device-none", NoneDevice, "no __dlpack_device__"),
))
def test_D2_one_method_alone_is_no_dlpack(entry, kind, lacking):
    with pytest.raises(TypeError) as caught:
        entry(kind())
    assert lacking in str(caught.value)
    assert kind.__name__ in str(caught.value)


@pytest.mark.parametrize("name", ["__dlpack__", "__dlpack_device__"])
def test_D2_none_on_the_instance_is_no_method(name):
    producer = Producer()
    setattr(producer, name, None)
    with pytest.raises(TypeError):
        cu.view(producer)
    assert producer.calls == []


def test_D2_half_a_protocol_leads_to_the_next_one():
    class Half(OnlyDlpack):
        array = np.arange(3.0)
        __array_interface__ = array.__array_interface__

    assert cu.view(Half()).protocol == "array-interface"


@pytest.mark.parametrize("entry", [cu.view, cu.dlpack], ids=["view", "dlpack"])
def test_D3_methods_are_looked_up_on_the_instance(entry):
    target = Producer()
    view = entry(Proxy(target))
    assert view.shape == (2, 3)
    assert target.calls == [VERSION]
    view.release()
    released_once(target.tensor)


@pytest.mark.parametrize("entry", [cu.view, cu.dlpack], ids=["view", "dlpack"])
@pytest.mark.parametrize("kind", [Producer, OnlyDlpack, np.ndarray, int])
def test_D3_a_class_is_no_array(entry, kind):
    with pytest.raises(TypeError) as caught:
        entry(kind)
    if entry is cu.view:
        assert kind.__name__ in str(caught.value)


@pytest.mark.parametrize("error, absent", rows(
    ("D3-AttributeError-is-absent", AttributeError("a"), True),
    ("D3-NotImplementedError-is-absent", NotImplementedError("n"), True),
    ("D3-RuntimeError-propagates", RuntimeError("r"), False),
    ("D3-KeyboardInterrupt-propagates", KeyboardInterrupt(), False),
))
@pytest.mark.parametrize("name", ["__dlpack__", "__dlpack_device__"])
@pytest.mark.parametrize("how", ["getattr", "property"])
def test_D3_errors_of_the_lookup(error, absent, name, how):
    def fail(self):
        raise error

    class ByGetattr:
        array = np.arange(3.0)
        __array_interface__ = array.__array_interface__

        def __getattr__(self, asked):
            if asked == name:
                raise error
            if asked.startswith("__dlpack"):
                return lambda **keywords: pytest.fail("called")
            raise AttributeError(asked)

    class ByProperty:
        array = np.arange(3.0)
        __array_interface__ = array.__array_interface__

        def __dlpack__(self, **keywords):
            return pytest.fail("called")

        def __dlpack_device__(self):
            return (CPU, 0) if name == "__dlpack__" else pytest.fail("called")

    setattr(ByProperty, name, property(fail))
    obj = ByGetattr() if how == "getattr" else ByProperty()
    if absent:
        assert cu.view(obj).protocol == "array-interface"
    else:
        with pytest.raises(type(error)) as caught:
            cu.view(obj)
        assert caught.value is error


@pytest.mark.parametrize("obj", [None, 3, 2.5, "text", (1, 2), [1.0], {}, object()], ids=lambda o: type(o).__name__)
def test_D2_no_array_at_all(obj):
    with pytest.raises(TypeError) as caught:
        cu.view(obj, name="weights")
    assert str(caught.value).startswith("weights: ")
    assert type(obj).__name__ in str(caught.value)
    with pytest.raises(TypeError):
        cu.dlpack(obj)


@LEGACY_AND_VERSIONED
@pytest.mark.parametrize("entry", [cu.view, cu.capsule], ids=["view", "capsule"])
def test_D4_bare_capsule(entry, versioned):
    tensor = Tensor(versioned=versioned)
    view = accept(tensor, entry)
    assert view.protocol == ("dlpack-versioned" if versioned else "dlpack")
    assert view.ptr == tensor.struct.dl_tensor.data
    assert view.owned
    view.release()
    assert (view.ptr, view.owned, view.protocol) == (0, False, "none")
    released_once(tensor)
    view.release()
    del view
    released_once(tensor)


@pytest.mark.parametrize("obj", [b"bytes", 3, None], ids=lambda o: type(o).__name__)
def test_D4_capsule_entry_takes_capsules_only(obj):
    with pytest.raises(TypeError) as caught:
        cu.capsule(obj)
    assert type(obj).__name__ in str(caught.value)


def test_D4_dlpack_takes_capsules_and_others_do_not():
    tensor = Tensor()
    capsule = tensor.capsule()
    for take in (cu.cai, cu.exchange, cu.buffer, cu.array_interface):
        with pytest.raises(TypeError):
            take(capsule)
    assert name_of(capsule) == b"dltensor"
    cu.dlpack(capsule).release()
    assert name_of(capsule) == b"used_dltensor"
    released_once(tensor)


def test_D5_numpy_arrays_go_by_the_buffer_protocol():
    array = np.arange(6.0)
    array.flags.writeable = False
    view = cu.view(array)
    assert (view.protocol, view.readonly) == ("buffer", True)


# ----------------------------------------------------------------------------------------- 1.2 __dlpack_device__ --
class DeviceType(enum.IntEnum):
    CPU = 1
    ROCM = 10


class Ten(int):
    pass


def test_D7_called_once_first_and_without_arguments():
    producer = Producer()
    cu.view(producer).release()
    assert producer.device_calls == [((), {})]
    released_once(producer.tensor)


@pytest.mark.parametrize("device", [(DeviceType.CPU, 0), (Ten(1), Ten(0)), (True, False),
                                    (np.int32(1), np.uint8(0)), (Index(1), 0), (1, np.array(0))],
                         ids=["D7-IntEnum", "D7-subclass", "D7-bool", "A20-numpy", "A20-index", "A20-0-d-array"])
def test_D7_any_integers(device):
    producer = Producer(device)
    cu.view(producer).release()
    released_once(producer.tensor)


@pytest.mark.parametrize("error", rows(*NO_INDEX))
@pytest.mark.parametrize("place", [0, 1], ids=["type", "id"])
def test_A20_exception_of_index(place, error):
    producer = Producer((1, Index(error)) if place else (Index(error), 0))
    with pytest.raises(type(error)) as caught:
        cu.view(producer)
    assert caught.value is error
    assert producer.calls == []


@pytest.mark.parametrize("device", [
    (OnlyInt(), 0), (np.float32(1), 0), (np.int64(2**31), 0), (1, np.int64(-2**31 - 1)), (1, Index(2**70)),
    None, 1, "cpu", (), (1,), (1, 0, 0), [1, 0], (1.0, 0), (2, None), ("1", 0), (2**31, 0), (1, 2**31), (-2**31 - 1, 0),
    (2**100, 0), (1, -2**100),
] + [(np.True_, 0)] * (not hasattr(np.True_, "__index__")), ids=repr)  # it had one before NumPy 2.3
def test_D7_anything_else_is_refused_before_dlpack_is_called(device):
    producer = Producer(device)
    with pytest.raises(BufferError) as caught:
        cu.view(producer)
    assert repr(device) in str(caught.value)
    assert producer.calls == []


@pytest.mark.parametrize("error", [ValueError("v"), AttributeError("a"), NotImplementedError("n"), KeyboardInterrupt()],
                         ids=lambda e: type(e).__name__)
def test_D7_its_own_exception_propagates(error):
    producer = Producer(error)
    with pytest.raises(type(error)) as caught:
        cu.view(producer)
    assert caught.value is error
    assert (len(producer.device_calls), producer.calls) == (1, [])


@pytest.mark.parametrize("said, real, host, device", rows(
    ("B39-pinned-says-3-capsule-says-1", (CUDA_HOST, 0), (CPU, 0), True, False),
    ("D8-cpu-says-1-capsule-says-3", (CPU, 0), (CUDA_HOST, 0), True, True),
    ("D8-managed-says-13-capsule-says-1", (CUDA_MANAGED, 0), (CPU, 0), True, False),
    ("D8-cuda-0-says-the-method-1-the-capsule", (CUDA, 0), (CUDA, 1), False, True),
))
def test_D8_the_capsule_decides(said, real, host, device):
    producer = Producer(said)
    producer.fields["device"] = real
    view = cu.view(producer, flags=cu.TRUST_PRODUCER)
    assert (view.device_type, view.host_accessible, view.device_accessible) == (real[0], host, device)
    assert view.device_id == (real[1] if real[0] == CUDA else -1)
    told = {"stream": 1} if said[0] in (CUDA, CUDA_MANAGED) else {}
    assert producer.calls == [dict(VERSION, **told)]
    view.release()
    released_once(producer.tensor)


@pytest.mark.parametrize("real", [(CUDA, 0), (CUDA_MANAGED, 0)], ids=["cuda", "managed"])
def test_D8_cuda_data_that_nobody_ordered(real):
    producer = Producer((CPU, 0))
    producer.fields["device"] = real
    with pytest.raises(BufferError) as caught:
        cu.view(producer, flags=cu.TRUST_PRODUCER)
    assert "not ordered" in str(caught.value)
    released_once(producer.tensor)
    view = cu.view(producer, flags=cu.TRUST_PRODUCER, stream=NO_SYNC)
    assert view.device_type == real[0]
    view.release()
    released_once(*producer.tensors)


def test_D9_ordinal_beyond_the_devices_of_the_process():
    need_driver()
    tensor = Tensor(device=(CUDA, 4096))
    refuse(tensor, BufferError, "4096")


def test_D9_device_memory_without_a_driver():
    need_no_driver()
    producer = Producer((CUDA, 0))
    with pytest.raises(RuntimeError):
        cu.view(producer)
    assert producer.calls == []
    refuse(Tensor(device=(CUDA, 0)), RuntimeError)


# ------------------------------------------------------------------------------------- 1.3 arguments of __dlpack__ --
HANDLE, HIGH_HANDLE = 0x7F12_3456_7890, 2**64 - 4096

STREAMS = rows(
    ("B20-null", 0, 1),
    ("legacy", 1, 1),
    ("per-thread", 2, 2),
    ("handle", HANDLE, HANDLE),
    ("handle-above-2^63", HIGH_HANDLE - 2**64, HIGH_HANDLE),
    ("no-sync", NO_SYNC, -1),
    ("host", HOST, 1),
)


# Empty arrays: no ordering afterwards, so no driver either.
@pytest.mark.parametrize("stream, sent", STREAMS)
@pytest.mark.parametrize("device", [(CUDA, 0), (CUDA, 3), (CUDA_MANAGED, 0)], ids=["cuda:0", "cuda:3", "managed"])
def test_1_3_D13_stream_for_cuda(device, stream, sent):
    producer = Producer(device, shape=(0,))
    view = cu.view(producer, stream=stream, flags=cu.TRUST_PRODUCER)
    assert producer.calls == [{"stream": sent, "max_version": (1, 3)}]
    assert type(producer.calls[0]["stream"]) is int
    assert (view.device_type, view.device_id) == device
    view.release()
    released_once(producer.tensor)


@pytest.mark.parametrize("stream, sent", STREAMS)
@pytest.mark.parametrize("device", [CPU, CUDA_HOST, ROCM_HOST], ids=["cpu", "pinned", "rocm-host"])
def test_1_3_no_stream_for_the_host(device, stream, sent):
    producer = Producer((device, 0), shape=(0,))
    cu.view(producer, stream=stream).release()
    assert producer.calls == [VERSION]
    released_once(producer.tensor)


@pytest.mark.parametrize("stream", [0, NO_SYNC], ids=["null", "no-sync"])
def test_1_3_rocm_is_refused_before_dlpack_is_called(stream):
    for device in [(ROCM, 0), (DeviceType.ROCM, 0)]:
        producer = Producer(device)
        with pytest.raises(BufferError) as caught:
            cu.view(producer, stream=stream, flags=cu.TRUST_PRODUCER)
        assert "10" in str(caught.value) and "rocm" in str(caught.value)
        assert producer.calls == []


@pytest.mark.parametrize("error", [ValueError("no stream"), RuntimeError("no stream")], ids=lambda e: type(e).__name__)
def test_1_3_managed_is_asked_again_without_stream(error):
    producer = Producer((CUDA_MANAGED, 0), shape=(0,), errors={1: error})
    cu.view(producer, stream=7, flags=cu.TRUST_PRODUCER).release()
    assert producer.calls == [{"stream": 7, "max_version": (1, 3)}, VERSION]
    released_once(producer.tensor)


@pytest.mark.parametrize("device, error", rows(
    ("cuda-ValueError", CUDA, ValueError("v")),
    ("cuda-RuntimeError", CUDA, RuntimeError("r")),
    ("cuda-BufferError", CUDA, BufferError("b")),
    ("managed-BufferError", CUDA_MANAGED, BufferError("b")),
    ("managed-KeyError", CUDA_MANAGED, KeyError("k")),
    ("cpu-ValueError", CPU, ValueError("v")),
    ("pinned-RuntimeError", CUDA_HOST, RuntimeError("r")),
))
def test_1_3_nothing_else_is_asked_again(device, error):
    producer = Producer((device, 0), shape=(0,), errors={1: error})
    with pytest.raises(type(error)) as caught:
        cu.view(producer, stream=7, flags=cu.TRUST_PRODUCER)
    assert caught.value is error
    assert len(producer.calls) == 1


def test_D10_a_producer_that_ordered_leaves_nothing_to_do():
    producer = Producer((CUDA, 0), errors={})
    view = cu.view(producer, stream=HANDLE, flags=cu.TRUST_PRODUCER)
    assert view.producer_stream is None
    view.release()
    released_once(producer.tensor)


def test_D11_per_thread_stream_refused_by_the_producer():
    producer = Producer((CUDA, 0), shape=(0,), errors={1: BufferError("per-thread default stream is not supported")})
    cu.view(producer, stream=2, flags=cu.TRUST_PRODUCER).release()
    assert producer.calls == [{"stream": 2, "max_version": (1, 3)}, {"stream": 1, "max_version": (1, 3)}]
    released_once(producer.tensor)


def test_D11_the_second_refusal_propagates():
    first, second = BufferError("first"), BufferError("second")
    producer = Producer((CUDA, 0), shape=(0,), errors={1: first, 2: second})
    with pytest.raises(BufferError) as caught:
        cu.view(producer, stream=2, flags=cu.TRUST_PRODUCER)
    assert caught.value is second and second.__context__ is first
    assert len(producer.calls) == 2


def test_D11_other_errors_are_not_about_the_stream():
    error = RuntimeError("other")
    producer = Producer((CUDA, 0), shape=(0,), errors={1: error})
    with pytest.raises(RuntimeError) as caught:
        cu.view(producer, stream=2, flags=cu.TRUST_PRODUCER)
    assert caught.value is error and len(producer.calls) == 1


def test_D11_data_that_cannot_be_ordered_afterwards_are_given_back():
    need_no_driver()
    producer = Producer((CUDA, 0), errors={1: BufferError("no")})
    with pytest.raises(RuntimeError):
        cu.view(producer, stream=2, flags=cu.TRUST_PRODUCER)
    released_once(producer.tensor)


@pytest.mark.parametrize("module", ["jax", "jaxlib._jax", "jaxlib.xla_extension", "jax._src.array"])
@pytest.mark.parametrize("stream, sent", rows(("no-sync", NO_SYNC, {}), ("legacy", 0, {"stream": 1}),
                                              ("handle", 99, {"stream": 99})))
def test_D12_jax_never_hears_of_minus_one(module, stream, sent):
    Jax = type("ArrayImpl", (Producer,), {"__module__": module})
    producer = Jax((CUDA, 0), shape=(0,), versioned=False)
    cu.view(producer, stream=stream, flags=cu.TRUST_PRODUCER).release()
    assert producer.calls == [dict(VERSION, **sent)]
    released_once(producer.tensor)


def answers(value):
    def is_ready(self):
        self.asked = getattr(self, "asked", 0) + 1
        if isinstance(value, type):
            raise value("no")
        return value
    return is_ready


@pytest.mark.parametrize("ready, sent", rows(("ready", True, {}), ("pending", False, {"stream": 99}), ("raises", RuntimeError, {"stream": 99}),
                                             ("number", 1, {"stream": 99}), ("interrupt", KeyboardInterrupt, None)))
def test_D12_jax_gets_a_stream_only_if_work_is_pending(ready, sent):
    """Its wait on a stream takes as long as a fifth of the call; on the CPU, and without order, it is not asked."""
    Jax = type("ArrayImpl", (Producer,), {"__module__": "jaxlib._jax", "is_ready": answers(ready)})
    producer = Jax((CUDA, 0), shape=(0,), versioned=False)
    if sent is None:
        with pytest.raises(KeyboardInterrupt):
            cu.view(producer, stream=99, flags=cu.TRUST_PRODUCER)
        return
    for _ in range(3):
        cu.view(producer, stream=99, flags=cu.TRUST_PRODUCER).release()
    assert producer.calls == 3 * [dict(VERSION, **sent)] and producer.asked == 3
    cu.view(producer, stream=NO_SYNC, flags=cu.TRUST_PRODUCER).release()
    assert producer.calls[-1] == VERSION and producer.asked == 3
    host = Jax((CPU, 0), versioned=False)
    cu.view(host, stream=99).release()
    assert not hasattr(host, "asked")


@pytest.mark.parametrize("module", ["ajax", "", 5, None], ids=repr)
def test_D12_others_do(module):
    Other = type("Other", (Producer,), {"__module__": module})
    producer = Other((CUDA, 0), shape=(0,))
    cu.view(producer, stream=NO_SYNC, flags=cu.TRUST_PRODUCER).release()
    assert producer.calls == [dict(VERSION, stream=-1)]
    released_once(producer.tensor)


@pytest.mark.parametrize("intake", [{}, {"copy": -1}], ids=["plain", "copy"])
def test_D14_max_version_is_a_tuple_of_two_ints(intake):
    producer = Producer()
    cu.view(producer, **intake).release()
    version = producer.calls[0]["max_version"]
    assert type(version) is tuple and version == (1, 3)
    assert [type(part) for part in version] == [int, int]
    released_once(producer.tensor)


@pytest.mark.parametrize("versioned", [False, True], ids=["D15-B22-legacy-returned", "D15-versioned-returned"])
@pytest.mark.parametrize("kind", [Producer, StreamOnly], ids=["knows-max_version", "does-not"])
def test_D15_the_name_of_the_capsule_decides(kind, versioned):
    producer = kind(versioned=versioned, flags=READ_ONLY)
    view = cu.view(producer)
    assert view.protocol == ("dlpack-versioned" if versioned else "dlpack")
    assert view.readonly  # B90: legacy ones cannot say
    assert view.shape == (2, 3)
    view.release()
    released_once(producer.tensor)


@pytest.mark.parametrize("flags", [cu.READ, cu.WRITE, cu.NEVER_COPY, cu.BORROW, cu.HOST_ACCESSIBLE, cu.MAKE_C_CONTIGUOUS],
                         ids=["read", "write", "never", "borrow", "host", "fitting"])
def test_D16_neither_another_device_nor_a_copy_is_asked_for(flags):
    producer = Producer()
    cu.view(producer, flags=flags).release()
    assert len(producer.calls) == 1 and "dl_device" not in producer.calls[0] and producer.calls[0].get("copy") in (None, False)
    released_once(producer.tensor)


@pytest.mark.parametrize("copy, sent", [(-1, {"copy": False}), (0, {})], ids=["D17--1", "D17-0"])
def test_D17_copy_is_sent_only_when_asked(copy, sent):
    producer = Producer()
    view = cu.view(producer, copy=copy)
    assert producer.calls == [dict(VERSION, **sent)]
    if sent:
        assert producer.calls[0]["copy"] is sent["copy"]
    view.release()
    released_once(producer.tensor)


@pytest.mark.parametrize("error", [
    BufferError("b"), RuntimeError("r"), ValueError("v"), AssertionError("a"), NotImplementedError("n"),
    AttributeError("t"), KeyboardInterrupt(), SystemExit(3), MemoryError(), GeneratorExit(), TypeError("boom"),
    UnicodeDecodeError("utf-8", b"x", 0, 1, "reason"),
], ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("device", [CPU, CUDA], ids=["cpu", "cuda"])
def test_D18_exceptions_of_the_producer_pass_through(error, device):
    producer = Producer((device, 0), errors={1: error}, shape=(0,))
    before = sys.getrefcount(producer)
    with pytest.raises(type(error)) as caught:
        cu.view(producer, stream=5, flags=cu.TRUST_PRODUCER)
    assert caught.value is error
    assert error.__context__ is None and error.__cause__ is None
    assert caught.traceback[-1].name == "produce"
    assert (len(producer.calls), producer.tensors) == (1, [])
    error.__traceback__ = None
    del caught
    assert sys.getrefcount(producer) == before


# -------------------------------------------------------------------- 1.4 producers that do not know max_version --
PYBIND = "__dlpack__(): incompatible function arguments. The following argument types are supported:\n    1. (self)"


class ListPop:
    """__dlpack__ is a C method that takes no keywords."""

    def __init__(self, **fields):
        self.tensor = Tensor(**fields)
        self.capsules = [self.tensor.capsule()]
        self.calls = [{}]

    def __dlpack_device__(self):
        return (CPU, 0)

    @property
    def __dlpack__(self):
        return self.capsules.pop


@pytest.mark.parametrize("make", [
    pytest.param(lambda: StreamOnly(), id="D20-B68-stream-only"),
    pytest.param(lambda: NoKeywords(), id="D20-no-keywords"),
    pytest.param(lambda: Partial(), id="D20-partial"),
    pytest.param(lambda: Proxy(StreamOnly()), id="D20-proxy"),
    pytest.param(lambda: ListPop(), id="D20-C-method"),
])
def test_D20_asked_again_without_max_version(make):
    producer = make()
    view = cu.view(producer)
    assert view.protocol == "dlpack"
    assert producer.calls == [{}]
    view.release()
    released_once(producer.tensor)


def test_D20_the_stream_is_kept():
    producer = StreamOnly((CUDA, 0), shape=(0,))
    cu.view(producer, stream=9, flags=cu.TRUST_PRODUCER).release()
    assert producer.calls == [{"stream": 9}]
    released_once(producer.tensor)


@pytest.mark.parametrize("message", rows(
    ("D20-pybind11", PYBIND),
    ("D20-unexpected-keyword", "__dlpack__() got an unexpected keyword argument 'max_version'"),
    ("D20-no-keywords", "f() takes no keyword arguments"),
    ("D20-positional", "__dlpack__() takes 1 positional argument but 2 were given"),
    ("D20-max_version", "'max_version' is an invalid argument"),
))
@pytest.mark.parametrize("kind", [Callable, CythonLike], ids=["callable", "D21-cython"])
def test_D20_messages_of_binding_generators(kind, message):
    producer = kind(errors={1: TypeError(message)})
    cu.view(producer).release()
    assert producer.calls == [VERSION, {}]
    released_once(producer.tensor)


def test_D20_a_subclass_of_TypeError_counts():
    class BindingError(TypeError):
        pass

    producer = Callable(errors={1: BindingError("unexpected keyword")})
    cu.view(producer).release()
    released_once(producer.tensor)


@pytest.mark.parametrize("kind, error, intake", rows(
    ("B25-boom-inside", Producer, TypeError("boom"), {}),
    ("B25-boom-from-a-callable", Callable, TypeError("boom"), {}),
    ("D21-keyword-inside", Producer, TypeError("f() got an unexpected keyword argument 'x'"), {}),
    ("D21-max_version-inside", Producer, TypeError("max_version is wrong"), {}),
    ("D20-ValueError", Callable, ValueError("unexpected keyword argument 'max_version'"), {}),
    ("D20-BufferError", Callable, BufferError("max_version"), {}),
))
def test_D20_not_asked_again(kind, error, intake):
    producer = kind(errors={1: error})
    with pytest.raises(type(error)) as caught:
        cu.view(producer, **intake)
    assert caught.value is error
    assert error.__context__ is None
    assert len(producer.calls) == 1


@pytest.mark.parametrize("second", [TypeError("second"), BufferError("second"), KeyboardInterrupt()],
                         ids=lambda e: type(e).__name__)
def test_D22_the_first_error_is_the_context_of_the_second(second):
    first = TypeError("unexpected keyword argument 'max_version'")
    producer = Callable(errors={1: first, 2: second})
    with pytest.raises(type(second)) as caught:
        cu.view(producer)
    assert caught.value is second and second.__context__ is first
    assert producer.calls == [VERSION, {}]


def test_D22_the_same_exception_twice_is_not_its_own_context():
    error = TypeError("unexpected keyword argument 'max_version'")
    producer = Callable(errors={1: error, 2: error})
    with pytest.raises(TypeError) as caught:
        cu.view(producer)
    assert caught.value is error
    assert error.__context__ is not error


def test_D22_a_retry_that_works_leaves_no_trace():
    error = TypeError("unexpected keyword argument 'max_version'")
    before = sys.getrefcount(error)
    producer = Callable(errors={1: error})
    cu.view(producer).release()
    producer.errors.clear()
    error.__traceback__ = None
    assert sys.getrefcount(error) == before
    released_once(producer.tensor)


def test_D22_each_rule_applies_once():
    first = TypeError("unexpected keyword argument 'max_version'")
    again = TypeError("unexpected keyword argument 'stream'")
    producer = Callable((CUDA, 0), errors={1: first, 2: again})
    with pytest.raises(TypeError) as caught:
        cu.view(producer, stream=2, flags=cu.TRUST_PRODUCER)
    assert caught.value is again
    assert producer.calls == [{"stream": 2, "max_version": (1, 3)}, {"stream": 2}]


def test_D22_two_rules_in_one_import():
    producer = Callable((CUDA, 0), shape=(0,), errors={1: TypeError("keyword"), 2: BufferError("per-thread")})
    cu.view(producer, stream=2, flags=cu.TRUST_PRODUCER).release()
    assert producer.calls == [{"stream": 2, "max_version": (1, 3)}, {"stream": 2}, {"stream": 1}]
    released_once(producer.tensor)


# ------------------------------------------------------------------------------------ 1.5 capsules and ownership --
@pytest.mark.parametrize("name, words", rows(
    ("D24-used", b"used_dltensor", "already consumed"),
    ("D24-used-versioned", b"used_dltensor_versioned", "already consumed"),
    ("D24-foreign-B44", b"numpy.core._ARRAY_API", "numpy.core._ARRAY_API"),
    ("D24-longer", b"dltensor_v2", "dltensor_v2"),
    ("D24-shorter", b"dltenso", "dltenso"),
    ("D24-upper", b"DLTensor", "DLTensor"),
    ("D24-empty", b"", "''"),
    ("D24-null", None, "NULL"),
    ("D24-exchange-api", b"dlpack_exchange_api", "dlpack_exchange_api"),
    ("D24-not-utf8", b"\xff\xfe", "capsule"),
    ("D24-long", b"x" * 5000, "'" + "x" * 64 + "'"),
))
@pytest.mark.parametrize("how", ["capsule", "view", "object"])
def test_D24_names(name, words, how):
    tensor = Tensor()
    capsule = tensor.capsule(name)
    obj = Producer(answer=lambda keywords: capsule) if how == "object" else capsule
    with pytest.raises(BufferError) as caught:
        (cu.capsule if how == "capsule" else cu.view)(obj)
    assert words in str(caught.value)
    assert name_of(capsule) == name
    assert tensor.deleted == []
    drop([tensor])


@pytest.mark.parametrize("answer", [None, 0, b"dltensor", "dltensor", (1, 2), np.zeros(2), object],
                         ids=lambda a: type(a).__name__)
def test_D24_dlpack_must_return_a_capsule(answer):
    producer = Producer(answer=lambda keywords: answer)
    with pytest.raises(BufferError) as caught:
        cu.view(producer)
    assert type(answer).__name__ in str(caught.value)


def test_D24_what_is_no_capsule_is_let_go():
    answer = ["no capsule"]
    before = sys.getrefcount(answer)
    for _ in range(5):
        with pytest.raises(BufferError):
            cu.view(Producer(answer=lambda keywords: answer))
    gc.collect()
    assert sys.getrefcount(answer) == before


@LEGACY_AND_VERSIONED
def test_D25_a_failed_import_leaves_the_capsule_usable(versioned):
    tensor = Tensor(versioned=versioned, flags=READ_ONLY)
    capsule = tensor.capsule()
    with pytest.raises(ValueError):
        cu.capsule(capsule, flags=cu.DEVICE_ACCESSIBLE)
    assert tensor.deleted == []
    view = cu.capsule(capsule)
    assert view.shape == (2, 3)
    del capsule
    view.release()
    released_once(tensor)


@LEGACY_AND_VERSIONED
def test_D26_destructors_that_do_not_look_at_the_name(versioned):
    tensor = Tensor(versioned=versioned)
    capsule = tensor.capsule(destructor="blind")
    view = cu.capsule(capsule)
    assert name_of(capsule) == b"used_" + tensor.fresh_name
    del capsule
    assert tensor.deleted == []
    view.release()
    released_once(tensor)


@LEGACY_AND_VERSIONED
def test_D26_the_used_name_outlives_the_consumer(versioned):
    tensor = Tensor(versioned=versioned)
    capsule = tensor.capsule()
    cu.capsule(capsule).release()
    gc.collect()
    assert name_of(capsule) == b"used_" + tensor.fresh_name
    released_once(tensor)


@LEGACY_AND_VERSIONED
@pytest.mark.parametrize("how", ["release", "drop", "thread"])
def test_D27_B44_the_deleter_gets_the_address_it_gave(versioned, how):
    tensor = Tensor(versioned=versioned)
    view = accept(tensor)
    if how == "release":
        view.release()
    elif how == "thread":
        view.release_in_thread()
    del view
    released_once(tensor)
    assert producers.strays == []


POISON = {"data": 8, "ndim": 3, "dtype": (77, 3, 0), "device": (99, -5), "byte_offset": 2**64 - 1, "flags": 2**64 - 1}


@pytest.mark.parametrize("version", [(2, 0), (0, 8), (99, 99), (2**32 - 1, 0)], ids=repr)
@pytest.mark.parametrize("how", ["capsule", "object"])
def test_D29_B26_another_major_is_given_back_unread(version, how):
    tensor = Tensor(versioned=True, version=version, **POISON)
    tensor.struct.dl_tensor.shape = 16  # read and it crashes
    tensor.struct.dl_tensor.strides = 24
    capsule = tensor.capsule()
    obj = Producer(answer=lambda keywords: capsule) if how == "object" else capsule
    with pytest.raises(BufferError) as caught:
        cu.view(obj)
    assert f"{version[0]}.{version[1]}" in str(caught.value)
    released_once(tensor)
    assert name_of(capsule) == b"used_dltensor_versioned"
    with pytest.raises(BufferError) as caught:
        cu.view(capsule)
    assert "consumed" in str(caught.value)
    del capsule, obj
    released_once(tensor)


def test_B26_another_major_without_a_deleter():
    tensor = Tensor(versioned=True, version=(2, 0), deleter=False, **POISON)
    with pytest.raises(BufferError):
        cu.capsule(tensor.capsule())
    assert tensor.deleted == []


@pytest.mark.parametrize("minor", [0, 1, 2, 3, 4, 99], ids=lambda m: f"D29-minor-{m}")
def test_D29_any_minor_of_major_1(minor):
    tensor = Tensor(versioned=True, version=(1, minor))
    accept(tensor).release()
    released_once(tensor)


@LEGACY_AND_VERSIONED
def test_D30_B27_no_deleter(versioned):
    tensor = Tensor(versioned=versioned, deleter=False)
    capsule = tensor.capsule()
    view = cu.capsule(capsule)
    assert view.tobytes() == bytes(tensor.memory)[:24]
    view.release()
    view = None
    del capsule
    capsule = tensor.capsule()
    del capsule
    assert tensor.deleted == []


def test_D31_B28_a_destructor_that_runs_python_while_the_import_fails():
    ran = []
    producer = Producer(dtype=(2, 32, 0), on_delete=lambda tensor: ran.append(sum(range(100))))
    with pytest.raises(BufferError) as caught:
        cu.view(producer)
    assert type(caught.value) is BufferError and "lanes" in str(caught.value)
    assert ran == [4950]
    released_once(producer.tensor)


def test_B28_releasing_does_not_disturb_a_pending_exception():
    producer = Producer(flags=READ_ONLY, on_delete=lambda tensor: sum(range(100)))
    good = Producer()
    with pytest.raises(ValueError) as caught:
        cu.args([good, producer], [("x",), ("y", None, None, cu.WRITE)])
    assert str(caught.value).startswith("y: ")
    released_once(good.tensor, producer.tensor)


@LEGACY_AND_VERSIONED
def test_B29_release_on_a_thread_that_python_does_not_know(versioned):
    threads = []
    tensor = Tensor(versioned=versioned, on_delete=lambda tensor: threads.append(threading.get_ident()))
    view = accept(tensor)
    view.release_in_thread()
    released_once(tensor)
    assert len(threads) == 1 and threads[0] != threading.get_ident()
    view.release()
    released_once(tensor)


# PyObject_Free under PYTHONMALLOC=debug stops the process when its thread lacks the GIL: a deleter that forgot it.
@pytest.mark.parametrize("how", ["release", "release_in_thread"], ids=["D32-same-thread", "B29-foreign-thread"])
@LEGACY_AND_VERSIONED
def test_D32_deleters_run_with_the_gil(versioned, how):
    run_python(f"""
        import ctypes, cucore_test, producers
        kind = producers.DLManagedTensor{"Versioned" if versioned else ""}
        allocate = producers._python("PyObject_Malloc", ctypes.c_void_p, ctypes.c_size_t)
        for _ in range(3):
            struct = kind.from_address(allocate(ctypes.sizeof(kind)))
            ctypes.memset(ctypes.addressof(struct), 0, ctypes.sizeof(kind))
            struct.dl_tensor.data = 4096
            struct.dl_tensor.device = producers.DLDevice(1, 0)
            struct.dl_tensor.dtype = producers.DLDataType(2, 32, 1)
            struct.deleter = ctypes.cast(ctypes.pythonapi.PyObject_Free, ctypes.c_void_p).value
            if {versioned}: struct.version = producers.DLPackVersion(1, 0)
            view = cucore_test.capsule(producers.make_capsule(ctypes.addressof(struct), producers.FRESH[{versioned}]))
            view.{how}()
    """, environment={"PYTHONMALLOC": "debug"})


@LEGACY_AND_VERSIONED
def test_D32_a_deleter_may_import_again(versioned):
    inner = Tensor(versioned=not versioned)
    views = []
    tensor = Tensor(versioned=versioned, on_delete=lambda tensor: views.append(cu.capsule(inner.capsule())))
    accept(tensor).release()
    released_once(tensor)
    assert views[0].shape == (2, 3)
    views.pop().release()
    released_once(inner)


@LEGACY_AND_VERSIONED
def test_B30_shape_and_strides_are_copied_at_import(versioned):
    tensor = Tensor((2, 3), versioned=versioned)
    view = accept(tensor)
    tensor.shape[:] = [1000, 1000]
    tensor.strides[:] = [-7, 0]
    tensor.struct.dl_tensor.ndim = 1
    tensor.struct.dl_tensor.data = 0
    assert (view.shape, view.strides) == ((2, 3), (3, 1))
    assert view.tobytes() == bytes(tensor.memory)[:24]
    view.release()
    released_once(tensor)


@LEGACY_AND_VERSIONED
@pytest.mark.parametrize("strides", [None, (3, 1), (0, 0)], ids=repr)
def test_D35_the_producers_struct_is_never_written(versioned, strides):
    tensor = Tensor((2, 3), strides=strides, versioned=versioned)
    before = tensor.bytes()
    view = accept(tensor)
    assert tensor.bytes() == before
    view.release()
    assert tensor.bytes() == before
    released_once(tensor)


@pytest.mark.parametrize("shape", [(2, 3), (0,), (3, 0), ()], ids=["B31", "B04-empty", "B04-empty-2", "B31-0d"])
@LEGACY_AND_VERSIONED
@pytest.mark.parametrize("how", ["capsule", "object"])
def test_B31_B04_consumed_is_released_once(how, versioned, shape):
    if how == "capsule":
        tensor = Tensor(shape, versioned=versioned)
        view = accept(tensor)
    else:
        producer = Producer(shape=shape, versioned=versioned)
        view = cu.view(producer)
        tensor = producer.tensor
    assert (view.shape, tensor.deleted) == (shape, [])
    del view
    released_once(tensor)


@LEGACY_AND_VERSIONED
@pytest.mark.parametrize("shape", [(2, 3), (0,)], ids=["full", "empty"])
def test_B32_unconsumed_is_released_when_the_capsule_dies(versioned, shape):
    tensor = Tensor(shape, versioned=versioned)
    capsule = tensor.capsule()
    assert tensor.deleted == []
    del capsule
    released_once(tensor)


@LEGACY_AND_VERSIONED
def test_B33_consumed_capsule_dropped_first_or_last(versioned):
    for capsule_first in (True, False):
        tensor = Tensor(versioned=versioned)
        capsule = tensor.capsule()
        view = cu.capsule(capsule)
        if capsule_first:
            del capsule
            assert tensor.deleted == []
            view.release()
        else:
            view.release()
            released_once(tensor)
            del capsule
        released_once(tensor)


@LEGACY_AND_VERSIONED
@pytest.mark.parametrize("entry", [cu.capsule, cu.view], ids=["capsule", "view"])
def test_B34_one_capsule_twice(versioned, entry):
    tensor = Tensor(versioned=versioned)
    capsule = tensor.capsule()
    view = cu.capsule(capsule)
    with pytest.raises(BufferError) as caught:
        entry(capsule)
    assert "consumed" in str(caught.value) and "used_" + tensor.fresh_name.decode() in str(caught.value)
    assert tensor.deleted == []
    assert view.tobytes() == bytes(tensor.memory)[:24]
    view.release()
    released_once(tensor)


def test_B34_the_same_capsule_as_two_arguments():
    tensor = Tensor()
    capsule = tensor.capsule()
    with pytest.raises(BufferError):
        cu.args([capsule, capsule], None)
    released_once(tensor)


@LEGACY_AND_VERSIONED
def test_B35_D28_threads_that_import_one_capsule(versioned):
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(40):
            tensor = Tensor(versioned=versioned)
            capsule = tensor.capsule()
            barrier = threading.Barrier(6)
            views, errors = [], []

            def work():
                barrier.wait()
                try:
                    views.append(cu.capsule(capsule))
                except BufferError as error:
                    errors.append(str(error))

            threads = [threading.Thread(target=work) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert (len(views), len(errors)) == (1, 5)
            assert all("consumed" in error for error in errors)
            assert tensor.deleted == []
            views.pop().release()
            del capsule
            released_once(tensor)
    finally:
        sys.setswitchinterval(interval)


def test_B35_threads_that_import_from_one_object():
    producer = Producer()
    failures = []

    def work():
        try:
            for _ in range(50):
                cu.view(producer).release()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len(producer.tensors) == 200
    released_once(*producer.tensors)


@LEGACY_AND_VERSIONED
def test_B43_the_data_live_until_release(versioned):
    array = np.arange(1000.0)
    expected = array.tobytes()
    producer = Producer(versioned=versioned)
    producer.answer = lambda keywords, tensor=Tensor.of(array, versioned=versioned): tensor.capsule()
    view = cu.view(producer)
    del producer, array
    gc.collect()
    filler = [np.full(1000, 7.0) for _ in range(20)]
    assert view.tobytes() == expected
    view.release()
    del filler


REQUIREMENTS = rows(
    ("B75-write", {"flags": cu.WRITE}, ValueError, "read-only"),
    ("B75-on-device", {"flags": cu.DEVICE_ACCESSIBLE}, ValueError, "CUDA can read"),
    ("B75-device-id", {"flags": cu.ON_DEVICE_ID, "device_id": 1}, ValueError, "CUDA can read"),
    ("B75-f-order", {"flags": cu.F_CONTIGUOUS}, ValueError, "F-order"),
)


@pytest.mark.parametrize("intake, exception, words", REQUIREMENTS)
def test_B75_requirements_that_fail_give_the_tensor_back(intake, exception, words):
    refuse(Tensor(versioned=True, flags=READ_ONLY), exception, words, **intake)
    producer = Producer(flags=READ_ONLY)
    with pytest.raises(exception) as caught:
        cu.view(producer, name="weights", **intake)
    assert str(caught.value).startswith("weights: ") and words in str(caught.value)
    released_once(producer.tensor)


def test_B75_a_later_argument_fails():
    first, second, third = Producer(), Producer(errors={1: ValueError("third")}), Producer()
    with pytest.raises(ValueError) as caught:
        cu.args([first, second, third], None)
    assert caught.value is second.errors[1]
    released_once(first.tensor)
    assert third.device_calls == []


# ------------------------------------------------------------------------------------------ 1.6 field validation --
P62, P63, P64 = 2**62, 2**63, 2**64

BAD_FIELDS = rows(
    ("ndim-negative", dict(ndim=-1), "ndim is -1"),
    ("ndim-65", dict(shape=(1,) * 65), "ndim is 65"),
    ("ndim-huge", dict(ndim=2**31 - 1), "ndim is 2147483647"),
    ("ndim-lowest", dict(ndim=-2**31), "ndim is -2147483648"),
    ("shape-null", dict(shape=None, ndim=2), "shape is NULL, but ndim is 2"),
    ("shape-negative", dict(shape=(2, -3)), "shape[1] is -3"),
    ("shape-lowest", dict(shape=(-P63, 2), strides=(1, 1)), f"shape[0] is {-P63}"),
    ("shape-negative-and-empty", dict(shape=(0, -1)), "shape[1] is -1"),
    ("shape-product", dict(shape=(2**40, 2**40), strides=(1, 1)), str(2**40)),
    ("shape-product-null-strides", dict(shape=(2**40, 2**40), strides=None), str(2**40)),
    ("shape-bytes", dict(shape=(2**61,), strides=(0,), dtype=(2, 64, 1)), str(2**61)),
    ("stride-reach", dict(shape=(3,), strides=(P62,)), f"strides[0] {P62}"),
    ("stride-reach-down", dict(shape=(4,), strides=(-P62,)), f"strides[0] {-P62}"),
    ("stride-lowest", dict(shape=(2, 3), strides=(1, -P63)), f"strides[1] {-P63}"),
    ("stride-bytes", dict(shape=(2,), strides=(2**60,)), "115292150460684697"),
    ("stride-bytes-down", dict(shape=(2,), strides=(-2**60,)), str(-2**60)),
    ("stride-sum", dict(shape=(2, 2, 2), strides=(P62, P62 - 1, 5), dtype=(1, 8, 1)), "strides[2] 5"),
    ("B05-cupy-unsigned-division", dict(shape=(4,), strides=(P62 - 1,)), str(P62 - 1)),
    ("address-above", dict(shape=(4,), data=P64 - 8), hex(P64 - 8)),
    ("address-below", dict(shape=(4,), strides=(-8,), data=64), "0x40"),
    ("B79-byte_offset-wraps", dict(byte_offset=P64 - 1), str(P64 - 1)),
    ("byte_offset-behind-the-end", dict(data=P64 - 64, byte_offset=100), "byte_offset is 100"),
    ("data-null", dict(data=0), "NULL"),
    ("data-null-0d", dict(shape=(), data=0), "NULL"),
    ("data-null-byte_offset", dict(data=0, byte_offset=64), "NULL"),
    ("lanes-0", dict(dtype=(2, 32, 0)), "lanes is 0"),
    ("lanes-2", dict(dtype=(2, 32, 2)), "dtype.lanes is 2 (float32x2): vector elements"),
    ("lanes-65535", dict(dtype=(2, 32, 65535)), "dtype.lanes is 65535 (float32x65535): vector elements"),
    ("B137-code-opaque-handle", dict(dtype=(3, 64, 1)), "dtype.code is 3, "),
    ("B137-code-253", dict(dtype=(253, 8, 1)), "dtype.code is 253, "),
    ("B137-code-99", dict(dtype=(99, 32, 1)), "dtype.code is 99, "),
    ("B137-code-254", dict(dtype=(254, 8, 1)), "dtype.code is 254, "),
    ("B137-code-255", dict(dtype=(255, 0, 1)), "dtype.code is 255, "),
    *((f"bits-{code}-{bits}", dict(dtype=(code, bits, 1)), f"bits is {bits}")
      for code, bits in [(0, 0), (0, 3), (0, 24), (0, 128), (1, 0), (1, 7), (1, 128), (2, 8), (2, 0), (2, 80),
                         (2, 128), (4, 32), (4, 8), (5, 16), (5, 8), (5, 256 - 1), (7, 4), (8, 16), (9, 6), (10, 16),
                         (11, 4), (12, 16), (13, 0), (14, 4), (15, 8), (16, 8), (17, 8), (17, 6)]),
    *((f"B69-bool-bits-{bits}", dict(dtype=(6, bits, 1)), f"bits is {bits}") for bits in (1, 16, 32)),
    ("device-id-negative", dict(device=(CPU, -1)), "device_id is -1"),
    ("device-id-lowest", dict(device=(CUDA, -2**31)), "device_id is -2147483648"),
    ("packed-rows", dict(shape=(2, 3), strides=(5, 1), dtype=(0, 4, 1)), "strides[0] is 5"),
    ("packed-reversed", dict(shape=(4,), strides=(-1,), dtype=(0, 4, 1)), "strides[0] is -1"),
    ("packed-steps", dict(shape=(4,), strides=(3,), dtype=(1, 2, 1)), "strides[0] is 3"),
    ("packed-fp6-rows", dict(shape=(2, 2), strides=(6, 1), dtype=(15, 6, 1)), "strides[0] is 6"),
)


@pytest.mark.parametrize("fields, words", BAD_FIELDS)
@LEGACY_AND_VERSIONED
def test_1_6_refused(fields, words, versioned):
    refuse(Tensor(versioned=versioned, **fields), BufferError, words)


@pytest.mark.parametrize("fields, words", BAD_FIELDS)
def test_1_6_refused_from_an_object(fields, words):
    fields = dict(fields)
    real = fields.pop("device", (CPU, 0))
    producer = Producer((CPU, 0), **fields)
    producer.fields["device"] = real
    before = sys.getrefcount(producer)
    with pytest.raises(BufferError) as caught:
        cu.view(producer, name="weights", flags=cu.TRUST_PRODUCER)
    assert str(caught.value).startswith("weights: ") and words in str(caught.value)
    released_once(producer.tensor)
    del caught
    assert sys.getrefcount(producer) == before


GOOD_FIELDS = rows(
    ("B45-ndim-0", dict(shape=()), (), ()),
    ("ndim-0-with-arrays", dict(shape=(9,), strides=(9,), ndim=0), (), ()),
    ("ndim-64", dict(shape=(1,) * 64, strides=(7,) * 64), (1,) * 64, (7,) * 64),
    ("B08-strides-null", dict(shape=(2, 3), strides=None), (2, 3), (3, 1)),
    ("B08-strides-null-3d", dict(shape=(4, 1, 5), strides=None), (4, 1, 5), (5, 5, 1)),
    ("B05-B06-B07-reversed", dict(shape=(4,), strides=(-1,), byte_offset=400), (4,), (-1,)),
    ("zero-strides", dict(shape=(4, 3), strides=(0, 0)), (4, 3), (0, 0)),
    ("B52-column", dict(shape=(4,), strides=(3,)), (4,), (3,)),
    ("F-order", dict(shape=(2, 3), strides=(1, 2)), (2, 3), (1, 2)),
    ("overlap", dict(shape=(3, 3), strides=(1, 1)), (3, 3), (1, 1)),
    ("size-1-stride-huge", dict(shape=(1, 3), strides=(P63 - 1, 1)), (1, 3), (P63 - 1, 1)),
    ("size-1-stride-lowest", dict(shape=(3, 1), strides=(1, -P63)), (3, 1), (1, -P63)),
    ("empty-huge", dict(shape=(2**40, 2**40, 0)), (2**40, 2**40, 0), None),
    ("empty-huge-null-strides", dict(shape=(2**40, 2**40, 0), strides=None), (2**40, 2**40, 0), None),
    ("empty-huge-strides", dict(shape=(0, 5), strides=(P63 - 1, -P63)), (0, 5), (P63 - 1, -P63)),
    ("empty-data-null", dict(shape=(0,), data=0), (0,), (1,)),
    ("empty-data-null-2d", dict(shape=(3, 0), data=0, strides=None), (3, 0), None),
    ("empty-data-dangling", dict(shape=(0,), data=8), (0,), (1,)),
    ("unaligned", dict(shape=(3,), byte_offset=1), (3,), (1,)),
    ("device-id-5-on-cpu", dict(device=(CPU, 5)), (2, 3), (3, 1)),
    ("high-address", dict(shape=(2,), data=P64 - 64), (2,), (1,)),
)


@pytest.mark.parametrize("fields, shape, strides", GOOD_FIELDS)
@LEGACY_AND_VERSIONED
def test_1_6_accepted(fields, shape, strides, versioned):
    tensor = Tensor(versioned=versioned, **fields)
    view = accept(tensor, flags=cu.ALLOW_UNALIGNED)
    assert (view.shape, view.ndim) == (shape, len(shape))
    if strides is not None:
        assert view.strides == strides
    assert view.ptr == tensor.struct.dl_tensor.data + tensor.struct.dl_tensor.byte_offset
    assert (view.dtype, view.itemsize, view.itembits) == ("float32", 4, 32)
    view.release()
    released_once(tensor)


@pytest.mark.parametrize("how", ["capsule", "object"])
@LEGACY_AND_VERSIONED
def test_B01_B02_byte_offset(how, versioned):
    array = np.arange(20, dtype="f4")
    fields = dict(shape=(3, 2), strides=(4, 2), dtype=(2, 32, 1), memory=array, data=array.ctypes.data, byte_offset=8,
                  versioned=versioned)
    producer = Producer(**fields)
    tensor = Tensor(**fields)
    view = cu.view(producer) if how == "object" else accept(tensor)
    assert view.ptr == array.ctypes.data + 8
    assert view.tobytes() == np.lib.stride_tricks.as_strided(array[2:], (3, 2), (16, 8)).tobytes()
    view.release()
    released_once(*(producer.tensors or [tensor]))


@LEGACY_AND_VERSIONED
def test_B03_each_struct_is_read_by_its_own_name(versioned):
    array = np.arange(24, dtype="i2").reshape(2, 3, 4)
    tensor = Tensor.of(array, versioned=versioned, byte_offset=0)
    view = accept(tensor)
    assert (view.shape, view.strides, view.dtype) == ((2, 3, 4), (12, 4, 1), "int16")
    assert view.tobytes() == array.tobytes()
    view.release()
    released_once(tensor)


# NumPy's flags are the oracle: it ignores the strides of axes of one element and of empty arrays.
@pytest.mark.parametrize("shape, strides", rows(
    ("B11-empty-zero-strides", (3, 0, 2), (0, 0, 0)),
    ("B11-empty-odd-strides", (0, 4), (7, 9)),
    ("B12-column-odd-stride", (5, 1), (1, 77)),
    ("B12-row-odd-stride", (1, 5), (77, 1)),
    ("B48-size-1-everywhere", (1, 1, 1), (3, -5, 0)),
    ("B48-size-1-between", (2, 1, 3), (3, 100, 1)),
    ("B48-F-with-size-1", (2, 1, 3), (1, -9, 2)),
    ("zero-stride", (3,), (0,)),
    ("reversed", (3,), (-1,)),
    ("gap", (2, 3), (4, 1)),
    ("C", (2, 3), (3, 1)),
    ("F", (2, 3), (1, 2)),
    ("one-axis", (3,), (1,)),
    ("0d", (), ()),
))
def test_B11_B12_B48_contiguity(shape, strides):
    base = np.zeros(2000, "f4")[1000:]
    oracle = np.lib.stride_tricks.as_strided(base, shape, [4 * stride for stride in strides])
    tensor = Tensor(shape, strides=strides, memory=base, data=base.ctypes.data)
    view = accept(tensor)
    assert view.c_contiguous == oracle.flags.c_contiguous
    assert view.f_contiguous == oracle.flags.f_contiguous
    view.release()
    released_once(tensor)
    for flag, holds in [(cu.C_CONTIGUOUS, oracle.flags.c_contiguous), (cu.F_CONTIGUOUS, oracle.flags.f_contiguous)]:
        tensor = Tensor(shape, strides=strides, memory=base, data=base.ctypes.data)
        if holds:
            accept(tensor, flags=flag).release()
            released_once(tensor)
        else:
            refuse(tensor, ValueError, "contiguous", flags=flag)


# Names and widths from DLDataTypeCode of dlpack.h 1.3 and the tables of NumPy and ml_dtypes.
DTYPES = [
    *((0, bits, f"int{bits}") for bits in (1, 2, 4, 8, 16, 32, 64)),
    *((1, bits, f"uint{bits}") for bits in (1, 2, 4, 8, 16, 32, 64)),
    *((2, bits, f"float{bits}") for bits in (16, 32, 64)),
    (4, 16, "bfloat16"),
    *((5, bits, f"complex{bits}") for bits in (32, 64, 128)),
    (6, 8, "bool"),
    (7, 8, "float8_e3m4"), (8, 8, "float8_e4m3"), (9, 8, "float8_e4m3b11fnuz"), (10, 8, "float8_e4m3fn"),
    (11, 8, "float8_e4m3fnuz"), (12, 8, "float8_e5m2"), (13, 8, "float8_e5m2fnuz"), (14, 8, "float8_e8m0fnu"),
    (15, 6, "float6_e2m3fn"), (16, 6, "float6_e3m2fn"), (17, 4, "float4_e2m1fn"), (18, 32, "bcomplex32"),  # B111
]


def test_every_dtype_is_in_the_tables():
    """Those of CUCORE_CODE_LIST are all above, and in the model of the fuzzers."""
    root = pathlib.Path(__file__).resolve().parents[2]
    listed = re.findall(r'^    X\(\w+, (\d+), "\w+", [01], ([\d, ]+)\)', (root / "src/core/dtype.h").read_text(), re.MULTILINE)
    found = {(int(code), int(bits)) for code, widths in listed for bits in widths.split(",") if int(bits)}
    model = re.findall(r'\{"\w+", (\d+), (\d+)\}', (root / "tests/fuzz/fuzz.h").read_text())
    assert len(listed) >= 18
    assert found == {row[:2] for row in DTYPES} == {(int(code), int(bits)) for code, bits in model}


def test_every_constant_of_a_dtype_is_in_its_list():
    text = (pathlib.Path(__file__).resolve().parents[2] / "src/core/dtype.h").read_text()
    listed = re.findall(r"^    X\((\w+), \w+, \d+\)", text, re.MULTILINE)
    assert len(listed) > 20
    assert listed == re.findall(r"^#define CUCORE_DTYPE_(\w+) cucore_dtype_make\(", text, re.MULTILINE)


@pytest.mark.parametrize("code, bits, name", DTYPES, ids=[row[2] for row in DTYPES])
@pytest.mark.parametrize("flags", [0, SUBBYTE_PADDED], ids=["packed", "padded"])
def test_1_6_every_dtype(code, bits, name, flags):
    tensor = Tensor((3, 5), dtype=(code, bits, 1), versioned=True, flags=flags)
    view = accept(tensor)
    assert (view.dtype, view.code, view.bits, view.lanes) == (name, code, bits, 1)
    assert view.itemsize == (bits + 7) // 8
    padded = bool(flags) and bits < 8
    assert (view.padded, view.itembits) == (padded, 8 * view.itemsize if padded else bits)
    assert view.c_contiguous
    view.release()
    released_once(tensor)


@pytest.mark.parametrize("fields, name, itemsize, itembits", rows(
    ("float4x2", dict(dtype=(17, 4, 2)), "float4_e2m1fnx2", 1, 8),
    ("float32x4", dict(dtype=(2, 32, 4)), "float32x4", 16, 128),
    ("float6x3", dict(dtype=(15, 6, 3)), "float6_e2m3fnx3", 3, 18),
    ("uint8x65535", dict(dtype=(1, 8, 65535), shape=(0,)), "uint8x65535", 65535, 8 * 65535),
))
def test_1_6_lanes_when_asked_for(fields, name, itemsize, itembits):
    tensor = Tensor(**fields)
    view = accept(tensor, flags=cu.ALLOW_LANES)
    assert (view.dtype, view.itemsize, view.itembits) == (name, itemsize, itembits)
    view.release()
    released_once(tensor)
    words = f"dtype.lanes is {fields['dtype'][2]} ({name}): vector elements are accepted only with CUCORE_ALLOW_LANES"
    refuse(Tensor(**fields), BufferError, words)


@pytest.mark.parametrize("shape, strides, dtype", rows(
    ("rows-on-bytes", (3, 5), (8, 1), (0, 4, 1)),
    ("every-second", (3,), (2,), (0, 4, 1)),
    ("dense-odd", (3, 3), (3, 1), (0, 4, 1)),
    ("dense-odd-F", (3, 3), (1, 3), (0, 4, 1)),
    ("bits-of-one", (2, 7), (8, 1), (1, 1, 1)),
    ("fp6-fours", (2, 3), (4, 1), (15, 6, 1)),
    ("broadcast", (4, 3), (0, 1), (1, 2, 1)),
    ("size-1", (1, 3), (5, 1), (0, 4, 1)),
    ("empty", (0, 3), (5, 1), (0, 4, 1)),
))
def test_1_6_packed_views_that_start_on_bytes(shape, strides, dtype):
    tensor = Tensor(shape, dtype, strides)
    view = accept(tensor)
    assert (view.shape, view.strides, view.itembits, view.padded) == (shape, strides, dtype[1], False)
    view.release()
    released_once(tensor)


def test_1_6_padded_elements_may_lie_anywhere():
    tensor = Tensor((2, 3), (0, 4, 1), (5, -1), versioned=True, flags=SUBBYTE_PADDED, byte_offset=7)
    view = accept(tensor)
    assert view.padded
    first = np.frombuffer(bytes(tensor.memory), "u1")[7:]
    assert view.tobytes() == np.lib.stride_tricks.as_strided(first, (2, 3), (5, -1)).tobytes()
    view.release()
    released_once(tensor)


# ----------------------------------------------------------------------------------------------------- 1.7 flags --
@pytest.mark.parametrize("flags, readonly, copied", rows(
    ("B36-none", 0, False, False),
    ("read-only", READ_ONLY, True, False),
    ("copied", IS_COPIED, False, True),
    ("both", READ_ONLY | IS_COPIED, True, True),
    ("padded-means-nothing-to-float32", SUBBYTE_PADDED, False, False),
    ("unknown-bits", 2**64 - 8, False, False),
    ("unknown-and-read-only", 2**63 | READ_ONLY, True, False),
))
def test_1_7_flags(flags, readonly, copied):
    tensor = Tensor(versioned=True, flags=flags)
    view = accept(tensor)
    assert (view.readonly, view.copied, view.padded) == (readonly, copied, False)
    view.release()
    released_once(tensor)
    tensor = Tensor(versioned=True, flags=flags)
    if readonly:
        refuse(tensor, ValueError, "read-only", flags=cu.WRITE)
    elif copied:  # B89
        refuse(tensor, BufferError, "a copy that its producer made", flags=cu.WRITE)
    else:
        accept(tensor, flags=cu.WRITE).release()
        released_once(tensor)


def test_B90_a_bare_legacy_capsule_is_not_known_to_be_writable():
    tensor = Tensor()
    view = accept(tensor)
    assert (view.readonly, view.copied, view.padded) == (True, False, False)
    view.release()
    released_once(tensor)
    refuse(Tensor(), ValueError, "legacy", flags=cu.WRITE)
    tensor = Tensor()
    view = accept(tensor, flags=cu.WRITE | cu.ALLOW_UNPROVEN_WRITE)
    assert not view.readonly
    view.release()
    released_once(tensor)


def test_1_7_read_only_is_no_error_for_a_reader():
    producer = Producer(flags=READ_ONLY)
    view = cu.view(producer, flags=cu.ALLOW_UNPROVEN_WRITE)
    assert view.readonly
    view.release()
    released_once(producer.tensor)


# --------------------------------------------------------------------------------------------------- 1.8 devices --
@pytest.mark.parametrize("device, host, cuda, device_id, name", rows(
    ("cpu", (CPU, 0), True, False, -1, "cpu"),
    ("B76-cuda:0", (CUDA, 0), False, True, 0, "cuda:0"),
    ("B76-cuda:7", (CUDA, 7), False, True, 7, "cuda:7"),
    ("pinned", (CUDA_HOST, 0), True, True, -1, "pinned"),
    ("pinned-with-ordinal", (CUDA_HOST, 3), True, True, -1, "pinned"),
    ("rocm-host", (ROCM_HOST, 0), True, False, -1, "rocm-host"),
    ("B40-managed", (CUDA_MANAGED, 0), True, True, 0, "managed:0"),
    ("B40-managed-ordinal", (CUDA_MANAGED, 2), True, True, 2, "managed:2"),
))
@LEGACY_AND_VERSIONED
def test_1_8_kept_as_the_producer_says(device, host, cuda, device_id, name, versioned):
    tensor = Tensor(device=device, versioned=versioned)
    view = accept(tensor, flags=cu.TRUST_PRODUCER)
    assert (view.device_type, view.device_id) == (device[0], device_id)
    assert (view.host_accessible, view.device_accessible) == (host, cuda)
    assert f" on {name}," in view.line
    view.release()
    released_once(tensor)


@pytest.mark.parametrize("device", [0, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 17, 18, 19, 99, -1, 2**31 - 1])
def test_1_8_refused(device):
    words = f"device of type {device}"
    refuse(Tensor(device=(device, 0)), BufferError, words)
    refuse(Tensor(device=(device, 0), shape=(0,)), BufferError, words, flags=cu.TRUST_PRODUCER)
    producer = Producer((device, 0))
    with pytest.raises(BufferError) as caught:
        cu.view(producer)
    assert words in str(caught.value)
    assert producer.calls == []
    liar = Producer((CPU, 0))
    liar.fields["device"] = (device, 0)
    with pytest.raises(BufferError) as caught:
        cu.view(liar)
    assert words in str(caught.value)
    released_once(liar.tensor)


def test_1_8_empty_device_arrays_need_no_driver():
    tensor = Tensor((0, 3), device=(CUDA, 5), data=0)
    view = accept(tensor)
    assert (view.device_type, view.device_id, view.ptr) == (CUDA, 5, 0)
    view.release()
    released_once(tensor)


def test_D36_B41_host_memory_that_calls_itself_cuda():
    need_driver()
    refuse(Tensor(device=(CUDA, 0)), BufferError, "host memory")


@pytest.mark.parametrize("device", [CPU, ROCM_HOST])
def test_1_8_host_arrays_make_no_driver_call(device):
    assert run_python(f"""
        import cucore_test as cu, producers
        for versioned in (False, True):
            producer = producers.Producer(({device}, 0), versioned=versioned)
            for stream in (0, 1, 2, 99, -1, -2):
                cu.view(producer, stream=stream).release()
                cu.dlpack(producer, stream=stream, flags=cu.HOST_ACCESSIBLE).release()
                cu.args([producer], None, stream)
        print(len(producer.tensors), cu.driver_is_loaded())
    """) == "18 False\n"


# ---------------------------------------------------------------------------------------------- real producers --
NUMPY_ARRAYS = {
    "C": lambda: np.arange(24, dtype="f4").reshape(2, 3, 4),
    "F": lambda: np.asfortranarray(np.arange(24, dtype="f8").reshape(4, 6)),
    "sliced": lambda: np.arange(60, dtype="i4").reshape(6, 10)[1:5:2, 2:9:3],
    "B07-reversed": lambda: np.arange(10, dtype="i8")[::-1],
    "reversed-2d": lambda: np.arange(24, dtype="u2").reshape(4, 6)[::-1, ::-2],
    "broadcast": lambda: np.broadcast_to(np.arange(3, dtype="f4"), (4, 3)).view(),
    "0-d": lambda: np.array(2.5),
    "B04-empty": lambda: np.zeros((3, 0, 2)),
    "B12-column": lambda: np.arange(12.0).reshape(4, 3)[:, 1:2],
    "B52-strided-column": lambda: np.arange(12.0).reshape(4, 3)[:, 1],
    "transposed": lambda: np.arange(24, dtype="c8").reshape(2, 3, 4).transpose(1, 2, 0),
}


def same(view, array):
    assert view.shape == array.shape
    assert view.tobytes() == array.tobytes()
    assert view.dtype == array.dtype.name
    assert view.itemsize == array.itemsize
    assert view.c_contiguous == array.flags.c_contiguous
    assert view.f_contiguous == array.flags.f_contiguous
    if array.size:
        assert view.ptr == array.ctypes.data
        assert all(n <= 1 or stride * array.itemsize == expected
                   for n, stride, expected in zip(array.shape, view.strides, array.strides))


def numpy_capsule(array, versioned):
    return array.__dlpack__(max_version=(1, 0)) if versioned else array.__dlpack__()


def writable(array):
    """Legacy NumPy refuses read-only arrays, and a broadcast one is."""
    if array.flags.writeable:
        return array
    return np.lib.stride_tricks.as_strided(array.base if array.base is not None else array, array.shape, array.strides)


@pytest.mark.parametrize("name", NUMPY_ARRAYS)
@LEGACY_AND_VERSIONED
def test_numpy_values(name, versioned):
    if versioned and not NUMPY_HAS_VERSIONED:
        pytest.skip(f"NumPy {np.__version__} has no max_version")
    array = writable(NUMPY_ARRAYS[name]())
    before = sys.getrefcount(array)
    view = cu.capsule(numpy_capsule(array, versioned))
    same(view, array)
    assert view.protocol == ("dlpack-versioned" if versioned else "dlpack")
    view.release()
    assert sys.getrefcount(array) == before
    view = cu.dlpack(array)
    same(view, array)
    assert view.protocol == ("dlpack-versioned" if NUMPY_HAS_VERSIONED else "dlpack")
    del view
    assert sys.getrefcount(array) == before


@pytest.mark.parametrize("dtype", ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"])
def test_numpy_dtypes(dtype):
    array = np.arange(6).astype(dtype).reshape(2, 3)
    view = cu.dlpack(array)
    same(view, array)
    view.release()


@pytest.mark.parametrize("array", [np.zeros(3, ">f4"), np.zeros(3, "V5"), np.array([None]), np.zeros(3, "M8[s]")],
                         ids=lambda a: a.dtype.str)
def test_D18_numpy_refuses_and_its_words_are_kept(array):
    with pytest.raises(BufferError) as expected:
        array.__dlpack__()
    before = sys.getrefcount(array)
    with pytest.raises(BufferError) as caught:
        cu.dlpack(array)
    assert str(caught.value) == str(expected.value)
    del caught, expected
    assert sys.getrefcount(array) <= before


@pytest.mark.skipif(not NUMPY_HAS_VERSIONED, reason="this NumPy has no max_version")
def test_B23_read_only_numpy_arrays():
    array = np.arange(3.0)
    array.flags.writeable = False
    view = cu.dlpack(array)
    assert view.readonly
    same(view, array)
    with pytest.raises(ValueError, match="read-only"):
        cu.dlpack(array, flags=cu.WRITE)


def test_B24_read_only_legacy_numpy_arrays_are_asked_once():
    array = np.arange(3.0)
    array.flags.writeable = False
    producer = Producer(answer=lambda keywords: array.__dlpack__())
    with pytest.raises(BufferError) as caught:
        cu.view(producer)
    assert "readonly" in str(caught.value) or "read-only" in str(caught.value)
    assert len(producer.calls) == 1


@pytest.mark.skipif(not NUMPY_HAS_VERSIONED, reason="this NumPy has no max_version")
def test_B36_writable_numpy_arrays_are_writable():
    view = cu.dlpack(np.arange(3.0), flags=cu.WRITE)
    assert (view.readonly, view.protocol) == (False, "dlpack-versioned")


@pytest.mark.skipif(not NUMPY_HAS_VERSIONED, reason="this NumPy has no max_version")
def test_D17_numpy_shares_when_asked():
    array = np.arange(6.0).reshape(2, 3)
    view = cu.dlpack(array, copy=-1)
    assert not view.copied and view.ptr == array.ctypes.data


@pytest.fixture(scope="module")
def jax():
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    module = pytest.importorskip("jax", reason="jax is not installed")
    if not any(device.platform == "cpu" for device in module.devices("cpu")):
        pytest.skip("jax has no CPU")
    return module


def on_cpu(jax, values):
    return jax.device_put(values, jax.devices("cpu")[0])


@pytest.mark.parametrize("dtype", ["bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "float32",
                                   "complex64"])
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 4), (5,)], ids=repr)
def test_jax_values(jax, dtype, shape):
    expected = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    array = on_cpu(jax, expected)
    for stream in (0, NO_SYNC, HOST):
        view = cu.view(array, stream=stream)
        assert (view.dtype, view.shape, view.tobytes()) == (dtype, shape, expected.tobytes())
        assert (view.host_accessible, view.c_contiguous) == (True, True)
        view.release()


def test_B78_jax_column_major(jax):
    layouts = pytest.importorskip("jax.experimental.layout")
    if not hasattr(layouts, "Format"):
        pytest.skip("this jax names its layouts otherwise")
    values = np.arange(6, dtype="f4").reshape(2, 3)
    sharding = jax.sharding.SingleDeviceSharding(jax.devices("cpu")[0])
    x = jax.device_put(values, layouts.Format(layouts.Layout((1, 0)), sharding))
    view = cu.view(x)
    assert view.strides == (1, 2) and view.tobytes() == values.tobytes()


def test_B63_stream_values_are_told_apart():
    """None, -1, 1, 2 and a handle must not be mixed up: each reaches the producer as what it is."""
    sent = []
    for stream in (0, 1, 2, NO_SYNC, 0x7F00):
        producer = Producer((CUDA, 0), shape=(0,))
        cu.view(producer, stream=stream, flags=cu.TRUST_PRODUCER)
        sent.append(producer.calls[0]["stream"])
    assert sent == [1, 1, 2, -1, 0x7F00]


def test_B21_B22_jax_returns_legacy_whatever_is_asked(jax):
    array = on_cpu(jax, np.arange(6, dtype="f4"))
    name = name_of(array.__dlpack__(max_version=(1, 3)))
    view = cu.view(array, stream=NO_SYNC, flags=cu.BY_DLPACK)
    assert view.protocol == {b"dltensor": "dlpack", b"dltensor_versioned": "dlpack-versioned"}[name]
    assert view.ptr == array.unsafe_buffer_pointer()


def test_jax_small_floats(jax):
    ml_dtypes = pytest.importorskip("ml_dtypes", reason="ml_dtypes is not installed")
    tested = 0
    for name in [row[2] for row in DTYPES if row[2].startswith(("bfloat", "float8"))]:
        if not hasattr(ml_dtypes, name):  # a version that is older than the name
            continue
        expected = np.arange(6).astype(getattr(ml_dtypes, name)).reshape(2, 3)
        try:
            array = on_cpu(jax, expected)
            array.__dlpack__()
        except Exception:  # of its own choice: not every version exports every type
            continue
        view = cu.view(array)
        assert (view.dtype, view.tobytes()) == (name, expected.tobytes())
        tested += 1
    assert tested


@pytest.fixture(scope="module")
def tvm_ffi():
    return pytest.importorskip("tvm_ffi", reason="apache-tvm-ffi is not installed")


@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint16", "float16", "float32", "float64", "complex64"])
@pytest.mark.parametrize("shape", [(2, 3), (), (0, 4), (5,)], ids=repr)
def test_tvm_ffi_values(tvm_ffi, dtype, shape):
    expected = np.arange(int(np.prod(shape))).reshape(shape).astype(dtype)
    try:
        tensor = tvm_ffi.from_dlpack(expected)
    except Exception as error:
        pytest.skip(f"tvm_ffi does not take {dtype}: {error}")
    view = cu.view(tensor)
    assert (view.dtype, view.shape, view.tobytes()) == (dtype, shape, expected.tobytes())
    assert view.protocol == "dlpack-versioned", "B67: asked for major 1"


def test_tvm_ffi_strides(tvm_ffi):
    for name in ("F", "sliced", "B07-reversed", "transposed"):
        expected = NUMPY_ARRAYS[name]()
        try:
            tensor = tvm_ffi.from_dlpack(expected)
        except Exception as error:
            pytest.skip(f"tvm_ffi takes no strided arrays: {error}")
        same(cu.view(tensor), expected)


def test_B67_max_version_never_has_major_0():
    producer = Producer()
    for intake in ({}, {"copy": -1}, {"stream": NO_SYNC}):
        cu.view(producer, **intake).release()
    assert [call["max_version"] for call in producer.calls] == [(1, 3)] * 3
    released_once(*producer.tensors)


# ----------------------------------------------------------------------------------------------------- any view --
def test_hypothesis_random_views_match_numpy():
    pytest.importorskip("hypothesis", reason="hypothesis is not installed")
    from hypothesis import HealthCheck, given, settings, strategies as st

    base = np.frombuffer(np.random.default_rng(1).bytes(1 << 14), "u1").copy()

    @st.composite
    def layouts(draw):
        dtype = np.dtype(draw(st.sampled_from(["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8",
                                               "c8", "c16"])))
        ndim = draw(st.integers(0, 4))
        shape = tuple(draw(st.lists(st.integers(0, 4), min_size=ndim, max_size=ndim)))
        strides = tuple(draw(st.lists(st.integers(-20, 20), min_size=ndim, max_size=ndim)))
        if draw(st.booleans()):
            strides = None
        steps = producers.dense_strides(shape) if strides is None else strides
        reach = [(n - 1) * step for n, step in zip(shape, steps)] if 0 not in shape else []
        low, high = sum(r for r in reach if r < 0), sum(r for r in reach if r > 0)
        first = -low * dtype.itemsize
        room = base.nbytes - (high + 1) * dtype.itemsize
        start = draw(st.integers(first, room))
        offset = draw(st.integers(0, start))
        return dtype, shape, strides, start, offset, draw(st.booleans())

    @settings(max_examples=200, deadline=None, database=None,
              suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(layouts())
    def check(layout):
        dtype, shape, strides, start, offset, versioned = layout
        steps = producers.dense_strides(shape) if strides is None else strides
        oracle = np.ndarray(shape, dtype, base, start, [step * dtype.itemsize for step in steps])
        tensor = Tensor.of(oracle, strides=strides, versioned=versioned, data=base.ctypes.data + start - offset,
                           byte_offset=offset)
        view = accept(tensor, flags=cu.ALLOW_UNALIGNED)
        assert view.ptr == base.ctypes.data + start
        assert view.tobytes() == oracle.tobytes()
        assert (view.shape, view.strides, view.dtype) == (shape, tuple(steps), dtype.name)
        assert (view.c_contiguous, view.f_contiguous) == (oracle.flags.c_contiguous, oracle.flags.f_contiguous)
        view.release()
        released_once(tensor)

    check()


# --------------------------------------------------------------------------------- exits, interpreters, failures --
@LEGACY_AND_VERSIONED
def test_B73_views_alive_at_exit(versioned):
    run_python(f"""
        import atexit, builtins, sys, threading
        import cucore_test as cu, numpy, producers
        made = [producers.Tensor(versioned={versioned}) for _ in range(6)]
        module_global = cu.capsule(made[0].capsule())
        builtins.kept = cu.capsule(made[1].capsule())
        sys.modules["cucore_test"].kept = cu.view(producers.Producer())
        class Cycle: pass
        cycle = Cycle(); cycle.me = cycle; cycle.view = cu.capsule(made[2].capsule())
        class Late:
            def __del__(self, view=cu.capsule(made[3].capsule())): view.release()
        late = Late()
        atexit.register(cu.capsule(made[4].capsule()).release)
        arrays = builtins.arrays = [cu.dlpack(numpy.arange(5.0)), cu.view(numpy.arange(5.0)), cu.view(bytearray(9))]
        threading.Thread(target=lambda view: view.release(), args=(cu.capsule(made[5].capsule()),)).start()
    """)


def test_B73_D33_release_after_the_interpreter_began_to_finalise():
    assert run_python("""
        import ctypes, os, sys, cucore_test as cu, producers
        def deleter(address, write=os.write):  # globals are gone by then
            write(1, b"called ")
        class Last:
            def __init__(self):
                self.callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)
                self.tensors = [producers.Tensor(), producers.Tensor(versioned=True)]
                for tensor in self.tensors:
                    tensor.struct.deleter = producers._address_of(self.callback)
                self.views = [cu.capsule(tensor.capsule()) for tensor in self.tensors]
            def __del__(self, write=os.write, is_finalizing=sys.is_finalizing):
                for view in self.views:
                    view.release()
                write(1, b"finalizing: %d" % is_finalizing())
        sys.modules["cucore_test"].last = Last()
    """) == "finalizing: 1"


@pytest.mark.skipif(cu.LIMITED_API, reason="in the limited API views are released in the name of the main interpreter")
def test_subinterpreter():
    out = run_python(f"""
        import sys
        try:
            import _interpreters as interpreters
        except ImportError:
            try:
                import _xxsubinterpreters as interpreters
            except ImportError:
                print("skip: this Python has no subinterpreters"); raise SystemExit
        import cucore_test as cu
        cu.view(bytearray(b"main")).release()
        script = '''if True:
            import sys
            sys.path[:0] = {sys.path!r}
            import cucore_test as cu, ctypes, producers
            view = cu.view(bytearray(b"inside"))
            assert (view.protocol, view.tobytes()) == ("buffer", b"inside")
            view.release()
            # No callbacks: ctypes takes the GIL in the name of the main interpreter.
            for versioned in (False, True):
                tensor = producers.Tensor(versioned=versioned, deleter=False)
                view = cu.capsule(tensor.capsule(destructor=None))
                assert (view.shape, view.strides) == ((2, 3), (3, 1))
                assert view.tobytes() == bytes(tensor.memory)[:24]
                view.release()
                producer = producers.Producer(versioned=versioned, deleter=False, destructor=None)
                view = cu.view(producer)
                assert view.shape == (2, 3)
                del view
                assert producer.calls == [dict(max_version=(1, 3))]
            stop = producers.StreamOnly(deleter=False, destructor=None)
            cu.view(stop).release()
            assert stop.calls == [dict()]
            try:
                cu.view(3)
            except TypeError:
                pass
            else:
                raise AssertionError
        '''
        problems = []
        for keywords in (dict(), dict(isolated=False), None):
            try:
                one = interpreters.create("legacy") if keywords is None else interpreters.create(**keywords)
            except TypeError:
                continue
            try:
                failed = interpreters.run_string(one, script)
            except Exception as error:
                failed = error
            interpreters.destroy(one)
            if failed is None:
                print("ok")
                break
            problems.append(str(getattr(failed, "formatted", failed)))
        else:
            print("failed", problems)
        # The main interpreter goes on.  Views are not made again: the test module keeps one View type per process.
        assert cu.stream(5) == 5
    """.replace("{sys.path!r}", repr(sys.path)))
    if out.startswith("skip: "):
        pytest.skip(out[6:].strip())
    assert out == "ok\n"


class Kinds:
    """One import per way in: makes the object to import and the keywords."""

    @staticmethod
    def legacy():
        return Producer(versioned=False), {}

    @staticmethod
    def versioned():
        return Producer(), {}

    @staticmethod
    def proxy():
        return Proxy(Producer()), {}

    @staticmethod
    def no_copy():
        return Producer(), {"copy": -1}

    @staticmethod
    def no_copy_stream():
        return Producer((CUDA, 0), shape=(0,)), {"copy": -1, "stream": HANDLE, "flags": cu.TRUST_PRODUCER}

    @staticmethod
    def retry():
        return StreamOnly(), {}

    @staticmethod
    def retry_with_stream():
        return StreamOnly((CUDA, 0), shape=(0,)), {"stream": HANDLE, "flags": cu.TRUST_PRODUCER}

    @staticmethod
    def retry_of_a_callable():
        return Callable(errors={1: TypeError("keyword")}), {}

    @staticmethod
    def stream():
        return Producer((CUDA, 0), shape=(0,)), {"stream": HANDLE, "flags": cu.TRUST_PRODUCER}

    @staticmethod
    def no_sync():
        return Producer((CUDA, 0), shape=(0,)), {"stream": NO_SYNC, "flags": cu.TRUST_PRODUCER}


FAILURES = [name for name in vars(Kinds) if not name.startswith("_")]


@pytest.mark.parametrize("state", ["kept", "forgotten"])
@pytest.mark.parametrize("kind", FAILURES)
def test_every_python_call_that_can_fail(kind, state):
    allowed = (MemoryError, TypeError) if "retry" in kind else (MemoryError,)
    swallowed = 0
    for n in range(1, 200):
        producer, intake = getattr(Kinds, kind)()
        target = producer._target if isinstance(producer, Proxy) else producer
        before = sys.getrefcount(target)
        if state == "forgotten":
            cu.forget_state()
        view = None
        cu.fail_at(n)
        try:
            view = cu.view(producer, **intake)
        except BaseException as error:
            calls = cu.fail_at(0)
            assert isinstance(error, allowed), (n, error)
            assert calls >= n
            forget(error)
        else:
            calls = cu.fail_at(0)
            swallowed += calls >= n
            assert view.shape == target.fields.get("shape", (2, 3))
            view.release()
        del view
        for error in target.errors.values():
            forget(error)
        target.errors.clear()
        released_once(*target.tensors)
        assert sys.getrefcount(target) == before
        cu.view(producer, **intake).release()
        released_once(*target.tensors)
        if calls < n:
            break
    else:
        pytest.fail("200 calls for one import")
    assert n > 3, "nothing was made to fail"
    assert swallowed <= 4, "failures that nobody heard of"


@pytest.mark.parametrize("state", ["kept", "forgotten"])
@LEGACY_AND_VERSIONED
def test_every_python_call_that_can_fail_for_a_capsule(versioned, state):
    for n in range(1, 100):
        tensor = Tensor(versioned=versioned)
        capsule = tensor.capsule()
        if state == "forgotten":
            cu.forget_state()
        cu.fail_at(n)
        try:
            view = cu.view(capsule)
        except MemoryError:
            calls = cu.fail_at(0)
            assert name_of(capsule) == tensor.fresh_name
            assert tensor.deleted == []
            view = cu.view(capsule)
        else:
            calls = cu.fail_at(0)
        assert name_of(capsule) == b"used_" + tensor.fresh_name
        del capsule
        assert tensor.deleted == []
        view.release()
        released_once(tensor)
        if calls < n:
            return
    pytest.fail("100 calls for one import")


@pytest.mark.parametrize("make, errors", rows(
    ("no-capsule", lambda: Producer(answer=lambda keywords: 5), (BufferError, MemoryError)),
    ("bad-field", lambda: Producer(dtype=(2, 32, 0)), (BufferError, MemoryError)),
    ("major", lambda: Producer(versioned=True, version=(2, 0)), (BufferError, MemoryError)),
    ("bad-device", lambda: Producer(5), (BufferError, MemoryError)),
    ("half", OnlyDlpack, (TypeError, MemoryError)),
    ("no-array", object, (TypeError, MemoryError)),
    ("error-twice", lambda: Callable(errors={1: TypeError("keyword"), 2: BufferError("second")}),
     (BufferError, TypeError, MemoryError)),
))
def test_failures_while_failing(make, errors):
    for n in range(1, 100):
        producer = make()
        before = sys.getrefcount(producer)
        cu.fail_at(n)
        with pytest.raises(errors) as caught:
            cu.view(producer)
        calls = cu.fail_at(0)
        forget(caught.value)
        del caught
        if isinstance(producer, Producer):
            producer.errors.clear()
        assert sys.getrefcount(producer) == before
        released_once(*getattr(producer, "tensors", []))
        if calls < n:
            return
    pytest.fail("100 calls for one import")


class Legacy:
    def __init__(self, array):
        self.array = array

    def __dlpack_device__(self):
        return (CPU, 0)

    def __dlpack__(self, max_version=None):
        return self.array.__dlpack__()


class OldNumpy(Legacy):
    def __dlpack__(self):
        return self.array.__dlpack__()


class SaysCuda(Legacy):
    def __dlpack_device__(self):
        return (CUDA, 0)

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__()


class Failing(Legacy):
    def __dlpack__(self, **keywords):
        raise ValueError("no")


LEAKS = {
    "legacy": (lambda request: Legacy(np.arange(6.0)), {}),
    "versioned": (lambda request: np.arange(6.0), {}),
    "retry": (lambda request: OldNumpy(np.arange(6.0)), {}),
    "stream": (lambda request: SaysCuda(np.arange(6.0)), {"stream": HANDLE, "flags": cu.TRUST_PRODUCER}),
    "no-copy-stream": (lambda request: SaysCuda(np.zeros(0)), {"stream": HANDLE, "copy": -1,
                                                               "flags": cu.TRUST_PRODUCER}),
    "tvm_ffi": (lambda request: request.getfixturevalue("tvm_ffi").from_dlpack(np.arange(6.0)), {}),
    "jax": (lambda request: on_cpu(request.getfixturevalue("jax"), np.arange(6, dtype="f4")), {}),
}


def test_loop_imports_as_often_as_it_says():
    producer = Producer()
    cu.loop("dlpack", 7, producer)
    assert len(producer.tensors) == 7
    released_once(*producer.tensors)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc/self/statm")
@pytest.mark.parametrize("kind", LEAKS)
def test_no_leak_in_200000_imports(kind, request):
    if kind == "versioned" and not NUMPY_HAS_VERSIONED:
        pytest.skip(f"NumPy {np.__version__} has no max_version")
    make, intake = LEAKS[kind]
    obj = make(request)
    total = 200_000
    cu.loop("dlpack", 20_000, obj, **intake)
    gc.collect()
    references, blocks, memory = sys.getrefcount(obj), sys.getallocatedblocks(), resident()
    cu.loop("dlpack", total, obj, **intake)
    gc.collect()
    assert sys.getrefcount(obj) == references
    assert sys.getallocatedblocks() - blocks < 5_000  # one each time would be more; threads of the test runner allocate, too
    assert SANITIZED or resident() - memory < 1 << 20  # a sanitizer keeps what is freed for a while


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc/self/statm")
@pytest.mark.parametrize("kind, error", rows(
    ("producer-raises", lambda: Failing(np.arange(6.0)), ValueError),
    ("requirement", lambda: Legacy(np.arange(6.0)), ValueError),
    ("no-array", object, TypeError),
    ("half", OnlyDlpack, TypeError),
    ("major", lambda: Tensor(versioned=True, version=(2, 0), deleter=False), BufferError),
    ("bad-field", lambda: Tensor(dtype=(2, 32, 0), deleter=False), BufferError),
))
def test_no_leak_in_failing_imports(kind, error):
    obj = kind()

    def fail(count):
        for _ in range(count):
            # Held, since an argument that only the call holds is let go while the error is pending.
            array = obj.capsule() if isinstance(obj, Tensor) else obj
            try:
                cu.view(array, flags=cu.DEVICE_ACCESSIBLE)
            except error:
                pass

    fail(2_000)
    gc.collect()
    references, blocks, memory = sys.getrefcount(obj), sys.getallocatedblocks(), resident()
    fail(10_000)
    gc.collect()
    assert sys.getrefcount(obj) == references
    assert sys.getallocatedblocks() - blocks < 5_000  # one each time would be more; threads of the test runner allocate, too
    assert SANITIZED or resident() - memory < 1 << 20  # a sanitizer keeps what is freed for a while


SAME = rows(
    ("same", [(2, 1), (2, 1)], None),
    ("managed", [(2, 1), (13, 1)], None),
    ("another", [(2, 1), (2, 0)], "y: expected an array on cuda:1 as x, got one on cuda:0"),
    ("host", [(2, 1), (1, 0)], "y: expected an array on cuda:1 as x, got one on cpu"),
    ("pinned", [(2, 1), (3, 0)], "y: expected an array on cuda:1 as x, got one on pinned"),
    ("all-on-the-host", [(1, 0), (1, 0)], None),
    ("host-first", [(1, 0), (2, 1)], None),
)


@pytest.mark.parametrize("devices, message", SAME)
def test_same_device(devices, message):
    """The message names both arguments, and everything is given back."""
    xs = [Producer(device=device, data=4096) for device in devices]
    flags = cu.TRUST_PRODUCER
    specs = [("x", None, None, flags), ("y", None, None, flags | cu.SAME_DEVICE)]
    if message is None:
        assert len(cu.args(xs, specs, cu.STREAM_NO_SYNC % 2**64)) == 2
    else:
        with pytest.raises(ValueError) as caught:
            cu.args(xs, specs, cu.STREAM_NO_SYNC % 2**64)
        assert str(caught.value) == message
        del caught
    for x in xs:
        released_once(*x.tensors)

