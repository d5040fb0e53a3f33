"""Captures into CUDA graphs that the cycle collector does not break.

CuPy frees managed memory by cudaFree, which a capture forbids.  If the collector runs while a test captures, it also frees what earlier
tests left in cycles: the capture fails, and may never end."""
import contextlib
import gc


@contextlib.contextmanager
def without_collection():
    """Collects before, and not while the block runs; gc.collect() works in it."""
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextlib.contextmanager
def captured(graph, **options):
    """torch.cuda.graph without the collector."""
    import torch
    with without_collection(), torch.cuda.graph(graph, **options):
        yield
