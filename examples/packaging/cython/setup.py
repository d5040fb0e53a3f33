import cucore
from Cython.Build import cythonize
from setuptools import Extension, setup

setup(ext_modules=cythonize(Extension("example", ["example.pyx"], include_dirs=cucore.get_includes())))
