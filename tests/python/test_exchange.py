"""The C exchange API as a consumer meets it: tables of every kind, what is remembered of a type, when __dlpack__ is asked."""
import ctypes
import gc
import sys
import threading

import pytest

import cucore_test as cu
from doubles import SANITIZED, Proxy, failures, resident
from producers import CPU, CUDA, IS_COPIED, OMITTED, READ_ONLY, Producer, Tabled, Tensor, given, strays

remembers = pytest.mark.skipif(not cu.TYPE_MEMORY, reason="the module is built with CUCORE_NO_TYPE_MEMORY")
BORROW, ONLY, DLPACK = cu.BORROW, cu.BY_EXCHANGE, cu.BY_DLPACK
OWNED, LENT, METHOD = (1, 0, 0), (0, 1, 0), (0, 0, 1)
WHY = "failed without an exception"
REMEMBERS = sys.version_info >= (3, 11)
remembering = pytest.mark.skipif(not REMEMBERS, reason="types are not remembered before Python 3.11 (B86)")


def no_error():
    return -1


def no_answer(address):
    return -1


def released(producer):
    return all(len(t.deleted) == 1 for t in producer.tensors)


# ------------------------------------------------------------------------------------------------- which way is gone --
WAYS = [
    ("X1-owned", dict(), 0, OWNED),
    ("X1-lent", dict(), BORROW, LENT),
    ("X3-minor-unknown", dict(table=(1, 99)), 0, OWNED),
    ("X3-minor-0", dict(table=(1, 0)), BORROW, LENT),
    ("X3-major-2", dict(table=(2, 0)), 0, METHOD),
    ("X3-major-0", dict(table=(0, 8)), 0, METHOD),
    ("X4-no-lending", dict(table=(1, 3, "l")), BORROW, OWNED),
    ("X4-no-owning", dict(table=(1, 3, "o")), BORROW, LENT),
    ("X4-no-owning-but-owned", dict(table=(1, 3, "o")), 0, METHOD),
    ("X4-no-allocator-stream-wrap", dict(table=(1, 3, "aws")), 0, OWNED),
    ("X4-nothing", dict(table=(1, 3, "aowls")), BORROW, METHOD),
    ("X2-foreign-capsule", dict(table=(1, 3, "", 0, "something_else")), 0, METHOD),
    ("X2-int", dict(table=12345), 0, METHOD),
    ("X5-None", dict(table=None), 0, METHOD),
    ("lent-to-write", dict(), BORROW | cu.WRITE, OWNED),
    ("lent-to-write-no-owning", dict(table=(1, 3, "o")), BORROW | cu.WRITE, METHOD),
    ("D17-never-a-copy", dict(), cu.NEVER_COPY, OWNED),
    ("D17-never-a-copy-lent", dict(), cu.NEVER_COPY | BORROW, LENT),
    ("D17-never-a-copy-to-write", dict(), cu.NEVER_COPY | BORROW | cu.WRITE, OWNED),
    ("D17-never-a-copy-forced", dict(), cu.NEVER_COPY | ONLY, OWNED),
    ("D17-never-a-copy-no-owning", dict(table=(1, 3, "o")), cu.NEVER_COPY, METHOD),
    ("forced-dlpack", dict(), DLPACK, METHOD),
    ("forced-exchange", dict(), ONLY, OWNED),
    ("forced-either", dict(), ONLY | DLPACK, OWNED),
]


@pytest.mark.parametrize("made, flags, asked", [w[1:] for w in WAYS], ids=[w[0] for w in WAYS])
def test_which_way(made, flags, asked):
    producer = Tabled(**made)
    for times in (1, 2):
        view = cu.view(producer, flags=flags)
        assert producer.asked == tuple(times * n for n in asked)
        assert (view.dtype, view.shape, view.strides) == ("float32", (2, 3), (3, 1))
        assert view.owned == (asked != LENT) and view.protocol == ("dltensor" if asked == LENT else "dlpack-versioned")
        view.release()
    assert asked == LENT or released(producer)
    assert not strays


def test_X3_walks_back_to_a_table_that_is_known():
    _, oldest = cu.table(1, 2)
    _, newer = cu.table(2, 0, "aowls", oldest)
    producer = Tabled(table=(3, 0, "aowls", newer))
    cu.view(producer).release()
    assert producer.asked == OWNED


def test_X3_a_chain_without_end():
    producer = Tabled(table=(2, 0))
    word = ctypes.c_uint64.from_address(type(producer).table_address + 8)  # prev_api
    word.value = type(producer).table_address
    cu.view(producer).release()
    assert producer.asked == METHOD


DISABLED = "".join  # a function of C, as torch._C._disabled_torch_function_impl is

SUBCLASSES = {  # bodies of classes below that of table and __dlpack__, the lowest first; which way they go (X6, B109)
    "plain": ([{}], OWNED), "two": ([{}, {}], OWNED), "attributes": ([dict(name="weights", extra=1)], OWNED),
    "function-disabled": ([dict(__torch_function__=DISABLED)], OWNED),
    "below-disabled": ([{}, dict(__torch_function__=DISABLED)], OWNED),
    "function": ([dict(__torch_function__=classmethod(lambda *args: None))], METHOD),
    "dispatch": ([dict(__torch_dispatch__=classmethod(lambda *args: None), __torch_function__=DISABLED)], METHOD),
    "above-dispatch": ([{}, dict(__torch_dispatch__=classmethod(lambda *args: None))], METHOD),
    "dlpack-of-its-own": ([dict(__dlpack__=lambda self, **how: super(type(self), self).__dlpack__(**how))], METHOD),
    "below-another-dlpack": ([{}, dict(__dlpack__=lambda self, **how: super(type(self).__bases__[0], self).__dlpack__(**how))], METHOD),
}


@pytest.mark.parametrize("bodies, asked", SUBCLASSES.values(), ids=SUBCLASSES)
def test_X6_B109_subclasses(bodies, asked):
    """A subclass goes by the table where it inherits table and __dlpack__ from one class, and has no hooks."""
    kind = type(Tabled())
    for body in reversed(bodies):
        kind = type("Derived", (kind,), {"shared": True, **body})
    producer = kind()
    cu.view(producer).release()
    assert producer.asked == asked
    cu.view(producer).release()  # remembered
    assert producer.asked == tuple(2 * times for times in asked)
    if asked == METHOD:
        with pytest.raises(TypeError, match=r"the type '.*\.Derived' has no __dlpack_c_exchange_api__ of its own"):
            cu.exchange(producer)
    else:
        cu.exchange(producer).release()


def test_B109_a_subclass_that_asks_for_gradients():
    class Derived(type(Owing())):
        shared = True

    producer = Derived()
    producer.grad = True
    with pytest.raises(BufferError, match="requires grad"):
        cu.exchange(producer)
    cu.view(producer, flags=cu.ALLOW_GRAD).release()
    assert producer.asked == (2, 0, 0)


def test_X6_a_mixin_with_a_table():
    """Table and __dlpack__ of two classes: nobody knows whether they mean the same."""
    class Table:
        __dlpack_c_exchange_api__ = cu.table(1, 3)[0]

    class Mixed(Table, Producer):
        shared = True

    producer = Mixed()
    cu.view(producer).release()
    assert len(producer.calls) == 1


def test_X6_a_table_beside_an_inherited_dlpack():
    class Base(Producer):
        shared = True

    class Lies(Base):
        shared = True
        __dlpack_c_exchange_api__ = cu.table(1, 3)[0]

    producer = Lies()
    cu.view(producer).release()
    assert len(producer.calls) == 1


def test_X1_not_on_the_instance_nor_by_getattr():
    producer = Producer()
    producer.__dlpack_c_exchange_api__ = cu.table(1, 3)[0]
    cu.view(producer).release()
    assert len(producer.calls) == 1
    tabled = Tabled()
    cu.view(Proxy(tabled)).release()
    assert tabled.asked == METHOD


def test_X1_not_on_the_metaclass():
    class Meta(type):
        __dlpack_c_exchange_api__ = cu.table(1, 3)[0]

    class Thing(Producer, metaclass=Meta):
        shared = True

    producer = Thing()
    cu.view(producer).release()
    assert len(producer.calls) == 1


class TableOnly:
    """No __dlpack__ at all."""

    def __init__(self, *answers):
        self.answers = list(answers)

    own = lend = lambda self, address: self.answers.pop(0)
    __dlpack_c_exchange_api__ = cu.table(1, 3)[0]


# ---------------------------------------------------------------------------------------------------------- failures --
ERROR = BufferError("the table says no")
FAILURES = [("X11-no-exception", lambda address: -1), ("exception", lambda address: (-1, ERROR)),
            ("X11-0-with-an-exception", lambda address: (0, ERROR)), ("positive", lambda address: 7),
            ("NULL-tensor", lambda address: 0)]


@pytest.mark.parametrize("flags, hook", [(0, "on_own"), (BORROW, "on_lend")], ids=["owned", "lent"])
@pytest.mark.parametrize("fail", [f[1] for f in FAILURES[:4]], ids=[f[0] for f in FAILURES[:4]])
def test_B66_dlpack_is_asked_instead(flags, hook, fail):
    producer = Tabled(**{hook: fail})
    view = cu.view(producer, flags=flags)
    assert producer.asked == ((0, 1, 1) if flags else (1, 0, 1)) and view.owned
    view.release()
    assert released(producer)


def test_B66_owned_NULL():
    producer = Tabled(on_own=lambda address: 0)
    cu.view(producer).release()
    assert producer.asked == (1, 0, 1)
    with pytest.raises(BufferError, match=WHY):
        cu.exchange(producer)


@pytest.mark.parametrize("take", [cu.exchange, lambda o, **k: cu.view(o, flags=k.pop("flags", 0) | ONLY)],
                         ids=["function", "flag"])
@pytest.mark.parametrize("flags, hook", [(0, "on_own"), (BORROW, "on_lend")], ids=["owned", "lent"])
def test_B66_an_exception_is_always_set(take, flags, hook):
    with pytest.raises(BufferError, match=WHY):
        take(Tabled(**{hook: lambda address: -1}), flags=flags)
    for result in (-1, 0, 5):
        with pytest.raises(BufferError) as caught:
            take(Tabled(**{hook: lambda address: (result, ERROR)}), flags=flags)
        assert caught.value is ERROR


def test_X11_a_tensor_and_an_exception():
    """It came with an exception: it is given back."""
    producer = Tabled()
    own = producer.own

    def on_own(address):
        producer.on_own = None
        return own(address), ERROR

    producer.on_own = on_own
    with pytest.raises(BufferError, match="the table says no"):
        cu.exchange(producer)
    assert released(producer) and len(producer.tensors) == 1


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, MemoryError])
def test_what_nobody_may_swallow(kind):
    producer = Tabled(on_own=lambda address: (-1, kind()))
    with pytest.raises(kind):
        cu.view(producer)
    assert producer.asked == (1, 0, 0)


def test_the_exception_of_dlpack_wins():
    error = BufferError("and so does the method")
    producer = Tabled(on_own=lambda address: (-1, RuntimeError("no")), errors={1: error})
    with pytest.raises(BufferError) as caught:
        cu.view(producer)
    assert caught.value is error


def test_table_without_dlpack():
    with pytest.raises(BufferError, match=WHY):
        cu.view(TableOnly(-1))
    with pytest.raises(RuntimeError, match="its own"):
        cu.view(TableOnly((-1, RuntimeError("its own"))))


# ------------------------------------------------------------------------------------------------- what a tensor says --
FIELDS = [
    ("read-only", dict(flags=READ_ONLY), dict(readonly=True)),
    ("copied", dict(flags=IS_COPIED), dict(copied=True)),
    ("unknown-flag", dict(flags=1 << 40), dict(readonly=False)),
    ("B01-offset", dict(byte_offset=8), dict(shape=(2, 3))),
    ("strided", dict(shape=(2, 3), strides=(8, 2)), dict(strides=(8, 2))),
    ("B06-negative", dict(shape=(2, 3), strides=(-3, 1), byte_offset=12), dict(strides=(-3, 1))),
    ("B08-null-strides", dict(strides=None), dict(strides=(3, 1))),
    ("B45-scalar", dict(shape=()), dict(shape=(), ndim=0)),
    ("empty", dict(shape=(0, 3), data=0), dict(shape=(0, 3))),
    ("size-1-strides", dict(shape=(1, 3), strides=(77, 1)), dict(strides=(77, 1))),
    ("B69-bool", dict(dtype=(6, 8, 1)), dict(dtype="bool")),
    ("bfloat16", dict(dtype=(4, 16, 1)), dict(dtype="bfloat16", itemsize=2)),
    ("complex", dict(dtype=(5, 64, 1)), dict(dtype="complex64", itemsize=8)),
    ("uint8", dict(dtype=(1, 8, 1)), dict(dtype="uint8")),
    ("int4", dict(dtype=(0, 4, 1), shape=(4,)), dict(itembits=4)),
]
REFUSED = [
    ("null-data", dict(data=0), "data pointer is NULL"),
    ("ndim-65", dict(ndim=65), "65"),
    ("ndim-negative", dict(ndim=-1), "-1"),
    ("null-shape", dict(shape=None, ndim=2, strides=None), "shape is NULL"),
    ("negative-extent", dict(shape=(2, -3), strides=(3, 1)), "-3"),
    ("huge", dict(shape=(2**40, 2**40), strides=(2**40, 1)), "64 bits|do not fit"),
    ("huge-dense", dict(shape=(2**60,), strides=(1,)), "64 bits|address space"),
    ("end-of-memory", dict(data=2**64 - 16), "address space"),
    ("bits", dict(dtype=(2, 31, 1)), "31"),
    ("bits-24", dict(dtype=(0, 24, 1)), "24"),
    ("bool-16", dict(dtype=(6, 16, 1)), "16"),
    ("code", dict(dtype=(99, 32, 1)), "dtype.code is 99"),
    ("lanes", dict(dtype=(2, 32, 2)), "dtype.lanes is 2 .float32x2."),
    ("rocm", dict(device=(10, 0)), "rocm"),
    ("device-id", dict(device=(1, -1)), "-1"),
]


@pytest.mark.parametrize("flags", [ONLY, ONLY | BORROW], ids=["owned", "lent"])
@pytest.mark.parametrize("fields, expected", [f[1:] for f in FIELDS], ids=[f[0] for f in FIELDS])
def test_fields(fields, expected, flags):
    fields = dict(fields)
    tensor_flags = fields.pop("flags", 0)
    producer = Tabled(flags=tensor_flags, **fields)
    view = cu.view(producer, flags=flags)
    if flags & BORROW:  # a lent tensor has no flags
        expected = {**expected, **{name: False for name in ("readonly", "copied") if name in expected}}
    assert {name: getattr(view, name) for name in expected} == expected
    if "data" not in fields:
        assert view.ptr == producer.tensor.struct.dl_tensor.data + fields.get("byte_offset", 0)
    reference = Producer(versioned=True, flags=tensor_flags, memory=producer.tensor.memory, **fields)
    other = cu.view(reference)
    for name in ("dtype", "shape", "strides", "itembits", "device_type", "device_id", "host_accessible", "ndim"):
        assert getattr(view, name) == getattr(other, name), name
    view.release()
    assert flags & BORROW or released(producer)


@pytest.mark.parametrize("flags", [0, ONLY, ONLY | BORROW], ids=["owned", "owned-only", "lent"])
@pytest.mark.parametrize("fields, why", [f[1:] for f in REFUSED], ids=[f[0] for f in REFUSED])
def test_refused_fields(fields, why, flags):
    producer = Tabled(**fields)
    with pytest.raises(BufferError, match=why):
        cu.view(producer, flags=flags)
    assert producer.calls == [] and (flags & BORROW or released(producer))


def test_D29_another_major_of_the_tensor():
    producer = Tabled(version=(2, 0), shape=None, ndim=10**6)
    with pytest.raises(BufferError, match="version 2.0"):
        cu.view(producer)
    assert released(producer) and producer.calls == []


def test_lent_garbage():
    """A table that says yes and fills nothing in."""
    with pytest.raises(BufferError):
        cu.view(Tabled(on_lend=lambda address: 0), flags=BORROW | ONLY)


@pytest.mark.parametrize("flags, fields, why", [
    (cu.WRITE, dict(flags=READ_ONLY), "read-only"), (cu.WRITE | BORROW, dict(flags=READ_ONLY), "read-only"),
    (cu.DEVICE_ACCESSIBLE, {}, "CUDA"), (cu.C_CONTIGUOUS, dict(strides=(1, 2)), "C-order"), (cu.F_CONTIGUOUS, {}, "F-order"),
    (cu.F_CONTIGUOUS | BORROW, {}, "F-order")])
def test_requirements(flags, fields, why):
    producer = Tabled(**fields)
    with pytest.raises((BufferError, ValueError), match=why):
        cu.view(producer, flags=flags)
    assert flags == (cu.F_CONTIGUOUS | BORROW) or released(producer)


@pytest.mark.parametrize("flags", [0, ONLY, cu.WRITE, cu.WRITE | BORROW], ids=["any", "forced", "to-write", "lent-to-write"])
def test_D17_a_table_that_made_a_copy_although_none_was_wanted(flags):
    producer = Tabled(flags=IS_COPIED)
    for _ in range(2):
        with pytest.raises(BufferError, match="^array: expected the memory of the array itself, got a copy that its producer made$"):
            cu.view(producer, flags=flags | cu.NEVER_COPY)
    assert producer.asked == (2, 0, 0) and released(producer)
    view = cu.view(producer)
    assert view.copied
    view.release()


def test_D17_what_a_table_fails_at_is_asked_for_without_a_copy():
    producer = Tabled(on_own=no_answer, flags=IS_COPIED)
    with pytest.raises(BufferError, match="asked for copy=False, but made a copy"):
        cu.view(producer, copy=-1)
    assert producer.asked == (1, 0, 1) and producer.calls[0]["copy"] is False and released(producer)


def test_arguments():
    """Outputs are never lent; inputs are, where that is allowed."""
    x, y = Tabled(), Tabled()
    cu.args([x, y], [("x", None, None, BORROW, 0), ("y", None, None, BORROW | cu.WRITE, 0)])
    assert (x.asked, y.asked) == (LENT, OWNED) and released(y)
    cu.args([x, y], [("x", None, None, DLPACK, 0), ("y", None, None, ONLY, 0)])
    assert (x.asked, y.asked) == ((0, 1, 1), (2, 0, 0))


# ---------------------------------------------------------------------------------------------------- what is left owing --
class Owing(Tabled):
    """Answers what torch tensors answer."""

    grad = conj = neg = False

    requires_grad = property(lambda self: self.answer_of("grad"))

    def answer_of(self, name):
        answer = getattr(self, name)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def is_conj(self):
        return self.answer_of("conj")

    def is_neg(self):
        return self.answer_of("neg")


FLOAT, INT, COMPLEX, BOOL = (2, 32, 1), (0, 32, 1), (5, 64, 1), (6, 8, 1)
DEBTS = [
    ("X7-grad", dict(grad=True), FLOAT, None, METHOD), ("X7-grad-of-ints", dict(grad=True), INT, None, OWNED),
    ("X7-grad-of-bools", dict(grad=True), BOOL, None, OWNED), ("X7-grad-complex", dict(grad=True), COMPLEX, None, METHOD),
    ("X7-grad-bfloat16", dict(grad=True), (4, 16, 1), None, METHOD),
    ("X7-B38-conj", dict(conj=True), COMPLEX, None, METHOD), ("X7-conj-of-floats", dict(conj=True), FLOAT, None, OWNED),
    ("X7-nothing", {}, COMPLEX, None, OWNED), ("X7-nothing-float", {}, FLOAT, None, OWNED),
    ("X7-neg-of-ints", dict(neg=True), INT, (8, 2), OWNED),
]


def owing(debts, **made):
    producer = Owing(**made)
    for name, value in debts.items():
        setattr(producer, name, value)
    return producer


@pytest.mark.parametrize("flags, which", [(0, 0), (BORROW, 1)], ids=["owned", "lent"])
@pytest.mark.parametrize("debts, dtype, strides, asked", [d[1:] for d in DEBTS], ids=[d[0] for d in DEBTS])
def test_debts(debts, dtype, strides, asked, flags, which):
    made = dict(dtype=dtype, **({} if strides is None else {"strides": strides}))
    producer = owing(debts, **made)
    view = cu.view(producer, flags=flags)
    tried = (0, 1) if flags else (1, 0)
    assert producer.asked == (*tried, 1 if asked == METHOD else 0)
    view.release()
    if asked == METHOD:
        with pytest.raises(BufferError, match="requires grad|conjugate bit"):
            cu.exchange(producer, flags=flags)
    assert flags or released(producer)


@pytest.mark.parametrize("flags", [0, BORROW, DLPACK, ONLY, cu.ALLOW_GRAD, cu.TRUST_PRODUCER], ids=hex)
@pytest.mark.parametrize("made", [dict(strides=(8, 2)), dict(strides=(9, 3)), dict(strides=(0, 0)), {}, dict(shape=(4,), strides=(1,)),
                                  dict(shape=(1,)), dict(shape=(1, 1), strides=(5, 3)), dict(dtype=(2, 16, 1)), dict(dtype=(5, 64, 1))],
                         ids=["imaginary", "uneven", "broadcast", "dense", "as_strided", "one", "one-strided", "float16", "complex"])
def test_X7_B110_negative_bits_are_refused_in_any_layout(made, flags):
    """torch's _neg_view and as_strided give any strides; twice and in between, since a kind of tensor is remembered."""
    cu.view(owing({}, **made), flags=flags).release()
    for _ in range(2):
        producer = owing(dict(neg=True), **made)
        with pytest.raises(BufferError, match="negative bit"):
            cu.view(producer, flags=flags)
        assert flags & BORROW or released(producer)
        cu.view(owing({}, **made), flags=flags).release()


def test_X7_gradients_are_the_callers_business():
    producer = owing(dict(grad=True))
    cu.view(producer, flags=cu.ALLOW_GRAD).release()
    assert producer.asked == OWNED


@pytest.mark.parametrize("debt, made", [("grad", {}), ("conj", dict(dtype=COMPLEX)), ("neg", dict(strides=(8, 2)))])
@pytest.mark.parametrize("flags", [0, BORROW, DLPACK], ids=["any", "lent", "dlpack"])
def test_X7_B101_a_question_that_raises_is_no_answer(debt, made, flags):
    """__dlpack__ decides, which may refuse."""
    producer = owing({debt: RuntimeError("cannot tell")}, **made)
    for times in (1, 2):
        cu.view(producer, flags=flags).release()
        assert producer.asked[2] == times
    producer.errors = {3: BufferError("not this one")}
    with pytest.raises(BufferError, match="not this one"):
        cu.view(producer, flags=flags)
    assert flags & BORROW or released(producer)


@pytest.mark.parametrize("debt, made", [("grad", {}), ("conj", dict(dtype=COMPLEX)), ("neg", dict(strides=(8, 2)))])
@pytest.mark.parametrize("flags", [0, BORROW, ONLY, DLPACK], ids=["any", "lent", "table-only", "dlpack"])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError("none left"), SystemExit(2), RuntimeError("cannot tell")],
                         ids=lambda e: type(e).__name__)
def test_B101_B92_what_a_question_may_not_swallow(error, flags, debt, made):
    """Interruptions and MemoryError pass; and any exception where the table is the only way."""
    producer = owing({debt: error}, **made)
    if flags == DLPACK and debt != "neg" or isinstance(error, RuntimeError) and flags != ONLY:
        return  # nobody asks, or the row of the test above
    with pytest.raises(type(error)) as caught:
        cu.view(producer, flags=flags)
    assert caught.value is error
    assert flags & BORROW or released(producer)


PADDLES = RuntimeError("requires gradients")
PaddleTensor = type("Tensor", (Producer,), {"__module__": "paddle"})
NUMBERLESS = [("B102-cpu", (1, None), PADDLES), ("B102-pinned", (3, None), PADDLES), ("B102-rocm-host", (11, None), PADDLES),
              ("cuda", (2, None), BufferError("two ints")), ("managed", (13, None), BufferError("two ints")),
              ("nothing", (None, None), BufferError("two ints")), ("text", (1, "0"), BufferError("two ints"))]


@pytest.mark.parametrize("device, error", [row[1:] for row in NUMBERLESS], ids=[row[0] for row in NUMBERLESS])
def test_B102_a_host_without_a_number(device, error):
    """Paddle's: the number is 0, and what the producer itself has to say is heard."""
    producer = PaddleTensor(device, errors={1: PADDLES})
    with pytest.raises(type(error), match=str(error)):
        cu.view(producer)
    assert len(producer.calls) == (error is PADDLES)
    if device[1] is None:  # of anybody else it is a mistake
        with pytest.raises(BufferError, match="two ints"):
            cu.view(Producer(device, errors={1: PADDLES}))


def test_B102_an_array_on_such_a_host():
    for device, kind in (((1, None), 1), ((3, None), 3)):
        producer = PaddleTensor(device, answer=lambda keywords: Tensor(device=(kind, 0), versioned=True).capsule())
        for _ in range(3):
            view = cu.view(producer)
            assert (view.device_type, view.device_id) == (kind, -1)
            view.release()


# --------------------------------------------------------------------------------------------------- what is remembered --
@remembers
def test_X5_attribute_deleted_replaced_and_back():
    producer = Tabled()
    kind = type(producer)
    cu.view(producer).release()
    assert producer.asked == (1, 0, 0) and cu.remembers(kind) == (REMEMBERS, REMEMBERS, False)
    table = kind.__dlpack_c_exchange_api__
    del kind.__dlpack_c_exchange_api__
    cu.view(producer).release()
    assert producer.asked == (1, 0, 1)
    kind.__dlpack_c_exchange_api__ = cu.table(1, 3, "o")[0]
    cu.view(producer).release()
    assert producer.asked == (1, 0, 2)
    kind.__dlpack_c_exchange_api__ = table
    cu.view(producer).release()
    assert producer.asked == (2, 0, 2)
    del kind.__dlpack__  # the inherited one knows nothing of the table
    cu.view(producer).release()
    assert producer.asked == (2, 0, 3)


def test_X5_attribute_appears():
    class Plain(Producer):
        shared = True
        own, lend, on_own, owned, lent, make, asked = (Tabled.__dict__.get(n) for n in
                                                       ("own", "lend", "on_own", "owned", "lent", "make", "asked"))

    producer = Plain(versioned=True)
    producer.owned, producer.lent = [], []
    for _ in range(2):
        cu.view(producer).release()
    assert len(producer.calls) == 2
    Plain.__dlpack__ = lambda self, **keywords: self.produce(keywords)
    Plain.__dlpack_c_exchange_api__ = cu.table(1, 3)[0]
    cu.view(producer).release()
    assert producer.asked == (1, 0, 2)


def test_X5_members_of_the_table_change():
    producer = Tabled()
    cu.view(producer).release()
    own = ctypes.c_uint64.from_address(type(producer).table_address + 24)
    kept, own.value = own.value, 0
    cu.view(producer).release()
    assert producer.asked == (1, 0, 1)
    own.value = kept
    cu.view(producer).release()
    assert producer.asked == (2, 0, 1)


def test_X5_types_come_and_go():
    """More types than there is room for, each dead before the next: an address that is used again finds nothing."""
    addresses = set()
    reused = 0
    for i in range(300):
        producer = Tabled() if i % 2 else Producer()
        reused += id(type(producer)) in addresses
        addresses.add(id(type(producer)))
        for _ in range(2):
            cu.view(producer).release()
        assert producer.asked == (2, 0, 0) if i % 2 else len(producer.calls) == 2
        del producer
        if i % 10 == 9:
            gc.collect()
    assert reused or SANITIZED or sys.version_info >= (3, 13)


def test_X5_more_types_than_room():
    producers = [Tabled() for _ in range(200)]
    for _ in range(3):
        for producer in producers:
            cu.view(producer).release()
    assert all(p.asked == (3, 0, 0) for p in producers)


def test_X5_a_producer_that_gives_its_own_place_away():
    crowd = [Producer() for _ in range(200)]
    producer = Tabled()
    own = producer.own

    def on_own(address):
        producer.on_own = None
        for other in crowd:
            cu.view(other).release()
        return own(address)

    for _ in range(2):
        producer.on_own = on_own
        cu.view(producer).release()
    assert len(producer.owned) == 4 and producer.calls == [] and released(producer)


def test_X5_a_producer_that_patches_its_type():
    producer = Tabled()
    kind = type(producer)
    cu.view(producer).release()
    own = producer.own

    def on_own(address):
        producer.on_own = None
        del kind.__dlpack_c_exchange_api__
        return own(address)

    producer.on_own = on_own
    cu.view(producer).release()
    assert released(producer)
    cu.view(producer).release()
    assert len(producer.calls) == 1


@remembers
class TestHabits:
    """What a type did last time is a guess (D22); a wrong one costs a call, never an answer."""

    def kind(self):
        return type("Habitual", (Producer,), {"shared": True})

    def cuda(self, kind, **options):
        return kind((CUDA, 0), data=0x7F0000001000, **options)

    @remembering
    def test_the_device_is_asked_once(self):
        kind = self.kind()
        producers = [self.cuda(kind) for _ in range(4)]
        for producer in producers:
            cu.view(producer, flags=cu.TRUST_PRODUCER).release()
        assert [len(p.device_calls) for p in producers] == [1, 0, 0, 0]
        assert all(p.calls == [{"stream": 1, "max_version": (1, 3)}] for p in producers)

    def test_B91_a_call_without_a_stream_is_never_a_guess(self):
        """On an array of CUDA it would wait on the legacy default stream, and break a capture."""
        kind = self.kind()
        for _ in range(3):
            producer = kind()
            cu.view(producer).release()
            assert len(producer.device_calls) == 1 and producer.calls == [{"max_version": (1, 3)}]
        moved = self.cuda(kind)
        view = cu.view(moved, flags=cu.TRUST_PRODUCER, stream=7)
        assert view.device_type == CUDA and moved.calls == [{"stream": 7, "max_version": (1, 3)}]
        view.release()
        assert released(moved)

    @remembering
    @pytest.mark.parametrize("module, name", [("jaxlib._jax", "ArrayImpl"), ("torch", "Tensor"), ("tvm_ffi.core", "Tensor"),
                                              ("torch.nn.parameter", "Parameter"), ("numpy", "ndarray")])
    def test_B91_types_that_touch_no_stream_unless_told_may_be_guessed_on_the_cpu(self, module, name):
        """D12: JAX waits on the host then."""
        kind = type(name, (Producer,), {"shared": True, "__module__": module})
        cu.view(kind()).release()
        producer = kind()
        cu.view(producer).release()
        assert len(producer.device_calls) == 0 and producer.calls == [{"max_version": (1, 3)}]
        moved = self.cuda(kind)
        view = cu.view(moved, flags=cu.TRUST_PRODUCER, stream=2)
        assert view.device_type == CUDA and moved.calls == [{"max_version": (1, 3)}, {"stream": 2, "max_version": (1, 3)}]
        assert len(moved.device_calls) == 1
        view.release()
        gc.collect()
        assert released(moved)

    def test_a_changed_type_is_asked_again(self):
        kind = self.kind()
        cu.view(self.cuda(kind), flags=cu.TRUST_PRODUCER).release()
        kind.anything = 1
        producer = self.cuda(kind)
        cu.view(producer, flags=cu.TRUST_PRODUCER).release()
        assert len(producer.device_calls) == 1

    @remembering
    def test_wrong_guess(self):
        kind = self.kind()
        cu.view(self.cuda(kind), flags=cu.TRUST_PRODUCER).release()
        moved = kind()
        view = cu.view(moved, flags=cu.TRUST_PRODUCER, stream=2)
        assert view.device_type == CPU and moved.calls == [{"stream": 2, "max_version": (1, 3)}, {"max_version": (1, 3)}]
        assert len(moved.device_calls) == 1
        view.release()
        gc.collect()
        assert released(moved)
        for producer in (kind(), self.cuda(kind)):  # a type that varies is always asked
            cu.view(producer, flags=cu.TRUST_PRODUCER).release()
            assert len(producer.calls) == len(producer.device_calls) == 1

    @remembering
    @pytest.mark.parametrize("refusal", [ValueError, TypeError, RuntimeError, AssertionError, BufferError])
    def test_wrong_guess_that_raises(self, refusal):
        kind = self.kind()
        cu.view(self.cuda(kind), flags=cu.TRUST_PRODUCER).release()
        on_cpu = kind(errors={1: refusal("a CPU array takes no stream")})
        view = cu.view(on_cpu, flags=cu.TRUST_PRODUCER)
        assert on_cpu.calls == [{"stream": 1, "max_version": (1, 3)}, {"max_version": (1, 3)}]
        assert view.device_type == CPU
        view.release()

    @remembering
    @pytest.mark.parametrize("kind_of_error", [KeyboardInterrupt, SystemExit, MemoryError, KeyError, OSError, GeneratorExit])
    def test_B92_only_a_refusal_is_taken_for_a_wrong_guess(self, kind_of_error):
        kind = self.kind()
        cu.view(self.cuda(kind), flags=cu.TRUST_PRODUCER).release()
        error = kind_of_error("no")
        producer = kind(errors={1: error})
        with pytest.raises(kind_of_error) as caught:
            cu.view(producer, flags=cu.TRUST_PRODUCER)
        assert caught.value is error and len(producer.calls) == 1 and not producer.device_calls
        assert error.__context__ is None

    @pytest.mark.parametrize("kind_of_error", [ValueError, TypeError, BufferError, KeyboardInterrupt])
    def test_right_guess_and_a_real_error(self, kind_of_error):
        kind = self.kind()
        cu.view(self.cuda(kind), flags=cu.TRUST_PRODUCER).release()
        error = kind_of_error("no")
        producer = self.cuda(kind, errors={1: error})
        with pytest.raises(kind_of_error) as caught:
            cu.view(producer, flags=cu.TRUST_PRODUCER)
        assert caught.value is error and len(producer.calls) == 1 and error.__context__ is None

    @remembering
    def test_the_device_cannot_be_told_either(self):
        kind = self.kind()
        cu.view(self.cuda(kind), flags=cu.TRUST_PRODUCER).release()
        producer = kind(RuntimeError("gone"), errors={1: ValueError("no")})
        with pytest.raises(RuntimeError, match="gone") as caught:
            cu.view(producer, flags=cu.TRUST_PRODUCER)
        assert str(caught.value.__context__) == "no"

    def test_wrong_guess_refused_device(self):
        kind = self.kind()
        cu.view(kind((CUDA, 0), data=0x7F0000001000), flags=cu.TRUST_PRODUCER).release()
        producer = kind((10, 0))
        with pytest.raises(BufferError, match="rocm"):
            cu.view(producer, flags=cu.TRUST_PRODUCER)
        gc.collect()
        assert released(producer)

    @remembering
    def test_D22_max_version_is_not_said_twice_in_vain(self):
        class Old(Producer):
            shared = True

            def __dlpack__(self, *, stream=OMITTED):
                return self.produce(given(stream=stream))

        for producer in (Old(), Old(), Old()):
            cu.view(producer).release()
            assert producer.calls == [{}] and cu.remembers(Old) == (True, False, True)

    def test_instances_with_methods_of_their_own(self):
        """A proxy's type says nothing of what is behind it."""
        inner = [Producer(), Producer((CUDA, 0), data=0x7F0000001000), Producer()]
        for producer in inner:
            cu.view(Proxy(producer), flags=cu.TRUST_PRODUCER).release()
            assert len(producer.calls) == len(producer.device_calls) == 1


# ------------------------------------------------------------------------------------------------- kinds of tensors --
FIELDS = ("dtype", "code", "bits", "lanes", "itemsize", "itembits", "ndim", "shape", "strides", "c_contiguous",
          "f_contiguous", "device_type", "device_id", "readonly", "host_accessible", "device_accessible", "copied",
          "padded", "protocol", "format", "descr", "owned", "producer_stream")
TENSORS = [
    ("dense", dict()),
    ("other-shape", dict(shape=(5,))),
    ("64-d", dict(shape=(1,) * 63 + (3,))),
    ("65-d", dict(shape=(1,) * 65)),
    ("0-d", dict(shape=())),
    ("ndim-negative", dict(ndim=-1)),
    ("ndim-huge", dict(ndim=2**31 - 1)),
    ("size-1", dict(shape=(1, 1))),
    ("size-1-any-stride", dict(shape=(1, 3, 1), strides=(-7, 1, 2**62))),
    ("empty", dict(shape=(2, 0, 3))),
    ("empty-NULL", dict(shape=(0,), data=0)),
    ("extent-negative", dict(shape=(2, -3))),
    ("extents-negative", dict(shape=(-2, -3), strides=(-3, 1))),
    ("F-order", dict(shape=(2, 3), strides=(1, 2))),
    ("every-second", dict(shape=(2, 3), strides=(6, 2))),
    ("reversed", dict(shape=(2, 3), strides=(3, -1))),
    ("broadcast", dict(shape=(2, 3), strides=(0, 1))),
    ("shape-NULL", dict(shape=None, ndim=2, strides=(3, 1))),
    ("strides-NULL", dict(strides=None)),
    ("byte-offset", dict(byte_offset=64)),
    ("data-NULL", dict(data=0)),
    ("end-of-memory", dict(shape=(4,), data=2**64 - 16)),
    ("one-behind-the-end", dict(shape=(5,), data=2**64 - 16)),
    ("volume-2^55", dict(shape=(2**27, 2**28))),
    ("volume-2^64", dict(shape=(2**32, 2**32))),
    ("volume-2^66", dict(shape=(2**33, 2**33))),
    ("float64", dict(dtype=(2, 64, 1))),
    ("int32", dict(dtype=(0, 32, 1))),
    ("bool", dict(dtype=(6, 8, 1))),
    ("bfloat16", dict(dtype=(4, 16, 1))),
    ("complex64", dict(dtype=(5, 64, 1))),
    ("two-lanes", dict(dtype=(2, 32, 2))),
    ("no-lanes", dict(dtype=(2, 32, 0))),
    ("float24", dict(dtype=(2, 24, 1))),
    ("bits-0", dict(dtype=(2, 0, 1))),
    ("int4", dict(dtype=(0, 4, 1), shape=(2, 4))),
    ("code-200", dict(dtype=(200, 32, 1))),
    ("read-only", dict(flags=READ_ONLY)),
    ("copied", dict(flags=IS_COPIED)),
    ("ordinal-1", dict(device=(CPU, 1))),
    ("ordinal-negative", dict(device=(CPU, -1))),
    ("rocm-host", dict(device=(11, 0))),
    ("vulkan", dict(device=(7, 0))),
    ("device-0", dict(device=(0, 0))),
    ("no-deleter", dict(deleter=False)),
]


def outcome(producer, flags):
    """What an intake makes of a producer, but for addresses; it gives back, once, what it took."""
    made = len(producer.tensors)
    try:
        view = cu.view(producer, flags=flags)
    except Exception as error:
        result = type(error), str(error)
    else:
        result = tuple(getattr(view, name) for name in FIELDS), view.ptr - producer.tensors[-1].struct.dl_tensor.data
        view.release()
    assert flags & BORROW or all(len(t.deleted) == 1 for t in producer.tensors[made:] if t.struct.deleter)
    producer.tensors.clear()
    return result


def tabled(fields):
    return Tabled(fields.get("device", (CPU, 0)), **{k: v for k, v in fields.items() if k != "device"})


@pytest.mark.parametrize("flags", [0, BORROW, DLPACK, cu.WRITE, cu.C_CONTIGUOUS | BORROW, cu.F_CONTIGUOUS,
                                   cu.DEVICE_ACCESSIBLE | BORROW, cu.DEVICE_ACCESSIBLE | DLPACK],
                         ids=["owned", "lent", "method", "write", "lent-C", "F", "lent-on-device", "method-on-device"])
@pytest.mark.parametrize("fields", [t[1] for t in TENSORS], ids=[t[0] for t in TENSORS])
def test_a_known_kind_changes_nothing(fields, flags):
    """A tensor is the same to a type never seen before and to one that gave a dense tensor of that dtype, or of any."""
    first = outcome(tabled(fields), flags)
    producer = tabled({})
    for lesson in ({}, {"dtype": fields.get("dtype", (2, 32, 1))}, {"dtype": (0, 64, 1)}, {"dtype": (1, 8, 1)}):
        producer.fields, producer.device = lesson, (CPU, 0)
        outcome(producer, flags & (BORROW | DLPACK))
    producer.fields, producer.device = {k: v for k, v in fields.items() if k != "device"}, fields.get("device", (CPU, 0))
    for _ in range(3):
        assert outcome(producer, flags) == first
    assert not strays


@pytest.mark.parametrize("flags, tried", [(0, (1, 0)), (BORROW, (0, 1))], ids=["owned", "lent"])
def test_debts_of_a_known_kind(flags, tried):
    """What instances are asked is asked of each of them, one element alone included, whatever others answered."""
    for debts, dtype, shape, asked in [
            (dict(), (2, 32, 1), (2, 3), 0), (dict(grad=True), (2, 32, 1), (2, 3), 1), (dict(grad=True), (0, 32, 1), (2, 3), 0),
            (dict(conj=True), (5, 64, 1), (2, 3), 1), (dict(), (5, 64, 1), (2, 3), 0)]:
        producer = owing({}, dtype=dtype, shape=shape)
        for _ in range(2):
            cu.view(producer, flags=flags).release()
        for name, value in debts.items():
            setattr(producer, name, value)
        before = producer.asked
        for _ in range(2):
            cu.view(producer, flags=flags).release()
        assert producer.asked == (before[0] + 2 * tried[0], before[1] + 2 * tried[1], before[2] + 2 * asked)
    producer = owing({}, shape=(1, 1))
    for _ in range(2):
        cu.view(producer, flags=flags).release()
    producer.neg = True
    with pytest.raises(BufferError, match="negative bit"):
        cu.view(producer, flags=flags)


@pytest.mark.parametrize("flags", [0, BORROW, DLPACK], ids=["owned", "lent", "method"])
def test_lanes_are_for_who_allows_them(flags):
    """Who does not is not given them because somebody else was."""
    producer = Tabled(dtype=(2, 32, 2))
    for _ in range(2):
        assert cu.view(producer, flags=flags | cu.ALLOW_LANES).lanes == 2
    with pytest.raises(BufferError, match="float32x2.*CUCORE_ALLOW_LANES"):
        cu.view(producer, flags=flags)


@pytest.mark.parametrize("flags", [0, BORROW], ids=["owned", "lent"])
def test_kinds_are_those_of_one_type(flags):
    """More types than are remembered: what one of them need not be asked says nothing of another in its place."""
    for i in range(400):
        producer = owing(dict(grad=True)) if i % 2 else Tabled()
        for times in (1, 2):
            cu.view(producer, flags=flags).release()
            assert producer.asked[2] == (times if i % 2 else 0)


@pytest.mark.parametrize("flags", [0, BORROW, DLPACK], ids=["owned", "lent", "method"])
def test_kinds_of_many_dtypes_from_many_threads(flags):
    """Threads take tensors of all dtypes from one type; some have to share a place."""
    dtypes = [(code, bits, 1) for code in (0, 1) for bits in (8, 16, 32, 64)]
    dtypes += [(2, 16, 1), (2, 32, 1), (2, 64, 1), (4, 16, 1), (5, 64, 1), (5, 128, 1)]
    dtypes += [(code, 8, 1) for code in range(6, 15)]

    class One(type(Tabled())):
        shared = True

    Tabled.put_table(One, (1, 3))
    errors = []

    def work(seed):
        try:
            producer = One()
            for i in range(10 * len(dtypes)):
                dtype = dtypes[(i * 7 + seed * 13) % len(dtypes)]
                producer.fields = {"dtype": dtype, "shape": (2, seed + 1)}
                view = cu.view(producer, flags=flags)
                assert (view.code, view.bits, view.lanes) == dtype and view.itembits == dtype[1]
                assert view.itemsize == dtype[1] // 8 and view.shape == (2, seed + 1) and view.strides == (seed + 1, 1)
                view.release()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    [t.start() for t in threads], [t.join() for t in threads]
    assert not errors


# ------------------------------------------------------------------------------------------------------- B42 and company --
def test_B42_no_buffer_is_released_that_was_not_got():
    """A lent view has nothing to release, an owned one exactly its tensor: counts return to where they were."""
    producer = Tabled()
    before = sys.getrefcount(producer), sys.getrefcount(type(producer))
    for flags in (0, BORROW, ONLY):
        for _ in range(100):
            cu.view(producer, flags=flags).release()
    producer.tensors.clear()
    assert (sys.getrefcount(producer), sys.getrefcount(type(producer))) == before


def test_every_python_call_that_can_fail():
    for flags in (0, BORROW, ONLY):
        made = []

        def attempt():
            made.append(owing({}, dtype=COMPLEX, strides=(8, 2)))
            cu.view(made[-1], flags=flags).release()

        errors = failures(attempt)
        assert errors and {type(e) for e in errors} <= {MemoryError, BufferError}
        gc.collect()
        assert all(released(p) for p in made if not flags & BORROW)


def test_threads():
    producers = [Tabled() for _ in range(4)] + [Producer() for _ in range(4)]
    errors = []

    def work(producer):
        try:
            for _ in range(300):
                cu.view(producer).release()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(p,)) for p in producers]
    [t.start() for t in threads], [t.join() for t in threads]
    assert not errors and all(released(p) for p in producers)


@pytest.mark.skipif(SANITIZED, reason="quarantined memory grows")
@pytest.mark.parametrize("which, flags", [("view", 0), ("view", BORROW), ("view", DLPACK)], ids=["owned", "lent", "method"])
def test_a_million_exchanges_keep_memory_flat(which, flags):
    tvm_ffi = pytest.importorskip("tvm_ffi")
    np = pytest.importorskip("numpy")
    obj = tvm_ffi.core.DLTensorTestWrapper(tvm_ffi.from_dlpack(np.zeros((23, 4), np.float32)))
    cu.loop(which, 1000, obj, flags=flags)
    count, before = sys.getrefcount(obj), resident()
    cu.loop(which, 1000000, obj, flags=flags)
    assert sys.getrefcount(obj) == count and resident() - before < 1 << 20


# ----------------------------------------------------------------------------------------------------- real producers --
@remembers
def test_tvm_ffi():
    """A table with NULL for the allocator and for lending (X4)."""
    tvm_ffi = pytest.importorskip("tvm_ffi")
    np = pytest.importorskip("numpy")
    wrapper = getattr(tvm_ffi.core, "DLTensorTestWrapper", None)
    if wrapper is None or not hasattr(wrapper, "__dlpack_c_exchange_api__"):
        pytest.skip("no table in this tvm-ffi")
    array = np.arange(24, dtype=np.float32).reshape(4, 6)
    tensor = wrapper(tvm_ffi.from_dlpack(array))
    for flags in (0, BORROW, ONLY, DLPACK):
        view = cu.view(tensor, flags=flags)
        assert (view.ptr, view.shape, view.strides) == (array.ctypes.data, (4, 6), (6, 1)) and view.owned
        assert view.tobytes() == array.tobytes()
        view.release()
    assert cu.remembers(wrapper)[:2] == (True, True)


def test_a_borrowed_foreign_table():
    """X6: a class that borrows the table of torch: its functions fail, with an exception, and __dlpack__ is asked."""
    torch = pytest.importorskip("torch")
    producer = Tabled(table=torch.Tensor.__dlpack_c_exchange_api__)
    for flags in (0, BORROW):
        cu.view(producer, flags=flags).release()
    assert cu.remembers(type(producer))[:2] == (True, True) and producer.asked == (0, 0, 2) and released(producer)
    with pytest.raises(Exception, match="cast|Tensor|instance"):
        cu.exchange(producer)


@pytest.mark.parametrize("flags", [0, BORROW], ids=["owned", "lent"])
def test_torch(flags):
    torch = pytest.importorskip("torch")
    np = pytest.importorskip("numpy")
    x = torch.arange(24, dtype=torch.float32).reshape(4, 6)
    for t in (x, x.T, x[1:, ::2], x[:0], x[0, 0], x.to(torch.int16), x.to(torch.bfloat16), x > 3, x.to(torch.complex64)):
        view = cu.view(t, flags=flags)
        assert (view.shape, view.owned) == (tuple(t.shape), not flags)
        assert t.numel() == 0 or (view.ptr, view.strides) == (t.data_ptr(), tuple(t.stride()))
        view.release()
    z = torch.tensor([[1 + 2j, 3j], [4, 5 - 1j]])
    for t, why in ((x.clone().requires_grad_(), "require gradient"), (z.conj(), "conjugate"), (z.conj().imag, "negative bit"),
                   (torch.eye(3).to_sparse(), "layout")):
        with pytest.raises(BufferError, match=why):
            cu.view(t, flags=flags)
    assert cu.view(z.imag, flags=flags).strides == (4, 2)
    assert cu.view(x.clone().requires_grad_(), flags=flags | cu.ALLOW_GRAD).shape == (4, 6)
    kind = type("Sub", (torch.Tensor,), {})
    view = cu.view(x.as_subclass(kind), flags=flags)
    assert view.owned and view.ptr == x.data_ptr()
    view.release()
    assert sys.getrefcount(x) <= 4 and np.array_equal(x.numpy(), np.arange(24).reshape(4, 6))
