PYTHON ?= python3
WORKERS ?= $(shell nproc 2>/dev/null || echo 2)
BIN := .venv/bin
# Hundreds of processes are started here: each would compile all that it imports anew, libraries included.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help study studies first test proof versions coverage bench lint docs lock clean
help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.venv/installed: pyproject.toml requirements.lock hatch_build.py
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "arkadia_sim needs Python 3.11 or newer; name one with: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint requirements.lock --editable '.[test]'
	touch $@

study: .venv/installed  ## the rulebook's seven hints on few deals: with two, three and four players, results/few/report.html
	$(BIN)/arkadia-sim run hints --deals 300 --out results/few --workers $(WORKERS)
	$(BIN)/arkadia-sim report results/few

# Each experiment with a document of its own is a published study.
STUDIES := $(patsubst experiments/%.md,%,$(sort $(wildcard experiments/*.md)))

studies: .venv/installed  ## all published studies, long: how long each takes, then results/index.html, and a page for each
	for study in $(STUDIES); do $(BIN)/arkadia-sim plan $$study --workers $(WORKERS) | sed -n "s/^in all/$$study:/p"; done
	for study in $(STUDIES); do \
		$(BIN)/arkadia-sim run $$study --out results/$$study --workers $(WORKERS) && \
		$(BIN)/arkadia-sim report results/$$study || exit 1; \
	done
	$(BIN)/arkadia-sim report results

first: .venv/installed  ## one hint in a few minutes: results/tent_camps/report.html
	$(BIN)/arkadia-sim run tent_camps --out results/tent_camps --workers $(WORKERS)
	$(BIN)/arkadia-sim report results/tent_camps

# One game takes as long to compile as the other two. Style and types are looked at beside the tests, and told of after
# them. Many tests wait for processes of their own, so one more worker than cores keeps the cores busy.
test: .venv/installed  ## everything that must hold, in a few minutes
	$(BIN)/python -m tests.support.compiling arkadia & first=$$!; \
		$(BIN)/python -m tests.support.compiling medina && $(BIN)/python -m tests.support.compiling castle; others=$$?; \
		wait $$first && exit $$others
	mkdir -p build && { $(MAKE) --no-print-directory lint > build/lint.txt 2>&1 & lint=$$!; \
		$(BIN)/python -m pytest -n $$(( $(WORKERS) + 1 )) --dist worksteal -m 'not slow'; tests=$$?; \
		wait $$lint; style=$$?; cat build/lint.txt; exit $$(( tests | style )); }

lint: .venv/installed  ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: .venv/installed  ## the documentation as a site that needs no network: build/site/index.html
	$(BIN)/python -m pytest -q tests/report/test_published.py -k one_question_has_one_number
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

proof: .venv/installed  ## each engine against its twin over 2,000 games, planted faults, bounds checks
	$(BIN)/python -m tests.support.proving arkadia --games 2000 --workers $(WORKERS)
	$(BIN)/python -m tests.support.proving medina --games 2000 --workers $(WORKERS)
	$(BIN)/python -m tests.support.proving castle --games 4000 --workers $(WORKERS)
	$(BIN)/python -m pytest -n $(WORKERS) -m slow

versions: .venv/installed  ## the wheel with every Python that is found, oldest and newest libraries: the same games
	$(BIN)/python -m tests.project.versions

# Quick ones that reach every package. Uncompiled, whole games take seconds each: what plays many of them is left to `test`.
SAMPLE := $(addprefix tests/,$(addsuffix .py,$(addprefix games/arkadia/test_,rulebook_examples outlook components) \
	$(addprefix games/test_,options records) bots/arkadia/test_hints core/test_registry experiments/test_experiment \
	plan/test_designs plan/test_plan results/test_store runner/test_runner $(addprefix stats/test_,paired intervals \
	sequential verdicts paired_sequence) plots/test_plots report/test_document cli/test_cli))

coverage: .venv/installed  ## which lines a sample of the tests runs, uncompiled; lists those it misses in build/coverage
	rm -rf build/coverage && mkdir -p build/coverage
	printf '%s\n' $(SAMPLE) | NUMBA_DISABLE_JIT=1 xargs -P $(WORKERS) -n 1 \
		$(BIN)/python -m coverage run --parallel-mode -m pytest -q -m 'not slow'
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage html --quiet
	$(BIN)/python -m coverage report --skip-covered --sort cover | tee build/coverage/report.txt

bench: .venv/installed  ## games a second
	$(BIN)/arkadia-sim bench --players 4

lock:  ## the newest versions that fit together, noted for `make`
	rm -rf .venv-lock && $(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	(head -1 requirements.lock && .venv-lock/bin/python -m pip freeze --exclude-editable) > requirements.new
	mv requirements.new requirements.lock && rm -rf .venv-lock

clean:  ## remove the environment and what tools left behind
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
