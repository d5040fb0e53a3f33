# allocator.c has the command that builds it and runs this.
#
# C code that allocates from the pool of the Python application: RMM's, torch's, CuPy's, cuda.core's, whichever is
# installed.
"""An allocator for cucore_py_memory_resource_from_object is any object with these two methods:

    allocate(size, stream)          -> address; stream has __cuda_stream__() and is the handle as an int
    deallocate(ptr, size, stream)
"""
import sys

import allocator_c


class Torch:
    """torch's caching allocator."""

    def __init__(self):
        import torch

        if not torch.cuda.is_available():
            raise ImportError("torch finds no GPU")
        self.torch, self.stream = torch, torch.cuda.Stream()

    def allocate(self, size, stream):
        return self.torch.cuda.caching_allocator_alloc(size, self.torch.cuda.current_device(), int(stream))

    def deallocate(self, ptr, size, stream):
        self.torch.cuda.caching_allocator_delete(ptr)

    def in_use(self):
        return self.torch.cuda.memory_allocated()


class CuPy:
    """CuPy's current pool; the memory lives as long as the object that it gives."""

    def __init__(self):
        import cupy

        self.cupy, self.stream, self.kept = cupy, cupy.cuda.Stream(non_blocking=True), {}
        if hasattr(cupy.cuda.Stream, "from_external"):
            self.on = cupy.cuda.Stream.from_external
        else:
            self.on = lambda stream: cupy.cuda.ExternalStream(int(stream))

    def allocate(self, size, stream):
        with self.on(stream):
            memory = self.cupy.cuda.alloc(size)
        self.kept[memory.ptr] = memory
        return memory.ptr

    def deallocate(self, ptr, size, stream):
        with self.on(stream):
            del self.kept[ptr]

    def in_use(self):
        return self.cupy.get_default_memory_pool().used_bytes()


class CudaCore:
    """cuda.core's memory resource of the device; it wants a stream of its own class."""

    def __init__(self):
        from cuda.core import Device, Stream

        self.device = Device()
        self.device.set_current()
        self.Stream, self.stream, self.kept = Stream, self.device.create_stream(), {}

    def allocate(self, size, stream):
        buffer = self.device.memory_resource.allocate(size, stream=self.Stream.from_handle(int(stream)))
        self.kept[int(buffer.handle)] = buffer
        return int(buffer.handle)

    def deallocate(self, ptr, size, stream):
        self.kept.pop(ptr).close(self.Stream.from_handle(int(stream)))

    def in_use(self):
        return len(self.kept)


class RMM:
    """RMM's resources are allocators as they are; this one counts what it gives."""

    def __init__(self):
        import rmm
        from rmm.pylibrmm.stream import Stream

        self.resource = rmm.mr.StatisticsResourceAdaptor(rmm.mr.get_current_device_resource())
        self.allocate, self.deallocate, self.stream = self.resource.allocate, self.resource.deallocate, Stream()

    def in_use(self):
        return self.resource.allocation_counts.current_bytes


class Broken:
    """What it raises arrives at the caller of the C function, untouched."""

    def allocate(self, size, stream):
        raise LookupError(f"not a byte of {size}")

    def deallocate(self, ptr, size, stream):
        pass


def main():
    used = failed = 0
    for kind in (RMM, Torch, CuPy, CudaCore):
        try:
            pool = kind()
        except Exception as error:
            print(f"{kind.__name__:10} skipped: {error}")
            continue
        before = pool.in_use()
        address, right = allocator_c.fill(pool, 1000, pool.stream)
        left = pool.in_use() - before
        failed += not right or left != 0
        used += 1
        print(f"{kind.__name__:10} 4000 bytes at {address:#x}: {'right' if right else 'WRONG'}, {left} bytes left over")
    try:
        allocator_c.fill(Broken(), 1000, None)
        failed += 1
    except LookupError as error:
        print(f"{'Broken':10} LookupError: {error}")
    except RuntimeError as error:  # no driver: the pool was never asked
        print(f"{'Broken':10} {error}")
    print(f"{used} pools, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
