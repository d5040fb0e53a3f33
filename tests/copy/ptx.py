"""The kernels' PTX, run by NumPy: one block of threads at a time, all threads with the lowest program counter together.

What a GPU would not forgive ends in an error: an address outside of the memory that was given, or no multiple of the access,
and two threads that touch one byte of shared memory, one of them to write it, without a barrier between them.  Only what the
kernels of copies are made of is known here.
"""
import re

import numpy as np

ONE = np.uint64(1)
COMPARE = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal}


class Wrong(Exception):
    """What a GPU would not do, or what this file does not know."""


def mask_of(width):
    return np.uint64((1 << width) - 1)


def as_signed(value, width):
    """Numbers of so many bits, as 64-bit signed ones."""
    shift = np.uint64(64 - width)
    return (value << shift).view(np.int64) >> np.int64(64 - width)


def shift_left(a, count, width):
    return np.where(count < width, a << np.minimum(count, np.uint64(63)), np.uint64(0)) & mask_of(width)


def shift_right(a, count, width, signed):
    if signed:
        return (as_signed(a, width) >> np.minimum(count, np.uint64(width - 1)).view(np.int64)).view(np.uint64) & mask_of(width)
    return np.where(count < width, a >> np.minimum(count, np.uint64(63)), np.uint64(0))


FLOATS = {16: np.float16, 32: np.float32, 64: np.float64}


def number_of(value, kind):
    """Registers as numbers of a type: "f32", "s64"."""
    width = int(kind[1:])
    if kind[0] == "f":
        return value.astype(f"u{width // 8}").view(FLOATS[width])
    return as_signed(value, width) if kind[0] == "s" else value & mask_of(width)


def towards_zero(x):
    """float32, rounded towards 0."""
    exact, near = x.astype(np.longdouble), x.astype(np.float32)
    return np.where(np.abs(near.astype(np.longdouble)) > np.abs(exact), np.nextafter(near, np.float32(0)), near)


def convert(value, how, to, from_):
    """cvt with a float on either side."""
    x, width = number_of(value, from_), int(to[1:])
    with np.errstate(all="ignore"):
        if to[0] == "f":
            if how not in ("rn", "rz") and (from_[0] != "f" or int(from_[1:]) > width) or how == "rz" and to != "f32":
                raise Wrong(f"no such conversion: {how} {to} {from_}")
            out = towards_zero(x) if how == "rz" else x.astype(FLOATS[width])
            return out.view(f"u{width // 8}").astype(np.uint64)
        if how != "rzi" or width < 32:
            raise Wrong(f"no such conversion: {how} {to} {from_}")
        info = np.iinfo(f"{'i' if to[0] == 's' else 'u'}{width // 8}")
        whole, last = np.trunc(x.astype(np.longdouble)), np.longdouble(info.max)
        out = np.clip(np.nan_to_num(whole, nan=0, posinf=last, neginf=np.longdouble(info.min)), np.longdouble(info.min), last)
        out = (out.astype(np.int64) if to[0] == "s" else out.astype(np.uint64)).view(np.uint64) & mask_of(width)
        nan = np.uint64(1 << (width - 1)) if "64" in to + from_ else np.uint64(0)  # as the PTX manual has it
        return np.where(np.isnan(x), nan, out)


def permute(a, b, how):
    both, out = b << np.uint64(32) | a, np.zeros_like(a)
    for i in range(4):
        digit = how >> np.uint64(4 * i) & np.uint64(15)
        byte = both >> np.uint64(8) * (digit & np.uint64(7)) & np.uint64(255)
        byte = np.where(digit & np.uint64(8), (byte >> np.uint64(7)) * np.uint64(255), byte)
        out |= byte << np.uint64(8 * i)
    return out


def parse(text):
    """(instructions, labels): each one (predicate or None, wanted, parts of its name, operands)"""
    body = text[text.index("{", text.index(".entry")) + 1:text.rindex("}")]
    code, labels = [], {}
    for line in re.sub(r"\{\s*\.reg \.pred q;", "", body).split("\n"):
        for part in line.split(";"):
            part = re.sub(r"^(\w+):", lambda m: labels.setdefault(m[1], len(code)) and "" or "", part.strip()).strip()
            if not part or part in ("{", "}") or part.startswith((".reg", ".shared", ".pragma")):
                continue
            found = re.match(r"(?:@(!?)(%?\w+)\s+)?([\w.]+)\s*(.*)$", part)
            operands = [tuple(x.strip() for x in vector[1:-1].split(",")) if vector else one.strip()
                        for vector, one in re.findall(r"(\{[^}]*\})|([^,{}]+)", found[4])]
            code.append((found[2], found[1] != "!", found[3].split("."), [x for x in operands if x]))
    return code, labels


TILE = 0x400  # where shared memory begins: not at 0 on every device


class Memory:
    """Bytes at an address."""

    def __init__(self, address, data):
        self.address, self.data = address, data

    def places(self, addresses, size):
        """Indices of `size` bytes at each address, or None: they are elsewhere."""
        at = addresses.astype(np.int64) - self.address
        if ((at < 0) | (at + size > self.data.size)).any():
            return None
        return at[:, None] + np.arange(size)


class Block:
    """One block of a grid."""

    def __init__(self, kernel, parameters, shared, memories, block, threads):
        self.code, self.labels = kernel
        self.parameters = Memory(0, np.frombuffer(parameters, np.uint8))
        self.shared = Memory(TILE, np.zeros(shared, np.uint8))
        self.memories, self.threads = memories, threads
        self.wrote, self.read = (np.full(shared, -1, np.int32) for _ in range(2))
        self.registers = {"%tid.x": np.arange(threads, dtype=np.uint64)}
        for name, value in (("%ctaid.x", block[0]), ("%ctaid.y", block[1]), ("%ctaid.z", block[2]), ("%ntid.x", threads),
                            ("p", 0), ("tile", TILE)):
            self.registers[name] = np.full(threads, value, np.uint64)

    def get(self, name, who):
        if isinstance(name, tuple):
            return [self.get(one, who) for one in name]
        if name in self.registers:
            return self.registers[name][who]
        if re.match(r"0[fd][0-9A-F]+$", name):
            return np.full(who.size, int(name[2:], 16), np.uint64)
        if re.match(r"-?(0x[0-9A-Fa-f]+|\d+)$", name):
            return np.full(who.size, int(name, 0) & (1 << 64) - 1, np.uint64)
        if name[0] != "%" and name != "q":
            raise Wrong(f"an unknown operand: {name}")
        return np.full(who.size, 0xDEADBEEFDEADBEEF, np.uint64)  # nvcc copies what is not there, too, but makes no use of it

    def put(self, name, who, value):
        if name not in self.registers:
            self.registers[name] = np.zeros(self.threads, np.uint64)
        self.registers[name][who] = value

    def find(self, space, address, who, size):
        base, _, offset = address[1:-1].partition("+")
        addresses = self.get(base, who) + np.uint64(int(offset or "0") & (1 << 64) - 1)
        if (addresses % np.uint64(size)).any():
            raise Wrong(f"{size} bytes at an address that is no multiple: {addresses[addresses % np.uint64(size) > 0][0]:#x}")
        for memory in {"param": [self.parameters], "shared": [self.shared], "global": self.memories}[space]:
            places = memory.places(addresses, size)
            if places is not None:
                return memory, places
        raise Wrong(f"{size} bytes at {addresses.min():#x}..{addresses.max():#x} are in no memory of {space}")

    def share(self, places, who, writes):
        """No other thread touched these bytes since the last barrier, if one of both writes."""
        threads = np.repeat(who[:, None], places.shape[1], 1).astype(np.int32)
        others = [self.wrote[places]] + ([self.read[places]] if writes else [])
        if any(((other != -1) & (other != threads)).any() for other in others):
            raise Wrong("two threads at one byte of shared memory without a barrier")
        if writes:
            self.wrote[places] = threads
            if (self.wrote[places] != threads).any():
                raise Wrong("two threads write one byte of shared memory at once")
        else:
            last = self.read[places]
            self.read[places] = np.where((last == -1) | (last == threads), threads, -2)
            if (self.read[places] != threads).any():
                self.read[places] = np.where(self.read[places] == threads, threads, -2)

    def load(self, name, operands, who):
        count, width = (int(name[2][1]) if name[2:] and name[2][0] == "v" else 1), int(name[-1][1:]) // 8
        memory, places = self.find(name[1] if name[2:] else "global", operands[1], who, count * width)  # a generic address
        if memory is self.shared:
            self.share(places, who, False)
        values = memory.data[places].reshape(who.size, count, width)
        for k, register in enumerate(operands[0] if count > 1 else [operands[0]]):
            wide = np.zeros((who.size, 8), np.uint8)
            wide[:, :width] = values[:, k]
            self.put(register, who, wide.view(np.uint64)[:, 0])

    def store(self, name, operands, who):
        count, width = (int(name[2][1]) if name[2:] and name[2][0] == "v" else 1), int(name[-1][1:]) // 8
        memory, places = self.find(name[1] if name[2:] else "global", operands[0], who, count * width)
        if memory is self.shared:
            self.share(places, who, True)
        registers = operands[1] if count > 1 else [operands[1]]
        values = [self.get(register, who).reshape(-1, 1).copy().view(np.uint8)[:, :width] for register in registers]
        memory.data[places] = np.concatenate(values, 1)

    def atomic(self, name, operands, who):
        """atom.and or atom.or of words; of what was there no use is made."""
        memory, places = self.find("global", operands[1], who, 4)
        words = memory.data[:memory.data.size // 4 * 4].view(np.uint32)
        if (places[:, 0] % 4).any():
            raise Wrong("memory that does not begin at a word")
        {"and": np.bitwise_and, "or": np.bitwise_or}[name[1]].at(words, places[:, 0] // 4, self.get(operands[2], who).astype(np.uint32))

    def result(self, name, a, width, signed):
        """Of an instruction that is nothing but arithmetic."""
        what, kind, mask = name[0], name[-1], mask_of(width)
        if kind == "f64" and what in ("mul", "neg"):
            with np.errstate(all="ignore"):
                x = number_of(a[0], kind)
                return (-x if what == "neg" else x * number_of(a[1], kind)).view(np.uint64)
        if what in ("add", "sub"):
            return (a[0] + a[1] if what == "add" else a[0] - a[1]) & mask
        if what in ("mul", "mad"):
            if name[1] == "hi":
                return (a[0] * a[1] >> np.uint64(32)) + (a[2] if what == "mad" else np.uint64(0)) & mask
            if name[1] == "wide":
                x, y = (as_signed(v, width).view(np.uint64) if signed else v & mask for v in a[:2])
                return (x * y + (a[2] if what == "mad" else np.uint64(0))) & mask_of(2 * width)
            return (a[0] * a[1] + (a[2] if what == "mad" else np.uint64(0))) & mask
        if what == "rem":
            return a[0] % a[1]
        if what in ("and", "or", "xor"):
            return {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}[what](a[0], a[1]) & mask
        if what == "not":
            return ~a[0] & mask
        if what == "neg":
            return (np.uint64(0) - a[0]) & mask
        if what == "shl":
            return shift_left(a[0], a[1], width)
        if what == "shr":
            return shift_right(a[0], a[1], width, signed)
        if what == "setp" and name[-1][0] == "f":
            x, y = (number_of(v, name[-1]) for v in a)
            unordered = np.isnan(x) | np.isnan(y)
            if name[1] == "nan":
                return unordered.astype(np.uint64)
            result = COMPARE[name[1][:2]](x, y)
            return (result | unordered if name[1][2:] == "u" else result & ~unordered).astype(np.uint64)
        if what == "setp":
            x, y = (as_signed(v, width) if signed else v & mask for v in a)
            return COMPARE[name[1]](x, y).astype(np.uint64)
        if what == "selp":
            return np.where(a[2] != 0, a[0], a[1]) & mask
        if what in ("min", "max"):
            x, y = (as_signed(v, width) if signed else v for v in a)
            return (np.minimum if what == "min" else np.maximum)(x, y).astype(np.int64 if signed else np.uint64).view(np.uint64) & mask
        if what == "cvt" and "f" in name[-1] + name[-2]:
            return convert(a[0], name[1], name[-2], name[-1])
        if what == "cvt":
            return (as_signed(a[0], width).view(np.uint64) if signed else a[0] & mask) & mask_of(int(name[-2][1:]))
        if what == "prmt":
            return permute(*a)
        if what == "shf":
            both = a[1] << np.uint64(32) | a[0]
            count = np.minimum(a[2], np.uint64(32)) if name[2] == "clamp" else a[2] & np.uint64(31)
            return (both >> count if name[1] == "r" else both << count >> np.uint64(32)) & mask
        if what == "bfi":
            field = (ONE << a[3]) - ONE
            return (a[1] & ~(field << a[2]) | (a[0] & field) << a[2]) & mask
        raise Wrong(f"an unknown instruction: {'.'.join(name)}")

    def step(self, name, operands, who):
        if name[0] == "ld":
            self.load(name, operands, who)
        elif name[0] == "st":
            self.store(name, operands, who)
        elif name[0] == "atom":
            self.atomic(name, operands, who)
        elif name[0] == "mov" and (isinstance(operands[0], tuple) or isinstance(operands[1], tuple)):
            wide, parts = operands if isinstance(operands[1], tuple) else operands[::-1]
            each = np.uint64(int(name[1][1:]) // len(parts))
            if isinstance(operands[1], tuple):
                values = self.get(parts, who)
                self.put(wide, who, sum(value << each * np.uint64(k) for k, value in enumerate(values)))
            else:
                value = self.get(wide, who)
                for k, part in enumerate(parts):
                    self.put(part, who, value >> each * np.uint64(k) & mask_of(int(each)))
        elif name[0] != "prefetch":
            kind = name[-1]
            width = 1 if kind == "pred" else int(kind[1:])
            values = [self.get(operand, who) for operand in operands[1:]]
            if name[0] not in ("shl", "shr", "shf", "bfi", "mul", "mad", "cvt", "selp"):
                values = [value & mask_of(width) for value in values]
            self.put(operands[0], who, values[0] if name[0] == "mov" else self.result(name, values, width, kind[0] == "s"))

    def run(self):
        end = len(self.code)
        at, waits = np.zeros(self.threads, np.int64), np.zeros(self.threads, bool)
        while True:
            ready = (at < end) & ~waits
            if not ready.any():
                if not waits.any():
                    return
                if (at[~waits] < end).any() or not (waits == (at < end)).all():
                    raise Wrong("a barrier that not all threads reach")
                waits[:] = False
                self.wrote[:] = self.read[:] = -1
                continue
            here = int(at[ready].min())
            predicate, wanted, name, operands = self.code[here]
            group = np.nonzero(ready & (at == here))[0]
            at[group] = here + 1
            who = group
            if predicate:
                who = group[(self.get(predicate, group) != 0) == wanted]
                if who.size == 0:
                    continue
            if name[0] == "bra":
                at[who] = self.labels[operands[0]]
            elif name[0] == "ret":
                at[who] = end
            elif name[0] == "bar":
                waits[who] = True
            else:
                self.step(name, operands, who)


def launch(text, parameters, grid, threads, shared, memories, most=None):
    """As cuLaunchKernel: `parameters` in bytes, `memories` all that the kernel may touch; `most`: so many blocks, evenly spread."""
    kernel, count = parse(text), grid[0] * grid[1] * grid[2]
    for n in range(count) if most is None or count <= most else {i * (count - 1) // (most - 1) for i in range(most)}:
        block = n % grid[0], n // grid[0] % grid[1], n // grid[0] // grid[1]
        Block(kernel, parameters, shared, memories, block, threads).run()
