"""DLPack producers for the tests: any capsule, valid or broken, and objects that hand it out in any manner.

Everything is ctypes, so that no field is out of reach and no other library decides what is possible.  Each tensor knows
with which addresses its deleter was called; calls for an address that belongs to no living tensor end up in `strays`.
No NumPy at import time: the module also serves in a subinterpreter.
"""

import ctypes
import functools
import weakref

CPU, CUDA, CUDA_HOST, ROCM, ROCM_HOST, CUDA_MANAGED = 1, 2, 3, 10, 11, 13
READ_ONLY, IS_COPIED, SUBBYTE_PADDED = 1, 2, 4


class DLDevice(ctypes.Structure):
    _fields_ = [("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32)]


class DLDataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_uint64),
                ("device", DLDevice),
                ("ndim", ctypes.c_int32),
                ("dtype", DLDataType),
                ("shape", ctypes.c_uint64),
                ("strides", ctypes.c_uint64),
                ("byte_offset", ctypes.c_uint64)]


class DLPackVersion(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32)]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("dl_tensor", DLTensor), ("manager_ctx", ctypes.c_uint64), ("deleter", ctypes.c_uint64)]


class DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [("version", DLPackVersion),
                ("manager_ctx", ctypes.c_uint64),
                ("deleter", ctypes.c_uint64),
                ("flags", ctypes.c_uint64),
                ("dl_tensor", DLTensor)]


# Prototypes of our own: those on ctypes.pythonapi are shared with everybody in the process.
def _python(name, result, *arguments):
    return ctypes.PYFUNCTYPE(result, *arguments)((name, ctypes.pythonapi))


_object, _pointer, _text = ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p
_capsule_new = _python("PyCapsule_New", _object, _pointer, _pointer, _pointer)
_capsule_is_valid = _python("PyCapsule_IsValid", ctypes.c_int, _pointer, _text)
_capsule_pointer = _python("PyCapsule_GetPointer", _pointer, _pointer, _text)
_capsule_name = _python("PyCapsule_GetName", _text, _object)
_capsule_name_raw = _python("PyCapsule_GetName", _text, _pointer)
_capsule_pointer_of = _python("PyCapsule_GetPointer", _pointer, _object, _text)

FRESH = {False: b"dltensor", True: b"dltensor_versioned"}

strays = []
_tensors = weakref.WeakValueDictionary()  # by address: whoever the test still holds
_held = {}  # by address: structs that a capsule or a consumer may still read


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _deleter(address):
    tensor = _tensors.get(address)
    if tensor is None:
        strays.append(address)
        return
    tensor.deleted.append(address)
    _held.pop(address, None)
    if tensor.on_delete:
        tensor.on_delete(tensor)


def _call_deleter(address, versioned):
    struct = (DLManagedTensorVersioned if versioned else DLManagedTensor).from_address(address)
    if struct.deleter:
        ctypes.CFUNCTYPE(None, ctypes.c_void_p)(struct.deleter)(address)


# The capsule has no references left: c_void_p, since py_object would revive it.  An exception that may be pending is
# not saved, on purpose: consumers must not let a capsule go while one is (D31).
@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _destructor(capsule):
    for versioned, name in FRESH.items():
        if _capsule_is_valid(capsule, name):
            _call_deleter(_capsule_pointer(capsule, name), versioned)


# As dmlc/dlpack#51: calls the deleter whatever the name says.
@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _blind_destructor(capsule):
    name = _capsule_name_raw(capsule)
    _call_deleter(_capsule_pointer(capsule, name), b"versioned" in name)


def _address_of(function):
    return ctypes.cast(function, ctypes.c_void_p).value


_DESTRUCTORS = {"spec": _address_of(_destructor), "blind": _address_of(_blind_destructor), None: None}
_names = {}  # PyCapsule keeps the pointer


def name_of(capsule):
    return _capsule_name(capsule)


def make_capsule(address, name, destructor="spec"):
    if name is None:
        return _capsule_new(address, None, _DESTRUCTORS[destructor])
    buffer = _names.setdefault(name, ctypes.create_string_buffer(name))
    return _capsule_new(address, ctypes.addressof(buffer), _DESTRUCTORS[destructor])


def dense_strides(shape):
    strides, step = [], 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= max(extent, 1)
    return tuple(strides)


DENSE = "dense"
OMITTED = object()


def given(**keywords):
    return {name: value for name, value in keywords.items() if value is not OMITTED}


class Tensor:
    """One managed tensor.  Every field can be overridden; `shape` and `strides` may be None for NULL."""

    def __init__(self, shape=(2, 3), dtype=(2, 32, 1), strides=DENSE, *, versioned=False, version=(1, 3), flags=0,
                 memory=None, data=None, byte_offset=0, device=(CPU, 0), ndim=None, deleter=True, on_delete=None):
        if strides is DENSE:
            strides = None if shape is None else dense_strides(shape)
        if memory is None and data is None:
            memory = ctypes.create_string_buffer(bytes(range(256)) * 4, 1024)
        self.memory = memory  # kept alive with the struct
        self.versioned = versioned
        self.deleted = []
        self.on_delete = on_delete
        self.shape = shape and (ctypes.c_int64 * len(shape))(*shape)
        self.strides = strides and (ctypes.c_int64 * len(strides))(*strides)
        self.struct = (DLManagedTensorVersioned if versioned else DLManagedTensor)()
        self.address = ctypes.addressof(self.struct)
        tensor = self.struct.dl_tensor
        tensor.data = ctypes.addressof(memory) if data is None else data
        tensor.device = DLDevice(*device)
        tensor.ndim = (len(shape) if shape is not None else 0) if ndim is None else ndim
        tensor.dtype = DLDataType(*dtype)
        tensor.shape = ctypes.addressof(self.shape) if self.shape else 0
        tensor.strides = ctypes.addressof(self.strides) if self.strides else 0
        tensor.byte_offset = byte_offset
        if versioned:
            self.struct.version = DLPackVersion(*version)
            self.struct.flags = flags
        self.struct.deleter = _address_of(_deleter) if deleter else 0
        _tensors[self.address] = self

    @classmethod
    def of(cls, array, **fields):
        """A tensor over a NumPy array: its memory, shape and strides."""
        kinds = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
        fields.setdefault("dtype", (kinds[array.dtype.kind], 8 * array.itemsize, 1))
        fields.setdefault("strides", tuple(s // array.itemsize for s in array.strides))
        fields.setdefault("data", array.ctypes.data)
        return cls(fields.pop("shape", array.shape), memory=array, **fields)

    @property
    def fresh_name(self):
        return FRESH[self.versioned]

    def capsule(self, name=DENSE, destructor="spec"):
        if self.struct.deleter:
            _held[self.address] = self
        return make_capsule(self.address, self.fresh_name if name is DENSE else name, destructor)

    def bytes(self):
        """The struct with its arrays, to see whether anybody wrote into it."""
        return bytes(self.struct), bytes(self.shape or b""), bytes(self.strides or b"")


def drop(tensors):
    """Lets go of what broken capsules (foreign names, no destructor) never gave back."""
    for tensor in tensors:
        _held.pop(tensor.address, None)


class Producer:
    """An object with both methods.

    Each has a type of its own, since consumers remember what a type did; `shared` of a subclass: they are of that type.
    fields   what Tensor is made of at each call; `versioned` None: as max_version asks
    device   what __dlpack_device__ returns, or an exception
    errors   {number of the call, from 1: exception to raise}
    answer   called with the keywords instead of making a tensor
    """

    def __new__(cls, *args, **keywords):
        return object.__new__(cls if cls.__dict__.get("shared") else type(cls.__name__, (cls,), {"__module__": cls.__module__}))

    def __init__(self, device=(CPU, 0), *, errors=None, answer=None, versioned=None, name=DENSE, destructor="spec",
                 **fields):
        self.device = device
        self.errors = errors or {}
        self.answer = answer
        self.versioned = versioned
        self.name = name
        self.destructor = destructor
        self.fields = fields
        self.calls = []
        self.device_calls = []
        self.tensors = []

    def __dlpack_device__(self, *args, **keywords):
        self.device_calls.append((args, keywords))
        if isinstance(self.device, BaseException):
            raise self.device
        return self.device

    def produce(self, keywords):
        self.calls.append(keywords)
        error = self.errors.get(len(self.calls))
        if error is not None:
            raise error
        if self.answer:
            return self.answer(keywords)
        fields = dict(self.fields)
        fields.setdefault("device", tuple(int(i) for i in self.device))
        versioned = self.versioned
        if versioned is None:
            version = keywords.get("max_version")
            versioned = version is not None and version[0] >= 1
        tensor = Tensor(versioned=versioned, **fields)
        self.tensors.append(tensor)
        return tensor.capsule(self.name, self.destructor)

    def __dlpack__(self, **keywords):
        return self.produce(keywords)

    @property
    def tensor(self):
        assert len(self.tensors) == 1, f"{len(self.tensors)} tensors were made"
        return self.tensors[0]


class Tabled(Producer):
    """A producer with a C exchange table of its own on its type; it counts what it is asked.

    table      (major, minor, without, previous, name), as cucore_test.table takes them, or a capsule, or anything else
    on_own, on_lend   called instead of giving a tensor; what they answer is the C function's result
    """

    import cucore_test as module

    def __new__(cls, *args, table=(1, 3), **keywords):
        made = super().__new__(cls)
        if not any("table_address" in base.__dict__ for base in type(made).__mro__[1:]):
            cls.put_table(type(made), table)
        return made

    @staticmethod
    def put_table(type_, table):
        """The table and both methods in the type's own dict (X6)."""
        type_.table_address = 0
        if isinstance(table, tuple):
            table, type_.table_address = Tabled.module.table(*table)
        type_.__dlpack_c_exchange_api__ = table
        type_.__dlpack__ = lambda self, **keywords: self.produce(keywords)
        type_.__dlpack_device__ = Producer.__dlpack_device__

    def __init__(self, device=(CPU, 0), *, table=(1, 3), on_own=None, on_lend=None, **fields):
        fields.setdefault("versioned", True)
        super().__init__(device, **fields)
        self.on_own, self.on_lend = on_own, on_lend
        self.owned, self.lent = [], []

    def make(self):
        fields = dict(self.fields)
        fields.setdefault("device", tuple(int(i) for i in self.device))
        tensor = Tensor(versioned=True, **fields)
        self.tensors.append(tensor)
        return tensor

    def own(self, address):
        self.owned.append(address)
        if self.on_own:
            return self.on_own(address)
        tensor = self.make()
        if tensor.struct.deleter:
            _held[tensor.address] = tensor
        ctypes.c_void_p.from_address(address).value = tensor.address
        return 0

    def lend(self, address):
        self.lent.append(address)
        if self.on_lend:
            return self.on_lend(address)
        ctypes.memmove(address, ctypes.addressof(self.make().struct.dl_tensor), ctypes.sizeof(DLTensor))
        return 0

    @property
    def asked(self):
        """How often each way was gone: by the table owned and lent, by __dlpack__."""
        return len(self.owned), len(self.lent), len(self.calls)


class Unsigned(Producer):
    """As CuPy does it (B05): DLPack gets strides that were divided as unsigned numbers.  What else it has is set on it.

    array    a NumPy array, whose layout it takes
    data     where the first element is; of the array, if it is not said
    """

    def __init__(self, array, device=(CPU, 0), *, data=None, **fields):
        kinds = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
        super().__init__(device, shape=array.shape, strides=self.divided(array), memory=array,
                         dtype=(kinds[array.dtype.kind], 8 * array.itemsize, 1),
                         data=array.ctypes.data if data is None else data, **fields)

    @staticmethod
    def divided(array):
        return tuple(stride % 2**64 // array.itemsize for stride in array.strides)


class UnsignedTable(Unsigned, Tabled):
    """The same by an exchange table."""


class StreamOnly(Producer):
    """A producer from before DLPack 1.0: real binding decides what it accepts (D20)."""

    def __dlpack__(self, *, stream=OMITTED):
        return self.produce(given(stream=stream))


class NoKeywords(Producer):
    def __dlpack__(self):
        return self.produce({})


class Partial(Producer):
    """__dlpack__ is a functools.partial: no frame, no __code__."""

    @property
    def __dlpack__(self):
        return functools.partial(self._old, "ignored")

    def _old(self, ignored, stream=OMITTED):
        return self.produce(given(stream=stream))


class Callable(Producer):
    """__dlpack__ is an object with __call__: its errors have a traceback, but it has no __code__, as a C binding that
    goes through a Python wrapper."""

    class Bound:
        def __init__(self, owner):
            self.owner = owner

        def __call__(self, **keywords):
            return self.owner.produce(keywords)

    @property
    def __dlpack__(self):
        return self.Bound(self)


class CythonLike(Producer):
    """As a Cython function: it has __code__, and its argument errors have a traceback (D21)."""

    class Bound(Callable.Bound):
        __code__ = (lambda self: None).__code__

    @property
    def __dlpack__(self):
        return self.Bound(self)


class Proxy:
    """Forwards every attribute by __getattr__: nothing is on the type (D3)."""

    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        return getattr(self._target, name)
