"""Other libraries' own DLPack tests, bare and with cucore between producer and consumer.

    python tests/ports/dlpack/run.py [--sources FOLDER] [LIBRARY ...]

with an interpreter that has pytest, the libraries, and a C compiler beside it.  NumPy's and pyarrow's tests are in their wheels;
those of the others are taken from FOLDER/<library>.py where it is there, else from their repositories at the tag of the version
that is installed.  Each file runs twice; a test that passes bare and not through cucore is a difference, and has to stand in
EXPLAINED with its reason.  Exits with 1 if one does not.
"""
import argparse
import importlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
import xml.etree.ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

# Where the tests are: a file in the package, or an address with the version in it.
LIBRARIES = {
    "numpy": "_core/tests/test_dlpack.py",
    "pyarrow": "tests/test_dlpack.py",
    "torch": "https://raw.githubusercontent.com/pytorch/pytorch/v{version}/test/test_dlpack.py",
    "jax": "https://raw.githubusercontent.com/jax-ml/jax/jax-v{version}/tests/array_interoperability_test.py",
    "tensorflow": "https://raw.githubusercontent.com/tensorflow/tensorflow/v{version}/tensorflow/python/dlpack/dlpack_test.py",
    "cuda.core": "https://raw.githubusercontent.com/NVIDIA/cuda-python/cuda-core-v{version}/cuda_core/tests/test_utils.py",
}

# (library, pattern of the test's name, why it is not as without)
EXPLAINED = [
    ("numpy", "^test_writeable$", "an ndarray with a legacy capsule: that it may be written is known from its buffer, and said"),
    ("tensorflow", "^testTensorsCanBeConsumedOnceOnly$", "a capsule that is used twice: refused by cucore, in words of its own"),
    ("cuda.core", "^test_args_viewable_as_strided_memory_cpu", "the decorator, which is not patched, makes views of the class that is"),
    ("cuda.core", r"^test_strided_memory_view_cpu\[in_arr3\]$", "0-d: no strides are () there, where an exporter gives the pointer to none"),
]


def tests_of(library, sources, folder):
    """The file with the tests, in `folder`: beside nothing that pytest would take for its settings."""
    package = importlib.import_module(library)
    place, version = LIBRARIES[library], package.__version__.split("+")[0]
    target = folder / f"test_{library.replace('.', '_')}_dlpack.py"
    own = sources / f"{library}.py" if sources else None
    if own and own.exists():
        target.write_text(own.read_text())
    elif place.startswith("https:"):
        with urllib.request.urlopen(place.format(version=version), timeout=60) as answer:
            target.write_bytes(answer.read())
    else:
        target.write_text((Path(package.__file__).parent / place).read_text())
    return target, version


def build(folder):
    """The extension that passes arrays on."""
    headers = [ROOT, sysconfig.get_paths()["include"]]
    headers += [Path(p) for p in os.environ.get("CUCORE_INCLUDE", "").split(":") if p]
    for package, inner in (("tvm_ffi", "include"), ("torch", "include"), ("nvidia.cuda_runtime", "include"), ("nvidia.cu13", "include")):
        try:
            headers += [Path(p) / inner for p in importlib.import_module(package).__path__]
        except ImportError:
            pass
    flags = [f"-I{ROOT}"] + [f"-isystem{path}" for path in headers[1:]]
    target = folder / ("through_cucore" + sysconfig.get_config_var("EXT_SUFFIX"))
    subprocess.run([os.environ.get("CC", "cc"), "-O1", "-shared", "-fPIC", *flags, str(HERE / "through_cucore.c"), "-o", str(target)],
                   check=True)


def outcomes(library, file, folder, through):
    """{name of a test: (passed, failed or skipped, message)}"""
    report = folder / "report.xml"
    report.unlink(missing_ok=True)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), str(folder)]), "JAX_PLATFORMS": "cpu",
                   "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "through_plugin", "-p", "no:cacheprovider", "--rootdir", str(folder),
               "--through", library if through else "none", f"--junitxml={report}", str(file)]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if not report.exists():
        sys.exit(f"{library}: pytest ended with {run.returncode}\n{run.stdout[-3000:]}{run.stderr[-3000:]}")
    results = {}
    for case in xml.etree.ElementTree.parse(report).iter("testcase"):
        found = [child for child in case if child.tag in ("failure", "error", "skipped")]
        outcome = {"failure": "failed", "error": "failed", "skipped": "skipped"}[found[0].tag] if found else "passed"
        results[case.get("name")] = (outcome, found[0].get("message") if found else "")
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("libraries", nargs="*", metavar="LIBRARY", help=", ".join(LIBRARIES))
    parser.add_argument("--sources", type=Path)
    options = parser.parse_args()
    unexplained = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        for library in options.libraries or LIBRARIES:
            try:
                file, version = tests_of(library, options.sources, folder)
            except (ImportError, OSError) as error:
                print(f"{library}: left out: {error}")
                continue
            bare, through = (outcomes(library, file, folder, which) for which in (False, True))
            if not any(outcome == "passed" for outcome, _ in bare.values()):
                print(f"{library} {version}: left out: nothing passes bare: {[message for _, message in bare.values()][:1]}")
                continue
            count = {outcome: sum(o == outcome for o, _ in bare.values()) for outcome in ("passed", "failed", "skipped")}
            differences = [(test, through.get(test, ("missing", ""))) for test in bare
                           if bare[test][0] == "passed" and through.get(test, ("missing",))[0] != "passed"]
            better = sum(through.get(test, ("",))[0] == "passed" for test in bare if bare[test][0] == "failed")
            print(f"{library} {version}: bare {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped; "
                  f"through cucore {len(differences)} fewer pass, {better} more")
            for test, (outcome, message) in differences:
                why = [text for of, pattern, text in EXPLAINED if of == library and re.search(pattern, test)]
                unexplained += not why
                print(f"  {test}: {outcome}: {why[0] if why else 'NOT EXPLAINED: ' + ' '.join(message.split())[:300]}")
    return unexplained > 0


if __name__ == "__main__":
    sys.exit(main())
