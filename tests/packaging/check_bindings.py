"""What arrays and streams do as parameters of functions that nanobind or pybind11 bound: tests/cpp/bindings.cpp."""
import array
import sys

import numpy as np

import bindings

x, y = np.arange(3.0), np.zeros(3)
ANY = "x: expected an array (an object with __dlpack__, "
ANSWERS = [(bindings.total_free, (x,), 3), (bindings.total, (array.array("d", range(5)),), 10), (bindings.total_of_pointer, (x,), 3),
           (bindings.over, (x,), 3), (bindings.over, (3,), "int"), (bindings.ndim, (np.zeros((2, 3), "f4"),), 2),
           (bindings.ndim, (np.zeros(9, "u1")[1:].view("f8"),), 1)]
REFUSED = [(bindings.total_free, (np.zeros(3, "f4"),), TypeError, "x: expected dtype float64, got float32"),
           (bindings.half_of_arguments_free, (np.zeros(3, "f4"), False), TypeError, "y: expected dtype float64, got float32"),
           (bindings.total, ("text",), TypeError, ANY), (bindings.over, ("text",), TypeError, ANY),
           (bindings.total, (np.zeros(3, "f4"),), TypeError, "x: expected dtype float64, got float32"),
           (bindings.over, (np.zeros(3, "f4"),), TypeError, "x: expected dtype float64, got float32"),
           (bindings.twice, (x, np.zeros(4)), ValueError, "y: expected shape (3,) as in x, got (4,)"),
           (bindings.twice, (x, x[::-1]), ValueError, "y: shares memory with x"),
           (bindings.twice, (x, None, "s"), TypeError, "stream: expected an object with __cuda_stream__"),
           (bindings.status, (), ValueError, "bad shape"), (bindings.error, (), RuntimeError, "bad shape")]
HALVES = [bindings.half, bindings.half_free, bindings.half_of_arguments, bindings.half_of_arguments_free]
counts = [sys.getrefcount(thing) for thing in (x, y)]
for _ in range(3):
    for function, arguments, answer in ANSWERS:
        assert function(*arguments) == answer, (function, arguments)
    for function, arguments, kind, words in REFUSED:
        try:
            function(*arguments)
        except kind as error:
            assert type(error) is kind and str(error).startswith(words), error
        else:
            raise AssertionError((function, arguments))
    for half in HALVES:  # converted outputs: what was written arrives, but not where an exception is on its way
        for fails in False, True:
            z = np.zeros(6)
            try:
                half(z[::2], fails)
            except RuntimeError as error:
                assert fails and str(error) == "the work failed", error
            assert list(z) == [0 if fails else 77, 0, 0, 0, 0, 0], (half, fails, z)
    made = bindings.twice(x)
    assert type(made) is np.ndarray and list(made) == [0, 2, 4]
    assert bindings.twice(x, y, 1) is y and list(y) == [0, 2, 4]
assert counts == [sys.getrefcount(thing) for thing in (x, y)]
assert 'total(x: typing.Annotated[typing.Any, "float64 (n), the CPU reads it"]) -> float' in bindings.total.__doc__
for words in ('y: typing.Annotated[typing.Any, "=x, shape =x, writable, the CPU reads it"]',
              'stream: typing.Annotated[typing.Any, "a CUDA stream"]'):
    assert words in bindings.twice.__doc__, bindings.twice.__doc__
