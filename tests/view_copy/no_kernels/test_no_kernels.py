"""A library that was built with CUCORE_COPY_NO_KERNELS, on the fake driver: what needs a kernel that is compiled is refused."""
import pytest
from hypothesis import given, settings

import casting as K
import copying as C
import test_cast_fake as casts
from test_copy_fake import kinds


@settings(max_examples=C.examples(60))
@given(K.pairs(), kinds, kinds)
def test_conversions(fake, case, to, from_):
    """They are written, too; only memory that is not aligned is refused, before a byte is written."""
    to_name, dst, from_name, src = case
    unaligned = {to, from_} & {C.CUDA, C.MANAGED} and any(
        memory.start % memory.itemsize and kind in (C.CUDA, C.MANAGED) for memory, kind in ((dst, to), (src, from_)))
    if unaligned and 0 not in dst.shape:
        with pytest.raises(C.CopyError, match="CUCORE_COPY_NO_KERNELS leaves out the kernel that converts elements that are not aligned"):
            casts.run(fake, case, (to, 0), (from_, 0))
        C.lib.cucore_copy_trim()
    else:
        casts.run(fake, case, (to, 0), (from_, 0))
