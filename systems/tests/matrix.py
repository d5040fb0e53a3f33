"""Writes docs/reference/interop.md from the records of test runs, so that it claims nothing that did not run.

    matrix.py record FILE...     takes the records of systems/tests into docs/reference/interop.json, one for each kind of machine, and writes
                                 the page
    matrix.py add FILE...        the same with the records of some files (INTEROP='--only NAME'): other systems keep what they had
    matrix.py check              fails where the page is not what docs/reference/interop.json gives
"""
import collections
import ctypes
import json
import os
import pathlib
import platform
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RECORD, PAGE = ROOT / "docs" / "reference" / "interop.json", ROOT / "docs" / "reference" / "interop.md"
DIRECTIONS = ("in", "out")
DEVICES = ("CPU", "fake driver", "GPU", "2 GPUs")
# system: (example, what its tests show)
SYSTEMS = {
    "MPI, mpi4py": ("mpi_arrays", "send, receive, reduce, gather by MPI's C interface; views and `cucore.Array` in mpi4py's own calls"),
    "NCCL": ("nccl_arrays", "collectives on arrays of every library, strided ones packed, results in the caller's library"),
    "PyTorch": ("torch_op", "a custom operator with autograd, `torch.compile`, a CUDA graph; blocks of paged caches (`kv_blocks`)"),
    "RMM": ("pool_arrays", "RMM's memory resource as the pool of C code; C, CuPy and torch on one pool and one stream"),
    "pytorch-pfn-extras": ("pool_arrays", "CuPy in torch's memory and on its stream, and C code on both"),
    "TensorFlow": ("tensorflow_arrays", "capsules both ways"),
    "CV-CUDA": ("cvcuda_arrays", "image batches to planes and back, its Stream, host to device and back"),
    "Numba": ("numba_arrays", "kernels of Numba on memory of C, its arrays and streams in C"),
    "CUDA Python": ("numba_arrays", "`cuda.core` and `cuda.bindings` objects both ways"),
    "Operators": ("one_op", "one operator in torch's dispatcher, XLA's FFI, tvm-ffi: eager, compiled, gradients"),
    "Arrow": ("arrow_arrays", "`__arrow_c_device_array__` and validity as views, ordered by `sync_event`; and back"),
}


def folder(example):
    """The folder of an example: that of systems, unless it needs none of them."""
    return "systems" if (ROOT / "systems" / example).is_dir() else "examples"


def gpus():
    """The names of the GPUs that a driver finds; the fake driver has none."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return []
    count, names = ctypes.c_int(), []
    if hasattr(library, "fake_reset") or library.cuInit(0) or library.cuDeviceGetCount(ctypes.byref(count)):
        return []
    for device in range(count.value):
        name = ctypes.create_string_buffer(96)
        library.cuDeviceGetName(name, len(name), device)
        names.append(name.value.decode())
    return names


def driver_version():
    version = ctypes.c_int()
    ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(version))
    return f"CUDA {version.value // 1000}.{version.value % 1000 // 10}"


def machine(names):
    """What a record is of: "CPU x86_64", "1 NVIDIA H200", "2 NVIDIA H200"."""
    return f"{len(names)} {names[0]}" if names else f"CPU {platform.machine()}"


def read():
    return json.loads(RECORD.read_text()) if RECORD.exists() else {}


def by_function(record):
    """A record with one row for each test function: how many of its rows passed, failed, were skipped, and why."""
    functions = {}
    for test, row in record["tests"].items():
        found = functions.setdefault(test.split("[")[0], {"system": row["system"], "proves": [], "reasons": []})
        proved = next((entry for entry in found["proves"] if entry[:2] == [row["direction"], row["device"]]), None)
        if proved is None:
            proved = [row["direction"], row["device"], {"passed": 0, "failed": 0, "skipped": 0}]
            found["proves"].append(proved)
        proved[2][row["outcome"]] += 1
        if row["outcome"] == "skipped" and row["reason"] not in found["reasons"]:
            found["reasons"].append(row["reason"])
    return {**record, "tests": functions}


def added(old, new):
    """The record `old` with what `new` has of its systems."""
    kept = {test: row for test, row in old["tests"].items() if row["system"] not in new["versions"]}
    return {**old, "tests": {**kept, **new["tests"]}, "versions": {**old["versions"], **new["versions"]}}


def cell(records, system, direction, device):
    """What the tests of all machines say of one cell: how many passed on some machine, failed, and why others ran nowhere."""
    best, failed, reasons = collections.Counter(), collections.Counter(), collections.defaultdict(set)
    for record in records.values():
        for test, row in record["tests"].items():
            for of_direction, of_device, count in row["proves"]:
                if (row["system"], of_direction, of_device) == (system, direction, device):
                    best[test] = max(best[test], count["passed"])
                    failed[test] += count["failed"]
                    reasons[test] |= set(row["reasons"])
    passed, wrong = sum(best.values()), sum(failed.values())
    text = ", ".join(([str(passed)] if passed else []) + ([f"{wrong} **failed**"] if wrong else [])) or ("-" if best else "")
    return text, sorted({reason for test in reasons if not best[test] for reason in reasons[test]})


def page(records):
    """docs/reference/interop.md, the whole text."""
    lines = ["# Which systems cucore was run with", "",
             "Made by `make interop`. A number counts tests of `systems/tests` that passed. \"In\": C code reads, writes or uses what the system",
             "gives; \"out\": the system takes what C code made. \"Simulated\": on the fake driver, without a GPU. A dash is a test that ran",
             "nowhere, for the reason below the table.", "",
             "| system | direction | CPU | simulated | GPU | 2 GPUs | example |", "| --- | --- | --- | --- | --- | --- | --- |"]
    notes = {}
    for system, (example, _) in SYSTEMS.items():
        for direction in DIRECTIONS:
            cells = [cell(records, system, direction, device) for device in DEVICES]
            for device, (_, reasons) in zip(DEVICES, cells):
                for reason in reasons:
                    places = notes.setdefault(reason, {}).setdefault(device, [])
                    places += [system] if system not in places else []
            first = (system, f"[`{example}`](../../{folder(example)}/{example})") if direction == "in" else ("", "")
            lines.append(f"| {first[0]} | {direction} | " + " | ".join(text for text, _ in cells) + f" | {first[1]} |")
    lines += [""] + (["Not run, some of it or all:", ""] if notes else [])
    lines += [f"- {reason}: " + "; ".join(f"{device} ({', '.join(systems)})" for device, systems in places.items())
              for reason, places in notes.items()] + [""]
    lines += ["What the tests show:", ""] + [f"- **{system}**: {what}" for system, (_, what) in SYSTEMS.items()] + [""]
    lines += ["Run on:", ""]
    for name, record in sorted(records.items()):
        lines.append(f"- **{name}**, {record['date']}, Python {record['python']}" + (f", driver {record['driver']}" if record["driver"] else ""))
        used = {f"{package} {version}" for system in SYSTEMS for package, version in record["versions"].get(system, {}).items()}
        lines[-1] += ": " + ", ".join(sorted(used))
    return "\n".join(lines) + "\n"


def missing(records):
    """Rows of the matrix in which nothing passed."""
    return [f"{system}, {direction}" for system in SYSTEMS for direction in DIRECTIONS
            if not any(cell(records, system, direction, device)[0].split(",")[0].isdigit() for device in DEVICES)]


def generated():
    """Returns the files that this program writes."""
    return [RECORD, PAGE]


def main(arguments):
    records = read()
    if arguments[:1] in (["record"], ["add"]):
        for path in arguments[1:]:
            record = json.loads(pathlib.Path(path).read_text())
            died = [test for test, row in record["tests"].items() if row["outcome"] == "failed" and not row["system"]]
            if died:
                sys.exit(f"{path} is not taken: " + "; ".join(f"{test} {record['tests'][test]['reason']}" for test in died))
            new, old = by_function(record), records.get(record["machine"])
            records[record["machine"]] = added(old, new) if arguments[0] == "add" and old else new
        RECORD.write_text(json.dumps(records, sort_keys=True).replace(', "test_', ',\n"test_') + "\n")
        PAGE.write_text(page(records))
        print(f"wrote {os.path.relpath(PAGE)}; nothing passed in: {'; '.join(missing(records)) or 'no row'}")
        return 0
    if arguments == ["check"]:
        same = PAGE.read_text() == page(records)
        print("docs/reference/interop.md is " + ("what docs/reference/interop.json gives" if same else "stale: make interop, or matrix.py record"))
        return 0 if same else 1
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
