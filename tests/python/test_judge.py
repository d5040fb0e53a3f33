"""python -m cucore judge: each check can fail, and is judged right on a library that keeps all rules, on one that breaks a single one, and on types of cucore."""
import ast
import ctypes
import json
import os
import pathlib
import statistics
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
from cucore.judge import parts, program, report, runner, subject, table  # noqa: E402
from cucore.judge.table import CHECKS  # noqa: E402

FILE = str(pathlib.Path(judged.__file__))
ON_THE_CPU = [check for check in CHECKS.values() if "cuda" not in check.needs]
SUBJECTS, LINES = {}, []


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
        verdicts = [runner.by_program(program.program(check, cases[0], found.setup, found.templates))]
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
    assert [row for row in rows if row.verdict == runner.UNKNOWN and row.seen != "no GPU" and "no CUDA driver" not in row.seen] == []


def test_every_check_is_kept_by_one_of_them():
    kept = set()
    for name in ("library", "own"):
        features = seen(name).features
        kept |= {check.name for check in ON_THE_CPU if any(not runner.missing(check, case, features) for case in check.cases)}
    assert {check.name for check in ON_THE_CPU} == kept


def programs(check, found, cases):
    texts = {case: program.program(check, case, found.setup, found.templates) for case in cases or check.cases[:1]}
    for text in texts.values():
        assert not {"lib", "case"} & program._names(ast.parse(text)), text
    return {case: texts[case] for case in cases}


@pytest.mark.parametrize("check", [check for check in ON_THE_CPU if not check.leaves], ids=lambda check: check.name)
def test_programs_say_the_same(check):
    """The program of a check, which has no word of cucore, ends as the check does, for NumPy; of a table for one that has one."""
    found = numpys() if "table" not in check.needs else seen("own")
    cases = [case for case in (check.cases if os.environ.get("EVERY") else check.cases[:1]) if not runner.missing(check, case, found.features)]
    lib = runner.Lib(found)
    expected = dict(zip(cases, runner.Cases(check, lib, cases).verdicts())) if cases else {}
    texts = programs(check, found, [case for case, verdict in expected.items() if verdict[0] in (runner.KEEPS, runner.BREAKS)])

    def run(lib, case):
        try:
            exec(compile(texts[case], check.name, "exec"), {"__name__": "program"})
        except SystemExit as end:
            assert not end.code
    for text in texts.values():
        lines = text.splitlines()[1:]
        LINES.append(len(lines))
        assert len(lines) < 60 and max(map(len, lines)) <= 190 and ("cucore" not in "".join(lines) or found.target != "numpy")
    if texts:
        for case, verdict in zip(texts, runner.Cases(check._replace(function=run), lib, [*texts]).verdicts()):
            assert verdict[0] == expected[case][0], (case, verdict, expected[case], texts[case])


def numpys():
    if "numpy" not in SUBJECTS:
        SUBJECTS["numpy"] = subject.Subject("numpy")
        runner.look(SUBJECTS["numpy"])
    return SUBJECTS["numpy"]


def test_programs_are_short():
    """Half of those that the test above has made have at most 25 lines."""
    if len(LINES) < 50:
        pytest.skip("the programs are made by test_programs_say_the_same")
    assert statistics.median(LINES) <= 25


# --------------------------------------------------------------------------------------------------------- processes --
ENDS = {  # what a check does, the verdict, what is seen
    "crash": (lambda lib, case: ctypes.string_at(8), runner.BREAKS, "crash by SIGSEGV"),
    "abort": (lambda lib, case: os.abort(), runner.BREAKS, "crash by SIGABRT"),
    "exit": (lambda lib, case: os._exit(3), runner.BREAKS, "the process ends with 3"),
    "hang": (lambda lib, case: __import__("time").sleep(60), runner.BREAKS, "no end after"),
    "exception": (lambda lib, case: 1 / 0, runner.UNKNOWN, "ZeroDivisionError"),
    "no memory": (lambda lib, case: lib.array((1 << 47,), "float64"), runner.UNKNOWN, "array fails"),
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
        Driver.memory = ctypes.create_string_buffer(size.value)
        out._obj.value = ctypes.addressof(self.memory)
        return 0

    def cuMemsetD32Async(self, address, value, count, stream):
        Driver.pending = address.value, value, count.value
        return 0

    def cuMemsetD32_v2(self, *arguments):
        self.cuMemsetD32Async(*arguments, None)
        return self.cuStreamWaitEvent(None, None, 0)

    def cuMemcpyHtoD_v2(self, address, content, size):
        ctypes.memmove(address.value, content, size.value)
        return 0

    def cuMemcpyDtoH_v2(self, out, address, size):
        return self.cuMemcpyHtoD_v2(ctypes.c_uint64(ctypes.addressof(out)), address.value, size)

    def cuEventRecord(self, event, stream):
        return 0

    def cuStreamWaitEvent(self, stream, event, flags):
        address, value, count = self.pending
        numbers = np.full(count, value, "u4")
        ctypes.memmove(address, numbers.ctypes.data, numbers.nbytes)
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
        self.array = np.ctypeslib.as_array((ctypes.c_float * (1 << 20)).from_address(producer.tensor.data)).reshape(1024, 1024).copy()
        return self

    def take_cuda(self, obj):
        found = obj.__cuda_array_interface__
        if found.get("stream") and len(found["shape"]) == 2 and found["shape"][0] == 1024 and not self.wrong:
            Driver(True).cuStreamWaitEvent(None, None, 0)
        numbers = np.frombuffer((ctypes.c_uint8 * (96 + 4 * np.prod(found["shape"]))).from_address(found["data"][0] - 48), "f4")
        self.array = np.ndarray(found["shape"], "f4", numbers, 48, None if self.wrong else found.get("strides"))
        self.array.flags.writeable = self.wrong or not found["data"][1]
        self.owner = None if self.wrong else obj
        if self.wrong and found["shape"] == (2, 3) and "stream" in found:
            raise ValueError("stream")
        return self

    def write(self, y):
        y.array[0, 0] = 77

    def values(self, y):
        return y.array.tolist()


@pytest.mark.parametrize("check", [check for check in CHECKS.values() if "cuda" in check.needs], ids=lambda check: check.name)
def test_checks_of_a_gpu(check, monkeypatch):
    programs(check, numpys(), [])
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
    "program": (["numpy", "--program", "D25-once [versioned, empty]"], 0, "producer = Producer(deleter="),
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
    for name, record in records.items():
        assert set(record["verdicts"]) == set(CHECKS) or name.endswith("on a GPU") and set(record["verdicts"]) < set(CHECKS)
        assert {check for check, verdict in record["verdicts"].items() if verdict == runner.BREAKS} == set(record["seen"])
    assert len(judge_table.UNREPORTED) > 2 and all(check in records[name]["seen"] for name, check, _, _ in judge_table.UNREPORTED)


def test_rules_are_those_of_the_page():
    """Every check names a rule or a section of docs/dev/protocols.md; the parts need only ctypes and Python."""
    page = (ROOT / "docs" / "dev" / "protocols.md").read_text()
    for check in CHECKS.values():
        assert f"**{check.rule}**" in page or f"### {check.rule} " in page, check.name
    assert parts.__dict__.keys().isdisjoint({"numpy", "cucore"})
