"""Arrays of the CPU that come by their buffer instead of __dlpack__: what comes in is equal (B136)."""
import gc
import os
import sys
import threading

import pytest

import cucore_test as cu
from doubles import SANITIZED, Holder, run_python
from producers import CPU, CUDA, IS_COPIED, READ_ONLY, Producer

np = pytest.importorskip("numpy")
NO_SYNC, HOST = cu.STREAM_NO_SYNC, cu.STREAM_HOST
# Without the memory of types, and in builds without it, all arrays come by __dlpack__.
learned = pytest.mark.skipif(sys.version_info < (3, 11), reason="types are remembered from Python 3.11 on")
FIELDS = ("ptr", "dtype", "code", "bits", "lanes", "itemsize", "itembits", "ndim", "shape", "strides", "c_contiguous", "f_contiguous",
          "device_type", "device_id", "readonly", "unproven", "host_accessible", "device_accessible", "copied", "converted", "padded",
          "byte_swapped", "aligned", "format", "owned", "producer_stream")


def answer(x, flags=0, **how):
    """All that a caller can learn of a view except the name of the protocol; or the exception."""
    try:
        view = cu.view(x, flags=flags, **how)
    except Exception as error:
        return type(error), str(error)
    result = [getattr(view, name) for name in FIELDS], view.tobytes() if view.host_accessible else None
    view.release()
    return result


def protocol(x, **how):
    view = cu.view(x, **how)
    name = view.protocol
    view.release()
    return name


# ------------------------------------------------------------------------------------------------------------ JAX itself --
@pytest.fixture
def jax():
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    jax = pytest.importorskip("jax")
    calm(jax)
    return jax


def calm(jax):
    """After a buffer that failed, which another test may have left, 63 arrays come by __dlpack__."""
    x = jax.numpy.arange(3, dtype="float32")
    for _ in range(70):
        cu.view(x).release()


def column_major(jax, a):
    layout = pytest.importorskip("jax.experimental.layout")
    if not hasattr(layout, "Format"):
        pytest.skip("this jax names its layouts otherwise")
    return jax.device_put(a, layout.Format(layout.Layout((1, 0)), jax.sharding.SingleDeviceSharding(jax.devices("cpu")[0])))


def deleted(jax, a):
    x = jax.device_put(a)
    x.delete()
    return x


NUMBERS = ("bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16", "float32", "complex64")
MADE = {**{dtype: lambda jax, dtype=dtype: jax.device_put(np.arange(6).reshape(2, 3).astype(dtype)) for dtype in (*NUMBERS, "bfloat16")},
        "0-d": lambda jax: jax.device_put(np.float32(3)), "1-axes": lambda jax: jax.device_put(np.zeros((1, 4, 1), "f4")),
        "empty": lambda jax: jax.device_put(np.zeros((0, 4), "f4")), "column-major": lambda jax: column_major(jax, np.zeros((2, 3), "f4")),
        "deleted": lambda jax: deleted(jax, np.zeros(3, "f4")), "not-ready": lambda jax: jax.jit(lambda m: m @ m @ m)(np.ones((300, 300), "f4"))}
ASKED = {"any": {}, "lent": {"flags": cu.BORROW}, "written": {"flags": cu.WRITE}, "unproven": {"flags": cu.ALLOW_UNPROVEN_WRITE},
         "written-unproven": {"flags": cu.WRITE | cu.ALLOW_UNPROVEN_WRITE}, "never-copy": {"flags": cu.NEVER_COPY},
         "on-device": {"flags": cu.DEVICE_ACCESSIBLE}, "on-host": {"flags": cu.HOST_ACCESSIBLE}, "fortran": {"flags": cu.F_CONTIGUOUS},
         "dtype": {"dtypes": "float64"}, "shape": {"shape": "n, n"}, "opaque": {"flags": cu.ALLOW_OPAQUE}, "no-sync": {"stream": NO_SYNC},
         "host": {"stream": HOST}, "stream": {"stream": 2}}


@pytest.mark.parametrize("make", MADE)
def test_B136_what_comes_in_is_equal(jax, make):
    x = MADE[make](jax)
    for how in ASKED.values():
        calm(jax)
        how = dict(how)
        flags = how.pop("flags", 0)
        assert answer(x, flags, **how) == answer(x, flags | cu.BY_DLPACK, **how), how


@learned
@pytest.mark.parametrize("make", sorted(set(MADE) - {"deleted"}))
def test_B136_which_protocol_it_is(jax, make):
    x = MADE[make](jax)
    by_buffer = make not in ("bfloat16", "column-major", "empty")  # JAX refuses two, an empty array may have any address
    assert (protocol(x) == "buffer") is by_buffer
    assert protocol(x, flags=cu.BY_DLPACK).startswith("dlpack") and protocol(x, flags=cu.ALLOW_UNPROVEN_WRITE).startswith("dlpack")
    last = protocol(jax.numpy.zeros(3))
    assert (last == "buffer") is (make not in ("bfloat16", "column-major"))  # in doubt for a while


def test_B136_the_view_keeps_the_memory(jax):
    """... of an array that is deleted, donated or dropped meanwhile; the view moves, and any thread releases it."""
    a = np.arange(1000, dtype="f4")
    for end in ("delete", "donate", "drop"):
        x = jax.device_put(a)
        view = cu.view(x)
        if end == "delete":
            x.delete()
        if end == "donate":
            y = jax.jit(lambda v: v + 1, donate_argnums=0)(x)
            assert y.unsafe_buffer_pointer() != view.ptr
        del x
        gc.collect()
        jax.device_put(a + 5).block_until_ready()
        assert view.tobytes() == a.tobytes()
        view.release_in_thread()
    x = jax.device_put(a)
    references = sys.getrefcount(x)
    given = cu.view(x).give(None)  # a cucore.Array takes the memory over
    assert np.array_equal(np.asarray(given), a) and not np.asarray(given).flags.writeable
    del given
    gc.collect()
    assert sys.getrefcount(x) == references


def test_B136_results_and_exports_are_equal(jax):
    """What can be made of the view: a result for another library, a tensor without a version (`unproven`)."""
    x = jax.device_put(np.arange(6, dtype="f4"))
    for flags in (0, cu.BY_DLPACK):
        made = cu.view(x, flags=flags).give(np.ndarray)
        assert made.ctypes.data == x.unsafe_buffer_pointer() and not made.flags.writeable
        view = cu.view(x, flags=flags)
        assert np.from_dlpack(view).tolist() == [0, 1, 2, 3, 4, 5]
        view.release()


def test_B136_a_sharded_array_is_refused_as_before(jax):
    run_python("""
import cucore_test as cu, jax, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
one = jax.device_put(np.zeros(4, "f4"))
for _ in range(3): cu.view(one).release()
x = jax.device_put(np.zeros(4, "f4"), NamedSharding(Mesh(np.array(jax.devices()), "a"), PartitionSpec("a")))
said = []
for flags in (0, cu.BY_DLPACK):
    try: cu.view(x, flags=flags)
    except Exception as error: said.append((type(error), str(error)))
assert len(said) == 2 and said[0] == said[1], said
other = jax.device_put(np.arange(4, dtype="f4"), jax.devices()[1])
for flags in (0, cu.BY_DLPACK): assert cu.view(other, flags=flags).ptr == other.unsafe_buffer_pointer()
""", JAX_PLATFORMS="cpu", XLA_FLAGS="--xla_force_host_platform_device_count=2")


# ------------------------------------------------------------------------------------- types that have the names, of tests --
def twin(module, name, answer=None, base=bytes, **members):
    """A type with a buffer and legacy DLPack of the same memory, which counts the calls of __dlpack__."""
    def dlpack(self, **keywords):
        self.calls += 1
        address = np.frombuffer(self, "u1").ctypes.data
        fields = {"dtype": (1, 8, 1), "shape": (len(self),), "versioned": False, **(answer or {})}
        return Producer(data=address, **fields).__dlpack__(**keywords)

    return type(name, (base,), {"__module__": module, "calls": 0, "__dlpack__": dlpack, "__dlpack_device__": lambda self: (CPU, 0), **members})


def jaxlike(**more):
    return twin("jaxlib._jax", "ArrayImpl", **more)


def raising(error):
    def read(self):
        raise error("no")
    return property(read)


def eager(**more):
    members = {"backing_device": LOCAL, "_datatype_enum": lambda self: 4, **more}
    return twin("tensorflow.python.framework.ops", "EagerTensor", **members)


LOCAL = "/job:localhost/replica:0/task:0/device:CPU:0"
PLACES = {"here": (LOCAL, True), "gpu": (LOCAL.replace("CPU", "GPU"), False), "second": (LOCAL[:-1] + "1", False),
          "other-process": (LOCAL.replace("localhost", "worker"), False), "no-text": (3, False), "empty": ("", False),
          "raises": (raising(RuntimeError), False), "surrogate": ("\ud800", False)}


@learned
@pytest.mark.parametrize("place, by_buffer", PLACES.values(), ids=PLACES)
def test_B136_tensorflow_says_where_the_memory_is(place, by_buffer):
    """The buffer of a tensor elsewhere is a copy on the host."""
    x = eager(backing_device=place)(b"abcdef")
    for n in range(5):
        view = cu.view(x)
        assert view.tobytes() == b"abcdef" and view.readonly
        view.release()
    assert x.calls == (1 if by_buffer else 5)


@learned
@pytest.mark.parametrize("number, calls", [(4, 1), (12, 5), (None, 5), ("4", 5)])
def test_B136_quantized_integers_of_tensorflow(number, calls):
    """Their buffer shows plain integers, and their __dlpack__ refuses them (uint8: 4, quint8: 12 in types.proto)."""
    x = eager(_datatype_enum=lambda self: number)(b"abcdef")
    for n in range(5):
        cu.view(x).release()
    assert x.calls == calls


@learned
@pytest.mark.parametrize("members", [{"backing_device": raising(KeyboardInterrupt)}, {"_datatype_enum": raising(KeyboardInterrupt)}],
                         ids=lambda members: list(members)[0])
def test_B92_an_interruption_comes_through(members):
    x = eager(**members)(b"abc")
    references = sys.getrefcount(x)
    with pytest.raises(KeyboardInterrupt):
        cu.view(x)
    gc.collect()
    assert sys.getrefcount(x) == references


OTHER = {"none": (lambda: twin("mine", "ArrayImpl"), 5), "jax": (jaxlike, 1),
         "writable": (lambda: jaxlike(base=bytearray), 5), "other-memory": (lambda: jaxlike(answer={"byte_offset": 1}), 5),
         "writable-tensor": (lambda: jaxlike(answer={"versioned": True}), 5),
         "read-only-tensor": (lambda: jaxlike(answer={"versioned": True, "flags": READ_ONLY}), 1),
         "copied-tensor": (lambda: jaxlike(answer={"versioned": True, "flags": READ_ONLY | IS_COPIED}), 5),
         "other-dtype": (lambda: jaxlike(answer={"dtype": (0, 8, 1)}), 5), "other-shape": (lambda: jaxlike(answer={"shape": (3,)}), 5)}


@learned
@pytest.mark.parametrize("make, calls", OTHER.values(), ids=OTHER)
def test_B136_the_buffer_has_to_show_the_same_array_first(make, calls):
    x = make()(b"abcdef")
    for _ in range(5):
        cu.view(x).release()
    assert x.calls == calls


@learned
def test_B136_a_type_that_changes_is_learned_anew():
    kind = jaxlike()
    x = kind(b"abc")
    for _ in range(3):
        cu.view(x).release()
    kind.more = 1
    for _ in range(3):
        cu.view(x).release()
    assert x.calls == 2


@learned
def test_B136_after_arrays_of_a_device_no_buffer_is_tried():
    place = [(CPU, 0)]
    kind = jaxlike()
    kind.__dlpack_device__ = lambda self: place[0]
    x = kind(b"abc")
    for _ in range(3):
        cu.view(x).release()
    assert x.calls == 1
    place[0] = (CUDA, 0)
    kind.__dlpack__ = lambda self, **keywords: Producer((CUDA, 0), versioned=False).__dlpack__(**keywords)
    assert cu.view(x, flags=cu.TRUST_PRODUCER).device_type == CUDA


@pytest.mark.parametrize("n", range(1, 60))
def test_B136_every_call_that_can_fail(n):
    """A MemoryError comes through, or __dlpack__ serves; nothing is kept."""
    x = jaxlike()(b"abcdef" * 100)
    for _ in range(2):
        cu.view(x).release()
    references = sys.getrefcount(x)
    cu.fail_at(n)
    try:
        cu.view(x).release()
    except MemoryError:
        pass
    finally:
        cu.fail_at(0)
    gc.collect()
    assert sys.getrefcount(x) == references


@learned
@pytest.mark.skipif(SANITIZED, reason="memory that is freed is kept")
def test_B136_threads_share_what_is_learned():
    x = jaxlike()(b"abcdef")
    errors = []

    def work():
        for _ in range(300):
            view = cu.view(x)
            if view.tobytes() != b"abcdef":
                errors.append(view.line)
            view.release()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and x.calls < 100


# ------------------------------------------------------------------------------------------ types that have only a buffer --
class Slotted(bytearray):
    __slots__ = ("__dlpack__", "__dlpack_device__")


class Dynamic(bytearray):
    pass


class Hooked(bytearray):
    __slots__ = ()

    def __getattr__(self, name):
        if name.startswith("__dlpack"):
            return getattr(self.__class__.producer, name)
        raise AttributeError(name)


@pytest.mark.parametrize("kind", [Slotted, Dynamic, Hooked])
def test_D3_an_instance_may_have_dlpack_though_the_last_one_had_none(kind):
    for _ in range(3):
        kind.producer = Holder()
        assert protocol(kind(b"abcd")) == "buffer"
        x = kind(b"abcd")
        producer = Producer()
        if kind is Hooked:
            kind.producer = producer
        else:
            x.__dlpack__, x.__dlpack_device__ = producer.__dlpack__, producer.__dlpack_device__
        assert protocol(x).startswith("dlpack")


def test_a_type_with_only_a_buffer_that_gets_dlpack():
    import array

    x = array.array("i", range(6))
    for _ in range(3):
        view = cu.view(x)
        assert (view.protocol, view.dtype, view.shape) == ("buffer", "int32", (6,))
        with pytest.raises(BufferError):
            x.append(1)  # the buffer is held
        view.release()
    x.append(1)
    kind = type("Kind", (bytearray,), {"__slots__": ()})
    y = kind(b"abcd")
    assert protocol(y) == protocol(y) == "buffer"
    kind.__dlpack__, kind.__dlpack_device__ = (lambda self, **keywords: Producer().__dlpack__(**keywords)), lambda self: (CPU, 0)
    assert protocol(y).startswith("dlpack")
