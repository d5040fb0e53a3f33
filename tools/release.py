"""Makes what a release consists of, in dist/: tarball, wheel, one header, a wrap file for Meson, licences, an SBOM, a statement of what they
are made of, checksums.

    python3 tools/release.py                   refuses what is not ready, then makes them
    python3 tools/release.py --draft           says what is not ready, and makes them all the same
    python3 tools/release.py --sign KEY        signs the checksums with an SSH key as well: SHA256SUMS.sig
    python3 tools/release.py --prepare URL     writes the address, the day and the name on the package index where they belong, and commits
    python3 tools/release.py --upload          tags what dist/ was made of, pushes it, uploads it

`make release` runs the tests before the first one; `make publish HOMEPAGE=URL` is --prepare, `make release` and --upload.
"""
import argparse
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv

import version

ROOT = version.ROOT
sys.path.insert(0, str(ROOT / "packaging"))
import sbom  # noqa: E402

DIST = ROOT / "dist"
WRAP = """\
[wrap-file]
directory = {name}
source_filename = {name}.tar.gz
source_hash = {sum}

[provide]
dependency_names = cucore
"""
# Until the name is taken on the package index, nobody is told to install it: a file, what it says till then, and afterwards.
NAMES = (
    ("examples/packaging/*/pyproject.toml", r'"cucore @ file:///path/to/cucore"(.*?)  # .*$', r'"cucore"\1'),
    ("examples/packaging/make/Makefile", r"^# pip install CUCORE.*, then make\.", "# pip install cucore, then make."),
    ("examples/packaging/README.md", r"^As long as cucore is not .*\n\n", ""),
    ("README.md", r"^pip install CUCORE numpy .*$", "pip install cucore numpy"),
    ("docs/guide/index.md", r"^pip install CUCORE numpy .*$", "pip install cucore numpy"),
    ("docs/guide/building.md", r"^While cucore is not on the package index, .*\n", ""),
    ("docs/guide/building.md", r'"cucore @ file:///path/to/cucore"', '"cucore"'),
)
PROVENANCE = "https://slsa.dev/provenance/v1"


def said(*command):
    return subprocess.run([str(word) for word in command], cwd=ROOT, capture_output=True, text=True)


def problems():
    """What is not as a release has it, a sentence each."""
    now, found = version.version(), []
    for tool in ("amalgamate", "headers", "list_files", "list_names", "make_pxd"):
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
    found += [f"{path.relative_to(ROOT)} tells to install cucore from a file: tools/release.py --prepare URL" for path, old, _ in names() if re.search(old, path.read_text(), re.M)]
    newest = re.search(r"^## .*$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    if not newest or not re.fullmatch(rf"## {re.escape(now)}, \d{{4}}-\d\d-\d\d", newest[0]):
        found.append(f"CHANGELOG.md begins with '{newest[0] if newest else ''}', not with '## {now}, YYYY-MM-DD'")
    if said("git", "status", "--porcelain").stdout:
        found.append("not everything is committed")
    if said("git", "tag", "--list", f"v{now}").stdout:
        found.append(f"v{now} is there already")
    return found


def names(root=ROOT):
    """The rows of NAMES, each with a file."""
    return [(path, old, new) for pattern, old, new in NAMES for path in sorted(root.glob(pattern))]


def statement(files, commit):
    """What the files were made of, as in-toto and SLSA have it: to be signed by whoever publishes them."""
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": path.name, "digest": {"sha256": sbom.sha256(path)}} for path in files],
        "predicateType": PROVENANCE,
        "predicate": {
            "buildDefinition": {
                "buildType": "urn:cucore:make-release", "externalParameters": {"version": version.version()},
                "resolvedDependencies": [
                    {"uri": f"urn:cucore:git:v{version.version()}", "digest": {"gitCommit": commit}},
                    {"uri": f"pkg:pypi/{sbom.PIN['package']}@{sbom.PIN['package_version']}", "name": "dlpack.h", "digest": {"sha256": sbom.PIN["sha256"]}}]},
            "runDetails": {"builder": {"id": "urn:cucore:tools/release.py"}}}}


def make(key=None):
    """Fills dist/, with a signature if there is a key -> the names."""
    tools, pin, now = ROOT / "build" / "release", sbom.PIN, version.version()

    environment = {name: value for name, value in os.environ.items() if name != "DLPACK_INCLUDE"}  # the pinned dlpack.h, and no other

    def run(*arguments, at=ROOT):
        subprocess.run([tools / "bin" / "python", "-m", *arguments], cwd=at, check=True, stdout=subprocess.DEVNULL, env=environment)

    if not (tools / "bin" / "twine").exists():
        venv.create(tools, clear=True, with_pip=True)
    run("pip", "install", "-q", "build", "twine", f"{pin['package']}=={pin['package_version']}")
    shutil.rmtree(DIST, ignore_errors=True)
    run("build", "-o", DIST, ROOT)
    run("twine", "check", "--strict", *DIST.iterdir())
    run("cucore", "single", DIST / "cucore_single.h", "--dlpack", at=ROOT / "packaging" / "python")
    name = f"cucore-{now}"
    found = subprocess.run([tools / "bin" / "python", "-c", "import sbom; print(sbom.pinned())"], cwd=ROOT / "packaging", check=True,
                           stdout=subprocess.PIPE, text=True)
    header = pathlib.Path(found.stdout.strip())
    if header.read_text().strip() not in (DIST / "cucore_single.h").read_text():
        sys.exit(f"cucore_single.h has another dlpack.h than {header}")
    (DIST / "cucore.wrap").write_text(WRAP.format(name=name, sum=sbom.sha256(DIST / f"{name}.tar.gz")))
    shutil.copy(ROOT / "LICENSE", DIST / "LICENSE-MIT.txt")
    shutil.copy(sbom.LICENSE, DIST / "LICENSE-Apache-2.0.txt")
    files = sorted(DIST.iterdir())
    (DIST / f"{name}.cdx.json").write_text(sbom.bom(now, header, files))
    files = sorted(DIST.iterdir())
    commit = said("git", "rev-parse", "HEAD").stdout.strip()
    (DIST / f"{name}.intoto.json").write_text(json.dumps(statement(files, commit), indent=1) + "\n")
    files = sorted(DIST.iterdir())
    (DIST / "SHA256SUMS").write_text("".join(f"{sbom.sha256(path)}  {path.name}\n" for path in files))
    if key:
        subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", "cucore", DIST / "SHA256SUMS"], check=True)
    return [path.name for path in sorted(DIST.iterdir())]


def prepare(homepage):
    """Writes what a release has and the sources before it have not, and commits it."""
    if not re.fullmatch(r"https://[^\s\"<>]+", homepage):
        sys.exit(f"the address of the repository is {homepage!r}: it must begin with https:// and have no blank")
    if said("git", "status", "--porcelain").stdout:
        sys.exit("not everything is committed")
    now, today = version.version(), datetime.date.today().isoformat()
    project, recipe = ROOT / "pyproject.toml", version.RECIPES[1]
    rows = [(ROOT / "CHANGELOG.md", rf"\A(.*?)^## {re.escape(now)}, not released$", rf"\1## {now}, {today}"), *names()]
    if "[project.urls]" not in project.read_text():
        rows.append((project, r"^(?=\[project\.entry-points\.\"cmake)", f'[project.urls]\nHomepage = "{homepage}"\n\n'))
        rows.append((recipe, r"^about:\n", f"about:\n  homepage: {homepage}\n"))
    for path, old, new in rows:
        path.write_text(re.sub(old, new, path.read_text(), flags=re.M | (re.S if path.name == "CHANGELOG.md" else 0)))
    for tool in ("amalgamate", "list_names", "make_pxd"):
        subprocess.run([sys.executable, f"tools/{tool}.py"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["git", "commit", "-q", "-a", "-m", f"release: {now}"], cwd=ROOT, check=True)


def upload(remote):
    """Tags the commit that dist/ was made of, pushes it, and uploads tarball and wheel; nothing if dist/ is not that of HEAD."""
    now, head = version.version(), said("git", "rev-parse", "HEAD").stdout.strip()
    made = DIST / f"cucore-{now}.intoto.json"
    if not made.is_file() or head not in made.read_text():
        sys.exit(f"dist/ was not made of {head}: make release")
    checked = subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], cwd=DIST)
    if checked.returncode:
        sys.exit("dist/ is not what SHA256SUMS names: make release")
    twine = ROOT / "build" / "release" / "bin" / "twine"
    for command in (["git", "tag", "-a", f"v{now}", "-m", f"cucore {now}"], ["git", "push", remote, "HEAD", f"v{now}"],
                    [twine, "upload", "--non-interactive", *DIST.glob("*.whl"), *DIST.glob("*.tar.gz")]):
        print("+", *command, flush=True)
        subprocess.run(command, cwd=ROOT, check=True)
    print("the other files of dist/ belong to the release on the page of the repository")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draft", action="store_true", help="make it in spite of what is not ready")
    parser.add_argument("--sign", metavar="KEY", help="a private SSH key")
    parser.add_argument("--prepare", metavar="URL", help="the address of the repository")
    parser.add_argument("--upload", action="store_true", help="after `make release`")
    parser.add_argument("--remote", default="origin", help="where --upload pushes to")
    options = parser.parse_args()
    if options.prepare is not None:
        return prepare(options.prepare)
    found = problems()
    for problem in found:
        print(f"not ready: {problem}")
    if found and not options.draft:
        sys.exit(1)
    if options.upload:
        return upload(options.remote)
    print("dist/: " + ", ".join(make(options.sign)))
    if not found:
        print("python3 tools/release.py --upload   # tags, pushes, uploads")


if __name__ == "__main__":
    main()
