# Every verb sets up what it needs first. `make help` lists them.
BUILD ?= build
JOBS  ?= $(shell nproc)

.PHONY: help demo test build wheel oracle bench browser fuzz sanitize style lint format docs setup clean
.DEFAULT_GOAL := help

help:    ## list the verbs
	@grep -E '^[a-z]+: *.*##' Makefile | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

demo:    ## install what the program needs, build it alone, and run it on embedded data
	@tools/setup program
	cmake -S . -B $(BUILD) -G Ninja -DDHGAK_TESTS=OFF
	cmake --build $(BUILD) --parallel $(JOBS) --target dhgak_program
	$(BUILD)/dhgak demo

test: build oracle    ## install, build, and pass all tests, those of the Python package too
	@tools/setup python
	@tools/python_env .venv-python
	ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS)

build: setup    ## the program, at build/dhgak, its tests and benchmarks, and BERT
	cmake -S . -B $(BUILD) -G Ninja -DDHGAK_TESTS=ON -DDHGAK_BENCH=ON
	cmake --build $(BUILD) --parallel $(JOBS)

wheel:    ## the Python package with all libraries it needs, as dist/dhgak-*.whl
	@tools/setup program python
	tools/wheel dist

oracle: setup    ## install the packages that kernels are compared with, for tests/oracle
	@tools/oracle

bench:    ## time every stage, and whole runs against a plain Python baseline
	@tools/setup program test bench
	bench/run

browser: build    ## open the HTML report in Chromium and use it as people do
	@tools/setup browser
	tests/report/browser.sh $(BUILD)

fuzz:    ## look for inputs that crash a reader; one minute each, or SECONDS_EACH
	@tools/setup program fuzz
	fuzz/run

sanitize: setup    ## the fast tests and every kernel under the address and undefined-behaviour sanitizers
	tools/sanitize

style: build    ## formatting, and layers between stages
	@tools/setup lint
	tools/style $(BUILD)

lint: style    ## the same and clang-tidy
	tools/lint

format:    ## rewrite the sources in our format
	git ls-files '*.cpp' '*.h' '*.cu' | xargs clang-format -i

docs: build    ## copy --help into docs/cli.md
	tools/cli_docs $(BUILD)/dhgak > docs/cli.md

setup:    ## install the Debian packages that are missing
	@tools/setup program test

clean:    ## remove what was built
	rm -rf $(BUILD)
