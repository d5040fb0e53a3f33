"""ucxx's Array, as its wheel has it, and on cucore.

    python tests/ports/ucxx/run.py [--folder build/ports/ucxx] [--python interpreter with torch] [--sources checkout of v0.52.00]

Compares what both make of some sixty objects, times both, and runs ucxx's test_arr.py on both, which is not in the wheel: with
--sources.  Status 1 where an answer differs that is not in DIFFERENT, where a test is lost, or where a row is slower.
"""
import pathlib
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import released  # noqa: E402

NAME, PACKAGE, VERSION, MODULE, LANGUAGE = "ucxx", "ucxx-cu12", "0.52.0", "ucxx._lib.arr", "c"
CHECKOUT = "python/ucxx"  # in a checkout
LINES = 321  # of arr.pyx at 0016b0e, counted by hand: the wheel lacks it
TESTS = ["ucxx/_lib/tests/test_arr.py"]
UNTESTED = "the wheel has none: --sources runs test_arr.py of a checkout"
SOURCES = {"ucxx/arr.pyx": "arr.pyx", "ucxx/arr.pxd": "arr.pxd"}
ORDER = "such an array is in both orders, which ucxx reports only with strides"
DIFFERENT = {
    **dict.fromkeys(["one element", "axes of one element", "33 axes"], ORDER),
    **dict.fromkeys(["no elements", "no elements, F order", "interface, no elements"], ORDER),
    "bytearray": "ucxx gives the buffer back while the Array has its address: the bytearray can grow, and move",
    "dtype O": "addresses of Python objects mean nothing on the other side",
    "a packed field": "strides that are no multiple of the itemsize; UCX refuses what is not contiguous in any case",
    "interface, typestr None": "the class for a field of a wrong type",
    "interface, typestr empty": "the class for violations of the protocol",
    "interface, typestr unknown": "the class for a wrong value",
    "interface, shape a list": "lists are accepted",
    "interface, a negative extent": "ucxx makes an array of -8 bytes of it",
}


def prepare(place, form, build):
    pass


def can_grow(obj):
    """Whether the memory of a bytearray can go while an Array has its address."""
    if not isinstance(obj, bytearray):
        return None
    try:
        obj.append(0)
    except BufferError:
        return False
    obj.pop()
    return True


def load(place, form):
    module = released.load(MODULE, place / "ucxx" / "_lib" / "arr.abi3.so")

    def describe(obj):
        x = module.Array(obj)
        return [can_grow(obj), x.ptr, x.readonly, x.itemsize, x.ndim, x.shape, x.strides, x.nbytes, x.cuda,
                x.c_contiguous, x.f_contiguous, x.contiguous]
    return types.SimpleNamespace(take=module.Array, describe=describe)


if __name__ == "__main__":
    sys.exit(released.main(sys.modules[__name__], HERE))
