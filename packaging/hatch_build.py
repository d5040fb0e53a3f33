"""What a wheel has besides the files of pyproject.toml: the headers of src/headers.txt, cucore.pc with the version in it, dlpack.h with its
licence, and an SBOM.

dlpack.h is that of the package apache-tvm-ffi, by the sum in packaging/dlpack/pin.json. DLPACK_INCLUDE=folder takes it from a
checkout of dlpack (its include/) instead; with DLPACK_INCLUDE= the wheel has none, for distributions that have a package of it.
"""
import os
import pathlib
import sys
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging"))
import sbom  # noqa: E402


def dlpack():
    """The paths of dlpack.h and of its licence."""
    folder = os.environ.get("DLPACK_INCLUDE")
    if folder is None:
        return sbom.pinned(), sbom.LICENSE
    found = pathlib.Path(folder, "dlpack", "dlpack.h"), pathlib.Path(folder).resolve().parent / "LICENSE"
    for path in found:
        if not path.is_file():
            raise FileNotFoundError(f"DLPACK_INCLUDE is {folder}, and {path} is not there: name include/ of a checkout of dlpack, "
                                    "or nothing (DLPACK_INCLUDE=) for a wheel without dlpack.h")
    sbom.version_of(found[0])
    return found


class CustomBuildHook(BuildHookInterface):
    def dependencies(self):
        return [] if "DLPACK_INCLUDE" in os.environ else [f"{sbom.PIN['package']}=={sbom.PIN['package_version']}"]

    def initialize(self, version, build_data):
        if version == "editable":  # the checkout has no dlpack.h
            build_data["dependencies"] += [sbom.PIN["package"]] if self.dependencies() else []
            return
        carried = [] if os.environ.get("DLPACK_INCLUDE") == "" else dlpack()
        self.folder = tempfile.TemporaryDirectory()
        made = pathlib.Path(self.folder.name) / "cucore.pc"
        text = (ROOT / "packaging" / "pkgconfig" / "cucore.pc.in").read_text(encoding="utf-8")
        # -ldl is nothing from glibc 2.34 on and with musl; older ones need it, and a wheel does not know where it goes.
        for name, value in {"PREFIX": "${pcfiledir}/../..", "INCLUDEDIR": "${prefix}/include", "VERSION": self.metadata.version,
                            "DLPACK": '-I"${prefix}/include_dlpack"' if carried else "", "LIBS": "-ldl -pthread"}.items():
            text = text.replace(f"@{name}@", value)
        made.write_text(text, encoding="utf-8")
        build_data["force_include"][str(made)] = "cucore/share/pkgconfig/cucore.pc"
        for row in (ROOT / "src" / "headers.txt").read_text(encoding="utf-8").splitlines():
            if row and not row.startswith("#"):
                name = row.split()[0]
                build_data["force_include"][str(ROOT / name)] = f"cucore/include/{name}"
        for path in carried:
            build_data["force_include"][str(path)] = f"cucore/include_dlpack/dlpack/{path.name}"
        listed = pathlib.Path(self.folder.name) / "cucore.cdx.json"
        listed.write_text(sbom.bom(self.metadata.version, carried[0] if carried else None, []), encoding="utf-8")
        build_data["force_include"][str(listed)] = f"cucore-{self.metadata.version}.dist-info/sboms/cucore.cdx.json"  # PEP 770

    def finalize(self, version, build_data, artifact_path):
        if version != "editable":
            self.folder.cleanup()
