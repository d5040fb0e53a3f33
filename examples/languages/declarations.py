"""Prints a header of cucore as plain C, for generators that are no compilers: declarations without attributes, without functions that
have a body, and without the system's headers.  `cc -E` preprocesses the header.

    python examples/languages/declarations.py cucore.h > plain.h          for cffi: ffi.cdef(text) takes the text
    python examples/languages/declarations.py cucore.h --nim > plain.h    for c2nim

Further arguments are options of the preprocessor: -I FOLDER, -D CUCORE_MAX_NDIM=8.  The names are those of cucore_shared.c.
"""
import os
import pathlib
import re
import subprocess
import sys

OPTIONS = ["-DCUCORE_PREFIX=cucore", "-DCUCORE_NO_CUDA_H", "-DCUCORE_API=", "-D__attribute__(x)="]
LEFT_OUT = [r"^static [^;{]*\{.*?^\}$", r"^typedef char cucore__assert_\w+\[.*?\];$"]
# Nim accepts only sorted enumerations and complete structs, and no name with two underscores or with one at its end.
FOR_NIM = [(r"^typedef enum (\w+) (\{.*?\}) \1;$", r"enum \2;\ntypedef int \1;"), (r"^enum \w+ \{", "enum {"),
           (r"^typedef struct CU\w+ \*(\w+);$", r"typedef void *\1;"), (r"\bconst struct CU\w+ \*", "const void *"),
           (r"\bstruct CU\w+ \*", "void *"), (r"^struct (\w+);(?!.*^typedef struct \1 \{)", r"typedef struct \1 \1;"),
           (r"^typedef struct (\w+) \1;$", r"typedef struct \1 { char opaque; } \1;"), (r"^struct \w+;$", ""),
           (r"__", "_"), (r"(\w)_\b", r"\1")]


def declarations(header, options=(), nim=False):
    """Returns the text of a header; `options` are the preprocessor's."""
    command = [os.environ.get("CC", "cc"), "-E", *OPTIONS, *options, header]
    lines, ours = [], False
    for line in subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            ours = pathlib.PurePath(marker[1]).name.startswith("cucore")
        elif ours and line.strip():
            lines.append(line)
    text = "\n".join(lines) + "\n"
    for pattern, replacement in [*((pattern, "") for pattern in LEFT_OUT), *(FOR_NIM if nim else ())]:
        text = re.sub(pattern, replacement, text, flags=re.M | re.S)
    return text


if __name__ == "__main__":
    print(declarations(sys.argv[1], [word for word in sys.argv[2:] if word != "--nim"], "--nim" in sys.argv), end="")
