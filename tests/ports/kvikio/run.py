"""kvikio's parse_buffer_argument, as its wheel has it, and on cucore.

    python tests/ports/kvikio/run.py [--folder build/ports/kvikio] [--python interpreter with torch]

Compares what both make of some sixty objects, and times both.  Status 1 where an answer differs that is not in DIFFERENT, or where
a row is slower.
"""
import pathlib
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import released  # noqa: E402

NAME, PACKAGE, VERSION, MODULE, LANGUAGE = "kvikio", "kvikio-cu12", "26.10.0", "kvikio._lib.arr", "c++"
CHECKOUT = "python/kvikio"  # in a checkout
LINES = 332  # of arr.pyx at 9f47e5f, counted by hand: the wheel lacks it
TESTS = []
UNTESTED = "those of kvikio that reach this function need a GPU"
SOURCES = {"kvikio/arr.pyx": "arr.pyx", "kvikio/arr.pxd": "arr.pxd", "ucxx/arr.pyx": "array_pyx.pxi", "ucxx/arr.pxd": "array_pxd.pxi"}
DIFFERENT = {
    "dtype O": "addresses of Python objects mean nothing in a file",
    "interface, typestr None": "the class for a field of a wrong type",
    "interface, typestr empty": "the class for violations of the protocol",
    "interface, typestr unknown": "the class for a wrong value",
    "interface, shape a list": "lists are accepted",
    "interface, a negative extent": "the class for violations of the protocol",
}


def prepare(place, form, build):
    (place / "probe.pyx").write_text((HERE / "probe.pyx").read_text())
    build(place / "probe.pyx", place / "probe.abi3.so")


def load(place, form):
    module = released.load(MODULE, place / "kvikio" / "_lib" / "arr.abi3.so")
    probe = released.load("probe", place / "probe.abi3.so")

    def describe(obj):
        found = [probe.parse(obj)]
        for rest in ((2,), (1 << 20,), (-1,), (None, False)):  # sizes, and memory of devices only
            found.append(released.outcome(lambda x: probe.parse(x, *rest), obj))
        if probe.parse(module.Array(obj)) != found[0]:
            raise AssertionError("an Array of it is something else")
        return found
    return types.SimpleNamespace(take=probe.parse, describe=describe)


if __name__ == "__main__":
    sys.exit(released.main(sys.modules[__name__], HERE))
