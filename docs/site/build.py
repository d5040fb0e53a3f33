"""Builds the site: the pages of docs/, guides whose code is what the tests compile, the reference of the headers.

    python docs/site/build.py FOLDER       writes FOLDER/pages and FOLDER/html; needs docs/site/requirements.txt

Blocks below `<!-- code: FILE NAME -->` are made by tools/show_code.py.
A link or an anchor that leads nowhere, a function without a comment and an unknown NAME are errors.
"""
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import reference

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import list_names  # noqa: E402
import show_code  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent


def with_names(text, where, up):
    """Names in the text of a guide lead to the reference."""
    def link(found):
        page = where.get(found.group(1))
        return f"[{found.group(0)}]({up}reference/{page}#{found.group(1)})" if page else found.group(0)
    pieces = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(piece if piece.startswith("```") else re.sub(r"`(cucore_\w+|CUCORE_\w+)[^`]*`", link, piece) for piece in pieces)


def with_anchors(text):
    """Rules and bugs of the rule book can be linked to."""
    text = re.sub(r"^- \*\*([A-Z]\d+)\*\*", r'- <span id="\1"></span>**\1**', text, flags=re.M)
    return re.sub(r"^\| (\**)(B\d+)\b", r'| <span id="\2"></span>\1\2', text, flags=re.M)


def write_pages(folder):
    """Writes the Markdown of all pages, in the folders that docs/ has; guide/index.md is the first page of the site."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("guide", "reference", "dev"):
        (folder / name).mkdir(parents=True)
    where = reference.write(folder / "reference")
    for path in (*sorted((ROOT / "docs").glob("*/*")), ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"):
        page = on_site(path)
        if page and path.suffix == ".md":
            (folder / page).write_text(text_of(path, page, where))
        elif page and path.suffix in (".svg", ".png"):
            shutil.copy(path, folder / page)
    shutil.copy(HERE / "style.css", folder)


def on_site(path):
    """Returns the name that a file of the repository has on the site, None if it is not there."""
    name = path.relative_to(ROOT)
    if name.as_posix() == "docs/guide/index.md":
        return pathlib.PurePath("index.md")
    if name.parts[0] == "docs" and name.parts[1] in ("guide", "reference", "dev"):
        return name.relative_to("docs")
    if name.name in list_names.HEADERS:
        return pathlib.PurePath("reference", reference.Pages.page_of(name.name))
    return pathlib.PurePath(name.name.lower()) if name.name in ("CHANGELOG.md", "CONTRIBUTING.md") else None


def text_of(path, page, where):
    """Returns the text of a page as the site shows it."""
    text = with_links(path.read_text(), path, page)
    if path.name == "protocols.md":
        return with_anchors(text)
    return with_names(show_code.shown(text), where, "../" * (len(page.parts) - 1)) if path.parent.name == "guide" else text


def with_links(text, path, page):
    """Links lead to the same file on the site; those to files that are not there become their names."""
    def link(found):
        target, mark, anchor = found.group(3).partition("#")
        if not target or "://" in target:
            return found.group(0)
        goal = on_site((path.parent / target).resolve())
        return f"{found.group(1)}[{found.group(2)}]({os.path.relpath(goal, page.parent)}{mark}{anchor})" if goal else found.group(2)
    return re.sub(r"(!?)\[([^\]]+)\]\(([^)\s]+)\)", link, text)


class Links(html.parser.HTMLParser):
    """The links and the anchors of one page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], {""}
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors.add(attributes.get("id"))
        self.links += [attributes[name] for name in ("href", "src") if attributes.get(name)]


def dead_links(folder):
    """Links within the site that lead nowhere: those of raw HTML, too, at which mkdocs does not look."""
    pages = {path: Links(path) for path in folder.rglob("*.html")}
    for path, page in pages.items():
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc or path.name == "404.html":
                continue
            target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (target in pages and urllib.parse.unquote(url.fragment) not in pages[target].anchors):
                yield f"{path.relative_to(folder)}: {link}"


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    write_pages(folder / "pages")
    environment = {**os.environ, "CUCORE_DOCS": str(folder / "pages"), "CUCORE_SITE": str(folder / "html"), "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--clean", "-f", str(HERE / "mkdocs.yml")],
                   env=environment, check=True)
    dead = list(dead_links(folder / "html"))
    if dead:
        sys.exit("links that lead nowhere:\n" + "\n".join(dead))
    print(f"{len(list((folder / 'html').rglob('*.html')))} pages, no dead link: {folder / 'html' / 'index.html'}")


if __name__ == "__main__":
    main()
