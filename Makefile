# The one door. `make` alone lists what can be done.
#
# Everything runs in .venv, which make builds itself. It needs Python 3.11 or newer; name one with `make PYTHON=...`
# (after `make clean`, if .venv was already built with another).

SUITABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c '$(SUITABLE)' 2>/dev/null && echo $$python && break; done)
# Twice quiet: errors only.
PIP := .venv/bin/python -m pip --quiet --quiet --disable-pip-version-check
# More arguments for pytest: make test ARGS="-k board"
ARGS :=

.PHONY: help .venv demo test check format bench ladder more-time tune gain fit-luck proof clean

help: ## list the targets
	@sed -n 's/^\([-.a-z]*\):[^#]*## /\1: /p' Makefile | awk -F ': ' '{ printf "make %-9s %s\n", $$1, $$2 }'

.venv: .venv/installed ## make the virtual environment that all the others use

.venv/installed: pyproject.toml
	@"$(PYTHON)" -c '$(SUITABLE)' 2>/dev/null || { \
	  echo "The arena needs Python 3.11 or newer with its venv module (Debian: python3-venv)," \
	       "and $(if $(PYTHON),'$(PYTHON)' is not one,none was found). Name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Installing into .venv ..."
	@.venv/bin/python -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear .venv
	@$(PIP) install --editable '.[dev]'
	@touch $@

demo: .venv/installed ## play a tournament of the house bots and show its table
	@rm -rf .demo && mkdir .demo
	.venv/bin/arena new-tournament .demo/cup.toml
	.venv/bin/arena tournament .demo/cup.toml
	@echo "Look closer: .venv/bin/arena matches .demo/cup.db; .venv/bin/arena show .demo/cup.db 0"

test: .venv/installed ## run the tests (ARGS="-k board" picks some)
	@.venv/bin/python -P -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS) || { \
	  echo "== what failed beside other tests, once more and alone"; \
	  .venv/bin/python -P -m pytest --last-failed --last-failed-no-failures none $(ARGS); }

check: .venv/installed ## lint, format, types, and who imports whom
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports

format: .venv/installed ## put the code in form
	.venv/bin/ruff check --fix
	.venv/bin/ruff format

bench: .venv/installed ## measure the speed, beside OpenSpiel's if it can be installed
	@[ -e .venv/bench ] || { $(PIP) install --only-binary open_spiel --editable '.[bench]' && touch .venv/bench; } \
	  || echo "OpenSpiel cannot be installed here: measuring without it."
	.venv/bin/python tests/bench/run.py

ladder: .venv/installed ## measure how strong the house bots are (ARGS="--quick" only tries it)
	.venv/bin/python tests/bench/ladder.py $(ARGS)

more-time: .venv/installed ## measure what time is worth to `search` (ARGS="--think 5,50 --setting 4/base")
	.venv/bin/python tests/bench/more_time.py $(ARGS)

tune: .venv/installed ## look for better weights of the planner (ARGS="--jobs 2 --out bots/planner_weights.json")
	.venv/bin/python -P -m bots._tune $(ARGS)

gain: .venv/installed ## measure what shared dice and luck taken off are worth (ARGS="--groups 40 --luck")
	.venv/bin/python tests/bench/verdicts.py $(ARGS)

fit-luck: .venv/installed ## find the weights by which luck is told (ARGS="--measure" tries them on other bots)
	.venv/bin/python tests/bench/luck.py $(ARGS)

proof: .venv/installed ## run the tests that take minutes
	.venv/bin/python -P -m pytest -m proof $(ARGS)

clean: ## remove everything that make made
	rm -rf .venv .demo .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
