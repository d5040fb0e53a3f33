"""Numba and C code: systems/numba_arrays.  Numba's own simulator is of no use: its arrays have no CUDA Array Interface."""
import gc
import weakref

import numpy as np
import pytest

import processes
from numba_arrays import Stream, copy, full, handle

SYSTEM = "Numba"
PACKAGES = ["numba", "llvmlite", "numba-cuda"]
numba = pytest.importorskip("numba")
N = 1 << 16


def address(array):
    return array.__cuda_array_interface__["data"][0]


@pytest.fixture
def cuda():
    from numba import cuda as module

    if not module.is_available():
        pytest.skip("Numba finds no GPU")
    return module


@pytest.fixture(scope="module")
def kernels():
    """Of Numba; `slow` takes some 0.1 s before it adds."""
    if why_not := processes.load("numba_arrays").why_no_kernels():
        pytest.skip(why_not)
    from numba import cuda as module

    class Kernels:
        @module.jit
        def double(x):
            i = module.grid(1)
            if i < x.size:
                x[i] *= 2

        @module.jit
        def slow(x, value):
            i = module.grid(1)
            if i < x.size:
                for _ in range(200):
                    module.nanosleep(500_000)
                x[i] += value

    return Kernels


# -------------------------------------------------------------------------------------------------------------- the CPU --
@numba.njit
def squares(n):
    x = np.empty(n, np.float32)
    for i in range(n):
        x[i] = i * i
    return x


@numba.njit
def double_all(x):
    for i in range(x.size):
        x[i] *= 2


@pytest.mark.interop("in", "CPU")
@pytest.mark.parametrize("part", [np.s_[:], np.s_[::3], np.s_[::-1], np.s_[:0]], ids=str)
def test_memory_of_compiled_code_in_c(part):
    theirs = squares(100)
    out = np.empty_like(theirs[part])
    copy(out, theirs[part])
    assert np.array_equal(out, np.arange(100, dtype="f4")[part] ** 2)
    copy(theirs[part], np.zeros_like(out))
    assert not theirs[part].any() and np.count_nonzero(theirs) == np.count_nonzero(np.delete(np.arange(100), part))


@pytest.mark.interop("out", "CPU")
def test_compiled_code_on_memory_of_c():
    ours = full(100, 3, device=-1)
    theirs = np.asarray(ours)
    double_all(theirs)
    assert theirs.ctypes.data == np.from_dlpack(ours).ctypes.data and np.all(np.from_dlpack(ours) == 6)
    alive = weakref.ref(theirs)
    del ours
    gc.collect()
    double_all(theirs)
    assert theirs.sum() == 1200
    del theirs
    assert alive() is None


@pytest.mark.interop("out", "CPU")
@pytest.mark.timeout(300)
def test_the_demo():
    assert "Numba, CPU: compiled code on memory of C" in processes.demo("numba_arrays")


# ------------------------------------------------------------------------------------------------------ the fake driver --
def on_fake_driver(name):
    assert "passed" in processes.run(processes.ROOT / "systems" / "tests" / "numba_on_fake_driver.py", name, fake=True)


@pytest.mark.interop("in", "fake driver")
@pytest.mark.parametrize("name", ["arrays_in_c", "dtypes_in_c", "memory_of_every_kind_in_c", "streams_in_c", "their_stream_orders_c",
                                  "arrays_live_as_long_as_c_holds_them"])
def test_theirs_in_c(name):
    on_fake_driver(name)


@pytest.mark.interop("out", "fake driver")
@pytest.mark.parametrize("name", ["memory_of_c", "results_as_their_arrays", "work_of_c_orders_theirs", "streams_of_c",
                                  "streams_are_given_back"])
def test_ours_in_theirs(name):
    on_fake_driver(name)


# -------------------------------------------------------------------------------------------------------------- the GPU --
@pytest.mark.interop("in", "GPU")
@pytest.mark.parametrize("part", [np.s_[:], np.s_[1], np.s_[:, ::2], np.s_[1:3, 2:5], np.s_[:, 3], np.s_[:0]], ids=str)
@pytest.mark.parametrize("dtype", ["f4", "f8", "i1", "c16", "bool"])
def test_arrays_in_c(cuda, part, dtype):
    numbers = np.arange(24).reshape(4, 6).astype(dtype)
    theirs, out = cuda.to_device(numbers), np.zeros_like(numbers[part])
    copy(out, theirs[part])
    assert np.array_equal(out, numbers[part])
    copy(theirs[part], np.ones_like(out))
    numbers[part] = 1
    assert np.array_equal(theirs.copy_to_host(), numbers)


@pytest.mark.interop("in", "GPU")
def test_memory_of_every_kind_in_c(cuda):
    for make in (cuda.device_array, cuda.pinned_array, cuda.mapped_array, cuda.managed_array):
        theirs, out = make(1000, "f4"), np.zeros(1000, "f4")
        copy(theirs, np.arange(1000, dtype="f4"))
        copy(out, theirs)
        assert np.array_equal(out, np.arange(1000)), make.__name__


@pytest.mark.interop("in", "GPU")
def test_streams_in_c(cuda, kernels):
    """C code enqueues behind a slow kernel on Numba's stream, and does not wait for it."""
    stream = cuda.stream()
    source, target = cuda.to_device(np.ones(N, "f4")), cuda.to_device(np.zeros(N, "f4"))
    kernels.slow[N // 256, 256, stream](source, 0)  # compiled
    copy(target, source, stream)  # and loaded
    stream.synchronize()
    kernels.slow[N // 256, 256, stream](source, 5)
    copy(target, source, stream)
    assert handle(stream) == int(stream)
    stream.synchronize()
    assert np.all(target.copy_to_host() == 6)


@pytest.mark.interop("in", "GPU")
def test_their_stream_orders_c(cuda, kernels):
    """An array that was made on a stream: our copy on another one waits for the kernel there, their next kernel for our copy."""
    theirs, ours = cuda.stream(), Stream()
    source, target = cuda.to_device(np.ones(N, "f4"), stream=theirs), cuda.to_device(np.zeros(N, "f4"), stream=theirs)
    kernels.slow[N // 256, 256, theirs](source, 0)
    copy(target, source, ours)
    ours.synchronize()
    kernels.slow[N // 256, 256, theirs](source, 5)
    copy(target, source, ours)
    kernels.double[N // 256, 256, theirs](source)
    ours.synchronize()
    theirs.synchronize()
    assert np.all(target.copy_to_host() == 6) and np.all(source.copy_to_host() == 12)


@pytest.mark.interop("out", "GPU")
@pytest.mark.parametrize("how", ["as_cuda_array", "like"])
def test_a_kernel_on_memory_of_c(cuda, kernels, how):
    ours = full(N, 3, like="numba.cuda" if how == "like" else None)
    theirs = ours if how == "like" else cuda.as_cuda_array(ours)
    kernels.double[N // 256, 256](theirs)
    assert address(ours) == address(theirs) and np.all(theirs.copy_to_host() == 6)
    out = np.empty(N, "f4")
    copy(out, ours)
    assert np.all(out == 6)
    del ours
    gc.collect()
    kernels.double[N // 256, 256](theirs)
    assert np.all(theirs.copy_to_host() == 12)


@pytest.mark.interop("out", "GPU")
def test_a_kernel_takes_it_without_a_wrapper(cuda, kernels):
    ours = full(N, 3)
    kernels.double[N // 256, 256](ours)
    assert np.all(cuda.as_cuda_array(ours).copy_to_host() == 6)


@pytest.mark.interop("out", "GPU")
def test_a_stream_of_c(cuda, kernels):
    """Numba's kernels and C code on one stream, without a wait on the host."""
    ours = Stream()
    theirs = cuda.external_stream(handle(ours))
    memory = full(N, 1, stream=ours)
    array, target = cuda.as_cuda_array(memory, sync=False), cuda.to_device(np.zeros(N, "f4"))
    kernels.slow[N // 256, 256, theirs](array, 0)
    copy(target, memory, ours)
    theirs.synchronize()
    kernels.slow[N // 256, 256, theirs](array, 2)
    copy(target, memory, ours)
    kernels.double[N // 256, 256, theirs](array)
    theirs.synchronize()
    assert np.all(target.copy_to_host() == 3) and np.all(array.copy_to_host() == 6)


@pytest.mark.interop("out", "2 GPUs")
def test_the_second_device(cuda, kernels):
    with cuda.gpus[1]:
        ours = full(N, 3, device=1)
        theirs = cuda.as_cuda_array(ours)
        kernels.double[N // 256, 256](theirs)
        assert np.all(theirs.copy_to_host() == 6)
    out = np.empty(N, "f4")
    copy(out, ours)
    assert np.all(out == 6)
