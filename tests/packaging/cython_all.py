"""Prints a Cython module that calls every function of a .pxd as it is declared there, reads every constant and field.

    python tests/packaging/cython_all.py cucore/__init__.pxd > every.pyx

The compiler then compares that with the headers.  The last line counts the functions.
"""
import pathlib
import re
import sys

FUNCTION = re.compile(r"^    ((?:const )?[\w ]+?)( ?\**)(cucore_\w+|CUCORE_ARG)"
                      r"(?: \"\w+\")?\((.*)\)(?: except -1)?$", re.M)
CONSTANT = re.compile(r"^    (?:(?:const (\w+) )|CUstream |    )(CUCORE_\w+)$", re.M)
STRUCT = re.compile(r"^    ctypedef struct ((?:cucore_|DL)\w+):\n((?:        .*\n)+)", re.M)
HEAD = """\
# cython: language_level=3
from cucore cimport *
from cpython.object cimport PyObject, PyTypeObject
from libc.stdint cimport *
"""


def parameters(text):
    """The parameters of a function, those that are functions among them."""
    depth, found = 0, [""]
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            found.append("")
        else:
            found[-1] += character
    return [item.strip() for item in found if item.strip()]


def main():
    text = pathlib.Path(sys.argv[1]).read_text()
    functions = FUNCTION.findall(text)
    print(HEAD)
    for kind, stars, name, declared in functions:
        print(f"def call_{name}():")
        values = []
        for number, parameter in enumerate(parameters(declared)):
            of_type = re.sub(r"\w+$", "", parameter).strip()
            if "(*" in parameter or of_type == "object":
                values.append("NULL" if "(*" in parameter else "None")
            elif parameter != "...":
                print(f"    cdef {of_type} a{number}" + " = NULL" * of_type.endswith("*"))
                values.append(f"a{number}")
        result = (kind + stars).strip()
        print(f"    {'' if result == 'void' else f'cdef {result} result = '}{name}({', '.join(values)})")
    print("def constants():")
    for number, (kind, name) in enumerate(CONSTANT.findall(text)):
        print(f"    cdef {kind or ('CUstream' if name.startswith('CUCORE_STREAM_') else 'int64_t')} c{number} = {name}")
    for name, body in STRUCT.findall(text):
        lines = [line for line in body.splitlines() if line.strip() != "pass"]
        print(f"cdef void fields_{name}({name} *of):\n    cdef void *at = of")
        for line in lines:
            plain = re.fullmatch(r" +([^(]*?)(\w+)", line)
            other = re.search(r"(\w+)(?:\[|\)\()", line)  # a function or an array
            if plain:  # its type is compared, too
                print(f"    cdef {plain[1]}*of_{plain[2]} = &of.{plain[2]}")
            else:
                print(f"    at = <void *>&of.{other[1]}")
    print(f"# {len(functions)} functions")


if __name__ == "__main__":
    main()
