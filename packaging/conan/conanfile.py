"""conan create packaging/conan: the headers of this checkout as a package.

find_package(cucore) takes the cucoreConfig.cmake that is in the package, which takes dlpack.h from the package dlpack by
find_package(dlpack): generate CMakeDeps.
"""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

required_conan_version = ">=2.0"


def _homepage():
    """The address in pyproject.toml, which is exported with the recipe; None as long as there is none."""
    here = os.path.dirname(os.path.abspath(__file__))
    for folder in (here, os.path.join(here, os.pardir, os.pardir)):
        if os.path.isfile(os.path.join(folder, "pyproject.toml")):
            with open(os.path.join(folder, "pyproject.toml"), encoding="utf-8") as file:
                found = re.search(r'^Homepage = "(.+)"$', file.read(), re.M)
            return found[1] if found else None
    return None


class Cucore(ConanFile):
    name = "cucore"
    license = "MIT"
    homepage = _homepage()
    description = "Header-only C99: any array of the Python world as a C view, ordered on a CUDA stream"
    topics = ("dlpack", "cuda", "python", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    @property
    def _checkout(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        config = load(self, os.path.join(self._checkout, "src", "core", "config.h"))
        self.version = ".".join(re.findall(r"^#define CUCORE_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", config, re.M))

    def export(self):
        copy(self, "pyproject.toml", self._checkout, self.export_folder)

    def export_sources(self):
        for pattern in ("cucore*.h*", "cucore/*.h", "LICENSE", "CMakeLists.txt", "src/core/config.h", "src/headers.txt", "packaging/cmake/*",
                        "packaging/pkgconfig/*"):
            copy(self, pattern, self._checkout, self.export_sources_folder)

    def requirements(self):
        self.requires("dlpack/[>=1.0 <2]", transitive_headers=True)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeToolchain(self).generate()

    def build(self):
        CMake(self).configure()

    def package(self):
        CMake(self).install()

    def package_id(self):
        self.info.clear()

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        self.cpp_info.builddirs = ["share/cmake/cucore"]
        self.cpp_info.set_property("cmake_find_mode", "none")  # the package's own cucoreConfig.cmake
        self.cpp_info.set_property("pkg_config_name", "cucore")
        if self.settings.get_safe("os") in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["dl", "pthread"]
