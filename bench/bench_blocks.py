"""8,192 shuffled blocks in one call: GB/s beside other ways, host time of a call, a graph that is launched with other numbers.

    make bench-blocks          BLOCKS='--quick' fewer repetitions, '--sweep' other sizes of grids and pieces, '--only device'
                               (bus, device, plain, views, devices, host: one of the tables)

Each way copies the same blocks of the same arrays.  The kernel by hand is made for its size of blocks by NVRTC (CuPy): the best of
those where a thread has 1, 2, 4 or 8 words of 16 bytes.
"""
import argparse
import ctypes
import pathlib
import statistics
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "tests" / "view_copy"), str(ROOT / "examples" / "kv_blocks")]

try:
    import torch
except ImportError:
    sys.exit("torch is not installed")
if not torch.cuda.is_available():
    sys.exit("no GPU")

import copying as C

COUNT = 8192
SIZES = (1024, 4096, 16384, 65536)
SIDES = {"host to device": (False, True), "device to host": (True, False), "on the device": (False, False)}  # dst, src pinned?
PLAIN_FROM = 16384  # bytes of a block of plain memory from which blocks are as fast as one copy
BUS_BARS = {1024: 0.80, 4096: 0.88, 16384: 0.92, 65536: 0.92}

BY_HAND = r"""
extern "C" __global__ void __launch_bounds__(256) by_hand(uint4 *dst, const uint4 *src, const long long *to, const long long *from)
{
    const int words = SIZE / 16, lanes = words / WORDS < 256 ? words / WORDS : 256, parts = words / WORDS / lanes;
    const int thread = blockIdx.x * 256 + threadIdx.x, item = thread / lanes, lane = thread % lanes;
    const int block = item / parts, part = item % parts;
    if (block >= COUNT) return;
    uint4 *d = dst + to[block] * words + part * lanes * WORDS + lane;
    const uint4 *s = src + from[block] * words + part * lanes * WORDS + lane;
    uint4 v[WORDS];
#pragma unroll
    for (int k = 0; k < WORDS; k++) v[k] = s[k * lanes];
#pragma unroll
    for (int k = 0; k < WORDS; k++) d[k * lanes] = v[k];
}
"""


def seconds(function, repetitions):
    """The median of some runs between two events, on the current stream, which sleeps while the host enqueues them."""
    times = []
    for i in range(repetitions + 1):
        torch.cuda._sleep(3_000_000)
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        function()
        end.record()
        torch.cuda.synchronize()
        if i:
            times.append(start.elapsed_time(end) / 1e3)
    return statistics.median(times)


def array(size, pinned):
    values = torch.randint(0, 256, (COUNT, size), dtype=torch.uint8, device="cuda")
    return values.cpu().pin_memory() if pinned else values


def described(tensor):
    kind = C.CUDA if tensor.is_cuda else C.PINNED
    return C.describe(tensor.data_ptr(), tensor.shape, tensor.stride(), tensor.element_size(), kind, tensor.device.index or 0)


def numbers(tensor):
    dtype = np.dtype(str(tensor.dtype).removeprefix("torch."))
    return C.describe_numbers(tensor.data_ptr(), len(tensor), dtype, C.CUDA if tensor.is_cuda else C.CPU, tensor.device.index or 0)


def by_hand(dst, src, to, from_, repetitions):
    """(seconds, words of a thread) of the best kernel, or None without CuPy."""
    try:
        import cupy
    except ImportError:
        return None
    size, best = dst.shape[1], None
    for words in (1, 2, 4, 8):
        if size // 16 % words:
            continue
        module = cupy.RawModule(code=BY_HAND, options=(f"-DSIZE={size}", f"-DWORDS={words}", f"-DCOUNT={COUNT}"), backend="nvrtc")
        kernel = module.get_function("by_hand")
        grid = (COUNT * (size // 16 // words) + 255) // 256
        stream = cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream)
        args = tuple(cupy.uint64(x.data_ptr()) for x in (dst, src, to, from_))

        def run():
            with stream:
                kernel((grid,), (256,), args)

        time = seconds(run, repetitions)
        if best is None or time < best[0]:
            best = time, words
    return best


def with_torch(dst, src, to, from_):
    """index_copy_ of gathered blocks, on the device; the other side goes over as a whole."""
    on_device = dst if dst.is_cuda else torch.empty_like(dst, device="cuda")

    def run():
        source = src if src.is_cuda else src.to("cuda", non_blocking=True)
        on_device.index_copy_(0, to, source.index_select(0, from_))
        if not dst.is_cuda:
            dst.copy_(on_device, non_blocking=True)

    return run


def batch_of(dst, src, to, from_):
    from demo import Batch
    try:
        batch = Batch()
    except (OSError, AttributeError):
        return None
    size = dst.shape[1]
    dsts, srcs = ([x.data_ptr() + i * size for i in list_.tolist()] for x, list_ in ((dst, to), (src, from_)))
    return batch.prepare(dsts, srcs, size)


KNOBS = ("piece", "grid", "grid_bus", "flat", "batch", "peers")


def knob(name):
    return ctypes.c_uint32.in_dll(C.lib, f"view_copy_lib_{name}")


def without(name, measure):
    """What is measured with one of the library's ways switched off."""
    knob(name).value = 0
    try:
        return measure()
    finally:
        knob(name).value = 1


def compare(side, size, repetitions):
    """GB/s by way of copying."""
    dst, src = (array(size, pinned) for pinned in SIDES[side])
    to, from_ = torch.randperm(COUNT, device="cuda"), torch.randperm(COUNT, device="cuda")
    to_host, from_host = to.cpu(), from_.cpu()
    stream = torch.cuda.current_stream().cuda_stream
    calls = {where: C.blocks_call([described(dst)], [described(src)], numbers(t), numbers(f))
             for where, t, f in (("device", to, from_), ("host", to_host, from_host))}
    wanted = dst.cpu().clone()
    wanted[to_host] = src.cpu()[from_host]
    C.copy_blocks(calls["device"], stream, C.NO)
    torch.cuda.synchronize()
    if not torch.equal(dst.cpu(), wanted):
        sys.exit(f"WRONG: {side}, {size}")
    hand = by_hand(dst, src, to, from_, repetitions)
    batch = batch_of(dst, src, to_host, from_host)
    report = torch.zeros(16, dtype=torch.uint8, device="cuda")
    reporting = C.blocks_call([described(dst)], [described(src)], numbers(to), numbers(from_), report=report.data_ptr())
    times = {"cucore, numbers on the device": seconds(lambda: C.copy_blocks(calls["device"], stream, C.NO), repetitions),
             "the same, by the general kernel": dst.is_cuda and src.is_cuda and without(
                 "flat", lambda: seconds(lambda: C.copy_blocks(calls["device"], stream, C.NO), repetitions)),
             "the same, with a report": seconds(lambda: C.copy_blocks(reporting, stream, C.NO), repetitions),
             "cucore, numbers on the host": seconds(lambda: C.copy_blocks(calls["host"], stream, C.NO), repetitions),
             "one copy of all": seconds(lambda: dst.copy_(src, non_blocking=True), repetitions),
             "by hand": hand and hand[0],
             "cuMemcpyBatchAsync": batch and seconds(lambda: batch(stream), max(2, repetitions // 5)),
             "torch": seconds(with_torch(dst, src, to, from_), repetitions)}
    return {way: COUNT * size / time / 1e9 if time else None for way, time in times.items()}, hand and hand[1]


def verdict(value, least):
    return f"{value:.2f} ({'at least' if value >= least else 'BELOW'} {least:.2f})"


def bars(side, size, rates):
    """How far the bars are met."""
    ours = rates["cucore, numbers on the device"]
    found = []
    if side != "on the device":
        found.append(f"of one copy {verdict(ours / rates['one copy of all'], BUS_BARS[size])}")
    elif rates["by hand"] and size >= 4096:
        found.append(f"of by hand {verdict(ours / rates['by hand'], 0.97)}")
    if side == "on the device":
        found.append(f"of torch {verdict(ours / rates['torch'], 1.5)}")
    return ", ".join(found)


def host_times():
    """us of a call with COUNT blocks, as the host sees it: short blocks, so that the device keeps up.  Checked: with numbers on the
    device the call waits, so the time is to the end of the copy, and the plain call is timed so as well."""
    dst, src = (torch.zeros(COUNT, 16, dtype=torch.uint8, device="cuda") for _ in range(2))
    to, from_ = torch.randperm(COUNT), torch.randperm(COUNT)
    stream = torch.cuda.Stream()
    for where, least, move in (("device", 10, lambda x: x.cuda()), ("host", 40, lambda x: x)):
        lists = [move(x) for x in (to, from_)]
        call = C.blocks_call([described(dst)], [described(src)], *(numbers(x) for x in lists))

        def us(times, blocking):
            torch.cuda.synchronize()
            return statistics.median(C.seconds_of_blocks(call, stream.cuda_stream, times, blocking) / times * 1e6 for _ in range(9))

        value, waiting = us(50, C.NO), us(20, C.YES)
        call.flags = C.CHECKED
        checked, checked_waiting = us(20, C.NO), us(20, C.YES)
        verdict_ = "at most" if value <= least else "ABOVE"
        print(f"host time of a call, numbers on the {where:6}: {value:6.1f} us ({verdict_} {least}), checked {checked:.1f} us; "
              f"until the copy is done: {waiting:.1f} us, checked {checked_waiting:.1f} us")


def wall(function, repetitions=5):
    """Seconds of a call that waits."""
    times = []
    for i in range(repetitions + 1):
        torch.cuda.synchronize()
        start = time.perf_counter()
        function()
        torch.cuda.synchronize()
        if i:
            times.append(time.perf_counter() - start)
    return statistics.median(times)


def plain_memory():
    """Blocks of pageable memory: by cucore's way for the size."""
    stream = torch.cuda.current_stream().cuda_stream
    print("\nplain memory and a device, GB/s of calls that wait")
    for size in (1024, 16384, 65536, 1 << 18, 1 << 20, 1 << 22):
        count = max(16, min(COUNT, (256 << 20) // size))
        for to_device in (True, False):
            host = torch.randint(0, 256, (count, size), dtype=torch.uint8)
            device = torch.zeros(count, size, dtype=torch.uint8, device="cuda")
            dst, src = (device, host) if to_device else (host, device)
            to = torch.randperm(count)
            call = C.blocks_call([described_plain(dst)], [described_plain(src)], numbers(to), None)
            wanted = torch.empty_like(host)
            wanted[to] = src.cpu()
            times = {"cucore": wall(lambda: C.copy_blocks(call, stream))}
            right = torch.equal(dst.cpu(), wanted)
            times["one copy of all"] = wall(lambda: dst.copy_(src))
            line = "  ".join(f"{way} {count * size / time_ / 1e9:.1f}" for way, time_ in times.items())
            if size >= PLAIN_FROM:
                line += f"  of one copy {verdict(times['one copy of all'] / times['cucore'], 1)}"
            print(f"  {'to' if to_device else 'from'} the device, {size // 1024:5} KiB: {line}{'' if right else '  WRONG'}")


def described_plain(tensor):
    if tensor.is_cuda:
        return described(tensor)
    return C.describe(tensor.data_ptr(), tensor.shape, tensor.stride(), tensor.element_size(), C.CPU)


def many_views():
    """cucore_views_copy of views of one size in memory of their own, beside a copy by torch for each, us of a call that waits."""
    stream = torch.cuda.current_stream().cuda_stream
    print(f"\n{COUNT // 4} views in one call, us of a call that waits")
    for size in (64, 1024, 16384):
        for name, dst_on, src_on in (("on the device", "cuda", "cuda"), ("pinned to the device", "cuda", "pinned"),
                                     ("plain to the device", "cuda", "plain"), ("device to plain", "plain", "cuda")):
            dsts, srcs = ([one(size, where) for _ in range(COUNT // 4)] for where in (dst_on, src_on))
            lists = [[described_plain(x) if where != "pinned" else described(x) for x in tensors]
                     for tensors, where in ((dsts, dst_on), (srcs, src_on))]
            call = C.views_call(*lists)

            ways = {"cucore": statistics.median(C.seconds_of_views(call, stream, 1) for _ in range(7)),
                    "torch, one by one": wall(lambda: [d.copy_(s, non_blocking=True) for d, s in zip(dsts, srcs)])}
            right = all(torch.equal(d.cpu(), s.cpu()) for d, s in zip(dsts[::97], srcs[::97]))
            line = "  ".join(f"{way} {1e6 * time_:.0f}" for way, time_ in ways.items())
            print(f"  {name:22} {size:6} bytes: {line}{'' if right else '  WRONG'}")


def one(size, where):
    values = torch.randint(0, 256, (size,), dtype=torch.uint8)
    return values.cuda() if where == "cuda" else values.pin_memory() if where == "pinned" else values


def enable_access():
    """Of each device to the other one's memory, in their primary contexts; False if they can have none."""
    if not (torch.cuda.can_device_access_peer(0, 1) and torch.cuda.can_device_access_peer(1, 0)):
        return False
    driver = ctypes.CDLL("libcuda.so.1")
    contexts = []
    for device in (0, 1):
        torch.zeros(1, device=f"cuda:{device}")
        contexts.append(ctypes.c_void_p())
        driver.cuDevicePrimaryCtxRetain(ctypes.byref(contexts[-1]), device)
    for here, there in (contexts, contexts[::-1]):
        driver.cuCtxPushCurrent_v2(here)
        result = driver.cuCtxEnablePeerAccess(there, 0)
        driver.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))
        if result not in (0, 704):  # 704: it was enabled
            return False
    return True


def between(size, work, ways):
    """GB/s of blocks from device 1 to device 0, with the work on one of them, by way: the knobs that are switched off."""
    stream = torch.cuda.Stream(work)
    dst = torch.zeros(COUNT, size, dtype=torch.uint8, device="cuda:0")
    src = torch.from_numpy(np.random.default_rng(size).integers(0, 256, (COUNT, size), dtype=np.uint8)).to("cuda:1")
    to, from_ = torch.randperm(COUNT), torch.randperm(COUNT)
    on_device = [x.to(f"cuda:{work}") for x in (to, from_)]
    wanted = torch.zeros(COUNT, size, dtype=torch.uint8)
    wanted[to] = src.cpu()[from_]
    rates = []
    for way, off in ways.items():
        lists = on_device if way.endswith("on the device") else (to, from_)
        call = C.blocks_call([described(dst)], [described(src)], *(numbers(x) for x in lists))
        dst.zero_()
        for device in (0, 1):
            torch.cuda.synchronize(device)
        for name in off:
            knob(name).value = 0
        try:
            time_ = wall(lambda: (C.copy_blocks(call, stream.cuda_stream, C.NO), stream.synchronize()))
        finally:
            for name in off:
                knob(name).value = 1
        rates.append(f"{way} {COUNT * size / time_ / 1e9:.1f}{'' if torch.equal(dst.cpu(), wanted) else ' WRONG'}")
    return rates, dst, src


def two_devices():
    """Blocks between two devices: by the driver, with and without its batch, and once access is enabled by a kernel of each device.
    Access is for good: torch enables it also, with its first copy between the devices, so the driver comes first."""
    if torch.cuda.device_count() < 2:
        return print("\ntwo devices: left out, there is one")
    print(f"\n{COUNT} blocks from device 1 to device 0, GB/s of calls that wait")
    by_driver = {"by the driver's batch": ("peers",), "one by one": ("peers", "batch")}
    for size in SIZES:
        print(f"  {size // 1024:3} KiB, no access:                 {'  '.join(between(size, 0, by_driver)[0])}")
    if not enable_access():
        return print("  access: left out, the devices can have none")
    by_kernel = {"by a kernel, numbers on the device": (), "the same, by the general kernel, numbers on the device": ("flat",),
                 "by a kernel": (), "by the driver's batch": ("peers",)}
    for size in SIZES:
        for work, what in ((0, "device 0 reads"), (1, "device 1 writes")):
            rates, dst, src = between(size, work, by_kernel)
            whole = wall(lambda: (dst.copy_(src), torch.cuda.synchronize(1)))
            rates.append(f"one copy of all {COUNT * size / whole / 1e9:.1f}")
            print(f"  {size // 1024:3} KiB, access, {what:16}: {'  '.join(rates)}")


def replays():
    """A graph that is launched with other numbers, without being made again."""
    dst, src = (torch.randint(0, 256, (COUNT, 4096), dtype=torch.uint8, device="cuda") for _ in range(2))
    to, from_ = torch.randperm(COUNT, device="cuda"), torch.randperm(COUNT, device="cuda")
    call = C.blocks_call([described(dst)], [described(src)], numbers(to), numbers(from_))
    graph, stream = torch.cuda.CUDAGraph(), torch.cuda.Stream()
    C.copy_blocks(call, stream.cuda_stream)
    torch.cuda.synchronize()
    with torch.cuda.graph(graph, stream=stream):
        C.copy_blocks(call, torch.cuda.current_stream().cuda_stream)
    right = True
    for _ in range(5):
        to.copy_(torch.randperm(COUNT))
        from_.copy_(torch.randperm(COUNT))
        wanted = dst.clone()
        wanted[to] = src[from_]
        graph.replay()
        right = right and torch.equal(dst, wanted)
    print("a graph that is launched with other numbers:", "right" if right else "WRONG")
    return right


def sweep():
    """The constants of src/copy/move/blocks_launch.c, one by one."""
    usual = {name: knob(name).value for name in KNOBS}
    for side, (dst_pinned, src_pinned) in SIDES.items():
        names = {"grid" if side == "on the device" else "grid_bus": (32, 64, 128, 256, 512, 1024, 2048, 4096, 16384),
                 "piece": (1024, 2048, 4096, 8192, 16384)}
        for size in SIZES:
            dst, src = array(size, dst_pinned), array(size, src_pinned)
            to, from_ = torch.randperm(COUNT, device="cuda"), torch.randperm(COUNT, device="cuda")
            call = C.blocks_call([described(dst)], [described(src)], numbers(to), numbers(from_))
            stream = torch.cuda.current_stream().cuda_stream
            for name, values in names.items():
                line = []
                for value in values:
                    knob(name).value = value
                    line.append(f"{value}: {COUNT * size / seconds(lambda: C.copy_blocks(call, stream, C.NO), 5) / 1e9:.1f}")
                knob(name).value = usual[name]
                print(f"{side}, {size // 1024} KiB, {name}: {'  '.join(line)}")


def table(repetitions, only):
    for side in SIDES:
        if only not in (None, "device" if side == "on the device" else "bus"):
            continue
        for size in SIZES:
            rates, words = compare(side, size, repetitions)
            print(f"\n{side}, {size // 1024} KiB: {bars(side, size, rates)}")
            for way, rate in rates.items():
                note = f" ({words} words for a thread)" if way == "by hand" and words else ""
                print(f"    {way:32} {f'{rate:8.1f}' if rate else 'left out'}{note}")
    for name, more in (("plain", plain_memory), ("views", many_views), ("devices", two_devices), ("host", host_times)):
        if only in (None, name):
            more()
    return not replays()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--sweep", action="store_true")
    parser.add_argument("--only", choices=["bus", "device", "plain", "views", "devices", "host"])
    options = parser.parse_args()
    print(f"{torch.cuda.get_device_name()}, {COUNT} shuffled blocks, GB/s")
    with torch.cuda.stream(torch.cuda.Stream()):  # the driver takes no batch on the default stream
        return sweep() if options.sweep else table(5 if options.quick else 21, options.only)


if __name__ == "__main__":
    sys.exit(main())
