"""cucore.hpp on the fake driver: streams, events, buffers."""
import pathlib
import sys

import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "python"))
import cpp  # noqa: E402
from doubles import SANITIZED  # noqa: E402

pytestmark = pytest.mark.skipif(SANITIZED, reason="a program without the sanitizers cannot load a fake driver that has them")


@pytest.mark.parametrize("way", [way for way in cpp.WAYS if "no exceptions" not in way])
def test_classes(tmp_path, way):
    cpp.run(cpp.build(tmp_path, way), "driver")
