# Examples of one library or none; examples/inspect is run by `make demo`.
.PHONY: example-allocator example-copy example-axpy example-fused example-layer-norm example-stencil \
    example-tensor-map example-one-op example-cudabuffer example-kv-blocks example-ipc example-register

# Tests use the examples as they are built here: sanitized modules would need sanitized processes.
EXAMPLES := $(BUILD)/examples
# Modules of the build come before the caller's.
WITH = PYTHONPATH=$(1)$${PYTHONPATH:+:$$PYTHONPATH}
COPY_EXAMPLE = $(EXAMPLES)/copy_from_c$(EXT_SUFFIX)
ALLOCATOR = $(EXAMPLES)/allocator_c$(EXT_SUFFIX)
AXPY = $(EXAMPLES)/axpy_ext$(EXT_SUFFIX)
CUDABUFFER = $(EXAMPLES)/cudabuffer$(EXT_SUFFIX)
KV_BLOCKS = $(EXAMPLES)/kv_blocks$(EXT_SUFFIX)
IPC_ARRAYS = $(EXAMPLES)/ipc_arrays$(EXT_SUFFIX)
REGISTER_ARRAYS = $(EXAMPLES)/register_arrays$(EXT_SUFFIX)
ONE_OP = $(EXAMPLES)/one_op$(EXT_SUFFIX)

# The example takes the headers as a user would: copied beside its source.
INSPECT := $(BUILD)/examples/inspect
$(INSPECT)/inspect_arrays$(EXT_SUFFIX): examples/inspect/inspect_arrays.c $(HEADERS)
	@mkdir -p $(INSPECT)
	cp $(HEADERS) $(INSPECT)/
	$(BRIEF_CC) -std=c99 $(BRIEF_CFLAGS) $(WARNINGS) -shared -fPIC -I$(INSPECT) $(filter-out -I.,$(PY_INCLUDES)) $< -o $@

EXAMPLE_CC = $(BRIEF_CC) $(BRIEF_CFLAGS)
# What measures is optimised, and is another file than the one for tests.
KV_BLOCKS_FAST = $(EXAMPLES)/fast/kv_blocks$(EXT_SUFFIX)
$(KV_BLOCKS_FAST): EXAMPLE_CC = $(CC) -O2
$(ALLOCATOR): examples/allocator.c
$(COPY_EXAMPLE): examples/copy_from.c
$(AXPY): examples/axpy_ext/axpy_ext.c
$(CUDABUFFER): examples/cudabuffer/cudabuffer.c
$(KV_BLOCKS) $(KV_BLOCKS_FAST): examples/kv_blocks/kv_blocks.c
$(IPC_ARRAYS): examples/ipc_arrays/ipc_arrays.c
$(REGISTER_ARRAYS): examples/register_arrays/register_arrays.c
$(ALLOCATOR) $(COPY_EXAMPLE) $(AXPY) $(CUDABUFFER) $(KV_BLOCKS) $(KV_BLOCKS_FAST) $(IPC_ARRAYS) $(REGISTER_ARRAYS): $(HEADERS)
	@mkdir -p $(@D)
	$(EXAMPLE_CC) -std=c99 $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $(filter %.c,$^) -o $@ -lpthread

$(ONE_OP): examples/one_op/one_op.c examples/one_op/kernels.h $(HEADERS)
	@mkdir -p $(@D)
	$(EXAMPLE_CC) -std=c99 -fno-math-errno $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@

example-allocator: $(ALLOCATOR) ## C code that allocates from torch's, CuPy's, RMM's pools, and these from a pool of C
	@$(call WITH,$(EXAMPLES)) $(PY) examples/allocator.py

example-copy: $(COPY_EXAMPLE) ## copy between arrays of any two libraries, whatever their strides
	@$(call WITH,$(EXAMPLES)) $(PY) examples/copy_from.py

example-axpy: $(AXPY) ## a kernel on arrays of every library, results in the caller's library
	@$(call WITH,$(EXAMPLES)) $(PY) examples/axpy_ext/demo.py

example-one-op: $(ONE_OP) ## one function of C for NumPy, torch, JAX and tvm-ffi
	@$(call WITH,$(EXAMPLES)) $(PY) examples/one_op/demo.py

# CUDA C++; without nvcc C++ for the CPU alone.
CUDA_CXX := $(if $(shell command -v nvcc),nvcc -std=c++17 -Xcompiler -fPIC$(comma)-Wall$(comma)-Wextra,$(CXX) -x c++ -std=c++11 -fPIC -Wall -Wextra)
$(EXAMPLES)/fused_op$(EXT_SUFFIX): examples/fused_op/fused_op.cu
$(EXAMPLES)/layer_norm$(EXT_SUFFIX): examples/layer_norm/layer_norm.cu
$(EXAMPLES)/fused_op$(EXT_SUFFIX) $(EXAMPLES)/layer_norm$(EXT_SUFFIX): $(HEADERS)
	@mkdir -p $(@D)
	$(CUDA_CXX) -O2 -shared $(PY_INCLUDES) $(filter %.cu,$^) -o $@ -lpthread

example-fused: $(EXAMPLES)/fused_op$(EXT_SUFFIX) ## an elementwise operator in CUDA C++ on arrays of any library, shapes and strides
	@$(call WITH,$(EXAMPLES)) $(PY) examples/fused_op/demo.py

example-layer-norm: $(EXAMPLES)/layer_norm$(EXT_SUFFIX) ## rows in CUDA C++, read as float4 where they are aligned
	@$(call WITH,$(EXAMPLES)) $(PY) examples/layer_norm/demo.py

$(EXAMPLES)/stencil$(EXT_SUFFIX): examples/stencil/stencil.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -O2 $(CFLAGS) $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

example-stencil: $(EXAMPLES)/stencil$(EXT_SUFFIX) ## a stencil in C, compiled by NVRTC where an image is on a GPU; writes a picture
	@PICTURES=$(or $(PICTURES),$(EXAMPLES)) $(call WITH,$(EXAMPLES)) $(PY) examples/stencil/demo.py

$(EXAMPLES)/tensor_map: examples/tensor_map/tensor_map.cu cucore.h cucore_kernel.h
	@mkdir -p $(@D)
	nvcc -arch=sm_90 -std=c++11 -I. $< -o $@

example-tensor-map: $(EXAMPLES)/tensor_map ## tiles by TMA, each swizzle, every byte checked: nvcc, and a GPU of compute capability 9.0
	@$<

example-cudabuffer: $(CUDABUFFER) ## an array type in C that every library takes and gives to
	@$(call WITH,$(EXAMPLES)) $(PY) examples/cudabuffer/demo.py

example-kv-blocks: $(KV_BLOCKS_FAST) ## blocks of a paged key-value cache: out, in, copied, gathered; throughput beside torch and the driver's batches
	@$(call WITH,$(dir $<)) $(PY) examples/kv_blocks/demo.py

example-ipc: $(IPC_ARRAYS) ## one array in two processes, torch in one, CuPy in the other; each is killed at every step
	@$(call WITH,$(EXAMPLES)) $(PY) examples/ipc_arrays/demo.py

example-register: $(REGISTER_ARRAYS) ## arrays of any library as NIXL, UCX and RDMA want memory described
	@$(call WITH,$(EXAMPLES)) $(PY) examples/register_arrays/demo.py
