"""What the package of packaging/python says and does, from this checkout.  `make test-packaging` installs it."""
import hashlib
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys

import pytest

import readme

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "packaging" / "python"
sys.path[:0] = [str(PACKAGE), str(ROOT / "tools"), str(ROOT / "packaging")]
import cucore  # noqa: E402
import headers  # noqa: E402
import list_names  # noqa: E402
import make_pxd  # noqa: E402
import release  # noqa: E402
import sbom  # noqa: E402
import version  # noqa: E402
from cucore import _copies  # noqa: E402
from cucore.__main__ import main  # noqa: E402

HEADERS = sorted(headers.C_NAMES)
CPP = list(headers.named("C++"))


def test_one_version():
    """src/core/config.h has it, and what says it otherwise says the same."""
    assert cucore.__version__ == version.version()
    for name in [*HEADERS, *CPP]:
        words, numbers = version.said((ROOT / name).read_text())
        assert words == {version.version()} and numbers <= {version.number(version.version())}, name
    assert [version.of_recipe(path) for path in version.RECIPES] == 3 * [version.version()]
    assert json.loads(version.RECIPES[0].read_text())["version"] == version.version()


def test_a_new_version_is_set_everywhere(tmp_path):
    for folder in ("src", "tools", "packaging"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    subprocess.run([sys.executable, str(tmp_path / "tools" / "version.py"), "1.12.3"], check=True, capture_output=True)
    subprocess.run([sys.executable, str(tmp_path / "tools" / "amalgamate.py")], check=True, capture_output=True)
    for name in [*HEADERS, *CPP]:
        assert version.said((tmp_path / name).read_text()) in (({"1.12.3"}, {11203}), ({"1.12.3"}, set())), name
    assert [version.of_recipe(tmp_path / path.relative_to(ROOT)) for path in version.RECIPES] == 3 * ["1.12.3"]
    refused = subprocess.run([sys.executable, str(tmp_path / "tools" / "version.py"), "1.12"], capture_output=True)
    assert refused.returncode == 1


def test_declarations_for_cython_are_fresh():
    check = [sys.executable, str(ROOT / "tools" / "make_pxd.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    declared = re.findall(r"^    [^#(]*\b(cucore_\w+)\(.*\)(?: except -1)?$", make_pxd.FILE.read_text(), re.M)
    kernels = {name for header in headers.named("CUDA") for _, _, name, _ in list_names.read(header)}  # for C and CUDA C++ only
    kernels |= {name for name in list_names.functions() if name.startswith("cucore_py_launch")}  # which need that header
    visits = {name for name in list_names.functions() if name.endswith("_visit")}  # Cython writes tp_traverse itself
    assert sorted(declared) == sorted(set(list_names.functions()) - kernels - visits)


def test_what_leaves_the_repository_has_holder_licence_and_version():
    """LICENSE may not come with it.  For all other files REUSE.toml has holder and licence."""
    licence = (ROOT / "LICENSE").read_text()
    holder, = re.findall(r"^Copyright \(c\) (.*)$", licence, re.M)
    named = f"SPDX-FileCopyrightText: {holder}\n", "SPDX-License-Identifier: MIT\n"
    texts = {name: _copies._text(name) for name in _copies.HEADERS + _copies.OTHERS}
    texts.update({path.name: path.read_text() for path in (ROOT / "packaging" / "cmake").iterdir()})
    texts.update({"one.h": _copies.single(["cucore.h"], False), "all.h": _copies.single(HEADERS, False)})
    assert {*HEADERS, *CPP, "cucoreConfig.cmake"} < set(texts)
    for name, text in texts.items():
        assert all(words in text[:500] for words in named), name
        assert not name.endswith((".h", ".hpp")) or re.match(rf"/\* cucore[/\w]*\.h(pp)? - v{re.escape(version.version())} - ", text), name
    assert (ROOT / "LICENSES" / "MIT.txt").read_text() == licence
    assert f'path = "**"\nprecedence = "closest"\nSPDX-FileCopyrightText = "{holder}"\n' in (ROOT / "REUSE.toml").read_text()


def test_dlpack_of_a_wheel_is_the_pinned_one(tmp_path, monkeypatch):
    """By its sum, and of version 1.x; an SBOM names it."""
    texts = {"#define DLPACK_MAJOR_VERSION 1\n#define DLPACK_MINOR_VERSION 3\n": "1.3", "#define DLPACK_VERSION 80\n": "before 1.0",
             "#define DLPACK_MAJOR_VERSION 2\n#define DLPACK_MINOR_VERSION 0\n": "2.0"}
    for text, said in texts.items():
        path = header(tmp_path, "dlpack.h", text) / "dlpack.h"
        if said == "1.3":
            assert sbom.version_of(path) == sbom.PIN["version"] == said
            part, = json.loads(sbom.bom("1.2.3", path, []))["components"]
            assert part["version"] == said and part["hashes"][0]["content"] == hashlib.sha256(text.encode()).hexdigest()
            continue
        with pytest.raises(ValueError, match=f"dlpack.h is of DLPack {said}: cucore needs 1.x"):
            sbom.version_of(path)

    class Package:
        version, files = "9", ["tvm_ffi/include/dlpack/dlpack.h"]
        locate_file = staticmethod(lambda file: tmp_path / "dlpack.h")
    monkeypatch.setattr(sbom.importlib.metadata, "distribution", lambda name: Package)
    with pytest.raises(ValueError, match=f"of apache-tvm-ffi 9 has the SHA-256 .*{sbom.PIN['sha256']}"):
        sbom.pinned()


def test_one_header_with_dlpack_names_both_licences():
    first = {dlpack: _copies.single(["cucore_dlpack.h"], dlpack).splitlines()[0] for dlpack in (False, True)}
    assert first[False].endswith("Identifier: MIT") and first[True].endswith("Identifier: MIT AND Apache-2.0")


def test_nobody_is_told_to_install_a_name_that_is_not_taken():
    """Until there is a release: then `tools/release.py --prepare` writes the name, by a row for each place."""
    if re.search("^Homepage = ", (ROOT / "pyproject.toml").read_text(), re.M):
        assert not [path for path, old, _ in release.names() if re.search(old, path.read_text(), re.M)]
        return
    places = {path: path.read_text() for path in [ROOT / "README.md", *(ROOT / "docs").glob("guide/*.md"), *(ROOT / "examples" / "packaging").rglob("*")]
              if path.is_file()}
    told = re.compile(r"pip install (?:[\w.-]+ )*cucore\b|requires = .*\"cucore\"")
    assert [path.name for path, text in places.items() if told.search(text)] == []
    for path, old, new in release.names():
        places[path], count = re.subn(old, new, places[path], flags=re.M)
        assert count, (path, old)
    assert [path.name for path, text in places.items() if re.search("path/to/cucore|CUCORE numpy|install CUCORE", text)] == []
    assert {path.name for path, text in places.items() if told.search(text)} >= {"README.md", "building.md", "pyproject.toml", "Makefile"}


MISSING = {  # variables of make that are empty, and what it says
    "dlpack.h": (["DLPACK_INCLUDE="], ["dlpack.h 1.x was not found", "pip install apache-tvm-ffi", "DLPACK_INCLUDE=folder"]),
    "Python.h": (["PYTHON_INCLUDE=", "DLPACK_INCLUDE=/there"], ["Python.h", "python3-dev", "PYTHON_INCLUDE=folder"]),
}


def run_make(*arguments):
    """Make, as if no other one had started the tests."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("MAKE", "MFLAGS", "CUDA_", "DLPACK_", "PYTHON_"))}
    return subprocess.run(["make", *arguments], cwd=ROOT, env=kept, capture_output=True, text=True, timeout=120)


FOR_TESTS = {
    "cuda.h": (["CUDA_INCLUDE="], ["cuda.h was not found", "pip install nvidia-cuda-runtime", "CUDA_INCLUDE=folder"]),
    "packages": (["MISSING=pytest numpy"], ["has no pytest numpy", "make without VENV= installs it", "-r requirements.txt"]),
}


@pytest.mark.parametrize("row, goal", [(row, goal) for row in MISSING.values() for goal in ("demo", "example-axpy")]
                         + [(row, goal) for row in FOR_TESTS.values() for goal in ("check", "test")])
def test_make_says_what_is_missing_before_it_compiles(tmp_path, row, goal):
    variables, words = row
    compiler = header(tmp_path, "compiler", '#!/bin/sh\necho compiled >> "$0.log"\n') / "compiler"
    compiler.chmod(0o755)
    done = run_make(goal, "VENV=", f"PYTHON={sys.executable}", f"BUILD={tmp_path / 'build'}", f"CC={compiler}", *variables)
    assert done.returncode == 2 and all(word in done.stderr for word in words), done.stderr
    assert not (tmp_path / "compiler.log").exists()


def test_kernels_are_compiled_without_an_environment(tmp_path):
    """A distribution that makes the PTX has no network: nvcc and Python, no virtual environment."""
    arguments = ["kernels", f"BUILD={tmp_path / 'build'}", f"VENV={tmp_path / 'venv'}", "PYTHON=its-python"]
    done = run_make("-n", *arguments)
    assert done.stdout.split("\n") == ["its-python tools/embed_kernels.py", "its-python tools/amalgamate.py", ""], done.stderr
    assert not list(tmp_path.iterdir())


def test_an_old_dlpack_of_the_system_is_not_for_make(tmp_path):
    """tests/config.py names no folder whose dlpack.h cannot be used."""
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r}); import config, cucore, pathlib\n" \
           "cucore._dlpack_folders = lambda: [pathlib.Path(sys.argv[1])]\nprint(repr(config.dlpack_include()))"
    for text, found in (("#define DLPACK_VERSION 60\n", ""), ("#define DLPACK_MAJOR_VERSION 1\n", str(tmp_path))):
        header(tmp_path, "dlpack/dlpack.h", text)
        done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == repr(found)


def test_folders(monkeypatch, tmp_path):
    assert cucore.get_include() == str(ROOT) and cucore.get_include() == cucore.get_includes()[0]
    dlpack = pathlib.Path(cucore.get_dlpack_include())
    assert (dlpack / "dlpack" / "dlpack.h").is_file() or (dlpack / "dlpack.h").is_file()
    cuda = cucore.get_cuda_include()
    assert cuda is None or (pathlib.Path(cuda) / "cuda.h").is_file()
    monkeypatch.setattr(cucore, "_dlpack_folders", lambda: [tmp_path])
    with pytest.raises(ModuleNotFoundError, match="apache-tvm-ffi"):
        cucore.get_dlpack_include()
    with pytest.raises(FileNotFoundError, match="checkout"):
        cucore.get_pkgconfig_dir()


NEVER = "9" * 5000 + ".0.0"  # a version that Python makes no int of


def header(folder, name, text):
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder


def test_dlpack_of_another_version_is_passed_over(monkeypatch, tmp_path):
    versions = {"none": None, "0.6": "#define DLPACK_VERSION 60\n", "2.0": "#define DLPACK_MAJOR_VERSION 2\n",
                "1 and 5,000 digits": f"#define DLPACK_MAJOR_VERSION 1{NEVER[:5000]}\n",
                "1.3": "#define DLPACK_MAJOR_VERSION 1\n", "1.0": "#define DLPACK_MAJOR_VERSION 1\n"}
    folders = [header(tmp_path / name, "dlpack/dlpack.h", text) if text else tmp_path / name for name, text in versions.items()]
    monkeypatch.setattr(cucore, "_dlpack_folders", lambda: folders)
    assert cucore.get_dlpack_include() == str(tmp_path / "1.3")


def test_the_package_of_the_newest_cuda(monkeypatch, tmp_path):
    """CUDA 12 is in nvidia/cuda_runtime, 13 in nvidia/cu13."""
    versions = {"cuda_runtime": 12090, "cu9": 9000, "cu13": 13020, "cu14": 14000, "cu15": 0}
    for name, number in versions.items():
        header(tmp_path / name, "include/cuda.h", f"#define CUDA_VERSION {number}\n" if number else "")
    monkeypatch.setattr(cucore, "_packages", lambda name: [tmp_path])
    found = [folder.parent.name for folder in cucore._cuda_folders() if tmp_path in folder.parents]
    assert found == ["cu14", "cu13", "cuda_runtime", "cu9", "cu15"]


def conda(folder):
    (folder / "conda-meta").mkdir()
    return header(folder / "targets" / f"{platform.machine()}-linux", "include/cuda.h", "") / "include"


def wheels(folder):
    return header(folder / "nvidia" / "cu13", "include/cuda.h", "#define CUDA_VERSION 13000\n") / "include"


def nvcc(folder):
    header(folder / "toolkit" / "bin", "nvcc", "").joinpath("nvcc").chmod(0o755)
    return header(folder / "toolkit", "include/cuda.h", "") / "include"


def cuda_home(folder):
    return header(folder / "home", "include/cuda.h", "") / "include"


def test_the_cuda_of_the_environment_comes_before_that_of_the_machine(monkeypatch, tmp_path):
    """B138: what the user named, then conda's and NVIDIA's packages, then the nvcc on the PATH and the usual places."""
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "toolkit" / "bin"))
    monkeypatch.setattr(cucore, "_packages", lambda name: [tmp_path / "nvidia"])
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    for make in (nvcc, wheels, conda, cuda_home):  # each one comes before those that were there
        wanted = make(tmp_path)
        if make is cuda_home:
            monkeypatch.setenv("CUDA_HOME", str(tmp_path / "home"))
        assert cucore.get_cuda_include() == str(wanted), make.__name__


def installed(folder):
    """The package as pip lays it out, with a dlpack.h of its own."""
    shutil.copytree(PACKAGE / "cucore", folder / "cucore", ignore=shutil.ignore_patterns("__pycache__"))
    for name in [*HEADERS, *CPP]:
        (folder / "cucore" / "include" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "cucore" / "include" / name)
    shutil.copy(headers.LIST, folder / "cucore")
    header(folder / "cucore" / "include_dlpack", "dlpack/dlpack.h", "#define DLPACK_MAJOR_VERSION 1\n")
    return folder


def python(*arguments, at=None, package=PACKAGE, **more):
    return subprocess.run([sys.executable, *arguments], cwd=at, capture_output=True, text=True, encoding="utf-8", timeout=60,
                          env={**os.environ, "PYTHONPATH": str(package), "LC_ALL": "C.UTF-8", "CUDA_HOME": ""}, **more)


@pytest.mark.parametrize("name", ["plain", "jürgen", "my env", "it's $HOME", "a*b", "tab\tand [a]"])
def test_flags_reach_the_compiler(tmp_path, name):
    """By $( ) in a shell, which splits at blanks and takes quotes as they are, from the folder that the environment is in."""
    place = tmp_path / name
    site = installed(place / "venv")
    shell = f"for word in $({sys.executable} -m cucore --includes); do printf '%s\\n' \"$word\"; done"
    done = subprocess.run(["sh", "-c", shell], cwd=place, capture_output=True, text=True, encoding="utf-8", timeout=60,
                          env={**os.environ, "PYTHONPATH": str(site), "LC_ALL": "C.UTF-8"})
    own, *others = done.stdout.splitlines()
    assert not done.stderr and own.startswith("-I") and os.path.samefile(place / own[2:], site / "cucore" / "include")
    assert others and others[::2] == ["-isystem"] * (len(others) // 2), "folders of others"
    assert all((place / folder).is_dir() for folder in others[1::2])
    elsewhere = python("-m", "cucore", "--includes", at=tmp_path, package=site)
    if re.search(r"[\s*\[]", name):
        assert elsewhere.returncode == 1 and f"of {str(site / 'cucore' / 'include')!r}: a shell splits it" in elsewhere.stderr
    else:
        assert elsewhere.stdout.startswith(f"-I{site}") and "'" not in elsewhere.stdout.replace(name, "")


def test_flags(capsys, monkeypatch):
    main(["--includes"])
    own, *others = capsys.readouterr().out.split()
    assert own == f"-I{ROOT}" and cucore.get_dlpack_include() in others[1::2] and str(ROOT) not in others
    monkeypatch.setattr(cucore, "get_cuda_include", lambda: "/usr/include")
    main(["--includes"])
    assert "/usr/include" not in capsys.readouterr().out.split() and "/usr/include" not in cucore.get_includes()
    main(["--version"])
    assert capsys.readouterr().out == cucore.__version__ + "\n"


@pytest.mark.parametrize("option", ["--version", "single -"])
def test_output_that_nobody_takes(option):
    command = [sys.executable, "-m", "cucore", *option.split()]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60, env=environment)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, ""), "a closed pipe"
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, env=environment)
    assert done.returncode == 1 and re.fullmatch(r"cucore: .*No space left on device\n", done.stderr), "a full disk"


def test_vendor(tmp_path, capsys):
    folder = tmp_path / "third_party" / "cucore"
    main(["vendor", str(folder)])
    assert capsys.readouterr().out.startswith(f"cucore {cucore.__version__}: ")
    assert sorted(path.name for path in folder.iterdir()) == sorted([*HEADERS, "dlpack.h", _copies.NOTE])
    assert all((folder / name).read_bytes() == (ROOT / name).read_bytes() for name in HEADERS)
    note = (folder / _copies.NOTE).read_text()
    assert note.startswith(f"cucore {cucore.__version__}: ") and "Permission is hereby granted" in note
    with pytest.raises(SystemExit, match="update"):
        main(["vendor", str(folder)])


def dlpack_of(folder):
    path = folder / "dlpack.h"
    return path.read_text() if path.exists() else None


def of_their_own(folder):
    (folder / "dlpack.h").write_text("/* mine */\n")


def nowhere(monkeypatch):
    monkeypatch.setattr(_copies, "get_dlpack_include", lambda: (_ for _ in ()).throw(ModuleNotFoundError("none")))


DLPACK_HERE = _copies.DLPACK_HEAD + _copies._dlpack_text()


def test_vendor_brings_dlpack_h(tmp_path, monkeypatch, capsys):
    main(["vendor", str(tmp_path / "new"), "--headers", "cucore_dlpack.h"])
    assert dlpack_of(tmp_path / "new") == DLPACK_HERE and "Apache License 2.0" in DLPACK_HERE[:120]
    main(["vendor", str(tmp_path / "none"), "--headers", "cucore_cai.h"])
    assert dlpack_of(tmp_path / "none") is None, "which does not need it"
    (tmp_path / "theirs").mkdir()
    of_their_own(tmp_path / "theirs")
    for command in (["vendor", "--headers", "cucore_dlpack.h"], ["update"]):
        main([command[0], str(tmp_path / "theirs"), *command[1:]])
        assert dlpack_of(tmp_path / "theirs") == "/* mine */\n", "which cucore_dlpack.h includes"
    older(tmp_path / "before", ["cucore.h", "cucore_dlpack.h"])
    main(["update", str(tmp_path / "before")])
    assert dlpack_of(tmp_path / "before") is None, "a project that has one elsewhere"

    folder = tmp_path / "new"
    capsys.readouterr()
    main(["update", str(folder)])
    assert "dlpack.h: as before" in capsys.readouterr().out
    of_their_own(folder)
    with pytest.raises(SystemExit, match="dlpack.h was changed since it was copied"):
        main(["update", str(folder)])
    assert dlpack_of(folder) == "/* mine */\n"
    main(["update", str(folder), "--force"])
    assert dlpack_of(folder) == DLPACK_HERE
    nowhere(monkeypatch)
    main(["update", str(folder)])
    assert dlpack_of(folder) == DLPACK_HERE, "the copy stays if this machine has none"
    main(["vendor", str(tmp_path / "without"), "--headers", "cucore_dlpack.h"])
    assert dlpack_of(tmp_path / "without") is None


@pytest.mark.skipif(not os.environ.get("PYTHON_INCLUDE"), reason="the folder of Python.h is not known: run make test")
def test_a_vendored_folder_is_enough(tmp_path):
    """The README's module compiles with it and Python.h only."""
    main(["vendor", str(tmp_path / "cucore")])
    source, = [block for block in readme.blocks("c") if "PyMODINIT_FUNC" in block]
    (tmp_path / "message.c").write_text(source)
    subprocess.run([readme.CC, "-fsyntax-only", f"-I{tmp_path / 'cucore'}", "-isystem", os.environ["PYTHON_INCLUDE"], str(tmp_path / "message.c")], check=True)


NEEDED = {name: headers.needed(name) & set(headers.NAMES) for name in headers.NAMES}  # header -> those that come with it
NEEDED["cucore.pxd"] = {*headers.named("C", "Python"), "cucore.pxd"}


@pytest.mark.parametrize("name", NEEDED)
def test_a_header_comes_with_those_that_it_includes(tmp_path, name):
    main(["vendor", str(tmp_path), "--headers", name])
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert made == NEEDED[name] | {_copies.NOTE} | ({"dlpack.h"} if "cucore_dlpack.h" in made else set())
    assert set(NEEDED) == {*_copies.HEADERS, *_copies.OTHERS}


def note_of(folder, old):
    """Makes the note of a folder that of its files as they are, and of another version."""
    files = {name: (folder / name).read_bytes() for name in _copies.copied(folder)}
    note = _copies._note(files).decode().replace(f"cucore {cucore.__version__}", f"cucore {old}", 1)
    (folder / _copies.NOTE).write_text(note)


def older(folder, names=HEADERS, old="0.0.9"):
    """Copies as `vendor` of another version made them."""
    folder.mkdir(exist_ok=True)
    for name in names:
        text = (ROOT / name).read_text()
        (folder / name).write_text(text.replace(f"- v{cucore.__version__} -", f"- v{old} -", 1) + "/* old */\n")
    note_of(folder, old)
    return folder


def by_git(folder):
    """Line ends as git writes them on Windows."""
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


@pytest.mark.parametrize("line_ends", ["LF", "CRLF"])
def test_update(tmp_path, capsys, line_ends):
    folder = older(tmp_path, sorted(set(HEADERS) - {*headers.named("C", group="copy"), "cucore_cai.h"}))
    if line_ends == "CRLF":
        by_git(folder)
    main(["update", str(folder)])
    out = capsys.readouterr().out
    assert f"cucore 0.0.9 -> {cucore.__version__}" in out and "cucore_cai.h: new" in out and "cucore.h: updated" in out
    assert f"## {cucore.__version__}" in out, "what changed since"
    assert not (folder / "cucore_copy.h").exists()
    assert all(path.read_bytes() == (ROOT / path.name).read_bytes() for path in folder.glob("*.h"))
    if line_ends == "CRLF":
        by_git(folder)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    main(["update", str(folder)])
    out = capsys.readouterr().out
    assert "## " not in out and "cucore.h: as before" in out
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_update_of_a_note_without_a_sum_of_the_licence(tmp_path):
    """As 0.2.0 wrote it."""
    folder = older(tmp_path, old="0.2.0")
    note = folder / _copies.NOTE
    note.write_text(re.sub(r"^[0-9a-f]{64}  LICENSE\n", "", note.read_text(), flags=re.M))
    main(["update", str(folder)])
    assert note.read_text().startswith(f"cucore {cucore.__version__}: ")


def vendored(change):
    def make(folder):
        main(["vendor", str(folder)])
        change(folder)
    return make


def changed(folder):
    (folder / "cucore.h").write_text("/* of mine */\n")


def changed_by_hand(folder):
    """Copies by hand, one of them changed: their version is this one."""
    for name in HEADERS:
        shutil.copy(ROOT / name, folder)
    (folder / "cucore_python.h").write_text((ROOT / "cucore_python.h").read_text() + "/* mended here */\n")


def one_more_header(folder):
    main(["vendor", str(folder), "--headers", "cucore.h"])
    header(folder, "cucore_cai.h", "/* cucore_cai.h - v0.0.9 - mended here */\n")


def words_in_the_note(folder):
    with (folder / _copies.NOTE).open("a") as note:
        note.write("We changed this and that.\n")


def words_in(file, at, words):
    """A line of the user, as the line number `at` of a file."""
    def change(folder):
        path = folder / file
        lines = path.read_text().split("\n")
        path.write_text("\n".join([*lines[:at], words, *lines[at:]]))
    return change


def one(change):
    def make(folder):
        (folder / "one.h").write_text(_copies.single(["cucore.h"], False))
        change(folder)
    return make


def link(name, target, text=None):
    def make(folder):
        if text is not None:
            header(folder, target, text)
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(target)
    return make


def new_header_is_a_folder(folder):
    shutil.rmtree(older(folder, ["cucore_python.h", "cucore.h", "cucore_dlpack.h"]) / "x", ignore_errors=True)
    (folder / "cucore_cai.h").mkdir()


def tree(folder):
    """Every path of a folder and what it is."""
    return {str(path.relative_to(folder)): os.readlink(path) if path.is_symlink() else path.is_file() and path.read_bytes()
            for path in folder.rglob("*")}


VENDOR, UPDATE, SINGLE = ["vendor", "."], ["update", "."], ["single", "one.h"]
KEPT = {  # what is there, the command, the words of its refusal, and whether --force goes on
    "update: empty": (lambda folder: None, UPDATE, "no header of cucore", False),
    "update: changed": (vendored(changed), UPDATE, r"\.: cucore\.h was changed since it was copied; --force", True),
    "update: changed, copied by hand": (changed_by_hand, UPDATE, "cucore_python.h is no copy that was made", True),
    "update: one more header by hand": (one_more_header, UPDATE, "cucore_cai.h is no copy that was made", True),
    "update: words in the note": (vendored(words_in_the_note), UPDATE, "cucore-LICENSE.txt is no copy", True),
    "update: words in the note, above the sums": (vendored(words_in(_copies.NOTE, 1, "patched on Monday")), UPDATE, "LICENSE.txt is no copy", True),
    "update: words in the note, after its first words": (vendored(words_in(_copies.NOTE, 0, "patched")), UPDATE, "LICENSE.txt is no copy", True),
    "update: a sum of mine in the note": (vendored(words_in(_copies.NOTE, 3, "0" * 64 + "  mine.h")), UPDATE, "LICENSE.txt is no copy", True),
    "update: 5,000 digits": (lambda folder: older(folder, old=NEVER), UPDATE, "999... with 5004 characters is no version of cucore$", False),
    "update: one header, 5,000 digits": (one(lambda folder: (folder / "one.h").write_text(
        (folder / "one.h").read_text().replace(f"v{cucore.__version__}", f"v{NEVER}", 1))), ["update", "one.h"], "is no version of cucore$", False),
    "update: newer": (lambda folder: older(folder, old="99.0.0"), UPDATE, "has 99.0.0, and this is", True),
    "update: foreign link": (vendored(link("cucore.h", "of_others.h", "/* cucore.h - v0.0.9 - */\n")), UPDATE,
                             "cucore.h is a symbolic link; --force", True),
    "update: dangling link": (vendored(link("cucore_cai.h", "gone.h")), UPDATE, "cucore_cai.h is a symbolic link", True),
    "update: a folder": (new_header_is_a_folder, UPDATE, r"cucore_cai\.h is no file$", False),
    "vendor: copies": (vendored(lambda folder: None), VENDOR, "use `python -m cucore update`", True),
    "vendor: another file of that name": (lambda folder: header(folder, "cucore.h", "mine"), VENDOR, "has cucore.h already", True),
    "vendor: another note": (lambda folder: header(folder, _copies.NOTE, "mine"), VENDOR, "cucore-LICENSE.txt is no copy", True),
    "vendor: dangling link": (link("cucore.h", "../gone/cucore.h"), VENDOR, "cucore.h is a symbolic link", True),
    "vendor: dangling link for the note": (link(_copies.NOTE, "gone"), VENDOR, "LICENSE.txt is a symbolic link", True),
    "vendor: a file": (lambda folder: header(folder, "there", "mine"), ["vendor", "there"], "File exists", False),
    "vendor: headers below a link": (link("cucore", "elsewhere", None), ["vendor", ".", "--headers", "cucore/nanobind.h"],
                                     "cucore is a symbolic link", False),
    "single: source": (lambda folder: header(folder, "one.h", "int my_code;\n"), SINGLE, "one.h is no copy that was made", True),
    "single: changed": (lambda folder: header(folder, "one.h", _copies.single(HEADERS, False) + "\n/* mine */\n"), SINGLE,
                        "one.h was changed", True),
    "single: a line of mine above": (one(words_in("one.h", 0, "#define CUCORE_MAX_NDIM 8")), SINGLE, "one.h is no copy|one.h was changed", True),
    "single: a line of mine above its sum": (one(words_in("one.h", 3, " * patched on Monday")), SINGLE, "one.h was changed", True),
    "single: a line of mine below its sum": (one(words_in("one.h", 12, "/* mine */")), SINGLE, "one.h was changed", True),
    "update: one header, a line of mine above": (one(words_in("one.h", 1, " * patched")), ["update", "one.h"], "one.h was changed", True),
    "single: link": (link("one.h", "main.c", "int my_code;\n"), SINGLE, "one.h is a symbolic link", True),
    "single: dangling link": (link("one.h", "gone"), SINGLE, "one.h is a symbolic link", True),
    "single: folder": (lambda folder: (folder / "one.h").mkdir(), SINGLE, r"one\.h is no file$", False),
    "single: pipe": (lambda folder: os.mkfifo(folder / "one.h"), SINGLE, r"one\.h is no file$", False),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_not_overwritten(tmp_path, monkeypatch, name):
    make, command, words, forced = KEPT[name]
    monkeypatch.chdir(tmp_path)
    make(pathlib.Path("."))
    before = tree(tmp_path)
    with pytest.raises(SystemExit, match=words):
        main(command)
    assert tree(tmp_path) == before
    if not forced:
        with pytest.raises(SystemExit):
            main([*command, "--force"])
        assert tree(tmp_path) == before
        return
    main([*command, "--force"])
    after = tree(tmp_path)
    if command == ["update", "one.h"]:
        assert after["one.h"].decode() == _copies.single(["cucore.h"], False)
        return
    written = ["one.h"] if command is SINGLE else [name for name in HEADERS if name in after]
    assert written and all(after[name] == (_copies.single(HEADERS, False).encode() if name == "one.h" else
                                           (ROOT / name).read_bytes()) for name in written), "in the place of links"
    targets = {"of_others.h", "main.c"}.intersection(before)
    assert all(after[name] == before[name] for name in targets) and set(after) >= set(before)


@pytest.mark.parametrize("command", [["vendor", "link"], ["update", "link"], ["single", "link/one.h"]], ids=lambda command: command[0])
def test_a_link_as_folder_is_refused(tmp_path, monkeypatch, command):
    """What is behind it may be another project's."""
    monkeypatch.chdir(tmp_path)
    older(tmp_path / "theirs") if command[0] == "update" else (tmp_path / "theirs").mkdir()
    (tmp_path / "link").symlink_to("theirs")
    before = tree(tmp_path)
    with pytest.raises(SystemExit, match="^cucore: link: the folder is a symbolic link; --force overwrites that$"):
        main(command)
    assert tree(tmp_path) == before
    main([*command, "--force"])
    assert tree(tmp_path) != before and (tmp_path / "link").is_symlink()


def killed(package, command, at, step):
    """Runs a command that is killed before its rename number `step`."""
    code = ("import os, sys\nleft, replace = [int(sys.argv.pop(1))], os.replace\n"
            "def step(old, new):\n    left[0] -= 1\n    left[0] or os.kill(os.getpid(), 9)\n    replace(old, new)\n"
            "os.replace = step\nfrom cucore.__main__ import main\nmain(sys.argv[1:])")
    assert python("-c", code, str(step), *command, at=at, package=package).returncode == -9


@pytest.mark.parametrize("step", [1, 2, len(HEADERS), len(HEADERS) + 1])
@pytest.mark.parametrize("command", ["vendor", "update"])
def test_a_run_that_is_killed_between_two_renames(tmp_path, monkeypatch, command, step):
    """Another version goes on, without --force, removes what was left behind, and still knows which files the user changed."""
    package = installed(tmp_path / "site")
    for name in HEADERS:
        with (package / "cucore" / "include" / name).open("a") as file:
            file.write("/* of a version between */\n")
    folder = tmp_path / "copies"
    older(folder) if command == "update" else folder.mkdir()
    killed(package, [command, "."], folder, step)
    assert len(list(folder.glob(".cucore-*"))) == 1
    monkeypatch.chdir(folder)
    last = sorted(folder.glob("cucore*.h"))[-1:]
    for path in last:  # a change is never lost
        text = path.read_text()
        path.write_text(text + "/* mine */\n")
        with pytest.raises(SystemExit, match=f"{path.name} was changed since it was copied"):
            main([command, "."])
        path.write_text(text)
    main([command, "."])
    brought = {"dlpack.h"} if command == "vendor" else set()
    assert {path.name for path in folder.iterdir()} == {*HEADERS, *brought, _copies.NOTE}
    assert all((folder / name).read_bytes() == (ROOT / name).read_bytes() for name in HEADERS)
    main(["update", "."])


def test_one_header_whose_run_is_killed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    killed(PACKAGE, SINGLE, tmp_path, 1)
    foreign = header(tmp_path / ".cucore-stage-of-mine", "notes.txt", "mine")  # no folder of a run has such a file
    assert len(list(tmp_path.glob(".cucore-stage-*"))) == 2
    main(SINGLE)
    assert sorted(path.name for path in tmp_path.iterdir()) == [foreign.name, "one.h"]
    killed(PACKAGE, [*SINGLE, "--headers", "cucore.h"], tmp_path, 1)
    main(SINGLE)  # nothing is to be written
    assert sorted(path.name for path in tmp_path.iterdir()) == [foreign.name, "one.h"]


def test_modes_of_files_stay(tmp_path):
    folder = older(tmp_path / "copies", ["cucore.h", "cucore_cai.h"])
    modes = {"cucore.h": 0o640, "cucore_cai.h": 0o444, _copies.NOTE: 0o600}
    for name, mode in modes.items():
        (folder / name).chmod(mode)
    main(["update", str(folder)])
    main(["single", str(folder / "one.h"), "--headers", "cucore.h"])
    (folder / "one.h").chmod(0o664)
    main(["single", str(folder / "one.h"), "--headers", "cucore_cai.h"])
    assert {name: (folder / name).stat().st_mode & 0o777 for name in modes} == modes
    assert (folder / "one.h").stat().st_mode & 0o777 == 0o664 and cucore.__version__ in (folder / "cucore.h").read_text()[:60]


def test_a_distribution_without_licences_and_changes(tmp_path):
    """Its dist-info/licenses may be gone, as in packages of Debian and conda."""
    package = installed(tmp_path / "site")
    older(tmp_path / "copies")
    for command in (["vendor", "new"], ["update", "copies"]):
        done = python("-m", "cucore", *command, at=tmp_path, package=package)
        assert (done.returncode, done.stderr) == (0, "")
    assert _copies.LICENSE == (ROOT / "LICENSE").read_text()
    assert (tmp_path / "new" / _copies.NOTE).read_text().endswith("\n\n" + _copies.LICENSE)


@pytest.mark.parametrize("command", ["vendor", "update", "single"])
def test_a_disk_that_is_full_halfway(tmp_path, command):
    """Files of more than 300 kB cannot be written: the smaller headers come before."""
    folder, target = tmp_path / "there", "there"
    if command == "update":
        older(folder)
    if command == "single":
        target = "there/below/one.h"
    before = tree(tmp_path)
    code = ("import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000)); "
            "from cucore.__main__ import main; main(sys.argv[1:])")
    done = python("-c", code, command, target, at=tmp_path)
    assert done.returncode == 1 and re.fullmatch(r"cucore: .*File too large.*\n", done.stderr), done.stderr
    assert tree(tmp_path) == before


def test_single_of_parts(tmp_path, capsys):
    """--only takes short names; the file has these parts and what they include, and compiles as declarations and as one program."""
    file = tmp_path / "parts.h"
    main(["single", str(file), "--only", "core,dlpack"])
    assert file.read_text() == _copies.single(["cucore_dlpack.h"], False)
    main(["single", str(file), "--force", "--only", "core,cai,memory,share"])
    text = file.read_text()
    assert all(f"#ifndef CUCORE_{part}H\n" in text for part in ("", "CAI_", "MEMORY_", "SHARE_"))
    assert "CUCORE_COPY_H_IMPLEMENTED\n" not in text and text.count("#define CUCORE__PRIVATE static") == 1
    source = header(tmp_path, "main.c", '#include "parts.h"\n#define CUCORE_IMPLEMENTATION\n#include "parts.h"\n#include "parts.h"\n'
                    "#if defined(CUCORE__PRIVATE)\n#error\n#endif\nint main(void) { return (int)cucore_last_error()->status; }\n")
    subprocess.run([readme.CC, "-Wall", "-Wextra", "-Werror", "-O0", str(source / "main.c"), "-o",
                    str(tmp_path / "main"), "-ldl", "-lpthread"], check=True)
    subprocess.run([str(tmp_path / "main")], check=True)
    with pytest.raises(SystemExit, match=r"no header of cucore: cucore_nothing\.h"):
        main(["single", "-", "--only", "core,nothing"])


def test_the_module_of_the_readme_from_parts(tmp_path):
    """Intakes need no other part."""
    main(["single", str(tmp_path / "parts.h"), "--only", "core,dlpack,python"])
    source, = [block for block in readme.blocks("c") if "PyMODINIT_FUNC" in block]
    module = readme.compile_module(tmp_path, "message", source.replace('"cucore_python.h"', '"parts.h"'))
    assert module.send(memoryview(bytearray(8)).cast("i"))[1:] == (8, -1)
    with pytest.raises(TypeError, match="^x: "):
        module.send("text")


def test_the_parts_have_short_names():
    assert _copies.parts(",".join(_copies.PARTS)) == list(_copies.HEADERS)


def test_single_again(tmp_path):
    """What is unchanged since it was made is made anew, as a build does."""
    file = tmp_path / "one.h"
    main(["single", str(file), "--headers", "cucore.h"])
    first = file.read_bytes()
    file.write_bytes(first.replace(b"\n", b"\r\n"))
    main(["single", str(file), "--headers", "cucore.h", "cucore_cai.h"])
    assert first != file.read_bytes() == _copies.single(["cucore.h", "cucore_cai.h"], False).encode()


def test_what_changed_since(monkeypatch):
    page = "# Changes\n\nWords\n\n## 0.10.0, not released\n\n- c\n\n## 0.9.1\n\n- b\n\n## 0.9.0\n\n- a\n"
    monkeypatch.setattr(_copies, "_page", lambda name: page)
    assert _copies.changes("0.9.0") == "## 0.10.0, not released\n\n- c\n\n## 0.9.1\n\n- b\n"
    assert _copies.changes("0.9.1") == "## 0.10.0, not released\n\n- c\n" and _copies.changes("0.10.0") == ""


def test_no_such_header(tmp_path):
    with pytest.raises(SystemExit, match="one header is made of"):
        main(["single", str(tmp_path / "one.h"), "--headers", "cucore.hpp"])
    with pytest.raises(SystemExit, match="no header of cucore: cucore_new.h"):
        main(["vendor", str(tmp_path), "--headers", "cucore_new.h"])
    assert not list(tmp_path.iterdir())


def ready(root):
    with (root / "pyproject.toml").open("a") as file:
        file.write('\n[project.urls]\nHomepage = "https://cucore.invalid"\n')
    with (root / "packaging" / "conda" / "recipe.yaml").open("a") as file:
        file.write("  homepage: https://cucore.invalid\n")
    page = root / "CHANGELOG.md"
    page.write_text(re.sub(r"^## .*$", f"## {version.version()}, 2026-12-01", page.read_text(), count=1, flags=re.M))


def changed_in(name, old, new):
    def change(root):
        path = root / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))
    return change


def tagged(root):
    subprocess.run(["git", "tag", f"v{version.version()}"], cwd=root, check=True)


def one_more(root):
    (root / "new.txt").write_text("new")


def another_version_of_cpp(root):
    for name in ("cucore.hpp", "src/cpp/cucore.hpp"):
        changed_in(name, " - v", " - v9")(root)


NOT_READY = {  # what is done to a tree, and what is said about it; two trees, since two rows change the same line
    "first": {
        "not dated": (changed_in("CHANGELOG.md", "\n## ", "\n## Next\n\n## "), "CHANGELOG.md begins with '## Next', not with '## "),
        "tagged": (tagged, "is there already"),
        "stale header": (changed_in("src/core/status.h", "/* ", "/*  "), "not what src/ gives (run make headers)"),
        "stale list": (changed_in("docs/reference/names.md", "# Public", "# All public"), "docs/reference/names.md is not what"),
        "stale Cython": (changed_in("packaging/python/cucore/__init__.pxd", "int ", "long "), "pxd is not what"),
        "version of C++": (another_version_of_cpp, "cucore.hpp says another version"),
        "version of the port": (changed_in("packaging/vcpkg/cucore/vcpkg.json", '"version": "', '"version": "9'), "vcpkg.json has another version"),
        "version of the recipe": (changed_in("packaging/conda/recipe.yaml", 'version: "', 'version: "9'), "recipe.yaml has another version"),
        "no homepage": (changed_in("pyproject.toml", "Homepage = ", "Issues = "), 'pyproject.toml has no Homepage = "..."'),
        "not committed": (one_more, "not everything is committed"),
    },
    "second": {
        "stale header of C++": (changed_in("src/cpp/owner.h", "/* ", "/*  "), "run make headers): cucore.hpp"),
        "another homepage": (changed_in("pyproject.toml", "cucore.invalid", "new.invalid"), "recipe.yaml has no line homepage: https://new.invalid"),
    },
    "ready": {},
}


@pytest.mark.parametrize("tree", NOT_READY)
def test_what_is_no_release(tmp_path, tree):
    for folder in ("src", "tools", "docs", "packaging", "cucore", "tests/platforms"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*ROOT.glob("cucore*.h*"), *(ROOT / name for name in ("CHANGELOG.md", ".gitignore", "pyproject.toml"))]:
        shutil.copy(path, tmp_path)
    git = ["git", "-c", "user.name=test", "-c", "user.email=test", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "-q"], check=True)
    ready(tmp_path)
    for path, old, new in release.names(tmp_path):
        path.write_text(re.sub(old, new, path.read_text(), flags=re.M))

    def commit():
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "all"], check=True)

    commit()
    for name, (change, _) in NOT_READY[tree].items():
        if change is one_more:
            commit()
        change(tmp_path)
    if "not committed" not in NOT_READY[tree]:
        commit()
    code = "import release; print(*release.problems(), sep='\\n')"
    said = subprocess.run([sys.executable, "-c", code], cwd=tmp_path / "tools", capture_output=True, text=True)
    lines = said.stdout.strip().splitlines()
    assert len(lines) == len(NOT_READY[tree]), said.stdout
    assert [name for name, (_, words) in NOT_READY[tree].items() if sum(words in line for line in lines) != 1] == [], said.stdout


INCLUDES = [os.environ.get(name) for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE")]
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]
USES = {  # options of `single`, the folders that are needed, what is used
    "all": ([], INCLUDES, "return cucore_py_view(NULL, NULL, NULL, NULL);"),
    "with dlpack.h": (["--dlpack"], [INCLUDES[0], INCLUDES[2]],
                      "return cucore_py_copy(NULL, NULL, NULL, NULL) + DLPACK_MAJOR_VERSION;"),
    "no Python": (["--headers", "cucore_copy.h", "cucore_dlpack.h"], INCLUDES[:2],
                  "cucore_view_release(NULL); return 0;"),
    "intakes": (["--only", "core,dlpack,python"], INCLUDES, "return cucore_py_view(NULL, NULL, NULL, NULL);"),
    "results and blocks": (["--only", "blocks,results"], INCLUDES, "return cucore_views_copy(NULL, NULL, 0, NULL, NULL) || cucore_py_return(NULL, NULL, NULL);"),
}
PARTS = {"intakes": ("results", "copy"), "results and blocks": ("kernel", "share")}  # what is not in the file


@pytest.mark.parametrize("name, language, standard", [
    ("all", "c++", "c++11"), ("with dlpack.h", "c", "c99"), ("intakes", "c", "c99"), ("results and blocks", "c++", "c++11"), *([("all", "c", "c99"), ("no Python", "c++", "c++11")] if readme.EVERY else [])])
def test_single_header(tmp_path, name, language, standard):
    """Compiles as declarations, as the implementation, as both in one file, and twice; and links with other files."""
    options, folders, use = USES[name]
    compiler = readme.CC if language == "c" else readme.CXX
    if not all(INCLUDES):
        pytest.skip("the folders of cuda.h, dlpack.h and Python.h are not known: run make test")
    main(["single", str(tmp_path / "cucore_single.h"), *options])
    text = (tmp_path / "cucore_single.h").read_text()
    assert not [part for part in PARTS.get(name, ()) if f"#define CUCORE_{part.upper()}_H\n" in text]
    assert len(re.findall(r"^#define CUCORE__PRIVATE static", text, re.M)) == 1
    line, body = '#include "cucore_single.h"\n', f"int used(void);\nint used(void) {{ {use} }}\n"
    texts = {"declared": line + line + body, "implemented": "#define CUCORE_IMPLEMENTATION\n" + line,
             "both": "#define CUCORE_STATIC\n" + line + line + body}
    flags = [flag for folder in folders for flag in ("-isystem", folder)]
    for kind, text in texts.items():
        (tmp_path / f"{kind}.c").write_text(text)
        made = ["-fsyntax-only"] if kind == "both" else ["-c", "-o", f"{kind}.o"]
        subprocess.run([compiler, "-x", language, f"-std={standard}", *WARNINGS, *flags, "-fPIC", *made, f"{kind}.c"],
                       cwd=tmp_path, check=True, timeout=300)
    link = [compiler, "-shared", "declared.o", "implemented.o", "-ldl", "-lpthread", "-o", "linked.so"]
    linked = subprocess.run(link, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert linked.returncode == 0, linked.stderr
    left = subprocess.run(["nm", "-D", "--undefined-only", "linked.so"], cwd=tmp_path, capture_output=True, text=True)
    assert "cucore_" not in left.stdout


def configure(folder, text, *options, **environment):
    """What cmake says of a project, and its status; of cucore, dlpack.h and Python only what the test has is found."""
    if not shutil.which("cmake"):
        pytest.skip("cmake is not installed")
    header(folder, "CMakeLists.txt", f"cmake_minimum_required(VERSION 3.15...4.1)\n{text}")
    variables = {"PATH": os.environ["PATH"], "CUCORE": str(PACKAGE.parent / "cmake"), **environment}
    done = subprocess.run(["cmake", "-S", ".", "-B", "made", *options], cwd=folder, capture_output=True, text=True, timeout=120,
                          env=variables)
    return done.returncode, done.stdout + done.stderr


FIND = 'find_package(cucore {} CONFIG PATHS "$ENV{{CUCORE}}" NO_DEFAULT_PATH)\n'
PRINT = """
foreach(target IN ITEMS cucore python)
    get_property(folders TARGET cucore::${target} PROPERTY INTERFACE_INCLUDE_DIRECTORIES)
    message("${target}: ${folders}")
endforeach()
"""


def test_versions_that_cmake_takes(tmp_path):
    major, minor, patch = map(int, cucore.__version__.split("."))
    assert major == 0, "from 1.0 on minor versions are compatible: other rows"
    now, then, after = f"0.{minor}", f"0.{minor + 1}", f"0.{minor + 2}"
    rows = {"": True, now: True, f"{now}.{patch}": True, f"{now}.{patch} EXACT": True, "0": True, then: False, "1": False,
            f"0.{minor - 1}": False, f"{now}.{patch + 1}": False, f"0.1...{now}": patch == 0, f"0.1...{then}": True,
            f"0.1...<{then}": True, f"{now}...{then}": True, f"0.1...<{now}": False,
            f"{now}...{now}.{patch}": True, f"{then}...{after}": False, f"0...{major + 1}": True, "0.0...0.1": False}
    text = "project(x LANGUAGES NONE)\n"
    for number, asked in enumerate(rows):
        text += FIND.format(f"{asked} QUIET") + f'message("{number}=${{cucore_FOUND}}")\nunset(cucore_DIR CACHE)\n'
    status, said = configure(tmp_path, text)
    found = {asked: f"\n{number}=1\n" in said for number, asked in enumerate(rows)}
    assert (status, found) == (0, rows), said


def python_with_tvm_ffi(folder):
    """A python3 that finds the package apache-tvm-ffi, and nothing else."""
    header(folder / "tvm_ffi" / "include", "dlpack/dlpack.h", "#define DLPACK_MAJOR_VERSION 1\n")
    header(folder / "bin", "python3", f'#!/bin/sh\ncase "$2" in *tvm_ffi*) echo "{folder}/tvm_ffi" ;; esac\n').joinpath(
        "python3").chmod(0o755)
    return {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}


def without_python(folder):
    header(folder / "bin", "python3", "#!/bin/sh\n").joinpath("python3").chmod(0o755)
    return {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}


def old_and_new(folder):
    for name, text in (("old", "#define DLPACK_VERSION 60\n"), ("new", "#define DLPACK_MAJOR_VERSION 1\n")):
        header(folder / name / "include", "dlpack/dlpack.h", text)
    return {**without_python(folder), "CMAKE_PREFIX_PATH": f"{folder}/old:{folder}/new"}


def toolkits(folder):
    """Several places of a cuda.h: each folder has its own name."""
    for name in ("named/include", "conda/targets/x86_64-linux/include", "home/include", "nvcc/include"):
        header(folder / name, "cuda.h", "")
    header(folder / "nvcc" / "bin", "nvcc", "").joinpath("nvcc").chmod(0o755)
    environment = without_python(folder)
    return {**environment, "PATH": f"{folder / 'nvcc' / 'bin'}:{environment['PATH']}", "CONDA_PREFIX": str(folder / "conda")}


def with_cuda_home(folder):
    return {**toolkits(folder), "CUDA_HOME": str(folder / "home")}


def without_nvcc(folder):
    environment = toolkits(folder)
    (folder / "nvcc" / "bin" / "nvcc").unlink()
    path = os.pathsep.join(part for part in environment["PATH"].split(":") if not os.path.exists(os.path.join(part, "nvcc")))
    return {**environment, "PATH": path}


def other_version(folder):
    """A prefix with the cucore of another version."""
    prefix = folder / "other"
    done = run_make("install", f"PREFIX={prefix}", "VENV=")
    assert done.returncode == 0, done.stderr
    path = prefix / "include" / "cucore.h"
    path.write_text(path.read_text().replace(f"- v{cucore.__version__} -", "- v0.2.0 -", 1))
    return without_python(folder)


def without_headers(folder):
    environment = other_version(folder)
    shutil.rmtree(folder / "other" / "include")
    return environment


def several_cudas(folder):
    for name, number in (("cu13", 13020), ("cu14", 14000), ("cuda_runtime", 12090)):
        header(folder / "nvidia" / name, "include/cuda.h", f"#define CUDA_VERSION {number}\n")
    header(folder / "bin", "python3", f'#!/bin/sh\ncase "$2" in *nvidia*) echo "{folder}/nvidia" ;; esac\n').joinpath(
        "python3").chmod(0o755)
    return {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}


OTHER = 'find_package(cucore {} CONFIG PATHS "HERE/other" NO_DEFAULT_PATH)\nunset(cucore_DIR CACHE)\n'
TWO = f"this build has the target cucore::cucore of version '{{}}' already ({{}}), and {{}} has {{}}: use one version"
CUDA = "\nget_property(folders TARGET cucore::cuda PROPERTY INTERFACE_INCLUDE_DIRECTORIES)\nmessage(\"cuda: ${folders}.\")\n"
SUBDIRECTORY = f"project(x C)\nadd_subdirectory({ROOT} cucore)\n"
PROJECTS = {  # what is there, the project, what has to be in the output and what not; "" if it fails
    "no language": (python_with_tvm_ffi, "project(x LANGUAGES NONE)\n" + FIND.format("REQUIRED") + PRINT, "cucore: ", "Error"),
    "quiet": (without_python, "project(x C)\n" + FIND.format("QUIET") + 'message("python: ${cucore_FOUND}")', "python: 1",
              "dlpack|Threads|pthread"),
    "not quiet": (without_python, "project(x C)\n" + FIND.format(""), "no dlpack.h 1.x was found", "Threads|Error"),
    "no dlpack.h": (without_python, "project(x C)\n" + FIND.format("REQUIRED COMPONENTS python"),
                    "component python: no dlpack.h 1.x was found", ""),
    "no such component": (without_python, "project(x C)\n" + FIND.format("REQUIRED COMPONENTS pyton"),
                          "component pyton: there is no such component", ""),
    "optional component": (without_python, "project(x C)\n" + FIND.format("OPTIONAL_COMPONENTS python")
                           + 'message("found: ${cucore_FOUND} ${cucore_python_FOUND}")', "found: 1 0", "Error"),
    "Python was not looked for": (python_with_tvm_ffi, SUBDIRECTORY + "file(WRITE x.c)\nadd_library(x STATIC x.c)\n"
                                  "target_link_libraries(x cucore::python)" + PRINT, "python: HERE/tvm_ffi/include", "Error"),
    "Python is looked for later": (
        without_python, SUBDIRECTORY + f'set(ENV{{PATH}} "HERE/later/bin:$ENV{{PATH}}")\n' + FIND.format("COMPONENTS python") + PRINT,
        "python: HERE/later/tvm_ffi/include", "Error"),
    "old dlpack.h before a new one": (old_and_new, "project(x C)\n" + FIND.format("REQUIRED COMPONENTS python") + PRINT,
                                      "python: HERE/new/include", "/old/"),
    "newest CUDA": (several_cudas, "project(x C)\n" + FIND.format("") + "_cucore_newest_cuda(found)\n"
                    'message("newest: ${found}")\n', "newest: HERE/nvidia/cu14/include", "Error"),
    # B138
    "another version by find_package": (
        other_version, "project(x C)\n" + OTHER.format("REQUIRED") + FIND.format("REQUIRED COMPONENTS python"),
        TWO.format("0.2.0", "HERE/other/include", ROOT, cucore.__version__), ""),
    "another version by add_subdirectory": (
        other_version, "project(x C)\n" + OTHER.format("REQUIRED") + f"add_subdirectory({ROOT} cucore)\n",
        TWO.format("0.2.0", "HERE/other/include", ROOT, cucore.__version__), ""),
    "another version after add_subdirectory": (
        other_version, f"project(x C)\nadd_subdirectory({ROOT} cucore)\n" + OTHER.format("0.2 REQUIRED"),
        TWO.format(cucore.__version__, ROOT, "HERE/other/include", "0.2.0"), ""),
    "another version that is not required": (
        other_version, "project(x C)\n" + OTHER.format("REQUIRED") + FIND.format("QUIET") + 'message("found: ${cucore_FOUND}")\n',
        "found: 0", "Error"),
    "the same version again": (
        without_python, SUBDIRECTORY + FIND.format("REQUIRED") + "get_target_property(version cucore::cucore "
        'INTERFACE_CUCORE_VERSION)\nmessage("version: ${version}")\n', f"version: {cucore.__version__}", "Error"),
    "no headers": (without_headers, "project(x C)\n" + OTHER.format("QUIET") + 'message("found: ${cucore_FOUND}")\n', "found: 0", "Error"),
    "no headers, required": (without_headers, "project(x C)\n" + OTHER.format("REQUIRED"), "cucore.h is not there", ""),
    "no folder of CUDA": (with_cuda_home, SUBDIRECTORY + PRINT, f"cucore: {ROOT} python: ", "HERE|cuda.h|Error"),
    "CUDA of CUDAToolkit_ROOT": (
        with_cuda_home, "project(x C)\nset(CUDAToolkit_ROOT HERE/named)\n" + FIND.format("COMPONENTS cuda") + CUDA, "cuda: HERE/named/include.", "Error"),
    "CUDA of the language": (
        with_cuda_home, "project(x C)\nset(CUDAToolkit_ROOT HERE/conda)\nset(CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES HERE/named/include)\n"
        + FIND.format("COMPONENTS cuda") + CUDA, "cuda: HERE/named/include.", "Error"),
    "CUDA of CUDA_HOME": (with_cuda_home, "project(x C)\n" + FIND.format("COMPONENTS cuda") + CUDA, "cuda: HERE/home/include.", "Error"),
    "CUDA of nvcc": (toolkits, "project(x C)\nset(CUCORE_CUDA ON)\n" + SUBDIRECTORY + CUDA, "cuda: HERE/nvcc/include.", "Error"),
    "CUDA of conda": (without_nvcc, "project(x C)\nset(CMAKE_SYSTEM_PROCESSOR x86_64)\n" + FIND.format("COMPONENTS cuda") + CUDA,
                      "cuda: HERE/conda/targets/x86_64-linux/include.", "Error"),
    "no CUDA": (toolkits, "project(x C)\nset(CUCORE_CUDA_INCLUDE_DIR HERE/nowhere)\n" + FIND.format("REQUIRED COMPONENTS cuda"),
                "component cuda: no cuda.h was found", ""),
    "the host's /usr/include": (
        without_python, "project(x C)\n" + FIND.format("") + "".join(
            f"set(CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES {folder})\n_cucore_may_be_given(/usr/include given)\n"
            f'message("{folder}: ${{given}}")\n' for folder in ("/usr/include", "/usr/include/x86_64-linux-musl")),
        "/usr/include: ON /usr/include/x86_64-linux-musl: OFF", "Error"),
}


@pytest.mark.parametrize("name", PROJECTS)
def test_projects_of_cmake(tmp_path, name):
    make, text, wanted, unwanted = PROJECTS[name]
    python_with_tvm_ffi(tmp_path / "later")
    environment = make(tmp_path)
    status, said = configure(tmp_path / "project", text.replace("HERE", str(tmp_path)), **environment)
    assert wanted.replace("HERE", str(tmp_path)) in re.sub(r"\s+", " ", said), said
    assert not unwanted or not re.search(unwanted, said), said
    assert (status == 0) == bool(unwanted), said


def test_make_install(tmp_path):
    """Modes that all can read whatever the umask is, flags without "..", and a word on dlpack.h."""
    prefix = tmp_path / "my env"
    command = ["make", "install", f"PREFIX={prefix}"]
    mingw = header(tmp_path, "windows-gcc", "#!/bin/sh\necho x86_64-w64-mingw32\n") / "windows-gcc"
    mingw.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DLPACK_", "MAKE", "MFLAGS"))}
    for more, says, libs in (([], True, "-ldl -pthread"), (["DLPACK_INCLUDE=/opt/its include"], False, "-ldl -pthread"),
                             ([f"CC={mingw}"], True, "-pthread")):
        done = subprocess.run(["sh", "-c", 'umask 077; exec "$@"', "sh", *command, *more], cwd=ROOT, capture_output=True, text=True,
                              timeout=60, env=environment)
        assert done.returncode == 0, done.stderr
        assert ("DLPACK_INCLUDE=folder" in done.stdout.splitlines()[-1]) == says
        assert {path.stat().st_mode & 0o777 for path in prefix.rglob("*")} == {0o644, 0o755}
        text = (prefix / "share" / "pkgconfig" / "cucore.pc").read_text()
        assert f"prefix={prefix}\n" in text and f"\nLibs: {libs}\n" in text and ".." not in text
        if shutil.which("pkg-config"):
            flags = subprocess.run(["pkg-config", "--cflags", "cucore"], capture_output=True, text=True, timeout=60, check=True,
                                   env={**os.environ, "PKG_CONFIG_PATH": str(prefix / "share" / "pkgconfig")}).stdout
            assert shlex.split(flags) == [f"-I{prefix}/include", *[f"-I{word[15:]}" for word in more if "DLPACK" in word]]


FOLDERS = {  # includedir, datadir; HERE is a folder of the test
    "usual": ("include", "share"),
    "deeper": ("include/cu & co", "share/local/data"),
    "outputs of Nix": ("HERE/dev & more/include", "HERE/out/share"),
    "one of two": ("HERE/dev/include", "share"),
}
INSTALLERS = {
    "make": [["make", "install", "VENV=", "PREFIX={prefix}", "INCLUDEDIR={include}", "DATADIR={data}", "DLPACK_INCLUDE=/opt/its & include"]],
    "cmake": [["cmake", "-S", ".", "-B", "{build}", "-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_INCLUDEDIR={includedir}",
               "-DCMAKE_INSTALL_DATADIR={datadir}", "-DCUCORE_DLPACK_INCLUDE_DIR=/opt/its & include"], ["cmake", "--install", "{build}"]],
    "meson": [["meson", "setup", "{build}", ".", "--prefix={prefix}", "--includedir={includedir}", "--datadir={datadir}",
               "-Dinclude_dlpack=/opt/its & include"], ["meson", "install", "-C", "{build}"]],
}


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("how", INSTALLERS)
def test_installed_folders(tmp_path, how, name):
    """includedir and datadir of distributions: CMake and pkg-config find what is there, `make uninstall` takes it away (B138)."""
    if not shutil.which(how):
        pytest.skip(f"{how} is not installed")
    prefix, (includedir, datadir) = tmp_path / "my & prefix", [folder.replace("HERE", str(tmp_path)) for folder in FOLDERS[name]]
    include, data = prefix / includedir, prefix / datadir
    words = {"prefix": prefix, "includedir": includedir, "datadir": datadir, "include": include, "data": data, "build": tmp_path / "build"}
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("DLPACK_", "MAKE", "MFLAGS"))}
    for command in INSTALLERS[how]:
        done = subprocess.run([word.format(**words) for word in command], cwd=ROOT, capture_output=True, text=True, timeout=120, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
    assert (include / "cucore" / "nanobind.h").is_file() and (data / "licenses" / "cucore" / "LICENSE").is_file()
    where = f"set(cucore_DIR \"{data}/cmake/cucore\")\n"
    status, said = configure(tmp_path / "project", f"project(x LANGUAGES NONE)\n{where}find_package(cucore {cucore.__version__} REQUIRED)\n{PRINT}",
                             **without_python(tmp_path))
    assert status == 0 and re.search(f"^cucore: {re.escape(str(include))}(;.*)?$", said, re.M), said
    if shutil.which("pkg-config"):
        flags = subprocess.run(["pkg-config", "--cflags", "cucore"], capture_output=True, text=True, timeout=60, check=True,
                               env={**os.environ, "PKG_CONFIG_PATH": str(data / "pkgconfig")}).stdout
        assert shlex.split(flags) == [f"-I{include}", "-I/opt/its & include"]
    if how == "make":
        (include / "cucore" / "mine.h").write_text("")
        done = run_make("uninstall", "VENV=", f"PREFIX={prefix}", f"INCLUDEDIR={include}", f"DATADIR={data}")
        left = [path.name for path in tmp_path.rglob("*") if path.is_file() and {prefix, include, data} & set(path.parents)]
        assert (done.returncode, left) == (0, ["mine.h"]), done.stderr
