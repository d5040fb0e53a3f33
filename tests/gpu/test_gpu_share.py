"""cucore_share.h on arrays of libraries on a GPU: registrations, refusals with their reason, and two processes with torch and CuPy.

tests/c/test_gpu_share.c has the ways of the driver themselves, 10,000 imports of each, and processes that are killed."""
import os
import socket
import subprocess
import sys

import examples
import pytest

ipc_arrays = pytest.importorskip("ipc_arrays")
register_arrays = pytest.importorskip("register_arrays")
LEGACY, POOL, VIRTUAL, DMA_BUF = 1, 2, 4, 8


def run(program, **environment):
    path = os.pathsep.join(filter(None, [str(examples.BUILD / "examples"), os.environ.get("PYTHONPATH")]))
    done = subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": path, **environment}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_example(torch, cupy):
    text = examples.run("ipc_arrays")
    print(text)
    assert "everything is right" in text and "WRONG" not in text
    assert "sender: torch, doubled by the other process" in text and "receiver: CuPy, doubled" in text


def test_registrations_of_libraries():
    text = examples.run("register_arrays")
    print(text)
    assert "everything is right" in text and "WRONG" not in text


def test_a_tensor_lies_in_a_block_of_the_allocator(torch):
    x = torch.arange(100, device="cuda", dtype=torch.float32)
    part = x[10:20]
    kind, device, base, nbytes, number, offset, ways = register_arrays.allocation(part)
    assert kind == "VRAM" and device == 0 and base + offset == part.data_ptr() and nbytes >= offset + 40 and number
    assert ways & LEGACY
    assert register_arrays.allocation(x)[:5] == (kind, device, base, nbytes, number)
    runs = register_arrays.runs(torch.zeros(1000, 16, device="cuda")[:, 3])
    assert runs[1:] == (4, (1000,), (64,))


def test_a_pool_without_a_handle_type(cupy):
    pool = cupy.cuda.MemoryAsyncPool()
    with cupy.cuda.using_allocator(pool.malloc):
        x = cupy.zeros(100, "f4")
    assert not register_arrays.allocation(x)[6] & POOL
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(BufferError, match="a pool with handle types 0"):
        ipc_arrays.send(ours.fileno(), x)


def test_a_pool_of_cuda_core(torch):
    """A pool that was made for other processes: sent twice, and mapped once."""
    core = pytest.importorskip("cuda.core")
    core = core if hasattr(core, "DeviceMemoryResource") else pytest.importorskip("cuda.core.experimental")
    device = core.Device(0)
    device.set_current()
    pool = core.DeviceMemoryResource(device, options=core.DeviceMemoryResourceOptions(max_size=2 << 20, ipc_enabled=True))
    buffer = pool.allocate(400, stream=device.default_stream)
    x = torch.from_dlpack(buffer).view(torch.uint8)
    x.fill_(7)
    assert register_arrays.allocation(x)[6] & POOL
    ours, theirs = socket.socketpair()
    program = """
import sys, ipc_arrays
a, b = (ipc_arrays.receive(int(sys.argv[1])) for _ in range(2))
print(ipc_arrays.count(), ipc_arrays.to_bytes(a) == bytes([7]) * 400)
del a
print(ipc_arrays.to_bytes(b) == bytes([7]) * 400)
ipc_arrays.from_bytes(b, bytes([8]) * 400)
del b
print(ipc_arrays.count())
"""
    with ours, theirs:
        path = os.pathsep.join(filter(None, [str(examples.BUILD / "examples"), os.environ.get("PYTHONPATH")]))
        other = subprocess.Popen([sys.executable, "-c", program, str(theirs.fileno())], pass_fds=[theirs.fileno()], text=True,
                                 env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        kept = [ipc_arrays.send(ours.fileno(), x, torch.cuda.current_stream()) for _ in range(2)]
        assert other.communicate(timeout=120)[0].split() == ["1", "True", "True", "0"]
    assert x.cpu().tolist() == [8] * 400
    del kept


def test_managed_memory(cupy):
    with cupy.cuda.using_allocator(cupy.cuda.malloc_managed):
        x = cupy.zeros(100, "f4")
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(BufferError, match="managed memory, which is not shared"):
        ipc_arrays.send(ours.fileno(), x)


def test_expandable_segments(torch):
    """Without handle types they are refused with the reason; newer releases of torch may give them one."""
    text = run("""
import socket, torch, ipc_arrays, register_arrays
x = torch.zeros(1 << 20, device="cuda")
print("ways", register_arrays.allocation(x)[6])
ours, theirs = socket.socketpair()
try:
    kept = ipc_arrays.send(ours.fileno(), x)
    print("sent")
except BufferError as error:
    print(error)
""", PYTORCH_CUDA_ALLOC_CONF="expandable_segments:True")
    print(text)
    assert "expandable_segments" in text or "sent" in text


def test_in_its_own_process(torch):
    """The handle of an event cannot be opened by its own process, which has the array already."""
    x = torch.zeros(10, device="cuda")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        kept = ipc_arrays.send(ours.fileno(), x)
        with pytest.raises(ValueError, match="use that event itself"):
            ipc_arrays.receive(theirs.fileno(), "torch")
    del kept


@pytest.mark.parametrize("device", [0, 1])
def test_a_tensor_of_each_device(torch, device):
    """The other process sees one device only: it takes that one's arrays, and names the device that it does not see."""
    if torch.cuda.device_count() < 2:
        pytest.skip("there is one GPU")
    x = torch.arange(10, device=f"cuda:{device}", dtype=torch.float32)
    ours, theirs = socket.socketpair()
    program = "import sys, ipc_arrays; x = ipc_arrays.receive(int(sys.argv[1])); print(x, len(ipc_arrays.to_bytes(x)))"
    with ours, theirs:
        path = os.pathsep.join(filter(None, [str(examples.BUILD / "examples"), os.environ.get("PYTHONPATH")]))
        other = subprocess.Popen([sys.executable, "-c", program, str(theirs.fileno())], pass_fds=[theirs.fileno()], text=True,
                                 env={**os.environ, "PYTHONPATH": path, "CUDA_VISIBLE_DEVICES": "1"}, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT)
        kept = ipc_arrays.send(ours.fileno(), x, torch.cuda.current_stream(device))
        text = other.communicate(timeout=120)[0]
    assert ("cuda:0" in text and " 40" in text) if device else "is none of the 1 that this process sees" in text, text
    del kept
