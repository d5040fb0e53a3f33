"""Exchange tables on a fake driver: where the producer works now, before whom it has to wait, and what nobody needs to ask."""
import ctypes
import gc
import os
import subprocess
import sys

import pytest

import cucore_test
from producers import CUDA, CUDA_MANAGED, Producer, Tabled
from test_fake_driver import SYNC, WAIT, ordering

remembers = pytest.mark.skipif(not cucore_test.TYPE_MEMORY, reason="the module is built with CUCORE_NO_TYPE_MEMORY")
NO_SYNC, HOST = cucore_test.STREAM_NO_SYNC, cucore_test.STREAM_HOST
LEGACY, PER_THREAD = 1, 2
BORROW = cucore_test.BORROW


class Streams:
    """What current_work_stream answers, and what it was asked."""

    def __init__(self, answer=0):
        self.answer = answer
        self.asked = []
        cucore_test.set_stream_hook(self)

    def __call__(self, device_type, device_id):
        self.asked.append((device_type, device_id))
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def tabled_on(fake, kind=0, device=0, said=None, **options):
    producer = Tabled(said or (CUDA, device), data=fake.alloc(kind, device, 256), **options)
    return producer


# X8, X9: what the table says (0 is NULL, the legacy default stream), the consumer, the calls that order them.
TABLE = [(0, NO_SYNC, []), (0, HOST, SYNC), (0, 2, WAIT), (0, "h", WAIT), (1, "h", WAIT), (2, NO_SYNC, []), (2, 0, WAIT),
         ("g", NO_SYNC, []), ("g", HOST, SYNC), ("g", 0, WAIT), ("g", 2, WAIT), ("g", "g", []), ("g", "h", WAIT),
         (0, 0, []), (0, 1, []), (1, 0, []), (2, 2, [])]


@pytest.mark.parametrize("flags", [0, BORROW], ids=["owned", "lent"])
@pytest.mark.parametrize("producer, consumer, calls", TABLE, ids=[f"P={p}-C={c}" for p, c, _ in TABLE])
def test_X8_ordering(fake, producer, consumer, calls, flags):
    primary = fake.context_primary(0)
    handles = {"g": fake.stream_create(primary, 1), "h": fake.stream_create(primary, 1)}
    p, c = handles.get(producer, producer), handles.get(consumer, consumer)
    fake.stream_add_work(p or LEGACY, primary)
    streams = Streams(p)
    tensor = tabled_on(fake)
    fake.log_clear()
    view = cucore_test.view(tensor, stream=c, flags=flags)
    assert ordering(fake) == calls
    assert streams.asked == ([] if c == NO_SYNC else [(CUDA, 0)])
    assert view.producer_stream == (None if c == NO_SYNC else p or LEGACY)
    if calls == WAIT:
        assert fake.stream_has_seen(c or LEGACY, primary, p or LEGACY, primary)
    if calls == SYNC:
        assert fake.host_has_seen(p or LEGACY, primary)
    view.release()
    assert flags or all(len(t.deleted) == 1 for t in tensor.tensors)


def test_T1_the_gil_is_released(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    fake.stream_add_work(producer, primary)
    Streams(producer)
    for stream, calls in ((consumer, WAIT), (HOST, SYNC)):
        for _ in range(2):  # the first time, and when the streams are known
            fake.log_clear()
            with fake.watched():
                cucore_test.view(tabled_on(fake), stream=stream).release()
            assert ordering(fake) == calls and not any(held for name in calls for held in fake.with_gil(name))
    assert fake.stream_has_seen(consumer, primary, producer, primary)


@pytest.mark.parametrize("flags", [0, BORROW], ids=["owned", "lent"])
def test_X8_the_second_half_needs_no_host(fake, flags):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    Streams(producer)
    view = cucore_test.view(tabled_on(fake), stream=consumer, flags=flags)
    fake.stream_add_work(consumer, primary)
    fake.log_clear()
    view.finish(consumer)
    assert ordering(fake) == WAIT and fake.stream_has_seen(producer, primary, consumer, primary)
    fake.log_clear()
    view.finish(producer)
    assert ordering(fake) == []
    view.release()


def spec(name, flags=0, dtypes=None):
    return (name, dtypes, None, flags, 0)


def test_X8_several_of_one_stream(fake):
    """One event for all of them before, one after."""
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    Streams(producer)
    fake.stream_add_work(producer, primary)
    fake.stream_add_work(consumer, primary)
    fake.log_clear()
    cucore_test.args([tabled_on(fake), tabled_on(fake), tabled_on(fake)], [spec("x", BORROW), spec("y"), spec("z")], consumer)
    assert ordering(fake) == 2 * WAIT and "cuStreamSynchronize" not in fake.names
    assert fake.stream_has_seen(producer, primary, consumer, primary)
    assert fake.stream_has_seen(consumer, primary, producer, primary)


def test_X8_several_of_the_same_stream_as_the_caller(fake):
    """Neither asked about nor waited for."""
    primary = fake.context_primary(0)
    stream = fake.stream_create(primary, 1)
    Streams(stream)
    x, y = tabled_on(fake), tabled_on(fake)
    fake.log_clear()
    cucore_test.args([x, y], None, stream)
    assert ordering(fake) == [] and "cuStreamGetCaptureInfo" not in fake.names


def test_X8_several_of_different_streams(fake):
    primary = fake.context_primary(0)
    first, second, consumer = (fake.stream_create(primary, 1) for _ in range(3))
    answers = iter((first, second, first))

    class Alternating(Streams):
        def __call__(self, device_type, device_id):
            return next(answers)

    Alternating()
    fake.stream_add_work(first, primary)
    fake.stream_add_work(second, primary)
    fake.log_clear()
    cucore_test.args([tabled_on(fake), tabled_on(fake), tabled_on(fake)], None, consumer)
    assert ordering(fake) == 4 * WAIT
    assert all(fake.stream_has_seen(consumer, primary, p, primary) for p in (first, second))


def test_an_argument_that_does_not_fit_leaves_the_streams_alone(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    Streams(producer)
    x, y = tabled_on(fake), tabled_on(fake)
    fake.log_clear()
    with pytest.raises(TypeError, match="^y: expected dtype complex64"):
        cucore_test.args([x, y], [spec("x"), spec("y", dtypes="complex64")], consumer)
    assert ordering(fake) == []
    assert all(len(t.deleted) == 1 for t in x.tensors + y.tensors)


def test_ordering_of_an_argument_that_fails_names_it(fake):
    """The stream of the second one is being captured: nothing is left taken in, and the capture is whole."""
    primary = fake.context_primary(0)
    first, second, consumer = (fake.stream_create(primary, 1) for _ in range(3))
    answers = iter((first, second))

    class Alternating(Streams):
        def __call__(self, device_type, device_id):
            return next(answers)

    Alternating()
    x, y = tabled_on(fake), tabled_on(fake)
    assert fake.capture_begin(second, 2) == 0
    with pytest.raises(RuntimeError, match="^y: .*captured"):
        cucore_test.args([x, y], [spec("x"), spec("y")], consumer)
    assert fake.capture_status(second) == 1 and fake.capture_end(second) == 0
    assert all(len(t.deleted) == 1 for t in x.tensors + y.tensors)


def test_T1_the_gil_is_released_for_several_arguments(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    Streams(producer)
    fake.stream_add_work(producer, primary)
    fake.log_clear()
    with fake.watched():
        cucore_test.args([tabled_on(fake), tabled_on(fake)], [spec("x"), spec("y")], consumer)
    assert ordering(fake) == 2 * WAIT and fake.stream_has_seen(consumer, primary, producer, primary)
    assert fake.with_gil("cuEventRecord") == [False, False]


def test_X9_a_table_that_always_says_NULL(fake):
    """The caller may know better where the work is."""
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    fake.stream_add_work(producer, primary)
    Streams(0)
    view = cucore_test.view(tabled_on(fake), stream=consumer, producer_stream=producer)
    assert view.producer_stream == producer and fake.stream_has_seen(consumer, primary, producer, primary)
    view.release()
    other = fake.stream_create(primary, 1)
    Streams(other)
    assert cucore_test.view(tabled_on(fake), stream=consumer, producer_stream=producer).producer_stream == other


def test_X8_other_device(fake):
    """B118: a default stream is that of the device of the data, for the producer and the consumer, whichever is current."""
    first, second = fake.context_primary(0), fake.context_primary(1)
    fake.context_set_current(first)
    streams = Streams(0)
    fake.log_clear()
    view = cucore_test.view(tabled_on(fake, device=1), stream=0)
    assert streams.asked == [(CUDA, 1)] and ordering(fake) == [] and view.device_id == 1
    view.release()
    fake.stream_add_work(2, second)
    for stream, producer in ((2, LEGACY), (fake.stream_create(first, 1), LEGACY), (LEGACY, fake.stream_create(second, 1))):
        Streams(0 if producer == LEGACY else producer)
        fake.stream_add_work(producer, second)
        view = cucore_test.view(tabled_on(fake, device=1), stream=stream)
        assert fake.stream_has_seen(stream, second, producer, second) and fake.context_current() == first
        fake.stream_add_work(stream, second)
        view.finish(stream)
        assert fake.stream_has_seen(producer, second, stream, second)
        view.release()
    fake.context_set_current(None)


def test_D8_the_driver_knows_the_ordinal(fake):
    streams = Streams(0)
    view = cucore_test.view(Tabled((CUDA, 0), data=fake.alloc(0, 1, 256)))
    assert view.device_id == 1 and streams.asked == [(CUDA, 0)]  # the producer's own numbering
    view.release()


@pytest.mark.parametrize("flags", [0, BORROW, cucore_test.BY_DLPACK], ids=["owned", "lent", "method"])
def test_D8_two_devices_are_asked_about_every_array(fake, flags):
    """Whatever was found out about others of its type and dtype."""
    Streams(0)
    memory = [fake.alloc(0, ordinal, 256) for ordinal in (0, 1, 0)]
    tensor = Tabled((CUDA, 0))
    for pointer, ordinal in zip(memory, (0, 1, 0)):
        tensor.fields["data"] = pointer
        fake.log_clear()
        view = cucore_test.view(tensor, flags=flags)
        assert view.device_id == ordinal and fake.names.count("cuPointerGetAttributes") >= 1
        view.release()


def test_B40_managed(fake):
    streams = Streams(0)
    view = cucore_test.view(tabled_on(fake, kind=fake.MANAGED, said=(CUDA_MANAGED, 0)), stream=2)
    assert view.host_accessible and view.device_accessible and streams.asked == [(CUDA_MANAGED, 0)]
    view.release()


def test_D37_pinned(fake):
    Streams(ValueError("is not asked"))
    for stream, calls in ((HOST, {fake.IDLE}), (0, set()), (2, set())):
        fake.log_clear()
        cucore_test.view(tabled_on(fake, kind=fake.PINNED, said=(3, 0)), stream=stream).release()
        assert set(ordering(fake)) == calls


@pytest.mark.parametrize("way", ["table", "lent", "capsule", "bare"])
@pytest.mark.parametrize("really", ["pinned", "ordinary", "device"])
def test_B113_pinned_memory_is_asked_about(fake, really, way):
    """Where a driver is loaded; CUCORE_TRUST_PRODUCER takes the producer's word."""
    Streams(0)
    cucore_test.view(tabled_on(fake)).release()  # loads the driver
    memory = bytearray(256)
    address = (ctypes.addressof(ctypes.c_char.from_buffer(memory)) if really == "ordinary" else
               fake.alloc(fake.PINNED if really == "pinned" else 0, 0, 256))
    expected = {"pinned": (3, True, True), "ordinary": (1, True, False), "device": (CUDA, False, True)}[really]
    for flags, answer in ((0, expected), (cucore_test.TRUST_PRODUCER, (3, True, True))) * 2:
        producer = (Tabled if way in ("table", "lent") else Producer)((3, 0), data=address)
        if (really, way, flags) == ("device", "capsule", 0):
            with pytest.raises(BufferError, match="said device type 3, but the data are on CUDA .*: they were not ordered"):
                cucore_test.view(producer)
            continue
        view = cucore_test.view(producer, flags=flags | (BORROW if way == "lent" else 0)) if way != "bare" else \
            cucore_test.capsule(producer.__dlpack__(), flags=flags)
        assert (view.device_type, view.host_accessible, view.device_accessible) == answer
        view.release()


def test_B113_no_driver_is_loaded_for_pinned_memory():
    code = """
import cucore_test, numpy, sys
from producers import Producer
x = numpy.zeros(6, "f4")
view = cucore_test.view(Producer((3, 0), data=x.ctypes.data, shape=(6,)))
assert (view.device_type, view.device_accessible) == (3, True)
"""
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})


@pytest.mark.parametrize("kind", [CUDA, CUDA_MANAGED])
def test_a_device_with_a_number_below_0(fake, kind):
    for way in Producer, Tabled:
        with pytest.raises(BufferError, match=r"^array: device_id is -1; it must not be negative$"):
            cucore_test.view(way((kind, -1), data=fake.alloc(0, 0, 256)), stream=2)


def test_host_and_empty_tensors_make_no_call(fake):
    streams = Streams(ValueError("is not asked"))
    fake.log_clear()
    for flags in (0, BORROW):
        for stream in (0, 2, HOST, NO_SYNC):
            cucore_test.view(Tabled(), stream=stream, flags=flags).release()
            cucore_test.view(Tabled((CUDA, 0), shape=(0, 3), data=0), stream=stream, flags=flags).release()
    assert fake.lines == [] and streams.asked == []


def test_X4_no_stream_function(fake):
    producer = tabled_on(fake, table=(1, 3, "s"))
    cucore_test.view(producer, stream=2).release()
    assert producer.asked == (1, 0, 1) and producer.calls == [{"stream": 2, "max_version": (1, 3)}]
    with pytest.raises(BufferError, match="cannot tell its stream"):
        cucore_test.exchange(producer, stream=2)
    cucore_test.exchange(producer, stream=NO_SYNC).release()
    cucore_test.exchange(Tabled(table=(1, 3, "s"))).release()


def test_X11_stream_fails(fake):
    producer = tabled_on(fake)
    error = RuntimeError("no stream")
    Streams(error)
    cucore_test.view(producer, stream=2).release()
    assert producer.asked == (1, 0, 1)
    with pytest.raises(RuntimeError) as caught:
        cucore_test.exchange(producer, stream=2)
    assert caught.value is error
    Streams((-1, error))
    with pytest.raises(RuntimeError):
        cucore_test.exchange(producer, stream=2, flags=BORROW)
    gc.collect()
    assert sum(len(t.deleted) for t in producer.tensors) == len(producer.tensors) - 1  # one was lent


@pytest.mark.parametrize("answer", [2**64 - 1, 2**64 - 2], ids=["NO_SYNC", "HOST"])
def test_a_stream_that_is_none(fake, answer):
    Streams(answer)
    producer = tabled_on(fake)
    with pytest.raises(BufferError, match="says that its stream is 0xf+[ef], which is none"):
        cucore_test.view(producer)
    assert producer.calls == [] and len(producer.tensor.deleted) == 1


def test_B41_host_memory_called_cuda(fake):
    Streams(0)
    producer = Tabled((CUDA, 0), data=0x10000)
    with pytest.raises(BufferError, match="ordinary host memory"):
        cucore_test.view(producer)
    assert len(producer.tensor.deleted) == 1


def test_D9_ordinal_that_does_not_exist(fake):
    Streams(0)
    producer = tabled_on(fake, said=(CUDA, 9))
    with pytest.raises(BufferError, match="cuda:9, but this process sees"):
        cucore_test.view(producer)


def test_T16_capture(fake):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    Streams(producer)
    tensor = tabled_on(fake)
    assert fake.capture_begin(consumer, 2) == 0
    fake.log_clear()
    with pytest.raises(RuntimeError, match="being captured into a graph"):
        cucore_test.view(tensor, stream=consumer)
    assert ordering(fake) == [] and tensor.calls == [] and fake.capture_status(consumer) == 1
    Streams(consumer)
    cucore_test.view(tensor, stream=consumer).release()
    assert fake.capture_end(consumer) == 0


@pytest.mark.parametrize("flags", [0, BORROW], ids=["owned", "lent"])
def test_every_driver_call_failing(fake, flags):
    primary = fake.context_primary(0)
    producer, consumer = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    Streams(producer)
    tensor = tabled_on(fake)
    cucore_test.view(tensor, stream=consumer, flags=flags).release()
    refused = 0
    for n in range(1, 40):
        fake.fail(n, 999)
        try:
            cucore_test.view(tensor, stream=consumer, flags=flags).release()
        except RuntimeError:
            refused += 1
        else:
            break
    fake.fail(0, 0)
    assert refused >= 3 and tensor.calls == []
    assert flags or all(len(t.deleted) == 1 for t in tensor.tensors)


ONE_DEVICE = """
import sys
sys.path[:0] = {path!r}
import conftest, cucore_test
from producers import CUDA, Producer, Tabled
from test_fake_exchange import Streams

fake = conftest.Fake()
streams = Streams(0)
tensor = Tabled((CUDA, 0), data=fake.alloc(0, 0, 256))
cucore_test.view(tensor).release()
assert fake.names.count("cuPointerGetAttributes") == 1
fake.log_clear()
for flags in (0, cucore_test.BORROW):
    cucore_test.view(tensor, flags=flags).release()
assert fake.lines == [], "the same stream costs nothing: " + str(fake.lines)
cucore_test.args([tensor, tensor], None, 1)
assert fake.lines == [], "nor does it for several: " + str(fake.lines)
handle = streams.answer = fake.stream_create(fake.context_primary(0), 1)
cucore_test.view(tensor, stream=handle).release()
assert "cuEventRecord" not in fake.names
for dtype in ((0, 32, 1), (2, 16, 1), (0, 64, 1)):
    tensor.fields["dtype"] = dtype
    cucore_test.view(tensor, stream=handle).release()
fake.log_clear()
for dtype in ((0, 32, 1), (2, 16, 1), (0, 64, 1), (2, 32, 1)):
    tensor.fields["dtype"] = dtype
    cucore_test.view(tensor, stream=handle).release()
assert fake.names.count("cuPointerGetAttributes") <= 1, "several dtypes of one type are remembered"

def refused(tensor, **options):
    try:
        cucore_test.view(tensor, **options).release()
    except BufferError as error:
        return "ordinary host memory" in str(error)
    return False

for flags in (0, cucore_test.BORROW, cucore_test.BY_DLPACK):  # what was trusted is not known
    liar = Tabled((CUDA, 0), data=0x10000)
    for _ in range(2):
        cucore_test.view(liar, stream=-1, flags=flags | cucore_test.TRUST_PRODUCER).release()
    assert refused(liar, flags=flags) and refused(liar, flags=flags)
    liar.fields["data"] = fake.alloc(0, 0, 256)
    cucore_test.view(liar, flags=flags).release()

class Shared(Producer):  # __dlpack_device__ is asked once, and the driver nothing but what ordering needs
    shared = True

producers = [Shared((CUDA, 0), data=fake.alloc(0, 0, 256)) for _ in range(3)]
for producer in producers:
    cucore_test.view(producer, stream=handle).release()
assert [len(p.device_calls) for p in producers] == [1, 0, 0]
assert all(p.calls == [{{"stream": handle, "max_version": (1, 3)}}] for p in producers)
"""


@remembers
def test_one_device():
    paths = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), "..", "python")]
    code = ONE_DEVICE.format(path=paths)
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "FAKE_CUDA_DEVICES": "1"})


# The first call of a process that needs to know how many devices there are, where nothing has loaded the driver: the
# producers are trusted.
FIRST_CALL = """
import sys
sys.path[:0] = {path!r}
import conftest, cucore_test
from producers import CUDA, Producer, Tabled
from test_fake_exchange import Streams, ordering

class Shared(Producer):
    shared = True

fake, trust = conftest.Fake(), cucore_test.TRUST_PRODUCER
streams = Streams(0)
first, second = fake.context_primary(0), fake.context_primary(1)
fake.context_set_current(first)
fake.stream_add_work(1, second)
stream = fake.stream_create(first, 1)
memory = [fake.alloc(0, i, 256) for i in (0, 1)]
producers = [Shared((CUDA, i), data=memory[i]) for i in (0, 1)]
tensor = Tabled((CUDA, 1), data=memory[1])
fake.log_clear()
assert not cucore_test.driver_is_loaded()
{call}
"""
FIRST_CALLS = {
    "table": """
cucore_test.view(tensor, stream=stream, flags=trust).release()
assert ordering(fake).count("cuStreamWaitEvent") == 1 and fake.stream_has_seen(stream, first, 1, second)
""",
    "arguments": """
cucore_test.args([tensor], [("x", None, None, trust, 0)], stream)
assert ordering(fake).count("cuStreamWaitEvent") == 2 and fake.stream_has_seen(stream, first, 1, second)
""",
    "guess with a default stream": """
for producer in producers:
    cucore_test.view(producer, stream=0, flags=trust).release()
assert [len(p.device_calls) for p in producers] == [1, 1], "a default stream is one of each device: nothing is guessed"
""",
    "guess with a handle": """
for producer in producers:
    cucore_test.view(producer, stream=stream, flags=trust).release()
assert [len(p.calls) for p in producers] == [1, 2], "the guess was another device"
assert not cucore_test.driver_is_loaded(), "loading releases the GIL while a capsule is looked at (D28)"
""",
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=remembers if "guess" in name else ()) for name in FIRST_CALLS])
def test_C12_B118_the_first_call_of_a_process(name):
    paths = [os.path.dirname(__file__), os.path.join(os.path.dirname(__file__), "..", "python")]
    code = FIRST_CALL.format(path=paths, call=FIRST_CALLS[name])
    subprocess.run([sys.executable, "-c", code], check=True)


@remembers
@pytest.mark.parametrize("default", [True, False], ids=["default-stream", "handle"])
def test_guess_with_two_devices(fake, default):
    """A guess on the wrong device is not good enough: the producer is asked again where it is.  With a default stream, of
    which each device has its own, nothing is guessed (B91)."""
    class Shared(Producer):
        shared = True

    handle = 0 if default else fake.stream_create(fake.context_primary(0), 1)
    cucore_test.view(Shared((CUDA, 0), data=fake.alloc(0, 0, 256)), stream=handle).release()
    fake.context_set_current(fake.context_primary(0))
    seen = []
    other = Shared((CUDA, 1), data=fake.alloc(0, 1, 256))
    make = other.produce
    other.produce = lambda keywords: (seen.append(fake.context_current()), make(keywords))[1]
    view = cucore_test.view(other, stream=handle)
    expected = [fake.context_primary(1)] if default else [fake.context_primary(0), fake.context_primary(1)]
    assert seen == expected and view.device_id == 1 and len(other.device_calls) == 1
    view.release()
    gc.collect()
    assert [len(t.deleted) for t in other.tensors] == [1] * len(expected)
    fake.context_set_current(None)
