"""Blocks by their numbers, and many views, on a real GPU: every kind of memory, size and alignment, order, graphs, two devices."""
import ctypes
import pathlib
import random
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "view_copy"))

torch = pytest.importorskip("torch")
C = pytest.importorskip("copying")
kv_blocks = pytest.importorskip("kv_blocks")
from capturing import captured  # noqa: E402
from test_gpu_memory_copies import placed  # noqa: E402

pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")
SLEEP = int(5e7)  # some 30 ms
KINDS = {"pageable": C.CPU, "pinned": C.PINNED, "device": C.CUDA, "managed": C.MANAGED}
two_devices = pytest.mark.skipif(not torch.cuda.is_available() or torch.cuda.device_count() < 2, reason="there are not two GPUs")


def stream_of(device=0):
    return torch.cuda.current_stream(device).cuda_stream


def settle():
    """Every stream of every device, also one that no default stream waits for."""
    for device in range(torch.cuda.device_count()):
        torch.cuda.synchronize(device)


def numbers(values, dtype=np.int64, kind=C.CPU, device=0):
    """(what keeps the memory, description)"""
    data = np.array(values, dtype)
    if kind == C.CPU:
        return data, C.describe_numbers(data.ctypes.data, len(values), data.dtype)
    tensor = torch.from_numpy(data.view(np.uint8).copy())
    tensor = tensor.to(f"cuda:{device}") if kind == C.CUDA else tensor.pin_memory()
    return tensor, C.describe_numbers(tensor.data_ptr(), len(values), data.dtype, kind, device)


def model(dst, src, to, from_):
    data = dst.bytes.copy()
    for i, j in zip(to, from_):
        dst.view(data)[i] = src.view()[j]
    return data


def copied(r, size, offsets, kinds, list_kind, blocks=40, gap=0, devices=(0, 0), stream=None):
    """One call on two caches of blocks of `size` bytes; every byte is compared."""
    dst = C.Memory((blocks, size), (size + gap, 1), 1, offsets[0], r.randrange(2**32))
    src = C.Memory((blocks, size), (size, 1), 1, offsets[1], r.randrange(2**32))
    to, from_ = r.sample(range(blocks), blocks // 2), [r.randrange(blocks) for _ in range(blocks // 2)]
    (d, d_array), (s, s_array) = placed(dst, kinds[0], devices[0]), placed(src, kinds[1], devices[1])
    dtype = np.dtype(r.choice(["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]))
    lists = [numbers(x, dtype, list_kind, devices[0] if kinds[0] == C.CUDA else devices[1]) for x in (to, from_)]
    settle()
    C.copy_blocks(C.blocks_call([d_array], [s_array], lists[0][1], lists[1][1]), stream or stream_of())
    settle()
    np.testing.assert_array_equal(d.read(), model(dst, src, to, from_), f"{size} bytes at {offsets}, {kinds}, {dtype}")


@pytest.mark.parametrize("list_kind", [C.CPU, C.CUDA, C.PINNED])
@pytest.mark.parametrize("from_", list(KINDS))
@pytest.mark.parametrize("to", list(KINDS))
def test_kinds(to, from_, list_kind):
    if list_kind == C.CUDA and not {C.CUDA, C.MANAGED} & {KINDS[to], KINDS[from_]}:
        pytest.skip("no device takes part")
    r = random.Random(f"{to} {from_} {list_kind}")
    for size in (24, 1000, 4096, 70000):
        copied(r, size, (4, 8), (KINDS[to], KINDS[from_]), list_kind, gap=8)


@pytest.mark.parametrize("kinds", [(C.CUDA, C.CUDA), (C.CUDA, C.PINNED), (C.PINNED, C.CUDA)])
def test_sizes_and_alignments(kinds):
    r = random.Random(2)
    for size in (*range(1, 40), 63, 64, 65, 100, 255, 256, 511, 512, 513, 1000, 1024, 2047, 2048, 2049, 4096, 4097, 16384, 100001):
        for _ in range(4):
            copied(r, size, (r.randrange(16), r.randrange(16)), kinds, C.CUDA, blocks=12, gap=r.choice([0, 1, 16]))
    copied(r, 1 << 20, (0, 0), kinds, C.CPU, blocks=6)
    copied(r, (1 << 20) + 3, (1, 3), kinds, C.CUDA, blocks=6)


def test_many_blocks():
    """More numbers than a launch carries, more layers than one."""
    r = random.Random(3)
    for count, size in ((8192, 1024), (100000, 16), (300000, 1)):
        dst, src = (torch.randint(0, 256, (count, size), dtype=torch.uint8, device="cuda") for _ in range(2))
        to, from_ = torch.randperm(count), torch.randint(0, count, (count,))
        for move in (lambda x: x, lambda x: x.cuda(), lambda x: x.to(torch.int32).cuda()):
            wanted = dst.clone()
            wanted[to.cuda()] = src[from_.cuda()]
            kv_blocks.copy_blocks(dst, src, move(to), move(from_))
            assert torch.equal(dst, wanted), (count, size)
            src = src.flip(1) + r.randrange(1, 200)


def test_layers_and_axes():
    """80 layers whose blocks lie along the second axis, keys and values before it, as some engines have them; to another layout."""
    caches = [torch.rand(2, 50, 16, 8, device="cuda") for _ in range(80)]
    hosts = [torch.zeros(30, 2, 16, 8).pin_memory() for _ in range(80)]
    a, b = torch.randperm(50)[:20], torch.randperm(30)[:20]
    kv_blocks.copy_blocks(hosts, caches, b, a.cuda(), dst_axis=0, src_axis=1)
    for cache, host in zip(caches, hosts):
        wanted = torch.zeros(30, 2, 16, 8)
        wanted[b] = cache.cpu().transpose(0, 1)[a]
        assert torch.equal(host, wanted)


def test_registered_memory():
    """Memory that its producer says is plain, and the driver knows."""
    memory = np.random.default_rng(4).integers(0, 256, (64, 4096), np.uint8)
    runtime = torch.cuda.cudart()
    assert int(runtime.cudaHostRegister(memory.ctypes.data, memory.nbytes, 0)) == 0
    try:
        cache = torch.zeros(64, 4096, dtype=torch.uint8, device="cuda")
        a = np.random.default_rng(5).permutation(64)
        kv_blocks.copy_blocks(cache, memory, a)
        np.testing.assert_array_equal(cache.cpu().numpy()[a], memory)
    finally:
        runtime.cudaHostUnregister(memory.ctypes.data)


def test_out_of_range():
    """The kernel leaves out what is out of range, notes one number, and the checked mode makes an error of it."""
    dst, src = torch.zeros(16, 1024, dtype=torch.uint8, device="cuda"), torch.ones(16, 1024, dtype=torch.uint8, device="cuda")
    report = torch.zeros(16, dtype=torch.uint8, device="cuda")
    arrays = [C.describe(x.data_ptr(), x.shape, x.stride(), 1, C.CUDA) for x in (dst, src)]
    to, from_ = numbers([3, 99, -1, 7], kind=C.CUDA), numbers([0, 1, 2, 3], kind=C.CUDA)
    C.copy_blocks(C.blocks_call(arrays[:1], arrays[1:], to[1], from_[1], report=report.data_ptr()), stream_of())
    found = C.Report.from_buffer_copy(report.cpu().numpy().tobytes())
    assert found.side == 1 and (found.index, found.number) in ((1, 99), (2, -1))
    assert dst[[3, 7]].all().item() and dst.sum().item() == 2 * 1024
    with pytest.raises(C.CopyError, match=r"dst_numbers\[[12]\] is (99|-1), but axis 0 of dst has 16 blocks"):
        C.copy_blocks(C.blocks_call(arrays[:1], arrays[1:], to[1], from_[1], flags=C.CHECKED), stream_of())
    with pytest.raises(ValueError, match="src_numbers"):
        kv_blocks.copy_blocks(dst, src, torch.tensor([0]).cuda(), torch.tensor([16]).cuda(), checked=True)


# -- order ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["device", "pinned"])
@pytest.mark.parametrize("late", ["src", "numbers"])
def test_late_data(kind, late):
    """What was put on the stream before comes first: data, and numbers in device memory."""
    stream = torch.cuda.Stream()
    src = torch.zeros(256, 4096, dtype=torch.uint8, device="cuda")
    dst = torch.zeros(256, 4096, dtype=torch.uint8, **({"device": "cuda"} if kind == "device" else {"pin_memory": True}))
    a = torch.arange(256, device="cuda")
    fresh, b = torch.randint(1, 256, src.shape, dtype=torch.uint8, device="cuda"), torch.randperm(256, device="cuda")
    if late == "numbers":
        src.copy_(fresh)
    kv_blocks.copy_blocks(dst, src, a, stream=stream)
    torch.cuda.synchronize()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(SLEEP)
        if late == "src":
            src.copy_(fresh)
        else:
            a.copy_(b)
        kv_blocks.copy_blocks(dst, src, a, stream=stream, blocking=False)
        src_after = src.clone()
        src.zero_()  # not before the copy has read it
    stream.synchronize()
    wanted = torch.empty_like(src_after)
    wanted[a] = src_after
    assert torch.equal(dst.cuda(), wanted)


def test_late_producer():
    """Arrays whose work is pending on another stream, by kv_blocks: each is waited for."""
    producer, consumer = torch.cuda.Stream(), torch.cuda.Stream()
    dst, fresh = (torch.randint(1, 256, (256, 4096), dtype=torch.uint8, device="cuda") for _ in range(2))
    src = torch.zeros_like(dst)
    kv_blocks.copy_blocks(dst, src, stream=consumer)
    torch.cuda.synchronize()
    with torch.cuda.stream(producer):
        torch.cuda._sleep(SLEEP)
        src.copy_(fresh)
        kv_blocks.copy_blocks(dst, src, stream=consumer)
    torch.cuda.synchronize()
    assert torch.equal(dst, fresh)


# -- graphs ---------------------------------------------------------------------------------------------------------------
def capture(body):
    graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    torch.cuda.synchronize()
    with captured(graph, stream=stream):
        body(torch.cuda.current_stream())
    return graph


@pytest.mark.parametrize("pinned", [False, True])
def test_graph_with_other_numbers(pinned):
    caches = [torch.randint(0, 256, (300, 2048), dtype=torch.uint8, device="cuda") for _ in range(3)]
    stores = [torch.zeros(300, 2048, dtype=torch.uint8, **({"pin_memory": True} if pinned else {"device": "cuda"})) for _ in range(3)]
    a, b = (torch.randperm(300, device="cuda")[:200].contiguous() for _ in range(2))
    kv_blocks.copy_blocks(stores, caches, a, b)  # loads the kernel
    graph = capture(lambda stream: kv_blocks.copy_blocks(stores, caches, a, b, stream=stream))
    for _ in range(4):
        a.copy_(torch.randperm(300, device="cuda")[:200])
        b.copy_(torch.randint(0, 300, (200,), device="cuda"))
        wanted = [store.cuda() for store in stores]
        for x, cache in zip(wanted, caches):
            x[a] = cache[b]
        graph.replay()
        torch.cuda.synchronize()
        assert all(torch.equal(store.cuda(), x) for store, x in zip(stores, wanted))


@pytest.mark.parametrize("size", [2048, 1000])
@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"])
def test_graph_with_numbers_of_every_type(dtype, size):
    """Other numbers in the same memory, in the end some out of range, which are left out; by each kernel."""
    r = np.random.default_rng(8)
    dst, src = (torch.randint(0, 256, (100, size), dtype=torch.uint8, device="cuda") for _ in range(2))
    arrays = [C.describe(x.data_ptr(), x.shape, x.stride(), 1, C.CUDA) for x in (dst, src)]
    lists = [numbers(np.arange(60), dtype, C.CUDA) for _ in range(2)]
    call = C.blocks_call(arrays[:1], arrays[1:], lists[0][1], lists[1][1])
    C.copy_blocks(call, stream_of())  # loads the kernel
    graph = capture(lambda stream: C.copy_blocks(call, stream.cuda_stream))
    for i in range(4):
        values = [r.permutation(100)[:60].astype(dtype), r.integers(0, 100, 60).astype(dtype)]
        if i == 3:
            values[1][[4, 40]] = 100, 127
        for (memory, _), value in zip(lists, values):
            memory.copy_(torch.from_numpy(value.view(np.uint8)))
        wanted = dst.cpu().numpy()
        keep = values[1] < 100
        wanted[values[0][keep]] = src.cpu().numpy()[values[1][keep]]
        graph.replay()
        torch.cuda.synchronize()
        np.testing.assert_array_equal(dst.cpu().numpy(), wanted, f"{dtype}, launch {i}")


@pytest.mark.parametrize("count", [50, 5000])
def test_graph_keeps_numbers_of_the_host(count):
    dst, src = (torch.randint(0, 256, (count, 64), dtype=torch.uint8, device="cuda") for _ in range(2))
    a = torch.randperm(count)
    wanted = torch.empty_like(dst)
    wanted[a.cuda()] = src
    graph = capture(lambda stream: kv_blocks.copy_blocks(dst, src, a, stream=stream))
    a.zero_()
    dst.zero_()
    graph.replay()
    torch.cuda.synchronize()
    assert torch.equal(dst, wanted)


def test_capture_is_refused():
    """Plain memory, checks and waits: the capture goes on, whole."""
    cache, host = torch.zeros(16, 64, device="cuda"), torch.zeros(16, 64)
    a = torch.arange(16, device="cuda")
    kv_blocks.copy_blocks(cache, cache.clone(), a)

    def body(stream):
        for call in (lambda: kv_blocks.copy_blocks(cache, host, stream=stream),
                     lambda: kv_blocks.copy_blocks(cache, cache, a, a, stream=stream, checked=True),
                     lambda: kv_blocks.copy_blocks(cache, cache, a, stream=stream, blocking=True),
                     lambda: kv_blocks.copy_views([cache, cache], [cache, host], stream=stream)):
            with pytest.raises(RuntimeError, match="captured"):
                call()
        cache.add_(1)

    graph = capture(body)
    graph.replay()
    torch.cuda.synchronize()
    assert cache.min().item() == 1


# -- many views -----------------------------------------------------------------------------------------------------------
def test_many_views():
    """Sizes from 1 byte to 3 MiB, layouts, kinds of memory, in one call."""
    r = random.Random(6)
    dsts, srcs = [], []
    for i in range(600):
        shape = (r.choice([1, 3, 64, 200]), r.choice([1, 5, 16, 100]))
        x = torch.randint(0, 256, shape, dtype=torch.uint8)
        x = x.cuda() if i % 3 else x.pin_memory() if i % 2 else x
        y = torch.zeros(shape, dtype=torch.uint8, **({"device": "cuda"} if i % 5 else {"pin_memory": True}))
        dsts.append(y if i % 7 else torch.zeros(shape[::-1], dtype=torch.uint8, device="cuda").t())
        srcs.append(x if i % 11 else x.expand(shape))
    dsts.append(torch.zeros(3 << 20, dtype=torch.uint8, device="cuda"))
    srcs.append(torch.randint(0, 256, (3 << 20,), dtype=torch.uint8, device="cuda"))
    kv_blocks.copy_views(dsts, srcs)
    torch.cuda.synchronize()
    for i, (x, y) in enumerate(zip(dsts, srcs)):
        assert torch.equal(x.cpu(), y.cpu()), i


@pytest.mark.parametrize("blocking", [C.DEFAULT, C.NO])
@pytest.mark.parametrize("to", [True, False])
@pytest.mark.parametrize("stream", ["own", "legacy", "per-thread"])
def test_many_views_of_plain_memory(to, stream, blocking):
    """By the driver's batch call where it is, on the legacy default stream one by one.  src is late; the call waits in any case."""
    own = torch.cuda.Stream()
    handle = {"own": own.cuda_stream, "legacy": 1, "per-thread": 2}[stream]
    late = {"own": own, "legacy": torch.cuda.default_stream(), "per-thread": torch.cuda.ExternalStream(2)}[stream]
    device = [torch.zeros(1 + 37 * i, dtype=torch.uint8, device="cuda") for i in range(1500)]
    fresh = [torch.randint(1, 256, x.shape, dtype=torch.uint8, device="cuda") for x in device]
    host = [np.random.default_rng(i).integers(1, 256, len(x), np.uint8) for i, x in enumerate(device)]
    on_device = [C.describe(x.data_ptr(), x.shape, x.stride(), 1, C.CUDA) for x in device]
    on_host = [C.of_numpy(x) for x in host]
    torch.cuda.synchronize()
    if not to:
        with torch.cuda.stream(late):
            torch.cuda._sleep(SLEEP)
            torch._foreach_copy_(device, fresh)
    C.copy_views(*((on_device, on_host) if to else (on_host, on_device)), handle, blocking)
    for x, y in zip(host, device):  # no wait here
        np.testing.assert_array_equal(x, y.cpu().numpy())


@pytest.mark.parametrize("to", [True, False])
@pytest.mark.parametrize("size", [1 << 18, 3 << 20, 9 << 20])
def test_large_blocks_of_plain_memory(to, size):
    """Below 8 MiB by the driver, above by threads."""
    host = np.random.default_rng(size).integers(0, 256, (5, size), np.uint8)
    device = torch.zeros(5, size, dtype=torch.uint8, device="cuda")
    if not to:
        device.copy_(torch.from_numpy(host))
        host = np.zeros_like(host)
    a = np.array([3, 0, 4, 1])
    kv_blocks.copy_blocks(device if to else host, host if to else device, a)
    moved, kept = (device.cpu().numpy(), host) if to else (host, device.cpu().numpy())
    np.testing.assert_array_equal(moved[a], kept[:4])
    assert not moved[2].any()


def test_many_views_in_a_graph():
    srcs = [torch.rand(50 + i, device="cuda") for i in range(500)]
    dsts = [torch.zeros_like(x) for x in srcs]
    kv_blocks.copy_views(dsts, srcs)
    graph = capture(lambda stream: kv_blocks.copy_views(dsts, srcs, stream=stream))
    for x in srcs:
        x.add_(1)
    graph.replay()
    torch.cuda.synchronize()
    assert all(torch.equal(x, y) for x, y in zip(dsts, srcs))


# -- two devices ----------------------------------------------------------------------------------------------------------
def enable_access():
    """Of each device to the other one's memory, in their primary contexts."""
    if not torch.cuda.can_device_access_peer(0, 1):
        pytest.skip("the devices have no access to each other")
    driver = ctypes.CDLL("libcuda.so.1")
    contexts = []
    for device in (0, 1):
        torch.zeros(1, device=f"cuda:{device}")
        context = ctypes.c_void_p()
        assert driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device) == 0
        contexts.append(context)
    for here, there in (contexts, contexts[::-1]):
        assert driver.cuCtxPushCurrent_v2(here) == 0
        assert driver.cuCtxEnablePeerAccess(there, 0) in (0, 704)
        assert driver.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p())) == 0


@two_devices
@pytest.mark.parametrize("list_kind", [C.CPU, C.CUDA])
@pytest.mark.parametrize("access", [False, True])
def test_two_devices(access, list_kind):
    """By the driver, or by one kernel once access is enabled: the same bytes.  Torch may have enabled it before."""
    if access:
        enable_access()
    r = random.Random(7)
    for devices in ((0, 1), (1, 0)):
        stream = torch.cuda.Stream(devices[0])  # a default stream would be that of the current device
        for size, offsets in ((24, (8, 4)), (4096, (8, 4)), (4096, (16, 32)), (70001, (8, 4))):
            copied(r, size, offsets, (C.CUDA, C.CUDA), list_kind, devices=devices, stream=stream.cuda_stream)


@two_devices
@pytest.mark.parametrize("work", [0, 1])
@pytest.mark.parametrize("devices", [(0, 1), (1, 0)])
def test_two_devices_in_a_graph(devices, work):
    """With access, by a kernel that reads or writes the other device's memory, and finds other numbers in each launch."""
    enable_access()
    dst, src = (torch.randint(0, 256, (300, 2048), dtype=torch.uint8, device=f"cuda:{device}") for device in devices)
    arrays = [C.describe(x.data_ptr(), x.shape, x.stride(), 1, C.CUDA, x.device.index) for x in (dst, src)]
    lists = [numbers(np.arange(200), np.int64, C.CUDA, work) for _ in range(2)]
    call = C.blocks_call(arrays[:1], arrays[1:], lists[0][1], lists[1][1])
    with torch.cuda.device(work):
        graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
        settle()
        C.copy_blocks(call, stream.cuda_stream)  # loads the kernel
        settle()
        with captured(graph, stream=stream):
            C.copy_blocks(call, stream.cuda_stream)
        for _ in range(3):
            to, from_ = torch.randperm(300)[:200], torch.randint(0, 300, (200,))
            for (memory, _), value in zip(lists, (to, from_)):
                memory.copy_(torch.from_numpy(value.numpy().view(np.uint8)))
            wanted = dst.cpu()
            wanted[to] = src.cpu()[from_]
            settle()
            graph.replay()
            settle()
            assert torch.equal(dst.cpu(), wanted)


@two_devices
@pytest.mark.parametrize("given", ["own", "legacy", "per-thread"])
@pytest.mark.parametrize("current", [0, 1])
@pytest.mark.parametrize("devices", [(0, 1), (1, 0)])
def test_two_devices_in_order(devices, current, given):
    """More blocks than a batch, in two layers: src is late, and overwritten after the copy.  A default stream is the current
    device's, which takes part (B118)."""
    own = torch.cuda.Stream(devices[0])
    of = devices[0] if given == "own" else current
    handle = {"own": own.cuda_stream, "legacy": 1, "per-thread": 2}[given]
    stream = {"own": own, "legacy": torch.cuda.default_stream(of), "per-thread": torch.cuda.ExternalStream(2, device=of)}[given]
    dsts, srcs = ([torch.zeros(1500, 512, dtype=torch.uint8, device=f"cuda:{device}") for _ in range(2)] for device in devices)
    fresh = [torch.randint(1, 256, (1500, 512), dtype=torch.uint8, device=f"cuda:{devices[1]}") for _ in range(2)]
    late = torch.cuda.Stream(devices[1])
    to, from_ = torch.randperm(1500), torch.randperm(1500)
    arrays = [[C.describe(x.data_ptr(), x.shape, x.stride(), 1, C.CUDA, x.device.index) for x in xs] for xs in (dsts, srcs)]
    lists = [numbers(x.numpy()) for x in (to, from_)]
    call = C.blocks_call(*arrays, *(described for _, described in lists))
    settle()
    with torch.cuda.device(devices[1]), torch.cuda.stream(late):
        torch.cuda._sleep(SLEEP)
        for x, y in zip(srcs, fresh):
            x.copy_(y)
        written = late.record_event()
    with torch.cuda.device(of):
        stream.wait_event(written)
    before = torch.cuda.current_device()
    try:
        torch.cuda.set_device(current)
        C.copy_blocks(call, handle, C.NO)
        assert torch.cuda.current_device() == current
    finally:
        torch.cuda.set_device(before)
    with torch.cuda.device(of):
        copied_ = stream.record_event()
    with torch.cuda.device(devices[1]), torch.cuda.stream(late):
        late.wait_event(copied_)
        for x in srcs:
            x.zero_()
    settle()
    for x, y in zip(dsts, fresh):
        wanted = torch.zeros_like(x, device="cpu")
        wanted[to] = y.cpu()[from_]
        assert torch.equal(x.cpu(), wanted)


@two_devices
def test_many_views_between_two_devices():
    """Pairs in both directions, runs and strided ones, and in a graph, which takes no batch.  With access, if torch enabled it."""
    r = random.Random(9)
    dsts, srcs = [], []
    for i in range(300):
        shape, here = (r.choice([1, 3, 64]), r.choice([1, 16, 100])), i % 2
        srcs.append(torch.randint(0, 256, shape, dtype=torch.uint8, device=f"cuda:{here}"))
        dsts.append(torch.zeros(shape if i % 5 else shape[::-1], dtype=torch.uint8, device=f"cuda:{1 - here}"))
        dsts[-1] = dsts[-1] if i % 5 else dsts[-1].t()
    stream = torch.cuda.Stream(0)
    settle()

    def described(tensors):
        return [C.describe(x.data_ptr(), x.shape, x.stride(), 1, C.CUDA, x.device.index) for x in tensors]

    def copy():
        C.copy_views(described(dsts), described(srcs), stream.cuda_stream)

    def right():
        settle()
        return all(torch.equal(x.cpu(), y.cpu()) for x, y in zip(dsts, srcs))

    copy()
    assert right()
    keep = [i for i in range(300) if i % 5]  # strided copies between devices cannot be captured
    dsts, srcs = [dsts[i] for i in keep], [srcs[i] for i in keep]
    graph = torch.cuda.CUDAGraph()
    with captured(graph, stream=stream):
        copy()
    for x in dsts:
        x.zero_()
    settle()
    graph.replay()
    assert right()


@two_devices
def test_work_on_the_second_device():
    for device in (1, 0):
        caches = torch.randint(0, 256, (64, 4096), dtype=torch.uint8, device=f"cuda:{device}")
        host = torch.zeros(64, 4096, dtype=torch.uint8).pin_memory()
        a = torch.randperm(64)
        kv_blocks.swap_out(caches, host, a, torch.arange(64))
        assert torch.equal(host, caches.cpu()[a])


def test_demo():
    """The example finds each of its moves right on this machine."""
    import examples

    text = examples.run("kv_blocks")
    assert "every move is right" in text and "WRONG" not in text and "GB/s" in text
