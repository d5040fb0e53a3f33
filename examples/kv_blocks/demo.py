# kv_blocks.c has the command that builds it and runs this.
"""kv_blocks: the five moves of a paged key-value cache, checked; then throughput over the size of blocks, beside other ways.

Without a GPU the arrays are NumPy's, and what needs one is left out, with a line that says so."""
import ctypes
import sys
import time

import numpy as np

import kv_blocks

LAYERS, BLOCKS = 4, 64


def libraries():
    """(name, cache of an array of NumPy, memory of the host, numbers, back to NumPy) of each library that is installed, or (name, why not)"""
    yield "numpy", np.copy, np.copy, np.asarray, np.asarray
    try:
        import torch
    except ImportError:
        yield "torch", "not installed"
    else:
        yield "torch, CPU", torch.tensor, torch.tensor, torch.tensor, np.asarray
        if torch.cuda.is_available():
            def device(x):
                return torch.tensor(x, device="cuda")

            def pinned(x):
                return torch.tensor(x).pin_memory()

            yield "torch, pinned", device, pinned, torch.tensor, lambda t: t.cpu().numpy()
            yield "torch, numbers on the device", device, pinned, device, lambda t: t.cpu().numpy()
            yield "torch, pageable", device, torch.tensor, torch.tensor, lambda t: t.cpu().numpy()
        else:
            yield "torch, CUDA", "no GPU"
    try:
        import cupy

        cupy.zeros(1)
    except Exception as error:
        yield "cupy", type(error).__name__
    else:
        yield "cupy", cupy.asarray, np.copy, cupy.asarray, lambda x: x.get() if hasattr(x, "get") else x


def moves(cache_of, host_of, numbers_of, to_numpy):
    """Names of moves that went wrong: each with all layers in one call, beside the same in NumPy."""
    rng = np.random.default_rng(0)
    model = [rng.random((BLOCKS, 16, 2, 8), "f4") for _ in range(LAYERS)]
    store = [np.zeros((2 * BLOCKS, 16, 2, 8), "f4") for _ in range(LAYERS)]
    caches, hosts = [cache_of(x) for x in model], [host_of(x) for x in store]
    a, b, c = (rng.permutation(BLOCKS)[:20] for _ in range(3))
    h = rng.permutation(2 * BLOCKS)[:20]
    on_write = rng.permutation(BLOCKS)
    to, from_ = on_write[:10], on_write[10:20]
    wrong = []

    def check(name, arrays, wanted):
        if not all(np.array_equal(to_numpy(x), y) for x, y in zip(arrays, wanted)):
            wrong.append(name)

    kv_blocks.swap_out(caches, hosts, numbers_of(a), numbers_of(h))
    for x, y in zip(store, model):
        x[h] = y[a]
    check("swap out", hosts, store)
    kv_blocks.swap_in(caches, hosts, numbers_of(b), numbers_of(h))
    for x, y in zip(store, model):
        y[b] = x[h]
    check("swap in", caches, model)
    kv_blocks.copy_on_write(caches, numbers_of(to), numbers_of(from_), checked=True)
    for y in model:
        y[to] = y[from_]
    check("copy on write", caches, model)
    packed = [cache_of(np.zeros((20, 16, 2, 8), "f4")) for _ in range(LAYERS)]
    kv_blocks.gather(caches, packed, numbers_of(a))
    check("gather", packed, [y[a] for y in model])
    kv_blocks.scatter(caches, packed, numbers_of(c))
    for y in model:
        y[c] = y[a]
    check("scatter", caches, model)
    kv_blocks.copy_views(packed, [x[:20] for x in hosts])
    check("many views", packed, [x[:20] for x in store])
    return wrong


# -- throughput ----------------------------------------------------------------------------------------------------------
class Batch:
    """cuMemcpyBatchAsync (CUDA 12.8): one call of the driver for all copies of a list."""

    def __init__(self):
        self.function = ctypes.CDLL("libcuda.so.1").cuMemcpyBatchAsync  # the form of 12.8, also in later drivers

    def prepare(self, dsts, srcs, nbytes):
        def column(values):
            return (ctypes.c_uint64 * len(values))(*[int(v) for v in values])

        attributes = (ctypes.c_int * 6)(1, 0, 0, 0, 0, 0)  # in the order of the stream, no hints
        first, failed = (ctypes.c_size_t * 1)(0), ctypes.c_size_t()
        lists = column(dsts), column(srcs), column([nbytes] * len(dsts))

        def run(stream):
            result = self.function(*lists, ctypes.c_size_t(len(dsts)), attributes, first, ctypes.c_size_t(1),
                                   ctypes.byref(failed), ctypes.c_void_p(stream))
            if result:
                raise RuntimeError(f"cuMemcpyBatchAsync: error {result}")

        return run


def bar(value, most):
    return "#" * max(1, round(24 * value / most))


def draw(title, rows):
    """rows: (block size, {way: GB/s or None})"""
    print(f"\n{title}, GB/s")
    most = max(value for _, ways in rows for value in ways.values() if value)
    for size, ways in rows:
        for way, value in ways.items():
            text = f"{value:8.1f} {bar(value, most)}" if value else "       - left out"
            print(f"  {size // 1024:4d} KiB  {way:28s} {text}")


def seconds_on_host(function):
    function()
    start = time.perf_counter()
    for _ in range(3):
        function()
    return (time.perf_counter() - start) / 3


def compare_on_host():
    print("\nno GPU: blocks within host memory; left out: host to device, device to host, torch's index_copy_, cuMemcpyBatchAsync")
    rows = []
    for size in (1024, 4096, 16384, 65536):
        count = min(8192, (16 << 20) // size)
        cache, out = np.ones((count, size), "u1"), np.empty((count, size), "u1")
        numbers = np.random.default_rng(1).permutation(count)

        def loop():
            for i, j in enumerate(numbers):
                out[i] = cache[j]

        ways = {"kv_blocks.gather": lambda: kv_blocks.gather(cache, out, numbers), "numpy.take": lambda: np.take(cache, numbers, 0, out),
                "a loop of copies": loop}
        rows.append((size, {name: cache.nbytes / seconds_on_host(way) / 1e9 for name, way in ways.items()}))
    draw("gather, host memory", rows)


def compare_on_device(torch):
    stream = torch.cuda.current_stream()

    def seconds(function, times=5):
        function()
        torch.cuda.synchronize()
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(times):
            function()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end) / 1e3 / times

    try:
        batch = Batch()
    except (OSError, AttributeError):
        batch = None
        print("\nleft out: cuMemcpyBatchAsync, which this driver does not have")
    for title, host_dst, host_src in (("swap out: device to pinned", 1, 0), ("swap in: pinned to device", 0, 1),
                                      ("within the device", 0, 0)):
        rows = []
        for size in (1024, 4096, 16384, 65536):
            count = 8192
            dst, src = (torch.empty(count, size, dtype=torch.uint8, **({"pin_memory": True} if host else {"device": "cuda"}))
                        for host in (host_dst, host_src))
            to, from_ = torch.randperm(count, device="cuda"), torch.randperm(count, device="cuda")
            to_host, from_host, few = to.tolist(), from_.tolist(), 512

            def ours():
                kv_blocks.copy_blocks(dst, src, to, from_, stream=stream, blocking=False)

            def loop():
                for i, j in zip(to_host[:few], from_host[:few]):
                    dst[i].copy_(src[j], non_blocking=True)

            ways = {"kv_blocks.copy_blocks": dst.nbytes / seconds(ours),
                    "a loop of torch copies": few * size / seconds(loop, 1)}
            on_device = dst if dst.is_cuda else torch.empty_like(dst, device="cuda")

            def torch_way():  # the index functions of torch work on one device
                source = src if src.is_cuda else src.to("cuda", non_blocking=True)
                on_device.index_copy_(0, to, source.index_select(0, from_))
                if not dst.is_cuda:
                    dst.copy_(on_device, non_blocking=True)

            ways["index_select, index_copy_"] = dst.nbytes / seconds(torch_way)
            ways["cuMemcpyBatchAsync"] = None
            side = torch.cuda.Stream()
            if batch:
                run = batch.prepare([dst.data_ptr() + i * size for i in to_host], [src.data_ptr() + j * size for j in from_host], size)
                with torch.cuda.stream(side):
                    ways["cuMemcpyBatchAsync"] = dst.nbytes / seconds(lambda: run(side.cuda_stream), 2)
            ways["one copy of all"] = dst.nbytes / seconds(lambda: dst.copy_(src, non_blocking=True))
            rows.append((size, {name: value / 1e9 if value else None for name, value in ways.items()}))
        draw(f"{title}, 8192 shuffled blocks", rows)


def main():
    failed = 0
    for name, *rest in libraries():
        if len(rest) == 1:
            print(f"{name:30s} left out: {rest[0]}")
            continue
        wrong = moves(*rest)
        failed += len(wrong)
        print(f"{name:30s} {'WRONG: ' + ', '.join(wrong) if wrong else 'swap out, swap in, copy on write, gather, scatter: right'}")
    cache = np.zeros((8, 4), "f4")
    for call, words in ((lambda: kv_blocks.gather(cache, np.zeros((1, 4), "f4"), [8]), "src_numbers[0] is 8, but axis 0 of src has 8 blocks"),
                        (lambda: kv_blocks.copy_on_write(cache, [1, 1], [2, 3], checked=True), "the block would be written twice")):
        try:
            call()
            failed += 1
            print("WRONG: not refused")
        except ValueError as error:
            failed += words not in str(error)
            print("refused:", error)
    try:
        import torch
    except ImportError:
        torch = None
    if torch and torch.cuda.is_available():
        compare_on_device(torch)
    else:
        compare_on_host()
    print("\nevery move is right" if not failed else f"\n{failed} WRONG")
    return failed


if __name__ == "__main__":
    sys.exit(main())
