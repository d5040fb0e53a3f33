"""Arrays of Arrow made by hand, so that each field can lie, and a consumer that takes them apart: the structs by ctypes."""
import ctypes
import gc

import producers

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
                   ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
                   ("dictionary", ctypes.POINTER(Schema)), ("release", RELEASE_SCHEMA), ("private_data", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64),
                  ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
                  ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)), ("release", RELEASE_ARRAY),
                  ("private_data", ctypes.c_void_p)]


class DeviceArray(ctypes.Structure):
    _fields_ = [("array", Array), ("device_id", ctypes.c_int64), ("device_type", ctypes.c_int32), ("sync_event", ctypes.c_void_p),
                ("reserved", ctypes.c_int64 * 3)]


living = {}  # by private_data: structs that somebody may still release


@RELEASE_SCHEMA
def _release_schema(pointer):
    pointer.contents.release = RELEASE_SCHEMA()


@RELEASE_ARRAY
def _release_array(pointer):
    owner = living.pop(pointer.contents.private_data)
    owner.released += 1
    if owner.child and owner.child.array.release:
        owner.child.array.release(ctypes.pointer(owner.child.array))
    if owner.on_release:
        owner.on_release()
    pointer.contents.release = RELEASE_ARRAY()


def _release_capsule(capsule):
    """What was not taken out is released."""
    name = producers._capsule_name_raw(capsule)
    address = producers._capsule_pointer(capsule, name)
    kind = Schema if name == b"arrow_schema" else Array
    struct = kind.from_address(address)
    if struct.release:
        struct.release(ctypes.pointer(struct))


_destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_release_capsule)


class Producer:
    """One array and its schema; once asked for, they live until they are released.

    buffers   addresses, 0 for NULL
    child     another Producer, or None
    schema    fields of the schema that are otherwise
    device    (device_type, device_id, address of the event's handle), or None: only __arrow_c_array__
    names     of the two capsules
    on_release   called as the array is released
    fields    of the array, which may lie
    """

    def __init__(self, format, buffers, length, *, child=None, schema=None, device=None, names=None, on_release=None, keep=None, **fields):
        self.released, self.on_release, self.keep, self.child, self.device = 0, on_release, keep, child, device
        self.names = names or (b"arrow_schema", b"arrow_device_array" if device else b"arrow_array")
        self.schema = Schema(format=format, name=b"", flags=2, release=_release_schema, n_children=1 if child else 0)
        self.struct = DeviceArray()
        self.array = array = self.struct.array
        self._buffers = (ctypes.c_void_p * max(1, len(buffers)))(*buffers)
        array.length, array.n_buffers, array.n_children = length, len(buffers), 1 if child else 0
        array.buffers = ctypes.cast(self._buffers, ctypes.POINTER(ctypes.c_void_p))
        array.release = _release_array
        array.private_data = id(self)
        if child:
            self._children = (ctypes.POINTER(Array) * 1)(ctypes.pointer(child.array))
            self._child_schemas = (ctypes.POINTER(Schema) * 1)(ctypes.pointer(child.schema))
            array.children = ctypes.cast(self._children, ctypes.POINTER(ctypes.POINTER(Array)))
            self.schema.children = ctypes.cast(self._child_schemas, ctypes.POINTER(ctypes.POINTER(Schema)))
        for target, changes in ((array, fields), (self.schema, schema or {})):
            for name, value in changes.items():
                setattr(target, name, value)
        if device:
            self.struct.device_type, self.struct.device_id, self.struct.sync_event = device

    def capsules(self):
        one = self
        while one:
            if one.array.release:
                living[one.array.private_data] = one
            one = one.child
        array = producers.make_capsule(ctypes.addressof(self.struct), self.names[1], None)
        schema = producers.make_capsule(ctypes.addressof(self.schema), self.names[0], None)
        for capsule, name in ((array, b"arrow_device_array"), (array, b"arrow_array"), (schema, b"arrow_schema")):
            if producers.name_of(capsule) == name:
                _set_destructor(capsule, _destructor)
        return schema, array

    def __getattr__(self, name):
        wanted = "__arrow_c_device_array__" if self.__dict__.get("device") else "__arrow_c_array__"
        if name != wanted:
            raise AttributeError(name)
        return self.capsules


_set_destructor = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)(("PyCapsule_SetDestructor", ctypes.pythonapi))


class Taken:
    """What a consumer has that moves both structs out of their capsules."""

    def __init__(self, pair, device=True):
        schema, array = pair
        source = (DeviceArray if device else Array).from_address(
            producers._capsule_pointer_of(array, b"arrow_device_array" if device else b"arrow_array"))
        self.device = type(source)()
        ctypes.pointer(self.device)[0] = source
        self.array = self.device.array if device else self.device
        (source.array if device else source).release = RELEASE_ARRAY()
        source = Schema.from_address(producers._capsule_pointer_of(schema, b"arrow_schema"))
        self.schema = Schema()
        ctypes.pointer(self.schema)[0] = source
        source.release = RELEASE_SCHEMA()
        del schema, array, pair
        gc.collect()

    def take_child(self):
        """The child as a struct of its own; the parent has to be released next."""
        child = Array()
        source = self.array.children[0].contents
        ctypes.pointer(child)[0] = source
        source.release = RELEASE_ARRAY()
        return child

    def release(self):
        for struct in (self.array, self.schema):
            if struct.release:
                struct.release(ctypes.pointer(struct))

    def event(self):
        return ctypes.c_void_p.from_address(self.device.sync_event).value if self.device.sync_event else None
