"""A library that was built with CUCORE_COPY_NO_KERNELS, on the fake driver: copies have written kernels, the rest is refused."""
import pytest
from hypothesis import given, settings

import casting as K
import copying as C
import test_cast_fake as casts
from test_copy_fake import World, blockings, kinds, places, run

CAST, NO_COMPILE = 1, 4


@settings(max_examples=C.examples(150))
@given(C.pairs(), kinds, kinds, blockings)
def test_any_layout_any_kind(fake, pair, to, from_, blocking):
    run(fake, pair, to, from_, blocking=blocking)


@settings(max_examples=C.examples(80))
@given(C.broadcasts(), places, places, blockings)
def test_broadcasts(fake, pair, to, from_, blocking):
    device = to[1] if to[0] == C.CUDA else from_[1] if from_[0] == C.CUDA else 0
    run(fake, pair, to[0], from_[0], to[1], from_[1], blocking, device)


def place(world, memory, dtype=None):
    base, described = world.place(memory, C.CUDA)
    if dtype:
        described.code, described.bits = dtype
    return base, described


def test_a_flag_cannot_bring_other_kernels(fake):
    """CUCORE_COPY_NO_COMPILE asks for a general kernel, of which there is none."""
    world = World(fake)
    dst, src = C.Memory((30, 40), (40, 1), 4, 0, 1), C.Memory((30, 40), (1, 30), 4, 0, 2)
    (base, d), (_, s) = place(world, dst), place(world, src)
    C.copy(d, s, world.streams[0], flags=NO_COMPILE)
    assert (world.read(base, len(dst.bytes)) == C.expected(dst, src)).all()
    assert C.plan(d, s).startswith("kernel, cuda:0 to cuda:0, 4800 bytes: written, 2 axes, unit 4, ")


@settings(max_examples=C.examples(60))
@given(K.pairs(), kinds, kinds)
def test_conversions(fake, case, to, from_):
    """They are written, too; only memory that is not aligned is refused, before a byte is written."""
    to_name, dst, from_name, src = case
    unaligned = {to, from_} & {C.CUDA, C.MANAGED} and any(
        memory.start % memory.itemsize and kind in (C.CUDA, C.MANAGED) for memory, kind in ((dst, to), (src, from_)))
    if unaligned and 0 not in dst.shape:
        with pytest.raises(C.CopyError, match="CUCORE_COPY_NO_KERNELS: no kernel can be written .* it converts elements that are not"):
            casts.run(fake, case, (to, 0), (from_, 0))
        C.lib.cucore_copy_trim()
    else:
        casts.run(fake, case, (to, 0), (from_, 0))
