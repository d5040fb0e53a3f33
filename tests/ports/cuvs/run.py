"""cuVS's dlpack_c, as its wheel has it, and on cucore.

    python tests/ports/cuvs/run.py [--folder build/ports/cuvs] [--python interpreter with torch]

Compares the tensors that both make of some sixty objects, and times both; before an array is wrapped by pylibraft, as all callers do.
Status 1 where an answer differs that is not in DIFFERENT, or where a row is slower.
"""
import pathlib
import shutil
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import released  # noqa: E402

NAME, PACKAGE, VERSION, MODULE, LANGUAGE = "cuvs", "cuvs-cu12", "26.10.0", "cuvs.common.cydlpack", "c"
CHECKOUT = "python/cuvs"  # in a checkout
TESTS = []
UNTESTED = "all tests of cuVS that make a tensor need a GPU"
SOURCES = {"cuvs/cydlpack.pyx": "cydlpack.pyx", "cuvs/cydlpack.pxd": "cydlpack.pxd"}
WRONG = "a tensor of other elements, which pylibraft takes for C or F order"
TAKEN = "has a buffer, but no __array_interface__"
NO_ARRAY = "TypeError, as for every argument that is no array"
DIFFERENT = {
    **dict.fromkeys(["every second column", "backwards", "broadcast", "interface, gaps"], WRONG),
    **dict.fromkeys(["bytes", "no bytes", "bytearray", "memoryview, two axes", "mmap", "BytesIO", "ctypes"], TAKEN),
    **dict.fromkeys(["a list", "a number", "text", "None"], NO_ARRAY),
    **dict.fromkeys(["no elements", "no elements, F order"], "DLPack: the address is NULL"),
    "dtype ?": "DLPack's code for bool, not that of a float of 8 bits",
    **dict.fromkeys(["dl_data_type_to_numpy bool", "dl_data_type_to_numpy complex64"], "NumPy has it"),
    "dl_data_type_to_numpy two lanes": "not one number",
    "memoryview, every second byte": "neither C nor F order",
    "a packed field": "the class for strides that are no multiple of the itemsize",
    "interface, strides for one axis": "the class for strides that do not belong to the shape",
    "interface, a mask": "elements that are masked out are no numbers",
    "interface, typestr None": "numpy.dtype(None) is float64",
    "interface, typestr empty": "cucore's class",
    "interface, typestr unknown": "cucore's class",
    "interface, a negative extent": "no array has it",
}


def dtypes():
    """Names, and DLDataTypes as dl_data_type_to_numpy takes them."""
    for name, *fields in (("int8", 0, 8, 1), ("int16", 0, 16, 1), ("int64", 0, 64, 1), ("uint8", 1, 8, 1), ("uint32", 1, 32, 1),
                          ("float16", 2, 16, 1), ("float64", 2, 64, 1), ("float128", 2, 128, 1), ("two lanes", 2, 32, 2),
                          ("bfloat16", 4, 16, 1), ("complex64", 5, 64, 1), ("bool", 6, 8, 1)):
        yield name, dict(zip(("code", "bits", "lanes"), fields))


def prepare(place, form, build):
    (place / "probe.pyx").write_text((HERE / "probe.pyx").read_text())
    build(place / "probe.pyx", place / "probe.abi3.so")
    if form == "theirs":
        wheel = released.unpack_wheel(place.parent, place.parent / "venv" / "bin" / "python", "pylibraft-cu12", VERSION)
        package = released.make_package(place, "pylibraft.common.cai_wrapper")
        for name in ("ai_wrapper.py", "cai_wrapper.py", "input_validation.py"):
            shutil.copy(wheel / "pylibraft" / "common" / name, package)


def load(place, form):
    module = released.load(MODULE, place / "cuvs" / "common" / "cydlpack.abi3.so")
    more = {f"dl_data_type_to_numpy {name}": released.outcome(lambda dtype: str(module.dl_data_type_to_numpy(dtype)), fields)
            for name, fields in dtypes()}
    probe = released.load("probe", place / "probe.abi3.so")
    if form != "theirs":
        return types.SimpleNamespace(take=probe.take, describe=probe.describe, more=more)
    sys.path.insert(0, str(place))
    from pylibraft.common.cai_wrapper import wrap_array
    return types.SimpleNamespace(take=lambda x: probe.take(wrap_array(x)), describe=lambda x: probe.describe(wrap_array(x)), more=more)


if __name__ == "__main__":
    sys.exit(released.main(sys.modules[__name__], HERE))
