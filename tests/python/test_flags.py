"""The table of flags in cucore.h, CUCORE_ARG_FLAG_LIST, as its users read it, and what is made of it."""
import pathlib
import re

import cucore_test as c
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "src" / "core" / "check.h").read_text()
TABLE = TEXT[TEXT.index("#define CUCORE_ARG_FLAG_LIST(X)"):TEXT.index("/* clang-format on */")].splitlines()[1:]
ROW = re.compile(r"    X\((\w+), +(\d+)\) /\* (.+) \*/ *\\?")
GROUP = re.compile(r"    /\* (.+)[.] \*/ *\\")
FLAGS = {m[1]: (int(m[2]), m[3]) for m in map(ROW.fullmatch, TABLE) if m}


def test_each_line_is_a_flag_or_the_head_of_a_group():
    groups = [m[1] for m in map(GROUP.fullmatch, TABLE) if m]
    assert [text.split(";")[0].split(":")[0].split(",")[0] for text in groups] == [
        "What the array must be", "How it is taken", "What may be made of it"]
    assert len(FLAGS) + len(groups) == len(TABLE) and GROUP.fullmatch(TABLE[0])


def test_names_and_values_are_those_of_the_table():
    names = re.findall(r"^#define CUCORE_(\w+) \((?:CUCORE_SAYS_\w+ )*UINT64_C\(1\) << CUCORE__BIT_(\w+)\)$", TEXT, re.M)
    assert [name for name, _ in names] == list(FLAGS) == [bit for _, bit in names]
    assert {name: getattr(c, name) for name in FLAGS} == {name: 1 << bit for name, (bit, _) in FLAGS.items()}
    assert c.READ == 0


def test_the_page_of_names_has_the_flags():
    page = (ROOT / "docs" / "reference" / "names.md").read_text()
    listed = re.findall(r"^- `CUCORE_(\w+)` \((\d+)\): (.+)$", page, re.M)
    assert {name: (int(bit), meaning) for name, bit, meaning in listed} == FLAGS


def test_what_the_notes_speak_of_is_in_the_table():
    notes = TEXT[TEXT.index("/* More about some of them:"):TEXT.index("/* The flags by name.")]
    named = re.findall(r"^ \*     ([A-Z][A-Z_., ]+?)  ", notes, re.M)
    assert len(named) >= 8
    for name in ", ".join(named).split(", "):
        assert name in FLAGS or any(flag.startswith(name[:-3]) for flag in FLAGS if name.endswith("_...")), name


@pytest.mark.parametrize("name", [name for name, (_, meaning) in FLAGS.items() if "[py]" in meaning])
def test_flags_with_py_are_for_python_alone(name):
    """The files of C only know them by the table, and in what they refuse."""
    rest = "".join(path.read_text() for folder in ("core", "dlpack", "cai", "copy") for path in (ROOT / "src" / folder).glob("*.c"))
    uses = re.findall(rf"^.*\bCUCORE_{name}\b.*$", re.sub(r"/\*.*?\*/", "", rest, flags=re.S), re.M)
    assert not [line for line in uses if '"' not in line]


@pytest.mark.parametrize("bit", sorted(set(range(64)) - {bit for bit, _ in FLAGS.values()}))
@pytest.mark.parametrize("take", ["view", "args"])
def test_bits_without_a_flag_are_refused(take, bit):
    x = np.zeros(2)
    with pytest.raises(ValueError, match=f"^x: the flags {1 << bit:#x} mean nothing$"):
        c.view(x, name="x", flags=1 << bit) if take == "view" else c.args([x], [("x", None, None, 1 << bit)])
