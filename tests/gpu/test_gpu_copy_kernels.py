"""The kernels of cucore_copy.h on a GPU: random layouts against NumPy's idea of them, every byte of the destination.

CUCORE_COPY_CASES: how many (default 500)."""
import os
import pathlib
import random
import sys

import pytest

from capturing import captured

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "copy"))
np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")
CASES = int(os.environ.get("CUCORE_COPY_CASES", "500"))

TABLE = 1000  # layouts after which the table of 4096 layouts is emptied: when it is half full it finds no room for some


@pytest.fixture(scope="module", params=["general", "written"])
def copies(request):
    os.environ.setdefault("CUCORE_COPY_LIB", str(pathlib.Path(os.environ.get("CUCORE_BUILD", "build")) / "copy" / "libcopy.so"))
    import copies
    torch.cuda.init()
    copies.lib.copy_lib_compile({"general": 1, "written": 2}[request.param])
    copies.begins = (("written", "memcpy", "nothing", "general") if request.param == "written" else ("general", "memcpy", "nothing"))
    return copies


@pytest.fixture(autouse=True)
def forgotten(copies):
    """Each test has the table for itself: the kernels of all tests together fill it."""
    copies.lib.copy_lib_forget()


def check(copies, case, stream, begins=None):
    dst = torch.full((case.dst_size + 256,), copies.POISON, dtype=torch.uint8, device="cuda")
    src = torch.from_numpy(case.source).cuda() if case.src_size else torch.empty(0, dtype=torch.uint8, device="cuda")
    torch.cuda.synchronize()
    status = copies.lib.copy_lib_launch(*copies.arguments(case.shape, case.dst_strides, case.src_strides, case.itemsize,
                                                          dst.data_ptr() + case.dst_origin,
                                                          src.data_ptr() + case.src_origin), stream.cuda_stream)
    assert status == 0, (case, copies.lib.copy_lib_error())
    assert copies.plan(case.shape, case.dst_strides, case.src_strides, case.itemsize, dst.data_ptr() + case.dst_origin,
                       src.data_ptr() + case.src_origin).startswith(copies.begins if begins is None else begins), case
    stream.synchronize()
    out = dst.cpu().numpy()
    assert not case.differs(out[:case.dst_size]).any(), case
    assert (out[case.dst_size:] == copies.POISON).all(), case


@pytest.mark.parametrize("part", range(10))
def test_random_layouts(copies, part):
    stream = torch.cuda.Stream()
    for count, seed in enumerate(range(part, CASES, 10)):
        if count % TABLE == TABLE - 1:
            copies.lib.copy_lib_forget()
        check(copies, copies.random_case(seed), stream)


def test_large_random_layouts(copies):
    """Many blocks."""
    stream = torch.cuda.Stream()
    for seed in range(min(max(CASES // 50, 5), TABLE)):
        check(copies, copies.random_case(seed + 10 ** 6, 1000000), stream)


@pytest.mark.parametrize("part", range(5))
def test_random_conversions(copies, part):
    """tests/copy/casts.py: random layouts, dtypes and alignments."""
    import casts
    stream = torch.cuda.Stream()
    for count, seed in enumerate(range(part, CASES, 5)):
        if count % TABLE == TABLE - 1:
            copies.lib.copy_lib_forget()
        with casts.random_cast(random.Random(seed), 1000000 if seed % 10 == 0 else 20000) as case:
            check(copies, case, stream, "")


@pytest.mark.parametrize("itemsize", [1, 2, 3, 4, 8, 12, 16])
def test_transposes(copies, itemsize):
    stream = torch.cuda.Stream()
    half_sectors = {1: (2944, 3216), 2: (2952, 3208), 4: (1032, 1036)}.get(itemsize, (520, 514))
    for rows, columns in ((2, 3000), (129, 255), (512, 1024), (1000, 37), (2897, 3203 if itemsize < 4 else 300), half_sectors):
        for lead in (0, 1, 4):
            check(copies, copies.Case((rows, columns), (columns, 1), (1, rows), itemsize, lead, lead), stream)


@pytest.mark.parametrize("to, of", [("planes", "pixels"), ("pixels", "planes")])
@pytest.mark.parametrize("channels", [2, 3, 4, 5])
def test_pixels(copies, channels, to, of):
    """Images of bytes, also such whose rows are not aligned."""
    stream = torch.cuda.Stream()
    for count, height, width in ((3, 240, 320), (2, 299, 299), (1, 717, 1283)):
        size = height * width
        strides = {"planes": (channels * size, size, 1), "pixels": (channels * size, 1, channels)}
        for lead in (0, 1, 2):
            check(copies, copies.Case((count, channels, size), strides[to], strides[of], 1, lead, (3 * lead) % 4), stream)


@pytest.mark.parametrize("size", [(1 << 20) + 1, 3000001, 40000003])
def test_long_runs(copies, size):
    """Of which a kernel copies the words, aligned alike in both arrays or not, and the bytes at both ends."""
    stream = torch.cuda.Stream()
    for dst_lead, src_lead in ((0, 0), (3, 3), (7, 15), (2, 6), (0, 1), (2, 0), (3, 6)):
        check(copies, copies.Case((size,), (1,), (1,), 1, dst_lead, src_lead), stream)


@pytest.mark.parametrize("shape, order", [((35000, 40000), (1, 0)), ((7, 1 << 15, 5000), (0, 2, 1)), ((3, 400000, 1000), (2, 0, 1))],
                         ids=["transpose", "of each", "turned"])
def test_more_elements_than_a_launch_takes(copies, shape, order):
    """Kernels that are written take 2^30 elements at most: several launches copy these, or a general kernel."""
    stream = torch.cuda.Stream()
    src = torch.randint(0, 256, shape, dtype=torch.uint8, device="cuda")
    dst = torch.empty([shape[axis] for axis in order], dtype=torch.uint8, device="cuda")
    torch.cuda.synchronize()
    turned = src.permute(order)
    arguments = copies.arguments(dst.shape, dst.stride(), turned.stride(), 1, dst.data_ptr(), src.data_ptr())
    assert copies.lib.copy_lib_launch(*arguments, stream.cuda_stream) == 0, copies.lib.copy_lib_error()
    stream.synchronize()
    for i in range(0, dst.shape[0], max(1, dst.shape[0] // 20)):
        assert torch.equal(dst[i], turned[i]), i


def test_first_use_in_a_capture(copies):
    """A graph holds the copy, and runs it again."""
    stream = torch.cuda.Stream()
    a = torch.arange(300 * 200, dtype=torch.float64, device="cuda").reshape(300, 200)
    b = torch.zeros(200, 300, dtype=torch.float64, device="cuda")
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with captured(graph, stream=stream):
        status = copies.lib.copy_lib_launch(*copies.arguments((200, 300), (300, 1), (1, 200), 8, b.data_ptr(), a.data_ptr()),
                                            torch.cuda.current_stream().cuda_stream)
    assert status == 0, copies.lib.copy_lib_error()
    graph.replay()
    torch.cuda.synchronize()
    assert torch.equal(b, a.t())
    a += 1
    graph.replay()
    torch.cuda.synchronize()
    assert torch.equal(b, a.t())


def test_mapped_host_memory(copies):
    a = torch.arange(300 * 200, dtype=torch.int16).reshape(300, 200).pin_memory()
    b = torch.zeros(200, 300, dtype=torch.int16, device="cuda")
    status = copies.lib.copy_lib_launch(*copies.arguments((200, 300), (300, 1), (1, 200), 2, b.data_ptr(), a.data_ptr()), None)
    assert status == 0, copies.lib.copy_lib_error()
    torch.cuda.synchronize()
    assert torch.equal(b.cpu(), a.t())
