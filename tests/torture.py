"""Which public functions can fail in a way that is not their arguments': read from the text of the headers.

A function can fail if its body, or that of a function or macro that it names, allocates, starts a thread, calls the driver,
calls Python, or calls a function of a memory resource.  A name counts where it stands: also a function that is only pointed to.

    python tests/torture.py     list them, with what each can fail at
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import headers  # noqa: E402

HEADERS = headers.C_NAMES

# What fails, by how it looks in the source.
FAULTS = {
    "malloc": re.compile(r"\b(?:malloc|calloc|realloc)\s*\("),
    "thread": re.compile(r"\bpthread_create\s*\("),
    "driver": re.compile(r"\bcucore__(?:share_)?driver\s*\.\s*\w+|\bCUCORE__(?:SHARE_)?CALL\w*\s*\("),
    "python": re.compile(r"\b_?Py[A-Z]\w*_\w+\s*\(|\bPy_BuildValue\s*\("),
    "resource": re.compile(r"CUCORE__CALL_ALLOCATOR\(\w+, (?:allocate|deallocate)\b"),
    "pointer": re.compile(r"(?:->|\.)\s*(?:release|deleter|view|wrap|stream)\s*\("),  # of the caller's, or of other code here
}
# The driver's functions that only name an error.
HARMLESS = re.compile(r"cucore__driver\s*\.\s*(?:GetErrorName|GetErrorString)\b")
# Python's that neither allocate nor run code: checks, borrowed pieces, the error indicator, threads.
INFALLIBLE = re.compile(
    r"\b(?:Py\w+_(?:Check|CheckExact|CheckBuffer|HasFeature|IsSubtype|GET_\w+|IS_\w+|DATA|Free|IsValid)|PyErr_\w+|"
    r"PyGILState_\w+|PyEval_\w+|PyThread\w*_\w+|PyInterpreterState_\w+|PyMutex_\w+|PyException_\w+|PyType_Modified|"
    r"PyUnstable_\w+|_PyThreadState_\w+)\s*\(")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
DECLARATION = re.compile(r"^CUCORE_API\b[^;{]*?\b(cucore_\w+)\s*\([^;{]*;", re.M | re.S)
INLINE = re.compile(r"^static inline [^;{]*?\b(cucore_\w+)\s*\([^;{]*\{", re.M | re.S)
DEFINITION = re.compile(r"^(?:[A-Za-z_][^;{}#]*?)\b(\w+)\s*\([^;{}]*\)\s*\n\{\n(.*?)^\}", re.M | re.S)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\\\n]|\\\n|\\.)*)", re.M)


def plain(text):
    """The source without its comments and strings."""
    return STRING.sub('""', COMMENT.sub(" ", text))


def read():
    return {name: plain((ROOT / name).read_text()) for name in HEADERS}


def public_functions(sources):
    """Name -> header, in the order of the headers; functions that are inline among them."""
    found = {}
    for header, text in sources.items():
        for name in DECLARATION.findall(text) + INLINE.findall(text):
            found.setdefault(name, header)
    return found


def bodies(sources):
    """Name -> text of every function and macro; one that is defined several times (systems, versions) has them all."""
    found = {}
    for text in sources.values():
        for name, body in MACRO.findall(text):
            found[name] = found.get(name, "") + " " + body.replace("\\\n", " ")
        without_macros = MACRO.sub("", text)
        for name, body in DEFINITION.findall(without_macros):
            found[name] = found.get(name, "") + " " + body
        for name, body in re.findall(r"^[^\n#;]*\b(cucore_\w+)\s*=\s*\{(.*?)\};", without_macros, re.M | re.S):
            found[name] = found.get(name, "") + " " + body  # tables of functions
    return found


def direct_faults(body):
    body = INFALLIBLE.sub(" ", HARMLESS.sub(" ", body))
    return {kind for kind, pattern in FAULTS.items() if pattern.search(body)}


# Functions that another one only points to, and who calls them by that pointer.
POINTED_TO = {"cucore__py_detach": "cucore_view_detach"}


# What fails without a failure of those who call it: tests/c/test_driver_release.c has each of its faults.
ELSEWHERE = {"cucore__view_release_late", "cucore__late_release_ready", "cucore__late_step", "cucore__late_look", "cucore__view_end_late",
             "cucore__py_home_of"}


def reachable(name, texts, seen):
    """The names that a function leads to, itself among them."""
    stack = [name]
    while stack:
        one = stack.pop()
        if one in seen or one not in texts or one in ELSEWHERE:
            continue
        seen.add(one)
        stack.extend(word for word in re.findall(r"\b\w+\b", texts[one]) if word not in POINTED_TO)
        stack.extend(word for word, caller in POINTED_TO.items() if caller == one)
    return seen


def fallible(sources=None):
    """Public function -> set of the kinds of faults that it can meet."""
    sources = sources or read()
    texts = bodies(sources)
    direct = {name: direct_faults(body) for name, body in texts.items()}
    result = {}
    for name in public_functions(sources):
        kinds = set()
        for reached in reachable(name, texts, set()):
            kinds |= direct[reached]
        if kinds:
            result[name] = kinds
    return result


if __name__ == "__main__":
    found = fallible()
    for name, kinds in found.items():
        print(name, *sorted(kinds))
    print(len(found), "of", len(public_functions(read())), file=sys.stderr)
