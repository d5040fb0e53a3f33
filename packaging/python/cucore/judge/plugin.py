"""A fixture of pytest: `judge("mylibrary")` fails the test if the library breaks a rule."""
from __future__ import annotations

from typing import Any, Callable

import pytest

from . import Report
from . import judge as _judge


@pytest.fixture(scope="session")
def judge() -> Callable[..., Report]:
    """judge(target, known=..., only=..., rules=..., takes=...), as cucore.judge.judge: fails if a rule is broken that is not known, or a known one is not broken."""
    def run(target: str, **options: Any) -> Report:
        __tracebackhide__ = True
        report = _judge(target, **options)
        if report.broken or report.stale:
            pytest.fail(report.text(), pytrace=False)
        return report
    return run
