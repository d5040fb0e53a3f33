"""The corpora of the fuzzers: one archive for each fuzzer, the same bytes on every machine."""
import importlib.util
import pathlib

import pytest

FUZZ = pathlib.Path(__file__).resolve().parents[1] / "fuzz"
ARCHIVES = sorted((FUZZ / "corpus").iterdir())
SPEC = importlib.util.spec_from_file_location("fuzz_archive", FUZZ / "archive.py")
archive = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(archive)


def test_every_fuzzer_has_an_archive():
    assert [path.name for path in ARCHIVES] == sorted(f"{path.stem}.zip" for path in FUZZ.glob("fuzz_*.c"))


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_packing_again_changes_no_byte(tmp_path, path):
    archive.unpack(path, tmp_path / "corpus")
    inputs = {file.name: file.read_bytes() for file in (tmp_path / "corpus").iterdir()}
    assert len(inputs) > 10
    archive.pack(dict(reversed(sorted(inputs.items()))), tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == path.read_bytes()


def test_unpacking_removes_what_is_not_in_the_archive(tmp_path):
    archive.pack({"one": b"1"}, tmp_path / "corpus.zip")
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "old").write_bytes(b"")
    archive.unpack(tmp_path / "corpus.zip", tmp_path / "corpus")
    assert [path.name for path in (tmp_path / "corpus").iterdir()] == ["one"]
