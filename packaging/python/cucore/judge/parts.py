"""What the checks are made of.  The program of a check contains the parts that it uses, so each part needs only ctypes and the parts above."""
import ctypes
import gc
import struct
import sys
import threading
import time

FORMATS = {(0, 8): "b", (0, 16): "h", (0, 32): "i", (0, 64): "q", (1, 8): "B", (1, 16): "H", (1, 32): "I", (1, 64): "Q",
           (2, 16): "e", (2, 32): "f", (2, 64): "d", (5, 64): "2f", (5, 128): "2d", (6, 8): "?"}


class NotOffered(Exception):
    """The library has no such feature: not a fault."""


class Unknown(Exception):
    """The check has no answer here."""


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class Legacy(ctypes.Structure):
    _fields_ = [("t", DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
                ("flags", ctypes.c_uint64), ("t", DLTensor)]


def python(name, result, *arguments):
    """A function of Python's C API."""
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


capsule_name = python("PyCapsule_GetName", ctypes.c_char_p, ctypes.py_object)
capsule_pointer = python("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
set_name = python("PyCapsule_SetName", ctypes.c_int, ctypes.py_object, ctypes.c_void_p)
new_capsule = python("PyCapsule_New", ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
NAMES = {name: ctypes.create_string_buffer(name) for name in (b"dltensor", b"dltensor_versioned", b"used_dltensor", b"used_dltensor_versioned", b"other")}


def managed(capsule):
    """The managed tensor in a capsule."""
    name = capsule_name(capsule)
    found = (Versioned if b"versioned" in name else Legacy).from_address(capsule_pointer(capsule, name))
    found.capsule = capsule  # keeps the memory
    return found


def exported(x, case):
    """The managed tensor that x exports, `legacy` or `versioned`."""
    tensor = managed(x.__dlpack__(max_version=(1, 3)) if case == "versioned" else x.__dlpack__())
    if isinstance(tensor, Versioned) != (case == "versioned"):
        raise NotOffered(f"the capsule is named {capsule_name(tensor.capsule).decode()!r}")
    return tensor


def use(tensor):
    """Renames the capsule, as a consumer does; the caller owns the tensor then."""
    name = capsule_name(tensor.capsule)
    set_name(tensor.capsule, NAMES[b"used_" + name])


def delete(tensor):
    """Calls the deleter, without the GIL, as C code may."""
    if tensor.deleter:
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(tensor.deleter)(ctypes.addressof(tensor))


def shape_of(t):
    return tuple(t.shape[:t.ndim]) if t.ndim else ()


def strides_of(t):
    """In elements; those of C order if there are none."""
    if t.ndim and t.strides:
        return tuple(t.strides[:t.ndim])
    steps, step = [], 1
    for extent in reversed(shape_of(t)):
        steps.insert(0, step)
        step *= extent
    return tuple(steps)


def elements(address, code_bits, shape, byte_strides):
    """The elements at an address, as nested lists."""
    if shape:
        return [elements(address + i * byte_strides[0], code_bits, shape[1:], byte_strides[1:]) for i in range(shape[0])]
    if code_bits not in FORMATS:
        raise Unknown(f"elements of dtype code {code_bits[0]} with {code_bits[1]} bits are not read")
    format = FORMATS[code_bits]
    found = struct.unpack(format, ctypes.string_at(address, struct.calcsize(format)))
    return found[0] if len(found) == 1 else complex(*found)


def values_of(t):
    """The elements of a DLTensor."""
    if t.device_type not in (1, 3, 11, 13):
        raise Unknown(f"the elements are in memory of device type {t.device_type}")
    return elements((t.data or 0) + t.byte_offset, (t.code, t.bits), shape_of(t), [step * t.bits // 8 for step in strides_of(t)])


def raised(call, *arguments, **keywords):
    """The exception of a call; None if it returns."""
    try:
        call(*arguments, **keywords)
    except Exception as error:
        return error
    return None


def told(error):
    """An exception in a line, with what caused it."""
    return "no exception" if error is None else f"{type(error).__name__}: {error}".split("\n")[0][:200]


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def destroy(capsule):
    """The destructor of our capsules: a fresh one calls the deleter."""
    for name, kind in ((b"dltensor", Legacy), (b"dltensor_versioned", Versioned)):
        if python("PyCapsule_IsValid", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(capsule, name):
            delete(kind.from_address(python("PyCapsule_GetPointer", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(capsule, name)))


class Tensor:
    """A tensor of ours: 0.0, 1.0, ... float32 in C order unless the fields differ; `deleted` lists what its deleter was called with."""

    def __init__(self, case, shape=(2, 3), strides=(), dtype=(2, 32, 1), content=None, shift=0, version=(1, 3), flags=0, deleter=True, context=True, **fields):
        format = FORMATS.get(dtype[:2], "f")
        count = max(512 // struct.calcsize(format), 1)
        numbers = [i % 2 for i in range(count)] if format == "?" else [i % 100 for i in range(count)]
        plain = b"".join(struct.pack(format, *([number] if len(format) == 1 else [number, 0])) for number in numbers)
        self.content = plain if content is None else content
        self.memory = ctypes.create_string_buffer(len(self.content) + 320)
        self.address = (ctypes.addressof(self.memory) + 255) // 256 * 256 + shift
        ctypes.memmove(self.address, self.content, len(self.content))
        self.deleted, self.on_delete = [], None
        self.managed = (Versioned if case == "versioned" else Legacy)()
        if case == "versioned":
            self.managed.major, self.managed.minor, self.managed.flags = *version, flags
        t = self.managed.t
        t.data, t.device_type, t.ndim = self.address, 1, len(shape or ())
        t.code, t.bits, t.lanes = dtype
        if strides == () and shape:
            step, strides = 1, []
            for extent in reversed(shape):
                strides.insert(0, step)
                step *= max(extent, 1)
        self.shape = (ctypes.c_int64 * len(shape))(*shape) if shape else None
        self.strides = (ctypes.c_int64 * len(strides))(*strides) if strides else None
        t.shape, t.strides = (ctypes.cast(each, ctypes.POINTER(ctypes.c_int64)) for each in (self.shape, self.strides))
        for name, value in fields.items():
            setattr(t, name, value)

        @ctypes.CFUNCTYPE(None, ctypes.c_void_p)
        def deleted(address):
            self.deleted.append(address)
            if self.on_delete:
                self.on_delete()
        self.function = deleted
        self.managed.deleter = ctypes.cast(deleted, ctypes.c_void_p).value if deleter else None
        self.managed.context = self.address if context else None
        KEPT.append(self)

    def capsule(self, name=None):
        name = name or (b"dltensor_versioned" if isinstance(self.managed, Versioned) else b"dltensor")
        return new_capsule(ctypes.addressof(self.managed), ctypes.addressof(NAMES[name]), ctypes.cast(destroy, ctypes.c_void_p).value)

    def everything(self):
        """The struct and its arrays, to see whether anybody writes into them."""
        return bytes(self.managed), bytes(self.shape or b""), bytes(self.strides or b"")


KEPT = []  # tensors may be used after their check forgets them


class Producer:
    """An object with one tensor, of the fields of Tensor; `asked` has the keywords of each call.  It keeps its capsule until drop()."""

    def __init__(self, case, device=(1, 0), **fields):
        self.tensor, self.device, self.asked, self.given, self.kept = Tensor(case, **fields), device, [], None, []

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **keywords):
        self.asked.append(keywords)
        self.kept.append(self.given() if self.given else self.tensor.capsule())
        return self.kept[-1]

    def drop(self):
        """A capsule that was not used calls the deleter now, without a pending exception, which a Python function would lose."""
        self.given = None
        self.kept.clear()
        forget()


class Interface:
    """An object with `__array_interface__` or another attribute."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)


def forget():
    """Runs what waits to be deleted."""
    gc.collect()
    gc.collect()


class View(ctypes.Structure):
    """A Py_buffer."""
    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int),
                ("ndim", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
                ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)), ("internal", ctypes.c_void_p)]


SIMPLE, WRITABLE, FORMAT, ND, STRIDES, FULL_RO = 0, 1, 4, 8, 0x18, 0x11c
get_buffer = python("PyObject_GetBuffer", ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.c_int)
release_buffer = python("PyBuffer_Release", None, ctypes.c_void_p)


def buffer_of(x, flags):
    """The Py_buffer that x fills for these flags."""
    view = View()
    get_buffer(x, ctypes.addressof(view), flags)
    return view


class Table(ctypes.Structure):
    """A DLPackExchangeAPI."""
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32)] + [(name, ctypes.c_void_p) for name in (
        "prev_api", "allocator", "from_object", "to_object", "lend", "current_work_stream")]


def table_of(x):
    """The exchange table of the type of x."""
    return Table.from_address(capsule_pointer(type(x).__dlpack_c_exchange_api__, b"dlpack_exchange_api"))


def table_call(address, *arguments):
    """The result of a function of a table and the exception that it left, with the GIL."""
    kinds = {int: ctypes.c_int32, ctypes.c_void_p: ctypes.c_void_p}
    types = [kinds.get(type(each), ctypes.c_void_p if isinstance(each, (ctypes.c_void_p, type(None))) else type(each)) for each in arguments]
    try:
        return ctypes.PYFUNCTYPE(ctypes.c_int, *types)(address)(*arguments), None
    except Exception as error:
        return -1, error


def owned(x):
    """The managed tensor that the exchange table of x makes."""
    out = ctypes.c_void_p()
    result, error = table_call(table_of(x).from_object, ctypes.c_void_p(id(x)), ctypes.c_void_p(ctypes.addressof(out)))
    if result or not out.value:
        raise NotOffered(f"from_py_object gives {result} and {told(error)}")
    return Versioned.from_address(out.value)


def attempt(call, *arguments, **keywords):
    """The result and the exception of a call, one of them None."""
    try:
        return call(*arguments, **keywords), None
    except Exception as error:
        return None, error.with_traceback(None)


def wait_until(true):
    """Waits up to two seconds: some libraries delete on another thread."""
    end = time.monotonic() + 2
    forget()
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
        gc.collect()


def resident():
    """The bytes of memory that this process has."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        raise Unknown("memory is counted on Linux only") from None


TABLE_NAME = ctypes.create_string_buffer(b"dlpack_exchange_api")


def tabled(major=1, silent=False, null=()):
    """A producer whose type has an exchange table; `called` has the functions that were called, of which those named in `null` are NULL."""
    class Tabled(Producer):
        called = []

        def __dlpack__(self, **keywords):
            return Producer.__dlpack__(self, **keywords)

        def __dlpack_device__(self):
            return Producer.__dlpack_device__(self)
    made = Tabled("versioned")

    @ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    def own(obj, out):
        Tabled.called.append("from_object")
        if silent:
            return -1
        ctypes.c_void_p.from_address(out).value = ctypes.addressof(made.tensor.managed)
        return 0

    @ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    def lend(obj, out):
        Tabled.called.append("lend")
        if silent:
            return -1
        ctypes.memmove(out, ctypes.addressof(made.tensor.managed.t), ctypes.sizeof(DLTensor))
        return 0

    @ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.c_void_p)
    def stream(device, number, out):
        ctypes.c_void_p.from_address(out).value = None
        return 0

    @ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    def allocate(prototype, out, context, set_error):
        return -1

    @ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
    def to_object(tensor, out):
        return -1
    table, functions = Table(major, 3), {"from_object": own, "lend": lend, "current_work_stream": stream, "allocator": allocate, "to_object": to_object}
    for name, function in functions.items():
        setattr(table, name, None if name in null else ctypes.cast(function, ctypes.c_void_p).value)
    KEPT.append((made, table, functions))
    Tabled.__dlpack_c_exchange_api__ = new_capsule(ctypes.addressof(table), ctypes.addressof(TABLE_NAME), None)
    return made
