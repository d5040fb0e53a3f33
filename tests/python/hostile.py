"""Hostile Python producers from seeds: whatever an object can do to a consumer, and what has to hold all the same.

    python tests/python/hostile.py 1234        describes seed 1234 and runs it, told step by step
    python tests/python/hostile.py 0:5000      runs many in this process, as --worker does

A seed makes a plan: types with their metaclasses and attributes, answers with mutations, what code of the producer does
while it runs (re-entry, mutation, deletion, exceptions), and a sequence of steps through the entry points of the test
modules.  Plans are made of tuples, before anything runs, from random.Random(seed).random() alone: the same on every
version of Python.  No NumPy, no driver.

After every step: the result is a view that one of the answers of this very step describes, or an exception; an exception
that is no Exception, or tells of no memory, comes out as it was raised; no SystemError; nobody is called that is no longer
there; writing only where it is proven.  At the end of a seed: every tensor was given back once, no object is left, and a
repetition leaves neither blocks nor references.
"""
import array
import ctypes
import faulthandler
import functools
import gc
import os
import random
import sys
import threading
import types
import warnings
import weakref

import cucore_test as cu
import export_test as ex
import producers

REPEATS = 5  # of a seed, to see whether it leaks


# ------------------------------------------------------------------------------------------------------------ plans --
class Dice:
    """random() is the one method whose numbers every version of Python promises."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, n):
        return int(self.random() * n)

    def pick(self, items):
        return items[self.below(len(items))]

    def chance(self, p):
        return self.random() < p

    def some(self, items, most):
        return tuple(self.pick(items) for _ in range(self.below(most + 1)))


# Values that belong nowhere, each made afresh; w is the world of the seed.
STRANGE = [
    ("None", lambda w: None), ("True", lambda w: True), ("False", lambda w: False), ("0", lambda w: 0),
    ("-1", lambda w: -1), ("1", lambda w: 1), ("3", lambda w: 3), ("2**31", lambda w: 1 << 31),
    ("-2**31", lambda w: -1 << 31), ("2**63", lambda w: 1 << 63), ("-2**63", lambda w: -1 << 63),
    ("2**64 - 1", lambda w: (1 << 64) - 1), ("2**64 - 2", lambda w: (1 << 64) - 2), ("10**30", lambda w: 10**30),
    ("1.5", lambda w: 1.5), ("nan", lambda w: float("nan")), ("1j", lambda w: 1j), ("''", lambda w: ""),
    ("a str", lambda w: fresh("<f4")), ("a lone surrogate", lambda w: "\ud800"), ("an accent", lambda w: "\xe9" * 3),
    ("a str with NUL", lambda w: "<f\0004"), ("a long str", lambda w: "V" * 5000), ("b''", lambda w: b""),
    ("bytes", lambda w: b"dltensor"), ("()", lambda w: ()), ("(None,)", lambda w: (None,)),
    ("(1, 0)", lambda w: (1, 0)), ("(1, 0, 0)", lambda w: (1, 0, 0)), ("65 ones", lambda w: (1,) * 65),
    ("[]", lambda w: []), ("[1, 0]", lambda w: [1, 0]), ("a list in itself", lambda w: loop_list()), ("{}", lambda w: {}),
    ("a dict", lambda w: {"shape": 1, 2: None}), ("an object", lambda w: object()), ("type", lambda w: type),
    ("int", lambda w: int), ("NotImplemented", lambda w: NotImplemented), ("Ellipsis", lambda w: ...),
    ("a lambda", lambda w: (lambda *a, **k: None)), ("a module", lambda w: gc), ("a capsule", lambda w: w.foreign_capsule()),
    ("the producer", lambda w: w.objects[0] if w.objects else None), ("its type", lambda w: w.types[0] if w.types else None),
    ("the world", lambda w: w),
    ("an exception", lambda w: ValueError("a value")), ("an exception class", lambda w: KeyboardInterrupt),
    ("a generator", lambda w: (i for i in (1, 0))), ("bytearray", lambda w: bytearray(64)),
    ("a memoryview", lambda w: memoryview(bytearray(64))), ("a released memoryview", lambda w: released()),
    ("a cast memoryview", lambda w: memoryview(bytearray(64)).cast("f", (4, 4))), ("print", lambda w: print),
    ("a partial", lambda w: functools.partial(int)), ("a range", lambda w: range(2)), ("a frozenset", lambda w: frozenset((1,))),
    ("a namespace", lambda w: types.SimpleNamespace(shape=(1,), handle=16, ptr=16)),
    ("a ctypes array", lambda w: (ctypes.c_int * 4)()), ("what never ends", lambda w: Endless(w)),
    ("a mapping proxy", lambda w: types.MappingProxyType({"shape": 1})),
]

# Methods with which an object, or a subclass of a builtin, answers for itself; what each returns when it is not told.
HOOKS = {"__bool__": lambda b, s: False, "__index__": lambda b, s: 1, "__int__": lambda b, s: 1, "__len__": lambda b, s: 2,
         "__iter__": lambda b, s: iter((1, 0)), "__eq__": lambda b, s, o: s is o, "__hash__": lambda b, s: 1,
         "__repr__": lambda b, s: "hooked", "__str__": lambda b, s: "hooked", "__getitem__": lambda b, s, i: 1,
         "__contains__": lambda b, s, i: True, "__float__": lambda b, s: 1.0, "__call__": lambda b, s, *a, **k: (1, 0),
         "__getattr__": lambda b, s, n: missing(n), "__del__": lambda b, s: None, "__missing__": lambda b, s, k: missing_key(k),
         "__instancecheck__": lambda b, s, o: True, "keys": lambda b, s: [], "__format__": lambda b, s, f: "hooked"}
LIES = {"__bool__": (True, 1, None), "__index__": (0, -1, 1 << 70, None, "1"), "__int__": (0, -5, None),
        "__len__": (0, 1000000, -1, None), "__iter__": (None, 7), "__eq__": (True, False, None, NotImplemented),
        "__hash__": (0, None, "h"), "__repr__": (None, 5, "\ud800", b"r"), "__str__": (None, 5, "\ud800"),
        "__getitem__": (None, 1 << 80), "__contains__": (False, None), "__float__": (None,), "__call__": (None, -1, (1,)),
        "__getattr__": (None, 1), "__del__": (None,), "__missing__": (None,), "__instancecheck__": (None,), "keys": (None,),
        "__format__": (None, 5)}
BUILTINS = ("int", "str", "tuple", "dict", "list", "bytes", "float")

EXCEPTIONS = ("KeyboardInterrupt", "SystemExit", "MemoryError", "GeneratorExit", "StopIteration", "StopAsyncIteration",
              "RecursionError", "AttributeError", "TypeError", "BufferError", "ValueError", "RuntimeError",
              "NotImplementedError", "ImportError", "UnicodeError", "OSError", "LookupError", "KeyError", "Exception",
              "BaseException", "AssertionError", "ZeroDivisionError", "SyntaxError", "Warning")
TEXTS = ("", "stop", "__dlpack__() got an unexpected keyword argument 'max_version'", "incompatible function arguments",
         "takes 1 positional argument but 2 were given", "\ud800", "%s %n %U", "x" * 2000)

PROTOCOL_METHODS = ("__dlpack__", "__dlpack_device__")
INTERFACES = ("__cuda_array_interface__", "__array_interface__")
DEBTS = ("requires_grad", "is_conj", "is_neg")
FOREIGN = ("list.copy", "list.clear", "dict.popitem", "set.pop", "dict.values", "function.__code__", "int.real",
           "type.__dict__", "frame.f_lineno", "slot of another class", "int.__add__", "object.__init__", "dict.fromkeys",
           "str.join", "property", "generator.close", "bytearray.copy", "memoryview.tobytes", "BaseException.args",
           "type.mro", "code.co_name", "cell.cell_contents", "View.ptr", "View.release", "memoryview.shape")
FORMS = ("method", "property", "descriptor", "read-only descriptor", "instance", "getattr", "static", "class method",
         "partial", "callable")
THEMES = ("anything", "dlpack", "guesses", "interfaces", "tables", "debts", "metaclasses", "stub numpy", "descriptors",
          "buffers", "streams", "allocators", "results", "consumers", "threads", "version tags", "reborn types",
          "exceptions", "capsules", "own table", "honest")
FLAGS = ("WRITE", "C_CONTIGUOUS", "F_CONTIGUOUS", "CONTIGUOUS", "HOST_ACCESSIBLE", "DEVICE_ACCESSIBLE", "ON_DEVICE_ID", "PROVEN_WRITABLE",
         "ALLOW_UNPROVEN_WRITE", "ALLOW_LANES", "TRUST_PRODUCER", "STREAM_0_IS_LEGACY", "BORROW",
         "ALLOW_GRAD", "BY_EXCHANGE", "BY_DLPACK", "BY_CAI", "BY_PEP3118", "BY_ARRAY_INTERFACE",
         "ALLOW_OTHER_DEVICES", "ALLOW_OPAQUE")
INTAKES = ("view", "view", "view", "dlpack", "exchange", "cai", "buffer", "array_interface", "capsule")
DTYPES = (("<f4", (2, 32, 1)), ("<f8", (2, 64, 1)), ("<i4", (0, 32, 1)), ("<i8", (0, 64, 1)), ("|u1", (1, 8, 1)),
          ("|b1", (6, 8, 1)), ("<c8", (5, 64, 1)), ("<f2", (2, 16, 1)))
SHAPES = ((3,), (2, 3), (1,), (), (4, 1, 2), (0, 3), (1, 1), (6,))
# Themes in which an attribute is there at all, and with which chance.
LIKES = {"dlpack": {"__dlpack__": 1, "__dlpack_device__": 1}, "guesses": {"__dlpack__": 1, "__dlpack_device__": 1},
         "interfaces": {"__cuda_array_interface__": .6, "__array_interface__": .6},
         "tables": {"__dlpack_c_exchange_api__": 1, "__dlpack__": .7, "__dlpack_device__": .7},
         "debts": {"__dlpack_c_exchange_api__": .6, "__dlpack__": 1, "__dlpack_device__": 1, "requires_grad": 1,
                   "is_conj": 1, "is_neg": 1},
         "descriptors": {"__cuda_array_interface__": .8, "__array_interface__": .3, "__dlpack__": .3,
                         "__dlpack_device__": .3},
         "streams": {"__cuda_stream__": 1}, "allocators": {"allocate": 1, "deallocate": 1},
         "results": {"__dlpack__": .5, "__dlpack_device__": .5, "__array_namespace__": .6, "__cuda_array_interface__": .3,
                     "__dlpack_c_exchange_api__": .5},
         "version tags": {"__cuda_array_interface__": 1}, "reborn types": {"__cuda_array_interface__": .5, "__dlpack__": .6,
                                                                          "__dlpack_device__": .6},
         "exceptions": {"__dlpack__": .7, "__dlpack_device__": .7, "__cuda_array_interface__": .4,
                        "__array_interface__": .3}, "threads": {"__dlpack__": .7, "__dlpack_device__": .7,
                                                               "__cuda_array_interface__": .5}}


class Planner:
    """Draws everything that a seed will do."""

    def __init__(self, seed):
        self.dice = d = Dice(seed)
        self.theme = THEMES[seed % len(THEMES)]
        # How likely a place is to hold what does not belong there, and code of the producer to do something.
        self.mischief = 0 if self.theme == "honest" else d.pick((0.02, 0.08, 0.2, 0.45))
        self.activity = 0 if self.theme == "honest" else d.pick((0, 0.05, 0.15, 0.4))
        self.count = 1 + d.below(3)
        self.nesting = 0  # of exceptions whose methods raise exceptions

    # -- values ------------------------------------------------------------------------------------------------------
    def hooks(self, names, most=3):
        d, made = self.dice, {}
        for name in d.some(names, most - 1) + (d.pick(names),):
            result = ("lie", d.below(len(LIES[name])), self.calls_before()) if d.chance(.25) else ("as it is",)
            if d.chance(max(self.activity / 2, .3 if self.theme == "exceptions" and most < 3 else 0)):
                result = ("raise", self.exception(), self.calls_before())
            made[name] = (name, self.acts(1.0 if d.chance(.5) else .3), result)
        return tuple(made.values())

    def calls_before(self):
        """How often a hook behaves before it does not."""
        return self.dice.below(6) if self.dice.chance(.4) else 0

    def strange(self, honest=None):
        d = self.dice
        kind = d.below(10)
        if kind < 4:
            return ("strange", d.below(len(STRANGE)))
        if kind < 6:
            return ("hooked", self.hooks(tuple(HOOKS)))
        if kind < 8 and honest is not None:
            return ("subclass", honest, self.hooks(tuple(HOOKS)))
        if kind < 9:
            return ("subclass of", d.pick(BUILTINS), self.hooks(tuple(HOOKS)))
        return ("metaclassed", self.metaclass(always=True))

    def maybe(self, honest):
        """The honest value of a place, or a strange one."""
        return self.strange(honest) if self.dice.chance(self.mischief) else honest

    def exception(self):
        d = self.dice
        meta = self.metaclass(always=True) if d.chance(.15) and self.nesting < 3 else None
        if self.nesting > 2:
            return ("exception", d.pick(EXCEPTIONS), d.pick(TEXTS), None, ())
        self.nesting += 1
        hooks = ()
        if d.chance(.4 if self.theme == "exceptions" else .2):
            hooks = self.hooks(("__str__", "__str__", "__repr__", "__eq__", "__hash__", "__del__"), 2)
        self.nesting -= 1
        name = d.pick(("TypeError", "BufferError", "KeyboardInterrupt", "MemoryError")) if d.chance(.3) else d.pick(EXCEPTIONS)
        return ("exception", name, d.pick(TEXTS), meta, hooks)

    def metaclass(self, always=False):
        """What the class of a class says of itself."""
        d = self.dice
        if not always and not d.chance(.7 if self.theme == "metaclasses" else self.mischief / 2):
            return None
        made = []
        for name in d.some(("__name__", "__name__", "__module__", "__dict__", "__getattr__",
                            "__getattribute__", "mro", "__instancecheck__", "__subclasscheck__", "__hash__", "__eq__",
                            "__repr__", "__del__", "__bool__", "__mro__", "__class__"), 2) + ("__name__",) * d.below(2):
            if name == "__dict__" and d.chance(.3):
                outcome = ("value", ("strange", [title for title, _ in STRANGE].index("what never ends")))
            elif name == "__name__" and d.chance(.6):
                outcome = ("value", ("strange", d.below(len(STRANGE))))
            else:
                outcome = d.pick((("value", self.strange(("text", "jax.numpy"))), ("raise", self.exception(), self.calls_before()),
                                  ("as it is",), ("as it is",)))
            made.append((name, self.acts(.3), outcome))
        return tuple(made)

    # -- what code of the producer does --------------------------------------------------------------------------------
    def acts(self, factor=1.0):
        d = self.dice
        return tuple(self.act() for _ in range(1 + d.below(2))) if d.chance(self.activity * factor) else ()

    def act(self):
        d = self.dice
        kinds = {"interfaces": ("clear dicts", "clear dicts and junk", "clear referrers", "mutate dicts", "junk"),
                 "descriptors": ("strip __get__", "swap descriptor class", "delete", "replace", "clear dicts and junk"),
                 "tables": ("delete", "replace", "reenter", "swap class", "strip __get__"),
                 "reborn types": ("rebirth", "junk", "swap class", "clear cache"),
                 "exceptions": ("raise", "raise", "reenter and let it out"),
                 "stub numpy": ("stub numpy", "no numpy")}.get(self.theme, ())
        kind = d.pick(kinds + kinds + (
            "reenter", "reenter and let it out", "clear dicts", "clear dicts and junk", "clear referrers", "mutate dicts",
            "junk", "delete", "replace", "swap class", "swap descriptor class", "strip __get__", "restore __get__",
            "clear cache", "collect", "rebirth", "stub numpy", "no numpy", "raise", "resize", "let views go", "thread",
            "bases", "deep", "forget", "keep", "instance", "consume", "garbage"))
        i = d.below(self.count)
        if kind in ("delete", "replace", "instance"):
            return (kind, i, d.pick(PROTOCOL_METHODS + INTERFACES + DEBTS + ("__dlpack_c_exchange_api__", "__cuda_stream__",
                                                                            "deallocate", "dtype")), self.quick())
        if kind == "raise":
            return (kind, self.exception())
        if kind == "garbage":
            return (kind, i, d.pick(("clear dicts", "junk", "collect", "swap class", "strip __get__", "let views go", "mutate dicts")))
        if kind.startswith("reenter") or kind in ("thread", "deep"):
            return (kind, self.intake(i))
        if kind == "stub numpy":
            return (kind, self.numpy())
        if kind == "rebirth":
            return (kind, i, d.below(4))
        return (kind, i)

    def quick(self):
        """An answer that asks for no more answers."""
        d = self.dice
        return d.pick((("strange", d.below(len(STRANGE))), ("foreign", d.pick(FOREIGN)), self.interface(plain=True)))

    def numpy(self):
        d = self.dice
        return (d.pick(("plain class", "own type", "buffer type", "int", "instance", "raises", "no attribute", "metaclass",
                        "bytearray", "bytes", "array.array", "none module", "subclass of own type")),
                self.exception(), self.metaclass(always=True))

    # -- answers -------------------------------------------------------------------------------------------------------
    def layout(self):
        d = self.dice
        shape, dtype = d.pick(SHAPES), d.pick(DTYPES)
        return shape, dtype

    def tensor(self, device, write=False):
        """The fields of a tensor; those that are mutated last."""
        d = self.dice
        shape, (_, dtype) = self.layout()
        fields = {"shape": shape, "dtype": dtype, "strides": d.pick(("dense", "dense", "dense", None, "even")),
                  "device": device, "offset": 8 * d.below(8), "flags": d.pick((0, 0, 0, 1, 2)) if d.chance(.3) else 0,
                  "versioned": None}
        if d.chance(self.mischief):
            key, value = d.pick((("shape", (-1,)), ("shape", (1 << 62, 8)), ("shape", (1,) * 40), ("dtype", (77, 32, 1)),
                                 ("dtype", (2, 31, 1)), ("dtype", (2, 32, 4)), ("dtype", (0, 0, 0)), ("dtype", (255, 255, 65535)),
                                 ("dtype", (3, 64, 1)), ("strides", (1 << 62,) * len(shape)), ("strides", (-1,) * len(shape)),
                                 ("device", (2, 0)), ("device", (1, 7)), ("device", (99, 0)), ("device", (-1, -1)),
                                 ("device", (13, 0)), ("device", (3, 0)), ("device", (10, 0)), ("offset", 1 << 63),
                                 ("ndim", -1), ("ndim", 1000), ("ndim", 1 << 30), ("shape", None), ("flags", 1 << 63),
                                 ("flags", 7), ("version", (0, 5)), ("version", (2, 0)), ("version", (1, 1 << 31)),
                                 ("versioned", True), ("versioned", False), ("data", 0), ("deleter", False),
                                 ("deleter", False)))
            if key == "ndim" and value > 0:
                fields["shape"] = None  # or the tensor lies about memory, which nobody can tell
            fields[key] = value
        destructor, name = "spec", "fresh"
        if d.chance(self.mischief / 2):
            name = d.pick((None, b"used_dltensor", b"used_dltensor_versioned", b"dlpack_exchange_api", b"", b"x" * 300))
        elif d.chance(self.mischief):
            destructor = d.pick(("blind", None))
        return ("tensor", tuple(sorted(fields.items())), destructor, name,
                self.acts(.5) if d.chance(.3) else (), d.chance(self.mischief / 2))

    def interface(self, plain=False, cuda=True):
        d = self.dice
        shape, (typestr, code) = self.layout()
        if plain or not d.chance(self.mischief):
            descr = None
        else:
            typestr, descr = "|V4", d.pick((("list", (("pair", ("text", "x"), ("text", "<f4")),)),
                                            ("list", (self.strange(), ("pair", ("text", "x"), ("text", "<f4")))), self.strange()))
        maybe = (lambda value: value) if plain else self.maybe
        size = max(1, code[1] // 8)
        strides = [size * s for s in producers.dense_strides(shape)] if d.chance(.3) else None
        ints = lambda values: maybe(("tuple", tuple(maybe(("int", v)) for v in values)))
        flag = maybe(("bool", False))
        if not plain and d.chance(self.activity):
            flag = ("hooked", (("__bool__", (self.act(), ("junk", 0)), ("as it is",)),))
        entries = [("shape", ints(shape)), ("typestr", maybe(("text", typestr))),
                   ("data", maybe(("tuple", (maybe(("address", 8 * d.below(8))), flag)))), ("version", maybe(("int", 3)))]
        if strides is not None or d.chance(.3):
            entries.append(("strides", ints(strides) if strides is not None else maybe(("none",))))
        if descr:
            entries.append(("descr", descr))
        for key, honest in (("stream", ("none",)), ("mask", ("none",)), ("offset", ("int", 0))):
            if d.chance(.1 if key != "offset" else self.mischief):
                entries.append((key, maybe(honest)))
        if not plain and d.chance(self.mischief / 2):
            entries.pop(d.below(len(entries)))
        if d.chance(.3):
            entries.reverse()
        kind = "plain"
        if not plain and self.theme != "honest":
            kind = d.pick(("plain", "weak", "weak", "cached", "hooked")) if d.chance(.6) else "plain"
        hooks = self.hooks(("__getitem__", "__contains__", "__len__", "__iter__", "keys", "__missing__", "__bool__",
                            "__eq__", "__del__")) if kind == "hooked" else ()
        keys = "literal" if plain else d.pick(("literal", "literal", "literal", "fresh", "subclass" if self.mischief else "fresh"))
        return ("interface", kind, keys, self.hooks(("__hash__", "__eq__")) if keys == "subclass" else (), tuple(entries), hooks)

    def answer(self, name, device):
        """One answer of an attribute: what is done first, then what comes."""
        d = self.dice
        acts = self.acts(.6)
        if d.chance(self.mischief * (.8 if self.theme == "exceptions" else .3)):
            return (acts, ("raise", self.exception()))
        return (acts, ("value", self.answer_value(name, device)))

    def answer_value(self, name, device):
        d = self.dice
        if name == "__dlpack__":
            return self.maybe(self.tensor(device))
        if name == "__dlpack_device__":
            return self.maybe(("tuple", tuple(self.maybe(("int", i)) for i in device)))
        if name in INTERFACES:
            return self.maybe(self.interface())
        if name in DEBTS:
            return self.maybe(("bool", d.chance(.1)))
        if name == "__cuda_stream__":
            return self.maybe(("tuple", (self.maybe(("int", 0)), self.maybe(("int", d.pick((0, 1, 2, 0x7000)))))))
        if name in ("own", "lend"):
            return ("table answer", self.tensor(device), d.pick((0, 0, -1, 7)) if d.chance(self.mischief) else 0,
                    self.exception() if d.chance(self.mischief / 2) else None)
        if name == "allocate":
            return self.maybe(d.pick((("int", 0x7000), ("memory", d.pick(("handle", "ptr")), self.maybe(("int", 0x7000)), self.acts(.5),
                                                        self.exception() if d.chance(self.mischief) else None))))
        if name == "__array_namespace__":
            return self.maybe(("namespace", d.pick(("identity", "none", "strange", "raise")), self.strange(), self.exception()))
        return self.maybe(("none",))

    # -- types and objects -----------------------------------------------------------------------------------------------
    def attribute(self, name, device):
        d = self.dice
        if name == "__dlpack_c_exchange_api__":
            kind = ("table", d.pick(((1, 3), (1, 3), (1, 3), (1, 3), (2, 0), (0, 9), (1, 99))),
                    d.pick(("", "", "", "l", "o", "s", "ol", "aw", "aolws")),
                    "dlpack_exchange_api" if not d.chance(self.mischief) else d.pick(("dltensor", "x", "")))
            return (name, "value", self.maybe(kind), self.metaclass())
        if name in ("own", "lend"):  # the C functions of the test module call them
            return (name, "method", tuple(self.answer(name, device) for _ in range(1 + d.below(3))), "any")
        if d.chance((.5 if self.theme == "debts" and name in DEBTS else self.mischief / 3)):
            return (name, "value", ("foreign", d.pick(FOREIGN)) if d.chance(.8) else self.strange(), None)
        if name in INTERFACES + ("dtype", "requires_grad", "__array_interface__"):
            forms = ("property", "property", "property", "descriptor", "read-only descriptor", "instance", "getattr")
        else:
            forms = ("method",) * 6 + FORMS
        if self.theme == "descriptors":
            forms = ("descriptor", "read-only descriptor", "property")
        form = d.pick(forms) if self.theme != "honest" else forms[0]
        answers = tuple(self.answer(name, device) for _ in range(1 + d.below(3)))
        signature = d.pick(("any", "any", "any", "any", "stream", "none", "positional", "all")) if name == "__dlpack__" else "any"
        return (name, form, answers, signature if self.theme != "honest" else "any")

    def guessed(self):
        """A type that behaves until its arrays move; then perhaps an exception that nobody may swallow."""
        d = self.dice
        device = d.pick(((1, 0), (2, 0)))
        asked = ((), ("value", ("tuple", (("int", device[0]), ("int", 0)))))
        answers = [((), ("value", self.tensor(device))) for _ in range(1 + d.below(3))]
        if d.chance(.6):
            answers += [((), ("raise", self.exception()))] + answers[:1]
        return ("object", None, (("__dlpack_device__", "method", (asked,), "any"),
                                 ("__dlpack__", "method", tuple(answers), d.pick(("any", "any", "stream", "all")))), (), "__main__")

    def raising(self):
        """A type that may be asked again in another way, of which every part raises."""
        d = self.dice
        device = d.pick(((1, 0), (2, 0), (13, 0)))
        asked = ((), ("value", ("tuple", (("int", device[0]), ("int", 0)))))

        def error(names, hooks=()):
            return ("exception", d.pick(names), d.pick(TEXTS), None, hooks)

        answers = []
        for _ in range(1 + d.below(3)):
            hooks = ()
            if d.chance(.6):
                hooks = ((d.pick(("__str__", "__str__", "__repr__")), (), ("raise", error(EXCEPTIONS[:4]), d.below(4) // 3)),)
            names = ("TypeError",) * 4 + ("BufferError", "ValueError", "MemoryError", "KeyboardInterrupt", "NotImplementedError",
                                          "RuntimeError")
            answers.append(((), ("raise", error(names, hooks))))
        answers.append(((), ("value", self.tensor(device))))
        hooked = ()
        if d.chance(.4):
            hooked = (("__getattribute__", (), ("raise", error(EXCEPTIONS[:6]), d.below(8))),)
        return ("object", None, (("__dlpack_device__", "method", (asked,) * (1 + d.below(2)) +
                                  ((((), ("raise", error(EXCEPTIONS))),) if d.chance(.3) else ()), "any"),
                                 ("__dlpack__", "method", tuple(answers), d.pick(("any", "stream", "none", "positional", "all")))),
                hooked, "__main__")

    def type(self, index):
        d = self.dice
        if self.theme == "guesses" and index == 0 and d.chance(.7):
            return self.guessed()
        if self.theme == "exceptions" and index == 0 and d.chance(.6):
            return self.raising()
        likes = LIKES.get(self.theme, {})
        device = (1, 0) if self.theme == "honest" else d.pick(((1, 0), (1, 0), (1, 0), (1, 0), (2, 0), (13, 0), (3, 0)))
        if self.theme == "guesses":
            device = d.pick(((1, 0), (2, 0)))
        names = [name for name in PROTOCOL_METHODS + INTERFACES + DEBTS +
                 ("__dlpack_c_exchange_api__", "__cuda_stream__", "allocate", "deallocate", "dtype", "__array_namespace__",
                  "__array_priority__", "__buffer__", "__release_buffer__", "__getattr__", "__getattribute__", "__class__", "__del__",
                  "__eq__", "__hash__", "__repr__", "__bool__", "__len__", "__index__", "__name__", "__call__")
                 if d.chance(likes.get(name, self.mischief / 2 if name.startswith("__") else self.mischief / 4))]
        if self.theme == "honest":
            names = d.pick((["__dlpack__", "__dlpack_device__"], ["__cuda_array_interface__"], ["__array_interface__"],
                            ["__dlpack__", "__dlpack_device__", "__dlpack_c_exchange_api__"]))
        elif not likes and d.chance(.6):
            names += d.pick((["__dlpack__", "__dlpack_device__"], ["__cuda_array_interface__"], ["__array_interface__"]))
            names = list(dict.fromkeys(names))
        if "__dlpack_c_exchange_api__" in names:
            names += ["own", "lend"]
        base = "object"
        if self.theme == "buffers" or d.chance(self.mischief):
            base = d.pick(("bytes", "bytearray", "array", "ctypes", "bytearray", "dict", "tuple", "str", "int", "list", "exception",
                           "type", "View", "ex.Array", "previous"))
        hooked = tuple((name, self.acts(.5),
                        ("raise", self.exception(), self.calls_before()) if d.chance(self.mischief / 2) else ("as it is",))
                       for name in names if name in HOOKS or name in ("__getattribute__", "__class__", "__name__"))
        attributes = tuple(self.attribute(name, device) for name in names
                           if name not in HOOKS and name not in ("__getattribute__", "__class__", "__name__"))
        if self.theme == "honest":
            return (base, None, attributes, (), "__main__")
        return (base, self.metaclass(), attributes, hooked,
                d.pick(("__main__", "__main__", "jaxlib.x", "cupy", "numba.cuda", "builtins", "torch", "q.r", "\ud800", "", "x" * 50)))

    # -- steps -------------------------------------------------------------------------------------------------------------
    def flags(self):
        d = self.dice
        return tuple(sorted(set(d.some(FLAGS, 3)))) + (("TRUST_PRODUCER",) if d.chance(.7) else ())

    def intake(self, i=None):
        d = self.dice
        options = {"flags": self.flags()}
        if d.chance(.4):
            options["stream"] = d.pick((0, 1, 2, -1, -2, 0x7000))
        if d.chance(.1):
            options["device_id"] = d.pick((0, 1, -1, 1 << 30))
        if d.chance(.1):
            options["producer_stream"] = d.pick((1, 2, 0x7100))
        if d.chance(.1):
            options["dtype"] = d.pick(("float32", "int64", "uint8", "complex64"))
        if d.chance(.12):
            options["copy"] = -1
        if d.chance(.2):
            options["name"] = d.pick(("x", "", "a %s %n"))
        i = d.below(self.count) if i is None else i
        if self.theme == "honest":
            options = {"flags": ("TRUST_PRODUCER",), "stream": d.pick((0, -1))}
            return ("intake", "view", i, tuple(sorted(options.items())), "use")
        return ("intake", d.pick(INTAKES), i, tuple(sorted(options.items())),
                d.pick(("use", "use", "use", "keep", "drop", "release in thread", "order", "finish")))

    def step(self):
        d, i = self.dice, self.dice.below(self.count)
        kind = {"streams": "stream", "allocators": "allocate", "consumers": "consume", "threads": "threads",
                "capsules": "capsule", "own table": "own table"}.get(self.theme)
        if self.theme == "results":
            kind = d.pick(("empty", "give", "take"))
        if self.theme == "buffers":
            kind = d.pick(("plain", None, "array with data"))
        if self.theme == "honest":
            kind = None
        elif not kind or d.chance(.3):
            kind = d.pick((None,) * 14 + ("loop", "args", "args", "stream", "finish", "allocate", "empty", "give", "take",
                                          "copy", "plain", "act", "act", "act", "capsule", "array with data", "consume", "forget"))
        if kind is None:
            return self.intake()
        if kind == "loop":
            return (kind, d.pick(("view", "dlpack", "exchange", "cai", "buffer", "array_interface")), i, self.flags())
        if kind in ("args", "copy"):
            return (kind, tuple(d.below(self.count) for _ in range(1 + d.below(3))), self.flags(),
                    d.pick((None, "n", "n, m", "3", "...")), d.pick((1, -1, 0x7000)), self.strange())
        if kind == "allocate":
            return (kind, i, d.pick((0, 16, 1 << 40)), d.pick(("held", "released", "thread")), d.chance(.3))
        if kind in ("empty", "give", "take"):
            return (kind, i, d.pick(((1, 0), (1, 0), (1, 0), (2, 0), (3, 0), (99, 0))), d.pick(("float32", "int8", "bfloat16")),
                    d.pick(SHAPES), d.pick((1, -1, 2)), d.pick(("any", "dlpack", "cai", "lent")))
        if kind == "consume":
            return (kind, d.pick(("__dlpack__", "__dlpack__", "__dlpack_device__", "__cuda_array_interface__", "__array_interface__",
                                  "buffer", "capsule", "move")),
                    tuple((name, self.maybe(honest)) for name, honest in
                          (("stream", ("none",)), ("max_version", ("tuple", (self.maybe(("int", 1)), self.maybe(("int", 3))))),
                           ("dl_device", ("none",)), ("copy", ("none",)), ("nonsense", ("none",)))[:d.below(6)]), d.below(1 << 9))
        if kind == "threads":
            return (kind, tuple(self.intake() for _ in range(2 + d.below(2))), 2 + d.below(6))
        if kind == "plain":
            return (kind, d.below(len(STRANGE)), self.intake())
        if kind == "act":
            return (kind, self.act())
        if kind == "capsule":
            return (kind, self.tensor(d.pick(((1, 0), (1, 0), (2, 0)))), self.intake(), 1 + d.below(3))
        if kind == "array with data":
            return (kind, self.maybe(("strange", 0)), self.maybe(("int", 0)), self.intake())
        if kind == "own table":
            return (kind, d.pick(("allocate", "export", "wrap", "lend", "stream")), d.below(8), d.chance(.5))
        return (kind, i)

    def plan(self, seed):
        d = self.dice
        made = tuple(self.type(i) for i in range(self.count))
        steps = []
        if self.theme == "version tags":
            steps.append(("tags", 0, d.pick((0, 1, 2, 5)), self.interface(plain=True)))
        if self.theme in ("reborn types", "descriptors") or (self.activity and d.chance(.08)):
            steps += [self.intake(0), ("again", 1 + d.below(2))]
            if d.chance(.7):
                steps.append(("act", (("rebirth", 0, d.below(4)) if self.theme == "reborn types" else
                                      d.pick((("strip __get__", 0), ("swap descriptor class", 0), self.act())))))
            steps += [("again", 1)]
        if self.theme == "stub numpy":
            steps += [("act", ("stub numpy", self.numpy())), ("plain", [n for n, _ in STRANGE].index("bytearray"), self.intake()),
                      ("ndarray", self.intake())]
        if self.theme == "exceptions":
            options = {"flags": ("TRUST_PRODUCER",), "stream": d.pick((1, 2, 0x7000, -1))}
            steps += [("intake", d.pick(("view", "dlpack")), 0, tuple(sorted(options.items())), "use")] * (1 + d.below(4))
        if self.theme == "guesses":
            for _ in range(2 + d.below(2)):
                options = {"flags": ("TRUST_PRODUCER",) + d.some(("BORROW", "WRITE"), 1),
                           "stream": d.pick((1, 2, 0x7000, -1))}
                intake = ("intake", d.pick(("view", "dlpack")), 0, tuple(sorted(options.items())), "use")
                steps += [intake] * (1 + d.below(3)) + [("act", ("move", 0, d.below(3)))]
            steps.append(intake)
        steps += [self.step() for _ in range(2 + d.below(5))]
        if d.chance(.3):
            steps.insert(d.below(len(steps) + 1), ("again", 1 + d.below(3)))
        steps.insert(d.below(len(steps) + 1), ("witness", d.below(4), d.below(2)))
        return {"seed": seed, "theme": self.theme, "types": made, "steps": tuple(steps),
                "stream": d.pick((1, 1, 1, 2, 0, 0x7200, (1 << 64) - 1)) if not d.chance(self.mischief) else self.exception(),
                "fresh memory": not d.chance(.25)}


def plan(seed):
    return Planner(seed).plan(seed)


# -------------------------------------------------------------------------------------------------- helpers at run time --
ARENA = (ctypes.c_ubyte * 4096)(*[(7 * i + i // 256) & 255 for i in range(4096)])
ARENA_AT = ctypes.addressof(ARENA) + 1024  # tensors begin here, and may reach below
ARENA_AT += -ARENA_AT % 64
RAW_MRO = type.__dict__["__mro__"].__get__
RAW_NAME = type.__dict__["__name__"].__get__
GENERIC_SET = object.__setattr__


def fresh(text):
    """A str that nobody else has."""
    return "".join(list(text)) if len(text) > 1 else text


def loop_list():
    made = []
    made.append(made)
    return made


def released():
    view = memoryview(bytearray(8))
    view.release()
    return view


def no_stream(device_type, device_id):
    return 1


def clear_cache():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sys._clear_type_cache()


def missing(name):
    raise AttributeError(name)


def missing_key(key):
    raise KeyError(key)


def class_of(obj):
    """type(obj).__name__ without asking a metaclass."""
    return RAW_NAME(type(obj))


def is_serious(error):
    mro = RAW_MRO(type(error))
    return Exception not in mro or MemoryError in mro


class Slotted:
    __slots__ = ("slot",)


FOREIGN_VALUES = {
    "list.copy": list.copy, "list.clear": list.clear, "dict.popitem": dict.popitem, "set.pop": set.pop, "dict.values": dict.values,
    "function.__code__": types.FunctionType.__dict__["__code__"], "int.real": int.__dict__["real"],
    "type.__dict__": type.__dict__["__dict__"], "frame.f_lineno": types.FrameType.__dict__["f_lineno"],
    "slot of another class": Slotted.__dict__["slot"], "int.__add__": int.__add__, "object.__init__": object.__init__,
    "dict.fromkeys": dict.__dict__["fromkeys"], "str.join": str.join, "property": property(lambda self: self.nowhere),
    "generator.close": types.GeneratorType.close, "bytearray.copy": bytearray.copy, "memoryview.tobytes": memoryview.tobytes,
    "BaseException.args": BaseException.__dict__["args"], "type.mro": type.mro, "code.co_name": types.CodeType.__dict__["co_name"],
    "cell.cell_contents": types.CellType.__dict__["cell_contents"], "View.ptr": cu.View.__dict__["ptr"],
    "View.release": cu.View.__dict__["release"], "memoryview.shape": memoryview.__dict__["shape"]}
assert set(FOREIGN) == set(FOREIGN_VALUES)

_tables = {}


def table(version, without, name):
    """The tables of the test module are for good: one of each kind."""
    key = (version, without, name)
    if key not in _tables:
        _tables[key] = cu.table(version[0], version[1], without, 0, name)[0]
    return _tables[key]


class Endless:
    """Can be iterated for ever; whoever does is told of after a while."""

    def __init__(self, world):
        self.world = weakref.ref(world)

    def __iter__(self):
        for n in range(100000):
            yield n
        self.world().fail("somebody iterates what never ends")


class Failure(Exception):
    """Something does not hold."""


class Expected:
    """What an answer describes, were it honest: pointer, code, shape, strides in elements; sets where there is a choice."""

    def __init__(self, family, ptr, code, itemsize, shape, strides, device=None):
        self.family, self.ptr, self.code, self.itemsize, self.shape, self.strides = family, ptr, code, itemsize, shape, strides
        self.device = device

    def fits(self, view):
        if len(view.shape) != len(self.shape) or any(n not in s for n, s in zip(view.shape, self.shape)):
            return False
        if self.ptr is not None and view.ptr not in self.ptr and 0 not in view.shape:
            return False
        if self.code is not None and (view.code, view.bits, view.lanes) != self.code and not self.is_opaque(view):
            return False
        if self.code is None and self.itemsize is not None and view.itemsize != self.itemsize:
            return False
        if 0 in view.shape:
            return True
        dense = producers.dense_strides(view.shape)
        for axis, extent in enumerate(view.shape):
            allowed = {dense[axis]} if self.strides is None else self.strides[axis]
            if extent != 1 and view.strides[axis] not in allowed:
                return False
        return True

    def is_opaque(self, view):
        """CUCORE_ALLOW_OPAQUE: what has no code that is known, as bytes."""
        return view.dtype == f"void{view.itemsize}" and self.code[1] * self.code[2] == 8 * view.itemsize

    def __repr__(self):
        return f"{self.family}: {self.code or self.itemsize} {self.shape} strides {self.strides} at {self.ptr}"


class Use:
    """An attribute of a type as long as it is there."""

    def __init__(self, world, owner, name, answers):
        self.world, self.owner, self.name, self.answers = world, owner, name, answers
        self.calls = 0
        self.on_type = True
        self.gone = None  # the step in which it was taken away

    def call(self, obj, *args, **keywords):
        w = self.world
        if self.gone is not None and w.steps_done > self.gone and w.armed and not w.loose:
            w.fail(f"{self.name} was called in step {w.steps_done}, but was taken from its type in step {self.gone}")
        acts, outcome = self.answers[min(self.calls, len(self.answers) - 1)]
        self.calls += 1
        w.say(f"{self.name}({', '.join(sorted(keywords))})")
        if self.name == "__dlpack__":
            w.asked(self.owner, obj, keywords)
        final = self.name == "__release_buffer__"  # as a destructor: nobody hears of its exceptions
        w.quiet += final
        try:
            w.run(acts)
            if outcome[0] == "raise":
                w.throw(outcome[1])
        finally:
            w.quiet -= final
        if self.name == "__dlpack_device__" and self.owner in w.moved:
            return w.moved[self.owner]
        return w.build(outcome[1], obj=obj, args=args, keywords=keywords, use=self)


# ------------------------------------------------------------------------------------------------------------ the world --
class World:
    """Everything of one run of one seed."""

    def __init__(self, plan, verbose=False):
        self.plan, self.verbose = plan, verbose
        self.failures = []
        self.armed = False  # inside a step: hooks of values act
        self.quiet = 0  # inside a destructor: exceptions go nowhere
        self.depth = 0
        self.loose = False  # threads: no bookkeeping of what happened in which step
        self.steps_done = 0
        self.raised, self.given, self.lasting, self.thrown = [], [], [], []
        self.types, self.objects, self.uses, self.devices = [], [], [], []
        self.descriptors = []
        self.moved = {}  # objects that are on another device than their plan says
        self.dicts = []  # weak references
        self.cached = {}
        self.markers = []
        self.tensors, self.kept, self.junk, self.capsules = [], [], [], []
        self.watched = []
        self.last_intake = None
        self.numpy_raises = False
        self.effects = 0

    def say(self, text):
        if self.verbose:
            print("  " * (self.depth + 1) + text, flush=True)

    def fail(self, text):
        self.say("FAILED: " + text)
        self.failures.append(f"step {self.steps_done}: {text}")

    # -- exceptions ------------------------------------------------------------------------------------------------------
    def make_exception(self, spec):
        _, name, text, meta, hooks = spec
        base = getattr(__import__("builtins"), name)
        if meta or hooks:
            namespace = {hook[0]: self.hook(hook, base) for hook in hooks}
            base = self.make_class("Hostile" + name, (base,), namespace, meta)
        arguments = ("utf-8", b"", 0, 1, text) if issubclass(base, UnicodeDecodeError) else (text,)
        return base(*arguments)

    def throw(self, spec):
        """Raises, and remembers it: somebody has to hear of it."""
        error = self.make_exception(spec)
        self.say(f"raises {class_of(error)}")
        self.thrown.append(error)
        if not self.quiet:
            self.raised.append(error)
        raise error

    # -- values ----------------------------------------------------------------------------------------------------------
    def hook(self, spec, base):
        name, acts, result = spec
        honest = HOOKS[name]
        calls = [0]
        own = getattr(base, name, None) if base is not object or name in ("__eq__", "__hash__", "__repr__", "__str__") else None

        def method(obj, *args, **keywords):
            if name == "__del__":
                self.quiet += 1
            try:
                if self.armed:
                    self.say(f"{class_of(obj)}.{name}")
                    self.run(acts)
                    calls[0] += 1
                    if result[0] == "raise" and calls[0] > result[2]:
                        self.throw(result[1])
                    if result[0] == "lie" and calls[0] > result[2]:
                        return LIES[name][result[1]]
                return own(obj, *args, **keywords) if own is not None else honest(base, obj, *args, **keywords)
            finally:
                if name == "__del__":
                    self.quiet -= 1

        return method

    def make_class(self, name, bases, namespace, meta):
        """A class; meta is what its metaclass says of itself."""
        if not meta:
            try:
                return type(name, bases, namespace)
            except TypeError:  # another metaclass is among the bases
                return type(bases[0])(name, bases, namespace)
        world = self

        def make(spec):
            what, acts, outcome = spec
            inherited = getattr(type, what, None)
            calls = [0]

            def answer(cls, *args):
                if what == "__del__":
                    world.quiet += 1
                try:
                    if world.armed:
                        world.say(f"metaclass {what} {[a for a in args if type(a) is str]}")
                        world.run(acts)
                        calls[0] += 1
                        if outcome[0] == "raise" and calls[0] > outcome[2]:
                            world.throw(outcome[1])
                        if outcome[0] == "value" and what not in ("__getattribute__", "mro"):
                            return world.build(outcome[1])
                finally:
                    if what == "__del__":
                        world.quiet -= 1
                if what == "__getattr__":
                    raise AttributeError(args[0])
                if what in ("__getattribute__", "mro", "__instancecheck__", "__subclasscheck__", "__hash__", "__eq__", "__repr__"):
                    return inherited(cls, *args)
                if what == "__bool__":
                    return True
                if what == "__del__":
                    return None
                return type.__getattribute__(type(cls), "__mro__")[1] if what == "__class__" else RAW_TYPE[what](cls)

            return answer

        RAW_TYPE = {"__name__": RAW_NAME, "__mro__": RAW_MRO, "__module__": type.__dict__["__module__"].__get__,
                    "__dict__": type.__dict__["__dict__"].__get__}
        said = {}
        for spec in meta:
            answer = make(spec)
            said[spec[0]] = property(answer) if spec[0] in RAW_TYPE or spec[0] == "__class__" else answer
        if "__eq__" in said and "__hash__" not in said:
            said["__hash__"] = type.__hash__
        parents = tuple(dict.fromkeys(type(base) for base in bases))
        metaclass = type("Meta", parents[:1] or (type,), said)
        return metaclass(name, bases, namespace)

    def numbers(self, spec):
        """What an int in a place may be read as."""
        if spec[0] in ("int", "bool"):
            return {int(spec[1])}
        if spec[0] == "address":
            return {ARENA_AT + spec[1]}
        if spec[0] == "strange":
            value = STRANGE[spec[1]][1](self) if STRANGE[spec[1]][0] not in ("a capsule",) else None
            return {int(value)} if type(value) in (int, bool) else set()
        if spec[0] in ("hooked", "subclass", "subclass of"):
            found = self.numbers(spec[1]) if spec[0] == "subclass" else {0, 1, 7}
            for name, _, result in spec[-1]:
                if name in ("__index__", "__int__"):
                    found |= {int(LIES[name][result[1]])} if result[0] == "lie" and type(LIES[name][result[1]]) is int else {1}
            return found | {1}
        return set()

    def build(self, spec, obj=None, args=(), keywords={}, use=None):
        kind = spec[0]
        if kind == "none":
            return None
        if kind in ("int", "bool", "text"):
            return fresh(spec[1]) if kind == "text" else spec[1]
        if kind == "address":
            return ARENA_AT + spec[1]
        if kind in ("tuple", "pair"):
            items = spec[1] if kind == "tuple" else spec[1:]
            return tuple([self.build(item) for item in items])
        if kind == "list":
            return [self.build(item) for item in spec[1]]
        if kind == "strange":
            return STRANGE[spec[1]][1](self)
        if kind == "foreign":
            return FOREIGN_VALUES[spec[1]]
        if kind == "hooked":
            return type("Hooked", (), {hook[0]: self.hook(hook, object) for hook in spec[1]})()
        if kind == "subclass":
            value = self.build(spec[1])
            base = type(value)
            if base in (bool, type(None)) or base.__name__ not in BUILTINS:
                return value
            return self.derive(base, spec[2])(value)
        if kind == "subclass of":
            base = getattr(__import__("builtins"), spec[1])
            value = {"int": 7, "str": "<f4", "tuple": (1, 0), "dict": {"shape": (2,)}, "list": [1, 0], "bytes": b"<f4",
                     "float": 1.0}[spec[1]]
            return self.derive(base, spec[2])(value)
        if kind == "metaclassed":
            return self.make_class("Metaclassed", (), {}, spec[1])()
        if kind == "tensor":
            return self.capsule(spec, use, keywords)
        if kind == "interface":
            return self.interface(spec, use)
        if kind == "table":
            return table(*spec[1:])
        if kind == "table answer":
            return self.table_answer(spec, args, use)
        if kind == "memory":
            return type("Memory", (), {spec[1]: self.build(spec[2]), "close": lambda memory, stream=None: self.close(spec)})()
        if kind == "namespace":
            return self.namespace(spec)
        raise AssertionError(kind)

    def close(self, spec):
        self.run(spec[3])
        if spec[4]:
            self.throw(spec[4])

    def derive(self, base, hooks):
        namespace = {hook[0]: self.hook(hook, base) for hook in hooks if hook[0] not in ("__missing__", "__call__")}
        if "__eq__" in namespace and "__hash__" not in namespace and base not in (dict, list):
            namespace["__hash__"] = base.__hash__
        return type("Derived" + base.__name__, (base,), namespace)

    def foreign_capsule(self):
        return producers.make_capsule(ctypes.addressof(ARENA), b"something else", None)

    def namespace(self, spec):
        if spec[1] == "none":
            return types.SimpleNamespace()
        if spec[1] == "strange":
            return types.SimpleNamespace(from_dlpack=self.build(spec[2]))
        if spec[1] == "raise":
            return types.SimpleNamespace(from_dlpack=lambda *a, **k: self.throw(spec[3]))
        return types.SimpleNamespace(from_dlpack=lambda x, **k: x)

    # -- answers ---------------------------------------------------------------------------------------------------------
    def make_tensor(self, spec, versioned, owner=None):
        """A managed tensor and what an honest decoding of it is."""
        fields = dict(spec[1])
        fields["device"] = self.moved.get(owner, fields["device"])
        shape, code = fields["shape"], fields["dtype"]
        strides = fields["strides"]
        if strides == "even":
            strides = tuple(2 * s for s in producers.dense_strides(shape or ()))
        elif strides == "dense":
            strides = producers.DENSE
        if fields["versioned"] is not None:
            versioned = fields["versioned"]
        more = {name: fields[name] for name in ("ndim", "version", "deleter") if name in fields}
        data = fields.get("data", ARENA_AT)
        tensor = producers.Tensor(shape, code, strides, versioned=versioned, memory=ARENA, data=data, device=fields["device"],
                                  byte_offset=fields["offset"], flags=fields["flags"], on_delete=lambda t: self.deleted(spec), **more)
        tensor.spec, tensor.offered, tensor.taken = spec, False, 0
        self.tensors.append(tensor)
        if shape is not None and "ndim" not in fields:
            steps = producers.dense_strides(shape) if strides is producers.DENSE else strides
            steps = None if steps is None else [{s} for s in steps]
            self.given.append(Expected("dlpack", {data + fields["offset"]}, code, None, [{n} for n in shape], steps, fields["device"]))
        else:
            tensor.odd = True
            if not fields.get("ndim"):  # shape NULL with no axes: a number
                self.given.append(Expected("dlpack", {data + fields["offset"]}, code, None, [], [], fields["device"]))
        return tensor

    def deleted(self, spec):
        self.quiet += 1
        armed, self.armed = self.armed, self.armed or bool(spec[4])
        try:
            self.run(spec[4])
        except BaseException as error:  # ctypes would print it
            self.say(f"the deleter raised {class_of(error)}")
        finally:
            self.armed = armed
            self.quiet -= 1

    def capsule(self, spec, use, keywords):
        if spec[5] and id(spec) in self.cached:  # the same capsule again
            return self.cached[id(spec)]
        version = keywords.get("max_version")
        tensor = self.make_tensor(spec, type(version) is tuple and version >= (1, 0), use.owner if use else None)
        tensor.offered = True
        capsule = tensor.capsule(producers.DENSE if spec[3] == "fresh" else spec[3], spec[2])
        tensor.own_capsule = spec[2] == "spec" and spec[3] == "fresh"
        if spec[5]:
            self.cached[id(spec)] = capsule
            self.lasting += self.given[-1:]
        return capsule

    def table_answer(self, spec, args, use):
        _, tensor_spec, result, exception = spec
        address = args[0]
        tensor_spec = ("tensor", tuple((k, None if k == "versioned" else v) for k, v in tensor_spec[1])) + tensor_spec[2:]
        tensor = self.make_tensor(tensor_spec, True, use.owner)
        if use.name == "own":
            if tensor.struct.deleter:
                producers._held[tensor.address] = tensor
            tensor.offered = result == 0
            ctypes.c_void_p.from_address(address).value = tensor.address
        else:
            ctypes.memmove(address, ctypes.addressof(tensor.struct if not tensor.versioned else tensor.struct.dl_tensor),
                           ctypes.sizeof(producers.DLTensor))
        if exception is not None:
            error = self.make_exception(exception)
            self.thrown.append(error)
            self.raised.append(error)
            return (result, error)
        return result

    def interface(self, spec, use):
        _, kind, keys, key_hooks, entries, hooks = spec
        if kind == "cached" and id(spec) in self.cached:
            made = self.cached[id(spec)]
        else:
            armed, self.armed = self.armed, False  # hashing our own keys is no attack
            cls = dict
            if kind == "weak":
                cls = type("WeakDict", (dict,), {"__slots__": ("__weakref__",)})
            elif kind == "hooked":
                cls = type("HookedDict", (dict,), {hook[0]: self.hook(hook, dict) for hook in hooks})
            made = cls()
            key_class = self.derive(str, key_hooks) if keys == "subclass" else str
            for key, value in entries:
                dict.__setitem__(made, key if keys == "literal" else key_class(fresh(key)), self.build(value))
            self.armed = armed
            if kind in ("weak", "hooked"):
                self.dicts.append(weakref.ref(made))
            marker = dict.get(made, "data") if keys == "literal" else None
            if type(marker) is tuple:
                self.markers = [marker]
            if kind == "cached":
                self.cached[id(spec)] = made
        before = len(self.given)
        self.expect_interface(dict(entries))
        if use is None:  # a value that is there whenever somebody looks
            self.lasting += self.given[before:]
        return made

    def expect_interface(self, entries):
        """Registers what the dict says, read as Python would; nothing where that is no array."""
        shape, data = entries.get("shape"), entries.get("data")
        if shape and shape[0] == "subclass" and shape[1][0] == "tuple":
            shape = shape[1]
        if shape and shape[0] == "tuple":
            extents = [self.numbers(item) for item in shape[1]]
        else:
            extents = self.strange_extents(shape)
        if extents is None:
            return
        typestr = entries.get("typestr")
        while typestr and typestr[0] == "subclass":
            typestr = typestr[1]
        code = itemsize = None
        if typestr and typestr[0] == "text":
            code, itemsize = dict(DTYPES).get(typestr[1]), 4
        elif typestr and STRANGE[typestr[1] if typestr[0] == "strange" else 0][0] == "a str":
            code = (2, 32, 1)
        elif typestr is None or typestr[0] != "subclass of":
            return
        else:
            code = (2, 32, 1)
        size = code[1] // 8 if code else 4
        strides = entries.get("strides")
        while strides and strides[0] == "subclass":
            strides = strides[1]
        if strides is None or strides[0] == "none" or (strides[0] == "strange" and STRANGE[strides[1]][0] == "None"):
            steps = None
        elif strides[0] == "tuple":
            steps = [{n // size for n in self.numbers(item) if n % size == 0} for item in strides[1]]
        else:
            steps = None if not extents else [{0, 1}] * len(extents)
        addresses = None
        while data and data[0] == "subclass":
            data = data[1]
        if data and data[0] == "tuple":
            addresses = self.numbers(data[1][0])
        self.given.append(Expected("interface", addresses or None, code, itemsize, extents, steps))
        if steps is not None:  # a dict that is emptied while it is read may lose its strides
            self.given.append(Expected("interface, emptied", addresses or None, code, itemsize, extents, None))

    @staticmethod
    def strange_extents(spec):
        if not spec or spec[0] not in ("strange", "subclass of"):
            return None
        name = STRANGE[spec[1]][0] if spec[0] == "strange" else spec[1]
        return {"()": [], "[]": [], "(1, 0)": [{1}, {0}], "[1, 0]": [{1}, {0}], "(1, 0, 0)": [{1}, {0}, {0}], "tuple": [{1}, {0}],
                "list": [{1}, {0}]}.get(name)

    def asked(self, owner, obj, keywords):
        """Somebody calls __dlpack__: of a CUDA array never without a stream (B91)."""
        if self.devices[owner] == (2, 0) and "stream" not in keywords and self.armed and not self.loose and not self.quiet:
            if "dl_device" not in keywords and self.plain_device(owner) and self.plan["types"][owner][1] is None:
                self.fail("__dlpack__ of a CUDA array was called without a stream (B91)")

    def plain_device(self, owner):
        """Does the type say where its arrays are in the plainest way, always the same, and nothing else?"""
        if self.plan["types"][owner][3] or self.plan["types"][owner][4] == "jaxlib.x":
            return False
        for attribute in self.plan["types"][owner][2]:
            if attribute[0] == "__dlpack_device__":
                honest = ((), ("value", ("tuple", (("int", 2), ("int", 0)))))
                return attribute[1] == "method" and (owner in self.moved or all(a == honest for a in attribute[2]))
        return False

    # -- types ------------------------------------------------------------------------------------------------------------
    def function(self, use, signature="any"):
        call = use.call
        return {"any": lambda self, *a, **k: call(self, *a, **k), "stream": lambda self, *, stream=None: call(self, stream=stream),
                "none": lambda self: call(self), "positional": lambda self, stream=None: call(self, stream=stream),
                "all": lambda self, *, stream=None, max_version=None, dl_device=None, copy=None:
                    call(self, stream=stream, max_version=max_version)}[signature]

    def provide(self, use, form, signature):
        """An attribute in one of its forms."""
        value_like = use.name in INTERFACES + ("dtype", "requires_grad")
        function = self.function(use, signature)
        get = function if value_like else (lambda obj: functools.partial(function, obj))
        if form in ("method", "static", "class method") and not value_like:
            return {"method": lambda f: f, "static": lambda f: staticmethod(functools.partial(f, None)),
                    "class method": classmethod}[form](function)
        if form in ("descriptor", "read-only descriptor"):
            namespace = {"__get__": lambda descriptor, obj, cls=None: descriptor if obj is None else get(obj)}
            if form == "read-only descriptor":
                namespace["__set__"] = lambda descriptor, obj, value: missing("read-only")
            descriptor = type("Descriptor", (), namespace)()
            self.descriptors.append((use, descriptor, type(descriptor)))
            return descriptor
        if form == "partial":
            return functools.partial(function, None)
        if form == "callable":
            return type("Callable", (), {"__call__": lambda callable, *a, **k: use.call(None, *a, **k)})()
        return property(get)

    def make_type(self, index, spec):
        base_name, meta, attributes, hooked, module = spec
        base = self.base(base_name, index)
        namespace, elsewhere = {"__module__": module}, []
        for name, form, answers, extra in attributes:
            if form == "value":
                namespace[name] = self.build(answers)
                continue
            use = Use(self, index, name, answers)
            self.uses.append(use)
            if form in ("instance", "getattr"):
                use.on_type = False
                elsewhere.append((form, use))
            else:
                namespace[name] = self.provide(use, form, extra)
        if any(form == "getattr" for form, _ in elsewhere):
            offered = {use.name: use for form, use in elsewhere if form == "getattr"}

            def lookup(obj, name):
                use = offered.get(name)
                if use is None:
                    raise AttributeError(name)
                return use.call(obj) if name in INTERFACES + ("dtype", "requires_grad") else functools.partial(use.call, obj)

            namespace["__getattr__"] = lookup
        for name, acts, outcome in hooked:
            if name in ("__getattribute__", "__class__", "__name__"):
                namespace[name] = self.special(name, acts, outcome, base)
            elif name != "__getattr__" or name not in namespace:
                namespace[name] = self.hook((name, acts, outcome), base)
        if "__eq__" in namespace and "__hash__" not in namespace:
            namespace["__hash__"] = None
        if "__del__" in namespace:
            namespace["__del__"] = self.hook(next(h for h in hooked if h[0] == "__del__"), object)
        try:
            cls = self.make_class(f"Type{index}", (base,) if base is not object else (), namespace, meta)
        except TypeError as error:  # two metaclasses that do not fit
            self.say(f"no such class: {error}")
            cls = self.make_class(f"Type{index}", (), {k: v for k, v in namespace.items()}, None)
        cls_elsewhere = [use for form, use in elsewhere if form == "instance"]
        return cls, cls_elsewhere

    def special(self, name, acts, outcome, base):
        calls = [0]

        def method(obj, *args):
            if self.armed:
                self.say(f"{name} {args}")
                self.run(acts)
                calls[0] += 1
                if outcome[0] == "raise" and calls[0] > outcome[2]:
                    self.throw(outcome[1])
            if name == "__getattribute__":
                return base.__getattribute__(obj, *args)
            return type(obj) if name == "__class__" else "a name"

        return method if name == "__getattribute__" else property(method)

    def base(self, name, index):
        if name == "previous":
            return self.types[index - 1] if index else object
        return {"object": object, "bytes": bytes, "bytearray": bytearray, "array": array.array, "ctypes": ctypes.c_int * 4, "dict": dict,
                "tuple": tuple, "str": str, "int": int, "list": list, "exception": Exception, "type": type,
                "View": object, "ex.Array": ex.Array}[name]

    def make_object(self, cls, spec, elsewhere):
        base = self.base(spec[0], 0) if spec[0] != "previous" else object
        try:
            if issubclass(cls, bytes) or issubclass(cls, bytearray):
                obj = cls(bytes(range(16)))
            elif issubclass(cls, array.array):
                obj = cls("f", [1, 2, 3])
            elif issubclass(cls, type):
                obj = cls("Instance", (), {})
            elif issubclass(cls, ex.Array):
                obj = cls(ARENA_AT, "float32", (2, 3))
                for ptr in ({ARENA_AT}, None):  # None: a copy
                    self.lasting.append(Expected("own", ptr, (2, 32, 1), 4, [{2}, {3}], None))
            elif issubclass(cls, dict) or issubclass(cls, list):
                obj = cls()
            elif base is tuple:
                obj = cls((1, 0))
            else:
                obj = cls(7) if base is int else cls("float32") if base is str else cls()
        except TypeError as error:
            self.say(f"no instance: {error}")
            obj = object.__new__(type("Plain", (), {}))
        for use in elsewhere:
            value = lambda *a, use=use, **k: use.call(None, *a, **k)
            try:
                GENERIC_SET(obj, use.name, value)
            except (AttributeError, TypeError):
                pass
        return obj

    # -- what code of the producer does ------------------------------------------------------------------------------------
    def run(self, acts):
        for act in acts:
            if self.depth > 4:
                return
            self.say(f"act: {act[0]} {act[1] if len(act) > 1 and type(act[1]) is int else ''}")
            self.effects += 1
            getattr(self, "act_" + act[0].replace(" ", "_").replace("__", ""))(*act[1:])

    def act_reenter(self, intake):
        try:
            self.take(intake)
        except Failure:
            raise
        except BaseException as error:
            self.forgive(error)

    def act_reenter_and_let_it_out(self, intake):
        self.take(intake)

    current = None  # the world that is being played

    @classmethod
    def heard(cls, info):
        """What cannot be raised where it happened was handed to sys.unraisablehook: told of, not swallowed."""
        if cls.current is not None and cls.current() is not None:
            cls.current().forgive(info.exc_value)

    def forgive(self, error):
        """It ends here, as its producer wants."""
        self.raised[:] = [e for e in self.raised if e is not error]

    def act_thread(self, intake):
        loose, self.loose = self.loose, True

        def main():
            try:
                self.take(intake)
            except BaseException as error:
                self.forgive(error)

        thread = threading.Thread(target=main)
        thread.start()
        thread.join()
        self.loose = loose

    def act_deep(self, intake):
        def down(n):
            if n:
                return down(n - 1)
            try:
                self.take(intake)
            except BaseException as error:
                self.forgive(error)
                raise RecursionError("deep") from None

        limit = sys.getrecursionlimit()
        frames, frame = 0, sys._getframe()
        while frame:
            frames, frame = frames + 1, frame.f_back
        sys.setrecursionlimit(frames + 60)
        raised = list(self.raised)
        try:
            down(40)
        except RecursionError:
            pass
        finally:
            sys.setrecursionlimit(limit)
            self.raised[:] = raised

    def reachable_dicts(self):
        return [d for d in (ref() for ref in self.dicts) if d is not None]

    def act_clear_dicts(self, i):
        for made in self.reachable_dicts():
            dict.clear(made)

    def act_clear_dicts_and_junk(self, i):
        self.act_clear_dicts(i)
        self.act_junk(i)

    def act_clear_referrers(self, i):
        for marker in self.markers:
            for referrer in gc.get_referrers(marker):
                if isinstance(referrer, dict) and "typestr" in [k for k in dict.keys(referrer) if type(k) is str]:
                    dict.clear(referrer)
        self.markers = []
        self.act_junk(i)

    def act_mutate_dicts(self, i):
        for made in self.reachable_dicts():
            for key in list(dict.keys(made)):
                if type(key) is str:
                    dict.__setitem__(made, key, None)
        self.act_junk(i)

    def act_junk(self, i):
        """Takes the memory of what was just freed."""
        self.junk = [("%d" % n, [n, n + 1, n + 2], {"n": n}, tuple(range(n % 5)), float(n), bytearray(n)) for n in range(40)]

    def current_stream(self, device_type, device_id):
        """What the exchange tables of the test module ask."""
        self.say("current_work_stream")
        if type(self.plan["stream"]) is tuple:
            self.throw(self.plan["stream"])
        return self.plan["stream"]

    def take_away(self, i, name):
        for use in self.uses:
            if use.owner == i and use.name == name and use.gone is None and use.on_type:
                use.gone = self.steps_done

    def act_delete(self, i, name, _):
        try:
            type.__delattr__(self.types[i], name)
            self.take_away(i, name)
        except (AttributeError, TypeError):
            pass

    def act_replace(self, i, name, spec):
        try:
            value = self.build(spec)
            if spec[0] == "interface":
                use = Use(self, i, name, (((), ("value", spec)),))
                self.uses.append(use)
                value = self.provide(use, "property", "any")
            type.__setattr__(self.types[i], name, value)
        except (AttributeError, TypeError):
            return
        for use in self.uses[:-1] if spec[0] == "interface" else self.uses:
            if use.owner == i and use.name == name and use.gone is None and use.on_type:
                use.gone = self.steps_done

    def act_instance(self, i, name, spec):
        try:
            GENERIC_SET(self.objects[i], name, self.build(spec))
        except (AttributeError, TypeError):
            pass

    def act_swap_class(self, i):
        try:
            object.__dict__["__class__"].__set__(self.objects[i], type("Other", (), {}))
        except TypeError:
            pass

    def act_swap_descriptor_class(self, i):
        for use, descriptor, _ in self.descriptors:
            if use.owner == i:
                descriptor.__class__ = type("NoDescriptor", (), {})
                use.gone = self.steps_done if use.gone is None else use.gone

    def act_strip_get(self, i):
        for use, descriptor, cls in self.descriptors:
            if use.owner == i and "__get__" in cls.__dict__:
                cls.kept = cls.__dict__["__get__"]
                del cls.__get__
                use.gone = self.steps_done if use.gone is None else use.gone

    def act_restore_get(self, i):
        for use, descriptor, cls in self.descriptors:
            if use.owner == i and "kept" in cls.__dict__:
                cls.__get__ = cls.__dict__["kept"]
                use.gone = None

    def act_clear_cache(self, i):
        clear_cache()

    def act_collect(self, i):
        gc.collect()

    def act_rebirth(self, i, count):
        """The type goes, with its objects, and others come, perhaps to the same address."""
        spec = self.plan["types"][i]
        inherited = any(other[0] == "previous" for other in self.plan["types"])
        for use in self.uses:
            if use.owner == i and use.gone is None and not inherited:
                use.gone = self.steps_done
        self.descriptors = [d for d in self.descriptors if d[0].owner != i]
        self.types[i] = self.objects[i] = None
        self.watched = [w for w in self.watched if w[0] != i]
        gc.collect()
        for _ in range(count):
            self.junk.append(self.make_type(i, spec)[0])
        if count > 2:
            self.junk = []
        cls, elsewhere = self.make_type(i, spec)
        self.types[i] = cls
        self.objects[i] = self.make_object(cls, spec, elsewhere)

    def act_move(self, i, how):
        """The array goes to another device; its type stays."""
        self.moved[i] = self.devices[i] = ((1, 0), (2, 0), (2, 0))[how]

    def act_stub_numpy(self, spec):
        kind, exception, meta = spec
        self.numpy_raises = kind == "raises"
        module = types.ModuleType("numpy")
        world = self
        if kind == "raises":
            module = type("Module", (types.ModuleType,), {"ndarray": property(lambda m: world.throw(exception))})("numpy")
        elif kind == "none module":
            module = None
        elif kind != "no attribute":
            module.ndarray = {"plain class": lambda: type("ndarray", (), {}), "own type": lambda: self.types[0],
                              "subclass of own type": lambda: type("ndarray", (), {}),
                              "buffer type": lambda: type("ndarray", (bytearray,), {}), "int": lambda: 7, "instance": lambda: object(),
                              "metaclass": lambda: self.make_class("ndarray", (), {}, meta), "bytearray": lambda: bytearray,
                              "bytes": lambda: bytes, "array.array": lambda: array.array}[kind]()
        sys.modules["numpy"] = module

    def act_no_numpy(self, i):
        sys.modules.pop("numpy", None)

    def act_raise(self, spec):
        self.throw(spec)

    def act_resize(self, i):
        for obj in self.objects:
            if isinstance(obj, (bytearray, array.array)):
                try:
                    obj.extend(b"12345678" * 100 if isinstance(obj, bytearray) else [1.0] * 100)
                except (BufferError, TypeError):
                    pass

    def act_let_views_go(self, i):
        kept, self.kept = self.kept, []
        for view in kept:
            view.release()

    def act_bases(self, i):
        try:
            type.__dict__  # what __bases__ does runs mro() of the metaclass
            self.types[i].__bases__ = (type("NewBase", (), {}),)
        except (TypeError, AttributeError, MemoryError):
            pass
        except BaseException as error:  # from mro(): ours
            self.forgive(error)

    def act_forget(self, i):
        clear_cache()

    def act_keep(self, i):
        self.junk.append(self.objects[i])

    def act_garbage(self, i, what):
        """From now on to the end of the call any allocation may run code of the producer: a destructor of garbage."""
        def last_words(obj):
            self.quiet += 1
            try:
                self.run(((what, i), ("junk", i)))
            finally:
                self.quiet -= 1

        for _ in range(3):
            garbage = type("Garbage", (), {"__del__": last_words})()
            garbage.itself = garbage
        gc.set_threshold(1)
        gc.enable()

    def act_consume(self, i):
        """Somebody else takes what was cached."""
        for cached in list(self.cached.values()):
            if type(cached) is type(self.foreign_capsule()):
                try:
                    self.kept.append(cu.capsule(cached, flags=cu.TRUST_PRODUCER))
                except BaseException as error:
                    self.forgive(error)

    # -- steps -------------------------------------------------------------------------------------------------------------
    def flags(self, names):
        return functools.reduce(lambda a, n: a | getattr(cu, n, 0), names, 0)

    def attempt(self, what, call, flags=0, obj=None):
        """One call of the library under test, and all that must hold of its outcome."""
        raised, given, armed, loose = len(self.raised), len(self.given), self.armed, self.loose
        self.depth += 1
        self.armed = True
        self.say(what)
        outcome = error = None
        self.markers = []  # values of the answers
        effects, count = self.effects, sys.getrefcount(obj)
        try:
            outcome = call()
        except Failure:
            raise
        except BaseException as e:
            error = e
        finally:
            self.armed = armed
            self.depth -= 1
            if not self.depth:
                gc.disable()
        mine, answers = self.raised[raised:], self.given[given:]
        self.check(what, outcome, error, mine, answers, flags)
        if error is None:
            del self.raised[raised:]
            self.say(f"-> {class_of(outcome)} {outcome.line if type(outcome) is cu.View else ''}")
            return outcome
        self.say(f"-> {class_of(error)}")
        for e in mine + [error]:
            BaseException.with_traceback(e, None)
            BaseException.__dict__["__context__"].__set__(e, None)
            BaseException.__dict__["__cause__"].__set__(e, None)
        if effects == self.effects and not mine and not self.loose and any(obj is o for o in self.objects if o is not None):
            self.markers = []
            if type(error) is AttributeError and hasattr(error, "obj"):
                error.obj = None  # which is the object, since Python 3.10
            after = sys.getrefcount(obj)
            if after != count:
                self.fail(f"{what}: {after - count:+d} references to the object after an error")
        if self.depth:
            self.raised[raised:] = [error]  # goes out through code of the producer
        else:
            self.raised.clear()
            self.given.clear()
        raise error

    def check(self, what, outcome, error, raised, answers, flags):
        if self.loose:
            raised = []
        serious = [e for e in raised if is_serious(e)]
        if error is None:
            if serious:
                self.fail(f"{what}: {class_of(serious[0])} of the producer was swallowed")
            if type(outcome) is cu.View:
                self.check_view(what, outcome, answers, flags)
            return
        ours = any(error is e for e in self.thrown)
        if serious and not any(error is e for e in serious) and not self.later_error(error, raised, serious):
            self.fail(f"{what}: {class_of(serious[0])} of the producer became {class_of(error)}")
        if not ours and isinstance(error, SystemError):
            self.fail(f"{what}: SystemError: {error}")
        if not ours and type(error) is AssertionError:
            self.fail(f"{what}: {error}")
        if not ours and is_serious(error) and not isinstance(error, MemoryError) and not raised and not self.loose:
            self.fail(f"{what}: {class_of(error)} from nowhere")

    @staticmethod
    def later_error(error, raised, serious):
        """Did code of the producer raise something else afterwards, which then is the one that counts?"""
        ids = [id(e) for e in raised]
        return id(error) in ids and ids.index(id(error)) > ids.index(id(serious[-1]))

    def check_view(self, what, view, answers, flags):
        protocol = view.protocol
        text = view.line
        if flags & cu.WRITE:
            if view.readonly:
                self.fail(f"{what}: read-only, but WRITE was asked for: {text}")
            if hasattr(cu, "ALLOW_UNPROVEN_WRITE"):
                if view.copied:
                    self.fail(f"{what}: a private copy for WRITE (B89): {text}")
                if protocol == "dlpack" and not flags & cu.ALLOW_UNPROVEN_WRITE and self.proves_nothing():
                    self.fail(f"{what}: WRITE was not proven (B90): {text}")
        if self.loose or protocol in ("buffer", "memory", "none"):
            if protocol == "none":
                self.fail(f"{what}: no view")
            return
        if not any(expected.fits(view) for expected in answers + self.lasting):
            self.fail(f"{what}: {text} is none of what was answered: {answers}")
            return
        if view.host_accessible and view.device_type == 1:
            span = sum((n - 1) * s for n, s in zip(view.shape, view.strides) if s > 0) * view.itemsize + view.itemsize
            below = sum((n - 1) * s for n, s in zip(view.shape, view.strides) if s < 0) * view.itemsize
            start = view.ptr - ctypes.addressof(ARENA)
            if 0 in view.shape or (0 <= start + below and start + span <= len(ARENA) and view.lanes == 1):
                self.check_bytes(what, view, start)

    def proves_nothing(self):
        """No object has a buffer, which would tell that it can be written."""
        return all(spec[0] == "object" and "__buffer__" not in [a[0] for a in spec[2]] for spec in self.plan["types"])

    def check_bytes(self, what, view, start):
        def walk(axis, at):
            if axis == len(view.shape):
                return bytes(ARENA[at:at + view.itemsize])
            step = view.strides[axis] * view.itemsize
            return b"".join(walk(axis + 1, at + i * step) for i in range(view.shape[axis]))

        expected = b"" if 0 in view.shape else walk(0, start)
        if view.tobytes() != expected:
            self.fail(f"{what}: other bytes than the memory has")

    def take(self, intake, obj=None, given=False):
        """An intake as planned; returns after the view was used, kept or dropped."""
        _, entry, i, options, after = intake
        if not given:
            obj = self.objects[i]
            self.last_intake = intake
        options = dict(options)
        names = options.pop("flags")
        flags = self.flags(names)
        keywords = dict(options, flags=flags)
        if keywords.get("stream", 0) < 0:
            keywords["stream"] += 1 << 64
        what = f"{entry}(object {i}, {', '.join(f'{k}={v}' for k, v in options.items())} {' | '.join(names)})"
        try:
            view = self.attempt(what, lambda: getattr(cu, entry)(obj, **keywords), flags, obj)
        except BaseException as error:
            if self.plan["theme"] == "honest":
                self.fail(f"{what}: an honest producer was refused: {class_of(error)}: {error}")
            raise
        if options.get("copy") == -1 and type(view) is cu.View and view.copied:
            self.fail(f"{what}: a private copy, although none was wanted (D17): {view.line}")
        if after == "keep":
            self.kept.append(view)
        elif after == "drop":
            pass
        elif after == "release in thread":
            view.release_in_thread()
        elif after in ("order", "finish"):
            try:
                getattr(view, after)(0x7000)
            except (RuntimeError, ValueError, BufferError):
                pass
            view.release()
        else:
            view.release()
            view.release()
        return view

    def step(self, step):
        kind, rest = step[0], step[1:]
        self.steps_done += 1
        self.raised.clear()
        self.given.clear()
        if self.verbose:
            print(f"step {self.steps_done}: {step}", flush=True)
        try:
            if kind == "intake":
                self.take(step)
            else:
                getattr(self, "step_" + kind.replace(" ", "_"))(*rest)
        except Failure:
            raise
        except BaseException as error:
            BaseException.with_traceback(error, None)
        self.raised.clear()
        self.given.clear()

    def step_again(self, count):
        for _ in range(count):
            if self.last_intake is not None:
                self.step(self.last_intake)

    def step_act(self, act):
        self.armed = True
        try:
            self.run((act,))
        finally:
            self.armed = False

    def step_loop(self, which, i, names):
        self.attempt(f"loop({which}, 3, object {i})", lambda: cu.loop(which, 3, self.objects[i], flags=self.flags(names)))

    def step_args(self, indices, names, shape, stream, _):
        objects = [self.objects[i] for i in indices]
        keep = getattr(cu, "BY_CAI", 0)
        flags = self.flags(n for n in names if n != "BY_CAI") & ~keep
        specs = [("x%d" % n, None, shape, flags, 0) for n in range(len(objects))]
        self.attempt(f"args({indices})", lambda: cu.args(objects, specs if shape else None, stream % (1 << 64)))

    def step_copy(self, indices, names, shape, stream, _):
        if hasattr(cu, "copy"):
            objects = [self.objects[i] for i in indices] * 2
            into = objects[0] if stream == 1 else bytearray(64)
            self.attempt(f"copy({indices})", lambda: cu.copy(into, objects[1]))

    def step_stream(self, i):
        self.attempt(f"stream(object {i})", lambda: cu.stream(self.objects[i]), 0, self.objects[i])

    def step_finish(self, i):
        self.attempt(f"finish(object {i})", lambda: cu.finish(self.objects[i], 0x7000))

    def step_allocate(self, i, size, how, retry):
        loose, self.loose = self.loose, how == "thread"  # there it comes back as a text
        self.attempt(f"allocate(object {i}, {size}, {how})", lambda: cu.allocate(self.objects[i], size, 0x7000, how, retry))
        self.loose = loose

    def step_empty(self, i, device, dtype, shape, stream, _):
        def call():
            made = ex.empty(self.objects[i], device, dtype, shape, stream % (1 << 64))
            return made.give(self.objects[i], stream % (1 << 64))

        self.attempt(f"empty(object {i}, {device}, {dtype}, {shape})", call)

    def step_give(self, i, device, dtype, shape, stream, _):
        made = ex.Array(ARENA_AT, "float32", shape, device=(1, 0))
        self.attempt(f"give(like object {i})", lambda: made.give(self.objects[i], stream % (1 << 64)))

    def step_take(self, i, device, dtype, shape, stream, protocol):
        def call():
            made = ex.take(self.objects[i], protocol, stream % (1 << 64))
            return made.give(self.objects[i], stream % (1 << 64))

        self.attempt(f"take(object {i}, {protocol}) and give", call)

    def step_plain(self, which, intake):
        value = STRANGE[which][1](self)
        self.say(STRANGE[which][0])
        self.take(intake, value, given=True)

    def step_ndarray(self, intake):
        """An instance of what the stand-in for NumPy calls an array."""
        stub = getattr(sys.modules.get("numpy"), "ndarray", None) if not self.numpy_raises else None
        if isinstance(stub, type):
            value = stub("f", [1]) if stub is array.array else self.objects[0] if stub is self.types[0] else stub()
            self.take(intake, value, given=True)

    def step_capsule(self, spec, intake, times):
        capsule = self.build(spec)
        expected = list(self.given)
        for _ in range(times):
            self.given[:] = []
            entry = ("intake", "capsule" if intake[1] not in ("view", "dlpack") else intake[1]) + intake[2:]
            try:
                start = len(self.given)

                def call(capsule=capsule):
                    return capsule

                self.take_with_answers(entry, capsule, expected)
            except Failure:
                raise
            except BaseException as error:
                BaseException.with_traceback(error, None)

    def take_with_answers(self, intake, obj, expected):
        """A capsule of which the answers came before the call."""
        original = self.check_view
        self.check_view = lambda what, view, answers, flags: original(what, view, answers + expected, flags)
        try:
            self.take(intake, obj, given=True)
        finally:
            del self.check_view

    def step_array_with_data(self, data, offset, intake):
        """An __array_interface__ over a buffer of anybody's."""
        shape = (2,)
        entries = dict(shape=shape, typestr="|u1", version=3, data=self.build(data), offset=self.build(offset))
        obj = types.SimpleNamespace(__array_interface__=entries)
        loose, self.loose = self.loose, True
        try:
            self.take(("intake", "array_interface") + intake[2:], obj, given=True)
        finally:
            self.loose = loose

    def step_consume(self, what, keywords, flags):
        """A consumer of our own arrays that asks for anything."""
        device = ((1, 0), (1, 0), (2, 0))[flags % 3]
        made = ex.Array(ARENA_AT, ("float32", "bfloat16", "int4", "bool")[flags % 4], (2, 4), device=device, readonly=flags >> 4 & 1)
        values = {name: self.build(value) for name, value in keywords}

        def call():
            if what == "__dlpack__":
                return made.__dlpack__(**values)
            if what == "__dlpack_device__":
                return made.__dlpack_device__()
            if what == "buffer":
                return ex.get_buffer(made, flags)
            if what == "capsule":
                return made.capsule(flags & 1, flags >> 1)
            if what == "move":
                return made.capsule_move(flags & 1, flags >> 1)
            return getattr(made, what)

        answer = self.attempt(f"{what}({', '.join(values)})", call)
        if type(answer) is type(self.foreign_capsule()):
            view = cu.capsule(answer, flags=cu.TRUST_PRODUCER | cu.ALLOW_LANES, stream=(1 << 64) - 1)
            view.release()

    def step_own_table(self, which, arguments, own):
        """The C functions of an own type's table, with NULL where a pointer has to be."""
        call_own_table(self, which, arguments, own)

    def step_forget(self, i):
        clear_cache()

    def step_threads(self, intakes, count):
        self.loose = True

        def main(intake):
            for _ in range(count):
                try:
                    self.take(intake)
                except BaseException:
                    pass

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        threads = [threading.Thread(target=main, args=(intake,)) for intake in intakes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        sys.setswitchinterval(interval)
        self.loose = False
        self.depth, self.armed, self.quiet = 0, False, 0

    def step_tags(self, i, more, spec):
        """Version tags of types begin again after sys._clear_type_cache() on Python 3.9 and 3.10 (B86)."""
        clear_cache()
        cls = self.types[i] = type("Tagged", (), {})
        self.objects[i] = cls()
        self.act_replace(i, "__cuda_array_interface__", spec)
        intake = ("intake", "view", i, (("flags", ("TRUST_PRODUCER",)),), "use")
        self.new_versions(i, 200, None)  # the tags before this one go to others afterwards
        self.step(intake)
        self.step(intake)
        tag = version_tag(cls)
        clear_cache()
        self.act_replace(i, "__cuda_array_interface__", spec)
        gc.collect()
        self.new_versions(i, 1000, tag)
        self.act_junk(i)
        for _ in range(1 + more):
            self.step(intake)

    def new_versions(self, i, count, until):
        """A look-up is what gives a type its next version."""
        for n in range(count):
            self.types[i].dummy = n
            hasattr(self.objects[i], "nothing")
            if until is not None and version_tag(self.types[i]) == until:
                return

    def step_witness(self, kind, again):
        """Between all that, an honest producer is taken as it is."""
        obj, expected = self.witness(kind)
        intake = ("intake", "view", 0, (("flags", ("TRUST_PRODUCER",)), ("stream", -1)), "use")
        for _ in range(1 + again):
            failures, self.raised[:] = len(self.failures), []
            try:
                self.take(intake, obj, given=True)
            except Failure:
                raise
            except BaseException as error:
                if not self.numpy_raises:
                    self.fail(f"an honest producer ({kind}) was refused: {class_of(error)}: {error}")

    def witness(self, kind):
        name = ("__dlpack__", "__cuda_array_interface__", "__array_interface__", "__dlpack_c_exchange_api__")[kind]
        interface = ("interface", "plain", "literal", (), (("shape", ("tuple", (("int", 2), ("int", 3)))), ("typestr", ("text", "<f4")),
                                                           ("data", ("tuple", (("address", 8), ("bool", False)))), ("version", ("int", 3))), ())
        tensor = ("tensor", (("device", (1, 0)), ("dtype", (2, 32, 1)), ("flags", 0), ("offset", 8), ("shape", (2, 3)),
                             ("strides", "dense"), ("versioned", None)), "spec", "fresh", (), False)
        attributes = [(name, "property", (((), ("value", interface)),), "any")]
        if kind in (0, 3):
            attributes = [("__dlpack__", "method", (((), ("value", tensor)),), "any"),
                          ("__dlpack_device__", "method", (((), ("value", ("tuple", (("int", 1), ("int", 0))))),), "any")]
        if kind == 3:
            attributes += [("__dlpack_c_exchange_api__", "value", ("table", (1, 3), "", "dlpack_exchange_api"), None),
                           ("own", "method", (((), ("value", ("table answer", tensor, 0, None))),), "any")]
        self.devices.append((1, 0))
        cls, _ = self.make_type(len(self.devices) - 1, ("object", None, tuple(attributes), (), "__main__"))
        return cls(), None

    # -- a whole seed ------------------------------------------------------------------------------------------------------
    def play(self):
        World.current = weakref.ref(self)
        self.devices = [self.device_of(spec) for spec in self.plan["types"]]
        cu.set_stream_hook(self.current_stream)
        for index, spec in enumerate(self.plan["types"]):
            self.add(index, spec)
        for step in self.plan["steps"]:
            self.step(step)
        self.end()

    def add(self, index, spec):
        cls, elsewhere = self.make_type(index, spec)
        self.types.append(cls)
        self.objects.append(self.make_object(cls, spec, elsewhere))
        try:
            self.watched.append((index, weakref.ref(self.objects[index])))
        except TypeError:
            pass

    def device_of(self, spec):
        for attribute in spec[2]:
            if attribute[0] == "__dlpack__" and attribute[1] != "value":
                for _, outcome in attribute[2]:
                    if outcome[0] == "value" and outcome[1][0] == "tensor":
                        return dict(outcome[1][1])["device"]
        return (1, 0)

    def end(self):
        """Everything is let go, and must be gone."""
        self.armed = False
        cu.set_stream_hook(no_stream)
        sys.modules.pop("numpy", None)
        kept, self.kept = self.kept, []
        for view in kept:
            view.release()
        del kept
        self.cached.clear()
        self.junk, self.capsules, self.markers, self.raised, self.given, self.thrown = [], [], [], [], [], []
        self.types, self.objects, self.uses, self.descriptors, self.last_intake = [], [], [], [], None
        gc.collect()
        for _ in range(100):  # a deleter that ran just now may have kept another view
            if self.kept:
                self.kept.pop().release()
        gc.collect()
        for index, watched in self.watched:
            if watched() is not None:
                self.fail(f"object {index} is still there; it is held by {[class_of(r) for r in gc.get_referrers(watched())][:5]}")
        for tensor in self.tensors:
            if len(tensor.deleted) > 1:
                self.fail(f"a tensor was deleted {len(tensor.deleted)} times: {tensor.spec[1]}")
            if not tensor.deleted and tensor.offered and tensor.struct.deleter and getattr(tensor, "own_capsule", True):
                self.fail(f"a tensor was never given back: {tensor.spec[1]}")
        producers.drop(self.tensors)
        if producers.strays:
            self.fail(f"{len(producers.strays)} calls of a deleter for no tensor")
            producers.strays.clear()


TAG_OFFSETS = {(3, 9): 0x180, (3, 10): 0x180}


def version_tag(cls):
    """tp_version_tag, where its numbers are used again; sys._clear_type_cache does not make one return elsewhere."""
    offset = TAG_OFFSETS.get(sys.version_info[:2])
    return ctypes.c_uint.from_address(id(cls) + offset).value if offset and not hasattr(sys, "gettotalrefcount") else None


# The table of an own type, as a C library that got it finds it.
_own_array = None


def call_own_table(world, which, arguments, own):
    pointer = ctypes.c_void_p
    name = "__dlpack_c_exchange_api__"
    if name not in ex.Array.__dict__:
        ex.publish(ex.Array, "A")
    get = producers._capsule_pointer_of
    address = get(ex.Array.__dict__[name], b"dlpack_exchange_api")
    functions = (pointer * 7).from_address(address)  # version, prev_api, then the functions
    complaints = []
    complain = ctypes.CFUNCTYPE(None, pointer, ctypes.c_char_p, ctypes.c_char_p)(lambda context, kind, text: complaints.append(kind))
    out = (pointer * 2)()
    at = ctypes.addressof(out) if arguments & 1 else None
    array_ = ex.Array(ARENA_AT, "float32", (2, 3), stream=None)
    shape = (ctypes.c_int64 * 1)(2)
    prototype = producers.DLTensor(0, producers.DLDevice(1, 0), 1, producers.DLDataType(2, 32, 1), ctypes.addressof(shape), 0, 0)
    tensor = (ctypes.c_char * 256)()
    call = {"allocate": (2, (pointer, pointer, pointer, pointer),
                         (ctypes.addressof(prototype) if arguments & 2 else None, at, None, ctypes.cast(complain, pointer).value)),
            "export": (3, (pointer, pointer), (id(array_ if arguments & 4 else world.objects[0]), at)),
            "wrap": (4, (pointer, pointer), (None, at)),
            "lend": (5, (pointer, pointer), (id(array_ if arguments & 4 else world.objects[0]),
                                            ctypes.addressof(tensor) if arguments & 1 else None)),
            "stream": (6, (ctypes.c_int, ctypes.c_int, pointer), (2 if arguments & 2 else 1, 0, at))}[which]
    offset, types_, values = call
    # ctypes checks for an exception only with py_object results; a result of -1 is what tells
    function = ctypes.PYFUNCTYPE(ctypes.c_int, *types_)(functions[offset])
    honest = arguments & 1 and (which != "allocate" or arguments & 2) and which != "wrap"
    result = None

    def run():
        nonlocal result
        result = function(*values)
        return result

    world.attempt(f"own table: {which} {arguments}", run)
    if not honest and result == 0:
        world.fail(f"own table: {which} with NULL said that all is well")
    if honest and result == 0 and which in ("allocate", "export") and out[0]:
        deleter = producers.DLManagedTensorVersioned.from_address(out[0]).deleter
        ctypes.PYFUNCTYPE(None, pointer)(deleter)(out[0])


# ---------------------------------------------------------------------------------------------------------------- runs --
def play(seed_plan, verbose=False):
    """One run of a plan; what did not hold."""
    if hasattr(cu, "forget_state") and seed_plan["fresh memory"]:
        cu.forget_state()
        ex.forget_state()
    world = World(seed_plan, verbose)
    world.play()
    failures = world.failures
    del world
    gc.collect()
    return failures


# Not None, whose count CPython itself does not keep exactly.
SHARED = (True, False, 0, 1, 2, 3, -1, "", (), b"", int, str, tuple, dict, object, type, TypeError, BufferError, cu.View)


def measure(seed_plan, row, counts):
    """One more run; the row of counts gets what there is now.  Numbers of an array need no blocks."""
    play(seed_plan)
    clear_cache()  # which holds names
    gc.collect()
    width = 1 + len(SHARED)
    counts[row * width] = sys.getallocatedblocks()
    for column, shared in enumerate(SHARED):
        counts[row * width + 1 + column] = sys.getrefcount(shared)


def leaks(seed_plan):
    """What every repetition leaves behind; '' for nothing.  Looked at again before it counts: caches settle."""
    width = 1 + len(SHARED)
    counts = array.array("q", bytes(8 * REPEATS * width))
    growing = range(width)
    for _ in range(3):
        for row in range(REPEATS):
            measure(seed_plan, row, counts)
        steps = [[counts[row * width + k] - counts[(row - 1) * width + k] for row in range(2, REPEATS)] for k in range(width)]
        growing = [k for k in growing if min(steps[k]) > 0 or max(steps[k]) < 0]
        if not growing:
            return ""
    names = ("blocks",) + SHARED
    return ", ".join(f"{names[k]}: {steps[k]}" for k in growing)


def run_seed(seed, look_for_leaks, verbose=False):
    seed_plan = plan(seed)
    failures = play(seed_plan, verbose)
    if look_for_leaks and not failures and seed_plan["theme"] != "threads":
        left = leaks(seed_plan)
        if left:
            failures.append(f"leaks with every repetition: {left}")
    return failures


def describe(seed_plan, indent=0):
    for key, value in seed_plan.items():
        if key in ("types", "steps"):
            for n, item in enumerate(value):
                print(f"{key[:-1]} {n}: {item}")
        else:
            print(f"{key}: {value}")


def prepare():
    """Quiet where CPython would talk, and no garbage collection but ours."""
    sys.unraisablehook = World.heard
    threading.excepthook = lambda info: None
    sys.stderr.flush()
    gc.disable()
    for seed in (0, 4, 8, 20):  # what is imported or made once
        play(plan(len(THEMES) * 1000 + seed))
    gc.collect()
    gc.freeze()


def main(arguments):
    worker = "--worker" in arguments
    span = [a for a in arguments if not a.startswith("--")][0]
    faulthandler.enable()
    prepare()
    if ":" not in span:
        seed = int(span)
        describe(plan(seed))
        failures = run_seed(seed, False, verbose=True)
        failures = failures or run_seed(seed, True)
        for failure in failures:
            print("seed", seed, "failed:", failure)
        print("nothing wrong" if not failures else f"{len(failures)} failed")
        return 1 if failures else 0
    start, stop = map(int, span.split(":"))
    failed = 0
    for seed in range(start, stop):
        if worker:
            os.write(1, b"seed %d\n" % seed)
        faulthandler.dump_traceback_later(20, exit=True)
        for failure in run_seed(seed, seed % 8 == 0):
            failed += 1
            os.write(1, f"failed {seed} {failure}\n".encode(errors="backslashreplace"))
        faulthandler.cancel_dump_traceback_later()
    if not worker:
        print(f"{stop - start} seeds, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stdout.flush()
    cu.gcov_dump(), ex.gcov_dump()
    os._exit(status)  # without the interpreter's end: seeds are over, and what is left is not theirs
