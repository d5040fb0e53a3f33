"""Arguments that do not fit, on the fake driver: copied on the caller's stream, behind the producer; copied back before it goes on."""
import ctypes

import pytest

import cucore_test as c
from producers import CUDA, CUDA_MANAGED, Producer, Tabled
from test_fake_driver import Interface
from test_fake_exchange import Streams

np = pytest.importorskip("numpy")

NO_SYNC, HOST, LEGACY = c.STREAM_NO_SYNC, c.STREAM_HOST, 1
C, F, A, WRITE = c.MAKE_C_CONTIGUOUS, c.MAKE_F_CONTIGUOUS, c.MAKE_ALIGNED, c.WRITE
DEVICE, PINNED, MANAGED = range(3)
FAILED = 719


def rows(*table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def spec(name, flags=0, dtypes=None, shape=None):
    return (name, dtypes, shape, flags, 0)


class Memory:
    """Memory of a kind that is a NumPy array for the test: device memory is host memory there."""

    def __init__(self, fake, kind=DEVICE, device=0, nbytes=512):
        self.kind, self.device = kind, device
        self.address = fake.alloc(kind, device, nbytes)
        self.bytes = np.frombuffer((ctypes.c_uint8 * nbytes).from_address(self.address), np.uint8)
        self.bytes[:] = np.arange(nbytes) % 251

    def array(self, dtype="f4", shape=(4, 6), offset=0):
        count = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return self.bytes[offset : offset + count].view(dtype).reshape(shape)


def by_cai(memory, array, stream=None):
    return Interface(shape=array.shape, typestr=array.dtype.str, strides=array.strides, data=(array.ctypes.data, False),
                     stream=stream)


def by_dlpack(memory, array, stream=None, cls=Producer):
    Streams(stream or LEGACY)
    return cls((CUDA_MANAGED if memory.kind == MANAGED else 3 if memory.kind == PINNED else CUDA, memory.device),
               shape=array.shape, strides=tuple(s // array.itemsize for s in array.strides), data=array.ctypes.data,
               dtype=(2, 8 * array.itemsize, 1))


def by_table(memory, array, stream=None):
    return by_dlpack(memory, array, stream, Tabled)


WAYS = rows(("cai", by_cai), ("dlpack", by_dlpack), ("table", by_table))
LAYOUTS = rows(
    ("transposed", lambda m: m.array().T, C),
    ("every-second", lambda m: m.array()[::2, ::2], C),
    ("to-F", lambda m: m.array(), F),
    ("wide", lambda m: m.array("f8", (3, 5)).T, C),
    ("narrow", lambda m: m.array("f2", (7, 9))[1::2, ::4], F),
    ("unaligned", lambda m: m.array("f4", (4, 6), 2), A),
    ("unaligned-transposed", lambda m: m.array("f8", (3, 5), 4).T, C | A),
)
KINDS = rows(("device", DEVICE), ("managed", MANAGED), ("pinned", PINNED))


def living(fake):
    return fake.live_allocations(), fake.live_streams(), fake.context_depth()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("make, wish", LAYOUTS)
@pytest.mark.parametrize("stream", ["h", 0, 2, HOST, NO_SYNC])
def test_there_and_back(fake, make, wish, way, kind, stream):
    """The elements that the view has are those of the array; what was written is in the array; nothing else changes."""
    h = fake.stream_create(fake.context_primary(0), 1)
    memory = Memory(fake, kind)
    array = make(memory)
    x = way(memory, array)
    expected, new = memory.bytes.copy(), (np.arange(array.nbytes) * 3 % 256).astype("u1").tobytes()
    np.ndarray(array.shape, array.dtype, expected, array.ctypes.data - memory.address, array.strides)[...] = (
        np.frombuffer(new, array.dtype).reshape(array.shape))
    before = living(fake)
    stream = h if stream == "h" else stream
    (info,), _ = c.work([x], [spec("x", wish)], stream=stream, poke=1)
    assert info["bytes"] == array.tobytes() and info["converted"] == 1 and info["readonly"]
    assert not wish & C or info["c"]
    assert not wish & F or info["f"]
    assert not wish & A or info["aligned"]
    x = way(memory, array)
    (info,), _ = c.work([x], [spec("x", wish | WRITE)], stream=stream, poke=1, new=[new])
    assert info["converted"] == 1 and not info["readonly"] and not memory.address <= info["ptr"] < memory.address + 512
    assert memory.bytes.tobytes() == expected.tobytes()
    del x
    assert living(fake) == before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("stream", ["h", 0, HOST, NO_SYNC])
@pytest.mark.parametrize("of, to, wish", rows(("f4-f8", "f4", "float64", 0), ("f8-f2", "f8", "float16", C), ("f2-f4", "f2", "float32", F)))
def test_cast_there_and_back(fake, of, to, wish, way, kind, stream):
    h = fake.stream_create(fake.context_primary(0), 1)
    memory = Memory(fake, kind)
    array = memory.array(of, (4, 6)).T[::2]
    array[...] = np.arange(12).reshape(3, 4)
    new = np.random.default_rng(2).integers(-9, 9, array.shape).astype(to)
    before = living(fake)
    (info,), _ = c.work([way(memory, array)], [spec("x", c.CAST | WRITE | wish, to)], stream=h if stream == "h" else stream,
                        poke=1, new=[new.tobytes()])
    assert info["dtype"] == to and info["bytes"] == np.arange(12).reshape(3, 4).astype(to).tobytes()
    assert np.array_equal(array, new) and living(fake) == before


ORDERED = ("cuEventRecord", "cuStreamWaitEvent", "cuLaunchKernel", "cuMemFreeAsync", "cuStreamSynchronize")


def order(fake, **streams):
    """The calls that matter, each with the name of its stream."""
    names = {str(fake.stream_number(s)): name for name, s in streams.items()}
    calls = [(line.split()[0], line.split("stream=")[1].split()[0]) for line in fake.lines if line.split()[0] in ORDERED]
    return [(call, names.get(stream, stream)) for call, stream in calls]


@pytest.mark.parametrize("way", WAYS)
def test_the_order_of_it_all(fake, way):
    """The copy waits for the producer; what is copied back is behind the work, and the producer behind that."""
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    memory = Memory(fake)
    fake.stream_add_work(g, primary)
    x = way(memory, memory.array().T, g)
    fake.log_clear()
    c.work([x], [spec("x", C | WRITE)], stream=h)
    copy, free = ("cuLaunchKernel", "h"), ("cuMemFreeAsync", "h")
    before, after = [("cuEventRecord", "g"), ("cuStreamWaitEvent", "h")], [("cuEventRecord", "h"), ("cuStreamWaitEvent", "g")]
    if way is by_dlpack:  # the producer was given the stream, and does not say which is its own
        before, after = [], [("cuEventRecord", "h"), ("cuStreamWaitEvent", "legacy")]
    assert order(fake, g=g, h=h) == [*before, copy, copy, *after, free]


@pytest.mark.parametrize("stream", rows(("host", HOST), ("no-sync", NO_SYNC)))
def test_without_a_stream_each_copy_is_complete(fake, stream):
    """Of the producer's work the host waits where it is asked to wait for something."""
    primary = fake.context_primary(0)
    g = fake.stream_create(primary, 1)
    memory = Memory(fake)
    fake.stream_add_work(g, primary)
    x = by_cai(memory, memory.array().T, g)
    fake.log_clear()
    c.work([x], [spec("x", C | WRITE)], stream=stream)
    copied = [("cuLaunchKernel", "legacy"), ("cuStreamSynchronize", "legacy")]
    waited = [("cuStreamSynchronize", "g")] if stream == HOST else []
    assert order(fake, g=g) == [*waited, *copied, *copied, ("cuMemFreeAsync", "legacy")]


def test_the_work_may_end_on_another_stream(fake):
    """What the view was taken on is waited for; memory is freed behind the stream of the end."""
    primary = fake.context_primary(0)
    g, h, k = (fake.stream_create(primary, 1) for _ in range(3))
    memory = Memory(fake)
    fake.stream_add_work(g, primary)
    view = c.view(by_cai(memory, memory.array().T, g), stream=h, flags=C | WRITE)
    fake.stream_add_work(k, primary)
    fake.log_clear()
    c.end(view, k)
    assert order(fake, g=g, h=h, k=k) == [("cuEventRecord", "h"), ("cuStreamWaitEvent", "k"), ("cuLaunchKernel", "k"),
                                          ("cuEventRecord", "k"), ("cuStreamWaitEvent", "g"), ("cuMemFreeAsync", "k")]


@pytest.mark.parametrize("kind", rows(("managed", MANAGED), ("pinned", PINNED)))
def test_what_the_host_alone_reads_is_complete(fake, kind):
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    memory = Memory(fake, kind)
    fake.stream_add_work(g, primary)
    fake.log_clear()
    view = c.view(by_cai(memory, memory.array().T, g), stream=h, flags=C | c.HOST_ACCESSIBLE)
    assert fake.host_has_seen(g, primary) and view.tobytes() == memory.array().T.tobytes()
    assert not [line for line in fake.lines if "stream=2" in line and line.split()[0] in ("cuLaunchKernel", "cuStreamWaitEvent")]
    view.release()


def test_on_another_device(fake):
    primary = fake.context_primary(1)
    h = fake.stream_create(primary, 1)
    memory = Memory(fake, device=1)
    (info,), _ = c.work([by_cai(memory, memory.array().T)], [spec("x", C | c.ON_DEVICE_ID | WRITE)[:4] + (1,)], stream=h, poke=1)
    assert info["converted"] and " on cuda:1, " in info["line"] and info["bytes"] == memory.array().T.tobytes()


def test_an_output_is_returned(fake):
    h = fake.stream_create(fake.context_primary(0), 1)
    memory = Memory(fake)
    array = memory.array().T
    for way in (by_cai, by_table, by_dlpack):
        out = way(memory, array)
        new = np.random.default_rng(1).random(array.shape, "f4")
        _, made = c.work([out], [spec("out", C | c.OUTPUT)], stream=h, poke=1, new=[new.tobytes()], how="return")
        assert made is out and np.array_equal(array, new)


@pytest.mark.parametrize("how, seen", rows(("error", "error", False), ("drop", "drop", False), ("release", "release", True)))
def test_what_is_not_copied_back(fake, how, seen):
    h = fake.stream_create(fake.context_primary(0), 1)
    memory = Memory(fake)
    array = memory.array().T
    old, new = array.copy(), np.zeros(array.shape, "f4")
    before = living(fake)
    try:
        c.work([by_cai(memory, array)], [spec("x", C | WRITE)], stream=h, poke=1, new=[new.tobytes()], how=how)
    except KeyError:
        assert how == "error"
    assert array.tobytes() == (new if seen else old).tobytes() and living(fake) == before


@pytest.mark.parametrize("count", [1, 3])
def test_every_call_of_the_driver_fails_in_turn(fake, count):
    """An exception, nothing is leaked, and nothing that was written is seen unless the copy back was reached."""
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    memories = [Memory(fake) for _ in range(count)]
    arrays = [m.array().T for m in memories]
    old, new = [a.copy() for a in arrays], np.zeros(arrays[0].shape, "f4").tobytes()

    def call():
        objects = [by_cai(m, a, g) for m, a in zip(memories, arrays)]
        return c.work(objects, [spec(f"x{i}", C | WRITE) for i in range(count)], stream=h, poke=1, new=count * [new])

    call()
    c.trim()
    before, failures = living(fake), 0
    for n in range(1, 200):
        for a, o in zip(arrays, old):
            a[...] = o
        fake.stream_add_work(g, primary)
        fake.log_clear()
        fake.fail(n, FAILED)
        try:
            call()
        except RuntimeError as error:
            failures += 1
            assert "719" in str(error)
        fake_left = fake.fail(0, 0)
        failed = [line.split()[0] for line in fake.lines if "result=719" in line]
        if failed in (["cuCtxPopCurrent"], ["cuCtxPopCurrent_v2"]):
            fake.drop_context()
        c.trim()
        freed = failed and failed[0] in ("cuMemFreeAsync", "cuEventDestroy", "cuEventDestroy_v2")
        if freed:  # nobody can free what the driver does not
            before = living(fake)
            fake.refused_events = fake.live_events()
        assert living(fake) == before, failed
        if not failed:
            assert all(not a.any() for a in arrays), fake_left
            break
    assert failures > 10 * count


def test_a_copy_that_was_begun_is_waited_for_when_a_later_one_fails(fake):
    """Its producer may not write, nor free, what the copy still reads."""
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    memories = [Memory(fake) for _ in range(2)]
    objects = [by_cai(m, m.array().T, g) for m in memories]
    specs = [spec("x", C), spec("y", C)]
    c.work(objects, specs, stream=h)
    fake.stream_add_work(g, primary)
    fake.log_clear()
    c.work(objects, specs, stream=h)
    calls = fake.names
    fake.stream_add_work(g, primary)
    fake.log_clear()
    fake.fail([i for i, name in enumerate(calls) if name == "cuLaunchKernel"][1] + 1, FAILED)
    with pytest.raises(RuntimeError, match="^y: cuLaunchKernel failed"):
        c.work(objects, specs, stream=h)
    done = order(fake, g=g, h=h)
    failed = [i for i, call in enumerate(done) if call[0] == "cuLaunchKernel"][1]
    assert [("cuEventRecord", "h"), ("cuStreamWaitEvent", "g")] == done[failed + 1 : failed + 3]
