## Layouts in Nim, by declarations that c2nim makes, from a shared library of cucore (cucore_shared.c).
##
##     python examples/languages/declarations.py cucore.h --nim -I. > cucore_c.h
##     c2nim --stdints --cdecl --dynlib:'"./libcucore.so"' cucore_c.h
##     nim c --path:. -r examples/languages/layout.nim
import cucore_c

proc make(shape: openArray[int64], itemsize: int64): cucore_layout =
  if cucore_layout_make(cint(shape.len), unsafeAddr shape[0], nil, itemsize, addr result) != CUCORE_OK:
    raise newException(ValueError, $cast[cstring](addr cucore_last_error().message))

proc permute(layout: cucore_layout, axes: openArray[cint]): cucore_layout =
  doAssert axes.len == layout.ndim
  if cucore_layout_permute(unsafeAddr layout, unsafeAddr axes[0], addr result) != CUCORE_OK:
    raise newException(ValueError, $cast[cstring](addr cucore_last_error().message))

let turned = permute(make([3'i64, 4, 5], 4), [2.cint, 0, 1])
echo "shape ", turned.shape[0], " ", turned.shape[1], " ", turned.shape[2],
  " strides ", turned.strides[0], " ", turned.strides[1], " ", turned.strides[2]
try:
  discard make([3'i64, -4], 4)
except ValueError as error:
  echo "refused: ", error.msg
