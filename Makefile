# Everything works on a fresh checkout with python3 (3.11 to 3.13), git and make.
# `make` alone lists the targets.

.DEFAULT_GOAL := help
SHELL := /bin/sh
# Some shells keep the machine's name in HOST: from the environment only an address is taken.
HOST := $(or $(shell printenv HOST | grep -xE 'localhost|[0-9a-fA-F]*[.:][0-9a-fA-F.:]*'),127.0.0.1)
PORT ?= 8000
# One more than the two cores of a small machine: a test that waits for a page leaves one idle.
PYTEST_WORKERS ?= 3
PY := .venv/bin/python
MANAGE := $(PY) manage.py
SCHEMA := jassclub/docs/openapi.yaml
COVERAGE := jassclub/docs/rulebook-coverage.md
CHECKS := check-style check-types check-arrows check-database check-schema check-coverage check-texts
PYTEST := $(PY) -m pytest
# What Python and pytest compile is kept from run to run, and for every process of a run.
unexport PYTHONDONTWRITEBYTECODE
# Proofs that tell seconds and counts: alone on the machine, one after the other.
ALONE := tests/faults tests/contract tests/deploy
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: help install run rehearsal standby test package sbom check $(CHECKS) schema examples coverage translations proof bench lock clean

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-14s%s\n", $$1, $$2 }' Makefile

install: .venv/test.stamp ## only the set-up: the virtual environment with every requirement

run: .venv/run.stamp ## serve on this machine with a worker and a demo club; HOST= PORT=
	@$(MANAGE) serve --host "$(HOST)" --port "$(PORT)" $(if $(ANYWAY),--anyway)

rehearsal: .venv/run.stamp ## serve a copy of everything that is thrown away at the end; HOST= PORT=
	@$(MANAGE) rehearse --host "$(HOST)" --port "$(if $(filter 8000,$(PORT)),8100,$(PORT))"

standby: .venv/run.stamp ## the second machine of a hall: copies every minute, goes on; FIRST= TOKEN=
	@$(MANAGE) standby "$(FIRST)" --token "$(TOKEN)" $(STANDBY)

test: .venv/test.stamp ## the suite on PostgreSQL, Redis and a worker, then on SQLite
	$(PYTEST) -q -n $(PYTEST_WORKERS) --dist worksteal
	JASSCLUB_TEST_DB=sqlite $(PYTEST) -q -n $(PYTEST_WORKERS) --dist worksteal --only-database

check: $(CHECKS) ## lint, format, types, import contracts, migrations, schema, coverage, translations

check-style: .venv/test.stamp
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	@! LC_ALL=C.UTF-8 git grep -nE '.{111}' -- '*.html' || { echo "Lines of templates have at most 110 columns."; exit 1; }

check-types: .venv/test.stamp
	.venv/bin/mypy

check-arrows: .venv/test.stamp
	.venv/bin/lint-imports --no-logo

check-database: .venv/test.stamp
	$(MANAGE) check --fail-level WARNING
	$(MANAGE) makemigrations --check --dry-run

check-schema: .venv/test.stamp
	@mkdir -p var
	$(MANAGE) spectacular --validate --fail-on-warn --file var/openapi.yaml
	diff -u $(SCHEMA) var/openapi.yaml || { echo "The API has changed: make schema"; exit 1; }

check-coverage: .venv/test.stamp
	$(MANAGE) coverage | diff -u $(COVERAGE) - || { echo "The law has changed: make coverage"; exit 1; }

check-texts: .venv/test.stamp
	$(PY) -m jassclub.translations check

schema: .venv/test.stamp ## write the OpenAPI schema of the code as it is now
	$(MANAGE) spectacular --validate --fail-on-warn --file $(SCHEMA)

# Where more operations are sent what they take.
API_TESTS := tests/contract/test_walk.py tests/contract/test_client.py tests/contract/test_day.py \
  tests/contract/test_evening.py tests/jassclub/clubs/test_auth_api.py tests/jassclub/clubs/test_passwords.py \
  tests/jassclub/webhooks/test_api.py tests/journeys \
  tests/rights/test_own_table.py tests/scoring/disputes tests/tournaments/evenings tests/tournaments/boards \
  tests/tournaments/results tests/tournaments/door tests/jassclub/exchange/test_large_archives.py tests/referee/test_rulings_api.py

examples: .venv/test.stamp ## examples of the API document, from what tests send and are answered
	$(PY) -m pytest -q -n0 -p tests.contract.examples $(API_TESTS)
	$(MAKE) schema

coverage: .venv/test.stamp ## write the page that says which article is encoded where
	$(MANAGE) coverage > $(COVERAGE)

translations: .venv/run.stamp ## collect new texts into the catalogues and compile them
	$(PY) -m jassclub.translations update

proof: .venv/test.stamp ## the long forms of the proofs, without a time limit
	$(PYTEST) -q -m proof $(ALONE)
	$(PYTEST) -q -m proof -n $(PYTEST_WORKERS) --dist worksteal $(ALONE:%=--ignore=%)
	JASSCLUB_TEST_DB=sqlite $(PYTEST) -q -m proof -n $(PYTEST_WORKERS) --dist worksteal --only-database

bench: .venv/bench.stamp ## all benchmarks, each beside its peer
	@$(PY) -m tests.bench $(BENCH)

package: .venv/test.stamp ## build the wheel and the source package into dist/
	$(PY) -c "from referee.rulebook.lookup.learning import prepared; prepared()"
	$(PY) -m build --no-isolation --outdir dist .

sbom: .venv/bench.stamp ## list all parts of the service (CycloneDX) in dist/
	@mkdir -p dist
	$(PY) -m cyclonedx_py requirements requirements/run.txt --pyproject pyproject.toml \
	  --mc-type application --output-reproducible --of JSON -o dist/jassclub.cdx.json

lock: ## resolve requirements/*.in anew, with hashes (needs uv)
	@for name in run test bench; do \
	  uv pip compile --universal --python-version 3.11 --generate-hashes --no-header \
	    --no-emit-index-url --no-annotate requirements/$$name.in -o requirements/$$name.txt \
	    >/dev/null || exit 1; \
	done

clean: ## remove the virtual environment and the caches (var/, with the data, stays)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# --- Set-up: a stamp says which lock file a virtual environment was filled from ----------
.venv/pyvenv.cfg:
	@python=""; \
	for candidate in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	  if "$$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
	    2>/dev/null; then python="$$candidate"; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "No Python 3.11, 3.12 or 3.13 found. Name one: make install PYTHON=/path/to/python3.12"; \
	  exit 1; \
	fi; \
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	  version=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
	  echo "$$python cannot make virtual environments. On Debian and Ubuntu:"; \
	  echo "  apt install python$$version-venv"; \
	  exit 1; \
	fi; \
	echo "Setting up .venv with $$("$$python" --version) ..."; \
	"$$python" -m venv .venv || { rm -rf .venv; exit 1; }

.venv/%.stamp: requirements/%.txt .venv/pyvenv.cfg
	@echo "Installing requirements/$*.txt ..."
	@$(PIP) -r $<
	@$(PY) -c "from referee.rulebook.lookup.search import warm_up; warm_up()"
	@touch $@

.venv/bench.stamp: .venv/test.stamp
