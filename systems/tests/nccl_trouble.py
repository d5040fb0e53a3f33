"""What goes wrong between ranks, for systems/tests/test_nccl.py: python nccl_trouble.py NAME [--fake PATH]

Each function is a process of its own.  Without --fake it needs GPUs: one, or two where TWO names it.
"""
import argparse
import contextlib
import ctypes
import functools
import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "tests" / "python")]

import numpy as np

import nccl_arrays
import nccl_libraries

partial = functools.partial
REMOTE, INTERNAL = 6, 3
fake = None  # the controls, with --fake
BOTH, FAKE, GPU, TWO = {}, {}, {}, {}  # name: function; where it runs


def trouble(*places):
    def add(function):
        for place in places:
            place[function.__name__] = function
        return function
    return add


def library(device=0):
    return nccl_libraries.make("interface" if fake else "torch", device)


def numbers(rank, shape=(4, 6), dtype="float32"):
    return (np.arange(int(np.prod(shape))).reshape(shape) + 10 * rank).astype(dtype)


@contextlib.contextmanager
def ranks(count=2, **how):
    how.setdefault("timeout", 20)
    comms = nccl_arrays.all_devices(range(count), **how)
    libraries = [library(i) for i in range(count)]
    yield comms, libraries
    for comm in comms:
        if comm.handle:
            comm.close()
    for each in libraries:
        each.close()


def each(actions):
    """What they return or raise, each in a thread of its own."""
    found = [None] * len(actions)

    def act(i):
        try:
            found[i] = actions[i]()
        except Exception as error:
            found[i] = error

    threads = [threading.Thread(target=act, args=(i,), daemon=True) for i in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a rank hangs"
    return found


def raises(kind, words, action):
    try:
        action()
    except kind as error:
        assert words in str(error), f"{words!r} is not in {error}"
        return
    raise AssertionError(f"no {kind.__name__} with {words!r}")


def aborts():
    return fake.nccl.fake_nccl_log().count(b"ncclCommAbort")


@contextlib.contextmanager
def stuck(name):
    """That function of NCCL does not come back meanwhile."""
    fake.nccl.fake_nccl_stick(name.encode())
    try:
        yield
    finally:
        fake.nccl.fake_nccl_stick(b"")


@contextlib.contextmanager
def within(least, most):
    """Takes so many seconds, in which another thread runs Python."""
    began, turns, stop = time.monotonic(), [], threading.Event()
    counter = threading.Thread(target=lambda: [turns.append(0) or time.sleep(0.01) for _ in iter(stop.is_set, True)], daemon=True)
    counter.start()
    yield
    spent = time.monotonic() - began
    stop.set()
    counter.join()
    assert least <= spent < most, spent
    assert len(turns) > 25 * spent, f"the GIL was held: {len(turns)} turns of another thread in {spent} s"


def all_is_well(comms, libraries):
    arrays = [library.array(numbers(i), "F order") for i, library in enumerate(libraries)]
    for comm, array, result in zip(comms, arrays, each([partial(comm.all_reduce, array.array, out=array.array) for comm, array in zip(comms, arrays)])):
        assert result is array.array, result
        comm.wait()
        assert np.array_equal(array.values(), sum(numbers(i) for i in range(len(comms))))


DISAGREEMENTS = {  # what each of two ranks calls; what rank 0 is told; what rank 1 is told
    "shape": (lambda c, a: [partial(c[0].all_reduce, a(0, (4, 6))), partial(c[1].all_reduce, a(1, (6, 4)))],
              "of another shape, operation or root", "of another shape, operation or root"),
    "elements": (lambda c, a: [partial(c[0].all_reduce, a(0, (4, 6))), partial(c[1].all_reduce, a(1, (4, 5)))],
                 "rank 0 calls all_reduce of 24 float32, rank 1 calls all_reduce of 20 float32", "rank 0 calls all_reduce of 24"),
    "dtype": (lambda c, a: [partial(c[0].broadcast, a(0)), partial(c[1].broadcast, a(1, dtype="float64"))],
              "24 float32, rank 1 calls broadcast of 24 float64", "24 float64, rank 0 calls broadcast of 24 float32"),
    "operation": (lambda c, a: [partial(c[0].all_reduce, a(0)), partial(c[1].all_reduce, a(1), "max")], "operation", "operation"),
    "root": (lambda c, a: [partial(c[0].broadcast, a(0), 0), partial(c[1].broadcast, a(1), 1)], "root", "root"),
    "call": (lambda c, a: [partial(c[0].all_gather, a(0, (2, 6))), partial(c[1].reduce_scatter, a(1, (2, 6)))],
             "rank 1 calls reduce_scatter", "rank 0 calls all_gather"),
    "refused by one": (lambda c, a: [partial(c[0].all_reduce, a(0)), partial(c[1].all_reduce, a(1, dtype="int16"))],
                       "rank 1 refuses its arguments", "x: expected dtype"),
    "refused by the other": (lambda c, a: [partial(c[0].reduce_scatter, a(0, (3, 2))), partial(c[1].reduce_scatter, a(1, (2, 2)))],
                             "x: expected an extent of 2", "rank 0 refuses its arguments"),
    "sent and received": (lambda c, a: [partial(c[0].send, a(0), 1), partial(c[1].recv, a(1, (4, 5)), 0)],
                          "rank 0 calls send of 24 float32, rank 1 calls recv of 20 float32", "rank 1 calls recv of 20 float32, rank 0 calls send of 24"),
    "how many are sent": (lambda c, a: [partial(nccl_arrays.group, partial(c[0].send, a(0), 1), partial(c[0].send, a(0), 1)), partial(c[1].recv, a(1), 0)],
                          "rank 0 has 2 calls of 48 elements", "rank 0 has 2 calls of 48 elements"),
    "both send": (lambda c, a: [partial(c[0].send, a(0), 1), partial(c[1].send, a(1), 0)], "rank 1 calls nothing", "rank 0 calls nothing"),
}


@trouble(BOTH, TWO)
def disagreements():
    """Every rank is told, before data move, and goes on."""
    with ranks() as (comms, libraries):
        for name, (calls, *words) in DISAGREEMENTS.items():
            arrays = []

            def a(rank, shape=(4, 6), dtype="float32"):
                arrays.append(libraries[rank].array(numbers(rank, shape, dtype)))
                return arrays[-1].array

            made = calls(comms, a)
            before = [array.values().copy() for array in arrays]
            for found, word in zip(each(made), words):
                assert isinstance(found, (ValueError, TypeError)) and word in str(found), f"{name}: {found!r}"
            for array, was in zip(arrays, before):
                assert np.array_equal(array.values(), was), f"{name}: something was written"
            all_is_well(comms, libraries)


@trouble(FAKE)
def disagreements_of_three():
    """Also the two that agree with each other are told."""
    with ranks(3) as (comms, libraries):
        arrays = [library.array(numbers(i, (4, 5 if i == 1 else 6))).array for i, library in enumerate(libraries)]
        for i, found in enumerate(each([partial(comm.all_reduce, array) for comm, array in zip(comms, arrays)])):
            assert isinstance(found, ValueError) and f"rank {1 if i != 1 else 0} calls" in str(found), found
        all_is_well(comms, libraries)
        found = each([partial(nccl_arrays.group, *[partial(comm.all_reduce, array) for comm, array in zip(comms, arrays)])])
        assert isinstance(found[0], ValueError), found
        all_is_well(comms, libraries)


@trouble(FAKE)
def unchecked_disagreements_end():
    """NCCL compares nothing; the limit ends it."""
    with ranks(check="never", timeout=0.5) as (comms, libraries):
        found = each([partial(comm.all_reduce, libraries[i].array(numbers(i, (4, 5 + i))).array) for i, comm in enumerate(comms)])
        assert all(isinstance(f, TimeoutError) for f in found), found
        assert not any(comm.handle for comm in comms)
    assert b"count=64 " not in fake.nccl.fake_nccl_log(), "a check was made"


@trouble(FAKE)
def how_often_is_checked():
    for check, expected in ("always", list(range(70))), ("never", []), ("auto", [*range(32), 32, 64]):
        with ranks(1, check=check) as (comms, libraries):
            array = libraries[0].array(numbers(0)).array
            found = []
            for i in range(70):
                fake.nccl.fake_nccl_log_clear()
                comms[0].all_reduce(array, out=array)
                if b"ncclAllGather" in fake.nccl.fake_nccl_log():
                    found.append(i)
            assert found == expected, (check, found)


@trouble(BOTH, GPU)
def a_rank_never_joins():
    with within(2, 30):
        raises(TimeoutError, "rank 0 of 2 has waited for 2 s", lambda: nccl_arrays.Communicator(0, 2, nccl_arrays.unique_id(), 0, timeout=2))
    assert not fake or (fake.nccl.fake_nccl_live() == 0 and aborts() == 1)


@trouble(BOTH, TWO)
def a_rank_never_calls():
    """Neither for a call that is new to NCCL nor for one that has had its like: all_is_well makes all_reduce of so many elements."""
    for check in "always", "never":
        for method in "all_gather", "all_reduce":
            with ranks(timeout=2, check=check) as (comms, libraries):
                all_is_well(comms, libraries)
                x = libraries[0].array(numbers(0), "every second")
                if fake:
                    fake.nccl.fake_nccl_log_clear()
                with within(2, 30):
                    try:  # unchecked NCCL only enqueues: then the wait finds it
                        getattr(comms[0], method)(x.array)
                        raises(TimeoutError, "rank 0 of 2 has waited", comms[0].wait)
                    except TimeoutError as error:
                        assert "rank 0 of 2 has waited for 2 s" in str(error), error
                assert comms[0].handle == 0 and comms[1].handle
                raises(RuntimeError, "aborted: NCCL: rank 0", lambda: comms[0].all_reduce(x.array))
                assert not fake or aborts() == 1
                comms[1].close(timeout=0)


@trouble(FAKE)
def a_group_is_aborted_as_a_whole():
    """Two of three ranks are called in one group, in this thread; the third one never is."""
    for method in "all_gather", "all_reduce":
        with ranks(3, timeout=0.5, check="never") as (comms, libraries):
            all_is_well(comms, libraries)
            x = [library.array(numbers(i)).array for i, library in enumerate(libraries)]
            fake.nccl.fake_nccl_log_clear()
            raises(TimeoutError, "rank 0 of 3 has waited for 0.5 s", lambda: nccl_arrays.group(*[partial(getattr(comms[i], method), x[i]) for i in range(2)]))
            assert [bool(comm.handle) for comm in comms] == [False, False, True] and aborts() == 2
            comms[2].close(timeout=0)


@trouble(FAKE)
def calls_of_two_threads():
    """One of them waits in vain, beside one whose rank comes later, and one that works."""
    with ranks(timeout=0.5, check="never") as (vain, _), ranks(check="never") as (late, libraries), ranks(check="never") as (well, others):
        for comms in vain, late, well:
            all_is_well(comms, libraries)
        x = [library.array(numbers(i)) for i, library in enumerate(libraries)]
        fake.nccl.fake_nccl_log_clear()

        def works():
            for _ in range(30):
                all_is_well(well, others)
                time.sleep(0.05)

        def comes():
            time.sleep(1.5)
            late[1].all_reduce(x[1].array, out=x[1].array)

        found = each([partial(vain[0].all_reduce, libraries[0].array(numbers(0)).array), partial(late[0].all_reduce, x[0].array, out=x[0].array), comes, works])
        assert isinstance(found[0], TimeoutError) and found[1] is x[0].array and found[2:] == [None, None], found
        assert np.array_equal(x[0].values(), numbers(0) + numbers(1)) and aborts() == 1
        all_is_well(late, libraries)
        vain[1].close(timeout=0)


@trouble(FAKE)
def a_rank_comes_at_the_last_moment():
    """The call comes back as its time ends: all is well, or it has failed and the communicator with it, and nothing in between."""
    came = {False: 0, True: 0}
    for turn in range(40):
        first = turn % 2  # the call is new to NCCL
        with ranks(timeout=0.15, check="never") as (comms, libraries):
            x = [library.array(numbers(i)) for i, library in enumerate(libraries)]
            if not first:
                all_is_well(comms, libraries)
            time.sleep(turn % 7 / 140)

            def late():
                time.sleep(0.13 + turn / 40 * (0.03 if first else 0.08))
                comms[1].all_reduce(x[1].array)

            one, other = each([partial(comms[0].all_reduce, x[0].array), late])
            came[isinstance(one, TimeoutError)] += 1
            assert isinstance(one, TimeoutError) == (comms[0].handle == 0), one
            assert isinstance(one, TimeoutError) or not isinstance(one, Exception), one
            if comms[0].handle and comms[1].handle:
                all_is_well(comms, libraries)
            for comm in comms:
                comm.close(timeout=0)
    assert came[False] > 3 and came[True] > 3, came
    assert fake.nccl.fake_nccl_live() == 0


@trouble(FAKE)
def the_call_and_the_watchdog_are_done_at_once():
    """The call comes back with success, but an abort has begun: the communicator is not used again."""
    with ranks(timeout=0.3, check="never") as (comms, libraries):
        all_is_well(comms, libraries)
        x = [library.array(numbers(i)).array for i, library in enumerate(libraries)]
        fake.nccl.fake_nccl_log_clear()

        def comes():
            time.sleep(0.6)  # meanwhile the abort is at its first step
            comms[1].all_reduce(x[1])
            until = time.monotonic() + 0.5
            while comms[0].handle and time.monotonic() < until:
                time.sleep(0.001)
            assert comms[0].handle == 0 and aborts() == 0
            fake.nccl.fake_nccl_stick(b"")

        with stuck("ncclGroupStart"):
            found = each([partial(comms[0].all_reduce, x[0]), comes])
        assert isinstance(found[0], TimeoutError) and found[1] is None, found
        assert aborts() == 1 and fake.nccl.fake_nccl_live() == 1
        raises(RuntimeError, "aborted", lambda: comms[0].all_reduce(x[0]))


@trouble(FAKE)
def the_watchdog_wakes():
    """It sleeps after a second without calls."""
    with ranks(timeout=0.3, check="never") as (comms, libraries):
        for _ in range(2):  # the first of its kind is made without it
            all_is_well(comms, libraries)
        time.sleep(1.5)
        with within(0.3, 2):
            raises(TimeoutError, "waited for 0.3 s", lambda: comms[0].all_reduce(libraries[0].array(numbers(0)).array))
        comms[1].close(timeout=0)


@trouble(FAKE)
def calls_stay_on_their_thread():
    """But for those that are new to NCCL: also those are not made elsewhere that belong to the thread, or are captured."""
    comm, there = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=5, check="never"), library()
    small, large = there.array(numbers(0)).array, there.array(numbers(0, (64, 6))).array
    stream = there.streams[1]
    group = partial(nccl_arrays.group, partial(comm.send, small, 0), partial(comm.recv, large, 0))

    def is_here(action):
        fake.nccl.fake_nccl_log_clear()
        try:
            action()
        except TimeoutError:
            pass
        threads = [line.split("thread=")[1] for line in fake.nccl.fake_nccl_log().decode().splitlines() if "thread=" in line]
        assert threads
        return set(threads) == {str(threading.get_native_id())}

    for action in (partial(comm.all_reduce, small), partial(comm.all_reduce, large), partial(comm.all_reduce, small, "max"), partial(comm.broadcast, small),
                   partial(nccl_arrays.group, partial(comm.send, small, 0), partial(comm.recv, there.array(numbers(1)).array, 0))):
        assert [is_here(action) for _ in range(4)] == [False, True, True, True], action
    assert [is_here(partial(comm.all_gather, small, stream=2)) for _ in range(2)] == [True, True]
    assert fake.driver.fake_capture_begin(ctypes.c_void_p(stream.handle), 2) == 0
    assert is_here(partial(comm.all_reduce, small, "prod", out=small, stream=stream))
    assert fake.driver.fake_capture_status(ctypes.c_void_p(stream.handle)) == 1, "the capture was broken"
    assert fake.driver.fake_capture_end(ctypes.c_void_p(stream.handle)) == 0
    before = len(os.listdir("/proc/self/task"))
    fake.nccl.fake_nccl_log_clear()
    for _ in range(1000):
        comm.all_reduce(small)
    assert len(os.listdir("/proc/self/task")) == before
    assert {line.split()[0] for line in fake.nccl.fake_nccl_log().decode().splitlines()} == {"ncclAllReduce"}
    comm.close()


@trouble(FAKE)
def an_abort_that_never_returns():
    """Python goes on after some seconds, without that communicator; others go on, with their limits."""
    with ranks(timeout=0.5, check="never") as (comms, libraries), ranks(timeout=0.5, check="never") as (others, _):
        all_is_well(comms, libraries)
        all_is_well(others, libraries)
        x = libraries[0].array(numbers(0)).array
        with stuck("ncclCommAbort"):
            with within(1, 5):  # the limit, and a second for ncclCommAbort
                raises(TimeoutError, "waited for 0.5 s; ncclCommAbort has not come back", lambda: comms[0].all_reduce(x))
            assert comms[0].handle == 0
            raises(RuntimeError, "ncclCommAbort has not come back", lambda: comms[0].all_reduce(x))
            with within(1, 5):
                raises(TimeoutError, "ncclCommAbort has not come back", partial(comms[1].close, timeout=0))
            with within(1, 5):
                raises(TimeoutError, "ncclCommAbort has not come back", lambda: nccl_arrays.Communicator(0, 2, nccl_arrays.unique_id(), 0, timeout=0.5))
            all_is_well(others, libraries)
            raises(TimeoutError, "ncclCommAbort has not come back", lambda: others[0].all_reduce(x))
        others[1].close(timeout=0)
    until = time.monotonic() + 10
    while fake.nccl.fake_nccl_live() and time.monotonic() < until:  # their threads were left to themselves
        time.sleep(0.01)
    assert fake.nccl.fake_nccl_live() == 0


@trouble(FAKE)
def a_call_that_never_returns():
    """Not even when its communicator is aborted: what it uses is kept for it."""
    there = library()
    for name, act, *ways in (("ncclCommInitRankConfig", None, "time"), ("ncclGroupEnd", None, "time", "Ctrl-C"),
                             ("ncclAllReduce", lambda comm, x: comm.all_reduce(x), "time", "Ctrl-C"), ("ncclAllGather", lambda comm, x: comm.all_reduce(x), "time"),
                             ("ncclCommFinalize", lambda comm, x: comm.close(), "time", "Ctrl-C"), ("ncclCommDestroy", lambda comm, x: comm.close(), "time")):
        for how in ways:
            x = there.array(numbers(0)).array
            make = partial(nccl_arrays.Communicator, 0, 1, nccl_arrays.unique_id(), 0, timeout=0.5 if how == "time" else 1.5, check="always")
            comm = make() if act else None
            with stuck(name):
                action = partial(act, comm, x) if act else make
                references = sys.getrefcount(x)
                with within(0.5, 8):
                    if how == "time":
                        raises(TimeoutError, "waited for 0.5 s; NCCL has not come back from the call", action)
                    else:
                        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
                        raises(KeyboardInterrupt, "", action)
                if comm:
                    assert comm.handle == 0
                    raises(RuntimeError, "the communicator ", lambda: comm.all_reduce(x))
                assert (sys.getrefcount(x) > references) == (name in ("ncclAllReduce", "ncclAllGather")), name
    time.sleep(0.5)  # the threads come back after all


@trouble(FAKE)
def asynchronous_errors():
    with ranks() as (comms, libraries):
        all_is_well(comms, libraries)
        fake.nccl.fake_nccl_async(0, REMOTE)
        x = libraries[0].array(numbers(0)).array
        raises(RuntimeError, "a call failed: remote process exited", lambda: comms[0].all_reduce(x))
        raises(RuntimeError, "the communicator was aborted", lambda: comms[0].all_reduce(x))
        fake.nccl.fake_nccl_async(1, INTERNAL)
        raises(RuntimeError, "internal error", comms[1].wait)
    for comm in comms:
        comm.close()  # again: nothing happens
    assert fake.nccl.fake_nccl_live() == 0


def used_once():
    """Everything in a row, of one rank with itself."""
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=5)
    there = library()
    try:
        for layout in "dense", "F order":
            x, y = there.array(numbers(0), layout), there.array(numbers(1), layout)
            comm.all_reduce(x.array)
            comm.all_gather(x.array)
            comm.reduce_scatter(there.array(numbers(0, (1, 3)), layout).array)
            comm.broadcast(x.array, out=y.array)
            nccl_arrays.group(partial(comm.send, x.array, 0), partial(comm.recv, y.array, 0))
        comm.wait()
        comm.close()
    finally:
        there.close()
        comm.close(timeout=0)


def fails_everywhere(arm, pending):
    used_once()  # kernels are loaded, pools are there
    gc.collect()
    before, n = fake.living(), 0
    while n == 0 or not pending():
        n += 1
        assert n < 2000
        arm(n)
        fake.nccl.fake_nccl_log_clear()
        try:
            used_once()
        except (RuntimeError, MemoryError, OSError) as error:
            assert str(error), error
            del error
        if pending():
            arm(0)
            break
        gc.collect()
        after, log = fake.living(), fake.nccl.fake_nccl_log().decode()
        kept = log.splitlines()[n - 1].startswith(("ncclCommAbort", "ncclCommDestroy"))  # it is NCCL that did not give it back
        assert after[:4] + (after[4] - kept, after[5]) == before, f"call {n} failed: {before} became {after}\n{log[-600:]}"
        before = after
    assert n > 20, n
    used_once()


@trouble(FAKE)
def every_call_of_nccl_fails():
    for result in REMOTE, INTERNAL:
        fails_everywhere(lambda n: fake.nccl.fake_nccl_fail(n, result), lambda: fake.nccl.fake_nccl_fail_pending() > 0)


@trouble(FAKE)
def every_call_of_the_driver_fails():
    """Those that give something back may leave it, those that are asked before, and contexts, in which that is done: memory that could not
    be freed is kept for a trim."""
    frees = ("cuMemFree", "cuEventDestroy", "cuStreamDestroy", "cuMemPoolDestroy", "cuStreamGetCaptureInfo", "cuCtx")
    used_once()
    gc.collect()
    n = 0
    while True:
        n += 1
        before = fake.living()
        fake.driver.fake_log_clear()
        fake.driver.fake_fail(n, 2)
        try:
            used_once()
        except (RuntimeError, MemoryError, ValueError) as error:
            del error
        pending = fake.driver.fake_fail_pending()
        fake.driver.fake_fail(0, 0)
        if pending:
            break
        gc.collect()
        failed = [line for line in fake.driver.fake_log().decode().splitlines() if line.endswith("result=2")]
        while fake.driver.fake_context_depth():  # a context that the driver has not taken off its stack
            assert failed[0].startswith("cuCtxPopCurrent")
            fake.driver.cuCtxPopCurrent_v2(ctypes.byref(ctypes.c_void_p()))
        if not any(line.startswith(frees) for line in failed):
            assert fake.living() == before, (n, failed, before, fake.living())
        assert fake.nccl.fake_nccl_live() == 0, (n, failed)
    assert n > 50, n
    used_once()


@trouble(FAKE)
def work_that_does_not_end():
    with ranks(1) as (comms, libraries):
        stream = libraries[0].streams[1]
        x = libraries[0].array(numbers(0))
        comms[0].all_reduce(x.array, out=x.array, stream=stream)
        fake.driver.fake_stream_hold(ctypes.c_void_p(stream.handle), None, 1)
        began = time.monotonic()
        raises(TimeoutError, "waited for 0.3 s", lambda: comms[0].wait(stream, timeout=0.3))
        assert time.monotonic() - began < 5 and comms[0].handle == 0
        fake.driver.fake_stream_hold(ctypes.c_void_p(stream.handle), None, 0)
    for action in (lambda comm: raises(TimeoutError, "waited for 0.2 s", lambda: comm.close(timeout=0.2)), lambda comm: comm.close(timeout=0),
                   lambda comm: None):
        comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=1)
        there = library()
        stream = there.streams[1]
        x = there.array(numbers(0))
        for _ in range(40):  # the last call is not a checked one
            comm.all_reduce(x.array, out=x.array, stream=stream)
        fake.driver.fake_stream_hold(ctypes.c_void_p(stream.handle), None, 1)
        action(comm)
        began, unraisable = time.monotonic(), []
        sys.unraisablehook = lambda what: unraisable.append(str(what.exc_value))
        del comm
        sys.unraisablehook = sys.__unraisablehook__
        assert time.monotonic() - began < 5 and fake.nccl.fake_nccl_live() == 0
        assert not unraisable or "waited for 1 s" in unraisable[0], unraisable
        fake.driver.fake_stream_hold(ctypes.c_void_p(stream.handle), None, 0)


@trouble(FAKE)
def producers_whose_stream_is_not_known():
    """No call waits for them, however long NCCL takes: their arrays are kept until the work is done."""
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=0.5, check="never")
    there = nccl_libraries.make("capsules", 0)
    stream, x = there.streams[1], there.array(numbers(0))
    fake.driver.fake_log_clear()
    fake.driver.fake_stream_hold(ctypes.c_void_p(stream.handle), None, 1)
    for _ in range(3):
        comm.all_reduce(x.array, out=x.array, stream=stream)
    log = fake.driver.fake_log().decode()
    assert "Synchronize" not in log and "cuEventRecord" in log, log
    fake.driver.fake_stream_hold(ctypes.c_void_p(stream.handle), None, 0)
    comm.all_reduce(x.array, out=x.array, stream=stream)


@trouble(BOTH, GPU)
def interrupted():
    """Ctrl-C while ranks are waited for."""
    with within(1, 15):
        threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
        raises(KeyboardInterrupt, "", lambda: nccl_arrays.Communicator(0, 2, nccl_arrays.unique_id(), 0, timeout=20))
    assert not fake or (fake.nccl.fake_nccl_live() == 0 and aborts() == 1)


@trouble(BOTH, TWO)
def interrupted_calls():
    """Ctrl-C while a call waits that is new to NCCL, a check, or wait()."""
    for check in "always", "never":
        with ranks(check=check) as (comms, libraries):
            if not fake:  # whose later calls also wait inside NCCL
                all_is_well(comms, libraries)
            x = libraries[0].array(numbers(0)).array
            with within(1, 15):
                threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
                raises(KeyboardInterrupt, "", lambda: [comms[0].all_gather(x), comms[0].wait()])
            assert comms[0].handle == 0
            raises(RuntimeError, "aborted: interrupted", comms[0].wait)
            comms[1].close(timeout=0)


@trouble(FAKE)
def the_root_alone_packs():
    """Of a broadcast; and memory for packing stays in the pool when the host waits."""
    fake.driver.fake_log_clear()
    with ranks(check="never") as (comms, libraries):
        log = fake.driver.fake_log().decode()
        assert log.count("cuMemPoolCreate ") == 2 and log.count("cuMemPoolSetAttribute ") == 2, log
        arrays = [library.array(numbers(i), "F order") for i, library in enumerate(libraries)]
        fake.driver.fake_log_clear()
        found = each([partial(comm.broadcast, array.array, 1, stream=library.streams[1]) for comm, array, library in zip(comms, arrays, libraries)])
        launches = [line for line in fake.driver.fake_log().decode().splitlines() if line.startswith("cuLaunchKernel")]
        number = fake.driver.fake_stream_number(ctypes.c_void_p(libraries[1].streams[1].handle))
        assert len(launches) == 1 and f"stream={number} " in launches[0] + " ", launches
        assert all(np.array_equal(library.read(y), numbers(1)) for library, y in zip(libraries, found))


@trouble(GPU)
def work_that_takes_long():
    """The wait ends, with the GIL released; so does the kernel, after which the process goes on."""
    import torch
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=30)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        torch.cuda._sleep(4_000_000_000)
    raises(TimeoutError, "waited for 0.2 s", lambda: comm.wait(stream, timeout=0.2))
    assert comm.handle == 0
    torch.cuda.synchronize()


@trouble(BOTH, TWO)
def one_communicator_in_two_threads():
    with ranks(timeout=3, check="always") as (comms, libraries):
        all_is_well(comms, libraries)
        x = [library.array(numbers(i)).array for i, library in enumerate(libraries)]
        waiting = threading.Thread(target=lambda: each([partial(comms[0].all_reduce, x[0])]), daemon=True)
        waiting.start()
        time.sleep(0.5)
        for action in partial(comms[0].all_reduce, x[0]), comms[0].wait, comms[0].close:
            raises(RuntimeError, "used by another thread", action)
        waiting.join(30)
        assert not waiting.is_alive() and not comms[0].handle
        comms[1].close(timeout=0)


@trouble(BOTH, GPU)
def dropped_without_close():
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=5)
    there = library()
    x = there.array(numbers(0), "every second")
    comm.all_reduce(x.array, out=x.array)
    del comm
    assert not fake or fake.nccl.fake_nccl_live() == 0
    assert np.array_equal(x.values(), numbers(0))
    code = "import nccl_arrays, sys; nccl_arrays.load(*sys.argv[1:]); sys.kept = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0)"
    done = subprocess.run([sys.executable, "-c", code, *sys.argv[3:]], timeout=60, capture_output=True, text=True)
    assert done.returncode == 0 and "Exception ignored" not in done.stderr and (not fake or not done.stderr), done


@trouble(FAKE)
def exits():
    """The interpreter ends while a thread of its own is inside NCCL, with the watchdog looking, or while ncclCommAbort is."""
    start = """
import ctypes, sys, threading, time
sys.path[:0] = sys.argv[2:]
import numpy, nccl_arrays, nccl_libraries
nccl_arrays.load(sys.argv[1])
fake = nccl_libraries.Double.fake = nccl_libraries.Fake(sys.argv[1])
there = [nccl_libraries.make("interface", i) for i in range(2)]
comms = nccl_arrays.all_devices([0, 1], timeout=0.7, check="never")
x = [each.array(numpy.ones(3, "f4")).array for each in there]
nccl_arrays.group(*[nccl_arrays_call(comm.all_reduce, a) for comm, a in zip(comms, x)])
""".replace("nccl_arrays_call", "__import__('functools').partial")
    blocked = "threading.Thread(target=comms[0].all_reduce, args=(x[0],), daemon=True).start()\ntime.sleep(%s)\n"
    aborting = """fake.nccl.fake_nccl_stick(b"ncclCommAbort")
try:
    comms[0].all_reduce(x[0])
except TimeoutError as error:
    assert "ncclCommAbort has not come back" in str(error)
"""
    for end in blocked % 0.3, blocked % 0.9, aborting + "import os; sys.stdout.flush(); del comms[0]":
        began = time.monotonic()
        done = subprocess.run([sys.executable, "-c", start + end, sys.argv[3], str(HERE), str(HERE.parent.parent / "tests" / "python")], timeout=60, capture_output=True, text=True)
        assert done.returncode == 0 and time.monotonic() - began < 20, (end, done)


@trouble(FAKE)
def forked_children_leave_it_alone():
    """Also while a call is inside NCCL, and the watchdog looks after it; a child has neither watchdog nor driver."""
    comm, there = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=5), library()
    x = there.array(numbers(0)).array
    with ranks(timeout=1, check="never") as (comms, libraries):
        all_is_well(comms, libraries)
        found = []
        waiting = threading.Thread(target=lambda: found.extend(each([partial(comms[0].all_reduce, x)])), daemon=True)
        waiting.start()
        time.sleep(0.3)
        child = os.fork()
        if child == 0:
            try:
                fake.nccl.fake_nccl_log_clear()
                for action in partial(comm.all_reduce, x), comm.wait, partial(nccl_arrays.all_devices, [0]):
                    raises(RuntimeError, "forked after it was initialised", action)
                comm.close()
                assert comm.handle
                del comm, comms
                gc.collect()
                os._exit(0 if fake.nccl.fake_nccl_log() in (b"", b"ncclGetUniqueId\n") else 1)
            except BaseException as error:
                print(error, flush=True)
                os._exit(2)
        until, status = time.monotonic() + 20, (0, 0)
        while status == (0, 0):
            assert time.monotonic() < until, "the child hangs"
            time.sleep(0.01)
            status = os.waitpid(child, os.WNOHANG)
        assert status[1] == 0, f"the child ended with {status}"
        waiting.join(20)
        assert isinstance(found[0], TimeoutError), found
        comms[1].close(timeout=0)
    comm.close()
    assert fake.nccl.fake_nccl_live() == 0


@trouble(BOTH, GPU)
def not_blocking():
    """The environment is stronger than what the communicator asks NCCL for."""
    code = "import nccl_arrays, sys; nccl_arrays.load(*sys.argv[1:]); nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0)"
    done = subprocess.run([sys.executable, "-c", code, *sys.argv[3:]], timeout=60, capture_output=True, text=True, env={**os.environ, "NCCL_COMM_BLOCKING": "0"})
    assert done.returncode == 1 and done.stderr.strip().endswith("does not block: NCCL_COMM_BLOCKING=0 is not supported"), done


@trouble(FAKE)
def arguments():
    there, other = library(), library(1)
    id = nccl_arrays.unique_id()
    make = nccl_arrays.Communicator
    for words, args, kwargs in (("rank: expected 0 to 1, got 2", (2, 2, id, 0), {}), ("rank: expected 0 to 1, got -1", (-1, 2, id, 0), {}),
                                ("id: expected the 128 bytes of unique_id(), got 3", (0, 1, b"abc", 0), {}),
                                ("check: expected 'auto', 'always' or 'never', got 'often'", (0, 1, id, 0), {"check": "often"}),
                                ("timeout: expected more than 0", (0, 1, id, 0), {"timeout": 0}),
                                ("timeout: expected more than 0", (0, 1, id, 0), {"timeout": float("nan")}),
                                ("device 17 does not exist", (0, 1, id, 17), {})):
        raises(ValueError, words, lambda: make(*args, **kwargs))
    raises(TypeError, "", lambda: make(0, 1, id, 0, memory=5))
    raises(RuntimeError, "path: NCCL is loaded already", lambda: nccl_arrays.load("/nowhere/libnccl.so.2"))
    raises(ValueError, "device 17", lambda: nccl_arrays.all_devices([0, 17]))
    raises(TypeError, "", lambda: nccl_arrays.all_devices("ab"))
    raises(RuntimeError, "duplicate GPU", lambda: nccl_arrays.all_devices([0, 0], timeout=5))
    assert nccl_arrays.all_devices([]) == [] and nccl_arrays.group() == [] and fake.nccl.fake_nccl_live() == 0
    comm, second = make(0, 1, id, 0, timeout=5), make(0, 1, nccl_arrays.unique_id(), 1, timeout=5)
    x, y, small, far = there.array(numbers(0)), there.array(numbers(1)), there.array(numbers(0, (1, 3))), other.array(numbers(0))
    text = np.zeros((4, 6), "f4")
    for kind, words, action in (
            (ValueError, "x: expected", lambda: comm.all_reduce(text)),
            (ValueError, "on cuda:0", lambda: comm.all_reduce(far.array)),
            (TypeError, "x: expected an array", lambda: comm.all_reduce("x")),
            (TypeError, "", lambda: comm.all_reduce()),
            (TypeError, "", lambda: comm.all_reduce(x.array, "sum", y.array)),
            (ValueError, "op: expected sum, prod, max, min or avg, got 'mean'", lambda: comm.all_reduce(x.array, "mean")),
            (ValueError, "op: expected sum, prod, max, min or avg, got 3", lambda: comm.all_reduce(x.array, 3)),
            (ValueError, "root: expected 0 to 0, got 1", lambda: comm.broadcast(x.array, 1)),
            (ValueError, "root: expected 0 to 0, got -1", lambda: comm.broadcast(x.array, root=-1)),
            (TypeError, "", lambda: comm.broadcast(x.array, "0")),
            (ValueError, "peer: expected 0 to 0, got 4", lambda: comm.send(x.array, 4)),
            (OverflowError, "", lambda: comm.send(x.array, 1 << 70)),
            (TypeError, "out: expected an array", lambda: comm.recv(None, 0)),
            (ValueError, "out: expected shape (4, 6), got (1, 3)", lambda: comm.all_reduce(x.array, out=small.array)),
            (ValueError, "out: expected shape (1, 4, 6)", lambda: comm.all_gather(x.array, out=y.array)),
            (ValueError, "x: expected an extent of 1", lambda: comm.reduce_scatter(x.array)),
            (ValueError, "x: expected an extent of 1", lambda: comm.reduce_scatter(there.array(np.float32(3)).array)),
            (TypeError, "out: expected dtype", lambda: comm.all_reduce(x.array, out=there.array(numbers(0, dtype="f8")).array)),
            (TypeError, "x: expected dtype", lambda: comm.all_reduce(there.array(numbers(0, dtype="c8")).array, "max")),
            (ValueError, "out: ", lambda: comm.all_reduce(x.array, out=there.show(np.broadcast_to(x.values()[:1], (4, 6)), x.values().ctypes.data))),
            (TypeError, "", lambda: comm.all_reduce(x.array, stream="s")),
            (TypeError, "expected functools.partial of a communicator's method, got 3", lambda: nccl_arrays.group(3)),
            (TypeError, "expected functools.partial", lambda: nccl_arrays.group(partial(comm.close))),
            (TypeError, "expected functools.partial", lambda: nccl_arrays.group(partial(comm.send, x.array, 0), partial(print, 1)))):
        before = fake.driver.fake_live_allocations() - len(there.held) - len(other.held)
        references = [sys.getrefcount(each) for each in (comm, second, x.array, y.array)]
        raises(kind, words, action)
        gc.collect()
        assert fake.driver.fake_live_allocations() - len(there.held) - len(other.held) == before, words
        assert [sys.getrefcount(each) for each in (comm, second, x.array, y.array)] == references, words
    # what is unusual and right
    raw = there.array(np.arange(64, dtype="u1"))
    unaligned = np.ndarray((3, 4), "f4", raw.values(), 2)
    unaligned[...] = np.arange(12).reshape(3, 4)
    assert comm.all_reduce(shown := there.show(unaligned, unaligned.ctypes.data), out=shown) is shown
    assert np.array_equal(unaligned, np.arange(12).reshape(3, 4)) and raw.values()[0] == 0 and raw.values()[50] == 50
    assert second.all_reduce(far.array, out=far.array, stream=2) is far.array
    for shape in (), (0, 3), (1,) * 63:
        made = there.array(np.ones(shape, "f4"))
        assert there.read(comm.all_reduce(made.array)).shape == shape
        assert there.read(comm.all_gather(made.array)).shape == (1, *shape)
    raises(ValueError, "x: expected at most 63 axes", lambda: comm.all_gather(there.array(np.ones((1,) * 64, "f4")).array))
    repeated = there.show(np.broadcast_to(x.values()[:1], (5, 6)), x.values().ctypes.data)
    result = comm.all_reduce(repeated)
    assert np.array_equal(there.read(result), np.broadcast_to(numbers(0)[0], (5, 6)))
    overlapping = there.array(np.arange(30, dtype="f4"))
    view = overlapping.values()
    comm.all_reduce(there.show(view[:20], view.ctypes.data), out=there.show(view[10:], view[10:].ctypes.data))
    assert np.array_equal(view, [*range(10), *range(20)])
    comm.close()
    second.close()
    raises(RuntimeError, "the communicator is closed", lambda: comm.all_reduce(x.array))
    raises(RuntimeError, "the communicator is closed", comm.wait)
    assert (comm.rank, comm.size, comm.device, comm.handle) == (0, 1, 0, 0)


@trouble(FAKE)
def packed_on_the_stream():
    """Memory, packing, NCCL, unpacking: on the stream of the call; the producers' stream is behind it; the host waits for nothing."""
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=5, check="never")
    there = library()
    ours, theirs = there.streams[1], nccl_libraries.Stream(fake.stream(0))
    number = fake.driver.fake_stream_number(ctypes.c_void_p(ours.handle))
    x, y = there.array(numbers(0), "F order"), there.array(numbers(1), "every second")
    x.array.stream = y.array.stream = theirs.handle
    comm.all_reduce(x.array, out=y.array, stream=ours)
    for x_layout, out_layout, expected in (("F order", "every second", ["cuMemAllocFromPoolAsync", "cuLaunchKernel", "cuLaunchKernel", "cuMemFreeAsync"]),
                                           ("F order", "dense", ["cuLaunchKernel"]), ("dense", "dense", []),
                                           ("dense", "every second", ["cuMemAllocFromPoolAsync", "cuLaunchKernel", "cuMemFreeAsync"])):
        x, y = there.array(numbers(0), x_layout), there.array(numbers(1), out_layout)
        x.array.stream = y.array.stream = theirs.handle
        fake.driver.fake_stream_add_work(ctypes.c_void_p(theirs.handle), None)
        fake.driver.fake_log_clear()
        fake.nccl.fake_nccl_log_clear()
        comm.all_reduce(x.array, out=y.array, stream=ours)
        lines = [line.split() for line in fake.driver.fake_log().decode().splitlines()]
        asynchronous = [line for line in lines if line[0] in ("cuMemAllocFromPoolAsync", "cuMemFreeAsync") or line[0].startswith("cuLaunchKernel")]
        assert [line[0].removesuffix("Ex") for line in asynchronous] == expected, lines
        assert all(f"stream={number}" in line for line in asynchronous), asynchronous
        assert not [line for line in lines if "Synchronize" in line[0]], lines
        assert f"stream={ours.handle:#x}".encode() in fake.nccl.fake_nccl_log()
        seen = fake.driver.fake_stream_has_seen
        assert seen(ctypes.c_void_p(ours.handle), None, ctypes.c_void_p(theirs.handle), None), "x is not waited for"
        assert seen(ctypes.c_void_p(theirs.handle), None, ctypes.c_void_p(ours.handle), None), "the producer runs ahead"
        assert np.array_equal(y.values(), numbers(0))
    fake.driver.fake_log_clear()
    for _ in range(10):
        comm.all_reduce(x.array, out=x.array, stream=theirs)
    names = [line.split()[0] for line in fake.driver.fake_log().decode().splitlines()]
    assert names.count("cuEventRecord") == 10, names
    assert {name for name in names if not name.startswith(("cuCtx", "cuPointer", "cuStreamGet"))} == {"cuEventRecord"}, names
    comm.close()


@trouble(FAKE)
def captured_calls():
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=5, check="always")
    there = library()
    stream = there.streams[1]
    x = there.array(numbers(0), "F order")
    comm.all_reduce(x.array, out=x.array, stream=stream)
    fake.nccl.fake_nccl_log_clear()
    assert fake.driver.fake_capture_begin(ctypes.c_void_p(stream.handle), 2) == 0
    comm.all_reduce(x.array, out=x.array, stream=stream)
    assert fake.driver.fake_capture_status(ctypes.c_void_p(stream.handle)) == 1, "the capture was broken"
    assert fake.driver.fake_capture_end(ctypes.c_void_p(stream.handle)) == 0
    assert b"ncclAllGather" not in fake.nccl.fake_nccl_log() and b"ncclAllReduce" in fake.nccl.fake_nccl_log()
    comm.close()


@trouble(GPU)
def captured_and_replayed():
    import torch
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=30)
    x, y = torch.arange(12.0, device="cuda").reshape(3, 4), torch.zeros(4, 3, device="cuda")
    comm.all_reduce(x.T, out=y)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        comm.all_reduce(x.T, out=y, stream=torch.cuda.current_stream())
    x += 100
    graph.replay()
    torch.cuda.synchronize()
    assert torch.equal(y, x.T), y
    comm.close()


@trouble(BOTH, GPU)
def memory_of_the_caller():
    if fake:
        live = {}

        class Pool:
            def allocate(self, size, stream=None):
                live[address := fake.driver.fake_alloc(0, 0, size)] = size
                return address

            def deallocate(self, ptr, size, stream=None):
                assert live.pop(ptr) == size
                fake.driver.fake_free(ctypes.c_void_p(ptr))
    else:
        import torch
        live = {}

        class Pool:
            def allocate(self, size, stream=None):
                live[address := torch.cuda.caching_allocator_alloc(size, stream=int(stream))] = size
                return address

            def deallocate(self, ptr, size, stream=None):
                assert live.pop(ptr) == size
                torch.cuda.caching_allocator_delete(ptr)
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=30, memory=Pool())
    assert len(live) == 1  # records
    there = library()
    x = there.array(numbers(0), "every second")
    comm.all_reduce(x.array, out=x.array)
    comm.wait()
    assert np.array_equal(x.values(), numbers(0)) and len(live) == 1
    comm.close()
    del comm
    assert not live

    class Broken:
        def allocate(self, size, stream=None):
            raise KeyError("no memory today")

        def deallocate(self, ptr, size, stream=None):
            pass

    raises(KeyError, "no memory today", lambda: nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, memory=Broken()))


@trouble(GPU)
def order_behind_a_slow_kernel():
    """x is filled late on another stream of torch; what torch does next with x and the result comes behind."""
    import torch
    comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0, timeout=30, check="never")
    slow, ours = torch.cuda.Stream(), torch.cuda.Stream()
    for view in (lambda t: t), (lambda t: t.T), (lambda t: t[::2, 1::2]):
        x = torch.zeros(2048, 2048, device="cuda")
        comm.all_reduce(view(x), stream=ours)
        torch.cuda.synchronize()
        with torch.cuda.stream(slow):
            torch.cuda._sleep(300_000_000)
            x.fill_(5)
            y = comm.all_reduce(view(x), stream=ours)
            x.fill_(100)
            right = bool((y == 5).all())
        assert right
    comm.close()


@trouble(BOTH)
def versions():
    code = "import sys, nccl_arrays; print(nccl_arrays.load(sys.argv[1]))"
    path = sys.argv[3]

    def answer(version, path=path):
        done = subprocess.run([sys.executable, "-c", code, path], timeout=60, capture_output=True, text=True, env={**os.environ, "FAKE_NCCL_VERSION": version})
        return (done.stdout + done.stderr).strip().splitlines()[-1]

    assert answer("22300") == "22300"
    assert answer("22203") == "ImportError: NCCL: expected version 22300 or newer, got 22203"
    assert "ImportError: NCCL: /nowhere/libnccl.so.2" in answer("0", "/nowhere/libnccl.so.2")
    assert "no function ncclGetVersion" in answer("0", "libm.so.6")
    os.environ["FAKE_NCCL_VERSION"] = "22300"
    code = """
import sys
sys.path[:0] = sys.argv[2:]
import numpy, nccl_arrays, nccl_libraries
nccl_arrays.load(sys.argv[1])
nccl_libraries.Double.fake = nccl_libraries.Fake(sys.argv[1])
table = nccl_libraries.make("table", 0)
comm = nccl_arrays.Communicator(0, 1, nccl_arrays.unique_id(), 0)
x = table.array(numpy.ones(3, nccl_libraries.dtype_of("float8_e5m2")))
comm.broadcast(x.array)
comm.all_reduce(x.array)
"""
    done = subprocess.run([sys.executable, "-c", code, path, str(HERE), str(HERE.parent.parent / "tests" / "python")], timeout=60, capture_output=True, text=True)
    assert "TypeError: x: expected dtype" in done.stderr and "got float8_e5m2" in done.stderr, done


def main():
    global fake
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--fake")
    options = parser.parse_args()
    if options.fake:
        nccl_arrays.load(options.fake)
        fake = nccl_libraries.Double.fake = nccl_libraries.Fake(options.fake)
    {**BOTH, **FAKE, **GPU, **TWO}[options.name]()
    assert not fake or fake.nccl.fake_nccl_misused() == 0, "a communicator was freed under a call, or used after that"
    print("right")


if __name__ == "__main__":
    main()
