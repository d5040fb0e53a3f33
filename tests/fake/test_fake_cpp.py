"""cucore.hpp on the fake driver: streams, events, buffers."""
import pathlib
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "python"))
import cpp  # noqa: E402


@pytest.mark.parametrize("way", [way for way in cpp.WAYS if "no exceptions" not in way])
def test_classes(tmp_path, way):
    cpp.run(cpp.build(tmp_path, way), "driver")
