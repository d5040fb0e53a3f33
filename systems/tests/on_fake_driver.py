"""For programs that tests run on the fake driver (fake_cuda.h): its controls, and its memory, which is the host's.

A program is a module of functions; the first argument names the one to run.
"""
import contextlib
import ctypes
import gc
import sys

import numpy as np

library = ctypes.CDLL("libcuda.so.1")
assert hasattr(library, "fake_reset"), "this is not the fake driver"
DEVICE, PINNED, MANAGED, POOL = range(4)


def control(name, result, *arguments):
    function = getattr(library, "fake_" + name)
    function.restype, function.argtypes = result, arguments
    return function


_pointer, _size, _int = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
alloc = control("alloc", _pointer, _int, _int, _size)
free = control("free", _int, _pointer)
live_allocations = control("live_allocations", _int)
live_bytes = control("live_bytes", _size)
live_streams = control("live_streams", _int)
stream_create = control("stream_create", _pointer, _pointer, ctypes.c_uint)
context_primary = control("context_primary", _pointer, _int)
add_work = control("stream_add_work", None, _pointer, _pointer)
log_clear = control("log_clear", None)
fail = control("fail", _int, _int, _int)
_log = control("log", ctypes.c_char_p)
_has_seen = control("stream_has_seen", _int, _pointer, _pointer, _pointer, _pointer)
_number = control("stream_number", _int, _pointer)


def stream(device=0):
    """A stream that does not wait for the default one."""
    return stream_create(context_primary(device), 1)


def has_seen(consumer, producer):
    """Would work on `consumer` come after all that is on `producer`?"""
    return bool(_has_seen(consumer, context_primary(0), producer, context_primary(0)))


def calls(name=""):
    """The calls whose names begin with that, as {argument: value}."""
    found = []
    for line in _log().decode().splitlines():
        call, *rest = line.split()
        if call.startswith(name):
            found.append({"call": call, **dict(word.split("=", 1) for word in rest if "=" in word)})
    return found


def streams_of(name):
    """The streams on which calls of that name were made, as the log numbers them."""
    return {call["stream"] for call in calls(name)}


def number(handle):
    return str(_number(handle))


def memory(address, count, dtype="f4"):
    """What is at an address, as NumPy."""
    return np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(ctypes.c_uint8)), (count * np.dtype(dtype).itemsize,)).view(dtype)


@contextlib.contextmanager
def nothing_left():
    """What is allocated within is given back within."""
    gc.collect()
    before = live_allocations(), live_bytes()
    yield
    gc.collect()
    assert (live_allocations(), live_bytes()) == before, (before, live_allocations(), live_bytes(), calls("cuMem")[-8:])


class raises:
    """As pytest.raises with the beginning of the text."""

    def __init__(self, kind, text=""):
        self.kind, self.text = kind, text

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        assert kind is not None and issubclass(kind, self.kind) and self.text in str(error), (kind, error)
        return True


def main(functions):
    functions[sys.argv[1]]()
    print("passed")
