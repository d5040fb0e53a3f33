"""Threads that take in, copy and hand out arrays at once, while types change and die: for the thread sanitizer without a GIL.

`python threads.py [rounds [scenario ...]]` runs them all, or those named; `make test-threads` does so on an interpreter built with the sanitizer.
A scenario returns functions, one for each thread, that are called again and again; what they raise is a failure.
"""
import ctypes
import gc
import sys
import threading

import cucore_test as cu
import export_test as ex
from doubles import TRUST, array_interface, cai_dict
from producers import Producer, Tabled, Tensor

try:
    import numpy as np
except ImportError:
    np = None

CPU, CUDA = (1, 0), (2, 0)
THREADS = 4


def driver():
    """The controls of the fake driver, or None."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
        for name in ("fake_alloc", "fake_context_primary", "fake_stream_create"):
            getattr(library, name).restype = ctypes.c_void_p
    except (OSError, AttributeError):
        return None
    return library


def float_of(*shape):
    """A getter of an interface that gives what is neither read nor written."""
    return property(lambda self: cai_dict(shape=shape))


def light(base, **members):
    """A shared type whose instances keep nothing of what they gave out."""
    kind = type("Shared", (base,), {"shared": True, **members})
    if base is Tabled:
        Tabled.put_table(kind, (1, 3))
    return kind


def take(producer, shape, **options):
    view = cu.view(producer, **options)
    assert view.shape == shape, view.shape
    view.release()


# -------------------------------------------------------------------------------------------------------- types --
def first_use():
    """The state of the library is made by all at once.  It has to be the first scenario."""
    data = bytes(8)
    return [lambda: take(data, (8,))] * THREADS


def one_type():
    kind = light(Tabled)

    def worker(number):
        producer = kind(shape=(2, number + 1))

        def work():
            for flags in (0, cu.BORROW, cu.BY_DLPACK):
                take(producer, (2, number + 1), flags=flags)
            producer.tensors.clear()

        return work

    return [worker(number) for number in range(THREADS)]


def kinds_of_one_type():
    """Elements of all types, some of which share a place in what is remembered."""
    kind = light(Tabled)
    dtypes = [(code, bits, 1) for code in (0, 1, 2) for bits in (16, 32, 64)] + [(code, 8, 1) for code in range(6, 15)]

    def worker(number):
        producer = kind()
        step = [number]

        def work():
            step[0] += 7
            dtype = dtypes[step[0] % len(dtypes)]
            producer.fields = {"dtype": dtype, "shape": (2, number + 1)}
            view = cu.view(producer)
            assert (view.code, view.bits, view.lanes) == dtype and view.shape == (2, number + 1)
            view.release()
            producer.tensors.clear()

        return work

    return [worker(number) for number in range(THREADS)]


def more_types_than_room():
    kinds = [light(Tabled if i % 2 else Producer) for i in range(150)]

    def worker(number):
        producers = [kind(shape=(i + 1,)) for i, kind in enumerate(kinds)]
        step = [37 * number]

        def work():
            step[0] = (step[0] + 1) % len(producers)
            take(producers[step[0]], (step[0] + 1,))
            producers[step[0]].tensors.clear()

        return work

    return [worker(number) for number in range(THREADS)]


def types_die():
    def worker(number):
        def work():
            take(light(Tabled)(shape=(number + 1,)), (number + 1,))
            take(type("Mortal", (), {"__cuda_array_interface__": float_of(number, 3)})(), (number, 3), flags=TRUST)

        return work

    rounds = [0]

    def collect():
        rounds[0] += 1
        if rounds[0] % 20 == 0:
            gc.collect()

    return [worker(number) for number in range(THREADS)] + [collect]


def changing_table():
    """The table comes, goes and is replaced: taken in by one of them, or by the method."""
    kind = light(Tabled)
    tables = [cu.table(1, 3)[0] for _ in range(3)]

    def worker():
        producer = kind()

        def work():
            take(producer, (2, 3))
            producer.tensors.clear()

        return work

    def change():
        for table in tables:
            kind.__dlpack_c_exchange_api__ = table
        del kind.__dlpack_c_exchange_api__
        kind.__dlpack_c_exchange_api__ = tables[0]
        kind.anything = 1

    return [worker() for _ in range(THREADS - 1)] + [change]


def changing_property():
    """The getter of an interface is replaced, and the one before dies."""
    kind = type("Changing", (), {"__cuda_array_interface__": float_of(3)})
    changes = [0]

    def work():
        view = cu.view(kind(), flags=TRUST)
        assert len(view.shape) == 1 and view.shape[0] in (3, 7)
        view.release()

    def change():
        changes[0] += 1
        kind.__cuda_array_interface__ = float_of(7 if changes[0] % 2 else 3)

    return [work] * (THREADS - 1) + [change]


def changing_method():
    kind = light(Producer)

    def worker():
        producer = kind()

        def work():
            take(producer, (2, 3))
            producer.tensors.clear()

        return work

    def change():
        kind.__dlpack__ = lambda self, **keywords: self.produce(keywords)
        kind.__dlpack_device__ = lambda self: (1, 0)
        del kind.__dlpack__, kind.__dlpack_device__

    return [worker() for _ in range(THREADS - 1)] + [change]


def changing_bases():
    bases = [type(name, (), {"__cuda_array_interface__": float_of(len(name))}) for name in ("One", "Three")]
    kind = type("Derived", (bases[0],), {})

    def work():
        view = cu.view(kind(), flags=TRUST)
        assert view.shape in ((3,), (5,))
        view.release()

    def change():
        for base in reversed(bases):
            kind.__bases__ = (base,)

    return [work] * (THREADS - 1) + [change]


# -------------------------------------------------------------------------------------------------------- protocols --
def buffers():
    """Before Python 3.14 bytearray and memoryview count their exports without a lock: each thread has its own."""
    shared = bytes(64)

    def worker():
        data = [shared, bytearray(64), memoryview(bytearray(64))]

        def work():
            for one in data:
                take(one, (64,))
                take(one, (64,), flags=cu.BY_PEP3118)
            cu.view(shared).release_in_thread()

        return work

    return [worker() for _ in range(THREADS)]


def numpy_arrays():
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    sub = a.view(type("Sub", (np.ndarray,), {}))
    interface = array_interface(a)

    def work():
        for one in (a, sub, interface):
            take(one, (2, 3))
        cu.dlpack(a).release()
        cu.array_interface(a).release()

    return [work] * THREADS


def arguments():
    kind = light(Tabled)
    data = bytes(24)

    def worker():
        producer = kind()

        def work():
            assert len(cu.args([producer, data], [("x", None, "2, 3", 0, 0), ("y", None, "24", 0, 0)])) == 2
            try:
                cu.args([producer, data], [("x", None, "2, 3", 0, 0), ("y", None, "25", 0, 0)])
            except ValueError as error:
                assert "25" in str(error)
            else:
                raise AssertionError("a wrong extent was taken")
            producer.tensors.clear()

        return work

    return [worker() for _ in range(THREADS)]


def one_capsule():
    """B35: of all that want one capsule, one gets it."""
    barrier = threading.Barrier(THREADS)
    shared, got = [None], []

    def work():
        if barrier.wait() == 0:
            shared[0] = Tensor(versioned=True)
            shared.append(shared[0].capsule())
            got.clear()
        barrier.wait()
        try:
            got.append(cu.capsule(shared[1]))
        except BufferError:
            pass
        if barrier.wait() == 0:
            assert len(got) == 1
            got.pop().release()
            del shared[1]

    return [work] * THREADS


def copies():
    source = bytes(range(60))

    def worker():
        target = bytearray(60)

        def work():
            cu.copy(target, source)
            assert target == source

        return work

    return [worker() for _ in range(THREADS)]


# -------------------------------------------------------------------------------------------------------- results --
def exports():
    data = ctypes.create_string_buffer(24)
    x = ex.Array(ctypes.addressof(data), "float32", (2, 3), owner=data)

    def work():
        take(x, (2, 3))
        take(x, (2, 3), flags=cu.BY_PEP3118)
        assert ex.fields(x.__dlpack__(max_version=(1, 3)))["shape"] == (2, 3)
        assert memoryview(x).shape == (2, 3)

    return [work] * THREADS


def results():
    """Of more types than the cache of libraries has places."""
    def with_table():
        kind = type("WithTable", (), {})
        kind.__dlpack_c_exchange_api__ = cu.table(1, 3, "a")[0]
        return kind

    makers = [type("Without", (), {"__array_interface__": property(dict)}) for _ in range(20)] + [with_table() for _ in range(20)]
    like = [kind() for kind in makers]
    if np is not None:
        like += [np.zeros(3).view(type("Sub", (np.ndarray,), {})) for _ in range(10)]

    def worker(number):
        step = [13 * number]

        def work():
            step[0] += 1
            i = step[0] % len(like)
            try:
                made = type(ex.empty(like[i], CPU, "float32", (2,)).give(like[i])).__name__
            except BufferError as error:
                made = "no allocator" if "no allocator" in str(error) else error
            assert made == ("Array" if i < 20 else "no allocator" if i < 40 else "ndarray"), (i, made)

        return work

    return [worker(number) for number in range(THREADS)]


# -------------------------------------------------------------------------------------------------------- the driver --
def streams():
    """Views of device memory are ordered by events of the pool, which is trimmed meanwhile."""
    fake = driver()
    context = ctypes.c_void_p(fake.fake_context_primary(0))
    address = fake.fake_alloc(0, 0, ctypes.c_size_t(256))

    def worker():
        stream, other = (fake.fake_stream_create(context, 1) for _ in range(2))
        kind = type("OnDevice", (), {"__cuda_array_interface__": property(lambda self: cai_dict(
            data=(address, False), stream=other))})
        lent = light(Tabled)((2, 0), data=address)

        def work():
            view = cu.view(kind(), stream=stream)
            view.finish(stream)
            view.release()
            take(lent, (2, 3), stream=cu.STREAM_NO_SYNC)
            lent.tensors.clear()

        return work

    return [worker() for _ in range(THREADS - 1)] + [cu.trim]


def copies_on_devices():
    fake = driver()
    source = bytes(range(240))

    def worker():
        address = fake.fake_alloc(0, 0, ctypes.c_size_t(256))
        device = type("Target", (), {"__cuda_array_interface__": property(lambda self: cai_dict(
            shape=(240,), typestr="|u1", data=(address, False)))})()
        back = bytearray(240)

        def work():
            cu.copy(device, source)
            cu.copy(back, device)
            assert back == source

        return work

    return [worker() for _ in range(THREADS)]


SCENARIOS = [first_use, one_type, kinds_of_one_type, more_types_than_room, types_die, changing_table, changing_property,
             changing_method, changing_bases, buffers, arguments, one_capsule, copies, exports, results]
SCENARIOS += [numpy_arrays] if np is not None else []
SCENARIOS += [streams, copies_on_devices] if driver() else []


def run(scenario, rounds):
    """The exceptions of the threads, the first of each."""
    workers = scenario()
    ready = threading.Barrier(len(workers))
    errors = []

    def main(work):
        try:
            ready.wait()
            for _ in range(rounds):
                work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=main, args=(work,)) for work in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    chosen = [scenario for scenario in SCENARIOS if not sys.argv[2:] or scenario.__name__ in sys.argv[2:]]
    failed = 0
    for scenario in chosen:
        errors = run(scenario, rounds)
        failed += bool(errors)
        print(f"{scenario.__name__}: {errors[0]!r}" if errors else f"{scenario.__name__}: ok", flush=True)
    print(f"{len(chosen) - failed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
