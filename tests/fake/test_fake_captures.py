"""What Python does beside a capture into a graph, on the fake driver: arrays that are dropped, accesses that end (rules B106, B107, B117)."""
import gc
import itertools
import sys
import weakref

import pytest

import cucore_test
import export_test as ex
from test_fake_driver import cai, producer_on

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
