"""Thousands of hostile producers (hostile.py): here, and on a debug build of Python where there is one.

CUCORE_HOSTILE_SEEDS=from:to    which seeds (2000 of them by default, 5000 with make test EVERY=1)
CUCORE_DEBUG_PYTHON=path        a debug build, with the address sanitizer if possible; else python3-dbg and the like on PATH
A failure says which seed it was, and how to see it alone.
"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import pytest

import readme

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BATCH = 200  # seeds of one process
HANGS = 300  # seconds after which a batch does
SEEDS = range(*map(int, os.environ.get("CUCORE_HOSTILE_SEEDS", "0:5000" if readme.EVERY else "0:2000").split(":")))
DEBUG_SEEDS = range(SEEDS.start, min(SEEDS.stop, SEEDS.start + 200)) if "CUCORE_HOSTILE_SEEDS" not in os.environ else SEEDS


def environment(folder, python):
    """Freed memory is overwritten, and there is no device whatever the machine has."""
    path = [str(folder), str(HERE)]
    made = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": "1", "CUDA_VISIBLE_DEVICES": "",
            "PYTHONMALLOC": "debug"}
    made.pop("LD_LIBRARY_PATH", None)
    if python != sys.executable:
        made.pop("LD_PRELOAD", None)
        made["ASAN_OPTIONS"] = "detect_leaks=0:allocator_may_return_null=1:handle_segv=1:detect_stack_use_after_return=0"
        made["PYTHONMALLOC"] = "malloc"  # the sanitizer, or the debug build's own allocator, does the rest
    return made


def shown(python, folder, seeds):
    return f"CUDA_VISIBLE_DEVICES= PYTHONMALLOC=debug PYTHONPATH={folder}{os.pathsep}{HERE} {python} {HERE / 'hostile.py'} {seeds}"


def run(python, folder, seeds):
    """Plays the seeds, a process for each batch, and goes on behind one that crashes: what failed."""
    wrong, at = [], seeds.start
    while at < seeds.stop:
        stop = min(at + BATCH, seeds.stop)
        try:
            process = subprocess.run([python, str(HERE / "hostile.py"), f"{at}:{stop}", "--worker"], capture_output=True, text=True,
                                     errors="replace", env=environment(folder, python), timeout=HANGS)
            output, errors, status = process.stdout, process.stderr, process.returncode
        except subprocess.TimeoutExpired as hung:
            output, errors, status = (hung.stdout or b"").decode(errors="replace"), "hangs", "hangs"
        played = [int(line.split()[1]) for line in output.splitlines() if line.startswith("seed ")]
        for line in output.splitlines():
            if line.startswith("failed "):
                seed, text = line[7:].split(" ", 1)
                wrong.append(f"seed {seed}: {text[:1000]}\n    {shown(python, folder, seed)}")
        if status in (0, 1) and played and played[-1] == stop - 1:
            at = stop
            continue
        if not played:
            wrong.append(f"seeds {at}:{stop} did not begin: {errors[-2000:]}")
            break
        wrong.append(f"seed {played[-1]}: the process ended with status {status}\n    {shown(python, folder, played[-1])}\n"
                     f"    should it need what came before: {shown(python, folder, f'{at}:{played[-1] + 1}')}\n{errors[:3000]}")
        at = played[-1] + 1
    return wrong


def report(wrong):
    assert not wrong, f"{len(wrong)} findings\n" + "\n".join(wrong[:20])


def test_plans_are_the_same_everywhere():
    """A seed means one producer on every version of Python: nothing in a plan depends on hashes or on random's helpers."""
    code = ("import sys, zlib, hostile\n"
            "print([zlib.crc32(repr(hostile.plan(seed)).encode('utf-8', 'surrogatepass')) for seed in range(100)])")
    said = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100,
                           env={**environment(build_folder(), sys.executable), "PYTHONHASHSEED": str(hash_seed)}).stdout
            for hash_seed in (0, 1, 2)}
    assert len(said) == 1 and len(set(said.pop().split(","))) == 100


def build_folder():
    import cucore_test

    return pathlib.Path(cucore_test.__file__).resolve().parent


def test_seeds():
    """B81, B82, B83, B84, B85, B86, B89, B90, B91, B92, and what nobody thought of."""
    pytest.importorskip("export_test")
    report(run(sys.executable, build_folder(), SEEDS))


# ------------------------------------------------------------------------------------------------------- debug builds --
def debug_python():
    """A debug build that runs, or None and why not."""
    named = os.environ.get("CUCORE_DEBUG_PYTHON")
    version = "%d.%d" % sys.version_info[:2]
    candidates = [named] if named else ["python3-dbg", f"python{version}-dbg", f"python{version}d", "python3.11-dbg", "python3.11d"]
    for candidate in candidates:
        path = shutil.which(candidate)
        if not path:
            continue
        asked = subprocess.run([path, "-c", "import sys; print(hasattr(sys, 'gettotalrefcount'), sys.version_info >= (3, 9))"],
                               capture_output=True, text=True, env={**environment("", ""), "ASAN_OPTIONS": "detect_leaks=0"})
        if asked.stdout.split() == ["True", "True"]:
            return path, None
        return None, f"{path} is no debug build of Python 3.9 or newer: {asked.stdout} {asked.stderr[-200:]}"
    return None, f"none of {', '.join(candidates)} is on PATH, and CUCORE_DEBUG_PYTHON names none"


def build_for(python, folder):
    """Both test modules for another interpreter, as the Makefile builds them; a sanitized interpreter gets sanitized modules."""
    code = ("import sysconfig; v = sysconfig.get_config_var\n"
            "print(sysconfig.get_paths()['include'], v('EXT_SUFFIX'), 'address-sanitizer' in (v('CONFIG_ARGS') or ''))")
    include, suffix, sanitized = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True,
                                                env=environment("", "")).stdout.split()
    flags = ["-fsanitize=address", "-fno-omit-frame-pointer"] if sanitized == "True" else []
    folders = [option for name in ("CUDA_INCLUDE", "DLPACK_INCLUDE") if os.environ.get(name)
               for option in ("-isystem", os.environ[name])]
    for name in ("cucore_test", "export_test"):
        out = folder / (name + suffix)
        compiler = [*shlex.split(os.environ.get("CC", "cc")), "-O1"] if flags or readme.EVERY else [readme.CC, "-O0"]
        command = [*compiler, "-std=c99", "-D_GNU_SOURCE", "-g1", *flags, "-shared",
                   "-fPIC", f"-I{ROOT}", *folders, "-isystem", include, str(HERE / f"{name}.c"), "-o", str(out), "-lpthread"]
        built = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        if built.returncode:
            pytest.skip(f"the test module cannot be built for {python}: {built.stderr[-500:]}")


def test_seeds_on_a_debug_build(tmp_path):
    python, why = debug_python()
    if not python:
        pytest.skip(why)
    build_for(python, tmp_path)
    report(run(python, tmp_path, DEBUG_SEEDS))
