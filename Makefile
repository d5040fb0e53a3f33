# cucore: the headers need no build.  This builds the tests, the examples and the benchmarks.
#
# VENV=folder   where the Python packages of requirements.txt go (default .venv); VENV= uses PYTHON as it is, offline
# PYTHON=name   the interpreter (default python3)
# CUDA_INCLUDE, DLPACK_INCLUDE, PYTHON_INCLUDE   folders of cuda.h, dlpack.h, Python.h, found by tests/config.py

PYTHON ?= python3
VENV ?= .venv
CC ?= cc
CXX ?= c++
CFLAGS ?= -O2 -g
BUILD ?= build

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror
HEADERS := $(wildcard cucore*.h)
PY := $(if $(VENV),$(VENV)/bin/python,$(PYTHON))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo example-allocator example-copy example-axpy example-cudabuffer test test-sanitize check-headers \
    coverage coverage-programs mutate fuzz kernels bench bench-return bench-layout bench-driver bench-copy \
    bench-hostcopy plot format clean FORCE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

ifneq ($(filter-out help clean format,$(or $(MAKECMDGOALS),help)),)
include $(BUILD)/config.mk
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

INCLUDES = -I. $(if $(CUDA_INCLUDE),-isystem $(CUDA_INCLUDE)) $(if $(DLPACK_INCLUDE),-isystem $(DLPACK_INCLUDE))
PY_INCLUDES = $(INCLUDES) $(if $(PYTHON_INCLUDE),-isystem $(PYTHON_INCLUDE))
COMPILE = $(CC) -std=c99 -D_GNU_SOURCE $(CFLAGS) $(SANITIZE) $(WARNINGS)

# ------------------------------------------------------------------------------------------------------------- tests --
# SANITIZE is empty, or the flags of the sanitizers; then everything lies in a folder of its own.
OUT := $(BUILD)$(if $(SANITIZE),/sanitize)
C_TESTS := $(patsubst tests/c/%.c,$(OUT)/c/%,$(wildcard tests/c/test_*.c))
FAKE := $(OUT)/fake/libcuda.so.1
TEST_MODULE = $(OUT)/python/cucore_test$(EXT_SUFFIX) $(OUT)/python/export_test$(EXT_SUFFIX)

KERNEL_SOURCES := tests/copy/copy_kernels.c $(wildcard kernels/*.h)
$(FAKE): tests/c/fake_cuda.c tests/c/fake_cuda.h $(KERNEL_SOURCES)
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC -fvisibility=hidden $(INCLUDES) -Wl,-soname,libcuda.so.1 -Wl,-Bsymbolic \
	    $(filter %.c,$^) -o $@ -lpthread

# Those whose name begins with test_driver run on the fake driver (tests/run.py knows them by that, too).
$(filter $(OUT)/c/test_driver%,$(C_TESTS)): $(OUT)/c/%: tests/c/%.c $(wildcard tests/c/*.h) $(FAKE) $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) $(INCLUDES) $< -o $@ -L$(OUT)/fake -l:libcuda.so.1 -ldl -lpthread

# Two modules, each with its own copy of the library, and two files of one program that are static each.
$(OUT)/c/copies_a.so $(OUT)/c/copies_b.so: tests/c/copies_module.c $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC $(INCLUDES) $< -o $@ -ldl -lpthread

$(OUT)/c/test_copies: tests/c/test_copies.c tests/c/copies_static_one.c tests/c/copies_static_two.c tests/c/check.h \
    tests/c/copies_static.h $(HEADERS) $(OUT)/c/copies_a.so $(OUT)/c/copies_b.so
	@mkdir -p $(@D)
	$(COMPILE) -rdynamic $(INCLUDES) $(filter %.c,$^) -o $@ -ldl -lpthread

$(OUT)/c/%: tests/c/%.c tests/c/check.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) $(INCLUDES) $< -o $@ -ldl -lpthread

$(OUT)/python/%_test$(EXT_SUFFIX): tests/python/%_test.c tests/python/failing_python.h $(HEADERS)
	@mkdir -p $(@D)
	$(COMPILE) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread  # CPython wants functions as void *

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

# The example is what its tests use.
COPY_EXAMPLE = $(BUILD)/examples/copy_from_c$(EXT_SUFFIX)
$(BUILD)/examples/copy_from_c$(EXT_SUFFIX): examples/copy_from.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE $(CFLAGS) $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

# The planner and the kernels on the host, for ctypes; on a GPU the same library launches them.
COPY_LIB := $(OUT)/copy/libcopy.so
$(COPY_LIB): tests/copy/copy_lib.c $(KERNEL_SOURCES) cucore.h cucore_copy.h
	@mkdir -p $(@D)
	$(COMPILE) -shared -fPIC $(INCLUDES) $(TRAP) $(filter %.c,$^) -o $@ -ldl -lpthread

kernels: ## compile kernels/ into the PTX text of cucore_copy.h, with nvcc
	$(PY) kernels/embed.py

CTYPES_LIBS = $(COPY_LIB) $(VIEW_COPY_LIBS) $(if $(SANITIZE),,$(LAYOUT_LIB) $(COPY_EXAMPLE))
test: $(C_TESTS) $(FAKE) $(TEST_MODULE) $(CTYPES_LIBS) ## build and run every test; ends with "N passed, N failed, N skipped"
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' CC='$(CC)' \
	    $(PY) tests/run.py --build $(OUT) $(if $(SANITIZE),--sanitize '$(CC)') $(ONLY)

test-sanitize: ## the same under AddressSanitizer and UndefinedBehaviorSanitizer
	$(MAKE) test SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' CFLAGS='-O1 -g'

# A build of its own without optimisation, since gcov counts what is left of a line; no -fsanitize, which adds branches.
coverage-programs: $(C_TESTS) $(FAKE) $(TEST_MODULE) $(CTYPES_LIBS)
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' CC='$(CC)' \
	    $(PY) tests/coverage.py --build $(OUT) $(ONLY)

coverage: ## which lines and branches of the headers the tests run, by gcov; fails below the figures in tests/coverage.py
	$(MAKE) coverage-programs BUILD=$(BUILD)/coverage CC=gcc TRAP= \
	    CFLAGS='-O0 -g --coverage -fprofile-update=atomic -fprofile-abs-path -DCUCORE_TEST_COVERAGE'

MUTANTS ?= 200
mutate: ## break the implementation in MUTANTS=200 places, one by one; survivors go to build/mutation.json
	@test -f $(BUILD)/coverage/coverage.json || { echo 'make coverage comes first'; exit 1; }
	$(PY) tests/mutate.py --coverage $(BUILD)/coverage/coverage.json --build $(BUILD)/mutation --venv '$(VENV)' \
	    --suffix '$(EXT_SUFFIX)' --count $(MUTANTS) $(MUTATE)

check-headers: ## every header alone: C99, C11, C++11, C++17, gcc, clang, nvcc; warnings are errors
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' \
	    sh tests/check_headers.sh

FUZZ_SECONDS ?= 60
fuzz: ## random operations on layouts against a brute-force oracle, under the sanitizers; FUZZ_SECONDS=60
	@mkdir -p $(BUILD)/fuzz/corpus
	clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Wall -Wextra -Werror $(INCLUDES) \
	    tests/fuzz/fuzz_layout.c -o $(BUILD)/fuzz/fuzz_layout -ldl -lpthread
	$(BUILD)/fuzz/fuzz_layout -max_total_time=$(FUZZ_SECONDS) -len_control=1 -max_len=400 -print_final_stats=1 \
	    -verbosity=0 -artifact_prefix=$(BUILD)/fuzz/ $(BUILD)/fuzz/corpus

# ---------------------------------------------------------------------------------------------- example and benchmark --
# The example takes the headers as a user would: copied beside its source.
INSPECT := $(BUILD)/examples/inspect
$(INSPECT)/inspect_arrays$(EXT_SUFFIX): examples/inspect/inspect_arrays.c $(HEADERS)
	@mkdir -p $(INSPECT)
	cp $(HEADERS) $(INSPECT)/
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -shared -fPIC -I$(INSPECT) -isystem $(CUDA_INCLUDE) \
	    -isystem $(DLPACK_INCLUDE) -isystem $(PYTHON_INCLUDE) $< -o $@

demo: $(INSPECT)/inspect_arrays$(EXT_SUFFIX) ## show arrays of every library that is installed, each checked
	@PYTHONPATH=$(INSPECT) $(PY) examples/inspect/demo.py

$(BUILD)/examples/allocator_c$(EXT_SUFFIX): examples/allocator.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

example-allocator: $(BUILD)/examples/allocator_c$(EXT_SUFFIX) ## C code that allocates from torch's, CuPy's, RMM's pools
	@PYTHONPATH=$(BUILD)/examples $(PY) examples/allocator.py

example-copy: $(COPY_EXAMPLE) ## copy between arrays of any two libraries, whatever their strides
	@PYTHONPATH=$(BUILD)/examples $(PY) examples/copy_from.py

AXPY := $(BUILD)/examples/axpy_ext
CUDABUFFER := $(BUILD)/examples/cudabuffer
$(AXPY)/axpy_ext$(EXT_SUFFIX): examples/axpy_ext/axpy_ext.c $(HEADERS)
$(CUDABUFFER)/cudabuffer$(EXT_SUFFIX): examples/cudabuffer/cudabuffer.c $(HEADERS)
$(AXPY)/axpy_ext$(EXT_SUFFIX) $(CUDABUFFER)/cudabuffer$(EXT_SUFFIX):
	@mkdir -p $(@D)
	$(CC) -std=c99 $(CFLAGS) $(WARNINGS) -Wno-pedantic -shared -fPIC $(PY_INCLUDES) $< -o $@ -lpthread

example-axpy: $(AXPY)/axpy_ext$(EXT_SUFFIX) ## a kernel on arrays of every library, results in the caller's library
	@PYTHONPATH=$(AXPY) $(PY) examples/axpy_ext/demo.py

example-cudabuffer: $(CUDABUFFER)/cudabuffer$(EXT_SUFFIX) ## an array type in C that every library takes and gives to
	@PYTHONPATH=$(CUDABUFFER) $(PY) examples/cudabuffer/demo.py

DRAW = $(PY) bench/plot.py $(BUILD)/bench/exchange.json $(BUILD)/bench/copy.json $(BUILD)/bench
BENCH_MODULE = $(BUILD)/bench/cucore_bench$(EXT_SUFFIX)
$(BUILD)/bench/cucore_bench$(EXT_SUFFIX): bench/cucore_bench.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O3 -DNDEBUG $(WARNINGS) -shared -fPIC $(PY_INCLUDES) $< -o $@

bench: $(BENCH_MODULE) ## time an intake against the producer's own calls, nanobind and cuda.core; drawn as exchange.svg
	@CXX='$(CXX)' PYTHONPATH=$(BUILD)/bench $(PY) bench/bench_exchange.py --build $(BUILD)/bench --json $(BUILD)/bench/exchange.json
	@-$(DRAW)

$(BUILD)/bench/cucore_bench_return$(EXT_SUFFIX): bench/bench_return.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O3 -DNDEBUG $(WARNINGS) -shared -fPIC $(PY_INCLUDES) $< -o $@

bench-return: $(BUILD)/bench/cucore_bench_return$(EXT_SUFFIX) ## time exports, and results in the caller's library against its own calls
	@PYTHONPATH=$(BUILD)/bench $(PY) bench/bench_return.py

$(BUILD)/bench/bench_layout: bench/bench_layout.c cucore.h
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) $< -o $@ -ldl -lpthread

bench-layout: $(BUILD)/bench/bench_layout ## time the layout functions, against cuda.core's StridedLayout where it is installed
	$(BUILD)/bench/bench_layout
	$(PY) bench/bench_layout.py $(BUILD)/bench/bench_layout

$(BUILD)/bench/bench_driver: bench/bench_driver.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) $< -o $@ -ldl -lpthread

bench-copy: $(BUILD)/bench/libcopy.so ## strided copies on the device: % of cuMemcpyDtoD, beside torch, CuPy and (CCCL=output) CCCL
	@CUDA_CACHE_DISABLE=1 $(PY) bench/bench_copy.py $< --json $(BUILD)/bench/copy.json $(if $(CCCL),--cccl $(CCCL))
	@-$(DRAW)

$(BUILD)/bench/libcopy.so: tests/copy/copy_lib.c $(KERNEL_SOURCES) cucore.h cucore_copy.h
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 -DCOPY_LIB_AS_IT_IS $(WARNINGS) $(INCLUDES) -shared -fPIC $(filter %.c,$^) \
	    -o $@ -ldl -lpthread

bench-driver: $(BUILD)/bench/bench_driver ## time ordering, allocation and context guards against the bare driver calls
	@$<

bench-hostcopy: $(BUILD)/view_copy/libviewcopy_fast.so ## time copies that a host takes part in, beside torch and NumPy
	@CUCORE_VIEW_COPY_LIB=$< $(PY) bench/bench_hostcopy.py

$(BUILD)/view_copy/libviewcopy_fast.so: tests/view_copy/view_copy_lib.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) -std=c99 -D_GNU_SOURCE -O2 $(WARNINGS) $(INCLUDES) -shared -fPIC $< -o $@ -ldl -lpthread

plot: ## draw what the benchmarks wrote to build/bench, as SVG (needs matplotlib, which it installs unless VENV is empty)
	@$(PY) -c 'import matplotlib' 2>/dev/null || [ -z '$(VENV)' ] || $(PY) -m pip install --quiet --disable-pip-version-check matplotlib
	@$(DRAW)

format: ## clang-format every C file in place
	clang-format -i $(HEADERS) $(wildcard tests/*/*.[ch] kernels/*.h kernels/*.cu examples/*.c examples/*/*.c bench/*.c)

clean: ## remove what was built; .venv stays
	rm -rf $(BUILD)
