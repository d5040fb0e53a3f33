"""Tests of the module of cucore's README on a machine without a GPU."""
import pytest

from conftest import DEVICE, DeviceArray

message = pytest.importorskip("message")


# BEGIN order
def test_work_comes_after_the_producer(fake):
    context = fake.context_primary(1)  # of device 1
    producer, consumer = fake.stream_create(context, 1), fake.stream_create(context, 1)  # 1: non-blocking
    ptr = fake.alloc(DEVICE, 1, 80)
    fake.stream_add_work(producer, None)  # which fills the array
    assert message.send(DeviceArray(ptr, (20,), "<f4", producer), consumer) == (ptr, 80, 1)
    assert fake.stream_has_seen(consumer, None, producer, None)  # the work of `send` would come after it
    assert not fake.host_has_seen(producer, None)  # and the call did not wait
# END


# BEGIN failure
@pytest.mark.parametrize("call", range(1, 20))
def test_each_failure_of_the_driver(fake, call):
    """The n-th call of the driver fails (2: out of memory): an exception or a result, never a crash."""
    context = fake.context_primary(0)
    producer, consumer = fake.stream_create(context, 1), fake.stream_create(context, 1)
    array = DeviceArray(fake.alloc(DEVICE, 0, 80), (20,), "<f4", producer)
    message.send(array, consumer)  # loads the driver: what the first call of a process finds is final
    fake.fail(call, 2)
    try:
        assert message.send(array, consumer)[1:] == (80, 0)
    except (RuntimeError, MemoryError) as error:
        assert "CUDA_ERROR_OUT_OF_MEMORY" in str(error)
    fake.fail(0, 0)
    assert message.send(array, consumer)[1:] == (80, 0)
# END
