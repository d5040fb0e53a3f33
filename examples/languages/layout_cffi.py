"""Layouts by cffi, which reads the declarations of the header and loads a shared library of cucore (cucore_shared.c).

    pip install cffi
    python examples/languages/layout_cffi.py ./libcucore.so
"""
import pathlib
import sys

import cffi

import declarations

ffi = cffi.FFI()
ffi.cdef(declarations.declarations(pathlib.Path(__file__).resolve().parents[2] / "cucore.h"))
library = ffi.dlopen(sys.argv[1])


def checked(status, layout):
    if status:
        raise ValueError(ffi.string(library.cucore_last_error().message).decode())
    return layout


def make(shape, itemsize):
    layout = ffi.new("cucore_layout *")
    return checked(library.cucore_layout_make(len(shape), shape, ffi.NULL, itemsize, layout), layout)


def permute(layout, axes):
    if len(axes) != layout.ndim:
        raise ValueError(f"{len(axes)} axes for {layout.ndim}")
    out = ffi.new("cucore_layout *")
    return checked(library.cucore_layout_permute(layout, axes, out), out)


turned = permute(make([3, 4, 5], 4), [2, 0, 1])
print("shape", *turned.shape[0:turned.ndim], "strides", *turned.strides[0:turned.ndim])
try:
    make([3, -4], 4)
except ValueError as error:
    print("refused:", error)
