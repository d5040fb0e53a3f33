# arrow_arrays.c has the command that builds it and runs this.
"""Arrays of pyarrow and nanoarrow in C code, and arrays of C code in them, each compared; a device where there is one, with CuPy."""
import sys

import numpy as np

from arrow_arrays import Column, to_views

results = []


def check(what, right):
    results.append(bool(right))
    print(f"{what:64s} {'right' if right else 'WRONG'}", flush=True)


def refused(what, call, words):
    try:
        call()
        check(f"{what}: refused", False)
    except (TypeError, ValueError, BufferError) as error:
        check(f"{what}: {str(error)[:40]}...", words in str(error))


def bits(validity, offset, length):
    """A bitmap as booleans."""
    if validity is None:
        return np.ones(length, bool)
    return np.unpackbits(np.asarray(validity), bitorder="little")[offset:offset + length].astype(bool)


def from_pyarrow(pa):
    plain = pa.array(range(10), pa.float32())
    values, validity, offset, length = to_views(plain)
    check("pyarrow: float32, the same memory", validity is None and np.asarray(values).ctypes.data == plain.buffers()[1].address)
    nulls = pa.array([1, None, 3, None, 5] * 4, pa.int64())[3:17]
    values, validity, offset, length = to_views(nulls)
    valid = bits(validity, offset, length)
    check("pyarrow: int64 with nulls, a slice", valid.tolist() == nulls.is_valid().to_pylist()
          and np.asarray(values)[valid].tolist() == nulls.drop_null().to_pylist())
    lists = pa.FixedSizeListArray.from_arrays(pa.array(range(30), pa.int16()), 3)[2:6]
    check("pyarrow: lists of three as a second axis", np.asarray(to_views(lists)[0]).tolist() == lists.to_pylist())
    truth = pa.array([True, False, None] * 6)[4:13]
    values, validity, offset, length = to_views(truth)
    check("pyarrow: booleans are bits", [bool(v) if ok else None for v, ok in zip(bits(values, offset, length), bits(validity, offset, length))]
          == truth.to_pylist())
    times = pa.array([0, 86400], pa.timestamp("s", "UTC"))
    check("pyarrow: times as integers", np.asarray(to_views(times)[0]).tolist() == [0, 86400])
    refused("pyarrow: text", lambda: to_views(pa.array(["text"])), "got 'u'")
    refused("pyarrow: a dictionary", lambda: to_views(pa.array(["a", "b"]).dictionary_encode()), "dictionary")


def to_pyarrow(pa):
    x = np.arange(12, dtype="f8")
    check("an array of C in pyarrow, the same memory", pa.array(Column(x)).buffers()[1].address == x.ctypes.data)
    check("a strided one", pa.array(Column(x[::-3])).to_pylist() == x[::-3].tolist())
    check("two axes as lists", pa.array(Column(x.reshape(3, 4).T)).to_pylist() == x.reshape(3, 4).T.tolist())
    array = pa.array(Column(x[:5], np.array([0b10101], "u1")))
    check("with nulls", array.to_pylist() == [0, None, 2, None, 4] and array.null_count == 2)
    refused("three axes", lambda: pa.array(Column(np.zeros((2, 2, 2)))), "one or two axes")
    refused("complex numbers", lambda: pa.array(Column(np.zeros(2, complex))), "complex128")


def with_nanoarrow(na):
    array = na.c_array([1, None, 3], na.int32())
    values, validity, offset, length = to_views(array)
    check("nanoarrow: int32 with nulls", np.asarray(values)[[0, 2]].tolist() == [1, 3] and bits(validity, offset, length).tolist() == [True, False, True])
    check("an array of C in nanoarrow", na.Array(Column(np.arange(4, dtype="u2"))).to_pylist() == [0, 1, 2, 3])


def on_device(cupy):
    x = cupy.arange(12, dtype="f4")
    stream = cupy.cuda.Stream(non_blocking=True)
    for what, array in (("dense", x), ("strided", x[::-2]), ("two axes", x.reshape(4, 3).T)):
        column = Column(array, stream=stream)
        check(f"cupy, {what}: to Arrow and back", cupy.array_equal(cupy.asarray(to_views(column, stream)[0]), array))
        try:
            from nanoarrow import device
        except ImportError:
            print("nanoarrow: left out: not installed")
        else:
            there = device.c_device_array(column)
            check(f"cupy, {what}: through nanoarrow", there.device_type == device.DeviceType.CUDA
                  and cupy.array_equal(cupy.asarray(to_views(there, stream)[0]), array))
    dense = cupy.asarray(to_views(Column(x))[0])
    check("cupy: the same memory", dense.data.ptr == x.data.ptr)
    refused("cupy: __arrow_c_array__", lambda: Column(x).__arrow_c_array__(), "array: ")


def main():
    for name, demos in (("pyarrow", (from_pyarrow, to_pyarrow)), ("nanoarrow", (with_nanoarrow,))):
        try:
            module = __import__(name)
        except ImportError:
            print(f"{name}: left out: not installed")
        else:
            for demo in demos:
                demo(module)
    try:
        import cupy

        cupy.zeros(1)
    except Exception as error:  # whatever CuPy raises where there is no CUDA
        print(f"cupy: left out: {type(error).__name__}")
    else:
        on_device(cupy)
    print("cudf: left out: never at hand, its packages take gigabytes")
    wrong = results.count(False)
    print("everything is right" if not wrong else f"{wrong} WRONG")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
