# accrs: build, test, install. `make demo` and `make test` do everything on a fresh machine.
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= 2
CARGO ?= cargo
# How cargo builds: release, or quick (while working: parts of a crate that haven't changed aren't built again).
PROFILE ?= release
BIN := target/$(PROFILE)
# What cargo builds: everything with the test suite, or, for the goals named here, what users get.
demo install deb wheel rpm: export PARTS = --lib --bin accrs --bin accinfo --bin accrs-prof
VERSION := $(shell sed -n '/^version = /{s/.*"\(.*\)"/\1/p;q;}' Cargo.toml)
LIB := $(DESTDIR)$(PREFIX)/lib/accrs

SUITE_CC ?= gcc -fopenacc -foffload=-lm

SHARE := $(DESTDIR)$(PREFIX)/share
MAN := $(SHARE)/man/man1
DOC := $(SHARE)/doc/accrs
# Whether an installation gets copies of libclang and NVRTC, where `make setup` has fetched them: yes or no.
BUNDLE ?= yes
# Whether nothing is fetched: yes in a release, which has its crates with it. What a build needs must be there then.
OFFLINE ?= $(if $(wildcard vendor),yes,no)
# Where packages go.
DIST ?= target/dist
# Where the site goes.
SITE ?= target/site

.PHONY: all build compile setup demo test check vv lint bench bench-kernels install install-files uninstall deb wheel rpm dist site clean gpu gpu-page dropin defects

all: build

# What a new machine lacks: libclang (>= 17), NVRTC for the compile checks, binutils, gcc's
# own OpenACC for comparison. Says what it could not get.
setup:
	@[ "$(OFFLINE)" = yes ] || sh scripts/setup.sh

build: setup
	@$(MAKE) --no-print-directory compile

# What building alone needs: cargo, cc, binutils.
compile:
	$(CARGO) build --profile $(PROFILE) -j $(JOBS) $(PARTS)
	@sh scripts/slim-runtime.sh $(BIN)/libaccrt.a $(BIN)/lib/libaccrt.a
	@sh scripts/report-libraries.sh $(BIN)/lib/report
	@ln -sf accrs $(BIN)/accrs++

demo: build
	@sh scripts/demo.sh

test: build
	@sh scripts/test.sh

# What the changed files can break, in about three minutes, for use while working. `make test` is the judge.
check:
	@$(MAKE) --no-print-directory compile PROFILE=quick
	target/quick/acctest changed --accrs target/quick/accrs -j $(JOBS)

# The public validation suite: make vv VV=path/to/OpenACCV-V. Results also in target/vv.{json,html,xml}.
vv: build
	@test -d "$(VV)/Tests" || { echo "make vv VV=PATH: want a checkout of https://github.com/OpenACCUserGroup/OpenACCV-V" >&2; exit 2; }
	$(BIN)/acctest vv "$(VV)" -j $(JOBS) --cc "$(SUITE_CC)" --cc "cc -w" --json target/vv.json --html target/vv.html --junit target/vv.xml
	$(BIN)/acctest vv "$(VV)" -j $(JOBS) --nvrtc

lint:
	$(CARGO) fmt --check
	$(CARGO) clippy --release --all-targets -j $(JOBS) -- -D warnings

bench: build
	$(BIN)/acctest bench


# What the kernels of testsuite/bench/kernels take of a GPU, and what their warps ask for: the figures of docs/PERFORMANCE.md, without a GPU.
bench-kernels: build
	$(BIN)/acctest kernels -j $(JOBS)

# Small mistakes, seeded into a copy of the tree: does the test that each of them names find it? make defects WORD=queue
defects:
	JOBS=$(JOBS) testsuite/defects/run.sh $(WORD)

# Real C projects, built and tested with accrs in cc's place, beside gcc.
dropin: build
	testsuite/dropin/run.sh

# A folder, target/gpu, with which a machine with a GPU checks and measures accrs: see docs/GPU.md. gpu-page makes that page of the results.
gpu: build
	@python3 testsuite/hardware/pack.py --accrs=$(BIN)/accrs --out=target/gpu --jobs=$(JOBS)

gpu-page:
	@test -d "$(RESULTS)" || { echo "make gpu-page RESULTS=PATH: want the folder of results that run.sh has written" >&2; exit 2; }
	@python3 testsuite/hardware/page.py "$(RESULTS)" --out=docs/GPU.md

install: build
	@$(MAKE) --no-print-directory install-files

# What is built, put in its places. The guide and the examples come too: PREFIX/share/doc/accrs, PREFIX/share/accrs/examples.
install-files:
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(LIB)/include" "$(DESTDIR)$(PREFIX)/lib/cmake/accrs" "$(DESTDIR)$(PREFIX)/lib/pkgconfig"
	install -m 755 $(BIN)/accrs $(BIN)/accinfo $(BIN)/accrs-prof "$(DESTDIR)$(PREFIX)/bin/"
	ln -sf accrs "$(DESTDIR)$(PREFIX)/bin/accrs++"
	install -m 644 $(BIN)/lib/libaccrt.a $(BIN)/lib/libaccrt_managed.a "$(LIB)/"
	install -m 755 $(BIN)/libaccrt.so $(BIN)/libaccrs_gpu.so "$(LIB)/"
	install -m 644 runtime/include/openacc.h runtime/include/accelmath.h runtime/include/acc_callback.h runtime/include/acc_prof.h runtime/include/accrs_sim.h runtime/include/accrs_check.h "$(LIB)/include/"
	install -d "$(LIB)/report"
	@for f in $(BIN)/lib/report/*; do if [ -f "$$f" ]; then install -m 644 "$$f" "$(LIB)/report/"; fi; done
ifeq ($(BUNDLE),yes)
	@for f in .accrs/py/clang/native/libclang.so; do if [ -f "$$f" ]; then install -m 755 "$$f" "$(LIB)/"; fi; done
	@for f in .accrs/py/nvidia/cu13/lib/libnvrtc.so.13 .accrs/py/nvidia/cu13/lib/libnvrtc-builtins.so.*; do if [ -f "$$f" ]; then install -m 755 "$$f" "$(LIB)/"; fi; done
endif
	install -d "$(LIB)/python/accrs"
	install -m 644 frontend/python/accrs/*.py frontend/python/accrs/prelude.h "$(LIB)/python/accrs/"
	install -d "$(MAN)" "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	@for name in accrs accinfo accrs-prof; do \
		$(BIN)/$$name --generate=man > "$(MAN)/$$name.1"; \
		$(BIN)/$$name --generate=bash > "$(SHARE)/bash-completion/completions/$$name"; \
		$(BIN)/$$name --generate=zsh > "$(SHARE)/zsh/site-functions/_$$name"; \
		$(BIN)/$$name --generate=fish > "$(SHARE)/fish/vendor_completions.d/$$name.fish"; \
	done
	echo '.so man1/accrs.1' > "$(MAN)/accrs++.1"
	install -m 644 cmake/accrs-toolchain.cmake cmake/accrsConfig.cmake "$(DESTDIR)$(PREFIX)/lib/cmake/accrs/"
	sed 's|@VERSION@|$(VERSION)|' cmake/accrsConfigVersion.cmake.in > "$(DESTDIR)$(PREFIX)/lib/cmake/accrs/accrsConfigVersion.cmake"
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' cmake/accrs.pc.in > "$(DESTDIR)$(PREFIX)/lib/pkgconfig/accrs.pc"
	install -d "$(DOC)/guide"
	install -m 644 docs/*.md LICENSE-APACHE LICENSE-MIT "$(DOC)/"
	sed 's|](docs/|](|g' CHANGELOG.md > "$(DOC)/CHANGELOG.md"
	install -m 644 docs/guide/*.md "$(DOC)/guide/"
	install -d "$(DOC)/guide/pictures"
	install -m 644 docs/guide/pictures/*.png docs/guide/pictures/*.svg "$(DOC)/guide/pictures/"
	install -d "$(SHARE)/accrs"
	install -m 644 runtime/accrs.gdb runtime/accrs.supp "$(SHARE)/accrs/"
	install -d "$(SHARE)/modulefiles/accrs"
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' scripts/packaging/modules/accrs.tcl.in > "$(SHARE)/modulefiles/accrs/$(VERSION)"
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' scripts/packaging/modules/accrs.lua.in > "$(SHARE)/modulefiles/accrs/$(VERSION).lua"
	@find examples -type f | while read -r file; do install -D -m 644 "$$file" "$(SHARE)/accrs/$$file"; done

# A Debian package, a Python wheel and an RPM, in $(DIST). All leave libclang and NVRTC to packages of their own.
deb: compile
	@sh scripts/packaging/deb.sh "$(DIST)"

wheel: compile
	@python3 scripts/packaging/wheel.py "$(DIST)"

rpm: compile
	@sh scripts/packaging/rpm/rpm.sh "$(DIST)"

# A release with all crates in it, which is built without a network.
dist:
	@sh scripts/packaging/dist.sh "$(DIST)"

# The guide and the pages of docs/ as a web site, in $(SITE).
site:
	@sh scripts/site.sh "$(SITE)"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/accrs" "$(DESTDIR)$(PREFIX)/bin/accrs++" "$(DESTDIR)$(PREFIX)/bin/accinfo" "$(DESTDIR)$(PREFIX)/bin/accrs-prof" "$(DESTDIR)$(PREFIX)/lib/pkgconfig/accrs.pc"
	@for name in accrs accinfo accrs-prof; do \
		rm -f "$(MAN)/$$name.1" "$(SHARE)/bash-completion/completions/$$name" "$(SHARE)/zsh/site-functions/_$$name" \
			"$(SHARE)/fish/vendor_completions.d/$$name.fish"; \
	done
	rm -f "$(MAN)/accrs++.1"
	rm -rf "$(LIB)" "$(DESTDIR)$(PREFIX)/lib/cmake/accrs" "$(DOC)" "$(SHARE)/accrs" "$(SHARE)/modulefiles/accrs"

clean:
	$(CARGO) clean
