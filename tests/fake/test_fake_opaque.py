"""Opaque elements and bytes of arrays on a device: where they are, and in which order."""

import sys

import numpy as np
import pytest

import cucore_test as cu
from doubles import cai

FOREIGN = ">" if sys.byteorder == "little" else "<"
DTYPES = ["f4", FOREIGN + "f8", "M8[s]", "U3", "S5", "g"]


@pytest.mark.parametrize("typestr", [np.dtype(dtype).str for dtype in DTYPES])
@pytest.mark.parametrize("function", [cu.view, cu.view_bytes])
def test_device_arrays_are_ordered_and_located(fake, typestr, function):
    """As any other: the driver is asked where they are, the consumer's stream waits for the producer's (C10, D36)."""
    primary = fake.context_primary(0)
    work, mine = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    address = fake.alloc(fake.DEVICE, 0, 1024)
    dtype = np.dtype(typestr)
    one = cai(shape=(2, 3), typestr=typestr, data=(address, False), stream=work)
    fake.log_clear()
    view = function(one, mine, cu.ALLOW_OPAQUE)
    assert (view.ptr, view.device_type, view.device_id, view.producer_stream) == (address, 2, 0, work)
    assert (view.host_accessible, view.device_accessible) == (False, True)
    assert "cuPointerGetAttributes" in fake.names and "cuStreamWaitEvent" in fake.names
    if function is cu.view_bytes:
        assert (view.dtype, view.shape, view.strides) == ("uint8", (6 * dtype.itemsize,), (1,))
        assert view.descr is None and not view.byte_swapped
    else:
        assert (view.itemsize, view.shape, view.byte_swapped) == (dtype.itemsize, (2, 3), not dtype.isnative)
        made = view.export("cai")
        assert made["typestr"] == typestr and made["stream"] == work
    view.finish(mine)
    view.release()
    assert fake.free(address) == 0
    fake.stream_destroy(work), fake.stream_destroy(mine)


def test_rows_with_gaps_are_refused_before_the_order(fake):
    primary = fake.context_primary(0)
    work, mine = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    address = fake.alloc(fake.DEVICE, 0, 1024)
    one = cai(shape=(2, 3), typestr="<M8[s]", strides=(64, 8), data=(address, False), stream=work)
    with pytest.raises(ValueError, match="contiguous"):
        cu.view_bytes(one, mine)
    assert "cuStreamWaitEvent" not in fake.names
    assert fake.free(address) == 0
    fake.stream_destroy(work), fake.stream_destroy(mine)


@pytest.mark.parametrize("number", [4, 8, 10, 99])
def test_other_devices_ask_the_driver_nothing(fake, number):
    """Also where it is loaded, and whatever stream the consumer has."""
    from producers import Producer, Tabled

    stream = fake.stream_create(fake.context_primary(0), 1)
    for base in (Producer, Tabled):
        one = base((number, 0), data=0x7000)
        fake.log_clear()
        for sent in (stream, 0, 2, 2**64 - 2):
            view = cu.view(one, sent, cu.ALLOW_OTHER_DEVICES)
            view.order(sent)
            view.finish(sent)
            view.release()
            cu.args([one], [("x", None, None, cu.ALLOW_OTHER_DEVICES)], sent)
        assert fake.names == []
    fake.stream_destroy(stream)
