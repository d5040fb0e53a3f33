# What the tests run: programs of C, modules of Python, libraries for ctypes, the fake driver.
.PHONY: fake-driver

# SANITIZE is empty, or the flags of the sanitizers; with them OUT is a folder of its own.
OUT := $(BUILD)$(if $(SANITIZE),/sanitize)
# Tests of a GPU are not built with the sanitizers: that takes a minute, and they skip without a GPU.
C_TESTS := $(patsubst tests/c/%.c,$(OUT)/c/%,$(filter-out $(if $(SANITIZE),tests/c/test_gpu_%),$(wildcard tests/c/test_*.c)))
FAKE := $(OUT)/fake/libcuda.so.1
# libFuzzer brings its own sanitizers, so that one build of the fuzzers is enough.
FUZZ := $(if $(filter libfuzzer,$(FUZZ_ENGINE)),$(BUILD),$(OUT))/fuzz
FUZZERS := $(patsubst tests/fuzz/%.c,$(FUZZ)/%,$(wildcard tests/fuzz/fuzz_*.c))
TEST_MODULE = $(addprefix $(OUT)/python/,$(addsuffix _test$(EXT_SUFFIX),cucore export launch op programs torture)) \
    $(OUT)/debug/cucore_test$(EXT_SUFFIX) $(OUT)/max_ndim/cucore_test$(EXT_SUFFIX) \
    $(if $(SANITIZE),,$(OUT)/no_type_memory/cucore_test$(EXT_SUFFIX) $(if $(HAS_LIMITED_API),$(OUT)/limited/cucore_test$(EXT_SUFFIX)))

KERNEL_SOURCES := tests/copy/copy_kernels.c src/copy/emit/params.h src/cast/convert.h src/copy/move/blocks_params.h $(wildcard src/copy/kernels/*.h src/cast/kernels/*.h)
FAKE_SOURCES := $(filter-out %/ptx_run.c,$(wildcard tests/fake_driver/*.c))
# One file that includes all of them: cuda.h is read once, not seventeen times.
FAKE_ALL := $(BUILD)/fake_driver.c
$(FAKE_ALL): $(FAKE_SOURCES) $(wildcard tests/fake_driver/*.h)
	@mkdir -p $(@D)
	@printf '#include "%s"\n' $(abspath $(FAKE_SOURCES)) > $@

# What runs the PTX of kernels takes most of the time of copies, and is optimised in all builds.  AddressSanitizer sees the memory
# that kernels copy, as memcpy is called for it.
PTX_RUN := $(OUT)/fake/ptx_run.o
$(PTX_RUN): tests/fake_driver/ptx_run.c tests/fake_driver/ptx_run.h
	@mkdir -p $(@D)
	$(filter-out $(if $(findstring address,$(SANITIZE)),$(SANITIZE)),$(COMPILE)) -O3 -fno-builtin-memcpy -fPIC -fvisibility=hidden -c $< -o $@

$(FAKE): $(FAKE_ALL) $(KERNEL_SOURCES) $(PTX_RUN)
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC -fvisibility=hidden $(INCLUDES) -Wl,-soname,libcuda.so.1 -Wl,-Bsymbolic \
	    $(filter %.c %.o,$^) -o $@ -lpthread
	@ln -sf $(@F) $(@D)/libcuda.so # the name that Numba loads first

fake-driver: $(FAKE) ## a CUDA driver made of host memory, for tests of extensions (docs/guide/testing.md); prints its folder
	@echo $(abspath $(dir $(FAKE)))

# Programs whose name begins with test_driver run on the fake driver; tests/run.py knows them by this name.
$(filter $(OUT)/c/test_driver%,$(C_TESTS)): $(OUT)/c/%: tests/c/%.c $(wildcard tests/c/*.h tests/fake_driver/fake_cuda.h) $(FAKE) $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_PROGRAM) $(INCLUDES) $< -o $@ -L$(OUT)/fake -l:libcuda.so.1 -ldl -lpthread

# It counts the functions that a copy enters.
$(OUT)/c/test_driver_view_copy: PROGRAM_CFLAGS += -finstrument-functions -DCALLS_ARE_COUNTED=1

# Two modules, each with its own copy of the library, and a program of two files with CUCORE_STATIC.
$(OUT)/c/vendored_a.so: tests/c/vendored_module.c $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_PROGRAM) -shared -fPIC $(INCLUDES) $< -o $@ -ldl -lpthread

$(OUT)/c/vendored_b.so: $(OUT)/c/vendored_a.so
	cp $< $@

$(OUT)/c/test_vendored: tests/c/test_vendored.c tests/c/vendored_static_one.c tests/c/vendored_static_two.c tests/c/check.h \
    tests/c/in_child.h tests/c/vendored_static.h $(HEADERS) $(OUT)/c/vendored_a.so $(OUT)/c/vendored_b.so
	@mkdir -p $(@D)
	$(COMPILE_PROGRAM) -rdynamic $(INCLUDES) $(filter %.c,$^) -o $@ -ldl -lpthread

$(OUT)/c/%: tests/c/%.c $(wildcard tests/c/*.h) $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_PROGRAM) $(INCLUDES) $< -o $@ -ldl -lpthread

# One module is optimised under the sanitizers: gcc's optimizer warns of more, and optimised code has other faults.
$(OUT)/python/cucore_test$(EXT_SUFFIX): BRIEF_CFLAGS := $(if $(SANITIZE),$(CFLAGS),$(BRIEF_CFLAGS))
$(OUT)/python/%_test$(EXT_SUFFIX): tests/python/%_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_MODULE) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread  # CPython wants functions as void *

# The intake again: in the limited API, without the memory of types, for few axes, as in a debug build.
$(OUT)/limited/cucore_test$(EXT_SUFFIX): tests/python/cucore_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_MODULE) -Wno-pedantic -DPy_LIMITED_API=0x030B0000 -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

$(OUT)/no_type_memory/cucore_test$(EXT_SUFFIX): tests/python/cucore_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_MODULE) -Wno-pedantic -DCUCORE_NO_TYPE_MEMORY -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

$(OUT)/max_ndim/cucore_test$(EXT_SUFFIX): tests/python/cucore_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_MODULE) -Wno-pedantic -DCUCORE_MAX_NDIM=4 -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

$(OUT)/debug/cucore_test$(EXT_SUFFIX): tests/python/cucore_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_MODULE) -Wno-pedantic -DCUCORE_DEBUG -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

# TRAP ends the process at undefined behaviour: ctypes loads these libraries into a Python without sanitizers.
TRAP := $(if $(SANITIZE),,-fsanitize=undefined -fsanitize-undefined-trap-on-error)
LAYOUT_LIB := $(BUILD)/layout/liblayout.so
$(LAYOUT_LIB): tests/layout/layout_lib.c cucore.h
	@mkdir -p $(@D)
	$(COMPILE_MODULE) -shared -fPIC $(INCLUDES) $(TRAP) $< -o $@ -ldl -lpthread

# Copies of views: the first library takes as many threads as it may, whether they pay or not; the second and third copy in pieces so small that every test has several, and convert without AVX2; the third
# embeds no kernel.
SMALL_PIECES := -DCUCORE_COPY_PIECE=4096 -DCUCORE_COPY_STAGE=256 -DCUCORE__CAST_HAS_WIDE=0
FLAGS_libviewcopy := -DCUCORE__THREADS_WORTH=0.0
FLAGS_libviewcopy_small := $(SMALL_PIECES) -DCUCORE__WRITE_SLAB=200
FLAGS_libviewcopy_small_no_kernels := $(SMALL_PIECES) -DCUCORE_COPY_NO_KERNELS
VIEW_COPY_LIBS := $(addprefix $(OUT)/view_copy/libviewcopy,.so _small.so _small_no_kernels.so)
$(VIEW_COPY_LIBS): $(OUT)/view_copy/%.so: tests/view_copy/view_copy_lib.c $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE_MODULE) -shared -fPIC $(INCLUDES) $(TRAP) $(FLAGS_$*) $< -o $@ -ldl -lpthread

# The planner, and the kernels on the host; on a GPU the same library launches them.
COPY_LIB := $(OUT)/copy/libcopy.so
$(COPY_LIB): tests/copy/copy_lib.c $(PTX_RUN) $(KERNEL_SOURCES) cucore.h cucore_cast.h cucore_copy.h cucore_blocks.h
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC $(INCLUDES) $(TRAP) $(filter %.c %.o,$^) -o $@ -ldl -lpthread

# Operators whose handlers Python tests give to JAX.
OP_XLA := $(BUILD)/op/libop_xla.so
$(OP_XLA): tests/python/op_xla_lib.c $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -O1 -shared -fPIC -fvisibility=hidden $(INCLUDES) $< -o $@ -ldl -lpthread

# Libraries that Python tests load.
CTYPES_LIBS = $(COPY_LIB) $(VIEW_COPY_LIBS) $(if $(SANITIZE),,$(OP_XLA) $(ONE_OP) $(LAYOUT_LIB) $(COPY_EXAMPLE) $(AXPY) $(CUDABUFFER) $(KV_BLOCKS) $(ALLOCATOR) $(IPC_ARRAYS) \
    $(REGISTER_ARRAYS))
