"""What a wheel has that is no file of the tree: cucore.pc with the version in it."""
import pathlib
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = pathlib.Path(__file__).resolve().parent.parent


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        made = pathlib.Path(self.folder.name) / "cucore.pc"
        text = (ROOT / "packaging" / "pkgconfig" / "cucore.pc.in").read_text(encoding="utf-8")
        for name, value in {"PREFIX": "${pcfiledir}/../..", "VERSION": self.metadata.version,
                            "DLPACK": "-I${pcfiledir}/../../../tvm_ffi/include"}.items():
            text = text.replace(f"@{name}@", value)
        made.write_text(text, encoding="utf-8")
        build_data["force_include"][str(made)] = "cucore/share/pkgconfig/cucore.pc"

    def finalize(self, version, build_data, artifact_path):
        if version != "editable":
            self.folder.cleanup()
