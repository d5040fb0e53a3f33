import cucore
from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup

setup(ext_modules=[Pybind11Extension("example", ["example.cpp"], include_dirs=cucore.get_includes(), cxx_std=17)])
