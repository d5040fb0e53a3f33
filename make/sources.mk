# What tools write into the repository, the site, and the format of sources.
.PHONY: headers names kernels docs format

headers: ## make the headers at the top level and in cucore/ from src/
	@$(PYTHON) tools/amalgamate.py
	@$(PYTHON) tools/headers.py

names: ## write the pages that are made: names, files, tests; declare the names for Cython, write the code that pages show
	@$(PYTHON) tools/list_names.py
	@$(PYTHON) tools/list_files.py
	@$(PYTHON) tools/list_tests.py
	@$(PYTHON) tools/make_pxd.py
	@$(PYTHON) tools/show_code.py

kernels: ## compile src/copy/kernels/ into src/made/ptx_*.c with nvcc, then the headers
	$(PYTHON) tools/embed_kernels.py
	@$(PYTHON) tools/amalgamate.py

ifneq ($(VENV),)
.venv-docs/installed: docs/site/requirements.txt
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@
endif

docs: $(if $(VENV),.venv-docs/installed) ## build the site, build/site/html/index.html; dead links and functions without a comment are errors
	@$(if $(VENV),.venv-docs/bin/python,$(PYTHON)) docs/site/build.py $(BUILD)/site

format: ## clang-format every C file in place
	clang-format -i $(filter-out src/made/%,$(wildcard src/*/*.[ch] src/python/*/*.[ch] src/copy/*/*.[ch] src/cpp/*.hpp src/copy/kernels/*.h src/copy/kernels/*.cu src/cast/kernels/*.h src/*.h)) $(wildcard tests/*/*.[ch] tests/cpp/*.cpp examples/*.c examples/*/*.c systems/*/*.[ch] examples/packaging/*/*.c* bench/*.[ch] bench/*.cpp bench/*.cu)
