"""Objects that lie, change or go while they are taken in, and memory that must not be written (rules B81 to B92)."""
import gc
import subprocess
import sys
import types
import weakref

import pytest

import cucore_test as cu
from producers import CPU, CUDA, IS_COPIED, Producer, Tabled, Tensor

TRUST = cu.TRUST_PRODUCER


def rows(*table):
    return [pytest.param(*row[1:], id=row[0]) for row in table]


def run(code, *arguments):
    """A fresh interpreter, where a crash is an answer."""
    return subprocess.run([sys.executable, "-X", "faulthandler", "-c", code, *arguments], capture_output=True, text=True)


def interface(shape=(3,), **fields):
    return {"shape": shape, "typestr": "<f4", "data": (0x1000, False), "version": 3, "strides": None, **fields}


# ------------------------------------------------------------------------------------------------- names of types --
class NotText(type):
    @property
    def __name__(cls):
        return 12345


class Raises(type):
    @property
    def __name__(cls):
        raise KeyError("the name")


def named(metaclass, base=object, **members):
    return metaclass("Odd", (base,), members)


@pytest.mark.parametrize("metaclass", [NotText, Raises])
@pytest.mark.parametrize("take, exception", rows(
    ("an-object", lambda m: cu.view(named(m)()), TypeError),
    ("a-class", lambda m: cu.view(named(m)), TypeError),
    ("a-stream", lambda m: cu.stream(named(m)()), TypeError),
    ("an-interface", lambda m: cu.cai(types.SimpleNamespace(__cuda_array_interface__=named(m)())), BufferError),
    ("a-capsule", lambda m: cu.view(Producer(answer=lambda keywords: named(m)())), BufferError),
    ("a-mask", lambda m: cu.cai(types.SimpleNamespace(__cuda_array_interface__=interface(mask=named(m)())), flags=TRUST),
     BufferError),
    ("an-allocator", lambda m: cu.allocate(named(m)(), 16, 0, "held"), TypeError),
))
def test_B81_any_type_can_be_named(take, exception, metaclass):
    with pytest.raises(exception, match="Odd"):
        take(metaclass)


class Base(Producer):
    """As torch tensors: three questions before the data are believed."""
    requires_grad = False

    def is_conj(self):
        return False

    is_neg = is_conj


def endless(cls):
    raise AssertionError("a metaclass was asked")


@pytest.mark.parametrize("name", ["__dict__", "__mro__", "__module__", "__name__", "__bases__", "requires_grad",
                                  "is_conj", "is_neg", "__dlpack__", "__dlpack_c_exchange_api__"])
def test_B81_a_metaclass_does_not_speak_for_the_instances(name):
    """What instances offer is looked up as they do it."""
    members = {"__dlpack__": lambda self, **keywords: Producer().__dlpack__(**keywords),
               "__dlpack_device__": lambda self: (CPU, 0), "requires_grad": False, "is_conj": Base.is_conj,
               "is_neg": Base.is_neg}
    kind = type("Metaclass", (type,), {name: property(endless)})("Odd", (), members)
    for _ in range(2):
        cu.view(kind()).release()


@pytest.mark.parametrize("module", ["\ud800", "ja\u1234", 12345, None, "", ".", "jax" * 100])
def test_B81_modules_of_types_with_any_name(module):
    kind = type("Odd", (Producer,), {"__module__": module})
    cu.view(kind()).release()


# -------------------------------------------------------------------------------- functions of other types in C --
@pytest.mark.parametrize("descriptor", [list.copy, list.clear, dict.popitem, set.pop, dict.values, bytearray.clear],
                         ids=lambda d: f"{d.__objclass__.__name__}.{d.__name__}")
@pytest.mark.parametrize("question, fields", rows(
    ("is_neg", "is_neg", dict(shape=(1,))), ("is_conj", "is_conj", dict(shape=(1,), dtype=(5, 64, 1)))))
def test_B82_methods_of_another_type(question, fields, descriptor):
    kind = type("Odd", (Tabled,), {"requires_grad": False, "is_conj": Base.is_conj, "is_neg": Base.is_neg,
                                   question: descriptor})
    for flags in (0, cu.BORROW):
        cu.view(kind(**fields), flags=flags).release()  # no answer (B101)
    with pytest.raises(TypeError, match="doesn't apply|requires a"):
        cu.view(kind(**fields), flags=cu.BY_EXCHANGE)


@pytest.mark.parametrize("descriptor", [types.FunctionType.__dict__["__code__"], type.__dict__["__dict__"],
                                        BaseException.__dict__["args"], types.FrameType.__dict__["f_locals"]],
                         ids=lambda d: f"{d.__objclass__.__name__}.{d.__name__}")
def test_B82_getters_of_another_type(descriptor):
    kind = type("Odd", (Tabled,), {"requires_grad": descriptor, "is_conj": Base.is_conj, "is_neg": Base.is_neg})
    for flags in (0, cu.BORROW):
        cu.view(kind(), flags=flags).release()  # no answer (B101)
    with pytest.raises(TypeError, match="doesn't apply"):
        cu.view(kind(), flags=cu.BY_EXCHANGE)


def in_c(question):
    """A float whose debts are told by functions in C of float itself: `real` is true unless it is 0."""
    class Odd(float):
        def __init__(self, number):
            self.producer = Tabled(shape=(1,), dtype=(5, 64, 1) if question == "is_conj" else (2, 32, 1))

        def __getattr__(self, name):
            return getattr(self.producer, name)

        requires_grad, is_conj, is_neg = False, Base.is_conj, Base.is_neg

    Tabled.put_table(Odd, (1, 3))
    setattr(Odd, question, {"requires_grad": float.__dict__["real"], "is_conj": float.is_integer,
                            "is_neg": float.conjugate}[question])
    return Odd


@pytest.mark.parametrize("question, right, wrong, why", rows(
    ("grad", "requires_grad", 0.0, 1.0, "requires grad"), ("grad-nan", "requires_grad", 0.0, float("nan"), "requires grad"),
    ("conj", "is_conj", 1.5, 1.0, "conjugate"), ("neg", "is_neg", 0.0, 1.0, "negative")))
def test_B82_functions_in_c_of_its_own_type(question, right, wrong, why):
    """They are called without a detour, and what they answer need not be True or False."""
    kind = in_c(question)
    for _ in range(3):
        cu.view(kind(right), flags=cu.BY_EXCHANGE).release()
        with pytest.raises(BufferError, match=why):
            cu.view(kind(wrong), flags=cu.BY_EXCHANGE)


def test_B82_a_method_in_c_that_wants_arguments():
    kind = type("Odd", (Tabled,), {"requires_grad": False, "is_conj": Base.is_conj})
    kind.is_neg = object.__dict__["__format__"]  # of a base, but with one argument
    cu.view(kind(shape=(1,))).release()  # no answer (B101)
    with pytest.raises(TypeError, match="argument"):
        cu.view(kind(shape=(1,)), flags=cu.BY_EXCHANGE)


def test_B82_an_object_that_changes_its_class_while_it_is_asked():
    """The method in C that its first type had is not called for the second."""
    class Sized(bytearray):
        def __init__(self):
            super().__init__(4)
            self.producer = Producer(shape=(1,))

        requires_grad = False
        is_conj = Base.is_conj
        is_neg = bytearray.isupper  # in C, without arguments
        __dlpack_device__ = Producer.__dlpack_device__
        device, device_calls = (CPU, 0), []

        def __dlpack__(self, **keywords):
            if change:
                self.__class__ = Changed
            return self.producer.__dlpack__(**keywords)

    class Changed(Sized):
        is_neg = lambda self: asked.append(self) or False

    asked = []
    for change in (False, False, True):
        obj = Sized()
        cu.view(obj, flags=cu.BY_DLPACK).release()
    assert asked == [obj] and type(obj) is Changed


# ----------------------------------------------------------------------------------------- a module that stands in --
STAND_IN = """
import sys, types, array
import cucore_test as cu
stub = types.ModuleType("numpy")
class ndarray:
    {body}
stub.ndarray = {ndarray}
sys.modules["numpy"] = stub
assert cu.view(array.array("f", [1, 2])).shape == (2,)
for obj in (ndarray(), b"ab", bytearray(b"ab"), memoryview(b"ab"), array.array("f", [1])):
    try:
        print(cu.view(obj).shape)
    except Exception as error:
        print(type(error).__name__, str(error)[:90])
"""


@pytest.mark.parametrize("body, ndarray", rows(
    ("no-buffer", "pass", "ndarray"), ("no-type", "pass", "'ndarray'"), ("none", "pass", "None"),
    ("object", "pass", "object"), ("bytes", "pass", "bytes"), ("memoryview", "pass", "memoryview"),
    ("array", "pass", "array.array"), ("int", "pass", "int"),
    ("python-buffer", "__buffer__ = lambda self, flags: memoryview(bytearray(4))", "ndarray"),
    ("same-name", "pass", "type('numpy.ndarray', (), {})"),
))
def test_B83_a_module_that_stands_in_for_numpy(body, ndarray):
    done = run(STAND_IN.format(body=body, ndarray=ndarray))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1:] == ["(2,)", "(2,)", "(2,)", "(1,)"]
    if "__buffer__" in body and sys.version_info >= (3, 12):
        assert lines[0] == "(4,)"
    else:
        assert lines[0].startswith("TypeError array: expected an array")


# ------------------------------------------------------------------------------------------ what goes meanwhile --
class Property:
    def __init__(self, answer):
        self.answer = answer

    def __get__(self, obj, type_):
        return self.answer()

    def __set__(self, obj, value):
        raise AttributeError


@pytest.mark.parametrize("change", rows(
    ("loses-__get__", lambda property_: delattr(type(property_), "__get__")),
    ("changes-class", lambda property_: setattr(property_, "__class__", type("Plain", (), {}))),
))
def test_B84_a_property_that_is_none_any_more(change):
    property_ = type("Mine", (), {name: Property.__dict__[name] for name in ("__init__", "__get__", "__set__")})(interface)
    obj = type("P", (), {"__cuda_array_interface__": property_})()
    for _ in range(3):
        assert cu.view(obj, flags=TRUST).shape == (3,)
    change(property_)
    with pytest.raises(BufferError, match="must be a dict"):
        cu.view(obj, flags=TRUST)


def raises(error):
    def get(self):
        raise error("no such thing")

    return property(get)


@pytest.mark.parametrize("after, expected", rows(
    ("replaced", property(lambda self: dict(interface(), shape=(2,))), (2,)),
    ("by-a-value", dict(interface(), shape=(1,)), (1,)),
    ("absent", raises(AttributeError), "expected an array"),
    ("not-implemented", raises(NotImplementedError), "expected an array"),
    ("None", property(lambda self: None), "expected an array"),
    ("fails", raises(ValueError), "no such thing"),
    ("deleted", None, "expected an array"),
))
def test_B84_a_property_that_is_another_one(after, expected):
    """A property is asked without a look-up, as long as the type has it."""
    type_ = type("P", (), {"__cuda_array_interface__": property(lambda self: interface())})
    obj = type_()
    for _ in range(3):
        assert cu.view(obj, flags=TRUST).shape == (3,)
    if after is None:
        del type_.__cuda_array_interface__
    else:
        type_.__cuda_array_interface__ = after
    for _ in range(3):
        if isinstance(expected, tuple):
            assert cu.view(obj, flags=TRUST).shape == expected
        else:
            with pytest.raises((TypeError, ValueError), match=expected):
                cu.view(obj, flags=TRUST)


def test_B84_a_property_that_deletes_itself():
    def get(self):
        if self.last:
            del type_.__cuda_array_interface__
            gc.collect()
        return interface()

    type_ = type("P", (), {"__cuda_array_interface__": property(get), "last": False})
    obj = type_()
    for _ in range(3):
        assert cu.view(obj, flags=TRUST).shape == (3,)
    obj.last = True
    assert cu.view(obj, flags=TRUST).shape == (3,)
    with pytest.raises(TypeError, match="expected an array"):
        cu.view(obj, flags=TRUST)


class Reachable(dict):
    __slots__ = ("__weakref__",)


class Trap:
    """Empties the dict when the read-only flag is asked for its truth."""

    def __init__(self, reach):
        self.reach = reach

    def __bool__(self):
        self.reach().clear()
        self.junk = [[("other", i)] + ["Z" * 5000] for i in range(50)]
        return False


def through_weak_reference(made):
    return weakref.ref(made)


def through_collector(made):
    descr = made["descr"]
    return lambda: next(x for x in gc.get_objects() if isinstance(x, dict) and x.get("descr") is descr)


@pytest.mark.parametrize("kind, reach", rows(
    ("weak-reference", Reachable, through_weak_reference), ("subclass-gc", Reachable, through_collector),
    ("dict-gc", dict, through_collector)))
@pytest.mark.parametrize("protocol", ["__cuda_array_interface__", "__array_interface__"])
def test_B85_a_dict_that_is_emptied_while_it_is_read(protocol, kind, reach):
    class P:
        def __getattr__(self, name):
            if name != protocol:
                raise AttributeError(name)
            made = kind(shape=tuple([int("7")]), typestr="".join(["|", "V", "4"]), version=3, descr=[("x", "<f4")])
            made["data"] = (id(self), Trap(reach(made)))
            return made

    for _ in range(20):
        view = (cu.cai if "cuda" in protocol else cu.array_interface)(P(), flags=TRUST)
        assert (view.shape, view.dtype, view.descr) == ((7,), "struct4", [("x", "<f4")])
        view.release()


VERSION_TAGS = """
import sys, gc
import cucore_test as cu
class P: pass
def make(n):
    return property(lambda self: dict(shape=(n,), typestr="<f4", data=(0x1000, False), version=3, strides=None))
P.__cuda_array_interface__ = make(3)
p = P()
look = lambda: cu.view(p, flags=cu.TRUST_PRODUCER).shape
assert look() == look() == (3,)
for n in range(4, 400):
    sys._clear_type_cache()
    P.__cuda_array_interface__ = make(n)
    gc.collect()
    for _ in range(n % 7):
        P.dummy = 1
        hasattr(p, "other")
    junk = [bytearray(b"\\xAA" * 24) for _ in range(100)]
    assert look() == (n,), n
print("right")
"""


def test_B86_versions_of_types_that_begin_again():
    if not hasattr(sys, "_clear_type_cache"):
        pytest.skip("this Python has no sys._clear_type_cache")
    done = run(VERSION_TAGS)
    assert (done.returncode, done.stdout) == (0, "right\n"), done.stderr


# ------------------------------------------------------------------------------------------- what may be written --
class KnowsCopy(Producer):
    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        return self.produce({name: value for name, value in dict(stream=stream, max_version=max_version, copy=copy).items()
                             if value is not None})


class KnowsVersion(Producer):
    def __dlpack__(self, *, stream=None, max_version=None):
        return self.produce({name: value for name, value in dict(stream=stream, max_version=max_version).items()
                             if value is not None})


class KnowsStream(Producer):
    def __dlpack__(self, stream=None):
        return self.produce({} if stream is None else {"stream": stream})


VERSION = {"max_version": (1, 3)}
OURS = dict(VERSION, copy=False)


@pytest.mark.parametrize("kind, flags, calls", rows(
    ("knows-copy", KnowsCopy, cu.WRITE, [OURS]),
    ("knows-copy-to-read", KnowsCopy, cu.READ, [VERSION]),
    ("knows-version-only", KnowsVersion, cu.WRITE, [VERSION]),
    ("knows-stream-only", KnowsStream, cu.WRITE | cu.ALLOW_UNPROVEN_WRITE, [{}]),
    ("D23-never-knows-copy", KnowsCopy, cu.NEVER_COPY, [OURS]),
    ("D23-never-knows-version-only", KnowsVersion, cu.NEVER_COPY, [VERSION]),
    ("D23-never-to-write", KnowsVersion, cu.NEVER_COPY | cu.WRITE, [VERSION]),
))
def test_B89_who_writes_asks_for_no_copy(kind, flags, calls):
    producer = kind()
    view = cu.view(producer, flags=flags)
    assert producer.calls == calls and not view.readonly
    view.release()
    cu.args([producer], [("x", None, None, flags)])
    assert producer.calls == 2 * calls


@pytest.mark.parametrize("device, stream", [((CPU, 0), {}), ((CUDA, 0), {"stream": 9})], ids=["cpu", "cuda"])
def test_D23_never_a_copy_of_a_producer_from_before_copies(device, stream):
    producer = KnowsStream(device, shape=(0,))
    view = cu.view(producer, flags=cu.NEVER_COPY | cu.TRUST_PRODUCER, stream=9)
    assert producer.calls == [stream] and view.protocol == "dlpack" and not view.copied
    view.release()
    with pytest.raises(ValueError, match="known to be writable"):  # B90 as ever
        cu.view(KnowsStream(), flags=cu.NEVER_COPY | cu.WRITE)


@pytest.mark.parametrize("kind", [KnowsVersion, KnowsStream])
def test_D23_what_is_no_trouble_with_keywords_is_not_asked_again(kind):
    for error in (BufferError("a copy would be needed"), TypeError("not that dtype")):
        producer = kind(errors={1: error})
        with pytest.raises(type(error)) as caught:
            cu.view(producer, flags=cu.NEVER_COPY)
        assert caught.value is error and len(producer.calls) == 1


class Strict(Producer):
    """Of one type, whose signature takes some keywords only; `said` has the keywords of every call."""
    shared = True
    takes = ()

    def __init__(self, **fields):
        super().__init__(**fields)
        self.said = []

    def __getattribute__(self, name):
        if name != "__dlpack__":
            return object.__getattribute__(self, name)

        def method(**keywords):
            self.said.append(sorted(keywords))
            for keyword in keywords:
                if keyword not in self.takes:
                    raise TypeError(f"__dlpack__() got an unexpected keyword argument '{keyword}'")
            return self.produce(keywords)

        return method

    def __dlpack__(self, **keywords):
        raise NotImplementedError


@pytest.mark.skipif(sys.version_info < (3, 11), reason="types are not remembered before Python 3.11 (B86)")
@pytest.mark.parametrize("takes, first, later", rows(
    ("version", ("stream", "max_version"), [["copy", "max_version"], ["max_version"]], [["max_version"]]),
    ("stream", ("stream",), [["copy", "max_version"], []], [[]]),
    ("all", ("stream", "max_version", "copy"), [["copy", "max_version"]], [["copy", "max_version"]]),
))
@pytest.mark.parametrize("flags", [cu.WRITE | cu.ALLOW_UNPROVEN_WRITE, cu.NEVER_COPY], ids=["to-write", "D23-never"])
def test_B89_what_a_type_does_not_take_is_not_said_twice(flags, takes, first, later):
    kind = type("Habitual", (Strict,), {"takes": takes, "shared": True})
    cu.view(kind()).release()
    if "max_version" not in takes:
        first = later  # known from reading
    for expected in (first, later, later):
        producer = kind()
        cu.view(producer, flags=flags).release()
        assert producer.said == expected
    producer = kind()
    cu.view(producer, flags=cu.WRITE | cu.ALLOW_UNPROVEN_WRITE).release()
    assert producer.said == later


PASSED_ON = rows(
    ("stream-only", KnowsStream, {}, [{}]),
    ("stream-only-never", KnowsStream, {"copy": -1}, [{}]),
    ("stream-only-to-write", KnowsStream, {"flags": cu.WRITE | cu.ALLOW_UNPROVEN_WRITE}, [{}]),
    ("version-only", KnowsVersion, {}, [VERSION]),
    ("version-only-never", KnowsVersion, {"copy": -1}, [VERSION]),
    ("copy-never", KnowsCopy, {"copy": -1}, [OURS]),
)


class Passing:
    """A wrapper whose __dlpack__ takes every keyword and passes it on."""

    def __init__(self, inner):
        self.inner = inner

    def __dlpack_device__(self):
        return self.inner.__dlpack_device__()

    def __dlpack__(self, **keywords):
        return self.inner.__dlpack__(**keywords)


@pytest.mark.parametrize("inner, intake, calls", PASSED_ON)
def test_D21_keywords_that_a_wrapper_passes_on(inner, intake, calls):
    producer = inner()
    view = cu.view(Passing(Passing(producer)), **intake)
    assert producer.calls == calls and producer.tensor.deleted == []
    view.release()
    assert len(producer.tensor.deleted) == 1


def test_D21_what_one_wrapped_producer_does_not_take_is_no_habit_of_the_wrapper():
    for inner, calls in ((KnowsStream, [{}]), (KnowsCopy, [OURS]), (KnowsVersion, [VERSION]), (KnowsCopy, [OURS])):
        for _ in range(2):
            producer = inner()
            cu.view(Passing(producer), flags=cu.NEVER_COPY).release()
            assert producer.calls == calls
        assert not cu.remembers(Passing)[2]


def test_D21_a_wrapped_producer_that_made_a_copy_all_the_same():
    producer = KnowsVersion(flags=IS_COPIED)
    with pytest.raises(BufferError, match="^array: expected the memory of the array itself, got a copy"):
        cu.view(Passing(producer), copy=-1)
    assert producer.calls == [VERSION] and len(producer.tensor.deleted) == 1


NOT_KNOWN = "{}() got an unexpected keyword argument '{}'".format
INSIDE = rows(  # said inside a Python method: text, copy asked for, the calls then
    ("version", NOT_KNOWN("Inner.__dlpack__", "max_version"), 0, [VERSION, {}]),
    ("version-of-any-function", NOT_KNOWN("<lambda>", "max_version"), 0, [VERSION, {}]),
    ("version-hint", NOT_KNOWN("to_dlpack", "max_version") + ". Did you mean 'version'?", 0, [VERSION, {}]),
    ("version-C-parser", "'max_version' is an invalid keyword argument for export()", 0, [VERSION, {}]),
    ("version-never", NOT_KNOWN("Inner.__dlpack__", "max_version"), -1, [OURS, {}]),
    ("copy", NOT_KNOWN("Inner.__dlpack__", "copy"), -1, [OURS, VERSION]),
    ("copy-C-parser", "'copy' is an invalid keyword argument for to_dlpack()", -1, [OURS, VERSION]),
    ("no-keywords", "Inner.__dlpack__() takes no keyword arguments", 0, [VERSION, {}]),
    ("no-keywords-never", "Inner.__dlpack__() takes no keyword arguments", -1, [OURS, VERSION]),
    # and what is the producer's own error
    ("copy-of-another-function", NOT_KNOWN("asarray", "copy"), -1, [OURS]),
    ("copy-of-another-function-C", "'copy' is an invalid keyword argument for array()", -1, [OURS]),
    ("copy-not-sent", NOT_KNOWN("Inner.__dlpack__", "copy"), 0, [VERSION]),
    ("no-keywords-of-another-function", "list.pop() takes no keyword arguments", 0, [VERSION]),
    ("another-keyword", NOT_KNOWN("Inner.__dlpack__", "x"), 0, [VERSION]),
    ("another-keyword-hint", NOT_KNOWN("dlpack", "version") + ". Did you mean 'max_version'?", 0, [VERSION]),
    ("keyword-that-begins-so", NOT_KNOWN("dlpack", "max_versions"), 0, [VERSION]),
    ("multiple-values", "__dlpack__() got multiple values for keyword argument 'max_version'", 0, [VERSION]),
    ("the-value", "__dlpack__(): max_version must be an int", 0, [VERSION]),
    ("positional", "__dlpack__() takes 1 positional argument but 2 were given", 0, [VERSION]),
    ("stream", NOT_KNOWN("Inner.__dlpack__", "stream"), 0, [VERSION]),
)


@pytest.mark.parametrize("text, copy, calls", INSIDE)
def test_D21_which_errors_inside_a_method_are_about_keywords(text, copy, calls):
    error = TypeError(text)
    producer = Producer(errors={1: error})
    if len(calls) > 1:
        cu.view(producer, copy=copy).release()
        assert producer.calls == calls and len(producer.tensor.deleted) == 1
        return
    with pytest.raises(TypeError) as caught:
        cu.view(producer, copy=copy)
    assert caught.value is error and error.__context__ is None and producer.calls == calls


def test_D22_the_first_error_is_the_context_of_what_a_wrapped_producer_says_next():
    second = BufferError("second")
    producer = KnowsStream(errors={1: second})
    with pytest.raises(BufferError) as caught:
        cu.view(Passing(producer))
    assert caught.value is second and "unexpected keyword argument 'max_version'" in str(second.__context__)


@pytest.mark.parametrize("text", [ValueError, KeyboardInterrupt])
def test_B92_text_of_an_error_that_fails(text):
    class Speechless(TypeError):
        def __str__(self):
            raise text

    producer = Producer(errors={1: Speechless()})
    with pytest.raises(KeyboardInterrupt if text is KeyboardInterrupt else Speechless):
        cu.view(producer)
    assert len(producer.calls) == 1


@pytest.mark.parametrize("kind", [KnowsCopy, KnowsVersion, KnowsStream])
@pytest.mark.parametrize("flags, why", rows(
    ("D23-never", cu.NEVER_COPY, "made a copy|a copy that its producer made"),
    ("to-write", cu.WRITE | cu.ALLOW_UNPROVEN_WRITE, "made a copy|a copy that its producer made"), ("to-read", cu.READ, None)))
def test_B89_a_copy_is_not_what_is_to_be_written(flags, why, kind):
    producer = kind(flags=IS_COPIED, versioned=True)
    if why is None:
        view = cu.view(producer, flags=flags)
        assert view.copied
        view.release()
    else:
        with pytest.raises(BufferError, match=why):
            cu.view(producer, flags=flags)
        with pytest.raises(BufferError, match="x: .*(made a copy|a copy that its producer made)"):
            cu.args([kind(flags=IS_COPIED, versioned=True)], [("x", None, None, flags)])
    gc.collect()
    assert all(len(t.deleted) == 1 for t in producer.tensors)


@pytest.mark.parametrize("take", [cu.view, cu.capsule], ids=["view", "capsule"])
def test_D17_a_bare_capsule_of_a_copy_when_none_is_wanted(take):
    tensor = Tensor(versioned=True, flags=IS_COPIED)
    capsule = tensor.capsule()
    with pytest.raises(BufferError, match="^array: expected the memory of the array itself, got a copy"):
        take(capsule, copy=-1)
    del capsule
    assert len(tensor.deleted) == 1
    take(Tensor().capsule(), copy=-1).release()


@pytest.mark.parametrize("flags", [cu.READ, cu.WRITE])
def test_B89_a_copy_in_answer_to_copy_False_is_refused_always(flags):
    producer = KnowsCopy(flags=IS_COPIED)
    with pytest.raises(BufferError, match="copy=False, but made a copy"):
        cu.view(producer, flags=flags, copy=-1)
    gc.collect()
    assert producer.calls == [OURS] and len(producer.tensor.deleted) == 1


def test_B89_a_table_that_made_a_copy():
    for flags in (cu.WRITE, cu.WRITE | cu.BORROW, cu.WRITE | cu.BY_EXCHANGE):
        producer = Tabled(flags=IS_COPIED)
        with pytest.raises(BufferError, match="a copy that its producer made"):
            cu.view(producer, flags=flags)
        assert all(len(t.deleted) == 1 for t in producer.tensors)


def library(module, name="Tensor", base=Producer, **members):
    return type(name, (base,), {"__module__": module, **members})


def buffered(readonly):
    """A type with a buffer, as jax.Array and TensorFlow's EagerTensor on the CPU: bytes or a bytearray with DLPack."""
    base = bytes if readonly else bytearray
    return type("Tensor", (base,), {"__dlpack__": lambda self, **keywords: self.producer.__dlpack__(**keywords),
                                    "__dlpack_device__": lambda self: (CPU, 0)})


@pytest.mark.parametrize("module, name, proven", rows(
    ("torch", "torch", "Tensor", True), ("cupy", "cupy", "ndarray", True), ("warp", "warp.types", "array", True),
    ("warp-newer", "warp._src.types", "array", True), ("paddle", "paddle.base", "Tensor", True),
    ("torch-other", "torch", "Other", False), ("torches", "torches", "Tensor", False), ("user", "mine", "Tensor", False),
    ("B90-jax", "jaxlib._jax", "ArrayImpl", False), ("B90-tensorflow", "tensorflow.python.framework.ops", "EagerTensor", False),
))
@pytest.mark.parametrize("derived", [False, True], ids=["itself", "derived"])
def test_B90_legacy_tensors_need_a_proof_to_be_written(module, name, proven, derived):
    kind = library(module, name)
    if derived:
        kind = library("mine", "Derived", kind)
    for flags, right in ((cu.READ, True), (cu.WRITE, proven), (cu.WRITE | cu.ALLOW_UNPROVEN_WRITE, True)):
        producer = kind(versioned=False)
        if right:
            view = cu.view(producer, flags=flags)
            assert view.readonly is not (proven or bool(flags & cu.ALLOW_UNPROVEN_WRITE))
            view.release()
        else:
            with pytest.raises(ValueError, match="immutable"):
                cu.view(producer, flags=flags)
            with pytest.raises(ValueError, match="^x: .*immutable"):
                cu.args([kind(versioned=False)], [("x", None, None, flags)])
        gc.collect()
        assert all(len(t.deleted) == 1 for t in producer.tensors)
        versioned = kind(versioned=True)
        cu.view(versioned, flags=flags).release()


@pytest.mark.parametrize("readonly", [True, False])
def test_B90_a_buffer_of_the_object_knows(readonly):
    obj = buffered(readonly)(24)
    obj.producer = Producer(versioned=False)
    if readonly:
        with pytest.raises(ValueError, match=r"'test_untrusted\.Tensor' are immutable"):
            cu.view(obj, flags=cu.WRITE)
    else:
        view = cu.view(obj, flags=cu.WRITE)
        assert view.protocol == "dlpack" and not view.readonly
        view.release()
        assert len(memoryview(obj)) == 24  # and the buffer was given back
        obj.append(1)
    gc.collect()
    assert all(len(t.deleted) == 1 for t in obj.producer.tensors)


@pytest.mark.parametrize("readonly", [True, False])
def test_B90_every_call_that_asks_the_buffer_can_fail(readonly):
    """An interruption comes through, and no tensor is lost."""
    kind, tensors, failed = buffered(readonly), [], 0
    for n in range(1, 400):
        cu.forget_state()
        obj = kind(24)
        obj.producer = Producer(versioned=False)
        cu.fail_at(n)
        try:
            cu.view(obj, flags=cu.WRITE | cu.BY_DLPACK).release()
        except MemoryError:
            failed += 1
        except ValueError as error:
            assert readonly and "immutable" in str(error)
        finally:
            reached = cu.fail_at(0) >= n
        tensors += obj.producer.tensors
        if not readonly:
            obj.append(1)  # no buffer is held
        if not reached:
            break
    assert failed > 30
    gc.collect()
    assert all(len(t.deleted) == 1 for t in tensors)


def test_B90_a_buffer_that_cannot_be_had_proves_nothing():
    """NumPy exports no buffer of datetime64; what the type is derived from says that it may be written."""
    np = pytest.importorskip("numpy")

    class Odd(np.ndarray):
        def __dlpack__(self, **keywords):
            return producer.__dlpack__(**keywords)

        def __dlpack_device__(self):
            return (CPU, 0)

    producer = Producer(versioned=False)
    obj = np.zeros(3, "M8[s]").view(Odd)
    view = cu.view(obj, flags=cu.WRITE | cu.BY_DLPACK)
    assert view.protocol == "dlpack" and not view.readonly
    view.release()


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ValueError])
def test_B99_what_numpy_ma_raises_comes_through(monkeypatch, error):
    np = pytest.importorskip("numpy")

    class Module(types.ModuleType):
        @property
        def MaskedArray(self):
            raise raised

    raised = error("of numpy.ma")
    obj = np.zeros(3).view(type("Derived", (np.ndarray,), {}))
    monkeypatch.setitem(sys.modules, "numpy.ma", Module("numpy.ma"))
    with pytest.raises(error) as caught:
        cu.view(obj)
    assert caught.value is raised


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError])
def test_B92_interruptions_are_never_swallowed(error):
    class Odd(TypeError):
        def __str__(self):
            raise error("in __str__")

    with pytest.raises(error, match="in __str__"):
        cu.view(Producer(errors={1: Odd()}))
    for place in ("__dlpack__", "__dlpack_device__", "__cuda_array_interface__", "__array_interface__"):
        raised = error(place)

        def fail(self, name, place=place, raised=raised):
            if name == place:
                raise raised
            raise AttributeError(name)

        with pytest.raises(error) as caught:
            cu.view(type("P", (), {"__getattr__": fail})())
        assert caught.value is raised


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ValueError])
def test_B92_what_the_repr_of_a_quoted_value_raises_comes_through(error):
    raised = error("in __repr__")

    class Odd:
        def __repr__(self):
            raise raised

    for make in (lambda: cu.view(Producer(device=Odd())),
                 lambda: cu.cai(types.SimpleNamespace(__cuda_array_interface__=interface(typestr=Odd())), flags=TRUST)):
        with pytest.raises(error) as caught:
            make()
        assert caught.value is raised


def test_a_result_of_a_library_that_is_not_there_while_the_view_cannot_be_moved():
    """Of two failures in a row the second one is not met with the first one's exception pending."""
    export_test = pytest.importorskip("export_test")
    for root in ("cupy", "numba"):
        like = type("Array", (), {"__module__": root, "__array_interface__": property(dict)})()
        with pytest.raises((ImportError, BufferError)):
            export_test.take(bytearray(8), "buffer").give(like)


def test_B92_an_error_whose_text_cannot_be_had_comes_through():
    class Odd(TypeError):
        def __str__(self):
            raise ValueError("no text")

    error = Odd()
    with pytest.raises(Odd) as caught:
        cu.view(Producer(errors={1: error}))
    assert caught.value is error
