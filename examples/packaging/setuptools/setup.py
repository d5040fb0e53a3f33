import cucore
from setuptools import Extension, setup

setup(ext_modules=[Extension("example", ["example.c"], include_dirs=cucore.get_includes())])
