"""Makes what a release consists of, in dist/: tarball, wheel, one header, a wrap file for Meson, checksums.

    python3 tools/release.py            refuses what is not ready, then makes them
    python3 tools/release.py --draft    says what is not ready, and makes them all the same

`make release` runs the tests before.  Nothing is tagged, nor uploaded: the last lines say how.
"""
import argparse
import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import venv

import version

ROOT = version.ROOT
DIST = ROOT / "dist"
WRAP = """\
[wrap-file]
directory = {name}
source_filename = {name}.tar.gz
source_hash = {sum}

[provide]
dependency_names = cucore
"""


def said(*command):
    return subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True)


def problems():
    """What is not as a release has it, a sentence each."""
    now, found = version.version(), []
    for tool in ("amalgamate", "headers", "list_names", "make_pxd"):
        done = said(sys.executable, f"tools/{tool}.py", "--check")
        found += [done.stderr.strip()] if done.returncode else []
    for path in version.MADE:
        words, numbers = version.said(path.read_text())
        if words != {now} or not numbers <= {version.number(now)}:
            found.append(f"{path.name} says another version than {now}: tools/version.py {now}, make headers")
    found += [f"{path.name} has another version than {now}: tools/version.py {now}" for path in version.RECIPES
              if version.of_recipe(path) != now]
    homepage = re.search(r'^Homepage = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.M)
    if not homepage:
        found.append('pyproject.toml has no Homepage = "..." in [project.urls], which indexes of packages show')
    elif f"homepage: {homepage[1]}\n" not in version.RECIPES[1].read_text():
        found.append(f"{version.RECIPES[1].name} has no line homepage: {homepage[1]}")
    newest = re.search(r"^## .*$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    if not newest or not re.fullmatch(rf"## {re.escape(now)}, \d{{4}}-\d\d-\d\d", newest[0]):
        found.append(f"CHANGELOG.md begins with '{newest[0] if newest else ''}', not with '## {now}, YYYY-MM-DD'")
    if said("git", "status", "--porcelain").stdout:
        found.append("not everything is committed")
    if said("git", "tag", "--list", f"v{now}").stdout:
        found.append(f"v{now} is there already")
    return found


def make():
    """Fills dist/ -> the names."""
    tools = ROOT / "build" / "release"

    def run(*arguments, at=ROOT):
        subprocess.run([tools / "bin" / "python", "-m", *arguments], cwd=at, check=True, stdout=subprocess.DEVNULL)

    if not (tools / "bin" / "twine").exists():
        venv.create(tools, clear=True, with_pip=True)
        run("pip", "install", "-q", "build", "twine", "apache-tvm-ffi")
    shutil.rmtree(DIST, ignore_errors=True)
    run("build", "-o", DIST, ROOT)
    run("twine", "check", "--strict", *DIST.iterdir())
    run("cucore", "single", DIST / "cucore_single.h", "--dlpack", at=ROOT / "packaging" / "python")
    name = f"cucore-{version.version()}"
    tarball = (DIST / f"{name}.tar.gz").read_bytes()
    (DIST / "cucore.wrap").write_text(WRAP.format(name=name, sum=hashlib.sha256(tarball).hexdigest()))
    files = sorted(DIST.iterdir())
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(sums))
    return [path.name for path in files]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draft", action="store_true", help="make it in spite of what is not ready")
    options = parser.parse_args()
    found = problems()
    for problem in found:
        print(f"not ready: {problem}")
    if found and not options.draft:
        sys.exit(1)
    now = version.version()
    print("dist/: " + ", ".join(make()))
    if not found:
        print(f"git tag v{now} && git push origin v{now}\ntwine upload dist/*.whl dist/*.tar.gz")


if __name__ == "__main__":
    main()
