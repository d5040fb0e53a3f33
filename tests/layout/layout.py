"""The layout functions of cucore.h for Python, through ctypes: each takes and returns plain tuples and ints.

A failed call raises LayoutError with the name of the status; results are poisoned before every call, and a failed one
must have left them alone.
"""
import ctypes
import os

MAX_NDIM = 64
POISON = -0x5A5A5A5A5A5A5A5A
STATUS = ("OK", "INVALID_ARGUMENT", "OVERFLOW", "PROTOCOL", "UNSUPPORTED")

lib = ctypes.CDLL(os.path.abspath(os.environ.get("CUCORE_LAYOUT_LIB", "build/liblayout.so")))
i64 = ctypes.c_int64
size_t = ctypes.c_size_t


class CLayout(ctypes.Structure):
    _fields_ = [("ndim", ctypes.c_int32), ("reserved", ctypes.c_int32), ("itemsize", i64), ("itembits", i64),
                ("shape", i64 * MAX_NDIM), ("strides", i64 * MAX_NDIM)]


class CSlice(ctypes.Structure):
    _fields_ = [("start", i64), ("stop", i64), ("step", i64), ("is_index", ctypes.c_int32), ("reserved", ctypes.c_int32)]


class CRepack(ctypes.Structure):
    _fields_ = [("itembits", i64), ("axis", ctypes.c_int), ("keep_axis", ctypes.c_int), ("ptr", ctypes.c_void_p)]


class CAxisMap(ctypes.Structure):
    _fields_ = [("ndim", ctypes.c_int32), ("simple_ndim", ctypes.c_int32), ("extent", i64 * MAX_NDIM),
                ("divisor", i64 * MAX_NDIM), ("axis", ctypes.c_int8 * MAX_NDIM), ("is_flipped", ctypes.c_uint8 * MAX_NDIM)]


class CError(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("result", ctypes.c_int), ("call", ctypes.c_char_p), ("message", ctypes.c_char * 512)]


lib.layout_lib_sizeof.restype = ctypes.c_size_t
assert lib.layout_lib_sizeof(0) == ctypes.sizeof(CLayout)
assert lib.layout_lib_sizeof(1) == ctypes.sizeof(CSlice)
assert lib.layout_lib_sizeof(2) == ctypes.sizeof(CAxisMap)
assert lib.layout_lib_sizeof(3) == ctypes.sizeof(CRepack)
lib.cucore_last_error.restype = ctypes.POINTER(CError)
for name in ("size", "nbytes", "required_nbytes", "max_itemsize"):
    getattr(lib, f"cucore_layout_{name}").restype = i64
lib.cucore_layout_hash.restype = ctypes.c_uint64
lib.cucore_layout_format.restype = ctypes.c_size_t


class LayoutError(Exception):
    def __init__(self, status):
        error = lib.cucore_last_error().contents
        assert error.status == status and error.message
        self.status = STATUS[-status]
        self.message = error.message.decode()
        super().__init__(f"{self.status}: {self.message}")


def ints(values):
    return (i64 * max(len(values), 1))(*values)


def axes_of(values):
    return (ctypes.c_int * max(len(values), 1))(*values)


def poisoned():
    out = CLayout()
    ctypes.memset(ctypes.byref(out), 0xA5, ctypes.sizeof(out))
    return out


class Layout:
    """An immutable layout with the offset of its origin."""

    def __init__(self, c, offset=0):
        self.c = c
        self.offset = offset
        self.ndim = c.ndim
        self.shape = tuple(c.shape[: c.ndim])
        self.strides = tuple(c.strides[: c.ndim])
        self.itemsize = c.itemsize
        self.itembits = c.itembits

    def __repr__(self):
        return f"Layout({self.shape}, {self.strides}, itembits={self.itembits}, offset={self.offset})"

    def __eq__(self, other):
        if not isinstance(other, Layout):
            return NotImplemented
        return bool(lib.cucore_layout_is_equal(ctypes.byref(self.c), ctypes.byref(other.c))) and self.offset == other.offset


def build(function, *args, offset=0):
    """Calls function(*args, &out) and returns the layout."""
    out = poisoned()
    before = bytes(out)
    status = function(*args, ctypes.byref(out))
    if status:
        assert bytes(out) == before, "out was touched"
        raise LayoutError(status)
    after = bytes(out)
    head = CLayout.shape.offset
    for start in (head, CLayout.strides.offset):
        unused = slice(start + 8 * out.ndim, start + 8 * MAX_NDIM)
        assert after[unused] == before[unused], "entries beyond ndim were touched"
    return Layout(out, offset)


def number(function, *args, count=1):
    """Calls function(*args, &out...) and returns the integers."""
    outs = [i64(POISON) for _ in range(count)]
    status = function(*args, *[ctypes.byref(out) for out in outs])
    if status:
        assert all(out.value == POISON for out in outs), "out was touched"
        raise LayoutError(status)
    return outs[0].value if count == 1 else tuple(out.value for out in outs)


def counted(function, *args):
    """Calls function(*args), which returns a count, or -1 for an error."""
    count = function(*args)
    if count < 0:
        assert count == -1
        raise LayoutError(lib.cucore_last_error().contents.status)
    return count


def array(function, *args, count, kind=i64):
    out = (kind * MAX_NDIM)(*([77] * MAX_NDIM))
    status = function(*args, out)
    if status:
        assert all(value == 77 for value in out), "out was touched"
        raise LayoutError(status)
    assert all(value == 77 for value in out[count:]), "entries beyond ndim were touched"
    return tuple(out[:count])


def make(shape, strides, itemsize, offset=0):
    return build(lib.cucore_layout_make, len(shape), ints(shape), ints(strides) if strides is not None else None,
                 i64(itemsize), offset=offset)


def make_dense(shape, order, itemsize):
    return build(lib.cucore_layout_make_dense, len(shape), ints(shape), ctypes.c_char(order.encode()), i64(itemsize))


def make_order(shape, axes, itemsize):
    return build(lib.cucore_layout_make_order, len(shape), ints(shape), axes_of(axes), i64(itemsize))


def make_like(layout, order):
    return build(lib.cucore_layout_make_like, ctypes.byref(layout.c), ctypes.c_char(order.encode()))


def make_bytes(shape, strides, itemsize):
    return build(lib.cucore_layout_make_bytes, len(shape), ints(shape), ints(strides), i64(itemsize))


def raw(shape, strides, itemsize, itembits=None):
    """A struct filled by hand, not checked by anybody."""
    c = poisoned()
    c.ndim, c.reserved, c.itemsize, c.itembits = len(shape), 0, itemsize, itembits or 8 * itemsize
    for i, (extent, stride) in enumerate(zip(shape, strides)):
        c.shape[i], c.strides[i] = extent, stride
    return Layout(c)


def packed(layout, itembits):
    c = CLayout.from_buffer_copy(layout.c)
    before = bytes(c)
    status = lib.cucore_layout_set_packed(ctypes.byref(c), i64(itembits))
    if status:
        assert bytes(c) == before
        raise LayoutError(status)
    return Layout(c, layout.offset)


def size(layout):
    return counted(lib.cucore_layout_size, ctypes.byref(layout.c))


def nbytes(layout):
    return counted(lib.cucore_layout_nbytes, ctypes.byref(layout.c))


def offset_bounds(layout):
    return number(lib.cucore_layout_offset_bounds, ctypes.byref(layout.c), count=2)


def required_nbytes(layout, offset=None):
    return counted(lib.cucore_layout_required_nbytes, ctypes.byref(layout.c), i64(layout.offset if offset is None else offset))


def offset_bytes(layout, offset):
    return number(lib.cucore_layout_offset_bytes, ctypes.byref(layout.c), i64(offset))


def strides_bytes(layout):
    return array(lib.cucore_layout_strides_bytes, ctypes.byref(layout.c), count=layout.ndim)


def stride_order(layout):
    return array(lib.cucore_layout_stride_order, ctypes.byref(layout.c), count=layout.ndim, kind=ctypes.c_int)


def is_c_contiguous(layout):
    return bool(lib.cucore_layout_is_c_contiguous(ctypes.byref(layout.c)))


def is_f_contiguous(layout):
    return bool(lib.cucore_layout_is_f_contiguous(ctypes.byref(layout.c)))


def is_dense(layout):
    return bool(lib.cucore_layout_is_dense(ctypes.byref(layout.c)))


def is_unique(layout):
    return bool(lib.cucore_layout_is_unique(ctypes.byref(layout.c)))


def is_nested(layout):
    """Each axis, except those of stride 0, steps over all that the axes of smaller strides reach."""
    axes = sorted((abs(s), n) for n, s in zip(layout.shape, layout.strides) if n > 1 and s)
    return all(s > sum(t * (n - 1) for t, n in axes[:i]) for i, (s, _) in enumerate(axes))


def flatten_mask(layout):
    return number(lib.layout_lib_flatten_mask, ctypes.byref(layout.c)) % 2**64


def hash_of(layout):
    return lib.cucore_layout_hash(ctypes.byref(layout.c))


def format_of(layout):
    text = ctypes.create_string_buffer(4096)
    length = lib.cucore_layout_format(ctypes.byref(layout.c), text, ctypes.c_size_t(4096))
    assert length == len(text.value)
    return text.value.decode()


def permute(layout, axes):
    return build(lib.cucore_layout_permute, ctypes.byref(layout.c), axes_of(axes), offset=layout.offset)


def transpose(layout):
    return build(lib.cucore_layout_transpose, ctypes.byref(layout.c), offset=layout.offset)


def swap_axes(layout, a, b):
    return build(lib.cucore_layout_swap_axes, ctypes.byref(layout.c), a, b, offset=layout.offset)


def move_axis(layout, a, b):
    return build(lib.cucore_layout_move_axis, ctypes.byref(layout.c), a, b, offset=layout.offset)


def reshape(layout, shape):
    return build(lib.cucore_layout_reshape, ctypes.byref(layout.c), len(shape), ints(shape), offset=layout.offset)


def flatten(layout, start=0, end=-1):
    return build(lib.cucore_layout_flatten, ctypes.byref(layout.c), start, end, offset=layout.offset)


def flatten_masked(layout, mask):
    return build(lib.layout_lib_flatten_masked, ctypes.byref(layout.c), ctypes.c_uint64(mask), offset=layout.offset)


def squeeze(layout, axes=None):
    """Without the axes, or, for None, without all of extent 1."""
    given = None if axes is None else axes_of(axes)
    return build(lib.cucore_layout_squeeze, ctypes.byref(layout.c), given, size_t(len(axes or ())), offset=layout.offset)


def unsqueeze(layout, axes):
    return build(lib.cucore_layout_unsqueeze, ctypes.byref(layout.c), axes_of(axes), size_t(len(axes)), offset=layout.offset)


def broadcast_to(layout, shape):
    return build(lib.cucore_layout_broadcast_to, ctypes.byref(layout.c), len(shape), ints(shape), offset=layout.offset)


def broadcast_together(a, b):
    outs = poisoned(), poisoned()
    status = lib.cucore_layout_broadcast_together(ctypes.byref(a.c), ctypes.byref(b.c), *map(ctypes.byref, outs))
    if status:
        assert all(bytes(out) == bytes(poisoned()) for out in outs)
        raise LayoutError(status)
    return Layout(outs[0], a.offset), Layout(outs[1], b.offset)


def c_slice(item):
    """What PySlice_Unpack makes of a slice; an int is an index."""
    if isinstance(item, int):
        return CSlice(item, 0, 1, 1, 0)
    step = 1 if item.step is None else item.step
    first, last = (-(2**63), 2**63 - 1) if step > 0 else (2**63 - 1, -(2**63))
    start, stop = first if item.start is None else item.start, last if item.stop is None else item.stop
    if step < 0 and (start, stop) == (-(2**63), 2**63 - 1):  # refused: it selects nothing, and nobody means it
        start += 1
    return CSlice(start, stop, step, 0, 0)


def slice_of(layout, items):
    offset = i64(layout.offset)
    slices = (CSlice * max(len(items), 1))(*[c_slice(item) for item in items])
    try:
        result = build(lib.cucore_layout_slice, ctypes.byref(layout.c), slices, size_t(len(items)), ctypes.byref(offset))
    except LayoutError:
        assert offset.value == layout.offset, "offset was touched"
        raise
    result.offset = offset.value
    return result


def repack(layout, itembits, axis=-1, keep_axis=True, ptr=0):
    offset = i64(layout.offset)
    how = CRepack(itembits, axis, int(keep_axis), ptr)
    try:
        result = build(lib.cucore_layout_repack, ctypes.byref(layout.c), ctypes.byref(how), ctypes.byref(offset))
    except LayoutError:
        assert offset.value == layout.offset, "offset was touched"
        raise
    result.offset = offset.value
    return result


def max_itemsize(layout, most=16, ptr=0, axis=-1):
    return counted(lib.cucore_layout_max_itemsize, ctypes.byref(layout.c), i64(most), axis, ctypes.c_void_p(ptr),
                   i64(layout.offset))


def offset_of(layout, index):
    return number(lib.cucore_layout_offset_of, ctypes.byref(layout.c), ints(index))


def index_of(layout, offset):
    return array(lib.cucore_layout_index_of, ctypes.byref(layout.c), i64(offset), count=layout.ndim)


def simplify(layouts):
    outs = [poisoned() for _ in layouts]
    offsets = (i64 * len(layouts))()
    axis_map = CAxisMap()
    pointer = ctypes.POINTER(CLayout)
    status = lib.cucore_layout_simplify((pointer * len(layouts))(*[ctypes.pointer(x.c) for x in layouts]),
                                        size_t(len(layouts)), (pointer * len(outs))(*[ctypes.pointer(out) for out in outs]), offsets,
                                        ctypes.byref(axis_map))
    if status:
        assert all(bytes(out) == bytes(poisoned()) for out in outs)
        raise LayoutError(status)
    return [Layout(out, x.offset + moved) for out, x, moved in zip(outs, layouts, offsets)], axis_map


def to_simple(axis_map, index):
    return array(lib.cucore_axis_map_to_simple, ctypes.byref(axis_map), ints(index), count=axis_map.simple_ndim)


def to_original(axis_map, index):
    return array(lib.cucore_axis_map_to_original, ctypes.byref(axis_map), ints(index), count=axis_map.ndim)


def overlap(a, a_ptr, b, b_ptr):
    out = ctypes.c_int(-7)
    status = lib.cucore_layout_overlap(ctypes.byref(a.c), ctypes.c_void_p(a_ptr), ctypes.byref(b.c), ctypes.c_void_p(b_ptr),
                                       ctypes.byref(out))
    if status:
        assert out.value == -7
        raise LayoutError(status)
    return ("NONE", "SOME", "UNKNOWN")[out.value]
