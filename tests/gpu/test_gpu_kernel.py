"""Accessors and loops of cucore_kernel.h on a GPU: every element once, against NumPy; examples built by nvcc.

CUCORE_LOOP_CASES: how many random ones (default 300)."""
import ctypes
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "kernel"))
np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")
if not torch.cuda.is_available():
    pytest.skip("no GPU", allow_module_level=True)
if not shutil.which("nvcc"):
    pytest.skip("nvcc is not installed", allow_module_level=True)
import kernels as K  # noqa: E402

CASES = int(os.environ.get("CUCORE_LOOP_CASES", "300"))


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    torch.cuda.init()
    path = tmp_path_factory.mktemp("kernel") / "device.ptx"
    subprocess.run(["nvcc", "-std=c++17", f"-I{ROOT}", "-ptx", "-arch=sm_80", str(ROOT / "tests" / "kernel" / "device.cu"), "-o", str(path)],
                   check=True)
    return ctypes.create_string_buffer(path.read_bytes())


def described(tensor):
    kind = {torch.float32: (2, 32), torch.float64: (2, 64), torch.complex128: (5, 128), torch.uint8: (1, 8), torch.uint16: (1, 16), torch.int16: (1, 16),
            torch.int32: (1, 32), torch.int64: (1, 64)}[tensor.dtype]
    return K.Array(tensor.data_ptr(), (ctypes.c_int64 * K.AXES)(*tensor.shape), (ctypes.c_int64 * K.AXES)(*tensor.stride()), tensor.dim(),
                   *kind, 1, 2, tensor.get_device(), 0, 1, 0)


def launch(image, name, tensors, a=0.0, block=0):
    K.LIB.kernel_launch.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_float, ctypes.c_uint]
    made = K.loops([described(tensor) for tensor in tensors])
    assert K.LIB.kernel_launch(image, name, made, tensors[0].get_device(), torch.cuda.current_stream().cuda_stream, a, block) == 0, K.error()
    torch.cuda.synchronize()


def drawn(choose, shape, dtype, repeats):
    """A tensor of that shape, of random strides, gaps and offset; where it may repeat, with axes of stride 0."""
    order = choose.sample(range(len(shape)), len(shape))
    steps = [choose.choice([1, 1, 1, 2, 3]) for _ in shape]
    pads = [choose.choice([0, 0, 1, 8]) for _ in shape]
    extents = [shape[axis] * steps[axis] + pads[axis] for axis in order]
    offset = choose.choice([0, 0, 1, 4])
    memory = torch.rand(math.prod(extents) + offset, device="cuda").mul(100).to(dtype)
    tensor = memory[offset:].view(extents).permute(*np.argsort(order).tolist()) if shape else memory[offset]
    tensor = tensor[tuple(slice(0, extent * step, step) for extent, step in zip(shape, steps))] if shape else tensor
    for axis in range(len(shape)):
        if repeats and choose.random() < 0.2:
            tensor = tensor.narrow(axis, 0, 1).expand(shape) if len(shape) else tensor
    return memory, tensor


@pytest.mark.parametrize("part", range(6))
def test_every_element_once(image, part):
    """count adds one to each; what is between stays."""
    for seed in range(part, CASES, 6):
        choose = random.Random(seed)
        shape = [choose.choice([1, 2, 3, 5, 16, 31, 33, 64, 100]) for _ in range(choose.randint(0, 4))]
        memory, tensor = drawn(choose, shape, torch.int32, False)
        before, expected = memory.clone(), tensor + 1
        launch(image, b"count", [tensor])
        assert torch.equal(tensor, expected), (seed, shape, tensor.stride())
        tensor.copy_(expected - 1)
        assert torch.equal(memory, before), (seed, shape, tensor.stride())


@pytest.mark.parametrize("part", range(6))
def test_axpy(image, part):
    for seed in range(part, CASES, 6):
        choose = random.Random(seed)
        shape = [choose.choice([1, 2, 3, 5, 16, 31, 33, 64, 100]) for _ in range(choose.randint(0, 4))]
        memory, z = drawn(choose, shape, torch.float32, False)
        (_, x), (_, y) = drawn(choose, shape, torch.float32, True), drawn(choose, shape, torch.float32, True)
        before, old = memory.clone(), z.clone()
        launch(image, b"axpy", [z, x, y], 2.5)
        torch.testing.assert_close(z, 2.5 * x + y), (seed, shape)
        z.copy_(old)
        assert torch.equal(memory, before), (seed, shape)


def test_in_c_and_of_several_widths(image):
    x, y = torch.rand(1000, 33, device="cuda"), torch.rand(33, 1000, device="cuda").T
    z = torch.empty_like(x)
    launch(image, b"add_each", [z, x, y])
    assert torch.equal(z, x + y)
    half = torch.arange(2000, dtype=torch.int16, device="cuda").view(40, 50)
    wide = torch.empty(40, 50, dtype=torch.float64, device="cuda")
    launch(image, b"widen", [wide, half])
    assert torch.equal(wide, half.double() * 0.5)


SUMS = {b"sum_1": torch.uint8, b"sum_2": torch.int16, b"sum_4": torch.int32, b"sum_8": torch.int64, b"sum_16": torch.complex128}


def counted(shape, dtype):
    return torch.arange(math.prod(shape), device="cuda").view(shape).to(dtype)


@pytest.mark.parametrize("kernel", SUMS)
@pytest.mark.parametrize("shape", [(64, 64), (1024, 1024), (65, 33), (1000, 777), (40, 3, 50), (33, 2, 2, 65)], ids=str)
@pytest.mark.parametrize("block", [0, 128, 512])
@pytest.mark.parametrize("left, right", [(1, 2), (4, 4)], ids=["", "words"])
def test_tiles(image, kernel, shape, block, left, right):
    """z = 1 + x + 2 * y; rims, gaps, several that are turned, a row and a column for all, in place, and blocks that have no tiles in shared memory."""
    dtype, mirrored, last = SUMS[kernel], shape[::-1], len(shape) - 1
    plain, turned = counted(shape, dtype), counted(mirrored, dtype).permute(*range(last, -1, -1))
    memory = counted((*shape[:-1], left + shape[-1] + right), dtype)
    row, column = plain.select(0, 0).expand(shape), plain.narrow(last, 0, 1).expand(shape)
    double = counted([2 * extent for extent in mirrored], dtype)[(slice(None, None, 2),) * len(shape)].permute(*range(last, -1, -1))
    for x, y in ((plain, turned), (turned, plain), (turned, turned), (turned, double), (row, turned), (turned, column), (None, turned)):
        z = memory.clone()[..., left:-right]
        before = z._base.clone()
        x = z if x is None else x
        expected, old = 1 + x + 2 * y, z.clone()
        launch(image, kernel, [z, x, y], block=block)
        assert torch.equal(z, expected)
        z.copy_(old)
        assert torch.equal(z._base, before)


@pytest.mark.alone
def test_tiles_of_several_loops(image):
    if torch.cuda.mem_get_info()[0] < 20e9:
        pytest.skip("not enough memory")
    y, z = torch.randint(0, 100, (30_000, 40_001), dtype=torch.int32, device="cuda").T, torch.zeros(40_001, 30_000, dtype=torch.int32, device="cuda")
    launch(image, b"sum_4", [z, z, y])
    for part in range(0, 40_001, 4000):
        assert torch.equal(z[part:part + 4000], 1 + 2 * y[part:part + 4000])


@pytest.mark.alone
@pytest.mark.parametrize("elements", [2**29 + 3, 2**31 + 5])
def test_more_than_one_loop(image, elements):
    if torch.cuda.mem_get_info()[0] < 5 * elements:
        pytest.skip("not enough memory")
    counts = torch.zeros(elements, dtype=torch.int32, device="cuda")
    launch(image, b"count", [counts])
    assert int(counts.min()) == int(counts.max()) == 1


def test_accessors(image):
    K.LIB.kernel_transpose.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_int, ctypes.c_void_p]
    from_, to = torch.rand(70, 130, device="cuda")[:, ::2], torch.zeros(65, 80, device="cuda")[:, :70]
    assert K.LIB.kernel_transpose(image, ctypes.byref(described(to)), ctypes.byref(described(from_)), 0,
                                  torch.cuda.current_stream().cuda_stream) == 0, K.error()
    torch.cuda.synchronize()
    assert torch.equal(to, from_.T)


@pytest.mark.parametrize("name, build", [("fused_op.cu", ["nvcc", "-std=c++17", "-Xcompiler", "-fPIC"]), ("layer_norm.cu", ["nvcc", "-std=c++17", "-Xcompiler", "-fPIC"]),
                                         ("stencil.c", ["cc", "-std=c99", "-fPIC"])])
def test_example(tmp_path, name, build):
    folder = name.split(".")[0]
    source = ROOT / "examples" / folder / name
    subprocess.run([*build, "-O2", "-shared", f"-I{ROOT}", "-isystem", os.environ["DLPACK_INCLUDE"], "-isystem", os.environ["PYTHON_INCLUDE"],
                    str(source), "-o", str(tmp_path / f"{folder}.so"), "-lpthread"], check=True)
    done = subprocess.run([sys.executable, str(source.with_name("demo.py"))], capture_output=True, text=True,
                          env={**os.environ, "PICTURES": str(tmp_path), "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])})
    assert done.returncode == 0 and "torch cuda" in done.stdout, done.stdout + done.stderr


def test_tensor_maps(tmp_path):
    if torch.cuda.get_device_capability()[0] < 9:
        pytest.skip("no TMA before compute capability 9.0")
    program = tmp_path / "tensor_map"
    subprocess.run(["nvcc", "-arch=sm_90", "-std=c++11", f"-I{ROOT}", str(ROOT / "examples" / "tensor_map" / "tensor_map.cu"), "-o", str(program)], check=True)
    done = subprocess.run([str(program)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
