"""Layouts that copies are timed with: random ones by a seed, those that people use, and permutations of some shapes.

A case is a name, the bytes of an element, a shape, the strides of the source and of the destination in elements, and how
many elements of memory come before the first element of each.
"""
import collections
import itertools
import math
import random

import numpy as np

Case = collections.namedtuple("Case", "name itemsize shape src_strides dst_strides src_offset dst_offset")

SHORT = (2, 3, 4, 5, 7, 8, 12, 13, 16, 24, 31, 32, 55, 63, 64)
LONG = (100, 101, 128, 200, 224, 255, 256, 300, 511, 512, 1000, 1023, 1024, 3000, 4096)
SECTOR = 32  # bytes that the memory of a GPU reads and writes as one


# ------------------------------------------------------------------------------------------------- random layouts --
def memory(rng, shape, order, itemsize, is_source):
    """Strides of an array whose axes lie in memory by `order`, slowest first, and elements before its first element."""
    strides, stride, offset, at_random = [0] * len(shape), 1, 0, rng.random
    for position, axis in enumerate(reversed(order)):
        if is_source and at_random() < 0.06:
            continue  # broadcast
        step = rng.choice((2, 3, 4)) if at_random() < (0.12 if position == 0 else 0.06) else 1
        room = shape[axis] * step
        if at_random() < 0.2:
            room += rng.choice((1, 2, 3, 4, 8, 16, 31, 64))  # padding; at the end of the slowest axis it is nothing
        strides[axis] = stride * step
        if at_random() < 0.06:
            offset += strides[axis] * (shape[axis] - 1)
            strides[axis] = -strides[axis]
        stride *= room
    if at_random() < 0.2:
        offset += rng.randint(1, 33)
    return tuple(strides), offset


def random_case(rng, least, most):
    """A copy of `least` to `most` bytes:

    - elements of 1, 2, 4, 8, 16 bytes, 2 to 5 axes; the volume is even in its logarithm;
    - half of the axes are SHORT, a third LONG, the others anything between; one of them takes what the volume lacks;
    - the destination is in C order in half of the cases, else permuted, and so is the source in one of six;
    - in each array 20% of the axes are padded, 6% stepped by 2, 3 or 4 (12% of the fastest), 6% reversed, in the source
      6% broadcast, and 20% of the arrays begin somewhere within a sector.
    """
    while True:
        itemsize, ndim = rng.choice((1, 2, 4, 8, 16)), rng.randint(2, 5)
        elements = math.exp(rng.uniform(math.log(least), math.log(most))) / itemsize
        shape = []
        for _ in range(ndim - 1):
            which = rng.random()
            shape.append(rng.choice(SHORT) if which < 0.5 else rng.choice(LONG) if which < 5 / 6
                         else int(math.exp(rng.uniform(math.log(2), math.log(4096)))))
        last = round(elements / math.prod(shape))
        if last < 2:
            continue
        shape.insert(rng.randint(0, ndim - 1), last)
        orders = []
        for share in (1 / 6, 1 / 2):
            order = list(range(ndim))
            if rng.random() >= share:
                rng.shuffle(order)
            orders.append(order)
        src, src_offset = memory(rng, shape, orders[0], itemsize, True)
        dst, dst_offset = memory(rng, shape, orders[1], itemsize, False)
        if any(src) and all(extent(shape, strides) * itemsize < 8 * most for strides in (src, dst)):
            return Case("", itemsize, tuple(shape), src, dst, src_offset, dst_offset)


def random_cases(seed, count, least, most):
    rng = random.Random(seed)
    return [random_case(rng, least, most)._replace(name=f"{seed}:{i}") for i in range(count)]


def broadcast_cases(seed, count):
    """Random copies of 64 to 400 MB, the source of which repeats an axis, after some that people use."""
    rng = random.Random(seed)
    cases = [strided("an image for each of a batch, padded rows", 2, (24, 1024, 48, 4, 33), (0, 6336, 132, 33, 1), (1024 * 48 * 4 * 35, 48 * 4 * 35, 140, 35, 1)),
             strided("rows from one strided row", 2, (4096, 10000), (0, 2048)),
             strided("every 4th byte, for each of 200", 1, (1000, 200, 127, 5), (127 * 5 * 4, 0, 20, 4)),
             strided("a row for each of a batch", 4, (20000, 4099), (0, 1)), strided("a column for each of a row", 4, (20000, 4099), (1, 0)),
             strided("a transposed matrix for each of a batch", 4, (16, 1023, 4097), (0, 1, 1023))]
    while len(cases) < count:
        case = random_case(rng, 64e6, 400e6)
        if any(n > 1 and not s for n, s in zip(case.shape, case.src_strides)):
            cases.append(case._replace(name=f"{seed}:{len(cases)}"))
    return cases


# -------------------------------------------------------------------------------------- layouts that people use ------
def c_order(shape):
    return tuple(math.prod(shape[i + 1:]) for i in range(len(shape)))


def permuted(name, itemsize, shape, order):
    """np.ascontiguousarray(x.transpose(order)) of a dense x of this shape."""
    strides = c_order(shape)
    to = tuple(shape[axis] for axis in order)
    return Case(name, itemsize, to, tuple(strides[axis] for axis in order), c_order(to), 0, 0)


def strided(name, itemsize, shape, src, dst=None, src_offset=0, dst_offset=0):
    """None: dense"""
    return Case(name, itemsize, shape, src or c_order(shape), dst or c_order(shape), src_offset, dst_offset)


def reverse(case, name):
    """From the destination to the source."""
    return Case(name, case.itemsize, case.shape, case.dst_strides, case.src_strides, case.dst_offset, case.src_offset)


def named_cases(scale=1):
    """Of 100 to 400 MB; `scale` divides their slowest axis."""
    cases = []

    def images(count):
        return max(1, count // scale)

    for channels, itemsize in itertools.product((1, 3, 4, 16), (1, 2, 4)):
        batch = images(256 // channels // itemsize)
        size = (batch, 1024, 1024 if channels > 1 else 1000, channels)
        if channels == 1:  # one channel: rows with padding, since there is nothing to permute
            cases.append(strided(f"padded rows, 1 channel of {itemsize}", itemsize, size[:3], (1024 * 1024, 1024, 1)))
            continue
        to_planes = permuted(f"NHWC to NCHW, {channels} of {itemsize}", itemsize, size, (0, 3, 1, 2))
        cases += [to_planes, reverse(to_planes, f"NCHW to NHWC, {channels} of {itemsize}")]
    frames, pitch = images(48), 1920 * 3 + 64  # RGB24 with padded rows
    planes = strided("RGB24 to planes", 1, (frames, 3, 1080, 1920), (1080 * pitch, 1, pitch, 3))
    cases += [planes, reverse(planes, "planes to RGB24")]
    heads = permuted("heads, (b, s, h, d) to (b, h, s, d)", 2, (images(16), 2048, 32, 128), (0, 2, 1, 3))
    cases += [heads, reverse(heads, "heads, (b, h, s, d) to (b, s, h, d)"),
              permuted("heads, d = 64 of 4", 4, (images(16), 2048, 16, 64), (0, 2, 1, 3)),
              permuted("keys transposed, (b, h, s, d) to (b, h, d, s)", 2, (images(16), 32, 2048, 128), (0, 1, 3, 2))]
    blocks = images(4096)  # of a paged cache: a block holds 16 tokens, of 8 heads, of 128 values
    cases += [permuted("KV blocks, tokens to heads", 2, (blocks, 16, 8, 128), (0, 2, 1, 3)),
              permuted("KV blocks, values by eights", 2, (blocks, 16, 8, 16, 8), (0, 2, 3, 1, 4)),
              strided("KV blocks, every second layer", 2, (blocks, 16 * 8 * 128), (2 * 16 * 8 * 128, 1))]
    n = images(1 << 26)
    cases += [strided("real parts", 4, (n,), (2,)), strided("imaginary parts", 4, (n,), (2,), None, 1),
              strided("into real parts", 4, (n,), None, (2,)),
              strided("complex to split parts", 4, (2, n // 2), (1, 2)), strided("split parts to complex", 4, (2, n // 2), None, (1, 2))]
    for step, itemsize in itertools.product((2, 3, 4), (1, 4)):
        name = {2: "2nd", 3: "3rd", 4: "4th"}[step]
        cases += [strided(f"every {name} of {itemsize}", itemsize, (n * 4 // itemsize // 2,), (step,)),
                  strided(f"into every {name} of {itemsize}", itemsize, (n * 4 // itemsize // 2,), None, (step,))]
    many, side = images(8192), 64
    cases += [strided("diagonals of 64 x 64", 4, (many * 8, side), (side * side, side + 1)),
              strided("a row to many", 4, (many, 8192), (0, 1)), strided("a column to many", 4, (many, 8192), (1, 0)),
              strided("a scalar to all", 4, (many, 8192), (0, 0)),
              strided("sub-block of a large matrix", 4, (many, 4000), (16384, 1), None, 1024),
              strided("into a sub-block", 4, (many, 4000), None, (16384, 1), 0, 1024)]
    for itemsize in (3, 12):
        cases += [permuted(f"transpose of {itemsize} bytes", itemsize, (8192 // scale, 8192), (1, 0)),
                  strided(f"fields of {itemsize} bytes of 16", 1, (n // 4, itemsize), (16, 1))]
    cases += [permuted("transpose of odd extents of 1", 1, (16383, 16385 // scale), (1, 0)),
              permuted("transpose of odd extents of 2", 2, (11583, 11585 // scale), (1, 0))]
    return cases


# ---------------------------------------------------------------------- every permutation of some shapes -------------
def permutations(shapes=((1023, 1023), (3, 1046529), (1023, 511, 3), (55, 55, 55, 13), (101, 101, 101, 101)),
                 itemsizes=(1, 2, 4, 8, 16)):
    for shape, itemsize in itertools.product(shapes, itemsizes):
        for order in itertools.permutations(range(len(shape))):
            if order != tuple(range(len(shape))):
                yield permuted(f"{shape} by {order}, {itemsize}", itemsize, shape, order)


# ---------------------------------------------------------------------------------- pixels, and transposes of bytes ---
def pixel_cases():
    """Pixels of bytes to planes and back."""
    cases = []
    sizes = ((1, 480, 640), (1, 1080, 1920), (1, 2161, 3839), (64, 224, 224), (32, 1080, 1920), (256, 299, 299))
    for channels, (count, height, width) in itertools.product((3, 4), sizes):
        size = f"{channels} channels, {count} of {height} x {width}"
        to_planes = permuted(f"pixels to planes, {size}", 1, (count, height, width, channels), (0, 3, 1, 2))
        cases += [to_planes, reverse(to_planes, f"planes to pixels, {size}")]
    return cases


def byte_transposes():
    shapes = ((256, 256), (1000, 1000), (1023, 1025), (4096, 4096), (4095, 4097), (16384, 16384), (16383, 16385), (65536, 1024),
              (1024, 65536), (1000003, 64), (64, 1000003))
    return [permuted(f"transpose of bytes, {rows} x {columns}", 1, (rows, columns), (1, 0)) for rows, columns in shapes]


# -------------------------------------------------------------------------------------------------- what they cost ---
def extent(shape, strides):
    """Elements from the lowest to the highest, both included."""
    return 1 + sum((n - 1) * abs(s) for n, s in zip(shape, strides))


def sectors(shape, strides, itemsize, at=0):
    """Sectors of memory that hold the elements; `at`: the address of the lowest one.  Exact for the fastest 2^16 pieces
    without a gap; groups of so many count as if they had no sector in common, which changes the result by 1 in 2^12."""
    axes = sorted((abs(s) * itemsize, n) for n, s in zip(shape, strides) if n > 1 and s)
    size, starts, groups, phases = itemsize, np.array([at % SECTOR]), 1.0, {0: 1.0}
    while axes and axes[0][0] <= size:
        stride, n = axes.pop(0)
        size += (n - 1) * stride
    for stride, n in axes:
        inside = min(n, max(1, (1 << 16) // len(starts)))
        starts = (starts + stride * np.arange(inside)[:, None]).ravel()
        outside, step = n / inside, stride * inside % SECTOR
        groups *= outside
        places = min(SECTOR // math.gcd(step, SECTOR), math.ceil(outside))  # within a sector, where a group may begin
        moved = collections.Counter()
        for phase, share in phases.items():
            for i in range(places):
                moved[(phase + i * step) % SECTOR] += share / places
        phases = moved
    starts, total = np.sort(starts), 0.0
    for phase, share in phases.items():
        first, last = (starts + phase) // SECTOR, (starts + phase + size - 1) // SECTOR
        last = np.maximum.accumulate(last)
        first[1:] = np.maximum(first[1:], last[:-1] + 1)
        total += share * int((last - first + 1).sum())
    return max(1, round(total * groups))


def touched(case):
    """Bytes of the sectors that a copy reads and writes, each once."""
    where = [sectors(case.shape, strides, case.itemsize, at * case.itemsize)
             for strides, at in ((case.src_strides, lowest(case, 0)), (case.dst_strides, lowest(case, 1)))]
    return SECTOR * sum(where)


def lowest(case, which):
    """Elements of memory before the lowest element, of the source (0) or the destination (1)."""
    strides, offset = ((case.src_strides, case.src_offset), (case.dst_strides, case.dst_offset))[which]
    return offset + sum((n - 1) * min(s, 0) for n, s in zip(case.shape, strides))
