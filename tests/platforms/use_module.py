"""Uses a module that was made of tests/python/limited.c, without anything that Python does not bring but NumPy, where it is.

    python3 tests/platforms/use_module.py FILE
"""
import array
import importlib.util
import sys


def expect(actual, expected):
    if actual != expected:
        sys.exit(f"FAILED expected {expected!r}, got {actual!r}")


def main():
    spec = importlib.util.spec_from_file_location("limited", sys.argv[1])
    limited = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(limited)
    expect(limited.line(bytearray(3))[:48], "uint8 (3,) strides (1,) on cpu, writable, buffer"[:48])
    expect(limited.line(memoryview(array.array("d", [1, 2, 3, 4]))[::2])[:29], "float64 (2,) strides (2,) on ")
    for wrong, words in (("text", "expected an array"), (3, "expected an array")):
        try:
            limited.line(wrong)
        except TypeError as error:
            expect(words in str(error), True)
        else:
            sys.exit(f"FAILED {wrong!r} was taken")
    ours = limited.ones_like(bytearray(6), None)
    expect(type(ours).__name__, "Array")
    expect(ours.__dlpack_device__(), (1, 0))
    expect(bytes(memoryview(ours)), b"\1" * 6)
    expect(limited.line(ours)[:6], "uint8 ")
    expect(repr(ours)[:19], "<cucore.Array uint8")
    said = "without NumPy"
    try:
        import numpy
    except ImportError:
        pass
    else:
        said = f"NumPy {numpy.__version__}"
        expect(limited.line(numpy.zeros((2, 3))[::-1])[:30], "float64 (2, 3) strides (-3, 1)")
        result = limited.ones_like(numpy.zeros((2, 3), "u1"), numpy.zeros(1))
        expect((type(result), result.tolist()), (numpy.ndarray, [[1] * 3] * 2))
    print(f"Python {sys.version.split()[0]}, {said}")


if __name__ == "__main__":
    main()
