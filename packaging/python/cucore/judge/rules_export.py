"""Rules for a library that exports arrays: each check makes an array and looks at what comes out.  `lib` writes the library's own names."""
import ctypes
import gc
import math
import sys
import threading

from .parts import *
from .table import check

BOTH = "legacy", "versioned"
DTYPES = {"bool": (6, 8), "int8": (0, 8), "int16": (0, 16), "int32": (0, 32), "int64": (0, 64), "uint8": (1, 8), "uint16": (1, 16), "uint32": (1, 32),
          "uint64": (1, 64), "float16": (2, 16), "float32": (2, 32), "float64": (2, 64), "complex64": (5, 64), "complex128": (5, 128), "bfloat16": (4, 16),
          "float8_e4m3fn": (10, 8), "float8_e5m2": (12, 8)}
VIEWS = "reversed", "every_second", "transposed", "rest", "broadcast"


# ------------------------------------------------------------------------------------------------ __dlpack_device__ --
@check("D7-device-tuple", "export", "array API: __dlpack_device__", "__dlpack_device__() is a tuple of two integers")
def device_tuple(lib, case):
    x = lib.array((2, 3), "float32")
    device = x.__dlpack_device__()
    assert isinstance(device, tuple) and len(device) == 2 and all(isinstance(each, int) for each in device), f"it is {device!r}"


@check("P1-device", "export", "dlpack.h: DLDevice; array API: __dlpack_device__", "__dlpack_device__() is the device in the capsule", BOTH)
def device(lib, case):
    x = lib.array((2, 3), "float32")
    t = exported(x, case).t
    assert tuple(x.__dlpack_device__()) == (t.device_type, t.device_id), f"{tuple(x.__dlpack_device__())}, the capsule has {(t.device_type, t.device_id)}"


# -------------------------------------------------------------------------------------------- arguments of __dlpack__ --
@check("P2-keywords", "export", "array API 2023.12: __dlpack__", "the keyword is taken: stream=None, max_version=(1, 3), dl_device=None, copy=None",
       ("stream", "max_version", "dl_device", "copy"))
def keywords(lib, case):
    x = lib.array((2, 3), "float32")
    error = raised(x.__dlpack__, **{case: (1, 3) if case == "max_version" else None})
    assert error is None, told(error)


@check("P2-unknown-keyword", "export", "Python: signatures", "an unknown keyword is a TypeError")
def unknown_keyword(lib, case):
    x = lib.array((2, 3), "float32")
    error = raised(x.__dlpack__, no_such_keyword=1)
    assert isinstance(error, TypeError), told(error)


@check("P3-legacy", "export", "array API: max_version", "without max_version, or with None, the capsule is legacy: older consumers do not know another", ("", "None"))
def legacy(lib, case):
    x = lib.array((2, 3), "float32")
    if case and isinstance(raised(x.__dlpack__, max_version=None), TypeError):
        raise NotOffered("there is no max_version")
    name = capsule_name(x.__dlpack__(max_version=None) if case else x.__dlpack__())
    assert name == b"dltensor", f"it is named {name.decode()!r}"


@check("P3-version", "export", "dlpack.h: DLPACK_MAJOR_VERSION; array API: max_version", "the major version is 1, and the minor one known", ("(1, 0)", "(1, 3)", "(2, 0)"))
def version(lib, case):
    x = lib.array((2, 3), "float32")
    tensor = managed(x.__dlpack__(max_version={"(1, 0)": (1, 0), "(1, 3)": (1, 3), "(2, 0)": (2, 0)}[case]))
    if not isinstance(tensor, Versioned):
        raise NotOffered("it exports legacy capsules only")
    assert tensor.major == 1 and tensor.minor < 10, f"it is {tensor.major}.{tensor.minor}"


@check("P5-stream-of-the-host", "export host", "array API: on CPU only None is accepted as stream", "a stream is refused", ("1", "2", "-1"))
def stream(lib, case):
    x = lib.array((2, 3), "float32")
    error = raised(x.__dlpack__, stream={"1": 1, "2": 2, "-1": -1}[case])
    assert error is not None, "a capsule"


@check("P7-own-device", "export", "array API 2023.12: dl_device", "dl_device of its own device is taken (B62)")
def own_device(lib, case):
    x = lib.array((2, 3), "float32")
    if isinstance(raised(x.__dlpack__, dl_device=None, max_version=(1, 3)), TypeError):
        raise NotOffered("there is no dl_device")
    error = raised(x.__dlpack__, dl_device=tuple(x.__dlpack_device__()), max_version=(1, 3))
    assert error is None, told(error)


@check("P7-other-device", "export", "array API 2023.12: dl_device", "a device that it cannot export to is a BufferError", ("OpenCL (4, 0)", "no such type (77, 0)"))
def other_device(lib, case):
    x = lib.array((2, 3), "float32")
    if isinstance(raised(x.__dlpack__, dl_device=None, max_version=(1, 3)), TypeError):
        raise NotOffered("there is no dl_device")
    error = raised(x.__dlpack__, dl_device=(4, 0) if "4" in case else (77, 0), max_version=(1, 3))
    assert isinstance(error, BufferError), told(error)


@check("P7-copy", "export", "array API 2023.12: copy=True", "copy=True gives other memory with the same elements, and the flag IS_COPIED")
def copy(lib, case):
    x = lib.array((2, 3), "float32")
    error = raised(x.__dlpack__, copy=True, max_version=(1, 3))
    if error:
        raise NotOffered(told(error))
    plain, copied = exported(x, "versioned"), managed(x.__dlpack__(copy=True, max_version=(1, 3)))
    assert isinstance(copied, Versioned), "a legacy capsule, which cannot have the flag"
    assert copied.t.data != plain.t.data, "it is the same memory"
    assert values_of(copied.t) == lib.values(x), f"{values_of(copied.t)}, not {lib.values(x)}"
    assert copied.flags & 2, f"flags are {copied.flags}"


@check("P7-no-copy", "export", "array API 2023.12: copy=False", "copy=False gives the same memory, and no IS_COPIED")
def no_copy(lib, case):
    x = lib.array((2, 3), "float32")
    if isinstance(raised(x.__dlpack__, copy=False, max_version=(1, 3)), TypeError):
        raise NotOffered("there is no copy")
    plain, shared = exported(x, "versioned"), managed(x.__dlpack__(copy=False, max_version=(1, 3)))
    assert shared.t.data == plain.t.data and not shared.flags & 2, f"flags {shared.flags}, memory at {shared.t.data:#x} and {plain.t.data:#x}"


@check("P4-read-only", "export readonly", "dlpack.h: DLPACK_FLAG_BITMASK_READ_ONLY", "a read-only array has the flag READ_ONLY, or is refused by BufferError")
def read_only(lib, case):
    x = lib.readonly(lib.array((2, 3), "float32"))
    error = raised(x.__dlpack__, max_version=(1, 3))
    if error:
        assert isinstance(error, BufferError), told(error)
        return
    tensor = exported(x, "versioned")
    assert tensor.flags & 1, f"flags are {tensor.flags}"


@check("P4-read-only-legacy", "export readonly", "NumPy; B90: a consumer writes into a constant", "a read-only array without max_version is a BufferError: the capsule cannot tell")
def read_only_legacy(lib, case):
    x = lib.readonly(lib.array((2, 3), "float32"))
    error = raised(x.__dlpack__)
    assert isinstance(error, BufferError), told(error)


@check("P4-writable", "export writable", "dlpack.h: DLPACK_FLAG_BITMASK_READ_ONLY", "a writable array has no flag READ_ONLY")
def writable(lib, case):
    x = lib.array((2, 3), "float32")
    lib.write(x)
    tensor = exported(x, "versioned")
    assert not tensor.flags & 1, f"flags are {tensor.flags}"


# ------------------------------------------------------------------------------------------------------- the fields --
@check("P8-elements", "export", "dlpack.h: data, byte_offset, strides (B05, B07, B52)", "the elements that the fields describe are those of the array",
       tuple(f"{view}, {kind}" for view in ("array", *VIEWS) for kind in BOTH))
def fields(lib, case):
    view, kind = case.split(", ")
    x = lib.array((2, 3), "float32")
    if view != "array":
        x = lib.view(x, view)
    t = exported(x, kind).t
    assert values_of(t) == lib.values(x), f"{values_of(t)}, not {lib.values(x)}: strides {strides_of(t)}, byte_offset {t.byte_offset}"


@check("P8-strides", "export", "dlpack.h 1.2: strides cannot be NULL if ndim is not 0 (B10)", "strides are not NULL")
def strides(lib, case):
    x = lib.array((2, 3), "float32")
    tensor = exported(x, "versioned")
    assert tensor.t.strides or (tensor.major, tensor.minor) < (1, 2), f"NULL in version {tensor.major}.{tensor.minor}"


@check("P8-scalar", "export", "dlpack.h: ndim", "an array without axes has ndim 0 and its element", BOTH)
def scalar(lib, case):
    x = lib.array((), "float32")
    t = exported(x, case).t
    assert t.ndim == 0 and values_of(t) == lib.values(x), f"ndim {t.ndim}, {values_of(t)}"


@check("P8-empty", "export", "dlpack.h: shape", "an empty array keeps its shape", BOTH)
def empty(lib, case):
    x = lib.array((0, 3), "float32")
    t = exported(x, case).t
    assert 0 in shape_of(t) and values_of(t) == lib.values(x), f"shape {shape_of(t)}"


@check("P8-empty-data", "export", "dlpack.h: if the size is 0, data should be NULL", "data of an empty array is NULL", BOTH)
def empty_data(lib, case):
    x = lib.array((0, 3), "float32")
    t = exported(x, case).t
    assert not t.data, f"data is {t.data:#x}"


@check("P8-dtype", "export", "dlpack.h: DLDataTypeCode (B69)", "code, bits and lanes are those of the dtype", tuple(DTYPES))
def dtype(lib, case):
    x = lib.array((2, 3), case)
    try:
        t = managed(x.__dlpack__()).t
    except BufferError as error:
        raise NotOffered(told(error))
    assert (t.code, t.bits, t.lanes) == (*DTYPES[case], 1), f"code {t.code}, bits {t.bits}, lanes {t.lanes}"


@check("P7-dtype", "export", "array API: BufferError if the data cannot be exported (B64)", "a dtype that it has and does not export is a BufferError",
       (*DTYPES, "float8_e4m3fnuz", "float8_e8m0fnu", "float4_e2m1fn", "int4", "datetime64[s]", "S4", "object"))
def refused_dtype(lib, case):
    x = lib.array((2, 3), case)
    error = raised(x.__dlpack__)
    assert error is None or isinstance(error, BufferError), told(error)


@check("P9-sub-byte", "export", "dlpack.h: DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED", "elements below 8 bits are packed, or have the flag",
       ("int4", "uint4", "float4_e2m1fn"))
def sub_byte(lib, case):
    x = lib.array((2, 4), case)
    size = lib.nbytes(x)
    tensor = exported(x, "versioned")
    assert tensor.t.bits * tensor.t.lanes < 8 or tensor.t.lanes > 1, f"bits {tensor.t.bits}"
    assert size == 4 or tensor.flags & 4, f"the array has {size} bytes for 8 elements, and flags are {tensor.flags}"


@check("P9-flags", "export", "dlpack.h: flags", "no unknown flags; IS_COPIED only for memory that only the consumer has")
def flags(lib, case):
    x = lib.array((2, 3), "float32")
    one, two = exported(x, "versioned"), exported(x, "versioned")
    assert one.flags < 8, f"flags are {one.flags:#x}"
    assert not one.flags & 2 or one.t.data != two.t.data, "two exports with IS_COPIED have the same memory"


# ------------------------------------------------------------------------------------------- ownership, life, threads --
@check("P13-independent", "export", "array API: __dlpack__ (B30); jax-ml/jax#4636", "two capsules of one array are independent: a deleted one leaves the other", BOTH)
def independent(lib, case):
    x = lib.array((2, 3), "float32")
    one, two = exported(x, case), exported(x, case)
    assert one.capsule is not two.capsule, "both are one capsule"
    use(one)
    delete(one)
    del one
    others = [exported(x, case) for _ in range(8)]
    assert values_of(two.t) == lib.values(x), f"after the first is deleted: shape {shape_of(two.t)}"
    del others


@check("P10-owner", "export", "DLPack, Python specification: the capsule keeps the memory (B43)", "the elements stay when the array is gone", BOTH)
def owner(lib, case):
    x = lib.array((64, 64), "float32")
    values = lib.values(x)
    tensor = exported(x, case)
    del x
    gc.collect()
    others = [lib.array((64, 64), "float32") for _ in range(4)]
    for other in others:
        raised(lambda: lib.write(other))
    assert values_of(tensor.t) == values, "other elements"


@check("P10-references", "export", "DLPack, Python specification (B09, B32)", "the references of the array are as before when the capsule is gone", ("unused", "used", "refused"))
def references(lib, case):
    x = lib.array((2, 3), "float32")
    exported(x, "legacy")
    before = sys.getrefcount(x)
    for _ in range(10):
        if case == "refused":
            raised(x.__dlpack__, stream="no stream")
            raised(x.__dlpack__, dl_device=(77, 0))
        else:
            tensor = exported(x, "legacy")
            if case == "used":
                use(tensor)
                delete(tensor)
            del tensor
    gc.collect()
    assert sys.getrefcount(x) == before, f"{sys.getrefcount(x)} references, {before} before"


@check("P11-unused", "export", "DLPack, Python specification: the destructor of the capsule (B32)", "a capsule that nobody uses calls the deleter of its tensor, once, with its tensor", BOTH)
def unused(lib, case):
    x = lib.array((2, 3), "float32")
    tensor = exported(x, case)
    calls, address, deleter = [], ctypes.addressof(tensor), tensor.deleter
    ours = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(calls.append)
    tensor.deleter = ctypes.cast(ours, ctypes.c_void_p).value
    del tensor
    if not calls:
        raise Unknown("the capsule does not call the deleter in the tensor; P11-leak tells whether it frees the memory")
    assert calls == [address], f"{len(calls)} calls"
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)(address)


@check("P11-used", "export", "DLPack, Python specification: used_dltensor (B33)", "a capsule that a consumer renamed does not call the deleter", BOTH)
def used(lib, case):
    x = lib.array((2, 3), "float32")
    tensor = exported(x, case)
    use(tensor)
    calls = []
    ours = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(calls.append)
    deleter, tensor.deleter = tensor.deleter, ctypes.cast(ours, ctypes.c_void_p).value
    address = ctypes.addressof(tensor)
    del tensor
    assert calls == [], "it is called"
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)(address)


@check("P11-leak", "export", "DLPack, Python specification: the deleter (B31, B32)", "the memory of 64 arrays of 1 MiB is free when the capsules are gone, or their deleters called", ("unused", "used"))
def leak(lib, case):
    for i in range(80):
        if i == 16:
            before = resident()
        x = lib.array((512, 512), "float32")
        tensor = exported(x, "legacy")
        if case == "used":
            use(tensor)
            delete(tensor)
        del x, tensor
    gc.collect()
    assert resident() - before < 32 << 20, f"the process has {(resident() - before) >> 20} MiB more"


@check("P11-exception", "export", "Python: tp_dealloc must keep the exception (B28)", "a capsule that dies while an exception is pending leaves the exception", BOTH)
def exception(lib, case):
    x = lib.array((2, 3), "float32")
    exported(x, case)
    keywords = {"max_version": (1, 3)} if case == "versioned" else {}
    try:
        int(x.__dlpack__(**keywords))  # the TypeError is pending while the capsule dies
    except Exception as error:
        assert isinstance(error, TypeError), told(error)


@check("P12-thread", "export", "dlpack.h: deleter; numpy/numpy#22507 (B29)", "the deleter is called on a thread without the GIL, after the array is gone", BOTH)
def thread(lib, case):
    tensors = [exported(lib.array((2, 3), "float32"), case) for _ in range(20)]
    for tensor in tensors:
        use(tensor)
        tensor.capsule = None
    gc.collect()
    in_threads(lambda: delete(tensors.pop()), len(tensors))


@check("P13-threads", "export", "array API: __dlpack__", "four threads export one array 100 times each", BOTH)
def threads(lib, case):
    x = lib.array((2, 3), "float32")
    expected, found = values_of(exported(x, case).t), []
    in_threads(lambda: found.extend(attempt(lambda: values_of(exported(x, case).t)) for _ in range(100)))
    wrong = [each for each in found if each != (expected, None)]
    assert not wrong and len(found) == 400, wrong[0] if wrong else f"{len(found)} results"


# ------------------------------------------------------------------------------------------------ the exchange table --
@check("X1-capsule", "table", "dlpack.h 1.3: DLPackExchangeAPI", "the type's __dlpack_c_exchange_api__ is a capsule named dlpack_exchange_api, of major version 1")
def table_capsule(lib, case):
    x = lib.array((2, 3), "float32")
    name = capsule_name(type(x).__dlpack_c_exchange_api__)
    assert name == b"dlpack_exchange_api", f"it is named {name!r}"
    assert table_of(x).major == 1, f"major version {table_of(x).major}"


@check("P17-functions", "table", "dlpack.h 1.3: this function must not be NULL", "the functions that must not be NULL are not NULL", ("allocator", "from_object", "to_object", "current_work_stream"))
def table_functions(lib, case):
    x = lib.array((2, 3), "float32")
    assert getattr(table_of(x), case), "it is NULL"


@check("P17-owned", "table", "dlpack.h 1.3: DLPackManagedTensorFromPyObjectNoSync", "from_py_object gives a tensor of version 1 with the elements, which its deleter gives back")
def table_owned(lib, case):
    x = lib.array((2, 3), "float32")
    before = sys.getrefcount(x)
    tensor = owned(x)
    assert tensor.major == 1 and values_of(tensor.t) == lib.values(x), f"version {tensor.major}, shape {shape_of(tensor.t)}"
    delete(tensor)
    assert sys.getrefcount(x) == before, f"{sys.getrefcount(x)} references, {before} before"


@check("X10-lent", "table", "dlpack.h 1.3: DLPackDLTensorFromPyObjectNoSync", "dltensor_from_py_object gives the same memory, shape and strides")
def table_lent(lib, case):
    x = lib.array((2, 3), "float32")
    if not table_of(x).lend:
        raise NotOffered("the function is NULL")
    t = DLTensor()
    result, error = table_call(table_of(x).lend, ctypes.c_void_p(id(x)), ctypes.byref(t))
    assert result == 0 and values_of(t) == lib.values(x), f"{result}, {told(error)}"
    tensor = owned(x)
    assert (tensor.t.data, strides_of(tensor.t)) == (t.data, strides_of(t)), "other memory than from_py_object gives"
    delete(tensor)


@check("X6-foreign", "table", "dlpack.h 1.3: -1 with a Python exception (B66)", "from_py_object of an object of another type is -1 with an exception", ("from_object", "lend"))
def table_foreign(lib, case):
    x = lib.array((2, 3), "float32")
    room = (ctypes.c_uint64 * 16)()
    address = getattr(table_of(x), case)
    if not address:
        raise NotOffered("the function is NULL")
    foreign = [1, 2, 3]
    result, error = table_call(address, ctypes.c_void_p(id(foreign)), ctypes.byref(room))
    assert result != 0 and error is not None and not isinstance(error, SystemError), f"{result} and {told(error)}"


@check("X8-stream", "table host", "dlpack.h 1.3: DLPackCurrentWorkStream", "current_work_stream of the CPU is 0 with a NULL stream")
def table_stream(lib, case):
    x = lib.array((2, 3), "float32")
    if not table_of(x).current_work_stream:
        raise NotOffered("the function is NULL")
    stream = ctypes.c_void_p(1234)
    result, error = table_call(table_of(x).current_work_stream, 1, 0, ctypes.byref(stream))
    assert result == 0 and not stream.value, f"{result}, stream {stream.value}, {told(error)}"


def allocated(x, shape):
    """What the allocator of the table of x does: its result, the exception, calls of SetError, the tensor."""
    prototype, out, said = DLTensor(None, 1, 0, len(shape), 2, 32, 1, int64s(shape)), ctypes.c_void_p(), []
    set_error = ctypes.PYFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p)(lambda context, kind, text: said.append((kind, text)))
    return *table_call(table_of(x).allocator, ctypes.byref(prototype), ctypes.byref(out), ctypes.c_void_p(7), set_error), said, out


@check("X13-allocator", "table host", "dlpack.h 1.3: DLPackManagedTensorAllocator", "the allocator gives a tensor of the prototype's shape and dtype, with strides", ("(2, 3)", "()", "(0, 3)"))
def table_allocator(lib, case):
    x = lib.array((2, 3), "float32")
    if not table_of(x).allocator:
        raise NotOffered("the function is NULL")
    shape = {"(2, 3)": (2, 3), "()": (), "(0, 3)": (0, 3)}[case]
    result, error, said, out = allocated(x, shape)
    if result and said and b"NotImplemented" in said[0][0]:
        raise NotOffered(f"SetError {said[0]}")
    assert result == 0 and out.value and not said, f"{result}, {said}, {told(error)}"
    t = Versioned.from_address(out.value).t
    assert (shape_of(t), t.code, t.bits, t.lanes) == (shape, 2, 32, 1), f"shape {shape_of(t)}, code {t.code}, bits {t.bits}"
    assert not t.ndim or t.strides, "strides are NULL"
    delete(Versioned.from_address(out.value))


@check("X14-set-error", "table host", "dlpack.h 1.3: SetError is called exactly when it fails", "an allocation that fails is -1 after SetError once, and no Python exception")
def table_set_error(lib, case):
    x = lib.array((2, 3), "float32")
    if not table_of(x).allocator:
        raise NotOffered("the function is NULL")
    result, error, said, _ = allocated(x, (2**30, 2**31))
    assert result != 0 and len(said) == 1, f"{result}, SetError {len(said)} times"
    assert error is None, f"the exception is set as well: {told(error)}"


@check("X15-to-object", "table", "dlpack.h 1.3: DLPackManagedTensorToPyObjectNoSync", "to_py_object gives an object with the elements, and calls the deleter once when that is gone",
       ("plain", "byte_offset", "strided"))
def table_to_object(lib, case):
    x = lib.array((2, 3), "float32")
    if not table_of(x).to_object:
        raise NotOffered("the function is NULL")
    more = {"plain": {}, "byte_offset": {"byte_offset": 8}, "strided": {"strides": (1, 2)}}[case]
    deleted, out = [], ctypes.py_object()
    tensor = Producer("versioned", deleter=noting(deleted), **more)
    expected = values_of(tensor.tensor)
    result, error = table_call(table_of(x).to_object, ctypes.byref(tensor.managed), ctypes.byref(out))
    assert result == 0, told(error)
    found = lib.values(out.value)
    assert found == expected, f"{found}, not {expected}"
    ctypes.PYFUNCTYPE(None, ctypes.py_object)(("Py_DecRef", ctypes.pythonapi))(out.value)
    del out
    gc.collect()
    assert deleted == [ctypes.addressof(tensor.managed)], f"the deleter is called {len(deleted)} times"


@check("X15-refused", "table", "dlpack.h 1.3: to_py_object takes the tensor (0.8)", "a tensor that to_py_object refuses is deleted once, by the function")
def table_refused(lib, case):
    x = lib.array((2, 3), "float32")
    if not table_of(x).to_object:
        raise NotOffered("the function is NULL")
    deleted, out = [], ctypes.c_void_p()
    tensor = Producer("versioned", deleter=noting(deleted), dtype=(77, 32, 1))
    result, error = table_call(table_of(x).to_object, ctypes.byref(tensor.managed), ctypes.byref(out))
    if result == 0:
        raise NotOffered("it takes code 77")
    assert error is not None and not isinstance(error, SystemError), f"-1 and {told(error)}"
    gc.collect()
    assert len(deleted) == 1, f"the deleter is called {len(deleted)} times"


# -------------------------------------------------------------------------------------------------- buffers (PEP 3118) --
@check("A8-elements", "buffer", "Python: Py_buffer", "the elements that the buffer describes are those of the array", ("array", *VIEWS, "empty", "scalar"))
def buffer_elements(lib, case):
    x = lib.array({"empty": (0, 3), "scalar": ()}.get(case, (2, 3)), "float32")
    if case in VIEWS:
        x = lib.view(x, case)
    error = raised(buffer_of, x, FULL_RO)
    if error:
        raise NotOffered(told(error))
    view = buffer_of(x, FULL_RO)
    if view.format.lstrip(b"@=<") != b"f":
        raise NotOffered(f"its format is {view.format!r}")
    found = elements(view.buf, view.shape[:view.ndim], view.strides[:view.ndim])
    assert found == lib.values(x), f"{found}, not {lib.values(x)}"


@check("A8-itemsize", "buffer", "Python: Py_buffer.itemsize (B46)", "itemsize is that of the format", tuple(DTYPES))
def buffer_itemsize(lib, case):
    x = lib.array((2, 3), case)
    error = raised(buffer_of, x, FULL_RO)
    if error:
        raise NotOffered(told(error))
    view = buffer_of(x, FULL_RO)
    size = struct.calcsize(view.format.decode().replace("Zf", "2f").replace("Zd", "2d"))
    assert view.itemsize == size and view.len == 6 * size, f"format {view.format!r}, itemsize {view.itemsize}, len {view.len}"


@check("A5-read-only", "buffer readonly", "Python: PyBUF_WRITABLE", "a read-only array is readonly, and a writable buffer of it a BufferError")
def buffer_read_only(lib, case):
    x = lib.readonly(lib.array((2, 3), "float32"))
    assert buffer_of(x, FULL_RO).readonly, "readonly is 0"
    error = raised(buffer_of, x, FULL_RO | WRITABLE)
    assert isinstance(error, BufferError), told(error)


@check("A8-not-contiguous", "buffer", "Python: PyBUF_SIMPLE, PyBUF_ND: the exporter raises BufferError if it needs strides", "a request without strides of a strided array is a BufferError", ("SIMPLE", "ND"))
def buffer_simple(lib, case):
    x = lib.view(lib.array((4, 6), "float32"), "every_second")
    if buffer_of(x, FULL_RO).len == 0 or memoryview(x).c_contiguous:
        raise NotOffered("it has no strided arrays")
    error = raised(buffer_of, x, SIMPLE if case == "SIMPLE" else ND | FORMAT)
    assert isinstance(error, BufferError), told(error)


@check("A8-format", "buffer", "Python: PyBUF_FORMAT: if it is not asked for, format must be NULL", "format is NULL without PyBUF_FORMAT, shape and strides without theirs",
       ("format", "shape", "strides"))
def buffer_format(lib, case):
    x = lib.array((2, 3), "float32")
    view = buffer_of(x, {"format": STRIDES, "shape": SIMPLE, "strides": ND}[case])
    found = getattr(view, case)
    assert not found, f"{case} is {found if case == 'format' else 'not NULL'}"


@check("A6-references", "buffer", "Python: PyBuffer_Release", "the references of the array are as before when the buffer is released, and the buffer keeps it before")
def buffer_references(lib, case):
    x = lib.array((2, 3), "float32")
    before = sys.getrefcount(x)
    views = [buffer_of(x, FULL_RO) for _ in range(10)]
    kept = views[0].obj
    for view in views:
        release_buffer(ctypes.addressof(view))
    assert kept, "obj is NULL"
    assert sys.getrefcount(x) == before, f"{sys.getrefcount(x)} references, {before} before"


# ----------------------------------------------------------------------------------------------- __array_interface__ --
TYPESTRS = {"bool": "|b1", "int8": "|i1", "int16": "<i2", "int32": "<i4", "int64": "<i8", "uint8": "|u1", "uint16": "<u2", "uint32": "<u4", "uint64": "<u8",
            "float16": "<f2", "float32": "<f4", "float64": "<f8", "complex64": "<c8", "complex128": "<c16"}


@check("A1-keys", "interface", "NumPy: the array interface, version 3", "shape is a tuple, typestr a string, version 3, data a pair, strides None or a tuple")
def interface_keys(lib, case):
    x = lib.array((2, 3), "float32")
    found = x.__array_interface__
    assert isinstance(found["shape"], tuple) and isinstance(found["typestr"], str) and found["version"] >= 3, f"{found}"
    assert isinstance(found["data"], tuple) and len(found["data"]) == 2 or not isinstance(found.get("data"), (list, int)), f"data is {found['data']!r}"
    assert found.get("strides") is None or isinstance(found["strides"], tuple), f"strides are {found['strides']!r}"


@check("A1-elements", "interface", "NumPy: the array interface", "the elements that the dict describes are those of the array", ("array", *VIEWS))
def interface_elements(lib, case):
    x = lib.array((2, 3), "float32")
    if case != "array":
        x = lib.view(x, case)
    found = x.__array_interface__
    shape = found["shape"]
    values = elements(found["data"][0], shape, found.get("strides") or [4 * math.prod(shape[i + 1:]) for i in range(len(shape))])
    assert values == lib.values(x), f"{values}, not {lib.values(x)}"


@check("A1-typestr", "interface", "NumPy: typestr (B50)", "typestr is that of the dtype; bfloat16 is not <f2, or has no interface", (*TYPESTRS, "bfloat16"))
def interface_typestr(lib, case):
    x = lib.array((2, 3), case)
    if case == "bfloat16" and not hasattr(x, "__array_interface__"):
        return
    found = x.__array_interface__["typestr"]
    assert found == TYPESTRS[case] if case in TYPESTRS else found != "<f2", f"it is {found}"


@check("A1-read-only", "interface readonly", "NumPy: data[1]", "data[1] is true for a read-only array")
def interface_read_only(lib, case):
    x = lib.readonly(lib.array((2, 3), "float32"))
    assert x.__array_interface__["data"][1], f"data is {x.__array_interface__['data']}"


# -------------------------------------------------------------------------------------------- CUDA: attributes, streams --
@check("P14-host-has-none", "export host", "CUDA Array Interface: hasattr tells device arrays", "an array of the CPU has no __cuda_array_interface__: AttributeError", ("array", "needs a gradient"))
def cai_of_the_host(lib, case):
    x = lib.array((2, 3), "float32")
    if case != "array":
        if not hasattr(x, "requires_grad_"):
            raise NotOffered("there are no gradients")
        x.requires_grad_(True)
    error = raised(lambda: x.__cuda_array_interface__)
    assert isinstance(error, AttributeError), told(error) if error else f"{x.__cuda_array_interface__}"


@check("P14-dict", "cuda", "CUDA Array Interface, version 3", "typestr, shape and data are there, strides are None or a tuple, stream is not 0, empty data 0 (B18, B19)", ("(2, 3)", "(0, 3)"))
def cai_dict(lib, case):
    x = lib.cuda_array((2, 3) if "2" in case else (0, 3), "float32")
    if not hasattr(x, "__cuda_array_interface__"):
        raise NotOffered("it has no __cuda_array_interface__")
    found = x.__cuda_array_interface__
    assert isinstance(found["shape"], tuple) and found["typestr"] == "<f4" and isinstance(found["data"], tuple), f"{found}"
    assert found.get("strides") is None or isinstance(found["strides"], tuple), f"strides are {found['strides']!r}"
    assert found.get("stream") != 0, "stream is 0"
    assert "2" in case or found["data"][0] == 0, f"data of an empty array is {found['data']}"


@check("P5-streams", "cuda", "array API: stream for CUDA", "None, -1, 1 and 2 are taken, 0 and -2 refused", ("None", "-1", "1", "2", "0", "-2"))
def cuda_streams(lib, case):
    x = lib.cuda_array((2, 3), "float32")
    error = raised(x.__dlpack__, stream=None if case == "None" else int(case))
    assert (error is not None) == (case in ("0", "-2")), told(error)


@check("A12-cuda-stream", "cuda", "CUDA Python: __cuda_stream__", "__cuda_stream__() is a tuple of version 0 and an integer")
def cuda_stream(lib, case):
    stream = lib.cuda_stream()
    found = stream.__cuda_stream__()
    assert isinstance(found, tuple) and len(found) >= 2 and found[0] == 0 and isinstance(found[1], int), f"it is {found!r}"


@check("P5-late-data", "cuda", "array API: stream", "work on our stream comes after work that the library has enqueued")
def cuda_late(lib, case):
    import ctypes.util
    driver = ctypes.CDLL("libcuda.so.1")
    x = lib.cuda_late((1024, 1024))  # 1.0 everywhere, after other work
    stream = ctypes.c_void_p()
    assert driver.cuStreamCreate(ctypes.byref(stream), 1) == 0
    t = managed(x.__dlpack__(stream=stream.value)).t
    out = (ctypes.c_float * (1024 * 1024))()
    assert driver.cuMemcpyDtoHAsync_v2(out, ctypes.c_void_p(t.data + t.byte_offset), ctypes.c_size_t(4 << 20), stream) == 0
    assert driver.cuStreamSynchronize(stream) == 0
    wrong = sum(each != 1.0 for each in out)
    assert not wrong, f"{wrong} elements are from before the work"
