"""What the package of packaging/python says and does, from this checkout.  `make test-packaging` installs it."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "packaging" / "python"
sys.path[:0] = [str(PACKAGE), str(ROOT / "tools")]
import cucore  # noqa: E402
import list_names  # noqa: E402
import make_pxd  # noqa: E402
import version  # noqa: E402
from cucore import _copies  # noqa: E402
from cucore.__main__ import main  # noqa: E402

HEADERS = sorted(path.name for path in (ROOT / "src").glob("*.h"))
CPP = ["cucore.hpp", "cucore/nanobind.h", "cucore/pybind11.h"]


def test_one_version():
    """src/core/config.h has it, and what says it otherwise says the same."""
    assert cucore.__version__ == version.version()
    for name in [*HEADERS, *CPP]:
        words, numbers = version.said((ROOT / name).read_text())
        assert words == {version.version()} and numbers <= {version.number(version.version())}, name
    assert json.loads(version.PORT.read_text())["version"] == version.version()


def test_a_new_version_is_set_everywhere(tmp_path):
    shutil.copy(ROOT / "cucore.hpp", tmp_path)
    for folder in ("src", "tools", "packaging", "cucore"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    subprocess.run([sys.executable, str(tmp_path / "tools" / "version.py"), "1.12.3"], check=True, capture_output=True)
    subprocess.run([sys.executable, str(tmp_path / "tools" / "amalgamate.py")], check=True, capture_output=True)
    for name in [*HEADERS, *CPP]:
        assert version.said((tmp_path / name).read_text()) in (({"1.12.3"}, {11203}), ({"1.12.3"}, set())), name
    assert '"version": "1.12.3"' in (tmp_path / version.PORT.relative_to(ROOT)).read_text()
    refused = subprocess.run([sys.executable, str(tmp_path / "tools" / "version.py"), "1.12"], capture_output=True)
    assert refused.returncode == 1


def test_declarations_for_cython_are_fresh():
    check = [sys.executable, str(ROOT / "tools" / "make_pxd.py"), "--check"]
    done = subprocess.run(check, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    declared = re.findall(r"^    [^#(]*\b(cucore_\w+)\(.*\)(?: except -1)?$", make_pxd.FILE.read_text(), re.M)
    kernels = {name for _, _, name, _ in list_names.read("cucore_kernel.h")}  # for C and CUDA C++ alone
    assert sorted(declared) == sorted(set(list_names.functions()) - kernels)


def test_headers_of_the_package_are_all():
    assert sorted(_copies.HEADERS) == HEADERS
    project = (ROOT / "pyproject.toml").read_text()
    listed = re.findall(r'^"(cucore[\w/]*\.h(?:pp)?)" = "cucore/include/\1"$', project, re.M)
    assert sorted(listed) == sorted([*HEADERS, *CPP]) and sorted(_copies.OTHERS) == sorted([*CPP, "cucore.pxd"])


def test_folders(monkeypatch):
    assert cucore.get_include() == str(ROOT) and cucore.get_include() == cucore.get_includes()[0]
    dlpack = pathlib.Path(cucore.get_dlpack_include())
    assert (dlpack / "dlpack" / "dlpack.h").is_file() or (dlpack / "dlpack.h").is_file()
    cuda = cucore.get_cuda_include()
    assert cuda is None or (pathlib.Path(cuda) / "cuda.h").is_file()
    monkeypatch.setattr(cucore, "_packages", lambda name: iter(()))
    with pytest.raises(ModuleNotFoundError, match="apache-tvm-ffi"):
        cucore.get_dlpack_include()
    with pytest.raises(FileNotFoundError, match="checkout"):
        cucore.get_pkgconfig_dir()


def test_flags(capsys):
    main(["--includes"])
    flags = capsys.readouterr().out.split()
    assert flags[0] == f"-I{ROOT}" and all(flag.startswith("-I") for flag in flags)
    main(["--version"])
    assert capsys.readouterr().out == cucore.__version__ + "\n"


def test_vendor(tmp_path, capsys):
    folder = tmp_path / "third_party" / "cucore"
    main(["vendor", str(folder)])
    assert capsys.readouterr().out.startswith(f"cucore {cucore.__version__}: ")
    assert sorted(path.name for path in folder.iterdir()) == sorted([*HEADERS, _copies.NOTE])
    assert all((folder / name).read_bytes() == (ROOT / name).read_bytes() for name in HEADERS)
    note = (folder / _copies.NOTE).read_text()
    assert note.startswith(f"cucore {cucore.__version__}: ") and "Permission is hereby granted" in note
    with pytest.raises(SystemExit, match="update"):
        main(["vendor", str(folder)])


NEEDED = {  # header -> those that come with it
    "cucore.h": {"cucore.h"},
    "cucore_cai.h": {"cucore.h", "cucore_cai.h"},
    "cucore_copy.h": {"cucore.h", "cucore_copy.h"},
    "cucore_dlpack.h": {"cucore.h", "cucore_dlpack.h"},
    "cucore_kernel.h": {"cucore.h", "cucore_kernel.h"},
    "cucore_python.h": set(HEADERS) - {"cucore_copy.h", "cucore_kernel.h"},
    "cucore.hpp": {"cucore.h", "cucore.hpp"},
    "cucore/nanobind.h": set(HEADERS) - {"cucore_copy.h", "cucore_kernel.h"} | {"cucore.hpp", "cucore/nanobind.h"},
    "cucore/pybind11.h": set(HEADERS) - {"cucore_copy.h", "cucore_kernel.h"} | {"cucore.hpp", "cucore/pybind11.h"},
    "cucore.pxd": {*HEADERS, "cucore.pxd"} - {"cucore_kernel.h"},
}


@pytest.mark.parametrize("name", NEEDED)
def test_a_header_comes_with_those_that_it_includes(tmp_path, name):
    main(["vendor", str(tmp_path), "--headers", name])
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert made == NEEDED[name] | {_copies.NOTE}
    assert set(NEEDED) == {*_copies.HEADERS, *_copies.OTHERS}


def older(folder, names=HEADERS, old="0.0.9"):
    """Copies by hand of another version."""
    folder.mkdir(exist_ok=True)
    for name in names:
        text = (ROOT / name).read_text()
        (folder / name).write_text(text.replace(f"- v{cucore.__version__} -", f"- v{old} -", 1) + "/* old */\n")
    return folder


def test_update(tmp_path, capsys):
    folder = older(tmp_path, sorted(set(HEADERS) - {"cucore_copy.h", "cucore_cai.h"}))
    main(["update", str(folder)])
    out = capsys.readouterr().out
    assert f"cucore 0.0.9 -> {cucore.__version__}" in out and "cucore_cai.h: new" in out and "cucore.h: updated" in out
    assert f"## {cucore.__version__}" in out, "what changed since"
    assert not (folder / "cucore_copy.h").exists()
    assert all(path.read_bytes() == (ROOT / path.name).read_bytes() for path in folder.glob("*.h"))
    main(["update", str(folder)])
    out = capsys.readouterr().out
    assert "## " not in out and "cucore.h: as before" in out


def changed(folder):
    main(["vendor", str(folder)])
    (folder / "cucore.h").write_text("/* of mine */\n")


NOT_UPDATED = {  # what is there, and why it is not updated
    "empty": (lambda folder: None, "no header of cucore"),
    "changed": (changed, "changed since they were copied: cucore.h; --force"),
    "newer": (lambda folder: older(folder, old="99.0.0"), "has 99.0.0, and this is"),
}


@pytest.mark.parametrize("name", NOT_UPDATED)
def test_what_is_not_updated(tmp_path, name):
    make, words = NOT_UPDATED[name]
    make(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(SystemExit, match=words):
        main(["update", str(tmp_path)])
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    if name != "empty":
        main(["update", str(tmp_path), "--force"])
        assert all((tmp_path / name).read_bytes() == (ROOT / name).read_bytes() for name in HEADERS)


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


def dated(root):
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


NOT_READY = {  # what is done to a tree, whether that is committed, and what is said about it; "": nothing
    "ready": (dated, True, ""),
    "not dated": (changed_in("CHANGELOG.md", "\n## ", "\n## Next\n\n## "), True, "CHANGELOG.md begins with '## Next', not with '## "),
    "not committed": (one_more, False, "not everything is committed"),
    "tagged": (tagged, True, "is there already"),
    "stale header": (changed_in("src/core/status.h", "/* ", "/*  "), True, "not what src/ gives (run make headers)"),
    "stale list": (changed_in("docs/names.md", "# Public", "# All public"), True, "docs/names.md is not what"),
    "stale Cython": (changed_in("packaging/python/cucore/__init__.pxd", "int ", "long "), True, "pxd is not what"),
    "version of C++": (changed_in("cucore.hpp", " - v", " - v9"), True, "cucore.hpp says another version"),
    "version of the port": (changed_in("packaging/vcpkg/cucore/vcpkg.json", '"version": "', '"version": "9'), True,
                            "vcpkg.json says another version"),
}


@pytest.mark.parametrize("name", NOT_READY)
def test_what_is_no_release(tmp_path, name):
    change, committed, words = NOT_READY[name]
    for folder in ("src", "tools", "docs", "packaging", "cucore"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*ROOT.glob("cucore*.h*"), ROOT / "CHANGELOG.md", ROOT / ".gitignore"]:
        shutil.copy(path, tmp_path)
    git = ["git", "-c", "user.name=test", "-c", "user.email=test", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "-q"], check=True)
    dated(tmp_path)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "all"], check=True)
    change(tmp_path)
    if committed:
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "change"], check=True)
    code = "import release; print(*release.problems(), sep='\\n')"
    said = subprocess.run([sys.executable, "-c", code], cwd=tmp_path / "tools", capture_output=True, text=True)
    lines = said.stdout.strip().splitlines()
    assert len(lines) == bool(words) and words in said.stdout, said.stdout


INCLUDES = [os.environ.get(name) for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE", "PYTHON_INCLUDE")]
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror"]
USES = {  # options of `single`, the folders that are needed, what is used
    "all": ([], INCLUDES, "return cucore_py_view(NULL, NULL, NULL, NULL);"),
    "with dlpack.h": (["--dlpack"], [INCLUDES[0], INCLUDES[2]],
                      "return cucore_py_copy(NULL, NULL, NULL, NULL) + DLPACK_MAJOR_VERSION;"),
    "no Python": (["--headers", "cucore_copy.h", "cucore_dlpack.h"], INCLUDES[:2],
                  "cucore_view_release(NULL); return 0;"),
}


@pytest.mark.parametrize("name, compiler, standard", [("all", "cc", "c99"), ("all", "c++", "c++11"),
                                                      ("with dlpack.h", "cc", "c99"), ("no Python", "c++", "c++11")])
def test_single_header(tmp_path, name, compiler, standard):
    """Compiles as declarations, as the implementation, as both in one file, and twice; and links with other files."""
    options, folders, use = USES[name]
    if not all(INCLUDES):
        pytest.skip("the folders of cuda.h, dlpack.h and Python.h are not known: run make test")
    main(["single", str(tmp_path / "cucore_single.h"), *options])
    line, body = '#include "cucore_single.h"\n', f"int used(void);\nint used(void) {{ {use} }}\n"
    texts = {"declared": line + line + body, "implemented": "#define CUCORE_IMPLEMENTATION\n" + line,
             "both": "#define CUCORE_STATIC\n" + line + line + body}
    flags = [flag for folder in folders for flag in ("-isystem", folder)]
    for kind, text in texts.items():
        (tmp_path / f"{kind}.c").write_text(text)
        language = "c++" if "++" in standard else "c"
        subprocess.run([compiler, "-x", language, f"-std={standard}", *WARNINGS, *flags, "-fPIC", "-c", f"{kind}.c",
                        "-o", f"{kind}.o"], cwd=tmp_path, check=True, timeout=300)
    link = [compiler, "-shared", "declared.o", "implemented.o", "-ldl", "-lpthread", "-o", "linked.so"]
    linked = subprocess.run(link, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert linked.returncode == 0, linked.stderr
    left = subprocess.run(["nm", "-D", "--undefined-only", "linked.so"], cwd=tmp_path, capture_output=True, text=True)
    assert "cucore_" not in left.stdout
