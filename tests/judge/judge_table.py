"""Writes docs/reference/judge.md from what `python -m cucore judge` says of libraries.

    judge_table.py run LIBRARY...      judges the libraries that this interpreter has, all without names, into docs/reference/judge.json, and writes the page
    judge_table.py page           writes the page again

A library on a GPU has a record of its own.
"""
import importlib.metadata
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD, PAGE = ROOT / "docs" / "reference" / "judge.json", ROOT / "docs" / "reference" / "judge.md"
sys.path.insert(0, str(ROOT / "packaging" / "python"))
from cucore.judge import report, runner  # noqa: E402
from cucore.judge.table import CHECKS  # noqa: E402

OWN = str(ROOT / "tests" / "python" / "judged.py")
BINDINGS = str(ROOT / "tests" / "judge" / "judged_bindings.py")
# name: (what is judged, what it needs)
LIBRARIES = {"cucore.Array": (f"{OWN}:array", ""), "CUCORE_PY_EXPORT_TYPE": (f"{OWN}:own", ""), "NumPy": ("numpy", ""), "torch": ("torch", ""), "JAX": ("jax", ""),
             "TensorFlow": ("tensorflow", ""), "Paddle": ("paddle", ""), "MLX": ("mlx", ""), "Arrow": ("pyarrow", ""), "tvm-ffi": ("tvm_ffi", ""),
             "array-api-strict": ("array_api_strict", ""), "ml_dtypes": ("ml_dtypes", ""), "nanobind": (f"{BINDINGS}:nb", ""), "pybind11": (f"{BINDINGS}:pb", ""), "CuPy": ("cupy", "GPU"), "Numba": ("numba", "GPU"),
             "cuda.core": ("cuda.core", ""), "cuda.core.Buffer": ("cuda.core.Buffer", "GPU")}


# Breaks of which no report was found: the library, the check, the versions that show it, what happens.
UNREPORTED = [
    ("JAX", "D30-no-deleter", "0.4.30 to 0.11.2, CPU and H200", "A tensor whose deleter is NULL, which dlpack.h allows, aborts the process when the array dies: std::bad_function_call."),
    ("Paddle", "D32-deleter-takes-the-GIL", "3.0.0 to 3.3.1", "The process hangs if arrays of foreign tensors die on several threads and their deleters give the GIL away."),
    ("Paddle", "D25-no-context", "3.0.0 to 3.3.1", "The deleter of a tensor whose manager_ctx is NULL is never called: its memory leaks."),
    ("Paddle", "1.6-byte-offset", "3.0.0 to 3.3.1", "from_dlpack ignores byte_offset: other elements, without an error."),
    ("tvm-ffi", "X3-major", "0.1.5 to 0.1.15.post2", "Functions of an exchange table of major version 2, whose layout nobody knows yet, are called."),
    ("cuda.core", "D29-major", "1.2.2", "A tensor of version 2.0, of which only the deleter may be used, is taken."),
]
SEARCHED = ("Looked for on 29 November 2026 in an index of the issues and pull requests on GitHub, by library, rule and symptom; found were reports of the same fault in other libraries only "
            "(NULL deleters: pytorch#43166; byte_offset: pytorch#168177, cuda-python#2592). The versions are the oldest and the newest that were tried. None is filed from here.")


def generated():
    """The files that this program writes."""
    return [RECORD, PAGE]


def read():
    return json.loads(RECORD.read_text()) if RECORD.exists() else {}


def record(name):
    """What the judge says of a library; None if it is not installed or needs a GPU."""
    target, _ = LIBRARIES[name]
    done = subprocess.run([sys.executable, "-m", "cucore", "judge", target, "--json"], capture_output=True, text=True, timeout=1200,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "packaging" / "python"), *filter(None, sys.path)])})
    if done.returncode == 2 and name.startswith("cuda.core") and "makes no array here: " in done.stderr:  # nothing of it can be told without a driver
        told = {check.name: runner.UNKNOWN if check.role == "producer" else runner.NOT_OFFERED for check in CHECKS.values()}
        return name, {"version": importlib.metadata.version("cuda-core"), "environment": runner.environment(), "verdicts": told, "seen": {},
                      "reason": done.stderr.strip().split("makes no array here: ")[1]}
    if done.returncode not in (0, 1) or not done.stdout:
        print(f"{name}: {done.stderr.strip()[-300:]}")
        return None
    found = report.read(done.stdout)
    made = found.record()
    made["seen"] = {check: [re.sub(r"0x[0-9a-f]+", "0x...", line) for line in lines] for check, lines in made["seen"].items()}
    if target.startswith(OWN):
        made["version"] = re.search(r" v(\d+\.\d+\.\d+) ", (ROOT / "cucore.h").read_text())[1]
    if name == "cuda.core.Buffer" and "cuda" not in found.features:  # its memory is the host's, but it asks a driver
        made["environment"] += ", the driver of docs/guide/testing.md"
    if target.startswith(BINDINGS):
        made["version"] = importlib.metadata.version(name)
    print(f"{name} {made['version']}: {sum(verdict == runner.BREAKS for verdict in made['verdicts'].values())} checks broken")
    return name + (" on a GPU" if "cuda" in found.features else ""), made


def anchor(name):
    return re.sub(r"[^\w -]", "", name.lower()).replace(" ", "-")


def ordered(records):
    """The libraries of LIBRARIES, each with its record on a GPU after it."""
    return [each for name in LIBRARIES for each in (name, f"{name} on a GPU") if each in records]


def page(records):
    """The page; cells have no blanks."""
    names = ordered(records)
    marks = {runner.KEEPS: "+", runner.NOT_OFFERED: "", runner.UNKNOWN: "?", None: "-"}
    lines = ["# What libraries keep of the protocols", "",
             "Made by `make judge` from `python -m cucore judge` ([Testing](../guide/testing.md#judge-a-library)). `+` keeps, `no` breaks (what was seen is below), `?` cannot "
             "be told, `-` not run there yet, nothing: does not offer.", "",
             "|check|" + "|".join(names) + "|", "|---|" + ":-:|" * len(names),
             "|version|" + "|".join(records[name]["version"] for name in names) + "|"]
    for check in CHECKS:
        cells = []
        for name in names:
            verdict = records[name]["verdicts"].get(check)  # None: the check is newer than the record
            cells.append(f"[no](#{anchor(name)})" if verdict == runner.BREAKS else marks[verdict])
        lines.append(f"|{check}|" + "|".join(cells) + "|")
    absent = [name for name, (_, needs) in LIBRARIES.items() if needs and not any(each.startswith(name) for each in records)]
    if absent:
        lines += ["", f"Not judged yet: {', '.join(absent)}."]
    lines += ["", "## Breaks without a report", "", SEARCHED, "", "|library|check|versions|what happens|", "|---|---|---|---|"]
    lines += [f"|[{name}](#{anchor(name)})|{check}|{versions}|{what}|" for name, check, versions, what in UNREPORTED]
    lines += ["", "## What was seen"]
    for name in names:
        seen = records[name]["seen"]
        if records[name].get("reason"):
            lines += ["", f"### {name}", "", f"{records[name]['environment']}. Cannot be told: {records[name]['reason']}"]
        if seen:
            lines += ["", f"### {name}", "", f"{records[name]['environment']}. Programs: `python -m cucore judge {LIBRARIES[name.replace(' on a GPU', '')][0].replace(f'{ROOT}/', '')} --program CHECK`.", "",
                      "|check|seen, of the first case|", "|---|---|"]
            for check in CHECKS:
                if check in seen:
                    text = seen[check][0].replace("|", "/").replace("<", "&lt;").replace("\n", " ")[:120]
                    lines.append(f"|{check}|{text}{f' (and {len(seen[check]) - 1} more)' if len(seen[check]) > 1 else ''}|")
    return "\n".join(lines) + "\n"


def main(words):
    records = read()
    if words[:1] == ["run"]:
        for name in words[1:] or LIBRARIES:
            found = record(name)
            if found:
                records[found[0]] = found[1]
        RECORD.write_text(json.dumps({name: records[name] for name in ordered(records)}, indent=0, sort_keys=True) + "\n")
    elif words[:1] != ["page"]:
        sys.exit(__doc__)
    PAGE.write_text(page(records))


if __name__ == "__main__":
    main(sys.argv[1:])
