"""Copies by kernels that are written for the layout, on the fake driver, which runs their PTX: the tests of test_copy_fake.py again,
with fewer examples."""
import pytest
from hypothesis import given, settings

import copying as C
from test_copy_fake import blockings, kinds, places, run

COMPILE, NO_COMPILE = 2, 4


@pytest.fixture(autouse=True, scope="module")
def compiled():
    C.lib.view_copy_lib_set_flags(C.ctypes.c_uint64(COMPILE))
    yield
    C.lib.view_copy_lib_set_flags(C.ctypes.c_uint64(0))


@settings(max_examples=40)
@given(C.pairs(), kinds, kinds, blockings)
def test_any_layout_any_kind(fake, pair, to, from_, blocking):
    run(fake, pair, to, from_, blocking=blocking)


@settings(max_examples=20)
@given(C.broadcasts(), places, places, blockings)
def test_broadcasts(fake, pair, to, from_, blocking):
    device = to[1] if to[0] == C.CUDA else from_[1] if from_[0] == C.CUDA else 0
    run(fake, pair, to[0], from_[0], to[1], from_[1], blocking, device)


def test_flags_that_exclude_each_other(fake):
    dst, src = C.Memory((3, 4), (4, 1), 4, 0, 1), C.Memory((3, 4), (1, 3), 4, 0, 2)
    with pytest.raises(C.CopyError, match="CUCORE_COPY_COMPILE .0x2. and CUCORE_COPY_NO_COMPILE .0x4. exclude each other"):
        C.copy(C.of_numpy(dst.view()), C.of_numpy(src.view()), flags=NO_COMPILE)
