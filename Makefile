# One command each: `make play` starts a game, `make test` runs every check. Both install what they need.
unexport PYTHONDONTWRITEBYTECODE  # or every start compiles every import anew
PYTHON ?= python3
UV := $(or $(shell command -v uv),.tools/bin/uv)
RUN := .venv/bin/
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')  # tests also wait for servers and browsers
export UV_PROJECT_ENVIRONMENT = .venv

.PHONY: play terminal test check page page-check browser warm-up pictures bench soak duel league load kills mutants api reports lock clean

play: page
	@$(RUN)escapade serve --open $(ARGS)

terminal: .venv/installed
	@$(RUN)escapade play $(ARGS)

test: .venv/installed
	@$(MAKE) --no-print-directory --jobs 4 check page-check browser warm-up
	ESCAPADE_CHROMIUM="$$(scripts/browser.sh)" $(RUN)python -m pytest -n $(WORKERS) --dist worksteal

page-check: page
	$(RUN)python hatch_build.py run check
	$(RUN)python hatch_build.py run test

browser: .venv/installed
	@scripts/browser.sh > /dev/null

warm-up: .venv/installed
	$(RUN)python -m tests.warm_up

page: .venv/installed
	@$(RUN)python hatch_build.py

pictures: page
	ESCAPADE_CHROMIUM="$$(scripts/browser.sh)" $(RUN)python -m tests.web.pictures $(ARGS)

check: .venv/installed
	$(RUN)ruff check .
	$(RUN)ruff format --check .
	$(RUN)mypy
	$(RUN)lint-imports --no-cache

bench: .venv/installed
	$(RUN)python -m bench $(ARGS)

soak: .venv/installed
	$(RUN)python -m bench.soak $(ARGS)

duel: .venv/installed
	$(RUN)python -m bench.duel $(ARGS)

league: .venv/installed
	$(RUN)python -m bench.league $(ARGS)

load: .venv/installed
	$(RUN)python -m bench.load $(ARGS)

kills: .venv/installed
	$(RUN)python -m bench.kills $(ARGS)

mutants: .venv/installed
	$(RUN)python -m tests.mutants $(ARGS)

api: .venv/installed
	$(RUN)python -m tests.docs.regenerate dist/api

reports: .venv/installed
	@mkdir -p dist/balance
	$(RUN)escapade balance cartagena --first 0 --bot greedy:10000 --bot planner@200:8 --html dist/balance/cartagena.html
	$(RUN)escapade balance stratego --red 0 --bot greedy:3000 --bot planner@200:6 --html dist/balance/stratego.html
	$(RUN)escapade balance stalag17 --first 0 --bot greedy:4000 --bot planner@200:6 --html dist/balance/stalag17.html
	$(RUN)escapade balance jailbreakers --first 0 --bot greedy:4000 --bot planner@200:6 --html dist/balance/jailbreakers.html

lock: $(UV)
	$(UV) pip compile pyproject.toml --group dev --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade -q -o requirements.lock

.venv/installed: requirements.lock pyproject.toml | $(UV)
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	$(UV) pip sync --quiet --python .venv --require-hashes requirements.lock
	ESCAPADE_SKIP_PAGE=1 $(UV) pip install --quiet --python .venv --no-deps --no-build-isolation -e .
	@touch $@

.tools/bin/uv:
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --target .tools 'uv>=0.8'

clean:
	rm -rf .venv .tools dist src/escapade/static web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
