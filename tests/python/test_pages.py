"""The pages of the repository: their links lead somewhere, and every file names them where they are."""
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


NOT_OURS = re.compile(r"^(\.|build$|dist$)")  # folders that are made here, in an unpacked release


def tracked():
    """Returns the files of the repository, or of an unpacked release."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    names = done.stdout.splitlines() if done.returncode == 0 else [
        path.relative_to(ROOT) for path in ROOT.rglob("*") if not NOT_OURS.match(path.relative_to(ROOT).parts[0])]
    return [path for path in (ROOT / name for name in names) if path.is_file()]


def links(page):
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)) if "://" not in link]


def anchors(page):
    """Returns the names of a page's headings, as GitHub makes them."""
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", page.read_text(), re.M)}


def dead_links(page):
    """Returns the links of a page to files or headings that do not exist."""
    dead = []
    for link in links(page):
        target, _, anchor = link.partition("#")
        path = page.parent / target if target else page
        if not path.exists() or (anchor and anchor not in anchors(path)):
            dead.append(link)
    return dead


MARKDOWN = [path for path in tracked() if path.suffix == ".md"]


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page):
    assert dead_links(page) == []


def test_dead_links_are_noticed(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# One, two\n[a](page.md#one-two) [b](#one-two) [c](gone.md) [d](page.md#gone) [e](https://f.org/g)\n")
    assert dead_links(page) == ["gone.md", "page.md#gone"]


def test_paths_of_pages_exist():
    """A file that names a page of docs/ names it where it is."""
    named = {(name, path) for path in tracked() if path.suffix not in (".svg", ".png", ".json")
             for name in re.findall(r"\bdocs/[\w./-]+\.(?:md|svg|png|json|py|txt)\b", path.read_text(errors="replace"))}
    assert len(named) > 50 and [row for row in named if not (ROOT / row[0]).exists()] == []


def test_every_guide_is_one_step_from_the_readme():
    reached = set(links(ROOT / "README.md"))
    guides = {f"docs/guide/{page.name}" for page in (ROOT / "docs" / "guide").glob("*.md")} - {"docs/guide/index.md"}
    assert guides <= reached and len((ROOT / "README.md").read_text().splitlines()) <= 150


LOOKED_FOR = [("building.md", "build"), ("cpp.md", "Cython"), ("versions.md", "what runs where"), ("testing.md", "without a GPU"),
              ("inputs.md", "not contiguous"), ("copies.md", "pinned"), ("building.md#the-licence-of-dlpackh", "dlpack.h")]


@pytest.mark.parametrize("name", ["README.md", "docs/guide/index.md"])
def test_what_is_looked_for_is_one_step_away(name):
    """A line with the word, and a link to the page in it."""
    lines = (ROOT / name).read_text().splitlines()
    for target, word in LOOKED_FOR:
        assert any(word in line and re.search(rf"\]\([^)]*\b{target}\b", line) for line in lines), (target, word)


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_code_that_is_announced_is_shown(page):
    """A comment that names code has the code below it: else a reader of the repository sees a colon, and nothing."""
    text = page.read_text()
    assert re.findall(r"^<!-- code: .*-->\n(?!```)", text, re.M) == []
    assert re.findall(r":\n\n(?=#|<!-- (?!code|sizes|measured))", text) == []
