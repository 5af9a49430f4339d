# A fresh machine needs git, make and Python 3.11 or newer; everything else comes from the package registry, pinned
# to the versions in constraints.txt and to the hashes in requirements/.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEVELOPMENT := $(VENV)/.development
FUZZING := $(VENV)/.fuzzing
DOCUMENTING := $(VENV)/.documenting
INSTALL := PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet
# The locked requirements are complete, and all cores write bytecode faster than pip does on one.
LOCKED := $(INSTALL) --no-deps --no-compile --require-hashes --requirement
COMPILE := $(BIN)/python -m compileall -qq -j 0 $(VENV)/lib
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--constraint constraints.txt
SPHINX := $(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env \
	--conf-dir docs/site --doctree-dir build/doctrees

# A test that waits for ever says where it waits, and fails.
NO_WAIT := --override-ini faulthandler_timeout=600 --override-ini faulthandler_exit_on_timeout=true

.PHONY: help demo test browser check format messages schema docs links pictures icons slow bounds load fuzz bench lock audit clean
help:
	@echo "make demo    evolve type b, size 5 for a minute and show the ten best levels"
	@echo "make test    run the whole test suite"
	@echo "make check   format, lint, types, architecture and the fast tests"
	@echo "make messages  renew the catalogues of the pages, for translators"
	@echo "make schema  write what new databases are made of, after a new revision"
	@echo "make docs    build a site of the documentation in build/docs"
	@echo "make pictures  take the pictures of the pages that the documentation shows"
	@echo "make icons   draw the icons of the installed page from its SVG"
	@echo "make links   ask whether the links to other sites still lead somewhere"
	@echo "make slow    the checks that take minutes"
	@echo "make bounds  the tests of the puzzles, with every index of a kernel checked; a part of make slow"
	@echo "make load    run the whole test suite beside four programs that never rest"
	@echo "make fuzz    throw half an hour of texts at the parsers"
	@echo "make lock    write the hashes of all libraries anew"
	@echo "make audit   look for known weaknesses of the libraries"
	@echo "make bench   measure the figures that the documentation quotes"

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "cenote needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..."; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): pyproject.toml requirements/web.txt | $(VENV)/bin/python
	$(LOCKED) requirements/web.txt
	$(INSTALL) --no-deps --no-compile --no-build-isolation --editable .
	$(COMPILE)
	@touch $@

$(DEVELOPMENT): $(RUNTIME) requirements/dev.txt
	$(LOCKED) requirements/dev.txt
	$(BIN)/python -m pip check
	$(COMPILE)
	@touch $@

demo: $(RUNTIME)
	$(BIN)/cenote run --type b --size 5 --minutes 1
	@echo 'The command is $(BIN)/cenote; after ". $(BIN)/activate" it is just cenote. $(BIN)/cenote serve opens the pages.'

# Where the environment forbids Python to keep bytecode, each of the hundreds of processes that the tests start would
# compile all sources anew.
test slow: export PYTHONDONTWRITEBYTECODE =
# One process writes the bytecode of all tests, which the others would write at the same time; the other core compiles
# kernels meanwhile, and goes on while the first tests run.
test: $(DEVELOPMENT) browser
	$(BIN)/cenote generate --size 4 > /dev/null & \
		$(BIN)/python -m pytest --collect-only --quiet > /dev/null; \
		$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder $(NO_WAIT); \
		code=$$?; wait; exit $$code

# The tests of the pages drive a real browser. The one without windows needs a third of the processor time.
browser:
	@command -v chromium-headless-shell > /dev/null || { test "$$(id -u)" = 0 && command -v apt-get > /dev/null && \
		{ echo "installing the browser of the tests"; apt-get update -qq; } && \
		DEBIAN_FRONTEND=noninteractive apt-get install -qq chromium-headless-shell > /dev/null; } || \
		command -v chromium > /dev/null || echo "there is no chromium, so the tests that drive a browser are skipped;" \
		"install Debian's package chromium-headless-shell"

check: $(DEVELOPMENT)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest -m "not process" -q

format: $(DEVELOPMENT)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

messages: $(RUNTIME)
	$(BIN)/pybabel --quiet extract --mapping service/web/translations/babel.cfg --no-location --sort-output \
		--omit-header --output $(VENV)/messages.pot .
	$(BIN)/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete --omit-header --domain messages \
		--input-file $(VENV)/messages.pot --output-dir service/web/translations

schema: $(DEVELOPMENT)
	$(BIN)/python -m tests.migrations.newest

pictures: $(DEVELOPMENT) browser
	$(BIN)/python -m tests.service.web.browser.screenshots docs/pictures --documents

icons: $(RUNTIME)
	$(BIN)/python -m service.web.icons

# The site of docs/ and of the public names; a link inside it that leads nowhere is an error. Needs no network.
docs: $(DOCUMENTING)
	$(SPHINX) . build/docs
	@echo "the site is build/docs/index.html"

# Asks the other sites, so it needs the network.
links: $(DOCUMENTING)
	$(SPHINX) --builder linkcheck . build/links

$(DOCUMENTING): $(RUNTIME)
	$(INSTALL) --constraint constraints.txt --editable ".[docs]"
	@touch $@

slow: $(DEVELOPMENT) $(DOCUMENTING) fuzz
	$(BIN)/python -m pytest -m slow
	$(MAKE) bounds
	$(MAKE) audit

# numba checks each index of a kernel here, and this code is kept apart from the other.
bounds: $(DEVELOPMENT)
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/$(VENV)/bounds $(BIN)/python -m pytest tests/generator/puzzles

# No test depends on how fast the machine is, so the suite passes on a busy one too.
load: $(DEVELOPMENT) browser
	@pids=; for number in 1 2 3 4; do $(BIN)/python -c 'while True: pass' & pids="$$pids $$!"; done; \
		trap "kill $$pids" EXIT; $(MAKE) test

# Half an hour of all parsers, a fifth of it with numba's bounds checks; the engine has no wheels but for Linux.
fuzz: $(FUZZING)
	@if $(BIN)/python -c 'import atheris' 2> /dev/null; \
		then $(BIN)/python -m tests.fuzz --minutes 24 && $(BIN)/python -m tests.fuzz --bounds --minutes 6; \
		else echo "atheris is not there for this platform, so the parsers are not fuzzed"; fi

$(FUZZING): $(DEVELOPMENT)
	$(INSTALL) --constraint constraints.txt --editable ".[fuzz]"
	@touch $@

bench: $(DEVELOPMENT)
	for file in benchmarks/bench_*.py; do $(BIN)/python $$file || exit 1; done

# Needs uv (pip install uv). What builds the program is locked too, since it runs on the machines of users.
lock:
	for extra in web cluster dev; do printf 'hatchling\neditables\n' | \
		$(LOCK) --extra $$extra --output-file requirements/$$extra.txt pyproject.toml - || exit 1; done

# Asks the registry for known weaknesses of what is locked; needs the network.
audit: $(DEVELOPMENT)
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/python -m pip install --quiet pip-audit
	$(VENV)/audit/bin/pip-audit --disable-pip --require-hashes --requirement requirements/dev.txt

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
