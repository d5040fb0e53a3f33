# allocator.c has the command that builds it and runs this.
#
# C code that allocates from the pool of the Python application: RMM's, torch's, CuPy's, cuda.core's, whichever is
# installed.  Then these libraries allocate from a pool of the C code.
"""An allocator for cucore_py_memory_resource_from_object is any object with these two methods:

    allocate(size, stream)          -> address; stream has __cuda_stream__() and is the handle as an int
    deallocate(ptr, size, stream)
"""
import ctypes
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


# ---------------------------------------------------------------------------------- the pool of the C code, for others --
def torch_out():
    """A plugin: torch calls two functions of the library by their names."""
    import torch

    if not torch.cuda.is_available():
        raise ImportError("torch finds no GPU")
    plugin = torch.cuda.memory.CUDAPluggableAllocator(allocator_c.__file__, "example_alloc", "example_free")
    if not hasattr(torch.cuda, "MemPool"):
        raise ImportError("torch.cuda.MemPool is of torch 2.5; older ones have change_current_allocator")
    pool, device = torch.cuda.MemPool(plugin.allocator()), torch.cuda.current_device()
    with torch.cuda.use_mem_pool(pool):
        x = torch.full((1 << 20,), 3.0, device="cuda")
    held = allocator_c.used(device)
    right = held >= x.nbytes and float(x.sum()) == 3 << 20
    del x
    del pool
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
    return right and allocator_c.used(device) == 0, held


def cupy_out():
    """Functions in Python; the stream is CuPy's current one."""
    import cupy

    if not cupy.cuda.is_available():
        raise ImportError("CuPy finds no GPU")
    sizes = {}

    def malloc(size, device):
        ptr = allocator_c.allocate(size, device, cupy.cuda.get_current_stream().ptr or None)
        sizes[ptr] = size
        return ptr

    def free(ptr, device):
        allocator_c.deallocate(ptr, sizes.pop(ptr), device, cupy.cuda.get_current_stream().ptr or None)

    device = cupy.cuda.Device().id
    with cupy.cuda.using_allocator(cupy.cuda.PythonFunctionAllocator(malloc, free).malloc):
        x = cupy.full(1 << 20, 3, "f4")
    held = allocator_c.used(device)
    right = held >= x.nbytes and float(x.sum()) == 3 << 20
    del x
    cupy.cuda.Device().synchronize()
    return right and allocator_c.used(device) == 0, held


def rmm_out(device=0):
    """A callback resource; `device` is the current one."""
    import rmm

    def allocate(size, stream):
        return allocator_c.allocate(size, device, stream)

    def deallocate(ptr, size, stream):
        allocator_c.deallocate(ptr, size, device, stream)

    resource, data = rmm.mr.CallbackMemoryResource(allocate, deallocate), bytearray(range(256))
    source = (ctypes.c_char * len(data)).from_buffer(data)
    buffer = rmm.DeviceBuffer(ptr=ctypes.addressof(source), size=len(data), mr=resource)
    held = allocator_c.used(device)
    right = held >= 256 and buffer.tobytes() == data
    del buffer
    return right and allocator_c.used(device) == 0, held


def core_resource(device):
    """A MemoryResource of cuda.core."""
    from cuda.core import Buffer, MemoryResource

    class OfC(MemoryResource):
        device_id, is_device_accessible, is_host_accessible = device.device_id, True, False

        def allocate(self, size, *, stream):
            return Buffer.from_handle(allocator_c.allocate(size, self.device_id, stream), size, self)

        def deallocate(self, ptr, size, *, stream):
            allocator_c.deallocate(int(ptr), size, self.device_id, stream)

    return OfC()


def core_out():
    """A class derived from MemoryResource; Buffer.close calls its deallocate."""
    from cuda.core import Device, LegacyPinnedMemoryResource

    device = Device()
    device.set_current()
    stream = device.create_stream()
    buffer = core_resource(device).allocate(4096, stream=stream)
    held = allocator_c.used(device.device_id)
    host = LegacyPinnedMemoryResource().allocate(4096, stream=stream)
    buffer.fill(7, stream=stream)
    buffer.copy_to(host, stream=stream)
    stream.sync()
    right = held >= 4096 and ctypes.string_at(int(host.handle), 4096) == bytes([7]) * 4096
    buffer.close(stream)
    host.close(stream)
    stream.sync()
    return right and allocator_c.used(device.device_id) == 0, held


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
    try:
        allocator_c.used(0)
        others = (rmm_out, torch_out, cupy_out, core_out)
    except RuntimeError as error:
        print(f"our pool   skipped: {error}")
        others = ()
    for out in others:
        try:
            right, held = out()
        except ImportError as error:
            print(f"{out.__name__:10} skipped: {error}")
            continue
        failed += not right
        used += 1
        print(f"{out.__name__:10} {held} bytes in the pool of C: {'right' if right else 'WRONG'}")
    print(f"{used} pools, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
