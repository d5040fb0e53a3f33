"""Arrays between real processes on the fake driver: examples/ipc_arrays, in which each process is killed at every step."""
import re

import pytest

import examples
from doubles import SANITIZED

pytestmark = pytest.mark.skipif(SANITIZED, reason="examples are built without the sanitizers")


def test_one_array_in_two_processes(monkeypatch):
    monkeypatch.setenv("FAKE_CUDA_SHARED", "1")
    text = examples.run("ipc_arrays")
    assert "everything is right" in text and "WRONG" not in text, text
    assert "sender: cucore.Array, doubled by the other process\nreceiver: cucore.Array, doubled\n" in text
    assert len(re.findall(r"^(?:sender  |receiver) killed when ", text, re.M)) == 10


def test_B128_signals_are_heard_while_a_receiver_waits():
    """The handler of a signal runs; the wait goes on until it raises, as that of Ctrl-C does."""
    text = examples.run("ipc_arrays", "-c", """
import signal, socket, time
import ipc_arrays
ours, theirs = socket.socketpair()
count = 0
def heard(number, frame):
    global count
    count += 1
    if count == 5:
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise KeyboardInterrupt("the fifth")
signal.signal(signal.SIGALRM, heard)
signal.setitimer(signal.ITIMER_REAL, 10, 0)  # where signals are not heard
try:
    signal.setitimer(signal.ITIMER_REAL, .03, .03)
    ipc_arrays.receive(ours.fileno())
except KeyboardInterrupt as error:
    print("KeyboardInterrupt:", error, count)
""")
    assert text == "KeyboardInterrupt: the fifth 5\n"


def test_memory_that_is_not_shared_is_refused(monkeypatch):
    """The fake driver without files of memory, as a driver whose process has ended: the handle opens no memory."""
    monkeypatch.setenv("FAKE_CUDA_SHARED", "0")
    text = examples.run("ipc_arrays", "-c", """
import os, socket, subprocess, sys
import ipc_arrays
ours, theirs = socket.socketpair()
program = "import sys, ipc_arrays; ipc_arrays.receive(int(sys.argv[1]))"
other = subprocess.Popen([sys.executable, "-c", program, str(theirs.fileno())], pass_fds=[theirs.fileno()], text=True,
                         stderr=subprocess.PIPE)
kept = ipc_arrays.send(ours.fileno(), ipc_arrays.zeros(4, 0))
print(other.communicate()[1].splitlines()[-1])
""")
    assert re.search(r"^RuntimeError: process \d+, which exported this, may have ended or have freed it: cuIpcOpenMemHandle ", text), text
