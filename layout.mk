# Tests, fuzzing and benchmark of the layout functions.  Included by the Makefile, and usable alone:
#     make -f layout.mk test-layout PYTHON=python3
CC ?= cc
CLANG ?= clang
PYTHON ?= python3
BUILD ?= build
CUDA_INCLUDE ?= /usr/local/cuda/include
FUZZ_SECONDS ?= 60
BENCH_CHECK ?=

LAYOUT_WARNINGS = -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Werror
LAYOUT_SANITIZE = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all
LAYOUT_CFLAGS = -std=c99 $(LAYOUT_WARNINGS) -I. -isystem $(CUDA_INCLUDE)
LAYOUT_LIBS = -ldl -lpthread

.PHONY: test-layout test-layout-c test-layout-python fuzz bench-layout

test-layout: test-layout-c test-layout-python

test-layout-c: $(BUILD)/test_layout $(BUILD)/test_layout_sanitized
	$(BUILD)/test_layout
	$(BUILD)/test_layout_sanitized

# HYPOTHESIS_PROFILE=thorough runs ten times as many examples
test-layout-python: $(BUILD)/liblayout.so
	CUCORE_LAYOUT_LIB=$(BUILD)/liblayout.so $(PYTHON) -m pytest -q -p no:cacheprovider tests/layout

# time-boxed: FUZZ_SECONDS=600 for ten minutes
fuzz: $(BUILD)/fuzz_layout
	mkdir -p $(BUILD)/fuzz_corpus
	$(BUILD)/fuzz_layout -max_total_time=$(FUZZ_SECONDS) -len_control=1 -max_len=400 -print_final_stats=1 \
	    -verbosity=0 -artifact_prefix=$(BUILD)/ $(BUILD)/fuzz_corpus

# BENCH_CHECK=check fails when a bar is missed
bench-layout: $(BUILD)/bench_layout
	$(BUILD)/bench_layout $(BENCH_CHECK)
	$(PYTHON) bench/bench_layout.py $(BUILD)/bench_layout $(BENCH_CHECK)

$(BUILD)/test_layout: tests/c/test_layout.c tests/c/check.h cucore.h
	@mkdir -p $(BUILD)
	$(CC) $(LAYOUT_CFLAGS) -O2 -o $@ tests/c/test_layout.c $(LAYOUT_LIBS)

$(BUILD)/test_layout_sanitized: tests/c/test_layout.c tests/c/check.h cucore.h
	@mkdir -p $(BUILD)
	$(CC) $(LAYOUT_CFLAGS) $(LAYOUT_SANITIZE) -o $@ tests/c/test_layout.c $(LAYOUT_LIBS)

# -fsanitize=undefined without a runtime library: any undefined behaviour ends the process
$(BUILD)/liblayout.so: tests/layout/layout_lib.c cucore.h
	@mkdir -p $(BUILD)
	$(CC) $(LAYOUT_CFLAGS) -O2 -fPIC -shared -fsanitize=undefined -fsanitize-undefined-trap-on-error -o $@ \
	    tests/layout/layout_lib.c $(LAYOUT_LIBS)

$(BUILD)/fuzz_layout: tests/fuzz/fuzz_layout.c cucore.h
	@mkdir -p $(BUILD)
	$(CLANG) -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Wall -Wextra -Werror -I. \
	    -isystem $(CUDA_INCLUDE) -o $@ tests/fuzz/fuzz_layout.c $(LAYOUT_LIBS)

$(BUILD)/bench_layout: bench/bench_layout.c cucore.h
	@mkdir -p $(BUILD)
	$(CC) -std=c99 -O2 -Wall -Wextra -Werror -I. -isystem $(CUDA_INCLUDE) -o $@ bench/bench_layout.c $(LAYOUT_LIBS)
