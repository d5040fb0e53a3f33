# Benchmarks.
.PHONY: bench bench-limited bench-return bench-call bench-kernel bench-loops bench-launch bench-layout bench-copy bench-layouts bench-cccl bench-driver \
    bench-hostcopy bench-op-xla bench-op-python bench-op-torch bench-op-tvm bench-blocks bench-cpucopy bench-host bench-cpucast bench-cpuloops bench-compile plot

DRAW = $(PY) bench/plot.py $(BUILD)/bench/exchange.json $(BUILD)/bench/copy.json $(BUILD)/bench/scaling.json $(BUILD)/bench
BENCH_MODULE = $(BUILD)/bench/cucore_bench$(EXT_SUFFIX)
$(BUILD)/bench/cucore_bench$(EXT_SUFFIX): bench/cucore_bench.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O3 -DNDEBUG $(WARNINGS) -shared -fPIC $(PY_INCLUDES) $< -o $@

bench: $(BENCH_MODULE) ## time an intake against the producer's own calls, nanobind and cuda.core; drawn as exchange.svg
	@CXX='$(CXX)' $(call WITH,$(BUILD)/bench) $(PY) bench/bench_exchange.py --build $(BUILD)/bench --json $(BUILD)/bench/exchange.json
	@-$(DRAW)

$(BUILD)/bench/cucore_bench_return$(EXT_SUFFIX): bench/bench_return.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O3 -DNDEBUG $(WARNINGS) -shared -fPIC $(PY_INCLUDES) $< -o $@

bench-return: $(BUILD)/bench/cucore_bench_return$(EXT_SUFFIX) ## time exports, and results in the caller's library against its own calls
	@$(call WITH,$(BUILD)/bench) $(PY) bench/bench_return.py

$(BUILD)/bench/cucore_bench_call$(EXT_SUFFIX): bench/bench_call.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 -DNDEBUG $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@

bench-call: $(BUILD)/bench/cucore_bench_call$(EXT_SUFFIX) ## time whole calls (argument, `out` or new result, release), overloads, against NumPy's C functions, nanobind, pybind11
	@CXX='$(CXX)' CC='$(CC)' CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' $(call WITH,$(BUILD)/bench) $(PY) bench/bench_call.py --build $(BUILD)/bench

$(BUILD)/bench/cucore_bench_limited$(EXT_SUFFIX): bench/bench_limited.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O3 -DNDEBUG $(WARNINGS) -shared -fPIC $(PY_INCLUDES) $< -o $@

bench-limited: $(BUILD)/bench/cucore_bench_limited$(EXT_SUFFIX) ## time intakes in the limited API, against Cython where it is installed
	@$(call WITH,$(BUILD)/bench) $(PY) bench/bench_limited.py --build $(BUILD)/bench

$(BUILD)/bench/bench_layout: bench/bench_layout.c cucore.h
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) $< -o $@ -ldl -lpthread

bench-kernel: ## time what it costs to make accessors and loops
	@mkdir -p $(BUILD)/bench
	$(CC) -std=c99 -O2 $(WARNINGS) $(INCLUDES) bench/bench_kernel.c -o $(BUILD)/bench/bench_kernel -ldl -lpthread
	@$(BUILD)/bench/bench_kernel

$(BUILD)/bench/cucore_bench_loops$(EXT_SUFFIX): bench/bench_loops.c bench/bench_loops.h $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O3 -DNDEBUG $(WARNINGS) -Wno-error -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -ldl -lpthread

# Code of one architecture, which every library here can load.
CUDA_ARCH ?= sm_90
$(BUILD)/bench/bench_loops.cubin: bench/bench_loops.cu bench/bench_loops.h cucore_kernel.h
	@mkdir -p $(@D)
	nvcc -std=c++17 -arch=$(CUDA_ARCH) -cubin -Xcompiler -Wall,-Wextra -I. $< -o $@

BENCH_LOOPS = $(BUILD)/bench/bench_loops.cubin $(BUILD)/bench/cucore_bench_loops$(EXT_SUFFIX) $(BENCH_MODULE)
LAUNCH_TIMES = CXX='$(CXX)' CUDA_INCLUDE='$(CUDA_INCLUDE)' $(call WITH,$(BUILD)/bench) $(PY) bench/bench_launch.py $< \
    --json $(BUILD)/bench/launch.json
bench-loops: $(BENCH_LOOPS) ## kernels through loops and accessors beside such by hand, torch and CuPy; then bench-launch (nvcc; CUDA_ARCH=sm_90)
	@failed=0; $(call WITH,$(BUILD)/bench) $(PY) bench/bench_loops.py $< --json $(BUILD)/bench/loops.json || failed=1; \
	    $(LAUNCH_TIMES) || failed=1; exit $$failed

bench-launch: $(BENCH_LOOPS) ## from torch tensors to a launch, beside a bare one, tvm-ffi, torch's operators, cuda.core, Numba, Triton and CuTe DSL
	@$(LAUNCH_TIMES)

bench-layout: $(BUILD)/bench/bench_layout ## time the layout functions, against cuda.core's StridedLayout where it is installed
	$(BUILD)/bench/bench_layout
	$(PY) bench/bench_layout.py $(BUILD)/bench/bench_layout

$(BUILD)/bench/bench_driver: bench/bench_driver.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) $< -o $@ -ldl -lpthread

# CCCL=DIR is a checkout of CCCL 3.6 or newer, or a folder with its headers.  Its copy is cuda::copy, and in checkouts before that
# cuda::experimental::copy.  A library for each size of element, since nvcc takes minutes for them.
CCCL_INCLUDES = $(foreach folder,libcudacxx/include cudax/include cub thrust .,-I$(CCCL)/$(folder))
CCCL_EXPERIMENTAL = $(if $(wildcard $(CCCL)/cudax/include/cuda/experimental/copy.cuh $(CCCL)/cuda/experimental/copy.cuh),-DCCCL_IS_EXPERIMENTAL)
CCCL_PEERS := $(foreach bytes,1 2 4 8 16,$(BUILD)/bench/libcccl_peer_$(bytes).so)
$(CCCL_PEERS): $(BUILD)/bench/libcccl_peer_%.so: bench/cccl_peer.cu
	@mkdir -p $(@D)
	$(if $(CCCL),,$(error CCCL= names no checkout of CCCL))
	nvcc -O2 -std=c++17 -arch=$(CUDA_ARCH) $(CCCL_INCLUDES) $(CCCL_EXPERIMENTAL) -DCCCL_BYTES=$* -shared -Xcompiler -fPIC $< -o $@

bench-cccl: $(CCCL_PEERS) ## CCCL's copy of mdspans, for bench-copy on a machine without its headers (nvcc; CCCL=its checkout; CUDA_ARCH=sm_90)

LAYOUT_LIBS = $(BUILD)/bench/libcopy.so $(BUILD)/view_copy/libviewcopy_fast.so
LAYOUTS = CUCORE_VIEW_COPY_LIB=$(BUILD)/view_copy/libviewcopy_fast.so CUCORE_CCCL_PEER=$(BUILD)/bench $(PY) bench/bench_layouts.py \
    $(BUILD)/bench/libcopy.so $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT))
bench-copy: $(LAYOUT_LIBS) $(if $(CCCL),$(CCCL_PEERS)) ## strided copies on the device, beside torch, CuPy, cuTENSOR, nvmath, CCCL=its checkout; SEED= and COUNT= of random layouts; CCCL_FIGURES=FILE
	@CUDA_CACHE_DISABLE=1 $(PY) bench/bench_copy.py $< --json $(BUILD)/bench/copy.json $(if $(CCCL_FIGURES),--cccl $(CCCL_FIGURES))
	@$(LAYOUTS) --json $(BUILD)/bench/layouts.json
	@-$(DRAW)

bench-layouts: $(LAYOUT_LIBS) $(if $(CCCL),$(CCCL_PEERS)) ## its second half (PART=random, named, permutations, pixels, byte-transposes, broadcast or casts)
	@$(LAYOUTS) $(if $(PART),--only $(PART)) --json $(BUILD)/bench/layouts$(if $(PART),_$(PART)).json

$(BUILD)/bench/libcopy.so: tests/copy/copy_lib.c $(PTX_RUN) $(KERNEL_SOURCES) cucore.h cucore_cast.h cucore_copy.h cucore_blocks.h
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) -shared -fPIC $(filter %.c %.o,$^) -o $@ -ldl -lpthread

bench-driver: $(BUILD)/bench/bench_driver ## time ordering, allocation and context guards against the bare driver calls
	@$<

bench-hostcopy: $(BUILD)/view_copy/libviewcopy_fast.so ## time copies that a host takes part in, beside torch and NumPy
	@CUCORE_VIEW_COPY_LIB=$< $(PY) bench/bench_hostcopy.py

# Constants that the benchmark changes are variables.
$(BUILD)/bench/libblocks.so: tests/view_copy/view_copy_lib.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 -DVIEW_COPY_LIB_TUNE $(WARNINGS) $(INCLUDES) -shared -fPIC $< -o $@ -ldl -lpthread

bench-blocks: $(BUILD)/bench/libblocks.so $(KV_BLOCKS_FAST) ## 8,192 shuffled blocks in one call beside one copy, a kernel by hand, torch, cuMemcpyBatchAsync (BLOCKS='--quick', '--sweep')
	@CUCORE_VIEW_COPY_LIB=$< $(call WITH,$(dir $(KV_BLOCKS_FAST))) $(PY) bench/bench_blocks.py $(BLOCKS)

bench-cpucopy: $(BUILD)/view_copy/libviewcopy_fast.so ## time copies from host to host beside NumPy, by one thread (CPUCOPY='--seed 7')
	@CUCORE_VIEW_COPY_LIB=$< $(PY) bench/bench_cpucopy.py $(CPUCOPY)

bench-host: $(BUILD)/view_copy/libviewcopy_fast.so ## the same for random layouts, beside the best of NumPy and torch (HOST='--seed 7 --threads 2 --casts')
	@CUCORE_VIEW_COPY_LIB=$< $(PY) bench/bench_host.py $(HOST)

bench-cpucast: $(BUILD)/view_copy/libviewcopy_fast.so ## time conversions from host to host beside NumPy, by one thread (CPUCAST='--quick --rows')
	@CUCORE_VIEW_COPY_LIB=$< $(PY) bench/bench_cpucast.py $(CPUCAST)

# Loops begin at multiples of 64 bytes: their place changes the time of either side by up to a factor of 2.
bench-cpuloops: ## time loops of cucore_kernel.h on the CPU beside loops by hand; converted operands beside NumPy (CPULOOPS='-O3', CXX=clang++)
	@mkdir -p $(BUILD)/bench
	$(CXX) -std=c++11 -O2 -falign-loops=64 $(CPULOOPS) $(INCLUDES) bench/bench_cpuloops.cpp -o $(BUILD)/bench/bench_cpuloops -ldl -lpthread
	$(CXX) -std=c++11 -O3 -DNDEBUG $(CPULOOPS) $(INCLUDES) -shared -fPIC bench/bench_loopcast.cpp -o $(BUILD)/bench/bench_loopcast.so -ldl -lpthread
	@failed=0; $(BUILD)/bench/bench_cpuloops || failed=1; $(PY) bench/bench_loopcast.py $(BUILD)/bench/bench_loopcast.so || failed=1; exit $$failed

$(BUILD)/view_copy/libviewcopy_fast.so: tests/view_copy/view_copy_lib.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) -shared -fPIC $< -o $@ -ldl -lpthread

plot: ## draw what the benchmarks wrote to build/bench, as SVG (needs matplotlib, which it installs unless VENV is empty)
	@$(PY) -c 'import matplotlib' 2>/dev/null || [ -z '$(VENV)' ] || $(PY) -m pip install --quiet --disable-pip-version-check matplotlib
	@$(DRAW)

bench-compile: ## what each header costs a build: seconds, memory, code
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' $(PY) bench/bench_compile.py

JAXLIB_INCLUDE = $(shell $(PY) -c 'import jax; print(jax.ffi.include_dir())' 2>/dev/null)
$(BUILD)/bench/bench_op_xla.so: bench/bench_op_xla.cpp $(HEADERS)
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -DNDEBUG -shared -fPIC -fvisibility=hidden $(INCLUDES) -isystem $(JAXLIB_INCLUDE) $< -o $@ -ldl -lpthread

# torch's headers need C++20 from 2.12 on; the flags are looked up only when the target is built.
$(BUILD)/bench/bench_op_torch.so: bench/bench_op_torch.cpp $(HEADERS)
	@mkdir -p $(@D)
	folder=$$($(PY) -c 'import pathlib, torch; print(pathlib.Path(torch.__file__).parent)') && $(CXX) -std=c++20 -O2 -DNDEBUG -w -shared \
	    -fPIC $(INCLUDES) -isystem $$folder/include -isystem $$folder/include/torch/csrc/api/include $< -o $@ -L$$folder/lib \
	    -ltorch_cpu -lc10 -ldl -lpthread

$(BUILD)/bench/cucore_bench_op$(EXT_SUFFIX): bench/bench_op_python.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 -DNDEBUG $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@

bench-op-python: $(BUILD)/bench/cucore_bench_op$(EXT_SUFFIX) ## an operator called from Python beside cucore_py_launch of the same kernel
	@$(call WITH,$(BUILD)/bench) $(PY) bench/bench_op_python.py

bench-op-torch: $(BUILD)/bench/bench_op_torch.so ## operators in torch's dispatcher, beside TORCH_LIBRARY by hand, on the CPU
	@$(PY) bench/bench_op_torch.py $<

bench-op-xla: $(BUILD)/bench/bench_op_xla.so ## operators that XLA calls, beside handlers by its C++ FFI (the header of jaxlib), on the CPU
	@JAX_PLATFORMS=cpu $(PY) bench/bench_op_xla.py $<

$(BUILD)/bench/bench_op_tvm: bench/bench_op_tvm.cpp $(HEADERS)
	@mkdir -p $(@D)
	folder=$$($(PY) -c 'import pathlib, tvm_ffi; print(pathlib.Path(tvm_ffi.__file__).parent)') && $(CXX) -std=c++17 -O2 -DNDEBUG \
	    $(INCLUDES) -isystem $$folder/include $< -o $@ -L$$folder/lib -ltvm_ffi -Wl,-rpath,$$folder/lib -ldl -lpthread

bench-op-tvm: $(BUILD)/bench/bench_op_tvm ## operators in packed calls of tvm-ffi, beside a typed function, on the CPU
	@$<
