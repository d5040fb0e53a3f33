"""python -m cucore judge: each check can fail, and is judged right on a library that keeps all rules, on one that breaks a single one, and on types of cucore."""
import ctypes
import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging" / "python"))
np = pytest.importorskip("numpy")
if not hasattr(os, "fork"):
    pytest.skip("the checks run in forks here", allow_module_level=True)
import judged  # noqa: E402
from cucore import judge  # noqa: E402
from cucore.__main__ import main  # noqa: E402
from cucore.judge import parts, report, runner, subject, table  # noqa: E402
from cucore.judge.table import CHECKS  # noqa: E402

FILE = str(pathlib.Path(judged.__file__))
ON_THE_CPU = [check for check in CHECKS.values() if "cuda" not in check.needs]
SUBJECTS = {}


def seen(name):
    """The subject of judged.py, looked at once."""
    if name not in SUBJECTS:
        if name in ("tabled", "own", "array") and not judged.ex:
            pytest.skip("export_test is not built")
        found = SUBJECTS[name] = subject.Subject(f"{FILE}:{name}")
        runner.look(found)
    return SUBJECTS[name]


# The subject that breaks a check, if it is not `library`: NumPy raises ValueError in place of BufferError.
SUBJECT = {"A8-elements": "buffered", "A8-itemsize": "buffered", "A8-format": "buffered", "A6-references": "buffered", "A5-read-only": "buffered",
           "A8-not-contiguous": "buffered"}


@pytest.mark.parametrize("check", ON_THE_CPU, ids=lambda check: check.name)
def test_each_check_can_fail(check, monkeypatch):
    """With its own fault it is broken.  Without, the next test has that it is kept."""
    name = "tabled" if "table" in check.needs else SUBJECT.get(check.name, "library")
    found = seen(name)
    monkeypatch.setattr(judged, "FAULTS", {check.name})
    monkeypatch.setenv("JUDGED", check.name)
    cases = [case for case in check.cases if not runner.missing(check, case, found.features)]
    if check.leaves:
        verdicts = [runner.by_program(table.program(check, cases[0], found.setup, found.templates))]
    else:
        judged_check = check._replace(function=lambda lib, case: (judged.arrange(), check.function(lib, case)))
        verdicts = runner.Cases(judged_check, runner.Lib(found), cases).verdicts()
    assert runner.BREAKS in [verdict for verdict, _ in verdicts], verdicts


@pytest.mark.parametrize("name", ["library", "own", "array"])
def test_what_keeps_all_is_judged_so(name):
    """Also cucore's own rows: cucore.Array, and a type of CUCORE_PY_EXPORT_TYPE, are without a break."""
    rows = list(runner.rows(seen(name)))
    assert [row for row in rows if row.verdict == runner.BREAKS] == []
    assert sum(row.verdict == runner.KEEPS for row in rows) > 270
    assert [row for row in rows if row.verdict == runner.UNKNOWN and row.seen != "no GPU"] == []


def test_every_check_is_kept_by_one_of_them():
    kept = set()
    for name in ("library", "own"):
        features = seen(name).features
        kept |= {check.name for check in ON_THE_CPU if any(not runner.missing(check, case, features) for case in check.cases)}
    assert {check.name for check in ON_THE_CPU} == kept


@pytest.mark.parametrize("check", [check for check in ON_THE_CPU if not check.leaves], ids=lambda check: check.name)
def test_programs_say_the_same(check):
    """The program of a check, which has no word of cucore, ends as the check does, for NumPy."""
    found = subject.Subject("numpy")
    found.features = {"asks", "buffer", "copies", "export", "host", "interface", "legacy", "readonly", "take", "take_buffer", "take_interface", "versioned",
                      "writable", "writes"}
    case = check.cases[0]
    if runner.missing(check, case, found.features):
        text = table.program(check, case, found.setup, found.templates)
        compile(text, check.name, "exec")
        return
    expected = runner.Cases(check, runner.Lib(found), [case]).verdicts()[0]
    text = table.program(check, case, found.setup, found.templates)
    assert "cucore" not in text.split("\n", 1)[1]

    def run(report):
        try:
            exec(compile(text, check.name, "exec"), {"__name__": "program"})
        except Exception as error:
            report({"AssertionError": runner.BREAKS, "Unknown": runner.UNKNOWN, "NotOffered": runner.NOT_OFFERED}.get(type(error).__name__, "another"))
        else:
            report(runner.KEEPS)
    found, status, output = runner.Child(run).results()
    said = found[0] if found else runner.BREAKS
    assert said == expected[0] or said == "another" and expected[0] in (runner.UNKNOWN, runner.NOT_OFFERED), (said, expected, output)


# --------------------------------------------------------------------------------------------------------- processes --
ENDS = {  # what a check does, the verdict, what is seen
    "crash": (lambda lib, case: ctypes.string_at(8), runner.BREAKS, "crash by SIGSEGV"),
    "abort": (lambda lib, case: os.abort(), runner.BREAKS, "crash by SIGABRT"),
    "exit": (lambda lib, case: os._exit(3), runner.BREAKS, "the process ends with 3"),
    "hang": (lambda lib, case: __import__("time").sleep(60), runner.BREAKS, "no end after"),
    "exception": (lambda lib, case: 1 / 0, runner.UNKNOWN, "ZeroDivisionError"),
    "no such array": (lambda lib, case: lib.array((2, 3), "no such dtype"), runner.NOT_OFFERED, "array fails"),
    "no words": (lambda lib, case: lib.something(), runner.NOT_OFFERED, "no words for something"),
}


@pytest.mark.parametrize("name", ENDS)
def test_how_a_check_ends(name, monkeypatch):
    """The cases before and after one that ends its process are judged all the same."""
    function, verdict, text = ENDS[name]
    monkeypatch.setattr(runner, "TIMEOUT", 1.0)
    check = table.Check("X-test", ("export",), "", "", ("a", "b", "c"), False, False, lambda lib, case: function(lib, case) if case == "b" else None)
    first, found, last = runner.Cases(check, runner.Lib(seen("library")), list(check.cases)).verdicts()
    assert first == last == (runner.KEEPS, "") or first == last == [runner.KEEPS, ""]
    assert found[0] == verdict and text in found[1]


# -------------------------------------------------------------------------------------------------------------- CUDA --
class Driver:
    """A driver of host memory: copies are done at once, the library's work when its stream is waited for."""

    def __init__(self, late):
        self.late = late

    def cuStreamCreate(self, out, flags):
        ctypes.c_void_p.from_address(ctypes.addressof(out._obj)).value = 77
        return 0

    cuEventCreate = cuStreamCreate

    def cuMemAlloc_v2(self, out, size):
        self.memory = ctypes.create_string_buffer(size.value)
        out._obj.value = ctypes.addressof(self.memory)
        return 0

    def cuMemsetD32Async(self, address, value, count, stream):
        self.pending = value
        return 0

    def cuEventRecord(self, event, stream):
        return 0

    def cuStreamWaitEvent(self, stream, event, flags):
        ctypes.memmove(self.memory, np.full(len(self.memory) // 4, self.pending, "u4").ctypes.data, len(self.memory))
        return 0

    def cuMemcpyDtoHAsync_v2(self, out, address, size, stream):
        ctypes.memmove(out, address, size.value)
        return 0

    def cuStreamSynchronize(self, stream):
        return 0


class OnGpu:
    """Pretends to have arrays of a GPU; `wrong` is what it does wrong."""

    def __init__(self, wrong):
        self.wrong, self.result = wrong, None

    def cuda_array(self, shape, dtype):
        return self

    cuda_stream = cuda_array = lambda self, *shape: self

    def cuda_late(self, shape):
        self.array = np.zeros(shape, "f4")
        return self

    def __cuda_stream__(self):
        return (1, 5) if self.wrong else (0, 5)

    @property
    def __cuda_array_interface__(self):
        return {"shape": (0, 3), "typestr": "<f4", "data": (0, False), "version": 3, "strides": None, "stream": 0 if self.wrong else 1}

    def __dlpack__(self, stream=None):
        if hasattr(self, "array"):
            if not self.wrong:
                self.array[:] = 1
            return self.array.__dlpack__()
        if stream in (0, -2) and not self.wrong:
            raise ValueError("stream")

    def take(self, producer):
        producer.__dlpack__(stream=-1 if self.wrong else 1)
        self.array = np.ctypeslib.as_array((ctypes.c_float * (1 << 20)).from_address(producer.tensor.managed.t.data)).reshape(1024, 1024).copy()
        return self

    def values(self, y):
        return y.array.tolist()


@pytest.mark.parametrize("check", [check for check in CHECKS.values() if "cuda" in check.needs], ids=lambda check: check.name)
def test_checks_of_a_gpu(check, monkeypatch):
    monkeypatch.setattr(ctypes, "CDLL", lambda name: Driver(True))
    for wrong, verdict in ((False, runner.KEEPS), (True, runner.BREAKS)):
        found = [runner.judged(check, OnGpu(wrong), case) for case in check.cases]
        assert verdict in [each for each, _ in found] and (wrong or {each for each, _ in found} == {verdict}), found


# --------------------------------------------------------------------------------------------------- the command line --
def ends(*arguments):
    try:
        main(["judge", *arguments])
    except SystemExit as end:
        return end.code
    return 0


COMMANDS = {  # arguments, the status, what it says
    "kept": (["numpy", "--rule", "D30"], 0, "2 keeps, 0 breaks"),
    "broken": (["numpy", "--rule", "P8-empty-data"], 1, "seen:     data is 0x"),
    "declared": (["numpy", "--rule", "P8-empty-data", "--known", "P8-empty-data"], 0, "breaks (declared)"),
    "declared and kept": (["numpy", "--rule", "D30", "--known", "D30"], 0, "declared as broken, and not broken: D30"),
    "only consumer": (["numpy", "--rule", "P8", "--only", "consumer"], 2, "there is no rule P8"),
    "all rows": (["numpy", "--rule", "D4", "--rule", "D30", "--all"], 0, "keeps           consumer D30-no-deleter [legacy]"),
    "a function": (["numpy.zeros", "--rule", "P1"], 0, "2 keeps, 0 breaks"),
    "a type": (["numpy.ndarray", "--rule", "P1"], 0, "2 keeps"),
    "a function of a file": (["HERE/mine.py:make", "--rule", "P1"], 0, "2 keeps"),
    "an array of a file": (["HERE/mine.py:made", "--rule", "P1"], 0, "2 keeps"),
    "what takes": (["numpy.zeros", "--takes", "numpy.from_dlpack", "--rule", "D25-once"], 0, "6 keeps"),
    "no module": (["nosuchmodule"], 2, "nosuchmodule: no such module"),
    "no name": (["numpy.nosuchname"], 2, "numpy has no 'nosuchname'"),
    "no file": (["HERE/none.py:f"], 2, "is not a file"),
    "no array": (["json"], 2, "json makes no array here"),
    "program": (["numpy", "--program", "D25-once [versioned, empty]"], 0, "check('versioned, empty')"),
    "no program": (["numpy", "--program", "D99"], 2, "there is no check 'D99'"),
    "no case": (["numpy", "--program", "D30-no-deleter [both]"], 2, "has no case 'both': legacy, versioned"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_command_line(name, tmp_path, capfd):
    arguments, status, text = COMMANDS[name]
    (tmp_path / "mine.py").write_text("import numpy\ndef make(shape, dtype):\n    return numpy.zeros(shape, dtype)\nmade = numpy.zeros((2, 3), 'f4')\n")
    assert ends(*[each.replace("HERE", str(tmp_path)) for each in arguments]) == status
    assert text in "".join(capfd.readouterr())


def test_json_and_function():
    found = judge.judge("numpy", rules=["P8-empty-data"], known=["P8-empty-data [legacy]", "D30"])
    assert [(row.label, row.verdict) for row in found.broken] == [("P8-empty-data [versioned]", "breaks")] and found.stale == ["D30"]
    again = report.read(found.json())
    assert again == found and json.loads(found.json())["rows"][0]["rule"] == "P8"
    with pytest.raises(RuntimeError, match="no such module"):
        judge.judge("nosuchmodule")


def test_fixture(tmp_path):
    (tmp_path / "test_mine.py").write_text('''
import pytest
pytest_plugins = ["cucore.judge.plugin"]
@pytest.mark.parametrize("known", [[], ["P8-empty-data"], ["P8-empty-data", "D30"]], ids=["undeclared", "declared", "stale"])
def test_protocols(judge, known):
    judge("numpy", rules=["P8-empty-data", "D30"], known=known)
''')
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert "2 failed, 1 passed" in done.stdout, done.stdout
    assert "data of an empty array is NULL" in done.stdout and "declared as broken, and not broken: D30" in done.stdout


def test_table_is_what_the_records_give():
    """docs/reference/judge.md; types of cucore keep all, every check of a record is one, and each that is broken says what was seen."""
    sys.path.insert(0, str(ROOT / "tests" / "judge"))
    import judge_table
    records = judge_table.read()
    assert judge_table.PAGE.read_text() == judge_table.page(records)
    for name in ("cucore.Array", "CUCORE_PY_EXPORT_TYPE"):
        assert records[name]["seen"] == {} and list(records[name]["verdicts"].values()).count(runner.KEEPS) > 60
    for record in records.values():
        assert set(record["verdicts"]) == set(CHECKS)
        assert {check for check, verdict in record["verdicts"].items() if verdict == runner.BREAKS} == set(record["seen"])


def test_rules_are_those_of_the_page():
    """Every check names a rule or a section of docs/dev/protocols.md; the parts need only ctypes and Python."""
    page = (ROOT / "docs" / "dev" / "protocols.md").read_text()
    for check in CHECKS.values():
        assert f"**{check.rule}**" in page or f"### {check.rule} " in page, check.name
    assert parts.__dict__.keys().isdisjoint({"numpy", "cucore"})
