"""Many threads at once: the scenarios of threads.py, which make test-threads runs under the thread sanitizer (B35, X5, D28)."""
import sys

import pytest

pytest.importorskip("export_test")
from threads import SCENARIOS, run


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_threads(scenario):
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        assert run(scenario, 200) == []
    finally:
        sys.setswitchinterval(interval)
