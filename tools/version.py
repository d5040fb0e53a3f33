#!/usr/bin/env python3
"""The version of the headers, which stands in src/core/config.h: all else reads it there.

    python3 tools/version.py            print it
    python3 tools/version.py 0.2.0      set it, also where the headers say it in words; then `make headers`
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIG = ROOT / "src" / "core" / "config.h"
MADE = sorted([*ROOT.glob("cucore*.h"), *ROOT.glob("*.hpp"), *ROOT.glob("cucore/*.h")])
RECIPES = tuple(ROOT / "packaging" / name for name in ("vcpkg/cucore/vcpkg.json", "conda/recipe.yaml", "debian/changelog"))
IN_RECIPE = r'^( +"?version"?: "|cucore \()([\d.]+)(?=["-])'
PARTS = ("MAJOR", "MINOR", "PATCH")


def version():
    """"0.1.0", of src/core/config.h."""
    return ".".join(re.search(rf"^#define CUCORE_VERSION_{part} (\d+)$", CONFIG.read_text(), re.M)[1] for part in PARTS)


def number(text):
    """What CUCORE_VERSION is: 100 for "0.1.0"."""
    major, minor, patch = map(int, text.split("."))
    return major * 10000 + minor * 100 + patch


def said(text):
    """The versions that a source file says: in words, as a number, in names of the linker."""
    found = re.findall(r"^/\* cucore[/\w]*\.h(?:pp)? - v([\d.]+) |^#error .*(?:of version|cucore\.h) (\d+\.\d+\.\d+)", text, re.M)
    found = [first or other for first, other in found]
    linked = re.findall(r"cucore_(\d+_\d+_\d+)", text)
    return ({*found, *(name.replace("_", ".") for name in linked)},
            {int(digits) for digits in re.findall(r"CUCORE_VERSION != (\d+)", text)})


def of_recipe(path):
    """Returns the version that a recipe of vcpkg, conda or Debian names."""
    return re.search(IN_RECIPE, path.read_text(), re.M)[2]


def set_version(new):
    """In config.h, first lines and #errors of the headers, what the linker calls functions, and recipes."""
    old = version()
    for path in RECIPES:
        path.write_text(re.sub(IN_RECIPE, lambda found: found[1] + (new if found[2] == old else found[2]), path.read_text(), flags=re.M))
    sources = ROOT / "src"
    others = [*sorted(sources.glob("cucore*.h")), *sorted(sources.glob("cpp/*.h*"))]
    for path in (CONFIG, CONFIG.with_name("manual.h"), sources / "kernel" / "device.h", *others):
        text = path.read_text()
        for part, digits in zip(PARTS, new.split(".")):
            text = re.sub(rf"^(#define CUCORE_VERSION_{part}) \d+$", rf"\1 {digits}", text, flags=re.M)
        said = rf"^(/\* cucore[/\w]*\.h(?:pp)? - v|#error .*?(?<![\d.])){re.escape(old)}(?![\d.])"
        text = re.sub(said, rf"\g<1>{new}", text, flags=re.M)
        text = text.replace(f"CUCORE_VERSION != {number(old)}\n", f"CUCORE_VERSION != {number(new)}\n")
        path.write_text(text.replace("cucore_" + old.replace(".", "_"), "cucore_" + new.replace(".", "_")))


if __name__ == "__main__":
    if len(sys.argv) > 2 or len(sys.argv) == 2 and not re.fullmatch(r"\d+\.\d+\.\d+", sys.argv[1]):
        sys.exit(__doc__)
    if len(sys.argv) == 2:
        set_version(sys.argv[1])
    print(version())
