# cucore: the headers need no build.  This builds the tests, the examples and the benchmarks.
#
# VENV=folder   where the Python packages of requirements.txt go (default .venv); VENV= uses PYTHON as it is, offline
# PYTHON=name   the interpreter (default python3)
# CUDA_INCLUDE, DLPACK_INCLUDE, PYTHON_INCLUDE   folders of cuda.h, dlpack.h, Python.h, found by tests/config.py

PYTHON ?= python3
VENV ?= .venv
CC ?= cc
CXX ?= c++
# -g1: the lines of stack traces; to step through a test, CFLAGS='-O0 -g'.  -g takes a third more time.
CFLAGS ?= -O1 -g1
BUILD ?= build

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror
HEADERS := $(wildcard cucore*.h)
PY := $(if $(VENV),$(VENV)/bin/python,$(PYTHON))

comma := ,

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Tests are built on every core, unless -j says on how many.
ifneq ($(filter check test test-sanitize coverage,$(MAKECMDGOALS)),)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
endif

.PHONY: help demo fake-driver example-fused example-layer-norm example-stencil example-tensor-map example-allocator example-copy example-axpy example-cudabuffer check test test-sanitize test-threads \
    test-threads-programs check-headers check-cuda coverage coverage-programs mutate fuzz fuzz-merge headers names kernels \
    install test-packaging bench bench-return bench-kernel bench-loops bench-launch bench-layout bench-driver bench-copy bench-hostcopy bench-cpucopy bench-cpuloops bench-scaling port-mpi4py \
    docs plot format clean interop interop-tests example-mpi example-nccl example-torch example-pools example-tensorflow \
    example-cvcuda example-numba example-arrow matrix release FORCE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

ifneq ($(filter-out help clean docs format headers names kernels install test-packaging,$(or $(MAKECMDGOALS),help)),)
include $(BUILD)/config.mk $(BUILD)/fuzz_engine.mk
endif

# ------------------------------------------------------------------------------------------------------- setting up --
ifneq ($(VENV),)
$(VENV)/installed: requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@
endif

$(BUILD)/config.mk: tests/config.py $(if $(VENV),$(VENV)/installed) FORCE
	@mkdir -p $(BUILD)
	@$(PY) tests/config.py > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Compilers search /usr/include by themselves; C++ does not work with it before its own headers.
SYSTEM = $(addprefix -isystem ,$(filter-out /usr/include,$(1)))
INCLUDES = -I. $(call SYSTEM,$(CUDA_INCLUDE) $(DLPACK_INCLUDE))
# Ends make before the compiler runs if a header is missing that every module needs.
PY_INCLUDES = $(if $(DLPACK_INCLUDE),,$(error dlpack.h 1.x was not found. Get it with '$(PY) -m pip install apache-tvm-ffi' \
or from github.com/dmlc/dlpack, or name the folder that has dlpack/dlpack.h: make DLPACK_INCLUDE=folder))$(if \
$(PYTHON_INCLUDE),,$(error Python.h of $(PY) was not found. Install the development files of that Python (python3-dev), \
or name the folder: make PYTHON_INCLUDE=folder))$(INCLUDES) $(call SYSTEM,$(PYTHON_INCLUDE))
# Plans of copies are checked, as in a debug build.
COMPILE = $(CC) -std=c99 -D_GNU_SOURCE -DCUCORE_COPY_VERIFY=65536 $(CFLAGS) $(SANITIZE) $(WARNINGS)

# ------------------------------------------------------------------------------------------------------------- tests --
# SANITIZE is empty, or the flags of the sanitizers; then everything lies in a folder of its own.
OUT := $(BUILD)$(if $(SANITIZE),/sanitize)
# Those for a GPU alone are not built with the sanitizers: they take a minute, and skip where CI is.
C_TESTS := $(patsubst tests/c/%.c,$(OUT)/c/%,$(filter-out $(if $(SANITIZE),tests/c/test_gpu_%),$(wildcard tests/c/test_*.c)))
FAKE := $(OUT)/fake/libcuda.so.1
# libFuzzer brings its own sanitizers: one build of the fuzzers is enough then.
FUZZ := $(if $(filter libfuzzer,$(FUZZ_ENGINE)),$(BUILD),$(OUT))/fuzz
FUZZERS := $(patsubst tests/fuzz/%.c,$(FUZZ)/%,$(wildcard tests/fuzz/fuzz_*.c))
TEST_MODULE = $(addprefix $(OUT)/python/,$(addsuffix _test$(EXT_SUFFIX),cucore export programs torture)) \
    $(OUT)/no_type_memory/cucore_test$(EXT_SUFFIX) $(OUT)/debug/cucore_test$(EXT_SUFFIX) $(OUT)/max_ndim/cucore_test$(EXT_SUFFIX)

KERNEL_SOURCES := tests/copy/copy_kernels.c src/copy/params.h src/copy/convert.h $(wildcard src/copy/kernels/*.h)
$(FAKE): tests/c/fake_cuda.c tests/c/fake_cuda.h $(KERNEL_SOURCES)
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC -fvisibility=hidden $(INCLUDES) -Wl,-soname,libcuda.so.1 -Wl,-Bsymbolic \
	    $(filter %.c,$^) -o $@ -lpthread
	@ln -sf $(@F) $(@D)/libcuda.so # the name that Numba loads first

fake-driver: $(FAKE) ## a CUDA driver made of host memory, for tests of extensions (docs/guide/testing.md); prints its folder
	@echo $(abspath $(dir $(FAKE)))

# Those whose name begins with test_driver run on the fake driver (tests/run.py knows them by that, too).
$(filter $(OUT)/c/test_driver%,$(C_TESTS)): $(OUT)/c/%: tests/c/%.c $(wildcard tests/c/*.h) $(FAKE) $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) $(INCLUDES) $< -o $@ -L$(OUT)/fake -l:libcuda.so.1 -ldl -lpthread

# Two modules, each with its own copy of the library, and two files of one program that are static each.
$(OUT)/c/vendored_a.so: tests/c/vendored_module.c $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC $(INCLUDES) $< -o $@ -ldl -lpthread

$(OUT)/c/vendored_b.so: $(OUT)/c/vendored_a.so
	cp $< $@

$(OUT)/c/test_vendored: tests/c/test_vendored.c tests/c/vendored_static_one.c tests/c/vendored_static_two.c tests/c/check.h \
    tests/c/in_child.h tests/c/vendored_static.h $(HEADERS) $(OUT)/c/vendored_a.so $(OUT)/c/vendored_b.so
	@mkdir -p $(@D)
	$(COMPILE) -rdynamic $(INCLUDES) $(filter %.c,$^) -o $@ -ldl -lpthread

$(OUT)/c/%: tests/c/%.c tests/c/check.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) $(INCLUDES) $< -o $@ -ldl -lpthread

$(OUT)/python/%_test$(EXT_SUFFIX): tests/python/%_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread  # CPython wants functions as void *

# The intake once more, with nothing remembered of types, for few axes, and as debug builds have it.
$(OUT)/no_type_memory/cucore_test$(EXT_SUFFIX): tests/python/cucore_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -Wno-pedantic -DCUCORE_NO_TYPE_MEMORY -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

$(OUT)/max_ndim/cucore_test$(EXT_SUFFIX): tests/python/cucore_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -Wno-pedantic -DCUCORE_MAX_NDIM=4 -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

$(OUT)/debug/cucore_test$(EXT_SUFFIX): tests/python/cucore_test.c tests/python/failing_python.h tests/c/failing_c.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -Wno-pedantic -DCUCORE_DEBUG -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

# For ctypes; undefined behaviour ends the process.
TRAP := $(if $(SANITIZE),,-fsanitize=undefined -fsanitize-undefined-trap-on-error)
LAYOUT_LIB := $(BUILD)/layout/liblayout.so
$(LAYOUT_LIB): tests/layout/layout_lib.c cucore.h
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC $(INCLUDES) $(TRAP) $< -o $@ -ldl -lpthread

# Copies of views for ctypes: as they are, and with pieces so small that every test has several of them.
VIEW_COPY_LIBS := $(OUT)/view_copy/libviewcopy.so $(OUT)/view_copy/libviewcopy_small.so
$(VIEW_COPY_LIBS): tests/view_copy/view_copy_lib.c $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC $(INCLUDES) $(TRAP) $(if $(findstring small,$@),-DCUCORE_COPY_PIECE=4096 -DCUCORE_COPY_STAGE=256) $< -o $@ -ldl -lpthread

# The planner and the kernels on the host, for ctypes; on a GPU the same library launches them.
COPY_LIB := $(OUT)/copy/libcopy.so
$(COPY_LIB): tests/copy/copy_lib.c $(KERNEL_SOURCES) cucore.h cucore_copy.h
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC $(INCLUDES) $(TRAP) $(filter %.c,$^) -o $@ -ldl -lpthread

# ------------------------------------------------------------------------------------------------------- installing --
# Where they are looked for on every machine; DLPACK_INCLUDE=folder goes into the flags of pkg-config.
PREFIX ?= /usr/local
VERSION = $(shell sed -n 's|^/\* cucore.h - v\([0-9.]*\) .*|\1|p' cucore.h)
SHARE = $(DESTDIR)$(PREFIX)/share
# Windows has no libdl.
PC_LIBS = $(if $(findstring mingw,$(shell $(CC) -dumpmachine 2>/dev/null)),,-ldl )-pthread
install: ## copy the headers, and what CMake and pkg-config find them by, to PREFIX=/usr/local; DESTDIR= for packagers
	install -d "$(DESTDIR)$(PREFIX)/include/cucore" "$(SHARE)/cmake/cucore" "$(SHARE)/pkgconfig" "$(SHARE)/licenses/cucore"
	install -m 644 $(HEADERS) cucore.hpp "$(DESTDIR)$(PREFIX)/include"
	install -m 644 cucore/*.h "$(DESTDIR)$(PREFIX)/include/cucore"
	install -m 644 packaging/cmake/*.cmake "$(SHARE)/cmake/cucore"
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@DLPACK@|$(if $(DLPACK_INCLUDE),-I"$(DLPACK_INCLUDE)")|; s|@LIBS@|$(PC_LIBS)|' \
	    packaging/pkgconfig/cucore.pc.in > "$(SHARE)/pkgconfig/cucore.pc"
	chmod 644 "$(SHARE)/pkgconfig/cucore.pc"
	install -m 644 LICENSE "$(SHARE)/licenses/cucore"
	@$(if $(DLPACK_INCLUDE),:,echo 'cucore_python.h and cucore_dlpack.h need dlpack.h 1.x, which is not installed here: if compilers do not find it,' \
	    'make install DLPACK_INCLUDE=folder puts its folder into cucore.pc')

test-packaging: ## install cucore in every way, build examples/packaging/, each in a clean environment; ONLY='--only word'
	@$(PYTHON) tests/packaging/run.py --folder $(BUILD)/packaging $(ONLY)

CHECKS ?= check-headers test test-packaging
release: $(CHECKS) ## after the tests: tarball, wheel, one header and checksums in dist/; CHECKS= without them, RELEASE=--draft
	@$(PYTHON) tools/release.py $(RELEASE)

headers: ## make the headers at the top level from src/
	@$(PYTHON) tools/amalgamate.py

names: ## list the public names of the headers in docs/reference/names.md, declare them for Cython, write the code that pages show
	@$(PYTHON) tools/list_names.py
	@$(PYTHON) tools/make_pxd.py
	@$(PYTHON) tools/show_code.py

kernels: ## compile src/copy/kernels/ into src/made/ptx.c with nvcc, then the headers
	$(PYTHON) tools/embed_kernels.py
	@$(PYTHON) tools/amalgamate.py

# Fuzzers: tests/fuzz/fuzz_*.c, by libFuzzer where FUZZ_CC has it, which brings its own sanitizers, else by a main of ours.
# All are linked with the fake driver and the kernels on the host; FLAGS_fuzz_name adds to one of them.  Optimised, so that
# what is static and not used goes: Python is not linked.  Where it does not go (make coverage), FUZZ_LINK leaves it unresolved.
# The types of functions are not checked: for the driver's enums we have int (src/core/abi.c), for the fake one cuda.h's.
FUZZ_SECONDS ?= 60
FUZZ_CC ?= clang
FUZZ_SUPPORT := $(patsubst %,$(FUZZ)/%.o,fake_cuda copy_kernels $(if $(filter libfuzzer,$(FUZZ_ENGINE)),,standalone))
FUZZ_WARNINGS := $(filter-out -Wpedantic,$(WARNINGS))
ifeq ($(FUZZ_ENGINE),libfuzzer)
FUZZ_COMPILE = $(FUZZ_CC) -std=c99 -D_GNU_SOURCE -gline-tables-only -O1 $(FUZZ_WARNINGS) -fsanitize=$(1)address,undefined \
    -fno-sanitize=function -fno-sanitize-recover=all -fno-omit-frame-pointer -DCUCORE_LINK_DRIVER $(PY_INCLUDES)
else
FUZZ_COMPILE = $(CC) -std=c99 -D_GNU_SOURCE -O1 $(CFLAGS) $(SANITIZE) $(TRAP) $(FUZZ_WARNINGS) -DCUCORE_LINK_DRIVER $(PY_INCLUDES) $(FUZZ_LINK)
endif

# Examples are what their tests use; those of sanitized programs would need sanitized processes.
EXAMPLES := $(BUILD)/examples
# Modules of the build, before those that the caller brings.
WITH = PYTHONPATH=$(1)$${PYTHONPATH:+:$$PYTHONPATH}
COPY_EXAMPLE = $(EXAMPLES)/copy_from_c$(EXT_SUFFIX)
AXPY = $(EXAMPLES)/axpy_ext$(EXT_SUFFIX)
CUDABUFFER = $(EXAMPLES)/cudabuffer$(EXT_SUFFIX)

CTYPES_LIBS = $(COPY_LIB) $(VIEW_COPY_LIBS) $(if $(SANITIZE),,$(LAYOUT_LIB) $(COPY_EXAMPLE) $(AXPY) $(CUDABUFFER))
# ONLY is another thing to tests/check_headers.sh.
RUN_TESTS = ONLY= CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' CC='$(CC)' \
    $(PY) tests/run.py --build $(OUT) --fuzz $(FUZZ)
check: $(C_TESTS) $(FAKE) $(OUT)/python/cucore_test$(EXT_SUFFIX) ## the C programs and the front door: a minute
	@$(RUN_TESTS) --quick

test: $(C_TESTS) $(FAKE) $(TEST_MODULE) $(CTYPES_LIBS) $(FUZZERS) ## build and run every test; ends with "N passed, N failed, N skipped"
	@$(RUN_TESTS) $(if $(SANITIZE),--sanitize '$(CC)') $(ONLY)

test-sanitize: ## the same under AddressSanitizer and UndefinedBehaviorSanitizer
	$(MAKE) test SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' CFLAGS='-O1 -g1'

# Where Python has no GIL.  TSAN_PYTHON=name: an interpreter made by configure --disable-gil --with-thread-sanitizer, with clang
# as here; with any other one, or none, only the C programs run.  What is known of CPython itself is in tests/tsan.supp.
TSAN_PYTHON ?=
TSAN_CC ?= clang
TSAN_HAS := import sysconfig; print("thread-sanitizer" in (sysconfig.get_config_var("CONFIG_ARGS") or "") \
    and sysconfig.get_config_var("Py_GIL_DISABLED") == 1 or "")
test-threads: ## threads under ThreadSanitizer: C programs, and Python with TSAN_PYTHON=a free-threaded one that has it
	$(MAKE) test-threads-programs BUILD=$(BUILD)/threads SANITIZE=-fsanitize=thread CFLAGS='-O1 -g1' CC='$(TSAN_CC)' \
	    CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' $(if $(TSAN_USED),VENV= PYTHON='$(TSAN_USED)') \
	    TSAN_PYTHON='$(TSAN_USED)'
TSAN_USED = $(if $(TSAN_PYTHON),$(if $(shell $(TSAN_PYTHON) -c '$(TSAN_HAS)'),$(TSAN_PYTHON)))

test-threads-programs: $(addprefix $(OUT)/c/,test_core test_driver test_driver_fork test_driver_objects test_driver_view_copy) \
    $(FAKE) $(if $(TSAN_PYTHON),$(filter-out %/torture_test$(EXT_SUFFIX),$(TEST_MODULE)))
	@$(PY) tests/run.py --build $(OUT) --threads '$(TSAN_PYTHON)' $(ONLY)

# A build of its own without optimisation, since gcov counts what is left of a line; no -fsanitize, which adds branches.
coverage-programs: $(C_TESTS) $(FAKE) $(TEST_MODULE) $(CTYPES_LIBS) $(FUZZERS)
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' CC='$(CC)' \
	    $(PY) tests/coverage.py --build $(OUT) --fuzz $(FUZZ) $(ONLY)

coverage: ## which lines and branches of the headers the tests run, by gcov; fails below the figures in tests/coverage.py
	$(MAKE) coverage-programs BUILD=$(BUILD)/coverage CC=gcc TRAP= FUZZ_ENGINE=standalone \
	    FUZZ_LINK='-no-pie -Wl,--unresolved-symbols=ignore-all' \
	    CFLAGS='-O0 -g --coverage -fprofile-update=atomic -fprofile-abs-path -Dalways_inline=unused -DCUCORE_TEST_COVERAGE'

MUTANTS ?= 200
mutate: ## break the implementation in MUTANTS=200 places, one by one; survivors go to build/mutation.json
	@test -f $(BUILD)/coverage/coverage.json || { echo 'make coverage comes first'; exit 1; }
	$(PY) tests/mutate.py --coverage $(BUILD)/coverage/coverage.json --build $(BUILD)/mutation --venv '$(VENV)' \
	    --suffix '$(EXT_SUFFIX)' --count $(MUTANTS) $(MUTATE)

check-headers: ## every header alone: C99, C11, C++11, C++17, gcc, clang, nvcc; warnings are errors
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' \
	    sh tests/check_headers.sh

CUDA_PACKAGES := -cu11==11.7.99 -cu11==11.8.89 -cu12==12.0.107 -cu12==12.1.105 -cu12==12.2.140 -cu12==12.3.101 -cu12==12.4.127 \
    -cu12==12.5.82 -cu12==12.6.77 -cu12==12.8.90 -cu12==12.9.79 ==13.0.96 ==13.1.80 ==13.2.86 ==13.3.29 ==13.4.92 ==13.5.37
CUDA_PACKAGES := $(addprefix nvidia-cuda-runtime,$(CUDA_PACKAGES))
check-cuda: ## what we declare of the driver, against cuda.h of CUDA 11.7 to 13.5 from the package index
	@for package in $(CUDA_PACKAGES); do [ -d $(BUILD)/cuda/$$package ] || $(PY) -m pip install --quiet --disable-pip-version-check \
	    --no-deps --target $(BUILD)/cuda/$$package $$package || exit 1; done
	@CUDA_HEADERS=$$(echo $(BUILD)/cuda/*/nvidia/*/include | tr ' ' ':') $(PY) -m pytest -q tests/python/test_cuda_headers.py

matrix: ## compile and run everything in chroots of Debian's releases, by zig, for Windows, ...; writes docs/reference/platforms.md (takes root, hours)
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' $(PY) tests/platforms/run.py $(MATRIX)

# Which engine: asked once, when a fuzzer may be built.
$(BUILD)/fuzz_engine.mk:
	@mkdir -p $(@D)
	@echo 'int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return (int)(n && *p > 255); }' > $(@D)/probe.c
	@if $(FUZZ_CC) -fsanitize=fuzzer,address,undefined $(@D)/probe.c -o $(@D)/probe 2>/dev/null && \
	    ASAN_OPTIONS=detect_leaks=0 $(@D)/probe -runs=1 2>/dev/null; \
	    then echo 'FUZZ_ENGINE ?= libfuzzer'; else echo 'FUZZ_ENGINE ?= standalone'; fi > $@
	@rm -f $(@D)/probe $(@D)/probe.c

$(FUZZ)/fake_cuda.o: tests/c/fake_cuda.c tests/c/fake_cuda.h
$(FUZZ)/copy_kernels.o: $(KERNEL_SOURCES)
$(FUZZ)/standalone.o: tests/fuzz/standalone.c
$(FUZZ_SUPPORT):
	@mkdir -p $(@D)
	$(call FUZZ_COMPILE) -c $< -o $@

$(FUZZERS): $(FUZZ)/%: tests/fuzz/%.c $(wildcard tests/fuzz/*.h) tests/c/fake_cuda.h $(FUZZ_SUPPORT) $(HEADERS)
	@mkdir -p $(@D)
	$(call FUZZ_COMPILE,fuzzer$(comma)) $(FLAGS_$*) $< $(FUZZ_SUPPORT) -o $@ -ldl -lpthread

fuzz: $(FUZZERS) ## decoders, layouts, copies: random input against oracles, under the sanitizers; FUZZ_SECONDS=60 each
	@$(PY) tests/fuzz/run.py --folder $(FUZZ) --seconds $(FUZZ_SECONDS)

fuzz-merge: $(FUZZERS) ## make tests/fuzz/corpus anew, from itself and what make fuzz found
	@$(PY) tests/fuzz/run.py --folder $(FUZZ) --merge

# ---------------------------------------------------------------------------------------------- example and benchmark --
# The example takes the headers as a user would: copied beside its source.
INSPECT := $(BUILD)/examples/inspect
$(INSPECT)/inspect_arrays$(EXT_SUFFIX): examples/inspect/inspect_arrays.c $(HEADERS)
	@mkdir -p $(INSPECT)
	cp $(HEADERS) $(INSPECT)/
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -shared -fPIC -I$(INSPECT) $(filter-out -I.,$(PY_INCLUDES)) $< -o $@

demo: $(INSPECT)/inspect_arrays$(EXT_SUFFIX) ## show arrays of every library that is installed, each checked
	@$(call WITH,$(INSPECT)) $(PY) examples/inspect/demo.py

$(EXAMPLES)/allocator_c$(EXT_SUFFIX): examples/allocator.c
$(COPY_EXAMPLE): examples/copy_from.c
$(AXPY): examples/axpy_ext/axpy_ext.c
$(CUDABUFFER): examples/cudabuffer/cudabuffer.c
$(EXAMPLES)/allocator_c$(EXT_SUFFIX) $(COPY_EXAMPLE) $(AXPY) $(CUDABUFFER): $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $(filter %.c,$^) -o $@ -lpthread

example-allocator: $(EXAMPLES)/allocator_c$(EXT_SUFFIX) ## C code that allocates from torch's, CuPy's, RMM's pools
	@$(call WITH,$(EXAMPLES)) $(PY) examples/allocator.py

example-copy: $(COPY_EXAMPLE) ## copy between arrays of any two libraries, whatever their strides
	@$(call WITH,$(EXAMPLES)) $(PY) examples/copy_from.py

example-axpy: $(AXPY) ## a kernel on arrays of every library, results in the caller's library
	@$(call WITH,$(EXAMPLES)) $(PY) examples/axpy_ext/demo.py

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

LIBS_torch_op := -lm
# Whole systems: examples and their tests, with an interpreter that has what installs without a GPU (VENV= : PYTHON as it is).
INTEROP_VENV := $(if $(VENV),.venv-interop)
IPY := $(if $(VENV),$(INTEROP_VENV)/bin/python,$(PYTHON))
INTEROP_READY := $(if $(VENV),$(INTEROP_VENV)/installed)
SYSTEMS := mpi_arrays nccl_arrays torch_op pool_arrays tensorflow_arrays cvcuda_arrays numba_arrays arrow_arrays
SYSTEM_MODULES := $(foreach name,$(SYSTEMS),$(if $(wildcard examples/$(name)/$(name).c),$(EXAMPLES)/$(name)$(EXT_SUFFIX)))
$(INTEROP_VENV)/installed: tests/interop/requirements.txt
	$(PYTHON) -m venv $(INTEROP_VENV)
	$(INTEROP_VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

# MPI's own compiler, of the environment or on the path, tells where mpi.h and libmpi are: mpicc -show, in MPICH and in Open MPI.
MPICC ?= $(firstword $(wildcard $(dir $(IPY))mpicc) $(shell command -v mpicc))
LIBS_mpi_arrays = $(if $(MPICC),$(patsubst -I%,-isystem %,$(wordlist 2,99,$(shell $(MPICC) -show))),\
    $(error no MPI: neither $(dir $(IPY))mpicc nor mpicc on the path; the packages mpich and openmpi have it, or MPICC=name))
$(EXAMPLES)/mpi_arrays$(EXT_SUFFIX): examples/mpi_arrays/mpi_arrays.c

.SECONDEXPANSION:
$(SYSTEM_MODULES): $(EXAMPLES)/%$(EXT_SUFFIX): examples/%/$$*.c $$(wildcard examples/$$*/*.h) $(HEADERS) | $(INTEROP_READY)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE $(CFLAGS) $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $(FLAGS_$*) $< -o $@ -lpthread -ldl $(LIBS_$*)

$(EXAMPLES)/nccl_arrays$(EXT_SUFFIX): examples/nccl_arrays/nccl_arrays.c $(wildcard examples/nccl_arrays/*.h)
FAKE_NCCL := $(OUT)/fake_nccl/libnccl.so.2
$(FAKE_NCCL): tests/interop/fake_nccl.c
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC -fvisibility=hidden $(INCLUDES) $< -o $@ -ldl -lpthread -lm

RUN_SYSTEM = @$(call WITH,$(EXAMPLES)) $(IPY)
example-mpi: $(EXAMPLES)/mpi_arrays$(EXT_SUFFIX) ## MPI from C: arrays of every library and layout, on the host and on devices
	$(RUN_SYSTEM) examples/mpi_arrays/demo.py

example-nccl: $(EXAMPLES)/nccl_arrays$(EXT_SUFFIX) ## NCCL from C: collectives on arrays of every library and layout
	$(RUN_SYSTEM) examples/nccl_arrays/demo.py

example-torch: $(EXAMPLES)/torch_op$(EXT_SUFFIX) ## a custom operator of PyTorch: autograd, torch.compile, a CUDA graph
	$(RUN_SYSTEM) examples/torch_op/demo.py

example-pools: $(EXAMPLES)/pool_arrays$(EXT_SUFFIX) ## C code, CuPy and torch on one pool and one stream (pytorch-pfn-extras, RMM)
	$(RUN_SYSTEM) examples/pool_arrays/demo.py

example-tensorflow: $(EXAMPLES)/tensorflow_arrays$(EXT_SUFFIX) ## capsules of TensorFlow both ways
	$(RUN_SYSTEM) examples/tensorflow_arrays/demo.py

example-cvcuda: $(EXAMPLES)/cvcuda_arrays$(EXT_SUFFIX) ## images of CV-CUDA: batches to planes and back, its Stream, host and device
	$(RUN_SYSTEM) examples/cvcuda_arrays/demo.py

example-numba: $(EXAMPLES)/numba_arrays$(EXT_SUFFIX) ## kernels of Numba on memory of C; objects of CUDA Python both ways
	$(RUN_SYSTEM) examples/numba_arrays/demo.py

example-arrow: $(EXAMPLES)/arrow_arrays$(EXT_SUFFIX) ## __arrow_c_device_array__ both ways: numbers and validity as views
	$(RUN_SYSTEM) examples/arrow_arrays/demo.py

# Each test ends after two minutes, whatever a peer does; several processes share a GPU, of which JAX would take most.
# INTEROP='--only numba -k name': some of them.
INTEROP_RECORD ?= $(BUILD)/interop/record.json
# A machine without MPI goes on without it.
interop-tests: $(filter-out $(if $(or $(VENV),$(MPICC)),,%/mpi_arrays$(EXT_SUFFIX)),$(SYSTEM_MODULES)) $(FAKE) $(FAKE_NCCL) \
    $(addprefix $(OUT)/python/,cucore_test$(EXT_SUFFIX) export_test$(EXT_SUFFIX))
	@CUCORE_BUILD=$(abspath $(BUILD)) $(call WITH,$(abspath $(EXAMPLES)):$(abspath $(BUILD)/python)) PYTHONDONTWRITEBYTECODE=1 \
	    XLA_PYTHON_CLIENT_PREALLOCATE=false $(IPY) tests/interop/run.py $(abspath $(INTEROP_RECORD)) $(INTEROP)

interop: interop-tests ## every system of docs/reference/interop.md in an environment of its own, then the page itself
	@$(IPY) tests/interop/matrix.py record $(INTEROP_RECORD)

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

port-mpi4py: ## build mpi4py from the package index with and without tests/ports/mpi4py, run its tests on both, and time both
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' $(PY) tests/ports/mpi4py/run.py --folder $(BUILD)/ports/mpi4py

bench-return: $(BUILD)/bench/cucore_bench_return$(EXT_SUFFIX) ## time exports, and results in the caller's library against its own calls
	@$(call WITH,$(BUILD)/bench) $(PY) bench/bench_return.py

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

bench-launch: $(BENCH_LOOPS) ## from eight torch tensors to a launch, beside a bare one, tvm-ffi, torch's operators, cuda.core and Numba
	@$(LAUNCH_TIMES)

bench-layout: $(BUILD)/bench/bench_layout ## time the layout functions, against cuda.core's StridedLayout where it is installed
	$(BUILD)/bench/bench_layout
	$(PY) bench/bench_layout.py $(BUILD)/bench/bench_layout

$(BUILD)/bench/bench_driver: bench/bench_driver.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) $< -o $@ -ldl -lpthread

bench-copy: $(BUILD)/bench/libcopy.so ## strided copies on the device, beside torch, CuPy, cuTENSOR, nvmath, CCCL=output; SEED= and COUNT= of random layouts
	@CUDA_CACHE_DISABLE=1 $(PY) bench/bench_copy.py $< --json $(BUILD)/bench/copy.json $(if $(CCCL),--cccl $(CCCL))
	@$(PY) bench/bench_layouts.py $< --json $(BUILD)/bench/layouts.json $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT))
	@-$(DRAW)

$(BUILD)/bench/libcopy.so: tests/copy/copy_lib.c $(KERNEL_SOURCES) cucore.h cucore_copy.h
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 -DCOPY_LIB_AS_IT_IS $(WARNINGS) $(INCLUDES) -shared -fPIC $(filter %.c,$^) \
	    -o $@ -ldl -lpthread

$(BUILD)/bench/libscaling.so: bench/bench_scaling.c
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) -isystem $(CUDA_INCLUDE) -shared -fPIC $< -o $@ -ldl

$(BUILD)/bench/nccl_arrays$(EXT_SUFFIX): examples/nccl_arrays/nccl_arrays.c $(wildcard examples/nccl_arrays/*.h) $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 -DNDEBUG $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread -ldl

bench-scaling: $(BUILD)/bench/libscaling.so $(BUILD)/bench/nccl_arrays$(EXT_SUFFIX) ## nccl_arrays on all GPUs (SCALING='--gpus 2'), beside bare NCCL; drawn as scaling.svg
	@$(call WITH,$(BUILD)/bench) $(IPY) bench/bench_scaling.py $< --json $(BUILD)/bench/scaling.json $(SCALING)
	@-$(DRAW)

bench-driver: $(BUILD)/bench/bench_driver ## time ordering, allocation and context guards against the bare driver calls
	@$<

bench-hostcopy: $(BUILD)/view_copy/libviewcopy_fast.so ## time copies that a host takes part in, beside torch and NumPy
	@CUCORE_VIEW_COPY_LIB=$< $(PY) bench/bench_hostcopy.py

bench-cpucopy: $(BUILD)/view_copy/libviewcopy_fast.so ## time copies from host to host beside NumPy, by one thread (CPUCOPY='--seed 7')
	@CUCORE_VIEW_COPY_LIB=$< $(PY) bench/bench_cpucopy.py $(CPUCOPY)

# Loops begin at multiples of 64 bytes: where they lie makes up to a factor of 2, for either side.
bench-cpuloops: ## time loops of cucore_kernel.h on the CPU beside loops by hand (CPULOOPS='-O3', CXX=clang++)
	@mkdir -p $(BUILD)/bench
	$(CXX) -std=c++11 -O2 -falign-loops=64 $(CPULOOPS) $(INCLUDES) bench/bench_cpuloops.cpp -o $(BUILD)/bench/bench_cpuloops -ldl -lpthread
	@$(BUILD)/bench/bench_cpuloops

$(BUILD)/view_copy/libviewcopy_fast.so: tests/view_copy/view_copy_lib.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) -shared -fPIC $< -o $@ -ldl -lpthread

ifneq ($(VENV),)
.venv-docs/installed: docs/site/requirements.txt
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@
endif

docs: $(if $(VENV),.venv-docs/installed) ## build the site, build/site/html/index.html; dead links and functions without a comment are errors
	@$(if $(VENV),.venv-docs/bin/python,$(PYTHON)) docs/site/build.py $(BUILD)/site

plot: ## draw what the benchmarks wrote to build/bench, as SVG (needs matplotlib, which it installs unless VENV is empty)
	@$(PY) -c 'import matplotlib' 2>/dev/null || [ -z '$(VENV)' ] || $(PY) -m pip install --quiet --disable-pip-version-check matplotlib
	@$(DRAW)

format: ## clang-format every C file in place
	clang-format -i $(filter-out src/made/%,$(wildcard src/*/*.[ch] src/cpp/*.hpp src/copy/kernels/*.h src/copy/kernels/*.cu src/*.h)) $(wildcard tests/*/*.[ch] tests/cpp/*.cpp examples/*.c examples/*/*.c examples/packaging/*/*.c* bench/*.[ch] bench/*.cpp bench/*.cu)

clean: ## remove what was built; .venv stays
	rm -rf $(BUILD)
