"""__cuda_array_interface__ and __array_interface__: the grammar of typestr and descr, every key, ownership."""

import ast
import ctypes
import enum
import gc
import re
import sys
import weakref

import cucore_test as c
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doubles import (
    ABSENT,
    ADDRESS,
    NO_INDEX,
    TRUST,
    Holder,
    Index,
    OnlyInt,
    Proxy,
    Raising,
    array_interface,
    assert_locked,
    assert_resizable,
    assert_same_array,
    cai,
    cai_dict,
    run_python,
    unchanged_refcounts,
)

LITTLE = sys.byteorder == "little"
HERE, FOREIGN = ("<", ">") if LITTLE else (">", "<")
RELAXED = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=200)


def rows(table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


# ------------------------------------------------------------------------------------------------------- typestr --
KINDS = {"b": ("bool", [1]), "i": ("int", [1, 2, 4, 8]), "u": ("uint", [1, 2, 4, 8])}
KINDS.update(f=("float", [2, 4, 8]), c=("complex", [8, 16]))


def typestr_rows():
    for kind, (name, sizes) in KINDS.items():
        for size in sizes:
            for order in (HERE, "|", "=") + ((FOREIGN,) if size == 1 else ()):
                expected = name if kind == "b" else "%s%d" % (name, 8 * size)
                yield pytest.param("%s%s%d" % (order, kind, size), expected, id="3.2-%s%s%d" % (order, kind, size))
    for order in "<>|=":
        for size in (1, 2, 12, 1000, 2**31 - 1):
            yield pytest.param("%sV%d" % (order, size), "void%d" % size, id="3.2-%sV%d" % (order, size))


@pytest.mark.parametrize("text, name", list(typestr_rows()))
def test_3_2_typestr(text, name):
    assert c.dtype_from("typestr", text) == name
    assert c.cai(cai(typestr=text, shape=(0,))).dtype == name


@pytest.mark.parametrize("dtype", "? b h i l q B H I L Q e f d F D".split())
def test_3_2_typestr_of_numpy(dtype):
    assert c.dtype_from("typestr", np.dtype(dtype).str) == np.dtype(dtype).name


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "uint2", "complex32"])
def test_3_2_typestr_is_a_name(name):
    """What NumPy says of dtypes that have no typestr (protocols A18)."""
    assert c.dtype_from("typestr", name) == name


REFUSED = [
    (FOREIGN + k, "UNSUPPORTED", "foreign byte order") for k in ("i2", "u4", "i8", "f2", "f4", "f8", "c8", "c16")
]
REFUSED += [(HERE + k, "UNSUPPORTED", "size") for k in ("f16", "f12", "f10", "c32", "c24", "c20", "i16", "u16", "f3")]
REFUSED += [(HERE + k, "UNSUPPORTED", "size") for k in ("i3", "u5", "b2", "b8", "c2", "i2147483647", "f64", "c1")]
REFUSED += [
    ("<f1", "UNSUPPORTED", "name the dtype"),
    ("|f1", "UNSUPPORTED", "name the dtype"),
    ("<c4", "UNSUPPORTED", "name the dtype"),
    ("<t1", "UNSUPPORTED", "bit field"),
    ("|t64", "UNSUPPORTED", "bit field"),
    ("|O", "UNSUPPORTED", "Python objects"),
    ("<O", "UNSUPPORTED", "Python objects"),
    ("|O8", "UNSUPPORTED", "Python objects"),
    ("|O0", "PROTOCOL", "size"),
    ("!O", "PROTOCOL", "byte order"),
    ("O", "PROTOCOL", "byte order"),
    ("|V", "PROTOCOL", "byte order"),
    ("<M8", "UNSUPPORTED", "date"),
    ("<m8", "UNSUPPORTED", "date"),
    ("<M8[ns]", "UNSUPPORTED", "date"),
    ("<m8[25s]", "UNSUPPORTED", "date"),
    ("<M8[ns", "PROTOCOL", "behind its size"),
    ("<M8[]", "PROTOCOL", "behind its size"),
    ("<M8ns", "PROTOCOL", "behind its size"),
    ("<M8[ns]x", "PROTOCOL", "behind its size"),
    ("<f4[ns]", "PROTOCOL", "behind its size"),
    ("|S3", "UNSUPPORTED", "text"),
    ("<U3", "UNSUPPORTED", "text"),
    ("", "PROTOCOL", "byte order"),
    ("<", "PROTOCOL", "byte order"),
    ("<f", "PROTOCOL", "byte order"),
    ("f4", "PROTOCOL", "byte order"),
    ("f8 ", "PROTOCOL", "byte order"),
    ("i4<", "PROTOCOL", "byte order"),
    ("@f4", "PROTOCOL", "byte order"),
    ("!f4", "PROTOCOL", "byte order"),
    ("\0f4", "PROTOCOL", "byte order"),
    (" <f4", "PROTOCOL", "byte order"),
    ("<x4", "PROTOCOL", "kind"),
    ("<44", "PROTOCOL", "kind"),
    ("<F4", "PROTOCOL", "kind"),
    ("<\0004", "PROTOCOL", "kind"),
    ("<<f4", "PROTOCOL", "kind"),
    ("<fx", "PROTOCOL", "size"),
    ("<f0", "PROTOCOL", "size"),
    ("<f00", "PROTOCOL", "size"),
    ("<f-4", "PROTOCOL", "size"),
    ("<f+4", "PROTOCOL", "size"),
    ("<f 4", "PROTOCOL", "size"),
    ("|V0", "PROTOCOL", "size"),
    ("|V2147483648", "PROTOCOL", "size"),
    ("<f4294967300", "PROTOCOL", "size"),
    ("<f18446744073709551620", "PROTOCOL", "size"),
    ("<f" + "9" * 200, "PROTOCOL", "size"),
    ("<f4 ", "PROTOCOL", "behind its size"),
    ("<f4\0", "PROTOCOL", "behind its size"),
    ("<f4,<f4", "PROTOCOL", "behind its size"),
    ("<f4f4", "PROTOCOL", "behind its size"),
    ("<f4\xe9", "PROTOCOL", "behind its size"),
    ("<f\xe94", "PROTOCOL", "size"),
    ("<f\uff14", "PROTOCOL", "size"),
    ("<\xe94", "PROTOCOL", "kind"),
    ("\xe9f4", "PROTOCOL", "byte order"),
    ("bfloat16 ", "PROTOCOL", "byte order"),
    ("StringDType()", "PROTOCOL", "byte order"),
    ("float", "PROTOCOL", "byte order"),
]


@pytest.mark.parametrize("text, status, words", [pytest.param(*r, id="3.2-%a" % r[0][:16]) for r in REFUSED])
def test_3_2_typestr_refused(text, status, words):
    with pytest.raises(BufferError) as caught:
        c.dtype_from("typestr", text)
    assert c.last_error()[0] == status
    assert words in str(caught.value)
    assert text.split("\0")[0][:60] in str(caught.value)
    no_numbers = status == "UNSUPPORTED" or text == "StringDType()"
    with pytest.raises(TypeError if no_numbers else BufferError, match="^array: expected an array of numbers, got" if no_numbers else None):
        c.cai(cai(typestr=text), flags=TRUST)


def test_3_2_typestr_not_utf8():
    with pytest.raises(BufferError, match="typestr"):
        c.cai(cai(typestr="<f\ud8004"), flags=TRUST)


def test_C9_descr_with_a_lone_surrogate():
    assert c.cai(cai(typestr="|V4", descr=[("\ud800", "<f4")]), flags=TRUST).dtype == "struct4"


@RELAXED
@given(st.text("<>|=biufcmMVSUOt0123456789[]ns \0é", max_size=9))
def test_3_2_typestr_random(text):
    """Either what NumPy makes of the text, or BufferError."""
    try:
        name = c.dtype_from("typestr", text)
    except BufferError:
        return
    expected = np.dtype(text)
    assert name == ("void%d" % expected.itemsize if expected.type is np.void else expected.name)  # int1 of ml_dtypes is of kind V


# --------------------------------------------------------------------------------------------------------- descr --
DESCR = [
    ("C9-plain", [("", "<f4")], 4, 0),
    ("C9-one", [("x", "<f4")], 4, 1),
    ("C9-foreign", [("x", ">f4"), ("y", "|i4")], 8, 2),
    ("C9-padding", [("a", "|i1"), ("", "|V7"), ("b", "<f8")], 16, 2),
    ("C9-title", [(("A title", "a"), "<i4")], 4, 1),
    ("C9-quotes", [("it's", "<i4"), ('a"b', "<i4"), ("'\"", "<i2")], 10, 3),
    ("C9-backslash", [("a\\", "<i4"), ("\\'\"", "<i4"), ("\n\t\0", "<i4")], 12, 3),
    ("C9-unicode", [("naïve\u2028\U0001f600", "<i4")], 4, 1),
    ("C9-syntax-in-names", [("(,[", "<i4"), ("])", "<i4")], 8, 2),
    ("C9-shape", [("a", "<i4", (2, 3))], 24, 1),
    ("C9-shape-1", [("a", "<i4", (5,))], 20, 1),
    ("C9-shape-0-d", [("a", "<i4", ())], 4, 1),
    ("C9-shape-int", [("a", "<i4", 3)], 12, 1),
    ("C9-shape-0", [("a", "<i4", (0,)), ("b", "<i2")], 2, 2),
    ("C9-nested", [("p", [("x", "<f4"), ("y", "<f4")]), ("q", "<i2")], 10, 4),
    ("C9-nested-shape", [("p", [("x", "<f4"), ("y", "<i2", (3,))], (2, 2))], 40, 3),
    ("C9-text", [("s", "|S7"), ("u", "<U3")], 19, 2),
    ("C9-dates", [("d", "<M8[ns]"), ("t", "<m8[25s]")], 16, 2),
    ("C9-odd-sizes", [("g", "<f16"), ("h", "|V3")], 19, 2),
    ("C9-empty", [], 0, 0),
]


@pytest.mark.parametrize("descr, itemsize, names", rows(DESCR))
def test_C9_descr(descr, itemsize, names):
    assert c.descr(repr(descr)) == (itemsize, names)
    assert c.descr(repr(descr).replace(" ", "")) == (itemsize, names) or "A title" in repr(descr)
    assert c.descr("  " + repr(descr).replace(", ", " , ").replace("[", "[ ") + "  ")[0] == itemsize


REFUSED_DESCR = [
    ("C9-nothing", "", "PROTOCOL"),
    ("C9-no-list", "('x', '<f4')", "PROTOCOL"),
    ("C9-string", "'<f4'", "PROTOCOL"),
    ("C9-recursive", "[...]", "PROTOCOL"),
    ("C9-junk-behind", "[('x', '<f4')] x", "PROTOCOL"),
    ("C9-two", "[('x', '<f4')][('x', '<f4')]", "PROTOCOL"),
    ("C9-only-comma", "[,]", "PROTOCOL"),
    ("C9-two-commas", "[('x', '<f4'),,('y', '<f4')]", "PROTOCOL"),
    ("C9-no-comma", "[('x', '<f4') ('y', '<f4')]", "PROTOCOL"),
    ("C9-list-for-tuple", "[['x', '<f4']]", "PROTOCOL"),
    ("C9-name-only", "[('x',)]", "PROTOCOL"),
    ("C9-four", "[('x', '<f4', (2,), 3)]", "PROTOCOL"),
    ("C9-name-int", "[(1, '<f4')]", "PROTOCOL"),
    ("C9-name-None", "[(None, '<f4')]", "PROTOCOL"),
    ("C9-name-bytes", "[(b'x', '<f4')]", "PROTOCOL"),
    ("C9-title-alone", "[(('t',), '<f4')]", "PROTOCOL"),
    ("C9-title-three", "[(('t', 'x', 'y'), '<f4')]", "PROTOCOL"),
    ("C9-open-string", "[('x", "PROTOCOL"),
    ("C9-open-escape", "[('x\\", "PROTOCOL"),
    ("C9-typestr-bad", "[('x', 'f4')]", "PROTOCOL"),
    ("C9-typestr-empty", "[('x', '')]", "PROTOCOL"),
    ("C9-typestr-size-0", "[('x', '|V0')]", "PROTOCOL"),
    ("C9-typestr-int", "[('x', 4)]", "PROTOCOL"),
    ("C9-typestr-tuple", "[('x', ('<f4', (2,)))]", "PROTOCOL"),
    ("C9-dict", "{'x': '<f4'}", "PROTOCOL"),
    ("C9-objects", "[('x', '|O8')]", "UNSUPPORTED"),
    ("C9-nested-objects", "[('p', [('x', '|O8')])]", "UNSUPPORTED"),
    ("C9-objects-of-numpy", str(np.dtype([("x", object)]).descr), "UNSUPPORTED"),
    ("C9-bits", "[('x', '<t8')]", "UNSUPPORTED"),
    ("C9-negative-extent", "[('x', '<f4', (-1,))]", "PROTOCOL"),
    ("C9-float-extent", "[('x', '<f4', (1.0,))]", "PROTOCOL"),
    ("C9-None-extent", "[('x', '<f4', None)]", "PROTOCOL"),
    ("C9-list-extent", "[('x', '<f4', [2])]", "PROTOCOL"),
    ("C9-two-commas-in-shape", "[('x', '<f4', (2,,3))]", "PROTOCOL"),
    ("C9-leading-comma-in-shape", "[('x', '<f4', (,2))]", "PROTOCOL"),
    ("C9-huge-extent", "[('x', '<f4', (99999999999999999999,))]", "PROTOCOL"),
    ("C9-overflow-shape", "[('x', '<f4', (4611686018427387904, 4))]", "OVERFLOW"),
    ("C9-overflow-field", "[('x', '<f4', (4611686018427387904,))]", "OVERFLOW"),
    ("C9-overflow-sum", "[('x', '|i1', (9223372036854775807,)), ('y', '|i1')]", "OVERFLOW"),
    ("C9-overflow-nested", "[('p', [('x', '|i1', (4611686018427387904,))], 2)]", "OVERFLOW"),
    ("C9-nul", "[('x', '<f4')\0]", "PROTOCOL"),
    ("C9-nul-behind", "[('x', '<f4')]\0", "PROTOCOL"),
    ("C9-junk-behind-nul", "[('x', '<f4')]\0]]", "PROTOCOL"),
]


@pytest.mark.parametrize("text, status", rows(REFUSED_DESCR))
def test_C9_descr_refused(text, status):
    with pytest.raises(BufferError):
        c.descr(text)
    assert c.last_error()[0] == status


def nested(depth):
    descr = [("x", "<f4")]
    for _ in range(depth - 1):
        descr = [("p", descr)]
    return descr


def test_C9_descr_depth():
    assert c.descr(repr(nested(16))) == (4, 16)
    for text in (repr(nested(17)), "[('p', " * 100000, "[" * 100000):
        with pytest.raises(BufferError):
            c.descr(text)
    # Depth counts what is open, not what was.
    assert c.descr(repr([("a%d" % i, [("x", "<f4")]) for i in range(40)])) == (160, 80)


SPECIMEN = repr(
    [("a", "<f4"), (("Title", "b"), "|i1", (2, 3)), ("", "|V5"), ("p", [("x", "<M8[ns]"), ("y", "<U2")], (10,))]
)


def test_C9_descr_cut_at_every_position():
    assert c.descr(SPECIMEN) == (4 + 6 + 5 + 160, 5)
    for end in range(len(SPECIMEN)):
        with pytest.raises(BufferError):
            c.descr(SPECIMEN[:end])
        assert c.last_error()[0] == "PROTOCOL"


def in_string(text, position):
    return text[:position].count("'") % 2 == 1


def test_C9_descr_junk_at_every_position():
    for position in range(len(SPECIMEN) + 1):
        for junk in "!;é\0-":
            text = SPECIMEN[:position] + junk + SPECIMEN[position:]
            if in_string(SPECIMEN, position):
                continue
            with pytest.raises(BufferError):
                c.descr(text)


def size_of_descr(descr):
    """What the parsed literal means; raises on what a descr cannot be."""
    if type(descr) is not list:
        raise ValueError
    total = 0
    for field in descr:
        if type(field) is not tuple or len(field) not in (2, 3):
            raise ValueError
        name = field[0]
        if (
            type(name) is tuple
            and (len(name) != 2 or {type(n) for n in name} != {str})
            or type(name) not in (str, tuple)
        ):
            raise ValueError
        if type(field[1]) is list:
            size = size_of_descr(field[1])
        else:
            match = re.match(r"^[<>|=]([biufcVSU]|[mM](?=\d+(\[.+\])?$))(\d+)(\[.+\])?$", field[1], re.ASCII)
            size = int(match.group(3)) * (4 if match.group(1) == "U" else 1) if match else 0
            if not size or match.group(4) and match.group(1) not in "mM":
                raise ValueError
        for extent in field[2:]:
            for n in extent if type(extent) is tuple else (extent,):
                if type(n) is not int or n < 0:
                    raise ValueError
                size *= n
        total += size
    return total


def meaning(text):
    try:
        return size_of_descr(ast.literal_eval(text))
    except (ValueError, SyntaxError, TypeError):
        return None


def test_C9_descr_character_removed_at_every_position():
    """Python says what the text still means; a wrong size is worse than a refusal."""
    refused = taken = 0
    for position in range(len(SPECIMEN)):
        text = SPECIMEN[:position] + SPECIMEN[position + 1 :]
        expected = meaning(text)
        try:
            size, _ = c.descr(text)
        except BufferError:
            refused += 1
            continue
        taken += 1
        assert size == expected, text
    assert refused > 50 and taken > 10


@RELAXED
@given(st.data())
def test_C9_descr_random_damage(data):
    text = list(SPECIMEN)
    for _ in range(data.draw(st.integers(1, 3))):
        position = data.draw(st.integers(0, len(text) - 1))
        text[position] = data.draw(st.sampled_from("[](),'\" <|f4V3Ubx"))
    text = "".join(text)
    try:
        size, _ = c.descr(text)
    except BufferError:
        return
    expected = meaning(text)
    # Python has no leading zeros and joins neighbouring strings: neither is ever printed.
    assert expected is None or size == expected


SCALARS = ["?", "i1", "<i2", ">i4", "<u8", "<f2", "<f8", "<c16", "S5", "U3", "V7", "<M8[ms]", "<m8", "<f4"]
NAMES = st.text(min_size=1, max_size=5).filter(lambda s: ":" not in s and s == s.encode("utf8", "ignore").decode())


@st.composite
def structured(draw, depth=2):
    fields, used = [], set()
    for _ in range(draw(st.integers(1, 4))):
        name, title = draw(NAMES), draw(st.one_of(st.none(), NAMES))
        if name in used or title in used or name == title:
            continue
        used |= {name, title} - {None}
        base = (
            draw(structured(depth - 1)) if depth and draw(st.booleans()) else np.dtype(draw(st.sampled_from(SCALARS)))
        )
        shape = draw(st.one_of(st.none(), st.lists(st.integers(0, 3), max_size=3).map(tuple)))
        label = name if title is None else (title, name)
        fields.append((label, base) if shape is None else (label, base, shape))
    return np.dtype(fields, align=draw(st.booleans()))


def named(descr):
    count = 0
    for field in descr:
        count += field[0] != ""
        if isinstance(field[1], list):
            count += named(field[1])
    return count


@RELAXED
@given(structured())
def test_C9_descr_of_numpy(dtype):
    assert c.descr(repr(dtype.descr)) == (dtype.itemsize, named(dtype.descr))


@RELAXED
@given(structured())
def test_C9_structured_view(dtype):
    if dtype.itemsize == 0:
        return
    a = np.zeros((2, 3), dtype)[:, ::2]
    v = c.array_interface(array_interface(a))
    assert v.dtype == "struct%d" % dtype.itemsize
    assert_same_array(v, a)


# ------------------------------------------------------------------------------------- keys that both have, by CAI --
class Two(enum.IntEnum):
    two = 2


class Text(str):
    pass


GOOD = [
    ("3.1-plain", {}, "float32", (2, 3), (3, 1)),
    ("3.1-shape-list", {"shape": [2, 3]}, "float32", (2, 3), (3, 1)),
    ("3.1-shape-0-d", {"shape": ()}, "float32", (), ()),
    ("3.1-shape-0-d-list", {"shape": [], "strides": []}, "float32", (), ()),
    ("3.1-shape-IntEnum", {"shape": (Two.two,)}, "float32", (2,), (1,)),
    ("A20-shape-numpy", {"shape": (np.int64(2), np.uint8(3))}, "float32", (2, 3), (3, 1)),
    ("A20-shape-numpy-list", {"shape": list(np.array([2, 3], np.int32))}, "float32", (2, 3), (3, 1)),
    ("A20-shape-0-d-array", {"shape": (np.array(2), 3)}, "float32", (2, 3), (3, 1)),
    ("A20-shape-index", {"shape": (2, Index(3))}, "float32", (2, 3), (3, 1)),
    ("A20-shape-index-huge-empty", {"shape": (Index(2**62), np.int64(2**62), 0)}, "float32", (2**62, 2**62, 0), None),
    ("A20-strides-numpy", {"strides": (np.int64(16), np.int8(4))}, "float32", (2, 3), (4, 1)),
    ("A20-strides-index-negative", {"strides": (Index(-12), np.int64(-4))}, "float32", (2, 3), (-3, -1)),
    ("A20-address-numpy", {"data": (np.uint64(2**64 - 28), False)}, "float32", (2, 3), (3, 1)),
    ("A20-address-intp", {"data": (np.intp(ADDRESS), False)}, "float32", (2, 3), (3, 1)),
    ("3.1-shape-64", {"shape": (1,) * 64}, "float32", (1,) * 64, None),
    ("3.1-shape-tuple-subclass", {"shape": np.zeros((2, 5)).shape}, "float32", (2, 5), (5, 1)),
    ("3.1-typestr-subclass", {"typestr": Text("<f8")}, "float64", (2, 3), (3, 1)),
    ("3.1-typestr-np-str", {"typestr": np.str_("<f8")}, "float64", (2, 3), (3, 1)),
    ("B13-strides-absent", {"strides": ABSENT}, "float32", (2, 3), (3, 1)),
    ("B14-strides-None", {"strides": None}, "float32", (2, 3), (3, 1)),
    ("B15-strides-list", {"strides": [4, 8]}, "float32", (2, 3), (1, 2)),
    ("3.1-strides-tuple", {"strides": (16, 4)}, "float32", (2, 3), (4, 1)),
    ("3.1-strides-negative", {"strides": (-12, -4)}, "float32", (2, 3), (-3, -1)),
    ("3.1-strides-zero", {"strides": (0, 0)}, "float32", (2, 3), (0, 0)),
    ("B70-explicit-C-strides", {"strides": (12, 4)}, "float32", (2, 3), (3, 1)),
    ("C4-odd-stride-one-row", {"shape": (1, 3), "strides": (7, 4)}, "float32", (1, 3), (0, 1)),
    ("C4-odd-stride-empty", {"shape": (2, 0), "strides": (7, 5)}, "float32", (2, 0), (0, 0)),
    ("3.1-mask-None", {"mask": None}, "float32", (2, 3), (3, 1)),
    ("3.1-descr-plain", {"descr": [("", "<f4")]}, "float32", (2, 3), (3, 1)),
    ("3.1-descr-unused", {"descr": ["nonsense"]}, "float32", (2, 3), (3, 1)),
    ("3.1-descr-None", {"typestr": "|V8", "descr": None}, "void8", (2, 3), (3, 1)),
    ("3.1-unknown-key", {"gadget": 5}, "float32", (2, 3), (3, 1)),
    ("C3-null-empty", {"shape": (0,), "data": (0, False)}, "float32", (0,), (1,)),
    ("B17-None-empty", {"shape": (2, 0), "data": (None, False)}, "float32", (2, 0), None),
    ("B18-stale-empty", {"shape": (0, 4), "data": (0xDEAD000, False)}, "float32", (0, 4), None),
    ("3.1-huge-empty", {"shape": (2**62, 2**62, 0)}, "float32", (2**62, 2**62, 0), None),
    ("3.1-high-address", {"data": (2**64 - 25, False)}, "float32", (2, 3), (3, 1)),
    ("3.1-high-address-backwards", {"data": (2**64 - 5, False), "strides": (-12, -4)}, "float32", (2, 3), (-3, -1)),
    ("3.1-low-address-backwards", {"data": (20, False), "strides": (-12, -4)}, "float32", (2, 3), (-3, -1)),
    ("3.1-top-address-empty", {"shape": (0,), "data": (2**64 - 1, False)}, "float32", (0,), (1,)),
]


@pytest.mark.parametrize("changes, dtype, shape, strides", rows(GOOD))
def test_3_1_accepted(changes, dtype, shape, strides):
    o = cai(**changes)
    interface = o.__cuda_array_interface__
    with unchanged_refcounts(o, interface, *interface.values()):
        v = c.cai(o, flags=TRUST | c.ALLOW_UNALIGNED)
        assert (v.dtype, v.shape) == (dtype, shape)
        assert strides is None or v.strides == strides
        assert v.ptr == (interface["data"][0] or 0)
        assert (v.device_type, v.device_id, v.host_accessible, v.device_accessible) == (2, -1, False, True)
        assert v.protocol == "cai" and v.owned and not v.readonly and v.producer_stream is None
        v.release()
    assert interface == cai_dict(**changes)


@pytest.mark.parametrize("version", list(range(10)) + [100, 2**31, 2**63 - 1, 2**63, 2**70])
@pytest.mark.parametrize("protocol", ["cai", "array_interface"])
def test_B49_versions(protocol, version):
    """RMM says 0; what comes after 3 has the keys of 3 (protocols 0.7, A3)."""
    if protocol == "cai":
        assert c.cai(cai(version=version), flags=TRUST).shape == (2, 3)
    else:
        assert c.array_interface(array_interface(np.zeros((2, 3)), version=version)).shape == (2, 3)


@pytest.mark.parametrize("version", [Two.two, np.int64(3), Index(0), Index(2**70)],
                         ids=["3.1-IntEnum", "A20-numpy", "A20-index", "A20-index-2-to-70"])
def test_3_1_version_may_be_any_integer(version):
    assert c.cai(cai(version=version), flags=TRUST).shape == (2, 3)


PLACES = [
    ("shape", lambda i: {"shape": (2, i)}),
    ("shape-list", lambda i: {"shape": [i, 3]}),
    ("strides", lambda i: {"strides": (i, 4)}),
    ("data", lambda i: {"data": (i, False)}),
    ("stream", lambda i: {"stream": i}),
    ("version", lambda i: {"version": i}),
]


@pytest.mark.parametrize("error", rows(NO_INDEX))
@pytest.mark.parametrize("changes", rows(PLACES))
def test_A20_exception_of_index(changes, error):
    index = Index(error)
    o = cai(**changes(index))
    with unchanged_refcounts(o, index):
        with pytest.raises(type(error)) as caught:
            c.cai(o, flags=TRUST)
        assert caught.value is error
        del caught
        error.__traceback__ = None


@pytest.mark.parametrize("error", rows(NO_INDEX))
def test_A20_exception_of_the_index_of_an_offset(error):
    o = Holder(__array_interface__=dict(shape=(1,), typestr="|u1", version=3, data=bytearray(8), offset=Index(error)))
    with pytest.raises(type(error)) as caught:
        c.array_interface(o)
    assert caught.value is error


@pytest.mark.parametrize("changes", rows(PLACES))
def test_A20_index_that_is_no_int(changes):
    """CPython says so."""
    with pytest.raises(TypeError, match="__index__ returned non-int"):
        c.cai(cai(**changes(Index("3"))), flags=TRUST)


def test_A20_arrays_of_numpy_integers():
    """Shape, strides and address as NumPy computes them."""
    a = np.arange(24, dtype=np.float32).reshape(4, 6)[::2, 1:5]
    shape, strides = np.array(a.shape), np.array(a.strides)
    o = array_interface(a, shape=tuple(shape), strides=tuple(strides), data=(np.uintp(a.ctypes.data), False))
    assert_same_array(c.array_interface(o), a)


@pytest.mark.parametrize("offset", [np.int64(4), Index(4), Two.two + Two.two], ids=["numpy", "index", "int"])
def test_A20_offset(offset):
    data = bytearray(16)
    o = Holder(__array_interface__=dict(shape=(3,), typestr="<i4", version=3, data=data, offset=offset))
    whole = Holder(__array_interface__=dict(shape=(4,), typestr="<i4", version=3, data=data))
    assert c.array_interface(o).ptr == c.array_interface(whole).ptr + 4


BAD_COMMON = [
    ("shape-missing", {"shape": ABSENT}, "shape must be.*not None or absent"),
    ("shape-None", {"shape": None}, "shape must be.*not None or absent"),
    ("shape-int", {"shape": 3}, "shape must be.*not 3"),
    ("shape-str", {"shape": "23"}, "shape must be.*not '23'"),
    ("shape-dict", {"shape": {2: 3}}, "shape must be.*not {2: 3}"),
    ("shape-array", {"shape": np.array([2, 3])}, "shape must be"),
    ("shape-bool", {"shape": (2, True)}, r"shape must be.*not \(2, True\)"),
    ("shape-float", {"shape": (2.0,)}, r"shape must be.*not \(2.0,\)"),
    ("shape-item-str", {"shape": ("2",)}, "shape must be"),
    ("shape-item-None", {"shape": (2, None)}, "shape must be"),
    ("shape-list-item", {"shape": [2, 2.5]}, "shape must be"),
    ("A20-shape-only-int", {"shape": (OnlyInt(), 3)}, "shape must be.*OnlyInt"),
    *[("A20-shape-numpy-bool", {"shape": (2, np.True_)}, "shape must be.*True")] * (not hasattr(np.True_, "__index__")),
    ("A20-shape-numpy-float", {"shape": (np.float64(2), 3)}, "shape must be.*2.0"),
    ("A20-shape-numpy-negative", {"shape": (2, np.int64(-1))}, r"shape\[1\] is -1"),
    ("A20-shape-2-to-63", {"shape": (np.uint64(2**63),)}, "shape must be.*9223372036854775808"),
    ("A20-shape-index-2-to-70", {"shape": (Index(2**70),)}, "shape must be.*Index"),
    ("A20-strides-2-to-63", {"strides": (np.uint64(2**63), 4)}, "strides must be.*9223372036854775808"),
    ("A20-strides-below", {"strides": (Index(-(2**63) - 1), 4)}, "strides must be.*Index"),
    ("A20-data-negative", {"data": (np.int64(-1), False)}, "data must be.*-1"),
    ("A20-data-2-to-64", {"data": (Index(2**64), False)}, "data must be.*Index"),
    ("A20-data-only-int", {"data": (OnlyInt(), False)}, "data must be.*OnlyInt"),
    ("A20-data-numpy-float", {"data": (np.float64(4096), False)}, "data must be.*4096.0"),
    ("A20-version-negative", {"version": np.int64(-1)}, "version must be.*-1"),
    ("A20-version-numpy-float", {"version": np.float64(3)}, "version must be.*3.0"),
    ("shape-negative", {"shape": (2, -1)}, r"shape\[1\] is -1"),
    ("shape-negative-empty", {"shape": (0, -1)}, r"shape\[1\] is -1"),
    ("shape-2-to-63", {"shape": (2**63,)}, "shape must be.*9223372036854775808"),
    ("shape-2-to-70", {"shape": (2**70,)}, "shape must be"),
    ("shape-65", {"shape": (1,) * 65}, "shape must be.*at most 64"),
    ("shape-volume", {"shape": (2**62, 4)}, "64 bits"),
    ("shape-bytes", {"shape": (2**61,)}, "64 bits"),
    ("typestr-missing", {"typestr": ABSENT}, "typestr must be.*not None or absent"),
    ("typestr-None", {"typestr": None}, "typestr must be.*not None or absent"),
    ("typestr-bytes", {"typestr": b"<f4"}, "typestr must be a str, not b'<f4'"),
    ("typestr-int", {"typestr": 4}, "typestr must be"),
    ("typestr-dtype", {"typestr": np.dtype("f4")}, "typestr must be"),
    ("typestr-junk", {"typestr": "<f4x"}, "typestr '<f4x'"),
    ("version-missing", {"version": ABSENT}, "version must be.*not None or absent"),
    ("version-None", {"version": None}, "version must be.*not None or absent"),
    ("version-negative", {"version": -1}, "version must be.*not -1"),
    ("version-very-negative", {"version": -(2**70)}, "version must be"),
    ("version-bool", {"version": True}, "version must be.*not True"),
    ("version-str", {"version": "3"}, "version must be.*not '3'"),
    ("version-float", {"version": 3.0}, "version must be.*not 3.0"),
    ("version-tuple", {"version": (3, 0)}, "version must be"),
    ("strides-int", {"strides": 4}, "strides must be.*not 4"),
    ("strides-short", {"strides": (4,)}, r"strides must have one entry per axis.*\(4,\)"),
    ("strides-long", {"strides": (24, 12, 4)}, "strides must have one entry per axis"),
    ("strides-none-of-them", {"strides": ()}, "strides must have one entry per axis"),
    ("strides-bool", {"strides": (4, False)}, "strides must be"),
    ("strides-float", {"strides": (12.0, 4.0)}, "strides must be"),
    ("strides-item-None", {"strides": (None, 4)}, "strides must be"),
    ("strides-2-to-63", {"strides": (2**63, 4)}, "strides must be"),
    ("strides-65", {"strides": (4,) * 65}, "strides must"),
    ("B54-stride-6", {"shape": (3,), "strides": (6,)}, r"strides\[0\] is 6 bytes, not a multiple of the itemsize 4"),
    ("C4-stride-2", {"strides": (12, 2)}, r"strides\[1\] is 2 bytes"),
    ("C4-stride-negative", {"strides": (-7, 4)}, r"strides\[0\] is -7 bytes"),
    ("strides-reach", {"strides": (2**62, 4)}, "64 bits"),
    ("strides-reach-down", {"shape": (4, 3), "strides": (-(2**62), 4)}, "64 bits"),
    ("B51-mask-array", {"mask": np.ones((2, 3), bool)}, "mask must be None or absent, not of type 'numpy.ndarray'"),
    ("B51-mask-False", {"mask": False}, "mask must be None or absent, not of type 'bool'"),
    ("B99-mask-nomask", {"mask": np.ma.nomask}, "mask must be None or absent, not of type 'numpy.bool_?'"),
    ("B99-mask-True", {"mask": np.True_}, "mask must be None or absent, not of type 'numpy.bool_?'"),
    ("B99-mask-0", {"mask": 0}, "mask must be None or absent, not of type 'int'"),
    ("B99-mask-empty", {"mask": np.ones((0,), bool)}, "mask must be None or absent, not of type 'numpy.ndarray'"),
    ("B51-mask-interface", {"mask": cai(typestr="<t1")}, "mask must be None or absent, not of type 'doubles.Holder'"),
    ("B71-typestr-t1", {"typestr": "<t1"}, "got a bit field"),
    ("descr-tuple", {"typestr": "|V4", "descr": (("x", "<f4"),)}, "descr must be a list"),
    ("descr-str", {"typestr": "|V4", "descr": "[('x', '<f4')]"}, "descr must be a list"),
    ("descr-int", {"typestr": "|V4", "descr": 4}, "descr must be a list"),
    ("C9-descr-too-small", {"typestr": "|V8", "descr": [("x", "<f4")]}, "4 bytes together.*'[|]V8' has 8"),
    ("C9-descr-too-large", {"typestr": "|V2", "descr": [("x", "<f4")]}, "4 bytes together"),
    ("C9-descr-empty", {"typestr": "|V2", "descr": []}, "0 bytes together"),
    ("C9-objects", {"typestr": np.dtype(object).str}, "got object$"),
    ("C9-descr-object", {"typestr": "|V8", "descr": [("x", "|O8")]}, "got a structured dtype of 8 bytes with Python objects or pointers$"),
    ("C9-descr-bad", {"typestr": "|V8", "descr": [("x", "|V8", 1, 2)]}, "descr: expected"),
    ("C9-descr-deep", {"typestr": "|V4", "descr": nested(17)}, "16 levels"),
    ("data-triple", {"data": (ADDRESS, False, 0)}, "data must be"),
    ("data-single", {"data": (ADDRESS,)}, "data must be"),
    ("data-empty", {"data": ()}, "data must be"),
    ("data-negative", {"data": (-1, False)}, "data must be.*-1"),
    ("data-2-to-64", {"data": (2**64, False)}, "data must be.*18446744073709551616"),
    ("data-bool", {"data": (True, False)}, "data must be.*True"),
    ("data-float", {"data": (4096.0, False)}, "data must be"),
    ("data-str", {"data": ("0x1000", False)}, "data must be"),
    ("data-void-p", {"data": (ctypes.c_void_p(ADDRESS), False)}, "data must be"),
    ("data-behind-the-end", {"data": (2**64 - 23, False)}, "outside the address space"),
    ("data-last", {"data": (2**64 - 1, False)}, "outside the address space"),
    ("data-strides-behind-the-end", {"data": (2**64 - 25, False), "strides": (16, 4)}, "outside the address space"),
    ("data-before-the-start", {"data": (19, False), "strides": (-12, -4)}, "outside the address space"),
    ("C3-null-nonempty", {"data": (0, False)}, "NULL"),
    ("B17-None-nonempty", {"data": (None, False)}, "NULL"),
    ("C3-null-0-d", {"shape": (), "data": (0, False)}, "NULL"),
]
BAD_CAI = [
    ("data-missing", {"data": ABSENT}, "data must be.*not None or absent"),
    ("data-None", {"data": None}, "data must be.*not None or absent"),
    ("data-int", {"data": ADDRESS}, "data must be"),
    ("data-list", {"data": [ADDRESS, False]}, "data must be"),
    ("data-buffer", {"data": b"x" * 24}, "data must be"),
    ("B19-stream-0", {"stream": 0}, "stream is 0, which the CUDA Array Interface forbids"),
    ("3.1-stream-negative", {"stream": -1}, "stream must be.*not -1"),
    ("3.1-stream-minus-2", {"stream": -2}, "stream must be.*not -2"),
    ("3.1-stream-True", {"stream": True}, "stream must be.*not True"),
    ("3.1-stream-False", {"stream": False}, "stream must be.*not False"),
    ("3.1-stream-str", {"stream": "1"}, "stream must be.*not '1'"),
    ("3.1-stream-float", {"stream": 1.0}, "stream must be.*not 1.0"),
    ("A20-stream-numpy-negative", {"stream": np.int64(-1)}, "stream must be.*-1"),
    ("A20-stream-numpy-0", {"stream": np.int64(0)}, "stream is 0, which the CUDA Array Interface forbids"),
    ("A20-stream-2-to-64", {"stream": Index(2**64)}, "stream must be.*Index"),
    ("A20-stream-only-int", {"stream": OnlyInt()}, "stream must be.*OnlyInt"),
    ("3.1-stream-2-to-64-minus-1", {"stream": 2**64 - 1}, "stream is 18446744073709551615"),
    ("3.1-stream-2-to-64-minus-2", {"stream": 2**64 - 2}, "stream is 18446744073709551614"),
    ("3.1-stream-2-to-64", {"stream": 2**64}, "stream must be"),
    ("3.1-stream-void-p", {"stream": ctypes.c_void_p(5)}, "stream must be"),
    ("3.1-stream-tuple", {"stream": (0, 5)}, "stream must be"),
]


@pytest.mark.parametrize("changes, words", rows(BAD_COMMON + BAD_CAI))
def test_3_1_refused(changes, words):
    o = cai(**changes)
    interface = o.__cuda_array_interface__
    with unchanged_refcounts(o, interface, *interface.values()):
        with pytest.raises(TypeError if words.startswith("got ") else BufferError, match="^xs: ") as caught:
            c.cai(o, flags=TRUST, stream=c.STREAM_NO_SYNC, name="xs")
        assert re.search(words, str(caught.value), re.DOTALL)
        del caught


@pytest.mark.parametrize("changes, words", rows(BAD_COMMON))
def test_A1_refused(changes, words):
    a = np.zeros((2, 3), np.float32)
    o = array_interface(a, **changes)
    interface = o.__array_interface__
    with unchanged_refcounts(a, o, interface, *interface.values()):
        with pytest.raises(TypeError if words.startswith("got ") else BufferError, match="^xs: ") as caught:
            c.array_interface(o, name="xs")
        assert re.search(words, str(caught.value), re.DOTALL)
        del caught


@pytest.mark.parametrize(
    "value", [3, "x", [("shape", (2,))], (), b"", object(), cai_dict], ids=lambda v: type(v).__name__
)
@pytest.mark.parametrize("protocol", ["cai", "array_interface"])
def test_3_1_not_a_dict(protocol, value):
    o = Holder(__cuda_array_interface__=value, __array_interface__=value)
    with pytest.raises(BufferError, match="^array: the interface must be a dict, not '%s'$" % type(value).__name__):
        getattr(c, protocol)(o, flags=TRUST)


def test_3_1_dict_subclass():
    class Mine(dict):
        pass

    assert c.cai(Holder(__cuda_array_interface__=Mine(cai_dict())), flags=TRUST).shape == (2, 3)


def test_3_1_read_once():
    class Counting:
        reads = 0

        @property
        def __cuda_array_interface__(self):
            self.reads += 1
            return cai_dict()

    o = Counting()
    c.view(o, flags=TRUST)
    assert o.reads == 1


@pytest.mark.parametrize("flag", [True, 1, 2, "no", [0]], ids=repr)
def test_C5_read_only(flag):
    o = cai(data=(ADDRESS, flag))
    assert c.cai(o, flags=TRUST).readonly
    with unchanged_refcounts(o):
        with pytest.raises(ValueError, match="^w: expected a writable array, got a read-only one$"):
            c.cai(o, flags=TRUST | c.WRITE, name="w")


@pytest.mark.parametrize("flag", [False, 0, None, "", []], ids=repr)
def test_C5_writable(flag):
    assert not c.cai(cai(data=(ADDRESS, flag)), flags=TRUST | c.WRITE).readonly


def test_C5_flag_that_cannot_be_tested():
    error = RuntimeError("neither true nor false")

    class Odd:
        def __bool__(self):
            raise error

    with pytest.raises(RuntimeError) as caught:
        c.cai(cai(data=(ADDRESS, Odd())), flags=TRUST)
    assert caught.value is error


# ------------------------------------------------------------------------------------------- the stream of CAI -----
STREAMS = [
    ("3.1-absent", ABSENT, None),
    ("3.1-None", None, None),
    ("3.1-legacy", 1, 1),
    ("3.1-per-thread", 2, 2),
    ("3.1-handle", 0x5555DEADBEE0, 0x5555DEADBEE0),
    ("3.1-high-handle", 2**63 + 64, 2**63 + 64),
    ("3.1-highest-handle", 2**64 - 3, 2**64 - 3),
    ("3.1-IntEnum", Two.two, 2),
    ("A20-numpy", np.uint64(2**63 + 64), 2**63 + 64),
    ("A20-index", Index(0x5555DEADBEE0), 0x5555DEADBEE0),
]


@pytest.mark.parametrize("stream, expected", rows(STREAMS))
@pytest.mark.parametrize("version", [0, 1, 2, 3, 4])
def test_3_1_stream(version, stream, expected):
    """A stream in a dict before version 3 is honoured as well."""
    o = cai(stream=stream, version=version)
    v = c.cai(o, flags=TRUST, stream=c.STREAM_NO_SYNC)
    assert v.producer_stream == expected


def test_B19_stream_0_by_consent():
    v = c.cai(cai(stream=0), flags=TRUST | c.STREAM_0_IS_LEGACY, stream=c.STREAM_NO_SYNC)
    assert v.producer_stream == 1
    for other, expected in ((None, None), (2, 2), (77, 77)):
        v = c.cai(cai(stream=other), flags=TRUST | c.STREAM_0_IS_LEGACY, stream=c.STREAM_NO_SYNC)
        assert v.producer_stream == expected


@pytest.mark.parametrize("stream, expected", [(ABSENT, 99), (None, 99), (1, 1), (77, 77)],
                         ids=["absent", "None", "1", "77"])
def test_C8_producer_stream(stream, expected):
    """What the dict says wins; the caller knows only where the dict is silent."""
    v = c.cai(cai(stream=stream, version=2), flags=TRUST, stream=c.STREAM_NO_SYNC, producer_stream=99)
    assert v.producer_stream == expected


def test_B19_stream_0_is_illegal_also_when_empty():
    with pytest.raises(BufferError, match="stream is 0"):
        c.cai(cai(stream=0, shape=(0,)))


# ------------------------------------------------------------------------------------------------------- dtypes ----
def test_B53_structured_keeps_its_descr():
    """cuda.core made V16 of it."""
    descr = np.dtype([("a", "<f4"), ("b", "<i4", (3,))]).descr
    o = cai(typestr="|V16", descr=descr)
    v = c.cai(o, flags=TRUST)
    assert v.dtype == "struct16" and v.itemsize == 16
    assert v.descr is descr
    assert v.format is None
    v.release()
    assert v.descr is None
    with unchanged_refcounts(descr, o):
        c.cai(o, flags=TRUST).release()
    assert descr == np.dtype([("a", "<f4"), ("b", "<i4", (3,))]).descr


def test_C9_descr_outlives_the_dict():
    class Fresh:
        @property
        def __cuda_array_interface__(self):
            return cai_dict(typestr="|V8", descr=[("a", "<f4"), ("b", "<f4")])

    v = c.cai(Fresh(), flags=TRUST)
    gc.collect()
    assert v.descr == [("a", "<f4"), ("b", "<f4")]


@pytest.mark.parametrize("typestr", ["|V12", "<V12", ">V12"])
def test_C9_V_without_descr_is_opaque(typestr):
    """Records of numba."""
    v = c.cai(cai(typestr=typestr), flags=TRUST)
    assert (v.dtype, v.itemsize, v.descr) == ("void12", 12, None)


def test_C9_V_with_the_plain_descr_is_opaque():
    assert c.cai(cai(typestr="|V12", descr=[("", "|V12")]), flags=TRUST).dtype == "void12"


@pytest.mark.parametrize(
    "size, name", [(2, "bfloat16"), (1, "float8_e4m3fn"), (1, "float8_e5m2"), (1, "int4"), (4, "complex32")]
)
def test_B50_opaque_elements_named_by_the_caller(size, name):
    v = c.cai(cai(typestr="<V%d" % size), flags=TRUST, dtype=name)
    assert v.dtype == name
    assert v.itemsize == size
    assert v.padded == (name == "int4")


def test_B50_two_bytes_without_a_name_stay_opaque():
    assert c.cai(cai(typestr="<V2"), flags=TRUST).dtype == "void2"


def test_B50_name_of_another_size():
    with pytest.raises(BufferError, match="elements of 2 bytes cannot be the dtype given, which has 1"):
        c.cai(cai(typestr="<V2"), flags=TRUST, dtype="float8_e5m2")


def test_B50_name_does_not_override_the_producer():
    assert c.cai(cai(typestr="<f2"), flags=TRUST, dtype="bfloat16").dtype == "float16"


# ---------------------------------------------------------------------------------------------------- ownership ----
@pytest.mark.parametrize("protocol", ["cai", "array_interface"])
def test_C6_object_lives_as_long_as_the_view(protocol):
    if protocol == "cai":
        o = cai()
    else:
        o = array_interface(np.zeros(3))
    gone = weakref.ref(o)
    v = getattr(c, protocol)(o, flags=TRUST)
    del o
    gc.collect()
    assert gone() is not None
    v.release()
    gc.collect()
    assert gone() is None


def test_C6_release_on_a_foreign_thread():
    o = cai()
    gone = weakref.ref(o)
    v = c.cai(o, flags=TRUST)
    del o
    v.release_in_thread()
    gc.collect()
    assert gone() is None and not v.owned


# ----------------------------------------------------------------------------------------- absent, and failing -----
@pytest.mark.parametrize("error", [AttributeError("no"), NotImplementedError("no")], ids=lambda e: type(e).__name__)
@pytest.mark.parametrize(
    "protocol, name", [("cai", "__cuda_array_interface__"), ("array_interface", "__array_interface__")]
)
def test_0_9_absent(protocol, name, error):
    for o in (Raising(error, name), Holder(**{name: None}), object()):
        with pytest.raises(TypeError, match="^array: expected an array"):
            getattr(c, protocol)(o)


@pytest.mark.parametrize("kind", [RuntimeError, TypeError, ValueError, BufferError, KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize(
    "protocol, name", [("cai", "__cuda_array_interface__"), ("array_interface", "__array_interface__")]
)
def test_D3_failing(protocol, name, kind):
    """torch raises RuntimeError for tensors that require grad: that is no absence."""
    error = kind("cannot say")
    o = Raising(error, name)
    for take in (getattr(c, protocol), c.view):
        with unchanged_refcounts(o):
            with pytest.raises(kind) as caught:
                take(o)
            assert caught.value is error
            del caught
            error.__traceback__ = None


def test_D3_proxy():
    assert c.view(Proxy(cai()), flags=TRUST).shape == (2, 3)
    assert c.view(Proxy(array_interface(np.zeros((2, 3))))).shape == (2, 3)


def test_3_1_repr_of_a_bad_value_fails():
    class Odd:
        def __repr__(self):
            raise RuntimeError("no repr")

    # Python 3.9 lets the error of the repr go.
    with pytest.raises((RuntimeError, BufferError)):
        c.cai(cai(version=Odd()), flags=TRUST)


# --------------------------------------------------------------------------------------------- __array_interface__ --
TYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128".split()


@pytest.mark.parametrize("dtype", TYPES)
def test_A1_numpy(dtype):
    a = np.arange(24).reshape(4, 6).astype(dtype)
    for b in (a, a.T, a[1:3, ::2], a[::-1, ::-1], a[:0], a[2, 3:4].reshape(())):
        o = array_interface(b)
        with unchanged_refcounts(o, b):
            v = c.array_interface(o)
            assert v.dtype == np.dtype(dtype).name
            assert v.protocol == "array-interface" and v.host_accessible and not v.device_accessible
            assert (v.device_type, v.device_id) == (1, -1)
            assert_same_array(v, b)
            assert v.tobytes() == b.tobytes()
            v.release()


def test_A1_read_only():
    a = np.arange(6)
    a.flags.writeable = False
    assert c.array_interface(array_interface(a)).readonly
    with pytest.raises(ValueError, match="read-only"):
        c.array_interface(array_interface(a), flags=c.WRITE)


@pytest.mark.parametrize("stream", [0, -1, "x", True, 5])
def test_A1_stream_is_no_key_of_it(stream):
    v = c.array_interface(array_interface(np.zeros(3), stream=stream))
    assert v.producer_stream is None


def test_A3_null_when_empty():
    for address in (0, None):
        v = c.array_interface(array_interface(np.zeros((0, 3)), data=(address, False)))
        assert v.ptr == 0 and v.shape == (0, 3)


def address_of(data):
    return ctypes.addressof((ctypes.c_char * len(data)).from_buffer(data))


@pytest.mark.parametrize(
    "offset, shape, strides, reach",
    [
        (ABSENT, (6,), None, 0),
        (None, (6,), None, 0),
        (0, (2, 3), None, 0),
        (8, (4,), None, 8),
        (24, (0,), None, 24),
        (20, (6,), (-4,), 20),
        (12, (3,), (-4,), 12),
        (0, (2, 3), (4, 8), 0),
        (3, (5,), None, 3),
        (4, (100,), (0,), 4),
        (20, (), None, 20),
    ],
)
def test_A1_data_is_a_buffer(offset, shape, strides, reach):
    data = bytearray(range(24))
    start = address_of(data)
    gc.collect()
    o = Holder(
        __array_interface__=dict(shape=shape, typestr="<i4", version=3, data=data, strides=strides),
    )
    if offset is not ABSENT:
        o.__array_interface__["offset"] = offset
    with unchanged_refcounts(data, o):
        v = c.array_interface(o, flags=c.ALLOW_UNALIGNED)
        assert v.ptr == start + reach
        expected = np.ndarray(shape, "<i4", data, reach, strides)
        assert v.tobytes() == expected.tobytes()
        assert not v.readonly and v.protocol == "array-interface"
        del expected
        assert_locked(data)
        v.release()
    assert_resizable(data)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"shape": (7,)}, id="A1-too-many"),
        pytest.param({"offset": 4}, id="A1-offset-pushes-out"),
        pytest.param({"offset": 24, "shape": ()}, id="A1-offset-at-the-end"),
        pytest.param({"offset": 25, "shape": (0,)}, id="A1-offset-outside"),
        pytest.param({"offset": 2**63, "shape": (0,)}, id="A1-offset-2-to-63"),
        pytest.param({"offset": 2**64 - 1}, id="A1-offset-2-to-64-minus-1"),
        pytest.param({"offset": 2**64}, id="A1-offset-2-to-64"),
        pytest.param({"offset": -4}, id="A1-offset-negative"),
        pytest.param({"offset": True}, id="A1-offset-bool"),
        pytest.param({"offset": "4"}, id="A1-offset-str"),
        pytest.param({"offset": 4.0}, id="A1-offset-float"),
        pytest.param({"strides": (-4,)}, id="A1-strides-before-the-start"),
        pytest.param({"offset": 16, "strides": (-4,)}, id="A1-strides-before-by-one"),
        pytest.param({"strides": (8,)}, id="A1-strides-behind-the-end"),
        pytest.param({"offset": 21, "shape": ()}, id="A1-last-element-cut"),
        pytest.param({"shape": (2,), "strides": (2**61,)}, id="A1-strides-huge"),
        pytest.param({"typestr": "<f4x"}, id="A1-bad-typestr"),
        pytest.param({"mask": b""}, id="A1-mask"),
    ],
)
def test_A1_data_is_a_buffer_refused(changes):
    data = bytearray(24)
    o = Holder(__array_interface__=dict(dict(shape=(6,), typestr="<i4", version=3, data=data), **changes))
    with unchanged_refcounts(data, o):
        with pytest.raises(BufferError):
            c.array_interface(o, flags=c.ALLOW_UNALIGNED)
    assert_resizable(data)


def test_A1_data_is_a_read_only_buffer():
    o = Holder(__array_interface__=dict(shape=(3,), typestr="|u1", version=3, data=b"abc"))
    assert c.array_interface(o).readonly
    assert c.array_interface(o).tobytes() == b"abc"
    with pytest.raises(ValueError, match="read-only"):
        c.array_interface(o, flags=c.WRITE)


@pytest.mark.parametrize("data", [5, "abc", [1, 2], object()], ids=lambda d: type(d).__name__)
def test_A1_data_is_no_buffer(data):
    o = Holder(__array_interface__=dict(shape=(3,), typestr="|u1", version=3, data=data))
    with pytest.raises((TypeError, BufferError)):
        c.array_interface(o)


class OwnBuffer(bytearray):
    pass


@pytest.mark.parametrize("data", [ABSENT, None], ids=["A1-absent", "A1-None"])
def test_A1_own_buffer(data):
    o = OwnBuffer(range(24))
    start = address_of(o)
    gc.collect()
    o.__array_interface__ = dict(shape=(2, 2), typestr="<i4", version=3, offset=8)
    if data is None:
        o.__array_interface__["data"] = None
    with unchanged_refcounts(o):
        v = c.array_interface(o)
        assert v.ptr == start + 8 and v.shape == (2, 2)
        assert v.tobytes() == bytes(range(8, 24))
        assert_locked(o)
        v.release()
    assert_resizable(o)


@pytest.mark.parametrize("data", [ABSENT, None])
def test_A1_no_buffer_of_its_own(data):
    with pytest.raises(BufferError, match="__array_interface__ has no data, and '.*Holder' has no buffer of its own$"):
        c.array_interface(array_interface(np.zeros(3), data=data))


def test_A1_offset_of_an_address_means_nothing():
    a = np.zeros(3)
    assert c.array_interface(array_interface(a, offset=8)).ptr == a.ctypes.data


@pytest.mark.parametrize("where", ["address", "buffer", "own"])
def test_B53_array_interface_keeps_its_descr(where):
    descr = [("a", "<i4"), ("b", "<f4")]
    a = np.zeros(3, descr)
    o = OwnBuffer(24)
    o.__array_interface__ = dict(shape=(3,), typestr="|V8", descr=descr, version=3)
    if where == "address":
        o.__array_interface__["data"] = a.__array_interface__["data"]
    elif where == "buffer":
        o.__array_interface__["data"] = bytearray(24)
    with unchanged_refcounts(o, descr):
        v = c.array_interface(o)
        assert v.dtype == "struct8"
        assert v.descr is descr
        v.release()
        assert v.descr is None


# --------------------------------------------------------------------------------------------- without a driver -----
def test_A2_B16_B17_no_driver_is_touched():
    run_python(
        """
import cucore_test as c, numpy as np
from doubles import *
addresses = ({"data": (0, False)}, {"data": (None, False)}, {"data": (0xdead000, False)})
for changes in addresses + ({"stream": 1}, {"stream": 77}):
    v = c.view(cai(shape=(0, 3), **changes))
    assert v.shape == (0, 3) and v.device_id == -1 and not c.driver_is_loaded(), changes
    v.release()
assert c.view(cai(shape=(4, 0)), flags=c.ON_DEVICE_ID, device_id=3).device_id == 3
c.view(array_interface(np.zeros(3)))
c.array_interface(array_interface(np.zeros(0), data=(0, False)))
c.cai(cai(), flags=TRUST)
c.cai(cai(stream=5), flags=TRUST, stream=c.STREAM_NO_SYNC)
for bad in ({"version": None}, {"typestr": 4}, {"mask": 1}, {"stream": "1"}, {"data": (-1, 0)}):
    try:
        c.cai(cai(**bad))
    except BufferError:
        assert not c.driver_is_loaded(), bad
    else:
        raise AssertionError(bad)
assert not c.driver_is_loaded()
"""
    )


WITHOUT_DRIVER = """
import cucore_test as c
from doubles import *
o = cai()
try:
    c.device_count()
except RuntimeError:
    pass
else:
    print("driver")
    raise SystemExit
for flags, changes in ((0, {}), (0, {"stream": 1}), (TRUST, {"stream": 2}), (TRUST, {"stream": 0x5000})):
    o = cai(**changes)
    with unchanged_refcounts(o):
        try:
            c.cai(o, flags=flags, name="xs")
        except RuntimeError as error:
            assert str(error).startswith("xs: ") and "libcuda.so.1" in str(error), error
        else:
            raise AssertionError((flags, changes))
print("no driver")
"""


def test_T7_non_empty_needs_the_driver():
    answer = run_python(WITHOUT_DRIVER)
    if answer == "driver":
        pytest.skip("there is a driver")
    assert answer == "no driver"


def test_3_1_flags_of_the_caller():
    o = cai(shape=(4, 6), strides=(4, 16))
    v = c.cai(o, flags=TRUST | c.ON_DEVICE_ID | c.DEVICE_ACCESSIBLE, device_id=5)
    assert v.device_id == 5 and v.f_contiguous
    for flags, words in (
        (c.C_CONTIGUOUS, "expected a C-order contiguous array, got strides"),
        (c.HOST_ACCESSIBLE, "expected an array that the CPU can read, got one on cuda"),
    ):
        with pytest.raises(ValueError, match="^xs: " + words):
            c.cai(o, flags=TRUST | flags, name="xs")


# ------------------------------------------------------------------------------- a property of a type that is remembered --
def answering(answer):
    """A type of its own whose interface is what script[0] returns or raises; the script is not a part of the type."""
    script = [answer]

    class Array:
        @property
        def __cuda_array_interface__(self):
            return script[0](self)

    return Array, script


def raising(error):
    def answer(_):
        raise error

    return answer


def outcome(obj):
    try:
        return c.view(obj, flags=TRUST, stream=c.STREAM_NO_SYNC).line
    except Exception as error:
        return type(error), str(error).replace(type(obj).__name__, "?")


ANSWERS = [
    ("dict", lambda _: cai_dict()),
    ("dict-that-is-kept", lambda self: self.__dict__.setdefault("kept", cai_dict())),
    ("bad-dict", lambda _: cai_dict(typestr="nonsense")),
    ("no-dict", lambda _: 7),
    ("None", lambda _: None),
    ("AttributeError", raising(AttributeError("gone"))),
    ("NotImplementedError", raising(NotImplementedError("never"))),
    ("ValueError", raising(ValueError("mine"))),
    ("OSError", raising(OSError(5, "other"))),
]


@pytest.mark.parametrize("answer", rows(ANSWERS))
def test_X5_a_remembered_property_answers_as_a_new_one(answer):
    fresh, _ = answering(answer)
    known, script = answering(lambda _: cai_dict())
    for _ in range(3):
        assert "cai" in outcome(known())
    script[0] = answer
    array, attribute = known(), known.__dict__["__cuda_array_interface__"]
    before = sys.getrefcount(attribute)
    for _ in range(100):
        told = outcome(array)
    after = sys.getrefcount(attribute)
    assert told == outcome(fresh()) and after == before


def test_X5_a_property_that_takes_itself_away():
    def leaving(self):
        del type(self).__cuda_array_interface__
        gc.collect()
        return cai_dict()

    Array, script = answering(lambda _: cai_dict())
    for _ in range(3):
        assert "cai" in outcome(Array())
    script[0] = leaving
    assert "cai" in outcome(Array())
    assert outcome(Array())[0] is TypeError


def test_X5_a_property_that_is_replaced():
    Array, _ = answering(lambda _: cai_dict())
    for _ in range(3):
        assert "(2, 3)" in outcome(Array())
    Array.__cuda_array_interface__ = property(lambda _: cai_dict(shape=(5,)))
    assert "(5,)" in outcome(Array())
    Array.__cuda_array_interface__ = cai_dict(shape=(7,))
    assert "(7,)" in outcome(Array())


def test_X5_what_an_instance_has_of_its_own_comes_first_only_where_python_says_so():
    class Soft:  # no data descriptor: an instance may have its own
        def __get__(self, instance, owner):
            return cai_dict()

    class Hard(Soft):
        def __set__(self, instance, value):
            raise AttributeError

    class WithSoft:
        __cuda_array_interface__ = Soft()

    class WithHard:
        __cuda_array_interface__ = Hard()

    class WithSlot:
        __slots__ = ("__cuda_array_interface__",)

    own = cai_dict(shape=(9,))
    for kind, shape in ((WithSoft, "(9,)"), (WithHard, "(2, 3)")):
        for _ in range(3):
            assert "(2, 3)" in outcome(kind())
        array = kind()
        array.__dict__["__cuda_array_interface__"] = own
        assert shape in outcome(array)
    array = WithSlot()
    array.__cuda_array_interface__ = own
    for _ in range(3):
        assert "(9,)" in outcome(array)
    assert outcome(WithSlot())[0] is TypeError


def test_3_1_keys_in_any_order():
    entries = list(cai_dict(strides=(12, 4), descr=[("", "<f4")], stream=None).items())
    expected = outcome(Holder(__cuda_array_interface__=dict(entries)))
    assert "(2, 3)" in expected
    for turn in range(len(entries)):
        turned = entries[turn:] + entries[:turn]
        for order in (turned, turned[::-1]):
            for more in ([], [("mine", 1)]):
                assert outcome(Holder(__cuda_array_interface__=dict(more + order + more))) == expected
