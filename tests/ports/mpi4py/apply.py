"""Puts the shim into an unpacked source package of mpi4py, in place of its own decoders."""
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent


def replaced(text, pattern, with_):
    text, count = re.subn(pattern, lambda match: with_, text, flags=re.DOTALL)
    if count != 1:
        sys.exit(f"{pattern}: found {count} times, not once: is this another version of mpi4py?")
    return text


def apply(source):
    """source: its folder.  The two files of decoders go, and the two functions that call them."""
    folder = pathlib.Path(source) / "src" / "mpi4py" / "MPI.src"
    page = folder / "asbuffer.pxi"
    text = page.read_text()
    text = replaced(text, r'include "asdlpack\.pxi"\n', 'include "ascucore.pxi"\n')
    text = replaced(text, r'include "ascaibuf\.pxi"\n', "")
    text = replaced(text, r"cdef int PyMPI_GetBuffer\(.*?(?=\ncdef )", "")
    text = replaced(text, r"cdef void PyMPI_ReleaseBuffer\(.*?(?=\n# -)", "")
    page.write_text(text)
    (folder / "asdlpack.pxi").unlink()
    (folder / "ascaibuf.pxi").unlink()
    shutil.copy(HERE / "ascucore.pxi", folder)


if __name__ == "__main__":
    apply(sys.argv[1])
