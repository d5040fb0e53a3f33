# register_arrays.c has the command that builds it and runs this.
"""register_arrays: arrays of each library as a network library wants them: a stand-in that counts registrations, and UCX.

Registering memory takes a network card up to milliseconds, so an allocation is registered once, whatever arrays lie in it, and again
only if its number has changed: the same address may be other memory later."""
import ctypes
import itertools
import os

import numpy as np

import register_arrays


class Agent:
    """Stands in for nixl_agent, a UCX context or a protection domain of RDMA: registers memory, and takes lists of pieces."""

    def __init__(self):
        self.registered = {}

    def register(self, x):
        """Registers the allocation of x, unless it is; memory of the host has no number, and is registered anew."""
        kind, device, base, nbytes, number, offset, ways = register_arrays.allocation(x)
        key = (kind, device, base, nbytes, number)
        if number and key in self.registered:
            return key
        self.registered[key] = f"key {len(self.registered)}"
        return key

    def pieces(self, x):
        """What NIXL calls a list of descriptors, and UCX an iov: (address, bytes), one for each piece."""
        address, nbytes, repetitions, strides = register_arrays.runs(x)
        for index in itertools.product(*map(range, repetitions)):
            yield address + sum(i * stride for i, stride in zip(index, strides)), nbytes


class Ucx(Agent):
    """UCX itself, by its C functions, if it is installed (pip install libucx-cu12): allocations are mapped by ucp_mem_map, and
    pieces are put to another array, over a loop to this process."""

    def __init__(self):
        super().__init__()
        import libucx

        self.ucp = next(library for library in libucx.load_library() if "ucp" in library._name)
        config, self.context, self.worker, self.ep = (ctypes.c_void_p() for _ in range(4))
        self.call("ucp_config_read", None, None, ctypes.byref(config))
        params = (ctypes.c_uint64 * 32)(1, 2)  # UCP_PARAM_FIELD_FEATURES: UCP_FEATURE_RMA
        self.call("ucp_init_version", 1, 10, params, config, ctypes.byref(self.context))
        self.ucp.ucp_config_release(config)
        self.call("ucp_worker_create", self.context, (ctypes.c_uint64 * 32)(), ctypes.byref(self.worker))
        address, length = ctypes.c_void_p(), ctypes.c_size_t()
        self.call("ucp_worker_get_address", self.worker, ctypes.byref(address), ctypes.byref(length))
        params = (ctypes.c_uint64 * 64)(1, address.value)  # UCP_EP_PARAM_FIELD_REMOTE_ADDRESS
        self.call("ucp_ep_create", self.worker, params, ctypes.byref(self.ep))

    def call(self, name, *args):
        status = getattr(self.ucp, name)(*args)
        if status:
            raise RuntimeError(f"{name} returned {status}")

    def register(self, x):
        known = len(self.registered)
        key = super().register(x)
        if len(self.registered) > known:
            memory = ctypes.c_void_p()
            params = (ctypes.c_uint64 * 16)(3, key[2], key[3])  # UCP_MEM_MAP_PARAM_FIELD_ADDRESS | _LENGTH
            self.call("ucp_mem_map", self.context, params, ctypes.byref(memory))
            self.registered[key] = memory
        return key

    def wait(self, request):
        self.ucp.ucp_request_check_status.restype = ctypes.c_byte
        self.ucp.ucp_request_check_status.argtypes = [ctypes.c_void_p]
        self.ucp.ucp_request_free.argtypes = [ctypes.c_void_p]
        if request is None:
            return
        if request >= (1 << 64) - 128:  # a status
            raise RuntimeError(f"UCX returned {request - (1 << 64)}")
        while self.ucp.ucp_request_check_status(request) == 1:  # UCS_INPROGRESS
            self.ucp.ucp_worker_progress(self.worker)
        self.ucp.ucp_request_free(request)

    def put(self, dst, src):
        """Puts the pieces of src to those of dst, which are as many."""
        self.register(src)
        memory, packed, length, rkey = self.registered[self.register(dst)], ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_void_p()
        self.call("ucp_rkey_pack", self.context, memory, ctypes.byref(packed), ctypes.byref(length))
        self.call("ucp_ep_rkey_unpack", self.ep, packed, ctypes.byref(rkey))
        usual = (ctypes.c_uint64 * 32)()
        for name in ("ucp_put_nbx", "ucp_ep_flush_nbx"):
            getattr(self.ucp, name).restype = ctypes.c_void_p
        for (address, nbytes), (remote, _) in zip(self.pieces(src), self.pieces(dst)):
            where, size, there = ctypes.c_void_p(address), ctypes.c_size_t(nbytes), ctypes.c_uint64(remote)
            self.wait(self.ucp.ucp_put_nbx(self.ep, where, size, there, rkey, usual))
        self.wait(self.ucp.ucp_ep_flush_nbx(self.ep, usual))
        self.ucp.ucp_rkey_buffer_release(packed)
        self.ucp.ucp_rkey_destroy(rkey)

    def close(self):
        for memory in self.registered.values():
            self.call("ucp_mem_unmap", self.context, memory)
        self.registered.clear()
        self.ucp.ucp_worker_destroy(self.worker)
        self.ucp.ucp_cleanup(self.context)


def by_ucx():
    """What UCX does with two arrays of NumPy that are not contiguous, in words."""
    try:
        agent = Ucx()
    except (ImportError, StopIteration, OSError) as error:
        return f"ucx: not installed ({error})"
    src, dst = np.arange(96, dtype="f4").reshape(8, 12)[:, 2:9], np.zeros((8, 20), "f4")[:, 5:12]
    agent.put(dst, src)
    count = len(agent.registered)
    agent.close()
    return f"ucx: {count} arrays registered, {len(src)} pieces put: {'right' if np.array_equal(src, dst) else 'WRONG'}"


def libraries():
    yield "numpy", lambda x: x
    try:
        import torch
        if torch.cuda.is_available():
            yield "torch", lambda x: torch.from_numpy(x).cuda()
    except ImportError:
        pass
    try:
        import cupy
        cupy.zeros(1)
        yield "cupy", cupy.asarray
    except Exception:
        pass


def main():
    wrong = False
    x = np.arange(6 * 8, dtype="f4").reshape(6, 8)
    agent = Agent()
    for part, expected in ((x, 1), (x[:, 2:5], 6), (x[::2, ::-1], 3), (x.T, 1), (x[:, 0], 6)):
        pieces = list(agent.pieces(part))
        sent = b"".join(ctypes.string_at(address, nbytes) for address, nbytes in pieces)
        good = len(pieces) == expected and sorted(np.frombuffer(sent, "f4")) == sorted(part.ravel())
        wrong |= not good
        print(f"numpy {part.shape!s:8} strides {part.strides!s:10} {len(pieces)} pieces of {pieces[0][1]:3} bytes  "
              f"{'right' if good else 'WRONG'}")
    column = np.zeros((1000000, 16), "f4")[:, 3]
    print(f"a column of a million rows: {register_arrays.runs(column)[1:]}")
    line = by_ucx()
    wrong |= "WRONG" in line
    print(line)
    for name, make in libraries():
        agent, array = Agent(), make(x)
        key = agent.register(array)
        again = agent.register(array[2:]) if name != "numpy" else key
        wrong |= key != again
        print(f"{name}: {key[0]} {key[1]}, {key[3]} bytes registered, {len(agent.registered)} registration for two arrays")
        try:
            fd, address, nbytes, offset = register_arrays.dma_buf(array)
        except (BufferError, RuntimeError) as error:
            print(f"{name}: no dma-buf: {error}")
        else:
            os.close(fd)
            print(f"{name}: a dma-buf of {nbytes} bytes, the array begins {offset} bytes into it")
    print("something is WRONG" if wrong else "everything is right")
    raise SystemExit(wrong)


if __name__ == "__main__":
    main()
