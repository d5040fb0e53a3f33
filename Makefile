# cucore: the headers need no build.  This builds the tests, the examples and the benchmarks.
#
# VENV=folder   where the Python packages of requirements.txt go (default .venv); VENV= uses PYTHON as it is, offline
# PYTHON=name   the interpreter (default python3)
# CUDA_INCLUDE, DLPACK_INCLUDE, PYTHON_INCLUDE   folders of cuda.h, dlpack.h, Python.h, found by tests/config.py
#
# Here: help, setting up, demo, check, test.  In make/:
#   tests.mk     what the tests run, and the fake driver      checks.mk    slower tests: sanitizers, threads, coverage, platforms
#   fuzz.mk      fuzzers                                      bench.mk     benchmarks and their drawings
#   examples.mk  examples of one library or none              sources.mk   headers, names, kernels, docs, format
#   release.mk   install, packages, releases
# systems/systems.mk has examples, tests and benchmarks of whole systems: MPI, NCCL, Arrow, CV-CUDA, ...

PYTHON ?= python3
VENV ?= .venv
CC ?= cc
CXX ?= c++
# Test programs and modules, which run for a moment, are not optimised, and are by clang if it is installed and no compiler is named:
# that takes a sixth of the time of gcc -O1.  CC optimises modules in make test-sanitize, and all with EVERY=1.
BRIEF := $(if $(EVERY)$(SANITIZE),,$(and $(filter undefined file,$(origin CFLAGS)),$(filter default file,$(origin CC)),brief))
# -g1 has the lines of stack traces, in two thirds of the time of -g; what is not optimised has none, in two thirds of that again.  To step
# through a test: CFLAGS='-O0 -g'.
CFLAGS ?= -O1 -g1
BRIEF_CC := $(or $(if $(BRIEF),$(shell command -v clang)),$(CC))
BRIEF_CFLAGS = $(if $(EVERY),$(CFLAGS),$(if $(SANITIZE),-O0 -g1,$(if $(filter file,$(origin CFLAGS)),-O0,$(CFLAGS))))
PROGRAM_CFLAGS ?= $(BRIEF_CFLAGS)
BUILD ?= build

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror
# The headers of C and of C++ in src/headers.txt.
HEADERS := $(shell awk '/^cucore/ && $$2 != "C++" { print $$1 }' src/headers.txt)
CPP_HEADERS := $(shell awk '/^cucore/ && $$2 == "C++" { print $$1 }' src/headers.txt)
PY := $(if $(VENV),$(VENV)/bin/python,$(PYTHON))

comma := ,

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Tests are built on every core, unless -j is given.
ifneq ($(filter check test test-sanitize coverage,$(MAKECMDGOALS)),)
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
endif

.PHONY: tests-need help demo check check-headers test clean FORCE

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
	@$(PY) tests/config.py > $@.$$$$ && { cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@; }

# Compilers search /usr/include by themselves; C++ fails if it comes before the headers of C++.
SYSTEM = $(addprefix -isystem ,$(filter-out /usr/include,$(1)))
# All files here are written for this version: nothing of 0.2 may be needed (tests/python/test_upgrade.py has it).
INCLUDES = -I. -DCUCORE_NO_COMPAT $(call SYSTEM,$(CUDA_INCLUDE) $(DLPACK_INCLUDE))
# PY_INCLUDES ends make before the compiler runs if a header is missing that every module needs.
PY_INCLUDES = $(if $(DLPACK_INCLUDE),,$(error dlpack.h 1.x was not found. Get it with '$(PY) -m pip install apache-tvm-ffi' \
or from github.com/dmlc/dlpack, or name the folder that has dlpack/dlpack.h: make DLPACK_INCLUDE=folder))$(if \
$(PYTHON_INCLUDE),,$(error Python.h of $(PY) was not found. Install the development files of that Python (python3-dev), \
or name the folder: make PYTHON_INCLUDE=folder))$(INCLUDES) $(call SYSTEM,$(PYTHON_INCLUDE))
COMPILE_BY = $(1) -std=c99 -D_GNU_SOURCE $(2) $(SANITIZE) $(WARNINGS)
COMPILE = $(call COMPILE_BY,$(CC),$(CFLAGS))
COMPILE_MODULE = $(call COMPILE_BY,$(BRIEF_CC),$(BRIEF_CFLAGS))
COMPILE_PROGRAM = $(call COMPILE_BY,$(BRIEF_CC),$(PROGRAM_CFLAGS))

# The order is that of what they need: prerequisites of a rule are read when the rule is.
include make/tests.mk make/fuzz.mk make/examples.mk
include make/checks.mk make/bench.mk make/sources.mk make/release.mk systems/systems.mk

# ---------------------------------------------------------------------------------------------------- demo and tests --
# TESTS_NEED ends make before anything is compiled if something is missing that the tests need.
TESTS_NEED = $(if $(strip $(MISSING)),$(error $(PY) has no $(MISSING), which the tests need: make without VENV= installs it, as does \
'$(PY) -m pip install -r requirements.txt'))$(if $(CUDA_INCLUDE),,$(error cuda.h was not found, which the tests need: make without VENV= \
installs it. Get it with '$(PY) -m pip install nvidia-cuda-runtime', or name the folder: make CUDA_INCLUDE=folder))
tests-need:
	@: $(TESTS_NEED)

demo: $(INSPECT)/inspect_arrays$(EXT_SUFFIX) ## show arrays of every library that is installed, each checked
	@$(call WITH,$(INSPECT)) $(PY) examples/inspect/demo.py

# ONLY is cleared: it has another meaning in tests/check_headers.sh.
# EVERY=1 also runs the rows that differ from another one in a detail and are slow, as a release does.
RUN_TESTS = ONLY= CUCORE_TEST_EVERY='$(EVERY)' CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' CC='$(CC)' \
    $(PY) tests/run.py --build $(OUT)
check: tests-need $(filter-out %/test_driver_torture $(OUT)/c/test_gpu_%,$(C_TESTS)) $(FAKE) $(OUT)/python/cucore_test$(EXT_SUFFIX) ## the C programs and the front door: a minute
	@$(RUN_TESTS) --quick

# The fuzzers carry sanitizers in any build, and run with them.
FUZZED = $(if $(SANITIZE)$(EVERY),$(FUZZERS))
test: tests-need $(C_TESTS) $(FAKE) $(TEST_MODULE) $(CTYPES_LIBS) $(FUZZED) ## build and run the tests; ends with "N passed, N failed, N skipped"
	@$(RUN_TESTS) $(if $(FUZZED),--fuzz $(FUZZ)) $(if $(SANITIZE),--sanitize '$(CC)') $(ONLY)

check-headers: ## each header alone, as C and C++, each check by one compiler: a minute; EVERY=1: gcc, clang, nvcc, each standard and -O
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' PYTHON_INCLUDE='$(PYTHON_INCLUDE)' FEW='$(if $(EVERY),,1)' \
	    sh tests/check_headers.sh

clean: ## remove what was built; .venv stays
	rm -rf $(BUILD)
