"""The dlpack.h of wheels and releases, and what they are made of, in CycloneDX.

packaging/dlpack/pin.json has the version and the sum of dlpack.h, and the package that it is taken from.
"""
from __future__ import annotations

import hashlib
import importlib.metadata
import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
PIN = json.loads((HERE / "dlpack" / "pin.json").read_text(encoding="utf-8"))
LICENSE = HERE / "dlpack" / "LICENSE"


def sha256(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def version_of(header: pathlib.Path) -> str:
    """The DLPack version that a dlpack.h names, "1.3"; ValueError if it is not 1.x."""
    text = header.read_text(encoding="utf-8", errors="replace")
    found = [re.search(rf"^#define DLPACK_{part}_VERSION (\d+)\s*$", text, re.M) for part in ("MAJOR", "MINOR")]
    said = ".".join(number[1] for number in found if number)
    if not re.fullmatch(r"1\.\d+", said):
        raise ValueError(f"{header} is of DLPack {said or 'before 1.0'}: cucore needs 1.x")
    return said


def pinned() -> pathlib.Path:
    """The dlpack.h of the package that pin.json names; ValueError if it is another file than the one that was looked at."""
    package = importlib.metadata.distribution(PIN["package"])
    header = pathlib.Path(str(package.locate_file(next(file for file in package.files or () if str(file).endswith("/include/dlpack/dlpack.h")))))
    if sha256(header) != PIN["sha256"]:
        raise ValueError(f"{header} of {PIN['package']} {package.version} has the SHA-256 {sha256(header)}; packaging/dlpack/pin.json has "
                         f"{PIN['sha256']}, of {PIN['package']} {PIN['package_version']}")
    return header


def bom(version: str, dlpack: pathlib.Path | None, files: list[pathlib.Path]) -> str:
    """The text of an SBOM of cucore with this dlpack.h (None: without one) and the files of a release; the same for the same files."""
    own, parts = f"pkg:pypi/cucore@{version}", []
    if dlpack:
        said = version_of(dlpack)
        parts.append({"type": "library", "bom-ref": f"pkg:github/dmlc/dlpack@v{said}", "name": "dlpack.h", "version": said,
                      "licenses": [{"license": {"id": "Apache-2.0"}}], "purl": f"pkg:github/dmlc/dlpack@v{said}",
                      "hashes": [{"alg": "SHA-256", "content": sha256(dlpack)}]})
    uses = [part["bom-ref"] for part in parts]
    parts += [{"type": "file", "bom-ref": path.name, "name": path.name, "hashes": [{"alg": "SHA-256", "content": sha256(path)}]} for path in files]
    return json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {"component": {"type": "library", "bom-ref": own, "name": "cucore", "version": version, "purl": own,
                                   "licenses": [{"license": {"id": "MIT"}}]}},
        "components": parts, "dependencies": [{"ref": own, "dependsOn": uses}, *({"ref": ref} for ref in uses)]}, indent=1) + "\n"
