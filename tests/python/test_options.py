"""The macros that users may define: the lists in the manuals are those that the sources test."""
import pathlib
import re
import subprocess

import pytest

import readme
from test_sources import C_NAMES, compiled, headers, includes

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
    return {name for name in names if not re.search(r"^CUCORE__|^CUCORE_(?!(?:OP_)?NO_)\w*H(PP)?$|_H_IMPLEMENTED$", name)} - OURS


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


# -------------------------------------------------------------------------------------------- parts of cucore.h left out --
PARTS = {  # macro -> a use of what it leaves out
    "CUCORE_NO_LAYOUTS": "cucore_layout_transpose(&layout, &layout)", "CUCORE_NO_BUFFERS": "cucore_buffer_release(NULL)",
    "CUCORE_NO_MODULES": "cucore_module_release(NULL)"}
PLAIN = ("cucore.h", "cucore_dlpack.h", "cucore_cai.h")
LEFT_OUT = {**{macro: [macro] for macro in PARTS}, "all": list(PARTS)}
LANGUAGES = {"C": (readme.CC, "-std=c99"), "C++": (readme.CXX, "-std=c++11")}


def using(macros, headers, use=""):
    lines = [f"#define {macro}\n" for macro in macros] + [f'#include "{name}"\n' for name in headers]
    return "".join(lines) + (f"int use(cucore_layout layout);\nint use(cucore_layout layout)\n{{\n    (void)layout;\n    return {use};\n}}\n" if use else "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("row", LEFT_OUT)
def test_parts_are_left_out(tmp_path, row, language):
    """The three headers of plain C compile without them; what is left out does not exist."""
    compiler, standard = LANGUAGES[language]
    macros = ["CUCORE_IMPLEMENTATION", *LEFT_OUT[row]]
    done = compiled(tmp_path, using(macros, PLAIN), standard, "-Wpedantic", f"-I{SOURCES.parent}", compiler=compiler)
    assert done.returncode == 0, done.stderr
    for macro, use in PARTS.items():
        done = compiled(tmp_path, using(LEFT_OUT[row], PLAIN, use), standard, f"-I{SOURCES.parent}", compiler=compiler)
        assert (done.returncode != 0) == (macro in LEFT_OUT[row]), done.stderr
        assert done.returncode == 0 or re.search(r"cucore_(layout|buffer|module)_\w+.*(?:not declared|undeclared|implicit)|undeclared identifier 'cucore_(layout|buffer|module)_", done.stderr), done.stderr


def needed_parts(header):
    """The macros that a header refuses, itself or by what it includes."""
    text = (SOURCES.parent / header).read_text()
    own = set(re.findall(r"CUCORE_NO_\w+", "".join(re.findall(r'^#error "\S+ needs parts of cucore\.h.*', text, re.M))))
    return own.union(*map(needed_parts, [name for name in headers.ALL[header].needs if name.startswith("cucore")]))


@pytest.mark.parametrize("macro", PARTS)
@pytest.mark.parametrize("header", [name for name in headers.NAMES if name not in PLAIN and "/" not in name])
def test_headers_that_need_a_part_say_so(tmp_path, header, macro):
    """The others are implemented without it."""
    compiler, standard = (readme.CXX, "-std=c++17") if header == "cucore.hpp" else (readme.CC, "-std=c99")
    refused = macro in needed_parts(header)
    done = compiled(tmp_path, using([*["CUCORE_IMPLEMENTATION"] * (not refused), macro], [header]), standard, f"-I{SOURCES.parent}", compiler=compiler)
    assert (done.returncode != 0) == refused, done.stderr
    assert not refused or "needs parts of cucore.h that are left out: do not define" in done.stderr and macro in done.stderr


PROGRAM = r"""
#include <stdio.h>
static int released;
static void release(void *owner)
{
    released += owner != NULL;
}
int main(void)
{
    static const cucore_arg expected = CUCORE_ARG("x", "float32", "n, 3", CUCORE_C_CONTIGUOUS | CUCORE_UNIQUE);
    float data[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int64_t shape[2] = {2, 3};
    DLTensor tensor = {data, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, shape, NULL, 0};
    cucore_interface_room room;
    cucore_interface fields;
    cucore_view x, y, wrapped;
    cucore_array_spec spec = {CUCORE_DTYPE_FLOAT32, 2, shape, NULL, CUCORE_DEVICE_TYPE_CPU, CUCORE_DEVICE_NONE, {NULL, NULL}};
    DLManagedTensorVersioned *managed = NULL;
    if (cucore_view_from_dltensor(&tensor, 0, &expected, &x)) return 1;
    if (cucore_views_begin_access(&x, 1, NULL) || cucore_views_end_access(&x, 1, NULL)) return 2;
    if (cucore_view_to_interface(&x, CUCORE_PROTOCOL_ARRAY_INTERFACE, &room, &fields)) return 3;
    if (cucore_view_from_interface(&fields, &expected, &y) || y.ptr != (void *)data) return 4;
    if (cucore_view_wrap(data, &spec, data, release, &wrapped) || cucore_view_nbytes(&wrapped) != 24) return 5;
    if (cucore_view_move_to_dlmanaged_versioned(&wrapped, 0, &managed) || managed->dl_tensor.data != (void *)data) return 6;
    managed->deleter(managed);
    printf("%s %g\n", fields.typestr, ((float *)y.ptr)[5]);
    cucore_view_release(&wrapped);
    cucore_view_release(&y);
    cucore_view_release(&x);
    return cucore_trim() || released != 1 ? 7 : 0;
}
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_runs_with_all_left_out(tmp_path, language):
    """Arrays of DLPack and of interfaces come in and go out."""
    compiler, standard = LANGUAGES[language]
    source, program = tmp_path / ("program.cpp" if language == "C++" else "program.c"), tmp_path / "program"
    source.write_text(using(["CUCORE_IMPLEMENTATION", *PARTS], PLAIN) + PROGRAM)
    subprocess.run([compiler, standard, f"-I{SOURCES.parent}", *includes(), str(source), "-o", str(program), "-ldl", "-lpthread"], check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout in ("<f4 6\n", ">f4 6\n")


# ------------------------------------------------------------------------------------------- loops over more than 8 arrays --
MANY = r"""
#include <stdio.h>
#include <string.h>
static void add(const cucore_loop *loop, unsigned begin, unsigned end, void *user_data)
{
    (void)user_data;
    CUCORE_LOOP_RANGE(*loop, MANY, begin, end, at, i)
    {
        int k;
        double sum = 0;
        for (k = 1; k < MANY; k++) sum += CUCORE_LOOP_AT(const double, *loop, at, i, k);
        CUCORE_LOOP_AT(double, *loop, at, i, 0) = sum;
    }
}
int main(void)
{
    static double numbers[MANY][12];
    static const int64_t shape[2] = {3, 4}, rows[2] = {4, 1}, columns[2] = {1, 3};
    static cucore_view views[MANY];
    cucore_operand operands[MANY];
    cucore_loops loops;
    double wrong = 0;
    int k, i;
    memset(operands, 0, sizeof operands);
    for (k = 0; k < MANY; k++) {
        cucore_array_spec spec;
        memset(&spec, 0, sizeof spec);
        spec.dtype = CUCORE_DTYPE_FLOAT64;
        spec.ndim = 2;
        spec.shape = shape;
        spec.strides = k % 2 ? columns : rows;
        spec.device_type = CUCORE_DEVICE_TYPE_CPU;
        for (i = 0; i < 12; i++) numbers[k][i] = 100 * k + i;
        if (cucore_view_wrap(numbers[k], &spec, NULL, NULL, &views[k])) return 1;
        operands[k].view = &views[k];
        operands[k].flags = k ? 0 : CUCORE_WRITE;
    }
    if (cucore_loops_make(operands, MANY, &loops) || cucore_loops_run(&loops, 1, add, NULL)) return 2;
    for (i = 0; i < 12; i++)
        for (k = 1; k < MANY; k++) numbers[0][i] -= 100 * k + (k % 2 ? i / 4 + i % 4 * 3 : i);
    for (i = 0; i < 12; i++) wrong += numbers[0][i] * numbers[0][i];
    operands[MANY - 1].dtype = CUCORE_DTYPE_FLOAT32;
    if (wrong != 0 || cucore_loops_make(operands, MANY, &loops) != CUCORE_WRONG_DTYPE) return 3;
    puts(cucore_last_error()->message);
    if (cucore_loops_make(operands, MANY + 1, &loops) != CUCORE_INVALID_ARGUMENT) return 4;
    puts(cucore_last_error()->message);
    return sizeof(cucore_loop) > 4000;
}
"""


@pytest.mark.parametrize("language, many", [("C", 12), ("C++", 32)])
def test_loops_over_more_than_8_arrays(tmp_path, language, many):
    compiler, standard = LANGUAGES[language]
    source, program = tmp_path / ("program.cpp" if language == "C++" else "program.c"), tmp_path / "program"
    source.write_text(using([f"CUCORE_LOOP_OPERANDS {many}", "CUCORE_IMPLEMENTATION"], ["cucore_kernel.h"]) + f"#define MANY {many}\n" + MANY)
    subprocess.run([compiler, standard, "-O0", f"-I{SOURCES.parent}", *includes(), str(source), "-o", str(program), "-ldl", "-lpthread"], check=True)
    assert subprocess.check_output([str(program)], text=True).splitlines() == [
        f"operand {many - 1}: expected dtype float32, got float64", f"a loop over {many + 1} operands; there are 1 to {many}"]


@pytest.mark.parametrize("many", [1, 33])
def test_a_loop_has_2_to_32_arrays_at_most(tmp_path, many):
    done = compiled(tmp_path, using([f"CUCORE_LOOP_OPERANDS {many}"], ["cucore_kernel.h"]), "-std=c99", f"-I{SOURCES.parent}")
    assert done.returncode and "CUCORE_LOOP_OPERANDS has to be 2 to 32" in done.stderr
