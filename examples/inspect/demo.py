# inspect_arrays.c has the command that builds it and runs this.
"""Shows what cucore makes of the arrays of every library that is installed, and checks each against the library's
own attributes.  Exit status 0 when every row is right."""
import array
import sys
import warnings

import inspect_arrays

CPU, CUDA, PINNED, MANAGED = 1, 2, 3, 13
DEVICES = {CPU: "cpu", CUDA: "cuda", PINNED: "pinned", MANAGED: "managed"}


class Row:
    """An object and what it says of itself: the oracle."""

    def __init__(self, name, obj, dtype, shape, strides, pointer, protocols, readonly=False, device=(CPU, -1)):
        self.name, self.obj = name, obj
        self.expected = {"dtype": dtype, "shape": tuple(shape), "strides": strides, "pointer": pointer,
                         "readonly": readonly, "device_type": device[0], "device_id": device[1]}
        self.protocols = protocols


def dense(shape):
    """C-order strides in elements."""
    strides, step = [], 1
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= max(extent, 1)
    return tuple(strides)


def numpy_row(name, a, dtype=None, protocols=("buffer",)):
    # Strides of an empty array mean nothing; NumPy itself shows others in a.strides than in its buffer.
    strides = tuple(s // a.itemsize for s in (a.strides if a.size else memoryview(a).strides))
    return Row(name, a, dtype or a.dtype.name, a.shape, strides, a.__array_interface__["data"][0], protocols,
               readonly=not a.flags.writeable)


def numpy_rows(np):
    grid = np.arange(24, dtype=np.float32).reshape(4, 6)
    frozen = np.zeros((2, 3), np.int16)
    frozen.flags.writeable = False
    record = np.zeros(3, np.dtype([("position", np.float64, (3,)), ("id", np.int32)]))
    yield numpy_row("numpy C order", grid)
    yield numpy_row("numpy F order", np.asfortranarray(grid))
    yield numpy_row("numpy sliced", grid[1:, ::2])
    yield numpy_row("numpy reversed", grid[::-1])
    yield numpy_row("numpy read-only", frozen)
    yield numpy_row("numpy zero-size", np.zeros((3, 0, 2), np.complex128))
    yield numpy_row("numpy 0-d", np.array(3.5))
    yield numpy_row("numpy bool", np.zeros(5, bool))
    yield numpy_row("numpy structured", record, dtype=f"struct{record.itemsize}")


def ml_dtypes_rows(np):
    import ml_dtypes

    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2", "int4"):
        yield numpy_row(f"numpy {name}", np.zeros((2, 3), getattr(ml_dtypes, name)), protocols=("array-interface",))


def builtin_rows():
    import ctypes

    raw = bytearray(b"cucore")
    address = ctypes.addressof((ctypes.c_char * len(raw)).from_buffer(raw))
    yield Row("bytearray", raw, "uint8", (6,), (1,), address, ("buffer",))
    numbers = array.array("d", [1.0, 2.0, 3.0])
    yield Row("array.array", numbers, "float64", (3,), (1,), numbers.buffer_info()[0], ("buffer",))


def capsule_rows(np):
    for name, version, protocol in (("legacy capsule", None, "dlpack"), ("versioned capsule", (1, 0), "dlpack-versioned")):
        a = np.arange(12, dtype=np.int64).reshape(3, 4)
        capsule = a.__dlpack__(max_version=version) if version else a.__dlpack__()
        yield Row(name, capsule, "int64", (3, 4), (4, 1), a.ctypes.data, (protocol,),
                  readonly=version is None)  # a legacy tensor cannot say that it may be written


def tvm_rows(np):
    import tvm_ffi

    a = np.arange(6, dtype=np.uint8).reshape(2, 3)
    yield Row("tvm-ffi cpu", tvm_ffi.from_dlpack(a), "uint8", (2, 3), (3, 1), a.ctypes.data, ("dlpack-versioned",))


def jax_rows():
    import jax
    import jax.numpy as jnp

    for platform in ("cpu", "cuda"):
        try:
            device = jax.devices(platform)[0]
        except RuntimeError as error:
            yield f"jax {platform}: {str(error).splitlines()[0]}"
            continue
        for dtype in (jnp.float32, jnp.bfloat16):
            x = jax.device_put(jnp.ones((2, 3), dtype), device)
            x.block_until_ready()
            where = (CPU, -1) if platform == "cpu" else (CUDA, device.local_hardware_id or 0)
            yield Row(f"jax {platform}", x, x.dtype.name, x.shape, dense(x.shape), x.unsafe_buffer_pointer(), ("dlpack",),
                      readonly=True, device=where)


def torch_rows():
    import torch

    def row(name, t, device, readonly=False):
        return Row(name, t, str(t.dtype).split(".")[1], t.shape, tuple(t.stride()), t.data_ptr(), ("dlpack-versioned",),
                   readonly, device)

    yield row("torch cpu", torch.zeros(23, 4), (CPU, -1))
    yield row("torch cpu transposed", torch.zeros(23, 4).t(), (CPU, -1))
    if not torch.cuda.is_available():
        yield "torch cuda: torch.cuda.is_available() is False"
        return
    where = (CUDA, torch.cuda.current_device())
    yield row("torch cuda", torch.zeros(23, 4, device="cuda"), where)
    yield row("torch cuda sliced", torch.zeros(23, 4, device="cuda")[2:, ::2], where)
    yield row("torch cuda bfloat16", torch.zeros(3, device="cuda", dtype=torch.bfloat16), where)


def cupy_rows():
    import cupy

    if cupy.cuda.runtime.getDeviceCount() < 1:
        raise RuntimeError("no CUDA device")

    def row(name, a, device, pointer):
        return Row(name, a, a.dtype.name, a.shape, tuple(s // a.itemsize for s in a.strides), pointer,
                   ("dlpack-versioned", "dlpack"), device=device)

    where = (CUDA, cupy.cuda.Device().id)
    a = cupy.arange(24, dtype=cupy.float64).reshape(4, 6)
    for name, x in (("cupy C order", a), ("cupy F order", a.T), ("cupy sliced", a[1:, ::2])):
        yield row(name, x, where, x.data.ptr)


def numba_rows(np):
    from numba import cuda

    if not cuda.is_available():
        raise RuntimeError("numba.cuda.is_available() is False")
    for name, a in (("numba C order", np.zeros((4, 6), np.float32)), ("numba F order", np.zeros((4, 6), np.float32, "F"))):
        d = cuda.to_device(a)
        yield Row(name, d, a.dtype.name, a.shape, tuple(s // a.itemsize for s in a.strides),
                  d.__cuda_array_interface__["data"][0], ("cai", "dlpack-versioned"), device=(CUDA, cuda.get_current_device().id))


def sources():
    """Names of libraries and generators of their rows; a generator that raises says why the library is left out."""
    try:
        import numpy as np
    except ImportError as error:
        yield "builtin", builtin_rows()
        yield "numpy", iter([f"numpy and all that needs it: {error}"])
        return
    yield "numpy", numpy_rows(np)
    yield "ml_dtypes", ml_dtypes_rows(np)
    yield "builtin", builtin_rows()
    yield "capsules", capsule_rows(np)
    yield "tvm-ffi", tvm_rows(np)
    yield "jax", jax_rows()
    yield "torch", torch_rows()
    yield "cupy", cupy_rows()
    yield "numba", numba_rows(np)


def collect():
    rows, skipped = [], []
    for library, generator in sources():
        try:
            for item in generator:
                (skipped if isinstance(item, str) else rows).append(item)
        except Exception as error:  # the library is absent, or finds no device: a reason, not a wrong row
            skipped.append(f"{library}: {type(error).__name__}: {(str(error) or 'no reason given').splitlines()[0]}")
    return rows, skipped


def check(row):
    """The row as text, and what is wrong with it."""
    try:
        got = inspect_arrays.describe(row.obj)
    except Exception as error:
        return [row.name] + ["-"] * 7, [f"{type(error).__name__}: {error}"]
    wrong = [f"{key} is {got[key]}, expected {value}" for key, value in row.expected.items() if got[key] != value]
    if got["protocol"] not in row.protocols:
        wrong.append(f"protocol is {got['protocol']}, expected {' or '.join(row.protocols)}")
    device = DEVICES.get(got["device_type"], "?") + (f":{got['device_id']}" if got["device_id"] >= 0 else "")
    flags = ("read-only" if got["readonly"] else "writable") + (" padded" if got["padded"] else "")
    return [row.name, got["protocol"], got["dtype"], str(got["shape"]), str(got["strides"]), device, flags,
            hex(got["pointer"])], wrong


def main():
    warnings.simplefilter("ignore")
    rows, skipped = collect()
    table, faults = [["object", "protocol", "dtype", "shape", "strides", "device", "flags", "pointer"]], []
    for row in rows:
        cells, wrong = check(row)
        table.append(cells)
        faults += [f"{row.name}: {reason}" for reason in wrong]
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for line in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
    for reason in skipped:
        print("skipped:", reason)
    for fault in faults:
        print("WRONG:", fault)
    print(f"{len(rows)} arrays, {len(faults)} wrong, {len(skipped)} skipped")
    return 1 if faults or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
