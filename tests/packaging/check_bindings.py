"""What arrays and streams do as parameters of functions that nanobind or pybind11 bound: tests/cpp/bindings.cpp."""
import array
import builtins
import sys

import numpy as np

import bindings as b
import bindings_other

NANOBIND = type(b.total).__module__ == "nanobind"
ANY = "x: expected an array (an object with __dlpack__, "
F4 = "x: expected dtype float64, got float32"
x, y, f4, f8, table = np.arange(3.0), np.zeros(3), np.zeros(3, "f4"), np.zeros(3), np.zeros((3, 2))


class Failing:
    """An array whose producer fails in one way or another."""
    def __init__(self, error):
        self.error = error

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **keywords):
        raise self.error


class Stream:
    def __cuda_stream__(self):
        return 0, 1


ANSWERS = [  # function, arguments, what it gives
    (b.total, (array.array("d", range(5)),), 10), (b.total_of_pointer, (x,), 3), (b.total_free, (x,), 3),
    (b.over, (x,), 3), (b.over, (3,), "int"), (b.ndim, (np.zeros((2, 3), "f4"),), 2),
    (b.ndim, (np.zeros(9, "u1")[1:].view("f8"),), 1),
    (b.maybe, (None,), False), (b.maybe, (x,), True),
    # the overload that the array fits
    (b.order, (table,), "C"), (b.order, (np.asfortranarray(table),), "F"), (b.order, (table.T,), "F"),
    (b.dtype, (f4,), "float32"), (b.dtype, (f8,), "float64"),
    (b.axes, (f4,), "row"), (b.axes, (table,), "table"),
    # ... while another argument is converted, which is asked for in a second round
    (b.scaled, (2, f4), "float32"), (b.scaled, (2, f8), "float64"), (b.scaled, (np.float32(2), f8), "float64"),
    # ... or the object is no array, or one that becomes a number
    (b.number, (f8,), "float64"), (b.number, (2.5,), "a number"), (b.number, (3,), "a number"), (b.number, (np.float32(3),), "a number"),
    # ... of arguments that are taken together
    (b.together, (f4, f4.copy()), "float32"), (b.together, (f8, f8.copy()), "float64"), (b.together, (f8, f4), "float64"),
    # without a conversion rather than with one
    (b.converted, (f4,), "converted"), (b.converted, (f8,), "float64"), (b.converted, (np.zeros(3, "i4"),), "converted"),
    (b.converted, ([1, 2],), "converted"),
    (b.stream, (Stream(),), "a stream"), (b.stream, (3,), "a number")]
REFUSED = [  # function, arguments, exception, how its text begins
    (b.total, ("text",), TypeError, ANY), (b.total, (f4,), TypeError, F4), (b.total_free, (f4,), TypeError, F4),
    (b.total, (None,), TypeError, ANY), (b.ndim, (None,), TypeError, "array: expected an array"), (b.maybe, (f4,), TypeError, F4),
    (b.scaled_once, (2, f8), TypeError, "x: expected dtype float32, got float64"),
    (b.half_of_arguments_free, (f4, False), TypeError, "y: expected dtype float64, got float32"),
    (b.total, (table,), ValueError, "x: expected shape (n), 1 dimension, got (3, 2)"),
    (b.twice, (x, np.zeros(4)), ValueError, "y: expected shape (3,) as in x, got (4,)"),
    (b.twice, (x, x[::-1]), ValueError, "y: shares memory with x"),
    (b.twice, (x, None, "s"), TypeError, "stream: expected an object with __cuda_stream__"),
    (b.twice, (None, x), TypeError, ANY),
    (b.status, (), ValueError, "bad shape"), (b.made_for, (False,), ValueError, "cucore::result: library is NULL"),
    # no overload fits: the binding says what there is
    (b.over, ("text",), TypeError, "over(): incompatible function arguments"),
    (b.over, (f4,), TypeError, "over(): incompatible function arguments"),
    (b.over, (None,), TypeError, "over(): incompatible function arguments"),
    (b.order, (np.zeros((4, 4))[::2, ::2],), TypeError, "order(): incompatible function arguments"),
    (b.dtype, (np.zeros(3, "i4"),), TypeError, "dtype(): incompatible function arguments"),
    (b.scaled, (2, np.zeros(3, "i4")), TypeError, "scaled(): incompatible function arguments"),
    (b.together, (np.zeros(3, "i4"), f8), TypeError, "together(): incompatible function arguments"),
    # ... and what arguments are to each other is known when they are taken together
    (b.together, (f4, f8), TypeError, "y: expected dtype float32 as in x, got float64"),
    # ... but why an array cannot be handed over, or what is no fault of the argument, ends the call
    (b.dtype, (Failing(BufferError("it requires grad")),), BufferError, "it requires grad"),
    (b.over, (Failing(BufferError("it is sparse")),), BufferError, "it is sparse"),
    (b.scaled, (2, Failing(BufferError("it is meta"))), BufferError, "it is meta"),
    (b.together, (Failing(BufferError("it is lazy")), f4), BufferError, "it is lazy"),
    (b.dtype, (Failing(MemoryError("none left")),), MemoryError, "none left"),
    (b.dtype, (Failing(KeyboardInterrupt("stop")),), KeyboardInterrupt, "stop"),
    (b.scaled, (2, Failing(RuntimeError("a fault"))), RuntimeError, "a fault"),
    (b.together, (Failing(RuntimeError("a fault")), f4), RuntimeError, "a fault")]
# ... or after cucore::explain_overloads every function of C says why, of each argument; without such a reason the binding says what there is
def why(name, *lines):
    return (f"{name}(): no overload fits (help({name}) lists them):" + "".join(f"\n    {line}" for line in lines))


class FailsLater:
    """An array that is refused by all overloads, and fails otherwise when it is asked for the reason."""
    def __init__(self, tries, error):
        self.tries, self.left, self.error = tries, 0, error

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **keywords):
        self.left = (self.left or self.tries + 1) - 1
        raise TypeError("not yet") if self.left else self.error


i4, NOT = np.zeros(3, "i4"), ANY + "__cuda_array_interface__, a buffer or __array_interface__), got '"
F4_F8 = ("x: expected dtype float32, got int32", "x: expected dtype float64, got int32")
NO_STREAM = ("stream: expected an object with __cuda_stream__, a stream of CuPy (ptr), torch (cuda_stream), PyCUDA, CV-CUDA or Numba (handle), "
             "an int or None, got 'str'")
ANSWERS += [(b.why_dtype, (f4,), "float32"), (b.why_dtype, (f8,), "float64"), (b.why_one, (x,), "a row"), (b.why_mixed, ([1.5],), "a list"),
            (b.why_mixed, (table,), "table"), (b.why_mixed, (3,), "a number"), (b.why_together, (f4, f4.copy()), "float32"),
            (b.why_together, (f8, None), "on a stream"), (b.Chosen(f4).why, (f8,), "float32"), (b.Chosen(f8).why, (f4,), "float64")]
WHY = [  # function, arguments, exception, its whole text
    (b.why_dtype, (i4,), TypeError, why("why_dtype", *F4_F8)), (b.why_dtype, ("s",), TypeError, why("why_dtype", NOT + "str'")),
    (lambda one: b.why_dtype(x=one), (i4,), TypeError, why("why_dtype", *F4_F8)),
    (b.why_dtype, (Failing(TypeError("no data")),), TypeError, why("why_dtype", "x: no data")),
    (b.why_one, (f4,), TypeError, why("why_one", F4)),
    (b.why_one, (table,), TypeError, why("why_one", "x: expected shape (n), 1 dimension, got (3, 2)")),
    (b.why_mixed, (np.zeros((2, 2, 2)),), TypeError,
     why("why_mixed", "x: expected shape (n), 1 dimension, got (2, 2, 2)", "x: expected shape (n, m), 2 dimensions, got (2, 2, 2)")),
    (b.why_mixed, ({},), TypeError,
     why("why_mixed", "x: expected numbers, got 'dict', of which numpy.asarray makes an array of dtype object", NOT + "dict'")),
    (b.why_together, (i4, f8), TypeError, why("why_together", *F4_F8)),
    (b.why_together, (f8, "s"), TypeError,
     why("why_together", "x: expected dtype float32, got float64", NOT.replace("x", "y", 1) + "str'", NO_STREAM)),
    (b.Chosen, (i4,), TypeError, why("__init__", *F4_F8)), (b.Chosen(f4).why, (i4,), TypeError, why("why", *F4_F8)),
    # what is no fault of the argument, when it is asked again for the reason
    (b.why_dtype, (FailsLater(4, MemoryError("none left")),), MemoryError, "none left"),
    (b.why_dtype, (FailsLater(5, KeyboardInterrupt("stop")),), KeyboardInterrupt, "stop"),
    (b.why_dtype, (f8.__dlpack__(),), TypeError, "x: expected dtype float32, got float64")]
REFUSED += WHY[:-1] + [(b.why_dtype, (), TypeError, "why_dtype(): incompatible function arguments"),
                       (b.why_together, (f8, i4, i4), TypeError, "why_together(): incompatible function arguments"),
                       (b.why_together, (f4, f8), TypeError, "y: expected dtype float32 as in x, got float64")]
# a cucore::error by its status, with the GIL and without, in the copy of cucore that threw it
REFUSED += [(function, (status,), getattr(builtins, b.exception_of(status)), f"status {status}")
            for status in range(-15, 0) for function in (b.fail, b.fail_free, bindings_other.fail)]
REFUSED += [(b.fail_in_arguments, (np.zeros(6)[::2], -10), MemoryError, "status -10"), (b.fail, (-1000,), SystemError, "status -1000"),
            (bindings_other.fail_as_stranger, (), RuntimeError, "of a stranger")]
class Counted:
    """As Paddle's tensors: it counts the accesses that may write (B123)."""
    def __init__(self, dtype="f8"):
        self.array, self.counted = np.zeros(6, dtype)[::2], 0

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**keywords)

    def _bump_inplace_version(self):
        self.counted += 1


Counted.__module__, Counted.__name__ = "paddle", "Tensor"
COUNTS = [  # function, arguments with `...` for the tensor, its dtype, how often it is counted
    (b.half, (..., False), "f8", 1), (b.half_free, (..., True), "f8", 1), (b.half_of_arguments_free, (..., False), "f8", 1),
    (b.twice, (x, ...), "f8", 1), (b.twice, (..., y), "f8", 0), (b.total, (...,), "f8", 0), (b.total_free, (...,), "f8", 0),
    (b.write, (..., 1), "f8", 1), (b.write, (..., "s"), "f8", 1), (b.complex, (...,), "c16", 1), (b.complex, (...,), "c8", 0),
    (b.to_from, (..., x), "f8", 1), (b.from_to, (x, ...), "f8", 1),
    # of a function that is not called nothing is written
    (b.half, (..., False), "f4", 0), (b.write, (..., {}), "f8", 0), (b.complex, (...,), "f8", 0), (b.twice, (f4, ...), "f8", 0),
    (b.to_from, (..., f4), "f8", 0), (b.from_to, (f4, ...), "f8", 0), (b.to_from, (..., 3), "f8", 0), (b.from_to, (3, ...), "f8", 0)]
class Asked(Counted):
    """It counts the calls of __dlpack__."""
    def __init__(self, dtype):
        self.array, self.counted = np.zeros((3, 1) if dtype == "table" else 3, "f8" if dtype == "table" else dtype), 0

    def __dlpack__(self, **keywords):
        self.counted += 1
        return self.array.__dlpack__(**keywords)

    def _bump_inplace_version(self):
        pass


ASKED = [  # function, dtype of the arguments, how often each is taken: once for each overload that is tried, and never twice for one
    (b.dtype, "f4", (1,)), (b.dtype, "f8", (2,)), (b.dtype, "i4", (4,)), (b.order, "table", (1,)), (b.total, "f8", (1,)),
    (b.together, "f4", (1, 1)), (b.together, "f8", (3, 2)),
    # ... and once more for each reason
    (b.why_dtype, "f4", (1,)), (b.why_dtype, "f8", (2,)), (b.why_dtype, "i4", (6,))]
HALVES = [b.half, b.half_free, b.half_of_arguments, b.half_of_arguments_free]


def answer(function, arguments):
    """What a function gives, or the exception that it raises."""
    try:
        return function(*arguments)
    except BaseException as error:
        return error


def check_refusal(function, arguments, kind, words):
    error = answer(function, arguments)
    assert type(error) is kind and str(error).startswith(words), (function, arguments, error)


for function, arguments, kind, words in WHY:
    error = answer(function, arguments)
    assert type(error) is kind and str(error) == words, (function, arguments, error)
held = [x, y, f4, f8, table, i4]
counts = [sys.getrefcount(thing) for thing in held]
for _ in range(3):
    for function, arguments, expected in ANSWERS:
        assert answer(function, arguments) == expected, (function, arguments, answer(function, arguments))
    for row in REFUSED:
        check_refusal(*row)
    for half in HALVES:  # converted outputs: what was written arrives, but not where an exception is on its way
        for fails in False, True:
            z = np.zeros(6)
            given = answer(half, (z[::2], fails))
            assert str(given) == ("the work failed" if fails else "None"), (half, given)
            assert list(z) == [0 if fails else 77, 0, 0, 0, 0, 0], (half, fails, z)
    made = b.twice(x)
    assert type(made) is np.ndarray and list(made) == [0, 2, 4]
    assert b.twice(x, y, 1) is y and list(y) == [0, 2, 4]
for function, arguments, dtype, count in COUNTS:
    for _ in range(3):
        one = Counted(dtype)
        answer(function, tuple(one if value is ... else value for value in arguments))
        assert one.counted == count, (function, arguments, dtype, one.counted)
for function, dtype, count in ASKED:
    some = [Asked(dtype) for _ in count]
    answer(function, some)
    assert tuple(one.counted for one in some) == count, (function, dtype, [one.counted for one in some])
del one, dtype, count, some
del function, arguments, expected, row, half, fails, z, given, made
assert counts == [sys.getrefcount(thing) for thing in held], (counts, [sys.getrefcount(thing) for thing in held])

# A function without overloads has its own words also after one that has some, on the same line.
for function, arguments, kind, words in [row for row in REFUSED for row in (row, (b.total, row[1], TypeError, ""))]:
    if function is not b.total:
        answer(function, arguments)
    elif len(arguments) == 1:
        assert "incompatible" not in str(answer(function, arguments)), (arguments, answer(function, arguments))

assert b.exception_of(-15) and not b.exception_of(-16), "a status was added: raise the range above"
assert type(b.made_for(True)) is np.ndarray and type(b.made_for_nullptr()).__name__ == "Array"

assert b.over(3) == "int"
try:
    b.total(3)
except TypeError as error:
    assert str(error).startswith(ANY), error
else:
    raise AssertionError(b.total)

# A try that ends without a call gives the argument back as it was, not what the conversion made of it.
z = np.full(3, 0.1)
assert b.write(z, "as it is") == "as it is" and b.write(z, 1) == "converted"
assert list(z) == [np.float32(0.1)] * 3
z[:] = 0.1
assert b.write(z, "as it is") == "as it is" and list(z) == [0.1] * 3
check_refusal(b.write, (z, []), TypeError, "write(): incompatible function arguments")
assert list(z) == [0.1] * 3

# A capsule, which can be taken once, is for the first overload that might be called.
check_refusal(b.dtype, (f8.__dlpack__(max_version=(1, 0)),), TypeError, "x: expected dtype float32, got float64")
assert b.dtype(f4.__dlpack__(max_version=(1, 0))) == "float32"
capsule = f8.__dlpack__(max_version=(1, 0))
check_refusal(b.scaled, ("text", capsule), TypeError, "scaled(): incompatible function arguments")
assert b.total(capsule) == 0 and "used" in repr(capsule)

# Signatures have the specification.  nanobind adds that None comes to the function.
none, no = (" | None", ", not None") if NANOBIND else ("", "")
assert f'total(x: typing.Annotated[typing.Any, "float64 (n), the CPU reads it{no}"]{none}) -> float' in b.total.__doc__, b.total.__doc__
for words in (f'y: typing.Annotated[typing.Any, "=x, shape =x, writable, the CPU reads it"]{none}',
              f'stream: typing.Annotated[typing.Any, "a CUDA stream"]{none}'):
    assert words in b.twice.__doc__, b.twice.__doc__
assert f'"any array{no}"' in b.ndim.__doc__, b.ndim.__doc__

# Overloads by device and by complex numbers, which may be written or not.
assert b.device(f8) == "host"
c8, c16 = np.array([1 + 2j], "c8"), np.array([1 + 2j], "c16")
c8.flags.writeable = False
assert b.complex(c8) == 2 and b.complex(c16) == 4 and c16[0] == 2 + 4j
c16.flags.writeable = False
check_refusal(b.complex, (c16,), TypeError, "complex(): incompatible function arguments")

# Views that are kept own their memory, which goes when they do.
keeper, thing, slot = b.Keeper(), np.arange(4.0), array.array("d", [5, 6])
before = sys.getrefcount(thing)
for kept in thing, slot, thing[::2]:
    keeper.keep(kept)
del kept
assert keeper.sum() == 6 + 11 + 2 and sys.getrefcount(thing) > before
made = keeper.give()
assert type(made) is np.ndarray and list(made) == [0, 2] and made.base is not None
thing[2] = 7
assert list(made) == [0, 7] and keeper.sum() == 22
for _ in range(2):
    keeper.give()
try:
    keeper.give()
except IndexError as error:
    assert str(error) == "no array is kept"
else:
    raise AssertionError("an empty keeper gave an array")
del keeper, made
assert sys.getrefcount(thing) == before
slot.append(1)  # refused while a view has the buffer

# Results are of the library that is named, and their signatures have the type; one that does not fit is refused.
assert type(b.made_of(thing)) is np.ndarray and list(b.made_of(np)) == [0, 1, 2]
assert 'made_of(like: ' in b.made_of.__doc__ and '-> typing.Annotated[typing.Any, "float64 (n), C-contiguous"]' in b.made_of.__doc__
check_refusal(b.made_of, (thing, True), ValueError, "made: expected shape (n), 1 dimension, got (3, 1)")
check_refusal(b.made_of, ({},), TypeError, "")
for like in [1.0], (), range(2), 3:  # what numpy.asarray converts: the result is NumPy's (B134)
    assert type(b.made_of(like)) is np.ndarray
