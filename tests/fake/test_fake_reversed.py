"""B05 on the fake driver: reversed device arrays as CuPy gives them, by whose interface they are taken, and who waits for whom."""
import gc
import sys

import pytest

import cucore_test
from producers import CUDA, CUDA_MANAGED, Unsigned, UnsignedTable
from test_fake_driver import SYNC, TABLE, WAIT, ordering
from test_fake_exchange import Streams

np = pytest.importorskip("numpy")

NO_SYNC, HOST = cucore_test.STREAM_NO_SYNC, cucore_test.STREAM_HOST
LEGACY = 1
CUPY = "CuPy's DLPack cannot describe reversed arrays; pass cupy.ascontiguousarray(weights)"


def rows(*table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


class Cupy(Unsigned):
    """A cupy.ndarray: both protocols, one of them right."""

    __module__ = "cupy._core.core"

    def __init__(self, fake, array, stream=LEGACY, *, kind=0, device=0, said=None, other=None, **changes):
        host = array if array.base is None else array.base
        self.block = fake.alloc(kind, device, 1024)
        pointer = self.block + array.ctypes.data - host.ctypes.data
        super().__init__(array, said or (CUDA_MANAGED if kind == 2 else CUDA, device), data=pointer)
        self.interface = {"shape": array.shape, "typestr": array.dtype.str, "strides": array.strides, "version": 3,
                          "data": (pointer, False), "stream": stream, **changes}
        if other is not None:
            self.interface["data"] = (fake.alloc(kind, other, 1024) + 512, False)
        self.reads = 0

    @property
    def __cuda_array_interface__(self):
        self.reads += 1
        return dict(self.interface)


class CupyTable(Cupy, UnsignedTable):
    __module__ = Cupy.__module__


def base(dtype="f8"):
    return np.arange(24).astype(dtype).reshape(4, 6)


def reversed_():
    return base()[::-1]


REVERSED = rows(
    ("1-d", lambda: np.arange(10.0)[::-1]),
    ("step", lambda: np.arange(10.0)[::-3]),
    ("axis-0", lambda: base()[::-1]),
    ("axis-1", lambda: base()[:, ::-1]),
    ("both", lambda: base()[::-1, ::-1]),
    ("steps", lambda: base()[::-2, 4::-2]),
    ("one-step", lambda: base()[1::2, ::-3]),
    ("float32", lambda: base("f4")[:, ::-1]),
    ("complex128", lambda: base("c16")[::-1, ::-1]),
)


def released_once(made):
    assert made.tensors
    for tensor in made.tensors:
        assert tensor.deleted == [tensor.address]


@pytest.mark.parametrize("make", [Cupy, CupyTable])
@pytest.mark.parametrize("array", REVERSED)
def test_B05_by_the_interface(fake, array, make):
    array = array()
    made = make(fake, array)
    view = cucore_test.view(made, flags=cucore_test.WRITE)
    assert view.protocol == "cai" and not view.readonly
    assert (view.shape, view.strides) == (array.shape, tuple(s // array.itemsize for s in array.strides))
    assert (view.dtype, view.ptr) == (array.dtype.name, made.interface["data"][0])
    assert (view.device_type, view.device_id) == (CUDA, 0)
    released_once(made)
    assert made.reads == 1
    references = sys.getrefcount(made)
    view.release()
    assert sys.getrefcount(made) == references - 1


@pytest.mark.parametrize("make", [Cupy, CupyTable])
@pytest.mark.parametrize("producer, consumer, calls", [row for row in TABLE if row[0] is not None],
                         ids=[f"P={p}-C={c}" for p, c, _ in TABLE if p is not None])
def test_B05_ordered_once_as_3_3_says(fake, producer, consumer, calls, make):
    """By the stream of the interface, and after the work the other way round."""
    primary = fake.context_primary(0)
    handles = {"g": fake.stream_create(primary, 1), "h": fake.stream_create(primary, 1)}
    p, c = handles.get(producer, producer), handles.get(consumer, consumer)
    fake.stream_add_work(p, primary)
    streams = Streams(p)
    made = make(fake, reversed_(), p)
    fake.log_clear()
    view = cucore_test.view(made, stream=c)
    assert ordering(fake) == calls
    assert view.producer_stream == p and streams.asked == []
    assert made.calls == [{"stream": -1 if c == NO_SYNC else LEGACY if c == HOST else c or LEGACY,
                           "max_version": (1, 3)}]
    if calls == WAIT:
        assert fake.stream_has_seen(c or LEGACY, primary, p, primary)
        fake.stream_add_work(c or LEGACY, primary)
        view.finish(c)
        assert fake.stream_has_seen(p, primary, c or LEGACY, primary)
    if calls == SYNC:
        assert fake.host_has_seen(p, primary)
    view.release()


def test_several_arguments_are_ordered_together(fake):
    primary = fake.context_primary(0)
    p, c = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    first, second = Cupy(fake, reversed_(), p), Cupy(fake, base()[:, ::-1], p)
    fake.stream_add_work(p, primary)
    fake.log_clear()
    views = cucore_test.args([first, second], None, c)
    assert ordering(fake) == 2 * WAIT  # before the access and after it, for both arrays
    assert fake.stream_has_seen(c, primary, p, primary)
    released_once(first)
    released_once(second)
    del views
    gc.collect()


def test_a_table_where_dlpack_is_not_allowed(fake):
    """Its tensor alone says what the interface has to agree with."""
    made = CupyTable(fake, reversed_())
    view = cucore_test.view(made, flags=cucore_test.BY_EXCHANGE | cucore_test.BY_CAI)
    assert view.protocol == "cai" and made.calls == []
    released_once(made)
    view.release()


def test_memory_that_is_managed(fake):
    made = Cupy(fake, reversed_(), kind=2)
    view = cucore_test.view(made)
    assert (view.device_type, view.device_id, view.host_accessible) == (CUDA_MANAGED, 0, True)
    released_once(made)
    view.release()


def test_D36_device_memory_that_is_said_to_be_another(fake):
    """The driver says where both descriptions are."""
    made = Cupy(fake, reversed_(), kind=2, said=(CUDA, 0))
    view = cucore_test.view(made)
    assert view.device_type == CUDA_MANAGED
    view.release()


def test_C7_on_the_second_device(fake):
    made = Cupy(fake, reversed_(), device=1)
    view = cucore_test.view(made)
    assert (view.device_id, view.protocol) == (1, "cai")
    view.release()


def test_without_a_driver_the_tensor_says_where(fake):
    made = Cupy(fake, reversed_(), device=1)
    fake.log_clear()
    view = cucore_test.view(made, flags=cucore_test.TRUST_PRODUCER, stream=NO_SYNC)
    assert (view.device_type, view.device_id, fake.names) == (CUDA, 1, [])
    view.release()


def test_C8_the_stream_that_the_caller_names(fake):
    primary = fake.context_primary(0)
    p, c = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    view = cucore_test.view(Cupy(fake, reversed_(), None), stream=c, producer_stream=p)
    assert view.producer_stream == p
    view.release()


REFUSED = rows(
    ("no-stream", dict(stream=None), {}, CUPY, "names no stream"),
    ("version-2", dict(stream=None, version=2), {}, CUPY, "names no stream"),
    ("B19-stream-0", dict(stream=0), {}, CUPY, "stream is 0"),
    ("another-shape", dict(shape=(4, 5)), {}, CUPY, "another array"),
    ("another-ndim", dict(shape=(24,), strides=None), {}, CUPY, "another array"),
    ("another-dtype", dict(typestr="<i8"), {}, CUPY, "another array"),
    ("another-device", dict(other=1), {}, CUPY, "another array"),
    ("host-memory", dict(data=(4096, False)), {}, CUPY, "to the driver"),
    ("dlpack-alone", {}, dict(flags=cucore_test.BY_DLPACK), CUPY, None),
    ("not-the-interface", {}, dict(flags=cucore_test.BY_DLPACK | cucore_test.BY_PEP3118), CUPY, None),
    ("impossible-too", dict(strides=(2**62, 8)), {}, CUPY, "64 bits"),
)


@pytest.mark.parametrize("make", [Cupy, CupyTable])
@pytest.mark.parametrize("changes, intake, words, context", REFUSED)
def test_B05_refused(fake, changes, intake, words, context, make):
    made = make(fake, reversed_(), **changes)
    references = sys.getrefcount(made)
    fake.log_clear()
    with pytest.raises(BufferError) as caught:
        cucore_test.view(made, name="weights", **intake)
    message, before = str(caught.value), caught.value.__context__
    assert message.startswith("weights: ") and "64 bits" in message
    assert message.endswith(words)
    assert before is None if context is None else context in str(before)
    assert ordering(fake) == []
    del caught, before
    released_once(made)
    assert sys.getrefcount(made) == references


REQUIREMENTS = rows(
    ("write", dict(readonly=True), dict(flags=cucore_test.WRITE), ValueError, "read-only"),
    ("C-order", {}, dict(flags=cucore_test.C_CONTIGUOUS), ValueError, "C-order"),
    ("dtype", {}, dict(dtypes="float32"), TypeError, "float64"),
    ("shape", {}, dict(shape="4, 5"), ValueError, "6"),
    ("host", {}, dict(flags=cucore_test.HOST_ACCESSIBLE), ValueError, "CPU"),
    ("device-id", {}, dict(flags=cucore_test.ON_DEVICE_ID, device_id=1), ValueError, "cuda:1"),
)


@pytest.mark.parametrize("changes, intake, exception, words", REQUIREMENTS)
def test_requirements_of_the_caller(fake, changes, intake, exception, words):
    made = Cupy(fake, reversed_(), fake.stream_create(fake.context_primary(0), 1))
    if changes:
        made.interface["data"] = (made.interface["data"][0], changes["readonly"])
    references = sys.getrefcount(made)
    fake.log_clear()
    with pytest.raises(exception) as caught:
        cucore_test.view(made, name="weights", **intake)
    assert str(caught.value).startswith("weights: ") and words in str(caught.value)
    assert CUPY not in str(caught.value) and ordering(fake) == []
    del caught
    released_once(made)
    assert sys.getrefcount(made) == references


@pytest.mark.parametrize("make", [Cupy, CupyTable])
def test_every_driver_call_failing(fake, make):
    """Nothing is left, whatever fails: an error, or the array."""
    primary = fake.context_primary(0)
    p, c = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    made, failed = make(fake, reversed_(), p), 0
    cucore_test.view(made, stream=c).release()
    for n in range(1, 40):
        for kept in (made.tensors, made.calls, made.device_calls):
            kept.clear()
        references = sys.getrefcount(made)
        fake.fail(n, 999)
        try:
            cucore_test.view(made, stream=c).release()
        except (BufferError, RuntimeError):
            failed += 1
        done = fake.fail_pending()
        failing = [line.split()[0] for line in fake.lines if line.endswith("result=999")]
        fake.fail(0, 0)
        fake.log_clear()
        if failing and failing[-1] == "cuCtxPopCurrent":
            fake.drop_context()
        if failing and failing[-1] == "cuEventDestroy":
            fake.refused_events += 1
        gc.collect()
        if made.calls:
            released_once(made)
        assert sys.getrefcount(made) == references
        if done:
            break
    assert failed and n < 39


@pytest.mark.parametrize("make", [Cupy, CupyTable])
@pytest.mark.parametrize("stream", [LEGACY, None], ids=["taken", "refused"])
def test_nothing_is_leaked(fake, make, stream):
    made = make(fake, reversed_(), stream)

    def once():
        try:
            cucore_test.view(made).release()
        except BufferError:
            assert stream is None
        for kept in ("tensors", "calls", "device_calls", "owned"):
            getattr(made, kept, []).clear()
        fake.log_clear()

    for _ in range(200):
        once()
    gc.collect()
    before, references = sys.getallocatedblocks(), sys.getrefcount(made)
    for _ in range(1000):
        once()
    gc.collect()
    assert sys.getallocatedblocks() - before < 500 and sys.getrefcount(made) == references
