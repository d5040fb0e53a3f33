"""Operators in torch's dispatcher on a GPU: what is torch's own beside tests/gpu/test_gpu_op.py, which has all callers."""
import subprocess
import sys

import pytest

from capturing import captured

torch = pytest.importorskip("torch")
one_op = pytest.importorskip("one_op")
pytestmark = pytest.mark.skipif(not torch.cuda.is_available(), reason="torch finds no GPU")
ROWS, N = 37, 1031
SLOW = 50_000_000  # cycles


@pytest.fixture(scope="module")
def operator():
    one_op.register_torch()
    return torch.ops.one_op.row_norm


def data(device="cuda"):
    return torch.linspace(-3, 5, ROWS * N, device=device).reshape(ROWS, N)


def test_the_host_does_not_wait(operator):
    """Forward, backward, and a copy that makes the argument dense, behind a kernel that sleeps (rules X34)."""
    x = data().t().contiguous().t().requires_grad_()  # not dense in C order
    operator(x).sum().backward()
    expected, x.grad = (operator(x), x.grad), None
    torch.cuda.synchronize()
    done = torch.cuda.Event()
    with torch.no_grad():
        x.zero_()
        torch.cuda._sleep(SLOW)
        x.copy_(data())
    y = operator(x)
    y.sum().backward()
    done.record()
    assert not done.query()
    assert torch.equal(y, expected[0]) and torch.equal(x.grad, expected[1])


def test_opcheck(operator):
    assert set(torch.library.opcheck(operator.default, (data().requires_grad_(), 1e-5)).values()) == {"SUCCESS"}


@pytest.mark.parametrize("mode", ["default", "reduce-overhead"])
def test_compiled(operator, mode):
    """With gradients, for several extents; reduce-overhead puts the graph into CUDA graphs."""
    torch._dynamo.reset()
    f = torch.compile(lambda v: (operator(v * 2) + operator(v)).square().sum(), fullgraph=True, mode=mode,
                      dynamic=mode == "default")
    for rows in (ROWS, 5) if mode == "default" else (ROWS,):
        for _ in range(4):  # warm-up, capture, replays
            x, same = (data()[:rows].clone().requires_grad_() for _ in range(2))
            f(x).backward()
            (operator(same * 2) + operator(same)).square().sum().backward()
            assert torch.allclose(x.grad, same.grad, rtol=1e-4, atol=1e-5)


def test_forward_and_backward_in_one_graph(operator):
    x, weights = data().requires_grad_(), torch.linspace(-1, 1, N, device="cuda")
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            (operator(x) * weights).sum().backward()
    side.synchronize()
    x.grad = None
    graph = torch.cuda.CUDAGraph()
    with captured(graph):
        (operator(x) * weights).sum().backward()
    for factor in (1, -2):
        with torch.no_grad():
            x.copy_(data() * factor)
        graph.replay()
        same = (data() * factor).requires_grad_()
        (operator(same) * weights).sum().backward()
        assert torch.allclose(x.grad, same.grad, rtol=1e-5, atol=1e-6)


PLAIN = """
import torch
class Model(torch.nn.Module):
    def forward(self, x):
        return (x + 1) * 2
x = torch.ones(3, 4, device="cuda")
program = torch.export.export(Model(), (x,))
model = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(program))
assert model(x).eq(4).all()
"""


def test_aot_inductor(operator):
    """A program that is exported and compiled ahead of time calls the operator through torch's dispatcher alone."""
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True)
    if done.returncode:  # torch 2.11 crashes in its own code with some C++ libraries: parse_device_str, std::regex
        pytest.skip(f"torch cannot load a package without the operator here: {(done.stderr.strip().splitlines() or [done.returncode])[-1]}")

    class Model(torch.nn.Module):
        def forward(self, x):
            return operator(x + 1) * 2

    program = torch.export.export(Model(), (data(),), dynamic_shapes={"x": {0: torch.export.Dim("rows")}})
    model = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(program))
    for rows in (ROWS, 3):
        assert torch.allclose(model(data()[:rows]), operator(data()[:rows] + 1) * 2)


def test_memory_of_results_belongs_to_torch(operator):
    """Results come from torch's allocator, and go back to it."""
    x = data()
    operator(x)
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()
    y = operator(x)
    assert torch.cuda.memory_allocated() - before >= y.numel() * 4
    del y
    for _ in range(100):
        operator(x)
    assert torch.cuda.memory_allocated() == before
