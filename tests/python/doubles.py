"""Producers that say exactly what a test wants them to say, and the checks that every suite shares."""

import contextlib
import ctypes
import gc
import os
import subprocess
import sys

import cucore_test

ABSENT = object()

# A view of device memory is only looked at here, so the address need not belong to anything.
ADDRESS = 0x7F0000001000

TRUST = cucore_test.TRUST_PRODUCER

SANITIZED = os.path.exists("/proc/self/maps") and "asan" in open("/proc/self/maps").read()


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def quoted(text):
    """What a message shows of a foreign text: 64 characters of it (B115)."""
    return text if len(text) <= 64 else text[:40] + "..." + text[-21:]


def full_name(kind):
    """A type as messages name it: with its module, unless that is builtins or no text that UTF-8 can have."""
    module, name = vars(type)["__module__"].__get__(kind), vars(type)["__qualname__"].__get__(kind)
    if not isinstance(module, str) or module == "builtins" or any(0xD800 <= ord(c) < 0xE000 for c in module):
        return quoted(name)
    return quoted(module.partition("\0")[0] + "." + name)


class Holder:
    """Can be referenced weakly, and takes any attribute."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)


def changed(entries, changes):
    entries = dict(entries)
    for key, value in changes.items():
        if value is ABSENT:
            entries.pop(key, None)
        else:
            entries[key] = value
    return entries


def cai_dict(**changes):
    return changed({"shape": (2, 3), "typestr": "<f4", "data": (ADDRESS, False), "version": 3}, changes)


def cai(**changes):
    return Holder(__cuda_array_interface__=cai_dict(**changes))


def array_interface(array, **changes):
    """An object with nothing but the interface of a NumPy array, which it keeps alive."""
    return Holder(__array_interface__=changed(array.__array_interface__, changes), array=array)


class OnlyDlpack:
    """The DLPack of another array, and nothing else of it."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Index:
    """An integer of its own kind: nothing but __index__, which answers or raises what it was given."""

    def __init__(self, answer):
        self.answer = answer

    def __index__(self):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer

    def __repr__(self):
        return "Index(%r)" % (self.answer,)


class OnlyInt:
    """No integer: it can be made one, as a float can."""

    def __int__(self):
        return 5

    def __repr__(self):
        return "OnlyInt()"


# What is raised by an object that claims to be an integer.
NO_INDEX = [
    ("A20-raises-RuntimeError", RuntimeError("no")),
    ("A20-raises-TypeError", TypeError("no")),
    ("A20-raises-AttributeError", AttributeError("no")),
    ("A20-raises-NotImplementedError", NotImplementedError("no")),
    ("A20-raises-OverflowError", OverflowError("no")),
    ("B92-raises-KeyboardInterrupt", KeyboardInterrupt("no")),
    ("B92-raises-MemoryError", MemoryError("no")),
]


class Stream:
    """Answers what it was given, and counts how often it was asked."""

    def __init__(self, answer):
        self.answer = answer
        self.calls = 0

    def __cuda_stream__(self):
        self.calls += 1
        return self.answer


class Raising:
    """Every array attribute raises the same exception object."""

    def __init__(self, error, *names):
        self.__dict__["error"] = error
        self.__dict__["names"] = names

    def __getattr__(self, name):
        if name in self.__dict__["names"]:
            raise self.__dict__["error"]
        raise AttributeError(name)


class Proxy:
    """Forwards what it does not have, as lazy-loading wrappers do."""

    def __init__(self, target):
        self.__dict__["target"] = target

    def __getattr__(self, name):
        return getattr(self.__dict__["target"], name)


class PyBuffer(ctypes.Structure):
    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)),
        ("internal", ctypes.c_void_p),
    ]


class Exporter:
    """A buffer that is filled in by hand, so that it can lie as only C code can."""

    def __init__(self, buf=ABSENT, format=b"i", itemsize=4, shape=(6,), strides=None, suboffsets=None, **fields):
        self.memory = (ctypes.c_char * 4096)()
        self.keep = [self.numbers(shape), self.numbers(strides), self.numbers(suboffsets)]
        self.buf = ctypes.addressof(self.memory) if buf is ABSENT else buf
        self.format = format
        self.itemsize = itemsize
        self.ndim = fields.get("ndim", len(shape) if shape is not None else 1)
        self.len = fields.get("len", 24)
        self.readonly = fields.get("readonly", 0)
        self.flags = []
        self.gets = []
        self.releases = []

    def __init_subclass__(cls):
        if sys.implementation.name == "cpython":
            _install_buffer(cls)  # slots that were written by hand are not inherited from Python 3.12 on

    @staticmethod
    def numbers(values):
        return None if values is None else (ctypes.c_ssize_t * max(1, len(values)))(*values)


@ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(PyBuffer), ctypes.c_int)
def _get_buffer(self, view, flags):
    self.gets.append(ctypes.addressof(view.contents))
    self.flags.append(flags)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))
    view.contents.obj = id(self)
    for field in ("buf", "len", "itemsize", "readonly", "ndim", "format"):
        setattr(view.contents, field, getattr(self, field))
    for field, numbers in zip(("shape", "strides", "suboffsets"), self.keep):
        pointer = ctypes.POINTER(ctypes.c_ssize_t)
        setattr(view.contents, field, pointer() if numbers is None else ctypes.cast(numbers, pointer))
    view.contents.internal = None
    return 0


@ctypes.PYFUNCTYPE(None, ctypes.py_object, ctypes.POINTER(PyBuffer))
def _release_buffer(self, view):
    self.releases.append(ctypes.addressof(view.contents))


def _install_buffer(cls):
    word = ctypes.sizeof(ctypes.c_void_p)
    # ob_size and the slots from tp_name to tp_setattro come before tp_as_buffer, in every version since 3.9.
    slot = ctypes.c_void_p.from_address(id(cls) + object.__basicsize__ + 18 * word)
    procs = (ctypes.c_void_p * 2).from_address(slot.value)
    procs[0] = ctypes.cast(_get_buffer, ctypes.c_void_p).value
    procs[1] = ctypes.cast(_release_buffer, ctypes.c_void_p).value


if sys.implementation.name == "cpython":
    _install_buffer(Exporter)


def assert_locked(array):
    """The view holds the buffer: a bytearray cannot move (protocols B47)."""
    try:
        array.append(0)
    except BufferError:
        return
    raise AssertionError("the bytearray could be resized while a view of it lives")


def assert_resizable(array):
    array.append(0)
    del array[-1:]


@contextlib.contextmanager
def unchanged_refcounts(*objects):
    # What the whole process shares changes its count at any time.
    objects = [o for o in objects if o is not None and not isinstance(o, (int, str, tuple))]
    before = [sys.getrefcount(o) for o in objects]
    yield
    after = [sys.getrefcount(o) for o in objects]
    if after != before:
        gc.collect()
        after = [sys.getrefcount(o) for o in objects]
    assert after == before, [type(o).__name__ for o, b, a in zip(objects, before, after) if a != b]


def run_python(code, **environment):
    """What `code` prints in a fresh interpreter that can import cucore_test and this module."""
    places = [os.path.dirname(os.path.abspath(f)) for f in (cucore_test.__file__, __file__)]
    path = os.pathsep.join(places + [os.environ.get("PYTHONPATH", "")])
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=dict(os.environ, PYTHONPATH=path, **environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout.strip()


def assert_same_array(view, array):
    """The view says what NumPy says; strides only where they mean something."""
    assert view.shape == array.shape
    assert view.ndim == array.ndim
    assert view.itemsize == array.dtype.itemsize
    assert view.c_contiguous == array.flags.c_contiguous
    assert view.f_contiguous == array.flags.f_contiguous
    assert view.copied is False
    if array.size:
        assert view.ptr == array.__array_interface__["data"][0]
        for axis, extent in enumerate(array.shape):
            if extent > 1:
                assert view.strides[axis] * array.dtype.itemsize == array.strides[axis]


def failures(attempt, limit=400):
    """Fails every Python C call of `attempt` in turn: the exceptions, until an attempt meets no failure."""
    errors = []
    for n in range(1, limit):
        cucore_test.forget_state()
        cucore_test.fail_at(n)
        try:
            attempt()
        except BaseException as error:
            errors.append(error)
        else:
            assert cucore_test.fail_at(0) < n, "call %d failed, but nothing was raised" % n
            return errors
        finally:
            cucore_test.fail_at(0)
    raise AssertionError("no end after %d failures" % limit)
