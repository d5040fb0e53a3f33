"""Builds packaging/conda by rattler-build, without a channel of the network, and runs the recipe's tests; ends with "N files, N tests".

    python tests/packaging/conda.py FOLDER [RECIPE]

Needs py-rattler-build.  FOLDER gets the package, and a channel with stand-ins of the packages that the recipe requires: the interpreter
that runs this, pip and hatchling of the package index, make of this machine, and dlpack.h of DLPACK_INCLUDE.
"""
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import warnings

import rattler_build

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = "%d.%d" % sys.version_info[:2]
SITE = f"lib/python{VERSION}/site-packages"


def link(target, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)


def interpreter(folder):
    """An interpreter that takes its modules from the environment, as the one of a virtual environment does."""
    real = pathlib.Path(sys.executable).resolve()
    for name in ("python", "python3", f"python{VERSION}"):
        link(real, folder / "bin" / name)
    (folder / "pyvenv.cfg").write_text(f"home = {real.parent}\ninclude-system-site-packages = false\n"
                                       f"version = {platform.python_version()}\n")


def installed(name):
    def fill(folder):
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", str(folder / SITE), name], check=True)
    return fill


def dlpack(folder):
    there = pathlib.Path(os.environ["DLPACK_INCLUDE"]) / "dlpack"
    shutil.copytree(there, folder / "include" / "dlpack", ignore=lambda _, names: [name for name in names if name != "dlpack.h"])


STAND_INS = {  # version, what fills the folder
    "python": (platform.python_version(), interpreter),
    "pip": ("24", installed("pip")),
    "hatchling": ("1.27", installed("hatchling>=1.27")),
    "make": ("4", lambda folder: link(shutil.which("make"), folder / "bin" / "make")),
    "dlpack": ("1.1", dlpack),
}


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    recipe = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "packaging" / "conda" / "recipe.yaml").resolve()
    channel, subdir = folder / "channel", "linux-" + {"x86_64": "64"}.get(platform.machine(), platform.machine())
    for name, (version, fill) in STAND_INS.items():
        files = folder / "files" / name
        files.mkdir(parents=True)
        fill(files)
        rattler_build.assemble_package(name=name, version=version, target_platform=subdir, build_string="0", output_dir=channel / subdir,
                                       files_dir=files)
    warnings.simplefilter("ignore", DeprecationWarning)  # the newer functions do not write the channel's index first
    rattler_build.build_recipes([recipe], channel=[channel.as_uri()], output_dir=channel, test="native")
    package = rattler_build.Package.from_file(next((channel / "noarch").glob("cucore-*.conda")))
    wanted = {"dlpack >=1.0,<2", "python >=3.9"}
    headers = {f"{place}/{path.name}" for path in ROOT.glob("cucore*.h*") for place in ("include", "site-packages/cucore/include")}
    if set(package.depends) != wanted or package.license != "MIT" or not headers <= set(package.files) or not package.test_count:
        sys.exit(f"FAILED {package.depends}, {package.license}, {sorted(headers - set(package.files))}, {package.test_count} tests")
    print(f"{len(package.files)} files, {package.test_count} tests")


if __name__ == "__main__":
    main()
