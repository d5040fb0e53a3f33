"""The macros that users may define: the lists in the manuals are those that the sources test."""
import pathlib
import re

import pytest

from test_sources import C_NAMES, compiled

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "src"
HEADERS = (*C_NAMES, "cpp/cucore.hpp")
OURS = {"CUCORE_VERSION"}  # tested to find out which headers were included, as guards are
ROW = re.compile(r"^ \*     (CUCORE_\w+) +(\S.*?)  +(one file|every file) +(\S.*)$", re.M)


def rooms(header):
    """The header in src/, and the files that it brings together."""
    text = (SOURCES / header).read_text()
    return [text] + [(SOURCES / name).read_text() for name in re.findall(r'^#include "(\w+/[\w/.]+)"', text, re.M)]


def section(header):
    """The list of options in a manual."""
    for text in rooms(header):
        found = re.search(r"^ \* >>(?:\w+-)?options\b.*?(?=^ \* >>|\*/)", text, re.M | re.S)
        if found:
            return found.group()
    return ""


def conditions(text):
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    lines = "".join(re.findall(r"^[ ]*#[ ]*(?:el)?if.*(?:\\\n.*)*", code.replace("\\\n", " "), re.M))
    names = re.findall(r"defined *\(? *(CUCORE_\w+)", lines) + re.findall(r"^[ ]*#[ ]*ifn?def (CUCORE_\w+)", code, re.M)
    return {name for name in names if not re.search(r"^CUCORE__|^CUCORE_(?!NO_)\w*H(PP)?$|_H_IMPLEMENTED$", name)} - OURS


def test_every_macro_is_listed_once_in_the_manual_of_the_first_header_that_tests_it():
    expected, seen = {}, set()
    for header in HEADERS:
        names = set().union(*map(conditions, rooms(header))) - seen
        seen |= names
        expected[header] = names
    listed = {header: [row[0] for row in ROW.findall(section(header))] for header in HEADERS}
    assert {header: sorted(names) for header, names in listed.items()} == {header: sorted(names) for header, names in expected.items()}
    assert sum(map(len, listed.values())) >= 17


@pytest.mark.parametrize("header", HEADERS)
def test_names_in_the_list_begin_rows(header):
    """A row that ROW does not find would be left out of the test above."""
    lines = [line for line in section(header).splitlines() if re.match(r" \*     CUCORE_", line)]
    assert len(lines) == len(ROW.findall(section(header)))


SIZES = {"MiB": 1 << 20}


def test_defaults_are_those_of_the_sources():
    text = "".join(part for header in HEADERS for part in rooms(header))
    listed = {row[0]: row[1] for header in HEADERS for row in ROW.findall(section(header))}
    compared = 0
    for name, value in re.findall(r'^#ifndef (CUCORE_(?!_)\w+)\n#define \1 ([^"\s][^"\n]*)$', text, re.M):
        number, _, unit = listed[name].partition(" ")
        assert eval(value) == int(number) * SIZES.get(unit, 1), name  # noqa: S307: numbers of our own
        compared += 1
    assert compared == 5
    assert [listed[name] for name in ("CUCORE_DRIVER_NAME", "CUCORE_API")] == ["libcuda.so.1", "hidden"]
    assert '#define CUCORE_DRIVER_NAME "libcuda.so.1"' in text and 'CUCORE_API __attribute__((visibility("hidden")))' in text
