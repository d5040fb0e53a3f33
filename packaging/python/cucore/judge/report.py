"""What a judgement looks like: text, JSON, rows of a table."""
from __future__ import annotations

import collections
import json
from typing import Any, Iterable, NamedTuple

from .runner import BREAKS, KEEPS, NOT_OFFERED, UNKNOWN, Row
from .table import CHECKS

ORDER = BREAKS, UNKNOWN, KEEPS, NOT_OFFERED


class Report(NamedTuple):
    """All rows of a subject.  `known` are the names of checks, cases or rules that it declares as broken."""
    target: str
    version: str
    environment: str
    features: list[str]
    rows: list[Row]
    known: tuple[str, ...] = ()

    def is_known(self, row: Row) -> bool:
        return any(each in (row.label, row.name, row.name.split("-")[0]) for each in self.known)

    @property
    def broken(self) -> list[Row]:
        """What is broken and not declared."""
        return [row for row in self.rows if row.verdict == BREAKS and not self.is_known(row)]

    @property
    def stale(self) -> list[str]:
        """What is declared and not broken."""
        broken = [row for row in self.rows if row.verdict == BREAKS]
        return [each for each in self.known if not any(each in (row.label, row.name, row.name.split("-")[0]) for row in broken)]

    def verdicts(self) -> dict[str, str]:
        """The worst verdict of each check."""
        found: dict[str, str] = {}
        for row in self.rows:
            found[row.name] = min(found.get(row.name, NOT_OFFERED), row.verdict, key=ORDER.index)
        return found

    def text(self, every: bool = False) -> str:
        """Broken rows, or all, and the counts."""
        lines = [f"{self.target} {self.version}, {self.environment}: {' '.join(self.features)}", ""]
        for row in self.rows:
            if row.verdict == BREAKS or every:
                check = CHECKS[row.name]
                lines.append(f"{row.verdict + (' (declared)' if row.verdict == BREAKS and self.is_known(row) else ''):15} {row.role:8} {row.label}")
                if row.verdict == BREAKS:
                    lines += [f"    expected: {check.expected}", f"    seen:     {row.seen}", f"    source:   {check.source}",
                              f"    program:  python -m cucore judge {self.target} --program {row.label!r}"]
                elif row.seen:
                    lines.append(f"    {row.seen}")
        counts = collections.Counter(row.verdict for row in self.rows)
        lines += ["", ", ".join(f"{counts[verdict]} {verdict}" for verdict in (KEEPS, BREAKS, NOT_OFFERED, UNKNOWN))]
        lines += [f"declared as broken, and not broken: {each}" for each in self.stale]
        return "\n".join(lines) + "\n"

    def json(self) -> str:
        """All rows with what is expected and who demands it."""
        rows = [{**row._asdict(), "rule": CHECKS[row.name].rule, "expected": CHECKS[row.name].expected, "source": CHECKS[row.name].source} for row in self.rows]
        return json.dumps({**self._asdict(), "rows": rows}, indent=1) + "\n"

    def record(self) -> dict[str, Any]:
        """What the table needs: verdicts of checks, and what was seen of broken cases."""
        seen: dict[str, list[str]] = {}
        for row in self.rows:
            if row.verdict == BREAKS:
                seen.setdefault(row.name, []).append(f"{row.case}: {row.seen}" if row.case else row.seen)
        return {"version": self.version, "environment": self.environment, "verdicts": self.verdicts(), "seen": seen}


def read(text: str) -> Report:
    """A report from its JSON."""
    found = json.loads(text)
    rows = [Row(*(row[name] for name in Row._fields)) for row in found["rows"]]
    return Report(found["target"], found["version"], found["environment"], found["features"], rows, tuple(found["known"]))


MARKS = {KEEPS: "+", BREAKS: "**no**", NOT_OFFERED: "", UNKNOWN: "?"}


def table(records: dict[str, dict[str, Any]], names: Iterable[str]) -> str:
    """A table in Markdown: a row for each check, a column for each library."""
    lines = ["| rule | " + " | ".join(records) + " |", "| --- |" + " :-: |" * len(records)]
    for name in names:
        marks = []
        for library, record in records.items():
            verdict = record["verdicts"].get(name, NOT_OFFERED)
            marks.append(f"[{MARKS[verdict]}](#{library.lower().replace('.', '').replace(' ', '-')})" if verdict == BREAKS else MARKS[verdict])
        lines.append(f"| {name} | " + " | ".join(marks) + " |")
    return "\n".join(lines) + "\n"
