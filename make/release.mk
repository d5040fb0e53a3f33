# Installing, packages and releases.
.PHONY: install test-packaging release

# Compilers, CMake and pkg-config look in /usr/local on every machine; DLPACK_INCLUDE=folder goes into the flags of pkg-config.
PREFIX ?= /usr/local
VERSION = $(shell sed -n 's|^/\* cucore.h - v\([0-9.]*\) .*|\1|p' cucore.h)
SHARE = $(DESTDIR)$(PREFIX)/share
# Windows has no libdl.
PC_LIBS = $(if $(findstring mingw,$(shell $(CC) -dumpmachine 2>/dev/null)),,-ldl )-pthread
install: ## copy the headers, and what CMake and pkg-config find them by, to PREFIX=/usr/local; DESTDIR= for packagers
	install -d "$(DESTDIR)$(PREFIX)/include/cucore" "$(SHARE)/cmake/cucore" "$(SHARE)/pkgconfig" "$(SHARE)/licenses/cucore"
	install -m 644 $(HEADERS) $(filter-out cucore/%,$(CPP_HEADERS)) "$(DESTDIR)$(PREFIX)/include"
	install -m 644 $(filter cucore/%,$(CPP_HEADERS)) "$(DESTDIR)$(PREFIX)/include/cucore"
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
release: EVERY = 1
release: $(CHECKS) ## after the tests: tarball, wheel, one header and checksums in dist/; CHECKS= without them, RELEASE=--draft
	@$(PYTHON) tools/release.py $(RELEASE)
