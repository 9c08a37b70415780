# Every verb sets up what it needs first. `make help` lists them.
BUILD ?= build
JOBS  ?= $(shell nproc)

.PHONY: help demo test build bench lint format docs setup clean
.DEFAULT_GOAL := help

help:    ## list the verbs
	@grep -E '^[a-z]+: *.*##' Makefile | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 10

demo: build    ## install, build, and run the main job on embedded data
	$(BUILD)/dhgak demo

test: build    ## install, build, and pass all tests
	ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS)

build: setup    ## the program, at build/dhgak
	cmake -S . -B $(BUILD) -G Ninja
	cmake --build $(BUILD) --parallel $(JOBS)

bench:    ## time every stage, and whole runs against a plain Python baseline
	@tools/setup bench
	bench/run

lint: setup    ## formatting, layers between stages, clang-tidy
	tools/lint

format:    ## rewrite the sources in our format
	git ls-files '*.cpp' '*.h' '*.cu' | xargs clang-format -i

docs: build    ## copy --help into docs/cli.md
	tools/cli_docs $(BUILD)/dhgak > docs/cli.md

setup:    ## install the Debian packages that are missing
	@tools/setup

clean:    ## remove what was built
	rm -rf $(BUILD)
