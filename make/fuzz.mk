# Fuzzers, and how they are run for longer than `make test` runs them.
.PHONY: fuzz fuzz-merge

# Fuzzers are tests/fuzz/fuzz_*.c, linked with libFuzzer if FUZZ_CC has it, else with tests/fuzz/standalone.c.  All are linked
# with the fake driver and the kernels on the host; FLAGS_fuzz_name adds flags to one of them.  With the sanitizers clang -O0 takes
# a quarter of the time of -O1, and runs are as fast.  clang drops static functions that are not used, so that Python is not linked;
# gcc drops them only if it optimises, and without that (make coverage) FUZZ_LINK leaves these functions unresolved.
# -fno-sanitize=function: src/core/abi.c declares the driver's enums as int, the fake driver as cuda.h.
FUZZ_SECONDS ?= 60
FUZZ_CC ?= clang
FUZZ_SUPPORT := $(patsubst %,$(FUZZ)/%.o,fake_driver copy_kernels $(if $(filter libfuzzer,$(FUZZ_ENGINE)),,standalone))
FUZZ_WARNINGS := $(filter-out -Wpedantic,$(WARNINGS))
ifeq ($(FUZZ_ENGINE),libfuzzer)
FUZZ_COMPILE = $(FUZZ_CC) -std=c99 -D_GNU_SOURCE -gline-tables-only -O0 $(FUZZ_WARNINGS) -fsanitize=$(1)address,undefined \
    -fno-sanitize=function -fno-sanitize-recover=all -fno-omit-frame-pointer -DCUCORE_LINK_DRIVER $(PY_INCLUDES)
else
FUZZ_COMPILE = $(CC) -std=c99 -D_GNU_SOURCE -O1 $(CFLAGS) $(SANITIZE) $(TRAP) $(FUZZ_WARNINGS) -DCUCORE_LINK_DRIVER $(PY_INCLUDES) $(FUZZ_LINK)
endif

# The engine is looked for once, when a fuzzer may be built.
$(BUILD)/fuzz_engine.mk:
	@mkdir -p $(@D)
	@echo 'int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return (int)(n && *p > 255); }' > $(@D)/probe.c
	@if $(FUZZ_CC) -fsanitize=fuzzer,address,undefined $(@D)/probe.c -o $(@D)/probe 2>/dev/null && \
	    ASAN_OPTIONS=detect_leaks=0 $(@D)/probe -runs=1 2>/dev/null; \
	    then echo 'FUZZ_ENGINE ?= libfuzzer'; else echo 'FUZZ_ENGINE ?= standalone'; fi > $@
	@rm -f $(@D)/probe $(@D)/probe.c

$(FUZZ)/fake_driver.o: $(FAKE_ALL)
$(FUZZ)/copy_kernels.o: $(KERNEL_SOURCES)
$(FUZZ)/standalone.o: tests/fuzz/standalone.c
$(FUZZ_SUPPORT):
	@mkdir -p $(@D)
	$(call FUZZ_COMPILE) -c $< -o $@

# A fuzzer's corpus is one archive; it is unpacked beside the program.
$(FUZZ)/corpus/%: tests/fuzz/corpus/%.zip tests/fuzz/archive.py
	@$(PY) tests/fuzz/archive.py unpack $< $@

$(FUZZERS): $(FUZZ)/%: tests/fuzz/%.c $(wildcard tests/fuzz/*.h) tests/fake_driver/fake_cuda.h $(FUZZ_SUPPORT) $(PTX_RUN) $(HEADERS) | $(FUZZ)/corpus/%
	@mkdir -p $(@D)
	$(call FUZZ_COMPILE,fuzzer$(comma)) $(FLAGS_$*) $< $(FUZZ_SUPPORT) $(PTX_RUN) -o $@ -ldl -lpthread

fuzz: $(FUZZERS) ## decoders, layouts, copies: random input against oracles, under the sanitizers; FUZZ_SECONDS=60 each
	@$(PY) tests/fuzz/run.py --folder $(FUZZ) --seconds $(FUZZ_SECONDS)

fuzz-merge: $(FUZZERS) ## make tests/fuzz/corpus anew, from itself and what make fuzz found
	@$(PY) tests/fuzz/run.py --folder $(FUZZ) --merge
