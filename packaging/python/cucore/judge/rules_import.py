"""Rules for a library that takes arrays of others: each check hands it a tensor of ours.  `lib` writes the library's own names."""
import ctypes
import gc
import struct
import sys
import threading
import time

from .parts import *
from .table import check

BOTH = "legacy", "versioned"


# ------------------------------------------------------------------------------------------------ how __dlpack__ is called --
@check("D25-ordinary", "take", "array API: from_dlpack", "an ordinary tensor is taken, with its elements", BOTH, must=True)
def ordinary(lib, case):
    producer = Producer(case)
    y = lib.take(producer)
    assert lib.values(y) == values_of(producer.tensor.managed.t), f"{lib.values(y)}"


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
    assert lib.values(y) == values_of(producer.tensor.managed.t), f"{lib.values(y)}"


@check("D19-no-max-version", "take asks", "array API: from_dlpack (B68)", "a producer that has no max_version is asked again without it", must=True)
def no_max_version(lib, case):
    class Old(Producer):
        def __dlpack__(self, stream=None):
            return self.tensor.capsule()
    producer = Old("legacy")
    y = lib.take(producer)
    assert lib.values(y) == values_of(producer.tensor.managed.t), f"{lib.values(y)}"


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
    producer.given = lambda: producer.tensor.capsule(b"used_dltensor_versioned" if case == "versioned" else b"used_dltensor")
    y, error = attempt(lib.take, producer)
    assert error is not None, "it is taken"


@check("D24-no-capsule", "take asks", "DLPack, Python specification: a PyCapsule named dltensor", "another object, or a capsule of another name, is refused", ("None", "a number", "another name"))
def no_capsule(lib, case):
    producer = Producer("legacy")
    producer.given = lambda: {"None": None, "a number": 5, "another name": producer.tensor.capsule(b"other")}[case]
    y, error = attempt(lib.take, producer)
    assert error is not None and not isinstance(error, SystemError), "it is taken" if error is None else told(error)


@check("D25-renamed", "take", "DLPack, Python specification: used_dltensor", "a capsule is renamed, or its tensor copied and left to it", BOTH)
def renamed(lib, case):
    producer = Producer(case)
    capsule = producer.tensor.capsule()
    producer.given = lambda: capsule
    y = lib.take(producer)
    if capsule_name(capsule).startswith(b"used_"):
        return
    ctypes.memset(producer.tensor.address, 0x55, 24)
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"its name is {capsule_name(capsule)!r}, and the array has the memory"
    del y
    forget()
    assert not producer.tensor.deleted, f"its name is {capsule_name(capsule)!r}, and the deleter was called"


@check("D25-once", "take", "dlpack.h: deleter (B04, B31, B44)", "the deleter is called once, with the tensor's own address, after the array is gone",
       ("legacy", "versioned", "legacy, empty", "versioned, empty", "legacy, scalar", "versioned, scalar"))
def once(lib, case):
    kind, _, what = case.partition(", ")
    producer = Producer(kind, shape={"empty": (0, 3), "scalar": ()}.get(what, (2, 3)))
    y = lib.take(producer)
    del y
    wait_until(lambda: producer.tensor.deleted)
    assert producer.tensor.deleted == [ctypes.addressof(producer.tensor.managed)], f"{len(producer.tensor.deleted)} calls"


@check("D25-no-context", "take", "dlpack.h: manager_ctx can be NULL", "the deleter is called once also if manager_ctx is NULL", BOTH)
def no_context(lib, case):
    producer = Producer(case, context=False)
    y = lib.take(producer)
    del y
    wait_until(lambda: producer.tensor.deleted)
    assert len(producer.tensor.deleted) == 1, f"{len(producer.tensor.deleted)} calls"


@check("D25-keeps", "take", "dlpack.h: deleter (B43)", "the deleter is not called while the array has the memory", BOTH)
def keeps(lib, case):
    producer = Producer(case)
    y = lib.take(producer)
    values = lib.values(y)
    forget()
    if producer.tensor.deleted:
        ctypes.memset(producer.tensor.address, 0x55, 24)
    assert lib.values(y) == values, "the deleter was called, and the array has the memory"


@check("D25-refused", "take", "dlpack.h: deleter (B75)", "a tensor that is refused for its dtype is deleted once", BOTH)
def refused(lib, case):
    producer = Producer(case, dtype=(77, 32, 1))
    y, error = attempt(lib.take, producer)
    if error is None:
        raise NotOffered("it is taken")
    del error
    producer.drop()
    wait_until(lambda: producer.tensor.deleted)
    assert len(producer.tensor.deleted) == 1, f"{len(producer.tensor.deleted)} calls"


@check("D31-pending", "take asks", "B28, numpy/numpy#32697: a capsule that dies while an exception is pending loses it, if its destructor is Python's", "a refused tensor's error is the library's own, and the tensor is deleted once")
def pending(lib, case):
    class Forgetful(Producer):
        def __dlpack__(self, **keywords):
            return self.tensor.capsule()
    producer = Forgetful("legacy", dtype=(77, 32, 1))
    y, error = attempt(lib.take, producer)
    if error is None:
        raise NotOffered("it is taken")
    assert not isinstance(error, SystemError), told(error)
    del error
    wait_until(lambda: producer.tensor.deleted)
    assert len(producer.tensor.deleted) == 1, f"{len(producer.tensor.deleted)} calls"


@check("D25-twice", "take", "DLPack, Python specification: a capsule is used once (B34)", "a capsule that is given a second time is refused, and the first array stays", BOTH)
def twice(lib, case):
    producer = Producer(case)
    capsule = producer.tensor.capsule()
    producer.given = lambda: capsule
    y = lib.take(producer)
    values = lib.values(y)
    if not capsule_name(capsule).startswith(b"used_"):
        raise NotOffered("it copies, and leaves the capsule as it is")
    again, error = attempt(lib.take, producer)
    assert error is not None, "it is taken again"
    assert lib.values(y) == values, "the first array has other elements"
    del y, error, capsule
    producer.drop()
    wait_until(lambda: producer.tensor.deleted)
    assert len(producer.tensor.deleted) == 1, f"{len(producer.tensor.deleted)} calls of the deleter"


@check("D29-major", "take versioned", "dlpack.h: of another major version only the deleter may be used (B26)", "version 2.0 is refused, nothing but the deleter is used, once")
def major(lib, case):
    producer = Producer("versioned", version=(2, 0))
    y, error = attempt(lib.take, producer)
    assert error is not None, "it is taken"
    del error
    producer.drop()
    wait_until(lambda: producer.tensor.deleted)
    assert len(producer.tensor.deleted) == 1, f"{len(producer.tensor.deleted)} calls of the deleter"


@check("D29-minor", "take versioned", "dlpack.h: DLPACK_MINOR_VERSION", "a newer minor version is taken: 1.9", must=True)
def minor(lib, case):
    producer = Producer("versioned", version=(1, 9))
    y = lib.take(producer)
    assert lib.values(y) == values_of(producer.tensor.managed.t), f"{lib.values(y)}"


@check("D30-no-deleter", "take", "dlpack.h: deleter can be NULL (B27)", "a tensor without a deleter is taken, and the array dropped without a crash", BOTH, must=True)
def no_deleter(lib, case):
    producer = Producer(case, deleter=False)
    y = lib.take(producer)
    assert lib.values(y) == values_of(producer.tensor.managed.t), f"{lib.values(y)}"
    del y
    forget()


@check("D32-deleter-takes-the-GIL", "take", "dlpack.h: deleter", "a deleter that takes the GIL and gives it away for a while runs, also if the array dies on another thread", BOTH)
def deleter_takes_the_gil(lib, case):
    producers = [Producer(case) for _ in range(4)]
    for producer in producers:
        producer.tensor.on_delete = lambda: time.sleep(0.01)
    arrays = [lib.take(producer) for producer in producers]
    threads = [threading.Thread(target=arrays.pop) for _ in producers]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    wait_until(lambda: all(producer.tensor.deleted for producer in producers))
    assert [len(producer.tensor.deleted) for producer in producers] == [1, 1, 1, 1]


@check("D28-threads", "take", "array API: from_dlpack (B35)", "four threads take 50 tensors each: all elements right, each deleter called once", BOTH)
def threads(lib, case):
    producers, wrong = [Producer(case) for _ in range(200)], []
    expected = values_of(producers[0].tensor.managed.t)

    def work(mine):
        for producer in mine:
            _, error = attempt(lambda: wrong.append("other elements") if lib.values(lib.take(producer)) != expected else None)
            if error:
                wrong.append(told(error))
    workers = [threading.Thread(target=work, args=(producers[i::4],)) for i in range(4)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    wait_until(lambda: all(producer.tensor.deleted for producer in producers))
    assert not wrong, wrong[0]
    assert {len(producer.tensor.deleted) for producer in producers} == {1}, "a deleter is not called once"


@check("D35-untouched", "take", "dlpack.h: the producer owns shape and strides", "the tensor is not written to", ("legacy", "versioned", "legacy, strides NULL"))
def untouched(lib, case):
    kind, _, null = case.partition(", ")
    producer = Producer(kind, **({"strides": None} if null else {}))
    before = producer.tensor.everything()
    y = lib.take(producer)
    assert producer.tensor.everything() == before, "a field differs"


@check("D25-references", "take asks", "Python: reference counts (B42)", "the references of the producer are as before when the array is gone", BOTH)
def references(lib, case):
    producers = [Producer(case) for _ in range(10)]
    before = [sys.getrefcount(producer) for producer in producers]
    arrays = [lib.take(producer) for producer in producers]
    del arrays
    wait_until(lambda: all(producer.tensor.deleted for producer in producers))
    after = [sys.getrefcount(producer) for producer in producers]
    assert after == before, f"{after[0]} references, {before[0]} before"


@check("D33-exit", "take", "B73: arrays that live when the interpreter ends", "the process ends with 0", BOTH, leaves=True)
def at_exit(lib, case):
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    producer = Producer(case)
    managed_size = ctypes.sizeof(producer.tensor.managed)
    producer.tensor.managed.deleter = ctypes.cast(libc.free, ctypes.c_void_p).value
    address = libc.malloc(ctypes.c_size_t(managed_size))
    ctypes.memmove(address, ctypes.addressof(producer.tensor.managed), managed_size)
    name = b"dltensor_versioned" if case == "versioned" else b"dltensor"
    producer.given = lambda: new_capsule(address, ctypes.addressof(NAMES[name]), None)
    import builtins
    builtins.kept = [lib.take(producer), producer]


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
        producer.tensor.managed.t.data += 5 * 4
    expected = values_of(producer.tensor.managed.t)
    y, error = attempt(lib.take, producer)
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("1.6-size-1", "take", "B12, B48: the stride of an axis of length 1 has no meaning", "an axis of length 1 may have any stride", BOTH, must=True)
def size_1(lib, case):
    producer = Producer(case, shape=(3, 1), strides=(1, 77))
    y = lib.take(producer)
    assert lib.values(y) == [[0], [1], [2]], f"{lib.values(y)}"


@check("1.6-byte-offset", "take", "dlpack.h: byte_offset (B01, B02)", "byte_offset is added to data", BOTH, must=True)
def byte_offset(lib, case):
    producer = Producer(case, shape=(2, 2), byte_offset=64)
    y = lib.take(producer)
    assert lib.values(y) == [[16, 17], [18, 19]], f"{lib.values(y)}, not [[16, 17], [18, 19]]"


@check("1.6-empty", "take", "dlpack.h: if the size is 0, data should be NULL (B11, B16)", "an empty tensor is taken: data NULL, data not NULL, strides 0 as NumPy 2.4 sends them",
       tuple(f"{what}, {kind}" for what in ("data NULL", "data", "strides 0") for kind in BOTH), must=True)
def empty(lib, case):
    what, kind = case.split(", ")
    producer = Producer(kind, shape=(2, 0), **({"data": None} if what == "data NULL" else {"strides": (0, 0)} if what == "strides 0" else {}))
    y = lib.take(producer)
    assert lib.values(y) == [[], []], f"{lib.values(y)}"


@check("1.6-alignment", "take", "dlpack.h: data may have any alignment in practice (B100, B105)", "data that is aligned to less than 256 bytes gives the right elements, or an exception",
       tuple(f"{what}, {kind}" for what in ("64", "16", "4", "2") for kind in BOTH))
def alignment(lib, case):
    what, kind = case.split(", ")
    producer = Producer(kind, shift=int(what))
    y, error = attempt(lib.take, producer)
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


DTYPES = {"bool": (6, 8), "int8": (0, 8), "int16": (0, 16), "int32": (0, 32), "int64": (0, 64), "uint8": (1, 8), "uint16": (1, 16), "uint32": (1, 32),
          "uint64": (1, 64), "float16": (2, 16), "float32": (2, 32), "float64": (2, 64), "complex64": (5, 64), "complex128": (5, 128)}


@check("1.6-dtype", "take", "dlpack.h: DLDataType", "a tensor of this dtype has the right elements, or is refused", tuple(DTYPES))
def dtype(lib, case):
    producer = Producer("legacy", dtype=(*DTYPES[case], 1))
    expected = values_of(producer.tensor.managed.t)
    y, error = attempt(lib.take, producer)
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("1.6-bfloat16", "take", "dlpack.h: kDLBfloat", "bfloat16 has the right elements, or is refused")
def bfloat16(lib, case):
    producer = Producer("legacy", dtype=(4, 16, 1), content=struct.pack("6H", 0, 0x3f80, 0x4000, 0x4040, 0x4080, 0x40a0) + bytes(500))
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


@check("1.6-many-axes", "take", "dlpack.h: ndim", "1000 axes are taken or refused, without a crash", BOTH)
def many_axes(lib, case):
    producer = Producer(case, shape=(1,) * 1000)
    y, error = attempt(lib.take, producer)
    assert not isinstance(error, SystemError), told(error)


# -------------------------------------------------------------------------------------------------- flags and devices --
@check("1.7-read-only", "take versioned writes", "dlpack.h: DLPACK_FLAG_BITMASK_READ_ONLY", "a read-only tensor is refused, copied or not written to")
def read_only(lib, case):
    producer = Producer("versioned", flags=1)
    y, error = attempt(lib.take, producer)
    if error is None:
        attempt(lib.write, y)
    assert ctypes.string_at(producer.tensor.address, 24) == producer.tensor.content[:24], "the memory is written to"


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
    assert again.t.data != producer.tensor.address or isinstance(again, Versioned) and again.flags & 1, "without the flag"


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


@check("D17-copy", "take asks copies", "array API 2023.12: from_dlpack(copy=True)", "copy=True reaches the producer; if that does not know it, the library copies or refuses", ("known", "unknown"))
def copy(lib, case):
    class Old(Producer):
        def __dlpack__(self, stream=None):
            return self.tensor.capsule()
    producer = Producer("versioned") if case == "known" else Old("legacy")
    y, error = attempt(lib.take_copy, producer, True)
    if case == "known" and any(each.get("copy") for each in producer.asked):
        return
    if error is None:
        ctypes.memset(producer.tensor.address, 0x55, 24)
        assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], "it shares the memory"


# ------------------------------------------------------------------------------------------------ the exchange table --
@check("X4-elements", "take tables", "dlpack.h 1.3: DLPackExchangeAPI", "the elements that a table gives are right, also if functions that the library does not need are NULL", ("all functions", "only from_py_object"), must=True)
def table_elements(lib, case):
    producer = tabled(null=() if case == "all functions" else ("lend", "allocator", "to_object", "current_work_stream"))
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
    producer = tabled(silent=True)
    y, error = attempt(lib.take, producer)
    assert not isinstance(error, SystemError), told(error)
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("X10-once", "take tables", "dlpack.h 1.3: DLPackManagedTensorFromPyObjectNoSync", "a tensor that a table gives is deleted once, after the array is gone")
def table_once(lib, case):
    producer = tabled(null=("lend",))
    y = lib.take(producer)
    assert not producer.tensor.deleted or lib.values(y) == [[0, 1, 2], [3, 4, 5]]
    del y
    wait_until(lambda: producer.tensor.deleted)
    assert len(producer.tensor.deleted) == 1, f"{len(producer.tensor.deleted)} calls of the deleter"


# ---------------------------------------------------------------------------------------------- __array_interface__ --
def described(tensor, **keys):
    """A dict for the memory of a tensor."""
    return {"shape": (2, 3), "typestr": "<f4", "data": (tensor.address, False), "version": 3, **keys}


@check("A1-ordinary", "take_interface", "NumPy: the array interface, version 3", "an ordinary dict is taken: strides None, or absent; a newer version", ("absent", "None", "version 4"), must=True)
def interface_ordinary(lib, case):
    tensor = Tensor("legacy")
    more = {"None": {"strides": None}, "version 4": {"version": 4}}.get(case, {})
    y = lib.take_interface(Interface(__array_interface__=described(tensor, **more)))
    assert lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("A1-strides", "take_interface", "NumPy: strides in bytes (B54)", "strides of any kind give the right elements, or an exception", ("transposed", "negative", "broadcast", "6 bytes"))
def interface_strides(lib, case):
    tensor = Tensor("legacy")
    steps = {"transposed": (4, 8), "negative": (-12, -4), "broadcast": (0, 4), "6 bytes": (18, 6)}[case]
    address = tensor.address + (20 if case == "negative" else 0)
    y, error = attempt(lib.take_interface, Interface(__array_interface__=described(tensor, data=(address, False), strides=steps)))
    expected = elements(address, (2, 32), (2, 3), steps)
    assert error is not None or lib.values(y) == expected, f"{lib.values(y)}, not {expected}"


@check("A1-byte-order", "take_interface", "NumPy: typestr", "the other byte order gives the right elements, or is refused")
def interface_order(lib, case):
    tensor = Tensor("legacy", content=struct.pack(">6f", *range(6)))
    y, error = attempt(lib.take_interface, Interface(__array_interface__=described(tensor, typestr=">f4")))
    assert error is not None or lib.values(y) == [[0, 1, 2], [3, 4, 5]], f"{lib.values(y)}"


@check("A1-refused", "take_interface", "NumPy: the array interface", "a dict that means nothing is refused",
       ("no shape", "no typestr", "negative extent", "strides too short", "typestr <f3", "NULL", "mask"))
def interface_refused(lib, case):
    tensor = Tensor("legacy")
    found = described(tensor)
    if case.startswith("no "):
        del found[case[3:]]
    found.update({"negative extent": {"shape": (2, -3)}, "strides too short": {"strides": (12,)}, "typestr <f3": {"typestr": "<f3"}, "NULL": {"data": (0, False)},
                  "mask": {"mask": Interface(__array_interface__=described(Tensor("legacy"), typestr="|b1"))}}.get(case, {}))
    y, error = attempt(lib.take_interface, Interface(__array_interface__=found))
    assert error is not None and not isinstance(error, SystemError), "it is taken" if error is None else told(error)


@check("A1-not-written", "take_interface writes", "NumPy: data[1]", "memory that is read-only is not written to")
def interface_read_only(lib, case):
    tensor = Tensor("legacy")
    y, error = attempt(lib.take_interface, Interface(__array_interface__=described(tensor, data=(tensor.address, True))))
    if error is None:
        attempt(lib.write, y)
    assert ctypes.string_at(tensor.address, 24) == tensor.content[:24], "it is written to"


@check("A1-owner", "take_interface", "NumPy: the object owns the memory", "the object lives as long as an array of its memory")
def interface_owner(lib, case):
    import weakref
    tensor = Tensor("legacy")
    owner = Interface(__array_interface__=described(tensor))
    gone = weakref.ref(owner)
    y = lib.take_interface(owner)
    del owner
    forget()
    if gone() is None:
        ctypes.memset(tensor.address, 0x55, 24)
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
        forget()
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


# --------------------------------------------------------------------------------------------------------------- CUDA --
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
            return self.tensor.capsule()
    producer = Late("legacy", device=(2, 0), shape=(1024, 1024), data=address.value, device_type=2)
    y = lib.take(producer)
    found = lib.values(y)
    wrong = sum(each != 1.0 for row in found for each in row)
    assert not wrong, f"{wrong} elements are from before the work; stream {producer.asked}"
