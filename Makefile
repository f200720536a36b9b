# The two commands of the README are `make play` and `make test`.
# Each makes .venv at its first call; PYTHON=... names another interpreter.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --retries 2

.PHONY: play test check format bench lists vectors deck lock clean

play: $(READY)
	@$(BIN)/parlour

# Half of the time the tests wait for terminals and servers: more of them at once than there are cores.
test: $(READY)
	@$(BIN)/python -m pytest --numprocesses 4 --dist worksteal

check: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(READY)
	$(BIN)/python -m benchmarks

lists: $(READY)
	$(PIP) --requirement tools/requirements.txt
	$(BIN)/python -m tools.lists

vectors: $(READY)
	$(PIP) --requirement tools/requirements.txt
	$(BIN)/python -m tools.vectors

deck: $(READY)
	$(BIN)/python -m tools.deck

lock: $(READY)
	$(PIP) pip-tools
	$(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe --extra dev \
		--no-emit-index-url --no-emit-find-links --no-header --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv build dist

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c '' 2>/dev/null || \
		{ echo "Parlour needs Python 3.12 or newer, and there is no $(PYTHON) here that runs: install it, or name one with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 12))' || \
		{ echo "Parlour needs Python 3.12 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1 | cut -d' ' -f2): name a newer one with PYTHON=..." >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) comes without its venv module: install it first (Debian and Ubuntu: apt install python3-venv)." >&2; exit 2; }
	@echo "Installing Parlour into .venv (once, about a minute) ..." >&2
	@$(PYTHON) -m venv .venv
	@$(PIP) --require-hashes --requirement requirements.lock >.venv/install.log 2>&1 && \
		$(PIP) --no-deps --no-build-isolation --editable . >>.venv/install.log 2>&1 || \
		{ echo "The packages could not be installed: is there a network? What pip said is in .venv/install.log." >&2; exit 2; }
	@touch $@
