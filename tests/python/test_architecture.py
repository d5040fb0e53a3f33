"""The sources keep to docs/dev/architecture.md, and each rule of architecture.py refuses what it is for."""
import pathlib

import architecture
import pytest
from architecture import Sources

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXCEPTIONS = {  # private functions with more than five parameters -> why
    "cucore__loop_find": "inlined into kernels, where a struct in place of constants would take registers",
    "cucore__accessor_make_as": "a macro passes it the sizes of a struct that only the caller knows",
}
WIDE = ("made",)  # written by tools


@pytest.fixture(scope="module")
def sources():
    return Sources(ROOT / "src")


def test_arrows_point_down(sources):
    assert len(sources.functions) > 1000
    assert architecture.arrows_up(sources) == []


def test_files_use_those_listed_before_them(sources):
    assert architecture.circles(sources) == []


def test_no_file_declares_a_function_of_another(sources):
    assert architecture.forward_declarations(sources) == []


def test_five_parameters_at_most(sources):
    assert architecture.long_lists(sources, EXCEPTIONS) == []


def test_comments_are_as_wide_as_code(sources):
    texts = {**sources.texts, **{path.name: path.read_text() for path in (ROOT / "src").glob("*.h")}}
    texts = {name: text for name, text in texts.items() if not name.startswith(WIDE)}
    assert len(texts) > 80
    assert sum((architecture.long_lines(name, text) for name, text in texts.items()), []) == []


def test_names_that_comments_and_pages_cite_exist(sources):
    code = [*(ROOT / "src").rglob("*.[ch]"), *(ROOT / "cucore").glob("*.h"), ROOT / "cucore.hpp"]
    known = {name for path in code for name in architecture.names(architecture.without_comments(path.read_text()))}
    cited = [(name, "\n".join(architecture.comments(text))) for name, text in sources.texts.items()]
    cited += [(path.name, "\n".join(architecture.comments(path.read_text()))) for path in (ROOT / "src").glob("*.h")]
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    cited += [(path.name, path.read_text()) for path in pages if path.name not in ("CHANGELOG.md", "versions.md")]
    assert len(cited) > 150
    assert architecture.unknown_names(known, cited) == []


USES = "void cucore__{}(void)\n{{\n    cucore__{}();\n}}\n".format
DEFINES = "CUCORE__PRIVATE int cucore__{}(void)\n{{\n    return 0;\n}}\n".format
DECLARES = "CUCORE__PRIVATE int cucore__{}(void);\n".format
SIX = "static int cucore_{}(int a, int b, int c,\n    int d, int (*e)(int, int), int f)\n{{\n    return 0;\n}}\n".format
ROWS = {  # rule, files in their order, what the complaint says ("" for none)
    "arrow down": ("arrows_up", {"core/a.c": DEFINES("a"), "copy/b.c": USES("b", "a")}, ""),
    "arrow up": ("arrows_up", {"core/a.c": USES("a", "b"), "copy/b.c": DEFINES("b")}, "core/a.c uses cucore__b of copy/b.c"),
    "arrow up to a type": ("arrows_up", {"core/a.c": "static cucore__b b;\n", "copy/b.h": "typedef struct {\n} cucore__b;\n"}, "cucore__b"),
    "arrow up to a macro": ("arrows_up", {"core/a.h": "int x = CUCORE__B;\n", "copy/b.h": "#define CUCORE__B 1\n"}, "CUCORE__B"),
    "arrow in a comment": ("arrows_up", {"core/a.c": "/* cucore__b */\n", "copy/b.c": DEFINES("b")}, ""),
    "arrow to the side": ("arrows_up", {"cai/a.c": DEFINES("a"), "copy/b.c": USES("b", "a")}, "copy/b.c uses cucore__a of cai/a.c"),
    "python to copy": ("arrows_up", {"copy/a.c": DEFINES("a"), "python/in/b.c": USES("b", "a")}, ""),
    "copy to python": ("arrows_up", {"copy/a.c": USES("a", "b"), "python/b.c": DEFINES("b")}, "copy/a.c uses cucore__b of python/b.c"),
    "floor down": ("arrows_up", {"python/base/a.c": DEFINES("a"), "python/out/b.c": USES("b", "a")}, ""),
    "floor up": ("arrows_up", {"python/memory/a.c": USES("a", "b"), "python/in/b.c": DEFINES("b")},
                 "python/memory/a.c uses cucore__b of python/in/b.c"),
    "file before": ("circles", {"core/a.c": DEFINES("a"), "core/b.c": USES("b", "a")}, ""),
    "file after": ("circles", {"core/a.c": USES("a", "b"), "core/b.c": DEFINES("b")}, "core/a.c uses cucore__b of core/b.c, which comes later"),
    "macro after": ("circles", {"copy/a.c": "#define CUCORE__A CUCORE__B\n", "copy/b.c": "#define CUCORE__B 1\n"}, "CUCORE__B"),
    "defined on both sides": ("circles", {"core/a.c": DEFINES("b"), "core/b.c": USES("x", "b"), "core/c.c": DEFINES("b")}, ""),
    "not looked at": ("circles", {"late/a.c": USES("a", "b"), "late/b.c": DEFINES("b")}, ""),
    "declared where it is defined": ("forward_declarations", {"core/a.c": DECLARES("a") + DEFINES("a")}, ""),
    "declared elsewhere": ("forward_declarations", {"core/a.c": DECLARES("b"), "core/b.c": DEFINES("b")}, "core/a.c declares cucore__b"),
    "declared, static": ("forward_declarations", {"core/a.c": "static void *cucore__b(int x,\n    int y);\n", "core/b.c": DEFINES("b")}, "cucore__b"),
    "declared in a header": ("forward_declarations", {"core/a.h": DECLARES("b"), "core/b.c": DEFINES("b")}, ""),
    "called": ("forward_declarations", {"core/a.c": USES("a", "b"), "core/b.c": DEFINES("b")}, ""),
    "six parameters": ("long_lists", {"core/a.c": SIX("_a")}, "core/a.c: cucore__a has 6 parameters"),
    "six parameters, public": ("long_lists", {"core/a.c": SIX("a")}, ""),
    "six parameters, an exception": ("long_lists", {"core/a.c": SIX("_known")}, ""),
    "an exception for nothing": ("long_lists", {"core/a.c": DEFINES("known")}, "cucore__known is no exception"),
    "five parameters": ("long_lists", {"core/a.c": SIX("_a").replace("int a, ", ""), "core/b.c": SIX("_known")}, ""),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_what_is_refused(tmp_path, row):
    rule, files, complaint = row
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    lines = [f'#include "{name}"\n' for name in files]
    declared, implemented = ["".join(line for line in lines if line.endswith(end)) for end in ('.h"\n', '.c"\n')]
    (tmp_path / "cucore.h").write_text(f"{declared}/* {architecture.END} */\n{implemented}")
    options = {"circles": [("late",)], "long_lists": [("cucore__known",) if "known" in "".join(files.values()) else ()]}.get(rule, [])
    found = getattr(architecture, rule)(Sources(tmp_path), *options)
    assert len(found) == bool(complaint) and complaint in "".join(found), found


@pytest.mark.parametrize("text, unknown", [
    ("cucore_view_copy", ""), ("cucore_views", "cucore_views"), ("see cucore_view_*, cucore_view_... and cucore_view_<what>", ""),
    ("cucore_vie_*", "cucore_vie_"), ("cucore__gone()", "cucore__gone"), ("libcucore_x and a.cucore_y", ""),
    ("cucore_1_2_3_view_copy", ""), ("cucore_1_2_3_view_copied", "cucore_view_copied"), ("cucore_test.c", "")])
def test_cited_names(text, unknown):
    assert architecture.unknown_names({"cucore_view_copy"}, [("page", text)]) == [f"page cites {unknown}"] * bool(unknown)


@pytest.mark.parametrize("text, lines", [
    ("/* " + "x" * 115 + "*/\n", []), ("/* " + "x" * 116 + "*/\n", [1]), ("int x;\n/* one\n * " + "x" * 118 + " */\n", [3]),
    ("int x; // " + "x" * 118 + "\n", [1]), ('const char *x = "/* ' + "x" * 118 + ' */";\n', [])])
def test_wide_comments(text, lines):
    assert [int(found.split(":")[1]) for found in architecture.long_lines("a.c", text)] == lines
