"""The rules of the API on the first page of cucore.h's manual, checked on the declarations of the headers."""
import pathlib
import re
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import headers  # noqa: E402

HEADERS = headers.C_NAMES
OF_PYTHON = headers.named("Python")
END = "end of the declarations --"


def declarations(name):
    """The part of a header that is read by users: without the implementation."""
    text = (ROOT / name).read_text()
    part = text[: text.index(END)]
    if name == "cucore_python.h":  # cucore_py_launch and cucore_py_copy stand apart, where both headers are there
        start = text.index("/* python/in/launch.h")
        part += text[start: text.index("CUCORE_END", start)]
        part += text[text.index("/* cucore_py_copy - "):]
        part = part[: part.index(";", part.index("CUCORE_API", part.index("/* cucore_py_copy - "))) + 1]
    return part


FUNCTION = re.compile(r"^(CUCORE_API|static inline)\s+([^;{}#]*?)\b(cucore_\w+)\s*\(([^;{}]*?)\)\s*(?:CUCORE_PRINTF\([^)]*\))?\s*[;{]", re.M)
MARKS = ("CUCORE_NODISCARD", "CUCORE_BLOCKS", "CUCORE_TAKES_GIL", "CUCORE_CONSUMES")


OPTIONAL_PYTHON = {"cucore_py_ops_add", "cucore_py_ops_register_torch"}  # of cucore_op.h, where cucore_results.h is there


class Function:
    def __init__(self, header, comment, match):
        words = match[2].split()
        self.comment, self.name = comment, match[3]
        self.header = "cucore_results.h" if self.name in OPTIONAL_PYTHON else header
        self.marks = [word for word in words if word in MARKS]
        self.type = " ".join(word for word in words if word not in MARKS)
        self.inline = match[1] == "static inline"
        self.parameters = parameters(match[4])


def parameters(text):
    """[(type, name)]; of a pointer to a function the name is that of the pointer."""
    found, depth, part = [], 0, ""
    for c in text + ",":
        depth += (c == "(") - (c == ")")
        if c == "," and not depth:
            part = " ".join(word for word in part.split() if word not in MARKS)
            if part and part != "void":
                pointer = re.search(r"\(\*(\w+)\)", part)
                if part == "...":
                    found.append(("...", ""))
                elif pointer:
                    found.append(("function", pointer[1]))
                else:
                    match = re.fullmatch(r"(.*?)(\w+)(\[\])?", part)
                    found.append((match[1].strip() + ("[]" if match[3] else ""), match[2]))
            part = ""
        else:
            part += c
    return found


def functions():
    found = []
    for header in HEADERS:
        text = declarations(header)
        for match in FUNCTION.finditer(text):
            before = text[: match.start()]
            comment = before[before.rfind("/*"):]
            if not match[3].startswith("cucore__"):
                found.append(Function(header, comment, match))
    return found


FUNCTIONS = functions()
BY_NAME = {f.name: f for f in FUNCTIONS}
EACH = pytest.mark.parametrize("f", FUNCTIONS, ids=[f.name for f in FUNCTIONS])


# ------------------------------------------------------------------------------------------------------------ 1: names --
NOUNS = ("op ops accessor axis_map arg args array buffer capsule context copy copy_plan device dma_buf driver dtype error event event_pool function graph kernel launch_config "
         "launcher layout layout_iter loop loops mapping memory memory_resource module owner pointer program protocol runs shape share_handle slice status stream tensor_map view views dlmanaged export").split()
# Their noun is what they are called with: arguments, a result, the last error of the thread.
ALONE = {"cucore_fail", "cucore_last_error", "cucore_py_args", "cucore_py_check", "cucore_py_copy", "cucore_py_empty", "cucore_py_empty_like",
         "cucore_py_is_array", "cucore_py_launch", "cucore_py_return", "cucore_py_view", "cucore_launch_config_1d", "cucore_slice_all", "cucore_slice_index",
         "cucore_slice_range", "cucore_trim", "cucore_view_as", "cucore_view_size", "cucore_view_nbytes"}


@EACH
def test_names(f):
    assert re.fullmatch(r"cucore(_[a-z0-9]+)+", f.name)
    assert (f.name.startswith("cucore_py_")) == (f.header in OF_PYTHON), "cucore_py_ is what needs Python"
    if f.name in ALONE:
        return
    rest = re.sub(r"^cucore_(py_)?", "", f.name)
    noun = max((noun for noun in NOUNS if rest.startswith(noun + "_")), key=len, default=None)
    assert noun, f"{f.name}: begins with no noun of the list"


QUESTION = re.compile(r"_(is|has|can)_")


@EACH
def test_questions_answer_0_or_1(f):
    if not QUESTION.search(f.name):
        return
    assert f.type == "int" and not f.marks
    assert not any(name == "out" for _, name in f.parameters)


# ---------------------------------------------------------------------------------------------------------- 2: results --
SILENT = re.compile(r"_(release|retain|trim|leave|releasebuffer)$")  # cannot fail, or nobody could do anything about it
TEXTS = re.compile(r"_(format|to_name|name|text)$")
COUNTS = re.compile(r"_(size|nbytes|count|op_extent|to_typestr|to_pep3118|max_itemsize)$|_required_nbytes$")


@EACH
def test_results(f):
    if COUNTS.search(f.name):
        assert f.type == "int64_t"
    elif f.header in OF_PYTHON:
        assert f.type in ("int", "PyObject *", "void")
    elif QUESTION.search(f.name):
        assert f.type == "int"
    elif not f.inline and not TEXTS.search(f.name) and not f.type.startswith("const ") and f.type != "uint64_t":
        assert f.type == "cucore_status" or (f.type == "void" and SILENT.search(f.name))
    if f.name.endswith("_format") or f.name.endswith("_to_name"):
        assert f.type == "size_t" and f.parameters[-2:] == [("char *", "text"), ("size_t", "size")]


@EACH
def test_results_that_must_be_looked_at(f):
    fallible = (f.type == "cucore_status" or f.type == "PyObject *" or COUNTS.search(f.name) and not f.inline
                or f.type == "int" and not QUESTION.search(f.name) and not f.inline)
    silent = SILENT.search(f.name) and f.name != "cucore_py_args_release" or f.name == "cucore_fail"
    assert ("CUCORE_NODISCARD" in f.marks) == bool(fallible and not silent)


# -------------------------------------------------------------------------------------------------- 3, 4: parameters --
LATE = {"stream": 1, "consumer": 1, "options": 2, "out": 3}
MORE_THAN_FIVE = {}  # name: reason


@EACH
def test_order_of_parameters(f):
    names = [name for _, name in f.parameters]
    assert len(names) <= 5 or f.name in MORE_THAN_FIVE, names
    late = [LATE[name] for name in names if name in LATE]
    assert late == sorted(late), names
    if "out" in names and names[-1] != "out":
        pytest.fail(f"out is not the last of {names}")
    if "dst" in names and "src" in names:
        assert names.index("dst") < names.index("src")
    for before, (kind, name) in zip([(None, None), *f.parameters], f.parameters):
        if name == "count" and before[0]:
            assert kind == "size_t" and "*" in before[0] or f.name in ("cucore_memory_fill",), "lists are (items, size_t count)"


TYPES = {"nbytes": {"size_t", "size_t *"}, "flags": {"uint64_t", "unsigned", "int"}, "ndim": {"int"}, "device_id": {"int"},
         "shape": {"const int64_t *"}, "strides": {"const int64_t *"}, "itemsize": {"int64_t", "uint32_t"}, "stream": {"CUstream"}}
FLAGS_OF_OTHERS = {"cucore_event_create": "CU_EVENT_...", "cucore_py_export_getbuffer": "PyBUF_...",
                   "cucore_py_view_move_to_buffer": "PyBUF_..."}
UNWANTED = {"bytes": "nbytes", "ordinal": "device_id", "to": "dst", "from": "src", "data": "user_data", "length": "size"}


@EACH
def test_names_and_types_of_parameters(f):
    for kind, name in f.parameters:
        assert name not in UNWANTED or f.name in ("cucore_layout_move_axis",), f"{name}: say {UNWANTED.get(name)}"
        if name == "flags" and f.name not in FLAGS_OF_OTHERS:
            assert kind == "uint64_t"
        elif name in TYPES and not (kind.endswith("*") and not kind.startswith("const")):  # not of what is filled, or the function's own
            assert kind in TYPES[name], (kind, name)
        if name == "release":
            assert kind == "function"


def not_in(file, names, pattern):
    """The names that a test of C does not try."""
    text = (ROOT / "tests" / "c" / file).read_text()
    assert len(names) > 14
    return [name for name in names if not re.search(pattern % name, text)]


TRIED_ELSEWHERE = {"cai", "dlpack", "kernel", "op", "program", "share"}  # the headers whose own tests try device_ids and NULL for `out`
OF_C = [f for f in FUNCTIONS if f.header in headers.named("C", "CUDA") and f.header[len("cucore_"):-len(".h")] not in TRIED_ELSEWHERE]


def test_every_device_id_is_tried():
    takes = [f.name for f in OF_C if ("int", "device_id") in f.parameters]
    assert not not_in("test_driver_device_ids.c", takes, r"\b%s\(")


def test_functions_of_the_driver_are_called_without_out():
    gives = [f.name for f in OF_C if re.search(r"\bNO_DRIVER\b", f.comment) and "out" in [name for _, name in f.parameters]]
    assert not not_in("test_driver_arguments.c", gives, '"%s: out')


# ----------------------------------------------------------------------------------------------------------- 7: structs --
STRUCT = re.compile(r"typedef struct (cucore_(?!_)\w+) \{(.*?)^\} \1;", re.M | re.S)
STRUCTS = {match[1]: match[2] for header in HEADERS for match in STRUCT.finditer(declarations(header))}


# ----------------------------------------------------------------------------------------------------------- comments --
@EACH
def test_comments(f):
    assert re.search(rf"\b{f.name}\b|_{f.name.rsplit('_', 1)[1]}\b", f.comment) or f.inline, "no comment names it"
    if f.type == "cucore_status" and not SILENT.search(f.name):
        assert "->" in f.comment, "its statuses are not listed"


def test_the_rules_are_read():
    """The declarations are found: what is compiled is what is looked at."""
    assert len(FUNCTIONS) > 150
    for name in ("cucore_fail", "cucore_dtype_make", "cucore_layout_make", "cucore_view_release", "cucore_py_copy"):
        assert name in BY_NAME


# Values and options: the caller fills them in or reads all of them.  Every other struct keeps what is its own in private_, the last member.
OPEN = {"cucore_accessor_spec", "cucore_graph", "cucore_launch", "cucore_loop", "cucore_loop_at", "cucore_occupancy", "cucore_operand", "cucore_param",
        "cucore_params", "cucore_program_header", "cucore_program_image", "cucore_tensor_map", "cucore_tensor_map_spec",
        "cucore_arg", "cucore_array_spec", "cucore_axis_map", "cucore_blocks", "cucore_blocks_report", "cucore_capture_info", "cucore_copy_options", "cucore_device_info",
        "cucore_dtype", "cucore_error", "cucore_event", "cucore_exchange_api", "cucore_exchange_header", "cucore_interface", "cucore_interface_room", "cucore_launch_config", "cucore_layout", "cucore_layout_iter",
        "cucore_memory_functions", "cucore_memory_location", "cucore_memory_policy", "cucore_memory_pool", "cucore_memory_resource_options",
        "cucore_memory_usage", "cucore_module", "cucore_op", "cucore_op_entries", "cucore_op_scalar", "cucore_op_value", "cucore_owner", "cucore_pointer_info", "cucore_py_device", "cucore_py_exceptions", "cucore_py_exporter",
        "cucore_py_launch_array", "cucore_py_launch_spec", "cucore_py_param", "cucore_py_shape", "cucore_repack", "cucore_slice",
        "cucore_stream", "cucore_stream_options",
        "cucore_dma_buf", "cucore_registration", "cucore_runs", "cucore_share_handle"}


@pytest.mark.parametrize("name", STRUCTS)
def test_structs(name):
    body = re.sub(r"/\*.*?\*/", "", STRUCTS[name], flags=re.S)
    members = [part.strip() for part in re.sub(r"\{[^{}]*\}", "", body).split(";") if part.strip()]
    assert ("private_" in members[-1].split()[-1]) == (name not in OPEN), members[-1]
    assert not any("private_" in member for member in members[:-1])


@pytest.mark.parametrize("name", STRUCTS)
def test_types_of_members(name):
    body = re.sub(r"/\*.*?\*/", "", STRUCTS[name], flags=re.S)
    for kind, member in re.findall(r"^\s*((?:const )?\w+) \*?(\w+)(?:\[\w+\])?;", body, re.M):
        assert member not in ("bytes", "ordinal", "length") or name == "cucore_call"
        assert kind == {"flags": "uint64_t", "nbytes": "size_t", "ndim": kind, "device_id": kind}.get(member, kind) or (
            name, member) == ("cucore_copy_plan", "nbytes")


@pytest.mark.parametrize("name", sorted(set(STRUCTS) - {"cucore_error", "cucore_exchange_api", "cucore_exchange_header", "cucore_capture_info"}))
def test_structs_say_what_zeros_are(name):
    text = "".join(declarations(header) for header in HEADERS)
    before = text[: text.index(f"typedef struct {name} {{")]
    comment = before[before.rfind("/*"):] + STRUCTS[name]
    assert re.search(r"[Zz]ero|only fill", comment), "is a struct of zeros valid?"
