"""Copies that convert on a real GPU: every pair of dtypes against NumPy, by the general kernel and by written ones, layouts, pinned
memory, the default stream, plans.

Needs the driver and NumPy alone.  tests/c/test_gpu_cast.c has graphs, and how fast it is."""
import ctypes
import itertools
import pathlib
import random
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "view_copy"))

C = pytest.importorskip("copying")
import casting as K  # noqa: E402


class Driver:
    """Memory of device 0 in its primary context, which is current."""

    def __init__(self):
        self.lib = ctypes.CDLL("libcuda.so.1")
        context = ctypes.c_void_p()
        self("cuInit", 0)
        self("cuDevicePrimaryCtxRetain", ctypes.byref(context), 0)
        self("cuCtxSetCurrent", context)
        self.stream = ctypes.c_void_p()
        self("cuStreamCreate", ctypes.byref(self.stream), 1)
        self.kept = []

    def __call__(self, name, *args):
        result = getattr(self.lib, name)(*args)
        assert result == 0, f"{name}: {result}"

    def place(self, data, kind):
        """Bytes in memory of a kind -> address, and how to read them."""
        data = np.frombuffer(data.tobytes(), np.uint8)
        size, ptr = ctypes.c_size_t(max(len(data), 1)), ctypes.c_void_p()
        if kind == C.CPU:
            self.kept.append(data.copy())
            return self.kept[-1].ctypes.data
        if kind == C.CUDA:
            self("cuMemAlloc_v2", ctypes.byref(ptr), size)
            self("cuMemcpyHtoD_v2", ptr, ctypes.c_void_p(data.ctypes.data), ctypes.c_size_t(len(data)))
            self("cuCtxSynchronize")  # it may return before the bytes arrive, and other streams do not wait for it
            self.kept.append(("cuMemFree_v2", ptr))
            return ptr.value
        if kind == C.PINNED:
            self("cuMemHostAlloc", ctypes.byref(ptr), size, 0)
            self.kept.append(("cuMemFreeHost", ptr))
        else:
            self("cuMemAllocManaged", ctypes.byref(ptr), size, 1)
            self.kept.append(("cuMemFree_v2", ptr))
        ctypes.memmove(ptr.value, data.ctypes.data, len(data))
        return ptr.value

    def read(self, ptr, size, kind):
        out = np.empty(size, np.uint8)
        if kind == C.CUDA:
            self("cuMemcpyDtoH_v2", ctypes.c_void_p(out.ctypes.data), ctypes.c_void_p(ptr), ctypes.c_size_t(size))
        else:
            ctypes.memmove(out.ctypes.data, ptr, size)
        return out

    def free(self):
        for kept in self.kept:
            if isinstance(kept, tuple):
                self(*kept)
        self.kept = []


@pytest.fixture(scope="module")
def opened():
    return Driver()


@pytest.fixture
def driver(opened):
    yield opened
    opened.free()


COMPILE, NO_COMPILE = 2, 4


@pytest.mark.parametrize("compiled", [COMPILE, NO_COMPILE])
@pytest.mark.parametrize("from_", K.NAMES)
def test_values(driver, from_, compiled):
    """To every other dtype, from the device to it and to the host."""
    values = K.values_of(from_)
    source = driver.place(values, C.CUDA)
    for to in K.NAMES:
        if to == from_:
            continue
        wanted = K.parts(K.converted(values, from_, to), to)
        for kind in (C.CUDA, C.CPU):
            size = len(values) * K.stored(to).itemsize
            base = driver.place(np.full(size, 0xA5, np.uint8), kind)
            C.copy(K.describe(to, base, values.shape, (1,), kind), K.describe(from_, source, values.shape, (1,), C.CUDA),
                   driver.stream.value, C.YES, flags=K.CAST | compiled)
            ours = K.parts(driver.read(base, size, kind).view(K.stored(to)), to)
            wrong = np.flatnonzero(ours != wanted) // (len(ours) // len(values))
            assert not len(wrong), (from_, to, kind, [(values[i], ours[i], wanted[i]) for i in wrong[:5]])
    driver.free()


@pytest.mark.parametrize("compiled", [COMPILE, NO_COMPILE])
@pytest.mark.parametrize("from_", K.ALL)
def test_more_values(driver, from_, compiled):
    """Small floats, integers of few bits, complex32 and foreign byte order, from and to every dtype."""
    values = K.values_of(from_)
    source = driver.place(values, C.CUDA)
    for to in K.others(from_):
        size = len(values) * K.stored(to).itemsize
        base = driver.place(np.full(size, 0xA5, np.uint8), C.CUDA)
        C.copy(K.describe(to, base, values.shape, (1,), C.CUDA), K.describe(from_, source, values.shape, (1,), C.CUDA),
               driver.stream.value, C.YES, flags=K.CAST | compiled)
        ours, wanted = K.parts(driver.read(base, size, C.CUDA).view(K.stored(to)), to), K.parts(K.converted(values, from_, to), to)
        wrong = np.flatnonzero(ours != wanted) // (len(ours) // len(values))
        assert not len(wrong), (from_, to, len(wrong), [(values[i], ours[i], wanted[i]) for i in wrong[:5]])
    driver.free()


@pytest.mark.parametrize("name", K.PACKED)
def test_packed(driver, name):
    """From and to packed bits, which threads write side by side; the bits between the elements stay."""
    for shape, strides in (*K.SHAPES, ((700, 1001), (1001, 1)), ((1001, 700), (1, 1003))):
        packed, count = K.Packed(name, shape, strides), int(np.prod(shape))
        order = tuple(range(len(shape)))[::-1]
        steps = np.empty(shape[::-1], np.uint8).transpose(order).strides  # Fortran order
        values = np.resize(K.values_of("float32"), count)
        base, source = driver.place(packed.bytes, C.CUDA), driver.place(values, C.CUDA)
        out = driver.place(np.zeros(count, np.float32), C.CUDA)
        C.copy(K.describe("float32", out, shape, steps, C.CUDA), packed.array(base, C.CUDA), driver.stream.value, C.YES, flags=K.CAST)
        wanted = K.converted(packed.elements(), name, "float32").reshape(shape).transpose(order).reshape(-1)
        ours = driver.read(out, 4 * count, C.CUDA).view(np.float32)
        np.testing.assert_array_equal(K.parts(ours, "float32"), K.parts(wanted, "float32"))
        C.copy(packed.array(base, C.CUDA), K.describe("float32", source, shape, steps, C.CUDA), driver.stream.value, C.YES, flags=K.CAST)
        after = driver.read(base, len(packed.bytes), C.CUDA)
        wanted = K.converted(values, "float32", name).reshape(shape[::-1]).transpose(order).reshape(-1)
        np.testing.assert_array_equal(K.parts(packed.elements(after), name), K.parts(wanted, name))
        np.testing.assert_array_equal(packed.others(after), packed.others(packed.bytes))
        driver.free()


@pytest.mark.parametrize("from_", K.NAMES)
def test_turned_values(driver, from_):
    """To every other dtype, transposed: through the tile of a written kernel, which is compiled here."""
    values = np.resize(K.values_of(from_), 64 * 192)
    source = driver.place(values, C.CUDA)
    for to in K.NAMES:
        if to == from_:
            continue
        wanted = K.parts(K.converted(np.ascontiguousarray(values.reshape(64, 192).T).reshape(-1), from_, to), to)
        size = len(values) * K.stored(to).itemsize
        base = driver.place(np.full(size, 0xA5, np.uint8), C.CUDA)
        C.copy(K.describe(to, base, (192, 64), (64, 1), C.CUDA), K.describe(from_, source, (192, 64), (1, 192), C.CUDA),
               driver.stream.value, C.YES, flags=K.CAST | COMPILE)
        ours = K.parts(driver.read(base, size, C.CUDA).view(K.stored(to)), to)
        wrong = np.flatnonzero(ours != wanted)
        assert not len(wrong), (from_, to, len(wrong), wrong[:5], ours[wrong[:5]], wanted[wrong[:5]])
    driver.free()


@pytest.mark.parametrize("shape", [(300, 200), (64, 3, 40, 41)])
def test_plans(driver, shape):
    """A plan has its kernel written when it first runs, and runs again on what is there then."""
    order = tuple(range(len(shape)))[::-1]
    for turn in range(3):
        values = np.arange(np.prod(shape), dtype=np.int32).reshape(shape) * (turn + 1)
        if turn == 0:
            source, base = driver.place(values, C.CUDA), driver.place(np.zeros(values.size * 8), C.CUDA)
            strides = tuple(s // 4 for s in values.strides)
            plan = C.CastPlan(K.describe("float64", base, values.T.shape, tuple(s // 4 for s in values.T.copy().strides), C.CUDA),
                              K.describe("int32", source, values.T.shape, strides[::-1], C.CUDA))
        driver("cuMemcpyHtoD_v2", ctypes.c_void_p(source), ctypes.c_void_p(values.ctypes.data), ctypes.c_size_t(values.nbytes))
        driver("cuCtxSynchronize")
        plan.run(driver.stream.value)
        driver("cuStreamSynchronize", driver.stream)
        out = driver.read(base, values.size * 8, C.CUDA).view(np.float64).reshape(values.T.shape)
        np.testing.assert_array_equal(out, values.transpose(order))


def layouts(r, ndim):
    """A shape, strides of dst, which are unique, and of src, which may repeat."""
    shape = [r.choice([1, 2, 3, 5, 8, 17, 33]) for _ in range(ndim)]
    strides = []
    for unique in (True, False):
        steps, step = [0] * ndim, 1
        for axis in r.sample(range(ndim), ndim):
            step *= r.choice([1, 1, 2])
            steps[axis] = step * r.choice([1, 1, -1])
            step = step * shape[axis] + r.choice([0, 0, 3])
        strides.append(tuple(s if unique or r.random() < .8 else 0 for s in steps))
    return tuple(shape), *strides


@pytest.mark.parametrize("to, from_", [pair for pair in itertools.product((C.CPU, C.PINNED, C.CUDA, C.MANAGED), repeat=2)])
def test_layouts(driver, to, from_):
    r = random.Random(100 * to + from_)
    for _ in range(12):
        shape, d, s = layouts(r, r.randint(0, 4))
        names = r.sample(K.NAMES, 2)
        dst, src = (C.Memory(shape, strides, K.stored(name).itemsize, r.randint(0, 9), r.randint(0, 1 << 30))
                    for strides, name in ((d, names[0]), (s, names[1])))
        bases = driver.place(dst.bytes, to), driver.place(src.bytes, from_)
        stream = r.choice([driver.stream.value, 0, 2])
        C.copy(K.describe(names[0], bases[0] + dst.start, shape, d, to), K.describe(names[1], bases[1] + src.start, shape, s, from_),
               stream, C.YES, flags=K.CAST | r.choice([0, COMPILE, NO_COMPILE]))
        K.check(driver.read(bases[0], len(dst.bytes), to), names[0], dst, names[1], src)


def test_without_waiting(driver):
    """One after the other on a stream: each reads what the one before wrote."""
    count = 1 << 20
    values = np.arange(count, dtype=np.int32)
    a = driver.place(values, C.CUDA)
    b, c = (driver.place(np.zeros(count, np.int64), C.CUDA) for _ in range(2))
    rows = (("float64", b, "int32", a), ("int64", c, "float64", b), ("float32", b, "int64", c), ("uint32", c, "float32", b))
    for to, dst, from_, src in rows:
        C.copy(K.describe(to, dst, (count,), (1,), C.CUDA), K.describe(from_, src, (count,), (1,), C.CUDA), driver.stream.value,
               C.NO, flags=K.CAST)
    driver("cuStreamSynchronize", driver.stream)
    np.testing.assert_array_equal(driver.read(c, 4 * count, C.CUDA).view(np.uint32), values)
