# SPDX-License-Identifier: MIT
# Two commands do everything from a fresh clone: make run, make test.  The rest serves development.
BUILD = build
ASAN = build-asan
FUZZ = build-fuzz
JOBS = $(shell nproc)
PREFIX = /usr/local
SECONDS_EACH = 60

.PHONY: run test quick build asan setup setup-test bench install fuzz fuzz-build format lint coverage golden docs vscode dist deb clean
.DEFAULT_GOAL = build

run: setup build
	@echo
	$(BUILD)/heapproof check examples/list.c
	@echo
	$(BUILD)/heapproof check examples/remove.c || test $$? -eq 1
	@echo
	$(BUILD)/heapproof check examples/plugin.c || test $$? -eq 2
	@echo
	$(BUILD)/heapproof run examples/list.c

# Everything: the suite on the optimised build, then on the build with sanitizers and validators.
test: setup-test build asan
	python3 tools/test.py --jobs $(JOBS) $(BUILD) $(ASAN)

# The suite on the optimised build only, without the comparison of the interpreter with compiled programs.
quick: build
	python3 tools/test.py --quick --jobs $(JOBS) $(BUILD)

build:
	cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	ninja -C $(BUILD) -j $(JOBS)

asan:
	cmake -S . -B $(ASAN) -G Ninja -DCMAKE_BUILD_TYPE=Debug >/dev/null
	ninja -C $(ASAN) -j $(JOBS)

setup:
	sh tools/setup build

setup-test:
	sh tools/setup build test

bench: build
	python3 tools/bench.py $(BUILD)/heapproof

install: build
	cmake --install $(BUILD) --strip

# The sources as a tarball that builds without git: heapproof-VERSION.tar.gz.
VERSION = $(shell sed -n 's/.*heapproof VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
dist:
	git archive --format=tar --prefix=heapproof-$(VERSION)/ HEAD | gzip -9n >heapproof-$(VERSION).tar.gz

# A package for Debian 12, in the build folder.
deb: build
	sh tools/deb $(BUILD)

fuzz-build:
	cmake -S . -B $(FUZZ) -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang-19 -DHEAPPROOF_FUZZ=ON >/dev/null
	ninja -C $(FUZZ) -j $(JOBS) fuzzers

# Each target for SECONDS_EACH seconds.
fuzz: fuzz-build
	sh tools/fuzz $(FUZZ) $(SECONDS_EACH)

# Headers and tables are laid out by hand.
format:
	clang-format-19 -i $$(git ls-files 'src/**/*.c' 'tests/**/*.c' ':!tests/corpus' ':!tests/golden' ':!tests/programs' ':!tests/domain' ':!tests/whole' ':!tests/open' ':!tests/reality' ':!tests/fold/programs' ':!tests/tvheap/programs')

lint: build
	sh tools/lint $(BUILD)

coverage:
	cmake -S . -B build-coverage -G Ninja -DCMAKE_BUILD_TYPE=Release -DHEAPPROOF_COVERAGE=ON >/dev/null
	ninja -C build-coverage -j $(JOBS)
	-python3 tools/test.py --quick --jobs $(JOBS) build-coverage
	gcovr -r . --filter src/ build-coverage

# Rewrites the expected output of the IR golden tests: look at the difference before committing it.
golden: build
	python3 tests/golden/run.py --update $(BUILD)/heapproof

# The extension for VS Code, editors/vscode/*.vsix; npm fetches what it is made of.
vscode:
	cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && npm install --no-audit --no-fund --loglevel=error && npm run package

# Writes what is generated of doc/.
docs: build
	python3 tools/options_doc.py $(BUILD)/heapproof
	python3 tools/library_doc.py
	python3 tools/limits_doc.py
	python3 tools/rules_doc.py $(abspath $(BUILD))/heapproof
	python3 tools/tutorial_doc.py $(abspath $(BUILD))/heapproof
	python3 tools/domain_doc.py $(abspath $(BUILD))/heapproof

clean:
	rm -rf $(BUILD) $(ASAN) $(FUZZ) build-coverage
