"""CV-CUDA as far as its objects show themselves to other libraries, on the fake driver: memory, rows, attributes and the order of
its work are as in python/mod_cvcuda/nvcv of CV-CUDA 0.17 to 0.19; of its operators there is flip.

    Tensor.cuda(), Image.cuda(layout)    an ExternalBuffer: __cuda_array_interface__ (version 3, strides always, stream of the last
                                         use, or 1) in its own dict, __dlpack__(stream=1, max_version=None), device number 0
    submitStreamSync(stream)             orders the stream behind the last use of the object, and makes it the last one
"""
import ctypes
import types
import typing

import numpy as np

import on_fake
import producers

PITCH = 32  # bytes that rows are padded to unless rowalign says otherwise: cudaDevAttrTexturePitchAlignment
LEGACY, PER_THREAD = 1, 2
drivers = []


def driver():
    if not drivers:
        drivers.append(on_fake.controls())
    return drivers[0]


def call(name, *arguments):
    result = getattr(ctypes.CDLL("libcuda.so.1"), name)(*[ctypes.c_void_p(a) if isinstance(a, int) else a for a in arguments])
    assert result == 0, f"{name}: {result}"


class Memory:
    """Device memory, which the fake driver has on the host."""

    def __init__(self, nbytes):
        self.fake, self.address = driver(), 0
        self.address = self.fake.alloc(self.fake.DEVICE, 0, max(nbytes, 1))
        assert self.address, "no device memory"

    def __del__(self):
        if self.address:
            self.fake.free(self.address)


def strided(owner, address, shape, strides, dtype):
    """A NumPy array over device memory, to look into it and to compute with it."""
    last = sum((extent - 1) * stride for extent, stride in zip(shape, strides)) + np.dtype(dtype).itemsize
    bytes_there = (ctypes.c_char * (last if 0 not in shape else 0)).from_address(address)
    bytes_there.owner = owner
    return np.ndarray(shape, dtype, bytes_there, 0, strides)


class Stream:
    def __init__(self, handle=None):
        self.owned = handle is None
        self.handle = driver().stream_create(driver().context_primary(0), 1) if handle is None else handle

    def __int__(self):
        return self.handle

    def sync(self):
        call("cuStreamSynchronize", self.handle)

    def __del__(self):
        if self.owned and drivers:
            drivers[0].stream_destroy(self.handle)


def as_stream(handle):
    if type(handle) is not int:
        raise TypeError("as_stream(): incompatible function arguments")
    return Stream(handle)


class TensorLayout:
    def __init__(self, labels):
        self.labels = labels


class ExternalBuffer:
    def __init__(self, owner, array, address, stream):
        self._owner, self._array, self._address, self._stream = owner, array, address, stream
        self.__cuda_array_interface__ = {
            "shape": array.shape, "strides": array.strides, "typestr": array.dtype.str, "data": (address, False),
            "stream": stream or LEGACY, "version": 3}

    shape = property(lambda self: self._array.shape)
    dtype = property(lambda self: self._array.dtype)
    strides = property(lambda self: tuple(s // self._array.itemsize for s in self._array.strides))

    def __dlpack__(self, stream=1, max_version=None):
        if self._stream and stream not in (None, 0, -1) and stream != self._stream:
            order(stream, self._stream)
        versioned = max_version is not None and max_version[0] >= 1
        return producers.Tensor.of(self._array, data=self._address, device=(producers.CUDA, 0), versioned=versioned,
                                   on_delete=lambda tensor, owner=self._owner: None).capsule()

    def __dlpack_device__(self):
        return producers.CUDA, 0


def order(consumer, producer):
    """By an event, as CV-CUDA does it for all streams but the default ones, for which it waits for the device."""
    if producer in (LEGACY, PER_THREAD):
        call("cuCtxPushCurrent_v2", driver().context_primary(0))
        call("cuCtxSynchronize")
        call("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))
        return
    event = ctypes.c_void_p()
    call("cuCtxPushCurrent_v2", driver().context_primary(0))
    call("cuEventCreate", ctypes.byref(event), 2)
    call("cuEventRecord", event, producer)
    call("cuStreamWaitEvent", consumer, event, 0)
    call("cuEventDestroy_v2", event)
    call("cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))


class Resource:
    last = None  # cvcuda.Stream of the last use, or the handle that a wrapped buffer named

    def submitStreamSync(self, stream):
        if not isinstance(stream, Stream):
            raise TypeError("submitStreamSync(): incompatible function arguments")
        handle = getattr(self.last, "handle", self.last)
        if handle and handle != stream.handle:
            order(stream.handle, handle)
        self.last = stream

    def used(self):
        return getattr(self.last, "handle", self.last) or None


def pitched(shape, itemsize, row_axes, rowalign):
    """Strides in bytes: packed in the last row_axes axes, rows padded, packed again."""
    strides = [itemsize]
    for axis in range(len(shape) - 1, 0, -1):
        step = strides[0] * shape[axis]
        if axis == len(shape) - row_axes:
            step = -(-step // rowalign) * rowalign
        strides.insert(0, step)
    return tuple(strides)


class Tensor(Resource):
    def __init__(self, shape, dtype, layout=None, rowalign=0):
        self.dtype, self.layout, self.shape = np.dtype(dtype), layout, tuple(shape)
        strides = pitched(shape, self.dtype.itemsize, 2 if str(layout).endswith("WC") else 1, rowalign or PITCH)
        self._memory = Memory(strides[0] * shape[0])
        self.array = strided(self._memory, self._memory.address, shape, strides, dtype)
        self.address = self._memory.address

    def cuda(self):
        return ExternalBuffer(self, self.array, self.address, self.used())


class Format(typing.NamedTuple):
    """Channels that are interleaved in a pixel, or planes of one channel each."""

    channels: int
    dtype: str = "uint8"
    planes: int = 0


class Image(Resource):
    def __init__(self, size, format, rowalign=0):
        self.size, self.format = size, format
        (width, height), planes = size, format.planes
        shape = (planes, height, width) if planes else (height, width, format.channels)
        strides = pitched(shape, np.dtype(format.dtype).itemsize, 1 if planes else 2, rowalign or PITCH)
        self._memory = Memory(strides[0] * shape[0])
        self.address = self._memory.address
        self.array = strided(self._memory, self.address, shape, strides, format.dtype)

    def cuda(self, layout=None):
        one = not self.format.planes and self.array.shape[2] == 1
        if layout is None:  # one channel has two axes
            array = self.array[:, :, 0] if one else self.array
        elif not isinstance(layout, TensorLayout):
            raise TypeError("cuda(): incompatible function arguments")
        elif layout.labels != "HWC" or self.format.planes:
            raise RuntimeError("Layout not compatible with image to be exported")
        else:  # an axis that was not there gets stride 0
            array = np.lib.stride_tricks.as_strided(self.array, strides=self.array.strides[:2] + (0,)) if one else self.array
        return ExternalBuffer(self, array, self.address, self.used())

    def cpu(self):
        return np.array(self.array[:, :, 0] if self.array.shape[2] == 1 else self.array)


class ImageBatchVarShape(Resource):
    def __init__(self, images):
        self.images = images

    def __len__(self):
        return len(self.images)

    def __iter__(self):
        return iter(self.images)


def wrapped(kind, buffer):
    """An object in the memory of what has the CUDA Array Interface, whose stream is that of the last use."""
    interface = buffer.__cuda_array_interface__
    assert interface["version"] >= 2 and {"shape", "typestr", "data"} <= set(interface)
    made, shape, dtype = object.__new__(kind), interface["shape"], np.dtype(interface["typestr"])
    strides = interface.get("strides") or pitched(shape, dtype.itemsize, 1, 1)
    made.buffer, made.address = buffer, interface["data"][0]
    made.array = strided(buffer, made.address, shape, strides, dtype)
    stream = interface.get("stream", LEGACY)
    made.last = None if stream in (None, -1) else stream
    return made


def as_tensor(buffer, layout=None):
    made = wrapped(Tensor, buffer)
    made.shape, made.dtype, made.layout = made.array.shape, made.array.dtype, layout
    return made


def as_image(buffer, format):
    made = wrapped(Image, buffer)
    assert made.array.ndim == 3 and made.array.shape[2] == format.channels and made.array.dtype == format.dtype
    assert made.array.strides[1:] == (format.channels * made.array.itemsize, made.array.itemsize), "pixels have to be packed"
    made.size, made.format = made.array.shape[1::-1], format
    return made


def as_images(buffers, format):
    return ImageBatchVarShape([as_image(buffer, format) for buffer in buffers])


def flip(src, flipCode, stream):
    """Behind the last use of what it reads; its own is the last one afterwards."""
    out = Tensor(src.shape, src.dtype, src.layout)
    src.submitStreamSync(stream)
    out.submitStreamSync(stream)
    driver().stream_add_work(stream.handle, driver().context_primary(0))
    rows = src.array.ndim - 3
    out.array[...] = np.flip(src.array, {0: rows, 1: rows + 1, -1: (rows, rows + 1)}[flipCode])
    return out


def module():
    """All of it as `cvcuda`."""
    made = types.ModuleType("cvcuda")
    for value in (Stream, Tensor, TensorLayout, Image, ImageBatchVarShape, ExternalBuffer, as_stream, as_tensor, as_image, as_images, flip):
        setattr(made, value.__name__, value)
        value.__module__ = "cvcuda"
    Stream.default = Stream(0)
    made.Type = types.SimpleNamespace(U8=np.dtype("uint8"), F32=np.dtype("float32"))
    made.Format = types.SimpleNamespace(U8=Format(1), RGB8=Format(3), RGBA8=Format(4), F32=Format(1, "float32"), RGBf32=Format(3, "float32"),
                                        RGBAf32=Format(4, "float32"), RGB8p=Format(1, planes=3))
    return made
