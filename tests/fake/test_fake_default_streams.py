"""B118 for Python objects: a default stream is that of the device of the data, for the producer and the consumer, whichever
device is current; what one operation does with the data of two devices is ordered on both."""
import gc
import itertools
import sys
import types

import pytest

import cucore_test
import export_test as ex
from producers import CUDA, Producer, Tabled
from test_fake_driver import Interface
from test_fake_exchange import Streams
from test_fake_export import FakeCupy, Table, no_events_left  # noqa: F401: a fixture

LEGACY, PER_THREAD = 1, 2
HOST = cucore_test.STREAM_HOST
CURRENTS = ["none", "primary-0", "primary-1", "other-0", "other-1"]
STREAMS = [0, LEGACY, PER_THREAD]  # 0 is NULL
DEFAULTS = ("stream=legacy", "stream=thread", "stream=null")


class World:
    """Two devices, each with its primary context and one of another library's."""

    def __init__(self, fake, current):
        self.fake = fake
        self.primary = [fake.context_primary(i) for i in (0, 1)]
        self.other = [fake.context_create(i) for i in (0, 1)]
        kind, _, device = current.partition("-")
        self.current = None if kind == "none" else (self.primary if kind == "primary" else self.other)[int(device)]
        fake.context_set_current(self.current)

    def meant(self, device):
        """The rule: the current context if it is on the device, else the primary one; None: no device is known."""
        if device is None:
            return self.current or self.primary[0]
        return self.current if self.current in (self.primary[device], self.other[device]) else self.primary[device]

    def handle(self, device):
        stream = self.fake.stream_create(self.primary[device], 1)
        self.fake.stream_add_work(stream, None)
        return stream

    def seen(self, consumer, context, producer, others_context=None):
        return self.fake.stream_has_seen(consumer or LEGACY, context, producer or LEGACY, others_context)

    def names(self, *contexts):
        """As the log has them."""
        every = {0: "0", 1: "1"}
        return {every[self.primary.index(c)] if c in self.primary else str(100 + self.other.index(c)) for c in contexts}

    def used(self):
        """The contexts in which default streams were used, by the log."""
        lines = [line for line in self.fake.lines if any(word in line.split() for word in DEFAULTS)]
        return {next(word[4:] for word in line.split() if word.startswith("ctx=")) for line in lines}


@pytest.fixture(params=CURRENTS)
def world(fake, request):
    yield World(fake, request.param)
    gc.collect()
    fake.context_set_current(None)


def table(w, device, stream):
    Streams(stream)
    return Tabled((CUDA, device), data=w.fake.alloc(0, device, 256))


def interface(w, device, stream, kind=0):
    return Interface(data=(w.fake.alloc(kind, device, 256), False), stream=stream)


def own_array(w, device, stream, kind=0):
    type_, ordinal = {0: (2, device), 1: (3, 0), 2: (13, device)}[kind]
    return ex.Array(w.fake.alloc(kind, device, 4096), "float32", (2, 3), device=(type_, ordinal), stream=stream)


KNOWN = {"table": table, "interface": interface, "interface, managed": lambda w, d, s: interface(w, d, s, 2)}


@pytest.mark.parametrize("stream", STREAMS, ids=["NULL", "legacy", "per-thread"])
@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("take", ["view", "args"])
@pytest.mark.parametrize("producer", ["handle", "legacy"])
@pytest.mark.parametrize("kind", KNOWN)
def test_the_consumer_is_on_the_device_of_the_data(world, kind, producer, take, device, stream):
    w = world
    home = w.meant(device)
    p = w.handle(device) if producer == "handle" else LEGACY
    if p == LEGACY:
        w.fake.stream_add_work(LEGACY, home)
    there = home if p == LEGACY else None
    x = KNOWN[kind](w, device, p)
    w.fake.log_clear()
    if take == "args":
        cucore_test.args([x], None, stream)
    else:
        view = cucore_test.view(x, stream=stream)
        w.fake.stream_add_work(stream or LEGACY, home)
        view.finish(stream)
        assert w.seen(p, there, stream, home)
        view.release()
    assert w.seen(stream, home, p, there)
    assert w.used() <= w.names(home) and w.fake.context_current() == (w.current or 0)


@pytest.mark.parametrize("stream", [*STREAMS, "handle"])
@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("take", ["view", "args"])
def test_pinned_memory_that_a_default_stream_wrote(world, take, device, stream):
    """That of the device that made the memory, or of the current one: the consumer waits for both, and both for it."""
    w = world
    theirs, ours = w.meant(device), w.meant(None)
    stream = w.handle(1 - device) if stream == "handle" else stream
    mine = None if stream not in STREAMS else ours
    for context in {theirs, ours}:
        w.fake.stream_add_work(LEGACY, context)
    x = interface(w, device, LEGACY, 1)
    if take == "args":
        cucore_test.args([x], None, stream)
    else:
        view = cucore_test.view(x, stream=stream)
        w.fake.stream_add_work(stream or LEGACY, mine)
        view.finish(stream)
        view.release()
    for context in (theirs, ours):
        assert w.seen(stream, mine, LEGACY, context) and w.seen(LEGACY, context, stream, mine)


@pytest.mark.parametrize("device", [0, 1])
def test_dlpack_is_asked_on_its_device_and_waited_for_there(world, device):
    w = world
    for stream in (*STREAMS, HOST):
        seen = []
        producer = Producer((CUDA, device), data=w.fake.alloc(0, device, 256))
        produce = producer.produce
        producer.produce = lambda keywords: (seen.append(w.fake.context_current()), produce(keywords))[1]
        home = w.meant(device)
        w.fake.stream_add_work(LEGACY, home)
        w.fake.log_clear()
        view = cucore_test.view(producer, stream=stream)
        assert seen[0] in (home, 0) and (seen[0] or device == 0), "a thread without a context is on device 0"
        told = producer.calls[-1]["stream"]
        assert told == (1 if stream in (0, LEGACY, HOST) else stream) and w.used() <= w.names(home)
        if stream == HOST:
            assert w.fake.host_has_seen(LEGACY, home), "the producer ordered on that one"
        else:
            w.fake.stream_add_work(stream or LEGACY, home)
            view.finish(stream)
            assert w.seen(LEGACY, home, stream, home) and w.used() <= w.names(home)
        view.release()
        cucore_test.trim()
        assert stream == HOST or w.fake.host_has_seen(stream or LEGACY, home)


@pytest.mark.parametrize("pair", list(itertools.product(KNOWN, KNOWN)), ids=" and ".join)
def test_arguments_on_two_devices(world, pair):
    """Which device the caller works on is not known: the default streams of both wait for both, and both are waited for."""
    w = world
    for stream in STREAMS:
        producers = [w.handle(0), w.handle(1)]
        arrays = []
        for device, kind in enumerate(pair):
            arrays.append(KNOWN[kind](w, device, producers[device]))
        Streams(types.SimpleNamespace())
        cucore_test.set_stream_hook(lambda device_type, device_id: producers[device_id])
        w.fake.log_clear()
        cucore_test.args(arrays, None, stream)  # and releases them, behind the work on the stream
        for at, p in itertools.product((0, 1), producers):
            assert w.seen(stream, w.meant(at), p)
            assert w.seen(p, None, stream, w.meant(at))
        assert w.used() <= w.names(w.meant(0), w.meant(1))


def test_arguments_on_two_devices_by_dlpack(world):
    """Each producer has ordered on its own device: these streams wait for each other."""
    w = world
    arrays = [Producer((CUDA, d), data=w.fake.alloc(0, d, 256)) for d in (0, 1)]
    for d in (0, 1):
        w.fake.stream_add_work(LEGACY, w.meant(d))
    views = cucore_test.args(arrays, None, LEGACY)
    del views
    assert all(w.seen(LEGACY, w.meant(a), LEGACY, w.meant(b)) for a, b in ((0, 1), (1, 0)))


@pytest.mark.parametrize("consumer", [None, LEGACY, PER_THREAD])
@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("kind", [0, 2], ids=["device", "managed"])
def test_exports(world, kind, device, consumer):
    w = world
    p, home = w.handle(device), w.meant(device)
    x = own_array(w, device, p, kind)
    w.fake.log_clear()
    x.__dlpack__(stream=consumer, max_version=(1, 0))
    assert w.seen(consumer, home, p) or (kind == 2 and consumer is None and w.fake.host_has_seen(p, None))
    w.fake.stream_add_work(p, None)
    copy = x.__dlpack__(stream=consumer, copy=True, max_version=(1, 0))
    assert w.seen(consumer, home, p)
    w.fake.stream_add_work(p, None)
    ex.set_stream(LEGACY)
    ex.table("Plain", "export", x)
    assert w.seen(LEGACY, home, p)
    assert w.used() <= w.names(home)
    w.fake.log_clear()
    del copy
    gc.collect()
    waited = {line.split("ctx=")[1].split()[0] for line in w.fake.lines if line.split()[0] == w.fake.IDLE}
    assert waited == w.names(w.primary[device], home), "who used a copy is not known: all contexts that are known are waited for"


@pytest.mark.parametrize("stream", STREAMS, ids=["NULL", "legacy", "per-thread"])
@pytest.mark.parametrize("device", [0, 1])
def test_results(world, device, stream):
    """Memory of our own, made on a default stream: it stays that of the context that was current then."""
    w = world
    home = w.meant(device)
    made = ex.empty(None, (2, device), "float32", (2, 3), stream)
    w.fake.stream_add_work(stream or LEGACY, home)
    w.fake.log_clear()
    array = made.give(None, stream)
    w.fake.context_set_current(w.primary[1 - device])
    consumer = w.handle(device)
    view = cucore_test.view(array, stream=consumer)
    assert w.seen(consumer, None, stream, home)
    view.release()
    other = w.handle(device)
    assert array.__cuda_array_interface__["stream"] == LEGACY
    view = cucore_test.view(Interface(data=(array.__cuda_array_interface__["data"]), stream=LEGACY), stream=other)
    assert w.seen(other, None, stream, home), "the stream that an interface names has seen the others"
    view.release()
    w.fake.context_set_current(w.current)


@pytest.mark.parametrize("stream", STREAMS, ids=["NULL", "legacy", "per-thread"])
@pytest.mark.parametrize("device", [0, 1])
def test_results_of_a_library_with_a_table(world, device, stream):
    w = world
    p, home = w.handle(device), w.meant(device)
    ex.set_stream(p)
    like = Table(0, "float32", (0,), device=(2, device))
    made = ex.empty(like, (2, device), "float32", (2, 3), stream)
    assert w.seen(stream, home, p)
    w.fake.stream_add_work(stream or LEGACY, home)
    given = made.give(like, stream)
    assert w.seen(p, None, stream, home) and given is not None
    ex.set_stream(LEGACY)


@pytest.mark.parametrize("device", [0, 1])
def test_a_library_that_names_the_stream_of_the_current_device(world, monkeypatch, device):
    """CuPy's interface does: it is asked with the device of the data current."""
    w = world
    library = FakeCupy(w.fake, "cupy", "empty")
    monkeypatch.setitem(sys.modules, "cupy", library.module)
    ex.forget_state()
    streams = [w.handle(0), w.handle(1)]

    class PerDevice(type(library.type((1,), "f4"))):
        @property
        def __cuda_array_interface__(self):
            here = w.fake.context_current() in (w.primary[1], w.other[1])
            return {**super().__cuda_array_interface__, "stream": streams[here]}

    consumer = w.handle(device)
    array = PerDevice((1,), "f4")
    array.address = w.fake.alloc(0, device, 256)
    view = cucore_test.view(array, stream=consumer, flags=cucore_test.BY_CAI)
    assert view.producer_stream == streams[device] and w.seen(consumer, None, streams[device])
    view.release()
    ex.forget_state()


def test_on_the_current_device(world):
    """CUCORE_ON_DEVICE_ID with CUCORE_DEVICE_CURRENT is the device that is current, and a refusal names it."""
    w = world
    here = int(w.current in (w.primary[1], w.other[1]))
    on = {"flags": cucore_test.ON_DEVICE_ID, "device_id": -2}
    cucore_test.view(interface(w, here, None), **on).release()
    with pytest.raises(ValueError, match=f"expected an array on cuda:{here}, got one on cuda:{1 - here}"):
        cucore_test.view(interface(w, 1 - here, None), **on)
    with pytest.raises(ValueError, match="device_id must be the number of a device or CUCORE_DEVICE_CURRENT, not -3"):
        cucore_test.view(interface(w, here, None), flags=cucore_test.ON_DEVICE_ID, device_id=-3)


COPIES = [(a, b) for a in ("device", "managed", "pinned") for b in ("device", "managed", "pinned")]


@pytest.mark.parametrize("kinds", COPIES, ids="-to-".join)
@pytest.mark.parametrize("stream", STREAMS, ids=["NULL", "legacy", "per-thread"])
def test_copies_between_objects(world, kinds, stream):
    """cucore_py_copy chooses its place once: it comes after what both producers did, and they wait for it."""
    w = world
    for devices in ((0, 0), (0, 1), (1, 0), (1, 1)):
        numbers = {"device": 0, "pinned": 1, "managed": 2}
        producers = [w.handle(d) for d in devices]
        src, dst = (interface(w, d, p, numbers[kind]) for kind, d, p in zip(kinds, devices, producers))
        w.fake.log_clear()
        cucore_test.copy(dst, src, stream)
        transfer = next(line for line in w.fake.lines if line.startswith(("cuMemcpy", "cuLaunchKernel")))
        context = next(word[4:] for word in transfer.split() if word.startswith("ctx="))
        at = next(c for c in (*w.primary, *w.other) if {context} == w.names(c))
        for p in producers:
            assert w.seen(stream, at, p) and w.seen(p, None, stream, at), (devices, transfer)
        meant = {w.meant(d) for d, kind in zip(devices, kinds) if kind != "pinned"} or {w.meant(None)}
        assert at in meant
        assert all(w.seen(stream, context, stream, at) for context in meant), "the caller's default stream on each device"
