# stencil.c has the command that builds it and runs this.
"""stencil with images of every library that is installed, padded, reversed and stepped; writes stencil.png: before and after.

    PICTURES=folder        in the environment: where the picture goes, else the current folder"""
import os
import struct
import sys
import zlib

import numpy as np

import stencil

STEPS = 20


def drawn(height=240, width=320):
    """Rings, bars and a grid, 0 to 1: something that a blur changes visibly."""
    y, x = np.mgrid[0:height, 0:width].astype("f4")
    rings = np.hypot(x - 0.3 * width, y - 0.5 * height) // 9 % 2
    bars = (x // np.maximum(1, 14 - y // 20)) % 2
    picture = np.where(x < 0.62 * width, rings, bars)
    picture[(x > 0.62 * width - 2) & (x < 0.62 * width + 2)] = 1
    return np.ascontiguousarray(picture, "f4")


def right(image, steps):
    """The same with NumPy."""
    image = image.astype("f8")
    for _ in range(steps):
        edge = np.pad(image, 1, mode="edge")
        image = image + 0.2 * (edge[:-2, 1:-1] + edge[2:, 1:-1] + edge[1:-1, :-2] + edge[1:-1, 2:] - 4 * image)
    return image


def write_png(path, image):
    """8 bits of grey."""
    rows = np.clip(np.asarray(image) * 255 + 0.5, 0, 255).astype("u1")
    height, width = rows.shape

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row.tobytes() for row in rows), 9)) + chunk(b"IEND", b""))


def padded(image):
    """Rows of 384 pixels, of which some are the image."""
    whole = np.full((image.shape[0], 384), np.nan, "f4")
    whole[:, : image.shape[1]] = image
    return whole[:, : image.shape[1]]


KINDS = {
    "dense": lambda image: image.copy(),
    "padded rows": padded,
    "upside down": lambda image: image[::-1].copy()[::-1],
    "a channel of three": lambda image: np.repeat(image[:, :, None], 3, axis=2)[:, :, 1],
    "transposed": lambda image: image.T.copy().T,
}


def libraries():
    """(name, an image of it from NumPy's, back), or (name, why not)"""
    yield "numpy", lambda a: a, np.asarray
    try:
        import torch
    except ImportError:
        yield "torch", "not installed"
    else:
        if torch.cuda.is_available():
            def as_torch(a):  # with the same strides, where torch has such
                tensor = torch.from_numpy(a if min(a.strides) >= 0 else a.copy())
                return torch.empty_strided(tensor.shape, tensor.stride(), device="cuda").copy_(tensor)

            yield "torch cuda", as_torch, lambda t: t.cpu().numpy()
        else:
            yield "torch cuda", "no GPU"
    try:
        import cupy

        cupy.zeros(1)
        yield "cupy", lambda a: cupy.asarray(a), cupy.asnumpy
    except Exception as error:
        yield "cupy", type(error).__name__


def main():
    image, wrong, after = drawn(), 0, None
    expected = right(image, STEPS)
    for name, *rest in libraries():
        if len(rest) == 1:
            print(f"{name:12s} left out: {rest[0]}")
            continue
        of, back = rest
        for kind, make in KINDS.items():
            result = stencil.diffuse(of(make(image)), STEPS)
            fits = np.abs(back(result) - expected).max() < 1e-4
            wrong += not fits
            after = back(result)
            print(f"{name:12s} {kind:20s} {type(result).__module__}.{type(result).__name__:10s} {'right' if fits else 'WRONG'}")
    for arguments in ((image.astype("f8"),), (image[0],), (image, 0)):
        try:
            stencil.diffuse(*arguments)
            wrong += 1
        except (TypeError, ValueError) as error:
            print(f"refused: {error}")
    path = os.path.join(os.environ.get("PICTURES", "."), "stencil.png")
    write_png(path, np.hstack([image, np.ones((len(image), 8)), after]))
    print(f"wrote {path}")
    print("every result is right" if not wrong else f"{wrong} WRONG")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
