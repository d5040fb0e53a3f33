"""A wheel for every Python from 3.11 on, which needs no other package: abi3."""
import cucore
from setuptools import Extension, setup

setup(ext_modules=[Extension("one_op", ["one_op.c"], include_dirs=cucore.get_includes(), py_limited_api=True,
                             depends=["kernels.h"], define_macros=[("Py_LIMITED_API", "0x030B0000")],
                             extra_compile_args=["-Os", "-g0", "-fno-math-errno", "-fno-asynchronous-unwind-tables"],
                             extra_link_args=["-s"])],
      options={"bdist_wheel": {"py_limited_api": "cp311"}})
