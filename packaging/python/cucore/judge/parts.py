"""What the checks are made of.  The program of a check contains the parts that it uses, so each part needs only ctypes and the parts above."""
import ctypes
import gc
import math
import mmap
import struct
import sys
import threading
import time
import weakref


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


# Functions of Python's C API.
capsule_name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(("PyCapsule_GetName", ctypes.pythonapi))
capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))
set_name = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", ctypes.pythonapi))
new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_New", ctypes.pythonapi))
is_fresh = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", ctypes.pythonapi))
get_buffer = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p, ctypes.c_int)(("PyObject_GetBuffer", ctypes.pythonapi))
release_buffer = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(("PyBuffer_Release", ctypes.pythonapi))
NAMES = {"legacy": b"dltensor", "versioned": b"dltensor_versioned"}
USED = {b"dltensor": b"used_dltensor", b"dltensor_versioned": b"used_dltensor_versioned"}


def managed(capsule):
    """The managed tensor in a capsule."""
    name = capsule_name(capsule)
    found = (Versioned if b"versioned" in name else Legacy).from_address(capsule_pointer(capsule, name))
    found.capsule = capsule  # keeps the memory
    return found


def exported(x, case):
    """The managed tensor that x exports, `legacy` or `versioned`."""
    capsule = x.__dlpack__(max_version=(1, 3)) if case == "versioned" else x.__dlpack__()
    if capsule_name(capsule) != NAMES[case]:
        raise NotOffered(f"the capsule is named {capsule_name(capsule).decode()!r}")
    tensor = (Versioned if case == "versioned" else Legacy).from_address(capsule_pointer(capsule, NAMES[case]))
    tensor.capsule = capsule  # keeps the memory
    return tensor


def use(tensor):
    """Renames the capsule, as a consumer does; the caller owns the tensor then."""
    return set_name(tensor.capsule, USED[capsule_name(tensor.capsule)])


def delete(tensor):
    """Calls the deleter, without the GIL, as C code may."""
    return tensor.deleter and ctypes.CFUNCTYPE(None, ctypes.c_void_p)(tensor.deleter)(ctypes.addressof(tensor))


def shape_of(t):
    return tuple(t.shape[:t.ndim])


def strides_of(t):
    """In elements; those of C order if there are none."""
    return t.strides[:t.ndim] if t.strides else [math.prod(t.shape[i + 1:t.ndim]) for i in range(t.ndim)]


def elements(address, shape, steps):
    """The float32 elements at an address, as nested lists; steps in bytes."""
    if shape:
        return [elements(address + i * steps[0], shape[1:], steps[1:]) for i in range(shape[0])]
    return ctypes.c_float.from_address(address).value


def values_of(t):
    """The elements of a DLTensor of float32."""
    if t.device_type not in (1, 3, 11, 13):
        raise Unknown(f"the elements are in memory of device type {t.device_type}")
    return elements((t.data or 0) + t.byte_offset, t.shape[:t.ndim], [4 * step for step in strides_of(t)])


def attempt(call, *arguments, **keywords):
    """The result and the exception of a call, one of them None."""
    try:
        return call(*arguments, **keywords), None
    except Exception as error:
        return None, error.with_traceback(None)


def raised(call, *arguments, **keywords):
    """The exception of a call; None if it returns."""
    try:
        call(*arguments, **keywords)
    except Exception as error:
        return error


def told(error):
    """An exception in a line."""
    return "no exception" if error is None else f"{type(error).__name__}: {error}".split("\n")[0][:200]


def int64s(numbers):
    """An array of C; None for NULL."""
    return (ctypes.c_int64 * len(numbers))(*numbers) if numbers else None


FLOATS = struct.pack("128f", *range(128))
KEPT = []  # tensors may be used after their check forgets them


class Producer:
    """An object with a tensor: 0.0, 1.0, ... float32 of shape (2, 3) unless the fields differ; `asked` has the keywords of each call."""

    def __init__(self, case, shape=(2, 3), strides=(3, 1), dtype=(2, 32, 1), content=FLOATS, shift=0, device=(1, 0), version=(1, 3), flags=0,
                 deleter=ctypes.pythonapi.Py_IsInitialized, context=1, **fields):  # that deleter does nothing
        self.device, self.asked = device, []
        self.pages = mmap.mmap(-1, 8192)
        if shift:
            self.pages.seek(shift)
        self.pages.write(content)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.pages)) + shift
        t = DLTensor(self.address, 1, 0, len(shape or ()), *dtype, int64s(shape), int64s(strides))
        for name, value in fields.items():
            setattr(t, name, value)
        self.kept = deleter
        function = ctypes.cast(deleter, ctypes.c_void_p)
        self.managed = Versioned(*version, context, function, flags, t) if case == "versioned" else Legacy(t, context, function)
        self.tensor = self.managed.t
        self.capsule = lambda: new_capsule(ctypes.addressof(self.managed), NAMES[case], None)
        KEPT.append(self)

    def __dlpack_device__(self):
        return self.device

    def __dlpack__(self, **keywords):
        self.asked.append(keywords)
        return self.capsule()


def noting(calls):
    """A deleter that notes what it is called with."""
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(calls.append)


def watched(case, **fields):
    """A producer with one capsule, whose destructor calls the deleter if it is fresh; `deleted` has what the deleter was called with."""
    deleted = []
    producer = Producer(case, deleter=noting(deleted), **fields)
    producer.deleted = deleted
    producer.destroy = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda capsule: is_fresh(capsule, NAMES[case]) and deleted.append(ctypes.addressof(producer.managed)))
    producer.one = new_capsule(ctypes.addressof(producer.managed), NAMES[case], ctypes.cast(producer.destroy, ctypes.c_void_p))
    producer.capsule = lambda: producer.one
    return producer


def interface(**attributes):
    """An object with `__array_interface__` or another attribute."""
    return type("Interface", (), attributes)()


def in_threads(work, count=4):
    """Runs a function in some threads at the same time."""
    threads = [threading.Thread(target=work) for _ in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def wait_until(true):
    """Waits up to two seconds: some libraries delete on another thread."""
    end = time.monotonic() + 2
    while gc.collect() + 1 and not true() and time.monotonic() < end:
        time.sleep(0.05)


def resident():
    """The bytes of memory that this process has."""
    if sys.platform != "linux":
        raise Unknown("memory is counted on Linux only")
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


class View(ctypes.Structure):
    """A Py_buffer."""
    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t), ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int),
                ("ndim", ctypes.c_int), ("format", ctypes.c_char_p), ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
                ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)), ("internal", ctypes.c_void_p)]


SIMPLE, WRITABLE, FORMAT, ND, STRIDES, FULL_RO = 0, 1, 4, 8, 0x18, 0x11c


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
    """The result of a function of a table and the exception that it left, with the GIL; arguments are integers and pointers."""
    types = [ctypes.c_int32 if type(each) is int else ctypes.c_void_p for each in arguments]
    try:
        return ctypes.PYFUNCTYPE(ctypes.c_int, *types)(address)(*arguments), None
    except Exception as error:
        return -1, error


def owned(x):
    """The managed tensor that the exchange table of x makes."""
    out = ctypes.c_void_p()
    result, error = table_call(table_of(x).from_object, ctypes.c_void_p(id(x)), ctypes.byref(out))
    if result or not out.value:
        raise NotOffered(f"from_py_object gives {result} and {told(error)}")
    return Versioned.from_address(out.value)


def tabled(major=1, result=0, lends=True, others=True):
    """A producer whose type has an exchange table; `called` has the functions that were called, `deleted` what the deleter was called with."""
    called, deleted, table = [], [], Table(major, 3)

    def own(obj, out, *more):
        called.append("from_object")
        ctypes.c_void_p.from_address(out).value = ctypes.addressof(made.managed)
        return result

    def lend(obj, out, *more):
        called.append("lend")
        ctypes.memmove(out, ctypes.addressof(made.tensor), ctypes.sizeof(DLTensor))
        return result
    functions = {"from_object": own, **({"lend": lend} if lends else {}), **({"allocator": lambda *four: -1, "to_object": lambda *four: -1,
                 "current_work_stream": lambda device, number, out, more: ctypes.memset(out, 0, 8) and 0} if others else {})}
    for name, function in functions.items():
        functions[name] = ctypes.PYFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 4)(function)  # of which some have two arguments, or three
        setattr(table, name, ctypes.cast(functions[name], ctypes.c_void_p).value)

    class Tabled(Producer):
        __dlpack_c_exchange_api__ = new_capsule(ctypes.addressof(table), b"dlpack_exchange_api", None)
        __dlpack__, __dlpack_device__ = (lambda self, **keywords: self.capsule()), (lambda self: (1, 0))
    made = Tabled("versioned", deleter=noting(deleted))
    made.called, made.deleted, made.table = called, deleted, (table, functions)
    return made
