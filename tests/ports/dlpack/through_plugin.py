"""A pytest plugin: whatever another library's tests give to a from_dlpack goes through cucore first.

What is patched are the consumers, so that both halves of cucore stand between a library's producer and its own consumer: the
intake of the producer's array and the export of the result.  Arguments that are no arrays (object(), None) reach the consumer as
they are, as do keywords."""
import functools

import through_cucore


def through(consumer, capsule=False):
    @functools.wraps(consumer)
    def from_dlpack(x, *args, **kwargs):
        if hasattr(x, "__dlpack__") or type(x).__name__ == "PyCapsule":
            x = through_cucore.pass_on(x)
            if capsule:
                x = x.__dlpack__()
        return consumer(x, *args, **kwargs)
    return from_dlpack


def patch_numpy():
    import numpy
    numpy.from_dlpack = through(numpy.from_dlpack)


def patch_torch():
    import torch
    import torch.utils.dlpack
    torch.from_dlpack = torch.utils.dlpack.from_dlpack = through(torch.utils.dlpack.from_dlpack)


def patch_jax():
    import jax.dlpack
    import jax.numpy
    jax.dlpack.from_dlpack = jax.numpy.from_dlpack = through(jax.dlpack.from_dlpack)
    patch_numpy()


def patch_tensorflow():
    from tensorflow.python.dlpack import dlpack
    dlpack.from_dlpack = through(dlpack.from_dlpack, capsule=True)


def patch_pyarrow():
    """Its own consumers are methods of C types, which cannot be patched: NumPy's alone."""
    patch_numpy()


def patch_cuda_core():
    """Its tests ask a view whose it is: of the array that was given, not of the cucore.Array in between."""
    import cuda.core.utils

    class StridedMemoryView(cuda.core.utils.StridedMemoryView):
        @classmethod
        def from_any_interface(cls, x, *args, **kwargs):
            view = super().from_any_interface(through_cucore.pass_on(x), *args, **kwargs)
            view.given = x
            return view

        @classmethod
        def from_dlpack(cls, x, *args, **kwargs):
            view = super().from_dlpack(through_cucore.pass_on(x), *args, **kwargs)
            view.given = x
            return view

        @property
        def exporting_obj(self):
            return self.given if "given" in self.__dict__ else super().exporting_obj

    cuda.core.utils.StridedMemoryView = StridedMemoryView


def pytest_addoption(parser):
    parser.addoption("--through", default="none", help="numpy, torch, jax, tensorflow, pyarrow, cuda.core")


def pytest_configure(config):
    library = config.getoption("--through")
    if library != "none":
        globals()["patch_" + library.replace(".", "_")]()
