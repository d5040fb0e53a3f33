# ipc_arrays.c has the command that builds it and runs this.
"""ipc_arrays: one array in two processes.  The first fills it, with torch if that is installed; the second doubles it, with CuPy if
that is; an event of CUDA lets the second wait, on the device.  Then each process is killed at every step, and the other one ends
well: it gives back what it had.

    python demo.py                          all of it; without a GPU one line that says so
    python demo.py sender|receiver FD       one process, for the other one; DIE_AT=step kills it there
"""
import os
import signal
import socket
import struct
import subprocess
import sys

import ipc_arrays

N = 1000
STEPS = {"sender": ("made", "filled", "sent", "heard", "released"),
         "receiver": ("started", "received", "doubled", "released", "told")}


def step(name):
    if os.environ.get("DIE_AT") == name:
        os.kill(os.getpid(), signal.SIGKILL)


def library(name):
    """A library if it is installed and sees a GPU, else None."""
    try:
        module = __import__(name)
        (module.zeros(1, device="cuda") if name == "torch" else module.zeros(1))
        return module
    except Exception:
        return None


def pack(numbers):
    return struct.pack(f"{N}f", *numbers)


def read(x):
    return list(struct.unpack(f"{N}f", ipc_arrays.to_bytes(x)))


def sender(other):
    torch = library("torch")
    x = torch.zeros(N, device="cuda") if torch else ipc_arrays.zeros(N, 0)
    step("made")
    if torch:
        x += torch.arange(N, device="cuda")  # is on its way when the array is sent
    else:
        ipc_arrays.from_bytes(x, pack(range(N)))
    step("filled")
    stream = torch.cuda.current_stream() if torch else None
    try:
        kept = ipc_arrays.send(other.fileno(), x, stream)
        step("sent")
        told = other.recv(1)
    except (RuntimeError, OSError) as error:  # the receiver has ended, and its socket is closed
        return f"sender: {error}"
    step("heard")
    if told:
        assert read(x) == [2.0 * i for i in range(N)], "WRONG: not doubled"
    del kept, x
    step("released")
    ending = "doubled by the other process" if told else "the other process has ended"
    return f"sender: {'torch' if torch else 'cucore.Array'}, {ending}"


def receiver(other):
    cupy = library("cupy")
    step("started")
    try:
        x = ipc_arrays.receive(other.fileno(), "cupy" if cupy else None, cupy.cuda.get_current_stream() if cupy else None)
    except RuntimeError as error:  # the sender has ended: its socket is closed, or its memory is gone
        return f"receiver: {error}"
    step("received")
    if cupy:
        x *= 2
        cupy.cuda.get_current_stream().synchronize()
    else:
        ipc_arrays.from_bytes(x, pack(2.0 * i for i in read(x)))
    step("doubled")
    del x
    step("released")
    assert ipc_arrays.count() == 0, "WRONG: memory is still mapped"
    try:
        other.send(b"d")
    except OSError:
        return "receiver: doubled, and the sender has ended"
    step("told")
    return f"receiver: {'CuPy' if cupy else 'cucore.Array'}, doubled"


def run_one(role, fd):
    with socket.socket(fileno=fd) as other:
        print({"sender": sender, "receiver": receiver}[role](other), flush=True)


def run_both(die="", at=""):
    """Runs both processes, one of which may be killed at a step -> their lines; status of each."""
    ends, started = socket.socketpair(), []
    for role, end in zip(STEPS, ends):
        environment = {**os.environ, "DIE_AT": at if role == die else ""}
        started.append(subprocess.Popen([sys.executable, __file__, role, str(end.fileno())], env=environment, text=True,
                                        pass_fds=[end.fileno()], stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
    for end in ends:
        end.close()
    lines = [process.communicate(timeout=120)[0].strip() for process in started]
    return lines, [process.returncode for process in started]


def main():
    if not ipc_arrays.devices():
        print("no GPU: memory of a GPU is what two processes share")
        return
    lines, status = run_both()
    print(*lines, sep="\n")
    wrong = status != [0, 0]
    lost = []
    for die, steps in STEPS.items():
        for at in steps:
            before = ipc_arrays.free_bytes(0)
            lines, status = run_both(die, at)
            lost.append(before - ipc_arrays.free_bytes(0))
            dead = list(STEPS).index(die)
            good = status[dead] == -signal.SIGKILL and status[1 - dead] == 0 and "WRONG" not in "".join(lines)
            wrong |= not good
            print(f"{die:8} killed when {at:8}  {lines[1 - dead] if good else f'WRONG {status} {lines}'}")
    least = min(lost)  # what is lost is lost each time; other processes use the device as well, now and then
    wrong |= least > 1 << 20  # what the driver itself keeps varies
    print(f"{'WRONG: ' if least > 1 << 20 else ''}memory of the device that is not given back: {max(least, 0) >> 20} MiB")
    print("something is WRONG" if wrong else "everything is right")
    sys.exit(wrong)


if __name__ == "__main__":
    run_one(sys.argv[1], int(sys.argv[2])) if len(sys.argv) == 3 else main()
