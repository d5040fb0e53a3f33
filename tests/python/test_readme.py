"""The README's module is built and used; its commands are targets of the Makefile, its sizes what a compiler makes."""
import gc
import os
import platform
import re
import shutil
import subprocess
import sys
import weakref

import pytest

import readme

np = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return readme.build(tmp_path_factory.mktemp("readme"))


def test_module_is_small(built):
    assert len(built[0].splitlines()) <= 40


def test_module_takes_arrays(built):
    a = np.zeros((4, 5))
    assert built[1].send(a) == (a.ctypes.data, 160, -1)
    assert built[1].send(a, 1) == built[1].send(a, None) == (a.ctypes.data, 160, -1)


def test_session_of_the_readme(built):
    """Every line of the README's session, with the answer that stands below it."""
    session, = readme.blocks("python")
    names = {"message": built[1], "numpy": np}
    for line, answer in re.findall(r">>> (.*)\n([^>].*)", session):
        if line.startswith("import"):
            continue
        if re.match(r"\w+Error: ", answer):
            kind, words = answer.split(": ", 1)
            with pytest.raises(getattr(__builtins__, kind, None) or __builtins__[kind]) as caught:
                eval(line, names)
            assert str(caught.value) == words
        else:
            assert repr(eval(line, names)) == answer


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """examples/guide.c, whose functions the guides show.  Its slots are functions as void *, which CPython wants and -Wpedantic refuses."""
    return readme.compile_module(tmp_path_factory.mktemp("functions"), "guide", (readme.ROOT / "examples" / "guide.c").read_text(),
                                 ("-Wall", "-Wextra"))


def test_cpu_consumer_of_the_guide(functions):
    assert functions.total(np.arange(5.0)) == 10 and functions.total(np.arange(10.0)[::-2]) == 25
    with pytest.raises(TypeError, match="x: expected dtype float64, got float32"):
        functions.total(np.arange(5, dtype="f4"))


def test_result_of_the_guide(functions):
    """The function that gives an array back."""
    a = np.ones((4, 5), "f4")
    z = functions.zeros_like(a)
    assert type(z) is np.ndarray and z.shape == (4, 5) and z.dtype == "f4" and not z.any() and z is not a
    with pytest.raises(TypeError, match="expected an array"):
        functions.zeros_like("text")


def test_out_of_the_guide(functions):
    """The function with an output: made to fit, copied back, given back."""
    a, big = np.arange(6, dtype="f4").reshape(2, 3), np.zeros((3, 4))
    new = functions.negate(a.T)
    assert type(new) is np.ndarray and new.dtype == "f8" and np.array_equal(new, -a.T)
    out = big[:, ::2]
    assert functions.negate(a.T, out) is out and np.array_equal(out, -a.T) and not big[:, 1::2].any()
    assert functions.negate(out, out) is out and np.array_equal(out, a.T)
    assert functions.negate(a.T, None).dtype == "f8"
    with pytest.raises(ValueError, match="out: expected shape .*3, 2.* as in x, got .*2, 3"):
        functions.negate(a.T, np.zeros((2, 3)))
    with pytest.raises(ValueError, match="out: shares memory with x"):
        functions.negate(big.ravel()[1:], big.ravel()[:-1])
    with pytest.raises(TypeError, match="out: expected dtype float64, got float32"):
        functions.negate(a, np.zeros_like(a))


def test_an_array_or_a_number(functions):
    """A call of cucore_loops_run; the second argument is a number or an array that is broadcast."""
    x = np.arange(12.0).reshape(3, 4)
    for factor in (2, 0.5, np.float32(3), np.arange(4.0), x[:, ::-1], [[1], [2], [3]], np.arange(3)[:, None]):
        assert np.array_equal(functions.scaled(x.T.copy().T, factor), x * factor)
    assert type(functions.scaled(x, 2)) is np.ndarray and functions.scaled(np.zeros((0, 4)), 2).shape == (0, 4)
    big = np.ones((1000, 1000))
    assert np.array_equal(functions.scaled(big[::2], np.arange(1000.0)), np.broadcast_to(np.arange(1000.0), (500, 1000)))
    with pytest.raises(ValueError, match="factor"):
        functions.scaled(x, np.zeros(3))
    with pytest.raises(TypeError, match="factor: .*got complex"):
        functions.scaled(x, 1j)


def test_two_results(functions):
    x = np.array([[1.5, -2.25], [3, -0.5]]).T
    whole, fraction = functions.parts(x)
    assert type(whole) is type(fraction) is np.ndarray and np.array_equal(whole, np.trunc(x)) and np.array_equal(whole + fraction, x)
    with pytest.raises(TypeError, match="x: expected dtype float64, got int64"):
        functions.parts(np.arange(3))


def test_an_object_that_keeps_an_array(functions):
    """The collector frees a cycle through the array; without that the array lives as long as the object."""
    class Array(np.ndarray):
        pass
    x = np.arange(4.0).view(Array)[::-1]
    kept, gone = functions.Kept(x), weakref.ref(x)
    x.kept = kept
    del x
    gc.collect()
    assert gone() is not None and kept.sum() == 6
    del kept
    gc.collect()
    assert gone() is None
    with pytest.raises(TypeError, match="x: expected dtype float64, got float32"):
        functions.Kept(np.zeros(2, "f4"))
    kinds = sys.getrefcount(functions.Kept)
    for _ in range(20):
        functions.Kept(np.zeros(2))
    assert sys.getrefcount(functions.Kept) < kinds + 10


def test_commands_are_targets():
    targets = set(re.findall(r"^([a-z0-9-]+):", readme.makefile(), re.M))
    used = set(re.findall(r"(?:^|`)make ([a-z0-9-]+)", (readme.ROOT / "README.md").read_text(), re.M))
    assert used and used <= targets


def test_pages_show_the_code_of_the_files():
    done = subprocess.run([sys.executable, str(readme.ROOT / "tools" / "show_code.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


FRAGMENTS = {  # a word of a piece of code that no file has: its page, and the function around it
    "cucore_view_move_to_dlmanaged_versioned": ("README.md", """
int used(DLManagedTensorVersioned *managed, DLManagedTensorVersioned *result, cucore_view x, cucore_view y);
int used(DLManagedTensorVersioned *managed, DLManagedTensorVersioned *result, cucore_view x, cucore_view y)
{
cucore_status status;
%s
return status || result != NULL;
}"""),
    "cucore_py_empty_like": ("README.md", """
PyObject *used(const char *ptx, PyObject *obj, cucore_view x, cucore_view y, int64_t n, CUstream stream);
PyObject *used(const char *ptx, PyObject *obj, cucore_view x, cucore_view y, int64_t n, CUstream stream)
{
cucore_launch_config config = cucore_launch_config_1d(n, 256);
cucore_status status;
%s
(void)ptx;
return status ? NULL : obj;
}"""),
    "cucore_views_end_access": ("docs/guide/plain.md", """
cucore_status used(cucore_view x, CUstream stream);
cucore_status used(cucore_view x, CUstream stream)
{
cucore_status status;
%s
return status;
}"""),
}


@pytest.mark.parametrize("word", FRAGMENTS)
def test_fragments_compile(tmp_path, word):
    page, frame = FRAGMENTS[word]
    found = [block for block in re.findall(r"^```c\n(.*?)^```", (readme.ROOT / page).read_text(), re.S | re.M)
             if word in block and "#include" not in block and "cucore_status status = " not in block]
    assert len(found) == 1
    code = re.sub(r'CUCORE_KERNEL\(ptx,', 'CUCORE_KERNEL("",', found[0])
    (tmp_path / "used.c").write_text('#include "cucore_results.h"\n' + frame % code)
    subprocess.run(["gcc", "-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused-but-set-variable", "-Werror", "used.c", *readme.includes()],
                   cwd=tmp_path, check=True)


STALE = {  # what is changed in README.md, and what is said
    "other code": ("/* message.c */", "/* massage.c */", "docs/guide/index.md shows other code"),
    "no such file": ("guide.c total", "none.c total", "No such file"),
    "no such name": ("guide.c negate", "guide.c none", "0 pieces of code are named 'none'"),
}


@pytest.mark.parametrize("name", STALE)
def test_stale_code_is_noticed(tmp_path, name):
    old, new, said = STALE[name]
    for folder in ("tools", "docs", "examples", "tests/python", "tests/cpp", "tests/ports"):
        shutil.copytree(readme.ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    page = tmp_path / ("docs/guide/cpu.md" if "guide.c" in old else "README.md")
    shutil.copy(readme.ROOT / "README.md", tmp_path)
    assert old in page.read_text()
    page.write_text(page.read_text().replace(old, new))
    done = subprocess.run([sys.executable, str(tmp_path / "tools" / "show_code.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 1 and said in done.stderr


SIZES = {  # rows of README.md and docs/guide/building.md: macro, options, another header
    ("README.md", "the C module above, -O2"): ("CUCORE_STATIC", ["-O2"], ""),
    ("README.md", "the same with `CUCORE_IMPLEMENTATION` and `CUCORE_NO_COMPAT`, -O2"): ("CUCORE_IMPLEMENTATION", ["-O2"], ""),
    ("README.md", "the module with `CUCORE_STATIC` and `cucore_copy.h`, -O2"): ("CUCORE_STATIC", ["-O2"], "cucore_copy.h"),
    ("docs/guide/building.md", "the same with `-ffunction-sections"): (
        "CUCORE_IMPLEMENTATION", ["-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"], ""),
    ("docs/guide/building.md", "`CUCORE_STATIC` and `cucore_copy.h`, -O2"): ("CUCORE_STATIC", ["-O2"], "cucore_copy.h"),
    ("docs/guide/building.md", "`CUCORE_STATIC` and `cucore_cast.h`, -O2"): ("CUCORE_STATIC", ["-O2"], "cucore_cast.h"),
    ("docs/guide/building.md", "`CUCORE_IMPLEMENTATION` and `CUCORE_NO_COMPAT`, -O2"): ("CUCORE_IMPLEMENTATION", ["-O2"], ""),
    ("docs/guide/building.md", "`CUCORE_IMPLEMENTATION`, -O2, with what files of 0.2 need"): (
        "CUCORE_IMPLEMENTATION\n#undef CUCORE_NO_COMPAT", ["-O2"], ""),
    ("docs/guide/building.md", "`CUCORE_STATIC`, -O2"): ("CUCORE_STATIC", ["-O2"], ""),
    ("docs/guide/building.md", "`CUCORE_STATIC`, -Os -flto"): ("CUCORE_STATIC", ["-Os", "-flto"], ""),
    ("docs/guide/building.md", "the same with `-flto`"): ("CUCORE_IMPLEMENTATION", ["-O2", "-flto"], ""),
}


MEASURED = [row for row in SIZES if readme.EVERY or SIZES[row] == ("CUCORE_STATIC", ["-O2"], "")]  # the others are slow: two to ten seconds each


def gcc_12():
    """The compiler of the tables; else the test is skipped."""
    gcc = shutil.which("gcc")
    version = gcc and subprocess.run([gcc, "-dumpversion"], capture_output=True, text=True).stdout.split(".")[0].strip()
    if version != "12" or platform.machine() != "x86_64" or not os.environ.get("DLPACK_INCLUDE"):
        pytest.skip("the tables are of gcc 12 for x86-64")
    return gcc


@pytest.mark.parametrize("page, row", MEASURED, ids=[row for _, row in MEASURED])
def test_sizes_of_the_module(tmp_path, page, row):
    """The table has the size of the module, in KB of 1,024 bytes, to 5%."""
    gcc = gcc_12()
    macro, options, header = SIZES[page, row]
    source, = [block for block in readme.blocks("c") if "PyMODINIT_FUNC" in block]
    source = source.replace("#define CUCORE_STATIC", f"#define {macro}" + (f'\n#include "{header}"' if header else ""))
    (tmp_path / "message.c").write_text(source)
    readme.made_once([gcc, "-shared", "-fPIC", "-s", *options, *readme.includes()], tmp_path / "message.c", tmp_path / "message.so")
    stated, = re.findall(rf"^\| {re.escape(row)}.*?\| (\d+) \|", (readme.ROOT / page).read_text(), re.M)
    assert (tmp_path / "message.so").stat().st_size / 1024 == pytest.approx(int(stated), rel=0.05)


def parts_table():
    """The rows of docs/guide/building.md with the parts: [(header, options, KB of the header, KB of a module that has all of it)]."""
    text = (readme.ROOT / "docs" / "guide" / "building.md").read_text().partition("| part | header, KB")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| `(cucore\w*\.h)`(?: and `(\w+)`)? \| (\d+) \| (\d+) \|", text, re.M)
    return [(header, [f"-D{macro}"] if macro else [], int(size), int(kept)) for header, macro, size, kept in rows]


def test_sizes_of_the_parts():
    """Each header has a row, with its size in KB of 1,024 bytes to 3%."""
    assert {row[0] for row in parts_table()} == {path.name for path in readme.ROOT.glob("cucore*.h")}
    for header, _, size, _ in parts_table():
        assert (readme.ROOT / header).stat().st_size / 1024 == pytest.approx(size, rel=0.03), header


@pytest.mark.skipif(not readme.EVERY, reason="slow: every header is optimised")
@pytest.mark.parametrize("row", parts_table(), ids=lambda row: " ".join([row[0], *row[1]]))
def test_sizes_of_modules_with_a_part(tmp_path, row):
    header, options, _, stated = row
    gcc = gcc_12()
    (tmp_path / "part.c").write_text(f'#define CUCORE_IMPLEMENTATION\n#include "{header}"\n')
    subprocess.run([gcc, "-O2", "-shared", "-fPIC", "-s", *options, "part.c", "-o", "part.so", *readme.includes()], cwd=tmp_path, check=True)
    assert (tmp_path / "part.so").stat().st_size / 1024 == pytest.approx(stated, rel=0.05)
