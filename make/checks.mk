# Tests that take long or need something that not every machine has.
.PHONY: test-sanitize test-threads test-threads-programs coverage-programs coverage mutate check-cuda matrix judge

test-sanitize: ## what runs code of the library, under AddressSanitizer and UndefinedBehaviorSanitizer
	$(MAKE) test SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer' CFLAGS='-O1 -g1'

# TSAN_PYTHON names an interpreter made by configure --disable-gil --with-thread-sanitizer with clang; with another one, or none,
# only the C programs run.  tests/tsan.supp lists the known races of CPython itself.
TSAN_PYTHON ?=
TSAN_CC ?= clang
TSAN_HAS := import sysconfig; print("thread-sanitizer" in (sysconfig.get_config_var("CONFIG_ARGS") or "") \
    and sysconfig.get_config_var("Py_GIL_DISABLED") == 1 or "")
test-threads: ## threads under ThreadSanitizer: C programs, and Python with TSAN_PYTHON=a free-threaded one that has it
	$(MAKE) test-threads-programs BUILD=$(BUILD)/threads SANITIZE=-fsanitize=thread BRIEF_CFLAGS='-O1 -g1' CC='$(TSAN_CC)' \
	    CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' $(if $(TSAN_USED),VENV= PYTHON='$(TSAN_USED)') \
	    TSAN_PYTHON='$(TSAN_USED)'
TSAN_USED = $(if $(TSAN_PYTHON),$(if $(shell $(TSAN_PYTHON) -c '$(TSAN_HAS)'),$(TSAN_PYTHON)))

test-threads-programs: $(addprefix $(OUT)/c/,test_core test_driver test_driver_fork test_driver_objects test_driver_release test_driver_view_copy test_driver_blocks) \
    $(FAKE) $(if $(TSAN_PYTHON),$(filter-out %/torture_test$(EXT_SUFFIX),$(TEST_MODULE)))
	@$(PY) tests/run.py --build $(OUT) --threads '$(TSAN_PYTHON)' $(ONLY)

# A build without optimisation, since gcov counts the lines that are left, and without -fsanitize, which adds branches.
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

CUDA_PACKAGES := -cu11==11.7.99 -cu11==11.8.89 -cu12==12.0.107 -cu12==12.1.105 -cu12==12.2.140 -cu12==12.3.101 -cu12==12.4.127 \
    -cu12==12.5.82 -cu12==12.6.77 -cu12==12.8.90 -cu12==12.9.79 ==13.0.96 ==13.1.80 ==13.2.86 ==13.3.29 ==13.4.92 ==13.5.37
CUDA_PACKAGES := $(addprefix nvidia-cuda-runtime,$(CUDA_PACKAGES))
check-cuda: ## what we declare of the driver, against cuda.h of CUDA 11.7 to 13.5 from the package index
	@for package in $(CUDA_PACKAGES); do [ -d $(BUILD)/cuda/$$package ] || $(PY) -m pip install --quiet --disable-pip-version-check \
	    --no-deps --target $(BUILD)/cuda/$$package $$package || exit 1; done
	@CUDA_HEADERS=$$(echo $(BUILD)/cuda/*/nvidia/*/include | tr ' ' ':') $(PY) -m pytest -q tests/python/test_cuda_headers.py

matrix: ## compile and run everything in chroots of Debian's releases, by zig, for Windows, ...; writes docs/reference/platforms.md (takes root, hours)
	@CUDA_INCLUDE='$(CUDA_INCLUDE)' DLPACK_INCLUDE='$(DLPACK_INCLUDE)' $(PY) tests/platforms/run.py $(MATRIX)

# JUDGE='torch CuPy': only these, with the names of tests/judge/judge_table.py.
judge: $(OUT)/python/export_test$(EXT_SUFFIX) ## judge the array libraries that are installed; writes docs/reference/judge.md
	@$(call WITH,$(abspath $(OUT)/python)) CXX='$(CXX)' CUCORE_BUILD='$(abspath $(BUILD))' $(PY) tests/judge/judge_table.py run $(JUDGE)
