"""What the ranks of test_mpi.py do:  mpiexec -n N python -m mpi4py mpi_ranks.py NAME [ARGUMENT ...]

Each function is a job, or belongs to one.  An assertion that fails on any rank ends all of them, by mpi4py's MPI_Abort.  NumPy is
the oracle, for the bytes between elements, too.
"""
import contextlib
import ctypes
import gc
import itertools
import os
import sys
import threading
import time

import numpy as np
from mpi4py import MPI

import mpi_arrays as m

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None

WORLD = MPI.COMM_WORLD
RANK, SIZE = WORLD.rank, WORLD.size
LEFT, RIGHT = (RANK - 1) % SIZE, (RANK + 1) % SIZE
SHAPE = (4, 3, 5)
NUMBERS = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
           "complex64", "complex128"]
SMALL = ["bfloat16", "float8_e4m3fn", "float8_e5m2"] if ml_dtypes else []
OPAQUE = [">f8", ">i2", "M8[ns]", "S5", "U2", [("a", "i1"), ("b", "f8")]]


def dtype_of(name):
    return np.dtype(getattr(ml_dtypes, name) if isinstance(name, str) and name in SMALL else name)


# ------------------------------------------------------------------------------------------------------------ arrays --
def unaligned(shape, dtype):
    size = int(np.prod(shape)) * dtype.itemsize
    return np.frombuffer(bytearray(size + 1), np.uint8)[1:1 + size].view(dtype).reshape(shape)


def spread(shape, dtype):
    return np.zeros([2 * n + 1 for n in shape], dtype)[tuple(slice(1, 2 * n + 1, 2) for n in shape)]


# name: (shape, dtype) -> an array in memory that lies so
LAYOUTS = {
    "C": np.zeros,
    "F": lambda shape, dtype: np.zeros(shape, dtype, order="F"),
    "gaps everywhere": spread,
    "inner block": lambda shape, dtype: np.zeros([n + 2 for n in shape], dtype)[(slice(1, -1),) * len(shape)],
    "last axis backwards": lambda shape, dtype: np.zeros(shape, dtype)[..., ::-1],
    "all backwards, with gaps": lambda shape, dtype: spread(shape, dtype)[(slice(None, None, -1),) * len(shape)],
    "first axis fastest": lambda shape, dtype: np.moveaxis(np.zeros((*shape[1:], *shape[:1]), dtype), -1, 0),
    "rotated": lambda shape, dtype: np.zeros((*shape[-1:], *shape[:-1]), dtype).transpose(*range(1, len(shape)), 0),
    "unaligned": unaligned,
}


def root_of(array):
    """The bytes of all the memory that an array of LAYOUTS is a part of."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array.ravel(order="K").view(np.uint8)


def made(layout, shape, dtype, content=None):
    """An array with `content`, and 0xAB in the gaps."""
    array = LAYOUTS[layout](shape, dtype)
    root_of(array)[...] = 0xAB
    if content is not None:
        array[...] = content
    return array


def assert_is(array, layout, content):
    """All bytes are right: elements and gaps."""
    right = made(layout, content.shape, content.dtype, content)
    assert np.array_equal(root_of(array), root_of(right)), f"{layout}: expected {right}, got {array}"


def values(shape, dtype, seed):
    """Small numbers, which every dtype has and which add up in it without rounding; bytes where there are no numbers."""
    random, size = np.random.default_rng(seed), int(np.prod(shape))
    if dtype.kind in "SUM" or dtype.names:
        return np.frombuffer(random.integers(1, 64, size * dtype.itemsize, np.uint8).tobytes(), "V%d" % dtype.itemsize).view(
            dtype).reshape(shape) if dtype.kind != "U" else random.integers(10, 99, shape).astype(dtype)
    numbers = random.integers(0, 2 if dtype.kind == "b" else 4, shape)
    return (numbers + 1j * random.integers(0, 4, shape)).astype(dtype) if dtype.kind == "c" else numbers.astype(dtype)


def same(a, b):
    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


@contextlib.contextmanager
def raises(kind, *words):
    try:
        yield
    except kind as error:
        missing = [word for word in words if word not in str(error)]
        assert not missing, f"{missing} not in {error!r}"
        return
    raise AssertionError(f"no {kind.__name__} with {words}")


# ------------------------------------------------------------------------------------------------------- in C: host --
def layouts():
    """From every layout to every other, around a ring and from a root."""
    dtype = np.dtype("float32")
    for number, (a, b) in enumerate(itertools.product(LAYOUTS, LAYOUTS)):
        x, out = made(a, SHAPE, dtype, values(SHAPE, dtype, RANK)), made(b, SHAPE, dtype)
        assert m.sendrecv(WORLD, x, RIGHT, out, LEFT, number, number) == (LEFT, number)
        assert_is(out, b, values(SHAPE, dtype, LEFT))
        assert_is(x, a, values(SHAPE, dtype, RANK))
        root = number % SIZE
        layout = a if RANK == root else b
        x = made(layout, SHAPE, dtype, values(SHAPE, dtype, number) if RANK == root else None)
        assert m.bcast(WORLD, x, root) is None
        assert_is(x, layout, values(SHAPE, dtype, number))


def shapes():
    """0-d, empty, one element, many axes, extents of 1 with strides that mean nothing, the same element again and again."""
    f8 = np.dtype("f8")
    odd = np.lib.stride_tricks.as_strided(np.arange(6.), (3, 1), (16, -999))
    for x in (np.array(3.), np.zeros((0, 3)), np.zeros((3, 0))[::-1], np.ones((1, 1)), np.arange(2.**9).reshape((2,) * 9).T, odd,
              np.broadcast_to(np.arange(3.), (4, 3)), np.broadcast_to(np.arange(4.)[:, None], (4, 3))):
        out = np.full(x.shape, -1.)
        m.sendrecv(WORLD, x + 0 * RANK, RIGHT, out, LEFT)
        assert same(out, x)
        out = np.full(x.shape, -1.)
        m.sendrecv(WORLD, x, RIGHT, out, LEFT)
        assert same(out, x)
        assert same(m.allreduce(WORLD, x), SIZE * x)
        assert same(m.allgather(WORLD, x), np.stack([x] * SIZE))
        assert x.dtype == f8


def dtypes():
    """Every dtype by messages between two, from a root, and as blocks; those that are no numbers into arrays that are there."""
    for name in NUMBERS + SMALL + OPAQUE:
        dtype = dtype_of(name)
        for a, b in (("C", "C"), ("gaps everywhere", "F"), ("C", "rotated"), ("unaligned", "unaligned")):
            x, out = made(a, SHAPE, dtype, values(SHAPE, dtype, RANK)), made(b, SHAPE, dtype)
            if RANK % 2 == 0 and RANK + 1 < SIZE:
                m.send(WORLD, x, RANK + 1, 5)
            elif RANK % 2:
                assert m.recv(WORLD, out, RANK - 1) == (RANK - 1, 5)
                assert_is(out, b, values(SHAPE, dtype, RANK - 1))
            m.bcast(WORLD, x, 1)
            assert_is(x, a, values(SHAPE, dtype, 1))
            if name in OPAQUE and not dtype.names:
                with raises(TypeError, "x: "):
                    m.allgather(WORLD, x)
                continue
            x = made(a, SHAPE, dtype, values(SHAPE, dtype, RANK))
            out = made(b, (SIZE, *SHAPE), dtype)
            assert m.allgather(WORLD, x, out) is out
            assert_is(out, b, np.stack([values(SHAPE, dtype, rank) for rank in range(SIZE)]))


def blocks():
    """gather, allgather and alltoall: each layout on both sides, made and given results."""
    dtype = np.dtype("int32")
    for number, (a, b) in enumerate(itertools.product(LAYOUTS, LAYOUTS)):
        root = number % SIZE
        x = made(a, SHAPE, dtype, values(SHAPE, dtype, RANK))
        right = np.stack([values(SHAPE, dtype, rank) for rank in range(SIZE)])
        out = made(b, (SIZE, *SHAPE), dtype)
        assert m.allgather(WORLD, x, out=out) is out
        assert_is(out, b, right)
        assert same(m.allgather(WORLD, x), right)
        out = made(b, (SIZE, *SHAPE), dtype)
        result = m.gather(WORLD, x, root, out)
        assert result is (out if RANK == root else None)
        assert_is(out, b, right) if RANK == root else assert_is(out, b, out.copy())
        result = m.gather(WORLD, x, root)
        assert same(result, right) if RANK == root else result is None
        x = made(a, (SIZE, *SHAPE), dtype, values((SIZE, *SHAPE), dtype, RANK))
        right = np.stack([values((SIZE, *SHAPE), dtype, rank)[RANK] for rank in range(SIZE)])
        out = made(b, (SIZE, *SHAPE), dtype)
        assert m.alltoall(WORLD, x, out=out) is out
        assert_is(out, b, right)
        assert same(m.alltoall(WORLD, x), right)
    repeated = np.broadcast_to(np.arange(5) + RANK, (SIZE, 5))  # one block for all
    assert same(m.alltoall(WORLD, repeated), np.stack([np.arange(5) + rank for rank in range(SIZE)]))


REDUCTIONS = {"sum": np.add, "prod": np.multiply, "min": np.minimum, "max": np.maximum, "land": np.logical_and,
              "lor": np.logical_or, "lxor": np.logical_xor, "band": np.bitwise_and, "bor": np.bitwise_or, "bxor": np.bitwise_xor}


def reductions():
    """Every operation on every dtype that it is for; what MPI does not define is MPI's exception, on all ranks."""
    for op, name in itertools.product(REDUCTIONS, NUMBERS + SMALL[:1]):
        dtype = dtype_of(name)
        logical, bitwise = op.startswith("l"), op in ("band", "bor", "bxor")
        defined = {"b": logical, "i": True, "u": True, "f": not bitwise and not logical, "V": not bitwise and not logical,
                   "c": op in ("sum", "prod")}[dtype.kind]
        ranks = [values(SHAPE, dtype, rank) for rank in range(SIZE)]
        if not defined:
            if dtype.kind != "b" and not logical:  # more than the standard asks is done by some
                with raises(MPI.Exception):
                    m.allreduce(WORLD, ranks[RANK], op)
            continue
        wide = [x.astype("f4") if dtype.itemsize == 2 and dtype.kind in "fV" else x for x in ranks]
        right = wide[0]
        for x in wide[1:]:
            right = REDUCTIONS[op](right, x).astype(right.dtype)
        right = unsigned(right.astype(dtype))
        for a, b in (("C", "C"), ("gaps everywhere", "rotated"), ("unaligned", "C"), ("F", "F")):
            x, out = made(a, SHAPE, dtype, ranks[RANK]), made(b, SHAPE, dtype)
            assert same(unsigned(m.allreduce(WORLD, x, op)), right), (op, name)
            assert m.allreduce(WORLD, x, op=op, out=out) is out
            assert_is(unsigned(out), b, right)
            root, out = SIZE - 1, made(b, SHAPE, dtype)
            assert m.reduce(WORLD, x, op, root, out) is (out if RANK == root else None)
            assert_is(unsigned(out) if RANK == root else out, b, right if RANK == root else out.copy())
            result = m.reduce(WORLD, x, op, root)
            assert same(unsigned(result), right) if RANK == root else result is None
            assert m.allreduce(WORLD, x, op, out=x) is x  # in place
            assert_is(unsigned(x), a, right)
            x = made(a, SHAPE, dtype, ranks[RANK])
            assert m.reduce(WORLD, x, op, 0, x) is (x if RANK == 0 else None)
            assert_is(unsigned(x) if RANK == 0 else x, a, right if RANK == 0 else ranks[RANK])


def unsigned(array):
    """Zeros without a sign, which depends on the order of a product of complex numbers."""
    if array.dtype.kind == "c":
        array += 0
    return array


def big():
    """Messages that MPI does not send at once: 16 MiB, strided, on both sides."""
    ranks = [np.random.default_rng(rank).integers(0, 100, (SIZE, 1024, 4096 // SIZE)).astype("f4") for rank in range(SIZE)]
    x, out = (spread(ranks[0].shape, np.dtype("f4")) for _ in range(2))
    x[...] = ranks[RANK]
    m.sendrecv(WORLD, x, RIGHT, out, LEFT)
    assert same(out, ranks[LEFT])
    assert same(m.allreduce(WORLD, x), sum(ranks))
    m.alltoall(WORLD, x, out)
    assert same(out, np.stack([ranks[rank][RANK] for rank in range(SIZE)]))
    m.bcast(WORLD, x, 1)
    assert same(x, ranks[1])


def much():
    """More memory for packing than is kept for the next call: it is given back."""
    x, before = spread((300 << 20,), np.dtype("u1")), resident()
    for _ in range(2):
        m.bcast(WORLD, x)
    assert resident() - before < 1 << 20, resident() - before


def rounding():
    """float16 and bfloat16 are summed in float32, and rounded once."""
    for dtype in [np.dtype("float16")] + [dtype_of(name) for name in SMALL[:1]]:
        x = np.array([1 if RANK == 0 else 2**-12, 60000 if RANK == 0 else 8, 0.1], "f4").astype(dtype)
        right = sum(np.array([1 if rank == 0 else 2**-12, 60000 if rank == 0 else 8, 0.1], "f4").astype(dtype).astype("f4")
                    for rank in range(SIZE)).astype(dtype)
        assert same(m.allreduce(WORLD, x), right), (m.allreduce(WORLD, x), right)
    with raises(TypeError, "x: expected dtype bool", "float8_e5m2") if SMALL else contextlib.nullcontext():
        m.allreduce(WORLD, np.ones(3, dtype_of("float8_e5m2"))) if SMALL else None


def libraries():
    """The result is of the library of x."""
    import array

    x = np.arange(6, dtype="i4") + RANK
    right = sum(np.arange(6, dtype="i4") + rank for rank in range(SIZE))
    assert type(m.allreduce(WORLD, x)) is np.ndarray
    packed = array.array("i", x)
    result = m.allreduce(WORLD, packed)
    assert type(result).__name__ == "Array" and same(np.from_dlpack(result), right)
    m.bcast(WORLD, packed)
    assert list(packed) == list(range(6))
    result = m.gather(WORLD, bytes([RANK]), 0)
    assert bytes(np.asarray(result)) == bytes(range(SIZE)) if RANK == 0 else result is None
    buffer = bytearray(3)
    m.sendrecv(WORLD, bytes([RANK] * 3), RIGHT, buffer, LEFT)
    assert buffer == bytes([LEFT] * 3)
    tried = []
    for name in sys.argv[2:]:
        if name == "torch":
            import torch

            t = torch.arange(6, dtype=torch.int32) + RANK
            result = m.allreduce(WORLD, t)
            assert type(result) is torch.Tensor and same(result.numpy(), right)
            result = m.allgather(WORLD, t.to(torch.bfloat16).reshape(2, 3).T)
            assert result.dtype == torch.bfloat16 and result.shape == (SIZE, 3, 2)
            assert all(torch.equal(result[r], (torch.arange(6) + r).to(torch.bfloat16).reshape(2, 3).T) for r in range(SIZE))
            grad = torch.ones(3, requires_grad=True)
            with raises((TypeError, ValueError, BufferError, RuntimeError), "x"):
                m.allreduce(WORLD, grad)
        elif name == "jax":
            os.environ["JAX_PLATFORMS"] = "cpu"
            import jax

            result = m.allreduce(WORLD, jax.numpy.asarray(x))
            assert isinstance(result, jax.Array) and same(np.asarray(result), right)
            with raises((ValueError, TypeError, BufferError)):  # JAX's arrays are immutable
                m.recv(WORLD, jax.numpy.zeros(3), MPI.PROC_NULL)
        tried.append(name)
    return tried


# -------------------------------------------------------------------------------------------------------- in C: errors --
def disagreements():
    """One rank means something else: every rank raises, and the communicator goes on."""
    x, odd = np.ones((3, 4)), RANK == SIZE - 1
    other = np.ones((4, 3)) if odd else x
    cases = [
        ("shape", lambda: m.allreduce(WORLD, other), ValueError, "differ in the shape"),
        ("shape of the root", lambda: m.bcast(WORLD, np.ones(3 + (RANK == 0)), 0), ValueError, "differ in the shape"),
        ("axes", lambda: m.gather(WORLD, x.reshape(-1) if odd else x), ValueError, "differ in the shape"),
        ("dtype", lambda: m.allgather(WORLD, x.astype("i8") if odd else x), ValueError, "differ in the dtype"),
        ("itemsize", lambda: m.bcast(WORLD, np.zeros(3, "S4" if odd else "S5")), ValueError, "differ in the dtype"),
        ("operation", lambda: m.reduce(WORLD, x, "max" if odd else "sum"), ValueError, "differ in the operation"),
        ("byte order", lambda: m.bcast(WORLD, np.zeros(3, ">f8" if odd else "M8[s]")), ValueError, "differ in the dtype"),
        ("root", lambda: m.gather(WORLD, x, int(odd)), ValueError, "differ in the root"),
        ("function", lambda: m.allgather(WORLD, x) if odd else m.allreduce(WORLD, x), ValueError, "differ in the function"),
        ("no array", lambda: m.allreduce(WORLD, "text" if odd else x), TypeError if odd else RuntimeError,
         "x: " if odd else f"rank {SIZE - 1} refused"),
        ("no such operation", lambda: m.allreduce(WORLD, x, "mean" if odd else "sum"), ValueError if odd else RuntimeError,
         "got 'mean'" if odd else "refused"),
        ("no stream", lambda: m.allreduce(WORLD, x, stream="s" if odd else None), TypeError if odd else RuntimeError, ""),
        ("out", lambda: m.allreduce(WORLD, x, out=np.ones(5 if odd else (3, 4))), ValueError if odd else RuntimeError,
         "out: expected shape (3, 4), 2 dimensions, got (5,)" if odd else "refused"),
        ("read-only", lambda: m.bcast(WORLD, b"abc", 0), ValueError if RANK else RuntimeError, "x: " if RANK else "refused"),
        ("alltoall", lambda: m.alltoall(WORLD, np.ones((SIZE + odd, 2))), ValueError if odd else RuntimeError,
         f"x: expected shape ({SIZE}, ...)" if odd else "refused"),
    ]
    for name, function, kind, words in cases:
        with raises(kind, words):
            function()
        assert same(m.allreduce(WORLD, x), SIZE * x), name


def refusals():
    """What every rank refuses, and what MPI refuses."""
    x = np.ones((2, 3))
    readonly = x.copy()
    readonly.flags.writeable = False
    big = np.zeros((SIZE, 2, 3))
    table = [
        (lambda: m.send(3, x, 0), TypeError, "comm: expected an mpi4py.MPI.Comm, got 'int'"),
        (lambda: m.send(MPI.INT, x, 0), TypeError, "comm: "),
        (lambda: m.send(MPI.COMM_NULL, x, 0), MPI.Exception, ""),
        (lambda: m.recv(WORLD, readonly, 0), ValueError, "x: "),
        (lambda: m.recv(WORLD, np.broadcast_to(np.ones(3), (2, 3)), 0), ValueError, "x: "),
        (lambda: m.recv(WORLD, np.lib.stride_tricks.as_strided(np.ones(9), (2, 3), (8, 8)), 0), ValueError, "x: "),
        (lambda: m.sendrecv(WORLD, x, 0, x, 0), ValueError, "out: "),
        (lambda: m.sendrecv(WORLD, x, 0, None, 0), TypeError, "out: "),
        (lambda: m.allreduce(WORLD, x, out=np.ones((2, 3), "f4")), TypeError, "out: expected dtype float64"),
        (lambda: m.allgather(WORLD, big[0], out=big), ValueError, "out: shares memory with x"),
        (lambda: m.allreduce(WORLD, big.reshape(-1)[:8], out=big.reshape(-1)[2:10]), ValueError, "out: shares memory with x"),
        (lambda: m.allreduce(WORLD, np.zeros(3, "M8[s]")), TypeError, "x: "),
        (lambda: m.allreduce(WORLD, np.zeros(3, object)), TypeError, "x: "),
        (lambda: m.send(WORLD, np.zeros(3, object), 0), TypeError, "x: "),
        (lambda: m.send(WORLD, x, SIZE), MPI.Exception, ""),
        (lambda: m.send(WORLD, x, RANK, -5), MPI.Exception, ""),
        (lambda: m.bcast(WORLD, x, SIZE), MPI.Exception, ""),
        (lambda: m.send(WORLD, x), TypeError, "dest"),
        (lambda: m.send(WORLD, x, "1"), TypeError, ""),
        (lambda: m.send(WORLD, x, 2**40), OverflowError, ""),
        (lambda: m.allgather(WORLD, x, op="sum"), TypeError, "op"),
        (lambda: m.recv(WORLD, x, stream=-7), ValueError, ""),
    ]
    for number, (function, kind, words) in enumerate(table):
        try:
            with raises(kind, words):
                function()
        except Exception as error:
            raise AssertionError(f"row {number}") from error
    try:
        m.bcast(WORLD, x, SIZE)
    except MPI.Exception as error:
        assert error.Get_error_class() == MPI.ERR_ROOT and str(error) == error.Get_error_string()
    between = MPI.COMM_SELF.Create_intercomm(0, WORLD, RIGHT if SIZE == 2 else RANK, 9) if SIZE == 2 else None
    if between:
        with raises(ValueError, "intracommunicator"):
            m.bcast(between, x)
        between.Free()
    duplicate = WORLD.Dup()
    assert same(m.allreduce(duplicate, x), SIZE * x)
    duplicate.Free()
    with raises(MPI.Exception):
        m.allreduce(duplicate, x)
    half = WORLD.Split(RANK % 2)
    assert same(m.allreduce(half, x), half.size * x)
    half.Free()


def lengths():
    """Messages longer and shorter than the array, as a whole or by a part of an element."""
    for source, target, words in ((7, 5, None), (5, 7, "expected a message of 56 bytes"), (0, 3, "got 0")):
        for layout in ("C", "gaps everywhere"):
            if RANK == 0:
                m.send(WORLD, np.arange(float(source)), 1, 3)
            elif RANK == 1:
                out = made(layout, (target,), np.dtype("f8"), -1)
                with raises(MPI.Exception if words is None else ValueError, words or ""):
                    m.recv(WORLD, out, 0, 3)
    if RANK == 0:
        WORLD.Send(np.zeros(11, "u1"), 1)
    elif RANK == 1:
        with raises(ValueError, "x: expected a message of 16 bytes"):
            m.recv(WORLD, np.zeros(2), 0)
    x = np.ones(4)
    assert m.recv(WORLD, x, MPI.PROC_NULL) == (MPI.PROC_NULL, MPI.ANY_TAG) and (x == 1).all()
    m.send(WORLD, x, MPI.PROC_NULL)
    if RANK == 0:
        seen = {m.recv(WORLD, x) for _ in range(SIZE - 1)}  # from anybody
        assert seen == {(rank, 10 + rank) for rank in range(1, SIZE)}
    else:
        m.send(WORLD, x, 0, 10 + RANK)


def unchecked():
    """Without the comparison nothing but the function itself goes over the wire, and what MPI notices is its exception."""
    os.environ["MPI_ARRAYS_CHECK"] = "0"
    x = np.ones(1000)
    assert same(m.allreduce(WORLD, x), SIZE * x)
    with raises(TypeError):
        m.allreduce(WORLD, None)
    if RANK == 0:  # the others take no part
        with raises(ValueError, "op: "):
            m.allreduce(WORLD, x, "mean")


def gil():
    """Other threads of Python run while a call waits."""
    if RANK == 0:
        count, done = 0, False

        def work():
            nonlocal count
            while not done:
                count += 1
                time.sleep(0.001)

        thread = threading.Thread(target=work)
        thread.start()
        x = np.zeros(3)
        m.recv(WORLD, x, 1)
        during, done = count, True
        thread.join()
        assert (x == 1).all() and during > 50, during
    elif RANK == 1:
        time.sleep(0.5)
        m.send(WORLD, np.ones(3), 0)


def threads():
    """Messages of several threads, each on a communicator of its own, where MPI is MPI_THREAD_MULTIPLE."""
    if MPI.Query_thread() < MPI.THREAD_MULTIPLE:
        return
    comms, failed = [WORLD.Dup() for _ in range(3)], []

    def work(comm, number):
        try:
            for turn in range(20):
                x = np.full((10, 20), number * 100 + turn + RANK, "i8")[:, ::3]
                right = SIZE * (number * 100 + turn) + SIZE * (SIZE - 1) // 2
                assert (m.allreduce(comm, x) == right).all()
        except BaseException as error:
            failed.append(error)

    running = [threading.Thread(target=work, args=(comm, number)) for number, comm in enumerate(comms)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    assert not failed, failed
    for comm in comms:
        comm.Free()


def references():
    """Nothing is kept: reference counts, and the memory of the process."""
    x, out = spread((4, 5, 4, 5), np.dtype("f8")), np.ones((4, 5, 4, 5))
    calls = [lambda: m.allreduce(WORLD, x), lambda: m.allreduce(WORLD, x, out=out), lambda: m.allgather(WORLD, x),
             lambda: m.sendrecv(WORLD, x, RIGHT, out, LEFT), lambda: m.alloc(x), lambda: m.bcast(WORLD, out),
             lambda: attempt(lambda: m.allreduce(WORLD, x, "mean")), lambda: attempt(lambda: m.bcast(WORLD, out, 99))]

    def attempt(function):
        with raises((ValueError, MPI.Exception)):
            function()

    def turn(times):
        for _ in range(times):
            for call in calls:
                call()

    turn(100)
    gc.collect()
    counts, memory = [sys.getrefcount(o) for o in (x, out, WORLD, MPI.Comm, MPI.Exception)], resident()
    turn(300)
    gc.collect()
    assert [sys.getrefcount(o) for o in (x, out, WORLD, MPI.Comm, MPI.Exception)] == counts
    grown = resident() - memory
    assert grown < 512 << 10, f"{grown} bytes more after 300 turns"


def resident():
    """The process's own memory: not what ranks share, which MPI touches bit by bit."""
    with open("/proc/self/status") as f:
        return next(1024 * int(line.split()[1]) for line in f if line.startswith("RssAnon:"))


def large():
    """More elements than an int counts, where MPI has functions for them; else a refusal that says so."""
    count = 2**31 + 8
    nothing = np.broadcast_to(np.uint8(7), count)  # one byte, count times
    virtual = np.empty(2**29 + 2, "f4")  # more bytes than an int counts, but not more elements
    m.send(WORLD, virtual, MPI.PROC_NULL)
    if MPI.Get_version() < (4, 0):
        with raises(ValueError, "x: 2147483656 elements in a row, but this MPI, of version 3.1, counts to 2147483647"):
            m.send(WORLD, nothing, MPI.PROC_NULL)
        rows = np.broadcast_to(np.uint8(7), (2, 2**30 + 4))
        m.send(WORLD, rows, MPI.PROC_NULL)  # as two axes it can be said
        print("refused")
        return
    m.send(WORLD, nothing, MPI.PROC_NULL)
    out = np.zeros(count, np.uint8)
    out[-3:] = 1
    assert m.sendrecv(WORLD, nothing, RANK, out, RANK) == (RANK, 0)
    assert out.min() == out.max() == 7
    print("sent")


def uncaught():
    """One rank raises what nobody catches, while the others wait for it: in MPI itself, or in a function of the example."""
    if RANK == SIZE - 1:
        raise ValueError("this rank gives up")
    m.allreduce(WORLD, np.ones(3)) if sys.argv[2] == "example" else WORLD.Barrier()
    print("went on")


def forever():
    """Never ends: for the test of the time limit."""
    print(f"pid {os.getpid()}.", flush=True)
    time.sleep(1000)


# --------------------------------------------------------------------------------------------------------- out of C --
def makes_windows():
    """Some builds of Open MPI make none between processes of one host, of no memory."""
    try:
        MPI.Win.Create(np.zeros(8), comm=WORLD).Free()
    except MPI.Exception:
        return False
    return True


def cucore_arrays():
    """cucore.Array, made in C, as the buffer of mpi4py's own calls: in memory of MPI, and as results."""
    windows = makes_windows()
    for name in ["int32", "float64", "complex64", "uint8", "int16"]:
        dtype = np.dtype(name)
        x, y, all_ = (m.alloc(np.empty(shape, dtype)) for shape in (SHAPE, SHAPE, (SIZE, *SHAPE)))
        for array in (x, y, all_):
            assert type(array).__name__ == "Array" and array.dtype == name and not array.readonly
        xs, ys = np.from_dlpack(x), np.asarray(y)
        right = np.stack([values(SHAPE, dtype, rank) for rank in range(SIZE)])
        xs[...] = right[RANK]
        WORLD.Sendrecv(x, RIGHT, 1, y, LEFT, 1)
        assert same(ys, right[LEFT])
        ys[...] = 0
        requests = [WORLD.Isend(x, LEFT, 2), WORLD.Irecv(y, RIGHT, 2)]
        MPI.Request.Waitall(requests)
        assert same(ys, right[RIGHT])
        WORLD.Allreduce(x, y)
        assert same(ys, right.sum(0, dtype=dtype))
        WORLD.Allreduce(MPI.IN_PLACE, y, MPI.SUM)
        assert same(ys, (SIZE * right.sum(0, dtype=dtype)).astype(dtype))
        WORLD.Gather(x, all_ if RANK == 0 else None, 0)
        assert RANK or same(np.asarray(all_), right)
        WORLD.Allgather(x, all_)
        assert same(np.asarray(all_), right)
        WORLD.Scatter(all_ if RANK == 1 else None, y, 1)
        assert same(ys, right[RANK])
        WORLD.Bcast(y, 2 % SIZE)
        assert same(ys, right[2 % SIZE])
        WORLD.Alltoall(all_, m.alloc(all_))
        if windows:
            window = MPI.Win.Create(x, disp_unit=dtype.itemsize, comm=WORLD)
            window.Fence()
            window.Get(y, RIGHT)
            window.Fence()
            assert same(ys, right[RIGHT])
            window.Free()
        result = m.allreduce(WORLD, memoryview(xs).cast("B"), "max")  # a result for a library without a from_dlpack
        WORLD.Bcast([result, MPI.BYTE], 0)
        # ours on one side, mpi4py's on the other
        if RANK == 0:
            m.send(WORLD, xs.T, 1)
            WORLD.Recv(y, 1)
            assert same(ys, right[1])
        elif RANK == 1:
            WORLD.Recv(m.alloc(xs.T), 0)
            WORLD.Send(x, 0)
        lowercase = WORLD.allgather(np.asarray(x))  # pickled
        assert same(np.stack(lowercase), right)
    assert np.asarray(m.alloc(np.empty((0, 3)))).shape == (0, 3) and np.asarray(m.alloc(np.float32(3))).shape == ()
    with raises(TypeError):
        m.alloc("text")
    late.append(m.alloc(np.ones(5)))  # outlives MPI_Finalize


late = []


# -------------------------------------------------------------------------------------------------- the fake driver --
def fake_driver():
    library = ctypes.CDLL("libcuda.so.1")
    assert hasattr(library, "fake_reset"), "the driver is a real one"
    for name in ("fake_alloc", "fake_stream_create", "fake_context_primary"):
        getattr(library, name).restype = ctypes.c_void_p
    library.fake_log.restype = ctypes.c_char_p
    library.fake_live_bytes.restype = ctypes.c_size_t
    return library


class Device:
    """A NumPy array's twin in memory of the fake device: same bytes around it, same strides.  By the CUDA Array Interface."""

    def __init__(self, fake, array, device=0, stream=None, kind=0):
        root = root_of(array)
        self.fake, self.nbytes = fake, root.nbytes
        self.memory = fake.fake_alloc(kind, device, ctypes.c_size_t(max(root.nbytes, 1)))
        assert self.memory
        ctypes.memmove(self.memory, root.ctypes.data, root.nbytes)
        self.ptr = self.memory + array.ctypes.data - root.ctypes.data
        self.like, self.stream, self.device = array, stream, device

    @property
    def __cuda_array_interface__(self):
        interface = {**self.like.__array_interface__, "data": (self.ptr, False), "version": 3, "strides": self.like.strides}
        if self.stream is not None:
            interface["stream"] = self.stream
        return interface

    def fetch(self):
        """A twin in host memory of what is there now."""
        root = np.frombuffer(ctypes.string_at(self.memory, self.nbytes), np.uint8)
        return np.ndarray(self.like.shape, self.like.dtype, root.data, self.ptr - self.memory, self.like.strides), root

    def __del__(self):
        assert self.fake.fake_free(ctypes.c_void_p(self.memory)) == 0


def dlpack_of(device_array):
    """The same memory by DLPack alone, which also knows what has no typestr."""
    import producers

    like = device_array.like
    codes = {"b": 6, "i": 0, "u": 1, "f": 2, "c": 5}
    code = 4 if like.dtype.name == "bfloat16" else codes[like.dtype.kind]
    producer = producers.Producer((2, device_array.device), shape=like.shape, dtype=(code, 8 * like.itemsize, 1),
                                  strides=tuple(s // like.itemsize for s in like.strides), data=device_array.ptr)
    producer.keep = device_array
    return producer


def on_host(result, dtype):
    """A dense result in device memory, by whatever it says."""
    interface = result.__cuda_array_interface__
    assert interface["strides"] is None and interface["typestr"][1:] == np.dtype(dtype).str[1:]
    size = int(np.prod(interface["shape"])) * np.dtype(dtype).itemsize
    return np.frombuffer(ctypes.string_at(interface["data"][0], size), dtype).reshape(interface["shape"]) if size else np.empty(
        interface["shape"], dtype)


def assert_device_is(array, layout, content):
    right = made(layout, content.shape, content.dtype, content)
    assert np.array_equal(array.fetch()[1], root_of(right)), f"{layout}: expected {right}, got {array.fetch()[0]}"


def devices():
    """Arrays of the fake device, staged through pinned memory or (sys.argv[2] "1") given to MPI as they are."""
    os.environ["MPI_ARRAYS_CUDA_AWARE"] = sys.argv[2]
    fake, dtype = fake_driver(), np.dtype("float32")
    assert m.cuda_aware() is (sys.argv[2] == "1")
    pairs = list(itertools.product(LAYOUTS, LAYOUTS))
    for number, (a, b) in enumerate(pair for pair in pairs if "unaligned" not in pair):
        where = number % 2
        x = Device(fake, made(a, SHAPE, dtype, values(SHAPE, dtype, RANK)), where)
        out = Device(fake, made(b, SHAPE, dtype), where)
        take = dlpack_of if number % 3 == 0 else lambda array: array
        assert m.sendrecv(WORLD, take(x), RIGHT, take(out), LEFT, number, number) == (LEFT, number)
        assert_device_is(out, b, values(SHAPE, dtype, LEFT))
        assert_device_is(x, a, values(SHAPE, dtype, RANK))
        m.bcast(WORLD, take(out), 0)
        assert_device_is(out, b, values(SHAPE, dtype, SIZE - 1))
        total = sum(values(SHAPE, dtype, rank) for rank in range(SIZE))
        assert same(on_host(m.allreduce(WORLD, x), dtype), total)
        m.allreduce(WORLD, take(x), out=(out_ := take(out)))
        assert_device_is(out, b, total)
        m.reduce(WORLD, x, out=x, root=0)
        assert_device_is(x, a, total if RANK == 0 else values(SHAPE, dtype, RANK))
        many, more = (values((SIZE, *SHAPE), dtype, 100 + RANK), np.stack([values(SHAPE, dtype, rank) for rank in range(SIZE)]))
        blocks_ = Device(fake, made(b, (SIZE, *SHAPE), dtype), where)
        m.allgather(WORLD, Device(fake, made(a, SHAPE, dtype, values(SHAPE, dtype, RANK)), where), out=take(blocks_))
        assert_device_is(blocks_, b, more)
        result = m.alltoall(WORLD, Device(fake, made(a, (SIZE, *SHAPE), dtype, many), where))
        assert same(on_host(result, dtype), np.stack([values((SIZE, *SHAPE), dtype, 100 + rank)[RANK] for rank in range(SIZE)]))
        gathered = m.gather(WORLD, Device(fake, made(a, SHAPE, dtype, values(SHAPE, dtype, RANK)), where), 1)
        assert same(on_host(gathered, dtype), more) if RANK == 1 else gathered is None
        # one side on the host
        x, out = Device(fake, made(a, SHAPE, dtype, values(SHAPE, dtype, RANK))), made(b, SHAPE, dtype)
        m.sendrecv(WORLD, x, LEFT, out, RIGHT)
        assert_is(out, b, values(SHAPE, dtype, RIGHT))
        assert m.allreduce(WORLD, x, out=out) is out
        assert_is(out, b, total)
        del out_
    for name in ["float16", "complex64"] + SMALL[:1]:
        dtype = dtype_of(name)
        x = Device(fake, made("rotated", SHAPE, dtype, values(SHAPE, dtype, RANK)))
        out = Device(fake, made("F", SHAPE, dtype))
        m.allreduce(WORLD, dlpack_of(x), out=dlpack_of(out))
        right = sum(values(SHAPE, dtype, rank).astype("c8" if dtype.kind == "c" else "f4") for rank in range(SIZE)).astype(dtype)
        assert_device_is(out, "F", right)
    x = Device(fake, made("F", SHAPE, dtype, values(SHAPE, dtype, RANK)))
    assert m.recv(WORLD, dlpack_of(x), MPI.PROC_NULL) == (MPI.PROC_NULL, MPI.ANY_TAG)  # no message: nothing is written
    assert_device_is(x, "F", values(SHAPE, dtype, RANK))
    x = Device(fake, np.zeros((0, 3), "f4"))
    assert same(on_host(m.allreduce(WORLD, x), "f4"), np.zeros((0, 3), "f4"))
    for kind in (1, 2):  # pinned and managed memory: MPI reads it as the host's
        x = Device(fake, made("F", SHAPE, np.dtype("i4"), values(SHAPE, np.dtype("i4"), RANK)), kind=kind)
        assert same(np.from_dlpack(m.allreduce(WORLD, dlpack_like(x, kind))) if kind == 1 else
                    managed_on_host(m.allreduce(WORLD, x)), sum(values(SHAPE, np.dtype("i4"), r) for r in range(SIZE)))


def dlpack_like(array, kind):
    producer = dlpack_of(array)
    producer.device = ({1: 3, 2: 13}[kind], 0)
    return producer


def managed_on_host(result):
    interface = result.__cuda_array_interface__
    size = int(np.prod(interface["shape"])) * 4
    return np.frombuffer(ctypes.string_at(interface["data"][0], size), "i4").reshape(interface["shape"])


def device_calls():
    """What the driver is asked: staged, one transfer each way through pinned memory that is kept; direct, nothing is copied."""
    fake = fake_driver()
    x, out = (Device(fake, np.full((64, 64), float(RANK))) for _ in range(2))
    strided = Device(fake, np.full((64, 128), float(RANK))[:, ::2])

    def calls(aware, *arrays):
        os.environ["MPI_ARRAYS_CUDA_AWARE"] = aware
        fake.fake_log_clear()
        m.allreduce(WORLD, *arrays[:1], out=arrays[1])
        names = [line.split()[0] for line in fake.fake_log().decode().splitlines()]
        return [name for name in names if name.startswith(("cuMemcpy", "cuMemAlloc", "cuMemHostAlloc", "cuMemFree", "cuLaunch"))]

    first = calls("0", x, out)
    assert sum(name.startswith("cuMemHostAlloc") for name in first) == 2, first
    again = calls("0", x, out)
    assert not any(name.startswith(("cuMemHostAlloc", "cuMemAlloc", "cuMemFree")) for name in again), again
    assert sum(name.startswith("cuMemcpy") for name in again) == 2, again
    assert calls("1", x, out) == []
    packed = calls("1", strided, out)
    assert packed and not any("Host" in name or "HtoD" in name or "DtoH" in name for name in packed), packed
    os.environ["MPI_ARRAYS_CUDA_AWARE"] = ""
    assert m.cuda_aware() in (True, False)  # what MPI says of itself


def device_order():
    """The host has waited for the producer's stream, and for the caller's, before MPI reads or writes."""
    fake = fake_driver()
    context = fake.fake_context_primary(0)
    for aware, given in itertools.product("01", (None, 1, 2, "handle")):
        os.environ["MPI_ARRAYS_CUDA_AWARE"] = aware
        theirs = fake.fake_stream_create(ctypes.c_void_p(context), 1)
        ours = fake.fake_stream_create(ctypes.c_void_p(context), 1) if given == "handle" else given
        x, out = (Device(fake, np.full(100, float(RANK)), stream=theirs) for _ in range(2))
        consumer = ctypes.c_void_p(1 if ours is None else ours)
        for stream in (ctypes.c_void_p(theirs), consumer):
            fake.fake_stream_add_work(stream, ctypes.c_void_p(context))
            assert not fake.fake_host_has_seen(stream, ctypes.c_void_p(context))
        assert m.sendrecv(WORLD, x, RIGHT, out, LEFT, stream=ours) == (LEFT, 0)
        for stream in (ctypes.c_void_p(theirs), consumer):
            assert fake.fake_host_has_seen(stream, ctypes.c_void_p(context)), (aware, given)
        assert (out.fetch()[0] == LEFT).all()
    capturing = fake.fake_stream_create(ctypes.c_void_p(context), 1)
    assert fake.fake_capture_begin(ctypes.c_void_p(capturing), 2) == 0
    fake.fake_log_clear()
    x = Device(fake, np.ones(10))
    with raises(RuntimeError, "captur"):  # the host would have to wait
        m.allreduce(WORLD, x, stream=capturing)
    assert fake.fake_capture_status(ctypes.c_void_p(capturing)) == 1
    assert fake.fake_capture_end(ctypes.c_void_p(capturing)) == 0


def device_failures():
    """Each driver call of one rank fails in turn: all ranks raise and nothing is left behind, or the result is right.  It is right if
    another call makes good what has failed: on the way back from a context, or if memory is freed later."""
    fake = fake_driver()
    right = np.full((8, 8), SIZE * (SIZE - 1) / 2)
    for aware in "01":
        os.environ["MPI_ARRAYS_CUDA_AWARE"] = aware
        x, out = (Device(fake, np.full((8, 16), float(RANK))[:, ::2]) for _ in range(2))
        m.allreduce(WORLD, x, out=out)
        for n in range(SIZE, 200 * SIZE):
            mine, raised, before = RANK == n % SIZE, 0, fake.fake_live_bytes()
            fake.fake_log_clear()
            if mine:
                fake.fake_fail(n // SIZE, 719)
            try:
                m.allreduce(WORLD, x, out=out)
            except RuntimeError as error:
                assert "719" in str(error) if mine else f"rank {n % SIZE} refused" in str(error), error
                raised = 1
            unreached = fake.fake_fail_pending()
            fake.fake_fail(0, 0)
            grown = fake.fake_live_bytes() - before
            failed = [line.split()[0] for line in fake.fake_log().decode().splitlines() if line.endswith("result=719")]
            assert not raised or grown <= 0, (aware, n, grown, failed)
            assert raised or np.array_equal(out.fetch()[0], right)
            anywhere = WORLD.allreduce(raised)
            # what fails behind the operation, as its result is unpacked, is that rank's own
            assert anywhere in (0, 1, SIZE), anywhere
            if WORLD.allreduce(unreached):
                assert not anywhere
                break
        else:
            raise AssertionError("no end")
        m.allreduce(WORLD, x, out=out)
        assert np.array_equal(out.fetch()[0], right)


def device_arrays_in_mpi4py():
    """cucore.Array on the device in mpi4py's calls: their MPI takes the address, which in the fake driver is the host's."""
    fake = fake_driver()
    os.environ["MPI_ARRAYS_CUDA_AWARE"] = "1"
    x = m.allreduce(WORLD, Device(fake, np.full(50, float(RANK))), "min")  # zeros
    y = m.allreduce(WORLD, Device(fake, np.full(50, float(RANK))))
    total = SIZE * (SIZE - 1) / 2
    assert type(x).__name__ == "Array" and x.device == "cuda:0"
    WORLD.Sendrecv(y, RIGHT, 0, x, LEFT, 0)
    assert same(on_host(x, "f8"), np.full(50, total))
    WORLD.Allreduce(MPI.IN_PLACE, x)
    assert same(on_host(x, "f8"), np.full(50, SIZE * total))
    WORLD.Bcast(x, 0)
    gathered = m.allgather(WORLD, Device(fake, np.zeros(50)))
    WORLD.Allgather(y, gathered)
    assert same(on_host(gathered, "f8"), np.full((SIZE, 50), total))


# --------------------------------------------------------------------------------------------------------------- GPUs --
class Torch:
    """The few words that the jobs on GPUs need; Cupy has the same ones."""

    layouts = ("C", "F", "gaps everywhere", "inner block", "first axis fastest", "rotated")  # it has no negative strides

    def __init__(self, device):
        import torch

        self.lib, self.type = torch, torch.Tensor
        torch.cuda.set_device(device)

    def bytes(self, host):
        return self.lib.from_numpy(host.copy()).cuda()

    def strided(self, root, offset, like):
        typed = root.view(getattr(self.lib, like.dtype.name))
        return typed.as_strided(like.shape, [s // like.itemsize for s in like.strides], offset // like.itemsize)

    def full(self, n, value):
        return self.lib.full((n,), float(value), device="cuda")

    def host(self, array):
        return array.cpu().numpy()

    def stream(self):
        return self.lib.cuda.Stream()

    def on(self, stream):
        return self.lib.cuda.stream(stream)

    def fill_late(self, array, value):
        """By work on the current stream that takes a tenth of a second."""
        self.lib.cuda._sleep(200_000_000)
        array.fill_(value)

    def fill(self, array, value):
        array.fill_(value)

    def synchronize(self):
        self.lib.cuda.synchronize()

    def free_bytes(self):
        return self.lib.cuda.mem_get_info()[0]


class Cupy:
    layouts = tuple(name for name in LAYOUTS if name != "unaligned")

    def __init__(self, device):
        import cupy

        self.lib, self.type = cupy, cupy.ndarray
        cupy.cuda.Device(device).use()
        self.spin = cupy.ElementwiseKernel(
            "float32 x", "float32 y", "float t = x; for (int i = 0; i < 20000000; i++) t = t * 0.999999f + 1e-7f; y = t;", "spin")

    def bytes(self, host):
        return self.lib.asarray(host)

    def strided(self, root, offset, like):
        return self.lib.ndarray(like.shape, like.dtype, root.data + offset, like.strides)

    def full(self, n, value):
        return self.lib.full(n, value, "f4")

    def host(self, array):
        return self.lib.asnumpy(array)

    def stream(self):
        return self.lib.cuda.Stream(non_blocking=True)

    def on(self, stream):
        return stream

    def fill_late(self, array, value):
        self.spin(self.lib.ones(1, "f4"))
        array.fill(value)

    def fill(self, array, value):
        array.fill(value)

    def synchronize(self):
        self.lib.cuda.runtime.deviceSynchronize()

    def free_bytes(self):
        return self.lib.cuda.runtime.memGetInfo()[0]


def gpu_library():
    os.environ.pop("MPI_ARRAYS_CUDA_AWARE", None)
    if m.cuda_aware():
        print("this MPI is CUDA-aware", flush=True)
    return {"torch": Torch, "cupy": Cupy}[sys.argv[2]](RANK % int(sys.argv[3]))


class Gpu:
    """A NumPy array's twin in device memory: same bytes around it, same strides."""

    def __init__(self, library, array):
        root = root_of(array)
        self.library, self.root = library, library.bytes(root)
        self.array = library.strided(self.root, array.ctypes.data - root.ctypes.data, array)

    def assert_is(self, layout, content):
        right = root_of(made(layout, content.shape, content.dtype, content))
        assert np.array_equal(self.library.host(self.root), right), layout


def gpu_layouts():
    """Each layout to each: messages, from a root, sums, blocks; results of the library."""
    library = gpu_library()
    dtypes_ = itertools.cycle(np.dtype(name) for name in ("float32", "int64", "float16", "complex64", "uint8", "float64"))
    for number, (a, b) in enumerate(itertools.product(library.layouts, library.layouts)):
        dtype = next(dtypes_)
        x, out = Gpu(library, made(a, SHAPE, dtype, values(SHAPE, dtype, RANK))), Gpu(library, made(b, SHAPE, dtype))
        stream = library.stream() if number % 2 else None
        assert m.sendrecv(WORLD, x.array, RIGHT, out.array, LEFT, number, number, stream) == (LEFT, number)
        out.assert_is(b, values(SHAPE, dtype, LEFT))
        x.assert_is(a, values(SHAPE, dtype, RANK))
        m.bcast(WORLD, out.array, SIZE - 1, stream)
        out.assert_is(b, values(SHAPE, dtype, SIZE - 2))
        total = sum(values(SHAPE, dtype, rank) for rank in range(SIZE))
        result = m.allreduce(WORLD, x.array, stream=stream)
        assert type(result) is library.type and same(library.host(result), total)
        assert m.allreduce(WORLD, x.array, out=out.array, stream=stream) is out.array
        out.assert_is(b, total)
        right = np.stack([values(SHAPE, dtype, rank) for rank in range(SIZE)])
        result = m.reduce(WORLD, x.array, "sum" if dtype.kind == "c" else "max", SIZE - 1)
        reduced = total if dtype.kind == "c" else right.max(0)
        assert same(library.host(result), reduced) if RANK == SIZE - 1 else result is None
        result = m.gather(WORLD, x.array, 0)
        assert (type(result) is library.type and same(library.host(result), right)) if RANK == 0 else result is None
        blocks_ = Gpu(library, made(b, (SIZE, *SHAPE), dtype))
        assert m.allgather(WORLD, x.array, blocks_.array) is blocks_.array
        blocks_.assert_is(b, right)
        many = Gpu(library, made(a, (SIZE, *SHAPE), dtype, values((SIZE, *SHAPE), dtype, RANK)))
        result = m.alltoall(WORLD, many.array)
        assert same(library.host(result), np.stack([values((SIZE, *SHAPE), dtype, rank)[RANK] for rank in range(SIZE)]))
        host = made(b, SHAPE, dtype)  # from the device of one rank to the host of another
        m.sendrecv(WORLD, x.array, LEFT, host, RIGHT)
        assert_is(host, b, values(SHAPE, dtype, RIGHT))


def gpu_streams():
    """What is pending on the library's stream, or on the caller's, is sent; what comes is there for any stream."""
    library, n = gpu_library(), 1 << 20
    for ours in (None, library.stream()):
        theirs = library.stream()
        x, out = library.full(n, -1), library.full(n, -1)
        library.synchronize()
        with library.on(theirs):
            library.fill_late(x, RANK + 5)
            m.sendrecv(WORLD, x, RIGHT, out, LEFT, stream=ours)
            library.fill(x, 100)  # behind the message
            assert (library.host(out) == LEFT + 5).all()
            library.fill_late(out, -1)  # before the next message comes
            library.fill_late(x, RANK + 7)
            total = m.allreduce(WORLD, x, out=out, stream=ours)
            library.fill(x, 100)
            assert total is out and (library.host(out) == sum(rank + 7 for rank in range(SIZE))).all()
            library.fill_late(x, RANK)
            total = m.allreduce(WORLD, x, stream=ours)
            library.fill(x, 100)
        with library.on(library.stream()):
            assert (library.host(total) == sum(range(SIZE))).all()
        library.synchronize()
    # the producer says nothing of its work: it is on the caller's stream
    stream = library.stream()
    x, out = library.full(n, -1), library.full(n, -1)
    library.synchronize()
    with library.on(stream):
        library.fill_late(x, RANK + 3)
    silent = Silent(x)
    m.sendrecv(WORLD, silent, RIGHT, out, LEFT, stream=stream)
    assert (library.host(out) == LEFT + 3).all()
    if sys.argv[2] == "torch":  # pinned memory, which torch gives as plain memory: what fills it is the caller's to wait for (B39)
        torch = library.lib
        pinned, got = torch.zeros(n).pin_memory(), torch.zeros(n).pin_memory()
        pinned.copy_(torch.full((n,), float(RANK), device="cuda"), non_blocking=True)
        torch.cuda.current_stream().synchronize()
        m.sendrecv(WORLD, pinned, RIGHT, got, LEFT)
        assert bool((got == LEFT).all())
        half = torch.full((1000,), 0.1 + RANK, device="cuda", dtype=torch.bfloat16)
        right = sum(torch.full((1000,), 0.1 + rank, dtype=torch.bfloat16).float() for rank in range(SIZE)).bfloat16()
        assert torch.equal(m.allreduce(WORLD, half).cpu(), right)
    else:  # managed memory
        cupy = library.lib
        managed = cupy.ndarray(n, "f4", cupy.cuda.malloc_managed(4 * n))
        managed.fill(RANK + 1)
        assert (library.host(m.allreduce(WORLD, managed)) == sum(rank + 1 for rank in range(SIZE))).all()


class Silent:
    """Only the interface, without a stream."""

    def __init__(self, array):
        self.array = array
        self.__cuda_array_interface__ = {**array.__cuda_array_interface__, "version": 2}
        self.__cuda_array_interface__.pop("stream", None)


def gpu_large():
    """64 MiB, every other column, between two ranks and summed; each is timed."""
    library, (rows, columns) = gpu_library(), (4096, 4096)
    random = [np.random.default_rng(rank).integers(0, 100, (rows, columns)).astype("f4") for rank in range(SIZE)]

    def halves(rank):
        host = np.zeros((rows, 2 * columns), "f4")
        host[:, ::2] = random[rank]
        return library.bytes(host)[:, ::2]

    x, out = halves(RANK), halves(RANK)
    total = sum(random)
    for turn in range(4):
        WORLD.Barrier()
        start = time.monotonic()
        m.sendrecv(WORLD, x, RIGHT, out, LEFT)
        between = time.monotonic() - start
        assert same(library.host(out), random[LEFT])
        WORLD.Barrier()
        start = time.monotonic()
        result = m.allreduce(WORLD, x)
        summed = time.monotonic() - start
        assert same(library.host(result), total)
    if RANK == 0:
        print(f"64 MiB of {sys.argv[2]}, strided: {x.nbytes / between / 1e9:.1f} GB/s each way, "
              f"{x.nbytes / summed / 1e9:.1f} GB/s summed")


def gpu_memory():
    """Nothing is kept: neither on the device nor on the host."""
    library = gpu_library()
    x, out = library.full(1 << 18, RANK)[::2], library.full(1 << 17, 0)

    def turn(times):
        for _ in range(times):
            m.allreduce(WORLD, x)
            m.allreduce(WORLD, x, out=out)
            m.sendrecv(WORLD, x, RIGHT, out, LEFT)
            m.bcast(WORLD, x)
            with raises(ValueError, "op: "):
                m.allreduce(WORLD, x, "mean")
        library.synchronize()
        gc.collect()
        WORLD.Barrier()

    turn(20)
    host, lost = resident(), []
    for _ in range(5):  # others use the device, too: what is lost each time is ours
        before = library.free_bytes()
        WORLD.Barrier()
        turn(200)
        lost.append(before - library.free_bytes())
    assert min(lost) < 4 << 20, f"{lost} bytes of the device"
    grown = resident() - host
    assert grown < 4 << 20, f"{grown} bytes of the host"


def gpu_results():
    """A cucore.Array on the device, made for a producer that has no library, in torch; and memory of MPI in pinned copies."""
    library = gpu_library()
    torch = library.lib
    result = m.allgather(WORLD, Silent(library.full(1000, RANK)))
    assert type(result).__name__ == "Array" and result.device == f"cuda:{torch.cuda.current_device()}"
    taken = torch.from_dlpack(result)
    assert taken.is_cuda and torch.equal(taken.cpu(), torch.stack([torch.full((1000,), float(rank)) for rank in range(SIZE)]))
    memory = m.alloc(np.empty(1000, "f4"))
    torch.from_dlpack(memory).copy_(taken[RIGHT])
    got = np.zeros(1000, "f4")
    WORLD.Sendrecv(memory, LEFT, 0, got, RIGHT, 0)
    assert (got == (RIGHT + 1) % SIZE).all()


# -------------------------------------------------------------------------------------------------- many machines --
def simulation():
    """Halo exchange of a strided block, sum, and distributed transpose, for sys.argv[2] seconds: right in each round, and the
    memory of no rank grows."""
    seconds = float(sys.argv[2])
    fake = fake_driver()
    cart = WORLD.Create_cart(MPI.Compute_dims(SIZE, 2), periods=(True, True))
    rows, columns = cart.dims
    at = cart.coords
    n = 6  # of the block; one more on each side
    dtype = np.dtype("float32")
    whole = np.arange(rows * n * columns * n, dtype=dtype).reshape(rows * n, columns * n) % 97
    block = made("C", (n + 2, n + 2), dtype, 0)
    device = Device(fake, block)
    part = Parts(device)
    up, down = cart.Shift(0, 1)
    left, right = cart.Shift(1, 1)
    index = np.ix_(*(np.arange(at[axis] * n - 1, (at[axis] + 1) * n + 1) % (cart.dims[axis] * n) for axis in (0, 1)))
    width = 3  # of a rank's rows in the matrix of SIZE * width that is transposed
    checked = warm = 0
    start = time.monotonic()
    going, baseline = True, None
    while going:
        os.environ["MPI_ARRAYS_CUDA_AWARE"] = "01"[checked % 2]
        now = (whole + checked) % 97
        view = part.array
        view[...] = -1
        view[1:-1, 1:-1] = now[index][1:-1, 1:-1]
        for to, out, source, x in ((up, (slice(-1, None), slice(1, -1)), down, (slice(1, 2), slice(1, -1))),
                                   (down, (slice(0, 1), slice(1, -1)), up, (slice(-2, -1), slice(1, -1))),
                                   (left, (slice(None), slice(-1, None)), right, (slice(None), slice(1, 2))),
                                   (right, (slice(None), slice(0, 1)), left, (slice(None), slice(-2, -1)))):
            m.sendrecv(cart, part[x], to, part[out], source)
        assert np.array_equal(view, now[index]), f"round {checked}: halo"
        total = on_host(m.allreduce(cart, part[1:-1, 1:-1]), dtype)
        right_sum = now.reshape(rows, n, columns, n).sum((0, 2), dtype=dtype)
        assert np.array_equal(total, right_sum), f"round {checked}: sum"
        # rows of a matrix [row, column] to rows of its transpose: both axes are cut by ranks
        mine = (np.arange(RANK * width, (RANK + 1) * width)[:, None] * 1000 + np.arange(SIZE * width) + checked).astype("i4")
        cut = mine.reshape(width, SIZE, width).transpose(1, 2, 0)  # [to, their row, my row], nothing is copied
        out = np.empty((width, SIZE, width), "i4").transpose(1, 0, 2)
        m.alltoall(WORLD, cut, out)
        turned = out.transpose(1, 0, 2).reshape(width, SIZE * width)
        theirs = (np.arange(SIZE * width)[None, :] * 1000 + np.arange(RANK * width, (RANK + 1) * width)[:, None] + checked)
        assert np.array_equal(turned, theirs), f"round {checked}: transpose"
        checked += 1
        fake.fake_log_clear()
        if checked == 10:
            gc.collect()
            baseline, live, warm = resident(), fake.fake_live_allocations(), time.monotonic()
        if checked % 10 == 0:
            going = WORLD.bcast(checked < 30 or time.monotonic() - start < seconds)
    took = time.monotonic() - warm
    gc.collect()
    assert fake.fake_live_allocations() == live, "device memory was left"
    grown = WORLD.allreduce(resident() - baseline, MPI.MAX)
    assert grown < 512 << 10, f"{grown} bytes more than after the first 10 rounds"
    if RANK == 0:
        print(f"{SIZE} ranks, {checked} rounds of 4 halo messages, a sum and a transpose: "
              f"{1000 * took / (checked - 10):.0f} ms each, "
              f"own memory of a rank grew by at most {grown // 1024} KiB of {baseline >> 20} MiB")


class Parts:
    """device[slices]: parts of a Device, by the CUDA Array Interface."""

    def __init__(self, device):
        self.device = device
        buffer = (ctypes.c_char * device.nbytes).from_address(device.memory)
        self.array = np.frombuffer(buffer, device.like.dtype).reshape(device.like.shape)  # the fake's memory is the host's

    class Part:
        def __init__(self, array):
            self.__cuda_array_interface__ = {**array.__array_interface__, "strides": array.strides, "version": 3}

    def __getitem__(self, slices):
        return self.Part(self.array[slices])


if __name__ == "__main__":
    result = globals()[sys.argv[1]]()
    WORLD.Barrier()
    if RANK == 0:
        print("all ranks are done", *(result or []))
