"""Device memory that views hold: as an owner, and as a Py_buffer."""
import gc
import weakref

import pytest

import cucore_test as c
from doubles import cai

CPU, CUDA, PINNED, MANAGED = 1, 2, 3, 13
TYPES = {"device": CUDA, "pinned": PINNED, "managed": MANAGED, "host": CPU}
EACH_TYPE = pytest.mark.parametrize("device_type", TYPES.values(), ids=TYPES)


@EACH_TYPE
@pytest.mark.parametrize("how", ["release", "release_in_thread"])
def test_the_owner_frees_what_was_allocated(fake, device_type, how):
    view = c.allocated(device_type)
    live = fake.live_allocations()
    assert live == (device_type != CPU)
    owner = view.detach()
    view.release()
    assert fake.live_allocations() == live
    getattr(owner, how)()
    assert fake.live_allocations() == 0 and owner.empty


@EACH_TYPE
def test_D34_the_buffer_frees_what_was_allocated(fake, device_type):
    """How others used the memory is not known: it is freed when the device is idle."""
    view = c.allocated(device_type)
    ptr = view.ptr
    made = view.move_to_buffer(8)
    obj = made.obj
    assert (made.buf, made.len, made.shape, made.format) == (ptr, 16, (4,), None)
    if device_type == CUDA:
        with pytest.raises(BufferError, match="device memory"):
            memoryview(obj)
    made.release()
    live = fake.live_allocations()
    assert live == (device_type != CPU)
    before = len(fake.names)
    del obj
    assert fake.live_allocations() == 0
    if device_type == CUDA:
        names = fake.names[before:]
        assert fake.IDLE in names, names


def test_an_owner_of_shared_memory(fake):
    """A second view of the memory in the array, detached in its turn."""
    made = c.view(c.allocated(CUDA).move_to_buffer(0).obj)
    owner = made.detach()
    del made
    assert fake.live_allocations() == 1
    owner.release()
    assert fake.live_allocations() == 0


def test_a_producer_on_the_device_keeps_its_stream(fake):
    """Detaching changes nothing about the order of work."""
    stream = fake.stream_create(fake.context_primary(0), 0)
    ptr = fake.alloc(fake.DEVICE, 0, 64)
    view = c.view(cai(data=(ptr, False), stream=stream), stream=stream)
    owner = view.detach()
    assert view.producer_stream == stream and view.device_id == 0
    view.finish(stream)
    view.release()
    owner.release()
    assert fake.free(ptr) == 0


# ------------------------------------------------------------------------------------------ memory that an object keeps --
class Keeper:
    pass


@pytest.mark.parametrize("like", [None, "release"], ids=["handed-out", "released"])
def test_an_object_keeps_device_memory(fake, like):
    address = fake.alloc(fake.DEVICE, 0, 64)
    keeper = Keeper()
    alive = weakref.ref(keeper)
    before = len(fake.names)
    made = c.wrap(address, 64, keeper, like, CUDA)
    del keeper
    assert (alive() is None) == (like == "release")
    if made is not None:
        assert made.__cuda_array_interface__["data"] == (address, False)
    del made
    gc.collect()
    assert alive() is None
    assert not set(fake.names[before:]) & {fake.IDLE, "cuCtxSynchronize"}  # the owner cares for that
    assert fake.free(address) == 0


def test_a_tensor_of_device_memory_keeps_its_array(fake):
    address = fake.alloc(fake.DEVICE, 0, 64)
    keeper = Keeper()
    keeper.__cuda_array_interface__ = {"shape": (4, 4), "typestr": "<f4", "data": (address, False), "version": 3}
    alive = weakref.ref(keeper)
    for versioned in (0, 1):
        capsule, has_strides, flags = c.tensor(keeper, 0, versioned)
        assert has_strides and not flags
    del keeper
    assert alive() is not None
    view = c.capsule(capsule)
    assert (view.ptr, view.shape) == (address, (4, 4))
    del capsule
    view.release()
    gc.collect()
    assert alive() is None
    assert fake.free(address) == 0


@pytest.mark.parametrize("flags", [0, c.MAKE_C_CONTIGUOUS], ids=["refused", "copied"])
def test_odd_strides_on_a_device(fake, flags):
    address = fake.alloc(fake.DEVICE, 0, 64)
    x = cai(data=(address, False), shape=(3,), strides=(20,), typestr="<f8", stream=None)
    assert c.nbytes(x) == 24
    if not flags:
        with pytest.raises(BufferError, match=r"strides\[0\] is 20 bytes, not a multiple of the itemsize 8"):
            c.view(x)
    else:
        info = c.work([x], [("x", "float64", "3", flags, 0)], poke=1)[0][0]
        assert info["converted"] == 1 and info["strides"] == (1,) and info["ptr"] != address
    assert fake.free(address) == 0
