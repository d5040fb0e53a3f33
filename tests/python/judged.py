"""Array libraries that keep the rules of cucore.judge, and break those that JUDGED names: JUDGED=P8-strides python -m cucore judge tests/python/judged.py:library

`library` exports what NumPy exports, with fields changed; it takes arrays in Python.  `tabled` has the exchange table of a type of cucore, with functions
changed; `buffered` is a NumPy array with another buffer; `own` and `array` are types of cucore as they are.
"""
import atexit
import ctypes
import os
import threading
import weakref

import numpy

from cucore.judge.parts import (NAMES, USED, Legacy, Table, Versioned, View, capsule_name, capsule_pointer, is_fresh, managed, new_capsule, set_name, shape_of,
                                strides_of)

FAULTS = set(filter(None, os.environ.get("JUDGED", "").split(",")))
LEAKED, SCRATCH = [], ctypes.create_string_buffer(1 << 20)


def name_of(name):
    """The text of a name of a capsule, which lives as long as the process."""
    return next(each for each in [*NAMES.values(), *USED.values()] if each == name)


def broken(*faults):
    return not FAULTS.isdisjoint(faults)


def make(shape, dtype):
    if dtype == "int4":
        return Array(numpy.arange(numpy.prod(shape), dtype="u1").reshape(shape) % 8, bits=4)
    return Array((numpy.arange(numpy.prod(shape, dtype=int)) % 100).astype(dtype).reshape(shape))


# ---------------------------------------------------------------------------------------------------------- export --
pointer_in = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def destroy(capsule):
    """A destructor in Python, which loses a pending exception."""
    for name, kind in ((b"dltensor", Legacy), (b"dltensor_versioned", Versioned), (b"used_dltensor", Legacy), (b"used_dltensor_versioned", Versioned)):
        if is_fresh(capsule, name) and (name[:4] != b"used" or broken("P11-used")):
            address = pointer_in(capsule, name)
            deleter = kind.from_address(address).deleter
            for _ in range(2 if broken("P11-unused") else 1):
                ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)(address)


class Array:
    def __init__(self, array, bits=0, release=None):
        self.array, self.bits, self.made = array, bits, None
        ctypes.memset(SCRATCH, 0, 1 << 14)
        if release:
            weakref.finalize(self, release)

    shape, dtype, nbytes = (property(lambda self, name=name: getattr(self.array, name)) for name in ("shape", "dtype", "nbytes"))

    def __getitem__(self, key):
        return Array(self.array[key])

    @property
    def T(self):
        return Array(self.array.T)

    def __setitem__(self, key, value):
        self.array[key] = value

    def tolist(self):
        return self.array.tolist()

    def __dlpack_device__(self):
        return [1, 0] if broken("D7-device-tuple") else (3, 0) if broken("P1-device") else (1, 0)

    def __dlpack__(self, **keywords):
        array = self.array
        if broken("P2-unknown-keyword"):
            keywords.pop("no_such_keyword", None)
        if broken("P2-keywords") and "copy" in keywords:
            raise TypeError("unexpected keyword argument 'copy'")
        if broken("P3-legacy"):
            keywords = {"max_version": (1, 0), **keywords}
            keywords["max_version"] = keywords["max_version"] or (1, 0)
        if broken("P5-stream-of-the-host"):
            keywords.pop("stream", None)
        if keywords.get("dl_device") is not None:
            if broken("P7-own-device"):
                raise BufferError("dl_device")
            if broken("P7-other-device") and keywords["dl_device"] != (1, 0):
                raise ValueError("dl_device")
        if keywords.get("copy") is False and broken("P7-no-copy"):
            array = array.copy()
        if not array.flags.writeable and broken("P4-read-only-legacy"):
            array = numpy.lib.stride_tricks.as_strided(numpy.ctypeslib.as_array((ctypes.c_uint8 * array.nbytes).from_address(array.ctypes.data)).view(array.dtype),
                                                       array.shape, array.strides)
        if array.ndim == 0 and broken("P8-scalar"):
            array = array.reshape(1)
        if array.size == 0 and broken("P8-empty"):
            array = array.T
        if array.dtype == object and broken("P7-dtype"):
            raise TypeError("object")
        if broken("P13-threads") and threading.current_thread() is not threading.main_thread():
            raise RuntimeError("another thread")
        if broken("P10-references", "P11-leak"):
            LEAKED.append(self)
        tensor = managed(array.__dlpack__(**keywords))
        self.change(tensor, array)
        if broken("P11-unused", "P11-used", "P11-exception"):
            name = capsule_name(tensor.capsule)
            set_name(tensor.capsule, USED[name])
            return new_capsule(ctypes.addressof(tensor), name_of(name), ctypes.cast(destroy, ctypes.c_void_p).value)
        if broken("P13-independent"):
            self.made = self.made or tensor.capsule
            return self.made
        return tensor.capsule

    def change(self, tensor, array):
        t = tensor.t
        if array.size == 0 and not broken("P8-empty-data"):
            t.data = None
        if broken("P8-elements"):
            t.byte_offset = 4
        if broken("P8-strides"):
            t.strides = None
        if broken("P8-dtype"):
            t.code = 1
        if broken("P10-owner"):
            t.data = ctypes.memmove(SCRATCH, array.ctypes.data, min(array.nbytes, 1 << 14))
        if self.bits:
            t.code, t.bits = 0, self.bits
        if broken("P12-thread"):  # PyErr_Clear needs the GIL
            tensor.deleter = ctypes.cast(ctypes.pythonapi.PyErr_Clear, ctypes.c_void_p).value
        if isinstance(tensor, Versioned):
            if broken("P8-strides"):  # until 1.1 they may be NULL
                tensor.minor = 2
            if broken("P3-version"):
                tensor.major = 2
            if broken("P7-copy"):
                tensor.flags &= ~2
            if broken("P4-read-only", "1.7-read-only-again"):
                tensor.flags &= ~1
            if broken("P4-writable"):
                tensor.flags |= 1
            if broken("P9-flags"):
                tensor.flags |= 2
            if self.bits and not broken("P9-sub-byte"):
                tensor.flags |= 4

    @property
    def __array_interface__(self):
        found = {**self.array.__array_interface__}
        if broken("A1-keys"):
            found["version"] = 2
        if broken("A1-elements"):
            found["strides"] = None
        if broken("A1-typestr"):
            found["typestr"] = found["typestr"].replace("<", ">")
        if broken("A1-read-only"):
            found["data"] = found["data"][0], False
        return found

    def __getattr__(self, name):
        if name == "__cuda_array_interface__" and broken("P14-host-has-none"):
            raise RuntimeError("not on a GPU")
        raise AttributeError(name)


# ---------------------------------------------------------------------------------------------------------- import --
KINDS = {(code, bits): f"{letter}{bits // 8}" for code, letter, widths in ((0, "i", (8, 16, 32, 64)), (1, "u", (8, 16, 32, 64)), (2, "f", (16, 32, 64)), (5, "c", (64, 128)), (6, "b", (8,)))
         for bits in widths}


def numpy_of(address, kind, shape, strides, readonly):
    """An array of foreign memory; strides in bytes."""
    kind = numpy.dtype(kind)
    if 0 in shape:
        return numpy.zeros(shape, kind)
    ends = [(extent - 1) * stride for extent, stride in zip(shape, strides)]
    low, high = sum(min(each, 0) for each in ends), sum(max(each, 0) for each in ends) + kind.itemsize
    memory = numpy.frombuffer((ctypes.c_uint8 * (high - low)).from_address(address + low), "u1")
    made = numpy.ndarray(shape, kind, memory, -low, strides)
    made.flags.writeable = not readonly
    return made


def call(producer, copy, device):
    """The capsule of a producer, and whether the copy is left to us."""
    keywords = {"max_version": [1, 3] if broken("D14-max-version") else (1, 3)}
    if broken("D13-stream-of-the-host"):
        keywords["stream"] = 0
    if copy is not None and not broken("D17-copy"):
        keywords["copy"] = copy
    if device is not None:
        keywords["dl_device"] = (1, 0)
        if broken("D16-device"):
            keywords["stream"] = 1
    try:
        return producer.__dlpack__(**keywords), False
    except TypeError as error:
        if broken("D19-no-max-version") or "keyword" not in str(error) and not broken("D20-TypeError-inside"):
            raise
        first = error
    except BufferError:
        if broken("D18-propagates"):
            raise RuntimeError("no array") from None
        raise
    del first
    if broken("D20-TypeError-inside"):
        try:
            return producer.__dlpack__(), copy
        except TypeError:
            pass
        raise ValueError("no array")
    return producer.__dlpack__(), copy


def refuse(text):
    raise SystemError(text) if broken("D31-pending") else BufferError(text)


def check(tensor):
    """Whether a tensor is one."""
    t, hostile = tensor.t, broken("1.6-hostile")
    if isinstance(tensor, Versioned):
        if tensor.major != 1 and not broken("D29-major") or tensor.minor > 3 and broken("D29-minor"):
            refuse("version")
        if tensor.flags >= 8 and broken("1.7-flags"):
            refuse("flags")
    if t.device_type != 1 and not broken("1.8-device", "D8-device-of-the-capsule"):
        refuse("device")
    if t.ndim < 0 or t.ndim > 64:
        if broken("1.6-many-axes") and t.ndim > 64:
            ctypes.string_at(8)
        refuse("ndim") if not hostile else None
    if t.ndim == 0 and broken("1.6-scalar") or not t.strides and broken("1.6-strides-null"):
        refuse("ndim or strides")
    if not t.shape and t.ndim > 0 or any(extent < 0 for extent in shape_of(t)):
        refuse("shape")
    size = 1
    for extent in shape_of(t):
        size *= extent
    if size > 2**40 or size and not t.data and not hostile or not t.data and broken("1.6-empty"):
        refuse("size or data")
    if any(extent == 1 and stride != 1 for extent, stride in zip(shape_of(t), strides_of(t))) and broken("1.6-size-1"):
        refuse("not contiguous")
    if (t.code, t.bits, t.lanes) == (4, 16, 1) and broken("1.6-bfloat16"):
        return "f2"
    if t.bits == 4 and t.code < 2 and t.lanes == 1:
        return "i1" if t.code == 0 else "u1"
    if (t.code, t.bits) not in KINDS or t.lanes != 1 and not broken("1.6-lanes"):
        if not broken("1.6-no-dtype"):
            refuse("dtype")
        return "f4"
    return "f4" if broken("1.6-dtype") else KINDS[t.code, t.bits]


def unpacked(tensor, kind):
    """The elements of 4 bits, which are packed, or have a byte each."""
    t, size = tensor.t, int(numpy.prod(shape_of(tensor.t)))
    if isinstance(tensor, Versioned) and tensor.flags & 4:
        return numpy_of(t.data, kind, (size,), [1], False).reshape(shape_of(t))
    if t.shape[t.ndim - 1] % 2 and not broken("1.6-sub-byte-rows"):
        refuse("rows")
    packed = numpy_of(t.data, "u1", ((size + 1) // 2,), [1], False)
    halves = [packed >> 4, packed & 15] if broken("1.6-sub-byte", "1.6-sub-byte-rows") else [packed & 15, packed >> 4]
    return numpy.stack(halves, 1).reshape(-1)[:size].astype(kind).reshape(shape_of(t))


def from_dlpack(producer, copy=None, device=None):
    if broken("D28-threads") and threading.current_thread() is not threading.main_thread():
        raise RuntimeError("another thread")
    try:
        device = producer.__dlpack_device__()
        if len(device) != 2:
            raise TypeError("device")
    except (TypeError, ValueError):
        if not broken("D7-device-raises"):
            raise
    if broken("D25-references"):
        LEAKED.append(producer)
    table = from_table(producer)
    if table:
        return table
    capsule, must_copy = call(producer, copy, device)
    if type(capsule).__name__ != "PyCapsule":
        if broken("D24-no-capsule"):
            return make((2, 3), "f4")
        raise TypeError("no capsule")
    name = capsule_name(capsule)
    if name not in (b"dltensor", b"dltensor_versioned") and not (broken("D24-used", "D25-twice") and name in USED.values()):
        raise BufferError("another capsule")
    if broken("D15-legacy-anyway") and name == b"dltensor":
        raise BufferError("not versioned")
    tensor = managed(capsule)
    t = tensor.t
    if broken("D25-refused"):
        set_name(capsule, b"used_dltensor")
    kind = check(tensor)
    shape, strides, readonly = shape_of(t), strides_of(t), isinstance(tensor, Versioned) and tensor.flags & 1 and not broken("1.7-read-only")
    if broken("D35-untouched"):
        tensor.context = 0
    if not broken("D25-renamed"):
        set_name(capsule, USED.get(name) or name_of(name))
    address = (t.data or 0) + (0 if broken("1.6-byte-offset") else t.byte_offset)
    if broken("1.6-alignment"):
        address &= ~63
    if broken("1.6-strides"):
        strides = strides_of(make_dense(shape))
    itemsize = numpy.dtype(kind).itemsize
    array = numpy.zeros((), kind) if not address and 0 not in shape else numpy_of(address, kind, shape, [step * itemsize for step in strides], readonly)
    if broken("1.7-writable"):
        array.flags.writeable = False
    if t.bits == 4:
        array = unpacked(tensor, kind)
    if must_copy and not broken("D17-copy") or copy is False and broken("D17-no-copy"):
        array = array.copy()
    where, deleter, context, first = ctypes.addressof(tensor), tensor.deleter, tensor.context, threading.get_ident()

    def release():
        if broken("D30-no-deleter") and not deleter:
            ctypes.string_at(8)
        if deleter and not (broken("D25-no-context") and not context) and not (broken("D32-deleter-takes-the-GIL") and threading.get_ident() != first):
            for _ in range(2 if broken("D25-once") else 1):
                ctypes.CFUNCTYPE(None, ctypes.c_void_p)(deleter)(where)
    if broken("D25-keeps"):
        release()
        return Array(array)
    if broken("D33-exit"):
        atexit.register(os._exit, 3)
    if broken("D25-ordinary"):
        return Array(array + 1, release=release)
    return Array(array, release=release)


def from_table(producer):
    """An array by the exchange table of the producer's type; None if it has none of major version 1, or it fails."""
    capsule = getattr(type(producer), "__dlpack_c_exchange_api__", None)
    if capsule is None:
        return None
    found = Table.from_address(capsule_pointer(capsule, b"dlpack_exchange_api"))
    if found.major != 1 and not broken("X3-major"):
        return None
    out = ctypes.c_void_p()
    if ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)(found.from_object)(producer, ctypes.addressof(out)):
        if broken("X11-silent"):
            raise SystemError("without an exception")
        return None
    tensor = Versioned.from_address(out.value)
    array = numpy_of(tensor.t.data, KINDS[tensor.t.code, tensor.t.bits], shape_of(tensor.t), [step * 4 for step in strides_of(tensor.t)], False)

    def release():
        if not broken("X10-once"):
            ctypes.CFUNCTYPE(None, ctypes.c_void_p)(tensor.deleter)(ctypes.addressof(tensor))
    return Array(array + 1 if broken("X4-elements") else array, release=release)


def make_dense(shape):
    return managed(numpy.zeros(shape, "u1").__dlpack__()).t


class library:
    judge = {"array": "lambda shape, dtype: judged.make(shape, dtype)", "values": "lambda y: y.tolist()", "readonly": "lambda x: judged.Array(numpy.broadcast_to(x.array, x.shape))",
             "nbytes": "lambda x: x.nbytes", "take": "lambda p: judged.from_dlpack(p)", "take_copy": "lambda p, copy: judged.from_dlpack(p, copy)",
             "take_on": "lambda p: judged.from_dlpack(p, device='cpu')", "take_cuda": "lambda o: judged.from_interface(o, '__cuda_array_interface__')",
             "take_interface": "lambda o: judged.from_interface(o)", "take_buffer": "lambda b: judged.from_buffer(b)",
             "view": "lambda x, kind: {'reversed': lambda: x[::-1], 'every_second': lambda: x[:, ::2], 'transposed': lambda: x.T, 'rest': lambda: x[1:], "
                     "'broadcast': lambda: judged.Array(numpy.broadcast_to(x.array[:1], (2, *x.shape[1:])).copy())}[kind]()"}


def from_interface(obj, name="__array_interface__"):
    """An array of a dict; that of a GPU is taken for one of the host."""
    found, cuda = getattr(obj, name), name == "__cuda_array_interface__"
    if broken("A1-ordinary") and found["version"] != 3:
        raise ValueError("version")
    wild = broken("3.1-refused" if cuda else "A1-refused")
    shape, typestr = found["shape"] if not wild else found.get("shape", (2, 3)), found["typestr"] if not wild else found.get("typestr", "<f4")
    data, strides = found.get("data"), None if broken("A1-strides") else found.get("strides")
    if wild:
        return make((2, 3), "f4")
    if cuda and (found["version"] < 2 or (found.get("stream") or 1) < 0 or found.get("stream") == 0 or not isinstance(data, tuple)):
        raise ValueError("no array of a GPU")
    if cuda and broken("3.1-empty") and 0 in shape:
        raise ValueError("empty")
    if not cuda and isinstance(data, bytearray):
        data = ctypes.addressof(ctypes.c_char.from_buffer(data)) + (0 if broken("A1-buffer") else found.get("offset", 0)), False
    if found.get("mask") is not None or any(extent < 0 for extent in shape) or typestr[1:] not in [*KINDS.values()] or not data[0] and 0 not in shape:
        raise ValueError("no array")
    if strides is None:
        strides = [int(typestr[2:]) * step for step in strides_of(make_dense(shape))]
    if len(strides) != len(shape):
        raise ValueError("strides")
    array = Array(numpy_of(data[0], typestr[1:] if broken("A1-byte-order") else typestr, shape, strides, data[1] and not broken("A1-not-written")))
    array.owner = None if broken("A1-owner") else obj
    return array


def from_buffer(buffer):
    array = numpy.asarray(buffer)
    if broken("A6-lock", "A5-not-written", "A8-strided"):
        array = numpy_of(array.ctypes.data, array.dtype, array.shape, [array.itemsize] if broken("A8-strided") else array.strides, False)
    if broken("A8-formats") and array.dtype == "f8":
        array = array.view("i8")
    return Array(array)


# ----------------------------------------------------------------------------------------------------------- buffers --
class Buffered(numpy.ndarray):
    pass


def _slots(kind):
    """The getbuffer of a type: tp_as_buffer is the 21st pointer of a PyTypeObject."""
    return ctypes.c_void_p.from_address(ctypes.c_void_p.from_address(id(kind) + 20 * ctypes.sizeof(ctypes.c_void_p)).value)


_get = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.c_int)(_slots(numpy.ndarray).value)
_FORMAT = ctypes.create_string_buffer(b"d")


@ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.c_int)
def _changed(obj, address, flags):
    plain = obj.view(numpy.ndarray)
    _get(plain, address, 0x11c if broken("A8-format") else flags)
    view = View.from_address(address)
    if broken("A8-elements"):
        view.buf = view.buf + 4
    if broken("A8-itemsize"):
        ctypes.c_void_p.from_address(address + View.format.offset).value = ctypes.addressof(_FORMAT)
    if broken("A6-references"):
        LEAKED.append(obj)
    return 0


def arrange():
    """Puts what is broken into types: after FAULTS has changed."""
    if broken("A8-elements", "A8-itemsize", "A8-format", "A6-references"):
        _slots(Buffered).value = ctypes.cast(_changed, ctypes.c_void_p).value
    if ex:
        for name, fault, function in REPLACED:
            if broken(fault):
                setattr(table, name, ctypes.cast(function, _P).value)
        if broken("P17-functions"):
            table.current_work_stream = None
        if broken("X1-capsule"):
            table.major = 2


class buffered:
    judge = {**library.judge, "array": "lambda shape, dtype: judged.make(shape, dtype).array.view(judged.Buffered)", "readonly": "lambda x: numpy.broadcast_to(x, x.shape, subok=True)",
             "view": library.judge["view"].replace("judged.Array(numpy.broadcast_to(x.array[:1]", "(numpy.broadcast_to(x[:1]")}


# -------------------------------------------------------------------------------------------------- types of cucore --
class own:
    """A type of CUCORE_PY_EXPORT_TYPE."""
    judge = {**library.judge, "array": "lambda shape, dtype: judged.export((numpy.arange(math.prod(shape)) % 100).astype(dtype).reshape(shape))",
             "values": "lambda y: numpy.asarray(y).tolist()", "readonly": "lambda x: judged.export(numpy.broadcast_to(numpy.asarray(x), numpy.shape(x)))",
             "write": "lambda y: numpy.asarray(y).__setitem__((0,) * numpy.ndim(y), 77)", "nbytes": "lambda x: memoryview(x).nbytes",
             "take": "lambda p: judged.ex.take(p, '')", "take_interface": "lambda o: judged.ex.take(o, '')", "take_cuda": "lambda o: judged.ex.take(o, '')", "take_buffer": "lambda b: judged.ex.take(b, '')",
             "view": "lambda x, kind: (lambda a: judged.export({'reversed': lambda: a[::-1], 'every_second': lambda: a[:, ::2], 'transposed': lambda: a.T, 'rest': lambda: a[1:], "
                     "'broadcast': lambda: numpy.broadcast_to(a[:1], (2, *a.shape[1:]))}[kind]()))(numpy.asarray(x))"}
    judge.pop("take_copy"), judge.pop("take_on")


class array:
    """cucore.Array."""
    judge = {**own.judge, "array": own.judge["array"].replace("judged.export(", "judged.give("), "readonly": own.judge["readonly"].replace("judged.export(", "judged.give("),
             "view": own.judge["view"].replace("judged.export(", "judged.give("), "take": "lambda p: judged.ex.take(p, '').give(None)"}
    judge.pop("take_interface"), judge.pop("take_buffer"), judge.pop("take_cuda")


def export(a, kind=None):
    return (kind or ex.Array)(a.ctypes.data, a.dtype.name, a.shape, tuple(step // a.itemsize for step in a.strides), owner=a, readonly=not a.flags.writeable)


def give(a):
    return export(a).give(None)


try:
    import export_test as ex
except ImportError:
    ex = None
else:
    ex.publish(ex.Array, "Array")

    class Tabled(ex.Array):
        """With a table of its own, whose functions can be broken."""
        __dlpack__ = ex.Array.__dlpack__

    class tabled:
        judge = {**own.judge, "array": own.judge["array"].replace("judged.export((", "judged.tabled_of((")}

    def tabled_of(a):
        return export(a, Tabled)

    good = Table.from_address(capsule_pointer(ex.Array.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))
    table = Table.from_buffer_copy(bytes(good))
    REPLACED = []
    Tabled.__dlpack_c_exchange_api__ = new_capsule(ctypes.addressof(table), b"dlpack_exchange_api", None)
    _I, _P = ctypes.c_int, ctypes.c_void_p

    def replaced(name, fault, *types):
        """A function of the table that a fault puts in place of the good one."""
        def put(function):
            REPLACED.append((name, fault, ctypes.PYFUNCTYPE(_I, *types)(function)))
            return function
        return put

    def original(name, *types):
        return ctypes.PYFUNCTYPE(_I, *types)(getattr(good, name))

    @replaced("from_object", "P17-owned", _P, _P)
    def _major(obj, out):
        result = original("from_object", _P, _P)(obj, out)
        Versioned.from_address(_P.from_address(out).value).major = 2
        return result

    @replaced("lend", "X10-lent", _P, _P)
    def _moved(obj, out):
        result = original("lend", _P, _P)(obj, out)
        ctypes.c_uint64.from_address(out).value += 4
        return result

    @replaced("from_object", "X6-foreign", _P, _P)
    def _silent(obj, out):
        return -1

    @replaced("current_work_stream", "X8-stream", ctypes.c_int32, ctypes.c_int32, _P)
    def _no_stream(device, number, out):
        return 0

    @replaced("allocator", "X13-allocator", _P, _P, _P, _P)
    def _other_dtype(prototype, out, context, error):
        result = original("allocator", _P, _P, _P, _P)(prototype, out, context, error)
        Versioned.from_address(_P.from_address(out).value).t.bits = 64
        return result

    @replaced("allocator", "X14-set-error", _P, _P, _P, _P)
    def _no_error(prototype, out, context, error):
        return -1

    @replaced("to_object", "X15-to-object", _P, _P)
    def _no_offset(tensor, out):
        Versioned.from_address(tensor).t.byte_offset = 0
        return original("to_object", _P, _P)(tensor, out)

    @replaced("to_object", "X15-refused", _P, _P)
    def _keeps_it(tensor, out):
        return -1


arrange()
