"""Images of CV-CUDA in C code, and memory of C code in CV-CUDA: systems/cvcuda_arrays.

On the fake driver cvcuda_double shows what CV-CUDA shows, so that all of the code runs and the order of work can be asked for; on a
GPU it is CV-CUDA itself, held against NumPy, with CuPy to look into its memory.
"""
import gc
import os
import pathlib
import runpy
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy")
c = pytest.importorskip("cvcuda_arrays")

import on_fake  # noqa: E402

SYSTEM = "CV-CUDA"
PACKAGES = ["cvcuda-cu13", "cvcuda-cu12", "numpy", "cupy-cuda13x", "cupy-cuda12x"]
DEMO = pathlib.Path(__file__).resolve().parent.parent.parent / "systems" / "cvcuda_arrays" / "demo.py"
KINDS = [(dtype, channels) for dtype in ("uint8", "float32") for channels in (1, 3, 4)]
kinds = pytest.mark.parametrize("dtype, channels", KINDS)
rowaligns = pytest.mark.parametrize("rowalign", [0, 256, 1])
FORMATS = {("uint8", 1): "U8", ("uint8", 3): "RGB8", ("uint8", 4): "RGBA8", ("float32", 1): "F32", ("float32", 3): "RGBf32",
           ("float32", 4): "RGBAf32"}
simulated = {direction: pytest.mark.interop(direction, "fake driver") for direction in ("in", "out")}
on_gpu = {direction: pytest.mark.interop(direction, "GPU") for direction in ("in", "out")}


def pictures(count=3, channels=3, dtype="uint8", height=7, width=5):
    """NHWC, no two images alike."""
    return (np.arange(count * height * width * channels) * 7 % 251).reshape(count, height, width, channels).astype(dtype)


def planes_of(batch):
    return np.ascontiguousarray(batch.transpose(0, 3, 1, 2))


def warm_up(driver):
    strided = np.zeros((64, 64), "uint8")[:, ::3]
    c.d2h(c.h2d(strided, c.CudaBuffer(strided.shape)), strided)


class Library:
    """CV-CUDA, or its double, with ways into and out of its memory that do not go through cucore."""

    def tensor(self, data, layout="NHWC", rowalign=0):
        types = {"uint8": self.cvcuda.Type.U8, "float32": self.cvcuda.Type.F32}
        made = self.cvcuda.Tensor(data.shape, types[str(data.dtype)], layout, rowalign)
        self.write(made, data)
        return made

    def image(self, data, rowalign=0):
        form = getattr(self.cvcuda.Format, FORMATS[str(data.dtype), data.shape[2]])
        made = self.cvcuda.Image((data.shape[1], data.shape[0]), form, rowalign)
        self.write(made, data)
        return made


class Double(Library):
    def __init__(self, fake):
        import cvcuda_double

        self.fake, self.cvcuda = fake, cvcuda_double.module()
        sys.modules["cvcuda"] = self.cvcuda

    def write(self, obj, data):
        obj.array[...] = data

    def read(self, obj):
        if hasattr(obj, "array"):
            return np.array(obj.array)
        return np.array(self.cvcuda.as_tensor(obj).array)


class Real(Library):
    def __init__(self):
        self.cvcuda = pytest.importorskip("cvcuda", exc_type=ImportError)
        self.cupy = pytest.importorskip("cupy", exc_type=ImportError)
        self.cvcuda.clear_cache()  # it gives out what it kept, whatever rowalign says

    def seen(self, obj):
        """By CuPy, once all is done."""
        self.cupy.cuda.runtime.deviceSynchronize()
        return self.cupy.asarray(obj.cuda() if hasattr(obj, "cuda") else obj)

    def write(self, obj, data):
        there = self.seen(obj)
        there[...] = self.cupy.asarray(data.reshape(there.shape))
        self.cupy.cuda.runtime.deviceSynchronize()

    def read(self, obj):
        return self.cupy.asnumpy(self.seen(obj))


@pytest.fixture
def double(fake):
    made = on_fake.IS_FAKE and Double(fake)
    yield made
    sys.modules.pop("cvcuda", None)


@pytest.fixture
def real():
    return Real()


def is_padded(obj):
    interface = obj.cuda().__cuda_array_interface__
    strides, shape = interface["strides"], interface["shape"]
    return strides[-3] != strides[-2] * shape[-2]


# ------------------------------------------------------------------------------------------------------ into planes --
def tensor_to_planes(library, dtype, channels, rowalign):
    batch = pictures(3, channels, dtype)
    tensor, stream = library.tensor(batch, rowalign=rowalign), library.cvcuda.Stream()
    assert is_padded(tensor) or rowalign == 1
    planes = c.to_planes(tensor, stream=stream)
    assert type(planes) is c.CudaBuffer and planes.__cuda_array_interface__["stream"] == stream.handle
    assert np.array_equal(library.read(planes), planes_of(batch))
    assert np.array_equal(library.read(tensor), batch)
    out = library.tensor(np.zeros_like(planes_of(batch)), "NCHW", rowalign)
    assert c.to_planes(tensor, out, stream) is out
    assert np.array_equal(library.read(out), planes_of(batch))


@simulated["in"]
@kinds
@rowaligns
def test_tensor_to_planes_simulated(double, dtype, channels, rowalign):
    tensor_to_planes(double, dtype, channels, rowalign)


@on_gpu["in"]
@kinds
@rowaligns
def test_tensor_to_planes(real, dtype, channels, rowalign):
    tensor_to_planes(real, dtype, channels, rowalign)


def images_to_planes(library, dtype, channels, of):
    batch = pictures(3, channels, dtype)
    images = [library.image(image, rowalign) for image, rowalign in zip(batch, (0, 256, 0))]
    stream = library.cvcuda.Stream()
    given = images
    if of == "ImageBatchVarShape":
        given = library.cvcuda.ImageBatchVarShape(images) if isinstance(library, Double) else library.cvcuda.ImageBatchVarShape(len(images))
        if not isinstance(library, Double):
            given.pushback(images)
    elif of == "HWC tensors":
        given = tuple(library.tensor(image, "HWC") for image in batch)
    planes = c.to_planes(given, stream=stream)
    assert np.array_equal(library.read(planes), planes_of(batch))


@simulated["in"]
@kinds
@pytest.mark.parametrize("of", ["images", "ImageBatchVarShape", "HWC tensors"])
def test_images_to_planes_simulated(double, dtype, channels, of):
    images_to_planes(double, dtype, channels, of)


@on_gpu["in"]
@kinds
@pytest.mark.parametrize("of", ["images", "ImageBatchVarShape", "HWC tensors"])
def test_images_to_planes(real, dtype, channels, of):
    images_to_planes(real, dtype, channels, of)


def buffers_as_they_are(library):
    """What cuda() gives, without the object that it is of: by DLPack."""
    batch = pictures()
    planes = c.to_planes(library.tensor(batch).cuda(), stream=library.cvcuda.Stream())
    assert np.array_equal(library.read(planes), planes_of(batch))


@simulated["in"]
def test_external_buffers_simulated(double):
    buffers_as_they_are(double)


@on_gpu["in"]
def test_external_buffers(real):
    buffers_as_they_are(real)


# ----------------------------------------------------------------------------------------------- out of planes again --
def planes_to_tensor(library, dtype, channels, rowalign):
    batch = pictures(3, channels, dtype)
    planes, stream = c.to_planes(library.tensor(batch)), library.cvcuda.Stream()
    out = library.tensor(np.zeros_like(batch), rowalign=rowalign)
    assert c.to_images(planes, out, stream) is out
    assert np.array_equal(library.read(out), batch)
    images = [library.image(np.zeros_like(image), rowalign) for image in batch]
    assert c.to_images(library.tensor(planes_of(batch), "NCHW"), images, stream) is images
    assert all(np.array_equal(library.read(image).reshape(want.shape), want) for image, want in zip(images, batch))


@simulated["in"]
@kinds
@rowaligns
def test_planes_to_tensor_simulated(double, dtype, channels, rowalign):
    planes_to_tensor(double, dtype, channels, rowalign)


@on_gpu["in"]
@kinds
@rowaligns
def test_planes_to_tensor(real, dtype, channels, rowalign):
    planes_to_tensor(real, dtype, channels, rowalign)


@simulated["in"]
def test_what_rows_are_padded_with_is_left_alone(double):
    tensor = double.tensor(pictures(2, 3))
    memory = np.ctypeslib.as_array((np.ctypeslib.ctypes.c_uint8 * (2 * tensor.array.strides[0])).from_address(tensor.address))
    rows = memory.reshape(2, 7, tensor.array.strides[1])
    rows[:, :, 15:] = 77
    c.to_images(double.tensor(planes_of(pictures(2, 3) + 1), "NCHW"), tensor)
    assert (rows[:, :, 15:] == 77).all() and np.array_equal(tensor.array, pictures(2, 3) + 1)


# --------------------------------------------------------------------------------------- CV-CUDA works on memory of C --
def tensors_of_c(library, dtype, channels):
    batch, stream = pictures(3, channels, dtype), library.cvcuda.Stream()
    buffer = c.CudaBuffer(batch.shape, dtype, stream)
    assert c.h2d(batch, buffer, stream) is buffer
    flipped = library.cvcuda.flip(library.cvcuda.as_tensor(buffer, "NHWC"), 1, stream=stream)
    assert np.array_equal(library.read(flipped), batch[:, :, ::-1])
    back = c.d2h(flipped, np.zeros_like(batch), stream)
    assert np.array_equal(back, batch[:, :, ::-1])
    again = library.cvcuda.flip(library.cvcuda.as_tensor(c.to_images(c.to_planes(flipped, stream=stream), stream=stream), "NHWC"), 1,
                                stream=library.cvcuda.Stream())
    assert np.array_equal(library.read(again), batch)


@simulated["out"]
@kinds
def test_tensors_of_c_simulated(double, dtype, channels):
    tensors_of_c(double, dtype, channels)


@on_gpu["out"]
@kinds
def test_tensors_of_c(real, dtype, channels):
    tensors_of_c(real, dtype, channels)


def parts_of_a_batch(library, dtype, channels, of):
    batch, stream = pictures(3, channels, dtype), library.cvcuda.Stream()
    whole = library.tensor(batch) if of == "tensor" else c.CudaBuffer(batch.shape, dtype)
    if of == "buffer":
        c.h2d(batch, whole)
    parts = c.split(whole, stream)
    assert len(parts) == 3 and all(part.__cuda_array_interface__["stream"] == stream.handle for part in parts)
    for part, want in zip(parts, batch):
        flipped = library.cvcuda.flip(library.cvcuda.as_tensor(part, "HWC"), 0, stream=stream)
        assert np.array_equal(library.read(flipped), want[::-1])
    first = whole.cuda() if of == "tensor" else whole
    assert parts[0].__cuda_array_interface__["data"] == first.__cuda_array_interface__["data"]  # the same memory
    del whole, first
    gc.collect()
    assert np.array_equal(library.read(parts[2]), batch[2])  # which the parts keep


@simulated["out"]
@kinds
@pytest.mark.parametrize("of", ["tensor", "buffer"])
def test_parts_of_a_batch_simulated(double, dtype, channels, of):
    parts_of_a_batch(double, dtype, channels, of)


@on_gpu["out"]
@kinds
@pytest.mark.parametrize("of", ["tensor", "buffer"])
def test_parts_of_a_batch(real, dtype, channels, of):
    parts_of_a_batch(real, dtype, channels, of)


def images_of_c(library, dtype, channels):
    batch, stream = pictures(2, channels, dtype), library.cvcuda.Stream()
    form = getattr(library.cvcuda.Format, FORMATS[dtype, channels])
    parts = c.split(c.h2d(batch, c.CudaBuffer(batch.shape, dtype, stream), stream), stream)
    stream.sync()
    images = [library.cvcuda.as_image(part, form) for part in parts]
    assert [image.size for image in images] == [(5, 7), (5, 7)]
    assert all(np.array_equal(image.cpu().reshape(want.shape), want) for image, want in zip(images, batch))
    many = library.cvcuda.as_images(parts, form)
    assert len(many) == 2
    assert np.array_equal(library.read(c.to_planes(many, stream=stream)), planes_of(batch))


@simulated["out"]
@kinds
def test_images_of_c_simulated(double, dtype, channels):
    images_of_c(double, dtype, channels)


@on_gpu["out"]
@kinds
def test_images_of_c(real, dtype, channels):
    images_of_c(real, dtype, channels)


# ------------------------------------------------------------------------------------------------- host and device --
def host_and_device(library, dtype, channels, rowalign):
    batch, stream = pictures(2, channels, dtype), library.cvcuda.Stream()
    wide = np.zeros((2, 7, 8, channels), dtype)
    strided = wide[:, :, :5]
    strided[...] = batch
    tensor = library.tensor(np.zeros_like(batch), rowalign=rowalign)
    assert c.h2d(strided, tensor, stream) is tensor
    assert np.array_equal(library.read(tensor), batch)
    strided[...] = 0
    assert c.d2h(tensor, strided, stream) is strided
    assert np.array_equal(strided, batch) and not wide[:, :, 5:].any()
    with pytest.raises(ValueError, match="src: expected an array that the CPU"):
        c.h2d(tensor, tensor)
    with pytest.raises(ValueError, match="dst: expected an array that CUDA can read"):
        c.h2d(strided, wide)


@simulated["in"]
@kinds
@rowaligns
def test_host_and_device_simulated(double, dtype, channels, rowalign):
    host_and_device(double, dtype, channels, rowalign)


@on_gpu["in"]
@kinds
@rowaligns
def test_host_and_device(real, dtype, channels, rowalign):
    host_and_device(real, dtype, channels, rowalign)


# ------------------------------------------------------------------------------------------------------- the order --
def seen(double, consumer, producer):
    primary = double.fake.context_primary(0)
    return double.fake.stream_has_seen(consumer, primary, producer, primary)


STREAMS = ["cvcuda.Stream", "an int", "cvcuda.Stream.default", "None"]


@simulated["in"]
@pytest.mark.parametrize("of", STREAMS)
@pytest.mark.parametrize("how", ["tensor", "images", "image batch", "d2h", "split"])
def test_c_works_behind_cvcuda_simulated(double, how, of):
    stream, other = double.cvcuda.Stream(), double.cvcuda.Stream()
    given = {"cvcuda.Stream": stream, "an int": stream.handle, "cvcuda.Stream.default": double.cvcuda.Stream.default, "None": None}[of]
    handle = stream.handle if of in STREAMS[:2] else 1  # not 0, which CV-CUDA takes for no stream at all
    batch = pictures(2)
    images = [double.image(image) for image in batch]
    objects = {"images": images, "image batch": [double.cvcuda.ImageBatchVarShape(images)]}.get(how, [double.tensor(batch)])
    for obj in objects:
        obj.submitStreamSync(other)
    double.fake.stream_add_work(other.handle, double.fake.context_primary(0))
    assert not seen(double, handle, other.handle)
    x = objects[0] if how != "images" else objects
    result = {"d2h": lambda: c.d2h(x, np.zeros_like(batch), given), "split": lambda: c.split(x, given)}.get(how, lambda: c.to_planes(x, stream=given))()
    assert seen(double, handle, other.handle)
    assert all(obj.used() == handle for obj in objects)  # CV-CUDA orders its next use behind it
    later = double.cvcuda.Stream()
    double.fake.stream_add_work(handle, double.fake.context_primary(0))
    for obj in objects:
        obj.submitStreamSync(later)
    if handle != 1:
        assert seen(double, later.handle, handle)
    else:
        assert "cuCtxSynchronize" in double.fake.names
    del result


@simulated["out"]
@pytest.mark.parametrize("how", ["planes", "parts", "written"])
def test_cvcuda_works_behind_c_simulated(double, how):
    stream, other = double.cvcuda.Stream(), double.cvcuda.Stream()
    batch = pictures(2)
    if how == "written":  # a tensor that CV-CUDA has never used
        tensor = double.tensor(np.zeros_like(batch))
        c.to_images(double.tensor(planes_of(batch), "NCHW"), tensor, stream)
    else:
        buffer = c.to_images(c.to_planes(double.tensor(batch), stream=stream), stream=stream)
        assert not isinstance(buffer, np.ndarray)
        buffer = buffer if how == "planes" else c.split(buffer, stream)[0]
        tensor = double.cvcuda.as_tensor(buffer, "NHWC")
    double.fake.stream_add_work(stream.handle, double.fake.context_primary(0))
    assert not seen(double, other.handle, stream.handle)
    double.cvcuda.flip(tensor, 0, other)
    assert seen(double, other.handle, stream.handle)


@simulated["in"]
def test_nobody_waits_on_the_host_simulated(double):
    stream, tensor = double.cvcuda.Stream(), double.tensor(pictures())
    planes = c.to_planes(tensor, stream=stream)
    double.fake.log_clear()
    results = c.to_images(planes, tensor, stream), c.to_planes(tensor, planes, stream), c.split(tensor, stream)
    assert not [name for name in double.fake.names if "Synchronize" in name]
    del results


@simulated["out"]
def test_memory_is_freed_when_the_device_is_idle_simulated(double):
    """Whoever had it may be at work on a stream that nobody knows here."""
    buffer = c.CudaBuffer((3, 4), stream=double.cvcuda.Stream())
    parts = c.split(buffer)
    double.fake.log_clear()
    del buffer
    gc.collect()
    assert "cuMemFreeAsync" not in double.fake.names
    del parts
    gc.collect()
    names = double.fake.names
    assert names.index("cuMemFree") < names.index("cuMemFreeAsync")  # when the device is idle


@on_gpu["in"]
def test_c_works_behind_cvcuda(real):
    """Blurred again and again on one stream, read on another at once; then overwritten on a third one while C reads."""
    cvcuda, cupy = real.cvcuda, real.cupy
    batch = pictures(8, 3, "uint8", 720, 1280)
    first, second, third = (cvcuda.Stream() for _ in range(3))
    source, blurred = real.tensor(batch), [real.tensor(np.zeros_like(batch)) for _ in range(2)]
    for _ in range(3):
        cvcuda.flip_into(blurred[0], source, 0, stream=first)
        for i in range(10):
            cvcuda.median_blur_into(blurred[(i + 1) % 2], blurred[i % 2], (5, 5), stream=first)
        planes = c.to_planes(blurred[0], stream=second)
        cvcuda.flip_into(blurred[0], source, 1, stream=third)
        got = real.read(planes)
        want = real.tensor(np.zeros_like(batch)), real.tensor(np.zeros_like(batch))
        cvcuda.flip_into(want[0], source, 0, stream=first)
        for i in range(10):
            cvcuda.median_blur_into(want[(i + 1) % 2], want[i % 2], (5, 5), stream=first)
        first.sync()
        cupy.cuda.runtime.deviceSynchronize()
        assert np.array_equal(got, planes_of(real.read(want[0])))
        assert np.array_equal(real.read(blurred[0]), batch[:, :, ::-1])


@on_gpu["out"]
def test_cvcuda_works_behind_c(real):
    """Memory that C fills on one stream, in many steps, and CV-CUDA reads on another."""
    cvcuda = real.cvcuda
    batch = pictures(8, 3, "uint8", 720, 1280)
    first, second = cvcuda.Stream(), cvcuda.Stream()
    source, planes, tensor = real.tensor(batch), real.tensor(planes_of(batch * 0), "NCHW"), real.tensor(batch * 0)
    for _ in range(3):
        for _ in range(20):
            c.to_planes(source, planes, first)
            c.to_images(planes, tensor, first)
        flipped = cvcuda.flip(tensor, 1, stream=second)
        assert np.array_equal(real.read(flipped), batch[:, :, ::-1])
        for _ in range(20):
            buffer = c.to_images(c.to_planes(source, stream=first), stream=first)
        flipped = cvcuda.flip(cvcuda.as_tensor(buffer, "NHWC"), 1, stream=second)
        assert np.array_equal(real.read(flipped), batch[:, :, ::-1])
        real.write(tensor, batch * 0)


@on_gpu["in"]
@pytest.mark.parametrize("of", ["cvcuda.Stream", "cvcuda.Stream.default", "int", "cupy", "torch", "None"])
def test_streams(real, of):
    batch = pictures()
    tensor = real.tensor(batch)
    own = real.cvcuda.Stream()
    stream = {"cvcuda.Stream": lambda: own, "cvcuda.Stream.default": lambda: real.cvcuda.Stream.default, "int": lambda: own.handle,
              "cupy": lambda: real.cupy.cuda.Stream(non_blocking=True), "None": lambda: None,
              "torch": lambda: pytest.importorskip("torch").cuda.Stream()}[of]()
    planes = c.to_planes(tensor, stream=stream)
    assert np.array_equal(real.read(planes), planes_of(batch))
    c.to_images(planes, tensor, stream)
    flipped = real.cvcuda.flip(tensor, 1, stream=real.cvcuda.Stream())
    assert np.array_equal(real.read(flipped), batch[:, :, ::-1])


# ------------------------------------------------------------------------------------------------------- refusals --
def refusals(library):
    cvcuda, batch = library.cvcuda, pictures(2)
    image = library.image
    return [
        ("size", ValueError, "images[1]: expected shape (h, w, c) with h = 7 as in images[0], got (6, 5, 3)",
         lambda: c.to_planes([image(batch[0]), image(batch[1][:6])])),
        ("channels", ValueError, "images[1]: expected shape (h, w, c) with c = 3 as in images[0], got (7, 5, 4)",
         lambda: c.to_planes([image(batch[0]), image(pictures(1, 4)[0])])),
        ("dtype", TypeError, "images[1]: expected dtype uint8 as in images[0], got float32",
         lambda: c.to_planes([image(batch[0]), image(batch[1].astype("float32"))])),
        ("none", ValueError, "images: expected at least one image, got none", lambda: c.to_planes([])),
        ("planes", (RuntimeError, ValueError), "ayout", lambda: c.to_planes([cvcuda.Image((5, 7), cvcuda.Format.RGB8p)])),
        ("axes", ValueError, "images: expected shape (n, h, w, c), 4 dimensions, got (7, 5, 3)", lambda: c.to_planes(library.tensor(batch[0], "HWC"))),
        ("out", ValueError, "out: expected shape (n, c, h, w) with n = 2 as in images, got (3, 3, 7, 5)",
         lambda: c.to_planes(library.tensor(batch), library.tensor(planes_of(pictures(3)), "NCHW"))),
        ("count", ValueError, "out: expected 2 images in the first axis, got 3",
         lambda: c.to_planes([image(one) for one in batch], library.tensor(planes_of(pictures(3)), "NCHW"))),
        ("images", ValueError, "planes: expected 1 images in the first axis, got 2",
         lambda: c.to_images(library.tensor(planes_of(batch), "NCHW"), [image(batch[0])])),
        ("a host array", ValueError, "", lambda: c.split(batch)),
        ("what", TypeError, "images[0]: expected an array", lambda: c.to_planes(["text"])),
        ("stream", TypeError, "", lambda: c.to_planes(library.tensor(batch), stream="text")),
        ("None in a list", TypeError, "out[1]: expected an array", lambda: c.to_images(library.tensor(planes_of(batch), "NCHW"), [image(batch[0]), None])),
        ("shape", TypeError, "tuple", lambda: c.CudaBuffer(3)),
        ("many axes", ValueError, "65", lambda: c.CudaBuffer((1,) * 65)),
        ("extent", ValueError, "-1", lambda: c.CudaBuffer((-1,))),
        ("name", ValueError, "int7", lambda: c.CudaBuffer((1,), "int7")),
        ("device", ValueError, "99", lambda: c.CudaBuffer((1,), device=99)),
    ]


def refused(library):
    for name, kind, words, call in refusals(library):
        with pytest.raises(kind) as raised:
            call()
        assert words in str(raised.value), (name, str(raised.value))
        del raised


@simulated["in"]
def test_refusals_simulated(double):
    refused(double)


@on_gpu["in"]
def test_refusals(real):
    refused(real)


# --------------------------------------------------------------------------------------------------------- the demo --
@simulated["in"]
def test_demo_simulated(double, capsys):
    assert runpy.run_path(str(DEMO))["main"]() == 0
    text = capsys.readouterr().out
    assert "memory of C as an image of CV-CUDA" in text and "WRONG" not in text and "left out" not in text


def demo(**environment):
    done = subprocess.run([sys.executable, str(DEMO)], text=True, timeout=100, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout
    return done.stdout


@simulated["in"]
def test_demo_without_a_gpu(double):
    """Nothing of CUDA is there: what NumPy alone can show."""
    text = demo(LD_LIBRARY_PATH="", CUDA_VISIBLE_DEVICES="")
    assert "CV-CUDA: left out" in text and "everything is right" in text


@on_gpu["in"]
def test_demo(real):
    text = demo()
    assert "memory of C as an image of CV-CUDA" in text and "everything is right" in text
