"""What Python does beside a capture into a graph, on the fake driver: arrays that are dropped, accesses that end, arrays and memory
of a capture (rules B106, B107, B117, B130, B131)."""
import copy
import ctypes
import gc
import itertools
import sys
import threading
import weakref

import pytest

import cucore_test
import export_test as ex
from conftest import library
from producers import Producer, Tabled
from test_fake_driver import Interface, cai, producer_on
from test_fake_exchange import Streams
from test_fake_export import no_events_left  # noqa: F401: a fixture

CUDA, PINNED, MANAGED = (2, 0), (3, 0), (13, 0)
LEGACY, PER_THREAD = 1, 2
MODES = {"global": 0, "thread-local": 1, "relaxed": 2}
BLOCKING, NON_BLOCKING = 0, 1


class World:
    def __init__(self, fake, flags):
        self.fake = fake
        self.primary = fake.context_primary(0)
        fake.context_set_current(self.primary)
        self.captured = PER_THREAD if flags is None else fake.stream_create(self.primary, flags)
        self.other = fake.stream_create(self.primary, NON_BLOCKING)

    def begin(self, mode):
        assert self.fake.capture_begin(self.captured, mode) == 0

    def check(self):
        assert self.fake.capture_status(self.captured) == 1, "the capture is broken"

    def end(self):
        self.check()
        assert self.fake.capture_end(self.captured) == 0


@pytest.fixture(params=[NON_BLOCKING, BLOCKING, None], ids=["non-blocking", "blocking", "per-thread"])
def world(fake, request):
    yield World(fake, request.param)
    gc.collect()
    ex.trim()
    fake.context_set_current(None)


def dropped(kind, w):
    """-> a list whose only element owns memory."""
    stream = {"legacy": LEGACY, "per-thread": PER_THREAD, "other": w.other, "captured": w.captured}
    what, where = kind
    if what == "result":
        return [ex.empty(None, CUDA, "float32", (16,), stream[where]).give(None, stream[where])]
    if what == "lent":  # a capsule that another library holds
        return [ex.empty(None, CUDA, "float32", (16,), stream[where]).give(None, stream[where]).__dlpack__(max_version=(1, 0), stream=-1)]
    device = {"memory": CUDA, "pinned": PINNED, "managed": MANAGED}[what]
    return [ex.allocate(device, "float32", (16,), stream[where])]


KINDS = list(itertools.product(["result", "lent", "memory", "pinned", "managed"], ["legacy", "per-thread", "other", "captured"]))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", KINDS, ids=["-".join(kind) for kind in KINDS])
def test_B106_garbage_breaks_no_capture(world, kind, mode):
    live = world.fake.live_bytes()
    objects = dropped(kind, world)
    world.begin(MODES[mode])
    objects.clear()
    gc.collect()
    world.end()
    ex.trim()  # also the memory that was kept
    assert world.fake.live_bytes() == live


def test_B117_memory_keeps_its_stream_until_it_is_freed(world):
    """The object of a captured stream lives as long as memory that is to be freed on it, so a call that does not wait may do that."""
    class Stream:
        pass

    stream, live = Stream(), world.fake.live_bytes()
    memory = ex.allocate(CUDA, "float32", (16,), world.captured)
    memory.keep_stream(stream)
    alive = weakref.ref(stream)
    world.begin(0)
    del memory, stream
    gc.collect()
    assert alive() is not None and world.fake.live_bytes() == live + 64
    ex.allocate(CUDA, "float32", (16,), world.other)  # neither frees it nor breaks the capture
    gc.collect()
    assert alive() is not None and world.fake.live_bytes() == live + 64
    world.end()
    ex.allocate(CUDA, "float32", (16,), world.other)
    gc.collect()
    assert alive() is None and world.fake.live_bytes() == live


def test_conversions_in_a_capture(world):
    """A converted argument is memory of the graph."""
    live = world.fake.live_bytes()
    x = cai(world.fake, world.captured if world.captured != PER_THREAD else 2, shape=(4, 3), strides=(4, 16), typestr="<f4")
    world.begin(0)
    view = cucore_test.view(x, stream=world.captured, flags=cucore_test.MAKE_C_CONTIGUOUS)
    assert view.converted
    view.release()
    world.end()
    ex.trim()
    assert world.fake.live_bytes() == live + 256


PRODUCERS = {"interface": lambda fake: cai(fake, None), "dlpack": lambda fake: producer_on(fake)}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", PRODUCERS)
def test_B107_the_end_of_an_access_waits_for_nothing(world, kind, mode):
    x = PRODUCERS[kind](world.fake)
    world.begin(MODES[mode])
    view = cucore_test.view(x, stream=world.captured)
    world.fake.stream_add_work(world.captured, None)
    world.fake.log_clear()
    view.finish(world.captured)
    view.release()
    assert not [name for name in world.fake.names if "Synchronize" in name or name == world.fake.IDLE]
    world.end()


@pytest.mark.parametrize("kind", PRODUCERS)
def test_B107_work_of_the_legacy_stream_from_before(fake, kind):
    """It runs, so the host waits: for the context, as the legacy stream must not be touched."""
    w = World(fake, BLOCKING)
    view = cucore_test.view(PRODUCERS[kind](fake), stream=LEGACY)
    fake.stream_add_work(LEGACY, w.primary)
    w.begin(0)
    view.finish(LEGACY)
    view.release()
    assert fake.host_has_seen(LEGACY, w.primary)
    w.end()
    fake.context_set_current(None)


def is_held(x, references):
    """By something that this library keeps."""
    return any(not tensor.deleted for tensor in x.tensors) if hasattr(x, "tensors") else sys.getrefcount(x) > references + 1


@pytest.mark.parametrize("kind", PRODUCERS)
def test_B108_outside_of_a_capture_the_owner_is_kept(world, kind):
    """The host waits for nothing: the producer is released when the event is done, its legacy stream waits for the work."""
    x = PRODUCERS[kind](world.fake)
    references = sys.getrefcount(x)
    world.fake.stream_hold(world.other, None, 1)
    view = cucore_test.view(x, stream=world.other)
    world.fake.stream_add_work(world.other, None)
    view.finish(world.other)
    view.release()
    assert not world.fake.host_has_seen(world.other, None)
    assert world.fake.stream_has_seen(LEGACY, None, world.other, None)
    assert cucore_test.kept()[0] == 1 and is_held(x, references)
    world.fake.stream_hold(world.other, None, 0)
    assert cucore_test.args([x], None, world.other)
    assert cucore_test.kept()[0] == 1, "the first is released, the second waits for a later call"
    cucore_test.trim()
    assert cucore_test.kept()[0] == 0 and not is_held(x, references)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", PRODUCERS)
def test_B107_the_owner_lives_as_long_as_the_graph(world, kind, mode):
    x = PRODUCERS[kind](world.fake)
    references = sys.getrefcount(x)
    world.begin(MODES[mode])
    view = cucore_test.view(x, stream=world.captured)
    world.fake.stream_add_work(world.captured, None)
    view.finish(world.captured)
    view.release()
    cucore_test.trim()
    world.check()
    assert is_held(x, references)
    world.end()  # and the graph is destroyed: its thread only makes a note
    assert is_held(x, references)
    cucore_test.trim()
    assert not is_held(x, references) and world.fake.live_user_objects() == 0


# ------------------------------------------------------------------ which stream a cucore.Array names (B130) --
class Stream:
    """The object of a stream, which destroys it."""

    def __init__(self, fake, handle):
        self.fake, self.handle = fake, handle

    def __del__(self):
        self.fake.stream_destroy(self.handle)


def freed_on_it(fake, stream, device=CUDA):
    """The memory is freed on the stream, which therefore lives as long."""
    return ex.allocate(device, "float32", (16,), stream).give(None, stream)


def freed_when_idle(fake, stream, device=CUDA):
    """The stream may be destroyed at any time."""
    return ex.empty(None, device, "float32", (16,), stream).give(None, stream)


def keeping_it(fake, stream, device=CUDA):
    memory = ex.empty(None, device, "float32", (16,), stream)
    memory.keep_stream(object())
    return memory.give(None, stream)


MADE = {f.__name__: f for f in (freed_on_it, freed_when_idle, keeping_it)}


def named(x):
    return x.__cuda_array_interface__["stream"]


def use(x, stream):
    """What a function of an extension does with an argument."""
    view = cucore_test.view(x, stream=stream)
    view.finish(stream)
    view.release()


@pytest.mark.parametrize("make", MADE)
def test_B130_the_stream_of_the_last_work_is_named(fake, make):
    """... or, if that may be destroyed, the legacy stream, which waits for it."""
    w = World(fake, NON_BLOCKING)
    fake.stream_add_work(w.other, None)
    x = MADE[make](fake, w.other)
    lasts = make != "freed_when_idle"
    assert named(x) == (w.other if lasts else LEGACY)
    assert fake.stream_has_seen(LEGACY, w.primary, w.other, None) != lasts
    y = copy.copy(x)  # whose memory is freed when the device is idle
    assert named(y) == LEGACY and fake.stream_has_seen(LEGACY, w.primary, w.other, None)
    fake.stream_add_work(w.captured, None)
    use(x, w.captured)
    assert fake.stream_has_seen(named(x), w.primary, w.captured, None)  # before its next user
    fake.context_set_current(None)


def test_B130_a_stream_that_was_destroyed_is_not_named(fake):
    w = World(fake, NON_BLOCKING)
    gone = fake.stream_create(w.primary, NON_BLOCKING)
    x = freed_when_idle(fake, gone)
    fake.stream_destroy(gone)
    assert named(x) == LEGACY
    use(x, w.other)
    assert fake.stream_has_seen(w.other, None, LEGACY, w.primary)
    stream = Stream(fake, fake.stream_create(w.primary, NON_BLOCKING))
    memory, alive = ex.empty(None, CUDA, "float32", (16,), stream.handle), weakref.ref(stream)
    memory.keep_stream(stream)
    handle = stream.handle
    x = memory.give(None, handle)
    del stream, memory
    gc.collect()
    assert alive() and named(x) == handle
    use(x, w.other)
    del x
    gc.collect()
    assert not alive()
    fake.context_set_current(None)


@pytest.mark.parametrize("make", MADE)
def test_B130_a_result_like_a_cucore_array_names_its_stream(fake, make):
    """... which the exchange table of the type cannot name."""
    w = World(fake, NON_BLOCKING)
    x = MADE[make](fake, w.other)
    y = ex.allocate(CUDA, "float32", (16,), w.other).give(x, w.other)
    assert type(y) is type(x) and named(y) == w.other
    fake.context_set_current(None)


@pytest.mark.parametrize("what", ["export", "lend"])
@pytest.mark.parametrize("make", MADE)
def test_P17_the_table_orders_the_work_before_the_stream_that_it_names(fake, make, what):
    w = World(fake, NON_BLOCKING)
    fake.stream_add_work(w.other, None)
    x = MADE[make](fake, w.other)
    ex.table(type(x), what, x)
    assert ex.table(type(x), "stream", 2) == LEGACY
    assert fake.stream_has_seen(LEGACY, w.primary, w.other, None)
    fake.context_set_current(None)


@pytest.mark.parametrize("make", MADE)
def test_X8_an_intake_waits_for_the_stream_of_the_array_and_for_no_other(fake, make):
    w = World(fake, NON_BLOCKING)
    fake.stream_add_work(w.other, None)
    x = MADE[make](fake, w.other)
    legacy = fake.stream_has_seen(LEGACY, w.primary, w.other, None)
    mine = fake.stream_create(w.primary, NON_BLOCKING)
    view = cucore_test.view(x, stream=mine, flags=cucore_test.BY_EXCHANGE)
    assert fake.stream_has_seen(mine, None, w.other, None)
    assert fake.stream_has_seen(LEGACY, w.primary, w.other, None) == legacy
    view.release()
    fake.context_set_current(None)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("make", MADE)
def test_B130_arrays_on_a_captured_stream(world, mode, make):
    """Input and result, made before and in the capture, and used after it."""
    captured = world.captured
    before = MADE[make](world.fake, captured)
    world.begin(MODES[mode])
    if make != "freed_when_idle" and captured != PER_THREAD:
        use(before, captured)
    made = MADE[make](world.fake, captured)
    assert named(made) == captured
    use(made, captured)
    again = copy.copy(made)
    assert named(again) == captured
    joined = world.fake.stream_create(world.primary, NON_BLOCKING)
    world.fake.capture_join(joined, captured)
    use(made, joined)  # an edge of the graph, there and back
    world.end()
    del before, made, again
    gc.collect()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("flags", [NON_BLOCKING, BLOCKING], ids=["non-blocking", "blocking"])
@pytest.mark.parametrize("make", MADE)
def test_B130_a_thread_beside_the_capture_of_another_one(fake, make, flags, mode):
    """It works on a stream of its own, and reads arrays of that."""
    w, errors = World(fake, flags), []
    fake.stream_add_work(w.other, None)
    before = MADE[make](fake, w.other) if make != "freed_when_idle" or flags == NON_BLOCKING else None
    w.begin(MODES[mode])

    def work():
        try:
            fake.context_set_current(w.primary)
            for x in (MADE[make](fake, w.other), before):
                if x is None:
                    continue
                if x is not before:
                    waited = named(x) is None  # the legacy stream could not wait: the host did
                    assert not waited or fake.host_has_seen(w.other, None)
                    assert waited == (make == "freed_when_idle" and flags == BLOCKING)
                use(x, w.other)
                copy.copy(x)
                x.__dlpack__(stream=w.other)
            gc.collect()
        except BaseException as error:
            errors.append(error)
        finally:
            fake.context_set_current(None)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert not errors, errors
    w.end()
    del before
    gc.collect()
    ex.trim()
    fake.context_set_current(None)


@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("device", [0, 1])
@pytest.mark.parametrize("way", ["view", "dlpack", "cai"])
def test_B130_late_data_of_every_pair_of_streams(fake, way, device, make):
    """A consumer waits for the work, whatever two streams of two devices are meant."""
    fake.set_device_count(2)
    primary = [fake.context_primary(i) for i in (0, 1)]
    handles = [fake.stream_create(primary[i], flags) for i in (0, 1) for flags in (NON_BLOCKING, BLOCKING)]
    pairs = itertools.product([LEGACY, PER_THREAD, *handles], repeat=2)
    for producer, consumer in pairs:
        fake.context_set_current(primary[device])
        at = handles.index(producer) // 2 if producer in handles else device
        fake.stream_add_work(producer, primary[device])
        x = MADE[make](fake, producer, (2, device))
        to = handles.index(consumer) // 2 if consumer in handles else device
        if way == "view":
            view = cucore_test.view(x, stream=consumer)
        elif way == "dlpack":
            view = cucore_test.view(x, stream=consumer, flags=cucore_test.BY_DLPACK)
        else:
            view = cucore_test.view(x, stream=consumer, flags=cucore_test.BY_CAI)
        assert fake.stream_has_seen(consumer, primary[to], producer, primary[at]), (producer, consumer)
        fake.stream_add_work(consumer, primary[to])
        view.finish(consumer)
        view.release()
        later = named(x)  # the next user, who waits for the stream that is named
        assert fake.stream_has_seen(later, primary[device], consumer, primary[to]), (producer, consumer, later)
        del x, view
    gc.collect()
    fake.context_set_current(None)


# ----------------------------------------------------------------------- memory that a capture allocates (B131) --
def of_capture(fake, stream, nbytes=64):
    """Memory that is allocated on a stream, as another library does it."""
    out = ctypes.c_uint64()
    library.cuInit(0)
    assert library.cuMemAllocAsync(ctypes.byref(out), ctypes.c_size_t(nbytes), ctypes.c_void_p(stream)) == 0
    return out.value


def taken_as(how, fake, stream, ptr):
    if how == "interface":
        return Interface(data=(ptr, False), stream=stream if stream > 2 else PER_THREAD)
    if how == "interface without a stream":
        return Interface(data=(ptr, False), stream=None)
    if how == "table":
        Streams(stream)
        return Tabled((2, 0), data=ptr)
    return Producer((2, 0), data=ptr)


HOWS = ["interface", "interface without a stream", "dlpack", "table"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("devices", [1, 2])
def test_B131_memory_of_a_capture_is_taken(world, how, mode, devices):
    """It is where its producer says: the driver knows nothing of it.  That is learned of no other array of the type."""
    fake, captured = world.fake, world.captured
    fake.set_device_count(devices)
    world.begin(MODES[mode])
    x = taken_as(how, fake, captured, of_capture(fake, captured))
    view = cucore_test.view(x, stream=captured)
    assert (view.device_type, view.device_id, view.host_accessible, view.device_accessible) == (2, 0, 0, 1)
    view.finish(captured)
    view.release()
    world.end()
    host = (ctypes.c_char * 64)()
    for stream in (world.other, LEGACY, cucore_test.STREAM_HOST, cucore_test.STREAM_NO_SYNC):
        with pytest.raises(BufferError, match="to the driver it is ordinary host memory"):
            cucore_test.view(taken_as(how, fake, world.other, ctypes.addressof(host)), stream=stream)


@pytest.mark.parametrize("how", HOWS)
def test_B131_host_memory_is_refused_beside_a_capture(fake, how):
    """Neither stream of the intake is captured."""
    w = World(fake, NON_BLOCKING)
    w.begin(0)
    host = (ctypes.c_char * 64)()
    for stream in (w.other, PER_THREAD):
        with pytest.raises(BufferError, match="to the driver it is ordinary host memory"):
            cucore_test.view(taken_as(how, fake, w.other, ctypes.addressof(host)), stream=stream)
    w.end()
    fake.context_set_current(None)


def test_B131_known_once_its_graph_has_run(fake):
    """As some drivers do: it is taken then, on any stream."""
    w = World(fake, NON_BLOCKING)
    graph, run = ctypes.c_void_p(), ctypes.c_void_p()
    w.begin(0)
    ptr = of_capture(fake, w.captured)
    assert library.cuStreamEndCapture(ctypes.c_void_p(w.captured), ctypes.byref(graph)) == 0
    x = Interface(data=(ptr, False), stream=None)
    for knows in (0, 1):
        fake.know_graph_memory(knows)
        with pytest.raises(BufferError, match="ordinary host memory"):
            cucore_test.view(x, stream=w.other)
    assert library.cuGraphInstantiateWithFlags(ctypes.byref(run), graph, ctypes.c_ulonglong(0)) == 0
    assert library.cuGraphLaunch(run, ctypes.c_void_p(w.captured)) == 0
    cucore_test.view(x, stream=w.other).release()
    assert library.cuGraphExecDestroy(run) == 0 and library.cuGraphDestroy(graph) == 0
    fake.context_set_current(None)
