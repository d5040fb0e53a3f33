"""Conversions between strided layouts: copies.Case with a dtype for each side.  tests/view_copy/casting.py says what numbers become."""
import pathlib
import sys

import numpy as np

import copies

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "view_copy"))
import casting as K  # noqa: E402

KINDS = {K.INT: 0, K.UINT: 1, K.COMPLEX: 3, 18: 3, K.BOOL: 4}  # cucore__number_kind; others are floats
PACKED = 1 << 8


def code_of(name):
    """cucore__number_code"""
    code, bits, _ = K.DTYPES[name]
    code, swapped = code & 255, code >> 8
    part = bits // 2 if code in (K.COMPLEX, 18) else bits
    form = 2 if code in (K.BFLOAT, 18) else code - 4 if 7 <= code < 18 else int(part == 16 and code in (K.FLOAT, K.COMPLEX))
    return (part + 7) // 8 | KINDS.get(code, 2) << 4 | swapped << 7 | (form or (bits if bits < 8 else 0)) << 9


class Cast(copies.Case):
    """Two layouts and two dtypes; `values` go round and round in the source."""

    def __init__(self, shape, dst_strides, src_strides, names, dst_lead=0, src_lead=0, seed=0):
        self.shape, self.dst_strides, self.src_strides, self.names = shape, dst_strides, src_strides, names
        self.from_, self.to = names
        sizes = [K.stored(name).itemsize for name in names]
        self.itemsize = sizes[1]
        to, self.dst_size, self.dst_origin = self.place(dst_strides, dst_lead, sizes[1])
        of, self.src_size, self.src_origin = self.place(src_strides, src_lead, sizes[0])
        values = np.roll(K.values_of(self.from_, seed), seed)
        self.source = np.random.default_rng(seed).integers(0, 256, self.src_size, np.uint8)
        count = (self.src_size - src_lead) // sizes[0]
        self.source[src_lead:src_lead + count * sizes[0]] = np.frombuffer(np.resize(values, count).tobytes(), np.uint8)
        self.places = to.reshape(-1, sizes[1])
        wanted = K.converted(np.frombuffer(self.source[of].tobytes(), K.stored(self.from_)), self.from_, self.to)
        self.wanted = K.parts(wanted, self.to)
        self.expected = np.full(self.dst_size, copies.POISON, np.uint8)
        self.expected[to] = np.frombuffer(wanted.tobytes(), np.uint8)

    def differs(self, dst):
        """NaN is equal to NaN of any sign and payload."""
        differs = dst != self.expected
        if self.places.size:
            ours = K.parts(np.frombuffer(dst[self.places].tobytes(), K.stored(self.to)), self.to)
            wrong = (ours != self.wanted).reshape(len(self.places), -1).any(1)
            differs[self.places] = wrong[:, None]
        return differs

    def __repr__(self):
        return f"{self.from_} to {self.to}: {super().__repr__()}"

    def __enter__(self):
        copies.lib.copy_lib_cast(code_of(self.from_), code_of(self.to))
        return self

    def __exit__(self, *exception):
        copies.lib.copy_lib_cast(0, 0)


def random_cast(rng, limit):
    """A random layout with two dtypes, aligned or not."""
    case = copies.random_case(rng.randrange(1 << 30), limit)
    names = rng.sample(K.NAMES, 2)
    leads = [rng.choice([0, 0, 0, 1, 2, 3]) * K.stored(name).itemsize for name in names[::-1]]
    if rng.random() < 0.15:
        leads[rng.randrange(2)] += rng.randint(1, 7)
    return Cast(case.shape, case.dst_strides, case.src_strides, names, *leads, rng.randrange(1 << 20))
