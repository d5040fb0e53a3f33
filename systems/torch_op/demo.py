# torch_op.c has the command that builds it and runs this.
"""cucore_example::length, an operator of PyTorch that C code runs: gradients of any order, torch.compile, CUDA graphs."""
import sys

try:
    import torch
except ImportError:
    print("left out: torch is not installed")
    sys.exit(0)

import torch_op


def stream_of(x):
    """Where torch works on the device of x now; None for the CPU."""
    return torch.cuda.current_stream(x.device) if x.is_cuda else None


# ------------------------------------------------------------------------------------------------------- the operators --
@torch.library.custom_op("cucore_example::length", mutates_args=())
def length(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch_op.length(x.detach(), y.detach(), stream=stream_of(x))


@torch.library.custom_op("cucore_example::length_out", mutates_args=("out",))
def length_out(x: torch.Tensor, y: torch.Tensor, out: torch.Tensor) -> None:
    torch_op.length(x.detach(), y.detach(), out, stream=stream_of(x))


@torch.library.custom_op("cucore_example::ratio", mutates_args=())
def ratio(g: torch.Tensor, x: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    return torch_op.ratio(g.detach(), x.detach(), h.detach(), stream=stream_of(g))


# What comes out, without computing it: C code gives new tensors in C order.
length.register_fake(lambda x, y: x.new_empty(x.shape))
length_out.register_fake(lambda x, y, out: None)
ratio.register_fake(lambda g, x, h: g.new_empty(g.shape))


def save_length(ctx, inputs, output):
    ctx.save_for_backward(*inputs, output)


def length_backward(ctx, grad):
    x, y, h = ctx.saved_tensors
    return tuple(ratio(grad, v, h) if needed else None for v, needed in zip((x, y), ctx.needs_input_grad))


def save_ratio(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def ratio_backward(ctx, grad):
    g, x, h = ctx.saved_tensors
    of_g = ratio(grad, x, h)
    needs_g, needs_x, needs_h = ctx.needs_input_grad
    return of_g if needs_g else None, ratio(grad, g, h) if needs_x else None, -ratio(of_g, g, h) if needs_h else None


length.register_autograd(length_backward, setup_context=save_length)
ratio.register_autograd(ratio_backward, setup_context=save_ratio)


# -------------------------------------------------------------------------------------------------------------- the demo --
wrong = 0


def check(what, right):
    global wrong
    wrong += not right
    print(f"{what:64s} {'right' if right else 'WRONG'}", flush=True)


def by_torch(x, y):
    return torch.sqrt(x * x + y * y)


def two(device, dtype=torch.float64, shape=(5, 7), grad=True):
    return [torch.rand(shape, dtype=dtype, device=device, requires_grad=grad) + 1 for _ in range(2)]


def gradients(f, x, y):
    leaves = [v.detach().clone().requires_grad_() for v in (x, y)]
    return torch.autograd.grad((f(*leaves) ** 2).sum(), leaves)


def on(device):
    x, y = two(device)
    check(f"{device}: forward, float64", torch.allclose(length(x, y), by_torch(x, y)))
    a, b = two(device, torch.float32)
    check(f"{device}: forward, float32", torch.allclose(length(a, b), by_torch(a, b)))
    check(f"{device}: not contiguous", torch.allclose(length(x.t(), y.t()), by_torch(x, y).t()))
    check(f"{device}: gradients as those of torch's formula",
          all(torch.allclose(ours, theirs) for ours, theirs in zip(gradients(length, x, y), gradients(by_torch, x, y))))
    leaves = [v.detach().requires_grad_() for v in (x, y)]
    check(f"{device}: gradcheck and gradgradcheck",
          torch.autograd.gradcheck(length, leaves) and torch.autograd.gradgradcheck(length, leaves))
    out = torch.empty(5, 7, dtype=x.dtype, device=device)
    length_out(x, y, out)
    check(f"{device}: into memory that is given", torch.allclose(out, by_torch(x, y)))
    for operator, args in ((length, leaves), (length_out, [v.detach() for v in (x, y)] + [out])):
        found = torch.library.opcheck(operator, args, raise_exception=False)
        check(f"{device}: opcheck of {operator._name}", set(found.values()) == {"SUCCESS"})
    compiled(device, x, y)
    for what, args in (("another dtype", (x.detach().int(), y.detach().int())), ("another shape", (x, y[:2]))):
        try:
            length(*args)
            check(f"{device}: {what} is refused", False)
        except (TypeError, ValueError) as error:
            check(f"{device}: refused: {str(error)[:48]}", str(error).startswith(("x: ", "y: ")))


def compiled(device, x, y):
    def f(a, b):
        return length(2 * a, b) * 3

    try:
        ours = torch.compile(f, fullgraph=True)
        ours(x, y)
    except Exception as error:  # Inductor wants a C++ compiler, and for a GPU Triton
        print(f"{device}: Inductor left out: {type(error).__name__}; aot_eager in its place")
        torch._dynamo.reset()
        ours = torch.compile(f, fullgraph=True, backend="aot_eager")
    check(f"{device}: torch.compile in one graph", torch.allclose(ours(x, y), by_torch(2 * x, y) * 3))
    check(f"{device}: gradients of what was compiled",
          all(torch.allclose(a, b) for a, b in zip(gradients(ours, x, y), gradients(f, x, y))))


def in_a_graph():
    x, y = two("cuda", grad=False)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        h = length(x, y)
        strided = length(x.t(), y.t())
    for k in range(3):
        x.copy_(torch.rand_like(x) + k)
        graph.replay()
        torch.cuda.synchronize()
        check(f"cuda: a CUDA graph, replay {k}",
              torch.allclose(h, by_torch(x, y)) and torch.allclose(strided, by_torch(x, y).t()))


def on_two_streams():
    one, other = torch.cuda.Stream(), torch.cuda.Stream()
    x, y = two("cuda", shape=(1 << 20,), grad=False)
    torch.cuda.synchronize()
    with torch.cuda.stream(one):
        torch.cuda._sleep(100_000_000)
        x += 1
        h = length(x, y)
    with torch.cuda.stream(other):
        other.wait_stream(one)
        r = ratio(y, x, h)
    torch.cuda.synchronize()
    check("cuda: forward on one stream, backward on another",
          torch.allclose(h, by_torch(x, y)) and torch.allclose(r, y * x / by_torch(x, y)))


def main():
    on("cpu")
    if torch.cuda.is_available():
        on("cuda")
        in_a_graph()
        on_two_streams()
    else:
        print("left out: kernels, CUDA graphs and streams: torch finds no GPU")
    print("everything is right" if not wrong else f"{wrong} WRONG")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
