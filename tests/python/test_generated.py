"""Every file that a tool writes is marked in .gitattributes as generated, and no other file is; pages that are made are fresh."""
import importlib.util
import pathlib
import subprocess
import sys
import types

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = [*sorted((ROOT / "tools").glob("*.py")), ROOT / "systems" / "tests" / "matrix.py", ROOT / "tests" / "platforms" / "run.py",
         ROOT / "tests" / "judge" / "judge_table.py", ROOT / "bench" / "plot.py"]
CHANGE_OTHERS = {"headers.py", "release.py", "show_code.py", "version.py"}  # which write into dist/, and lines of files that people write
HIDDEN = {".h", ".hpp", ".c", ".svg"}  # whose changes are seen in their sources


def generated(path, monkeypatch):
    """Returns the names of the files that a tool writes."""
    monkeypatch.syspath_prepend(str(path.parent))
    for name in ("matplotlib", "matplotlib.pyplot"):  # which bench/plot.py draws with
        monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(use=str, rcParams={}, pyplot=None))
    spec = importlib.util.spec_from_file_location(f"tool_{path.stem}", path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return {str(file.relative_to(ROOT)) for file in tool.generated()}


@pytest.fixture(scope="module")
def attributes():
    """Returns the attributes of every file of the repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no repository of git")
    done = subprocess.run(["git", "check-attr", "-z", "--stdin", "linguist-generated", "diff"], input=listed.stdout, cwd=ROOT,
                          capture_output=True, text=True, check=True)
    words, found = done.stdout.split("\0"), {}
    for name, attribute, value in zip(words[::3], words[1::3], words[2::3]):
        found.setdefault(name, {})[attribute] = value
    return found


def test_generated_files_are_marked(monkeypatch, attributes):
    made = set().union(*(generated(path, monkeypatch) for path in TOOLS if path.name not in CHANGE_OTHERS))
    assert made == {name for name, of in attributes.items() if of["linguist-generated"] == "set"}
    hidden = {name for name in made if pathlib.Path(name).suffix in HIDDEN}
    assert hidden == {name for name in made if attributes[name]["diff"] == "unset"}


def test_tools_that_write_name_their_files():
    """A new tool either has generated(), or changes what people write."""
    assert [path.name for path in TOOLS if ("def generated():" in path.read_text()) == (path.name in CHANGE_OTHERS)] == []


MADE = ("list_files", "list_names", "list_tests")  # whose pages are made of headers, sources and tests


@pytest.mark.parametrize("name", MADE)
def test_made_pages_are_fresh(name):
    done = subprocess.run([sys.executable, ROOT / "tools" / f"{name}.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", MADE)
def test_stale_pages_are_noticed(name, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    tool = __import__(name)
    stale = tmp_path / "page.md"
    stale.write_text(tool.PAGE.read_text() + "one line more\n")
    monkeypatch.setattr(tool, "PAGE", stale)
    monkeypatch.setattr(sys, "argv", [name, "--check"])
    with pytest.raises(SystemExit, match="run make names"):
        tool.main()


FIRST_COMMENTS = {  # what a file begins with -> what src/README.md has of it
    "/* ------ >>a -- */\n/* core/a.c: one, two.  Three. */": "one, two", "/* clang-format off */\n/* core/a.c: one */": "one",
    "/* a.c: of core/b.h, in\n * two lines.\n *\n * More. */": "of core/b.h, in two lines", "int x; /* core/a.c: late */": "late", "int x;": ""}


@pytest.mark.parametrize("text", FIRST_COMMENTS)
def test_the_first_comment_of_a_file(text, monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import list_files
    (tmp_path / "a.c").write_text(text + "\n")
    assert list_files.purpose(tmp_path / "a.c") == FIRST_COMMENTS[text]
