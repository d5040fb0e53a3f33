# tensorflow_arrays.c has the command that builds it and runs this.
"""Tensors of TensorFlow in C code and back, on the CPU: each dtype that both have, the same memory, never written."""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

try:
    import tensorflow as tf
except ImportError:
    print("left out: tensorflow is not installed")
    sys.exit(0)

import numpy as np

from tensorflow_arrays import clear, reverse, share

DTYPES = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 "
          "bfloat16 float16 float32 float64 complex64 complex128").split()
to_dlpack, from_dlpack = tf.experimental.dlpack.to_dlpack, tf.experimental.dlpack.from_dlpack

wrong = 0


def check(what, right):
    global wrong
    wrong += not right
    print(f"{what:64s} {'right' if right else 'WRONG'}", flush=True)


def address(tensor):
    return np.asarray(memoryview(tensor)).ctypes.data  # .numpy() copies


def main():
    for name in DTYPES:
        x = tf.cast(tf.reshape(tf.range(6), (3, 2)), name)
        y = from_dlpack(reverse(to_dlpack(x)))
        right = y.dtype == x.dtype and np.array_equal(y.numpy(), x.numpy()[::-1])
        check(f"{name}: a capsule in, a capsule out", right and np.array_equal(from_dlpack(reverse(x)).numpy(), y.numpy()))
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    for what, given in (("a tensor", x), ("a capsule", to_dlpack(x))):
        array = np.asarray(share(given))
        check(f"{what}: the same memory in NumPy, read-only",
              array.ctypes.data == address(x) and not array.flags.writeable and np.array_equal(array, x.numpy()))
    for what, given in (("a tensor", x), ("a capsule", to_dlpack(x)), ("a variable", tf.Variable(x))):
        try:
            clear(given)
            check(f"{what} is not written", False)
        except (TypeError, ValueError) as error:
            check(f"{what} is not written: {str(error)[:38]}", str(error).startswith("x: ") and x[0, 0] == 1)
    array = np.ones(16, "f4")
    tensor = from_dlpack(array.__dlpack__())
    clear(array)
    check("what NumPy and TensorFlow share is NumPy's to write", not np.any(tensor.numpy()))
    if tf.test.is_built_with_cuda():
        print("left out: the GPU: nobody has tried these functions there")
    else:
        print("left out: the GPU: this TensorFlow is built without CUDA, and no other could be had")
    print("everything is right" if not wrong else f"{wrong} WRONG")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
