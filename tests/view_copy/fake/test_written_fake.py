"""Copies by kernels that are written for the layout, on the fake driver, which runs their PTX: the tests of test_copy_fake.py and of
test_cast_fake.py again, with fewer examples; kernels that cannot be loaded."""
import ctypes
import itertools

import numpy as np
import pytest
from hypothesis import given, settings

import casting as K
import copying as C
import test_cast_fake as casts
from test_copy_fake import DEVICE, World, blockings, kinds, places, run

COMPILE, NO_COMPILE = 2, 4
OUT_OF_MEMORY = 2  # CUDA_ERROR_OUT_OF_MEMORY


@pytest.fixture(autouse=True, scope="module")
def compiled():
    C.lib.view_copy_lib_set_flags(C.ctypes.c_uint64(COMPILE))
    yield
    C.lib.view_copy_lib_set_flags(C.ctypes.c_uint64(0))


@settings(max_examples=C.examples(40))
@given(C.pairs(), kinds, kinds, blockings)
def test_any_layout_any_kind(fake, pair, to, from_, blocking):
    run(fake, pair, to, from_, blocking=blocking)


@settings(max_examples=C.examples(20))
@given(C.broadcasts(), places, places, blockings)
def test_broadcasts(fake, pair, to, from_, blocking):
    device = to[1] if to[0] == C.CUDA else from_[1] if from_[0] == C.CUDA else 0
    run(fake, pair, to[0], from_[0], to[1], from_[1], blocking, device)


@pytest.mark.parametrize("shape, itemsize, launches", [((50, 67), 1, 25), ((51, 67), 1, 26), ((64, 68), 1, 32), ((64, 100), 1, 32), ((3, 150), 4, 3), ((64, 3), 1, 1),
                                                       ((400, 3), 2, 7)],
                         ids=["2 rows", "a row is left", "2 rows of 64", "2 rows of 64, wider", "1 row", "one slab", "64 rows"])
def test_slabs(fake, shape, itemsize, launches):
    """make/tests.mk: 200 elements of a launch at most.  The slowest axis is the source's fastest, whose slabs are less aligned than the array."""
    fake.log_clear()
    run(fake, (C.Memory(shape, (shape[1], 1), itemsize, 0, 1), C.Memory(shape, (1, shape[0]), itemsize, 0, 2)), C.CUDA, C.CUDA)
    assert fake.names.count("cuLaunchKernel") == launches


LONG = (1 << 20) + 37  # bytes: a run of which a kernel copies faster than the driver


def run_of(size, dst_lead=0, src_lead=0):
    return C.Memory((size,), (1,), 1, dst_lead, 1), C.Memory((size,), (1,), 1, src_lead, 2)


@pytest.mark.parametrize("name, size, leads, to, from_, call", [
    ("a long run", LONG, (3, 19), C.CUDA, C.CUDA, "cuLaunchKernel"),
    ("words of 4 bytes", LONG, (1, 13), C.CUDA, C.CUDA, "cuLaunchKernel"),
    ("words out of two", LONG, (1, 2), C.CUDA, C.CUDA, "cuLaunchKernel"),
    ("a short run", 1 << 20, (0, 0), C.CUDA, C.CUDA, "cuMemcpyAsync"),
    ("from managed memory", LONG, (0, 0), C.CUDA, C.MANAGED, "cuMemcpyAsync"),
    ("to managed memory", LONG, (0, 0), C.MANAGED, C.CUDA, "cuMemcpyAsync"),
    ("pinned memory", LONG, (0, 0), C.PINNED, C.PINNED, "cuMemcpyAsync"),
], ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "")
def test_runs(fake, name, size, leads, to, from_, call):
    fake.log_clear()
    run(fake, run_of(size, *leads), to, from_)
    assert [fake.names.count(one) for one in ("cuLaunchKernel", "cuMemcpyAsync")] == [call == "cuLaunchKernel", call == "cuMemcpyAsync"]


@pytest.mark.parametrize("leads", [(3, 19), (1, 2)], ids=["aligned alike", "words out of two"])
def test_a_run_whose_kernel_cannot_be_loaded(fake, leads):
    """The kernel is there on one device; on the other one the driver copies, unless the kernel was asked for."""
    copied = 0
    for n in range(1, 60):
        w = World(fake)
        pair = run_of(LONG, *leads)
        (_, d), (_, s) = w.place(pair[0], C.CUDA), w.place(pair[1], C.CUDA)
        C.copy(d, s, w.streams[0])
        (base, d), (_, s) = w.place(pair[0], C.CUDA, 1), w.place(pair[1], C.CUDA, 1)
        fake.log_clear()
        fake.fail(n, OUT_OF_MEMORY)
        C.lib.view_copy_lib_set_flags(ctypes.c_uint64(0))
        try:
            C.copy(d, s, w.streams[1])
            if "cuMemcpyAsync" in fake.names:
                copied += 1
                assert "cuModuleLoadDataEx" in fake.names and "cuLaunchKernel" not in fake.names
                np.testing.assert_array_equal(w.read(base, len(pair[0].bytes)), C.expected(*pair))
        except C.CopyError:
            pass
        finally:
            C.lib.view_copy_lib_set_flags(ctypes.c_uint64(COMPILE))
        pending = fake.fail_pending()
        fake.fail(0, 0)
        if pending:
            break
    assert pending and copied >= 2  # the module, and its function


def test_flags_that_exclude_each_other(fake):
    dst, src = C.Memory((3, 4), (4, 1), 4, 0, 1), C.Memory((3, 4), (1, 3), 4, 0, 2)
    with pytest.raises(C.CopyError, match="CUCORE_COPY_COMPILE .0x2. and CUCORE_COPY_NO_COMPILE .0x4. exclude each other"):
        C.copy(C.of_numpy(dst.view()), C.of_numpy(src.view()), flags=NO_COMPILE)


@settings(max_examples=C.examples(60))
@given(K.pairs(), kinds, kinds, blockings)
def test_casts_of_any_layout_any_kind(fake, case, to, from_, blocking):
    casts.run(fake, case, (to, 0), (from_, 0), blocking)


@pytest.mark.parametrize("from_, to", [pair for pair in itertools.product(K.NAMES, repeat=2) if pair[0] != pair[1]][::1 if C.EVERY else 5])
def test_casts_of_values(fake, from_, to):
    """All special values, turned; tests/copy/test_casts.py has every pair."""
    w = World(fake)
    values, size = np.resize(K.values_of(from_), 2560), K.stored(to).itemsize
    source, base = (fake.alloc(DEVICE, 0, len(values) * n) for n in (values.itemsize, size))
    ctypes.memmove(source, values.ctypes.data, values.nbytes)
    fake.log_clear()
    C.copy(K.describe(to, base, (40, 64), (1, 40), C.CUDA), K.describe(from_, source, (40, 64), (64, 1), C.CUDA), w.streams[0],
           flags=K.CAST)
    assert "cuModuleLoadDataEx" in fake.names
    assert fake.names.count("cuLaunchKernel") == 13  # make/tests.mk: slabs of 200 elements at most, here 5 rows of 40
    wanted = K.converted(np.ascontiguousarray(values.reshape(40, 64).T).reshape(-1), from_, to)
    np.testing.assert_array_equal(K.parts(w.read(base, len(values) * size).view(K.stored(to)), to), K.parts(wanted, to))


def test_a_cast_is_captured(fake):
    w, dst, src, base, d, s = casts.arranged(fake, next(row for row in casts.ROWS if row[0] == "two orders"))
    assert fake.capture_begin(w.streams[0], 0) == 0
    C.copy(d, s, w.streams[0], flags=K.CAST)
    assert fake.capture_status(w.streams[0]) == 1 and fake.capture_end(w.streams[0]) == 0
    K.check(w.read(base, len(dst.bytes)), "float32", dst, "int16", src)
