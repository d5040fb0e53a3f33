"""The bits of cucore_arg.flags that no flag has, lowest first: a test of unknown flags takes them from here, for a new flag may take any bit."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRIVATE = 63  # which the library sets for itself


def free(text):
    """Returns the bits that are free in the text of core/check.h."""
    rows = re.search(r"#define CUCORE_ARG_FLAG_LIST\(X\)(?:.*\\\n)*.*", text)[0]
    return [bit for bit in range(PRIVATE) if bit not in map(int, re.findall(r"\bX\(\w+, +(\d+)\)", rows))]


BITS = free((ROOT / "src" / "core" / "check.h").read_text())
FREE = [1 << bit for bit in BITS]
