"""Gives back memory in every way while a host function of its stream wants the GIL (B122): a script for the tests of the fake driver and of
a GPU.  python waits.py [way ...]; the module cucore_test, which has a build for each way of compiling it, is found on PYTHONPATH.

The host function runs on a thread of the driver; a wait that holds the GIL never ends.  A watchdog then ends the process, whose last line
names the way."""
import ctypes
import faulthandler
import gc
import subprocess
import sys
import time

import cucore_test
from producers import CUDA, Producer

POOL, ALONE, PINNED, MANAGED = 0, 2, 3, 5
TYPES = {POOL: 2, ALONE: 2, PINNED: 3, MANAGED: 13}
NO_SYNC = (1 << 64) - 1


def pointer(value):
    return ctypes.c_void_p(value)


class Driver:
    """A stream of the first device, and its host functions; the fake driver lets them run on threads of their own."""

    def __init__(self, seconds):
        self.cu, self.ended = ctypes.CDLL("libcuda.so.1"), []
        self.is_fake = hasattr(self.cu, "fake_host_threads")
        context, stream = ctypes.c_void_p(), ctypes.c_void_p()
        assert self.cu.cuInit(0) == 0 and self.cu.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
        assert self.cu.cuCtxSetCurrent(context) == 0 and self.cu.cuStreamCreate(ctypes.byref(stream), 1) == 0
        self.stream = stream.value
        self.function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: (time.sleep(seconds), self.ended.append(1)))

    def launch(self, stream, function=None):
        if self.is_fake:
            self.cu.fake_host_threads(1)
        assert self.cu.cuLaunchHostFunc(pointer(stream), function or self.function, None) == 0

    def finish(self, stream):
        if self.is_fake:
            self.cu.fake_host_threads(0)
        assert self.cu.cuStreamSynchronize(pointer(stream)) == 0


driver, stream = None, None


def memory(kind):
    return cucore_test.allocated(TYPES[kind], kind, stream)


def array(kind):
    return memory(kind).give(None)


class Allocator:
    def allocate(self, size, stream=None):
        ptr = ctypes.c_void_p()
        assert driver.cu.cuMemAlloc_v2(ctypes.byref(ptr), ctypes.c_size_t(size)) == 0
        return ptr.value

    def deallocate(self, ptr, size, stream=None):
        assert driver.cu.cuMemFree_v2(pointer(ptr)) == 0


def late(kind):
    view = memory(kind)
    x = Producer((CUDA, 0), data=view.ptr)
    x.owner = view.give(None)
    return x


def keep(x):
    cucore_test.args([x], None, stream)
    x = None
    cucore_test.trim()


def cycle(kind):
    made = [array(kind)]
    made.append(made)
    return made


def collect(x):
    x = None
    gc.collect()


def imported(kind):
    process = subprocess.Popen([sys.executable, __file__, "--export"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    exporters.append(process)
    view = cucore_test.imported(bytes.fromhex(process.stdout.readline()))
    return view if kind == "view" else view.give(None)


exporters = []


def in_an_exception(x):
    try:
        raise KeyError("mine")
    except KeyError:
        x = None


def drop(x):
    pass


WAYS = {
    "view": (memory, [ALONE, PINNED, MANAGED, POOL], drop),
    "view, released": (memory, [ALONE, PINNED, POOL], lambda x: x.release()),
    "view, on another thread": (memory, [ALONE], lambda x: x.release_in_thread()),
    "array": (array, [ALONE, PINNED, MANAGED, POOL], drop),
    "array, copied": (lambda kind: array(kind).__copy__(), [ALONE, PINNED], drop),
    "array in a cycle": (cycle, [ALONE], collect),
    "array, in an exception": (array, [ALONE], in_an_exception),
    "capsule that was not taken": (lambda kind: array(kind).__dlpack__(stream=-1, max_version=(1, 0)), [ALONE, PINNED, MANAGED, POOL], drop),
    "legacy capsule that was not taken": (lambda kind: array(kind).__dlpack__(stream=-1), [ALONE, PINNED], drop),
    "capsule of an own type": (lambda kind: memory(kind).export("versioned"), [ALONE, PINNED], drop),
    "view of an array": (lambda kind: cucore_test.view(array(kind), stream=NO_SYNC), [ALONE, PINNED, POOL], drop),
    "view of a capsule": (lambda kind: cucore_test.dlpack(array(kind), stream=NO_SYNC), [ALONE, PINNED], drop),
    "owner": (lambda kind: memory(kind).detach(), [ALONE, PINNED, POOL], drop),
    "owner, on another thread": (lambda kind: memory(kind).detach(), [ALONE], lambda x: x.release_in_thread()),
    "buffer": (lambda kind: memory(kind).move_to_buffer(0), [PINNED, MANAGED], drop),
    "owner that is released late": (late, [ALONE], keep),
    "import": (imported, ["view", "array"], drop),
    "Python allocator": (lambda kind: cucore_test.allocated(2, Allocator(), stream), ["cuMemFree"], drop),
}


def run(chosen, seconds):
    global driver, stream
    driver = Driver(seconds)
    for name in chosen or WAYS:
        make, kinds, give_back = WAYS[name]
        for kind in kinds:
            for stream in (driver.stream, 1):
                print(name, kind, "own stream" if stream > 1 else "legacy stream", flush=True)
                box = [make(kind)]
                gc.collect()
                before = len(driver.ended)
                driver.launch(stream)
                give_back(box.pop())
                waited = len(driver.ended) > before
                driver.finish(stream)
                assert len(driver.ended) == before + 1
                assert waited or kind == POOL, "the driver did not have to wait: the row shows nothing"
    cucore_test.trim()
    for process in exporters:
        process.communicate()
    print("all")


if __name__ == "__main__":
    faulthandler.dump_traceback_later(30, exit=True)
    if sys.argv[1:] == ["--export"]:
        exported = cucore_test.allocated(TYPES[ALONE], ALONE)
        print(cucore_test.handle(exported).hex(), flush=True)
        sys.stdin.read()
    else:
        run(sys.argv[2:], float(sys.argv[1]))
