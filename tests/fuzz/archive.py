"""Packs and unpacks the corpora of the fuzzers: tests/fuzz/corpus/<name>.zip, one archive each.

    archive.py unpack tests/fuzz/corpus/fuzz_copy.zip build/fuzz/corpus/fuzz_copy
    archive.py pack build/fuzz/corpus/fuzz_copy tests/fuzz/corpus/fuzz_copy.zip

The same inputs give the same bytes on every machine: members are sorted, dated 1980, and not compressed, since git compresses.
To add an input by hand, put it into the folder and pack the folder.
"""
import argparse
import pathlib
import shutil
import zipfile


def pack(inputs, path):
    """Writes {name: bytes} to the archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as packed:
        for name, data in sorted(inputs.items()):
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.create_system, member.external_attr = 3, 0o644 << 16
            packed.writestr(member, data)


def contents(path):
    """Returns {name: bytes} of the archive."""
    with zipfile.ZipFile(path) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def unpack(path, folder):
    """Replaces the folder by the inputs of the archive."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in contents(path).items():
        (folder / name).write_bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=["pack", "unpack"])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("target", type=pathlib.Path)
    options = parser.parse_args()
    if options.act == "unpack":
        unpack(options.source, options.target)
    else:
        pack({path.name: path.read_bytes() for path in options.source.iterdir()}, options.target)


if __name__ == "__main__":
    main()
