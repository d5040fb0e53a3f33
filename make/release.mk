# Installing, packages and releases.
.PHONY: install uninstall test-packaging release publish

# Compilers, CMake and pkg-config look in /usr/local on every machine; DLPACK_INCLUDE=folder goes into the flags of pkg-config.
PREFIX ?= /usr/local
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
VERSION = $(shell sed -n 's|^/\* cucore.h - v\([0-9.]*\) .*|\1|p' cucore.h)
INTO = $(DESTDIR)$(INCLUDEDIR)
SHARE = $(DESTDIR)$(DATADIR)
# A folder seen from PREFIX; with a ^ before it if it is elsewhere.
BELOW = $(subst ^$(PREFIX)/,,^$(1))
# includedir as cucore.pc has it, and as cucoreHeaders.cmake sees it.
PC_INCLUDEDIR = $(if $(findstring ^,$(call BELOW,$(INCLUDEDIR))),$(INCLUDEDIR),$${prefix}/$(call BELOW,$(INCLUDEDIR)))
UP = $(shell printf '%s' '$(call BELOW,$(DATADIR))/cmake/cucore' | sed 's|[^/][^/]*|..|g')
CMAKE_INCLUDEDIR = $(if $(findstring ^,$(call BELOW,$(INCLUDEDIR))$(call BELOW,$(DATADIR))),$(INCLUDEDIR),$(UP)/$(call BELOW,$(INCLUDEDIR)))
# Text in the right side of s|||, between single quotes of a shell.
SED_TEXT = $(subst ','\'',$(subst &,\&,$(subst |,\|,$(subst \,\\,$(1)))))
# Windows has no libdl.
PC_LIBS = $(if $(findstring mingw,$(shell $(CC) -dumpmachine 2>/dev/null)),,-ldl )-pthread
install: ## copy the headers, and what CMake and pkg-config find them by, to PREFIX=/usr/local (INCLUDEDIR=, DATADIR=); DESTDIR= for packagers
	install -d "$(INTO)/cucore" "$(SHARE)/cmake/cucore" "$(SHARE)/pkgconfig" "$(SHARE)/licenses/cucore"
	install -m 644 $(HEADERS) $(filter-out cucore/%,$(CPP_HEADERS)) "$(INTO)"
	install -m 644 $(filter cucore/%,$(CPP_HEADERS)) "$(INTO)/cucore"
	install -m 644 packaging/cmake/*.cmake "$(SHARE)/cmake/cucore"
	sed -e 's|@FOLDER@|$(call SED_TEXT,$(CMAKE_INCLUDEDIR))|' packaging/cmake/cucoreHeaders.cmake \
	    > "$(SHARE)/cmake/cucore/cucoreHeaders.cmake"
	sed -e 's|@PREFIX@|$(call SED_TEXT,$(PREFIX))|; s|@INCLUDEDIR@|$(call SED_TEXT,$(PC_INCLUDEDIR))|; s|@VERSION@|$(VERSION)|' \
	    -e 's|@DLPACK@|$(if $(DLPACK_INCLUDE),-I"$(call SED_TEXT,$(DLPACK_INCLUDE))")|; s|@LIBS@|$(PC_LIBS)|' \
	    packaging/pkgconfig/cucore.pc.in > "$(SHARE)/pkgconfig/cucore.pc"
	chmod 644 "$(SHARE)/pkgconfig/cucore.pc" "$(SHARE)/cmake/cucore/cucoreHeaders.cmake"
	install -m 644 LICENSE "$(SHARE)/licenses/cucore"
	@$(if $(DLPACK_INCLUDE),:,echo 'cucore_python.h and cucore_dlpack.h need dlpack.h 1.x, which is not installed here: if compilers do not find it,' \
	    'make install DLPACK_INCLUDE=folder puts its folder into cucore.pc')

uninstall: ## remove what install of this version put there, with the same PREFIX=, INCLUDEDIR=, DATADIR=, DESTDIR=
	rm -f $(patsubst %,"$(INTO)"/%,$(HEADERS) $(CPP_HEADERS)) $(patsubst packaging/%,"$(SHARE)"/%,\
	    $(subst /cmake/,/cmake/cucore/,$(wildcard packaging/cmake/*.cmake))) "$(SHARE)/pkgconfig/cucore.pc" "$(SHARE)/licenses/cucore/LICENSE"
	-rmdir "$(INTO)/cucore" "$(SHARE)/cmake/cucore" "$(SHARE)/licenses/cucore"

test-packaging: ## install cucore in every way, build examples/packaging/, each in a clean environment; ONLY='--only word'
	@$(PYTHON) tests/packaging/run.py --folder $(BUILD)/packaging $(ONLY)

CHECKS ?= check-headers test test-packaging
release: EVERY = 1
release: $(CHECKS) ## after the tests: what a release has, in dist/; CHECKS= without them, RELEASE=--draft, SIGN=key of SSH
	@$(PYTHON) tools/release.py $(if $(SIGN),--sign "$(SIGN)") $(RELEASE)

publish: ## HOMEPAGE=address: write it and the day, commit, make release, tag, push (REMOTE=origin), upload; SIGN=key of SSH
	@$(PYTHON) tools/release.py --prepare "$(HOMEPAGE)"
	@$(MAKE) --no-print-directory release
	@$(PYTHON) tools/release.py --upload --remote "$(or $(REMOTE),origin)"
