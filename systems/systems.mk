# Whole systems: their examples, tests, ports and benchmarks.  `make test` runs none of them.
.PHONY: port-mpi4py port-ucxx port-kvikio port-cuvs example-mpi example-nccl example-torch example-pools example-tensorflow example-cvcuda \
    example-numba example-arrow interop-tests interop bench-scaling

port-mpi4py: ## build mpi4py from the package index with and without tests/ports/mpi4py, run its tests on both, and time both
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' $(PY) tests/ports/mpi4py/run.py --folder $(BUILD)/ports/mpi4py

# PORT='--extra torch --sources folder': more rows, the tests of a checkout.
RUN_PORT = @CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' $(PY) \
    tests/ports/$(@:port-%=%)/run.py --folder $(BUILD)/ports/$(@:port-%=%) $(PORT)
port-ucxx: ## ucxx's Array of the released wheel beside tests/ports/ucxx: answers, tests, times
	$(RUN_PORT)

port-kvikio: ## kvikio's parse_buffer_argument of the released wheel beside tests/ports/kvikio
	$(RUN_PORT)

port-cuvs: ## cuVS's cydlpack of the released wheel beside tests/ports/cuvs
	$(RUN_PORT)

# .venv-interop has every system that installs without a GPU; with VENV= the systems of PYTHON are used.
INTEROP_VENV := $(if $(VENV),.venv-interop)
IPY := $(if $(VENV),$(INTEROP_VENV)/bin/python,$(PYTHON))
INTEROP_READY := $(if $(VENV),$(INTEROP_VENV)/installed)
SYSTEMS := mpi_arrays nccl_arrays torch_op pool_arrays tensorflow_arrays cvcuda_arrays numba_arrays arrow_arrays
SYSTEM_MODULES := $(foreach name,$(SYSTEMS),$(if $(wildcard systems/$(name)/$(name).c),$(EXAMPLES)/$(name)$(EXT_SUFFIX)))
$(INTEROP_VENV)/installed: systems/tests/requirements.txt
	$(PYTHON) -m venv $(INTEROP_VENV)
	$(INTEROP_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

LIBS_torch_op := -lm
# MPI's compiler, of the environment or on the path, prints the places of mpi.h and libmpi: mpicc -show, in MPICH and in Open MPI.
MPICC ?= $(firstword $(wildcard $(dir $(IPY))mpicc) $(shell command -v mpicc))
LIBS_mpi_arrays = $(if $(MPICC),$(patsubst -I%,-isystem %,$(wordlist 2,99,$(shell $(MPICC) -show))),\
    $(error no MPI: neither $(dir $(IPY))mpicc nor mpicc on the path; the packages mpich and openmpi have it, or MPICC=name))
$(EXAMPLES)/mpi_arrays$(EXT_SUFFIX): systems/mpi_arrays/mpi_arrays.c

.SECONDEXPANSION:
$(SYSTEM_MODULES): $(EXAMPLES)/%$(EXT_SUFFIX): systems/%/$$*.c $$(wildcard systems/$$*/*.h) $(HEADERS) | $(INTEROP_READY)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE $(CFLAGS) $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $(FLAGS_$*) $< -o $@ -lpthread -ldl $(LIBS_$*)

$(EXAMPLES)/nccl_arrays$(EXT_SUFFIX): systems/nccl_arrays/nccl_arrays.c $(wildcard systems/nccl_arrays/*.h)
FAKE_NCCL := $(OUT)/fake_nccl/libnccl.so.2
$(FAKE_NCCL): systems/tests/fake_nccl.c
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC -fvisibility=hidden $(INCLUDES) $< -o $@ -ldl -lpthread -lm

RUN_SYSTEM = @$(call WITH,$(EXAMPLES)) $(IPY)
example-mpi: $(EXAMPLES)/mpi_arrays$(EXT_SUFFIX) ## MPI from C: arrays of every library and layout, on the host and on devices
	$(RUN_SYSTEM) systems/mpi_arrays/demo.py

example-nccl: $(EXAMPLES)/nccl_arrays$(EXT_SUFFIX) ## NCCL from C: collectives on arrays of every library and layout
	$(RUN_SYSTEM) systems/nccl_arrays/demo.py

example-torch: $(EXAMPLES)/torch_op$(EXT_SUFFIX) ## a custom operator of PyTorch: autograd, torch.compile, a CUDA graph
	$(RUN_SYSTEM) systems/torch_op/demo.py

example-pools: $(EXAMPLES)/pool_arrays$(EXT_SUFFIX) ## C code, CuPy and torch on one pool and one stream (pytorch-pfn-extras, RMM)
	$(RUN_SYSTEM) systems/pool_arrays/demo.py

example-tensorflow: $(EXAMPLES)/tensorflow_arrays$(EXT_SUFFIX) ## capsules of TensorFlow both ways
	$(RUN_SYSTEM) systems/tensorflow_arrays/demo.py

example-cvcuda: $(EXAMPLES)/cvcuda_arrays$(EXT_SUFFIX) ## images of CV-CUDA: batches to planes and back, its Stream, host and device
	$(RUN_SYSTEM) systems/cvcuda_arrays/demo.py

example-numba: $(EXAMPLES)/numba_arrays$(EXT_SUFFIX) ## kernels of Numba on memory of C; objects of CUDA Python both ways
	$(RUN_SYSTEM) systems/numba_arrays/demo.py

example-arrow: $(EXAMPLES)/arrow_arrays$(EXT_SUFFIX) ## __arrow_c_device_array__ both ways: numbers and validity as views
	$(RUN_SYSTEM) systems/arrow_arrays/demo.py

# Each test ends after two minutes, whatever a peer does; several processes share a GPU, of which JAX would take most.
# INTEROP='--only numba -k name': some of them.
INTEROP_RECORD ?= $(BUILD)/interop/record.json
# A machine without MPI goes on without it.
interop-tests: $(ALLOCATOR) $(ONE_OP) $(filter-out $(if $(or $(VENV),$(MPICC)),,%/mpi_arrays$(EXT_SUFFIX)),$(SYSTEM_MODULES)) $(FAKE) $(FAKE_NCCL) \
    $(KV_BLOCKS) $(addprefix $(OUT)/python/,cucore_test$(EXT_SUFFIX) export_test$(EXT_SUFFIX))
	@CUCORE_BUILD=$(abspath $(BUILD)) $(call WITH,$(abspath $(EXAMPLES)):$(abspath $(BUILD)/python)) PYTHONDONTWRITEBYTECODE=1 \
	    XLA_PYTHON_CLIENT_PREALLOCATE=false sh -ec '"$$0" -m pytest -q -rs -p no:cacheprovider tests/python/test_array_libraries.py; \
	    exec "$$0" systems/tests/run.py "$$@"' $(IPY) $(abspath $(INTEROP_RECORD)) $(INTEROP)

interop: interop-tests ## every system of docs/reference/interop.md in an environment of its own, then the page itself
	@$(IPY) systems/tests/matrix.py record $(INTEROP_RECORD)

$(BUILD)/bench/libscaling.so: systems/bench/bench_scaling.c
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) -isystem $(CUDA_INCLUDE) -shared -fPIC $< -o $@ -ldl

$(BUILD)/bench/nccl_arrays$(EXT_SUFFIX): systems/nccl_arrays/nccl_arrays.c $(wildcard systems/nccl_arrays/*.h) $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 -DNDEBUG $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread -ldl

bench-scaling: $(BUILD)/bench/libscaling.so $(BUILD)/bench/nccl_arrays$(EXT_SUFFIX) ## nccl_arrays on all GPUs (SCALING='--gpus 2'), beside bare NCCL; drawn as scaling.svg
	@$(call WITH,$(BUILD)/bench) $(IPY) systems/bench/bench_scaling.py $< --json $(BUILD)/bench/scaling.json $(SCALING)
	@-$(DRAW)
