"""Arrays whose release waits for a stream (B108, D34): the end of the interpreter, interpreters, threads; and CuPy, whose stream is known."""
import ctypes
import gc
import itertools
import os
import subprocess
import sys
import textwrap
import threading
import types
import weakref

import pytest

import cucore_test
from producers import CUDA, Producer

LEGACY, PER_THREAD = 1, 2
NO_SYNC, HOST = (1 << 64) - 1, (1 << 64) - 2
WAIT = ["cuEventRecord", "cuStreamWaitEvent"]


def in_a_process(code, **environment):
    """Runs a script beside these tests, with the fake driver; -> what it prints."""
    here = os.path.dirname(os.path.abspath(__file__))
    script = f"import sys\nsys.path[:0] = {[here, *sys.path]!r}\n" + textwrap.dedent(code)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return done.stdout


SCENE = """
import conftest, cucore_test
from producers import CUDA, Producer
fake = conftest.Fake()
primary = fake.context_primary(0)
stream = fake.stream_create(primary, 1)
def use():
    fake.stream_hold(stream, primary, 1)
    x = Producer((CUDA, 0), data=fake.alloc(0, 0, 256))
    cucore_test.args([x], None, stream)
    return x
"""


def test_D33_what_is_kept_at_the_end_of_python_is_not_touched():
    """Neither the objects, which are gone, nor the driver."""
    printed = in_a_process(SCENE + """
import atexit
x = use()
assert cucore_test.kept()[0] == 1 and not x.tensors[0].deleted
fake.log_clear()
atexit.register(lambda: print("kept", cucore_test.kept()[0], "calls", fake.call_count()))
""")
    assert printed == "kept 1 calls 0\n"


def test_a_trim_at_exit_releases_all():
    printed = in_a_process(SCENE + """
import atexit
x = use()
atexit.register(lambda: (cucore_test.trim(), print("kept", cucore_test.kept()[0], "deleted", len(x.tensors[0].deleted))))
""")
    assert printed == "kept 0 deleted 1\n"


def test_the_report_of_a_debug_build_counts():
    """Only if the environment asks for it; of this build, which is none, never."""
    assert in_a_process(SCENE + "use()", CUCORE_REPORT_KEPT="1") == ""


def test_an_owner_is_released_in_its_own_interpreter():
    """A thread of the main interpreter leaves what belongs to another one; what a dead one left is never touched."""
    printed = in_a_process(SCENE + """
try:
    import _interpreters as interpreters
except ImportError:
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        print("none")
        raise SystemExit(0)
script = "import sys; sys.path[:] = " + repr(sys.path) + '''
import weakref
import cucore_test
class Interface:
    __cuda_array_interface__ = {"shape": (64,), "typestr": "|u1", "data": (%d, False), "version": 3}
x = Interface()
gone = weakref.ref(x)
cucore_test.args([x], None, %d)
del x
assert cucore_test.kept()[0] == 1 and gone()
''' % (fake.alloc(0, 0, 256), stream)
more = '''
assert gone(), "the main interpreter released an object of this one"
x = Interface()
assert cucore_test.args([x], None, %d)
assert not gone()
''' % stream
fake.stream_hold(stream, primary, 1)
new = hasattr(interpreters, "exec")
run = interpreters.exec if new else interpreters.run_string
def checked(one, text):
    failed = run(one, text)
    assert not failed, failed
try:
    one = interpreters.create("legacy") if new else interpreters.create(isolated=False)
    checked(one, script)
except BaseException as error:
    if "ctypes" in str(error) or "subinterpreter" in str(error):
        print("none")
        raise SystemExit(0)
    raise
fake.stream_hold(stream, primary, 0)
cucore_test.trim()
assert cucore_test.kept()[0] == 1
checked(one, more)
interpreters.destroy(one)
cucore_test.trim()
assert cucore_test.kept()[0] == 1
two = interpreters.create("legacy") if new else interpreters.create(isolated=False)
checked(two, script.replace("kept()[0] == 1", "kept()[0] == 2"))
interpreters.destroy(two)
cucore_test.trim()
assert cucore_test.kept()[0] == 2, "what these interpreters left is not touched"
x = use()
cucore_test.trim()
assert x.tensors[0].deleted
print("done")
""")
    if printed == "none\n":
        pytest.skip("this Python has no subinterpreters that take this module")
    assert printed == "done\n"


def test_threads_release_what_others_kept(fake):
    primary = fake.context_primary(0)
    streams = [fake.stream_create(primary, 1) for _ in range(3)]
    pointer, made, failed = fake.alloc(0, 0, 256), [], []

    def work(stream):
        try:
            for i in range(60):
                x = Producer((CUDA, 0), data=pointer)
                fake.stream_hold(stream, primary, int(i % 5 < 3))
                cucore_test.args([x], None, stream)
                made.append(x)
                if i % 20 == 19:
                    cucore_test.trim()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(stream,)) for stream in streams]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed, failed
    cucore_test.trim()
    assert len(made) == 180 and all(len(x.tensors[0].deleted) == 1 for x in made) and cucore_test.kept()[0] == 0


def test_an_exception_survives_a_release(fake):
    """Owners of other calls are released while an exception is set, and their code raises."""
    primary = fake.context_primary(0)
    stream = fake.stream_create(primary, 1)
    fake.stream_hold(stream, primary, 1)
    seen = []
    x = Producer((CUDA, 0), data=fake.alloc(0, 0, 256), on_delete=lambda tensor: seen.append(sys.exc_info()[0]))
    cucore_test.args([x], None, stream)
    fake.stream_hold(stream, primary, 0)
    with pytest.raises(TypeError, match="expected an array"):
        cucore_test.args([x, 3], None, stream)
    cucore_test.trim()
    assert len(seen) == 2


# ------------------------------------------------------------------------------------------------------------- CuPy --
class Stream:
    """As cupy.cuda.Stream; its handle is destroyed with it."""

    def __init__(self, ptr):
        self.ptr = ptr


class Cupy:
    """As much of CuPy as an intake sees."""

    def __init__(self, fake):
        self.module, self.cuda = types.ModuleType("cupy"), types.ModuleType("cupy.cuda")
        self.current = {0: Stream(0), 1: Stream(0)}
        self.error = None
        self.asked = []

        def get_current_stream(device_id=-1):
            if self.error:
                raise self.error
            self.asked.append(device_id)
            return self.current[device_id]

        self.cuda.get_current_stream = lambda device_id=-1: self.answer(device_id)
        self.answer = get_current_stream
        self.module.cuda = self.cuda
        self.module.ndarray = type("ndarray", (Producer,), {"__module__": "cupy", "shared": True})

    def array(self, fake, device=0):
        return self.module.ndarray((CUDA, device), data=fake.alloc(0, device, 256))


LIBRARY = Cupy(None)  # one for all: the function is looked up once


@ctypes.PYFUNCTYPE(ctypes.c_ssize_t, ctypes.c_int)
def get_stream_ptr(device_id):
    """As the function that the modules of CuPy import from each other."""
    LIBRARY.asked_in_c.append(device_id)
    return LIBRARY.current[device_id].ptr


def with_c_function(signature=b"intptr_t (int)"):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    stream = types.ModuleType("cupy_backends.cuda.stream")
    stream.__pyx_capi__ = {"get_stream_ptr": new(ctypes.cast(get_stream_ptr, ctypes.c_void_p), signature, None)}
    return stream


BACKENDS = {"older": None, "other": with_c_function(b"intptr_t (void)"), "in C": with_c_function()}  # which keep their names


@pytest.fixture(params=BACKENDS)
def cupy(fake, monkeypatch, request):
    monkeypatch.setitem(sys.modules, "cupy", LIBRARY.module)
    monkeypatch.setitem(sys.modules, "cupy.cuda", LIBRARY.cuda)
    if BACKENDS[request.param]:
        monkeypatch.setitem(sys.modules, "cupy_backends.cuda.stream", BACKENDS[request.param])
    LIBRARY.current, LIBRARY.error, LIBRARY.asked, LIBRARY.asked_in_c = {0: Stream(0), 1: Stream(0)}, None, [], []
    LIBRARY.in_c = request.param == "in C"
    cucore_test.forget_state()
    yield LIBRARY
    cucore_test.forget_state()


def ordering(fake):
    return [name for name in fake.names if name in WAIT or "Synchronize" in name]


CUPY_ROWS = [(0, 0, 0), (0, LEGACY, 0), (0, "h", 1), ("g", "g", 0), ("g", "h", 1), ("g", 0, 1), (PER_THREAD, LEGACY, 1)]


@pytest.mark.parametrize("producer, consumer, waits", CUPY_ROWS, ids=[f"P={p}-C={c}" for p, c, _ in CUPY_ROWS])
def test_C10_the_current_stream_of_CuPy_waits(fake, cupy, producer, consumer, waits):
    """By one event there and one back for any number of arrays, and nothing is kept."""
    primary = fake.context_primary(0)
    handles = {"g": fake.stream_create(primary, 1), "h": fake.stream_create(primary, 1)}
    p, c = handles.get(producer, producer), handles.get(consumer, consumer)
    cupy.current[0] = Stream(p)
    arrays = [cupy.array(fake) for _ in range(3)]
    fake.stream_add_work(p or LEGACY, primary)
    fake.log_clear()
    assert len(cucore_test.args(arrays, None, c)) == 3
    objects = [] if cupy.in_c and p in (0, PER_THREAD) else [0, 0, 0]  # no object has to be kept for a default stream
    assert ordering(fake) == 2 * waits * WAIT and (cupy.asked, cupy.asked_in_c) == (objects, [0, 0, 0] if cupy.in_c else [])
    assert fake.stream_has_seen(c or LEGACY, primary, p or LEGACY, primary)
    assert [x.calls[-1]["stream"] for x in arrays] == [-1, -1, -1] and all(x.tensors[0].deleted for x in arrays)
    view = cucore_test.view(arrays[0], stream=c)
    fake.stream_add_work(c or LEGACY, primary)
    view.finish(c)
    view.release()
    assert fake.stream_has_seen(p or LEGACY, primary, c or LEGACY, primary) and cucore_test.kept()[0] == 0


def test_CuPy_on_the_second_device(fake, cupy):
    """It has a current stream for each device."""
    home = fake.context_primary(1)
    g, h = fake.stream_create(home, 1), fake.stream_create(home, 1)
    cupy.current[1] = Stream(g)
    fake.stream_add_work(g, home)
    assert cucore_test.args([cupy.array(fake, 1)], None, h)
    assert cupy.asked[-1] == 1 and fake.stream_has_seen(h, home, g, home)


@pytest.mark.parametrize("stream, waits", [(HOST, ["cuStreamSynchronize"]), (NO_SYNC, [])], ids=["host", "no-sync"])
def test_CuPy_for_the_host_and_without_order(fake, cupy, stream, waits):
    primary = fake.context_primary(0)
    g = fake.stream_create(primary, 1)
    cupy.current[0] = Stream(g)
    fake.stream_add_work(g, primary)
    fake.log_clear()
    cucore_test.view(cupy.array(fake), stream=stream).release()
    assert ordering(fake) == waits and fake.host_has_seen(g, primary) == (stream == HOST)


def test_CuPy_in_a_capture(fake, cupy):
    """Its current stream is captured as well, or the call is refused before the capture is broken."""
    primary = fake.context_primary(0)
    g = fake.stream_create(primary, 1)
    x = cupy.array(fake)
    assert fake.capture_begin(g, 0) == 0
    cupy.current[0] = Stream(g)
    assert cucore_test.args([x], None, g)
    cupy.current[0] = Stream(0)
    with pytest.raises(RuntimeError, match="captured"):
        cucore_test.args([x], None, g)
    assert fake.capture_status(g) == 1 and fake.capture_end(g) == 0


@pytest.mark.parametrize("how", ["view", "owner", "capsule"])
def test_a_view_keeps_the_stream_of_CuPy(fake, cupy, how):
    """A handle that is destroyed must not be waited on."""
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    stream = Stream(g)
    gone = weakref.ref(stream)
    cupy.current[0] = stream
    x = cupy.array(fake)
    view = cucore_test.view(x, stream=h, flags=cucore_test.KEEP_CAPSULE if how == "capsule" else 0)
    cupy.current[0] = Stream(0)
    seen = [one is stream for one in gc.get_referents(view)]
    assert sum(seen) == 1, "the collector sees the stream (B133)"
    del stream
    assert gone()
    view.finish(h)
    if how == "owner":
        owner = view.detach()
        view.release()
        assert [one for one in gc.get_referents(owner) if one is gone()]
        assert gone() and not x.tensors[0].deleted
        owner.release()
    view.release()
    gc.collect()
    assert not gone() and x.tensors[0].deleted


ODD = {"raises": lambda device_id=-1: 1 / 0, "no attribute": lambda device_id=-1: object(), "text": lambda device_id=-1: Stream("7"),
       "no stream": lambda device_id=-1: Stream(-1), "too large": lambda device_id=-1: Stream(1 << 70)}


@pytest.mark.parametrize("kind", ODD)
def test_a_CuPy_that_cannot_tell_its_stream(fake, cupy, monkeypatch, kind):
    """Is asked to order by itself, as any producer, and its owner is kept."""
    primary = fake.context_primary(0)
    h = fake.stream_create(primary, 1)
    monkeypatch.setattr(cupy, "answer", ODD[kind])
    cupy.current[0] = Stream(fake.stream_create(primary, 1) if cupy.in_c else 0)  # whose object is asked for
    x = cupy.array(fake)
    assert cucore_test.args([x], None, h) and x.calls[-1]["stream"] == h
    assert cucore_test.kept()[0] == 1 and fake.stream_has_seen(LEGACY, primary, h, primary)
    cucore_test.trim()
    assert x.tensors[0].deleted


def test_an_interrupt_passes_through(fake, cupy):
    cupy.error = KeyboardInterrupt()
    cupy.current[0] = Stream(fake.stream_create(fake.context_primary(0), 1))
    with pytest.raises(KeyboardInterrupt):
        cucore_test.args([cupy.array(fake)], None, LEGACY)


def test_C10_torch_without_a_table_is_known_as_well(fake, monkeypatch):
    """Before torch 2.10 its type has no table; its streams are non-blocking, so that the legacy stream would not do."""
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    module, cuda, asked = types.ModuleType("torch"), types.ModuleType("torch.cuda"), []
    cuda.current_stream = lambda device=None: asked.append(device) or types.SimpleNamespace(cuda_stream=g)
    module.cuda, module.Tensor = cuda, type("Tensor", (Producer,), {"__module__": "torch", "shared": True})
    monkeypatch.setitem(sys.modules, "torch", module)
    monkeypatch.setitem(sys.modules, "torch.cuda", cuda)
    x = module.Tensor((CUDA, 0), data=fake.alloc(0, 0, 256))
    fake.stream_add_work(g, primary)
    fake.log_clear()
    assert cucore_test.args([x], None, h)
    assert asked == [0] and x.calls[-1]["stream"] == -1 and ordering(fake) == 2 * WAIT
    assert fake.stream_has_seen(h, primary, g, primary) and cucore_test.kept()[0] == 0


def test_only_the_type_of_the_module_is_asked(fake, cupy):
    """A type of that name, in a process where CuPy is another module, is any producer."""
    stranger = type("ndarray", (Producer,), {"__module__": "cupy", "shared": True})((CUDA, 0), data=fake.alloc(0, 0, 256))
    assert cucore_test.args([stranger], None, LEGACY)
    assert cupy.asked == [] and stranger.calls[-1]["stream"] == 1


@pytest.mark.parametrize("ptr", ["default", "handle"])
def test_CuPy_when_each_call_of_python_fails(fake, cupy, ptr):
    """It is asked to order by itself then, or the call fails; nothing is lost."""
    primary = fake.context_primary(0)
    g, h = fake.stream_create(primary, 1), fake.stream_create(primary, 1)
    cupy.current[0] = stream = Stream(g if ptr == "handle" else 0)
    x = cupy.array(fake)
    assert cucore_test.args([x], None, h)
    before, failures = sys.getrefcount(stream), 0
    for n in itertools.count(1):
        cucore_test.fail_at(n)
        try:
            assert cucore_test.args([x], None, h)
        except MemoryError:
            failures += 1
        calls = cucore_test.fail_at(0)
        cucore_test.trim()
        gc.collect()
        assert all(tensor.deleted for tensor in x.tensors) and sys.getrefcount(stream) == before
        if calls < n:
            break
    assert n > (5 if cupy.in_c and ptr == "default" else 8) and failures > 2
