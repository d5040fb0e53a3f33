"""Python objects on a fake driver: devices, ordering (protocols 3.3), capture, failures of the driver."""
import gc
import os
import subprocess
import sys

import pytest

import cucore_test
from doubles import run_python
from producers import CPU, CUDA, CUDA_MANAGED, Producer

remembers = pytest.mark.skipif(not cucore_test.TYPE_MEMORY, reason="the module is built with CUCORE_NO_TYPE_MEMORY")
NO_SYNC, HOST = cucore_test.STREAM_NO_SYNC, cucore_test.STREAM_HOST
LEGACY, PER_THREAD = 1, 2


class Interface:
    def __init__(self, **fields):
        self.interface = {"shape": (2, 3), "typestr": "<f4", "version": 3, **fields}

    @property
    def __cuda_array_interface__(self):
        return dict(self.interface)


def cai(fake, stream=None, device=0, kind=0, **fields):
    return Interface(data=(fake.alloc(kind, device, 256), False), stream=stream, **fields)


def ordering(fake):
    """The calls that order one stream after another, or wait on the host."""
    return [name for name in fake.names if name in ("cuEventRecord", "cuStreamWaitEvent", "cuStreamSynchronize",
                                                    fake.IDLE)]


WAIT = ["cuEventRecord", "cuStreamWaitEvent"]
SYNC = ["cuStreamSynchronize"]
# protocols 3.3; "g" is the producer's handle, "h" another one.  C 1 and 2 in the same context as the data.
TABLE = [(None, c, []) for c in (NO_SYNC, HOST, 0, 1, 2, "h")] + [
    (1, NO_SYNC, []), (1, HOST, SYNC), (1, 0, []), (1, 1, []), (1, 2, WAIT), (1, "h", WAIT),
    (2, NO_SYNC, []), (2, HOST, SYNC), (2, 0, WAIT), (2, 1, WAIT), (2, 2, []), (2, "h", WAIT),
    ("g", NO_SYNC, []), ("g", HOST, SYNC), ("g", 0, WAIT), ("g", 1, WAIT), ("g", 2, WAIT), ("g", "g", []),
    ("g", "h", WAIT)]


@pytest.mark.parametrize("producer, consumer, calls", TABLE, ids=[f"P={p}-C={c}" for p, c, _ in TABLE])
def test_table_3_3(fake, producer, consumer, calls):
    primary = fake.context_primary(0)
    handles = {"g": fake.stream_create(primary, 1), "h": fake.stream_create(primary, 1)}
    p, c = handles.get(producer, producer), handles.get(consumer, consumer)
    if p is not None:
        fake.stream_add_work(p, primary)
    fake.log_clear()
    view = cucore_test.view(cai(fake, p), stream=c)
    assert ordering(fake) == calls
    assert view.producer_stream == p
    if calls == WAIT:
        assert fake.stream_has_seen(c or LEGACY, primary, p, primary)
    if calls == SYNC:
        assert fake.host_has_seen(p, primary)
    view.release()


def test_C10_finish_makes_the_producer_wait(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    view = cucore_test.view(cai(fake, producer), stream=consumer)
    fake.stream_add_work(consumer, primary)
    assert not fake.stream_has_seen(producer, primary, consumer, primary)
    view.finish(consumer)
    assert fake.stream_has_seen(producer, primary, consumer, primary)
    view.release()


def test_an_end_that_fails_behind_an_exception(fake):
    """cucore_py_args_release: the failure to order wins, and what was set before is its context; the view is released."""
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    obj, mine, failed = cai(fake, producer), KeyError("mine"), 0
    assert cucore_test.released(obj, None, consumer) is None
    for n in range(1, 40):
        references = sys.getrefcount(obj)
        fake.fail(n, 999)
        with pytest.raises((KeyError, RuntimeError)) as caught:
            cucore_test.released(obj, mine, consumer)
        done = fake.fail_pending()
        failing = [line.split()[0] for line in fake.lines if line.endswith("result=999")]
        fake.fail(0, 0)
        if failing and failing[-1] == "cuCtxPopCurrent":
            fake.drop_context()
        if failing and failing[-1] == "cuEventDestroy":
            fake.refused_events += 1
        assert sys.getrefcount(obj) == references
        if caught.type is RuntimeError and caught.value.__context__ is mine:
            failed += 1
        mine = KeyError("mine")
        if done:
            break
    assert failed and n < 39


def test_C8_producer_stream_of_the_caller(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    fake.stream_add_work(producer, primary)
    obj = cai(fake, version=2)
    del obj.interface["stream"]
    view = cucore_test.view(obj, stream=consumer, producer_stream=producer)
    assert fake.stream_has_seen(consumer, primary, producer, primary)
    view.release()


def test_B19_stream_0(fake):
    obj = cai(fake, 0)
    with pytest.raises(BufferError, match="stream is 0"):
        cucore_test.view(obj)
    view = cucore_test.view(obj, stream=2, flags=cucore_test.STREAM_0_IS_LEGACY)
    assert view.producer_stream == LEGACY and ordering(fake) == WAIT


@pytest.mark.parametrize("kind, expected", [(0, (CUDA, False)), (1, (3, True)), (2, (CUDA_MANAGED, True)), (3, (CUDA, False))],
                         ids=["device", "pinned", "managed", "B59-pool"])
def test_C7_memory_kind(fake, kind, expected):
    view = cucore_test.view(cai(fake, kind=kind))
    assert (view.device_type, view.host_accessible) == expected
    assert view.device_accessible and view.device_id == (-1 if kind == 1 else 0)


def test_B56_other_device(fake):
    fake.context_set_current(fake.context_primary(0))
    current = fake.context_current()
    producer = fake.stream_create(fake.context_primary(1), 1)
    view = cucore_test.view(cai(fake, producer, device=1), stream=2)
    assert view.device_id == 1 and ordering(fake) == WAIT
    assert fake.context_current() == current
    view.release()
    fake.context_set_current(None)


def test_D36_unknown_pointer(fake):
    obj = Interface(data=(0x10000, False))
    with pytest.raises(BufferError, match="0x10000.*ordinary host memory"):
        cucore_test.view(obj)


def test_B16_empty_makes_no_call(fake):
    fake.log_clear()
    for pointer in (0, 0xDEAD0000, None):
        view = cucore_test.view(Interface(data=(pointer, False), shape=(0, 3), stream=1), stream=2)
        assert view.shape == (0, 3) and view.device_id == -1
    assert fake.lines == []


def test_cpu_arrays_make_no_call(fake):
    np = pytest.importorskip("numpy")
    fake.log_clear()
    objects = [np.zeros((2, 3)), bytearray(4), memoryview(b"abc"), np.zeros(3).__dlpack__(), Producer(), np.float32(1)]
    for obj in objects:
        for stream in (0, 1, 2, NO_SYNC, 0x1234):
            if type(obj).__name__ != "PyCapsule":
                cucore_test.view(obj, stream=stream).release()
    cucore_test.view(objects[3]).release()
    assert fake.lines == []


def test_import_touches_no_driver():
    code = ("import ctypes, numpy, cucore_test as t; fake = ctypes.CDLL('libcuda.so.1'); "
            "t.view(numpy.zeros((3, 4))).release(); t.view(bytearray(3)).release(); "
            "assert not t.driver_is_loaded(); assert fake.fake_call_count() == 0")
    pytest.importorskip("numpy")
    subprocess.run([sys.executable, "-c", code], check=True)


# ---------------------------------------------------------------------------------------------------------- DLPack --
def producer_on(fake, kind=0, device=0, told=None, said=None, **options):
    """A producer whose method says `told` and whose capsule says `said`."""
    return _producer(fake.alloc(kind, device, 256), told or (CUDA, device), said or (CUDA, device), **options)


def _producer(pointer, told, said, **options):
    made = Producer(told, data=pointer, **options)
    made.fields["device"] = said
    return made


@pytest.mark.parametrize("consumer, sent", [(0, 1), (1, 1), (2, 2), (HOST, 1), (NO_SYNC, -1), (0x7F12, 0x7F12)])
def test_dlpack_stream_argument(fake, consumer, sent):
    producer = producer_on(fake)
    if consumer == 0x7F12:
        consumer = sent = fake.stream_create(fake.context_primary(0), 1)
    fake.log_clear()
    view = cucore_test.view(producer, stream=consumer)
    assert producer.calls == [{"stream": sent, "max_version": (1, 3)}]
    assert ordering(fake) == (SYNC if consumer == HOST else [])
    view.release()
    assert producer.tensor.deleted == [producer.tensor.address]


def test_D11_stream_2_refused(fake):
    producer = producer_on(fake, errors={1: BufferError("per-thread default stream is not supported")})
    primary = fake.context_primary(0)
    fake.stream_add_work(LEGACY, primary)
    fake.log_clear()
    view = cucore_test.view(producer, stream=PER_THREAD)
    assert [call["stream"] for call in producer.calls] == [2, 1]
    assert ordering(fake) == WAIT and fake.stream_has_seen(PER_THREAD, primary, LEGACY, primary)
    view.release()


def test_D11_stream_2_refused_twice(fake):
    errors = {1: BufferError("no 2"), 2: BufferError("no 1 either")}
    with pytest.raises(BufferError, match="no 1 either") as caught:
        cucore_test.view(producer_on(fake, errors=errors), stream=PER_THREAD)
    assert caught.value is errors[2] and caught.value.__context__ is errors[1]


def test_D8_the_driver_knows_the_ordinal(fake):
    view = cucore_test.view(producer_on(fake, device=1, told=(CUDA, 0), said=(CUDA, 0)))
    assert view.device_id == 1
    view.release()


def test_B40_managed(fake):
    view = cucore_test.view(producer_on(fake, kind=fake.MANAGED, told=(CUDA_MANAGED, 0), said=(CUDA_MANAGED, 0)))
    assert view.device_type == CUDA_MANAGED and view.host_accessible and view.device_accessible
    view.release()


@pytest.mark.parametrize("error", [ValueError("no stream"), RuntimeError("no stream")], ids=lambda e: type(e).__name__)
def test_managed_of_numpy_takes_no_stream(fake, error):
    producer = producer_on(fake, kind=fake.MANAGED, told=(CUDA_MANAGED, 0), said=(CUDA_MANAGED, 0), errors={1: error})
    cucore_test.view(producer).release()
    assert producer.calls == [{"stream": 1, "max_version": (1, 3)}, {"max_version": (1, 3)}]


def test_D9_ordinal_that_does_not_exist(fake):
    producer = producer_on(fake, told=(CUDA, 0), said=(CUDA, 9))
    with pytest.raises(BufferError, match="cuda:9, but this process sees"):
        cucore_test.view(producer)
    gc.collect()
    assert producer.tensor.deleted == [producer.tensor.address]


def test_B41_host_memory_called_cuda(fake):
    producer = _producer(0x10000, (CUDA, 0), (CUDA, 0))
    with pytest.raises(BufferError, match="ordinary host memory"):
        cucore_test.view(producer)
    assert len(producer.tensor.deleted) == 1


def test_D8_method_says_host_capsule_says_cuda(fake):
    producer = producer_on(fake, told=(CPU, 0), said=(CUDA, 0))
    with pytest.raises(BufferError, match="they were not ordered"):
        cucore_test.view(producer)
    assert len(producer.tensor.deleted) == 1
    view = cucore_test.view(producer, stream=NO_SYNC)
    assert view.device_type == CUDA
    view.release()


def test_B37_producer_on_another_device(fake):
    fake.context_set_current(fake.context_primary(0))
    seen = []
    producer = producer_on(fake, device=1)
    tensor_of = producer.produce

    def produce(keywords):
        seen.append(fake.context_current())
        return tensor_of(keywords)

    producer.produce = produce
    fake.stream_add_work(LEGACY, fake.context_primary(1))
    fake.log_clear()
    view = cucore_test.view(producer, stream=0)
    assert seen == [fake.context_primary(1)]
    assert fake.context_current() == fake.context_primary(0)
    # B118: the producer ordered on device 1's legacy stream, which is the consumer's as well, whichever device is current.
    assert ordering(fake) == [] and producer.calls[0]["stream"] == 1
    view.release()
    fake.context_set_current(None)


@pytest.mark.parametrize("current", [None, 0, 1, "other"])
def test_D37_pinned_memory_for_the_host(fake, current):
    """Any stream of any device may write pinned memory, whichever device it was made on."""
    contexts = fake.context_primary(0), fake.context_primary(1)
    other = fake.context_create(1)
    streams = [fake.stream_create(context, 1) for context in (*contexts, other)]
    fake.context_set_current(other if current == "other" else None if current is None else contexts[current])
    for stream in streams:
        fake.stream_add_work(stream, None)
    producer = producer_on(fake, kind=fake.PINNED, told=(3, 0), said=(3, 0))
    view = cucore_test.view(producer, stream=HOST)
    assert set(ordering(fake)) == {fake.IDLE} and producer.calls == [{"max_version": (1, 3)}]
    assert all(fake.host_has_seen(stream, None) for stream in streams[: 3 if current == "other" else 2])
    view.release()
    fake.context_set_current(None)


HOST_AND_DEVICE = cucore_test.HOST_ACCESSIBLE | cucore_test.DEVICE_ACCESSIBLE


@pytest.mark.parametrize("consumer", [0, 1, 2, "h", HOST, NO_SYNC])
@pytest.mark.parametrize("take", ["view", "args"])
@pytest.mark.parametrize("flags", [cucore_test.HOST_ACCESSIBLE, HOST_AND_DEVICE, 0], ids=["on-host", "on-both", "any"])
def test_D37_a_cpu_consumer_gets_complete_data_whatever_its_stream(fake, flags, take, consumer):
    """CUCORE_HOST_ACCESSIBLE without CUCORE_DEVICE_ACCESSIBLE: the CPU reads, and may pass any stream for its other arguments."""
    primary = fake.context_primary(0)
    producer, other = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    stream = other if consumer == "h" else consumer
    waits = consumer != NO_SYNC and (flags == cucore_test.HOST_ACCESSIBLE or consumer == HOST)
    for array in (cai(fake, producer, kind=fake.MANAGED), cai(fake, producer, kind=fake.PINNED)):
        fake.stream_add_work(producer, primary)
        fake.log_clear()
        if take == "view":
            cucore_test.view(array, stream=stream, flags=flags).release()
        else:
            cucore_test.args([array], [("x", None, None, flags)], stream)
        calls = [name for name in ordering(fake) if name != "cuStreamWaitEvent"]
        assert ("cuStreamSynchronize" in calls) == waits, calls
        assert fake.host_has_seen(producer, primary) == waits


def test_D37_of_several_arguments_only_those_of_the_cpu_are_waited_for(fake):
    primary = fake.context_primary(0)
    one, two, consumer = (fake.stream_create(primary, 1) for _ in range(3))
    fake.stream_add_work(one, primary)
    fake.stream_add_work(two, primary)
    host, device = cai(fake, one, kind=fake.MANAGED), cai(fake, two)
    fake.log_clear()
    cucore_test.args([host, device], [("x", None, None, cucore_test.HOST_ACCESSIBLE), ("y",)], consumer)
    assert fake.host_has_seen(one, primary) and not fake.host_has_seen(two, primary)
    assert fake.stream_has_seen(consumer, primary, two, primary)


def test_B20_never_0(fake):
    producer = producer_on(fake)
    cucore_test.view(producer, stream=0).release()
    assert producer.calls[0]["stream"] == 1 and type(producer.calls[0]["stream"]) is int


def test_D34_the_deleter_runs_after_the_work(fake):
    primary = fake.context_primary(0)
    consumer = fake.stream_create(primary, 1)
    fake.stream_hold(consumer, primary, 1)
    producer = producer_on(fake)
    view = cucore_test.view(producer, stream=consumer)
    fake.stream_add_work(consumer, primary)
    view.finish(consumer)
    view.release()
    assert not fake.host_has_seen(consumer, primary) and not producer.tensors[0].deleted
    cucore_test.trim()
    assert fake.host_has_seen(consumer, primary) and producer.tensors[0].deleted


ONE_DEVICE = """
import sys
sys.path.insert(0, {path!r})
import pytest
import conftest, cucore_test
from producers import CUDA, Producer

fake = conftest.Fake()

def queries(producer, **options):
    fake.log_clear()
    cucore_test.view(producer, **options).release()
    return fake.names.count("cuPointerGetAttributes")

def on(pointer, **fields):
    producer = Kind((CUDA, 0), data=pointer, **fields)
    producer.fields["device"] = (CUDA, 0)
    return producer

class Kind(Producer):
    shared = True

memory = fake.alloc(0, 0, 256)
cucore_test.view(bytearray(1))
assert queries(on(memory)) == 1, "the first array of a type"
assert queries(on(memory)) == 0 and queries(on(memory + 8)) == 0, "the next ones"
assert queries(on(memory, dtype=(0, 32, 1))) == 1, "another dtype"
with pytest.raises(BufferError, match="ordinary host memory"):
    cucore_test.view(on(0x10000, dtype=(1, 32, 1)))
with pytest.raises(BufferError, match="ordinary host memory"):  # TensorFlow's int32 (B41): every time
    cucore_test.view(on(0x10000, dtype=(1, 32, 1)))
assert queries(on(memory, dtype=(0, 32, 1))) == 0
Kind.patched = True
assert queries(on(memory, dtype=(0, 32, 1))) == 1, "the type was changed"
managed = fake.alloc(2, 0, 256)
assert cucore_test.view(on(managed, dtype=(2, 64, 1))).host_accessible
assert cucore_test.view(on(managed, dtype=(2, 64, 1))).host_accessible, "more than the producer says is not remembered"

class Cai:
    def __init__(self, pointer, typestr="<f4"):
        self.pointer, self.typestr = pointer, typestr

    @property
    def __cuda_array_interface__(self):
        return {{"shape": (2, 3), "typestr": self.typestr, "data": (self.pointer, False), "version": 3}}

assert queries(Cai(memory)) == 1 and queries(Cai(memory)) == 0 and queries(Cai(memory, "<i4")) == 1
view = cucore_test.view(Cai(memory, "<i4"))
assert (view.device_type, view.device_id) == (2, 0)
assert queries(Cai(memory, "<i4"), flags=cucore_test.ON_DEVICE_ID) == 1

class Legacy(Cai):  # C12, B118: its default stream is that of the current context, which is on the device of the data
    @property
    def __cuda_array_interface__(self):
        return dict(Cai.__cuda_array_interface__.fget(self), stream=1)

primary, other = fake.context_primary(0), fake.context_create(0)
for current in (primary, other):
    fake.context_set_current(current)
    for array in (Legacy(fake.alloc_in(primary, 0, 256)), Legacy(fake.alloc_in(other, 0, 256))):
        for take in (cucore_test.view, lambda array, stream: cucore_test.args([array], None, stream)):
            stream = fake.stream_create(primary, 1)
            fake.stream_add_work(1, current)
            fake.log_clear()
            take(array, stream=1)
            assert "cuEventRecord" not in fake.names, "one and the same stream"
            taken = take(array, stream=stream)
            assert fake.stream_has_seen(stream, primary, 1, current), current
            del taken
    fake.context_set_current(None)

class Reentrant(Kind):  # while it is asked, its own place in the memory of types is given away
    def __dlpack__(self, **keywords):
        for i in range(200):
            other = type(f"Other{{i}}", (Producer,), {{}})((CUDA, 0), data=memory)
            others.append(other)
            cucore_test.view(other).release()
        return self.produce(keywords)

others = []
liar = Reentrant((CUDA, 0), data=0x10000)
with pytest.raises(BufferError, match="ordinary host memory"):
    cucore_test.view(liar)

for _ in range(2):
    assert cucore_test.view(Cai(managed, "<f8")).host_accessible, "managed memory is not remembered"
    with pytest.raises(BufferError, match="ordinary host memory"):
        cucore_test.view(Cai(0x10000, "<u4"))
"""


@remembers
def test_D36_one_device_verifies_once_per_type_and_dtype():
    """With several devices the driver is asked each time (D8); the other tests here have two."""
    here = os.path.dirname(__file__)
    code = ONE_DEVICE.format(path=here)
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "FAKE_CUDA_DEVICES": "1"})


# --------------------------------------------------------------------------------------------------------- capture --
def test_T16_import_during_a_capture(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    assert fake.capture_begin(consumer, 2) == 0
    fake.log_clear()
    with pytest.raises(RuntimeError, match="being captured into a graph"):
        cucore_test.view(cai(fake, producer), stream=consumer)
    assert ordering(fake) == [] and fake.capture_status(consumer) == 1
    cucore_test.view(cai(fake, producer), stream=NO_SYNC).release()
    assert fake.capture_end(consumer) == 0


def test_T16_same_capture(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    assert fake.capture_begin(consumer, 2) == 0
    assert fake.capture_join(producer, consumer) == 0
    fake.log_clear()
    cucore_test.view(cai(fake, producer), stream=consumer).release()
    assert ordering(fake) == WAIT
    assert fake.capture_end(consumer) == 0


def test_B61_no_legacy_stream_in_a_capture(fake):
    primary = fake.context_primary(0)
    consumer = fake.stream_create(primary, 0)
    assert fake.capture_begin(consumer, 0) == 0
    fake.log_clear()
    producer = producer_on(fake)
    cucore_test.view(producer, stream=consumer).release()
    assert producer.calls == [{"stream": consumer, "max_version": (1, 3)}]
    assert not any("legacy" in line or "null" in line for line in fake.lines)
    assert fake.capture_end(consumer) == 0


# -------------------------------------------------------------------------------------------------------- failures --
def imports(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    yield "cai-wait", cai(fake, producer), consumer
    yield "cai-host", cai(fake, producer), HOST
    yield "cai-legacy", cai(fake, 1, kind=fake.POOL), consumer
    yield "dlpack", producer_on(fake), consumer
    yield "dlpack-host", producer_on(fake), HOST
    yield "dlpack-device-1", producer_on(fake, device=1), 0


@pytest.mark.parametrize("which", range(6), ids=["cai-wait", "cai-host", "cai-legacy", "dlpack", "dlpack-host",
                                                 "dlpack-device-1"])
def test_every_driver_call_failing(fake, which):
    name, obj, stream = list(imports(fake))[which]
    cucore_test.view(obj, stream=stream).release()  # loads the driver, retains primary contexts
    refused = 0
    for n in range(1, 40):
        references = sys.getrefcount(obj)
        fake.fail(n, 999)
        try:
            cucore_test.view(obj, stream=stream).release()
        except RuntimeError as error:
            refused += 1
            status, result, call, _ = cucore_test.last_error()
            assert (status, result) == ("DRIVER", 999) and call.startswith("cu")
            assert call in str(error) and "999" in str(error)
        if fake.fail_pending():
            break
        failed = [line.split()[0] for line in fake.lines if line.endswith("result=999")][-1]
        if failed == "cuCtxPopCurrent":
            fake.drop_context()  # nobody else can, once the driver refuses
        if failed == "cuEventDestroy":
            fake.refused_events += 1
        cucore_test.trim()
        assert fake.context_depth() == 0 and fake.live_events() == fake.refused_events
        assert sys.getrefcount(obj) == references
        for tensor in getattr(obj, "tensors", ()):
            assert len(tensor.deleted) == 1
        fake.fail(0, 0)
        cucore_test.view(obj, stream=stream).release()
    fake.fail(0, 0)
    assert refused >= 1 and n < 39


@pytest.mark.parametrize("environment, words", [
    ({"FAKE_CUDA_INIT": "34"}, "cuInit failed: .*34"),
    ({"FAKE_CUDA_INIT": "100"}, "cuInit failed: .*100"),
    ({"LD_LIBRARY_PATH": ""}, "libcuda.so.1"),
], ids=["T7-stub", "T7-no-device", "T7-no-driver"])
def test_no_driver(environment, words):
    code = f"""
import re, sys
import cucore_test as t
class A: __cuda_array_interface__ = {{"shape": (1,), "typestr": "<f4", "data": (4096, False), "version": 3}}
assert t.view(bytearray(3)).shape == (3,)
for _ in range(2):
    try:
        t.view(A())
    except RuntimeError as error:
        assert re.search({words!r}, str(error)), error
    else:
        sys.exit("no error")
assert t.last_error()[0] == "NO_DRIVER"
assert t.view(bytearray(3)).shape == (3,)
"""
    if environment.get("LD_LIBRARY_PATH") == "" and has_real_driver():
        pytest.skip("a real driver would be found")
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment})


def has_real_driver():
    environment = {**os.environ, "LD_LIBRARY_PATH": ""}
    code = "import ctypes; ctypes.CDLL('libcuda.so.1')"
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True).returncode == 0


PINNED_TWIN = """
import ctypes
import cucore_test
from doubles import Exporter
from producers import Producer, CPU

class ArrayImpl(Exporter):
    __module__ = "jaxlib._jax"
    calls, where = 0, CPU

    def __dlpack_device__(self):
        return (CPU, 0)

    def __dlpack__(self, **keywords):
        self.calls += 1
        fields = dict(device=(self.where, 0), dtype=(0, 32, 1), shape=(6,))
        return Producer(versioned=False, data=self.buf, **fields).__dlpack__(**keywords)

def take(array):
    for n in range(3):
        assert cucore_test.view(array).device_type == array.where

library = ctypes.CDLL("libcuda.so.1") if {near} else None
if {loaded}:
    cucore_test.device_count()
plain, other = ArrayImpl(readonly=1), ArrayImpl(readonly=1)
take(plain)
if {pinned}:
    library.fake_alloc.restype = ctypes.c_void_p
    other.buf, other.where = library.fake_alloc(1, 0, 256), 3
take(other)
print(plain.calls, other.calls)
"""


@remembers
@pytest.mark.skipif(sys.version_info < (3, 11), reason="types are remembered from Python 3.11 on")
@pytest.mark.parametrize("state, calls", {"no-driver": ((0, 0, 0), "1 0"), "nearby": ((1, 0, 0), "3 3"), "loaded": ((1, 1, 0), "1 0"),
                                          "pinned": ((1, 1, 1), "1 3")}.values(), ids=["no-driver", "nearby", "loaded", "pinned"])
def test_B136_pinned_memory_of_jax_comes_by_dlpack(state, calls):
    """Its buffer does not tell: the driver is asked, and not loaded for that."""
    assert run_python(PINNED_TWIN.format(**dict(zip(("near", "loaded", "pinned"), state)))) == calls
