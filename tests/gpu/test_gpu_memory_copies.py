"""Copies between every two kinds of memory on a real GPU: results, blocking, order, capture, pools; the Python form."""
import ctypes
import itertools
import pathlib
import random
import sys
import time

import numpy as np
import pytest

from capturing import captured

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "view_copy"))

torch = pytest.importorskip("torch")
C = pytest.importorskip("copying")
copy_from_c = pytest.importorskip("copy_from_c")


class Place:
    """Bytes in memory of a kind."""

    def __init__(self, data, kind, device=0):
        self.kind, self.keep = kind, None
        if kind == C.MANAGED:
            cupy = pytest.importorskip("cupy")
            self.keep = cupy.cuda.malloc_managed(max(len(data), 1))
            self.ptr = self.keep.ptr
            ctypes.memmove(self.ptr, data.ctypes.data, len(data))
            self.read = lambda: np.frombuffer(ctypes.string_at(self.ptr, len(data)), np.uint8)
            return
        tensor = torch.from_numpy(data.copy())
        if kind == C.CUDA:
            tensor = tensor.to(f"cuda:{device}")
        elif kind == C.PINNED:
            tensor = tensor.pin_memory()
        self.keep, self.ptr = tensor, tensor.data_ptr()
        self.read = lambda: tensor.cpu().numpy()


def placed(memory, kind, device=0):
    place = Place(memory.bytes, kind, device)
    return place, C.describe(place.ptr + memory.start, memory.shape, memory.strides, memory.itemsize, kind, device)


def dense_strides(shape, axes):
    strides = C.dense([shape[i] for i in axes])
    return tuple(strides[list(axes).index(i)] for i in range(len(shape)))


def random_pair(r, most=200000):
    """dst with unique elements, src of its shape: dense in random orders, padded, turned, repeated."""
    ndim = r.randint(0, 6)
    shape = [r.choice([1, 2, 3, 5, 8, 17, 32, 33, 64, 100, 257]) for _ in range(ndim)]
    while np.prod(shape, dtype=np.int64) > most:
        shape[shape.index(max(shape))] = r.choice([1, 2, 3, 4])
    itemsize = r.choice(C.ITEMSIZES)

    def strides(unique):
        result, step = [0] * ndim, 1
        for axis in r.sample(range(ndim), ndim):
            step *= r.choice([1, 1, 1, 2, 3])
            result[axis] = step * r.choice([1, 1, 1, -1])
            step = step * shape[axis] + r.choice([0, 0, 0, 1, 5])
            if abs(step) > 1 << 22:
                return dense_strides(shape, r.sample(range(ndim), ndim))
        if not unique and r.random() < .2:
            result = [0 if r.random() < .5 else s for s in result]
        return tuple(result)

    shape = tuple(shape)
    return (C.Memory(shape, strides(True), itemsize, r.randint(0, 40), r.randint(0, 2**31)),
            C.Memory(shape, strides(False), itemsize, r.randint(0, 40), r.randint(0, 2**31)))


KINDS = [C.CPU, C.PINNED, C.CUDA, C.MANAGED]


@pytest.mark.parametrize("to, from_", list(itertools.product(KINDS, repeat=2)))
def test_random_layouts(to, from_):
    r = random.Random(to * 100 + from_)
    stream = torch.cuda.Stream()
    for _ in range(60):
        dst, src = random_pair(r)
        (a, d), (b, s) = placed(dst, to), placed(src, from_)
        torch.cuda.synchronize()
        C.copy(d, s, stream.cuda_stream, r.choice([C.DEFAULT, C.YES, C.NO]))
        stream.synchronize()
        np.testing.assert_array_equal(a.read(), C.expected(dst, src), f"{dst.shape} {dst.strides} {src.strides} {dst.itemsize}")


two_devices = pytest.mark.skipif(torch.cuda.device_count() < 2, reason="one GPU")


@two_devices
@pytest.mark.parametrize("on", [0, 1])
def test_between_devices(on):
    """From device 1 to device 0 and back, on a stream of either; also large ones, in several pieces."""
    r = random.Random(on)
    stream = torch.cuda.Stream(device=on)
    large = [(C.Memory((4001, 5003), (5003, 1), 4, 4, 1), C.Memory((4001, 5003), strides, 4, 8, 2))
             for strides in ((1, 4001), (50030, 10), (10006, 2), (5003, 1))]
    large += [(src, dst) for dst, src in large]
    for i in range(150 + 2 * len(large)):
        dst, src = random_pair(r) if i < 150 else large[(i - 150) // 2]
        (a, d), (b, s) = placed(dst, C.CUDA, i % 2), placed(src, C.CUDA, 1 - i % 2)
        for device in range(2):
            torch.cuda.synchronize(device)
        C.copy(d, s, stream.cuda_stream, r.choice([C.DEFAULT, C.YES, C.NO]))
        stream.synchronize()
        assert np.array_equal(a.read(), C.expected(dst, src)), C.plan(d, s, on)


@two_devices
def test_second_device():
    """All on device 1, while device 0 is current; host memory, too."""
    r = random.Random(5)
    stream = torch.cuda.Stream(device=1)
    for to, from_ in ((C.CUDA, C.CUDA), (C.CUDA, C.CPU), (C.CPU, C.CUDA), (C.PINNED, C.CUDA), (C.CUDA, C.PINNED)):
        for _ in range(30):
            dst, src = random_pair(r)
            (a, d), (b, s) = placed(dst, to, 1), placed(src, from_, 1)
            torch.cuda.synchronize(1)
            C.copy(d, s, stream.cuda_stream)
            stream.synchronize()
            np.testing.assert_array_equal(a.read(), C.expected(dst, src))
            assert torch.cuda.current_device() == 0


LARGE = {"contiguous": ((0, 1), 1, 1), "transposed": ((1, 0), 1, 1), "columns": ((0, 1), 1, 2), "rows": ((0, 1), 2, 1)}


@pytest.mark.parametrize("to, from_", list(itertools.product([C.CPU, C.PINNED, C.CUDA], repeat=2)))
@pytest.mark.parametrize("name", LARGE)
def test_large(to, from_, name):
    """Several pieces, several threads; the strided side is src, then dst; gaps stay."""
    shape = (6001, 5003)
    axes, pad, step = LARGE[name]
    strides = tuple(s * step for s in dense_strides((shape[0], shape[1] * pad), axes))
    stream = torch.cuda.Stream()
    for to_strides, from_strides in ((C.dense(shape), strides), (strides, C.dense(shape))):
        dst, src = C.Memory(shape, to_strides, 4, 4, 1), C.Memory(shape, from_strides, 4, 8, 2)
        (a, d), (b, s) = placed(dst, to), placed(src, from_)
        torch.cuda.synchronize()
        C.copy(d, s, stream.cuda_stream)
        stream.synchronize()
        assert np.array_equal(a.read(), C.expected(dst, src)), C.plan(d, s)


def busy(stream, seconds=0.2):
    with torch.cuda.stream(stream):
        torch.cuda._sleep(int(seconds * 1.5e9))


@pytest.mark.alone
@pytest.mark.parametrize("to, from_", list(itertools.product(KINDS[:3], repeat=2)))
@pytest.mark.parametrize("blocking", [C.DEFAULT, C.YES, C.NO])
def test_blocking(to, from_, blocking):
    """A busy stream: who waits for it."""
    if to == from_ == C.CPU:
        pytest.skip("no stream")
    stream = torch.cuda.Stream()
    for strides in ((30, 1), (1, 40)):
        dst, src = C.Memory((40, 30), (30, 1), 4, 4, 1), C.Memory((40, 30), strides, 4, 8, 2)
        (a, d), (b, s) = placed(dst, to), placed(src, from_)
        C.copy(d, s, stream.cuda_stream, C.YES)  # what is loaded once
        torch.cuda.synchronize()
        busy(stream)
        start = time.perf_counter()
        C.copy(d, s, stream.cuda_stream, blocking)
        waited = time.perf_counter() - start > 0.05
        stream.synchronize()
        host = {to, from_} & {C.CPU, C.PINNED}
        if to == from_ == C.PINNED and strides[1] == 1:
            continue  # the driver itself waits
        assert waited == (C.CPU in (to, from_) or blocking == C.YES or (blocking == C.DEFAULT and bool(host)))
        np.testing.assert_array_equal(a.read(), C.expected(dst, src))


@pytest.mark.parametrize("to, from_", list(itertools.product([C.PINNED, C.CUDA], repeat=2)))
@pytest.mark.parametrize("name", LARGE)
def test_order_on_the_stream(to, from_, name):
    """src is written late on the stream: the copy sees it; dst is read on the stream right after."""
    shape = (2003, 1001)
    axes, pad, step = LARGE[name]
    strides = tuple(s * step for s in dense_strides((shape[0], shape[1] * pad), axes))
    dst, src = C.Memory(shape, strides, 4, 4, 1), C.Memory(shape, C.dense(shape), 4, 8, 2)
    (a, d), (b, s) = placed(dst, to), placed(src, from_)
    stream, device = torch.cuda.Stream(), torch.from_numpy(src.bytes).cuda()
    b.keep.zero_()
    torch.cuda.synchronize()
    busy(stream)
    with torch.cuda.stream(stream):
        b.keep.copy_(device, non_blocking=True)
        C.copy(d, s, stream.cuda_stream, C.NO)
        result = a.keep.to("cuda", non_blocking=True)
    stream.synchronize()
    np.testing.assert_array_equal(result.cpu().numpy(), C.expected(dst, src))


@pytest.mark.parametrize("to, from_", list(itertools.product([C.PINNED, C.CUDA], repeat=2)))
@pytest.mark.parametrize("name", LARGE)
def test_capture(to, from_, name):
    shape = (701, 503)
    axes, pad, step = LARGE[name]
    strides = tuple(s * step for s in dense_strides((shape[0], shape[1] * pad), axes))
    for to_strides, from_strides in ((C.dense(shape), strides), (strides, C.dense(shape))):
        dst, src = C.Memory(shape, to_strides, 4, 4, 1), C.Memory(shape, from_strides, 4, 8, 2)
        (a, d), (b, s) = placed(dst, to), placed(src, from_)
        stream, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
        torch.cuda.synchronize()
        with captured(graph, stream=stream):
            C.copy(d, s, stream.cuda_stream)
        np.testing.assert_array_equal(a.read(), dst.bytes)
        for _ in range(2):
            graph.replay()
            torch.cuda.synchronize()
            np.testing.assert_array_equal(a.read(), C.expected(dst, src))


def test_capture_is_refused_for_plain_memory():
    dst, src = C.Memory((40, 30), (30, 1), 4, 4, 1), C.Memory((40, 30), (1, 40), 4, 8, 2)
    (a, d), (b, s) = placed(dst, C.CUDA), placed(src, C.CPU)
    stream, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    with captured(graph, stream=stream, capture_error_mode="relaxed"):
        with pytest.raises(C.CopyError, match="needs the CPU") as error:
            C.copy(d, s, stream.cuda_stream)
        torch.ones(3, device="cuda")
    assert error.value.status == "CAPTURE"
    graph.replay()
    torch.cuda.synchronize()
    np.testing.assert_array_equal(a.read(), dst.bytes)


def test_temporary_memory_comes_from_the_resource():
    """cuMemAlloc's resource, and a pool; the default pool is not touched then."""
    dst, src = C.Memory((1000, 1003), (1003, 1), 4, 4, 1), C.Memory((1000, 1003), (1, 1000), 4, 8, 2)
    stream = torch.cuda.Stream()
    for kind in (2, 0, 1):  # synchronous, the default pool, a pool of its own
        (a, d), (b, s) = placed(dst, C.CUDA), placed(src, C.PINNED)
        made = ctypes.c_void_p()
        C.check(C.lib.cucore_memory_resource_create(kind, 0, None, ctypes.byref(made)))
        torch.cuda.synchronize()
        C.copy(d, s, stream.cuda_stream, C.NO, made)
        stream.synchronize()
        np.testing.assert_array_equal(a.read(), C.expected(dst, src))
        C.lib.cucore_memory_resource_release(made)


def test_threads():
    """Copies of plain memory beside each other share the pinned pieces."""
    import threading
    errors = []

    def work(seed):
        try:
            r, stream = random.Random(seed), torch.cuda.Stream()
            for _ in range(6):
                shape = (r.randint(1000, 3000), r.randint(900, 1500))
                dst = C.Memory(shape, C.dense(shape), 4, 4, r.randint(0, 99))
                src = C.Memory(shape, (1, shape[0]), 4, 8, r.randint(0, 99))
                kinds = r.choice([(C.CPU, C.CUDA), (C.CUDA, C.CPU)])
                (a, d), (b, s) = placed(dst, kinds[0]), placed(src, kinds[1])
                torch.cuda.synchronize()
                C.copy(d, s, stream.cuda_stream)
                assert np.array_equal(a.read(), C.expected(dst, src))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert not errors


# -- objects -----------------------------------------------------------------------------------------------------------
def objects(shape):
    yield "numpy", np.zeros(shape, np.float32)
    yield "torch", torch.zeros(shape, device="cuda")
    yield "torch pinned", torch.zeros(shape).pin_memory()
    yield "torch cpu", torch.zeros(shape)
    try:
        import cupy
        yield "cupy", cupy.zeros(shape, np.float32)
    except ImportError:
        pass


def host(array):
    return array.get() if hasattr(array, "get") else array.cpu().numpy() if hasattr(array, "cpu") else array


@pytest.mark.parametrize("blocking", [None, True, False])
def test_objects(blocking):
    for (to, a), (from_, b) in itertools.product(objects((5, 7)), objects((7, 5))):
        if from_ == "cupy":
            b[...] = b.__class__((7, 5), b.dtype) * 0 + 3
        elif from_ == "numpy":
            b[...] = np.arange(35).reshape(7, 5)
        else:
            b.copy_(torch.arange(35.).reshape(7, 5))
        torch.cuda.synchronize()
        copy_from_c.copy(a, b.T, stream=torch.cuda.current_stream(), blocking=blocking)
        torch.cuda.synchronize()
        np.testing.assert_array_equal(host(a), host(b).T, f"{from_} to {to}")
