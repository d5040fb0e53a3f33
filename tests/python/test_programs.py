"""The programs of programs_test.c stay as short as the API lets them be."""
import pathlib
import re

import pytest

SOURCE = (pathlib.Path(__file__).parent / "programs_test.c").read_text()
PROGRAMS = {name: text.strip("\n").count("\n") + 1 for name, text in re.findall(r"/\* BEGIN (\w+) \*/(.*?)/\* END \*/", SOURCE, re.S)}
# lines that each took when the API was planned, and a fifth more
MOST = {"kernels": 2, "add": 32, "iota": 20, "tail": 16, "recv_into": 20, "zeros": 26, "upload_and_square": 30}


def test_all_programs_are_there():
    assert set(PROGRAMS) == set(MOST)


@pytest.mark.parametrize("name", MOST)
def test_length(name):
    assert PROGRAMS[name] <= MOST[name]
