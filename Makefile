# The two commands of the README are `make play` and `make test`.
# Each makes .venv at its first call; PYTHON=... names another interpreter.

ifeq ($(origin PYTHON), undefined)
PYTHON := python3
endif
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --retries 2

# Keep bytecode even where the environment forbids it: hundreds of processes would compile all modules.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install play test check format bench lists vectors deck lock clean

play: install
	@$(BIN)/parlour

# Half of the time the tests wait for terminals and servers: more of them at once than there are cores.
test: install
	@$(BIN)/python -m pytest --numprocesses 4 --dist worksteal

check: install
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --num-workers auto
	$(BIN)/lint-imports

format: install
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: install
	$(BIN)/python -m benchmarks

lists: install
	$(PIP) --requirement tools/requirements.txt
	$(BIN)/python -m tools.lists

vectors: install
	$(PIP) --requirement tools/requirements.txt
	$(BIN)/python -m tools.vectors

deck: install
	$(BIN)/python -m tools.deck

lock: install
	$(PIP) uv
	$(BIN)/uv pip compile --quiet --universal --upgrade --generate-hashes --strip-extras \
		--extra lab --extra vectors --extra dev --python-version 3.12 \
		--no-emit-index-url --no-header --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv build dist

install:
	@$(PYTHON) -c '' 2>/dev/null || \
		{ echo "Parlour needs Python 3.12 to 3.14, and there is no $(PYTHON) here that runs: install it, or name one with make PYTHON=..." >&2; exit 2; }
	@$(PYTHON) tools/install.py $(if $(filter file,$(origin PYTHON)),,--python-was-named)
