"""Rules for a library that takes arrays of others: each check hands it a tensor of ours.  `lib` writes the library's own names."""
import ctypes
import gc
import struct
import sys
import threading
import time
import weakref

from .parts import *
from .table import check

BOTH = "legacy", "versioned"


# ------------------------------------------------------------------------------------------------ how __dlpack__ is called --
@check("D25-ordinary", "take", "array API: from_dlpack", "an ordinary tensor is taken, with its elements", BOTH, must=True)
def ordinary(lib, case):
    producer = Producer(case)
    y = lib.take(producer)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("D14-max-version", "take asks", "array API 2023.12: max_version", "max_version is sent, a tuple of two integers, with a major version of 1 or more")
def max_version(lib, case):
    producer = Producer("versioned")
    attempt(lib.take, producer)
    if not producer.asked or "max_version" not in producer.asked[0]:
        raise NotOffered(f"the first call has {producer.asked[:1]}")
    found = producer.asked[0]["max_version"]
    assert isinstance(found, tuple) and len(found) == 2 and all(type(each) is int for each in found) and found[0] >= 1, f"it is {found!r}"


@check("D13-stream-of-the-host", "take asks", "array API: on CPU only None is accepted as stream", "no stream is sent to a producer on the CPU")
def stream(lib, case):
    producer = Producer("legacy")
    attempt(lib.take, producer)
    assert producer.asked and all(each.get("stream") is None for each in producer.asked), f"the call has {producer.asked}"


@check("D15-legacy-anyway", "take asks", "array API: the consumer must verify the version also when max_version is passed (B22)",
       "a producer that takes max_version and gives a legacy capsule is understood", must=True)
def legacy_anyway(lib, case):
    producer = Producer("legacy")
    y = lib.take(producer)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("D19-no-max-version", "take asks", "array API: from_dlpack (B68)", "a producer that has no max_version is asked again without it", must=True)
def no_max_version(lib, case):
    class Old(Producer):
        def __dlpack__(self, stream=None):
            return self.capsule()
    producer = Old("legacy")
    y = lib.take(producer)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("D20-TypeError-inside", "take asks", "B25: a TypeError of the producer's code", "a TypeError that the producer raises is visible, and is not followed by another exception in its place")
def type_error(lib, case):
    class Broken(Producer):
        def __dlpack__(self, **keywords):
            self.asked.append(keywords)
            raise TypeError("boom" if len(self.asked) == 1 else "second call")
    producer = Broken("legacy")
    _, error = attempt(lib.take, producer)
    text, each = "", error
    while each is not None:
        text, each = text + told(each), each.__cause__ or each.__context__
    assert error is not None and "boom" in text, told(error)


@check("D18-propagates", "take asks", "array API: from_dlpack raises BufferError", "what __dlpack__ raises is raised: BufferError", ("BufferError", "KeyboardInterrupt"))
def propagates(lib, case):
    class Refusing(Producer):
        def __dlpack__(self, **keywords):
            raise {"BufferError": BufferError, "KeyboardInterrupt": KeyboardInterrupt}[case]("boom")
    try:
        error = None
        lib.take(Refusing("legacy"))
    except BaseException as found:
        error = found
    assert type(error).__name__ == case and "boom" in str(error), told(error)


@check("D7-device-raises", "take asks", "array API: from_dlpack", "what __dlpack_device__ raises, or an answer that is no pair, is an exception, not a crash", ("raises", "None"))
def device_raises(lib, case):
    class Odd(Producer):
        def __dlpack_device__(self):
            called.append(1)
            if case == "raises":
                raise ValueError("boom")
            return None
    called = []
    _, error = attempt(lib.take, Odd("legacy"))
    if not called:
        raise NotOffered("__dlpack_device__ is not called")
    assert error is not None and not isinstance(error, SystemError), told(error)


# ------------------------------------------------------------------------------------------------ capsules and deleters --
@check("D24-used", "take", "DLPack, Python specification: used_dltensor", "a capsule that was used is refused", BOTH)
def used_capsule(lib, case):
    producer = Producer(case)
    capsule = new_capsule(ctypes.addressof(producer.managed), USED[NAMES[case]], None)
    producer.capsule = lambda: capsule
    y, error = attempt(lib.take, producer)
    assert error is not None, "it is taken"


@check("D24-no-capsule", "take asks", "DLPack, Python specification: a PyCapsule named dltensor", "another object, or a capsule of another name, is refused", ("None", "a number", "another name"))
def no_capsule(lib, case):
    producer = Producer("legacy")
    given = {"None": None, "a number": 5, "another name": new_capsule(ctypes.addressof(producer.managed), b"other", None)}[case]
    producer.capsule = lambda: given
    y, error = attempt(lib.take, producer)
    assert error is not None and not isinstance(error, SystemError), "it is taken" if error is None else told(error)


@check("D25-renamed", "take", "DLPack, Python specification: used_dltensor", "a capsule is renamed, or its tensor copied and left to it", BOTH)
def renamed(lib, case):
    producer = watched(case)
    capsule = producer.one
    y = lib.take(producer)
    if capsule_name(capsule).startswith(b"used_"):
        return
    ctypes.memset(producer.address, 0x55, 24)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"its name is {capsule_name(capsule)!r}, and the array has the memory"
    del y
    gc.collect()
    assert not producer.deleted, f"its name is {capsule_name(capsule)!r}, and the deleter was called"


@check("D25-once", "take", "dlpack.h: deleter (B04, B31, B44)", "the deleter is called once, with the tensor's own address, after the array is gone",
       ("legacy", "versioned", "legacy, empty", "versioned, empty", "legacy, scalar", "versioned, scalar"))
def once(lib, case):
    kind, _, what = case.partition(", ")
    deleted = []
    producer = Producer(kind, deleter=noting(deleted), shape={"empty": (0, 3), "scalar": ()}.get(what, (2, 3)), strides=() if what == "scalar" else (3, 1))
    y = lib.take(producer)
    del y
    wait_until(lambda: deleted)
    assert deleted == [ctypes.addressof(producer.managed)], f"{len(deleted)} calls"


@check("D25-no-context", "take", "dlpack.h: manager_ctx can be NULL", "the deleter is called once also if manager_ctx is NULL", BOTH)
def no_context(lib, case):
    deleted = []
    producer = Producer(case, deleter=noting(deleted), context=False)
    y = lib.take(producer)
    del y
    wait_until(lambda: deleted)
    assert len(deleted) == 1, f"{len(deleted)} calls"


@check("D25-keeps", "take", "dlpack.h: deleter (B43)", "the deleter is not called while the array has the memory", BOTH)
def keeps(lib, case):
    deleted = []
    producer = Producer(case, deleter=noting(deleted))
    y = lib.take(producer)
    values = lib.values(y)
    gc.collect()
    if deleted:
        ctypes.memset(producer.address, 0x55, 24)
    assert lib.values(y) == values, "the deleter was called, and the array has the memory"


@check("D25-refused", "take", "dlpack.h: deleter (B75)", "a tensor that is refused for its dtype is deleted once", BOTH)
def refused(lib, case):
    producer = watched(case, dtype=(77, 32, 1))
    y, error = attempt(lib.take, producer)
    if error is None:
        raise NotOffered("it is taken")
    del error
    producer.one = None
    wait_until(lambda: producer.deleted)
    assert len(producer.deleted) == 1, f"{len(producer.deleted)} calls"


@check("D31-pending", "take asks", "B28, numpy/numpy#32697: a capsule that dies while an exception is pending loses it, if its destructor is Python's", "a refused tensor's error is the library's own, and the tensor is deleted once")
def pending(lib, case):
    producer = watched("legacy", dtype=(77, 32, 1))
    producer.capsule = lambda: vars(producer).pop("one")
    y, error = attempt(lib.take, producer)
    if error is None:
        raise NotOffered("it is taken")
    assert not isinstance(error, SystemError), told(error)
    del error
    wait_until(lambda: producer.deleted)
    assert len(producer.deleted) == 1, f"{len(producer.deleted)} calls"


@check("D25-twice", "take", "DLPack, Python specification: a capsule is used once (B34)", "a capsule that is given a second time is refused, and the first array stays", BOTH)
def twice(lib, case):
    producer = watched(case)
    y = lib.take(producer)
    values = lib.values(y)
    if not capsule_name(producer.one).startswith(b"used_"):
        raise NotOffered("it copies, and leaves the capsule as it is")
    again, error = attempt(lib.take, producer)
    assert error is not None, "it is taken again"
    assert lib.values(y) == values, "the first array has other elements"
    del y, error
    producer.one = None
    wait_until(lambda: producer.deleted)
    assert len(producer.deleted) == 1, f"{len(producer.deleted)} calls of the deleter"


@check("D29-major", "take versioned", "dlpack.h: of another major version only the deleter may be used (B26)", "version 2.0 is refused, nothing but the deleter is used, once")
def major(lib, case):
    producer = watched("versioned", version=(2, 0))
    y, error = attempt(lib.take, producer)
    assert error is not None, "it is taken"
    del error
    producer.one = None
    wait_until(lambda: producer.deleted)
    assert len(producer.deleted) == 1, f"{len(producer.deleted)} calls of the deleter"


@check("D29-minor", "take versioned", "dlpack.h: DLPACK_MINOR_VERSION", "a newer minor version is taken: 1.9", must=True)
def minor(lib, case):
    producer = Producer("versioned", version=(1, 9))
    y = lib.take(producer)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("D30-no-deleter", "take", "dlpack.h: deleter can be NULL (B27)", "a tensor without a deleter is taken, and the array dropped without a crash", BOTH, must=True)
def no_deleter(lib, case):
    producer = Producer(case, deleter=False)
    y = lib.take(producer)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"
    del y
    gc.collect()


@check("D32-deleter-takes-the-GIL", "take", "dlpack.h: deleter", "a deleter that takes the GIL and gives it away for a while runs, also if the array dies on another thread", BOTH)
def deleter_takes_the_gil(lib, case):
    deleted = []
    slow = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda address: deleted.append(address) or time.sleep(0.01))
    producers = [Producer(case, deleter=slow) for _ in range(4)]
    arrays = [lib.take(producer) for producer in producers]
    in_threads(arrays.pop)
    wait_until(lambda: len(deleted) > 3)
    assert sorted(deleted) == sorted(ctypes.addressof(producer.managed) for producer in producers), f"{len(deleted)} calls"


@check("D28-threads", "take", "array API: from_dlpack (B35)", "four threads take 50 tensors each: all elements right, each deleter called once", BOTH)
def threads(lib, case):
    deleted, found = [], []
    deleter = noting(deleted)
    producers = [Producer(case, deleter=deleter) for _ in range(200)]
    left = list(producers)
    in_threads(lambda: found.extend(attempt(lambda: lib.values(lib.take(left.pop()))) for _ in range(50)))
    wait_until(lambda: len(deleted) >= 200)
    wrong = [each for each in found if each != ([[0, 1, 2], [3, 4, 5]], None)]
    assert not wrong and len(found) == 200, wrong[0] if wrong else f"{len(found)} results"
    assert sorted(deleted) == sorted(ctypes.addressof(producer.managed) for producer in producers), "a deleter is not called once"


@check("D35-untouched", "take", "dlpack.h: the producer owns shape and strides", "the tensor is not written to", ("legacy", "versioned", "legacy, strides NULL"))
def untouched(lib, case):
    kind, _, null = case.partition(", ")
    producer = Producer(kind, **({"strides": None} if null else {}))
    before = bytes(producer.managed), producer.tensor.shape[:2], null or producer.tensor.strides[:2]
    y = lib.take(producer)
    assert (bytes(producer.managed), producer.tensor.shape[:2], null or producer.tensor.strides[:2]) == before, "a field differs"


@check("D25-references", "take asks", "Python: reference counts (B42)", "the references of the producer are as before when the array is gone", BOTH)
def references(lib, case):
    deleted = []
    deleter = noting(deleted)
    producers = [Producer(case, deleter=deleter) for _ in range(10)]
    before = [sys.getrefcount(producer) for producer in producers]
    arrays = [lib.take(producer) for producer in producers]
    del arrays
    wait_until(lambda: len(deleted) == 10)
    after = [sys.getrefcount(producer) for producer in producers]
    assert after == before, f"{after[0]} references, {before[0]} before"


@check("D33-exit", "take", "B73: arrays that live when the interpreter ends", "the process ends with 0", BOTH, leaves=True)
def at_exit(lib, case):
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    producer = Producer(case, deleter=libc.free)
    address = libc.malloc(ctypes.sizeof(producer.managed))
    ctypes.memmove(address, ctypes.addressof(producer.managed), ctypes.sizeof(producer.managed))
    producer.capsule = lambda: new_capsule(address, NAMES[case], None)
    sys.kept = [lib.take(producer), producer]


# -------------------------------------------------------------------------------------------------------- the fields --
@check("1.6-scalar", "take", "dlpack.h: if ndim is 0, shape and strides can be NULL (B45)", "a tensor without axes is taken", BOTH, must=True)
def scalar(lib, case):
    producer = Producer(case, shape=None, strides=None)
    y = lib.take(producer)
    assert lib.values(y) == 0.0, f"{lib.values(y)}"


@check("1.6-strides-null", "take", "dlpack.h: before 1.2 strides can be NULL (B08)", "NULL strides are those of C order", ("legacy", "versioned"), must=True)
def strides_null(lib, case):
    producer = Producer(case, strides=None, version=(1, 0))
    y = lib.take(producer)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("1.6-strides", "take", "dlpack.h: strides in elements (B06)", "strides of any kind give the right elements, or an exception",
       tuple(f"{what}, {kind}" for what in ("transposed", "padded", "negative", "broadcast", "overlapping") for kind in BOTH))
def strides(lib, case):
    what, kind = case.split(", ")
    producer = Producer(kind, strides={"transposed": (1, 2), "padded": (5, 1), "negative": (-3, -1), "broadcast": (0, 1), "overlapping": (1, 1)}[what])
    if what == "negative":
        producer.tensor.data += 5 * 4
    expected = values_of(producer.tensor)
    y, error = attempt(lib.take, producer)
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("1.6-size-1", "take", "B12, B48: the stride of an axis of length 1 has no meaning", "an axis of length 1 may have any stride", BOTH, must=True)
def size_1(lib, case):
    producer = Producer(case, shape=(3, 1), strides=(1, 77))
    y = lib.take(producer)
    assert lib.values(y) == [[0], [1], [2]], f"{lib.values(y)}"


@check("1.6-byte-offset", "take", "dlpack.h: byte_offset (B01, B02)", "byte_offset is added to data", BOTH, must=True)
def byte_offset(lib, case):
    producer = Producer(case, shape=(2, 2), strides=(2, 1), byte_offset=64)
    y = lib.take(producer)
    assert lib.values(y) == [[16, 17], [18, 19]], f"{lib.values(y)}, not [[16, 17], [18, 19]]"


@check("1.6-empty", "take", "dlpack.h: if the size is 0, data should be NULL (B11, B16)", "an empty tensor is taken: data NULL, data not NULL, strides 0 as NumPy 2.4 sends them",
       tuple(f"{what}, {kind}" for what in ("data NULL", "data", "strides 0") for kind in BOTH), must=True)
def empty(lib, case):
    what, kind = case.split(", ")
    producer = Producer(kind, shape=(2, 0), strides=(0, 0) if what == "strides 0" else (1, 1), **({"data": None} if what == "data NULL" else {}))
    y = lib.take(producer)
    assert lib.values(y) == [[], []], f"{lib.values(y)}"


@check("1.6-alignment", "take", "dlpack.h: data may have any alignment in practice (B100, B105)", "data that is aligned to less than 256 bytes gives the right elements, or an exception",
       tuple(f"{what}, {kind}" for what in ("64", "16", "4", "2") for kind in BOTH))
def alignment(lib, case):
    what, kind = case.split(", ")
    producer = Producer(kind, shift=int(what))
    y, error = attempt(lib.take, producer)
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


# The code, bits and format of struct of each dtype.
DTYPES = {"bool": (6, 8, "?"), "int8": (0, 8, "b"), "int16": (0, 16, "h"), "int32": (0, 32, "i"), "int64": (0, 64, "q"), "uint8": (1, 8, "B"),
          "uint16": (1, 16, "H"), "uint32": (1, 32, "I"), "uint64": (1, 64, "Q"), "float16": (2, 16, "e"), "float32": (2, 32, "f"), "float64": (2, 64, "d"),
          "complex64": (5, 64, "2f"), "complex128": (5, 128, "2d")}


@check("1.6-dtype", "take", "dlpack.h: DLDataType", "a tensor of this dtype has the right elements, or is refused", tuple(DTYPES))
def dtype(lib, case):
    code, bits, format = DTYPES[case]
    content = b"".join(struct.pack(format, *(i % 2 if code == 6 else i, 0)[:len(format)]) for i in range(6))
    producer = Producer("legacy", dtype=(code, bits, 1), content=content)
    y, error = attempt(lib.take, producer)
    expected = [[0, 1, 0], [1, 0, 1]] if code == 6 else [[0, 1, 2], [3, 4, 5]]
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("1.6-bfloat16", "take", "dlpack.h: kDLBfloat", "bfloat16 has the right elements, or is refused")
def bfloat16(lib, case):
    producer = Producer("legacy", dtype=(4, 16, 1), content=struct.pack("6H", 0, 0x3f80, 0x4000, 0x4040, 0x4080, 0x40a0))
    y, error = attempt(lib.take, producer)
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


WRONG = {"lanes 0": {"dtype": (2, 32, 0)}, "float of 24 bits": {"dtype": (2, 24, 1)}, "int of 0 bits": {"dtype": (0, 0, 1)}, "int of 7 bits": {"dtype": (0, 7, 1)},
         "code 77": {"dtype": (77, 32, 1)}, "opaque handle": {"dtype": (3, 64, 1)}, "float4 of 8 bits": {"dtype": (17, 8, 1)}, "bool of 32 bits": {"dtype": (6, 32, 1)},
         "bfloat of 32 bits": {"dtype": (4, 32, 1)}, "complex of 16 bits": {"dtype": (5, 16, 1)}}
HOSTILE = {"ndim -1": {"ndim": -1}, "negative extent": {"shape": (2, -3)}, "extents 2^40, 2^40": {"shape": (2**40, 2**40)}, "extents 2^62, 4": {"shape": (2**62, 4)},
           "data NULL": {"data": None}, "shape NULL": {"shape": None, "ndim": 2}}


@check("1.6-no-dtype", "take", "dlpack.h: DLDataTypeCode; cucore: 1.6 (B69)", "a dtype that means nothing is refused", tuple(f"{what}, {kind}" for what in WRONG for kind in BOTH))
def wrong(lib, case):
    what, kind = case.rsplit(", ", 1)
    producer = Producer(kind, **WRONG[what])
    y, error = attempt(lib.take, producer)
    assert error is not None, "it is taken"
    assert not isinstance(error, SystemError), told(error)


@check("1.6-hostile", "take", "cucore: 1.6", "a tensor that means nothing is refused, without a crash", tuple(f"{what}, {kind}" for what in HOSTILE for kind in BOTH))
def hostile(lib, case):
    what, kind = case.rsplit(", ", 1)
    producer = Producer(kind, **HOSTILE[what])
    y, error = attempt(lib.take, producer)
    assert error is not None, "it is taken"
    assert not isinstance(error, SystemError), told(error)


@check("1.6-lanes", "take", "dlpack.h: lanes", "lanes of 2 are an axis more, a dtype for them, or refused", BOTH)
def lanes(lib, case):
    producer = Producer(case, dtype=(2, 32, 2))
    y, error = attempt(lib.take, producer)
    found = [] if error else str(lib.values(y))
    assert error is not None or all(f"{i}" in found for i in range(12)), f"{found}: every second element is lost"


# Eight numbers: the dtype's code, lanes, the content, what they are.
SUB_BYTE = {"int4": (0, 1, b"\x10\x32\x54\x76", [[0, 1, 2, 3], [4, 5, 6, 7]]), "uint4": (1, 1, b"\x98\xba\xdc\xfe", [[8, 9, 10, 11], [12, 13, 14, 15]]),
            "int4 padded": (0, 1, bytes(range(8)), [[0, 1, 2, 3], [4, 5, 6, 7]]), "float4_e2m1fn": (17, 1, b"\x10\x32\x54\x76", [[0, 0.5, 1, 1.5], [2, 3, 4, 6]]),
            "float4_e2m1fn padded": (17, 1, bytes(range(8)), [[0, 0.5, 1, 1.5], [2, 3, 4, 6]]), "int4 of 2 lanes": (0, 2, b"\x10\x32\x54\x76", [[[0, 1], [2, 3]], [[4, 5], [6, 7]]])}


@check("1.6-sub-byte", "take", "dlpack.h: bits; DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED",
       "elements of 4 bits are packed, the first in the low bits, or a byte each with the flag: right, or refused",
       ("int4, legacy", *(f"{what}, versioned" for what in SUB_BYTE)))
def sub_byte(lib, case):
    what, kind = case.split(", ")
    code, lanes, content, expected = SUB_BYTE[what]
    extent = 4 // lanes
    producer = Producer(kind, shape=(2, extent), strides=(extent, 1), dtype=(code, 4, lanes), content=content, flags=4 if "padded" in what else 0)
    y, error = attempt(lib.take, producer)
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("1.6-sub-byte-rows", "take", "cucore: 1.6", "packed rows that begin within a byte are right, or refused", BOTH)
def sub_byte_rows(lib, case):
    producer = Producer(case, shape=(2, 3), strides=(3, 1), dtype=(0, 4, 1), content=b"\x10\x32\x54")
    y, error = attempt(lib.take, producer)
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("1.6-many-axes", "take", "dlpack.h: ndim", "1000 axes are taken or refused, without a crash", BOTH)
def many_axes(lib, case):
    producer = Producer(case, shape=(1,) * 1000, strides=(1,) * 1000)
    y, error = attempt(lib.take, producer)
    assert not isinstance(error, SystemError), told(error)


# -------------------------------------------------------------------------------------------------- flags and devices --
@check("1.7-read-only", "take versioned writes", "dlpack.h: DLPACK_FLAG_BITMASK_READ_ONLY", "a read-only tensor is refused, copied or not written to")
def read_only(lib, case):
    producer = Producer("versioned", flags=1)
    y, error = attempt(lib.take, producer)
    if error is None:
        attempt(lib.write, y)
    assert ctypes.string_at(producer.address, 24) == FLOATS[:24], "the memory is written to"


@check("1.7-read-only-again", "take versioned export", "dlpack.h: DLPACK_FLAG_BITMASK_READ_ONLY", "an array of a read-only tensor is exported read-only, if it is of the same memory")
def read_only_again(lib, case):
    producer = Producer("versioned", flags=1)
    y, error = attempt(lib.take, producer)
    if error:
        raise NotOffered(told(error))
    _, error = attempt(y.__dlpack__, max_version=(1, 3))
    if error:
        raise NotOffered(told(error))
    again = managed(y.__dlpack__(max_version=(1, 3)))
    assert again.t.data != producer.address or isinstance(again, Versioned) and again.flags & 1, "without the flag"


@check("1.7-writable", "take versioned writes", "dlpack.h: flags (B36)", "a tensor without the flag READ_ONLY can be written to, if the library writes")
def writable(lib, case):
    producer = Producer("versioned")
    y = lib.take(producer)
    _, error = attempt(lib.write, y)
    assert error is None, told(error)


@check("1.7-flags", "take versioned", "dlpack.h: flags", "IS_COPIED and unknown flags are no reason to refuse", ("IS_COPIED", "bit 40"), must=True)
def flags(lib, case):
    producer = Producer("versioned", flags=2 if case == "IS_COPIED" else 1 << 40)
    y = lib.take(producer)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("1.8-device", "take", "dlpack.h: DLDeviceType (B76)", "memory of a device that the library does not know is refused", ("OpenCL, legacy", "OpenCL, versioned", "type 77, legacy", "type 77, versioned"))
def device(lib, case):
    what, kind = case.split(", ")
    number = 4 if what == "OpenCL" else 77
    producer = Producer(kind, device=(number, 0), device_type=number)
    y, error = attempt(lib.take, producer)
    assert error is not None, "it is taken"
    assert not isinstance(error, SystemError), told(error)


@check("D8-device-of-the-capsule", "take asks", "D8: the device in the capsule counts", "a capsule of another device than __dlpack_device__ tells is refused, or its memory not read on the host")
def other_device(lib, case):
    producer = Producer("legacy", device_type=4)
    y, error = attempt(lib.take, producer)
    assert error is not None, "it is taken as memory of the CPU"


@check("D17-copy", "take asks copies", "array API 2023.12: from_dlpack(copy=True)", "copy=True gives memory of its own, also if the producer has no copy; or an exception", ("known", "unknown"))
def copy(lib, case):
    class Copying(Producer):
        def __dlpack__(self, copy=None, **keywords):
            return (other if copy else self).capsule()

    class Old(Producer):
        def __dlpack__(self, stream=None):
            return self.capsule()
    other = Producer("versioned", flags=2)
    producer = Copying("versioned") if case == "known" else Old("legacy")
    y, error = attempt(lib.take_copy, producer, True)
    if error is None:
        ctypes.memset(producer.address, 0x55, 24)
        assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], "it shares the memory"


@check("D17-no-copy", "take asks copies", "array API 2023.12: from_dlpack(copy=False)", "copy=False gives the producer's memory, or an exception",
       ("plain", "no keyword", "4 bytes off", "transposed", "reversed"))
def no_copy(lib, case):
    class Old(Producer):
        def __dlpack__(self, stream=None):
            return self.capsule()
    made, kind = (Old, "legacy") if case == "no keyword" else (Producer, "versioned")
    producer = made(kind, shift=4 if case == "4 bytes off" else 0, strides={"transposed": (1, 2), "reversed": (-3, -1)}.get(case, (3, 1)))
    if case == "reversed":
        producer.tensor.data += 5 * 4
    y, error = attempt(lib.take_copy, producer, False)
    if error is None:
        ctypes.memset(producer.address, 0x55, 24)
        assert lib.values(y) == values_of(producer.tensor), "it is a copy"


@check("D16-device", "take asks places", "array API 2023.12: from_dlpack(device=)", "device=the CPU: dl_device is the CPU or not sent, no stream is sent, the elements are right; or an exception",
       ("an array of the CPU", "of a GPU", "of a GPU, no dl_device"))
def place(lib, case):
    class Far(Producer):
        def __dlpack__(self, **keywords):
            self.asked.append(keywords)
            if keywords.get("dl_device") is None or case == "of a GPU, no dl_device":
                raise BufferError("it is on a GPU")
            return self.capsule()
    producer = Producer("versioned") if case == "an array of the CPU" else Far("versioned", device=(2, 0))
    y, error = attempt(lib.take_on, producer)
    wrong = [each for each in producer.asked if each.get("dl_device") and (tuple(each["dl_device"]) != (1, 0) or each.get("stream") is not None)]
    assert not wrong, f"the call has {wrong[0]}"
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


# ------------------------------------------------------------------------------------------------ the exchange table --
@check("X4-elements", "take tables", "dlpack.h 1.3: DLPackExchangeAPI", "the elements that a table gives are right, also if functions that the library does not need are NULL", ("all functions", "only from_py_object"), must=True)
def table_elements(lib, case):
    producer = tabled(lends=case == "all functions", others=case == "all functions")
    y = lib.take(producer)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("X3-major", "take tables", "dlpack.h 1.3: the consumer must check the major version", "functions of a table of major version 2 are not called; __dlpack__ is")
def table_major(lib, case):
    producer = tabled(major=2)
    y, error = attempt(lib.take, producer)
    assert not producer.called, f"{producer.called} were called"
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("X11-silent", "take tables", "X11: -1 without an exception (B66)", "a table that fails without an exception is an exception, or __dlpack__ is asked")
def table_silent(lib, case):
    producer = tabled(result=-1)
    y, error = attempt(lib.take, producer)
    assert not isinstance(error, SystemError), told(error)
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("X10-once", "take tables", "dlpack.h 1.3: DLPackManagedTensorFromPyObjectNoSync", "a tensor that a table gives is deleted once, after the array is gone")
def table_once(lib, case):
    producer = tabled(lends=False)
    y = lib.take(producer)
    assert not producer.deleted or lib.values(y) == [[0, 1, 2], [3, 4, 5]]
    del y
    wait_until(lambda: producer.deleted)
    assert len(producer.deleted) == 1, f"{len(producer.deleted)} calls of the deleter"


# ---------------------------------------------------------------------------------------------- __array_interface__ --
def described(numbers, **keys):
    """A dict for the memory of some floats."""
    return {"shape": (2, 3), "typestr": "<f4", "data": (ctypes.addressof(numbers), False), "version": 3, **keys}


def floats():
    return (ctypes.c_float * 16)(*range(16))


@check("A1-ordinary", "take_interface", "NumPy: the array interface, version 3", "an ordinary dict is taken: strides None, or absent; a newer version", ("absent", "None", "version 4"), must=True)
def interface_ordinary(lib, case):
    numbers = floats()
    more = {"None": {"strides": None}, "version 4": {"version": 4}}.get(case, {})
    y = lib.take_interface(interface(__array_interface__=described(numbers, **more)))
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("A1-strides", "take_interface", "NumPy: strides in bytes (B54)", "strides of any kind give the right elements, or an exception", ("transposed", "negative", "broadcast", "6 bytes"))
def interface_strides(lib, case):
    numbers = floats()
    steps = {"transposed": (4, 8), "negative": (-12, -4), "broadcast": (0, 4), "6 bytes": (18, 6)}[case]
    address = ctypes.addressof(numbers) + (20 if case == "negative" else 0)
    y, error = attempt(lib.take_interface, interface(__array_interface__=described(numbers, data=(address, False), strides=steps)))
    expected = elements(address, (2, 3), steps)
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("A1-byte-order", "take_interface", "NumPy: typestr", "the other byte order gives the right elements, or is refused")
def interface_order(lib, case):
    numbers = (ctypes.c_char * 24)(*struct.pack(">6f", *range(6)))
    y, error = attempt(lib.take_interface, interface(__array_interface__=described(numbers, typestr=">f4")))
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("A1-refused", "take_interface", "NumPy: the array interface", "a dict that means nothing is refused",
       ("no shape", "no typestr", "negative extent", "strides too short", "typestr <f3", "NULL", "mask"))
def interface_refused(lib, case):
    numbers = floats()
    found = described(numbers)
    if case.startswith("no "):
        del found[case[3:]]
    found.update({"negative extent": {"shape": (2, -3)}, "strides too short": {"strides": (12,)}, "typestr <f3": {"typestr": "<f3"}, "NULL": {"data": (0, False)},
                  "mask": {"mask": interface(__array_interface__=described(numbers, typestr="|b1"))}}.get(case, {}))
    usual = attempt(lib.take_interface, interface(__array_interface__=described(numbers)))[1]
    y, error = attempt(lib.take_interface, interface(__array_interface__=found))
    if error is not None and told(error) == told(usual):
        raise Unknown(f"an ordinary dict is refused as well: {told(usual)}")
    assert error is not None and not isinstance(error, SystemError), "it is taken" if error is None else told(error)


@check("A1-not-written", "take_interface writes", "NumPy: data[1]", "memory that is read-only is not written to")
def interface_read_only(lib, case):
    numbers = floats()
    y, error = attempt(lib.take_interface, interface(__array_interface__=described(numbers, data=(ctypes.addressof(numbers), True))))
    if error is None:
        attempt(lib.write, y)
    assert list(numbers) == list(range(16)), "it is written to"


@check("A1-buffer", "take_interface", "NumPy: data may be a buffer, with offset", "data that is a buffer gives the right elements, or an exception", ("offset absent", "offset 8"))
def interface_buffer(lib, case):
    found = {"shape": (2, 3), "typestr": "<f4", "data": bytearray(FLOATS), "version": 3, **({"offset": 8} if case == "offset 8" else {})}
    y, error = attempt(lib.take_interface, interface(__array_interface__=found))
    expected = [[2, 3, 4], [5, 6, 7]] if case == "offset 8" else [[0, 1, 2], [3, 4, 5]]
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("A1-owner", "take_interface", "NumPy: the object owns the memory", "the object lives as long as an array of its memory")
def interface_owner(lib, case):
    numbers = floats()
    owner = interface(__array_interface__=described(numbers))
    gone = weakref.ref(owner)
    y = lib.take_interface(owner)
    del owner
    gc.collect()
    if gone() is None:
        ctypes.memset(numbers, 0x55, 24)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], "the object is gone, and the array has its memory"


# -------------------------------------------------------------------------------------------------- buffers (PEP 3118) --
@check("A6-lock", "take_buffer", "Python: a buffer locks a bytearray (B47)", "a bytearray cannot grow while an array has its memory, and can afterwards")
def buffer_lock(lib, case):
    memory = bytearray(struct.pack("6f", *range(6)))
    y = lib.take_buffer(memoryview(memory).cast("f"))
    _, error = attempt(memory.extend, bytes(4096))
    if error is None:
        memory[:24] = b"\x55" * 24
    assert lib.values(y) == [0, 1, 2, 3, 4, 5], "it grows, and the array has the old memory"
    if error is not None:
        del y, error
        gc.collect()
        _, error = attempt(memory.extend, bytes(4096))
        assert error is None, f"afterwards: {told(error)}"


@check("A5-not-written", "take_buffer writes", "Python: Py_buffer.readonly", "read-only memory is not written to")
def buffer_read_only(lib, case):
    memory = struct.pack("6f", *range(6))
    y, error = attempt(lib.take_buffer, memoryview(memory).cast("f"))
    if error is None:
        attempt(lib.write, y)
    assert memory == struct.pack("6f", *range(6)), "it is written to"


@check("A8-strided", "take_buffer", "Python: Py_buffer.strides", "a strided buffer gives the right elements, or an exception", ("every second", "reversed"))
def buffer_strided(lib, case):
    view = memoryview(bytearray(struct.pack("6f", *range(6)))).cast("f")[::2 if case == "every second" else -1]
    y, error = attempt(lib.take_buffer, view)
    assert error is not None or lib.values(y) == view.tolist(), f"{lib.values(y)}, not {view.tolist()}"


@check("A8-formats", "take_buffer", "Python: struct", "a buffer of this format has the right elements, or is refused", tuple("bBhHiIlLqQnNfd?"))
def buffer_formats(lib, case):
    view = memoryview(bytearray(struct.pack(f"4{case}", 0, 1, 1, 0))).cast(case)
    y, error = attempt(lib.take_buffer, view)
    assert error is not None or lib.values(y) == view.tolist(), f"{lib.values(y)}, not {view.tolist()}"


# ----------------------------------------------------------------------------------------- __cuda_array_interface__ --
def placed(numbers):
    """The address of these numbers on a GPU, whose context is current; of themselves if there is none."""
    driver, error = attempt(ctypes.CDLL, "libcuda.so.1")
    address, size = ctypes.c_uint64(), ctypes.c_size_t(ctypes.sizeof(numbers))
    if error or driver.cuMemAlloc_v2(ctypes.byref(address), size) or driver.cuMemcpyHtoD_v2(address, numbers, size):
        return ctypes.addressof(numbers)
    return address.value


def read(address):
    """The first 24 bytes there on a GPU, as six floats."""
    found = (ctypes.c_float * 6)()
    assert ctypes.CDLL("libcuda.so.1").cuMemcpyDtoH_v2(found, ctypes.c_uint64(address), ctypes.c_size_t(24)) == 0
    return list(found)


NO_ARRAYS = {"shape": {}, "typestr": {}, "data": {}, "version": {}, "negative extent": {"shape": (2, -3)}, "strides too short": {"strides": (12,)}, "typestr <f3": {"typestr": "<f3"},
             "NULL": {"data": (0, False)}, "stream 0": {"stream": 0}, "stream -1": {"stream": -1}, "mask": {"mask": [True]}}


@check("3.1-refused", "take_cuda", "CUDA Array Interface, version 3 (B19)", "a dict that lacks a key or means nothing is refused", tuple(NO_ARRAYS))
def cuda_refused(lib, case):
    numbers = floats()
    attempt(lambda: lib.cuda_array((2, 3), "float32"))  # its context is current from here on
    address = placed(numbers)
    plain = described(numbers, data=(address, False))
    found = {**plain, **NO_ARRAYS[case]} if NO_ARRAYS[case] else {key: value for key, value in plain.items() if key != case}
    usual = attempt(lib.take_cuda, interface(__cuda_array_interface__=plain))[1]
    y, error = attempt(lib.take_cuda, interface(__cuda_array_interface__=found))
    if error is not None and told(error) == told(usual):
        raise Unknown(f"an ordinary dict is refused as well: {told(usual)}")
    assert error is not None and not isinstance(error, SystemError), "it is taken" if error is None else told(error)


@check("3.1-empty", "take_cuda", "CUDA Array Interface: the pointer of an empty array is 0 (B18)", "an empty array is taken, with data 0", ("data 0", "data"))
def cuda_empty(lib, case):
    numbers = floats()
    attempt(lambda: lib.cuda_array((2, 3), "float32"))  # its context is current from here on
    address = placed(numbers)
    usual = attempt(lib.take_cuda, interface(__cuda_array_interface__=described(numbers, data=(address, False))))[1]
    y, error = attempt(lib.take_cuda, interface(__cuda_array_interface__=described(numbers, shape=(0, 3), data=(0 if case == "data 0" else address, False))))
    if error is not None and told(error) == told(usual):
        raise Unknown(f"an ordinary dict is refused as well: {told(usual)}")
    assert error is None, told(error)


@check("3.1-ordinary", "take_cuda cuda", "CUDA Array Interface, version 3", "an ordinary dict is taken", ("strides absent", "strides None", "stream None", "stream 1", "stream 2"), must=True)
def cuda_ordinary(lib, case):
    numbers = floats()
    lib.cuda_array((2, 3), "float32")  # its context is current from here on
    key, value = case.split()
    more = {} if value == "absent" else {key: None if value == "None" else int(value)}
    y = lib.take_cuda(interface(__cuda_array_interface__=described(numbers, data=(placed(numbers), False), **more)))
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("3.1-strides", "take_cuda cuda", "CUDA Array Interface: strides in bytes", "strides of any kind give the right elements, or an exception", ("transposed", "broadcast", "reversed", "6 bytes"))
def cuda_strides(lib, case):
    numbers = floats()
    lib.cuda_array((2, 3), "float32")  # its context is current from here on
    steps = {"transposed": (4, 8), "broadcast": (0, 4), "reversed": (-12, -4), "6 bytes": (18, 6)}[case]
    first = 20 if case == "reversed" else 0
    y, error = attempt(lib.take_cuda, interface(__cuda_array_interface__=described(numbers, data=(placed(numbers) + first, False), strides=steps)))
    expected = elements(ctypes.addressof(numbers) + first, (2, 3), steps)
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("C5-not-written", "take_cuda cuda writes", "CUDA Array Interface: data[1]", "memory that is read-only is not written to")
def cuda_read_only(lib, case):
    numbers = floats()
    lib.cuda_array((2, 3), "float32")  # its context is current from here on
    address = placed(numbers)
    y, error = attempt(lib.take_cuda, interface(__cuda_array_interface__=described(numbers, data=(address, True))))
    if error is None:
        attempt(lib.write, y)
        attempt(lib.values, y)
    assert read(address) == [0, 1, 2, 3, 4, 5], "it is written to"


@check("C6-owner", "take_cuda cuda", "CUDA Array Interface: the object owns the memory", "the object lives as long as an array of its memory")
def cuda_owner(lib, case):
    numbers = floats()
    lib.cuda_array((2, 3), "float32")  # its context is current from here on
    address = placed(numbers)
    owner = interface(__cuda_array_interface__=described(numbers, data=(address, False)))
    gone = weakref.ref(owner)
    y = lib.take_cuda(owner)
    del owner
    gc.collect()
    if gone() is None:
        assert ctypes.CDLL("libcuda.so.1").cuMemsetD32_v2(ctypes.c_uint64(address), 0x3f800000, ctypes.c_size_t(6)) == 0
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], "the object is gone, and the array has its memory"


# --------------------------------------------------------------------------------------------------------------- CUDA --
@check("C13-late-data", "take_cuda cuda", "CUDA Array Interface: stream", "the library's work comes after work on the stream that the dict names")
def cuda_late_interface(lib, case):
    driver, count = ctypes.CDLL("libcuda.so.1"), 1 << 20
    lib.cuda_array((2, 3), "float32")  # its context is current from here on
    ours, address = ctypes.c_void_p(), ctypes.c_uint64()
    assert driver.cuStreamCreate(ctypes.byref(ours), 1) == 0 and driver.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(4 * count)) == 0
    for value in [0] * 3000 + [0x3f800000]:
        assert driver.cuMemsetD32Async(address, value, ctypes.c_size_t(count), ours) == 0
    found = {"shape": (1024, 1024), "typestr": "<f4", "data": (address.value, False), "version": 3, "stream": ours.value}
    y = lib.take_cuda(interface(__cuda_array_interface__=found))
    wrong = sum(each != 1.0 for row in lib.values(y) for each in row)
    assert not wrong, f"{wrong} elements are from before the work"


@check("D10-late-data", "take_device cuda", "array API: stream", "the library's work comes after work that our producer has enqueued on its own stream")
def cuda_late(lib, case):
    driver, count = ctypes.CDLL("libcuda.so.1"), 1 << 20
    lib.cuda_array((2, 3), "float32")  # its context is current from here on
    ours, event, address = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
    assert driver.cuStreamCreate(ctypes.byref(ours), 1) == 0 and driver.cuEventCreate(ctypes.byref(event), 2) == 0
    assert driver.cuMemAlloc_v2(ctypes.byref(address), ctypes.c_size_t(4 * count)) == 0

    class Late(Producer):
        def __dlpack__(self, stream=None, **keywords):
            self.asked.append(stream)
            for value in [0] * 3000 + [0x3f800000]:
                assert driver.cuMemsetD32Async(address, value, ctypes.c_size_t(count), ours) == 0
            assert driver.cuEventRecord(event, ours) == 0
            if stream != -1:
                assert driver.cuStreamWaitEvent(ctypes.c_void_p(1 if stream is None else stream), event, 0) == 0
            return self.capsule()
    producer = Late("legacy", device=(2, 0), shape=(1024, 1024), strides=(1024, 1), data=address.value, device_type=2)
    y = lib.take(producer)
    found = lib.values(y)
    wrong = sum(each != 1.0 for row in found for each in row)
    assert not wrong, f"{wrong} elements are from before the work; stream {producer.asked}"
