"""Runs the tests of each system in a process of its own: one that dies, or is not done in time, takes its own file with it alone.

    run.py RECORD [--only WORD] [--jobs N] [--seconds N] [pytest's options]

RECORD takes what ran, for matrix.py; a file whose process died is in it as a failure of no system, which matrix.py refuses.
"""
import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
COUNTS = re.compile(r"(\d+) (passed|failed|skipped|errors?)\b")


def run(file, record, seconds, options):
    """-> (what it printed, {outcome: how many}, its record, which says why where it is not whole)"""
    record.unlink(missing_ok=True)
    start, log = time.monotonic(), record.with_suffix(".log")
    with log.open("w") as out:
        process = subprocess.Popen([sys.executable, "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider", "--timeout", "120",
                                    "--timeout-method", "thread", *options, str(file)], stdout=out, stderr=subprocess.STDOUT,
                                   env={**os.environ, "CUCORE_INTEROP_RECORD": str(record)}, start_new_session=True)
        try:
            why = f"ended with status {process.wait(seconds)}"
        except subprocess.TimeoutExpired:
            why = f"not done after {seconds} s"
        with contextlib.suppress(ProcessLookupError):  # what it started may be alive
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    output = log.read_text(errors="replace")
    part = json.loads(record.read_text()) if record.exists() else {"tests": {}, "versions": {}}
    counts = {name.removesuffix("s"): int(number) for number, name in COUNTS.findall(output.strip().rpartition("\n")[2])}
    if process.returncode not in (0, 1, 5) or (process.returncode == 1 and not counts):  # 1 is also a test that took too long
        counts = {"failed": 1, "passed": sum(row["outcome"] == "passed" for row in part["tests"].values())}
        part["tests"][file.name] = {"system": None, "direction": None, "device": None, "outcome": "failed", "reason": why}
        output += f"\n{file.name}: {why}\n"
    return f"==== {file.name}, {time.monotonic() - start:.0f} s\n{output}", counts, part


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record", type=pathlib.Path)
    parser.add_argument("--only", default="", help="the files whose name contains this")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) // 4))
    parser.add_argument("--seconds", type=int, default=900, help="for each file")
    options, rest = parser.parse_known_args()
    options.record.parent.mkdir(parents=True, exist_ok=True)
    files = [file for file in sorted(HERE.glob("test_*.py")) if options.only in file.name]
    whole, total = {}, {"passed": 0, "failed": 0, "skipped": 0, "error": 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        parts = [pool.submit(run, file, options.record.with_suffix(f".{file.stem}.json"), options.seconds, rest) for file in files]
        for part in concurrent.futures.as_completed(parts):
            output, counts, record = part.result()
            print(output, flush=True)
            for name, count in counts.items():
                total[name] = total.get(name, 0) + count
            whole = {**record, **whole, "tests": {**whole.get("tests", {}), **record["tests"]},
                     "versions": {**whole.get("versions", {}), **record["versions"]}}
            options.record.write_text(json.dumps(whole, indent=1) + "\n")
    failed = total["failed"] + total["error"]
    print(f"{total['passed']} passed, {failed} failed, {total['skipped']} skipped")
    return 1 if failed or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
