# cvcuda_arrays.c has the command that builds it and runs this.
"""Images of CV-CUDA in C code and back, each result compared with NumPy; without a GPU what NumPy alone can show."""
import sys

import numpy as np

from cvcuda_arrays import CudaBuffer, d2h, h2d, split, to_images, to_planes

results = []


def check(what, right):
    results.append(bool(right))
    print(f"{what:64s} {'right' if right else 'WRONG'}", flush=True)


def pictures(count, channels, dtype="uint8", height=7, width=5):
    return (np.arange(count * height * width * channels) % 251).reshape(count, height, width, channels).astype(dtype)


def on_host():
    batch = pictures(3, 3)
    planes = batch.transpose(0, 3, 1, 2)
    check("numpy: NHWC to planes", np.array_equal(to_planes(batch), planes) and type(to_planes(batch)) is np.ndarray)
    check("numpy: a list of images to planes", np.array_equal(to_planes(list(batch)), planes))
    check("numpy: planes to NHWC", np.array_equal(to_images(planes), batch))
    padded = np.zeros((3, 7, 8, 3), "uint8")[:, :, :5]
    to_images(planes, out=list(padded))
    check("numpy: planes into images with padded rows", np.array_equal(padded, batch) and not padded.base.any(axis=(0, 1, 3))[5:].any())
    for words, call in (("h = 7 as in images[0]", lambda: to_planes([batch[0], batch[1][:6]])), ("at least one image", lambda: to_planes([])),
                        ("out: expected 3 images", lambda: to_planes(list(batch), out=np.zeros((2, 3, 7, 5), "uint8")))):
        try:
            call()
            check(f"refused: {words}", False)
        except ValueError as error:
            check(f"refused: {str(error)[:54]}", words in str(error))


def on_device(cvcuda):
    types = {"uint8": cvcuda.Type.U8, "float32": cvcuda.Type.F32}
    stream = cvcuda.Stream()
    for dtype in types:
        for channels in (1, 3, 4):
            what = f"{dtype}, {channels} channels"
            batch = pictures(2, channels, dtype)
            tensor = cvcuda.Tensor(batch.shape, types[dtype], "NHWC")
            h2d(batch, tensor, stream)
            check(f"{what}: host to a tensor and back", np.array_equal(d2h(tensor, np.zeros_like(batch), stream), batch))
            planes = to_planes(tensor, stream=stream)
            check(f"{what}: a tensor to planes", np.array_equal(d2h(planes, np.zeros(batch.transpose(0, 3, 1, 2).shape, dtype), stream),
                                                                batch.transpose(0, 3, 1, 2)))
            flipped = cvcuda.flip(cvcuda.as_tensor(to_images(planes, stream=stream), "NHWC"), 1, stream=stream)
            check(f"{what}: planes to images, flipped by CV-CUDA", np.array_equal(d2h(flipped, np.zeros_like(batch), stream), batch[:, :, ::-1]))
    formats = {1: cvcuda.Format.U8, 3: cvcuda.Format.RGB8, 4: cvcuda.Format.RGBA8}
    for channels, form in formats.items():
        batch = pictures(3, channels)
        images = [cvcuda.Image((5, 7), form) for _ in batch]
        to_images(np.ascontiguousarray(batch.transpose(0, 3, 1, 2)), out=images, stream=stream)
        stream.sync()
        check(f"{channels} channels: planes of the host into images",
              all(np.array_equal(image.cpu().reshape(want.shape), want) for image, want in zip(images, batch)))
        planes = to_planes(images, stream=stream)
        check(f"{channels} channels: images to planes", np.array_equal(d2h(planes, np.zeros((3, channels, 7, 5), "uint8"), stream),
                                                                       batch.transpose(0, 3, 1, 2)))
    batch = pictures(2, 3)
    buffer = CudaBuffer(batch.shape, "uint8", stream)
    h2d(batch, buffer, stream)
    parts = [cvcuda.flip(cvcuda.as_tensor(part, "HWC"), 0, stream=stream) for part in split(buffer, stream)]
    check("the images of a batch, flipped by CV-CUDA one by one",
          all(np.array_equal(d2h(part, np.zeros_like(want), stream), want[::-1]) for part, want in zip(parts, batch)))
    image = cvcuda.as_image(split(buffer, stream)[1], cvcuda.Format.RGB8)
    stream.sync()
    check("memory of C as an image of CV-CUDA", np.array_equal(image.cpu(), batch[1]))


def main():
    on_host()
    try:
        import cvcuda

        CudaBuffer((1,))  # is there a device?
    except (ImportError, RuntimeError) as error:
        print(f"CV-CUDA: left out: {type(error).__name__}: {str(error)[:80]}")
    else:
        on_device(cvcuda)
    wrong = results.count(False)
    print("everything is right" if not wrong else f"{wrong} WRONG")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
